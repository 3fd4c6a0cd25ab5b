"""Ultimate Texas Hold'em priced: decisions found or followed, every end counted, and Trips on its own."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.cards import Category
from pitboss.cards.card import CARDS, RANKS, Card
from pitboss.lab.arrays import Array
from pitboss.lab.question import (
    OPTIMAL,
    DecisionTable,
    End,
    LabError,
    Question,
    Solution,
    edge_of,
    outcomes_of,
    shares_of,
)
from pitboss.lab.ultimate.board_passes import BY_OUTS, BY_VALUE, FLOPS_OF_BOARD, WINS_UNQUALIFIED
from pitboss.lab.ultimate.decide import HOLES, Decisions, UltimatePays, amounts_of, decisions_of, follow, holes, pays_of
from pitboss.lab.ultimate.strategy_rows import flop_rows, river_rows, write
from pitboss.lab.ultimate.symmetry import FULL_DECK, PAIRS, pairs, symmetry
from pitboss.messages import say

Ending = tuple[int, int, int, int]
"""A stage, a multiple (0 at the river for a fold), a category and a result."""

GIVEN = "given"
STAGES = ("before the flop", "at the flop", "at the river")
RESULTS = ("won", "won, dealer fails", "lost", "lost, dealer fails", "stood off")
CLASSES = {
    GIVEN: "fixed: as given before the flop and at it",
    OPTIMAL: "optimal for the Ante and all that is wagered with it, from the player's own cards and the board",
}
FIXED = "fixed: the published short strategy"
METHOD = "all deals counted, hands and boards that differ by suits alone taken together; whole numbers throughout"


def price(question: Question) -> Solution:
    """Solve the game, or follow a fixed strategy through it."""
    pays = pays_of(question)
    return _solution(question, pays, *play_out(question.strategy, pays))


BeforeFlop = Callable[[tuple[Card, Card]], int]
AtFlop = Callable[[tuple[Card, Card], tuple[Card, Card, Card]], int]


def decisions_with(question: Question, before_flop: BeforeFlop, at_flop: AtFlop) -> Decisions:
    """A strategy that decides by the hole cards before the flop, and by them and the flop at it: a multiple, or 0 to
    check. The river is decided as by the question's strategy: at its best, or by the published count of outs."""
    pays, kinds = pays_of(question), symmetry()
    first = np.array([before_flop((CARDS[high], CARDS[low])) for low, high in pairs().tolist()], np.uint8)
    if any(len(set(first[holes() == hole].tolist())) > 1 for hole in range(HOLES)):
        raise LabError("Before the flop a strategy may ask whether hole cards are suited, not which suits they are of.")
    second = np.zeros(len(kinds.example), np.uint8)
    is_checked = first[kinds.example[:, 1]] == 0
    asked = kinds.example[is_checked]
    flops, hands = kinds.flops[asked[:, 0]].tolist(), pairs()[asked[:, 1]].tolist()
    second[is_checked] = [
        at_flop((CARDS[high], CARDS[low]), (CARDS[a], CARDS[b], CARDS[c]))
        for (low, high), (a, b, c) in zip(hands, flops, strict=True)
    ]
    for stage, chosen in enumerate((first, second)):
        if wrong := sorted(set(chosen.tolist()) - {0, *pays.multiples[stage]}):
            words = "The multiples {stage} are {offered} or 0, not {wrong}."
            offered = ", ".join(map(str, pays.multiples[stage]))
            raise LabError(say(words, stage=STAGES[stage], offered=offered, wrong=wrong[0]))
    return Decisions(first, second, BY_VALUE if question.strategy == OPTIMAL else BY_OUTS)


def price_with(question: Question, before_flop: BeforeFlop, at_flop: AtFlop) -> Solution:
    """Price any strategy given as functions (see `decisions_with`)."""
    pays = pays_of(question)
    decisions = decisions_with(question, before_flop, at_flop)
    counts, rivers = follow(symmetry(), pays, decisions)
    return _solution(replace(question, strategy=GIVEN), pays, decisions, _ends_of(counts), rivers)


def _solution(
    question: Question, pays: UltimatePays, decisions: Decisions, ends: Mapping[Ending, int], rivers: Array
) -> Solution:
    """A strategy with all its ends."""
    counted = [(end_of(place, pays), count) for place, count in ends.items()]
    outcomes = tuple(sorted(outcomes_of(counted), key=lambda o: (-o.wagered, -o.pay, o.name)))
    deals = sum(ends.values())
    edge = edge_of(outcomes, deals)
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
        wagers=shares_of(counted, deals),
        sides=tuple(trips_alone(question, ends, keeps=keeps) for keeps in (False, True)),
        facts=facts(decisions, ends),
    )


def play_out(
    strategy: str, pays: UltimatePays, deck: tuple[tuple[int, ...], int] = FULL_DECK
) -> tuple[Decisions, Counter[Ending], Array]:
    """The decisions of a strategy, how many deals end in each way, and how each sort of hand is played at the river."""
    kinds = symmetry(*deck)
    decisions = decisions_of(strategy, kinds, pays)
    counts, rivers = follow(kinds, pays, decisions)
    return decisions, _ends_of(counts), rivers


def _ends_of(counts: Array) -> Counter[Ending]:
    """The ends that occur, with how often they do."""
    ends: Counter[Ending] = Counter()
    for stage, multiple, kind, result in np.argwhere(counts).tolist():
        ends[stage, multiple, kind, result] = int(counts[stage, multiple, kind, result])
    return ends


def end_of(place: Ending, pays: UltimatePays) -> End:
    """A round that ends so: its name, what each wager gains or loses, and all that was wagered."""
    _, multiple, kind, result = place
    staked = {"ante": Fraction(1), "blind": Fraction(1), "play": Fraction(multiple), "trips": pays.stake}
    nets = pays.nets(multiple, kind, result)
    return End.of(end_name(place, pays), ((spot, net, staked[spot]) for spot, net in nets.items() if staked[spot]))


def end_name(place: Ending, pays: UltimatePays) -> str:
    """An end in words: what was done, what came of it, and the hand where that tells."""
    stage, multiple, kind, result = place
    tells = pays.stake or (multiple and result <= WINS_UNQUALIFIED and pays.blind[kind])
    line = f", {Category(kind).line.replace('-', ' ')}" if tells else ""
    if not multiple:
        fails = ", dealer fails" if pays.refunds_folded and not pays.qualifies(kind, result) else ""
        return f"folded{fails}{line}"
    return f"Play {multiple} {STAGES[stage]}, {RESULTS[result]}{line}"


def trips_alone(question: Question, ends: Mapping[Ending, int], *, keeps: bool) -> Solution:
    """Trips alone, on its own stake, under the same decisions: lost by a fold, or settled on the hand all the same."""
    pays, one = pays_of(question, trips=1), Fraction(1)
    folded = End.of("folded", [("trips", -one, 1)])
    by_kind = [End.of(kind.line, [("trips", pays.trips[kind], 1)]) for kind in Category]
    found = outcomes_of(
        (by_kind[kind] if multiple or keeps else folded, n) for (_, multiple, kind, _), n in ends.items()
    )
    outcomes = tuple(sorted(found, key=lambda outcome: -outcome.pay))
    deals = sum(ends.values())
    return Solution(
        game="trips",
        unit="Trips",
        strategy=question.strategy,
        strategy_class="settled on the hand, folded or not" if keeps else "lost by a fold, the hand played as above",
        edge=edge_of(outcomes, deals),
        deals=deals,
        outcomes=outcomes,
        ties="none: it is settled on the player's hand alone",
        method=METHOD,
    )


DEALS_OF_HOLE = comb(50, 5) * FLOPS_OF_BOARD * comb(45, 2)
"""The boards, flops of them and dealer's hands that two hole cards may meet."""
MADE_AT = ("raised before the flop", "bet at the flop", "bet at the river")


def tables(decisions: Decisions, rivers: Array, pays: UltimatePays) -> tuple[DecisionTable, ...]:
    """The strategy: before the flop every hole cards, suited above the diagonal, the others below; where it is the best
    one, the flop and the river too."""
    chosen = dict(zip(holes().tolist(), decisions.pre_flop.tolist(), strict=True))
    falling = range(12, -1, -1)
    rows = tuple((RANKS[row], *(str(chosen[row * 13 + column] or "-") for column in falling)) for row in falling)
    title = "Before the flop: Play in Antes, or check (-); suited hole cards above the diagonal"
    before_flop = DecisionTable(title, ("", *(RANKS[column] for column in falling)), rows)
    if decisions.by_class is None:
        return (before_flop,)
    unit = PAIRS * DEALS_OF_HOLE * amounts_of(pays)[1]
    at_flop = flop_rows(symmetry(), decisions.pre_flop, decisions.by_class)
    return (
        before_flop,
        write("At the flop, checked before it", "check", at_flop, unit=unit),
        write("At the river, checked before it", "fold", river_rows(rivers, "fold"), unit=unit),
    )


def facts(decisions: Decisions, ends: Mapping[Ending, int]) -> Mapping[str, int | float]:
    """How often each decision is made."""
    deals = sum(ends.values())
    made: Counter[str] = Counter()
    for (stage, multiple, _, _), count in ends.items():
        made[MADE_AT[stage] if multiple else "folded"] += count
    raised = int((decisions.pre_flop > 0).sum())
    return {f"hole cards raised, of {PAIRS:,}": raised} | {name: count / deals for name, count in made.items()}
