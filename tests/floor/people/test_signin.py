"""Signing in, with a clock that stands still: the lock, the words, idle sessions, new tokens for old."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import Table, select

from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.signin import LOOK, NOTE, PIN, WRONG, Accounts, NotSignedIn, SessionLocked, SignIn
from pitboss.floor.service.clock import ManualClock
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Store, schema
from pitboss.floor.store.store import personal_records_of
from pitboss.play import Refused

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
ANN, DAN = Actor("star", "ann", "patron"), Actor("star", "dan", "dealer")
KEPT = CHEAP.hash("right")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(datetime(2026, 10, 7, tzinfo=UTC))


@pytest.fixture
def sign_in(store: Store, clock: ManualClock) -> SignIn:
    return open_sign_in(store, clock)


@pytest.fixture
def other(store: Store, clock: ManualClock) -> SignIn:
    """The sign-in of another server process."""
    return open_sign_in(store, clock)


def open_sign_in(store: Store, clock: ManualClock) -> SignIn:
    people = {("star", "ann"): (ANN, KEPT), ("star", "dan"): (DAN, KEPT)}
    return SignIn(store, clock, CHEAP, lambda operator, name: people.get((operator, name)))


def rows(store: Store, table: Table) -> list[str]:
    with store.reading() as connection:
        return [repr(row) for row in connection.execute(select(table))]


def fails(sign_in: SignIn, name: str = "ann", says: str = "wrong", operator: str = "star") -> None:
    with pytest.raises(NotSignedIn) as error:
        sign_in.sign_in(operator, name, says)
    assert str(error.value) == WRONG


def test_the_right_password_signs_in(sign_in: SignIn) -> None:
    assert sign_in.identify(sign_in.sign_in("star", "ann", "right")) == ANN


def test_every_failure_has_the_same_words(sign_in: SignIn) -> None:
    fails(sign_in)
    fails(sign_in, "nobody")
    fails(sign_in, operator="crown", says="right")
    with pytest.raises(NotSignedIn) as error:
        sign_in.identify("no token")
    assert str(error.value) == WRONG


def test_three_failures_in_half_an_hour_lock_the_name(sign_in: SignIn, clock: ManualClock) -> None:
    for _ in range(3):
        fails(sign_in)
        clock.advance(timedelta(minutes=9))
    fails(sign_in, says="right")
    assert sign_in.identify(sign_in.sign_in("star", "dan", "right")) == DAN  # no other person is locked out
    clock.advance(timedelta(minutes=20, seconds=59))
    fails(sign_in, says="right")  # half an hour from the third one on, and a try does not make it longer
    clock.advance(timedelta(seconds=1))
    assert sign_in.sign_in("star", "ann", "right")


def test_failures_far_apart_lock_nothing(sign_in: SignIn, clock: ManualClock) -> None:
    for _ in range(6):
        fails(sign_in)
        clock.advance(timedelta(minutes=15))
    assert sign_in.sign_in("star", "ann", "right")


def test_two_failures_are_forgiven_by_the_right_password(sign_in: SignIn) -> None:
    for _ in range(4):
        fails(sign_in)
        fails(sign_in)
        assert sign_in.sign_in("star", "ann", "right")


def test_a_name_that_is_not_there_is_locked_like_one_that_is(sign_in: SignIn) -> None:
    for _ in range(5):
        fails(sign_in, "nobody")


@pytest.mark.parametrize(("name", "minutes"), [("ann", 30), ("dan", 5)])
def test_an_idle_session_ends(sign_in: SignIn, clock: ManualClock, name: str, minutes: int) -> None:
    token = sign_in.sign_in("star", name, "right")
    for _ in range(3):
        clock.advance(timedelta(minutes=minutes))
        assert sign_in.identify(token).person == name  # used, so that it goes on
    clock.advance(timedelta(minutes=minutes, seconds=1))
    with pytest.raises(NotSignedIn):
        sign_in.identify(token)
    clock.advance(timedelta(minutes=-minutes))
    with pytest.raises(NotSignedIn):
        sign_in.identify(token)  # it does not come back


def test_a_page_that_is_merely_open_keeps_no_session_alive(sign_in: SignIn, clock: ManualClock) -> None:
    token = sign_in.sign_in("star", "dan", "right")
    clock.advance(timedelta(minutes=4))
    assert sign_in.peek(token) == DAN
    clock.advance(timedelta(minutes=2))
    with pytest.raises(NotSignedIn):
        sign_in.peek(token)


def test_a_new_token_makes_the_old_one_worth_nothing(sign_in: SignIn) -> None:
    old = sign_in.sign_in("star", "ann", "right")
    new = sign_in.rotate(old)
    assert new != old
    assert sign_in.identify(new) == ANN
    with pytest.raises(NotSignedIn):
        sign_in.identify(old)
    sign_in.sign_out(new)
    with pytest.raises(NotSignedIn):
        sign_in.identify(new)


def test_whoever_leaves_is_signed_out_everywhere(sign_in: SignIn) -> None:
    tokens = [sign_in.sign_in("star", "ann", "right") for _ in range(2)]
    other = sign_in.sign_in("star", "dan", "right")
    sign_in.sign_out_everywhere("star", "ann")
    for token in tokens:
        with pytest.raises(NotSignedIn):
            sign_in.identify(token)
    assert sign_in.identify(other) == DAN


def test_tokens_and_passwords_are_kept_as_hashes(sign_in: SignIn, store: Store) -> None:
    token = sign_in.sign_in("star", "ann", "right")
    fails(sign_in, "a password in the wrong field")
    kept = rows(store, schema.sessions) + rows(store, schema.tries)
    assert len(kept) == 2
    assert token not in repr(kept) and "wrong field" not in repr(kept)
    assert "right" not in sign_in.hash("right")


def test_what_is_remembered_is_cleared_away(sign_in: SignIn, clock: ManualClock, store: Store) -> None:
    for number in range(5):
        fails(sign_in, f"made up {number}")
        sign_in.sign_in("star", "ann", "right")
    clock.advance(timedelta(minutes=31))
    fails(sign_in, "another")
    sign_in.sign_in("star", "ann", "right")
    assert len(rows(store, schema.tries)) == len(rows(store, schema.sessions)) == 1


def test_whoever_is_signed_in_is_known_to_every_process(sign_in: SignIn, other: SignIn) -> None:
    token = sign_in.sign_in("star", "ann", "right")
    assert other.identify(token) == ANN
    other.sign_out(token)
    with pytest.raises(NotSignedIn):
        other.identify(token)


def test_a_session_that_was_ended_elsewhere_is_over_within_a_second(
    sign_in: SignIn, other: SignIn, clock: ManualClock
) -> None:
    first, second = (sign_in.sign_in("star", "ann", "right") for _ in range(2))
    dans = sign_in.sign_in("star", "dan", "right")
    assert sign_in.identify(first) == sign_in.identify(second) == ANN
    other.sign_out(first)
    clock.advance(LOOK)
    with pytest.raises(NotSignedIn):
        sign_in.identify(first)
    assert sign_in.identify(second) == ANN
    other.sign_out_everywhere("star", "ann")
    clock.advance(LOOK)
    with pytest.raises(NotSignedIn):
        sign_in.identify(second)
    assert sign_in.identify(dans) == DAN


def test_a_session_that_is_used_elsewhere_goes_on(sign_in: SignIn, other: SignIn, clock: ManualClock) -> None:
    token = sign_in.sign_in("star", "dan", "right")
    for _ in range(20):
        clock.advance(NOTE * 2)
        assert other.identify(token) == DAN
    assert sign_in.identify(token) == DAN  # though no person has asked here for ten minutes


def test_uses_are_not_written_one_by_one(sign_in: SignIn, clock: ManualClock, store: Store) -> None:
    token = sign_in.sign_in("star", "dan", "right")
    sign_in.identify(token)
    before = rows(store, schema.sessions)
    for _ in range(10):
        clock.advance(NOTE / 20)
        sign_in.identify(token)
    assert rows(store, schema.sessions) == before
    clock.advance(NOTE)
    sign_in.identify(token)
    assert rows(store, schema.sessions) != before


def test_the_lock_holds_in_every_process(sign_in: SignIn, other: SignIn) -> None:
    fails(sign_in)
    fails(other)
    fails(sign_in)
    fails(other, says="right")
    fails(sign_in, says="right")


def test_many_tries_at_once_are_no_more_than_three(store: Store, clock: ManualClock) -> None:
    """Requests sent before the first answer comes give no more guesses."""
    everybody = threading.Barrier(20)

    def password_of(*_: str) -> tuple[Actor, str]:
        everybody.wait(10)
        return ANN, KEPT

    sign_in = SignIn(store, clock, CHEAP, password_of)
    with ThreadPoolExecutor(20) as pool:
        tries = [pool.submit(sign_in.sign_in, "star", "ann", "right") for _ in range(20)]
        assert sum(each.exception() is None for each in tries) == 3


# Sessions of the staff that were left idle.


@pytest.fixture
def staff(store: Store, clock: ManualClock) -> SignIn:
    """A sign-in with a dealer who has a password and a PIN."""
    sign_in = SignIn(store, clock, CHEAP)
    Accounts(store).open(DAN, name="dan", password_hash=KEPT, at=clock(), by="tests")
    Passwords(store, sign_in).set_pin(DAN, "right", "2580")
    return sign_in


def left_idle(staff: SignIn, clock: ManualClock) -> str:
    """A session that its owner has left for too long."""
    token = staff.sign_in("star", "dan", "right")
    clock.advance(timedelta(minutes=6))
    with pytest.raises(SessionLocked):
        staff.identify(token)
    return token


def test_a_pin_unlocks_a_session_that_was_left_idle(staff: SignIn, store: Store, clock: ManualClock) -> None:
    token = left_idle(staff, clock)
    elsewhere = SignIn(store, clock, CHEAP)
    with pytest.raises(SessionLocked):
        elsewhere.identify(token)
    assert not staff.unlock(token, "0852")
    assert staff.peek(token, locked=True) == DAN
    assert staff.unlock(token, "2580")
    assert staff.identify(token) == elsewhere.identify(token) == DAN


def test_three_wrong_pins_end_the_session(staff: SignIn, clock: ManualClock) -> None:
    token = left_idle(staff, clock)
    for _ in range(2):
        assert not staff.unlock(token, "0000")
    with pytest.raises(NotSignedIn):
        staff.unlock(token, "0000")
    with pytest.raises(NotSignedIn) as over:
        staff.unlock(token, "2580")
    assert not isinstance(over.value, SessionLocked)
    again = left_idle(staff, clock)  # the password signs in all the same
    with pytest.raises(NotSignedIn):
        staff.unlock(again, "2580")  # and the PIN is locked for a while


def test_without_a_pin_the_password_unlocks(store: Store, clock: ManualClock) -> None:
    sign_in = SignIn(store, clock, CHEAP)
    Accounts(store).open(DAN, name="dan", password_hash=KEPT, at=clock(), by="tests")
    token = left_idle(sign_in, clock)
    assert not sign_in.unlock(token, "wrong")
    assert sign_in.unlock(token, "right")


def test_a_locked_session_is_over_after_a_shift(staff: SignIn, clock: ManualClock) -> None:
    token = left_idle(staff, clock)
    clock.advance(timedelta(hours=12))
    with pytest.raises(NotSignedIn) as over:
        staff.unlock(token, "2580")
    assert not isinstance(over.value, SessionLocked)


def test_a_patrons_session_ends_and_is_not_locked(sign_in: SignIn, clock: ManualClock) -> None:
    token = sign_in.sign_in("star", "ann", "right")
    clock.advance(timedelta(minutes=31))
    with pytest.raises(NotSignedIn) as over:
        sign_in.identify(token)
    assert not isinstance(over.value, SessionLocked)


@pytest.mark.parametrize("pin", ["123", "123456789", "12a4", "1111", "1212", "3456", "9876", "２５８０"])
def test_a_weak_pin_is_refused(staff: SignIn, store: Store, pin: str) -> None:
    with pytest.raises(Refused):
        Passwords(store, staff).set_pin(DAN, "right", pin)


def test_a_password_that_another_person_set_takes_the_pin_away(staff: SignIn, store: Store, clock: ManualClock) -> None:
    Accounts(store).open(Actor("star", "max", "gaming-manager"), name="max", password_hash=KEPT, at=clock(), by="tests")
    Passwords(store, staff).reset(Actor("star", "max", "gaming-manager"), "dan", "seven green lamps hum")
    assert not personal_records_of(store, "star", "dan")[PIN]
    with pytest.raises(NotSignedIn):
        Passwords(store, staff).set_pin(DAN, "right", "2580")
