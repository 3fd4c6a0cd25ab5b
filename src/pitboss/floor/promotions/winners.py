"""Winners and claims (Star Pontoon 21.8, 21.10, 21.11; Star Caribbean Stud 17.8 to 17.10; Star Mississippi Stud 14.9 to
14.11; Crown 15.6, 15.8, 15.9): winners are told, prizes given, claims denied with the reason, disputes decided.

A prize of money leaves the house by cash, cheque or transfer; a voucher is changed at a table; casino dollars go to the
winner's account. Who claimed a prize of more than $100 and was denied is kept beside the log, with a retention of its
own.
"""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.patrons.office import ADDRESS, NAME
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people import permission, staff, value_lock
from pitboss.floor.promotions import state as promotions
from pitboss.floor.promotions.terms import PromotionCommand
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import SAY_WHY, Actor, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import LONG, CommandForm, FieldPrompt
from pitboss.floor.store import PersonalRecord, Store
from pitboss.floor.store.store import RETENTION, personal_records_of
from pitboss.ledger import Account, Move
from pitboss.messages import message, say
from pitboss.money import CASINO_DOLLARS as UNIT
from pitboss.money import TOKENS, dollars
from pitboss.promotion import terms
from pitboss.value import log_name

WINNERS, CLAIMS = message("Winners"), message("Claims and disputes")
"""Headings of a promotion's page."""
KEPT_ABOVE = 100_00
"""Of a denied claim to more than this the details are kept."""
WAYS = {
    "in person": law.TOLD_IN_PERSON,
    "mail": law.TOLD_BY_MAIL,
    "telephone": law.TOLD_BY_TELEPHONE,
    "email": law.TOLD_BY_EMAIL,
}
"""How a winner is told, and the rule for each."""
GIVES = {terms.VOUCHER: TOKENS.name, terms.CHIP_VOUCHER: "chips"}
"""What a voucher that is a prize is changed for."""


def prize_of(state: promotions.PromotionState, number: int) -> terms.PromotionPrize:
    """A prize by its number, refused where there is none."""
    prize = state.terms.prize(number)
    if prize is None:
        raise refuse("There is no prize of this number.", law.PROMOTION_STAGE)
    return prize


class TellWinner(PromotionCommand, tag="TellWinner"):
    """Put on record that a winner was told, or that it was tried."""

    forms: ClassVar = (
        CommandForm("Tell a winner", "Put on record", group=WINNERS, needs=lambda _, s: bool(s.winners)),
    )
    slot: Annotated[int, FieldPrompt("Place in the order of prizes")]
    way: Annotated[str, FieldPrompt("How", among=tuple(WAYS))]
    is_reached: Annotated[bool, FieldPrompt("The winner was reached")] = True
    words: Annotated[str, FieldPrompt("What was said or tried")] = ""

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load_open(world, order)
        winner = state.winner_of(self.slot)
        if winner is None:
            raise refuse("No winner was drawn for this place.", law.PROMOTION_STAGE)
        if self.way not in WAYS:
            words = say("Tell the winner in one of these ways: {ways}.", ways=", ".join(WAYS))
            raise refuse(words, *state.law.only(law.WINNER_TOLD))
        because = state.law.only(law.WINNER_TOLD, WAYS[self.way])
        return self.note(
            order, promotions.WinnerSought(self.slot, winner.ticket, self.way, self.is_reached, self.words, because)
        )


class PublishResults(PromotionCommand, tag="PublishResults"):
    """Put on record where the results were published."""

    forms: ClassVar = (
        CommandForm("Results published", "Put on record", group=WINNERS, needs=lambda _, s: bool(s.drawn)),
    )
    where: Annotated[str, FieldPrompt("Where")]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load_open(world, order)
        because = state.law.only(law.TERMS_RESULTS)
        if state.drawn is None:
            raise refuse("There are no results yet.", *because)
        check_said(self.where, "Say where the results were published.", *because)
        return self.note(order, promotions.ResultsPublished(self.where, because))


class ClaimPrize(PromotionCommand, tag="ClaimPrize"):
    """A person claims a prize, rightly or not."""

    takes: ClassVar = CommandNeeds(roles=(permission.PATRON,))
    forms: ClassVar = (CommandForm("Claim a prize", "Claim", group=CLAIMS, needs=lambda _, s: bool(s.opened_at)),)
    patron: str
    prize: Annotated[int, FieldPrompt("Number of the prize")]
    present: Annotated[bool, FieldPrompt("The person was present at the draw")] = False

    def decide(self, world: World, order: Order) -> Decision:
        """Take a claim: one at a time of a person to a prize."""
        state, is_patron = self.load(world, order), order.actor.role == permission.PATRON
        if is_patron and (order.actor.person != self.patron or self.present):
            raise refuse("You can claim only for yourself, and the staff say who was present.", law.NOT_YOURS)
        if not load_patron(world.store, order.actor.operator, self.patron).registered:
            raise refuse("There is no patron of this id. Register the patron first.", law.PATRON_KNOWN)
        prize = prize_of(state, self.prize)
        same = [claim for claim in state.claims if (claim.patron, claim.prize) == (self.patron, prize.number)]
        if any(claim.status == promotions.ASKED for claim in same) or (
            is_patron and any(c.status == promotions.DENIED for c in same)
        ):
            raise refuse("This claim is on record already.", law.ONCE)
        number = len(state.claims) + 1
        return self.note(
            order, promotions.PrizeClaimed(number, self.patron, prize.number, self.present), reply={"claim": number}
        )


def _open_claim(state: promotions.PromotionState, number: int) -> promotions.PrizeClaim:
    claim = state.claim(number)
    if claim is None or claim.status != promotions.ASKED:
        raise refuse("There is no open claim of this number.", law.ONCE)
    return claim


CLAIM = FieldPrompt("Number of the claim")


class AwardPrize(PromotionCommand, tag="AwardPrize"):
    """Give a prize to the winner who claims it; money is paid in one way or several, a second person signs."""

    takes: ClassVar = CommandNeeds(approval=True, seen="the promotion's page, the register of prizes, the books")
    forms: ClassVar = (CommandForm("Give a prize", "Give", group=CLAIMS, needs=lambda _, s: bool(s.claims)),)
    claim: Annotated[int, CLAIM]
    is_alternative: Annotated[bool, FieldPrompt("The winner takes the money in its place")] = False
    cash_cents: Annotated[int, FieldPrompt("Cash", required=False)] = 0
    cheque_cents: Annotated[int, FieldPrompt("Crossed cheque", required=False)] = 0
    transfer_cents: Annotated[int, FieldPrompt("Electronic transfer", required=False)] = 0
    approver: Actor | None = None

    def decide(self, world: World, order: Order) -> Decision:
        state, operator = self.load_open(world, order), order.actor.operator
        claim = _open_claim(state, self.claim)
        prize, bound = prize_of(state, claim.prize), state.law
        value_lock.check_not_self(order, claim.patron)
        if staff.role_of(world.store, operator, claim.patron)[0]:
            raise refuse("A member of the staff cannot have a prize.", law.ONE_PERSON)
        if state.won_by(claim.patron, prize.number) is None:
            words = "This person was not drawn for this prize. Deny the claim, with the reason."
            raise refuse(words, *bound.only(law.REFUSAL_TOLD))
        if state.terms.must_attend and not claim.present:
            words = "The terms want the winner to be present. Deny the claim, with the reason."
            raise refuse(words, *bound.only(law.TERMS_CLAIMING))
        is_large = any(each.is_large for each in state.terms.prizes)
        if is_large and bound.applies(law.SCRUTINEER_OVERSEES) and not state.confirmed_by:
            words = "The scrutineer has not confirmed the draw yet. A prize is given after that."
            raise refuse(words, *bound.only(law.SCRUTINEER_OVERSEES))
        if load_patron(world.store, operator, claim.patron).excluded:
            words = "This patron is excluded from the casino. Deny the claim, with the reason."
            raise refuse(words, *bound.only(law.REFUSAL_TOLD))
        owed = self._money_owed(prize)
        paid = {terms.CASH: self.cash_cents, terms.CHEQUE: self.cheque_cents, terms.TRANSFER: self.transfer_cents}
        if sum(paid.values()) != owed or min(paid.values()) < 0:
            raise refuse(say("Pay {amount} in all.", amount=dollars(owed)), *bound.only(law.TERMS_PRIZE_LIST))
        ways = tuple(way for way in bound.ways(prize) if self.is_alternative or way in prize.paid_by)
        if barred := [way for way, cents in paid.items() if cents and way not in ways]:
            because = bound.only(law.NO_CASH_PRIZES) if barred == [terms.CASH] else ()
            words = say("This prize is not paid by {ways}.", ways=", ".join(barred))
            raise refuse(words, *(because or bound.only(law.TERMS_PRIZE_LIST)))
        keys = [law.TERMS_PRIZE_LIST]
        keys += [law.ALTERNATIVE_STATED] if self.is_alternative else []
        keys += [law.LARGE_PRIZE_CHOICE] if prize.is_large and owed else []
        gives = "" if owed else GIVES.get(prize.kind, "")
        keys += (
            [{terms.VOUCHER: law.TABLE_PLAY_VOUCHER, terms.CHIP_VOUCHER: law.CHIP_VOUCHER}[prize.kind]] if gives else []
        )
        event = promotions.PrizeAwarded(
            claim.number,
            claim.patron,
            prize.number,
            self.is_alternative,
            self.cash_cents,
            self.cheque_cents,
            self.transfer_cents,
            voucher_name(self.promotion, claim.number) if gives else "",
            prize.value_cents if gives else 0,
            gives,
            self.approved_by,
            bound.only(*keys),
            prize.value_cents if prize.kind == terms.CASINO_DOLLARS else 0,
        )
        value_lock.check_bound(
            log_name(AwardPrize), operator, event.paid_cents + event.voucher_cents + event.credited_cents
        )
        entries = tuple(prize_entries(operator, self.promotion, event))
        return self.note(order, event, entries=entries, reply={"voucher": event.voucher})

    def _money_owed(self, prize: terms.PromotionPrize) -> int:
        """The money that is paid for a prize."""
        if not self.is_alternative:
            return prize.value_cents if prize.is_monetary else 0
        if not prize.alternative_cents:
            raise refuse("The terms state no money in place of this prize.", law.ALTERNATIVE_STATED)
        return prize.alternative_cents


def prize_entries(operator: str, promotion: str, event: promotions.PrizeAwarded) -> Iterator[Move]:
    """The entries of a prize that was paid in money, or in casino dollars to the winner's account."""
    reason = f"prize, {promotion} claim {event.claim}"
    if event.paid_cents:
        yield Move(Account(operator, "house", ""), Account(operator, "world", ""), event.paid_cents, reason)
    if event.credited_cents:
        unit = UNIT.name
        source, target = Account(operator, "house", "", unit), Account(operator, "patron", event.patron, unit)
        yield Move(source, target, event.credited_cents, reason)


ISSUED = "PV-"
"""How the numbers of vouchers begin that are prizes."""


def voucher_name(promotion: str, claim: int) -> str:
    """The number of the voucher that a claim was given."""
    return f"{ISSUED}{promotion}-{claim}"


def check_issued(store: Store, operator: str, voucher: str, issued: promotions.IssuedVoucher) -> None:
    """Refuse a voucher with the number of a prize that is not as it was issued."""
    promotion = voucher.removeprefix(ISSUED).rpartition("-")[0]
    if (
        voucher.startswith(ISSUED)
        and promotions.load_promotion(store, operator, promotion).vouchers.get(voucher) != issued
    ):
        words = "A voucher of this number was not issued to this player, for this amount or for this."
        raise refuse(words, law.COUNTED)


class DenyClaim(PromotionCommand, tag="DenyClaim"):
    """Deny a claim, with the reason; above $100 the person's name and address are kept with it."""

    takes: ClassVar = CommandNeeds(rule=law.REFUSAL_TOLD)
    forms: ClassVar = (CommandForm("Deny a claim", "Deny", group=CLAIMS, needs=lambda _, s: bool(s.claims)),)
    claim: Annotated[int, CLAIM]
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state, operator = self.load(world, order), order.actor.operator
        claim = _open_claim(state, self.claim)
        prize, bound = prize_of(state, claim.prize), state.law
        check_said(self.reason, SAY_WHY, *bound.only(law.REFUSAL_TOLD))
        is_kept = prize.worth_cents > KEPT_ABOVE and bound.applies(law.DENIALS_KEPT)
        keep: tuple[PersonalRecord, ...] = ()
        if is_kept:
            known = personal_records_of(world.store, operator, claim.patron)
            if not known.get(NAME) or not known.get(ADDRESS):
                words = "Keep the claimant's name and address first, on their page: they belong to the record."
                raise refuse(words, *bound.only(law.DENIALS_KEPT))
            until = stamp(world.now + RETENTION)
            keep = tuple(
                PersonalRecord(claim.patron, field, known[name], until)
                for name, field in denied_fields(self.promotion, claim.number).items()
            )
        keys = (law.REFUSAL_TOLD, law.DENIALS_KEPT) if is_kept else (law.REFUSAL_TOLD,)
        event = promotions.ClaimDenied(
            claim.number, claim.patron, prize.number, self.reason, is_kept, bound.only(*keys)
        )
        return self.note(order, event, personal_records=keep)


def denied_fields(promotion: str, claim: int) -> dict[str, str]:
    """The personal records of a denied claim, by what they are copies of."""
    return {name: f"claim {promotion} {claim} {name}" for name in (NAME, ADDRESS)}


def denied_particulars(store: Store, operator: str, promotion: str, claim: promotions.PrizeClaim) -> dict[str, str]:
    """The name and address that are kept with a denied claim, for as long as they are."""
    kept = personal_records_of(store, operator, claim.patron)
    return {name: kept.get(field, "") for name, field in denied_fields(promotion, claim.number).items()}


class TellClaimant(PromotionCommand, tag="TellClaimant"):
    """Put on record that a person was told why their claim was denied."""

    takes: ClassVar = CommandNeeds(rule=law.REFUSAL_TOLD)
    forms: ClassVar = (
        CommandForm("Claimant told why", "Put on record", group=CLAIMS, needs=lambda _, s: bool(s.claims)),
    )
    claim: Annotated[int, CLAIM]
    way: Annotated[str, FieldPrompt("How", among=tuple(WAYS))]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        claim = state.claim(self.claim)
        if claim is None or claim.status != promotions.DENIED or claim.told_at:
            raise refuse("No denied claim of this number waits to be told.", law.ONCE)
        if self.way not in WAYS:
            raise refuse("Choose among what the form offers.", law.PROMOTION_STAGE)
        return self.note(order, promotions.ClaimantTold(claim.number, self.way, state.law.only(law.REFUSAL_TOLD)))


# Disputes: the house has the last word, and tells of the complaint to an inspector.


class DisputePromotion(PromotionCommand, tag="DisputePromotion"):
    """A person disputes what was done about the terms of a promotion."""

    takes: ClassVar = CommandNeeds(roles=(permission.PATRON,))
    forms: ClassVar = (CommandForm("Raise a dispute", group=CLAIMS, name="dispute-promotion"),)
    patron: str
    about: Annotated[str, FieldPrompt("What is disputed", kind=LONG)]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        if order.actor.role == permission.PATRON and order.actor.person != self.patron:
            raise refuse("You can order this only for yourself.", law.NOT_YOURS)
        check_said(self.about, "Enter what the dispute is about.", *state.law.only(law.PRIZE_DISPUTED))
        if any(each.patron == self.patron and not each.ruling for each in state.disputes):
            raise refuse("A dispute of this person waits to be decided. Wait for the decision.", law.ONCE)
        number = len(state.disputes) + 1
        event = promotions.PromotionDisputed(number, self.patron, self.about, state.law.only(law.PRIZE_DISPUTED))
        return self.note(order, event, reply={"dispute": number})


class RuleOnPromotion(PromotionCommand, tag="RuleOnPromotion"):
    """Decide a dispute about a promotion: the house has the last word."""

    takes: ClassVar = CommandNeeds(rule=law.PRIZE_DISPUTED)
    forms: ClassVar = (CommandForm("Decide a dispute", "Decide", group=CLAIMS, needs=lambda _, s: bool(s.disputes)),)
    dispute: Annotated[int, FieldPrompt("Number of the dispute")]
    ruling: Annotated[str, FieldPrompt("Ruling", kind=LONG)]

    def decide(self, world: World, order: Order) -> Decision:
        """Decide it, and tell the person that an inspector takes complaints."""
        state = self.load(world, order)
        because = state.law.only(law.PRIZE_DISPUTED)
        dispute = _dispute(state, self.dispute)
        if dispute.ruling:
            raise refuse("This dispute has been decided: the decision is final.", *because)
        check_said(self.ruling, "Say how the dispute is decided.", *because)
        told = operators()[order.actor.operator].complaint_right
        return self.note(
            order, promotions.PromotionDisputeRuled(dispute.number, self.ruling, told, because), reply={"told": told}
        )


class ComplainOfPromotion(PromotionCommand, tag="ComplainOfPromotion"):
    """A person who is not satisfied with the last word complains to an inspector."""

    takes: ClassVar = CommandNeeds(roles=(permission.PATRON,), rule=law.PRIZE_DISPUTED)
    forms: ClassVar = (CommandForm("Complain to an inspector", group=CLAIMS, needs=lambda _, s: bool(s.disputes)),)
    dispute: Annotated[int, FieldPrompt("Number of the dispute")]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        dispute, because = _dispute(state, self.dispute), state.law.only(law.PRIZE_DISPUTED)
        if order.actor.role == permission.PATRON and order.actor.person != dispute.patron:
            raise refuse("You can order this only for yourself.", law.NOT_YOURS)
        if not dispute.ruling or dispute.complained_at:
            raise refuse("A complaint is made once, after the house has decided.", *because)
        return self.note(order, promotions.PromotionComplained(dispute.number, because))


class ClosePromotionComplaint(PromotionCommand, tag="ClosePromotionComplaint"):
    """An inspector ends a complaint about a promotion with what was found."""

    takes: ClassVar = CommandNeeds(roles=(permission.INSPECTOR,), rule=law.PRIZE_DISPUTED)
    forms: ClassVar = (
        CommandForm(
            "Close the complaint",
            "Close",
            group=CLAIMS,
            needs=lambda _, state: any(each.is_with_inspector for each in state.disputes),
        ),
    )
    dispute: Annotated[int, FieldPrompt("Number of the dispute")]
    finding: Annotated[str, FieldPrompt("What was found", kind=LONG)]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        dispute, because = _dispute(state, self.dispute), state.law.only(law.PRIZE_DISPUTED)
        if not dispute.is_with_inspector:
            raise refuse("No complaint about this dispute waits for an inspector.", *because)
        check_said(self.finding, "Say what was found.", *because)
        return self.note(order, promotions.PromotionComplaintClosed(dispute.number, self.finding, because))


def _dispute(state: promotions.PromotionState, number: int) -> promotions.PromotionDispute:
    found = next((each for each in state.disputes if each.number == number), None)
    if found is None:
        raise refuse("There is no dispute of this number.", *state.law.only(law.PRIZE_DISPUTED))
    return found
