"""Insurance and surrender (8, 9, 17.13): the dealer's calls, who may take them, and insurance remembered late."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon.boxes import caller
from pitboss.games.pontoon.words import (
    BASE,
    INSURANCE,
    INSURANCE_CALL,
    INSURANCE_CLOSED,
    INSURE,
    LIVE,
    OFFERS,
    PLAY,
    SURRENDER,
    SURRENDER_CALL,
    SURRENDER_CLOSED,
    SURRENDERED,
    WAGER,
    number,
)
from pitboss.law import Because
from pitboss.play.acts import Decide
from pitboss.play.draft import Draft
from pitboss.play.events import Decided
from pitboss.play.needs import CallNeed, DecisionNeed, Option
from pitboss.play.wager import Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

_INSURANCE = CallNeed(INSURANCE_CALL, "insurance", (law.INSURANCE_OFFERED, law.INSURANCE_CALLED))
_REMEMBERED = CallNeed(INSURANCE_CALL, "insurance", (law.INSURANCE_REMEMBERED, law.INSURANCE_CALLED))
_CLOSED = CallNeed(INSURANCE_CLOSED, "insurance is closed", (law.INSURANCE_CALLED, law.INSURANCE_CLOSES))
_SURRENDER = CallNeed(SURRENDER_CALL, "surrender", (law.SURRENDER_OFFERED,))
_SURRENDER_CLOSED = CallNeed(SURRENDER_CLOSED, "surrender is closed", (law.SURRENDER_OFFERED,))


def make(game: "Pontoon", draft: Draft) -> None:
    """Offer what the dealer's card allows; with nothing to offer the play begins."""
    rank = draft.hands[0].cards[0] >> 2
    draft.phase = OFFERS
    if rank in game.figures.surrender_ranks and any(hand.status == LIVE for hand in draft.hands[1:]):
        draft.needs = (_INSURANCE, _SURRENDER) if rank in game.figures.insured_ranks else (_SURRENDER,)
        return
    game.after_offers(draft)


def called(game: "Pontoon", draft: Draft, need: CallNeed) -> None:
    """Open what the dealer announces, or close it."""
    if need.id == INSURANCE_CALL:
        draft.close(SURRENDER_CALL)
        draft.needs += (*_insurance(game, draft), _CLOSED)
    elif need.id == INSURANCE_CLOSED:
        drop(draft, "insure-")
        if draft.phase == OFFERS:
            draft.needs = (_SURRENDER,)
    elif need.id == SURRENDER_CALL:
        forgotten = (_REMEMBERED,) if INSURANCE_CALL in [n[0] for n in draft.needs] else ()
        draft.needs = (*_surrender(game, draft), _SURRENDER_CLOSED, *forgotten)
    else:
        drop(draft, "surrender-")
        game.after_offers(draft)


def drop(draft: Draft, prefix: str) -> None:
    """Ask some questions no longer."""
    draft.needs = tuple([need for need in draft.needs if not need[0].startswith(prefix)])


# Insurance.


def _insurance(game: "Pontoon", draft: Draft) -> list[DecisionNeed]:
    """Ask each player with an initial wager on a hand that is not a pontoon."""
    needs = []
    for wager in draft.wagers:
        if (
            wager.spot == WAGER
            and wager.hand > 0
            and wager.stake.pieces
            and not game.is_shown_pontoon(draft, wager.hand)
        ):
            most = game.payable_up_to(int(wager.stake.cents * game.figures.insured_share))
            if most:
                option = Option(INSURE, (law.INSURANCE_OFFERED,), game.smallest, most)
                needs.append(
                    DecisionNeed(f"insure-{wager.id}", wager.patron, wager.area, wager.hand, (option,), optional=True)
                )
    return needs


def insure(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Put an insurance wager on its line."""
    late = (law.INSURANCE_REMEMBERED,) if draft.phase == PLAY else ()
    because = (law.INSURANCE_OFFERED, *late)
    wager = Wager(
        len(draft.wagers), act.patron, need.area, INSURANCE, act.stake, act.stake, need.hand, phase=draft.phase
    )
    draft.place(wager, because)
    draft.events.append(Decided(act.patron, need.area, INSURE, because))


# Surrender.


def _surrender(game: "Pontoon", draft: Draft) -> list[DecisionNeed]:
    """Ask the controlling player of each hand that is not a pontoon."""
    needs = []
    for hand in draft.hands[1:]:
        wager = caller(draft, hand.id, hand.area) if hand.status == LIVE else None
        if wager is not None and _may_surrender(game, draft, wager):
            needs.append(_ask_surrender(wager))
    return needs


def _ask_surrender(wager: Wager) -> DecisionNeed:
    options = (Option(SURRENDER, (law.SURRENDER_OFFERED,)),)
    return DecisionNeed(f"surrender-{wager.id}", wager.patron, wager.area, wager.hand, options, optional=True)


def _may_surrender(game: "Pontoon", draft: Draft, wager: Wager) -> bool:
    """Whether a player may surrender a wager: an insured one too, unless the reading is taken the other way (P6)."""
    if game.taken.insured_may_surrender:
        return True
    return not any(w.spot == INSURANCE and w.patron == wager.patron and w.hand == wager.hand for w in draft.wagers)


def surrender(game: "Pontoon", draft: Draft, need: DecisionNeed, act: Decide) -> None:
    """Put the button on a wager; when it is the controlling player's, the others on the box may follow."""
    hand = draft.hands[need.hand]
    is_controlling = hand.status == LIVE
    because: Because = (law.SURRENDER_OFFERED, law.SURRENDER_FREEZES)
    _button(draft, draft.wagers[number(need.id)])
    if is_controlling:
        draft.set_hand(hand.standing(SURRENDERED))
    else:
        because += (law.SURRENDER_SHARED,)
    draft.events.append(Decided(act.patron, need.area, SURRENDER, because))
    if not is_controlling:
        return
    others = [w for w in draft.wagers if w.hand == hand.id and w.spot in BASE and w.left.pieces and not w.button]
    for wager in others:
        if game.taken.all_surrender:
            _button(draft, wager)
        elif _may_surrender(game, draft, wager):
            draft.needs = (_ask_surrender(wager), *draft.needs)


def _button(draft: Draft, wager: Wager) -> None:
    draft.set_wager(wager._replace(button=SURRENDERED))
