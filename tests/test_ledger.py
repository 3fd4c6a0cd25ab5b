"""Value only moves: whatever is booked or refused, nothing is made, lost or spent twice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.ledger import (
    KINDS,
    MOST,
    ROOM,
    Account,
    Balance,
    Book,
    Entry,
    LedgerError,
    Move,
    Overdrawn,
    Post,
    Release,
    Reserve,
    totals,
)
from pitboss.money import PRACTICE, tournament_unit

HOUSE, ANN, BEN = (
    Account("star", kind, owner) for kind, owner in (("house", ""), ("patron", "ann"), ("patron", "ben"))
)
TRAY = Account("star", "float", "1")


def book(**cents: int) -> Book:
    """A book in which Ann and Ben have been given so much."""
    made = Book()
    made.apply_all(Move(HOUSE, Account("star", "patron", name), amount, "given") for name, amount in cents.items())
    return made


def test_an_account_says_all_of_itself() -> None:
    assert ANN.name == "star/patron/ann/AUD"
    assert Account.parse(ANN.name) == ANN
    assert Account.parse(HOUSE.name) == HOUSE
    chips = Account("crown", "patron", "ann", tournament_unit("autumn").name)
    assert Account.parse(chips.name) == chips
    with pytest.raises(ValueError, match="no account of the kind"):
        Account.parse("star/purse/ann/AUD")


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_house_and_the_world_go_below_nothing(kind: str) -> None:
    account = Account("star", kind, "x")
    move = Move(account, ANN, 1, "x")
    if kind in ("house", "world"):
        Book().apply(move)
    else:
        with pytest.raises(Overdrawn) as refused:
            Book().apply(move)
        assert (refused.value.account, refused.value.free, refused.value.asked) == (account, 0, 1)


def test_what_is_set_aside_is_nobody_elses_to_spend() -> None:
    made = book(ann=100)
    made.apply(Reserve("r", ANN, TRAY, 70, "stake"))
    with pytest.raises(Overdrawn):
        made.apply(Move(ANN, BEN, 31, "x"))
    with pytest.raises(Overdrawn):
        made.apply(Reserve("s", ANN, TRAY, 31, "x"))
    made.apply(Move(ANN, BEN, 30, "x"))
    assert made.balance(ANN) == Balance(100, 30, 70)
    assert (made.balance(ANN).here, made.balance(ANN).free) == (70, 0)


def test_what_is_set_aside_is_posted_and_released_in_parts() -> None:
    made = book(ann=100)
    made.apply_all(
        [
            Reserve("r", ANN, TRAY, 40, "stake"),
            Reserve("r", ANN, TRAY, 20, "raise"),
            Post("r", 25, "lost"),
            Release("r", 15, "back"),
        ]
    )
    assert made.balance(ANN) == Balance(100, 25, 20)
    assert made.balance(TRAY) == Balance(25)
    for entry in (Post("r", 21, "x"), Release("r", 21, "x")):
        with pytest.raises(LedgerError):
            made.apply(entry)
    made.apply(Post("r", 20, "lost"))
    assert made.balance(ANN) == Balance(100, 45, 0)


def test_a_name_is_one_reservations_until_it_is_used_up() -> None:
    made = book(ann=100, ben=100)
    made.apply(Reserve("r", ANN, TRAY, 10, "x"))
    with pytest.raises(LedgerError):
        made.apply(Reserve("r", BEN, TRAY, 10, "x"))
    made.apply(Release("r", 10, "x"))
    made.apply(Reserve("r", BEN, TRAY, 10, "x"))
    assert (made.balance(ANN).held, made.balance(BEN).held) == (0, 10)


@pytest.mark.parametrize(
    "entry",
    [
        Move(HOUSE, ANN, 0, "x"),
        Move(HOUSE, ANN, -5, "x"),
        Move(HOUSE, ANN, MOST + 1, "x"),
        Move(HOUSE, HOUSE, 1, "x"),
        Move(HOUSE, ANN._replace(unit=PRACTICE.name), 1, "x"),
        Move(HOUSE, ANN._replace(operator="crown"), 1, "x"),
        Move(HOUSE, ANN._replace(owner="a/b"), 1, "x"),
        Move(HOUSE, ANN._replace(kind="purse"), 1, "x"),
        Move(HOUSE._replace(operator=""), ANN._replace(operator=""), 1, "x"),
        Reserve("r", HOUSE, ANN._replace(unit=PRACTICE.name), 1, "x"),
        Post("r", 1, "x"),
        Release("r", 1, "x"),
    ],
)
def test_what_does_not_hold_together_changes_nothing(entry: Entry) -> None:
    made = book(ann=10)
    with pytest.raises(LedgerError):
        made.apply_all([Move(ANN, BEN, 4, "first"), Reserve("q", ANN, TRAY, 3, "then"), entry])
    assert (made.balance(ANN), made.balance(BEN), made.reservations) == (Balance(10), Balance(), {})


def test_an_account_counts_no_further_than_a_database() -> None:
    made = book(ann=10)
    made.balance(TRAY).into = ROOM
    made.apply(Reserve("r", ANN, TRAY, 5, "x"))
    for entry in (Move(ANN, TRAY, 1, "x"), Post("r", 5, "x")):
        with pytest.raises(LedgerError, match="counted"):
            made.apply(entry)
    assert made.balance(ANN) == Balance(10, 0, 5)


ACCOUNTS = st.sampled_from(
    [HOUSE, ANN, BEN, TRAY, ANN._replace(unit=PRACTICE.name), HOUSE._replace(unit=PRACTICE.name)]
)
CENTS, NAMES = st.integers(-1, 60), st.sampled_from("rst")
ENTRIES = st.one_of(
    st.builds(Move, ACCOUNTS, ACCOUNTS, CENTS, st.just("x")),
    st.builds(Reserve, NAMES, ACCOUNTS, ACCOUNTS, CENTS, st.just("x")),
    st.builds(Post, NAMES, CENTS, st.just("x")),
    st.builds(Release, NAMES, CENTS, st.just("x")),
)


@given(st.lists(st.lists(ENTRIES, max_size=4), max_size=30))
def test_whatever_is_asked_debits_equal_credits_and_nothing_is_spent_twice(commands: list[list[Entry]]) -> None:
    made = book(ann=100, ben=50)
    for entries in commands:
        before = {account: tuple(_sums(balance)) for account, balance in made.balances.items()}
        held = {name: reservation.left for name, reservation in made.reservations.items() if reservation.left}
        try:
            made.apply_all(entries)
        except LedgerError:
            now = {account: tuple(_sums(balance)) for account, balance in made.balances.items()}
            assert {account: sums for account, sums in now.items() if any(sums)} == {
                account: sums for account, sums in before.items() if any(sums)
            }
            assert {n: r.left for n, r in made.reservations.items() if r.left} == held
        for account, balance in made.balances.items():
            assert balance.held >= 0 and (account.may_overdraw or balance.free >= 0)
            assert balance.held == sum(r.left for r in made.reservations.values() if r.source == account)
        assert all(into == out for into, out in totals(made.balances.items()).values())


def _sums(balance: Balance) -> tuple[int, int, int]:
    return balance.into, balance.out, balance.held
