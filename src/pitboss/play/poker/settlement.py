"""What the settlement of all poker games has in common: what stands of a hand's wagers once the cards are out (limits
found late, follow-on wagers off their range), and the jackpot hands that a round reports."""

from collections.abc import Mapping

from pitboss import law
from pitboss.cards import Category, best_hand
from pitboss.law import Because
from pitboss.play.hand import Hand
from pitboss.play.limits import Standing
from pitboss.play.poker.table import ANTE, JACKPOT, PokerTable, ante_of
from pitboss.play.round import Draft
from pitboss.play.wager import Result, Wager

_JACKPOT_KEYS: Mapping[Category, Because] = {
    Category.ROYAL_FLUSH: (law.JACKPOT_ROYAL_FLUSH,),
    Category.STRAIGHT_FLUSH: (law.JACKPOT_STRAIGHT_FLUSH,),
    Category.FOUR_OF_A_KIND: (law.JACKPOT_FOUR_OF_A_KIND,),
    Category.FULL_HOUSE: (law.JACKPOT_FULL_HOUSE,),
    Category.FLUSH: (law.JACKPOT_FLUSH,),
}

Why = dict[int, Because]
"""For a wager, why not simply all of it stands."""

_ALL: Why = {}
_ANY_SPOT: Mapping[str, Because] = {}


def stand(game: PokerTable, draft: Draft, hand: Hand) -> Why | None:
    """Cut the wagers on a hand to what stands of them; nothing is left to settle (None) if the Ante is void."""
    number = hand.id
    for wager in draft.wagers:
        if wager.unnoticed and wager.hand == number and wager.left.pieces:
            break
    else:
        return _ALL
    ante = draft.find(hand.area, ANTE)
    if ante is None:  # a loss limit cut it to nothing: the rest is settled as it lies
        return _ALL
    stands = game.ante_standing(draft, ante)
    if stands.void:
        void_wagers_of(draft, hand, stands.because)
        return None
    why: Why = {ante.id: stands.because}
    draft.cut_to(ante, stands.valid_cents, stands.because)
    for wager in draft.wagers:
        if wager.hand == number and wager.left.pieces and wager.spot not in (ANTE, JACKPOT):
            why[wager.id] = _cut(game, draft, wager, ante.stake.cents, stands)
    return why


def _cut(game: PokerTable, draft: Draft, wager: Wager, ante_cents: int, stands: Standing) -> Because:
    if game.spots[wager.spot].opening:
        late = game.side_standing(draft, wager)
        if late.void:
            draft.give_back(wager, Result.VOID, late.because)
            return ()
        draft.cut_to(wager, late.valid_cents, late.because)
        return late.because
    capped = stands.valid_cents < ante_cents and game.follows_cap
    base = stands.valid_cents if capped else ante_cents
    cents = wager.stake.cents
    valid = game.valid_cents(wager.phase, base, cents, ante_cents)
    case = game.stage_of[wager.phase].case
    if valid < cents:
        over = capped and law.MAXIMUM_SETTLED in stands.because
        why: Because = (*game.excess_because, *(game.cap_reading if over else ()), *case)
        draft.cut_to(wager, valid, why)
        return why
    least, _ = game.bet_range(wager.phase, base)
    return game.short_because + case if cents < least else ()


def void_wagers_of(draft: Draft, hand: Hand, because: Because) -> None:
    """Give back everything that rides on a hand: it has no result."""
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.left.pieces:
            draft.give_back(wager, Result.VOID, because)


def lose_all(
    game: PokerTable, draft: Draft, hand: Hand, because: Because, by_spot: Mapping[str, Because] = _ANY_SPOT
) -> None:
    """Take every wager on a hand so far as it stands, but the jackpot's, which has a life of its own.

    `by_spot` are the grounds that only a wager on that spot has.
    """
    why = stand(game, draft, hand)
    if why is None:
        return
    number = hand.id
    for wager in draft.wagers:
        if wager.hand == number and wager.spot != JACKPOT and wager.left.pieces:
            more = by_spot.get(wager.spot, ()) + why.get(wager.id, ()) if by_spot or why else ()
            draft.lose(wager, tuple(dict.fromkeys((*because, *more))) if more else because)


# Jackpot wagers.


def settle_jackpots(game: PokerTable, draft: Draft, case: Because = ()) -> None:
    """Once all hands are checked: report the jackpot hands from the dealer's right, and take the other wagers.

    `case` says whether the dealer's hand qualifies, where the clauses on the jackpot ask.
    """
    for hand in reversed(draft.hands):
        jackpot = draft.find(hand.area, JACKPOT) if hand.area else None
        if jackpot is None:
            continue
        left = hand.status != game.contender
        kept = (*game.left_jackpot_because(hand.status), *_left_at(draft, hand)) if left else ()
        if jackpot.patron != draft.wagers[ante_of(draft, hand)].patron:
            kept += (law.JACKPOT_ON_ANOTHER, *game.rules.readings("M11"))
        kept += case
        if left:
            draft.turn(hand, (), (law.BEST_HAND,))
        cards = game.jackpot_cards(draft, hand)
        value = best_hand(cards)
        if value.category in game.jackpot_hands:
            won = game.rules.only((*_JACKPOT_KEYS.get(value.category, ()), game.lowest_prize))
            wins = (law.JACKPOT_HANDS, *won, *game.method_because, *game.jackpot_stays)
            draft.claim(jackpot, value.category.line, cards, wins + kept)
            draft.set_hand(draft.hands[hand.id].standing(JACKPOT))
        else:
            draft.lose(jackpot, (*game.jackpot_loses_because, *kept))
            if left:
                draft.collect(draft.hands[hand.id], hand.status, game.collected_because + case)


def _left_at(draft: Draft, hand: Hand) -> Because:
    """The stage at which a hand left the round: the grounds on which its Ante was taken tell it."""
    ante = ante_of(draft, hand)
    grounds = [ground for done in draft.settlements if done.wager == ante for ground in done.because]
    return tuple(ground for ground in grounds if law.CASES.get(law.Key(ground)) == "stage")
