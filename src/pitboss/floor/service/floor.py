"""The one write path: every order is decided and written here, by the process that gets it.

A process decides on what it knows, then takes the turn to write. That transaction compares the lengths of the streams
that the decision read; if one has grown, the process reads the new events and decides again at once. So an order is
decided at most twice, and its giver sees no conflict. One thread writes: it takes at most one order a stream into a
batch, so that each is decided on durable events; while one batch is written the next one gathers.
"""

import logging
import os
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from pitboss import law
from pitboss.cards import Shoe
from pitboss.floor.service import commands, follow
from pitboss.floor.service.clock import Clock, system_clock
from pitboss.floor.service.commands import decide
from pitboss.floor.store import Store, Stored, Stream, Write, WriteResult
from pitboss.floor.store.rows import Conflict, OverCount, Secret
from pitboss.floor.store.write_turn import WriteTurn
from pitboss.floor.tables.log import EVERY, catch_up_table, load_saved_table, read_event, save_table
from pitboss.floor.tables.state import ShoeOpened, TableState, fold
from pitboss.messages import message
from pitboss.play.wager import Refusal, Refused
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

TICK = timedelta(seconds=0.5)
"""How often the floor looks for what has fallen due, and for what another process wrote to an embedded store."""

LOADING = 16
"""How many tables may be read for the first time together: streams share so many locks, and none has its own."""

TRIES = 3
"""How often a refusal is decided again because others wrote meanwhile: they may be quicker each time."""

MEASURED = 10_000
"""Of how many turns the time is kept."""

Due = Callable[[Stream, TableState, datetime], Iterable[commands.Order]]
"""The orders that the clock gives at a table."""


BATCH = 64
"""The most orders in one transaction."""


class Stopped(RuntimeError):
    """The floor does not carry an order out; it may be given again under the same key."""


class MadeDecision(Value, gc=True):
    """A decision, on what it was made, and what it writes."""

    world: commands.World
    decision: commands.Decision
    write: Write
    shuffled: tuple[Shoe, ...] = ()
    """The shuffles that it makes."""


class PendingWrite(Value, gc=True):
    """A job to decide and to write; its caller waits for the future."""

    stream: Stream
    decide: Callable[[commands.World], commands.Decision]
    done: "Future[dict[str, Any]]"
    order: commands.Order | None = None
    """The order that it carries out; none for what follows from the log."""
    made: MadeDecision | None = None
    """What was decided before its turn came, beside the writer."""


class Queue:
    """The queue before the writer."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self._waiting: list[PendingWrite] = []
        self._ends = False

    def put(self, job: PendingWrite) -> None:
        """Let a job wait for its turn."""
        self._jobs.put(job)

    def end(self) -> None:
        """Take no more jobs: there is no batch after those that wait."""
        self._ends = True
        self._jobs.put(None)

    def batch(self, timeout: float) -> list[PendingWrite] | None:
        """The next jobs, one a stream; an empty list if none came for so long, nothing once all is done."""
        if not self._waiting and self._jobs.empty() and self._ends:
            return None
        try:
            self._take_up(self._jobs.get(timeout=0 if self._waiting else timeout))
            while True:
                self._take_up(self._jobs.get_nowait())
        except queue.Empty:
            pass
        batch: dict[Stream, PendingWrite] = {}
        later: list[PendingWrite] = []
        for job in self._waiting:
            if job.stream in batch or len(batch) >= BATCH:
                later.append(job)
            else:
                batch[job.stream] = job
        self._waiting = later
        return list(batch.values())

    def _take_up(self, job: PendingWrite | None) -> None:
        """Take a job, unless its caller has cancelled it; after this it cannot be cancelled."""
        if job is not None and job.done.set_running_or_notify_cancel():
            self._waiting.append(job)


_SAYS: dict[str, tuple[law.Key, str]] = {
    "loss": (law.LOSS_LIMIT, message("This wager would pass the player's loss limit.")),
    "deposited": (law.DEPOSIT_LIMIT, message("This payment would pass the deposit limit of the day.")),
    "voucher": (law.ONCE, message("This voucher is already used.")),
    "slip-voided": (law.ONCE, message("This slip is already void.")),
    "moved": (
        law.WITHIN_BOUNDS,
        message("This order would pass the most that one person moves in this way in a gaming day."),
    ),
}


def refusal_of(error: OverCount) -> Refusal:
    """The refusal for a counter that would pass its maximum."""
    kind = error.count.name.partition("/")[0]
    because, words = _SAYS.get(
        kind,
        (law.NEED_CLOSED, message("Another order was carried out first. Check the page, then give the order again.")),
    )
    return Refusal((because,), words)


def refusal_error(error: OverCount) -> Refused:
    """The same, to raise."""
    return Refused(refusal_of(error))


def _find_opened(stream: Stream, events: Iterable[Value]) -> Iterable[tuple[Stream, str]]:
    """The shuffles that events of a table open."""
    return ((stream, event.commitment) for event in events if isinstance(event, ShoeOpened))


class Floor:
    """A process's part of the floor."""

    def __init__(
        self,
        store: Store,
        carry_out: commands.CarryOut = decide,
        *,
        due: Due = lambda *_: (),
        reactions: Iterable[follow.Reaction] = (),
        clock: Clock = system_clock,
        seed: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.store, self.clock, self.seed, self.due = store, clock, seed, due
        self.carry_out = carry_out
        """How an order is decided, with all that is checked first."""
        self.tables: dict[Stream, commands.FloorTable] = {}
        self.secrets = commands.Secrets(store)
        self.follower = follow.Follower(store)
        self.follower.projections += (store.advance, self._follow)
        self.leader = follow.Leader(store)
        self.reactions = follow.Reactions(store, self.write, self.leader, reactions)
        self.follower.projections.append(self.reactions.see)
        self.turn_nanoseconds: deque[int] = deque(maxlen=MEASURED)
        """The time under the lock for each order, in the last turns to write."""
        self._unfolded: dict[Stream, list[Stored]] = {}
        """What others wrote at tables; it is folded when a table is next looked at."""
        self._fold_lock = threading.RLock()
        self._loading = tuple(threading.Lock() for _ in range(LOADING))
        self._snapshot_lengths: dict[Stream, int] = {}
        self._queue = Queue()
        self._turn_lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._resuming = threading.Thread(target=self._resume, name="pitboss-resume", daemon=True)
        self._deciders = ThreadPoolExecutor(2, thread_name_prefix="pitboss-decider")
        self._listener: follow.Listener | None = None
        self._stopped = False
        self._next_look = 0.0
        self._has_resumed = False

    def start(self) -> "Floor":
        """Begin to take orders, and to follow what other processes write."""
        self.follower.look()
        if not self.store.is_sqlite:
            self._listener = follow.Listener(self.follower, self.reactions.note_failure).start()
        self._thread.start()
        self.reactions.start()
        return self

    def stop(self) -> None:
        """Finish what has been asked, then stop."""
        if not self._stopped:
            self.reactions.stop()
            self._stopped = True
            self._deciders.shutdown()
            self._queue.end()
            for thread in (self._thread, self._resuming):  # no connection is in use when the store is closed
                if thread.is_alive():
                    thread.join()
            if self._listener is not None:
                self._listener.stop()
            for stream in [
                s for s, floor_table in self.tables.items() if floor_table.state.length != self._snapshot_lengths.get(s)
            ]:
                self._keep(stream)
            self.leader.end()

    def submit(self, order: commands.Order) -> "Future[dict[str, Any]]":
        """Ask for an order to be carried out; the future holds its reply once it is durable."""
        job = self._job(order)
        if not job.stream.is_table:
            return self._submit_to_deciders(job)
        self._check_running()
        self._queue.put(job)
        return job.done

    def do(self, order: commands.Order, timeout: float = 30.0) -> dict[str, Any]:
        """Carry an order out and wait for it."""
        if self._thread.is_alive() or self._stopped:
            return self.submit(order).result(timeout)
        job = self._job(order)
        self._carry_out([job])  # no thread writes: a command of the terminal
        return job.done.result()

    def write(self, stream: Stream, decide: Callable[[commands.World], commands.Decision]) -> "Future[dict[str, Any]]":
        """Write what follows from the log, decided anew if a stream that it read has grown."""
        return self._submit_to_deciders(PendingWrite(stream, decide, Future()))

    @property
    def is_running(self) -> bool:
        """Whether orders are being carried out."""
        return self._thread.is_alive() and not self._stopped

    def table(self, stream: Stream) -> commands.FloorTable:
        """A table as this process knows it, read from the store the first time; others who ask meanwhile wait for it.

        A name that is no table gets an empty floor_table, which is not kept: invented names cost nothing afterwards.
        """
        floor_table = self.tables.get(stream)
        if floor_table is not None:
            if stream in self._unfolded:
                self._bring_up(floor_table)
            return floor_table
        if not self.store.head(stream).length:
            return commands.FloorTable(stream, secrets=self.secrets)
        with self._loading[hash(stream) % LOADING]:
            floor_table = self.tables.get(stream)
            if floor_table is None:
                floor_table = commands.FloorTable(stream, load_saved_table(self.store, stream), self.secrets)
                self._snapshot_lengths[stream] = floor_table.state.length
                self.tables[stream] = floor_table
                with self._fold_lock:  # what was written while it was read was handed to no table
                    floor_table.state = catch_up_table(self.store, stream, floor_table.state)
        return floor_table

    # The jobs that wait for their turn.

    def _job(self, order: commands.Order) -> PendingWrite:
        stream = order.command.stream(order.actor.operator)
        return PendingWrite(stream, lambda world: self.carry_out(world, order), Future(), order)

    def _check_running(self) -> None:
        if self._stopped:
            raise Stopped(message("The floor has stopped and takes no orders."))

    def _submit_to_deciders(self, job: PendingWrite) -> "Future[dict[str, Any]]":
        """Decide beside the writer what may take long, then let it wait for its turn."""
        self._check_running()
        self._deciders.submit(self._decide_apart, job)
        return job.done

    def _decide_apart(self, job: PendingWrite) -> None:
        try:
            made = self._decide_first(job)
            if isinstance(made, WriteResult):
                job.done.set_result(dict(made.reply))
            elif job.order is None and not made.write.changes_anything:
                job.done.set_result({})
            else:
                of = made.decision.stream or job.stream
                self._queue.put(job._replace(stream=of, made=made))
        except BaseException as error:  # the caller gets any error
            job.done.set_exception(error)

    # The writer.

    def _run(self) -> None:
        while (batch := self._queue.batch(TICK.total_seconds())) is not None:
            try:
                self._carry_out(batch)
                if time.monotonic() >= self._next_look:
                    self._look()
                self._keep_snapshot(batch)
            except Exception:
                log.exception("the writer goes on after an error")
                for job in batch:
                    if not job.done.done():
                        job.done.set_exception(
                            Stopped(message("The order was not carried out because of a fault. Give it again."))
                        )

    def _carry_out(self, batch: Iterable[PendingWrite]) -> None:
        ready: list[tuple[PendingWrite, MadeDecision]] = []
        for job in batch:
            try:
                made = job.made or self._decide_first(job)
            except Exception as error:
                job.done.set_exception(error)
                continue
            if isinstance(made, WriteResult):
                job.done.set_result(dict(made.reply))
            else:
                ready.append((job, made))
        if not ready:
            return
        try:
            with self._turn_lock, self.store.turn() as turn:
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

    def _decide_first(self, job: PendingWrite) -> MadeDecision | WriteResult:
        """Decide on what this process knows. A refusal holds only if nothing has grown since; what was done before
        under the same key is answered as it was then."""
        for tries in range(TRIES):
            world = self._world(job, is_fresh=tries > 0)
            try:
                return self._make_decision(job, world)
            except Refused:
                order = job.order
                if order is not None and order.key and self.store.reply(order.actor.operator, order.key) is not None:
                    return self.store.commit(order.write())  # refused if the key has served another command
                if tries == TRIES - 1 or not world.store.has_grown():
                    raise
        raise AssertionError("an order is decided or refused")

    def _decide_again(self, turn: WriteTurn, job: PendingWrite) -> tuple[MadeDecision | None, WriteResult | Exception]:
        """Decide again in the turn to write, when no other process can write."""
        try:
            made = self._make_decision(job, self._world(job, is_fresh=True))
        except Exception as error:  # the others of its turn are written all the same
            return None, error
        (result,) = turn.write([made.write])
        return made, refusal_error(result) if isinstance(result, OverCount) else result

    def _world(self, job: PendingWrite, *, is_fresh: bool) -> commands.World:
        known = commands.TrackedStore(self.store, is_fresh=is_fresh)
        floor_table = commands.FloorTable(job.stream)
        if job.stream.is_table:
            floor_table = self.table(job.stream)
            state = catch_up_table(self.store, job.stream, floor_table.state) if is_fresh else floor_table.state
            # A copy: what is read in a turn to write may not become durable, and a reader of the table meanwhile
            # brings it up to date.
            floor_table = replace(floor_table, state=state)
            known.lengths[job.stream] = floor_table.state.length
        return commands.World(floor_table, known, self.clock(), self.seed, self.table, self.carry_out)

    def _make_decision(self, job: PendingWrite, world: commands.World) -> MadeDecision:
        decision = job.decide(world)
        if decision.state is None and decision.stream is None and job.stream.is_table:
            decision = decision._replace(state=fold(decision.events, world.table.state))
        stream, order = decision.stream or job.stream, job.order
        person = decision.by or (order.actor.person if order is not None else "")
        appends = commands.appends_of(world, decision, stream, person)
        written = {append.stream for append in appends}
        shuffled: tuple[Shoe, ...] = ()
        if decision.shoes is not None:  # those that it makes and does not open
            known = {shoe.seed for shoe in world.table.shoes.every}
            shuffled = tuple(shoe for shoe in decision.shoes.every if shoe.seed not in known)
        write = order.write() if order is not None else Write(stream.operator)
        write = write._replace(
            appends=appends,
            entries=decision.entries,
            reply=dict(decision.reply),
            at=world.at,
            reads=tuple((of, length) for of, length in world.store.lengths.items() if of not in written),
            balances=tuple(world.store.balances_read.items()),
            counts=decision.counts,
            personal_records=decision.personal_records,
            cursor=decision.cursor,
            secrets=(*decision.secrets, *(Secret(stream, s.commitment, commands.write_secret(s)) for s in shuffled)),
            opened=(
                *decision.opened,
                *_find_opened(stream, decision.events),
                *(opened for of, events in decision.also for opened in _find_opened(of, events)),
            ),
        )
        return MadeDecision(world, decision, write, shuffled)

    def _finish(self, job: PendingWrite, made: MadeDecision, result: WriteResult | Exception) -> None:
        if isinstance(result, Exception):
            job.done.set_exception(result)
            return
        if not result.again:
            decision, stream = made.decision, made.world.table.stream
            for shoe in made.shuffled:
                self.secrets.add(stream, shoe)
            if decision.state is not None and result.stored:
                with self._fold_lock:
                    floor_table = self.tables.setdefault(stream, commands.FloorTable(stream, secrets=self.secrets))
                    if decision.state.length > floor_table.state.length:
                        floor_table.state = decision.state
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
            floor_table = self.tables.get(stream)
            if floor_table is None and events[0].number == 1:
                self.table(stream)
            elif floor_table is not None and floor_table.state.length < events[-1].number:
                with self._fold_lock:
                    behind = self._unfolded.setdefault(stream, [])
                    behind += events
                    if len(behind) > EVERY:  # they are read again from the store
                        del behind[:-1]

    def _bring_up(self, floor_table: commands.FloorTable) -> None:
        """Fold what others wrote at a table."""
        with self._fold_lock:
            state = floor_table.state
            # What this process wrote between them is in the state, and not among them.
            new = [each for each in self._unfolded.pop(floor_table.stream, ()) if each.number > state.length]
            if new and [each.number for each in new] == [*range(state.length + 1, state.length + 1 + len(new))]:
                floor_table.state = fold((read_event(each) for each in new), state)
            elif new:
                floor_table.state = catch_up_table(self.store, floor_table.stream, state)

    def _look(self) -> None:
        """Look for what another process wrote to an embedded store; order what is due at the tables."""
        self._next_look = time.monotonic() + TICK.total_seconds()
        if self.store.is_sqlite:
            self.follower.look()
        if not self._has_resumed:
            self._has_resumed = True
            self._resuming.start()
        if self.leader.leads():
            now = self.clock()
            for stream in list(self.tables):
                for order in self.due(stream, self.table(stream).state, now):
                    self.submit(order)

    def _resume(self) -> None:
        """Read every table that the store has, beside the writer, so that what falls due there is done."""
        for stream in self.store.streams(kind="table"):
            if not self._stopped:
                with suppress(Exception):  # an order at that table is told what is wrong with it
                    self.table(stream)

    def _keep_snapshot(self, batch: Iterable[PendingWrite]) -> None:
        """Keep one of the tables of a batch, the one that has gone on the longest, if it has gone on for long."""
        ahead = {
            job.stream: floor_table.state.length - self._snapshot_lengths.get(job.stream, 0)
            for job in batch
            if (floor_table := self.tables.get(job.stream)) is not None
        }
        stream = max(ahead, key=ahead.__getitem__, default=None)
        if stream is not None and ahead[stream] >= EVERY:
            self._keep(stream)

    def _keep(self, stream: Stream) -> None:
        state = self.tables[stream].state
        save_table(self.store, stream, state)
        self._snapshot_lengths[stream] = state.length
