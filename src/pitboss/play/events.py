"""What happened in a round, in order, each event with the rules behind it. Events are for the log and for people who
may read all of it; a viewer's page is built from a view."""

from abc import abstractmethod

from pitboss.cards import Card
from pitboss.law import Because
from pitboss.money import Stake
from pitboss.play.wager import Claim, Settlement
from pitboss.value import Value


class Event(Value):
    """Something that happened in a round."""

    @property
    @abstractmethod
    def because(self) -> Because:
        """The rules behind it: a field of most kinds."""


class WagerPlaced(Event, tag="WagerPlaced"):
    """A wager went down, or grew."""

    wager: int
    patron: str
    area: int
    spot: str
    stake: Stake
    because: Because


class WagerTakenBack(Event, tag="WagerTakenBack"):
    """A wager left the layout before the cards came out."""

    wager: int
    patron: str
    stake: Stake
    because: Because


class Shuffled(Event, tag="Shuffled"):
    """The cards were shuffled; the commitment, if any, is public from here on."""

    deck: str
    commitment: str
    because: Because


class CutMade(Event, tag="CutMade"):
    """The cutting card went into the stack: to cut it, or to mark its end."""

    by: str
    at: int
    because: Because
    purpose: str = "cut"


class CutRefused(Event, tag="CutRefused"):
    """A person refuses to cut, so the cards are offered to the next one."""

    by: str
    because: Because


class CuttingCardOut(Event, tag="CuttingCardOut"):
    """The cutting card came out, where this area was to get its next card (0 the dealer)."""

    area: int
    because: Because


class Seated(Event, tag="Seated"):
    """A patron sat down at an area, or got up (area 0)."""

    patron: str
    area: int
    because: Because = ()


class Called(Event, tag="Called"):
    """The dealer closed a phase."""

    says: str
    because: Because


class CardsDealt(Event, tag="CardsDealt"):
    """Cards came out, to these hands in turn."""

    hands: tuple[int, ...]
    cards: tuple[Card, ...]
    because: Because

    def __repr__(self) -> str:
        return f"<{len(self.cards)} cards dealt>"  # they may lie face down


class CardsTurned(Event, tag="CardsTurned"):
    """Cards of a hand lie face up now; `Game.says` tells what the hand counts as."""

    hand: int
    cards: tuple[Card, ...]
    because: Because


class Decided(Event, tag="Decided"):
    """A player decided, or the rules did for them."""

    patron: str
    area: int
    option: str
    because: Because
    lapsed: str = ""
    hand: int = -1
    """The hand, where the decision is about another than the one that was asked for."""


class OfferLapsed(Event, tag="OfferLapsed"):
    """An offer lapsed because the dealer did not make it in time."""

    offer: str
    because: Because


class WagerFound(Event, tag="WagerFound"):
    """A wager that was not checked is found to be wrong."""

    wager: int
    words: str
    because: Because


class CardsCollected(Event, tag="CardsCollected"):
    """A hand was counted and went to the discard rack, or stays up for a jackpot."""

    hand: int
    cards: int
    because: Because


class Settled(Event, tag="Settled"):
    """A wager, or a part of it, was settled."""

    settlement: Settlement

    @property
    def because(self) -> Because:
        """The grounds of the settlement."""
        return self.settlement.because


class JackpotClaimed(Event, tag="JackpotClaimed"):
    """A hand claims a jackpot prize."""

    claim: Claim

    @property
    def because(self) -> Because:
        """The grounds of the claim."""
        return self.claim.because


class RoundVoided(Event, tag="RoundVoided"):
    """The round, or some patrons' part in it, was voided."""

    rank: str
    by: str
    ground: str
    because: Because


class ExcessReturned(Event, tag="ExcessReturned"):
    """The part of a patron's wagers past their loss limit goes back; the rest is settled with the hand."""

    patron: str
    rank: str
    by: str
    because: Because


class ShuffleDirected(Event, tag="ShuffleDirected"):
    """A person of rank had the cards shuffled."""

    rank: str
    by: str
    reason: str
    because: Because


class IrregularityRuled(Event, tag="IrregularityRuled"):
    """An irregularity, with the remedy of the rules. `tells` names the people who must be told, `follows` the duties
    about cards or device that come later."""

    fact: str
    remedy: str
    words: str
    rank: str
    by: str
    reason: str
    because: Because
    area: int = 0
    hand: int = -1
    tells: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()


class RoundEnded(Event, tag="RoundEnded"):
    """The round is over."""

    because: Because
