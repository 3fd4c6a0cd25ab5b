"""Passwords: anybody changes their own, and a person of rank sets one for somebody who has none or has forgotten it.

No order carries a password, and no log: the person's stream says that one was set, and by whom. Whoever was signed in
with the old one is not any more. A password that another person set is good for one thing, to be changed.
"""

from datetime import datetime

from pitboss import law
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.people.accounts import NAME, PASSWORD
from pitboss.floor.people.permission import OFF_THE_FLOOR, check, holds
from pitboss.floor.people.signin import Desk
from pitboss.floor.people.staff import check_of_house
from pitboss.floor.people.standing import SET_BY_ANOTHER, PasswordSet, SetAtConsole, person_stream, standing_of
from pitboss.floor.people.strength import why_weak
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.world import new_event, refuse
from pitboss.floor.store import Append, Paper, Store, Write
from pitboss.floor.store.papers import RETENTION, holder_of, papers_of
from pitboss.floor.store.rows import Taken
from pitboss.value import Value

RESET = "ResetPassword"
"""The row of the table of permissions that says who sets somebody else's password."""
NAME_TAKEN = "Somebody else signs in by that name."


class Passwords:
    """Sets passwords."""

    def __init__(self, store: Store, desk: Desk) -> None:
        self.store, self.desk = store, desk

    def change(self, actor: Actor, old: str, new: str) -> str:
        """Change one's own password; the token of the one session that goes on."""
        name = papers_of(self.store, actor.operator, actor.person).get(NAME, "")
        known = self.desk.vouch(actor.operator, name, old, changing=True)  # a wrong one counts towards the lock
        if new == old:
            raise refuse("Choose a new password, not the one that you have.", law.OWN_PASSWORD)
        check_password(known, new, name)
        self._set(known, {PASSWORD: self.desk.hash(new)}, (PasswordSet("changed"),), known.person)
        return self.desk.sessions.begin(known)

    def reset(self, actor: Actor, person: str, new: str, name: str = "") -> None:
        """Set somebody else's password, and perhaps the name that they sign in by: they change it when they sign in."""
        check(actor, RESET)
        if person == actor.person:
            raise refuse("Your own password you change with the old one.", law.NOT_YOURS)
        found = standing_of(self.store, actor.operator, person)
        check_of_house(found)
        role = found.role
        if role and role not in OFF_THE_FLOOR and not holds(actor.operator, actor.role, role):
            raise refuse("This person holds a higher rank than yours.", law.NOT_YOURS)
        self._put(actor._replace(person=person), new, name, (PasswordSet(SET_BY_ANOTHER),), by=actor.person)

    def put(self, operator: str, person: str, new: str, name: str, *, by: str, is_own: bool = False) -> None:
        """Set a password at the console, without asking who does: for whoever has the store itself. It has to be
        changed at the first sign-in unless it is the person's own choice."""
        how = "typed at the console by its owner" if is_own else SET_BY_ANOTHER
        events = (SetAtConsole("password"), PasswordSet(how))
        self._put(Actor(operator, person, ""), new, name, events, by=by)

    def _put(self, whose: Actor, new: str, name: str, events: tuple[Value, ...], *, by: str) -> None:
        operator, person = whose.operator, whose.person
        role = standing_of(self.store, operator, person).role
        if not role and not load_patron(self.store, operator, person).registered:
            raise refuse("There is no such person in the house.", law.PATRON_KNOWN)
        name = name or papers_of(self.store, operator, person).get(NAME, "") or person
        if holder_of(self.store, operator, NAME, name) not in (None, person):
            raise refuse(NAME_TAKEN, law.ONCE)
        check_password(whose, new, name)
        self._set(whose, {NAME: name, PASSWORD: self.desk.hash(new)}, events, by)

    def _set(self, whose: Actor, papers: dict[str, str], events: tuple[Value, ...], by: str) -> None:
        now: datetime = self.desk.clock()
        until = stamp(now + RETENTION)
        kept = tuple(Paper(whose.person, field, value, until, once=field == NAME) for field, value in papers.items())
        stream = person_stream(whose.operator, whose.person)
        append = Append(
            stream, self.store.head(stream).length, tuple(new_event(event, stamp(now), by) for event in events)
        )
        try:
            self.store.commit(Write(whose.operator, appends=(append,), at=stamp(now), papers=kept))
        except Taken:
            raise refuse(NAME_TAKEN, law.ONCE) from None
        self.desk.sign_out_everywhere(whose.operator, whose.person)


def check_password(whose: Actor, password: str, name: str) -> None:
    """Refuse a password that is easily guessed."""
    if words := why_weak(password, whose.person, name):
        raise refuse(words, law.OWN_PASSWORD)
