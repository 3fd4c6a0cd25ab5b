"""The register of mis-payments (Pontoon 17.18 to 17.20, Mississippi Stud 11.13 to 11.15): wagers, cash changes and
colour changes that were paid too high or too low, what came of each, and the report at the end of the month.

A mis-payment by accident that was put right, or that the house tried to put right, is no breach and no credit. Each one
over $1,000 is reported; exactly $1,000 is not.
"""

from collections.abc import Iterable
from datetime import date
from typing import ClassVar

from pitboss import law, ledger
from pitboss.floor.operators import operators
from pitboss.floor.patrons import limits, office, state
from pitboss.floor.people.value_lock import check_bound, check_not_self, count_amount
from pitboss.floor.service import Actor, Command, CommandNeeds, Decision, Order, World, check_said, parse_stamp, refuse
from pitboss.floor.store import CounterChange, Store, Stored, Stream, table_stream
from pitboss.floor.store.rows import EventKinds
from pitboss.floor.store.store import read_all
from pitboss.messages import message, say
from pitboss.value import Value, log_name

REPORTED_ABOVE = 100_000
"""More than this is reported, in cents."""

OVER, UNDER = message("over"), message("under")
KINDS = (message("wager"), message("cash change"), message("colour change"))
OUTCOMES = (message("put right"), message("attempted"), message("told the regulator"))
"""What may be done about one within a reasonable time (17.18.2)."""


class Mispaid(Value, tag="Mispaid"):
    """A person noticed that a payment was wrong."""

    id: str
    table: str
    patron: str
    way: str
    kind: str
    cents: int
    suspected: bool
    """Whether it is suspected to be deliberate; the enquiry says why or why not."""
    enquiry: str


class MispaymentFollowed(Value, tag="MispaymentFollowed"):
    """Something was done about a mis-payment: put right, tried, or brought to the regulator."""

    id: str
    outcome: str
    words: str
    moved_cents: int = 0
    patron: str = ""
    """The patron with whom it was put right."""
    approved_by: str = ""


class NoteMispayment(Command, tag="NoteMispayment"):
    """Put a mis-payment into the register; `patron` is empty until the patron is known."""

    takes: ClassVar = CommandNeeds(seen="the register of mis-payments, the inbox of the pit")
    forms: ClassVar = ()
    id: str
    table: str
    way: str
    kind: str
    cents: int
    enquiry: str
    patron: str = ""
    suspected: bool = False

    def decide(self, world: World, order: Order) -> Decision:
        operator = order.actor.operator
        known = cases(world.store, operator)
        if self.id in known or not self.id:
            taken = say("Mis-payment {number} is already in the register. Choose another number.", number=self.id)
            raise refuse(taken if self.id else "Enter a number for the mis-payment.", law.ONCE)
        if self.way not in (OVER, UNDER) or self.kind not in KINDS or self.cents <= 0:
            raise refuse(
                "Choose over or under, choose a wager, a cash change or a colour change, and enter more than $0.",
                law.COUNTED,
            )
        if not world.store.head(table_stream(operator, self.table)).length:
            raise refuse(say("There is no table {table} in this house.", table=self.table), law.COUNTED)
        _check_known(world, operator, self.patron)
        check_said(self.enquiry, "Enter whether the enquiry found the mis-payment deliberate.", law.COUNTED)
        way, kind, cents, suspected = self.way, self.kind, self.cents, self.suspected
        event = Mispaid(self.id, self.table, self.patron, way, kind, cents, suspected, self.enquiry)
        reply = {"id": self.id, "reported": bool(reported_by(cents))}
        return Decision((event,), stream=register_stream(operator), reply=reply)


class FollowMispayment(Command, tag="FollowMispayment"):
    """Say what was done about a mis-payment; putting it right moves chips between the patron and the float."""

    takes: ClassVar = CommandNeeds(seen="the register of mis-payments")
    forms: ClassVar = ()
    later: ClassVar[tuple[str, ...]] = ("approver",)
    id: str
    outcome: str
    words: str
    patron: str = ""
    approver: Actor | None = None
    """The person who approves an amount above the limit of one person."""

    def decide(self, world: World, order: Order) -> Decision:
        operator = order.actor.operator
        case = cases(world.store, operator).get(self.id)
        if case is None:
            raise refuse("There is no mis-payment of this number.", law.COUNTED)
        if case.is_closed:
            raise refuse("This mis-payment is already closed.", law.ONCE)
        if self.outcome not in OUTCOMES:
            raise refuse(say("Choose what was done: {outcomes}.", outcomes=", ".join(OUTCOMES)), law.ONCE)
        check_said(self.words, "Enter how it was put right.", law.ONCE)
        entries: tuple[ledger.Entry, ...] = ()
        counts: tuple[CounterChange, ...] = ()
        patron = self.patron or case.noted.patron
        _check_known(world, operator, patron)
        if self.outcome == "put right":
            check_not_self(order, patron)
            check_bound(log_name(FollowMispayment), operator, case.noted.cents)
            entries = (put_right(operator, case.noted, patron),)
            counts = count_amount(order, case.noted.cents, world.now, world.store.counter)
            if (
                operators()[operator].patrons.counts_losses
                and state.load_patron(world.store, operator, patron).registered
            ):
                counts = limits.count_loss(operator, patron, *loss_of_putting_right(case)) + counts
        moved = sum(entry.cents for entry in entries)
        event = MispaymentFollowed(self.id, self.outcome, self.words, moved, patron, self.approved_by)
        return Decision((event,), None, entries, counts, {"id": self.id}, stream=register_stream(operator))


class MispaymentCase(Value):
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
        """Whether it is no breach of the rules: not deliberate, and put right, tried, or brought to the regulator."""
        return not self.noted.suspected and bool(self.follows)


_KINDS = EventKinds[Mispaid | MispaymentFollowed]((Mispaid, MispaymentFollowed))


def register_stream(operator: str) -> Stream:
    """The stream of an operator's register."""
    return Stream(operator, "mispayments")


def cases(store: Store, operator: str) -> dict[str, MispaymentCase]:
    """The register as it stands, oldest first."""
    store.head(register_stream(operator))  # what is decided on it holds only while it has not grown
    return fold_cases(read_all(store, register_stream(operator)))


def fold_cases(stored: Iterable[Stored]) -> dict[str, MispaymentCase]:
    """The register that events lead to."""
    found: dict[str, MispaymentCase] = {}
    for each in stored:
        event = _KINDS.read(each)
        if isinstance(event, Mispaid):
            found[event.id] = MispaymentCase(event, each.at)
        else:
            case = found[event.id]
            found[event.id] = case._replace(follows=(*case.follows, event))
    return found


def reported_by(cents: int) -> law.Because:
    """The rule by which a mis-payment is reported at the end of its month; none for one of $1,000 or less."""
    return (law.MISPAYMENTS_REPORTED,) if cents > REPORTED_ABOVE else ()


def month_end(store: Store, operator: str, month: date) -> tuple[MispaymentCase, ...]:
    """The report to the regulator at the end of a month: each mis-payment over $1,000 that the house became aware
    of."""
    first = month.replace(day=1)
    return tuple(
        case
        for case in cases(store, operator).values()
        if limits.calendar_day(parse_stamp(case.at)).replace(day=1) == first and reported_by(case.noted.cents)
    )


def _check_known(world: World, operator: str, patron: str) -> None:
    if patron and not office.is_known(world.store, operator, patron):
        raise refuse(say("There is no patron {patron} in this house.", patron=patron), law.PATRON_KNOWN)


def loss_of_putting_right(case: MispaymentCase) -> tuple[date, int]:
    """The day on which a mis-payment changes a patron's loss once it is put right, and by how much; changing chips
    was never a loss."""
    cents = case.noted.cents if case.noted.way == OVER else -case.noted.cents
    return limits.calendar_day(parse_stamp(case.at)), cents if case.noted.kind == "wager" else 0


def put_right(operator: str, noted: Mispaid, patron: str) -> ledger.Entry:
    """The entry that puts a mis-payment right."""
    if not patron:
        raise refuse("The patron is not known yet. Enter the patron.", law.PATRON_KNOWN)
    float_, chips = ledger.Account(operator, "float", noted.table), ledger.Account(operator, "patron", patron)
    source, target = (chips, float_) if noted.way == OVER else (float_, chips)
    return ledger.Move(source, target, noted.cents, f"mis-payment {noted.id}")
