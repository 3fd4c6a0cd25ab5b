"""The question of a jackpot to be priced, refused where it makes no sense, and the rate that gives a wanted return
(Crown 12.4, Table 6). The return itself is `pitboss.jackpot.returns`."""

from fractions import Fraction

from pitboss.jackpot.meter import MeterTerms, percent
from pitboss.jackpot.returns import Folded, price_jackpot
from pitboss.lab.question import LabError
from pitboss.law import BookError, Rules, edition_names, load_edition
from pitboss.messages import say, words_of
from pitboss.money import dollars

PRICE_CENTS = 100
"""The price of the wager unless another is named: no edition states one, and prizes in dollars depend on it."""
MOST_RESET_CENTS = 10**12
PLACES = 4
"""A rate is set in hundredths of a percent, as Table 6 has it."""
RATE_PLACES = 7
"""How many decimals a rate has that is no fraction."""


def jackpot_rules(game: str, version: str | None = None) -> Rules:
    """The rules of a game that has a jackpot; raises `LabError` for another."""
    try:
        rules = Rules.of(game, version)
    except BookError as error:
        raise LabError(words_of(error)) from None
    if "prize" not in rules.game.data:
        raise LabError(say("{game} has no jackpot.", game=game))
    return rules


def has_jackpot(game: str) -> bool:
    """Whether a game of the books has a jackpot."""
    return options_of(Rules.of(game)) > 0


def game_with_listed_meters() -> str:
    """The first game of the books whose edition lists its meters: the games of an edition have the same."""
    games = (game for edition in edition_names() for game in load_edition(edition).games.values())
    return next(game.name for game in games if "meter" in game.data)


def options_of(rules: Rules) -> int:
    """How many payout options the edition has."""
    prizes = rules.game.data.get("prize", ())
    return len(prizes[0]["options"]) if prizes else 0


def methods_of(rules: Rules) -> tuple[str, ...]:
    """The dealing methods of the jackpot, the one that may always be used first; none where the edition has none."""
    return tuple(sorted(filter(None, rules.game.data["jackpot"]["methods"]), reverse=True))


def ask_jackpot(
    game: str,
    *,
    option: int = 1,
    price_cents: int = PRICE_CENTS,
    reset: int | None = None,
    seed_cents: int | None = None,
    rate: Fraction | None = None,
    wanted: Fraction | None = None,
    method: str | None = None,
    version: str | None = None,
    folded: Folded | None = None,
) -> MeterTerms:
    """The question about a jackpot; raises `LabError` where it makes no sense.

    The meter is reset to `reset` times the price, or to a sum. Either the rate is given, or the return that is wanted:
    then the rate is the one that gives it, in hundredths of a percent.
    """
    rules = jackpot_rules(game, version)
    options, methods = options_of(rules), methods_of(rules)
    if not 1 <= option <= options:
        words = "{game} has the payout options 1 to {most}, not {option}."
        raise LabError(say(words, game=game, most=options, option=option))
    if price_cents <= 0:
        raise LabError("The price of a jackpot wager must be more than $0.")
    if (reset is None) == (seed_cents is None):
        raise LabError("Name where the meter is reset to, once: as a multiple of the price, or as a sum in dollars.")
    if method is not None and method not in methods:
        words = "{game} has no dealing method {method}: it has {known}."
        raise LabError(say(words, game=game, method=method, known=", ".join(methods) or say("none")))
    reset_cents = reset * price_cents if reset is not None else seed_cents or 0
    if not 0 <= reset_cents <= MOST_RESET_CENTS:
        most = dollars(MOST_RESET_CENTS)
        raise LabError(say("A meter is reset to $0 or more, and to {most} at most.", most=most))
    if (rate is None) == (wanted is None):
        raise LabError("Give either the rate at which a wager feeds the meter, or the return that is wanted.")
    method = method if method is not None else next(iter(methods), "")
    asked = asked_terms(rules, option, price_cents, method)._replace(
        seed_cents=reset_cents, reset_cents=reset_cents, rate=rate or Fraction(0)
    )
    if wanted is not None:
        return asked._replace(rate=rate_for(asked, wanted, folded))
    if not 0 <= asked.rate <= 1:
        raise LabError(say("A rate is 0% to 100% of the wager, not {rate}.", rate=percent(asked.rate)))
    return asked


def asked_terms(rules: Rules, option: int, price_cents: int, method: str) -> MeterTerms:
    """The terms of a meter that nothing feeds yet, which starts at nothing."""
    version = rules.edition.version
    return MeterTerms((rules.game.name,), price_cents, 0, 0, Fraction(0), option, method, version=version)


def rate_for(terms: MeterTerms, wanted: Fraction, folded: Folded | None = None) -> Fraction:
    """The rate that gives a wanted return, to the nearest hundredth of a percent; raises `LabError` where none does."""
    least, most = (price_jackpot(terms._replace(rate=Fraction(end)), folded).total for end in (0, 1))
    if not least <= wanted <= most:
        words = "With this option, price and reset a wager returns {least} to {most}: no rate gives {wanted}."
        raise LabError(say(words, least=percent(least), most=percent(most), wanted=percent(wanted)))
    return round_half_up(exact_rate(terms, wanted, folded), PLACES)


def exact_rate(terms: MeterTerms, wanted: Fraction, folded: Folded | None = None) -> Fraction:
    """The exact rate that gives a return; to seven digits where prizes have least sums."""
    priced = price_jackpot(terms._replace(rate=Fraction(0)), folded)
    if not priced.course.has_least:
        return wanted - priced.exact
    # More rate is a larger meter at every moment, so the return grows with it. Between two rates the chord tells where
    # to look next; an end that stays counts for half each time, so that both close in.
    ends = {end: price_jackpot(terms._replace(rate=end), folded).total - wanted for end in (Fraction(0), Fraction(1))}
    stays: Fraction | None = None
    while max(ends) - min(ends) > Fraction(1, 10**RATE_PLACES):
        (low, below), (high, above) = sorted(ends.items())
        middle = round(low + (high - low) * below / (below - above), 2 * RATE_PLACES)
        if middle in ends:
            return middle
        missing = price_jackpot(terms._replace(rate=middle), folded).total - wanted
        end = low if missing >= 0 else high
        ends = {middle: missing, end: ends[end] / 2 if end == stays else ends[end]}
        stays = end
        if abs(missing) < Fraction(1, 10 ** (RATE_PLACES + 3)):
            return middle
    return next(iter(ends))


def round_half_up(value: Fraction, places: int) -> Fraction:
    """A number of so many decimals, a half rounded up, as the tables of the documents are."""
    scale = 10**places
    return Fraction((2 * value * scale + 1) // 2, scale)


def straight_flush_shares(winners: int) -> tuple[Fraction, Fraction]:
    """The share of each of several straight flushes of a round (Crown 12.6): its share of the meter and of the reset
    value, as Table 7 prints them.

    Each in turn takes a tenth of what is left of the meter and all share alike; the reset value makes each up to a
    tenth. Both are rounded to three decimals of a percent, halves up: four of them have 10.001% each (reading K24).
    """
    of_meter = (1 - Fraction(9, 10) ** winners) / winners
    return round_half_up(of_meter, 5), round_half_up(Fraction(1, 10) - of_meter, 5)
