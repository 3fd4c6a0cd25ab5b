"""Sessions and failed sign-ins, which every server process of the store knows."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Make the tables of signing in."""
    op.create_table(
        "session",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("operator", sa.String(length=20), nullable=False),
        sa.Column("person", sa.String(length=60), nullable=False),
        sa.Column("role", sa.String(length=60), nullable=False),
        sa.Column("began", sa.String(length=32), nullable=False),
        sa.Column("used", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("digest", name=op.f("session_key")),
    )
    op.create_table(
        "sign_in_try",
        sa.Column("who", sa.String(length=64), nullable=False),
        sa.Column("times", sa.Text(), nullable=False),
        sa.Column("last", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("who", name=op.f("sign_in_try_key")),
    )


def downgrade() -> None:
    """Remove the tables again; all people have to sign in again."""
    op.drop_table("sign_in_try")
    op.drop_table("session")
