"""A table as its events leave it. `fold` is the only way to it, so that what replay gives is the truth."""

from collections.abc import Iterable
from typing import NamedTuple

from pitboss.floor.tables.events import (
    ActTaken,
    NoticePosted,
    NoticeTakenDown,
    RoundEnded,
    Stack,
    TableClosed,
    TableEvent,
    TableOpened,
    TermsChanged,
)
from pitboss.games import make_game
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.play import Round, Step, Table, apply
from pitboss.play.acts import Act

UNOPENED, OPEN, CLOSED = "unopened", "open", "closed"


class TableState(NamedTuple):
    """A table on the floor. While it is open a round is always open too: the first thing done in it begins it."""

    status: str = UNOPENED
    table: Table | None = None
    round: Round | None = None
    opening: Round | None = None
    """The open round as it began, so that its acts can be folded again."""
    acts: tuple[Act, ...] = ()
    notices: tuple[NoticePosted, ...] = ()
    stacks: tuple[Stack, ...] = ()
    unit: str = "AUD"
    length: int = 0
    """How many events it is the fold of."""

    @property
    def is_open(self) -> bool:
        """Whether people can play."""
        return self.status == OPEN

    @property
    def is_between_rounds(self) -> bool:
        """Whether nothing has been done in the open round yet."""
        return not self.acts


def rules_of(event: TableOpened) -> Rules:
    """The rules that a table opened under."""
    rules = Rules.of(event.game, event.version)
    return rules.amend(readings=event.readings, grant=[Key(name) for name in event.granted])


def opened(event: TableOpened) -> Table:
    """The table of play that an opening stands for; refused if the rules do not let it open."""
    return Table.open(make_game(rules_of(event), event.terms))


def evolve(state: TableState, event: TableEvent, step: Step | None = None) -> TableState:
    """The state after an event. Whoever has worked out the step of an act already may hand it in."""
    state = state._replace(length=state.length + 1)
    match event:
        case TableOpened():
            table = opened(event)
            return _begin(state._replace(status=OPEN, stacks=event.stacks, unit=event.unit, notices=()), table)
        case ActTaken(act, _):
            assert state.round is not None  # only an open table has acts
            done = step if step is not None else apply(state.round, act)
            return state._replace(round=done.round, acts=(*state.acts, act))
        case RoundEnded():
            assert state.table is not None and state.round is not None
            return _begin(state, state.table.after(state.round))
        case TermsChanged(terms, _, _):
            assert state.table is not None
            return _begin(state, state.table.on(terms))
        case NoticePosted():
            return state._replace(notices=(*state.notices, event))
        case NoticeTakenDown(number, _):
            return state._replace(notices=tuple(n for n in state.notices if n.id != number))
        case TableClosed(stacks, _):
            return state._replace(status=CLOSED, round=None, opening=None, acts=(), stacks=stacks, notices=())
        case _:
            return state  # kept for whoever reads the log; play goes on as it was


def _begin(state: TableState, table: Table) -> TableState:
    opening = table.begin().round
    return state._replace(table=table, round=opening, opening=opening, acts=())


def fold(events: Iterable[TableEvent], state: TableState | None = None) -> TableState:
    """The state that events lead to."""
    state = state if state is not None else TableState()
    for event in events:
        state = evolve(state, event)
    return state
