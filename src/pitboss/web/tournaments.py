"""Tournaments: their conditions, the leaderboard with its clock, seats, results; and the next step that the director's
desk shows. What an undisclosed wager says is in none of these before it is announced."""

from fastapi import Request

from pitboss import law
from pitboss.floor.people.permission import PATRON, may
from pitboss.floor.service import clock, commands
from pitboss.floor.store import Store, Stream, table_stream
from pitboss.floor.tables.state import OpenState
from pitboss.floor.tournaments import building, special_wagers
from pitboss.floor.tournaments.state import (
    CANCELLED,
    CONCLUDED,
    DISQUALIFIED,
    DRAFT,
    DRAWN,
    ENDED,
    PLAYING,
    PUBLISHED,
    TOURNAMENT,
    WITHDRAWN,
    Entrant,
    Matter,
    SessionState,
    TournamentState,
    load_tournament,
    tournament_stream,
)
from pitboss.floor.tournaments.tournament_sessions import has_begun, is_over, next_draw, owes_buy_in
from pitboss.messages import say, say_number
from pitboss.play import Round
from pitboss.play.needs import AnnounceNeed
from pitboss.tournament.conditions import write_document
from pitboss.value import Value, log_name
from pitboss.web.api import dependencies, problems
from pitboss.web.api.dependencies import Api, PatronName, TheApi, TournamentName, Who
from pitboss.web.resource import Last, Site, follow

site = Site("tournaments")
PLACED = "placed"
"""How a player stands in the results, unless they were disqualified."""


class TournamentRow(Value):
    """A tournament in a list."""

    tournament: str
    title: str
    game: str
    status: str
    starts_at: str
    players: int


class TournamentsSeen(Value):
    """The tournaments of a house."""

    tournaments: list[TournamentRow]


class ConditionSeen(Value):
    """An item of the conditions, with the clauses that ask for it."""

    title: str
    words: str
    clauses: tuple[str, ...]


class PlayerSeen(Value):
    """A player on the leaderboard."""

    place: int
    patron: str
    chips_cents: int
    status: str
    table: str = ""
    area: int = 0
    prize_cents: int = 0
    goods: str = ""
    reason: str = ""
    """Why they are out: for the staff and for themselves."""
    warned: bool | None = None
    """Whether they were warned: for the staff and for themselves."""
    publicity: bool | None = None
    """Whether their name and picture may be used in publicity: for the staff and for themselves."""


class TableSeat(Value):
    """A table of the session: how far it is, who sits where."""

    table: str
    rounds: int
    of: int
    seats: dict[int, str]
    is_over: bool
    announces: str = ""
    """The player whose undisclosed wager is to be announced: the round waits for it."""


class TournamentSessionSeen(Value):
    """The session of now."""

    name: str
    kind: str
    number: int
    status: str
    starts_at: str
    ends_at: str
    tables: list[TableSeat]


class FormSeen(Value):
    """An undisclosed wager that was announced after its round."""

    patron: str
    table: str
    kind: str
    cents: int
    clauses: tuple[str, ...]
    """The clauses by which it is shown."""


class TournamentSeen(Value, kw_only=True):
    """A tournament as everyone in the house may see it."""

    number: int
    """How many events it is the fold of."""
    now: str
    tournament: str
    title: str
    status: str
    game: str
    edition: str
    starts_at: str
    place: str
    conditions: list[ConditionSeen]
    entrants: int
    most: int
    pool_cents: int
    players: list[PlayerSeen]
    session: TournamentSessionSeen | None
    sessions: list[str]
    minimum_cents: int
    maximum_cents: int
    chips_cents: int
    waits: str
    """A dispute that play waits for; empty for none. What it is about is for the staff and for who raised it."""
    next: str
    """What comes next, in words."""
    head: str
    forms: list[FormSeen]
    """Undisclosed wagers of the round before, for players of the tournament."""


def find_tournament(api: Api, who: commands.Actor, tournament: str) -> TournamentState:
    """A tournament that a person may see: a draft is the house's own."""
    state = load_tournament(api.floor.store, who.operator, tournament)
    if not state.status or (state.status == DRAFT and not is_staff(who)):
        raise problems.NotFound(say("There is no tournament {tournament}.", tournament=tournament))
    return state


def is_staff(who: commands.Actor) -> bool:
    """Say whether a person may work at a tournament's desk."""
    return who.role != PATRON and may(who, log_name(building.NotePresence))


def check_staff(who: commands.Actor) -> None:
    """Refuse a person who has no work at a tournament's desk."""
    if not is_staff(who):
        raise problems.NotAllowed("Only staff who run tournaments can open this page.")


def tournaments_of(store: Store, operator: str) -> list[TournamentState]:
    """The tournaments of a house, the newest first."""
    names = [stream.name.removeprefix(TOURNAMENT) for stream in store.streams(operator, "tournament")]
    return sorted(
        (load_tournament(store, operator, name) for name in names), key=lambda s: s.given.starts_at, reverse=True
    )


@site.resource("/tournaments")
def tournaments(api: TheApi, who: Who) -> TournamentsSeen:
    """The tournaments of the house."""
    found = tournaments_of(api.floor.store, who.operator)
    rows = [
        TournamentRow(s.tournament, s.given.title, s.given.game, s.status, s.given.starts_at, len(players_of(s)))
        for s in found
        if s.status != DRAFT or is_staff(who)
    ]
    return TournamentsSeen(rows)


def players_of(state: TournamentState) -> list[str]:
    """Those who entered and have not withdrawn."""
    return [name for name, each in state.entrants.items() if each.status != WITHDRAWN]


def leaderboard(state: TournamentState, who: commands.Actor) -> list[PlayerSeen]:
    """The players from the first place on: by the results, or by chips while it is played. What the staff write of a
    player is for that player and the staff."""
    rows = _rank_players(state)
    told = {name: each for name, each in state.entrants.items() if is_staff(who) or name == who.person}
    return [_tell_more(row, told[row.patron]) if row.patron in told else row for row in rows]


def _tell_more(row: PlayerSeen, entrant: Entrant) -> PlayerSeen:
    reason = entrant.reason if row.status != PLACED else ""
    return row._replace(reason=reason, warned=bool(entrant.warned), publicity=entrant.publicity)


def _rank_players(state: TournamentState) -> list[PlayerSeen]:
    session = state.sessions[-1] if state.sessions else None
    if state.status == CONCLUDED:
        status = {name: each.status if each.status == DISQUALIFIED else PLACED for name, each in state.entrants.items()}
        return [PlayerSeen(p.place, p.patron, 0, status[p.patron], "", 0, p.prize_cents, p.goods) for p in state.places]
    chips: dict[str, int] = {}
    for each in state.sessions:
        for table in each.tables.values():
            chips |= table.chips
    names = players_of(state)
    stands = {name: (state.entrants[name].out_in or 99, chips.get(name, 0)) for name in names}
    names.sort(key=stands.__getitem__, reverse=True)
    ahead = sorted(stands.values(), reverse=True)
    rows: list[PlayerSeen] = []
    for name in names:
        place = ahead.index(stands[name]) + 1  # players who are level share a place
        entrant = state.entrants[name]
        at = session.at(name) if session is not None and entrant.status == PLAYING else ""
        area = session.tables[at].seat_of(name) if session is not None and at else 0
        rows.append(PlayerSeen(place, name, chips.get(name, 0), entrant.status, at, area))
    return rows


def _session(api: Api, operator: str, state: TournamentState, now: str) -> TournamentSessionSeen | None:
    session = state.session
    if session is None:
        return None
    tables = []
    for name, at in session.tables.items():
        table = api.floor.table(table_stream(operator, name)).state
        round = table.round if isinstance(table, OpenState) else None
        over = at.is_counted or (
            round is not None and is_over(state, session, name, round.number, now) and not has_begun(round)
        )
        announces = _to_announce(round) if round is not None else ""
        is_over_now = over and session.status != DRAWN
        tables.append(TableSeat(name, at.rounds, session.rounds, dict(at.seats), is_over_now, announces))
    return TournamentSessionSeen(
        session.name, session.kind, session.number, session.status, session.starts_at, session.ends_at, tables
    )


def _to_announce(round: Round) -> str:
    """The player whose undisclosed wager a round waits to have announced; empty for none."""
    waits = (need for need in round.needs if isinstance(need, AnnounceNeed))
    return next((round.wagers[need.wager].patron for need in waits), "")


def next_step(state: TournamentState, seen: TournamentSessionSeen | None, now: str) -> str:
    """The next step, for the desk."""
    session = state.session
    if state.status == DRAFT:
        return say("Build the conditions, then publish them.")
    if state.status == CANCELLED:
        return say("The tournament is cancelled, and every fee is refunded.")
    if state.status == CONCLUDED:
        left = [place for place in state.places if place.prize_cents and place.patron not in state.paid]
        if not left:
            return say("All is done.")
        return say_number("{number} prize is to be paid.", "{number} prizes are to be paid.", len(left))
    if state.open_matter() is not None:
        return say("Rule on the dispute: play waits.")
    if not state.director:
        return say("Put a person in charge.")
    if session is None:
        return _next_between(state)
    if state.rules.applies(law.DIRECTOR_PRESENT) and not building.is_headed(state):
        return say("Note that you are here: play waits for the director or a deputy.")
    return _next_drawn(state, session, now) if session.status == DRAWN else _next_in(state, session, seen)


def _next_between(state: TournamentState) -> str:
    draw = next_draw(state)
    if draw is None:
        return say("Conclude the tournament.")
    if state.status == PUBLISHED and len(state.in_play) < state.given.least_players:
        return say(
            "Take entries: {number} of at least {least}.", number=len(state.in_play), least=state.given.least_players
        )
    tables = say_number("{number} table", "{number} tables", draw.tables)
    return say("Draw the seats of the {name} at {tables}.", name=draw.name, tables=tables)


def _next_drawn(state: TournamentState, session: SessionState, now: str) -> str:
    if state.rules.applies(law.BRIEFED) and any(not state.entrants[name].briefed for name in session.players):
        return say("Brief the players.")
    owing = [name for name in session.players if owes_buy_in(state, name)]
    if owing:
        words = "Take the buy-in of {players}. A player who has not paid when the session starts is out."
        return say(words, players=", ".join(owing))
    if clock.parse_stamp(session.starts_at) > clock.parse_stamp(now):
        return say("Wait for the start at {time}.", time=clock.told_time(session.starts_at))
    return say("Start the session.")


def _next_in(state: TournamentState, session: SessionState, seen: TournamentSessionSeen | None) -> str:
    if session.status == ENDED:
        return say("Announce the places of the session.")
    done = [table.table for table in seen.tables if table.is_over] if seen is not None else []
    waiting = [name for name in done if not session.tables[name].is_counted]
    forms = [form.patron for form in state.forms if not form.announced and not form.examined]
    if forms:
        return say("Examine the form of {player}.", player=forms[0])
    announces = [table for table in seen.tables if table.announces] if seen is not None else []
    if announces:
        words = "Announce the undisclosed wager of {player} at table {table}."
        return say(words, player=announces[0].announces, table=announces[0].table)
    if waiting:
        return say("Count the chips at {tables}.", tables=", ".join(waiting))
    return say("Wait: the session is being played.")


def _tell_dispute(matter: Matter, who: commands.Actor) -> str:
    return matter.about if is_staff(who) or who.person == matter.patron else say("a dispute")


def tournament_data(api: Api, who: commands.Actor, state: TournamentState) -> TournamentSeen:
    """A tournament as it is shown."""
    given, rules, now = state.given, state.rules, clock.stamp(api.floor.clock())
    seen = _session(api, who.operator, state, now)
    rounds = max((table.rounds for table in seen.tables), default=0) if seen is not None else 0
    limits = given.limits(rounds)
    matter = state.open_matter()
    return TournamentSeen(
        number=state.length,
        now=now,
        tournament=state.tournament,
        title=given.title,
        status=state.status,
        game=rules.game.title,
        edition=rules.edition.name,
        starts_at=given.starts_at,
        place=given.place,
        conditions=[
            ConditionSeen(
                line.title,
                clock.told_time(line.words) if line.words and line.words == given.starts_at else line.words,
                line.clauses,
            )
            for line in write_document(given, rules)
        ],
        entrants=len(players_of(state)),
        most=given.most_players,
        pool_cents=state.pool_cents,
        players=leaderboard(state, who),
        session=seen,
        sessions=[plan.name for plan in given.sessions],
        minimum_cents=limits.minimum_cents,
        maximum_cents=limits.maximum_cents,
        chips_cents=given.chips_cents,
        waits=_tell_dispute(matter, who) if matter is not None else "",
        next=next_step(state, seen, now),
        head=state.director,
        forms=forms_to_see(api, who, state),
    )


@site.resource(
    "/tournaments/{tournament}", follows=lambda said: tournament_stream(said["who"].operator, said["tournament"])
)
def tournament(api: TheApi, tournament: TournamentName, who: Who) -> TournamentSeen:
    """A tournament: its conditions, its leaderboard and its clock."""
    return tournament_data(api, who, find_tournament(api, who, tournament))


board = tournament.page("board.html", "/tournaments/{tournament}/board")
results = tournament.page("results.html", "/tournaments/{tournament}/results")
conditions = tournament.page("conditions.html", "/tournaments/{tournament}/conditions")


@site.api.get("/api/tournaments/{tournament}/desk/stream", response_model=None)
async def desk_stream(
    api: TheApi, tournament: TournamentName, who: Who, request: Request, last: Last = 0
) -> dependencies.EventStream:
    """The desk of a tournament as it changes: with its tournament, its tables and its staff, so with its house."""
    find_tournament(api, who, tournament)
    check_staff(who)
    return follow(request, Stream(who.operator, dependencies.EVERYWHERE), last)


class SeatCard(Value):
    """A player's card for a session, to be printed."""

    tournament: str
    title: str
    patron: str
    number: int
    session: str
    table: str
    area: int
    starts_at: str
    chips_cents: int
    minimum_cents: int
    maximum_cents: int
    pass_cards: int
    undisclosed: int


@site.resource("/tournaments/{tournament}/seats/{patron}")
def seat(api: TheApi, tournament: TournamentName, patron: PatronName, who: Who) -> SeatCard:
    """A player's seat card; a patron has their own."""
    state = find_tournament(api, who, tournament)
    session = state.session
    is_theirs = who.person == patron or is_staff(who)
    if not is_theirs or session is None or not session.at(patron):
        raise problems.NotFound(say("There is no seat card of {patron} now.", patron=patron))
    table, given = session.at(patron), state.given
    return SeatCard(
        tournament,
        given.title,
        patron,
        state.entrants[patron].number,
        session.name,
        table,
        session.tables[table].seat_of(patron),
        session.starts_at,
        given.chips_cents,
        given.minimum_cents,
        given.maximum_cents,
        given.pass_cards,
        given.undisclosed,
    )


seat_card = seat.page("seat_card.html")


def forms_to_see(api: Api, who: commands.Actor, state: TournamentState) -> list[FormSeen]:
    """The forms that a player of the tournament may see now: those of the round before, until the first card."""
    session, found = state.session, []
    if who.person not in state.entrants and not is_staff(who):
        return []
    for name in session.tables if session is not None else ():
        table = api.floor.table(table_stream(who.operator, name)).state
        shown = special_wagers.shown_forms(state, name, table)
        clauses = state.rules.cite(shown.because)
        found += [FormSeen(f.patron, f.table, f.kind, f.cents, clauses) for f in shown.forms]
    return found
