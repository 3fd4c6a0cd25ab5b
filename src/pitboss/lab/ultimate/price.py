"""Ultimate Texas Hold'em priced: decisions found or followed, every end counted, and Trips on its own."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.question import OPTIMAL, Question
from pitboss.lab.solution import Outcome, Solution
from pitboss.lab.ultimate.amounts import Pays, amounts_of, pays_of
from pitboss.lab.ultimate.decide import Decisions, decisions_of, follow
from pitboss.lab.ultimate.passes import WINS_UNQUALIFIED
from pitboss.lab.ultimate.show import facts, tables
from pitboss.lab.ultimate.symmetry import FULL_DECK, symmetry

Array = NDArray[Any]
End = tuple[int, int, int, int]
"""A stage, a multiple (0 at the river for a fold), a category and a result."""

STAGES = ("before the flop", "at the flop", "at the river")
RESULTS = ("won", "won, dealer fails", "lost", "lost, dealer fails", "stood off")
CLASSES = {OPTIMAL: "optimal for the Ante and all that is wagered with it, from the player's own cards and the board"}
FIXED = "fixed: the published short strategy"
METHOD = "all deals counted, hands and boards that differ by suits alone taken together; whole numbers throughout"


def price(question: Question) -> Solution:
    """Solve the game, or follow a fixed strategy through it."""
    pays = pays_of(question)
    decisions, ends, rivers = play_out(question.strategy, pays)
    outcomes = outcomes_of(ends, pays)
    deals = sum(ends.values())
    edge = -sum((o.count * o.pay for o in outcomes), Fraction(0)) / deals
    if decisions.worth is not None:
        assert -edge == Fraction(decisions.worth, amounts_of(pays)[1] * deals), "the two passes do not agree"
    return Solution(
        game=question.game,
        unit="Ante",
        strategy=question.strategy,
        strategy_class=CLASSES.get(question.strategy, FIXED),
        edge=edge,
        deals=deals,
        outcomes=outcomes,
        ties="checked before the river, bet at the river",
        method=METHOD,
        tables=tables(decisions, rivers, pays),
        sides=tuple(trips_alone(question, ends, keeps=keeps) for keeps in (False, True)),
        facts=facts(decisions, ends),
    )


def play_out(
    strategy: str, pays: Pays, deck: tuple[tuple[int, ...], int] = FULL_DECK
) -> tuple[Decisions, Counter[End], Array]:
    """The decisions of a strategy, how many deals end in each way, and how each sort of hand is played at the river."""
    kinds = symmetry(*deck)
    decisions = decisions_of(strategy, kinds, pays)
    counts, rivers = follow(kinds, pays, decisions)
    return decisions, Counter({_end(at): int(counts[at]) for at in zip(*counts.nonzero(), strict=True)}), rivers


def _end(at: tuple[Any, ...]) -> End:
    stage, multiple, kind, result = (int(part) for part in at)
    return stage, multiple, kind, result


def outcomes_of(ends: Mapping[End, int], pays: Pays) -> tuple[Outcome, ...]:
    """The ends with their pays, those of one name and pay together; the most that was wagered first."""
    counts: Counter[tuple[str, Fraction, Fraction]] = Counter()
    for end, count in ends.items():
        nets = nets_of(end, pays)
        wagered = 2 + pays.stake + end[1]
        counts[end_name(end, pays), sum(nets.values(), Fraction(0)), wagered] += count
    rows = sorted(counts.items(), key=lambda row: (-row[0][2], -row[0][1], row[0][0]))
    return tuple(Outcome(name, count, pay, wagered) for (name, pay, wagered), count in rows)


def nets_of(end: End, pays: Pays) -> dict[str, Fraction]:
    """What each wager of a round that ends so gains or loses, in Antes."""
    _, multiple, kind, result = end
    if not multiple:
        return pays.nets_of_fold(kind, result)
    return pays.nets(multiple, kind, result)


def end_name(end: End, pays: Pays) -> str:
    """An end in words: what was done, what came of it, and the hand where that tells."""
    stage, multiple, kind, result = end
    tells = pays.stake or (multiple and result <= WINS_UNQUALIFIED and pays.blind[kind])
    line = f", {Category(kind).line.replace('-', ' ')}" if tells else ""
    if not multiple:
        fails = ", dealer fails" if pays.refunds_folded and not pays.qualifies(kind, result) else ""
        return f"folded{fails}{line}"
    return f"Play {multiple} {STAGES[stage]}, {RESULTS[result]}{line}"


def trips_alone(question: Question, ends: Mapping[End, int], *, keeps: bool) -> Solution:
    """Trips alone, on its own stake, under the same decisions: lost by a fold, or settled on the hand all the same."""
    pays = pays_of(question, trips=1)
    counts: Counter[tuple[str, Fraction]] = Counter()
    for (_, multiple, kind, _), count in ends.items():
        if multiple or keeps:
            counts[Category(kind).line, pays.trips[kind]] += count
        else:
            counts["folded", Fraction(-1)] += count
    deals = sum(counts.values())
    outcomes = tuple(
        Outcome(line, count, pay, Fraction(1))
        for (line, pay), count in sorted(counts.items(), key=lambda row: -row[0][1])
    )
    return Solution(
        game="trips",
        unit="Trips",
        strategy=question.strategy,
        strategy_class="settled on the hand, folded or not" if keeps else "lost by a fold, the hand played as above",
        edge=-sum((o.count * o.pay for o in outcomes), Fraction(0)) / deals,
        deals=deals,
        outcomes=outcomes,
        method=METHOD,
    )
