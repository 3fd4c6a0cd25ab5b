"""Strategies that functions say: priced and played as the same strategy is by its name, in all four games."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.cards import Card
from pitboss.lab.caribbean.price import DECIDE
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError
from pitboss.lab.ultimate.board_passes import BASE, LOST, WON
from pitboss.lab.ultimate.decide import amounts_of, pays_of, solve_decisions
from pitboss.lab.ultimate.price import DEALS_OF_HOLE
from pitboss.lab.ultimate.symmetry import PAIRS

ULTIMATE = "crown-ultimate-texas-holdem"
ROUNDS = 100_000


@pytest.mark.parametrize(
    ("game", "name", "decide"),
    [
        ("crown-caribbean-stud", "up-card", DECIDE["up-card"]),
        ("star-mississippi-stud", "bet-least", lambda cards, wagers: 1),
    ],
)
def test_it_is_the_strategy_of_that_name(game: str, name: str, decide: Callable[..., Any]) -> None:
    assert pitboss.price_with(game, decide).edge == pitboss.edge(game, strategy=name).edge
    played, named = pitboss.simulate_with(game, ROUNDS, decide), pitboss.simulate(game, ROUNDS, strategy=name)
    assert played.counts == named.counts


def test_raising_everything_before_the_flop() -> None:
    """Ultimate Texas Hold'em counted twice: by the second pass over the boards, and by what the first one found."""
    pays = pays_of(ask(ULTIMATE))
    worth, scale = solve_decisions(pays).by_hole, amounts_of(pays)[1]
    assert worth is not None
    base, won, lost = (sum(int(hole) for hole in worth[:, place]) for place in (BASE, WON, LOST))
    net = Fraction(base + int(pays.play[4] * scale) * won - 4 * scale * lost, scale * DEALS_OF_HOLE * PAIRS)
    solution = pitboss.price_with(ULTIMATE, lambda hole: 4, lambda hole, flop: 0)
    assert solution.edge == -net
    assert solution.mean_wager == 6
    # The river never comes; its exact decisions would take a while.
    always = (lambda hole: 4), (lambda hole, flop: 0)
    played = pitboss.simulate_with(ULTIMATE, ROUNDS, *always, strategy="twenty-one-outs")
    assert abs(played.z_score(solution)) < 4
    assert {end.wagered for end, count in zip(played.ends, played.counts, strict=True) if count} == {6}


def test_pontoon_by_a_total() -> None:
    def choose(cards: tuple[int, ...], up: int) -> str:
        soft = 1 in cards and sum(cards) <= 11
        return "stand" if sum(cards) + 10 * soft >= (18 if soft else 16) else "draw"

    solution = pitboss.price_with("star-pontoon", choose)
    assert solution.edge > pitboss.edge("star-pontoon").edge
    assert abs(pitboss.simulate_with("star-pontoon", ROUNDS, choose).z_score(solution)) < 4


def test_what_a_strategy_may_not_say() -> None:
    def loves_spades(hole: tuple[Card, Card]) -> int:
        return 4 if any(int(card) & 3 == 3 for card in hole) else 0

    with pytest.raises(LabError, match="not which suits they are of"):
        pitboss.price_with(ULTIMATE, loves_spades, lambda hole, flop: 0)
    with pytest.raises(LabError, match="before the flop are 4 or 0, not 1"):
        pitboss.price_with(ULTIMATE, lambda hole: 1, lambda hole, flop: 0)
