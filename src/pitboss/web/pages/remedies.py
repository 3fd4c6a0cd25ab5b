"""The remedies that are open at a table when something is not as it should be: wagers to hand back, cards that were
keyed by hand. What a virtual shoe dealt is nobody's to read: its cards are not listed."""

from collections.abc import Iterator
from typing import Any

from pitboss.cards import UNKNOWN
from pitboss.floor.people.permission import holds
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Desk
from pitboss.floor.tables.state import OpenState, Past
from pitboss.play import Round
from pitboss.play.acts import Act, Deal, Turn
from pitboss.play.needs import WagersNeed
from pitboss.play.round import Viewer
from pitboss.play.terms import spot_words
from pitboss.play.view import view
from pitboss.web.api.show import viewer_of
from pitboss.web.pages.past import folded


def remedies(desk: Desk, who: Actor) -> dict[str, Any] | None:
    """The remedies that are open at a table now; none where no round is."""
    if not isinstance(state := desk.state, OpenState):
        return None
    round = state.round
    ranks = round.game.rules.edition.ranks
    return {
        "wagers": list(_wagers(round)),
        "need": next((need.id for need in round.needs if isinstance(need, WagersNeed)), ""),
        "rounds": [_cards(past, viewer_of(who)) for past in keyed(desk)],
        "is_virtual": desk.shoe is not None,
        "may_rule": holds(who.operator, who.role, ranks[1]),
    }


def _wagers(round: Round) -> Iterator[dict[str, Any]]:
    """The wagers that the dealer may still hand back."""
    if not any(isinstance(need, WagersNeed) for need in round.needs):
        return
    for wager in round.wagers:
        if wager.live and not wager.face_down:
            words = spot_words(wager.spot)
            yield {"patron": wager.patron, "area": wager.area, "spot": wager.spot, "words": words} | {
                "cents": wager.left.cents
            }


# Cards keyed wrong.


def keyed(desk: Desk) -> list[Past]:
    """The rounds whose cards were keyed by hand and are at hand: the open one, and the one before."""
    state = desk.state
    if desk.shoe is not None or not isinstance(state, OpenState):
        return []
    before = state.past[-1:] if not any(isinstance(act, Deal) for act in state.acts) else ()
    return [Past(state.opening, state.acts), *before]


def _cards(past: Past, viewer: Viewer) -> dict[str, Any]:
    """The cards of a round as they were keyed, in order. One that its viewer may not see is there without its name."""
    seen = {card for hand in view(folded(past), viewer).hands for card in hand.cards}
    cards = [
        {"at": f"{number}.{place}", "card": str(card) if card in seen else "face down", "nth": nth}
        for nth, (number, place, card) in enumerate(known_cards(past.acts), start=1)
    ]
    return {"number": past.opening.number, "cards": cards}


def known_cards(acts: tuple[Act, ...]) -> Iterator[tuple[int, int, Any]]:
    """The cards that acts name, each with the act and the place that it stands at."""
    for number, act in enumerate(acts):
        if isinstance(act, Deal | Turn):
            for place, card in enumerate(act.cards):
                if card != UNKNOWN:
                    yield number, place, card
