"""A tournament as its events leave it: its conditions, its people, its entrants, its sessions, and how each stands.

An event is a value whose class says how it changes the tournament, what money it moves and the rules that it rests on.
Chips move at the tables, in the tournament's own unit.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from pitboss import law, ledger, money
from pitboss.floor.cashier.chips import CASH
from pitboss.floor.service import Command, Decision, Order, World, parse_stamp, refuse
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.rows import EventKinds
from pitboss.floor.tables.state import Stack
from pitboss.messages import say
from pitboss.play import Limits
from pitboss.tournament.conditions import Conditions
from pitboss.tournament.placings import Exit
from pitboss.value import Value

TOURNAMENT = "tournament:"
"""What the name of a tournament's stream begins with."""

DRAFT, PUBLISHED, RUNNING, CONCLUDED, CANCELLED = "draft", "published", "running", "concluded", "cancelled"
"""How a tournament stands."""
ENTERED, PLAYING, OUT, RETIRED = "entered", "playing", "out", "retired"
WITHDRAWN, DISQUALIFIED = "withdrawn", "disqualified"
"""How an entrant stands: entered and waiting for a session, playing in one, out of it, gone for good."""
SESSION, PLAY_OFF = "session", "play-off"
DRAWN, OPEN, ENDED, DECIDED = "drawn", "open", "ended", "decided"
"""How a session stands: its seats are drawn, it is played, its tables have ended, its places are announced."""


def tournament_stream(operator: str, tournament: str) -> Stream:
    """The stream of a tournament."""
    return Stream(operator, f"{TOURNAMENT}{tournament}")


class Entrant(Value):
    """A person who entered: how they stand, and what they have paid and used."""

    patron: str
    number: int
    status: str = ENTERED
    fee_cents: int = 0
    pooled_cents: int = 0
    """What they have in the pool: it goes back if the tournament is cancelled."""
    agreed: bool = False
    briefed: bool = False
    publicity: bool = False
    substitute_for: str = ""
    bought_for: int = 0
    """The session whose buy-in they have paid."""
    chances: Mapping[str, int] = {}
    """How often they have had chips again, by how."""
    reason: str = ""
    """Why they are out."""
    out_in: int = 0
    """The session in which they went out; 0 while they are in."""
    warned: tuple[str, ...] = ()
    """The grounds on which they were warned."""


class TableSession(Value):
    """A table in a session: its seats, its count of rounds and the chips of its players."""

    seats: Mapping[int, str]
    first_round: int = 0
    """The number of the first round of the session."""
    rounds: int = 0
    chips: Mapping[str, int] = {}
    exits: tuple[Exit, ...] = ()
    opened_at: str = ""
    """When the wagers of the open round were opened."""
    concluded: law.Because = ()
    """Why it ended before its time, if it did."""
    is_counted: bool = False
    missing: tuple[Stack, ...] = ()
    places: int = 1
    """How many of its players go on; at a play-off, how many places it is for."""

    @property
    def playing(self) -> tuple[str, ...]:
        """Its players who are in, by their seats."""
        out = {gone.patron for gone in self.exits}
        return tuple(name for _, name in sorted(self.seats.items()) if name not in out)

    def seat_of(self, patron: str) -> int:
        """The area that a player was allotted; 0 for none."""
        return next((area for area, name in self.seats.items() if name == patron), 0)


class Tie(Value, tag="Tie"):
    """Players who are level, and for how many places they play off."""

    players: tuple[str, ...]
    places: int


Ranking = tuple[tuple[str, ...], ...]
"""Players from the best on, those who are level together."""


class SessionState(Value):
    """A session: what it is, its tables and how far it has come."""

    number: int
    """The session of the conditions that it is; of a play-off, the one whose places it decides."""
    kind: str
    name: str
    rounds: int = 0
    minutes: int = 0
    tables: Mapping[str, TableSession] = {}
    status: str = DRAWN
    starts_at: str = ""
    ends_at: str = ""
    pass_cards: Mapping[str, int] = {}
    """How many pass cards each player has played."""
    forms: Mapping[str, int] = {}
    """How many undisclosed wagers each player has made."""
    absent: Mapping[str, tuple[int, ...]] = {}
    """The rounds for which each player was charged for being absent."""
    standings: Mapping[str, Ranking] = {}
    """How each table ended, as far as play-offs have decided it."""
    ties: Mapping[str, Tie] = {}
    """The tables at which players are level for a place, until they have played off."""
    through: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All who were seated in it."""
        return tuple(name for table in self.tables.values() for name in table.seats.values())

    def at(self, patron: str) -> str:
        """The table at which a player sits; empty for none."""
        return next((name for name, table in self.tables.items() if table.seat_of(patron)), "")

    def without(self, patron: str) -> "SessionState":
        """The session with a drawn seat given up."""
        name = self.at(patron)
        seats = {area: each for area, each in self.tables[name].seats.items() if each != patron}
        return self.with_table(name, seats=seats)

    def with_table(self, name: str, **changes: Any) -> "SessionState":
        """The session with a table changed."""
        return self._replace(tables={**self.tables, name: self.tables[name]._replace(**changes)})


class WagerForm(Value):
    """An undisclosed wager as the log has it until it is announced: who made it, where, the hash of what it says."""

    patron: str
    table: str
    round: int
    commitment: str
    examined: bool = False
    examiner: str = ""
    """The supervisor who examined it; they alone read it again before it is announced."""
    kind: str = ""
    cents: int = 0
    announced: bool = False


class Matter(Value):
    """A dispute of a tournament that waits for its ruling."""

    id: str
    patron: str
    table: str
    about: str
    ruling: str = ""


class Placing(Value, tag="Placing"):
    """A player's place in the end, and its prize."""

    patron: str
    place: int
    prize_cents: int = 0
    goods: str = ""


class TournamentState(Value):
    """A tournament as it stands."""

    tournament: str = ""
    status: str = ""
    conditions: Conditions | None = None
    version: str = ""
    director: str = ""
    deputies: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    """Those of the director and the deputies who are there."""
    entrants: Mapping[str, Entrant] = {}
    refused: tuple[str, ...] = ()
    """Whose applications were refused."""
    sessions: tuple[SessionState, ...] = ()
    forms: tuple[WagerForm, ...] = ()
    matters: tuple[Matter, ...] = ()
    places: tuple[Placing, ...] = ()
    paid: tuple[str, ...] = ()
    """Whose prizes are paid."""
    pool_cents: int = 0
    """What lies in the pool."""
    wager_seconds: int = 0
    wager_time_from: str = ""
    """When players have had notice of the time for wagers that was set last: no later session starts before."""
    length: int = 0

    @property
    def unit(self) -> money.Unit:
        """The unit of its chips."""
        return money.tournament_unit(self.tournament)

    @property
    def rules(self) -> law.Rules:
        """The rules of its game, as the edition has them."""
        return law.Rules.of(self.given.game, self.version or None)

    @property
    def rules_as_read(self) -> law.Rules:
        """The rules of its game, as its conditions read what is unclear."""
        return self.rules.amend(readings=self.given.readings)

    @property
    def given(self) -> Conditions:
        """Its conditions; every tournament has some from its first event on."""
        if self.conditions is None:
            raise refuse("There is no tournament of this name.", law.TERMS_PUBLISHED)
        return self.conditions

    @property
    def session(self) -> SessionState | None:
        """The session that is drawn or played now."""
        last = self.sessions[-1] if self.sessions else None
        return last if last is not None and last.status != DECIDED else None

    @property
    def in_play(self) -> tuple[str, ...]:
        """Those who have not gone out."""
        return tuple(name for name, each in self.entrants.items() if each.status in (ENTERED, PLAYING))

    def with_entrant(self, patron: str, **changes: Any) -> "TournamentState":
        """The tournament with an entrant changed."""
        return self._replace(entrants={**self.entrants, patron: self.entrants[patron]._replace(**changes)})

    def pool(self, patron: str, cents: int) -> "TournamentState":
        """The tournament with more of a player's money in the pool, or less."""
        pooled = self.entrants[patron].pooled_cents + cents
        return self._replace(pool_cents=self.pool_cents + cents).with_entrant(patron, pooled_cents=pooled)

    def with_session(self, session: SessionState) -> "TournamentState":
        """The tournament with the last session changed."""
        return self._replace(sessions=(*self.sessions[:-1], session))

    def open_matter(self, table: str = "") -> Matter | None:
        """The dispute that holds play up, at one table or everywhere."""
        return next((m for m in self.matters if not m.ruling and (not table or m.table in ("", table))), None)


EVENTS: list[type["TournamentEvent"]] = []
_TELLS = ("part", "person", "name", "kind", "starts_at", "ground", "about", "ruling", "reason", "substitute_for")
"""The fields of an event that tell what it was."""


class TournamentEvent(Value):
    """Something that happened in a tournament."""

    rules: ClassVar[law.Because] = ()
    """The rules that it rests on whatever it says; those that it names itself (`because`) are not among them."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        EVENTS.append(cls)

    def change(self, state: TournamentState, at: str) -> TournamentState:
        """The tournament after it."""
        return state

    def entries(self, purse: "Purse") -> Iterable[ledger.Entry]:
        """The money that it moves."""
        return ()

    def is_of_note(self) -> bool:
        """Whether it is in the register."""
        return True

    def tells(self) -> str:
        """What the register says of it beside its player, its table and its money."""
        said = (getattr(self, name, "") for name in _TELLS)
        return ", ".join(words for words in said if words)


class Purse:
    """The accounts of money that a tournament moves."""

    def __init__(self, stream: Stream) -> None:
        self.operator = stream.operator
        self.house = ledger.Account(stream.operator, "house", "")
        self.pool = ledger.Account(stream.operator, "pool", stream.name.replace(":", " "))

    def payer(self, patron: str, how: str) -> ledger.Account:
        """Where a player's money comes from and goes to: their pocket, or their account."""
        return ledger.Account(self.operator, *(("world", "") if how == CASH else ("deposit", patron)))

    def move(self, source: ledger.Account, target: ledger.Account, cents: int, reason: str) -> Iterator[ledger.Entry]:
        """Move money, if it is any."""
        if cents:
            yield ledger.Move(source, target, cents, f"tournament, {reason}")


_KINDS = EventKinds(EVENTS)
event_kinds, from_stored = _KINDS.by_name, _KINDS.read


def _after(state: TournamentState, stored: Stored) -> TournamentState:
    name = stored.stream.name.removeprefix(TOURNAMENT)
    return from_stored(stored).change(state._replace(tournament=name), stored.at)._replace(length=state.length + 1)


def load_tournament(store: Store, operator: str, tournament: str) -> TournamentState:
    """A tournament as the store has it."""
    return store.fold(tournament_stream(operator, tournament), TournamentState(tournament), _after)[0]


class TournamentCommand(Command):
    """A command about a tournament."""

    tournament: str

    def load(self, world: World, order: Order, *statuses: str) -> TournamentState:
        """The tournament, which has to stand so."""
        state = load_tournament(world.store, order.actor.operator, self.tournament)
        if not state.status:
            raise refuse("There is no tournament of this name.", law.TERMS_PUBLISHED)
        if statuses and state.status not in statuses:
            words = say(
                "This tournament is {status}: it must be {wanted}.", status=state.status, wanted=" or ".join(statuses)
            )
            raise refuse(words, law.NEED_CLOSED)
        return state

    def note(self, order: Order, *events: TournamentEvent, **more: Any) -> Decision:
        """Write events of the tournament, with the money that they move."""
        stream = tournament_stream(order.actor.operator, self.tournament)
        purse = Purse(stream)
        entries = tuple(entry for event in events for entry in event.entries(purse))
        reply = {"tournament": self.tournament} | dict(more.pop("reply", {}))
        return Decision(events, entries=entries + tuple(more.pop("entries", ())), stream=stream, reply=reply, **more)


def entrant_of(state: TournamentState, patron: str) -> Entrant:
    """An entrant; refused where there is none."""
    found = state.entrants.get(patron)
    if found is None:
        raise refuse(say("{patron} has not entered this tournament.", patron=patron), law.ENTRANTS_ONLY)
    return found


def session_of(state: TournamentState, *statuses: str) -> SessionState:
    """The session of now, which has to stand so."""
    session = state.session
    if session is None or (statuses and session.status not in statuses):
        raise refuse("There is no such session now: draw the seats, start it or end it first.", law.SESSION_ENDS)
    return session


def check_director(state: TournamentState, order: Order) -> None:
    """Refuse a person who does not run the tournament: its manager or director, and deputies."""
    if order.actor.person not in (state.director, *state.deputies):
        who = state.director or say("not appointed yet")
        raise refuse(say("Only the head of the tournament can order this: {who}.", who=who), *head_rules(state.rules))


def head_rules(rules: law.Rules) -> law.Because:
    """The rules that say who runs a tournament of an edition."""
    return rules.only((law.DIRECTOR_PRESENT, law.MANAGER_RULES)) or (law.TERMS_RULES_PREVAIL,)


def disqualifies(rules: law.Rules) -> bool:
    """Say whether a player without a wager is disqualified for whatever reason (P23, read the other way)."""
    return rules.reading("noWager", otherwise="by-cause") == "disqualified"


def limits_now(state: TournamentState, table: TableSession) -> Limits:
    """The limits at a table, by the rounds that it has played."""
    return state.given.limits(table.rounds)


def is_late(state: TournamentState, table: TableSession, now: datetime) -> bool:
    """Say whether the time for the wagers of a round is over."""
    seconds = state.wager_seconds
    return bool(seconds) and now > parse_stamp(table.opened_at) + timedelta(seconds=seconds)


# When a form has a use; the command itself says why not when it is given at another time.

Needs = Callable[[Any, Any], bool]


def while_session(*statuses: str) -> Needs:
    """A form that has a use while a session stands so."""
    return lambda _, state: state.session is not None and state.session.status in statuses


def while_status(*statuses: str) -> Needs:
    """A form that has a use while the tournament stands so."""
    return lambda _, state: state.status in statuses
