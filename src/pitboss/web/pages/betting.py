"""Opening wagers as a form: where they may go, what they may be, what of theirs lies there, and the same again."""

from collections.abc import Sequence
from typing import Any

from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.state import OpenState
from pitboss.money import Stake, dollars
from pitboss.play import Refused, Round, apply, refusal
from pitboss.play.acts import Call, Place, Sit
from pitboss.play.box import seat_of
from pitboss.play.needs import CallNeed, CardsNeed, Offer, WagersNeed
from pitboss.play.terms import Limits, spot_words
from pitboss.play.wager import Refusal
from pitboss.web.pages.past import last_played
from pitboss.web.pages.refused import said, short_of


def betting(state: OpenState, who: Actor, purse: dict[str, int]) -> dict[str, Any] | None:
    """The opening wagers: where they may go, what they may be, and what of theirs lies there."""
    round = state.round
    need = next((need for need in round.needs if isinstance(need, WagersNeed)), None)
    rules, me = round.game.rules, who.person
    down = [w for w in round.wagers if w.patron == me and w.live]
    mine = [{"area": w.area, "spot": w.spot, "words": spot_words(w.spot), "cents": w.left.cents} for w in down]
    if need is None:
        first = next(iter(round.game.terms.limits), "ante")
        no = refusal(round, Place("wagers", me, 1, first, Stake.of(round.game.terms.limits[first].minimum_cents)))
        return {"open": False, "why": said(rules, no), "down": mine, "staked": sum(w["cents"] for w in mine)}
    shut = _shut(round, need, me)
    areas = [_place(round, need, me, area) | {"shut": shut} for area in range(1, round.game.terms.areas + 1)]
    at = next((player.area for player in state.players if player.patron == me), 0)
    free = [area["number"] for area in areas if area["refused"] is None]
    return {
        "open": not state.closing,
        "why": {"words": "This table is closing: no more wagers are taken.", "clauses": []} if state.closing else None,
        "need": need.id,
        "areas": areas,
        "at": at if at in free else _middle(free, round.game.terms.areas),
        "seat": seat_of(round.boxes, me),
        "may_sit": refusal(round, Sit(need.id, me, at or (free[0] if free else 1))) is None,
        "offers": [_offer(offer) for offer in need.offers],
        "down": mine,
        "staked": sum(wager["cents"] for wager in mine),
        "hint": _hint(round, need, me) if down else None,
        "again": _again(state, round, need, who, purse) if not down else [],
        "here": bool(at),
    }


def _middle(free: Sequence[int], areas: int) -> int:
    """The free area nearest the middle of the table, where somebody who comes would stand; 0 if none is free."""
    return min(free, key=lambda area: abs(2 * area - areas - 1), default=0)


def _place(round: Round, need: WagersNeed, me: str, area: int) -> dict[str, Any]:
    """An area, and why nothing can be wagered there if so."""
    offer = need.offers[0]
    own = any(w.patron == me and w.live for w in round.wagers_on(area, offer.spot))
    no = refusal(round, Place(need.id, me, area, offer.spot, Stake.of(offer.least_cents)))
    return {"number": area, "refused": None if own else said(round.game.rules, no)}


def _shut(round: Round, need: WagersNeed, me: str) -> dict[str, dict[str, Any] | None]:
    """The spots of the layout that no opening wager goes to, each with the reason."""
    offered = {offer.spot for offer in need.offers}
    least = Stake.of(need.offers[0].least_cents)
    closed = [spot for spot in round.game.spots if spot not in offered]
    return {spot: said(round.game.rules, refusal(round, Place(need.id, me, 1, spot, least))) for spot in closed}


def _offer(offer: Offer) -> dict[str, Any]:
    least, most = offer.least_cents, offer.most_cents
    says = dollars(least) if least == most else Limits(least, most, offer.unit_cents).words
    return {"spot": offer.spot, "words": spot_words(offer.spot), "says": says, "least_cents": least}


def _hint(round: Round, need: WagersNeed, me: str) -> dict[str, Any] | None:
    """What the wagers on the layout still lack before the dealer may close them; what is lacking of one's own can be
    added at once."""
    if _is_ready(round):
        return None
    hint = said(round.game.rules, refusal(round, Call("no-more-bets")))
    lacking = _lacking(round, need, me)
    if hint is None or lacking is None:
        return hint
    act, beside = lacking
    cents, spot = dollars(act.stake.cents), spot_words(act.spot)
    add = {"area": act.area, "spot": act.spot, "cents": act.stake.cents, "label": f"Add {spot} {cents}"}
    return hint | {"words": f"Add a {cents} {spot}: it must match your {spot_words(beside)}.", "add": add}


def _is_ready(round: Round) -> bool:
    """Whether the dealer may go on from the wagers as they lie."""
    return any(isinstance(need, CallNeed | CardsNeed) for need in round.needs)


def _lacking(round: Round, need: WagersNeed, me: str) -> tuple[Place, str] | None:
    """The wager of somebody's own that is still lacking, and the spot of the one that it equals."""
    for wager in [wager for wager in round.wagers if wager.patron == me and wager.live]:
        for offer in need.offers:
            act = Place(need.id, me, wager.area, offer.spot, Stake.of(wager.left.cents))
            if refusal(round, act) is None and _is_ready(apply(round, act).round):
                return act, wager.spot
    return None


def places(need: str, patron: str, area: int, amounts: Sequence[tuple[str, int]]) -> list[Place]:
    """Wagers as acts."""
    return [Place(need, patron, area, spot, Stake.of(cents)) for spot, cents in amounts]


def first_refusal(round: Round, acts: Sequence[Any]) -> Refusal | None:
    """Why acts are not taken one after the other; nothing if they all are."""
    try:
        for act in acts:
            round = apply(round, act).round
    except Refused as no:
        return no.refusal
    return None


def _again(state: OpenState, round: Round, need: WagersNeed, who: Actor, purse: dict[str, int]) -> list[dict[str, Any]]:
    """The wagers of the round before as a button, and twice as much."""
    last = last_played(state)
    if last is None:
        return []
    spots = last.game.spots
    mine = [w for w in last.wagers if w.patron == who.person and spots[w.spot].opening and w.stake.pieces]
    if not mine or any(w.area != mine[0].area for w in mine):
        return []
    offered = {offer.spot for offer in need.offers}
    found = []
    for label, times in (("Same again", 1), ("Double", 2)):
        amounts = [(w.spot, w.stake.cents * times) for w in mine if w.spot in offered]
        total = sum(cents for _, cents in amounts)
        no = said(round.game.rules, first_refusal(round, places(need.id, who.person, mine[0].area, amounts)))
        no = no or short_of(total, purse["free"])
        words = f"{label} {dollars(total)}"
        found.append({"label": words, "area": mine[0].area, "amounts": amounts, "refused": no})
    return found
