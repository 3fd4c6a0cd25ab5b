"""What a jackpot wager returns: its prizes, what feeds the meter, the reset that the house adds (Crown 12.4, Table 6;
Star Caribbean 11.6, 12.1, Mississippi 15.2.9), and the rate that gives a wanted return.

In the long run a meter pays out what was put into it: what of each wager feeds it, and the reset value at each royal
flush. Where several royal flushes meet the house adds a reset for each (Crown 12.5), so that it is one for each of
them.
"""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from pitboss import law
from pitboss.jackpot.returns import HANDS
from pitboss.lab.jackpot.meter import MeterCourse
from pitboss.lab.question import LabError
from pitboss.law.edition import BookError, edition_names, load_edition
from pitboss.law.rules import Rules
from pitboss.messages import say, words_of
from pitboss.money import dollars
from pitboss.value import Value

DEALT = comb(52, 5)
PRICE_CENTS = 100
"""The price of the wager unless another is named: no edition states one, and prizes in dollars depend on it."""
MOST_RESET_CENTS = 10**12
PLACES = 4
"""A rate is set in hundredths of a percent, as Table 6 has it."""
Folded = Mapping[str, Fraction]
"""By line: the chance that a hand of that kind is dealt and folded."""


class PricedPrize(Value):
    """A prize for each unit of the wager: the chance to win it, the share of the meter, and the least that it pays. A
    fixed prize has no share; one that takes the whole meter resets it."""

    line: str
    chance: Fraction
    share: Fraction
    least: Fraction
    clause: str

    def at(self, meter: Fraction) -> Fraction:
        """What it returns at a meter."""
        return self.chance * max(self.share * meter, self.least)


class JackpotQuestion(Value):
    """A jackpot to be priced: the option of the edition, the price, what of a wager feeds the meter, where the meter is
    reset to, and the dealing method where the edition has methods."""

    game: str
    option: int
    price_cents: int
    rate: Fraction
    reset_cents: int
    method: str
    version: str | None = None
    """The version of the edition; the newest if none is named."""

    @property
    def rules(self) -> Rules:
        """The rules that it is asked about."""
        return jackpot_rules(self.game, self.version)

    @property
    def reset(self) -> Fraction:
        """The reset value for each unit of the wager."""
        return Fraction(self.reset_cents, self.price_cents)


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


def fold_keeps_jackpot(rules: Rules, method: str) -> bool:
    """Whether a folded hand keeps its jackpot wager: by the method, else by the edition's rule or reading."""
    by_rule = not rules.applies(law.FOLD_ENDS_JACKPOT) or method == "B"
    return bool(rules.reading("foldKeepsJackpot", otherwise=by_rule))


def prizes_of(
    rules: Rules, option: int = 1, price_cents: int = PRICE_CENTS, folded: Folded | None = None
) -> tuple[PricedPrize, ...]:
    """The prizes of an option at a price; hands in `folded` are folded and forfeit theirs."""
    found = []
    for row in rules.game.data["prize"]:
        line, prize = row["line"], row["options"][option - 1]
        chance = Fraction(HANDS[line], DEALT) - (folded or {}).get(line, Fraction(0))
        match prize["basis"]:
            case "share":
                share, least = Fraction(prize["percent"], 100), Fraction(prize.get("least_cents", 0), price_cents)
            case "fixed":
                share, least = Fraction(0), Fraction(prize["cents"], price_cents)
            case "for":
                share, least = Fraction(0), Fraction(prize["odds"])
            case _:
                continue
        found.append(PricedPrize(line, chance, share, least, row["clause"]))
    return tuple(found)


def fixed_return(prizes: tuple[PricedPrize, ...]) -> Fraction:
    """What the prizes return that do not hang on the meter."""
    return sum((prize.at(Fraction(0)) for prize in prizes if not prize.share), Fraction(0))


def return_at(prizes: tuple[PricedPrize, ...], meter: Fraction) -> Fraction:
    """What a wager returns that is settled at a meter, both for each unit of it."""
    return sum((prize.at(meter) for prize in prizes), Fraction(0))


def break_even(prizes: tuple[PricedPrize, ...], needed: Fraction = Fraction(1)) -> Fraction:
    """The lowest meter at which a unit returns itself, or what is needed: nothing where the fixed and least prizes
    alone do."""
    meter = Fraction(0)
    shares = [prize for prize in prizes if prize.share]
    for grows_from in sorted(prize.least / prize.share for prize in shares):
        if return_at(prizes, grows_from) >= needed:
            break
        meter = grows_from
    slope = sum(prize.chance * prize.share for prize in shares if prize.least / prize.share <= meter)
    missing = needed - return_at(prizes, meter)
    return meter + missing / slope if slope and missing > 0 else meter


class JackpotReturn(Value):
    """What a jackpot wager returns in the long run, for each unit of it."""

    question: JackpotQuestion
    prizes: tuple[PricedPrize, ...]

    @property
    def course(self) -> MeterCourse:
        """The meter's course from one royal flush to the next."""
        asked = self.question
        shares = tuple((prize.chance, prize.share, prize.least) for prize in self.prizes if prize.share)
        return MeterCourse(shares, asked.rate, asked.reset)

    @property
    def fixed(self) -> Fraction:
        """What the prizes return that do not hang on the meter."""
        return fixed_return(self.prizes)

    @property
    def reset(self) -> Fraction:
        """What the reset value returns, which the house adds at each royal flush."""
        return self.question.reset * self.course.reset_chance

    @property
    def exact(self) -> Fraction:
        """Fixed prizes, what feeds the meter, and the reset: all of the return where no prize has a least sum."""
        return self.fixed + self.question.rate + self.reset

    @property
    def least(self) -> float:
        """What the house adds where the meter's share is below the least sum of a prize."""
        return self.course.added.worth

    @property
    def total(self) -> Fraction | float:
        """All that the wager returns: a fraction where it is exact."""
        return self.exact + self.least if self.course.has_least else self.exact

    @property
    def break_even(self) -> Fraction:
        """The meter at which a wager returns itself."""
        return break_even(self.prizes)


def price_jackpot(question: JackpotQuestion, folded: Folded | None = None) -> JackpotReturn:
    """The exact return of a jackpot wager; `folded` are the hands that the best play of the game folds, where a fold
    forfeits the wager."""
    rules = question.rules
    lost = None if fold_keeps_jackpot(rules, question.method) else folded
    return JackpotReturn(question, prizes_of(rules, question.option, question.price_cents, lost))


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
) -> JackpotQuestion:
    """Put a question; raises `LabError` where it makes no sense.

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
    asked = JackpotQuestion(game, option, price_cents, rate or Fraction(0), reset_cents, method, version)
    if wanted is not None:
        return asked._replace(rate=rate_for(asked, wanted, folded))
    if not 0 <= asked.rate <= 1:
        raise LabError(say("A rate is 0% to 100% of the wager, not {rate}.", rate=percent(asked.rate)))
    return asked


def rate_for(question: JackpotQuestion, wanted: Fraction, folded: Folded | None = None) -> Fraction:
    """The rate that gives a wanted return, to the nearest hundredth of a percent; raises `LabError` where none does."""
    least, most = (price_jackpot(question._replace(rate=Fraction(end)), folded).total for end in (0, 1))
    if not least <= wanted <= most:
        words = "With this option, price and reset a wager returns {least} to {most}: no rate gives {wanted}."
        raise LabError(say(words, least=percent(least), most=percent(most), wanted=percent(wanted)))
    return round_half_up(exact_rate(question, wanted, folded), PLACES)


def exact_rate(question: JackpotQuestion, wanted: Fraction, folded: Folded | None = None) -> Fraction:
    """The very rate that gives a return; where prizes have least sums, to seven digits."""
    priced = price_jackpot(question._replace(rate=Fraction(0)), folded)
    if not priced.course.has_least:
        return wanted - priced.exact
    # More rate is a larger meter at every moment, so the return grows with it: halve the range of rates
    low, high = Fraction(0), Fraction(1)
    while high - low > Fraction(1, 10**7):
        middle = (low + high) / 2
        is_below = price_jackpot(question._replace(rate=middle), folded).total < wanted
        low, high = (middle, high) if is_below else (low, middle)
    return (low + high) / 2


def round_half_up(value: Fraction, places: int) -> Fraction:
    """A number of so many decimals, a half rounded up, as the tables of the documents are."""
    scale = 10**places
    return Fraction((2 * value * scale + 1) // 2, scale)


def percent(value: Fraction | float, places: int = 4) -> str:
    """A share as a person reads it: `88.8480%`."""
    return f"{float(value) * 100:.{places}f}%"


def straight_flush_shares(winners: int) -> tuple[Fraction, Fraction]:
    """What each of several straight flushes of a round takes (Crown 12.6): its share of the meter and of the reset
    value, as Table 7 prints them.

    Each in turn takes a tenth of what is left of the meter and all share alike; the reset value makes each up to a
    tenth. Both are rounded to three decimals of a percent, halves up: four of them have 10.001% each (reading K24).
    """
    of_meter = (1 - Fraction(9, 10) ** winners) / winners
    return round_half_up(of_meter, 5), round_half_up(Fraction(1, 10) - of_meter, 5)
