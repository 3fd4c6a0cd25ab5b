"""Caribbean Stud: five cards each, one of the dealer's up; Ante, then Bet or fold; the dealer must qualify.

Settlement: Star 9, 10, 14.12; Crown 8.4.2 to 8.4.4, 8.6, 13.8.
"""

from pitboss import law
from pitboss.cards import Category, PokerHand, best_hand
from pitboss.games.caribbean_stud.law import OUTCOMES, compile_figures
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.cache import Cache
from pitboss.play.hand import Hand
from pitboss.play.needs import TurnNeed
from pitboss.play.poker import betting
from pitboss.play.poker.game import PokerGame
from pitboss.play.poker.law import told_apart
from pitboss.play.poker.settlement import settle_jackpots, stand
from pitboss.play.poker.table import ANTE, BET, FOLDED, IN, JACKPOT, SETTLED, Stage
from pitboss.play.round import Draft
from pitboss.play.terms import Spot, Terms
from pitboss.play.wager import Result, Wager

DEALER = 0
"""The number of the dealer's hand."""
_TURN_DEALER = TurnNeed("turn-dealer", DEALER)
_Standing = tuple[Wager, Because] | None
"""A wager, and why it is not simply all that went down; none where nothing is left of it: it is void, or a loss limit
has cut it."""


class CaribbeanStud(PokerGame):
    """Caribbean Stud under an edition, at a table."""

    spots = {ANTE: Spot(ANTE), BET: Spot(BET, opening=False), JACKPOT: Spot(JACKPOT, priced=True)}  # noqa: RUF012
    spot_keys = {ANTE: (law.ANTE_OPENS, law.CHIPS_OR_TOKENS)}  # noqa: RUF012
    stages = (Stage("betting", "decide", BET),)
    switches = frozenset(
        {
            "betFollowsCappedAnte",
            "capAfterRounding",
            "concedeKeepsJackpot",
            "dealerUpCard",
            "foldKeepsJackpot",
            "packetUpCard",
            "winningTokenKept",
        }
    )

    def __init__(self, rules: Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.figures = compile_figures(rules)
        void = (law.VOID,) if self.figures.failed_bet is Result.VOID else ()
        self.failed_bet_because: Because = (law.DEALER_QUALIFIES, law.BET_RETURNED_WHEN_DEALER_FAILS, *void)
        self.grounds = Cache(self._grounds)

    def bet_keys(self) -> Because:
        """The Bet is exactly twice the Ante (Star 5.5; Crown 8.4.1(b))."""
        return (law.BET_TWICE_ANTE,)

    def bet_range(self, phase: str, ante_cents: int) -> tuple[int, int]:
        """The Bet has just one size."""
        asked = self.figures.multiple * ante_cents
        return asked, asked

    def asked_words(self, phase: str, ante_cents: int) -> str:
        """Say how much the Bet is."""
        return f"twice the Ante is {dollars(self.figures.multiple * ante_cents)}"

    def stage_done(self, draft: Draft) -> None:
        """All have acted: the dealer turns the rest, if there is anything to compare or the edition always does."""
        if self.figures.turns_always or IN in [hand.status for hand in draft.hands]:
            draft.needs = (_TURN_DEALER.naming(draft.hands[DEALER].unknown),)
        else:
            betting.showdown(self, draft)

    def take_turn(self, draft: Draft, hand: Hand) -> None:
        """The dealer turned, or a hand was named: go on."""
        if hand.id == DEALER:
            betting.showdown(self, draft)
        else:
            betting.await_settle(self, draft)

    def turns_because(self, hand: Hand) -> Because:
        if hand.status == FOLDED:
            return (law.FOLDED_SHOWN,)
        return (law.DEALER_TURNS, law.BEST_HAND) if hand.id == DEALER else (law.BEST_HAND,)

    # Settlement.

    def settle(self, draft: Draft) -> None:
        """Settle every wager that is left, from the dealer's right, then end the round."""
        contenders = [hand for hand in reversed(draft.hands) if hand.status == IN]
        for hand in contenders:
            draft.turn(hand, (), (law.BEST_HAND,))
        collected: Because = (law.CARDS_COLLECTED,)
        case: Because = ()
        if draft.hands[0].all_up:  # where every player folded, the Star's dealer turns nothing
            shown = best_hand(draft.hands[0].cards)
            if shown < self.figures.qualifier:
                case = (law.DEALER_HAS_NONE,)
                self._dealer_fails(draft, contenders)
            else:
                case = (law.DEALER_HAS_HAND,)
                for hand in contenders:
                    self._compare(draft, hand, shown)
            collected += case
        if self.terms.jackpot is not None:
            settle_jackpots(self, draft, case)
        for hand in contenders:
            now = draft.hands[hand.id]
            if now.status == IN:
                draft.collect(now, SETTLED, collected)
        draft.collect(draft.hands[0], SETTLED, collected)
        draft.end((law.ROUND_OF_PLAY,))

    def _wagers(self, draft: Draft, hand: Hand) -> tuple[_Standing, _Standing]:
        """The Ante and the Bet of a hand so far as they stand."""
        why = stand(self, draft, hand)
        if why is None:
            return None, None
        ante, bet = draft.find(hand.area, ANTE), draft.find(hand.area, BET)
        standing = [(wager, why.get(wager.id, ())) if wager is not None else None for wager in (ante, bet)]
        return standing[0], standing[1]

    def _dealer_fails(self, draft: Draft, contenders: list[Hand]) -> None:
        """The dealer does not qualify: every Ante is paid, then every Bet goes back."""
        bets: list[tuple[Wager, Because]] = []
        for hand in contenders:
            ante, bet = self._wagers(draft, hand)
            if ante is not None:
                because = (law.DEALER_QUALIFIES, law.ANTE_PAID_WHEN_DEALER_FAILS, law.ANTE_ODDS, *ante[1])
                draft.win(ante[0], self.figures.ante_odds, because)
            if bet is not None:
                bets.append(bet)
        for wager, why in bets:
            draft.give_back(wager, self.figures.failed_bet, self.failed_bet_because + why)

    def _compare(self, draft: Draft, hand: Hand, dealer: PokerHand) -> None:
        """Settle Ante and Bet of one hand against a dealer who qualifies."""
        ante, bet = self._wagers(draft, hand)
        value = best_hand(hand.cards)
        result = Result.WON if value > dealer else Result.LOST if value < dealer else Result.STOOD_OFF
        for_ante, for_bet = self.grounds[result, value.category, dealer.category]
        odds, capped = self.figures.bet_odds[value.category]
        if ante is not None:
            draft.settle(ante[0], result, self.figures.ante_odds, for_ante + ante[1])
        if bet is not None:
            draft.settle(bet[0], result, odds, for_bet + bet[1], capped=capped)

    def _grounds(self, outcome: tuple[Result, Category, Category]) -> tuple[Because, Because]:
        """Why an Ante and a Bet end as they do against a dealer who qualifies: by the result and the two hands."""
        result, mine, dealer = outcome
        hands, ante, bet = OUTCOMES[result]
        shared = (law.DEALER_QUALIFIES, *hands, *told_apart(mine, dealer))
        return self.rules.only(shared + ante), self.rules.only(shared + bet)
