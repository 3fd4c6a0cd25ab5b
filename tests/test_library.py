"""What `import pitboss` offers: rounds that a function plays, edges, simulations and records in one call each."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

import pitboss
from pitboss.cards import UNKNOWN
from pitboss.play import fold
from pitboss.report.record import write_record

GAMES = pitboss.built_games()


def first(turn: pitboss.PlayerTurn) -> str:
    """Take the first option that there is."""
    return next(iter(turn.options))


def test_import_loads_nothing_but_the_package() -> None:
    loaded = "[name for name in sys.modules if name.startswith('pitboss.') or name == 'msgspec']"
    said = f"import sys, pitboss; print({loaded})"
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


def test_rounds_need_no_library_but_msgspec() -> None:
    said = (
        "import sys, pitboss; list(pitboss.play_rounds('crown-ultimate-texas-holdem', lambda turn: [*turn.options][-1],"
        " rounds=1)); print(sorted({'numpy', 'numba', 'rich', 'typer', 'sqlalchemy', 'fastapi', 'jinja2', 'jsonschema'}"
        " & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("print(pitboss.settle(pathlib.Path('docs/example.toml')).round.is_over)", "True"),
        ("pitboss.edge", "This needs numpy: install it with pip install 'pitboss[lab]'."),
        ("pitboss.settle('')", "This needs jsonschema: install it with pip install 'pitboss[terminal]'."),
    ],
)
def test_a_library_that_is_not_installed_is_named_with_its_extra(call: str, said: str) -> None:
    """None in the place of a module is one that cannot be imported."""
    missing = "numpy jinja2" + " jsonschema" * ("jsonschema" in said)
    lines = f"import pathlib, sys; sys.modules |= dict.fromkeys('{missing}'.split()); import pitboss; {call}"
    ran = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False)
    assert (ran.stdout + ran.stderr).splitlines()[-1].removeprefix("ModuleNotFoundError: ") == said


def test_every_name_is_there() -> None:
    assert all(getattr(pitboss, name) is not None for name in pitboss.__all__)
    assert set(pitboss.__all__) <= set(dir(pitboss))
    with pytest.raises(AttributeError, match="nonsense"):
        _ = pitboss.nonsense


@pytest.mark.parametrize("game", GAMES)
def test_a_function_plays_every_game(game: str) -> None:
    """Each round ends, its acts give it again, and no hand of it lies against the rules of money."""
    for played in pitboss.play_rounds(game, lambda turn: [*turn.options][-1], rounds=20, seed=game):
        assert played.round.is_over
        assert fold(played.opening, played.acts) == played.round
        assert played.staked_cents + played.net_cents >= 0


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_rounds(game: str) -> None:
    def nets(seed: int) -> list[int]:
        return [each.net_cents for each in pitboss.play_rounds(game, first, rounds=12, seed=seed)]

    assert nets(1) == nets(1) != nets(2)


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_shows_what_the_player_may_see(game: str) -> None:
    """The dealer's hidden cards are in no view that a player function gets."""
    turns: list[pitboss.PlayerTurn] = []

    def choose(turn: pitboss.PlayerTurn) -> str:
        turns.append(turn)
        return next(iter(turn.options))

    for played in pitboss.play_rounds(game, choose, rounds=10, seed=2):
        for turn in turns:
            up = {card for hand in played.round.hands for card in hand.cards if not hand.area}
            assert turn.cards
            assert UNKNOWN not in turn.cards
            assert set(turn.shown) <= up
            house = [hand for hand in turn.view.hands if hand.kind == "dealer"]
            assert all(sum(card != UNKNOWN for card in hand.cards) <= 1 for hand in house)
        turns.clear()


def test_optional_decisions_are_asked_only_where_that_is_wanted() -> None:
    """A player who takes the first option at every turn concedes no hand unawares."""

    def kinds(*, optional: bool) -> Counter[str]:
        seen: Counter[str] = Counter()

        def choose(turn: pitboss.PlayerTurn) -> str | None:
            seen[turn.need.kind] += 1
            return None if turn.is_optional else next(iter(turn.options))

        for _ in pitboss.play_rounds("star-caribbean-stud", choose, rounds=5, seed=3, optional=optional):
            pass
        return seen

    assert "concede" not in kinds(optional=False)
    assert kinds(optional=True)["concede"] == 5


def test_an_option_that_is_not_offered_is_named() -> None:
    with pytest.raises(ValueError, match="There is no option double here: choose one of bet, fold"):
        next(pitboss.play_rounds("star-caribbean-stud", lambda _: "double", rounds=1))


def test_a_stake_may_be_chosen() -> None:
    rounds = pitboss.play_rounds(
        "star-mississippi-stud", lambda turn: ("bet", 75_00), rounds=1, seed=1, wagers={"ante": 25_00}
    )
    assert next(rounds).staked_cents == 25_00 + 3 * 75_00


def test_a_played_round_is_a_record_that_settles_alike() -> None:
    for played in pitboss.play_rounds("star-pontoon", lambda _: "stand", rounds=3, seed=4):
        again = pitboss.settle(write_record(played.opening, played.acts))
        assert pitboss.totals(again.round) == pitboss.totals(played.round)


def test_a_record_settles_from_its_file() -> None:
    record = Path(__file__).parent.parent / "docs" / "example.toml"
    assert pitboss.settle(record).round == pitboss.settle(record.read_text()).round


def test_edge_and_strategy_are_the_labs() -> None:
    found = pitboss.edge("crown-mississippi-stud")
    assert f"{float(found.solution.edge):.6f}" == "0.049149"
    dearer = pitboss.edge("crown-mississippi-stud", pay=["flush=5"])
    assert dearer.solution.edge > found.solution.edge
    assert pitboss.strategy("crown-mississippi-stud").best.edge == found.solution.edge


def test_a_simulation_is_near_the_exact_edge() -> None:
    tally = pitboss.simulate("crown-mississippi-stud", 200_000, seed=1)
    assert abs(tally.z_score(pitboss.edge("crown-mississippi-stud").solution)) < 4
