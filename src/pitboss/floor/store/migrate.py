"""Brings a store's tables to the shape of today, step by step from whichever shape they have."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from pitboss.floor.store.rows import StoreError

_FOLDER = Path(__file__).parent / "migrations"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection) -> None:
    """Run every step that the store has not had yet, within the connection's transaction."""
    shape = shape_of(connection)
    known = {step.revision for step in ScriptDirectory.from_config(_config()).walk_revisions()}
    if shape is not None and shape not in known:
        raise StoreError(
            f"the store has the shape {shape}, which is newer than this program: it knows {newest_shape()}"
        )
    command.upgrade(_config(connection), "head")


def shape_of(connection: Connection) -> str | None:
    """The last step that a store has had; none if its tables are not there."""
    return MigrationContext.configure(connection).get_current_revision()


def newest_shape() -> str:
    """The last step that there is."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None  # the first step is there
    return newest
