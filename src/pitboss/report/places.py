"""What people call the places of a table: the dealer, area 3, the second hand of area 3."""

from pitboss.games.pontoon.words import ON_HAND
from pitboss.play import Round
from pitboss.play.hand import HOUSE_AREA
from pitboss.report.acts import hands_on, place_on_area

NTH = ("first", "second", "third")
"""How the hands of one area are counted."""


def is_shared(round: Round) -> bool:
    """Whether several players may be on one area of this game, and one player on several."""
    return any(spot.bettors > 1 for spot in round.game.spots.values())


def hand_name(round: Round, hand: int) -> str:
    """A hand by its place: the dealer's by its kind, a player's by its area and, if that was split, its turn."""
    held = round.hands[hand]
    if held.area == HOUSE_AREA:
        return f"the {held.kind}"
    return f"area {held.area}" + nth_words(round, hand)


def nth_words(round: Round, hand: int) -> str:
    """Which of the hands of its area a hand is; nothing where the area has one."""
    if hand < 0 or hands_on(round, round.hands[hand].area) < 2:
        return ""
    return f", {NTH[place_on_area(round, hand) - 1]} hand"


def where_of(round: Round, wager: int) -> str:
    """Where a wager lies, at the end of a sentence; nothing where each player has one area for themselves."""
    if not is_shared(round):
        return ""
    return f" on {area_of(round, wager)}"


def area_of(round: Round, wager: int) -> str:
    """The area of a wager, and which of its hands if the wager is on one of several."""
    found = round.wagers[wager]
    return f"area {found.area}" + (nth_words(round, found.hand) if found.spot in ON_HAND else "")


def place_of(round: Round, wager: int) -> str:
    """Where a wager lies, in the middle of a sentence."""
    said = where_of(round, wager)
    return f"{said}," if "," in said else said
