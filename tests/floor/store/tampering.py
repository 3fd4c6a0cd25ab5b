"""What somebody can do who owns the database: take its guards away and change what it holds."""

from sqlalchemy import text

from pitboss.floor.store import Store

GUARDED = ("event", "transfer", "checkpoint")


def untie(store: Store) -> None:
    """Take away what keeps events, transfers and checkpoints from being changed."""
    with store.writing() as connection:
        for table in GUARDED:
            if store.is_sqlite:
                connection.execute(text(f"DROP TRIGGER {table}_no_update"))
                connection.execute(text(f"DROP TRIGGER {table}_no_delete"))
            else:
                connection.execute(text(f"DROP TRIGGER {table}_stays ON {table}"))
