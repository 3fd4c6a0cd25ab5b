"""Snapshots: what a stream had come to at a length, so that not all of it need be read again. A speed-up, no truth.

A snapshot names the code that folded it. When any of that code has changed it is passed over, and the events are read
from the first on.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import select

import pitboss
from pitboss.floor.store import schema
from pitboss.floor.store.batch import upsert
from pitboss.floor.store.rows import Stream
from pitboss.floor.store.store import Store

FOLDED_BY = ("law", "money", "cards", "play", "games", "floor/tables", "floor/shapes.py")
"""The parts of the package that decide what a fold comes to, books included."""


class Snapshot(NamedTuple):
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
        for file in files:
            total.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return total.hexdigest()


def save_snapshot(store: Store, stream: Stream, snapshot: Snapshot, code: str) -> None:
    """Keep a snapshot in place of the one before."""
    row = {"operator": stream.operator, "stream": stream.name, "code": code, **snapshot._asdict()}
    with store.writing() as connection:
        upsert(connection, schema.snapshots, [row])


def load_snapshot(store: Store, stream: Stream, code: str) -> Snapshot | None:
    """The snapshot of a stream, if one was folded by the same code."""
    table = schema.snapshots
    query = select(table.c.length, table.c.data).where(
        table.c.operator == stream.operator, table.c.stream == stream.name, table.c.code == code
    )
    with store.reading() as connection:
        found = connection.execute(query).first()
    return None if found is None else Snapshot(*found)
