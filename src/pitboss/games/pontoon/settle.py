"""The dealer's hand and the final settlement (14, 16): what the dealer still draws for, what each wager comes to."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import interim
from pitboss.games.pontoon.boxes import stand_to_limits
from pitboss.games.pontoon.interim import doubled_because, has_doubled
from pitboss.games.pontoon.offers import close_insurance, covers, is_insurance_open
from pitboss.games.pontoon.words import (
    BASE,
    BUST,
    DEALER,
    DOUBLE,
    INSURANCE,
    MADE,
    OFFERS,
    ON_HAND,
    PONTOON,
    SETTLED,
    SPLIT,
    SURRENDERED,
    WAGER,
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
_COLLECTED: Because = (law.CARDS_COLLECTED,)
_SPARED: Because = (law.LEFT_WAGERS_SETTLED, law.EXTRA_STANDS_OFF)
_DEALER_BUSTS: Because = (law.LEFT_WAGERS_SETTLED, law.DEALER_BUSTS, law.TABLE_1)
_HIGHER: Because = (law.LEFT_WAGERS_SETTLED, law.HIGHER_TOTAL_WINS, law.TABLE_1)
_LOWER: Because = (law.LEFT_WAGERS_SETTLED, law.LOWER_TOTAL_LOSES)
_EQUAL: Because = (law.LEFT_WAGERS_SETTLED, law.EQUAL_TOTALS, law.STAND_OFF)


def dealer_turn(game: "Pontoon", draft: Draft) -> None:
    """Draw what the dealer's hand still needs; when nothing more can change, settle."""
    if is_insurance_open(draft):
        return  # it was remembered late, and is closed before the dealer draws
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
    contested = surrendered = waits = False
    for wager in draft.wagers:
        if wager.left.pieces:
            if wager.spot == INSURANCE:
                waits = True
            elif wager.button:
                surrendered = True
            elif wager.spot in ON_HAND and draft.hands[wager.hand].status not in (PONTOON, MADE):
                hand = draft.hands[wager.hand]
                if hand.sideways > 1 and game.points(hand).total == 21:
                    waits = True  # a doubled 21 that was not paid loses to a pontoon alone (P2 the other way)
                else:
                    contested = True
    if len(draft.hands[0].cards) == 1:
        return contested or surrendered or waits
    if not contested and not (surrendered and game.taken.plays_out_surrender):
        return False
    return not game.dealer_stands(draft.hands[0])


def dealt(game: "Pontoon", draft: Draft) -> None:
    """The dealer has a card: insurance is lost as soon as the second one does not make pontoon (14.2)."""
    dealer = draft.hands[0]
    if len(dealer.cards) == 2:
        close_insurance(draft)
        insured = [w for w in draft.wagers if w.spot == INSURANCE and w.left.pieces]
        for area in {w.area for w in insured}:
            stand_to_limits(game, draft, area)
        for wager in [draft.wagers[w.id] for w in insured] if not game.is_pontoon(dealer) else ():
            if wager.left.pieces:
                draft.lose(wager, (law.INSURANCE_LOSES, *_made_good(game, draft, wager)))
    dealer_turn(game, draft)


def _made_good(game: "Pontoon", draft: Draft, insurance: Wager) -> Because:
    """Why insurance is settled though it was made late (17.13), or the wager beside it is gone or surrendered (P8)."""
    late: Because = () if insurance.phase == OFFERS else (law.INSURANCE_REMEMBERED,)
    return late if covers(draft, insurance.patron, insurance.area) else (*late, *game.rules.readings("P8"))


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
            stand_to_limits(game, draft, hand.area)
    if game.is_pontoon(dealer):
        _dealer_pontoon(game, draft)
    else:
        _compare_all(game, draft)
    for hand in draft.hands:
        if hand.status not in OFF_TABLE:
            draft.collect(hand, SETTLED, _COLLECTED if hand.id else _collected(game, draft))
    draft.end((law.ROUND_OF_PLAY,))


def _collected(game: "Pontoon", draft: Draft) -> Because:
    """Why the dealer's hand goes as it is: complete, or another card would have changed nothing."""
    if game.dealer_stands(draft.hands[0]):
        return (law.DEALER_DRAWS, *_COLLECTED)
    surrendered = len(draft.hands[0].cards) > 1 and any(w.button for w in draft.wagers)
    return (*_COLLECTED, law.DEALER_STOPS, *(game.rules.readings("P7") if surrendered else ()))


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
    more = doubled_because(game, hand)
    even: Because = (law.DOUBLE_PAYS_EVEN,) if hand.sideways > 1 else ()
    if even and not has_doubled(draft, wager):  # the controlling player doubled, this player did not
        more += (law.DOUBLE_SHARED,)
    if hand.status == SURRENDERED:  # the controlling player gave up, this player did not
        more = (law.SURRENDER_SHARED, *game.rules.readings("P11"))
    if total == 21:  # a doubled hand that waited (P2 the other way)
        draft.win(wager, game.even, (law.TWENTY_ONE_PAID, law.TABLE_1, *even, *more, *game.rules.readings("P2")))
    elif dealer > 21:
        draft.win(wager, game.even, _DEALER_BUSTS + even + more)
    elif total > dealer:
        draft.win(wager, game.even, _HIGHER + even + more)
    elif total < dealer:
        draft.lose(wager, _LOWER + more)
    else:
        draft.give_back(wager, Result.STOOD_OFF, _EQUAL + more)


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
    made_good = {w.id: _made_good(game, draft, w) for w in draft.wagers if w.spot == INSURANCE}
    gone = _gone(game, draft)
    taken = {place: why for place, (why, fills) in gone.items() if fills}
    for wager in draft.wagers:
        if not wager.left.pieces:
            continue
        if wager.spot == INSURANCE:
            draft.win(wager, game.figures.insurance_odds, (*_LEFT, law.INSURANCE_WINS, *made_good[wager.id]))
            continue
        place = wager.patron, wager.area
        if wager.spot in BASE and place not in taken:
            taken[place] = ()
            draft.lose(wager, _takes(game, draft, wager) + gone.get(place, ((), False))[0])
        else:
            spared = law.DOUBLE_SPARED if wager.spot == DOUBLE else law.SPLIT_SPARED
            draft.give_back(wager, Result.STOOD_OFF, (*_SPARED, spared, law.STAND_OFF, *taken.get(place, ())))


def _takes(game: "Pontoon", draft: Draft, wager: Wager) -> Because:
    """Why a dealer's pontoon takes a wager."""
    if wager.button == SURRENDERED:
        return (law.LEFT_WAGERS_SETTLED, law.SURRENDER_LOST)
    because: Because = (law.LEFT_WAGERS_SETTLED, law.PONTOON_TAKES)
    hand = draft.hands[wager.hand]
    if hand.status == SURRENDERED:
        because += (law.SURRENDER_SHARED, *game.rules.readings("P11"))
    if hand.sideways > 1:
        because += (law.DOUBLE_SPARED, *(game.rules.readings("P2") if game.points(hand).total == 21 else ()))
    if any(w.patron == wager.patron and w.area == wager.area and w.spot == SPLIT for w in draft.wagers):
        because += (law.SPLIT_SPARED,)
    return because


def _gone(game: "Pontoon", draft: Draft) -> dict[tuple[str, int], tuple[Because, bool]]:
    """The players of whose split wagers on an area one is settled already, lost to a bust or a forfeit, or the original
    one paid; and whether that is read to be the one original wager that a dealer's pontoon may cost (P1, P35, P40)."""
    gone: dict[tuple[str, int], tuple[Because, bool]] = {}
    for done in draft.settlements:
        wager = draft.wagers[done.wager]
        if wager.spot not in BASE or wager.hand <= 0 or wager.left.pieces:
            continue
        if done.result is Result.LOST:
            is_bust = draft.hands[wager.hand].status == BUST
            reading, stays = ("P1", game.taken.bust_plus_one) if is_bust else ("P35", game.taken.forfeit_plus_one)
        elif done.result is Result.WON and wager.spot == WAGER:
            reading, stays = "P40", game.taken.paid_plus_one
        else:
            continue
        why, fills = gone.get((wager.patron, wager.area), ((), False))
        gone[wager.patron, wager.area] = (*why, *game.rules.readings(reading)), fills or not stays
    return gone
