"""Meters as the log has them (Star Caribbean Stud 11.5, 11.6, 11.9; Mississippi Stud 15.1, 15.2.5; Crown 11.2, 11.4,
12.2).

A meter is a stream. The reaction in `feeding` writes what tables feed into it and what is awarded; people write the
rest by the commands in `running`. An award is fixed when it is recorded, and paid once a person of rank has approved
it. In the ledger the pool of a meter has its whole cents; the fraction is on the meter.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor
from typing import ClassVar

from pitboss.floor.service.commands import World
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.rows import EventKinds, meter_stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables import jackpots, log
from pitboss.floor.tables.state import OpenState
from pitboss.jackpot import Award, Meter, MeterTerms
from pitboss.jackpot.meter import exact, residue
from pitboss.law import Because
from pitboss.ledger import Account, Entry, Move
from pitboss.money import Exact
from pitboss.value import Value, log_name

CLOSE, OPTION = "close", "option"
"""What a notice at the tables of a meter is about."""
METERS = "meters"
"""The place of the forms about meters."""
REACTION = "meters"
"""The name of the reaction that feeds meters, by which its cursor is kept."""
FOLLOWED_KINDS = tuple(
    log_name(kind)
    for kind in (
        jackpots.JackpotGameStarted,
        jackpots.JackpotGameCancelled,
        jackpots.JackpotGameRecorded,
        jackpots.JackpotOutcomeCorrected,
        jackpots.JackpotEquipmentRestored,
    )
)
"""The events of tables that a meter follows."""


class PendingAward(Value, tag="PendingAward"):
    """An award that is fixed and waits for its approval."""

    id: str
    table: str
    game: int
    round: int
    award: Award
    by: str
    """The person who recorded the round."""
    reseed: Exact = 0
    """What the meter was reseeded with because of it alone: it goes out again if the award is refused."""


class MeterNotice(Value, tag="MeterNotice"):
    """A notice at all tables of a meter: what will change, and when at the earliest."""

    id: str
    what: str
    due_at: str
    option: int = 0
    reset_cents: int = 0


class MeterState(Value):
    """A meter as its events leave it."""

    terms: MeterTerms | None = None
    """What it runs on; nothing before it is opened."""
    earlier: tuple[MeterTerms, ...] = ()
    """What it ran on before, the last thing last."""
    meter: Meter = Meter()
    reserve: Meter = Meter()
    """The pool out of which it is reseeded: what goes from it to the meter is less than no reseed."""
    from_reserve: Mapping[str, Exact] = {}
    """What the reserve gave because of an award alone, by the award: it goes back if the award is refused."""
    tables: tuple[str, ...] = ()
    """The tables with which it began: they need no notice."""
    pending: tuple[PendingAward, ...] = ()
    notices: tuple[MeterNotice, ...] = ()
    awards: int = 0
    refused: tuple[str, ...] = ()
    """The awards that were refused."""
    is_closed: bool = False
    length: int = 0

    @property
    def value(self) -> Exact:
        """Its value."""
        return self.meter.value

    @property
    def before_now(self) -> tuple[MeterTerms, ...]:
        """All that it has run on, once something else comes."""
        return (*self.earlier, self.terms) if self.terms is not None else ()

    @property
    def is_open(self) -> bool:
        """Whether it is in operation."""
        return self.terms is not None and not self.is_closed

    def notice(self, what: str) -> MeterNotice | None:
        """The notice that is up about a change."""
        return next((notice for notice in self.notices if notice.what == what), None)


class MeterEvent(Value):
    """Something that happened to a meter."""

    def change(self, state: MeterState) -> MeterState:
        """The meter after it."""
        return state

    @property
    def adds(self) -> Exact:
        """The amount that it adds: the value that it leaves on an empty meter."""
        return self.change(MeterState()).value


class MeterOpened(MeterEvent, tag="MeterOpened"):
    """A meter was opened on its terms, for a group of tables."""

    terms: MeterTerms
    tables: tuple[str, ...] = ()
    returns: str = ""
    """The exact return of a wager on it, as the person who opened it saw it."""
    because: Because = ()

    def change(self, state: MeterState) -> MeterState:
        meter = Meter(self.terms.seed_cents)
        return MeterState(
            self.terms,
            state.before_now,
            meter,
            tables=self.tables,
            awards=state.awards,
            pending=state.pending,
            refused=state.refused,
        )


class Growth(MeterEvent):
    """What wagers of a jackpot game feed the meter and its reserve. `position` is the place of the table's event in the
    log, `after` what the meter stands at then."""

    sign: ClassVar[int]
    table: str
    game: int
    round: int
    wagers: int
    amount: Exact
    reserve: Exact
    position: int
    after: Exact
    because: Because = ()

    def change(self, state: MeterState) -> MeterState:
        reserve = state.reserve.add(contributions=self.sign * self.reserve)
        return state._replace(meter=state.meter.add(contributions=self.sign * self.amount), reserve=reserve)


class MeterGrew(Growth, tag="MeterGrew"):
    """A jackpot game was started at a table: its wagers fed the meter."""

    sign = 1


class GrowthTakenBack(Growth, tag="GrowthTakenBack"):
    """A jackpot game was cancelled, or had fewer wagers than it was thought to have: what they fed is taken back."""

    sign = -1


class JackpotsAwarded(MeterEvent, tag="JackpotsAwarded"):
    """The hands of a round take their shares of the meter, all at once; after a royal flush it starts again."""

    table: str
    game: int
    round: int
    plays: str
    awards: tuple[PendingAward, ...]
    before: Exact
    reseed: Exact
    from_reserve: Exact
    position: int
    after: Exact
    because: Because = ()

    @property
    def given(self) -> Exact:
        """The sum of its awards from the meter."""
        return exact(sum((each.award.meter for each in self.awards), start=Fraction(0)))

    def change(self, state: MeterState) -> MeterState:
        meter = state.meter.add(awards=self.given, reseeds=self.reseed)
        reserve, count = state.reserve.add(reseeds=-self.from_reserve), state.awards + len(self.awards)
        alone = {each.id: self.from_reserve for each in self.awards if each.reseed and self.from_reserve}
        state = state._replace(from_reserve={**state.from_reserve, **alone}, awards=count)
        return state._replace(meter=meter, reserve=reserve, pending=(*state.pending, *self.awards))


class AwardPaid(MeterEvent, tag="AwardPaid"):
    """A person of rank determined the award, and it was paid."""

    id: str
    patron: str
    cents: int
    by: str
    because: Because = ()

    def change(self, state: MeterState) -> MeterState:
        return state._replace(pending=tuple(each for each in state.pending if each.id != self.id))


class AwardRefused(MeterEvent, tag="AwardRefused"):
    """An award was refused, or its round was corrected: what the meter gave goes back to it as an adjustment, less what
    it was reseeded with; to its reserve what that gave."""

    id: str
    patron: str
    cents: int
    back: Exact
    reason: str
    by: str
    after: Exact
    because: Because = ()
    to_reserve: Exact = 0

    def change(self, state: MeterState) -> MeterState:
        pending = tuple(each for each in state.pending if each.id != self.id)
        meter, reserve = state.meter.add(adjustments=self.back), state.reserve.add(adjustments=self.to_reserve)
        return state._replace(meter=meter, reserve=reserve, pending=pending, refused=(*state.refused, self.id))


class AwardQuestioned(MeterEvent, tag="AwardQuestioned"):
    """A round was corrected after one of its awards was paid: the award stands, and is for the mis-payments."""

    table: str
    round: int
    patron: str
    line: str
    because: Because = ()


class MeterAdjusted(MeterEvent, tag="MeterAdjusted"):
    """Two people put a wrong meter right."""

    cents: int
    reason: str
    approved_by: str
    after: Exact

    def change(self, state: MeterState) -> MeterState:
        return state._replace(meter=state.meter.add(adjustments=self.cents))


class MeterNoticePosted(MeterEvent, tag="MeterNoticePosted"):
    """A notice is up at all tables of a meter."""

    notice: MeterNotice
    because: Because = ()

    def change(self, state: MeterState) -> MeterState:
        return state._replace(notices=(*state.notices, self.notice))


class MeterChanged(MeterEvent, tag="MeterChanged"):
    """A meter runs on another payout option from now on."""

    terms: MeterTerms
    returns: str = ""
    because: Because = ()

    def change(self, state: MeterState) -> MeterState:
        left = tuple(notice for notice in state.notices if notice.what != OPTION)
        return state._replace(terms=self.terms, earlier=state.before_now, notices=left)


class MeterClosed(MeterEvent, tag="MeterClosed"):
    """A meter was closed: what it had beyond its seed, and its reserve, went to another, the seed back to the house."""

    into: str
    moved: Exact
    """All that went to the other meter."""
    kept: Exact
    """What stays with the house: the seed."""
    because: Because = ()
    reserve: Exact = 0
    """What went there out of the reserve."""

    def change(self, state: MeterState) -> MeterState:
        meter = state.meter.add(transfers=exact(self.reserve - self.moved), adjustments=-self.kept)
        reserve = state.reserve.add(transfers=-self.reserve)
        return state._replace(meter=meter, reserve=reserve, notices=(), is_closed=True)


class ResidueReceived(MeterEvent, tag="ResidueReceived"):
    """What a meter that closed had beyond its seed came to this one."""

    source: str
    amount: Exact
    after: Exact
    because: Because = ()

    def change(self, state: MeterState) -> MeterState:
        return state._replace(meter=state.meter.add(transfers=self.amount))


def refuse_award(state: MeterState, found: PendingAward, reason: str, by: str, because: Because) -> AwardRefused:
    """The refusal of an award: the meter gets back what it gave, less what it was reseeded with because of it alone,
    so far as it has that still; its reserve what it gave."""
    award = found.award
    back = exact(max(Fraction(award.meter) - found.reseed, -Fraction(state.value)))
    after, to_reserve = exact(state.value + back), state.from_reserve.get(found.id, 0)
    return AwardRefused(found.id, award.patron, award.cents, back, reason, by, after, because, to_reserve)


def close_meter(state: MeterState, into: str, because: Because) -> MeterClosed:
    """The end of a meter: its residue and its reserve go to another."""
    terms, reserve = terms_of(state), state.reserve.value
    moved = max(residue(terms.rules(), terms, state.value), 0)
    return MeterClosed(into, exact(moved + reserve), exact(state.value - moved), because, reserve)


# Reading.


_KINDS = EventKinds([kind for base in (MeterEvent, Growth) for kind in base.__subclasses__() if kind is not Growth])
METER_EVENTS, meter_event = _KINDS.by_name(), _KINDS.read


def take_event(state: MeterState, stored: Stored) -> MeterState:
    """A meter after one more event."""
    return meter_event(stored).change(state)._replace(length=stored.number)


def load_meter(store: Store, operator: str, meter: str) -> MeterState:
    """A meter as the store has it."""
    return store.fold(meter_stream(operator, meter), MeterState(), take_event)[0]


def meters_of(store: Store, operator: str) -> dict[str, MeterState]:
    """The meters of a house, those that are closed too."""
    return {each.meter: load_meter(store, operator, each.meter) for each in store.streams(operator, "meter")}


def terms_of(state: MeterState) -> MeterTerms:
    """What a meter in operation runs on."""
    assert state.terms is not None  # it is in operation
    return state.terms


def linked_tables(world: World, operator: str, meter: str) -> dict[str, OpenState]:
    """The open tables of a house that are linked to a meter."""
    found: dict[str, OpenState] = {}
    for stream in world.store.streams(operator, "table"):
        state = world.tables(stream).state
        if isinstance(state, OpenState) and is_linked(state, meter):
            world.store.head(stream)  # what is decided on it holds only while it has not grown
            found[stream.table] = state
    return found


def is_linked(state: OpenState, meter: str) -> bool:
    """Whether an open table is linked to a meter, now or from the next round on."""
    offers = (state.table.game.terms.jackpot, state.terms.jackpot)
    return any(jackpot is not None and jackpot.meter == meter for jackpot in offers)


def value_at(events: Iterable[tuple[MeterEvent, int]], position: int, value: Exact = 0, *, game: int = 0) -> Exact:
    """What a meter stood at when the log had come to a place: as the award of a settlement there found it. The events,
    each with its own place, are all of the meter, or those after one at which it stood at a value. Of several games
    that were entered at that place at once, `game` is the one that is meant.

    What tables feed is followed later than it is written, in the order of the log; what a person writes on the meter
    itself in between is in it from then on. So all counts that stands before what is due at that place.
    """
    found = value
    for event, written in events:
        place = getattr(event, "position", None)
        if isinstance(event, JackpotsAwarded) and event.position == position and game in (0, event.game):
            return event.before
        if isinstance(event, Growth | JackpotsAwarded) and (event.position, event.game) > (position, game or log.EVER):
            break
        value += event.adds
        if (written if place is None else place) <= position:
            found = value
    return exact(found)


def events_after(store: Store, stream: Stream, number: int = 0) -> Iterator[tuple[MeterEvent, int]]:
    """The events of a meter after one, each with its place in the log."""
    return ((meter_event(stored), stored.position) for stored in read_all(store, stream, after=number))


# What an event of a meter moves in the ledger.


def pool_of(operator: str, meter: str) -> Account:
    """The pool of a meter: its whole cents."""
    return Account(operator, "pool", meter)


def reserve_of(operator: str, meter: str) -> Account:
    """The reserve of a meter, out of which it is reseeded."""
    return Account(operator, "pool", f"{meter} reserve")


def pending_of(operator: str, meter: str) -> Account:
    """Where awards lie that wait for their approval."""
    return Account(operator, "pool", f"{meter} pending")


def meter_entries(operator: str, meter: str, before: MeterState, event: MeterEvent) -> Iterator[Entry]:
    """The entries of an event: the pool follows the meter by whole cents, and the house bears the difference."""
    after = event.change(before)
    house, pool, pending = Account(operator, "house", ""), pool_of(operator, meter), pending_of(operator, meter)
    was, now = floor(before.value), floor(after.value)
    if isinstance(event, JackpotsAwarded):
        left = floor(before.value - event.given)
        given, total = was - left, sum(each.award.cents for each in event.awards)
        yield from _move(pool, pending, given, "jackpot share")
        yield from _move(house, pending, total - given, "jackpot, the house's share")
        reserve = floor(before.reserve.value) - floor(after.reserve.value)
        yield from _move(reserve_of(operator, meter), pool, reserve, "reseed")
        yield from _move(house, pool, now - left - reserve, "reseed")
        return
    if isinstance(event, AwardPaid):
        yield Move(pending, Account(operator, "patron", event.patron), event.cents, "jackpot award")
        return
    if isinstance(event, AwardRefused):
        yield from _move(pending, house, event.cents, "award refused")
    yield from _move(house, pool, now - was, log_name(type(event)))
    if after.reserve != before.reserve:
        change = floor(after.reserve.value) - floor(before.reserve.value)
        yield from _move(house, reserve_of(operator, meter), change, log_name(type(event)))


def _move(source: Account, target: Account, cents: int, reason: str) -> Iterator[Entry]:
    if cents > 0:
        yield Move(source, target, cents, reason)
    elif cents < 0:
        yield Move(target, source, -cents, reason)
