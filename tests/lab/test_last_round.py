"""The last round of a tournament session: chances from the engine, checked where they are known without it."""

import json
from fractions import Fraction
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.lab.last_round import UNIT_CENTS, LastRound, LastRoundWords, advance_share, play_nets, price_wagers, wilson
from pitboss.lab.plain_play import PLAINS
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules

PONTOON = "star-pontoon"
CARIBBEAN = "crown-caribbean-stud"
GAMES = (PONTOON, CARIBBEAN, "crown-mississippi-stud", "crown-ultimate-texas-holdem")
ROUNDS = 200


def last(*chips: int, others: tuple[int, ...], places: int = 1, game: str = PONTOON) -> LastRound:
    return LastRound(game, tuple(c * 100 for c in chips), tuple(w * 100 for w in others), places, 100_00, 500_00)


def test_places_are_shared_by_level_players() -> None:
    assert advance_share([5, 3], 1) == 1
    assert advance_share([5, 5, 9], 2) == Fraction(1, 2)
    assert advance_share([5, 5, 5], 2) == Fraction(2, 3)
    assert advance_share([1, 5], 1) == 0
    assert advance_share([0, 0, 5], 2) == 0, "a player without chips is out"
    assert advance_share([3, 0, 5], 2) == 1


def test_interval_is_wide_where_nothing_was_seen() -> None:
    low, high = wilson(0.0, 100)
    assert low < 1e-12 and 0.03 < high < 0.04
    low, high = wilson(0.5, 10_000)
    assert 0.0097 < high - 0.5 < 0.0099 and abs(high + low - 1) < 1e-12


@pytest.mark.parametrize("game", GAMES)
def test_player_out_of_reach_advances(game: str) -> None:
    """Ahead by more than the other can win, nothing can go wrong."""
    for each in price_wagers(last(5_000_000, 1_000, others=(100,), game=game), 20):
        assert each.chance == each.high == 1 and each.low > 0.8


def test_chances_of_two_equal_players_add_up() -> None:
    """On the same rounds one of two players advances: the chances of both come to 1."""
    start = 1_000_00 * UNIT_CENTS
    for mine, theirs in play_nets(PONTOON, (1, 1), ROUNDS, 5):
        one, other = start + UNIT_CENTS * mine, start + UNIT_CENTS * theirs
        assert advance_share((one, other), 1) + advance_share((other, one), 1) == 1


def test_behind_a_leader_the_largest_wager_is_best() -> None:
    """Behind by $400 with the leader at the minimum only a wager above $400 can catch up by an even win."""
    found = {each.wager_cents: each for each in price_wagers(last(1_000, 1_500, others=(100,)), ROUNDS)}
    assert found[500_00].chance > found[100_00].chance
    assert found[500_00].low > found[100_00].high, "beyond the intervals of both"


def test_chips_for_the_bet_are_kept_back() -> None:
    """At Caribbean Stud a hand is played for three Antes: with fewer chips it is folded, and the Ante is lost."""
    assert {mine for mine, _ in play_nets(CARIBBEAN, (2, 3), 40, 1)} == {-UNIT_CENTS}
    assert len({mine for mine, _ in play_nets(CARIBBEAN, (3, 2), 40, 1)}) > 2
    question = last(1_000, 1_050, others=(100,), game=CARIBBEAN)
    found = {each.wager_cents: each for each in price_wagers(question, ROUNDS)}
    assert found[400_00].chance == 0 < found[300_00].chance


@pytest.mark.parametrize("game", GAMES[1:])
def test_cards_hang_on_the_seed_alone(game: str) -> None:
    """What the others win does not change with what the first player can pay."""
    most = PLAINS[Rules.of(game).game.engine].most_units
    few, many = (play_nets(game, (units, most), 30, 7) for units in (2, most))
    assert [theirs for _, theirs in few] == [theirs for _, theirs in many]
    assert [mine for mine, _ in few] != [mine for mine, _ in many]


@pytest.mark.parametrize("game", GAMES)
def test_plain_play_is_no_absurd_play(game: str) -> None:
    """A player who folded every hand would lose a whole wager a round."""
    most = PLAINS[Rules.of(game).game.engine].most_units
    nets = [net for row in play_nets(game, (most,) * 7, 150, 3) for net in row]
    assert sum(nets) / len(nets) > -0.35 * UNIT_CENTS and max(nets) >= UNIT_CENTS


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
        last(1_000, 1_000, others=(100,), game="star-mississippi-stud"),
        last(150, 1_000, others=(100,), game="crown-ultimate-texas-holdem"),
        last(1_000, 500, others=(300,), game="crown-ultimate-texas-holdem"),
        last(100_000, 1_000, others=(100,))._replace(maximum_cents=100_000_00),
    ],
)
def test_question_that_makes_no_sense(question: LastRound) -> None:
    with pytest.raises(LabError, match=r"\w"):
        price_wagers(question, 10)


@pytest.mark.parametrize(
    "words", [{"chips": "ten"}, {"places": "x"}, {"rounds": "1"}, {"seed": "-1"}, {"rounds": "20001"}]
)
def test_words_that_make_no_sense(words: dict[str, Any]) -> None:
    LastRoundWords().read(PONTOON, 20_000)
    with pytest.raises(LabError):
        LastRoundWords(**words).read(PONTOON, 20_000)


@pytest.mark.parametrize("game", GAMES)
def test_terminal_prints_the_chances(game: str) -> None:
    run = CliRunner().invoke(app, ["last-round", game, "1000,1500", "--others", "100", "--rounds", "20", "--json"])
    assert run.exit_code == 0
    said = json.loads(run.stdout)
    number = 5 if game.endswith("holdem") else 10
    assert [row["wager_cents"] for row in said["wagers"]] == [w * 100_00 for w in range(1, number + 1)]
    best = max(said["wagers"], key=lambda row: row["chance"])
    assert said["best_cents"] == best["wager_cents"]
    assert CliRunner().invoke(app, ["last-round", game, "1000", "--others", "100"]).exit_code == 2
