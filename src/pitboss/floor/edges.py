"""The edge before whoever sets what a table offers: what the rules leave to the house is set by somebody who has seen
its exact edge, and with the house behind they confirm it by name. The edge is the lab's, and whoever passes it on has
checked it.

Limits and chips are no such choice: they change nothing but what an odd wager is rounded up to.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss import law
from pitboss.floor.commands import Actor, OpenTable
from pitboss.floor.desk import refuse
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.floor.tables.state import TableState
from pitboss.law import Key
from pitboss.law.edition import Choice
from pitboss.law.rules import Rules
from pitboss.ledger.account import PRACTICE
from pitboss.play.terms import Terms


class Offer(NamedTuple):
    """What a table offers: the rules in force at it, with what was granted and how they are read, and its terms."""

    rules: Rules
    terms: Terms
    unit: str = "AUD"

    @property
    def own(self) -> Mapping[str, Choice | tuple[int, ...]]:
        """The house's own choices, by name: whatever the edition leaves open and has otherwise by itself."""
        rules, terms, data = self.rules, self.terms, self.rules.game.data
        usual = data.get("play", {}).get("usual", {})
        offered = {stage: tuple(sorted(multiples)) for stage, multiples in terms.multiples.items()}
        found: dict[str, Choice | tuple[int, ...]] = {
            stage: multiples for stage, multiples in offered.items() if multiples != tuple(sorted(usual.get(stage, ())))
        }
        found |= {name: choice for name, choice in rules.choices.items() if choice != rules.default(name)}
        found |= dict.fromkeys(sorted(rules.granted), True)
        decks = data["deck"]["decks"]
        if terms.decks not in (0, decks if isinstance(decks, int) else decks[0]):
            found["decks"] = terms.decks
        if terms.maximum_payout_cents is not None and rules.applies(law.MAXIMUM_PAYOUT):
            found["maximum payout"] = terms.maximum_payout_cents
        return found


def offer_of(state: TableState) -> Offer | None:
    """What an open table offers, from the next round on."""
    if state.table is None or not state.is_open:
        return None
    return Offer(state.table.game.rules, state.terms, state.unit)


def opened_offer(command: OpenTable, _: TableState | None = None) -> Offer:
    """What a table offers that is to open."""
    rules = Rules.of(command.game, command.version)
    rules = rules.amend(readings=command.readings, grant=[Key(name) for name in command.granted])
    return Offer(rules, command.terms, command.unit)


def check_edge(before: Offer | None, after: Offer, seen: EdgeSeen | None, actor: Actor) -> None:
    """Refuse a choice of the house's own whose edge was not seen, or not confirmed with the house behind."""
    if after.unit == PRACTICE:
        return
    if seen is None:
        was = before.own if before is not None else {}
        if moved := sorted(name for name in {**was, **after.own} if was.get(name) != after.own.get(name)):
            what = ", ".join(name.replace("-", " ") for name in moved)
            raise refuse(f"This is the house's own choice ({what}): see its exact edge first.", law.EDGE_SEEN)
        return
    if is_behind(seen) and seen.confirmed_by != actor.person:
        words = "With this the house is behind: whoever sets it confirms it by their own name."
        raise refuse(words, law.EDGE_CONFIRMED)


def is_behind(seen: EdgeSeen) -> bool:
    """Say whether the house gains nothing on average."""
    try:
        return Fraction(seen.edge) <= 0
    except (ValueError, ZeroDivisionError):
        raise refuse(f"{seen.edge[:40]} is no edge.", law.EDGE_SEEN) from None
