"""What people ask of the floor. Each command has a key of its own, so that one that comes twice is done once."""

import hashlib
from collections.abc import Mapping
from typing import Any

from pitboss.floor.store.chain import canonical
from pitboss.floor.store.rows import Said, Write
from pitboss.floor.tables.events import Stack
from pitboss.floor.tables.sign_events import EdgeSeen
from pitboss.law.edition import Choice
from pitboss.play.acts import Act
from pitboss.play.codec import encode
from pitboss.play.terms import Terms
from pitboss.value import Value


class Actor(Value, tag="Actor"):
    """Who asks: a person by id, with the rank or role that they signed in with."""

    operator: str
    person: str
    role: str
    """`patron`, `inspector`, or a rank of the operator's."""


class OpenTable(Value, tag="OpenTable"):
    """Open a table with a counted float."""

    table: str
    game: str
    terms: Terms
    stacks: tuple[Stack, ...]
    version: str | None = None
    readings: Mapping[str, Choice] = {}
    granted: tuple[str, ...] = ()
    unit: str = "AUD"
    edge: EdgeSeen | None = None
    """What the lab told of this sign; needed where the sign sets what the rules leave to it."""
    inspected: str = "by hand"
    """How whoever opens it inspected its decks; left empty, that is done before its first round."""
    pack: str = ""
    """The decks kept secured for it that are used, if they were inspected early."""
    hand_shuffled: bool = True
    """Whether the cards were shuffled by hand for a shuffling device, where the document wants that first."""


class TakeAct(Value, tag="TakeAct"):
    """Do something in the open round: a patron for themselves, the dealer for anybody at the table."""

    table: str
    act: Act
    round: int = 0
    """The round that is meant; 0 for whichever is open."""


class DealOn(Value, tag="DealOn"):
    """Let the virtual dealer do what comes next: what was looked at, if it is said, and nothing that came after it."""

    table: str
    round: int = 0
    """The round that was looked at; 0 for whichever is open."""
    need: str = ""
    """The need that is to be answered; none for whichever is next."""
    version: int = -1
    """The version of the round that was looked at: a need may come back under the same name."""


class CloseTable(Value, tag="CloseTable"):
    """Close a table, its float counted."""

    table: str
    stacks: tuple[Stack, ...]
    reason: str = ""


Command = OpenTable | TakeAct | DealOn | CloseTable


LATER: Mapping[str, tuple[str, ...]] = {
    "AskApproval": ("patron", "how", "voucher", "gives"),
    "BuyIn": ("approver",),
    "CashOut": ("approver",),
    "FollowMispayment": ("approver",),
    "PayIn": ("request", "approver"),
    "PayOut": ("request", "approver"),
    "TakeVoucher": ("approver",),
}
"""Fields that commands have since later versions: an order that leaves them out has the digest that it had before."""


class Order(Value):
    """A command, who gives it, and its key."""

    actor: Actor
    command: Any
    key: str

    @property
    def digest(self) -> str:
        """What was asked, by whom, in one number; of what names a person only whether it was said, for whoever guesses
        it could try the guess on the number long after the paper itself has been erased."""
        command = encode(self.command)
        return self._digest(command | {name: bool(command[name].strip()) for name in self._private})

    @property
    def older_digests(self) -> tuple[str, ...]:
        """The digests that older programs wrote of the same order: of everything that it said."""
        return (self._digest(encode(self.command)),) if self._private else ()

    @property
    def said(self) -> tuple[Said, ...]:
        """What the order says that names a person, to be held against the papers that say the same."""
        values = {paper: getattr(self.command, name).strip() for name, paper in self._private.items()}
        return tuple(Said(self.command.patron, paper, value) for paper, value in values.items() if value)

    @property
    def _private(self) -> Mapping[str, str]:
        """The fields that name a person, as the command's class declares them: each with the paper that says the same
        for as long as it is kept."""
        found: Mapping[str, str] = getattr(type(self.command), "private", {})
        return found

    def _digest(self, command: Any) -> str:
        later, defaults = LATER.get(command["type"], ()), self.command._field_defaults
        unsaid = {name for name in later if getattr(self.command, name) == defaults[name]}
        said = {name: part for name, part in command.items() if name not in unsaid}
        return hashlib.sha256(canonical([encode(self.actor), said]).encode()).hexdigest()

    def write(self) -> Write:
        """An empty write under the order's key, for whatever it comes to: it is done once, however often it comes."""
        older, said = self.older_digests, self.said
        return Write(self.actor.operator, self.key, self.digest, older_digests=older, said=said)
