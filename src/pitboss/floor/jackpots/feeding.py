"""The reaction that feeds meters: it reads what tables registered, cancelled and recorded, in the order of the log, and
writes to each meter what follows. So linked tables never wait for each other, and the order of the log is the order in
which outcomes count (Crown 12.3)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pitboss import law
from pitboss.floor.jackpots import meters
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.service.commands import Decision, World
from pitboss.floor.store import Stored
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.jackpots import (
    JackpotEquipmentRestored,
    JackpotGameCancelled,
    JackpotGameRecorded,
    JackpotGameStarted,
    JackpotOutcomeCorrected,
    find_recorded,
)
from pitboss.floor.tables.log import EventQuery, find_last_events, read_event
from pitboss.jackpot import MeterTerms, PoolClaim, award_round
from pitboss.jackpot.awards import ROYAL_FLUSH
from pitboss.jackpot.meter import exact
from pitboss.ledger import Entry
from pitboss.money import Chips, Exact
from pitboss.value import Value, log_name


class MeterFeed:
    """The reaction that keeps the meters of a house."""

    name = meters.REACTION

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """The events of the meters that follow from the next events of tables."""
        feeds: dict[str, Feeding] = {}
        for stored in page:
            if stored.kind in meters.HEARD and stored.stream.is_table and (meter := stored.data["meter"]):
                if meter not in feeds:
                    feeds[meter] = Feeding(world, stored.stream.operator, meter)
                feeds[meter].hear(stored)
        also = tuple((feed.stream, tuple(feed.events)) for feed in feeds.values() if feed.events)
        entries = tuple(entry for feed in feeds.values() for entry in feed.entries)
        return Decision(also=also, entries=entries, by=SYSTEM)

    def forget(self) -> None:
        """Forget nothing: what it needs is in the meters' streams."""


class Feeding:
    """One meter while some events are followed."""

    def __init__(self, world: World, operator: str, meter: str) -> None:
        self.world, self.operator, self.meter = world, operator, meter
        self.stream = meter_stream(operator, meter)
        self.state: meters.MeterState = meters.load_meter(world.store, operator, meter)
        self.events: list[Value] = []
        self.entries: list[Entry] = []

    @property
    def terms(self) -> MeterTerms:
        """The terms of the meter."""
        if self.state.terms is None:
            raise LookupError(f"no meter {self.meter} was opened")
        return self.state.terms

    def hear(self, stored: Stored) -> None:
        """Follow one event of a table."""
        for event in follow_event(self, stored):
            self.entries += meters.meter_entries(self.operator, self.meter, self.state, event)
            self.state = event.change(self.state)
            self.events.append(event)

    def growth_of(self, table: str, game: int) -> meters.MeterGrew | None:
        """The growth of the meter by a game: from the events just read, or from the log."""
        for event in reversed(self.events):
            if isinstance(event, meters.MeterGrew) and (event.table, event.game) == (table, game):
                return event
        holding = (f'"game":{game},', f'"table":"{table}"')
        wanted = EventQuery(self.operator, (log_name(meters.MeterGrew),), self.stream.name, holding=holding)
        for stored in find_last_events(self.world.store, wanted, 20):
            event = meters.meter_event(stored)
            if isinstance(event, meters.MeterGrew) and (event.table, event.game) == (table, game):
                return event
        return None


def follow_event(feed: Feeding, stored: Stored) -> Iterator[meters.MeterEvent]:
    """The events of a meter that follow from an event of a table."""
    event, table = read_event(stored), stored.stream.table
    match event:
        case JackpotGameStarted(by_hand=False):
            yield _grow(feed, table, event.game, event.round, len(event.wagers), stored.position)
        case JackpotGameCancelled(by_hand=False):
            grew = feed.growth_of(table, event.game)
            if grew is not None:
                yield _take_back(feed, grew, grew.wagers, event.round, stored.position)
        case JackpotGameRecorded(by_hand=False):
            if event.claims:
                yield _award(feed, stored, event.game, event.round, event.plays, event.claims, event.chips)
        case JackpotEquipmentRestored():
            for kept in event.games:  # kept by hand: its growth is entered, then its outcome
                yield _grow(feed, stored.stream.table, kept.number, kept.round, kept.wagers, stored.position)
                if kept.claims:
                    yield _award(feed, stored, kept.number, kept.round, kept.plays, kept.claims, kept.chips)
        case JackpotOutcomeCorrected():
            yield from _correct(feed, stored, event)


def _grow(feed: Feeding, table: str, game: int, round: int, wagers: int, position: int) -> meters.MeterGrew:
    terms = feed.terms
    amount, reserve = exact(terms.grows * wagers), exact(terms.grows_reserve * wagers)
    because = terms.rules().only((law.METER_GROWS, law.JACKPOT_EQUIPMENT, law.RECORDED_IN_ORDER))
    after = exact(feed.state.value + amount)
    return meters.MeterGrew(table, game, round, wagers, amount, reserve, position, after, because)


def _take_back(feed: Feeding, grew: meters.MeterGrew, wagers: int, round: int, position: int) -> meters.GrowthTakenBack:
    part = Fraction(wagers, grew.wagers)
    amount, reserve = exact(grew.amount * part), exact(grew.reserve * part)
    because = feed.terms.rules().only((law.JACKPOT_EQUIPMENT, law.METER_GROWS))
    after = exact(feed.state.value - amount)
    return meters.GrowthTakenBack(grew.table, grew.game, round, wagers, amount, reserve, position, after, because)


def _award(
    feed: Feeding,
    stored: Stored,
    game: int,
    round: int,
    plays: str,
    claims: tuple[PoolClaim, ...],
    chips: Chips,
    *,
    at: Exact | None = None,
) -> meters.JackpotsAwarded:
    """The awards of a round, on the meter as it stands; or as it stood at a value, so far as it has that still."""
    terms, state = feed.terms, feed.state
    rules = terms.rules(plays)
    value = state.value if at is None else at
    made = award_round(rules, terms, value, claims, chips)
    gives = made.meter
    if gives > state.value:  # a round that was corrected later: the house gives what the meter no longer has
        part = Fraction(state.value) / gives
        made = made._replace(awards=tuple(each._replace(meter=exact(each.meter * part)) for each in made.awards))
        gives = state.value
    reseed: Exact = terms.reset_cents if made.is_reseeded and at is None else 0
    from_reserve = min(state.reserve, reseed)
    royals = [each for each in made.awards if each.line == ROYAL_FLUSH]
    table = stored.stream.table
    pending = tuple(
        meters.PendingAward(
            f"{table}-{game}-{state.awards + place}",
            table,
            game,
            round,
            award,
            stored.by,
            reseed if royals == [award] else 0,
        )
        for place, award in enumerate(made.awards, start=1)
    )
    because = rules.only((law.RECORDED_IN_ORDER, *((law.METER_RESEEDED,) if reseed else ())))
    because += rules.readings("K4", "M13") if reseed else ()
    after = exact(state.value - gives + reseed)
    position = stored.position
    return meters.JackpotsAwarded(
        table, game, round, plays, pending, value, reseed, from_reserve, position, after, because
    )


def _correct(feed: Feeding, stored: Stored, event: JackpotOutcomeCorrected) -> Iterator[meters.MeterEvent]:
    """A round whose outcome was corrected: wagers that were not in the game, awards that it has not, or has now."""
    table, rules = stored.stream.table, feed.terms.rules(event.plays)
    grew = feed.growth_of(table, event.game)
    if grew is not None and event.wagers < event.were:
        yield _take_back(feed, grew, event.were - event.wagers, event.round, stored.position)
    elif event.wagers > event.were:
        yield _grow(feed, table, event.game, event.round, event.wagers - event.were, stored.position)
    wanted = list(event.claims)
    because = rules.only((law.METER_READ_BACK,)) + rules.readings("K45")
    for found in _find_awards(feed, table, event.game):
        claim = PoolClaim(found.award.patron, found.award.area, found.award.line)
        is_pending = any(each.id == found.id for each in feed.state.pending)
        if claim in wanted:
            wanted.remove(claim)
        elif is_pending:
            yield meters.refuse_award(
                feed.state, found, "the round was corrected", SYSTEM, (*because, law.AWARD_PENDING)
            )
        else:
            yield meters.AwardQuestioned(table, event.round, claim.patron, claim.line, because)
    if wanted:
        recorded = find_recorded(feed.world.store, stored.stream, event.round)
        at = (
            meters.value_at(read_all(feed.world.store, feed.stream), recorded.position)
            if recorded
            else feed.state.value
        )
        yield _award(feed, stored, event.game, event.round, event.plays, tuple(wanted), event.chips, at=at)


def _find_awards(feed: Feeding, table: str, game: int) -> list[meters.PendingAward]:
    """The awards that a game of a table was given and that were not refused."""
    known: dict[str, meters.PendingAward] = {}
    holding = (f'"game":{game},', f'"table":"{table}"')
    wanted = EventQuery(feed.operator, (log_name(meters.JackpotsAwarded),), feed.stream.name, holding=holding)
    stored = [meters.meter_event(each) for each in reversed(find_last_events(feed.world.store, wanted, 50))]
    for event in (*stored, *feed.events):
        if isinstance(event, meters.JackpotsAwarded) and (event.table, event.game) == (table, game):
            known |= {each.id: each for each in event.awards}
    return [each for each in known.values() if each.id not in feed.state.refused]
