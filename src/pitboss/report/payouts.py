"""What pays what at a table, line by line as its sign has it, in words: for the terminal and the pages."""

import re
from collections.abc import Iterator

from pitboss.floor.tables.signage import Pay, schedule
from pitboss.law.rules import Rules
from pitboss.money import ToOne, dollars
from pitboss.play.terms import spot_words
from pitboss.value import Value

BONUS = "Super Bonus"
NAMED = {"dealer-pontoon": ("", "the dealer's pontoon"), "super-bonus-others": (BONUS, "every other player")}
"""Lines that are read otherwise than by their own names: under which wager, and as what."""


class PayLine(Value):
    """A line of the payout schedule: the wager, the hand or occasion, what it pays, the clause, and whether the notice
    of maximum payout holds for it."""

    wager: str
    hand: str
    pays: str
    clause: str
    capped: bool = False


def pay_lines(rules: Rules) -> Iterator[PayLine]:
    """The payout schedule of a game, in the order of the book."""
    return map(pay_line, schedule(rules))


def pay_line(pay: Pay) -> PayLine:
    """A line of a sign's schedule in words."""
    wager, hand = NAMED.get(pay.line, ("", _hand(pay.line)))
    if pay.from_cents:
        wager, hand = BONUS, f"from a wager of {dollars(pay.from_cents)}"
    pays = str(ToOne.parse(pay.odds)) if pay.odds else dollars(pay.cents)
    return PayLine(wager or spot_words(pay.wager), hand, pays, pay.clause, pay.capped)


def _hand(line: str) -> str:
    """A line of a pay table as it is read: `five card 21`, `6-7-8 mixed`."""
    return re.sub(r"-(?=[a-z])|(?<=[a-z])-", " ", line)
