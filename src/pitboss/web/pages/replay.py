"""A round that is over, step by step, as somebody saw it then: after each act the felt and what the act was."""

from typing import Any

from pitboss.floor.tables.state import Past, TableState
from pitboss.money import dollars
from pitboss.play import Round, fold
from pitboss.play.acts import (
    Act,
    Call,
    Cut,
    CuttingCard,
    Deal,
    Decide,
    DirectShuffle,
    Find,
    Lapse,
    Place,
    Rule,
    Shuffle,
    Sit,
    TakeBack,
    Turn,
    Void,
)
from pitboss.play.game import Viewer
from pitboss.play.terms import spot_words
from pitboss.play.view import view
from pitboss.report.words import phrase
from pitboss.value import log_name
from pitboss.web.pages.drawing import card_name
from pitboss.web.pages.felt import felt

PLAIN: dict[type, str] = {
    Shuffle: "The cards are shuffled",
    CuttingCard: "The cutting card comes out",
    Find: "A wager that went down unnoticed is found",
    DirectShuffle: "A person of rank has the cards shuffled",
    Void: "The round, or a part of it, is void",
}
"""Acts that say the same whoever looks."""


def felt_then(past: Past, step: int, viewer: Viewer, state: TableState) -> dict[str, Any]:
    """The felt after so many acts, as its viewer saw it then."""
    return felt(fold(past.opening, past.acts[:step]), viewer, state._replace(players=()))


def told_step(past: Past, step: int, viewer: Viewer) -> dict[str, Any]:
    """A step of the round: its number, and what was done in it."""
    before, after = fold(past.opening, past.acts[: step - 1]), fold(past.opening, past.acts[:step])
    return {"at": step, "words": _words(past.acts[step - 1], before, after, viewer)}


def _words(act: Act, before: Round, after: Round, viewer: Viewer) -> str:
    """An act in words, with the cards that its viewer saw come out."""
    match act:
        case Place(_, patron, area, spot, stake):
            unseen = act.face_down and patron != viewer.patron
            amount = "an amount face down" if unseen else dollars(stake.cents)
            return f"{patron} puts {amount} on {spot_words(spot)}, area {area}"
        case TakeBack(_, patron, area, spot):
            return f"{patron} takes {spot_words(spot)} back from area {area}"
        case Sit(_, patron, area):
            return f"{patron} sits down at area {area}" if area else f"{patron} gets up"
        case Cut(_, by):
            return f"{phrase(by)} cuts the cards"
        case Call(need):
            return f"The dealer calls: {phrase(need)}"
        case Deal() | Turn():
            done = "dealt" if isinstance(act, Deal) else "turned"
            return f"Cards are {done}{_new_cards(before, after, viewer)}"
        case Decide(_, patron, option, stake):
            return f"{patron}: {phrase(option)}" + (f" {dollars(stake.cents)}" if stake.pieces else "")
        case Lapse(_, reason):
            return f"A decision lapses: {reason}"
        case Rule(_, rank, option):
            return f"A {rank.replace('-', ' ')} rules: {phrase(option)}"
        case _:
            return PLAIN.get(type(act), phrase(log_name(type(act))))


def _new_cards(before: Round, after: Round, viewer: Viewer) -> str:
    """The cards that a viewer sees after a step and did not see before it."""
    known = {(hand.id, place, card) for hand in view(before, viewer).hands for place, card in enumerate(hand.cards)}
    fresh = [
        str(card)
        for hand in view(after, viewer).hands
        for place, card in enumerate(hand.cards)
        if (hand.id, place, card) not in known
    ]
    named = [card_name(card) for card in fresh if card != "??"]
    return f": {', '.join(named)}" if named else ""
