"""Counts again what counters stand for, from the log: losses by period, deposits by day, vouchers, slips and what about
a patron was written. A limit is kept by its counter, so a counter that was set back would let it be passed."""

import json
from collections import Counter
from datetime import date

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.journal import JournalWatch
from pitboss.floor.audit.replay import Played
from pitboss.floor.audit.report import COUNTERS, Finding
from pitboss.floor.cashier.chips import voucher_counter
from pitboss.floor.cashier.mispayments import MispaymentFollowed, fold_cases, lost_by_putting_right, register_stream
from pitboss.floor.cashier.slips import slip_counter, voided_counter
from pitboss.floor.operators import operators
from pitboss.floor.patrons.events import Deposited, Registered
from pitboss.floor.patrons.losses import counted, lost_by_entries, put_and_back
from pitboss.floor.patrons.periods import calendar_day, deposit_counter
from pitboss.floor.service.clock import parse_stamp
from pitboss.floor.store import Stream, schema
from pitboss.floor.store.store import stored_of
from pitboss.floor.tables.events import ActTaken, FloatMoved, RoundCorrected, VoucherTaken
from pitboss.floor.tables.found_events import ExcessFound, WagersCut, cut_round
from pitboss.floor.tables.journal import Journal
from pitboss.floor.tables.money_events import SlipVoided
from pitboss.floor.tables.state import open_state
from pitboss.play.acts import Place
from pitboss.play.events import Event
from pitboss.value import log_name

PATRON = "patron:"
KINDS = ("loss", "deposited", "voucher", "slip", "slip-voided")
"""How the names of the counters begin that the log tells."""


class Counts:
    """What the log comes to, counter by counter, and who was a patron of whom since when."""

    def __init__(self, connection: Connection) -> None:
        self.sums: Counter[str] = Counter()
        table = schema.events
        known = select(table.c.operator, table.c.stream, table.c.position)
        known = known.where(table.c.kind == log_name(Registered), table.c.stream.startswith(PATRON))
        self._since = {
            (row.operator, row.stream.removeprefix(PATRON)): row.position for row in connection.execute(known)
        }

    def is_counted(self, operator: str, patron: str, position: int) -> bool:
        """Whether what a patron lost at a place in the log was counted."""
        house = operators().get(operator)
        since = self._since.get((operator, patron))
        return house is not None and house.patrons.counts_losses and since is not None and since < position

    def lose(self, operator: str, patron: str, day: date, cents: int) -> None:
        """Count a loss in every period that a day lies in."""
        for count in counted(operator, patron, day, cents):
            self.sums[count.name] += count.by


class CounterWatch:
    """Counts what happens at one table."""

    def __init__(self, stream: Stream, counts: Counts, journal: JournalWatch) -> None:
        self.operator, self.counts, self.journal = stream.operator, counts, journal
        self._days: dict[int, date] = {}
        self._round = 0
        self._first: dict[int, tuple[bool, date]] = {}
        """For each round the day of its first wager, or of its first act where nothing was placed."""

    def see(self, played: Played) -> Finding | None:
        """See one more event."""
        event, stored, sums = played.event, played.stored, self.counts.sums
        day = calendar_day(parse_stamp(stored.at))
        match event:
            case ActTaken(act, _) if played.step is not None:
                self._begin(played.step.round.number)
                is_placed, _ = self._first.get(self._round, (False, day))
                if self._round not in self._first or (isinstance(act, Place) and not is_placed):
                    self._first[self._round] = isinstance(act, Place), day
                self._lost(played, played.step.events, day)
            case WagersCut(_, _, cuts, _, because):
                round = open_state(played.before).round
                self._begin(round.number)
                self._lost(played, cut_round(round, cuts, because).events, day)
            case RoundCorrected():
                self._corrected(played, event, day)
            case ExcessFound():
                self.counts.lose(self.operator, event.patron, day, event.unseen_cents)
            case VoucherTaken():
                sums[voucher_counter(self.operator, event.voucher)] += 1
            case FloatMoved():
                sums[slip_counter(self.operator, event.year)] += 1
            case SlipVoided():
                sums[voided_counter(self.operator, event.year, event.number)] += 1
        return None

    def _begin(self, number: int) -> None:
        if number != self._round:
            self._round, self._days = number, {}

    def _lost(self, played: Played, told: tuple[Event, ...], day: date) -> None:
        for wager, patron, placed, back in put_and_back(told):
            of = self._days.setdefault(wager, day)
            if played.after.unit.counts_as_loss and self.counts.is_counted(
                self.operator, patron, played.stored.position
            ):
                self.counts.lose(self.operator, patron, of, placed - back)

    def _corrected(self, played: Played, event: RoundCorrected, day: date) -> None:
        if not played.after.unit.counts_as_loss:
            return
        if played.before.is_open_round(event.round):
            self._begin(event.round)
            day = max(self._days.values(), default=day)
        else:
            _, day = self._first.get(event.round, (False, day))
        journal = Journal(played.stored.stream, played.after.unit)
        for patron, cents in lost_by_entries(journal, self.journal.corrected(played)).items():
            if self.counts.is_counted(self.operator, patron, played.stored.position):
                self.counts.lose(self.operator, patron, day, cents)

    def end(self) -> Finding | None:
        """Counters are compared once all tables have been seen."""
        return None

    def close(self) -> None:
        """Nothing is left open."""


def _count_mispayments(connection: Connection, operator: str, counts: Counts) -> None:
    """Count what putting mis-payments right did to patrons' losses."""
    events, stream = schema.events, register_stream(operator)
    query = select(events).where(events.c.operator == operator, events.c.stream == stream.name)
    register = [stored_of(row) for row in rows_of(connection, query.order_by(events.c.number))]
    cases = fold_cases(register)
    for stored in register:
        if stored.kind == log_name(MispaymentFollowed) and stored.data["moved_cents"]:
            case = cases[stored.data["id"]]
            patron = stored.data.get("patron") or case.noted.patron
            if counts.is_counted(operator, patron, stored.position):
                counts.lose(operator, patron, *lost_by_putting_right(case))


def check_counters(connection: Connection, counts: Counts) -> Finding | None:
    """The first counter that does not stand at what the log comes to."""
    sums, events = counts.sums, schema.events
    paid = select(events).where(events.c.kind == log_name(Deposited), events.c.stream.startswith(PATRON))
    for row in rows_of(connection, paid.order_by(events.c.position)):
        day = calendar_day(parse_stamp(row["at"]))
        name = deposit_counter(row["operator"], row["stream"].removeprefix(PATRON), day)
        sums[name] += json.loads(row["data"])["cents"]
    for operator in operators():
        _count_mispayments(connection, operator, counts)
    kept = {row["name"]: row["value"] for row in rows_of(connection, select(schema.counters))}
    for name in sorted({*kept, *sums}):
        if kept.get(name, 0) != sums[name] and name.partition("/")[0] in KINDS:
            return Finding(COUNTERS, name, f"it stands at {kept.get(name, 0)}, and the log comes to {sums[name]}")
    return None
