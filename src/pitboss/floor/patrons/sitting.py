"""A sitting is a patron's time at a table, with a start, an end, a buy-in, an average wager and a result; and the chips
that a player with a loss limit declares there (Pontoon 19.2, Mississippi Stud 13.2)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.cashier.chips import BoughtIn, CashedOut
from pitboss.floor.operators import operators
from pitboss.floor.patrons import limits, office
from pitboss.floor.patrons import state as patrons
from pitboss.floor.people.permission import PATRON, SYSTEM
from pitboss.floor.service.clock import gaming_day, parse_stamp
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, World, refuse
from pitboss.floor.service.forms import ACCOUNT, CASHIER, CommandForm, FieldPrompt
from pitboss.floor.store import Store, Stored, Stream, table_stream
from pitboss.floor.store.store import holder_of
from pitboss.floor.tables.log import EventQuery, all_events, find_last_events, place_at, read_event
from pitboss.floor.tables.state import ActTaken, TableEvent, TableRoundEnded, players_of, worth
from pitboss.messages import message
from pitboss.play import Place, Refused
from pitboss.value import Value, log_name

A_DAY = timedelta(hours=24)
"""How far back chips may have been bought that belong to a sitting of this gaming day."""


class Sitting(Value):
    """The sums of a patron's sitting, in cents."""

    buy_in: int = 0
    cash_out: int = 0
    rounds: int = 0
    wagered: int = 0
    net: int = 0

    @property
    def average(self) -> int:
        """The average wagered in a round, to the cent below."""
        return self.wagered // self.rounds if self.rounds else 0


def add_event(sitting: Sitting, event: TableEvent, patron: str) -> Sitting:
    """A sitting after something at the table."""
    match event:
        case BoughtIn(who, _, stacks) if who == patron:
            return sitting._replace(buy_in=sitting.buy_in + worth(stacks))
        case CashedOut(who, _, stacks) if who == patron:
            return sitting._replace(cash_out=sitting.cash_out + worth(stacks))
        case TableRoundEnded(_, _, _, totals):
            mine = next((total for total in totals if total.patron == patron and total.staked), None)
            if mine is None:
                return sitting
            wagered, net = sitting.wagered + mine.staked, sitting.net + mine.net
            return sitting._replace(rounds=sitting.rounds + 1, wagered=wagered, net=net)
        case _:
            return sitting


def sum_sitting(stored: Iterable[Stored], patron: str) -> Sitting:
    """The sums of a table's events for a patron."""
    sitting = Sitting()
    for each in stored:
        sitting = add_event(sitting, read_event(each), patron)
    return sitting


TELLS = tuple(log_name(kind) for kind in (BoughtIn, CashedOut, TableRoundEnded))
"""The events of a table that a patron's sitting is worked out from."""


DECLARED = {
    patrons.BOUGHT: message("bought"),
    patrons.BROUGHT: message("brought to the table"),
    patrons.HELD: message("held on leaving"),
}
"""The chips that a player with a loss limit declares, in words."""


def _list_tables(_: Actor, patron: Any) -> list[str]:
    return [play.table for play in patron.playing]


class StartPlay(office.PatronCommand, tag="StartPlay"):
    """A patron begins to play at a table, on the card that they present."""

    takes: ClassVar = CommandNeeds(roles=("patron", "system"))
    forms: ClassVar = (CommandForm("Start of play", "Start", places=(CASHIER, ACCOUNT, PATRON), group=office.PLAY),)
    private: ClassVar[Mapping[str, str]] = {"card": office.CARD}
    table: Annotated[str, FieldPrompt("Table")]
    card: Annotated[str, FieldPrompt("Player card", "as printed on the card; leave empty for a guest")] = ""
    """What is printed on the card that they present; empty for a guest, or for a patron who signed in."""

    def decide(self, world: World, order: Order, before: int = 0) -> Decision:
        """Begin the patron's time, on their own card where the house has cards; before an event of the table, if one
        has begun it."""
        operator = order.actor.operator
        self.check_own(order, law.PROXY_BETTING)
        state = patrons.load_patron(world.store, operator, self.patron)
        if state.play_at(self.table) is not None:
            raise refuse("This patron is already playing at this table.", law.ONCE)
        if self.card and holder_of(world.store, operator, office.CARD, self.card) != self.patron:
            raise refuse("This card belongs to another patron. A player must present their own card.", law.OWN_CARD)
        since = operators()[operator].patrons.cards_from
        if since is not None and limits.calendar_day(world.now) >= since:
            if not state.card:
                raise refuse("A player needs a valid player card. Get one at the patrons' office.", law.PLAYER_CARD)
            if not self.card and order.actor.role not in (PATRON, SYSTEM):
                raise refuse(
                    "Enter the card number: the player must present their card when play starts.", law.PLAYER_CARD
                )
        if state.excluded:
            raise refuse("This patron is excluded from the casino.", law.EXCLUDED)
        begins = _begins(world, table_stream(operator, self.table), state, self, before)
        return self.note(order, patrons.PlayStarted(self.table, state.card, begins))


def _begins(world: World, stream: Stream, state: patrons.PatronState, command: StartPlay, before: int) -> int:
    """How many events a table had before a patron's time there: the chips that they bought for it are part of it,
    and are bought before the first wager."""
    since = max(state.played.get(command.table, 0), place_at(world.store, world.now - A_DAY, stream))
    kinds, names = (log_name(BoughtIn),), (command.patron,)
    bought = [
        stored.number
        for stored in all_events(
            world.store, EventQuery(stream.operator, kinds, stream.name, after_number=since, holding=names)
        )
        if stored.data["patron"] == command.patron and gaming_day(parse_stamp(stored.at)) == gaming_day(world.now)
    ]
    began = [*bought, before] if before else bought
    return min(began, default=world.tables(stream).state.length + 1) - 1


def has_bought(store: Store, stream: Stream, patron: str, since: int) -> bool:
    """Say whether a patron has bought chips at a table since their time there last ended."""
    wanted = EventQuery(stream.operator, (log_name(BoughtIn),), stream.name, after_number=since, holding=(patron,))
    return any(stored.data["patron"] == patron for stored in all_events(store, wanted))


class DeclareChips(office.PatronCommand, tag="DeclareChips"):
    """Note what a patron with a loss limit declares: chips bought, brought or held."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the patron's stream")
    forms: ClassVar = (CommandForm("Declare chips", "Declare", places=(CASHIER, ACCOUNT, PATRON), group=office.PLAY),)
    table: Annotated[str, FieldPrompt("Table")]
    what: Annotated[str, FieldPrompt("Chips", among=DECLARED)]
    cents: Annotated[int, FieldPrompt("Worth")]

    def decide(self, world: World, order: Order) -> Decision:
        """When a player leaves, their chips are compared with what they declared, bought and won. A player who has less
        lost chips without a wager, and that loss counts towards their loss limits."""
        self.check_own(order, law.CHIPS_DECLARED)
        if self.what not in DECLARED or self.cents < 0:
            raise refuse("Choose bought, brought or held, and enter an amount of $0 or more.", law.CHIPS_DECLARED)
        operator, patron = order.actor.operator, self.patron
        state = self.load_known(world, order)
        said = state.declared.get(self.table)
        if self.what != patrons.HELD or said is None:
            return self.note(order, patrons.ChipsDeclared(self.table, self.what, self.cents))
        play = state.play_at(self.table)
        since = play.after if play is not None else state.played.get(self.table, 0)
        sitting = _sum_since(world, table_stream(operator, self.table), patron, since)
        expected = said.bought + said.brought + sitting.buy_in - sitting.cash_out + sitting.net
        missing = max(0, expected - self.cents) if operators()[operator].patrons.counts_losses else 0
        counts = limits.count_loss(operator, patron, limits.calendar_day(world.now), missing) if missing else ()
        event = patrons.ChipsDeclared(self.table, patrons.HELD, self.cents, missing)
        return self.note(order, event, counts=counts, reply={"missing_cents": missing})


def _sum_since(world: World, stream: Stream, patron: str, since: int) -> Sitting:
    """The sums of a patron's time at a table since an event of it."""
    wanted = EventQuery(stream.operator, TELLS, stream.name, after_number=since, holding=(patron,))
    until = world.tables(stream).state.length
    return sum_sitting((each for each in all_events(world.store, wanted) if each.number <= until), patron)


class EndPlay(office.PatronCommand, tag="EndPlay"):
    """A patron stops playing at a table."""

    takes: ClassVar = CommandNeeds(roles=("patron", "system"))
    forms: ClassVar = (CommandForm("End of play", "End", places=(CASHIER, ACCOUNT, PATRON), group=office.PLAY),)
    table: Annotated[str, FieldPrompt("Table", among=_list_tables)]

    def decide(self, world: World, order: Order) -> Decision:
        self.check_own(order)
        operator = order.actor.operator
        state = patrons.load_patron(world.store, operator, self.patron)
        play = state.play_at(self.table)
        if play is None:
            raise refuse("This patron is not playing at this table.", law.ONCE)
        stream = table_stream(operator, self.table)
        sitting = _sum_since(world, stream, self.patron, play.after)
        event = patrons.PlayEnded(self.table, world.tables(stream).state.length, **sitting._asdict())
        reply = sitting._asdict() | {"average": sitting.average}
        return self.note(order, event, reply=reply)


STARTED, ENDED, ACT, PLACE = (log_name(kind) for kind in (patrons.PlayStarted, patrons.PlayEnded, ActTaken, Place))
A_DAY = timedelta(days=1)
"""How far back the log is read for sittings that go on, when a process begins to note them."""


class Attendance:
    """The reaction that begins and ends sittings."""

    name = "attendance"

    def __init__(self) -> None:
        self._list_tables: dict[str, dict[Stream, set[str]]] = {}

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """Begin the time of patrons who have wagered, and end that of patrons who have left."""
        playing = self._list_players(world, page[0].stream.operator)
        placed: dict[Stream, dict[str, list[int]]] = {}
        for stored in page:
            if stored.stream.is_table:
                came = placed.setdefault(stored.stream, {})
                if stored.kind == ACT and stored.data["act"]["type"] == PLACE:
                    came.setdefault(stored.data["act"]["patron"], []).append(stored.number)
            elif stored.kind in (STARTED, ENDED):
                placed.setdefault(_note(playing, stored), {})
        also: dict[Stream, tuple[Value, ...]] = {}
        for stream, came in placed.items():
            if world.tables(stream).state.unit.is_money:
                for decision in _note_attendance(world, stream, came, playing.get(stream, set())):
                    assert decision.stream is not None  # a patron's
                    also[decision.stream] = also.get(decision.stream, ()) + decision.events
        return Decision(also=tuple(also.items()), by=SYSTEM)

    def forget(self) -> None:
        """Forget the open sittings: another process notes them from here on."""
        self._list_tables.clear()

    def _list_players(self, world: World, operator: str) -> dict[Stream, set[str]]:
        """The patrons who play at each table; read from the log of the last day when a process begins to note them."""
        if operator not in self._list_tables:
            found: dict[Stream, set[str]] = {}
            since = place_at(world.store, world.now - A_DAY)
            for stored in all_events(world.store, EventQuery(operator, (STARTED, ENDED), after=since)):
                _note(found, stored)
            self._list_tables[operator] = found
        return self._list_tables[operator]


def _note(playing: dict[Stream, set[str]], stored: Stored) -> Stream:
    """Note that a patron's time at a table began or ended; the table."""
    stream = table_stream(stored.stream.operator, stored.data["table"])
    patron = stored.stream.patron
    here = playing.setdefault(stream, set())
    (here.add if stored.kind == STARTED else here.discard)(patron)
    return stream


def _note_attendance(world: World, stream: Stream, came: dict[str, list[int]], playing: set[str]) -> Iterator[Decision]:
    """The notes on one table: players who have begun, and players who have gone."""
    operator, table = stream.operator, stream.table
    here = {player.patron for player in players_of(world.tables(stream).state)}
    system = Actor(operator, SYSTEM, SYSTEM)
    for patron, numbers in sorted(came.items()):
        state = patrons.load_patron(world.store, operator, patron)
        first = next((number for number in numbers if number > state.played.get(table, 0)), 0)
        if state.play_at(table) is None and first:  # a wager of a time that has ended begins no other
            with suppress(Refused):  # a patron without a card, or excluded, has no time at a table
                start = StartPlay(patron, table)
                yield start.decide(world, Order(system, start, ""), before=first)
    for patron in sorted(playing - here):
        state = patrons.load_patron(world.store, operator, patron)
        if state.play_at(table) is None:
            continue
        since = state.played.get(table, 0)  # where their time there ended before
        holding = f'"patron":"{patron}"', f'"type":"{PLACE}"'
        wanted = EventQuery(operator, (ACT,), stream.name, after_number=since, holding=holding)
        if find_last_events(
            world.store, wanted, 1
        ):  # one whose card was presented is not gone before they have wagered
            with suppress(Refused):
                end = EndPlay(patron, table)
                yield end.decide(world, Order(system, end, ""))
