"""The parts of a PAR sheet beyond the outcomes, as plain data.

The pay table, wagers, the results of many rounds, what the house may owe and may expect, the Super Bonus by wager, the
strategy, and the check by simulation.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from math import sqrt
from typing import Any

from pitboss.lab import answer, many_rounds, workers
from pitboss.lab.question import Outcome, Question, Solution
from pitboss.money import dollars

ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
VOLATILITY = 1.6448536269514722
"""How many deviations hold 90 of a hundred results: the volatility index is so many deviations of one round."""
MAXIMUM_CENTS = 100_00
"""The table maximum that exposure is told at, where none is named."""
AREAS = 7
ROUNDS_AN_HOUR = (30, 40, 50, 60)
SEED = 1


DECIDE_PAYS = ("game", "pays", "rules", "play", "decks", "wager_cents", "chips_cents", "maximum_payout_cents")


def pay_table_data(question: Question) -> dict[str, Any]:
    """The pay tables and rules in force with an id that changes when any of them does."""
    asked = answer.question_data(question)
    content = {name: asked[name] for name in DECIDE_PAYS if name in asked}
    digest = hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    return {"id": f"{question.game}-{digest[:8]}", "hash": digest, **content}


def rules_in_force(table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The rules in force, and what else decides the figures where the game has it."""
    rules = list(table["rules"].items())
    if "play" in table["pays"]:
        rules.append(("play", ", ".join("/".join(map(str, offered)) for offered in table["play"])))
    if table["decks"] > 1:
        rules.append(("decks", table["decks"]))
    if table["wager_cents"]:
        rules.append(("wager", dollars(table["wager_cents"])))
    if table["chips_cents"]:
        rules.append(("chips", ", ".join(map(dollars, table["chips_cents"]))))
    if table.get("maximum_payout_cents"):
        rules.append(("maximum payout", dollars(table["maximum_payout_cents"])))
    return rules


def wagers_data(solution: Solution) -> list[dict[str, Any]]:
    """The return by wager: what is staked and what it nets, for a unit of the initial wager and of its own stake."""
    return [
        {
            "name": share.name,
            "staked": float(share.staked),
            "net": float(share.net),
            "net_exact": str(share.net) if isinstance(share.net, Fraction) else None,
            "edge": -float(share.net / share.staked),
        }
        for share in solution.wagers
    ]


def returns_data(solution: Solution) -> dict[str, Any]:
    """The return for each unit of the initial wager, and for each unit that is wagered in all."""
    return {
        "return": 1 - float(solution.edge),
        "return_on_all": 1 - float(solution.element_of_risk),
        "volatility_index": VOLATILITY * solution.standard_deviation,
    }


def volatility_data(solution: Solution) -> list[dict[str, Any]]:
    """A player's total after some rounds, in units, and the hold of the house."""
    one = many_rounds.OneRound.of(solution)
    found = []
    for rounds in ROUNDS:
        band = many_rounds.band_of(one, rounds)
        found.append(
            {
                "rounds": rounds,
                "expected": band.expected,
                "standard_deviation": band.deviation,
                "quantiles": dict(zip(map(str, many_rounds.DEVIATIONS), band.quantiles, strict=True)),
                "normal": dict(zip(map(str, many_rounds.DEVIATIONS), band.normal, strict=True)),
                "player_ahead": band.ahead,
                "hold": list(band.hold),
                "method": band.method,
            }
        )
    return found


def exposure_data(solution: Solution, maximum_cents: int) -> list[dict[str, Any]]:
    """The most that one round can cost the house at a table maximum, wager by wager, on one area and on all of them."""
    found = []
    for priced in (solution, *solution.sides):
        top = max(priced.outcomes, key=lambda outcome: outcome.pay)
        chance = sum(o.count for o in priced.outcomes if o.pay == top.pay) / priced.deals
        cents = round(top.pay * maximum_cents)
        row: dict[str, Any] = {"wager": priced.unit, "how": priced.strategy_class if priced is not solution else ""}
        row |= {"name": top.name, "pay": float(top.pay), "chance": float(chance)}
        found.append(row | {"area_cents": cents, "table_cents": AREAS * cents})
    return found


def theoretical_data(solution: Solution) -> list[dict[str, Any]]:
    """The house's mean win in an hour for each $100 of initial wagers a round, and how far an hour strays."""
    return [
        {
            "rounds": rounds,
            "win": float(solution.edge) * rounds * 100,
            "deviation": solution.standard_deviation * sqrt(rounds) * 100,
        }
        for rounds in ROUNDS_AN_HOUR
    ]


def bonus_data(question: Question) -> list[dict[str, Any]]:
    """The value of a bonus of a fixed sum by the size of the wager, where a game has one."""
    found: Callable[[Question], list[dict[str, Any]]] | None = getattr(
        answer.solver_of(question.engine), "bonus_by_wager", None
    )
    return found(question) if found is not None else []


def strategy_data(solution: Solution) -> list[dict[str, Any]]:
    """The strategy as it is shown."""
    return [asdict(table) for table in solution.tables]


def cross_check(question: Question, solution: Solution, rounds: int, seed: int = SEED) -> dict[str, Any]:
    """The figures beside a simulation by the compiled kernel: by how many standard errors they differ."""
    from pitboss.lab.simulate import Plan, simulate  # noqa: PLC0415

    tally = simulate(Plan(question, rounds, seed), watch=lambda tally: workers.tell(tally.rounds, rounds))
    found = {
        "edge": ([float(o.pay) * -1 for o in solution.outcomes], float(tally.edge)),
        "mean_wager": ([float(o.wagered) for o in solution.outcomes], float(tally.mean_wager)),
        "hit_frequency": (
            [float(o.pay > 0) for o in solution.outcomes],
            sum(o.count for o in tally.outcomes() if o.pay > 0) / rounds,
        ),
    }
    figures = [
        {"figure": name, "counted": counted, "simulated": simulated, "z": z}
        for name, (values, simulated) in found.items()
        for counted, z in [_z_of(solution, values, simulated, rounds)]
    ]
    low, high = tally.interval
    agreement = _chi_square(solution, tally.outcomes(), rounds) if solution.edge_exact is not None else None
    return {
        "rounds": rounds,
        "seed": seed,
        "interval": [low, high],
        "figures": figures,
        "chi_square": agreement,
    }


def _z_of(solution: Solution, values: Iterable[float], simulated: float, rounds: int) -> tuple[float, float]:
    """A figure that is a mean over the outcomes, and how many standard errors a simulated one lies off."""
    each = list(zip(values, solution.outcomes, strict=True))
    mean = sum(value * solution.probability(outcome) for value, outcome in each)
    square = sum((value - mean) ** 2 * solution.probability(outcome) for value, outcome in each)
    return mean, (simulated - mean) / sqrt(square / rounds) if square else 0.0


LEAST_EXPECTED = 10


def _chi_square(solution: Solution, simulated: Iterable[Outcome], rounds: int) -> dict[str, Any]:
    """How all outcomes agree; those too rare to be met ten times are taken together. The normal deviate is that of
    Wilson and Hilferty."""
    met = {(o.name, o.pay, o.wagered): o.count for o in simulated}
    total, cells, rest = 0.0, 0, [0.0, 0.0]
    for outcome in solution.outcomes:
        expected = solution.probability(outcome) * rounds
        seen = met.pop((outcome.name, outcome.pay, outcome.wagered), 0)
        if expected < LEAST_EXPECTED:
            rest = [rest[0] + expected, rest[1] + seen]
        else:
            total, cells = total + (seen - expected) ** 2 / expected, cells + 1
    if rest[0] >= 1:
        total, cells = total + (rest[1] - rest[0]) ** 2 / rest[0], cells + 1
    freedom = cells - 1
    deviate = ((total / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom)) if freedom else 0.0
    return {"statistic": total, "freedom": freedom, "deviate": deviate, "unknown": float(sum(met.values()))}
