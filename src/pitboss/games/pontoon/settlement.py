"""Interim and final settlement (10, 14, 16): a bust is taken and a total of 21 paid at once, with Table 1, the Super
Bonus and its $50; then what the dealer still draws for, and what each wager that is left comes to."""

from pitboss import law
from pitboss.cards.card import ACE, VALUES
from pitboss.games.pontoon import names
from pitboss.games.pontoon.boxes import stand_to_limits
from pitboss.games.pontoon.insurance import close_insurance, covers, lapse_insurance, take_idle_insurance
from pitboss.games.pontoon.law import is_super, line_name
from pitboss.games.pontoon.marker import MendedWager, announce_needs, place_announced
from pitboss.games.pontoon.table import PontoonTable, give_card, offered_card
from pitboss.play.acts import Announce
from pitboss.play.needs import AnnounceNeed, CardsNeed, Slot, TurnNeed
from pitboss.play.round import OFF_TABLE, OVER, Draft, Round
from pitboss.play.wager import Hand, Result, Wager

_CARD = CardsNeed(names.DEALER, (Slot(0, 0, True),))
_INTERIM = frozenset({law.PAID_AT_ONCE, law.BUST_LOSES, law.FORFEIT, law.PAIRS_SETTLED})


def is_interim(round: Round | Draft, wager: Wager) -> bool:
    """Whether what became of a wager so far was settled before the final settlement: all of it, while the round goes
    on."""
    done = [settled for settled in round.settlements if settled.wager == wager.id]
    return round.phase != OVER or any(_INTERIM.intersection(s.because) or s.result is Result.BONUS for s in done)


def take_bust(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Take every wager on a hand over 21, and its cards."""
    stand_to_limits(game, draft, hand.area)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in names.ON_HAND and wager.left.pieces:
            draft.lose(wager, (law.CARD_VALUES, law.BUST_LOSES))
    take_idle_insurance(game, draft, hand.area)
    draft.collect(draft.hands[hand.id], names.BUST, (law.BUST_LOSES,))


def settle_pontoon(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Pay a player's pontoon, or keep it for the final settlement where that is approved."""
    if game.pays_at_final:
        draft.set_hand(hand.set_status(names.PONTOON))
    else:
        _pay_pontoon(game, draft, hand, (law.PAID_AT_ONCE,))


def _pay_pontoon(game: PontoonTable, draft: Draft, hand: Hand, when: law.Because) -> None:
    """Pay the wagers on a pontoon; insurance that was made on it unseen is void (P34)."""
    stand_to_limits(game, draft, hand.area)
    line = game.lines["pontoon"]
    for wager in draft.wagers:
        if wager.hand == hand.id:
            if wager.spot == names.INSURANCE:
                why = (law.INSURANCE_NOT_WITH_PONTOON, law.VOID, *game.rules.readings("P34"))
                if wager.left.pieces:
                    draft.give_back(wager, Result.VOID, why)
                else:
                    draft.restore(wager, why)  # it was lost to the dealer's second card before the hand was shown
            elif wager.spot == names.WAGER and wager.left.pieces:
                draft.win(wager, line.odds, line.because + when)
    draft.collect(draft.hands[hand.id], names.PAID, line.because)


def settle_21(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Pay a total of 21, or keep it for the final settlement where that is approved."""
    if game.pays_at_final:
        draft.set_hand(hand.set_status(names.MADE))
    else:
        _pay_21(game, draft, hand, (law.PAID_AT_ONCE,))


def _pay_21(game: PontoonTable, draft: Draft, hand: Hand, when: law.Because) -> None:
    """Pay a total of 21 by its line of Table 1, then the Super Bonus if it is one."""
    stand_to_limits(game, draft, hand.area)
    line = game.lines["win" if hand.sideways > 1 else line_name(hand.cards)]
    because = line.because + when + _kind_grounds(game, draft, hand)
    bonus = _is_bonus(draft, hand)
    alone = bonus and law.PAID_AT_FINAL in when and game.taken.late_bonus_alone
    winners = [w for w in draft.wagers if w.hand == hand.id and w.spot in names.ON_HAND and w.left.pieces]
    for wager in winners:
        if alone and _tier(game, wager.left.cents):
            draft.give_back(wager, Result.STOOD_OFF, (law.SUPER_BONUS, *when, *game.rules.readings("P5")))
        elif hand.sideways > 1 and not _has_doubled(draft, wager):
            draft.win(wager, line.odds, (*because, law.DOUBLE_SHARED, *game.rules.readings("P13")))
        else:
            draft.win(wager, line.odds, because)
    if bonus:
        _super_bonus(game, draft, winners, when)
    draft.collect(draft.hands[hand.id], names.PAID, line.because)


def _doubling_grounds(game: PontoonTable, hand: Hand) -> law.Because:
    """The rules of what a doubled hand counts: its aces one, the drawn one as read (P3)."""
    if hand.sideways <= 1:
        return ()
    because: law.Because = ()
    if any(card >> 2 == ACE for card in hand.cards[: hand.sideways]):
        because += (law.DOUBLE_ACES_ONE,)
    return (*because, *game.rules.readings("P3")) if hand.cards[hand.sideways] >> 2 == ACE else because


def _kind_grounds(game: PontoonTable, draft: Draft, hand: Hand) -> law.Because:
    """What a hand's being doubled or split has to do with how its 21 is paid."""
    because = _doubling_grounds(game, hand)
    if hand.sideways > 1:
        because = (law.DOUBLE_PAYS_EVEN, *because)
        if VALUES[draft.hands[0].cards[0] >> 2] >= 10:  # the dealer could still make pontoon
            because += game.rules.readings("P2")
    if hand.kind == names.SPLIT_HAND:
        if is_super(hand.cards, draft.hands[0].cards[0]):
            because += (law.SPLIT_NO_SUPER_BONUS,)
        elif len(hand.cards) == 2:
            because += (law.SPLIT_NO_PONTOON,)
    return because


def _has_doubled(draft: Draft, wager: Wager) -> bool:
    """Whether the player of a wager on a doubled hand has doubled it too."""
    return any(w.hand == wager.hand and w.spot == names.DOUBLE and w.patron == wager.patron for w in draft.wagers)


# The Super Bonus.


def _is_bonus(draft: Draft, hand: Hand) -> bool:
    """Whether a hand wins the Super Bonus: not one that was split or doubled."""
    return hand.kind != names.SPLIT_HAND and hand.sideways == 0 and is_super(hand.cards, draft.hands[0].cards[0])


def _tier(game: PontoonTable, cents: int) -> int:
    """The Super Bonus of a wager by its size; nothing under the lowest tier."""
    sums = [bonus for least, bonus in game.figures.tiers if cents >= least]
    return sums[-1] if sums else 0


def _super_bonus(game: PontoonTable, draft: Draft, winners: list[Wager], when: law.Because) -> None:
    """Pay each winner by the tier of their wager, then every other player of the round (P4)."""
    late = game.rules.readings("P5") if law.PAID_AT_FINAL in when else ()
    for wager in winners:
        cents = _tier(game, wager.left.cents)
        if cents:
            draft.bonus(wager, cents, (law.SUPER_BONUS, *game.rules.readings("P4"), *late))
    on_bonus = {hand.id for hand in draft.hands[1:] if _is_bonus(draft, hand)}
    won = {w.patron for w in draft.wagers if w.hand in on_bonus and w.spot == names.WAGER}
    winning = {wager.patron for wager in winners}
    for paid in draft.settlements:  # a winner keeps nothing that was paid for an earlier Super Bonus of the round
        if paid.patron in winning and paid.result is Result.BONUS and law.SUPER_BONUS_OTHERS in paid.because:
            because = (law.SUPER_BONUS, law.SUPER_BONUS_OTHERS, *game.rules.readings("P4"))
            draft.reverse(draft.wagers[paid.wager], because, paid.pays)
    by_area = game.taken.bonus_by_area
    had = {(s.patron, s.area) for s in draft.settlements if law.SUPER_BONUS_OTHERS in s.because}
    results = (Result.WON, Result.LOST, Result.STOOD_OFF)  # one that was voided or wholly handed back has none
    played = {s.wager for s in draft.settlements if s.result in results}
    for wager in draft.wagers:
        if wager.spot != names.WAGER or wager.hand < 0 or wager.patron in won:
            continue
        if not wager.left.pieces and wager.id not in played:
            continue
        if any(patron == wager.patron and (not by_area or area == wager.area) for patron, area in had):
            continue
        had.add((wager.patron, wager.area))
        draft.bonus(wager, game.figures.others_cents, (law.SUPER_BONUS_OTHERS, *game.rules.readings("P4")))


# The dealer's hand and the final settlement.


def dealer_turn(game: PontoonTable, draft: Draft) -> None:
    """Draw what the dealer's hand still needs; when nothing more can change, settle."""
    if any(need.kind == names.INSURANCE_CLOSED for need in draft.needs):
        return  # insurance that was remembered late is closed before the dealer draws
    draft.phase = names.DEALER
    if _needs_card(game, draft):
        if draft.irregular.aside and offered_card(draft) is not None:
            if len(draft.hands[0].cards) == 1:
                lapse_insurance(draft)
            give_card(draft, draft.hands[0], (law.MISDEALT_NEXT, law.MISDEALT_TO_DEALER))
            take_dealer_card(game, draft)
            return
        draft.await_cards(_CARD)
        return
    unseen = [hand for hand in draft.hands[1:] if not hand.all_up and hand.status not in OFF_TABLE]
    if unseen:
        draft.needs = tuple(TurnNeed("turn", hand.id, hand.unknown, subject=hand.id) for hand in unseen)
        return
    settle(game, draft)


def _needs_card(game: PontoonTable, draft: Draft) -> bool:
    """Whether another card of the dealer's can change anything (14.3, 14.4; readings P7, P8)."""
    contested = surrendered = waits = False
    for wager in draft.wagers:
        if wager.left.pieces:
            if wager.spot == names.INSURANCE:
                waits = True
            elif wager.button:
                surrendered = True
            elif wager.spot in names.ON_HAND and draft.hands[wager.hand].status not in (names.PONTOON, names.MADE):
                hand = draft.hands[wager.hand]
                if hand.sideways > 1 and game.points(hand).total == 21:
                    waits = True  # a doubled 21 that was not paid loses to a pontoon alone (P2 the other way)
                else:
                    contested = True
        elif wager.face_down:  # what is written on its form is settled by the same hands
            hand = draft.hands[wager.hand]
            contested = contested or (hand.status not in OFF_TABLE and hand.status not in (names.PONTOON, names.MADE))
    if len(draft.hands[0].cards) == 1:
        return contested or surrendered or waits
    if not contested and not (surrendered and game.taken.plays_out_surrender):
        return False
    return not game.dealer_stands(draft.hands[0])


def take_dealer_card(game: PontoonTable, draft: Draft) -> None:
    """The dealer has a card: insurance is lost as soon as the second one does not make pontoon (14.2)."""
    dealer = draft.hands[0]
    if len(dealer.cards) == 2:
        close_insurance(draft)
        insured = [w for w in draft.wagers if w.spot == names.INSURANCE and w.left.pieces]
        for area in {w.area for w in insured}:
            stand_to_limits(game, draft, area)
        for wager in [draft.wagers[w.id] for w in insured] if not game.is_pontoon(dealer) else ():
            if wager.left.pieces:
                draft.lose(wager, (law.INSURANCE_LOSES, *_insurance_grounds(game, draft, wager)))
    dealer_turn(game, draft)


def _insurance_grounds(game: PontoonTable, draft: Draft, insurance: Wager) -> law.Because:
    """Why insurance is settled though it was made late (17.13), or the wager beside it is gone or surrendered (P8)."""
    late: law.Because = () if insurance.phase == names.OFFERS else (law.INSURANCE_REMEMBERED,)
    return late if covers(draft, insurance.patron, insurance.area) else (*late, *game.rules.readings("P8"))


def settle(game: PontoonTable, draft: Draft) -> None:
    """Settle every wager that is left, then end the round."""
    draft.needs = ()
    dealer = draft.hands[0]
    for hand in draft.hands[1:]:
        if hand.status == names.PONTOON or (hand.status not in OFF_TABLE and game.is_pontoon(hand)):
            when = law.PAID_AT_FINAL if hand.status == names.PONTOON else law.LEFT_WAGERS_SETTLED
            _pay_pontoon(game, draft, hand, (when,))
        elif hand.status == names.MADE:
            _pay_21(game, draft, hand, (law.PAID_AT_FINAL,))
        elif hand.status not in OFF_TABLE:
            stand_to_limits(game, draft, hand.area)
    if game.is_pontoon(dealer):
        _settle_dealer_pontoon(game, draft)
    else:
        _compare_all(game, draft)
    for hand in draft.hands:
        if hand.status not in OFF_TABLE:
            draft.collect(hand, names.SETTLED, (law.CARDS_COLLECTED,) if hand.id else _collecting_grounds(game, draft))
    _end(draft)


def _end(draft: Draft) -> None:
    """End the round; written wagers are announced first (20.8.2.6)."""
    for wager in draft.wagers:
        if wager.face_down:
            draft.needs = announce_needs(draft)
            return
    draft.end((law.ROUND_OF_PLAY,))


def settle_announced(game: PontoonTable, draft: Draft, need: AnnounceNeed, act: Announce) -> None:
    """Settle a written wager by its hand, as a plain wager (P25)."""
    wager, mended = place_announced(game, draft, need, act)
    if wager.left.pieces:
        _settle_plain(game, draft, wager, mended)
    if not any(isinstance(need, AnnounceNeed) for need in draft.needs):
        _end(draft)


def _settle_plain(game: PontoonTable, draft: Draft, wager: Wager, mended: MendedWager) -> None:
    hand = draft.hands[wager.hand]
    why: law.Because = (law.UNDISCLOSED_ANNOUNCED, *mended.because)
    plain = (*why, *game.rules.readings("P25"))
    if mended.is_lost:
        draft.lose(wager, why)
    elif hand.status == names.VOIDED:
        draft.give_back(wager, Result.VOID, (*why, law.VOID))
    elif hand.status in (names.BUST, names.FORFEITED):
        draft.lose(wager, (*plain, law.BUST_LOSES))
    elif hand.status == names.PAID:
        is_pontoon = game.is_pontoon(hand)
        name = "pontoon" if is_pontoon else "win" if hand.sideways > 1 else line_name(hand.cards)
        draft.win(wager, game.lines[name].odds, (*game.lines[name].because, *plain))
        if _is_bonus(draft, hand) and (cents := _tier(game, wager.stake.cents)):
            draft.bonus(wager, cents, (law.SUPER_BONUS, *plain))
    elif game.is_pontoon(draft.hands[0]):
        draft.lose(wager, (law.LEFT_WAGERS_SETTLED, law.PONTOON_TAKES, *plain))
    else:
        _compare(game, draft, wager, hand, game.points(draft.hands[0]).total, plain)


def _collecting_grounds(game: PontoonTable, draft: Draft) -> law.Because:
    """Why the dealer's hand goes as it is: complete, or another card would have changed nothing."""
    if game.dealer_stands(draft.hands[0]):
        return (law.DEALER_DRAWS, law.CARDS_COLLECTED)
    surrendered = len(draft.hands[0].cards) > 1 and any(w.button for w in draft.wagers)
    return (law.CARDS_COLLECTED, law.DEALER_STOPS, *(game.rules.readings("P7") if surrendered else ()))


# Against a dealer without pontoon.


def _compare_all(game: PontoonTable, draft: Draft) -> None:
    dealer = game.points(draft.hands[0]).total
    for wager in draft.wagers:
        if not wager.left.pieces or wager.spot not in names.ON_HAND:
            continue
        if wager.button == names.SURRENDERED:
            _settle_surrendered(game, draft, wager)
        else:
            _compare(game, draft, wager, draft.hands[wager.hand], dealer)


def _compare(game: PontoonTable, draft: Draft, wager: Wager, hand: Hand, dealer: int, why: law.Because = ()) -> None:
    total = game.points(hand).total
    more = _doubling_grounds(game, hand) + why
    even: law.Because = (law.DOUBLE_PAYS_EVEN,) if hand.sideways > 1 else ()
    if even and not _has_doubled(draft, wager):  # the controlling player doubled, this player did not
        more += (law.DOUBLE_SHARED,)
    if hand.status == names.SURRENDERED:  # the controlling player gave up, this player did not
        more = (law.SURRENDER_SHARED, *game.rules.readings("P11"))
    if total == 21:  # a doubled hand that waited (P2 the other way)
        draft.win(wager, game.even, (law.TWENTY_ONE_PAID, law.TABLE_1, *even, *more, *game.rules.readings("P2")))
    elif dealer > 21:
        draft.win(wager, game.even, (law.LEFT_WAGERS_SETTLED, law.DEALER_BUSTS, law.TABLE_1, *even, *more))
    elif total > dealer:
        draft.win(wager, game.even, (law.LEFT_WAGERS_SETTLED, law.HIGHER_TOTAL_WINS, law.TABLE_1, *even, *more))
    elif total < dealer:
        draft.lose(wager, (law.LEFT_WAGERS_SETTLED, law.LOWER_TOTAL_LOSES, *more))
    else:
        because = (law.LEFT_WAGERS_SETTLED, law.EQUAL_TOTALS, law.STAND_OFF, *more)
        draft.give_back(wager, Result.STOOD_OFF, because)


def _settle_surrendered(game: PontoonTable, draft: Draft, wager: Wager) -> None:
    """Take half of a surrendered wager; what goes back is rounded up to chips, like a win (P12)."""
    cents = wager.left.cents
    because: law.Because = (law.LEFT_WAGERS_SETTLED, law.SURRENDER_SETTLED)
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


def _settle_dealer_pontoon(game: PontoonTable, draft: Draft) -> None:
    """Take one original wager from each player of an area, give added wagers back, pay insurance."""
    insured = {w.id: _insurance_grounds(game, draft, w) for w in draft.wagers if w.spot == names.INSURANCE}
    gone = _find_settled_splits(game, draft)
    taken = {place: why for place, (why, fills) in gone.items() if fills}
    for wager in draft.wagers:
        if not wager.left.pieces:
            continue
        if wager.spot == names.INSURANCE:
            because = (law.LEFT_WAGERS_SETTLED, law.INSURANCE_WINS, *insured[wager.id])
            draft.win(wager, game.figures.insurance_odds, because)
            continue
        place = wager.patron, wager.area
        if wager.spot in names.BASE and place not in taken:
            taken[place] = ()
            draft.lose(wager, _taking_grounds(game, draft, wager) + gone.get(place, ((), False))[0])
        else:
            spared = law.DOUBLE_SPARED if wager.spot == names.DOUBLE else law.SPLIT_SPARED
            because = (law.LEFT_WAGERS_SETTLED, law.EXTRA_STANDS_OFF, spared, law.STAND_OFF, *taken.get(place, ()))
            draft.give_back(wager, Result.STOOD_OFF, because)


def _taking_grounds(game: PontoonTable, draft: Draft, wager: Wager) -> law.Because:
    """Why a dealer's pontoon takes a wager."""
    if wager.button == names.SURRENDERED:
        return (law.LEFT_WAGERS_SETTLED, law.SURRENDER_LOST)
    because: law.Because = (law.LEFT_WAGERS_SETTLED, law.PONTOON_TAKES)
    hand = draft.hands[wager.hand]
    if hand.status == names.SURRENDERED:
        because += (law.SURRENDER_SHARED, *game.rules.readings("P11"))
    if hand.sideways > 1:
        because += (law.DOUBLE_SPARED, *(game.rules.readings("P2") if game.points(hand).total == 21 else ()))
    if any(w.patron == wager.patron and w.area == wager.area and w.spot == names.SPLIT for w in draft.wagers):
        because += (law.SPLIT_SPARED,)
    return because


def _find_settled_splits(game: PontoonTable, draft: Draft) -> dict[tuple[str, int], tuple[law.Because, bool]]:
    """The players of whose split wagers on an area one is settled already, lost to a bust or a forfeit, or the original
    one paid; and whether that is read to be the one original wager that a dealer's pontoon may cost (P1, P35, P40)."""
    gone: dict[tuple[str, int], tuple[law.Because, bool]] = {}
    for done in draft.settlements:
        wager = draft.wagers[done.wager]
        if wager.spot not in names.BASE or wager.hand <= 0 or wager.left.pieces:
            continue
        if done.result is Result.LOST:
            is_bust = draft.hands[wager.hand].status == names.BUST
            reading, stays = ("P1", game.taken.bust_plus_one) if is_bust else ("P35", game.taken.forfeit_plus_one)
        elif done.result is Result.WON and wager.spot == names.WAGER:
            reading, stays = "P40", game.taken.paid_plus_one
        else:
            continue
        why, fills = gone.get((wager.patron, wager.area), ((), False))
        gone[wager.patron, wager.area] = (*why, *game.rules.readings(reading)), fills or not stays
    return gone
