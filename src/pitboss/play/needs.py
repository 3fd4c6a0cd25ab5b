"""What the rules await. Several needs can be open at once, each with an id of its own; an act is stale only when the
need that it names has closed."""

from collections.abc import Callable
from operator import itemgetter

from msgspec import structs

from pitboss.cards import Card
from pitboss.law import Because
from pitboss.play.cache import Cache
from pitboss.value import Value, replace


class Offer(Value):
    """A spot open for wagers, with the limits on the sign."""

    spot: str
    least_cents: int
    most_cents: int
    unit_cents: int = 0
    because: Because = ()


class _Kind(Value):
    """The name of a kind of need."""

    kind: str


class _Need(_Kind, kw_only=True):
    """What every need has: its kind, and the number of the wager, hand or area that it is about, if it is about one."""

    subject: int = -1
    id: str = ""
    """The id by which an act names it, made once of kind and subject because every act looks for its need."""

    def __post_init__(self) -> None:
        made = self.kind if self.subject < 0 else f"{self.kind}-{self.subject}"
        structs.force_setattr(self, "id", made)


def parse_id(name: str) -> tuple[str, int]:
    """The kind and the subject that the id of a need says, whether or not such a need is open."""
    kind, _, subject = name.rpartition("-")
    return (kind, int(subject)) if kind and subject.isdecimal() else (name, -1)


class WagersNeed(_Need):
    """Opening wagers may be placed and taken back until the dealer closes them."""

    offers: tuple[Offer, ...]


class ShuffleNeed(_Need):
    """The cards are to be shuffled: all that do not lie on the table."""

    deck: str = ""
    because: Because = ()


class CutNeed(_Need):
    """The cards are to be cut by this person, within these places."""

    by: str
    least: int
    most: int
    because: Because = ()
    """Why this person cuts."""
    depth: Because = ()
    """Why the cut is within these places."""
    may_refuse: bool = False
    """Whether this person may decline, so that another person is asked."""


class CallNeed(_Need):
    """The dealer is to call something, which closes the phase."""

    says: str
    because: Because = ()


RACK = -1
"""The hand of a slot whose card is burned: it goes into the discard rack unseen."""


class Slot(Value):
    """A place for a card: a hand, the area that it lies on, and whether the card is dealt face up."""

    hand: int
    area: int
    up: bool = False


Pile = tuple[int, Callable[[tuple[Card, ...]], tuple[Card, ...]], int]
"""The hand that gets cards of a deal, how to pick them out of it, and a bit for each of them that lies face up."""


def _lay_out(slots: tuple[Slot, ...]) -> tuple[tuple[int, ...], tuple[Pile, ...]]:
    """The hands that the cards of a deal go to in turn, and the pile that each hand gets of it."""
    hands = tuple([slot.hand for slot in slots])
    piles: list[Pile] = []
    for hand in dict.fromkeys(hands):
        places = [place for place, slot in enumerate(slots) if slot.hand == hand]
        lying = sum([slots[place].up << nth for nth, place in enumerate(places)])
        # picked in one call, which gives a tuple for several places and for a slice
        pick = itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))
        piles.append((hand, pick, lying))
    return hands, tuple(piles)


layout = Cache(_lay_out)


class CardsNeed(_Need):
    """Cards are to come out, to these places in this order: singly, or in packets of these sizes."""

    slots: tuple[Slot, ...]
    packets: tuple[int, ...] = ()

    def reduce(self, count: int) -> "CardsNeed":
        """What is still awaited once so many cards are out."""
        packets = self.packets
        left = count
        while packets and left > 0:
            left -= packets[0]
            packets = packets[1:]
        return replace(self, slots=self.slots[count:], packets=packets)

    def takes(self, count: int) -> bool:
        """Whether so many cards may come out at once: never a part of a packet."""
        if not self.packets:
            return 0 < count <= len(self.slots)
        whole = 0
        for size in self.packets:
            whole += size
            if whole >= count:
                break
        return whole == count > 0


class TurnNeed(_Need):
    """Cards of a hand are to be turned face up (`unknown` of them to be named), or a face-down wager to be read.

    `places` are the cards to turn; none named means all of the hand.
    """

    hand: int = -1
    unknown: int = 0
    wager: int = -1
    places: tuple[int, ...] = ()
    optional: bool = False
    """Whether the round goes on without it."""

    def await_names(self, unknown: int) -> "TurnNeed":
        """The need, with so many cards to be named."""
        return replace(self, unknown=unknown) if unknown else self


class Option(Value):
    """One thing a player may do, the stake that it takes, and the rules that offer it."""

    name: str
    because: Because
    least_cents: int = 0
    most_cents: int = 0
    amounts: tuple[int, ...] = ()
    """The only stakes there are to choose from, in cents, where it is not everything from the least to the most."""
    declines: bool = False
    """Whether it declines what a need offers."""


class DecisionNeed(_Need):
    """A player is to decide. An optional one holds nothing up: it closes with its phase."""

    patron: str
    area: int
    hand: int
    options: tuple[Option, ...]
    optional: bool = False
    declined: bool = False
    """Whether the player has said no; until its phase closes they may still change their mind."""


class AnnounceNeed(_Need):
    """A wager that was written and put down unseen is to be announced after its round."""

    wager: int
    because: Because = ()


Need = WagersNeed | ShuffleNeed | CutNeed | CallNeed | CardsNeed | TurnNeed | DecisionNeed | AnnounceNeed
"""Where every act passes, the kind of a need or an act is asked with `type(need) is CardsNeed`: no kind is divided into
others, and for a value of another kind `isinstance` and `case CardsNeed():` take ten times as long."""
