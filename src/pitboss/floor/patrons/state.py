"""The events of a patron's stream, and the state that they lead to: each event says how it changes the state. The
stream holds no names: a patron is an id, and a card is a number of ours.

Names, addresses and what is printed on a card are personal records beside the log.
"""

from collections.abc import Mapping
from types import MappingProxyType

from pitboss.floor.patrons.limits import Limit, Limits, add_limit
from pitboss.floor.store import Store, Stored
from pitboss.floor.store.rows import EventKinds, patron_stream
from pitboss.value import Value

BOUGHT, BROUGHT, HELD = "bought", "brought", "held"
"""The chips that a player with a loss limit declares: bought, brought to the table, held on leaving it."""


class DeclaredChips(Value):
    """The chips that a patron has declared at a table, in cents."""

    bought: int = 0
    brought: int = 0


class PatronState(Value):
    """A patron, as the house knows them."""

    registered: bool = False
    card: int = 0
    """The card that is valid; 0 for none."""
    cards: int = 0
    """How many cards they have had."""
    excluded: bool = False
    barred: frozenset[str] = frozenset()
    apart: frozenset[str] = frozenset()
    """Who may not be at the same table."""
    is_employee: bool = False
    loss_limits: Limits = MappingProxyType({})
    deposit_limits: tuple[Limit, ...] = ()
    break_until: str = ""
    """The end of a pause that the house ordered."""
    own_break_until: str = ""
    """The end of a break that they took themselves."""
    playing: tuple["PlayStarted", ...] = ()
    played: Mapping[str, int] = MappingProxyType({})
    """For each table at which they have played, how many events it had when their time there last ended."""
    declared: Mapping[str, DeclaredChips] = MappingProxyType({})
    """The chips declared at each table that they have not left since."""
    asked: tuple["PaymentAsked", ...] = ()
    """The payments that they asked for and that staff have yet to make or decline."""
    length: int = 0

    def is_away(self, at: str) -> bool:
        """Whether they take a break from play at a moment."""
        return at < self.own_break_until

    def play_at(self, table: str) -> "PlayStarted | None":
        """Their time at a table that has begun and not ended."""
        return next((play for play in self.playing if play.table == table), None)

    def leave(self, table: str) -> "PatronState":
        """The patron who has left a table: chips with which they come back are declared anew."""
        return self._replace(declared={at: said for at, said in self.declared.items() if at != table})

    def answer(self, request: str) -> "PatronState":
        """The patron whose payment was made or declined."""
        return self._replace(asked=tuple(asked for asked in self.asked if asked.id != request))


class PatronEvent(Value):
    """Something that happened to a patron."""

    def change(self, state: PatronState) -> PatronState:
        """The patron after it; unchanged where the event only informs readers of the log."""
        return state


class Registered(PatronEvent, tag="Registered"):
    """A patron became known to the house."""

    def change(self, state: PatronState) -> PatronState:
        return state._replace(registered=True)


class ParticularsKept(PatronEvent, tag="ParticularsKept"):
    """A patron's name and address were recorded; the log does not hold them."""


class CardIssued(PatronEvent, tag="CardIssued"):
    """A patron was given their player card, the first, second, ... that they have had."""

    number: int

    def change(self, state: PatronState) -> PatronState:
        return state._replace(card=self.number, cards=self.number)


class CardCancelled(PatronEvent, tag="CardCancelled"):
    """A player card was cancelled."""

    number: int
    reason: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(card=0)


class Excluded(PatronEvent, tag="Excluded"):
    """A patron may not play in the casino."""

    reason: str
    rank: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(excluded=True)


class ExclusionEnded(PatronEvent, tag="ExclusionEnded"):
    """A patron may play again."""

    reason: str
    rank: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(excluded=False)


class BarredFromGame(PatronEvent, tag="BarredFromGame"):
    """A patron may take no further part in a game."""

    game: str
    reason: str
    rank: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(barred=state.barred | {self.game})


class BarLifted(PatronEvent, tag="BarLifted"):
    """A patron may take part in a game again."""

    game: str
    reason: str
    rank: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(barred=state.barred - {self.game})


class KeptApart(PatronEvent, tag="KeptApart"):
    """A patron and another may not play at the same table."""

    other: str
    reason: str
    rank: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(apart=state.apart | {self.other})


class LetPlayTogether(PatronEvent, tag="LetPlayTogether"):
    """A patron and another may play at the same table again."""

    other: str
    reason: str
    rank: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(apart=state.apart - {self.other})


class EmployeeNoted(PatronEvent, tag="EmployeeNoted"):
    """The employee gambling policy forbids a patron to play, or no longer does."""

    is_employee: bool

    def change(self, state: PatronState) -> PatronState:
        return state._replace(is_employee=self.is_employee)


class LossLimitSet(PatronEvent, tag="LossLimitSet"):
    """A patron set how much they will lose in a period at most; None ends the limit."""

    period: str
    cents: int | None
    set_at: str
    holds_from: str

    def change(self, state: PatronState) -> PatronState:
        before = state.loss_limits.get(self.period, ())
        limits = add_limit(before, Limit(self.cents, self.holds_from), self.set_at)
        return state._replace(loss_limits={**state.loss_limits, self.period: limits})


class DepositLimitSet(PatronEvent, tag="DepositLimitSet"):
    """A patron set how much they will pay in from outside on a day at most; None ends the limit."""

    cents: int | None
    set_at: str
    holds_from: str

    def change(self, state: PatronState) -> PatronState:
        limits = add_limit(state.deposit_limits, Limit(self.cents, self.holds_from), self.set_at)
        return state._replace(deposit_limits=limits)


class BreakOrdered(PatronEvent, tag="BreakOrdered"):
    """A patron is to pause until a moment, so that a limit can begin anew."""

    until: str
    rank: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(break_until=self.until)


class BreakTaken(PatronEvent, tag="BreakTaken"):
    """A patron took a break from play until a moment."""

    until: str

    def change(self, state: PatronState) -> PatronState:
        return state._replace(own_break_until=self.until)


class ChipsDeclared(PatronEvent, tag="ChipsDeclared"):
    """A patron told the dealer of chips: bought, brought to the table, or held on leaving."""

    table: str
    what: str
    cents: int
    missing_cents: int = 0
    """Of chips held on leaving: how much less they are than what was declared and won comes to."""

    def change(self, state: PatronState) -> PatronState:
        """Chips bought or brought are declared beside those before."""
        if self.what == HELD:
            return state.leave(self.table)
        now = state.declared.get(self.table, DeclaredChips())
        if self.what == BOUGHT:
            now = now._replace(bought=now.bought + self.cents)
        else:
            now = now._replace(brought=now.brought + self.cents)
        return state._replace(declared={**state.declared, self.table: now})


class PlayStarted(PatronEvent, tag="PlayStarted"):
    """A patron began to play at a table, which had so many events by then, on this card of theirs (0: as a guest)."""

    table: str
    card: int
    after: int

    def change(self, state: PatronState) -> PatronState:
        return state._replace(playing=(*state.playing, self))


class PlayEnded(PatronEvent, tag="PlayEnded"):
    """A patron stopped playing at a table: bought, cashed out, rounds, wagered and won or lost there, in cents."""

    table: str
    until: int
    buy_in: int
    cash_out: int
    rounds: int
    wagered: int
    net: int

    def change(self, state: PatronState) -> PatronState:
        still = tuple(play for play in state.playing if play.table != self.table)
        return state.leave(self.table)._replace(playing=still, played={**state.played, self.table: self.until})


class PaymentAsked(PatronEvent, tag="PaymentAsked"):
    """A patron asks to pay money in, or to have it paid out; nothing has moved."""

    id: str
    way: str
    how: str
    cents: int

    def change(self, state: PatronState) -> PatronState:
        return state._replace(asked=(*state.asked, self))


class PaymentDeclined(PatronEvent, tag="PaymentDeclined"):
    """A payment that a patron asked for was declined, or withdrawn by them."""

    id: str
    reason: str

    def change(self, state: PatronState) -> PatronState:
        return state.answer(self.id)


class Deposited(PatronEvent, tag="Deposited"):
    """A patron paid money into their account."""

    how: str
    cents: int
    approved_by: str = ""
    request: str = ""
    """What the patron had asked for, if they had."""

    def change(self, state: PatronState) -> PatronState:
        return state.answer(self.request)


class Withdrawn(PatronEvent, tag="Withdrawn"):
    """A patron took money out of their account."""

    how: str
    cents: int
    approved_by: str = ""
    request: str = ""

    def change(self, state: PatronState) -> PatronState:
        return state.answer(self.request)


_KINDS = EventKinds(PatronEvent.__subclasses__())
KINDS, read_event = _KINDS.by_name(), _KINDS.read


def _apply(state: PatronState, stored: Stored) -> PatronState:
    return read_event(stored).change(state)._replace(length=state.length + 1)


def load_patron(store: Store, operator: str, patron: str) -> PatronState:
    """A patron as the store has them; what this process has read of them before is not read again."""
    return store.fold(patron_stream(operator, patron), PatronState(), _apply)[0]
