"""The terms of a promotion as people write them: the builder, what is sent to the regulator and when, the start, and
changes after it (Star Pontoon 21.6 to 21.9, 21.13, reading P20; Star Mississippi Stud 14.7, 14.8, 14.13; Star Caribbean
Stud 17.6, 17.7; Crown 15.4, 15.5, 15.7)."""

import re
from datetime import timedelta
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.operators import house_games
from pitboss.floor.people.permission import INSPECTOR, PATRON
from pitboss.floor.promotions import state as promotions
from pitboss.floor.service.clock import parse_stamp, read_stamp, stamp
from pitboss.floor.service.commands import (
    SAY_WHY,
    Actor,
    Command,
    CommandNeeds,
    Decision,
    Order,
    World,
    check_said,
    refuse,
)
from pitboss.floor.service.forms import LONG, MOMENT, PROMOTION, PROMOTIONS, CommandForm, FieldPrompt
from pitboss.messages import message, say
from pitboss.play.wager import Refused
from pitboss.promotion.terms import (
    BARRED_PARTS,
    PAID_BY,
    PRIZE_KINDS,
    PromotionLaw,
    PromotionPrize,
    PromotionTerms,
    find_faults,
)
from pitboss.value import Value

SENT_BEFORE = timedelta(hours=24)
"""So long before the start the regulator has the terms; exactly so long is enough."""
TERMS, PRIZES, REGULATOR = message("Terms"), message("Prizes"), message("The regulator")
"""The headings of a promotion's page."""
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
MOST_PRIZES, MOST_COPIES = 100, 10_000


class PromotionCommand(Command):
    """A command about a promotion."""

    promotion: str

    def load(self, world: World, order: Order) -> promotions.PromotionState:
        """The promotion, which has to be there: for a patron once it is released."""
        state = promotions.load_promotion(world.store, order.actor.operator, self.promotion)
        if not (state.opened_at if order.actor.role == PATRON else state.length):
            raise refuse("There is no promotion of this name. Write its terms first.", law.PROMOTION_STAGE)
        return state

    def load_open(self, world: World, order: Order) -> promotions.PromotionState:
        """The promotion, which has to be released, not cancelled and not postponed."""
        state = self.load(world, order)
        if not state.is_open:
            raise refuse("This promotion is not open.", law.PROMOTION_STAGE)
        if state.postponed:
            words = "This promotion is postponed. Resume it once its integrity is validated, or cancel it."
            raise refuse(words, *state.law.only(law.DRAW_COMPROMISED))
        return state

    def note(self, order: Order, *events: Value, **more: Any) -> Decision:
        """Write events of the promotion."""
        reply = {"promotion": self.promotion} | dict(more.pop("reply", {}))
        return Decision(
            events, stream=promotions.promotion_stream(order.actor.operator, self.promotion), reply=reply, **more
        )


def _may_be_written(_: Actor, state: promotions.PromotionState | None) -> bool:
    """Whether the terms may still be written: until the entries are sealed."""
    return state is None or (state.sealed is None and not state.cancelled)


class SetTerms(PromotionCommand, tag="SetTerms"):
    """Write the terms of a promotion; those that hold already stay until they are amended."""

    takes: ClassVar = CommandNeeds(seen="the promotion's page")
    forms: ClassVar = (
        CommandForm(
            "Write the terms of a promotion",
            "Save the terms",
            places=(PROMOTIONS, PROMOTION),
            group=TERMS,
            asks={"promotion": FieldPrompt("Name of the promotion", "letters, figures, dots and dashes")},
            needs=_may_be_written,
            starts_from=lambda state: state.draft,
        ),
    )
    title: Annotated[str, FieldPrompt("Title")]
    games: Annotated[
        tuple[str, ...],
        FieldPrompt("Games whose play counts", among=lambda who, _: house_games(who.operator)),
    ]
    manner: Annotated[str, FieldPrompt("How prizes are awarded", kind=LONG)] = ""
    award_place: Annotated[str, FieldPrompt("When and where prizes are awarded", kind=LONG)] = ""
    eligibility: Annotated[str, FieldPrompt("Who is eligible", kind=LONG)] = ""
    minimum_wager_cents: Annotated[
        int | None, FieldPrompt("Wager in a round for an entry", "enter 0 where any wager will do", required=False)
    ] = None
    nature: Annotated[str, FieldPrompt("Nature of the prizes, reservations, guarantees", kind=LONG)] = ""
    occasion: Annotated[str, FieldPrompt("Place, date and time of the promotion", kind=LONG)] = ""
    claiming: Annotated[str, FieldPrompt("How a prize is claimed", kind=LONG)] = ""
    must_attend: Annotated[bool, FieldPrompt("Entrants have to be present at the draw")] = False
    notified: Annotated[str, FieldPrompt("How winners are told", kind=LONG)] = ""
    published: Annotated[str, FieldPrompt("How results are published", kind=LONG)] = ""
    starts_at: Annotated[str, FieldPrompt("Starts", kind=MOMENT)] = ""
    closes_at: Annotated[str, FieldPrompt("Entries close", kind=MOMENT)] = ""
    draws_at: Annotated[str, FieldPrompt("Draw", kind=MOMENT)] = ""
    most_tickets: Annotated[int, FieldPrompt("Most entries of one patron", "0 for any number")] = 0
    one_prize_each: Annotated[bool, FieldPrompt("One prize for each entrant at most")] = True
    scrutineer: Annotated[str, FieldPrompt("Scrutineer")] = ""
    large_prize_in_cash: Annotated[
        bool, FieldPrompt("Compliance allows cash for a prize of more than $10,000 (reading M8)")
    ] = False

    def decide(self, world: World, order: Order) -> Decision:
        """Keep terms, complete or not; the reply lists what is missing, and incomplete terms cannot be sent."""
        if not ID.fullmatch(self.promotion):
            words = "Choose a name of at most 32 letters, figures, dots and dashes for the promotion."
            raise refuse(words, law.PROMOTION_STAGE)
        unknown = [game for game in self.games if game not in house_games(order.actor.operator)]
        if unknown or len(set(self.games)) < len(self.games):
            raise refuse("Choose games of this house, each of them once.", law.PROMOTION_STAGE)
        for at in (self.starts_at, self.closes_at, self.draws_at):
            _check_moment(at)
        if self.most_tickets < 0 or (self.minimum_wager_cents or 0) < 0:
            raise refuse("Enter $0 or more, and 0 entries or more.", law.PROMOTION_STAGE)
        state = promotions.load_promotion(world.store, order.actor.operator, self.promotion)
        said = {name: getattr(self, name) for name in PromotionTerms._fields if name in self._fields}
        return _keep_draft(self, order, state, state.draft._replace(**said))


def _check_moment(at: str) -> None:
    try:
        if at and stamp(read_stamp(at)) == at:
            return
    except ValueError:
        pass
    if at:
        raise refuse("Write a moment as 2026-03-02T18:30:00.000000Z.", law.PROMOTION_STAGE)


def _keep_draft(
    command: PromotionCommand, order: Order, state: promotions.PromotionState, terms: PromotionTerms
) -> Decision:
    """Keep a draft of terms; the reply lists what it lacks."""
    if state.cancelled:
        raise refuse("This promotion is cancelled: its terms stay as they are.", law.PROMOTION_STAGE)
    if state.sealed is not None:
        raise refuse("The entries are sealed: the terms stay as they are.", law.PROMOTION_STAGE)
    missing = [fault.words for fault in find_faults(terms)]
    return command.note(order, promotions.TermsDrafted(terms), reply={"missing": missing})


class PutPrize(PromotionCommand, tag="PutPrize"):
    """Add a prize to the terms that are being written, in place of the one with its number."""

    takes: ClassVar = CommandNeeds(seen="the promotion's page")
    forms: ClassVar = (CommandForm("Add a prize to the terms", "Add the prize", group=PRIZES, needs=_may_be_written),)
    number: Annotated[int, FieldPrompt("Number of the prize")]
    kind: Annotated[str, FieldPrompt("Kind", among=PRIZE_KINDS)]
    title: Annotated[str, FieldPrompt("What it is")]
    value_cents: Annotated[int, FieldPrompt("Value")]
    copies: Annotated[int, FieldPrompt("How many of them")] = 1
    conditions: Annotated[str, FieldPrompt("Conditions of receiving, using or accepting it", kind=LONG)] = ""
    paid_by: Annotated[tuple[str, ...], FieldPrompt("Money: paid by", among=PAID_BY)] = ()
    alternative_cents: Annotated[int, FieldPrompt("Money instead", "leave empty where there is none")] = 0
    contains: Annotated[tuple[str, ...], FieldPrompt("It contains", among=BARRED_PARTS)] = ()
    liquor_ml: Annotated[int, FieldPrompt("Liquor in it, in millilitres")] = 0
    make: Annotated[str, FieldPrompt("Appliance or vehicle: make")] = ""
    model: Annotated[str, FieldPrompt("Appliance or vehicle: model")] = ""
    accessories: Annotated[str, FieldPrompt("Appliance or vehicle: accessories")] = ""
    on_road_costs: Annotated[str, FieldPrompt("Vehicle: registration and other on-road costs")] = ""
    travellers: Annotated[str, FieldPrompt("Travel: how many people")] = ""
    travel_includes: Annotated[str, FieldPrompt("Travel: what is included")] = ""
    travel_dates: Annotated[str, FieldPrompt("Travel: when it has to be taken")] = ""
    spending_money: Annotated[str, FieldPrompt("Travel: spending money")] = ""
    dwelling: Annotated[str, FieldPrompt("Real estate: type of dwelling")] = ""
    plans: Annotated[str, FieldPrompt("Real estate: plans")] = ""
    contract: Annotated[str, FieldPrompt("Real estate: contract")] = ""
    easements: Annotated[str, FieldPrompt("Real estate: easements")] = ""
    location: Annotated[str, FieldPrompt("Real estate: where it is")] = ""
    property_includes: Annotated[str, FieldPrompt("Real estate: what is included")] = ""

    def decide(self, world: World, order: Order) -> Decision:
        """Put a prize in; one that may not be a prize is refused at once."""
        state = self.load(world, order)
        prize = PromotionPrize(**{name: getattr(self, name) for name in PromotionPrize._fields})
        if not 1 <= prize.number <= MOST_PRIZES or not 1 <= prize.copies <= MOST_COPIES:
            raise refuse("Number prizes from 1 to 100, of each at least one and at most 10,000.", law.PROMOTION_STAGE)
        if not set(prize.paid_by) <= PAID_BY.keys() or not set(prize.contains) <= BARRED_PARTS.keys():
            raise refuse("Choose among what the form offers.", law.PROMOTION_STAGE)
        terms = state.draft
        others = [each for each in terms.prizes if each.number != prize.number]
        put = terms._replace(prizes=tuple(sorted((*others, prize), key=lambda each: each.number)))
        for fault in find_faults(terms._replace(prizes=(prize,))):
            if barred := set(fault.because) & REFUSED_AT_ONCE:
                raise refuse(fault.words, *(each for each in fault.because if each in barred or each not in TELLS))
        return _keep_draft(self, order, state, put)


TELLS = {law.TERMS_COMPLETE, law.TERMS_PRIZE_LIST}
REFUSED_AT_ONCE = {
    law.PRIZES_BARRED,
    law.NO_CASH_PRIZES,
    law.ALTERNATIVE_STATED,
    law.NO_ALTERNATIVE_FOR_SLOTS,
}
"""The rules by which a prize is refused as it is put in; what is merely missing may be added later."""


class RemovePrize(PromotionCommand, tag="RemovePrize"):
    """Take a prize out of the terms that are being written."""

    forms: ClassVar = (
        CommandForm(
            "Remove a prize",
            group=PRIZES,
            needs=lambda who, state: _may_be_written(who, state) and bool(state.draft.prizes),
        ),
    )
    number: Annotated[int, FieldPrompt("Number of the prize")]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        if state.draft.prize(self.number) is None:
            raise refuse("There is no prize of this number.", law.PROMOTION_STAGE)
        left = tuple(each for each in state.draft.prizes if each.number != self.number)
        return _keep_draft(self, order, state, state.draft._replace(prizes=left))


def check_terms(terms: PromotionTerms) -> None:
    """Refuse terms that do not have what the documents of the games want, with the first thing that is wrong."""
    for fault in find_faults(terms):
        raise Refused(fault)


class SubmitTerms(PromotionCommand, tag="SubmitTerms"):
    """Put on record that the regulator was given the terms as they stand."""

    forms: ClassVar = (CommandForm("The regulator has been given the terms", "Put on record", group=REGULATOR),)

    def decide(self, world: World, order: Order) -> Decision:
        """Note what was given, and when: the terms that are being written, or those of a change that waits."""
        state = self.load(world, order)
        terms = state.amendment or state.draft
        check_terms(terms)
        bound = PromotionLaw.of(terms)
        has_started = bool(state.opened_at) and world.at >= state.terms.starts_at
        keys = [law.CHANGE_SENT] if has_started else [law.TERMS_SENT_BEFORE]
        if state.asked_at:
            keys.append(law.TERMS_ON_REQUEST)
        return self.note(
            order, promotions.TermsSubmitted(terms.digest, bound.only(*keys)), reply={"terms": terms.digest}
        )


class AskTerms(PromotionCommand, tag="AskTerms"):
    """The regulator asks for a copy of the terms."""

    takes: ClassVar = CommandNeeds(roles=(INSPECTOR,), rule=law.TERMS_ON_REQUEST)
    forms: ClassVar = (CommandForm("Ask for a copy of the terms", "Ask", group=REGULATOR),)

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        if state.asked_at:
            raise refuse("A copy has been asked for already.", law.ONCE)
        return self.note(order, promotions.TermsAsked(state.law.only(law.TERMS_ON_REQUEST)))


def _check_sent(world: World, state: promotions.PromotionState, terms: PromotionTerms, bound: PromotionLaw) -> None:
    """Refuse terms that the regulator did not have for long enough before a promotion starts on them."""
    sent, begins = state.submitted.get(terms.digest), max(parse_stamp(terms.starts_at), world.now)
    if bound.applies(law.TERMS_SENT_BEFORE) and (sent is None or parse_stamp(sent) + SENT_BEFORE > begins):
        words = (
            "The regulator must have these terms at least 24 hours before the promotion starts. Send them, or let the "
            "promotion start later."
        )
        raise refuse(words, *bound.only(law.TERMS_SENT_BEFORE))


class OpenPromotion(PromotionCommand, tag="OpenPromotion"):
    """Release a promotion on the terms that were written: play counts from its start on."""

    takes: ClassVar = CommandNeeds(rule=law.PRIZES_OFFERED)
    forms: ClassVar = (
        CommandForm("Release the promotion", "Release", group=TERMS, needs=lambda _, state: not state.opened_at),
    )

    def decide(self, world: World, order: Order) -> Decision:
        """Complete terms hold from now on, if the regulator had them for long enough before the start."""
        state = self.load(world, order)
        if state.opened_at or state.cancelled:
            raise refuse("This promotion was released or cancelled before.", law.PROMOTION_STAGE)
        terms, bound = state.draft, PromotionLaw.of(state.draft)
        check_terms(terms)
        _check_sent(world, state, terms, bound)
        if terms.closes_at <= world.at:
            raise refuse("Entries would be closed already.", *bound.only(law.TERMS_CLOSING))
        because = bound.only(law.PRIZES_OFFERED, law.PRIZES_BY_CHANCE, law.TERMS_WRITTEN)
        return self.note(order, promotions.PromotionOpened(terms, because))


class AmendTerms(PromotionCommand, tag="AmendTerms"):
    """Put the terms that were written in place of those that hold, after the promotion was released."""

    forms: ClassVar = (
        CommandForm(
            "Change the terms in force",
            "Change",
            group=TERMS,
            needs=lambda who, state: _may_be_written(who, state) and state.opened_at and state.draft != state.terms,
        ),
    )
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        """Changed terms hold at once, or once the regulator has approved them where a document wants that; a document
        may want them to be sent as well. Before the start they are the terms that the regulator has to have for so
        long."""
        state = self.load_open(world, order)
        terms, bound = state.draft, PromotionLaw((*state.draft.games, *state.terms.games))
        if state.sealed is not None:
            raise refuse("The entries are sealed: the terms stay as they are.", law.PROMOTION_STAGE)
        if terms == state.terms:
            raise refuse("The draft says what the terms in force say. Change the draft first.", law.PROMOTION_STAGE)
        check_said(self.reason, SAY_WHY, law.PROMOTION_STAGE)
        check_terms(terms)
        if bound.applies(law.CHANGE_APPROVED):
            because = bound.only(law.CHANGE_APPROVED, law.CHANGE_SENT)
            words = say("The change holds once the regulator has approved it. Send it at once.")
            return self.note(order, promotions.AmendmentAsked(terms, self.reason, because), reply={"told": words})
        if world.at < state.terms.starts_at:
            _check_sent(world, state, terms, bound)
        is_due = bound.applies(law.CHANGE_SENT) and terms.digest not in state.submitted
        return self.note(order, promotions.TermsAmended(terms, self.reason, is_due, bound.only(law.CHANGE_SENT)))


class ApproveAmendment(PromotionCommand, tag="ApproveAmendment"):
    """The regulator approves a change of terms that waits."""

    takes: ClassVar = CommandNeeds(roles=(INSPECTOR,), rule=law.CHANGE_APPROVED)
    forms: ClassVar = (
        CommandForm(
            "Approve the change of terms", "Approve", group=REGULATOR, needs=lambda _, state: bool(state.amendment)
        ),
    )
    reason: str = ""

    def decide(self, world: World, order: Order) -> Decision:
        """A change holds once it is approved; it has to have been sent."""
        state = self.load_open(world, order)
        terms = _amendment(state)
        bound = PromotionLaw((*terms.games, *state.terms.games))
        if terms.digest not in state.submitted:
            words = "The house has not sent these terms yet. Terms are approved once they have been sent."
            raise refuse(words, *bound.only(law.CHANGE_SENT))
        if state.sealed is not None:
            raise refuse("The entries are sealed.", law.PROMOTION_STAGE)
        if world.at < state.terms.starts_at:
            _check_sent(world, state, terms, bound)
        because = bound.only(law.CHANGE_APPROVED, law.CHANGE_SENT)
        return self.note(order, promotions.TermsAmended(terms, self.reason, is_due=False, because=because))


class DeclineAmendment(PromotionCommand, tag="DeclineAmendment"):
    """The regulator does not approve a change of terms: those that hold stay."""

    takes: ClassVar = CommandNeeds(roles=(INSPECTOR,), rule=law.CHANGE_APPROVED)
    forms: ClassVar = (
        CommandForm(
            "Decline the change of terms", "Decline", group=REGULATOR, needs=lambda _, state: bool(state.amendment)
        ),
    )
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        _amendment(state)
        check_said(self.reason, SAY_WHY, law.PROMOTION_STAGE)
        return self.note(order, promotions.AmendmentDeclined(self.reason, state.law.only(law.CHANGE_APPROVED)))


def _amendment(state: promotions.PromotionState) -> PromotionTerms:
    if state.amendment is None:
        raise refuse("No change of terms waits for approval.", law.PROMOTION_STAGE)
    return state.amendment


class NoteMarketing(PromotionCommand, tag="NoteMarketing"):
    """Put a piece of marketing on record, with the words in it that refer to the terms."""

    takes: ClassVar = CommandNeeds(rule=law.TERMS_WRITTEN)
    forms: ClassVar = (CommandForm("Marketing", "Put on record", group=TERMS),)
    medium: Annotated[str, FieldPrompt("Medium", "poster, email, brochure, website")]
    words: Annotated[str, FieldPrompt("What it says of the terms", kind=LONG)]

    def decide(self, world: World, order: Order) -> Decision:
        """Marketing refers to the terms by the address where they are for all to read."""
        state = self.load(world, order)
        check_said(self.medium, "Say where the marketing is shown.", *state.law.only(law.TERMS_WRITTEN))
        address = terms_address(order.actor.operator, self.promotion)
        if address not in self.words:
            words = say(
                "The marketing must refer to the terms: let it name {address}, where they are for all to read.",
                address=address,
            )
            raise refuse(words, *state.law.only(law.TERMS_WRITTEN))
        return self.note(order, promotions.MarketingNoted(self.medium, self.words, state.law.only(law.TERMS_WRITTEN)))


def terms_address(operator: str, promotion: str) -> str:
    """The address of a promotion's terms, for all to read."""
    return f"/terms/{operator}/{promotion}"
