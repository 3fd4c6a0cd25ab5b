"""A table and the pit. A dealer or a patron calls for a supervisor; the call stays open until a person in the pit
acknowledges it, like every alert. A supervisor puts a person of the staff at a post: the dealer's, the supervisor's,
each of a rank that may do what the post does."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.people import permission, staff
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, TableCommand, World, note_event, refuse
from pitboss.floor.service.forms import ITEM, CommandForm, FieldPrompt
from pitboss.floor.store import Stored
from pitboss.floor.tables.state import OpenState, RegisterLine, TableEvent, TableState
from pitboss.messages import message, say, translate

CALL = "call"
"""The kind of an alert that is a call."""
POSTS: Mapping[str, str] = {message("dealer"): "DealOn", message("supervisor"): "VoidRound"}
"""The posts at a table, each with a command that the person at the post must be allowed to give."""


class SupervisorCalled(TableEvent, tag="SupervisorCalled"):
    """A person at the table called for a supervisor."""

    register: ClassVar[str] = "calls"
    alert: ClassVar[str] = CALL
    by: str
    role: str
    reason: str
    round: int = 0

    def alert_words(self) -> str:
        return translate(self.reason) or say("The table calls a supervisor.")

    def line(self, stored: Stored) -> RegisterLine:
        said = self.tell("role", "reason", round=self.round or None, state=message("waiting"))
        return RegisterLine(said, f"alert-{stored.number}")


class AlertAcknowledged(TableEvent, tag="AlertAcknowledged"):
    """A person in the pit acknowledged an alert."""

    register: ClassVar[str] = "calls"
    id: str
    words: str = ""

    def line(self, stored: Stored) -> RegisterLine:
        said = self.tell("words", state=message("acknowledged"), acknowledged_at=stored.at, acknowledged_by=stored.by)
        return RegisterLine(said, self.id, begins=False)

    def change(self, state: TableState) -> TableState:
        return state._replace(alerts=tuple(alert for alert in state.alerts if alert.id != self.id))


class PostTaken(TableEvent, tag="PostTaken"):
    """A member of the staff took a post at the table; without a person the post is empty."""

    person: str
    post: str

    def change_open(self, state: OpenState) -> OpenState:
        others = {at: who for at, who in state.posts.items() if at != self.post}
        return state._replace(posts=others | ({self.post: self.person} if self.person else {}))


class CallSupervisor(TableCommand, tag="CallSupervisor"):
    """Call for a supervisor to come to the table."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = ()
    reason: str = ""

    def decide(self, world: World, order: Order) -> Decision:
        """Call for a supervisor; refuse a second call of the same person."""
        state = world.table.open_state
        if any(alert.kind == CALL and alert.by == order.actor.person for alert in state.alerts):
            raise refuse("You have already called. Wait until a supervisor acknowledges the call.", law.CALL_STANDS)
        event = SupervisorCalled(order.actor.person, order.actor.role, self.reason, state.round.number)
        return note_event(world, event, alert=f"alert-{state.length + 1}")


class AcknowledgeAlert(TableCommand, tag="AcknowledgeAlert"):
    """Acknowledge an alert, which closes it."""

    takes: ClassVar = CommandNeeds(rule=law.CALL_STANDS)
    forms: ClassVar = (CommandForm("Acknowledge", places=(ITEM,), leaves=("words",)),)
    alert: str
    words: str = ""

    def decide(self, world: World, order: Order) -> Decision:
        if self.alert not in [alert.id for alert in world.table.state.alerts]:
            raise refuse("This alert is not open. It was acknowledged already, or it does not exist.", law.CALL_STANDS)
        return note_event(world, AlertAcknowledged(self.alert, self.words), alert=self.alert)


class TakePost(TableCommand, tag="TakePost"):
    """Put a member of the staff at a post of a table; without a person the post is empty."""

    forms: ClassVar = (CommandForm("Posts", places=(ITEM,)),)
    post: Annotated[str, FieldPrompt(among=POSTS)]
    person: Annotated[str, FieldPrompt("Person")] = ""

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        if self.post not in POSTS:
            raise refuse(say("Choose a post of the table: {posts}.", posts=" or ".join(POSTS)), law.NOT_AN_OPTION)
        if state.posts.get(self.post, "") == self.person:
            raise refuse("This person already holds this post.", law.NEED_CLOSED)
        if self.person:
            operator = order.actor.operator
            role = staff.role_of(world.store, operator, self.person)[0]
            if not role or not permission.may(Actor(operator, self.person, role), POSTS[self.post]):
                words = say("{person} does not hold a rank that may be the {post}.", person=self.person, post=self.post)
                raise refuse(words, law.POST_BY_RANK)
        return note_event(world, PostTaken(self.person, self.post), post=self.post, person=self.person)
