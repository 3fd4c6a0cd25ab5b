"""Papers: what names a person. They lie beside the log and not in it, so that they can be erased when their time is up.

Names, addresses, what is printed on a player card, and the hash of a password are papers.
"""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.floor.store import Store, schema

FOR_EVER = "9999"
"""A time that does not come: the paper is kept until somebody says when it is to be erased."""


class Papers:
    """The papers of an operator's people."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.table: Table = schema.papers

    def put(self, operator: str, person: str, field: str, value: str, erase_after: str = FOR_EVER) -> None:
        """Keep a paper, in place of the one that was there."""
        row: dict[str, Any] = {"operator": operator, "person": person, "field": field}
        row |= {"value": value, "erase_after": erase_after}
        insert = (sqlite if self.store.is_sqlite else postgresql).insert(self.table).values(row)
        changed = {"value": value, "erase_after": erase_after}
        with self.store.writing() as connection:
            connection.execute(
                insert.on_conflict_do_update(index_elements=["operator", "person", "field"], set_=changed)
            )

    def get(self, operator: str, person: str, field: str) -> str | None:
        """What a paper says, if it is there."""
        t = self.table.c
        query = self.table.select().where(t.operator == operator, t.person == person, t.field == field)
        with self.store.reading() as connection:
            found = connection.execute(query).first()
        return None if found is None else str(found.value)

    def whose(self, operator: str, field: str, value: str) -> str | None:
        """The person whose paper says so: who a card was issued to, who signs in by a name."""
        t = self.table.c
        query = self.table.select().where(t.operator == operator, t.field == field, t.value == value)
        with self.store.reading() as connection:
            found = connection.execute(query).first()
        return None if found is None else str(found.person)

    def drop(self, operator: str, person: str, field: str) -> None:
        """Erase one paper."""
        t = self.table.c
        with self.store.writing() as connection:
            connection.execute(self.table.delete().where(t.operator == operator, t.person == person, t.field == field))

    def keep_until(self, operator: str, person: str, erase_after: str) -> None:
        """Say when the papers of a person are to be erased."""
        t = self.table.c
        change = self.table.update().where(t.operator == operator, t.person == person)
        with self.store.writing() as connection:
            connection.execute(change.values(erase_after=erase_after))

    def erase_due(self, now: str) -> int:
        """Erase the papers whose time is up, and say how many they were. The log is as it was."""
        with self.store.writing() as connection:
            return connection.execute(self.table.delete().where(self.table.c.erase_after <= now)).rowcount
