"""The last round of a tournament session: chances from the engine, checked where they are known without it."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.lab.last_round import LastRound, advance_share, play_nets, price_wagers

ROUNDS = 300


def last(*chips: int, others: tuple[int, ...], places: int = 1) -> LastRound:
    return LastRound(
        "star-pontoon", tuple(c * 100 for c in chips), tuple(w * 100 for w in others), places, 100_00, 500_00
    )


def test_places_are_shared_by_level_players() -> None:
    assert advance_share([Fraction(5), Fraction(3)], 1) == 1
    assert advance_share([Fraction(5), Fraction(5), Fraction(9)], 2) == Fraction(1, 2)
    assert advance_share([Fraction(5), Fraction(5), Fraction(5)], 2) == Fraction(2, 3)
    assert advance_share([Fraction(1), Fraction(5)], 1) == 0


def test_player_out_of_reach_advances() -> None:
    """Ahead by more than the other can win with any line of Table 1, nothing can go wrong."""
    for each in price_wagers(last(50_000, 1_000, others=(100,)), ROUNDS):
        assert each.chance == 1 and each.low == each.high == 1


def test_chances_of_two_equal_players_add_up() -> None:
    """On the same rounds one of two players advances: the chances of both come to 1."""
    nets = play_nets("star-pontoon", 2, ROUNDS, 5)
    both = [
        (advance_share((c + 100 * a, c + 100 * b), 1), advance_share((c + 100 * b, c + 100 * a), 1))
        for a, b in nets
        for c in [Fraction(1_000)]
    ]
    assert all(mine + theirs == 1 for mine, theirs in both)


def test_behind_a_leader_the_largest_wager_is_best() -> None:
    """Behind by $400 with the leader at the minimum only a wager above $400 can catch up by an even win."""
    found = {each.wager_cents: each for each in price_wagers(last(1_000, 1_500, others=(100,)), ROUNDS)}
    assert found[500_00].chance > found[100_00].chance
    assert found[500_00].low > found[100_00].high, "beyond the intervals of both"


def test_same_seed_same_rounds() -> None:
    question = last(1_000, 1_100, 900, others=(200, 100), places=2)
    assert price_wagers(question, 50, 3) == price_wagers(question, 50, 3)
    assert price_wagers(question, 50, 3) != price_wagers(question, 50, 4)


@pytest.mark.parametrize(
    "question",
    [
        last(1_000, others=()),
        last(1_000, 1_000, others=(2_000,)),
        last(50, 1_000, others=(100,)),
        last(1_000, 1_000, others=(100,), places=2),
        last(1_000, 1_000, others=(100,))._replace(game="crown-caribbean-stud"),
    ],
)
def test_question_that_makes_no_sense(question: LastRound) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        price_wagers(question, 10)


def test_terminal_prints_the_chances() -> None:
    run = CliRunner().invoke(
        app, ["last-round", "star-pontoon", "1000,1500", "--others", "100", "--rounds", "40", "--json"]
    )
    assert run.exit_code == 0
    assert [row["wager_cents"] for row in json.loads(run.stdout)["wagers"]] == [w * 100_00 for w in range(1, 11)]
    assert CliRunner().invoke(app, ["last-round", "star-pontoon", "1000", "--others", "100"]).exit_code == 2
