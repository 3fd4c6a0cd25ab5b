"""Two processes over one PostgreSQL store, tables of one meter at both, one of them killed in mid-round again and
again: no wager and no award is lost, none is there twice, and the reconciliation is exact."""

import os
import signal
import time
from collections.abc import Callable
from fractions import Fraction

from floor.jackpots.jackpot_pit import METER, meter_of
from floor.jackpots.playing_process import MANAGER, floor_over, play_round, play_tables
from floor.support import register
from floor.tables.pit import TRAY
from pitboss.floor.audit import verify
from pitboss.floor.cashier.chips import bring_forward
from pitboss.floor.jackpots.meters import JackpotsAwarded, MeterGrew, load_meter, meter_event
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.store import Store, Stream, open_store
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.jackpots import JackpotGameCancelled, JackpotGameRecorded, JackpotGameStarted
from pitboss.floor.tables.log import read_event
from pitboss.floor.tables.opening import OpenTable
from pitboss.ledger import Account
from pitboss.play.terms import Limits, Terms
from servers import start_process
from support import CROWN

MANY = int(os.environ.get("PITBOSS_KILLS", "4"))
"""How many tables there are; fifty in `make prove`."""
KILLS = max(2, MANY // 5)
"""How often a process is killed."""
GROWS = Fraction(2861, 10)
GOES_ON = 12
"""How many events of a table there are at least before its process is killed."""


def reconcile(store: Store) -> tuple[Fraction, list[tuple[int, Fraction]]]:
    """What the meter comes to by the log of all tables alone, as with pencil and paper; with the place of each award,
    and what the meter stood at then."""
    value, awards, fed = Fraction(100_000_00), [], dict[tuple[str, int], int]()
    for stored in store.log(limit=10**6):
        if stored.kind not in ("JackpotGameStarted", "JackpotGameCancelled", "JackpotGameRecorded"):
            continue
        match read_event(stored):
            case JackpotGameStarted(game=game, wagers=wagers):
                fed[stored.stream.table, game] = len(wagers)
                value += len(wagers) * GROWS
            case JackpotGameCancelled(game=game):
                value -= fed[stored.stream.table, game] * GROWS
            case JackpotGameRecorded(claims=(_,)):
                awards.append((stored.position, value))
                value *= Fraction(9, 10)
    return value, awards


def test_nothing_is_lost_or_counted_twice_when_processes_are_killed(new_postgres: Callable[[], str]) -> None:
    where = new_postgres()
    store = open_store(where)
    floor = floor_over(store)
    tables = tuple(str(number) for number in range(1, MANY + 1))
    floor.do(Order(MANAGER, meter_of(CROWN, tables=tables).confirm("crown"), "meter"))
    terms = load_meter(store, "crown", METER).terms
    assert terms is not None
    for table in tables:
        register(store, "crown", f"p{table}", clock=floor.clock)
        on = Terms({"ante": Limits(25_00, 500_00)}, regulator_minimum_cents={"ante": 5_00}, jackpot=terms.offer(METER))
        floor.do(Order(MANAGER, OpenTable(table, CROWN, on, TRAY), f"open {table}"))
    chips = {Account("crown", "patron", f"p{table}"): 100_000_00 for table in tables}
    bring_forward(store, chips, at=stamp(floor.clock()), by="tests")
    floor.stop()
    half = len(tables) // 2
    other = start_process(play_tables, where, tables[half:], 4)
    watched = Stream("crown", f"table:{tables[0]}")
    for _ in range(KILLS):
        doomed, length = start_process(play_tables, where, tables[:half], 1_000), store.head(watched).length
        until = time.monotonic() + 60
        while time.monotonic() < until and store.head(watched).length < length + GOES_ON:
            time.sleep(0.02)
        assert doomed.pid is not None
        os.kill(doomed.pid, signal.SIGKILL)  # in the middle of a round; it may have had the lead
        doomed.join()
        assert store.head(watched).length >= length + GOES_ON
    other.join(600)
    assert other.exitcode == 0
    floor = floor_over(store)
    for table in tables[:half]:
        play_round(floor, table, f"after {table}")
    floor.reactions.react()
    floor.stop()
    fed = [meter_event(stored) for stored in read_all(store, meter_stream("crown", METER))]
    value, awards = reconcile(store)
    made = [event for event in fed if isinstance(event, JackpotsAwarded)]
    assert [(event.position, event.before) for event in made] == awards and len(awards) >= len(tables) - half
    assert len({award.id for event in made for award in event.awards}) == len(awards)
    places = [event.position for event in fed if isinstance(event, MeterGrew)]
    assert places == sorted(set(places)) and len(places) > len(tables)  # in the order of the log, each once
    assert load_meter(store, "crown", METER).value == value
    report = verify(store)
    assert not report.findings, [str(each) for each in report.findings]
    store.close()
