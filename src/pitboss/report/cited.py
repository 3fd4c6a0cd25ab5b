"""The rules that a decision on the log rests on: those that it names itself, and those by which such a decision is made
where it names none (a permission, an exclusion, a limit, a sign that fell due)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss import law
from pitboss.floor.patrons import events as patron
from pitboss.floor.tables import device_events as device
from pitboss.floor.tables import events as table
from pitboss.floor.tables import people_events as people
from pitboss.floor.tables import sign_events as sign
from pitboss.floor.tables.dispute_state import COMPLAINT, REVIEW
from pitboss.floor.tables.notices import KEPT_ENDS, LIMITS
from pitboss.floor.tables.state import CLOSE
from pitboss.law import TITLES, Because, Ground, Key, ground
from pitboss.play.acts.powers import TALKING
from pitboss.value import log_name

Data = Mapping[str, Any]
FELL = {CLOSE: law.CLOSE_ON_NOTICE, LIMITS: law.RAISE_ON_NOTICE, KEPT_ENDS: law.KEPT_ENDS_ON_NOTICE}
MOVED = {REVIEW: law.DISPUTE_REVIEWED, COMPLAINT: law.COMPLAINT_TOLD}


def _named(field: str) -> Callable[[Data], Because]:
    """The rule that an event has in a field of its own."""
    return lambda data: (Key(data[field]),) if data.get(field) in TITLES else ()


def _always(*keys: Key) -> Callable[[Data], Because]:
    return lambda _: keys


def _ruled(data: Data) -> Because:
    if data.get("because") or not str(data["what"]).startswith("void for"):
        return ()
    return (law.TALKING_FORFEITS if str(data["what"]).endswith(TALKING) else law.ROUND_VOIDED,)


RESTS_ON: Mapping[type, Callable[[Data], Because]] = {
    table.TableOpened: lambda data: tuple(Key(name) for name in data.get("granted", ())),
    table.TableClosed: _always(law.CLOSE_ON_NOTICE),
    sign.NoticeFell: lambda data: (FELL[data["what"]],),
    sign.PermissionSet: _named("rule"),
    sign.CardsCounted: _always(law.CARDS_COUNTED),
    device.DeviceTakenOver: _always(law.DEVICE_ESCALATED),
    people.Told: _named("about"),
    people.PlayerRestricted: _named("rule"),
    people.AreasReserved: _always(law.AREAS_RESERVED),
    people.PeopleLimited: lambda data: (law.THREE_BETTORS if data["bettors"] else law.FEWER_PLAYERS,),
    people.RulingRecorded: _ruled,
    people.DisputeRaised: _always(law.DISPUTE_RULED),
    people.DisputeMoved: lambda data: (MOVED[data["to"]],) if data["to"] in MOVED else (),
    patron.CardIssued: _always(law.PLAYER_CARD),
    patron.CardCancelled: _always(law.PLAYER_CARD),
    patron.Excluded: _always(law.EXCLUDED),
    patron.ExclusionEnded: _always(law.EXCLUDED),
    patron.BarredFromGame: _always(law.BARRED_FROM_GAME),
    patron.BarLifted: _always(law.BARRED_FROM_GAME),
    patron.EmployeeNoted: _always(law.EMPLOYEE_POLICY),
    patron.LossLimitSet: _always(law.LOSS_LIMIT),
    patron.DepositLimitSet: _always(law.DEPOSIT_LIMIT),
    patron.BreakOrdered: _always(law.LIMIT_BREAK),
    patron.ChipsDeclared: _always(law.CHIPS_DECLARED),
}
_BY_NAME = {log_name(kind): rests_on for kind, rests_on in RESTS_ON.items()}


def grounds_of(kind: str, data: Data) -> Because:
    """The grounds of an event, each once."""
    more = _BY_NAME[kind](data) if kind in _BY_NAME else ()
    return tuple(dict.fromkeys((*_said(data), *more)))


def _said(data: Any) -> Iterator[Ground]:
    """The grounds that an event names, by itself or in its settlements."""
    if isinstance(data, Mapping):
        for name, value in data.items():
            if name == "because":
                yield from (ground(text) for text in value)
            else:
                yield from _said(value)
    elif isinstance(data, list):
        for value in data:
            yield from _said(value)
