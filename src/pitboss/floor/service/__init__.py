"""The one write path: orders, decisions, the turn to write, what follows from what is written."""

from pitboss.floor.service.clock import SYDNEY, parse_stamp, stamp
from pitboss.floor.service.commands import (
    SAY_WHY,
    Actor,
    Command,
    CommandNeeds,
    Decision,
    FloorTable,
    Order,
    TableCommand,
    World,
    check_said,
    refuse,
)
from pitboss.floor.service.forms import ITEM, LONG, MOMENT, CommandForm, FieldPrompt

__all__ = [
    "ITEM",
    "LONG",
    "MOMENT",
    "SAY_WHY",
    "SYDNEY",
    "Actor",
    "Command",
    "CommandForm",
    "CommandNeeds",
    "Decision",
    "FieldPrompt",
    "FloorTable",
    "Order",
    "TableCommand",
    "World",
    "check_said",
    "parse_stamp",
    "refuse",
    "stamp",
]
