"""Whether a Pontoon table may open on its terms: decks, device, areas, limits, permissions, restrictions."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.games.pontoon.words import PAIRS, WAGER
from pitboss.law import Key
from pitboss.play.signs import check_chips, check_limits
from pitboss.play.terms import Restriction
from pitboss.play.wager import Refusal

if TYPE_CHECKING:
    from pitboss.games.pontoon.game import Pontoon

RESTRICTIONS = (law.HELD_TO_MINIMUM, law.HELD_IN_LATER_SHOES, law.ONE_AREA_AT_MINIMUM)


def check(game: "Pontoon") -> Refusal | None:
    """Say why a table may not open on these terms."""
    terms, figures = game.terms, game.figures
    if not 1 <= terms.areas <= figures.areas:
        return Refusal((law.PLAYING_AREA,), f"A table has 1 to {figures.areas} playing areas, not {terms.areas}.")
    if game.copies not in figures.decks:
        words = f"Pontoon is dealt from {' or '.join(map(str, figures.decks))} decks, not {game.copies}."
        return Refusal((law.DECKS_OF_48,), words)
    if terms.device not in figures.devices:
        return Refusal((law.CARDS_FROM_DEVICE,), f"Cards come from a {' or a '.join(figures.devices)}.")
    if terms.low_limit and game.is_cut:
        return Refusal((law.LOW_LIMIT_DEVICE,), "A low limit table deals from a shuffling device.")
    if not 0 <= terms.bettors <= figures.bettors:
        return Refusal((law.THREE_BETTORS,), f"At most {figures.bettors} players wager on one playing area.")
    if terms.players < 0:
        return Refusal((law.FEWER_PLAYERS,), "A table takes some players, or as many as come.")
    spots = (WAGER, PAIRS) if PAIRS in terms.limits else (WAGER,)
    return check_limits(game, spots) or check_chips(game, spots) or _people(game)


def _people(game: "Pontoon") -> Refusal | None:
    """Refuse areas reserved twice or not there, and restrictions that nobody had the power to order."""
    areas = [area for theirs in game.terms.reserved.values() for area in theirs]
    if len(set(areas)) < len(areas) or not all(1 <= area <= game.terms.areas for area in areas):
        return Refusal((law.AREAS_RESERVED,), "An area of the layout is kept for one player, not for two.")
    for patron, held in game.terms.restricted.items():
        no = refuses_restriction(game, patron, held)
        if no is not None:
            return no
    return None


def refuses_restriction(game: "Pontoon", patron: str, held: Restriction) -> Refusal | None:
    """Refuse to hold a player to less than others, on a ground that is none or without the power for it."""
    rule = Key(held.rule)
    if rule not in RESTRICTIONS:
        return Refusal((law.TERMS,), f"A player is restricted by {', '.join(RESTRICTIONS)}, not by {rule}.")
    if not game.rules.has_power(held.rank, rule):
        least = game.rules.edition.powers[rule]
        return Refusal((rule,), f"A {least} or above may restrict {patron} so, not a {held.rank}.")
    if rule != law.ONE_AREA_AT_MINIMUM and not game.is_cut:
        return Refusal((rule,), "This restriction is for tables that deal from a card shoe.")
    if rule != law.HELD_TO_MINIMUM and not held.inspector_told:
        return Refusal((rule,), f"An inspector is told before {patron} is restricted so.")
    return None
