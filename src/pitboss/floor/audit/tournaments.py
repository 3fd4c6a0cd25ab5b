"""Tournaments and prize draws, audited: what tournaments' streams say of money is what was booked; chips follow from
the rounds of the tables, places and prizes from the chips; every undisclosed wager that was announced is the one whose
hash was recorded before its round; each draw's commitment is opened again and its winners are drawn again; and no round
gave a person two entries."""

from collections.abc import Iterator

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import ROUNDS, AuditFault
from pitboss.floor.promotions import state as promotions
from pitboss.floor.promotions.entries import record_of
from pitboss.floor.store import Stored, schema, store, table_stream
from pitboss.floor.tables import log
from pitboss.floor.tables.state import RoundCorrected, UnopenedState
from pitboss.floor.tournaments import reaction, results, running, special
from pitboss.floor.tournaments import state as tournaments
from pitboss.ledger import Entry
from pitboss.promotion.draw import check_draw


def _read_events(
    connection: Connection, operator: str, after: int = 0
) -> Iterator[tuple[Stored, tournaments.TournamentEvent]]:
    """The events of an operator's tournaments after a place in the log, in its order."""
    table = schema.events
    wanted = (table.c.operator == operator, table.c.position > after, table.c.stream.startswith(tournaments.TOURNAMENT))
    for row in rows_of(connection, select(table).where(*wanted).order_by(table.c.position)):
        stored = store.stored_of(row)
        yield stored, tournaments.from_stored(stored)


def tournament_entries(connection: Connection, operator: str, after: int) -> Iterator[Entry]:
    """The money that tournaments moved after a place in the log."""
    for stored, event in _read_events(connection, operator, after):
        yield from event.entries(tournaments.Purse(stored.stream))


def check_tournaments(connection: Connection, operator: str) -> Iterator[AuditFault]:
    """Tournaments whose events do not follow from what was played and decided before them; the first of each."""
    streams: dict[str, list[tuple[Stored, tournaments.TournamentEvent]]] = {}
    for stored, event in _read_events(connection, operator):
        streams.setdefault(stored.stream.name, []).append((stored, event))
    for events in streams.values():
        checked = RefoldedTournament(connection, operator)
        for stored, event in events:
            if words := checked.see(stored, event):
                yield AuditFault(ROUNDS, f"{stored.stream} number {stored.number}", words, stored.position)
                break


class RefoldedTournament:
    """A tournament as it is folded again, beside the rounds of its tables."""

    def __init__(self, connection: Connection, operator: str) -> None:
        self.connection, self.operator = connection, operator
        self.state = tournaments.TournamentState()

    def see(self, stored: Stored, event: tournaments.TournamentEvent) -> str:
        """Say what is wrong with the next event; nothing where it is as it has to be."""
        name = stored.stream.name.removeprefix(tournaments.TOURNAMENT)
        self.state = self.state._replace(tournament=name)
        words = self._find_fault(stored, event)
        self.state = event.change(self.state, stored.at)
        return words

    def _find_fault(self, stored: Stored, event: tournaments.TournamentEvent) -> str:
        match event:
            case running.RoundPlayed():
                ended = self._rounds(reaction.ENDED, event.table, event.round, stored.position)
                is_so = any(reaction.follow(self.state, each, UnopenedState()) == event for each in ended)
                return "" if is_so else "its round was played otherwise"
            case reaction.ChipsCorrected():
                return self._correction_fault(stored, event)
            case results.SessionDecided():
                due = (
                    results.decide_session(self.state)
                    if self.state.session is not None
                    else results.decide_again(self.state)
                )
                if due is None:
                    return "no player of its session was to play off"
                behind = event._replace(through=due.through)
                due = due._replace(through=due.through + self._chosen(behind, event.through[len(due.through) :]))
                return "" if due == event else "the chips of its tables give other places"
            case results.TournamentConcluded():
                return (
                    "" if results.divide_prizes(self.state) == event else "its sessions and its pool give other prizes"
                )
            case results.PrizePaid():
                due_cents = {p.patron: p.prize_cents for p in self.state.places if p.patron not in self.state.paid}
                return "" if due_cents.get(event.patron) == event.cents else "no such prize is to be paid"
            case special.FormAnnounced():
                place = event.patron, event.table, event.round
                kept = [form.commitment for form in self.state.forms if (form.patron, form.table, form.round) == place]
                is_so = event.form.commitment in kept
                return "" if is_so else "the undisclosed wager that was announced is not the one that was recorded"
            case results.TournamentCancelled():
                back = {each.patron: each.refund_cents for each in event.refunds if each.refund_cents}
                paid = {name: each.pooled_cents for name, each in self.state.entrants.items() if each.pooled_cents}
                return "" if back == paid else "players get back what they have in the pool"
        return ""

    def _chosen(self, event: results.SessionDecided, chosen: tuple[str, ...]) -> tuple[str, ...]:
        """The best of those who did not go on, who play on: as they were chosen, where the lot may have chosen so."""
        behind = results.players_behind(self.state, event)
        lot = (*chosen, *(name for name in behind if name not in chosen)) if set(chosen) <= set(behind) else behind
        return results.best_losers(self.state, event, lot) if behind else ()

    def _correction_fault(self, stored: Stored, event: reaction.ChipsCorrected) -> str:
        session = self.state.session
        had = session.tables[event.table].chips if session is not None and event.table in session.tables else {}
        for each in self._rounds(reaction.CORRECTED, event.table, event.round, stored.position):
            corrected = log.read_event(each)
            assert isinstance(corrected, RoundCorrected)
            due = {d.patron: had[d.patron] + d.chips for d in corrected.differences if d.patron in had}
            if due == event.chips:
                return ""
        return "no correction of its round gives such chips"

    def _rounds(self, kind: str, name: str, round: int, before: int) -> list[Stored]:
        """The events of a kind about a round of a table that were written before a place in the log."""
        table, stream = schema.events, table_stream(self.operator, name).name
        wanted = (table.c.operator == self.operator, table.c.stream == stream, table.c.kind == kind)
        query = select(table).where(*wanted, table.c.position < before, table.c.data.contains(f'"round":{round}'))
        found = map(store.stored_of, rows_of(self.connection, query.order_by(table.c.position)))
        return [each for each in found if each.data["round"] == round]


def check_draws(connection: Connection, operator: str) -> Iterator[AuditFault]:
    """Draws that were not held as they were committed to, and entries that were given twice: the first of each
    promotion."""
    table = schema.events
    wanted = (table.c.operator == operator, table.c.stream.startswith(f"{promotions.PROMOTION}:"))
    states: dict[str, promotions.PromotionState] = {}
    earned: dict[str, set[tuple[str, str, int]]] = {}
    faulty: set[str] = set()
    for row in rows_of(connection, select(table).where(*wanted).order_by(table.c.position)):
        stored = store.stored_of(row)
        name, event = stored.stream.name, promotions.read_event(stored)
        state = event.change(
            states.get(name, promotions.PromotionState(id=name.removeprefix(f"{promotions.PROMOTION}:"))), stored.at
        )
        states[name] = state
        words = ""
        if isinstance(event, promotions.EntriesMade):
            before = earned.setdefault(name, set())
            entries = [(each.patron, each.table, each.round) for each in event.entries]
            if len(set(entries)) < len(entries) or before & set(entries):
                words = "a round gave a person more than one entry"
            before.update(entries)
        elif isinstance(event, promotions.WinnersDrawn | promotions.WinnerRedrawn):
            record = record_of(operator, state)
            words = "it was held without a sealed list" if record is None else " ".join(check_draw(record))
        if words and name not in faulty:
            faulty.add(name)
            where = f"{stored.stream} number {stored.number}"
            yield AuditFault(ROUNDS, where, f"a prize draw: {words}", stored.position)
