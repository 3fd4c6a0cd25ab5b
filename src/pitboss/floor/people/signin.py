"""Accounts: who may sign in. A person's rank, or their registration as a patron, is on the log; their name and password
are personal records."""

import hashlib
import json
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, bindparam, delete, func, select

from pitboss import law
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people import permission, staff
from pitboss.floor.service.clock import Clock, parse_stamp, stamp
from pitboss.floor.service.commands import Actor, TrackedStore, new_event, refuse
from pitboss.floor.store import Append, Store, Stream, Write, schema, write_turn
from pitboss.floor.store.rows import person_stream
from pitboss.floor.store.store import RETENTION, holder_of, personal_records_of, put_personal_records
from pitboss.messages import message
from pitboss.value import Value

NAME, PASSWORD, PIN = "sign-in name", "password", "pin"
Reads = tuple[tuple[Stream, int], ...]


class Accounts:
    """The accounts of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def open(self, actor: Actor, *, name: str, password_hash: str, at: datetime, by: str) -> None:
        """Open an account, or give an old one another role, name and password. A patron has registered before."""
        self.give(actor, at, by=by)
        papers = {NAME: name, PASSWORD: password_hash}
        until = stamp(at + RETENTION)
        put_personal_records(self.store, actor.operator, actor.person, papers, keep_until=until, once=(NAME,))
        found = staff.person_state_of(self.store, actor.operator, actor.person)
        if found.must_change:  # passwords of a demonstration need no change: every visitor uses them
            self._append(actor, found.length, (staff.PasswordSet("set for a demonstration"),), at, by)

    def give(self, actor: Actor, at: datetime, *, by: str) -> None:
        """Give a person a role at the console, if they do not have it: the only way to make an inspector."""
        found = staff.person_state_of(self.store, actor.operator, actor.person)
        if actor.role not in (found.role, permission.PATRON):
            permission.check_id(actor.person)
            known = TrackedStore(self.store, is_fresh=True)
            if not found.role:
                staff.check_no_patron(known, actor.operator, actor.person)
            self._note(
                actor, found.length, staff.CHANGED if found.role else staff.HIRED, at, by, tuple(known.lengths.items())
            )

    def remove(self, operator: str, person: str, at: datetime, *, by: str) -> None:
        """Take a person's role from them at the console: the only way to remove an inspector."""
        found = staff.person_state_of(self.store, operator, person)
        if not found.role:
            raise refuse("There is no person of this id in the house.", law.PATRON_KNOWN)
        self._note(Actor(operator, person, ""), found.length, staff.LEFT, at, by)

    def _note(self, actor: Actor, length: int, what: str, at: datetime, by: str, reads: Reads = ()) -> None:
        self._append(
            actor, length, (staff.SetAtConsole(what, actor.role), staff.RoleGiven(actor.role, what)), at, by, reads
        )

    def _append(
        self, actor: Actor, length: int, events: tuple[Value, ...], at: datetime, by: str, reads: Reads = ()
    ) -> None:
        noted = tuple(new_event(event, stamp(at), by) for event in events)
        append = Append(person_stream(actor.operator, actor.person), length, noted)
        self.store.commit(Write(actor.operator, appends=(append,), at=stamp(at), reads=reads))

    def password_of(self, operator: str, name: str) -> tuple[Actor, str] | None:
        """The person who signs in by a name, and the hash of their password; nothing if there is none."""
        person = holder_of(self.store, operator, NAME, name)
        if person is None:
            return None
        role, _ = staff.role_of(self.store, operator, person)
        if not role and load_patron(self.store, operator, person).registered:
            role = permission.PATRON
        kept = personal_records_of(self.store, operator, person).get(PASSWORD)
        return (Actor(operator, person, role), kept) if kept and role else None


def has_pin(store: Store, who: Actor) -> bool:
    """Whether a person has a PIN."""
    return bool(personal_records_of(store, who.operator, who.person).get(PIN))


FAILURES, WINDOW = 3, timedelta(minutes=30)


class SignInTries:
    """The tries that a store remembers."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def begin(self, operator: str, name: str, now: datetime) -> bool:
        """Note a try as failed; False if the name is locked, which a try then does not make longer."""
        table, who = schema.tries, _name_digest(operator, name)
        with self.store.writing() as connection:
            found = connection.execute(select(table.c.times).where(table.c.who == who)).scalar()
            times = [parse_stamp(at) for at in json.loads(found or "[]")]
            if _is_full(times, now):
                return False
            recent = [*(at for at in times if now - at < WINDOW), now][-FAILURES:]
            row = {"who": who, "times": json.dumps([stamp(at) for at in recent]), "last": stamp(now)}
            connection.execute(delete(table).where(table.c.last <= stamp(now - WINDOW)))
            write_turn.upsert(connection, table, [row])
        return True

    def is_locked(self, operator: str, name: str, now: datetime) -> bool:
        """Whether a name has failed so often that it is locked."""
        table = schema.tries
        found = self.store.ask(select(table.c.times).where(table.c.who == _name_digest(operator, name)))
        times = [parse_stamp(at) for at in json.loads(found[0][0])] if found else []
        return _is_full(times, now)

    def forget_tries(self, operator: str, name: str) -> None:
        """Forget the failures of a name."""
        with self.store.writing() as connection:
            connection.execute(delete(schema.tries).where(schema.tries.c.who == _name_digest(operator, name)))


def _is_full(times: list[datetime], now: datetime) -> bool:
    return len(times) >= FAILURES and now - times[-1] < WINDOW


def _name_digest(operator: str, name: str) -> str:
    return hashlib.sha256(json.dumps([operator, name]).encode()).hexdigest()


IDLE = {"patron": timedelta(minutes=30)}
IDLE_STAFF, LOCKED = timedelta(minutes=5), timedelta(hours=12)
"""The session of a member of the staff is locked sooner than a patron's ends, and over after so long."""
LOOK, NOTE = timedelta(seconds=1), timedelta(seconds=15)
"""How often to look whether others have ended sessions, and how often to write which were used here."""
ENDED = "sessions-ended"
"""The counter of sessions that were ended before their time: where it has moved, what is remembered is read again."""


def idle_time(role: str) -> timedelta:
    """After how long without use a session of a role is over, or locked."""
    return IDLE.get(role, IDLE_STAFF)


@dataclass(slots=True)
class Session:
    """A person who is signed in."""

    actor: Actor
    used: datetime
    must_change: bool = False
    """Whether it allows only a change of the password. A new password ends every session, so this does not change
    during one."""
    is_locked: bool = False
    """Whether it was found unused for too long, and has not been unlocked since."""

    def is_idle(self, now: datetime) -> bool:
        """Whether it has been unused for too long: a patron's is over then, one of the staff is locked."""
        return now - self.used > idle_time(self.actor.role)

    def is_over(self, now: datetime) -> bool:
        """Whether it has been unused for so long that it is not unlocked any more."""
        return now - self.used > IDLE.get(self.actor.role, LOCKED)


class Sessions:
    """The sessions of a store, as one process knows them."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self._seen: dict[str, Session] = {}
        self._used: dict[str, datetime] = {}
        self._ended = -1
        self._looked = self._noted = datetime.min.replace(tzinfo=clock().tzinfo)
        self._noting = threading.Lock()

    def begin(self, actor: Actor) -> str:
        """Begin a session and return its token, this once. Sessions that were unused for long are removed."""
        now, token = self.clock(), secrets.token_urlsafe(32)
        row = {"digest": _digest(token), **actor._asdict(), "began": stamp(now), "used": stamp(now)}
        table = schema.sessions
        with self.store.writing() as connection:
            for roles, most in ((table.c.role.in_(IDLE), max(IDLE.values())), (table.c.role.not_in(IDLE), LOCKED)):
                connection.execute(delete(table).where(roles, table.c.used < stamp(now - most - NOTE)))
            connection.execute(table.insert().values(**row))
        self._seen[row["digest"]] = self._session(actor, now)
        return token

    def identify(self, token: str, *, changing: bool = False) -> Actor:
        """The person of a token, whose session is extended; refused if it is over, or if the person must change their
        password and does something else."""
        digest, now = _digest(token), self.clock()
        found = self._find_session(digest, now, changing=changing)
        found.used = self._used[digest] = now
        if not timedelta() <= now - self._noted < NOTE:
            self._note(now)
        return found.actor

    def peek(self, token: str, *, locked: bool = False) -> Actor:
        """The person of a token, without extending the session: for a page that is only open, perhaps a locked one."""
        return self._find_session(_digest(token), self.clock(), locked=locked).actor

    def left(self, token: str) -> timedelta:
        """How long a session goes on unused; the session is not extended."""
        now = self.clock()
        found = self._find_session(_digest(token), now)
        return idle_time(found.actor.role) - (now - found.used)

    def unlock(self, token: str) -> None:
        """Let a locked session go on."""
        digest, now = _digest(token), self.clock()
        found = self._find_session(digest, now, locked=True)
        found.is_locked, found.used = False, now
        self._used[digest] = now
        self._note(now)  # every other server finds it unlocked

    def end(self, token: str) -> None:
        """End a session."""
        if not token:
            return
        table = schema.sessions
        with self.store.writing() as connection:
            self._end(connection, connection.execute(delete(table).where(table.c.digest == _digest(token))).rowcount)
        self._seen.pop(_digest(token), None)

    def end_all(self, operator: str, person: str, but: str = "") -> None:
        """End every session of a person, in every process, except perhaps one."""
        table = schema.sessions
        theirs = (table.c.operator == operator) & (table.c.person == person) & (table.c.digest != _digest(but))
        with self.store.writing() as connection:
            self._end(connection, connection.execute(delete(table).where(theirs)).rowcount)
        self._seen.clear()

    def _end(self, connection: Connection, rows: int) -> None:
        """Count sessions that were ended, so that other processes read theirs again."""
        table = schema.counters
        there = connection.execute(select(table.c.value).where(table.c.name == ENDED)).scalar() or 0
        if rows:
            write_turn.upsert(connection, table, [{"name": ENDED, "value": there + rows}])

    def _session(self, actor: Actor, used: datetime) -> Session:
        return Session(actor, used, staff.person_state_of(self.store, actor.operator, actor.person).must_change)

    def _find_session(self, digest: str, now: datetime, *, changing: bool = False, locked: bool = False) -> Session:
        self._look(now)
        found = self._seen.get(digest)
        if found is None or found.is_locked or found.is_idle(now):
            before, found = found, self._read(digest, now)
            if found is not None:  # one that was locked stays so until it is unlocked, here or elsewhere
                was_locked = before is not None and before.is_locked and found.used <= before.used
                found.is_locked = was_locked or found.is_idle(now)
        if found is None:
            self._seen.pop(digest, None)
            raise NotSignedIn
        self._seen[digest] = found
        if found.is_locked and not locked:
            raise SessionLocked
        if found.must_change and not changing:
            raise MustChangePassword
        return found

    def _look(self, now: datetime) -> None:
        """Forget what is remembered where others have ended sessions."""
        if timedelta() <= now - self._looked < LOOK:
            return
        ended = self.store.counter(ENDED)
        if ended != self._ended:
            self._seen.clear()
        self._seen = {digest: each for digest, each in list(self._seen.items()) if not each.is_over(now)}
        self._ended, self._looked = ended, now

    def _read(self, digest: str, now: datetime) -> Session | None:
        """A session as the store has it; one that was idle too long is over for good."""
        table = schema.sessions
        query = select(table.c.operator, table.c.person, table.c.role, table.c.used).where(table.c.digest == digest)
        found = self.store.ask(query)
        if not found:
            return None
        (row,) = found
        used = max(parse_stamp(row.used), self._used.get(digest, parse_stamp(row.used)))
        session = self._session(Actor(row.operator, row.person, row.role), used)
        if not session.is_over(now):
            return session
        with self.store.writing() as connection:
            connection.execute(delete(table).where(table.c.digest == digest))
        return None

    def _note(self, now: datetime) -> None:
        """Write which sessions were used here since the last time."""
        with self._noting:
            used, self._used, self._noted = self._used, {}, now
            table = schema.sessions
            later = (table.c.digest == bindparam("which")) & (table.c.used < bindparam("then"))
            rows = [{"which": digest, "then": stamp(at)} for digest, at in sorted(used.items())]
            if rows:
                with self.store.writing() as connection:
                    connection.execute(table.update().where(later).values(used=bindparam("then")), rows)


WRONG = message("The name or the password is wrong, or the account is locked for a while.")


class NotSignedIn(Exception):
    """The one answer to every failure."""

    def __init__(self) -> None:
        super().__init__(WRONG)


class SessionLocked(NotSignedIn):
    """A member of the staff was away for too long: their PIN, or their password, unlocks the session."""


class MustChangePassword(Exception):
    """Another person set this person's password: they must change it before they do anything else."""

    def __init__(self) -> None:
        super().__init__(message("Another person set your password. Change it before you do anything else."))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def find_session_start(store: Store, who: Actor) -> datetime | None:
    """When the last session of a person began; nothing if they have none."""
    table = schema.sessions
    theirs = (table.c.operator == who.operator) & (table.c.person == who.person)
    ((found,),) = store.ask(select(func.max(table.c.began)).where(theirs))
    return parse_stamp(found) if found else None


AT_ONCE = 2
"""How many passwords are checked at once: each check takes much work and memory by design."""

PasswordOf = Callable[[str, str], tuple[Actor, str] | None]
"""Gives the actor and the stored hash behind a name, if there is one."""


class SignIn:
    """Checks names and passwords, and begins and ends sessions."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        hasher: PasswordHasher | None = None,
        password_of: PasswordOf | None = None,
    ) -> None:
        self.store, self.clock, self.hasher = store, clock, hasher or PasswordHasher()
        self.password_of = password_of or Accounts(store).password_of
        self.sessions, self._tries = Sessions(store, clock), SignInTries(store)
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._dummy = ""

    def sign_in(self, operator: str, name: str, password: str) -> str:
        """Begin a session; its token is told once and kept only as a hash."""
        return self.sessions.begin(self.identify_by_password(operator, name, password, changing=True))

    def identify_by_password(self, operator: str, name: str, password: str, *, changing: bool = False) -> Actor:
        """The person of a name and its password, without a session. A password that another person set is accepted only
        for its own change."""
        may = self._tries.begin(operator, name, self.clock())
        known = self.password_of(operator, name)
        if not self._dummy and known is None:
            self._dummy = self.hash(secrets.token_urlsafe(16))
        right = False
        with suppress(VerificationError, InvalidHashError), self._turns:
            # an unknown name is checked against a dummy hash, so that it takes as long as a wrong password
            right = self.hasher.verify(known[1] if known is not None else self._dummy, password)
        if known is None or not right or not may:
            raise NotSignedIn
        self._tries.forget_tries(operator, name)
        if not changing and staff.person_state_of(self.store, operator, known[0].person).must_change:
            raise MustChangePassword
        return known[0]

    def unlock(self, token: str, secret: str) -> bool:
        """Unlock a session with the person's PIN, or with their password where they have none; false if it was wrong.
        After three wrong ones the session is over, and only the password signs in."""
        who = self.sessions.peek(token, locked=True)
        records = personal_records_of(self.store, who.operator, who.person)
        kept = records.get(PIN, "")
        name = f"{PIN}\n{who.person}" if kept else records.get(NAME, "")
        if self._is_pin(who, name, kept, secret) if kept else self._is_password(who, name, secret):
            self.sessions.unlock(token)
            return True
        if self._tries.is_locked(who.operator, name, self.clock()):
            self.sign_out(token)
            raise NotSignedIn
        return False

    def _is_pin(self, who: Actor, name: str, kept: str, pin: str) -> bool:
        if not self._tries.begin(who.operator, name, self.clock()):
            return False
        try:
            with self._turns:
                self.hasher.verify(kept, pin)
        except (VerificationError, InvalidHashError):
            return False
        self._tries.forget_tries(who.operator, name)
        return True

    def _is_password(self, who: Actor, name: str, password: str) -> bool:
        try:
            return self.identify_by_password(who.operator, name, password).person == who.person
        except NotSignedIn:
            return False

    def rotate(self, token: str) -> str:
        """A new token for a session; the old one is no longer valid."""
        actor = self.identify(token, changing=True)
        self.sign_out(token)
        return self.sessions.begin(actor)

    def identify(self, token: str, *, changing: bool = False) -> Actor:
        """The person of a token; a session that was idle too long is over. A person who has to change their password
        may do only that."""
        return self.sessions.identify(token, changing=changing)

    def peek(self, token: str, *, locked: bool = False) -> Actor:
        """The person of a token, without extending the session: for a page that is only open, perhaps a locked one."""
        return self.sessions.peek(token, locked=locked)

    def sign_out(self, token: str) -> None:
        """End a session."""
        self.sessions.end(token)

    def sign_out_everywhere(self, operator: str, person: str) -> None:
        """End every session of a person whose rank has changed, or who has left."""
        self.sessions.end_all(operator, person)

    def hash(self, password: str) -> str:
        """A password as it is kept."""
        return self.hasher.hash(password)
