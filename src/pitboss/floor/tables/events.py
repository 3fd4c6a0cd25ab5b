"""What happens at a table, as its stream keeps it. A round is its acts: what they led to is worked out again.

Events are values of play (`pitboss.play.codec` writes and reads them); their shapes have numbers, so that an old event
stays readable when a shape changes (`pitboss.floor.service.shapes`).
"""

from collections.abc import Mapping

from pitboss.cards import Card
from pitboss.floor.tables.deck_events import CardsHandShuffled, CardsInspected, CardsRiffled, DecksSecured
from pitboss.floor.tables.device_events import DeviceReported, DeviceTakenOver
from pitboss.floor.tables.found_events import ExcessFound, InvalidFound, WagersCut
from pitboss.floor.tables.money_events import DropCounted, SlipVoided
from pitboss.floor.tables.people_events import (
    AreasReserved,
    DisputeMoved,
    DisputeRaised,
    DisputeRuled,
    EnglishOrdered,
    PeopleLimited,
    PlayerLeft,
    PlayerRestricted,
    RestrictionLifted,
    RulingRecorded,
    SuspectsOrdered,
    Told,
    WagerRefused,
)
from pitboss.floor.tables.pit_events import (
    AlertAcknowledged,
    ApprovalDeclined,
    ApprovalGiven,
    PostTaken,
    SupervisorCalled,
)
from pitboss.floor.tables.sign_events import (
    CardsCounted,
    CardsOrdered,
    DecisionTimeSet,
    EdgeSeen,
    MarkerPlaced,
    MarkerRemoved,
    NoticeFell,
    NoticePosted,
    NoticeTakenDown,
    PermissionSet,
    TermsChanged,
)
from pitboss.law import Because
from pitboss.law.edition import Choice
from pitboss.play.acts import Act
from pitboss.play.history import Difference, Total
from pitboss.play.terms import Terms
from pitboss.play.wager import Claim, Settlement
from pitboss.value import Value


class Stack(Value, tag="Stack", order=True):
    """So many chips of a denomination."""

    chip_cents: int
    pieces: int


def worth(stacks: tuple[Stack, ...]) -> int:
    """What counted chips are worth."""
    return sum(stack.chip_cents * stack.pieces for stack in stacks)


class TableOpened(Value, tag="TableOpened"):
    """A table opened for a game under a version of its rules, with a counted float."""

    game: str
    version: str
    terms: Terms
    stacks: tuple[Stack, ...]
    readings: Mapping[str, Choice] = {}
    granted: tuple[str, ...] = ()
    unit: str = "AUD"
    note: str = ""
    edge: EdgeSeen | None = None
    awaits: Because = ()
    """What has to be done with the cards before they are used; nothing at tables that opened before this was kept."""
    off: tuple[str, ...] = ()
    """The rules of the edition that are switched off at this table."""
    replaced: Mapping[str, str] = {}
    """The rules of the edition that another one stands in for, each with that one."""


class ActTaken(Value, tag="ActTaken"):
    """Somebody did something in the round that is open."""

    act: Act
    round: int
    until: str = ""
    """By when the decisions are to be made that it led to, where they are timed."""


class RoundEnded(Value, tag="RoundEnded"):
    """A round came to its end: what it decided, kept so that deciding it again can be compared."""

    round: int
    settlements: tuple[Settlement, ...]
    claims: tuple[Claim, ...]
    totals: tuple[Total, ...]


class ShoeOpened(Value, tag="ShoeOpened"):
    """A shuffle that is spent was opened, for anyone to check against its commitment."""

    commitment: str
    cards: str
    seed: str
    cut: int


class RoundCorrected(Value, tag="RoundCorrected"):
    """A round was folded again from corrected acts; the difference is booked, the old acts stay."""

    round: int
    acts: tuple[Act, ...]
    reason: str
    approved_by: str
    differences: tuple[Difference, ...] = ()
    unseen: tuple[Card, ...] = ()
    """Cards that were taken to be out and are not."""
    seen: tuple[Card, ...] = ()
    """Cards that are out and were not known to be."""
    until: str = ""
    """By when the decisions are to be made that it led to, where they are timed."""
    house_bears: tuple[str, ...] = ()
    """The patrons for whom the house bears what the correction would take from them."""
    because: Because = ()
    """By which rules it is put right, and those that the changed settlements of a round that was over rest on now."""


class BoughtIn(Value, tag="BoughtIn"):
    """A patron bought chips."""

    patron: str
    how: str
    stacks: tuple[Stack, ...]
    approved_by: str = ""


class CashedOut(Value, tag="CashedOut"):
    """A patron handed chips back for their worth."""

    patron: str
    how: str
    stacks: tuple[Stack, ...]
    approved_by: str = ""


class ColourChanged(Value, tag="ColourChanged"):
    """A patron changed chips for other chips."""

    patron: str
    given: tuple[Stack, ...]
    taken: tuple[Stack, ...]


class VoucherTaken(Value, tag="VoucherTaken"):
    """A voucher was changed, for promotional tokens or for chips."""

    patron: str
    voucher: str
    cents: int
    gives: str = "tokens"
    approved_by: str = ""


class FloatMoved(Value, tag="FloatMoved"):
    """A fill came to the float, or a credit left it, on a slip that has a number of its own in the year."""

    kind: str
    stacks: tuple[Stack, ...]
    approved_by: str
    year: int
    number: int = 0


class ApprovalAsked(Value, tag="ApprovalAsked"):
    """Somebody asks for what takes a second person: a fill, a credit, a slip voided, a drop counted, a correction,
    or chips and vouchers above the limit of one person.

    Which of the other fields say something depends on what is asked for.
    """

    id: str
    what: str
    by: str
    rank: str
    reason: str = ""
    stacks: tuple[Stack, ...] = ()
    year: int = 0
    number: int = 0
    cents: int = 0
    round: int = 0
    acts: tuple[Act, ...] = ()
    patron: str = ""
    how: str = ""
    voucher: str = ""
    gives: str = ""


class TableClosed(Value, tag="TableClosed"):
    """The table closed, its float counted again: over what the books say, or short of it."""

    stacks: tuple[Stack, ...]
    reason: str = ""
    over_cents: int = 0


TableEvent = (
    TableOpened
    | ActTaken
    | RoundEnded
    | ShoeOpened
    | TermsChanged
    | NoticePosted
    | NoticeTakenDown
    | NoticeFell
    | MarkerPlaced
    | MarkerRemoved
    | PlayerLeft
    | WagerRefused
    | Told
    | PlayerRestricted
    | RestrictionLifted
    | AreasReserved
    | PeopleLimited
    | CardsOrdered
    | CardsCounted
    | DecksSecured
    | CardsInspected
    | CardsHandShuffled
    | CardsRiffled
    | DecisionTimeSet
    | PermissionSet
    | RulingRecorded
    | DeviceReported
    | DeviceTakenOver
    | SuspectsOrdered
    | EnglishOrdered
    | RoundCorrected
    | DisputeRaised
    | DisputeRuled
    | DisputeMoved
    | BoughtIn
    | CashedOut
    | ColourChanged
    | VoucherTaken
    | WagersCut
    | ExcessFound
    | InvalidFound
    | FloatMoved
    | SlipVoided
    | DropCounted
    | SupervisorCalled
    | AlertAcknowledged
    | PostTaken
    | ApprovalAsked
    | ApprovalGiven
    | ApprovalDeclined
    | TableClosed
)
