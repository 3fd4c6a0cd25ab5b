"""What is asked of the patrons' office. Money is in cents; `patron` is an id of ours."""

from collections.abc import Mapping
from typing import ClassVar

from pitboss.value import Value

CARD = "card"
"""The paper that says what is printed on a patron's card."""
NAME, ADDRESS = "name", "address"
"""The papers that say who a patron is and where they live."""


class RegisterPatron(Value, tag="RegisterPatron"):
    """Make a patron known to the house."""

    patron: str


class KeepParticulars(Value, tag="KeepParticulars"):
    """Take down a patron's name and address, in place of those taken down before; they are kept beside the log."""

    private: ClassVar[Mapping[str, str]] = {"name": NAME, "address": ADDRESS}
    patron: str
    name: str
    address: str = ""


class IssueCard(Value, tag="IssueCard"):
    """Give a patron their player card; what is printed on it is kept beside the log."""

    private: ClassVar[Mapping[str, str]] = {"says": CARD}
    patron: str
    says: str


class CancelCard(Value, tag="CancelCard"):
    """Make a patron's player card worth nothing."""

    patron: str
    reason: str


class ExcludePatron(Value, tag="ExcludePatron"):
    """Keep a patron from the casino."""

    patron: str
    reason: str


class EndExclusion(Value, tag="EndExclusion"):
    """Let an excluded patron in again."""

    patron: str
    reason: str


class BarFromGame(Value, tag="BarFromGame"):
    """Keep a patron from taking further part in a game."""

    patron: str
    game: str
    reason: str


class LiftBar(Value, tag="LiftBar"):
    """Let a patron take part in a game again."""

    patron: str
    game: str
    reason: str


class KeepApart(Value, tag="KeepApart"):
    """Keep a patron and another from playing at the same table, being suspected of collusion."""

    patron: str
    other: str
    reason: str


class LetTogether(Value, tag="LetTogether"):
    """Let a patron and another play at the same table again."""

    patron: str
    other: str
    reason: str


class NoteEmployee(Value, tag="NoteEmployee"):
    """Say whether the employee gambling policy keeps a patron from playing."""

    patron: str
    is_employee: bool


class SetLossLimit(Value, tag="SetLossLimit"):
    """Set how much a patron will lose in a period at most; None asks for the limit to end."""

    patron: str
    period: str
    cents: int | None


class SetDepositLimit(Value, tag="SetDepositLimit"):
    """Set how much a patron will pay in from outside on a day at most; None asks for the limit to end."""

    patron: str
    cents: int | None


class OrderBreak(Value, tag="OrderBreak"):
    """Have a patron pause until a moment (as the log writes times)."""

    patron: str
    until: str


class DeclareChips(Value, tag="DeclareChips"):
    """Note what a patron with a loss limit declares: chips bought, brought or held."""

    patron: str
    table: str
    what: str
    cents: int


class StartPlay(Value, tag="StartPlay"):
    """A patron begins to play at a table, on the card that they present."""

    private: ClassVar[Mapping[str, str]] = {"card": CARD}
    patron: str
    table: str
    card: str = ""
    """What the card that they present says; empty for a guest, or for a patron who has signed in by themselves."""


class EndPlay(Value, tag="EndPlay"):
    """A patron stops playing at a table."""

    patron: str
    table: str
