"""Measures of the floor for Prometheus, and a log line for each request. No label ever names a person."""

import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.floor.audit.upkeep import SelfCheck, Upkeep
from pitboss.floor.audit.verify import Verification
from pitboss.floor.operators import operators
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Stored, Stream
from pitboss.floor.tables.state import TableOpened, TableRoundEnded
from pitboss.value import log_name
from pitboss.web.api.table_data import rules_of

log = logging.getLogger("pitboss.api")
ROUND_ENDED, TABLE_OPENED = log_name(TableRoundEnded), log_name(TableOpened)
TURN_PARTS = (0.5, 0.99)
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
"""The methods that a measure names; a client may send any word, and all others are one."""


class Metrics:
    """The measures of one process."""

    def __init__(self, floor: Floor, upkeep: Upkeep | None = None) -> None:
        self.floor = floor
        self._games: dict[Stream, str] = {}
        self.registry = CollectorRegistry()
        counter, gauge = partial(Counter, registry=self.registry), partial(Gauge, registry=self.registry)
        seconds = partial(Histogram, buckets=_SECONDS, registry=self.registry)
        self.commands = counter("pitboss_commands_total", "Commands, by what became of them.", ("command", "outcome"))
        self.command_seconds = seconds(
            "pitboss_command_seconds", "From a command's arrival to its durable answer.", ("command",)
        )
        self.requests = counter("pitboss_http_requests_total", "Requests.", ("method", "route", "status"))
        self.request_seconds = seconds(
            "pitboss_http_request_seconds", "How long requests took to answer.", ("method", "route")
        )
        self.events = counter("pitboss_events_total", "Events on the log since the process began.")
        self.rounds = counter("pitboss_rounds_total", "Rounds that ended since the process began.", ("game",))
        self.self_check = gauge("pitboss_self_check_clean", "Whether the floor's last self-check found nothing.")
        self.self_checked_at = gauge("pitboss_self_check_timestamp_seconds", "When the floor last checked itself.")
        self.verified_clean = gauge(
            "pitboss_verification_clean", "Whether the last verification of the whole log found nothing."
        )
        self.verified_at = gauge(
            "pitboss_verification_timestamp_seconds", "When the whole log was last verified; 0 if it never was."
        )
        self.receipted_at = gauge(
            "pitboss_receipt_timestamp_seconds",
            "When the heads of all streams were last signed as receipts; 0 without a key.",
        )
        self.turn_seconds = gauge(
            "pitboss_turn_seconds", "The time under the lock for each command, in the last turns to write.", ("part",)
        )
        self.lag = gauge("pitboss_reaction_lag_events", "How many events a reaction has yet to read.", ("reaction",))
        self.stands_still = gauge(
            "pitboss_reaction_failed",
            "Whether a reaction stands still at an event that it fails on.",
            ("reaction",),
        )
        self.streams = gauge("pitboss_streams_open", "Streams that are being watched.")
        if upkeep is not None:
            self._measure_upkeep(upkeep)

    def _measure_upkeep(self, upkeep: Upkeep) -> None:
        """Measure the floor's checks of itself, and the last verification of the whole log by any server."""

        def note(checked: SelfCheck) -> None:
            self.self_check.set(int(checked.is_clean))
            self.self_checked_at.set(checked.at.timestamp())

        def verified() -> list[Verification]:
            return [each for name in operators() if (each := upkeep.verifications.last_whole(name)).ended_at]

        def least(times: Iterable[str]) -> float:
            return min((parse_stamp(at).timestamp() for at in times), default=0)

        self.verified_at.set_function(lambda: least(each.ended_at for each in verified()))
        self.verified_clean.set_function(lambda: min((float(bool(each.clean)) for each in verified()), default=0))
        self.receipted_at.set_function(lambda: least(each.at for each in upkeep.receipts.values()))
        upkeep.listeners.append(note)
        if upkeep.last is not None:
            note(upkeep.last)

    def count(self, page: Sequence[Stored]) -> None:
        """Count what is on the log."""
        self.events.inc(len(page))
        for stored in page:
            if stored.kind == TABLE_OPENED:
                self._games[stored.stream] = stored.data["game"]
            elif stored.kind == ROUND_ENDED:
                if stored.stream not in self._games:
                    rules = rules_of(self.floor.table(stored.stream))
                    self._games[stored.stream] = rules.game.name if rules is not None else ""
                self.rounds.labels(self._games[stored.stream]).inc()

    @contextmanager
    def time_command(self, command: str) -> Iterator[None]:
        """Measure a command."""
        start = time.perf_counter()
        outcome = "done"
        try:
            yield
        except BaseException as error:
            outcome = type(error).__name__
            raise
        finally:
            self.commands.labels(command, outcome).inc()
            self.command_seconds.labels(command).observe(time.perf_counter() - start)

    def text(self) -> bytes:
        """The measures as Prometheus reads them."""
        turns = sorted(self.floor.turn_nanoseconds)
        for part in TURN_PARTS:
            seconds = turns[int(part * (len(turns) - 1))] / 1e9 if turns else 0
            self.turn_seconds.labels(str(part)).set(seconds)
        for lag in self.floor.reactions.lags():
            self.lag.labels(lag.name).set(lag.events)
            self.stands_still.labels(lag.name).set(bool(lag.failure))
        return generate_latest(self.registry)


class MeasuringMiddleware:
    """Counts, times and logs every request by the pattern of its route, which names no person."""

    def __init__(self, app: ASGIApp, api: Any) -> None:
        self.app, self.api = app, api

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        start = time.perf_counter()
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, note)
        finally:
            seconds = time.perf_counter() - start
            route = getattr(scope.get("route"), "path", "")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self.api.metrics.requests.labels(method, route, status).inc()
            self.api.metrics.request_seconds.labels(method, route).observe(seconds)
            told = {"method": method, "route": route, "status": status, "ms": round(seconds * 1_000, 1)}
            log.info("request", extra=told)
