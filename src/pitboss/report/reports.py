"""Reports over the tables of a house: the shift (for each table of a gaming day the changes of its float, its win and
the duties of the pit), and the history of every parameter, with who changed it, when, why and by which rules."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select

from pitboss.floor.cashier.chips import CASHLESS, BoughtIn, CashedOut, VoucherTaken
from pitboss.floor.cashier.slips import MONEY, TableResult, count_event
from pitboss.floor.jackpots.meters import AwardPaid
from pitboss.floor.patrons.state import Deposited, Withdrawn
from pitboss.floor.service import FloorTable, stamp
from pitboss.floor.service.clock import DAY_STARTS, SYDNEY
from pitboss.floor.store import Store, Stored, patron_stream, schema, table_stream
from pitboss.floor.tables import corrections, disputes, pit, playing, state
from pitboss.floor.tables.jackpots import JackpotGameRecorded, JackpotOutcomeCorrected
from pitboss.floor.tables.log import EventQuery, all_events, find_last_events, place_at, read_event
from pitboss.floor.tables.orders import AreasReserved, PeopleLimited, PermissionSet, PlayerRestricted, RestrictionLifted
from pitboss.floor.tables.state import RoundCorrected, TableRoundEnded, worth
from pitboss.law.rules import Rules
from pitboss.ledger import Account
from pitboss.messages import message, say
from pitboss.money import AUD, TOKENS, Unit, unit_named
from pitboss.play.codec import encode
from pitboss.report import results, sheet
from pitboss.value import log_name

COUNTED: dict[type, str] = {
    state.RoundCorrected: "corrections",
    corrections.RulingRecorded: "rulings",
    disputes.DisputeRaised: "disputes",
    pit.SupervisorCalled: "calls",
}
"""Events that are counted, and as what."""
SHIFT_COLUMNS = {
    "table": "Table",
    "title": "Game",
    "status": "Status",
    "rounds": "Rounds",
    "players": "Players",
    "staked_cents": "Staked",
    "paid_cents": "Paid",
    "won_cents": "Won in play",
    "opening_cents": "Opening float",
    "fills_cents": "Fills",
    "credits_cents": "Credits",
    "drop_cents": "Drop",
    "cashed_out_cents": "Cashed out",
    "closing_cents": "Closing float",
    "result_cents": "Table result",
    "hold_percent": "Hold, % of drop",
    "over_cents": "Float over",
    "calls": "Calls",
    "disputes": "Disputes",
    "rulings": "Rulings",
    "corrections": "Corrections",
}
_SUMMED = tuple(name for name in SHIFT_COLUMNS if name not in ("table", "title", "status", "hold_percent"))
_PRIZES = JackpotGameRecorded, JackpotOutcomeCorrected
_SHIFT_KINDS = tuple(log_name(kind) for kind in (*MONEY, state.TableRoundEnded, *COUNTED, *_PRIZES))


def shift_report(store: Store, operator: str, day: date) -> sheet.Sheet:
    """The report of a gaming day; a table where nothing happened is not in it."""
    begins, ends = (datetime.combine(each, time(), SYDNEY) + DAY_STARTS for each in (day, day + timedelta(days=1)))
    wanted_day = EventQuery(operator, _SHIFT_KINDS, after=place_at(store, begins), before=place_at(store, ends) + 1)
    shifts: dict[str, Shift] = {}
    for stored in all_events(store, wanted_day):
        name = stored.stream.table
        if name not in shifts:
            wanted = EventQuery(operator, (log_name(state.TableOpened),), stored.stream.name, before=stored.position)
            opening = next(iter(find_last_events(store, wanted, 1)), None)
            before = (str(opening.data["game"]), unit_named(opening.data["unit"])) if opening is not None else ("", AUD)
            shifts[name] = Shift(name, *before)
        shifts[name].add(store, stored)
    rows = [shifts[name].row() for name in sorted(shifts) if not shifts[name].is_bare]
    return sheet.Sheet("shift", say("Shift report, {day}", day=f"{day:%d.%m.%Y}"), SHIFT_COLUMNS, rows)


class Shift:
    """A table's day, as its events add to it; practice play is left out."""

    def __init__(self, table: str, game: str, unit: Unit) -> None:
        self.table, self.game, self.status = table, game, "open" if game else ""
        self.unit = unit
        self.is_bare, self.is_whole = True, False
        """Whether nothing has happened yet; whether the table was closed when the day began."""
        self.players: set[str] = set()
        self.sums: Counter[str] = Counter()
        """What each column comes to over all of the day's openings."""

    def add(self, store: Store, stored: Stored) -> None:
        """Count an event; a correction of a round that is over counts on the day on which it was booked."""
        event = read_event(stored)
        self.unit = unit_named(event.unit) if isinstance(event, state.TableOpened) else self.unit
        if not self.unit.in_shift_report:
            return
        if self.is_bare:
            self.is_bare, self.is_whole = False, isinstance(event, state.TableOpened)
        match event:
            case state.TableRoundEnded(totals=totals):
                self.sums["rounds"] += 1
                for total in totals:
                    self.players.add(total.patron)
                    self.sums["staked_cents"] += total.staked - total.carried
                    self.sums["paid_cents"] += total.won
                    self.sums["won_cents"] -= total.net
            case state.RoundCorrected():
                self.sums["won_cents"] -= results.corrected_cents(store, stored, event)
            case JackpotGameRecorded() | JackpotOutcomeCorrected():  # which the dealer pays out of the tray
                before = event.paid if isinstance(event, JackpotOutcomeCorrected) else ()
                cents = sum(each.cents for each in event.prizes) - sum(each.cents for each in before)
                self.sums.update(paid_cents=cents, won_cents=-cents)
            case state.TableOpened(game=game):
                self.game, self.status = game, "open"
            case state.TableClosed(over_cents=over):
                self.status = "closed"
                self.sums["over_cents"] += over
        if (name := COUNTED.get(type(event))) is not None:
            self.sums[name] += 1
        moved = count_event(TableResult(), event)._asdict()
        self.sums.update({f"{name}_cents": cents for name, cents in moved.items()})

    def row(self) -> dict[str, Any]:
        """The table's line in the report; the result is known of a table that opened and closed in the day."""
        said = {"table": self.table, "title": Rules.of(self.game).game.title if self.game else "", "game": self.game}
        row: dict[str, Any] = said | {"status": self.status} | {name: self.sums[name] for name in _SUMMED}
        row["players"] = len(self.players)
        row["hold_percent"] = hold_percent(self.sums["won_cents"], self.sums["drop_cents"])
        if self.status == "open":
            row["closing_cents"] = None
        moved = TableResult(**{name: self.sums[f"{name}_cents"] for name in TableResult._fields})
        row["result_cents"] = moved.result if self.is_whole and self.status == "closed" else None
        return row


def hold_percent(won_cents: int, drop_cents: int) -> str | None:
    """What a table held of its drop; nothing where there was none."""
    return f"{won_cents * 100 / drop_cents:.2f}" if drop_cents else None


def days(now: datetime, count: int = 14) -> Iterator[date]:
    """The last gaming days, today's first."""
    today = (now.astimezone(SYDNEY) - DAY_STARTS).date()
    for back in range(count):
        yield today - timedelta(days=back)


# Parameters.


PARAMETER_COLUMNS = {
    "table": "Table",
    "at": "At",
    "by": "By",
    "parameter": "Parameter",
    "before": "Before",
    "after": "After",
} | {
    "reason": "Reason",
    "because": "Rules",
}
_PARAMETER_KINDS = tuple(
    log_name(kind)
    for kind in (
        state.TableOpened,
        state.TermsChanged,
        PermissionSet,
        PeopleLimited,
        AreasReserved,
        PlayerRestricted,
        RestrictionLifted,
        playing.DecisionTimeSet,
    )
)


def parameters(store: Store, operator: str, *, after: int = 0, table: str = "") -> sheet.Sheet:
    """Every change of a parameter since a place in the log, the newest first."""
    wanted = EventQuery(operator, _PARAMETER_KINDS, table_stream(operator, table).name if table else "")
    rows = (row for place, row in changes(all_events(store, wanted)) if place > after)
    return sheet.Sheet("parameters", message("Parameters"), PARAMETER_COLUMNS, sheet.newest_first(rows))


def changes(stored: Iterable[Stored]) -> Iterator[tuple[int, sheet.Row]]:
    """The changes that events make, each with its place in the log."""
    tables: dict[str, dict[str, Any]] = {}
    for each in stored:
        event = read_event(each)
        name = each.stream.table
        before = tables.get(name, {})
        tables[name] = _apply_event(before, event)
        was, now = flatten(before), flatten(tables[name])
        said = {"table": name, "at": each.at, "by": each.by, "reason": getattr(event, "reason", "")}
        said["because"] = [str(ground) for ground in getattr(event, "because", ())]
        for path in sorted({*was, *now}):
            if was.get(path) != now.get(path):
                yield each.position, said | {"parameter": path, "before": was.get(path), "after": now.get(path)}


def _apply_event(known: dict[str, Any], event: state.TableEvent) -> dict[str, Any]:
    """The parameters of a table after an event; changed terms leave restrictions as they are."""

    def put(top: str, name: str, value: Any) -> dict[str, Any]:
        return known | {top: known.get(top, {}) | {name: value}}

    edge = getattr(event, "edge", None)
    seen = {"edge seen": edge._asdict()} if edge is not None else {}
    match event:
        case state.TableOpened(game=game, version=version, unit=unit, readings=readings):
            said = {"game": game, "version": version, "unit": unit, "readings": readings}
            return {**said, **seen, "permitted": dict.fromkeys(event.granted, True), **encode(event.terms)}
        case state.TermsChanged(terms=terms):
            return known | seen | {term: value for term, value in encode(terms).items() if term != "restricted"}
        case PermissionSet(rule=rule, granted=granted):
            return put("permitted", rule, granted or None) | seen
        case PeopleLimited(bettors=bettors, players=players):
            return known | {"bettors": bettors, "players": players}
        case AreasReserved(patron=patron, areas=areas):
            return put("reserved", patron, areas or None)
        case PlayerRestricted(patron=patron, rule=rule):
            return put("restricted", patron, {"rule": rule})
        case RestrictionLifted(patron=patron):
            return put("restricted", patron, None)
        case playing.DecisionTimeSet(seconds=seconds):
            return known | {"decision_seconds": seconds}
        case _:
            return known


def flatten(data: Mapping[str, Any], under: str = "") -> dict[str, Any]:
    """Nested values by their paths: `limits.ante.minimum_cents`. What has no value has no path."""
    found: dict[str, Any] = {}
    for name, value in data.items():
        path = f"{under}{name}"
        if isinstance(value, Mapping):
            found |= flatten(value, f"{path}.")
        elif isinstance(value, list | tuple):
            found[path] = ", ".join(str(part) for part in value)
        elif value is not None and name != "type":
            found[path] = value
    return found


# A patron's statement for some days: money paid in and out, chips bought and cashed, and what each round came to, from
# the log; jackpot prizes too. What the books moved besides (a payment put right, a round under way) is one line more,
# so that the statement adds up to what the ledger has.


STATEMENT_COLUMNS = {
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
) -> sheet.Sheet:
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
    return sheet.Sheet("statement", say("Statement"), STATEMENT_COLUMNS, rows)


def _rows(store: Store, tables: Mapping[str, FloorTable], wanted: EventQuery, patron: str) -> Iterator[sheet.Row]:
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
