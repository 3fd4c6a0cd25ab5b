"""Prize draws, audited: each draw's commitment is opened again and its winners are drawn again, and no round gave a
person two entries."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import ROUNDS, AuditFault
from pitboss.floor.promotions.entries import record_of
from pitboss.floor.promotions.state import (
    PROMOTION,
    EntriesMade,
    PromotionState,
    WinnerRedrawn,
    WinnersDrawn,
    read_event,
)
from pitboss.floor.store import schema
from pitboss.floor.store.store import stored_of
from pitboss.promotion.draw import check_draw


def check_draws(connection: Connection, operator: str) -> Iterator[AuditFault]:
    """Draws that were not held as they were committed to, and entries that were given twice: the first of each
    promotion."""
    table = schema.events
    wanted = (table.c.operator == operator, table.c.stream.startswith(f"{PROMOTION}:"))
    states: dict[str, PromotionState] = {}
    earned: dict[str, set[tuple[str, str, int]]] = {}
    faulty: set[str] = set()
    for row in rows_of(connection, select(table).where(*wanted).order_by(table.c.position)):
        stored = stored_of(row)
        name, event = stored.stream.name, read_event(stored)
        state = event.change(states.get(name, PromotionState(id=name.removeprefix(f"{PROMOTION}:"))), stored.at)
        states[name] = state
        words = ""
        if isinstance(event, EntriesMade):
            before = earned.setdefault(name, set())
            entries = [(each.patron, each.table, each.round) for each in event.entries]
            if len(set(entries)) < len(entries) or before & set(entries):
                words = "a round gave a person more than one entry"
            before.update(entries)
        elif isinstance(event, WinnersDrawn | WinnerRedrawn):
            record = record_of(operator, state)
            words = "it was held without a sealed list" if record is None else " ".join(check_draw(record))
        if words and name not in faulty:
            faulty.add(name)
            where = f"{stored.stream} number {stored.number}"
            yield AuditFault(ROUNDS, where, f"a prize draw: {words}", stored.position)
