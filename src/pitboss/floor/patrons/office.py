"""The patrons' office: registration and cards, exclusions, limits, declared chips, time at a table, accounts."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from pitboss import law
from pitboss.floor.patrons import commands as c
from pitboss.floor.patrons import events as e
from pitboss.floor.patrons.commands import ADDRESS, CARD, NAME
from pitboss.floor.patrons.periods import PERIODS, WAIT, holding, is_lower, patron_stream, version_counter
from pitboss.floor.patrons.state import PatronState, evolve
from pitboss.floor.people.permission import check_id
from pitboss.floor.people.staff import staff_counter
from pitboss.floor.people.standing import role_of
from pitboss.floor.service.clock import read_stamp, stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.service.counts import unchanged
from pitboss.floor.service.desk import refuse
from pitboss.floor.service.office import Deed, Desk, Worker
from pitboss.floor.store import Count, Paper, Store, Stored
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


def noted(desk: Desk, order: Order, state: PatronState, *events: Any, **more: Any) -> Deed:
    """Write events of a patron, and that something about them changed."""
    operator, patron = order.actor.operator, order.command.patron
    changed = Count(version_counter(operator, patron), len(events))
    counts = (changed, *more.pop("counts", ()))
    reply = {"patron": patron} | dict(more.pop("reply", {}))
    return Deed(patron_stream(operator, patron), state.length, events, counts=counts, reply=reply, **more)


def known_patron(desk: Desk, order: Order) -> PatronState:
    """The patron that an order is about, who has to be registered."""
    state = load_patron(desk.store, order.actor.operator, order.command.patron)
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


def register(desk: Desk, order: Order) -> Deed:
    """Make a patron known."""
    command: c.RegisterPatron = order.command
    if " " in command.patron:
        raise refuse("A patron's id has no spaces.", law.PATRON_KNOWN)
    check_id(command.patron)
    state = load_patron(desk.store, order.actor.operator, command.patron)
    if state.registered:
        raise refuse("This patron is registered already.", law.PATRON_KNOWN)
    operator, store = order.actor.operator, desk.store
    hired = staff_counter(operator, command.patron)
    still = unchanged(hired, store.counter(hired))
    if role_of(store, operator, command.patron)[0]:
        words = f"{command.patron} is the id of somebody of the staff: register the patron under another."
        raise refuse(words, law.ONE_PERSON)
    return noted(desk, order, state, e.Registered(), counts=still)


def keep_particulars(desk: Desk, order: Order) -> Deed:
    """Take a patron's name and address down, and note that it was done."""
    command: c.KeepParticulars = order.command
    if not command.name.strip():
        raise refuse("Say the patron's name.", law.PATRON_KNOWN)
    until = stamp(desk.now + RETENTION)
    said = {NAME: command.name.strip(), ADDRESS: command.address.strip()}
    papers = tuple(Paper(command.patron, field, value, until) for field, value in said.items())
    return noted(desk, order, known_patron(desk, order), e.ParticularsKept(), papers=papers)


def issue_card(desk: Desk, order: Order) -> Deed:
    """Give a patron a card, if they have none; what it says is kept for as long as it is valid."""
    command: c.IssueCard = order.command
    state = known_patron(desk, order)
    if holder_of(desk.store, order.actor.operator, CARD, command.says) is not None or not command.says:
        raise refuse("Each player card says something of its own.", law.ONE_CARD)
    if state.card:
        raise refuse("This patron has a player card: one each. Cancel it first.", law.ONE_CARD)
    if state.excluded:
        raise refuse("This patron is excluded from the casino.", law.EXCLUDED)
    papers = (Paper(command.patron, CARD, command.says, FOREVER, once=True),)
    return noted(desk, order, state, e.CardIssued(state.cards + 1), reply={"card": state.cards + 1}, papers=papers)


def cancel_card(desk: Desk, order: Order) -> Deed:
    """Make a patron's card worth nothing; what it says is kept for a retention from now."""
    command: c.CancelCard = order.command
    state = known_patron(desk, order)
    if not state.card:
        raise refuse("This patron has no player card.", law.PLAYER_CARD)
    said = papers_of(desk.store, order.actor.operator, command.patron).get(CARD)
    papers = (Paper(command.patron, CARD, said, stamp(desk.now + RETENTION)),) if said is not None else ()
    return noted(desk, order, state, e.CardCancelled(state.card, command.reason), papers=papers)


def exclude(desk: Desk, order: Order) -> Deed:
    """Keep a patron from the casino."""
    command: c.ExcludePatron = order.command
    state = known_patron(desk, order)
    if state.excluded:
        raise refuse("This patron is excluded already.", law.EXCLUDED)
    return noted(desk, order, state, e.Excluded(command.reason, order.actor.role))


def end_exclusion(desk: Desk, order: Order) -> Deed:
    """Let a patron in again."""
    command: c.EndExclusion = order.command
    state = known_patron(desk, order)
    if not state.excluded:
        raise refuse("This patron is not excluded.", law.EXCLUDED)
    return noted(desk, order, state, e.ExclusionEnded(command.reason, order.actor.role))


def bar(desk: Desk, order: Order) -> Deed:
    """Keep a patron from a game."""
    command: c.BarFromGame = order.command
    state = known_patron(desk, order)
    if command.game in state.barred:
        raise refuse("This patron is barred from that game already.", law.BARRED_FROM_GAME)
    return noted(desk, order, state, e.BarredFromGame(command.game, command.reason, order.actor.role))


def lift_bar(desk: Desk, order: Order) -> Deed:
    """Let a patron take part in a game again."""
    command: c.LiftBar = order.command
    state = known_patron(desk, order)
    if command.game not in state.barred:
        raise refuse("This patron is not barred from that game.", law.BARRED_FROM_GAME)
    return noted(desk, order, state, e.BarLifted(command.game, command.reason, order.actor.role))


def note_employee(desk: Desk, order: Order) -> Deed:
    """Say whether the employee gambling policy keeps a patron from playing."""
    command: c.NoteEmployee = order.command
    return noted(desk, order, known_patron(desk, order), e.EmployeeNoted(command.is_employee))


def set_loss_limit(desk: Desk, order: Order) -> Deed:
    """Set a loss limit: a lower one at once, a higher one after its wait."""
    command: c.SetLossLimit = order.command
    own(order, law.LOSS_LIMIT)
    if command.period not in PERIODS:
        raise refuse(f"A loss limit is for a {', '.join(PERIODS)}.", law.LOSS_LIMIT)
    state = known_patron(desk, order)
    holds_from = _holds_from(desk, command.cents, holding(state.loss_limits.get(command.period, ()), desk.at))
    event = e.LossLimitSet(command.period, command.cents, desk.at, holds_from)
    return noted(desk, order, state, event, reply={"holds_from": holds_from})


def set_deposit_limit(desk: Desk, order: Order) -> Deed:
    """Set a deposit limit: a lower one at once, a higher one after its wait."""
    command: c.SetDepositLimit = order.command
    own(order, law.DEPOSIT_LIMIT)
    state = known_patron(desk, order)
    holds_from = _holds_from(desk, command.cents, holding(state.deposit_limits, desk.at))
    event = e.DepositLimitSet(command.cents, desk.at, holds_from)
    return noted(desk, order, state, event, reply={"holds_from": holds_from})


def _holds_from(desk: Desk, new: int | None, old: int | None) -> str:
    if new is not None and new < 0:
        raise refuse("A limit is not less than nothing.", law.LIMIT_WAITS)
    return desk.at if is_lower(new, old) else stamp(desk.now + WAIT)


def order_break(desk: Desk, order: Order) -> Deed:
    """Have a patron pause."""
    command: c.OrderBreak = order.command
    state = known_patron(desk, order)
    try:
        until = read_stamp(command.until)
    except ValueError:
        raise refuse("A break lasts until a moment, written as the log writes it.", law.LIMIT_BREAK) from None
    if not desk.now < until <= desk.now + BREAK_AT_MOST:
        raise refuse("A break is short: it ends within 24 hours.", law.LIMIT_BREAK)
    return noted(desk, order, state, e.BreakOrdered(stamp(until), order.actor.role))


def declare_chips(desk: Desk, order: Order) -> Deed:
    """Note chips that a patron declares."""
    command: c.DeclareChips = order.command
    own(order, law.CHIPS_DECLARED)
    if command.what not in (BOUGHT, BROUGHT, HELD) or command.cents < 0:
        raise refuse("Chips are declared as bought, brought or held, with their worth.", law.CHIPS_DECLARED)
    state = known_patron(desk, order)
    return noted(desk, order, state, e.ChipsDeclared(command.table, command.what, command.cents))


WORKERS: Mapping[type, Worker] = {
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
