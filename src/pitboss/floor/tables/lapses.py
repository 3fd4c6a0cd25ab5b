"""Decisions that lapse (Pontoon 17.10; Star Caribbean Stud 14.14, Mississippi Stud 11.11; Crown 13.7): the clock does
for a player who lets the time pass what the rules say, once, and the log shows that it was the clock."""

from pitboss import law
from pitboss.floor.people.permission import check
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.deadlines import LEAST_SECONDS, MOST_SECONDS, OUT_OF_TIME, lapsed
from pitboss.floor.tables.playing import followed, played, then
from pitboss.floor.tables.sign_events import DecisionTimeSet
from pitboss.floor.tables.state import fold, open_state
from pitboss.play.acts import Lapse
from pitboss.value import Value


class SetDecisionTime(Value, tag="SetDecisionTime"):
    """Give the players of a table so many seconds for a decision; 0 lets nothing lapse by itself."""

    table: str
    seconds: int
    reason: str


class LapseDecisions(Value, tag="LapseDecisions"):
    """Do for the players whose time is over what the rules say; the clock's own command."""

    table: str
    round: int


def set_decision_time(world: World, order: Order) -> Decision:
    """Set how long decisions may take, from the next one on; without a time, those that run are let go."""
    command: SetDecisionTime = order.command
    check(order.actor, "SetDecisionTime")
    state = world.desk.open_state
    if command.seconds and not LEAST_SECONDS <= command.seconds <= MOST_SECONDS:
        raise refuse(f"A decision takes {LEAST_SECONDS} to {MOST_SECONDS} seconds, or is not timed.", law.TERMS)
    if not command.reason:
        raise refuse("Say why: what is a reasonable time is on record with its reason.", law.TERMS)
    event = DecisionTimeSet(command.seconds, command.reason)
    return Decision((event,), fold([event], state), reply={"table": command.table, "seconds": command.seconds})


def lapse_decisions(world: World, order: Order) -> Decision:
    """Lapse every decision whose time is over."""
    command: LapseDecisions = order.command
    check(order.actor, "LapseDecisions")
    state = world.desk.open_state
    round = state.round
    over = lapsed(state.deadlines, round, stamp(world.now)) if command.round == round.number else ()
    if not over:
        raise refuse("No decision is out of time.", law.NEED_CLOSED)
    done = played(world, Lapse(over[0], OUT_OF_TIME), world.desk.shoe)
    for need in over[1:]:
        if need in open_state(done.state).deadlines:  # what the first one did may have closed the others
            done = then(world, done, Lapse(need, OUT_OF_TIME))
    return followed(done, world.now)


HANDLERS: dict[type, Handler] = {SetDecisionTime: set_decision_time, LapseDecisions: lapse_decisions}
