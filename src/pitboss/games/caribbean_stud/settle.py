"""Settlement (Star 9, 10, 14.12; Crown 8.4.2 to 8.4.4, 8.6, 13.8): qualify, compare, pay, report jackpot hands."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards import PokerHand, best_hand
from pitboss.law import Because
from pitboss.money import ToOne
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


_Standing = tuple[Wager, Because] | None
"""A wager, and why it is not simply all that went down; none where nothing is left of it: it is void, or a loss limit
has cut it."""


def _wagers(game: "CaribbeanStud", draft: Draft, hand: Hand) -> tuple[_Standing, _Standing]:
    """The Ante and the Bet of a hand so far as they stand."""
    why = stand(game, draft, hand)
    if why is None:
        return None, None
    ante, bet = draft.find(hand.area, ANTE), draft.find(hand.area, BET)
    standing = [(wager, why.get(wager.id, ())) if wager is not None else None for wager in (ante, bet)]
    return standing[0], standing[1]


def _dealer_fails(game: "CaribbeanStud", draft: Draft, contenders: list[Hand]) -> None:
    """The dealer does not qualify: every Ante is paid, then every Bet goes back."""
    bets: list[tuple[Wager, Because]] = []
    for hand in contenders:
        ante, bet = _wagers(game, draft, hand)
        if ante is not None:
            draft.win(ante[0], game.figures.ante_odds, _FAILS_ANTE + ante[1])
        if bet is not None:
            bets.append(bet)
    for wager, why in bets:
        draft.give_back(wager, game.figures.failed_bet, game.failed_bet_because + why)


def _compare(game: "CaribbeanStud", draft: Draft, hand: Hand, dealer: PokerHand) -> None:
    """Settle Ante and Bet of one hand against a dealer who qualifies."""
    ante, bet = _wagers(game, draft, hand)
    value = best_hand(hand.cards)
    result = Result.WON if value > dealer else Result.LOST if value < dealer else Result.STOOD_OFF
    for_ante, for_bet = game.grounds(result, value.category, dealer.category)
    odds, capped = game.figures.bet_odds[value.category]
    if ante is not None:
        _settle(draft, ante[0], result, game.figures.ante_odds, for_ante + ante[1])
    if bet is not None:
        _settle(draft, bet[0], result, odds, for_bet + bet[1], capped=capped)


def _settle(draft: Draft, wager: Wager, result: Result, odds: ToOne, because: Because, *, capped: bool = False) -> None:
    """Pay, take or hand back a wager by how its hand compares."""
    if result is Result.WON:
        draft.win(wager, odds, because, capped=capped)
    elif result is Result.LOST:
        draft.lose(wager, because)
    else:
        draft.give_back(wager, result, because)
