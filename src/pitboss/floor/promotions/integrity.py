"""A promotion whose integrity is compromised is postponed or cancelled, and the regulator is told (Star Pontoon 21.12,
Star Caribbean Stud 17.11, Star Mississippi Stud 14.12, Crown 15.10); and what is still to be done about a promotion, by
when."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.promotions import state as promotions
from pitboss.floor.promotions.entries import SOUGHT_WITHIN
from pitboss.floor.promotions.terms import SENT_BEFORE, PromotionCommand
from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.floor.service.commands import SAY_WHY, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import LONG, CommandForm, FieldPrompt
from pitboss.messages import message, say
from pitboss.promotion.terms import PromotionLaw
from pitboss.value import Value

TOLD_WITHIN = timedelta(hours=48)
"""So soon the regulator is told of a promotion that is postponed or cancelled."""
INTEGRITY = message("Integrity")
"""A heading of a promotion's page."""


class PostponePromotion(PromotionCommand, tag="PostponePromotion"):
    """Let a promotion or its draw wait until its integrity is validated."""

    takes: ClassVar = CommandNeeds(rule=law.DRAW_COMPROMISED)
    forms: ClassVar = (
        CommandForm("Postpone", group=INTEGRITY, needs=lambda _, state: state.is_open and not state.postponed),
    )
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load_open(world, order)
        check_said(self.reason, SAY_WHY, *state.law.only(law.DRAW_COMPROMISED))
        because = state.law.only(law.DRAW_COMPROMISED, law.COMPROMISE_TOLD)
        return self.note(order, promotions.PromotionPostponed(self.reason, because))


class ResumePromotion(PromotionCommand, tag="ResumePromotion"):
    """Let a promotion go on whose integrity was validated."""

    takes: ClassVar = CommandNeeds(rule=law.DRAW_COMPROMISED)
    forms: ClassVar = (CommandForm("Go on", group=INTEGRITY, needs=lambda _, state: state.postponed),)
    found: Annotated[str, FieldPrompt("How its integrity was validated", kind=LONG)]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        because = state.law.only(law.DRAW_COMPROMISED)
        if not state.postponed:
            raise refuse("This promotion is not postponed.", *because)
        check_said(self.found, "Say how the integrity of the promotion was validated.", *because)
        return self.note(order, promotions.PromotionResumed(self.found, because))


class CancelPromotion(PromotionCommand, tag="CancelPromotion"):
    """Cancel a promotion or its draw."""

    takes: ClassVar = CommandNeeds(rule=law.DRAW_COMPROMISED)
    forms: ClassVar = (CommandForm("Cancel", group=INTEGRITY, needs=lambda _, state: state.is_open),)
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        if not state.is_open:
            raise refuse("This promotion is not open.", law.PROMOTION_STAGE)
        if any(claim.status == "awarded" for claim in state.claims):
            raise refuse("A prize of this promotion has been given: it cannot be cancelled.", law.PROMOTION_STAGE)
        check_said(self.reason, SAY_WHY, *state.law.only(law.DRAW_COMPROMISED))
        because = state.law.only(law.DRAW_COMPROMISED, law.COMPROMISE_TOLD, law.CANCELLATION_TOLD)
        return self.note(order, promotions.PromotionCancelled(self.reason, because))


class TellRegulator(PromotionCommand, tag="TellRegulator"):
    """Put on record that the regulator was told that a promotion is postponed or cancelled."""

    takes: ClassVar = CommandNeeds(rule=law.DRAW_COMPROMISED)
    forms: ClassVar = (
        CommandForm(
            "The regulator was told",
            "Put on record",
            group=INTEGRITY,
            needs=lambda _, s: bool(compromises_to_report(s)),
        ),
    )
    words: Annotated[str, FieldPrompt("Who was told, and what")]

    def decide(self, world: World, order: Order) -> Decision:
        """Note when it was told: the page says whether that was in time."""
        state = self.load(world, order)
        if not compromises_to_report(state):
            raise refuse("There is nothing that the regulator has yet to be told.", law.ONCE)
        check_said(self.words, "Say who was told, and what.", law.PROMOTION_STAGE)
        because = state.law.only(law.COMPROMISE_TOLD, law.CANCELLATION_TOLD)
        return self.note(order, promotions.RegulatorTold(self.words, because))


def compromises_to_report(state: promotions.PromotionState) -> list[promotions.Compromise]:
    """The cancellations, and postponements where a document wants that, that the regulator has yet to hear of."""
    is_told = state.law.applies(law.COMPROMISE_TOLD)
    return [each for each in state.compromises if not each.told_at and (is_told or each.what == promotions.CANCELLED)]


# Open duties.


class PromotionDuty(Value):
    """Something to be done about a promotion, by when, and by which rules."""

    promotion: str
    words: str
    due_at: str
    because: law.Because
    has_term: bool = False
    is_late: bool = False


HAVE_TERMS = {law.COMPROMISE_TOLD, law.TERMS_AWARD_PLACE, law.TERMS_CLOSING, law.TERMS_SENT_BEFORE, law.WINNER_TOLD}
"""The rules that say by when: what the others want is done as soon as practicable, and is never late."""


def open_duties(state: promotions.PromotionState, now: datetime) -> Iterator[PromotionDuty]:
    """The open duties of a promotion; one without a term is due at once, from the moment that it says."""
    for words, due_at, because in _duties(state, stamp(now)):
        has_term = not HAVE_TERMS.isdisjoint(because)
        yield PromotionDuty(state.id, words, due_at, because, has_term, has_term and due_at < stamp(now))


def _duties(state: promotions.PromotionState, now: str) -> Iterator[tuple[str, str, law.Because]]:
    if state.asked_at:
        yield (
            say("Give the regulator the terms that it asked for."),
            state.asked_at,
            state.law.only(law.TERMS_ON_REQUEST),
        )
    if state.amended_at:
        bound = PromotionLaw.of(state.amendment or state.terms)
        yield say("Send the changed terms to the regulator."), state.amended_at, bound.only(law.CHANGE_SENT)
    for each in compromises_to_report(state):
        key = law.COMPROMISE_TOLD if state.law.applies(law.COMPROMISE_TOLD) else law.CANCELLATION_TOLD
        due = parse_stamp(each.at) + (TOLD_WITHIN if key == law.COMPROMISE_TOLD else timedelta())
        words = say("Tell the regulator that the promotion is {what}.", what=say(each.what))
        yield words, stamp(due), state.law.only(key)
    for claim in state.claims:
        if claim.status == promotions.DENIED and not claim.told_at:
            words = say("Tell {patron} why claim {number} was denied.", patron=claim.patron, number=claim.number)
            yield words, claim.at, state.law.only(law.REFUSAL_TOLD)
    if not state.cancelled and not state.postponed:
        yield from _of_the_draw(state, now)


def _of_the_draw(state: promotions.PromotionState, now: str) -> Iterator[tuple[str, str, law.Because]]:
    terms, bound = state.terms, state.law
    if not state.opened_at:
        is_sent = not bound.applies(law.TERMS_SENT_BEFORE) or terms.digest in state.submitted
        if terms.games and terms.starts_at and not is_sent:
            due = parse_stamp(terms.starts_at) - SENT_BEFORE
            yield say("Give the regulator the terms."), stamp(due), bound.only(law.TERMS_SENT_BEFORE)
        return
    if state.sealed is None and terms.closes_at < now:
        yield say("Seal the list of entries."), terms.draws_at, bound.only(law.TERMS_CLOSING)
    elif state.sealed is not None and state.drawn is None and terms.draws_at <= now:
        yield say("Hold the draw."), terms.draws_at, bound.only(law.TERMS_AWARD_PLACE)
    if state.drawn is not None and not terms.must_attend:
        for winner in state.standing:
            if winner.ticket not in state.tried:
                due_at = stamp(parse_stamp(state.won_at[winner.ticket]) + SOUGHT_WITHIN)
                words = say("Tell the winner of place {slot}.", slot=winner.slot)
                yield words, due_at, bound.only(law.WINNER_TOLD)
    is_large = any(prize.is_large for prize in terms.prizes)
    if state.drawn is not None and is_large and bound.applies(law.SCRUTINEER_OVERSEES) and not state.confirmed_by:
        yield say("Let the scrutineer confirm the draw."), state.drawn_at, bound.only(law.SCRUTINEER_OVERSEES)
    if state.drawn is not None and not state.published_at:
        yield say("Publish the results."), terms.draws_at, bound.only(law.TERMS_RESULTS)
