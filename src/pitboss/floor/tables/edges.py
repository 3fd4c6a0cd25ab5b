"""The edge before whoever sets what a table offers: what the rules leave to the house is set by somebody who has seen
its exact edge, and with the house behind they confirm it by name. The edge is the lab's, and whoever passes it on has
checked it.

Limits and chips are such a choice where they round a win up: at a small odd wager that may be more than the edge.
"""

import hashlib
from collections.abc import Mapping
from fractions import Fraction

from pitboss import law
from pitboss.floor.service.commands import Actor, OpenTable
from pitboss.floor.service.world import refuse
from pitboss.floor.store.chain import canonical
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.games import make_game
from pitboss.games.telling import telling_wagers
from pitboss.law import Key
from pitboss.law.edition import Choice
from pitboss.law.rules import Rules
from pitboss.money import AUD, Unit, unit_named
from pitboss.play.codec import encode
from pitboss.play.table import Table
from pitboss.play.terms import Terms
from pitboss.value import Value


class Offer(Value):
    """What a table offers: the rules in force at it, with what was granted and how they are read, and its terms."""

    rules: Rules
    terms: Terms
    unit: Unit = AUD

    @property
    def wagers(self) -> tuple[int, ...]:
        """The initial wagers, in cents, at which it is told best what the offer is worth; none where any will do."""
        return tuple(wager.cents for wager in telling_wagers(self.rules, self.terms))

    @property
    def name(self) -> str:
        """A name for everything that the edge of this offer hangs on: what was seen of it is kept under this name."""
        said = [self.rules.game.name, self.rules.edition.version, encode(dict(self.own)), list(self.wagers)]
        return hashlib.sha256(canonical(said).encode()).hexdigest()

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
        if rounded := tuple(wager.cents for wager in telling_wagers(rules, terms) if wager.is_rounded):
            found["wagers that chips round up"] = rounded
        return found


def offer_of(state: OpenState) -> Offer:
    """What an open table offers, from the next round on."""
    return Offer(state.table.game.rules, state.terms, state.unit)


def opened_offer(command: OpenTable, _: TableState | None = None) -> Offer:
    """What a table offers that is to open; refused where the game may not be played so."""
    rules = Rules.of(command.game, command.version)
    rules = rules.amend(readings=command.readings, grant=[Key(name) for name in command.granted])
    Table.open(make_game(rules, command.terms))
    return Offer(rules, command.terms, unit_named(command.unit))


def moves(before: Offer | None, after: Offer) -> list[str]:
    """The choices of the house's own that are other than before; none of them counts where nobody plays for money."""
    was, own = before.own if before is not None else {}, after.own
    return (
        sorted(name for name in {**was, **own} if was.get(name) != own.get(name)) if not after.unit.is_practice else []
    )


def check_edge(before: Offer | None, after: Offer, seen: EdgeSeen | None, actor: Actor) -> None:
    """Refuse a choice of the house's own whose edge was not seen, or not confirmed with the house behind."""
    if after.unit.is_practice:
        return
    if seen is None:
        if moved := moves(before, after):
            what = ", ".join(name.replace("-", " ") for name in moved)
            raise refuse(f"This is the house's own choice ({what}): see its exact edge first.", law.EDGE_SEEN)
        return
    if seen.offer != after.name:
        raise refuse("This edge is of something else than the table will offer: see its exact edge.", law.EDGE_SEEN)
    if is_behind(seen) and seen.confirmed_by != actor.person:
        words = "With this the house is behind: whoever sets it confirms it by their own name."
        raise refuse(words, law.EDGE_CONFIRMED)


def is_behind(seen: EdgeSeen) -> bool:
    """Say whether the house gains nothing on average."""
    try:
        return Fraction(seen.edge) <= 0
    except (ValueError, ZeroDivisionError):
        raise refuse(f"{seen.edge[:40]} is no edge.", law.EDGE_SEEN) from None
