"""The jackpot game of a table as its state holds it: the wagers that are registered, what is wrong with the equipment,
and the games that were kept by hand meanwhile."""

from pitboss.jackpot import PoolClaim
from pitboss.money import Chips
from pitboss.value import Value


class RegisteredWager(Value, tag="RegisteredWager", order=True):
    """A jackpot wager that is registered: whose it is, and on which area it rides."""

    patron: str
    area: int


class JackpotGame(Value, tag="JackpotGame"):
    """A jackpot game that was started and is not recorded yet."""

    number: int
    """Its number at its table."""
    round: int
    """The round for which it was started; after a misdeal it may be recorded in a later one."""
    wagers: tuple[RegisteredWager, ...]
    by_hand: bool = False
    """Whether its wagers were written down by hand, and the meter has yet to be told of them."""

    def has(self, patron: str) -> bool:
        """Whether a patron's jackpot wager is registered."""
        return any(wager.patron == patron for wager in self.wagers)


class GameByHand(Value, tag="GameByHand"):
    """A jackpot game that was written down while the equipment did not work. One that goes on has no claims yet."""

    number: int
    round: int
    plays: str
    wagers: int
    claims: tuple[PoolClaim, ...] = ()
    chips: Chips = Chips()
    fed: bool = False
    """Whether its wagers were registered before the equipment failed, and have fed the meter."""
    meter: str = ""
    """The meter that it counts on, where the log says so."""


class EquipmentFault(Value, tag="EquipmentFault"):
    """What is wrong with the jackpot equipment of a table. Play goes on once it is approved where the document has it
    so; what is played before the equipment works again is kept by hand."""

    id: str
    words: str
    at: str
    is_approved: bool
    works_again: bool = False
