"""The floor's clock, which a test can hold still, and the one reader of days and times that people write."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pitboss.messages import say

Clock = Callable[[], datetime]
"""Says what time it is, in UTC."""

SYDNEY = ZoneInfo("Australia/Sydney")
DAY_STARTS = timedelta(hours=6)
"""A gaming day begins at six in the morning, when the fewest people play."""

FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2199, 12, 31)
"""The first and the last day that a person may write."""


def system_clock() -> datetime:
    """The time of the machine."""
    return datetime.now(UTC)


class ManualClock:
    """A clock that only a test moves."""

    def __init__(self, at: datetime) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def advance(self, by: timedelta) -> None:
        """Let time pass."""
        self.at += by


def stamp(at: datetime) -> str:
    """A time as the log writes it: RFC 3339, UTC, microseconds."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def parse_stamp(text: str) -> datetime:
    """Read a time of the log."""
    return datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)


def told_time(at: str) -> str:
    """A time of the log in words for a person, in Sydney: `16.11.2026 12:03`."""
    return f"{parse_stamp(at).astimezone(SYDNEY):%d.%m.%Y %H:%M}"


def read_day(text: str) -> date:
    """Read a day that a person wrote, such as 2026-03-02. Days outside the range are refused: arithmetic with time
    zones fails at the ends of the calendar."""
    day = date.fromisoformat(text) if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else None
    if day is None or not FIRST_DAY <= day <= LAST_DAY:
        raise ValueError(say("There is no day {text}. Write a day as 2026-03-02.", text=text[:40]))
    return day


def read_time(text: str) -> datetime:
    """Read a time in Sydney that a person wrote, such as 2026-03-02T18:30; a day alone means its beginning."""
    day, clock = text[:10], text[10:]
    if not re.fullmatch(r"([T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?)?", clock):
        raise ValueError(say("There is no time {text}. Write a time as 2026-03-02T18:30.", text=text[:40]))
    return datetime.combine(read_day(day), time.fromisoformat(clock[1:]) if clock else time(), SYDNEY)


def read_stamp(text: str) -> datetime:
    """Read a time that a person wrote as the log writes times."""
    at = parse_stamp(text)
    read_day(at.date().isoformat())
    return at


def is_stamp(text: str) -> bool:
    """Say whether a text is a time as the log writes times."""
    try:
        return stamp(read_stamp(text)) == text
    except ValueError:
        return False


def gaming_day(at: datetime) -> str:
    """The gaming day that a moment belongs to, in Sydney."""
    return (at.astimezone(SYDNEY) - DAY_STARTS).date().isoformat()
