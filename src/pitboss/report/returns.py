"""The content of a house's returns, month by month, from the log: mis-payments over $1,000, table results, exclusions,
complaints, changes of devices and cards."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from pitboss import law
from pitboss.floor.cashier.mispayments import REPORTED_ABOVE, month_end
from pitboss.floor.patrons.state import BarLifted, BarredFromGame, Excluded, ExclusionEnded
from pitboss.floor.promotions.state import PromotionComplained, PromotionDisputed, PromotionDisputeRuled
from pitboss.floor.returns.sending import RETURNS, ReturnKind, next_month, sent_returns
from pitboss.floor.service.clock import SYDNEY
from pitboss.floor.store import Store, Stored
from pitboss.floor.tables.log import EventQuery, all_events, event_kinds, place_at
from pitboss.messages import message, say
from pitboss.money import dollars
from pitboss.report.bands import BAND_COLUMNS, band_rows, played_between
from pitboss.report.registers import MISPAYMENTS, REGISTERS, case_row, collect_rows
from pitboss.report.reports import shift_report
from pitboss.report.sheet import Row, Sheet
from pitboss.value import log_name

Draw = Callable[[Store, str, date], Sheet]
"""The sheet of a return for a house and a month."""
SHEETS: dict[str, Draw] = {}
"""Every return as a sheet, by its name."""


def _places(store: Store, month: date, *, starts: timedelta = timedelta()) -> tuple[int, int]:
    """The places in the log between which a month lies, in Sydney."""
    begins, ends = (datetime.combine(day, time(), SYDNEY) + starts for day in (month, next_month(month)))
    return place_at(store, begins), place_at(store, ends) + 1


def _in_month(store: Store, operator: str, month: date, kinds: tuple[type, ...]) -> Iterator[Stored]:
    after, before = _places(store, month)
    names = tuple(log_name(kind) for kind in kinds)
    return all_events(store, EventQuery(operator, names, after=after, before=before))


# Mis-payments.


def mispayments(store: Store, operator: str, month: date) -> Sheet:
    """Each mis-payment over $1,000 that the house became aware of in a month."""
    sent = sent_returns(store, operator)
    rows = [case_row(case, sent) for case in month_end(store, operator, month)]
    return Sheet(
        "mispayments",
        say("Mis-payments over {amount}, {month}", amount=dollars(REPORTED_ABOVE), month=f"{month:%m.%Y}"),
        MISPAYMENTS,
        rows,
    )


# Tables.


def bands(store: Store, operator: str, first: date, last: date) -> Sheet:
    """What tables won from a gaming day to another beside what the exact edge leads to expect."""
    rows = list(band_rows(played_between(store, operator, first, last)))
    return Sheet("bands", message("Results beside the exact edge"), BAND_COLUMNS, rows)


RESULT_COLUMNS = {
    "table": message("Table"),
    "title": message("Game"),
    "days": message("Gaming days"),
    "rounds": message("Rounds"),
    "staked_cents": message("Staked"),
    "won_cents": message("Won in play"),
    "drop_cents": message("Drop"),
    "result_cents": message("Table result"),
    "hold_percent": message("Hold, % of drop"),
}
_ADDED = tuple(name for name in ("rounds", "staked_cents", "won_cents", "drop_cents", "result_cents"))


def table_results(store: Store, operator: str, month: date) -> Sheet:
    """What each table did in the gaming days of a month: staked, won, dropped and held."""
    sheet = period_results(store, operator, month, next_month(month) - timedelta(days=1))
    return sheet._replace(title=say("Table results, {month}", month=f"{month:%m.%Y}"))


MOST_DAYS = 366


def period_results(store: Store, operator: str, first: date, last: date) -> Sheet:
    """What each table did from a gaming day to another, both of them in it. The result is summed over the days on which
    a table was opened and closed: only then is it known, and a table without such a day has none."""
    tables: dict[tuple[str, str], Counter[str]] = {}
    titles: dict[tuple[str, str], str] = {}
    day = first
    while day <= min(last, first + timedelta(days=MOST_DAYS)):
        for row in shift_report(store, operator, day).rows:
            name = str(row["table"]), str(row["game"])
            titles[name] = str(row["title"])
            sums = tables.setdefault(name, Counter())
            sums["days"] += 1
            sums.update({each: row[each] for each in _ADDED if row[each] is not None})
        day += timedelta(days=1)
    rows = [_result_row(name, titles[name], sums) for name, sums in sorted(tables.items())]
    title = say("Table results, {first} to {last}", first=f"{first:%d.%m.%Y}", last=f"{last:%d.%m.%Y}")
    return Sheet("tables", title, RESULT_COLUMNS, rows)


def _result_row(name: tuple[str, str], title: str, sums: Counter[str]) -> Row:
    held = f"{sums['won_cents'] / sums['drop_cents']:.2%}".rstrip("%") if sums["drop_cents"] else None
    said = {"table": name[0], "title": title, "game": name[1], "days": sums["days"]}
    return said | {each: sums.get(each) for each in _ADDED} | {"hold_percent": held}


# People.

_EXCLUSIONS = (Excluded, ExclusionEnded, BarredFromGame, BarLifted)


def exclusions(store: Store, operator: str, month: date) -> Sheet:
    """The patrons who were excluded from the casino or barred from a game in a month, and those who were let in
    again."""
    words = {"Excluded": "excluded", "ExclusionEnded": "exclusion ended"}
    words |= {"BarredFromGame": "barred from a game", "BarLifted": "bar lifted"}
    rows = [
        {"at": stored.at, "by": stored.by, "patron": stored.stream.patron, "what": words[stored.kind]}
        | {"game": stored.data.get("game", ""), "rank": stored.data["rank"], "reason": stored.data["reason"]}
        for stored in _in_month(store, operator, month, _EXCLUSIONS)
    ]
    columns = {"at": message("At"), "patron": message("Patron"), "what": message("What"), "game": message("Game")}
    columns |= {"rank": message("Rank"), "by": message("By")}
    return Sheet(
        "exclusions", say("Exclusions, {month}", month=f"{month:%m.%Y}"), columns | {"reason": message("Reason")}, rows
    )


def complaints(store: Store, operator: str, month: date) -> Sheet:
    """The disputes of a month at tables and about promotions, their rulings, and the complaints to an inspector."""
    rows = [dict(row) for row in _of_register(store, operator, month, "disputes")]
    for stored in _in_month(store, operator, month, (PromotionDisputed, PromotionDisputeRuled, PromotionComplained)):
        said: dict[str, Any] = {
            "table": stored.stream.name,
            "at": stored.at,
            "by": stored.by,
            "dispute": stored.data["number"],
        }
        said |= {"player": stored.data.get("patron", ""), "about": stored.data.get("about", "")}
        state = {"PromotionDisputed": "raised", "PromotionDisputeRuled": "final", "PromotionComplained": "complaint"}
        rulings = [stored.data["ruling"]] if "ruling" in stored.data else []
        rows.append(said | {"state": state[stored.kind], "rulings": rulings})
    columns = dict(REGISTERS["disputes"].columns) | {"table": message("Table or promotion")}
    return Sheet(
        "complaints",
        say("Disputes and complaints, {month}", month=f"{month:%m.%Y}"),
        columns,
        sorted(rows, key=lambda row: row["at"]),
    )


def _of_register(store: Store, operator: str, month: date, *names: str) -> list[Row]:
    """The rows of registers of tables that began in a month, as they stood at its end."""
    after, before = _places(store, month)
    kinds = tuple(kind for kind, event in event_kinds().items() if event.register in names)
    return collect_rows(all_events(store, EventQuery(operator, kinds, after=after, before=before)))


# Devices and cards.


def equipment(store: Store, operator: str, month: date) -> Sheet:
    """The changes of shoes, shuffling devices and cards in a month."""
    rows = sorted(_of_register(store, operator, month, "equipment", "cards"), key=lambda row: str(row["at"]))
    columns: Mapping[str, str] = dict(REGISTERS["equipment"].columns) | dict(REGISTERS["cards"].columns)
    return Sheet("equipment", say("Devices and cards, {month}", month=f"{month:%m.%Y}"), columns, rows)


def _declare(name: str, title: str, draw: Draw, rule: law.Key | None = None) -> None:
    SHEETS[name] = draw
    RETURNS[name] = ReturnKind(title, lambda store, operator, month: draw(store, operator, month).csv(), rule)


_declare("mispayments", message("Mis-payments over $1,000"), mispayments, law.MISPAYMENTS_REPORTED)
_declare("tables", message("Table results"), table_results)
_declare("exclusions", message("Exclusions"), exclusions)
_declare("complaints", message("Disputes and complaints"), complaints)
_declare("equipment", message("Devices and cards"), equipment)
