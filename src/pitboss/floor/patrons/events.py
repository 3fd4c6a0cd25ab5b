"""What happens to a patron, as their stream keeps it. It names nobody: the patron is an id, a card is a number of ours.

Names, addresses and what is printed on a card are papers, beside the log.
"""

import typing

from pitboss.floor.service.shapes import upcast
from pitboss.floor.store import Stored
from pitboss.play.codec import decode
from pitboss.value import Value, log_name


class Registered(Value, tag="Registered"):
    """A patron became known to the house."""


class ParticularsKept(Value, tag="ParticularsKept"):
    """A patron's name and address were taken down; what they are is not for the log."""


class CardIssued(Value, tag="CardIssued"):
    """A patron was given their player card, the first, second, ... that they have had."""

    number: int


class CardCancelled(Value, tag="CardCancelled"):
    """A player card is worth nothing any more."""

    number: int
    reason: str


class Excluded(Value, tag="Excluded"):
    """A patron may not play in the casino."""

    reason: str
    rank: str


class ExclusionEnded(Value, tag="ExclusionEnded"):
    """A patron may play again."""

    reason: str
    rank: str


class BarredFromGame(Value, tag="BarredFromGame"):
    """A patron may take no further part in a game."""

    game: str
    reason: str
    rank: str


class BarLifted(Value, tag="BarLifted"):
    """A patron may take part in a game again."""

    game: str
    reason: str
    rank: str


class KeptApart(Value, tag="KeptApart"):
    """A patron and another may not play at the same table."""

    other: str
    reason: str
    rank: str


class LetPlayTogether(Value, tag="LetPlayTogether"):
    """A patron and another may play at the same table again."""

    other: str
    reason: str
    rank: str


class EmployeeNoted(Value, tag="EmployeeNoted"):
    """A patron is, or is no longer, somebody whom the employee gambling policy keeps from playing."""

    is_employee: bool


class LossLimitSet(Value, tag="LossLimitSet"):
    """A patron set how much they will lose in a period at most; None ends the limit."""

    period: str
    cents: int | None
    set_at: str
    holds_from: str


class DepositLimitSet(Value, tag="DepositLimitSet"):
    """A patron set how much they will pay in from outside on a day at most; None ends the limit."""

    cents: int | None
    set_at: str
    holds_from: str


class BreakOrdered(Value, tag="BreakOrdered"):
    """A patron is to pause until a moment, so that a limit can begin anew."""

    until: str
    rank: str


class ChipsDeclared(Value, tag="ChipsDeclared"):
    """A patron told the dealer of chips: bought, brought to the table, or held on leaving."""

    table: str
    what: str
    cents: int


class PlayStarted(Value, tag="PlayStarted"):
    """A patron began to play at a table, which had so many events by then, on this card of theirs (0: as a guest)."""

    table: str
    card: int
    after: int


class PlayEnded(Value, tag="PlayEnded"):
    """A patron stopped playing at a table: bought, cashed out, rounds, wagered and won or lost there, in cents."""

    table: str
    until: int
    buy_in: int
    cash_out: int
    rounds: int
    wagered: int
    net: int


class PaymentAsked(Value, tag="PaymentAsked"):
    """A patron asks to pay money in, or to have it paid out; nothing has moved."""

    id: str
    way: str
    how: str
    cents: int


class PaymentDeclined(Value, tag="PaymentDeclined"):
    """A payment that a patron asked for was declined, or withdrawn by them."""

    id: str
    reason: str


class Deposited(Value, tag="Deposited"):
    """A patron paid money into their account."""

    how: str
    cents: int
    approved_by: str = ""
    request: str = ""
    """What the patron had asked for, if they had."""


class Withdrawn(Value, tag="Withdrawn"):
    """A patron took money out of their account."""

    how: str
    cents: int
    approved_by: str = ""
    request: str = ""


PatronEvent = (
    Registered
    | ParticularsKept
    | CardIssued
    | CardCancelled
    | Excluded
    | ExclusionEnded
    | BarredFromGame
    | BarLifted
    | KeptApart
    | LetPlayTogether
    | EmployeeNoted
    | LossLimitSet
    | DepositLimitSet
    | BreakOrdered
    | ChipsDeclared
    | PlayStarted
    | PlayEnded
    | PaymentAsked
    | PaymentDeclined
    | Deposited
    | Withdrawn
)

KINDS: dict[str, type] = {log_name(kind): kind for kind in typing.get_args(PatronEvent)}


def from_stored(stored: Stored) -> PatronEvent:
    """An event as it was written, brought to the shape of today."""
    event: PatronEvent = decode(KINDS[stored.kind], upcast(stored.kind, stored.shape, stored.data))
    return event
