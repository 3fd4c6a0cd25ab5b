"""A process that plays rounds with jackpot wagers at some tables of a store, until it is done or killed."""

import os

from floor.support import Lenient
from pitboss.cards import Card, parse_cards
from pitboss.floor.composition import make_floor
from pitboss.floor.jackpots.feeding import MeterFeed
from pitboss.floor.operators import house_edition
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Store, Stream, open_store
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.state import OpenState
from pitboss.money import Stake
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Place, Shuffle, Turn
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, ShuffleNeed, TurnNeed
from pitboss.play.wager import Refused

MANAGER = Actor("crown", "casino-manager", house_edition("crown").ranks[-1])
WINS_EVERY = 3
"""In every round of so many the player is dealt a straight flush, which folded takes its share all the same."""
HANDS = {True: parse_cards("9d 8d 7d 6d 5d"), False: parse_cards("2s 7c Jd 4h Kh")}


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
    """Play the open round of a table to its end; it may be one that another process left."""
    stream = Stream("crown", f"table:{table}")
    patron = f"p{table}"

    def do(act: Act, step: str) -> None:
        floor.do(Order(MANAGER, TakeAct(table, act), f"{key} {step}"))

    open_now = floor.table(stream).open_state
    for spot, cents in (("ante", 25_00), ("jackpot", 5_00)):
        if not any(wager.spot == spot and wager.live for wager in open_now.round.wagers):
            try:
                do(Place("wagers", patron, 1, spot, Stake.of(cents)), spot)
            except Refused:  # a round that another process left is under way
                break
    started = floor.table(stream).open_state.round.number
    for step in range(40):
        state = floor.table(stream).open_state
        if state.round.number != started:
            return
        do(next_act(state, patron), str(step))


def next_act(state: OpenState, patron: str) -> Act:
    """What comes next in a round: the cards of its hand come to the player, and dull ones to the dealer."""
    order = (ShuffleNeed, CutNeed, CallNeed, DecisionNeed, CardsNeed, TurnNeed)
    match next(need for kind in order for need in state.round.needs if isinstance(need, kind)):
        case ShuffleNeed(id=need):
            return Shuffle(need)
        case CutNeed(id=need, least=least):
            return Cut(need, "dealer", least)
        case DecisionNeed(id=need):
            return Decide(need, patron, "fold")
        case CardsNeed(id=need, slots=slots):
            wanted = HANDS[state.round.number % WINS_EVERY == 0]
            used = {card for act in state.acts if isinstance(act, Deal) for card in act.cards}
            mine = iter([card for card in wanted if card not in used])
            dull = iter([card for card in state.round.game.deck if card not in used and card not in wanted])
            cards: list[Card] = [next(mine if slot.area else dull) for slot in slots]
            return Deal(need, tuple(cards))
        case TurnNeed(id=need):
            return Turn(need)
        case other:
            return Call(other.id)
