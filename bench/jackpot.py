"""What linked tables cost: `python bench/jackpot.py [--seconds 2] [--turns 6] [--tables 60] [--postgres ADDRESS]`.

The same rounds of Caribbean Stud are played at so many tables of one floor, in one process: with jackpot wagers on one
meter that all tables share, and at tables without a meter, in short turns side by side. It prints the commands a second
of both, the median of the ratios of the turns (0.8 is wanted), the ratio of the processor time for a command, the
contributions a second that the meter took, and how long it took to follow the last of them.
"""

import argparse
import asyncio
import itertools
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from floor_tables import DEAL, GAME, HOUSE, MANAGER, PLACE, TERMS, Run, command_of, furnish, learn
from pitboss.floor.cashier.chips import bring_forward
from pitboss.floor.composition import open_floor
from pitboss.floor.jackpots.meter_commands import OpenMeter
from pitboss.floor.jackpots.meters import MeterGrew, load_meter
from pitboss.floor.patrons.office import RegisterPatron
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Command, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import open_store
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.state import Stack
from pitboss.ledger import Account
from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.value import log_name

METER, JACKPOT = "bench", "jackpot"


def furnish_linked(floor: Floor, names: list[str]) -> None:
    """Open a meter and tables that are linked to it, with a player at each."""
    meter = OpenMeter(
        METER, (GAME,), price_cents=500, seed_cents=0, reset_cents=10_000_000, method="B", tables=tuple(names)
    )
    floor.do(Order(MANAGER, meter.confirm(HOUSE), "meter"))
    terms = load_meter(floor.store, HOUSE, METER).terms
    assert terms is not None
    for name in names:
        floor.do(Order(MANAGER, RegisterPatron(f"p{name}"), f"register p{name}"))
        chips = {Account(HOUSE, "patron", f"p{name}"): 10**9}
        bring_forward(floor.store, chips, at=stamp(floor.clock()), by="bench")
        on = TERMS._replace(jackpot=terms.offer(METER))
        floor.do(Order(MANAGER, OpenTable(name, GAME, on, (Stack(10_000, 500),)), f"open {name}"))


def step_command(step: str, table: str) -> Command:
    """The command of a step."""
    if step == JACKPOT:
        return TakeAct(table, Place("wagers", f"p{table}", 1, "jackpot", Stake.of(500)))
    return command_of(step, table)


async def play_all(floor: Floor, names: list[str], steps: list[str], seconds: float, mark: str) -> Run:
    """Play at every table at once for about so long, one command after another at each."""
    run = Run()
    start = time.perf_counter()

    async def sit(name: str) -> None:
        for number, step in enumerate(itertools.cycle(steps)):
            asked = time.perf_counter()
            if asked - start > seconds and step == PLACE:
                return
            order = Order(MANAGER, step_command(step, name), f"{mark}-{name}-{number}")
            await asyncio.wrap_future(floor.submit(order))
            run.latencies.append(time.perf_counter() - asked)

    await asyncio.gather(*(sit(name) for name in names))
    run.seconds = time.perf_counter() - start
    return run


def measure(where: str, tables: int, seconds: float, turns: int) -> dict[str, Any]:
    """Linked and unlinked tables on one store, in short turns, with the order changed each time."""
    store = open_store(where)
    store.create()
    floor = open_floor(store).start()
    plain = [f"u{number}" for number in range(tables)]
    linked = [f"l{number}" for number in range(tables)]
    furnish(floor, plain)
    furnish_linked(floor, linked)
    steps = learn(floor, plain[0])
    with_jackpot = [steps[0], JACKPOT, *steps[1:]]
    runs: dict[str, list[Run]] = {"plain": [], "linked": []}
    spent: dict[str, float] = {"plain": 0.0, "linked": 0.0}
    lag = 0.0
    for turn in range(turns):
        for kind in ("plain", "linked") if turn % 2 else ("linked", "plain"):
            names, script = (plain, steps) if kind == "plain" else (linked, with_jackpot)
            began = time.process_time()
            runs[kind].append(asyncio.run(play_all(floor, names, script, seconds, f"{kind}-{turn}")))
            spent[kind] += time.process_time() - began
            if kind == "linked":
                ended = time.perf_counter()
                floor.reactions.react()
                lag = max(lag, time.perf_counter() - ended)
    commands = {kind: sum(len(run.latencies) for run in each) for kind, each in runs.items()}
    rates = {kind: [len(run.latencies) / run.seconds for run in each] for kind, each in runs.items()}
    ratio = statistics.median(linked / plain for plain, linked in zip(rates["plain"], rates["linked"], strict=True))
    fed = sum(stored.kind == log_name(MeterGrew) for stored in store.read(meter_stream(HOUSE, METER), limit=10**6))
    floor.stop()
    store.close()
    return {
        "tables": tables,
        "unlinked_per_second": round(statistics.median(rates["plain"]), 1),
        "linked_per_second": round(statistics.median(rates["linked"]), 1),
        "ratio": round(ratio, 2),
        "processor_ratio": round(spent["plain"] / commands["plain"] / (spent["linked"] / commands["linked"]), 2),
        "contributions_per_second": round(fed / sum(run.seconds for run in runs["linked"]), 1),
        "followed_within_seconds": round(lag, 2),
        "deals": with_jackpot.count(DEAL),
    }


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--postgres", default="", help="the address of an empty database")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = {"sqlite": measure(str(Path(folder) / "jackpot.db"), asked.tables, asked.seconds, asked.turns)}
    if asked.postgres:
        figures["postgresql"] = measure(asked.postgres, asked.tables, asked.seconds, asked.turns)
    print(json.dumps(figures, indent=2))
    for name, row in figures.items():
        print(f"{'met' if row['ratio'] >= 0.8 else 'missed'}: {name}: linked tables carry {row['ratio']} (0.8 wanted)")


if __name__ == "__main__":
    main()
