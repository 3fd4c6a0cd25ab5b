"""Tournaments, audited: what their streams say of money is what was booked, and every undisclosed wager that was
announced is the one whose hash was recorded before its round."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import ROUNDS, AuditFault
from pitboss.floor.store import Stored, schema
from pitboss.floor.store.store import stored_of
from pitboss.floor.tournaments.special import FormAnnounced, FormRecorded
from pitboss.floor.tournaments.state import TOURNAMENT, Purse, TournamentEvent, from_stored
from pitboss.ledger import Entry


def _read_events(connection: Connection, operator: str, after: int = 0) -> Iterator[tuple[Stored, TournamentEvent]]:
    """The events of an operator's tournaments after a place in the log, in its order."""
    table = schema.events
    wanted = (table.c.operator == operator, table.c.position > after, table.c.stream.startswith(TOURNAMENT))
    for row in rows_of(connection, select(table).where(*wanted).order_by(table.c.position)):
        stored = stored_of(row)
        yield stored, from_stored(stored)


def tournament_entries(connection: Connection, operator: str, after: int) -> Iterator[Entry]:
    """The money that tournaments moved after a place in the log."""
    for stored, event in _read_events(connection, operator, after):
        yield from event.entries(Purse(stored.stream))


def check_forms(connection: Connection, operator: str) -> Iterator[AuditFault]:
    """Undisclosed wagers that were announced otherwise than they were recorded; the first one."""
    recorded: dict[tuple[str, str, str, int], str] = {}
    for stored, event in _read_events(connection, operator):
        if isinstance(event, FormRecorded):
            recorded[stored.stream.name, event.patron, event.table, event.round] = event.commitment
        elif isinstance(event, FormAnnounced):
            kept = recorded.get((stored.stream.name, event.patron, event.table, event.round))
            if kept != event.form.commitment:
                words = "the undisclosed wager that was announced is not the one that was recorded"
                yield AuditFault(ROUNDS, f"{stored.stream} number {stored.number}", words, stored.position)
                return
