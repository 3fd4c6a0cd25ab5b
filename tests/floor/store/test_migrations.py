"""The steps that make the tables lead to the tables that the code writes to, on both databases."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import CheckConstraint, inspect

from pitboss.floor.store import Store, open_store, schema
from pitboss.floor.store.migrate import newest_shape, shape_of, upgrade


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
