"""What each event adds to a register: a row where something begins, more of it where that goes on."""

from collections.abc import Mapping
from typing import Any

from pitboss.floor.store import Stored
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
    worth,
)
from pitboss.floor.tables.found_events import ExcessFound, InvalidFound, WagersCut
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
from pitboss.floor.tables.sign_events import CardsCounted, CardsOrdered, NoticeFell, NoticePosted, NoticeTakenDown
from pitboss.money import dollars
from pitboss.play.terms import Limits

Rows = dict[Any, dict[str, Any]]
"""The rows of a register while it is gathered, by what makes each one."""


def table_of(stored: Stored) -> str:
    """The table that an event happened at."""
    return stored.stream.table


def limits_words(limits: Mapping[str, Limits]) -> str:
    """Limits in a line."""
    return "; ".join(f"{spot} {each.words}" for spot, each in limits.items())


def _new(rows: Rows, stored: Stored, key: Any, **said: Any) -> None:
    rows[table_of(stored), key] = {"table": table_of(stored), "at": stored.at, "by": stored.by} | said


def _then(rows: Rows, stored: Stored, key: Any, **said: Any) -> None:
    if (row := rows.get((table_of(stored), key))) is not None:
        row |= said


# Notices.


def posted(rows: Rows, stored: Stored, event: NoticePosted) -> None:
    """A sign went up."""
    says = {"notice": event.id, "says": event.what, "limits": limits_words(event.limits)}
    due = {"due_at": event.due_at, "due_round": event.due_round or None}
    _new(rows, stored, event.id, **says, **due, state="up", because=[str(ground) for ground in event.because])


def fell(rows: Rows, stored: Stored, event: NoticeFell) -> None:
    """A sign fell due."""
    _then(rows, stored, event.id, state="fell due", ended_at=stored.at)


def down(rows: Rows, stored: Stored, event: NoticeTakenDown) -> None:
    """A sign came down."""
    _then(rows, stored, event.id, state="taken down", ended_at=stored.at, ended_by=stored.by, reason=event.reason)


# Slips and the drop.


def slip(rows: Rows, stored: Stored, event: FloatMoved) -> None:
    """A fill or a credit was made."""
    slip = {"slip": f"{event.year}-{event.number}", "kind": event.kind, "amount_cents": worth(event.stacks)}
    _new(rows, stored, (event.year, event.number), **slip, approved_by=event.approved_by)


def voided(rows: Rows, stored: Stored, event: SlipVoided) -> None:
    """A slip was voided."""
    said = {"voided_at": stored.at, "voided_by": stored.by, "void_approved_by": event.approved_by}
    _then(rows, stored, (event.year, event.number), **said, reason=event.reason)


def chips(rows: Rows, stored: Stored, event: BoughtIn | CashedOut) -> None:
    """Chips were bought or cashed."""
    what = f"{'bought' if isinstance(event, BoughtIn) else 'cashed out'}, {event.how}"
    amount = {"amount_cents": worth(event.stacks), "approved_by": event.approved_by}
    _new(rows, stored, stored.number, what=what, player=event.patron, **amount)


def colours(rows: Rows, stored: Stored, event: ColourChanged) -> None:
    """Chips were changed for other chips."""
    _new(rows, stored, stored.number, what="colour change", player=event.patron, amount_cents=worth(event.given))


def voucher(rows: Rows, stored: Stored, event: VoucherTaken) -> None:
    """A voucher was changed."""
    said = {"what": f"voucher for {event.gives}", "player": event.patron, "voucher": event.voucher}
    _new(rows, stored, stored.number, **said, amount_cents=event.cents, approved_by=event.approved_by)


def drop(rows: Rows, stored: Stored, event: DropCounted) -> None:
    """The drop was counted."""
    over = event.counted_cents - event.expected_cents
    amounts = {"expected_cents": event.expected_cents, "counted_cents": event.counted_cents, "over_cents": over}
    _new(rows, stored, stored.number, **amounts, approved_by=event.approved_by)


# Rounds: corrections, rulings and voids, disputes.


def corrected(rows: Rows, stored: Stored, event: RoundCorrected) -> None:
    """A round was corrected."""
    differences = [f"{each.patron} {dollars(each.chips + each.tokens)}" for each in event.differences]
    said = {"round": event.round, "reason": event.reason, "approved_by": event.approved_by}
    _new(rows, stored, stored.number, **said, differences=differences)


def ruled(rows: Rows, stored: Stored, event: RulingRecorded) -> None:
    """Somebody ruled, or voided a round."""
    said = {"round": event.round, "rank": event.rank, "what": event.what, "reason": event.reason}
    _new(rows, stored, stored.number, **said)


def raised(rows: Rows, stored: Stored, event: DisputeRaised) -> None:
    """A dispute was raised."""
    said = {"dispute": event.id, "player": event.patron, "round": event.round or None, "about": event.about}
    _new(rows, stored, event.id, **said, state="raised", rulings=[])


def dispute_ruled(rows: Rows, stored: Stored, event: DisputeRuled) -> None:
    """A dispute was ruled on."""
    if (row := rows.get((table_of(stored), event.id))) is not None:
        row["rulings"].append(f"{event.stage}, {event.by} ({event.rank}): {event.ruling}")
        row["state"] = "final" if event.final else "ruled"


def dispute_moved(rows: Rows, stored: Stored, event: DisputeMoved) -> None:
    """A dispute went on."""
    said = {"words": event.words} if event.words else {}
    _then(rows, stored, event.id, state=event.to, moved_at=stored.at, **said)


# The pit.


def called(rows: Rows, stored: Stored, event: SupervisorCalled) -> None:
    """A supervisor was called."""
    said = {"role": event.role, "reason": event.reason, "round": event.round or None}
    _new(rows, stored, f"alert-{stored.number}", **said, state="waiting")


def acknowledged(rows: Rows, stored: Stored, event: AlertAcknowledged) -> None:
    """A call was acknowledged."""
    said = {"acknowledged_at": stored.at, "acknowledged_by": stored.by, "words": event.words}
    _then(rows, stored, event.id, **said, state="acknowledged")


def asked_words(asked: ApprovalAsked) -> str:
    """What somebody asks for, in words."""
    for_whom = f" for {asked.patron}" if asked.patron else ""
    if asked.voucher:
        return f"{asked.what} {asked.voucher} of {dollars(asked.cents)} for {asked.gives}{for_whom}"
    if asked.stacks:
        chips = ", ".join(f"{stack.pieces} of {dollars(stack.chip_cents)}" for stack in asked.stacks)
        return f"{asked.what}{for_whom} of {dollars(worth(asked.stacks))}: {chips}"
    if asked.number:
        return f"{asked.what} {asked.year}-{asked.number}"
    return f"{asked.what} of round {asked.round}" if asked.round else f"{asked.what} counted at {dollars(asked.cents)}"


def asked(rows: Rows, stored: Stored, event: ApprovalAsked) -> None:
    """Something was asked for."""
    said = {"request": event.id, "what": asked_words(event), "rank": event.rank, "reason": event.reason}
    _new(rows, stored, event.id, **said, state="waiting")


def given(rows: Rows, stored: Stored, event: ApprovalGiven) -> None:
    """What was asked for was approved."""
    _then(rows, stored, event.id, state="approved", decided_by=event.by, decided_at=stored.at)


def declined(rows: Rows, stored: Stored, event: ApprovalDeclined) -> None:
    """What was asked for was declined."""
    said = {"decided_by": event.by, "decided_at": stored.at, "words": event.reason}
    _then(rows, stored, event.id, state="declined", **said)


# Cards.


def cards(rows: Rows, stored: Stored, event: CardsOrdered | CardsHandShuffled) -> None:
    """Cards were ordered shuffled or replaced, or shuffled by hand for a device."""
    said = {"what": f"{event.what} ordered"} if isinstance(event, CardsOrdered) else {"what": "shuffled by hand"}
    said |= {"reason": event.reason}
    _new(rows, stored, stored.number, rank=event.rank, because=[str(ground) for ground in event.because], **said)


def decks(rows: Rows, stored: Stored, event: DecksSecured | CardsInspected) -> None:
    """Decks were inspected, at the table or early."""
    what = f"{'secured' if isinstance(event, DecksSecured) else 'inspected'} {event.how}"
    said = {"rank": event.rank, "pack": event.pack, "pre_shuffled": event.pre_shuffled}
    _new(rows, stored, stored.number, what=what, because=[str(ground) for ground in event.because], **said)


def riffled(rows: Rows, stored: Stored, event: CardsRiffled) -> None:
    """Pre-shuffled cards were riffled."""
    said = {"rank": event.rank, "player": event.patron, "because": [str(ground) for ground in event.because]}
    _new(rows, stored, stored.number, what="riffled", **said)


def card_count(rows: Rows, stored: Stored, event: CardsCounted) -> None:
    """The cards were counted."""
    what = f"{event.counted} of {event.expected} counted"
    _new(rows, stored, stored.number, what=what, rank=event.rank, reason=event.reason)


# Who has to hear of things, and what was found about wagers.


def told(rows: Rows, stored: Stored, event: Told) -> None:
    """Somebody was told first, or approved."""
    _new(rows, stored, stored.number, what=f"{event.who}: {event.about}", player=event.patron)


def device(rows: Rows, stored: Stored, event: DeviceReported) -> None:
    """Somebody was found with a prohibited device."""
    what = f"prohibited device, {event.what}: {'held for' if event.held else 'to'} the {event.to}"
    _new(rows, stored, event.id, what=what, player=event.person, state="open")


def taken_over(rows: Rows, stored: Stored, event: DeviceTakenOver) -> None:
    """A report was taken over."""
    whom = f"police, {event.officer}" if event.officer else f"inspector, {event.by}"
    _then(rows, stored, event.id, state=f"taken over by {whom}", reason=event.words)


def suspected(rows: Rows, stored: Stored, event: SuspectsOrdered | EnglishOrdered) -> None:
    """Something was ordered against collusion."""
    if isinstance(event, SuspectsOrdered):
        what = "suspects play first" if event.patrons else "suspects no longer play first"
        _new(rows, stored, stored.number, what=what, player=", ".join(event.patrons), reason=event.reason)
    else:
        what = "English alone" if event.on else "English alone no longer"
        _new(rows, stored, stored.number, what=what, reason=event.reason)


def refused(rows: Rows, stored: Stored, event: WagerRefused) -> None:
    """A wager was refused."""
    what = f"wager refused, {event.spot} on area {event.area}"
    _new(rows, stored, stored.number, what=what, player=event.patron, reason=event.reason)


def invalid(rows: Rows, stored: Stored, event: InvalidFound) -> None:
    """A wager was found invalid."""
    what = f"invalid wager found {event.when}: {event.ground}"
    _new(
        rows,
        stored,
        stored.number,
        what=what,
        player=event.patron,
        round=event.round,
        amount_cents=event.returned_cents,
    )


def cut(rows: Rows, stored: Stored, event: WagersCut | ExcessFound) -> None:
    """Wagers passed a loss limit."""
    back = {"amount_cents": event.returned_cents} if isinstance(event, ExcessFound) else {}
    _new(rows, stored, stored.number, what="wagers past the loss limit", player=event.patron, round=event.round, **back)
