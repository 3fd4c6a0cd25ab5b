"""The registers that an inspector reads: each thing on record with how it began, how it went on, and who did what.

A register is drawn from the log in order. It leaves out what began before its period.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import pitboss.floor.duties  # noqa: F401  # every event is known
from pitboss.floor.cashier import mispayments
from pitboss.floor.patrons.limits import calendar_day
from pitboss.floor.returns.sending import Sent, sent_returns
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.store import Store, Stored, table_stream
from pitboss.floor.tables.log import EventQuery, all_events, event_kinds, read_event
from pitboss.floor.tournaments import state as tournaments
from pitboss.messages import message, phrase
from pitboss.report.settlements import words_of_kind
from pitboss.report.sheet import Row, Sheet, newest_first
from pitboss.value import Value


class Register(Value):
    """A register of tables: its title and its columns; which events are in it is told by their classes."""

    title: str
    columns: Mapping[str, str]


def _columns(names: str, **headings: str) -> dict[str, str]:
    """Columns by the fields of a row, each headed by its name where no other heading is given."""
    short = {name: name.removesuffix("_cents").removesuffix("_at") for name in names.split()}
    return {name: headings.get(name) or words.replace("_", " ").capitalize() for name, words in short.items()}


REGISTERS: Mapping[str, Register] = {
    "notices": Register(
        "Notices",
        _columns(
            "table notice says limits at by due_at due_round state ended_at ended_by reason because",
            at="Posted",
            due_round="Due with round",
            ended_by="Taken down by",
            because="Rules",
        ),
    ),
    "slips": Register(
        "Fills and credits",
        _columns("slip kind amount_cents table at by approved_by voided_at voided_by void_approved_by reason"),
    ),
    "chips": Register("Chips and vouchers", _columns("table at by what player amount_cents voucher approved_by")),
    "drops": Register(
        "Drop counts",
        _columns("table at by expected_cents counted_cents over_cents approved_by", approved_by="Counted with"),
    ),
    "corrections": Register("Corrections", _columns("table at by round approved_by reason differences")),
    "rulings": Register("Rulings and voids", _columns("table at by round rank what reason", what="Ruling")),
    "disputes": Register(
        "Disputes",
        _columns("dispute table at by player round about state rulings moved_at words", moved_at="Last moved"),
    ),
    "calls": Register(
        "Calls for a supervisor", _columns("table at by role round reason state acknowledged_at acknowledged_by words")
    ),
    "approvals": Register(
        "Approvals", _columns("table at by what reason state decided_by decided_at words", what="Asked for")
    ),
    "cards": Register(
        "Cards",
        _columns(
            "table at by what rank pack pre_shuffled player reason because",
            pack="Secured decks",
            pre_shuffled="Pre-shuffled by",
            player="Asked for by",
            because="Rules",
        ),
    ),
    "jackpots": Register(
        "Jackpots",
        _columns("table at by what game round meter prizes entered state because", because="Rules"),
    ),
    "irregularities": Register(
        "Irregularities",
        _columns(
            "table at by irregularity round rank what state remedy ruled_by ruled_at reason told follows because",
            at="Stated",
            what="What happened",
            because="Rules",
        ),
    ),
    "equipment": Register("Shoes and devices", _columns("table at by device kind was state rank reason")),
    "incidents": Register("Incidents", _columns("table at by what player round amount_cents state reason")),
}
"""The registers of tables, by name."""

MISPAYMENTS = _columns(
    "id table at player way kind amount_cents suspected enquiry state breach follows reported",
    id="Number",
    at="Noted",
    way="Paid",
    kind="What",
    suspected="Suspected deliberate",
    breach="Breach of the rules",
    follows="What was done",
    reported="In the month's report",
)
"""The columns of the register of mis-payments, which is the house's and not a table's."""
TOURNAMENTS = _columns(
    "tournament at by what player table chips_cents amount_cents words because",
    chips_cents="Chips",
    amount_cents="Money",
    because="Rules",
)
"""The columns of the register of tournaments: each event of note, with what it moves."""
TITLES_OF = {name: each.title for name, each in REGISTERS.items()} | {
    "mispayments": message("Mis-payments"),
    "tournaments": message("Tournaments"),
}
"""The titles of all registers, by name."""


def register(store: Store, operator: str, name: str, *, after: int = 0, table: str = "") -> Sheet:
    """A register since a place in the log, of one table or of all, the newest first."""
    if name == "mispayments":
        return mispayment_register(store, operator, table=table)
    if name == "tournaments":
        return tournament_register(store, operator, after=after, table=table)
    kinds = tuple(kind for kind, event in event_kinds().items() if event.register == name)
    wanted = EventQuery(operator, kinds, table_stream(operator, table).name if table else "", after)
    chosen = REGISTERS[name]
    return Sheet(name, chosen.title, chosen.columns, newest_first(collect_rows(all_events(store, wanted))))


def collect_rows(stored: Iterable[Stored]) -> list[Row]:
    """The rows of a register out of its events in order."""
    rows: dict[Any, dict[str, Any]] = {}
    for each in stored:
        table, line = each.stream.table, read_event(each).line(each)
        key = table, line.of if line.of is not None else each.number
        if line.begins:
            rows[key] = {"table": table, "at": each.at, "by": each.by, **line.said}
        elif (row := rows.get(key)) is not None:
            row |= line.said
            for name, words in line.adds.items():
                row[name].append(words)
    return list(rows.values())


def mispayment_register(store: Store, operator: str, *, table: str = "") -> Sheet:
    """The register of mis-payments."""
    found = mispayments.cases(store, operator).values()
    sent = sent_returns(store, operator)
    rows = [case_row(case, sent) for case in found if table in ("", case.noted.table)]
    return Sheet("mispayments", TITLES_OF["mispayments"], MISPAYMENTS, newest_first(rows))


def tournament_register(store: Store, operator: str, *, after: int = 0, table: str = "") -> Sheet:
    """The events of tournaments; an undisclosed wager appears once it is announced."""
    rows: list[Row] = []
    for stored in all_events(store, EventQuery(operator, tuple(tournaments.event_kinds()), "", after)):
        event = tournaments.from_stored(stored)
        at_table = getattr(event, "table", "")
        if not event.is_of_note() or table not in ("", at_table):
            continue
        entries = tuple(event.entries(tournaments.Purse(stored.stream)))
        chips = getattr(event, "chips_cents", None) or (getattr(event, "cents", None) if not entries else None)
        row = {
            "tournament": stored.stream.name.removeprefix(tournaments.TOURNAMENT),
            "at": stored.at,
            "by": stored.by,
            "what": phrase(words_of_kind(stored.kind)),
            "player": getattr(event, "patron", ""),
            "table": at_table,
            "chips_cents": chips,
            "amount_cents": sum(entry.cents for entry in entries) or None,
            "words": event.tells(),
            "because": [str(ground) for ground in (*event.rules, *getattr(event, "because", ()))],
        }
        rows.append(row)
    return Sheet("tournaments", TITLES_OF["tournaments"], TOURNAMENTS, newest_first(rows))


def case_row(case: mispayments.MispaymentCase, sent: Sent) -> Row:
    """A mis-payment as a line of the register; it counts as reported once the return of its month was sent."""
    noted = case.noted
    returns = sent.get(("mispayments", f"{calendar_day(parse_stamp(case.at)):%Y-%m}"), ())
    reported = message("yes") if returns else message("not yet")
    state = message("put right") if case.is_closed else case.follows[-1].outcome if case.follows else message("open")
    return {
        "id": noted.id,
        "table": noted.table,
        "at": case.at,
        "player": noted.patron,
        "way": noted.way,
        "kind": noted.kind,
        "amount_cents": noted.cents,
        "suspected": message("yes") if noted.suspected else message("no"),
        "enquiry": noted.enquiry,
        "state": state,
        "breach": message("no") if case.is_no_breach else message("undecided"),
        "follows": [f"{each.outcome}: {each.words}" for each in case.follows],
        "reported": reported if mispayments.reported_by(noted.cents) else message("no"),
    }
