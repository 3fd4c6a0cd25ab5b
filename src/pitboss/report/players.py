"""What the short form of a record writes of a player and of a hand: wagers, decisions and cards, and what is left of
them as the round goes on."""

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import UNKNOWN, Card
from pitboss.money import Stake
from pitboss.report.acts import read_option, read_stake
from pitboss.report.blanks import parse_written
from pitboss.report.lines import Path, RecordError, shown
from pitboss.report.record import Record
from pitboss.value import Value

LAPSES = ("absent", "slow", "refuses")
_NTH = ("first", "second", "third")


class Held:
    """One hand of the short form: `cards` as they come out, `up` among them, `turns` as they are named."""

    def __init__(self, who: str, path: Path, row: Mapping[str, Any], record: Record) -> None:
        self.who = who
        self._game = record.game
        self._line = {name: record.lines.of((*path, name)) for name in ("cards", "up", "turns")}
        self.line = self._line["cards"]
        self.cards = self._read("cards", row.get("cards", ""))
        self.turns = self._read("turns", row.get("turns", ""))
        self.up = self._read_up(row["up"]) if "up" in row else None
        if self.turns and UNKNOWN not in self.cards:
            raise self._wrong("turns", f"{who} has no ?? in cards for turns to name")
        if UNKNOWN in self.turns:
            raise self._wrong("turns", "a card that was turned was seen: name it")

    def _wrong(self, field: str, words: str) -> RecordError:
        return RecordError(self._line[field], words)

    def _read(self, field: str, written: str) -> tuple[Card, ...]:
        try:
            return parse_written(written)
        except ValueError as error:
            raise RecordError(self._line[field], str(error), self._game.deck_because, self._game.rules) from None

    def _read_up(self, written: str) -> Card:
        up = self._read("up", written)
        if len(up) != 1 or UNKNOWN in up or up[0] not in self.cards:
            raise self._wrong("up", f"the card that lies up, {written!r}, is not one of those of {self.who}")
        return up[0]

    def deal(self, ups: Sequence[bool]) -> tuple[Card, ...]:
        """The next cards of this hand, so many as there are places; the up card goes where this deal turns it."""
        count = len(ups)
        if not self.cards:
            how = "name each of them" if all(ups) else "write ?? for each card that nobody saw"
            raise self._wrong("cards", f"{self.who} has no cards for this deal of {count}: {how}")
        if len(self.cards) < count:
            raise self._wrong("cards", f"{count} cards are dealt to {self.who}, and {len(self.cards)} are written")
        dealt, self.cards = self.cards[:count], self.cards[count:]
        if self.up in dealt and True in ups:
            rest = list(dealt)
            rest.remove(self.up)
            rest.insert(list(ups).index(True), self.up)
            dealt, self.up = tuple(rest), None
        return dealt

    def name(self, count: int) -> tuple[Card, ...]:
        """The next cards that are named as they are turned; none if the record does not name them."""
        if not self.turns:
            return ()
        if len(self.turns) < count:
            words = f"{count} cards of {self.who} are turned that nobody had seen, and turns has {len(self.turns)}"
            raise self._wrong("turns", words)
        named, self.turns = self.turns[:count], self.turns[count:]
        return named

    def line_of(self, field: str) -> int:
        """The line of a field of the hand, or of what is nearest to it."""
        return self._line[field]


class ActRow(Value):
    """An act that is written in full, and where."""

    path: Path
    row: Mapping[str, Any]
    owner: str = ""
    """The player under whose name it stands."""

    @property
    def after(self) -> str:
        """The moment that it waits for; empty for none."""
        return str(self.row.get("after", ""))

    @property
    def is_refused(self) -> bool:
        """Whether it was tried and turned down."""
        return bool(self.row.get("refused"))


class Finding(Value):
    """A wager that the dealer noticed, and after what."""

    spot: str
    after: str
    line: int


class Planned(Value):
    """A decision as the record has it; without a stake it takes what the rules ask for."""

    option: str
    stake: Stake | None
    unnoticed: bool
    refused: bool
    line: int


class Seat:
    """A player of the record on one area, with what they are still to do."""

    def __init__(self, place: int, row: Mapping[str, Any], record: Record) -> None:
        self.path: Path = ("player", place)
        self.row = row
        self.name: str = row["name"]
        self.area: int = row["area"]
        self._lines = record.lines
        self.held = Held(self.name, self.path, row, record)
        self.split = [
            Held(f"{self.name}, {nth} hand", (*self.path, "split", number), {"cards": cards}, record)
            for number, (nth, cards) in enumerate(zip(_NTH, row.get("split", ()), strict=False))
        ]
        self.does = [self._planned(number, entry) for number, entry in enumerate(row.get("does", ()))]
        self.to_find = [self._finding(number, entry) for number, entry in enumerate(row.get("found", ()))]
        self.acted = 0
        """After how many steps they last decided."""
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
        except ValueError as error:
            raise RecordError(self.line(*field), f"{self.name}: {error}") from None

    def _planned(self, number: int, entry: str | Mapping[str, Any]) -> Planned:
        line = self.line("does", number)
        if isinstance(entry, Mapping):
            stake = self.stake(entry["stake"], "does", number) if "stake" in entry else None
            unnoticed, refused = (entry.get(field, False) for field in ("unnoticed", "refused"))
            planned = Planned(read_option(entry["option"]), stake, unnoticed, refused, line)
        else:
            option, *amount = entry.split()
            if len(amount) > 1:
                table = '{ option = "bet", stake = { chips = 25, tokens = 25 } }'
                words = f"{shown(entry)} says too much: write an option and an amount, or a table such as {table}"
                raise RecordError(line, f"{self.name}: {words}")
            stake = self.stake(amount[0], "does", number) if amount else None
            planned = Planned(read_option(option), stake, unnoticed=False, refused=False, line=line)
        if planned.option in LAPSES and (planned.stake or planned.unnoticed):
            raise RecordError(line, f"{self.name}: who is {planned.option} stakes nothing")
        return planned

    def _finding(self, number: int, entry: str | Mapping[str, Any]) -> Finding:
        line = self.line("found", number)
        return Finding(entry, "", line) if isinstance(entry, str) else Finding(entry["spot"], entry["after"], line)

    def cut_back(self) -> list[ActRow]:
        """The act that gives back what of their wagers is past a loss limit, if the record has one."""
        if "cut-back" not in self.row:
            return []
        row = dict(self.row["cut-back"])
        keeps = [{"area": self.area, "spot": spot, "keeps": kept} for spot, kept in row["keeps"].items()]
        row |= {"does": "cut-back", "player": self.name, "keeps": keeps}
        return [ActRow((*self.path, "cut-back"), row, self.name)]
