"""Adds every transfer up again and compares: what lies in each account, what is set aside, debits against credits;
and sees that each account belongs to an operator, a patron or a table that there is."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, case, func, or_, select

from pitboss.floor.audit.explained import OF_A_TABLE, REGISTERED, Beside, is_beside
from pitboss.floor.audit.report import BALANCES, Finding
from pitboss.floor.audit.rounds import table_streams
from pitboss.floor.cashier.forward import OF_A_PATRON
from pitboss.floor.operators import operators
from pitboss.floor.patrons.events import Registered
from pitboss.floor.store import schema
from pitboss.floor.store.checkpoint import Checkpoint
from pitboss.ledger import Account
from pitboss.ledger.book import Balance
from pitboss.money import TOKENS
from pitboss.value import log_name

MOVED = ("move", "post")
"""The kinds of transfer by which value goes from one account to another."""
PATRON, TABLE = "registered patron", "table"
OWNERS = dict.fromkeys(OF_A_PATRON, PATRON) | dict.fromkeys(OF_A_TABLE, TABLE)
"""Whom an account of a kind belongs to, where that is not the operator itself."""


class Tally:
    """Balances as the transfers lead to them, from the beginning or from signed balances."""

    def __init__(self, starts: Mapping[str, Checkpoint]) -> None:
        self.balances: dict[str, Balance] = {}
        for day in starts.values():
            self.balances |= {name: replace(balance) for name, balance in day.balances.items()}
        self.held: dict[str, tuple[str, str, int]] = {}
        """For each name what is set aside, from where and for whom; known only from the beginning."""
        self.beside = Beside()
        """What went between accounts that are no table's."""

    def book(self, row: Mapping[Any, Any]) -> None:
        """Add one transfer."""
        kind, name, cents = row["kind"], row["name"], row["cents"]
        source = self.balances.setdefault(row["source"], Balance())
        target = self.balances.setdefault(row["target"], Balance())
        if kind in MOVED:
            source.out += cents
            target.into += cents
        if kind == "move" and is_beside(row["source"], row["target"], row["reason"]):
            self.beside.add(row["source"], row["target"], cents)
        if kind != "move":
            by = cents if kind == "reserve" else -cents
            source.held += by
            left = self.held.get(name, ("", "", 0))[2] + by
            self.held[name] = row["source"], row["target"], left


def check_balances(connection: Connection, tally: Tally, *, whole: bool) -> Iterator[Finding]:
    """Say where the books do not agree with the transfers; `whole` if these were read from the beginning."""
    yield from _check_accounts(connection, tally)
    yield from _check_reservations(connection, tally, whole=whole)
    yield from _check_sides(connection)


def _check_accounts(connection: Connection, tally: Tally) -> Iterator[Finding]:
    table = schema.accounts
    kept = {
        name: Balance(into, out, held)
        for name, into, out, held in connection.execute(select(table.c.name, table.c.into, table.c.out, table.c.held))
    }
    for name in sorted({*kept, *tally.balances}):
        there, found = kept.get(name, Balance()), tally.balances.get(name, Balance())
        if there != found:
            yield Finding(BALANCES, name, f"the book has {_words(there)}; the transfers come to {_words(found)}")
            return


def _words(balance: Balance) -> str:
    return f"{balance.into} in, {balance.out} out, {balance.held} set aside"


def _check_reservations(connection: Connection, tally: Tally, *, whole: bool) -> Iterator[Finding]:
    """What is set aside by name adds up to what each account has set aside, which was compared already."""
    table = schema.reservations
    sums: dict[str, int] = {}
    for name, source, target, left in connection.execute(select(table).order_by(table.c.name)):
        sums[source] = sums.get(source, 0) + left
        if whole and left and tally.held.get(name) != (source, target, left):
            yield Finding(BALANCES, name, f"{left} is set aside in {source} for {target}; the transfers say otherwise")
            return
    for name, balance in sorted(tally.balances.items()):
        if balance.held != sums.get(name, 0):
            yield Finding(BALANCES, name, f"{balance.held} is set aside, and its parts come to {sums.get(name, 0)}")
            return


def _check_sides(connection: Connection) -> Iterator[Finding]:
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
            yield Finding(BALANCES, f"{operator} {unit}", words)
            return


def check_owners(connection: Connection) -> Iterator[Finding]:
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
            yield Finding(BALANCES, name, f"value was booked here, and {missing}")


def _owners(connection: Connection) -> Iterator[tuple[str, str, str]]:
    """The patrons and tables of each operator: registered patrons, guests to whom a table has given chips or tokens,
    tables that have been opened."""
    events, moved = schema.events, schema.transfers
    registered = events.c.kind == log_name(Registered), events.c.stream.startswith("patron:")
    for operator, stream in connection.execute(select(events.c.operator, events.c.stream).where(*registered)):
        yield operator, PATRON, stream.removeprefix("patron:")
    for each in table_streams(connection):
        yield each.operator, TABLE, each.table
    chips = or_(*(moved.c.source.startswith(f"{operator}/float/") for operator in operators()))
    tokens = moved.c.source.in_([Account(operator, "house", "", TOKENS.name).name for operator in operators()])
    given = select(moved.c.target).distinct().where(chips | tokens, ~moved.c.reason.startswith(REGISTERED))
    for name in connection.execute(given).scalars():
        account = Account.parse(name)
        if account.kind == "patron":
            yield account.operator, PATRON, account.owner
