"""What every sign must show before a table opens: limits that the rules take, and chips that can pay them."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.play.terms import Limits, spot_words
from pitboss.play.wager import Refusal

if TYPE_CHECKING:
    from pitboss.play.game import Game


def check_limits(game: "Game", spots: tuple[str, ...]) -> Refusal | None:
    """Refuse a sign without limits for a spot, and limits of a player's own that are none."""
    for spot in spots:
        no = _limits(game, spot, game.terms.limits.get(spot))
        for theirs in game.terms.individual.values():
            no = no or (_limits(game, spot, theirs[spot]) if spot in theirs else None)
        if no is not None:
            return no
    return None


def _limits(game: "Game", spot: str, limits: Limits | None) -> Refusal | None:
    """Refuse limits that are none, or that go below the regulator's minimum; a player's own are held to it too."""
    if limits is None or not 0 < limits.minimum_cents <= limits.maximum_cents or limits.unit_cents < 0:
        return Refusal((law.SIGN_MINIMUM,), f"The sign shows a minimum and a maximum for the {spot_words(spot)}.")
    floor = (game.terms.regulator_minimum_cents or {}).get(spot, 0)
    if game.rules.applies(law.REGULATOR_MINIMUM) and not 0 < floor <= limits.minimum_cents:
        words = f"No table opens without the regulator's minimum for the {spot_words(spot)}, nor with limits below it."
        return Refusal((law.REGULATOR_MINIMUM, *game.rules.readings("K23")), words)
    return None


def check_chips(game: "Game", spots: tuple[str, ...]) -> Refusal | None:
    """Refuse chips that are none, a minimum that they do not make, and a maximum payout that they cannot pay."""
    terms = game.terms
    if not terms.chips.is_sound:
        words = "Chips are worth something, are listed smallest first, and go together in value."
        return Refusal((law.TERMS, law.CHIPS_OR_TOKENS), words)
    for spot in spots:
        if not terms.chips.pays_exactly(terms.limits[spot].minimum_cents):
            words = f"The chips of this table do not make the minimum {spot_words(spot)}."
            return Refusal((law.TERMS, law.CHIPS_OR_TOKENS), words)
    cap = terms.maximum_payout_cents
    if cap is not None and (cap <= 0 or not terms.chips.pays_exactly(cap)):
        because = (law.TERMS, *game.rules.only((law.MAXIMUM_PAYOUT,)))
        return Refusal(because, "The maximum payout is an amount that the chips of this table can pay.")
    return None
