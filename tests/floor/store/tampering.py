"""What somebody can do who owns the database: take its guards away and change what it holds."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, text

from pitboss.floor.store import Store, schema


def untie(store: Store) -> None:
    """Take away what keeps events, transfers, commands and checkpoints from being changed."""
    with store.writing() as connection:
        for table in schema.ONLY_GROWING:
            if store.is_sqlite:
                connection.execute(text(f"DROP TRIGGER {table}_no_update"))
                connection.execute(text(f"DROP TRIGGER {table}_no_delete"))
            else:
                connection.execute(text(f"DROP TRIGGER {table}_stays ON {table}"))


def tie(store: Store) -> None:
    """Put it back, as somebody would who wants to leave no trace."""
    with store.writing() as connection:
        for table in schema.ONLY_GROWING:
            if store.is_sqlite:
                for change in ("UPDATE", "DELETE"):
                    name = f"{table}_no_{change.lower()}"
                    does = f"BEGIN SELECT RAISE(ABORT, 'a {table} is never changed'); END"
                    connection.execute(text(f"CREATE TRIGGER {name} BEFORE {change} ON {table} {does}"))
            else:
                when = "BEFORE UPDATE OR DELETE OR TRUNCATE"
                does = f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_stays()"
                connection.execute(text(f"CREATE TRIGGER {table}_stays {when} ON {table} {does}"))


@contextmanager
def forging(store: Store) -> Iterator[Connection]:
    """A transaction of somebody who owns the database: the guards are away for as long as it takes."""
    untie(store)
    with store.writing() as connection:
        yield connection
    tie(store)
