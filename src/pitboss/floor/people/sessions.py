"""Sessions: who is signed in, until they have been idle too long. They lie in the store, so that every server process
over it knows them, and each by the hash of its token, so that whoever reads the store can sign in as nobody.

A process remembers the sessions that it has seen. That one was ended by another process counts here within a second,
and that it was used is written at most every 15 seconds: what is asked of a disk does not grow with what is asked of
us. One that was used elsewhere last may so end that much too early, never too late.
"""

import hashlib
import secrets
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, delete, func, select

from pitboss.floor.people.standing import standing_of
from pitboss.floor.service.clock import Clock, parse_stamp, stamp
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Store, schema
from pitboss.floor.store.batch import upsert

IDLE = {"patron": timedelta(minutes=30)}
IDLE_STAFF = timedelta(minutes=5)
"""A console locks sooner than a patron's page."""
LOOK, NOTE = timedelta(seconds=1), timedelta(seconds=15)
"""How often to look whether others have ended sessions, and how often to write which were used here."""
ENDED = "sessions-ended"
"""The counter of sessions that were ended before their time: where it has moved, what is remembered is read again."""


@dataclass(slots=True)
class Session:
    """Somebody signed in."""

    actor: Actor
    used: datetime
    must_change: bool = False
    """Whether it is good for one thing alone, a new password. A password that is set ends every session, so that this
    does not change while one lasts."""

    def is_idle(self, now: datetime) -> bool:
        """Whether nobody has used it for too long."""
        return now - self.used > IDLE.get(self.actor.role, IDLE_STAFF)


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
        """Begin a session; its token is told once. Sessions that nobody used for long are cleared away."""
        now, token = self.clock(), secrets.token_urlsafe(32)
        row = {"digest": _digest(token), **actor._asdict(), "began": stamp(now), "used": stamp(now)}
        table = schema.sessions
        with self.store.writing() as connection:
            connection.execute(delete(table).where(table.c.used < stamp(now - max(IDLE_STAFF, *IDLE.values()) - NOTE)))
            connection.execute(table.insert().values(**row))
        self._seen[row["digest"]] = self._session(actor, now)
        return token

    def who(self, token: str, *, changing: bool = False) -> Actor:
        """Who a token belongs to, whose session goes on; none if it is over, or if they have to change their password
        and do something else."""
        digest, now = _digest(token), self.clock()
        found = self._found(digest, now, changing=changing)
        found.used = self._used[digest] = now
        if not timedelta() <= now - self._noted < NOTE:
            self._note(now)
        return found.actor

    def peek(self, token: str) -> Actor:
        """Who a token belongs to, without keeping the session alive: for a page that is merely open."""
        return self._found(_digest(token), self.clock()).actor

    def end(self, token: str) -> None:
        """End a session."""
        if not token:
            return
        table = schema.sessions
        with self.store.writing() as connection:
            self._end(connection, connection.execute(delete(table).where(table.c.digest == _digest(token))).rowcount)
        self._seen.pop(_digest(token), None)

    def end_all(self, operator: str, person: str, but: str = "") -> None:
        """End every session of somebody, in every process, but perhaps for one."""
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
            upsert(connection, table, [{"name": ENDED, "value": there + rows}])

    def _session(self, actor: Actor, used: datetime) -> Session:
        return Session(actor, used, standing_of(self.store, actor.operator, actor.person).must_change)

    def _found(self, digest: str, now: datetime, *, changing: bool = False) -> Session:
        self._look(now)
        found = self._seen.get(digest)
        if found is None or found.is_idle(now):
            found = self._read(digest, now)
        if found is None:
            self._seen.pop(digest, None)
            raise NotSignedIn
        self._seen[digest] = found
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
        self._seen = {digest: each for digest, each in list(self._seen.items()) if not each.is_idle(now)}
        self._ended, self._looked = ended, now

    def _read(self, digest: str, now: datetime) -> Session | None:
        """A session as the store has it; one that was idle too long is over for good."""
        table = schema.sessions
        query = select(table.c.operator, table.c.person, table.c.role, table.c.used).where(table.c.digest == digest)
        with self.store.connected() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        used = max(parse_stamp(row.used), self._used.get(digest, parse_stamp(row.used)))
        session = self._session(Actor(row.operator, row.person, row.role), used)
        if not session.is_idle(now):
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


WRONG = "That name and password do not go together, or the account is locked for a while."


class NotSignedIn(Exception):
    """The one answer to every failure."""

    def __init__(self) -> None:
        super().__init__(WRONG)


class MustChangePassword(Exception):
    """Another person set the password of somebody who has not changed it yet: nothing else is open to them."""

    def __init__(self) -> None:
        super().__init__("Another person set your password: change it before you do anything else.")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def began_at(store: Store, who: Actor) -> datetime | None:
    """When the last session of a person began; nothing if they have none."""
    table = schema.sessions
    theirs = (table.c.operator == who.operator) & (table.c.person == who.person)
    with store.connected() as connection:
        found = connection.execute(select(func.max(table.c.began)).where(theirs)).scalar()
    return parse_stamp(found) if found else None
