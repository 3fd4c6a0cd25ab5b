"""Pontoon priced: outcomes add up, rules are worth what they should be, wagers and chips, and the wagers beside it."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from lab.pontoon.pontoon_shoes import SIX, book, shoe
from pitboss.lab.parameters import ask
from pitboss.lab.pontoon import STRATEGIES, solve
from pitboss.lab.pontoon.play import DOUBLE, EIGHT, HIT, STAND, TEN, best_forfeits, evaluate, place_of
from pitboss.lab.pontoon.price import analyse, fit_tables, insurance, perfect_pairs, price_policy, price_tables
from pitboss.lab.pontoon.rules import pontoon_rules
from pitboss.lab.pontoon.split import SplitHand, reply
from pitboss.lab.pontoon.strategy import CountTables
from pitboss.lab.pontoon.up_card import UpCard, best_policy, dealer_hands_beside
from pitboss.lab.question import LabError, Solution
from pitboss.money import Chips

GAME = "star-pontoon"
FEW_RANKS = shoe(A=SIX, _3=SIX, _5=SIX, _6=SIX, _7=SIX, _8=SIX, J=(18,) * 4)


@cache
def solved(strategy: str = "optimal", **rules: object) -> Solution:
    return analyse(book(**rules), strategy)


def edge(**rules: object) -> float:
    """The edge on a shoe of few ranks, which has all that rules turn on: pairs, aces, bonuses, pontoons."""
    return float(solved(cards=FEW_RANKS, **rules).edge)


@pytest.mark.parametrize(
    ("strategy", "rules"),
    [
        ("optimal", {}),
        ("optimal", {"third_hand": True, "cards": FEW_RANKS}),
        ("optimal", {"wager_cents": 500, "cards": FEW_RANKS}),
        ("total-and-count", {}),
        ("totals", {"wager_cents": 500, "cards": FEW_RANKS}),
    ],
    ids=str,
)
def test_outcomes_are_all_there_is_and_make_the_edge(strategy: str, rules: dict[str, object]) -> None:
    solution = solved(strategy, **rules)
    assert sum(outcome.count for outcome in solution.outcomes) == pytest.approx(1, abs=1e-6)
    mean = sum(float(outcome.count) * float(outcome.pay) for outcome in solution.outcomes)
    assert mean == pytest.approx(-float(solution.edge), abs=1e-12 if not rules.get("third_hand") else 1e-9)


def test_simpler_strategies_cost_more() -> None:
    best, kept, counted, totals = (float(solved(strategy).edge) for strategy in STRATEGIES)
    assert best < kept < counted < totals < best + 0.0005
    assert kept < best + 0.00001, "a table as a person keeps it is within a thousandth of a point"


def test_no_table_beats_the_fitted_one_by_a_single_change() -> None:
    rules = book()
    tables = fit_tables(rules)
    fitted = price_tables(rules, tables).edge
    for up, soft, total, cards, other in ((9, 0, 12, 2, 1), (5, 0, 16, 3, 2), (4, 0, 11, 2, 2), (0, 0, 17, 2, 1)):
        kept = tables.action[up, soft, total, cards]
        assert kept != other
        tables.action[up, soft, total, cards] = other
        assert price_tables(rules, tables).edge > fitted
        tables.action[up, soft, total, cards] = kept


@pytest.mark.parametrize(
    ("rule", "better_for"),
    [
        ({"forfeit": False}, "house"),
        ({"doubled_21_beats_pontoon": False}, "house"),
        ({"drawn_ace_is_eleven": False}, "house"),
        ({"third_hand": True}, "player"),
        ({"stands_soft": 17}, "player"),
        ({"bust_fills_original": True}, "player"),
        ({"wager_cents": 500}, "player"),
    ],
    ids=str,
)
def test_a_rule_moves_the_edge_the_way_it_should(rule: dict[str, object], better_for: str) -> None:
    assert (edge(**rule) > edge()) == (better_for == "house")
    assert abs(edge(**rule) - edge()) > 1e-6


@pytest.mark.parametrize(
    ("rule", "better_for"),
    [({"decks": 8}, "house"), ({"forfeit_fills_original": True}, "player"), ({"paid_fills_original": True}, "player")],
    ids=str,
)
def test_a_rule_of_the_whole_shoe_moves_its_edge(rule: dict[str, object], better_for: str) -> None:
    assert (solved(**rule).edge > solved().edge) == (better_for == "house")
    assert abs(float(solved(**rule).edge) - float(solved().edge)) > 1e-6


def test_surrender_is_worth_nothing_to_the_best_play_and_never_costs() -> None:
    """Half of a lost cause is lost whole to a pontoon; drawing to a 21 that always wins is better."""
    assert float(solved(surrender=False).edge) == pytest.approx(float(solved().edge), abs=1e-12)
    assert edge(surrender=False) > edge(), "with few low cards a hand is worth giving up"


def test_chips_round_payments_up_and_only_what_they_cannot_pay() -> None:
    fives = Chips((500,))
    rules = book(wager_cents=1_500, chips=fives)
    assert rules.pay("pontoon") == Fraction(25, 15)
    assert rules.pay("win") == 1
    assert rules.surrender_costs == Fraction(5, 15)
    assert book(wager_cents=1_500, chips=fives, surrender_returns_up=False).surrender_costs == Fraction(10, 15)
    exact = edge(wager_cents=1_500)
    assert edge(wager_cents=1_500, chips=fives) < exact - 0.005
    assert edge(wager_cents=1_000, chips=fives) == pytest.approx(edge(wager_cents=1_000), abs=1e-12)


@pytest.mark.parametrize(
    ("wager", "prize"), [(499, 0), (500, 100_000), (2_400, 100_000), (2_499, 100_000), (2_500, 500_000)]
)
def test_super_bonus_goes_by_the_wager(wager: int, prize: int) -> None:
    assert book(wager_cents=wager).super_bonus == Fraction(prize, wager)
    assert book().super_bonus == 0


@pytest.mark.parametrize("decks", [1, 2])
def test_perfect_pairs_are_the_pairs_of_the_shoe(decks: int) -> None:
    """Every two cards of the shoe looked at."""
    shoe = [(rank, suit) for rank in range(12) for suit in range(4)] * decks
    red = {1, 2}
    seen: Counter[str] = Counter()
    for (rank, suit), (other, other_suit) in combinations(shoe, 2):
        if rank != other:
            seen["lose"] += 1
        elif suit == other_suit:
            seen["perfect-pairs.perfect"] += 1
        else:
            same = (suit in red) == (other_suit in red)
            seen["perfect-pairs.coloured" if same else "perfect-pairs.mixed"] += 1
    solution = perfect_pairs(book(decks=decks), GAME)
    assert {outcome.name: outcome.count for outcome in solution.outcomes if outcome.count} == seen


def test_insurance_is_the_chance_of_a_ten() -> None:
    assert insurance(book(decks=6), GAME).edge == 1 - 3 * Fraction(72, 287)
    assert insurance(book(decks=8), GAME).edge == 1 - 3 * Fraction(96, 383)


def test_a_question_reaches_the_rules() -> None:
    assert pontoon_rules(ask(GAME)) == book()
    asked = ask(GAME, pay=("pontoon=6:5",), rule=("split-again=true", "drawnAceOnDouble=one"), decks=8)
    pays = {**book().pays, "pontoon": Fraction(6, 5)}
    assert pontoon_rules(asked) == book(pays=pays, third_hand=True, drawn_ace_is_eleven=False, decks=8)
    assert solve(ask(GAME)).edge == solved().edge
    pairs = perfect_pairs(pontoon_rules(ask(GAME, pay=("perfect-pairs.perfect=30",))), GAME)
    assert pairs.edge < perfect_pairs(book(), GAME).edge


@pytest.mark.parametrize(
    "rules",
    [
        {"decks": 0},
        {"decks": 9},
        {"wager_cents": 0},
        {"pays": {"flush": Fraction(2)}},
        {"pays": {}},
        {"stands_soft": 16},
    ],
)
def test_what_no_table_plays_is_refused(rules: dict[str, object]) -> None:
    with pytest.raises(LabError):
        book(**rules)


def test_tables_read_as_a_person_would() -> None:
    opening, hard, soft, forfeits = solved("total-and-count").tables  # nothing is surrendered to the book's dealer
    rows = {row[0]: dict(zip(hard.columns, row, strict=True)) for table in (opening, hard, soft) for row in table.rows}
    assert rows["8-8"]["10"] == "P"
    assert rows["hard 11"]["6"].startswith("D/H")
    assert rows["hard 20"]["A"] == "S"
    assert forfeits.rows[0][-1] == "to 17"
    first = {row[0]: row for row in solved().tables[0].rows}
    assert first["7-8"][2] == "S/H", "suits decide there"


def test_looking_at_the_other_split_hand_is_worth_next_to_nothing() -> None:
    """Eights against a ten-point card are where it is worth the most, by how often and by how much."""
    rules = book()
    spot = UpCard(rules, TEN)
    hand = SplitHand(spot, EIGHT, 1)
    tactics = reply(hand, best_policy())
    hands, live = spot.hands, hand.play(tactics).live
    start, gain = place_of(EIGHT), 0.0
    for first in np.flatnonzero(live > 1e-4):
        left = spot.left - hands.counts[first]
        dealer = dealer_hands_beside(tuple(left), TEN, 18, EIGHT)
        let_off = np.ones(len(hands.hard))
        forfeits = best_forfeits(hands, dealer, let_off, spot.terms)
        rest = left - hands.counts[start]
        for given, kept, sign in ((best_policy().given, forfeits, 1), (tactics.action, tactics.forfeits, -1)):
            values = evaluate(hands, left, dealer, given, kept, spot.paid, let_off, spot.terms)
            gain += sign * live[first] * float(rest @ values.best[hands.child[start]]) / rest.sum()
    pair = spot.left[EIGHT] * (spot.left[EIGHT] - 1) / (spot.left.sum() * (spot.left.sum() - 1))
    assert 0 <= gain * pair * rules.values[TEN] / sum(rules.values) < 2e-6


def test_a_function_is_priced_as_the_tables_that_say_the_same() -> None:
    """By the cards of the hand: here by its total alone, so that tables can say it too."""
    rules = book(cards=FEW_RANKS, surrender=False, forfeit=False)

    def choose(cards: tuple[int, ...], up: int) -> str:
        soft = 1 in cards and sum(cards) <= 11
        total = sum(cards) + 10 * soft
        if cards == (8, 8):
            return "split/stand"
        return "double" if total == 11 else "stand" if total >= (18 if soft else 15) else "draw"

    tables = CountTables.empty()
    for soft in range(2):
        for total in range(21):
            act = DOUBLE if total == 11 else STAND if total >= (18 if soft else 15) else HIT
            tables.action[:, soft, total] = act
    tables.splits[:, EIGHT] = True
    assert price_policy(rules, choose).edge == pytest.approx(price_tables(rules, tables).edge, abs=1e-14)
    with pytest.raises(LabError, match="cannot say 'split'"):
        price_policy(rules, lambda cards, up: "split")


def test_other_houses_cost_what_their_rules_take() -> None:
    """All of them follow the same shoe: each takes something from the player, or gives it."""
    plain = edge()
    assert edge(pontoon_takes_all=True) > plain
    assert edge(double_most_cards=2) > plain
    assert edge(double_after_split=False) > plain
    assert edge(split_aces_play_on=True) < plain
    assert edge(surrender_to_any=True) <= plain
    assert edge(third_hand=True, third_hand_of_aces=False) > edge(third_hand=True)
