"""The tables of the store, the same in SQLite and in PostgreSQL."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData(
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

_KEY = BigInteger().with_variant(Integer, "sqlite")  # SQLite numbers its rows by INTEGER alone

events = Table(
    "event",
    metadata,
    Column("position", _KEY, primary_key=True, autoincrement=False),
    Column("operator", String(20), nullable=False),
    Column("stream", String(120), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("kind", String(60), nullable=False),
    Column("shape", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("by", String(60), nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("write", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("operator", "stream", "number"),
)

heads = Table(
    "head",
    metadata,
    Column("operator", String(20), primary_key=True),
    Column("stream", String(120), primary_key=True),
    Column("length", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
)

commands = Table(
    "command",
    metadata,
    Column("operator", String(20), primary_key=True),
    Column("key", String(120), primary_key=True),
    Column("digest", String(64), nullable=False),
    Column("reply", Text, nullable=False),
    Column("at", String(32), nullable=False),
    Column("number", BigInteger, nullable=False, server_default="0"),
    Column("previous", String(64), nullable=False, server_default=""),
    Column("hash", String(64), nullable=False, server_default=""),
    Index("command_by_number", "operator", "number"),
)
"""An operator's commands are numbered and chained like transfers, with the head kept as `COMMANDS`. Those of an older
program have the number 0: the first that is chained follows the hash of them all."""

accounts = Table(
    "account",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("operator", String(20), nullable=False),
    Column("unit", String(60), nullable=False),
    Column("into", BigInteger, nullable=False),
    Column("out", BigInteger, nullable=False),
    Column("held", BigInteger, nullable=False),
    Column("may_overdraw", Integer, nullable=False),
    CheckConstraint('"into" >= 0 AND "out" >= 0 AND "held" >= 0', name="counters_only_grow"),
    CheckConstraint('"may_overdraw" = 1 OR "into" - "out" - "held" >= 0', name="nothing_is_spent_twice"),
)

reservations = Table(
    "reservation",
    metadata,
    Column("name", String(160), primary_key=True),
    Column("source", String(200), nullable=False),
    Column("target", String(200), nullable=False),
    Column("left", BigInteger, nullable=False),
    CheckConstraint('"left" >= 0', name="no_more_than_was_set_aside"),
)

transfers = Table(
    "transfer",
    metadata,
    Column("operator", String(20), primary_key=True),
    Column("number", _KEY, primary_key=True, autoincrement=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(160), nullable=False),
    Column("source", String(200), nullable=False),
    Column("target", String(200), nullable=False),
    Column("unit", String(60), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("reason", String(80), nullable=False),
    Column("at", String(32), nullable=False),
    Column("command", String(120), nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("write", BigInteger, nullable=False, server_default="0"),
    CheckConstraint('"cents" > 0', name="more_than_nothing"),
    Index("transfer_by_source", "source"),
    Index("transfer_by_target", "target"),
)
"""An operator's transfers are numbered and chained like the events of a stream; the head is kept as `LEDGER`."""

checkpoints = Table(
    "checkpoint",
    metadata,
    Column("operator", String(20), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("heads", Text, nullable=False),
    Column("balances", Text, nullable=False),
    Column("previous", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Column("signature", String(128), nullable=False),
    Column("at", String(32), nullable=False),
    Column("number", BigInteger, nullable=False, server_default="0"),
)
"""An operator's signed days are numbered from 1 on and chained. Those of an older program have the number 0, and count
all the same: the first that says its number has one more than there are before it, and follows their last."""

counters = Table(
    "counter",
    metadata,
    Column("name", String(200), primary_key=True),
    Column("value", BigInteger, nullable=False),
)

secrets = Table(
    "secret",
    metadata,
    Column("operator", String(20), primary_key=True),
    Column("stream", String(120), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("data", Text, nullable=False),
)
"""The seeds of shuffles that are not opened yet, by their commitments. No page, message, export or report reads it."""

cursors = Table(
    "cursor",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("position", BigInteger, nullable=False),
)
"""How far each reaction has read the log."""

snapshots = Table(
    "snapshot",
    metadata,
    Column("operator", String(20), primary_key=True),
    Column("stream", String(120), primary_key=True),
    Column("length", BigInteger, nullable=False),
    Column("code", String(64), nullable=False),
    Column("data", Text, nullable=False),
    Column("signature", String(128), nullable=False, server_default=""),
)
"""Tables as they were kept. A server that has the key signs what it keeps, and uses nothing that it did not sign."""

papers = Table(
    "paper",
    metadata,
    Column("operator", String(20), primary_key=True),
    Column("person", String(60), primary_key=True),
    Column("field", String(40), primary_key=True),
    Column("value", Text, nullable=False),
    Column("erase_after", String(32), nullable=False),
)
"""What names a person: names, addresses, card numbers, passwords. It is outside the chain, and can be erased."""

sessions = Table(
    "session",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("operator", String(20), nullable=False),
    Column("person", String(60), nullable=False),
    Column("role", String(60), nullable=False),
    Column("began", String(32), nullable=False),
    Column("used", String(32), nullable=False),
)
"""Who is signed in, by the hash of their token: every server process knows them. It is outside the chain."""

tries = Table(
    "sign_in_try",
    metadata,
    Column("who", String(64), primary_key=True),
    Column("times", Text, nullable=False),
    Column("last", String(32), nullable=False),
)
"""Tries to sign in that failed, by the hash of the name: people type passwords into the wrong field."""
