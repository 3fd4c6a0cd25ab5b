"""The registers that an inspector reads: each thing on record with how it began, how it went on, and who did what.

A register is gathered from the log in order. What began before the time that is looked at is not in it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitboss.floor.cashier import mispayments
from pitboss.floor.store import Store, Stored, table_stream
from pitboss.floor.tables.deck_events import CardsHandShuffled, CardsInspected, CardsRiffled, DecksSecured
from pitboss.floor.tables.device_events import DeviceReported, DeviceTakenOver
from pitboss.floor.tables.events import (
    ApprovalAsked,
    BoughtIn,
    CashedOut,
    ColourChanged,
    FloatMoved,
    RoundCorrected,
    VoucherTaken,
)
from pitboss.floor.tables.found_events import ExcessFound, InvalidFound, WagersCut
from pitboss.floor.tables.log import KINDS, from_stored
from pitboss.floor.tables.money_events import DropCounted, SlipVoided
from pitboss.floor.tables.people_events import (
    DisputeMoved,
    DisputeRaised,
    DisputeRuled,
    EnglishOrdered,
    RulingRecorded,
    SuspectsOrdered,
    Told,
    WagerRefused,
)
from pitboss.floor.tables.pit_events import AlertAcknowledged, ApprovalDeclined, ApprovalGiven, SupervisorCalled
from pitboss.floor.tables.scan import Wanted, all_events
from pitboss.floor.tables.sign_events import CardsCounted, CardsOrdered, NoticeFell, NoticePosted, NoticeTakenDown
from pitboss.report import register_notes as notes
from pitboss.report.register_notes import Rows
from pitboss.report.sheet import Row, Sheet, newest_first
from pitboss.value import Value, log_name

Note = Callable[[Rows, Stored, Any], None]
"""What an event adds to a register."""


class Register(Value):
    """A register: its title, its columns, and what each kind of event adds to it."""

    title: str
    columns: Mapping[str, str]
    notes: Mapping[type, Note]


_WHO = {"table": "Table", "at": "At", "by": "By"}
REGISTERS: Mapping[str, Register] = {
    "notices": Register(
        "Notices",
        {"table": "Table", "notice": "Notice", "says": "Says", "limits": "Limits", "at": "Posted", "by": "By"}
        | {
            "due_at": "Due",
            "due_round": "Due with round",
            "state": "State",
            "ended_at": "Ended",
            "ended_by": "Taken down by",
        }
        | {"reason": "Reason", "because": "Rules"},
        {NoticePosted: notes.posted, NoticeFell: notes.fell, NoticeTakenDown: notes.down},
    ),
    "slips": Register(
        "Fills and credits",
        {"slip": "Slip", "kind": "Kind", "amount_cents": "Amount"}
        | _WHO
        | {"approved_by": "Approved by", "voided_at": "Voided", "voided_by": "Voided by"}
        | {"void_approved_by": "Void approved by", "reason": "Reason"},
        {FloatMoved: notes.slip, SlipVoided: notes.voided},
    ),
    "chips": Register(
        "Chips and vouchers",
        _WHO
        | {"what": "What", "player": "Player", "amount_cents": "Amount", "voucher": "Voucher"}
        | {"approved_by": "Approved by"},
        {
            BoughtIn: notes.chips,
            CashedOut: notes.chips,
            ColourChanged: notes.colours,
            VoucherTaken: notes.voucher,
        },
    ),
    "drops": Register(
        "Drop counts",
        _WHO
        | {
            "expected_cents": "Expected",
            "counted_cents": "Counted",
            "over_cents": "Over",
            "approved_by": "Counted with",
        },
        {DropCounted: notes.drop},
    ),
    "corrections": Register(
        "Corrections",
        _WHO | {"round": "Round", "approved_by": "Approved by", "reason": "Reason", "differences": "Differences"},
        {RoundCorrected: notes.corrected},
    ),
    "rulings": Register(
        "Rulings and voids",
        _WHO | {"round": "Round", "rank": "Rank", "what": "Ruling", "reason": "Reason"},
        {RulingRecorded: notes.ruled},
    ),
    "disputes": Register(
        "Disputes",
        {"dispute": "Dispute"}
        | _WHO
        | {"player": "Player", "round": "Round", "about": "About", "state": "State", "rulings": "Rulings"}
        | {"moved_at": "Last moved", "words": "Words"},
        {DisputeRaised: notes.raised, DisputeRuled: notes.dispute_ruled, DisputeMoved: notes.dispute_moved},
    ),
    "calls": Register(
        "Calls for a supervisor",
        _WHO
        | {"role": "Role", "round": "Round", "reason": "Reason", "state": "State", "acknowledged_at": "Acknowledged"}
        | {"acknowledged_by": "Acknowledged by", "words": "Words"},
        {SupervisorCalled: notes.called, AlertAcknowledged: notes.acknowledged},
    ),
    "approvals": Register(
        "Approvals",
        _WHO
        | {
            "what": "Asked for",
            "reason": "Reason",
            "state": "State",
            "decided_by": "Decided by",
            "decided_at": "Decided",
        }
        | {"words": "Words"},
        {
            ApprovalAsked: notes.asked,
            ApprovalGiven: notes.given,
            ApprovalDeclined: notes.declined,
        },
    ),
    "cards": Register(
        "Cards",
        _WHO
        | {"what": "What", "rank": "Rank", "pack": "Secured decks", "pre_shuffled": "Pre-shuffled by"}
        | {"player": "Asked for by", "reason": "Reason", "because": "Rules"},
        {
            DecksSecured: notes.decks,
            CardsInspected: notes.decks,
            CardsHandShuffled: notes.cards,
            CardsRiffled: notes.riffled,
            CardsOrdered: notes.cards,
            CardsCounted: notes.card_count,
        },
    ),
    "incidents": Register(
        "Incidents",
        _WHO
        | {"what": "What", "player": "Player", "round": "Round", "amount_cents": "Amount", "state": "State"}
        | {"reason": "Reason"},
        {
            DeviceReported: notes.device,
            DeviceTakenOver: notes.taken_over,
            SuspectsOrdered: notes.suspected,
            EnglishOrdered: notes.suspected,
            Told: notes.told,
            WagerRefused: notes.refused,
            InvalidFound: notes.invalid,
            WagersCut: notes.cut,
            ExcessFound: notes.cut,
        },
    ),
}
"""The registers of tables, by name."""

MISPAYMENTS = {"id": "Number", "table": "Table", "at": "Noted", "player": "Player", "way": "Paid", "kind": "What"} | {
    "amount_cents": "Amount",
    "suspected": "Thought meant",
    "enquiry": "Enquiry",
    "state": "State",
    "follows": "What was done",
    "reported": "In the month's report",
}
"""The columns of the register of mis-payments, which is the house's and not a table's."""
NAMES = (*REGISTERS, "mispayments")


def register(store: Store, operator: str, name: str, *, after: int = 0, table: str = "") -> Sheet:
    """A register since a place in the log, of one table or of all, the newest first."""
    if name == "mispayments":
        return mispayment_register(store, operator, table=table)
    chosen = REGISTERS[name]
    kinds = tuple(log_name(kind) for kind in chosen.notes)
    wanted = Wanted(operator, kinds, table_stream(operator, table).name if table else "", after)
    return Sheet(name, chosen.title, chosen.columns, newest_first(gathered(chosen, all_events(store, wanted))))


def gathered(chosen: Register, stored: Iterable[Stored]) -> list[Row]:
    """The rows of a register out of events in order."""
    rows: Rows = {}
    for each in stored:
        if note := chosen.notes.get(KINDS[each.kind]):
            note(rows, each, from_stored(each))
    return list(rows.values())


def mispayment_register(store: Store, operator: str, *, table: str = "") -> Sheet:
    """The register of mis-payments."""
    found = mispayments.cases(store, operator).values()
    rows = [_case(case) for case in found if table in ("", case.noted.table)]
    return Sheet("mispayments", "Mis-payments", MISPAYMENTS, newest_first(rows))


def _case(case: mispayments.Case) -> Row:
    noted = case.noted
    state = "put right" if case.is_closed else case.follows[-1].outcome if case.follows else "open"
    return {
        "id": noted.id,
        "table": noted.table,
        "at": case.at,
        "player": noted.patron,
        "way": noted.way,
        "kind": noted.kind,
        "amount_cents": noted.cents,
        "suspected": "yes" if noted.suspected else "no",
        "enquiry": noted.enquiry,
        "state": state,
        "follows": [f"{each.outcome}: {each.words}" for each in case.follows],
        "reported": "yes" if noted.cents > mispayments.REPORTED_ABOVE else "no",
    }
