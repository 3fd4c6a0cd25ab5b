"""The wagers that tell a sign: every other wager of it gains a player less, whatever is looked at."""

from fractions import Fraction
from typing import Any

import pytest

from pitboss.games.best_wagers import find_best_wagers
from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask
from pitboss.law import Rules
from pitboss.money import Chips
from pitboss.play.terms import Limits, Terms

PONTOON, ULTIMATE = "star-pontoon", "crown-ultimate-texas-holdem"
SPOTS = {PONTOON: "wager", ULTIMATE: "ante"}
ODD = Chips((200, 500, 2_500))
HALVES = Chips((100, 250, 500, 2_500))


def told(game: str, limits: Limits, chips: Chips, **more: Any) -> list[int]:
    return [
        wager.cents for wager in find_best_wagers(Rules.of(game), Terms({SPOTS[game]: limits}, chips=chips, **more))
    ]


@pytest.mark.parametrize(
    ("game", "limits", "chips", "wagers"),
    [
        (PONTOON, Limits(5_00, 500_00), Chips(), [5_00]),
        (PONTOON, Limits(10_00, 500_00), Chips(), [11_00, 25_00]),  # rounded the most, and the prize the most
        (PONTOON, Limits(10_00, 20_00), Chips(), [10_00, 11_00]),
        (PONTOON, Limits(5_00, 500_00, 5_00), HALVES, [5_00]),  # for the prize alone
        (PONTOON, Limits(1_00, 4_00), Chips(), [1_00]),
        (PONTOON, Limits(2_00, 4_00, 2_00), Chips(), []),
        (ULTIMATE, Limits(5_00, 500_00), Chips(), [5_00]),
        (ULTIMATE, Limits(10_00, 500_00), Chips(), [11_00]),
        (ULTIMATE, Limits(10_00, 500_00, 10_00), Chips(), []),
        (ULTIMATE, Limits(5_00, 500_00, 5_00), HALVES, []),
        (ULTIMATE, Limits(5_00, 500_00), Chips((500, 2_500)), [5_00]),
    ],
)
def test_the_wagers_that_tell_a_sign(game: str, limits: Limits, chips: Chips, wagers: list[int]) -> None:
    assert told(game, limits, chips) == wagers


@pytest.mark.parametrize("game", ["star-caribbean-stud", "star-mississippi-stud", "crown-mississippi-stud"])
def test_where_nothing_is_rounded_all_wagers_are_alike(game: str) -> None:
    assert find_best_wagers(Rules.of(game), Terms({"ante": Limits(5_00, 500_00)})) == ()


@pytest.mark.parametrize("game", [PONTOON, ULTIMATE])
@pytest.mark.parametrize("chips", [Chips(), HALVES, ODD, Chips((500, 2_500))])
@pytest.mark.parametrize("limits", [Limits(5_00, 80_00), Limits(10_00, 80_00), Limits(25_00, 80_00, 3_00)])
def test_no_wager_of_a_sign_gains_more_than_all_that_tell_it(game: str, chips: Chips, limits: Limits) -> None:
    rules = Rules.of(game)

    def gains(cents: int) -> tuple[Fraction, ...]:
        half = Fraction(chips.next_payable(Fraction(3 * cents, 2)), cents)
        back = Fraction(chips.next_payable(Fraction(cents, 2)), cents)
        prize = {True: 0, cents >= 5_00: 1_000_00, cents >= 25_00: 5_000_00}[True] if game == PONTOON else 0
        return half, back if game == PONTOON else Fraction(0), Fraction(prize, cents)

    best = [gains(wager.cents) for wager in find_best_wagers(rules, Terms({SPOTS[game]: limits}, chips=chips))]
    steps = range(limits.minimum_cents, limits.maximum_cents + 1, limits.unit_cents or 50)
    for cents in filter(chips.pays_exactly, steps):
        mine = gains(cents)
        has_more = mine[2] or mine[0] > Fraction(3, 2)
        assert not has_more or any(all(a >= b for a, b in zip(one, mine, strict=True)) for one in best), cents


def test_limits_of_players_own_are_looked_at_too() -> None:
    own = {"ann": {"ante": Limits(5_00, 50_00)}}
    assert told(ULTIMATE, Limits(25_00, 500_00), Chips(), individual=own) == [5_00]


def test_a_half_that_is_rounded_down_speaks_for_an_even_wager_too() -> None:
    rules = Rules.of(PONTOON).amend(readings={"surrenderReturnRounding": "down"})
    terms = Terms({"wager": Limits(1_00, 4_00)})
    assert [wager.cents for wager in find_best_wagers(rules, terms)] == [1_00]
    terms = Terms({"wager": Limits(6_00, 20_00)})
    assert [wager.cents for wager in find_best_wagers(rules, terms)] == [6_00, 7_00]


def test_the_labs_edge_is_least_at_a_wager_that_tells() -> None:
    limits = Limits(10_00, 28_00)
    edges = {
        cents: answer(ask(PONTOON, wager_cents=cents, chip_cents=Chips().denominations)).solution.edge
        for cents in (10_00, 11_00, 12_00, 13_00, 24_00, 25_00, 26_00, 27_00)
    }
    assert min(edges, key=lambda cents: edges[cents]) in told(PONTOON, limits, Chips())
    assert edges[11_00] < edges[25_00] < edges[10_00]


@pytest.mark.parametrize(
    "terms",
    [
        Terms({}),
        Terms({"wager": Limits(0, 0)}),
        Terms({"wager": Limits(-5, 5)}),
        Terms({"wager": Limits(5_00, 4_00)}),
        Terms({"wager": Limits(5_00, 50_00, -1)}),
        Terms({"wager": Limits(5_00, 50_00)}, chips=Chips(())),
        Terms({"wager": Limits(5_00, 50_00)}, chips=Chips((0, 100))),
        Terms({"wager": Limits(10**12, 10**15, 1)}, chips=Chips((10**12 - 11, 10**12))),
    ],
)
def test_terms_that_are_none_tell_nothing(terms: Terms) -> None:
    assert find_best_wagers(Rules.of(PONTOON), terms) == ()


def test_a_sign_of_millions_is_told_at_once() -> None:
    terms = Terms({"ante": Limits(10**12, 10**15, 1)}, chips=Chips((10**12,)))
    assert [wager.cents for wager in find_best_wagers(Rules.of(ULTIMATE), terms)] == [10**12]
