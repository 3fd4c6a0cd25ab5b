"""The subsequent deal (11, 17.2 to 17.4, 17.10): hand by hand from the left a player stands, draws, doubles or splits.

Doubling (12) is for up to the wager on any total under 21, with one more card and each doubler's choice to forfeit;
splitting (13) makes two hands of cards of one value, three where permitted, and aces get one card each.
"""

from pitboss import law
from pitboss.cards.card import ACE, VALUES
from pitboss.games.pontoon import names
from pitboss.games.pontoon.boxes import stand_to_limits
from pitboss.games.pontoon.insurance import take_idle_insurance
from pitboss.games.pontoon.settlement import settle_21, take_bust
from pitboss.games.pontoon.table import Choices, PontoonTable, caller, card_need, give_card, offered_card
from pitboss.money import Stake
from pitboss.play import Decided, DecisionNeed, Draft, Hand, Option, Result, Wager, box_of
from pitboss.play.wager import replace_box
from pitboss.value import replace

_DOUBLE_SHARED: law.Because = (law.DOUBLE_SHARED, law.DOUBLE)
_SPLIT_SHARED: law.Because = (law.SPLIT_SHARED,)

# Doubling.


def double(game: PontoonTable, draft: Draft, hand: Hand, patron: str, stake: Stake, because: law.Because) -> None:
    """The controlling player doubles: the others on the hand say whether they do too, then the card comes."""
    draft.set_hand(hand.set_status(names.DOUBLING))
    _place_double(draft, hand, patron, stake, because)
    mine = caller(draft, hand.id, hand.area)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in names.BASE and wager.left.pieces and wager is not mine:
            options = (
                Option(names.DOUBLES, _DOUBLE_SHARED, game.smallest_chip, wager.left.cents),
                Option(names.PASS, _DOUBLE_SHARED),
            )
            draft.open(DecisionNeed(names.DOUBLES, wager.patron, hand.area, hand.id, options, subject=wager.id))
    _await_doublers(game, draft, hand)


def _place_double(draft: Draft, hand: Hand, patron: str, stake: Stake, because: law.Because) -> None:
    wager = Wager(len(draft.wagers), patron, hand.area, names.DOUBLE, stake, stake, hand.id, phase=draft.phase)
    draft.place(wager, because)
    draft.events.append(Decided(patron, hand.area, names.DOUBLES, because))


def follow_double(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake) -> None:
    """Another player on a doubled hand doubles too, or does not."""
    hand = draft.hands[need.hand]
    if option == names.DOUBLES:
        _place_double(draft, hand, need.patron, stake, _DOUBLE_SHARED)
    else:
        draft.events.append(Decided(need.patron, need.area, names.PASS, _DOUBLE_SHARED))
    _await_doublers(game, draft, hand)


def _await_doublers(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Ask for the card once every player on the hand has decided."""
    if any(need.kind == names.DOUBLES for need in draft.needs):
        return
    if not (draft.irregular.aside and offer_card(game, draft, hand)):
        draft.await_cards(card_need(hand))


def take_doubled_card(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """The double's card is out: bust, 21, or up to each doubler to forfeit."""
    hand = draft.set_hand(replace(hand, status=names.DOUBLED, sideways=len(hand.cards) - 1))
    total = game.points(hand).total
    if total > 21:
        take_bust(game, draft, hand)
    elif total == 21 and game.taken.doubled_21_wins:
        settle_21(game, draft, hand)
    else:
        mine = caller(draft, hand.id, hand.area)
        for wager in draft.wagers:
            if wager.hand == hand.id and wager.spot == names.DOUBLE and wager.left.pieces:
                is_mine = mine is not None and wager.patron == mine.patron
                because: law.Because = (law.FORFEIT,) if is_mine else (law.FORFEIT_EACH, law.FORFEIT)
                options = (Option(names.KEEP, because), Option(names.FORFEIT, because))
                draft.open(DecisionNeed(names.FORFEIT, wager.patron, hand.area, hand.id, options, subject=wager.id))
        follow_forfeits(game, draft, hand)
        return
    game.go_on(draft)


def answer_forfeit(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str) -> None:
    """A doubler keeps the hand, or takes the doubled part back and gives the wager up (12.6)."""
    because = need.options[0].because
    draft.events.append(Decided(need.patron, need.area, option, because))
    if option == names.FORFEIT:
        stand_to_limits(game, draft, need.area)
        draft.give_back(draft.wagers[need.subject], Result.RETURNED, because)
        for wager in draft.wagers:
            if (
                wager.hand == need.hand
                and wager.spot in names.BASE
                and wager.patron == need.patron
                and wager.left.pieces
            ):
                draft.lose(wager, because)
        take_idle_insurance(game, draft, need.area)
    follow_forfeits(game, draft, draft.hands[need.hand])


def follow_forfeits(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Go on once every doubler has decided; a hand that all have given up is collected."""
    if any(need.kind == names.FORFEIT for need in draft.needs):
        return
    if not any(w.hand == hand.id and w.spot in names.ON_HAND and w.left.pieces for w in draft.wagers):
        draft.collect(hand, names.FORFEITED, (law.FORFEIT,))
    game.go_on(draft)


# Splitting.


def may_split(game: PontoonTable, draft: Draft, hand: Hand) -> bool:
    """Whether a hand may be split: two cards of one value, and room for another hand on the area."""
    return _is_pair(hand) and (
        hand.kind != names.SPLIT_HAND or sum([h.area == hand.area for h in draft.hands]) < game.figures.hands
    )


def _is_pair(hand: Hand) -> bool:
    """Whether a hand is two cards of one value."""
    return len(hand.cards) == 2 and VALUES[hand.cards[0] >> 2] == VALUES[hand.cards[1] >> 2]


def turn_grounds(game: PontoonTable, hand: Hand, splits: bool) -> law.Because:
    """Why a split hand may do what it may: it is played like another, but not split again, and an ace is filled."""
    because: law.Because = (law.IN_TURN, law.SPLIT_PLAYED)
    if hand.sideways == 1:
        because += (law.SPLIT_ACES_ONE_CARD, *game.rules.readings("P15"))
    if not splits and _is_pair(hand):
        because += (law.THREE_HANDS if game.rules.applies(law.SPLIT_AGAIN) else law.SPLIT_ONCE,)
    return because


def split_grounds(hand: Hand) -> law.Because:
    """The rules under which a hand is split, for the first time or again."""
    because: law.Because = (law.SPLIT_AGAIN,) if hand.kind == names.SPLIT_HAND else (law.SPLIT, law.SPLIT_IN_TURN)
    return (*because, law.SPLIT_ACES_ONE_CARD) if hand.cards[0] >> 2 == ACE else because


def split(game: PontoonTable, draft: Draft, hand: Hand, patron: str, stake: Stake, because: law.Because) -> None:
    """Part the cards into two hands; the others on the hand follow with an equal wager, or stay on the first."""
    first, second = hand.cards
    draft.set_hand(replace(hand, cards=(first,), up=1, kind=names.SPLIT_HAND, sideways=0))
    new = _make_room(draft, hand)
    draft.set_hand(replace(draft.hands[new], cards=(second,), up=1))
    draft.events.append(Decided(patron, hand.area, names.SPLITS, because))
    _place_split(draft, hand.area, new, patron, stake, because)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in names.BASE and wager.left.pieces and wager.patron != patron:
            cents = wager.left.cents
            options = (Option(names.SPLITS, _SPLIT_SHARED, cents, cents), Option(names.STAY, _SPLIT_SHARED))
            draft.open(DecisionNeed(names.SPLITS, wager.patron, hand.area, new, options, subject=wager.id))
    _await_splitters(game, draft)


def _make_room(draft: Draft, hand: Hand) -> int:
    """The number of the hand that is split off: hands of an area are played in the order of their numbers, so one that
    still waits for its second card moves on, with its wagers, and the hand before it is finished first (13.2)."""
    waiting = [
        h
        for h in draft.hands
        if h.area == hand.area and h.status == names.LIVE and len(h.cards) == 1 and h.id != hand.id
    ]
    last = draft.new_hand(hand.area, names.SPLIT_HAND).id
    for each in waiting:
        draft.set_hand(replace(each, id=last))
        for wager in draft.wagers:
            if wager.hand == each.id:
                draft.set_wager(wager.ride_on(last))
        last = each.id
    return last


def _place_split(draft: Draft, area: int, hand: int, patron: str, stake: Stake, because: law.Because) -> None:
    draft.place(Wager(len(draft.wagers), patron, area, names.SPLIT, stake, stake, hand, phase=draft.phase), because)


def follow_split(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake) -> None:
    """Another player on a split hand wagers on the new one too, or stays on the first (13.10)."""
    draft.events.append(Decided(need.patron, need.area, option, _SPLIT_SHARED))
    if option == names.SPLITS:
        _place_split(draft, need.area, need.hand, need.patron, stake, _SPLIT_SHARED)
    _await_splitters(game, draft)


def _await_splitters(game: PontoonTable, draft: Draft) -> None:
    """Fill the first hand once every player on it has decided."""
    if not any(need.kind == names.SPLITS for need in draft.needs):
        game.go_on(draft)


# The turn of a hand.

_TURN: law.Because = (law.IN_TURN,)
AWAY = "away"
"""The words for a player who does not control an area."""


def begin_play(game: PontoonTable, draft: Draft) -> None:
    """Begin with the first hand from the left."""
    draft.phase = names.PLAY
    go_on(game, draft)


def go_on(game: PontoonTable, draft: Draft) -> None:
    """Turn to the next hand that is to be played; after the last one it is the dealer's turn."""
    hands = draft.hands[1:]
    if len(hands) > 1 and game.from_marker:  # in the order in which they were dealt
        dealt = {hand.area: -hand.id for hand in reversed(hands)}  # the first hand of an area was dealt to
        hands = tuple(sorted(hands, key=lambda hand: (-dealt[hand.area], hand.id)))
    elif len(hands) > 1:
        hands = tuple(sorted(hands, key=_turns_from_left))
    for hand in hands:
        if draft.irregular.aside and hand.status in (names.LIVE, names.DOUBLING) and offer_card(game, draft, hand):
            return
        if hand.status == names.LIVE:
            if len(hand.cards) == 1:
                draft.await_cards(card_need(hand))
            else:
                _ask(game, draft, hand)
            return
        if hand.status == names.DOUBLING:
            draft.await_cards(card_need(hand))
            return
    game.dealer_turn(draft)


def _turns_from_left(hand: Hand) -> tuple[int, int]:
    return hand.area, hand.id


def _ask(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Ask the player who calls the decisions of a hand; with no player there it stands."""
    wager = caller(draft, hand.id, hand.area)
    if wager is None:
        away = box_of(draft.boxes, hand.area).away[-1:]
        because = _lapse_grounds(game, draft, hand.area)
        draft.events.append(Decided("".join(away), hand.area, names.STAND, because, AWAY, hand.id))
        draft.set_hand(hand.set_status(names.STOOD))
        go_on(game, draft)
        return
    splits = hand.all_up and may_split(game, draft, hand)
    turn = _TURN if hand.kind != names.SPLIT_HAND else turn_grounds(game, hand, splits)
    has_ace = any(card >> 2 == ACE for card in hand.cards)
    split = split_grounds(hand) if splits else ()
    options = game.options[Choices(wager.left.cents, hand.all_up, hand.sideways == 1, has_ace, turn, split)]
    draft.needs += (DecisionNeed(names.PLAY, wager.patron, hand.area, hand.id, options, subject=hand.id),)


def offer_options(game: PontoonTable, hand: Choices) -> tuple[Option, ...]:
    """Stand, draw, double and split, as far as they are open; a hand not yet shown only stands (3.6.2)."""
    if not hand.all_up:
        return (Option(names.STAND, (*hand.turn, law.STAND, law.FIRST_TWO_DOWN)),)
    options = [Option(names.STAND, (*hand.turn, law.STAND))]
    if not hand.is_filled_ace:
        options.append(Option(names.DRAW, (*hand.turn, law.DRAW)))
    if hand.cents and (not hand.is_filled_ace or game.taken.aces_may_double):
        aces: law.Because = (law.DOUBLE_ACES_ONE,) if hand.has_ace else ()
        because = (*hand.turn, law.DOUBLE, law.DOUBLE_ONE_CARD, *aces)
        options.append(Option(names.DOUBLES, because, game.smallest_chip, hand.cents))
    if hand.split and hand.cents:  # a written wager is neither doubled nor split (P25)
        options.append(Option(names.SPLITS, (*hand.turn, *hand.split), hand.cents, hand.cents))
    return tuple(options)


def carry_out(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake) -> None:
    """Do what the controlling player calls."""
    hand = draft.hands[need.hand]
    because = next(offered.because for offered in need.options if offered.name == option)
    if option == names.DRAW:
        draft.events.append(Decided(need.patron, need.area, names.DRAW, because))
        draft.await_cards(card_need(hand))
    elif option == names.STAND:
        _stand(game, draft, hand, need.patron, because)
    elif option == names.DOUBLES:
        double(game, draft, hand, need.patron, stake, because)
    else:
        split(game, draft, hand, need.patron, stake, because)


def _stand(game: PontoonTable, draft: Draft, hand: Hand, patron: str, because: law.Because, lapsed: str = "") -> None:
    """A hand gets no more cards."""
    draft.events.append(Decided(patron, hand.area, names.STAND, because, lapsed))
    draft.set_hand(hand.set_status(names.STOOD))
    go_on(game, draft)


def _lapse_grounds(game: PontoonTable, draft: Draft, area: int) -> law.Because:
    """Why a hand stands that its player leaves alone; on a shared box another might have called (P17)."""
    shared = len(box_of(draft.boxes, area).line) > 1
    return (law.LAPSE_STANDS, *(game.rules.readings("P17") if shared else ()))


def pass_over(game: PontoonTable, draft: Draft, need: DecisionNeed, reason: str) -> None:
    """The player who should call does not: another player on the box does, and with none the hand stands (P17)."""
    box = box_of(draft.boxes, need.area)
    draft.boxes = replace_box(draft.boxes, replace(box, away=(*box.away, need.patron)))
    hand = draft.hands[need.hand]
    because = _lapse_grounds(game, draft, need.area)
    if caller(draft, hand.id, hand.area) is None:
        _stand(game, draft, hand, need.patron, because, reason)
        return
    draft.events.append(Decided(need.patron, need.area, AWAY, (law.CONTROLLING_PLAYER, *because), reason))
    _ask(game, draft, hand)


def take_card(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """A hand has its card: it is bust, made, doubled, split, or goes on."""
    if hand.status == names.DOUBLING:
        take_doubled_card(game, draft, hand)
        return
    if hand.kind == names.SPLIT_HAND and len(hand.cards) == 2 and hand.cards[0] >> 2 == ACE:  # a split ace is filled
        hand = draft.set_hand(replace(hand, sideways=1))
    total = game.points(hand).total
    if total > 21:
        take_bust(game, draft, hand)
    elif total == 21:
        settle_21(game, draft, hand)
    elif hand.sideways and not (game.taken.aces_may_double or may_split(game, draft, hand)):  # nothing to decide (P15)
        draft.set_hand(hand.set_status(names.STOOD))
    else:
        _ask(game, draft, hand)
        return
    go_on(game, draft)


# A card that was dealt in error is offered on (17.2 to 17.4).


def offer_card(game: PontoonTable, draft: Draft, hand: Hand) -> bool:
    """Offer a misdealt card to a hand, as its next card (17.2); say whether there is one.

    A hand of fewer than two cards takes it (17.3), and so does one that was doubled and waits for its card (P45).
    """
    card = offered_card(draft)
    if card is None:
        return False
    is_doubled = hand.status == names.DOUBLING
    if len(hand.cards) < 2 or is_doubled:
        because = (law.MISDEALT_NEXT, law.MISDEALT_REFUSED, *(game.rules.readings("P45") if is_doubled else ()))
        take_card(game, draft, give_card(draft, hand, because))
        return True
    wager = caller(draft, hand.id, hand.area)
    if wager is None:  # no player is there to answer
        because = (law.MISDEALT_REFUSED, *_lapse_grounds(game, draft, hand.area))
        away = box_of(draft.boxes, hand.area).away[-1:]
        draft.events.append(Decided("".join(away), hand.area, names.REFUSE, because, AWAY, hand.id))
        draft.set_hand(hand.set_status(names.STOOD))
        go_on(game, draft)
        return True
    takes = Option(names.ACCEPT, (law.MISDEALT_NEXT, *game.rules.readings("P43")))
    refuses = Option(names.REFUSE, (law.MISDEALT_NEXT, law.MISDEALT_REFUSED, *game.rules.readings("P43", "P44")))
    options = (takes, refuses) if hand.all_up else (refuses,)  # a third card comes to cards that are shown (3.6.2)
    draft.open(DecisionNeed(names.OFFERED_CARD, wager.patron, hand.area, hand.id, options, subject=hand.id))
    return True


def answer_offer(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str, lapsed: str = "") -> None:
    """A controlling player takes the misdealt card, or refuses it and gets no other; all on the box are bound."""
    hand = draft.hands[need.hand]
    because = next(offered.because for offered in need.options if offered.name == option)
    late = (*because, *_lapse_grounds(game, draft, need.area)) if lapsed else because
    draft.events.append(Decided(need.patron, need.area, option, late, lapsed))
    if option == names.ACCEPT:
        take_card(game, draft, give_card(draft, hand, because))
    else:
        draft.set_hand(hand.set_status(names.STOOD))
        go_on(game, draft)
