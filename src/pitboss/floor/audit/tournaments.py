"""Tournaments and prize draws, audited: what tournaments' streams say of money is what was booked; chips follow from
the rounds of the tables, places and prizes from the chips; every undisclosed wager that was announced is the one whose
hash was recorded before its round; each draw's commitment is opened again and its winners are drawn again; and each
entry is the one that a round on record earned."""

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, select

from pitboss.floor.audit.chain import rows_of
from pitboss.floor.audit.report import ROUNDS, AuditFault
from pitboss.floor.promotions import state as promotions
from pitboss.floor.promotions.entries import OPENED, TableGames, is_counted, is_enough, record_of
from pitboss.floor.store import Stored, schema, store, table_stream
from pitboss.floor.tables import log
from pitboss.floor.tables.state import RoundCorrected, TableRoundEnded, UnopenedState
from pitboss.floor.tournaments import reaction, results, special_wagers, tournament_sessions
from pitboss.floor.tournaments import state as tournaments
from pitboss.ledger import Entry
from pitboss.play.table import Total
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
            case tournament_sessions.RoundPlayed():
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
            case special_wagers.FormAnnounced():
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


Rounds = Mapping[tuple[str, int], list[tuple[Stored, str]]]
"""The rounds for money by table and number, each with its game."""


def check_draws(connection: Connection, operator: str) -> Iterator[AuditFault]:
    """Draws that were not held as they were committed to, and entries that no round gave: the first of each
    promotion."""
    rounds = _rounds_with_entries(connection, operator)
    states: dict[str, promotions.PromotionState] = {}
    earned: dict[str, set[tuple[str, str, int]]] = {}
    faulty: set[str] = set()
    for stored, event in _promotion_events(connection, operator):
        name = stored.stream.name
        before = states.get(name, promotions.PromotionState(id=name.removeprefix(f"{promotions.PROMOTION}:")))
        state = states[name] = event.change(before, stored.at)
        words = _order_fault(before, event)
        if isinstance(event, promotions.EntriesMade):
            words = words or _entries_fault(before, event, stored, earned.setdefault(name, set()), rounds)
        elif isinstance(event, promotions.WinnersDrawn | promotions.WinnerRedrawn):
            record = record_of(operator, state)
            words = words or ("it was held without a sealed list" if record is None else " ".join(check_draw(record)))
        if words and name not in faulty:
            faulty.add(name)
            where = f"{stored.stream} number {stored.number}"
            yield AuditFault(ROUNDS, where, f"a prize draw: {words}", stored.position)


def _promotion_events(connection: Connection, operator: str) -> Iterator[tuple[Stored, promotions.PromotionEvent]]:
    table = schema.events
    wanted = (table.c.operator == operator, table.c.stream.startswith(f"{promotions.PROMOTION}:"))
    for row in rows_of(connection, select(table).where(*wanted).order_by(table.c.position)):
        stored = store.stored_of(row)
        yield stored, promotions.read_event(stored)


def _order_fault(before: promotions.PromotionState, event: promotions.PromotionEvent) -> str:
    """What came after the list was sealed, or twice, so that one outcome could be chosen among several."""
    match event:
        case promotions.EntriesSealed() if before.sealed is not None:
            return "its list was sealed twice"
        case promotions.WinnersDrawn() if before.drawn is not None:
            return "it was held twice"
        case promotions.EntriesMade() | promotions.TermsAmended() | promotions.PromotionOpened() if before.sealed:
            return "its terms or its entries changed after the list was sealed"
    return ""


def _rounds_with_entries(connection: Connection, operator: str) -> Rounds:
    """The rounds for money that gave entries; a number that stands for several rounds has all of them."""
    events = (event for _, event in _promotion_events(connection, operator))
    given = {(e.table, e.round) for made in events if isinstance(made, promotions.EntriesMade) for e in made.entries}
    found: dict[tuple[str, int], list[tuple[Stored, str]]] = {}
    table, games = schema.events, TableGames()
    wanted = (table.c.operator == operator, table.c.kind.in_((reaction.ENDED, OPENED)))
    query = select(table).where(*wanted).order_by(table.c.position)
    for stored in map(store.stored_of, rows_of(connection, query) if given else ()):
        if stored.kind == OPENED:
            games.see(stored)
        elif (name := (stored.stream.table, stored.data["round"])) in given:
            game, is_money = games.known(stored)
            found.setdefault(name, []).extend([(stored, game)] if is_money else [])
    return found


def _entries_fault(
    before: promotions.PromotionState,
    event: promotions.EntriesMade,
    made: Stored,
    earned: set[tuple[str, str, int]],
    rounds: Rounds,
) -> str:
    """What is wrong with entries: each is of a round in which the patron wagered enough, and of no other entry."""
    held = {patron: each.tickets for patron, each in before.entrants.items()}
    for entry in event.entries:
        name = entry.patron, entry.table, entry.round
        if name in earned:
            return "a round gave a person more than one entry"
        earned.add(name)
        if not any(
            stored.position < made.position
            and (terms := before.terms_at(stored.at)) is not None
            and is_counted(terms, game, stored.at)
            and any(total.patron == entry.patron and is_enough(terms, total) for total in _totals_of(stored))
            and not 0 < terms.most_tickets <= held.get(entry.patron, 0)
            for stored, game in rounds.get((entry.table, entry.round), ())
        ):
            return "an entry was given that no round earned"
        held[entry.patron] = held.get(entry.patron, 0) + 1
    return ""


def _totals_of(stored: Stored) -> tuple[Total, ...]:
    event = log.read_event(stored)
    assert isinstance(event, TableRoundEnded)
    return event.totals
