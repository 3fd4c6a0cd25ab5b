"""The registers that an inspector reads: each thing on record with how it began, how it went on, and who did what.

A register is gathered from the log in order. What began before the time that is looked at is not in it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import pitboss.floor.duties  # noqa: F401  # every event is known
from pitboss.floor.cashier import mispayments
from pitboss.floor.store import Store, Stored, table_stream
from pitboss.floor.tables.log import EventQuery, all_events, event_kinds, read_event
from pitboss.messages import message
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
    "id table at player way kind amount_cents suspected enquiry state follows reported",
    id="Number",
    at="Noted",
    way="Paid",
    kind="What",
    suspected="Thought meant",
    follows="What was done",
    reported="In the month's report",
)
"""The columns of the register of mis-payments, which is the house's and not a table's."""
NAMES = (*REGISTERS, "mispayments")


def register(store: Store, operator: str, name: str, *, after: int = 0, table: str = "") -> Sheet:
    """A register since a place in the log, of one table or of all, the newest first."""
    if name == "mispayments":
        return mispayment_register(store, operator, table=table)
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
    rows = [case_row(case) for case in found if table in ("", case.noted.table)]
    return Sheet("mispayments", message("Mis-payments"), MISPAYMENTS, newest_first(rows))


def case_row(case: mispayments.Case) -> Row:
    """A mis-payment as a line of the register."""
    noted = case.noted
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
        "follows": [f"{each.outcome}: {each.words}" for each in case.follows],
        "reported": message("yes") if noted.cents > mispayments.REPORTED_ABOVE else message("no"),
    }
