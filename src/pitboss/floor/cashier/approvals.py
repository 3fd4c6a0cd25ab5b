"""What takes two people, by way of the pit's inbox: one asks, another approves, and it is done with that.

Beside it, two people who stand together may sign at once; the command is the same, and so is the record.
"""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss import law
from pitboss.floor.cashier.chips import CASH, BuyIn, CashOut, TakeVoucher
from pitboss.floor.cashier.slips import CountDrop, Credit, Fill, VoidSlip
from pitboss.floor.people.permission import check, check_rank
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.events import ApprovalAsked, Stack
from pitboss.floor.tables.pit_events import ApprovalDeclined, ApprovalGiven
from pitboss.floor.tables.state import evolve, fold
from pitboss.money import TOKENS
from pitboss.play.acts import Act
from pitboss.value import Value, log_name

FILL, CREDIT, VOID_SLIP, DROP, CORRECTION = "fill", "credit", "void slip", "drop", "correction"
BUY_IN, CASH_OUT, VOUCHER = "buy in", "cash out", "voucher"
"""What takes a second person above the limit of one."""


class AskApproval(Value, tag="AskApproval"):
    """Ask for what takes a second person: it is done once somebody else approves it."""

    table: str
    what: str
    reason: str = ""
    stacks: tuple[Stack, ...] = ()
    year: int = 0
    number: int = 0
    cents: int = 0
    round: int = 0
    acts: tuple[Act, ...] = ()
    patron: str = ""
    how: str = CASH
    voucher: str = ""
    gives: str = TOKENS.name


class Approve(Value, tag="Approve"):
    """Approve what somebody else asked for, which does it."""

    table: str
    request: str


class Decline(Value, tag="Decline"):
    """Decline what was asked for; whoever asked may withdraw it so."""

    table: str
    request: str
    reason: str


class Askable(Value):
    """Something that can be asked for: the command that it stands for, and how that is made."""

    command: type
    made: Callable[[str, ApprovalAsked, Actor], Any]


ASKABLE: Mapping[str, Askable] = {
    FILL: Askable(Fill, lambda table, asked, by: Fill(table, asked.stacks, by)),
    CREDIT: Askable(Credit, lambda table, asked, by: Credit(table, asked.stacks, by)),
    VOID_SLIP: Askable(VoidSlip, lambda table, asked, by: VoidSlip(table, asked.year, asked.number, asked.reason, by)),
    DROP: Askable(CountDrop, lambda table, asked, by: CountDrop(table, asked.cents, by)),
    CORRECTION: Askable(
        CorrectRound,
        lambda table, asked, by: CorrectRound(table, asked.round, asked.acts, asked.reason, by),
    ),
    BUY_IN: Askable(BuyIn, lambda table, asked, by: BuyIn(table, asked.patron, asked.stacks, asked.how, by)),
    CASH_OUT: Askable(CashOut, lambda table, asked, by: CashOut(table, asked.patron, asked.stacks, asked.how, by)),
    VOUCHER: Askable(
        TakeVoucher,
        lambda table, asked, by: TakeVoucher(table, asked.patron, asked.voucher, asked.cents, asked.gives, by),
    ),
}


def ask_approval(world: World, order: Order) -> Decision:
    """Put something into the inbox. A correction of the open round is not asked for so: its cards may lie face down."""
    command: AskApproval = order.command
    check(order.actor, "AskApproval")
    if command.what not in ASKABLE:
        raise refuse(f"A second person approves a {', '.join(ASKABLE)}.", law.BY_ANOTHER)
    check_rank(order.actor, log_name(ASKABLE[command.what].command))
    state = world.desk.state
    if command.what == CORRECTION and state.is_open_round(command.round):
        raise refuse("The open round is corrected at the table, by two people at once.", law.BY_ANOTHER)
    is_counted = bool(command.stacks) and all(stack.chip_cents > 0 and stack.pieces > 0 for stack in command.stacks)
    if command.what in (FILL, CREDIT, BUY_IN, CASH_OUT) and not is_counted:
        raise refuse("Chips are counted: so many of each denomination.", law.COUNTED)
    if command.what in (BUY_IN, CASH_OUT, VOUCHER) and not command.patron:
        raise refuse("Say which patron it is for.", law.PATRON_KNOWN)
    if command.what in (VOID_SLIP, CORRECTION) and not command.reason:
        raise refuse("Say why: the reason goes into the log.", law.BY_ANOTHER)
    name = f"request-{state.length + 1}"
    asked = command._asdict()
    del asked["table"]
    event = ApprovalAsked(name, by=order.actor.person, rank=order.actor.role, **asked)
    return Decision((event,), evolve(state, event), reply={"request": name})


def approve(world: World, order: Order) -> Decision:
    """Approve what somebody else asked for, and do it: it is theirs, with this person's approval."""
    command: Approve = order.command
    check(order.actor, "Approve")
    asked = _asked(world, command.request)
    asker = Actor(order.actor.operator, asked.by, asked.rank)
    what = ASKABLE[asked.what]
    wanted = what.made(world.desk.journal.table, asked, order.actor)
    done = world.handlers[what.command](world, Order(asker, wanted, order.key))
    given = ApprovalGiven(asked.id, order.actor.person)
    reply = {**done.reply, "request": asked.id}
    return done._replace(events=(*done.events, given), state=fold([given], done.state), reply=reply, by=asked.by)


def decline(world: World, order: Order) -> Decision:
    """Decline what was asked for."""
    command: Decline = order.command
    check(order.actor, "Decline")
    asked = _asked(world, command.request)
    if not command.reason:
        raise refuse("Say why: the reason goes into the log.", law.BY_ANOTHER)
    event = ApprovalDeclined(asked.id, order.actor.person, command.reason)
    return Decision((event,), evolve(world.desk.state, event), reply={"request": asked.id})


def _asked(world: World, name: str) -> ApprovalAsked:
    found = next((each for each in world.desk.state.asked if each.id == name), None)
    if found is None:
        raise refuse("That has been decided, or was never asked for.", law.BY_ANOTHER)
    return found


HANDLERS: dict[type, Handler] = {AskApproval: ask_approval, Approve: approve, Decline: decline}
