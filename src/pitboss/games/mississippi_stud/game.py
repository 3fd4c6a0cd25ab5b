"""Mississippi Stud: an Ante, two hole cards, and a wager of one to three Antes before each of three community cards.

Settlement (Star 10; Crown 9.4.3 to 9.4.5, 9.7): each hand alone, from the dealer's right, Ante and Streets alike.
"""

from pitboss import law
from pitboss.cards import Card, Category, best_hand
from pitboss.games.mississippi_stud.law import compile_figures, grounds
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.cache import Cache
from pitboss.play.hand import Hand
from pitboss.play.needs import CardsNeed, Slot, TurnNeed
from pitboss.play.poker import betting
from pitboss.play.poker.game import PokerGame
from pitboss.play.poker.settlement import settle_jackpots, stand
from pitboss.play.poker.table import ANTE, COMMUNITY, DEAL, JACKPOT, LIVE, SETTLED, Stage
from pitboss.play.round import Draft
from pitboss.play.terms import Spot, Terms
from pitboss.play.wager import LOST, WON, Result

STREETS = ("3rd-street", "4th-street", "5th-street")
_STREET = {street: place for place, street in enumerate(STREETS)}
_CASES = (law.AT_THIRD_STREET, law.AT_FOURTH_STREET, law.AT_FIFTH_STREET)
_SHOWN = (law.THIRD_STREET_SHOWN, law.FOURTH_STREET_SHOWN, law.FIFTH_STREET_SHOWN)
BOARD = 0
"""The number of the hand that the community cards are."""

_DEALS = tuple(CardsNeed(f"deal-{street}", (Slot(BOARD, 0, up=True),)) for street in STREETS)


class MississippiStud(PokerGame):
    """Mississippi Stud under an edition, at a table."""

    spots = {  # noqa: RUF012
        ANTE: Spot(ANTE),
        **{street: Spot(street, opening=False) for street in STREETS},
        JACKPOT: Spot(JACKPOT, priced=True),
    }
    spot_keys = {ANTE: (law.ANTE_OPENS, law.CHIPS_OR_TOKENS)}  # noqa: RUF012
    house = (COMMUNITY,)
    stages = tuple(
        Stage(street, street, street, bet_is_last=False, case=(case,))
        for street, case in zip(STREETS, _CASES, strict=True)
    )
    contender = LIVE
    switches = frozenset(
        {"betFollowsCappedAnte", "capAfterRounding", "communityPacketFirst", "streetWholeMultiples", "winningTokenKept"}
    )

    def __init__(self, rules: Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.figures = compile_figures(rules)
        self.whole_multiples = rules.has_switch("streetWholeMultiples") and bool(rules.reading("streetWholeMultiples"))
        from_top = rules.has_switch("communityPacketFirst") and rules.reading("communityPacketFirst") == "top"
        places = (2, 1, 0) if from_top else (0, 1, 2)
        self.turn_needs = tuple(
            TurnNeed(f"turn-{street}", BOARD, places=(place,)) for street, place in zip(STREETS, places, strict=True)
        )
        self.shown_because = tuple(rules.only((key, law.COMMUNITY_CARDS, self.plan.device)) for key in _SHOWN)
        on_street = (law.ON_STREET, *rules.readings("K27"))
        self.fold_spot_because = {ANTE: (law.ON_ANTE,), **dict.fromkeys(STREETS, on_street)}
        self.has_steps = self.whole_multiples or (ANTE in terms.limits and terms.limits[ANTE].unit_cents > 0)
        self.grounds = Cache[tuple[Category, Result], tuple[Because, Because]](lambda of: grounds(rules, *of))

    def bet_keys(self) -> Because:
        """A Street wager is one to three times the Ante (Star 9.1.2, 9.2.2, 9.3.2; Crown 9.4.2)."""
        return (law.STREET_RANGE,)

    def bet_range(self, phase: str, ante_cents: int) -> tuple[int, int]:
        """One to three times the Ante."""
        return self.figures.least * ante_cents, self.figures.most * ante_cents

    def fits(self, phase: str, ante_cents: int, cents: int) -> bool:
        """Any amount in the range, in the sign's unit if it has one; whole multiples always fit."""
        least, most = self.bet_range(phase, ante_cents)
        if not least <= cents <= most:
            return False
        unit = self.terms.limits[ANTE].unit_cents
        if cents % ante_cents == 0 or not (unit or self.whole_multiples):
            return True
        return not self.whole_multiples and (cents - ante_cents) % unit == 0

    def fit_down(self, phase: str, ante_cents: int, cents: int) -> int:
        """A Street that is off the sign's unit comes down to the next amount that is on it."""
        cents = self.valid_cents(phase, ante_cents, cents)
        unit = ante_cents if self.whole_multiples else self.terms.limits[ANTE].unit_cents
        if cents < ante_cents or not unit or self.fits(phase, ante_cents, cents):
            return cents
        return ante_cents + (cents - ante_cents) // unit * unit

    def asked_words(self, phase: str, ante_cents: int) -> str:
        """Say what a Street takes."""
        least, most = self.bet_range(phase, ante_cents)
        unit = self.terms.limits[ANTE].unit_cents
        steps = ", in whole Antes" if self.whole_multiples else f", in steps of {dollars(unit)}" if unit else ""
        return f"one to three times the Ante is {dollars(least)} to {dollars(most)}{steps}"

    # The streets.

    def stage_done(self, draft: Draft) -> None:
        """A street's betting is done: its card is shown, so long as a hand or a jackpot wager needs it."""
        if not self.is_needed(draft, LIVE):
            self.settle(draft)
            return
        street = _STREET[draft.phase]
        if self.plan.in_packets:
            turn = self.turn_needs[street]
            draft.needs = (turn.naming(draft.hands[BOARD].unknown_at(turn.places)),)
        else:
            self.await_next(draft, _DEALS[street])

    def _next_street(self, draft: Draft) -> None:
        street = _STREET[draft.phase] + 1
        if street < len(STREETS):
            betting.ask(self, draft, self.stages[street])
        else:
            betting.showdown(self, draft)

    def take_deal(self, draft: Draft, need: CardsNeed) -> None:
        """The first deal is done, or a card of the board came out: ask the next stage."""
        if need.kind == DEAL:
            betting.ask(self, draft, self.stages[0])
        else:
            self._next_street(draft)

    def deal_begins(self, draft: Draft, need: CardsNeed) -> Because:
        return super().deal_begins(draft, need) if need.kind == DEAL else self.shown_because[_STREET[draft.phase]]

    def take_turn(self, draft: Draft, hand: Hand) -> None:
        """A community card was turned, or a hand was named: go on."""
        if hand.id == BOARD:
            self._next_street(draft)
        else:
            betting.await_settle(self, draft)

    def turns_because(self, hand: Hand) -> Because:
        return self.shown_because[hand.up.bit_count()] if hand.id == BOARD else (law.BEST_HAND,)

    # Settlement.

    def settle(self, draft: Draft) -> None:
        """Settle every hand that is still in, then the jackpot wagers, then end the round."""
        board = draft.hands[BOARD].cards
        contenders = [hand for hand in reversed(draft.hands) if hand.status == LIVE and hand.area]
        for hand in contenders:
            draft.turn(hand, (), (law.BEST_HAND, law.COMMUNITY_CARDS))
            self._settle_hand(draft, hand, board)
        if self.terms.jackpot is not None:
            settle_jackpots(self, draft)
        for hand in contenders:
            now = draft.hands[hand.id]
            if now.status == LIVE:
                draft.collect(now, SETTLED, (law.CARDS_COLLECTED,))
        if board:
            draft.collect(draft.hands[BOARD], SETTLED, (law.CARDS_COLLECTED,))
        draft.end((law.ROUND_OF_PLAY,))

    def _settle_hand(self, draft: Draft, hand: Hand, board: tuple[Card, ...]) -> None:
        why = stand(self, draft, hand)
        if why is None:
            return
        number = hand.id
        value = best_hand(hand.cards + board)
        result = self.figures.outcome(value)
        for_ante, for_street = self.grounds[value.category, result]
        odds, capped = self.figures.pays[value.category] if result is WON else (None, False)
        for wager in draft.wagers:
            spot = wager.spot
            if wager.hand != number or spot == JACKPOT or not wager.left.pieces:
                continue
            because = for_ante if spot == ANTE else for_street
            if why:
                because += why.get(wager.id, ())
            if odds is not None:
                draft.win(wager, odds, because, capped=capped)
            elif result is LOST:
                draft.lose(wager, because)
            else:
                draft.give_back(wager, result, because)

    def jackpot_cards(self, draft: Draft, hand: Hand) -> tuple[Card, ...]:
        """The hole cards and the community cards."""
        return hand.cards + draft.hands[BOARD].cards
