"""Where a table's shoes come from: the operating system's chance, or a text that somebody chose to repeat them."""

import hashlib
import secrets
from collections.abc import Sequence

from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes

_DOMAIN = b"pitboss practice seed 1\0"


class Shuffles:
    """The shoes of a sitting, one after another. With a text they are the same every time, and marked as chosen."""

    def __init__(self, text: str | None = None) -> None:
        self.text = text

    def shoe(self, cards: Sequence[Card], round_number: int, shuffle: int = 0) -> Shoe:
        """A shoe of some cards for a round; `shuffle` counts those that the round had before."""
        size = seed_bytes(len(cards))
        if self.text is None:
            return Shoe.shuffled(cards, secrets.token_bytes(size))
        return Shoe.shuffled(cards, self._chosen(f"seed {round_number} {shuffle}", size), chosen=True)

    def place(self, what: str, round_number: int, shuffle: int, *, least: int, most: int) -> int:
        """How deep the cutting card goes in for what is done with it, every place being as likely as another."""
        if self.text is None:
            return least + secrets.randbelow(most - least + 1)
        purpose = f"{what} {round_number}" + (f" {shuffle}" if shuffle else "")
        return least + int.from_bytes(self._chosen(purpose, 16), "big") % (most - least + 1)

    def _chosen(self, purpose: str, size: int) -> bytes:
        assert self.text is not None
        return hashlib.shake_256(_DOMAIN + purpose.encode() + b"\0" + self.text.encode()).digest(size)
