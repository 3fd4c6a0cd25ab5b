"""Balances brought forward: value that lay somewhere before the floor kept its books, the chips that patrons hold on
the first day, say. Each is an event: the audit takes no value as given that nothing on the log explains."""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.people.amounts import check_bound
from pitboss.floor.people.permission import BRING_FORWARD
from pitboss.floor.service.world import new_event, refuse
from pitboss.floor.store import Append, Store, Stream, Write
from pitboss.ledger import Account, Move
from pitboss.value import Value

REASON = "brought forward"
OF_A_PATRON = ("patron", "deposit")
"""The kinds of account that a balance is brought forward to: a table's float is counted in as it opens."""


class BroughtForward(Value, tag="BroughtForward"):
    """So much lay in an account."""

    account: str
    cents: int


def forward_stream(operator: str) -> Stream:
    """The stream of an operator's balances that were brought forward."""
    return Stream(operator, "house:forward")


def brought(account: Account, cents: int) -> Move:
    """The entry of a balance that was brought forward: it comes from the house's own purse."""
    return Move(Account(account.operator, "house", "", account.unit), account, cents, REASON)


def bring_forward(store: Store, balances: Mapping[Account, int], *, at: str, by: str) -> None:
    """Bring balances of patrons of one operator forward, all of them or none."""
    (operator,) = {account.operator for account in balances}
    if operator not in operators():
        raise refuse(f"There is no house {operator}: name {' or '.join(sorted(operators()))}.", law.PATRON_KNOWN)
    for account in balances:
        if account.kind not in OF_A_PATRON:
            raise refuse(f"A balance is brought forward for a patron, not for a {account.kind}.", law.PATRON_KNOWN)
        if not load_patron(store, operator, account.owner).registered:
            words = f"{account.owner} is no registered patron of {operator}: register them first."
            raise refuse(words, law.PATRON_KNOWN)
    for cents in balances.values():
        check_bound(BRING_FORWARD, operator, cents)
    stream = forward_stream(operator)
    events = tuple(new_event(BroughtForward(account.name, cents), at, by) for account, cents in balances.items())
    entries = tuple(brought(account, cents) for account, cents in balances.items())
    append = Append(stream, store.head(stream).length, events)
    store.commit(Write(operator, appends=(append,), entries=entries, at=at))
