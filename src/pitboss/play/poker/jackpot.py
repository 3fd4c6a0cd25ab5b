"""The jackpot wager of a poker game: its hands, what a fold does to it, and the claims that a round reports."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards import Category, best_hand
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.poker.betting import ante_of
from pitboss.play.poker.words import JACKPOT
from pitboss.play.wager import Refusal

if TYPE_CHECKING:
    from pitboss.play.poker.game import PokerGame

KEYS: Mapping[Category, Because] = {
    Category.ROYAL_FLUSH: (law.JACKPOT_ROYAL_FLUSH,),
    Category.STRAIGHT_FLUSH: (law.JACKPOT_STRAIGHT_FLUSH,),
    Category.FOUR_OF_A_KIND: (law.JACKPOT_FOUR_OF_A_KIND,),
    Category.FULL_HOUSE: (law.JACKPOT_FULL_HOUSE,),
    Category.FLUSH: (law.JACKPOT_FLUSH,),
}
_TURNED = (law.BEST_HAND,)


def check_terms(game: "PokerGame") -> Refusal | None:
    """Say why a table may not offer its jackpot on these terms."""
    jackpot, book = game.terms.jackpot, game.book
    if jackpot is None:
        return None
    if jackpot.price_cents <= 0:
        return Refusal((law.JACKPOT_PRICE,), "The sign shows what a jackpot wager costs.")
    if jackpot.linked and "B" in book.methods and jackpot.method != "B":
        return Refusal((law.METHOD_B_WHEN_LINKED,), "A jackpot shared by several games is dealt by Method B.")
    if jackpot.method not in book.methods:
        methods = " or ".join(filter(None, book.methods)) or "none: these rules know no methods"
        return Refusal((law.JACKPOT_OFFERED,), f"The dealing method of this jackpot is {methods}.")
    if not 1 <= jackpot.option <= len(book.prizes):
        return Refusal((law.JACKPOT_HANDS,), f"The payout option is 1 to {len(book.prizes)}, not {jackpot.option}.")
    return None


def settle(game: "PokerGame", draft: Draft, case: Because = ()) -> None:
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
            draft.turn(hand, (), _TURNED)
        cards = game.jackpot_cards(draft, hand)
        value = best_hand(cards)
        if value.category in game.jackpot_hands:
            won = game.rules.only((*KEYS.get(value.category, ()), game.lowest_prize))
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
