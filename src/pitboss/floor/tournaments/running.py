"""The sessions of a tournament (Star Pontoon 20.5 and 20.10, Crown 14.2 and 14.4.3): seats drawn by lot at tables that
serve it alone, equal chips, counts, who goes on, play-offs, places and prizes."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.cashier.chips import CASHLESS
from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.floor.service.commands import Actor, Decision, Order, Takes, World, refuse
from pitboss.floor.service.forms import MOMENT, CommandForm, FieldPrompt
from pitboss.floor.tables.playing import open_shuffles
from pitboss.floor.tables.state import Stack, TableClosed, worth
from pitboss.floor.tournaments.building import DESK, check_present
from pitboss.floor.tournaments.entries import SECOND, WAYS, check_way, pay_within_bounds
from pitboss.floor.tournaments.state import (
    CONCLUDED,
    DECIDED,
    DISQUALIFIED,
    DRAWN,
    ENDED,
    ENTERED,
    OPEN,
    OUT,
    PLAY_OFF,
    PLAYING,
    PUBLISHED,
    RUNNING,
    SESSION,
    WITHDRAWN,
    Placing,
    Purse,
    Ranking,
    SessionState,
    TableSession,
    Tie,
    TournamentCommand,
    TournamentEvent,
    TournamentState,
    check_director,
    entrant_of,
    session_of,
)
from pitboss.floor.tournaments.tables import (
    ALLOTTED,
    TableWrite,
    chips_of,
    gather,
    hand_out,
    open_for,
    seat_players,
    table_events,
    table_of,
    take_back,
)
from pitboss.law import Because
from pitboss.ledger import Entry, Move
from pitboss.messages import message, say
from pitboss.tournament.placings import Exit, decide_places, divide_pool, order_exits, rank_players
from pitboss.tournament.sessions import BYTES_EACH, draw_seats, shuffle_players
from pitboss.value import Value

SESSIONS, RESULTS = message("Sessions"), message("Results")


class SeatsDrawn(TournamentEvent, tag="SeatsDrawn"):
    """Tables were designated for a session and seats drawn by lot."""

    number: int
    kind: str
    name: str
    seats: Mapping[str, Mapping[str, str]]
    """For each table the players, by their areas."""
    places: Mapping[str, int]
    rounds: int
    minutes: int
    starts_at: str
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        tables = {
            table: TableSession({int(area): name for area, name in seats.items()}, places=self.places[table])
            for table, seats in self.seats.items()
        }
        session = SessionState(self.number, self.kind, self.name, self.rounds, self.minutes, tables)
        session = session._replace(starts_at=self.starts_at)
        return state._replace(status=RUNNING, sessions=(*state.sessions, session))


class StartMoved(TournamentEvent, tag="StartMoved"):
    """The start of a session was moved, with reasonable notice."""

    starts_at: str
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        if state.session is None:
            return state._replace(conditions=state.given._replace(starts_at=self.starts_at))
        return state.with_session(state.session._replace(starts_at=self.starts_at))


class BuyInPaid(TournamentEvent, tag="BuyInPaid"):
    """A player bought the chips of the next session."""

    patron: str
    number: int
    cents: int
    how: str
    to_pool: bool
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        pool = state.pool_cents + (self.cents if self.to_pool else 0)
        return state._replace(pool_cents=pool).with_entrant(self.patron, bought_for=self.number)

    def entries(self, purse: Purse) -> Iterable[Entry]:
        return purse.move(
            purse.payer(self.patron, self.how), purse.pool if self.to_pool else purse.house, self.cents, "buy-in"
        )


class SessionStarted(TournamentEvent, tag="SessionStarted"):
    """A session began: equal chips for every player, and players without a buy-in are out."""

    chips_cents: int
    first_rounds: Mapping[str, int]
    out: tuple[str, ...]
    ends_at: str
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        session = session_of(state)
        for patron in self.out:
            changes = {"status": OUT, "reason": "no buy-in", "out_in": session.number}
            state = state.with_entrant(patron, **changes)
        for name, table in session.tables.items():
            seats = {area: patron for area, patron in table.seats.items() if patron not in self.out}
            chips = dict.fromkeys(seats.values(), self.chips_cents)
            session = session.with_table(
                name, seats=seats, chips=chips, first_round=self.first_rounds[name], opened_at=at
            )
            for patron in seats.values():
                state = state.with_entrant(patron, status=PLAYING)
        return state.with_session(session._replace(status=OPEN, ends_at=self.ends_at))


class RoundPlayed(TournamentEvent, tag="RoundPlayed"):
    """A round of a session ended at a table: what its players have now, and who went out in it."""

    table: str
    round: int
    chips: Mapping[str, int]
    exits: tuple[Exit, ...]
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        session = session_of(state)
        table = session.tables[self.table]
        chips, exits = {**table.chips, **self.chips}, (*table.exits, *self.exits)
        changes = {"rounds": table.rounds + 1, "chips": chips, "exits": exits, "opened_at": at}
        for gone in self.exits:
            state = state.with_entrant(gone.patron, status=OUT, reason="eliminated", out_in=session.number)
        return state.with_session(session.with_table(self.table, **changes))


class TableConcluded(TournamentEvent, tag="TableConcluded"):
    """Play at a table was ended before its time."""

    table: str
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        return state.with_session(session_of(state).with_table(self.table, concluded=self.because))


class ChipsCounted(TournamentEvent, tag="ChipsCounted"):
    """The chips of a table's players were counted; at the end of a session they came back, but for those missing."""

    table: str
    chips: Mapping[str, int]
    is_final: bool
    missing: tuple[Stack, ...]
    redeemed: Mapping[str, int]
    """What was paid into players' accounts for chips with a cash value."""
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        session = session_of(state)
        changes: dict[str, Any] = {"chips": {**session.tables[self.table].chips, **self.chips}}
        if self.is_final:
            changes |= {"is_counted": True, "missing": self.missing}
        session = session.with_table(self.table, **changes)
        is_over = all(table.is_counted for table in session.tables.values())
        return state.with_session(session._replace(status=ENDED) if is_over else session)

    def entries(self, purse: Purse) -> Iterable[Entry]:
        for patron, cents in self.redeemed.items():
            yield from purse.move(purse.house, purse.payer(patron, CASHLESS), cents, "chips redeemed")


class SessionDecided(TournamentEvent, tag="SessionDecided"):
    """The places of a session were announced: who goes on, and who plays off for which places."""

    place: int
    """The place among the sessions of the one that is decided; a play-off decides the one before it."""
    standings: Mapping[str, Ranking]
    ties: Mapping[str, Tie]
    through: tuple[str, ...]
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        sessions = list(state.sessions)
        sessions[-1] = sessions[-1]._replace(status=DECIDED)
        told = {"standings": self.standings, "ties": self.ties, "through": self.through}
        decided = sessions[self.place] = sessions[self.place]._replace(**told)
        state = state._replace(sessions=tuple(sessions))
        tied = {name for tie in self.ties.values() for name in tie.players}
        for name in decided.players:
            if state.entrants[name].status in (PLAYING, ENTERED):
                stays = name in self.through or name in tied
                changes = {"status": ENTERED} if stays else {"status": OUT, "reason": "did not go on"}
                state = state.with_entrant(name, **changes, out_in=0 if stays else decided.number)
        return state


class TournamentConcluded(TournamentEvent, tag="TournamentConcluded"):
    """The tournament is over: every player has a place, and the pool is divided."""

    places: tuple[Placing, ...]
    house_cents: int
    added_cents: int
    because: Because

    def change(self, state: TournamentState, at: str) -> TournamentState:
        pool = state.pool_cents - self.house_cents + self.added_cents
        return state._replace(status=CONCLUDED, places=self.places, pool_cents=pool)

    def entries(self, purse: Purse) -> Iterable[Entry]:
        yield from purse.move(purse.pool, purse.house, self.house_cents, "house fee")
        yield from purse.move(purse.house, purse.pool, self.added_cents, "added to the pool")


class PrizePaid(TournamentEvent, tag="PrizePaid"):
    """A prize was paid."""

    patron: str
    place: int
    cents: int
    how: str
    approved_by: str = ""

    def change(self, state: TournamentState, at: str) -> TournamentState:
        return state._replace(paid=(*state.paid, self.patron), pool_cents=state.pool_cents - self.cents)

    def entries(self, purse: Purse) -> Iterable[Entry]:
        return purse.move(purse.pool, purse.payer(self.patron, self.how), self.cents, "prize")


# Sessions.


class SessionDraw(Value):
    """What is to be drawn next: a session of the conditions, or a play-off."""

    number: int
    kind: str
    name: str
    rounds: int
    minutes: int
    groups: tuple[tuple[tuple[str, ...], int], ...]
    """Players who are drawn to a number of tables, with how many places there are."""
    tables: int
    seats: int


def next_draw(state: TournamentState) -> SessionDraw | None:
    """What is to be drawn next; nothing after the last session."""
    last = next((session for session in reversed(state.sessions) if session.kind == SESSION), None)
    if last is not None and last.ties:
        groups = tuple((tie.players, tie.places) for tie in last.ties.values())
        return SessionDraw(last.number, PLAY_OFF, "play-off", 0, 0, groups, len(groups), state.given.sessions[0].seats)
    number = last.number + 1 if last is not None else 1
    if number > len(state.given.sessions):
        return None
    plan = state.given.sessions[number - 1]
    groups = ((state.in_play, plan.advance),)
    needed = -(-len(state.in_play) // plan.seats)
    return SessionDraw(
        number, SESSION, plan.name, plan.rounds, plan.minutes, groups, min(plan.tables, max(needed, 1)), plan.seats
    )


def _table_names(_: Actor, state: Any) -> list[str]:
    """Names for the tables of the next session."""
    draw = next_draw(state)
    return [f"{state.tournament}-{number}" for number in range(1, draw.tables + 1)] if draw is not None else []


class DrawSeats(TournamentCommand, tag="DrawSeats"):
    """Designate tables for the next session, or for play-offs, and draw the seats."""

    takes: ClassVar = Takes(rule=law.TABLES_DESIGNATED, seen="the page of the tournament, the tables")
    forms: ClassVar = (CommandForm("Draw seats", "Draw", places=(DESK,), group=SESSIONS, leaves=("starts_at",)),)
    tables: Annotated[tuple[str, ...], FieldPrompt("Tables", among=_table_names, now=_table_names)]
    starts_at: Annotated[str, FieldPrompt("Starts at", kind=MOMENT)] = ""

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, PUBLISHED, RUNNING)
        check_director(state, order)
        if state.session is not None:
            raise refuse("The session before has not ended.", law.TABLES_DESIGNATED)
        given, draw = state.given, next_draw(state)
        if draw is None:
            raise refuse("The last session is over: conclude the tournament.", law.TABLES_DESIGNATED)
        if state.status == PUBLISHED and len(state.in_play) < given.least_players:
            words = say(
                "Only {players} have entered, and it takes {least}.",
                players=len(state.in_play),
                least=given.least_players,
            )
            raise refuse(words, law.TERMS_ENTRY, *state.rules.only((law.POOL_GUARANTEED,)))
        if len(set(self.tables)) != draw.tables or len(self.tables) != draw.tables:
            raise refuse(say("Name {number} tables, each once.", number=draw.tables), law.TABLES_DESIGNATED)
        seats, places = self._draw(world, draw)
        because = (law.TABLES_DESIGNATED, law.TABLE_EXCLUSIVE, *state.rules.only((law.MANAGER_DETERMINES,)))
        starts_at = self.starts_at or (given.starts_at if state.status == PUBLISHED else world.at)
        event = SeatsDrawn(
            draw.number, draw.kind, draw.name, seats, places, draw.rounds, draw.minutes, starts_at, because
        )
        also, entries = gather([open_for(world, order, state, name) for name in self.tables])
        return self.note(order, event, also=also, entries=entries, reply={"seats": seats})

    def _draw(self, world: World, draw: SessionDraw) -> tuple[dict[str, dict[str, str]], dict[str, int]]:
        seats: dict[str, dict[str, str]] = {}
        places: dict[str, int] = {}
        for place, (players, wanted) in enumerate(draw.groups):
            tables = self.tables if draw.kind == SESSION else (self.tables[place],)
            drawn = draw_seats(players, tables, draw.seats, world.seed(BYTES_EACH * len(players)))
            seats |= {table: {str(area): name for area, name in at.items()} for table, at in drawn.items()}
            places |= dict.fromkeys(tables, wanted)
        return seats, places


class MoveStart(TournamentCommand, tag="MoveStart"):
    """Move the start of the next session, with reasonable notice."""

    forms: ClassVar = (CommandForm("Move the start", "Move", places=(DESK,), group=SESSIONS),)
    starts_at: Annotated[str, FieldPrompt("Starts at", kind=MOMENT)]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, PUBLISHED, RUNNING)
        check_director(state, order)
        session = state.session
        if session is not None and session.status != DRAWN:
            raise refuse("The session has begun.", law.ONCE)
        because = state.rules.only((law.SESSION_STARTS, law.TERMS_START_MOVES))
        was = parse_stamp(session.starts_at if session is not None else state.given.starts_at)
        notice = timedelta(minutes=state.given.notice_minutes)
        if min(parse_stamp(self.starts_at), was) < world.now + notice:
            words = say(
                "Players get {minutes} minutes' notice before a start that moves.", minutes=state.given.notice_minutes
            )
            raise refuse(words, *because)
        return self.note(order, StartMoved(self.starts_at, because))


class PayBuyIn(TournamentCommand, tag="PayBuyIn"):
    """Take a player's buy-in for the session that is drawn."""

    takes: ClassVar = Takes(roles=("patron",), seen="the page of the tournament, the books")
    forms: ClassVar = (CommandForm("Buy-in", "Pay", places=(DESK,), group=SESSIONS),)
    patron: str
    how: Annotated[str, FieldPrompt("Paid by", among=WAYS)] = CASHLESS

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, RUNNING)
        session = session_of(state, DRAWN)
        entrant, given = entrant_of(state, self.patron), state.given
        if not given.buy_in_cents or entrant.bought_for == len(state.sessions) or not session.at(self.patron):
            raise refuse("This player owes no buy-in now.", law.ONCE)
        because: Because = state.rules.only((law.BUY_IN_FIRST,)) or (law.TERMS_FEES,)
        counts = pay_within_bounds(order, world, given.buy_in_cents)
        to_pool = not given.redeem_percent
        event = BuyInPaid(
            self.patron, len(state.sessions), given.buy_in_cents, check_way(order, self.how), to_pool, because
        )
        return self.note(order, event, counts=counts)


class StartSession(TournamentCommand, tag="StartSession"):
    """Start the session that is drawn: players sit down and get equal chips."""

    takes: ClassVar = Takes(seen="the page of the tournament, the tables")
    forms: ClassVar = (CommandForm("Start the session", "Start", places=(DESK,), group=SESSIONS),)

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, RUNNING)
        check_director(state, order)
        check_present(state)
        session, given, rules = session_of(state, DRAWN), state.given, state.rules
        if parse_stamp(session.starts_at) > world.now:
            because: Because = rules.only((law.SESSION_STARTS, law.TERMS_START_MOVES))
            raise refuse(say("This session starts at {time}.", time=session.starts_at), *because)
        new = [name for name in session.players if not state.entrants[name].briefed]
        if new and rules.applies(law.BRIEFED):
            raise refuse(say("Brief the players first: {players}.", players=", ".join(new)), law.BRIEFED)
        owing = [name for name in session.players if state.entrants[name].bought_for != len(state.sessions)]
        out = tuple(owing) if given.buy_in_cents else ()
        writes: list[TableWrite] = []
        rounds: dict[str, int] = {}
        for name, at in session.tables.items():
            table = table_of(world, order.actor.operator, name)
            seats = [(area, patron) for area, patron in sorted(at.seats.items()) if patron not in out]
            rounds[name] = table.open_state.round.number
            if seats:
                done = seat_players(world, table, seats)
                writes.append(TableWrite(table.stream, table_events(done), done.entries))
            writes += [hand_out(table, state, patron, given.chips_cents, ALLOTTED) for _, patron in seats]
        also, entries = gather(writes)
        ends_at = stamp(world.now + timedelta(minutes=session.minutes)) if session.minutes else ""
        because = (law.EQUAL_ALLOTMENT, *rules.only((law.TOURNAMENT_CHIPS, *((law.BUY_IN_FIRST,) if out else ()))))
        event = SessionStarted(given.chips_cents, rounds, out, ends_at, because)
        return self.note(order, event, also=also, entries=entries, reply={"out": list(out)})


def is_over(state: TournamentState, session: SessionState, name: str, round: int, now: str) -> bool:
    """Say whether play at a table of a session has ended: its rounds or its time are over, it was concluded, or too few
    players are left. A play-off is over when a round has put its players in order."""
    table = session.tables[name]
    played = round - table.first_round
    if table.is_counted or table.concluded or len(table.playing) < 2:
        return True
    if session.rounds:
        return played >= session.rounds
    if session.ends_at:
        return now >= session.ends_at
    if not table.rounds or played != table.rounds:
        return False
    is_last = session.number == len(state.given.sessions)
    return contested(state, rank_players(table.chips, table.exits), table.places, in_order=is_last) is None


TABLE = FieldPrompt("Table", among=lambda _, state: list(state.session.tables) if state.session is not None else [])


def _chips(_: Actor, state: Any) -> dict[str, str]:
    return dict.fromkeys(map(str, sorted(state.given.denominations, reverse=True)), "")


class ConcludeTable(TournamentCommand, tag="ConcludeTable"):
    """End play at a table before its time, on one of the grounds that the rules give."""

    forms: ClassVar = (CommandForm("End a table early", "End", places=(DESK,), group=SESSIONS),)
    table: Annotated[str, TABLE]
    agreed: Annotated[
        tuple[str, ...], FieldPrompt("Players who agree", among=lambda _, state: list(state.in_play))
    ] = ()

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, RUNNING)
        check_director(state, order)
        session = session_of(state, OPEN)
        table = _table(session, self.table)
        if not table_of(world, order.actor.operator, self.table).open_state.is_between_rounds:
            raise refuse("Wait until the round is over, then end the table.", law.ROUND_OF_PLAY)
        rules = state.rules.amend(readings=state.given.readings)
        known = len(table.playing) <= table.places
        cashed = bool(state.given.redeem_percent) and set(self.agreed) >= set(table.playing)
        both = rules.reading("earlyFinishGrounds", otherwise="either") == "both"
        head = rules.only((law.EARLY_END, law.TERMS_EARLY_END))
        if not (known and cashed if both else known or cashed):
            words = "Those who go on are not known, and not all players agree to cash their chips: play goes on."
            raise refuse(words, *head, law.ADVANCING_KNOWN, law.ALL_AGREE_TO_END, *rules.readings("P28"))
        grounds = ((law.ADVANCING_KNOWN, known), (law.ALL_AGREE_TO_END, cashed))
        because = (*head, *(key for key, holds in grounds if holds), *rules.readings("P28"))
        return self.note(order, TableConcluded(self.table, because))


def _table(session: SessionState, name: str) -> TableSession:
    found = session.tables.get(name)
    if found is None:
        raise refuse(say("Table {table} is none of this session's.", table=name), law.TABLES_DESIGNATED)
    return found


class CountChips(TournamentCommand, tag="CountChips"):
    """Count the chips of a table's players; at the end of its session take them back and close the table."""

    takes: ClassVar = Takes(seen="the page of the tournament, an alert if chips are missing")
    forms: ClassVar = (CommandForm("Count chips", "Count", places=(DESK,), group=SESSIONS),)
    table: Annotated[str, TABLE]
    is_final: Annotated[bool, FieldPrompt("The session is over here: take the chips back")] = True
    missing: Annotated[tuple[Stack, ...], FieldPrompt("Chips that did not come back", among=_chips)] = ()

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, RUNNING)
        session, operator = session_of(state, OPEN), order.actor.operator
        at = _table(session, self.table)
        table = table_of(world, operator, self.table)
        opened = table.open_state
        if not opened.is_between_rounds:
            raise refuse("Wait until the round is over, then count.", law.ROUND_OF_PLAY)
        seated = tuple(at.chips)
        chips = chips_of(world, operator, state, seated)
        counted = state.rules.only((law.CHIPS_TOTALLED,)) or (law.TERMS_WINNERS,)
        if not self.is_final:
            check_director(state, order)
            return self.note(order, ChipsCounted(self.table, chips, False, (), {}, counted), reply={"chips": chips})
        if at.is_counted or not is_over(state, session, self.table, opened.round.number, world.at):
            raise refuse(
                "The session goes on at this table.", *state.rules.only((law.SESSION_ENDS,)) or (law.TERMS_STRUCTURE,)
            )
        if opened.round.number - at.first_round != at.rounds:
            raise refuse("The last round is being noted. Count again in a moment.", law.NEED_CLOSED)
        redeemed = {name: cents for name in seated if (cents := cash_value(state, name, chips[name]))}
        because = (
            *counted,
            *state.rules.only((law.CHIPS_GIVEN_BACK, law.TERMS_CHIPS_END)),
            *(state.rules.only((law.CHIPS_REDEEMED,)) if redeemed else ()),
        )
        event = ChipsCounted(self.table, chips, True, self.missing, redeemed, because)
        writes = [take_back(table, state, name, chips[name]) for name in seated]
        also, entries = gather([*writes, self._close(world, operator, state, sum(chips.values()))])
        return self.note(order, event, also=also, entries=entries, reply={"chips": chips})

    def _close(self, world: World, operator: str, state: TournamentState, back: int) -> TableWrite:
        """Close the table: the float with what came back into it goes to the house."""
        table = table_of(world, operator, self.table)
        bookkeeper = table.bookkeeper
        books = world.balance(bookkeeper.float).here + back
        counted = books - worth(self.missing)
        stacks = tuple(Stack(chip, pieces) for chip, pieces in state.given.chips.stacks(counted))
        events = (*open_shuffles(table.shoes.every), TableClosed(stacks, "the session is over", counted - books))
        return TableWrite(table.stream, events, (Move(bookkeeper.float, bookkeeper.house, books, "float out"),))


def cash_value(state: TournamentState, patron: str, chips: int) -> int:
    """What a player's chips are redeemed for. A disqualified player keeps the value of chips that have one (P30); read
    the other way, of chips that were bought."""
    given = state.given
    if given.redeem_percent:
        return chips * given.redeem_percent // 100
    keeps = state.rules.amend(readings=given.readings).reading("disqualifiedKeepValue", otherwise="cash-value-chips")
    if state.entrants[patron].status == DISQUALIFIED and keeps == "all-chips":
        return min(chips, given.chips_cents) * given.buy_in_cents // given.chips_cents
    return 0


class EndSession(TournamentCommand, tag="EndSession"):
    """Announce the places of a session whose tables are counted: who goes on, and who plays off."""

    forms: ClassVar = (CommandForm("Announce the places", "Announce", places=(DESK,), group=RESULTS),)

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, RUNNING)
        check_director(state, order)
        session = session_of(state, ENDED)
        place = max(number for number, each in enumerate(state.sessions) if each.kind == SESSION)
        decided = state.sessions[place]
        ended = {name: rank_table(state, table) for name, table in session.tables.items()}
        standings = ended if session.kind == SESSION else refine(decided, ended)
        is_last = decided.number == len(state.given.sessions)
        ties = {
            name: tie
            for name, ranking in standings.items()
            if (tie := contested(state, ranking, decided.tables[name].places, in_order=is_last)) is not None
        }
        through = self._through(world, state, decided, standings) if not ties else ()
        rules = state.rules
        because = rules.only((law.HIGHEST_WINS, law.ADVANCING_FIXED, law.TERMS_WINNERS, law.SESSION_ENDS))
        if ties:
            because = (*because, *rules.only((law.PLAY_OFF,)), *rules.readings("P27"))
        return self.note(
            order, SessionDecided(place, standings, ties, through, because), reply={"through": list(through)}
        )

    def _through(
        self, world: World, state: TournamentState, decided: SessionState, standings: Mapping[str, Ranking]
    ) -> tuple[str, ...]:
        """Those who go on, with the best of the others where the conditions have them play again."""
        plan = state.given.sessions[decided.number - 1]
        decides = _decides(state)
        through = [
            name
            for table, ranking in standings.items()
            for name in decide_places(ranking, decided.tables[table].places, decides).through
        ]
        if plan.best_losers:
            chips = {name: cents for table in decided.tables.values() for name, cents in table.chips.items()}
            others = [
                name for name in decided.players if name not in through and state.entrants[name].status == PLAYING
            ]
            lot = shuffle_players(others, world.seed(BYTES_EACH * max(1, len(others))))
            through += sorted(lot, key=lambda name: -chips[name])[: plan.best_losers]
        return tuple(through)


def _decides(state: TournamentState) -> str:
    rules = state.rules.amend(readings=state.given.readings)
    return str(rules.reading("playOffDecides", otherwise="contested-places"))


def rank_table(state: TournamentState, table: TableSession) -> Ranking:
    """How a table ended; disqualified players come last."""
    ranking = rank_players(table.chips, table.exits)
    bad = {name for name in table.chips if state.entrants[name].status == DISQUALIFIED}
    good = (tuple(name for name in group if name not in bad) for group in ranking)
    return (*(group for group in good if group), *((name,) for name in sorted(bad)))


def contested(state: TournamentState, ranking: Ranking, places: int, *, in_order: bool) -> Tie | None:
    """Players who are level for a place and have chips: those at the last place to go on; in the last session those
    at every place with a prize."""
    if in_order:
        ahead = 0
        prizes = min(places, len(state.given.shares))
        for group in ranking:
            if ahead < prizes and len(group) > 1:
                return Tie(group, min(len(group), prizes - ahead))
            ahead += len(group)
        return None
    contest = decide_places(ranking, places, _decides(state))
    return Tie(contest.tied, contest.places) if contest.tied else None


def refine(decided: SessionState, ended: Mapping[str, Ranking]) -> dict[str, Ranking]:
    """The standings of a session, with players who were level in the order that their play-offs gave."""
    by_player = {name: ranking for ranking in ended.values() for group in ranking for name in group}
    standings: dict[str, Ranking] = {}
    for table, ranking in decided.standings.items():
        groups: list[tuple[str, ...]] = []
        for group in ranking:
            played = by_player.get(group[0]) if len(group) > 1 else None
            groups += played if played is not None else [group]
        standings[table] = tuple(groups)
    return standings


# Results.


def final_places(state: TournamentState) -> Iterator[tuple[int, str]]:
    """The place of every player: the last session in its order, then those who went out before, by how far and with how
    many chips they came. Players who are level share a place."""
    place = 1
    main = [session for session in state.sessions if session.kind == SESSION]
    seen: set[str] = set()
    for session in reversed(main):
        if session is main[-1]:
            groups: list[tuple[str, ...]] = [group for ranking in session.standings.values() for group in ranking]
        else:
            chips = {name: cents for table in session.tables.values() for name, cents in table.chips.items()}
            exits = order_exits(gone for table in session.tables.values() for gone in table.exits)
            groups = list(rank_players(chips, exits))
        for group in groups:
            left = [name for name in group if name not in seen]
            for name in left:
                yield place, name
            place += len(left)
            seen.update(left)
    for name, entrant in state.entrants.items():
        if name not in seen and entrant.status != WITHDRAWN:
            yield place, name


class ConcludeTournament(TournamentCommand, tag="ConcludeTournament"):
    """Conclude the tournament: places for all, and the pool divided."""

    takes: ClassVar = Takes(seen="the results page, the books")
    forms: ClassVar = (CommandForm("Conclude the tournament", "Conclude", places=(DESK,), group=RESULTS),)

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, RUNNING)
        check_director(state, order)
        if state.session is not None or next_draw(state) is not None:
            raise refuse("There are sessions to play.", law.TERMS_STRUCTURE)
        if state.open_matter() is not None:
            raise refuse("A dispute waits for a ruling.", law.MANAGER_RULES)
        given, rules = state.given, state.rules
        paid = sum(1 for each in state.entrants.values() if each.fee_cents)
        house = paid * given.house_fee_cents
        pool = state.pool_cents - house + given.added_cents
        because: Because = rules.only((law.TERMS_PRIZES, law.FEES_TO_POOL, law.HIGHEST_WINS, law.FEE_CHARGED))
        if paid >= given.guarantee_players and given.guarantee_cents > pool:
            pool = given.guarantee_cents
            because = (*because, *rules.only((law.POOL_GUARANTEED,)))
        prizes = divide_pool(pool, given.shares)
        places = tuple(
            Placing(name, place, prizes[place - 1] if place <= len(prizes) else 0, given.goods if place == 1 else "")
            for place, name in final_places(state)
        )
        added = pool - (state.pool_cents - house)
        return self.note(order, TournamentConcluded(places, house, added, because))


class PayPrize(TournamentCommand, tag="PayPrize"):
    """Pay a player's prize out of the pool."""

    takes: ClassVar = Takes(seen="the results page, the books")
    forms: ClassVar = (CommandForm("Pay a prize", "Pay", places=(DESK,), group=RESULTS),)
    patron: str
    how: Annotated[str, FieldPrompt("Paid to", among=WAYS)] = CASHLESS
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, CONCLUDED)
        found = next((each for each in state.places if each.patron == self.patron), None)
        if found is None or not found.prize_cents or self.patron in state.paid:
            raise refuse("There is no prize to pay to this player.", law.TERMS_PRIZES)
        counts = pay_within_bounds(order, world, found.prize_cents)
        event = PrizePaid(self.patron, found.place, found.prize_cents, check_way(order, self.how), self.approved_by)
        return self.note(order, event, counts=counts)
