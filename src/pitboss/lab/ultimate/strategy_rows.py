"""How sorts of hands are played, as rows that a person reads: exact counts, and what to do where a sort is mixed.

Hands at the flop are sorted by what the hole cards make of it, the draw and the highest hidden card; hands at the river
by what the hole cards make of the board, else by how many cards beat the hand with the board.

A row has four cells, by what two cards may make of the board: neither a straight nor a flush, a straight, a flush, or
both.
"""

from collections.abc import Iterable
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

from pitboss.cards import Category
from pitboss.cards.card import RANKS
from pitboss.lab.arrays import Array, categories, straights
from pitboss.lab.evaluator import evaluate
from pitboss.lab.question import DecisionTable
from pitboss.lab.ultimate.board import ABOVE, BET, COUNTED, EVEN, GAINS, LOSES, OUTS, PASSED, SHAPES
from pitboss.lab.ultimate.symmetry import Symmetry, pairs

BOARDS = ("neither", "straight", "flush", "both")


class Row(NamedTuple):
    """A sort of hands, or several alike: `says` has a place for the first and last of what tells them apart."""

    hand: str
    says: str
    first: str
    last: str
    cells: Array
    """By shape of the board: what is counted of the hands (see `board`)."""

    @property
    def label(self) -> str:
        """What tells these hands apart."""
        return self.says.format(self.first if self.first == self.last else f"{self.first} to {self.last}")


def row(hand: str, says: str, place: str, cells: Array) -> Row:
    """A row of one sort."""
    return Row(hand, says, place, place, cells)


def write(title: str, passing: str, rows: Iterable[Row], *, unit: int) -> DecisionTable:
    """The rows as a table, those together that are played alike; `passing` is a check or a fold."""
    merged = _together([each for each in rows if each.cells[:, :GAINS].any()], passing)
    counts = np.sum([each.cells.sum(axis=0) for each in merged], axis=0)
    # What is given up by one decision for each cell, the better one.
    cost = sum(float(np.minimum(each.cells[:, GAINS], -each.cells[:, LOSES]).sum()) for each in merged) / unit
    even = f"{int(counts[EVEN]):,}" if counts[EVEN] else "none"
    said = (
        f"{title}: {int(counts[:GAINS].sum()):,} hands, {even} of them worth the same either way. "
        f"The last columns tell mixed hands by what two cards may make of the board: the better choice, and how often "
        f"it is best. To play by this table alone costs {cost * 100:.4f}% of the Ante"
    )
    written = []
    for each in merged:
        numbers = (f"{int(each.cells[:, kind].sum()):,}" for kind in (BET, PASSED, EVEN))
        do = what_to_do(each.cells, passing)
        boards = [_cell(cell, passing) if do == "mixed" else "" for cell in each.cells]
        written.append((each.hand, each.label, *numbers, do, *boards))
    return DecisionTable(said, ("hand", "with", "bet", passing, "even", "do", *BOARDS), tuple(written))


def _together(rows: list[Row], passing: str) -> list[Row]:
    """Rows that differ in one place alone and are played alike, made one."""
    found: list[Row] = []
    for each in rows:
        last = found[-1] if found else None
        alike = last and (last.hand, last.says) == (each.hand, each.says) and "{}" in each.says
        if last and alike and what_to_do(last.cells, passing) == what_to_do(each.cells, passing) != "mixed":
            found[-1] = last._replace(last=each.last, cells=last.cells + each.cells)
        else:
            found.append(each)
    return found


def what_to_do(cells: Array, passing: str) -> str:
    """The decision for every hand, or that it is mixed; hands worth the same either way go with the rest."""
    counts = cells.reshape(-1, COUNTED).sum(axis=0)
    return "bet" if not counts[PASSED] else passing if not counts[BET] else "mixed"


def _cell(counts: Array, passing: str) -> str:
    """The better decision for the hands of a cell, and the share of them that it is best for."""
    hands = int(counts[:GAINS].sum())
    if not hands:
        return ""
    bets = counts[GAINS] > -counts[LOSES]
    name, right = "bet" if bets else passing, int(counts[BET if bets else PASSED] + counts[EVEN])
    if right == hands:
        return name
    share = right / hands  # not all, and never shown as all
    return f"{name} {min(share, 0.999) * 100:.1f}%" if share > 0.995 else f"{name} {share * 100:.0f}%"


MADE = (
    "straight or better",
    "three of a kind, hidden",
    "two pair, hidden",
    "hidden pair, highest",
    "hidden pair, middle",
    "hidden pair, lowest",
    "pocket pair",
    "pocket pair, board paired",
    "board's three of a kind",
    "board's pair",
    "no pair",
)
STRAIGHT_UP, THREE, TWO, HIGHEST, MIDDLE, LOWEST, POCKET, POCKET_BESIDE, BOARD_THREE, BOARD_PAIR, NO_PAIR = range(11)
DRAWS = (
    "no draw",
    "inside straight draw",
    "open straight draw",
    "flush draw, hidden {}",
    "flush and straight draw, hidden {}",
)
NO_DRAW, FLUSH_DRAW, TWO_DRAWS = 0, 3, 4
BY_HIGH_CARD = "no draw, hole card {}"


class FlopHands(NamedTuple):
    """Flops with hole cards: the cards, and their ranks in rising order."""

    flop: Array
    hole: Array
    flop_ranks: Array
    hole_ranks: Array


def flop_rows(kinds: Symmetry, pre_flop: Array, by_class: Array) -> list[Row]:
    """The sorts of hands that were checked before the flop, and how they are played at it."""
    checked = pre_flop[kinds.example[:, 1]] == 0
    # By class: how many flops with hole cards it stands for.
    flops = np.bincount(kinds.flop_class[kinds.flop_class >= 0], minlength=len(kinds.flops))
    in_deck = np.isin(pairs(), kinds.deck).all(axis=1)
    live = in_deck & ~(pairs()[None, :, :, None] == kinds.flops[:, None, None, :]).any(axis=(2, 3))
    each = np.broadcast_to(flops[:, None], live.shape)[live]
    weight = np.bincount(kinds.hole_class[live], weights=each, minlength=len(kinds.example))[checked]
    gain = by_class[checked].astype(np.float64)
    flop = kinds.flops[kinds.example[checked, 0]].astype(np.int64)
    hole = pairs()[kinds.example[checked, 1]].astype(np.int64)
    seen = FlopHands(flop, hole, np.sort(flop >> 2, axis=1), np.sort(hole >> 2, axis=1))
    made, (draw, high) = _classify_made(seen), _draws(seen)
    tells = (draw == NO_DRAW) & ((made == BOARD_THREE) | (made == BOARD_PAIR))
    high = np.where(tells, seen.hole_ranks[:, 1], high)
    draw = np.where(made <= TWO, NO_DRAW, draw)  # what is made already is not told by its draws
    high = np.where(made <= TWO, 0, high)
    sides = (len(MADE), len(DRAWS), len(RANKS), SHAPES)
    cell = np.ravel_multi_index((made, draw, high, _shapes(seen)), sides)
    counted = [weight * (gain < 0), weight * (gain > 0), weight * (gain == 0), gain * (gain > 0), gain * (gain < 0)]
    cells = np.stack([np.bincount(cell, weights=part, minlength=prod(sides)) for part in counted], axis=1)
    cells = cells.reshape(*sides, COUNTED)
    found = []
    for (place, name), (kind, says_draw) in product(enumerate(MADE), enumerate(DRAWS)):
        by_high_card = kind == NO_DRAW and place in (BOARD_THREE, BOARD_PAIR)
        says = "" if place <= TWO else BY_HIGH_CARD if by_high_card else says_draw
        found += [row(name, says, RANKS[rank], cells[place, kind, rank]) for rank in range(len(RANKS) - 1, -1, -1)]
    return found


def _classify_made(seen: FlopHands) -> Array:
    """Which of `MADE` a hand is."""
    category = categories()[evaluate(np.hstack([seen.flop, seen.hole]))]
    flop, hole = seen.flop_ranks, seen.hole_ranks
    pocket = hole[:, 0] == hole[:, 1]
    with_board = (flop[:, :, None] == hole[:, None, :]).any(axis=2)
    hidden = pocket | with_board.any(axis=1)
    paired = with_board.argmax(axis=1)  # the place of the paired rank in the flop, where one is
    pair = np.select([pocket, ~hidden], [POCKET, BOARD_PAIR], LOWEST - paired)
    by_category = {
        Category.HIGH_CARD: np.full(len(pocket), NO_PAIR),
        Category.PAIR: pair,
        Category.TWO_PAIR: np.where(pocket, POCKET_BESIDE, TWO),
        Category.THREE_OF_A_KIND: np.where(hidden, THREE, BOARD_THREE),
    }
    return np.select([category == kind for kind in by_category], list(by_category.values()), STRAIGHT_UP)


def _draws(seen: FlopHands) -> tuple[Array, Array]:
    """Which of `DRAWS` a hand has, and the highest hidden card of the suit of a flush draw."""
    cards = np.hstack([seen.flop, seen.hole])
    flush, high = np.zeros(len(cards), bool), np.zeros(len(cards), np.int64)
    for suit in range(4):
        hidden = np.where((seen.hole & 3) == suit, seen.hole >> 2, -1).max(axis=1)
        four = (((cards & 3) == suit).sum(axis=1) == 4) & (hidden >= 0)
        flush |= four
        high = np.where(four, hidden, high)
    held, board = (np.bitwise_or.reduce(1 << (part >> 2), axis=1) for part in (cards, seen.flop))
    runs = straights()
    ways = np.minimum(sum(runs[held | 1 << rank] & ~runs[board | 1 << rank] for rank in range(13)), 2)
    return np.where(flush, np.where(ways > 0, TWO_DRAWS, FLUSH_DRAW), ways), high


def _shapes(seen: FlopHands) -> Array:
    """What two cards may make of the flop: a straight (1), a flush (2), both."""
    ranks = np.bitwise_or.reduce(1 << seen.flop_ranks, axis=1)
    low = ranks << 1 | ranks >> 12
    straight = np.logical_or.reduce([np.bitwise_count(low >> start & 31) == 3 for start in range(10)])
    suits = seen.flop & 3
    return straight + 2 * ((suits[:, 0] == suits[:, 1]) & (suits[:, 1] == suits[:, 2]))


AT_RIVER_MADE, AT_RIVER_PAIR, AT_RIVER_OTHER = "straight or better, own", "hidden pair or better", "neither"
PAIR_SAYS = "board {board}, {{}} ranks above"
OUTS_SAY, OUTS_WITH_BOARD = "{} outs", "{outs} outs, board {board}"


def river_rows(rivers: Array, passing: str, *, apart: bool = False) -> list[Row]:
    """The sorts of hands that come to the river, and how they are played at it.

    Hands by outs are told apart by the board where that tells how they are played, or everywhere if so asked.
    """
    cells = rivers.reshape(1 + ABOVE + OUTS, len(Category), SHAPES, COUNTED)
    boards = {kind: kind.line.replace("-", " ").replace("high card", "no pair") for kind in Category}
    found = [row(AT_RIVER_MADE, "", "", cells[0].sum(axis=0))]
    for kind, board in boards.items():
        found += [row(AT_RIVER_PAIR, PAIR_SAYS.format(board=board), str(n), cells[1 + n, kind]) for n in range(ABOVE)]
    for outs in range(OUTS):
        of_outs = cells[1 + ABOVE + outs]
        if what_to_do(of_outs, passing) != "mixed" and not apart:
            found.append(row(AT_RIVER_OTHER, OUTS_SAY, str(outs), of_outs.sum(axis=0)))
            continue
        for kind, board in boards.items():
            found.append(row(AT_RIVER_OTHER, OUTS_WITH_BOARD.format(outs=outs, board=board), "", of_outs[kind]))
    return found
