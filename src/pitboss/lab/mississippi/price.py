"""Mississippi Stud priced: the pay table put on the counted game, the strategy chosen, every end added up."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import comb, lcm, prod

import numpy as np

from pitboss.cards import Category
from pitboss.cards.card import RANKS, Card
from pitboss.lab.mississippi import points
from pitboss.lab.mississippi.count import ENDS, PAIRS, count
from pitboss.lab.mississippi.play import AS_DEALT, FIRST_KNOWN, LAST_KNOWN, Ended, Play, largest
from pitboss.lab.mississippi.points import cards_of
from pitboss.lab.mississippi.streets import hole_card_table, street_tables
from pitboss.lab.question import LabError, Question
from pitboss.lab.solution import DecisionTable, Outcome, Solution
from pitboss.lab.suits import Numbers, suits_of

Nets = dict[tuple[str, int], Fraction]
"""What a wager of some Antes nets at an end."""
Decide = Callable[[tuple[Card, ...], tuple[int, ...]], int]
COURSES = {"knows-first-card": FIRST_KNOWN, "knows-last-card": LAST_KNOWN}
GIVEN = "given"
FIXED = ("points", "bet-least", GIVEN)
DEALS = comb(52, 2) * prod(range(50, 47, -1))
"""Two hole cards, and the community cards in order."""
CLASSES = {
    "optimal": "optimal in whole multiples of the Ante, from the player's own cards and those shown",
    "points": "fixed: points, by street",
    "bet-least": "fixed: never folds, bets the least",
    GIVEN: "fixed: as given",
    "knows-first-card": "optimal with the first community card known from the start",
    "knows-last-card": "optimal with the last community card known from the start",
}


def price(question: Question) -> Solution:
    """Solve the game, or follow a fixed strategy through it."""
    nets = nets_by_end(question)
    play = counted_play(nets, question)
    return _follow(question, play, nets, choices_of(play, question.strategy))


def price_with(question: Question, decide: Decide) -> Solution:
    """Price any strategy that decides by the cards seen and the Street wagers made: a wager in Antes, or 0 to fold."""
    nets = nets_by_end(question)
    play = replace(counted_play(nets, question), course=AS_DEALT)
    hands = zip(("3rd Street", "4th Street", "5th Street"), play.counts[:3], strict=True)
    place = {0: len(play.wagers), **{wager: n for n, wager in enumerate(play.wagers)}}
    choices = {
        street: np.array([[place[decide(cards_of(row), way)] for way in play.ways(made)] for row in suits.tolist()])
        for made, (street, suits) in enumerate((street, suits_of(held)) for street, held in hands)
    }
    return _follow(replace(question, strategy=GIVEN), play, nets, choices)


def _follow(question: Question, play: Play, nets: Nets, choices: dict[str, Numbers]) -> Solution:
    outcomes = _outcomes(play.follow(choices), nets)
    total = sum((outcome.count * outcome.pay for outcome in outcomes), Fraction(0))
    return Solution(
        game=question.game,
        unit="Ante",
        strategy=question.strategy,
        strategy_class=CLASSES[question.strategy],
        edge=-total / DEALS,
        deals=DEALS,
        outcomes=outcomes,
        ties="" if question.strategy in FIXED else "called, with the least wager",
        method="all deals counted, hands that differ by suits alone taken together; whole numbers throughout",
        tables=hole_card_table(play, choices),
        facts=_facts(play, choices),
    )


def street_by_street(question: Question) -> tuple[DecisionTable, ...]:
    """The strategy hand by hand."""
    play = counted_play(nets_by_end(question), question)
    return street_tables(play, choices_of(play, question.strategy))


def _wagers(question: Question) -> tuple[int, ...]:
    return tuple(range(question.number("street-least"), question.number("street-most") + 1))


def nets_by_end(question: Question) -> Nets:
    """What a wager of each size nets at each end."""
    return {(end, w): net_of(question, end, w) for end in ENDS for w in {1, *_wagers(question)}}


def net_of(question: Question, end: str, wager: int) -> Fraction:
    """What a wager nets at an end."""
    pays = question.pays["each"]
    if end in PAIRS:
        rank = PAIRS.index(end)
        if rank >= RANKS.index(question.text("pairs-pay-from")):
            return question.win(pays["jacks-or-better"], wager, wager="each")
        return Fraction(0 if rank >= RANKS.index(question.text("pairs-stand-off-from")) else -wager)
    if end in pays:
        return question.win(pays[end], wager, wager="each")
    return Fraction(-wager)


def counted_play(nets: Nets, question: Question) -> Play:
    """The game with its pays as whole numbers, so that nothing is rounded on the way."""
    scale = lcm(*(net.denominator for net in nets.values()))
    whole = {at: int(net * scale) for at, net in nets.items()}
    if largest(list(whole.values())) >= 1 << 62:
        raise LabError("Odds or wager are too large to count exactly: take a smaller number or a rounder one.")
    pays = {w: np.array([whole[end, w] for end in ENDS], dtype=np.int64) for _, w in nets}
    return Play(count(), _wagers(question), pays, scale, COURSES.get(question.strategy, AS_DEALT))


def choices_of(play: Play, strategy: str) -> dict[str, Numbers]:
    """By street: the place of the wager that a strategy makes with each hand, after each way there."""
    if strategy == "points":
        return points.choices(play)
    best = play.solve()
    if strategy == "bet-least":
        return {street: np.zeros_like(chosen) for street, chosen in best.items()}
    return best


def _outcomes(ended: list[Ended], nets: Nets) -> tuple[Outcome, ...]:
    """The ends by name, pay and wager; a hand that loses or stands off is named by that."""
    counts: dict[tuple[str, Fraction, Fraction], int] = defaultdict(int)
    for each in ended:
        wagered = 1 + sum(each.wagers)
        net = Fraction(-wagered) if each.street else nets[each.end, 1] + sum(nets[each.end, w] for w in each.wagers)
        counts[end_name(each.street, each.end, net), net, Fraction(wagered)] += each.deals
    order = sorted(counts, key=lambda at: (-at[1], at[0], at[2]))
    return tuple(Outcome(name, counts[name, pay, wagered], pay, wagered) for name, pay, wagered in order)


def end_name(street: str, end: str, net: Fraction) -> str:
    """The name of an end: the street of a fold, or the hand."""
    if street:
        return f"fold-{street.lower().replace(' ', '-')}"
    if end in PAIRS or end == Category.HIGH_CARD.line:
        return "jacks-or-better" if net > 0 else "stand-off" if net == 0 else "low-hand"
    return end


def _facts(play: Play, choices: dict[str, Numbers]) -> dict[str, str | int | float]:
    """How many of the 1,326 pairs of hole cards are folded or bet on 3rd Street."""
    third = choices["3rd Street"][:, 0]
    if len(third) != len(play.counts.two):
        return {}
    return {f"3rd Street {name}": int(play.counts.copies[third == n].sum()) for n, name in enumerate(play.names)}
