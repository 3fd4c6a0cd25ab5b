"""The subsequent deal (11, 17.10): hand by hand from the left somebody stands, draws, doubles or splits."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import doubling, interim, splitting
from pitboss.games.pontoon.boxes import caller
from pitboss.games.pontoon.hands import await_card, bust
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

_STAND: Because = (law.IN_TURN, law.STAND)
_DRAW: Because = (law.IN_TURN, law.DRAW)
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
        draft.set_hand(hand.standing(STOOD))
        go_on(game, draft)
        return
    options = _options(game, draft, hand, wager)
    draft.needs += (DecisionNeed(f"play-{hand.id}", wager.patron, hand.area, hand.id, options),)


def _options(game: "Pontoon", draft: Draft, hand: Hand, wager: Wager) -> tuple[Option, ...]:
    """What a hand may do; one whose cards still lie face down only stands until they are shown (3.6.2)."""
    splits = hand.all_up and splitting.may_split(game, draft, hand)
    only_one = hand.sideways == 1
    key = wager.left.cents, splits, hand.all_up, only_one
    options = game.kept_options.get(key)
    if options is None:
        options = (Option(STAND, _STAND),)
        if hand.all_up and not only_one:
            options += (Option(DRAW, _DRAW),)
        if hand.all_up and (not only_one or game.taken.aces_may_double):
            options += (Option(DOUBLES, game.double_because, game.smallest, wager.left.cents),)
        if splits:
            options += (Option(SPLITS, game.split_because, wager.left.cents, wager.left.cents),)
        if len(game.kept_options) > _MOST_KEPT:
            game.kept_options.clear()
        game.kept_options[key] = options
    return options


def decided(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Do what the controlling player calls."""
    hand = draft.hands[need.hand]
    option = act.option
    if option == DRAW:
        draft.events.append(Decided(act.patron, need.area, DRAW, _DRAW))
        await_card(draft, hand)
    elif option == STAND:
        stand(game, draft, hand, act.patron, _STAND)
    elif option == DOUBLES:
        doubling.begin(game, draft, hand, act)
    else:
        splitting.begin(game, draft, hand, act)


def stand(game: "Pontoon", draft: Draft, hand: Hand, patron: str, because: Because, lapsed: str = "") -> None:
    """A hand gets no more cards."""
    draft.events.append(Decided(patron, hand.area, STAND, because, lapsed))
    draft.set_hand(hand.standing(STOOD))
    go_on(game, draft)


def lapsed(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Lapse) -> None:
    """Whoever should call does not: another player on the box does, and with none the hand stands (P17)."""
    box = box_of(draft.boxes, need.area)
    draft.boxes = with_box(draft.boxes, box._replace(away=(*box.away, need.patron)))
    hand = draft.hands[need.hand]
    because = (law.LAPSE_STANDS, *game.rules.readings("P17"))
    if caller(draft, hand.id, hand.area) is None:
        stand(game, draft, hand, need.patron, because, act.reason)
        return
    draft.events.append(Decided(need.patron, need.area, "away", (law.CONTROLLING_PLAYER, *because), act.reason))
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
