"""The process that serves: connections that are slow, idle or too many are cut off, wherever they come from; nothing
holds up the people at a table; logs are lines of JSON."""

import asyncio
import gc
import json
import logging
import sys
from datetime import UTC, datetime
from traceback import extract_tb
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss.web.limits import RequestLimits

SPARE = 256
"""How many files a process has open besides its connections."""
SWITCH_SECONDS = 0.0005
"""How long a thread may keep the others waiting: one that draws a page gives way to one that answers an order."""
ENDING_SECONDS = 3
"""How long requests that are being answered may take when the server ends. A stream ends at once, or after the pause
between two of its numbers."""
YOUNG, OLDER, NEVER = 1_000, 10, 1_000_000
"""After how many new objects the young are looked through, after how many such looks the older, and after how many of
those everything."""
FIELDS = ("method", "route", "status", "ms", "command", "outcome")
"""What a line of the log may hold besides its time, level and words, so that nothing else can slip in. A request is
logged by the pattern of its route, never by its address or body: no name, no secret, no card."""


if sys.platform != "win32":
    import resource


def _room_for(connections: int) -> int:
    """Raise the right of the process to open files as far as it goes; how many connections it leaves room for."""
    if sys.platform == "win32":  # which sets files no such limit
        return connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return connections if soft == resource.RLIM_INFINITY else max(1, min(connections, soft - SPARE))


def configure(app: Any, limits: RequestLimits, **more: Any) -> uvicorn.Config:
    """A server for an application, within limits. It has no websockets: pages follow their tables by streams."""

    class Protocol(DeadlineProtocol):
        header_seconds, send_seconds = limits.header_seconds, limits.send_seconds

    room = _room_for(limits.connections)
    return uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        limit_concurrency=room,
        timeout_keep_alive=max(1, round(limits.idle_seconds)),
        timeout_graceful_shutdown=ENDING_SECONDS,
        h11_max_incomplete_event_size=limits.header_bytes,
        log_config=None,
        access_log=False,
        **more,
    )


class DeadlineProtocol(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time, though a byte comes now and then,
    or if the client does not read what is sent.

    The time of a head runs from the connection, or from the first byte of the next request; what lies between two
    requests is the server's own idle time.
    """

    header_seconds: float
    send_seconds: float
    _timer: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what came; a head that is still not whole is waited for from its first byte on."""
        before = self.cycle
        super().data_received(data)
        if self.cycle is not before:
            self._stop()
        elif self.cycle is None or self.cycle.response_complete:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop both timers."""
        self._stop()
        self._read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Give a client that does not read what is sent some time to do so."""
        super().pause_writing()
        self._read()
        self._unread = self.loop.call_later(self.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads again: stop the timer."""
        self._read()
        super().resume_writing()

    def _read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self.header_seconds, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def make_ready() -> None:
    """Let threads take turns quickly, and look through the books and the tables, which stay, for the last time.

    To look through all that a floor has in memory takes a tenth of a second in which no request is answered, and Python
    would do it every few seconds. What no longer hangs together is nearly always young; for the rest once a day is
    enough.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    look_through()
    gc.freeze()
    gc.set_threshold(YOUNG, OLDER, NEVER)


def look_through(_: object = None) -> None:
    """Look through everything once."""
    gc.collect()


class JsonFormatter(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; of an error its kind and where it was raised, not its words, which may quote input."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            where = [f"{at.filename}:{at.lineno} {at.name}" for at in extract_tb(record.exc_info[2], limit=-6)]
            line |= {"error": record.exc_info[0].__name__, "where": where}
        return json.dumps(line, ensure_ascii=False)


def log_as_data(level: int) -> None:
    """Send every log of the process to the error stream as data."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
