"""Splitting (13): cards of one value become two hands, three where permitted; aces get one card each."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards.points import ACE, VALUES
from pitboss.games.pontoon.hands import SPLIT_HAND
from pitboss.games.pontoon.words import BASE, LIVE, SPLIT, SPLITS, STAY, number
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
    return is_pair(hand) and (
        hand.kind != SPLIT_HAND or sum([h.area == hand.area for h in draft.hands]) < game.figures.hands
    )


def is_pair(hand: Hand) -> bool:
    """Whether a hand is two cards of one value."""
    return len(hand.cards) == 2 and VALUES[hand.cards[0] >> 2] == VALUES[hand.cards[1] >> 2]


def is_ace_filled(hand: Hand) -> bool:
    """Whether a hand is a split ace that has its one card."""
    return hand.kind == SPLIT_HAND and len(hand.cards) == 2 and hand.cards[0] >> 2 == ACE


def may_act(game: "Pontoon", draft: Draft, hand: Hand) -> bool:
    """Whether a filled split ace has anything to decide: another split where permitted, a double by reading P15."""
    return game.taken.aces_may_double or may_split(game, draft, hand)


def turn_because(game: "Pontoon", hand: Hand, splits: bool) -> Because:
    """Why a split hand may do what it may: it is played like another, but not split again, and an ace is filled."""
    because: Because = (law.IN_TURN, law.SPLIT_PLAYED)
    if hand.sideways == 1:
        because += (law.SPLIT_ACES_ONE_CARD, *game.rules.readings("P15"))
    if not splits and is_pair(hand):
        because += (law.THREE_HANDS if game.rules.applies(law.SPLIT_AGAIN) else law.SPLIT_ONCE,)
    return because


def split_because(hand: Hand) -> Because:
    """The rules under which a hand is split, for the first time or again."""
    because: Because = (law.SPLIT_AGAIN,) if hand.kind == SPLIT_HAND else (law.SPLIT, law.SPLIT_IN_TURN)
    return (*because, law.SPLIT_ACES_ONE_CARD) if hand.cards[0] >> 2 == ACE else because


def begin(game: "Pontoon", draft: Draft, hand: Hand, act: Decide, because: Because) -> None:
    """Part the cards into two hands; the others on the hand follow with an equal wager, or stay on the first."""
    first, second = hand.cards
    draft.set_hand(hand._replace(cards=(first,), up=1, kind=SPLIT_HAND, sideways=0))
    new = _make_room(draft, hand)
    draft.set_hand(draft.hands[new]._replace(cards=(second,), up=1))
    draft.events.append(Decided(act.patron, hand.area, SPLITS, because))
    _place(draft, hand.area, new, act, because)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in BASE and wager.left.pieces and wager.patron != act.patron:
            cents = wager.left.cents
            options = (Option(SPLITS, _SHARED, cents, cents), Option(STAY, _SHARED))
            draft.open(DecisionNeed(f"split-{wager.id}", wager.patron, hand.area, new, options))
    go_on(game, draft)


def _make_room(draft: Draft, hand: Hand) -> int:
    """The number of the hand that is split off: hands of an area are played in the order of their numbers, so one that
    still waits for its second card moves on, with its wagers, and the hand before it is finished first (13.2)."""
    waiting = [
        h for h in draft.hands if h.area == hand.area and h.status == LIVE and len(h.cards) == 1 and h.id != hand.id
    ]
    last = draft.new_hand(hand.area, SPLIT_HAND).id
    for each in waiting:
        draft.set_hand(each._replace(id=last))
        for wager in draft.wagers:
            if wager.hand == each.id:
                draft.set_wager(wager.on_hand(last))
        last = each.id
    return last


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
    if not any(need.id.startswith("split-") for need in draft.needs):
        game.go_on(draft)
