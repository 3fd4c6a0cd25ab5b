"""The last round of a Pontoon tournament session: the chance to advance, by bankroll and wager, from the real engine.

The engine plays rounds in which every player has the same wager and one plain strategy: stand on 15, or on a soft 18,
neither double nor split, take no insurance and no surrender. What a hand wins or loses for each dollar does not depend
on the size of its wager (but for the Super Bonus, a fixed sum for a very rare hand), so the same rounds price every
wager, and the difference of two wagers has little noise. Level players share the places that they play off for.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from random import Random

from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.games import make_game
from pitboss.law.rules import Rules
from pitboss.messages import say
from pitboss.money import Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Act, Decide, Place
from pitboss.play.dealer import answer
from pitboss.play.needs import DecisionNeed
from pitboss.play.table import totals
from pitboss.tournament.conditions import MOST_SEATS, Conditions
from pitboss.tournament.placings import decide_places, rank_players
from pitboss.tournament.sessions import amend_rules, table_terms
from pitboss.value import Value

UNIT_CENTS = 100_00
"""The wager of every player in the rounds that are played."""
HARD, SOFT = 15, 18
"""The totals on which the plain strategy stands."""
CERTAIN = 1.959963984540054
MOST_ROUNDS = 1_000_000


class LastRound(Value):
    """The last round as its players see it: chips and wagers in cents, the first player being the one who asks."""

    game: str
    chips: tuple[int, ...]
    others: tuple[int, ...]
    """What each of the others wagers."""
    places: int
    minimum_cents: int
    maximum_cents: int

    def check(self) -> None:
        """Refuse what cannot be: more players than seats, wagers out of the limits or beyond the chips."""
        players = len(self.chips)
        if "split" not in Rules.of(self.game).game.data:
            raise ValueError(say("The plain strategy is for Pontoon: choose its game."))
        if not 2 <= players <= MOST_SEATS or len(self.others) != players - 1 or not 1 <= self.places < players:
            raise ValueError(say("Name 2 to 7 players with their chips, a wager for each other one, and fewer places."))
        if not 0 < self.minimum_cents <= self.maximum_cents or self.chips[0] < self.minimum_cents:
            raise ValueError(say("The minimum is more than $0, and the first player can make it."))
        for chips, wager in zip(self.chips[1:], self.others, strict=True):
            if not 0 <= wager <= min(chips, self.maximum_cents):
                raise ValueError(say("A wager is at most the player's chips and the maximum."))

    @property
    def wagers(self) -> tuple[int, ...]:
        """The wagers that the first player may make: whole units of the minimum."""
        most = min(self.chips[0], self.maximum_cents)
        return tuple(range(self.minimum_cents, most + 1, self.minimum_cents))


class WagerChance(Value):
    """The chance to advance with a wager, with the interval that holds it 95 times in a hundred."""

    wager_cents: int
    chance: Fraction
    low: float
    high: float


def play_nets(game: str, players: int, rounds: int, seed: int) -> list[tuple[Fraction, ...]]:
    """What each player of a table wins for each dollar wagered, round by round, by the engine."""
    chips = (5_00, UNIT_CENTS)
    conditions = Conditions(game, "", minimum_cents=UNIT_CENTS, maximum_cents=UNIT_CENTS, denominations=chips)
    rules = amend_rules(Rules.of(game), conditions)
    chance = Random(seed)  # noqa: S311  # a simulation that can be repeated
    opening = Table.open(make_game(rules, table_terms(conditions, rules, ("wager",)))).begin().round
    for area in range(1, players + 1):
        opening = apply(opening, Place("wagers", _name(area), area, "wager", Stake.of(UNIT_CENTS))).round
    nets = []
    for _ in range(rounds):
        won = {total.patron: total.net for total in totals(_play(opening, chance))}
        nets.append(tuple(Fraction(won[_name(area)], UNIT_CENTS) for area in range(1, players + 1)))
    return nets


def _name(area: int) -> str:
    return f"player {area}"


def _play(round: Round, chance: Random) -> Round:
    shoe: Shoe | None = None

    def shuffle(cards: tuple[Card, ...]) -> Shoe:
        return Shoe.shuffle(cards, chance.randbytes(seed_bytes(len(cards))), chosen=True)

    while not round.is_over:
        asked = [need for need in round.needs if isinstance(need, DecisionNeed) and not need.optional]
        act: Act | None = _decide(round, asked[0]) if asked else None
        if act is None:
            found = answer(round, shoe, shuffle)
            if found is None:
                raise AssertionError(f"the engine waits for {round.needs}")
            act, shoe = found
        round = apply(round, act).round
    return round


def _decide(round: Round, need: DecisionNeed) -> Act:
    """Play a hand by the plain strategy."""
    says = round.game.says(round.hands[need.hand]).split()
    stands = not says[-1].isdecimal() or int(says[-1]) >= (SOFT if says[0] == "soft" else HARD)
    options = [option.name for option in need.options]
    return Decide(need.id, need.patron, "stand" if stands or "draw" not in options else "draw")


def price_wagers(last: LastRound, rounds: int, seed: int = 1) -> list[WagerChance]:
    """The chance to advance with every wager that the first player may make."""
    last.check()
    if not 2 <= rounds <= MOST_ROUNDS:
        raise ValueError(say("Play 2 to {most} rounds.", most=MOST_ROUNDS))
    nets = play_nets(last.game, len(last.chips), rounds, seed)
    return [_price(last, wager, nets) for wager in last.wagers]


def _price(last: LastRound, wager: int, nets: Sequence[Sequence[Fraction]]) -> WagerChance:
    wagers = (wager, *last.others)
    total, squares = Fraction(0), Fraction(0)
    for won in nets:
        shares = advance_share(tuple(c + w * n for c, w, n in zip(last.chips, wagers, won, strict=True)), last.places)
        total += shares
        squares += shares**2
    mean = total / len(nets)
    variance = max(Fraction(0), squares / len(nets) - mean**2)
    error = CERTAIN * math.sqrt(variance / len(nets))
    return WagerChance(wager, mean, max(0.0, float(mean) - error), min(1.0, float(mean) + error))


def advance_share(chips: Sequence[Fraction], places: int) -> Fraction:
    """The share of a place that the first player has: all of one ahead of the cut, a part of one in a play-off."""
    ranked = rank_players({str(number): int(cents) for number, cents in enumerate(chips)})
    contest = decide_places(ranked, places)
    if "0" in contest.through:
        return Fraction(1)
    return Fraction(contest.places, len(contest.tied)) if "0" in contest.tied else Fraction(0)
