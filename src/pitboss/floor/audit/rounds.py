"""Decides every round again from its recorded acts, under the version of the rules that it was played under.

Beside it, apart from any fault, stands what the rules of today would have given.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, select

from pitboss.floor.audit.replay import Played, Watch, replay
from pitboss.floor.audit.report import ROUNDS, Finding, Today
from pitboss.floor.store import Stored, Stream, schema
from pitboss.floor.store.rows import TABLE
from pitboss.floor.tables.events import RoundCorrected, RoundEnded
from pitboss.floor.tables.state import TableState, open_state
from pitboss.games import make_game
from pitboss.law.edition import BookError, versions
from pitboss.law.rules import Rules
from pitboss.play import Refused, Round, Table, totals
from pitboss.play.acts import Act
from pitboss.play.codec import encode
from pitboss.play.history import fold
from pitboss.value import Value


class Decided(Value):
    """A finished round as the audit decided it again."""

    stored: Stored
    """The event that ended or corrected it."""
    round: int
    opening: Round
    acts: tuple[Act, ...]
    corrected: int = 0
    """How often it had been corrected by then."""
    difference: str = ""
    table: Table | None = None
    """The table as it was before the round."""


def table_streams(connection: Connection) -> list[Stream]:
    """The streams of tables, in order."""
    table = schema.heads
    query = select(table.c.operator, table.c.stream).where(table.c.stream.startswith(TABLE, autoescape=True))
    return [Stream(*row) for row in connection.execute(query.order_by(table.c.operator, table.c.stream))]


def decide_again(
    connection: Connection, stream: Stream, watches: Sequence[Watch] = (), state: TableState | None = None
) -> Iterator[Decided | Finding]:
    """Play a table's log again: each round as it ends, and the first fault, after which the rest means nothing."""
    corrections: dict[int, int] = {}
    try:
        for played in replay(connection, stream, state):
            if isinstance(played, Finding):
                yield played
                return
            decided = _decided(played, corrections)
            if decided is not None and decided.difference:
                yield played.fault(ROUNDS, decided.difference)
                return
            if decided is not None:
                yield decided
            faults = [fault for watch in watches if (fault := watch.see(played)) is not None]
            if faults:
                yield faults[0]
                return
        yield from (fault for watch in watches if (fault := watch.end()) is not None)
    finally:
        for watch in watches:
            watch.close()


def _decided(played: Played, corrections: dict[int, int]) -> Decided | None:
    stored, event, before = played.stored, played.event, played.before
    match event:
        case RoundEnded():
            state = open_state(before)
            difference = _difference(event, state.round)
            return Decided(stored, event.round, state.opening, state.acts, difference=difference, table=state.table)
        case RoundCorrected(number, acts, _, _):
            corrections[number] = corrections.get(number, 0) + 1
            past = played.after.finished(number)
            if past is None:
                return None
            return Decided(stored, number, past.opening, acts, corrections[number])
        case _:
            return None


def _difference(recorded: RoundEnded, round: Round) -> str:
    """What is decided otherwise than it was recorded; nothing if all is the same.

    Which clauses were cited is no part of it: later software may cite more exactly, and what was written is the chain's
    to keep.
    """
    again = RoundEnded(round.number, round.settlements, round.claims, totals(round))
    for name in RoundEnded._fields:
        if _uncited(encode(getattr(recorded, name))) != _uncited(encode(getattr(again, name))):
            return f"the {name} of round {recorded.round} are recorded otherwise than they are decided again"
    return ""


def _uncited(data: Any) -> Any:
    """Settlements and claims without their grounds; anything else as it is."""
    if not isinstance(data, list):
        return data
    return [{name: value for name, value in row.items() if name != "because"} for row in data]


def under_today(decided: Decided) -> Today | None:
    """What today's rules would have given for a round that was played under other ones; nothing if it is the same."""
    rules = decided.opening.game.rules
    newest = versions(rules.edition.name)[-1]
    if newest == rules.edition.version or decided.table is None or decided.corrected:
        return None
    was = {total.patron: total.net for total in totals(fold(decided.opening, decided.acts))}
    try:
        today = Rules.of(rules.game.name).amend(
            off=rules.off, replace_with=rules.replaced, readings=rules.choices, grant=rules.granted
        )
        table = decided.table._replace(game=make_game(today, decided.opening.game.terms))
        now = {total.patron: total.net for total in totals(fold(table.begin().round, decided.acts))}
        words = "; ".join(
            f"{patron} {was.get(patron, 0)} would be {now.get(patron, 0)}"
            for patron in sorted({*was, *now})
            if was.get(patron, 0) != now.get(patron, 0)
        )
    except (Refused, BookError) as error:
        words = f"today's rules would not have let it be played so: {error}"
    stored = decided.stored
    record = f"{stored.stream} number {stored.number}"
    return Today(record, decided.round, rules.edition.version, newest, words) if words else None
