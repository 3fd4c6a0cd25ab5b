"""What names a person: names, addresses, card numbers. It lies beside the chain under the person's id.

Each paper says until when it is kept. Erasing it afterwards breaks no chain, for no event holds what a paper says.
"""

from collections.abc import Collection, Mapping
from datetime import timedelta

from sqlalchemy import delete, select

from pitboss.floor.store import schema
from pitboss.floor.store.rows import Paper, Write
from pitboss.floor.store.store import Store

RETENTION = timedelta(days=3653)
"""How long papers are kept after somebody has last had use for them: ten years."""
FOREVER = "9999"
"""Kept until somebody asks for less: how long a paper of somebody who still comes is kept."""


def put_papers(
    store: Store, operator: str, person: str, papers: Mapping[str, str], *, keep_until: str, once: Collection[str] = ()
) -> None:
    """Keep papers of a person, in place of what was kept before, until a time; some fields may say so once alone."""
    kept = tuple(Paper(person, field, value, keep_until, field in once) for field, value in papers.items())
    store.commit(Write(operator, papers=kept))


def papers_of(store: Store, operator: str, person: str) -> dict[str, str]:
    """The papers of a person that are still kept."""
    table = schema.papers
    query = select(table.c.field, table.c.value).where(table.c.operator == operator, table.c.person == person)
    with store.reading() as connection:
        return {row.field: row.value for row in connection.execute(query.order_by(table.c.field))}


def holder_of(store: Store, operator: str, field: str, value: str) -> str | None:
    """The person one of whose papers says this: whose card a number is, say."""
    table = schema.papers
    query = select(table.c.person).where(table.c.operator == operator, table.c.field == field, table.c.value == value)
    with store.reading() as connection:
        return connection.execute(query).scalar()


def erase_papers(store: Store, operator: str, *, now: str) -> int:
    """Erase the papers whose time is over, and say how many they were."""
    table = schema.papers
    with store.writing() as connection:
        return connection.execute(
            delete(table).where(table.c.operator == operator, table.c.erase_after <= now)
        ).rowcount
