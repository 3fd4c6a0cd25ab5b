"""The service: orders come in from many, are worked out table by table, written together, and told afterwards.

One thread decides and writes. It takes at most one order a table into a batch, so that each is worked out on what is
durable; while the disk makes sure of one batch the next one gathers.
"""

import logging
import os
import queue
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from pitboss.floor.handlers import HANDLERS, due
from pitboss.floor.people.amounts import locked
from pitboss.floor.people.standing import guard_approvals, role_of
from pitboss.floor.service.clock import Clock, stamp, system_clock
from pitboss.floor.service.commands import Order
from pitboss.floor.service.counts import refused
from pitboss.floor.service.desk import Context, Desk, Handler, Prepared
from pitboss.floor.service.leases import Leases
from pitboss.floor.service.turns import Job, Stopped, Turns, give_up
from pitboss.floor.store import Append, Fence, Store, Stored, Stream, Write, Written
from pitboss.floor.store.rows import Fenced, OverCount
from pitboss.floor.tables import notices
from pitboss.floor.tables.keeping import EVERY, caught_up, keep_table, kept_table
from pitboss.floor.tables.log import from_stored, read_table, to_new_event
from pitboss.floor.tables.shoes import live_shoes, may_change_shoe, write_shoes
from pitboss.floor.tables.state import fold
from pitboss.play.wager import Refused

log = logging.getLogger("pitboss.floor")

TICK = timedelta(seconds=0.5)
"""How often the floor looks for signs that have fallen due."""

TRIES = 8
"""How often an order is worked out again whose counts others have moved meanwhile."""

LOADING = 16
"""How many tables may be read for the first time together: streams share so many locks, and none has its own."""

Told = Callable[[Desk, Prepared, Written], None]
"""Hears of what is durable."""


class Floor:
    """A process's part of the floor."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock = system_clock,
        holder: str = "",
        seed: Callable[[int], bytes] = os.urandom,
        handlers: dict[type, Handler] | None = None,
    ) -> None:
        self.store, self.clock, self.seed = store, clock, seed
        self.holder = holder or f"{os.uname().nodename[:40]}-{os.getpid()}-{os.urandom(6).hex()}"
        given = HANDLERS if handlers is None else handlers
        self.handlers = guard_approvals({kind: locked(each) for kind, each in given.items()}, store)
        self.desks: dict[Stream, Desk] = {}
        self.listeners: list[Told] = []  # told in this order: whoever makes others look is told last
        self.leases = Leases(store, self.holder)
        self._loading = tuple(threading.Lock() for _ in range(LOADING))
        self._kept: dict[Stream, int] = {}
        self._written_elsewhere: queue.SimpleQueue[tuple[Stream, Sequence[Stored], Future[None]]] = queue.SimpleQueue()
        self._turns = Turns()
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._stopped = False
        self._next_look = 0.0
        self._has_resumed = False

    def start(self) -> "Floor":
        """Begin to take orders."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Finish what has been asked, then stop."""
        if not self._stopped:
            self._stopped = True
            self._turns.end()
            if self._thread.is_alive():
                self._thread.join()
            for stream in [s for s, desk in self.desks.items() if desk.state.length != self._kept.get(s)]:
                self._keep(stream)
            self.leases.release(self.clock())

    def submit(self, order: Order) -> "Future[dict[str, Any]]":
        """Ask for an order to be carried out; the future holds its reply once it is durable."""
        if self._stopped:
            raise Stopped("The floor takes no more orders.")
        done: Future[dict[str, Any]] = Future()
        self._turns.put(Job(order, Stream(order.actor.operator, f"table:{order.command.table}"), done))
        return done

    def do(self, order: Order, timeout: float = 30.0) -> dict[str, Any]:
        """Carry an order out and wait for it."""
        return self.submit(order).result(timeout)

    @property
    def is_running(self) -> bool:
        """Whether orders are being carried out."""
        return self._thread.is_alive() and not self._stopped

    def desk(self, stream: Stream) -> Desk:
        """The desk of a table, read from the store the first time; whoever else asks meanwhile waits for it.

        A name that is no table gets an empty desk, which is not kept: invented names cost nothing afterwards.
        """
        desk = self.desks.get(stream)
        if desk is not None:
            return desk
        if not self.store.head(stream).length:
            return Desk(stream)
        with self._loading[hash(stream) % LOADING]:
            desk = self.desks.get(stream)
            if desk is None:
                state = kept_table(self.store, stream)
                desk = Desk(stream, state, *live_shoes(self.store, stream, state))
                self._kept[stream] = desk.state.length
                self.desks[stream] = desk
        return desk

    def written_elsewhere(self, stream: Stream, events: Sequence[Stored] = ()) -> "Future[None]":
        """Hear what was written at a table: the writer catches up, those who watch are told, and the future ends."""
        done: Future[None] = Future()
        self._written_elsewhere.put((stream, events, done))
        self._turns.wake()
        return done

    # The writer.

    def _run(self) -> None:
        while (batch := self._turns.batch(TICK.total_seconds())) is not None:
            try:
                self._carry_out(batch)
                while not self._written_elsewhere.empty():
                    stream, events, done = self._written_elsewhere.get()
                    try:
                        self._catch_up(stream, events)
                    finally:
                        done.set_result(None)
                if time.monotonic() >= self._next_look:
                    self._look_at_signs()
                self._keep_one(batch)
            except Exception:
                log.exception("the writer goes on after an error")
                give_up(batch)

    def _catch_up(self, stream: Stream, events: Sequence[Stored]) -> None:
        """Bring a table up to date that somebody else has written; one that nobody has asked for is left alone, but
        those who watch the house are told of one that has just opened."""
        desk = self.desks.get(stream)
        if desk is None and events and events[0].number == 1:
            self._tell(self.desk(stream), Prepared(), Written((), {}))
            return
        if desk is None or not events or desk.state.length >= events[-1].number:
            return
        if events[0].number > desk.state.length + 1:  # word of some events never came
            desk.state, is_other = caught_up(self.store, stream, desk.state), True
        else:
            new = [from_stored(stored) for stored in events[desk.state.length + 1 - events[0].number :]]
            desk.state, is_other = fold(new, desk.state), any(may_change_shoe(event) for event in new)
        if is_other:
            desk.shoes, desk.is_committed = live_shoes(self.store, stream, desk.state)
        self._tell(desk, Prepared(), Written((), {}))

    def _look_at_signs(self) -> None:
        """Ask for everything that is due at the tables, the first time at all that the store has."""
        self._next_look = time.monotonic() + TICK.total_seconds()
        if not self._has_resumed:
            self._has_resumed = True
            threading.Thread(target=self._resume, name="pitboss-resume", daemon=True).start()
        now = self.clock()
        for stream, desk in list(self.desks.items()):
            for command in due(stream.name.removeprefix("table:"), desk.state, now):
                self.submit(Order(notices.clock_of(stream.operator), command, ""))

    def _resume(self) -> None:
        """Read every table that the store has, beside the writer, so that its signs fall due though nobody plays."""
        for stream in self.store.streams(kind="table"):
            if not self._stopped:
                with suppress(Exception):  # whoever gives a command at that table hears what is wrong with it
                    self.desk(stream)

    def _keep_one(self, batch: Iterable[Job]) -> None:
        """Keep one of the tables of a batch, the one that has gone on the longest, if it has gone on for long."""
        ahead = {
            job.stream: desk.state.length - self._kept.get(job.stream, 0)
            for job in batch
            if (desk := self.desks.get(job.stream)) is not None
        }
        stream = max(ahead, key=ahead.__getitem__, default=None)
        if stream is not None and ahead[stream] >= EVERY:
            self._keep(stream)

    def _role(self, operator: str, person: str) -> str:
        return role_of(self.store, operator, person)[0]

    def _keep(self, stream: Stream) -> None:
        state = self.desks[stream].state
        keep_table(self.store, stream, state)
        self._kept[stream] = state.length

    def _carry_out(self, batch: Iterable[Job]) -> None:
        ready: list[tuple[Job, Desk, Prepared, Write]] = []
        for job in batch:
            try:
                worked_out = self._prepare(job)
            except Exception as error:
                job.done.set_exception(error)
                continue
            if worked_out is not None:
                ready.append((job, *worked_out))
        if not ready:
            return
        try:
            results = self.store.commit_all([write for *_, write in ready])
        except Exception as error:
            for job, desk, *_ in ready:
                self.desks.pop(desk.stream, None)
                job.done.set_exception(error)
            return
        for (job, desk, prepared, _), result in zip(ready, results, strict=True):
            self._finish(job, desk, prepared, result)

    def _prepare(self, job: Job) -> tuple[Desk, Prepared, Write] | None:
        order, stream = job.order, job.stream
        now = self.clock()
        is_table = self.desk(stream).state.length > 0
        fence = self._fence(stream, now) if is_table else None
        desk = self.desk(stream)
        read = partial(read_table, self.store, stream)
        store = self.store
        context = Context(desk, now, self.seed, read, store.balance, store.counter, self._role, self.handlers)
        try:
            prepared = self.handlers[type(order.command)](context, order)
        except Refused:
            if not order.key or self.store.reply(order.actor.operator, order.key) is None:
                raise
            # It was done before: what it asked for is no longer open. A key that served another command is refused.
            known = self.store.commit(order.write())
            job.done.set_result(dict(known.reply))
            return None
        if fence is None:  # only an order that makes the name a table takes the right to write it
            fence = self._fence(stream, now)
        at = stamp(now)
        by = prepared.by or order.actor.person
        events = tuple(to_new_event(event, at, by) for event in prepared.events)
        write = order.write()._replace(
            appends=(Append(stream, desk.state.length, events),) if events else (),
            entries=prepared.entries,
            reply=dict(prepared.reply),
            at=at,
            fence=fence,
            counts=prepared.counts,
            vault=((stream, write_shoes(prepared.shoes)),) if prepared.shoes is not None else (),
        )
        return desk, prepared, write

    def _fence(self, stream: Stream, now: datetime) -> Fence:
        """The right to write a table; what we know of it is let go if others wrote it before the right was ours."""
        fence, is_new = self.leases.of(stream, now)
        desk = self.desks.get(stream) if is_new else None
        if desk is not None and desk.state.length != self.store.head(stream).length:
            self.desks.pop(stream)
        elif desk is not None:
            # How far it has been dealt others know.
            desk.shoes, desk.is_committed = live_shoes(self.store, stream, desk.state)
        return fence

    def _finish(self, job: Job, desk: Desk, prepared: Prepared, result: Written | Exception) -> None:
        if isinstance(result, OverCount):
            self._passed(job, prepared, result)
            return
        if isinstance(result, Exception):
            self.desks.pop(desk.stream, None)
            if isinstance(result, Fenced):
                self.leases.drop(desk.stream)
            job.done.set_exception(result)
            return
        if not result.again:
            if prepared.state is not None:
                desk.state = prepared.state
            if prepared.shoes is not None:
                live = prepared.shoes.live
                is_another = live is None or desk.shoe is None or live.seed != desk.shoe.seed
                desk.is_committed = desk.is_committed or is_another
                desk.shoes = prepared.shoes
            if desk.state.length:
                self.desks.setdefault(desk.stream, desk)  # one that has just opened
            self._tell(desk, prepared, result)
        job.done.set_result(dict(result.reply))

    def _passed(self, job: Job, prepared: Prepared, error: OverCount) -> None:
        """A count has moved since the order was worked out: do so again, or refuse it where that does not help."""
        if prepared.anew is None or job.tries >= TRIES:
            job.done.set_exception(refused(error))
            return
        prepared.anew()
        self._carry_out([job._replace(tries=job.tries + 1)])

    def _tell(self, desk: Desk, prepared: Prepared, result: Written) -> None:
        """Tell the listeners what is durable; one that fails is no reason for the others not to hear of it."""
        for listener in self.listeners:
            try:
                listener(desk, prepared, result)
            except Exception:
                log.exception("a listener failed")
