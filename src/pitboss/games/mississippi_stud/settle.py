"""Settlement (Star 10; Crown 9.4.3 to 9.4.5, 9.7): each hand alone, from the dealer's right, Ante and Streets alike."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards import Card, best_hand
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.poker import jackpot
from pitboss.play.poker.stand import stand
from pitboss.play.poker.words import ANTE, JACKPOT, LIVE, SETTLED
from pitboss.play.wager import LOST, WON

if TYPE_CHECKING:
    from pitboss.games.mississippi_stud.game import MississippiStud

_NO_ODDS = (None, False)
_COLLECTED = (law.CARDS_COLLECTED,)
_TURNED = (law.BEST_HAND, law.COMMUNITY_CARDS)


def settle(game: "MississippiStud", draft: Draft) -> None:
    """Settle every hand that is still in, then the jackpot wagers, then end the round."""
    board = draft.hands[0].cards
    contenders = [hand for hand in reversed(draft.hands) if hand.status == LIVE and hand.area]
    for hand in contenders:
        draft.turn(hand, (), _TURNED)
        _settle_hand(game, draft, hand, board)
    if game.terms.jackpot is not None:
        jackpot.settle(game, draft)
    for hand in contenders:
        now = draft.hands[hand.id]
        if now.status == LIVE:
            draft.collect(now, SETTLED, _COLLECTED)
    if board:
        draft.collect(draft.hands[0], SETTLED, _COLLECTED)
    draft.end((law.ROUND_OF_PLAY,))


def _settle_hand(game: "MississippiStud", draft: Draft, hand: Hand, board: tuple[Card, ...]) -> None:
    why = stand(game, draft, hand)
    if why is None:
        return
    number = hand.id
    value = best_hand(hand.cards + board)
    result = game.figures.outcome(value)
    for_ante, for_street = game.grounds(value, result)
    odds, capped = game.figures.pays[value.category] if result is WON else _NO_ODDS
    for wager in draft.wagers:
        spot = wager.spot
        if wager.hand != number or spot == JACKPOT or not wager.left.pieces:
            continue
        because = for_ante if spot == ANTE else for_street
        if why:
            because += why.get(wager.id, ())
        if odds is not None:
            draft.win(wager, odds, because, capped=capped)
        elif result is LOST:
            draft.lose(wager, because)
        else:
            draft.give_back(wager, result, because)
