"""Events and transfers say which write made them; a shuffle's secret is written once; reactions have cursors.

What an older program wrote has the write 0. The shoes that are live keep their secrets under their commitments: how far
they were dealt the log tells.
"""

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """Add the numbers, the secrets and the cursors; leases are no longer needed."""
    for table in ("event", "transfer"):
        op.add_column(table, sa.Column("write", sa.BigInteger(), nullable=False, server_default="0"))
    op.create_table(
        "secret",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("stream", sa.String(length=120), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("operator", "stream", "name", name=op.f("secret_key")),
    )
    op.create_table(
        "cursor",
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("cursor_key")),
    )
    _keep_secrets()
    op.execute(  # what follows from the log so far an older program has noted
        "INSERT INTO cursor (name, position) "
        "SELECT 'attendance/' || operator, max(position) FROM event GROUP BY operator"
    )
    op.drop_table("vault")
    op.drop_table("lease")


def downgrade() -> None:
    """Take them away again; a live shoe is lost, and its table is shuffled anew."""
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
        "vault",
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("stream", sa.String(length=120), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("operator", "stream", name=op.f("vault_key")),
    )
    op.drop_table("cursor")
    op.drop_table("secret")
    for table in ("event", "transfer"):
        op.drop_column(table, "write")


def _keep_secrets() -> None:
    """Each shuffle of the old vault under its commitment, worked out as the program of then did."""
    database = op.get_bind()
    put = sa.text('INSERT INTO secret (operator, stream, "name", data) VALUES (:operator, :stream, :name, :data)')
    for operator, stream, text in database.execute(sa.text("SELECT operator, stream, data FROM vault")).all():
        kept = json.loads(text) if text else {}
        for shuffle in ([kept] if "cards" in kept else []) + kept.get("spent", []):
            said = b"pitboss shoe 1\0" + bytes.fromhex(shuffle["cards"]) + b"\xff" + bytes.fromhex(shuffle["seed"])
            data = json.dumps({name: shuffle[name] for name in ("cards", "seed", "chosen")})
            row = {"operator": operator, "stream": stream, "name": hashlib.sha256(said).hexdigest(), "data": data}
            database.execute(put, row)
