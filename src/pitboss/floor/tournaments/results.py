"""The results of a tournament (Star Pontoon 20.5.5, 20.5.7, 20.5.8 and 20.10, Crown 14.4.6 and 14.4.7): tables that end
early, counts, who goes on, play-offs, places and prizes."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.cashier.chips import CASHLESS
from pitboss.floor.service import (
    SAY_WHY,
    Actor,
    CommandForm,
    CommandNeeds,
    Decision,
    FieldPrompt,
    Order,
    World,
    check_said,
    refuse,
)
from pitboss.floor.tables.playing import open_shuffles
from pitboss.floor.tables.state import Stack, TableClosed, worth
from pitboss.floor.tournaments import state as tournaments
from pitboss.floor.tournaments import tables
from pitboss.floor.tournaments.building import DESK
from pitboss.floor.tournaments.entries import (
    ENTRIES,
    SECOND,
    WAYS,
    EntryWithdrawn,
    check_way,
    pay_within_bounds,
)
from pitboss.floor.tournaments.tournament_sessions import (
    RESULTS,
    SESSIONS,
    find_tie,
    is_over,
    next_draw,
    play_off_decides,
)
from pitboss.ledger import Entry, Move
from pitboss.messages import say
from pitboss.money import dollars
from pitboss.tournament.placings import decide_places, divide_pool, place_players, rank_players, rank_tables
from pitboss.tournament.sessions import BYTES_EACH, shuffle_players


class TableConcluded(tournaments.TournamentEvent, tag="TableConcluded"):
    """Play at a table was ended before its time."""

    table: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        return state.with_session(tournaments.session_of(state).with_table(self.table, concluded=self.because))


class ChipsCounted(tournaments.TournamentEvent, tag="ChipsCounted"):
    """The chips of a table's players were counted; at the end of a session they came back, but for those missing."""

    table: str
    chips: Mapping[str, int]
    is_final: bool
    missing: tuple[Stack, ...]
    redeemed: Mapping[str, int]
    """What was paid into players' accounts for chips with a cash value."""
    because: law.Because

    def tells(self) -> str:
        counts = ", ".join(f"{patron} {dollars(cents)}" for patron, cents in self.chips.items())
        pieces = ", ".join(f"{stack.pieces} × {dollars(stack.chip_cents)}" for stack in self.missing)
        return say("{counts}; missing: {pieces}", counts=counts, pieces=pieces) if pieces else counts

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = tournaments.session_of(state)
        changes: dict[str, Any] = {"chips": {**session.tables[self.table].chips, **self.chips}}
        if self.is_final:
            changes |= {"is_counted": True, "missing": self.missing}
        session = session.with_table(self.table, **changes)
        is_over = all(table.is_counted for table in session.tables.values())
        return state.with_session(session._replace(status=tournaments.ENDED) if is_over else session)

    def entries(self, purse: tournaments.Purse) -> Iterable[Entry]:
        for patron, cents in self.redeemed.items():
            yield from purse.move(purse.house, purse.payer(patron, CASHLESS), cents, "chips redeemed")


class SessionDecided(tournaments.TournamentEvent, tag="SessionDecided"):
    """The places of a session were announced: who goes on, and who plays off for which places."""

    place: int
    """The place among the sessions of the one that is decided; a play-off decides the one before it."""
    standings: Mapping[str, tournaments.Ranking]
    ties: Mapping[str, tournaments.Tie]
    through: tuple[str, ...]
    because: law.Because

    def tells(self) -> str:
        tied = [", ".join(tie.players) for tie in self.ties.values()]
        if tied:
            return say("Play off: {players}", players="; ".join(tied))
        return say("Go on: {players}", players=", ".join(self.through))

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        sessions = list(state.sessions)
        sessions[-1] = sessions[-1]._replace(status=tournaments.DECIDED)
        told = {"standings": self.standings, "ties": self.ties, "through": self.through}
        decided = sessions[self.place] = sessions[self.place]._replace(**told)
        state = state._replace(sessions=tuple(sessions))
        for name in decided.players:
            if state.entrants[name].status in (tournaments.PLAYING, tournaments.ENTERED):
                stays = bool(self.ties) or name in self.through  # while some play off, the others are not out yet
                changes = (
                    {"status": tournaments.ENTERED} if stays else {"status": tournaments.OUT, "reason": "did not go on"}
                )
                state = state.with_entrant(name, **changes, out_in=0 if stays else decided.number)
        return state


class TournamentConcluded(tournaments.TournamentEvent, tag="TournamentConcluded"):
    """The tournament is over: every player has a place, and the pool is divided."""

    places: tuple[tournaments.Placing, ...]
    house_cents: int
    added_cents: int
    because: law.Because

    def tells(self) -> str:
        return ", ".join(f"{placing.place} {placing.patron}" for placing in self.places)

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        pool = state.pool_cents - self.house_cents + self.added_cents
        return state._replace(status=tournaments.CONCLUDED, places=self.places, pool_cents=pool)

    def entries(self, purse: tournaments.Purse) -> Iterable[Entry]:
        yield from purse.move(purse.pool, purse.house, self.house_cents, "house fee")
        yield from purse.move(purse.house, purse.pool, self.added_cents, "added to the pool")


class PrizePaid(tournaments.TournamentEvent, tag="PrizePaid"):
    """A prize was paid."""

    patron: str
    place: int
    cents: int
    how: str
    approved_by: str = ""

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        return state._replace(paid=(*state.paid, self.patron), pool_cents=state.pool_cents - self.cents)

    def entries(self, purse: tournaments.Purse) -> Iterable[Entry]:
        return purse.move(purse.pool, purse.payer(self.patron, self.how), self.cents, "prize")


TABLE = FieldPrompt("Table", among=lambda _, state: list(state.session.tables) if state.session is not None else [])


def _chips(_: Actor, state: Any) -> dict[str, str]:
    return dict.fromkeys(map(str, sorted(state.given.denominations, reverse=True)), "")


class ConcludeTable(tournaments.TournamentCommand, tag="ConcludeTable"):
    """End play at a table before its time, on one of the grounds that the rules give."""

    forms: ClassVar = (
        CommandForm(
            "End a table early",
            "End",
            places=(DESK,),
            group=SESSIONS,
            needs=tournaments.while_session(tournaments.OPEN),
        ),
    )
    table: Annotated[str, TABLE]
    agreed: Annotated[
        tuple[str, ...], FieldPrompt("Players who agree", among=lambda _, state: list(state.in_play))
    ] = ()

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        tournaments.check_director(state, order)
        session = tournaments.session_of(state, tournaments.OPEN)
        table = _table(session, self.table)
        opened = tables.table_of(world, order.actor.operator, self.table).open_state
        if not opened.is_between_rounds:
            raise refuse("Wait until the round is over, then end the table.", law.ROUND_OF_PLAY)
        if is_over(state, session, self.table, opened.round.number, world.at):
            raise refuse("The session is over at this table.", *_session_ends(state))
        rules = state.rules_as_read
        known = len(table.playing) <= table.places
        cashed = bool(state.given.redeem_percent) and set(self.agreed) >= set(table.playing)
        both = rules.reading("earlyFinishGrounds", otherwise="either") == "both"
        head = rules.only((law.EARLY_END, law.TERMS_EARLY_END))
        if not (known and cashed if both else known or cashed):
            words = "Those who go on are not known, and not all players agree to cash their chips: play goes on."
            raise refuse(words, *head, law.ADVANCING_KNOWN, law.ALL_AGREE_TO_END, *rules.readings("P28"))
        grounds = ((law.ADVANCING_KNOWN, known), (law.ALL_AGREE_TO_END, cashed))
        because = (*head, *(key for key, holds in grounds if holds), *rules.readings("P28"))
        return self.note(order, TableConcluded(self.table, because))


def _session_ends(state: tournaments.TournamentState) -> law.Because:
    """The grounds on which a session ends when it does."""
    return state.rules.only((law.SESSION_ENDS,)) or (law.TERMS_STRUCTURE,)


def _table(session: tournaments.SessionState, name: str) -> tournaments.TableSession:
    found = session.tables.get(name)
    if found is None:
        raise refuse(say("Table {table} is none of this session's.", table=name), law.TABLES_DESIGNATED)
    return found


class CountChips(tournaments.TournamentCommand, tag="CountChips"):
    """Count the chips of a table's players; at the end of its session take them back and close the table."""

    takes: ClassVar = CommandNeeds(seen="the page of the tournament, an alert if chips are missing")
    forms: ClassVar = (
        CommandForm(
            "Count chips", "Count", places=(DESK,), group=SESSIONS, needs=tournaments.while_session(tournaments.OPEN)
        ),
    )
    table: Annotated[str, TABLE]
    is_final: Annotated[bool, FieldPrompt("The session is over here: take the chips back")] = True
    missing: Annotated[tuple[Stack, ...], FieldPrompt("Chips that did not come back", among=_chips)] = ()

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        session, operator = tournaments.session_of(state, tournaments.OPEN), order.actor.operator
        at = _table(session, self.table)
        table = tables.table_of(world, operator, self.table)
        opened = table.open_state
        if not opened.is_between_rounds:
            raise refuse("Wait until the round is over, then count.", law.ROUND_OF_PLAY)
        chips = tables.chips_of(world, operator, state, at.chips)
        if not self.is_final:
            tournaments.check_director(state, order)
            counted = state.rules.only((law.CHIPS_TOTALLED,)) or (law.TERMS_WINNERS,)
            return self.note(order, ChipsCounted(self.table, chips, False, (), {}, counted), reply={"chips": chips})
        if at.is_counted or not is_over(state, session, self.table, opened.round.number, world.at):
            raise refuse("The session goes on at this table.", *_session_ends(state))
        if opened.round.number - at.first_round != at.rounds:
            raise refuse("The last round is being added up. Count again in a moment.", law.NEED_CLOSED)
        event, writes = take_chips_back(world, order, state, self.table, self.missing)
        also, entries = tables.gather(writes)
        return self.note(order, event, also=also, entries=entries, reply={"chips": chips})


def take_chips_back(
    world: World, order: Order, state: tournaments.TournamentState, name: str, missing: tuple[Stack, ...] = ()
) -> tuple[ChipsCounted, list[tables.TableWrite]]:
    """Take the chips of a table's players back and close it: the float with what came back into it goes to the
    house."""
    table = tables.table_of(world, order.actor.operator, name)
    chips = tables.chips_of(world, order.actor.operator, state, tournaments.session_of(state).tables[name].chips)
    redeemed = {patron: value for patron, cents in chips.items() if (value := cash_value(state, patron, cents))}
    because = (
        *(state.rules.only((law.CHIPS_TOTALLED,)) or (law.TERMS_WINNERS,)),
        *state.rules.only((law.CHIPS_GIVEN_BACK, law.TERMS_CHIPS_END)),
        *(state.rules.only((law.CHIPS_REDEEMED,)) if redeemed else ()),
    )
    bookkeeper = table.bookkeeper
    books = world.balance(bookkeeper.float).here + sum(chips.values())
    known = all(stack.chip_cents in state.given.denominations and stack.pieces > 0 for stack in missing)
    counted = books - worth(missing)
    if not known or counted < 0:
        words = "Enter the chips of this tournament that did not come back: no more than were handed out."
        raise refuse(words, *state.rules.only((law.CHIPS_GIVEN_BACK, law.TERMS_CHIPS_END)))
    stacks = tuple(Stack(chip, pieces) for chip, pieces in state.given.chips.stacks(counted))
    events = (*open_shuffles(table.shoes.every), TableClosed(stacks, "the session is over", counted - books))
    closed = tables.TableWrite(table.stream, events, (Move(bookkeeper.float, bookkeeper.house, books, "float out"),))
    writes = [tables.take_back(table, state, patron, cents) for patron, cents in chips.items()]
    return ChipsCounted(name, chips, True, missing, redeemed, because), [*writes, closed]


def cash_value(state: tournaments.TournamentState, patron: str, chips: int) -> int:
    """The cash value of a player's chips. A disqualified player keeps the value of chips that have one (P30); read
    the other way, of chips that were bought."""
    given = state.given
    if given.redeem_percent:
        return chips * given.redeem_percent // 100
    keeps = state.rules_as_read.reading("disqualifiedKeepValue", otherwise="cash-value-chips")
    if state.entrants[patron].status == tournaments.DISQUALIFIED and keeps == "all-chips":
        return min(chips, given.chips_cents) * given.buy_in_cents // given.chips_cents
    return 0


class EndSession(tournaments.TournamentCommand, tag="EndSession"):
    """Announce the places of a session whose tables are counted: who goes on, and who plays off."""

    forms: ClassVar = (
        CommandForm(
            "Announce the places",
            "Announce",
            places=(DESK,),
            group=RESULTS,
            needs=tournaments.while_session(tournaments.ENDED),
        ),
    )

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        tournaments.check_director(state, order)
        tournaments.session_of(state, tournaments.ENDED)
        event = with_best_losers(world, state, decide_session(state))
        return self.note(order, event, reply={"through": list(event.through)})


def decide_session(state: tournaments.TournamentState) -> SessionDecided:
    """The places of a session whose tables are counted: who goes on by them, or who plays off."""
    session = tournaments.session_of(state)
    ended = {name: rank_players(table.chips, table.exits) for name, table in session.tables.items()}
    if session.kind == tournaments.PLAY_OFF:
        ended = refine(state.sessions[_last_session(state)], ended)
    return _decide(state, ended)


def decide_again(state: tournaments.TournamentState) -> SessionDecided | None:
    """The places of a session of which a player went out who was to play off; nothing where none are to play off."""
    if state.session is not None or not state.sessions:
        return None
    decided = state.sessions[_last_session(state)]
    return _decide(state, decided.standings) if decided.ties else None


def _last_session(state: tournaments.TournamentState) -> int:
    """The place of the last session of the conditions; play-offs that follow it decide its places."""
    return max(number for number, each in enumerate(state.sessions) if each.kind == tournaments.SESSION)


def _decide(state: tournaments.TournamentState, ended: Mapping[str, tournaments.Ranking]) -> SessionDecided:
    place = _last_session(state)
    decided = state.sessions[place]
    standings = {name: set_back(state, ranking) for name, ranking in ended.items()}
    is_last = decided.number == len(state.given.sessions)
    ties = {
        name: tie
        for name, ranking in standings.items()
        if (tie := find_tie(state, ranking, decided.tables[name].places, in_order=is_last)) is not None
    }
    through = tuple(
        name
        for table, ranking in standings.items()
        for name in decide_places(ranking, decided.tables[table].places, play_off_decides(state)).through
        if not ties
        and state.entrants[name].status
        in (tournaments.PLAYING, tournaments.ENTERED)  # a player who is out takes a place, and no seat
    )
    because = state.rules.only((law.HIGHEST_WINS, law.ADVANCING_FIXED, law.TERMS_WINNERS, law.SESSION_ENDS))
    if ties:
        because = (*because, *state.rules.only((law.PLAY_OFF,)), *state.rules.readings("P27"))
    return SessionDecided(place, standings, ties, through, because)


def with_best_losers(world: World, state: tournaments.TournamentState, event: SessionDecided) -> SessionDecided:
    """The decision with the best of those who did not go on by their places, where the conditions let them play on."""
    others = players_behind(state, event)
    if not others:
        return event
    lot = shuffle_players(others, world.seed(BYTES_EACH * len(others)))
    return event._replace(through=event.through + best_losers(state, event, lot))


def players_behind(state: tournaments.TournamentState, event: SessionDecided) -> tuple[str, ...]:
    """The players of a decided session who did not go on by their places, where the best of them play on."""
    decided = state.sessions[event.place]
    if event.ties or not state.given.sessions[decided.number - 1].best_losers:
        return ()
    return tuple(name for name in decided.players if name in state.in_play and name not in event.through)


def best_losers(state: tournaments.TournamentState, event: SessionDecided, lot: tuple[str, ...]) -> tuple[str, ...]:
    """The best of them by their chips; the lot decides between players who are level."""
    decided = state.sessions[event.place]
    chips = {name: cents for table in decided.tables.values() for name, cents in table.chips.items()}
    most = state.given.sessions[decided.number - 1].best_losers
    return tuple(sorted(lot, key=lambda name: -chips[name])[:most])


def set_back(state: tournaments.TournamentState, ranking: tournaments.Ranking) -> tournaments.Ranking:
    """A ranking in which players who retired stand behind those they were level with, and disqualified players last."""
    status = {name: state.entrants[name].status for group in ranking for name in group}
    barred = [name for name, each in status.items() if each == tournaments.DISQUALIFIED]
    groups: list[tuple[str, ...]] = []
    for group in ranking:
        retired = [name for name in group if status[name] == tournaments.RETIRED]
        groups += [tuple(name for name in group if name not in (*retired, *barred)), *((name,) for name in retired)]
    return (*(group for group in groups if group), *((name,) for name in sorted(barred)))


def refine(
    decided: tournaments.SessionState, ended: Mapping[str, tournaments.Ranking]
) -> dict[str, tournaments.Ranking]:
    """The standings of a session, with players who were level in the order that their play-offs gave; those who left
    before their play-off began stand behind the others."""
    by_player = {name: ranking for ranking in ended.values() for group in ranking for name in group}
    standings: dict[str, tournaments.Ranking] = {}
    for table, ranking in decided.standings.items():
        groups: list[tuple[str, ...]] = []
        for group in ranking:
            played = next((by_player[name] for name in group if name in by_player), ()) if len(group) > 1 else ()
            left = tuple(name for name in group if name not in by_player)
            groups += [*played, *((name,) for name in left)] if played else [group]
        standings[table] = tuple(groups)
    return standings


def final_ranking(state: tournaments.TournamentState) -> tournaments.Ranking:
    """All players: the last session in its order, then those who went out before, by how far and with how many chips
    they came. Disqualified players are level behind all others."""
    main = [session for session in state.sessions if session.kind == tournaments.SESSION]
    status = {name: each.status for name, each in state.entrants.items()}
    groups: list[tuple[str, ...]] = []
    for session in reversed(main):
        if session is main[-1]:
            groups += (group for ranking in session.standings.values() for group in ranking)
        else:
            chips = {name: cents for table in session.tables.values() for name, cents in table.chips.items()}
            groups += rank_tables(chips, (gone for table in session.tables.values() for gone in table.exits))
    groups += [tuple(status)]  # those who never played
    seen = {name for name, each in status.items() if each in (tournaments.DISQUALIFIED, tournaments.WITHDRAWN)}
    barred = tuple(name for name, each in status.items() if each == tournaments.DISQUALIFIED)
    ranking: list[tuple[str, ...]] = []
    for group in groups:
        ranking.append(tuple(name for name in group if name not in seen))
        seen.update(group)
    return tuple(group for group in (*ranking, barred) if group)


class ConcludeTournament(tournaments.TournamentCommand, tag="ConcludeTournament"):
    """Conclude the tournament: places for all, and the pool divided."""

    takes: ClassVar = CommandNeeds(seen="the results page, the books")
    forms: ClassVar = (
        CommandForm(
            "Conclude the tournament",
            "Conclude",
            places=(DESK,),
            group=RESULTS,
            needs=lambda _, state: (
                state.status == tournaments.RUNNING and state.session is None and next_draw(state) is None
            ),
        ),
    )

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        tournaments.check_director(state, order)
        if state.session is not None or next_draw(state) is not None:
            raise refuse("There are sessions to play.", law.TERMS_STRUCTURE)
        if state.open_matter() is not None:
            raise refuse("A dispute waits for a ruling.", law.MANAGER_RULES)
        return self.note(order, divide_prizes(state))


def divide_prizes(state: tournaments.TournamentState) -> TournamentConcluded:
    """The place and the prize of every player, and what the house keeps of the fees and adds to the pool."""
    given, rules = state.given, state.rules
    status = {name: each.status for name, each in state.entrants.items()}
    winners = sum(each not in (tournaments.DISQUALIFIED, tournaments.WITHDRAWN) for each in status.values())
    if not winners:
        raise refuse("Every player is disqualified. Cancel the tournament: the fees go back.", law.TERMS_PRIZES)
    house = given.house_fee_cents * sum(1 for each in state.entrants.values() if each.fee_cents)
    pool = state.pool_cents - house + given.added_cents
    because: law.Because = rules.only((law.TERMS_PRIZES, law.FEES_TO_POOL, law.HIGHEST_WINS, law.FEE_CHARGED))
    entries = sum(each != tournaments.WITHDRAWN for each in status.values())
    if entries >= given.guarantee_players and given.guarantee_cents > pool:
        pool = given.guarantee_cents
        because = (*because, *rules.only((law.POOL_GUARANTEED,)))
    prizes = divide_pool(pool, given.shares[:winners])
    places = tuple(
        tournaments.Placing(name, place, cents, given.goods if place == 1 else "")
        for place, name, cents in place_players(final_ranking(state), prizes)
    )
    return TournamentConcluded(places, house, pool - (state.pool_cents - house), because)


class PayPrize(tournaments.TournamentCommand, tag="PayPrize"):
    """Pay a player's prize out of the pool."""

    takes: ClassVar = CommandNeeds(seen="the results page, the books")
    forms: ClassVar = (
        CommandForm(
            "Pay a prize", "Pay", places=(DESK,), group=RESULTS, needs=tournaments.while_status(tournaments.CONCLUDED)
        ),
    )
    patron: str
    how: Annotated[str, FieldPrompt("Paid to", among=WAYS)] = CASHLESS
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.CONCLUDED)
        found = next((each for each in state.places if each.patron == self.patron), None)
        if found is None or not found.prize_cents or self.patron in state.paid:
            raise refuse("There is no prize to pay to this player.", law.TERMS_PRIZES)
        counts = pay_within_bounds(order, world, found.prize_cents)
        event = PrizePaid(self.patron, found.place, found.prize_cents, check_way(order, self.how), self.approved_by)
        return self.note(order, event, counts=counts)


class TournamentCancelled(tournaments.TournamentEvent, tag="TournamentCancelled"):
    """The tournament is off; all that players paid into its pool goes back into their accounts, and what they paid for
    chips that they have not had."""

    reason: str
    refunds: tuple[EntryWithdrawn, ...]
    because: law.Because
    bought: Mapping[str, int] = {}

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        for refund in self.refunds:
            state = refund.change(state, at)
        return state._replace(status=tournaments.CANCELLED)

    def entries(self, purse: tournaments.Purse) -> Iterable[Entry]:
        for refund in self.refunds:
            yield from refund.entries(purse)
        for patron, cents in self.bought.items():
            yield from purse.move(purse.house, purse.payer(patron, CASHLESS), cents, "buy-in refunded")


class CancelTournament(tournaments.TournamentCommand, tag="CancelTournament"):
    """Cancel a tournament: all that is in its pool is refunded. Tables in play are closed after their round."""

    takes: ClassVar = CommandNeeds(seen="the page of the tournament, the books")
    forms: ClassVar = (
        CommandForm(
            "Cancel the tournament",
            "Cancel",
            places=(DESK,),
            group=ENTRIES,
            needs=tournaments.while_status(tournaments.DRAFT, tournaments.PUBLISHED, tournaments.RUNNING),
        ),
    )
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.DRAFT, tournaments.PUBLISHED, tournaments.RUNNING)
        check_said(self.reason, SAY_WHY, law.CANCELLED_REFUNDED)
        because = state.rules.only((law.CANCELLED_REFUNDED, law.TERMS_REFUNDS))
        if state.given.guarantee_players > len(state.in_play):
            because = (*because, *state.rules.only((law.POOL_GUARANTEED,)))
        session = state.session
        counts: list[ChipsCounted] = []
        writes: list[tables.TableWrite] = []
        for name, at in session.tables.items() if session is not None else ():
            if at.is_counted:
                continue
            if not tables.table_of(world, order.actor.operator, name).open_state.is_between_rounds:
                words = "Wait until the round at table {table} is over, or void it. Then cancel the tournament."
                raise refuse(say(words, table=name), law.ROUND_OF_PLAY)
            counted, closing = take_chips_back(world, order, state, name)
            counts.append(counted)
            writes += closing
        also, entries = tables.gather(writes)
        is_drawn = session is not None and session.status == tournaments.DRAWN and state.given.redeem_percent
        owed = {
            name: state.given.buy_in_cents
            for name, each in state.entrants.items()
            if is_drawn and each.bought_for == len(state.sessions)
        }
        refunds = tuple(
            EntryWithdrawn(each.patron, each.pooled_cents, CASHLESS, because)
            for each in state.entrants.values()
            if each.pooled_cents or each.status == tournaments.ENTERED
        )
        event = TournamentCancelled(self.reason, refunds, because, owed)
        return self.note(order, *counts, event, also=also, entries=entries)
