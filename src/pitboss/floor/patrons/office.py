"""The patrons' office: registration and cards, exclusions, limits, declared chips, time at a table, accounts."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pitboss import law
from pitboss.floor.patrons import commands as c
from pitboss.floor.patrons import events as e
from pitboss.floor.patrons.commands import ADDRESS, CARD, NAME
from pitboss.floor.patrons.periods import PERIODS, WAIT, holding, is_lower, patron_stream
from pitboss.floor.patrons.state import PatronState, evolve
from pitboss.floor.people.permission import check_id
from pitboss.floor.people.standing import role_of
from pitboss.floor.service.clock import read_stamp, stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Paper, Store, Stored
from pitboss.floor.store.papers import FOREVER, RETENTION, holder_of, papers_of
from pitboss.law import Key
from pitboss.ledger import Account

BREAK_AT_MOST = timedelta(hours=24)
BOUGHT, BROUGHT, HELD = "bought", "brought", "held"


def load_patron(store: Store, operator: str, patron: str) -> PatronState:
    """A patron as the store has them; what this process has read of them before is not read again."""
    return store.fold(patron_stream(operator, patron), PatronState(), _after)[0]


def _after(state: PatronState, stored: Stored) -> PatronState:
    return evolve(state, e.from_stored(stored))


def noted(order: Order, *events: Any, **more: Any) -> Decision:
    """Write events of a patron."""
    patron = order.command.patron
    reply = {"patron": patron} | dict(more.pop("reply", {}))
    return Decision(events, stream=patron_stream(order.actor.operator, patron), reply=reply, **more)


def known_patron(world: World, order: Order) -> PatronState:
    """The patron that an order is about, who has to be registered."""
    state = load_patron(world.store, order.actor.operator, order.command.patron)
    if not state.registered:
        raise refuse("There is no such patron.", law.PATRON_KNOWN)
    return state


def own(order: Order, *because: Key) -> None:
    """Refuse a patron who orders something for another."""
    if order.actor.role == "patron" and order.actor.person != order.command.patron:
        raise refuse("A patron orders this for themselves alone.", *because or (law.NOT_YOURS,))


def is_known(store: Store, operator: str, patron: str) -> bool:
    """Say whether a house knows a patron: by registration, or as a guest who has had chips at its tables."""
    return (
        load_patron(store, operator, patron).registered or store.balance(Account(operator, "patron", patron)).into > 0
    )


def register(world: World, order: Order) -> Decision:
    """Make a patron known."""
    command: c.RegisterPatron = order.command
    if " " in command.patron:
        raise refuse("A patron's id has no spaces.", law.PATRON_KNOWN)
    check_id(command.patron)
    state = load_patron(world.store, order.actor.operator, command.patron)
    if state.registered:
        raise refuse("This patron is registered already.", law.PATRON_KNOWN)
    if role_of(world.store, order.actor.operator, command.patron)[0]:
        words = f"{command.patron} is the id of somebody of the staff: register the patron under another."
        raise refuse(words, law.ONE_PERSON)
    return noted(order, e.Registered())


def keep_particulars(world: World, order: Order) -> Decision:
    """Take a patron's name and address down, and note that it was done."""
    command: c.KeepParticulars = order.command
    if not command.name.strip():
        raise refuse("Say the patron's name.", law.PATRON_KNOWN)
    until = stamp(world.now + RETENTION)
    said = {NAME: command.name.strip(), ADDRESS: command.address.strip()}
    papers = tuple(Paper(command.patron, field, value, until) for field, value in said.items())
    known_patron(world, order)
    return noted(order, e.ParticularsKept(), papers=papers)


def issue_card(world: World, order: Order) -> Decision:
    """Give a patron a card, if they have none; what it says is kept for as long as it is valid."""
    command: c.IssueCard = order.command
    state = known_patron(world, order)
    if holder_of(world.store, order.actor.operator, CARD, command.says) is not None or not command.says:
        raise refuse("Each player card says something of its own.", law.ONE_CARD)
    if state.card:
        raise refuse("This patron has a player card: one each. Cancel it first.", law.ONE_CARD)
    if state.excluded:
        raise refuse("This patron is excluded from the casino.", law.EXCLUDED)
    papers = (Paper(command.patron, CARD, command.says, FOREVER, once=True),)
    return noted(order, e.CardIssued(state.cards + 1), reply={"card": state.cards + 1}, papers=papers)


def cancel_card(world: World, order: Order) -> Decision:
    """Make a patron's card worth nothing; what it says is kept for a retention from now."""
    command: c.CancelCard = order.command
    state = known_patron(world, order)
    if not state.card:
        raise refuse("This patron has no player card.", law.PLAYER_CARD)
    said = papers_of(world.store, order.actor.operator, command.patron).get(CARD)
    papers = (Paper(command.patron, CARD, said, stamp(world.now + RETENTION)),) if said is not None else ()
    return noted(order, e.CardCancelled(state.card, command.reason), papers=papers)


def exclude(world: World, order: Order) -> Decision:
    """Keep a patron from the casino."""
    command: c.ExcludePatron = order.command
    state = known_patron(world, order)
    if state.excluded:
        raise refuse("This patron is excluded already.", law.EXCLUDED)
    return noted(order, e.Excluded(command.reason, order.actor.role))


def end_exclusion(world: World, order: Order) -> Decision:
    """Let a patron in again."""
    command: c.EndExclusion = order.command
    state = known_patron(world, order)
    if not state.excluded:
        raise refuse("This patron is not excluded.", law.EXCLUDED)
    return noted(order, e.ExclusionEnded(command.reason, order.actor.role))


def bar(world: World, order: Order) -> Decision:
    """Keep a patron from a game."""
    command: c.BarFromGame = order.command
    state = known_patron(world, order)
    if command.game in state.barred:
        raise refuse("This patron is barred from that game already.", law.BARRED_FROM_GAME)
    return noted(order, e.BarredFromGame(command.game, command.reason, order.actor.role))


def lift_bar(world: World, order: Order) -> Decision:
    """Let a patron take part in a game again."""
    command: c.LiftBar = order.command
    state = known_patron(world, order)
    if command.game not in state.barred:
        raise refuse("This patron is not barred from that game.", law.BARRED_FROM_GAME)
    return noted(order, e.BarLifted(command.game, command.reason, order.actor.role))


def note_employee(world: World, order: Order) -> Decision:
    """Say whether the employee gambling policy keeps a patron from playing."""
    command: c.NoteEmployee = order.command
    known_patron(world, order)
    return noted(order, e.EmployeeNoted(command.is_employee))


def set_loss_limit(world: World, order: Order) -> Decision:
    """Set a loss limit: a lower one at once, a higher one after its wait."""
    command: c.SetLossLimit = order.command
    own(order, law.LOSS_LIMIT)
    if command.period not in PERIODS:
        raise refuse(f"A loss limit is for a {', '.join(PERIODS)}.", law.LOSS_LIMIT)
    state = known_patron(world, order)
    holds_from = _holds_from(world, command.cents, holding(state.loss_limits.get(command.period, ()), world.at))
    event = e.LossLimitSet(command.period, command.cents, world.at, holds_from)
    return noted(order, event, reply={"holds_from": holds_from})


def set_deposit_limit(world: World, order: Order) -> Decision:
    """Set a deposit limit: a lower one at once, a higher one after its wait."""
    command: c.SetDepositLimit = order.command
    own(order, law.DEPOSIT_LIMIT)
    state = known_patron(world, order)
    holds_from = _holds_from(world, command.cents, holding(state.deposit_limits, world.at))
    event = e.DepositLimitSet(command.cents, world.at, holds_from)
    return noted(order, event, reply={"holds_from": holds_from})


def _holds_from(world: World, new: int | None, old: int | None) -> str:
    if new is not None and new < 0:
        raise refuse("A limit is not less than nothing.", law.LIMIT_WAITS)
    return world.at if is_lower(new, old) else stamp(world.now + WAIT)


def order_break(world: World, order: Order) -> Decision:
    """Have a patron pause."""
    command: c.OrderBreak = order.command
    known_patron(world, order)
    try:
        until = read_stamp(command.until)
    except ValueError:
        raise refuse("A break lasts until a moment, written as the log writes it.", law.LIMIT_BREAK) from None
    if not world.now < until <= world.now + BREAK_AT_MOST:
        raise refuse("A break is short: it ends within 24 hours.", law.LIMIT_BREAK)
    return noted(order, e.BreakOrdered(stamp(until), order.actor.role))


def declare_chips(world: World, order: Order) -> Decision:
    """Note chips that a patron declares."""
    command: c.DeclareChips = order.command
    own(order, law.CHIPS_DECLARED)
    if command.what not in (BOUGHT, BROUGHT, HELD) or command.cents < 0:
        raise refuse("Chips are declared as bought, brought or held, with their worth.", law.CHIPS_DECLARED)
    known_patron(world, order)
    return noted(order, e.ChipsDeclared(command.table, command.what, command.cents))


WORKERS: Mapping[type, Handler] = {
    c.RegisterPatron: register,
    c.KeepParticulars: keep_particulars,
    c.IssueCard: issue_card,
    c.CancelCard: cancel_card,
    c.ExcludePatron: exclude,
    c.EndExclusion: end_exclusion,
    c.BarFromGame: bar,
    c.LiftBar: lift_bar,
    c.NoteEmployee: note_employee,
    c.SetLossLimit: set_loss_limit,
    c.SetDepositLimit: set_deposit_limit,
    c.OrderBreak: order_break,
    c.DeclareChips: declare_chips,
}
