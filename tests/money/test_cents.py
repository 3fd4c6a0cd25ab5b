"""Cents are whole; dollars are how people read and write them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import dollars, parse_dollars

CENTS = st.integers(min_value=-(10**14), max_value=10**14)


@pytest.mark.parametrize(
    ("cents", "written"),
    [
        (0, "$0"),
        (5, "$0.05"),
        (2_500, "$25"),
        (2_250, "$22.50"),
        (100_000_000, "$1,000,000"),
        (-100_000, "-$1,000"),
        (-1, "-$0.01"),
    ],
)
def test_dollars_are_written_for_people(cents: int, written: str) -> None:
    assert dollars(cents) == written
    assert parse_dollars(written) == cents


@given(CENTS)
def test_what_is_written_is_read_back(cents: int) -> None:
    assert parse_dollars(dollars(cents)) == cents
    assert parse_dollars(Decimal(cents) / 100) == cents


@given(st.integers(min_value=-(10**12), max_value=10**12))
def test_whole_dollars_are_read_from_a_number(amount: int) -> None:
    assert parse_dollars(amount) == parse_dollars(str(amount)) == amount * 100


@pytest.mark.parametrize(
    ("written", "cents"),
    [(" 25 ", 2_500), ("22.5", 2_250), ("22.500", 2_250), ("+3", 300), (Decimal("1E+3"), 100_000), ("$0", 0)],
)
def test_other_ways_to_write_an_amount(written: object, cents: int) -> None:
    assert parse_dollars(written) == cents


@pytest.mark.parametrize(
    "written",
    [
        "",
        "$",
        "-",
        ".",
        "ten",
        "22.505",
        "22,50",
        "1,2,3",
        "2$5",
        "1e3",
        "1e999999999",
        "1_000",
        "NaN",
        "Infinity",
        "9" * 16,
        10**30 + 1,
        Decimal("1e999999"),
        Decimal("NaN"),
        Decimal("0.001"),
        Decimal("1.0000000000000000000000000000000001"),
        25.0,
        True,
        None,
        b"25",
    ],
)
def test_what_is_no_amount_is_refused(written: object) -> None:
    with pytest.raises(ValueError, match="is not an amount in dollars and whole cents"):
        parse_dollars(written)
