"""A patron as the events of their stream leave them."""

from collections.abc import Mapping
from types import MappingProxyType

from pitboss.floor.patrons.events import (
    BarLifted,
    BarredFromGame,
    BreakOrdered,
    CardCancelled,
    CardIssued,
    Deposited,
    DepositLimitSet,
    EmployeeNoted,
    Excluded,
    ExclusionEnded,
    KeptApart,
    LetPlayTogether,
    LossLimitSet,
    PatronEvent,
    PaymentAsked,
    PaymentDeclined,
    PlayEnded,
    PlayStarted,
    Registered,
    Withdrawn,
)
from pitboss.floor.patrons.periods import Limit, Limits, with_limit
from pitboss.value import Value


class PatronState(Value):
    """What the house knows of a patron."""

    registered: bool = False
    card: int = 0
    """The card that is valid; 0 for none."""
    cards: int = 0
    """How many cards they have had."""
    excluded: bool = False
    barred: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
    """Who may not be at the same table."""
    is_employee: bool = False
    loss_limits: Limits = MappingProxyType({})
    deposit_limits: tuple[Limit, ...] = ()
    break_until: str = ""
    playing: tuple[PlayStarted, ...] = ()
    played: Mapping[str, int] = MappingProxyType({})
    """For each table at which they have played, how many events it had when their time there last ended."""
    asked: tuple[PaymentAsked, ...] = ()
    """The payments that they asked for and that staff have yet to make or decline."""
    length: int = 0

    def play_at(self, table: str) -> PlayStarted | None:
        """Their time at a table that has begun and not ended."""
        return next((play for play in self.playing if play.table == table), None)


def evolve(state: PatronState, event: PatronEvent) -> PatronState:
    """The patron after an event."""
    state = state._replace(length=state.length + 1)
    match event:
        case Registered():
            return state._replace(registered=True)
        case CardIssued(number):
            return state._replace(card=number, cards=number)
        case CardCancelled():
            return state._replace(card=0)
        case PlayStarted():
            return state._replace(playing=(*state.playing, event))
        case PlayEnded(table, until):
            still = tuple(play for play in state.playing if play.table != table)
            return state._replace(playing=still, played={**state.played, table: until})
        case PaymentAsked():
            return state._replace(asked=(*state.asked, event))
        case PaymentDeclined(id=done) | Deposited(request=done) | Withdrawn(request=done):
            return state._replace(asked=tuple(asked for asked in state.asked if asked.id != done))
        case _:
            return _restrained(state, event)


def _restrained(state: PatronState, event: PatronEvent) -> PatronState:
    """The patron after an event about what they may do."""
    match event:
        case Excluded():
            return state._replace(excluded=True)
        case ExclusionEnded():
            return state._replace(excluded=False)
        case BarredFromGame(game):
            return state._replace(barred=state.barred | {game})
        case BarLifted(game):
            return state._replace(barred=state.barred - {game})
        case KeptApart(other):
            return state._replace(apart=state.apart | {other})
        case LetPlayTogether(other):
            return state._replace(apart=state.apart - {other})
        case EmployeeNoted(is_employee):
            return state._replace(is_employee=is_employee)
        case LossLimitSet(period, cents, set_at, holds_from):
            kept = with_limit(state.loss_limits.get(period, ()), Limit(cents, holds_from), set_at)
            return state._replace(loss_limits={**state.loss_limits, period: kept})
        case DepositLimitSet(cents, set_at, holds_from):
            return state._replace(deposit_limits=with_limit(state.deposit_limits, Limit(cents, holds_from), set_at))
        case BreakOrdered(until):
            return state._replace(break_until=until)
        case _:
            return state  # kept for whoever reads the log
