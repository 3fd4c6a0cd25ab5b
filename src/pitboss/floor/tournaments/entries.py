"""Entries (Star Pontoon 20.3, 20.4.3, Crown 14.3, 14.4.2): fees into the pool, refusals, withdrawals, substitutes and
briefings."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Annotated, ClassVar

from pitboss import law, ledger
from pitboss.floor.cashier.chips import CASH, CASHLESS
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people import permission, staff, value_lock
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.service.commands import SAY_WHY, Actor, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import CommandForm, FieldPrompt
from pitboss.floor.store import CounterChange
from pitboss.floor.tournaments import building
from pitboss.floor.tournaments import state as tournaments
from pitboss.messages import message, say
from pitboss.tournament.conditions import Conditions
from pitboss.value import log_name

PLAYERS = "tournament-player"
"""The place of forms on a player's page of a tournament."""
ENTRIES = message("Entries")
WAYS = {CASHLESS: message("the player's account"), CASH: message("cash at the desk")}
SECOND = FieldPrompt("Approved by", "above the limit of one person")


class EntryTaken(tournaments.TournamentEvent, tag="EntryTaken"):
    """A person entered, and the fee is in the pool."""

    patron: str
    fee_cents: int
    how: str
    agreed: bool
    publicity: bool
    substitute_for: str = ""
    because: law.Because = ()
    approved_by: str = ""

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        number, before = len(state.entrants) + 1, state.entrants.get(self.substitute_for)
        fee = self.fee_cents
        if before is not None:  # whose fee in the pool is the substitute's now
            fee, state = before.fee_cents, state.with_entrant(before.patron, fee_cents=0, pooled_cents=0)
        entrant = tournaments.Entrant(self.patron, number, fee_cents=fee, agreed=self.agreed, publicity=self.publicity)
        entrant = entrant._replace(pooled_cents=fee, substitute_for=self.substitute_for)
        entrants = {**state.entrants, self.patron: entrant}
        return state._replace(entrants=entrants, pool_cents=state.pool_cents + self.fee_cents)

    def entries(self, purse: tournaments.Purse) -> Iterable[ledger.Entry]:
        return purse.move(purse.payer(self.patron, self.how), purse.pool, self.fee_cents, "entry fee")


class EntryRefused(tournaments.TournamentEvent, tag="EntryRefused"):
    """An application was refused."""

    patron: str
    reason: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        return state._replace(refused=(*state.refused, self.patron))


class EntryWithdrawn(tournaments.TournamentEvent, tag="EntryWithdrawn"):
    """An entrant withdrew, or another took their place; the fee goes back where the conditions say so."""

    patron: str
    refund_cents: int
    how: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        state = state.pool(self.patron, -self.refund_cents)
        return state.with_entrant(self.patron, status=tournaments.WITHDRAWN, fee_cents=0)

    def entries(self, purse: tournaments.Purse) -> Iterable[ledger.Entry]:
        return purse.move(purse.pool, purse.payer(self.patron, self.how), self.refund_cents, "refund")


class PlayersBriefed(tournaments.TournamentEvent, tag="PlayersBriefed"):
    """Players were briefed on the terms, and shown how to play if they wished; the director is satisfied."""

    patrons: tuple[str, ...]
    instructed: bool
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        for patron in self.patrons:
            state = state.with_entrant(patron, briefed=True)
        return state


def pay_within_bounds(order: Order, world: World, cents: int) -> tuple[CounterChange, ...]:
    """Refuse an amount that is above the bounds of its order, or that takes a second person and has none."""
    if not cents:
        return ()
    row = log_name(type(order.command))
    value_lock.check_bound(row, order.actor.operator, cents)
    return value_lock.count_amount(order, cents, world.now, world.count, row)


def check_way(order: Order, how: str) -> str:
    """How money is paid: a patron who orders pays from their account, for cash is counted by staff."""
    if how not in WAYS:
        raise refuse("Choose cash or the player's account.", law.COUNTED)
    if order.actor.role == permission.PATRON and how != CASHLESS:
        raise refuse("Cash is counted at the desk. Pay from your account here.", law.CASH_BY_STAFF)
    return how


class EnterTournament(tournaments.TournamentCommand, tag="EnterTournament"):
    """Enter a patron for a tournament, with the fee and their agreement to the conditions."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the page of the tournament, the books")
    later: ClassVar[tuple[str, ...]] = ("approver",)
    forms: ClassVar = (
        CommandForm(
            "Enter",
            places=(building.DESK, PLAYERS),
            group=ENTRIES,
            needs=lambda who, state: state.status == tournaments.PUBLISHED and who.person not in state.entrants,
        ),
    )
    patron: str
    agrees: Annotated[bool, FieldPrompt("I have the conditions and agree to them")] = False
    publicity: Annotated[bool, FieldPrompt("My name and picture may be used in publicity")] = False
    how: Annotated[str, FieldPrompt("Fee paid by", among=WAYS)] = CASHLESS
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        check_own(order, self.patron)
        if state.status == tournaments.DRAFT:
            raise refuse("The conditions are not published yet: entries open after that.", law.TERMS_PUBLISHED)
        if state.status != tournaments.PUBLISHED:
            raise refuse("Entries are closed.", law.ENTRANTS_ONLY)
        given, rules = state.given, state.rules
        check_person(world, order, state, self.patron)
        if (
            len([each for each in state.entrants.values() if each.status != tournaments.WITHDRAWN])
            >= given.most_players
        ):
            words = "The tournament is full: it has {most} players."
            raise refuse(say(words, most=given.most_players), law.TERMS_ENTRY)
        agreed = rules.only((law.AGREED_IN_WRITING, law.TERMS_ACCEPTED))
        if (given.agree or rules.applies(law.TERMS_ACCEPTED)) and not self.agrees:
            raise refuse("Agree to the conditions first: they come with the entry.", *agreed)
        how = check_way(order, self.how)
        counts = pay_within_bounds(order, world, given.entry_fee_cents)
        because = (law.ENTRANTS_ONLY, *agreed, *rules.only((law.FEE_CHARGED, law.FEES_TO_POOL)))
        event = EntryTaken(self.patron, given.entry_fee_cents, how, self.agrees, self.publicity, because=because)
        event = event._replace(approved_by=self.approved_by)
        return self.note(order, event, counts=counts, reply={"number": len(state.entrants) + 1})


def check_person(world: World, order: Order, state: tournaments.TournamentState, name: str) -> None:
    """Refuse a person who may not enter."""
    operator = order.actor.operator
    if not load_patron(world.store, operator, name).registered:
        raise refuse("There is no patron of this id. Register the patron first.", law.PATRON_KNOWN)
    check_eligible(world, order, state, name)
    if staff.role_of(world.store, operator, name)[0]:
        raise refuse("A member of the staff cannot enter.", law.TERMS_ELIGIBLE)
    if name in state.entrants:
        raise refuse(say("{patron} has entered already.", patron=name), law.ONCE)
    if name in state.refused:
        raise refuse("The house has refused this application.", *refusal_rules(state.given))


def check_eligible(world: World, order: Order, state: tournaments.TournamentState, name: str) -> None:
    """Refuse a person who may not gamble here, or not now: they neither enter nor buy chips."""
    patron = load_patron(world.store, order.actor.operator, name)
    if patron.excluded or patron.is_employee or state.given.game in patron.barred:
        raise refuse("This person may not enter the casino and gamble.", law.TERMS_ELIGIBLE)
    if patron.is_away(world.at):
        raise refuse("This person takes a break from play: they can enter once it is over.", law.OWN_BREAK)


def refusal_rules(given: Conditions) -> law.Because:
    """The rules by which conditions let the house refuse an application."""
    return (law.TERMS_MAY_REFUSE,) if given.may_refuse else (law.TERMS_CRITERIA,)


def check_own(order: Order, patron: str) -> None:
    """Refuse a patron who orders something for another."""
    if order.actor.role == permission.PATRON and order.actor.person != patron:
        raise refuse("You can order this only for yourself.", law.NOT_YOURS)


class RefuseEntry(tournaments.TournamentCommand, tag="RefuseEntry"):
    """Refuse an application for entry, where the conditions keep that right."""

    forms: ClassVar = (
        CommandForm(
            "Refuse an application",
            "Refuse",
            places=(building.DESK,),
            group=ENTRIES,
            needs=tournaments.while_status(tournaments.PUBLISHED),
        ),
    )
    patron: str
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED)
        if not (state.given.may_refuse or state.given.criteria):
            raise refuse("The conditions keep no right to refuse an application.", law.TERMS_MAY_REFUSE)
        if self.patron in state.entrants:
            raise refuse("This person has entered: they can be disqualified, not refused.", law.ONCE)
        check_said(self.reason, SAY_WHY, law.TERMS_MAY_REFUSE)
        return self.note(order, EntryRefused(self.patron, self.reason, refusal_rules(state.given)))


class WithdrawEntry(tournaments.TournamentCommand, tag="WithdrawEntry"):
    """Withdraw an entry; within the period of the conditions the fee goes back."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the page of the tournament, the books")
    forms: ClassVar = (
        CommandForm(
            "Withdraw",
            places=(building.DESK, PLAYERS),
            group=ENTRIES,
            needs=lambda who, state: (
                state.status == tournaments.PUBLISHED and (who.role != permission.PATRON or who.person in state.in_play)
            ),
        ),
    )
    patron: str
    how: Annotated[str, FieldPrompt("Refund to", among=WAYS)] = CASHLESS
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED)
        check_own(order, self.patron)
        entrant = tournaments.entrant_of(state, self.patron)
        if entrant.status != tournaments.ENTERED:
            raise refuse("This entrant has withdrawn already.", law.ONCE)
        given, rules = state.given, state.rules
        in_time = given.withdraw_hours and world.now <= parse_stamp(given.starts_at) - timedelta(
            hours=given.withdraw_hours
        )
        refund = entrant.fee_cents if in_time else 0
        because = (law.TERMS_ENTRY, *rules.only((law.FEES_TO_POOL, law.TERMS_REFUNDS)))
        counts = pay_within_bounds(order, world, refund)
        event = EntryWithdrawn(self.patron, refund, check_way(order, self.how), because)
        return self.note(order, event, counts=counts, reply={"refund_cents": refund})


class NameSubstitute(tournaments.TournamentCommand, tag="NameSubstitute"):
    """Let another person enter in a player's place, where the conditions allow it; the fee stays in the pool."""

    forms: ClassVar = (
        CommandForm(
            "Substitute",
            "Enter",
            places=(building.DESK,),
            group=ENTRIES,
            needs=lambda _, state: state.status == tournaments.PUBLISHED and state.given.substitutes,
        ),
    )
    patron: Annotated[str, FieldPrompt("Player who steps back")]
    substitute: Annotated[str, FieldPrompt("Substitute")]
    agrees: Annotated[bool, FieldPrompt("The substitute has the conditions and agrees to them")] = False

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED)
        tournaments.check_director(state, order)
        entrant = tournaments.entrant_of(state, self.patron)
        because: law.Because = state.rules.only((law.TERMS_SUBSTITUTES,)) or (law.TERMS_ENTRY,)
        if not state.given.substitutes or entrant.status != tournaments.ENTERED:
            raise refuse("The conditions allow no substitute here.", *because)
        check_person(world, order, state, self.substitute)
        if not self.agrees:
            raise refuse("The substitute agrees to the conditions first.", *because)
        goes = EntryWithdrawn(self.patron, 0, CASHLESS, because)
        taken = EntryTaken(self.substitute, 0, CASHLESS, self.agrees, False, self.patron, because)
        return self.note(order, taken, goes)  # the fee that lies in the pool is the substitute's now


class BriefPlayers(tournaments.TournamentCommand, tag="BriefPlayers"):
    """Note that players were briefed on the terms and understand them, and whether they were shown how to play."""

    forms: ClassVar = (
        CommandForm(
            "Briefing",
            "Note",
            places=(building.DESK,),
            group=ENTRIES,
            leaves=("patrons",),
            needs=lambda _, state: any(not state.entrants[name].briefed for name in state.in_play),
        ),
    )
    patrons: tuple[str, ...] = ()
    """The players who were briefed; all who have not been, if none is named."""
    instructed: Annotated[bool, FieldPrompt("They were shown how to play")] = False

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        tournaments.check_director(state, order)
        still = [name for name in state.in_play if not state.entrants[name].briefed]
        named = self.patrons or tuple(still)
        if not named or any(name not in still for name in named):
            raise refuse(
                "Name players who have not been briefed yet.", *(state.rules.only((law.BRIEFED,)) or (law.ONCE,))
            )
        because = state.rules.only((law.BRIEFED, law.INSTRUCTED) if self.instructed else (law.BRIEFED,))
        return self.note(order, PlayersBriefed(named, self.instructed, because))
