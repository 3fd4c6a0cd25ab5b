"""Accounts: who may sign in. The rank that somebody has, or that they registered as a patron, is on the log; their
name and password are papers."""

from datetime import datetime

from pitboss.floor.clock import stamp
from pitboss.floor.commands import Actor
from pitboss.floor.office import new_event
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.people.permission import PATRON
from pitboss.floor.people.staff import RoleGiven, check_no_patron, person_stream, role_of
from pitboss.floor.store import Append, Store, Write
from pitboss.floor.store.papers import RETENTION, holder_of, papers_of, put_papers

NAME, PASSWORD = "sign-in name", "password"


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

    def give(self, actor: Actor, at: datetime, *, by: str) -> None:
        """Give somebody a role on the log, if they have it not."""
        role, length = role_of(self.store, actor.operator, actor.person)
        if actor.role not in (role, PATRON):
            counts = () if role else check_no_patron(self.store, actor.operator, actor.person)
            given = new_event(RoleGiven(actor.role), stamp(at), by)
            append = Append(person_stream(actor.operator, actor.person), length, (given,))
            self.store.commit(Write(actor.operator, appends=(append,), at=stamp(at), counts=counts))

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
