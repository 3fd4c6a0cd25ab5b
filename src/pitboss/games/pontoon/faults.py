"""Wagers that went down unnoticed (6.2, 6.3): what is wrong with them, and what is done when somebody sees it."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon import boxes, doubling
from pitboss.games.pontoon.offers import insure_options
from pitboss.games.pontoon.words import PASS, STAY, WAGER, WAGERS, number
from pitboss.law import Because
from pitboss.money import dollars
from pitboss.play.draft import Draft
from pitboss.play.limits import limit_fault
from pitboss.play.needs import DecisionNeed, Need, Option
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
        boxes.cut_area(game, draft, wager.area)
        _ask_again(game, draft, wager.area)
    else:
        draft.cut_to(wager, game.opening_most(draft, wager), (law.MAXIMUM_SETTLED,))


def _ask_again(game: "Pontoon", draft: Draft, area: int) -> None:
    """Ask what is open about an area anew, by the wagers as they are now cut."""
    needs: list[Need] = []
    answered: list[int] = []
    for need in draft.needs:
        if not isinstance(need, DecisionNeed) or need.area != area or need.id.startswith("play-"):
            needs.append(need)
        elif options := options_anew(game, draft, need):
            needs.append(need._replace(options=options))
        elif need.id.startswith("forfeit-"):
            answered.append(need.hand)
    draft.needs = tuple(needs)
    for hand in answered[:1]:  # one hand is doubled at a time: the play goes on once nobody is asked about it any more
        doubling.after_answers(game, draft, draft.hands[hand])
    for need in needs:
        if isinstance(need, DecisionNeed) and need.area == area and need.id.startswith("play-"):
            draft.close(need.id)
            game.go_on(draft)


def options_anew(game: "Pontoon", draft: Draft, need: DecisionNeed) -> tuple[Option, ...]:
    """What a player may still choose about a wager that was cut: no more than is left of it, and nothing where
    nothing is left, but to let a double or a split of the others pass."""
    wager = draft.wagers[number(need.id)]
    left = wager.left.cents
    if need.id.startswith("insure-"):
        options = insure_options(game, draft, wager) if left else ()
        return (*options, *(option for option in need.options if option.declines)) if options else ()
    if left:
        return tuple(_up_to(option, left) for option in need.options)
    return tuple(option for option in need.options if option.name in (PASS, STAY))


def _up_to(option: Option, cents: int) -> Option:
    """An option whose stake goes no higher than an amount."""
    least, most = min(option.least_cents, cents), min(option.most_cents, cents)
    return option._replace(least_cents=least, most_cents=most)
