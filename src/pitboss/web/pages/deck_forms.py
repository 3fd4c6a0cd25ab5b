"""The forms of the decks of a table, on the dealer's console and in the pit; and what the cards wait for, in words."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss import law
from pitboss.floor.tables.decks import BY_HAND, HOW, SHUFFLED_BY, HandShuffle, InspectCards, RiffleCards, SecureDecks
from pitboss.floor.tables.state import OpenState, TableState
from pitboss.web.pages.fields import Fields

Made = Callable[[str, Fields, TableState], Any]
"""Reads the command that a form stands for."""


def _how(fields: Fields) -> str:
    return fields.chosen("how", HOW, "Say how the decks were inspected.") if "how" in fields.form else BY_HAND


def _secured(table: str, fields: Fields, _: TableState) -> SecureDecks:
    pack = fields.needed("pack", "Name the decks by their seal.")
    shuffled_by = fields.chosen("pre-shuffled", ("", *SHUFFLED_BY), "Say who shuffled them, if anybody did.")
    return SecureDecks(table, pack, _how(fields), shuffled_by)


DECKS: Mapping[str, Made] = {
    "inspect": lambda table, f, _: InspectCards(table, _how(f), f.text("pack", 40)),
    "hand-shuffle": lambda table, _, __: HandShuffle(table),
    "riffle": lambda table, f, _: RiffleCards(table, f.needed("patron", "Name the player who asks.")),
    "secure": _secured,
}
"""For each button, the command that it stands for."""


def may_hand_shuffle(state: TableState) -> bool:
    """Whether the dealer may shuffle by hand before a device takes the cards."""
    if not isinstance(state, OpenState) or state.terms.device == "shoe":
        return False
    return bool(state.table.game.rules.only((law.HAND_SHUFFLE_FIRST, law.HAND_SHUFFLE_ALLOWED)))


def cards_first(state: TableState) -> dict[str, Any] | None:
    """What has to be done with the cards before they are used; nothing if they are ready."""
    awaits = state.decks.awaits
    if not awaits or not isinstance(state, OpenState):
        return None
    inspect = law.DECKS_INSPECTED in awaits
    return {
        "inspect": inspect,
        "words": "Inspect the decks" if inspect else "Shuffle the cards by hand for the device",
        "packs": [decks.pack for decks in state.decks.secured],
        "clauses": list(state.table.game.rules.cite(awaits)),
    }
