"""The flop and the river of Ultimate Texas Hold'em as tables, sorted a second time on short decks in plain words."""

from collections import Counter, defaultdict
from itertools import combinations

import pytest

from lab.short_holdem import GAPS, PAYS, SIX_RANKS, THREE_RANKS, Brute, Cards, Deck, flops_of
from pitboss.cards import Category, best_hand
from pitboss.cards.card import RANKS
from pitboss.lab.question import OPTIMAL
from pitboss.lab.ultimate.board import BET, EVEN, GAINS, PASSED
from pitboss.lab.ultimate.price import play_out
from pitboss.lab.ultimate.strategy_rows import Row, flop_rows, river_rows, write
from pitboss.lab.ultimate.symmetry import symmetry

Found = dict[tuple[str, int], Counter[int]]
"""By what hands are called and the shape of the board: how many are passed, bet, or worth the same."""


def shape(board: Cards) -> int:
    """What two cards may make of a board: a straight (1), a flush (2), both."""
    suits = Counter(card.suit for card in board)
    ranks = {card.rank for card in board} | ({-1} if any(card.rank == 12 for card in board) else set())
    straight = any(len(ranks & set(range(low, low + 5))) >= 3 for low in range(-1, 9))
    return straight + 2 * (max(suits.values()) >= 3)


def river_sort(hole: Cards, board: Cards, deck: Cards) -> str:
    mine, own = best_hand((*hole, *board)), best_hand(board)
    name = own.category.line.replace("-", " ").replace("high card", "no pair")
    paired = [c.rank for c in hole if hole[0].rank == hole[1].rank or c.rank in {b.rank for b in board}]
    if mine.category > own.category and mine.category >= Category.STRAIGHT:
        return "straight or better"
    if mine.category > own.category and paired:
        above = len({b.rank for b in board if b.rank > max(paired)})
        return f"board {name}, {above} ranks above"
    outs = [c for c in deck if c not in hole and c not in board and best_hand((*board, c)) > mine]
    return f"{len(outs)} outs, board {name}"


def made_at_flop(hole: Cards, flop: Cards) -> str:
    category = best_hand((*hole, *flop)).category
    ranks = sorted({card.rank for card in flop}, reverse=True)
    pocket = hole[0].rank == hole[1].rank
    hidden = [card.rank for card in hole if card.rank in ranks]
    if category >= Category.STRAIGHT:
        return "straight or better"
    if category is Category.THREE_OF_A_KIND:
        return "three of a kind, hidden" if hidden or pocket else "board's three of a kind"
    if category is Category.TWO_PAIR:
        return "pocket pair, board paired" if pocket else "two pair, hidden"
    if category is Category.PAIR and hidden:
        return f"hidden pair, {('highest', 'middle', 'lowest')[ranks.index(hidden[0])]}"
    if category is Category.PAIR:
        return "pocket pair" if pocket else "board's pair"
    return "no pair"


def flop_sort(hole: Cards, flop: Cards) -> str:
    made = made_at_flop(hole, flop)
    if made in ("straight or better", "three of a kind, hidden", "two pair, hidden"):
        return made
    suits = Counter(card.suit for card in (*hole, *flop))
    flush = [RANKS[card.rank] for card in sorted(hole, key=lambda c: c.rank) if suits[card.suit] == 4]
    ways = min(sum(is_run(rank, (*hole, *flop)) and not is_run(rank, flop) for rank in range(13)), 2)
    if flush:
        draw = f"flush {'and straight ' if ways else ''}draw, hidden {flush[-1]}"
    elif ways:
        draw = f"{('inside', 'open')[ways - 1]} straight draw"
    elif made.startswith("board's"):
        draw = f"no draw, hole card {RANKS[max(card.rank for card in hole)]}"
    else:
        draw = "no draw"
    return f"{made}: {draw}"


def is_run(rank: int, cards: Cards) -> bool:
    """Whether five ranks are in a row once a card of a rank has come."""
    ranks = {rank, *(card.rank for card in cards)}
    ranks |= {-1} if 12 in ranks else set()
    return any(set(range(low, low + 5)) <= ranks for low in range(-1, 9))


def sorted_by_hand(deck: Deck) -> tuple[Found, Found]:
    """Flops and rivers of a short deck, decided hand by hand."""
    brute = Brute(deck, PAYS)
    flops: Found = defaultdict(Counter)
    rivers: Found = defaultdict(Counter)
    for hole in combinations(brute.deck, 2):
        hands = brute.hands(hole)
        gain = {board: brute.worth(1, hand) - brute.worth(0, hand) for board, hand in hands.items()}
        river = {board: brute.worth(0, hand) + max(gain[board], 0) for board, hand in hands.items()}
        by_flop = flops_of(hands)
        gains = {f: sum(brute.worth(2, hands[b]) - river[b] for b in boards) for f, boards in by_flop.items()}
        later = sum(max(gains[flop], 0) + sum(river[b] for b in boards) for flop, boards in by_flop.items())
        if 10 * brute.worth_of(4, hands.values()) > later:
            continue
        checked: Counter[Cards] = Counter()
        for flop, boards in by_flop.items():
            flops[flop_sort(hole, flop), shape(flop)][verdict(gains[flop])] += 1
            checked.update(boards if gains[flop] <= 0 else ())
        for board, times in checked.items():
            rivers[river_sort(hole, board, brute.deck), shape(board)][verdict(gain[board])] += times
    return flops, rivers


def verdict(gain: int) -> int:
    return BET if gain > 0 else PASSED if gain < 0 else EVEN


def counted(rows: list[Row]) -> Found:
    found: Found = defaultdict(Counter)
    for row in rows:
        for at, cell in enumerate(row.cells):
            name = f"{row.hand}: {row.label}" if row.label else row.hand
            found[name, at].update({kind: int(cell[kind]) for kind in (PASSED, BET, EVEN) if cell[kind]})
    return found


def same(found: Found) -> dict[tuple[str, int], dict[int, int]]:
    return {at: {k: n for k, n in counts.items() if n} for at, counts in found.items() if any(counts.values())}


@pytest.mark.parametrize("deck", [SIX_RANKS, THREE_RANKS, GAPS])
def test_hands_are_sorted_and_counted_as_a_person_would(deck: Deck) -> None:
    decisions, _, rivers = play_out(OPTIMAL, PAYS, deck)
    by_flop, by_river = sorted_by_hand(deck)
    assert decisions.by_class is not None
    assert same(counted(flop_rows(symmetry(*deck), decisions.pre_flop, decisions.by_class))) == same(by_flop)
    found: Found = defaultdict(Counter)
    for (name, at), counts in counted(river_rows(rivers, "fold", apart=True)).items():
        said = name.partition(": ")[2] or "straight or better"
        found[said, at].update(counts)
    assert same(found) == same(by_river)


def test_rows_played_alike_are_one_and_the_cost_is_told() -> None:
    _, _, rivers = play_out(OPTIMAL, PAYS, GAPS)
    rows = river_rows(rivers, "fold")
    table = write("At the river", "fold", rows, unit=1_000_000)
    hands = sum(int(row.cells[:, :GAINS].sum()) for row in rows)
    counted_up = 0
    for _, _, *numbers, do, neither, straight, flush, both in table.rows:
        bet, fold, even = (int(number.replace(",", "")) for number in numbers)
        counted_up += bet + fold + even
        assert (do == "mixed") == (bet > 0 and fold > 0) == any((neither, straight, flush, both))
    assert counted_up == hands
    assert f"{hands:,} hands" in table.title and "% of the Ante" in table.title
