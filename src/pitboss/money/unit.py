"""Units: what an amount is an amount of. A unit says what it is good for, so that no code asks for its name.

On the log and in the names of accounts a unit is its name; `unit_named` gives the unit back.
"""

from functools import lru_cache

from pitboss.value import Value

CENTS = 100
_TOURNAMENT = "tournament "


class Unit(Value):
    """Something that accounts hold and tables play for."""

    name: str
    """Its name on the log."""
    is_money: bool = False
    """Whether chips of it are sold and bought back for dollars."""
    is_practice: bool = False
    """Whether it is worth nothing at all: play with it is guarded, timed and priced for no one."""
    counts_as_loss: bool = False
    """Whether what a patron loses of it counts towards their loss limits."""
    needs_card: bool = False
    """Whether a player needs a player card where the rules want one."""
    in_shift_report: bool = False
    """Whether tables that play for it are lines of the shift report."""
    tournament: str = ""
    """The tournament that issues it, whose tables alone it is worth something at."""
    scale: int = CENTS
    """How many of its smallest part make a dollar; a meter's is finer than a cent."""


AUD = Unit("AUD", is_money=True, counts_as_loss=True, needs_card=True, in_shift_report=True)
"""Dollars, in chips or cash."""
TOKENS = Unit("tokens")
"""Promotional tokens at their nominated value: they are staked beside chips and no table plays for them."""
PRACTICE = Unit("practice", is_practice=True)
PLAYED_FOR = (AUD, PRACTICE)
"""The units that a table may play for without a tournament."""


def tournament_unit(tournament: str) -> Unit:
    """The unit of a tournament's chips."""
    return Unit(f"{_TOURNAMENT}{tournament}", needs_card=True, tournament=tournament)


@lru_cache(1024)
def unit_named(name: str) -> Unit:
    """The unit of a name; one that is good for nothing where no unit has that name."""
    if name.startswith(_TOURNAMENT) and name != _TOURNAMENT:
        return tournament_unit(name.removeprefix(_TOURNAMENT))
    return next((unit for unit in (AUD, TOKENS, PRACTICE) if unit.name == name), Unit(name))
