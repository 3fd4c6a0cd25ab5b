"""The past of a jackpot meter: its history, the meter as it stood at a settlement, and whether the equipment of a
table works by the three tests (Crown 11.3.1(a))."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from math import floor

from pitboss import law, money
from pitboss.floor.jackpots import feeding, meters
from pitboss.floor.service import FloorTable, parse_stamp
from pitboss.floor.store.rows import Stored, Stream, meter_stream
from pitboss.floor.store.store import Store
from pitboss.floor.tables import jackpots
from pitboss.floor.tables.log import EventQuery, find_last_events
from pitboss.floor.tables.state import OpenState
from pitboss.messages import phrase, say
from pitboss.report.sheet import Row
from pitboss.value import Value, log_name
from pitboss.web.api import dependencies, orders, problems
from pitboss.web.meter_view import exact_dollars, is_faulty, plain_exact

BEHIND = timedelta(seconds=5)
"""How long after a game was started its meter may not have followed it; then the equipment does not work (ours)."""


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
    last = min(before, meters.load_meter(store, operator, meter).length + 1)
    page = store.read(stream, after=max(0, last - 1 - limit), limit=min(limit, last - 1)) if last > 1 else []
    value = _value_before(store, page[0]) if page else 0
    rows = []
    for stored in page:
        event = meters.meter_event(stored)
        change = event.adds
        rows.append(_row(stored, event, value, change, value + change))
        value += change
    return rows[::-1]


def _last_told(store: Store, stream: Stream, before: int) -> tuple[money.Exact, int]:
    """The value of a meter by the last event before a place in the log that states one, and that event's number."""
    wanted = EventQuery(stream.operator, (), stream.name, before=before, holding=('"after":',))
    for stored in find_last_events(store, wanted, 1):
        value: money.Exact = getattr(meters.meter_event(stored), "after")  # noqa: B009
        return value, stored.number
    return 0, 0


def _value_before(store: Store, first: Stored) -> money.Exact:
    """The value of a meter before an event."""
    value, number = _last_told(store, first.stream, first.position)
    between = first.number - 1 - number
    events = store.read(first.stream, after=number, limit=between) if between else []
    return value + sum(meters.meter_event(each).adds for each in events)


def value_when(store: Store, stream: Stream, position: int, *, game: int = 0) -> money.Exact:
    """The value of a meter at a place in the log, from the last event before it that states one."""
    value, number = _last_told(store, stream, position)
    return meters.value_at(meters.events_after(store, stream, number), position, value, game=game)


def _row(stored: Stored, event: meters.MeterEvent, before: money.Exact, change: money.Exact, after: money.Exact) -> Row:
    row: dict[str, object] = {
        "number": stored.number,
        "at": stored.at,
        "what": phrase(orders.path_of(stored.kind)),
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
    if isinstance(event, meters.AwardPaid | meters.AwardRefused):
        row["award_cents"] = event.cents
    if isinstance(event, meters.JackpotsAwarded):
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
    because: law.Because
    clauses: tuple[str, ...]


def read_back(store: Store, stream: Stream, round: int) -> MeterReading:
    """The meter of a table as it stood at the settlement of a round."""
    recorded = jackpots.find_recorded(store, stream, round)
    if recorded is None:
        words = "No jackpot game of round {round} was recorded at table {table}."
        raise problems.NotFound(say(words, round=round, table=stream.table))
    return _reading(store, recorded)


def _reading(store: Store, recorded: Stored) -> MeterReading:
    """The reading at the settlement of a round; of one that was kept by hand and is not entered yet, at its end."""
    stream, data = recorded.stream, recorded.data
    settled = jackpots.find_settled(store, stream, data["round"]) or recorded
    meter, game = meter_stream(stream.operator, data["meter"]), jackpots.find_game(settled, data["round"])
    value = value_when(store, meter, settled.position, game=game)
    rules = law.Rules.of(data["plays"])
    because = rules.only((law.METER_READ_BACK,))
    return MeterReading(
        meter=data["meter"],
        table=stream.table,
        round=data["round"],
        settled_at=settled.at,
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
    because: law.Because
    clauses: tuple[str, ...]


def see_equipment(api: dependencies.Api, floor_table: FloorTable) -> EquipmentSeen | None:
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


def _tests(api: dependencies.Api, floor_table: FloorTable, meter: str) -> Iterator[EquipmentTest]:
    """That the meter follows the wagers of each round, that the time of each settlement is recorded, and that the meter
    can be read as at the last of them."""
    store, stream = api.floor.store, floor_table.stream
    still = api.floor.reactions.failures(stream.operator).get(feeding.MeterFeed.name, "")
    started = _last(store, stream.operator, stream.name, log_name(jackpots.JackpotGameStarted), meter)
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
    recorded = _last(store, stream.operator, stream.name, log_name(jackpots.JackpotGameRecorded), meter)
    at = recorded.at if recorded is not None else ""
    found = say("Last recorded: round {round}.", round=recorded.data["round"]) if recorded is not None else ""
    none = say("No round with a jackpot game is over yet.")
    yield EquipmentTest(
        "times", say("It records when each round is settled"), recorded is None or bool(at), found or none, at
    )
    reads = say("Its value at any settlement can be read")
    if recorded is None:
        yield EquipmentTest("reading", reads, True, none)
        return
    read = _reading(store, recorded)
    words = say("At the settlement of round {round}: {cents}.", round=read.round, cents=money.dollars(read.cents))
    yield EquipmentTest("reading", reads, True, words)


def _last(store: Store, operator: str, stream: str, kind: str, meter: str) -> Stored | None:
    found = find_last_events(store, EventQuery(operator, (kind,), stream, holding=(f'"meter":"{meter}"',)), 1)
    return found[0] if found else None


def _follows(store: Store, started: Stored, meter: str) -> bool:
    """Whether a meter has followed the start of a game."""
    operator, game, table = started.stream.operator, started.data["game"], started.stream.table
    holding = (f'"game":{game},', f'"table":"{table}"')
    wanted = EventQuery(operator, (log_name(meters.MeterGrew),), meter_stream(operator, meter).name, holding=holding)
    return any(stored.data["position"] == started.position for stored in find_last_events(store, wanted, 20))
