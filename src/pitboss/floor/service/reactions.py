"""Reactions: what follows from the log and is written itself (time at a table, and what else a document derives).

One process at a time runs them. A reaction reads the log in order, many events at a time; what it writes and how far
it has read become durable together. One that fails stops where it is, for all to see, and skips nothing.
"""

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from typing import Any, Protocol

from pitboss.floor.service.lock import Leader
from pitboss.floor.service.world import Decision, World
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.rows import Cursor
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

PAGE = 500
"""How many events a reaction takes at a time."""
APART = 5_000
"""How many events it may have read before its cursor is written though nothing followed from them."""
LOOK, AGAIN, GATHER = 0.5, 2.0, 0.1
"""How many seconds pass between looks at the log without word of it, after a failure, and while events gather."""
AT_HAND = 2_000
"""How many events that were told here are kept for the reactions."""


class Reaction(Protocol):
    """Something that follows from the log of one operator."""

    @property
    def name(self) -> str:
        """What its cursor is called; it never changes."""

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """What follows from the next events."""

    def forget(self) -> None:
        """Forget what was read before: another process reads on from here."""


Submit = Callable[[Stream, Callable[[World], Decision]], "Future[dict[str, Any]]"]


class Lag(Value):
    """How far a reaction is behind the log, and why it stands still if it does."""

    name: str
    events: int
    failure: str = ""


class Reactions:
    """The reactions of one process, run while it leads."""

    def __init__(self, store: Store, submit: Submit, leader: Leader, reactions: Iterable[Reaction]) -> None:
        self.store, self.submit, self.leader, self.reactions = store, submit, leader, tuple(reactions)
        self._read: dict[str, int] = {}
        self._written: dict[str, int] = {}
        self._failures: dict[str, str] = {}
        self._at_hand: deque[Stored] = deque(maxlen=AT_HAND)
        self._handing = threading.Lock()
        self._stop, self._news, self._one = threading.Event(), threading.Event(), threading.Lock()
        self._thread = threading.Thread(target=self._run, name="pitboss-reactions", daemon=True)

    def start(self) -> None:
        """Begin to react."""
        if self.reactions:
            self._thread.start()

    def stop(self) -> None:
        """Stop; the next process to lead reads on from the cursor."""
        self._stop.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join()

    def see(self, page: Sequence[Stored]) -> None:
        """Take the next events of the log; what this process has at hand it need not read."""
        if self.reactions:
            with self._handing:
                self._at_hand += page
            self._news.set()

    def lags(self) -> list[Lag]:
        """How far each reaction is behind."""
        found = []
        for operator in self.store.operators():
            last = self.store.last_position_of(operator)
            for reaction in self.reactions:
                name = f"{reaction.name}/{operator}"
                read = max(self._read.get(name, 0), self.store.cursor(name))
                found.append(Lag(name, max(0, last - read), self._failures.get(name, "")))
        return found

    def failures(self, operator: str) -> dict[str, str]:
        """The reactions of an operator that stand still here, each with the reason."""
        mine = f"/{operator}"
        return {name.removesuffix(mine): words for name, words in self._failures.items() if name.endswith(mine)}

    def react(self) -> None:
        """React to everything that is on the log."""
        with self._one:
            for reaction in self.reactions:
                for operator in self.store.operators():
                    name = f"{reaction.name}/{operator}"
                    try:
                        while self._react(reaction, operator, name):
                            pass
                        self._failures.pop(name, None)
                    except Exception as error:
                        log.exception("%s stands still", name)
                        self._failures[name] = f"{type(error).__name__}: {error}"
                        self._written.pop(name, None)  # another process may have moved the cursor: it is read again

    def _react(self, reaction: Reaction, operator: str, name: str) -> bool:
        """React to the next events; say whether there were any."""
        if name not in self._written:
            self._written[name] = self._read[name] = self.store.cursor(name)
        page = self._page(self._read[name], operator)
        if not page:
            return False
        was, position = self._written[name], page[-1].position
        is_written = False

        def decide(world: World) -> Decision:
            nonlocal is_written
            decision = reaction.decide(world, page)
            is_written = bool(decision.events or decision.also or decision.counts or decision.entries)
            is_written = is_written or position - was >= APART
            return decision._replace(cursor=Cursor(name, was, position)) if is_written else Decision()

        self.submit(Stream(operator, ""), decide).result()
        self._read[name] = position
        if is_written:
            self._written[name] = position
        return True

    def _page(self, after: int, operator: str) -> list[Stored]:
        """The next events of an operator: those that are at hand, or those that the store has."""
        with self._handing:
            first = self._at_hand[0].position if self._at_hand else 0
            at_hand = [stored for stored in self._at_hand if stored.position > after] if 0 < first <= after + 1 else []
        page = [stored for stored in at_hand if stored.stream.operator == operator][:PAGE]
        return page or ([] if at_hand else self.store.log(after=after, limit=PAGE, operator=operator))

    def _run(self) -> None:
        while not self._stop.is_set():
            self._news.wait(AGAIN if self._failures else LOOK)
            self._stop.wait(GATHER)
            self._news.clear()
            if not self._stop.is_set() and self.leader.leads():
                self.react()
            else:
                self._forget()

    def _forget(self) -> None:
        """Another process leads: it goes on from what is written."""
        with self._one:
            self._written.clear()
            self._read.clear()
            for reaction in self.reactions:
                reaction.forget()
