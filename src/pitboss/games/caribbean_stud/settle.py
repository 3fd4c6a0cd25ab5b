"""Settlement (Star 9, 10, 14.12; Crown 8.4.2 to 8.4.4, 8.6, 13.8): qualify, compare, pay, report jackpot hands."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards import PokerHand, best_hand
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.poker import jackpot
from pitboss.play.poker.stand import stand
from pitboss.play.poker.words import ANTE, BET, IN, SETTLED
from pitboss.play.wager import Result, Wager

if TYPE_CHECKING:
    from pitboss.games.caribbean_stud.game import CaribbeanStud

_FAILS_ANTE = (law.DEALER_QUALIFIES, law.ANTE_PAID_WHEN_DEALER_FAILS, law.ANTE_ODDS)
_COLLECTED: Because = (law.CARDS_COLLECTED,)
_HAS_HAND: Because = (law.DEALER_HAS_HAND,)
_HAS_NONE: Because = (law.DEALER_HAS_NONE,)
_TURNED = (law.BEST_HAND,)


def settle(game: "CaribbeanStud", draft: Draft) -> None:
    """Settle every wager that is left, from the dealer's right, then end the round."""
    contenders = [hand for hand in reversed(draft.hands) if hand.status == IN]
    for hand in contenders:
        draft.turn(hand, (), _TURNED)
    collected = _COLLECTED
    if draft.hands[0].all_up:  # where everybody folded, the Star's dealer turns nothing
        shown = best_hand(draft.hands[0].cards)
        case = _HAS_NONE if shown < game.figures.qualifier else _HAS_HAND
        collected += case
        if case is _HAS_NONE:
            _dealer_fails(game, draft, contenders)
        else:
            for hand in contenders:
                _compare(game, draft, hand, shown)
    else:
        case = ()
    if game.terms.jackpot is not None:
        jackpot.settle(game, draft, case)
    for hand in contenders:
        now = draft.hands[hand.id]
        if now.status == IN:
            draft.collect(now, SETTLED, collected)
    draft.collect(draft.hands[0], SETTLED, collected)
    draft.end((law.ROUND_OF_PLAY,))


def _wagers(game: "CaribbeanStud", draft: Draft, hand: Hand) -> tuple[Wager, Wager, Because, Because] | None:
    """The Ante and the Bet of a hand so far as they stand, and why where that is not all; none if the Ante is void."""
    why = stand(game, draft, hand)
    if why is None:
        return None
    ante, bet = draft.find(hand.area, ANTE), draft.find(hand.area, BET)
    assert ante is not None and bet is not None  # a hand that is still in has both
    return ante, bet, why.get(ante.id, ()), why.get(bet.id, ())


def _dealer_fails(game: "CaribbeanStud", draft: Draft, contenders: list[Hand]) -> None:
    """The dealer does not qualify: every Ante is paid, then every Bet goes back."""
    bets: list[tuple[Wager, Because]] = []
    for hand in contenders:
        wagers = _wagers(game, draft, hand)
        if wagers is not None:
            ante, bet, ante_why, bet_why = wagers
            draft.win(ante, game.figures.ante_odds, _FAILS_ANTE + ante_why)
            bets.append((bet, bet_why))
    for bet, why in bets:
        draft.give_back(bet, game.figures.failed_bet, game.failed_bet_because + why)


def _compare(game: "CaribbeanStud", draft: Draft, hand: Hand, dealer: PokerHand) -> None:
    """Settle Ante and Bet of one hand against a dealer who qualifies."""
    wagers = _wagers(game, draft, hand)
    if wagers is None:
        return
    ante, bet, ante_why, bet_why = wagers
    value = best_hand(hand.cards)
    result = Result.WON if value > dealer else Result.LOST if value < dealer else Result.STOOD_OFF
    for_ante, for_bet = game.grounds(result, value.category, dealer.category)
    if ante_why or bet_why:
        for_ante, for_bet = for_ante + ante_why, for_bet + bet_why
    if result is Result.WON:
        odds, capped = game.figures.bet_odds[value.category]
        draft.win(ante, game.figures.ante_odds, for_ante)
        draft.win(bet, odds, for_bet, capped=capped)
    elif result is Result.LOST:
        draft.lose(ante, for_ante)
        draft.lose(bet, for_bet)
    else:
        draft.give_back(ante, result, for_ante)
        draft.give_back(bet, result, for_bet)
