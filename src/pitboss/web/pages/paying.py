"""What pays what at a table, line by line as the book has it, with its clause."""

import re
from typing import Any

from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.terms import spot_words
from pitboss.web.pages.cloth import to_one


def pay_lines(rules: Rules) -> list[dict[str, Any]]:
    """The payout schedule of a game, worked out once for a book."""
    key = rules.edition.content_hash, rules.game.name
    if key not in _known:
        _known[key] = _pay_lines(rules)
    return _known[key]


_known: dict[tuple[str, str], list[dict[str, Any]]] = {}


def _pay_lines(rules: Rules) -> list[dict[str, Any]]:
    """The payout schedule of a game: a group for each wager, in the order of the book."""
    data = rules.game.data
    groups: dict[str, list[dict[str, str]]] = {}
    for row in data.get("pay", ()):
        groups.setdefault(spot_words(row["wager"]), []).append(_line(row["line"], to_one(row["odds"]), row))
    if "insurance" in data:
        row = data["insurance"]
        line = {"hand": "The dealer's pontoon", "pays": to_one(row["odds"]), "clause": row["clauses"][-1]}
        groups.setdefault("Insurance", []).append(line)
    bonus = data.get("super-bonus", {})
    for tier in bonus.get("tiers", ()):
        hand = f"From a wager of {dollars(tier['from_cents'])}"
        line = {"hand": hand, "pays": dollars(tier["cents"]), "clause": bonus["clause"]}
        groups.setdefault("Super Bonus", []).append(line)
    if bonus:
        line = {"hand": "Every other player", "pays": dollars(bonus["others_cents"]), "clause": bonus["clause"]}
        groups.setdefault("Super Bonus", []).append(line)
    return [{"wager": "Each wager" if name == "Each" else name, "lines": lines} for name, lines in groups.items()]


def _line(name: str, pays: str, row: Any) -> dict[str, str]:
    """A line as it is read: `Five card 21`, `6-7-8 mixed`."""
    hand = re.sub(r"-(?=[a-z])|(?<=[a-z])-", " ", name)
    return {"hand": hand[:1].upper() + hand[1:], "pays": pays, "clause": str(row.get("clause", ""))}
