"""What a stake must be: chips that the table has, or tokens, within the limits on the sign. A wrong one is refused when
it is seen; what is found too late stands in part."""

from pitboss import law
from pitboss.law import Because
from pitboss.money import Stake, dollars
from pitboss.play.setup import Setup
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Wager
from pitboss.value import Value


def plain_cents(game: Setup, stake: Stake) -> int:
    """What a stake comes to that is one pile of chips of this table, as nearly all are; 0 for any other."""
    pieces = stake.pieces
    if len(pieces) == 1:
        cents = pieces[0].cents
        if pieces[0].kind == "chips" and cents > 0 and not cents % game.smallest_chip:
            return cents
    return 0


def refuse_tender(stake: Stake) -> Refusal | None:
    """Refuse what is neither chips nor promotional tokens."""
    for piece in stake.pieces:
        if piece.cents <= 0:
            return Refusal((law.CHIPS_OR_TOKENS,), "A wager is more than nothing.")
        if piece.kind not in ("chips", "tokens"):
            return Refusal((law.CHIPS_OR_TOKENS,), f"Wagers are chips or promotional tokens, not {piece.kind}.")
    return None


def refuse_chips(game: Setup, stake: Stake) -> Refusal | None:
    """Refuse an amount of chips that the table's chips do not make."""
    for piece in stake.pieces:
        cents = piece.cents
        if piece.kind == "chips" and cents % game.smallest_chip and not game.terms.chips.pays_exactly(cents):
            return Refusal((law.CHIPS_OR_TOKENS,), f"The chips of this table do not make {dollars(cents)}.")
    return None


def limit_fault(game: Setup, patron: str, spot: str, cents: int) -> Refusal | None:
    """Say how an amount breaks the limits on the sign, if it does."""
    terms = game.terms
    sign = terms.limits_of(patron, spot)
    least, most, unit = sign.minimum_cents, sign.maximum_cents, sign.unit_cents
    if least <= cents <= most and not (unit and (cents - least) % unit):
        return None
    own = (law.INDIVIDUAL_LIMITS,) if terms.individual and spot in terms.individual.get(patron, ()) else ()
    name = spot_words(spot)
    if cents < least:
        words = f"The {name} is at least {dollars(least)}: top it up from {dollars(cents)}, or take it back."
        return Refusal((law.SIGN_MINIMUM, *own), words)
    if cents > most:
        words = f"The {name} is at most {dollars(most)}: take {dollars(cents - most)} of it back."
        return Refusal((law.SIGN_MAXIMUM, *own), words)
    return Refusal((law.SIGN_UNIT, *own), f"Above {dollars(least)} the {name} goes up by {dollars(unit)}.")


class Standing(Value):
    """How much of a wager the limits let stand once the cards are out, and why if not simply all of it."""

    valid_cents: int
    because: Because = ()
    void: bool = False


def standing(game: Setup, wager: Wager) -> Standing:
    """Say what stands of a wager that was first checked after the deal began."""
    cents = wager.stake.cents
    if not wager.unnoticed:
        return Standing(cents)
    sign = game.terms.limits_of(wager.patron, wager.spot)
    if cents > sign.maximum_cents:
        return Standing(sign.maximum_cents, (law.MAXIMUM_SETTLED,))
    if cents >= sign.minimum_cents:
        return Standing(cents)
    if game.rules.applies(law.REGULATOR_MINIMUM):
        floor = (game.terms.regulator_minimum_cents or {}).get(wager.spot, 0)
        if cents < floor:
            return Standing(0, (law.REGULATOR_MINIMUM, law.VOID, *game.rules.readings("K35")), void=True)
    return Standing(cents, (law.LATE_MINIMUM_STANDS, *game.rules.readings("K29")))
