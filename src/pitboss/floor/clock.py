"""The floor's clock, which a test can hold still."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

Clock = Callable[[], datetime]
"""Says what time it is, in UTC."""

SYDNEY = ZoneInfo("Australia/Sydney")
DAY_STARTS = timedelta(hours=6)
"""A gaming day begins at six in the morning, when the fewest people play."""


def system_clock() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


class HeldClock:
    """A clock that moves only when it is told to."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def forward(self, by: timedelta) -> None:
        """Let time pass."""
        self.at += by


def stamp(at: datetime) -> str:
    """A time as the log writes it: RFC 3339, UTC, microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_stamp(text: str) -> datetime:
    """Read a time of the log."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def gaming_day(at: datetime) -> str:
    """The gaming day that a moment belongs to, in Sydney."""
    return (at.astimezone(SYDNEY) - DAY_STARTS).date().isoformat()
