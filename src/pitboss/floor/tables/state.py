"""A table as its events leave it: unopened, open or closed, each a type of its own, so that what only an open table has
is asked of an open one alone. `fold` is the only way to a state, so that what replay gives is the truth."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar

from pitboss import law
from pitboss.floor.tables import changes, device_events, people, suspicion
from pitboss.floor.tables import deck_state as decks
from pitboss.floor.tables.alerts import RAISED_BY, Alert, raised
from pitboss.floor.tables.deadlines import DECISION_SECONDS, Deadlines, unhurried
from pitboss.floor.tables.deadlines import after as timed_after
from pitboss.floor.tables.deck_events import DecksSecured
from pitboss.floor.tables.deck_state import Decks
from pitboss.floor.tables.device_events import DeviceReported, DeviceTakenOver
from pitboss.floor.tables.dispute_state import Dispute, followed
from pitboss.floor.tables.events import (
    ActTaken,
    ApprovalAsked,
    RoundCorrected,
    RoundEnded,
    ShoeOpened,
    Stack,
    TableClosed,
    TableEvent,
    TableOpened,
)
from pitboss.floor.tables.found_events import WagersCut, cut_round
from pitboss.floor.tables.people_events import (
    DisputeMoved,
    DisputeRaised,
    DisputeRuled,
    EnglishOrdered,
    PlayerLeft,
    SuspectsOrdered,
    Told,
)
from pitboss.floor.tables.pit_events import AlertAcknowledged, ApprovalDeclined, ApprovalGiven, PostTaken
from pitboss.floor.tables.sign_events import (
    CardsOrdered,
    DecisionTimeSet,
    MarkerPlaced,
    MarkerRemoved,
    NoticeFell,
    NoticePosted,
    NoticeTakenDown,
    TermsChanged,
)
from pitboss.floor.tables.suspicion import Suspicion
from pitboss.games import make_game
from pitboss.law import Because, Key
from pitboss.law.rules import Rules
from pitboss.money import AUD, Unit, unit_named
from pitboss.play import Round, Step, Table, apply
from pitboss.play.acts import Act
from pitboss.play.history import fold as fold_acts
from pitboss.play.setup import used_terms
from pitboss.play.shoes import Shuffles
from pitboss.play.terms import Terms
from pitboss.play.wager import Refusal, Refused
from pitboss.value import Value

CLOSE = "close"
"""What a sign says that is about closing the table."""

REMEMBERED = 8
"""How many finished rounds a table has at hand, for a correction of one of them."""


class Past(Value):
    """A finished round: as it began, and its acts as they stand corrected."""

    opening: Round
    acts: tuple[Act, ...]


class Lasting(Value):
    """What every table has: it outlasts opening and closing."""

    status: ClassVar[str]
    length: int = 0
    """How many events it is the fold of."""
    unit: Unit = AUD
    disputes: tuple[Dispute, ...] = ()
    past: tuple[Past, ...] = ()
    alerts: tuple[Alert, ...] = ()
    """What somebody in the pit has yet to acknowledge."""
    asked: tuple[ApprovalAsked, ...] = ()
    """What waits for a second person."""
    decks: Decks = Decks()
    devices: tuple[DeviceReported, ...] = ()
    """Prohibited devices that an inspector or the police have yet to take over."""

    def is_open_round(self, number: int) -> bool:
        """Whether the open round has this number."""
        return False

    def finished(self, number: int) -> Past | None:
        """A finished round, if it is one of the last."""
        return next((past for past in self.past if past.opening.number == number), None)

    def at_hand(self, number: int) -> Past | None:
        """A round, if it is one of the last or the open one."""
        return self.finished(number)


class UnopenedState(Lasting):
    """A table that has never been open."""

    status: ClassVar[str] = "unopened"


class ClosedState(Lasting, kw_only=True):
    """A table that was open: as it was then, with its float counted out."""

    status: ClassVar[str] = "closed"
    table: Table
    stacks: tuple[Stack, ...] = ()


class OpenState(Lasting, kw_only=True):
    """A table that people can play at. A round is always open too: the first thing done in it begins it."""

    status: ClassVar[str] = "open"
    table: Table
    round: Round
    opening: Round
    """The open round as it began, so that its acts can be folded again."""
    acts: tuple[Act, ...] = ()
    notices: tuple[NoticePosted, ...] = ()
    stacks: tuple[Stack, ...] = ()
    players: people.Players = ()
    markers: tuple[MarkerPlaced, ...] = ()
    told: tuple[Told, ...] = ()
    next_terms: Terms | None = None
    """Terms that hold from the next round on, while one is being played."""
    closing_sign: str = ""
    """The closing sign that has fallen due, if one has."""
    note: str = ""
    decision_seconds: int = 0
    """How long a player has for a decision; 0 where nothing lapses by itself."""
    deadlines: Deadlines = MappingProxyType({})
    """When the decisions that are awaited lapse, where they are timed."""
    posts: Mapping[str, str] = {}
    """Who of the staff is at the table: the person at each post."""
    suspicion: Suspicion = Suspicion()
    shuffles: Shuffles = Shuffles()
    """The shuffles that the log commits to and that are not opened yet."""

    def is_open_round(self, number: int) -> bool:
        """Whether the open round has this number."""
        return self.round.number == number

    def at_hand(self, number: int) -> Past | None:
        """A round, if it is one of the last or the open one."""
        return Past(self.opening, self.acts) if self.is_open_round(number) else self.finished(number)

    @property
    def closing(self) -> bool:
        """Whether the notice of closing has run: no more wagers are taken."""
        return bool(self.closing_sign)

    @property
    def is_between_rounds(self) -> bool:
        """Whether nothing rides on the open round: no wager lies in it and no card has gone to a hand."""
        carried = len(self.table.carried)
        return not any(wager.live for wager in self.round.wagers[carried:]) and not any(
            hand.cards for hand in self.round.hands
        )

    @property
    def terms(self) -> Terms:
        """The terms that the table has, or will have from the next round on."""
        if self.next_terms is None:
            return self.table.game.terms
        return self.next_terms._replace(restricted=self.table.game.terms.restricted)


TableState = UnopenedState | OpenState | ClosedState


def open_state(state: TableState | None) -> OpenState:
    """The state of a table that is open; refused where it is not."""
    if not isinstance(state, OpenState):
        raise Refused(Refusal((law.NEED_CLOSED,), "This table is not open."))
    return state


def players_of(state: TableState) -> people.Players:
    """The people at a table: there are none while it is not open."""
    return state.players if isinstance(state, OpenState) else ()


def rules_of(event: TableOpened) -> Rules:
    """The rules that a table opened under."""
    return Rules.of(event.game, event.version).amend(
        off=[Key(name) for name in event.off],
        replace_with={Key(old): Key(new) for old, new in event.replaced.items()},
        readings=event.readings,
        grant=[Key(name) for name in event.granted],
    )


def opened(event: TableOpened) -> Table:
    """The table of play that an opening on the log stands for, on the terms that its game has a use for."""
    game = make_game(rules_of(event), event.terms)
    return Table.open(game.on(used_terms(game, event.terms)))


def evolve(state: TableState, event: TableEvent, step: Step | None = None) -> TableState:
    """The state after an event. Whoever has worked out the step of an act already may hand it in."""
    if isinstance(event, ActTaken):
        return _acted(open_state(state), event, step)
    state = state._replace(length=state.length + 1)
    if type(event) in RAISED_BY:
        state = state._replace(alerts=(*state.alerts, *raised(event, state.length)))
    match event:
        case TableOpened():
            return _opened(state, event)
        case RoundEnded():
            return _round_ended(open_state(state))
        case TableClosed(stacks, _, _):
            table = open_state(state).table
            return ClosedState(**_lasting(state, (), state.unit), table=table, stacks=stacks)
        case RoundCorrected():
            return _corrected(state, event)
        case _:
            return _in_pit(state, event)


def _in_pit(state: TableState, event: TableEvent) -> TableState:
    """The state after an event that may come to a table whether it is open or not."""
    match event:
        case DisputeRaised() | DisputeRuled() | DisputeMoved():
            return state._replace(disputes=followed(state.disputes, event))
        case AlertAcknowledged(name, _):
            return state._replace(alerts=tuple(alert for alert in state.alerts if alert.id != name))
        case ApprovalAsked():
            return state._replace(asked=(*state.asked, event))
        case ApprovalGiven(name, _) | ApprovalDeclined(name, _, _):
            return state._replace(asked=tuple(each for each in state.asked if each.id != name))
        case DeviceReported() | DeviceTakenOver():
            return state._replace(devices=device_events.after(state.devices, event))
        case DecksSecured():
            return state._replace(decks=decks.after(state.decks, event))
        case _ if isinstance(state, OpenState):
            return _in_play(state, event)
        case _:  # what else there is, is kept for whoever reads the log
            return state


def _acted(state: OpenState, event: ActTaken, step: Step | None) -> OpenState:
    """The state after an act: nothing happens more often, so all of it is changed at once."""
    act, before, suspects = event.act, state.round, state.suspicion.first
    round = (step if step is not None else apply(before, act)).round
    return state._replace(
        length=state.length + 1,
        round=round,
        acts=(*state.acts, act),
        players=people.after_act(state.players, act, round),
        deadlines=timed_after(state.deadlines, before, round, event.until, suspects),
        decks=decks.after_act(state.decks, act),
        shuffles=state.shuffles.after(act),
    )


def _in_play(state: OpenState, event: TableEvent) -> OpenState:
    """The state of an open table after an event that is about play or the people there."""
    match event:
        case TermsChanged(terms, _, _):
            if not state.is_between_rounds:
                return state._replace(next_terms=terms)
            return _again(state, state.table.on(used_terms(state.table.game, terms)))
        case CardsOrdered(round=number) if number:
            return state._replace(decks=decks.after(state.decks, event))  # the act before it has done the rest
        case _ if type(event) in changes.CHANGES:
            table = changes.CHANGES[type(event)](state.table, event)
            acts = changes.but_cards(state.acts) if isinstance(event, CardsOrdered) else state.acts
            told, pack = changes.still_told(state.told, event), decks.after(state.decks, event)
            return _again(state._replace(acts=acts, told=told, decks=pack), table)
        case ShoeOpened(commitment):
            return state._replace(shuffles=state.shuffles.without(commitment))
        case DecisionTimeSet(seconds, _):
            return state._replace(decision_seconds=seconds, deadlines=state.deadlines if seconds else {})
        case WagersCut(_, _, cuts, _, because):
            return state._replace(round=cut_round(state.round, cuts, because).round)
        case SuspectsOrdered() | EnglishOrdered():
            ordered = suspicion.after(state.suspicion, event)
            return state._replace(suspicion=ordered, deadlines=unhurried(state.deadlines, state.round, ordered.first))
        case _:
            return _noted(state, event)


def _noted(state: OpenState, event: TableEvent) -> OpenState:
    """The state of an open table after an event that changes nothing of the play itself."""
    match event:
        case NoticePosted():
            return state._replace(notices=(*state.notices, event))
        case NoticeTakenDown(name, _):
            left = tuple(n for n in state.notices if n.id != name)
            return state._replace(notices=left, closing_sign="" if state.closing_sign == name else state.closing_sign)
        case NoticeFell(name, what):
            left = tuple(n for n in state.notices if n.id != name)
            return state._replace(notices=left, closing_sign=name if what == CLOSE else state.closing_sign)
        case MarkerPlaced():
            return state._replace(markers=(*state.markers, event))
        case MarkerRemoved(patron, kind, _, _):
            left_markers = tuple(m for m in state.markers if (m.patron, m.kind) != (patron, kind))
            return state._replace(markers=left_markers)
        case PlayerLeft(patron, _, _):
            return state._replace(players=people.without(state.players, patron))
        case Told():
            return state._replace(told=(*state.told, event))
        case PostTaken(person, post):
            others = {at: who for at, who in state.posts.items() if at != post}
            return state._replace(posts=others | ({post: person} if person else {}))
        case _:  # what else there is, is kept for whoever reads the log: play goes on as it was
            return state._replace(decks=decks.after(state.decks, event))


def _opened(state: TableState, event: TableOpened) -> OpenState:
    """A table opens; the numbers of its rounds go on where it has been open before."""
    table = opened(event)
    if not isinstance(state, UnopenedState):
        table = table._replace(rounds=state.table.rounds)
    opening, unit = table.begin().round, unit_named(event.unit)
    return OpenState(
        **_lasting(state, event.awaits, unit),
        table=table,
        round=opening,
        opening=opening,
        stacks=event.stacks,
        note=event.note,
        decision_seconds=0 if unit.is_practice else DECISION_SECONDS,
    )


def _lasting(state: TableState, awaits: Because, unit: Unit) -> dict[str, Any]:
    """What outlasts the opening or the closing of a table; of its decks, those that are locked away."""
    kept = {name: getattr(state, name) for name in Lasting._fields}
    return kept | {"decks": Decks(awaits, state.decks.secured), "unit": unit}


def _round_ended(state: OpenState) -> OpenState:
    """A round is over: the next one begins, on new terms where they have been waiting."""
    players = people.after_round(state.players, state.round)
    table = people.seats_cleared(state.table.after(state.round), players)
    if state.next_terms is not None:
        terms = used_terms(table.game, state.next_terms)
        table = table.on(terms._replace(restricted=table.game.terms.restricted))
    past = (*state.past, Past(state.opening, state.acts))[-REMEMBERED:]
    opening = table.begin().round
    state = state._replace(table=table, round=opening, opening=opening, acts=(), deadlines={})
    return state._replace(players=players, next_terms=None, past=past)


def _corrected(state: TableState, event: RoundCorrected) -> TableState:
    """A round is corrected: the open one, or one that is over, of which a later shoe may have known the cards."""
    if isinstance(state, OpenState) and state.is_open_round(event.round):
        round = fold_acts(state.opening, event.acts)
        timed = timed_after(state.deadlines, state.round, round, event.until, state.suspicion.first)
        return state._replace(round=round, acts=event.acts, deadlines=timed)
    past = tuple(p._replace(acts=event.acts) if p.opening.number == event.round else p for p in state.past)
    state = state._replace(past=past)
    if not isinstance(state, OpenState):
        return state
    stock = changes.mended(state.table.stock, event)
    if stock == state.table.stock:
        return state
    table = state.table._replace(stock=stock)
    opening = table.begin().round
    return state._replace(table=table, opening=opening, round=fold_acts(opening, state.acts))


def _again(state: OpenState, table: Table) -> OpenState:
    """The open round begun again on a changed table, with what was done in it so far."""
    opening = table.begin().round
    acts, round = changes.done_again(opening, state.acts)
    return state._replace(table=table, opening=opening, round=round, acts=acts, next_terms=None)


def fold(events: Iterable[Any], state: TableState | None = None) -> TableState:
    """The state that events lead to."""
    state = state if state is not None else UnopenedState()
    for event in events:
        state = evolve(state, event)
    return state
