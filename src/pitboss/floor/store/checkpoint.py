"""A checkpoint for each gaming day: it signs how far every stream of an operator goes, its head, and every balance.

Checkpoints are chained too. Whoever changes the log up to a checkpoint would have to sign it again, and the key is not
in the store.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select

from pitboss.floor.store import schema
from pitboss.floor.store.chain import canonical
from pitboss.floor.store.rows import GENESIS, Head, StoreError, Stream
from pitboss.floor.store.signing import Signer, Verifier
from pitboss.floor.store.store import Store
from pitboss.ledger.book import Balance


class Checkpoint(NamedTuple):
    """An operator's part of the store at the end of a gaming day."""

    operator: str
    day: str
    position: int
    """The last place in the whole log that it looked at."""
    heads: Mapping[Stream, Head]
    balances: Mapping[str, Balance]
    at: str
    previous: str
    hash: str
    signature: str

    @property
    def name(self) -> str:
        """What a report calls it."""
        return f"{self.operator} {self.day}"


class NotSigned(StoreError):
    """A checkpoint that is not made."""


def sign_day(store: Store, signer: Signer, operator: str, day: str, at: str) -> Checkpoint:
    """Sign an operator's streams and balances as they are; a day is signed once, and days follow each other."""
    table = schema.checkpoints
    with store.writing() as connection:
        last = _last(connection, operator)
        if last is not None and last.day >= day:
            raise NotSigned(f"{operator} has signed {last.day} already")
        row: dict[str, Any] = {
            "operator": operator,
            "day": day,
            "position": connection.execute(select(func.max(schema.events.c.position))).scalar() or 0,
            "heads": canonical(_heads(connection, operator)),
            "balances": canonical(_balances(connection, operator)),
            "at": at,
            "previous": last.hash if last is not None else GENESIS,
        }
        row["hash"] = checkpoint_hash(row)
        row["signature"] = signer.sign(row["hash"])
        connection.execute(table.insert().values(**row))
        made = connection.execute(select(table).where(table.c.operator == operator, table.c.day == day)).one()
    return _checkpoint(made)


def _last(connection: Connection, operator: str) -> Row[Any] | None:
    table = schema.checkpoints
    query = select(table).where(table.c.operator == operator).order_by(table.c.day.desc()).limit(1)
    return connection.execute(query).first()


def _heads(connection: Connection, operator: str) -> dict[str, list[Any]]:
    table = schema.heads
    rows = connection.execute(select(table.c.stream, table.c.length, table.c.hash).where(table.c.operator == operator))
    return {row.stream: [row.length, row.hash] for row in rows}


def _balances(connection: Connection, operator: str) -> dict[str, list[int]]:
    table = schema.accounts
    query = select(table.c.name, table.c.into, table.c.out, table.c.held).where(table.c.operator == operator)
    return {name: [into, out, held] for name, into, out, held in connection.execute(query)}


def checkpoint_hash(row: Mapping[Any, Any]) -> str:
    """The hash of a checkpoint: what it says, as the store keeps it."""
    fields = ("operator", "day", "position", "heads", "balances", "at", "previous")
    return hashlib.sha256(canonical([row[name] for name in fields]).encode()).hexdigest()


def checkpoints(connection: Connection, operator: str = "") -> list[Checkpoint]:
    """The checkpoints there are, of one operator or of all, day by day."""
    table = schema.checkpoints
    query = select(table).order_by(table.c.operator, table.c.day)
    if operator:
        query = query.where(table.c.operator == operator)
    return [_checkpoint(row) for row in connection.execute(query)]


def last_checkpoint(connection: Connection, operator: str) -> Checkpoint | None:
    """The newest checkpoint of an operator."""
    row = _last(connection, operator)
    return None if row is None else _checkpoint(row)


def _checkpoint(row: Row[Any]) -> Checkpoint:
    return Checkpoint(
        row.operator,
        row.day,
        row.position,
        {Stream(row.operator, stream): Head(*head) for stream, head in json.loads(row.heads).items()},
        {name: Balance(*sums) for name, sums in json.loads(row.balances).items()},
        row.at,
        row.previous,
        row.hash,
        row.signature,
    )


def first_unsound(connection: Connection, verifier: Verifier | None, operator: str) -> tuple[str, str] | None:
    """The first of an operator's checkpoints that does not hold, and what is wrong with it; none if all do."""
    table = schema.checkpoints
    previous = GENESIS
    query = select(table).where(table.c.operator == operator).order_by(table.c.day)
    for row in connection.execute(query).mappings():
        words = "" if row["previous"] == previous else "it does not follow the checkpoint before it"
        words = words or _unsound(row, verifier)
        if words:
            return f"{operator} {row['day']}", words
        previous = row["hash"]
    return None


def last_unsound(connection: Connection, verifier: Verifier | None, operator: str) -> tuple[str, str] | None:
    """An operator's last checkpoint if it does not hold by itself, and what is wrong with it."""
    row = _last(connection, operator)
    words = _unsound(row._mapping, verifier) if row is not None else ""
    return (f"{operator} {row.day}", words) if row is not None and words else None


def _unsound(row: Mapping[Any, Any], verifier: Verifier | None) -> str:
    """What is wrong with a checkpoint; without a verifier its signature is not looked at."""
    if row["hash"] != checkpoint_hash(row):
        return "it is not as it was written"
    if verifier is not None and not verifier.holds(row["hash"], row["signature"]):
        return "it was not signed with this key"
    return ""
