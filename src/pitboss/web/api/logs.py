"""Logs as data: a line of JSON for each thing, in fields that are listed here, so that nothing else can slip in.

A request is logged by the pattern of its route, never by its address or body: no name, no secret, no card.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

FIELDS = ("method", "route", "status", "ms", "command", "outcome")
"""What a line may hold besides its time, level and words."""


class AsData(logging.Formatter):
    """Writes a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record; of an error its kind and where it was raised, not its words, which may quote input."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": at,
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line |= {"error": record.exc_info[0].__name__, "where": _where(record)}
        return json.dumps(line, ensure_ascii=False)


def _where(record: logging.LogRecord) -> list[str]:
    trace = record.exc_info[2] if record.exc_info else None
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places[-6:]


def log_as_data(level: int) -> None:
    """Send every log of the process to the error stream as data."""
    handler = logging.StreamHandler()
    handler.setFormatter(AsData())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
