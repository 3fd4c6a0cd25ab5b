"""The book of a poker game, compiled as far as the games agree: the deal, the areas, the jackpot's hands."""

from collections.abc import Mapping
from typing import Any

from pitboss import law
from pitboss.cards import Category
from pitboss.law import Because, Key
from pitboss.law.rules import Rules
from pitboss.play.needs import Slot
from pitboss.value import Value


class DealPlan(Value):
    """How a device deals a game: who comes first, how many cards to each, singly or in packets, and what lies up."""

    order: tuple[str, ...]
    cards: Mapping[str, int]
    in_packets: bool
    up_place: int
    is_cut: bool
    because: Because
    device: Key
    """The case of it: from a shoe, or from a shuffling device."""


class PokerBook(Value):
    """What an edition says of a poker game, where all of them say it alike."""

    deals: Mapping[str, DealPlan]
    areas: int
    must_call: bool
    prizes: tuple[frozenset[Category], ...]
    methods: tuple[str, ...]


LINES: Mapping[str, Category] = {category.line: category for category in Category}


def compile_book(rules: Rules) -> PokerBook:
    """Read the common figures of a poker game out of its book."""
    data = rules.game.data
    return PokerBook(
        deals={device: _deal_plan(rules, row) for device, row in data["deal"].items()},
        areas=data["areas"]["most"],
        must_call=data["no-more-bets"]["call"] == "will",
        prizes=_prizes(data["prize"]),
        methods=tuple(data["jackpot"]["methods"]),
    )


def _deal_plan(rules: Rules, row: Mapping[str, Any]) -> DealPlan:
    in_packets = row["by"] == "packet"
    cards: Mapping[str, int] = row["cards"]
    up = row.get("up", "")
    order = law.PACKET_ORDER if in_packets else law.SHOE_ORDER
    device = law.FROM_DEVICE if in_packets else law.FROM_SHOE
    because = rules.only((law.CARDS_FROM_DEVICE, law.FIVE_CARDS, law.HOLE_CARDS, law.FACE_DOWN, law.UP_CARD, order))
    for switch in (up, row.get("reading", "")):
        if rules.has_switch(switch):
            because += (rules.reading_id(switch),)
    up = rules.reading(up) if rules.has_switch(up) else up
    up_place = {"first": 0, "last": cards.get("dealer", 0) - 1}.get(str(up), -1)
    return DealPlan(tuple(row["order"]), cards, in_packets, up_place, row["cut"], (*because, device), device)


def _prizes(rows: list[Mapping[str, Any]]) -> tuple[frozenset[Category], ...]:
    """The hands that take a prize, for each payout option in turn."""
    options = len(rows[0]["options"])
    return tuple(
        frozenset(LINES[row["line"]] for row in rows if row["options"][option]["basis"] != "none")
        for option in range(options)
    )


def make_slots(plan: DealPlan, house: tuple[str, ...], areas: tuple[int, ...]) -> tuple[Slot, ...]:
    """The places for the cards of the first deal, in the order the edition and the device deal them."""
    hands: dict[str, list[tuple[int, int]]] = {kind: [(place, 0)] for place, kind in enumerate(house)}
    hands["players"] = [(len(house) + place, area) for place, area in enumerate(areas)]
    turn = [(kind, hand, area) for kind in plan.order for hand, area in hands[kind]]
    if plan.in_packets:
        places = [(kind, hand, area, card) for kind, hand, area in turn for card in range(plan.cards[kind])]
    else:
        most = max(plan.cards[kind] for kind in plan.order)
        places = [
            (kind, hand, area, card) for card in range(most) for kind, hand, area in turn if card < plan.cards[kind]
        ]
    return tuple(Slot(hand, area, kind == "dealer" and card == plan.up_place) for kind, hand, area, card in places)


def packets_of(plan: DealPlan, areas: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes of the packets of a deal, in order; none where the cards come singly."""
    if not plan.in_packets:
        return ()
    sizes: list[int] = []
    for kind in plan.order:
        sizes += [plan.cards[kind]] * (len(areas) if kind == "players" else 1)
    return tuple(sizes)


# What to cite when two hands are told apart.

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
