"""The cards of a practice table: the chance that shuffles and cuts them, and the shoes that they are dealt from."""

import hashlib
import secrets
from collections.abc import Sequence
from functools import partial

from pitboss.cards import Card, Opening, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.play import Table, apply
from pitboss.play.acts import Act, Shuffle
from pitboss.play.dealer import meet
from pitboss.play.needs import CutNeed, Need, ShuffleNeed
from pitboss.play.round import Round
from pitboss.play.shoes import CUT, NO_SHOES, DealtCards, Shoes
from pitboss.value import Value

_DOMAIN = b"pitboss practice seed 1\0"


class Chance:
    """The operating system's chance, or a text that a player chose: it gives the same shoes every time, and they are
    marked as chosen."""

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


class Opened(Value):
    """A shuffle as anybody may know it: its commitment, and once it is spent what opens it."""

    commitment: str
    is_chosen: bool
    opening: Opening | None = None
    dealt: tuple[Card, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the opening gives the commitment and the cards dealt."""
        return self.opening is not None and self.opening.check(self.commitment, self.dealt)


class PracticeShoe:
    """What the virtual dealer deals from. `behind` is how many cards the dealer leaves behind the cutting card, where
    that is said."""

    def __init__(self, chance: Chance, *, behind: int | None = None) -> None:
        self.chance = chance
        self.behind = behind
        self.shoes = NO_SHOES
        self._dealt = DealtCards()
        self._round = self._count = 0

    def answer(self, round: Round, need: Need, *, at: int | None = None) -> Act:
        """What is done about a need of the dealer's; `at` is where a player cuts, if they say."""
        cut = partial(self._place, round) if at is None else lambda _: at
        done = meet(round, need, self.shoes.live, partial(self._shuffle, round), cut)
        assert done is not None  # it is a need of the dealer's
        act, live = done
        self.shoes = self.shoes.after(act, live)
        self._dealt.see(act)
        return act

    def end_round(self, table: Table) -> list[Opened]:
        """Every shuffle of a round that is over, those opened that are spent."""
        return self._open(*self.shoes.end_round(table))

    def close(self) -> list[Opened]:
        """Every shuffle that is left when the table closes, opened: none of them will be dealt any more."""
        return self._open(NO_SHOES, self.shoes.every)

    def _open(self, left: Shoes, spent: tuple[Shoe, ...]) -> list[Opened]:
        self.shoes = left
        opened = [
            Opened(shoe.commitment, shoe.chosen, shoe.open(), self._dealt.open(shoe.commitment) or ()) for shoe in spent
        ]
        return opened if left.live is None else [*opened, Opened(left.live.commitment, left.live.chosen)]

    @property
    def is_in_use(self) -> bool:
        """Whether cards of an order have been dealt that is not opened yet."""
        return any(shoe.drawn for shoe in self.shoes.every)

    def _shuffle(self, round: Round, cards: tuple[Card, ...]) -> Shoe:
        self._count = self._count + 1 if round.number == self._round else 1
        self._round = round.number
        return self.chance.shoe(cards, round.number, self._count - 1)

    def _place(self, round: Round, need: CutNeed) -> int:
        """Where chance puts the cutting card; a dealer who marks the end of a shoe leaves a deck behind it, or more."""
        least = need.least
        if need.id != CUT:
            if self.behind is not None:
                return max(least, min(self.behind, need.most))
            least = max(least, min(len(round.game.deck), need.most))
        return self.chance.place(need.id, round.number, self._count - 1, least=least, most=need.most)


def next_cutter(table: Table) -> str:
    """The person to whom the cut will be offered after the shuffle that is due; none where the cards are not cut."""
    opening = table.begin().round
    due = next(need for need in opening.needs if isinstance(need, ShuffleNeed))
    needs = apply(opening, Shuffle(due.id)).round.needs
    return next((need.by for need in needs if isinstance(need, CutNeed)), "")
