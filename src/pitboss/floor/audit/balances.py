"""Adds every transfer up again and compares: what lies in each account, what is set aside, debits against credits;
and sees that each account belongs to an operator, a patron or a table that there is.

What moved between accounts that are no table's (patrons' chips and deposits, the house, the world outside) is compared
with the events that say so: a patron's payments, cashless chips, vouchers, what a drop count had over or short, who
bears a correction, mis-payments put right, balances brought forward, prizes that were paid in money.

What counters stand for is counted again from the log: losses by period, deposits by day, vouchers, slips. A limit is
kept by its counter, so a counter that was set back would let it be passed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, case, func, or_, select

from pitboss.floor.audit import chain, rounds, tournaments
from pitboss.floor.audit.report import BALANCES, BOOKINGS, COUNTERS, AuditFault
from pitboss.floor.audit.transfers import OF_A_TABLE, REGISTERED, MovesOffTables, Pair, TransferCheck, is_off_table
from pitboss.floor.cashier import mispayments, slips
from pitboss.floor.cashier.chips import (
    OF_A_PATRON,
    BroughtForward,
    VoucherTaken,
    forward_entry,
    forward_stream,
    voucher_counter,
)
from pitboss.floor.operators import operators
from pitboss.floor.patrons.account import pay_in, pay_out
from pitboss.floor.patrons.invalid_wagers import ExcessFound, WagersCut
from pitboss.floor.patrons.limits import calendar_day, count_loss, count_losses, deposit_counter, stake_moves
from pitboss.floor.patrons.state import ChipsDeclared, Deposited, Registered, Withdrawn
from pitboss.floor.promotions import state, winners
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.store import Stored, Stream, checkpoint, rows, schema, store
from pitboss.floor.tables.bookkeeping import TableBookkeeper
from pitboss.floor.tables.state import ActTaken, RoundCorrected, open_state
from pitboss.ledger import Account, Balance, Entry
from pitboss.money import TOKENS
from pitboss.play import Event, Place, decode
from pitboss.value import log_name

MOVED = ("move", "post")
"""The kinds of transfer by which value goes from one account to another."""
OWNED_BY_PATRON, OWNED_BY_TABLE = "registered patron", "table"
OWNERS = dict.fromkeys(OF_A_PATRON, OWNED_BY_PATRON) | dict.fromkeys(OF_A_TABLE, OWNED_BY_TABLE)
"""Whom an account of a kind belongs to, where that is not the operator itself."""
PRIZES = f"{state.PROMOTION}:"
"""How the names of the streams of promotions begin."""
KINDS = ("loss", "deposited", "voucher", "slip", "slip-voided")
"""How the names of the counters begin that the log tells."""


def _events(connection: Connection, *conditions: ColumnElement[bool]) -> Iterator[Stored]:
    """The events that fulfil conditions, in the order of the log."""
    query = select(schema.events).where(*conditions).order_by(schema.events.c.position)
    return (store.stored_of(row) for row in chain.rows_of(connection, query))


def _patron_events(connection: Connection, *kinds: type, only: ColumnElement[bool] | None = None) -> Iterator[Stored]:
    """The events of some kinds on patrons' streams."""
    table = schema.events
    conditions = table.c.kind.in_([log_name(kind) for kind in kinds]), table.c.stream.startswith(rows.PATRON)
    return _events(connection, *conditions, *([only] if only is not None else []))


class RecomputedBalances:
    """Balances as the transfers lead to them, from the beginning or from signed balances."""

    def __init__(self, starts: Mapping[str, checkpoint.Checkpoint]) -> None:
        self.balances: dict[str, Balance] = {}
        for day in starts.values():
            self.balances |= {name: replace(balance) for name, balance in day.balances.items()}
        self.held: dict[str, tuple[str, str, int]] = {}
        """For each name what is set aside, from where and for whom; known only from the beginning."""
        self.off_table = MovesOffTables()
        """What went between accounts that are no table's."""

    def book(self, row: Mapping[Any, Any]) -> None:
        """Add one transfer."""
        kind, name, cents = row["kind"], row["name"], row["cents"]
        source = self.balances.setdefault(row["source"], Balance())
        target = self.balances.setdefault(row["target"], Balance())
        if kind in MOVED:
            source.out += cents
            target.into += cents
        if kind == "move" and is_off_table(row["source"], row["target"], row["reason"]):
            self.off_table.add(row["source"], row["target"], cents)
        if kind != "move":
            by = cents if kind == "reserve" else -cents
            source.held += by
            left = self.held.get(name, ("", "", 0))[2] + by
            self.held[name] = row["source"], row["target"], left


def check_balances(connection: Connection, tally: RecomputedBalances, *, whole: bool) -> Iterator[AuditFault]:
    """Say where the books do not agree with the transfers; `whole` if these were read from the beginning."""
    yield from _check_accounts(connection, tally)
    yield from _check_reservations(connection, tally, whole=whole)
    yield from _check_sides(connection)


def _check_accounts(connection: Connection, tally: RecomputedBalances) -> Iterator[AuditFault]:
    table = schema.accounts
    kept = {
        name: Balance(into, out, held)
        for name, into, out, held in connection.execute(select(table.c.name, table.c.into, table.c.out, table.c.held))
    }
    for name in sorted({*kept, *tally.balances}):
        there, found = kept.get(name, Balance()), tally.balances.get(name, Balance())
        if there != found:
            yield AuditFault(BALANCES, name, f"the book has {_words(there)}; the transfers come to {_words(found)}")
            return


def _words(balance: Balance) -> str:
    return f"{balance.into} in, {balance.out} out, {balance.held} set aside"


def _check_reservations(connection: Connection, tally: RecomputedBalances, *, whole: bool) -> Iterator[AuditFault]:
    """Check that the stakes set aside by name add up to the reserve of each account, which was compared already."""
    table = schema.reservations
    sums: dict[str, int] = {}
    for name, source, target, left in connection.execute(select(table).order_by(table.c.name)):
        sums[source] = sums.get(source, 0) + left
        if whole and left and tally.held.get(name) != (source, target, left):
            yield AuditFault(
                BALANCES, name, f"{left} is set aside in {source} for {target}; the transfers say otherwise"
            )
            return
    for name, balance in sorted(tally.balances.items()):
        if balance.held != sums.get(name, 0):
            yield AuditFault(BALANCES, name, f"{balance.held} is set aside, and its parts come to {sums.get(name, 0)}")
            return


def _check_sides(connection: Connection) -> Iterator[AuditFault]:
    """Debits equal credits for each operator and unit, added up by the database itself."""
    table, moved = schema.accounts, schema.transfers
    accounts = (
        select(table.c.operator, table.c.unit, func.sum(table.c.into), func.sum(table.c.out))
        .group_by(table.c.operator, table.c.unit)
        .order_by(table.c.operator, table.c.unit)
    )
    cents = func.sum(case((moved.c.kind.in_(MOVED), moved.c.cents), else_=0))
    by_transfers = select(moved.c.operator, moved.c.unit, cents).group_by(moved.c.operator, moved.c.unit)
    sums = {(operator, unit): int(total) for operator, unit, total in connection.execute(by_transfers)}
    for operator, unit, into, out in connection.execute(accounts):
        total = sums.get((operator, unit), 0)
        if not into == out == total:
            words = f"{into} went in, {out} went out, and the transfers moved {total}"
            yield AuditFault(BALANCES, f"{operator} {unit}", words)
            return


def check_owners(connection: Connection) -> Iterator[AuditFault]:
    """Say which account belongs to an operator, a patron or a table that there is not; the first of each operator."""
    known = set(_owners(connection))
    found: set[str] = set()
    for name in connection.execute(select(schema.accounts.c.name).order_by(schema.accounts.c.name)).scalars().all():
        account = Account.parse(name)
        operator, whose = account.operator, OWNERS.get(account.kind)
        if operator in operators() and (whose is None or (operator, whose, account.owner) in known):
            continue
        if operator not in found:
            found.add(operator)
            missing = (
                f"{operator} has no {whose} {account.owner}" if operator in operators() else f"no house is {operator}"
            )
            yield AuditFault(BALANCES, name, f"value was booked here, and {missing}")


def _owners(connection: Connection) -> Iterator[tuple[str, str, str]]:
    """The patrons and tables of each operator: registered patrons, guests to whom a table has given chips or tokens,
    tables that have been opened."""
    moved = schema.transfers
    for stored in _patron_events(connection, Registered):
        yield stored.stream.operator, OWNED_BY_PATRON, stored.stream.patron
    for each in rounds.table_streams(connection):
        yield each.operator, OWNED_BY_TABLE, each.table
    chips = or_(*(moved.c.source.startswith(f"{operator}/float/") for operator in operators()))
    tokens = moved.c.source.in_([Account(operator, "house", "", TOKENS.name).name for operator in operators()])
    given = select(moved.c.target).distinct().where(chips | tokens, ~moved.c.reason.startswith(REGISTERED))
    for name in connection.execute(given).scalars():
        account = Account.parse(name)
        if account.kind == "patron":
            yield account.operator, OWNED_BY_PATRON, account.owner


def explain_rest(
    connection: Connection, starts: Mapping[str, checkpoint.Checkpoint], explained: MovesOffTables
) -> None:
    """Count what the streams say that are no table's."""
    table = schema.events
    ways = {log_name(Deposited): pay_in, log_name(Withdrawn): pay_out}
    for operator in connection.execute(select(schema.heads.c.operator).distinct()).scalars().all():
        after = starts[operator].position if operator in starts else 0
        since = (table.c.operator == operator) & (table.c.position > after)
        paid = _patron_events(connection, Deposited, Withdrawn, only=since)
        explained.add_all(ways[each.kind](operator, each.stream.patron, each.data["cents"], "") for each in paid)
        explained.add_all(_put_right(connection, operator, after))
        forward = _events(connection, since, store.of_stream(table, forward_stream(operator)))
        told = [decode(BroughtForward, stored.data) for stored in forward]
        explained.add_all(forward_entry(Account.parse(each.account), each.cents) for each in told)
        explained.add_all(tournaments.tournament_entries(connection, operator, after))
        given = _events(
            connection, since, table.c.kind == log_name(state.PrizeAwarded), table.c.stream.startswith(PRIZES)
        )
        prizes = [decode(state.PrizeAwarded, stored.data) for stored in given]
        explained.add_all(entry for prize in prizes for entry in winners.prize_entries(operator, "", prize))


def _put_right(connection: Connection, operator: str, after: int) -> Iterator[Entry]:
    """The moves of mis-payments that were put right after a place in the log."""
    stored = list(_events(connection, store.of_stream(schema.events, mispayments.register_stream(operator))))
    known = mispayments.fold_cases(each for each in stored if each.position <= after)
    for name, found in mispayments.fold_cases(stored).items():
        before = len(known[name].follows) if name in known else 0
        for follow in found.follows[before:]:
            if follow.moved_cents:
                yield mispayments.put_right(operator, found.noted, follow.patron or found.noted.patron)


def find_unexplained(connection: Connection, booked: MovesOffTables, explained: MovesOffTables) -> AuditFault | None:
    """The first accounts between which more or less was booked than the events explain."""
    for pair in sorted({*booked.times, *explained.times}):
        if (booked.times[pair], booked.cents[pair]) != (explained.times[pair], explained.cents[pair]):
            words = (
                f"{booked.cents[pair]} in {booked.times[pair]} parts was booked from {pair[0]} to {pair[1]}, "
                f"and events explain {explained.cents[pair]} in {explained.times[pair]}"
            )
            return AuditFault(BOOKINGS, _record(connection, pair), words)
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


class CounterTotals:
    """The counters as the log gives them, and since when each person is a patron of which house."""

    def __init__(self, connection: Connection) -> None:
        self.sums: Counter[str] = Counter()
        self._since = {each.stream: each.position for each in _patron_events(connection, Registered)}

    def is_counted(self, operator: str, patron: str, position: int) -> bool:
        """Whether what a patron lost at a place in the log was counted."""
        house = operators().get(operator)
        since = self._since.get(rows.patron_stream(operator, patron))
        return house is not None and house.patrons.counts_losses and since is not None and since < position

    def lose(self, operator: str, patron: str, day: date, cents: int) -> None:
        """Count a loss in every period that a day lies in."""
        for count in count_loss(operator, patron, day, cents):
            self.sums[count.name] += count.by


class CounterCheck(rounds.LogCheck):
    """Counts what happens at one table."""

    def __init__(self, stream: Stream, counts: CounterTotals, transfers: TransferCheck) -> None:
        self.operator, self.counts, self.transfers = stream.operator, counts, transfers
        self._days: dict[int, date] = {}
        self._round = 0
        self._first: dict[int, tuple[bool, date]] = {}
        """For each round the day of its first wager, or of its first act where nothing was placed."""

    def see(self, played: rounds.ReplayedEvent) -> AuditFault | None:
        """See one more event."""
        event, stored, sums = played.event, played.stored, self.counts.sums
        day = calendar_day(parse_stamp(stored.at))
        match event:
            case ActTaken(act, _) if played.step is not None:
                self._begin(played.step.round.number)
                is_placed, _ = self._first.get(self._round, (False, day))
                if self._round not in self._first or (isinstance(act, Place) and not is_placed):
                    self._first[self._round] = isinstance(act, Place), day
                self._note_loss(played, played.step.events, day)
            case WagersCut():
                round = open_state(played.before).round
                self._begin(round.number)
                self._note_loss(played, event.cut(round).events, day)
            case RoundCorrected():
                self._note_correction(played, event, day)
            case ExcessFound():
                self.counts.lose(self.operator, event.patron, day, event.unseen_cents)
            case VoucherTaken():
                sums[voucher_counter(self.operator, event.voucher)] += 1
            case slips.FloatMoved():
                sums[slips.slip_counter(self.operator, event.year)] += 1
            case slips.SlipVoided():
                sums[slips.voided_counter(self.operator, event.year, event.number)] += 1
        return None

    def _begin(self, number: int) -> None:
        if number != self._round:
            self._round, self._days = number, {}

    def _note_loss(self, played: rounds.ReplayedEvent, told: tuple[Event, ...], day: date) -> None:
        for wager, patron, placed, back in stake_moves(told):
            of = self._days.setdefault(wager, day)
            if played.after.unit.counts_as_loss and self.counts.is_counted(
                self.operator, patron, played.stored.position
            ):
                self.counts.lose(self.operator, patron, of, placed - back)

    def _note_correction(self, played: rounds.ReplayedEvent, event: RoundCorrected, day: date) -> None:
        if not played.after.unit.counts_as_loss:
            return
        if played.before.is_open_round(event.round):
            self._begin(event.round)
            day = max(self._days.values(), default=day)
        else:
            _, day = self._first.get(event.round, (False, day))
        bookkeeper = TableBookkeeper(played.stored.stream, played.after.unit)
        for patron, cents in count_losses(bookkeeper, self.transfers.correction_entries(played)).items():
            if self.counts.is_counted(self.operator, patron, played.stored.position):
                self.counts.lose(self.operator, patron, day, cents)


def _count_mispayments(connection: Connection, operator: str, counts: CounterTotals) -> None:
    """Count what putting mis-payments right did to patrons' losses."""
    register = list(_events(connection, store.of_stream(schema.events, mispayments.register_stream(operator))))
    cases = mispayments.fold_cases(register)
    for stored in register:
        if stored.kind == log_name(mispayments.MispaymentFollowed) and stored.data["moved_cents"]:
            found = cases[stored.data["id"]]
            patron = stored.data.get("patron") or found.noted.patron
            if counts.is_counted(operator, patron, stored.position):
                counts.lose(operator, patron, *mispayments.loss_of_putting_right(found))


def check_counters(connection: Connection, counts: CounterTotals) -> AuditFault | None:
    """The first counter that does not stand at what the log comes to."""
    sums = counts.sums
    for stored in _patron_events(connection, Deposited, ChipsDeclared):
        (operator, patron), day = (stored.stream.operator, stored.stream.patron), calendar_day(parse_stamp(stored.at))
        if stored.kind == log_name(Deposited):
            sums[deposit_counter(operator, patron, day)] += stored.data["cents"]
        else:
            counts.lose(operator, patron, day, stored.data.get("missing_cents", 0))
    for operator in operators():
        _count_mispayments(connection, operator, counts)
    kept = {row["name"]: row["value"] for row in chain.rows_of(connection, select(schema.counters))}
    for name in sorted({*kept, *sums}):
        if kept.get(name, 0) != sums[name] and name.partition("/")[0] in KINDS:
            return AuditFault(COUNTERS, name, f"it stands at {kept.get(name, 0)}, and the log comes to {sums[name]}")
    return None
