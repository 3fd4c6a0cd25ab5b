"""Hands at the flop sorted as a person sees them: what the hole cards make of it, the draw, the highest hidden card."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.cards.card import RANKS
from pitboss.lab.evaluator import categories, evaluate
from pitboss.lab.ultimate.rows import Row, row
from pitboss.lab.ultimate.sorts import COUNTED, SHAPES
from pitboss.lab.ultimate.symmetry import Symmetry, pairs

Array = NDArray[Any]

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


class Seen(NamedTuple):
    """Flops with hole cards: the cards, and their ranks in rising order."""

    flop: Array
    hole: Array

    @property
    def flop_ranks(self) -> Array:
        """The ranks of the flop."""
        return np.sort(self.flop >> 2, axis=1)

    @property
    def hole_ranks(self) -> Array:
        """The ranks of the hole cards."""
        return np.sort(self.hole >> 2, axis=1)


def flop_rows(kinds: Symmetry, pre_flop: Array, by_class: Array) -> list[Row]:
    """The sorts of hands that were checked before the flop, and how they are played at it."""
    checked = pre_flop[kinds.example[:, 1]] == 0
    weight = _weights(kinds)[checked]
    gain = by_class[checked].astype(np.float64)
    flop, hole = kinds.flops[kinds.example[checked, 0]], pairs()[kinds.example[checked, 1]]
    seen = Seen(flop.astype(np.int64), hole.astype(np.int64))
    made, (draw, high) = _made(seen), _draws(seen)
    tells = (draw == NO_DRAW) & ((made == BOARD_THREE) | (made == BOARD_PAIR))
    high = np.where(tells, seen.hole_ranks[:, 1], high)
    draw = np.where(made <= TWO, NO_DRAW, draw)  # what is made already is not told by its draws
    high = np.where(made <= TWO, 0, high)
    cell = ((made * len(DRAWS) + draw) * len(RANKS) + high) * SHAPES + _shapes(seen)
    counted = [weight * (gain < 0), weight * (gain > 0), weight * (gain == 0), gain * (gain > 0), gain * (gain < 0)]
    size = len(MADE) * len(DRAWS) * len(RANKS) * SHAPES
    cells = np.stack([np.bincount(cell, weights=part, minlength=size) for part in counted], axis=1)
    return _rows(cells.reshape(len(MADE), len(DRAWS), len(RANKS), SHAPES, COUNTED))


def _rows(cells: Array) -> list[Row]:
    found = []
    for made, name in enumerate(MADE):
        for draw in range(len(DRAWS)):
            falling = range(len(RANKS) - 1, -1, -1)
            found += [row(name, _says(made, draw), RANKS[high], cells[made, draw, high]) for high in falling]
    return found


def _says(made: int, draw: int) -> str:
    """What tells hands apart that make the same, with a place for the card that matters."""
    if made <= TWO:
        return ""
    return BY_HIGH_CARD if draw == NO_DRAW and made in (BOARD_THREE, BOARD_PAIR) else DRAWS[draw]


def _weights(kinds: Symmetry) -> Array:
    """By class: how many flops with hole cards it stands for."""
    flops = np.bincount(kinds.flop_class[kinds.flop_class >= 0], minlength=len(kinds.flops))
    in_deck = np.isin(pairs(), kinds.deck).all(axis=1)
    live = in_deck & ~(pairs()[None, :, :, None] == kinds.flops[:, None, None, :]).any(axis=(2, 3))
    each = np.broadcast_to(flops[:, None], live.shape)[live]
    return np.bincount(kinds.hole_class[live], weights=each, minlength=len(kinds.example))


def _made(seen: Seen) -> Array:
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


def _draws(seen: Seen) -> tuple[Array, Array]:
    """Which of `DRAWS` a hand has, and the highest hidden card of the suit of a flush draw."""
    cards = np.hstack([seen.flop, seen.hole])
    flush, high = np.zeros(len(cards), bool), np.zeros(len(cards), np.int64)
    for suit in range(4):
        hidden = np.where((seen.hole & 3) == suit, seen.hole >> 2, -1).max(axis=1)
        four = (((cards & 3) == suit).sum(axis=1) == 4) & (hidden >= 0)
        flush |= four
        high = np.where(four, hidden, high)
    held, board = (np.bitwise_or.reduce(1 << (part >> 2), axis=1) for part in (cards, seen.flop))
    straights = _straights()
    ways = sum(straights[held | 1 << rank] & ~straights[board | 1 << rank] for rank in range(13))
    ways = np.minimum(ways, 2)
    return np.where(flush, np.where(ways > 0, TWO_DRAWS, FLUSH_DRAW), ways), high


def _straights() -> Array:
    """For each set of ranks whether five of it are in a row, the ace high or low."""
    ranks = np.arange(1 << 13)
    low = ranks << 1 | ranks >> 12
    runs: Array = np.logical_or.reduce([(low >> start & 31) == 31 for start in range(10)])
    return runs


def _shapes(seen: Seen) -> Array:
    """What two cards may make of the flop: a straight (1), a flush (2), both."""
    ranks = np.bitwise_or.reduce(1 << seen.flop_ranks, axis=1)
    low = ranks << 1 | ranks >> 12
    straight = np.logical_or.reduce([np.bitwise_count(low >> start & 31) == 3 for start in range(10)])
    suits = seen.flop & 3
    found: Array = straight + 2 * ((suits[:, 0] == suits[:, 1]) & (suits[:, 1] == suits[:, 2]))
    return found
