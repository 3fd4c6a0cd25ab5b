"""A table between rounds: what lasts from one round to the next, as a value."""

from typing import NamedTuple

from pitboss.cards import Card
from pitboss.play.game import Game
from pitboss.play.round import Draft, Round, Step
from pitboss.play.wager import Refused, Result, Wager


class Table(NamedTuple):
    """An open table. `seen` are the cards known to have left the shoe that is still in play."""

    game: Game
    rounds: int = 0
    deck: str = ""
    seen: tuple[Card, ...] = ()
    carried: tuple[Wager, ...] = ()

    @classmethod
    def open(cls, game: Game) -> "Table":
        """Open a table, if its terms allow it."""
        no = game.check_terms()
        if no is not None:
            raise Refused(no)
        return cls(game)

    def begin(self) -> Step:
        """Begin the next round, with the wagers that were carried to it already down."""
        wagers = tuple([w._replace(id=place, hand=-1) for place, w in enumerate(self.carried)])
        draft = Draft(Round(self.game, self.rounds + 1, wagers=wagers, seen=self.seen, deck=self.deck, version=-1))
        self.game.begin(draft)
        return draft.step()

    def after(self, round: Round) -> "Table":
        """The table once a round is over."""
        if not round.is_over:
            raise ValueError("the round is not over")
        carried = tuple(
            [
                round.wagers[s.wager]._replace(stake=s.stake, left=s.stake)
                for s in round.settlements
                if s.result is Result.CARRIED
            ]
        )
        seen = round.seen if self.game.keeps_shoe(round) else ()
        return Table(self.game, round.number, round.deck, seen, carried)

    def give_up(self, patron: str) -> tuple["Table", tuple[Wager, ...]]:
        """Hand a leaving patron the wagers that were carried for them."""
        theirs = tuple(w for w in self.carried if w.patron == patron)
        return self._replace(carried=tuple(w for w in self.carried if w.patron != patron)), theirs
