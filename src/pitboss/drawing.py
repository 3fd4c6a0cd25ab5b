"""Plots as SVG and tables as HTML, for pages, sheets and notebooks: in the colours of the page that they stand on.

A plot has two scales and what is drawn on them; nothing of it depends on a clock or a machine, so that the same figures
give the same bytes.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import NamedTuple

RIGHT = ' style="text-align: right"'
COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf")
"""The colours of lines, in turn; they are told apart by their dashes, too."""
DASHES = ("", "7 3", "7 3 1.5 3", "1.5 3")
SIZE, LETTER = 12, 6.2
"""The size of the letters of a plot, and how much room one takes."""
Point = tuple[float, float]


def html_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", numbers: int = 0) -> str:
    """A table; the last columns are figures and stand to the right."""
    first = len(columns) - numbers

    def cells(kind: str, row: Sequence[str]) -> str:
        return "".join(f"<{kind}{RIGHT if at >= first else ''}>{escape(cell)}</{kind}>" for at, cell in enumerate(row))

    caption = f"<caption>{escape(title)}</caption>" if title else ""
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table>{caption}<thead><tr>{cells('th', columns)}</tr></thead><tbody>{body}</tbody></table>"


def ticks(low: float, high: float, about: int) -> list[float]:
    """Round numbers between two, about so many."""
    rough = (high - low) / about
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(times * size for times in (1, 2, 5, 10) if times * size >= rough)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


class Scale(NamedTuple):
    """An axis: from where to where, how numbers lie on it, which of them are written, and how."""

    low: float
    high: float
    place: Callable[[float], float]
    marks: Sequence[float]
    write: Callable[[float], str]

    def at(self, value: float) -> float:
        """Where a number lies, from 0 to 1."""
        low, high = self.place(self.low), self.place(self.high)
        return (self.place(min(max(value, self.low), self.high)) - low) / (high - low)


def plain(value: float) -> str:
    """A number as an axis has it."""
    return f"{value:,.10g}".replace("-", "\N{MINUS SIGN}")


def linear(values: Iterable[float], write: Callable[[float], str] = plain, *, room: float = 0.04) -> Scale:
    """A scale with room beside the least and the most."""
    known = list(values)
    low, high = min(known), max(known)
    beside = (high - low or abs(high) or 1.0) * room
    low, high = (low - beside, high + beside) if room or low < high else (low - 0.5, high + 0.5)
    return Scale(low, high, lambda value: value, ticks(low, high, 6), write)


def logarithmic(values: Iterable[float]) -> Scale:
    """A scale of powers of ten, for what is above zero."""
    known = [value for value in values if value > 0]
    first, last = math.floor(math.log10(min(known))), math.ceil(math.log10(max(known)))
    step = max(1, -(-(last - first) // 8))
    marks = [10.0**power for power in range(first, last + 1, step)]
    return Scale(10.0**first, 10.0 ** max(last, first + 1), math.log10, marks, _power)


def both_ways(values: Iterable[float], straight: float, *, above: bool = False) -> Scale:
    """A scale that is straight near zero and of powers of ten beyond, upwards and downwards."""
    known = [*values, 0.0]

    def place(value: float) -> float:
        size = abs(value)
        return math.copysign(size / straight if size <= straight else 1 + math.log10(size / straight), value)

    most = max(abs(value) for value in known)
    powers = range(math.ceil(math.log10(straight)), math.floor(math.log10(max(most, straight))) + 1)
    ups = [10.0**power for power in powers]
    low, high = (0.0 if above else min(known) * 1.1), max(known) * (1.0 if above else 1.1)
    marks = [mark for mark in (*(-up for up in reversed(ups)), 0.0, *ups) if low <= mark <= high]
    return Scale(low, high or straight, place, marks, plain)


def _power(value: float) -> str:
    power = round(math.log10(value))
    return plain(value) if -3 <= power <= 3 else f"1e{power}".replace("-", "\N{MINUS SIGN}")


class Plot:
    """A plot that is being drawn; `svg` is what came of it."""

    def __init__(self, shows: str, x: Scale, y: Scale, across: str, up: str, height: int = 320) -> None:
        self.shows, self.x, self.y = shows, x, y
        self._across, self._up = across, up
        self._width, self._height = 720, height
        self._left = 34 + LETTER * max(len(y.write(mark)) for mark in y.marks)
        last = LETTER * len(x.write(x.marks[-1])) / 2 if x.marks else 0.0
        self._right, self._top, self._bottom = max(12.0, last), 10.0, 52.0
        self._is_legend_beside = False
        self._parts: list[str] = []
        self._legend: list[tuple[str, str]] = []

    def _px(self, x: float) -> float:
        return self._left + (self._width - self._left - self._right) * self.x.at(x)

    def _py(self, y: float) -> float:
        return self._height - self._bottom - (self._height - self._bottom - self._top) * self.y.at(y)

    def _points(self, points: Iterable[Point]) -> str:
        return " ".join(f"{self._px(x):.2f},{self._py(y):.2f}" for x, y in points)

    def make_room(self, labels: Sequence[str], *, turned: bool = False) -> None:
        """Leave room to the right for a legend, or below for labels that stand on end."""
        longest = LETTER * max(map(len, labels), default=0)
        if turned:
            self._bottom = max(self._bottom, 34 + longest)
        else:
            self._right, self._is_legend_beside = 52 + longest, True

    def line(self, points: Iterable[Point], place: int = 0, label: str = "", colour: str = "") -> None:
        """Draw a line."""
        dash = DASHES[place % len(DASHES)]
        look = f'fill="none" stroke="{colour or COLOURS[place % len(COLOURS)]}" stroke-width="1.8"'
        look += f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(f'<polyline {look} points="{self._points(points)}"/>')
        if label:
            self._legend.append((f'<line x1="0" x2="26" y1="-4" y2="-4" {look}/>', label))

    def band(self, lower: Sequence[Point], upper: Sequence[Point], colour: str, opacity: float, label: str) -> None:
        """Fill what lies between two lines."""
        look = f'fill="{colour}" fill-opacity="{opacity:g}"'
        self._parts.append(f'<polygon {look} points="{self._points([*upper, *reversed(lower)])}"/>')
        self._legend.append((f'<rect x="0" y="-9" width="26" height="10" {look}/>', label))

    def bar(self, x: float, y: float, wide: float, colour: str) -> None:
        """Draw a bar from the foot of the plot, so wide in numbers of the scale."""
        left, right, top = self._px(x - wide / 2), self._px(x + wide / 2), self._py(y)
        foot = self._height - self._bottom
        box = f'x="{left:.2f}" y="{top:.2f}" width="{right - left:.2f}" height="{foot - top:.2f}"'
        self._parts.append(f'<rect {box} fill="{colour}"/>')

    def rule(self, *, x: float | None = None, y: float | None = None, label: str = "") -> None:
        """Draw a thin line through the whole plot, with words at its foot."""
        if y is not None:
            at = self._py(y)
            ends = f'x1="{self._left:.2f}" x2="{self._width - self._right:.2f}" y1="{at:.2f}" y2="{at:.2f}"'
            self._parts.append(f'<line {ends} stroke="currentColor" stroke-width="0.8"/>')
        if x is not None:
            at, foot = self._px(x), self._height - self._bottom
            ends = f'x1="{at:.2f}" x2="{at:.2f}" y1="{self._top:.2f}" y2="{foot:.2f}"'
            self._parts.append(f'<line {ends} stroke="currentColor" stroke-width="0.8" stroke-dasharray="2 3"/>')
            if label:
                turned = f'transform="translate({at - 4:.2f} {foot - 6:.2f}) rotate(-90)"'
                self._parts.append(f'<text {turned} font-size="11">{escape(label)}</text>')

    def write(self, x: float, label: str) -> None:
        """Write a label, nearly on end, below a place of the horizontal axis."""
        place = f"translate({self._px(x) + 4:.2f} {self._height - self._bottom + 12:.2f}) rotate(-60)"
        self._parts.append(f'<text transform="{place}" text-anchor="end">{escape(label)}</text>')

    def svg(self) -> str:
        """The plot: its axes, what was drawn, the legend."""
        right, foot = self._width - self._right, self._height - self._bottom
        parts = []
        for mark in self.y.marks:
            at = self._py(mark)
            ends = f'x1="{self._left:.2f}" x2="{right:.2f}" y1="{at:.2f}" y2="{at:.2f}"'
            parts.append(f'<line {ends} stroke="#808080" stroke-opacity="0.25"/>')
            words = escape(self.y.write(mark))
            parts.append(f'<text x="{self._left - 7:.2f}" y="{at + 4:.2f}" text-anchor="end">{words}</text>')
        for mark in self.x.marks:
            at, words = self._px(mark), escape(self.x.write(mark))
            ends = f'x1="{at:.2f}" x2="{at:.2f}" y1="{self._top:.2f}" y2="{foot:.2f}"'
            parts.append(f'<line {ends} stroke="#808080" stroke-opacity="0.25"/>')
            parts.append(f'<text x="{at:.2f}" y="{foot + 18:.2f}" text-anchor="middle">{words}</text>')
        frame = f"M{self._left:.2f} {self._top:.2f}V{foot:.2f}H{right:.2f}"
        parts.append(f'<path d="{frame}" fill="none" stroke="currentColor" stroke-width="0.8"/>')
        middle, centre = (self._left + right) / 2, (self._top + foot) / 2
        across, up = escape(self._across), escape(self._up)
        parts.append(f'<text x="{middle:.2f}" y="{self._height - 6:.2f}" text-anchor="middle">{across}</text>')
        turned = f"translate(13 {centre:.2f}) rotate(-90)"
        parts.append(f'<text transform="{turned}" text-anchor="middle">{up}</text>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self._width} {self._height}" role="img"'
            f' aria-label="{escape(self.shows)}" font-family="sans-serif" font-size="{SIZE}" fill="currentColor">'
            f"{''.join((*parts, *self._parts, *self._key()))}</svg>"
        )

    def _key(self) -> Iterable[str]:
        """The legend: beside the plot where room was made for it, else in its corner at the top left."""
        left = self._width - self._right + 14 if self._is_legend_beside else self._left + 12
        for number, (sign, label) in enumerate(self._legend):
            place = f"translate({left:.2f} {self._top + 16 + 17 * number:.2f})"
            yield f'<g transform="{place}">{sign}<text x="32">{escape(label)}</text></g>'
