"""Wagers that went down unnoticed (6.2, 6.3): what is wrong with them, and what is done when somebody sees it."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import boxes
from pitboss.games.pontoon.hands import cut_area
from pitboss.games.pontoon.words import WAGER, WAGERS, number
from pitboss.law import Because
from pitboss.money import dollars
from pitboss.play.draft import Draft
from pitboss.play.limits import limit_fault
from pitboss.play.needs import DecisionNeed, Option
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
        in_time = game.rules.readings("P31") if round.phase == WAGERS else ()
        words = f"The {spot_words(wager.spot)} is at most {dollars(most)} here: the rest goes back."
        return Refusal((law.SIGN_MAXIMUM, *shared, *in_time), words)
    return limit_fault(game, wager.patron, wager.spot, wager.stake.cents)


def fault(game: "Pontoon", round: Round | Draft, wager: Wager) -> Refusal | None:
    """Say what is to be done about a wager now: what is over goes back, what is short is mended while wagers are open.

    Once the cards are out a wager under the minimum stands (6.2).
    """
    names = {need.id for need in round.needs}
    if not wager.unnoticed or f"mend-{wager.id}" in names or not game.spots[wager.spot].opening:
        return None
    if WAGERS in names or wager.left.cents > game.opening_most(round, wager):
        return off_sign(game, round, wager)
    least = game.terms.limits_of(wager.patron, wager.spot).minimum_cents
    if round.phase == WAGERS or wager.stake.cents >= least:
        return None
    words = f"The {spot_words(wager.spot)} of {dollars(wager.stake.cents)} is under the minimum, and stands."
    return Refusal((law.LATE_MINIMUM_STANDS,), words)


def found(game: "Pontoon", draft: Draft, wager: Wager, because: Because) -> None:
    """Hand back what a wager has too much, or have the player mend it while there is time."""
    if draft.phase == WAGERS:
        game.found_open(draft, wager, because)
    elif law.LATE_MINIMUM_STANDS in because:
        draft.set_wager(wager._replace(unnoticed=False))
    elif wager.spot == WAGER:
        cut_area(game, draft, wager.area)
        _ask_again(game, draft, wager.area)
    else:
        draft.cut_to(wager, game.opening_most(draft, wager), (law.MAXIMUM_SETTLED,))


def _ask_again(game: "Pontoon", draft: Draft, area: int) -> None:
    """Ask what is open about an area anew, by the wagers as they are now cut."""
    for need in draft.needs:
        if not isinstance(need, DecisionNeed) or need.area != area:
            continue
        if need.id.startswith("play-"):
            draft.close(need.id)
            game.go_on(draft)
            continue
        left = draft.wagers[number(need.id)].left.cents
        if need.id.startswith("insure-"):
            left = game.payable_up_to(int(left * game.figures.insured_share))
        options = tuple(_up_to(option, left) for option in need.options if left or not option.most_cents)
        asked = (need._replace(options=options),) if any(not option.declines for option in options) else ()
        place = draft.needs.index(need)
        draft.needs = (*draft.needs[:place], *asked, *draft.needs[place + 1 :])


def _up_to(option: Option, cents: int) -> Option:
    """An option whose stake goes no higher than an amount."""
    least, most = min(option.least_cents, cents), min(option.most_cents, cents)
    return option._replace(least_cents=least, most_cents=most)
