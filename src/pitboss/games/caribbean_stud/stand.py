"""What stands of a hand's wagers once the cards are out (Star 6.2, 6.3, 14.12; Crown 7.2, 13.8)."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.caribbean_stud.deal import ANTE, BET
from pitboss.law import Because
from pitboss.play.hand import Hand
from pitboss.play.limits import Standing, standing
from pitboss.play.round import Draft
from pitboss.play.wager import Result, Wager

if TYPE_CHECKING:
    from pitboss.games.caribbean_stud.game import CaribbeanStud


def stand(game: "CaribbeanStud", draft: Draft, hand: Hand) -> tuple[Wager | None, Wager | None, Because, Because]:
    """Cut both wagers to what stands of them, and say why where that is not all; none if the Ante is void."""
    ante, bet = draft.find(hand.area, ANTE), draft.find(hand.area, BET)
    assert ante is not None and bet is not None  # a hand that is still in has both
    stands = standing(game, ante) if ante.unnoticed else None
    if stands is None and not bet.unnoticed:
        return ante, bet, (), ()
    if stands is not None and stands.void:
        void_wagers_of(draft, hand, stands.because)
        return None, None, (), ()
    stands = stands or Standing(ante.stake.cents)
    ante = draft.cut_to(ante, stands.valid_cents, stands.because)
    capped = stands.valid_cents < ante.stake.cents and game.bet_follows_cap
    asked = game.book.multiple * (stands.valid_cents if capped else ante.stake.cents)
    if bet.stake.cents < asked:
        return ante, bet, stands.because, (law.SHORT_BET_SETTLED,)
    if bet.stake.cents > asked:
        why: Because = (law.EXCESS_BET_RETURNED, *(game.cap_reading if capped else ()))
        return ante, draft.cut_to(bet, asked, why), stands.because, why
    return ante, bet, stands.because, ()


def void_wagers_of(draft: Draft, hand: Hand, because: Because) -> None:
    """Give back everything that rides on a hand: it has no result."""
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.left.pieces:
            draft.give_back(wager, Result.VOID, because)
