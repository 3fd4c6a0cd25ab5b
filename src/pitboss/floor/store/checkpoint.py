"""A checkpoint for each gaming day: it signs how far every stream of an operator goes, its head, and every balance.

Checkpoints are numbered and chained too. A person who changes the log before a checkpoint would have to sign it again,
and the key is not in the store. The record of how many days it signed is not there either, so no day can be removed
unseen.

A snapshot is the state of a stream at a length, so that not all of it need be read again: it only saves time. It
names the code that folded it; when any of that has changed it is passed over. A server that has the key signs its
snapshots and passes over others. When a day is signed the snapshots of that moment are kept for it too.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Row, bindparam, func, select

import pitboss
from pitboss.floor.store import schema, write_turn
from pitboss.floor.store.rows import (
    GENESIS,
    StoreError,
    Stream,
    StreamHead,
    canonical,
    command_hash,
    event_hash,
    transfer_hash,
)
from pitboss.floor.store.signing import LastSigned, Signer, Verifier
from pitboss.floor.store.store import Store
from pitboss.ledger import Balance
from pitboss.value import Value


class Checkpoint(Value):
    """An operator's part of the store at the end of a gaming day."""

    operator: str
    day: str
    position: int
    """The last place in the whole log that it looked at."""
    heads: Mapping[Stream, StreamHead]
    balances: Mapping[str, Balance]
    at: str
    previous: str
    hash: str
    signature: str
    number: int = 0
    """Its place among the operator's days, from 1 on; 0 where an older program signed it and did not say."""

    @property
    def name(self) -> str:
        """Its name in reports."""
        return f"{self.operator} {self.day}"


class NotSigned(StoreError):
    """A checkpoint that cannot be made."""


class LogNotContinued(StoreError):
    """The log does not continue what was signed before, so nothing is signed."""


def sign_day(store: Store, signer: Signer, operator: str, day: str, at: str) -> Checkpoint:
    """Sign an operator's streams and balances as they are; a day is signed once, and days follow each other.

    Nothing is signed that does not continue the last day: the days are those of the record beside the key, and the log
    leads to every head that the last of them signed.
    """
    table = schema.checkpoints
    with store.reading() as connection:
        last_day = check_continued(connection, signer, operator)
    with store.writing() as connection:
        last = _read_last(connection, operator)
        if last is not None and last.day >= day:
            raise NotSigned(f"{operator} has signed {last.day} already")
        if (last.hash if last is not None else "") != (last_day.hash if last_day is not None else ""):
            raise NotSigned(f"another process has just signed a day of {operator}")
        heads, accounts = schema.heads.c, schema.accounts.c
        lengths = select(heads.stream, heads.length, heads.hash).where(heads.operator == operator)
        balances = select(accounts.name, accounts.into, accounts.out, accounts.held).where(
            accounts.operator == operator
        )
        row: dict[str, Any] = {
            "operator": operator,
            "day": day,
            "position": connection.execute(select(func.max(schema.events.c.position))).scalar() or 0,
            "heads": canonical({stream: head for stream, *head in connection.execute(lengths)}),
            "balances": canonical({name: balance for name, *balance in connection.execute(balances)}),
            "at": at,
            "number": count_days(connection, operator) + 1,
            "previous": last.hash if last is not None else GENESIS,
        }
        row["hash"] = checkpoint_hash(row)
        row["signature"] = signer.sign(row["hash"])
        connection.execute(table.insert().values(**row))
        keep_for_day(connection, operator)
        made = connection.execute(select(table).where(table.c.operator == operator, table.c.day == day)).one()
    signer.record.keep(operator, row["number"], row["hash"])
    return _checkpoint(made)


def check_continued(connection: Connection, signer: Signer, operator: str) -> Checkpoint | None:
    """An operator's last signed day, once it is sure that the log continues it."""
    if words := explain_break(connection, signer.verifier, operator):
        raise LogNotContinued(f"{operator}: {words}")
    last = last_checkpoint(connection, operator)
    if last is not None and (words := find_missing_head(connection, last.heads)):
        raise LogNotContinued(f"{last.name}: {words}")
    return last


def _read_last(connection: Connection, operator: str) -> Row[Any] | None:
    table = schema.checkpoints
    query = select(table).where(table.c.operator == operator).order_by(table.c.day.desc()).limit(1)
    return connection.execute(query).first()


def checkpoint_hash(row: Mapping[Any, Any]) -> str:
    """The hash of a checkpoint: what it says, as the store keeps it."""
    fields: tuple[str, ...] = ("operator", "day", "position", "heads", "balances", "at", "previous")
    fields += ("number",) if row["number"] else ()  # an older program had none
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
    row = _read_last(connection, operator)
    return None if row is None else _checkpoint(row)


def _checkpoint(row: Row[Any]) -> Checkpoint:
    return Checkpoint(
        row.operator,
        row.day,
        row.position,
        {Stream(row.operator, stream): StreamHead(*head) for stream, head in json.loads(row.heads).items()},
        {name: Balance(*sums) for name, sums in json.loads(row.balances).items()},
        row.at,
        row.previous,
        row.hash,
        row.signature,
        row.number,
    )


def find_first_fault(connection: Connection, verifier: Verifier | None, operator: str) -> tuple[str, str] | None:
    """The first of an operator's checkpoints that does not hold, and what is wrong with it; none if all do."""
    table = schema.checkpoints
    query = select(table).where(table.c.operator == operator).order_by(table.c.day)
    for row, fault in _follow_days(connection.execute(query).mappings()):
        if words := fault or _find_fault(row, verifier):
            return f"{operator} {row['day']}", words
    return None


def find_last_fault(connection: Connection, verifier: Verifier | None, operator: str) -> tuple[str, str] | None:
    """The faults of an operator's chain of checkpoints, and of the last checkpoint by itself.

    The signature of each is checked over its hash; what the days before the last say is not read.
    """
    table = schema.checkpoints
    columns = table.c.day, table.c.number, table.c.previous, table.c.hash, table.c.signature
    query = select(*columns).where(table.c.operator == operator).order_by(table.c.day)
    for row, fault in _follow_days(connection.execute(query).mappings()):
        if words := fault or _find_signature_fault(row, verifier):
            return f"{operator} {row['day']}", words
    last = _read_last(connection, operator)
    words = _find_fault(last._mapping, verifier) if last is not None else ""
    return (f"{operator} {last.day}", words) if last is not None and words else None


def _follow_days(rows: Iterable[Mapping[Any, Any]]) -> Iterator[tuple[Mapping[Any, Any], str]]:
    """Days in order, each with what is wrong with its place in the chain."""
    previous, is_numbered = GENESIS, False
    for place, row in enumerate(rows, start=1):
        words = ""
        if row["previous"] != previous:
            words = "it does not follow the checkpoint before it"
        elif row["number"] != place and (row["number"] or is_numbered):
            words = f"it says that it is day number {row['number']}, and {place - 1} are before it"
        yield row, words
        previous, is_numbered = row["hash"], is_numbered or bool(row["number"])


def _find_fault(row: Mapping[Any, Any], verifier: Verifier | None) -> str:
    """The faults of a checkpoint; without a verifier the signature is not checked."""
    return (
        "it was changed after it was written"
        if row["hash"] != checkpoint_hash(row)
        else _find_signature_fault(row, verifier)
    )


def _find_signature_fault(row: Mapping[Any, Any], verifier: Verifier | None) -> str:
    is_signed = verifier is None or verifier.holds(row["hash"], row["signature"])
    return "" if is_signed else "it was not signed with this key"


# What was signed before.


def explain_break(connection: Connection, verifier: Verifier, operator: str) -> str:
    """Why an operator's signed days are not those that the key signed, by the record beside it; nothing if they are.

    Days of another process with the same key may follow those of the record. A store of an older program has days
    without numbers and no record: its days are taken as they are, once.
    """
    table = schema.checkpoints
    query = select(table.c.hash, table.c.number).where(table.c.operator == operator).order_by(table.c.day)
    days = connection.execute(query).all()
    signed = verifier.read_record()
    if signed is None:
        if verifier.signs and verifier.record is not None and any(day.number for day in days):
            return f"the record of what was signed, {verifier.record.path}, is missing: put it back"
        return ""
    last = signed.get(operator)
    if last is None:
        return "its days are not in the record of what was signed" if any(day.number for day in days) else ""
    if len(days) < last.number:
        return f"{last.number} days were signed with this key, and the store has {len(days)}: signed days are missing"
    if last.number and days[last.number - 1].hash != last.hash:
        return f"day number {last.number} is not the one that was signed"
    return ""


def find_missing_head(connection: Connection, heads: Mapping[Stream, StreamHead]) -> str:
    """Which of some heads the log does not lead to, in words; nothing if it leads to all of them."""
    for stream, head in sorted(heads.items()):
        if not head.length:
            continue
        query = _AT[stream.name if stream.name in schema.NO_STREAMS else ""]
        found = connection.execute(query, {**stream._asdict(), "n": head.length}).mappings().first()
        again = _HASHES.get(stream.name, event_hash)
        if found is None or not again(found) == found["hash"] == head.hash:
            what = stream.name if stream.name in schema.NO_STREAMS else f"events of {stream}"
            what = {schema.LEDGER: "transfers"}.get(what, what)
            return f"it signed {head.length} {what}, and the log does not lead there"
    return ""


_AT = {
    name: select(table).where(table.c.operator == bindparam("operator"), table.c.number == bindparam("n"))
    for name, table in ((schema.LEDGER, schema.transfers), (schema.COMMANDS, schema.commands))
} | {
    "": select(schema.events).where(
        schema.events.c.operator == bindparam("operator"),
        schema.events.c.stream == bindparam("name"),
        schema.events.c.number == bindparam("n"),
    )
}
_HASHES = {schema.LEDGER: transfer_hash, schema.COMMANDS: command_hash}


def adopt_days(store: Store, signer: Signer) -> dict[str, int]:
    """Take the days that a store has as those that were signed: after a restore, or when the record was lost.

    Each of them has to hold with the key. Says how many each operator has.
    """
    record: dict[str, LastSigned] = {}
    with store.reading() as connection:
        for operator in connection.execute(select(schema.checkpoints.c.operator).distinct()).scalars().all():
            fault = find_first_fault(connection, signer.verifier, operator)
            if fault is not None:
                raise LogNotContinued(f"{fault[0]}: {fault[1]}")
            record[operator] = LastSigned(count_days(connection, operator), last_hash(connection, operator))
    signer.record.write(record)
    return {operator: last.number for operator, last in record.items()}


def count_days(connection: Connection, operator: str) -> int:
    """How many days of an operator are signed."""
    table = schema.checkpoints
    return connection.execute(select(func.count()).where(table.c.operator == operator)).scalar_one()


def last_hash(connection: Connection, operator: str) -> str:
    """The hash of an operator's last signed day."""
    last = _read_last(connection, operator)
    return last.hash if last is not None else GENESIS


FOLDED_BY = (
    *("law", "money", "cards", "play", "games", "floor/tables", "floor/cashier", "floor/patrons/invalid_wagers"),
    "floor/store/rows",
)
"""The modules and packages that decide what a fold comes to, books included."""

OF_THE_DAY = " of the day"
"""What the name of a stream ends in where its snapshot was kept for a signed day."""


class Snapshot(Value):
    """The state of a stream after so many events, as text."""

    length: int
    data: str


@cache
def code_hash(parts: Iterable[str] = FOLDED_BY) -> str:
    """The hash of the code and the books that fold a stream."""
    root = Path(pitboss.__file__).parent
    total = hashlib.sha256()
    for part in parts:
        files = sorted(file for file in (root / part).rglob("*") if file.suffix in (".py", ".toml"))
        files += [file] if (file := root / f"{part}.py").is_file() else []
        if not files:
            raise FileNotFoundError(f"{part} folds streams, and is not there")
        for file in files:
            total.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()


def save_snapshot(store: Store, stream: Stream, snapshot: Snapshot, code: str) -> None:
    """Keep a snapshot in place of the one before."""
    row = {"operator": stream.operator, "stream": stream.name, "code": code, **snapshot._asdict()}
    row["signature"] = store.signer.sign(_text(row)) if store.signer is not None else ""
    with store.writing() as connection:
        write_turn.upsert(connection, schema.snapshots, [row])


def load_snapshot(store: Store, stream: Stream, code: str) -> Snapshot | None:
    """The snapshot of a stream, if one was folded by the same code."""
    table = schema.snapshots
    query = select(table).where(
        table.c.operator == stream.operator, table.c.stream == stream.name, table.c.code == code
    )
    with store.reading() as connection:
        found = connection.execute(query).mappings().first()
    if found is None or (store.signer is not None and not is_signed(found, store.signer.verifier)):
        return None
    return Snapshot(found["length"], found["data"])


def keep_for_day(connection: Connection, operator: str) -> None:
    """Keep an operator's snapshots as they are for the day that is being signed."""
    table = schema.snapshots
    query = select(table).where(table.c.operator == operator, ~table.c.stream.endswith(OF_THE_DAY, autoescape=True))
    found = connection.execute(query.where(table.c.signature != "")).mappings().all()
    write_turn.upsert(connection, table, [{**row, "stream": row["stream"] + OF_THE_DAY} for row in found])


def is_signed(row: Mapping[Any, Any], verifier: Verifier | None) -> bool:
    """Say whether a snapshot was signed with a key, as the stream's own or as the day's."""
    return verifier is not None and bool(row["signature"]) and verifier.holds(_text(row), row["signature"])


def _text(row: Mapping[Any, Any]) -> str:
    """The signed part of a snapshot."""
    stream = row["stream"].removesuffix(OF_THE_DAY)
    return canonical(["snapshot", row["operator"], stream, row["length"], row["code"], row["data"]])
