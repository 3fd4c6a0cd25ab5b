"""What is printed on the layout cloth of each game: the areas with their names and shapes, the places of the house's
cards, the line for insurance, and the inscriptions with the figures of the book that the table plays by.

One source serves the sign that is read and the felt that is drawn. The layouts follow Pontoon 2.2, the two studs 2.2,
and 8.3.1, 9.3.1 and 10.3.1 of Crown's document.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss import law
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import ToOne
from pitboss.play.round import Game
from pitboss.value import Value

CIRCLE, BOX = "circle", "box"
INSURANCE, JACKPOT = "insurance", "jackpot"


class Mark(Value):
    """An area on the cloth: its full name, the short one where room is scarce, its shape, and the rules behind it."""

    words: str
    short: str
    shape: str = CIRCLE
    because: Because = (law.LAYOUT, law.AREAS_NAMED, law.AREA_SHAPES)


class Places(Value):
    """The places of the cards of a house's hand, and what is written under each where something is."""

    kind: str
    cards: int
    names: tuple[str, ...] = ()
    because: Because = ()


class Cloth(Value):
    """The cloth of a game."""

    areas: Mapping[str, Mark]
    """What is marked at every playing area, from the dealer's side to the player's."""
    places: tuple[Places, ...]
    inscriptions: Callable[[Mapping[str, Any]], tuple[str, ...]]
    lines: Mapping[str, Mark] = {}
    """What is marked once for the whole table, between the dealer and the players."""


def _pontoon(book: Mapping[str, Any]) -> tuple[str, ...]:
    pontoon = next(row["odds"] for row in book["pay"] if row["line"] == "pontoon")
    stands = book["dealer-stands"]
    return (
        f"Pontoon pays {ToOne.parse(pontoon)}",
        f"Dealer stands on hard {stands['hard']} or soft {stands['soft']}",
        f"Insurance pays {ToOne.parse(book['insurance']['odds'])}",
    )


QUALIFIERS = {"ace-king": "ace and king", "pair": "a pair"}


def _qualifies(book: Mapping[str, Any]) -> tuple[str, ...]:
    hand = str(book["qualifier"]["hand"])
    return (f"Dealer plays with {QUALIFIERS.get(hand, hand)} or better",)


def _streets(book: Mapping[str, Any]) -> tuple[str, ...]:
    street = book["street"]
    lowest = next(row["line"] for row in reversed(book["pay"]) if row["wager"] == book["pay"][0]["wager"])
    words = str(lowest).replace("-", " ").capitalize()
    return (f"{words} pays", f"Each street {street['least']} to {street['most']} times the Ante")


_STREETS = {"3rd-street": "3rd", "4th-street": "4th", "5th-street": "5th"}
_JACKPOT = Mark("Jackpot", "J", because=(law.LAYOUT, law.JACKPOT_AREA, law.AREA_SHAPES))
_ANTE = Mark("Ante", "A")

CLOTHS: Mapping[str, Cloth] = {
    "pontoon": Cloth(
        {
            "perfect-pairs": Mark("Perfect Pairs", "Pairs", because=(law.LAYOUT, law.PAIRS_AREA)),
            "wager": Mark("Wager", "W"),
        },
        (Places("dealer", 2),),
        _pontoon,
        {INSURANCE: Mark("Insurance", "Insurance", BOX, (law.LAYOUT, law.INSURANCE_AREA))},
    ),
    "caribbean-stud": Cloth(
        {JACKPOT: _JACKPOT, "ante": _ANTE, "bet": Mark("Bet", "Bet", BOX)}, (Places("dealer", 5),), _qualifies
    ),
    "mississippi-stud": Cloth(
        {
            JACKPOT: _JACKPOT,
            **{spot: Mark(f"{short} Street", short) for spot, short in _STREETS.items()},
            "ante": _ANTE,
        },
        (Places("community", 3, tuple(f"{short} Street" for short in _STREETS.values()), (law.COMMUNITY_AREA,)),),
        _streets,
    ),
    "ultimate-texas-holdem": Cloth(
        {
            JACKPOT: _JACKPOT,
            "trips": Mark("Trips", "Trips"),
            "ante": _ANTE,
            "blind": Mark("Blind", "B"),
            "play": Mark("Play", "Play"),
        },
        (Places("community", 5, ("Flop", "Flop", "Flop", "Turn", "River")), Places("dealer", 2)),
        _qualifies,
    ),
}
BARE = Cloth({}, (), lambda _: ())
"""A cloth with nothing on it, for a game that is not drawn here yet."""


def cloth_of(rules: Rules) -> Cloth:
    """The cloth of a game."""
    return CLOTHS.get(rules.game.engine, BARE)


def marked(game: Game) -> dict[str, Mark]:
    """The areas on the cloth of a table: those of its game that its sign offers, each with the rules that hold here."""
    offered = set(game.terms.limits) | {name for name, spot in game.spots.items() if not spot.opening}
    if game.terms.jackpot is not None:
        offered |= {name for name, spot in game.spots.items() if spot.priced}
    areas = {name: mark for name, mark in cloth_of(game.rules).areas.items() if name in offered & set(game.spots)}
    return {name: _here(game.rules, mark) for name, mark in areas.items()}


def lines(rules: Rules) -> dict[str, Mark]:
    """What is marked once for the whole table."""
    return {name: _here(rules, mark) for name, mark in cloth_of(rules).lines.items()}


def _here(rules: Rules, mark: Mark) -> Mark:
    return mark._replace(because=rules.only(mark.because))


def inscriptions(rules: Rules) -> tuple[str, ...]:
    """What the cloth says, with the figures of the rules in force."""
    return cloth_of(rules).inscriptions(rules.game.data)
