"""Odds are exact, and "to 1" is another thing than "for 1"."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import ForOne, ToOne

NUMBERS = st.integers(min_value=1, max_value=1_000)
STAKES = st.integers(min_value=0, max_value=10**9)


@given(STAKES, NUMBERS, NUMBERS)
def test_odds_are_exact(stake: int, top: int, bottom: int) -> None:
    exact = Fraction(stake * top, bottom)
    for amount in (ToOne(top, bottom).win(stake), ForOne(top, bottom).prize(stake)):
        assert amount == exact
        assert isinstance(amount, int) == (exact.denominator == 1)
        assert not isinstance(amount, float)


@pytest.mark.parametrize(
    ("odds", "stake", "win"), [("1:1", 2_500, 2_500), ("3:2", 2_500, 3_750), ("250", 100, 25_000), ("0:1", 100, 0)]
)
def test_to_one_pays_on_top_of_the_stake(odds: str, stake: int, win: int) -> None:
    assert ToOne.parse(odds).win(stake) == win


def test_half_a_cent_is_kept() -> None:
    assert ToOne(3, 2).win(25) == Fraction(75, 2)


def test_to_one_and_for_one_are_never_confused() -> None:
    to, for_ = ToOne(2), ForOne(2)
    assert not isinstance(to, ForOne) and not isinstance(for_, ToOne)
    assert not hasattr(to, "prize") and not hasattr(for_, "win")
    assert (str(to), str(for_)) == ("2 to 1", "2 for 1")


@given(NUMBERS, NUMBERS)
def test_odds_are_read_as_the_books_write_them(top: int, bottom: int) -> None:
    assert ToOne.parse(f"{top}:{bottom}") == ToOne(top, bottom)
    assert ToOne.parse(str(top)) == ToOne(top, 1)


@pytest.mark.parametrize("text", ["", "two", "1:2:3", "1.5:1"])
def test_what_is_no_odds_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        ToOne.parse(text)
