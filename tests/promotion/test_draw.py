"""A draw is fair, and any person can check it."""

import hashlib
from collections import Counter
from itertools import permutations
from math import factorial

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.promotion.draw import (
    DrawEntry,
    DrawnPrize,
    DrawRecord,
    DrawRecordError,
    check_draw,
    commit_to,
    draw_tickets,
    draw_winners,
    hash_list,
    mark_of,
    read_record,
)

ENTRIES = (DrawEntry(mark_of("a", "ann"), 3), DrawEntry(mark_of("b", "bob"), 1), DrawEntry(mark_of("c", "cleo"), 6))
SEED = bytes(range(32))


def record(**changes: object) -> DrawRecord:
    slots, words = (1, 2), "heads, tails, 17"
    list_hash = hash_list(ENTRIES)
    made = DrawRecord(
        operator="star",
        promotion="spring",
        terms="0" * 64,
        sealed_at="2026-03-07T00:00:00.000000Z",
        entries=ENTRIES,
        list_hash=list_hash,
        commitment=commit_to(SEED, list_hash),
        drawn_at="2026-03-08T00:00:00.000000Z",
        seed=SEED.hex(),
        words=words,
        slots=slots,
        one_prize_each=True,
        winners=draw_winners(ENTRIES, slots, seed=SEED, words=words, one_prize_each=True),
    )
    return made._replace(**changes)


def test_a_draw_can_be_checked_and_read_back() -> None:
    made = record()
    assert check_draw(made) == ()
    assert read_record(msgspec.json.encode(made)) == made


WRONG: dict[str, dict[str, object]] = {
    "the list": {"entries": (*ENTRIES[:2], ENTRIES[2]._replace(tickets=7))},
    "the list's hash": {"list_hash": "0" * 64},
    "the seed": {"seed": "00" * 32},
    "the commitment": {"commitment": "0" * 64},
    "the words": {"words": "heads, tails, 18"},
    "no words": {"words": " "},
    "the winners": {"winners": record().winners[::-1]},
    "the places": {"slots": (2, 1)},
    "the rule of one prize": {"redrawn": (1,)},
    "the order of time": {"drawn_at": "2026-03-06T00:00:00.000000Z"},
}


@pytest.mark.parametrize("what", WRONG)
def test_whatever_is_changed_is_found(what: str) -> None:
    assert check_draw(record(**WRONG[what]))


def test_a_file_that_is_no_record_is_refused() -> None:
    good = msgspec.json.encode(record())
    for bad in (
        b"{}",
        b"[",
        b"null",
        good.replace(b'"format":1', b'"format":2'),
        good.replace(b'"seed":"00', b'"seed":"'),
    ):
        with pytest.raises(DrawRecordError):
            read_record(bad)
    for changes in ({"redrawn": (9,)}, {"entries": (DrawEntry("x", 0),)}, {"entries": (DrawEntry("x", 10**9 + 1),)}):
        with pytest.raises(DrawRecordError):
            read_record(msgspec.json.encode(record(**changes)))


def test_every_order_of_the_tickets_is_as_likely() -> None:
    """Chi-square over all orders of four tickets, at 99.9%: 23 degrees of freedom."""
    times = 12_000
    orders = Counter(
        tuple(draw_tickets(hashlib.sha256(str(each).encode()).digest(), "00" * 32, "w", 4)) for each in range(times)
    )
    assert set(orders) == set(permutations((1, 2, 3, 4)))
    expected = times / factorial(4)
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 49.7


def test_more_entries_win_more_often() -> None:
    won: Counter[int] = Counter()
    for each in range(5_000):
        seed = hashlib.sha256(str(each).encode()).digest()
        won[draw_winners(ENTRIES, (1,), seed=seed, words="w", one_prize_each=True)[0].entrant] += 1
    for entrant, share in ((1, 0.3), (2, 0.1), (3, 0.6)):
        assert abs(won[entrant] / 5_000 - share) < 0.03


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(1, 5), min_size=1, max_size=6), st.text(max_size=8))
def test_no_ticket_and_no_entrant_wins_twice(seed: bytes, sizes: list[int], words: str) -> None:
    entries = [DrawEntry(str(place), size) for place, size in enumerate(sizes)]
    slots = tuple(range(1, 9))
    winners = draw_winners(entries, slots, (1, 2), seed=seed, words=words, one_prize_each=True)
    assert len({winner.entrant for winner in winners}) == len(winners) == min(len(entries), 10)
    free = draw_winners(entries, slots, seed=seed, words=words, one_prize_each=False)
    assert len({winner.ticket for winner in free}) == len(free) == min(sum(sizes), 8)
    for winner in free:
        assert sum(sizes[: winner.entrant - 1]) < winner.ticket <= sum(sizes[: winner.entrant])


def test_a_place_that_is_drawn_again_leaves_the_others_as_they_are() -> None:
    first = draw_winners(ENTRIES, (1, 2), seed=SEED, words="w", one_prize_each=True)
    again = draw_winners(ENTRIES, (1, 2), (2,), seed=SEED, words="w", one_prize_each=True)
    assert again[:2] == first and again[2].slot == 2
    assert {each.entrant for each in again} == {1, 2, 3}
    assert isinstance(again[2], DrawnPrize)


def test_a_mark_tells_nobody_without_the_code() -> None:
    assert mark_of("a", "ann") != mark_of("b", "ann")
    assert mark_of("a", "ann") == hashlib.sha256(b"a:ann").hexdigest()
