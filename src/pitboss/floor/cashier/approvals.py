"""Orders of two people in the pit's inbox: one person asks, another approves, and the approval carries the order out.

Two people who stand together may also sign at once, with the same command and the same record.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss import law, money
from pitboss.floor.cashier.chips import CASH, BuyIn, CashOut, TakeVoucher, count_chips
from pitboss.floor.cashier.slips import CountDrop, Credit, Fill, VoidSlip
from pitboss.floor.people.permission import check_rank
from pitboss.floor.service import commands
from pitboss.floor.service.forms import CASHIER, ITEM, PIT, CommandForm, FieldPrompt
from pitboss.floor.store import Stored
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.state import ApprovalAsked, RegisterLine, Stack, TableEvent, TableState
from pitboss.messages import message, say
from pitboss.play.acts import Act
from pitboss.value import Value, log_name

FILL, CREDIT, VOID_SLIP, DROP, CORRECTION = "fill", "credit", "void slip", "drop", "correction"
BUY_IN, CASH_OUT, VOUCHER = "buy in", "cash out", "voucher"
"""Orders that need a second person above the limit of one person."""


class ApprovalGiven(TableEvent, tag="ApprovalGiven"):
    """A second person approved a request, which carried it out."""

    register: ClassVar[str] = "approvals"
    id: str
    by: str

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(
            {"state": message("approved"), "decided_by": self.by, "decided_at": stored.at}, self.id, begins=False
        )

    def change(self, state: TableState) -> TableState:
        return state._replace(asked=tuple(each for each in state.asked if each.id != self.id))


class ApprovalDeclined(TableEvent, tag="ApprovalDeclined"):
    """A request was declined, or withdrawn by the person who made it."""

    register: ClassVar[str] = "approvals"
    id: str
    by: str
    reason: str

    def line(self, stored: Stored) -> RegisterLine:
        said = {"state": message("declined"), "decided_by": self.by, "decided_at": stored.at, "words": self.reason}
        return RegisterLine(said, self.id, begins=False)

    def change(self, state: TableState) -> TableState:
        return state._replace(asked=tuple(each for each in state.asked if each.id != self.id))


_SLIP = {
    "year": FieldPrompt("Year of the slip", required=True),
    "number": FieldPrompt("Number of the slip", required=True),
    "reason": FieldPrompt("Reason", required=True),
}


def _form(title: str, button: str, what: str, *asked: str, **asks: FieldPrompt) -> CommandForm:
    """The form of one kind of request, with the fields that are named."""
    fields = ("reason", "stacks", "year", "number", "cents", "round", "acts", "patron", "how", "voucher", "gives")
    leaves = tuple(name for name in fields if name not in asked)
    name, sets = f"ask-{what.replace(' ', '-')}", {"what": what}
    return CommandForm(title, button, (PIT, CASHIER), name, "Float", sets=sets, leaves=leaves, asks=asks)


class AskApproval(commands.TableCommand, tag="AskApproval"):
    """Ask for an order that needs a second person: it is carried out when another person approves it."""

    takes: ClassVar = commands.CommandNeeds(rule=law.BY_ANOTHER, seen="the inbox of the pit, the register of approvals")
    later: ClassVar[tuple[str, ...]] = ("patron", "how", "voucher", "gives")
    forms: ClassVar = (
        _form("Fill", "Ask for the fill", FILL, "stacks", stacks=FieldPrompt("Chips to the table", required=True)),
        _form("Credit", "Ask for the credit", CREDIT, "stacks", stacks=FieldPrompt("Chips to the cage", required=True)),
        _form("Void a slip", "Ask to void the slip", VOID_SLIP, "year", "number", "reason", **_SLIP),
        _form(
            "Count the drop",
            "Ask for a second count",
            DROP,
            "cents",
            cents=FieldPrompt("Amount in the box", required=True),
        ),
    )
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
    gives: str = money.TOKENS.name

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        if self.what not in ASKABLE:
            raise commands.refuse(
                say("Ask for the approval of one of these: {list}.", list=", ".join(ASKABLE)), law.BY_ANOTHER
            )
        check_rank(order.actor, log_name(ASKABLE[self.what].command))
        state = world.table.state
        # The cards of the open round may lie face down: its correction is not put into the inbox.
        if self.what == CORRECTION and state.is_open_round(self.round):
            raise commands.refuse(
                "Correct the open round at the table, where two people sign together.", law.BY_ANOTHER
            )
        if self.what in (FILL, CREDIT, BUY_IN, CASH_OUT):
            count_chips(self.stacks)
        if self.what in (BUY_IN, CASH_OUT, VOUCHER) and not self.patron:
            raise commands.refuse("Enter the patron.", law.PATRON_KNOWN)
        if self.what in (VOID_SLIP, CORRECTION):
            commands.check_said(self.reason, commands.SAY_WHY, law.BY_ANOTHER)
        name = f"request-{state.length + 1}"
        asked = self._asdict()
        del asked["table"]
        event = ApprovalAsked(name, by=order.actor.person, rank=order.actor.role, **asked)
        return commands.Decision((event,), reply={"request": name})


class Approve(commands.TableCommand, tag="Approve"):
    """Approve another person's request, which carries it out."""

    takes: ClassVar = commands.CommandNeeds(rule=law.BY_ANOTHER)
    forms: ClassVar = (CommandForm(places=(ITEM,)),)
    request: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Carry the request out as the asker's order, with this person's approval."""
        asked = _find_request(world, self.request)
        asker = commands.Actor(order.actor.operator, asked.by, asked.rank)
        what = ASKABLE[asked.what]
        wanted = what.command(self.table, *(getattr(asked, name) for name in what.fields), order.actor)
        done = world.carry_out(world, commands.Order(asker, wanted, order.key))
        given = ApprovalGiven(asked.id, order.actor.person)
        reply = {**done.reply, "request": asked.id}
        return done.plus(given)._replace(reply=reply, by=asked.by)


class Decline(commands.TableCommand, tag="Decline"):
    """Decline a request; the person who made it withdraws it so."""

    takes: ClassVar = commands.CommandNeeds(rule=law.BY_ANOTHER)
    forms: ClassVar = (CommandForm(places=(ITEM,)),)
    request: str
    reason: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        asked = _find_request(world, self.request)
        commands.check_said(self.reason, commands.SAY_WHY, law.BY_ANOTHER)
        event = ApprovalDeclined(asked.id, order.actor.person, self.reason)
        return commands.Decision((event,), reply={"request": asked.id})


class RequestKind(Value):
    """A kind of request: its command, and the fields of the request that the command takes between its table and its
    approver."""

    command: Any
    fields: tuple[str, ...]


ASKABLE: Mapping[str, RequestKind] = {
    FILL: RequestKind(Fill, ("stacks",)),
    CREDIT: RequestKind(Credit, ("stacks",)),
    VOID_SLIP: RequestKind(VoidSlip, ("year", "number", "reason")),
    DROP: RequestKind(CountDrop, ("cents",)),
    CORRECTION: RequestKind(CorrectRound, ("round", "acts", "reason")),
    BUY_IN: RequestKind(BuyIn, ("patron", "stacks", "how")),
    CASH_OUT: RequestKind(CashOut, ("patron", "stacks", "how")),
    VOUCHER: RequestKind(TakeVoucher, ("patron", "voucher", "cents", "gives")),
}


def _find_request(world: commands.World, name: str) -> ApprovalAsked:
    found = next((each for each in world.table.state.asked if each.id == name), None)
    if found is None:
        raise commands.refuse("This request is not open. It was decided already, or it does not exist.", law.BY_ANOTHER)
    return found
