"""Caribbean Stud: five cards each, one of the dealer's up; Ante, then Bet or fold; the dealer must qualify."""

from pitboss import law
from pitboss.cards import Category
from pitboss.games.caribbean_stud import settle
from pitboss.games.caribbean_stud.law import OUTCOMES, compile_figures
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.draft import Draft
from pitboss.play.game import Spot
from pitboss.play.hand import Hand
from pitboss.play.needs import TurnNeed
from pitboss.play.poker import betting
from pitboss.play.poker.betting import Stage
from pitboss.play.poker.game import PokerGame
from pitboss.play.poker.words import ANTE, BET, FOLDED, IN, JACKPOT
from pitboss.play.pokerhands import told_apart
from pitboss.play.terms import Terms
from pitboss.play.wager import Result

DEALER = 0
"""The number of the dealer's hand."""


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
        self._grounds: dict[tuple[Result, Category, Category], tuple[Because, Because]] = {}

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
            draft.needs = (TurnNeed("turn-dealer", DEALER, draft.hands[DEALER].unknown),)
        else:
            betting.showdown(self, draft)

    def turned(self, draft: Draft, hand: Hand) -> None:
        if hand.id == DEALER:
            betting.showdown(self, draft)
        else:
            betting.await_settle(self, draft)

    def turns_because(self, hand: Hand) -> Because:
        if hand.status == FOLDED:
            return (law.FOLDED_SHOWN,)
        return (law.DEALER_TURNS, law.BEST_HAND) if hand.id == DEALER else (law.BEST_HAND,)

    settle = settle.settle

    def grounds(self, result: Result, mine: Category, dealer: Category) -> tuple[Because, Because]:
        """Why an Ante and a Bet end as they do against a dealer who qualifies, worked out once a pair of hands."""
        known = self._grounds.get((result, mine, dealer))
        if known is None:
            hands, ante, bet = OUTCOMES[result]
            shared = (law.DEALER_QUALIFIES, *hands, *told_apart(mine, dealer))
            known = self.rules.only(shared + ante), self.rules.only(shared + bet)
            self._grounds[result, mine, dealer] = known
        return known
