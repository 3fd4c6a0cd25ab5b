"""The shoe: every order can occur and none is likelier, what was committed to is what was dealt."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from math import factorial, log2, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_48, DECK_52, Card, Opening, Shoe, shoe
from pitboss.cards.shoe import commitment_of, order_of, seed_bytes

SIZES = (52, 6 * 48, 8 * 48)


def seed(number: int, size: int = 52) -> bytes:
    """A seed of the right width that is the same in every run."""
    return hashlib.shake_256(b"test %d" % number).digest(seed_bytes(size))


def number_of(order: tuple[Card, ...], cards: tuple[Card, ...]) -> int:
    """The index of an order, by drawing its cards one by one; the cards are all different."""
    deck, picks = list(cards), []
    for card in order[:-1]:
        pick = deck.index(card)
        picks.append((pick, len(deck)))
        deck[pick] = deck[-1]
        deck.pop()
    number = 0
    for pick, place in reversed(picks):
        number = number * place + pick
    return number


def order_by_the_book(cards: tuple[Card, ...], secret: bytes) -> tuple[Card, ...]:
    """The order as an outsider works it out: blocks of SHAKE-256, rejection, one division a place."""
    total = factorial(len(cards))
    bits = (total - 1).bit_length()
    width = (bits + 7) // 8
    stream = b"".join(hashlib.shake_256(b"pitboss shoe %d\0" % n + secret).digest(128) for n in range(1, 200))
    tries = (int.from_bytes(stream[at : at + width], "big") >> width * 8 - bits for at in range(0, len(stream), width))
    number = next(number for number in tries if number < total)
    deck, order = list(cards), []
    while deck:
        number, pick = divmod(number, len(deck))
        order.append(deck[pick])
        deck[pick] = deck[-1]
        deck.pop()
    return tuple(order)


# The seed.


@pytest.mark.parametrize("size", SIZES)
def test_a_seed_is_wide_enough_for_every_order(size: int) -> None:
    orders_bits = sum(log2(n) for n in range(2, size + 1))
    assert seed_bytes(size) * 8 >= orders_bits + 128


@pytest.mark.parametrize("size", SIZES)
def test_no_part_of_the_expansion_is_narrower_than_the_orders(size: int) -> None:
    """The state of SHAKE has 1,600 bits: what follows from one call alone cannot be an order of a larger shoe."""
    secret = seed(1, size)
    needed = shoe._plan(size)[0]
    blocks = shoe._expand(secret, needed)
    assert len(blocks) >= needed
    for number, at in enumerate(range(0, len(blocks), 128), start=1):
        assert blocks[at : at + 128] == hashlib.shake_256(b"pitboss shoe %d\0" % number + secret).digest(128)
    assert shoe._BLOCK * 8 < 1_600


@pytest.mark.parametrize("size", SIZES)
def test_a_short_seed_is_refused_unless_somebody_chose_it(size: int) -> None:
    cards = (DECK_48 * 8)[:size]
    with pytest.raises(ValueError, match="cannot reach every order"):
        Shoe.shuffle(cards, bytes(seed_bytes(size) - 1))
    assert not Shoe.shuffle(cards, bytes(seed_bytes(size))).chosen
    assert Shoe.shuffle(cards, b"practice", chosen=True).chosen


# The order.


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_every_order_has_just_one_number(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    width, drop, total, _ = shoe._plan(size)
    cards = DECK_52[:size]
    orders = []
    for number in range(total):
        drawn = (number << drop).to_bytes(width, "big")
        monkeypatch.setattr(shoe, "_expand", lambda _seed, _least, drawn=drawn: drawn)
        orders.append(order_of(cards, b""))
    assert len(orders) == factorial(size)
    assert set(orders) == set(permutations(cards))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_numbers_past_the_last_order_are_drawn_again(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    width, drop, total, _ = shoe._plan(size)
    cards = DECK_52[:size]
    past = range(total, 1 << (width * 8 - drop))
    drawn = b"".join((number << drop).to_bytes(width, "big") for number in [*past, total - 1])
    monkeypatch.setattr(shoe, "_expand", lambda _seed, _least: drawn)
    assert past and number_of(order_of(cards, b""), cards) == total - 1


@given(st.integers(0, factorial(52) - 1))
def test_the_number_of_an_order_of_52_is_found_again(number: int) -> None:
    width, drop, _, _ = shoe._plan(52)
    drawn = (number << drop).to_bytes(width, "big")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shoe, "_expand", lambda _seed, _least: drawn)
        assert number_of(order_of(DECK_52, b""), DECK_52) == number


@pytest.mark.parametrize("size", [2, 5, 21, 52, 288, 384])
def test_the_plan_parts_all_the_places_into_small_numbers(size: int) -> None:
    _, _, total, groups = shoe._plan(size)
    drawn_from = [(place, last) for _, places in groups for _, place, last in places]
    assert drawn_from == [(place, place - 1) for place in range(size, 0, -1)]
    left = total
    for product, _ in groups:
        assert product < 1 << 60
        left //= product
    assert left == 1


@pytest.mark.parametrize("cards", [DECK_52, DECK_48 * 6, DECK_48 * 8, DECK_52[:5], DECK_52[:2]])
def test_the_order_is_what_an_outsider_works_out(cards: tuple[Card, ...]) -> None:
    for number in range(25):
        secret = seed(number, len(cards))
        assert order_of(cards, secret) == order_by_the_book(cards, secret)


def test_seeds_reach_every_order_of_five_cards_about_as_often() -> None:
    counts = Counter(order_of(DECK_52[:5], seed(number, 5)) for number in range(12_000))
    assert len(counts) == 120
    assert chi_square(counts.values(), 100) < chi_square_bound(119)


@given(st.binary(max_size=80))
def test_an_order_is_the_same_cards_again(secret: bytes) -> None:
    full = Shoe.shuffle(DECK_48 * 2, secret, chosen=True)
    assert Counter(full.draw(full.left)[0]) == Counter(DECK_48 * 2)
    assert full.order == Shoe.shuffle(DECK_48 * 2, secret, chosen=True).order


@given(st.integers(0, 51), st.integers(0, 51), st.integers(1, 51))
def test_an_order_worked_out_bit_by_bit_is_the_whole_one(first: int, count: int, cut: int) -> None:
    """What was asked for before changes nothing, and a cut goes on at the top after the last card."""
    full = Shoe.shuffle(DECK_52, seed(3))
    whole = order_of(DECK_52, seed(3))
    turned = whole[cut:] + whole[:cut]
    some, rest = full.cut(cut).draw(first)
    more = rest.draw(min(count, rest.left))[0]
    assert some + more == turned[: first + len(more)]


def test_different_seeds_give_different_orders() -> None:
    orders = {order_of(DECK_52, seed(number)) for number in range(2_000)}
    assert len(orders) == 2_000


@pytest.mark.parametrize("cards", [(), DECK_52[:1]])
def test_a_shoe_of_no_choice(cards: tuple[Card, ...]) -> None:
    assert order_of(cards, b"any") == cards


def chi_square(counts: Iterable[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def chi_square_bound(freedom: int) -> float:
    """What chance exceeds once in a thousand runs (Wilson and Hilferty's approximation)."""
    third = 2 / (9 * freedom)
    return freedom * (1 - third + 3.0902 * sqrt(third)) ** 3


def test_every_card_comes_to_every_place_as_often() -> None:
    """52 x 52 places; each row and column adds up by itself, so the sum is scaled to 51 x 51 degrees of freedom."""
    shuffles = 20_000
    counts = [0] * (52 * 52)
    for number in range(shuffles):
        for place, card in enumerate(order_of(DECK_52, seed(number))):
            counts[place * 52 + card] += 1
    assert chi_square(counts, shuffles / 52) * 51 / 52 < chi_square_bound(51 * 51)


# The commitment.


def dealt_shoe() -> tuple[Shoe, str, tuple[Card, ...], Opening]:
    full = Shoe.shuffle(DECK_52, seed(7))
    commitment = full.commitment
    cards, rest = full.cut(20).draw(10)
    return rest, commitment, cards, rest.open()


def test_a_commitment_opens() -> None:
    rest, commitment, cards, opening = dealt_shoe()
    assert rest.commitment == commitment
    assert opening.check(commitment, cards)
    assert opening.check(commitment, ())


@given(st.integers(0, seed_bytes(52) * 8 - 1))
def test_a_changed_seed_is_found(bit: int) -> None:
    _, commitment, cards, opening = dealt_shoe()
    other = (int.from_bytes(opening.seed, "big") ^ 1 << bit).to_bytes(len(opening.seed), "big")
    assert not opening._replace(seed=other).check(commitment, cards)


@pytest.mark.parametrize("cut", [at for at in range(52) if at != 20])
def test_a_changed_cut_is_found(cut: int) -> None:
    _, commitment, cards, opening = dealt_shoe()
    assert not opening._replace(cut=cut).check(commitment, cards)


@pytest.mark.parametrize("place", range(10))
def test_a_changed_card_is_found(place: int) -> None:
    rest, commitment, cards, opening = dealt_shoe()
    swapped = (*cards[:place], rest.draw(1)[0][0], *cards[place + 1 :])
    assert not opening.check(commitment, swapped)


def test_changed_cards_of_the_shoe_are_found() -> None:
    _, commitment, cards, opening = dealt_shoe()
    assert not opening._replace(cards=DECK_52[::-1]).check(commitment, cards)
    assert not opening._replace(cards=DECK_48).check(commitment, cards)


def test_one_commitment_does_not_open_as_two_shoes() -> None:
    """Bytes moved from the end of the cards to the front of the seed make another commitment."""
    secret = seed(3)
    for split in range(104):
        kept, moved = (DECK_52 * 2)[:split], bytes((DECK_52 * 2)[split:])
        for glue in (b"", b"\0", b"\xff"):
            assert commitment_of(kept, moved + glue + secret) != commitment_of(DECK_52 * 2, secret)
            assert commitment_of(kept, moved[1:] + glue + secret) != commitment_of(DECK_52 * 2, secret)


# Cut and draw.


@given(st.integers(0, 51), st.lists(st.integers(0, 12), max_size=6))
def test_cards_are_drawn_in_order_after_the_cut(at: int, counts: list[int]) -> None:
    full = Shoe.shuffle(DECK_52, seed(9))
    now = full.cut(at)
    drawn: tuple[Card, ...] = ()
    for count in counts:
        if count > now.left:
            with pytest.raises(ValueError, match="are left"):
                now.draw(count)
            continue
        cards, now = now.draw(count)
        drawn += cards
    order = full.draw(full.left)[0]
    assert drawn == (order[at:] + order[:at])[: len(drawn)]
    assert now.left == 52 - len(drawn)


@pytest.mark.parametrize("at", [-1, 52, 100])
def test_a_cut_is_inside_the_stack(at: int) -> None:
    with pytest.raises(ValueError, match="cut once, inside the stack"):
        Shoe.shuffle(DECK_52, seed(1)).cut(at)


def test_a_shoe_is_cut_once_and_before_its_first_card() -> None:
    full = Shoe.shuffle(DECK_52, seed(1))
    with pytest.raises(ValueError, match="cut once"):
        full.cut(5).cut(7)
    with pytest.raises(ValueError, match="before its first card"):
        full.draw(1)[1].cut(5)


@pytest.mark.parametrize("count", [-1, 53])
def test_no_more_is_drawn_than_there_is_and_nothing_goes_back(count: int) -> None:
    with pytest.raises(ValueError, match=f"{count} cards are asked for and 52 are left"):
        Shoe.shuffle(DECK_52, seed(1)).draw(count)


def test_a_shoe_can_be_drawn_to_its_last_card() -> None:
    cards, empty = Shoe.shuffle(DECK_52, seed(1)).draw(52)
    assert set(cards) == set(DECK_52) and empty.left == 0
    assert empty.draw(0) == ((), empty)
