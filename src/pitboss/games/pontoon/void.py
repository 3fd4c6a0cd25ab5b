"""One player's part in a round is void (19.8), and the round goes on without them; or a loss limit has cut what they
have in it (17.22)."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import doubling, faults, play
from pitboss.games.pontoon.words import DEAL, DEALER, DOUBLED, OFFERS, ON_HAND, PAIRS, PLAY, VOIDED, WAGERS, number
from pitboss.law import Because
from pitboss.play.box import with_box
from pitboss.play.draft import Draft
from pitboss.play.needs import CardsNeed, DecisionNeed, Need, TurnNeed
from pitboss.play.stock import OFF_TABLE

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_BECAUSE = (law.OFFENDER_VOIDED, law.VOID)


def voided(game: "Pontoon", draft: Draft, patron: str) -> None:
    """Go on after one patron's wagers were voided."""
    _ask_nothing(draft, patron)
    if draft.phase == WAGERS:
        game.await_deal(draft)
        return
    _leave(draft, patron)
    _without(game, draft, _BECAUSE)


def cut_back(game: "Pontoon", draft: Draft, patron: str) -> None:
    """Go on after a loss limit has cut a patron's wagers: what they are asked is asked anew of what is left (P33)."""
    asked = [n for n in draft.needs if isinstance(n, DecisionNeed) and n.patron == patron]
    _ask_nothing(draft, patron)
    for need in asked:
        if not need.id.startswith("play-") and draft.wagers[number(need.id)].left.pieces:
            options = faults.options_anew(game, draft, need)
            draft.needs = (*((need._replace(options=options),) if options else ()), *draft.needs)
    _without(game, draft, game.rules.only((law.LOSS_LIMIT_PASSED,)))


def _ask_nothing(draft: Draft, patron: str) -> None:
    draft.needs = tuple(n for n in draft.needs if not (isinstance(n, DecisionNeed) and n.patron == patron))


def _without(game: "Pontoon", draft: Draft, because: Because) -> None:
    """Go on without the hands that nobody has a wager on any more."""
    gone = _empty_hands(draft)
    for hand in gone:
        draft.collect(draft.hands[hand], VOIDED, because)
    turning = any(isinstance(need, TurnNeed) for need in draft.needs)
    _forget(draft, gone)
    if not any(w.left.pieces for w in draft.wagers):
        draft.end((law.ROUND_OF_PLAY, *because))
    elif draft.phase == DEAL:
        _deal_on(game, draft)
    elif draft.phase == OFFERS and turning:
        if not any(isinstance(need, TurnNeed) and not need.optional for need in draft.needs):
            play.begin(game, draft)
    elif draft.phase == PLAY:
        _play_on(game, draft)
    elif draft.phase == DEALER and not any(isinstance(need, TurnNeed) for need in draft.needs):
        draft.close(DEALER)
        game.dealer_turn(draft)


def _leave(draft: Draft, patron: str) -> None:
    """Take a patron out of the hands that they had a wager on, so that they call nothing and take up no room."""
    for wager in draft.wagers:
        if wager.patron == patron:
            draft.set_wager(wager.on_hand(-1))
    for box in draft.boxes:
        if patron in box.line:
            line = tuple(name for name in box.line if name != patron)
            draft.boxes = with_box(draft.boxes, box._replace(line=line))


def _empty_hands(draft: Draft) -> list[int]:
    """The hands on the table that nobody has a wager on any more; a pair wager keeps its hand until it is settled."""
    wagered = {w.hand for w in draft.wagers if w.spot in (*ON_HAND, PAIRS) and w.left.pieces}
    return [hand.id for hand in draft.hands[1:] if hand.id not in wagered and hand.status not in OFF_TABLE]


def _forget(draft: Draft, gone: list[int]) -> None:
    """Await nothing for hands that are out of the round."""
    kept: list[Need] = []
    for need in draft.needs:
        if isinstance(need, CardsNeed):
            slots = tuple(slot for slot in need.slots if slot.hand not in gone)
            if slots:
                kept.append(need._replace(slots=slots))
        elif not (isinstance(need, TurnNeed | DecisionNeed) and need.hand in gone):
            kept.append(need)
    draft.needs = tuple(kept)


def _deal_on(game: "Pontoon", draft: Draft) -> None:
    """Go on with the initial deal, which may have come to its end with the cards that are not wanted any more."""
    if not any(need.id == DEAL for need in draft.needs):
        unshuffled, draft.needs = draft.needs, ()
        game.dealt(draft, DEAL)
        draft.needs = (*unshuffled, *draft.needs)


def _play_on(game: "Pontoon", draft: Draft) -> None:
    """Go on with the hand that was being played, or with the next."""
    if any(isinstance(n, CardsNeed) or (isinstance(n, DecisionNeed) and not n.optional) for n in draft.needs):
        return
    waiting = [hand for hand in draft.hands[1:] if hand.status == DOUBLED]
    if waiting:
        doubling.after_answers(game, draft, waiting[-1])
    else:
        game.go_on(draft)
