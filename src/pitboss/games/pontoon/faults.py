"""Wagers that went down unnoticed (6.2, 6.3): what is wrong with them, and what is done when somebody sees it."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import boxes
from pitboss.games.pontoon.hands import cut_area
from pitboss.games.pontoon.words import WAGER, WAGERS
from pitboss.money import dollars
from pitboss.play.draft import Draft
from pitboss.play.limits import limit_fault
from pitboss.play.round import Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Wager

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon


def off_sign(game: "Pontoon", round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say how an opening wager breaks the limits on the sign, beside the others on its box."""
    most = game.opening_most(round, wager)
    if wager.stake.cents > most:
        shared = boxes.shared_because(game, len(boxes.initial_wagers(round, wager.area)) if wager.spot == WAGER else 1)
        words = f"The {spot_words(wager.spot)} is at most {dollars(most)} here: the rest goes back."
        return Refusal((law.SIGN_MAXIMUM, *shared), words)
    return limit_fault(game, wager.patron, wager.spot, wager.stake.cents)


def fault(game: "Pontoon", round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say what is to be done about a wager now: once the cards are out one under the minimum stands."""
    names = {need[0] for need in round.needs}
    if not wager.unnoticed or f"mend-{wager.id}" in names or not game.spots[wager.spot].opening:
        return None
    if WAGERS in names:
        return off_sign(game, round, wager)
    is_over = round.phase != WAGERS and wager.left.cents > game.opening_most(round, wager)
    return off_sign(game, round, wager) if is_over else None


def found(game: "Pontoon", draft: Draft, wager: Wager, because: law.Because) -> None:
    """Hand back what a wager has too much, or have the player mend it while there is time."""
    if draft.phase == WAGERS:
        game.found_open(draft, wager, because)
    elif wager.spot == WAGER:
        cut_area(game, draft, wager.area)
    else:
        draft.cut_to(wager, game.opening_most(draft, wager), (law.MAXIMUM_SETTLED,))
