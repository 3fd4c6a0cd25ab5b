"""The edge before whoever sets a sign: what the rules leave to the sign is set by somebody who has seen its exact edge,
and with the house behind they confirm it by name. The edge is the lab's, and whoever passes it on has checked it."""

from fractions import Fraction

from pitboss import law
from pitboss.floor.commands import Actor, OpenTable
from pitboss.floor.desk import refuse
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.law.rules import Rules
from pitboss.ledger.account import PRACTICE
from pitboss.play.terms import Terms


def sets_multiples(rules: Rules, terms: Terms) -> bool:
    """Say whether a sign offers other multiples of the Ante than the usual ones."""
    usual = rules.game.data.get("play", {}).get("usual", {})
    return any(sorted(offered) != sorted(usual.get(stage, ())) for stage, offered in terms.multiples.items())


def check_edge(command: OpenTable, rules: Rules, actor: Actor) -> None:
    """Refuse an opening whose edge was not seen where it has to be, or not confirmed with the house behind."""
    if command.unit == PRACTICE:
        return
    if command.edge is None:
        if sets_multiples(rules, command.terms):
            raise refuse("These multiples are the house's own choice: see their exact edge first.", law.EDGE_SEEN)
        return
    if is_behind(command.edge) and command.edge.confirmed_by != actor.person:
        words = "With this sign the house is behind: whoever opens the table confirms it by their own name."
        raise refuse(words, law.EDGE_CONFIRMED)


def is_behind(seen: EdgeSeen) -> bool:
    """Say whether the house gains nothing on average."""
    try:
        return Fraction(seen.edge) <= 0
    except (ValueError, ZeroDivisionError):
        raise refuse(f"{seen.edge[:40]} is no edge.", law.EDGE_SEEN) from None
