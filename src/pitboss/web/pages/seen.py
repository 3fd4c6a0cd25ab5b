"""A table page as data: the felt, what its viewer may do there with the reason for what they may not, their money, and
what became of their wagers in the round before."""

from collections.abc import Sequence
from typing import Any

from pitboss.floor.commands import Actor
from pitboss.floor.desk import Desk
from pitboss.floor.people.permission import PATRON
from pitboss.floor.tables.state import TableState
from pitboss.law.rules import Rules
from pitboss.ledger import Account
from pitboss.money import Stake, dollars
from pitboss.play import Refused, Round, apply, fold, refusal
from pitboss.play.acts import Call, Decide, Place, Sit
from pitboss.play.box import seat_of
from pitboss.play.game import Viewer
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Offer, Option, WagersNeed
from pitboss.play.terms import spot_words
from pitboss.play.view import view
from pitboss.play.wager import Refusal
from pitboss.report.words import phrase
from pitboss.web.api.shared import Api
from pitboss.web.api.show import settled, table_view, viewer_of
from pitboss.web.pages.felt import felt, net_cents, signed

QUICK = (1, 2, 3)
"""Of a stake with a range these multiples of the least are a tap away, where they span it; else the most is."""


def table_page(api: Api, desk: Desk, who: Actor) -> dict[str, Any]:
    """Everything that the page of a table shows somebody."""
    state = desk.state  # one moment: the writer may put the next one in its place
    page: dict[str, Any] = {"table": table_view(desk, who), "is_patron": who.role == PATRON, "open": state.is_open}
    page["name"] = page["table"]["table"]
    page["last"] = last_round(state, who)
    page["purse"] = _purse(api, state, who)
    if state.round is None or state.table is None:
        return page | {"felt": None, "moves": [], "betting": None, "waits": "This table is closed."}
    round = state.round
    now = felt(round, viewer_of(who), state)
    shows_last = now["is_bare"] and page["last"] is not None
    page |= {
        "felt": page["last"]["felt"] if shows_last else now,
        "shows_last": shows_last,
        "round": round.number,
        "waits": waits(round, who),
        "moves": [_move(round, need, page["purse"]) for need in _theirs(round, who)],
        "betting": _betting(state, round, who, page["purse"]) if who.role == PATRON else None,
        "chips": list(round.game.terms.chips.denominations),
    }
    return page


def _theirs(round: Round, who: Actor) -> list[DecisionNeed]:
    """The decisions that are a patron's own."""
    if who.role != PATRON:
        return []
    return [need for need in round.needs if isinstance(need, DecisionNeed) and need.patron == who.person]


def _purse(api: Api, state: TableState, who: Actor) -> dict[str, int]:
    if who.role != PATRON:
        return {"free": 0, "staked": 0}
    balance = api.floor.store.balance(Account(who.operator, "patron", who.person, state.unit))
    return {"free": balance.free, "staked": balance.held}


def waits(round: Round, who: Actor) -> str:
    """What the round waits for, in a few words."""
    deciding = [need for need in round.needs if isinstance(need, DecisionNeed) and not need.optional]
    others = list(dict.fromkeys(need.patron for need in deciding if need.patron != who.person))
    if any(need.patron == who.person for need in deciding):
        return "It is your turn"
    if others:
        return f"Waiting for {' and '.join(others)}"
    if any(isinstance(need, WagersNeed) for need in round.needs):
        return "Wagers are open"
    return "The dealer goes on"


def said(rules: Rules, no: Refusal | None) -> dict[str, Any] | None:
    """A refusal in words, with its clauses."""
    return None if no is None else {"words": no.words, "clauses": list(rules.cite(rules.only(no.because)))}


# Deciding.


def _move(round: Round, need: DecisionNeed, purse: dict[str, int]) -> dict[str, Any]:
    """A decision with a button for each thing that may be done."""
    seen = view(round, Viewer("patron", need.patron)).hands
    says = seen[need.hand].says if 0 <= need.hand < len(seen) else ""
    buttons: list[dict[str, Any]] = []
    for option in need.options:
        buttons += [_button(round, need, option, cents, purse) for cents in amounts_of(round, need, option)]
    free = [option for option in need.options if option.most_cents > option.least_cents and not option.amounts]
    return {
        "need": need.id,
        "area": need.area,
        "title": f"Area {need.area}" + (f", {says}" if says else ""),
        "optional": need.optional,
        "buttons": buttons,
        "ranges": [
            {"option": o.name, "words": phrase(o.name), "least": o.least_cents // 100, "most": o.most_cents // 100}
            for o in free
        ],
    }


def amounts_of(round: Round, need: DecisionNeed, option: Option) -> list[int]:
    """The stakes that an option has a button for."""
    if option.amounts:
        return list(option.amounts)
    if option.least_cents == option.most_cents:
        return [option.least_cents]
    near = option.most_cents <= option.least_cents * QUICK[-1]
    tried = [option.least_cents * times for times in QUICK] if near else [option.most_cents]
    acts = [(cents, Decide(need.id, need.patron, option.name, Stake.of(cents))) for cents in tried]
    return [cents for cents, act in acts if refusal(round, act) is None]


def _button(round: Round, need: DecisionNeed, option: Option, cents: int, purse: dict[str, int]) -> dict[str, Any]:
    rules = round.game.rules
    no = said(rules, refusal(round, Decide(need.id, need.patron, option.name, Stake.of(cents))))
    if no is None and cents > purse["free"]:
        words = f"This takes {dollars(cents)} and you have {dollars(purse['free'])} in chips."
        no = {"words": words, "clauses": []}
    label = phrase(option.name) + (f" {dollars(cents)}" if cents else "")
    clauses = list(rules.cite(option.because))
    return {"option": option.name, "cents": cents, "label": label, "clauses": clauses, "refused": no}


# Wagering.


def _betting(state: TableState, round: Round, who: Actor, purse: dict[str, int]) -> dict[str, Any] | None:
    """The opening wagers: where they may go, what they may be, and what of theirs lies there."""
    need = next((need for need in round.needs if isinstance(need, WagersNeed)), None)
    rules, me = round.game.rules, who.person
    down = [w for w in round.wagers if w.patron == me and w.live]
    mine = [{"area": w.area, "spot": w.spot, "words": spot_words(w.spot), "cents": w.left.cents} for w in down]
    if need is None:
        first = next(iter(round.game.terms.limits), "ante")
        no = refusal(round, Place("wagers", me, 1, first, Stake.of(round.game.terms.limits[first].minimum_cents)))
        return {"open": False, "why": said(rules, no), "down": mine, "staked": sum(w["cents"] for w in mine)}
    areas = [_place(round, need, me, area) for area in range(1, round.game.terms.areas + 1)]
    at = next((player.area for player in state.players if player.patron == me), 0)
    free = [area["number"] for area in areas if area["refused"] is None]
    return {
        "open": not state.closing,
        "why": {"words": "This table is closing: no more wagers are taken.", "clauses": []} if state.closing else None,
        "need": need.id,
        "areas": areas,
        "at": at if at in free else (free[0] if free else 0),
        "seat": seat_of(round.boxes, me),
        "may_sit": refusal(round, Sit(need.id, me, at or (free[0] if free else 1))) is None,
        "offers": [_offer(offer) for offer in need.offers],
        "down": mine,
        "staked": sum(wager["cents"] for wager in mine),
        "hint": _hint(round) if down else None,
        "again": _again(state, round, need, who, purse) if not down else [],
        "here": bool(at),
    }


def _place(round: Round, need: WagersNeed, me: str, area: int) -> dict[str, Any]:
    """An area, and why nothing can be wagered there if so."""
    offer = need.offers[0]
    own = any(w.patron == me and w.live for w in round.wagers_on(area, offer.spot))
    no = refusal(round, Place(need.id, me, area, offer.spot, Stake.of(offer.least_cents)))
    return {"number": area, "refused": None if own else said(round.game.rules, no)}


def _offer(offer: Offer) -> dict[str, Any]:
    exact = offer.least_cents == offer.most_cents
    says = dollars(offer.least_cents) + ("" if exact else f" to {dollars(offer.most_cents)}")
    unit = f", by {dollars(offer.unit_cents)}" if offer.unit_cents else ""
    return {"spot": offer.spot, "words": spot_words(offer.spot), "says": says + unit, "most": offer.most_cents // 100}


def _hint(round: Round) -> dict[str, Any] | None:
    """What the wagers on the layout still lack before the dealer may close them."""
    if any(isinstance(need, CallNeed | CardsNeed) for need in round.needs):
        return None
    return said(round.game.rules, refusal(round, Call("no-more-bets")))


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


def _again(
    state: TableState, round: Round, need: WagersNeed, who: Actor, purse: dict[str, int]
) -> list[dict[str, Any]]:
    """The wagers of the round before as a button, and twice as much."""
    last = _last(state)
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
        if no is None and total > purse["free"]:
            no = {"words": f"You have {dollars(purse['free'])} in chips.", "clauses": []}
        words = f"{label} {dollars(total)}"
        found.append({"label": words, "area": mine[0].area, "amounts": amounts, "refused": no})
    return found


# The round before.


def _last(state: TableState) -> Round | None:
    return fold(state.past[-1].opening, state.past[-1].acts) if state.past else None


def last_round(state: TableState, who: Actor) -> dict[str, Any] | None:
    """The round before, as somebody saw it: its felt, and a line for each wager that is theirs to know."""
    round = _last(state)
    return None if round is None else told_round(round, state, who)


def told_round(round: Round, state: TableState, who: Actor) -> dict[str, Any]:
    """A round that is over: its felt and its settlements with their grounds; a patron reads their own."""
    rules = round.game.rules
    mine = [done for done in round.settlements if who.role != PATRON or done.patron == who.person]
    net = sum(net_cents(done) for done in mine)
    lines = [settled(rules, done) | {"net": signed(net_cents(done)), "net_cents": net_cents(done)} for done in mine]
    shown = felt(round, viewer_of(who), state._replace(players=()))
    return {"number": round.number, "felt": shown, "lines": lines, "net": signed(net), "net_cents": net}
