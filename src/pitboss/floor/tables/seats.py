"""Seats and wagers that a person of rank has a say in: leaving, giving up a seat at a full table (Star 19.14; Crown
16.10), a wager refused while wagers are open (Star 19.16; Crown 16.11)."""

from pitboss import law
from pitboss.floor.people.permission import PATRON, check
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.people import Player
from pitboss.floor.tables.people_events import PlayerLeft, WagerRefused
from pitboss.floor.tables.playing import followed, open_round, played, played_all
from pitboss.floor.tables.state import OpenState
from pitboss.play import Round
from pitboss.play.acts import Sit, TakeBack
from pitboss.play.box import seat_of
from pitboss.play.needs import WagersNeed
from pitboss.value import Value

SAT_OUT = 3
"""After how many rounds in a row without a wager a seat may have to be given up."""


class LeaveTable(Value, tag="LeaveTable"):
    """A player leaves the table."""

    table: str
    patron: str


class Vacate(Value, tag="Vacate"):
    """Have a player give up the seat, having sat three rounds out at a full table."""

    table: str
    patron: str
    reason: str = ""


class RefuseWager(Value, tag="RefuseWager"):
    """Refuse a wager and have it removed, before the cards come out."""

    table: str
    patron: str
    area: int
    spot: str
    reason: str


def leave_table(world: World, order: Order) -> Decision:
    """Let a player go; a seat that cannot be given up while cards are out is empty from the next round on."""
    command: LeaveTable = order.command
    check(order.actor, "LeaveTable")
    if order.actor.role == PATRON and order.actor.person != command.patron:
        raise refuse("A player leaves for themselves alone.", law.NOT_YOURS)
    _player(world.desk.open_state, command.patron)
    return _gone(world, PlayerLeft(command.patron))


def vacate(world: World, order: Order) -> Decision:
    """Take the seat of a player who has sat rounds out while everybody else's place is taken."""
    command: Vacate = order.command
    check(order.actor, "Vacate")
    state = world.desk.open_state
    player = _player(state, command.patron)
    if player.abstained < SAT_OUT:
        words = f"{command.patron} has sat {player.abstained} rounds in a row out, not {SAT_OUT}."
        raise refuse(words, law.SEAT_VACATED)
    if not _is_full(state):
        raise refuse("Other places at this table are free.", law.SEAT_VACATED)
    return _gone(world, PlayerLeft(command.patron, command.reason or "required to vacate", (law.SEAT_VACATED,)))


def _player(state: OpenState, patron: str) -> Player:
    for player in state.players:
        if player.patron == patron:
            return player
    raise refuse(f"{patron} is not at this table.", law.SEAT)


def _is_full(state: OpenState) -> bool:
    """Whether every playing area has somebody at it."""
    return {player.area for player in state.players} >= set(range(1, state.terms.areas + 1))


def _gone(world: World, event: PlayerLeft) -> Decision:
    """What it comes to that somebody goes: the seat is given up now if the round lets it be."""
    round = open_round(world)
    need = _open_wagers(round)
    if need is None or not seat_of(round.boxes, event.patron):
        reply = {"table": world.desk.journal.table}
        return followed(Decision((), world.desk.state, reply=reply), world.now, event)
    return followed(played(world, Sit(need.id, event.patron, 0), world.desk.shoe), world.now, event)


def _open_wagers(round: Round) -> WagersNeed | None:
    return next((need for need in round.needs if isinstance(need, WagersNeed)), None)


def refuse_wager(world: World, order: Order) -> Decision:
    """Refuse a wager on reasonable grounds, which go into the log."""
    command: RefuseWager = order.command
    check(order.actor, "RefuseWager")
    round = open_round(world)
    because = (law.WAGER_REFUSED,)
    if not command.reason:
        raise refuse("A wager is refused on reasonable grounds: say which.", *because)
    need = _open_wagers(round)
    if need is None:
        raise refuse("Wagers are closed: it is too late to refuse one.", *because)
    spots = (*_resting_on(round, need, command), command.spot)
    acts = [TakeBack(need.id, command.patron, command.area, spot) for spot in spots]
    events = [WagerRefused(command.patron, command.area, spot, command.reason, because) for spot in spots]
    return followed(played_all(world, acts), world.now, *events)


def _resting_on(round: Round, need: WagersNeed, command: RefuseWager) -> list[str]:
    """The player's wagers that cannot stay on the area without the one that is refused, the last placed first."""
    first = TakeBack(need.id, command.patron, command.area, command.spot)
    if round.game.refuses(round, need, first) is None:
        return []
    theirs = [w.spot for w in round.wagers if (w.patron, w.area) == (command.patron, command.area) and w.live]
    return [spot for spot in reversed(theirs) if spot != command.spot]


HANDLERS: dict[type, Handler] = {LeaveTable: leave_table, Vacate: vacate, RefuseWager: refuse_wager}
