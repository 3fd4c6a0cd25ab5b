"""Cards and chips drawn for a terminal. Colour never says anything alone: suits have signs, chips their value.

Where a terminal has no such signs, `tame` writes suits as letters and lines as plain ones.
"""

import codecs
from collections.abc import Sequence
from io import TextIOWrapper
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from pitboss.cards import UNKNOWN, Card
from pitboss.cards.card import RANKS, SUITS
from pitboss.money import Chips

CARD_WIDTH, SIDEWAYS_WIDTH, GAP, LAPPED = 6, 8, 1, 4
RED_SUITS = "dh"
SIGNS = "♣♦♥♠"
INK = {False: "#16161a on #f6f2e7", True: "bold #b00020 on #f6f2e7"}
BACK = "#b9c6ee on #2b3f87"
CHIP_COLOURS = {
    100: "#16161a on #d9d9d9",
    500: "bold #ffffff on #a3202f",
    2_500: "bold #ffffff on #1d6b3a",
    10_000: "bold #ffffff on #4b4b52",
    50_000: "bold #ffffff on #5b2a86",
}
OTHER_CHIP = "bold #ffffff on #1f4e79"
PLAIN = str.maketrans("♣♦♥♠╭╮╰╯─│░×·✓✗…", "cdhs++++-|#x-*!.")
"""The sign that stands for another where a terminal has not got it; each is as wide."""


def tame(stream: TextIO) -> None:
    """Let a stream that cannot write the suits write letters for them, and plain lines, instead of failing."""
    if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
        codecs.register_error("pitboss-plain", _plainly)
        stream.reconfigure(errors="pitboss-plain")


def _plainly(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)  # the handler is set on streams that are written to
    written = error.object[error.start : error.end].translate(PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in written), error.end


class CardRow:
    """Cards side by side, lapping over each other where the room is short; a card not seen shows its back.

    The last card lies sideways where no other may follow it.
    """

    def __init__(self, cards: Sequence[Card], *, sideways: int = 0) -> None:
        self.cards = tuple(cards)
        self.sideways = 0 < sideways == len(self.cards) - 1

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        count = len(self.cards)
        if not count:
            return
        if self._wide(LAPPED) > options.max_width:
            yield names(self.cards)
            return
        lapped = self._wide(CARD_WIDTH + GAP) > options.max_width
        rows = [Text(no_wrap=True) for _ in range(5)]
        for place, card in enumerate(self.cards):
            style = _style(card)
            last = place == count - 1
            lines = _sideways(card) if last and self.sideways else _lines(card)
            for row, line in zip(rows, lines, strict=True):
                row.append(line[:LAPPED] if lapped and not last else line, style if line.strip() else "")
                if not lapped and not last:
                    row.append(" " * GAP)
        yield Text("\n").join(rows)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        full = self._wide(CARD_WIDTH + GAP)
        return Measurement(min(self._wide(LAPPED), options.max_width), min(full, options.max_width))

    def _wide(self, step: int) -> int:
        last = SIDEWAYS_WIDTH if self.sideways else CARD_WIDTH
        return max(0, (len(self.cards) - 1) * step + last)


def _style(card: Card) -> str:
    return BACK if card == UNKNOWN else INK[SUITS[card.suit] in RED_SUITS]


def _name(card: Card) -> str:
    return RANKS[card.rank].replace("T", "10") + SIGNS[card.suit]


def _lines(card: Card) -> tuple[str, ...]:
    """The five lines of a card."""
    top, bottom = "╭────╮", "╰────╯"
    if card == UNKNOWN:
        return (top, *["│░░░░│"] * 3, bottom)
    name = _name(card)
    return (top, f"│{name:<4}│", "│    │", f"│{name:>4}│", bottom)


def _sideways(card: Card) -> tuple[str, ...]:
    """A card that lies across, a line lower than the others are high."""
    name = _name(card) if card != UNKNOWN else "░░░░░░"
    return (" " * SIDEWAYS_WIDTH, "╭──────╮", f"│{name:<6}│", f"│{name:>6}│", "╰──────╯")


def names(cards: Sequence[Card]) -> Text:
    """Cards in a line of text, `A♠ 10♦ ░░`."""
    text = Text()
    for card in cards:
        text.append(" " if text else "")
        if card == UNKNOWN:
            text.append("░░", "dim")
        else:
            text.append(_name(card), "bold red" if SUITS[card.suit] in RED_SUITS else "bold")
    return text


def chips(cents: int, of: Chips) -> Text:
    """An amount as the chips that make it, `(25)×2 (5)`; nothing where chips cannot make it."""
    text = Text()
    if cents <= 0 or not of.pays_exactly(cents):
        return text
    for value, count in of.stacks(cents):
        text.append(" " if text else "")
        text.append(f"({_chip(value)})", CHIP_COLOURS.get(value, OTHER_CHIP))
        text.append(f"×{count}" if count > 1 else "")
    return text


def _chip(cents: int) -> str:
    whole, part = divmod(cents, 100)
    return f"{whole}" if not part else f"{whole}.{part:02}"
