"""The history of every parameter of the tables: what it was, what it became, when, by whom, why and by which rules."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pitboss.floor.store import Store, Stored, table_stream
from pitboss.floor.tables.events import TableEvent, TableOpened
from pitboss.floor.tables.log import from_stored
from pitboss.floor.tables.people_events import AreasReserved, PeopleLimited, PlayerRestricted, RestrictionLifted
from pitboss.floor.tables.scan import Wanted, all_events
from pitboss.floor.tables.sign_events import DecisionTimeSet, EdgeSeen, PermissionSet, TermsChanged
from pitboss.play.codec import encode
from pitboss.report.register_notes import table_of
from pitboss.report.sheet import Row, Sheet, newest_first
from pitboss.value import log_name

COLUMNS = {"table": "Table", "at": "At", "by": "By", "parameter": "Parameter", "before": "Before", "after": "After"} | {
    "reason": "Reason",
    "because": "Rules",
}
KINDS = tuple(
    log_name(kind)
    for kind in (
        TableOpened,
        TermsChanged,
        PermissionSet,
        PeopleLimited,
        AreasReserved,
        PlayerRestricted,
        RestrictionLifted,
        DecisionTimeSet,
    )
)
Known = dict[str, Any]
"""Every parameter of a table that has a value, by its path."""


def parameters(store: Store, operator: str, *, after: int = 0, table: str = "") -> Sheet:
    """Every change of a parameter since a place in the log, the newest first."""
    wanted = Wanted(operator, KINDS, table_stream(operator, table).name if table else "")
    rows = (row for place, row in changes(all_events(store, wanted)) if place > after)
    return Sheet("parameters", "Parameters", COLUMNS, newest_first(rows))


def changes(stored: Iterable[Stored]) -> Iterator[tuple[int, Row]]:
    """The changes that events make, each with its place in the log."""
    tables: dict[str, Known] = {}
    for each in stored:
        event = from_stored(each)
        name = table_of(each)
        before = tables.get(name, {})
        after = tables[name] = _after(before, event)
        said = {"table": name, "at": each.at, "by": each.by, "reason": getattr(event, "reason", "")}
        said["because"] = [str(ground) for ground in getattr(event, "because", ())]
        for path in sorted({*before, *after}):
            if before.get(path) != after.get(path):
                yield each.position, said | {"parameter": path, "before": before.get(path), "after": after.get(path)}


def _after(known: Known, event: TableEvent) -> Known:
    match event:
        case TableOpened(game, version, terms, _, readings, granted, unit, _, seen):
            said = {"game": game, "version": version, "unit": unit, "readings": readings}
            return flat(said | _edge(seen) | {"permitted": dict.fromkeys(granted, True)} | _terms(terms))
        case TermsChanged(terms, _, _, seen):
            kept = {path: value for path, value in known.items() if _top(path) not in _terms(terms) or _is_held(path)}
            now = {path: value for path, value in flat(_terms(terms)).items() if not _is_held(path)}
            return _seen(kept, seen) | now
        case PermissionSet(rule, granted, _, seen):
            return _with(_seen(known, seen), "permitted", {rule: True} if granted else {}, rule)
        case PeopleLimited(bettors, players, _):
            return known | {"bettors": bettors, "players": players}
        case AreasReserved(patron, areas, _):
            return _with(known, "reserved", {patron: list(areas)} if areas else {}, patron)
        case PlayerRestricted(patron, rule, _, _):
            return _with(known, "restricted", {patron: {"rule": rule}}, patron)
        case DecisionTimeSet(seconds, _):
            return known | {"decision_seconds": seconds}
        case RestrictionLifted(patron, _):
            return _with(known, "restricted", {}, patron)
        case _:
            return known


EDGE = "edge seen"


def _edge(seen: EdgeSeen | None) -> dict[str, Any]:
    return {EDGE: seen._asdict()} if seen is not None else {}


def _seen(known: Known, seen: EdgeSeen | None) -> Known:
    """What is known, with the edge that was seen last."""
    return known | flat(_edge(seen))


def _terms(terms: Any) -> dict[str, Any]:
    data: dict[str, Any] = encode(terms)
    return data


def _top(path: str) -> str:
    return path.partition(".")[0]


def _is_held(path: str) -> bool:
    """Whether a parameter is a restriction, which changed terms leave as it is."""
    return _top(path) == "restricted"


def _with(known: Known, top: str, values: Mapping[str, Any], name: str) -> Known:
    """What is known, with what is under one name put in place of what was there."""
    kept = {path: value for path, value in known.items() if not f"{path}.".startswith(f"{top}.{name}.")}
    return kept | flat({top: values})


def flat(data: Mapping[str, Any], under: str = "") -> Known:
    """Nested values by their paths: `limits.ante.minimum_cents`. What has no value has no path."""
    found: Known = {}
    for name, value in data.items():
        path = f"{under}{name}"
        if isinstance(value, Mapping):
            found |= flat(value, f"{path}.")
        elif isinstance(value, list | tuple):
            found[path] = ", ".join(str(part) for part in value)
        elif value is not None and name != "type":
            found[path] = value
    return found
