"""Point totals: what each card counts, when an ace counts 11, and aces held to one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_48, Card, Points, parse_cards, points
from pitboss.cards.card import MOST, VALUES

hands = st.lists(st.sampled_from(DECK_48), min_size=1, max_size=12).map(tuple)


def plain(cards: tuple[Card, ...], held: int = 0) -> set[int]:
    """Every total that some cards could have, an ace counting 1 or 11 as it likes, but 1 among the first `held`."""
    sums = {0}
    for place, card in enumerate(cards):
        rank = str(card)[0]
        counts = {"A": (1,) if place < held else (1, 11), "J": (10,), "Q": (10,), "K": (10,)}.get(rank)
        sums = {sum_ + count for sum_ in sums for count in counts or (int(rank),)}
    return sums


@pytest.mark.parametrize(
    ("card", "counts"), [(str(n), n) for n in range(2, 10)] + [("T", 10), ("J", 10), ("Q", 10), ("K", 10), ("A", 11)]
)
@pytest.mark.parametrize("suit", "cdhs")
def test_what_a_card_counts(card: str, suit: str, counts: int) -> None:
    (one,) = parse_cards(card + suit)
    assert points((one,)) == Points(counts, card == "A")
    assert VALUES[one.rank] == counts


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("As", 11, True),
        ("As Kd", 21, True),
        ("As Ah", 12, True),
        ("As 9h", 20, True),
        ("As 9h Ad", 21, True),
        ("As 9h 2d", 12, False),
        ("As Kd 9h", 20, False),
        ("Kd 9h As", 20, False),
        ("As Ah Ad Ac", 14, True),
        ("As Ah Ad Ac 7h", 21, True),
        ("As Ah Ad Ac 8h", 12, False),
        ("As Ah Kd", 12, False),
        ("Kd Qh", 20, False),
        ("Kd Qh As", 21, False),
        ("Kd Qh As Ad", 22, False),
        ("Kd Qh 2s", 22, False),
        ("9s 9h 9d 9c", 36, False),
    ],
)
def test_totals(cards: str, total: int, soft: bool) -> None:
    assert points(parse_cards(cards)) == Points(total, soft)


@pytest.mark.parametrize(
    ("cards", "held", "total", "soft"),
    [
        ("As Ah", 2, 2, False),
        ("As Ah Ad", 2, 13, True),
        ("As Ah Ad", 3, 3, False),
        ("As 9h Kd", 2, 20, False),
        ("As 9h Ad", 2, 21, True),
        ("As 9h Ad", 3, 11, False),
        ("9h As Kd", 1, 20, False),
        ("9h As", 1, 20, True),
        ("Kd 5h As", 2, 16, False),
        ("Kd As As", 2, 12, False),
    ],
)
def test_aces_among_the_first_cards_are_held_to_one(cards: str, held: int, total: int, soft: bool) -> None:
    assert points(parse_cards(cards), held) == Points(total, soft)


@given(hands, st.integers(0, 12))
def test_the_best_total_that_does_not_pass_21_else_the_least(cards: tuple[Card, ...], held: int) -> None:
    sums = plain(cards, held)
    most = max((sum_ for sum_ in sums if sum_ <= MOST), default=min(sums))
    assert points(cards, held) == Points(most, most != min(sums))


@given(hands)
def test_the_order_of_the_cards_does_not_matter(cards: tuple[Card, ...]) -> None:
    assert points(cards) == points(cards[::-1]) == points(tuple(sorted(cards)))
