"""The subsequent deal (11, 17.10): hand by hand from the left a player stands, draws, doubles or splits."""

from pitboss import law
from pitboss.cards.points import ACE
from pitboss.games.pontoon import doubling
from pitboss.games.pontoon.boxes import caller
from pitboss.games.pontoon.settlement import settle_21, take_bust
from pitboss.games.pontoon.table import (
    DOUBLES,
    DOUBLING,
    DRAW,
    LIVE,
    PLAY,
    SPLIT_HAND,
    SPLITS,
    STAND,
    STOOD,
    Choices,
    PontoonTable,
    card_need,
)
from pitboss.law import Because
from pitboss.money import Stake
from pitboss.play.box import box_of, with_box
from pitboss.play.events import Decided
from pitboss.play.hand import Hand
from pitboss.play.needs import DecisionNeed, Option
from pitboss.play.round import Draft, Round
from pitboss.play.wager import Refusal

_TURN: Because = (law.IN_TURN,)
AWAY = "away"
"""What is said of a player who does not call the decisions of an area."""


def begin_play(game: PontoonTable, draft: Draft) -> None:
    """Begin with the first hand from the left."""
    draft.phase = PLAY
    go_on(game, draft)


def go_on(game: PontoonTable, draft: Draft) -> None:
    """Turn to the next hand that is to be played; after the last one it is the dealer's turn."""
    hands = draft.hands[1:]
    for hand in hands if len(hands) < 2 else sorted(hands, key=lambda hand: (hand.area, hand.id)):
        if hand.status == LIVE:
            if len(hand.cards) == 1:
                draft.await_cards(card_need(hand))
            else:
                _ask(game, draft, hand)
            return
        if hand.status == DOUBLING:
            draft.await_cards(card_need(hand))
            return
    game.dealer_turn(draft)


def _ask(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """Ask the player who calls the decisions of a hand; with no player there it stands."""
    wager = caller(draft, hand.id, hand.area)
    if wager is None:
        away = box_of(draft.boxes, hand.area).away[-1:]
        because = _lapse_because(game, draft, hand.area)
        draft.events.append(Decided("".join(away), hand.area, STAND, because, AWAY, hand.id))
        draft.set_hand(hand.standing(STOOD))
        go_on(game, draft)
        return
    splits = hand.all_up and doubling.may_split(game, draft, hand)
    turn = _TURN if hand.kind != SPLIT_HAND else doubling.turn_because(game, hand, splits)
    has_ace = any(card >> 2 == ACE for card in hand.cards)
    split = doubling.split_because(hand) if splits else ()
    options = game.options[Choices(wager.left.cents, hand.all_up, hand.sideways == 1, has_ace, turn, split)]
    draft.needs += (DecisionNeed(PLAY, wager.patron, hand.area, hand.id, options, subject=hand.id),)


def offer_options(game: PontoonTable, hand: Choices) -> tuple[Option, ...]:
    """Stand, draw, double and split, as far as they are open; a hand not yet shown only stands (3.6.2)."""
    if not hand.all_up:
        return (Option(STAND, (*hand.turn, law.STAND, law.FIRST_TWO_DOWN)),)
    options = [Option(STAND, (*hand.turn, law.STAND))]
    if not hand.is_filled_ace:
        options.append(Option(DRAW, (*hand.turn, law.DRAW)))
    if not hand.is_filled_ace or game.taken.aces_may_double:
        aces: Because = (law.DOUBLE_ACES_ONE,) if hand.has_ace else ()
        because = (*hand.turn, law.DOUBLE, law.DOUBLE_ONE_CARD, *aces)
        options.append(Option(DOUBLES, because, game.smallest_chip, hand.cents))
    if hand.split:
        options.append(Option(SPLITS, (*hand.turn, *hand.split), hand.cents, hand.cents))
    return tuple(options)


def carry_out(game: PontoonTable, draft: Draft, need: DecisionNeed, option: str, stake: Stake) -> None:
    """Do what the controlling player calls."""
    hand = draft.hands[need.hand]
    because = next(offered.because for offered in need.options if offered.name == option)
    if option == DRAW:
        draft.events.append(Decided(need.patron, need.area, DRAW, because))
        draft.await_cards(card_need(hand))
    elif option == STAND:
        _stand(game, draft, hand, need.patron, because)
    elif option == DOUBLES:
        doubling.double(game, draft, hand, need.patron, stake, because)
    else:
        doubling.split(game, draft, hand, need.patron, stake, because)


def _stand(game: PontoonTable, draft: Draft, hand: Hand, patron: str, because: Because, lapsed: str = "") -> None:
    """A hand gets no more cards."""
    draft.events.append(Decided(patron, hand.area, STAND, because, lapsed))
    draft.set_hand(hand.standing(STOOD))
    go_on(game, draft)


def _lapse_because(game: PontoonTable, draft: Draft, area: int) -> Because:
    """Why a hand stands that its player leaves alone; on a shared box another might have called (P17)."""
    shared = len(box_of(draft.boxes, area).line) > 1
    return (law.LAPSE_STANDS, *(game.rules.readings("P17") if shared else ()))


def pass_over(game: PontoonTable, draft: Draft, need: DecisionNeed, reason: str) -> None:
    """The player who should call does not: another player on the box does, and with none the hand stands (P17)."""
    box = box_of(draft.boxes, need.area)
    draft.boxes = with_box(draft.boxes, box._replace(away=(*box.away, need.patron)))
    hand = draft.hands[need.hand]
    because = _lapse_because(game, draft, need.area)
    if caller(draft, hand.id, hand.area) is None:
        _stand(game, draft, hand, need.patron, because, reason)
        return
    draft.events.append(Decided(need.patron, need.area, AWAY, (law.CONTROLLING_PLAYER, *because), reason))
    _ask(game, draft, hand)


def take_card(game: PontoonTable, draft: Draft, hand: Hand) -> None:
    """A hand has its card: it is bust, made, doubled, split, or goes on."""
    if hand.status == DOUBLING:
        doubling.take_doubled_card(game, draft, hand)
        return
    if doubling.is_ace_filled(hand):
        hand = draft.set_hand(hand._replace(sideways=1))
    total = game.points(hand).total
    if total > 21:
        take_bust(game, draft, hand)
    elif total == 21:
        settle_21(game, draft, hand)
    elif hand.sideways and not doubling.may_act(game, draft, hand):
        draft.set_hand(hand.standing(STOOD))
    else:
        _ask(game, draft, hand)
        return
    go_on(game, draft)


def refuse_turn(round: Round) -> Refusal:
    """Say why a hand is not the next to decide."""
    where = "That hand is not being played now." if round.phase == PLAY else "No hand is being played now."
    return Refusal((law.IN_TURN,), where)
