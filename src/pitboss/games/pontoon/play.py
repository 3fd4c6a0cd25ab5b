"""The subsequent deal (11, 17.10): hand by hand from the left somebody stands, draws, doubles or splits."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards.points import ACE
from pitboss.games.pontoon import doubling, interim, splitting
from pitboss.games.pontoon.boxes import caller
from pitboss.games.pontoon.hands import SPLIT_HAND, await_card, bust
from pitboss.games.pontoon.words import DOUBLES, DOUBLING, DRAW, LIVE, PLAY, SPLITS, STAND, STOOD
from pitboss.law import Because
from pitboss.play.acts import Decide, Lapse
from pitboss.play.box import box_of, with_box
from pitboss.play.draft import Draft
from pitboss.play.events import Decided
from pitboss.play.hand import Hand
from pitboss.play.needs import DecisionNeed, Option
from pitboss.play.wager import Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_TURN: Because = (law.IN_TURN,)
AWAY = "away"
"""What is said of a player who does not call the decisions of an area."""
_MOST_KEPT = 1_000


def begin(game: "Pontoon", draft: Draft) -> None:
    """Begin with the first hand from the left."""
    draft.phase = PLAY
    go_on(game, draft)


def go_on(game: "Pontoon", draft: Draft) -> None:
    """Turn to the next hand that is to be played; after the last one it is the dealer's turn."""
    hands = draft.hands[1:]
    for hand in hands if len(hands) < 2 else sorted(hands, key=lambda hand: (hand.area, hand.id)):
        if hand.status == LIVE:
            if len(hand.cards) == 1:
                await_card(draft, hand)
            else:
                ask(game, draft, hand)
            return
        if hand.status == DOUBLING:
            await_card(draft, hand)
            return
    game.dealer_turn(draft)


def ask(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """Ask whoever calls the decisions of a hand; with nobody there it stands."""
    wager = caller(draft, hand.id, hand.area)
    if wager is None:
        away = box_of(draft.boxes, hand.area).away[-1:]
        because = _lapse_because(game, draft, hand.area)
        draft.events.append(Decided("".join(away), hand.area, STAND, because, AWAY, hand.id))
        draft.set_hand(hand.standing(STOOD))
        go_on(game, draft)
        return
    options = _options(game, draft, hand, wager)
    draft.needs += (DecisionNeed(f"play-{hand.id}", wager.patron, hand.area, hand.id, options),)


def _options(game: "Pontoon", draft: Draft, hand: Hand, wager: Wager) -> tuple[Option, ...]:
    """What a hand may do, worked out once for all hands like it."""
    splits = hand.all_up and splitting.may_split(game, draft, hand)
    turn = _TURN if hand.kind != SPLIT_HAND else splitting.turn_because(game, hand, splits)
    has_ace = any(card >> 2 == ACE for card in hand.cards)
    key = wager.left.cents, splits, hand.all_up, has_ace, turn
    options = game.kept_options.get(key)
    if options is None:
        if len(game.kept_options) > _MOST_KEPT:
            game.kept_options.clear()
        options = game.kept_options[key] = tuple(_offered(game, hand, wager.left.cents, turn, splits, has_ace))
    return options


def _offered(game: "Pontoon", hand: Hand, cents: int, turn: Because, splits: bool, has_ace: bool) -> Iterator[Option]:
    """Stand, draw, double and split, as far as they are open; a hand not yet shown only stands (3.6.2)."""
    unseen: Because = () if hand.all_up else (law.FIRST_TWO_DOWN,)
    yield Option(STAND, (*turn, law.STAND, *unseen))
    is_filled_ace = hand.sideways == 1
    if hand.all_up and not is_filled_ace:
        yield Option(DRAW, (*turn, law.DRAW))
    if hand.all_up and (not is_filled_ace or game.taken.aces_may_double):
        aces: Because = (law.DOUBLE_ACES_ONE,) if has_ace else ()
        yield Option(DOUBLES, (*turn, law.DOUBLE, law.DOUBLE_ONE_CARD, *aces), game.smallest, cents)
    if splits:
        yield Option(SPLITS, (*turn, *splitting.split_because(hand)), cents, cents)


def decided(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Do what the controlling player calls."""
    hand = draft.hands[need.hand]
    option = act.option
    because = next(offered.because for offered in need.options if offered.name == option)
    if option == DRAW:
        draft.events.append(Decided(act.patron, need.area, DRAW, because))
        await_card(draft, hand)
    elif option == STAND:
        stand(game, draft, hand, act.patron, because)
    elif option == DOUBLES:
        doubling.begin(game, draft, hand, act, because)
    else:
        splitting.begin(game, draft, hand, act, because)


def stand(game: "Pontoon", draft: Draft, hand: Hand, patron: str, because: Because, lapsed: str = "") -> None:
    """A hand gets no more cards."""
    draft.events.append(Decided(patron, hand.area, STAND, because, lapsed))
    draft.set_hand(hand.standing(STOOD))
    go_on(game, draft)


def _lapse_because(game: "Pontoon", draft: Draft, area: int) -> Because:
    """Why a hand stands that its player leaves alone; on a shared box another might have called (P17)."""
    shared = len(box_of(draft.boxes, area).line) > 1
    return (law.LAPSE_STANDS, *(game.rules.readings("P17") if shared else ()))


def lapsed(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Lapse) -> None:
    """Whoever should call does not: another player on the box does, and with none the hand stands (P17)."""
    box = box_of(draft.boxes, need.area)
    draft.boxes = with_box(draft.boxes, box._replace(away=(*box.away, need.patron)))
    hand = draft.hands[need.hand]
    because = _lapse_because(game, draft, need.area)
    if caller(draft, hand.id, hand.area) is None:
        stand(game, draft, hand, need.patron, because, act.reason)
        return
    draft.events.append(Decided(need.patron, need.area, AWAY, (law.CONTROLLING_PLAYER, *because), act.reason))
    ask(game, draft, hand)


def dealt(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """A hand has its card: it is bust, made, doubled, split, or goes on."""
    if hand.status == DOUBLING:
        doubling.dealt(game, draft, hand)
        return
    if splitting.is_ace_filled(hand):
        hand = draft.set_hand(hand._replace(sideways=1))
    total = game.points(hand).total
    if total > 21:
        bust(game, draft, hand)
        go_on(game, draft)
    elif total == 21:
        interim.made(game, draft, hand)
        go_on(game, draft)
    elif hand.sideways and not splitting.may_act(game, draft, hand):
        draft.set_hand(hand.standing(STOOD))
        go_on(game, draft)
    else:
        ask(game, draft, hand)
