"""Doubling (12): up to the wager on any total under 21, one more card, and each doubler's choice to forfeit."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import interim
from pitboss.games.pontoon.boxes import caller, stand_to_limits
from pitboss.games.pontoon.hands import await_card, bust
from pitboss.games.pontoon.offers import insurance_falls
from pitboss.games.pontoon.words import (
    BASE,
    DOUBLE,
    DOUBLED,
    DOUBLES,
    DOUBLING,
    FORFEIT,
    FORFEITED,
    KEEP,
    ON_HAND,
    PASS,
    number,
)
from pitboss.law import Because
from pitboss.play.acts import Decide
from pitboss.play.draft import Draft
from pitboss.play.events import Decided
from pitboss.play.hand import Hand
from pitboss.play.needs import DecisionNeed, Option
from pitboss.play.wager import Result, Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_SHARED: Because = (law.DOUBLE_SHARED, law.DOUBLE)
_FORFEIT: Because = (law.FORFEIT,)
_EACH: Because = (law.FORFEIT_EACH, law.FORFEIT)


def begin(game: "Pontoon", draft: Draft, hand: Hand, act: Decide, because: Because) -> None:
    """The controlling player doubles: the others on the hand say whether they do too, then the card comes."""
    draft.set_hand(hand.standing(DOUBLING))
    _place(draft, hand, act, because)
    mine = caller(draft, hand.id, hand.area)
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot in BASE and wager.left.pieces and wager is not mine:
            options = (Option(DOUBLES, _SHARED, game.smallest, wager.left.cents), Option(PASS, _SHARED))
            draft.open(DecisionNeed(f"double-{wager.id}", wager.patron, hand.area, hand.id, options))
    go_on(draft, hand)


def _place(draft: Draft, hand: Hand, act: Decide, because: Because) -> None:
    stake = act.stake
    draft.place(
        Wager(len(draft.wagers), act.patron, hand.area, DOUBLE, stake, stake, hand.id, phase=draft.phase), because
    )
    draft.events.append(Decided(act.patron, hand.area, DOUBLES, because))


def followed(draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Another player on a doubled hand doubles too, or does not."""
    hand = draft.hands[need.hand]
    if act.option == DOUBLES:
        _place(draft, hand, act, _SHARED)
    else:
        draft.events.append(Decided(act.patron, need.area, PASS, _SHARED))
    go_on(draft, hand)


def go_on(draft: Draft, hand: Hand) -> None:
    """Ask for the card once everybody on the hand has said."""
    if not any(need.id.startswith("double-") for need in draft.needs):
        await_card(draft, hand)


def dealt(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """The double's card is out: bust, 21, or up to each doubler to forfeit."""
    hand = draft.set_hand(hand._replace(status=DOUBLED, sideways=len(hand.cards) - 1))
    total = game.points(hand).total
    if total > 21:
        bust(game, draft, hand)
    elif total == 21 and game.taken.doubled_21_wins:
        interim.made(game, draft, hand)
    else:
        mine = caller(draft, hand.id, hand.area)
        for wager in draft.wagers:
            if wager.hand == hand.id and wager.spot == DOUBLE and wager.left.pieces:
                is_mine = mine is not None and wager.patron == mine.patron
                because = _FORFEIT if is_mine else _EACH
                options = (Option(KEEP, because), Option(FORFEIT, because))
                draft.open(DecisionNeed(f"forfeit-{wager.id}", wager.patron, hand.area, hand.id, options))
        after_answers(game, draft, hand)
        return
    game.go_on(draft)


def answered(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """A doubler keeps the hand, or takes the doubled part back and gives the wager up (12.6)."""
    because = need.options[0].because
    draft.events.append(Decided(act.patron, need.area, act.option, because))
    if act.option == FORFEIT:
        stand_to_limits(game, draft, need.area)
        draft.give_back(draft.wagers[number(need.id)], Result.RETURNED, because)
        for wager in draft.wagers:
            if wager.hand == need.hand and wager.spot in BASE and wager.patron == act.patron and wager.left.pieces:
                draft.lose(wager, because)
        insurance_falls(game, draft, need.area)
    after_answers(game, draft, draft.hands[need.hand])


def after_answers(game: "Pontoon", draft: Draft, hand: Hand) -> None:
    """Go on once every doubler has said; a hand that all have given up is collected."""
    if any(need.id.startswith("forfeit-") for need in draft.needs):
        return
    if not any(w.hand == hand.id and w.spot in ON_HAND and w.left.pieces for w in draft.wagers):
        draft.collect(hand, FORFEITED, _FORFEIT)
    game.go_on(draft)
