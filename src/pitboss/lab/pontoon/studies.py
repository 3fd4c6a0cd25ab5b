"""Studies of Pontoon: the dealer by up card, cards removed from the shoe and what counts make of it, and where the best
play looks at more than a person's tables do."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum, sqrt

import numpy as np

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon import kernel
from pitboss.lab.pontoon.deal import UpResult, solve_up
from pitboss.lab.pontoon.play import DOUBLE, HIT, STAND
from pitboss.lab.pontoon.price import analyse, each_up, fit_tables, play_through, solve_tables
from pitboss.lab.pontoon.rules import RANKS, SPADES, SUITS, PontoonRules, pontoon_rules
from pitboss.lab.pontoon.simulate import Simulation, simulation_of
from pitboss.lab.pontoon.strategy import LETTERS, NAMES, UPS
from pitboss.lab.pontoon.up_card import UpCard, best_policy
from pitboss.lab.question import DecisionTable, Question
from pitboss.lab.simulate import CERTAIN
from pitboss.lab.study import Ask, Study
from pitboss.lab.workers import share_out
from pitboss.messages import message, say
from pitboss.value import Value

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


# A shoe dealt on, round after round, to the cut card.


PENETRATIONS = (25, 50, 60, 70, 75, 80, 84)
"""The cut card, in percent of the shoe."""
USUAL = 75
PILOT_SHOES, CUT_SHOES, COUNTED_SHOES, SHOES_A_PART = 1_000, 400_000, 1_000_000, 4_000
SEED = 1


class ShoesDealt(Value):
    """Shoes dealt to a cut card: a row for each (see `kernel.deal_shoes`), and the rounds by true count."""

    rows: Array
    by_count: Array
    unit: int

    def __hash__(self) -> int:
        return id(self)

    def effect(self, edge: float) -> tuple[float, float]:
        """By how much the edge of rounds dealt to the cut card is above that of a fresh shoe, and its standard error.

        A round of a fixed number is worth as much as the first one, however far the shoe is dealt: cards that are not
        seen yet lie in any order. So a fixed number of rounds has no effect, and only those that the cut card adds or
        leaves out are counted, with what they should have lost.
        """
        rounds = self.rows[:, kernel.SHOE_ROUNDS].mean()
        apart = -self.rows[:, kernel.SHOE_APART] / self.unit - edge * self.rows[:, kernel.SHOE_MORE]
        each = apart / rounds
        return float(each.mean()), float(each.std(ddof=1) / sqrt(len(each)))

    def plain_edge(self) -> tuple[float, float]:
        """The edge of all rounds, as it was met, and its standard error."""
        net, rounds = -self.rows[:, kernel.SHOE_NET] / self.unit, self.rows[:, kernel.SHOE_ROUNDS]
        edge = net.sum() / rounds.sum()
        return float(edge), float((net - edge * rounds).std(ddof=1) / sqrt(len(net)) / rounds.mean())


def deal_on(simulation: Simulation, shoes: int, cut: int, usual: int, tags: Sequence[int], seed: int) -> ShoesDealt:
    """Deal shoes to a cut card behind so many cards, by one strategy, and compare each with `usual` rounds."""
    game = kernel.KernelGame(simulation.book, simulation.acts, simulation.terms)
    parts = max(1, shoes // SHOES_A_PART)
    sizes = [shoes // parts + (part < shoes % parts) for part in range(parts)]
    # A count that is made for decks with tens does not end at nothing here: what a card adds on average is left out.
    counts = np.array(tags, np.float64)
    counts -= counts[simulation.shoe >> 2].mean()

    def deal_part(part: int, found: dict[int, tuple[Array, Array]]) -> None:
        """The shoes of a part, from a stream of their own."""
        rows = np.zeros((sizes[part], kernel.SHOE_COLUMNS), np.int64)
        by_count = np.zeros((2 * kernel.MOST_COUNT + 1, kernel.COUNT_COLUMNS), np.int64)
        random, shoe = kernel.stream_of(seed, part), simulation.shoe.copy()
        kernel.deal_shoes(random, shoe, simulation.openings, game, cut, usual, counts, rows, by_count)
        found[part] = rows, by_count

    made = share_out(parts, dict[int, tuple[Array, Array]], deal_part)
    by_part = {part: each for found in made for part, each in found.items()}
    rows = np.concatenate([by_part[part][0] for part in range(parts)])
    together = np.sum([by_part[part][1] for part in range(parts)], axis=0)
    return ShoesDealt(rows, together, int(simulation.terms[kernel.UNIT]))


def _one_unit(question: Question) -> PontoonRules:
    return replace(pontoon_rules(question), wager_cents=None, chips=None)


def cut_card(question: Question, shoes: int = CUT_SHOES) -> Study:
    """What dealing on to a cut card does to the edge, by how deep it lies."""
    rules = _one_unit(question)
    results = play_through(rules, question.strategy)[0]
    simulation, edge = simulation_of(rules, results), float(analyse(rules, question.strategy).edge)
    rows: list[tuple[str, ...]] = []
    figures: dict[str, float] = {}
    short = 0
    for percent in PENETRATIONS:
        cut = len(simulation.shoe) * percent // 100
        if len(simulation.shoe) - cut < kernel.LEAST_CARDS:
            continue
        rounds = deal_on(simulation, PILOT_SHOES, cut, 0, COUNTS["Hi-Lo"], SEED + 1).rows[:, kernel.SHOE_ROUNDS]
        # The middle leaves the fewest rounds apart, but needs cards behind the cut card for those that are lacking.
        usual = int(np.median(rounds) if len(simulation.shoe) - cut > 2 * kernel.LEAST_CARDS else rounds.min())
        dealt = deal_on(simulation, shoes, cut, usual, COUNTS["Hi-Lo"], SEED)
        effect, error = dealt.effect(edge)
        short += int(dealt.rows[:, kernel.SHOE_SHORT].sum())
        many = dealt.rows[:, kernel.SHOE_ROUNDS].mean()
        low, high = effect - CERTAIN * error, effect + CERTAIN * error
        told = f"{100 * low:+.4f} to {100 * high:+.4f}"
        rows.append((f"{percent}%", str(cut), f"{many:.2f}", f"{100 * effect:+.4f}", told, f"{edge + effect:.4%}"))
        figures |= {f"{percent}%": effect, f"{percent}%, error": error, f"{percent}%, rounds": float(many)}
    columns = (say("cut card"), say("cards out"), say("rounds"), say("effect"), say("95 times in 100"), say("edge"))
    return Study(
        say("The cut card: what dealing on does to the edge of a player alone, who plays as from a fresh shoe"),
        (DecisionTable(say("By penetration"), columns, tuple(rows)),),
        say("effects in percentage points of the initial wager, for the house"),
        say(
            "shoes dealt to the cut card by the compiled kernel; only the rounds that a shoe adds to a fixed number or "
            "leaves out are counted, because a round of a fixed number is worth exactly what the first one is"
        ),
        (say("shoes whose cards gave out: {short}", short=short),),
        figures,
    )


SPREADS = (1, 2, 4, 8)
"""The wagers of a player who counts, by true count from 1 on."""


def counting(question: Question, shoes: int = COUNTED_SHOES) -> Study:
    """The edge by true count, and what raising the wager with it gains."""
    rules = _one_unit(question)
    simulation = simulation_of(rules, play_through(rules, question.strategy)[0])
    cut = len(simulation.shoe) * USUAL // 100
    dealt = deal_on(simulation, shoes, cut, 0, COUNTS["Hi-Lo"], SEED)
    met = dealt.by_count[:, kernel.COUNT_ROUNDS]
    share = met / met.sum()
    net = dealt.by_count[:, kernel.COUNT_NET] / dealt.unit
    squares = dealt.by_count[:, kernel.COUNT_SQUARES] / dealt.unit**2
    rows: list[tuple[str, ...]] = []
    figures: dict[str, float] = {}
    for place in np.flatnonzero(met > 1):
        count, many = int(place) - kernel.MOST_COUNT, int(met[place])
        mean = net[place] / many
        error = sqrt(max(squares[place] / many - mean**2, 0.0) / many)
        name = f"{count:+d}" + say(" and beyond") * (abs(count) == kernel.MOST_COUNT)
        rows.append((name, f"{share[place]:.3%}", f"{-mean:+.3%}", f"{CERTAIN * error:.3%}"))
        figures |= {f"{count:+d} share": float(share[place]), f"{count:+d} edge": -float(mean)}
    gains: list[tuple[str, ...]] = []
    levels = np.arange(len(met)) - kernel.MOST_COUNT
    for most in SPREADS:
        wagers = np.where(levels < 1, 1, np.minimum(2.0 ** np.clip(levels, 0, 10), most))
        won = float(wagers @ net) / met.sum()
        wagered = float(wagers @ share)
        deviation = sqrt(float((wagers**2) @ squares) / met.sum() - won**2)
        gains.append((f"1 to {most}", f"{wagered:.3f}", f"{100 * won:+.3f}", f"{10 * deviation:.1f}"))
        figures[f"1 to {most}"] = won
    columns = (say("true count"), say("rounds"), say("house edge"), say("± 95 in 100"))
    spread = (say("wagers"), say("mean wager"), say("won in 100 rounds"), say("deviation"))
    edge, error = dealt.plain_edge()
    return Study(
        say("Counting with Hi-Lo, balanced for the shoe: the edge by true count, {percent}% dealt", percent=USUAL),
        (
            DecisionTable(say("By true count, rounded down, at 48 cards a deck"), columns, tuple(rows)),
            DecisionTable(say("Wagers doubled at each count from 1 on, up to the most"), spread, tuple(gains)),
        ),
        say("units of the least wager; the play is that of a fresh shoe at every count"),
        say("{shoes} shoes dealt by the compiled kernel, one player", shoes=f"{shoes:,}"),
        (
            say(
                "all rounds together have an edge of {edge} ± {error}",
                edge=f"{edge:.4%}",
                error=f"{CERTAIN * error:.4%}",
            ),
        ),
        figures,
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
    "cut-card": (message("what dealing on to a cut card does to the edge, by penetration"), cut_card),
    "counting": (message("the edge by true count, and what raising the wager with it gains"), counting),
    "exceptions": (message("hands that the best play decides by their cards"), exceptions),
}
