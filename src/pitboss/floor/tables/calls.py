"""Calls for a supervisor, and alerts acknowledged. A dealer or a patron calls; the call stands in the pit until
somebody there has acknowledged it, and both are on the log."""

from pitboss import law
from pitboss.floor.people.permission import check
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, noted, refuse
from pitboss.floor.tables.alerts import CALL
from pitboss.floor.tables.pit_events import AlertAcknowledged, SupervisorCalled
from pitboss.value import Value


class CallSupervisor(Value, tag="CallSupervisor"):
    """Call for a supervisor to come to the table."""

    table: str
    reason: str = ""


class AcknowledgeAlert(Value, tag="AcknowledgeAlert"):
    """Take an alert off a table, having seen to it."""

    table: str
    alert: str
    words: str = ""


def call_supervisor(world: World, order: Order) -> Decision:
    """Call for a supervisor; whoever has called already waits."""
    command: CallSupervisor = order.command
    check(order.actor, "CallSupervisor")
    state = world.desk.open_state
    if any(alert.kind == CALL and alert.by == order.actor.person for alert in state.alerts):
        raise refuse("You have called already: a supervisor has yet to acknowledge it.", law.CALL_STANDS)
    event = SupervisorCalled(order.actor.person, order.actor.role, command.reason, state.round.number)
    return noted(world, event, alert=f"alert-{state.length + 1}")


def acknowledge(world: World, order: Order) -> Decision:
    """Acknowledge an alert."""
    command: AcknowledgeAlert = order.command
    check(order.actor, "AcknowledgeAlert")
    if command.alert not in [alert.id for alert in world.desk.state.alerts]:
        raise refuse("That alert has been acknowledged, or was never raised.", law.CALL_STANDS)
    return noted(world, AlertAcknowledged(command.alert, command.words), alert=command.alert)


HANDLERS: dict[type, Handler] = {CallSupervisor: call_supervisor, AcknowledgeAlert: acknowledge}
