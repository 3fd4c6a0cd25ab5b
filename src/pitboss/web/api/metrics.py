"""What the floor measures of itself, for Prometheus. No label ever names a person."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Stored, Stream
from pitboss.floor.tables.events import RoundEnded, TableOpened
from pitboss.value import log_name
from pitboss.web.api.show import rules_of

ROUND_ENDED, TABLE_OPENED = log_name(RoundEnded), log_name(TableOpened)
TURN_PARTS = (0.5, 0.99)
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """The measures of one process."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self._games: dict[Stream, str] = {}
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "pitboss_commands_total",
            "Commands, by what became of them.",
            ("command", "outcome"),
            registry=self.registry,
        )
        self.command_seconds = Histogram(
            "pitboss_command_seconds",
            "From a command's arrival to its durable answer.",
            ("command",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.requests = Counter(
            "pitboss_http_requests_total", "Requests.", ("method", "route", "status"), registry=self.registry
        )
        self.request_seconds = Histogram(
            "pitboss_http_request_seconds",
            "How long requests took to answer.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.events = Counter(
            "pitboss_events_total", "Events on the log since the process began.", registry=self.registry
        )
        self.rounds = Counter(
            "pitboss_rounds_total",
            "Rounds that ended since the process began.",
            ("game",),
            registry=self.registry,
        )
        self.self_check = Gauge(
            "pitboss_self_check_clean",
            "Whether the floor's last self-check found nothing.",
            registry=self.registry,
        )
        self.self_checked_at = Gauge(
            "pitboss_self_check_timestamp_seconds", "When the floor last checked itself.", registry=self.registry
        )
        self.verified_clean = Gauge(
            "pitboss_verification_clean",
            "Whether the last verification of the whole log found nothing.",
            registry=self.registry,
        )
        self.verified_at = Gauge(
            "pitboss_verification_timestamp_seconds",
            "When the whole log was last verified; 0 if it never was.",
            registry=self.registry,
        )
        self.receipted_at = Gauge(
            "pitboss_receipt_timestamp_seconds",
            "When the heads of all streams were last signed as receipts; 0 without a key.",
            registry=self.registry,
        )
        self.turn_seconds = Gauge(
            "pitboss_turn_seconds",
            "The time under the lock for each command, in the last turns to write.",
            ("part",),
            registry=self.registry,
        )
        self.lag = Gauge(
            "pitboss_reaction_lag_events",
            "How many events a reaction has yet to read.",
            ("reaction",),
            registry=self.registry,
        )
        self.stands_still = Gauge(
            "pitboss_reaction_failed",
            "Whether a reaction stands still at an event that it fails on.",
            ("reaction",),
            registry=self.registry,
        )
        self.streams = Gauge("pitboss_streams_open", "Streams that are being watched.", registry=self.registry)

    def count(self, page: Sequence[Stored]) -> None:
        """Count what is on the log."""
        self.events.inc(len(page))
        for stored in page:
            if stored.kind == TABLE_OPENED:
                self._games[stored.stream] = stored.data["game"]
            elif stored.kind == ROUND_ENDED:
                if stored.stream not in self._games:
                    rules = rules_of(self.floor.desk(stored.stream))
                    self._games[stored.stream] = rules.game.name if rules is not None else ""
                self.rounds.labels(self._games[stored.stream]).inc()

    @contextmanager
    def timed(self, command: str) -> Iterator[None]:
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
