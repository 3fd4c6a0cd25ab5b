"""What is printed on the cloth of each game: the spots with their names and shapes, the places of the house's cards,
and the inscriptions, with the figures of the book that the table plays by.

The layouts follow Pontoon 2.2, the two studs 2.2, and 8.3.1, 9.3.1 and 10.3.1 of Crown's document.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.law.rules import Rules
from pitboss.money import ToOne
from pitboss.play.game import Game
from pitboss.report.words import phrase

CIRCLE, BOX = "circle", "box"


class Printed(NamedTuple):
    """A spot on the cloth: its full name, the short one where room is scarce, and its shape."""

    words: str
    short: str
    shape: str = CIRCLE


class Places(NamedTuple):
    """The places of the cards of a house's hand, and what is written under each where something is."""

    kind: str
    cards: int
    names: tuple[str, ...] = ()


class Cloth(NamedTuple):
    """The cloth of a game."""

    spots: Mapping[str, Printed]
    """The spots at every playing area, from the dealer's side to the player's."""
    places: tuple[Places, ...]
    inscriptions: Callable[[Mapping[str, Any]], tuple[str, ...]]


def to_one(odds: str) -> str:
    """Odds as the cloth writes them: `3 to 2`."""
    return str(ToOne.parse(odds))


def _pontoon(book: Mapping[str, Any]) -> tuple[str, ...]:
    pontoon = next(row["odds"] for row in book["pay"] if row["line"] == "pontoon")
    stands = book["dealer-stands"]
    return (
        f"Pontoon pays {to_one(pontoon)}",
        f"Dealer stands on hard {stands['hard']} and soft {stands['soft']}",
        f"Insurance pays {to_one(book['insurance']['odds'])}",
    )


QUALIFIERS = {"ace-king": "ace and king", "pair": "a pair"}


def _qualifies(book: Mapping[str, Any]) -> tuple[str, ...]:
    hand = str(book["qualifier"]["hand"])
    return (f"Dealer plays with {QUALIFIERS.get(hand, hand)} or better",)


def _streets(book: Mapping[str, Any]) -> tuple[str, ...]:
    street = book["street"]
    lowest = next(row["line"] for row in reversed(book["pay"]) if row["wager"] == book["pay"][0]["wager"])
    return (f"{phrase(str(lowest))} pays", f"Each street {street['least']} to {street['most']} times the Ante")


_STREETS = {"3rd-street": "3rd", "4th-street": "4th", "5th-street": "5th"}

CLOTHS: Mapping[str, Cloth] = {
    "pontoon": Cloth(
        {"perfect-pairs": Printed("Perfect Pairs", "Pairs"), "wager": Printed("Wager", "Wager")},
        (Places("dealer", 2),),
        _pontoon,
    ),
    "caribbean-stud": Cloth(
        {"jackpot": Printed("Jackpot", "J"), "ante": Printed("Ante", "A"), "bet": Printed("Bet", "Bet", BOX)},
        (Places("dealer", 5),),
        _qualifies,
    ),
    "mississippi-stud": Cloth(
        {
            "jackpot": Printed("Jackpot", "J"),
            **{spot: Printed(f"{short} Street", short) for spot, short in _STREETS.items()},
            "ante": Printed("Ante", "A"),
        },
        (Places("community", 3, tuple(f"{short} Street" for short in _STREETS.values())),),
        _streets,
    ),
    "ultimate-texas-holdem": Cloth(
        {
            "jackpot": Printed("Jackpot", "J"),
            "trips": Printed("Trips", "Trips"),
            "ante": Printed("Ante", "A"),
            "blind": Printed("Blind", "B"),
            "play": Printed("Play", "Play"),
        },
        (Places("community", 5, ("Flop", "Flop", "Flop", "Turn", "River")), Places("dealer", 2)),
        _qualifies,
    ),
}
BARE = Cloth({}, (), lambda _: ())
"""A cloth with nothing on it, for a game that is not drawn here yet."""


def cloth_of(game: Game) -> Cloth:
    """The cloth of a game."""
    return CLOTHS.get(game.rules.game.engine, BARE)


def inscriptions(rules: Rules) -> tuple[str, ...]:
    """What the cloth says, with the figures of the rules in force."""
    return CLOTHS.get(rules.game.engine, BARE).inscriptions(rules.game.data)
