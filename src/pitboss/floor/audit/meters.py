"""Meters decided again: every meter is folded from its terms, all that it took in and awarded is worked out anew from
the events of tables, in the order of the log, none of them missing and none there twice, and the pools have the meters'
whole cents."""

from collections import Counter
from collections.abc import Iterator, Mapping
from math import floor

from sqlalchemy import Connection, select

from pitboss import law, money
from pitboss.floor.audit import chain, rounds, transfers
from pitboss.floor.audit.report import METERS, AuditFault
from pitboss.floor.jackpots import feeding, meters
from pitboss.floor.people.permission import SYSTEM
from pitboss.floor.store import Stored, Stream, checkpoint, rows, schema, store
from pitboss.floor.tables import jackpots
from pitboss.floor.tables.state import OpenState, RoundCorrected, TableRoundEnded
from pitboss.jackpot import check_meter
from pitboss.value import Value, log_name

FOLLOWS = (meters.Growth, meters.JackpotsAwarded, meters.AwardQuestioned)
"""The events of a meter that follow from events of tables; so does a refusal by the floor itself."""


class Residue(Value):
    """What moved from a meter that closed to another."""

    operator: str
    source: str
    into: str
    moved: money.Exact


def check_meters(
    connection: Connection, starts: Mapping[str, checkpoint.Checkpoint], explained: transfers.MovesOffTables
) -> Iterator[AuditFault]:
    """Fold every meter again, and count what its events moved since a checkpoint; the first fault of each meter."""
    table = schema.events
    query = select(table).where(table.c.stream.startswith(rows.METER)).order_by(table.c.position)
    streams: dict[tuple[str, str], list[Stored]] = {}
    for row in chain.rows_of(connection, query):
        stored = store.stored_of(row)
        streams.setdefault((stored.stream.operator, stored.stream.meter), []).append(stored)
    query = (
        select(table).where(table.c.kind.in_(meters.FOLLOWED_KINDS)).order_by(table.c.position)
    )  # what meters follow
    followed: dict[tuple[str, str], list[Stored]] = {}
    for row in chain.rows_of(connection, query):
        stored = store.stored_of(row)
        followed.setdefault((stored.stream.operator, stored.data["meter"]), []).append(stored)
    moved = Counter(
        Residue(operator, meter, event.into, event.moved)
        for (operator, meter), events in streams.items()
        for event in map(meters.meter_event, events)
        if isinstance(event, meters.MeterClosed) and event.into
    )
    for (operator, meter), events in streams.items():
        refolded = RefoldedMeter(connection, operator, meter, followed.get((operator, meter), []), moved)
        after = starts[operator].position if operator in starts else 0
        faults = list(refolded.check(events, explained, after))
        yield from faults[:1]  # what explains the ledger is counted all the same
    for residue_left in (each for each, count in moved.items() if count > 0):
        record = f"{residue_left.operator}/{rows.METER}{residue_left.into}"
        yield AuditFault(METERS, record, f"what meter {residue_left.source} had when it closed did not come to it")
    for operator, meter in sorted(followed.keys() - streams.keys()):
        if meter:
            yield AuditFault(METERS, f"{operator}/{rows.METER}{meter}", "tables feed it, and it has no stream")


class RefoldedMeter:
    """A meter as it is folded again, beside the events of tables that it follows."""

    def __init__(
        self,
        connection: Connection,
        operator: str,
        meter: str,
        followed: list[Stored],
        moved: Counter[Residue],
    ) -> None:
        self.connection, self.operator, self.meter = connection, operator, meter
        self.followed, self.moved = followed, moved
        self.state = meters.MeterState()
        self.seen: list[tuple[meters.MeterEvent, int]] = []
        read = select(schema.cursors.c.position).where(schema.cursors.c.name == f"{meters.REACTION}/{operator}")
        cursor = connection.execute(read).scalar() or 0
        self._due = (
            (source, event)
            for source in followed
            if source.position <= cursor
            for event in feeding.follow_event(self, source)
        )

    def growth_of(self, table: str, game: int) -> meters.MeterGrew | None:
        """The last growth by a game of a table so far."""
        found = (event for event, _ in reversed(self.seen) if isinstance(event, meters.MeterGrew))
        return next((event for event in found if (event.table, event.game) == (table, game)), None)

    def awards_of(self, table: str, game: int) -> list[meters.JackpotsAwarded]:
        """What a game of a table was awarded so far."""
        found = [event for event, _ in self.seen if isinstance(event, meters.JackpotsAwarded)]
        return [event for event in found if (event.table, event.game) == (table, game)]

    def stood_at(self, table: Stream, round: int) -> money.Exact:
        """What the meter stood at when the outcome of a round was recorded on it."""
        for source in self.followed:
            by_hand = source.kind == log_name(jackpots.JackpotGameRecorded) and source.data["by_hand"]
            if source.stream == table and not by_hand and (game := jackpots.find_game(source, round)):
                return meters.value_at(self.seen, source.position, game=game)
        return self.state.value

    def check(self, events: list[Stored], explained: transfers.MovesOffTables, after: int) -> Iterator[AuditFault]:
        """The faults of the meter's events and of its pools."""
        for stored in events:
            event = meters.meter_event(stored)
            if words := self._fault(stored, event):
                yield AuditFault(METERS, f"{stored.stream} number {stored.number}", words, stored.position)
            if stored.position > after:
                explained.add_all(meters.meter_entries(self.operator, self.meter, self.state, event))
            self.state = event.change(self.state)
            self.seen.append((event, stored.position))
        source, _ = next(self._due, (None, None)) if self.state.terms is not None else (None, None)
        if source is not None:
            record = f"{source.stream} number {source.number}"
            yield AuditFault(METERS, record, "its meter has not followed it", source.position)
        yield from self._check_pools()

    def _fault(self, stored: Stored, event: meters.MeterEvent) -> str:
        """Say what is wrong with an event; nothing where it is as it has to be."""
        stands = event.change(self.state).value
        said = getattr(event, "after", stands)
        if said != stands:
            return f"it says that the meter stands at {said}, and its sums come to {stands}"
        by_floor = isinstance(event, meters.AwardRefused) and event.by == SYSTEM
        if by_floor or isinstance(event, FOLLOWS):
            return self._follow_fault(event)
        return self._person_fault(stored, event)

    def _follow_fault(self, event: meters.MeterEvent) -> str:
        """Compare with the next event that follows from what the tables wrote."""
        if self.state.terms is None:
            return "the meter was not opened"
        source, due = next(self._due, (None, None))
        if due is None or source is None:
            return "no event of a table leads to it"
        if type(due) is not type(event):
            return f"{source.stream} number {source.number} leads to {log_name(type(due))}"
        wrong = [name for name in due._fields if name != "because" and getattr(due, name) != getattr(event, name)]
        return f"by the rules and {source.stream} number {source.number} it has another {wrong[0]}" if wrong else ""

    def _person_fault(self, stored: Stored, event: meters.MeterEvent) -> str:
        """Say what is wrong with what a person wrote."""
        match event:
            case meters.MeterOpened() | meters.MeterChanged():
                return self._terms_fault(stored, event)
            case meters.AwardPaid() | meters.AwardRefused():
                found = next((each for each in self.state.pending if each.id == event.id), None)
                if found is None or (found.award.patron, found.award.cents) != (event.patron, event.cents):
                    return "no such award waited"
                if event.by != stored.by or event.by in (found.by, event.patron):
                    return "another person determines an award than the one who recorded the round, and not its winner"
                if isinstance(event, meters.AwardRefused):
                    due = meters.refuse_award(self.state, found, "", event.by, ())
                    if (event.back, event.to_reserve) != (due.back, due.to_reserve):
                        return "the meter gets back what it gave"
            case meters.MeterClosed() if self.state.terms is not None:
                if not self._is_announced(stored, meters.CLOSE):
                    return "no notice that it closes has run"
                end = meters.close_meter(self.state, event.into, event.because)
                return "" if event == end else f"{end.moved} moves when it closes"
            case meters.ResidueReceived():
                came = Residue(self.operator, event.source, self.meter, event.amount)
                self.moved[came] -= 1
                return f"so much did not move from meter {event.source}" if self.moved[came] < 0 else ""
            case meters.MeterAdjusted() if event.approved_by in ("", stored.by):
                return "a second person approves an adjustment"
        return ""

    def _terms_fault(self, stored: Stored, event: meters.MeterOpened | meters.MeterChanged) -> str:
        """Say what is wrong with the terms that a person gave the meter."""
        terms = event.terms
        if isinstance(event, meters.MeterOpened):
            if self.state.is_open:
                return "it is in operation already"
        elif not self._is_announced(stored, meters.OPTION, terms.option, terms.reset_cents):
            return "no notice of these terms has run"
        no = check_meter(terms.rules(), terms)
        return f"the rules do not have such terms: {no.words}" if no is not None else ""

    def _is_announced(self, stored: Stored, what: str, *terms: int) -> bool:
        """Whether a notice of a change had run, where the document wants one."""
        notice = self.state.notice(what)
        if notice is not None and notice.due_at <= stored.at and terms in ((), (notice.option, notice.reset_cents)):
            return True
        of = self.state.terms
        return what == meters.CLOSE and of is not None and not of.rules().applies(law.METER_CLOSES_ON_NOTICE)

    def _check_pools(self) -> Iterator[AuditFault]:
        """The pools of the meter have its whole cents, and what waits for approval."""
        operator, meter, state, sums = self.operator, self.meter, self.state, schema.accounts.c
        waits = sum(each.award.cents for each in state.pending)
        for account, cents in (
            (meters.pool_of(operator, meter), floor(state.value)),
            (meters.reserve_of(operator, meter), floor(state.reserve.value)),
            (meters.pending_of(operator, meter), waits),
        ):
            balance = select(sums.into - sums.out).where(sums.name == account.name)
            there = int(self.connection.execute(balance).scalar() or 0)
            if there != cents:
                yield AuditFault(METERS, account.name, f"{there} lies there, and the meter says {cents}")


class JackpotCheck(rounds.LogCheck):
    """Decides again what was recorded of each jackpot game of a table, and what a correction made of it."""

    def __init__(self) -> None:
        self._ended: tuple[rounds.ReplayedEvent, TableRoundEnded, OpenState] | None = None
        """The last round, until its jackpot game is recorded."""
        self._corrected: tuple[rounds.ReplayedEvent, jackpots.JackpotOutcomeCorrected] | None = None
        """What a correction has to say of the jackpot game of its round, until it is said."""

    def see(self, played: rounds.ReplayedEvent) -> AuditFault | None:
        """See one more event."""
        event, before = played.event, played.before
        if isinstance(event, TableRoundEnded | RoundCorrected) and (missed := self.end()) is not None:
            return missed
        match event:
            case TableRoundEnded() if isinstance(before, OpenState):
                jackpot = before.table.game.terms.jackpot
                if jackpot is not None and jackpot.meter and jackpots.played_wagers(event.settlements):
                    self._ended = played, event, before
            case RoundCorrected() if not before.is_open_round(event.round):
                past, now = before.find_finished_round(event.round), played.after.find_finished_round(event.round)
                due = None
                if past is not None and now is not None:
                    due = jackpots.correct_outcome(past, event, by_hand=before.by_hand)
                if due is not None:
                    self._corrected = played, due
            case jackpots.JackpotGameRecorded() if isinstance(before, OpenState):
                return self._recorded_fault(played, event, before)
            case jackpots.JackpotOutcomeCorrected():
                (_, due), self._corrected = self._corrected or (None, event), None
                if due is not None and due != event._replace(game=due.game, because=due.because):
                    return played.fault(METERS, "the corrected round has other jackpot wagers or prizes")
        return None

    def _recorded_fault(
        self, played: rounds.ReplayedEvent, event: jackpots.JackpotGameRecorded, before: OpenState
    ) -> AuditFault | None:
        (_, ended, at), self._ended = self._ended or (None, None, None), None
        jackpot = at.table.game.terms.jackpot if at is not None else None
        game = before.jackpot
        if ended is None or at is None or jackpot is None or game is None or ended.round != event.round:
            return played.fault(METERS, "no round ended whose jackpot game it records")
        rules, chips = at.table.game.rules, at.table.game.terms.chips
        prizes, claims = jackpots.prizes_and_claims(rules, jackpot, ended.claims, game.wagers, chips)
        if (event.prizes, event.claims, event.wagers) != (prizes, claims, len(game.wagers)):
            return played.fault(METERS, "the rules give the round other jackpot prizes")
        if game.wagers != jackpots.played_wagers(ended.settlements):
            return played.fault(METERS, "other jackpot wagers were played than were registered")
        return None

    def end(self) -> AuditFault | None:
        """A round with jackpot wagers, or its correction, whose jackpot game nothing recorded."""
        missed = self._ended or self._corrected
        self._ended = self._corrected = None
        return missed[0].fault(METERS, "its jackpot game was not recorded") if missed is not None else None
