"""The floor's check of itself, for inspectors to read and to ask for, and as a measure."""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import FastAPI, Query

from pitboss.floor.audit.report import shown_to
from pitboss.floor.audit.upkeep import Checked, Upkeep
from pitboss.floor.audit.verifying import Verification
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, Inspector

Again = Annotated[bool, Query(description="Check now, instead of telling of the last check.")]


def install(app: FastAPI, api: Api, upkeep: Upkeep) -> None:
    """The route of the self-check, and its measures."""

    def note(checked: Checked) -> None:
        api.metrics.self_check.set(int(checked.is_clean))
        api.metrics.self_checked_at.set(checked.at.timestamp())

    def verified(told: Callable[[Verification], float]) -> Callable[[], float]:
        """A measure of the last verification of the whole log, by any server."""

        def measure() -> float:
            last = [each for name in operators() if (each := upkeep.verifications.last_whole(name)).ended_at]
            return min((told(each) for each in last), default=0)

        return measure

    def ended_at(last: Verification) -> float:
        return parse_stamp(last.ended_at).timestamp() if last.ended_at else 0

    def receipted_at() -> float:
        return min((parse_stamp(each.at).timestamp() for each in upkeep.receipts.values()), default=0)

    api.metrics.verified_at.set_function(verified(ended_at))
    api.metrics.verified_clean.set_function(verified(lambda last: float(bool(last.clean))))
    api.metrics.receipted_at.set_function(receipted_at)
    upkeep.listeners.append(note)
    if upkeep.last is not None:
        note(upkeep.last)

    @app.get("/api/inspect/self-check", tags=[INSPECTOR], responses=problems.RESPONSES)
    def self_check(who: Inspector, again: Again = False) -> dict[str, Any]:
        """The floor's check of its software, its pay tables and its log: the last one, or a new one."""
        checked = upkeep.check() if again or upkeep.last is None else upkeep.last
        running = upkeep.started
        found = shown_to(checked.findings, who.operator, operators())
        return {
            "clean": checked.is_clean,
            "at": stamp(checked.at),
            "software": {"version": running.version, "hash": checked.software, "code": running.code},
            "books": dict(running.books),
            "findings": [finding._asdict() for finding in found],
        }
