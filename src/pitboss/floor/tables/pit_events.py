"""What happens between a table and the pit: calls and alerts, who is at the table, what a second person decides."""

from pitboss.value import Value


class SupervisorCalled(Value, tag="SupervisorCalled"):
    """Somebody at the table called for a supervisor."""

    by: str
    role: str
    reason: str
    round: int = 0


class AlertAcknowledged(Value, tag="AlertAcknowledged"):
    """Somebody in the pit has seen to an alert."""

    id: str
    words: str = ""


class PostTaken(Value, tag="PostTaken"):
    """Somebody of the staff took a post at the table; nobody leaves it empty."""

    person: str
    post: str


class ApprovalGiven(Value, tag="ApprovalGiven"):
    """A second person approved what was asked for; it was done with that."""

    id: str
    by: str


class ApprovalDeclined(Value, tag="ApprovalDeclined"):
    """What was asked for was declined, or withdrawn by whoever asked."""

    id: str
    by: str
    reason: str
