"""What a player sees at a decision, and what is told in return."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pitboss.cards import UNKNOWN, Card, show
from pitboss.lab.question import LabError
from pitboss.value import Value

PLAY, SURRENDER, FORFEIT, INSURANCE = "play", "surrender", "forfeit", "insurance"


class Seen(Value):
    """What a player at a decision can see; cards that are face down are left out."""

    hand: tuple[Card, ...]
    """The cards of the hand that is asked about, in the order they came."""
    up: Card | None = None
    """The dealer's up card, where there is one."""
    board: tuple[Card, ...] = ()
    """The community cards that are shown."""
    wagers: tuple[int, ...] = ()
    """In Mississippi Stud: the Street wagers made so far, in Antes."""
    decision: str = PLAY
    """In Pontoon: `play`, `surrender`, `forfeit` (a doubled hand) or `insurance`."""
    split: tuple[Card, ...] = ()
    """In Pontoon, after a split: the cards of the pair that are in the other hands."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that is seen."""
        return (*self.hand, *self.board, *(() if self.up is None else (self.up,)), *self.split)

    def of_one_deck(self) -> None:
        """Refuse cards that one deck does not hold."""
        if UNKNOWN in self.cards:
            raise LabError("A card that nobody knows tells nothing: leave it out.")
        if len(set(self.cards)) < len(self.cards):
            raise LabError(f"One deck does not hold {show(self.cards)}.")

    def expect(self, hand: int, board: Sequence[int] = (0,), *, up: bool = False) -> None:
        """Refuse another number of cards than a decision has."""
        self.of_one_deck()
        wrong = len(self.hand) != hand or len(self.board) not in board or (self.up is not None) != up
        if wrong:
            shown = f", {' or '.join(map(str, board))} community cards" if board != (0,) else ""
            raise LabError(f"A decision here is made with {hand} cards{shown}{' and an up card' if up else ''}.")


class Valued(Value):
    """One thing that may be done: its name in the game, what it adds to the wager, and what it is worth, in units."""

    name: str
    wager: int
    value: Fraction | float

    @property
    def label(self) -> str:
        """The choice in a word or two: `bet 3x`, `fold`."""
        return f"{self.name} {self.wager}x" if self.name == "bet" else self.name.replace("-", " ")


class Advice(Value):
    """The choices at a decision, as the game names them, and the best of them."""

    game: str
    decision: str
    unit: str
    options: tuple[Valued, ...]
    strategy_class: str
    """What is supposed of the decisions after this one."""
    best: Valued
    """The choice worth most; of several worth the same, the one that the lab's strategy takes."""
    ties: tuple[Valued, ...] = ()
    """The other choices worth as much as the best."""

    @property
    def is_exact(self) -> bool:
        """Say whether the values are exact fractions."""
        return all(isinstance(option.value, Fraction) for option in self.options)

    def cost(self, option: Valued) -> float:
        """What a choice gives up beside the best, in units."""
        return float(self.best.value - option.value)

    def data(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.game,
            "decision": self.decision,
            "unit": self.unit,
            "options": [
                {
                    "option": option.name,
                    "label": option.label,
                    "wager": option.wager,
                    "value": float(option.value),
                    "value_exact": str(option.value) if isinstance(option.value, Fraction) else None,
                    "cost": self.cost(option),
                }
                for option in self.options
            ],
            "best": self.best.label,
            "ties": [tie.label for tie in self.ties],
            "exact": self.is_exact,
            "strategy_class": self.strategy_class,
        }
