"""Tries to sign in: a name is locked after three failures in half an hour, whichever server process was asked.

A try counts as failed from before its password is looked at until that turns out right: a hundred tries at once are
no more than three.
"""

import hashlib
import json
from datetime import datetime, timedelta

from sqlalchemy import delete, select

from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.floor.store import Store, schema
from pitboss.floor.store.batch import upsert

FAILURES, WINDOW = 3, timedelta(minutes=30)


class Tries:
    """The tries that a store remembers."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def begin(self, operator: str, name: str, now: datetime) -> bool:
        """Note a try as failed; False if the name is locked, which a try then does not make longer."""
        table, who = schema.tries, _digest(operator, name)
        with self.store.writing() as connection:
            found = connection.execute(select(table.c.times).where(table.c.who == who)).scalar()
            times = [parse_stamp(at) for at in json.loads(found or "[]")]
            if len(times) >= FAILURES and now - times[-1] < WINDOW:
                return False
            recent = [*(at for at in times if now - at < WINDOW), now][-FAILURES:]
            row = {"who": who, "times": json.dumps([stamp(at) for at in recent]), "last": stamp(now)}
            connection.execute(delete(table).where(table.c.last <= stamp(now - WINDOW)))
            upsert(connection, table, [row])
        return True

    def forgive(self, operator: str, name: str) -> None:
        """Forget the failures of a name."""
        with self.store.writing() as connection:
            connection.execute(delete(schema.tries).where(schema.tries.c.who == _digest(operator, name)))


def _digest(operator: str, name: str) -> str:
    return hashlib.sha256(json.dumps([operator, name]).encode()).hexdigest()
