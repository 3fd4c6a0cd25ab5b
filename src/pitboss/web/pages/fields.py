"""The fields of a form, read as the floor's own values; what cannot be read is said to whoever sent it."""

from collections.abc import Iterable, Mapping

from starlette.datastructures import FormData

from pitboss.floor.service.clock import stamp
from pitboss.floor.tables.events import Stack
from pitboss.play.terms import Limits
from pitboss.web.api.inspecting import moment
from pitboss.web.api.problems import NotFound
from pitboss.web.pages.playing import Unclear, amount, whole

CHIP, LEAST, MOST, UNIT = "chip-", "least-", "most-", "unit-"
"""What the names of fields begin with that hold a count of chips, or a limit of a spot."""


class Fields:
    """What a form says."""

    def __init__(self, form: FormData) -> None:
        self.form = form

    def text(self, name: str, most: int = 200) -> str:
        """A text; empty if it is not there."""
        return " ".join(str(self.form.get(name, "")).split())[:most]

    def needed(self, name: str, words: str) -> str:
        """A text that has to be there."""
        if not (text := self.text(name)):
            raise Unclear(words)
        return text

    def many(self, name: str) -> tuple[str, ...]:
        """The boxes of one name that are ticked."""
        return tuple(str(value)[:40] for value in self.form.getlist(name))

    def whole(self, name: str) -> int:
        """A whole number; 0 if it is not there."""
        return whole(self.form, name)

    def cents(self, name: str) -> int:
        """An amount of dollars, in cents; 0 if it is not there."""
        return amount(self.form, name)

    def is_on(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.form.get(name))

    def stacks(self) -> tuple[Stack, ...]:
        """Counted chips: how many of each denomination; those of which there are none are left out."""
        named = [name for name in self.form if name.startswith(CHIP) and name.removeprefix(CHIP).isdecimal()]
        counted = [Stack(int(name.removeprefix(CHIP)[:12]), self.whole(name)) for name in named]
        return tuple(sorted((stack for stack in counted if stack.pieces), reverse=True))

    def limits(self, now: Mapping[str, Limits] | None = None) -> dict[str, Limits]:
        """Limits for the spots that some are given for; a part that is left empty stays as it is now."""
        parts = (LEAST, MOST, UNIT)
        spots = dict.fromkeys(name.removeprefix(part) for name in self.form for part in parts if name.startswith(part))
        found = {spot: self._limit(spot, (now or {}).get(spot)) for spot in spots}
        return {spot: limit for spot, limit in found.items() if limit is not None}

    def _limit(self, spot: str, now: Limits | None) -> Limits | None:
        parts = {LEAST: "minimum_cents", MOST: "maximum_cents", UNIT: "unit_cents"}
        said = {name: self.cents(f"{part}{spot}") for part, name in parts.items() if self.text(f"{part}{spot}")}
        return (now or Limits(0, 0))._replace(**said) if said else None

    def moment(self, name: str) -> str:
        """A time in Sydney, as the log writes times; empty if it is not there."""
        try:
            at = moment(self.text(name))
        except NotFound as no:
            raise Unclear(str(no)) from None
        return stamp(at) if at is not None else ""

    def numbers(self, name: str) -> tuple[int, ...]:
        """Numbers with commas or spaces between them."""
        written = self.text(name).replace(",", " ").split()
        if any(not part.isdecimal() or len(part) > 3 for part in written):
            raise Unclear(f"{self.text(name)[:20]} are no areas: write them as in 3, 4.")
        return tuple(int(part) for part in written)

    def chosen(self, name: str, among: Iterable[str], words: str) -> str:
        """One of some choices."""
        text = self.text(name)
        if text not in among:
            raise Unclear(words)
        return text
