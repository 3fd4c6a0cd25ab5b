"""A stake keeps the order in which it was put down, and gives it away to the cent."""

from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import EMPTY, Piece, Stake

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
