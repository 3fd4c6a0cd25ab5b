"""Seats and wagers that a person of rank has a say in: leaving, giving up a seat at a full table (Star 19.14; Crown
16.10), a wager refused while wagers are open (Star 19.16; Crown 16.11)."""

from typing import ClassVar

from pitboss import law
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service import (
    ITEM,
    CommandForm,
    CommandNeeds,
    Decision,
    Order,
    TableCommand,
    World,
    check_said,
    refuse,
)
from pitboss.floor.store import Stored
from pitboss.floor.tables import players, playing
from pitboss.floor.tables.state import OpenState, RegisterLine, TableEvent
from pitboss.messages import say
from pitboss.play import Act, Round, Sit, TakeBack, WagersNeed
from pitboss.play.wager import seat_of

SAT_OUT = 3
"""After how many rounds in a row without a wager a seat may have to be given up."""


class PlayerLeft(TableEvent, tag="PlayerLeft"):
    """A player left the table, by choice or because they had to."""

    patron: str
    reason: str = ""
    because: law.Because = ()

    def change_open(self, state: OpenState) -> OpenState:
        return state._replace(players=players.remove_player(state.players, self.patron))


class WagerRefused(TableEvent, tag="WagerRefused"):
    """A person of rank had a wager removed before the cards came out."""

    register: ClassVar[str] = "incidents"
    patron: str
    area: int
    spot: str
    reason: str
    because: law.Because

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(
            self.tell(
                "patron", "reason", what=say("wager refused, {spot} on area {area}", spot=self.spot, area=self.area)
            )
        )


class LeaveTable(TableCommand, tag="LeaveTable"):
    """A player leaves the table."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = ()
    patron: str

    def decide(self, world: World, order: Order) -> Decision:
        """Let a player go; a seat that cannot be given up while cards are out is empty from the next round on."""
        if order.actor.role == PATRON and order.actor.person != self.patron:
            raise refuse("You can leave the table only for yourself.", law.NOT_YOURS)
        _player(world.table.open_state, self.patron)
        return leave_seat(world, PlayerLeft(self.patron))


class Vacate(TableCommand, tag="Vacate"):
    """Have a player give up the seat, having sat three rounds out at a full table."""

    takes: ClassVar = CommandNeeds(rule=law.SEAT_VACATED)
    forms: ClassVar = (CommandForm("Require to give up the seat", places=(ITEM,), leaves=("reason",)),)
    patron: str
    reason: str = ""

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        player = _player(state, self.patron)
        if player.abstained < SAT_OUT:
            words = say(
                "{patron} has sat out {number} rounds in a row. A seat is given up after {least}.",
                patron=self.patron,
                number=player.abstained,
                least=SAT_OUT,
            )
            raise refuse(words, law.SEAT_VACATED)
        if not {each.area for each in state.players} >= set(range(1, state.terms.areas + 1)):
            raise refuse("This table has free areas. A seat is given up only when the table is full.", law.SEAT_VACATED)
        return leave_seat(world, PlayerLeft(self.patron, self.reason or "required to vacate", (law.SEAT_VACATED,)))


class RefuseWager(TableCommand, tag="RefuseWager"):
    """Refuse a wager and have it removed, before the cards come out."""

    takes: ClassVar = CommandNeeds(rule=law.WAGER_REFUSED, seen="the register of incidents")
    forms: ClassVar = (CommandForm("Refuse", places=(ITEM,)),)
    patron: str
    area: int
    spot: str
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        round = world.table.open_state.round
        because = (law.WAGER_REFUSED,)
        check_said(self.reason, "Enter the reasonable grounds for refusing the wager.", *because)
        need = _open_wagers(round)
        if need is None:
            raise refuse("Wagers are closed. It is too late to refuse one.", *because)
        spots = [self.spot]
        if round.game.refuses(round, need, TakeBack(need.id, self.patron, self.area, self.spot)) is not None:
            # Wagers that cannot stay without the one that is refused go with it, the last placed first.
            theirs = [w.spot for w in round.wagers if (w.patron, w.area) == (self.patron, self.area) and w.live]
            spots = [*(spot for spot in reversed(theirs) if spot != self.spot), self.spot]
        acts = [TakeBack(need.id, self.patron, self.area, spot) for spot in spots]
        events = [WagerRefused(self.patron, self.area, spot, self.reason, because) for spot in spots]
        return playing.add_consequences(playing.play_acts(world, acts), world.now, *events)


def _player(state: OpenState, patron: str) -> players.Player:
    for player in state.players:
        if player.patron == patron:
            return player
    raise refuse(say("{patron} is not at this table.", patron=patron), law.SEAT)


def leave_seat(world: World, event: PlayerLeft) -> Decision:
    """The decision for a player who leaves: the seat is given up now if the round allows it, and a jackpot wager that
    stayed from the last round goes back (Crown 13.9.1)."""
    state = world.table.open_state
    round, carried = state.round, len(state.table.carried)
    need = _open_wagers(round)
    acts: list[Act] = []
    if need is not None:
        mine = [wager for wager in round.wagers if wager.live and wager.patron == event.patron]
        if all(wager in round.wagers[:carried] for wager in mine):
            acts += (TakeBack(need.id, wager.patron, wager.area, wager.spot) for wager in mine)
        if seat_of(round.boxes, event.patron):
            acts.append(Sit(need.id, event.patron, 0))
    reply = {"table": world.table.bookkeeper.table}
    done = playing.play_acts(world, acts) if acts else Decision((), world.table.state, reply=reply)
    return playing.add_consequences(done, world.now, event)


def _open_wagers(round: Round) -> WagersNeed | None:
    return next((need for need in round.needs if isinstance(need, WagersNeed)), None)
