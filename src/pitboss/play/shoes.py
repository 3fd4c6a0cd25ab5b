"""The shoes of a table: the one that is dealt from, those that others replaced, and what came out of each.

A shuffle is committed to when it is made. It is opened once nothing of its order is to be dealt any more and none of
its cards lies on the table: one that another replaces in the middle of a round waits for the end of it.
"""

from collections.abc import Sequence

from pitboss.cards import Card, Shoe
from pitboss.play.acts import Act, Cut, CuttingCard, Deal, Shuffle
from pitboss.play.table import Table
from pitboss.value import Value, replace

CUT = "cut"
"""The need at which a cut parts the stack; at any other it marks where the stack ends."""


class Shoes(Value):
    """The shoe that a table is dealt from, if it has a virtual one, and the shuffles of the open round that are spent:
    they are opened at its end."""

    live: Shoe | None = None
    spent: tuple[Shoe, ...] = ()

    @property
    def every(self) -> tuple[Shoe, ...]:
        """All of them, the live one last."""
        return self.spent if self.live is None else (*self.spent, self.live)

    def after(self, act: Act, live: Shoe | None) -> "Shoes":
        """The shoes once an act is done that leaves this one live: a shuffle replaces the one before it."""
        if live is self.live:
            return self
        is_replaced = isinstance(act, Shuffle) and self.live is not None
        return Shoes(live, self.every if is_replaced else self.spent)

    def end_round(self, table: Table) -> tuple["Shoes", tuple[Shoe, ...]]:
        """The shoes that stay when a round is over and the shuffles to open: the last one too where no card of it is
        out any more, for the next round begins with another."""
        return (Shoes(self.live), self.spent) if table.stock.out else (Shoes(), self.every)


NO_SHOES = Shoes()


class Shuffled(Value):
    """A shuffle as the acts of a table tell of it: where it was cut and marked, and how much of it is out. With its
    secret it gives the shoe, so that every process which knows the log deals the same next card."""

    commitment: str
    cut_at: int = 0
    behind: int = 0
    """How many cards lie behind the cutting card; 0 where none is in the shoe any more."""
    drawn: int = 0

    def shoe(self, secret: Shoe) -> Shoe:
        """The shoe as it is now, out of the shuffle as it was made."""
        stop = len(secret.cards) - self.behind if self.behind else 0
        return replace(secret, cut_at=self.cut_at, drawn=self.drawn, stop=stop)


class Shuffles(Value):
    """The shuffles of a table that are not opened yet, folded from its acts: the live one, and those that others
    replaced in the open round."""

    live: Shuffled | None = None
    spent: tuple[Shuffled, ...] = ()

    @property
    def every(self) -> tuple[Shuffled, ...]:
        """All of them, the live one last."""
        return self.spent if self.live is None else (*self.spent, self.live)

    def after(self, act: Act) -> "Shuffles":
        """The shuffles after an act. A shuffle by hand commits to nothing, and ends the one before it."""
        live = self.live
        if isinstance(act, Shuffle):
            return Shuffles(Shuffled(act.commitment) if act.commitment else None, self.every)
        if live is None:
            return self
        if isinstance(act, Deal):
            return Shuffles(live._replace(drawn=live.drawn + len(act.cards)), self.spent)
        if isinstance(act, Cut):
            return Shuffles(live._replace(**{"cut_at" if act.need == CUT else "behind": act.at}), self.spent)
        if isinstance(act, CuttingCard):
            return Shuffles(live._replace(behind=0), self.spent)
        return self

    def without(self, commitment: str) -> "Shuffles":
        """The shuffles once one of them is opened."""
        live = self.live if self.live is not None and self.live.commitment != commitment else None
        return Shuffles(live, tuple(each for each in self.spent if each.commitment != commitment))


NO_SHUFFLES = Shuffles()


def cut_shoe(shoe: Shoe, need: str, at: int) -> Shoe:
    """A shoe with the cutting card put in, so many cards deep: to cut it, or to mark where it is to end."""
    return shoe.cut(at) if need == CUT else shoe.marked(at)


def keeps_to(shoe: Shoe | None, commitment: str, dealt: Sequence[Card]) -> bool:
    """Say whether a shoe is the one that was committed to and has dealt what was dealt; none, where none was."""
    if shoe is None or not commitment:
        return shoe is None and not commitment
    return shoe.drawn == len(dealt) and shoe.open().check(commitment, dealt)


class DealtCards:
    """The cards that came out of each shuffle that is not opened yet, as the acts of a table tell it."""

    def __init__(self) -> None:
        self._dealt: dict[str, list[Card]] = {}
        self.last = ""
        """The commitment to the last shuffle; nothing where it was made by hand, or is opened."""

    def see(self, act: Act) -> None:
        """See one more act: a shuffle by hand commits to nothing."""
        if isinstance(act, Shuffle):
            self.last = act.commitment
            self._dealt[act.commitment] = []
        elif isinstance(act, Deal) and self.last:
            self._dealt[self.last] += act.cards

    def of(self, commitment: str) -> tuple[Card, ...]:
        """The cards that came out of a shuffle."""
        return tuple(self._dealt.get(commitment, ()))

    def open(self, commitment: str) -> tuple[Card, ...] | None:
        """The cards that came out of a shuffle that is opened now; nothing if there is no such shuffle."""
        if commitment not in self._dealt:
            return None
        if commitment == self.last:
            self.last = ""
        return tuple(self._dealt.pop(commitment))
