"""The edge that was seen, as the hidden fields of the form that sets what it is of."""

from typing import Any

from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.web.pages.fields import Fields
from pitboss.web.solves.signs import Priced


def read_seen(fields: Fields) -> EdgeSeen | None:
    """What a form says of the edge that was seen; nothing if it says nothing."""
    if not fields.text("edge"):
        return None
    unit, answer = fields.text("edge-unit", 60), fields.text("edge-answer", 80)
    name, offer = fields.text("confirmed-by", 120), fields.text("edge-offer", 80)
    return EdgeSeen(fields.text("edge", 400), unit, answer, name, fields.whole("edge-wager"), offer)


def seen_fields(shown: Priced) -> dict[str, Any]:
    """The hidden fields that carry what was seen."""
    seen = shown.seen
    if seen is None:
        return {}
    said = {"edge": seen.edge, "edge-unit": seen.unit, "edge-answer": seen.answer}
    return said | {"edge-wager": seen.wager_cents, "edge-offer": seen.offer}
