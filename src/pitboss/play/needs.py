"""What the rules await. Several needs can be open at once, each with an id of its own; an act is stale only when the
need that it names has closed."""

from typing import NamedTuple

from pitboss.law import Because


class Offer(NamedTuple):
    """A spot open for wagers, with the limits on the sign."""

    spot: str
    least_cents: int
    most_cents: int
    unit_cents: int = 0
    because: Because = ()


class WagersNeed(NamedTuple):
    """Opening wagers may be placed and taken back until the dealer closes them."""

    id: str
    offers: tuple[Offer, ...]


class ShuffleNeed(NamedTuple):
    """The cards are to be shuffled."""

    id: str
    deck: str = ""


class CutNeed(NamedTuple):
    """The cards are to be cut by this person, within these places."""

    id: str
    by: str
    least: int
    most: int


class CallNeed(NamedTuple):
    """The dealer is to call something, which closes the phase."""

    id: str
    says: str
    because: Because = ()


class Slot(NamedTuple):
    """A place for a card: a hand, the area that it lies on, and whether the card is dealt face up."""

    hand: int
    area: int
    up: bool = False


class CardsNeed(NamedTuple):
    """Cards are to come out, to these places in this order, so many at a time."""

    id: str
    slots: tuple[Slot, ...]
    packet: int = 1


class TurnNeed(NamedTuple):
    """A hand is to be turned face up (`unknown` of its cards to be named), or a face-down wager to be read."""

    id: str
    hand: int = -1
    unknown: int = 0
    wager: int = -1


class Option(NamedTuple):
    """One thing a player may do, the stake that it takes, and the rules that offer it."""

    name: str
    because: Because
    least_cents: int = 0
    most_cents: int = 0


class DecisionNeed(NamedTuple):
    """A player is to decide. An optional one holds nothing up: it closes with its phase."""

    id: str
    patron: str
    area: int
    hand: int
    options: tuple[Option, ...]
    optional: bool = False


class RulingNeed(NamedTuple):
    """A person of at least this rank is to rule."""

    id: str
    rank: str
    question: str
    options: tuple[Option, ...]


Need = WagersNeed | ShuffleNeed | CutNeed | CallNeed | CardsNeed | TurnNeed | DecisionNeed | RulingNeed
