"""Simulation: kernels against the exact numbers, against the engine wager by wager, and the same on any workers."""

import json
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError
from pitboss.lab.simulate.kernel import kernel_of
from pitboss.lab.simulate.plan import BLOCK, Plan, do
from pitboss.lab.simulate.run import cluster, processes, simulate
from pitboss.lab.simulate.streams import deal_some, dealer_of, last_number, next_number

MANY = 4_000_000


# Against the exact numbers.


@pytest.mark.parametrize(
    ("game", "strategy"),
    [
        ("star-mississippi-stud", "optimal"),
        ("crown-mississippi-stud", "bet-least"),
        ("star-caribbean-stud", "optimal"),
        ("crown-caribbean-stud", "bet-all"),
    ],
)
def test_kernel_agrees_with_the_exact_edge(game: str, strategy: str) -> None:
    question = ask(game, strategy=strategy)
    solution = answer(question).solution
    tally = simulate(Plan(question, MANY, seed=7))
    assert tally.rounds == MANY
    assert abs(tally.z_score(solution)) < 4
    off = float(tally.mean_wager - Fraction(solution.mean_wager)) * MANY**0.5
    assert abs(off) < 4 * 3  # no wager is more than three Antes from the mean, so that is its deviation at most


def test_every_outcome_comes_as_often_as_it_should() -> None:
    question = ask("star-caribbean-stud", strategy="pairs")
    solution = answer(question).solution
    tally = simulate(Plan(question, MANY, seed=3))
    found = tally.outcomes()
    off = [
        (found.get((o.name, o.pay, o.wagered), 0) - MANY * solution.probability(o)) ** 2
        / (MANY * solution.probability(o))
        for o in solution.outcomes
    ]
    assert sum(off) < 45, "chi-squared on a dozen outcomes: one in a hundred thousand"


# Workers.

PLAN = Plan(ask("crown-mississippi-stud", strategy="bet-least"), 5_000_007, seed=99)


def test_processes_give_the_same_counts_as_one() -> None:
    alone = simulate(PLAN)
    assert alone.rounds == PLAN.rounds
    with processes(2) as pool:
        assert simulate(PLAN, pool, workers=2).counts == alone.counts


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster_gives_the_same_counts_to_the_last_digit() -> None:
    from distributed import LocalCluster

    local: Any = LocalCluster  # Dask has no types
    with (
        local(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers,
        cluster(workers.scheduler_address) as (executor, threads),
    ):
        assert threads == 2
        assert simulate(PLAN, executor, workers=threads).counts == simulate(PLAN).counts


def test_no_cluster_is_a_clear_error() -> None:
    with pytest.raises(LabError, match="no cluster"), cluster("nonsense://nowhere"):
        pass


# Streams.


def test_blocks_have_streams_of_their_own_and_keep_them() -> None:
    one, again, other, seeded = (dealer_of(*at).state.tolist() for at in ((1, 0), (1, 0), (1, 1), (2, 0)))
    assert one == again
    assert len({tuple(one), tuple(other), tuple(seeded)}) == 3


def test_a_block_is_the_same_whatever_comes_before_it() -> None:
    plan = Plan(PLAN.question, 3 * BLOCK, seed=5)
    (task,) = plan.tasks()
    whole = np.array(do(task))
    parts = [np.array(do(type(task)(plan, block, block + 1))) for block in range(3)]
    assert np.array_equal(np.sum(parts, axis=0), whole)


def test_every_card_is_as_likely_in_every_place() -> None:
    dealer = dealer_of(21, 0)
    seen = np.zeros((5, 52), np.int64)
    cards = np.empty(5, np.uint8)
    rounds = 26_000
    for _ in range(rounds):
        deal_some(dealer, np.uint64(next_number(dealer, last_number(5))), 52, cards)
        assert len(set(cards.tolist())) == 5
        seen[np.arange(5), cards] += 1
    expected = rounds / 52
    chi_squared = ((seen - expected) ** 2 / expected).sum(axis=1)
    assert (chi_squared < 105).all(), "51 degrees of freedom: one in a hundred thousand"


def test_numbers_past_the_last_whole_multiple_are_left_out() -> None:
    assert (int(last_number(5)) + 1) % (52 * 51 * 50 * 49 * 48) == 0
    assert 2**64 - 1 - int(last_number(5)) < 52 * 51 * 50 * 49 * 48


# The command.


def test_command_tells_the_edge_with_its_interval() -> None:
    run = CliRunner().invoke(
        app, ["simulate", "star-mississippi-stud", "--rounds", "1e5", "--seed", "4", "--workers", "1", "--json"]
    )
    assert run.exit_code == 0, run.output
    data = json.loads(run.stdout)
    low, high = data["interval"]
    assert low < data["edge"] < high
    assert data["rounds"] == sum(outcome["count"] for outcome in data["outcomes"]) == 100_000
    assert abs(data["exact"]["z_score"]) < 4


@pytest.mark.parametrize("rounds", ["0", "1.5", "many", "1e99", "nan"])
def test_command_refuses_rounds_that_make_no_sense(rounds: str) -> None:
    run = CliRunner().invoke(app, ["simulate", "star-mississippi-stud", "--rounds", rounds])
    assert run.exit_code == 2


def test_what_sees_hidden_cards_is_not_simulated() -> None:
    with pytest.raises(LabError, match="not dealt"):
        kernel_of(ask("star-mississippi-stud", strategy="knows-first-card"))
