"""The floor's check of itself, for inspectors to read and to ask for, and as a measure."""

from typing import Annotated, Any

from fastapi import FastAPI, Query

from pitboss.floor.clock import stamp
from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.upkeep import Checked, Upkeep
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, Inspector

Again = Annotated[bool, Query(description="Check now, instead of telling of the last check.")]


def install(app: FastAPI, api: Api, upkeep: Upkeep) -> None:
    """The route of the self-check, and its measures."""

    def note(checked: Checked) -> None:
        api.metrics.self_check.set(int(checked.is_clean))
        api.metrics.self_checked_at.set(checked.at.timestamp())

    upkeep.listeners.append(note)
    if upkeep.last is not None:
        note(upkeep.last)

    @app.get("/api/inspect/self-check", tags=[INSPECTOR], responses=problems.RESPONSES)
    def self_check(who: Inspector, again: Again = False) -> dict[str, Any]:
        """The floor's check of its software, its pay tables and its log: the last one, or a new one."""
        checked = upkeep.check() if again or upkeep.last is None else upkeep.last
        running = upkeep.started
        found = [f for f in checked.findings if not f.position or f.record.startswith(who.operator)]
        return {
            "clean": checked.is_clean,
            "at": stamp(checked.at),
            "software": {"version": running.version, "hash": checked.software, "code": running.code},
            "books": dict(running.books),
            "findings": [finding._asdict() for finding in found],
        }
