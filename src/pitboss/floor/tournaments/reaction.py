"""The reaction to the rounds of a tournament's tables: it adds up chips, puts out players who cannot wager, and moves
limits as they were announced."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from pitboss import law, ledger
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.service.commands import Decision, World
from pitboss.floor.store import Stored, Stream
from pitboss.floor.tables import log
from pitboss.floor.tables.seats import PlayerLeft, leave_seat
from pitboss.floor.tables.state import (
    OpenState,
    RoundCorrected,
    TableEvent,
    TableRoundEnded,
    TableState,
    TermsChanged,
)
from pitboss.floor.tournaments import special_wagers, tables
from pitboss.floor.tournaments import state as tournaments
from pitboss.floor.tournaments.tournament_sessions import ELIMINATED, RoundPlayed, put_out, tell_exits
from pitboss.messages import say
from pitboss.play.wager import Refused, Result
from pitboss.tournament import placings, sessions
from pitboss.value import log_name

ENDED, CORRECTED = log_name(TableRoundEnded), log_name(RoundCorrected)


class ChipsCorrected(tournaments.TournamentEvent, tag="ChipsCorrected"):
    """A round was corrected, and with it what its players have: one who went out may have enough to play on, one who
    played on may not."""

    table: str
    round: int
    chips: Mapping[str, int]
    back: tuple[str, ...] = ()
    """Who plays on after all."""
    exits: tuple[placings.Exit, ...] = ()
    because: law.Because = ()

    def tells(self) -> str:
        back = [say("Plays on: {players}", players=", ".join(self.back))] if self.back else []
        return "; ".join([*back, *([tell_exits(self.exits)] if self.exits else [])])

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = state.session
        if session is None:
            return state
        table = session.tables[self.table]
        exits = tuple(gone for gone in table.exits if gone.patron not in self.back) + self.exits
        for name in self.back:
            state = state.with_entrant(name, status=tournaments.PLAYING, reason="", out_in=0)
        state = put_out(state, session, self.exits)
        return state.with_session(session.with_table(self.table, chips={**table.chips, **self.chips}, exits=exits))


class TournamentRounds:
    """The reaction that adds up the rounds of tournaments."""

    name = "tournaments"

    def forget(self) -> None:
        """Nothing is remembered between pages."""

    def decide(self, world: World, page: Sequence[Stored]) -> Decision:
        """The events that follow from the next ones on the log."""
        wanted = [stored for stored in page if stored.kind in (ENDED, CORRECTED) and stored.stream.is_table]
        also: dict[Stream, tuple[TableEvent | tournaments.TournamentEvent, ...]] = {}
        entries: tuple[ledger.Entry, ...] = ()
        opened: tuple[tuple[Stream, str], ...] = ()
        states: dict[Stream, tournaments.TournamentState] = {}
        for stored in wanted:
            table = world.tables(stored.stream).state
            tournament = table.unit.tournament
            if not tournament:
                continue
            operator = stored.stream.operator
            stream = tournaments.tournament_stream(operator, tournament)
            state = states.get(stream) or tournaments.load_tournament(world.store, operator, tournament)
            event = follow(state, stored, table)
            if event is None:
                continue
            states[stream] = event.change(state, world.at)
            also[stream] = (*also.get(stream, ()), event)
            if isinstance(event, RoundPlayed):
                for void in _void_forms(state, event):
                    states[stream] = void.change(states[stream], world.at)
                    also[stream] += (void,)
                    opened += ((stream, void.commitment),)
            for done in self._at_table(world, states[stream], stored.stream, event):
                also[stored.stream] = (*also.get(stored.stream, ()), *tables.table_events(done))
                entries += done.entries
        return Decision(also=tuple(also.items()), entries=entries, by=SYSTEM, opened=opened)

    def _at_table(
        self, world: World, state: tournaments.TournamentState, stream: Stream, event: RoundPlayed | ChipsCorrected
    ) -> Iterator[Decision]:
        """The events at the table itself: players who are out leave it, who plays on sits down again, and its limits
        move."""
        table = tables.table_of(world, stream.operator, stream.table)
        if not isinstance(table.state, OpenState) or state.session is None:
            return
        for gone in event.exits:
            with suppress(Refused):  # a round that has begun without them goes on; they leave after it
                left = PlayerLeft(gone.patron, "eliminated", event.because)
                done = leave_seat(world._replace(table=table), left)
                table.state = done.state or table.state
                yield done
        if isinstance(event, ChipsCorrected):
            seats = [(state.session.tables[event.table].seat_of(name), name) for name in event.back]
            with suppress(Refused):  # they wager from their own area in the next round, and sit down by that
                yield from (tables.seat_players(world, table, seats),) if seats else ()
            return
        limits = state.given.limits(state.session.tables[event.table].rounds)
        terms = table.open_state.terms
        if any(limit != limits for limit in terms.limits.values()):
            because = state.rules.only((law.LIMITS_AS_ANNOUNCED,))
            yield Decision((TermsChanged(sessions.with_limits(terms, limits), "as the conditions announced", because),))


def _void_forms(state: tournaments.TournamentState, event: RoundPlayed) -> Iterator[special_wagers.FormVoided]:
    """The undisclosed wagers of a round that ended without their announcement: their wagers were void."""
    for form in state.forms:
        if (form.table, form.round) == (event.table, event.round) and not form.announced:
            yield special_wagers.FormVoided(form.patron, form.commitment, (law.UNDISCLOSED_ANNOUNCED,))


def follow(
    state: tournaments.TournamentState, stored: Stored, table: TableState
) -> RoundPlayed | ChipsCorrected | None:
    """The events of a tournament that follow from the end or the correction of a round at one of its tables."""
    session, name = state.session, stored.stream.table
    if session is None or session.status != tournaments.OPEN or name not in session.tables:
        return None
    event, at = log.read_event(stored), session.tables[name]
    if isinstance(event, RoundCorrected):
        if not at.first_round <= event.round < at.first_round + at.rounds:
            return None  # a round of an earlier session, or the open one, whose end is counted as corrected
        changed = {
            each.patron: at.chips[each.patron] + each.chips for each in event.differences if each.patron in at.chips
        }
        return _correct_chips(state, session, at, event.round, changed, table) if changed else None
    assert isinstance(event, TableRoundEnded)
    if event.round < at.first_round + at.rounds:
        return None
    net = {total.patron: total.net for total in event.totals}
    chips = {name: cents + net.get(name, 0) for name, cents in at.chips.items()}
    void = [done for done in event.settlements if done.result is Result.VOID]
    short = {done.patron for done in void if law.TOURNAMENT_LIMITS in done.because}  # not made up: out (20.6.14)
    out = tuple(
        dict.fromkeys((*_find_eliminated(state, session, at, chips), *(name for name in at.playing if name in short)))
    )
    exits = placings.exits_of(out, event.round, event.settlements, chips)
    because: law.Because = state.rules.only((law.CANNOT_WAGER, law.TERMS_ELIMINATION)) if exits else ()
    if short:
        because = (*because, law.TOURNAMENT_LIMITS)
    if len(exits) > 1:
        because = (*because, *state.rules.only((law.OUT_TOGETHER,)))
    return RoundPlayed(name, event.round, chips, exits, because)


def _correct_chips(
    state: tournaments.TournamentState,
    session: tournaments.SessionState,
    at: tournaments.TableSession,
    round: int,
    chips: Mapping[str, int],
    table: TableState,
) -> ChipsCorrected:
    """What a corrected round changes: the chips, and who has enough of them to play on. A player with a wager in the
    open round plays it."""
    least = _least_chips(state, session, at.rounds)
    name = next(name for name, each in session.tables.items() if each is at)
    wagers = {w.patron for w in table.round.wagers if w.live} if isinstance(table, OpenState) else set()
    short = [player for player in at.playing if chips.get(player, least) < least and player not in wagers]
    exits = tuple(placings.Exit(player, round, chips[player], 0, 0) for player in short)
    back = tuple(
        gone.patron
        for gone in at.exits
        if chips.get(gone.patron, 0) >= least and state.entrants[gone.patron].reason == ELIMINATED
    )
    because = state.rules.only((law.CANNOT_WAGER, law.TERMS_ELIMINATION)) if exits or back else ()
    return ChipsCorrected(name, round, chips, back, exits, because)


def _least_chips(state: tournaments.TournamentState, session: tournaments.SessionState, played: int) -> int:
    """What a player needs to play on after so many rounds: the minimum of the next one, or a chip after the last."""
    is_last = bool(session.rounds) and played >= session.rounds
    return 1 if is_last else tables.least_chips(state, state.given.limits(played))


def _find_eliminated(
    state: tournaments.TournamentState,
    session: tournaments.SessionState,
    at: tournaments.TableSession,
    chips: Mapping[str, int],
) -> Iterable[str]:
    """The players who are out after a round: those who cannot make the minimum of the next one, and after the last one
    those without chips."""
    least = _least_chips(state, session, at.rounds + 1)
    return (name for name in at.playing if chips[name] < least)
