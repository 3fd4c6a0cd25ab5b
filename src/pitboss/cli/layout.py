"""What anybody sees of a layout besides the cards: who is at a box, which hand a wager rides on, what lies sideways."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.play.round import Round
from pitboss.report.settlements import people


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
