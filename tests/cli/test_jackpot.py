"""`pitboss jackpot solve` as a person uses it."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pitboss.cli import app
from pitboss.jackpot.returns import price_jackpot
from pitboss.lab.jackpot.folding import find_folds
from pitboss.lab.jackpot.returns import ask_jackpot
from pitboss.lab.jackpot.solve import parse_share, preview_jackpot
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError
from support import CROWN, CROWN_MS, STAR_MS, ULTIMATE


def solve(*args: str) -> Result:
    return CliRunner().invoke(app, ("jackpot", "solve", *args), env={"COLUMNS": "110", "NO_COLOR": "1"})


def test_rate_for_a_wanted_return() -> None:
    """Crown 12.4, Table 6."""
    shown = solve("--option", "1", "--reset", "20000", "--return", "0.8885").stdout
    assert "crown-caribbean-stud 2026-01-03, option 1, Method B" in shown
    assert "Rate                57.2200%  as in 12.4 Table 6" in shown
    assert "57.217347% gives 88.8500%" in shown
    assert "Return              88.8527%  217689 / 245000" in shown
    assert "Meter is taken      once in 649,740 wagers" in shown


def test_return_of_a_rate_as_data() -> None:
    data = json.loads(solve("--option", "6", "--reset", "100000", "--rate", "29.37%", "--json").stdout)
    assert (data["option"], data["rate"], data["reset_cents"]) == (6, 0.2937, 100_000_00)
    asked = ask_jackpot(CROWN, option=6, reset=100_000, rate=Fraction("0.2937"))
    assert Fraction(data["return_exact"]) == price_jackpot(asked).total
    assert data["edition_rate"]["is_same"] and len(data["hits"]) == 6 and data["edge_plot"] is None


def test_another_rate_than_the_edition_has_is_told() -> None:
    assert "12.4 Table 6 has 57.2200%" in solve("--reset", "20000", "--rate", "0.5").stdout
    assert "12.4 Table 6 has no such reset: it has 20,000," in solve("--reset", "30000", "--rate", "0.5").stdout


def test_a_star_meter_with_rate_seed_and_price() -> None:
    args = (
        "--game",
        STAR_MS,
        "--seed",
        "20,000",
        "--rate",
        "25%",
        "--price",
        "2.50",
        "--players",
        "7",
        "--per-hour",
        "500",
    )
    shown = solve(*args).stdout
    assert "Wager $2.50, reset $20,000" in shown and "Least prizes" in shown
    assert "100% of the meter, $50,000 at least" in shown
    assert "In a round of 7 players" in shown and "two royal flushes           never" in shown
    assert "once in 649,740 wagers, 1,299 hours at 500 an hour" in shown


def test_what_folding_costs_and_the_total_edge(tmp_path: Path) -> None:
    plot = tmp_path / "edge.svg"
    args = (
        "--game",
        CROWN_MS,
        "--option",
        "4",
        "--reset",
        "40000",
        "--rate",
        "48.26%",
        "--method",
        "A",
        "--ante",
        "25",
    )
    shown = solve(*args, "--plot", str(plot)).stdout
    assert "Return              79.8899%" in shown and "35.5556%" in shown
    assert "With an Ante of $25 the player is even at a meter of $811,755.06." in shown
    assert plot.read_text().startswith("<svg") and "currentColor" not in plot.read_text()


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--reset", "20000"), "Give either the rate"),
        (("--reset", "20000", "--rate", "1", "--return", "1"), "Give either the rate"),
        (("--rate", "0.5"), "where the meter is reset to, once"),
        (("--reset", "20000", "--return", "2"), "returns 31.6327% to 131.6327%: no rate gives 200.0000%"),
        (("--reset", "20000", "--return", "-1"), "'-1' is not a share: write 0.8885 or 88.85%."),
        (("--reset", "20000", "--rate", "57"), "0% to 100% of the wager, not 5700.0000%"),
        (("--reset", "2e4", "--rate", "0.5"), "'2e4' is not a whole number"),
        (("--reset", "20000", "--rate", "0.5", "--price", "cheap"), "cheap"),
        (("--reset", "20000", "--rate", "0.5", "--price", "0"), "more than $0"),
        (("--reset", "20000", "--rate", "0.5", "--option", "7"), "options 1 to 6, not 7"),
        (("--reset", "20000", "--rate", "0.5", "--method", "C"), "no dealing method C"),
        (("--reset", "20000", "--rate", "0.5", "--ante", "0"), "An Ante must be more than $0"),
        (("--reset", "20000", "--rate", "0.5", "--game", "star-pontoon"), "star-pontoon has no jackpot"),
        (
            ("--game", CROWN_MS, "--reset", "20000", "--rate", "0.5", "--plot", "/nowhere/at/all.svg"),
            "cannot be written",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_with_code_2(args: tuple[str, ...], words: str) -> None:
    result = solve(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert words in result.stderr


@pytest.mark.parametrize(("text", "share"), [("0.8885", "0.8885"), (" 88.85 %", "0.8885"), ("1", "1"), ("0", "0")])
def test_a_share_is_written_as_a_number_or_in_percent(text: str, share: str) -> None:
    assert parse_share(text) == Fraction(share)
    for wrong in ("", "%", "1/2", "١", "9" * 30):
        with pytest.raises(LabError):
            parse_share(wrong)


def test_preview_for_the_person_who_sets_a_meter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The return of price, option, reset and rate, before they are set, as `solve` tells it; under Method A also less
    what folds cost."""
    find_folds(ask(CROWN_MS))
    terms = ask_jackpot(CROWN_MS, price_cents=5_00, reset=20_000, rate=Fraction("0.5722"))
    seen, folding = preview_jackpot(terms)
    assert (seen.total, folding) == (Fraction(217689, 245000), None)
    by_method = terms._replace(method="A", games=(CROWN_MS, ULTIMATE))
    seen, folding = preview_jackpot(by_method)
    assert folding is not None and seen.total - folding.total == Fraction(41477, 649740)
    solved = solve(
        "--game", CROWN_MS, "--reset", "20000", "--rate", "57.22%", "--price", "5", "--method", "A", "--json"
    )
    assert json.loads(solved.stdout)["return"] == float(folding.total)
    monkeypatch.setattr("pitboss.lab.jackpot.solve.stored_folds", lambda _: None)
    assert preview_jackpot(by_method) == (seen, None), "until the lab knows"
