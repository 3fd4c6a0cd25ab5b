"""Signs the gaming days that have ended, once each."""

from datetime import date, datetime, timedelta

from pitboss.floor.service.clock import gaming_day, stamp
from pitboss.floor.store import Store
from pitboss.floor.store.checkpoint import Checkpoint, last_checkpoint, sign_day
from pitboss.floor.store.signing import Signer


def sign_ended_day(store: Store, signer: Signer, now: datetime) -> list[Checkpoint]:
    """Sign the gaming day that ended last, for every operator that has not signed it; says what was signed.

    A day on which nobody asked is covered by the next checkpoint: it signs everything up to its own moment.
    """
    return [sign_day(store, signer, operator, _ended(now), stamp(now)) for operator in ended_unsigned(store, now)]


def ended_unsigned(store: Store, now: datetime) -> list[str]:
    """The operators that have not signed the gaming day that ended last."""
    operators = sorted({stream.operator for stream in store.streams()})
    with store.reading() as connection:
        days = {operator: last_checkpoint(connection, operator) for operator in operators}
    return [operator for operator, day in days.items() if day is None or day.day < _ended(now)]


def _ended(now: datetime) -> str:
    """The gaming day that ended last."""
    return (date.fromisoformat(gaming_day(now)) - timedelta(days=1)).isoformat()
