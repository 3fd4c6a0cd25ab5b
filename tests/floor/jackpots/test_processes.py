"""Two processes over one PostgreSQL store, tables of one meter at both, one of them killed in the middle: no wager is
lost and none is counted twice, and the reconciliation is exact."""

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
from pitboss.floor.jackpots.meters import GrowthTakenBack, MeterGrew, load_meter, meter_event
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.store import Stream, open_store
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.jackpots import JackpotGameStarted
from pitboss.floor.tables.log import read_table
from pitboss.floor.tables.opening import OpenTable
from pitboss.ledger import Account
from pitboss.play.terms import Limits, Terms
from servers import start_process
from support import CROWN

MANY = int(os.environ.get("PITBOSS_KILLS", "4"))
"""How many tables there are; fifty in `make prove`."""
GROWS = Fraction(2861, 10)


def test_nothing_is_lost_or_counted_twice_when_a_process_is_killed(new_postgres: Callable[[], str]) -> None:
    where = new_postgres()
    store = open_store(where)
    floor = floor_over(store)
    tables = tuple(str(number) for number in range(1, MANY + 1))
    floor.do(Order(MANAGER, meter_of(CROWN, tables=tables).confirm("crown"), "meter"))
    terms = load_meter(store, "crown", METER).terms
    assert terms is not None
    for table in tables:
        register(store, "crown", f"p{table}", clock=floor.clock)
        on = Terms(
            {"ante": Limits(25_00, 500_00)},
            regulator_minimum_cents={"ante": 5_00},
            jackpot=terms.offer(METER),
            device="shuffler",
        )
        floor.do(Order(MANAGER, OpenTable(table, CROWN, on, TRAY), f"open {table}"))
    chips = {Account("crown", "patron", f"p{table}"): 100_000_00 for table in tables}
    bring_forward(store, chips, at=stamp(floor.clock()), by="tests")
    floor.stop()
    half = len(tables) // 2
    first = start_process(play_tables, where, tables[:half], 1_000)
    second = start_process(play_tables, where, tables[half:], 4)
    until = time.monotonic() + 60
    while time.monotonic() < until and store.head(Stream("crown", f"table:{tables[0]}")).length < 30:
        time.sleep(0.05)
    assert first.pid is not None
    os.kill(first.pid, signal.SIGKILL)  # in the middle of a round; it may have had the lead
    first.join()
    second.join(120)
    assert second.exitcode == 0
    floor = floor_over(store)
    for table in tables[:half]:
        play_round(floor, table, f"after {table}")
    floor.reactions.react()
    floor.stop()
    started = [
        event
        for table in tables
        for event in read_table(store, Stream("crown", f"table:{table}"))
        if isinstance(event, JackpotGameStarted)
    ]
    wagers = sum(len(event.wagers) for event in started)
    fed = [meter_event(stored) for stored in read_all(store, meter_stream("crown", METER))]
    grown = sum(event.wagers for event in fed if isinstance(event, MeterGrew))
    back = sum(event.wagers for event in fed if isinstance(event, GrowthTakenBack))
    state = load_meter(store, "crown", METER)
    assert wagers == grown > len(tables) and state.meter.contributions == (grown - back) * GROWS
    places = [event.position for event in fed if isinstance(event, MeterGrew)]
    assert places == sorted(set(places))  # in the order of the log, each once
    report = verify(store)
    assert not report.findings, [str(each) for each in report.findings]
    store.close()
