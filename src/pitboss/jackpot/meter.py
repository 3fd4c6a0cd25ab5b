"""A meter: its terms, what has gone into it and out of it, and why it may not run on some terms.

A meter is a sum, never a number that is overwritten: start, contributions, reseeds, transfers and adjustments, less the
awards. Rates are hundredths of a percent of a price in cents, so what a wager adds is seldom a whole cent.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from pitboss import law
from pitboss.messages import say
from pitboss.money import CENTS, Exact, dollars
from pitboss.play import JackpotTerms, Refusal
from pitboss.value import Value

SHARE = "share"
"""The basis of a prize that is a share of the meter."""


def exact(amount: Exact) -> Exact:
    """An amount as a whole number where it is whole."""
    return amount.numerator if amount.denominator == 1 else amount


def percent(part: Exact, places: int = 4) -> str:
    """A part as a percentage, rounded to so many places."""
    whole, rest = divmod(round(part * 100 * 10**places), 10**places)
    return f"{whole}.{rest:0{places}}%"


class MeterTerms(Value, tag="MeterTerms"):
    """What a meter runs on: its price, payout option, rate, and where it starts and starts again."""

    games: tuple[str, ...]
    """The games whose tables may be linked to it; all of one edition."""
    price_cents: int
    seed_cents: int
    reset_cents: int
    rate: Exact
    """What part of each wager feeds it."""
    option: int = 1
    method: str = ""
    """The dealing method of its tables, where the edition has methods."""
    reserve_rate: Exact = 0
    """What part of each wager feeds the reserve, a second pool out of which the meter is reseeded."""
    approval: str = ""
    """The regulator's approval of rate and seed, by its reference."""
    version: str = ""
    """The version of the edition whose rules it runs on."""
    readings: Mapping[str, law.Choice] = {}
    """The readings that it takes otherwise than the edition."""
    least_cents: Mapping[str, int] = {}
    """The least prize of a hand that takes a share of the meter, where the sign shows more than the book."""
    bonus_cents: Mapping[str, int] = {}
    """What the others with a jackpot wager get when a hand of this kind takes its prize."""

    def rules(self, game: str = "") -> law.Rules:
        """The rules that it runs on, as a game of it has them."""
        return _rules(game or self.games[0], self.version or None, tuple(sorted(self.readings.items())))

    @property
    def reset(self) -> Fraction:
        """The reset value for each unit of the wager."""
        return Fraction(self.reset_cents, self.price_cents)

    @property
    def grows(self) -> Exact:
        """What one wager adds, in cents."""
        return exact(self.rate * self.price_cents)

    @property
    def grows_reserve(self) -> Exact:
        """What one wager adds to the reserve, in cents."""
        return exact(self.reserve_rate * self.price_cents)

    def offer(self, meter: str) -> JackpotTerms:
        """What a table offers that is linked to it."""
        return JackpotTerms(self.price_cents, self.method, self.option, len(self.games) > 1, meter, self.bonus_cents)


@cache
def _rules(game: str, version: str | None, readings: tuple[tuple[str, law.Choice], ...]) -> law.Rules:
    """Rules in force, put together once: what they cite is looked up with every wager."""
    return law.Rules.of(game, version).amend(readings=dict(readings))


class Meter(Value, tag="Meter"):
    """What has gone into a meter and out of it, in cents. Its value is the sum of all of it."""

    start: Exact = 0
    contributions: Exact = 0
    reseeds: Exact = 0
    transfers: Exact = 0
    adjustments: Exact = 0
    awards: Exact = 0

    @property
    def value(self) -> Exact:
        """What it stands at."""
        into = self.start + self.contributions + self.reseeds + self.transfers + self.adjustments
        return exact(into - self.awards)

    def add(self, **amounts: Exact) -> "Meter":
        """The meter with more in some of its sums."""
        return self._replace(**{name: exact(getattr(self, name) + amount) for name, amount in amounts.items()})


def check_meter(rules: law.Rules, terms: MeterTerms, others: tuple[MeterTerms, ...] = ()) -> Refusal | None:
    """Say why a meter may not run on some terms beside the other meters of the house."""
    return _check_figures(rules, terms) or _check_book(rules, terms) or _check_others(rules, terms, others)


def _check_figures(rules: law.Rules, terms: MeterTerms) -> Refusal | None:
    if terms.price_cents <= 0:
        return Refusal((law.JACKPOT_PRICE,), "Enter the price of a jackpot wager: more than $0.")
    if terms.seed_cents < 0 or terms.reset_cents < 0:
        return Refusal(rules.only((law.SEED_SET, law.LINKED_RATE)), "Seed and reset value are $0 or more.")
    if not terms.rate > 0 or terms.reserve_rate < 0 or terms.rate + terms.reserve_rate > 1:
        because = rules.only((law.RATE_APPROVED, law.METER_GROWS))
        return Refusal(because, "The rate is more than 0% of a wager, and with the reserve no more than all of it.")
    options = len(rules.game.data["prize"][0]["options"])
    if not 1 <= terms.option <= options:
        words = say("The payout option is 1 to {most}, not {option}.", most=options, option=terms.option)
        return Refusal((law.JACKPOT_HANDS,), words)
    return None


def _check_book(rules: law.Rules, terms: MeterTerms) -> Refusal | None:
    """Compare with what the document lists; where it lists no rates, the regulator approves one."""
    if "meter" in rules.game.data:
        rates = listed_rates(rules, terms.option)
        rate = rates.get(Fraction(terms.reset_cents, terms.price_cents))
        if rate is None:
            listed = ", ".join(f"{int(multiple):,}" for multiple in rates)
            words = "The reset value is one of {listed} times the price of a wager."
            return Refusal((law.OPTION_FITS_RESET, law.METER_RESEEDED), say(words, listed=listed))
        if rate != terms.rate:
            words = "Option {option} with this reset value grows by {rate}."
            grown = say(words, option=terms.option, rate=percent(rate, 2))
            return Refusal((law.OPTION_FITS_RESET, law.METER_GROWS), grown)
        if terms.reserve_rate:
            return Refusal((law.METER_GROWS,), "This jackpot feeds one meter: leave the reserve out.")
        if len(terms.games) > 1 and terms.method != "B":
            return Refusal((law.METHOD_B_WHEN_LINKED,), "A jackpot shared by several games is dealt by Method B.")
    elif not terms.approval:
        words = "Enter the regulator's approval of the rate and the seed. Without it no jackpot opens."
        return Refusal(rules.only((law.RATE_APPROVED, law.LINKED_RATE)), words)
    for row in rules.game.data["prize"]:
        prize = row["options"][terms.option - 1]
        least = terms.least_cents.get(row["line"])
        if least is not None and (prize["basis"] != SHARE or least < prize.get("least_cents", 0)):
            words = "The sign shows at least {least} for this hand."
            because = rules.only((law.PRIZES_LISTED,))
            return Refusal(because, say(words, least=dollars(prize.get("least_cents", 0))))
    if terms.bonus_cents and not rules.applies(law.BONUS_JACKPOT):
        return Refusal((law.JACKPOT_OFFERED,), "This game has no bonus jackpot: leave it out.")
    shares = {row["line"] for row in rules.game.data["prize"] if row["options"][terms.option - 1]["basis"] == SHARE}
    if terms.bonus_cents.keys() - shares or any(cents <= 0 for cents in terms.bonus_cents.values()):
        return Refusal((law.BONUS_JACKPOT,), "A bonus is an amount above $0 for a royal flush or a straight flush.")
    return None


def _check_others(rules: law.Rules, terms: MeterTerms, others: tuple[MeterTerms, ...]) -> Refusal | None:
    if not rules.applies(law.ONE_OPTION) or not others:
        return None
    if any(each.option != terms.option for each in others):
        words = say("All meters of the house use option {option}.", option=others[0].option)
        return Refusal((law.ONE_OPTION, *rules.readings("K3")), words)
    if rules.reading("optionsWithSeveralMeters", otherwise="all-six") == "first-three" and terms.option > 3:
        because = (law.ONE_OPTION, *rules.reading_of("optionsWithSeveralMeters"))
        return Refusal(because, "Several meters use option 1, 2 or 3.")
    return None


def listed_rates(rules: law.Rules, option: int) -> dict[Fraction, Fraction]:
    """The reset values that the document lists, for each cent of the price, with the rate that goes with each."""
    rows = rules.game.data["meter"]
    return {Fraction(row["reset"]): Fraction(row["increment"][option - 1]) / 100 for row in rows}


def residue(rules: law.Rules, terms: MeterTerms, value: Exact) -> Exact:
    """What a closing meter passes on to another: its value less the seed, which the house takes back (reading K5)."""
    if rules.reading("closureTransfer", otherwise="") == "scaled-difference":
        cost = Fraction(terms.price_cents, CENTS)
        return exact(cost * (value - terms.seed_cents / cost))
    return exact(Fraction(value) - terms.seed_cents)
