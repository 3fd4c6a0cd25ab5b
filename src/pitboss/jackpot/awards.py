"""What the jackpot hands of a round are awarded (Star Caribbean Stud 12; Mississippi Stud 15.2.9 to 15.2.14; Crown 12).

The two houses share differently; the rules of each edition say how. At the Star straight flushes take
successive tenths, then royal flushes the rest, and the house makes up the least amounts. At Crown all hands of a round
count at once: royal and straight flushes share by weight, straight flushes alone by a listed table, and the house adds
reset values. The meter gives its exact share; the payment is rounded up and the house bears the difference.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil
from typing import Any

from pitboss import law
from pitboss.jackpot.meter import SHARE, MeterTerms, exact
from pitboss.money import CENTS, Chips, Exact, ForOne
from pitboss.play import Claim, JackpotTerms
from pitboss.value import Value

ROYAL_FLUSH, STRAIGHT_FLUSH = "royal-flush", "straight-flush"

_PRIZE_KEYS = {
    ROYAL_FLUSH: law.PRIZE_ROYAL_FLUSH,
    STRAIGHT_FLUSH: law.PRIZE_STRAIGHT_FLUSH,
    "four-of-a-kind": law.PRIZE_FOUR_OF_A_KIND,
    "full-house": law.PRIZE_FULL_HOUSE,
    "flush": law.PRIZE_FLUSH,
}


class PoolClaim(Value, tag="PoolClaim"):
    """A hand that takes a share of the meter."""

    patron: str
    area: int
    line: str


class Prize(Value, tag="Prize"):
    """A prize that does not depend on the meter: a fixed amount, a multiple for 1, or a bonus jackpot."""

    patron: str
    area: int
    line: str
    cents: int
    because: law.Because


class Award(Value, tag="Award"):
    """What one hand is awarded out of a meter, and how much of it the meter gives."""

    patron: str
    area: int
    line: str
    cents: int
    exact: Exact
    """The award before it was rounded up."""
    meter: Exact
    """The part that the meter gives; the house gives the rest."""
    because: law.Because


class AwardedRound(Value):
    """The awards of a round in the order in which they are paid, and whether the meter starts again."""

    awards: tuple[Award, ...]
    is_reseeded: bool

    @property
    def meter(self) -> Exact:
        """What the meter gives in all."""
        return exact(sum((award.meter for award in self.awards), start=Fraction(0)))


def prize_row(rules: law.Rules, option: int, line: str) -> dict[str, Any]:
    """What the document lists for a hand under a payout option."""
    row = next(row for row in rules.game.data["prize"] if row["line"] == line)
    found: dict[str, Any] = row["options"][option - 1]
    return found


def is_share(rules: law.Rules, option: int, line: str) -> bool:
    """Whether a hand takes a share of the meter."""
    return bool(prize_row(rules, option, line)["basis"] == SHARE)


def _prize_grounds(rules: law.Rules, line: str) -> law.Because:
    return rules.only((law.PRIZES_LISTED, _PRIZE_KEYS.get(line, law.PRIZES_LISTED)))


def fixed_prizes(
    rules: law.Rules,
    terms: JackpotTerms,
    claims: tuple[Claim, ...],
    bettors: tuple[tuple[str, int], ...],
    chips: Chips,
) -> tuple[Prize, ...]:
    """The prizes of a round that the dealer pays at once: bonus jackpots first, then fixed prizes from the dealer's
    right, as the claims stand."""
    found = list(_bonuses(rules, terms, claims, bettors))
    for claim in claims:
        row = prize_row(rules, terms.option, claim.line)
        if row["basis"] == SHARE:
            continue
        amount = row["cents"] if "cents" in row else ForOne(row["odds"]).prize(terms.price_cents)
        cents = _payable(rules, amount, chips)
        because = (*_prize_grounds(rules, claim.line), *rules.only((law.DEALER_PAYS_PRIZE, law.PRIZES_FROM_RIGHT)))
        found.append(Prize(claim.patron, claim.area, claim.line, cents, tuple(dict.fromkeys(because))))
    return tuple(found)


def _bonuses(
    rules: law.Rules, terms: JackpotTerms, claims: tuple[Claim, ...], bettors: tuple[tuple[str, int], ...]
) -> Iterator[Prize]:
    """A bonus for each other player with a jackpot wager when a royal or straight flush takes its prize: once, the
    highest of the round, from the dealer's right."""
    lines = [line for line in (ROYAL_FLUSH, STRAIGHT_FLUSH) if any(claim.line == line for claim in claims)]
    cents = max((terms.bonus_cents.get(line, 0) for line in lines), default=0)
    winners = {claim.patron for claim in claims if claim.line in lines}
    if not cents:
        return
    because = (
        law.BONUS_JACKPOT,
        law.BONUS_FOR_BETTORS,
        law.NO_BONUS_FOR_WINNER,
        law.BONUS_FIRST,
        *rules.only((law.PRIZES_FROM_RIGHT,)),
        *rules.readings("M5", "M30"),
    )
    for patron, area in sorted(bettors, key=lambda bettor: -bettor[1]):
        if patron not in winners:
            yield Prize(patron, area, "bonus", cents, because)


def award_round(
    rules: law.Rules, terms: MeterTerms, value: Exact, claims: tuple[PoolClaim, ...], chips: Chips
) -> AwardedRound:
    """What the hands of a round take out of a meter that stands at a value. The claims come from the dealer's right."""
    share = _share_at_once if rules.applies(law.ROYAL_WEIGHS_TEN) else _share_in_turn
    awards = tuple(share(rules, terms, Fraction(value), claims, chips))
    return AwardedRound(awards, any(claim.line == ROYAL_FLUSH for claim in claims))


def _payable(rules: law.Rules, amount: Exact, chips: Chips) -> int:
    """An amount as it is paid: up to what chips make where the edition has that rule, else up to the cent."""
    return chips.next_payable(amount) if rules.applies(law.PAID_UP_TO_CHIPS) else ceil(amount)


def _award(rules: law.Rules, claim: PoolClaim, due: Exact, meter: Exact, because: law.Because, chips: Chips) -> Award:
    cents = _payable(rules, due, chips)
    rounded = rules.only((law.PAID_UP_TO_CHIPS,)) if cents != due else ()
    grounds = tuple(dict.fromkeys((*_prize_grounds(rules, claim.line), *because, *rounded)))
    return Award(claim.patron, claim.area, claim.line, cents, exact(due), exact(meter), grounds)


def _share_in_turn(
    rules: law.Rules, terms: MeterTerms, value: Fraction, claims: tuple[PoolClaim, ...], chips: Chips
) -> Iterator[Award]:
    """Straight flushes take successive tenths in equal shares, then royal flushes all that is left; each at least the
    least amount."""
    lowers = bool(rules.reading("straightFlushReducesPool", otherwise=True))
    both = {ROYAL_FLUSH, STRAIGHT_FLUSH} <= {claim.line for claim in claims}
    left = value
    for line in (STRAIGHT_FLUSH, ROYAL_FLUSH):
        winners = [claim for claim in claims if claim.line == line]
        if not winners:
            continue
        row = prize_row(rules, terms.option, line)
        part, count = Fraction(row["percent"], 100), len(winners)
        total = left * (1 - (1 - part) ** count)
        least = terms.least_cents.get(line, row.get("least_cents", 0))
        each = total / count
        gives = each if lowers or line == ROYAL_FLUSH else Fraction(0)
        because: law.Because = (
            *((law.SEVERAL_PRIZES,) if count > 1 else ()),
            *((law.ROYALS_SHARE if line == ROYAL_FLUSH else law.STRAIGHT_FLUSHES_SHARE,) if count > 1 else ()),
            *((law.STRAIGHT_FLUSH_FIRST,) if both else ()),
            law.PRIZES_FROM_RIGHT,
            *(rules.readings("C9") if count > 1 and line == STRAIGHT_FLUSH else ()),
            *(rules.readings("C8", "M5") if both else ()),
            *rules.reading_of("straightFlushReducesPool"),
        )
        for claim in winners:
            yield _award(rules, claim, max(each, Fraction(least)), gives, rules.only(because), chips)
        left -= gives * count


def _share_at_once(
    rules: law.Rules, terms: MeterTerms, value: Fraction, claims: tuple[PoolClaim, ...], chips: Chips
) -> Iterator[Award]:
    """All hands of the round at once: by weight where there is a royal flush, else by the listed shares."""
    royals = sum(claim.line == ROYAL_FLUSH for claim in claims)
    flushes, reset = len(claims) - royals, terms.reset_cents
    whole = Fraction(ceil(value / CENTS) * CENTS)
    of_whole = rules.reading("jackpotSharesOf", otherwise="raw-meter") == "rounded-meter"
    at_once = rules.only((law.ROUND_AT_ONCE, law.AWARD_DETERMINED))
    if royals:
        weights = 10 * royals + flushes
        alone = len(claims) == 1
        pot = (whole if alone or of_whole else value) + (royals - 1) * reset
        for claim in claims:
            weight = 10 if claim.line == ROYAL_FLUSH else 1
            because: law.Because = (law.HUNDRED_PERCENT,) if alone or of_whole else rules.reading_of("jackpotSharesOf")
            if not alone:
                weighed = law.ROYAL_WEIGHS_TEN if weight == 10 else law.BESIDE_ROYAL
                because = (*because, weighed, *((law.RESET_ADDED,) if royals > 1 else ()))
            share = Fraction(weight, weights)
            yield _award(rules, claim, pot * share, value * share, at_once + because, chips)
        return
    lowers = bool(rules.reading("straightFlushReducesMeter", otherwise=True))
    row = rules.game.data["share"][flushes - 1]
    of_meter, of_reset = Fraction(row["meter"]) / 100, Fraction(row["reset"]) / 100
    because = (law.SHARES_LISTED, *rules.readings("K24", "K25")) if flushes > 1 else rules.readings("K6", "K25")
    for claim in claims:
        due = (whole if of_whole else value) * of_meter + reset * of_reset
        yield _award(rules, claim, due, value * of_meter if lowers else 0, at_once + because, chips)
