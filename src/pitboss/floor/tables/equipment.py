"""The shoes and shuffling devices of a table, and its spares: each has a name and a state (Star Pontoon 18, Caribbean
Stud 15, Mississippi Stud 12; Crown 13.11, 13.12). Another one is put in use in the middle of a round where the rules
have it so, else the game goes on with it from the next round."""

import re
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.service.commands import Actor, Decision, Order, TableCommand, World, check_said, note_event, refuse
from pitboss.floor.service.forms import EQUIPMENT, CommandForm, FieldPrompt
from pitboss.floor.store import Stored
from pitboss.floor.tables.irregularity_state import CHECKED, FAILED, IN_USE, SPARE
from pitboss.floor.tables.ruling_duties import finish_all
from pitboss.floor.tables.state import Device, OpenState, RegisterLine, TableEvent, TermsChanged
from pitboss.messages import message, say
from pitboss.play.irregularity import CHECK_DEVICE, OTHER_DEVICE
from pitboss.play.terms import Terms

KINDS = {"shoe": message("a shoe"), "shuffler": message("a shuffling device")}
REMOVED = message("removed")
STATES = (IN_USE, SPARE, FAILED, CHECKED, REMOVED)
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")
MOST = 8
"""How many devices a table has at most (ours)."""


class DeviceRegistered(TableEvent, tag="DeviceRegistered"):
    """A shoe or a shuffling device came to the table."""

    register: ClassVar[str] = "equipment"
    device: str
    kind: str
    to: str
    rank: str

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(self.tell("device", "kind", "rank", state=self.to, reason=say("came to the table")))

    def change_open(self, state: OpenState) -> OpenState:
        return state._replace(equipment=(*state.equipment, Device(self.device, self.kind, self.to)))


class DeviceMoved(TableEvent, tag="DeviceMoved"):
    """A device of the table was put in use, taken out, found failed, checked or removed; the one that was in use before
    is a spare, unless it has failed."""

    register: ClassVar[str] = "equipment"
    device: str
    kind: str
    was: str
    to: str
    rank: str
    reason: str

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine(self.tell("device", "kind", "rank", "was", "reason", state=self.to))

    def change_open(self, state: OpenState) -> OpenState:
        kept = [device for device in state.equipment if (device.name, self.to) != (self.device, REMOVED)]
        if self.to == IN_USE:
            kept = [device._replace(status=SPARE) if device.status == IN_USE else device for device in kept]
        moved = (device._replace(status=self.to) if device.name == self.device else device for device in kept)
        state = state._replace(equipment=tuple(moved))
        if self.to == IN_USE:
            state = finish_all(state, OTHER_DEVICE)
        if self.to == CHECKED:
            state = finish_all(state, CHECK_DEVICE)
        return state


class RegisterDevice(TableCommand, tag="RegisterDevice"):
    """Put a shoe or a shuffling device of the table on record, by its name: in use, or a spare."""

    forms: ClassVar = (CommandForm("A shoe or device comes to the table", "Put on record", group=EQUIPMENT),)
    device: Annotated[str, FieldPrompt("Its name", "its number or label")]
    kind: Annotated[str, FieldPrompt("It is", among=KINDS)]
    spare: Annotated[bool, FieldPrompt("A spare")] = True

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        if not NAME.fullmatch(self.device) or self.device in [device.name for device in state.equipment]:
            raise refuse("Give the device a name of its own, of letters and figures.", law.DEVICES_NAMED)
        if self.kind not in KINDS:
            raise refuse(
                say("Choose what the device is: {kinds}.", kinds=" or ".join(KINDS.values())), law.DEVICES_NAMED
            )
        if len(state.equipment) >= MOST:
            raise refuse(
                say("This table has {most} devices, which is the most. Remove one first.", most=MOST), law.DEVICES_NAMED
            )
        in_use = any(device.status == IN_USE for device in state.equipment)
        if not self.spare and (in_use or self.kind != state.terms.device):
            kind = KINDS[state.terms.device]
            words = say("The cards come from {kind}: register it as a spare, then put it in use.", kind=kind)
            raise refuse(words, law.DEVICES_NAMED)
        to = SPARE if self.spare else IN_USE
        return note_event(world, DeviceRegistered(self.device, self.kind, to, order.actor.role), device=self.device)


def _devices(_: Actor, state: Any) -> list[str]:
    return [device.name for device in state.equipment]


class MoveDevice(TableCommand, tag="MoveDevice"):
    """Put a device of the table in use, or say that it failed, is being checked, is a spare again or is removed."""

    forms: ClassVar = (
        CommandForm("Shoes and devices", "Change", group=EQUIPMENT, needs=lambda _, state: bool(state.equipment)),
    )
    device: Annotated[str, FieldPrompt(among=_devices)]
    to: Annotated[str, FieldPrompt("Is now", among=STATES)]
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        device = next((each for each in state.equipment if each.name == self.device), None)
        if device is None or self.to not in STATES:
            raise refuse("Choose a device of this table and its new state.", law.DEVICES_NAMED)
        if device.status == self.to:
            raise refuse("This device is already in this state. Choose another state.", law.DEVICES_NAMED)
        check_said(self.reason, "Enter the reason: it goes into the log.", law.DEVICES_NAMED)
        awaited = any(duty.what == OTHER_DEVICE for duty in state.duties)
        if self.to == IN_USE and device.status in (FAILED, CHECKED):
            raise refuse("Make this device a spare first: it failed or is being checked.", *_DEVICE)
        if self.to == IN_USE and not state.is_between_rounds and not awaited:
            raise refuse("The device cannot change during a round. Wait until the round is over.", law.ROUND_OF_PLAY)
        rank, reason = order.actor.role, self.reason[:200]
        moved = DeviceMoved(device.name, device.kind, device.status, self.to, rank, reason)
        done = note_event(world, moved, device=device.name)
        if self.to != IN_USE or device.kind == state.terms.device:
            return done
        terms: Terms = state.terms._replace(device=device.kind)  # from the next round on
        no = state.table.game.change_terms(terms).check_terms()
        if no is not None:
            raise refuse(no.words, *no.because)
        words = f"Cards from {KINDS[device.kind]}: {reason}"[:200]
        return done._replace(events=(*done.events, TermsChanged(terms, words, (law.CARDS_FROM_DEVICE,))))


_DEVICE = (law.DEVICES_NAMED,)
