"""Snapshots: what a stream had come to at a length, so that not all of it need be read again. A speed-up, no truth.

A snapshot names the code that folded it. When any of that code has changed it is passed over, and the events are read
from the first on. A server that has the key signs its snapshots and passes over those that are not signed with it. When
a day is signed the snapshots of that moment are kept for it too, so that a check of what came after reads no more.
"""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

import pitboss
from pitboss.floor.store import schema
from pitboss.floor.store.batch import upsert
from pitboss.floor.store.chain import canonical
from pitboss.floor.store.rows import Stream
from pitboss.floor.store.signing import Verifier
from pitboss.floor.store.store import Store
from pitboss.value import Value

FOLDED_BY = ("law", "money", "cards", "play", "games", "floor/tables", "floor/service/shapes.py")
"""The parts of the package that decide what a fold comes to, books included."""

OF_THE_DAY = " of the day"
"""What the name of a stream ends in where its snapshot was kept for a signed day."""


class Snapshot(Value):
    """What a stream had come to after so many events, as text."""

    length: int
    data: str


@cache
def code_hash(parts: Iterable[str] = FOLDED_BY) -> str:
    """The hash of the code and the books that fold a stream."""
    root = Path(pitboss.__file__).parent
    total = hashlib.sha256()
    for part in parts:
        place = root / part
        files = [place] if place.is_file() else sorted(f for f in place.rglob("*") if f.suffix in (".py", ".toml"))
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
        upsert(connection, schema.snapshots, [row])


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
    upsert(connection, table, [{**row, "stream": row["stream"] + OF_THE_DAY} for row in found])


def is_signed(row: Mapping[Any, Any], verifier: Verifier | None) -> bool:
    """Say whether a snapshot was signed with a key, as the stream's own or as the day's."""
    return verifier is not None and bool(row["signature"]) and verifier.holds(_text(row), row["signature"])


def _text(row: Mapping[Any, Any]) -> str:
    """What is signed of a snapshot."""
    stream = row["stream"].removesuffix(OF_THE_DAY)
    return canonical(["snapshot", row["operator"], stream, row["length"], row["code"], row["data"]])
