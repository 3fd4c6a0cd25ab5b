"""What happens to the money of a table when people check on it: slips called back, the drop box counted."""

from pitboss.value import Value


class SlipVoided(Value, tag="SlipVoided"):
    """A slip was called back: the chips went where they had come from."""

    year: int
    number: int
    kind: str
    cents: int
    reason: str
    approved_by: str


class DropCounted(Value, tag="DropCounted"):
    """The drop box was opened and counted by two people, against what the log says is in it."""

    expected_cents: int
    counted_cents: int
    approved_by: str
