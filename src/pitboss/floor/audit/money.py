"""What each event of a table moves in the ledger, worked out again from the event alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pitboss.floor.audit.replay import Played
from pitboss.floor.cashier.chips import CASH, purse
from pitboss.floor.cashier.slips import CREDIT, FILL, counted_over
from pitboss.floor.tables.events import (
    BoughtIn,
    CashedOut,
    ColourChanged,
    FloatMoved,
    TableClosed,
    TableOpened,
    VoucherTaken,
    worth,
)
from pitboss.floor.tables.found_events import WagersCut, cut_round
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.money_events import DropCounted, SlipVoided
from pitboss.floor.tables.state import open_state
from pitboss.ledger import Account, Entry, Move
from pitboss.money import TOKENS

Entries = Iterable[Entry]
"""What an event moves, at its table and beside it."""


def _house(journal: Journal) -> Account:
    return Account(journal.operator, "house", "", journal.unit.name)


def _drop(journal: Journal) -> Account:
    return Account(journal.operator, "drop", journal.table, journal.unit.name)


def _opened(journal: Journal, event: TableOpened, _: Played) -> Entries:
    return (Move(_house(journal), journal.float, worth(event.stacks), "float in"),)


def _closed(journal: Journal, event: TableClosed, _: Played) -> Entries:
    books = worth(event.stacks) - event.over_cents
    return (Move(journal.float, _house(journal), books, "float out"),) if books else ()


def _bought(journal: Journal, event: BoughtIn, _: Played) -> Iterator[Entry]:
    cents = worth(event.stacks)
    yield Move(journal.float, journal.patron(event.patron), cents, "")
    if journal.unit.is_money:
        target = _drop(journal) if event.how == CASH else _house(journal)
        yield Move(purse(journal, event.patron, event.how), target, cents, "")


def _cashed(journal: Journal, event: CashedOut, _: Played) -> Iterator[Entry]:
    cents = worth(event.stacks)
    yield Move(journal.patron(event.patron), journal.float, cents, "")
    if journal.unit.is_money:
        yield Move(_house(journal), purse(journal, event.patron, event.how), cents, "")


def _voucher(journal: Journal, event: VoucherTaken, _: Played) -> Iterator[Entry]:
    if event.gives == TOKENS.name:
        yield Move(
            Account(journal.operator, "house", "", TOKENS.name),
            journal.patron(event.patron, TOKENS.name),
            event.cents,
            "",
        )
    else:
        yield Move(journal.float, journal.patron(event.patron), event.cents, "")
        yield Move(_house(journal), _drop(journal), event.cents, "")


def _slip(journal: Journal, event: FloatMoved, _: Played) -> Entries:
    return (_moved(journal, event.kind, worth(event.stacks)),)


def _voided(journal: Journal, event: SlipVoided, _: Played) -> Entries:
    return (_moved(journal, CREDIT if event.kind == FILL else FILL, event.cents),)


def _moved(journal: Journal, kind: str, cents: int) -> Entry:
    source, target = (_house(journal), journal.float) if kind == FILL else (journal.float, _house(journal))
    return Move(source, target, cents, kind)


def _counted(journal: Journal, event: DropCounted, _: Played) -> Iterator[Entry]:
    if event.expected_cents:
        yield Move(_drop(journal), _house(journal), event.expected_cents, "")
    yield from counted_over(journal, event.counted_cents - event.expected_cents)


def _cut(journal: Journal, event: WagersCut, played: Played) -> Entries:
    return journal.entries(cut_round(open_state(played.before).round, event.cuts, event.because))


def _changed(journal: Journal, event: ColourChanged, _: Played) -> Entries:
    patron, cents = journal.patron(event.patron), worth(event.given)
    return Move(patron, journal.float, cents, ""), Move(journal.float, patron, cents, "")


MONEY: Mapping[type, Callable[[Journal, Any, Played], Entries]] = {
    TableOpened: _opened,
    TableClosed: _closed,
    BoughtIn: _bought,
    CashedOut: _cashed,
    VoucherTaken: _voucher,
    FloatMoved: _slip,
    SlipVoided: _voided,
    DropCounted: _counted,
    WagersCut: _cut,
    ColourChanged: _changed,
}
"""For each event that moves money by itself, what it moves."""


def entries_of(played: Played) -> Entries:
    """What an event moves, at its table and beside it."""
    event = played.event
    journal = Journal(played.stored.stream, played.after.unit)
    if played.step is not None:
        return journal.entries(played.step)
    work = MONEY.get(type(event))
    return work(journal, event, played) if work is not None else ()
