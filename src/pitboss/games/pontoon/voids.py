"""Wagers are void, one or all of a player's (19.8), and the round goes on without them; or a loss limit has cut what a
player has in it (17.22)."""

from pitboss import law
from pitboss.games.pontoon.boxes import options_anew
from pitboss.games.pontoon.play import begin_play
from pitboss.games.pontoon.table import (
    BASE,
    DEAL,
    DEALER,
    DOUBLE,
    DOUBLED,
    INSURANCE,
    OFFERS,
    ON_HAND,
    PAIRS,
    PLAY,
    VOIDED,
    WAGERS,
    PontoonTable,
)
from pitboss.law import Because
from pitboss.play.box import with_box
from pitboss.play.needs import CardsNeed, DecisionNeed, Need, TurnNeed
from pitboss.play.round import OVER, Draft, Round
from pitboss.play.stock import OFF_TABLE
from pitboss.play.wager import Result, Wager

_INTERIM = frozenset({law.PAID_AT_ONCE, law.BUST_LOSES, law.FORFEIT, law.PAIRS_SETTLED})


def voids_with(game: PontoonTable, round: Round | Draft, wager: Wager) -> frozenset[int]:
    """A wager that a hand is played for takes along what its player has added to it (P42): a double, insurance."""
    added = (DOUBLE, INSURANCE) if wager.spot in BASE and wager.hand >= 0 else ()
    mine = [w for w in round.wagers if w.spot in added and (w.hand, w.patron) == (wager.hand, wager.patron)]
    return frozenset((wager.id, *(w.id for w in mine)))


def void_undoes(game: PontoonTable, round: Round | Draft, wager: Wager) -> tuple[Because | None, Because | None]:
    """Why what was paid on a void wager goes back, and why what was taken of it does. Interim payments may be read to
    stand (P41), and then what was collected with them may go back or not (P16)."""
    rules = game.rules
    if rules.reading("voidReversesInterim") or not _is_interim(round, wager):
        return rules.readings("P41"), rules.readings("P41")
    return None, rules.readings("P16") if rules.reading("voidReturnsBusts") else None


def _is_interim(round: Round | Draft, wager: Wager) -> bool:
    """Whether a wager was settled before the final settlement, as every one is while the round goes on."""
    done = [settled for settled in round.settlements if settled.wager == wager.id]
    return round.phase != OVER or any(_INTERIM.intersection(s.because) or s.result is Result.BONUS for s in done)


def go_on_without(game: PontoonTable, draft: Draft, gone: frozenset[int], because: Because) -> None:
    """Go on after wagers were voided: their players are asked nothing more about the hands that they were on."""
    for patron in {draft.wagers[wager].patron for wager in gone}:
        theirs = [wager for wager in draft.wagers if wager.patron == patron]
        is_out = not any(wager.left.pieces for wager in theirs)
        hands = {w.hand for w in theirs if w.id in gone and w.spot in ON_HAND}
        asked = [n for n in _asked(draft, patron) if is_out or n.hand in hands]
        draft.needs = tuple(need for need in draft.needs if need not in asked)
    if draft.phase == WAGERS:
        game.await_deal(draft)
        return
    _leave(draft, gone)
    _drop_hands(game, draft, because)


def ask_anew(game: PontoonTable, draft: Draft, patron: str) -> None:
    """Go on after a loss limit has cut a patron's wagers: what they are asked is asked anew of what is left (P33)."""
    asked = _asked(draft, patron)
    draft.needs = tuple(need for need in draft.needs if need not in asked)
    for need in asked:
        if need.kind != PLAY and draft.wagers[need.subject].left.pieces:
            options = options_anew(game, draft, need)
            draft.needs = (*((need._replace(options=options),) if options else ()), *draft.needs)
    _drop_hands(game, draft, game.rules.only((law.LOSS_LIMIT_PASSED,)))


def _asked(draft: Draft, patron: str) -> list[DecisionNeed]:
    """What a player is asked now."""
    return [need for need in draft.needs if isinstance(need, DecisionNeed) and need.patron == patron]


def _drop_hands(game: PontoonTable, draft: Draft, because: Because) -> None:
    """Go on without the hands that have no wager any more."""
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
            begin_play(game, draft)
    elif draft.phase == PLAY:
        _play_on(game, draft)
    elif draft.phase == DEALER and not any(isinstance(need, TurnNeed) for need in draft.needs):
        draft.close(DEALER)
        game.dealer_turn(draft)


def _leave(draft: Draft, gone: frozenset[int]) -> None:
    """Take wagers off their hands; a player with none left on a box calls nothing there and takes up no room."""
    for wager in gone:
        draft.set_wager(draft.wagers[wager].on_hand(-1))
    out = {draft.wagers[wager].patron for wager in gone}
    for box in draft.boxes:
        here = {w.patron for w in draft.wagers if w.area == box.area and w.spot in ON_HAND and w.left.pieces}
        line = tuple(name for name in box.line if name not in out or name in here)
        if line != box.line:
            draft.boxes = with_box(draft.boxes, box._replace(line=line))


def _empty_hands(draft: Draft) -> list[int]:
    """The hands on the table without a wager on them; a pair wager keeps its hand until it is settled."""
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


def _deal_on(game: PontoonTable, draft: Draft) -> None:
    """Go on with the initial deal, which may have come to its end with the cards that are not wanted any more."""
    if not any(need.kind == DEAL for need in draft.needs):
        unshuffled, draft.needs = draft.needs, ()
        game.end_deal(draft)
        draft.needs = (*unshuffled, *draft.needs)


def _play_on(game: PontoonTable, draft: Draft) -> None:
    """Go on with the hand that was being played, or with the next."""
    if any(isinstance(n, CardsNeed) or (isinstance(n, DecisionNeed) and not n.optional) for n in draft.needs):
        return
    waiting = [hand for hand in draft.hands[1:] if hand.status == DOUBLED]
    if waiting:
        game.after_forfeits(draft, waiting[-1])
    else:
        game.go_on(draft)
