"""Duties after an irregularity: notices to people, with their time (Star Pontoon 17.16.4, Caribbean Stud 14.9.4,
Mississippi Stud 11.9.4); what is done about the cards before they are used again (Pontoon 17.1.1, 17.16.3, 18.3; Crown
13.2.3: counted, then shuffled, or boxed, sealed and replaced)."""

from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR, SURVEILLANCE
from pitboss.floor.service.commands import (
    CommandNeeds,
    Decision,
    Order,
    TableCommand,
    World,
    check_said,
    note_event,
    refuse,
)
from pitboss.floor.service.forms import ITEM, CommandForm, FieldPrompt
from pitboss.floor.store import Stored
from pitboss.floor.tables.irregularity_state import DUTIES, SEAL_CARDS, cards_are_out
from pitboss.floor.tables.state import Duty, OpenState, RegisterLine, TableEvent, TableState
from pitboss.messages import message, say, translate
from pitboss.play.irregularity import CHECK_CARDS, CHECK_DEVICE, COUNT_CARDS, OTHER_DEVICE, REPLACE_CARDS, SHUFFLE_CARDS
from pitboss.value import replace


class Notified(TableEvent, tag="Notified"):
    """A person was told of what went wrong: who of the regulator, by whom, in time or late."""

    register: ClassVar[str] = "irregularities"
    id: str
    matter: str
    who: str
    person: str
    by: str
    late: bool
    words: str = ""
    because: law.Because = ()

    def line(self, stored: Stored) -> RegisterLine:
        words = "{who}, {person}: {at} by {by}, late" if self.late else "{who}, {person}: {at} by {by}"
        told = say(words, who=translate(self.who), person=self.person, at=stored.at, by=self.by)
        return RegisterLine({}, self.matter, begins=False, adds={"told": told})

    def change(self, state: TableState) -> TableState:
        left = tuple(each for each in state.notifications if each.id != self.id)
        return state._replace(notifications=left)


class DutyDone(TableEvent, tag="DutyDone"):
    """What a ruling ordered about the cards or the device was done, and what it showed."""

    register: ClassVar[str] = "cards"
    id: str
    what: str
    by: str
    rank: str
    right: bool = True
    """Whether all was as it should be."""
    words: str = ""
    because: law.Because = ()

    def line(self, stored: Stored) -> RegisterLine:
        duty = translate(DUTIES[self.what])
        what = duty if self.right else say("{duty}, not right", duty=duty)
        return RegisterLine(self.tell("rank", "because", what=what, reason=self.words))

    def change_open(self, state: OpenState) -> OpenState:
        duty = next((each for each in state.duties if each.id == self.id), None)
        if self.what == REPLACE_CARDS and not cards_are_out(state):  # wagers lie already: new cards are inspected first
            awaits = tuple(dict.fromkeys((*state.decks.awaits, law.DECKS_INSPECTED)))
            state = state._replace(decks=state.decks._replace(awaits=awaits))
        return state if duty is None else finish(state, duty, right=self.right)


def finish(state: OpenState, duty: Duty, *, right: bool) -> OpenState:
    """A table with a duty done. Cards that were counted are shuffled, or sealed and replaced (Crown 13.2.3); decks that
    were found wrong are replaced."""
    left = tuple(each for each in state.duties if each.id != duty.id)
    more: tuple[str, ...] = ()
    if duty.what == COUNT_CARDS:
        more = (SHUFFLE_CARDS,) if right else (SEAL_CARDS, REPLACE_CARDS)
    elif duty.what in (CHECK_CARDS, CHECK_DEVICE) and not right:
        more = (REPLACE_CARDS,)
    known = {each.what for each in left}
    added = (replace(duty, id=f"{duty.id}-{what}", what=what) for what in more if what not in known)
    return state._replace(duties=(*left, *added))


def finish_all(state: OpenState, what: str, *, right: bool = True) -> OpenState:
    """A table with every duty of a kind done."""
    for duty in state.duties:
        if duty.what == what:
            state = finish(state, duty, right=right)
    return state


class Notify(TableCommand, tag="Notify"):
    """Put on record that a person was told of what went wrong; an inspector and Surveillance say so of themselves."""

    takes: ClassVar = CommandNeeds(roles=(INSPECTOR, SURVEILLANCE))
    forms: ClassVar = (CommandForm("Told", places=(ITEM,), leaves=("words",)),)
    notification: str
    person: Annotated[str, FieldPrompt("Who was told", "the name of the person")] = ""
    words: str = ""

    def decide(self, world: World, order: Order) -> Decision:
        wanted = next((each for each in world.table.state.notifications if each.id == self.notification), None)
        if wanted is None:
            raise refuse("This notification was made already, or it does not exist.", law.NEED_CLOSED)
        actor, because = order.actor, (law.TOLD_OF_IT, *wanted.because)
        if actor.role in (INSPECTOR, SURVEILLANCE) and actor.role != wanted.who:
            raise refuse(say("Only the person who was told can confirm this: {who}.", who=wanted.who), *because)
        person = actor.person if actor.role == wanted.who else self.person
        check_said(person, say("Enter the name of the person who was told: {who}.", who=wanted.who), law.TOLD_OF_IT)
        late = world.at > wanted.due_at
        told = Notified(wanted.id, wanted.matter, wanted.who, person[:80], actor.person, late, self.words, because)
        return note_event(world, told, notification=wanted.id, late=late)


ELSEWHERE = {
    COUNT_CARDS: message("Count the cards first, and enter the number."),
    SHUFFLE_CARDS: message("The shuffle comes when the next round begins."),
    OTHER_DEVICE: message("Put another device or a shoe in use."),
}
"""Duties that are done by orders of their own."""


class FinishDuty(TableCommand, tag="FinishDuty"):
    """Put on record that what a ruling ordered about the cards or the device was done, and what it showed."""

    forms: ClassVar = (CommandForm("Done", places=(ITEM,)),)
    duty: str
    right: Annotated[bool, FieldPrompt("All as it should be")] = True
    words: Annotated[str, FieldPrompt("What was found or done", "of sealed cards the numbers of slip and seal")] = ""

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        duty = next((each for each in state.duties if each.id == self.duty), None)
        if duty is None:
            raise refuse("This duty was done already, or it does not exist.", law.NEED_CLOSED)
        because = (law.DUTY_FIRST, *duty.because)
        if duty.what in ELSEWHERE:
            raise refuse(ELSEWHERE[duty.what], *because)
        is_out = cards_are_out(state)
        if duty.what == REPLACE_CARDS and state.is_between_rounds:
            raise refuse("Order the cards replaced; inspect the new ones before use.", *because)
        if is_out and state.round.number == duty.round and not duty.at_once:
            raise refuse("Do this after the round.", law.ROUND_OF_PLAY, *because)
        check_said(self.words, "Enter what was found or done.", law.DUTY_FIRST)
        actor = order.actor
        done = DutyDone(duty.id, duty.what, actor.person, actor.role, self.right, self.words[:200], duty.because)
        return note_event(world, done, duty=duty.id)
