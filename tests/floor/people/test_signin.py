"""Signing in, with a clock that stands still: the lock, the words, idle sessions, new tokens for old."""

from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher

from pitboss.floor.clock import HeldClock
from pitboss.floor.commands import Actor
from pitboss.floor.people import signin
from pitboss.floor.people.signin import WRONG, Desk, NotSignedIn

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ANN, DAN = Actor("star", "ann", "patron"), Actor("star", "dan", "dealer")
KEPT = CHEAP.hash("right")


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock(datetime(2026, 10, 7, tzinfo=UTC))


@pytest.fixture
def desk(clock: HeldClock) -> Desk:
    people = {("star", "ann"): (ANN, KEPT), ("star", "dan"): (DAN, KEPT)}
    return Desk(clock, lambda operator, name: people.get((operator, name)), CHEAP)


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


def test_tokens_and_passwords_are_kept_as_hashes(desk: Desk) -> None:
    token = desk.sign_in("star", "ann", "right")
    assert token not in repr(desk._sessions)
    assert "right" not in desk.hash("right")


def test_what_is_remembered_is_cleared_away(desk: Desk, clock: HeldClock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(signin, "REMEMBERED", 5)
    for number in range(5):
        fails(desk, f"made up {number}")
        desk.sign_in("star", "ann", "right")
    clock.forward(timedelta(minutes=31))
    fails(desk, "another")
    desk.sign_in("star", "ann", "right")
    assert len(desk._failures) == len(desk._sessions) == 1
