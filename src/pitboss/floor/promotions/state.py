"""A promotion as its events leave it: each event says how it changes that."""

from collections.abc import Mapping
from types import MappingProxyType

from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.rows import EventKinds
from pitboss.law import Because
from pitboss.messages import message
from pitboss.promotion.draw import DrawEntry, DrawnPrize, mark_of
from pitboss.promotion.terms import PromotionLaw, PromotionTerms
from pitboss.value import Value

PROMOTION = "promotion"
POSTPONED, CANCELLED = message("postponed"), message("cancelled")
ASKED, AWARDED, DENIED = message("asked for"), message("awarded"), message("denied")
"""How a claim stands."""


def promotion_stream(operator: str, promotion: str) -> Stream:
    """The stream of a promotion."""
    return Stream(operator, f"{PROMOTION}:{promotion}")


class TermsInForce(Value):
    """Terms, and since when they hold."""

    terms: PromotionTerms
    since: str


class DrawEntrant(Value):
    """A patron in the draw: the code that they alone are told, and their entries."""

    code: str
    tickets: int


class PrizeClaim(Value):
    """A claim to a prize, and what became of it."""

    number: int
    patron: str
    prize: int
    at: str
    present: bool
    status: str = ASKED
    reason: str = ""
    is_kept: bool = False
    """Whether the name and address of a person whose claim was denied are kept."""
    told_at: str = ""
    """When the person was told why the claim was denied."""


class PromotionDispute(Value):
    """A dispute about the terms of a promotion, and the last word on it."""

    number: int
    patron: str
    about: str
    ruling: str = ""
    complained_at: str = ""
    finding: str = ""
    """What the inspector found who ended the complaint."""

    @property
    def is_with_inspector(self) -> bool:
        """Whether a complaint waits for an inspector."""
        return bool(self.complained_at) and not self.finding


class Compromise(Value):
    """A promotion was postponed or cancelled, and when the regulator was told of it."""

    what: str
    reason: str
    at: str
    told_at: str = ""


class IssuedVoucher(Value):
    """A voucher that was given as a prize."""

    patron: str
    cents: int
    gives: str


class PromotionState(Value, kw_only=True):
    """A promotion."""

    id: str = ""
    draft: PromotionTerms = PromotionTerms()
    """The terms as they are being written."""
    in_force: tuple[TermsInForce, ...] = ()
    submitted: Mapping[str, str] = MappingProxyType({})
    """The terms that the regulator has, by their hash, each with when it got them."""
    asked_at: str = ""
    """When the regulator asked for a copy that it has not got."""
    amended_at: str = ""
    """When terms were changed last that the regulator has not got."""
    amendment: PromotionTerms | None = None
    """The change that waits for the regulator's approval."""
    opened_at: str = ""
    marketing: tuple[str, ...] = ()
    entrants: Mapping[str, DrawEntrant] = MappingProxyType({})
    counted: int = 0
    """The place in the log up to which rounds have been counted."""
    sealed: "EntriesSealed | None" = None
    sealed_at: str = ""
    drawn: "WinnersDrawn | None" = None
    drawn_at: str = ""
    winners: tuple[DrawnPrize, ...] = ()
    redrawn: tuple[int, ...] = ()
    won_at: Mapping[int, str] = MappingProxyType({})
    """For each ticket that was drawn, when it was."""
    confirmed_by: str = ""
    """The scrutineer who confirmed the draw."""
    told: Mapping[int, str] = MappingProxyType({})
    """For each ticket whose holder was told, when they were."""
    tried: Mapping[int, str] = MappingProxyType({})
    """For each ticket whose holder was sought, when that was first tried."""
    claims: tuple[PrizeClaim, ...] = ()
    vouchers: Mapping[str, IssuedVoucher] = MappingProxyType({})
    disputes: tuple[PromotionDispute, ...] = ()
    postponed: bool = False
    cancelled: bool = False
    compromises: tuple[Compromise, ...] = ()
    published_at: str = ""
    length: int = 0

    @property
    def terms(self) -> PromotionTerms:
        """The terms that hold; those that are being written where none hold yet."""
        return self.in_force[-1].terms if self.in_force else self.draft

    @property
    def law(self) -> PromotionLaw:
        """The rules that bind it."""
        return PromotionLaw.of(self.terms)

    @property
    def is_open(self) -> bool:
        """Whether it has been released, and goes on."""
        return bool(self.opened_at) and not self.cancelled

    @property
    def entries(self) -> tuple[DrawEntry, ...]:
        """The list of entries."""
        return tuple(DrawEntry(mark_of(each.code, patron), each.tickets) for patron, each in self.entrants.items())

    def terms_at(self, at: str) -> PromotionTerms | None:
        """The terms that held at a moment."""
        return next((each.terms for each in reversed(self.in_force) if each.since <= at), None)

    def winner_of(self, slot: int) -> DrawnPrize | None:
        """The ticket that was drawn last for a place."""
        return next((each for each in reversed(self.winners) if each.slot == slot), None)

    @property
    def standing(self) -> tuple[DrawnPrize, ...]:
        """For each place the ticket that was drawn last."""
        return tuple(sorted({each.slot: each for each in self.winners}.values(), key=lambda each: each.slot))

    def patron_of(self, drawn: DrawnPrize) -> str:
        """Whose a ticket is."""
        return list(self.entrants)[drawn.entrant - 1]

    def claim(self, number: int) -> PrizeClaim | None:
        """A claim by its number."""
        return next((claim for claim in self.claims if claim.number == number), None)

    def won_by(self, patron: str, prize: int) -> DrawnPrize | None:
        """The ticket by which a patron has a prize that was not given to them yet."""
        given = sum(c.status == AWARDED and (c.patron, c.prize) == (patron, prize) for c in self.claims)
        mine = [each for each in self.standing if each.prize == prize and self.patron_of(each) == patron]
        return mine[given] if given < len(mine) else None

    def with_claim(self, number: int, **changes: object) -> "PromotionState":
        """The same with a claim that has gone on."""
        claims = (each._replace(**changes) if each.number == number else each for each in self.claims)
        return self._replace(claims=tuple(claims))


class PromotionEvent(Value):
    """Something that happened to a promotion, at a moment."""

    def change(self, state: PromotionState, at: str) -> PromotionState:
        """The promotion after it; unchanged where the event only informs readers of the log."""
        return state


class TermsDrafted(PromotionEvent, tag="TermsDrafted"):
    """The terms that are being written were changed."""

    terms: PromotionTerms

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(draft=self.terms)


class TermsSubmitted(PromotionEvent, tag="TermsSubmitted"):
    """The regulator was given the terms."""

    digest: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        submitted = {**state.submitted, self.digest: state.submitted.get(self.digest, at)}
        return state._replace(submitted=submitted, asked_at="", amended_at="")


class TermsAsked(PromotionEvent, tag="TermsAsked"):
    """The regulator asked for a copy of the terms."""

    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(asked_at=at)


class PromotionOpened(PromotionEvent, tag="PromotionOpened"):
    """A promotion was released: play counts from its start on."""

    terms: PromotionTerms
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(opened_at=at, in_force=(TermsInForce(self.terms, at),), draft=self.terms)


class AmendmentAsked(PromotionEvent, tag="AmendmentAsked"):
    """The house wants to change terms, and waits for the regulator's approval."""

    terms: PromotionTerms
    reason: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(amendment=self.terms, amended_at=at)


class AmendmentDeclined(PromotionEvent, tag="AmendmentDeclined"):
    """The regulator does not approve a change of terms."""

    reason: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(amendment=None, draft=state.terms)


class TermsAmended(PromotionEvent, tag="TermsAmended"):
    """Changed terms hold from now on."""

    terms: PromotionTerms
    reason: str
    is_due: bool = False
    """Whether the regulator has yet to get them."""
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        in_force = (*state.in_force, TermsInForce(self.terms, at))
        due = at if self.is_due else state.amended_at
        return state._replace(in_force=in_force, draft=self.terms, amendment=None, amended_at=due)


class MarketingNoted(PromotionEvent, tag="MarketingNoted"):
    """A piece of marketing that refers to the terms went out."""

    medium: str
    words: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(marketing=(*state.marketing, f"{self.medium}: {self.words}"))


class EarnedEntry(Value, tag="EarnedEntry"):
    """An entry that a patron earned by a round; the first of a patron has their code."""

    patron: str
    table: str
    round: int
    code: str = ""


class EntriesMade(PromotionEvent, tag="EntriesMade"):
    """Patrons earned entries by rounds up to a place in the log."""

    entries: tuple[EarnedEntry, ...]
    until: int
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        entrants = dict(state.entrants)
        for earned in self.entries:
            known = entrants.get(earned.patron, DrawEntrant(earned.code, 0))
            entrants[earned.patron] = known._replace(tickets=known.tickets + 1)
        return state._replace(entrants=entrants, counted=max(state.counted, self.until))


class EntriesSealed(PromotionEvent, tag="EntriesSealed"):
    """The list of entries was sealed, and a seed committed to."""

    list_hash: str
    commitment: str
    entrants: int
    tickets: int
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(sealed=self, sealed_at=at)


class WinnersDrawn(PromotionEvent, tag="WinnersDrawn"):
    """The winners were drawn; the seed is open from now on."""

    seed: str
    words: str
    said_by: str
    overseen_by: str
    approved_by: str
    winners: tuple[DrawnPrize, ...]
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        won_at = dict.fromkeys((each.ticket for each in self.winners), at)
        return state._replace(drawn=self, drawn_at=at, winners=self.winners, won_at=won_at)


class DrawConfirmed(PromotionEvent, tag="DrawConfirmed"):
    """A scrutineer, signed in as themselves, confirmed that the draw was held as it should be."""

    by: str
    remarks: str = ""
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(confirmed_by=self.by)


class WinnerRedrawn(PromotionEvent, tag="WinnerRedrawn"):
    """A place was drawn again: its winner did not get the prize."""

    winner: DrawnPrize
    reason: str
    approved_by: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        winners, redrawn = (*state.winners, self.winner), (*state.redrawn, self.winner.slot)
        return state._replace(winners=winners, redrawn=redrawn, won_at={**state.won_at, self.winner.ticket: at})


class WinnerSought(PromotionEvent, tag="WinnerSought"):
    """A winner was told, or it was tried."""

    slot: int
    ticket: int
    way: str
    is_reached: bool
    words: str = ""
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        told = {**state.told, self.ticket: at} if self.is_reached else state.told
        return state._replace(told=told, tried={self.ticket: at, **state.tried})


class PrizeClaimed(PromotionEvent, tag="PrizeClaimed"):
    """A person claims a prize."""

    number: int
    patron: str
    prize: int
    present: bool = False

    def change(self, state: PromotionState, at: str) -> PromotionState:
        claim = PrizeClaim(self.number, self.patron, self.prize, at, self.present)
        return state._replace(claims=(*state.claims, claim))


class PrizeAwarded(PromotionEvent, tag="PrizeAwarded"):
    """A prize was given to its winner: as it is, as a voucher, or in money."""

    claim: int
    patron: str
    prize: int
    is_alternative: bool = False
    cash_cents: int = 0
    cheque_cents: int = 0
    transfer_cents: int = 0
    voucher: str = ""
    voucher_cents: int = 0
    gives: str = ""
    approved_by: str = ""
    because: Because = ()
    credited_cents: int = 0
    """The casino dollars that went to the winner's account."""

    @property
    def paid_cents(self) -> int:
        """The money that was paid."""
        return self.cash_cents + self.cheque_cents + self.transfer_cents

    def change(self, state: PromotionState, at: str) -> PromotionState:
        state = state.with_claim(self.claim, status=AWARDED)
        if not self.voucher:
            return state
        issued = IssuedVoucher(self.patron, self.voucher_cents, self.gives)
        return state._replace(vouchers={**state.vouchers, self.voucher: issued})


class ClaimDenied(PromotionEvent, tag="ClaimDenied"):
    """A claim was denied; the name and address of the person are kept beside the log where the rules want them."""

    claim: int
    patron: str
    prize: int
    reason: str
    is_kept: bool = False
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state.with_claim(self.claim, status=DENIED, reason=self.reason, is_kept=self.is_kept)


class ClaimantTold(PromotionEvent, tag="ClaimantTold"):
    """A person was told why their claim was denied."""

    claim: int
    way: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state.with_claim(self.claim, told_at=at)


class PromotionDisputed(PromotionEvent, tag="PromotionDisputed"):
    """A person disputes what was done about a promotion."""

    number: int
    patron: str
    about: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(disputes=(*state.disputes, PromotionDispute(self.number, self.patron, self.about)))


class PromotionDisputeRuled(PromotionEvent, tag="PromotionDisputeRuled"):
    """The house had the last word on a dispute, and told the person of the complaint to an inspector."""

    number: int
    ruling: str
    told: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return _with_dispute(state, self.number, ruling=self.ruling)


class PromotionComplained(PromotionEvent, tag="PromotionComplained"):
    """A person who is not satisfied complained to an inspector."""

    number: int
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return _with_dispute(state, self.number, complained_at=at)


class PromotionComplaintClosed(PromotionEvent, tag="PromotionComplaintClosed"):
    """An inspector ended a complaint with what was found."""

    number: int
    finding: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return _with_dispute(state, self.number, finding=self.finding)


def _with_dispute(state: PromotionState, number: int, **changes: str) -> PromotionState:
    disputes = (each._replace(**changes) if each.number == number else each for each in state.disputes)
    return state._replace(disputes=tuple(disputes))


class PromotionPostponed(PromotionEvent, tag="PromotionPostponed"):
    """A promotion or its draw waits until its integrity is validated."""

    reason: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        compromise = Compromise(POSTPONED, self.reason, at)
        return state._replace(postponed=True, compromises=(*state.compromises, compromise))


class PromotionResumed(PromotionEvent, tag="PromotionResumed"):
    """The integrity of a promotion was validated: it goes on."""

    found: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(postponed=False)


class PromotionCancelled(PromotionEvent, tag="PromotionCancelled"):
    """A promotion was cancelled."""

    reason: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        compromise = Compromise(CANCELLED, self.reason, at)
        return state._replace(cancelled=True, postponed=False, compromises=(*state.compromises, compromise))


class RegulatorTold(PromotionEvent, tag="RegulatorTold"):
    """The regulator was told that a promotion is postponed or cancelled."""

    words: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        told = (each._replace(told_at=each.told_at or at) for each in state.compromises)
        return state._replace(compromises=tuple(told))


class ResultsPublished(PromotionEvent, tag="ResultsPublished"):
    """The results were published."""

    where: str
    because: Because = ()

    def change(self, state: PromotionState, at: str) -> PromotionState:
        return state._replace(published_at=at)


_KINDS = EventKinds(PromotionEvent.__subclasses__())
KINDS, read_event = _KINDS.by_name(), _KINDS.read


def _after(state: PromotionState, stored: Stored) -> PromotionState:
    name = stored.stream.name.removeprefix(f"{PROMOTION}:")
    return read_event(stored).change(state, stored.at)._replace(length=state.length + 1, id=name)


def load_promotion(store: Store, operator: str, promotion: str) -> PromotionState:
    """A promotion as the store has it; what this process has read of it before is not read again."""
    return store.fold(promotion_stream(operator, promotion), PromotionState(), _after)[0]


def all_promotions(store: Store, operator: str) -> list[PromotionState]:
    """The promotions of a house, by their names."""
    prefix = f"{PROMOTION}:"
    names = [stream.name.removeprefix(prefix) for stream in store.streams(operator, PROMOTION)]
    return [load_promotion(store, operator, name) for name in names]
