"""Accounts: who may sign in. The role that somebody has is on the log; their name and password lie beside it."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.floor.clock import stamp
from pitboss.floor.commands import Actor
from pitboss.floor.store import Append, NewEvent, Store, Stream, Write, schema

NAME, PASSWORD = "sign-in name", "password"
RETENTION = timedelta(days=3653)
"""Papers are kept for ten years after they were last written."""
ROLE_GIVEN = "RoleGiven"


class Accounts:
    """The accounts of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def open(self, actor: Actor, *, name: str, password_hash: str, at: datetime, by: str) -> None:
        """Open an account, or give an old one another role, name and password."""
        stream = _stream(actor.operator, actor.person)
        given = NewEvent(ROLE_GIVEN, {"role": actor.role}, stamp(at), by)
        self.store.commit(
            Write(actor.operator, appends=(Append(stream, self.store.head(stream).length, (given,)),), at=stamp(at))
        )
        self._keep(actor, NAME, name, at)
        self._keep(actor, PASSWORD, password_hash, at)

    def _keep(self, actor: Actor, field: str, value: str, at: datetime) -> None:
        table = schema.papers
        insert = sqlite.insert(table) if self.store.is_sqlite else postgresql.insert(table)
        row = {"operator": actor.operator, "person": actor.person, "field": field, "value": value}
        keys = ["operator", "person", "field"]
        changed = {"value": insert.excluded.value, "erase_after": insert.excluded.erase_after}
        with self.store.writing() as connection:
            connection.execute(
                insert.on_conflict_do_update(index_elements=keys, set_=changed),
                row | {"erase_after": stamp(at + RETENTION)},
            )

    def password_of(self, operator: str, name: str) -> tuple[Actor, str] | None:
        """Who signs in by a name, and what is kept of their password; nothing if nobody does."""
        papers = schema.papers
        named = select(papers.c.person).where(
            papers.c.operator == operator, papers.c.field == NAME, papers.c.value == name
        )
        with self.store.reading() as connection:
            person = connection.execute(named).scalar()
            if person is None:
                return None
            kept = connection.execute(
                select(papers.c.value).where(
                    papers.c.operator == operator, papers.c.person == person, papers.c.field == PASSWORD
                )
            ).scalar()
        role = self._role(operator, person)
        return (Actor(operator, person, role), kept) if kept and role else None

    def _role(self, operator: str, person: str) -> str:
        events = [e for e in self.store.read(_stream(operator, person)) if e.kind == ROLE_GIVEN]
        return str(events[-1].data["role"]) if events else ""


def _stream(operator: str, person: str) -> Stream:
    return Stream(operator, f"person:{person}")
