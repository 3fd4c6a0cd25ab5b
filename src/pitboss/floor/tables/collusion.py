"""Orders against collusion (Star Caribbean Stud 14.13; Star Mississippi Stud 11.10): suspects play before others touch
their cards, and English alone is spoken. That suspects share no table is the patrons' office's to keep."""

from pitboss import law
from pitboss.floor.people.permission import PATRON, check
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, noted, refuse
from pitboss.floor.tables.people_events import EnglishOrdered, SuspectsOrdered
from pitboss.floor.tables.signs import check_power
from pitboss.floor.tables.state import OpenState
from pitboss.floor.tables.suspicion import awaited, waits
from pitboss.law import Key
from pitboss.play.acts import Act, Decide, Lapse
from pitboss.play.needs import DecisionNeed
from pitboss.value import Value


class SuspectsFirst(Value, tag="SuspectsFirst"):
    """Have players play their hands before the others touch their cards; none end it."""

    table: str
    patrons: tuple[str, ...]
    reason: str


class EnglishOnly(Value, tag="EnglishOnly"):
    """Have the players of a table speak English alone, or no longer."""

    table: str
    on: bool
    reason: str


def check_turn(state: OpenState, act: Act, actor: Actor) -> None:
    """Refuse the decision of a player while others are to play first; a player is not told that they are suspected."""
    round, first = state.round, state.suspicion.first
    if not first or not isinstance(act, Decide | Lapse):
        return
    need = round.need(act.need)
    if isinstance(need, DecisionNeed) and not need.optional and waits(round, first, need.patron):
        if actor.role == PATRON:
            raise refuse("Another player decides first: please wait for your turn.", law.NEED_CLOSED)
        names = " and ".join(awaited(round, first))
        raise refuse(f"{names} decides first: the others leave their cards alone until then.", law.SUSPECTS_ACT_FIRST)


def suspects_first(world: World, order: Order) -> Decision:
    """Order who plays first."""
    command: SuspectsFirst = order.command
    check(order.actor, "SuspectsFirst")
    state = _ordered(world, order, law.SUSPECTS_ACT_FIRST, command.reason)
    patrons = tuple(dict.fromkeys(command.patrons))
    here = [player.patron for player in state.players]
    if away := [patron for patron in patrons if patron not in here]:
        raise refuse(f"{' and '.join(away)} is not at this table.", law.SUSPECTS_ACT_FIRST)
    if patrons == state.suspicion.first:
        raise refuse("That is as it was.", law.SUSPECTS_ACT_FIRST)
    return noted(world, SuspectsOrdered(patrons, order.actor.role, command.reason, (law.SUSPECTS_ACT_FIRST,)))


def english_only(world: World, order: Order) -> Decision:
    """Order that English alone is spoken."""
    command: EnglishOnly = order.command
    check(order.actor, "EnglishOnly")
    state = _ordered(world, order, law.ENGLISH_ONLY, command.reason)
    if command.on == state.suspicion.english:
        raise refuse("That is as it was.", law.ENGLISH_ONLY)
    return noted(world, EnglishOrdered(command.on, order.actor.role, command.reason, (law.ENGLISH_ONLY,)))


def _ordered(world: World, order: Order, rule: Key, reason: str) -> OpenState:
    """The open table, if this power is whoever's who orders, and they say why."""
    state = check_power(world, order, rule)
    if not reason:
        raise refuse("Say what is suspected: the reason goes into the log.", rule)
    return state


HANDLERS: dict[type, Handler] = {SuspectsFirst: suspects_first, EnglishOnly: english_only}
