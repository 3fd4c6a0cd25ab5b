"""Disputes (Star 19.17, 19.18; Crown 16.12; reading K32): who rules first, who reviews, whose word is final, and the
complaint to an inspector after that."""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.operators import Stage, house_edition, operators
from pitboss.floor.people.permission import INSPECTOR, PATRON, check, holds
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.dispute_state import CLOSED, COMPLAINT, FINAL, RAISED, REVIEW, RULED, Dispute
from pitboss.floor.tables.events import TableEvent
from pitboss.floor.tables.people_events import DisputeMoved, DisputeRaised, DisputeRuled
from pitboss.floor.tables.state import UnopenedState, fold
from pitboss.law import Because
from pitboss.play import Refused
from pitboss.value import Value, log_name


class RaiseDispute(Value, tag="RaiseDispute"):
    """Dispute what was done in a round."""

    table: str
    patron: str
    round: int
    about: str


class RuleOnDispute(Value, tag="RuleOnDispute"):
    """Rule on a dispute, at the stage that it has reached."""

    table: str
    dispute: str
    ruling: str


class AskReview(Value, tag="AskReview"):
    """Ask for the review of a ruling."""

    table: str
    dispute: str


class AcceptRuling(Value, tag="AcceptRuling"):
    """Be content with a ruling, which ends the dispute."""

    table: str
    dispute: str


class LodgeComplaint(Value, tag="LodgeComplaint"):
    """Complain to an inspector about a final decision."""

    table: str
    dispute: str
    words: str = ""


class CloseComplaint(Value, tag="CloseComplaint"):
    """An inspector ends a complaint with what was found."""

    table: str
    dispute: str
    finding: str


def raise_dispute(world: World, order: Order) -> Decision:
    """Take a dispute up."""
    command: RaiseDispute = order.command
    check(order.actor, "RaiseDispute")
    _check_own(order.actor, command.patron)
    if not command.about:
        raise refuse("Say what the dispute is about.", law.DISPUTE_RULED)
    name = f"dispute-{world.desk.state.length + 1}"
    event = DisputeRaised(name, command.patron, command.round, command.about)
    return _prepared(world, event, {"dispute": name, "ruled_by": operators()[order.actor.operator].dispute[0].rank})


def rule_on_dispute(world: World, order: Order) -> Decision:
    """Rule on a dispute; a final ruling tells the person of the complaint to an inspector."""
    command: RuleOnDispute = order.command
    check(order.actor, "RuleOnDispute")
    actor = order.actor
    dispute = _dispute(world, command.dispute, RAISED, REVIEW)
    house, stage = operators()[actor.operator], stage_of(actor.operator, dispute)
    if not holds(actor.operator, actor.role, stage.rank):
        raise refuse(f"A {stage.rank} or above rules on this.", *_because(stage, world))
    _check_higher(dispute, actor, _because(stage, world))
    final = stage == house.dispute[-1] or actor.role == house_edition(actor.operator).ranks[-1]
    because = (*_because(stage, world), *((law.COMPLAINT_TOLD,) if final else ()))
    event = DisputeRuled(dispute.id, stage.name, actor.person, actor.role, command.ruling, final, because)
    told = house.complaint_right if final else ""
    return _prepared(world, event, {"dispute": dispute.id, "final": final, "told": told})


def stage_of(operator: str, dispute: Dispute) -> Stage:
    """The stage that a dispute has reached."""
    stages = operators()[operator].dispute
    return stages[min(len(dispute.rulings), len(stages) - 1)]


def may_rule(actor: Actor, dispute: Dispute) -> bool:
    """Say whether somebody may rule on a dispute as it stands."""
    stage = stage_of(actor.operator, dispute)
    if dispute.status not in (RAISED, REVIEW) or not holds(actor.operator, actor.role, stage.rank):
        return False
    try:
        _check_higher(dispute, actor, ())
    except Refused:
        return False
    return True


def _because(stage: Stage, world: World) -> Because:
    state = world.desk.state
    return (stage.rule, *(() if isinstance(state, UnopenedState) else state.table.game.rules.readings("K32", "M15")))


def _check_higher(dispute: Dispute, actor: Actor, because: Because) -> None:
    """Refuse a review by somebody who has ruled already, or who is not above the one who did (M15)."""
    if not dispute.rulings:
        return
    last = dispute.rulings[-1]
    if actor.person in [ruling.by for ruling in dispute.rulings] or holds(actor.operator, last.rank, actor.role):
        raise refuse("Another supervisor, of a higher rank, reviews a ruling.", *because)


def ask_review(world: World, order: Order) -> Decision:
    """Ask somebody higher to look again."""
    command: AskReview = order.command
    return _moved(world, order, command.dispute, (RULED,), REVIEW)


def accept_ruling(world: World, order: Order) -> Decision:
    """End a dispute with the ruling that there is."""
    command: AcceptRuling = order.command
    return _moved(world, order, command.dispute, (RULED, FINAL), CLOSED)


def lodge_complaint(world: World, order: Order) -> Decision:
    """Take a final decision to an inspector."""
    command: LodgeComplaint = order.command
    return _moved(world, order, command.dispute, (FINAL,), COMPLAINT, command.words)


def close_complaint(world: World, order: Order) -> Decision:
    """Let an inspector end a complaint."""
    command: CloseComplaint = order.command
    if order.actor.role != INSPECTOR:
        raise refuse("An inspector ends a complaint.", law.COMPLAINT_TOLD)
    dispute = _dispute(world, command.dispute, COMPLAINT)
    event = DisputeMoved(dispute.id, CLOSED, order.actor.person, command.finding)
    return _prepared(world, event, {"dispute": dispute.id, "status": CLOSED})


def _moved(world: World, order: Order, name: str, when: tuple[str, ...], to: str, words: str = "") -> Decision:
    check(order.actor, log_name(type(order.command)))
    dispute = _dispute(world, name, *when)
    _check_own(order.actor, dispute.patron)
    event = DisputeMoved(dispute.id, to, order.actor.person, words)
    return _prepared(world, event, {"dispute": dispute.id, "status": to})


_INSTEAD = {
    RAISED: ("It has not been ruled on yet.", law.DISPUTE_RULED),
    RULED: ("It has been ruled on: a review may be asked for.", law.DISPUTE_REVIEWED),
    REVIEW: ("It is being reviewed.", law.DISPUTE_REVIEWED),
    FINAL: ("That decision is final; there is the complaint to an inspector.", law.COMPLAINT_TOLD),
    COMPLAINT: ("It lies with an inspector.", law.COMPLAINT_TOLD),
    CLOSED: ("It is closed.", law.COMPLAINT_TOLD),
}
"""What is told to somebody who asks for what a dispute, as it stands, does not allow."""


def _dispute(world: World, name: str, *when: str) -> Dispute:
    """A dispute that stands as it has to."""
    found = next((dispute for dispute in world.desk.state.disputes if dispute.id == name), None)
    if found is None:
        raise refuse(f"There is no {name} at this table.", law.NEED_CLOSED)
    if found.status not in when:
        words, key = _INSTEAD[found.status]
        raise refuse(words, key)
    return found


def _check_own(actor: Actor, patron: str) -> None:
    if actor.role == PATRON and actor.person != patron:
        raise refuse("A dispute is its own patron's.", law.NOT_YOURS)


def _prepared(world: World, event: TableEvent, reply: Mapping[str, object]) -> Decision:
    return Decision((event,), fold([event], world.desk.state), reply=reply)


HANDLERS: dict[type, Handler] = {
    RaiseDispute: raise_dispute,
    RuleOnDispute: rule_on_dispute,
    AskReview: ask_review,
    AcceptRuling: accept_ruling,
    LodgeComplaint: lodge_complaint,
    CloseComplaint: close_complaint,
}
