"""How fast the engine plays, beside its peers, measured in one run: `make bench`.

Pitboss plays whole rounds of Caribbean Stud at a money table with one player: a fresh shoe from the operating system's
generator each round, its commitment, every event, and the clauses of every settlement. Beside it, in turn and on the
same machine, pokerkit plays heads-up no-limit hold'em and OpenSpiel plays blackjack, both with random legal actions.
Rates are medians over the turns. An act is anything done at the table; a decision is a player's.
"""

import argparse
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from typing import NamedTuple

from pitboss.cards import Card, Category, Shoe, best_hand
from pitboss.cards.poker import ACE, KING
from pitboss.cards.shoe import seed_bytes
from pitboss.games import make_game
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import EMPTY, Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Act, Deal, Decide, Place
from pitboss.play.dealer import answer
from pitboss.play.needs import CardsNeed, DecisionNeed
from pitboss.play.terms import Device, Limits, Terms

GAMES = ("star-caribbean-stud", "crown-caribbean-stud")
DEVICES: tuple[Device, ...] = ("shoe", "shuffler")
TIMES_POKERKIT = 10
ROUNDS_A_SECOND = 10_000
ROUNDS_BETWEEN_LOOKS = 25
"""How many rounds are played between two looks at the clock."""


@dataclass
class Tally:
    """What one turn did, and how long it took."""

    rounds: int = 0
    acts: int = 0
    decisions: int = 0
    events: int = 0
    citations: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Rates:
    """What one contender does in a second, by the median of its turns, with the slowest and fastest turn's rounds."""

    name: str
    rounds: float
    acts: float
    decisions: float
    events: float
    citations: float
    slowest: float
    fastest: float


class Contender(NamedTuple):
    """Something that plays rounds: `play` plays one and adds to the tally."""

    name: str
    play: Callable[[Tally], None]


# Pitboss.


class Pit:
    """A money table with one player on area 1."""

    def __init__(self, name: str, device: Device, *, by_the_card: bool) -> None:
        terms = Terms(
            {"ante": Limits(2_500, 50_000)}, device, regulator_minimum_cents={"ante": 500}, areas=7, money=True
        )
        self.game = make_game(Rules.of(name), terms)
        self.table = Table.open(self.game)
        self.by_the_card = by_the_card
        self.ante = Stake.of(2_500)
        self.cited: dict[Because, tuple[str, ...]] = {}

    def play(self, tally: Tally) -> None:
        """Play one round to its end."""
        shoe = Shoe.shuffled(self.game.deck, os.urandom(seed_bytes(len(self.game.deck))))
        step = self.table.begin()
        tally.events += len(step.events)
        step = apply(step.round, Place("wagers", "anna", 1, "ante", self.ante))
        tally.events += len(step.events)
        tally.acts += 1
        tally.decisions += 1
        while not step.round.is_over:
            act, shoe = self._next(step.round, shoe, tally)
            step = apply(step.round, act)
            tally.acts += 1
            tally.events += len(step.events)
        self.table = self.table.after(step.round)
        for settlement in step.round.settlements:
            tally.citations += len(self._cite(settlement.because))
        tally.rounds += 1

    def _next(self, round: Round, shoe: Shoe, tally: Tally) -> tuple[Act, Shoe]:
        if self.by_the_card:
            need = round.needs[-1]
            if isinstance(need, CardsNeed):
                cards, shoe = shoe.draw(need.packet)
                return Deal(need.id, cards), shoe
        dealt = answer(round, shoe, cut_at=20)
        if dealt is not None:
            return dealt
        tally.decisions += 1
        return decide(round), shoe

    def _cite(self, because: Because) -> tuple[str, ...]:
        found = self.cited.get(because)
        if found is None:
            found = self.cited[because] = self.game.rules.cite(because)
        return found


def decide(round: Round) -> Decide:
    """Raise with a pair or better, or with ace and king."""
    for need in round.needs:
        if isinstance(need, DecisionNeed):
            bet, fold = need.options
            if worth_a_bet(round.hands[need.hand].cards):
                return Decide(need.id, need.patron, bet.name, Stake.of(bet.least_cents))
            return Decide(need.id, need.patron, fold.name, EMPTY)
    raise AssertionError("the round waits for nobody")


def worth_a_bet(cards: tuple[Card, ...]) -> bool:
    """The simple strategy that the rate is measured with."""
    hand = best_hand(cards)
    return hand.category >= Category.PAIR or hand.ranks[:2] == (ACE, KING)


# The peers.


def pokerkit_hand() -> Callable[[Tally], None]:
    """Heads-up no-limit hold'em; everything but the players' decisions is automated, and no hand is folded for free."""
    from pokerkit import Automation, Mode, NoLimitTexasHoldem

    automations = tuple(Automation)
    chance = random.Random(1)

    def play(tally: Tally) -> None:
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 2, mode=Mode.CASH_GAME)
        while state.status:
            options = [state.check_or_call]
            if state.checking_or_calling_amount:
                options.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                options.append(state.complete_bet_or_raise_to)
            chosen = chance.choice(options)
            if chosen == state.complete_bet_or_raise_to:
                least = state.min_completion_betting_or_raising_to_amount
                most = state.max_completion_betting_or_raising_to_amount
                chosen(chance.randint(least, most))
            else:
                chosen()
            tally.decisions += 1
        tally.acts += len(state.operations)
        tally.rounds += 1

    return play


def open_spiel_game() -> Callable[[Tally], None]:
    """Blackjack; the cards are actions too, drawn by the chances that the game gives."""
    import pyspiel

    game = pyspiel.load_game("blackjack")
    chance = random.Random(1)

    def play(tally: Tally) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                tally.decisions += 1
            tally.acts += 1
        tally.rounds += 1

    return play


# The measurement.


def contenders() -> list[Contender]:
    """Everything that takes a turn."""
    ours = [
        Contender(f"{name}, {device}{', by the card' * by_the_card}", Pit(name, device, by_the_card=by_the_card).play)
        for by_the_card in (False, True)
        for name in GAMES
        for device in DEVICES
    ]
    return [*ours, Contender(POKERKIT, pokerkit_hand()), Contender(OPEN_SPIEL, open_spiel_game())]


POKERKIT, OPEN_SPIEL = "pokerkit, hold'em", "OpenSpiel, blackjack"


def take_turn(contender: Contender, seconds: float) -> Tally:
    """Let one contender play for about so long."""
    tally = Tally()
    start = time.perf_counter()
    while tally.seconds < seconds:
        for _ in range(ROUNDS_BETWEEN_LOOKS):
            contender.play(tally)
        tally.seconds = time.perf_counter() - start
    return tally


def rates(name: str, turns: list[Tally]) -> Rates:
    """A contender's rates over its turns."""

    def median(field: str) -> float:
        return statistics.median(getattr(turn, field) / turn.seconds for turn in turns)

    by_round = [turn.rounds / turn.seconds for turn in turns]
    counted = ("rounds", "acts", "decisions", "events", "citations")
    return Rates(name, *(median(field) for field in counted), min(by_round), max(by_round))


def measure(seconds: float, repeats: int) -> list[Rates]:
    """Give every contender its turns, one after another, so that a slow moment of the machine falls on all."""
    field = contenders()
    turns: dict[str, list[Tally]] = {contender.name: [] for contender in field}
    for contender in field:
        take_turn(contender, seconds / 5)
    for number in range(repeats):
        for place, contender in enumerate(field):
            done = number * len(field) + place
            print(
                f"\rmeasuring {done * 100 // (repeats * len(field)):3}%  {contender.name:42}", end="", file=sys.stderr
            )
            turns[contender.name].append(take_turn(contender, seconds))
    print(f"\r{'':60}\r", end="", file=sys.stderr, flush=True)
    return [rates(contender.name, turns[contender.name]) for contender in field]


class Verdict(NamedTuple):
    """A target and how far it was met, by the slowest Pitboss row that it speaks of."""

    target: str
    reached: float
    wanted: float
    row: str

    def __str__(self) -> str:
        met = "met" if self.reached >= self.wanted else "missed"
        return f"{met}: {self.target}: {self.reached:,.1f} against {self.wanted:,.0f} ({self.row}, the slowest)"


def verdicts(found: list[Rates]) -> list[Verdict]:
    """The targets: ten times pokerkit's decisions in acts, and ten thousand rounds."""
    by_name = {row.name: row for row in found}
    decisions = by_name[POKERKIT].decisions
    rows = [row for row in found if row.name.startswith(GAMES)]
    whole = [row for row in rows if not row.name.endswith("card")]
    judged = []
    for mode, some in (("whole deals", whole), ("by the card", [row for row in rows if row not in whole])):
        least = min(some, key=lambda row: row.acts)
        target = f"acts a second, as a multiple of pokerkit's decisions, {mode}"
        judged.append(Verdict(target, least.acts / decisions, TIMES_POKERKIT, least.name))
    least = min(whole, key=lambda row: row.rounds)
    judged.append(Verdict("rounds a second, whole deals", least.rounds, ROUNDS_A_SECOND, least.name))
    return judged


def table(found: list[Rates]) -> str:
    """The rates side by side."""
    by_name = {row.name: row for row in found}
    kit, spiel = by_name[POKERKIT], by_name[OPEN_SPIEL]
    heads = (
        "rounds/s",
        "(slowest-fastest)",
        "acts/s",
        "decisions/s",
        "events/s",
        "cited/s",
        "x pokerkit",
        "x OpenSpiel",
    )
    lines = [f"{'':42}" + "".join(f"{head:>{width(head)}}" for head in heads)]
    for row in found:
        cells = (
            f"{row.rounds:,.0f}",
            f"({row.slowest:,.0f}-{row.fastest:,.0f})",
            f"{row.acts:,.0f}",
            f"{row.decisions:,.0f}",
            f"{row.events:,.0f}" if row.events else "",
            f"{row.citations:,.0f}" if row.citations else "",
            f"{row.acts / kit.decisions:.2f}" if row is not kit else "1 (decisions)",
            f"{row.acts / spiel.acts:.2f}" if row is not spiel else "1 (acts)",
        )
        lines.append(f"{row.name:42}" + "".join(f"{c:>{width(h)}}" for h, c in zip(heads, cells, strict=True)))
    return "\n".join(lines)


def width(head: str) -> int:
    """How wide a column is."""
    return max(len(head), 13) + 2


def notes(found: list[Rates]) -> str:
    """What the columns mean, so that nobody compares unlike things unawares."""
    by_name = {row.name: row for row in found}
    kit = by_name[POKERKIT]
    ours = min((row for row in found if row.name.startswith(GAMES)), key=lambda row: row.decisions)
    return (
        "x pokerkit: acts/s over pokerkit's decisions/s; x OpenSpiel: acts/s over its actions/s, cards included.\n"
        "pokerkit's acts are its logged operations, most of them automated: in those terms the slowest Pitboss row "
        f"does {min(r.acts for r in found if r.name.startswith(GAMES)) / kit.acts:.2f} times as many,\n"
        f"in players' decisions {ours.decisions / kit.decisions:.2f} times, "
        f"in rounds {min(r.rounds for r in found if r.name.startswith(GAMES)) / kit.rounds:.2f} times."
    )


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each turn takes (default 0.5)")
    parser.add_argument("--repeats", type=int, default=5, help="how many turns each contender has (default 5)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    found = measure(options.seconds, options.repeats)
    judged = verdicts(found)
    machine = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "pokerkit": version("pokerkit"),
        "open_spiel": version("open_spiel"),
        "seconds": options.seconds,
        "repeats": options.repeats,
    }
    if options.json:
        targets = [verdict._asdict() | {"met": verdict.reached >= verdict.wanted} for verdict in judged]
        print(json.dumps({"run": machine, "rates": [asdict(row) for row in found], "targets": targets}, indent=2))
        return
    print(", ".join(f"{name} {value}" for name, value in machine.items()))
    print(table(found))
    print(notes(found))
    print("\n".join(str(verdict) for verdict in judged))


if __name__ == "__main__":
    main()
