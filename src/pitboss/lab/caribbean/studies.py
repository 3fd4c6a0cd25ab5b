"""Studies of Caribbean Stud: the dealer by up card, and what players gain who know more cards than their own.

Of a sampled deal all that a player knows is kept fixed, and the dealer's unseen cards are gone through in every way: so
the decision is the best one and its value exact. What that gains over a fixed strategy is averaged over the deals, and
added to the exact value of that strategy; little is left to chance but which deals are met.
"""

from collections.abc import Mapping
from math import comb, sqrt
from typing import Any

import numpy as np
from numba import njit

from pitboss.lab.arrays import Array, categories, floor_of
from pitboss.lab.caribbean import UP_CARD
from pitboss.lab.caribbean.price import DECIDE, LEAST_TO_QUALIFY, bets_by, count, pays_for, price, price_with
from pitboss.lab.evaluator import Tables, tables, value_of_five
from pitboss.lab.question import DecisionTable, Question
from pitboss.lab.simulate import CERTAIN
from pitboss.lab.study import Ask, Study
from pitboss.lab.workers import share_out
from pitboss.messages import message, say

HANDS_READ = 40_000_000
"""How many of the dealer's hands a figure goes through."""
LEAST_DEALS, MOST_DEALS = 300, 20_000
PARTS = 100
SEED = 1
SEATS = range(2, 8)


@njit(cache=True, nogil=True)
def bet_values(
    deals: Array,
    own: int,
    known: int,
    tell: Tables,
    kinds: Array,
    qualifies: int,
    ante: float,
    wins: Array,
    lost: float,
) -> Array:
    """By deal, what a bet is worth and whether the fixed strategy bets: the first five cards are the player's, the next
    the up card, then `known` more of the dealer's; `own` cards in all are known, the rest may be the dealer's."""
    found = np.empty((len(deals), 3))
    cards = np.empty(5, np.int64)
    chosen = np.empty(5, np.int64)
    for at in range(len(deals)):
        deal = deals[at]
        mine = value_of_five(deal[0], deal[1], deal[2], deal[3], deal[4], tell)
        drawn = 4 - known
        unseen = deal[own:]
        total, many = 0.0, 0
        for k in range(drawn):
            chosen[k] = k
        while True:
            for k in range(known + 1):
                cards[k] = deal[5 + k]
            for k in range(drawn):
                cards[known + 1 + k] = unseen[chosen[k]]
            theirs = value_of_five(cards[0], cards[1], cards[2], cards[3], cards[4], tell)
            if theirs < qualifies:
                total += ante
            elif theirs < mine:
                total += ante + wins[kinds[mine]]
            elif theirs > mine:
                total -= lost
            many += 1
            k = drawn - 1
            while k >= 0 and chosen[k] == len(unseen) - drawn + k:
                k -= 1
            if k < 0:
                break
            chosen[k] += 1
            for later in range(k + 1, drawn):
                chosen[later] = chosen[later - 1] + 1
        found[at, 0], found[at, 1], found[at, 2] = total / many, mine, deal[5] >> 2
    return found


def gain_of(question: Question, seats: int, known: int, hands: int = HANDS_READ) -> tuple[float, float, int]:
    """What a player gains over the strategy by the up card who sees the cards of so many seats, the own one with them,
    and so many more of the dealer's: the gain, its standard error, and the deals that were met."""
    own = 5 * seats + 1 + known
    each = comb(52 - own, 4 - known)
    deals = min(max(hands // each, LEAST_DEALS), MOST_DEALS)
    chance = np.random.default_rng(SEED)
    dealt = np.argsort(chance.random((deals, 52)), axis=1)
    # The player's cards, the up card and the dealer's known ones come first, then those of the others.
    pays = pays_for(question)
    rules: Any = (float(pays.ante), np.array([float(win) for win in pays.bet]), float(pays.lost))
    qualifies = floor_of(LEAST_TO_QUALIFY[question.text("qualifier")])
    told = tables(5), categories(), qualifies
    parts = np.array_split(dealt, min(PARTS, deals))

    def value(part: int, found: dict[int, Array]) -> None:
        """The bets of a part of the deals."""
        found[part] = bet_values(parts[part], own, known, *told, *rules)

    by_part = {at: rows for made in share_out(len(parts), dict[int, Array], value) for at, rows in made.items()}
    found = np.concatenate([by_part[part] for part in range(len(parts))])
    bets = bets_by(DECIDE[UP_CARD])[found[:, 1].astype(int), found[:, 2].astype(int)]
    gains = np.maximum(found[:, 0], -1.0) - np.where(bets, found[:, 0], -1.0)
    return float(gains.mean()), float(gains.std(ddof=1) / sqrt(deals)), deals


def _tabulate(
    question: Question, asked: list[tuple[str, int, int]]
) -> tuple[tuple[tuple[str, ...], ...], dict[str, float]]:
    fixed = float(price_with(question, DECIDE[UP_CARD]).edge)
    rows: list[tuple[str, ...]] = []
    figures: dict[str, float] = {}
    for name, seats, known in asked:
        gain, error, deals = gain_of(question, seats, known)
        low, high = fixed - gain - CERTAIN * error, fixed - gain + CERTAIN * error
        rows.append((name, f"{fixed - gain:+.3%}", f"{low:+.3%} to {high:+.3%}", f"{deals:,}"))
        figures |= {name: fixed - gain, f"{name}, error": error}
    return tuple(rows), figures


COLUMNS = ("knows", "house edge", "95 times in 100", "deals")
METHOD = message(
    "deals sampled, in each all of the dealer's unseen cards gone through: the gain over a fixed strategy, whose own "
    "value is exact"
)


def seats(question: Question) -> Study:
    """Players who show each other their cards."""
    rows, figures = _tabulate(question, [(f"{number} seats", number, 0) for number in SEATS])
    title = say("Collusion: the house edge where players know each other's cards")
    return Study(title, (DecisionTable(title, COLUMNS, rows),), say("of the Ante"), say(METHOD), (), figures)


def hole_card(question: Question) -> Study:
    """A player who knows more of the dealer's cards than the up card."""
    names = [(f"the up card and {known} more", 1, known) for known in (1, 2, 3)]
    rows, figures = _tabulate(question, names)
    title = say("The dealer's cards known: the house edge")
    return Study(title, (DecisionTable(title, COLUMNS, rows),), say("of the Ante"), say(METHOD), (), figures)


def dealer(question: Question) -> Study:
    """How often the dealer qualifies by up card, and what the round is worth at the best play."""
    deals = count(question.text("qualifier"))
    kinds = categories()[deals.hand]
    pays = pays_for(question)
    bets = pays.are_bet(deals.fails, deals.lower, deals.higher, kinds)
    wins = np.array([float(win) for win in pays.bet])[kinds]
    each = deals.fails + deals.lower + deals.equal + deals.higher
    worth = deals.fails * float(pays.ante) + deals.lower * (float(pays.ante) + wins) - deals.higher * float(pays.lost)
    value = np.where(bets, worth, -each.astype(float))
    rows: list[tuple[str, ...]] = []
    figures: dict[str, float] = {}
    ranks = "23456789TJQKA"
    for up, name in enumerate(ranks):
        at = deals.up == up
        weight = deals.weight[at].astype(float)
        all_of_them = float(weight @ each[at])
        fails = float(weight @ deals.fails[at]) / all_of_them
        net = float(weight @ value[at]) / all_of_them
        bet = float(weight @ (bets[at] * each[at])) / all_of_them
        rows.append((name, f"{1 - fails:.4%}", f"{bet:.4%}", f"{net:+.4%}"))
        figures |= {f"{name} qualifies": 1 - fails, f"{name} value": net}
    mean = sum(figures[f"{name} value"] for name in ranks) / len(ranks)
    edge = float(price(question).edge)
    columns = (say("up card"), say("dealer qualifies"), say("best play bets"), say("value"))
    return Study(
        say("The dealer by up card"),
        (DecisionTable(say("By up card"), columns, tuple(rows)),),
        say("chances; the value in Antes"),
        say("exact: all deals counted"),
        (say("the values make the edge: {mean} and {edge}", mean=f"{-mean:.4%}", edge=f"{edge:.4%}"),),
        figures,
    )


STUDIES: Mapping[str, tuple[str, Ask]] = {
    "dealer": (message("how often the dealer qualifies by up card, and what the round is worth"), dealer),
    "seats": (message("players who know each other's cards"), seats),
    "hole-card": (message("more of the dealer's cards known than the up card"), hole_card),
}
