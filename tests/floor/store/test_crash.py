"""A process may die at any moment: a command is then whole or absent, and what was acknowledged is there."""

import shutil
import sqlite3
from collections.abc import Callable
from itertools import chain, pairwise
from pathlib import Path

import pytest

from floor.store.dying import SCRIPT, at_boundaries, dies, dump, run
from pitboss.floor.store import open_store, schema

Dump = dict[str, list[tuple[object, ...]]]
NEW = Callable[[], str]


@pytest.fixture
def prefixes(new_store: NEW) -> list[Dump]:
    """What the store holds after none, one, two ... of the batches, when nothing dies."""
    store = open_store(new_store())
    found = [dump(store)]
    for batch in SCRIPT:
        run(store, [batch])
        found.append(dump(store))
    store.close()
    assert all(before != after for before, after in pairwise(found))
    return found


def boundaries(where: str) -> int:
    """How many boundaries writing the script passes."""
    store = open_store(where)
    passed = 0

    def count() -> None:
        nonlocal passed
        passed += 1

    at_boundaries(store, count)
    run(store, SCRIPT)
    store.close()
    return passed + len(SCRIPT)


def test_a_process_that_dies_leaves_each_command_whole_or_absent(new_store: NEW, prefixes: list[Dump]) -> None:
    keys = [[write.key for write in batch if write.key != "k4"] for batch in SCRIPT]
    seen = set()
    many = boundaries(new_store())
    assert many >= 4 * len(SCRIPT)  # what is touched is read, a secret goes, rows are written, and it is sure
    for die_at in range(1, many + 1):
        where = new_store()
        acknowledged, finished = dies(where, die_at)
        assert not finished
        store = open_store(where)
        found = dump(store)
        assert found in prefixes, f"half a command was left by dying at boundary {die_at}"
        length = prefixes.index(found)
        told = [list(chain(*keys[:count])) for count in (length, length - 1)]
        assert acknowledged in told, "an acknowledged command is lost"
        seen.add(length)
        run(store, SCRIPT)  # a caller that got no answer asks again
        assert dump(store) == prefixes[-1], f"something was done twice or lost after dying at boundary {die_at}"
        store.close()
    assert seen == set(range(len(SCRIPT) + 1))


def read(path: Path) -> Dump:
    """What a file holds, read without the store: opening it so that nothing is synchronised is quick."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous=OFF")
    found: Dump = {
        table.name: sorted(connection.execute(f'SELECT * FROM "{table.name}"').fetchall())  # noqa: S608  our own names
        for table in schema.metadata.sorted_tables
    }
    connection.close()
    return found


def test_a_torn_tail_of_the_write_ahead_log_is_cut_off(new_sqlite: NEW, tmp_path: Path) -> None:
    model = open_store(new_sqlite())
    prefixes = [dump(model)]
    for batch in SCRIPT:
        run(model, [batch])
        prefixes.append(dump(model))
    model.close()
    where = Path(new_sqlite())
    _, finished = dies(str(where), 0)
    assert finished
    wal = Path(f"{where}-wal").read_bytes()
    frame = 24 + 4096
    assert len(wal) > 10 * frame
    seen = set()
    torn = tmp_path / "torn.db"
    for cut in sorted({cut + by for cut in range(32, len(wal) + 1, frame) for by in (-1, 0, frame // 2)}):
        for name, tail in (("cut", b""), ("garbled", bytes(byte ^ 0x5A for byte in wal[cut:]))):
            shutil.copy(where, torn)
            Path(f"{torn}-wal").write_bytes(wal[:cut] + tail)
            found = read(torn)
            assert found in prefixes, f"{name} at {cut}"
            seen.add(prefixes.index(found))
            Path(f"{torn}-shm").unlink(missing_ok=True)
    assert seen == set(range(len(SCRIPT) + 1))
