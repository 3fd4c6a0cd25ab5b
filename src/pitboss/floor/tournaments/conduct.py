"""Conduct of play in a tournament (Star Pontoon 20.5.6, 20.6, 20.11, Crown 14.4.8): absence, disqualification and what
it leaves a player, second chances, disputes that hold play, and the time for wagers."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Annotated, Any, ClassVar

from pitboss import law, ledger
from pitboss.floor.cashier.chips import CASHLESS
from pitboss.floor.operators import operators
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.clock import parse_stamp, stamp
from pitboss.floor.service.commands import SAY_WHY, Actor, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import CommandForm, FieldPrompt
from pitboss.floor.tables import playing, seats
from pitboss.floor.tournaments import results, tables, tournament_sessions
from pitboss.floor.tournaments import state as tournaments
from pitboss.floor.tournaments.building import DESK
from pitboss.floor.tournaments.entries import (
    PLAYERS,
    SECOND,
    WAYS,
    check_eligible,
    check_own,
    check_way,
    pay_within_bounds,
)
from pitboss.messages import message, say
from pitboss.play.acts import ABSENT, SitOut
from pitboss.tournament import conditions, placings

CONDUCT = message("Conduct of play")
ABSENT_AT_MOST = 3
"""For how many rounds an absent player may be charged (20.5.6.1)."""
RETIRES, PHONE = "retires", "phone"
IS_ON = tournaments.while_status(tournaments.PUBLISHED, tournaments.RUNNING)
GROUNDS: Mapping[str, tuple[law.Key, str]] = {
    "rules": (law.DISQUALIFIED, message("breaks the rules")),
    "absent": (law.POSITION_CANCELLED, message("is absent: the position is cancelled")),
    "no-wager": (law.WAGER_EACH_ROUND, message("is there and makes no wager")),
    "adds-chips": (law.ONLY_BY_WINNING, message("adds chips, or tries to")),
    "hides-chips": (law.CHIPS_HIDDEN, message("hides chips")),
    "moves-chips": (law.CHIPS_IN_VIEW, message("takes chips off the table, or exchanges them")),
    "elsewhere": (law.OWN_POSITION, message("wagers from another position")),
    "advice": (law.NO_ADVICE_IN_PLAY, message("gives or seeks advice")),
    PHONE: (law.TERMS_PHONES, message("uses a phone")),
    RETIRES: (law.TERMS_ABSENCE, message("retires")),
}
"""Why a player is out of the tournament by an order, each with its rule."""


class PlayerRemoved(tournaments.TournamentEvent, tag="PlayerRemoved"):
    """A player was disqualified, or retired. The fee stays in the pool, unless the manager approves a refund."""

    patron: str
    ground: str
    reason: str
    exits: tuple[placings.Exit, ...]
    refund_cents: int
    because: law.Because
    chips_value_cents: int = 0
    """The value of chips that they have bought for a drawn session and not had."""
    approved_by: str = ""

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = state.session
        status = tournaments.RETIRED if self.ground == RETIRES else tournaments.DISQUALIFIED
        number = session.number if session is not None else len(state.sessions)
        entrant = state.entrants[self.patron]
        changes = {"status": status, "reason": self.reason, "out_in": number}
        state = state.with_entrant(self.patron, **changes, fee_cents=entrant.fee_cents - self.refund_cents)
        state = state.pool(self.patron, -self.refund_cents)
        if session is None or not (table := session.at(self.patron)):
            return state
        if session.status == tournaments.DRAWN:
            return state.with_session(session.without(self.patron)).with_entrant(self.patron, bought_for=0)
        return state.with_session(session.with_table(table, exits=(*session.tables[table].exits, *self.exits)))

    def entries(self, purse: tournaments.Purse) -> Iterable[ledger.Entry]:
        account = purse.payer(self.patron, CASHLESS)
        yield from purse.move(purse.pool, account, self.refund_cents, "refund")
        yield from purse.move(purse.house, account, self.chips_value_cents, "chips redeemed")


class PlayerWarned(tournaments.TournamentEvent, tag="PlayerWarned"):
    """A player was warned; the next time they may be disqualified."""

    patron: str
    ground: str
    reason: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        warned = (*state.entrants[self.patron].warned, self.ground)
        return state.with_entrant(self.patron, warned=warned)


class AbsenceCharged(tournaments.TournamentEvent, tag="AbsenceCharged"):
    """An absent player was charged the minimum for a round."""

    patron: str
    table: str
    round: int
    cents: int
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        session = tournaments.session_of(state)
        chips = session.tables[self.table].chips
        session = session.with_table(self.table, chips={**chips, self.patron: chips[self.patron] - self.cents})
        absent = {**session.absent, self.patron: (*session.absent.get(self.patron, ()), self.round)}
        return state.with_session(session._replace(absent=absent))


class ChanceTaken(tournaments.TournamentEvent, tag="ChanceTaken"):
    """A player bought back in, or bought more chips: for the pool, or from the house where they have a cash value."""

    patron: str
    kind: str
    price_cents: int
    chips_cents: int
    how: str
    because: law.Because
    to_pool: bool = True
    approved_by: str = ""

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        entrant, session = state.entrants[self.patron], state.session
        chances = {**entrant.chances, self.kind: entrant.chances.get(self.kind, 0) + 1}
        status = tournaments.ENTERED if self.kind == conditions.BUY_BACK else tournaments.PLAYING
        state = state.with_entrant(self.patron, status=status, reason="", out_in=0, chances=chances)
        state = state.pool(self.patron, self.price_cents) if self.to_pool else state
        if self.kind == conditions.BUY_BACK or session is None:
            return state
        name = session.at(self.patron)
        table = session.tables[name]
        chips = {**table.chips, self.patron: table.chips[self.patron] + self.chips_cents}
        exits = tuple(gone for gone in table.exits if gone.patron != self.patron)
        return state.with_session(session.with_table(name, chips=chips, exits=exits))

    def entries(self, purse: tournaments.Purse) -> Iterable[ledger.Entry]:
        target = purse.pool if self.to_pool else purse.house
        return purse.move(purse.payer(self.patron, self.how), target, self.price_cents, self.kind)


class MatterRaised(tournaments.TournamentEvent, tag="MatterRaised"):
    """A dispute was raised; play waits for the ruling, at its table or everywhere."""

    id: str
    patron: str
    table: str
    about: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        return state._replace(
            matters=(*state.matters, tournaments.Matter(self.id, self.patron, self.table, self.about))
        )


class MatterRuled(tournaments.TournamentEvent, tag="MatterRuled"):
    """The head of the tournament ruled on a dispute; the ruling is final."""

    id: str
    ruling: str
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        ruled = (each._replace(ruling=self.ruling) if each.id == self.id else each for each in state.matters)
        return state._replace(matters=tuple(ruled))


class WagerTimeSet(tournaments.TournamentEvent, tag="WagerTimeSet"):
    """The time for a wager was set, from the next session on."""

    seconds: int
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        holds_from = parse_stamp(at) + timedelta(minutes=state.given.notice_minutes)
        return state._replace(wager_seconds=self.seconds, wager_time_from=stamp(holds_from))


def _in_session(_: Actor, state: Any) -> list[str]:
    return [name for name in state.in_play if state.session is None or state.session.at(name)]


PLAYER = FieldPrompt("Player", among=_in_session)


AT_ONCE = ("absent", "adds-chips", "hides-chips", RETIRES)
"""The grounds on which no provision wants a warning first."""


def check_ground(entrant: tournaments.Entrant, ground: str) -> None:
    """Refuse an order against a player who is out already, or on a ground that the rules do not know."""
    if entrant.status not in (tournaments.ENTERED, tournaments.PLAYING):
        raise refuse("This player is out already.", law.ONCE)
    if ground not in GROUNDS:
        raise refuse(say("Choose one of {choices}.", choices=", ".join(GROUNDS)), law.ONCE)


def check_warned(state: tournaments.TournamentState, entrant: tournaments.Entrant, ground: str) -> None:
    """Refuse to disqualify a player whom the terms want to be warned first."""
    if ground in AT_ONCE:
        return
    provision = conditions.PHONE_AWAY if ground == PHONE else conditions.WARNED_FIRST
    is_warned = any((each == PHONE) == (ground == PHONE) for each in entrant.warned)
    if state.given.provides(*provision) and not is_warned:
        raise refuse("The terms want this player warned first: note the warning.", provision[0])


class WarnPlayer(tournaments.TournamentCommand, tag="WarnPlayer"):
    """Warn a player who breaks the rules or the terms."""

    takes: ClassVar = CommandNeeds(seen="the page of the tournament")
    forms: ClassVar = (CommandForm("Warn a player", "Warn", places=(DESK,), group=CONDUCT, needs=IS_ON),)
    patron: Annotated[str, PLAYER]
    ground: Annotated[
        str,
        FieldPrompt("Because the player", among={g: words for g, (_, words) in GROUNDS.items() if g not in AT_ONCE}),
    ]
    reason: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED, tournaments.RUNNING)
        tournaments.check_director(state, order)
        check_said(self.reason, SAY_WHY, law.DISQUALIFIED)
        entrant = tournaments.entrant_of(state, self.patron)
        check_ground(entrant, self.ground)
        if self.ground in AT_ONCE:
            raise refuse("No warning comes before this: disqualify the player at once.", GROUNDS[self.ground][0])
        because = state.rules.only((law.TERMS_PHONES if self.ground == PHONE else law.TERMS_PENALTIES,))
        return self.note(
            order, PlayerWarned(self.patron, self.ground, self.reason, because or (GROUNDS[self.ground][0],))
        )


class RemovePlayer(tournaments.TournamentCommand, tag="RemovePlayer"):
    """Disqualify a player on one of the grounds of the rules, or let one retire."""

    takes: ClassVar = CommandNeeds(seen="the page of the tournament")
    later: ClassVar[tuple[str, ...]] = ("approver",)
    forms: ClassVar = (CommandForm("Disqualify, or retire", "Remove", places=(DESK,), group=CONDUCT, needs=IS_ON),)
    patron: Annotated[str, PLAYER]
    ground: Annotated[
        str, FieldPrompt("Because the player", among={name: words for name, (_, words) in GROUNDS.items()})
    ]
    reason: str
    refund: Annotated[bool, FieldPrompt("Refund the fee", "an absent player's, where the manager approves it")] = False
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED, tournaments.RUNNING)
        tournaments.check_director(state, order)
        check_said(self.reason, SAY_WHY, law.DISQUALIFIED)
        entrant = tournaments.entrant_of(state, self.patron)
        check_ground(entrant, self.ground)
        check_warned(state, entrant, self.ground)
        key = GROUNDS[self.ground][0]
        because = state.rules.only((key,)) or state.rules.only((law.TERMS_PENALTIES,)) or (law.DISQUALIFIED,)
        if self.refund and key != law.POSITION_CANCELLED:
            raise refuse("The fee of a disqualified player is not refunded.", *because)
        if self.ground == "no-wager":
            because = (*because, *state.rules.readings("P23"))
        session = state.session
        exits: tuple[placings.Exit, ...] = ()
        writes: list[tables.TableWrite] = []
        name = session.at(self.patron) if session is not None else ""
        if session is not None and session.status == tournaments.OPEN and name and not session.tables[name].is_counted:
            table = tables.table_of(world, order.actor.operator, name)
            chips = tables.chips_of(world, order.actor.operator, state, (self.patron,))[self.patron]
            exits = (placings.Exit(self.patron, session.tables[name].rounds + 1, chips, 0, 0),)
            done = seats.leave_seat(world._replace(table=table), seats.PlayerLeft(self.patron, self.reason, because))
            writes.append(tables.TableWrite(table.stream, tables.table_events(done), done.entries))
        also, entries = tables.gather(writes)
        refund = entrant.fee_cents if self.refund else 0
        event = PlayerRemoved(self.patron, self.ground, self.reason, exits, refund, because)
        event = event._replace(approved_by=self.approved_by)
        after = event.change(state, world.at)
        if session is not None and session.status == tournaments.DRAWN and entrant.bought_for == len(state.sessions):
            event = event._replace(chips_value_cents=results.cash_value(after, self.patron, state.given.chips_cents))
        again = results.decide_again(after)  # who was to play off, and does not
        told = (event,) if again is None else (event, results.with_best_losers(world, after, again))
        return self.note(order, *told, also=also, entries=entries, counts=pay_within_bounds(order, world, refund))


class ChargeAbsence(tournaments.TournamentCommand, tag="ChargeAbsence"):
    """Charge an absent player the minimum for the open round, for up to three rounds."""

    takes: ClassVar = CommandNeeds(rule=law.ABSENCE_DEDUCTED, seen="the page of the tournament, the table")
    forms: ClassVar = (
        CommandForm(
            "Charge an absent player",
            "Charge",
            places=(DESK,),
            group=CONDUCT,
            needs=tournaments.while_session(tournaments.OPEN),
        ),
    )
    patron: Annotated[str, PLAYER]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        tournaments.check_director(state, order)
        session, operator = tournaments.session_of(state, tournaments.OPEN), order.actor.operator
        because = state.rules.only((law.ABSENCE, law.ABSENCE_DEDUCTED, law.TERMS_ABSENCE))
        name = session.at(self.patron)
        if not name or self.patron not in session.tables[name].playing:
            raise refuse("This player has no seat in the session.", *because)
        if state.given.provides(*conditions.NOT_CHARGED):
            raise refuse("The terms charge no absent player: cancel the position.", *because)
        if tournaments.disqualifies(state.rules_as_read):
            words = "The conditions disqualify a player without a wager, absent or not: cancel the position."
            raise refuse(words, *because, *state.rules.readings("P23"))
        table = tables.table_of(world, operator, name)
        round, charged = table.open_state.round, session.absent.get(self.patron, ())
        if round.number in charged or any(w.patron == self.patron and w.live for w in round.wagers):
            raise refuse("This player has wagered, or was charged for this round.", *because)
        if any(hand.cards for hand in round.hands):
            raise refuse("The round is dealt. Wait for the next one.", law.ROUND_OF_PLAY)
        if len(charged) >= ABSENT_AT_MOST:
            raise refuse("A player is charged for three rounds at most. Cancel the position, or wait.", *because)
        chips = tables.chips_of(world, operator, state, (self.patron,))[self.patron]
        cents = min(chips, tournaments.limits_now(state, session.tables[name]).minimum_cents)
        deducted = tables.MinimumDeducted(self.patron, cents, because)
        out = SitOut(tables.open_wagers(table), self.patron, session.tables[name].seat_of(self.patron), ABSENT)
        done = playing.play_act(world._replace(table=table), out, table.shoe)
        charged_at = tables.TableWrite(table.stream, (deducted,), tuple(deducted.entries(table.bookkeeper)))
        also, entries = tables.gather(
            [tables.TableWrite(table.stream, tables.table_events(done), done.entries), charged_at]
        )
        event = AbsenceCharged(self.patron, name, round.number, cents, because)
        return self.note(order, event, also=also, entries=entries, reply={"cents": cents})


class TakeChance(tournaments.TournamentCommand, tag="TakeChance"):
    """Let a player buy back in, or buy more chips, where the conditions offer it."""

    takes: ClassVar = CommandNeeds(roles=("patron",), seen="the page of the tournament, the books")
    later: ClassVar[tuple[str, ...]] = ("approver",)
    forms: ClassVar = (
        CommandForm(
            "Buy-back, re-buy, add-on",
            "Buy",
            places=(DESK, PLAYERS),
            group=tournament_sessions.SESSIONS,
            needs=lambda who, state: (
                state.status == tournaments.RUNNING
                and bool(state.given.chances)
                and (who.role != PATRON or who.person in state.entrants)
            ),
        ),
    )
    patron: str
    kind: Annotated[str, FieldPrompt("Kind", among=conditions.SECOND_CHANCES)]
    how: Annotated[str, FieldPrompt("Paid by", among=WAYS)] = CASHLESS
    approver: Annotated[Actor | None, SECOND] = None

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.RUNNING)
        check_own(order, self.patron)
        entrant, session, operator = tournaments.entrant_of(state, self.patron), state.session, order.actor.operator
        check_eligible(world, order, state, self.patron)
        chance = state.given.chance(self.kind)
        because: law.Because = (law.TERMS_BUY_BACK,)
        if chance is None:
            raise refuse("The conditions offer no such chance.", *because, *state.rules.only((law.ONLY_BY_WINNING,)))
        number = max((each.number for each in state.sessions), default=0)
        is_out = entrant.status == tournaments.OUT
        if number > chance.until:
            raise refuse(say("This was offered up to session {until}.", until=chance.until), *because)
        if entrant.chances.get(self.kind, 0) >= chance.most:
            raise refuse("This player has had all chances of this kind.", *because)
        writes: list[tables.TableWrite] = []
        if self.kind == conditions.BUY_BACK:
            if not is_out or session is not None:
                raise refuse("A player who is out buys back in between two sessions.", *because)
            if not tournament_sessions.has_free_seat(state):
                raise refuse("The next session has no seat for this player.", *because)
        else:
            may = (
                entrant.status == tournaments.PLAYING
                if self.kind == conditions.ADD_ON
                else is_out or entrant.status == tournaments.PLAYING
            )
            name = session.at(self.patron) if session is not None and session.status == tournaments.OPEN else ""
            is_counted = session is not None and bool(name) and session.tables[name].is_counted
            if not name or is_counted or not may or self.kind not in (conditions.RE_BUY, conditions.ADD_ON):
                raise refuse("A player buys chips at their table, while its session is played.", *because)
            table = tables.table_of(world, operator, name)
            tables.open_wagers(table)  # between two rounds: chips that a hand lacks are not bought for it
            if is_out and session is not None:
                done = tables.seat_players(world, table, [(session.tables[name].seat_of(self.patron), self.patron)])
                writes.append(tables.TableWrite(table.stream, tables.table_events(done), done.entries))
            writes.append(tables.hand_out(table, state, self.patron, chance.chips_cents, self.kind))
        also, entries = tables.gather(writes)
        how, counts = check_way(order, self.how), pay_within_bounds(order, world, chance.price_cents)
        to_pool = self.kind == conditions.BUY_BACK or not state.given.redeem_percent
        event = ChanceTaken(self.patron, self.kind, chance.price_cents, chance.chips_cents, how, because, to_pool)
        event = event._replace(approved_by=self.approved_by)
        return self.note(order, event, also=also, entries=entries, counts=counts)


def _may_dispute(who: Actor, state: tournaments.TournamentState) -> bool:
    if who.role != PATRON or not IS_ON(who, state):
        return IS_ON(who, state)
    own = state.session.at(who.person) if state.session is not None else ""
    return who.person in state.entrants and _may_hold_play(state, who.person, own)


def _may_hold_play(state: tournaments.TournamentState, patron: str, table: str) -> bool:
    """Whether a player's dispute may hold up play at a table; everywhere only while no session is played."""
    if state.entrants[patron].status == tournaments.WITHDRAWN:
        return False
    if state.session is None or state.session.status != tournaments.OPEN:
        return not table or (state.session is not None and state.session.at(patron) == table)
    return bool(table) and state.session.at(patron) == table


class RaiseMatter(tournaments.TournamentCommand, tag="RaiseMatter"):
    """Raise a dispute about the rules or the conditions: play waits for the ruling."""

    takes: ClassVar = CommandNeeds(roles=("patron",))
    forms: ClassVar = (
        CommandForm("Dispute", "Raise", places=(DESK, PLAYERS), group=CONDUCT, leaves=("table",), needs=_may_dispute),
    )
    patron: str
    about: str
    table: str = ""
    """The table at which play waits; the player's own where none is named."""

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED, tournaments.RUNNING)
        check_own(order, self.patron)
        tournaments.entrant_of(state, self.patron)
        check_said(self.about, "Enter what the dispute is about.", law.MANAGER_RULES)
        if any(each.patron == self.patron and not each.ruling for each in state.matters):
            raise refuse("A dispute of this player waits for its ruling.", law.ONCE)
        own = state.session.at(self.patron) if state.session is not None else ""
        because = state.rules.only((law.MANAGER_RULES, law.TERMS_FINAL))
        table = self.table or own
        if order.actor.role == PATRON and not _may_hold_play(state, self.patron, table):
            words = (
                "You can hold up play at your own table alone. Tell the staff at the desk: they can raise a dispute."
            )
            raise refuse(words, law.NOT_YOURS, *because)
        event = MatterRaised(f"dispute-{len(state.matters) + 1}", self.patron, table, self.about, because)
        return self.note(order, event, reply={"id": event.id})


class RuleOnMatter(tournaments.TournamentCommand, tag="RuleOnMatter"):
    """Rule on a dispute of the tournament; the ruling is final, and play goes on."""

    forms: ClassVar = (
        CommandForm(
            "Rule on a dispute",
            "Rule",
            places=(DESK,),
            group=CONDUCT,
            needs=lambda _, state: any(not matter.ruling for matter in state.matters),
        ),
    )
    id: Annotated[
        str, FieldPrompt("Dispute", among=lambda _, state: {m.id: m.about for m in state.matters if not m.ruling})
    ]
    ruling: str

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        tournaments.check_director(state, order)
        check_said(self.ruling, "Say what the ruling is.", law.MANAGER_RULES)
        if not any(each.id == self.id and not each.ruling for each in state.matters):
            raise refuse("No such dispute waits for a ruling.", law.ONCE)
        because = state.rules.only((law.MANAGER_RULES, law.TERMS_FINAL))
        told = operators()[order.actor.operator].complaint_right
        return self.note(order, MatterRuled(self.id, self.ruling, because), reply={"complaint": told})


class SetWagerTime(tournaments.TournamentCommand, tag="SetWagerTime"):
    """Limit the time for a wager in the sessions that start after reasonable notice."""

    takes: ClassVar = CommandNeeds(rule=law.WAGER_TIME)
    forms: ClassVar = (CommandForm("Time for a wager", "Set", places=(DESK,), group=CONDUCT, needs=IS_ON),)
    seconds: Annotated[int, FieldPrompt("Seconds", "0 for no limit")]

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED, tournaments.RUNNING)
        tournaments.check_director(state, order)
        because = state.rules.only((law.WAGER_TIME,)) or (law.TERMS_MINIMUM,)
        if state.session is not None and state.session.status == tournaments.OPEN:
            raise refuse("The session is played. Players hear of a new time for wagers before a session.", *because)
        if not 0 <= self.seconds <= 600:
            raise refuse(say("Choose 0 to {most} seconds.", most=600), *because)
        announced = state.session.starts_at if state.session is not None else ""
        announced = state.given.starts_at if state.status == tournaments.PUBLISHED else announced
        minutes = state.given.notice_minutes
        if announced and parse_stamp(announced) < world.now + timedelta(minutes=minutes):
            words = "Players get {minutes} minutes' notice of a time for wagers. Set it after the session."
            raise refuse(say(words, minutes=minutes), *because)
        return self.note(order, WagerTimeSet(self.seconds, because))
