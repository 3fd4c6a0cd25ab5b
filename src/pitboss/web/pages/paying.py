"""What pays what at a table, a group for each wager, with its clause."""

from typing import Any

from pitboss.law.rules import Rules
from pitboss.report import payouts


def pay_lines(rules: Rules) -> list[dict[str, Any]]:
    """The payout schedule of a game, worked out once for a book."""
    key = rules.edition.content_hash, rules.game.name
    if key not in _known:
        _known[key] = _pay_lines(rules)
    return _known[key]


_known: dict[tuple[str, str], list[dict[str, Any]]] = {}


def _pay_lines(rules: Rules) -> list[dict[str, Any]]:
    groups: dict[str, list[dict[str, str]]] = {}
    for wager, hand, pays, clause in payouts.pay_lines(rules):
        line = {"hand": hand[:1].upper() + hand[1:], "pays": pays, "clause": clause}
        groups.setdefault(wager, []).append(line)
    return [{"wager": "Each wager" if name == "Each" else name, "lines": lines} for name, lines in groups.items()]
