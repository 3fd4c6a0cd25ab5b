"""The server: connections that are slow, idle or too many are cut off, whoever they come from."""

import asyncio
import resource
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pitboss.web.limits import Limits

SPARE = 256
"""How many files a process has open besides its connections."""


def configure(app: Any, limits: Limits, **more: Any) -> uvicorn.Config:
    """A server for an application, within limits. It has no websockets: pages follow their tables by streams."""

    class Protocol(Impatient):
        header_seconds, send_seconds = limits.header_seconds, limits.send_seconds

    return uvicorn.Config(
        app,
        http=Protocol,
        ws="none",
        limit_concurrency=_room(limits.connections),
        timeout_keep_alive=max(1, round(limits.idle_seconds)),
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=limits.header_bytes,
        log_config=None,
        access_log=False,
        **more,
    )


def _room(connections: int) -> int:
    """How many connections the process may have, its right to open files being raised as far as it goes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + SPARE
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return connections if soft == resource.RLIM_INFINITY else max(1, min(connections, soft - SPARE))


class Impatient(H11Protocol):
    """A connection that is closed if the head of a request does not arrive in time, though a byte comes now and then,
    or if nobody reads what is sent.

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
        """Wait no longer."""
        self._stop()
        self._read()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Give whoever does not read what is sent some time to do so."""
        super().pause_writing()
        self._read()
        self._unread = self.loop.call_later(self.send_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        """Go on: it was read."""
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
