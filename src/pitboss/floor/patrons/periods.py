"""The periods of limits, and the counters that two tables share so that they cannot spend the same limit.

A day is a calendar day in Sydney, as the deposit limit has it; a week begins on Monday, a month on its first day.
"""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from pitboss.floor.service.clock import SYDNEY
from pitboss.floor.store.rows import Stream
from pitboss.value import Value

DAY, WEEK, MONTH = "day", "week", "month"
PERIODS = (DAY, WEEK, MONTH)
WAIT = timedelta(hours=24)
"""How long a higher limit takes before it holds."""


class Limit(Value):
    """A limit of so many cents (None: no limit) that holds from a moment on."""

    cents: int | None
    holds_from: str


Limits = Mapping[str, tuple[Limit, ...]]
"""For each period the limit that holds and the one that is to come."""


def calendar_day(at: datetime) -> date:
    """The calendar day of a moment, in Sydney."""
    return at.astimezone(SYDNEY).date()


def begins(period: str, day: date) -> date:
    """The first day of the period that a day lies in."""
    if period == WEEK:
        return day - timedelta(days=day.weekday())
    return day.replace(day=1) if period == MONTH else day


def loss_counter(operator: str, patron: str, period: str, day: date) -> str:
    """The counter of what a patron has lost in a period, what is at stake included."""
    return f"loss/{operator}/{patron}/{period}/{begins(period, day)}"


def deposit_counter(operator: str, patron: str, day: date) -> str:
    """The counter of what a patron has paid in from outside on a day."""
    return f"deposited/{operator}/{patron}/{day}"


def patron_stream(operator: str, patron: str) -> Stream:
    """The stream of a patron."""
    return Stream(operator, f"patron:{patron}")


def holding(limits: tuple[Limit, ...], at: str) -> int | None:
    """The limit that holds at a moment; None if there is none."""
    held = [limit for limit in limits if limit.holds_from <= at]
    return held[-1].cents if held else None


def is_lower(new: int | None, old: int | None) -> bool:
    """Say whether a limit is tighter than another, or as tight."""
    return old is None or (new is not None and new <= old)


def with_limit(limits: tuple[Limit, ...], new: Limit, at: str) -> tuple[Limit, ...]:
    """Limits once a new one is set: one that holds at once stands alone, a later one leaves what holds until then."""
    if new.holds_from <= at:
        return (new,)
    held = [limit for limit in limits if limit.holds_from <= at][-1:]
    return (*held, new)
