"""Signing in, with a clock that stands still: the lock, the words, idle sessions, new tokens for old."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Table, select

from pitboss.floor.people.sessions import LOOK, NOTE
from pitboss.floor.people.signin import WRONG, Desk, NotSignedIn
from pitboss.floor.service.clock import HeldClock
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Store, schema

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ANN, DAN = Actor("star", "ann", "patron"), Actor("star", "dan", "dealer")
KEPT = CHEAP.hash("right")


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock(datetime(2026, 10, 7, tzinfo=UTC))


@pytest.fixture
def desk(store: Store, clock: HeldClock) -> Desk:
    return open_desk(store, clock)


@pytest.fixture
def other(store: Store, clock: HeldClock) -> Desk:
    """The desk of another server process."""
    return open_desk(store, clock)


def open_desk(store: Store, clock: HeldClock) -> Desk:
    people = {("star", "ann"): (ANN, KEPT), ("star", "dan"): (DAN, KEPT)}
    return Desk(store, clock, CHEAP, lambda operator, name: people.get((operator, name)))


def rows(store: Store, table: Table) -> list[str]:
    with store.reading() as connection:
        return [repr(row) for row in connection.execute(select(table))]


def fails(desk: Desk, name: str = "ann", says: str = "wrong", operator: str = "star") -> None:
    with pytest.raises(NotSignedIn) as error:
        desk.sign_in(operator, name, says)
    assert str(error.value) == WRONG


def test_the_right_password_signs_in(desk: Desk) -> None:
    assert desk.who(desk.sign_in("star", "ann", "right")) == ANN


def test_every_failure_has_the_same_words(desk: Desk) -> None:
    fails(desk)
    fails(desk, "nobody")
    fails(desk, operator="crown", says="right")
    with pytest.raises(NotSignedIn) as error:
        desk.who("no token")
    assert str(error.value) == WRONG


def test_three_failures_in_half_an_hour_lock_the_name(desk: Desk, clock: HeldClock) -> None:
    for _ in range(3):
        fails(desk)
        clock.forward(timedelta(minutes=9))
    fails(desk, says="right")
    assert desk.who(desk.sign_in("star", "dan", "right")) == DAN  # nobody else is locked out
    clock.forward(timedelta(minutes=20, seconds=59))
    fails(desk, says="right")  # half an hour from the third one on, and a try does not make it longer
    clock.forward(timedelta(seconds=1))
    assert desk.sign_in("star", "ann", "right")


def test_failures_far_apart_lock_nothing(desk: Desk, clock: HeldClock) -> None:
    for _ in range(6):
        fails(desk)
        clock.forward(timedelta(minutes=15))
    assert desk.sign_in("star", "ann", "right")


def test_two_failures_are_forgiven_by_the_right_password(desk: Desk) -> None:
    for _ in range(4):
        fails(desk)
        fails(desk)
        assert desk.sign_in("star", "ann", "right")


def test_a_name_that_is_not_there_is_locked_like_one_that_is(desk: Desk) -> None:
    for _ in range(5):
        fails(desk, "nobody")


@pytest.mark.parametrize(("name", "minutes"), [("ann", 30), ("dan", 5)])
def test_an_idle_session_ends(desk: Desk, clock: HeldClock, name: str, minutes: int) -> None:
    token = desk.sign_in("star", name, "right")
    for _ in range(3):
        clock.forward(timedelta(minutes=minutes))
        assert desk.who(token).person == name  # used, so that it goes on
    clock.forward(timedelta(minutes=minutes, seconds=1))
    with pytest.raises(NotSignedIn):
        desk.who(token)
    clock.forward(timedelta(minutes=-minutes))
    with pytest.raises(NotSignedIn):
        desk.who(token)  # it does not come back


def test_a_page_that_is_merely_open_keeps_no_session_alive(desk: Desk, clock: HeldClock) -> None:
    token = desk.sign_in("star", "dan", "right")
    clock.forward(timedelta(minutes=4))
    assert desk.peek(token) == DAN
    clock.forward(timedelta(minutes=2))
    with pytest.raises(NotSignedIn):
        desk.peek(token)


def test_a_new_token_makes_the_old_one_worth_nothing(desk: Desk) -> None:
    old = desk.sign_in("star", "ann", "right")
    new = desk.rotate(old)
    assert new != old
    assert desk.who(new) == ANN
    with pytest.raises(NotSignedIn):
        desk.who(old)
    desk.sign_out(new)
    with pytest.raises(NotSignedIn):
        desk.who(new)


def test_whoever_leaves_is_signed_out_everywhere(desk: Desk) -> None:
    tokens = [desk.sign_in("star", "ann", "right") for _ in range(2)]
    other = desk.sign_in("star", "dan", "right")
    desk.sign_out_everywhere("star", "ann")
    for token in tokens:
        with pytest.raises(NotSignedIn):
            desk.who(token)
    assert desk.who(other) == DAN


def test_tokens_and_passwords_are_kept_as_hashes(desk: Desk, store: Store) -> None:
    token = desk.sign_in("star", "ann", "right")
    fails(desk, "a password in the wrong field")
    kept = rows(store, schema.sessions) + rows(store, schema.tries)
    assert len(kept) == 2
    assert token not in repr(kept) and "wrong field" not in repr(kept)
    assert "right" not in desk.hash("right")


def test_what_is_remembered_is_cleared_away(desk: Desk, clock: HeldClock, store: Store) -> None:
    for number in range(5):
        fails(desk, f"made up {number}")
        desk.sign_in("star", "ann", "right")
    clock.forward(timedelta(minutes=31))
    fails(desk, "another")
    desk.sign_in("star", "ann", "right")
    assert len(rows(store, schema.tries)) == len(rows(store, schema.sessions)) == 1


def test_whoever_is_signed_in_is_known_to_every_process(desk: Desk, other: Desk) -> None:
    token = desk.sign_in("star", "ann", "right")
    assert other.who(token) == ANN
    other.sign_out(token)
    with pytest.raises(NotSignedIn):
        other.who(token)


def test_a_session_that_was_ended_elsewhere_is_over_within_a_second(desk: Desk, other: Desk, clock: HeldClock) -> None:
    first, second = (desk.sign_in("star", "ann", "right") for _ in range(2))
    dans = desk.sign_in("star", "dan", "right")
    assert desk.who(first) == desk.who(second) == ANN
    other.sign_out(first)
    clock.forward(LOOK)
    with pytest.raises(NotSignedIn):
        desk.who(first)
    assert desk.who(second) == ANN
    other.sign_out_everywhere("star", "ann")
    clock.forward(LOOK)
    with pytest.raises(NotSignedIn):
        desk.who(second)
    assert desk.who(dans) == DAN


def test_a_session_that_is_used_elsewhere_goes_on(desk: Desk, other: Desk, clock: HeldClock) -> None:
    token = desk.sign_in("star", "dan", "right")
    for _ in range(20):
        clock.forward(NOTE * 2)
        assert other.who(token) == DAN
    assert desk.who(token) == DAN  # though nobody has asked here for ten minutes


def test_uses_are_not_written_one_by_one(desk: Desk, clock: HeldClock, store: Store) -> None:
    token = desk.sign_in("star", "dan", "right")
    desk.who(token)
    before = rows(store, schema.sessions)
    for _ in range(10):
        clock.forward(NOTE / 20)
        desk.who(token)
    assert rows(store, schema.sessions) == before
    clock.forward(NOTE)
    desk.who(token)
    assert rows(store, schema.sessions) != before


def test_the_lock_holds_in_every_process(desk: Desk, other: Desk) -> None:
    fails(desk)
    fails(other)
    fails(desk)
    fails(other, says="right")
    fails(desk, says="right")


def test_many_tries_at_once_are_no_more_than_three(store: Store, clock: HeldClock) -> None:
    """Whoever asks often enough before the first answer comes gets no more guesses for it."""
    everybody = threading.Barrier(20)

    def password_of(*_: str) -> tuple[Actor, str]:
        everybody.wait(10)
        return ANN, KEPT

    desk = Desk(store, clock, CHEAP, password_of)
    with ThreadPoolExecutor(20) as pool:
        tries = [pool.submit(desk.sign_in, "star", "ann", "right") for _ in range(20)]
        assert sum(each.exception() is None for each in tries) == 3
