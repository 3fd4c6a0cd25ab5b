"""The patrons' office: registration and cards, exclusions, limits and breaks."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cache
from typing import Annotated, Any, ClassVar

from pitboss import law, ledger
from pitboss.floor.operators import house_games
from pitboss.floor.patrons import state as patrons
from pitboss.floor.patrons.limits import PERIODS, WAIT, is_lower, limit_in_force
from pitboss.floor.people import permission, staff
from pitboss.floor.service.clock import read_stamp, stamp, told_time
from pitboss.floor.service.commands import Command, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import ACCOUNT, MOMENT, PATRONS, CommandForm, FieldPrompt
from pitboss.floor.store.rows import PersonalRecord, patron_stream
from pitboss.floor.store.store import FOREVER, RETENTION, Store, holder_of, personal_records_of
from pitboss.messages import message, say

CARD = "card"
"""The personal record of what is printed on a patron's card."""
NAME, ADDRESS = "name", "address"
"""The personal records of a patron's name and address."""
CARDS, KEPT_OUT = message("Card and particulars"), message("Kept from playing")
LIMITS, PLAY = message("Limits and breaks"), message("Play")
"""The headings of the patron's page."""


ID = FieldPrompt("Id", "letters, figures, dots and dashes; the log shows only this id")
ENDS = FieldPrompt("Amount", "leave empty to end the limit; a higher limit starts after 24 hours", required=False)

BREAK_AT_MOST = timedelta(hours=24)
OWN_BREAKS = {
    "1": message("one day"),
    "7": message("one week"),
    "30": message("30 days"),
    "90": message("90 days"),
    "180": message("180 days"),
}
"""How many days a patron may take off, with their words."""
CHOSEN_BREAKS = {"": message("choose")} | OWN_BREAKS
"""The same as a form offers them: none is chosen before the patron does."""


class PatronCommand(Command):
    """A command about a patron."""

    patron: str

    def note(self, order: Order, *events: Any, **more: Any) -> Decision:
        """Write events of the patron."""
        reply = {"patron": self.patron} | dict(more.pop("reply", {}))
        return Decision(events, stream=patron_stream(order.actor.operator, self.patron), reply=reply, **more)

    def load_known(self, world: World, order: Order) -> patrons.PatronState:
        """The patron, who has to be registered."""
        state = patrons.load_patron(world.store, order.actor.operator, self.patron)
        if not state.registered:
            raise refuse("There is no patron of this id. Register the patron first.", law.PATRON_KNOWN)
        return state

    def check_own(self, order: Order, *because: law.Key) -> None:
        """Refuse a patron who orders something for another."""
        if order.actor.role == "patron" and order.actor.person != self.patron:
            raise refuse("You can order this only for yourself.", *because or (law.NOT_YOURS,))


def is_known(store: Store, operator: str, patron: str) -> bool:
    """Say whether a house knows a patron: by registration, or as a guest who has had chips at its tables."""
    return (
        patrons.load_patron(store, operator, patron).registered
        or store.balance(ledger.Account(operator, "patron", patron)).into > 0
    )


class RegisterPatron(PatronCommand, tag="RegisterPatron"):
    """Make a patron known to the house."""

    forms: ClassVar = (CommandForm("Register a patron", "Register", places=(PATRONS,), asks={"patron": ID}),)

    def decide(self, world: World, order: Order) -> Decision:
        if " " in self.patron:
            raise refuse("Choose an id without spaces.", law.PATRON_KNOWN)
        permission.check_id(self.patron)
        state = patrons.load_patron(world.store, order.actor.operator, self.patron)
        if state.registered:
            raise refuse("This patron is already registered.", law.PATRON_KNOWN)
        if staff.role_of(world.store, order.actor.operator, self.patron)[0]:
            words = say("{id} is the id of a member of the staff. Choose another id for the patron.", id=self.patron)
            raise refuse(words, law.ONE_PERSON)
        return self.note(order, patrons.Registered())


class KeepParticulars(PatronCommand, tag="KeepParticulars"):
    """Record a patron's name and address in place of the old ones; they are kept beside the log."""

    forms: ClassVar = (CommandForm("Name and address", "Save", group=CARDS),)
    private: ClassVar[Mapping[str, str]] = {"name": NAME, "address": ADDRESS}
    name: str
    address: str = ""

    def decide(self, world: World, order: Order) -> Decision:
        if not self.name.strip():
            raise refuse("Enter the patron's name.", law.PATRON_KNOWN)
        until = stamp(world.now + RETENTION)
        said = {NAME: self.name.strip(), ADDRESS: self.address.strip()}
        personal_records = tuple(PersonalRecord(self.patron, field, value, until) for field, value in said.items())
        self.load_known(world, order)
        return self.note(order, patrons.ParticularsKept(), personal_records=personal_records)


class IssueCard(PatronCommand, tag="IssueCard"):
    """Give a patron their player card; what is printed on it is kept beside the log."""

    forms: ClassVar = (CommandForm("Issue a player card", group=CARDS, needs=lambda _, patron: not patron.card),)
    private: ClassVar[Mapping[str, str]] = {"says": CARD}
    says: Annotated[str, FieldPrompt("Card number", "as printed on the card")]

    def decide(self, world: World, order: Order) -> Decision:
        """Give a patron a card, if they have none; what it says is kept for as long as it is valid."""
        state = self.load_known(world, order)
        if holder_of(world.store, order.actor.operator, CARD, self.says) is not None or not self.says:
            taken = say("Card number {number} is already issued.", number=self.says)
            raise refuse(taken if self.says else "Enter the card number.", law.ONE_CARD)
        if state.card:
            raise refuse("This patron has a player card. Cancel it first, then issue another.", law.ONE_CARD)
        if state.excluded:
            raise refuse("This patron is excluded from the casino.", law.EXCLUDED)
        personal_records = (PersonalRecord(self.patron, CARD, self.says, FOREVER, once=True),)
        return self.note(
            order,
            patrons.CardIssued(state.cards + 1),
            reply={"card": state.cards + 1},
            personal_records=personal_records,
        )


class CancelCard(PatronCommand, tag="CancelCard"):
    """Cancel a patron's player card."""

    forms: ClassVar = (CommandForm("Cancel the player card", group=CARDS, needs=lambda _, patron: bool(patron.card)),)
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        """Cancel the card; what is printed on it is kept for the retention period."""
        state = self.load_known(world, order)
        if not state.card:
            raise refuse("This patron has no player card.", law.PLAYER_CARD)
        said = personal_records_of(world.store, order.actor.operator, self.patron).get(CARD)
        personal_records = (
            (PersonalRecord(self.patron, CARD, said, stamp(world.now + RETENTION)),) if said is not None else ()
        )
        return self.note(order, patrons.CardCancelled(state.card, self.reason), personal_records=personal_records)


class ExcludePatron(PatronCommand, tag="ExcludePatron"):
    """Keep a patron from the casino."""

    takes: ClassVar = CommandNeeds(rule=law.EXCLUDED)
    forms: ClassVar = (
        CommandForm("Exclude from the casino", group=KEPT_OUT, needs=lambda _, patron: not patron.excluded),
    )
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load_known(world, order)
        if state.excluded:
            raise refuse("This patron is already excluded.", law.EXCLUDED)
        return self.note(order, patrons.Excluded(self.reason, order.actor.role))


class EndExclusion(PatronCommand, tag="EndExclusion"):
    """Let an excluded patron in again."""

    forms: ClassVar = (CommandForm("End the exclusion", group=KEPT_OUT, needs=lambda _, patron: patron.excluded),)
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load_known(world, order)
        if not state.excluded:
            raise refuse("This patron is not excluded.", law.EXCLUDED)
        return self.note(order, patrons.ExclusionEnded(self.reason, order.actor.role))


class BarFromGame(PatronCommand, tag="BarFromGame"):
    """Keep a patron from taking further part in a game."""

    takes: ClassVar = CommandNeeds(rule=law.BARRED_FROM_GAME)
    forms: ClassVar = (CommandForm("Bar from a game", group=KEPT_OUT),)
    game: Annotated[str, FieldPrompt(among=lambda who, _: house_games(who.operator))]
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load_known(world, order)
        if self.game in state.barred:
            raise refuse("This patron is already barred from this game.", law.BARRED_FROM_GAME)
        return self.note(order, patrons.BarredFromGame(self.game, self.reason, order.actor.role))


class LiftBar(PatronCommand, tag="LiftBar"):
    """Let a patron take part in a game again."""

    takes: ClassVar = CommandNeeds(rule=law.BARRED_FROM_GAME)
    forms: ClassVar = (CommandForm("Lift a bar", group=KEPT_OUT, needs=lambda _, patron: bool(patron.barred)),)
    game: Annotated[
        str,
        FieldPrompt(
            among=lambda who, patron: {name: house_games(who.operator)[name] for name in sorted(patron.barred)}
        ),
    ]
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load_known(world, order)
        if self.game not in state.barred:
            raise refuse("This patron is not barred from this game.", law.BARRED_FROM_GAME)
        return self.note(order, patrons.BarLifted(self.game, self.reason, order.actor.role))


class NoteEmployee(PatronCommand, tag="NoteEmployee"):
    """Say whether the employee gambling policy keeps a patron from playing."""

    forms: ClassVar = (CommandForm("Employee gambling policy", "Put on record", group=KEPT_OUT),)
    is_employee: Annotated[bool, FieldPrompt("The policy forbids this patron to play")]

    def decide(self, world: World, order: Order) -> Decision:
        self.load_known(world, order)
        return self.note(order, patrons.EmployeeNoted(self.is_employee))


class SetLossLimit(PatronCommand, tag="SetLossLimit"):
    """Set how much a patron will lose in a period at most; None asks for the limit to end."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the patron's account")
    forms: ClassVar = (CommandForm("Loss limit", "Set the loss limit", group=LIMITS),)
    period: Annotated[str, FieldPrompt("Period", among=PERIODS)]
    cents: Annotated[int | None, ENDS]

    def decide(self, world: World, order: Order) -> Decision:
        """Set a loss limit: a lower one at once, a higher one after its wait."""
        self.check_own(order, law.LOSS_LIMIT)
        if self.period not in PERIODS:
            raise refuse(
                say("Choose the period of the loss limit: {periods}.", periods=", ".join(PERIODS)), law.LOSS_LIMIT
            )
        state = self.load_known(world, order)
        holds_from = _holds_from(world, self.cents, limit_in_force(state.loss_limits.get(self.period, ()), world.at))
        event = patrons.LossLimitSet(self.period, self.cents, world.at, holds_from)
        return self.note(order, event, reply={"holds_from": holds_from})


class SetDepositLimit(PatronCommand, tag="SetDepositLimit"):
    """Set how much a patron will pay in from outside on a day at most; None asks for the limit to end."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the patron's account")
    forms: ClassVar = (CommandForm("Daily deposit limit", "Set the deposit limit", group=LIMITS),)
    cents: Annotated[int | None, ENDS]

    def decide(self, world: World, order: Order) -> Decision:
        """Set a deposit limit: a lower one at once, a higher one after its wait."""
        self.check_own(order, law.DEPOSIT_LIMIT)
        state = self.load_known(world, order)
        holds_from = _holds_from(world, self.cents, limit_in_force(state.deposit_limits, world.at))
        event = patrons.DepositLimitSet(self.cents, world.at, holds_from)
        return self.note(order, event, reply={"holds_from": holds_from})


def _holds_from(world: World, new: int | None, old: int | None) -> str:
    if new is not None and new < 0:
        raise refuse("A limit cannot be less than $0.", law.LIMIT_WAITS)
    return world.at if is_lower(new, old) else stamp(world.now + WAIT)


class OrderBreak(PatronCommand, tag="OrderBreak"):
    """Have a patron pause until a moment (as the log writes times)."""

    takes: ClassVar = CommandNeeds(rule=law.LIMIT_BREAK)
    forms: ClassVar = (CommandForm("Break from play", "Order the break", group=LIMITS),)
    until: Annotated[str, FieldPrompt("Until", "Sydney time, within 24 hours", kind=MOMENT)]

    def decide(self, world: World, order: Order) -> Decision:
        self.load_known(world, order)
        try:
            until = read_stamp(self.until)
        except ValueError:
            raise refuse("Write the end of the break as 2026-03-02T18:30:00.000000Z.", law.LIMIT_BREAK) from None
        if not world.now < until <= world.now + BREAK_AT_MOST:
            raise refuse("A break must end within 24 hours.", law.LIMIT_BREAK)
        return self.note(order, patrons.BreakOrdered(stamp(until), order.actor.role))


class TakeBreak(PatronCommand, tag="TakeBreak"):
    """Take a break from play for money. A patron may make it longer; it does not end early."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the patron's account", rule=law.OWN_BREAK)
    forms: ClassVar = (CommandForm("Take a break", places=(ACCOUNT,), group=LIMITS),)
    days: Annotated[
        str,
        FieldPrompt(
            "How long", "starts at once, at every table for money; it cannot be ended early", among=CHOSEN_BREAKS
        ),
    ]

    def decide(self, world: World, order: Order) -> Decision:
        self.check_own(order, law.OWN_BREAK)
        state = self.load_known(world, order)
        if self.days not in OWN_BREAKS:
            raise refuse(say("Choose how many days: {choices}.", choices=", ".join(OWN_BREAKS)), law.OWN_BREAK)
        until = stamp(world.now + timedelta(days=int(self.days)))
        if until < state.own_break_until:
            words = say(
                "Your break lasts until {time}. You can only make it longer.", time=told_time(state.own_break_until)
            )
            raise refuse(words, law.OWN_BREAK)
        return self.note(order, patrons.BreakTaken(until), reply={"until": until})


@cache
def is_known_in(operator: str) -> bool:
    """Whether a document of a house gives a rank this power."""
    editions = [law.load_edition(name) for name in law.edition_names()]
    return any(law.SUSPECTS_APART in edition.powers for edition in editions if edition.operator == operator)


class Pair(PatronCommand):
    """A command about two patrons; each patron's stream gets the same event."""

    other: Annotated[str, FieldPrompt("The other player")]
    reason: str

    def check(self, world: World, order: Order) -> patrons.PatronState:
        """The patron; refuse the order where the house does not have it, or where it names one patron twice or gives no
        reason."""
        if not is_known_in(order.actor.operator):
            raise refuse("The rules of this house do not have this order.", law.TERMS)
        if self.other == self.patron:
            raise refuse("Choose another player: this is the same patron.", law.SUSPECTS_APART)
        check_said(self.reason, "Enter what is suspected: the reason goes into the log.", law.SUSPECTS_APART)
        return self.load_known(world, order)

    def note_both(
        self, world: World, order: Order, kind: type[patrons.KeptApart] | type[patrons.LetPlayTogether]
    ) -> Decision:
        """The same event on the stream of each of the two."""
        actor = order.actor
        if not patrons.load_patron(world.store, actor.operator, self.other).registered:
            raise refuse("There is no patron of this id. Register the patron first.", law.PATRON_KNOWN)
        mirrored = kind(self.patron, self.reason, actor.role)
        also = ((patron_stream(actor.operator, self.other), (mirrored,)),)
        event = kind(self.other, self.reason, actor.role)
        return self.note(order, event, also=also, reply={"other": self.other})


class KeepApart(Pair, tag="KeepApart"):
    """Keep a patron and another from playing at the same table, being suspected of collusion."""

    takes: ClassVar = CommandNeeds(rule=law.SUSPECTS_APART)
    forms: ClassVar = (CommandForm("Keep apart from another player", "Keep them apart", group=KEPT_OUT),)

    def decide(self, world: World, order: Order) -> Decision:
        if self.other in self.check(world, order).apart:
            raise refuse("These two players are already kept apart.", law.SUSPECTS_APART)
        return self.note_both(world, order, patrons.KeptApart)


class LetTogether(Pair, tag="LetTogether"):
    """Let a patron and another play at the same table again."""

    takes: ClassVar = CommandNeeds(rule=law.SUSPECTS_APART)
    forms: ClassVar = (
        CommandForm(
            "Let them share a table again",
            group=KEPT_OUT,
            needs=lambda _, patron: bool(patron.apart),
            asks={"other": FieldPrompt("The other player", among=lambda _, patron: sorted(patron.apart))},
        ),
    )

    def decide(self, world: World, order: Order) -> Decision:
        if self.other not in self.check(world, order).apart:
            raise refuse("These two players are not kept apart.", law.SUSPECTS_APART)
        return self.note_both(world, order, patrons.LetPlayTogether)
