"""The edge of an offer: a person who sets what the rules leave to the house must have seen its exact edge, and must
confirm it by name if the house loses on average. The lab computes the edge, and the caller has checked it.

Limits and chips are such a choice where they round a win up: at a small odd wager that may be more than the edge.
"""

import hashlib
from collections.abc import Mapping
from fractions import Fraction

from pitboss import law, money
from pitboss.floor.service.commands import Actor, TableCommand, refuse
from pitboss.floor.store.rows import canonical
from pitboss.floor.tables.state import EdgeSeen, OpenState, TableState
from pitboss.games.best_wagers import find_best_wagers
from pitboss.messages import say
from pitboss.play import Terms, encode
from pitboss.value import Value


class TableOffer(Value):
    """The offer of a table: its rules in force, with permissions and readings, and its terms."""

    rules: law.Rules
    terms: Terms
    unit: money.Unit = money.AUD

    @property
    def wagers(self) -> tuple[int, ...]:
        """The initial wagers, in cents, at which the lab works the edge out; none where the edge is the same for
        all."""
        return tuple(wager.cents for wager in find_best_wagers(self.rules, self.terms))

    @property
    def name(self) -> str:
        """A name for everything that the edge of this offer depends on; a seen edge is kept under this name."""
        said = [self.rules.game.name, self.rules.edition.version, encode(dict(self.own)), list(self.wagers)]
        return hashlib.sha256(canonical(said).encode()).hexdigest()

    @property
    def own(self) -> Mapping[str, law.Choice | tuple[int, ...]]:
        """The house's own choices, by name: what the edition leaves open and has a default for."""
        rules, terms, data = self.rules, self.terms, self.rules.game.data
        usual = data.get("play", {}).get("usual", {})
        offered = {stage: tuple(sorted(multiples)) for stage, multiples in terms.multiples.items()}
        found: dict[str, law.Choice | tuple[int, ...]] = {
            stage: multiples for stage, multiples in offered.items() if multiples != tuple(sorted(usual.get(stage, ())))
        }
        found |= {name: choice for name, choice in rules.choices.items() if choice != rules.default(name)}
        found |= dict.fromkeys(sorted(rules.granted), True)
        decks = data["deck"]["decks"]
        if terms.decks not in (0, decks if isinstance(decks, int) else decks[0]):
            found["decks"] = terms.decks
        if terms.maximum_payout_cents is not None and rules.applies(law.MAXIMUM_PAYOUT):
            found["maximum payout"] = terms.maximum_payout_cents
        if rounded := tuple(wager.cents for wager in find_best_wagers(rules, terms) if wager.is_rounded):
            found["wagers that chips round up"] = rounded
        return found


def offer_of(state: OpenState) -> TableOffer:
    """The offer of an open table, from the next round on."""
    return TableOffer(state.table.game.rules, state.terms, state.unit)


class OfferCommand(TableCommand):
    """A command that changes what a table's edge depends on; its field `edge` holds the edge that its giver has
    seen."""

    @property
    def seen(self) -> EdgeSeen | None:
        """The edge that the giver has seen, if any."""
        found: EdgeSeen | None = getattr(self, "edge")  # noqa: B009
        return found

    def offer(self, state: TableState) -> TableOffer:
        """The offer of the table after the command; refused where there can be none."""
        raise TypeError(f"{type(self).__name__} offers nothing")


def changed_choices(before: TableOffer | None, after: TableOffer) -> list[str]:
    """The house's own choices that changed; none where the table does not play for money."""
    was, own = before.own if before is not None else {}, after.own
    return (
        sorted(name for name in {**was, **own} if was.get(name) != own.get(name)) if not after.unit.is_practice else []
    )


def check_edge(before: TableOffer | None, after: TableOffer, seen: EdgeSeen | None, actor: Actor) -> None:
    """Refuse a choice of the house whose edge was not seen, or was not confirmed although the house loses on
    average."""
    if after.unit.is_practice:
        return
    if seen is None:
        if moved := changed_choices(before, after):
            what = ", ".join(name.replace("-", " ") for name in moved)
            words = say("The rules leave this to the house ({what}). See its exact edge first.", what=what)
            raise refuse(words, law.EDGE_SEEN)
        return
    if seen.offer != after.name:
        raise refuse("This edge belongs to another offer. See the exact edge of this one first.", law.EDGE_SEEN)
    if is_behind(seen) and seen.confirmed_by != actor.person:
        words = "The house loses on average with this offer. Confirm it by your own name."
        raise refuse(words, law.EDGE_CONFIRMED)


def is_behind(seen: EdgeSeen) -> bool:
    """Whether the house gains nothing on average."""
    try:
        return Fraction(seen.edge) <= 0
    except (ValueError, ZeroDivisionError):
        raise refuse(
            say("{edge} is not an edge. Write a fraction or a decimal.", edge=seen.edge[:40]), law.EDGE_SEEN
        ) from None
