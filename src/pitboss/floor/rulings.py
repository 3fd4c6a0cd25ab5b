"""Rulings of people of rank: a question that the game put to them, a round or a player's part in it voided (Star 19.8
to 19.10; Crown 16.2 to 16.4). The rank is the one they signed in with, and their reason goes into the log."""

from typing import NamedTuple

from pitboss import law
from pitboss.floor.commands import Order
from pitboss.floor.desk import Context, Handler, Prepared, refuse
from pitboss.floor.people.permission import check
from pitboss.floor.playing import followed, open_round, played
from pitboss.floor.tables.people_events import RulingRecorded
from pitboss.play.acts import Act, Rule, Void


class VoidRound(NamedTuple):
    """Void the open round, or only the wagers of the patrons named; `forfeit` names who loses theirs."""

    table: str
    ground: str
    reason: str
    patrons: tuple[str, ...] = ()
    forfeit: tuple[str, ...] = ()
    round: int = 0
    """The round that is meant; 0 for whichever is open."""


class RuleOn(NamedTuple):
    """Rule on a question that the game put to a person of rank."""

    table: str
    need: str
    option: str
    reason: str


def void_round(context: Context, order: Order) -> Prepared:
    """Void a round, or a part of it."""
    command: VoidRound = order.command
    check(order.actor, "VoidRound")
    open_now = open_round(context).number
    if command.round and command.round != open_now:
        raise refuse(f"Round {command.round} is over; round {open_now} is open now.", law.NEED_CLOSED)
    act = Void(order.actor.role, command.ground, order.actor.person, command.patrons, command.forfeit)
    return _ruled(context, order, act, f"void for {command.ground}", command.reason)


def rule_on(context: Context, order: Order) -> Prepared:
    """Rule on a question."""
    command: RuleOn = order.command
    check(order.actor, "RuleOn")
    act = Rule(command.need, order.actor.role, command.option, command.reason, order.actor.person)
    return _ruled(context, order, act, command.option, command.reason)


def _ruled(context: Context, order: Order, act: Act, what: str, reason: str) -> Prepared:
    if not reason:
        raise refuse("Say why: the reason goes into the log.", law.NEED_CLOSED)
    number = open_round(context).number
    event = RulingRecorded(number, order.actor.person, order.actor.role, what, reason)
    return followed(played(context, act, context.desk.shoe), context.now, event)


HANDLERS: dict[type, Handler] = {VoidRound: void_round, RuleOn: rule_on}
