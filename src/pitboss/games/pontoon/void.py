"""One player's part in a round is void (19.8): their wagers are off, and the round goes on without them."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import doubling
from pitboss.games.pontoon.words import DEALER, DOUBLED, OFFERS, ON_HAND, PLAY, VOIDED, WAGERS
from pitboss.play.box import with_box
from pitboss.play.draft import Draft
from pitboss.play.needs import CardsNeed, DecisionNeed, TurnNeed
from pitboss.play.stock import OFF_TABLE

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_BECAUSE = (law.OFFENDER_VOIDED, law.VOID)


def voided(game: "Pontoon", draft: Draft, patron: str) -> None:
    """Go on after one patron's wagers were voided."""
    draft.needs = tuple(n for n in draft.needs if not (isinstance(n, DecisionNeed) and n.patron == patron))
    if draft.phase == WAGERS:
        game.await_deal(draft)
        return
    for box in draft.boxes:
        if patron in box.line:
            line = tuple(name for name in box.line if name != patron)
            draft.boxes = with_box(draft.boxes, box._replace(line=line))
    gone = _empty_hands(draft)
    for number in gone:
        draft.collect(draft.hands[number], VOIDED, _BECAUSE)
    _forget(draft, gone)
    if not any(w.left.pieces for w in draft.wagers):
        draft.end((law.ROUND_OF_PLAY, *_BECAUSE))
    elif draft.phase == PLAY:
        _play_on(game, draft)
    elif draft.phase == DEALER and draft.needs == ():
        game.dealer_turn(draft)
    elif draft.phase == OFFERS and not draft.needs:
        game.after_offers(draft)


def _empty_hands(draft: Draft) -> list[int]:
    """The hands on the table that nobody has a wager on any more."""
    wagered = {w.hand for w in draft.wagers if w.spot in ON_HAND and w.left.pieces}
    return [hand.id for hand in draft.hands[1:] if hand.id not in wagered and hand.status not in OFF_TABLE]


def _forget(draft: Draft, gone: list[int]) -> None:
    """Await nothing for hands that are out of the round."""
    draft.needs = tuple(
        need
        for need in draft.needs
        if not (isinstance(need, CardsNeed) and need.slots[0].hand in gone)
        and not (isinstance(need, TurnNeed) and need.hand in gone)
        and not (isinstance(need, DecisionNeed) and need.hand in gone and not need.optional)
    )


def _play_on(game: "Pontoon", draft: Draft) -> None:
    """Go on with the hand that was being played, or with the next."""
    if any(isinstance(n, CardsNeed) or (isinstance(n, DecisionNeed) and not n.optional) for n in draft.needs):
        return
    waiting = [hand for hand in draft.hands[1:] if hand.status == DOUBLED]
    if waiting:
        doubling.after_answers(game, draft, waiting[-1])
    else:
        game.go_on(draft)
