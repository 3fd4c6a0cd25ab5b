"""How fast the engine plays, beside its peers, measured in one run: `make bench`.

Pitboss plays whole rounds of its games at a money table with one player: a fresh shoe from the operating system's
generator each round, its commitment, every event, and the clauses of every settlement. Beside it, in turn and on the
same machine, pokerkit plays heads-up no-limit hold'em, with random legal actions and again to showdown, OpenSpiel plays
blackjack with random legal actions, and blackjack21 plays it with the strategy of our Pontoon player. Pontoon's shoe
lasts over many rounds; its device is loaded anew, with a commitment, in every round.
Rates are medians over the turns, each contender in a process of its own. An act is anything done at the table; a
decision is a player's.
"""

import argparse
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib.metadata import version
from multiprocessing import get_context
from typing import NamedTuple

from peers import Tally, blackjack21_round, open_spiel_game, pokerkit_hand
from pitboss import law
from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.games import make_game
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Act, Deal, Place
from pitboss.play.dealer import Dealt, Shuffler, answer
from pitboss.play.needs import CardsNeed, CutNeed, DecisionNeed
from pitboss.play.round import OVER
from pitboss.play.terms import Device, Limits, Terms
from players import player_of

GAMES = {
    "star-caribbean-stud": 10_000,
    "crown-caribbean-stud": 10_000,
    "star-mississippi-stud": 16_000,
    "crown-mississippi-stud": 16_000,
    "crown-ultimate-texas-holdem": 10_000,
    "star-pontoon": 8_000,
}
"""The games, with the rounds a second that each is to reach."""
SPOTS = {"crown-ultimate-texas-holdem": ("ante", "blind"), "star-pontoon": ("wager",)}
"""Where the player opens, where that is not the Ante alone."""
LASTING = ("star-pontoon",)
"""Games whose shoe lasts over many rounds and whose cards are dealt singly in any case."""
PLAYER = "anna"
DEVICES: tuple[Device, ...] = ("shoe", "shuffler")
PIECEMEAL: dict[Device, str] = {"shoe": ", card by card", "shuffler": ", packet by packet"}
"""The second way to deal, each act the least that the device gives out: a card, or a packet."""
POKERKIT, SHOWDOWN, OPEN_SPIEL = "pokerkit, hold'em", "pokerkit, hold'em to showdown", "OpenSpiel, blackjack"
BLACKJACK = "blackjack21, blackjack"
TIMES_POKERKIT = 10
ROUNDS_BETWEEN_LOOKS = 25
"""How many rounds are played between two looks at the clock."""


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


Play = Callable[[Tally], None]
"""Plays one round and adds to the tally."""


# Pitboss.


def _shuffled(cards: tuple[Card, ...]) -> Shoe:
    """A shoe by the operating system's chance."""
    return Shoe.shuffle(cards, os.urandom(seed_bytes(len(cards))))


def _in_the_middle(need: CutNeed) -> int:
    return (need.least + need.most) // 2


def _piece(round: Round, shoe: Shoe | None, shuffle: Shuffler, cut: Callable[[CutNeed], int]) -> Dealt | None:
    """The dealer's next act, where cards are dealt no more than one or a packet at a time."""
    last = round.needs[-1]
    if isinstance(last, CardsNeed) and shoe is not None:
        cards, shoe = shoe.draw(last.packets[0] if last.packets else 1)
        return Deal(last.id, cards), shoe
    return answer(round, shoe, shuffle, cut)


class Pit:
    """A money table with one player on area 1."""

    def __init__(self, name: str, device: Device, *, piecemeal: bool) -> None:
        spots = SPOTS.get(name, ("ante",))
        rules = Rules.of(name)
        floor = {"ante": 500} if rules.applies(law.REGULATOR_MINIMUM) else None
        terms = Terms({spots[0]: Limits(2_500, 50_000)}, device, regulator_minimum_cents=floor, areas=7, money=True)
        self.game = make_game(rules, terms)
        self.table = Table.open(self.game)
        self.piecemeal = piecemeal
        self.opening = [Place("wagers", PLAYER, 1, spot, Stake.of(2_500)) for spot in spots]
        self.player = player_of(self.game.rules.game.engine)
        self.shoe: Shoe | None = None
        self.cited: dict[Because, tuple[str, ...]] = {}

    def play(self, tally: Tally) -> None:
        """Play one round to its end."""
        shoe, deal, player = self.shoe, _piece if self.piecemeal else answer, self.player
        step = self.table.begin()
        count, decisions = len(step.events), 1
        for wager in self.opening:
            step = apply(step.round, wager)
            count += len(step.events)
        while (round := step.round).phase != OVER:
            first = round.needs[0]
            if type(first) is DecisionNeed and not first.optional:
                act: Act = player(round, first)
                decisions += 1
            else:
                dealt = deal(round, shoe, _shuffled, _in_the_middle)
                assert dealt is not None  # the round waits for the dealer
                act, shoe = dealt
            step = apply(round, act)
            count += len(step.events)
        self.table, self.shoe = self.table.finish(round), shoe
        tally.rounds += 1
        tally.acts += round.version
        tally.decisions += decisions
        tally.events += count
        tally.citations += sum([len(self._cite(settlement.because)) for settlement in round.settlements])

    def _cite(self, because: Because) -> tuple[str, ...]:
        found = self.cited.get(because)
        if found is None:
            found = self.cited[because] = self.game.rules.cite(because)
        return found


# The measurement.


def contenders() -> dict[str, Callable[[], Play]]:
    """Everything that takes a turn, and how to make it."""
    ours = {
        f"{name}, {device}{PIECEMEAL[device] * piecemeal}": partial(_pit, name, device, piecemeal=piecemeal)
        for piecemeal in (False, True)
        for name in GAMES
        for device in DEVICES
        if not (piecemeal and name in LASTING)
    }
    kit = {POKERKIT: partial(pokerkit_hand, folds=True), SHOWDOWN: partial(pokerkit_hand, folds=False)}
    return {**ours, **kit, OPEN_SPIEL: open_spiel_game, BLACKJACK: blackjack21_round}


def _pit(name: str, device: Device, *, piecemeal: bool) -> Play:
    return Pit(name, device, piecemeal=piecemeal).play


@cache
def _player(name: str) -> Play:
    return contenders()[name]()


def take_turn(name: str, seconds: float) -> Tally:
    """Let one contender play for about so long, in a process that is its own."""
    play, tally = _player(name), Tally()
    start = time.perf_counter()
    while tally.seconds < seconds:
        for _ in range(ROUNDS_BETWEEN_LOOKS):
            play(tally)
        tally.seconds = time.perf_counter() - start
    return tally


def rates(name: str, turns: list[Tally]) -> Rates:
    """A contender's rates over its turns."""

    def median(count: Callable[[Tally], int]) -> float:
        return statistics.median(count(turn) / turn.seconds for turn in turns)

    by_round = [turn.rounds / turn.seconds for turn in turns]
    return Rates(
        name=name,
        rounds=median(lambda turn: turn.rounds),
        acts=median(lambda turn: turn.acts),
        decisions=median(lambda turn: turn.decisions),
        events=median(lambda turn: turn.events),
        citations=median(lambda turn: turn.citations),
        slowest=min(by_round),
        fastest=max(by_round),
    )


def measure(seconds: float, repeats: int) -> list[Rates]:
    """Give every contender its turns, one after another, so that a slow moment of the machine falls on all.

    Each has a process to itself, so that none plays in the memory that another has cluttered.
    """
    names = list(contenders())
    turns: dict[str, list[Tally]] = {name: [] for name in names}
    with ExitStack() as stack:
        apart = get_context("spawn")
        rooms = {name: stack.enter_context(ProcessPoolExecutor(1, apart)) for name in names}
        for name in names:
            rooms[name].submit(take_turn, name, seconds / 5).result()
        for number in range(repeats):
            for place, name in enumerate(names):
                show_progress((number * len(names) + place) / (repeats * len(names)), name)
                turns[name].append(rooms[name].submit(take_turn, name, seconds).result())
    show_progress(1, "done\n")
    return [rates(name, turns[name]) for name in names]


def show_progress(part: float, name: str) -> None:
    """Say on the error stream how far the run is: in place on a terminal, else only now and then."""
    if sys.stderr.isatty():
        print(f"\rmeasuring {part:4.0%}  {name:44}", end="", file=sys.stderr, flush=True)
    elif part == 1 or name == POKERKIT:
        print(f"measuring {part:4.0%}", file=sys.stderr, flush=True)


class Verdict(NamedTuple):
    """A target and how far it was met, by the slowest Pitboss row that it speaks of."""

    target: str
    reached: float
    wanted: float
    row: str

    def __str__(self) -> str:
        met = "met" if self.reached >= self.wanted else "missed"
        return f"{met}: {self.target}: {self.reached:,.1f} against {self.wanted:,.0f} ({self.row}, the slowest)"


def pitboss_rows(found: list[Rates], *, piecemeal: bool) -> list[Rates]:
    """The rows of Pitboss dealt one way or the other."""
    ours = [row for row in found if row.name.startswith(tuple(GAMES))]
    return [row for row in ours if row.name.endswith(tuple(PIECEMEAL.values())) == piecemeal]


def verdicts(found: list[Rates]) -> list[Verdict]:
    """The targets: ten times pokerkit's decisions in acts, and the rounds of each game."""
    decisions = next(row.decisions for row in found if row.name == POKERKIT)
    judged = []
    for piecemeal in (False, True):
        least = min(pitboss_rows(found, piecemeal=piecemeal), key=lambda row: row.acts)
        target = f"acts/s over pokerkit's decisions/s, {'in the least pieces' if piecemeal else 'whole deals'}"
        judged.append(Verdict(target, least.acts / decisions, TIMES_POKERKIT, least.name))
    for engine in sorted({name.split("-", 1)[1] for name in GAMES}):
        rows = [row for row in pitboss_rows(found, piecemeal=False) if engine in row.name]
        least = min(rows, key=lambda row: row.rounds)
        wanted = next(rounds for name, rounds in GAMES.items() if name.endswith(engine))
        judged.append(Verdict(f"rounds/s of {engine}, whole deals", least.rounds, wanted, least.name))
    return judged


COLUMNS = {
    "rounds/s": 10,
    "slowest-fastest": 17,
    "acts/s": 10,
    "decisions/s": 13,
    "events/s": 10,
    "cited/s": 10,
    "x pokerkit": 12,
    "x OpenSpiel": 13,
}


def table(found: list[Rates]) -> str:
    """The rates side by side."""
    by_name = {row.name: row for row in found}
    kit, spiel = by_name[POKERKIT], by_name[OPEN_SPIEL]
    lines = [f"{'':58}" + "".join(f"{head:>{wide}}" for head, wide in COLUMNS.items())]
    for row in found:
        cells = (
            f"{row.rounds:,.0f}",
            f"{row.slowest:,.0f}-{row.fastest:,.0f}",
            f"{row.acts:,.0f}",
            f"{row.decisions:,.0f}",
            f"{row.events:,.0f}" if row.events else "",
            f"{row.citations:,.0f}" if row.citations else "",
            f"{row.acts / kit.decisions:.1f}" if row.events else "",
            f"{row.acts / spiel.acts:.2f}" if row.events else "",
        )
        lines.append(f"{row.name:58}" + "".join(f"{c:>{w}}" for c, w in zip(cells, COLUMNS.values(), strict=True)))
    return "\n".join(lines)


def notes(found: list[Rates]) -> str:
    """What the columns mean, so that no reader compares unlike things unawares."""
    kit = next(row for row in found if row.name == POKERKIT)
    plain = next(row for row in found if row.name == BLACKJACK)
    pontoon = next(row for row in found if row.name == "star-pontoon, shoe")
    whole = pitboss_rows(found, piecemeal=False)
    acts, decisions, rounds = (min(getattr(row, unit) for row in whole) for unit in ("acts", "decisions", "rounds"))
    return (
        "An act is anything done at the table, the dealer's part included; a decision is a player's alone.\n"
        "x pokerkit is acts/s over pokerkit's decisions/s, x OpenSpiel acts/s over its actions/s, cards included.\n"
        f"Like for like, the slowest whole deals do {rounds / kit.rounds:.1f} times pokerkit's hands, "
        f"{decisions / kit.decisions:.1f} times its decisions and {acts / kit.acts:.1f} times its logged operations, "
        "most of which it automates.\n"
        f"Pontoon from a shoe plays {pontoon.rounds / plain.rounds:.2f} of the rounds of blackjack21, which keeps no "
        "log, has no seeds and names no rule."
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
        "python": f"{platform.python_version()} ({platform.python_compiler()})",
        "interpreter": os.path.realpath(sys.executable),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "pokerkit": version("pokerkit"),
        "open_spiel": version("open_spiel"),
        "blackjack21": version("blackjack21"),
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
