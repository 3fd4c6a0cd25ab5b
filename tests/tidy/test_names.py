"""Names on the log: each kind of value that is written there declares its name, and no name that is there changes.

`names.txt` lists them. A renamed class keeps its name in it; `make snapshot` adds the name of a new kind and
takes none out.
"""

import typing
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pitboss.floor.composition  # noqa: F401  # loads every duty
from pitboss.floor.cashier import mispayments
from pitboss.floor.cashier.chips import BroughtForward
from pitboss.floor.jackpots.meters import METER_EVENTS
from pitboss.floor.patrons.state import PatronEvent
from pitboss.floor.people.staff import PasswordSet, PinSet, RoleGiven, SetAtConsole
from pitboss.floor.promotions.state import PromotionEvent
from pitboss.floor.returns.documents import DocumentKept
from pitboss.floor.returns.sending import ReturnSent
from pitboss.floor.service.commands import Actor, command_kinds
from pitboss.floor.tables.log import event_kinds
from pitboss.floor.tournaments.state import event_kinds as tournament_kinds
from pitboss.play.acts import ACTS, Act
from pitboss.play.events import Event
from pitboss.play.wager import Hand, Wager
from pitboss.value import declared_name
from support import same_as_committed

NAMES = Path(__file__).parent / "names.txt"
FAMILIES: Mapping[str, Iterable[type]] = {
    "act": ACTS,
    "command": command_kinds().values(),
    "event of a meter": METER_EVENTS.values(),
    "event of a patron": PatronEvent.__subclasses__(),
    "event of a person": (RoleGiven, PasswordSet, PinSet, SetAtConsole),
    "event of a promotion": PromotionEvent.__subclasses__(),
    "event of a table": event_kinds().values(),
    "event of a tournament": tournament_kinds().values(),
    "event of play": Event.__subclasses__(),
    "event of the house": (
        mispayments.Mispaid,
        mispayments.MispaymentFollowed,
        BroughtForward,
        ReturnSent,
        DocumentKept,
    ),
}
"""What is written as a whole; what these values hold is written as part of them."""


def kinds_in(hint: object, seen: set[type]) -> Iterator[type]:
    """The kinds of value in a type and in their own fields, each once."""
    if isinstance(hint, type) and hasattr(hint, "_fields") and hint not in seen:
        seen.add(hint)
        yield hint
        hints = typing.get_type_hints(hint)
        for field in hint._fields:
            yield from kinds_in(hints[field], seen)
    for part in typing.get_args(hint):
        yield from kinds_in(part, seen)


def families() -> Iterator[tuple[str, type]]:
    """Every kind of value on a log, with its family."""
    seen: set[type] = set()
    found = [(family, kind) for family, kinds in FAMILIES.items() for kind in kinds]
    yield from found
    wholes = {kind for _, kind in found}
    for kind in (*wholes, Actor, Hand, Wager):
        yield from (("part", part) for part in kinds_in(kind, seen) if part not in wholes and part not in (Act, Event))


def test_every_kind_on_the_log_declares_its_name() -> None:
    assert not [f"{kind.__module__}.{kind.__name__}" for _, kind in families() if declared_name(kind) is None]


def test_no_two_kinds_of_a_family_have_one_name() -> None:
    named = [(family, declared_name(kind)) for family, kind in families()]
    assert len(set(named)) == len(named)


def test_names_on_the_log_stay() -> None:
    found = {f"{family}: {declared_name(kind)}" for family, kind in families()}
    gone = set(NAMES.read_text().splitlines()) - found
    assert not gone, "what is written under a name is read by it for ever"
    same_as_committed(NAMES, "".join(f"{name}\n" for name in sorted(found)))
