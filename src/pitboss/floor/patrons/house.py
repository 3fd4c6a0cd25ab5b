"""What each house asks of its patrons, and at which of its tables.

The Star has player cards and loss limits; its Caribbean Stud, whose text is older, follows them only if the house's
policy says so (reading C11). Crown has neither: whoever walks in may play as a guest.
"""

from collections.abc import Mapping
from datetime import date, datetime

from pitboss import law
from pitboss.floor.patrons.periods import calendar_day
from pitboss.law import Because, Key
from pitboss.law.rules import Rules
from pitboss.value import Value


class House(Value):
    """An operator's own arrangements for its patrons."""

    cards_from: date | None = None
    counts_losses: bool = False
    binds_every_table: bool = False
    """Whether the house's rules hold at a game, too, whose own text does not have them."""


HOUSES: Mapping[str, House] = {"star": House(date(2024, 8, 19), counts_losses=True), "crown": House()}


def in_force(house: House, rules: Rules, key: Key) -> Because:
    """The grounds on which a rule about patrons holds at a table: its own clause, or the reading that brings it in."""
    if rules.applies(key):
        return (key,)
    return rules.readings("C11") if house.binds_every_table else ()


def card_wanted(house: House, rules: Rules, now: datetime) -> Because:
    """The grounds on which a player needs a card at a table; none if they do not."""
    since = house.cards_from
    return in_force(house, rules, law.PLAYER_CARD) if since is not None and calendar_day(now) >= since else ()
