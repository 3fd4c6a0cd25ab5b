"""What the tests of the service share: leave to give the commands that they make up."""

from typing import Any

import pytest

from pitboss.floor.people.permission import Permission, permissions


@pytest.fixture(autouse=True)
def made_up_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer may give the commands of these tests: one without a row is refused to all."""
    rows: Any = permissions()
    for name in ("Say", "Wait", "Break", "Look"):
        monkeypatch.setitem(rows, name, Permission(ranks={"star": "dealer", "crown": "dealer"}))
