"""The one write path: everything on the floor is decided and written here, by whichever process is asked.

A process decides on what it knows, then takes the turn to write. In that transaction the lengths of the streams that
it read are compared; where one has grown, it reads what is new and decides again at once. So an order is decided at
most twice, and no conflict reaches its giver. One thread writes: it takes at most one order a stream into a batch, so
that each is worked out on what is durable; while the disk makes sure of one batch the next one gathers.
"""

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from pitboss.cards import Shoe
from pitboss.floor.service.clock import Clock, system_clock
from pitboss.floor.service.commands import Order
from pitboss.floor.service.counts import refused
from pitboss.floor.service.follow import Follower, Listener
from pitboss.floor.service.lock import Leader
from pitboss.floor.service.queue import Job, Made, Queue, Stopped
from pitboss.floor.service.reactions import Reaction, Reactions
from pitboss.floor.service.secrets import Secrets, write_secret
from pitboss.floor.service.world import Decision, Desk, Handler, Known, World, appends_of
from pitboss.floor.store import Store, Stored, Stream, Write, Written, table_stream
from pitboss.floor.store.rows import Conflict, OverCount, Secret
from pitboss.floor.store.store import Turn
from pitboss.floor.tables.events import ShoeOpened
from pitboss.floor.tables.keeping import EVERY, caught_up, keep_table, kept_table
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import TableState, fold
from pitboss.play.wager import Refused

log = logging.getLogger("pitboss.floor")

TICK = timedelta(seconds=0.5)
"""How often the floor looks for what has fallen due, and for what another process wrote to an embedded store."""

LOADING = 16
"""How many tables may be read for the first time together: streams share so many locks, and none has its own."""

TRIES = 3
"""How often a refusal is decided again because others wrote meanwhile: they may be quicker each time."""

MEASURED = 10_000
"""Of how many turns the time is kept."""

Due = Callable[[Stream, TableState, datetime], Iterable[Order]]
"""The orders that the clock gives at a table."""


class Floor:
    """A process's part of the floor."""

    def __init__(
        self,
        store: Store,
        handlers: Mapping[type, Handler],
        *,
        offices: Mapping[type, Handler] = MappingProxyType({}),
        due: Due = lambda *_: (),
        reactions: Iterable[Reaction] = (),
        clock: Clock = system_clock,
        seed: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.store, self.clock, self.seed, self.due = store, clock, seed, due
        self.handlers, self.offices = dict(handlers), dict(offices)
        """How an order at a table is decided, and how any other is."""
        self.desks: dict[Stream, Desk] = {}
        self.secrets = Secrets(store)
        self.follower = Follower(store)
        self.follower.projections += (store.advance, self._follow)
        self.leader = Leader(store)
        self.reactions = Reactions(store, self.write, self.leader, reactions)
        self.follower.projections.append(self.reactions.see)
        self.turn_nanoseconds: deque[int] = deque(maxlen=MEASURED)
        """The time under the lock for each order, in the last turns to write."""
        self._behind: dict[Stream, list[Stored]] = {}
        """What others wrote at tables; it is folded when a table is next looked at."""
        self._bringing = threading.RLock()
        self._loading = tuple(threading.Lock() for _ in range(LOADING))
        self._kept: dict[Stream, int] = {}
        self._queue = Queue()
        self._one = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._beside = ThreadPoolExecutor(2, thread_name_prefix="pitboss-office")
        self._listener: Listener | None = None
        self._stopped = False
        self._next_look = 0.0
        self._has_resumed = False

    def start(self) -> "Floor":
        """Begin to take orders, and to follow what other processes write."""
        self.follower.look()
        if not self.store.is_sqlite:
            self._listener = Listener(self.follower).start()
        self._thread.start()
        self.reactions.start()
        return self

    def stop(self) -> None:
        """Finish what has been asked, then stop."""
        if not self._stopped:
            self.reactions.stop()
            self._stopped = True
            self._beside.shutdown()
            self._queue.end()
            if self._thread.is_alive():
                self._thread.join()
            if self._listener is not None:
                self._listener.stop()
            for stream in [s for s, desk in self.desks.items() if desk.state.length != self._kept.get(s)]:
                self._keep(stream)
            self.leader.end()

    def submit(self, order: Order) -> "Future[dict[str, Any]]":
        """Ask for an order to be carried out; the future holds its reply once it is durable."""
        job = self._job(order)
        if not job.stream.is_table:
            return self._submit_beside(job)
        self._check_running()
        self._queue.put(job)
        return job.done

    def do(self, order: Order, timeout: float = 30.0) -> dict[str, Any]:
        """Carry an order out and wait for it."""
        if self._thread.is_alive() or self._stopped:
            return self.submit(order).result(timeout)
        job = self._job(order)
        self._carry_out([job])  # no thread writes: a command of the terminal
        return job.done.result()

    def write(self, stream: Stream, decide: Callable[[World], Decision]) -> "Future[dict[str, Any]]":
        """Write what follows from the log, decided anew if a stream that it read has grown."""
        return self._submit_beside(Job(stream, decide, Future()))

    @property
    def is_running(self) -> bool:
        """Whether orders are being carried out."""
        return self._thread.is_alive() and not self._stopped

    def desk(self, stream: Stream) -> Desk:
        """The desk of a table, read from the store the first time; others who ask meanwhile wait for it.

        A name that is no table gets an empty desk, which is not kept: invented names cost nothing afterwards.
        """
        desk = self.desks.get(stream)
        if desk is not None:
            if stream in self._behind:
                self._bring_up(desk)
            return desk
        if not self.store.head(stream).length:
            return Desk(stream, secrets=self.secrets)
        with self._loading[hash(stream) % LOADING]:
            desk = self.desks.get(stream)
            if desk is None:
                desk = Desk(stream, kept_table(self.store, stream), self.secrets)
                self._kept[stream] = desk.state.length
                self.desks[stream] = desk
        return desk

    # What waits for its turn.

    def _job(self, order: Order) -> Job:
        kind, operator = type(order.command), order.actor.operator
        is_office = kind in self.offices

        def decide(world: World) -> Decision:
            return (self.offices if is_office else self.handlers)[kind](world, order)

        stream = Stream(operator, "") if is_office else table_stream(operator, order.command.table)
        return Job(stream, decide, Future(), order)

    def _check_running(self) -> None:
        if self._stopped:
            raise Stopped("The floor takes no more orders.")

    def _submit_beside(self, job: Job) -> "Future[dict[str, Any]]":
        """Decide beside the writer what may take long, then let it wait for its turn."""
        self._check_running()
        self._beside.submit(self._decide_beside, job)
        return job.done

    def _decide_beside(self, job: Job) -> None:
        try:
            made = self._decide_first(job)
            if isinstance(made, Written):
                job.done.set_result(dict(made.reply))
            elif job.order is None and not made.write.changes_anything:
                job.done.set_result({})
            else:
                of = made.decision.stream or job.stream
                self._queue.put(job._replace(stream=of, made=made))
        except BaseException as error:  # the caller is told, whatever it is
            job.done.set_exception(error)

    # The writer.

    def _run(self) -> None:
        while (batch := self._queue.batch(TICK.total_seconds())) is not None:
            try:
                self._carry_out(batch)
                if time.monotonic() >= self._next_look:
                    self._look()
                self._keep_one(batch)
            except Exception:
                log.exception("the writer goes on after an error")
                for job in batch:
                    if not job.done.done():
                        job.done.set_exception(Stopped("The order was not carried out."))

    def _carry_out(self, batch: Iterable[Job]) -> None:
        ready: list[tuple[Job, Made]] = []
        for job in batch:
            try:
                made = job.made or self._decide_first(job)
            except Exception as error:
                job.done.set_exception(error)
                continue
            if isinstance(made, Written):
                job.done.set_result(dict(made.reply))
            else:
                ready.append((job, made))
        if not ready:
            return
        try:
            with self._one, self.store.turn() as turn:
                began = time.perf_counter_ns()
                results = turn.write([made.write for _, made in ready])
                for place, result in enumerate(results):
                    if isinstance(result, Conflict | OverCount):
                        job = ready[place][0]
                        again, results[place] = self._decide_again(turn, job)
                        if again is not None:
                            ready[place] = job, again
            self.turn_nanoseconds.append((time.perf_counter_ns() - began) // len(ready))
        except Exception as error:
            for job, _ in ready:
                job.done.set_exception(error)
            return
        for (job, made), result in zip(ready, results, strict=True):
            self._finish(job, made, result)

    def _decide_first(self, job: Job) -> Made | Written:
        """Decide on what this process knows. A refusal holds only if nothing has grown since; what was done before
        under the same key is answered as it was then."""
        for tries in range(TRIES):
            world = self._world(job, is_fresh=tries > 0)
            try:
                return self._made(job, world)
            except Refused:
                order = job.order
                if order is not None and order.key and self.store.reply(order.actor.operator, order.key) is not None:
                    return self.store.commit(order.write())  # refused if the key has served another command
                if tries == TRIES - 1 or not world.store.has_grown():
                    raise
        raise AssertionError("an order is decided or refused")

    def _decide_again(self, turn: Turn, job: Job) -> tuple[Made | None, Written | Exception]:
        """Decide once more in the turn to write: nothing changes any more before it is written."""
        try:
            made = self._made(job, self._world(job, is_fresh=True))
        except Exception as error:  # the others of its turn are written all the same
            return None, error
        (result,) = turn.write([made.write])
        return made, refused(result) if isinstance(result, OverCount) else result

    def _world(self, job: Job, *, is_fresh: bool) -> World:
        known = Known(self.store, is_fresh=is_fresh)
        desk = Desk(job.stream)
        if job.stream.is_table:
            desk = self.desk(job.stream)
            if is_fresh:  # a copy: what is read in a turn to write may not become durable
                desk = replace(desk, state=caught_up(self.store, job.stream, desk.state))
            known.lengths[job.stream] = desk.state.length
        return World(desk, known, self.clock(), self.seed, self.desk, self.handlers)

    def _made(self, job: Job, world: World) -> Made:
        decision = job.decide(world)
        stream, order = decision.stream or job.stream, job.order
        person = decision.by or (order.actor.person if order is not None else "")
        appends = appends_of(world, decision, stream, person)
        written = {append.stream for append in appends}
        shuffled = _shuffled(world.desk, decision)
        write = order.write() if order is not None else Write(stream.operator)
        write = write._replace(
            appends=appends,
            entries=decision.entries,
            reply=dict(decision.reply),
            at=world.at,
            reads=tuple((of, length) for of, length in world.store.lengths.items() if of not in written),
            counts=decision.counts,
            papers=decision.papers,
            cursor=decision.cursor,
            secrets=tuple(Secret(stream, shoe.commitment, write_secret(shoe)) for shoe in shuffled),
            opened=tuple((stream, event.commitment) for event in decision.events if isinstance(event, ShoeOpened)),
        )
        return Made(world, decision, write, shuffled)

    def _finish(self, job: Job, made: Made, result: Written | Exception) -> None:
        if isinstance(result, Exception):
            job.done.set_exception(result)
            return
        if not result.again:
            decision, stream = made.decision, made.world.desk.stream
            for shoe in made.shuffled:
                self.secrets.add(stream, shoe)
            if decision.state is not None and result.stored:
                with self._bringing:
                    desk = self.desks.setdefault(stream, Desk(stream, secrets=self.secrets))
                    if decision.state.length > desk.state.length:
                        desk.state = decision.state
            self.follower.advance(result.stored)
        job.done.set_result(dict(result.reply))

    # What other processes write, and what falls due.

    def _follow(self, page: Sequence[Stored]) -> None:
        """Bring the tables up to date; one that has just opened is read, so that what falls due there is done."""
        streams: dict[Stream, list[Stored]] = {}
        for stored in page:
            if stored.stream.is_table:
                streams.setdefault(stored.stream, []).append(stored)
        for stream, events in streams.items():
            desk = self.desks.get(stream)
            if desk is None and events[0].number == 1:
                self.desk(stream)
            elif desk is not None and desk.state.length < events[-1].number:
                with self._bringing:
                    behind = self._behind.setdefault(stream, [])
                    behind += events
                    if len(behind) > EVERY:  # they are read again from the store
                        del behind[:-1]

    def _bring_up(self, desk: Desk) -> None:
        """Fold what others wrote at a table."""
        with self._bringing:
            events, state = self._behind.pop(desk.stream, []), desk.state
            if not events or events[-1].number <= state.length:
                return
            if events[0].number > state.length + 1:
                desk.state = caught_up(self.store, desk.stream, state)
            else:
                new = events[state.length + 1 - events[0].number :]
                desk.state = fold((from_stored(each) for each in new), state)

    def _look(self) -> None:
        """Look for what another process wrote to an embedded store; order what is due at the tables."""
        self._next_look = time.monotonic() + TICK.total_seconds()
        if self.store.is_sqlite:
            self.follower.look()
        if not self._has_resumed:
            self._has_resumed = True
            threading.Thread(target=self._resume, name="pitboss-resume", daemon=True).start()
        if self.leader.leads():
            now = self.clock()
            for stream in list(self.desks):
                for order in self.due(stream, self.desk(stream).state, now):
                    self.submit(order)

    def _resume(self) -> None:
        """Read every table that the store has, beside the writer, so that what falls due there is done."""
        for stream in self.store.streams(kind="table"):
            if not self._stopped:
                with suppress(Exception):  # an order at that table is told what is wrong with it
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

    def _keep(self, stream: Stream) -> None:
        state = self.desks[stream].state
        keep_table(self.store, stream, state)
        self._kept[stream] = state.length


def _shuffled(desk: Desk, decision: Decision) -> tuple[Shoe, ...]:
    """The shuffles that a decision makes and does not open."""
    if decision.shoes is None:
        return ()
    known = {shoe.seed for shoe in desk.shoes.every}
    return tuple(shoe for shoe in decision.shoes.every if shoe.seed not in known)
