"""Orders about wagers that should not be: invalid ones (Pontoon 17.21, Mississippi Stud 11.16), found before, during or
after the hand, and those past a loss limit (17.22, 11.17)."""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss import law
from pitboss.floor.clock import stamp
from pitboss.floor.commands import Order
from pitboss.floor.desk import Context, Desk, Handler, Prepared, refuse
from pitboss.floor.patrons.excess import cut_round, cuts, placings
from pitboss.floor.patrons.found import InvalidFound, WagersCut
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.patrons.house import in_force
from pitboss.floor.patrons.periods import PERIODS, calendar_day, holding, loss_counter
from pitboss.floor.people.permission import check
from pitboss.floor.playing import open_round, played
from pitboss.floor.store import Count
from pitboss.floor.tables.state import evolve, fold
from pitboss.law import Because, Key
from pitboss.ledger import Entry, Move
from pitboss.play import Round, Step
from pitboss.play.acts import Act, TakeBack, Void
from pitboss.play.events import Event, Settled
from pitboss.play.needs import WagersNeed
from pitboss.play.powers import BREACH
from pitboss.play.wager import Result

BEFORE, DURING, AFTER = "before", "during", "after"

GROUNDS: Mapping[str, Key] = {
    "no card": law.PLAYER_CARD,
    "another's card": law.OWN_CARD,
    "for another": law.PROXY_BETTING,
    "employee": law.EMPLOYEE_POLICY,
}
"""Why a wager is invalid."""


class FindInvalid(NamedTuple):
    """A person of rank finds that a patron's wagers are invalid, in the open round (0) or in an earlier one."""

    table: str
    patron: str
    ground: str
    round: int = 0
    refund: bool = False
    """Whether stakes that were lost before it was found go back as well."""


class FindPastLimit(NamedTuple):
    """A person of rank finds that a patron's wagers in the open round pass their loss limit.

    `unseen_cents` are losses that nobody counted, chips not having been declared. The patron is told of their duties.
    """

    table: str
    patron: str
    unseen_cents: int = 0


class Finding:
    """Works the orders out, with the guard's knowledge of patrons and periods."""

    def __init__(self, guard: Guard) -> None:
        self.guard = guard

    @property
    def handlers(self) -> dict[type, Handler]:
        """The handlers of these orders."""
        return {FindInvalid: self.find_invalid, FindPastLimit: self.find_past_limit}

    # Invalid wagers.

    def find_invalid(self, context: Context, order: Order) -> Prepared:
        """Deal with invalid wagers by when they are found."""
        command: FindInvalid = order.command
        check(order.actor, "FindInvalid")
        round = open_round(context)
        rules = round.game.rules
        because = rules.only((GROUNDS[command.ground],)) if command.ground in GROUNDS else ()
        if not because or not (rules.applies(law.INVALID_WAGER) or command.ground == "employee"):
            raise refuse(f"No wager is invalid here for {command.ground}.", *_invalid(round, because))
        if command.round and command.round != round.number:
            return self._after(context, command, _invalid(round, because, law.INVALID_AFTER))
        wagers = [wager for wager in round.wagers if wager.patron == command.patron and wager.stake.pieces]
        if not wagers:
            raise refuse("This patron has no wager in this round.", *_invalid(round, because, law.INVALID_AFTER))
        if any(isinstance(need, WagersNeed) for need in round.needs) and not any(hand.cards for hand in round.hands):
            return self._before(context, order, _invalid(round, because, law.INVALID_BEFORE))
        return self._during(context, order, _invalid(round, because, law.INVALID_DURING))

    def _after(self, context: Context, command: FindInvalid, because: Because) -> Prepared:
        """A hand that has been settled stands; that it was found is kept."""
        event = InvalidFound(command.round, command.patron, command.ground, AFTER, 0, 0, 0, because)
        return Prepared((event,), evolve(context.desk.state, event), reply={"found": AFTER})

    def _before(self, context: Context, order: Order, because: Because) -> Prepared:
        """Found before the hand: the wagers go back."""
        command: FindInvalid = order.command
        round = open_round(context)
        mine = [wager for wager in reversed(round.wagers) if wager.patron == command.patron and wager.live]
        done = Prepared(state=context.desk.state)
        for wager in mine:
            done = _then(context, done, TakeBack("wagers", wager.patron, wager.area, wager.spot))
        counts = self.guard.counted(context, order, done.told, None)
        cents = sum(wager.left.cents for wager in mine)
        event = InvalidFound(round.number, command.patron, command.ground, BEFORE, cents, 0, 0, because)
        return _with(context, done, event, counts, BEFORE)

    def _during(self, context: Context, order: Order, because: Because) -> Prepared:
        """Found in the course of the hand: what is undecided goes back, what won gives its winnings back, what lost
        stays lost unless the supervisor refunds it (reading P32)."""
        command: FindInvalid = order.command
        round = open_round(context)
        mine = [done for done in round.settlements if done.patron == command.patron]
        act = Void(order.actor.role, BREACH, order.actor.person, (command.patron,))
        done = played(context, act, context.desk.shoe)
        told = tuple(event for event in done.told if command.refund or not restores(event))
        won = sum(settled.pays for settled in mine)
        journal = context.desk.journal
        entries: tuple[Entry, ...] = journal.entries(Step(round, told))
        if won:
            entries += (Move(journal.patron(command.patron), journal.float, won, "invalid wager wins nothing"),)
        counts = self.guard.counted(context, order, told, act) + self._given_back(context, order, won)
        returned = sum(event.settlement.returned.cents for event in told if isinstance(event, Settled))
        lost = 0 if command.refund else sum(settled.taken.cents for settled in mine)
        event = InvalidFound(round.number, command.patron, command.ground, DURING, returned, won, lost, because)
        return _with(context, done._replace(entries=entries, told=told), event, counts, DURING)

    def _given_back(self, context: Context, order: Order, cents: int) -> tuple[Count, ...]:
        if not cents:
            return ()
        day = calendar_day(context.now)
        names = (loss_counter(order.actor.operator, order.command.patron, period, day) for period in PERIODS)
        return tuple(Count(name, cents) for name in names)

    # Loss limits.

    def find_past_limit(self, context: Context, order: Order) -> Prepared:
        """Give back what is past a loss limit, last placed first; the rest is settled as the hand falls."""
        command: FindPastLimit = order.command
        check(order.actor, "FindPastLimit")
        round = open_round(context)
        grounds = in_force(self.guard.houses[order.actor.operator], round.game.rules, law.LOSS_LIMIT_PASSED)
        if not grounds:
            raise refuse("There are no loss limits at this table.", law.NOT_AN_OPTION)
        excess = self._excess(context, order, round)
        opening, state = context.desk.state.opening, context.desk.state
        assert opening is not None
        made = cuts(placings(opening, state.acts, command.patron), round, excess) if excess > 0 else ()
        if not made:
            raise refuse("Nothing of this patron's is past their loss limit in this round.", law.EARLIER_ROUNDS_STAND)
        rules = round.game.rules
        because = (*grounds, *rules.only((law.EXCESS_LAST_FIRST, law.CHIPS_DECLARED)), *rules.readings("P33", "M17"))
        step = cut_round(round, made, because)
        event = WagersCut(round.number, command.patron, made, command.unseen_cents, because)
        counts = self.guard.counted(context, order, step.events, None) + self._unseen(context, order)
        return Prepared(
            events=(event,),
            state=evolve(state, event),
            entries=context.desk.journal.entries(step),
            counts=counts,
            reply={"returned_cents": sum(_returned(e) for e in step.events), "remind": True},
            told=step.events,
        )

    def _excess(self, context: Context, order: Order, round: Round) -> int:
        """How much is past the patron's tightest limit."""
        command: FindPastLimit = order.command
        operator = order.actor.operator
        limits = self.guard.patron(operator, command.patron, context.now).loss_limits
        days = self.guard.days.of(context.desk)
        day = max((days[w.id] for w in round.wagers if w.patron == command.patron and w.id in days), default=None)
        over = [0]
        for period, kept in limits.items():
            most = holding(kept, stamp(context.now))
            if most is not None and day is not None:
                lost = self.guard.store.counter(loss_counter(operator, command.patron, period, day))
                over.append(lost + command.unseen_cents - most)
        return max(over)

    def _unseen(self, context: Context, order: Order) -> tuple[Count, ...]:
        return self._given_back(context, order, order.command.unseen_cents)


def _invalid(round: Round, ground: Because, *more: Key) -> Because:
    rules = round.game.rules
    grounds = (*rules.only((law.INVALID_WAGER, *more)), *ground, *rules.readings("P32"))
    return grounds or (law.NOT_AN_OPTION,)


def restores(event: Event) -> bool:
    """Whether an event gives back a stake that was lost."""
    return isinstance(event, Settled) and event.settlement.result is Result.RESTORED


def _returned(event: Event) -> int:
    return event.settlement.returned.cents if isinstance(event, Settled) else 0


def _then(context: Context, done: Prepared, act: Act) -> Prepared:
    """One act more, after what has been worked out."""
    assert done.state is not None
    desk = Desk(context.desk.stream, done.state, context.desk.shoe)
    more = played(context._replace(desk=desk), act, desk.shoe)
    events, entries, told = done.events + more.events, done.entries + more.entries, done.told + more.told
    return more._replace(events=events, entries=entries, told=told)


def _with(context: Context, done: Prepared, event: InvalidFound, counts: tuple[Count, ...], when: str) -> Prepared:
    """What was worked out, with the finding before it in the log: it is why the rest happened."""
    events = (event, *done.events)
    state = fold(events, context.desk.state)  # as the log will give it, with the alert that the finding raises
    reply = {"found": when, "returned_cents": event.returned_cents, "winnings_cents": event.winnings_cents}
    return done._replace(events=events, state=state, counts=counts, reply=reply | {"lost_cents": event.lost_cents})
