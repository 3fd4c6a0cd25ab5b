"""What chips can pay, against counting it out."""

from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import Chips

SETS = (
    (100, 500, 2_500, 10_000, 50_000),
    (100,),
    (100, 250),
    (250, 600, 1_000),
    (300, 500, 700),
    (50, 75, 110),
    (6, 10, 15),
    (7, 11),
    (7, 11, 50),
    (500, 2_500),
)
MOST = 3_000

small_sets = st.lists(st.integers(1, 60), min_size=1, max_size=4, unique=True).map(lambda chips: tuple(sorted(chips)))


def counted_out(chips: tuple[int, ...], most: int) -> list[bool]:
    """For each amount whether chips make it, by adding one chip at a time."""
    made = [True] + [False] * most
    for amount in range(1, most + 1):
        made[amount] = any(amount >= chip and made[amount - chip] for chip in chips)
    return made


@pytest.mark.parametrize("denominations", SETS)
def test_payable_amounts_are_those_that_can_be_counted_out(denominations: tuple[int, ...]) -> None:
    chips = Chips(denominations)
    made = counted_out(denominations, MOST)
    assert [chips.pays_exactly(amount) for amount in range(MOST + 1)] == made


@given(small_sets, st.integers(0, 600))
def test_any_set_of_chips_pays_what_can_be_counted_out(denominations: tuple[int, ...], amount: int) -> None:
    made = counted_out(denominations, amount + 60)
    chips = Chips(denominations)
    assert chips.pays_exactly(amount) == made[amount]
    assert chips.next_payable(amount) == next(n for n in range(amount, amount + 61) if made[n])


@given(small_sets, st.fractions(min_value=0, max_value=500, max_denominator=40))
def test_a_part_of_a_cent_is_paid_up(denominations: tuple[int, ...], exact: Fraction) -> None:
    chips = Chips(denominations)
    pays = chips.next_payable(exact)
    assert pays >= exact and chips.pays_exactly(pays)
    assert not any(chips.pays_exactly(amount) for amount in range(ceil(exact), pays))
    assert chips.pays_exactly(exact) == (exact.denominator == 1 and pays == exact)


@given(st.sampled_from(SETS), st.integers(0, 1_000_000))
def test_stacks_add_up_with_the_largest_chips_first(denominations: tuple[int, ...], amount: int) -> None:
    chips = Chips(denominations)
    amount = chips.next_payable(amount)
    stacks = chips.stacks(amount)
    assert sum(chip * count for chip, count in stacks) == amount
    assert all(chip in denominations and count > 0 for chip, count in stacks)
    assert [chip for chip, _ in stacks] == sorted({chip for chip, _ in stacks}, reverse=True)


def test_chips_that_do_not_divide_each_other() -> None:
    chips = Chips((100, 250))
    assert not chips.pays_exactly(150) and chips.next_payable(150) == 200
    assert chips.next_payable(201) == 250
    assert chips.stacks(300) == ((100, 3),)
    assert chips.stacks(650) == ((250, 1), (100, 4))


@pytest.mark.parametrize("amount", [-100, -50, 50, 150])
def test_no_stacks_for_an_amount_that_chips_cannot_make(amount: int) -> None:
    with pytest.raises(ValueError, match=f"chips cannot make {amount} cents"):
        Chips((100, 250)).stacks(amount)


def test_nothing_is_payable_with_no_chips() -> None:
    assert Chips().next_payable(0) == 0
    assert Chips().stacks(0) == ()
