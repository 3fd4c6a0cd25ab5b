"""Signing in: argon2, a lock after three failures in half an hour, the same words for every failure, and sessions
that end when nobody uses them."""

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.floor.clock import Clock
from pitboss.floor.commands import Actor

FAILURES, WINDOW = 3, timedelta(minutes=30)
IDLE = {"patron": timedelta(minutes=30)}
IDLE_STAFF = timedelta(minutes=5)
"""A console locks sooner than a patron's page."""
REMEMBERED = 10_000
"""How many names with failures, or sessions, are kept before those that no longer count are cleared away."""
WRONG = "That name and password do not go together, or the account is locked for a while."


class NotSignedIn(Exception):
    """The one answer to every failure."""

    def __init__(self) -> None:
        super().__init__(WRONG)


@dataclass(slots=True)
class Session:
    """Somebody signed in, until they have been idle too long."""

    actor: Actor
    used: datetime


@dataclass(slots=True)
class Desk:
    """Signs people in. `password_of` gives the actor and the stored hash behind a name, if there is one."""

    clock: Clock
    password_of: Callable[[str, str], tuple[Actor, str] | None]
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    _failures: dict[tuple[str, str], list[datetime]] = field(default_factory=dict)
    _sessions: dict[str, Session] = field(default_factory=dict)
    _dummy: str = ""

    def sign_in(self, operator: str, name: str, password: str) -> str:
        """Begin a session; its token is told once and kept only as a hash."""
        now = self.clock()
        failed = self._failures.get((operator, name), [])
        locked = len(failed) >= FAILURES and now - failed[-1] < WINDOW
        known = self.password_of(operator, name)
        right = self._verify(known[1] if known is not None else self._nobodys(), password)
        if locked:
            raise NotSignedIn  # a try while it is locked does not lock it for longer
        if known is None or not right:
            self._fail(operator, name, now)
            raise NotSignedIn
        self._failures.pop((operator, name), None)
        return self._begin(known[0], now)

    def _fail(self, operator: str, name: str, now: datetime) -> None:
        """Note a failure; those that are too old to count are forgotten, whoever's they were."""
        if len(self._failures) >= REMEMBERED:
            self._failures = {who: at for who, at in self._failures.items() if now - at[-1] < WINDOW}
        recent = [at for at in self._failures.get((operator, name), []) if now - at < WINDOW]
        self._failures[operator, name] = [*recent, now][-FAILURES:]

    def _nobodys(self) -> str:
        """What a name that is not there is held against, so that it takes as long as a wrong password."""
        if not self._dummy:
            self._dummy = self.hash(secrets.token_urlsafe(16))
        return self._dummy

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self.hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def _begin(self, actor: Actor, now: datetime) -> str:
        if len(self._sessions) >= REMEMBERED:
            self._sessions = {key: each for key, each in self._sessions.items() if not _is_idle(each, now)}
        token = secrets.token_urlsafe(32)
        self._sessions[_digest(token)] = Session(actor, now)
        return token

    def rotate(self, token: str) -> str:
        """A new token for a session, the old one being worth nothing any more."""
        actor = self.who(token)
        self.sign_out(token)
        return self._begin(actor, self.clock())

    def who(self, token: str) -> Actor:
        """Who a token belongs to; a session that was idle too long is over."""
        found = self._session(token)
        found.used = self.clock()
        return found.actor

    def peek(self, token: str) -> Actor:
        """Who a token belongs to, without keeping the session alive: for a page that is merely open."""
        return self._session(token).actor

    def _session(self, token: str) -> Session:
        found = self._sessions.get(_digest(token))
        if found is None or _is_idle(found, self.clock()):
            self._sessions.pop(_digest(token), None)
            raise NotSignedIn
        return found

    def sign_out(self, token: str) -> None:
        """End a session."""
        self._sessions.pop(_digest(token), None)

    def sign_out_everywhere(self, operator: str, person: str) -> None:
        """End every session of somebody whose rank has changed, or who has left."""
        mine = (operator, person)
        self._sessions = {k: each for k, each in self._sessions.items() if each.actor[:2] != mine}

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        return self.hasher.hash(password)


def _is_idle(session: Session, now: datetime) -> bool:
    return now - session.used > IDLE.get(session.actor.role, IDLE_STAFF)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
