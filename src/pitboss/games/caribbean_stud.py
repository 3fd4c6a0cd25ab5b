"""Caribbean Stud: five cards each, one of the dealer's up; Ante, then Bet or fold; the dealer must qualify.

Settlement: Star 9, 10, 14.12; Crown 8.4.2 to 8.4.4, 8.6, 13.8.
"""

from collections.abc import Mapping

from pitboss import law
from pitboss.cards import Category, PokerHand, best_hand
from pitboss.cards.card import ACE, KING
from pitboss.messages import say
from pitboss.money import ToOne, dollars
from pitboss.play import Draft, Hand, Result, Spot, Terms, TurnNeed, Wager
from pitboss.play.cache import answers
from pitboss.play.poker import betting, names
from pitboss.play.poker.game import PokerGame
from pitboss.play.poker.reports import facts_for
from pitboss.play.poker.table import Stage, difference_grounds
from pitboss.play.terms import spots_by_name
from pitboss.value import Value

# The rules of an outcome: those of the hands, then those of the Ante and of the Bet where an edition has them apart.
OUTCOMES: Mapping[Result, tuple[law.Because, law.Because, law.Because]] = {
    Result.WON: ((law.HIGHER_HAND_WINS,), (law.ANTE_WINS, law.ANTE_ODDS), (law.BET_WINS, law.BET_ODDS)),
    Result.LOST: ((law.LOWER_HAND_LOSES,), (law.ANTE_LOSES,), (law.BET_LOSES,)),
    Result.STOOD_OFF: ((law.EQUAL_HANDS_STAND_OFF,), (law.ANTE_STANDS_OFF,), (law.BET_STANDS_OFF,)),
}
PAIR_OR_LESS = "pair-or-less"
QUALIFIERS: Mapping[str, PokerHand] = {"ace-king": PokerHand(Category.HIGH_CARD, (ACE, KING))}


class CaribbeanFigures(Value):
    """What an edition says of Caribbean Stud alone, in figures."""

    multiple: int
    qualifier: PokerHand
    turns_always: bool
    failed_bet: Result
    ante_odds: ToOne
    bet_odds: Mapping[Category, tuple[ToOne, bool]]


def compile_figures(rules: law.Rules) -> CaribbeanFigures:
    """Read the figures of the game out of its book."""
    data = rules.game.data
    pays = {(row["wager"], row["line"]): (ToOne.parse(row["odds"]), row.get("capped", False)) for row in data["pay"]}
    return CaribbeanFigures(
        multiple=data["bet"]["multiple"],
        qualifier=QUALIFIERS[data["qualifier"]["hand"]],
        turns_always=data["dealer-turns"]["when"] == "always",
        failed_bet=Result(data["dealer-fails"]["bet"]),
        ante_odds=pays["ante", "win"][0],
        bet_odds={c: pays["bet", c.line if ("bet", c.line) in pays else PAIR_OR_LESS] for c in Category},
    )


# The game.

DEALER = 0
"""The number of the dealer's hand."""
_TURN_DEALER = TurnNeed("turn-dealer", DEALER)


class CaribbeanStud(PokerGame):
    """Caribbean Stud under an edition, at a table."""

    spots = spots_by_name(Spot(names.ANTE), Spot(names.BET, opening=False), Spot(names.JACKPOT, priced=True))
    spot_keys = {names.ANTE: (law.ANTE_OPENS, law.CHIPS_OR_TOKENS)}  # noqa: RUF012
    facts = facts_for(names.DEALER)
    stages = (Stage("betting", "decide", names.BET),)
    switches = frozenset(
        {
            "betFollowsCappedAnte",
            "capAfterRounding",
            "concedeKeepsJackpot",
            "dealerUpCard",
            "deputyStandsIn",
            "earlyDealerCard",
            "exposuresAddUp",
            "foldKeepsJackpot",
            "jackpotTokens",
            "lateLowWagerSettled",
            "methodBForOneGame",
            "packetUpCard",
            "silentRetraction",
            "unrecoveredHand",
            "voidHandJackpot",
            "voidJackpotCarries",
            "winningTokenKept",
        }
    )

    def __init__(self, rules: law.Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.figures = compile_figures(rules)
        void = (law.VOID,) if self.figures.failed_bet is Result.VOID else ()
        self.failed_bet_because: law.Because = (law.DEALER_QUALIFIES, law.BET_RETURNED_WHEN_DEALER_FAILS, *void)

    def bet_keys(self) -> law.Because:
        """The Bet is exactly twice the Ante (Star 5.5; Crown 8.4.1(b))."""
        return (law.BET_TWICE_ANTE,)

    def bet_range(self, phase: str, ante_cents: int) -> tuple[int, int]:
        """The Bet has just one size."""
        asked = self.figures.multiple * ante_cents
        return asked, asked

    def stage_words(self, phase: str, ante_cents: int) -> str:
        """Say how much the Bet is."""
        return say("twice the Ante is {amount}", amount=dollars(self.figures.multiple * ante_cents))

    def follow_stage(self, draft: Draft) -> None:
        """All have acted: the dealer turns the rest, if there is anything to compare or the edition always does."""
        if self.figures.turns_always or names.IN in [hand.status for hand in draft.hands]:
            draft.needs = (_TURN_DEALER.await_names(draft.hands[DEALER].unknown),)
        else:
            betting.showdown(self, draft)

    def turning_grounds(self, hand: Hand) -> law.Because:
        if hand.status == names.FOLDED:
            return (law.FOLDED_SHOWN,)
        return (law.DEALER_TURNS, law.BEST_HAND) if hand.id == DEALER else (law.BEST_HAND,)

    # Settlement.

    def settle_hands(self, draft: Draft, contenders: list[Hand]) -> law.Because:
        """Settle Ante and Bet of each hand against the dealer's."""
        for hand in contenders:
            draft.turn(hand, (), (law.BEST_HAND,))
        if not draft.hands[DEALER].all_up:  # where every player folded, the Star's dealer turns nothing
            return ()
        dealer = best_hand(draft.hands[DEALER].cards)
        if dealer < self.figures.qualifier:
            self._dealer_fails(draft, contenders)
            return (law.DEALER_HAS_NONE,)
        for hand in contenders:
            self._compare(draft, hand, dealer)
        return (law.DEALER_HAS_HAND,)

    def _dealer_fails(self, draft: Draft, contenders: list[Hand]) -> None:
        """The dealer does not qualify: every Ante is paid, then every Bet goes back."""
        bets: list[tuple[Wager, law.Because]] = []
        for hand in contenders:
            for wager, why in betting.stand(self, draft, hand):
                if wager.spot == names.BET:
                    bets.append((wager, why))
                else:
                    because = (law.DEALER_QUALIFIES, law.ANTE_PAID_WHEN_DEALER_FAILS, law.ANTE_ODDS, *why)
                    draft.win(wager, self.figures.ante_odds, because)
        for wager, why in bets:
            draft.give_back(wager, self.figures.failed_bet, self.failed_bet_because + why)

    def _compare(self, draft: Draft, hand: Hand, dealer: PokerHand) -> None:
        """Settle Ante and Bet of one hand against a dealer who qualifies."""
        value = best_hand(hand.cards)
        result = Result.WON if value > dealer else Result.LOST if value < dealer else Result.STOOD_OFF
        for_ante, for_bet = self.grounds[result, value.category, dealer.category]
        odds, capped = self.figures.bet_odds[value.category]
        for wager, why in betting.stand(self, draft, hand):
            if wager.spot == names.ANTE:
                draft.settle(wager, result, self.figures.ante_odds, for_ante + why)
            else:
                draft.settle(wager, result, odds, for_bet + why, capped=capped)

    @answers
    def grounds(self, outcome: tuple[Result, Category, Category]) -> tuple[law.Because, law.Because]:
        """Why an Ante and a Bet end as they do against a dealer who qualifies: by the result and the two hands."""
        result, mine, dealer = outcome
        hands, ante, bet = OUTCOMES[result]
        shared = (law.DEALER_QUALIFIES, *hands, *difference_grounds(mine, dealer))
        return self.rules.only(shared + ante), self.rules.only(shared + bet)
