"""What a viewer may see, built for that viewer: a card or an amount that is hidden from them is never put in.

Views are made from the round, not cut down from it, so that a field nobody thought of is absent, not leaked.
"""

from pitboss.cards import UNKNOWN, Card
from pitboss.play.needs import DecisionNeed, Need, WagersNeed
from pitboss.play.round import Round, Viewer
from pitboss.play.wager import Claim, Settlement
from pitboss.value import Value


class HandView(Value):
    """A hand as somebody sees it; `says` is what it counts as, once all of it can be seen."""

    id: int
    area: int
    kind: str
    cards: tuple[Card, ...]
    status: str
    says: str


class WagerView(Value):
    """A wager as somebody sees it; the amount of another's face-down wager is not there."""

    id: int
    patron: str
    area: int
    spot: str
    cents: int | None
    tokens_cents: int | None
    left_cents: int | None


class View(Value):
    """A round as somebody sees it."""

    viewer: Viewer
    number: int
    version: int
    phase: str
    hands: tuple[HandView, ...]
    wagers: tuple[WagerView, ...]
    needs: tuple[Need, ...]
    settlements: tuple[Settlement, ...]
    claims: tuple[Claim, ...]


def view(round: Round, viewer: Viewer) -> View:
    """Build what a viewer may see of a round."""
    return View(
        viewer=viewer,
        number=round.number,
        version=round.version,
        phase=round.phase,
        hands=tuple(_hand(round, place, viewer) for place in range(len(round.hands))),
        wagers=tuple(
            _wager(round, place, viewer)
            for place in range(len(round.wagers))
            if round.wagers[place].stake.pieces or round.wagers[place].face_down
        ),
        needs=tuple(need for need in round.needs if _may_answer(need, viewer)),
        settlements=round.settlements,
        claims=round.claims,
    )


def _hand(round: Round, place: int, viewer: Viewer) -> HandView:
    hand = round.hands[place]
    cards = hand.cards if round.game.may_look(round, hand, viewer) else hand.shown
    says = round.game.says(hand._replace(cards=cards), round.game.board(round)) if UNKNOWN not in cards else ""
    return HandView(hand.id, hand.area, hand.kind, cards, hand.status, says)


def _wager(round: Round, place: int, viewer: Viewer) -> WagerView:
    wager = round.wagers[place]
    if wager.face_down and viewer.patron != wager.patron:
        return WagerView(wager.id, wager.patron, wager.area, wager.spot, None, None, None)
    return WagerView(
        wager.id, wager.patron, wager.area, wager.spot, wager.stake.cents, wager.stake.tokens_cents, wager.left.cents
    )


def _may_answer(need: Need, viewer: Viewer) -> bool:
    """The dealer sees every need, for the dealer keys what players declare; a patron sees wagers and their own."""
    if viewer.role == "patron":
        return isinstance(need, WagersNeed) or (isinstance(need, DecisionNeed) and need.patron == viewer.patron)
    return viewer.role == "dealer"
