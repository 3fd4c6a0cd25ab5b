"""Players suspected of collusion, kept from sharing a table (Star Caribbean Stud 14.13.2; Star Mississippi Stud
11.10.2): both have it on their own record, written together."""

from collections.abc import Mapping
from functools import cache

from pitboss import law
from pitboss.floor.patrons.commands import KeepApart, LetTogether
from pitboss.floor.patrons.events import KeptApart, LetPlayTogether
from pitboss.floor.patrons.office import known_patron, load_patron, noted
from pitboss.floor.patrons.periods import patron_stream, version_counter
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.service.commands import Order
from pitboss.floor.service.desk import refuse
from pitboss.floor.service.office import Deed, Desk, Worker, new_event
from pitboss.floor.store import Append, Count
from pitboss.law.edition import edition_names, load_edition

BECAUSE = law.SUSPECTS_APART


def keep_apart(desk: Desk, order: Order) -> Deed:
    """Keep two patrons from sharing a table."""
    command: KeepApart = order.command
    state = _ordered(desk, order)
    if command.other in state.apart:
        raise refuse("These two are kept apart already.", BECAUSE)
    return _both(desk, order, state, KeptApart)


def let_together(desk: Desk, order: Order) -> Deed:
    """Let two patrons share a table again."""
    command: LetTogether = order.command
    state = _ordered(desk, order)
    if command.other not in state.apart:
        raise refuse("These two are not kept apart.", BECAUSE)
    return _both(desk, order, state, LetPlayTogether)


@cache
def is_known_in(operator: str) -> bool:
    """Whether a document of a house gives anybody this power."""
    editions = [load_edition(name) for name in edition_names()]
    return any(BECAUSE in edition.powers for edition in editions if edition.operator == operator)


def _ordered(desk: Desk, order: Order) -> PatronState:
    command: KeepApart | LetTogether = order.command
    if not is_known_in(order.actor.operator):
        raise refuse("The rules of this house know no such order.", law.TERMS)
    if command.other == command.patron:
        raise refuse("Two players are kept apart, not one.", BECAUSE)
    if not command.reason:
        raise refuse("Say what is suspected: the reason goes into the log.", BECAUSE)
    return known_patron(desk, order)


def _both(desk: Desk, order: Order, state: PatronState, kind: type[KeptApart] | type[LetPlayTogether]) -> Deed:
    """The same thing, on the record of each of the two."""
    command, actor = order.command, order.actor
    other = load_patron(desk.store, actor.operator, command.other)
    if not other.registered:
        raise refuse("There is no such patron.", law.PATRON_KNOWN)
    mirrored = new_event(kind(command.patron, command.reason, actor.role), desk.at, actor.person)
    also = (Append(patron_stream(actor.operator, command.other), other.length, (mirrored,)),)
    changed = (Count(version_counter(actor.operator, command.other), 1),)
    event = kind(command.other, command.reason, actor.role)
    return noted(desk, order, state, event, counts=changed, also=also, reply={"other": command.other})


WORKERS: Mapping[type, Worker] = {KeepApart: keep_apart, LetTogether: let_together}
