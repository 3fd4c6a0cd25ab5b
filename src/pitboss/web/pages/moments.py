"""Times and amounts on the pages of the pit and the inspector: Sydney's time, day first."""

from datetime import date
from typing import Any

from pitboss.floor.service.clock import SYDNEY, parse_stamp
from pitboss.money import dollars
from pitboss.report.settlements import phrase


def when(at: str | None) -> str:
    """A time of the log on a screen: `16.11.2026 12:03:05`."""
    return f"{parse_stamp(at).astimezone(SYDNEY):%d.%m.%Y %H:%M:%S}" if at else ""


def clock(at: str | None) -> str:
    """A time of the log within the day: `12:03`."""
    return f"{parse_stamp(at).astimezone(SYDNEY):%H:%M}" if at else ""


def day(version: str) -> str:
    """The day from which rules are in force, as screens have it: `19.08.2024`."""
    return f"{date.fromisoformat(version):%d.%m.%Y}"


def shown(value: Any, name: str) -> str:
    """A value in a register: amounts as dollars, times as Sydney has them, lists in a line."""
    if value is None or value in ("", []):
        return ""
    if name.endswith("_cents") and isinstance(value, int):
        return dollars(value).replace("-", "\N{MINUS SIGN}")
    if name == "at" or name.endswith("_at"):
        return when(str(value))
    if isinstance(value, list | tuple):
        return "; ".join(str(part) for part in value)
    return str(value)


def parameter(path: str) -> str:
    """The path of a parameter as words: `Limits, ante, minimum`."""
    parts = [part.removesuffix("_cents").replace("_", " ") for part in path.split(".")]
    return phrase(", ".join(parts))
