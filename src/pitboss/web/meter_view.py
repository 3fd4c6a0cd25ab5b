"""Jackpot meters as data: what a display shows of each, one with its sums and awards, its history, the meter as it
stood at a settlement, and whether the equipment of a table works (Crown 11.2.1(i), (j), 11.3.1(a); Mississippi Stud
15.1.4; Caribbean Stud 2.4.3).

No player is named on a display; the pit and inspectors see who won.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from fractions import Fraction
from math import floor
from time import monotonic
from typing import Any

from pitboss import law
from pitboss.floor.jackpots.feeding import MeterFeed
from pitboss.floor.jackpots.meters import (
    AwardPaid,
    AwardRefused,
    JackpotsAwarded,
    MeterEvent,
    MeterGrew,
    MeterNotice,
    MeterState,
    PendingAward,
    is_linked,
    load_meter,
    meter_event,
    pending_of,
    pool_of,
    reserve_of,
    take_event,
)
from pitboss.floor.operators import house_games
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.service.commands import Actor, FloorTable
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.jackpot_game import RegisteredWager
from pitboss.floor.tables.jackpots import JackpotGameRecorded, JackpotGameStarted, find_recorded
from pitboss.floor.tables.log import EventQuery, find_last_events
from pitboss.floor.tables.signage import jackpot_signs
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.jackpot import MeterTerms
from pitboss.jackpot.meter import exact, percent
from pitboss.jackpot.returns import fixed_return, long_run_return
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.messages import current_language, say
from pitboss.money import Exact, dollars
from pitboss.report.settlements import phrase
from pitboss.report.sheet import Row
from pitboss.value import Value, log_name
from pitboss.web.api import problems
from pitboss.web.api.dependencies import Api
from pitboss.web.api.orders import path_of
from pitboss.web.api.table_data import SignSeen

CURRENT, PENDING, UNAVAILABLE, WON = "current", "pending", "unavailable", "won"
"""What a display says of a meter."""
WON_FOR = timedelta(minutes=10)
"""How long a display shows that a jackpot was won, once the award is paid (ours)."""
FRESH = 2.0
"""For how many seconds what displays show is not made again unless an event changed it: a jackpot that was won a while
ago, and meters that the log is no longer read for, come without one."""
AWARDS = 50
"""How many of the last awards of a meter are told."""
BEHIND = timedelta(seconds=5)
"""How long after a game was started its meter may not have followed it; then the equipment does not work (ours)."""
SHOWN = (law.METER_SHOWN, law.PRICE_SHOWN, law.PRIZES_SHOWN, law.FOLD_SHOWN, law.BONUS_SHOWN)


def plain_exact(amount: Exact) -> int | str:
    """An exact amount of cents as an answer has it: a whole number, else a fraction."""
    amount = exact(amount)
    return amount if isinstance(amount, int) else f"{amount.numerator}/{amount.denominator}"


def exact_dollars(amount: Exact) -> str:
    """An exact amount of cents in dollars, to the last fraction of a cent: `$60,003.57 + 1/2 c`."""
    if amount < 0:
        return f"-({exact_dollars(-amount)})"
    whole = floor(amount)
    rest = Fraction(amount) - whole
    return dollars(whole) + (f" + {rest.numerator}/{rest.denominator} c" if rest else "")


# A meter on a display.


class WonSeen(Value):
    """A hand that takes a share of a meter; no display names the player."""

    award: str
    line: str
    cents: int
    table: str


class MeterSeen(Value, kw_only=True):
    """A meter as a display shows it, with the tables and the conditions that it is for."""

    meter: str
    state: str
    """Whether it is current, pending an approval, unavailable or just won."""
    says: str
    cents: int
    exact_cents: int | str
    version: int
    """It grows with everything that happens to the meter."""
    price_cents: int
    option: int
    method: str
    rate: str
    seed_cents: int
    reset_cents: int
    games: tuple[str, ...]
    tables: tuple[str, ...]
    """The tables that are linked to it."""
    by_hand: tuple[str, ...]
    """The tables whose equipment does not work."""
    won: WonSeen | None
    notices: tuple[MeterNotice, ...]
    signs: tuple[SignSeen, ...]
    edition: str
    because: Because
    clauses: tuple[str, ...]


class MetersSeen(Value):
    """The meters of a house that are in operation."""

    number: int
    """It grows with everything that a display of meters shows."""
    house: str
    meters: tuple[MeterSeen, ...]


def meter_now(store: Store, operator: str, meter: str) -> MeterState:
    """A meter as this process knows it, without a look at the store where it was read before."""
    known = store.cached_fold(meter_stream(operator, meter), take_event)
    return known[0] if known is not None else load_meter(store, operator, meter)


def meters_now(api: Api, operator: str) -> dict[str, MeterState]:
    """The meters of a house that are in operation, by their names."""
    names = sorted(stream.meter for stream in api.floor.store.streams(operator, "meter"))
    found = {name: meter_now(api.floor.store, operator, name) for name in names}
    return {name: state for name, state in found.items() if state.is_open}


def see_meters(api: Api, operator: str) -> MetersSeen:
    """The meters of a house as displays show them; all who look at the same moment see the same, made once."""
    number = api.hub.meters_at(operator)  # before the rest: what happens meanwhile is told again
    key, now = (operator, current_language()), monotonic()
    known = api.walls.get(key)
    if known is not None and known[0] == number and now - known[1] < FRESH:
        wall: MetersSeen = known[2]
        return wall
    tables = api.tables(operator)
    found = meters_now(api, operator).items()
    wall = MetersSeen(number, operator, tuple(MeterSeen(**_shown(api, operator, *each, tables)) for each in found))
    api.walls[key] = number, now, wall
    return wall


def _shown(api: Api, operator: str, name: str, state: MeterState, tables: Iterable[FloorTable]) -> dict[str, Any]:
    terms = state.terms
    assert terms is not None  # it was opened once
    rules = terms.rules()
    linked = {each.stream.table: each.state for each in tables if _is_linked(each.state, name)}
    by_hand = tuple(table for table, at in linked.items() if is_faulty(at))
    won = _won(api, operator, name, state)
    kind = _state(state, won, is_out=bool(linked) and len(by_hand) == len(linked), api=api, operator=operator)
    signs = tuple(SignSeen.of(rules, sign) for sign in jackpot_signs(rules, terms.offer(name)))
    because = rules.only((law.WALL_SAYS_WHERE, *SHOWN))
    return {
        "meter": name,
        "state": kind,
        "says": _says(kind, won),
        "cents": floor(state.value),
        "exact_cents": plain_exact(state.value),
        "version": state.length,
        "price_cents": terms.price_cents,
        "option": terms.option,
        "method": terms.method,
        "rate": percent(terms.rate, 2),
        "seed_cents": terms.seed_cents,
        "reset_cents": terms.reset_cents,
        "games": tuple(house_games(operator)[game] for game in terms.games),
        "tables": tuple(linked),
        "by_hand": by_hand,
        "won": won,
        "notices": state.notices,
        "signs": signs,
        "edition": rules.edition.name,
        "because": because,
        "clauses": rules.cite(because),
    }


def _is_linked(state: TableState, meter: str) -> bool:
    return isinstance(state, OpenState) and is_linked(state, meter)


def is_faulty(state: TableState) -> bool:
    """Whether the jackpot equipment of a table does not work."""
    return isinstance(state, OpenState) and state.jackpot_fault is not None and not state.jackpot_fault.works_again


def _state(state: MeterState, won: WonSeen | None, *, is_out: bool, api: Api, operator: str) -> str:
    if is_out or not state.is_open or MeterFeed.name in api.floor.reactions.failures(operator):
        return UNAVAILABLE
    return CURRENT if won is None else PENDING if state.pending else WON


def _says(kind: str, won: WonSeen | None) -> str:
    if kind == UNAVAILABLE:
        return say("The meter is not available. Games are kept by hand.")
    if won is None:
        return say("Current value")
    hand, cents = phrase(won.line), dollars(won.cents)
    words = (
        "{hand} at table {table}: {cents}, to be approved" if kind == PENDING else "{hand} at table {table}: {cents}"
    )
    return say(words, hand=hand, table=won.table, cents=cents)


def _won(api: Api, operator: str, name: str, state: MeterState) -> WonSeen | None:
    """The award that a display shows: the last that waits for its approval, else the last that was paid a while ago."""
    if state.pending:
        return _see_won(state.pending[-1])
    if not state.awards:
        return None
    store, stream = api.floor.store, meter_stream(operator, name).name
    paid = find_last_events(store, EventQuery(operator, (log_name(AwardPaid),), stream), 1)
    if not paid or api.floor.clock() - parse_stamp(paid[0].at) > WON_FOR:
        return None
    return next((_see_won(each) for each in _awarded(store, operator, name) if each.id == paid[0].data["id"]), None)


def _see_won(award: PendingAward) -> WonSeen:
    return WonSeen(award.id, award.award.line, award.award.cents, award.table)


def _awarded(store: Store, operator: str, meter: str) -> Iterator[PendingAward]:
    """The last awards of a meter, the newest first."""
    wanted = EventQuery(operator, (log_name(JackpotsAwarded),), meter_stream(operator, meter).name)
    for stored in find_last_events(store, wanted, AWARDS):
        event = meter_event(stored)
        assert isinstance(event, JackpotsAwarded)
        yield from reversed(event.awards)


# A meter at its table.


class TableMeter(Value, kw_only=True):
    """The jackpot as its table shows it: the meter, the price, the prizes, the dealing method and what a fold does, and
    the wagers of the viewer that are registered."""

    meter: str
    cents: int | None
    """Nothing at a practice table, which has no meter."""
    version: int
    """It grows with everything that happens to the meter."""
    state: str
    price_cents: int
    signs: tuple[SignSeen, ...]
    registered: tuple[RegisteredWager, ...] = ()
    """The staff see them all, a player their own."""
    fault: str = ""
    """What does not work."""
    because: Because = ()

    def is_registered(self, patron: str, area: int) -> bool:
        """Whether a jackpot wager is registered, as far as the viewer may know."""
        return RegisteredWager(patron, area) in self.registered


def see_table_meter(store: Store, floor_table: FloorTable, state: OpenState, who: Actor) -> TableMeter | None:
    """The jackpot as a table shows it; nothing where it offers none."""
    game, operator = state.table.game, floor_table.stream.operator
    jackpot = game.terms.jackpot
    if jackpot is None:
        return None
    meter = meter_now(store, operator, jackpot.meter) if jackpot.meter else None
    started = state.jackpot.wagers if state.jackpot is not None else ()
    mine = tuple(wager for wager in started if who.role != PATRON or wager.patron == who.person)
    fault = state.jackpot_fault
    faulty = fault is not None and not fault.works_again
    return TableMeter(
        meter=jackpot.meter,
        cents=floor(meter.value) if meter is not None else None,
        version=meter.length if meter is not None else 0,
        state=UNAVAILABLE if faulty else CURRENT,
        price_cents=jackpot.price_cents,
        signs=tuple(SignSeen.of(game.rules, sign) for sign in jackpot_signs(game.rules, jackpot)),
        registered=mine,
        fault=fault.words if fault is not None and faulty else "",
        because=game.rules.only(SHOWN),
    )


def tell_meter(seen: TableMeter | None) -> Iterator[str]:
    """The jackpot of a table in words."""
    if seen is None:
        return
    if seen.fault:
        yield say("The jackpot equipment does not work: {fault}. Games are kept by hand.", fault=seen.fault)
    elif seen.cents is not None:
        yield say("The jackpot stands at {cents}.", cents=dollars(seen.cents))
    for wager in seen.registered:
        yield say("Jackpot wager of {patron} on area {area}: registered.", patron=wager.patron, area=wager.area)


# One meter, with its sums and its awards.


class MeterSums(Value):
    """What has gone into a meter and out of it, in exact cents: all but the awards, less the awards, is what it stands
    at. The pool in the ledger has its whole cents."""

    start: int | str
    contributions: int | str
    reseeds: int | str
    transfers: int | str
    adjustments: int | str
    awards: int | str
    current: int | str
    reserve: int | str
    pool_cents: int
    fraction: int | str
    """What the meter has beyond its pool: less than a cent."""
    pending_cents: int
    reserve_pool_cents: int


class AwardSeen(Value):
    """An award of a meter: what it is, whose, and how far it is."""

    id: str
    table: str
    round: int
    patron: str
    line: str
    cents: int
    meter_cents: int | str
    """What the meter gives of it; the house gives the rest."""
    state: str
    decided_by: str
    reason: str
    because: Because
    clauses: tuple[str, ...]


class OneMeter(MeterSeen, kw_only=True):
    """A meter with its sums, its awards and what a wager on it returns."""

    sums: MeterSums
    awards: tuple[AwardSeen, ...]
    returns: str
    is_open: bool


def see_one_meter(api: Api, operator: str, name: str) -> OneMeter:
    """A meter with its sums and its awards; a meter that was closed too."""
    store, state = api.floor.store, load_meter(api.floor.store, operator, name)
    if state.terms is None:
        raise problems.NotFound(say("There is no meter {meter}.", meter=name))
    meter = state.meter
    accounts = (pool_of(operator, name), pending_of(operator, name), reserve_of(operator, name))
    pool, pending, reserve = (store.balance(account).here for account in accounts)
    parts = {part: plain_exact(getattr(meter, part)) for part in meter._fields}
    sums = MeterSums(
        **parts,
        current=plain_exact(meter.value),
        reserve=plain_exact(state.reserve),
        pool_cents=pool,
        fraction=plain_exact(meter.value - pool),
        pending_cents=pending,
        reserve_pool_cents=reserve,
    )
    rules = state.terms.rules()
    return OneMeter(
        **_shown(api, operator, name, state, api.tables(operator)),
        sums=sums,
        awards=tuple(_awards(store, operator, name, state, rules)),
        returns=percent(long_run_return(rules, state.terms)),
        is_open=state.is_open,
    )


def _awards(store: Store, operator: str, name: str, state: MeterState, rules: Rules) -> Iterator[AwardSeen]:
    kinds, stream = (log_name(AwardPaid), log_name(AwardRefused)), meter_stream(operator, name).name
    done = {each.data["id"]: each for each in find_last_events(store, EventQuery(operator, kinds, stream), 4 * AWARDS)}
    waiting = {each.id for each in state.pending}
    for each in list(_awarded(store, operator, name))[:AWARDS]:
        decided = done.get(each.id)
        kind = "" if decided is None else "paid" if decided.kind == log_name(AwardPaid) else "refused"
        award = each.award
        yield AwardSeen(
            id=each.id,
            table=each.table,
            round=each.round,
            patron=award.patron,
            line=award.line,
            cents=award.cents,
            meter_cents=plain_exact(award.meter),
            state=PENDING if each.id in waiting else kind,
            decided_by=decided.data["by"] if decided is not None else "",
            reason=decided.data.get("reason", "") if decided is not None else "",
            because=award.because,
            clauses=rules.cite(award.because),
        )


# Its history.

COLUMNS: Mapping[str, str] = {
    "number": "No.",
    "at": "Time",
    "what": "What happened",
    "table": "Table",
    "round": "Round",
    "before": "Before",
    "change": "Change",
    "after": "After",
    "award_cents": "Award",
    "patron": "Player",
    "reason": "Reason",
    "by": "By",
    "approved_by": "Approved by",
}


def history_rows(store: Store, operator: str, meter: str, before: int, limit: int) -> list[Row]:
    """The last events of a meter before one, the newest first, each with what it stood at before and after."""
    stream = meter_stream(operator, meter)
    last = min(before, load_meter(store, operator, meter).length + 1)
    page = store.read(stream, after=max(0, last - 1 - limit), limit=min(limit, last - 1)) if last > 1 else []
    value = _value_before(store, page[0]) if page else 0
    rows = []
    for stored in page:
        event = meter_event(stored)
        change = _change(event)
        rows.append(_row(stored, event, value, change, value + change))
        value += change
    return rows[::-1]


def _last_told(store: Store, stream: Stream, before: int) -> tuple[Exact, int]:
    """What a meter stood at by the last event before a place in the log that says so, and the number of that event."""
    wanted = EventQuery(stream.operator, (), stream.name, before=before, holding=('"after":',))
    for stored in find_last_events(store, wanted, 1):
        value: Exact = getattr(meter_event(stored), "after")  # noqa: B009
        return value, stored.number
    return 0, 0


def _value_before(store: Store, first: Stored) -> Exact:
    """What a meter stood at before an event."""
    value, number = _last_told(store, first.stream, first.position)
    between = first.number - 1 - number
    events = store.read(first.stream, after=number, limit=between) if between else []
    return value + sum(_change(meter_event(each)) for each in events)


def _change(event: MeterEvent) -> Exact:
    """What an event adds to a meter: what it leaves on one that stands at nothing."""
    return event.change(MeterState()).value


def value_when(store: Store, stream: Stream, position: int) -> Exact:
    """What a meter stood at when the log had come to a place. It is what `value_at` gives for the whole stream, read
    from the last event that tells a value."""
    value, number = _last_told(store, stream, position)
    for stored in read_all(store, stream, after=number):
        event = meter_event(stored)
        if isinstance(event, JackpotsAwarded) and event.position == position:
            return event.before
        if stored.data.get("position", stored.position) > position:
            break
        value += _change(event)
    return value


def _row(stored: Stored, event: MeterEvent, before: Exact, change: Exact, after: Exact) -> Row:
    row: dict[str, object] = {
        "number": stored.number,
        "at": stored.at,
        "what": phrase(path_of(stored.kind)),
        "before": exact_dollars(before),
        "change": exact_dollars(change) if change else "",
        "after": exact_dollars(after),
        "by": stored.by,
    }
    row |= {
        name: getattr(event, name)
        for name in ("table", "round", "patron", "reason", "approved_by")
        if hasattr(event, name)
    }
    if isinstance(event, AwardPaid | AwardRefused):
        row["award_cents"] = event.cents
    if isinstance(event, JackpotsAwarded):
        row["award_cents"] = sum(each.award.cents for each in event.awards)
        row["patron"] = ", ".join(each.award.patron for each in event.awards)
    return row


# The meter as it stood, and the three tests.


class MeterReading(Value):
    """A meter as it stood when a round was settled."""

    meter: str
    table: str
    round: int
    settled_at: str
    cents: int
    exact_cents: int | str
    because: Because
    clauses: tuple[str, ...]


def read_back(store: Store, stream: Stream, round: int) -> MeterReading:
    """The meter of a table as it stood at the settlement of a round."""
    recorded = find_recorded(store, stream, round)
    if recorded is None:
        words = "No jackpot game of round {round} was recorded at table {table}."
        raise problems.NotFound(say(words, round=round, table=stream.table))
    return _reading(store, recorded)


def _reading(store: Store, recorded: Stored) -> MeterReading:
    stream, data = recorded.stream, recorded.data
    value = value_when(store, meter_stream(stream.operator, data["meter"]), recorded.position)
    rules = Rules.of(data["plays"])
    because = rules.only((law.METER_READ_BACK,))
    return MeterReading(
        meter=data["meter"],
        table=stream.table,
        round=data["round"],
        settled_at=recorded.at,
        cents=floor(value),
        exact_cents=plain_exact(value),
        because=because,
        clauses=rules.cite(because),
    )


class EquipmentTest(Value):
    """One of the tests by which jackpot equipment works."""

    name: str
    words: str
    is_met: bool
    found: str
    """What was found, in words."""
    at: str = ""
    """When, where a time was recorded."""


class EquipmentSeen(Value):
    """Whether the jackpot equipment of a table works, by each test, and what is on record of a failure."""

    meter: str
    works: bool
    tests: tuple[EquipmentTest, ...]
    fault: str
    by_hand: int
    """How many games are kept by hand."""
    because: Because
    clauses: tuple[str, ...]


def see_equipment(api: Api, floor_table: FloorTable) -> EquipmentSeen | None:
    """The tests of a table's jackpot equipment; nothing where it is linked to no meter."""
    state = floor_table.state
    jackpot = state.table.game.terms.jackpot if isinstance(state, OpenState) else None
    if not isinstance(state, OpenState) or jackpot is None or not jackpot.meter:
        return None
    rules = state.table.game.rules
    because = rules.only((law.EQUIPMENT_WORKS, law.METER_READ_BACK)) or rules.only((law.JACKPOT_EQUIPMENT,))
    tests = tuple(_tests(api, floor_table, jackpot.meter))
    fault = state.jackpot_fault
    return EquipmentSeen(
        meter=jackpot.meter,
        works=all(test.is_met for test in tests) and not is_faulty(state),
        tests=tests,
        fault=fault.words if fault is not None and not fault.works_again else "",
        by_hand=len(state.by_hand),
        because=because,
        clauses=rules.cite(because),
    )


def _tests(api: Api, floor_table: FloorTable, meter: str) -> Iterator[EquipmentTest]:
    """That the meter follows the wagers of each round, that the time of each settlement is recorded, and that the meter
    can be read as at the last of them."""
    store, stream = api.floor.store, floor_table.stream
    still = api.floor.reactions.failures(stream.operator).get(MeterFeed.name, "")
    started = _last(store, stream.operator, stream.name, log_name(JackpotGameStarted), meter)
    wagers = say("The meter records the wagers of each round")
    if still:
        yield EquipmentTest("wagers", wagers, False, say("The log is no longer read for the meters."))
    elif started is None:
        yield EquipmentTest("wagers", wagers, True, say("No jackpot wager has been registered yet."))
    else:
        follows = started.data.get("by_hand", False) or _follows(store, started, meter)
        is_late = api.floor.clock() - parse_stamp(started.at) > BEHIND
        said = say(
            "Game {game} of round {round} is on the meter.", game=started.data["game"], round=started.data["round"]
        )
        late = say("Game {game} of this table is not on the meter.", game=started.data["game"])
        yield EquipmentTest("wagers", wagers, follows or not is_late, said if follows else late)
    recorded = _last(store, stream.operator, stream.name, log_name(JackpotGameRecorded), meter)
    at = recorded.at if recorded is not None else ""
    found = say("Last recorded: round {round}.", round=recorded.data["round"]) if recorded is not None else ""
    none = say("No round with a jackpot game is over yet.")
    yield EquipmentTest(
        "times", say("It records when each round is settled"), recorded is None or bool(at), found or none, at
    )
    reads = say("Its value can be read as at any settlement")
    if recorded is None:
        yield EquipmentTest("reading", reads, True, none)
        return
    read = _reading(store, recorded)
    words = say("At the settlement of round {round}: {cents}.", round=read.round, cents=dollars(read.cents))
    yield EquipmentTest("reading", reads, True, words)


def _last(store: Store, operator: str, stream: str, kind: str, meter: str) -> Stored | None:
    found = find_last_events(store, EventQuery(operator, (kind,), stream, holding=(f'"meter":"{meter}"',)), 1)
    return found[0] if found else None


def _follows(store: Store, started: Stored, meter: str) -> bool:
    """Whether a meter has followed the start of a game."""
    operator, game, table = started.stream.operator, started.data["game"], started.stream.table
    holding = (f'"game":{game},', f'"table":"{table}"')
    wanted = EventQuery(operator, (log_name(MeterGrew),), meter_stream(operator, meter).name, holding=holding)
    return any(stored.data["position"] == started.position for stored in find_last_events(store, wanted, 20))


# What a wager returns.


class ReturnPreview(Value):
    """What a wager on a meter returns in the long run, and what that is made of."""

    returns: str
    parts: Mapping[str, str]


def preview_return(terms: MeterTerms) -> ReturnPreview:
    """What a wager on a meter with some terms returns in the long run."""
    rules = terms.rules()
    fixed, total = fixed_return(rules, terms.option, terms.price_cents), long_run_return(rules, terms)
    fed = Fraction(terms.rate) + terms.reserve_rate
    parts = {
        say("Fixed prizes"): percent(fixed),
        say("What feeds the meter"): percent(fed),
        say("What the house adds when it starts again"): percent(total - fixed - fed),
    }
    return ReturnPreview(percent(total), parts)
