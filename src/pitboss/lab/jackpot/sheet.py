"""The jackpot as plain data: for PAR sheets every option and meter of the edition, for one question all that follows
from it, and the player's total edge as the meter moves."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.jackpot import returns, several
from pitboss.jackpot.hits import MOST_PLAYERS, SHARED, count_top_hits
from pitboss.jackpot.meter import MeterTerms
from pitboss.lab.jackpot.returns import (
    PRICE_CENTS,
    asked_terms,
    exact_rate,
    methods_of,
    options_of,
    straight_flush_shares,
)
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules

ANTES = (5, 10, 25, 100)
"""The Antes that the player's total edge is drawn for, in prices of the jackpot wager."""
DRAWN = 60
"""How many points a line has."""


def fraction_text(value: Fraction) -> str:
    """A fraction as data holds it."""
    return f"{value.numerator}/{value.denominator}"


def jackpot_data(
    rules: Rules, price_cents: int = PRICE_CENTS, folded: returns.Folded | None = None
) -> list[dict[str, Any]]:
    """Each payout option of the edition at a price of the wager: what the fixed prizes return, the meter that makes up
    the rest, and where the edition states them (Crown 12.4, Table 6) the contributions and reset values of the meter.

    All are for each unit of the wager, but those in cents. Hands that share a jackpot are left out. `folded` are the
    hands that the best play folds, where that was worked out: they say what a fold loses that forfeits the wager.
    """
    if price_cents <= 0:
        raise LabError("The price of a jackpot wager must be more than $0.")
    return [_option(rules, option, price_cents, folded) for option in range(1, options_of(rules) + 1)]


def _option(rules: Rules, option: int, price_cents: int, folded: returns.Folded | None) -> dict[str, Any]:
    method = next(iter(methods_of(rules)), "")
    asked = asked_terms(rules, option, price_cents, method)
    priced = returns.price_jackpot(asked, folded)
    meters = [(row, meter_question(asked, row)) for row in rules.game.data.get("meter", ())]
    return {
        "option": option,
        "price_cents": price_cents,
        "method": method,
        "fixed_return": float(priced.fixed),
        "fixed_return_exact": fraction_text(priced.fixed),
        "share_per_meter_unit": float(sum(prize.chance * prize.share for prize in priced.prizes)),
        "break_even_meter": float(priced.break_even),
        "break_even_meter_cents": round(priced.break_even * price_cents),
        "least_cents": {
            prize.line: round(prize.least * price_cents) for prize in priced.prizes if prize.share and prize.least
        },
        "wagers_between_resets": float(priced.course.wagers_between_resets),
        "forfeits": forfeits_data(rules, asked, folded),
        "meters": [_meter(row, returns.price_jackpot(each, folded), folded) for row, each in meters],
    }


def meter_question(asked: MeterTerms, row: dict[str, Any]) -> MeterTerms:
    """The question that a configuration of the edition puts: its reset value, and the rate for the option."""
    rate = Fraction(row["increment"][asked.option - 1]) / 100
    return asked._replace(rate=rate, reset_cents=row["reset"] * asked.price_cents)


def _meter(row: dict[str, Any], priced: returns.JackpotReturn, folded: returns.Folded | None) -> dict[str, Any]:
    """A configuration of the meter: the reset value, what of a wager feeds it, and what all of it returns."""
    forfeiting = forfeiting_question(priced.terms)
    return {
        "reset": row["reset"],
        "reset_cents": priced.terms.reset_cents,
        "contribution": float(priced.terms.rate),
        "reset_return": float(priced.reset),
        "return": float(priced.total),
        "return_exact": fraction_text(priced.exact),
        "expected_meter_cents": round(priced.course.expected * priced.terms.price_cents),
        "return_if_folds_forfeit": (
            float(returns.price_jackpot(forfeiting, folded).total)
            if forfeiting is not None and folded is not None
            else None
        ),
        "clause": row["clause"],
    }


def forfeiting_question(asked: MeterTerms) -> MeterTerms | None:
    """The same question under the method by which a fold forfeits the wager, where the edition has both kinds."""
    rules = asked.rules()
    forfeit = [method for method in methods_of(rules) if not returns.fold_keeps_jackpot(rules, method)]
    return asked._replace(method=forfeit[0]) if forfeit else None


def can_forfeit(rules: Rules) -> bool:
    """Whether a fold forfeits the jackpot wager, by the edition or by one of its methods."""
    return not all(returns.fold_keeps_jackpot(rules, method) for method in methods_of(rules) or ("",))


def forfeits_data(rules: Rules, asked: MeterTerms, folded: returns.Folded | None) -> dict[str, Any] | None:
    """What the best play folds of the hands that take a prize, where a fold forfeits the wager and it was worked out:
    the part of each kind, and what the fixed prizes lose by it."""
    by_method = forfeiting_question(asked)
    if folded is None or (by_method is None and returns.fold_keeps_jackpot(rules, asked.method)):
        return None
    whole = returns.prizes_of(asked)
    loss = {prize.line: folded[prize.line] * prize.least for prize in whole if not prize.share}
    lost = sum(loss.values(), Fraction(0))
    return {
        "method": by_method.method if by_method is not None else "",
        "folded": {prize.line: float(folded[prize.line] / prize.chance) for prize in whole},
        "folded_exact": {prize.line: fraction_text(folded[prize.line] / prize.chance) for prize in whole},
        "lost_return": float(lost),
        "lost_return_exact": fraction_text(lost),
    }


# One question.


def priced_data(
    priced: returns.JackpotReturn, wanted: Fraction | None = None, folded: returns.Folded | None = None
) -> dict[str, Any]:
    """All that follows from a question: the parts of the return, the meters that matter, and the prizes; with the
    return that was wanted, the very rate that gives it."""
    asked = priced.terms
    rules, total, course = asked.rules(), priced.total, priced.course
    cents = {
        "reset_cents": Fraction(asked.reset_cents),
        "break_even_meter_cents": priced.break_even * asked.price_cents,
        "expected_meter_cents": course.expected * asked.price_cents,
    }
    needed = exact_rate(asked, wanted, folded) if wanted is not None else None
    return {
        "game": asked.games[0],
        "version": rules.edition.version,
        "option": asked.option,
        "method": asked.method,
        "price_cents": asked.price_cents,
        "reset": float(asked.reset),
        "rate": float(asked.rate),
        "rate_exact": fraction_text(Fraction(asked.rate)),
        "wanted": float(wanted) if wanted is not None else None,
        "rate_for_wanted": float(needed) if needed is not None else None,
        "rate_for_wanted_exact": fraction_text(needed) if needed is not None and not course.has_least else None,
        "fixed_return": float(priced.fixed),
        "reset_return": float(priced.reset),
        "least_return": float(priced.least.worth),
        "least_error": float(priced.least.error),
        "return": float(total),
        "return_exact": None if course.has_least else fraction_text(total),
        "edge": 1 - float(total),
        "wagers_between_resets": float(course.wagers_between_resets),
        "edition_rate": edition_rate(rules, asked),
        "forfeits": forfeits_data(rules, asked, folded),
        "prizes": [_prize(prize, priced) for prize in priced.prizes],
    } | {name: round(value) for name, value in cents.items()}


def edition_rate(rules: Rules, asked: MeterTerms) -> dict[str, Any] | None:
    """The edition's figures for the option: its rate at this reset value if it has one, and whether it is the one asked
    about (Crown 11.2.1(e)); nothing where it leaves both open."""
    rows = rules.game.data.get("meter", ())
    if not rows:
        return None
    found = next((row for row in rows if row["reset"] == asked.reset), None)
    rate = Fraction(found["increment"][asked.option - 1]) / 100 if found is not None else None
    resets = [row["reset"] for row in rows]
    same = rate == asked.rate
    return {"clause": rows[0]["clause"], "resets": resets, "rate": rate and float(rate), "is_same": same}


def _prize(prize: returns.PricedPrize, priced: returns.JackpotReturn) -> dict[str, Any]:
    asked = priced.terms
    return {
        "line": prize.line,
        "chance": float(prize.chance),
        "chance_exact": fraction_text(prize.chance),
        "one_in": float(1 / prize.chance) if prize.chance else None,
        "share": float(prize.share),
        "least_cents": round(prize.least * asked.price_cents),
        "return_at_reset": float(prize.at(asked.reset)),
        "clause": prize.clause,
    }


# Several prizes in a round.


def hits_data(rules: Rules, option: int, reset: Fraction = Fraction(0)) -> list[dict[str, Any]]:
    """By the number of players with a jackpot wager: the chance that prizes meet in a round, no hand having been
    folded. Where straight flushes share, the house adds of the reset value (Crown 12.6), which returns a little more.
    """
    shared = SHARED[rules.game.engine]
    prizes = returns.prizes_of(asked_terms(rules, option, PRICE_CENTS, ""))
    lines = frozenset(prize.line for prize in prizes)
    rows = []
    for players in range(2, MOST_PLAYERS + 1):
        hits = count_top_hits(players, shared)
        alone = {others: chance for (royals, others), chance in hits.chances.items() if not royals and others > 1}
        added = sum(
            (chance * others * straight_flush_shares(others)[1] for others, chance in alone.items()), Fraction(0)
        )
        chances = {
            "two_royals": hits.chance(royals=2),
            "royal_with_straight_flush": hits.chance(royals=1, others=1),
            "two_straight_flushes": sum(alone.values(), Fraction(0)),
            "shared": hits.shared,
            "two_prizes": several.chance_of_several(lines, shared, players),
        }
        exact = {f"{name}_exact": fraction_text(chance) for name, chance in chances.items()}
        returned = float(added * reset / players) if "meter" in rules.game.data else 0.0
        figures = {name: float(chance) for name, chance in chances.items()}
        rows.append({"players": players, **figures, **exact, "house_adds_return": returned})
    return rows


# The player's total edge.


def total_edge(edge: Fraction, ante: Fraction, returned: Fraction) -> Fraction:
    """The player's mean net on Ante and jackpot wager together: negative while the house is ahead. The edge is
    the game's, for each unit of the Ante; the Ante is in prices of the jackpot wager."""
    return (returned - 1 - edge * ante) / (1 + ante)


def edge_plot_data(
    edge: Fraction | float, priced: returns.JackpotReturn, antes: Sequence[Fraction | int] = ANTES
) -> dict[str, Any]:
    """The player's total edge as the meter moves: a line for each Ante, of points of a meter in cents and the edge; and
    the meters that matter, where what feeds the meter is known."""
    asked, prizes, exact = priced.terms, priced.prizes, Fraction(edge)
    evens = [returns.break_even(prizes, 1 + exact * ante) for ante in antes]
    most = max(2 * min(evens), 2 * asked.reset, Fraction(1))
    bends = {prize.least / prize.share for prize in prizes if prize.share}
    meters = sorted({most * step / DRAWN for step in range(DRAWN + 1)} | {bend for bend in bends if bend < most})
    marks = {"reset": asked.reset, "expected": priced.course.expected} if asked.rate else {}
    lines = []
    for ante, even in zip(antes, evens, strict=True):
        points = [(meter, total_edge(exact, Fraction(ante), returns.return_at(prizes, meter))) for meter in meters]
        lines.append(
            {
                "ante_cents": round(ante * asked.price_cents),
                "even_meter_cents": round(even * asked.price_cents),
                "points": [[round(meter * asked.price_cents), float(kept)] for meter, kept in points],
            }
        )
    marked = marks | {"jackpot wager even": priced.break_even}
    return {"lines": lines, "marks": {name: round(meter * asked.price_cents) for name, meter in marked.items()}}
