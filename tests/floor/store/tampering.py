"""What a person can do who owns the database: take its guards away and change what it holds."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from pitboss.floor.store import Store, schema


def untie(store: Store) -> None:
    """Take away what keeps events, transfers, commands and checkpoints from being changed."""
    with store.writing() as connection:
        _untie(connection)


@contextmanager
def forging(store: Store) -> Iterator[Connection]:
    """A transaction of a person who owns the database: the guards are away for as long as it takes.

    One connection does it all: SQLite refuses to make a trigger that another connection has taken away
    for as long as this one remembers the schema with the trigger in it.
    """
    with store.writing() as connection:
        _untie(connection)
        yield connection
        _tie(connection)


def _untie(connection: Connection) -> None:
    for table in schema.ONLY_GROWING:
        if connection.dialect.name == "sqlite":
            connection.execute(text(f"DROP TRIGGER {table}_no_update"))
            connection.execute(text(f"DROP TRIGGER {table}_no_delete"))
        else:
            connection.execute(text(f"DROP TRIGGER {table}_stays ON {table}"))


def _tie(connection: Connection) -> None:
    """Put them back, to leave no trace."""
    for table in schema.ONLY_GROWING:
        if connection.dialect.name == "sqlite":
            for change in ("UPDATE", "DELETE"):
                name = f"{table}_no_{change.lower()}"
                does = f"BEGIN SELECT RAISE(ABORT, 'a {table} is never changed'); END"
                connection.execute(text(f"CREATE TRIGGER {name} BEFORE {change} ON {table} {does}"))
        else:
            when = "BEFORE UPDATE OR DELETE OR TRUNCATE"
            does = f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_stays()"
            connection.execute(text(f"CREATE TRIGGER {table}_stays {when} ON {table} {does}"))
