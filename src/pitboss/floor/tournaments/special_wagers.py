"""Special wagers of a tournament (Star Pontoon 20.7, 20.8): pass cards, and undisclosed wagers.

The log holds a hash of what a form says; the form itself lies beside it, for the supervisor who examines it, until it
is announced after its round. Then the log has the form with the salt of its hash, for any reader to check.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.people.permission import PATRON, may
from pitboss.floor.service import (
    Actor,
    CommandForm,
    CommandNeeds,
    Decision,
    FieldPrompt,
    FloorTable,
    Order,
    World,
    refuse,
)
from pitboss.floor.store import Store, Stream
from pitboss.floor.store.rows import SEALED, Secret
from pitboss.floor.tables.playing import TakeAct, add_consequences, play_act
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.floor.tournaments import building, conduct, entries, tables, tournament_sessions
from pitboss.floor.tournaments import state as tournaments
from pitboss.messages import message, say
from pitboss.money import EMPTY, dollars
from pitboss.play.acts import Announce, SitOut
from pitboss.play.acts import Place as PlaceWager
from pitboss.play.needs import AnnounceNeed, WagersNeed
from pitboss.value import Value, log_name

WAGER, UNDISCLOSED = "wager", "undisclosed"
KINDS: Mapping[str, str] = {WAGER: message("wager on my hand"), "": message("not said")}
SALT = 16


class WrittenForm(Value, tag="WrittenForm"):
    """The content of an undisclosed wager's form: its type, its amount, and the salt of its hash."""

    kind: str
    cents: int
    salt: str

    @property
    def commitment(self) -> str:
        """The hash that the log has of it."""
        return hashlib.sha256(json.dumps([self.kind, self.cents, self.salt]).encode()).hexdigest()


def _may_play(who: Actor, state: tournaments.TournamentState) -> bool:
    """Whether a person may order something at a table of the session: a patron has a seat there."""
    session = state.session
    if session is None or session.status != tournaments.OPEN:
        return False
    return who.role != PATRON or bool(session.at(who.person))


class PassCardPlayed(tournaments.TournamentEvent, tag="PassCardPlayed"):
    """A player played a pass card in place of a wager."""

    patron: str
    table: str
    round: int
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = tournaments.session_of(state)
        played = {**session.pass_cards, self.patron: session.pass_cards.get(self.patron, 0) + 1}
        return state.with_session(session._replace(pass_cards=played))


class PlayPassCard(tournaments.TournamentCommand, tag="PlayPassCard"):
    """Play a pass card in place of a wager."""

    takes: ClassVar = CommandNeeds(roles=("patron",), rule=law.PASS_CARD, seen="the table")
    forms: ClassVar = (
        CommandForm(
            "Pass card",
            "Play",
            places=(entries.PLAYERS, building.DESK),
            group=conduct.CONDUCT,
            needs=lambda who, state: bool(state.given.pass_cards) and _may_play(who, state),
        ),
    )
    patron: str

    def decide(self, world: World, order: Order) -> Decision:
        """The act at the table, with all that is checked of it there."""
        state = self.load(world, order, tournaments.RUNNING)
        entries.check_own(order, self.patron)
        session = tournaments.session_of(state, tournaments.OPEN)
        name = session.at(self.patron)
        if not name:
            raise refuse("This player has no seat in the session.", law.OWN_POSITION)
        table = tables.table_of(world, order.actor.operator, name)
        act = SitOut("wagers", self.patron, session.tables[name].seat_of(self.patron))
        done = world.carry_out(world._replace(table=table), order._replace(command=TakeAct(name, act)))
        stream = tournaments.tournament_stream(order.actor.operator, self.tournament)
        noted = tuple(event for of, events in done.also if of == stream for event in events)
        also = ((table.stream, tables.table_events(done)),)
        return Decision(noted, stream=stream, also=also, entries=done.entries, reply={"tournament": self.tournament})


class FormRecorded(tournaments.TournamentEvent, tag="FormRecorded"):
    """An undisclosed wager was handed in; the log has the hash of its form."""

    patron: str
    table: str
    round: int
    commitment: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = tournaments.session_of(state)
        made = {**session.forms, self.patron: session.forms.get(self.patron, 0) + 1}
        form = tournaments.WagerForm(self.patron, self.table, self.round, self.commitment)
        return state._replace(forms=(*state.forms, form)).with_session(session._replace(forms=made))


class FormExamined(tournaments.TournamentEvent, tag="FormExamined"):
    """A supervisor examined a form before its round: its player has the indicator, or got the form back."""

    patron: str
    commitment: str
    accepted: bool
    because: law.Because
    examiner: str = ""

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = tournaments.session_of(state)
        if not self.accepted:
            return _without_form(state, session, self.patron, self.commitment)
        return _with_form(state, self.commitment, examined=True, examiner=self.examiner)


class FormVoided(tournaments.TournamentEvent, tag="FormVoided"):
    """A round ended without an announcement, for it was void: its player gets the form back unread."""

    patron: str
    commitment: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        return _without_form(state, tournaments.session_of(state), self.patron, self.commitment)


class FormAnnounced(tournaments.TournamentEvent, tag="FormAnnounced"):
    """An undisclosed wager was announced after its round."""

    patron: str
    table: str
    round: int
    form: WrittenForm
    because: law.Because

    def tells(self) -> str:
        return say("{kind}, {amount}", kind=self.form.kind or "no type", amount=dollars(self.form.cents))

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        form = self.form
        return _with_form(state, form.commitment, announced=True, kind=form.kind, cents=form.cents)


def _without_form(
    state: tournaments.TournamentState, session: tournaments.SessionState, patron: str, commitment: str
) -> tournaments.TournamentState:
    """The tournament after a form went back to its player, who may write another one."""
    forms = tuple(form for form in state.forms if form.commitment != commitment)
    left = {**session.forms, patron: session.forms[patron] - 1}
    return state._replace(forms=forms).with_session(session._replace(forms=left))


def _with_form(state: tournaments.TournamentState, commitment: str, **changes: Any) -> tournaments.TournamentState:
    forms = (f._replace(**changes) if f.commitment == commitment else f for f in state.forms)
    return state._replace(forms=tuple(forms))


def read_form(store: Store, stream: Stream, form: tournaments.WagerForm) -> WrittenForm:
    """What a form says that is not announced yet; only for the supervisor who examines it."""
    text = store.secret(stream, form.commitment)
    found = WrittenForm(**json.loads(text)) if text is not None else None
    if found is None or found.commitment != form.commitment:
        raise refuse(
            "The form of this wager is not the one that was recorded. Tell the inspector.", law.UNDISCLOSED_FORM
        )
    return found


def open_form(state: tournaments.TournamentState, patron: str) -> tournaments.WagerForm:
    """The form of a player that is not announced yet."""
    found = next((form for form in reversed(state.forms) if form.patron == patron and not form.announced), None)
    if found is None:
        raise refuse(say("{patron} has no form in this round.", patron=patron), law.UNDISCLOSED_FORM)
    return found


def forms_to_examine(state: tournaments.TournamentState, actor: Actor) -> tuple[tournaments.WagerForm, ...]:
    """The forms that a supervisor may read before they are announced: those that wait to be examined, and those that
    this supervisor examined."""
    if not may(actor, log_name(ExamineForm)):
        return ()
    return tuple(f for f in state.forms if not f.announced and (not f.examined or f.examiner == actor.person))


class ShownForms(Value):
    """The announced forms of a table that a player of the tournament may see, and the rule by which they are shown."""

    forms: tuple[tournaments.WagerForm, ...] = ()
    because: law.Because = ()


def shown_forms(state: tournaments.TournamentState, name: str, table: TableState) -> ShownForms:
    """The forms of a table that are shown: those of the round before, until the first card (20.8.4)."""
    if not isinstance(table, OpenState) or any(hand.cards for hand in table.round.hands):
        return ShownForms()
    last = table.round.number - 1
    forms = tuple(form for form in state.forms if form.announced and (form.table, form.round) == (name, last))
    because = state.rules.only((law.FORM_SHOWN,))
    return ShownForms(forms, because) if forms and because else ShownForms()


def faults_of(
    state: tournaments.TournamentState,
    form: WrittenForm,
    chips: int,
    beside: int,
    session: tournaments.SessionState,
    table: str,
) -> law.Because:
    """The faults of a form under the rules, given its player's chips and open wager."""
    limits = tournaments.limits_now(state, session.tables[table])
    within = limits.minimum_cents <= form.cents and form.cents + beside <= limits.maximum_cents
    fits = form.cents <= chips and not form.cents % limits.minimum_cents
    return () if form.kind == WAGER and within and fits else (law.UNDISCLOSED_WITHIN, *state.rules.readings("P24"))


class HandInForm(tournaments.TournamentCommand, tag="HandInForm"):
    """Hand in the form of an undisclosed wager: its type and its amount."""

    takes: ClassVar = CommandNeeds(roles=("patron",), rule=law.UNDISCLOSED_FORM, seen="the supervisor of the table")
    forms: ClassVar = (
        CommandForm(
            "Undisclosed wager",
            "Hand in",
            places=(entries.PLAYERS, building.DESK),
            group=conduct.CONDUCT,
            needs=lambda who, state: bool(state.given.undisclosed) and _may_play(who, state),
        ),
    )
    sealed: ClassVar = ("kind", "cents")
    patron: str
    kind: Annotated[str, FieldPrompt("Type", among=KINDS)] = WAGER
    cents: int = 0

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        entries.check_own(order, self.patron)
        session, name = _seat(state, self.patron)
        because = (law.UNDISCLOSED_WAGERS, law.UNDISCLOSED_FORM)
        building.check_going(state, name)
        if session.forms.get(self.patron, 0) >= state.given.undisclosed:
            raise refuse("This player has made all undisclosed wagers of the session.", *because)
        if tournaments.is_late(state, session.tables[name], world.now):
            words = "The time for wagers is over: wager the minimum, in chips."
            raise refuse(words, *state.rules.only((law.WAGER_TIME, law.LATE_MINIMUM)))
        table = tables.table_of(world, order.actor.operator, name).open_state
        if tournament_sessions.is_over(
            state, session, name, table.round.number, world.at
        ) and not tournament_sessions.has_begun(table.round):
            raise refuse("The session is over at this table.", law.SESSION_ENDS)
        if not any(isinstance(need, WagersNeed) for need in table.round.needs):
            raise refuse("Wagers are closed in this round.", *because)
        if any(box.seated == self.patron and box.sits_out for box in table.round.boxes):
            raise refuse("This player sits the round out.", law.PASS_CARD)
        if any(f.patron == self.patron and not f.announced for f in state.forms):
            raise refuse("This player has handed in a form in this round.", law.ONCE)
        if self.cents < 0 or len(self.kind) > 20:
            raise refuse("An amount is $0 or more.", *because)
        form = WrittenForm(self.kind, self.cents, world.seed(SALT).hex())
        stream = tournaments.tournament_stream(order.actor.operator, self.tournament)
        secret = Secret(stream, form.commitment, json.dumps(form._asdict()))
        event = FormRecorded(self.patron, name, table.round.number, form.commitment, because)
        return self.note(order, event, secrets=(secret,), reply={SEALED: form.commitment})


def _seat(state: tournaments.TournamentState, patron: str) -> tuple[tournaments.SessionState, str]:
    session = tournaments.session_of(state, tournaments.OPEN)
    name = session.at(patron)
    if not name or patron not in session.tables[name].playing or not state.given.undisclosed:
        raise refuse("The conditions give this player no undisclosed wager here.", law.UNDISCLOSED_WAGERS)
    return session, name


def _waiting(who: Actor, state: Any) -> list[str]:
    return [form.patron for form in state.forms if not form.announced] if who.role != PATRON else []


class ExamineForm(tournaments.TournamentCommand, tag="ExamineForm"):
    """Examine a form before its round: accept it and mark its player, or give it back."""

    takes: ClassVar = CommandNeeds(rule=law.UNDISCLOSED_EXAMINED, seen="the table")
    forms: ClassVar = (
        CommandForm(
            "Examine a form",
            "Examine",
            places=(building.DESK,),
            group=conduct.CONDUCT,
            needs=lambda _, state: any(not form.examined for form in state.forms),
        ),
    )
    patron: Annotated[str, FieldPrompt("Player", among=_waiting)]
    accepts: Annotated[bool, FieldPrompt("The form is in order")] = True
    overlooked: Annotated[bool, FieldPrompt("Accepted without a look at what it says")] = False
    """Whether it was accepted though something in it is wrong, as happens: the rules put that right after the round."""

    def decide(self, world: World, order: Order) -> Decision:
        state, operator = self.load(world, order, tournaments.RUNNING), order.actor.operator
        form = open_form(state, self.patron)
        name = form.table
        building.check_going(state, name)
        stream = tournaments.tournament_stream(operator, self.tournament)
        because = (law.UNDISCLOSED_EXAMINED, *state.rules.readings("P29"))
        if form.examined:
            raise refuse("This form is examined already.", law.ONCE)
        written = read_form(world.store, stream, form)
        if not self.accepts:
            event = FormExamined(self.patron, form.commitment, False, because, order.actor.person)
            return self.note(order, event, opened=((stream, form.commitment),))
        session, _ = _seat(state, self.patron)  # the form of a player who has left is given back
        table = tables.table_of(world, operator, name)
        area, round = session.tables[name].seat_of(self.patron), table.open_state.round
        beside = sum(w.stake.cents for w in round.wagers_on(area, WAGER))
        chips = tables.chips_of(world, operator, state, (self.patron,))[self.patron] - beside
        wrong = faults_of(state, written, chips, beside, session, name)
        if wrong and not self.overlooked:
            raise refuse(
                "The form does not keep to the limits or to the player's chips: give it back.", *because, *wrong
            )
        act = PlaceWager("wagers", self.patron, area, UNDISCLOSED, EMPTY, face_down=True)
        done = play_act(world._replace(table=table), act, table.shoe)
        event = FormExamined(self.patron, form.commitment, True, because, order.actor.person)
        return self.note(order, event, also=((table.stream, tables.table_events(done)),), entries=done.entries)


class AnnounceForm(tournaments.TournamentCommand, tag="AnnounceForm"):
    """Announce an undisclosed wager after its round: it is placed and settled."""

    takes: ClassVar = CommandNeeds(rule=law.UNDISCLOSED_ANNOUNCED, seen="the table")
    forms: ClassVar = (
        CommandForm(
            "Announce an undisclosed wager",
            "Announce",
            places=(building.DESK,),
            group=conduct.CONDUCT,
            needs=lambda _, state: any(form.examined and not form.announced for form in state.forms),
        ),
    )
    patron: Annotated[str, FieldPrompt("Player", among=_waiting)]

    def decide(self, world: World, order: Order) -> Decision:
        state, operator = self.load(world, order, tournaments.RUNNING), order.actor.operator
        form = open_form(state, self.patron)
        name = form.table  # of a player who has left, too: the round waits for it
        building.check_going(state, name)
        stream = tournaments.tournament_stream(operator, self.tournament)
        table = tables.table_of(world, operator, name)
        need = _announce_need(table, self.patron)
        written = read_form(world.store, stream, form)
        chips = tables.chips_of(world, operator, state, (self.patron,))[self.patron]
        act = Announce(need.id, written.kind, written.cents, chips)
        at_table = world._replace(table=table)
        done = add_consequences(play_act(at_table, act, table.shoe), world.now)
        because = (law.UNDISCLOSED_ANNOUNCED, *state.rules.readings("P29"))
        event = FormAnnounced(self.patron, name, form.round, written, because)
        return self.note(
            order,
            event,
            also=((table.stream, tables.table_events(done)),),
            entries=done.entries,
            opened=((stream, form.commitment),),
            reply={"says": say("{kind}, {amount}", kind=written.kind or "no type", amount=dollars(written.cents))},
        )


def _announce_need(table: FloorTable, patron: str) -> AnnounceNeed:
    round = table.open_state.round
    for need in round.needs:
        if isinstance(need, AnnounceNeed) and round.wagers[need.wager].patron == patron:
            return need
    raise refuse("The round is not over: the wager is announced after it.", law.UNDISCLOSED_ANNOUNCED)
