"""Signing in: argon2, a lock after three failures in half an hour, the same words for every failure, and sessions
that end when nobody uses them."""

import secrets
import threading
from collections.abc import Callable

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from pitboss.floor.people.accounts import Accounts
from pitboss.floor.people.sessions import WRONG, MustChangePassword, NotSignedIn, Sessions
from pitboss.floor.people.standing import standing_of
from pitboss.floor.people.tries import Tries
from pitboss.floor.service.clock import Clock
from pitboss.floor.service.commands import Actor
from pitboss.floor.store import Store

AT_ONCE = 2
"""How many passwords are looked at together: each takes much work and memory by design, and others want some too."""

PasswordOf = Callable[[str, str], tuple[Actor, str] | None]
"""Gives the actor and the stored hash behind a name, if there is one."""


class Desk:
    """Signs people in."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        hasher: PasswordHasher | None = None,
        password_of: PasswordOf | None = None,
    ) -> None:
        self.store, self.clock, self.hasher = store, clock, hasher or PasswordHasher()
        self.password_of = password_of or Accounts(store).password_of
        self.sessions, self._tries = Sessions(store, clock), Tries(store)
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._dummy = ""

    def sign_in(self, operator: str, name: str, password: str) -> str:
        """Begin a session; its token is told once and kept only as a hash."""
        return self.sessions.begin(self.vouch(operator, name, password, changing=True))

    def vouch(self, operator: str, name: str, password: str, *, changing: bool = False) -> Actor:
        """Who gives a name and its password; no session comes of it. A password that another person set vouches for
        nothing but its own change."""
        may = self._tries.begin(operator, name, self.clock())
        known = self.password_of(operator, name)
        right = self._verify(known[1] if known is not None else self._nobodys(), password)
        if known is None or not right or not may:
            raise NotSignedIn
        self._tries.forgive(operator, name)
        if not changing and standing_of(self.store, operator, known[0].person).must_change:
            raise MustChangePassword
        return known[0]

    def _nobodys(self) -> str:
        """What a name that is not there is held against, so that it takes as long as a wrong password."""
        if not self._dummy:
            self._dummy = self.hash(secrets.token_urlsafe(16))
        return self._dummy

    def _verify(self, stored: str, password: str) -> bool:
        try:
            with self._turns:
                return self.hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def rotate(self, token: str) -> str:
        """A new token for a session, the old one being worth nothing any more."""
        actor = self.who(token, changing=True)
        self.sign_out(token)
        return self.sessions.begin(actor)

    def who(self, token: str, *, changing: bool = False) -> Actor:
        """Who a token belongs to; a session that was idle too long is over. Somebody who has to change their password
        is let in to do that and no more."""
        return self.sessions.who(token, changing=changing)

    def peek(self, token: str) -> Actor:
        """Who a token belongs to, without keeping the session alive: for a page that is merely open."""
        return self.sessions.peek(token)

    def sign_out(self, token: str) -> None:
        """End a session."""
        self.sessions.end(token)

    def sign_out_everywhere(self, operator: str, person: str) -> None:
        """End every session of somebody whose rank has changed, or who has left."""
        self.sessions.end_all(operator, person)

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        return self.hasher.hash(password)


__all__ = ["WRONG", "Desk", "MustChangePassword", "NotSignedIn"]
