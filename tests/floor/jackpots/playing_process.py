"""A process that plays rounds with jackpot wagers at some tables of a store, until it is done or killed."""

import os

from floor.support import Lenient
from pitboss.floor.composition import make_floor
from pitboss.floor.jackpots.feeding import MeterFeed
from pitboss.floor.operators import house_edition
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Store, Stream, open_store
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.money import Stake
from pitboss.play.acts import Decide, Place
from pitboss.play.needs import DecisionNeed
from pitboss.play.wager import Refused

MANAGER = Actor("crown", "casino-manager", house_edition("crown").ranks[-1])


def floor_over(store: Store) -> Floor:
    return make_floor(store, Lenient(store), reactions=(MeterFeed(),)).start()


def play_tables(where: str, tables: tuple[str, ...], rounds: int) -> None:
    """Play rounds at some tables, one command after another, until they are done or the process is killed."""
    store = open_store(where)
    floor = floor_over(store)
    for number in range(rounds):
        for table in tables:
            play_round(floor, table, f"{table} {number} {os.getpid()}")
    floor.stop()
    store.close()


def play_round(floor: Floor, table: str, key: str) -> None:
    stream = Stream("crown", f"table:{table}")
    patron = f"p{table}"

    def do(command: object, step: str) -> None:
        floor.do(Order(MANAGER, command, f"{key} {step}"))  # type: ignore[arg-type]

    open_now = floor.table(stream).open_state
    for spot, cents in (("ante", 25_00), ("jackpot", 5_00)):
        if not any(wager.spot == spot and wager.live for wager in open_now.round.wagers):
            try:
                do(TakeAct(table, Place("wagers", patron, 1, spot, Stake.of(cents))), spot)
            except Refused:  # a round that another process left is under way
                break
    started = floor.table(stream).open_state.round.number
    for step in range(40):
        round = floor.table(stream).open_state.round
        if round.number != started:
            return
        asked = [need for need in round.needs if isinstance(need, DecisionNeed) and not need.optional]
        if asked:
            do(TakeAct(table, Decide(asked[0].id, patron, "fold")), f"fold {step}")
        else:
            do(DealOn(table), f"deal {step}")
