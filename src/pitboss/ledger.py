"""The ledger: accounts in which value lies, the entries that move it, and the book of both. Nothing is made or lost.

An account is of one operator, one owner and one unit, and its name says all of it, so that a transfer can be read by
itself: `star/patron/17/AUD`. An entry that is booked is a fact: what was wrong is put right by a new entry. `apply`
checks an entry and books it, or refuses it and leaves the book as it was; `apply_all` does so for a whole list.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from pitboss.money import AUD
from pitboss.value import Value

KINDS: Mapping[str, bool] = {
    "patron": False,
    "float": False,
    "drop": False,
    "pool": False,
    "deposit": False,
    "rounding": False,
    "house": True,
    "world": True,
}
"""The kinds of account, and whether one may go below nothing: the house's own purse and the world outside alone may."""


class Account(Value, order=True):
    """A place for value of one unit. `owner` is a patron, a table, a pool; empty for the operator's own."""

    operator: str
    kind: str
    owner: str
    unit: str = AUD.name

    @property
    def name(self) -> str:
        """The account in one word."""
        return f"{self.operator}/{self.kind}/{self.owner}/{self.unit}"

    @property
    def is_sound(self) -> bool:
        """Whether its name can be read back: a known kind, an operator and a unit, and no stroke within a part."""
        return self.kind in KINDS and bool(self.operator and self.unit) and self.name.count("/") == 3

    @property
    def may_overdraw(self) -> bool:
        """Whether it may go below nothing."""
        return KINDS[self.kind]

    @classmethod
    def parse(cls, name: str) -> "Account":
        """Read an account's name."""
        operator, kind, owner, unit = name.split("/")
        if kind not in KINDS:
            raise ValueError(f"there is no account of the kind {kind}")
        return cls(operator, kind, owner, unit)


# Entries: value is moved at once, or set aside and then posted or released in one part or in several.


class Move(Value):
    """Value goes from one account to another."""

    source: Account
    target: Account
    cents: int
    reason: str


class Reserve(Value):
    """Value is set aside in its account for another, and cannot be spent otherwise. One more of the same name adds."""

    name: str
    source: Account
    target: Account
    cents: int
    reason: str


class Post(Value):
    """A part of what was set aside goes where it was meant to."""

    name: str
    cents: int
    reason: str


class Release(Value):
    """A part of what was set aside is free again."""

    name: str
    cents: int
    reason: str


Entry = Move | Reserve | Post | Release


# The book: what lies in each account and what is set aside, and the one way to change it.

MOST = 10**15
"""The most that one entry is for."""

ROOM = 9 * 10**18
"""The most that goes into or out of an account: a database counts no further."""


class LedgerError(ValueError):
    """An entry that does not hold together."""


class Overdrawn(LedgerError):
    """An account has not got what an entry would take."""

    def __init__(self, account: Account, free: int, asked: int) -> None:
        super().__init__(f"{account.name} has {free} free, and {asked} is asked for")
        self.account, self.free, self.asked = account, free, asked


@dataclass(slots=True)
class Balance:
    """What went into an account and out of it, and what of it is set aside. What lies in it is the difference."""

    into: int = 0
    out: int = 0
    held: int = 0

    @property
    def here(self) -> int:
        """What lies in the account, set aside or not."""
        return self.into - self.out

    @property
    def free(self) -> int:
        """What can be spent."""
        return self.into - self.out - self.held


@dataclass(slots=True)
class Reservation:
    """Value set aside in one account for another, so far as it is neither posted nor released."""

    source: Account
    target: Account
    left: int


@dataclass(slots=True)
class Book:
    """Balances and reservations; a store loads those that a batch of entries touches, and writes them back."""

    balances: dict[Account, Balance] = field(default_factory=dict)
    reservations: dict[str, Reservation] = field(default_factory=dict)

    def balance(self, account: Account) -> Balance:
        """The balance of an account; an empty one before its first entry."""
        return self.balances.setdefault(account, Balance())

    def apply_all(self, entries: Iterable[Entry]) -> None:
        """Book entries one after another: all of them, or none."""
        balances: dict[Account, Balance] = {}
        reservations: dict[str, Reservation | None] = {}
        try:
            for entry in entries:
                touched = entry if isinstance(entry, Move | Reserve) else self.reservations.get(entry.name)
                for account in (touched.source, touched.target) if touched is not None else ():
                    if account not in balances:
                        balances[account] = replace(self.balance(account))
                if not isinstance(entry, Move) and entry.name not in reservations:
                    known = self.reservations.get(entry.name)
                    reservations[entry.name] = replace(known) if known is not None else None
                self.apply(entry)
        except LedgerError:
            self.balances.update(balances)
            for name, held in reservations.items():
                if held is None:
                    self.reservations.pop(name, None)
                else:
                    self.reservations[name] = held
            raise

    def apply(self, entry: Entry) -> None:
        """Book one entry, or refuse it and change nothing."""
        if not 0 < entry.cents <= MOST:
            raise LedgerError(f"an entry is for more than nothing and at most {MOST}, not for {entry.cents}")
        match entry:
            case Move(source, target, cents, _):
                self._check_pair(source, target)
                self._check_free(source, cents)
                self._check_room(source, target, cents)
                self._move(source, target, cents)
            case Reserve(name, source, target, cents, _):
                self._reserve(name, source, target, cents)
            case Post(name, cents, _):
                held = self._find_reservation(name, cents)
                self._check_room(held.source, held.target, cents)
                self._take(held, cents)
                self._move(held.source, held.target, cents)
            case Release(name, cents, _):
                self._take(self._find_reservation(name, cents), cents)

    def _move(self, source: Account, target: Account, cents: int) -> None:
        self.balance(source).out += cents
        self.balance(target).into += cents

    def _check_pair(self, source: Account, target: Account) -> None:
        for account in (source, target):
            if not account.is_sound:
                raise LedgerError(f"{account.name} is no account")
        if source.unit != target.unit:
            raise LedgerError(f"{source.unit} cannot become {target.unit}")
        if source == target:
            raise LedgerError(f"{source.name} cannot pay itself")
        if source.operator != target.operator:
            raise LedgerError("nothing crosses from one operator to the other")

    def _check_free(self, account: Account, cents: int) -> None:
        free = self.balance(account).free
        if free < cents and not account.may_overdraw:
            raise Overdrawn(account, free, cents)

    def _check_room(self, source: Account, target: Account, cents: int) -> None:
        if max(self.balance(source).out, self.balance(target).into) + cents > ROOM:
            raise LedgerError(f"{cents} more cannot be counted between {source.name} and {target.name}")

    def _reserve(self, name: str, source: Account, target: Account, cents: int) -> None:
        self._check_pair(source, target)
        self._check_free(source, cents)
        known = self.reservations.get(name)
        if known is None or not known.left:
            self.reservations[name] = Reservation(source, target, cents)
        elif (known.source, known.target) != (source, target):
            raise LedgerError(f"{name} is set aside for {known.target.name}, not for {target.name}")
        else:
            known.left += cents
        self.balance(source).held += cents

    def _find_reservation(self, name: str, cents: int) -> Reservation:
        held = self.reservations.get(name)
        if held is None or held.left < cents:
            left = held.left if held is not None else 0
            raise LedgerError(f"{name} has {left} set aside, and {cents} is asked for")
        return held

    def _take(self, held: Reservation, cents: int) -> None:
        held.left -= cents
        self.balance(held.source).held -= cents


def totals(balances: Iterable[tuple[Account, Balance]]) -> dict[tuple[str, str], tuple[int, int]]:
    """Debits and credits for each operator and unit; the two are always equal."""
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for account, balance in balances:
        into, out = sums.get((account.operator, account.unit), (0, 0))
        sums[account.operator, account.unit] = into + balance.into, out + balance.out
    return sums
