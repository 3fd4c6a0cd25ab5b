"""The book of a Mississippi Stud edition, compiled: what each hand pays, which pairs stand off, and why."""

from collections.abc import Mapping

from pitboss import law
from pitboss.cards import Category, PokerHand
from pitboss.cards.card import RANKS
from pitboss.law import Because, Key
from pitboss.law.rules import Rules
from pitboss.money import ToOne
from pitboss.play.poker.law import HAND_KEYS, LINES
from pitboss.play.wager import LOST, STOOD_OFF, WON, Result
from pitboss.value import Value

JACK = RANKS.index("J")
_PAIR = Category.PAIR

# The rules of an outcome: those of the hand, then those of the Ante and of a Street where an edition has them apart.
OUTCOMES: Mapping[Result, tuple[Because, Key, Key]] = {
    Result.WON: ((law.PAID_BY_HAND,), law.ANTE_WINS, law.STREET_WINS),
    Result.STOOD_OFF: ((law.LOW_PAIR_STANDS_OFF,), law.ANTE_STANDS_OFF, law.STREET_STANDS_OFF),
    Result.LOST: ((law.LOW_HAND_LOSES,), law.ANTE_LOSES, law.STREET_LOSES),
}


class Figures(Value):
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


def compile_figures(rules: Rules) -> Figures:
    """Read the figures of the game out of its book."""
    data = rules.game.data
    pays = {
        LINES.get(row["line"], Category.PAIR): (ToOne.parse(row["odds"]), row.get("capped", False))
        for row in data["pay"]
    }
    band = data["stand-off"]
    stands_off = range(RANKS.index(band["lowest"]), RANKS.index(band["highest"]) + 1)
    return Figures(data["street"]["least"], data["street"]["most"], pays, stands_off)


def grounds(rules: Rules, category: Category, result: Result) -> tuple[Because, Because]:
    """Why the Ante and a Street end as they do with a hand."""
    of_hand, ante, street = OUTCOMES[result]
    kind: Because = (HAND_KEYS[category],)
    if category is Category.PAIR:
        named = law.HAND_JACKS_OR_BETTER if result is Result.WON else law.HAND_SIXES_TO_TENS
        kind = (named, *kind, law.CARD_RANKS) if result is not Result.LOST else (*kind, law.CARD_RANKS)
    return rules.only((*of_hand, *kind, ante)), rules.only((*of_hand, *kind, street))
