"""A patron's time at a table: it has a start, an end, a buy-in, an average wager and a result."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.patrons import commands as c
from pitboss.floor.patrons import events as e
from pitboss.floor.patrons.commands import CARD
from pitboss.floor.patrons.office import load_patron, noted, own
from pitboss.floor.patrons.periods import calendar_day
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.people.permission import PATRON, SYSTEM
from pitboss.floor.service.clock import gaming_day, parse_stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Stored, Stream, table_stream
from pitboss.floor.store.papers import holder_of
from pitboss.floor.tables.events import BoughtIn, CashedOut, RoundEnded, TableEvent, worth
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.scan import Wanted, all_events, place_at
from pitboss.value import Value, log_name

A_DAY = timedelta(hours=24)
"""How far back chips may have been bought that belong to a sitting of this gaming day."""


class Sitting(Value):
    """What a patron's time at a table came to, in cents."""

    buy_in: int = 0
    cash_out: int = 0
    rounds: int = 0
    wagered: int = 0
    net: int = 0

    @property
    def average(self) -> int:
        """The average wagered in a round, to the cent below."""
        return self.wagered // self.rounds if self.rounds else 0


def after(sitting: Sitting, event: TableEvent, patron: str) -> Sitting:
    """A sitting after something at the table."""
    match event:
        case BoughtIn(who, _, stacks) if who == patron:
            return sitting._replace(buy_in=sitting.buy_in + worth(stacks))
        case CashedOut(who, _, stacks) if who == patron:
            return sitting._replace(cash_out=sitting.cash_out + worth(stacks))
        case RoundEnded(_, _, _, totals):
            mine = next((total for total in totals if total.patron == patron and total.staked), None)
            if mine is None:
                return sitting
            wagered, net = sitting.wagered + mine.staked, sitting.net + mine.net
            return sitting._replace(rounds=sitting.rounds + 1, wagered=wagered, net=net)
        case _:
            return sitting


def total(stored: Iterable[Stored], patron: str) -> Sitting:
    """What the events of a table come to for a patron."""
    sitting = Sitting()
    for each in stored:
        sitting = after(sitting, from_stored(each), patron)
    return sitting


TELLS = tuple(log_name(kind) for kind in (BoughtIn, CashedOut, RoundEnded))
"""The events of a table that tell of what somebody's time there came to."""


def start_play(world: World, order: Order, before: int = 0) -> Decision:
    """Begin a patron's time at a table, on their own card where the house has cards; before an event of the table, if
    one has begun it."""
    command: c.StartPlay = order.command
    operator = order.actor.operator
    own(order, law.PROXY_BETTING)
    state = load_patron(world.store, operator, command.patron)
    if state.play_at(command.table) is not None:
        raise refuse("This patron is playing at that table already.", law.ONCE)
    if command.card and holder_of(world.store, operator, CARD, command.card) != command.patron:
        raise refuse("That player card is not this patron's: a player plays on their own.", law.OWN_CARD)
    since = operators()[operator].patrons.cards_from
    if since is not None and calendar_day(world.now) >= since:
        if not state.card:
            raise refuse("A player needs a valid player card.", law.PLAYER_CARD)
        if not command.card and order.actor.role not in (PATRON, SYSTEM):
            raise refuse("The player presents their card when play starts.", law.PLAYER_CARD)
    if state.excluded:
        raise refuse("This patron is excluded from the casino.", law.EXCLUDED)
    begins = _begins(world, table_stream(operator, command.table), state, command, before)
    return noted(order, e.PlayStarted(command.table, state.card, begins))


def _begins(world: World, stream: Stream, state: PatronState, command: c.StartPlay, before: int) -> int:
    """How many events a table had before a patron's time there: the chips that they bought for it are part of it,
    and are bought before the first wager."""
    since = max(state.played.get(command.table, 0), place_at(world.store, world.now - A_DAY, stream))
    kinds, names = (log_name(BoughtIn),), (command.patron,)
    bought = [
        stored.number
        for stored in all_events(
            world.store, Wanted(stream.operator, kinds, stream.name, after_number=since, holding=names)
        )
        if stored.data["patron"] == command.patron and gaming_day(parse_stamp(stored.at)) == gaming_day(world.now)
    ]
    began = [*bought, before] if before else bought
    return min(began, default=world.tables(stream).state.length + 1) - 1


def end_play(world: World, order: Order) -> Decision:
    """End a patron's time at a table and say what it came to."""
    command: c.EndPlay = order.command
    own(order)
    operator = order.actor.operator
    state = load_patron(world.store, operator, command.patron)
    play = state.play_at(command.table)
    if play is None:
        raise refuse("This patron is not playing at that table.", law.ONCE)
    stream = table_stream(operator, command.table)
    until = world.tables(stream).state.length
    wanted = Wanted(operator, TELLS, stream.name, after_number=play.after, holding=(command.patron,))
    sitting = total((each for each in all_events(world.store, wanted) if each.number <= until), command.patron)
    event = e.PlayEnded(command.table, until, **sitting._asdict())
    reply = sitting._asdict() | {"average": sitting.average}
    return noted(order, event, reply=reply)


WORKERS: Mapping[type, Handler] = {c.StartPlay: start_play, c.EndPlay: end_play}
