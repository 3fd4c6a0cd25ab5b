"""Settlement (Star 9, 10, 14.12; Crown 8.4.2 to 8.4.4, 8.6, 13.8): qualify, compare, pay, report jackpot hands."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards import PokerHand, best_hand
from pitboss.games.caribbean_stud.deal import DEALER, JACKPOT
from pitboss.games.caribbean_stud.decide import IN
from pitboss.games.caribbean_stud.stand import stand
from pitboss.law import Because
from pitboss.play.hand import Hand
from pitboss.play.round import Draft
from pitboss.play.wager import Result, Wager

if TYPE_CHECKING:
    from pitboss.games.caribbean_stud.game import CaribbeanStud

_FAILS_ANTE = (law.DEALER_QUALIFIES, law.ANTE_PAID_WHEN_DEALER_FAILS, law.ANTE_ODDS)
_BY_KIND = (law.HAND_ORDER,)
_BY_RANKS = (law.HAND_KICKERS, law.CARD_RANKS)
_WINS = (law.DEALER_QUALIFIES, law.HIGHER_HAND_WINS)
_LOSES = (law.DEALER_QUALIFIES, law.LOWER_HAND_LOSES)
_EQUAL = (law.DEALER_QUALIFIES, law.EQUAL_HANDS_STAND_OFF)
_COLLECTED = (law.CARDS_COLLECTED,)
_TURNED = (law.BEST_HAND,)


def settle(game: "CaribbeanStud", draft: Draft) -> None:
    """Settle every wager that is left, from the dealer's right, then end the round."""
    dealer = draft.hands[DEALER]
    contenders = [hand for hand in reversed(draft.hands) if hand.status == IN]
    values: dict[int, PokerHand] = {}
    for hand in contenders:
        values[hand.id] = best_hand(hand.cards)
        draft.turn(hand, (), _TURNED)
    if contenders:
        shown = best_hand(dealer.cards)
        if shown < game.book.qualifier:
            _dealer_fails(game, draft, contenders)
        else:
            for hand in contenders:
                _compare(game, draft, hand, values[hand.id], shown)
    if game.terms.jackpot is not None:
        _jackpots(game, draft, values)
    for hand in contenders:
        now = draft.hands[hand.id]
        if now.status == IN:
            draft.collect(now, "settled", _COLLECTED)
    draft.collect(draft.hands[DEALER], "settled", _COLLECTED)
    draft.end((law.ROUND_OF_PLAY,))


def _dealer_fails(game: "CaribbeanStud", draft: Draft, contenders: list[Hand]) -> None:
    """The dealer does not qualify: every Ante is paid, then every Bet goes back."""
    bets: list[tuple[Wager, Because]] = []
    for hand in contenders:
        ante, bet, ante_why, bet_why = stand(game, draft, hand)
        if ante is not None and bet is not None:
            draft.win(ante, game.book.ante_odds, _FAILS_ANTE + ante_why)
            bets.append((bet, bet_why))
    for bet, why in bets:
        draft.give_back(bet, game.book.failed_bet, game.failed_bet_because + why)


def _compare(game: "CaribbeanStud", draft: Draft, hand: Hand, value: PokerHand, dealer: PokerHand) -> None:
    """Settle Ante and Bet of one hand against a dealer who qualifies."""
    ante, bet, ante_why, bet_why = stand(game, draft, hand)
    if ante is None or bet is None:
        return
    told = _BY_KIND if value.category != dealer.category else _BY_RANKS
    if value > dealer:
        odds, capped = game.book.bet_odds[value.category]
        draft.win(ante, game.book.ante_odds, (*_WINS, *told, law.ANTE_ODDS, *ante_why))
        draft.win(bet, odds, (*_WINS, *told, law.BET_ODDS, *bet_why), capped=capped)
    elif value < dealer:
        draft.lose(ante, (*_LOSES, *told, *ante_why))
        draft.lose(bet, (*_LOSES, *told, *bet_why))
    else:
        draft.give_back(ante, Result.STOOD_OFF, (*_EQUAL, *told, *ante_why))
        draft.give_back(bet, Result.STOOD_OFF, (*_EQUAL, *told, *bet_why))


def _jackpots(game: "CaribbeanStud", draft: Draft, values: dict[int, PokerHand]) -> None:
    """Once all hands are checked: report the jackpot hands from the dealer's right, and take the other wagers."""
    for hand in reversed(draft.hands):
        jackpot = draft.find(hand.area, JACKPOT) if hand.id != DEALER else None
        if jackpot is None:
            continue
        value = values.get(hand.id) or best_hand(hand.cards)
        kept = game.fold_jackpot_because if hand.status != IN else ()
        if hand.status != IN:
            draft.turn(hand, (), _TURNED + kept)
        if value.category in game.jackpot_hands:
            because = (law.JACKPOT_HANDS, law.JACKPOT_WHATEVER_DEALER, law.JACKPOT_HAND_STAYS, *kept)
            draft.claim(jackpot, value.category.line, hand.cards, because)
            draft.set_hand(draft.hands[hand.id].standing(JACKPOT))
        else:
            draft.lose(jackpot, (*game.jackpot_loses_because, *kept))
            if hand.status != IN:
                draft.collect(draft.hands[hand.id], hand.status, _COLLECTED)
