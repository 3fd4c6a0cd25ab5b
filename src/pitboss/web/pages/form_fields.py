"""The fields of a form, read as the floor's own values; what cannot be read is told to the sender."""

from collections.abc import Iterable, Mapping
from typing import Any

from starlette.datastructures import FormData

from pitboss.cards import Card
from pitboss.cards.card import parse_cards
from pitboss.floor.service.clock import stamp
from pitboss.floor.tables.state import EdgeSeen, Stack
from pitboss.messages import message, say, words_of
from pitboss.money import Stake, parse_dollars
from pitboss.play.terms import Limits
from pitboss.web.api.problems import NotFound
from pitboss.web.lab_jobs.offer_edges import OfferEdge
from pitboss.web.pages.rendering import moment

CHIP, LEAST, MOST, UNIT = "chip-", "least-", "most-", "unit-"
"""What the names of fields begin with that hold a count of chips, or a limit of a spot."""


NOT_OURS = message("This form does not come from this site. Open the page again.")


class Unclear(ValueError):
    """A form that cannot be read, in words for the person who sent it."""


def _is_number(written: str) -> bool:
    return written.isascii() and written.isdigit() and len(written) <= 15


class Fields:
    """The fields of a form that was sent."""

    def __init__(self, form: FormData) -> None:
        self.form = form

    def text(self, name: str, most: int = 200) -> str:
        """A text; empty if it is not there."""
        return " ".join(str(self.form.get(name, "")).split())[:most]

    def required_text(self, name: str, words: str) -> str:
        """A text that has to be there."""
        if not (text := self.text(name)):
            raise Unclear(words)
        return text

    def texts(self, name: str) -> tuple[str, ...]:
        """The boxes of one name that are ticked."""
        return tuple(str(value)[:40] for value in self.form.getlist(name))

    def names(self, name: str) -> tuple[str, ...]:
        """Names with commas between them."""
        return tuple(part[:40] for text in self.text(name, 400).split(",") if (part := text.strip()))

    def whole_number(self, name: str) -> int:
        """A whole number; 0 if it is not there."""
        written = str(self.form.get(name, "")).strip() or "0"
        if not _is_number(written):
            raise Unclear(say("{written} is not a number.", written=written[:20]))
        return int(written)

    def cents(self, name: str) -> int:
        """An amount of dollars, in cents; 0 if it is not there."""
        written = str(self.form.get(name, "")).strip()
        if not written:
            return 0
        try:
            cents = parse_dollars(written)
        except ValueError:
            raise Unclear(say("{written} is not an amount in dollars and whole cents.", written=written[:20])) from None
        if cents < 0:
            raise Unclear("A wager must be more than $0.")
        return cents

    def amounts(self, name: str) -> tuple[int, ...]:
        """Amounts of dollars with commas or spaces between them, in cents, smallest first."""
        try:
            return tuple(sorted(parse_dollars(part) for part in self.text(name).replace(",", " ").split()))
        except ValueError:
            words = say("{written} is not a list of amounts: write them as in 5, 25.", written=self.text(name)[:20])
            raise Unclear(words) from None

    def cards(self) -> tuple[Card, ...]:
        """The cards that were keyed."""
        try:
            return parse_cards(str(self.form.get("cards", ""))[:400])
        except ValueError as error:
            raise Unclear(words_of(error)) from None

    def chosen_option(self) -> tuple[str, Stake]:
        """The option that was taken, with its stake: from its button, or from the amount written beside it."""
        option, _, cents = str(self.form.get("pick", "")).partition(":")
        if not option:
            return self.text("option", 40), Stake.of(self.cents("dollars"))
        if not _is_number(cents):
            raise Unclear(NOT_OURS)
        return option[:40], Stake.of(int(cents))

    def is_on(self, name: str) -> bool:
        """Whether a box is ticked."""
        return bool(self.form.get(name))

    def stacks(self, chip: str = CHIP) -> tuple[Stack, ...]:
        """Counted chips: how many of each denomination; those of which there are none are left out."""
        named = [name for name in self.form if name.startswith(chip) and name.removeprefix(chip).isdecimal()]
        counted = [Stack(int(name.removeprefix(chip)[:12]), self.whole_number(name)) for name in named]
        return tuple(sorted((stack for stack in counted if stack.pieces), reverse=True))

    def limits(self, now: Mapping[str, Limits] | None = None) -> dict[str, Limits]:
        """Limits for the spots that some are given for; a part that is left empty stays as it is now."""
        parts = {LEAST: "minimum_cents", MOST: "maximum_cents", UNIT: "unit_cents"}
        spots = dict.fromkeys(name.removeprefix(part) for name in self.form for part in parts if name.startswith(part))
        found = {}
        for spot in spots:
            said = {name: self.cents(f"{part}{spot}") for part, name in parts.items() if self.text(f"{part}{spot}")}
            if said:
                found[spot] = ((now or {}).get(spot) or Limits(0, 0))._replace(**said)
        return found

    def moment(self, name: str) -> str:
        """A time in Sydney, as the log writes times; empty if it is not there."""
        try:
            at = moment(self.text(name))
        except NotFound as no:
            raise Unclear(words_of(no)) from None
        return stamp(at) if at is not None else ""

    def numbers(self, name: str) -> tuple[int, ...]:
        """Numbers with commas or spaces between them."""
        written = self.text(name).replace(",", " ").split()
        if any(not part.isdecimal() or len(part) > 3 for part in written):
            raise Unclear(say("{written} is not a list of areas: write them as in 3, 4.", written=self.text(name)[:20]))
        return tuple(int(part) for part in written)

    def one_of(self, name: str, among: Iterable[str], words: str) -> str:
        """One of some choices."""
        text = self.text(name)
        if text not in among:
            raise Unclear(words)
        return text


def read_edge(fields: Fields) -> EdgeSeen | None:
    """The edge that the person has seen, by the form's hidden fields; nothing without them."""
    if not fields.text("edge"):
        return None
    unit, answer = fields.text("edge-unit", 60), fields.text("edge-answer", 80)
    name, offer = fields.text("confirmed-by", 120), fields.text("edge-offer", 80)
    return EdgeSeen(fields.text("edge", 400), unit, answer, name, fields.whole_number("edge-wager"), offer)


def edge_fields(shown: OfferEdge) -> dict[str, Any]:
    """The hidden fields that carry what was seen."""
    seen = shown.seen
    if seen is None:
        return {}
    said = {"edge": seen.edge, "edge-unit": seen.unit, "edge-answer": seen.answer}
    return said | {"edge-wager": seen.wager_cents, "edge-offer": seen.offer}
