"""The forms of suspicion in the pit: orders against collusion, and prohibited devices."""

from collections.abc import Mapping

from pitboss.floor.patrons.commands import KeepApart, LetTogether
from pitboss.floor.tables.collusion import EnglishOnly, SuspectsFirst
from pitboss.floor.tables.devices import ReportDevice, TakeOverDevice
from pitboss.floor.tables.state import TableState
from pitboss.web.pages.deck_forms import Made
from pitboss.web.pages.fields import Fields

WHY = "Say what is suspected: the reason goes into the log."
WHO = "Name the players."


def _apart(_: str, fields: Fields, __: TableState) -> KeepApart | LetTogether:
    names = fields.needed("patron", WHO), fields.needed("other", WHO)
    command = KeepApart if fields.is_on("apart") else LetTogether
    return command(*names, fields.needed("reason", WHY))


SUSPICION: Mapping[str, Made] = {
    "suspects-first": lambda table, f, _: SuspectsFirst(table, f.many("patron"), f.needed("reason", WHY)),
    "english": lambda table, f, _: EnglishOnly(table, f.is_on("on"), f.needed("reason", WHY)),
    "apart": _apart,
    "device": lambda table, f, _: ReportDevice(
        table, f.needed("person", "Say who was found."), f.needed("what", "Say what was found."), f.text("to")
    ),
    "take-over": lambda table, f, _: TakeOverDevice(
        table, f.text("report"), f.needed("officer", "Name the police officer.")
    ),
}
"""For each button, the command that it stands for."""
