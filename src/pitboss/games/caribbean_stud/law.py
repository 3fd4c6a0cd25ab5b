"""The book of a Caribbean Stud edition, compiled: who is dealt first, what pays what, which hands take a jackpot."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss import law
from pitboss.cards import Category
from pitboss.cards.poker import ACE, KING, PokerHand
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import ToOne
from pitboss.play.wager import Result

# The rules of an outcome: those of the hands, then those of the Ante and of the Bet where an edition has them apart.
OUTCOMES: Mapping[Result, tuple[Because, Because, Because]] = {
    Result.WON: ((law.HIGHER_HAND_WINS,), (law.ANTE_WINS, law.ANTE_ODDS), (law.BET_WINS, law.BET_ODDS)),
    Result.LOST: ((law.LOWER_HAND_LOSES,), (law.ANTE_LOSES,), (law.BET_LOSES,)),
    Result.STOOD_OFF: ((law.EQUAL_HANDS_STAND_OFF,), (law.ANTE_STANDS_OFF,), (law.BET_STANDS_OFF,)),
}
JACKPOT_KEYS: Mapping[Category, Because] = {
    Category.ROYAL_FLUSH: (law.JACKPOT_ROYAL_FLUSH,),
    Category.STRAIGHT_FLUSH: (law.JACKPOT_STRAIGHT_FLUSH,),
    Category.FOUR_OF_A_KIND: (law.JACKPOT_FOUR_OF_A_KIND,),
    Category.FULL_HOUSE: (law.JACKPOT_FULL_HOUSE,),
    Category.FLUSH: (law.JACKPOT_FLUSH,),
}
PAIR_OR_LESS = "pair-or-less"
QUALIFIER: Mapping[str, PokerHand] = {"ace-king": PokerHand(Category.HIGH_CARD, (ACE, KING))}


class DealPlan(NamedTuple):
    """How a device deals this game."""

    dealer_first: bool
    packet: int
    up_first: bool
    is_cut: bool
    because: Because


class Book(NamedTuple):
    """What an edition says of Caribbean Stud, in figures."""

    deals: Mapping[str, DealPlan]
    areas: int
    multiple: int
    qualifier: PokerHand
    turns_always: bool
    must_call: bool
    failed_bet: Result
    ante_odds: ToOne
    bet_odds: Mapping[Category, tuple[ToOne, bool]]
    prizes: tuple[frozenset[Category], ...]
    methods: tuple[str, ...]


def compile_book(rules: Rules) -> Book:
    """Read the figures of a game out of its book."""
    data = rules.game.data
    pays = {(row["wager"], row["line"]): (ToOne.parse(row["odds"]), row.get("capped", False)) for row in data["pay"]}
    return Book(
        deals={device: _deal_plan(rules, row) for device, row in data["deal"].items()},
        areas=data["areas"]["most"],
        multiple=data["bet"]["multiple"],
        qualifier=QUALIFIER[data["qualifier"]["hand"]],
        turns_always=data["dealer-turns"]["when"] == "always",
        must_call=data["no-more-bets"]["call"] == "will",
        failed_bet=Result(data["dealer-fails"]["bet"]),
        ante_odds=pays["ante", "win"][0],
        bet_odds={c: pays["bet", c.line if ("bet", c.line) in pays else PAIR_OR_LESS] for c in Category},
        prizes=_prizes(data["prize"]),
        methods=tuple(data["jackpot"]["methods"]),
    )


def _deal_plan(rules: Rules, row: Mapping[str, Any]) -> DealPlan:
    up = row["up"]
    because: Because = (law.CARDS_FROM_DEVICE, law.FIVE_CARDS, law.FACE_DOWN, law.UP_CARD)
    because += (law.SHOE_ORDER,) if row["packet"] == 1 else (law.PACKET_ORDER,)
    because = rules.only(because)
    if rules.has_switch(up):
        because += (rules.reading_id(up),)
        up = rules.reading(up)
    return DealPlan(row["order"][0] == "dealer", row["packet"], up == "first", row["cut"], because)


def _prizes(rows: list[Mapping[str, Any]]) -> tuple[frozenset[Category], ...]:
    """The hands that take a prize, for each payout option in turn."""
    lines = {category.line: category for category in Category}
    options = len(rows[0]["options"])
    return tuple(
        frozenset(lines[row["line"]] for row in rows if row["options"][option]["basis"] != "none")
        for option in range(options)
    )
