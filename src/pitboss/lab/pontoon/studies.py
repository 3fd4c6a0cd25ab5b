"""Studies of Pontoon: the dealer by up card, cards removed from the shoe and what counts make of it, and where the best
play looks at more than a person's tables do."""

from collections.abc import Mapping
from dataclasses import replace
from math import fsum, sqrt

import numpy as np

from pitboss.lab.pontoon.deal import UpResult, solve_up
from pitboss.lab.pontoon.play import DOUBLE, HIT, STAND
from pitboss.lab.pontoon.price import analyse, each_up, fit_tables, solve_tables
from pitboss.lab.pontoon.rules import RANKS, SPADES, SUITS, PontoonRules, pontoon_rules
from pitboss.lab.pontoon.strategy import LETTERS, NAMES, UPS
from pitboss.lab.pontoon.up_card import UpCard, best_policy
from pitboss.lab.question import DecisionTable, Question
from pitboss.lab.study import Ask, Study
from pitboss.messages import message, say

ENDS = ("17", "18", "19", "20", "21", "bust", "pontoon")


def _best(rules: PontoonRules) -> list[UpResult]:
    return each_up(rules, lambda up: solve_up(UpCard(rules, up), best_policy()))


def dealer(question: Question) -> Study:
    """How the dealer's hand ends by up card, and what the round is then worth to the player at the best play."""
    rules = pontoon_rules(question)
    results = {result.spot.up: result for result in _best(rules)}
    rows: list[tuple[str, ...]] = []
    figures: dict[str, float] = {}
    for up in (up for up in UPS if up in results):
        ends, value = results[up].dealer[0], results[up].value
        rows.append((NAMES[up], *(f"{chance:.4%}" for chance in ends), f"{value:+.4%}"))
        figures |= {f"{NAMES[up]} {end}": float(chance) for end, chance in zip(ENDS, ends, strict=True)}
        figures[f"{NAMES[up]} value"] = value
    share = {up: rules.values[up] / sum(rules.values) for up in results}
    total = fsum(share[up] * result.value for up, result in results.items())
    return Study(
        say("The dealer's hand by up card, and the value of the round to the player"),
        (DecisionTable(say("By up card, fresh shoe"), (say("up card"), *ENDS, say("value")), tuple(rows)),),
        say("chances; the value in units of the initial wager"),
        say("exact: the fresh shoe less the up card, the player's cards unseen"),
        (say("the values weighed by the up cards make the edge, {edge}", edge=f"{-total:.4%}"),),
        figures,
    )


COUNTS: Mapping[str, tuple[int, ...]] = {
    "Hi-Lo": (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1),
    "Hi-Opt I": (0, 0, 1, 1, 1, 1, 0, 0, 0, -1),
    "Zen": (-1, 1, 1, 2, 2, 2, 1, 0, 0, -2),
}
"""Published counts by point value, the ace first: what a card that was seen adds."""


def removal(question: Question) -> Study:
    """What one card fewer of each point value does to the edge, and how well counts follow it."""
    rules = replace(pontoon_rules(question), wager_cents=None, chips=None)
    whole = float(analyse(rules).edge)
    effects = []
    for value in range(len(NAMES)):
        of_suits = (
            [(suit, part) for suit, part in ((0, SUITS - 1), (SPADES, 1))] if value in (5, 6, 7) else [(0, SUITS)]
        )
        effects.append(
            fsum(part / SUITS * (whole - float(analyse(_without(rules, value, suit)).edge)) for suit, part in of_suits)
        )
    held = np.array(rules.values, float)
    each = np.array(effects)
    mean = float(held @ each / held.sum())
    off = each - mean
    rows = tuple((NAMES[value], f"{100 * effects[value]:+.5f}") for value in range(len(NAMES)))
    found = []
    for name, tags in COUNTS.items():
        tag = np.array(tags, float)
        tag -= held @ tag / held.sum()
        together = float(held @ (tag * off))
        follows = together / sqrt(float(held @ tag**2) * float(held @ off**2))
        gain = together / float(held @ tag**2) * rules.decks
        found.append((name, f"{follows:.4f}", f"{100 * gain:+.4f}"))
    figures = {f"removal {NAMES[value]}": effect for value, effect in enumerate(effects)}
    figures |= {f"correlation {name}": float(follows) for name, follows, _ in found}
    return Study(
        say("Effect of removal: the player's gain when one card of a kind has left the shoe"),
        (
            DecisionTable(say("One card removed"), (say("card"), say("gain, points")), rows),
            DecisionTable(
                say("Counts: how they follow the effects, and the gain for a count of one a deck"),
                (say("count"), say("betting correlation"), say("points")),
                tuple(found),
            ),
        ),
        say("percentage points of the initial wager"),
        say("exact for each shoe: solved anew with best play for it; counts by least squares on the effects"),
        (say("the effects weighed by the cards of the shoe come to {mean} points", mean=f"{100 * mean:+.6f}"),),
        figures,
    )


def _without(rules: PontoonRules, value: int, suit: int) -> PontoonRules:
    """The rules with a shoe that lacks one card of a point value; tens lack a jack."""
    return replace(
        rules,
        cards=tuple(
            tuple(number - (rank == value and at == suit) for at, number in enumerate(rules.shoe[rank]))
            for rank in range(RANKS)
        ),
    )


MOST_ROWS = 60


def exceptions(question: Question) -> Study:
    """The hands that the best play decides otherwise than a person's tables, those that cost most first."""
    rules = pontoon_rules(question)
    tables = fit_tables(rules, bonus=True)
    rows: list[tuple[float, tuple[str, ...]]] = []
    best, by_tables = _best(rules), solve_tables(rules, tables)
    for result, tabled in zip(best, by_tables, strict=True):
        hands, values = result.spot.hands, result.values
        acts = tabled.values.action
        worth = {STAND: values.stand, HIT: values.hit, DOUBLE: values.double}
        for place in np.flatnonzero((values.action != acts) & (acts > 0) & (hands.cards > 2)):
            gain = float(values.best[place] - worth[int(acts[place])][place])
            if gain <= 0:
                continue
            cards = "-".join(NAMES[v] for v in range(len(NAMES)) for _ in range(int(hands.counts[place, v])))
            letters = (LETTERS[int(acts[place])], LETTERS[int(values.action[place])])
            rows.append((gain, (NAMES[result.spot.up], cards, *letters, f"{100 * gain:.4f}")))
    rows.sort(key=lambda row: -row[0])
    shares = [rules.values[result.spot.up] / sum(rules.values) for result in best]
    behind = [a.value - b.value for a, b in zip(best, by_tables, strict=True)]
    cost = fsum(share * lost for share, lost in zip(shares, behind, strict=True))
    columns = (say("up card"), say("hand"), say("tables"), say("best"), say("costs, points"))
    title = say("{shown} of {all} hands of three cards or more", shown=min(len(rows), MOST_ROWS), all=len(rows))
    return Study(
        say("Composition exceptions: hands whose cards decide, not their total and number"),
        (DecisionTable(title, columns, tuple(row for _, row in rows[:MOST_ROWS])),),
        say("percentage points of the initial wager, when the hand is held"),
        say("exact: the best play hand by hand beside the tables of count-and-bonus"),
        (say("all of them and the splits cost {cost} points a round", cost=f"{100 * cost:.5f}"),),
        {"exceptions": float(len(rows)), "cost": cost},
    )


STUDIES: Mapping[str, tuple[str, Ask]] = {
    "dealer": (message("the dealer's hand by up card, and what the round is worth"), dealer),
    "removal": (message("the effect of removing a card, and how counts follow it"), removal),
    "exceptions": (message("hands that the best play decides by their cards"), exceptions),
}
