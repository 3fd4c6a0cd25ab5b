"""Returns as things: a return falls due at the end of its month, shows in the pit until a person has sent it, and is
kept as it was sent (Star Pontoon 17.20, Star Mississippi Stud 11.15.2 for mis-payments; others are the house's own).

What a return says is worked out from the log by those who know how (`report/returns.py`), never by the person who sends
it: they are handed in here as `RETURNS`.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime, timedelta
from functools import cache
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.operators import house_games
from pitboss.floor.patrons.limits import calendar_day
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.service.commands import Command, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import CommandForm, FieldPrompt
from pitboss.floor.store import Store, Stored, Stream
from pitboss.floor.store.rows import EventKinds
from pitboss.messages import say
from pitboss.value import Value, log_name


class ReturnKind(Value):
    """A return: what it is called, the rule that wants it, and how it is drawn up."""

    title: str
    draw: Callable[[Store, str, date], str]
    """Its text for a house and a month, out of the log; the month is given by its first day."""
    rule: law.Key | None = None
    """The rule that wants it; a return without one is the house's own."""


RETURNS: dict[str, ReturnKind] = {}
"""Every return by its name."""


class ReturnSent(Value, tag="ReturnSent"):
    """A return was sent, and this is what it said."""

    kind: str
    month: str
    to: str
    text: str
    digest: str
    reason: str = ""
    """Why it was sent again, if it was."""
    because: law.Because = ()


class SentReturn(Value):
    """A return that was sent: when, and by whom."""

    sent: ReturnSent
    at: str
    by: str


Sent = Mapping[tuple[str, str], tuple[SentReturn, ...]]
"""What was sent for each return and month, the last one last."""


def returns_stream(operator: str) -> Stream:
    """The stream of a house's returns."""
    return Stream(operator, "returns")


_KINDS = EventKinds([ReturnSent])


def _after(state: Sent, stored: Stored) -> Sent:
    event = _KINDS.read(stored)
    name = event.kind, event.month
    return {**state, name: (*state.get(name, ()), SentReturn(event, stored.at, stored.by))}


def sent_returns(store: Store, operator: str) -> Sent:
    """The returns that a house has sent."""
    nothing: Sent = {}
    return store.fold(returns_stream(operator), nothing, _after)[0]


@cache
def rules_of_return(operator: str, rule: law.Key | None) -> law.Because:
    """The rule that wants a return, where a document of the house has it."""
    return (
        (rule,) if rule is not None and any(law.Rules.of(game).applies(rule) for game in house_games(operator)) else ()
    )


def is_wanted(operator: str, kind: str) -> bool:
    """Whether a house sends a return: its own ones, and those that a document of it wants."""
    rule = RETURNS[kind].rule
    return rule is None or bool(rules_of_return(operator, rule))


def read_month(text: str) -> date | None:
    """The first day of a month that was written as 2026-03; nothing where it is none."""
    try:
        return date.fromisoformat(f"{text}-01") if len(text) == len("2026-03") else None
    except ValueError:
        return None


def next_month(month: date) -> date:
    """The first day of the month after."""
    return (month + timedelta(days=31)).replace(day=1)


MOST_MONTHS = 120


def due_returns(store: Store, operator: str, now: datetime) -> Iterator[tuple[str, date]]:
    """The returns that are due and not sent: of each month that is over, since the log of the house began."""
    first = store.log(limit=1, operator=operator)
    if not first:
        return
    sent, today = sent_returns(store, operator), calendar_day(now)
    month = max(calendar_day(parse_stamp(first[0].at)), today - timedelta(days=31 * MOST_MONTHS)).replace(day=1)
    while next_month(month) <= today:
        for name in RETURNS:
            if is_wanted(operator, name) and (name, f"{month:%Y-%m}") not in sent:
                yield name, month
        month = next_month(month)


def titles_of(operator: str) -> dict[str, str]:
    """The returns of a house by name, with their titles."""
    return {name: kind.title for name, kind in RETURNS.items() if is_wanted(operator, name)}


PLACE = "returns"
"""Where the form stands."""


class SendReturn(Command, tag="SendReturn"):
    """Send a return of a month that is over: what it says is drawn up from the log, and kept as it was sent."""

    takes: ClassVar = CommandNeeds(seen="the returns of the house")
    forms: ClassVar = (CommandForm("Send a return", "Send", places=(PLACE,)),)
    return_kind: Annotated[str, FieldPrompt("Return", among=lambda who, _: titles_of(who.operator))]
    month: Annotated[str, FieldPrompt("Month", "as in 2026-03")]
    to: Annotated[str, FieldPrompt("Sent to")] = "NICC"
    reason: Annotated[str, FieldPrompt("Why it is sent again", required=False)] = ""

    def decide(self, world: World, order: Order) -> Decision:
        operator = order.actor.operator
        known, month = RETURNS.get(self.return_kind), read_month(self.month)
        if known is None or month is None or not is_wanted(operator, self.return_kind):
            raise refuse("There is no such return. Name a return of this house and a month as 2026-03.", law.ONCE)
        because = rules_of_return(operator, known.rule)
        if calendar_day(world.now) < next_month(month):
            raise refuse("A return is sent when its month is over.", *(because or (law.ONCE,)))
        check_said(self.to.strip(), "Say to whom the return is sent.", law.ONCE)
        if sent_returns(world.store, operator).get((self.return_kind, self.month)):
            words = say("This return was sent before. Say why it is sent again.")
            check_said(self.reason.strip(), words, law.ONCE)
        text = known.draw(world.store, operator, month)
        digest = hashlib.sha256(text.encode()).hexdigest()
        event = ReturnSent(self.return_kind, self.month, self.to, text, digest, self.reason, because)
        reply: dict[str, Any] = {"return_kind": self.return_kind, "month": self.month, "digest": digest}
        return Decision((event,), stream=returns_stream(operator), reply=reply)


KIND = log_name(ReturnSent)
"""The name of the event on the log."""
