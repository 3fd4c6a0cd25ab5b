"""Errands: an order for a table that another process writes is handed to that process, and its answer brought back.

Both go through the database that the processes share anyway, as notes which PostgreSQL carries to whoever listens:
nobody needs an address, a port or a secret for it, and whoever can send a note could write the store itself. A note
that is lost loses nothing. Whoever waited in vain gives the order again under its key, and it is done once.
"""

import hashlib
import json
import logging
import queue
import secrets
import threading
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.service.outcomes import raised, written
from pitboss.floor.service.turns import Stopped
from pitboss.floor.store import Stream
from pitboss.play.codec import decode, encode
from pitboss.value import Value, log_name

log = logging.getLogger("pitboss.floor")

PART = 6_000
"""How much of a message one note carries: PostgreSQL takes less than 8,000 bytes."""
KEPT = 1_000
"""How many messages may lie here unfinished; the oldest of more is given up."""
_NOTE = text("SELECT pg_notify(:channel, :part)")
_QUICK = text("SET synchronous_commit = off")


def channel_of(holder: str) -> str:
    """The channel on which a process hears what is meant for it; the name of one has a most, and a holder's none."""
    return f"pitboss {hashlib.sha256(holder.encode()).hexdigest()[:32]}"


class Waiting(Value, gc=True):
    """An errand whose answer is awaited."""

    stream: Stream
    done: "Future[dict[str, Any]]"


class Errands:
    """The errands of one process, those that it sends and those that it runs for others."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.kinds = {log_name(kind): kind for kind in floor.handlers}
        self._waiting: dict[str, Waiting] = {}
        self._parts: dict[str, dict[int, str]] = {}
        self._answers: deque[dict[str, Any]] = deque()
        self._out: queue.SimpleQueue[tuple[str, Mapping[str, Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="pitboss-errands", daemon=True)

    def start(self) -> "Errands":
        """Begin to send what is to be sent."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Send what is still to be sent, and give up what is awaited."""
        self._out.put(None)
        self._thread.join()
        for each in tuple(self._waiting.values()):
            if each.done.set_running_or_notify_cancel():
                each.done.set_exception(Stopped("The order was not carried out."))

    def send(self, order: Order, holder: str) -> "Future[dict[str, Any]]":
        """Hand an order to the process that writes its table; the future holds the answer."""
        name = secrets.token_hex(8)
        done: Future[dict[str, Any]] = Future()
        self._waiting[name] = Waiting(Stream(order.actor.operator, f"table:{order.command.table}"), done)
        done.add_done_callback(lambda _: self._waiting.pop(name, None))
        asked = {"actor": encode(order.actor), "command": encode(order.command), "key": order.key}
        self._out.put((holder, {"errand": name, "from": self.floor.holder, "order": asked}))
        return done

    def heard(self, note: str) -> None:
        """Hear a note that is meant for this process."""
        name, number, total, part = note.split(" ", 3)
        parts = self._parts.setdefault(name, {})
        parts[int(number)] = part
        if len(parts) < int(total):
            while len(self._parts) > KEPT:
                self._parts.pop(next(iter(self._parts)))
            return
        del self._parts[name]
        message = json.loads("".join(parts[place] for place in sorted(parts)))
        if "order" in message:
            self._run_errand(message)
        else:
            self._answers.append(message)

    def tell(self) -> None:
        """Take the answers that were heard, once whatever was written before them is with the floor."""
        while self._answers:
            self._take(self._answers.popleft())

    def _run_errand(self, message: dict[str, Any]) -> None:
        """Carry out what another process asks; its answer goes back once it is durable."""
        answer = partial(self._answer, message["from"], message["errand"])
        asked = message["order"]
        try:
            kind = self.kinds[asked["command"]["type"]]
            order = Order(decode(Actor, asked["actor"]), decode(kind, asked["command"]), asked["key"])
            self.floor.submit(order).add_done_callback(answer)
        except Exception as error:
            failed: Future[dict[str, Any]] = Future()
            failed.set_exception(error)
            answer(failed)

    def _answer(self, to: str, errand: str, done: "Future[dict[str, Any]]") -> None:
        self._out.put((to, {"errand": errand, "outcome": written(done)}))

    def _take(self, message: dict[str, Any]) -> None:
        """Take an answer. Whoever waits for it hears of it once this process knows the table as it is by now."""
        waiting = self._waiting.get(message["errand"])
        if waiting is None or not waiting.done.set_running_or_notify_cancel():
            return

        def tell(_: "Future[None]") -> None:
            try:
                waiting.done.set_result(raised(message["outcome"]))
            except Exception as error:
                waiting.done.set_exception(error)

        self.floor.written_elsewhere(waiting.stream).add_done_callback(tell)

    def _run(self) -> None:
        line: Connection | None = None
        while (message := self._out.get()) is not None:
            try:
                line = line if line is not None else self._open()
                self._send(line, *message)
            except SQLAlchemyError:
                log.exception("a note was not sent")
                _close(line)
                line = None
        _close(line)

    def _open(self) -> Connection:
        """A connection for notes alone: none is lost that would be missed, so the disk is not waited for."""
        line = self.floor.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        line.execute(_QUICK)
        return line

    def _send(self, line: Connection, holder: str, message: Mapping[str, Any]) -> None:
        data = json.dumps(message)
        parts = [data[start : start + PART] for start in range(0, len(data), PART)]
        name = secrets.token_hex(8)
        for number, part in enumerate(parts):
            note = f"{name} {number} {len(parts)} {part}"
            line.execute(_NOTE, {"channel": channel_of(holder), "part": note})


def _close(line: Connection | None) -> None:
    """Give a connection up, and what was set for it with it."""
    if line is not None:
        with suppress(SQLAlchemyError):
            line.invalidate()
        line.close()
