"""Registers are gathered from what the events of tables declare."""

from pitboss.floor.tables.log import event_kinds
from pitboss.report.registers import REGISTERS


def test_each_register_that_an_event_is_in_is_one_and_has_an_event() -> None:
    assert {kind.register for kind in event_kinds().values()} - {""} == set(REGISTERS)
