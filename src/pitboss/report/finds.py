"""Which open need an act of a record answers, from what the act says of itself: the player, the area, the hand."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.play import Round
from pitboss.play.hand import HOUSE_AREA, Hand
from pitboss.play.needs import CallNeed, CutNeed, DecisionNeed, TurnNeed

Row = Mapping[str, Any]


def open_need(round: Round, kind: type, suits: Callable[[Any], bool] = lambda need: True) -> str:
    """The id of the open need that an act of this kind answers; empty if there is none, for the gate to say why."""
    return next((need.id for need in round.needs if isinstance(need, kind) and suits(need)), "")


def cut_need(round: Round) -> CutNeed | None:
    """The cut that is awaited."""
    return next((need for need in round.needs if isinstance(need, CutNeed)), None)


def find_decision(round: Round, row: Row) -> str:
    """The decision that a player is asked for, preferring one that has the option named.

    Where the player is asked for nothing, one that is asked of somebody else on the area: the gate says whose it is.
    """
    asked = [n for n in round.needs if isinstance(n, DecisionNeed) and _is_at(round, n, row)]
    mine = [n for n in asked if n.patron == row.get("player")]
    fits = [n for n in mine if _offers(n, row)]
    if fits or mine:
        return (fits or mine)[0].id
    area = row.get("area", next((w.area for w in round.wagers if w.patron == row.get("player")), 0))
    theirs = [n for n in asked if n.area == area and not n.optional and _offers(n, row)]
    if theirs:
        return theirs[0].id
    return f"{'concede' if row.get('option') == 'concede' else 'decide'}-{area}"


def _is_at(round: Round, need: DecisionNeed, row: Row) -> bool:
    """Whether a decision is about the area, and the hand on it, that an act names."""
    if need.area != row.get("area", need.area):
        return False
    return "hand" not in row or (need.hand > 0 and place_on_area(round, need.hand) == row["hand"])


def _offers(need: DecisionNeed, row: Row) -> bool:
    return any(option.name == row.get("option") for option in need.options)


def place_on_area(round: Round, hand: int) -> int:
    """Which of the hands of its area a hand is, counted from 1 in the order in which they are played."""
    area = round.hands[hand].area
    return 1 + sum(each.area == area and each.id < hand for each in round.hands)


def hands_on(round: Round, area: int) -> int:
    """How many hands an area has."""
    return sum(hand.area == area for hand in round.hands)


def find_lapse(round: Round, row: Row) -> str:
    """What a player does not do: a decision that they are asked for, or else the cut."""
    found = find_decision(round, row)
    cut = cut_need(round)
    if round.need(found) is None and cut is not None and cut.by == row.get("player"):
        return cut.id
    return found


def find_turn(round: Round, row: Row) -> str:
    """The turn of a hand: the house's by its kind, a player's by its area."""
    wanted = row.get("hand", "dealer")
    return (
        open_need(round, TurnNeed, lambda need: need.hand >= 0 and wanted == name_of(round.hands[need.hand]))
        or f"turn-{wanted}"
    )


def name_of(hand: Hand) -> str | int:
    """What a record calls a hand that is turned."""
    return hand.kind if hand.area == HOUSE_AREA else hand.area


def find_call(round: Round, row: Row) -> str:
    """The call of these words; of none, the call that comes next."""
    says = row.get("says", "")
    usual = says.replace(" is ", " ").replace(" ", "-")
    return open_need(round, CallNeed, lambda need: not says or need.says == says) or usual
