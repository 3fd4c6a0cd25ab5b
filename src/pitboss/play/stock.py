"""What is known of the cards that a table deals from."""

from pitboss.cards import Card
from pitboss.law import Because
from pitboss.value import Value

NOT_OUT = -1
"""Where the cutting card is while it has not come out."""
OFF_TABLE = frozenset({"collected", "bust", "paid", "settled", "void", "forfeited"})
"""How a hand stands whose cards are in the discard rack."""


class Stock(Value):
    """A shoe or device in the middle of its cards, as anybody may know it.

    `seen` are the cards known to be out of it, `out` how many are; `cutting` is where the cutting card came out, `due`
    why the cards are to be shuffled next, `rounds` how many were played since they were, `always` who has wagered in
    each of those.
    """

    seen: tuple[Card, ...] = ()
    out: int = 0
    cutting: int = NOT_OUT
    due: Because = ()
    rounds: int = 0
    always: frozenset[str] = frozenset()


FRESH = Stock()
