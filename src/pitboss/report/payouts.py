"""What pays what at a table, line by line as the book has it: for the terminal and the pages."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.law.rules import Rules
from pitboss.money import ToOne, dollars
from pitboss.play.terms import spot_words


class PayLine(NamedTuple):
    """A line of the payout schedule: the wager, the hand or occasion, what it pays, and the clause."""

    wager: str
    hand: str
    pays: str
    clause: str


def pay_lines(rules: Rules) -> Iterator[PayLine]:
    """The payout schedule of a game, in the order of the book."""
    data = rules.game.data
    for row in data.get("pay", ()):
        yield PayLine(spot_words(row["wager"]), _hand(row["line"]), _odds(row["odds"]), str(row.get("clause", "")))
    if "insurance" in data:
        row = data["insurance"]
        yield PayLine("Insurance", "the dealer's pontoon", _odds(row["odds"]), row["clauses"][-1])
    bonus = data.get("super-bonus", {})
    for tier in bonus.get("tiers", ()):
        hand = f"from a wager of {dollars(tier['from_cents'])}"
        yield PayLine("Super Bonus", hand, dollars(tier["cents"]), bonus["clause"])
    if bonus:
        yield PayLine("Super Bonus", "every other player", dollars(bonus["others_cents"]), bonus["clause"])


def _odds(written: str) -> str:
    return str(ToOne.parse(str(written)))


def _hand(line: str) -> str:
    """A line of a pay table as it is read: `five card 21`, `6-7-8 mixed`."""
    return re.sub(r"-(?=[a-z])|(?<=[a-z])-", " ", line)
