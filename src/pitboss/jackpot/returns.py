"""What a jackpot wager returns in the long run: its prizes, what feeds the meter, the reset value that comes with each
royal flush (Crown 12.4, Table 6), and what the house adds to least prizes (Star Caribbean 12.1, Mississippi 15.2.9).

In the long run a meter pays out what was put into it. Where several royal flushes meet, the house adds a reset value
for each but one (Crown 12.5), so that there is one for each of them. All returns are for each unit of the wager, on
hands that are taken one after the other: what hands of one round share is left out, and so is what is gained where a
prize is rounded up.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

from pitboss import law
from pitboss.jackpot.course import BoundedNumber, MeterCourse, MeterShare
from pitboss.jackpot.hits import ROYAL, SHARED, STRAIGHT_FLUSH, count_top_hits
from pitboss.jackpot.meter import SHARE, MeterTerms
from pitboss.law.rules import Rules
from pitboss.value import Value

HANDS = {
    ROYAL: 4,
    STRAIGHT_FLUSH: 9 * 4,
    "four-of-a-kind": 13 * 48,
    "full-house": 13 * comb(4, 3) * 12 * comb(4, 2),
    "flush": (comb(13, 5) - 10) * 4,
    "straight": 10 * (4**5 - 4),
}
"""The number of five-card hands of each kind that takes a prize."""
DEALT = comb(52, 5)
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


def prizes_of(terms: MeterTerms, folded: Folded | None = None) -> tuple[PricedPrize, ...]:
    """The prizes of a meter; hands in `folded` are folded and forfeit theirs."""
    return tuple(_prizes(terms, folded or {}))


def _prizes(terms: MeterTerms, folded: Folded) -> Iterator[PricedPrize]:
    price = terms.price_cents
    for row in terms.rules().game.data["prize"]:
        line, prize = row["line"], row["options"][terms.option - 1]
        share, least = Fraction(0), Fraction(0)
        match prize["basis"]:
            case "fixed":
                least = Fraction(prize["cents"], price)
            case "for":
                least = Fraction(prize["odds"])
            case basis if basis == SHARE:
                share = Fraction(prize["percent"], 100)
                least = Fraction(terms.least_cents.get(line, prize.get("least_cents", 0)), price)
            case _:
                continue
        yield PricedPrize(line, Fraction(HANDS[line], DEALT) - folded.get(line, 0), share, least, row["clause"])


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


def fold_keeps_jackpot(rules: Rules, method: str) -> bool:
    """Whether a folded hand keeps its jackpot wager: by the method, else by the edition's rule or reading."""
    by_rule = not rules.applies(law.FOLD_ENDS_JACKPOT) or method == "B"
    return bool(rules.reading("foldKeepsJackpot", otherwise=by_rule))


class JackpotReturn(Value):
    """What a jackpot wager returns in the long run, for each unit of it."""

    terms: MeterTerms
    prizes: tuple[PricedPrize, ...]

    @property
    def course(self) -> MeterCourse:
        """The meter's course from one royal flush to the next."""
        rules, terms = self.terms.rules(), self.terms
        lowers = bool(rules.reading("straightFlushReducesPool", otherwise=True)) and bool(
            rules.reading("straightFlushReducesMeter", otherwise=True)
        )
        shares = tuple(
            MeterShare(prize.chance, prize.share, prize.least, lowers or prize.line == ROYAL)
            for prize in self.prizes
            if prize.share
        )
        return MeterCourse(shares, Fraction(terms.rate), Fraction(terms.reset_cents, terms.price_cents))

    @property
    def fixed(self) -> Fraction:
        """What the prizes return that do not hang on the meter."""
        return fixed_return(self.prizes)

    @property
    def reset(self) -> Fraction:
        """What the reset value returns, which comes at each royal flush: from the house, and from the reserve as far as
        that reaches."""
        return self.course.reset * self.course.reset_chance

    @property
    def exact(self) -> Fraction:
        """Fixed prizes, what feeds the meter, the reset, and straight flushes that the house pays where they do not
        lower the meter: all of the return where no prize has a least sum."""
        return self.fixed + self.terms.rate + self.reset + self.course.beside

    @property
    def least(self) -> BoundedNumber:
        """What the house adds where the meter's share is below the least sum of a prize."""
        return self.course.added

    @property
    def total(self) -> Fraction:
        """All that the wager returns: exact where no prize has a least sum, else within the error of `least`."""
        return self.exact + self.least.worth

    @property
    def break_even(self) -> Fraction:
        """The meter at which a wager returns itself."""
        return break_even(self.prizes)


def price_jackpot(terms: MeterTerms, folded: Folded | None = None) -> JackpotReturn:
    """The return of a jackpot wager. `folded` are the hands that the best play of the game folds, where a fold forfeits
    the wager; without them it is the return of a player who folds no hand that takes a prize."""
    lost = None if fold_keeps_jackpot(terms.rules(), terms.method) else folded
    return JackpotReturn(terms, prizes_of(terms, lost))


def bonus_return(terms: MeterTerms, players: int) -> Fraction:
    """What bonus jackpots return beside, exactly, in rounds with so many jackpot wagers of as many players: one for
    each who does not win, when a royal or straight flush takes its prize, the highest of the round."""
    total = Fraction(0)
    for (royals, others), chance in count_top_hits(players, SHARED[terms.rules().game.engine]).chances.items():
        lines = (ROYAL,) * bool(royals) + (STRAIGHT_FLUSH,) * bool(others)
        most = max((terms.bonus_cents.get(line, 0) for line in lines), default=0)
        total += chance * (players - royals - others) * most
    return total / (players * terms.price_cents)
