"""Values: two kinds are never equal, whatever they hold, and a value is no tuple."""

import pickle

import pytest

from pitboss.floor.cashier.slips import Credit, Fill
from pitboss.floor.patrons.state import Excluded, ExclusionEnded
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Stream
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.state import Stack
from pitboss.money import ForOne, ToOne
from pitboss.play.codec import encode
from pitboss.play.terms import Limits
from pitboss.value import Value, declared_name, log_name

BOSS = Actor("star", "boss", "pit-manager")
STACKS = (Stack(100, 20),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Fill("t1", STACKS, BOSS), Credit("t1", STACKS, BOSS)),
        (Excluded("own wish", "manager"), ExclusionEnded("own wish", "manager")),
        (ToOne(2), ForOne(2)),
    ],
)
def test_two_kinds_are_never_equal(one: Value, other: Value) -> None:
    assert list(one._asdict().values())[:2] == list(other._asdict().values())[:2]
    assert one != other
    assert len({one, other}) == 2
    assert one == one._replace()


def test_a_value_is_no_tuple() -> None:
    plain: object = (500, 50_000, 0)
    assert Limits(500, 50_000) != plain
    with pytest.raises(TypeError):
        iter(Limits(500, 50_000))  # type: ignore[call-overload]


def test_values_that_are_sorted_say_so() -> None:
    assert sorted([Stream("star", "b"), Stream("crown", "c"), Stream("star", "a")]) == [
        Stream("crown", "c"),
        Stream("star", "a"),
        Stream("star", "b"),
    ]


def test_defaults_are_told_as_values() -> None:
    assert OpenTable._field_defaults["readings"] == {}
    assert "table" not in OpenTable._field_defaults


def test_a_value_goes_to_another_process() -> None:
    fill = Fill("t1", STACKS, BOSS)
    assert pickle.loads(pickle.dumps(fill)) == fill  # noqa: S301  made here


def test_the_declared_name_is_what_is_written() -> None:
    class Renamed(Value, tag="Before"):
        cents: int

    assert encode(Renamed(5)) == {"type": "Before", "cents": 5}
    assert log_name(Renamed) == "Before"


def test_a_kind_without_a_name_is_not_written() -> None:
    class Nameless(Value):
        cents: int

    assert declared_name(Nameless) is None
    with pytest.raises(TypeError, match="Nameless is written to a log"):
        log_name(Nameless)
