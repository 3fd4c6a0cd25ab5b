"""Time at tables begins and ends by itself: with a patron's first wager, and when they are no longer at the table.

At a table dealt by hand the dealer begins it with the card that is presented; what has begun is not begun again.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta

from pitboss.floor.patrons.commands import EndPlay, StartPlay
from pitboss.floor.patrons.events import PlayEnded, PlayStarted
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.patrons.sitting import end_play, start_play
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, World
from pitboss.floor.store import Stored, Stream, table_stream
from pitboss.floor.tables.events import ActTaken
from pitboss.floor.tables.scan import Wanted, all_events, last_events, place_at
from pitboss.floor.tables.state import players_of
from pitboss.play.acts import Place
from pitboss.play.wager import Refused
from pitboss.value import Value, log_name

STARTED, ENDED, ACT, PLACE = (log_name(kind) for kind in (PlayStarted, PlayEnded, ActTaken, Place))
A_DAY = timedelta(days=1)
"""How far back the log is read for sittings that go on, when a process begins to note them."""


class Attendance:
    """The reaction that notes who plays where."""

    name = "attendance"

    def __init__(self) -> None:
        self._playing: dict[str, dict[Stream, set[str]]] = {}

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """Begin the time of patrons who have wagered, and end that of patrons who have left."""
        playing = self._known(world, page[0].stream.operator)
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
                for decision in _attended(world, stream, came, playing.get(stream, set())):
                    assert decision.stream is not None  # a patron's
                    also[decision.stream] = also.get(decision.stream, ()) + decision.events
        return Decision(also=tuple(also.items()), by=SYSTEM)

    def forget(self) -> None:
        """Forget who plays where: another process notes it from here on."""
        self._playing.clear()

    def _known(self, world: World, operator: str) -> dict[Stream, set[str]]:
        """The patrons who play at each table; read from the log of the last day when a process begins to note them."""
        if operator not in self._playing:
            found: dict[Stream, set[str]] = {}
            since = place_at(world.store, world.now - A_DAY)
            for stored in all_events(world.store, Wanted(operator, (STARTED, ENDED), after=since)):
                _note(found, stored)
            self._playing[operator] = found
        return self._playing[operator]


def _note(playing: dict[Stream, set[str]], stored: Stored) -> Stream:
    """Note that a patron's time at a table began or ended; the table."""
    stream = table_stream(stored.stream.operator, stored.data["table"])
    patron = stored.stream.name.removeprefix("patron:")
    here = playing.setdefault(stream, set())
    (here.add if stored.kind == STARTED else here.discard)(patron)
    return stream


def _attended(world: World, stream: Stream, came: dict[str, list[int]], playing: set[str]) -> Iterator[Decision]:
    """What is noted of one table: who has begun to play, and who has gone."""
    operator, table = stream.operator, stream.table
    here = {player.patron for player in players_of(world.tables(stream).state)}
    system = Actor(operator, SYSTEM, SYSTEM)
    for patron, numbers in sorted(came.items()):
        state = load_patron(world.store, operator, patron)
        first = next((number for number in numbers if number > state.played.get(table, 0)), 0)
        if state.play_at(table) is None and first:  # a wager of a time that has ended begins no other
            with suppress(Refused):  # a patron without a card, or excluded, has no time at a table
                yield start_play(world, Order(system, StartPlay(patron, table), ""), before=first)
    for patron in sorted(playing - here):
        state = load_patron(world.store, operator, patron)
        since = state.played.get(table, 0)  # where their time there ended before
        if state.play_at(table) is not None and _has_wagered(world, stream, patron, since):
            with suppress(Refused):
                yield end_play(world, Order(system, EndPlay(patron, table), ""))


def _has_wagered(world: World, stream: Stream, patron: str, after: int) -> bool:
    """Say whether a patron has wagered since their time began: one whose card was presented is not gone before that."""
    holding = f'"patron":"{patron}"', f'"type":"{PLACE}"'
    wanted = Wanted(stream.operator, (ACT,), stream.name, after_number=after, holding=holding)
    return bool(last_events(world.store, wanted, 1))
