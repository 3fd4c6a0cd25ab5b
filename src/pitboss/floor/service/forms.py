"""The forms of a command, declared beside it where its names and types do not say enough.

A command without a declaration has one form with all its fields, at the place that its first field names: `table` is
the table's page in the pit, `patron` the patron's page in the office.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pitboss.floor.tables.state import OpenState
from pitboss.law import Key
from pitboss.messages import message
from pitboss.value import Value

Among = Iterable[str] | Mapping[str, str] | Callable[[Any, Any], Iterable[str] | Mapping[str, str]]
"""The choices of a field, with their words where these differ; choices that depend on the table or the patron are
worked out from the person who looks and the state."""

PIT, CASHIER, DISPUTES = "pit", "cashier", "disputes"
"""The places of forms about a table: its page in the pit, its cashier, the disputes about it."""
ITEM = "item"
"""A form that stands beside each thing that it is about: a request, a notice, a wager."""
PATRONS, PATRON, ACCOUNT = "patrons", "patron", "account"
"""The places of forms about patrons: the office's front page, its page of one patron, a patron's own account."""
PROMOTIONS, PROMOTION = "promotions", "promotion"
"""The places of forms about prize promotions: the list of them, and the page of one."""
MOMENT, LONG, NAMES, AMOUNTS = "moment", "long", "names", "amounts"
"""The kind of a text field: a moment as the log writes it, several lines, names or dollars with commas between them."""
LONG_LETTERS = 2_000
"""The most letters in a field of several lines."""


class FieldPrompt(Value):
    """The prompt of a form for one field."""

    label: str = ""
    hint: str = ""
    among: Any = None
    """The choices (`Among`), if it has some."""
    now: Callable[[Any, Any], Iterable[str]] | None = None
    """Its first value, by the person who looks and the state of the table or the patron."""
    kind: str = ""
    required: bool | None = None
    """Whether it is required, where its default does not tell."""


class CommandForm(Value):
    """One form of a command."""

    title: str = ""
    """What it is called; the command's own name in words if it is empty."""
    button: str = ""
    places: tuple[str, ...] = ()
    name: str = ""
    """What it is called in an address, where a command has several."""
    group: str = ""
    """The heading that it stands under."""
    sets: Mapping[str, Any] = {}
    """The fields that it does not ask for, with what they are."""
    leaves: tuple[str, ...] = ()
    """The fields that it does not ask for and that keep their defaults."""
    asks: Mapping[str, FieldPrompt] = {}
    """What it asks for a field, where that differs from other forms of the command."""
    needs: Callable[[Any, Any], bool] | None = None
    """Whether the form is shown, by the person who looks and the state of the table or the patron."""
    starts_from: Callable[[Any], Any] | None = None
    """The value, by the state, whose fields the form has in it at first: what is set now."""


SIGNS, CLOSING, ORDERS = message("Limits"), message("Closing"), message("Orders")
SUSPICION, DECKS, WAGERS = message("Suspicion"), message("Decks"), message("Wagers")
EQUIPMENT = "Shoes and devices"
"""The headings of a table's page in the pit."""


def needs_rule(*keys: Key) -> Callable[[Any, Any], bool]:
    """Show a form only at an open table with one of some rules."""
    return lambda _, state: isinstance(state, OpenState) and bool(state.table.game.rules.only(keys))
