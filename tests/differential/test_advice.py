"""Advice at the decisions of the real engine: options that it offers, and the best of them what kernels play."""

import os

import numpy as np
import pytest

from pitboss.lab.advice import Advice, advise, question_of, view_of
from pitboss.lab.parameters import ask
from pitboss.lab.pontoon.kernel import stream_of
from pitboss.lab.pontoon.play import SURRENDER
from pitboss.lab.pontoon.simulate import OPTIONS, SimulatedTable, Strategist, _cards
from pitboss.lab.pontoon.simulate import kernel_of as pontoon_kernel
from pitboss.lab.simulate import kernel_of
from pitboss.lab.simulate.engine import EnginePlayer, Supply
from pitboss.play import Round
from pitboss.play.acts import Act, Decide
from pitboss.play.needs import DecisionNeed

ROUNDS = 120 if "PITBOSS_DEALS" in os.environ else 50


def advice_at(round: Round, need: DecisionNeed) -> Advice:
    advice = advise(question_of(round, need), view_of(round, need))
    offered = {option.name for option in need.options}
    assert {option.name for option in advice.options} <= offered
    return advice


class Advised(EnginePlayer):
    """A player of the engine who asks for advice beside the kernel's tables."""

    asked = 0

    def _act(self, round: Round, supply: Supply) -> Act:
        act = super()._act(round, supply)
        if not isinstance(act, Decide):
            return act
        need = next(need for need in round.needs if isinstance(need, DecisionNeed) and need.id == act.need)
        advice = advice_at(round, need)
        played = act.stake.cents // round.wagers[0].stake.cents
        assert (act.option, played) == (advice.best.name, advice.best.wager), f"{view_of(round, need)}, {advice}"
        type(self).asked += 1
        return act


@pytest.mark.parametrize("game", ["star-mississippi-stud", "crown-caribbean-stud", "crown-ultimate-texas-holdem"])
def test_best_choice_is_the_one_that_the_kernel_plays(game: str) -> None:
    question = ask(game)
    player = Advised(question, kernel_of(question))  # type: ignore[arg-type]
    assert (player.play(8, 0, ROUNDS) >= 0).all()
    assert player.asked >= ROUNDS


class AdvisedAtPontoon(Strategist):
    """A player of Pontoon who asks for advice beside the kernel's tables."""

    asked: dict[str, int]

    def surrenders(self, round: Round, need: DecisionNeed) -> bool:
        does = super().surrenders(round, need)
        self._same(round, need, "surrender" if does else "no-surrender")
        return does

    def plays(self, round: Round, need: DecisionNeed) -> int:
        act = super().plays(round, need)
        if round.hands[need.hand].kind == "split":  # the tables look at no suits there
            best = advice_at(round, need).best
            assert OPTIONS[act] == best.name or best.name == "draw"
            self.asked["split hand"] = self.asked.get("split hand", 0) + 1
        else:
            self._same(round, need, OPTIONS[act])
        return act

    def forfeits(self, round: Round, need: DecisionNeed) -> bool:
        does = super().forfeits(round, need)
        self._same(round, need, "forfeit" if does else "keep")
        return does

    def _same(self, round: Round, need: DecisionNeed, done: str) -> None:
        advice = advice_at(round, need)
        assert done == advice.best.name, f"{view_of(round, need)}, {advice}"
        self.asked[done] = self.asked.get(done, 0) + 1


def test_best_choice_at_pontoon_is_the_one_that_the_kernel_plays() -> None:
    question = ask("star-pontoon")
    kernel = pontoon_kernel(question)
    player, table = AdvisedAtPontoon(kernel), SimulatedTable(question)
    player.asked = {}
    random, shoe = stream_of(12, 0), kernel.shoe.copy()
    for _ in range(8 * ROUNDS):
        table.play(_cards(shoe, random).__next__, player)
    assert set(player.asked) >= {"stand", "draw", "double", "split", "split hand", "no-surrender", "keep"}
    assert SURRENDER in np.unique(kernel.openings) or "surrender" not in player.asked
