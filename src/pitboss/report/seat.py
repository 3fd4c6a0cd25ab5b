"""A player of the short form of a record: their wagers, cards and decisions on one area, and what is left of them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pitboss.money import Stake
from pitboss.report.acts import FieldError, read_stake
from pitboss.report.errors import RecordError
from pitboss.report.held import Held
from pitboss.report.lines import Path
from pitboss.report.shape import shown
from pitboss.report.stage import Stage

LAPSES = ("absent", "slow", "refuses")
_NTH = ("first", "second", "third")


class Planned(NamedTuple):
    """A decision as the record has it; without a stake it takes what the rules ask for."""

    option: str
    stake: Stake | None
    unnoticed: bool
    line: int


class Seat:
    """A player of the record on one area, with what they are still to do."""

    def __init__(self, place: int, row: Mapping[str, Any], stage: Stage) -> None:
        self.path: Path = ("player", place)
        self.row = row
        self.name: str = row["name"]
        self.area: int = row["area"]
        self._lines = stage.record.lines
        self.held = Held(self.name, self.path, row, stage.record)
        self.split = [
            Held(f"{self.name}, {nth} hand", (*self.path, "split", number), {"cards": cards}, stage.record)
            for number, (nth, cards) in enumerate(zip(_NTH, row.get("split", ()), strict=False))
        ]
        self.does = [self._planned(number, entry) for number, entry in enumerate(row.get("does", ()))]
        self.to_find: list[str] = list(row.get("found", ()))
        self.unnoticed: set[str] = set(row.get("unnoticed", ()))
        self.to_overlook = set(self.unnoticed)

    @property
    def has_cards(self) -> bool:
        """Whether this entry has the cards of its area."""
        return any(field in self.row for field in ("cards", "split", "turns"))

    def line(self, *field: str | int) -> int:
        """The line of a field of theirs, or of what is nearest to it."""
        return self._lines.of((*self.path, *field))

    def stake(self, written: object, *field: str | int) -> Stake:
        """A stake of theirs, written in a field."""
        try:
            return read_stake(written)
        except FieldError as error:
            raise RecordError(self.line(*field), f"{self.name}: {error}") from None

    def _planned(self, number: int, entry: str | Mapping[str, Any]) -> Planned:
        line = self.line("does", number)
        if isinstance(entry, Mapping):
            stake = self.stake(entry["stake"], "does", number) if "stake" in entry else None
            planned = Planned(entry["option"], stake, entry.get("unnoticed", False), line)
        else:
            option, *amount = entry.split()
            if len(amount) > 1:
                table = '{ option = "bet", stake = { chips = 25, tokens = 25 } }'
                words = f"{shown(entry)} says too much: write an option and an amount, or a table such as {table}"
                raise RecordError(line, f"{self.name}: {words}")
            planned = Planned(option, self.stake(amount[0], "does", number) if amount else None, False, line)
        if planned.option in LAPSES and (planned.stake or planned.unnoticed):
            raise RecordError(line, f"{self.name}: who is {planned.option} stakes nothing")
        return planned

    def check_used(self) -> None:
        """Refuse what a round that is over never came to."""
        if self.does:
            words = f"{self.name} does {shown(self.does[0].option)}, which the round never came to"
            raise RecordError(self.does[0].line, words)
        for field, left in (("found", self.to_find), ("unnoticed", sorted(self.to_overlook))):
            if left:
                what = "was never found wrong" if field == "found" else "never came into play"
                raise RecordError(self.line(field), f"{self.name}: {shown(left[0])} {what}")
        for held in (self.held, *self.split):
            held.check_used()
