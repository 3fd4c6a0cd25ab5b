"""The sessions of a tournament (Star Pontoon 20.5, Crown 14.2 and 14.4.3): seats drawn by lot at tables that serve it
alone, equal chips, and when play at a table is over."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Annotated, Any, ClassVar

from pitboss import law, ledger
from pitboss.floor.cashier.chips import CASHLESS
from pitboss.floor.people.permission import PATRON, check_id
from pitboss.floor.service.clock import parse_stamp, stamp, told_time
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, World, refuse
from pitboss.floor.service.forms import MOMENT, CommandForm, FieldPrompt
from pitboss.floor.tournaments import building
from pitboss.floor.tournaments import state as tournaments
from pitboss.floor.tournaments.entries import (
    PLAYERS,
    SECOND,
    WAYS,
    check_eligible,
    check_own,
    check_way,
    pay_within_bounds,
)
from pitboss.floor.tournaments.tables import (
    ALLOTTED,
    TableWrite,
    gather,
    hand_out,
    open_for,
    seat_players,
    table_events,
    table_of,
)
from pitboss.messages import message, say
from pitboss.play.round import Round
from pitboss.tournament import placings, sessions
from pitboss.value import Value

SESSIONS, RESULTS = message("Sessions"), message("Results")


class SeatsDrawn(tournaments.TournamentEvent, tag="SeatsDrawn"):
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
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        tables = {
            table: tournaments.TableSession(
                {int(area): name for area, name in seats.items()}, places=self.places[table]
            )
            for table, seats in self.seats.items()
        }
        session = tournaments.SessionState(self.number, self.kind, self.name, self.rounds, self.minutes, tables)
        session = session._replace(starts_at=self.starts_at)
        return state._replace(status=tournaments.RUNNING, sessions=(*state.sessions, session))


class StartMoved(tournaments.TournamentEvent, tag="StartMoved"):
    """The start of a session was moved, with reasonable notice."""

    starts_at: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        if state.session is None:
            return state._replace(conditions=state.given._replace(starts_at=self.starts_at))
        return state.with_session(state.session._replace(starts_at=self.starts_at))


class BuyInPaid(tournaments.TournamentEvent, tag="BuyInPaid"):
    """A player bought the chips of the next session."""

    patron: str
    number: int
    cents: int
    how: str
    to_pool: bool
    because: law.Because
    approved_by: str = ""

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        state = state.with_entrant(self.patron, bought_for=self.number)
        return state.pool(self.patron, self.cents) if self.to_pool else state

    def entries(self, purse: tournaments.Purse) -> Iterable[ledger.Entry]:
        return purse.move(
            purse.payer(self.patron, self.how), purse.pool if self.to_pool else purse.house, self.cents, "buy-in"
        )


class SessionStarted(tournaments.TournamentEvent, tag="SessionStarted"):
    """A session began: equal chips for every player, and players without a buy-in are out."""

    chips_cents: int
    first_rounds: Mapping[str, int]
    out: tuple[str, ...]
    ends_at: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = tournaments.session_of(state)
        for patron in self.out:
            changes = {"status": tournaments.OUT, "reason": "no buy-in", "out_in": session.number}
            state = state.with_entrant(patron, **changes)
        for name, table in session.tables.items():
            seats = {area: patron for area, patron in table.seats.items() if patron not in self.out}
            chips = dict.fromkeys(seats.values(), self.chips_cents)
            session = session.with_table(
                name, seats=seats, chips=chips, first_round=self.first_rounds[name], opened_at=at
            )
            for patron in seats.values():
                state = state.with_entrant(patron, status=tournaments.PLAYING)
        return state.with_session(session._replace(status=tournaments.OPEN, ends_at=self.ends_at))


ELIMINATED = "eliminated"
"""Why a player is out who could not wager the minimum."""


def put_out(
    state: tournaments.TournamentState, session: tournaments.SessionState, exits: Iterable[placings.Exit]
) -> tournaments.TournamentState:
    """The tournament after players went out who cannot wager."""
    for gone in exits:
        state = state.with_entrant(gone.patron, status=tournaments.OUT, reason=ELIMINATED, out_in=session.number)
    return state


def tell_exits(exits: Iterable[placings.Exit]) -> str:
    """Who went out, for the register."""
    return say("Out: {players}", players=", ".join(gone.patron for gone in exits))


class RoundPlayed(tournaments.TournamentEvent, tag="RoundPlayed"):
    """A round of a session ended at a table: what its players have now, and who went out in it."""

    table: str
    round: int
    chips: Mapping[str, int]
    exits: tuple[placings.Exit, ...]
    because: law.Because

    def is_of_note(self) -> bool:
        return bool(self.exits)

    def tells(self) -> str:
        return tell_exits(self.exits)

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = tournaments.session_of(state)
        table = session.tables[self.table]
        chips, exits = {**table.chips, **self.chips}, (*table.exits, *self.exits)
        changes = {"rounds": table.rounds + 1, "chips": chips, "exits": exits, "opened_at": at}
        state = put_out(state, session, self.exits)
        return state.with_session(session.with_table(self.table, **changes))


class SessionDraw(Value):
    """The next draw: a session of the conditions, or a play-off."""

    number: int
    kind: str
    name: str
    rounds: int
    minutes: int
    groups: tuple[tuple[tuple[str, ...], int], ...]
    """Players who are drawn to a number of tables, with how many places there are."""
    tables: int
    seats: int


def next_draw(state: tournaments.TournamentState) -> SessionDraw | None:
    """The next session or play-off to draw; none after the last session."""
    last = next((session for session in reversed(state.sessions) if session.kind == tournaments.SESSION), None)
    if last is not None and last.ties:
        groups = tuple((tie.players, tie.places) for tie in last.ties.values())
        seats = state.given.sessions[last.number - 1].seats
        return SessionDraw(last.number, tournaments.PLAY_OFF, "play-off", 0, 0, groups, len(groups), seats)
    number = last.number + 1 if last is not None else 1
    if number > len(state.given.sessions):
        return None
    plan = state.given.sessions[number - 1]
    groups = ((state.in_play, plan.advance),)
    needed = -(-len(state.in_play) // plan.seats)
    return SessionDraw(
        number,
        tournaments.SESSION,
        plan.name,
        plan.rounds,
        plan.minutes,
        groups,
        min(plan.tables, max(needed, 1)),
        plan.seats,
    )


def has_free_seat(state: tournaments.TournamentState) -> bool:
    """Say whether the next session has a seat for one player more; a play-off is for those who are level."""
    draw = next_draw(state)
    if draw is None or draw.kind == tournaments.PLAY_OFF:
        return False
    return len(state.in_play) < state.given.sessions[draw.number - 1].tables * draw.seats


def _table_names(_: Actor, state: Any) -> list[str]:
    """Names for the tables of the next session."""
    draw = next_draw(state)
    return [f"{state.tournament}-{number}" for number in range(1, draw.tables + 1)] if draw is not None else []


class DrawSeats(tournaments.TournamentCommand, tag="DrawSeats"):
    """Designate tables for the next session, or for play-offs, and draw the seats."""

    takes: ClassVar = CommandNeeds(rule=law.TABLES_DESIGNATED, seen="the page of the tournament, the tables")
    forms: ClassVar = (
        CommandForm(
            "Draw seats",
            "Draw",
            places=(building.DESK,),
            group=SESSIONS,
            leaves=("starts_at",),
            needs=lambda _, state: (
                state.status in (tournaments.PUBLISHED, tournaments.RUNNING)
                and state.session is None
                and next_draw(state) is not None
            ),
        ),
    )
    tables: Annotated[tuple[str, ...], FieldPrompt("Tables", among=_table_names, now=_table_names)]
    starts_at: Annotated[str, FieldPrompt("Starts at", kind=MOMENT)] = ""

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED, tournaments.RUNNING)
        tournaments.check_director(state, order)
        if state.session is not None:
            raise refuse("The session before has not ended.", law.TABLES_DESIGNATED)
        given, draw = state.given, next_draw(state)
        if draw is None:
            raise refuse("The last session is over: conclude the tournament.", law.TABLES_DESIGNATED)
        if state.status == tournaments.PUBLISHED and len(state.in_play) < given.least_players:
            words = say(
                "Only {players} have entered, and it takes {least}.",
                players=len(state.in_play),
                least=given.least_players,
            )
            raise refuse(words, law.TERMS_ENTRY, *state.rules.only((law.POOL_GUARANTEED,)))
        for name in self.tables:
            check_id(name)
        if len(set(self.tables)) != draw.tables or len(self.tables) != draw.tables:
            raise refuse(say("Name {number} tables, each once.", number=draw.tables), law.TABLES_DESIGNATED)
        starts_at = self._start(world, state)
        seats, places = self._draw(world, draw)
        because = (law.TABLES_DESIGNATED, law.TABLE_EXCLUSIVE, *state.rules.only((law.MANAGER_DETERMINES,)))
        event = SeatsDrawn(
            draw.number, draw.kind, draw.name, seats, places, draw.rounds, draw.minutes, starts_at, because
        )
        also, entries = gather([open_for(world, order, state, name) for name in self.tables])
        return self.note(order, event, also=also, entries=entries, reply={"seats": seats})

    def _start(self, world: World, state: tournaments.TournamentState) -> str:
        """When the session starts: the first as it is announced, a later one once its players had notice."""
        if self.starts_at:
            building.check_start(self.starts_at, state.rules)
        if state.status != tournaments.PUBLISHED:
            return max(self.starts_at or world.at, state.wager_time_from)
        announced = state.given.starts_at
        if self.starts_at and parse_stamp(self.starts_at) != parse_stamp(announced):
            words = "The start is announced for {time}. Move it first, with notice to the players."
            because = state.rules.only((law.SESSION_STARTS, law.TERMS_START_MOVES))
            raise refuse(say(words, time=told_time(announced)), *because)
        return announced

    def _draw(self, world: World, draw: SessionDraw) -> tuple[dict[str, dict[str, str]], dict[str, int]]:
        seats: dict[str, dict[str, str]] = {}
        places: dict[str, int] = {}
        for place, (players, wanted) in enumerate(draw.groups):
            tables = self.tables if draw.kind == tournaments.SESSION else (self.tables[place],)
            drawn = sessions.draw_seats(players, tables, draw.seats, world.seed(sessions.BYTES_EACH * len(players)))
            seats |= {table: {str(area): name for area, name in at.items()} for table, at in drawn.items()}
            places |= dict.fromkeys(tables, wanted)
        return seats, places


class MoveStart(tournaments.TournamentCommand, tag="MoveStart"):
    """Move the start of the next session, with reasonable notice."""

    forms: ClassVar = (
        CommandForm(
            "Move the start",
            "Move",
            places=(building.DESK,),
            group=SESSIONS,
            needs=lambda _, state: (
                state.status == tournaments.PUBLISHED or tournaments.while_session(tournaments.DRAWN)(_, state)
            ),
        ),
    )
    starts_at: Annotated[str, FieldPrompt("Starts at", kind=MOMENT)]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED, tournaments.RUNNING)
        tournaments.check_director(state, order)
        session = state.session
        if session is not None and session.status != tournaments.DRAWN:
            raise refuse("The session has begun.", law.ONCE)
        building.check_start(self.starts_at, state.rules)
        because = state.rules.only((law.SESSION_STARTS, law.TERMS_START_MOVES))
        was = parse_stamp(session.starts_at if session is not None else state.given.starts_at)
        notice = timedelta(minutes=state.given.notice_minutes)
        if min(parse_stamp(self.starts_at), was) < world.now + notice:
            words = say(
                "Players get {minutes} minutes' notice before a start that moves.", minutes=state.given.notice_minutes
            )
            raise refuse(words, *because)
        return self.note(order, StartMoved(self.starts_at, because))


def owes_buy_in(state: tournaments.TournamentState, patron: str) -> bool:
    """Say whether a player has a seat in the session of now and has not bought its chips."""
    seated = state.session is not None and bool(state.session.at(patron))
    return bool(state.given.buy_in_cents) and seated and state.entrants[patron].bought_for != len(state.sessions)


class PayBuyIn(tournaments.TournamentCommand, tag="PayBuyIn"):
    """Take a player's buy-in for the session that is drawn."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the page of the tournament, the books")
    later: ClassVar[tuple[str, ...]] = ("approver",)
    forms: ClassVar = (
        CommandForm(
            "Buy-in",
            "Pay",
            places=(building.DESK, PLAYERS),
            group=SESSIONS,
            needs=lambda who, state: (
                tournaments.while_session(tournaments.DRAWN)(who, state)
                and any(owes_buy_in(state, name) for name in state.entrants if who.role != PATRON or name == who.person)
            ),
        ),
    )
    patron: str
    how: Annotated[str, FieldPrompt("Paid by", among=WAYS)] = CASHLESS
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        check_own(order, self.patron)
        tournaments.entrant_of(state, self.patron)
        tournaments.session_of(state, tournaments.DRAWN)
        given = state.given
        if not owes_buy_in(state, self.patron):
            raise refuse("This player owes no buy-in now.", law.ONCE)
        check_eligible(world, order, state, self.patron)
        because: law.Because = state.rules.only((law.BUY_IN_FIRST,)) or (law.TERMS_FEES,)
        counts = pay_within_bounds(order, world, given.buy_in_cents)
        to_pool = not given.redeem_percent
        event = BuyInPaid(
            self.patron,
            len(state.sessions),
            given.buy_in_cents,
            check_way(order, self.how),
            to_pool,
            because,
            self.approved_by,
        )
        return self.note(order, event, counts=counts)


class StartSession(tournaments.TournamentCommand, tag="StartSession"):
    """Start the session that is drawn: players sit down and get equal chips."""

    takes: ClassVar = CommandNeeds(seen="the page of the tournament, the tables")
    forms: ClassVar = (
        CommandForm(
            "Start the session",
            "Start",
            places=(building.DESK,),
            group=SESSIONS,
            needs=tournaments.while_session(tournaments.DRAWN),
        ),
    )

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        tournaments.check_director(state, order)
        building.check_present(state)
        session, given, rules = tournaments.session_of(state, tournaments.DRAWN), state.given, state.rules
        if parse_stamp(session.starts_at) > world.now:
            because: law.Because = rules.only((law.SESSION_STARTS, law.TERMS_START_MOVES))
            raise refuse(say("This session starts at {time}.", time=told_time(session.starts_at)), *because)
        new = [name for name in session.players if not state.entrants[name].briefed]
        if new and rules.applies(law.BRIEFED):
            raise refuse(say("Brief the players first: {players}.", players=", ".join(new)), law.BRIEFED)
        out = tuple(name for name in session.players if owes_buy_in(state, name))
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


def is_over(
    state: tournaments.TournamentState, session: tournaments.SessionState, name: str, round: int, now: str
) -> bool:
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
    return find_tie(state, placings.rank_players(table.chips, table.exits), table.places, in_order=is_last) is None


def has_begun(round: Round) -> bool:
    """Say whether a player has wagered or passed in a round. Such a round is played to its end, even if the time of its
    session ends before the first card: the players before the marker would else have shown their wagers in vain."""
    return any(wager.live for wager in round.wagers) or any(box.sits_out for box in round.boxes)


def play_off_decides(state: tournaments.TournamentState) -> str:
    """What a play-off decides, as the conditions read it: the places that are contested, or all."""
    return str(state.rules_as_read.reading("playOffDecides", otherwise="contested-places"))


def find_tie(
    state: tournaments.TournamentState, ranking: tournaments.Ranking, places: int, *, in_order: bool
) -> tournaments.Tie | None:
    """Players who are level for a place and have chips: those at the last place to go on; in the last session those
    at every place with a prize."""
    if in_order:
        ahead = 0
        prizes = min(places, len(state.given.shares))
        for group in ranking:
            if ahead < prizes and len(group) > 1:
                return tournaments.Tie(group, min(len(group), prizes - ahead))
            ahead += len(group)
        return None
    contest = placings.decide_places(ranking, places, play_off_decides(state))
    return tournaments.Tie(contest.tied, contest.places) if contest.tied else None
