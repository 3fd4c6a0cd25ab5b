"""Splitting (13): cards of one value become two hands, three where permitted; aces get one card each."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards.points import ACE, VALUES
from pitboss.games.pontoon.hands import SPLIT_HAND
from pitboss.games.pontoon.words import BASE, SPLIT, SPLITS, STAY, number
from pitboss.law import Because
from pitboss.play.acts import Decide
from pitboss.play.draft import Draft
from pitboss.play.events import Decided
from pitboss.play.hand import Hand
from pitboss.play.needs import DecisionNeed, Option
from pitboss.play.wager import Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_SHARED: Because = (law.SPLIT_SHARED,)


def may_split(game: "Pontoon", draft: Draft, hand: Hand) -> bool:
    """Whether a hand may be split: two cards of one value, and room for another hand on the area."""
    if len(hand.cards) != 2:
        return False
    first, second = hand.cards
    if VALUES[first >> 2] != VALUES[second >> 2]:
        return False
    return hand.kind != SPLIT_HAND or sum([h.area == hand.area for h in draft.hands]) < game.figures.hands


def is_ace_filled(hand: Hand) -> bool:
    """Whether a hand is a split ace that has its one card."""
    return hand.kind == SPLIT_HAND and len(hand.cards) == 2 and hand.cards[0] >> 2 == ACE


def may_act(game: "Pontoon", draft: Draft, hand: Hand) -> bool:
    """Whether a filled split ace has anything to decide: another split where permitted, a double by reading P15."""
    return game.taken.aces_may_double or may_split(game, draft, hand)


def begin(game: "Pontoon", draft: Draft, hand: Hand, act: Decide) -> None:
    """Part the cards into two hands; the others on the hand follow with an equal wager, or stay on the first."""
    because = game.split_because if hand.kind != SPLIT_HAND else (law.SPLIT_AGAIN,)
    first, second = hand.cards
    draft.set_hand(hand._replace(cards=(first,), up=1, kind=SPLIT_HAND, sideways=0))
    new = draft.new_hand(hand.area, SPLIT_HAND)
    draft.set_hand(new._replace(cards=(second,), up=1))
    draft.events.append(Decided(act.patron, hand.area, SPLITS, because))
    _place(draft, hand.area, new.id, act, because)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in BASE and wager.left.pieces and wager.patron != act.patron:
            cents = wager.left.cents
            options = (Option(SPLITS, _SHARED, cents, cents), Option(STAY, _SHARED))
            draft.open(DecisionNeed(f"split-{wager.id}", wager.patron, hand.area, new.id, options))
    go_on(game, draft)


def _place(draft: Draft, area: int, hand: int, act: Decide, because: Because) -> None:
    stake = act.stake
    draft.place(Wager(len(draft.wagers), act.patron, area, SPLIT, stake, stake, hand, phase=draft.phase), because)


def followed(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Another player on a split hand wagers on the new one too, or stays on the first (13.10)."""
    draft.events.append(Decided(act.patron, need.area, act.option, _SHARED))
    if act.option == SPLITS:
        assert draft.wagers[number(need.id)].patron == act.patron
        _place(draft, need.area, need.hand, act, _SHARED)
    go_on(game, draft)


def go_on(game: "Pontoon", draft: Draft) -> None:
    """Fill the first hand once everybody has said."""
    if not any(need[0].startswith("split-") for need in draft.needs):
        game.go_on(draft)
