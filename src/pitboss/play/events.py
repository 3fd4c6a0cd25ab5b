"""What happened, in the order it happened, each with the rules behind it. Events are for the log and for whoever may
read it all; a viewer's page is built from a view."""

from pitboss.cards import Card
from pitboss.law import Because
from pitboss.money import Stake
from pitboss.play.wager import Claim, Settlement
from pitboss.value import Value


class WagerPlaced(Value, tag="WagerPlaced"):
    """A wager went down, or grew."""

    wager: int
    patron: str
    area: int
    spot: str
    stake: Stake
    because: Because


class WagerTakenBack(Value, tag="WagerTakenBack"):
    """A wager left the layout before the cards came out."""

    wager: int
    patron: str
    stake: Stake
    because: Because


class Shuffled(Value, tag="Shuffled"):
    """The cards were shuffled; the commitment, if any, is public from here on."""

    deck: str
    commitment: str
    because: Because


class CutMade(Value, tag="CutMade"):
    """The cutting card went into the stack: to cut it, or to mark its end."""

    by: str
    at: int
    because: Because
    purpose: str = "cut"


class CutRefused(Value, tag="CutRefused"):
    """Somebody would not cut, so the cards are offered on."""

    by: str
    because: Because


class CuttingCardOut(Value, tag="CuttingCardOut"):
    """The cutting card came out, where this area was to get its next card (0 the dealer)."""

    area: int
    because: Because


class Seated(Value, tag="Seated"):
    """Somebody sat down at an area, or got up (area 0)."""

    patron: str
    area: int
    because: Because = ()


class Called(Value, tag="Called"):
    """The dealer closed a phase."""

    says: str
    because: Because


class CardsDealt(Value, tag="CardsDealt"):
    """Cards came out, to these hands in turn."""

    hands: tuple[int, ...]
    cards: tuple[Card, ...]
    because: Because

    def __repr__(self) -> str:
        return f"<{len(self.cards)} cards dealt>"  # they may lie face down


class CardsTurned(Value, tag="CardsTurned"):
    """Cards of a hand lie face up now; `Game.says` tells what the hand counts as."""

    hand: int
    cards: tuple[Card, ...]
    because: Because


class Decided(Value, tag="Decided"):
    """A player decided, or the rules did for them."""

    patron: str
    area: int
    option: str
    because: Because
    lapsed: str = ""
    hand: int = -1
    """The hand, where the decision is about another than the one that was asked for."""


class OfferLapsed(Value, tag="OfferLapsed"):
    """An offer that the dealer did not make in its time can be made no more."""

    offer: str
    because: Because


class WagerFound(Value, tag="WagerFound"):
    """A wager that went down unnoticed was seen to be wrong."""

    wager: int
    words: str
    because: Because


class CardsCollected(Value, tag="CardsCollected"):
    """A hand was counted and went to the discard rack, or stays up for a jackpot."""

    hand: int
    cards: int
    because: Because


class Settled(Value, tag="Settled"):
    """A wager, or a part of it, was settled."""

    settlement: Settlement


class JackpotClaimed(Value, tag="JackpotClaimed"):
    """A hand claims a jackpot prize."""

    claim: Claim


class Ruled(Value, tag="Ruled"):
    """A person of rank ruled."""

    rank: str
    by: str
    option: str
    reason: str
    because: Because


class RoundVoided(Value, tag="RoundVoided"):
    """The round, or some patrons' part in it, was voided."""

    rank: str
    by: str
    ground: str
    because: Because


class ExcessReturned(Value, tag="ExcessReturned"):
    """What of a patron's wagers was past their loss limit goes back; the rest is settled as the hand falls."""

    patron: str
    rank: str
    by: str
    because: Because


class ShuffleDirected(Value, tag="ShuffleDirected"):
    """A person of rank had the cards shuffled."""

    rank: str
    by: str
    reason: str
    because: Because


class RoundEnded(Value, tag="RoundEnded"):
    """Nothing is awaited any more."""

    because: Because


Event = (
    WagerPlaced
    | WagerTakenBack
    | Shuffled
    | CutMade
    | CutRefused
    | CuttingCardOut
    | Seated
    | Called
    | CardsDealt
    | CardsTurned
    | Decided
    | OfferLapsed
    | WagerFound
    | CardsCollected
    | Settled
    | JackpotClaimed
    | Ruled
    | RoundVoided
    | ExcessReturned
    | ShuffleDirected
    | RoundEnded
)
