"""The steps that make the tables lead to the tables that the code writes to, on both databases."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import CheckConstraint, inspect, text

from pitboss.floor.audit import verify
from pitboss.floor.store import Append, NewEvent, Store, Stream, Write, open_store, schema
from pitboss.floor.store.backup import NotRestored, back_up, restore
from pitboss.floor.store.migrate import _config, newest_shape, shape_of, upgrade
from pitboss.floor.store.rows import StoreError
from pitboss.floor.store.write_turn import Batch


def test_the_steps_lead_to_the_tables_of_today(store: Store) -> None:
    with store.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, schema.metadata) == []
        found = inspect(connection)
        for table in schema.metadata.sorted_tables:
            checks = {check["name"] for check in found.get_check_constraints(table.name)}
            assert checks == {str(c.name) for c in table.constraints if isinstance(c, CheckConstraint)}
        assert shape_of(connection) == newest_shape()


def test_a_store_that_is_up_to_date_stays_as_it_is(store: Store) -> None:
    store.create()
    with store.writing() as connection:
        upgrade(connection)
        assert shape_of(connection) == newest_shape()


def test_an_empty_database_has_no_shape(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="lies in a file"):
        open_store("sqlite://")
    store = open_store(str(tmp_path / "new.db"))
    with store.reading() as connection:
        assert shape_of(connection) is None
    store.create()
    assert store.last_position == 0
    store.close()


STREAM = Stream("star", "house:notes")


@pytest.fixture
def without_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are written as an older program did, which gave no number to a write."""
    append = Batch._append
    monkeypatch.setattr(Batch, "_append", lambda batch, events, texts, _: append(batch, events, texts, 0))


def make_older(store: Store) -> None:
    """Bring a store back to its first shape, as an older program left it."""
    with store.writing() as connection:
        command.downgrade(_config(connection), "0001")


@pytest.mark.usefixtures("without_numbers")
def test_a_store_of_an_older_program_is_brought_to_the_shape_of_today(store: Store) -> None:
    event = NewEvent("Noted", {"words": "before"}, "2026-03-02T10:00:00.000000Z", "boss")
    store.commit(Write("star", "k", appends=(Append(STREAM, 0, (event,)),)))
    before = store.read(STREAM)
    make_older(store)
    store.create()
    with store.reading() as connection:
        assert shape_of(connection) == newest_shape()
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []
    assert store.read(STREAM) == before
    assert store.commit(Write("star", "k")).again
    assert verify(store).findings == ()


def test_a_store_of_a_newer_program_is_left_alone(store: Store) -> None:
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer than this program"):
        store.create()


@pytest.mark.usefixtures("without_numbers")
def test_a_backup_of_an_older_program_is_restored(store: Store, tmp_path: Path) -> None:
    old = open_store(str(tmp_path / "old.db"))
    old.create()
    event = NewEvent("Noted", {"words": "before"}, "2026-03-02T10:00:00.000000Z", "boss")
    old.commit(Write("star", "k", appends=(Append(STREAM, 0, (event,)),)))
    make_older(old)
    back_up(old, tmp_path / "backup.db")
    old.close()
    kept = (tmp_path / "backup.db").read_bytes()
    restore(tmp_path / "backup.db", store)
    assert [each.data for each in store.read(STREAM)] == [{"words": "before"}]
    assert verify(store).findings == ()
    assert (tmp_path / "backup.db").read_bytes() == kept
    assert sorted(file.name for file in tmp_path.glob("*.db*")).count("backup.db") == 1


def test_what_is_no_backup_is_not_restored(store: Store, tmp_path: Path) -> None:
    (tmp_path / "empty.db").touch()
    with pytest.raises(NotRestored, match="no backup"):
        restore(tmp_path / "empty.db", store)
