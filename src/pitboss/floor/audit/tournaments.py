"""Tournaments and prize draws, audited: what tournaments' streams say of money is what was booked; every undisclosed
wager that was announced is the one whose hash was recorded before its round; each draw's commitment is opened again and
its winners are drawn again; and no round gave a person two entries."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import ROUNDS, AuditFault
from pitboss.floor.promotions import state as promotions
from pitboss.floor.promotions.entries import record_of
from pitboss.floor.store import Stored, schema
from pitboss.floor.store.store import stored_of
from pitboss.floor.tournaments.special import FormAnnounced, FormRecorded
from pitboss.floor.tournaments.state import TOURNAMENT, Purse, TournamentEvent, from_stored
from pitboss.ledger import Entry
from pitboss.promotion.draw import check_draw


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


def check_draws(connection: Connection, operator: str) -> Iterator[AuditFault]:
    """Draws that were not held as they were committed to, and entries that were given twice: the first of each
    promotion."""
    table = schema.events
    wanted = (table.c.operator == operator, table.c.stream.startswith(f"{promotions.PROMOTION}:"))
    states: dict[str, promotions.PromotionState] = {}
    earned: dict[str, set[tuple[str, str, int]]] = {}
    faulty: set[str] = set()
    for row in rows_of(connection, select(table).where(*wanted).order_by(table.c.position)):
        stored = stored_of(row)
        name, event = stored.stream.name, promotions.read_event(stored)
        state = event.change(
            states.get(name, promotions.PromotionState(id=name.removeprefix(f"{promotions.PROMOTION}:"))), stored.at
        )
        states[name] = state
        words = ""
        if isinstance(event, promotions.EntriesMade):
            before = earned.setdefault(name, set())
            entries = [(each.patron, each.table, each.round) for each in event.entries]
            if len(set(entries)) < len(entries) or before & set(entries):
                words = "a round gave a person more than one entry"
            before.update(entries)
        elif isinstance(event, promotions.WinnersDrawn | promotions.WinnerRedrawn):
            record = record_of(operator, state)
            words = "it was held without a sealed list" if record is None else " ".join(check_draw(record))
        if words and name not in faulty:
            faulty.add(name)
            where = f"{stored.stream} number {stored.number}"
            yield AuditFault(ROUNDS, where, f"a prize draw: {words}", stored.position)
