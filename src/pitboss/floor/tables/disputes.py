"""Disputes (Star 19.17, 19.18; Crown 16.12; reading K32): the person who rules first, the person who reviews, the final
ruling, and the complaint to an inspector after that."""

from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.operators import DisputeStage, house_edition, operators
from pitboss.floor.people.permission import INSPECTOR, PATRON, holds
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, TableCommand, World, check_said, refuse
from pitboss.floor.service.forms import DISPUTES, ITEM, LONG, CommandForm, FieldPrompt
from pitboss.floor.store import Stored
from pitboss.floor.tables import state as tables
from pitboss.messages import message, say
from pitboss.play import Refused


class DisputeRaised(tables.TableEvent, tag="DisputeRaised"):
    """A patron disputes what was done at the table."""

    register: ClassVar[str] = "disputes"
    alert: ClassVar[str] = "dispute"
    rules: ClassVar[law.Because] = (law.DISPUTE_RULED,)
    id: str
    patron: str
    round: int
    about: str

    def alert_words(self) -> str:
        words = "{patron} disputes round {round}: {about}"
        return say(words, patron=self.patron, round=self.round, about=self.about)

    def line(self, stored: Stored) -> tables.RegisterLine:
        begun: dict[str, Any] = {"dispute": self.id, "round": self.round or None, "state": tables.RAISED, "rulings": []}
        return tables.RegisterLine(self.tell("patron", "about", **begun), self.id)

    def change(self, state: tables.TableState) -> tables.TableState:
        return state._replace(disputes=(*state.disputes, tables.Dispute(self.id, self.patron, self.round, self.about)))


class DisputeMoved(tables.TableEvent, tag="DisputeMoved"):
    """A dispute went on: to a review, to an inspector, or to its end."""

    register: ClassVar[str] = "disputes"
    id: str
    to: str
    by: str
    words: str = ""

    def rests_on(self) -> law.Because:
        moved = {tables.REVIEW: law.DISPUTE_REVIEWED, tables.COMPLAINT: law.COMPLAINT_TOLD}
        return (moved[self.to],) if self.to in moved else ()

    def line(self, stored: Stored) -> tables.RegisterLine:
        said = {"words": self.words} if self.words else {}
        return tables.RegisterLine(said | {"state": self.to, "moved_at": stored.at}, self.id, begins=False)

    def change(self, state: tables.TableState) -> tables.TableState:
        moved = (each._replace(status=self.to) if each.id == self.id else each for each in state.disputes)
        return state._replace(disputes=tuple(moved))


class RaiseDispute(TableCommand, tag="RaiseDispute"):
    """Dispute what was done in a round."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = (CommandForm("Raise a dispute", places=(DISPUTES,)),)
    patron: str
    round: Annotated[int, FieldPrompt("Round number")]
    about: Annotated[str, FieldPrompt("What is disputed", kind=LONG)]

    def decide(self, world: World, order: Order) -> Decision:
        _check_own(order.actor, self.patron)
        check_said(self.about, "Enter what the dispute is about.", law.DISPUTE_RULED)
        name = f"dispute-{world.table.state.length + 1}"
        event = DisputeRaised(name, self.patron, self.round, self.about)
        return Decision(
            (event,), reply={"dispute": name, "ruled_by": operators()[order.actor.operator].dispute[0].rank}
        )


class RuleOnDispute(TableCommand, tag="RuleOnDispute"):
    """Rule on a dispute, at the stage that it has reached."""

    takes: ClassVar = CommandNeeds(rule=law.DISPUTE_RULED)
    forms: ClassVar = (CommandForm("Rule", places=(ITEM,)),)
    dispute: str
    ruling: str

    def decide(self, world: World, order: Order) -> Decision:
        """Rule on a dispute; a final ruling tells the person of the complaint to an inspector."""
        actor = order.actor
        dispute = _dispute(world, self.dispute, tables.RAISED, tables.REVIEW)
        house, stage = operators()[actor.operator], stage_of(actor.operator, dispute)
        if not holds(actor.operator, actor.role, stage.rank):
            raise refuse(
                say("Only a {rank} or above can rule on this dispute.", rank=stage.rank.replace("-", " ")),
                *_because(stage, world),
            )
        _check_higher(dispute, actor, _because(stage, world))
        final = stage == house.dispute[-1] or actor.role == house_edition(actor.operator).ranks[-1]
        because = (*_because(stage, world), *((law.COMPLAINT_TOLD,) if final else ()))
        event = tables.DisputeRuled(dispute.id, stage.name, actor.person, actor.role, self.ruling, final, because)
        told = house.complaint_right if final else ""
        return Decision((event,), reply={"dispute": dispute.id, "final": final, "told": told})


class AskReview(TableCommand, tag="AskReview"):
    """Ask for the review of a ruling."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = (CommandForm("Ask for a review", places=(ITEM,)),)
    dispute: str

    def decide(self, world: World, order: Order) -> Decision:
        return _move_dispute(world, order, self.dispute, (tables.RULED,), tables.REVIEW)


class AcceptRuling(TableCommand, tag="AcceptRuling"):
    """Accept a ruling, which ends the dispute."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = (CommandForm("Accept the ruling", places=(ITEM,)),)
    dispute: str

    def decide(self, world: World, order: Order) -> Decision:
        return _move_dispute(world, order, self.dispute, (tables.RULED, tables.FINAL), tables.CLOSED)


class LodgeComplaint(TableCommand, tag="LodgeComplaint"):
    """Complain to an inspector about a final decision."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = (CommandForm("Complain to an inspector", places=(ITEM,)),)
    dispute: str
    words: Annotated[str, FieldPrompt("Complaint", kind=LONG)] = ""

    def decide(self, world: World, order: Order) -> Decision:
        return _move_dispute(world, order, self.dispute, (tables.FINAL,), tables.COMPLAINT, self.words)


class CloseComplaint(TableCommand, tag="CloseComplaint"):
    """An inspector ends a complaint with what was found."""

    takes: ClassVar = CommandNeeds(roles=("inspector",), rule=law.COMPLAINT_TOLD)
    forms: ClassVar = (CommandForm("Close the complaint", places=(ITEM,)),)
    dispute: str
    finding: str

    def decide(self, world: World, order: Order) -> Decision:
        if order.actor.role != INSPECTOR:
            raise refuse("Only an inspector can close a complaint.", law.COMPLAINT_TOLD)
        dispute = _dispute(world, self.dispute, tables.COMPLAINT)
        event = DisputeMoved(dispute.id, tables.CLOSED, order.actor.person, self.finding)
        return Decision((event,), reply={"dispute": dispute.id, "status": tables.CLOSED})


def stage_of(operator: str, dispute: tables.Dispute) -> DisputeStage:
    """The stage that a dispute has reached."""
    stages = operators()[operator].dispute
    return stages[min(len(dispute.rulings), len(stages) - 1)]


def may_rule(actor: Actor, dispute: tables.Dispute) -> bool:
    """Whether a person may rule on a dispute at its present stage."""
    stage = stage_of(actor.operator, dispute)
    if dispute.status not in (tables.RAISED, tables.REVIEW) or not holds(actor.operator, actor.role, stage.rank):
        return False
    try:
        _check_higher(dispute, actor, ())
    except Refused:
        return False
    return True


def _because(stage: DisputeStage, world: World) -> law.Because:
    state = world.table.state
    return (
        stage.rule,
        *(() if isinstance(state, tables.UnopenedState) else state.table.game.rules.readings("K32", "M15")),
    )


def _check_higher(dispute: tables.Dispute, actor: Actor, because: law.Because) -> None:
    """Refuse a review by a person who has ruled already, or who does not outrank the one who did (M15)."""
    if not dispute.rulings:
        return
    last = dispute.rulings[-1]
    if actor.person in [ruling.by for ruling in dispute.rulings] or holds(actor.operator, last.rank, actor.role):
        raise refuse("Only another person of a higher rank can review this ruling.", *because)


def _move_dispute(world: World, order: Order, name: str, when: tuple[str, ...], to: str, words: str = "") -> Decision:
    dispute = _dispute(world, name, *when)
    _check_own(order.actor, dispute.patron)
    event = DisputeMoved(dispute.id, to, order.actor.person, words)
    return Decision((event,), reply={"dispute": dispute.id, "status": to})


_INSTEAD = {
    tables.RAISED: (message("This dispute has no ruling yet."), law.DISPUTE_RULED),
    tables.RULED: (message("This dispute has a ruling. The patron can ask for a review."), law.DISPUTE_REVIEWED),
    tables.REVIEW: (message("A review of this dispute is under way."), law.DISPUTE_REVIEWED),
    tables.FINAL: (message("This decision is final. The patron can complain to an inspector."), law.COMPLAINT_TOLD),
    tables.COMPLAINT: (message("The complaint is with an inspector."), law.COMPLAINT_TOLD),
    tables.CLOSED: (message("This dispute is closed."), law.COMPLAINT_TOLD),
}
"""The refusal of a step that a dispute does not allow, by its status."""


def _dispute(world: World, name: str, *when: str) -> tables.Dispute:
    """A dispute with one of the wanted statuses."""
    found = next((dispute for dispute in world.table.state.disputes if dispute.id == name), None)
    if found is None:
        raise refuse(say("There is no {dispute} at this table.", dispute=name), law.NEED_CLOSED)
    if found.status not in when:
        words, key = _INSTEAD[found.status]
        raise refuse(words, key)
    return found


def _check_own(actor: Actor, patron: str) -> None:
    if actor.role == PATRON and actor.person != patron:
        raise refuse("A patron can raise and follow only their own disputes.", law.NOT_YOURS)
