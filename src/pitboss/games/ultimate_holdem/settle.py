"""Settlement (Crown 10.4.2 to 10.4.6, 10.6): Ante, Play and Blind against the dealer, Trips on the hand alone."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards import PokerHand, best_hand
from pitboss.games.ultimate_holdem.law import ANTES, BLINDS, PLAYS
from pitboss.law import Because
from pitboss.money import ToOne
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.poker import jackpot
from pitboss.play.poker.stand import stand
from pitboss.play.poker.words import IN, JACKPOT, SETTLED
from pitboss.play.pokerhands import HAND_KEYS
from pitboss.play.wager import LOST, STOOD_OFF, WON, Result, Wager

if TYPE_CHECKING:
    from pitboss.games.ultimate_holdem.game import UltimateHoldem

BLIND, TRIPS, PLAY = "blind", "trips", "play"
_TURNED = (law.BEST_HAND, law.COMMUNITY_CARDS)
_END = (law.ROUND_OF_PLAY,)


def settle(game: "UltimateHoldem", draft: Draft) -> None:
    """Settle every hand that made a Play wager, then the jackpot wagers, then end the round."""
    board = draft.hands[1].cards
    contenders = [hand for hand in reversed(draft.hands) if hand.status == IN]
    if contenders:
        dealer = best_hand(draft.hands[0].cards + board)
        for hand in contenders:
            draft.turn(hand, (), _TURNED)
            _settle_hand(game, draft, hand, best_hand(hand.cards + board), dealer)
    if game.terms.jackpot is not None:
        jackpot.settle(game, draft)
    for hand in draft.hands:
        if hand.cards and (hand.status == IN or not hand.area):
            draft.collect(hand, SETTLED, game.collected_because)
    draft.end(_END)


def _settle_hand(game: "UltimateHoldem", draft: Draft, hand: Hand, value: PokerHand, dealer: PokerHand) -> None:
    why = stand(game, draft, hand)
    if why is None:
        return
    result = WON if value > dealer else LOST if value < dealer else STOOD_OFF
    qualifies = dealer >= game.figures.qualifier
    shared = game.compared(result, value.category, dealer.category, qualifies=qualifies)
    number = hand.id
    for wager in draft.wagers:
        spot = wager.spot
        if wager.hand != number or spot == JACKPOT or not wager.left.pieces:
            continue
        more = why.get(wager.id, ()) if why else ()
        match spot:
            case "ante":
                _ante(game, draft, wager, result, shared, more, qualifies=qualifies)
            case "play":
                _settle(draft, wager, result, game.figures.play_odds, shared + PLAYS[result] + more)
            case "blind":
                _blind(game, draft, wager, result, value, shared + more)
            case _:
                _trips(game, draft, wager, value, more)


def _ante(
    game: "UltimateHoldem",
    draft: Draft,
    wager: Wager,
    result: Result,
    because: Because,
    more: Because,
    *,
    qualifies: bool,
) -> None:
    """Ante: pays or loses only against a dealer who qualifies, else it goes back."""
    if not qualifies:
        is_equal = result is STOOD_OFF
        equal = ANTES[result] if is_equal else ()
        grounds = (law.DEALER_QUALIFIES, law.ANTE_REFUNDED_WHEN_DEALER_FAILS, *equal, *more, law.DEALER_HAS_NONE)
        draft.give_back(wager, result if is_equal else Result.RETURNED, grounds)
        return
    grounds = (law.DEALER_QUALIFIES, *because, *ANTES[result], *more)
    _settle(draft, wager, result, game.figures.ante_odds, grounds)


def _settle(draft: Draft, wager: Wager, result: Result, odds: ToOne, because: Because) -> None:
    """Ante and Play win even money, or are taken, or stand off."""
    if result is WON:
        draft.win(wager, odds, because)
    elif result is LOST:
        draft.lose(wager, because)
    else:
        draft.give_back(wager, result, because)


def _blind(
    game: "UltimateHoldem", draft: Draft, wager: Wager, result: Result, value: PokerHand, because: Because
) -> None:
    """Blind: paid by the hand when a straight or better beats the dealer, stands off when less does."""
    if result is LOST:
        draft.lose(wager, because + BLINDS[result])
    elif result is STOOD_OFF:
        draft.give_back(wager, result, because + BLINDS[result])
    elif value.category in game.figures.blind:
        odds, capped = game.figures.blind[value.category]
        draft.win(wager, odds, because + BLINDS[result], capped=capped)
    else:
        draft.give_back(wager, STOOD_OFF, (*because, law.BLIND_SMALL_HAND))


def _trips(game: "UltimateHoldem", draft: Draft, wager: Wager, value: PokerHand, more: Because) -> None:
    """Trips: paid on three of a kind or better, whatever the dealer has."""
    odds = game.figures.trips.get(value.category)
    if odds is None:
        draft.lose(wager, (law.TRIPS_LOSES, HAND_KEYS[value.category], *more))
    else:
        draft.win(wager, odds, (law.TRIPS_WINS, HAND_KEYS[value.category], *more))
