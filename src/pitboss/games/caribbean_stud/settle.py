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
    result = Result.WON if value > dealer else Result.LOST if value < dealer else Result.STOOD_OFF
    for_ante, for_bet = game.grounds(result, value.category, dealer.category)
    if ante_why or bet_why:
        for_ante, for_bet = for_ante + ante_why, for_bet + bet_why
    if result is Result.WON:
        odds, capped = game.book.bet_odds[value.category]
        draft.win(ante, game.book.ante_odds, for_ante)
        draft.win(bet, odds, for_bet, capped=capped)
    elif result is Result.LOST:
        draft.lose(ante, for_ante)
        draft.lose(bet, for_bet)
    else:
        draft.give_back(ante, result, for_ante)
        draft.give_back(bet, result, for_bet)


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
            because = (
                law.JACKPOT_HANDS,
                *game.jackpot_because(value.category),
                law.JACKPOT_WHATEVER_DEALER,
                law.JACKPOT_HAND_STAYS,
                *kept,
            )
            draft.claim(jackpot, value.category.line, hand.cards, because)
            draft.set_hand(draft.hands[hand.id].standing(JACKPOT))
        else:
            draft.lose(jackpot, (*game.jackpot_loses_because, *kept))
            if hand.status != IN:
                draft.collect(draft.hands[hand.id], hand.status, _COLLECTED)
