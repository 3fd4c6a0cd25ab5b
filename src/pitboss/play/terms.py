"""The terms that a table is open on: its device, its chips, its sign and its jackpot."""

from collections.abc import Mapping
from typing import Literal

from pitboss.money import Chips, dollars
from pitboss.value import Value

Device = Literal["shoe", "shuffler"]


class Limits(Value, tag="Limits"):
    """What the sign says of one spot. A unit of 0 leaves the amount free."""

    minimum_cents: int
    maximum_cents: int
    unit_cents: int = 0

    @property
    def words(self) -> str:
        """The limits as a sign says them: `$5 to $500 by $5`."""
        unit = f" by {dollars(self.unit_cents)}" if self.unit_cents else ""
        return f"{dollars(self.minimum_cents)} to {dollars(self.maximum_cents)}{unit}"


class JackpotTerms(Value, tag="JackpotTerms"):
    """The jackpot that a table offers: price, dealing method, payout option and whether several games share it."""

    price_cents: int
    method: str = ""
    option: int = 1
    linked: bool = False


class Restriction(Value, tag="Restriction"):
    """What a player is held to, by the rule of that name, and who ordered it."""

    rule: str
    rank: str
    inspector_told: bool = False


class Terms(Value, tag="Terms"):
    """Everything about a table that is not the rules of its game.

    `multiples` are those of the Ante that the sign offers at each stage, where the rules leave that to the sign.
    `decks`, `bettors` (on one area) and `players` (at the table) are what the rules have unless a number is given;
    `reserved` are areas kept for one player, `restricted` players held to less than others may do.
    """

    limits: Mapping[str, Limits]
    device: Device = "shoe"
    chips: Chips = Chips()
    regulator_minimum_cents: Mapping[str, int] | None = None
    maximum_payout_cents: int | None = None
    individual: Mapping[str, Mapping[str, Limits]] = {}
    jackpot: JackpotTerms | None = None
    multiples: Mapping[str, tuple[int, ...]] = {}
    areas: int = 7
    money: bool = False
    decks: int = 0
    bettors: int = 0
    players: int = 0
    reserved: Mapping[str, tuple[int, ...]] = {}
    restricted: Mapping[str, Restriction] = {}
    low_limit: bool = False

    def copied(self) -> "Terms":
        """The same terms in mappings of their own, so that nobody changes an open table from outside."""
        floor = self.regulator_minimum_cents
        return self._replace(
            limits=dict(self.limits),
            regulator_minimum_cents=None if floor is None else dict(floor),
            individual={name: dict(theirs) for name, theirs in self.individual.items()},
            multiples=dict(self.multiples),
            reserved=dict(self.reserved),
            restricted=dict(self.restricted),
        )

    def limits_of(self, patron: str, spot: str) -> Limits:
        """The limits that bind a player on a spot: their own if they have some, else the sign's."""
        if self.individual and patron in self.individual:
            own = self.individual[patron].get(spot)
            if own is not None:
                return own
        return self.limits[spot]


def spot_words(spot: str) -> str:
    """A spot as the layout writes it: `Ante`, `3rd Street`."""
    return " ".join(word[:1].upper() + word[1:] for word in spot.replace("-", " ").split())


class Spot(Value):
    """A kind of place for wagers on a playing area."""

    name: str
    bettors: int = 1
    priced: bool = False
    """A priced spot takes exactly its price, nothing more or less."""
    opening: bool = True
    """An opening spot takes wagers before the first card; the others are reached by deciding."""
    face_down: bool = False
    """Whether wagers may be written and put down unseen here."""
