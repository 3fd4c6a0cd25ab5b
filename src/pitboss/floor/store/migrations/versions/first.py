"""The first shape of the store: streams, ledger, replies, leases, checkpoints, vault, snapshots, papers.

Events and transfers are only ever added: the database itself refuses to change or to remove one.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None

ONLY_GROWING = ("event", "transfer", "checkpoint")


def upgrade() -> None:
    """Make the tables."""
    _make_streams()
    _make_ledger()
    _make_the_rest()
    for table in ONLY_GROWING:
        _refuse_changes(table)


def downgrade() -> None:
    """Take the tables away again."""
    for table in reversed(sa.inspect(op.get_bind()).get_table_names()):
        if table != "alembic_version":
            op.drop_table(table)


def _make_streams() -> None:
    op.create_table(
        "event",
        sa.Column(
            "position", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("stream", sa.String(length=120), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=60), nullable=False),
        sa.Column("shape", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=60), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("position", name=op.f("event_key")),
        sa.UniqueConstraint("operator", "stream", "number", name=op.f("event_once_a_operator_stream_number")),
    )
    op.create_table(
        "head",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("stream", sa.String(length=120), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("operator", "stream", name=op.f("head_key")),
    )
    op.create_table(
        "command",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("operator", "key", name=op.f("command_key")),
    )
    op.create_table(
        "lease",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("stream", sa.String(length=120), nullable=False),
        sa.Column("holder", sa.String(length=80), nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("operator", "stream", name=op.f("lease_key")),
    )
    op.create_table(
        "checkpoint",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.Column("heads", sa.Text(), nullable=False),
        sa.Column("balances", sa.Text(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("signature", sa.String(length=128), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("operator", "day", name=op.f("checkpoint_key")),
    )


def _make_ledger() -> None:
    op.create_table(
        "account",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("unit", sa.String(length=60), nullable=False),
        sa.Column("into", sa.BigInteger(), nullable=False),
        sa.Column("out", sa.BigInteger(), nullable=False),
        sa.Column("held", sa.BigInteger(), nullable=False),
        sa.Column("may_overdraw", sa.Integer(), nullable=False),
        sa.CheckConstraint('"into" >= 0 AND "out" >= 0 AND "held" >= 0', name=op.f("account_counters_only_grow")),
        sa.CheckConstraint(
            '"may_overdraw" = 1 OR "into" - "out" - "held" >= 0', name=op.f("account_nothing_is_spent_twice")
        ),
        sa.PrimaryKeyConstraint("name", name=op.f("account_key")),
    )
    op.create_table(
        "reservation",
        sa.Column("name", sa.String(length=160), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("target", sa.String(length=200), nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=False),
        sa.CheckConstraint('"left" >= 0', name=op.f("reservation_no_more_than_was_set_aside")),
        sa.PrimaryKeyConstraint("name", name=op.f("reservation_key")),
    )
    op.create_table(
        "transfer",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("number", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=160), nullable=False),
        sa.Column("source", sa.String(length=200), nullable=False),
        sa.Column("target", sa.String(length=200), nullable=False),
        sa.Column("unit", sa.String(length=60), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=80), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("command", sa.String(length=120), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.CheckConstraint('"cents" > 0', name=op.f("transfer_more_than_nothing")),
        sa.PrimaryKeyConstraint("operator", "number", name=op.f("transfer_key")),
    )
    op.create_index("transfer_by_source", "transfer", ["source"], unique=False)
    op.create_index("transfer_by_target", "transfer", ["target"], unique=False)


def _make_the_rest() -> None:
    op.create_table(
        "counter",
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("counter_key")),
    )
    op.create_table(
        "vault",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("stream", sa.String(length=120), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("operator", "stream", name=op.f("vault_key")),
    )
    op.create_table(
        "snapshot",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("stream", sa.String(length=120), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("operator", "stream", name=op.f("snapshot_key")),
    )
    op.create_table(
        "paper",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=60), nullable=False),
        sa.Column("field", sa.String(length=40), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("erase_after", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("operator", "person", "field", name=op.f("paper_key")),
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
