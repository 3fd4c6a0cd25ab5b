"""The rows of the river: what the hole cards make of the board, else how many cards beat the hand with the board."""

from typing import Any

from numpy.typing import NDArray

from pitboss.cards import Category
from pitboss.lab.ultimate.rows import Row, row, what_to_do
from pitboss.lab.ultimate.sorts import ABOVE, COUNTED, OUTS, SHAPES

Array = NDArray[Any]
MADE, PAIR, OTHER = "straight or better, own", "hidden pair or better", "neither"
PAIR_SAYS = "board {board}, {{}} ranks above"
OUTS_SAY, OUTS_WITH_BOARD = "{} outs", "{outs} outs, board {board}"


def river_rows(rivers: Array, passing: str, *, apart: bool = False) -> list[Row]:
    """The sorts of hands that come to the river, and how they are played at it.

    Hands by outs are told apart by the board where that tells how they are played, or everywhere if so asked.
    """
    cells = rivers.reshape(1 + ABOVE + OUTS, len(Category), SHAPES, COUNTED)
    boards = {kind: kind.line.replace("-", " ").replace("high card", "no pair") for kind in Category}
    found = [row(MADE, "", "", cells[0].sum(axis=0))]
    for kind, board in boards.items():
        found += [row(PAIR, PAIR_SAYS.format(board=board), str(n), cells[1 + n, kind]) for n in range(ABOVE)]
    for outs in range(OUTS):
        of_outs = cells[1 + ABOVE + outs]
        if what_to_do(of_outs, passing) != "mixed" and not apart:
            found.append(row(OTHER, OUTS_SAY, str(outs), of_outs.sum(axis=0)))
            continue
        for kind, board in boards.items():
            found.append(row(OTHER, OUTS_WITH_BOARD.format(outs=outs, board=board), "", of_outs[kind]))
    return found
