"""Cards as people write them, and the decks."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import DECK_48, DECK_52, UNKNOWN, Card, parse_cards, show
from pitboss.cards.card import CARDS, RANKS, SUITS, parse_card

cards = st.lists(st.sampled_from(CARDS), max_size=10).map(tuple)


@given(cards)
def test_what_is_shown_is_read_back(held: tuple[Card, ...]) -> None:
    assert parse_cards(show(held)) == held
    assert parse_cards(show(held).upper()) == held
    assert parse_cards(show(held).lower().replace(" ", ", ")) == held


@pytest.mark.parametrize("card", DECK_52)
def test_a_card_has_the_rank_and_suit_of_its_name(card: Card) -> None:
    assert str(card) == repr(card) == f"{card}" == RANKS[card.rank] + SUITS[card.suit]
    assert parse_card(str(card)) is card


def test_a_ten_may_be_written_out() -> None:
    assert parse_cards("10d, tD Td") == (parse_card("Td"),) * 3


def test_a_card_not_seen() -> None:
    assert parse_card("??") is UNKNOWN and str(UNKNOWN) == "??" and UNKNOWN not in DECK_52


@pytest.mark.parametrize("text", ["", "A", "1s", "Ax", "sA", "11d", "?", "Asd", "100d"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write rank and suit"):
        parse_card(text)


def test_the_deck_of_52_has_each_card_once() -> None:
    assert len(DECK_52) == len(set(DECK_52)) == 52
    assert Counter(card.rank for card in DECK_52) == dict.fromkeys(range(13), 4)


def test_the_deck_of_48_has_no_tens() -> None:
    assert len(DECK_48) == len(set(DECK_48)) == 48
    assert set(DECK_52) - set(DECK_48) == set(parse_cards("Tc Td Th Ts"))
