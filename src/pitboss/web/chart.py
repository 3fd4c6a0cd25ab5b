"""The chart of a simulation as SVG: the edge as it closes in, its interval, and the exact edge where it is known."""

import math
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from pitboss.drawing import ticks
from pitboss.messages import say
from pitboss.web.lab_jobs.queue import LabJob

WIDTH, HEIGHT = 720, 400
UNITS = ((10**9, "bn"), (10**6, "m"), (10**3, "k"))
LEFT, RIGHT, TOP, BOTTOM = 92, 16, 16, 52
SETTLED = 0.08
"""The first part of the run, whose interval is too wide to be worth the room."""


def chart(job: LabJob, exact: float | None) -> Markup:
    """The chart of a job so far; nothing before anything was played."""
    points = list(job.points)
    result = job.result
    if result is not None:
        points.append({name: result[name] for name in ("rounds", "edge", "interval")})
    if not points:
        return Markup()
    most: int = job.task.more["rounds"]
    low, high = _range(points, exact, most)

    def x(rounds: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * rounds / most

    def y(edge: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - edge) / (high - low)

    parts = [_axes(low, high, most, x, y)]
    upper = [f"{x(p['rounds']):.1f},{y(p['interval'][1]):.1f}" for p in points]
    lower = [f"{x(p['rounds']):.1f},{y(p['interval'][0]):.1f}" for p in reversed(points)]
    parts.append(f'<polygon class="band" clip-path="url(#plot)" points="{" ".join(upper + lower)}"/>')
    if exact is not None:
        at = f"{y(exact):.1f}"
        parts.append(f'<line class="exact" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at}" y2="{at}"/>')
    line = " ".join(f"{x(p['rounds']):.1f},{y(p['edge']):.1f}" for p in points)
    parts.append(f'<polyline class="found" clip-path="url(#plot)" points="{line}"/>')
    last = points[-1]
    parts.append(f'<circle class="found-dot" cx="{x(last["rounds"]):.1f}" cy="{y(last["edge"]):.1f}" r="4"/>')
    edge, rounds = f"{last['edge']:.4%}", f"{last['rounds']:,}"
    if exact is None:
        words = say("Edge {edge} after {rounds} rounds", edge=edge, rounds=rounds)
    else:
        words = say("Edge {edge} after {rounds} rounds, exact {exact}", edge=edge, rounds=rounds, exact=f"{exact:.4%}")
    plot = f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"/>'
    return Markup(  # noqa: S704  numbers and escaped words
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{Markup.escape(words)}">'
        f'<defs><clipPath id="plot">{plot}</clipPath></defs>{"".join(parts)}</svg>'
    )


def _range(points: Sequence[dict[str, Any]], exact: float | None, most: int) -> tuple[float, float]:
    """What the chart shows from top to bottom: the intervals once they have closed in, and the exact edge."""
    settled = [p for p in points if p["rounds"] >= most * SETTLED] or points[-1:]
    low = min(p["interval"][0] for p in settled)
    high = max(p["interval"][1] for p in settled)
    if exact is not None:
        low, high = min(low, exact), max(high, exact)
    room = (high - low or 0.01) * 0.12
    return low - room, high + room


def _axes(low: float, high: float, most: int, x: Any, y: Any) -> str:
    parts = []
    digits = max(1, min(4, 1 - math.floor(math.log10((high - low) * 100))))
    for edge in ticks(low, high, 4):
        at = y(edge)
        percent = f"{edge * 100:.{digits}f}%".replace("-", "\N{MINUS SIGN}")
        parts.append(f'<line class="rule" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}"/>')
        parts.append(f'<text class="tick-y" x="{LEFT - 10}" y="{at + 5:.1f}">{percent}</text>')
    for rounds in ticks(0, most, 4):
        place = "end" if rounds == most else "middle"
        size, letter = next((unit for unit in UNITS if rounds >= unit[0]), (1, ""))
        short = f"{rounds / size:g}{letter}"
        parts.append(f'<text class="tick-x {place}" x="{x(rounds):.1f}" y="{HEIGHT - BOTTOM + 26}">{short}</text>')
    return "".join(parts)
