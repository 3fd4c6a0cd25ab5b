"""Strategies that functions say: priced and played as the same strategy is by its name, in all four games."""

import json
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import pitboss
from pitboss.cards import Card
from pitboss.cli import app
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


def _file(folder: Path, ups: Iterable[str], rows: Mapping[str, str]) -> Path:
    """A table that says the same against every up card, but where a row's cell has two words: those go to the last."""
    ups = list(ups)
    lines = [",".join(["hand", *ups])]
    for name, cell in rows.items():
        usual, *last = cell.split()
        lines.append(",".join([name, *[usual] * (len(ups) - 1), *(last or [usual])]))
    file = folder / "mine.csv"
    file.write_text("\n".join(lines))
    return file


PONTOON_UPS = ("A", *map(str, range(2, 11)))
POKER_UPS = "23456789TJQKA"


def test_pontoon_by_a_table_in_a_file(tmp_path: Path) -> None:
    """Totals, more cards, pairs, and what is done where a surrender is not offered."""
    rows = {f"hard {total}": "H" if total < 16 else "S" for total in range(4, 21)}
    rows |= {f"soft {total}": "H" if total < 18 else "S" for total in range(12, 21)}
    rows |= {"hard 15 4+": "S", "8-8": "P", "hard 17": "S R/S"}
    file = _file(tmp_path, PONTOON_UPS, rows)

    def choose(cards: tuple[int, ...], up: int) -> str:
        total, soft = sum(cards), 1 in cards and sum(cards) <= 11
        if cards == (8, 8):
            return "split"
        if not soft and total == 17 and up == 10 and len(cards) == 2:
            return "surrender/stand"
        if not soft and total == 15 and len(cards) >= 4:
            return "stand"
        return "stand" if total + 10 * soft >= (18 if soft else 16) else "draw"

    said = pitboss.price_with("star-pontoon", choose)
    asked = ["simulate", "star-pontoon", "--strategy-file", str(file), "--rounds", "1e5", "--json"]
    played = json.loads(CliRunner().invoke(app, asked).stdout)
    assert played["exact"]["edge"] == said.edge and abs(played["exact"]["z_score"]) < 4


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("pairs", {"pair": "bet", "any": "fold"}),
        ("ace-king-jack-8-3", {"A-K-J-8-3": "bet", "any": "fold"}),
        ("bet-all", {"flush": "bet", "8-8": "bet", "any": "bet"}),
    ],
)
def test_caribbean_by_a_table_in_a_file(tmp_path: Path, name: str, rows: dict[str, str]) -> None:
    file = _file(tmp_path, POKER_UPS, rows)
    told = CliRunner().invoke(app, ["edge", "crown-caribbean-stud", "--strategy-file", str(file), "--json"])
    named = pitboss.edge("crown-caribbean-stud", strategy=name)
    assert Fraction(json.loads(told.stdout)["edge_exact"]) == named.edge


@pytest.mark.parametrize(
    ("game", "ups", "rows", "words"),
    [
        ("star-pontoon", PONTOON_UPS, {"hard 16": "X"}, "A cell is one of S, H, D, P, R"),
        ("star-pontoon", PONTOON_UPS, {"hard 16": "S"}, "has no row"),
        ("star-pontoon", POKER_UPS, {"hard 16": "S"}, "names the up cards"),
        ("crown-caribbean-stud", POKER_UPS, {"K-A": "bet"}, "least hand"),
        ("crown-caribbean-stud", POKER_UPS, {"any": "raise"}, "bet or fold"),
        ("star-mississippi-stud", POKER_UPS, {"any": "bet"}, "the library takes functions"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused(
    tmp_path: Path, game: str, ups: Iterable[str], rows: dict[str, str], words: str
) -> None:
    told = CliRunner().invoke(app, ["edge", game, "--strategy-file", str(_file(tmp_path, ups, rows))])
    assert told.exit_code == 2 and words in " ".join(told.stderr.split())


def test_what_a_strategy_may_not_say() -> None:
    def loves_spades(hole: tuple[Card, Card]) -> int:
        return 4 if any(int(card) & 3 == 3 for card in hole) else 0

    with pytest.raises(LabError, match="not which suits they are of"):
        pitboss.price_with(ULTIMATE, loves_spades, lambda hole, flop: 0)
    with pytest.raises(LabError, match="before the flop are 4 or 0, not 1"):
        pitboss.price_with(ULTIMATE, lambda hole: 1, lambda hole, flop: 0)
