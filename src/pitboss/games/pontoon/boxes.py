"""The people of a box (5.5 to 5.9, 6.1, 6.3): who calls its decisions, and how its maximum is shared out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon.words import BASE, DOUBLE, INSURANCE, WAGER
from pitboss.law import Because
from pitboss.money import dollars
from pitboss.play.box import box_of, with_box
from pitboss.play.draft import Draft
from pitboss.play.events import Decided, WagerFound
from pitboss.play.round import Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_LAST = 1 << 30
CONTROLS = "call the decisions"
"""What is said of the controlling player of a shared box."""


def initial_wagers(round: Round | Draft, area: int) -> list[Wager]:
    """The initial wagers on an area: those that lie there before the deal, those that were dealt to after it."""
    return [w for w in round.wagers if w.area == area and w.spot == WAGER and (w.left.pieces or w.hand > 0)]


def in_control(round: Round | Draft, area: int) -> list[Wager]:
    """The initial wagers of a box in the order in which their players control it: seated, highest, nearest."""
    wagers = initial_wagers(round, area)
    if len(wagers) < 2:
        return wagers
    seated = box_of(round.boxes, area).seated
    return sorted(wagers, key=lambda w: (w.patron != seated, -w.stake.cents, *_nearness(w)))


def _nearness(wager: Wager) -> tuple[int, int]:
    """How near the dealer a wager lies: by its place in the line, else in the order placed."""
    return wager.line or _LAST, wager.id


def control_because(game: "Pontoon", round: Round | Draft, area: int) -> Because:
    """Why the controlling player of a shared box is the one it is."""
    order = in_control(round, area)
    if order[0].patron == box_of(round.boxes, area).seated:
        return (law.CONTROLLING_PLAYER, law.CONTROL_SEATED)
    amounts = [w.stake.cents for w in order]
    if amounts[0] > amounts[1]:
        return (law.CONTROLLING_PLAYER, law.CONTROL_HIGHEST)
    tied = game.rules.readings("P9") if amounts[0] != amounts[-1] else ()
    return (law.CONTROLLING_PLAYER, law.CONTROL_NEAREST, *tied)


def line_up(game: "Pontoon", draft: Draft, areas: tuple[int, ...]) -> None:
    """Ascertain before the round who controls each box (5.7); a box without wagers forgets its bettors."""
    lines = {area: tuple([w.patron for w in in_control(draft, area)]) for area in areas}
    for area, line in lines.items():
        if len(line) > 1:
            draft.events.append(Decided(line[0], area, CONTROLS, control_because(game, draft, area)))
    if len(draft.boxes) == len(lines):
        for box in draft.boxes:
            if lines.get(box.area) != box.line or box.away:
                break
        else:
            return
    boxes = draft.boxes
    for box in boxes:
        if box.area not in lines:
            boxes = with_box(boxes, box._replace(line=(), away=()))
    for area, line in lines.items():
        boxes = with_box(boxes, box_of(boxes, area)._replace(line=line, away=()))
    draft.boxes = boxes


def caller(round: Round | Draft, hand: int, area: int) -> Wager | None:
    """The wager of whoever calls the decisions of a hand now: the first in control who is there and has a stake."""
    box = box_of(round.boxes, area)
    line = box.line
    found: Wager | None = None
    place = len(line)
    for wager in round.wagers:
        if wager.hand == hand and wager.spot in BASE and wager.left.pieces and wager.patron not in box.away:
            here = line.index(wager.patron)
            if here < place:
                found, place = wager, here
    return found


def _rooms(game: "Pontoon", round: Round | Draft, area: int) -> Iterator[tuple[Wager, int]]:
    """The initial wagers of an area in the order in which its maximum is shared out, each with the most it may be."""
    controlled = in_control(round, area)
    others = controlled[1:]
    others.sort(key=_nearness if game.taken.shares_as_stacked else lambda w: w.id)
    used = 0
    for wager in controlled[:1] + others:
        most = max(game.terms.limits_of(wager.patron, WAGER).maximum_cents - used, 0)
        yield wager, most
        used += min(wager.stake.cents, most)


def shares(game: "Pontoon", round: Round | Draft, area: int) -> dict[int, int]:
    """How many cents of each initial wager the maximum of the area lets stand (6.1.1 to 6.1.3)."""
    return {wager.id: min(wager.stake.cents, most) for wager, most in _rooms(game, round, area)}


def room_for(game: "Pontoon", round: Round | Draft, wager: Wager) -> int:
    """The most that an initial wager may be beside the others on its box."""
    return next(most for other, most in _rooms(game, round, wager.area) if other.id == wager.id)


def shared_because(game: "Pontoon", wagers: int) -> Because:
    """Why a wager over the maximum is cut: alone on its area, or one of several."""
    if wagers < 2:
        return (law.MAXIMUM_SETTLED,)
    return (law.MAXIMUM_SETTLED, law.SHARES_SETTLED, law.MAXIMUM_SHARED, *game.rules.readings("P10"))


def note_short(game: "Pontoon", draft: Draft, wager: Wager) -> None:
    """Say of a wager under the minimum that is first looked at now that it stands, the cards being out (6.2)."""
    least = game.terms.limits_of(wager.patron, wager.spot).minimum_cents
    if wager.unnoticed and wager.left.pieces and wager.stake.cents < least:
        words = f"The {spot_words(wager.spot)} of {dollars(wager.stake.cents)} is under {dollars(least)}, and stands."
        draft.events.append(WagerFound(wager.id, words, (law.LATE_MINIMUM_STANDS,)))
        draft.set_wager(wager._replace(unnoticed=False))


def stand_to_limits(game: "Pontoon", draft: Draft, area: int) -> None:
    """Look at unnoticed wagers of an area before anything on it is settled: what is over the maximum goes back, what is
    short stands (6.2, 6.3)."""
    unseen = [w.id for w in draft.wagers if w.unnoticed and w.area == area and w.spot == WAGER]
    if unseen:
        cut_area(game, draft, area)
        for number in unseen:
            note_short(game, draft, draft.wagers[number])


def cut_area(game: "Pontoon", draft: Draft, area: int) -> None:
    """Cut the initial wagers of an area to their shares of its maximum, and what was added to each to its measure."""
    initial = {number: draft.wagers[number].left.cents for number in shares(game, draft, area)}
    because = shared_because(game, len(initial))
    for number, cents in shares(game, draft, area).items():
        if cents < initial[number]:
            patron = draft.wagers[number].patron
            draft.cut_to(draft.wagers[number], cents, because)
            for wager in draft.wagers:
                if wager.patron == patron and wager.area == area and wager.id != number:
                    _cut_added(game, draft, wager, cents, because)


def _cut_added(game: "Pontoon", draft: Draft, wager: Wager, cents: int, because: Because) -> None:
    """Cut what was added to a wager that is cut: a double or a split to as much, insurance to half."""
    if wager.spot in BASE or wager.spot == DOUBLE:
        draft.cut_to(wager, cents, because)
    elif wager.spot == INSURANCE:
        draft.cut_to(wager, most_insured(game, cents), because)


def most_insured(game: "Pontoon", cents: int) -> int:
    """The most that chips make of the share of a wager that may be insured (8.1)."""
    return game.payable_up_to(int(cents * game.figures.insured_share))
