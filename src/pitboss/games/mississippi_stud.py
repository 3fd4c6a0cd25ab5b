"""Mississippi Stud: an Ante, two hole cards, and a wager of one to three Antes before each of three community cards.

Settlement (Star 10; Crown 9.4.3 to 9.4.5, 9.7): each hand alone, from the dealer's right, Ante and Streets alike.
"""

from collections.abc import Mapping

from pitboss import law
from pitboss.cards import Card, Category, PokerHand, best_hand
from pitboss.cards.card import RANKS
from pitboss.messages import say
from pitboss.money import ToOne, dollars
from pitboss.play import CardsNeed, Draft, Hand, Result, Slot, Spot, Terms, TurnNeed
from pitboss.play.cache import answers
from pitboss.play.poker import betting, names
from pitboss.play.poker.game import PokerGame
from pitboss.play.poker.reports import FILL, facts_for
from pitboss.play.poker.table import HAND_KEYS, LINES, Stage
from pitboss.play.terms import spots_by_name
from pitboss.play.wager import LOST, STOOD_OFF, WON
from pitboss.value import Value

JACK = RANKS.index("J")
_PAIR = Category.PAIR

# The rules of an outcome: those of the hand, then those of the Ante and of a Street where an edition has them apart.
OUTCOMES: Mapping[Result, tuple[law.Because, law.Key, law.Key]] = {
    Result.WON: ((law.PAID_BY_HAND,), law.ANTE_WINS, law.STREET_WINS),
    Result.STOOD_OFF: ((law.LOW_PAIR_STANDS_OFF,), law.ANTE_STANDS_OFF, law.STREET_STANDS_OFF),
    Result.LOST: ((law.LOW_HAND_LOSES,), law.ANTE_LOSES, law.STREET_LOSES),
}


class MississippiFigures(Value):
    """What an edition says of Mississippi Stud alone, in figures."""

    least: int
    most: int
    pays: Mapping[Category, tuple[ToOne, bool]]
    stands_off: range

    def outcome(self, hand: PokerHand) -> Result:
        """What a hand does to the wagers on it."""
        if hand.category is _PAIR:
            rank = hand.ranks[0]
            if rank >= JACK:
                return WON
            return STOOD_OFF if rank in self.stands_off else LOST
        return WON if hand.category > _PAIR else LOST


def compile_figures(rules: law.Rules) -> MississippiFigures:
    """Read the figures of the game out of its book."""
    data = rules.game.data
    pays = {
        LINES.get(row["line"], Category.PAIR): (ToOne.parse(row["odds"]), row.get("capped", False))
        for row in data["pay"]
    }
    band = data["stand-off"]
    stands_off = range(RANKS.index(band["lowest"]), RANKS.index(band["highest"]) + 1)
    return MississippiFigures(data["street"]["least"], data["street"]["most"], pays, stands_off)


# The game.

STREETS = ("3rd-street", "4th-street", "5th-street")
_STREET = {street: place for place, street in enumerate(STREETS)}
_CASES = (law.AT_THIRD_STREET, law.AT_FOURTH_STREET, law.AT_FIFTH_STREET)
_SHOWN = (law.THIRD_STREET_SHOWN, law.FOURTH_STREET_SHOWN, law.FIFTH_STREET_SHOWN)
BOARD = 0
"""The number of the hand that the community cards are."""

_DEALS = tuple(CardsNeed(f"deal-{street}", (Slot(BOARD, 0, up=True),)) for street in STREETS)


class MississippiStud(PokerGame):
    """Mississippi Stud under an edition, at a table."""

    spots = spots_by_name(
        Spot(names.ANTE), *(Spot(street, opening=False) for street in STREETS), Spot(names.JACKPOT, priced=True)
    )
    spot_keys = {names.ANTE: (law.ANTE_OPENS, law.CHIPS_OR_TOKENS)}  # noqa: RUF012
    house = (names.COMMUNITY,)
    stages = tuple(
        Stage(street, street, street, bet_is_last=False, case=(case,))
        for street, case in zip(STREETS, _CASES, strict=True)
    )
    contender = names.LIVE
    board_size = len(STREETS)
    facts = facts_for(names.COMMUNITY)
    switches = frozenset(
        {
            "betFollowsCappedAnte",
            "capAfterRounding",
            "communityPacketFirst",
            "communityShownInDeal",
            "deputyStandsIn",
            "earlyCommunityCard",
            "jackpotTokens",
            "lateLowWagerSettled",
            "methodBForOneGame",
            "offRangeStreet",
            "othersBoxJackpotTo",
            "silentRetraction",
            "streetWholeMultiples",
            "unrecoveredHand",
            "voidJackpotCarries",
            "winningTokenKept",
        }
    )

    def __init__(self, rules: law.Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.figures = compile_figures(rules)
        self.whole_multiples = bool(rules.reading("streetWholeMultiples", otherwise=False))
        places = (2, 1, 0) if rules.reading("communityPacketFirst", otherwise="bottom") == "top" else (0, 1, 2)
        places = places if self.plan.in_packets else (0, 1, 2)
        self.turn_needs = tuple(
            TurnNeed(f"turn-{street}", BOARD, places=(place,)) for street, place in zip(STREETS, places, strict=True)
        )
        self.shown_because = tuple(rules.only((key, law.COMMUNITY_CARDS, self.plan.device)) for key in _SHOWN)
        on_street = (law.ON_STREET, *rules.readings("K27"))
        self.fold_spot_because = {names.ANTE: (law.ON_ANTE,), **dict.fromkeys(STREETS, on_street)}
        self.has_steps = self.whole_multiples or (
            names.ANTE in terms.limits and terms.limits[names.ANTE].unit_cents > 0
        )

    def bet_keys(self) -> law.Because:
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
        unit = self.terms.limits[names.ANTE].unit_cents
        if cents % ante_cents == 0 or not (unit or self.whole_multiples):
            return True
        return not self.whole_multiples and (cents - ante_cents) % unit == 0

    def fit_down(self, phase: str, ante_cents: int, cents: int) -> int:
        """A Street that is off the sign's unit comes down to the next amount that is on it."""
        cents = self.valid_cents(phase, ante_cents, cents)
        unit = ante_cents if self.whole_multiples else self.terms.limits[names.ANTE].unit_cents
        if cents < ante_cents or not unit or self.fits(phase, ante_cents, cents):
            return cents
        return ante_cents + (cents - ante_cents) // unit * unit

    def stage_words(self, phase: str, ante_cents: int) -> str:
        """Say what a Street takes."""
        least, most = self.bet_range(phase, ante_cents)
        unit = self.terms.limits[names.ANTE].unit_cents
        words = "one to three times the Ante is {least} to {most}"
        if self.whole_multiples:
            words = "one to three times the Ante is {least} to {most}, in whole Antes"
        elif unit:
            words = "one to three times the Ante is {least} to {most}, in steps of {unit}"
        return say(words, least=dollars(least), most=dollars(most), unit=dollars(unit))

    # The streets.

    def follow_stage(self, draft: Draft) -> None:
        """A street's betting is done: its card is shown, so long as a hand or a jackpot wager needs it."""
        if not self.is_needed(draft, names.LIVE):
            self.settle(draft)
            return
        street, board = _STREET[draft.phase], draft.hands[BOARD]
        if self.plan.in_packets or len(board.cards) > street:  # from a shoe it may have come too early
            turn = self.turn_needs[street]
            if board.up >> turn.places[0] & 1:  # it was shown too early
                self._next_street(draft)
            else:
                draft.needs = (turn.await_names(board.count_unknown(turn.places)),)
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
        if need.kind == names.DEAL:
            betting.ask(self, draft, self.stages[0])
        else:
            self._next_street(draft)

    def deal_begins(self, draft: Draft, need: CardsNeed) -> law.Because:
        if need.kind in (names.DEAL, FILL):
            return super().deal_begins(draft, need)
        return self.shown_because[_STREET[draft.phase]]

    def take_turn(self, draft: Draft, hand: Hand) -> None:
        """A community card was turned, or a hand was named: go on."""
        if hand.id == BOARD:
            self._next_street(draft)
        else:
            super().take_turn(draft, hand)

    def turning_grounds(self, hand: Hand) -> law.Because:
        if hand.id != BOARD:
            return (law.BEST_HAND,)
        down = [street for street, turn in enumerate(self.turn_needs) if not hand.up >> turn.places[0] & 1]
        return self.shown_because[down[0]]

    # Settlement.

    def settle_hands(self, draft: Draft, contenders: list[Hand]) -> law.Because:
        """Settle each hand by what it is."""
        board = draft.hands[BOARD].cards
        for hand in contenders:
            draft.turn(hand, (), (law.BEST_HAND, law.COMMUNITY_CARDS))
            value = best_hand(hand.cards + board)
            result = self.figures.outcome(value)
            for_ante, for_street = self.grounds[value.category, result]
            odds, capped = self.figures.pays[value.category] if result is WON else (None, False)
            for wager, why in betting.stand(self, draft, hand):
                because = (for_ante if wager.spot == names.ANTE else for_street) + why
                if odds is not None:
                    draft.win(wager, odds, because, capped=capped)
                elif result is LOST:
                    draft.lose(wager, because)
                else:
                    draft.give_back(wager, result, because)
        return ()

    @answers
    def grounds(self, outcome: tuple[Category, Result]) -> tuple[law.Because, law.Because]:
        """Why the Ante and a Street end as they do with a hand."""
        category, result = outcome
        of_hand, ante, street = OUTCOMES[result]
        kind: law.Because = (HAND_KEYS[category],)
        if category is Category.PAIR:
            named = law.HAND_JACKS_OR_BETTER if result is Result.WON else law.HAND_SIXES_TO_TENS
            kind = (named, *kind, law.CARD_RANKS) if result is not Result.LOST else (*kind, law.CARD_RANKS)
        return self.rules.only((*of_hand, *kind, ante)), self.rules.only((*of_hand, *kind, street))

    def jackpot_cards(self, draft: Draft, hand: Hand) -> tuple[Card, ...]:
        """The hole cards and the community cards."""
        return hand.cards + draft.hands[BOARD].cards
