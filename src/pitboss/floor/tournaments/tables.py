"""The tables of a tournament: opened in chips of its unit under the rules that it amends, players seated, chips handed
out and taken back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pitboss import law
from pitboss.floor.cashier.chips import BoughtIn, CashedOut
from pitboss.floor.service.commands import Decision, FloorTable, Order, World, refuse
from pitboss.floor.store import Stream, table_stream
from pitboss.floor.tables import bookkeeping, log, opening, playing
from pitboss.floor.tables.state import OpenState, Stack, TableEvent
from pitboss.floor.tournaments.state import TournamentState
from pitboss.games import engine_of, make_game
from pitboss.ledger import Account, Entry, Move
from pitboss.messages import say
from pitboss.play import Limits, Sit, WagersNeed
from pitboss.tournament import conditions, sessions
from pitboss.value import Value

PIECES = 2_000
"""How many chips of each denomination lie in the float of a table of a tournament; of the largest, as many as pay so
many of the highest wagers."""
ALLOTTED, GIVEN_BACK = "tournament allotment", "tournament, given back"


class TableWrite(Value):
    """The events of one table within a write of its tournament."""

    stream: Stream
    events: tuple[TableEvent, ...]
    entries: tuple[Entry, ...] = ()


def table_of(world: World, operator: str, name: str) -> FloorTable:
    """A table as it is decided on: where it has grown before the write, the order is decided again."""
    stream = table_stream(operator, name)
    known = world.tables(stream)
    state = log.catch_up_table(world.store, stream, known.state) if world.is_fresh else known.state
    world.store.lengths[stream] = state.length
    return replace(known, state=state)


def open_for(world: World, order: Order, state: TournamentState, name: str) -> TableWrite:
    """Open a table for the tournament, under the rules of its game as the tournament amends them."""
    table = table_of(world, order.actor.operator, name)
    if isinstance(table.state, OpenState):
        words = say("Table {table} is open. A table serves a tournament alone: close it first.", table=name)
        raise refuse(words, *state.rules.only((law.TABLES_DESIGNATED, law.TABLE_EXCLUSIVE)))
    given = state.given
    rules = sessions.amend_rules(state.rules, given)
    openers = openers_of(rules)
    terms = sessions.table_terms(given, rules, openers[:1])._replace(marker=1 if given.in_turn else 0)
    if given.provides(*conditions.OTHER_WAGERS):
        spots = make_game(rules, terms).spots.values()
        others = [spot.name for spot in spots if spot.opening and not spot.priced and spot.name not in openers]
        terms = sessions.table_terms(given, rules, (*openers[:1], *others))._replace(marker=terms.marker)
    most = max(given.maximum_cents, *(step.maximum_cents for step in given.steps), 0) + given.chips_cents
    *smaller, largest = given.denominations
    stacks = (*(Stack(cents, PIECES) for cents in smaller), Stack(largest, max(PIECES, -(-most * PIECES // largest))))
    command = opening.OpenTable(
        table=name,
        game=given.game,
        terms=terms,
        stacks=stacks,
        version=rules.edition.version,
        readings=given.readings,
        granted=tuple(sorted(rules.granted)),
        unit=state.unit.name,
    )
    done = command.open(world._replace(table=table), order.actor, rules)
    return TableWrite(table.stream, table_events(done), done.entries)


def openers_of(rules: law.Rules) -> Sequence[str]:
    """The spots that a player must wager on to have a hand."""
    openers: Sequence[str] = engine_of(rules).openers  # type: ignore[attr-defined]
    return openers


def least_chips(state: TournamentState, limits: Limits) -> int:
    """The chips without which a player cannot make the minimum wager: as much on every spot that a hand takes."""
    return limits.minimum_cents * len(openers_of(state.rules))


def table_events(done: Decision) -> tuple[TableEvent, ...]:
    """The events of a decision at a table."""
    return tuple(event for event in done.events if isinstance(event, TableEvent))


def chips_of(world: World, operator: str, state: TournamentState, patrons: Iterable[str]) -> dict[str, int]:
    """The chips of players, by the books."""
    accounts = {name: Account(operator, "patron", name, state.unit.name) for name in patrons}
    found = world.store.balances_of(list(accounts.values()))
    return {name: found[account].here for name, account in accounts.items()}


def seat_players(world: World, table: FloorTable, seats: Iterable[tuple[int, str]]) -> Decision:
    """Have players sit down on the areas that they were allotted."""
    need = open_wagers(table)
    return playing.play_acts(world._replace(table=table), [Sit(need, patron, area) for area, patron in seats])


def open_wagers(table: FloorTable) -> str:
    """The name of the need for wagers; refused in the middle of a round."""
    for need in table.open_state.round.needs:
        if isinstance(need, WagersNeed):
            return need.id
    raise refuse("Wait until the round is over, then give this order.", law.ROUND_OF_PLAY)


def hand_out(table: FloorTable, state: TournamentState, patron: str, cents: int, how: str) -> TableWrite:
    """Give a player chips of the tournament out of the float."""
    bookkeeper = bookkeeping.TableBookkeeper(table.stream, state.unit)
    stacks = _stacks(state, cents)
    entry = Move(bookkeeper.float, bookkeeper.patron(patron), cents, f"bought, {how}")
    return TableWrite(table.stream, (BoughtIn(patron, how, stacks),), (entry,))


def take_back(table: FloorTable, state: TournamentState, patron: str, cents: int) -> TableWrite:
    """Take a player's chips back into the float."""
    if not cents:
        return TableWrite(table.stream, ())
    bookkeeper = bookkeeping.TableBookkeeper(table.stream, state.unit)
    stacks = _stacks(state, cents)
    entry = Move(bookkeeper.patron(patron), bookkeeper.float, cents, f"cashed out, {GIVEN_BACK}")
    return TableWrite(table.stream, (CashedOut(patron, GIVEN_BACK, stacks),), (entry,))


def _stacks(state: TournamentState, cents: int) -> tuple[Stack, ...]:
    return tuple(Stack(chip, pieces) for chip, pieces in state.given.chips.stacks(cents))


def gather(writes: Iterable[TableWrite]) -> tuple[tuple[tuple[Stream, tuple[TableEvent, ...]], ...], tuple[Entry, ...]]:
    """Writes of several tables together: the events of each stream, and all entries."""
    events: dict[Stream, tuple[TableEvent, ...]] = {}
    entries: tuple[Entry, ...] = ()
    for write in writes:
        events[write.stream] = events.get(write.stream, ()) + write.events
        entries += write.entries
    return tuple((stream, told) for stream, told in events.items() if told), entries


class MinimumDeducted(TableEvent, tag="MinimumDeducted"):
    """A tournament player who was absent was charged the minimum wager for a round."""

    patron: str
    cents: int
    because: law.Because

    def entries(self, bookkeeper: bookkeeping.TableBookkeeper) -> Iterable[Entry]:
        return (Move(bookkeeper.patron(self.patron), bookkeeper.float, self.cents, "absent, minimum deducted"),)
