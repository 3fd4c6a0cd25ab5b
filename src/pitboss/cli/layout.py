"""What anybody sees of a layout besides the cards: who is at a box, which hand a wager rides on, what lies sideways."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.play.box import box_of
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.round import Round
from pitboss.report.acts import hands_on, place_on_area
from pitboss.report.places import NTH


class Layout(NamedTuple):
    """The public side of a round. There is no card in it."""

    people: Mapping[int, tuple[str, ...]]
    """Who has wagered on an area, whoever calls its decisions first."""
    hand_of: Mapping[int, int]
    """The hand that a wager rides on."""
    buttons: Mapping[int, str]
    """The button on a wager."""
    sideways: Mapping[int, int]
    """The place of the card of a hand that lies sideways."""


def layout_of(round: Round) -> Layout:
    """What anybody sees of a round's layout."""
    areas = sorted({wager.area for wager in round.wagers if wager.stake.pieces or wager.face_down})
    return Layout(
        people={area: people(round, area) for area in areas},
        hand_of={wager.id: wager.hand for wager in round.wagers},
        buttons={wager.id: wager.button for wager in round.wagers if wager.button},
        sideways={hand.id: hand.sideways for hand in round.hands if hand.sideways},
    )


def people(round: Round, area: int) -> tuple[str, ...]:
    """Who has wagered on an area: in the order of control where there is one, then as the wagers came."""
    there = [w.patron for w in round.wagers if w.area == area and (w.stake.pieces or w.face_down)]
    line = [name for name in box_of(round.boxes, area).line if name in there]
    return tuple(dict.fromkeys((*line, *there)))


def hand_name(round: Round, hand: int) -> str:
    """A hand as it is spoken of: the dealer, a player, or which of a player's hands."""
    held = round.hands[hand]
    if held.area == HOUSE_AREA:
        return f"The {held.kind}"
    who = next(iter(people(round, held.area)), f"Area {held.area}")
    place = hand_place(round, hand)
    return f"{who}'s {place} hand" if place else who


def hand_place(round: Round, hand: int) -> str:
    """Which of several hands of an area it is; nothing where it is the only one."""
    return NTH[place_on_area(round, hand) - 1] if hands_on(round, round.hands[hand].area) > 1 else ""
