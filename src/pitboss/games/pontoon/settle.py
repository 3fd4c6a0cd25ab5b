"""The dealer's hand and the final settlement (14, 16): what the dealer still draws for, what each wager comes to."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import interim
from pitboss.games.pontoon.hands import stand_to_limits
from pitboss.games.pontoon.words import (
    BASE,
    BUST,
    DEALER,
    DOUBLE,
    FORFEITED,
    INSURANCE,
    MADE,
    ON_HAND,
    PONTOON,
    SETTLED,
    SPLIT,
    SURRENDERED,
)
from pitboss.law import Because
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.needs import CardsNeed, Slot, TurnNeed
from pitboss.play.stock import OFF_TABLE
from pitboss.play.wager import Result, Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_CARD = CardsNeed("dealer", (Slot(0, 0, True),))
_LATE: Because = (law.PAID_AT_FINAL,)
_LEFT: Because = (law.LEFT_WAGERS_SETTLED,)
_DEALER_BUSTS: Because = (law.LEFT_WAGERS_SETTLED, law.DEALER_BUSTS, law.TABLE_1)
_HIGHER: Because = (law.LEFT_WAGERS_SETTLED, law.HIGHER_TOTAL_WINS, law.TABLE_1)
_LOWER: Because = (law.LEFT_WAGERS_SETTLED, law.LOWER_TOTAL_LOSES)
_EQUAL: Because = (law.LEFT_WAGERS_SETTLED, law.EQUAL_TOTALS, law.STAND_OFF)


def dealer_turn(game: "Pontoon", draft: Draft) -> None:
    """Draw what the dealer's hand still needs; when nothing more can change, settle."""
    draft.phase = DEALER
    if _needs_card(game, draft):
        draft.await_cards(_CARD)
        return
    unseen = [hand for hand in draft.hands[1:] if not hand.all_up and hand.status not in OFF_TABLE]
    if unseen:
        draft.needs = tuple(TurnNeed(f"turn-{hand.id}", hand.id, hand.unknown) for hand in unseen)
        return
    settle(game, draft)


def _needs_card(game: "Pontoon", draft: Draft) -> bool:
    """Whether another card of the dealer's can change anything (14.3, 14.4; readings P7, P8)."""
    dealer = draft.hands[0]
    contested = surrendered = insured = False
    for wager in draft.wagers:
        if wager.left.pieces:
            if wager.spot == INSURANCE:
                insured = True
            elif wager.button:
                surrendered = True
            elif wager.spot in ON_HAND and draft.hands[wager.hand].status not in (PONTOON, MADE):
                contested = True
    if len(dealer.cards) == 1:
        return contested or surrendered or insured
    if not contested and not (surrendered and game.taken.plays_out_surrender):
        return False
    total, soft = game.points(dealer)
    return total < (game.figures.soft_stand if soft else game.figures.hard_stand)


def dealt(game: "Pontoon", draft: Draft) -> None:
    """The dealer has a card: insurance is lost as soon as the second one does not make pontoon (14.2)."""
    dealer = draft.hands[0]
    if len(dealer.cards) == 2 and not game.is_pontoon(dealer):
        for wager in draft.wagers:
            if wager.spot == INSURANCE and wager.left.pieces:
                draft.lose(wager, (law.INSURANCE_LOSES,))
    dealer_turn(game, draft)


def settle(game: "Pontoon", draft: Draft) -> None:
    """Settle every wager that is left, then end the round."""
    draft.needs = ()
    dealer = draft.hands[0]
    for hand in draft.hands[1:]:
        if hand.status == PONTOON or (hand.status not in OFF_TABLE and game.is_pontoon(hand)):
            interim.pay_pontoon(game, draft, hand, _LATE if hand.status == PONTOON else _LEFT)
        elif hand.status == MADE:
            interim.pay_made(game, draft, hand, _LATE)
        elif hand.status not in OFF_TABLE:
            stand_to_limits(game, draft, hand)
    if game.is_pontoon(dealer):
        _dealer_pontoon(game, draft)
    else:
        _compare_all(game, draft)
    for hand in draft.hands:
        if hand.status not in OFF_TABLE:
            draft.collect(draft.hands[hand.id], SETTLED, (law.CARDS_COLLECTED,))
    draft.end((law.ROUND_OF_PLAY,))


# Against a dealer without pontoon.


def _compare_all(game: "Pontoon", draft: Draft) -> None:
    dealer = game.points(draft.hands[0]).total
    for wager in draft.wagers:
        if not wager.left.pieces or wager.spot not in ON_HAND:
            continue
        if wager.button == SURRENDERED:
            _surrendered(game, draft, wager)
        else:
            _compare(game, draft, wager, draft.hands[wager.hand], dealer)


def _compare(game: "Pontoon", draft: Draft, wager: Wager, hand: Hand, dealer: int) -> None:
    total = game.points(hand).total
    doubled: Because = (law.DOUBLE_PAYS_EVEN,) if hand.sideways > 1 else ()
    if total == 21:  # a doubled 21 that waited (reading P2 taken the other way)
        draft.win(wager, game.even, (law.TWENTY_ONE_PAID, law.TABLE_1, *doubled, *game.rules.readings("P2")))
    elif dealer > 21:
        draft.win(wager, game.even, _DEALER_BUSTS + doubled)
    elif total > dealer:
        draft.win(wager, game.even, _HIGHER + doubled)
    elif total < dealer:
        draft.lose(wager, _LOWER)
    else:
        draft.give_back(wager, Result.STOOD_OFF, _EQUAL)


def _surrendered(game: "Pontoon", draft: Draft, wager: Wager) -> None:
    """Take half of a surrendered wager; what goes back is rounded up to chips, like a win (P12)."""
    cents = wager.left.cents
    because: Because = (law.LEFT_WAGERS_SETTLED, law.SURRENDER_SETTLED)
    if cents % 2 or not game.terms.chips.pays_exactly(cents // 2):
        because = (*because, law.PAID_UP_TO_CHIPS, *game.rules.readings("P12"))
        half = (cents + 1) // 2
        back = cents - game.cashier.pay(half) if game.taken.half_rounds_down else game.cashier.pay(half)
    else:
        back = cents // 2
    left = draft.take_part(wager, cents - back, because) if back < cents else wager
    if left.left.pieces:
        draft.give_back(left, Result.STOOD_OFF, (*because, law.STAND_OFF))


# Against a dealer's pontoon.


def _dealer_pontoon(game: "Pontoon", draft: Draft) -> None:
    """Take one original wager from each player of an area, give added wagers back, pay insurance."""
    taken = _already_taken(game, draft)
    for wager in draft.wagers:
        if not wager.left.pieces:
            continue
        if wager.spot == INSURANCE:
            draft.win(wager, game.figures.insurance_odds, (law.LEFT_WAGERS_SETTLED, law.INSURANCE_WINS))
            continue
        place = wager.patron, wager.area
        hand = draft.hands[wager.hand]
        if wager.spot in BASE and place not in taken:
            taken[place] = ()
            draft.lose(wager, _takes(game, draft, wager, hand))
        else:
            spared = law.DOUBLE_SPARED if wager.spot == DOUBLE else law.SPLIT_SPARED
            because = (*_LEFT, law.EXTRA_STANDS_OFF, spared, law.STAND_OFF, *taken.get(place, ()))
            draft.give_back(wager, Result.STOOD_OFF, because)


def _takes(game: "Pontoon", draft: Draft, wager: Wager, hand: Hand) -> Because:
    """Why a dealer's pontoon takes a wager."""
    because: Because = (law.LEFT_WAGERS_SETTLED, law.PONTOON_TAKES)
    if wager.button == SURRENDERED:
        return (law.LEFT_WAGERS_SETTLED, law.SURRENDER_LOST)
    if hand.sideways > 1:
        because += (law.DOUBLE_SPARED,)
    if wager.spot == SPLIT or any(w.area == wager.area and w.spot == SPLIT for w in draft.wagers):
        because += (law.SPLIT_SPARED,)
        gone = {h.status for h in draft.hands if h.area == wager.area}
        because += game.rules.readings(*(["P1"] if BUST in gone else []), *(["P35"] if FORFEITED in gone else []))
    return because


def _already_taken(game: "Pontoon", draft: Draft) -> dict[tuple[str, int], Because]:
    """Whose original wager is gone already, where a reading lets a bust or a forfeit count for it (P1, P35)."""
    taken: dict[tuple[str, int], Because] = {}
    for wager in draft.wagers:
        if wager.spot not in BASE or wager.left.pieces or wager.hand < 0:
            continue
        status = draft.hands[wager.hand].status
        lost = any(s.wager == wager.id and s.result is Result.LOST for s in draft.settlements)
        if lost and status == BUST and not game.taken.bust_plus_one:
            taken[wager.patron, wager.area] = game.rules.readings("P1")
        elif lost and status != BUST and not game.taken.forfeit_plus_one:
            taken[wager.patron, wager.area] = game.rules.readings("P35")
    return taken
