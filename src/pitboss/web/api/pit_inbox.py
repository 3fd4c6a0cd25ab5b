"""What waits in the pit for somebody to decide: approvals, rulings, disputes, mis-payments; and whose each is."""

from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.floor.cashier import mispayments
from pitboss.floor.cashier.approvals import ASKABLE
from pitboss.floor.people.permission import holds, may, permissions
from pitboss.floor.people.standing import check_apart
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.dispute_state import COMPLAINT, RAISED, REVIEW
from pitboss.floor.tables.disputes import may_rule, stage_of
from pitboss.floor.tables.state import OpenState
from pitboss.money import dollars
from pitboss.play import Refused
from pitboss.play.needs import RulingNeed
from pitboss.report.register_notes import asked_words
from pitboss.report.settlements import phrase
from pitboss.value import log_name
from pitboss.web.api.shared import Api


def inbox(api: Api, found: Iterable[Desk], who: Actor) -> Iterator[dict[str, Any]]:
    """What waits for a decision in a house; whether it is the asker's to decide, and why not where it is not."""
    for desk in found:
        yield from _requests(api, desk, who)
        yield from _rulings(desk, who)
        yield from _disputes(desk, who)
        yield from _devices(api, desk, who)
    for name, case in mispayments.cases(api.floor.store, who.operator).items():
        if not case.is_closed:
            noted = case.noted
            words = f"{phrase(noted.kind)} paid {dollars(noted.cents)} {noted.way}: {noted.enquiry}"
            item = _item(noted.table, "mispayment", name, "Mis-payment", words)
            yield item | _decides(who, "FollowMispayment") | {"at": case.at, "by": ""}


def _item(table: str, kind: str, name: str, title: str, words: str) -> dict[str, Any]:
    return {"table": table, "kind": kind, "id": name, "title": title, "words": words}


def _decides(who: Actor, command: str) -> dict[str, Any]:
    """Whether a command is somebody's to give."""
    if may(who, command):
        return {"theirs": True, "why": ""}
    least = permissions()[command].ranks.get(who.operator, "")
    return {"theirs": False, "why": f"For a {least.replace('-', ' ')} or above."}


def _requests(api: Api, desk: Desk, who: Actor) -> Iterator[dict[str, Any]]:
    table = desk.stream.table
    for asked in desk.state.asked:
        at, _ = api.tallies.moment(desk.stream, int(asked.id.rpartition("-")[2]))
        decides = _decides(who, log_name(ASKABLE[asked.what].command))
        if asked.by == who.person:
            decides = {"theirs": False, "why": "You asked for this: somebody else approves it."}
        elif decides["theirs"]:
            try:
                check_apart(api.floor.store, Actor(who.operator, asked.by, asked.rank), who, api.floor.clock())
            except Refused as no:
                decides = {"theirs": False, "why": str(no)}
        words = phrase(asked_words(asked)) + (f" ({asked.reason})" if asked.reason else "")
        item = _item(table, "request", asked.id, phrase(asked.what), words)
        yield item | decides | {"at": at, "by": asked.by}


def _rulings(desk: Desk, who: Actor) -> Iterator[dict[str, Any]]:
    state = desk.state
    for need in state.round.needs if isinstance(state, OpenState) else ():
        if isinstance(need, RulingNeed):
            theirs = holds(who.operator, who.role, need.rank) and may(who, "RuleOn")
            why = "" if theirs else f"For a {need.rank.replace('-', ' ')} or above."
            item = _item(desk.journal.table, "ruling", need.id, "Ruling", need.question)
            options = [{"name": option.name, "words": phrase(option.name)} for option in need.options]
            yield item | {"theirs": theirs, "why": why, "at": None, "by": "", "options": options}


def _devices(api: Api, desk: Desk, who: Actor) -> Iterator[dict[str, Any]]:
    """Prohibited devices that an inspector, or the police, have yet to take over."""
    for report in desk.state.devices:
        at, _ = api.tallies.moment(desk.stream, int(report.id.rpartition("-")[2]))
        held = "held until they come" if report.held else "reported at once"
        words = f"{report.person}, found with {report.what}: {held}"
        item = _item(desk.journal.table, "device", report.id, f"Prohibited device, for the {report.to}", words)
        yield item | _decides(who, "TakeOverDevice") | {"at": at, "by": report.by}


def _disputes(desk: Desk, who: Actor) -> Iterator[dict[str, Any]]:
    for dispute in desk.state.disputes:
        words = f"{dispute.patron}, round {dispute.round}: {dispute.about}"
        item = _item(desk.journal.table, "dispute", dispute.id, "Dispute", words) | {"at": None, "by": dispute.patron}
        if dispute.status in (RAISED, REVIEW):
            stage = stage_of(who.operator, dispute)
            why = f"For a {stage.rank.replace('-', ' ')} or above who has not ruled on it."
            theirs = may_rule(who, dispute)
            yield item | {"theirs": theirs, "why": "" if theirs else why, "title": f"Dispute, {stage.name}"}
        elif dispute.status == COMPLAINT:
            theirs = may(who, "CloseComplaint")
            yield item | {"title": "Complaint", "theirs": theirs, "why": "" if theirs else "With an inspector."}
