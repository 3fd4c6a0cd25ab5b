"""The kernels of the poker games and the real engine, wager by wager: random deals, random decisions."""

import os
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

import pitboss.lab.caribbean.simulate as caribbean
import pitboss.lab.mississippi.simulate as mississippi
import pitboss.lab.ultimate.simulate as ultimate
from pitboss.lab.parameters import ask
from pitboss.lab.question import End, LabError
from pitboss.lab.simulate import Plan, kernel_of, simulate
from pitboss.lab.simulate.engine import EnginePlayer, PokerKernel, Supply
from pitboss.lab.simulate.streams import stream_of
from pitboss.lab.ultimate.simulate import rivers_with
from pitboss.lab.ultimate.symmetry import symmetry

DEALS = int(os.environ.get("PITBOSS_DEALS", "300"))
"""Deals that kernel and engine play side by side, a game; a million in the release run."""
NAMED = 600
ULTIMATE = "crown-ultimate-texas-holdem"


def random_mississippi(rng: np.random.Generator) -> tuple[str, PokerKernel]:
    kernel = mississippi.kernel_of(ask("star-mississippi-stud"))
    pair, *streets, fifth = kernel.choices
    third, fourth = (rng.choice(4, size=street.shape, p=[0.1, 0.3, 0.3, 0.3]).astype(np.uint8) for street in streets)
    by_suit = rng.integers(4, size=(*fifth.shape, 4)) << np.array([0, 4, 8, 12])
    kernel.choices = mississippi.MississippiChoices(pair, third, fourth, by_suit.sum(axis=-1).astype(np.uint16))
    return "star-mississippi-stud", kernel


def random_caribbean(rng: np.random.Generator) -> tuple[str, PokerKernel]:
    kernel = caribbean.kernel_of(ask("crown-caribbean-stud", strategy="bet-all"))
    by_hand = rng.choice(3, size=kernel.choices.by_hand.shape, p=[0.1, 0.7, 0.2]).astype(np.uint8)
    by_suits = rng.random(kernel.choices.by_suits.shape) < 0.5
    kernel.choices = kernel.choices._replace(by_hand=by_hand, by_suits=by_suits)
    return "crown-caribbean-stud", kernel


def random_ultimate(rng: np.random.Generator) -> tuple[str, PokerKernel]:
    kernel = ultimate.kernel_of(ask(ULTIMATE, strategy="twenty-one-outs"))
    pre_flop = np.where(rng.random(kernel.choices.pre_flop.shape) < 0.3, 4, 0).astype(np.uint8)
    flops = kernel.choices.flops
    flops = flops._replace(bets=rng.integers(256, size=flops.bets.shape, dtype=np.uint8))
    kernel.choices = kernel.choices._replace(pre_flop=pre_flop, flops=flops)
    boards = symmetry()
    kernel.rivers = rivers_with(boards, rng.integers(256, size=(len(boards.boards), 136), dtype=np.uint8))
    return ULTIMATE, kernel


@pytest.mark.parametrize("make", [random_mississippi, random_caribbean, random_ultimate])
def test_kernel_and_engine_agree_wager_by_wager(make: Callable[[np.random.Generator], tuple[str, PokerKernel]]) -> None:
    """Random deals, random decisions: what becomes of each wager is the same, round after round."""
    game, kernel = make(np.random.default_rng(5))
    engine = EnginePlayer(ask(game), kernel)
    mine, theirs = stream_of(11, 0), stream_of(11, 0)
    seen = set()
    for _ in range(DEALS):
        (place,) = np.flatnonzero(kernel.play_on(mine, 1))
        end = engine.play_round(Supply(theirs, kernel.roles))
        assert wagers(end) == wagers(kernel.ends[int(place)])
        seen.add(place)
    assert len(seen) > 5
    assert (mine == theirs).all()


def test_trips_too() -> None:
    question = ask(ULTIMATE, strategy="twenty-one-outs", rule=["trips=2"])
    kernel = kernel_of(question)
    engine = EnginePlayer(question, kernel)  # type: ignore[arg-type]
    assert by_wagers(kernel.ends, kernel.play(1, 0, 200)) == by_wagers(kernel.ends, engine.play(1, 0, 200))


def wagers(end: End) -> tuple[dict[str, Fraction], Fraction]:
    return dict(end.nets), end.wagered


def by_wagers(ends: object, counts: np.ndarray) -> dict[str, int]:
    found: dict[str, int] = {}
    for end, count in zip(ends, counts.tolist(), strict=True):  # type: ignore[call-overload]
        if count:
            found[str(wagers(end))] = found.get(str(wagers(end)), 0) + count
    return found


@pytest.mark.parametrize(
    ("game", "strategy", "rule"),
    [
        ("star-mississippi-stud", "points", []),
        ("crown-mississippi-stud", "bet-least", []),
        ("star-caribbean-stud", "pairs", []),
        ("crown-caribbean-stud", "bet-all", []),
        (ULTIMATE, "twenty-one-outs", []),
        (ULTIMATE, "twenty-one-outs", ["trips=1"]),
        ("star-pontoon", "optimal", []),
    ],
)
def test_kernel_and_engine_name_what_comes_alike(game: str, strategy: str, rule: list[str]) -> None:
    """By name, pay and wager, and as often: pairs are pairs, and a Play wager is one that its stage has."""
    question = ask(game, strategy=strategy, rule=rule)
    by_kernel, by_engine = (simulate(Plan(question, NAMED, seed=4, engine=engine)) for engine in (False, True))
    assert by_engine.outcomes() == by_kernel.outcomes()


def test_the_engine_takes_no_other_pays() -> None:
    for more, words in (({"pay": ["flush=9"]}, "by the book"), ({"rule": ["qualifier=pair"]}, "by the book")):
        question = ask("star-caribbean-stud", strategy="bet-all", **more)  # type: ignore[arg-type]
        with pytest.raises(LabError, match=words):
            simulate(Plan(question, 10, seed=1, engine=True))
    question = ask(ULTIMATE, strategy="twenty-one-outs", rule=["foldKeepsTrips=true"])
    with pytest.raises(LabError, match="not played with foldKeepsTrips"):
        simulate(Plan(question, 10, seed=1, engine=True))


@pytest.mark.parametrize("play", ["3/5,2,1", "4,2/3,1", "5,3/4,1/2"])
def test_several_multiples_on_the_sign(play: str) -> None:
    """A fixed strategy plays the highest of each stage."""
    question = ask(ULTIMATE, strategy="twenty-one-outs", rule=["trips=1"], play=play)
    kernel = kernel_of(question)
    engine = EnginePlayer(question, kernel)  # type: ignore[arg-type]
    assert by_wagers(kernel.ends, kernel.play(2, 0, 150)) == by_wagers(kernel.ends, engine.play(2, 0, 150))


def test_several_multiples_that_the_best_play_would_use_are_refused() -> None:
    with pytest.raises(LabError, match="one at the river"):
        kernel_of(ask(ULTIMATE, play="5,3/4,1/2"))
