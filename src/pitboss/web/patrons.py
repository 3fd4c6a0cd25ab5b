"""A patron's account: what lies in it, their limits and their time at tables. Patrons see their own, the house all."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import Query
from msgspec import UNSET, UnsetType

from pitboss import ledger, money
from pitboss.floor.patrons import limits, office
from pitboss.floor.patrons.state import PlayEnded, PlayStarted, load_patron
from pitboss.floor.people.permission import INSPECTOR, PATRON, may
from pitboss.floor.service import clock, commands
from pitboss.floor.store.rows import patron_stream
from pitboss.floor.store.store import personal_records_of
from pitboss.messages import say, words_of
from pitboss.report.reports import statement
from pitboss.value import Value, log_name
from pitboss.web.api import problems
from pitboss.web.api.dependencies import After, Api, Limit, PatronName, Reader, Staff, TheApi, Who
from pitboss.web.resource import SheetSeen, Site

PURSES = (
    ("chips", "patron", money.AUD.name),
    ("tokens", "patron", money.TOKENS.name),
    ("casino dollars", "patron", money.CASINO_DOLLARS.name),
    ("practice", "patron", money.PRACTICE.name),
    ("deposit", "deposit", money.AUD.name),
)
SESSIONS = {log_name(PlayStarted): "started", log_name(PlayEnded): "ended"}
"""The events of a patron's stream that tell of their time at tables."""
STATEMENT_DAYS = 92
"""How many days a statement has at most."""
Day = Annotated[str, Query(pattern=r"^(\d{4}-\d{2}-\d{2})?$", description="A day in Sydney; today if left out.")]
site = Site("patrons")


class PurseBalance(Value):
    """The balance of a patron's account."""

    free_cents: int
    staked_cents: int


class DeclaredSeen(Value):
    """Chips that a patron said they bought at a table, and brought to it."""

    bought_cents: int
    brought_cents: int


class PatronSeen(Value, kw_only=True):
    """How a patron stands: what lies in their accounts, what they have set for themselves, and where they play. What
    the house knows besides is told to the house alone."""

    patron: str
    name: str | None
    address: str | None
    accounts: dict[str, PurseBalance]
    registered: bool
    has_card: bool
    excluded: bool
    break_until: str | None
    own_break_until: str | None
    loss_limits: dict[str, tuple[limits.Limit, ...]]
    deposit_limits: tuple[limits.Limit, ...]
    asked: list[dict[str, Any]]
    declared: dict[str, DeclaredSeen]
    playing: list[str]
    barred: list[str] | UnsetType = UNSET
    apart: list[str] | UnsetType = UNSET
    is_employee: bool | UnsetType = UNSET


def account_data(api: Api, who: commands.Actor, patron: str) -> PatronSeen:
    """A patron's account as a person may see it. Who the patron is, is told to the patron, to the people who take it
    down and to the inspector."""
    store, state = api.floor.store, load_patron(api.floor.store, who.operator, patron)
    is_told = who.person == patron or may(who, log_name(office.KeepParticulars)) or who.role == INSPECTOR
    papers = personal_records_of(store, who.operator, patron) if is_told else {}
    balances = {name: store.balance(ledger.Account(who.operator, kind, patron, unit)) for name, kind, unit in PURSES}
    for_house: dict[str, Any] = {}
    if who.role != PATRON:
        for_house = {"barred": sorted(state.barred), "apart": sorted(state.apart), "is_employee": state.is_employee}
    return PatronSeen(
        patron=patron,
        name=papers.get(office.NAME),
        address=papers.get(office.ADDRESS),
        accounts={name: PurseBalance(balance.free, balance.held) for name, balance in balances.items()},
        registered=state.registered,
        has_card=bool(state.card),
        excluded=state.excluded,
        break_until=state.break_until or None,
        own_break_until=state.own_break_until or None,
        loss_limits=dict(state.loss_limits),
        deposit_limits=state.deposit_limits,
        asked=[asked._asdict() for asked in state.asked],
        declared={table: DeclaredSeen(said.bought, said.brought) for table, said in state.declared.items()},
        playing=[play.table for play in state.playing],
        **for_house,
    )


def _check_own(who: commands.Actor, patron: str) -> None:
    """Refuse a patron who asks about another, in the words for a person who is not there."""
    if who.role == PATRON and who.person != patron:
        raise problems.NotFound(say("There is no patron {patron}.", patron=patron))


@site.resource("/patrons/{patron}")
def account(api: TheApi, patron: PatronName, who: Reader) -> PatronSeen:
    """A patron's account."""
    _check_own(who, patron)
    return account_data(api, who, patron)


@site.resource("/account")
def own_account(api: TheApi, who: Who) -> PatronSeen:
    """The account of the patron who asks."""
    if who.role != PATRON:
        raise problems.NotAllowed("Only patrons have an account.")
    return account_data(api, who, who.person)


class PaymentsSeen(Value):
    """Payments that wait for the cashier."""

    payments: list[dict[str, Any]]


@site.resource("/payments")
def payments(api: TheApi, who: Reader, staff: Staff) -> PaymentsSeen:
    """The payments in and out that patrons asked for and that wait for the cashier, the oldest first."""
    return PaymentsSeen(api.payments.of(who.operator))


class SittingsSeen(Value):
    """A patron's time at tables."""

    sessions: list[dict[str, Any]]
    next: int | None


@site.resource("/patrons/{patron}/sessions")
def sessions(api: TheApi, patron: PatronName, who: Reader, after: After = 0, limit: Limit = 100) -> SittingsSeen:
    """A patron's time at tables: when each began and ended, what was bought, wagered and won or lost."""
    _check_own(who, patron)
    page = api.floor.store.read(patron_stream(who.operator, patron), after=after, limit=limit)
    shown = [
        {"number": stored.number, "at": stored.at, "what": SESSIONS[stored.kind]} | stored.data
        for stored in page
        if stored.kind in SESSIONS
    ]
    return SittingsSeen(shown, page[-1].number if len(page) == limit else None)


class StatementSeen(SheetSeen):
    """A patron's statement from a day to another."""

    first: str = ""
    last: str = ""
    person: str = ""
    chips_cents: int = 0
    """What the chips are worth that the patron has now, those staked included."""
    account_cents: int = 0
    taken_at: str = ""


@site.resource("/account/statement")
def own_statement(api: TheApi, who: Who, first: Day = "", last: Day = "") -> StatementSeen:
    """What the patron who asks paid in and out, bought and cashed, and what each round came to."""
    if who.role != PATRON:
        raise problems.NotAllowed("Only patrons have an account.")
    now, store = api.floor.clock(), api.floor.store
    try:
        until = clock.read_day(last) if last else limits.calendar_day(now)
        since = clock.read_day(first) if first else until
    except ValueError as no:
        raise problems.NotFound(words_of(no)) from None
    if not timedelta() <= until - since < timedelta(days=STATEMENT_DAYS):
        words = say("Choose a period of at most {days} days, its first day before its last.", days=STATEMENT_DAYS)
        raise problems.NotFound(words)
    tables = {table.stream.table: table for table in api.tables(who.operator)}
    found = account_data(api, who, who.person)
    chips, deposit = found.accounts["chips"], found.accounts["deposit"]
    return StatementSeen.of(
        statement(store, tables, who.operator, who.person, (since, until)),
        first=since.isoformat(),
        last=until.isoformat(),
        person=found.name or who.person,
        chips_cents=chips.free_cents + chips.staked_cents,
        account_cents=deposit.free_cents,
        taken_at=clock.stamp(now),
    )


own_statement.page(
    "statement.html", more=lambda _, who, found: {"sheet": found, "totals": found.totals() | {"what": say("Total")}}
)
