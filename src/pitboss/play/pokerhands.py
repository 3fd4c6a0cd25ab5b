"""The rules that rank poker hands, by hand: what to cite when two hands are told apart."""

from pitboss import law
from pitboss.cards import Category
from pitboss.law import Because, Key

HAND_KEYS: dict[Category, Key] = {
    Category.HIGH_CARD: law.HAND_HIGH_CARD,
    Category.PAIR: law.HAND_PAIR,
    Category.TWO_PAIR: law.HAND_TWO_PAIR,
    Category.THREE_OF_A_KIND: law.HAND_THREE_OF_A_KIND,
    Category.STRAIGHT: law.HAND_STRAIGHT,
    Category.FLUSH: law.HAND_FLUSH,
    Category.FULL_HOUSE: law.HAND_FULL_HOUSE,
    Category.FOUR_OF_A_KIND: law.HAND_FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH: law.HAND_STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH: law.HAND_ROYAL_FLUSH,
}

# Clauses that spell out how hands of one kind are told apart, where an edition has them.
_EXAMPLES: dict[Category, Because] = {
    Category.STRAIGHT: (law.STRAIGHT_KICKERS,),
    Category.TWO_PAIR: (law.TWO_PAIR_KICKERS,),
}


def told_apart(one: Category, other: Category) -> Because:
    """The rules that tell two hands apart: by kind, or within a kind by the ranks of their cards."""
    if one is other:
        return (HAND_KEYS[one], law.HAND_KICKERS, *_EXAMPLES.get(one, ()), law.CARD_RANKS)
    return (law.HAND_ORDER, HAND_KEYS[one], HAND_KEYS[other])
