"""The tables of the store, the same in SQLite and in PostgreSQL."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "%(table_name)s_key",
        "uq": "%(table_name)s_once_a_%(column_0_N_name)s",
        "ck": "%(table_name)s_%(constraint_name)s",
    }
)
LEDGER, COMMANDS = "ledger", "commands"
"""The names under which the heads of an operator's transfers and commands lie among the heads of its streams."""
NO_STREAMS = (LEDGER, COMMANDS)
ONLY_GROWING = ("event", "transfer", "checkpoint", "command")
"""The tables whose rows the database itself refuses to change or to remove."""

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite numbers its rows by INTEGER alone

events = sa.Table(
    "event",
    metadata,
    sa.Column("position", _KEY, primary_key=True, autoincrement=False),
    sa.Column("operator", sa.String(20), nullable=False),
    sa.Column("stream", sa.String(120), nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(60), nullable=False),
    sa.Column("shape", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("by", sa.String(60), nullable=False),
    sa.Column("previous", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("write", sa.BigInteger, nullable=False, server_default="0"),
    sa.UniqueConstraint("operator", "stream", "number"),
)

heads = sa.Table(
    "head",
    metadata,
    sa.Column("operator", sa.String(20), primary_key=True),
    sa.Column("stream", sa.String(120), primary_key=True),
    sa.Column("length", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
)

commands = sa.Table(
    "command",
    metadata,
    sa.Column("operator", sa.String(20), primary_key=True),
    sa.Column("key", sa.String(120), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False),
    sa.Column("reply", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("previous", sa.String(64), nullable=False, server_default=""),
    sa.Column("hash", sa.String(64), nullable=False, server_default=""),
    sa.Index("command_by_number", "operator", "number"),
)
"""An operator's commands are numbered and chained like transfers, with the head kept as `COMMANDS`. Those of an older
program have the number 0: the first that is chained follows the hash of them all."""

accounts = sa.Table(
    "account",
    metadata,
    sa.Column("name", sa.String(200), primary_key=True),
    sa.Column("operator", sa.String(20), nullable=False),
    sa.Column("unit", sa.String(60), nullable=False),
    sa.Column("into", sa.BigInteger, nullable=False),
    sa.Column("out", sa.BigInteger, nullable=False),
    sa.Column("held", sa.BigInteger, nullable=False),
    sa.Column("may_overdraw", sa.Integer, nullable=False),
    sa.CheckConstraint('"into" >= 0 AND "out" >= 0 AND "held" >= 0', name="counters_only_grow"),
    sa.CheckConstraint('"may_overdraw" = 1 OR "into" - "out" - "held" >= 0', name="nothing_is_spent_twice"),
)

reservations = sa.Table(
    "reservation",
    metadata,
    sa.Column("name", sa.String(160), primary_key=True),
    sa.Column("source", sa.String(200), nullable=False),
    sa.Column("target", sa.String(200), nullable=False),
    sa.Column("left", sa.BigInteger, nullable=False),
    sa.CheckConstraint('"left" >= 0', name="no_more_than_was_set_aside"),
)

transfers = sa.Table(
    "transfer",
    metadata,
    sa.Column("operator", sa.String(20), primary_key=True),
    sa.Column("number", _KEY, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(10), nullable=False),
    sa.Column("name", sa.String(160), nullable=False),
    sa.Column("source", sa.String(200), nullable=False),
    sa.Column("target", sa.String(200), nullable=False),
    sa.Column("unit", sa.String(60), nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.String(80), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("command", sa.String(120), nullable=False),
    sa.Column("previous", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("write", sa.BigInteger, nullable=False, server_default="0"),
    sa.CheckConstraint('"cents" > 0', name="more_than_nothing"),
    sa.Index("transfer_by_source", "source"),
    sa.Index("transfer_by_target", "target"),
)
"""An operator's transfers are numbered and chained like the events of a stream; the head is kept as `LEDGER`."""

checkpoints = sa.Table(
    "checkpoint",
    metadata,
    sa.Column("operator", sa.String(20), primary_key=True),
    sa.Column("day", sa.String(10), primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
    sa.Column("heads", sa.Text, nullable=False),
    sa.Column("balances", sa.Text, nullable=False),
    sa.Column("previous", sa.String(64), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.Column("signature", sa.String(128), nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False, server_default="0"),
)
"""An operator's signed days are numbered from 1 on and chained. Those of an older program have the number 0, and count
all the same: the first that says its number has one more than there are before it, and follows their last."""

counters = sa.Table(
    "counter",
    metadata,
    sa.Column("name", sa.String(200), primary_key=True),
    sa.Column("value", sa.BigInteger, nullable=False),
)

secrets = sa.Table(
    "secret",
    metadata,
    sa.Column("operator", sa.String(20), primary_key=True),
    sa.Column("stream", sa.String(120), primary_key=True),
    sa.Column("name", sa.String(64), primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
)
"""The seeds of shuffles that are not opened yet, by their commitments. No page, message, export or report reads it."""

cursors = sa.Table(
    "cursor",
    metadata,
    sa.Column("name", sa.String(60), primary_key=True),
    sa.Column("position", sa.BigInteger, nullable=False),
)
"""How far each reaction has read the log."""

snapshots = sa.Table(
    "snapshot",
    metadata,
    sa.Column("operator", sa.String(20), primary_key=True),
    sa.Column("stream", sa.String(120), primary_key=True),
    sa.Column("length", sa.BigInteger, nullable=False),
    sa.Column("code", sa.String(64), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("signature", sa.String(128), nullable=False, server_default=""),
)
"""Tables as they were kept. A server that has the key signs what it keeps, and uses nothing that it did not sign."""

papers = sa.Table(
    "paper",
    metadata,
    sa.Column("operator", sa.String(20), primary_key=True),
    sa.Column("person", sa.String(60), primary_key=True),
    sa.Column("field", sa.String(40), primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sa.Column("erase_after", sa.String(32), nullable=False),
)
"""Personal records: names, addresses, card numbers, passwords. It is outside the chain, and can be erased."""

sessions = sa.Table(
    "session",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("operator", sa.String(20), nullable=False),
    sa.Column("person", sa.String(60), nullable=False),
    sa.Column("role", sa.String(60), nullable=False),
    sa.Column("began", sa.String(32), nullable=False),
    sa.Column("used", sa.String(32), nullable=False),
)
"""Who is signed in, by the hash of their token: every server process knows them. It is outside the chain."""

tries = sa.Table(
    "sign_in_try",
    metadata,
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("times", sa.Text, nullable=False),
    sa.Column("last", sa.String(32), nullable=False),
)
"""Tries to sign in that failed, by the hash of the name: people type passwords into the wrong field."""
