"""Prize promotions as people see them: the list, the page of one with what may be ordered about it, its terms for all
to read, and the record by which any reader can check its draw.

A draw's record has marks instead of names, and a patron is told only their own code."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from fastapi import Path, Request

from pitboss.floor.operators import house_games, operators
from pitboss.floor.people.permission import PATRON, WATCH_PIT, may
from pitboss.floor.promotions import entries, integrity
from pitboss.floor.promotions.state import PromotionState, all_promotions, load_promotion
from pitboss.floor.promotions.terms import terms_address
from pitboss.floor.promotions.winners import denied_particulars
from pitboss.floor.service import Actor, forms, stamp
from pitboss.messages import message, say, translate
from pitboss.money import dollars
from pitboss.promotion import terms as promotion_terms
from pitboss.promotion.draw import DrawRecord
from pitboss.report.registers import TITLES_OF
from pitboss.report.sheet import Sheet, newest_first
from pitboss.value import Value
from pitboss.web.api import problems
from pitboss.web.api.dependencies import Api, Inspector, PromotionName, TheApi, Who
from pitboss.web.pages import form_pages, rendering
from pitboss.web.pages.forms import FormContext
from pitboss.web.resource import SheetSeen, Site

House = Annotated[str, Path(pattern=r"^[a-z]{1,20}$", description="A house.")]
site = Site("promotions")


class PrizeSeen(Value):
    """A prize of a promotion, in words."""

    number: int
    title: str
    kind: str
    value_cents: int
    copies: int
    says: list[str]
    """What the terms say of it besides: its conditions, how it is paid, its details."""


class TermsSeen(Value):
    """The terms of a promotion."""

    title: str
    digest: str
    games: list[str]
    items: dict[str, str]
    starts_at: str
    closes_at: str
    draws_at: str
    prizes: list[PrizeSeen]


class FaultSeen(Value):
    """Something that terms have to have, and the clauses that want it."""

    words: str
    clauses: list[str]


class DutySeen(Value):
    """Something that is still to be done, by when."""

    words: str
    due_at: str
    has_term: bool
    """Whether it is due by that moment; else it is due at once, since then."""
    is_late: bool
    clauses: list[str]


class ClaimSeen(Value):
    """A claim to a prize, and what became of it."""

    number: int
    patron: str
    prize: int
    at: str
    status: str
    reason: str
    told_at: str | None


class WinnerSeen(Value):
    """A place of the draw: its prize, the ticket, and whose it is for those who may know."""

    slot: int
    prize: int
    ticket: int
    entrant: int
    patron: str | None
    told_at: str | None


class DisputeSeen(Value):
    """A dispute about a promotion, and the last word on it."""

    number: int
    patron: str
    about: str
    ruling: str
    complained: bool
    finding: str
    """What the inspector found who ended the complaint."""


class PromotionSeen(Value, kw_only=True):
    """A promotion as a person may see it."""

    promotion: str
    status: str
    address: str
    terms: TermsSeen | None
    """The terms that hold."""
    draft: TermsSeen | None
    """The terms that are being written; told to the house and to the inspector."""
    missing: list[FaultSeen]
    duties: list[DutySeen]
    entrants: int
    tickets: int
    mine: int
    """How many entries the patron who asks has."""
    code: str | None
    """The code by which they find themselves in the record of the draw."""
    sealed_at: str | None
    commitment: str | None
    drawn_at: str | None
    confirmed_by: str | None
    """The scrutineer who confirmed the draw; told to those who watch the pit."""
    winners: list[WinnerSeen]
    claims: list[ClaimSeen]
    disputes: list[DisputeSeen]
    marketing: list[str]


class PromotionLine(Value):
    """A promotion in a list."""

    promotion: str
    title: str
    status: str
    closes_at: str
    mine: int


class PromotionsSeen(Value):
    """The promotions of a house."""

    promotions: list[PromotionLine]


_ITEMS = {
    "manner": message("How prizes are awarded"),
    "award_place": message("When and where prizes are awarded"),
    "eligibility": message("Who is eligible"),
    "minimum_wager": message("Wager in a round for an entry"),
    "nature": message("Nature of the prizes"),
    "occasion": message("Place, date and time"),
    "claiming": message("How a prize is claimed"),
    "must_attend": message("Presence at the draw"),
    "notified": message("How winners are told"),
    "published": message("How results are published"),
    "most_tickets": message("Most entries of one patron"),
    "one_prize_each": message("Prizes for one entrant"),
    "scrutineer": message("Scrutineer"),
}


def terms_seen(operator: str, terms: promotion_terms.PromotionTerms) -> TermsSeen:
    """Terms as people read them."""
    wager = terms.minimum_wager_cents
    said: dict[str, str] = {name: str(getattr(terms, name, "")) for name in _ITEMS}
    said["minimum_wager"] = "" if wager is None else dollars(wager) if wager else say("any wager")
    said["must_attend"] = say("required") if terms.must_attend else say("not required")
    said["most_tickets"] = str(terms.most_tickets) if terms.most_tickets else say("no limit")
    said["one_prize_each"] = say("one at most") if terms.one_prize_each else say("any number")
    games = house_games(operator)
    return TermsSeen(
        title=terms.title,
        digest=terms.digest,
        games=[games[game] for game in terms.games],
        items={translate(_ITEMS[name]): words for name, words in said.items() if words},
        starts_at=terms.starts_at,
        closes_at=terms.closes_at,
        draws_at=terms.draws_at,
        prizes=[_prize_seen(prize) for prize in terms.prizes],
    )


def _prize_seen(prize: promotion_terms.PromotionPrize) -> PrizeSeen:
    says = [prize.conditions] if prize.conditions else []
    if prize.paid_by:
        says.append(
            say("Paid by {ways}", ways=", ".join(translate(promotion_terms.PAID_BY[way]) for way in prize.paid_by))
        )
    if prize.alternative_cents:
        says.append(say("Or {amount} in money", amount=dollars(prize.alternative_cents)))
    details = promotion_terms.DETAILS.get(prize.kind, (None, {}))[1]
    says += [
        f"{translate(promotion_terms.DETAIL_NAMES[name])}: {text}" for name in details if (text := getattr(prize, name))
    ]
    kind = translate(promotion_terms.PRIZE_KINDS.get(prize.kind, prize.kind))
    return PrizeSeen(prize.number, prize.title, kind, prize.value_cents, prize.copies, says)


def status_of(state: PromotionState, now: str) -> str:
    """How a promotion stands, in a word or two."""
    terms = state.terms
    steps = (
        (state.cancelled, say("cancelled")),
        (state.postponed, say("postponed")),
        (not state.opened_at, say("being written")),
        (state.drawn is not None, say("drawn")),
        (state.sealed is not None, say("sealed")),
        (now > terms.closes_at, say("closed")),
        (now >= terms.starts_at, say("running")),
    )
    return next((words for holds, words in steps if holds), say("announced"))


def promotion_seen(api: Api, who: Actor, state: PromotionState) -> PromotionSeen:
    """A promotion as a person may see it: those who watch the pit see all of it, a patron its terms and what is their
    own, others (a scrutineer, a mathematician) its terms and its draw."""
    now, is_house = api.floor.clock(), may(who, WATCH_PIT)
    bound, mine = state.law, state.entrants.get(who.person) if who.role == PATRON else None
    draft = promotion_terms.PromotionLaw.of(state.draft)
    missing = promotion_terms.find_faults(state.draft) if is_house else []

    def is_told(patron: str) -> bool:
        return is_house or (who.role == PATRON and patron == who.person)

    winners = [
        WinnerSeen(
            slot=each.slot,
            prize=each.prize,
            ticket=each.ticket,
            entrant=each.entrant,
            patron=patron if is_told(patron) else None,
            told_at=state.told.get(each.ticket) if is_told(patron) else None,
        )
        for each in state.standing
        for patron in [state.patron_of(each)]
    ]
    return PromotionSeen(
        promotion=state.id,
        status=status_of(state, stamp(now)),
        address=terms_address(who.operator, state.id),
        terms=terms_seen(who.operator, state.terms) if state.opened_at else None,
        draft=terms_seen(who.operator, state.draft) if is_house else None,
        missing=[FaultSeen(translate(fault.words), list(draft.cite(fault.because))) for fault in missing],
        duties=[
            DutySeen(duty.words, duty.due_at, duty.has_term, duty.is_late, list(bound.cite(duty.because)))
            for duty in (integrity.open_duties(state, now) if is_house else ())
        ],
        entrants=len(state.entrants),
        tickets=sum(each.tickets for each in state.entrants.values()),
        mine=mine.tickets if mine is not None else 0,
        code=mine.code if mine is not None else None,
        sealed_at=state.sealed_at or None,
        commitment=state.sealed.commitment if state.sealed is not None else None,
        drawn_at=state.drawn_at or None,
        confirmed_by=(state.confirmed_by or None) if is_house else None,
        winners=winners,
        claims=[
            ClaimSeen(c.number, c.patron, c.prize, c.at, c.status, c.reason, c.told_at or None)
            for c in state.claims
            if is_told(c.patron)
        ],
        disputes=[
            DisputeSeen(each.number, each.patron, each.about, each.ruling, bool(each.complained_at), each.finding)
            for each in state.disputes
            if is_told(each.patron)
        ],
        marketing=list(state.marketing) if is_house else [],
    )


def _find_promotion(api: Api, who: Actor, promotion: str) -> PromotionState:
    state = load_promotion(api.floor.store, who.operator, promotion)
    if not state.length or not (state.opened_at or may(who, WATCH_PIT)):
        raise problems.NotFound(say("There is no promotion {promotion}.", promotion=promotion))
    return state


@site.resource("/promotions")
def promotions(api: TheApi, who: Who) -> PromotionsSeen:
    """The promotions of the house; a patron sees those that were released, with their own entries."""
    now = stamp(api.floor.clock())
    found = []
    for state in all_promotions(api.floor.store, who.operator):
        if state.opened_at or may(who, WATCH_PIT):
            mine = state.entrants.get(who.person) if who.role == PATRON else None
            own = mine.tickets if mine is not None else 0
            line = PromotionLine(state.id, state.terms.title, status_of(state, now), state.terms.closes_at, own)
            found.append(line)
    return PromotionsSeen(found)


@site.resource("/promotions/{promotion}")
def promotion(api: TheApi, who: Who, promotion: PromotionName) -> PromotionSeen:
    """A promotion: its terms, its entries, its draw, claims and disputes, and what is still to be done."""
    return promotion_seen(api, who, _find_promotion(api, who, promotion))


promotions.twin("/promotions")
promotion.twin("/promotions/{promotion}")


# What is for all to read, without signing in.


class OpenTerms(Value):
    """The terms of a promotion, for all to read."""

    house: str
    operator: str
    promotion: str
    terms: TermsSeen
    commitment: str | None
    is_drawn: bool


def _load_released(api: Api, operator: str, promotion: str) -> PromotionState:
    state = load_promotion(api.floor.store, operator, promotion) if operator in operators() else PromotionState()
    if not state.opened_at:
        raise problems.NotFound(say("There is no promotion {promotion}.", promotion=promotion))
    return state


@site.resource("/terms/{operator}/{promotion}")
def open_terms(api: TheApi, operator: House, promotion: PromotionName) -> OpenTerms:
    """The terms of a promotion that was released: open to all."""
    state = _load_released(api, operator, promotion)
    return OpenTerms(
        house=operators()[operator].title,
        operator=operator,
        promotion=promotion,
        terms=terms_seen(operator, state.terms),
        commitment=state.sealed.commitment if state.sealed is not None else None,
        is_drawn=state.drawn is not None,
    )


open_terms.page("promotion_terms.html")


@site.resource("/terms/{operator}/{promotion}/draw")
def draw(api: TheApi, operator: House, promotion: PromotionName) -> DrawRecord:
    """The record of a draw, by which any reader can check it (`pitboss draw verify`): open to all once it was held."""
    record = entries.record_of(operator, _load_released(api, operator, promotion))
    if record is None:
        raise problems.NotFound("The draw was not held yet.")
    return record


# Denied claims, for the inspector.

DENIED_COLUMNS = {
    "promotion": message("Promotion"),
    "claim": message("Claim"),
    "at": message("Claimed"),
    "patron": message("Patron"),
    "name": message("Name"),
    "address": message("Address"),
    "prize": message("Prize"),
    "value_cents": message("Value"),
    "reason": message("Reason"),
    "told_at": message("Told"),
}


@site.resource("/inspect/denied-claims")
def denied_claims(api: TheApi, who: Inspector) -> SheetSeen:
    """The claims to prizes of more than $100 that were denied, with the names and addresses that are kept."""
    rows = [row for state in all_promotions(api.floor.store, who.operator) for row in _denied_rows(api, who, state)]
    return SheetSeen.of(Sheet("denied-claims", message("Denied claims"), DENIED_COLUMNS, newest_first(rows)))


def _denied_rows(api: Api, who: Actor, state: PromotionState) -> Iterator[dict[str, Any]]:
    for claim in state.claims:
        particulars = denied_particulars(api.floor.store, who.operator, state.id, claim)
        prize = state.terms.prize(claim.prize)
        if claim.is_kept and prize is not None:
            said = {"promotion": state.id, "claim": claim.number, "at": claim.at, "patron": claim.patron}
            what = {"prize": prize.title, "value_cents": prize.value_cents, "reason": claim.reason}
            yield said | particulars | what | {"told_at": claim.told_at}


denied_claims.page("promotion_denied.html", more=lambda _, __, sheet: {"sheet": sheet, "titles": TITLES_OF})


# Pages with forms.


def install(renderer: rendering.PageRenderer) -> None:
    """The routes of the list and of a promotion's page."""
    front = form_pages.FormPage(
        "/promotions",
        "promotions.html",
        lambda _, __, who, ___: FormContext(who, forms.PROMOTIONS, None, {}),
        lambda renderer, scene: promotions(renderer.api, scene.who)._asdict(),
        "/api/promotions",
        lambda form: f"/promotions/{str(form['promotion'])[:40]}",
    )
    form_pages.install(renderer, front)
    one = form_pages.FormPage(
        "/promotions/{promotion}", "promotion.html", _scene, _show_place, "/api/promotions/{promotion}"
    )
    form_pages.install(renderer, one)


def _scene(renderer: rendering.PageRenderer, _: Request, who: Actor, promotion: str) -> FormContext:
    state = _find_promotion(renderer.api, who, promotion)
    given = {"promotion": promotion} | ({"patron": who.person} if who.role == PATRON else {})
    rules = state.law.rules
    return FormContext(who, forms.PROMOTION, state, given, rules[0] if len(rules) == 1 else None)


def _show_place(renderer: rendering.PageRenderer, scene: FormContext) -> Mapping[str, Any]:
    seen = promotion_seen(renderer.api, scene.who, scene.state)
    return {
        "seen": seen,
        "is_house": may(scene.who, WATCH_PIT),
        "is_patron": scene.who.role == PATRON,
    }


# The pit.


def promotion_items(api: Api, who: Actor) -> Iterator[dict[str, Any]]:
    """The open duties of promotions, for the inbox of the pit."""
    now = api.floor.clock()
    for state in all_promotions(api.floor.store, who.operator):
        for duty in integrity.open_duties(state, now):
            theirs = may(who, "TellWinner")
            why = "" if theirs else say("For staff.")
            title = say("Promotion {title}", title=state.terms.title)
            said = {"table": "", "kind": "promotion", "id": state.id, "title": title, "words": duty.words}
            yield said | {"at": duty.due_at, "theirs": theirs, "why": why}
