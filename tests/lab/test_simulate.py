"""Simulation: kernels against the exact numbers, against the engine wager by wager, and the same on any workers."""

import json
from fractions import Fraction
from functools import cache
from itertools import combinations, islice
from math import perm
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError
from pitboss.lab.simulate import BLOCK, Kernel, Plan, do, kernel_of, kernel_with, simulate
from pitboss.lab.simulate.streams import BATCH, ORDERS, deal_rounds, next_numbers, stream_of
from pitboss.lab.ultimate.board import CELLS, cell_of, decide_by_outs, lay_felt, read_board
from pitboss.lab.ultimate.simulate import Ultimate
from pitboss.lab.workers import cluster, processes

MANY = 4_000_000


# Against the exact numbers.


@pytest.mark.parametrize("rounds", [MANY // 4, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("game", "strategy", "rule"),
    [
        ("star-mississippi-stud", "optimal", ()),
        ("star-mississippi-stud", "optimal", ("street-most=5",)),
        ("crown-mississippi-stud", "optimal", ("street-least=3", "street-most=4")),
        ("crown-mississippi-stud", "bet-least", ()),
        ("star-caribbean-stud", "optimal", ()),
        ("crown-caribbean-stud", "bet-all", ()),
    ],
)
def test_kernel_agrees_with_the_exact_edge(game: str, strategy: str, rule: tuple[str, ...], rounds: int) -> None:
    question = ask(game, strategy=strategy, rule=rule)
    solution = answer(question).solution
    tally = simulate(Plan(question, rounds, seed=7))
    assert tally.rounds == rounds
    assert abs(tally.z_score(solution)) < 4
    off = float(tally.mean_wager - Fraction(solution.mean_wager)) * rounds**0.5
    deviation = float(max(end.wagered for end in tally.ends) - 1) / 2  # of what lies between one Ante and that, at most
    assert abs(off) < 4 * deviation


@pytest.mark.parametrize(
    ("game", "strategy", "most"),
    [("star-caribbean-stud", "pairs", 45), ("star-mississippi-stud", "points", 90)],
    ids=["Caribbean", "Mississippi"],
)
def test_every_outcome_comes_as_often_as_it_should(game: str, strategy: str, most: float) -> None:
    """By name, pay and wager, as the exact count has them; no more than once in a hundred thousand seeds so far off."""
    question = ask(game, strategy=strategy)
    solution = answer(question).solution
    tally = simulate(Plan(question, MANY, seed=3))
    found = {(o.name, o.pay, o.wagered): o.count for o in tally.outcomes()}
    expected = {(o.name, o.pay, o.wagered): MANY * solution.probability(o) for o in solution.outcomes}
    assert found.keys() <= expected.keys()
    off = [(found.get(at, 0) - often) ** 2 / often for at, often in expected.items() if often > 1]
    assert sum(off) < most, f"chi-squared on {len(off)} outcomes"


# Workers.

PLAN = Plan(ask("crown-mississippi-stud", strategy="bet-least"), 5_000_007, seed=99)


def test_processes_give_the_same_counts_as_one() -> None:
    alone = simulate(PLAN)
    assert alone.rounds == PLAN.rounds
    with processes(2) as pool:
        assert simulate(PLAN, pool, workers=2).counts == alone.counts


@cache
def _stander() -> Kernel:
    """Pontoon played without a card drawn: made sooner than any of its strategies."""
    return kernel_with(ask("star-pontoon"), lambda *_: "stand")


@pytest.mark.parametrize(
    ("game", "rounds", "engine"),
    [
        ("star-mississippi-stud", 5 * BLOCK + 1, False),
        ("star-mississippi-stud", 7, False),
        ("star-mississippi-stud", 150, True),
        ("star-pontoon", 2 * BLOCK + 77, False),
        ("star-pontoon", 130, True),
    ],
)
def test_a_tally_is_watched_at_even_steps_of_its_rounds(game: str, rounds: int, *, engine: bool) -> None:
    """So many points for a chart, within a block too, and the counts are those of the plan played in one go."""
    plan = Plan(ask(game, strategy="bet-least" if "stud" in game else "totals"), rounds, 5, engine)
    kernel = _stander() if game == "star-pontoon" else kernel_of(plan.question)
    player = kernel.by_engine(plan.question) if engine else kernel
    seen: list[int] = []
    tally = simulate(plan, player=player, points=120, watch=lambda tally: seen.append(tally.rounds))
    assert tally.counts == simulate(plan, player=player).counts
    points = min(120, rounds)
    assert seen == [-(-rounds * point // points) for point in range(1, points + 1)]


@pytest.mark.long
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
    one, again, other, seeded = (stream_of(*at).tolist() for at in ((1, 0), (1, 0), (1, 1), (2, 0)))
    assert one == again
    assert len({tuple(one), tuple(other), tuple(seeded)}) == 3


def test_a_block_is_the_same_whatever_comes_before_it() -> None:
    plan = Plan(PLAN.question, 3 * BLOCK, seed=5)
    (task,) = plan.tasks()
    whole = np.array(do(task))
    parts = [np.array(do(type(task)(plan, block, block + 1))) for block in range(3)]
    assert np.array_equal(np.sum(parts, axis=0), whole)


def test_a_round_is_the_same_in_a_batch_of_any_size() -> None:
    together, alone = stream_of(8, 3), stream_of(8, 3)
    dealt = deal_rounds(together, 9, BATCH)
    assert np.array_equal(dealt, np.hstack([deal_rounds(alone, 9, size) for size in (1, 2, BATCH - 3)]))
    assert np.array_equal(together, alone)


def test_the_generator_gives_its_published_numbers() -> None:
    """Blackman and Vigna, xoshiro256++: the first numbers after the state 1, 2, 3, 4."""
    numbers = np.empty(6, np.uint64)
    next_numbers(np.array([1, 2, 3, 4], np.uint64), numbers, np.uint64(1))
    published = [41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205, 9973669472204895162]
    assert numbers.tolist() == published


@pytest.mark.parametrize("cards", [5, 9, 10])
def test_a_number_is_an_order_of_the_cards(cards: int) -> None:
    """Cards taken one by one from a real deck, the last of it filling the gap, by the digits of the number."""
    dealt = deal_rounds(stream_of(4, 2), cards, 500)
    numbers = np.empty(500, np.uint64)
    next_numbers(stream_of(4, 2), numbers, ORDERS[cards])
    for hand, number in zip(dealt.T.tolist(), numbers.tolist(), strict=True):
        order, deck, by_deck = number * int(ORDERS[cards]) >> 64, list(range(52)), []
        for left in range(52, 52 - cards, -1):
            rest = perm(left - 1, cards - 53 + left)
            place, order = divmod(order, rest)
            by_deck.append(deck[place])
            deck[place] = deck[left - 1]
        assert hand == by_deck


def test_every_card_is_as_likely_in_every_place() -> None:
    rounds = 260_000
    dealt = deal_rounds(stream_of(21, 0), 10, rounds)
    assert (np.diff(np.sort(dealt, axis=0), axis=0) > 0).all(), "no card comes twice in a round"
    expected = rounds / 52
    for cards in dealt:
        chi_squared = ((np.bincount(cards, minlength=52) - expected) ** 2 / expected).sum()
        assert chi_squared < 105, "51 degrees of freedom: one in a hundred thousand"


def test_numbers_that_favour_some_orders_are_left_out() -> None:
    """As many orders as make one number in four unfair; a deck's are so few that it would never be seen."""
    orders = np.uint64(3 << 61)
    drawn, fair = np.empty(3_000, np.uint64), np.empty(1_000, np.uint64)
    next_numbers(stream_of(6, 0), drawn, np.uint64(1))
    next_numbers(stream_of(6, 0), fair, orders)
    wanted = [number for number in drawn.tolist() if number * int(orders) % 2**64 >= 2**64 % int(orders)]
    assert 1_000 < len(wanted) < 3_000
    assert fair.tolist() == wanted[:1_000]


# The published river of Ultimate Texas Hold'em.


@pytest.mark.parametrize(("most_of_a_suit", "chosen"), [(3, {0, 1}), (4, {0, 1}), (5, {1})])
def test_river_is_decided_as_the_exact_count_decides_it(most_of_a_suit: int, chosen: set[int]) -> None:
    """Every pair of hole cards on some boards, against the pass that prices the strategy."""
    kernel = kernel_of(ask("crown-ultimate-texas-holdem", strategy="twenty-one-outs"))
    assert isinstance(kernel, Ultimate)
    felt, river, known = lay_felt(52), np.empty(CELLS, np.int64), kernel.known
    boards = (board for board in deal_rounds(stream_of(most_of_a_suit, 0), 5, 20_000).T)
    wanted = (board for board in boards if np.bincount(board & 3).max() == most_of_a_suit)
    made = set()
    for board in islice(wanted, 12):
        _, cells = read_board(board, np.arange(52, dtype=np.uint8), known, felt)
        decide_by_outs(board, cells, known, felt, river)
        pairs = list(combinations(felt.live, 2))
        decided = [int(river[cell_of(*felt.mark[list(pair)])]) for pair in pairs]
        assert [kernel.choose("river", pair, board) for pair in pairs] == decided
        made |= set(decided)
    assert made == chosen


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
