"""Interim settlement (10): pontoons and totals of 21 are paid at once, with Table 1, the Super Bonus and its $50."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon.hands import SPLIT_HAND, stand_to_limits
from pitboss.games.pontoon.law import is_super, line_name
from pitboss.games.pontoon.words import BASE, DOUBLE, INSURANCE, MADE, ON_HAND, PAID, PONTOON, WAGER
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
    stand_to_limits(game, draft, hand)
    line = game.lines["pontoon"]
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.left.pieces:
            if wager.spot == WAGER:
                draft.win(wager, line.odds, line.because + when)
            elif wager.spot == INSURANCE:
                because = (law.INSURANCE_NOT_WITH_PONTOON, law.VOID, *game.rules.readings("P34"))
                draft.give_back(wager, Result.VOID, because)
    draft.collect(draft.hands[hand.id], PAID, line.because)


def made(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """Pay a total of 21, or keep it for the final settlement where that is approved."""
    if game.pays_at_final:
        draft.set_hand(hand.standing(MADE))
    else:
        pay_made(game, draft, hand, (law.PAID_AT_ONCE,))


def pay_made(game: "Pontoon", draft: Draft, hand: Hand, when: Because) -> None:
    """Pay a total of 21 by its line of Table 1, then the Super Bonus if it is one."""
    stand_to_limits(game, draft, hand)
    is_doubled = hand.sideways > 1
    line = game.lines["win" if is_doubled else line_name(hand.cards)]
    bonus = not is_doubled and is_super(hand.cards, draft.hands[0].cards[0])
    because = line.because + when
    if is_doubled:
        because += (law.DOUBLE_PAYS_EVEN, *_undoubled(draft, hand))
    if bonus and hand.kind == SPLIT_HAND:
        because, bonus = (*because, law.SPLIT_NO_SUPER_BONUS), False
    elif hand.kind == SPLIT_HAND and len(hand.cards) == 2:
        because += (law.SPLIT_NO_PONTOON,)
    table_2_alone = bonus and law.PAID_AT_FINAL in when and game.taken.late_bonus_alone
    winners = [w for w in draft.wagers if w.hand == hand.id and w.spot in ON_HAND and w.left.pieces]
    for wager in winners:
        if table_2_alone:
            draft.give_back(wager, Result.STOOD_OFF, (law.SUPER_BONUS, *when, *game.rules.readings("P5")))
        else:
            draft.win(wager, line.odds, because)
    if bonus:
        _super_bonus(game, draft, winners, when)
    draft.collect(draft.hands[hand.id], PAID, line.because)


def _undoubled(draft: Draft, hand: Hand) -> Because:
    """The rule for players on a doubled hand who did not double themselves, where there are some."""
    doublers = {w.patron for w in draft.wagers if w.hand == hand.id and w.spot == DOUBLE}
    others = [w for w in draft.wagers if w.hand == hand.id and w.spot in BASE and w.patron not in doublers]
    return (law.DOUBLE_SHARED,) if others else ()


def _super_bonus(game: "Pontoon", draft: Draft, winners: list[Wager], when: Because) -> None:
    """Pay each winner by the tier of their wager, then every other player of the round (P4)."""
    tiers = game.figures.tiers
    late = game.rules.readings("P5") if law.PAID_AT_FINAL in when else ()
    for wager in winners:
        cents = sum(s.stake.cents for s in draft.settlements if s.wager == wager.id and s.result is not Result.RETURNED)
        sums = [bonus for least, bonus in tiers if cents >= least]
        if sums:
            draft.bonus(wager, sums[-1], (law.SUPER_BONUS, *game.rules.readings("P4"), *late))
    won = {wager.patron for wager in winners}
    had = {
        (s.patron, s.area)
        for s in draft.settlements
        if s.result is Result.BONUS and law.SUPER_BONUS_OTHERS in s.because
    }
    for wager in draft.wagers:
        if wager.spot != WAGER or not wager.stake.pieces or wager.hand < 0 or wager.patron in won:
            continue
        place = (wager.patron, wager.area if game.taken.bonus_by_area else 0)
        if place in had or (not game.taken.bonus_by_area and any(patron == wager.patron for patron, _ in had)):
            continue
        had.add(place)
        draft.bonus(wager, game.figures.others_cents, (*_OTHERS, *game.rules.readings("P4")))
