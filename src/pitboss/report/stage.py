"""Where a record is played: the round so far, and every act with the line it came from."""

from collections.abc import Mapping
from typing import Any

from pitboss.play import Refused, Round, Step, apply, refusal
from pitboss.play.acts import Act
from pitboss.play.history import needless, overlooks_nothing
from pitboss.report.acts import FieldError, read_act
from pitboss.report.errors import RecordError
from pitboss.report.record import Record, Tried


class Stage:
    """A round being played from a record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.is_short = "act" not in record.data
        """Whether a person wrote what happened. Acts may come from a floor, where a wager that keeps to the sign can
        break a limit of the player's own that no record tells."""
        self.opening: Round = record.table.begin().round
        self.round = self.opening
        self.acts: list[Act] = []
        self.steps: list[Step] = []
        self.tried: list[Tried] = []

    def write(self, place: int, row: Mapping[str, Any]) -> None:
        """Play one row of acts as written."""
        line = self.record.lines.of(("act", place))
        try:
            act = read_act(self.round, row)
        except FieldError as error:
            raise RecordError(self.record.lines.of(("act", place, error.field)), str(error)) from None
        if not row.get("refused"):
            self.do(line, act)
            return
        no = refusal(self.round, act)
        if no is None:
            raise RecordError(line, "this is marked as refused, but no rule refuses it")
        self.tried.append(Tried(line, act, no, len(self.steps)))

    def do(self, line: int, act: Act) -> None:
        """Play one act; a refusal is an error of the record."""
        no = needless(self.round, act) or (overlooks_nothing(self.round, act) if self.is_short else None)
        if no is not None:
            raise RecordError(line, no.words, no.because, self.record.game.rules)
        try:
            step = apply(self.round, act)
        except Refused as error:
            raise RecordError(line, str(error), error.because, self.record.game.rules) from None
        self.acts.append(act)
        self.steps.append(step)
        self.round = step.round
