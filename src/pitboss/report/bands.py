"""What tables won beside what the exact edge leads to expect: for each table and game the initial wagers of a period,
the result of the wagers that the edge is of, and the band in which 95 of 100 such results lie.

The edge is the one that was seen when the table opened, else the lab's for the edition's own rules; the deviation is
the lab's, where it has worked it out. Hands of one round are taken as independent, so the band is a little narrow. What
a correction of a round that was over has moved counts whole.
"""

import math
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import lru_cache

from pitboss.floor.service.clock import DAY_STARTS, SYDNEY
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.log import EventQuery, all_events, find_newest, place_at, read_event
from pitboss.floor.tables.state import RoundCorrected, TableOpened, TableRoundEnded
from pitboss.games.pontoon.names import INSURANCE, PAIRS, WAGER
from pitboss.games.ultimate_holdem import TRIPS
from pitboss.lab.answer import stored_answer
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError, Solution
from pitboss.law.rules import Rules
from pitboss.messages import message
from pitboss.money import unit_named
from pitboss.play.poker.names import ANTE, JACKPOT
from pitboss.play.wager import Result
from pitboss.report.results import corrected_cents
from pitboss.report.settlements import net_cents
from pitboss.report.sheet import Row
from pitboss.value import Value, log_name

INITIAL = (ANTE, WAGER)
"""The spots of the wagers that the edge is per unit of."""
BESIDE = (PAIRS, INSURANCE, TRIPS, JACKPOT)
"""The spots of wagers with an edge of their own."""
UNPLAYED = (Result.RETURNED, Result.VOID, Result.RESTORED, Result.CARRIED)
DEVIATIONS = 1.96
"""How many standard deviations to either side 95 of 100 results lie within."""
OPENED, ENDED, CORRECTED = log_name(TableOpened), log_name(TableRoundEnded), log_name(RoundCorrected)
BAND_COLUMNS = {
    "table": message("Table"),
    "title": message("Game"),
    "rounds": message("Rounds"),
    "wagered_cents": message("Initial wagers"),
    "won_cents": message("Won on them"),
    "edge_percent": message("Edge, %"),
    "expected_cents": message("Expected"),
    "low_cents": message("95% from"),
    "high_cents": message("95% to"),
    "state": message("Within"),
}


class Played(Value):
    """The play at a table: rounds, initial wagers, the sum of their squares, and what the house won on them."""

    game: str
    edge: str = ""
    rounds: int = 0
    wagered: int = 0
    squares: int = 0
    won: int = 0

    def add(self, event: TableRoundEnded) -> "Played":
        """The same with one more round."""
        main = [done for done in event.settlements if done.spot not in BESIDE and done.result not in UNPLAYED]
        stakes = [done.stake.cents for done in main if done.spot in INITIAL]
        return self._replace(
            rounds=self.rounds + bool(stakes),
            wagered=self.wagered + sum(stakes),
            squares=self.squares + sum(cents * cents for cents in stakes),
            won=self.won - sum(net_cents(done) for done in main),
        )


def _opening(stored: Stored) -> tuple[str, str, bool]:
    """The game of an opening, the edge that was seen, and whether it plays for money."""
    seen = stored.data.get("edge") or {}
    return str(stored.data["game"]), str(seen.get("edge", "")), unit_named(stored.data["unit"]).is_money


def played_between(store: Store, operator: str, first: date, last: date) -> dict[tuple[str, str], Played]:
    """What was played at each table in each game from a gaming day to another, both of them in it."""
    ends = last + timedelta(days=1)
    after, until = (place_at(store, datetime.combine(day, time(), SYDNEY) + DAY_STARTS) for day in (first, ends))
    openings: dict[Stream, tuple[str, str, bool]] = {}
    found: dict[tuple[str, str], Played] = {}
    for stored in all_events(store, EventQuery(operator, (OPENED, ENDED, CORRECTED), after=after, before=until + 1)):
        if stored.kind == OPENED:
            openings[stored.stream] = _opening(stored)
            continue
        if stored.stream not in openings:
            openings[stored.stream] = _opening(find_newest(store, stored.stream, TableOpened, before=stored.number)[0])
        game, edge, is_money = openings[stored.stream]
        event, name = read_event(stored), (stored.stream.table, game)
        if is_money and isinstance(event, TableRoundEnded):
            found[name] = found.get(name, Played(game))._replace(edge=edge).add(event)
        elif is_money and isinstance(event, RoundCorrected) and (moved := corrected_cents(store, stored, event)):
            before = found.get(name, Played(game, edge))
            found[name] = before._replace(won=before.won - moved)
    return found


@lru_cache(64)
def _kept_solution(game: str) -> Solution:
    answered = stored_answer(ask(game))
    if answered is None:
        raise LabError(f"The lab has not worked out {game}.")  # what is raised is not kept: it may work it out yet
    return answered.solution


def known_solution(game: str) -> Solution | None:
    """The lab's solution of a game by the edition's own rules, if it has worked it out."""
    try:
        return _kept_solution(game)
    except LabError:
        return None


def band_rows(played: dict[tuple[str, str], Played]) -> Iterator[Row]:
    """Each table's result beside what was to be expected; without a band where the lab has no deviation."""
    for (table, game), each in sorted(played.items()):
        solution = known_solution(game)
        edge = Fraction(each.edge) if each.edge else Fraction(solution.edge) if solution is not None else None
        said = {"table": table, "title": Rules.of(game).game.title, "game": game, "rounds": each.rounds}
        row = said | {"wagered_cents": each.wagered, "won_cents": each.won}
        if edge is not None:
            expected = edge * each.wagered
            row |= {"edge_percent": f"{round(edge * 10**6) / 10**4:.4f}", "expected_cents": round(expected)}
            if solution is not None:
                apart = DEVIATIONS * solution.standard_deviation * math.sqrt(each.squares)
                low, high = round(expected - Fraction(apart)), round(expected + Fraction(apart))
                state = "yes" if low <= each.won <= high else "below" if each.won < low else "above"
                row |= {"low_cents": low, "high_cents": high, "state": state}
        yield row
