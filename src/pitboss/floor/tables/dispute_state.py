"""A dispute as its events leave it: raised, ruled on, reviewed, final, taken to an inspector, closed."""

from pitboss.floor.tables.people_events import DisputeMoved, DisputeRaised, DisputeRuled
from pitboss.value import Value

RAISED, RULED, REVIEW, FINAL, COMPLAINT, CLOSED = "raised", "ruled", "review", "final", "complaint", "closed"


class Dispute(Value):
    """A dispute: how it stands and what has been ruled so far."""

    id: str
    patron: str
    round: int
    about: str
    status: str = RAISED
    rulings: tuple[DisputeRuled, ...] = ()


def followed(disputes: tuple[Dispute, ...], event: DisputeRaised | DisputeRuled | DisputeMoved) -> tuple[Dispute, ...]:
    """The disputes after something happened to one of them."""
    if isinstance(event, DisputeRaised):
        return (*disputes, Dispute(event.id, event.patron, event.round, event.about))
    return tuple(_moved(dispute, event) if dispute.id == event.id else dispute for dispute in disputes)


def _moved(dispute: Dispute, event: DisputeRuled | DisputeMoved) -> Dispute:
    if isinstance(event, DisputeMoved):
        return dispute._replace(status=event.to)
    return dispute._replace(status=FINAL if event.final else RULED, rulings=(*dispute.rulings, event))
