"""Questions: what a person may type, what it becomes, and what is refused in words."""

import random
from fractions import Fraction
from typing import Any

import pytest

from pitboss.games.caribbean_stud import compile_figures
from pitboss.lab.answer import answer
from pitboss.lab.parameters import ask, find_line, parse_odds, parse_play
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.money import Chips, Stake, ToOne
from pitboss.play.terms import Cashier, Limits, Terms
from support import BOTH, CROWN, CROWN_MS, MISSISSIPPI, STAR, STAR_MS, ULTIMATE


@pytest.mark.parametrize("game", [*BOTH, *MISSISSIPPI, ULTIMATE])
def test_pay_tables_are_the_books(game: str) -> None:
    question, rules = ask(game), Rules.of(game)
    rows = {(row["wager"], row["line"]): ToOne.parse(row["odds"]).win(1) for row in rules.game.data["pay"]}
    assert {(w, line): odds for w, lines in question.pays.items() for line, odds in lines.items()} == rows
    assert (question.edition, question.version) == (rules.edition.name, rules.edition.version)
    assert question.content_hash == rules.edition.content_hash


@pytest.mark.parametrize("game", BOTH)
def test_caribbean_rules_are_the_books(game: str) -> None:
    assert ask(game).number("bet-multiple") == compile_figures(Rules.of(game)).multiple


@pytest.mark.parametrize(("text", "odds"), [("40", Fraction(40)), ("3:2", Fraction(3, 2)), ("0", Fraction(0))])
def test_odds(text: str, odds: Fraction) -> None:
    assert parse_odds(text) == odds


@pytest.mark.parametrize("text", ["-1", "x", "3:0", "1.5.0", ".5", "1e3", "", "1:2:3", "²", "9" * 12])
def test_what_are_no_odds(text: str) -> None:
    with pytest.raises(LabError):
        parse_odds(text)


def test_play_multiples() -> None:
    rules = Rules.of(ULTIMATE)
    assert parse_play("4,2,1", rules) == ((4,), (2,), (1,))
    assert parse_play("4/3, 2,1", rules) == ((3, 4), (2,), (1,))
    for text in ("4,2", "4,4,1", "1,2,4", "11,2,1", "4,2,0", "a,b,c", "4,2,-1", "3/4,4,1", "4/,2,1", "4,2,1,1"):
        with pytest.raises(LabError):
            parse_play(text, rules)
    with pytest.raises(LabError, match=r"10\.5\."):
        parse_play("3/4,4,1", rules)


def test_lines_by_name() -> None:
    pays = ask(ULTIMATE).pays
    assert find_line(pays, "blind.flush") == ("blind", "flush")
    with pytest.raises(LabError, match=r"blind\.flush or trips\.flush"):
        find_line(pays, "flush")


@pytest.mark.parametrize(
    ("game", "changes", "words"),
    [
        (STAR_MS, {"pay": ("flushh=7",)}, "no pay line flushh: the lines are royal-flush"),
        (STAR_MS, {"pay": ("flush",)}, "LINE=ODDS"),
        (STAR_MS, {"pay": ("flush=-7",)}, "Enter odds such as 40, 3:2"),
        (STAR_MS, {"rule": ("colour=red",)}, "no rule colour: it has street-least"),
        (STAR_MS, {"rule": ("street-most=9",)}, "street-most is one of 1, 2, 3, 4, 5, not 9"),
        (STAR_MS, {"strategy": "luck"}, "no strategy luck: the strategies are optimal"),
        (STAR_MS, {"play": "4,2,1"}, "has no Play wager"),
        (STAR_MS, {"decks": 6}, "dealt from one deck"),
        (BOTH[1], {"chip_cents": (100,)}, "give --wager too"),
        (STAR_MS, {"wager_cents": 0}, "more than \\$0"),
        (BOTH[1], {"wager_cents": 500, "chip_cents": (0,)}, "more than \\$0"),
        (STAR, {"wager_cents": 500, "chip_cents": (100,)}, "no clause that rounds a win up"),
        (STAR_MS, {"wager_cents": 500, "chip_cents": (100,)}, "no clause that rounds a win up"),
        ("roulette", {}, "There is no game roulette"),
    ],
)
def test_questions_that_make_no_sense(game: str, changes: dict[str, Any], words: str) -> None:
    with pytest.raises(LabError, match=words):
        ask(game, **changes)


def test_what_was_changed_is_told() -> None:
    question = ask(MISSISSIPPI[1], pay=("flush=7",), rule=("street-most=2",), wager_cents=500, chip_cents=(500, 100))
    assert question.altered == {"flush": "7", "street-most": "2", "wager": "$5", "chip": "$5,$1"}
    assert question.chips == Chips((100, 500))


def test_wins_are_rounded_as_the_cashier_rounds() -> None:
    """Crown pays up to what chips can make: the lab's price of a win is the engine's payment."""
    chance, rules = random.Random(2), Rules.of("crown-caribbean-stud")
    for _ in range(300):
        chips = tuple(sorted(chance.sample((50, 100, 250, 500, 2_500), 2)))
        stake, units = chance.randrange(50, 10_000, 50), chance.choice((1, 2, 3))
        odds = ToOne(chance.randrange(1, 60), chance.choice((1, 2, 5)))
        question = ask("crown-caribbean-stud", wager_cents=stake, chip_cents=chips)
        cashier = Cashier(rules, Terms(limits={"ante": Limits(100, 100_000)}, chips=Chips(chips)))
        paid = cashier.win(Stake.of(stake * units), odds, capped=False).pays
        assert question.win(Fraction(odds.top, odds.bottom), units) * stake == paid


def test_a_maximum_payout_is_odds_cut_where_the_wager_passes_it() -> None:
    notice = ask(CROWN, wager_cents=100_00, maximum_payout_cents=5_000_00)
    odds = notice.pays["bet"]
    bet = notice.number("bet-multiple")
    for line in odds:
        assert notice.win(odds[line], bet, wager="bet") == min(odds[line] * bet, Fraction(50))
        assert notice.win(odds[line], bet, wager="ante") == odds[line] * bet  # the Ante has no part in it
    cut = ask(CROWN, pay=[f"bet.{line}=25" for line in odds if odds[line] > 25])
    assert answer(notice).solution.edge == answer(cut).solution.edge
    wide = ask(CROWN, wager_cents=100_00, maximum_payout_cents=50_000_00)
    assert answer(wide).solution.edge == answer(ask(CROWN)).solution.edge


@pytest.mark.parametrize("game", [CROWN, CROWN_MS, ULTIMATE])
def test_the_maximum_payout_is_that_of_the_engine(game: str) -> None:
    notice = ask(game, wager_cents=500_00, maximum_payout_cents=20_000_00)
    rules = Rules.of(game)
    terms = Terms({"ante": Limits(500_00, 500_00)}, maximum_payout_cents=20_000_00)
    cashier = Cashier(rules, terms)
    for row in rules.game.data["pay"]:
        for units in (1, 2, 3):
            paid = cashier.win(Stake.of(units * 500_00), ToOne.parse(row["odds"]), capped=row.get("capped", False))
            won = notice.win(notice.pays[row["wager"]][row["line"]], units, wager=row["wager"])
            assert won * 500_00 == paid.pays


def test_a_maximum_payout_wants_a_wager_and_a_house_that_has_one() -> None:
    with pytest.raises(LabError, match="no notice"):
        ask("star-pontoon", wager_cents=100_00, maximum_payout_cents=5_000_00)
    with pytest.raises(LabError, match="name the wager"):
        ask(CROWN, maximum_payout_cents=5_000_00)
    with pytest.raises(LabError, match="more than \\$0"):
        ask(CROWN, wager_cents=100_00, maximum_payout_cents=0)
