"""A patron's statement for some days: money paid in and out, chips bought and cashed, and what each round came to, from
the log; jackpot prizes too. What the books moved besides (a payment put right, a round under way) is one line more, so
that the statement adds up to what the ledger has."""

from collections.abc import Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select

from pitboss.floor.cashier.chips import CASHLESS, BoughtIn, CashedOut, VoucherTaken
from pitboss.floor.jackpots.meters import AwardPaid
from pitboss.floor.patrons.state import Deposited, Withdrawn
from pitboss.floor.service import SYDNEY, FloorTable, stamp
from pitboss.floor.store import Store, Stored, patron_stream, schema
from pitboss.floor.tables.jackpots import JackpotGameRecorded
from pitboss.floor.tables.log import EventQuery, all_events, place_at, read_event
from pitboss.floor.tables.state import RoundCorrected, TableRoundEnded, worth
from pitboss.ledger import Account
from pitboss.messages import message, say
from pitboss.money import AUD, TOKENS
from pitboss.report.sheet import Row, Sheet
from pitboss.value import log_name

COLUMNS = {
    "at": message("When"),
    "what": message("What"),
    "table": message("Table"),
    "wagered_cents": message("Wagered"),
    "chips_cents": message("Chips"),
    "account_cents": message("Account"),
}
_AT_TABLES = tuple(
    map(log_name, (BoughtIn, CashedOut, VoucherTaken, TableRoundEnded, RoundCorrected, JackpotGameRecorded))
)
_AWARDS = (log_name(AwardPaid),)
_OF_PATRON = tuple(map(log_name, (Deposited, Withdrawn)))
_MOVED = ("move", "post")
"""The kinds of transfer by which value goes from one account to another."""


def statement(
    store: Store, tables: Mapping[str, FloorTable], operator: str, patron: str, days: tuple[date, date]
) -> Sheet:
    """The statement of a patron from a day to another, both in Sydney's calendar; `tables` are those of the house."""
    since, until = (datetime.combine(day, time(), SYDNEY) for day in (days[0], days[1] + timedelta(days=1)))
    after, before = place_at(store, since), place_at(store, until) + 1
    rows = list(_rows(store, tables, EventQuery(operator, (), after=after, before=before), patron))
    for column, kind in (("chips_cents", "patron"), ("account_cents", "deposit")):
        account = Account(operator, kind, patron, AUD.name)
        told = sum(row.get(column) or 0 for row in rows)
        other = _sum_moves(store, account, stamp(since), stamp(until)) - told
        if other:
            rows.append({"at": rows[-1]["at"] if rows else stamp(since), "what": say("Other entries"), column: other})
    return Sheet("statement", say("Statement"), COLUMNS, rows)


def _rows(store: Store, tables: Mapping[str, FloorTable], wanted: EventQuery, patron: str) -> Iterator[Row]:
    """The lines of the log, the oldest first."""
    of_patron = wanted._replace(kinds=_OF_PATRON, stream=patron_stream(wanted.operator, patron).name)
    at_tables = wanted._replace(kinds=_AT_TABLES, holding=(f'"{patron}"',))
    awards = wanted._replace(kinds=_AWARDS, holding=(f'"patron":"{patron}"',))
    found = [*all_events(store, of_patron), *all_events(store, at_tables), *all_events(store, awards)]
    for stored in sorted(found, key=lambda stored: stored.position):
        if stored.kind in _AT_TABLES:
            yield from (
                {"at": stored.at, "table": stored.stream.table} | row for row in _at_table(stored, tables, patron)
            )
        elif stored.kind in _AWARDS:
            words = say("Jackpot award, {meter}", meter=stored.stream.meter)
            yield {"at": stored.at, "table": "", "what": words, "chips_cents": stored.data["cents"]}
        elif stored.kind == log_name(Deposited):
            yield {"at": stored.at, "table": "", "what": say("Paid in"), "account_cents": stored.data["cents"]}
        else:
            yield {"at": stored.at, "table": "", "what": say("Paid out"), "account_cents": -stored.data["cents"]}


def _at_table(stored: Stored, tables: Mapping[str, FloorTable], patron: str) -> Iterator[dict[str, Any]]:
    table = tables.get(stored.stream.table)
    if table is None or table.state.unit.name != AUD.name:
        return
    match read_event(stored):
        case BoughtIn(player, how, stacks) if player == patron:
            yield {"what": say("Chips bought"), "chips_cents": worth(stacks)} | _account(how, -worth(stacks))
        case CashedOut(player, how, stacks) if player == patron:
            yield {"what": say("Chips cashed"), "chips_cents": -worth(stacks)} | _account(how, worth(stacks))
        case VoucherTaken(player, _, cents, gives) if player == patron and gives != TOKENS.name:
            yield {"what": say("Voucher for chips"), "chips_cents": cents}
        case TableRoundEnded(round, _, _, totals):
            for total in (each for each in totals if each.patron == patron):
                words = say("Round {number}", number=round)
                yield {"what": words, "wagered_cents": total.staked, "chips_cents": total.chips_net}
        case JackpotGameRecorded(round=round, prizes=prizes):
            for prize in (each for each in prizes if each.patron == patron):
                yield {"what": say("Jackpot prize, round {number}", number=round), "chips_cents": prize.cents}
        case RoundCorrected(round, differences=differences):
            for each in (each for each in differences if each.patron == patron and each.chips):
                yield {"what": say("Round {number}, corrected", number=round), "chips_cents": each.chips}


def _account(how: str, cents: int) -> dict[str, Any]:
    """What a payment moved in the patron's account, where it was not in cash."""
    return {"account_cents": cents} if how == CASHLESS else {}


def _sum_moves(store: Store, account: Account, since: str, until: str) -> int:
    """What the ledger moved into an account from a moment to another, less what it moved out."""
    table = schema.transfers
    within = (table.c.kind.in_(_MOVED), table.c.at >= since, table.c.at < until)
    into, out = (
        store.ask(select(func.coalesce(func.sum(table.c.cents), 0)).where(side == account.name, *within))[0][0]
        for side in (table.c.target, table.c.source)
    )
    return int(into) - int(out)
