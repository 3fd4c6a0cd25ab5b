"""What the dealer does next, in words and with what has to be keyed; and the pays of the round before, in chips and in
the order in which the edition pays."""

from typing import Any

from pitboss.cards.card import RANKS
from pitboss.floor.people.permission import holds
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.state import OpenState
from pitboss.money import Stake
from pitboss.play import Round, refusal
from pitboss.play.acts import Decide, Lapse
from pitboss.play.hand import HOUSE_AREA
from pitboss.play.needs import (
    RACK,
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    RulingNeed,
    ShuffleNeed,
    Slot,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.poker.table import FOLDED
from pitboss.play.terms import spot_words
from pitboss.report.settlements import phrase
from pitboss.web.pages.deciding import amounts_of

HOUSE_HANDS = {"dealer": "the dealer's hand", "community": "the community cards"}


def next_steps(desk: Desk, who: Actor) -> dict[str, Any]:
    """The steps that are open at a table, the next one first."""
    state = desk.state
    if not isinstance(state, OpenState):
        return {"step": None, "steps": [], "decisions": [], "rulings": [], "wagering": None, "is_virtual": False}
    round = state.round
    is_virtual = desk.shoe is not None
    steps = [step for need in _in_order(round) if (step := _step(round, need, is_virtual=is_virtual)) is not None]
    decisions = [_decision(round, need) for need in round.needs if isinstance(need, DecisionNeed)]
    must = [decision for decision in decisions if not decision["optional"]]
    return {
        "step": steps[0] if steps and not must else None,
        "steps": steps[1:] if not must else steps,
        "decisions": decisions,
        "rulings": [_ruling(round, need, who) for need in round.needs if isinstance(need, RulingNeed)],
        "wagering": _wagering(round),
        "is_virtual": is_virtual,
    }


def _in_order(round: Round) -> list[Need]:
    """The needs as the dealer meets them: cards that may come out first, as the virtual dealer has it."""
    needs = list(round.needs)
    if needs and isinstance(needs[-1], CardsNeed) and not round.due:
        return [needs[-1], *needs[:-1]]
    return needs


def _step(round: Round, need: Need, *, is_virtual: bool) -> dict[str, Any] | None:
    rules = round.game.rules
    clauses = list(rules.cite(because)) if (because := getattr(need, "because", ())) else []
    step = {"need": need.id, "version": round.version, "clauses": clauses, "virtual": True, "by_hand": not is_virtual}
    step["ranks"] = "".join(rank for rank in reversed(RANKS) if _has_rank(round, rank))
    match need:
        case ShuffleNeed():
            return step | {
                "kind": "shuffle",
                "words": "Shuffle the cards" + (f", the {need.deck} deck" * bool(need.deck)),
            }
        case CutNeed():
            who = "the dealer" if need.by == "dealer" else need.by
            verb = "cuts the cards" if need.id == "cut" else "puts the cutting card in"
            more = {"by": need.by, "least": need.least, "most": need.most, "may_refuse": need.may_refuse}
            return step | {"kind": "cut", "words": phrase(f"{who} {verb}"), "virtual": is_virtual} | more
        case CallNeed():
            return step | {"kind": "call", "words": f"Call “{phrase(need.says)}”", "by_hand": True}
        case CardsNeed():
            return step | _cards(round, need) | {"virtual": is_virtual}
        case TurnNeed():
            return step | _turn(round, need)
    return None


def _has_rank(round: Round, rank: str) -> bool:
    """Whether the deck of a game has cards of a rank: Pontoon's has no tens."""
    return any(str(card)[0] == rank for card in round.game.deck_set)


def _cards(round: Round, need: CardsNeed) -> dict[str, Any]:
    count = len(need.slots)
    if need.slots[0].hand == RACK:
        return {"kind": "deal", "words": "Burn a card", "count": 1, "to": "the discard rack", "cards": "??"}
    words = f"Deal {count} card{'s' if count > 1 else ''}"
    return {"kind": "deal", "words": words, "count": count, "to": _places(round, need.slots), "cards": ""}


def _places(round: Round, slots: tuple[Slot, ...]) -> str:
    """Where the next cards go, in order; a place that gets several in a row is named once."""
    named: list[str] = []
    for slot in slots:
        where = f"area {slot.area}" if slot.area != HOUSE_AREA else f"the {round.game.house[slot.hand]}"
        name = where + (", face up" if slot.up else "")
        if not named or named[-1] != name:
            named.append(name)
    return "; ".join(named[:8]) + ("; and on" if len(named) > 8 else "")


def _turn(round: Round, need: TurnNeed) -> dict[str, Any]:
    if need.wager >= 0:
        return {"kind": "turn", "words": "Read the wager that lies face down", "unknown": 0}
    hand = round.hands[need.hand]
    if hand.status == FOLDED:
        return {"kind": "turn", "words": f"Show the folded hand on area {hand.area}", "unknown": need.unknown}
    whose = f"the hand on area {hand.area}" if hand.area != HOUSE_AREA else HOUSE_HANDS.get(hand.kind, hand.kind)
    part = f" {len(need.places)} card{'s' if len(need.places) > 1 else ''} of" if need.places else ""
    return {"kind": "turn", "words": f"Turn{part} {whose}", "unknown": need.unknown}


def _decision(round: Round, need: DecisionNeed) -> dict[str, Any]:
    """What a player is to declare, for the dealer to key."""
    buttons = [
        {"option": option.name, "cents": cents, "label": phrase(option.name)}
        for option in need.options
        for cents in amounts_of(round, need, option)
        if refusal(round, Decide(need.id, need.patron, option.name, Stake.of(cents))) is None
    ]
    may_lapse = refusal(round, Lapse(need.id)) is None
    return {
        "need": need.id,
        "patron": need.patron,
        "area": need.area,
        "optional": need.optional,
        "declined": need.declined,
        "buttons": buttons,
        "may_lapse": may_lapse,
    }


def _ruling(round: Round, need: RulingNeed, who: Actor) -> dict[str, Any]:
    rank = need.rank.replace("-", " ")
    options = [
        {"name": o.name, "label": phrase(o.name), "clauses": round.game.rules.cite(o.because)} for o in need.options
    ]
    theirs = holds(who.operator, who.role, need.rank)
    return {"need": need.id, "rank": rank, "question": need.question, "options": options, "theirs": theirs}


def _wagering(round: Round) -> dict[str, Any] | None:
    need = next((need for need in round.needs if isinstance(need, WagersNeed)), None)
    if need is None:
        return None
    spots = [{"name": offer.spot, "words": spot_words(offer.spot)} for offer in need.offers]
    return {"need": need.id, "spots": spots, "areas": list(range(1, round.game.terms.areas + 1))}
