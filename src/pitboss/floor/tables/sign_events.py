"""What happens to the terms of a table: signs go up and fall due, limits change, markers are placed, cards ordered."""

from collections.abc import Mapping

from pitboss.law import Because
from pitboss.play.terms import Limits, Terms
from pitboss.value import Value


class EdgeSeen(Value, tag="EdgeSeen"):
    """The exact edge of what a sign offers, as the lab gave it to whoever set the sign."""

    edge: str
    """The house's, as a fraction (`671/17850`) or, where the method is not exact, a decimal."""
    unit: str
    answer: str
    """The name that the lab keeps its answer under."""
    confirmed_by: str = ""
    """Whoever confirmed it by name; needed where the house is behind."""
    wager_cents: int = 0
    """The initial wager that it is for, the one at which the house gains least; 0 if it is the same for any."""
    offer: str = ""
    """The name of what was looked at, so that nothing else is set by it."""


class TermsChanged(Value, tag="TermsChanged"):
    """The table goes on by other terms from the next round on."""

    terms: Terms
    reason: str
    because: Because = ()
    edge: EdgeSeen | None = None
    """What the lab told of them, where the edge hangs on what changed."""


class NoticePosted(Value, tag="NoticePosted"):
    """A sign says what will change, and when: at a time, or once a round of that number is the next."""

    id: str
    what: str
    posted_at: str
    due_at: str = ""
    due_round: int = 0
    limits: Mapping[str, Limits] = {}
    because: Because = ()
    edge: EdgeSeen | None = None
    """What the lab told of those limits, where the edge hangs on them."""


class NoticeTakenDown(Value, tag="NoticeTakenDown"):
    """A sign came down: what it said was called off."""

    id: str
    reason: str
    because: Because = ()
    """The rules that it was up by."""


class NoticeFell(Value, tag="NoticeFell"):
    """A sign has been up for as long as it had to, and what it said holds."""

    id: str
    what: str


class MarkerPlaced(Value, tag="MarkerPlaced"):
    """A marker or a sign at somebody's box says that they have limits of their own, or keep the old minimum."""

    patron: str
    kind: str
    area: int
    before: Mapping[str, Limits] = {}
    """What the sign said before, where the player keeps its minimum."""
    because: Because = ()


class MarkerRemoved(Value, tag="MarkerRemoved"):
    """A marker came off the layout."""

    patron: str
    kind: str
    reason: str
    because: Because = ()


class DecisionTimeSet(Value, tag="DecisionTimeSet"):
    """Players have so many seconds for a decision from now on; 0 lets nothing lapse by itself."""

    seconds: int
    reason: str


class CardsOrdered(Value, tag="CardsOrdered"):
    """The cards are to be shuffled, or replaced, before the next round."""

    what: str
    rank: str
    because: Because = ()
    awaits: Because = ()
    """What has to be done with new cards before they are used."""
    reason: str = ""
    round: int = 0
    """The round in which the shuffle was directed by an act; 0 where this event itself has the cards shuffled."""


class CardsCounted(Value, tag="CardsCounted"):
    """The cards of the table were counted on somebody's order: so many were there, and so many ought to be."""

    counted: int
    expected: int
    rank: str
    reason: str


class PermissionSet(Value, tag="PermissionSet"):
    """A rule that a document leaves to a person of rank was put in force at the table, or taken out of it."""

    rule: str
    granted: bool
    rank: str
    edge: EdgeSeen | None = None
