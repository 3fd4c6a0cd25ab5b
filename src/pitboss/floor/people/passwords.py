"""Passwords: anybody changes their own, and a person of rank sets one for somebody who has none or has forgotten it.

No order carries a password, and no log: the person's stream says that one was set, and by whom. Whoever was signed in
with the old one is not any more.
"""

from datetime import datetime
from typing import NamedTuple

from pitboss import law
from pitboss.floor.clock import stamp
from pitboss.floor.commands import Actor
from pitboss.floor.desk import refuse
from pitboss.floor.office import new_event
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.people.accounts import NAME, PASSWORD
from pitboss.floor.people.permission import INSPECTOR, SURVEILLANCE, check, holds
from pitboss.floor.people.signin import Desk
from pitboss.floor.people.staff import person_stream, role_of
from pitboss.floor.store import Append, Paper, Store, Write
from pitboss.floor.store.papers import RETENTION, holder_of, papers_of
from pitboss.floor.store.rows import Taken

LEAST = 12
"""How many characters a password has at least."""
RESET = "ResetPassword"
"""The row of the table of permissions that says who sets somebody else's password."""
NAME_TAKEN = "Somebody else signs in by that name."


class PasswordSet(NamedTuple):
    """Somebody's password was set, by themselves or for them."""

    how: str


class Passwords:
    """Sets passwords."""

    def __init__(self, store: Store, desk: Desk) -> None:
        self.store, self.desk = store, desk

    def change(self, actor: Actor, old: str, new: str) -> str:
        """Change one's own password; the token of the one session that goes on."""
        name = papers_of(self.store, actor.operator, actor.person).get(NAME, "")
        known = self.desk.vouch(actor.operator, name, old)  # a wrong one counts towards the lock
        check_password(new, name)
        self._set(known.operator, known.person, {PASSWORD: self.desk.hash(new)}, "changed", known.person)
        return self.desk.sessions.begin(known)

    def reset(self, actor: Actor, person: str, new: str, name: str = "") -> None:
        """Set somebody else's password, and perhaps the name that they sign in by."""
        check(actor, RESET)
        if person == actor.person:
            raise refuse("Your own password you change with the old one.", law.NOT_YOURS)
        role, _ = role_of(self.store, actor.operator, person)
        if role not in ("", INSPECTOR, SURVEILLANCE) and not holds(actor.operator, actor.role, role):
            raise refuse("This person holds a higher rank than yours.", law.NOT_YOURS)
        self.put(actor.operator, person, new, name, by=actor.person)

    def put(self, operator: str, person: str, new: str, name: str, *, by: str) -> None:
        """Set a password without asking who does: for whoever has the store itself."""
        role, _ = role_of(self.store, operator, person)
        if not role and not load_patron(self.store, operator, person).registered:
            raise refuse("There is no such person in the house.", law.PATRON_KNOWN)
        name = name or papers_of(self.store, operator, person).get(NAME, "") or person
        if holder_of(self.store, operator, NAME, name) not in (None, person):
            raise refuse(NAME_TAKEN, law.ONCE)
        check_password(new, name)
        self._set(operator, person, {NAME: name, PASSWORD: self.desk.hash(new)}, "reset", by)

    def _set(self, operator: str, person: str, papers: dict[str, str], how: str, by: str) -> None:
        now: datetime = self.desk.clock()
        until = stamp(now + RETENTION)
        kept = tuple(Paper(person, field, value, until, once=field == NAME) for field, value in papers.items())
        stream = person_stream(operator, person)
        event = new_event(PasswordSet(how), stamp(now), by)
        append = Append(stream, self.store.head(stream).length, (event,))
        try:
            self.store.commit(Write(operator, appends=(append,), at=stamp(now), papers=kept))
        except Taken:
            raise refuse(NAME_TAKEN, law.ONCE) from None
        self.desk.sign_out_everywhere(operator, person)


def check_password(password: str, name: str) -> None:
    """Refuse a password that is too easily guessed."""
    if len(password) < LEAST or password == name:
        raise refuse(f"A password has at least {LEAST} characters, and is not the name.", law.NOT_YOURS)
