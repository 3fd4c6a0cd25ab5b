"""The reaction that feeds meters: it reads what tables registered, cancelled and recorded, in the order of the log, and
writes to each meter what follows. So linked tables never wait for each other, and the order of the log is the order in
which outcomes count (Crown 12.3)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import Protocol, TypeVar

from pitboss import law, ledger, money
from pitboss.floor.jackpots import meters
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.service.commands import Decision, World
from pitboss.floor.store import Stored, Stream
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.tables import jackpots, log
from pitboss.jackpot import Award, MeterTerms, PoolClaim, award_round
from pitboss.jackpot.awards import ROYAL_FLUSH
from pitboss.jackpot.meter import exact
from pitboss.play.codec import decode
from pitboss.value import log_name

Played = TypeVar("Played", meters.MeterGrew, meters.JackpotsAwarded)
"""An event of a meter that tells of a game of a table."""


class MeterFeed:
    """The reaction that keeps the meters of a house."""

    name = meters.REACTION

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """The events of the meters that follow from the next events of tables."""
        feeds: dict[str, Feeding] = {}
        for stored in page:
            if stored.kind in meters.FOLLOWED_KINDS and stored.stream.is_table and (meter := stored.data["meter"]):
                if meter not in feeds:
                    feeds[meter] = Feeding(world, stored.stream.operator, meter)
                feeds[meter].fold_event(stored)
        also = tuple((feed.stream, tuple(feed.events)) for feed in feeds.values() if feed.events)
        entries = tuple(entry for feed in feeds.values() for entry in feed.entries)
        return Decision(also=also, entries=entries, by=SYSTEM)

    def forget(self) -> None:
        """Forget nothing: what it needs is in the meters' streams."""


class Feeding:
    """One meter while some events are followed. What it had before them is looked up in the log."""

    def __init__(self, world: World, operator: str, meter: str) -> None:
        self.world, self.operator, self.meter = world, operator, meter
        self.stream = meter_stream(operator, meter)
        self.state: meters.MeterState = meters.load_meter(world.store, operator, meter)
        self.events: list[meters.MeterEvent] = []
        self.entries: list[ledger.Entry] = []

    def fold_event(self, stored: Stored) -> None:
        """Follow one event of a table."""
        for event in follow_event(self, stored):
            self.entries += meters.meter_entries(self.operator, self.meter, self.state, event)
            self.state = event.change(self.state)
            self.events.append(event)

    def growth_of(self, table: str, game: int) -> meters.MeterGrew | None:
        """The last growth of the meter by a game: from the events just read, or from the log."""
        return next(self._events(meters.MeterGrew, table, game, 1), None)

    def awards_of(self, table: str, game: int) -> list[meters.JackpotsAwarded]:
        """What a game was awarded, the first thing first."""
        return list(self._events(meters.JackpotsAwarded, table, game, log.EVER))[::-1]

    def _events(self, kind: type[Played], table: str, game: int, limit: int) -> Iterator[Played]:
        """What a game of a table did to the meter, the last thing first."""
        yield from (
            event
            for event in reversed(self.events)
            if isinstance(event, kind) and (event.table, event.game) == (table, game)
        )
        holding = (f'"game":{game},', f'"table":"{table}"')
        wanted = log.EventQuery(self.operator, (log_name(kind),), self.stream.name, holding=holding)
        for stored in log.find_last_events(self.world.store, wanted, limit):
            event: Played = decode(kind, stored.data)
            if (event.table, event.game) == (table, game):
                yield event

    def stood_at(self, table: Stream, round: int) -> money.Exact:
        """What the meter stood at when the outcome of a round was recorded on it."""
        settled = jackpots.find_settled(self.world.store, table, round)
        if settled is None:
            return self.state.value
        known = meters.events_after(self.world.store, self.stream)
        events = chain(known, ((event, log.EVER) for event in self.events))
        return meters.value_at(events, settled.position, game=jackpots.find_game(settled, round))


class FedMeter(Protocol):
    """A meter that follows events of tables, as a server feeds it or as the audit folds it again."""

    @property
    def state(self) -> meters.MeterState:
        """How it stands."""

    def growth_of(self, table: str, game: int) -> meters.MeterGrew | None:
        """The last growth of the meter by a game of a table."""

    def awards_of(self, table: str, game: int) -> list[meters.JackpotsAwarded]:
        """What a game of a table was awarded, the first thing first."""

    def stood_at(self, table: Stream, round: int) -> money.Exact:
        """What the meter stood at when the outcome of a round was recorded on it."""


def follow_event(feed: FedMeter, stored: Stored) -> Iterator[meters.MeterEvent]:
    """The events of a meter that follow from an event of a table, one after the other: each changes it first."""
    if feed.state.terms is None:
        raise LookupError(f"no meter {stored.data['meter']} was opened")
    event, table = log.read_event(stored), stored.stream.table
    match event:
        case jackpots.JackpotGameStarted(by_hand=False):
            yield _grow(feed, table, event.game, event.round, len(event.wagers), stored.position)
        case jackpots.JackpotGameCancelled(by_hand=False):
            if (grew := feed.growth_of(table, event.game)) is not None:
                yield _take_back(feed, grew, grew.wagers, event.round, stored.position)
        case jackpots.JackpotGameRecorded(by_hand=False):
            if event.claims:
                yield _award(feed, stored, event.game, event.round, event.plays, event.claims, event.chips)
        case jackpots.JackpotEquipmentRestored():
            yield from _enter(feed, stored, event)
        case jackpots.JackpotOutcomeCorrected():
            yield from _correct_growth(feed, stored, event)
            if not event.by_hand:
                yield from _correct_awards(feed, stored, event)


def _enter(feed: FedMeter, stored: Stored, event: jackpots.JackpotEquipmentRestored) -> Iterator[meters.MeterEvent]:
    """The games that were kept by hand are entered: of each its growth, then its outcome."""
    for kept in event.games:
        if kept.wagers and not kept.fed:
            yield _grow(feed, stored.stream.table, kept.number, kept.round, kept.wagers, stored.position)
        if kept.claims:
            yield _award(feed, stored, kept.number, kept.round, kept.plays, kept.claims, kept.chips)


def _grow(
    feed: FedMeter, table: str, game: int, round: int, wagers: int, position: int, like: meters.MeterGrew | None = None
) -> meters.MeterGrew:
    """What wagers add, by the terms of now; or as those did that were in the game before."""
    terms = meters.terms_of(feed.state)
    each = Fraction(1, like.wagers) if like is not None else Fraction(1)
    amount = exact((like.amount if like is not None else terms.grows) * each * wagers)
    reserve = exact((like.reserve if like is not None else terms.grows_reserve) * each * wagers)
    because = terms.rules().only((law.METER_GROWS, law.JACKPOT_EQUIPMENT, law.RECORDED_IN_ORDER))
    after = exact(feed.state.value + amount)
    return meters.MeterGrew(table, game, round, wagers, amount, reserve, position, after, because)


def _take_back(
    feed: FedMeter, grew: meters.MeterGrew, wagers: int, round: int, position: int
) -> meters.GrowthTakenBack:
    """What wagers added goes out again, so far as the meter and its reserve have it: once closed they have nothing."""
    part, state = Fraction(wagers, grew.wagers), feed.state
    amount, reserve = exact(min(grew.amount * part, state.value)), exact(min(grew.reserve * part, state.reserve.value))
    because = meters.terms_of(state).rules().only((law.JACKPOT_EQUIPMENT, law.METER_GROWS))
    after = exact(state.value - amount)
    return meters.GrowthTakenBack(grew.table, grew.game, round, wagers, amount, reserve, position, after, because)


def _award(
    feed: FedMeter,
    stored: Stored,
    game: int,
    round: int,
    plays: str,
    claims: tuple[PoolClaim, ...],
    chips: money.Chips,
    *,
    at: money.Exact | None = None,
    paid: tuple[PoolClaim, ...] = (),
) -> meters.JackpotsAwarded:
    """The awards of a round, on the meter as it stands; or as it stood at a value, so far as it has that still. Those
    that are paid count for what the others take. The prizes are those of when the wagers were taken; the meter starts
    again by its terms of now, unless it was closed since."""
    state, terms = feed.state, _terms_of_game(feed, stored.stream.table, game)
    rules = terms.rules(plays)
    value = state.value if at is None else at
    made = award_round(rules, terms, value, claims, chips)
    had = list(paid)
    new = tuple(award for award in made.awards if not _take(had, _claim_of(award)))
    gives = exact(sum((award.meter for award in new), start=Fraction(0)))
    if gives > state.value:  # a round that was corrected later: the house gives what the meter no longer has
        part = Fraction(state.value) / gives
        new = tuple(award._replace(meter=exact(award.meter * part)) for award in new)
        gives = state.value
    is_reseeded = made.is_reseeded and all(claim.line != ROYAL_FLUSH for claim in paid)
    reseed: money.Exact = meters.terms_of(state).reset_cents if is_reseeded and state.is_open else 0
    from_reserve = min(state.reserve.value, reseed)
    royals = [award for award in new if award.line == ROYAL_FLUSH]
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
        for place, award in enumerate(new, start=1)
    )
    because = rules.only((law.RECORDED_IN_ORDER, *((law.METER_RESEEDED,) if reseed else ())))
    because += rules.readings("K4", "M13") if reseed else ()
    after = exact(state.value - gives + reseed)
    position = stored.position
    return meters.JackpotsAwarded(
        table, game, round, plays, pending, value, reseed, from_reserve, position, after, because
    )


def _terms_of_game(feed: FedMeter, table: str, game: int) -> MeterTerms:
    """The terms on which the wagers of a game were taken: each payout option and reset value has a rate of its own, so
    they are those by which the game fed the meter."""
    grew, terms = feed.growth_of(table, game), meters.terms_of(feed.state)
    each = Fraction(grew.amount) / grew.wagers if grew is not None else terms.grows
    known = (terms, *reversed(feed.state.earlier))
    return next((one for one in known if (one.grows, one.price_cents) == (each, terms.price_cents)), terms)


def _claim_of(award: Award) -> PoolClaim:
    return PoolClaim(award.patron, award.area, award.line)


def _take(claims: list[PoolClaim], claim: PoolClaim) -> bool:
    """Take a claim out of a list; say whether it was there."""
    if claim not in claims:
        return False
    claims.remove(claim)
    return True


def _correct_growth(
    feed: FedMeter, stored: Stored, event: jackpots.JackpotOutcomeCorrected
) -> Iterator[meters.MeterEvent]:
    """A round whose outcome was corrected: wagers that were not in the game, or that were and fed nothing."""
    grew = feed.growth_of(stored.stream.table, event.game)
    if grew is None:
        return  # it is entered later, with the wagers that it has now
    if event.wagers < event.were:
        yield _take_back(feed, grew, event.were - event.wagers, event.round, stored.position)
    elif event.wagers > event.were:
        more = event.wagers - event.were
        yield _grow(feed, grew.table, grew.game, event.round, more, stored.position, like=grew)


def _correct_awards(
    feed: FedMeter, stored: Stored, event: jackpots.JackpotOutcomeCorrected
) -> Iterator[meters.MeterEvent]:
    """Where other hands take a share now, the awards that wait are withdrawn and the round is decided again at the
    value of its settlement. Awards that are paid stand; one that is not due as it was paid is for the mis-payments."""
    rules = meters.terms_of(feed.state).rules(event.plays)
    made = feed.awards_of(stored.stream.table, event.game)
    had = [each for awarded in made for each in awarded.awards if each.id not in feed.state.refused]
    if Counter(_claim_of(each.award) for each in had) == Counter(event.claims):
        return
    because = rules.only((law.METER_READ_BACK,)) + rules.readings("K45")
    waits = {each.id for each in feed.state.pending}
    for each in had:
        if each.id in waits:
            reason = "the round was corrected"
            yield meters.refuse_award(feed.state, each, reason, SYSTEM, (*because, law.AWARD_PENDING))
    at = feed.stood_at(stored.stream, event.round)
    terms = _terms_of_game(feed, stored.stream.table, event.game)
    due = award_round(rules, terms, at, event.claims, event.chips).awards
    cents = {_claim_of(award): award.cents for award in due}
    paid = [each for each in had if each.id not in waits]
    for each in paid:
        claim = _claim_of(each.award)
        if cents.get(claim) != each.award.cents:
            yield meters.AwardQuestioned(each.table, event.round, claim.patron, claim.line, because)
    stands = tuple(claim for each in paid if (claim := _claim_of(each.award)) in cents)
    if len(stands) < len(event.claims):
        yield _award(feed, stored, event.game, event.round, event.plays, event.claims, event.chips, at=at, paid=stands)
