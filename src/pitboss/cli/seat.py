"""A player of a sitting: the areas of the layout that they play, and a purse of practice money."""

from dataclasses import dataclass
from typing import NamedTuple

from pitboss.money import dollars
from pitboss.play.game import Viewer
from pitboss.play.history import totals
from pitboss.play.round import Round


class Bet(NamedTuple):
    """An opening wager as somebody types it: where, and how much."""

    area: int
    spot: str
    cents: int


@dataclass
class Seat:
    """Somebody who plays at a practice table, with what they have and what they wagered last."""

    name: str
    areas: tuple[int, ...]
    """The areas that they play, the first being where they sit, or stand if somebody sits there."""
    buy_in_cents: int
    bankroll: int = 0
    bought: int = 0
    rounds: int = 0
    again: tuple[Bet, ...] = ()
    gone: bool = False
    """Whether they have left in the middle of the round, so that the rules decide for them."""

    def __post_init__(self) -> None:
        self.buy_in()

    @property
    def area(self) -> int:
        """Where they are at the table."""
        return self.areas[0]

    @property
    def viewer(self) -> Viewer:
        """The player as somebody who looks at the table."""
        return Viewer("patron", self.name)

    def move(self, area: int) -> None:
        """Go to another area, and wager afresh there."""
        self.areas, self.again = (area,), ()

    def buy_in(self) -> None:
        """Take more practice money, as much as at the start."""
        self.bankroll += self.buy_in_cents
        self.bought += self.buy_in_cents

    def free_cents(self, round: Round) -> int:
        """What they have besides what lies on the layout, or has been lost on it."""
        mine = next((total for total in totals(round) if total.patron == self.name), None)
        return self.bankroll + (mine.returned + mine.won - mine.staked if mine else 0)

    def settle(self, round: Round) -> int | None:
        """Book a round that is over; give back what it was worth, nothing if they sat it out."""
        for total in totals(round):
            if total.patron == self.name and (total.staked or total.won):
                self.bankroll += total.net
                self.rounds += 1
                return total.net
        return None

    def farewell(self) -> str:
        """What is said when they get up."""
        won = self.bankroll - self.bought
        how = f"{dollars(won)} up" if won > 0 else f"{dollars(-won)} down" if won < 0 else "even"
        rounds = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        return f"{self.name} gets up with {dollars(self.bankroll)} in practice chips, {how} after {rounds}."
