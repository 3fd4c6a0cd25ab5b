"""Compares a table's events with the transfers that were booked with them: every movement of its float, its drop box
and the stakes at it is one that an event explains, and every event's money was booked by the same write."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, or_, select

from pitboss.floor.audit import chain, rounds
from pitboss.floor.audit.report import BOOKINGS, AuditFault
from pitboss.floor.cashier.chips import CASH, BoughtIn, CashedOut, ColourChanged, VoucherTaken, purse
from pitboss.floor.cashier.slips import CREDIT, FILL, DropCounted, FloatMoved, SlipVoided, difference_entries
from pitboss.floor.patrons.invalid_wagers import WagersCut
from pitboss.floor.store import Stream, schema, store, write_turn
from pitboss.floor.tables import bookkeeping, corrections, jackpots, log
from pitboss.floor.tables.state import RoundCorrected, TableClosed, TableEvent, TableOpened, open_state, worth
from pitboss.ledger import Account, Entry, Move, Reserve
from pitboss.money import TOKENS
from pitboss.value import Value

Pair = tuple[str, str]
"""From which account value goes, and to which."""

OF_A_TABLE = ("float", "rounding", "drop")
"""The kinds of account that a table has for itself."""
REGISTERED = "mis-payment "
"""How the reason of a transfer begins that the register of mis-payments explains, and no table."""


class MovesOffTables:
    """Value that moved between accounts that are no table's: how many times, and how much."""

    def __init__(self) -> None:
        self.times: Counter[Pair] = Counter()
        self.cents: Counter[Pair] = Counter()

    def add(self, source: str, target: str, cents: int) -> None:
        """Count one move."""
        self.times[source, target] += 1
        self.cents[source, target] += cents

    def add_all(self, entries: Iterable[Entry]) -> None:
        """Count what entries move off the tables."""
        for entry in entries:
            if isinstance(entry, Move) and is_off_table(entry.source.name, entry.target.name, entry.reason):
                self.add(entry.source.name, entry.target.name, entry.cents)


def is_off_table(source: str, target: str, reason: str) -> bool:
    """Say whether a move is explained by something other than the play and the float of a table."""
    kinds = {name.split("/")[1] for name in (source, target)}
    return reason.startswith(REGISTERED) or not kinds & set(OF_A_TABLE)


Moved = tuple[str, str, str, int]
"""A transfer, as far as it is compared: its kind, what it is named by or comes from, where it goes, how much."""

Made = tuple[int, str]
"""What made a movement: its write, or the moment where an older program wrote no number; in the order of the log."""


class Group(Value):
    """The moves of one write."""

    made: Made
    moved: Counter[Moved]
    record: str
    position: int = 0
    is_corrected: bool = False


class TransferCheck(rounds.LogCheck):
    """Watches the money of one table."""

    def __init__(self, connection: Connection, stream: Stream, explained: MovesOffTables, after: int = 0) -> None:
        self.connection, self.stream, self.explained = connection, stream, explained
        query = select(schema.accounts.c.name).where(schema.accounts.c.operator == stream.operator)
        names = (Account.parse(name) for name in connection.execute(query).scalars())
        self.accounts = frozenset(each.name for each in names if each.owner == stream.table and each.kind in OF_A_TABLE)
        self._describe_row = self._groups(after)
        self._next = next(self._describe_row, None)
        self._group: Group | None = None

    def see(self, played: rounds.ReplayedEvent) -> AuditFault | None:
        """Work out what an event moves; compare a write with the books once the next one has begun."""
        event, stored = played.event, played.stored
        corrects = isinstance(event, RoundCorrected)
        entries = tuple(self.correction_entries(played) if corrects else entries_of(played))
        self.explained.add_all(entries)
        moved = Counter(
            _describe_entry(entry)
            for entry in entries
            if not (isinstance(entry, Move) and is_off_table(entry.source.name, entry.target.name, entry.reason))
        )
        if not moved and not corrects:
            return None
        made = _read_time_made(stored.at, stored.write)
        if self._group is None or self._group.made != made:
            fault = self._compare()
            record = f"{stored.stream} number {stored.number}"
            self._group = Group(made, moved, record, stored.position, corrects)
            return fault
        self._group.moved.update(moved)
        self._group = self._group._replace(is_corrected=self._group.is_corrected or corrects)
        return None

    def end(self) -> AuditFault | None:
        """Compare the last write, and see whether the books go on."""
        fault = self._compare()
        if fault is None and self._next is not None:
            return AuditFault(BOOKINGS, self._next.record, f"no event of {self.stream} explains it")
        return fault

    def close(self) -> None:
        """Leave the books, wherever in them it is."""
        self._describe_row.close()

    def _compare(self) -> AuditFault | None:
        """Compare what the events of a write come to with what it booked."""
        group = self._group
        if group is None:
            return None
        booked = self._next
        if booked is None or booked.made != group.made:
            if group.is_corrected and not _net(group.moved, self.accounts):
                return None
            if booked is not None and booked.made < group.made:
                return AuditFault(BOOKINGS, booked.record, f"no event of {self.stream} explains it")
            return AuditFault(BOOKINGS, group.record, "what it moves was not booked with it", group.position)
        self._next = next(self._describe_row, None)
        if group.moved == booked.moved:
            return None
        if group.is_corrected and _net(group.moved, self.accounts) == _net(booked.moved, self.accounts):
            return None
        words = f"it moves {_words(group.moved - booked.moved)}, and {_words(booked.moved - group.moved)} was booked"
        return AuditFault(BOOKINGS, group.record, words, group.position)

    def _groups(self, after: int) -> Generator[Group, None, None]:
        """The entries booked at the table, write by write."""
        table = schema.transfers
        names = sorted(self.accounts)
        query = (
            select(table)
            .where(or_(table.c.source.in_(names), table.c.target.in_(names)))
            .where(table.c.operator == self.stream.operator, table.c.number > after)
            .where(~table.c.reason.startswith(REGISTERED))
            .order_by(table.c.number)
        )
        with closing(chain.rows_of(self.connection, query)) as booked:
            for made, rows in groupby(booked, key=lambda row: _read_time_made(row["at"], row["write"])):
                listed = list(rows)
                record = f"{self.stream.operator} transfer {listed[0]['number']}"
                yield Group(made, Counter(_describe_row(row) for row in listed), record)

    def correction_entries(self, played: rounds.ReplayedEvent) -> Iterable[Entry]:
        """The moves of a correction."""
        event = played.event
        assert isinstance(event, RoundCorrected)
        state = played.before
        past = state.find_recent_round(event.round)
        if past is None:  # it was over long before
            table = schema.events
            query = select(table).where(store.of_stream(table, self.stream), table.c.number < played.stored.number)
            rows = chain.rows_of(self.connection, query.order_by(table.c.number))
            past = corrections.find_old_round((log.read_event(store.stored_of(row)) for row in rows), event.round)
        if past is None:
            return ()
        bookkeeper = bookkeeping.TableBookkeeper(self.stream, state.unit)
        return corrections.difference(bookkeeper, past.opening, past.acts, event.acts, event.house_bears)


def _read_time_made(at: str, write: int) -> Made:
    return (write, "") if write else (0, at)


def _describe_entry(entry: Entry) -> Moved:
    match entry:
        case Move(source, target, cents, _):
            return "move", source.name, target.name, cents
        case Reserve(name, source, target, cents, _):
            return "reserve", f"{name}\t{source.name}", target.name, cents
    return write_turn.ENTRY_KINDS[type(entry)], entry.name, "", entry.cents


def _describe_row(row: Mapping[Any, Any]) -> Moved:
    kind, name = str(row["kind"]), str(row["name"])
    if kind == "move":
        return kind, row["source"], row["target"], row["cents"]
    if kind == "reserve":
        return kind, f"{name}\t{row['source']}", row["target"], row["cents"]
    return kind, name, "", row["cents"]


def _net(moved: Counter[Moved], accounts: frozenset[str]) -> dict[str, int]:
    """What a table's accounts gained and what is set aside there, however it was moved: who bears a correction on the
    other side is not in the event."""
    net: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for (kind, source, target, cents), times in moved.items():
        if kind == "move":
            net[source] -= cents * times
            net[target] += cents * times
        else:
            name = source.partition("\t")[0] if kind == "reserve" else source
            held[name] += cents * times if kind == "reserve" else -cents * times
            held[f"{kind} {name}"] += cents * times if kind == "post" else 0
    kept = {name: cents for name, cents in net.items() if cents and name in accounts}
    return kept | {name: cents for name, cents in held.items() if cents}


def _words(moved: Counter[Moved]) -> str:
    return f"{sum(cents * times for (*_, cents), times in moved.items())} in {sum(moved.values())} parts"


# What each event of a table moves in the ledger, at its table and off it, worked out again from the event alone.


def entries_of(played: rounds.ReplayedEvent) -> Iterable[Entry]:
    """The moves of an event."""
    bookkeeper = bookkeeping.TableBookkeeper(played.stored.stream, played.after.unit)
    if played.step is not None:
        return bookkeeper.entries(played.step)
    event = played.event
    if isinstance(event, WagersCut):
        return bookkeeper.entries(event.cut(open_state(played.before).round))
    ways = (_patron_entries, _float_entries, jackpots.prize_entries)
    return (*event.entries(bookkeeper), *(entry for way in ways for entry in way(bookkeeper, event)))


def _patron_entries(bookkeeper: bookkeeping.TableBookkeeper, event: TableEvent) -> Iterator[Entry]:
    """What goes between the float and a patron, and what pays for it."""
    house, drop = bookkeeper.house, bookkeeper.drop
    match event:
        case BoughtIn(patron=patron, how=how, stacks=stacks):
            yield Move(bookkeeper.float, bookkeeper.patron(patron), worth(stacks), "")
            if bookkeeper.unit.is_money:
                yield Move(purse(bookkeeper, patron, how), drop if how == CASH else house, worth(stacks), "")
        case CashedOut(patron=patron, how=how, stacks=stacks):
            yield Move(bookkeeper.patron(patron), bookkeeper.float, worth(stacks), "")
            if bookkeeper.unit.is_money:
                yield Move(house, purse(bookkeeper, patron, how), worth(stacks), "")
        case VoucherTaken(patron=patron, cents=cents, gives=TOKENS.name):
            yield Move(
                Account(bookkeeper.operator, "house", "", TOKENS.name),
                bookkeeper.patron(patron, TOKENS.name),
                cents,
                "",
            )
        case VoucherTaken(patron=patron, cents=cents):
            yield Move(bookkeeper.float, bookkeeper.patron(patron), cents, "")
            yield Move(house, drop, cents, "")
        case ColourChanged(patron=patron, given=given):
            yield Move(bookkeeper.patron(patron), bookkeeper.float, worth(given), "")
            yield Move(bookkeeper.float, bookkeeper.patron(patron), worth(given), "")


def _float_entries(bookkeeper: bookkeeping.TableBookkeeper, event: TableEvent) -> Iterator[Entry]:
    """What goes between the float, the drop box and the house."""
    house, drop = bookkeeper.house, bookkeeper.drop
    match event:
        case TableOpened(stacks=stacks):
            yield Move(house, bookkeeper.float, worth(stacks), "float in")
        case TableClosed(stacks=stacks, over_cents=over):
            if worth(stacks) != over:
                yield Move(bookkeeper.float, house, worth(stacks) - over, "float out")
        case FloatMoved(kind=kind, stacks=stacks):
            yield _slip(bookkeeper, kind, worth(stacks))
        case SlipVoided(kind=kind, cents=cents):
            yield _slip(bookkeeper, CREDIT if kind == FILL else FILL, cents)
        case DropCounted(counted_cents=counted, expected_cents=expected):
            if expected:
                yield Move(drop, house, expected, "")
            yield from difference_entries(bookkeeper, counted - expected)


def _slip(bookkeeper: bookkeeping.TableBookkeeper, kind: str, cents: int) -> Entry:
    source, target = (bookkeeper.house, bookkeeper.float) if kind == FILL else (bookkeeper.float, bookkeeper.house)
    return Move(source, target, cents, kind)
