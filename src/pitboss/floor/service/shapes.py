"""Shapes of events: when a shape changes its number grows, and a step here makes the old one into the new."""

from collections.abc import Callable, Mapping
from typing import Any

Data = dict[str, Any]
Step = Callable[[Data], Data]

SHAPES: Mapping[str, int] = {}
"""The shape that each kind of event is written in now, where it is not the first."""

STEPS: Mapping[tuple[str, int], Step] = {}
"""For a kind and a shape, how it becomes the next shape."""


def upcast(kind: str, shape: int, data: Data) -> Data:
    """An event's data in the shape of today."""
    today = SHAPES.get(kind, 1)
    if shape > today:
        raise ValueError(f"{kind} is written in shape {shape}, which is newer than this program: it reads {today}")
    for number in range(shape, today):
        data = STEPS[kind, number](data)
    return data
