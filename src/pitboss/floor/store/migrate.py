"""Brings a store's tables to the shape of today, step by step from whichever shape they have, and says what of them is
not as the steps left it: a column, a condition, a guard that refuses to change what is only ever added."""

from collections.abc import Iterator
from pathlib import Path

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import CheckConstraint, Connection, inspect, text

from pitboss.floor.store import rows, schema

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
        raise rows.StoreError(
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


_compared: dict[tuple[tuple[str, ...], ...], list[tuple[str, str]]] = {}
"""The differences found in the schema that was compared last, by its text."""


def find_schema_faults(connection: Connection) -> list[tuple[str, str]]:
    """What of the tables is not as the steps left it: which thing, and what is wrong with it. SQLite keeps its schema
    as text, and the same text is compared once: that takes a third of the audit of a short log."""
    if connection.dialect.name != "sqlite":
        return list(_compare(connection))
    written = tuple(tuple(map(str, row)) for row in connection.execute(_SQLITE_SCHEMA))
    unlike = _compared.get(written)
    if unlike is None:
        unlike = list(_compare(connection))
        _compared.clear()
        _compared[written] = unlike
    return unlike


def _compare(connection: Connection) -> Iterator[tuple[str, str]]:
    for change in compare_metadata(
        MigrationContext.configure(connection, opts={"compare_type": True}), schema.metadata
    ):
        what = change if isinstance(change, tuple) else change[0]
        if what[0] != "remove_table":  # a database may hold what is not ours
            named = [getattr(part, "name", part) for part in what[1:] if getattr(part, "name", part)]
            yield ".".join(str(name) for name in named[:2]), f"the table is not as it was made ({what[0]})"
    found = inspect(connection)
    tables = set(found.get_table_names())
    for table in schema.metadata.sorted_tables:
        checks = {check["name"] for check in found.get_check_constraints(table.name)} if table.name in tables else set()
        for name in sorted({str(c.name) for c in table.constraints if isinstance(c, CheckConstraint)} - checks):
            yield f"{table.name}.{name}", "a condition that was on the table is missing"
    wanted = _guards(connection.dialect.name)
    if connection.dialect.name == "sqlite":
        guards = connection.execute(_SQLITE_GUARDS)
    else:
        guards = connection.execute(_POSTGRES_GUARDS, {"ours": list(schema.metadata.tables)})
    there = {str(name): str(made) for name, made in guards}
    for name in sorted({*wanted, *there}):
        if name not in there:
            yield name, "the guard that keeps rows from being changed is missing"
        elif name not in wanted:
            yield name, "it is a trigger that no step made"
        elif wanted[name] != there[name]:
            yield name, "the guard is not as it was made"


def _guards(dialect: str) -> dict[str, str]:
    """The guards that there should be, each with what it does."""
    if dialect == "sqlite":
        return {
            f"{table}_no_{change.lower()}": f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, 'a {table} is never changed'); END"
            for table in schema.ONLY_GROWING
            for change in ("UPDATE", "DELETE")
        }
    return {
        f"{table}_stays": f"{table} O {_BEFORE_ANY_CHANGE} BEGIN RAISE EXCEPTION 'a {table} is never changed'; END"
        for table in schema.ONLY_GROWING
    }


_BEFORE_ANY_CHANGE = 2 + 8 + 16 + 32
"""How PostgreSQL writes BEFORE UPDATE OR DELETE OR TRUNCATE, for each statement."""
_SQLITE_SCHEMA = text("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
_SQLITE_GUARDS = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
_POSTGRES_GUARDS = text(
    "SELECT t.tgname, c.relname || ' ' || t.tgenabled::text || ' ' || t.tgtype || ' ' || btrim(p.prosrc) "
    "FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid "
    "WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace AND c.relname = ANY(:ours)"
)
