"""A refusal as a page tells it: in words, with its clauses."""

from typing import Any

from pitboss.law.rules import Rules
from pitboss.money import dollars
from pitboss.play.wager import Refusal


def said(rules: Rules, no: Refusal | None) -> dict[str, Any] | None:
    """A refusal in words, with its clauses."""
    return None if no is None else {"words": no.words, "clauses": list(rules.cite(rules.only(no.because)))}


def short_of(cents: int, free: int) -> dict[str, Any] | None:
    """Why somebody cannot stake so much, where their chips do not reach."""
    if cents <= free:
        return None
    return {"words": f"This takes {dollars(cents)} and you have {dollars(free)} in chips.", "clauses": []}
