"""The book of a Caribbean Stud edition, compiled: what qualifies, what pays what, and the rules of each outcome."""

from collections.abc import Mapping

from pitboss import law
from pitboss.cards import Category
from pitboss.cards.poker import ACE, KING, PokerHand
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import ToOne
from pitboss.play.wager import Result
from pitboss.value import Value

# The rules of an outcome: those of the hands, then those of the Ante and of the Bet where an edition has them apart.
OUTCOMES: Mapping[Result, tuple[Because, Because, Because]] = {
    Result.WON: ((law.HIGHER_HAND_WINS,), (law.ANTE_WINS, law.ANTE_ODDS), (law.BET_WINS, law.BET_ODDS)),
    Result.LOST: ((law.LOWER_HAND_LOSES,), (law.ANTE_LOSES,), (law.BET_LOSES,)),
    Result.STOOD_OFF: ((law.EQUAL_HANDS_STAND_OFF,), (law.ANTE_STANDS_OFF,), (law.BET_STANDS_OFF,)),
}
PAIR_OR_LESS = "pair-or-less"
QUALIFIERS: Mapping[str, PokerHand] = {"ace-king": PokerHand(Category.HIGH_CARD, (ACE, KING))}


class Figures(Value):
    """What an edition says of Caribbean Stud alone, in figures."""

    multiple: int
    qualifier: PokerHand
    turns_always: bool
    failed_bet: Result
    ante_odds: ToOne
    bet_odds: Mapping[Category, tuple[ToOne, bool]]


def compile_figures(rules: Rules) -> Figures:
    """Read the figures of the game out of its book."""
    data = rules.game.data
    pays = {(row["wager"], row["line"]): (ToOne.parse(row["odds"]), row.get("capped", False)) for row in data["pay"]}
    return Figures(
        multiple=data["bet"]["multiple"],
        qualifier=QUALIFIERS[data["qualifier"]["hand"]],
        turns_always=data["dealer-turns"]["when"] == "always",
        failed_bet=Result(data["dealer-fails"]["bet"]),
        ante_odds=pays["ante", "win"][0],
        bet_odds={c: pays["bet", c.line if ("bet", c.line) in pays else PAIR_OR_LESS] for c in Category},
    )
