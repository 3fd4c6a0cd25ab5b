"""Prohibited devices (Star Caribbean Stud 16.3.4, Mississippi Stud 13.8.4, Pontoon 19.8.4; Crown 16.2.4): at the Star
the person is held until an inspector or the police take over, at Crown the matter goes to them at once."""

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR, check
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, noted, refuse
from pitboss.floor.tables.device_events import DeviceReported, DeviceTakenOver
from pitboss.value import Value

POLICE = "police"
TO = (INSPECTOR, POLICE)
"""Who hears of a prohibited device."""


class ReportDevice(Value, tag="ReportDevice"):
    """Report somebody who was found with a prohibited device, to an inspector or the police."""

    table: str
    person: str
    what: str
    to: str = INSPECTOR


class TakeOverDevice(Value, tag="TakeOverDevice"):
    """Take a report over: an inspector for themselves, somebody of rank for the police officer who attended."""

    table: str
    report: str
    officer: str = ""
    words: str = ""


def report_device(world: World, order: Order) -> Decision:
    """Put a report on record; the pit and the inspectors see it until somebody has taken over."""
    command: ReportDevice = order.command
    check(order.actor, "ReportDevice")
    state = world.desk.open_state
    because = state.table.game.rules.only((law.DEVICE_ESCALATED, law.DEVICE_HELD))
    if not command.person or not command.what:
        raise refuse("Say who was found, and with what.", *because)
    if command.to not in TO:
        raise refuse(f"A prohibited device goes to an {INSPECTOR} or the {POLICE}.", *because)
    name = f"device-{state.length + 1}"
    held = law.DEVICE_HELD in because
    by, rank = order.actor.person, order.actor.role
    event = DeviceReported(name, command.person, command.what, command.to, by, rank, held, because)
    return noted(world, event, report=name)


def take_over_device(world: World, order: Order) -> Decision:
    """Put on record who took a report over."""
    command: TakeOverDevice = order.command
    check(order.actor, "TakeOverDevice")
    state = world.desk.state
    report = next((each for each in state.devices if each.id == command.report), None)
    if report is None:
        raise refuse("That report has been taken over, or was never made.", law.NEED_CLOSED)
    if (order.actor.role == INSPECTOR) == bool(command.officer):
        raise refuse("An inspector takes over, or a police officer who is named.", *report.because)
    event = DeviceTakenOver(report.id, order.actor.person, command.officer, command.words)
    return noted(world, event, report=report.id)


HANDLERS: dict[type, Handler] = {ReportDevice: report_device, TakeOverDevice: take_over_device}
