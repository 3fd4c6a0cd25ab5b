"""Pontoon priced: every up card played through, every way for a round to end added up, and the wagers beside the game.

Perfect Pairs (15) and insurance (8) are priced exactly on a fresh shoe.
"""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, fsum
from typing import Any

import numpy as np

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon import play
from pitboss.lab.pontoon.deal import UpResult, solve_up
from pitboss.lab.pontoon.rules import PontoonRules, pontoon_rules
from pitboss.lab.pontoon.split import let_off, standing
from pitboss.lab.pontoon.strategy import CountTables, first_two_cards, fit, strategy_tables
from pitboss.lab.pontoon.up_card import LIVE, PAID_LINES, HandNet, Policy, UpCard, best_policy, nets
from pitboss.lab.question import OPTIMAL, DecisionTable, LabError, Outcome, Question, Solution, WagerShare, edge_of
from pitboss.lab.workers import share_out
from pitboss.messages import say

Key = tuple[str, Fraction, int]

GAME = "star-pontoon"
ROUNDING_ERROR = 1e-11
"""A bound on what floating point does to the edge: some thousand sums of chances, each good to 1e-15."""
CLASSES = {
    OPTIMAL: "composition-dependent optimum: by all cards and suits of the hand and the up card, fresh shoe; each "
    "split hand by its own cards, the pair and the up card, without regard to suits or to the other hand's cards "
    "(which is worth less than 0.0002 points for eights against a ten, where it is worth most)",
    "count-and-bonus": "fixed: by total, hard or soft, number of cards and up card, and by suits where two cards may "
    "make 6-7-8 or 7-7-7",
    "total-and-count": "fixed: by total, hard or soft, number of cards and up card",
    "totals": "fixed: by total, hard or soft, and up card",
}
METHOD = (
    "combinatorial analysis of the fresh shoe with card removal, in floating point; the value of splits is exact for "
    "their class, and in the spread of results split hands are independent once the dealer's hand is known"
)
THIRD_HAND = "; where a pair is split again its value too takes the hands as independent once the dealer's is known"


def analyse(rules: PontoonRules, strategy: str = OPTIMAL, *, game: str = GAME) -> Solution:
    """Price the game under the optimum or under tables fitted to it."""
    results, shown = play_through(rules, strategy)
    return solution_of(rules, results, strategy, CLASSES[strategy], shown, game=game)


def price_tables(rules: PontoonRules, tables: CountTables, *, name: str = "given") -> Solution:
    """Price any strategy by total and number of cards."""
    return solution_of(rules, solve_tables(rules, tables), name, "fixed: given tables", strategy_tables(tables))


Choose = Callable[[tuple[int, ...], int], str]
"""By a hand's point values in rising order (1 to 10, an ace being 1) and the up card's: `stand`, `draw`, `double`, and
with two cards also `split` or `surrender`, and behind a slash what is done where that is not offered: `split/stand`."""
ACTS = {"stand": play.STAND, "draw": play.HIT, "double": play.DOUBLE}


def policy_of(choose: Choose, up: int) -> Policy:
    """A way of deciding as a policy against an up card; doubled hands are forfeited where that is best."""
    hands = play.all_hands()
    given = np.full(len(hands.hard), play.STAND, np.int8)
    splits, surrenders = np.zeros(play.VALUES, np.bool_), np.zeros(len(hands.hard), np.bool_)
    for place in np.flatnonzero((hands.cards > 1) & (hands.total < play.LIMIT)):
        cards = tuple(value + 1 for value in range(play.VALUES) for _ in range(int(hands.counts[place, value])))
        said, _, otherwise = choose(cards, up + 1).partition("/")
        is_pair = len(cards) == 2 and cards[0] == cards[1]
        may_say = [*ACTS, *["split"] * is_pair, *["surrender"] * (len(cards) == 2)]
        if said not in may_say:
            raise LabError(say("With {cards} a strategy cannot say {said}.", cards=cards, said=repr(said)))
        given[place] = ACTS[otherwise or "draw"] if said in ("split", "surrender") else ACTS[said]
        surrenders[place] = said == "surrender"
        if said == "split":
            splits[cards[0] - 1] = True
    return Policy(given, splits=splits, surrenders=surrenders)


def solve_with(rules: PontoonRules, choose: Choose) -> list[UpResult]:
    """Every up card under any way of deciding by the cards of the hand and the up card."""
    return each_up(rules, lambda up: solve_up(UpCard(rules, up), policy_of(choose, up)))


def price_policy(rules: PontoonRules, choose: Choose, *, game: str = GAME) -> Solution:
    """Price any strategy that decides by the cards of the hand and the up card."""
    given = "fixed: as given, by the cards of the hand"
    return solution_of(rules, solve_with(rules, choose), "given", given, (), game=game)


def price_with(question: Question, choose: Choose) -> Solution:
    """The same under the rules of a question."""
    return price_policy(pontoon_rules(question), choose, game=question.game)


def solve_tables(rules: PontoonRules, tables: CountTables) -> list[UpResult]:
    """Every up card under given tables."""
    return each_up(rules, lambda up: solve_up(UpCard(rules, up), tables.policy(up)))


def fit_tables(rules: PontoonRules, *, counted: bool = True, bonus: bool = False) -> CountTables:
    """The best tables by total and number of cards, or by total alone; with exceptions for bonuses, or without."""
    tables = CountTables.empty()
    each_up(rules, lambda up: fit(tables, UpCard(rules, up), counted=counted, bonus=bonus))
    return tables


def each_up(rules: PontoonRules, solve: Callable[[int], UpResult]) -> list[UpResult]:
    """Solve every up card that the shoe has, two at a time."""
    ups = [up for up in range(play.VALUES) if rules.values[up]]

    def solve_into(place: int, found: dict[int, UpResult]) -> None:
        """Solve one up card."""
        found[ups[place]] = solve(ups[place])

    solved = {
        up: result for made in share_out(len(ups), dict[int, UpResult], solve_into) for up, result in made.items()
    }
    return [solved[up] for up in ups]


def play_through(rules: PontoonRules, strategy: str) -> tuple[list[UpResult], tuple[DecisionTable, ...]]:
    """Every up card under a strategy, and the strategy to read."""
    if strategy == OPTIMAL:
        results = each_up(rules, lambda up: solve_up(UpCard(rules, up), best_policy()))
        return results, first_two_cards(results)
    tables = fit_tables(rules, counted=strategy != "totals", bonus=strategy == "count-and-bonus")
    return solve_tables(rules, tables), strategy_tables(tables)


def solution_of(
    rules: PontoonRules,
    results: list[UpResult],
    strategy: str,
    strategy_class: str,
    shown: tuple[DecisionTable, ...],
    *,
    game: str = GAME,
) -> Solution:
    """Put the up cards together."""
    shares = [rules.values[result.spot.up] / sum(rules.values) for result in results]
    weighed = list(zip(shares, results, strict=True))
    outcomes = _outcomes(rules, results, shares)
    return Solution(
        game=game,
        unit="initial wager",
        strategy=strategy,
        strategy_class=strategy_class,
        edge=-fsum(share * result.value for share, result in weighed),
        deals=1.0,
        outcomes=outcomes,
        ties="stand, rather than draw, rather than double; keep, rather than forfeit",
        method=METHOD + (THIRD_HAND if rules.third_hand else ""),
        error=ROUNDING_ERROR if not rules.third_hand else 1e-6,
        tables=shown,
        wagers=_courses(outcomes),
        sides=(perfect_pairs(rules, game), insurance(rules, game)),
        facts={
            "decks": rules.decks,
            "split": fsum(s * float(r.two.sum() + r.three.sum()) for s, r in weighed),
            "surrendered": fsum(s * float(r.surrendered.sum()) for s, r in weighed),
            "super bonus": fsum(s * float(r.super_bonus.sum()) for s, r in weighed),
        },
    )


COURSES = ("split", "doubled", "surrender", "forfeit")
"""How the outcomes of a hand are named that was not just drawn to; a forfeit is of a doubled hand."""


def _courses(outcomes: tuple[Outcome, ...]) -> tuple[WagerShare, ...]:
    """The result of each way of playing a hand: split, doubled, surrendered, or none of these."""
    found: dict[str, list[Outcome]] = {"played as dealt": [], "doubled": [], "split": [], "surrendered": []}
    for outcome in outcomes:
        course = next((course for course in COURSES if outcome.name.startswith(course)), "")
        name = {"": "played as dealt", "surrender": "surrendered", "forfeit": "doubled"}.get(course, course)
        found[name].append(outcome)
    return tuple(
        WagerShare(name, fsum(float(o.wagered) * o.count for o in those), fsum(float(o.pay) * o.count for o in those))
        for name, those in found.items()
        if those
    )


def _outcomes(rules: PontoonRules, results: list[UpResult], shares: list[float]) -> tuple[Outcome, ...]:
    chances: dict[Key, float] = defaultdict(float)
    table = nets(rules)
    alone, two, three = (
        np.tensordot(shares, arrays, axes=1)
        for arrays in zip(*((result.alone, result.two, result.three) for result in results), strict=True)
    )
    for end, ending in product(range(len(table)), range(play.ENDINGS)):
        net = table[end][ending]
        chances[_name(end, ending, net, rules), net.pay, net.wagered] += float(alone[end, ending])
    for share, result in zip(shares, results, strict=True):
        chances["pontoon", rules.pay("pontoon"), 1] += share * result.pontoon
        chances["surrender", -rules.surrender_costs, 1] += share * float(result.surrendered[0])
        chances["surrender-lost-to-pontoon", Fraction(-1), 1] += share * float(result.surrendered[1])
        if rules.super_bonus:  # its hands leave the line of three sevens
            for line, chance in zip(("7-7-7-suited", "7-7-7-spades"), share * result.super_bonus, strict=True):
                chances["super-bonus", rules.super_bonus_hand(line), 1] += float(chance)
                chances[line, rules.pay(line), 1] -= float(chance)
    _add_splits(rules, two, table, chances)
    _add_splits(rules, three, table, chances)
    order = sorted((key for key, chance in chances.items() if chance > 0), key=lambda key: (-key[1], key[0], key[2]))
    return tuple(Outcome(key[0], chances[key], key[1], Fraction(key[2])) for key in order)


def _add_splits(rules: PontoonRules, together: Array, table: list[list[HandNet]], chances: dict[Key, float]) -> None:
    """Add rounds with split hands, by what they net together."""
    for ending in range(play.ENDINGS):
        nets = [row[ending] for row in table]
        each = [(net.pay, net.wagered, standing(end, rules)) for end, net in enumerate(nets)]
        names = sorted(set(each))
        member = np.array([[float(end == name) for name in names] for end in each])
        met = together[ending]
        for _ in range(met.ndim):
            met = np.tensordot(met, member, axes=(0, 0))
        for place in np.argwhere(met > 0):
            ends = [names[k] for k in place]
            pay = sum((end[0] for end in ends), Fraction(0))
            if ending == play.DEALER_PONTOON:
                pay += let_off(tuple(end[2] for end in ends), rules)
            name = "split-win" if pay > 0 else "split-lose" if pay < 0 else "split-stand-off"
            chances[name, pay, sum(end[1] for end in ends)] += float(met[tuple(place)])


def _name(end: int, ending: int, net: HandNet, rules: PontoonRules) -> str:
    """The name of a way for one hand to end."""
    if end >= play.PAID:
        return "21" if end == play.PAID else (*PAID_LINES, *rules.added)[end - play.PAID]
    if end >= LIVE:
        return {play.BUST: "bust", play.DOUBLED_BUST: "doubled-bust", play.FORFEITED: "forfeit"}[end]
    result = "win" if net.pay > 0 else "lose" if net.pay < 0 else "stand-off"
    if ending == play.DEALER_PONTOON and result == "lose":
        result = "lose-to-pontoon"
    return f"doubled-{result}" if end >= play.DOUBLED else result


def super_bonus_by_wager(rules: PontoonRules) -> list[dict[str, Any]]:
    """The Super Bonus at some wagers: how often it comes, and what it takes off the edge. It is paid against a seven
    alone (10.5 Table 2), so only that up card is played anew at each."""
    plain = each_up(rules, lambda up: solve_up(UpCard(rules, up), best_policy()))
    share = {result.spot.up: rules.values[result.spot.up] / sum(rules.values) for result in plain}
    edge = -fsum(share[result.spot.up] * result.value for result in plain)
    without = next(result.value for result in plain if result.spot.up == play.SEVEN)
    found = []
    for cents in sorted({least * times for least, _ in rules.tiers for times in (1, 2, 4)}):
        with_bonus = replace(rules, wager_cents=cents)
        against_seven = solve_up(UpCard(with_bonus, play.SEVEN), best_policy())
        worth = share[play.SEVEN] * (against_seven.value - without)
        found.append(
            {
                "wager_cents": cents,
                "prize_cents": int(with_bonus.super_bonus * cents),
                "one_in": 1 / (share[play.SEVEN] * float(against_seven.super_bonus.sum())),
                "worth": worth,
                "edge": edge - worth,
            }
        )
    return found


FRESH = "all cards of a fresh shoe counted; whole numbers throughout"
BLACK = (0, 3)
"""Clubs and spades."""


def perfect_pairs(rules: PontoonRules, game: str) -> Solution:
    """Perfect Pairs: the first two cards alike in rank, by suit, by colour, or neither."""
    counts = {"perfect-pairs.perfect": 0, "perfect-pairs.coloured": 0, "perfect-pairs.mixed": 0}
    for rank in rules.shoe:
        black = [rank[suit] for suit in BLACK]
        red = [number for suit, number in enumerate(rank) if suit not in BLACK]
        counts["perfect-pairs.perfect"] += sum(comb(number, 2) for number in rank)
        counts["perfect-pairs.coloured"] += black[0] * black[1] + red[0] * red[1]
        counts["perfect-pairs.mixed"] += sum(black) * sum(red)
    ties = "none: a pair is paid by one line, and all else loses"
    return _side_solution(rules, game, "Perfect Pairs wager", counts, comb(sum(rules.values), 2), ties)


def insurance(rules: PontoonRules, game: str) -> Solution:
    """Insurance: the dealer shows an ace, and the second card has a value of ten."""
    shoe = rules.values
    assert shoe[play.ACE], "a shoe without aces has no insurance"
    return _side_solution(
        rules, game, "insurance wager", {"insurance": shoe[play.TEN]}, sum(shoe) - 1, "none: it wins or loses"
    )


def _side_solution(
    rules: PontoonRules, game: str, unit: str, counts: dict[str, int], deals: int, ties: str
) -> Solution:
    won = [Outcome(line, count, rules.pay(line), Fraction(1)) for line, count in counts.items()]
    outcomes = (*won, Outcome("lose", deals - sum(counts.values()), Fraction(-1), Fraction(1)))
    return Solution(
        game=game,
        unit=unit,
        strategy="none",
        strategy_class="no decision",
        edge=edge_of(outcomes, deals),
        deals=deals,
        outcomes=outcomes,
        ties=ties,
        method=FRESH,
    )
