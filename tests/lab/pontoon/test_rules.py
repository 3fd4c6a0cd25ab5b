"""The lab's Pontoon reads its figures from the book, and refuses a book that it does not understand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pitboss.lab.parameters import ask
from pitboss.lab.pontoon import pays_of
from pitboss.lab.pontoon.rules import by_the_book, pontoon_rules
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules

GAME = "star-pontoon"


def altered(**changes: Any) -> Rules:
    """The edition with some of its figures changed."""
    rules = Rules.of(GAME)
    return replace(rules, game=rules.game._replace(data={**rules.game.data, **changes}))


def with_row(**row: str) -> Rules:
    rows = [r for r in Rules.of(GAME).game.data["pay"] if (r["wager"], r["line"]) != (row["wager"], row["line"])]
    return altered(pay=[*rows, row])


def test_pays_and_tiers_are_the_books() -> None:
    rules = by_the_book(with_row(wager="wager", line="pontoon", odds="6:5"))
    assert rules.pays["pontoon"] == Fraction(6, 5)
    assert by_the_book(with_row(wager="perfect-pairs", line="mixed", odds="6:1")).pays["perfect-pairs.mixed"] == 6
    insurance = {**Rules.of(GAME).game.data["insurance"], "odds": "5:2"}
    assert by_the_book(altered(insurance=insurance)).pays["insurance"] == Fraction(5, 2)
    bonus = {"tiers": [{"from_cents": 100, "cents": 7_000}], "others_cents": 0}
    assert replace(by_the_book(altered(**{"super-bonus": bonus})), wager_cents=1_000).super_bonus == 7
    assert by_the_book(altered(**{"dealer-stands": {"hard": 17, "soft": 17}})).stands_soft == 17
    assert by_the_book(altered(deck={"cards": 48, "decks": [8]})).decks == 8


@pytest.mark.parametrize(
    "row",
    [
        {"wager": "wager", "line": "eight-card-21", "odds": "4:1"},
        {"wager": "perfect-pairs", "line": "win", "odds": "4:1"},
        {"wager": "lucky-sevens", "line": "win", "odds": "4:1"},
    ],
    ids=str,
)
def test_row_that_is_not_understood_is_an_error(row: dict[str, str]) -> None:
    with pytest.raises(LabError, match="cannot price: " + row["wager"]):
        pays_of(with_row(**row))


def test_row_that_is_missing_is_an_error() -> None:
    rows = [row for row in Rules.of(GAME).game.data["pay"] if row["line"] != "pontoon"]
    with pytest.raises(LabError, match="lack pontoon"):
        by_the_book(altered(pay=rows))


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("dealer-stands", {"hard": 16, "soft": 18}, "hard 17"),
        ("dealer-stands", {"hard": 17, "soft": 19}, "soft 17 or 18"),
        ("surrender", {"up": ["A"], "share": "1:2"}, "ten points or an ace"),
        ("surrender", {"up": ["J", "Q", "K", "A"], "share": "1:4"}, "half is surrendered"),
        ("split", {"hands": 2, "hands_where_permitted": 4}, "three hands"),
    ],
)
def test_figure_that_is_not_understood_is_an_error(part: str, value: dict[str, Any], words: str) -> None:
    with pytest.raises(LabError, match=words):
        by_the_book(altered(**{part: value}))


def test_question_reaches_the_rules_by_the_names_of_the_table() -> None:
    plain = pontoon_rules(ask(GAME))
    assert plain == by_the_book(Rules.of(GAME))
    asked = ask(
        GAME,
        pay=("five-card-21=2:1", "perfect-pairs.mixed=6", "insurance=3"),
        decks=8,
        rule=("splitBustPolicy=one-original", "split-again=true", "dealer-stands-soft=17", "surrender=false"),
        wager_cents=2_500,
    )
    rules = pontoon_rules(asked)
    assert [rules.pays[line] for line in ("five-card-21", "perfect-pairs.mixed", "insurance")] == [2, 6, 3]
    assert (rules.decks, rules.stands_soft, rules.surrender) == (8, 17, False)
    assert rules.third_hand and rules.bust_fills_original
    assert rules.super_bonus == 200


@pytest.mark.parametrize(
    ("named", "line"),
    [("eight-card-21", "eight-card-21"), ("9-7-5", "5-7-9"), ("wager.10-10-A", "A-10-10"), ("A-A-9", "A-A-9")],
)
def test_a_line_that_the_book_does_not_have_is_added(named: str, line: str) -> None:
    rules = pontoon_rules(ask(GAME, pay=(f"{named}=5:2",)))
    assert (rules.pays[line], rules.added) == (Fraction(5, 2), (line,))
    assert replace(rules, pays={name: odds for name, odds in rules.pays.items() if name != line}) == by_the_book(
        Rules.of(GAME)
    )


@pytest.mark.parametrize("named", ["5-7-8", "7-7-7", "6-8-7", "A-10", "J-5-6", "two-card-21", "5-7-9-suited"])
def test_a_line_that_cannot_be_priced_is_refused(named: str) -> None:
    """Cards that are not 21, a pontoon, and cards that are told by their suits."""
    with pytest.raises(LabError, match="no pay line"):
        ask(GAME, pay=(f"{named}=5",))
