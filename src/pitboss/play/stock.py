"""What is known of the cards that a table deals from, and the cards that a shuffle takes."""

from typing import TYPE_CHECKING

from pitboss.cards import Card
from pitboss.law import Because
from pitboss.play.round import NOT_OUT
from pitboss.value import Value

if TYPE_CHECKING:
    from pitboss.play.draft import Draft
    from pitboss.play.round import Round

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


def on_table(round: "Round | Draft") -> list[Card]:
    """The cards of hands that still lie on the table."""
    return [card for hand in round.hands if hand.status not in OFF_TABLE for card in hand.cards]


def off_table(round: "Round") -> tuple[Card, ...]:
    """What goes into a shuffle: all cards of the game but those on the table; of a single deck those that have not come
    out, as it may be shuffled in the middle of its round."""
    pack = round.game.pack
    if round.game.copies == 1:
        return tuple(card for card in pack if card not in round.seen) if round.seen else pack
    held = on_table(round)
    if not held:
        return pack
    left = list(pack)
    for card in held:
        left.remove(card)
    return tuple(left)
