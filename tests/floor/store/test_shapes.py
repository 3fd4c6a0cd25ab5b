"""Events of an old shape stay readable: each step makes one shape into the next."""

from typing import Any

import pytest

from floor.store.writing import NOON, TABLE, told
from pitboss.floor.service.commands import new_event
from pitboss.floor.store import NewEvent, Store, rows
from pitboss.floor.tables.log import read_event
from pitboss.floor.tables.state import Stack, TableClosed

Data = dict[str, Any]


def _named(data: Data) -> Data:
    """The second shape has a reason."""
    return data | {"reason": "not said"}


def _counted(data: Data) -> Data:
    """The third shape has the stacks by denomination, where the float was one sum of dollar chips."""
    rest = {name: value for name, value in data.items() if name != "dollars"}
    return rest | {"stacks": [{"type": "Stack", "chip_cents": 100, "pieces": data["dollars"]}]}


@pytest.fixture
def reshaped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a closing had had two shapes before."""
    monkeypatch.setattr(rows, "SHAPES", {"TableClosed": 3})
    monkeypatch.setattr(rows, "STEPS", {("TableClosed", 1): _named, ("TableClosed", 2): _counted})
    monkeypatch.setattr("pitboss.floor.service.commands.SHAPES", rows.SHAPES)


@pytest.mark.usefixtures("reshaped")
def test_an_old_event_reads_as_one_of_today(store: Store) -> None:
    now = new_event(TableClosed((Stack(100, 7),), "late"), NOON, "x")
    assert now.shape == 3
    first = NewEvent("TableClosed", {"dollars": 5}, NOON, "x", 1)
    second = NewEvent("TableClosed", {"dollars": 6, "reason": "early"}, NOON, "x", 2)
    store.commit(told(TABLE, 0, first, second, now))
    stored = store.read(TABLE)
    assert [event.shape for event in stored] == [1, 2, 3]
    assert stored[0].data == {"dollars": 5}, "what was written stays as it was"
    assert [read_event(event) for event in stored] == [
        TableClosed((Stack(100, 5),), "not said"),
        TableClosed((Stack(100, 6),), "early"),
        TableClosed((Stack(100, 7),), "late"),
    ]


def test_every_shape_of_today_can_be_reached_from_the_first() -> None:
    for kind, shape in rows.SHAPES.items():
        assert [(kind, number) in rows.STEPS for number in range(1, shape)] == [True] * (shape - 1)
    assert all(kind in rows.SHAPES and number < rows.SHAPES[kind] for kind, number in rows.STEPS)


def test_an_event_from_a_newer_house_is_refused() -> None:
    with pytest.raises(ValueError, match="newer"):
        rows.upcast("TableClosed", 9, {})
