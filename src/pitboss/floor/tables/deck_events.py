"""What happens to the cards before they are dealt: inspected, secured, shuffled by hand, riffled."""

from pitboss.law import Because
from pitboss.value import Value

HOUSE, ANGEL = "house", "angel"
"""Who shuffled cards that come to a table pre-shuffled."""


class DecksSecured(Value, tag="DecksSecured"):
    """Decks were checked early, and pre-shuffled or not, and locked away for the table until they are needed."""

    pack: str
    how: str
    by: str
    rank: str
    pre_shuffled: str = ""
    because: Because = ()


class CardsInspected(Value, tag="CardsInspected"):
    """The cards of the table were inspected, or came out of decks that had been, and may be used."""

    how: str
    by: str
    rank: str
    pack: str = ""
    """The secured decks that they are, if they were inspected early."""
    pre_shuffled: str = ""
    because: Because = ()


class CardsHandShuffled(Value, tag="CardsHandShuffled"):
    """The cards were shuffled by hand before they went into the shuffling device."""

    by: str
    rank: str
    because: Because = ()
    reason: str = ""


class CardsRiffled(Value, tag="CardsRiffled"):
    """Pre-shuffled cards were riffled because a player asked for it."""

    patron: str
    approved_by: str
    rank: str
    because: Because = ()
