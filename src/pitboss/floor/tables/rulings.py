"""Rulings of people of rank: a question that the game put to them; a round, a player's part in it or a wager voided,
while it is played or when it is over (Pontoon 19.8 to 19.10; Crown 16.2 to 16.4). The rank is the one they signed in
with, and their reason goes into the log."""

from pitboss import law
from pitboss.floor.people.permission import check
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.corrections import CorrectRound, correct_round, past_round, void_words
from pitboss.floor.tables.people_events import RulingRecorded
from pitboss.floor.tables.playing import followed, open_round, played
from pitboss.floor.tables.state import TableState
from pitboss.law import Because
from pitboss.play.acts import Act, Rule, Void
from pitboss.play.acts.powers import void_because
from pitboss.value import Value


class VoidRound(Value, tag="VoidRound"):
    """Void a round, or only the wagers of the patrons named, or the wagers listed; `forfeit` names who loses theirs.

    The outcome of a round that is over is corrected by it: another person approves that.
    """

    table: str
    ground: str
    reason: str
    patrons: tuple[str, ...] = ()
    forfeit: tuple[str, ...] = ()
    round: int = 0
    """The round that is meant; 0 for whichever is open."""
    wagers: tuple[int, ...] = ()
    """The wagers that are void, by their numbers in the round."""
    approver: Actor | None = None
    house_bears: tuple[str, ...] = ()
    """The patrons for whom the house bears what they would give back, where they have left with it."""


class RuleOn(Value, tag="RuleOn"):
    """Rule on a question that the game put to a person of rank."""

    table: str
    need: str
    option: str
    reason: str


def void_round(world: World, order: Order) -> Decision:
    """Void a round, or a part of it; of a round that is over by a correction."""
    command: VoidRound = order.command
    check(order.actor, "VoidRound")
    patrons, forfeit, wagers = command.patrons, command.forfeit, command.wagers
    act = Void(order.actor.role, command.ground, order.actor.person, patrons, forfeit, wagers=wagers)
    if is_past(world.desk.state, command):
        return _void_past(world, order, act)
    because = void_because(open_round(world).game.rules, act)
    return _ruled(world, order, act, void_words(act), command.reason, because)


def is_past(state: TableState, command: VoidRound) -> bool:
    """Whether a round is meant that is over."""
    return command.round > 0 and not state.is_open_round(command.round)


def _void_past(world: World, order: Order, act: Void) -> Decision:
    command: VoidRound = order.command
    if command.approver is None:
        words = f"Round {command.round} is over. To void it now is a correction: another person approves it."
        raise refuse(words, law.NEED_CLOSED)
    acts = (*past_round(world, command.round).acts, act)
    correction = CorrectRound(command.table, command.round, acts, command.reason, command.approver, command.house_bears)
    return correct_round(world, order._replace(command=correction))


def rule_on(world: World, order: Order) -> Decision:
    """Rule on a question."""
    command: RuleOn = order.command
    check(order.actor, "RuleOn")
    act = Rule(command.need, order.actor.role, command.option, command.reason, order.actor.person)
    return _ruled(world, order, act, command.option, command.reason)


def _ruled(world: World, order: Order, act: Act, what: str, reason: str, because: Because = ()) -> Decision:
    if not reason:
        raise refuse("Say why: the reason goes into the log.", law.NEED_CLOSED)
    number = open_round(world).number
    event = RulingRecorded(number, order.actor.person, order.actor.role, what, reason, because)
    return followed(played(world, act, world.desk.shoe), world.now, event)


HANDLERS: dict[type, Handler] = {VoidRound: void_round, RuleOn: rule_on}
