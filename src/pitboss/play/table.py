"""A table between rounds: what lasts from one round to the next, as a value."""

from pitboss.play.box import Box
from pitboss.play.round import Draft, Game, Round, Step
from pitboss.play.stock import FRESH, Stock
from pitboss.play.terms import Terms
from pitboss.play.wager import CARRIED, Refused, Wager
from pitboss.value import Value


class Table(Value):
    """An open table: its game, the cards as they are known, wagers carried over and who is at which area."""

    game: Game
    rounds: int = 0
    deck: str = ""
    stock: Stock = FRESH
    carried: tuple[Wager, ...] = ()
    boxes: tuple[Box, ...] = ()

    @classmethod
    def open(cls, game: Game) -> "Table":
        """Open a table, if its terms allow it."""
        no = game.check_terms()
        if no is not None:
            raise Refused(no)
        return cls(game, stock=game.opening_stock())

    def on(self, terms: Terms) -> "Table":
        """The same table on other terms, if the game may be played on them."""
        game = self.game.on(terms)
        no = game.check_terms()
        if no is not None:
            raise Refused(no)
        return self._replace(game=game)

    def begin(self) -> Step:
        """Begin the next round, with the wagers that were carried to it already down."""
        game, stock, carried = self.game, self.stock, self.carried
        wagers = tuple([w._replace(id=place, hand=-1) for place, w in enumerate(carried)]) if carried else ()
        draft = Draft()
        draft.game, draft.number, draft.phase, draft.version = game, self.rounds + 1, "", 0
        draft.needs = draft.hands = draft.settlements = draft.claims = ()
        draft.wagers, draft.deck, draft.boxes = wagers, self.deck, self.boxes
        draft.seen, draft.out, draft.cutting, draft.due = stock.seen, stock.out, stock.cutting, stock.due
        draft.events = []
        game.begin(draft)
        return draft.step()

    def after(self, round: Round) -> "Table":
        """The table once a round is over."""
        if not round.is_over:
            raise ValueError("the round is not over")
        results = [settlement.result for settlement in round.settlements]
        wagers = _carried(round) if CARRIED in results else ()
        stock = self.game.stock_after(self.stock, round)
        return Table(self.game.after(stock), round.number, round.deck, stock, wagers, round.boxes)

    def give_up(self, patron: str) -> tuple["Table", tuple[Wager, ...]]:
        """Hand a leaving patron the wagers that were carried for them."""
        theirs = tuple(w for w in self.carried if w.patron == patron)
        return self._replace(carried=tuple(w for w in self.carried if w.patron != patron)), theirs


def _carried(round: Round) -> tuple[Wager, ...]:
    """The wagers that stay where they are for the next round."""
    return tuple(
        round.wagers[s.wager]._replace(stake=s.stake, left=s.stake) for s in round.settlements if s.result is CARRIED
    )
