"""One round of play: what every game shares. `apply(round, act)` is the whole of it."""

from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Sit, SitOut, TakeBack, Turn
from pitboss.play.codec import decode, encode
from pitboss.play.events import Decided, Event
from pitboss.play.irregularity import Irregularity
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    Option,
    ShuffleNeed,
    Slot,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.round import PUBLIC, Draft, Game, Round, Step, Viewer, apply, refusal
from pitboss.play.table import Table, correct, fold, steps, totals
from pitboss.play.terms import JackpotTerms, Limits, Spot, Terms, spot_words
from pitboss.play.view import view
from pitboss.play.wager import HOUSE_AREA, Claim, Hand, Refusal, Refused, Result, Settlement, Wager, box_of

__all__ = [
    "HOUSE_AREA",
    "PUBLIC",
    "Act",
    "Call",
    "CallNeed",
    "CardsNeed",
    "Claim",
    "Cut",
    "CutNeed",
    "Deal",
    "Decide",
    "Decided",
    "DecisionNeed",
    "Draft",
    "Event",
    "Game",
    "Hand",
    "Irregularity",
    "JackpotTerms",
    "Lapse",
    "Limits",
    "Need",
    "Option",
    "Place",
    "Refusal",
    "Refused",
    "Result",
    "Round",
    "Settlement",
    "Shuffle",
    "ShuffleNeed",
    "Sit",
    "SitOut",
    "Slot",
    "Spot",
    "Step",
    "Table",
    "TakeBack",
    "Terms",
    "Turn",
    "TurnNeed",
    "Viewer",
    "Wager",
    "WagersNeed",
    "apply",
    "box_of",
    "correct",
    "decode",
    "encode",
    "fold",
    "refusal",
    "spot_words",
    "steps",
    "totals",
    "view",
]
