"""Compares a table's events with the transfers that were booked with them: every movement of its float, its drop box
and the stakes at it is one that an event explains, and every event's money was booked by the same write."""

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from itertools import groupby
from typing import Any

from sqlalchemy import Connection, or_, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.explained import OF_A_TABLE, REGISTERED, Beside, is_beside
from pitboss.floor.audit.money import entries_of
from pitboss.floor.audit.replay import Played
from pitboss.floor.audit.report import JOURNAL, Finding
from pitboss.floor.store import Stream, schema
from pitboss.floor.store.store import stored_of
from pitboss.floor.tables.corrections import difference, long_past
from pitboss.floor.tables.events import RoundCorrected
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.state import Past
from pitboss.ledger import Account, Entry, Move, Post, Release, Reserve
from pitboss.value import Value

Moved = tuple[str, str, str, int]
"""A transfer, as far as it is compared: its kind, what it is named by or comes from, where it goes, how much."""
_KINDS = {Move: "move", Reserve: "reserve", Post: "post", Release: "release"}


Made = tuple[int, str]
"""What made a movement: its write, or the moment where an older program wrote no number; in the order of the log."""


class Group(Value):
    """What one write moved."""

    made: Made
    moved: Counter[Moved]
    record: str
    position: int = 0
    is_corrected: bool = False


class JournalWatch:
    """Watches the money of one table."""

    def __init__(self, connection: Connection, stream: Stream, explained: Beside, after: int = 0) -> None:
        self.connection, self.stream, self.explained = connection, stream, explained
        self.accounts = self._accounts()
        self._booked = self._groups(after)
        self._next = next(self._booked, None)
        self._group: Group | None = None

    def see(self, played: Played) -> Finding | None:
        """Work out what an event moves; compare a write with the books once the next one has begun."""
        event, stored = played.event, played.stored
        corrects = isinstance(event, RoundCorrected)
        entries = tuple(self.corrected(played) if corrects else entries_of(played))
        self.explained.add_all(entries)
        moved = Counter(_moved(entry) for entry in entries if not _is_beside(entry))
        if not moved and not corrects:
            return None
        made = _made(stored.at, stored.write)
        if self._group is None or self._group.made != made:
            fault = self._compare()
            record = f"{stored.stream} number {stored.number}"
            self._group = Group(made, moved, record, stored.position, corrects)
            return fault
        self._group.moved.update(moved)
        self._group = self._group._replace(is_corrected=self._group.is_corrected or corrects)
        return None

    def end(self) -> Finding | None:
        """Compare the last write, and see whether the books go on."""
        fault = self._compare()
        if fault is None and self._next is not None:
            return Finding(JOURNAL, self._next.record, f"no event of {self.stream} explains it")
        return fault

    def close(self) -> None:
        """Leave the books, wherever in them it is."""
        self._booked.close()

    def _compare(self) -> Finding | None:
        """Compare what the events of a write come to with what it booked."""
        group = self._group
        if group is None:
            return None
        booked = self._next
        if booked is None or booked.made != group.made:
            if group.is_corrected and not _net(group.moved, self.accounts):
                return None
            if booked is not None and booked.made < group.made:
                return Finding(JOURNAL, booked.record, f"no event of {self.stream} explains it")
            return Finding(JOURNAL, group.record, "what it moves was not booked with it", group.position)
        self._next = next(self._booked, None)
        if group.moved == booked.moved:
            return None
        if group.is_corrected and _net(group.moved, self.accounts) == _net(booked.moved, self.accounts):
            return None
        words = f"it moves {_words(group.moved - booked.moved)}, and {_words(booked.moved - group.moved)} was booked"
        return Finding(JOURNAL, group.record, words, group.position)

    def _accounts(self) -> frozenset[str]:
        table = schema.accounts
        query = select(table.c.name).where(table.c.operator == self.stream.operator)
        names = (Account.parse(name) for name in self.connection.execute(query).scalars())
        owner = self.stream.table
        return frozenset(each.name for each in names if each.owner == owner and each.kind in OF_A_TABLE)

    def _groups(self, after: int) -> Generator[Group, None, None]:
        """What was booked at the table, write by write."""
        table = schema.transfers
        names = sorted(self.accounts)
        query = (
            select(table)
            .where(or_(table.c.source.in_(names), table.c.target.in_(names)))
            .where(table.c.operator == self.stream.operator, table.c.number > after)
            .where(~table.c.reason.startswith(REGISTERED))
            .order_by(table.c.number)
        )
        with closing(rows_of(self.connection, query)) as booked:
            for made, rows in groupby(booked, key=lambda row: _made(row["at"], row["write"])):
                listed = list(rows)
                record = f"{self.stream.operator} transfer {listed[0]['number']}"
                yield Group(made, Counter(_booked(row) for row in listed), record)

    def corrected(self, played: Played) -> Iterable[Entry]:
        """What a correction moves."""
        event = played.event
        assert isinstance(event, RoundCorrected)
        state = played.before
        past = state.at_hand(event.round) or self._long(played)
        if past is None:
            return ()
        journal = Journal(self.stream, state.unit)
        return difference(journal, past.opening, past.acts, event.acts, event.house_bears)

    def _long(self, played: Played) -> Past | None:
        """A round that was over long before it was corrected."""
        table = schema.events
        query = (
            select(table)
            .where(table.c.operator == self.stream.operator, table.c.stream == self.stream.name)
            .where(table.c.number < played.stored.number)
            .order_by(table.c.number)
        )
        events = (from_stored(stored_of(row)) for row in rows_of(self.connection, query))
        assert isinstance(played.event, RoundCorrected)
        return long_past(events, played.event.round)


def _made(at: str, write: int) -> Made:
    return (write, "") if write else (0, at)


def _is_beside(entry: Entry) -> bool:
    return isinstance(entry, Move) and is_beside(entry.source.name, entry.target.name, entry.reason)


def _moved(entry: Entry) -> Moved:
    match entry:
        case Move(source, target, cents, _):
            return "move", source.name, target.name, cents
        case Reserve(name, source, target, cents, _):
            return "reserve", f"{name}\t{source.name}", target.name, cents
    return _KINDS[type(entry)], entry.name, "", entry.cents


def _booked(row: Mapping[Any, Any]) -> Moved:
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
