"""Compares what moved between accounts that are no table's (patrons' chips and deposits, the house, the world outside)
with the events that say so: a patron's payments, cashless chips, vouchers, what a drop count had over or short, who
bears a correction, mis-payments put right, balances brought forward."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import JOURNAL, Finding
from pitboss.floor.cashier.forward import BroughtForward, brought, forward_stream
from pitboss.floor.cashier.mispayments import fold_cases, put_right, register_stream
from pitboss.floor.patrons.account import paid_in, paid_out
from pitboss.floor.patrons.events import Deposited, Withdrawn
from pitboss.floor.store import Stored, schema
from pitboss.floor.store.checkpoint import Checkpoint
from pitboss.floor.store.store import stored_of
from pitboss.ledger import Account, Entry, Move
from pitboss.play.codec import decode
from pitboss.value import log_name

Pair = tuple[str, str]
"""From which account value goes, and to which."""

OF_A_TABLE = ("float", "rounding", "drop")
"""The kinds of account that a table has for itself."""
REGISTERED = "mis-payment "
"""How the reason of a transfer begins that the register of mis-payments explains, and no table."""


class Beside:
    """Value that moved beside the tables, from account to account: how many times, and how much."""

    def __init__(self) -> None:
        self.times: Counter[Pair] = Counter()
        self.cents: Counter[Pair] = Counter()

    def add(self, source: str, target: str, cents: int) -> None:
        """Count one move."""
        self.times[source, target] += 1
        self.cents[source, target] += cents

    def add_all(self, entries: Iterable[Entry]) -> None:
        """Count what entries move beside the tables."""
        for entry in entries:
            if isinstance(entry, Move) and is_beside(entry.source.name, entry.target.name, entry.reason):
                self.add(entry.source.name, entry.target.name, entry.cents)


def is_beside(source: str, target: str, reason: str) -> bool:
    """Say whether a move is explained by something other than the play and the tray of a table."""
    kinds = {name.split("/")[1] for name in (source, target)}
    return reason.startswith(REGISTERED) or not kinds & set(OF_A_TABLE)


def explain_rest(connection: Connection, starts: Mapping[str, Checkpoint], explained: Beside) -> None:
    """Count what the streams say that are no table's."""
    operators = connection.execute(select(schema.heads.c.operator).distinct().order_by(schema.heads.c.operator))
    for operator in operators.scalars().all():
        after = starts[operator].position if operator in starts else 0
        explained.add_all(_patrons(connection, operator, after))
        explained.add_all(_register(connection, operator, after))
        forward = _rows(connection, operator, after, schema.events.c.stream == forward_stream(operator).name)
        told = [decode(BroughtForward, stored.data) for stored in forward]
        explained.add_all(brought(Account.parse(each.account), each.cents) for each in told)


def _rows(connection: Connection, operator: str, after: int, *only: object) -> Iterator[Stored]:
    table = schema.events
    query = select(table).where(table.c.operator == operator, table.c.position > after, *only)  # type: ignore[arg-type]
    for row in rows_of(connection, query.order_by(table.c.position)):
        yield stored_of(row)


def _patrons(connection: Connection, operator: str, after: int) -> Iterator[Entry]:
    ways = {log_name(Deposited): paid_in, log_name(Withdrawn): paid_out}
    table = schema.events
    only = table.c.kind.in_(list(ways)), table.c.stream.startswith("patron:")
    for stored in _rows(connection, operator, after, *only):
        yield ways[stored.kind](operator, stored.stream.name.removeprefix("patron:"), stored.data["cents"], "")


def _register(connection: Connection, operator: str, after: int) -> Iterator[Entry]:
    stored = list(_rows(connection, operator, 0, schema.events.c.stream == register_stream(operator).name))
    known = fold_cases(each for each in stored if each.position <= after)
    for name, case in fold_cases(stored).items():
        before = len(known[name].follows) if name in known else 0
        for follow in case.follows[before:]:
            if follow.moved_cents:
                yield put_right(operator, case.noted, follow.patron or case.noted.patron)


def unexplained(connection: Connection, booked: Beside, explained: Beside) -> Finding | None:
    """The first accounts between which more or less was booked than the events explain."""
    for pair in sorted({*booked.times, *explained.times}):
        if (booked.times[pair], booked.cents[pair]) != (explained.times[pair], explained.cents[pair]):
            words = (
                f"{booked.cents[pair]} in {booked.times[pair]} parts was booked from {pair[0]} to {pair[1]}, "
                f"and events explain {explained.cents[pair]} in {explained.times[pair]}"
            )
            return Finding(JOURNAL, _record(connection, pair), words)
    return None


def _record(connection: Connection, pair: Pair) -> str:
    """The first transfer between two accounts whose write made no event, or, where an older program wrote no number, at
    whose moment nothing happened; the accounts, if there is none."""
    table, events, operator = schema.transfers, schema.events, pair[0].split("/")[0]
    theirs = events.c.operator == operator
    moments, writes = (select(each).where(theirs) for each in (events.c.at, events.c.write))
    alone = ((table.c.write > 0) & table.c.write.not_in(writes)) | ((table.c.write == 0) & table.c.at.not_in(moments))
    query = select(table.c.number).where(table.c.source == pair[0], table.c.target == pair[1], alone)
    found = connection.execute(query.order_by(table.c.number).limit(1)).scalar()
    return f"{operator} transfer {found}" if found is not None else " to ".join(pair)
