"""Plays a table's log again, event by event, and decides every round again from its recorded acts, under the version of
the rules that it was played under. Its shoes and its snapshot are compared on the way.

Beside it, apart from any fault, stands what the rules of today would have given.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, RowMapping, select

from pitboss.cards import Card
from pitboss.cards.shoe import Opening
from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import ROUNDS, SHOES, SNAPSHOTS, AuditFault, DecidedToday
from pitboss.floor.service.commands import read_secret
from pitboss.floor.store import Stored, Stream, checkpoint, rows, schema, signing
from pitboss.floor.store.store import of_stream, stored_of
from pitboss.floor.tables import log
from pitboss.floor.tables import state as tables
from pitboss.games import make_game
from pitboss.law.edition import BookError, versions
from pitboss.law.rules import Rules
from pitboss.play import Act, Refused, Round, Shuffle, Step, Table, apply, encode, fold, totals
from pitboss.play.dealer import DealtCards, Shuffles, count_drawn, keeps_to
from pitboss.value import Value


class ReplayedEvent(Value):
    """An event, and the table before and after it."""

    stored: Stored
    event: tables.TableEvent
    before: tables.TableState
    after: tables.TableState
    step: Step | None = None
    """What an act led to."""

    def fault(self, part: str, words: str) -> AuditFault:
        """The fault of the round."""
        return AuditFault(part, f"{self.stored.stream} number {self.stored.number}", words, self.stored.position)


class LogCheck(ABC):
    """Compares a table's log with something else, as the log is played again."""

    @abstractmethod
    def see(self, played: ReplayedEvent) -> AuditFault | None:
        """See one more event; say what is wrong, if anything is."""

    def end(self) -> AuditFault | None:
        """Compare what is left once there are no more events."""
        return None

    def close(self) -> None:
        """Let go of what it reads."""


def replay(
    connection: Connection, stream: Stream, state: tables.TableState | None = None, until: int = log.EVER
) -> Iterator[ReplayedEvent | AuditFault]:
    """Play a table's log again from a state of it on; a fault is the last that it gives."""
    state = state if state is not None else tables.UnopenedState()
    table = schema.events
    query = select(table).where(of_stream(table, stream), table.c.number > state.length, table.c.number <= until)
    for row in rows_of(connection, query.order_by(table.c.number)):
        step: Step | None = None
        try:
            stored = stored_of(row)
            event = log.read_event(stored)
            if isinstance(event, tables.ActTaken):
                step = apply(tables.open_state(state).round, event.act)
            before, state = state, tables.evolve(state, event, step)
        except Exception as error:  # any error in a replay is the finding
            said = str(error) if isinstance(error, Refused) else f"{type(error).__name__} {error}".strip()
            words = f"it cannot be played again: {said}"
            yield AuditFault(ROUNDS, f"{stream} number {row['number']}", words, row["position"])
            return
        yield ReplayedEvent(stored, event, before, state, step)


class RedecidedRound(Value):
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
    query = select(table.c.operator, table.c.stream).where(table.c.stream.startswith(rows.TABLE, autoescape=True))
    return [Stream(*row) for row in connection.execute(query.order_by(table.c.operator, table.c.stream))]


def decide_again(
    connection: Connection, stream: Stream, watches: Sequence[LogCheck] = (), state: tables.TableState | None = None
) -> Iterator[RedecidedRound | AuditFault]:
    """Play a table's log again: each round as it ends, and the first fault, after which the rest means nothing."""
    corrections: dict[int, int] = {}
    try:
        for played in replay(connection, stream, state):
            if isinstance(played, AuditFault):
                yield played
                return
            decided = _decide_round(played, corrections)
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


def _decide_round(played: ReplayedEvent, corrections: dict[int, int]) -> RedecidedRound | None:
    stored, event, before = played.stored, played.event, played.before
    match event:
        case tables.TableRoundEnded():
            state = tables.open_state(before)
            difference = _difference(event, state.round)
            return RedecidedRound(
                stored, event.round, state.opening, state.acts, difference=difference, table=state.table
            )
        case tables.RoundCorrected(number, acts, _, _):
            corrections[number] = corrections.get(number, 0) + 1
            past = played.after.find_finished_round(number)
            if past is None:
                return None
            return RedecidedRound(stored, number, past.opening, acts, corrections[number])
        case _:
            return None


def _difference(recorded: tables.TableRoundEnded, round: Round) -> str:
    """The decisions that differ from the record; none if all are the same.

    Which clauses were cited is no part of it: later software may cite more exactly, and what was written is the chain's
    to keep.
    """
    again = tables.TableRoundEnded(round.number, round.settlements, round.claims, totals(round))
    for name in tables.TableRoundEnded._fields:
        if _strip_grounds(encode(getattr(recorded, name))) != _strip_grounds(encode(getattr(again, name))):
            return f"the {name} of round {recorded.round} are recorded otherwise than they are decided again"
    return ""


def _strip_grounds(data: Any) -> Any:
    """Settlements and claims without their grounds; anything else as it is."""
    if not isinstance(data, list):
        return data
    return [{name: value for name, value in row.items() if name != "because"} for row in data]


def decide_under_today(decided: RedecidedRound) -> DecidedToday | None:
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
    return DecidedToday(record, decided.round, rules.edition.version, newest, words) if words else None


class ShoeCheck(LogCheck):
    """Compares each shuffle that was opened with the commitment that was published before its first card, and with the
    cards that came out of it; and the secret of a live shoe with the commitment to it."""

    def __init__(self, connection: Connection, stream: Stream, *, knows: bool = True) -> None:
        self.connection, self.stream = connection, stream
        self._dealt = DealtCards()
        self._shuffles = Shuffles()
        self._knows = knows
        """Whether it has seen the log from the beginning, and so every commitment."""

    def see(self, played: ReplayedEvent) -> AuditFault | None:
        """See one more event."""
        match played.event:
            case tables.ActTaken(act, _):
                self._knows = self._knows or isinstance(act, Shuffle)
                drawn = (
                    count_drawn(act, tables.open_state(played.before).round, played.step.round) if played.step else 0
                )
                self._dealt.see(act, drawn)
                self._shuffles = self._shuffles.note_act(act, drawn)
            case tables.ShoeOpened(commitment, cards, seed, cut):
                return self._check_opening(played, commitment, (cards, seed, cut))
        return None

    def end(self) -> AuditFault | None:
        """A shoe that is still in use is not opened: its secret is to be what was committed to."""
        last, dealt = self._dealt.last, self._dealt.of(self._dealt.last)
        if not self._knows or not last:
            return None
        table = schema.secrets
        query = select(table.c.data).where(of_stream(table, self.stream), table.c.name == last)
        text = self.connection.execute(query).scalar()
        shoe = self._shuffles.live.shoe(read_secret(text)) if text and self._shuffles.live is not None else None
        if keeps_to(shoe, last, dealt):
            return None
        return AuditFault(SHOES, str(self.stream), "the secret of its shoe is not the one that was committed to")

    def _check_opening(self, played: ReplayedEvent, commitment: str, opened: tuple[str, str, int]) -> AuditFault | None:
        dealt = self._dealt.open(commitment)
        if dealt is None:
            return played.fault(SHOES, "no such shuffle was committed to") if self._knows else None
        cards, seed, cut = opened
        opening = Opening(tuple(Card(number) for number in bytes.fromhex(cards)), bytes.fromhex(seed), cut)
        if not opening.check(commitment, dealt):
            return played.fault(SHOES, "it does not open its commitment, or gives other cards than were dealt")
        return None


class SnapshotCheck(LogCheck):
    """Compares the snapshot of a table with what its log comes to at the same length: a start would trust it."""

    def __init__(self, connection: Connection, stream: Stream, *, verifier: signing.Verifier | None = None) -> None:
        """One that was signed with the verifier's key need not be compared."""
        self.stream = stream
        row = _snapshot(connection, stream)
        self.length: int = row["length"] if row is not None else 0
        self.data: str = row["data"] if row is not None and not checkpoint.is_signed(row, verifier) else ""

    def see(self, played: ReplayedEvent) -> AuditFault | None:
        """Compare, where the table was kept after this event; one kept by other code is never used."""
        if not self.data or played.after.length != self.length:
            return None
        data, self.data = self.data, ""
        if json.loads(data) != json.loads(
            log.write_state(played.after)
        ):  # whatever the order in which it was put together
            return played.fault(SNAPSHOTS, "the table that was kept after it is not what the log comes to")
        return None

    def end(self) -> AuditFault | None:
        """A table cannot have been kept after more events than it has."""
        if self.data:
            return AuditFault(
                SNAPSHOTS, str(self.stream), f"it was kept after {self.length} events, which are not there"
            )
        return None


def _snapshot(connection: Connection, stream: Stream, end: str = "") -> RowMapping | None:
    table = schema.snapshots
    query = select(table).where(
        of_stream(table, stream._replace(name=stream.name + end)), table.c.code == checkpoint.code_hash()
    )
    return connection.execute(query).mappings().first()


def state_before(
    connection: Connection, stream: Stream, length: int, verifier: signing.Verifier | None
) -> tables.TableState:
    """The table as it was kept under the verifier's key no later than after so many events, or as it began."""
    found = (_snapshot(connection, stream, end) for end in ("", checkpoint.OF_THE_DAY))
    signed = [
        row for row in found if row is not None and row["length"] <= length and checkpoint.is_signed(row, verifier)
    ]
    return log.read_state(max(signed, key=lambda row: row["length"])["data"]) if signed else tables.UnopenedState()
