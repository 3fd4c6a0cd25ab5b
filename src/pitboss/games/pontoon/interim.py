"""Interim settlement (10): pontoons and totals of 21 are paid at once, with Table 1, the Super Bonus and its $50."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards.points import ACE, VALUES
from pitboss.games.pontoon.boxes import stand_to_limits
from pitboss.games.pontoon.hands import SPLIT_HAND
from pitboss.games.pontoon.law import is_super, line_name
from pitboss.games.pontoon.words import DOUBLE, INSURANCE, MADE, ON_HAND, PAID, PONTOON, WAGER
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.wager import Result, Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_OTHERS: Because = (law.SUPER_BONUS_OTHERS,)


def pontoon(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """Pay a player's pontoon, or keep it for the final settlement where that is approved."""
    if game.pays_at_final:
        draft.set_hand(hand.standing(PONTOON))
    else:
        pay_pontoon(game, draft, hand, (law.PAID_AT_ONCE,))


def pay_pontoon(game: "Pontoon", draft: Draft, hand: Hand, when: Because) -> None:
    """Pay the wagers on a pontoon; insurance that was made on it unseen is void (P34)."""
    stand_to_limits(game, draft, hand.area)
    line = game.lines["pontoon"]
    for wager in draft.wagers:
        if wager.hand == hand.id:
            if wager.spot == INSURANCE:
                _void_insurance(game, draft, wager)
            elif wager.spot == WAGER and wager.left.pieces:
                draft.win(wager, line.odds, line.because + when)
    draft.collect(draft.hands[hand.id], PAID, line.because)


def _void_insurance(game: "Pontoon", draft: Draft, wager: Wager) -> None:
    because = (law.INSURANCE_NOT_WITH_PONTOON, law.VOID, *game.rules.readings("P34"))
    if wager.left.pieces:
        draft.give_back(wager, Result.VOID, because)
    else:
        draft.restore(wager, because)  # it was lost to the dealer's second card before the hand was shown


def made(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """Pay a total of 21, or keep it for the final settlement where that is approved."""
    if game.pays_at_final:
        draft.set_hand(hand.standing(MADE))
    else:
        pay_made(game, draft, hand, (law.PAID_AT_ONCE,))


def pay_made(game: "Pontoon", draft: Draft, hand: Hand, when: Because) -> None:
    """Pay a total of 21 by its line of Table 1, then the Super Bonus if it is one."""
    stand_to_limits(game, draft, hand.area)
    line = game.lines["win" if hand.sideways > 1 else line_name(hand.cards)]
    because = line.because + when + _kind_because(game, draft, hand)
    bonus = _is_bonus(draft, hand)
    alone = bonus and law.PAID_AT_FINAL in when and game.taken.late_bonus_alone
    winners = [w for w in draft.wagers if w.hand == hand.id and w.spot in ON_HAND and w.left.pieces]
    for wager in winners:
        if alone and _tier(game, wager.left.cents):
            draft.give_back(wager, Result.STOOD_OFF, (law.SUPER_BONUS, *when, *game.rules.readings("P5")))
        elif hand.sideways > 1 and not has_doubled(draft, wager):
            draft.win(wager, line.odds, (*because, law.DOUBLE_SHARED, *game.rules.readings("P13")))
        else:
            draft.win(wager, line.odds, because)
    if bonus:
        _super_bonus(game, draft, winners, when)
    draft.collect(draft.hands[hand.id], PAID, line.because)


def doubled_because(game: "Pontoon", hand: Hand) -> Because:
    """The rules of what a doubled hand counts: its aces one, the drawn one as read (P3)."""
    if hand.sideways <= 1:
        return ()
    because: Because = ()
    if any(card >> 2 == ACE for card in hand.cards[: hand.sideways]):
        because += (law.DOUBLE_ACES_ONE,)
    return (*because, *game.rules.readings("P3")) if hand.cards[hand.sideways] >> 2 == ACE else because


def _kind_because(game: "Pontoon", draft: Draft, hand: Hand) -> Because:
    """What a hand's being doubled or split has to do with how its 21 is paid."""
    because = doubled_because(game, hand)
    if hand.sideways > 1:
        because = (law.DOUBLE_PAYS_EVEN, *because)
        if VALUES[draft.hands[0].cards[0] >> 2] >= 10:  # the dealer could still make pontoon
            because += game.rules.readings("P2")
    if hand.kind == SPLIT_HAND:
        if is_super(hand.cards, draft.hands[0].cards[0]):
            because += (law.SPLIT_NO_SUPER_BONUS,)
        elif len(hand.cards) == 2:
            because += (law.SPLIT_NO_PONTOON,)
    return because


def has_doubled(draft: Draft, wager: Wager) -> bool:
    """Whether the player of a wager on a doubled hand has doubled it too."""
    return any(w.hand == wager.hand and w.spot == DOUBLE and w.patron == wager.patron for w in draft.wagers)


# The Super Bonus.


def _is_bonus(draft: Draft, hand: Hand) -> bool:
    """Whether a hand wins the Super Bonus: not one that was split or doubled."""
    return hand.kind != SPLIT_HAND and hand.sideways == 0 and is_super(hand.cards, draft.hands[0].cards[0])


def _tier(game: "Pontoon", cents: int) -> int:
    """The Super Bonus of a wager by its size; nothing under the lowest tier."""
    sums = [bonus for least, bonus in game.figures.tiers if cents >= least]
    return sums[-1] if sums else 0


def _is_valid(draft: Draft, wager: Wager) -> bool:
    """Whether a wager plays in the round, or has: one that was voided or wholly handed back does not."""
    played = (Result.WON, Result.LOST, Result.STOOD_OFF)
    return bool(wager.left.pieces) or any(s.wager == wager.id and s.result in played for s in draft.settlements)


def _super_bonus(game: "Pontoon", draft: Draft, winners: list[Wager], when: Because) -> None:
    """Pay each winner by the tier of their wager, then every other player of the round (P4)."""
    late = game.rules.readings("P5") if law.PAID_AT_FINAL in when else ()
    for wager in winners:
        cents = _tier(game, wager.left.cents)
        if cents:
            draft.bonus(wager, cents, (law.SUPER_BONUS, *game.rules.readings("P4"), *late))
    on_bonus = {hand.id for hand in draft.hands[1:] if _is_bonus(draft, hand)}
    won = {w.patron for w in draft.wagers if w.hand in on_bonus and w.spot == WAGER}
    _take_fifty_back(game, draft, {wager.patron for wager in winners})
    by_area = game.taken.bonus_by_area
    had = {(s.patron, s.area) for s in draft.settlements if law.SUPER_BONUS_OTHERS in s.because}
    for wager in draft.wagers:
        if wager.spot != WAGER or wager.hand < 0 or wager.patron in won or not _is_valid(draft, wager):
            continue
        if any(patron == wager.patron and (not by_area or area == wager.area) for patron, area in had):
            continue
        had.add((wager.patron, wager.area))
        draft.bonus(wager, game.figures.others_cents, (*_OTHERS, *game.rules.readings("P4")))


def _take_fifty_back(game: "Pontoon", draft: Draft, winners: set[str]) -> None:
    """Take back what a winner was paid for an earlier Super Bonus of the round: a winner gets none of it (P4)."""
    for paid in draft.settlements:
        if paid.patron in winners and paid.result is Result.BONUS and law.SUPER_BONUS_OTHERS in paid.because:
            because = (law.SUPER_BONUS, *_OTHERS, *game.rules.readings("P4"))
            draft.reverse(draft.wagers[paid.wager], because, paid.pays)
