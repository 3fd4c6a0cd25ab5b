"""The charts of the pit as SVG: a result with the band around what is expected of it, and bars for quarters of an
hour. What they say stands in words beside them, too."""

from collections.abc import Sequence

from markupsafe import Markup

from pitboss.drawing import ticks
from pitboss.messages import say
from pitboss.money import dollars
from pitboss.value import Value

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 64, 8, 10, 26
BARS, NARROW, MARGIN = 110, 280, 30
"""How high and wide a chart of bars is, and how much of it is left for its axis."""


class ResultPoint(Value):
    """The house's result after a round, and what the exact edge lets expect: the mean and the band around it."""

    round: int
    result_cents: int
    expected_cents: int | None
    low_cents: int | None
    high_cents: int | None


def band_chart(points: Sequence[ResultPoint], title: str) -> Markup:
    """A result round by round, against the band where that is known."""
    if not points:
        return Markup()
    known = [point for point in points if point.low_cents is not None]
    values = [0, *(point.result_cents for point in points)]
    values += [cents for point in known for cents in (point.low_cents, point.high_cents) if cents is not None]
    low, high = min(values), max(values)
    room = (high - low or 10_000) * 0.06
    low, high = low - room, high + room  # type: ignore[assignment]
    last = len(points)

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / last

    def y(cents: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - cents) / (high - low)

    parts = []
    for cents in ticks(low, high, 4):
        at = y(cents)
        parts.append(f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        amount = dollars(round(cents)).replace("-", "\N{MINUS SIGN}")
        parts.append(f'<text class="tick-y" x="{LEFT - 8}" y="{at + 4:.1f}">{amount}</text>')
    if known:
        upper = [f"{x(place):.1f},{y(point.high_cents or 0):.1f}" for place, point in enumerate(points, start=1)]
        lower = [f"{x(place):.1f},{y(point.low_cents or 0):.1f}" for place, point in enumerate(points, start=1)]
        origin = f"{x(0):.1f},{y(0):.1f}"
        parts.append(f'<polygon class="band" points="{" ".join([origin, *upper, *reversed(lower)])}"/>')
        mean = [f"{x(place):.1f},{y(point.expected_cents or 0):.1f}" for place, point in enumerate(points, start=1)]
        parts.append(f'<polyline class="exact" points="{" ".join([origin, *mean])}"/>')
    line = [f"{x(place):.1f},{y(point.result_cents):.1f}" for place, point in enumerate(points, start=1)]
    parts.append(f'<polyline class="found" points="{x(0):.1f},{y(0):.1f} {" ".join(line)}"/>')
    parts.append(f'<circle class="found-dot" cx="{x(last):.1f}" cy="{y(points[-1].result_cents):.1f}" r="3.5"/>')
    end = points[-1].round
    parts.append(f'<text class="tick-x end" x="{WIDTH - RIGHT}" y="{HEIGHT - 6}">{say("round {end}", end=end)}</text>')
    return _svg(WIDTH, HEIGHT, title, parts)


def bar_chart(values: Sequence[float], labels: Sequence[str], most: float, title: str) -> Markup:
    """A bar for each of some values, up to the most that there can be, with the first, middle and last label."""
    top = max(most, *values, 1)
    wide = (NARROW - MARGIN - RIGHT) / len(values)
    floor = BARS - BOTTOM
    parts = [
        f'<line class="rule" x1="{MARGIN}" x2="{NARROW - RIGHT}" y1="{floor}" y2="{floor}"/>',
        f'<text class="tick-y" x="{MARGIN - 6}" y="{TOP + 4}">{top:g}</text>',
        f'<text class="tick-y" x="{MARGIN - 6}" y="{floor}">0</text>',
    ]
    for place, value in enumerate(values):
        high = (floor - TOP) * value / top
        parts.append(
            f'<rect class="bar-of" x="{MARGIN + wide * place + 1:.1f}" y="{floor - high:.1f}" width="{wide - 2:.1f}" '
            f'height="{high:.1f}"/>'
        )
    for place, anchor in ((0, "start"), (len(labels) // 2, "middle"), (len(labels) - 1, "end")):
        at = MARGIN + wide * (place + {"start": 0, "middle": 0.5, "end": 1}[anchor])
        parts.append(f'<text class="tick-x {anchor}" x="{at:.1f}" y="{BARS - 6}">{labels[place]}</text>')
    return _svg(NARROW, BARS, title, parts)


def _svg(wide: int, high: int, title: str, parts: Sequence[str]) -> Markup:
    head = Markup('<svg class="pit-chart" viewBox="0 0 {} {}" role="img" aria-label="{}">').format(wide, high, title)
    return head + Markup("".join(parts) + "</svg>")  # noqa: S704  numbers, and words of ours
