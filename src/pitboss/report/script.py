"""Plays a record through the kernel: its acts in order, or its short form, from which each need is answered in turn."""

from pitboss.report.record import Played, Record
from pitboss.report.short import ShortForm
from pitboss.report.stage import Stage


def play_record(record: Record) -> Played:
    """Play a record to where it ends. What the rules would not have taken is an error at its line."""
    stage = Stage(record)
    if "act" in record.data:
        for place, row in enumerate(record.data["act"]):
            stage.write(place, row)
    else:
        ShortForm(stage).run()
    return Played(
        record.game,
        stage.opening,
        tuple(stage.acts),
        tuple(stage.steps),
        tuple(stage.tried),
        record.data.get("note", ""),
    )
