"""What the rounds of a table came to for the house, round by round since it was opened: its initial wagers, on which
an edge is reckoned, and its result. Side wagers have an edge of their own and are left out."""

import threading
from collections import defaultdict, deque

from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.tables.log import EventQuery, all_events, find_ended_rounds, find_newest, read_event
from pitboss.floor.tables.state import RoundCorrected, TableOpened, TableRoundEnded
from pitboss.play.wager import Result
from pitboss.report.settlements import net_cents
from pitboss.value import Value, log_name

SIDE = ("pairs", "insurance", "trips", "jackpot")
"""Wagers that have an edge of their own."""
UNDECIDED = (Result.VOID, Result.CARRIED)
OPENERS = ("ante", "wager")
"""The initial wagers."""
MOST = 5_000
"""How many rounds are remembered."""


class RoundSum(Value):
    """The result of a round for the house."""

    round: int
    at: str
    initial_cents: int
    squares: int
    """The squares of its initial wagers, which its variance grows with."""
    result_cents: int
    players: int


def sum_round(event: TableRoundEnded, at: str) -> RoundSum | None:
    """What a round came to; nothing where none of its wagers was decided."""
    wagers: dict[int, int] = defaultdict(int)
    result = 0
    for done in event.settlements:
        if done.result in UNDECIDED or done.spot in SIDE:
            continue
        result -= net_cents(done)
        if done.spot in OPENERS:
            wagers[done.wager] += done.stake.cents
    if not wagers:
        return None
    openers = {d.patron for d in event.settlements if d.spot in OPENERS and d.result not in UNDECIDED}
    squares = sum(cents * cents for cents in wagers.values())
    return RoundSum(event.round, at, sum(wagers.values()), squares, result, len(openers))


def corrected_cents(store: Store, stored: Stored, event: RoundCorrected) -> int:
    """What a correction gave the players of a round that was over before; less than 0 if it took from them. The result
    of a round that was still open has its corrections in it."""
    ended = find_ended_rounds(store, stored.stream, stored.number, 1)
    is_over = bool(ended) and event.round <= ended[0][1].round
    return sum(each.chips + each.tokens for each in event.differences) if is_over else 0


class RoundSums:
    """The rounds of each table since it was opened, brought up to date when they are asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[Stream, tuple[int, deque[RoundSum]]] = {}
        self._lock = threading.Lock()

    def of(self, stream: Stream) -> tuple[RoundSum, ...]:
        """The rounds of a table, as they stand corrected."""
        with self._lock:
            opening = find_newest(self._store, stream, TableOpened)
            first = opening[0].number if opening else 0
            number, sums = self._known.get(stream, (0, deque()))
            if number < first:
                number, sums = first, deque(maxlen=MOST)
            kinds = log_name(TableRoundEnded), log_name(RoundCorrected)
            for stored in all_events(self._store, EventQuery(stream.operator, kinds, stream.name, after_number=number)):
                number, event = stored.number, read_event(stored)
                if isinstance(event, TableRoundEnded) and (found := sum_round(event, stored.at)) is not None:
                    sums.append(found)
                elif isinstance(event, RoundCorrected):
                    moved = sum(each.chips + each.tokens for each in event.differences)
                    for place, each in enumerate(sums):
                        if each.round == event.round:
                            sums[place] = each._replace(result_cents=each.result_cents - moved)
            self._known[stream] = number, sums
            return tuple(sums)
