"""What a viewer may see, built for that viewer: a card or an amount that is hidden from them is never put in.

Views are made from the round, not cut down from it, so that a forgotten field is absent, not leaked.
"""

from pitboss.cards import UNKNOWN, Card
from pitboss.play.needs import DecisionNeed, Need, WagersNeed
from pitboss.play.round import OFFERED, Round, Viewer
from pitboss.play.wager import Claim, Hand, Settlement, Wager
from pitboss.value import Value, replace


class HandView(Value):
    """A hand as a viewer sees it; `says` is what it counts as, once all of it can be seen."""

    id: int
    area: int
    kind: str
    cards: tuple[Card, ...]
    status: str
    says: str

    @classmethod
    def of(cls, round: Round, hand: Hand, viewer: Viewer) -> "HandView":
        """A hand as a viewer sees it."""
        game = round.game
        cards = hand.cards if game.may_look(round, hand, viewer) else hand.shown
        says = game.says(replace(hand, cards=cards), game.board(round)) if UNKNOWN not in cards else ""
        return cls(hand.id, hand.area, hand.kind, cards, hand.status, says)


class WagerView(Value):
    """A wager as a viewer sees it; the amount of another's face-down wager is not there."""

    id: int
    patron: str
    area: int
    spot: str
    cents: int | None
    tokens_cents: int | None
    left_cents: int | None

    @classmethod
    def of(cls, wager: Wager, viewer: Viewer) -> "WagerView":
        """A wager as a viewer sees it."""
        amounts: tuple[int | None, int | None, int | None] = (None, None, None)
        if not wager.face_down or viewer.patron == wager.patron:
            amounts = wager.stake.cents, wager.stake.tokens_cents, wager.left.cents
        return cls(wager.id, wager.patron, wager.area, wager.spot, *amounts)


class View(Value):
    """A round as a viewer sees it."""

    viewer: Viewer
    number: int
    version: int
    phase: str
    hands: tuple[HandView, ...]
    wagers: tuple[WagerView, ...]
    needs: tuple[Need, ...]
    settlements: tuple[Settlement, ...]
    claims: tuple[Claim, ...]
    offered: tuple[Card, ...] = ()
    """A card that was dealt in error; it lies face up and is the next card."""


def view(round: Round, viewer: Viewer) -> View:
    """Build what a viewer may see of a round. The dealer sees every need, for the dealer keys what players declare; a
    patron sees wagers and their own decisions."""
    needs = round.needs if viewer.role == "dealer" else ()
    if viewer.role == "patron":
        needs = tuple(
            need
            for need in round.needs
            if isinstance(need, WagersNeed) or (isinstance(need, DecisionNeed) and need.patron == viewer.patron)
        )
    return View(
        viewer=viewer,
        number=round.number,
        version=round.version,
        phase=round.phase,
        hands=tuple([HandView.of(round, hand, viewer) for hand in round.hands]),
        wagers=tuple([WagerView.of(wager, viewer) for wager in round.wagers if wager.stake.pieces or wager.face_down]),
        needs=needs,
        settlements=round.settlements,
        claims=round.claims,
        offered=tuple([aside.card for aside in round.irregular.aside if aside.place == OFFERED]),
    )
