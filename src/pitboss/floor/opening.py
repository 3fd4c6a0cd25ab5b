"""Orders that open and close a table."""

from pitboss import law
from pitboss.floor.commands import CloseTable, OpenTable, Order
from pitboss.floor.desk import Context, Prepared, refuse
from pitboss.floor.tables.events import TableClosed, TableOpened, worth
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.state import evolve
from pitboss.law.edition import edition_of, load_edition
from pitboss.ledger import Account, Move


def open_table(context: Context, order: Order) -> Prepared:
    """Open a table: its game under a version of its rules, its terms, and its float counted in."""
    command: OpenTable = order.command
    state = context.desk.state
    if state.is_open:
        raise refuse("This table is open already.", law.TERMS)
    edition = load_edition(edition_of(command.game), command.version)
    if edition.operator != order.actor.operator:
        raise refuse(f"{command.game} is not a game of this house.", law.TERMS)
    event = TableOpened(
        command.game,
        edition.version,
        command.terms,
        command.stacks,
        command.readings,
        command.granted,
        command.unit,
        "" if command.terms.jackpot else "No jackpot is offered at this table yet.",
    )
    journal = Journal(context.desk.stream, command.unit)
    cents = worth(command.stacks)
    house = Account(journal.operator, "house", "", command.unit)
    entries = (Move(house, journal.float, cents, "float in"),) if cents else ()
    return Prepared((event,), evolve(state, event), entries, reply={"table": command.table, "note": event.note})


def close_table(context: Context, order: Order) -> Prepared:
    """Close a table between rounds, its float counted out."""
    command: CloseTable = order.command
    state = context.desk.state
    if not state.is_open or not state.is_between_rounds:
        raise refuse("A table closes between rounds.", law.ROUND_OF_PLAY)
    event = TableClosed(command.stacks, command.reason)
    cents = worth(command.stacks)
    journal = context.desk.journal
    house = Account(journal.operator, "house", "", state.unit)
    entries = (Move(journal.float, house, cents, "float out"),) if cents else ()
    return Prepared((event,), evolve(state, event), entries, reply={"table": command.table})


HANDLERS = {OpenTable: open_table, CloseTable: close_table}
