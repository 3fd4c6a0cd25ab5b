"""What happens between the house and the people at a table: leaving, refused wagers, restrictions, disputes."""

from pitboss.law import Because
from pitboss.value import Value


class PlayerLeft(Value, tag="PlayerLeft"):
    """Somebody left the table, of their own will or because they had to."""

    patron: str
    reason: str = ""
    because: Because = ()


class WagerRefused(Value, tag="WagerRefused"):
    """A person of rank had a wager removed before the cards came out."""

    patron: str
    area: int
    spot: str
    reason: str
    because: Because


class Told(Value, tag="Told"):
    """Somebody who has to hear of a thing first was told of it: an inspector, Surveillance."""

    who: str
    about: str
    patron: str = ""


class PlayerRestricted(Value, tag="PlayerRestricted"):
    """A player was held to less than others may do."""

    patron: str
    rule: str
    rank: str
    inspector_told: bool


class RestrictionLifted(Value, tag="RestrictionLifted"):
    """A player may wager like the others again."""

    patron: str
    rank: str
    because: Because = ()
    """The rule that they were held by."""


class AreasReserved(Value, tag="AreasReserved"):
    """Areas were kept for one player; none end it."""

    patron: str
    areas: tuple[int, ...]
    rank: str


class PeopleLimited(Value, tag="PeopleLimited"):
    """Fewer players may wager on one area or at the table; 0 is as many as the rules have."""

    bettors: int
    players: int
    rank: str


class SuspectsOrdered(Value, tag="SuspectsOrdered"):
    """Players who are suspected of looking or telling play before the others touch their cards; none end it."""

    patrons: tuple[str, ...]
    rank: str
    reason: str
    because: Because = ()


class EnglishOrdered(Value, tag="EnglishOrdered"):
    """The players of the table speak English alone, or no longer have to."""

    on: bool
    rank: str
    reason: str
    because: Because = ()


class RulingRecorded(Value, tag="RulingRecorded"):
    """Why a person of rank ruled or voided as they did, beside the act itself."""

    round: int
    by: str
    rank: str
    what: str
    reason: str
    because: Because = ()
    """The power by which something was voided, and on which ground."""


class DisputeRaised(Value, tag="DisputeRaised"):
    """Somebody disputes what was done at the table."""

    id: str
    patron: str
    round: int
    about: str


class DisputeRuled(Value, tag="DisputeRuled"):
    """A dispute was ruled on; a final ruling comes with word of the complaint to an inspector."""

    id: str
    stage: str
    by: str
    rank: str
    ruling: str
    final: bool
    because: Because


class DisputeMoved(Value, tag="DisputeMoved"):
    """A dispute went on: to a review, to an inspector, or to its end."""

    id: str
    to: str
    by: str
    words: str = ""
