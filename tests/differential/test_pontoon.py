"""Pontoon's kernel and the real engine, wager by wager: random deals, decisions, readings, permissions and chips."""

import os
import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest

from lab.pontoon.one_deal import InitialDeal, play_order
from pitboss.cards import Card
from pitboss.lab.parameters import ask
from pitboss.lab.pontoon.play import ACE, DOUBLE, HIT, LIMIT, SPLIT, STAND, SURRENDER
from pitboss.lab.pontoon.rules import SPADES, PontoonRules, pontoon_rules
from pitboss.lab.pontoon.simulate import OPTIONS, PontoonEngine, SimulatedTable, card_of, kernel_of, values_of
from pitboss.lab.question import LabError, Question
from pitboss.play import Round
from pitboss.play.needs import DecisionNeed

GAME = "star-pontoon"
DEALS = int(os.environ.get("PITBOSS_DEALS", "600"))
"""Deals that kernel and engine play side by side; a million in the release run."""
VALUES = ([*range(10)], [6], [5, 6, 7, 6], [0, 1, 2, 3, 4], [0, 9], [7, 2, 0, 9], [8, 9, 0], [1, 2])
"""The point values that come more often in a round: to split, to make bonuses, long hands, pontoons."""
CODES = {name: code for code, name in OPTIONS.items()}
CHANGES = (
    "splitBustPolicy=one-original",
    "splitForfeitPolicy=one-original",
    "splitPaidPolicy=original-paid",
    "doubledTwentyOneBeatsPontoon=false",
    "drawnAceOnDouble=one",
    "splitAcesMayDouble=true",
    "surrenderReturnRounding=down",
    "lateSuperBonusPays=table-2",
    "split-again=true",
    "paid-at-final=true",
)
WAGERS = ((None, ()), (500, (100,)), (1_500, (500,)), (2_500, (100,)), (700, (200, 500)), (2_500, ()))


@cache
def table_of(rule: tuple[str, ...], wager: int | None, chips: tuple[int, ...], decks: int) -> tuple[Question, object]:
    question = ask(GAME, rule=rule, wager_cents=wager, chip_cents=chips, decks=decks)
    return question, SimulatedTable(question)


class AnyPlayer:
    """A player who does what comes to mind, and cards that come as they like; both are written down."""

    def __init__(self, chance: random.Random, rules: PontoonRules) -> None:
        self.chance, self.rules = chance, rules
        self.left = {(value, suit): rules.decks * (3 if value == 9 else 1) for value in range(10) for suit in range(4)}
        self.liked = chance.choice(VALUES)
        self.suits = chance.choice(([0, 1, 2, 3], [3], [1]))
        self.habit = chance.choice(((STAND,), (HIT,), (HIT,), (DOUBLE,), (SPLIT, HIT), (SPLIT, DOUBLE)))
        self.numbers: list[int] = []
        self.tens = [0] * 4
        self.script: list[int] = []

    def draw(self) -> Card:
        wanted = [(v, s) for v in self.liked for s in self.suits if self.left[v, s]]
        rest = [kind for kind, number in self.left.items() for _ in range(number)]
        value, suit = self.chance.choice(wanted if wanted and self.chance.random() < 0.7 else rest)
        self.left[value, suit] -= 1
        self.numbers.append(value * 4 + suit)
        return card_of(self.numbers[-1], self.tens)

    def surrenders(self, round: Round, need: DecisionNeed) -> bool:
        if self.chance.random() < 0.15:
            self.script.append(SURRENDER)
            return True
        return False

    def plays(self, round: Round, need: DecisionNeed) -> int:
        options = [CODES[option.name] for option in need.options]
        liked = [code for code in self.habit if code in options]
        self.script.append(self.chance.choice(liked if liked and self.chance.random() < 0.7 else options))
        return self.script[-1]

    def forfeits(self, round: Round, need: DecisionNeed) -> bool:
        values = values_of(round.hands[need.hand])
        total = sum(value + 1 for value in values)
        if values[-1] == ACE and self.rules.drawn_ace_is_eleven and total <= 11:
            total += 10
        if total == LIMIT:
            return False  # no person gives a 21 up, and the kernel does not ask
        self.script.append(self.chance.randrange(2))
        return bool(self.script[-1])


def net_of(dealt: InitialDeal, rules: PontoonRules, cards: list[int]) -> Fraction:
    if not dealt.super_bonus:
        return dealt.net
    return rules.super_bonus_hand("7-7-7-spades" if cards[0] & 3 == SPADES else "7-7-7-suited")


def test_kernel_and_engine_agree_wager_by_wager() -> None:
    chance = random.Random(2026)
    seen: Counter[int | str] = Counter()
    for _ in range(DEALS):
        rule = tuple(change for change in CHANGES if chance.random() < 0.25)
        question, table = table_of(rule, *chance.choice(WAGERS), chance.choice((6, 8)))
        assert isinstance(table, SimulatedTable)
        rules = pontoon_rules(question)
        anybody = AnyPlayer(chance, rules)
        settled = table.play(anybody.draw, anybody)
        dealt = play_order(rules, anybody.numbers, anybody.script)
        told = f"{question.altered}, {anybody.numbers}, {anybody.script}"
        assert settled.net == net_of(dealt, rules, anybody.numbers), told
        assert settled.wagered == Fraction(dealt.wagered), told
        assert len(anybody.numbers) == dealt.cards_drawn, told
        if dealt.hands and not settled.is_pontoon and not dealt.super_bonus:
            assert settled.hands == tuple((net, Fraction(wager)) for net, wager in dealt.hands), told
        seen.update(anybody.script)
        seen[f"{len(settled.hands)} hands"] += 1
        seen["super bonus"] += bool(settled.bonus)
        seen["dealer's pontoon"] += settled.is_pontoon
    if DEALS >= 600:
        wanted = (STAND, HIT, DOUBLE, SPLIT, SURRENDER, "3 hands", "super bonus", "dealer's pontoon")
        assert all(seen[what] for what in wanted), seen


@pytest.mark.parametrize(
    ("strategy", "rule"),
    [("totals", ()), ("optimal", ("split-again=true", "splitBustPolicy=one-original", "drawnAceOnDouble=one"))],
)
def test_the_engine_counts_what_the_kernel_counts(strategy: str, rule: tuple[str, ...]) -> None:
    """The same stream of cards, by the tables of a strategy: the same rounds, end by end."""
    question = ask(GAME, strategy=strategy, rule=rule)
    kernel = kernel_of(question)
    engine = PontoonEngine(question, kernel)
    assert (engine.play(3, 1, 400) == kernel.play(3, 1, 400)).all()


def test_the_engine_takes_no_other_pays() -> None:
    for more in ({"pay": ("pontoon=6:5",)}, {"rule": ("surrender=false",)}, {"rule": ("dealer-stands-soft=17",)}):
        with pytest.raises(LabError, match="by the book"):
            SimulatedTable(ask(GAME, **more))  # type: ignore[arg-type]
    with pytest.raises(LabError, match="half cents"):
        SimulatedTable(ask(GAME, wager_cents=101))
