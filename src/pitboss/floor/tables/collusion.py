"""Collusion and prohibited devices.

Suspects play before others touch their cards, and players speak only English (Star Caribbean Stud 14.13; Star
Mississippi Stud 11.10); the patrons' office keeps suspects from sharing a table. A prohibited device is reported (Star
Caribbean Stud 16.3.4, Mississippi Stud 13.8.4, Pontoon 19.8.4; Crown 16.2.4): at the Star the person is held until an
inspector or the police take over, at Crown the matter goes to them at once.
"""

from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR, PATRON
from pitboss.floor.service import commands
from pitboss.floor.service.forms import ITEM, SUSPICION, CommandForm, FieldPrompt, needs_rule
from pitboss.floor.store import Stored
from pitboss.floor.tables import limits_sign, players
from pitboss.floor.tables.state import DeviceReported, OpenState, RegisterLine, TableEvent, TableState, players_of
from pitboss.messages import message, say, say_number
from pitboss.play import Act, Decide, DecisionNeed, Lapse


class SuspectsOrdered(TableEvent, tag="SuspectsOrdered"):
    """Players suspected of collusion play before the others touch their cards; an empty list ends it."""

    register: ClassVar[str] = "incidents"
    patrons: tuple[str, ...]
    rank: str
    reason: str
    because: law.Because = ()

    def line(self, stored: Stored) -> RegisterLine:
        what = say("suspects play first") if self.patrons else say("suspects no longer play first")
        return RegisterLine(self.tell("reason", what=what, player=", ".join(self.patrons)))

    def change_open(self, state: OpenState) -> OpenState:
        deadlines = players.drop_waiting_deadlines(state.deadlines, state.round, self.patrons)
        return state._replace(suspicion=state.suspicion._replace(first=self.patrons), deadlines=deadlines)


class EnglishOrdered(TableEvent, tag="EnglishOrdered"):
    """The players of the table speak only English, or no longer have to."""

    register: ClassVar[str] = "incidents"
    on: bool
    rank: str
    reason: str
    because: law.Because = ()

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(self.tell("reason", what=say("English only") if self.on else say("English only, ended")))

    def change_open(self, state: OpenState) -> OpenState:
        return state._replace(suspicion=state.suspicion._replace(english=self.on))


class SuspectsFirst(commands.TableCommand, tag="SuspectsFirst"):
    """Have players play their hands before the others touch their cards; an empty list ends it."""

    takes: ClassVar = commands.CommandNeeds(rule=law.SUSPECTS_ACT_FIRST)
    forms: ClassVar = (
        CommandForm(
            "Players who play first",
            "Order",
            group=SUSPICION,
            needs=needs_rule(law.ENGLISH_ONLY),
        ),
    )
    patrons: Annotated[
        tuple[str, ...],
        FieldPrompt(
            "Suspected",
            "choose none to end the order",
            among=lambda _, state: [player.patron for player in players_of(state)],
            now=lambda _, state: state.suspicion.first if isinstance(state, OpenState) else (),
        ),
    ]
    reason: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = _check_order(world, order, law.SUSPECTS_ACT_FIRST, self.reason)
        patrons = tuple(dict.fromkeys(self.patrons))
        here = [player.patron for player in state.players]
        if away := [patron for patron in patrons if patron not in here]:
            words = say_number(
                "{players} is not at this table.",
                "{players} are not at this table.",
                len(away),
                players=" and ".join(away),
            )
            raise commands.refuse(words, law.SUSPECTS_ACT_FIRST)
        if patrons == state.suspicion.first:
            raise commands.refuse("This order is already in force.", law.SUSPECTS_ACT_FIRST)
        return commands.note_event(
            world, SuspectsOrdered(patrons, order.actor.role, self.reason, (law.SUSPECTS_ACT_FIRST,))
        )


class EnglishOnly(commands.TableCommand, tag="EnglishOnly"):
    """Order the players of a table to speak only English, or end the order."""

    takes: ClassVar = commands.CommandNeeds(rule=law.ENGLISH_ONLY)
    forms: ClassVar = (CommandForm("English only", "Order", group=SUSPICION, needs=needs_rule(law.ENGLISH_ONLY)),)
    on: Annotated[bool, FieldPrompt("Players speak only English")]
    reason: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = _check_order(world, order, law.ENGLISH_ONLY, self.reason)
        if self.on == state.suspicion.english:
            raise commands.refuse("This order is already in force.", law.ENGLISH_ONLY)
        return commands.note_event(world, EnglishOrdered(self.on, order.actor.role, self.reason, (law.ENGLISH_ONLY,)))


def check_turn(state: OpenState, act: Act, actor: commands.Actor) -> None:
    """Refuse a player's decision while others are to play first; the words to a player do not mention suspicion."""
    round, first = state.round, state.suspicion.first
    if not first or not isinstance(act, Decide | Lapse):
        return
    need = round.need(act.need)
    if isinstance(need, DecisionNeed) and not need.optional and players.must_wait(round, first, need.patron):
        if actor.role == PATRON:
            raise commands.refuse("Another player decides first. Please wait for your turn.", law.NEED_CLOSED)
        names = " and ".join(players.still_to_decide(round, first))
        words = say(
            "Wait until {players} has decided. Until then the other players must not touch their cards.", players=names
        )
        raise commands.refuse(words, law.SUSPECTS_ACT_FIRST)


def _check_order(world: commands.World, order: commands.Order, rule: law.Key, reason: str) -> OpenState:
    """Check the power of the giver and the reason; return the open table."""
    state = limits_sign.check_power(world, order, rule)
    commands.check_said(reason, "Enter what is suspected: the reason goes into the log.", rule)
    return state


class DeviceTakenOver(TableEvent, tag="DeviceTakenOver"):
    """An inspector or the police took a report over; the person is no longer held."""

    register: ClassVar[str] = "incidents"
    rules: ClassVar[law.Because] = (law.DEVICE_ESCALATED,)
    id: str
    by: str
    officer: str
    """The police officer who attended; empty where an inspector did."""
    words: str = ""

    def line(self, stored: Stored) -> RegisterLine:
        words = "taken over by police officer {name}" if self.officer else "taken over by inspector {name}"
        state = say(words, name=self.officer or self.by)
        return RegisterLine({"state": state, "reason": self.words}, self.id, begins=False)

    def change(self, state: TableState) -> TableState:
        return state._replace(devices=tuple(report for report in state.devices if report.id != self.id))


POLICE = "police"
TO = (INSPECTOR, POLICE)
"""To whom a prohibited device is reported."""


class ReportDevice(commands.TableCommand, tag="ReportDevice"):
    """Report a person with a prohibited device to an inspector or the police."""

    takes: ClassVar = commands.CommandNeeds(rule=law.DEVICE_ESCALATED)
    forms: ClassVar = (CommandForm("Prohibited device", "Report", group=SUSPICION),)
    person: str
    what: Annotated[str, FieldPrompt("Device found")]
    to: Annotated[
        str, FieldPrompt("Report to", among={"inspector": message("an inspector"), "police": message("the police")})
    ] = INSPECTOR

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Put the report on record; the pit and the inspectors see it until it is taken over."""
        state = world.table.open_state
        because = state.table.game.rules.only((law.DEVICE_ESCALATED, law.DEVICE_HELD))
        if not self.person or not self.what:
            raise commands.refuse("Enter the person and the device that was found.", *because)
        if self.to not in TO:
            raise commands.refuse("Report a prohibited device to an inspector or the police.", *because)
        name = f"device-{state.length + 1}"
        held = law.DEVICE_HELD in because
        by, rank = order.actor.person, order.actor.role
        event = DeviceReported(name, self.person, self.what, self.to, by, rank, held, because)
        return commands.note_event(world, event, report=name)


class TakeOverDevice(commands.TableCommand, tag="TakeOverDevice"):
    """Take a report over: an inspector in person, a person of rank for the police officer who attended."""

    takes: ClassVar = commands.CommandNeeds(roles=("inspector",), rule=law.DEVICE_ESCALATED)
    forms: ClassVar = (CommandForm("Put on record", places=(ITEM,), leaves=("words",)),)
    report: str
    officer: Annotated[str, FieldPrompt("Police officer who took over")] = ""
    words: str = ""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.state
        report = next((each for each in state.devices if each.id == self.report), None)
        if report is None:
            raise commands.refuse(
                "This report is not open. It was taken over already, or it does not exist.", law.NEED_CLOSED
            )
        if (order.actor.role == INSPECTOR) == bool(self.officer):
            words = (
                "You take the report over yourself. Leave the police officer empty."
                if self.officer
                else "Enter the name of the police officer who took the report over."
            )
            raise commands.refuse(words, *report.because)
        event = DeviceTakenOver(report.id, order.actor.person, self.officer, self.words)
        return commands.note_event(world, event, report=report.id)
