"""The register of mis-payments (Pontoon 17.18 to 17.20, Mississippi Stud 11.13 to 11.15): wagers, cash changes and
colour changes that were paid too high or too low, what came of each, and the report at the end of the month.

What was mis-paid by accident, and put right or tried to be, is no breach and no credit. Each one over $1,000 is
reported; exactly $1,000 is not.
"""

import typing
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.patrons.losses import counted
from pitboss.floor.patrons.office import is_known, load_patron
from pitboss.floor.patrons.periods import calendar_day
from pitboss.floor.people.amounts import approved_by, check_bound, check_not_self, count_amount
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Count, Store, Stored, Stream, table_stream
from pitboss.floor.store.store import read_all
from pitboss.ledger import Account, Entry, Move
from pitboss.play.codec import decode
from pitboss.value import Value, log_name

REPORTED_ABOVE = 100_000
"""More than this is reported, in cents."""

OVER, UNDER = "over", "under"
KINDS = ("wager", "cash change", "colour change")
OUTCOMES = ("put right", "attempted", "told the regulator")
"""What may be done about one within a reasonable time (17.18.2)."""


class Mispaid(Value, tag="Mispaid"):
    """Somebody became aware that something was paid wrongly."""

    id: str
    table: str
    patron: str
    way: str
    kind: str
    cents: int
    suspected: bool
    """Whether it is thought to have been meant; the enquiry says why or why not."""
    enquiry: str


class MispaymentFollowed(Value, tag="MispaymentFollowed"):
    """Something was done about a mis-payment: put right, tried, or brought to the regulator."""

    id: str
    outcome: str
    words: str
    moved_cents: int = 0
    patron: str = ""
    """Who it was put right with, as is known by then."""
    approved_by: str = ""


class NoteMispayment(Value, tag="NoteMispayment"):
    """Put a mis-payment into the register; `patron` may be empty while nobody knows who it was."""

    id: str
    table: str
    way: str
    kind: str
    cents: int
    enquiry: str
    patron: str = ""
    suspected: bool = False


class FollowMispayment(Value, tag="FollowMispayment"):
    """Say what was done about a mis-payment; putting it right moves chips between the patron and the float."""

    id: str
    outcome: str
    words: str
    patron: str = ""
    approver: Actor | None = None
    """Who approves what is above the limit of one person."""


class Case(Value):
    """A mis-payment as it stands."""

    noted: Mispaid
    at: str
    follows: tuple[MispaymentFollowed, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether it has been put right."""
        return any(each.outcome == "put right" for each in self.follows)

    @property
    def is_no_breach(self) -> bool:
        """Whether it is no breach of the rules: not meant, and put right, tried, or brought to the regulator."""
        return not self.noted.suspected and bool(self.follows)


_EVENTS = {log_name(kind): kind for kind in typing.get_args(Mispaid | MispaymentFollowed)}


def register_stream(operator: str) -> Stream:
    """The stream of an operator's register."""
    return Stream(operator, "mispayments")


def cases(store: Store, operator: str) -> dict[str, Case]:
    """The register as it stands, oldest first."""
    store.head(register_stream(operator))  # what is decided on it holds only while it has not grown
    return fold_cases(read_all(store, register_stream(operator)))


def fold_cases(stored: Iterable[Stored]) -> dict[str, Case]:
    """The register that events lead to."""
    found: dict[str, Case] = {}
    for each in stored:
        event: Any = decode(_EVENTS[each.kind], each.data)
        if isinstance(event, Mispaid):
            found[event.id] = Case(event, each.at)
        else:
            case = found[event.id]
            found[event.id] = case._replace(follows=(*case.follows, event))
    return found


def month_end(store: Store, operator: str, month: date) -> tuple[Case, ...]:
    """What the regulator is told at the end of a month: each mis-payment over $1,000 that the house became aware of."""
    first = month.replace(day=1)
    return tuple(
        case
        for case in cases(store, operator).values()
        if calendar_day(parse_stamp(case.at)).replace(day=1) == first and case.noted.cents > REPORTED_ABOVE
    )


def note(world: World, order: Order) -> Decision:
    """Put a mis-payment into the register."""
    command: NoteMispayment = order.command
    operator = order.actor.operator
    known = cases(world.store, operator)
    if command.id in known or not command.id:
        raise refuse("Each mis-payment has a number of its own.", law.ONCE)
    if command.way not in (OVER, UNDER) or command.kind not in KINDS or command.cents <= 0:
        raise refuse("Too much or too little was paid on a wager, a cash change or a colour change.", law.COUNTED)
    if not world.store.head(table_stream(operator, command.table)).length:
        raise refuse(f"There is no table {command.table} in this house.", law.COUNTED)
    _check_known(world, operator, command.patron)
    if not command.enquiry:
        raise refuse("Say what the enquiry found: whether it was meant.", law.COUNTED)
    way, kind, cents, suspected = command.way, command.kind, command.cents, command.suspected
    event = Mispaid(command.id, command.table, command.patron, way, kind, cents, suspected, command.enquiry)
    reply = {"id": command.id, "reported": cents > REPORTED_ABOVE}
    return Decision((event,), stream=register_stream(operator), reply=reply)


def follow(world: World, order: Order) -> Decision:
    """Say what was done about a mis-payment."""
    command: FollowMispayment = order.command
    operator = order.actor.operator
    case = cases(world.store, operator).get(command.id)
    if case is None:
        raise refuse("There is no such mis-payment.", law.COUNTED)
    if case.is_closed or command.outcome not in OUTCOMES or not command.words:
        raise refuse(f"One that is open was {', '.join(OUTCOMES)}, and how is said.", law.ONCE)
    entries: tuple[Entry, ...] = ()
    counts: tuple[Count, ...] = ()
    patron = command.patron or case.noted.patron
    _check_known(world, operator, patron)
    if command.outcome == "put right":
        check_not_self(order, patron)
        check_bound(log_name(FollowMispayment), operator, case.noted.cents)
        entries = (put_right(operator, case.noted, patron),)
        alone = count_amount(order, case.noted.cents, world.now, world.store.counter)
        counts = _lost(world, operator, case, patron) + alone
    moved = sum(entry.cents for entry in entries)
    event = MispaymentFollowed(command.id, command.outcome, command.words, moved, patron, approved_by(command))
    return Decision((event,), None, entries, counts, {"id": command.id}, stream=register_stream(operator))


def _check_known(world: World, operator: str, patron: str) -> None:
    if patron and not is_known(world.store, operator, patron):
        raise refuse(f"There is no patron {patron} in this house.", law.PATRON_KNOWN)


def _lost(world: World, operator: str, case: Case, patron: str) -> tuple[Count, ...]:
    """What putting a mis-payment right does to the patron's loss."""
    if not operators()[operator].patrons.counts_losses or not load_patron(world.store, operator, patron).registered:
        return ()
    return counted(operator, patron, *lost_by_putting_right(case))


def lost_by_putting_right(case: Case) -> tuple[date, int]:
    """The day on which a mis-payment changes a patron's loss once it is put right, and by how much; changing chips
    was never a loss."""
    cents = case.noted.cents if case.noted.way == OVER else -case.noted.cents
    return calendar_day(parse_stamp(case.at)), cents if case.noted.kind == "wager" else 0


def put_right(operator: str, noted: Mispaid, patron: str) -> Entry:
    """The entry that puts a mis-payment right."""
    if not patron:
        raise refuse("Nobody knows yet who it was.", law.PATRON_KNOWN)
    float_, chips = Account(operator, "float", noted.table), Account(operator, "patron", patron)
    source, target = (chips, float_) if noted.way == OVER else (float_, chips)
    return Move(source, target, noted.cents, f"mis-payment {noted.id}")


WORKERS: Mapping[type, Handler] = {NoteMispayment: note, FollowMispayment: follow}
