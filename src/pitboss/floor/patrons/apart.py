"""Players suspected of collusion, kept from sharing a table (Star Caribbean Stud 14.13.2; Star Mississippi Stud
11.10.2): both have it on their own record, written together."""

from collections.abc import Mapping
from functools import cache

from pitboss import law
from pitboss.floor.patrons.commands import KeepApart, LetTogether
from pitboss.floor.patrons.events import KeptApart, LetPlayTogether
from pitboss.floor.patrons.office import known_patron, load_patron, noted
from pitboss.floor.patrons.periods import patron_stream
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.law.edition import edition_names, load_edition

BECAUSE = law.SUSPECTS_APART


def keep_apart(world: World, order: Order) -> Decision:
    """Keep two patrons from sharing a table."""
    command: KeepApart = order.command
    state = _ordered(world, order)
    if command.other in state.apart:
        raise refuse("These two are kept apart already.", BECAUSE)
    return _both(world, order, KeptApart)


def let_together(world: World, order: Order) -> Decision:
    """Let two patrons share a table again."""
    command: LetTogether = order.command
    state = _ordered(world, order)
    if command.other not in state.apart:
        raise refuse("These two are not kept apart.", BECAUSE)
    return _both(world, order, LetPlayTogether)


@cache
def is_known_in(operator: str) -> bool:
    """Whether a document of a house gives anybody this power."""
    editions = [load_edition(name) for name in edition_names()]
    return any(BECAUSE in edition.powers for edition in editions if edition.operator == operator)


def _ordered(world: World, order: Order) -> PatronState:
    command: KeepApart | LetTogether = order.command
    if not is_known_in(order.actor.operator):
        raise refuse("The rules of this house know no such order.", law.TERMS)
    if command.other == command.patron:
        raise refuse("Two players are kept apart, not one.", BECAUSE)
    if not command.reason:
        raise refuse("Say what is suspected: the reason goes into the log.", BECAUSE)
    return known_patron(world, order)


def _both(world: World, order: Order, kind: type[KeptApart] | type[LetPlayTogether]) -> Decision:
    """The same thing, on the record of each of the two."""
    command, actor = order.command, order.actor
    other = load_patron(world.store, actor.operator, command.other)
    if not other.registered:
        raise refuse("There is no such patron.", law.PATRON_KNOWN)
    mirrored = kind(command.patron, command.reason, actor.role)
    also = ((patron_stream(actor.operator, command.other), (mirrored,)),)
    event = kind(command.other, command.reason, actor.role)
    return noted(order, event, also=also, reply={"other": command.other})


WORKERS: Mapping[type, Handler] = {KeepApart: keep_apart, LetTogether: let_together}
