"""Notices: signs that say what will change and when. They fall due once, by the clock or by the rounds that were
played (Star 6.5, 6.5.2, 19.13; Crown 7.5.2, 16.5), and may be taken down before."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import check
from pitboss.floor.service.clock import read_stamp, stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.edges import Offer, check_edge, offer_of
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.sign_events import EdgeSeen, NoticeFell, NoticePosted, NoticeTakenDown
from pitboss.floor.tables.signs import (
    KEPT,
    check_spots,
    markers_off,
    offer_after,
    prepared,
    with_limits,
    without_own,
)
from pitboss.floor.tables.state import CLOSE, OpenState, TableState, fold, open_state
from pitboss.law import Key
from pitboss.play import Refused
from pitboss.play.terms import Limits
from pitboss.value import Value

LIMITS, KEPT_ENDS = "limits", "kept minimum ends"
"""What a sign says that is about limits: the table's, or those that players keep."""


class AnnounceClosing(Value, tag="AnnounceClosing"):
    """Put up a sign that the table will close: at a time (Star), or after so many rounds (Crown)."""

    table: str
    at: str = ""
    """When, as the log writes times; as soon as the notice allows if it does not say."""
    rounds: int = 0
    """After how many; 0 for the fewest that the notice allows."""


class AnnounceLimits(Value, tag="AnnounceLimits"):
    """Put up a sign that the limits will change, or that a kept minimum will end (no limits named)."""

    table: str
    limits: Mapping[str, Limits] = {}
    at: str = ""
    edge: EdgeSeen | None = None
    """What the lab told of the table with these limits; needed where chips round some of their wins up."""


class TakeDownNotice(Value, tag="TakeDownNotice"):
    """Take a sign down before it is due, or a closing sign though it has fallen due: the table goes on."""

    table: str
    notice: str
    reason: str


class FallDue(Value, tag="FallDue"):
    """Let what is due happen; the clock's own command."""

    table: str


def clock_of(operator: str) -> Actor:
    """The clock, as the one who gives a command."""
    return Actor(operator, "clock", "system")


def announce_closing(world: World, order: Order) -> Decision:
    """Give notice that the table will close."""
    command: AnnounceClosing = order.command
    check(order.actor, "AnnounceClosing")
    state = world.desk.open_state
    if state.closing or any(notice.what == CLOSE for notice in state.notices):
        raise refuse("A closing sign is up already.", law.CLOSE_ON_NOTICE)
    least = operators()[order.actor.operator].notice.closing_rounds
    if not least:
        return _post(world, CLOSE, law.CLOSE_ON_NOTICE, due_at=_time(world, order, law.CLOSE_ON_NOTICE))
    rounds = command.rounds or least
    if rounds < least:
        raise refuse(f"A table closes on at least {least} rounds' notice.", law.CLOSE_ON_NOTICE)
    begun = 0 if state.is_between_rounds else 1  # a round that is being played is not one of them
    return _post(world, CLOSE, law.CLOSE_ON_NOTICE, due_round=state.round.number + begun + rounds)


def announce_limits(world: World, order: Order) -> Decision:
    """Give notice of other limits, or of the end of a kept minimum."""
    command: AnnounceLimits = order.command
    check(order.actor, "AnnounceLimits")
    state = world.desk.open_state
    if command.limits:
        after = announced_offer(command, state)  # refused now if they cannot hold
        due_at = _time(world, order, law.RAISE_ON_NOTICE)
        check_edge(offer_of(state), after, command.edge, order.actor)
        sign = {"limits": command.limits, "edge": command.edge}
        return _post(world, LIMITS, law.RAISE_ON_NOTICE, due_at=due_at, sign=sign)
    if not any(marker.kind == KEPT for marker in state.markers):
        raise refuse("Nobody keeps an old minimum at this table.", law.KEPT_ENDS_ON_NOTICE)
    due_at = _time(world, order, law.KEPT_ENDS_ON_NOTICE)
    return _post(world, KEPT_ENDS, law.KEPT_ENDS_ON_NOTICE, due_at=due_at)


def announced_offer(command: AnnounceLimits, state: TableState) -> Offer:
    """What an open table offers once limits that a sign announces hold."""
    now = open_state(state)
    check_spots(now, command.limits)
    return offer_after(now, list(with_limits(now, command.limits, "", ())))


def _time(world: World, order: Order, rule: Key) -> str:
    """The time on a sign, which is up for long enough before it."""
    command: AnnounceClosing | AnnounceLimits = order.command
    at, notice = command.at, operators()[order.actor.operator].notice
    first = world.now + timedelta(minutes=notice.minutes)
    if not at:
        return stamp(first)
    try:
        due = read_stamp(at)
    except ValueError:
        raise refuse(f"A sign shows a time such as {stamp(first)}, not {at}.", rule) from None
    if due < first:
        raise refuse(f"A sign is up for at least {notice.minutes} minutes before what it says.", rule)
    return stamp(due)


def _post(
    world: World,
    what: str,
    rule: Key,
    *,
    due_at: str = "",
    due_round: int = 0,
    sign: Mapping[str, Any] | None = None,
) -> Decision:
    name = f"notice-{world.desk.state.length + 1}"
    event = NoticePosted(name, what, stamp(world.now), due_at, due_round, because=(rule,), **(sign or {}))
    state = fold([event], world.desk.state)
    reply = {"table": world.desk.journal.table, "notice": name, "due_at": due_at, "due_round": due_round}
    return Decision((event,), state, reply=reply)


def take_down(world: World, order: Order) -> Decision:
    """Take a sign down, which calls off what it said."""
    command: TakeDownNotice = order.command
    check(order.actor, "TakeDownNotice")
    state = world.desk.open_state
    up_by = {notice.id: notice.because for notice in state.notices}
    if state.closing_sign:
        up_by[state.closing_sign] = (law.CLOSE_ON_NOTICE,)
    if command.notice not in up_by:
        raise refuse(f"There is no sign {command.notice} at this table.", law.NEED_CLOSED)
    if not command.reason:
        raise refuse("Say why the sign comes down.", law.NEED_CLOSED)
    return prepared(world, [NoticeTakenDown(command.notice, command.reason, up_by[command.notice])])


# What falls due.


def due(state: OpenState, now: datetime) -> tuple[NoticePosted, ...]:
    """The signs of a table that have fallen due. Limits wait for the end of a round that is being played."""
    if not state.notices:
        return ()
    time = stamp(now)
    return tuple(notice for notice in state.notices if _is_due(state, notice, time))


def _is_due(state: OpenState, notice: NoticePosted, time: str) -> bool:
    if notice.what != CLOSE and not state.is_between_rounds:
        return False
    if notice.due_round:
        return state.round.number >= notice.due_round
    return notice.due_at <= time


def fallen(state: OpenState, now: datetime) -> list[TableEvent]:
    """The events of everything that is due at a table."""
    events: list[TableEvent] = []
    for notice in due(state, now):
        happens = [NoticeFell(notice.id, notice.what), *_happens(state, notice)]
        try:
            state = open_state(fold(happens, state))
        except Refused as error:  # other things changed meanwhile: the sign says what cannot be any more
            happens = [NoticeTakenDown(notice.id, str(error), (*notice.because, *error.because))]
            state = open_state(fold(happens, state))
        events += happens
    return events


def _happens(state: OpenState, notice: NoticePosted) -> Iterator[TableEvent]:
    reason = f"{notice.id} fell due"
    if notice.what == LIMITS:
        because = (law.LIMITS_CHANGED, law.RAISE_ON_NOTICE)
        yield from with_limits(state, notice.limits, reason, because, edge=notice.edge)
    elif notice.what == KEPT_ENDS:
        for marker in [marker for marker in state.markers if marker.kind == KEPT]:
            ends = list(without_own(state, marker.patron, KEPT, reason, (law.KEPT_ENDS_ON_NOTICE,)))
            state = open_state(fold(ends, state))
            yield from ends


def fall_due(world: World, order: Order) -> Decision:
    """Let everything that is due at a table happen, once."""
    check(order.actor, "FallDue")
    events = fallen(world.desk.open_state, world.now)
    if not events:
        raise refuse("Nothing is due at this table.", law.NEED_CLOSED)
    return prepared(world, events)


def follow_ups(state: OpenState, now: datetime) -> list[TableEvent]:
    """What follows from what has just happened: markers of those who left come off, signs that are due fall."""
    events = markers_off(state) if state.markers else []
    if state.notices:
        events += fallen(open_state(fold(events, state)), now)
    return events


HANDLERS: dict[type, Handler] = {
    AnnounceClosing: announce_closing,
    AnnounceLimits: announce_limits,
    TakeDownNotice: take_down,
    FallDue: fall_due,
}
