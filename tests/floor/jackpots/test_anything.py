"""Whatever happens at two tables that move between two meters, which close and begin again, in whatever order: a meter
is the sum of what went in and out, its pool has its whole cents, every award is dealt with once, and the audit finds
nothing."""

import os
from collections.abc import Callable
from contextlib import suppress
from math import floor
from random import Random

import pytest

from floor.jackpots.jackpot_pit import HANDS, METER, NOTHING, JackpotPit, meter_of
from pitboss.floor.jackpots.links import LinkTable, UnlinkTable
from pitboss.floor.jackpots.meter_commands import (
    AdjustMeter,
    AnnounceMeterClosing,
    ApproveAward,
    CloseMeter,
    RefuseAward,
)
from pitboss.floor.jackpots.meters import MeterState, meter_event, pending_of, pool_of, reserve_of
from pitboss.floor.store import open_store
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.irregularities import StateIrregularity
from pitboss.floor.tables.jackpots import FailJackpotEquipment, RestoreJackpotEquipment
from pitboss.floor.tables.seats import LeaveTable
from pitboss.play import Refused
from pitboss.play.acts import Deal, TakeBack
from pitboss.play.needs import DecisionNeed
from support import CROWN, STAR

SEEDS = range(int(os.environ.get("PITBOSS_SEEDS", "2")))
STEPS = 12
PLAYERS = ("ann", "bob")
OTHER = "minor"
RESERVE = {STAR: {"rate": "50", "reserve": "20"}}


class Evening:
    """Two tables of one meter, and what may happen at them."""

    def __init__(self, store: object, game: str, random: Random) -> None:
        self.random = random
        first = JackpotPit(store, game)  # type: ignore[arg-type]
        first.do(first.boss, meter_of(game, tables=("7", "8"), **RESERVE.get(game, {})).confirm(first.operator))
        first.do(first.boss, meter_of(game, tables=())._replace(meter=OTHER).confirm(first.operator))
        second = JackpotPit(store, game, "8", clock=first.clock, floor=first.floor)  # type: ignore[arg-type]
        self.pits = (first, second)
        for pit in self.pits:
            pit.open_linked()
        first.fund(*PLAYERS, *(f"{name}-8" for name in PLAYERS), cents=1_000_000_00)

    def step(self) -> None:
        """Do something at one of the tables, or to the meter."""
        pit = self.random.choice(self.pits)
        often = (self.play,) * 3
        does = (
            *often,
            self.misdeal,
            self.decide,
            self.correct,
            self.adjust,
            self.fail,
            self.leave,
            self.move,
            self.close,
        )
        with suppress(Refused):  # what cannot be done now is left
            self.random.choice(does)(pit)

    def names(self, pit: JackpotPit) -> list[str]:
        count = self.random.randint(1, 2)
        return [name if pit.table == "7" else f"{name}-8" for name in PLAYERS[:count]]

    def bet(self, pit: JackpotPit) -> list[str]:
        names = self.names(pit)
        for area, patron in enumerate(names, start=1):
            if not any(w.spot == "ante" and w.area == area and w.live for w in pit.round.wagers):
                pit.place(patron, area)
            carried = any(w.spot == "jackpot" and w.area == area and w.live for w in pit.round.wagers)
            if not carried and self.random.random() < 0.8:
                pit.jackpot(patron, area)
            elif carried and self.random.random() < 0.3:
                pit.act(pit.patron(patron), TakeBack("wagers", patron, area, "jackpot"))
        return names

    def play(self, pit: JackpotPit) -> None:
        names = self.bet(pit)
        lines = ["royal-flush", "straight-flush", "four-of-a-kind", "flush", "nothing"]
        line = self.random.choices(lines, (2, 3, 1, 1, 3))[0]
        hand = HANDS.get(line, NOTHING[0])
        folds = tuple(name for name in names if self.random.random() < 0.2)
        happens = self.random.choice((self.fail, None, None))
        for need in pit.steps(hand, NOTHING[1], folds=folds):
            if happens is not None and isinstance(need, DecisionNeed):
                happens(pit)
                happens = None

    def misdeal(self, pit: JackpotPit) -> None:
        self.bet(pit)
        for need in pit.steps(NOTHING[0], NOTHING[1]):
            if isinstance(need, DecisionNeed):
                break
        hand = next(hand.id for hand in pit.round.hands if hand.area)
        said = StateIrregularity(pit.table, "card-exposed", hand=hand, places=(0, 1), remedy="misdeal")
        pit.do(pit.supervisor, said)

    def leave(self, pit: JackpotPit) -> None:
        for player in pit.open_state.players[:1]:
            pit.do(pit.patron(player.patron), LeaveTable(pit.table, player.patron))

    def move(self, pit: JackpotPit) -> None:
        """The table changes to the other meter, is taken off its meter or gets one again."""
        jackpot = pit.open_state.terms.jackpot
        names = {METER, OTHER} - {jackpot.meter if jackpot is not None else ""}
        leaves = jackpot is not None and self.random.random() < 0.4
        pit.do(pit.boss, UnlinkTable(pit.table) if leaves else LinkTable(pit.table, self.random.choice(sorted(names))))
        if pit.operator == "crown":
            pit.wait(minutes=20)
            pit.tick()

    def close(self, pit: JackpotPit) -> None:
        """A meter is announced to close, and closes in favour of the other; one that is closed begins again."""
        name, into = self.random.sample((METER, OTHER), 2)
        if not pit.meter_named(name).is_open:
            terms = RESERVE.get(pit.game, {}) if name == METER else {}
            pit.do(pit.boss, meter_of(pit.game, tables=(), **terms)._replace(meter=name).confirm(pit.operator))
            return
        for each in self.pits:
            jackpot = each.open_state.terms.jackpot
            if jackpot is not None and jackpot.meter == name:
                each.do(each.boss, UnlinkTable(each.table))
        with suppress(Refused):  # the signs are up already
            pit.do(pit.boss, AnnounceMeterClosing(name))
        pit.wait(minutes=20)
        for each in self.pits:
            each.tick()
        assert pit.meter_named(name).is_open  # once it has followed all that the tables wrote
        pit.do(pit.boss, CloseMeter(name, into))

    def decide(self, pit: JackpotPit) -> None:
        for name in (METER, OTHER):
            for waits in pit.meter_named(name).pending[:1]:
                approves = self.random.random() < 0.6
                order = ApproveAward(name, waits.id) if approves else RefuseAward(name, waits.id, "marked")
                pit.do(pit.boss, order)

    def correct(self, pit: JackpotPit) -> None:
        if not pit.state.past:
            return
        past = pit.state.past[-1]
        cards = [card for act in past.acts if isinstance(act, Deal) for card in act.cards]
        one, other = self.random.sample(cards, 2)
        swap = {one: other, other: one}
        acts = tuple(
            act._replace(cards=tuple(swap.get(card, card) for card in act.cards)) if isinstance(act, Deal) else act
            for act in past.acts
        )
        number = past.opening.number
        pit.do(
            pit.manager, CorrectRound(pit.table, number, acts, "keyed wrong", pit.boss, (*PLAYERS, "ann-8", "bob-8"))
        )

    def adjust(self, pit: JackpotPit) -> None:
        second = pit.boss._replace(person=f"{pit.boss.role}-2")
        cents, down = self.random.randint(1, 500_00), self.random.random() < 0.5
        pit.do(pit.boss, AdjustMeter(self.random.choice((METER, OTHER)), cents, "counted", second, down))

    def fail(self, pit: JackpotPit) -> None:
        if pit.operator == "crown":
            if pit.state.jackpot_fault is None:
                pit.do(pit.dealer, FailJackpotEquipment(pit.table, "dark"))
            else:
                pit.do(pit.supervisor, RestoreJackpotEquipment(pit.table, True, True, True, "new cable"))


@pytest.mark.parametrize("game", [STAR, CROWN])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_meter_balances_whatever_happens(new_sqlite: Callable[[], str], game: str, seed: int) -> None:
    store = open_store(new_sqlite())
    evening = Evening(store, game, Random(seed))
    pit = evening.pits[0]
    for _ in range(STEPS):
        evening.step()
        for name in (METER, OTHER):
            value = pit.meter_named(name).value  # once it has followed what was done
            assert store.balance(pool_of(pit.operator, name)).here == floor(value)
    for name in (METER, OTHER):
        state = MeterState()
        for stored in read_all(store, meter_stream(pit.operator, name)):
            state = meter_event(stored).change(state)
            for sums in (state.meter, state.reserve):
                into = sums.start + sums.contributions + sums.reseeds + sums.transfers + sums.adjustments
                assert sums.value == into - sums.awards >= 0
        waits = sum(each.award.cents for each in state.pending)
        assert store.balance(pending_of(pit.operator, name)).here == waits
        assert store.balance(reserve_of(pit.operator, name)).here == floor(state.reserve.value)
    pit.floor.stop()
    for each in evening.pits:
        each.sound()
    store.close()
