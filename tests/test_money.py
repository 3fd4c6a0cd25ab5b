"""Money: cents, odds, stakes, units, and what chips can pay."""

from decimal import Decimal
from fractions import Fraction
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import (
    AUD,
    EMPTY,
    PRACTICE,
    TOKENS,
    Chips,
    ForOne,
    Piece,
    Stake,
    ToOne,
    Unit,
    dollars,
    parse_dollars,
    tournament_unit,
    unit_named,
)

# Cents are whole; dollars are how people read and write them.


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


# Odds are exact, and "to 1" is another thing than "for 1".


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


# A stake keeps the order in which it was put down, and gives it away to the cent.


amounts = st.integers(0, 100_000)
placings = st.lists(st.tuples(amounts, amounts), max_size=5)


def laid(placed: list[tuple[int, int]]) -> Stake:
    stake = EMPTY
    for chips, tokens in placed:
        stake = stake.plus(Stake.of(chips, tokens))
    return stake


@given(placings)
def test_a_stake_counts_chips_and_tokens(placed: list[tuple[int, int]]) -> None:
    stake = laid(placed)
    assert stake.chips_cents == sum(chips for chips, _ in placed)
    assert stake.tokens_cents == sum(tokens for _, tokens in placed)
    assert stake.cents == stake.chips_cents + stake.tokens_cents
    assert stake.only("chips").cents == stake.chips_cents and stake.only("tokens").cents == stake.tokens_cents
    assert all(piece.cents for piece in stake.pieces)


@given(placings, st.integers(0, 1_200_000))
def test_a_cut_conserves_every_cent(placed: list[tuple[int, int]], cents: int) -> None:
    stake = laid(placed)
    kept, off = stake.cut(cents)
    assert kept.cents == min(cents, stake.cents)
    assert kept.chips_cents + off.chips_cents == stake.chips_cents
    assert kept.tokens_cents + off.tokens_cents == stake.tokens_cents
    assert all(piece.cents > 0 for piece in (*kept.pieces, *off.pieces))


@given(placings, st.integers(0, 1_200_000))
def test_what_was_placed_last_goes_back_first(placed: list[tuple[int, int]], cents: int) -> None:
    """Laid out cent by cent, what stays is the bottom of the stake."""
    stake = laid([(chips % 40, tokens % 40) for chips, tokens in placed])
    cents %= stake.cents + 2

    def column(part: Stake) -> list[str]:
        return [piece.kind for piece in part.pieces for _ in range(piece.cents)]

    kept, off = stake.cut(cents)
    assert column(kept) == column(stake)[:cents]
    assert column(off) == column(stake)[cents:]


def test_chips_go_back_before_tokens_of_one_placing() -> None:
    stake = Stake.of(chips=1_000, tokens=2_500)
    assert stake.pieces == (Piece("tokens", 2_500), Piece("chips", 1_000))
    assert stake.cut(3_000) == (Stake.of(500, 2_500), Stake.of(500))
    assert stake.cut(2_000) == (Stake.of(tokens=2_000), Stake.of(1_000, 500))


def test_a_later_placing_goes_back_before_an_earlier_one() -> None:
    stake = Stake.of(1_000).plus(Stake.of(tokens=500))
    kept, off = stake.cut(1_000)
    assert (kept, off) == (Stake.of(1_000), Stake.of(tokens=500))


def test_nothing_put_down_is_the_empty_stake() -> None:
    assert Stake.of() is EMPTY
    assert EMPTY.cents == 0 and EMPTY.pieces == ()
    assert Stake.of(100).cut(100) == (Stake.of(100), EMPTY)
    assert Stake.of(100).cut(0) == (EMPTY, Stake.of(100))


# Units: what each is good for, and its name on the log.


@pytest.mark.parametrize("unit", [AUD, TOKENS, PRACTICE, tournament_unit("spring")])
def test_a_unit_is_found_by_its_name_on_the_log(unit: Unit) -> None:
    assert unit_named(unit.name) == unit
    assert unit.scale == 100


def test_the_names_on_the_log_stay() -> None:
    names = [unit.name for unit in (AUD, TOKENS, PRACTICE, tournament_unit("spring"))]
    assert names == ["AUD", "tokens", "practice", "tournament spring"]


def test_only_dollars_are_money_and_count_as_a_loss() -> None:
    assert AUD.is_money and AUD.counts_as_loss and AUD.needs_card and AUD.in_shift_report
    for unit in (TOKENS, PRACTICE, tournament_unit("spring"), unit_named("shells"), unit_named("tournament ")):
        assert not (unit.is_money or unit.counts_as_loss or unit.in_shift_report), unit
    assert PRACTICE.is_practice and not PRACTICE.needs_card
    assert tournament_unit("spring").tournament == "spring" and not unit_named("tournament ").tournament


# What chips can pay, against counting it out.


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
