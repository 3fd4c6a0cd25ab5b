"""Wagers past a loss limit: what of them goes back, last placed first (Pontoon 17.22, Mississippi Stud 11.17).

The hand stays live and the valid part of each wager is settled as it is, however small (readings P33, M17).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pitboss.floor.patrons.found import Cut
from pitboss.law import Because
from pitboss.play import Round, Step
from pitboss.play.acts import Act, Keep
from pitboss.play.draft import Draft
from pitboss.play.events import WagerPlaced, WagerTakenBack
from pitboss.play.history import steps


class Placing(NamedTuple):
    """Chips that went on a wager, in the order in which they did."""

    wager: int
    cents: int


def placings(opening: Round, acts: Iterable[Act], patron: str) -> tuple[Placing, ...]:
    """What a patron put down in a round, first to last."""
    found: list[Placing] = []
    for step in steps(opening, acts):
        for event in step.events:
            match event:
                case WagerPlaced(wager, who, _, _, stake, _) if who == patron:
                    found.append(Placing(wager, stake.chips_cents))
                case WagerTakenBack(wager, who, _, _) if who == patron:
                    found = [placing for placing in found if placing.wager != wager]
    return tuple(found)


def cuts(placed: Sequence[Placing], round: Round, excess: int) -> tuple[Keep, ...]:
    """Which wagers are cut to what, so that as much as is past the limit goes back: last placed first."""
    left = {placing.wager: round.wagers[placing.wager].left for placing in placed}
    chips = {wager: stake.chips_cents for wager, stake in left.items()}
    off: dict[int, int] = {}
    for wager, cents in reversed(placed):
        back = min(cents, excess, chips[wager])
        chips[wager] -= back
        excess -= back
        off[wager] = off.get(wager, 0) + back
    return tuple(Keep(wager, left[wager].cents - back) for wager, back in off.items() if back)


def cut_round(round: Round, made: Iterable[Cut], because: Because) -> Step:
    """The round with wagers cut, as old events have it: what is over goes back, the rest is still to be settled."""
    draft = Draft.of(round)
    for wager, keeps in made:
        draft.cut_to(draft.wagers[wager], keeps, because)
    return draft.step()
