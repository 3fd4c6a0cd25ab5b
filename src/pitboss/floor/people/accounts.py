"""Accounts: who may sign in. The rank that somebody has, or that they registered as a patron, is on the log; their
name and password are papers."""

from datetime import datetime

from pitboss import law
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.people.permission import PATRON, check_id
from pitboss.floor.people.staff import check_no_patron
from pitboss.floor.people.standing import (
    CHANGED,
    HIRED,
    LEFT,
    PasswordSet,
    RoleGiven,
    SetAtConsole,
    person_stream,
    role_of,
    standing_of,
)
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import Known, new_event, refuse
from pitboss.floor.store import Append, Store, Stream, Write
from pitboss.floor.store.papers import RETENTION, holder_of, papers_of, put_papers
from pitboss.value import Value

NAME, PASSWORD = "sign-in name", "password"
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
        put_papers(self.store, actor.operator, actor.person, papers, keep_until=until, once=(NAME,))
        found = standing_of(self.store, actor.operator, actor.person)
        if found.must_change:  # a demonstration is left as it was: its new passwords are for everybody who looks at it
            self._append(actor, found.length, (PasswordSet("set for a demonstration"),), at, by)

    def give(self, actor: Actor, at: datetime, *, by: str) -> None:
        """Give somebody a role at the console, if they have it not: the one way to make an inspector."""
        found = standing_of(self.store, actor.operator, actor.person)
        if actor.role not in (found.role, PATRON):
            check_id(actor.person)
            known = Known(self.store, is_fresh=True)
            if not found.role:
                check_no_patron(known, actor.operator, actor.person)
            self._note(actor, found.length, CHANGED if found.role else HIRED, at, by, tuple(known.lengths.items()))

    def remove(self, operator: str, person: str, at: datetime, *, by: str) -> None:
        """Take somebody's role from them at the console: the one way to remove an inspector."""
        found = standing_of(self.store, operator, person)
        if not found.role:
            raise refuse("There is no such person in the house.", law.PATRON_KNOWN)
        self._note(Actor(operator, person, ""), found.length, LEFT, at, by)

    def _note(self, actor: Actor, length: int, what: str, at: datetime, by: str, reads: Reads = ()) -> None:
        self._append(actor, length, (SetAtConsole(what, actor.role), RoleGiven(actor.role, what)), at, by, reads)

    def _append(
        self, actor: Actor, length: int, events: tuple[Value, ...], at: datetime, by: str, reads: Reads = ()
    ) -> None:
        noted = tuple(new_event(event, stamp(at), by) for event in events)
        append = Append(person_stream(actor.operator, actor.person), length, noted)
        self.store.commit(Write(actor.operator, appends=(append,), at=stamp(at), reads=reads))

    def password_of(self, operator: str, name: str) -> tuple[Actor, str] | None:
        """Who signs in by a name, and what is kept of their password; nothing if nobody does."""
        person = holder_of(self.store, operator, NAME, name)
        if person is None:
            return None
        role, _ = role_of(self.store, operator, person)
        if not role and load_patron(self.store, operator, person).registered:
            role = PATRON
        kept = papers_of(self.store, operator, person).get(PASSWORD)
        return (Actor(operator, person, role), kept) if kept and role else None
