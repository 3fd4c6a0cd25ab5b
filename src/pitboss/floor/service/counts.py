"""What a count that went too far says to a person: another table, or another process, was quicker."""

from pitboss import law
from pitboss.floor.store.rows import OverCount
from pitboss.law import Key
from pitboss.play.wager import Refusal, Refused

_SAYS: dict[str, tuple[Key, str]] = {
    "loss": (law.LOSS_LIMIT, "This wager would take the player past their loss limit."),
    "deposited": (law.DEPOSIT_LIMIT, "This would pass the deposit limit of the day."),
    "voucher": (law.ONCE, "This voucher has been used."),
    "slip-voided": (law.ONCE, "This slip has been voided."),
    "moved": (law.WITHIN_BOUNDS, "This would pass what one person moves in this way in a gaming day."),
}


def refusal_of(error: OverCount) -> Refusal:
    """A count that went too far, as a refusal."""
    kind = error.count.name.partition("/")[0]
    because, words = _SAYS.get(kind, (law.NEED_CLOSED, "Something changed meanwhile: ask again."))
    return Refusal((because,), words)


def refused(error: OverCount) -> Refused:
    """The same, to raise."""
    return Refused(refusal_of(error))
