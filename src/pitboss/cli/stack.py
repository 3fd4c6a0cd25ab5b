"""What the virtual dealer deals from: the order that is live, and those that are spent and wait to be opened.

An order is committed to when it is shuffled. It is spent when none of it can be dealt any more: another shuffle has
taken its cards, or the table has done with it. It is opened when the round is over, so that no card that lies face down
is given away by it.
"""

from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from pitboss.cards import Card, Opening, Shoe
from pitboss.cli.shuffles import Shuffles
from pitboss.play import Table, apply
from pitboss.play.acts import Act, Shuffle
from pitboss.play.dealer import meet
from pitboss.play.events import CardsDealt, Event
from pitboss.play.needs import CutNeed, Need, ShuffleNeed
from pitboss.play.round import Round


@dataclass
class Loading:
    """One shuffle: the shoe as it stands, and the cards that came out of it."""

    shoe: Shoe
    dealt: list[Card] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<a shuffle, {len(self.dealt)} cards dealt>"  # never what is still to come


class Opened(NamedTuple):
    """A shuffle as anybody may know it: its commitment, and once it is spent what opens it."""

    commitment: str
    is_chosen: bool
    opening: Opening | None = None
    dealt: tuple[Card, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the opening gives the commitment and the cards dealt."""
        return self.opening is not None and self.opening.check(self.commitment, self.dealt)


class Stack:
    """The cards of a sitting. `behind` is how many the dealer leaves behind the cutting card, where that is said."""

    def __init__(self, shuffles: Shuffles, *, behind: int | None = None) -> None:
        self.shuffles = shuffles
        self.behind = behind
        self._loadings: list[Loading] = []
        self._round = self._count = 0

    def answer(self, round: Round, need: Need, *, at: int | None = None) -> Act:
        """What is done about a need of the dealer's; `at` is where somebody cuts, if they say."""
        shoe = self._loadings[-1].shoe if self._loadings else None
        cut = partial(self._place, round) if at is None else lambda _: at
        done = meet(round, need, shoe, partial(self._shuffle, round), cut)
        assert done is not None  # it is a need of the dealer's
        act, shoe = done
        if isinstance(act, Shuffle) and shoe is not None:
            self._loadings.append(Loading(shoe))
        elif shoe is not None:
            self._loadings[-1].shoe = shoe
        return act

    def note(self, event: Event) -> None:
        """Remember what came out."""
        if isinstance(event, CardsDealt):
            self._loadings[-1].dealt += event.cards

    def close_round(self, *, is_spent: bool) -> list[Opened]:
        """Every shuffle of a round that is over, those opened that are spent: all but the last, or that one too."""
        last = len(self._loadings) - 1
        shuffles = [_seen(one, is_spent or place < last) for place, one in enumerate(self._loadings)]
        self._loadings = [] if is_spent else self._loadings[-1:]
        return shuffles

    @property
    def is_in_use(self) -> bool:
        """Whether cards of an order have been dealt that is not opened yet."""
        return any(loading.dealt for loading in self._loadings)

    def _shuffle(self, round: Round, cards: tuple[Card, ...]) -> Shoe:
        self._count = self._count + 1 if round.number == self._round else 1
        self._round = round.number
        return self.shuffles.shoe(cards, round.number, self._count - 1)

    def _place(self, round: Round, need: CutNeed) -> int:
        """Where chance puts the cutting card; a dealer who marks the end of a shoe leaves a deck behind it, or more."""
        least = need.least
        if need.id != "cut":
            if self.behind is not None:
                return max(least, min(self.behind, need.most))
            least = max(least, min(len(round.game.deck), need.most))
        return self.shuffles.place(need.id, round.number, self._count - 1, least=least, most=need.most)


def _seen(loading: Loading, is_spent: bool) -> Opened:
    shoe = loading.shoe
    if not is_spent:
        return Opened(shoe.commitment, shoe.chosen)
    return Opened(shoe.commitment, shoe.chosen, shoe.open(), tuple(loading.dealt))


def next_cutter(table: Table) -> str:
    """Who the cut will be offered to after the shuffle that is due; nobody where the cards are not cut."""
    opening = table.begin().round
    due = next(need for need in opening.needs if isinstance(need, ShuffleNeed))
    needs = apply(opening, Shuffle(due.id)).round.needs
    return next((need.by for need in needs if isinstance(need, CutNeed)), "")
