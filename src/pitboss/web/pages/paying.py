"""What pays what at a table, a group for each wager, with its clause."""

from collections.abc import Iterable
from typing import Any

from pitboss.law.rules import Rules
from pitboss.report import payouts
from pitboss.report.payouts import PayLine


def pay_lines(rules: Rules) -> list[dict[str, Any]]:
    """The payout schedule of a game, worked out once for a book."""
    key = rules.edition.content_hash, rules.game.name
    if key not in _known:
        _known[key] = grouped(payouts.pay_lines(rules))
    return _known[key]


_known: dict[tuple[str, str], list[dict[str, Any]]] = {}


def grouped(schedule: Iterable[PayLine]) -> list[dict[str, Any]]:
    """The lines of a schedule by their wagers."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for line in schedule:
        row = line._asdict() | {"hand": line.hand[:1].upper() + line.hand[1:]}
        groups.setdefault(row.pop("wager"), []).append(row)
    return [{"wager": "Each wager" if name == "Each" else name, "lines": lines} for name, lines in groups.items()]
