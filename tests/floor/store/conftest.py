"""What the store's own tests share."""

import pytest

from floor.store.tampering import untie
from pitboss.floor.store import Store


@pytest.fixture
def untied(store: Store) -> None:
    """A store whose tables no longer refuse changes, as for a person who owns the database."""
    untie(store)
