"""The last round of a tournament session: the chance to advance, by bankroll and wager, from the real engine.

The engine plays rounds in which every player has the same opening wager and plays by one plain strategy, as far as
the chips go (`plain_play`). What a hand wins or loses for each dollar then depends on its cards and on how many such
wagers the player can pay, and not on their size (but for the Super Bonus, a fixed sum for a very rare hand). So the
same rounds price every wager, and the difference of two wagers has little noise. Level players share the places that
they play off for; a player without chips is out.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.games import ENGINES, make_game
from pitboss.lab.plain_play import PLAINS, decide_plainly
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.messages import say, words_of
from pitboss.money import Stake, parse_dollars
from pitboss.play import Act, Decide, DecisionNeed, Place, Round, Table, apply, totals
from pitboss.play.dealer import answer
from pitboss.tournament.conditions import MOST_SEATS, Conditions, has_tournaments
from pitboss.tournament.sessions import amend_rules, table_terms
from pitboss.value import Value

UNIT_CENTS = 100_00
"""The opening wager of every player in the rounds that are played."""
CERTAIN = 1.959963984540054
MOST_ROUNDS = 1_000_000
MOST_WAGERS = 200


class LastRound(Value):
    """The last round as its players see it: chips and wagers in cents, the first player being the one who asks."""

    game: str
    chips: tuple[int, ...]
    others: tuple[int, ...]
    """What each of the others wagers on each spot that opens a hand."""
    places: int
    minimum_cents: int
    maximum_cents: int

    def check(self) -> None:
        """Refuse a round that cannot be: more players than seats, wagers outside the limits or beyond the chips."""
        players = len(self.chips)
        if not has_tournaments(Rules.of(self.game)):
            raise LabError(say("The document of this game has no rules for tournaments: choose another game."))
        if not 2 <= players <= MOST_SEATS or len(self.others) != players - 1 or not 1 <= self.places < players:
            raise LabError(say("Name 2 to 7 players with their chips, a wager for each other one, and fewer places."))
        if not 0 < self.minimum_cents <= self.maximum_cents or not self.wagers:
            raise LabError(say("The minimum is more than $0, and the first player can make it."))
        if len(self.wagers) > MOST_WAGERS:
            raise LabError(say("There are more than {most} wagers: name a higher minimum.", most=MOST_WAGERS))
        for chips, wager in zip(self.chips[1:], self.others, strict=True):
            if not 0 <= wager * self.openers <= chips or wager > self.maximum_cents:
                raise LabError(say("A wager is at most the player's chips and the maximum."))

    @property
    def openers(self) -> int:
        """How many equal wagers open a hand: at Ultimate Texas Hold'em the Ante and the Blind."""
        return len(openers_of(Rules.of(self.game)))

    @property
    def wagers(self) -> range:
        """The wagers that the first player may make: whole units of the minimum."""
        most = min(self.chips[0] // self.openers, self.maximum_cents)
        return range(self.minimum_cents, most + 1, self.minimum_cents)


class LastRoundWords(Value):
    """A question as a person types it: dollars with commas between players, the first player being the one who asks."""

    chips: str = "1000, 1200, 900"
    others: str = "300, 100"
    places: str = "1"
    minimum: str = "100"
    maximum: str = "500"
    rounds: str = "2000"
    seed: str = "1"

    def read(self, game: str, most_rounds: int = MOST_ROUNDS) -> tuple[LastRound, int, int]:
        """The question, how many rounds are played, and their seed; raises `LabError` where it makes no sense."""
        try:
            chips, others = _amounts(self.chips), _amounts(self.others)
            least, most = parse_dollars(self.minimum), parse_dollars(self.maximum)
            places, rounds, seed = int(self.places), int(self.rounds), int(self.seed)
        except ValueError as error:
            raise LabError(words_of(error)) from None
        last = LastRound(game, chips, others, places, least, most)
        last.check()
        if not 2 <= rounds <= most_rounds or seed < 0:
            raise LabError(say("Play 2 to {most} rounds, from a seed of 0 or more.", most=f"{most_rounds:,}"))
        return last, rounds, seed


def _amounts(text: str) -> tuple[int, ...]:
    return tuple(parse_dollars(part.strip()) for part in text.split(",") if part.strip())


def openers_of(rules: Rules) -> tuple[str, ...]:
    """The spots that a hand is opened on."""
    openers: tuple[str, ...] = ENGINES[rules.game.engine].openers  # type: ignore[attr-defined]
    return openers


class WagerChance(Value):
    """The chance to advance with a wager, with the interval that holds it 95 times in a hundred."""

    wager_cents: int
    chance: Fraction
    low: float
    high: float


def play_nets(game: str, units: Sequence[int], rounds: int, seed: int) -> list[tuple[int, ...]]:
    """The net of each player of a table, in cents for a wager of `UNIT_CENTS`, round by round, by the engine; `units`
    says how many such wagers each can pay. The cards hang on the seed alone."""
    denominations = (5_00, UNIT_CENTS)
    conditions = Conditions(game, "", minimum_cents=UNIT_CENTS, maximum_cents=UNIT_CENTS, denominations=denominations)
    rules = amend_rules(Rules.of(game), conditions)
    openers, chance = openers_of(rules), Random(seed)  # noqa: S311  # a simulation that can be repeated
    opening = Table.open(make_game(rules, table_terms(conditions, rules, openers[:1]))).begin().round
    for area in range(1, len(units) + 1):
        for spot in openers:
            opening = apply(opening, Place("wagers", _name(area), area, spot, Stake.of(UNIT_CENTS))).round
    left = {_name(area): number - len(openers) for area, number in enumerate(units, start=1)}
    nets = []
    for _ in range(rounds):
        won = {total.patron: total.net for total in totals(_play(opening, chance, dict(left)))}
        nets.append(tuple(won[_name(area)] for area in range(1, len(units) + 1)))
    return nets


def _name(area: int) -> str:
    return f"player {area}"


def _play(round: Round, chance: Random, left: dict[str, int]) -> Round:
    shoe: Shoe | None = None

    def shuffle(cards: tuple[Card, ...]) -> Shoe:
        return Shoe.shuffle(cards, chance.randbytes(seed_bytes(len(cards))), chosen=True)

    while not round.is_over:
        asked = [need for need in round.needs if isinstance(need, DecisionNeed) and not need.optional]
        act: Act | None = decide_plainly(round, asked[0], UNIT_CENTS, left[asked[0].patron]) if asked else None
        if isinstance(act, Decide):
            left[act.patron] -= act.stake.cents // UNIT_CENTS
        if act is None:
            found = answer(round, shoe, shuffle)
            if found is None:
                raise AssertionError(f"the engine waits for {round.needs}")
            act, shoe = found
        round = apply(round, act).round
    return round


def price_wagers(last: LastRound, rounds: int, seed: int = 1) -> list[WagerChance]:
    """The chance to advance with every wager that the first player may make."""
    last.check()
    most = PLAINS[Rules.of(last.game).game.engine].most_units

    def units_of(chips: int, wager: int) -> int:
        return min(most, chips // wager) if wager else most

    theirs = [units_of(chips, wager) for chips, wager in zip(last.chips[1:], last.others, strict=True)]
    by_units = {units_of(last.chips[0], wager) for wager in last.wagers}
    nets = {units: play_nets(last.game, (units, *theirs), rounds, seed) for units in sorted(by_units)}
    return [_price(last, wager, nets[units_of(last.chips[0], wager)]) for wager in last.wagers]


def _price(last: LastRound, wager: int, nets: Sequence[Sequence[int]]) -> WagerChance:
    wagers, start = (wager, *last.others), [chips * UNIT_CENTS for chips in last.chips]
    total = Fraction(0)
    for won in nets:
        chips = [c + w * net for c, w, net in zip(start, wagers, won, strict=True)]
        total += advance_share(chips, last.places)
    mean = total / len(nets)
    return WagerChance(wager, mean, *wilson(float(mean), len(nets)))


def wilson(mean: float, count: int) -> tuple[float, float]:
    """The interval that holds a chance 95 times in a hundred, of which so many trials came to a mean; a share of a
    place counts as if it were won or lost, which makes the interval no narrower."""
    square = CERTAIN**2 / count
    middle = (mean + square / 2) / (1 + square)
    off = CERTAIN / (1 + square) * math.sqrt(mean * (1 - mean) / count + square / count / 4)
    return max(0.0, middle - off), min(1.0, middle + off)


def advance_share(chips: Sequence[int], places: int) -> Fraction:
    """The share of a place that the first player has: all of one ahead of the cut, a part of one in a play-off, none
    without chips."""
    mine = chips[0]
    ahead, level = sum(c > mine for c in chips), sum(c == mine for c in chips)
    if mine <= 0 or ahead >= places:
        return Fraction(0)
    return min(Fraction(1), Fraction(places - ahead, level))


def last_round_data(last: LastRound, rounds: int, seed: int) -> dict[str, Any]:
    """All of it as plain data, with the wager of the best chance."""
    found = price_wagers(last, rounds, seed)
    best = max(found, key=lambda each: each.chance)
    rows = [{**each._asdict(), "chance": float(each.chance), "chance_exact": str(each.chance)} for each in found]
    return {"game": last.game, "rounds": rounds, "seed": seed, "best_cents": best.wager_cents, "wagers": rows}
