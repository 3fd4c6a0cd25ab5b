"""A playing area as people use it: who sits there, who has wagered on its hand, and who of them does not answer."""

from pitboss.value import Value


class Box(Value):
    """A playing area with the people at it. `line` are its bettors, the controlling player first."""

    area: int
    seated: str = ""
    line: tuple[str, ...] = ()
    away: tuple[str, ...] = ()


def box_of(boxes: tuple[Box, ...], area: int) -> Box:
    """The box of an area; an empty one if nobody has been there."""
    for box in boxes:
        if box.area == area:
            return box
    return Box(area)


def with_box(boxes: tuple[Box, ...], changed: Box) -> tuple[Box, ...]:
    """The boxes with one of them changed, in the order in which people came; one without people is left out."""
    if not changed.seated and not changed.line:
        return tuple(box for box in boxes if box.area != changed.area)
    if any(box.area == changed.area for box in boxes):
        return tuple(changed if box.area == changed.area else box for box in boxes)
    return (*boxes, changed)


def seat_of(boxes: tuple[Box, ...], patron: str) -> int:
    """The area at which somebody sits; 0 if they stand."""
    for box in boxes:
        if box.seated == patron:
            return box.area
    return 0
