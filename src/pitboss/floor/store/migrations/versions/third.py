"""Signed days say their number, commands are chained, and snapshots are signed.

The commands that are there stay as they are: the hash of them all becomes the head that the next command follows.
"""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Add the columns, the heads of the commands, and the guard of their table."""
    op.add_column("checkpoint", sa.Column("number", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("snapshot", sa.Column("signature", sa.String(length=128), nullable=False, server_default=""))
    op.add_column("command", sa.Column("number", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("command", sa.Column("previous", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("command", sa.Column("hash", sa.String(length=64), nullable=False, server_default=""))
    op.create_index("command_by_number", "command", ["operator", "number"], unique=False)
    _head_the_commands()
    _refuse_changes("command")


def downgrade() -> None:
    """Take them away again."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER command_no_update")
        op.execute("DROP TRIGGER command_no_delete")
    else:
        op.execute("DROP TRIGGER command_stays ON command")
        op.execute("DROP FUNCTION command_stays")
    op.execute("DELETE FROM head WHERE stream = 'commands'")
    op.drop_index("command_by_number", "command")
    for table, column in (
        ("command", "hash"),
        ("command", "previous"),
        ("command", "number"),
        ("snapshot", "signature"),
        ("checkpoint", "number"),
    ):
        op.drop_column(table, column)


def _head_the_commands() -> None:
    """One hash over the commands that are there, in the order of their keys' bytes, for each operator."""
    database = op.get_bind()
    collation = "BINARY" if database.dialect.name == "sqlite" else '"C"'
    query = f'SELECT operator, "key", digest, reply, "at" FROM command ORDER BY operator, "key" COLLATE {collation}'  # noqa: S608  a constant
    totals: dict[str, hashlib._Hash] = {}
    for row in database.execute(sa.text(query)):
        total = totals.setdefault(row[0], hashlib.sha256())
        text = json.dumps(list(row), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
        total.update(text.encode() + b"\n")
    for operator, total in totals.items():
        database.execute(
            sa.text("INSERT INTO head (operator, stream, length, hash) VALUES (:operator, 'commands', 0, :hash)"),
            {"operator": operator, "hash": total.hexdigest()},
        )


def _refuse_changes(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{change.lower()} BEFORE {change} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, 'a {table} is never changed'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION 'a {table} is never changed'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_stays()"
    )
