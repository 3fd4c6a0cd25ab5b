"""The secrets of shuffles. Each is written once and never changes, so that the cards still to come outlast the process
that shuffled them; how far a shuffle is dealt the log tells, so that every process deals the same next card."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from pitboss.cards import Card, Shoe
from pitboss.floor.store import Store, Stream
from pitboss.play.shoes import Shoes, Shuffled, Shuffles

REMEMBERED = 4_096
"""How many shuffles a process remembers; the one that was made first is read again."""


def write_secret(shoe: Shoe) -> str:
    """A shuffle as it was made."""
    return json.dumps({"cards": bytes(shoe.cards).hex(), "seed": shoe.seed.hex(), "chosen": shoe.chosen})


def read_secret(text: str) -> Shoe:
    """A shuffle as it was made, out of its secret."""
    data: Mapping[str, Any] = json.loads(text)
    cards = tuple(Card(number) for number in bytes.fromhex(data["cards"]))
    return Shoe.shuffled(cards, bytes.fromhex(data["seed"]), chosen=True)._replace(chosen=data["chosen"])


class Secrets:
    """The shuffles of tables that this process has made or read. One that is not what was committed to is none."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[tuple[Stream, str], Shoe] = OrderedDict()

    def add(self, stream: Stream, shoe: Shoe) -> None:
        """Remember a shuffle that is durable."""
        self._known[stream, shoe.commitment] = shoe._replace(cut_at=0, drawn=0, stop=0)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def shoe(self, stream: Stream, shuffled: Shuffled) -> Shoe | None:
        """The shoe of a shuffle as it is now; nothing where the store has no such secret."""
        known = self._known.get((stream, shuffled.commitment))
        if known is None:
            text = self._store.secret(stream, shuffled.commitment)
            known = read_secret(text) if text is not None else None
            if known is None or known.commitment != shuffled.commitment:
                return None
            self.add(stream, known)
        return shuffled.shoe(known)

    def shoes(self, stream: Stream, shuffles: Shuffles) -> tuple[Shoes, bool]:
        """The shoes of a table, and whether the store has the secret of each that the log commits to."""
        found = [self.shoe(stream, each) for each in shuffles.every]
        live = found[-1] if shuffles.live is not None else None
        spent = found[: len(shuffles.spent)]
        return Shoes(live, tuple(each for each in spent if each is not None)), None not in found
