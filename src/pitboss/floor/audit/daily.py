"""Signs the gaming days that have ended, once each."""

from datetime import date, datetime, timedelta

from pitboss.floor.clock import gaming_day, stamp
from pitboss.floor.store import Store
from pitboss.floor.store.checkpoint import Checkpoint, last_checkpoint, sign_day
from pitboss.floor.store.signing import Signer


def sign_ended_day(store: Store, signer: Signer, now: datetime) -> list[Checkpoint]:
    """Sign the gaming day that ended last, for every operator that has not signed it; says what was signed.

    A day on which nobody asked is covered by the next checkpoint: it signs everything up to its own moment.
    """
    ended = (date.fromisoformat(gaming_day(now)) - timedelta(days=1)).isoformat()
    with store.reading() as connection:
        last = {
            operator: last_checkpoint(connection, operator)
            for operator in sorted({stream.operator for stream in store.streams()})
        }
    due = [operator for operator, day in last.items() if day is None or day.day < ended]
    return [sign_day(store, signer, operator, ended, stamp(now)) for operator in due]
