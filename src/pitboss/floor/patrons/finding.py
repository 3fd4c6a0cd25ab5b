"""Orders about wagers that should not be: invalid ones (Pontoon 17.21, Mississippi Stud 11.16), found before, during or
after the hand, and those past a loss limit (17.22, 11.17)."""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.patrons.guard import Guard
from pitboss.floor.patrons.house import in_force
from pitboss.floor.patrons.losses import counted
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.patrons.periods import calendar_day, holding, loss_counter
from pitboss.floor.people.permission import check
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Count
from pitboss.floor.tables.found_events import ExcessFound, InvalidFound
from pitboss.floor.tables.playing import followed, open_round, played, then
from pitboss.floor.tables.state import evolve, fold
from pitboss.law import Because, Key
from pitboss.play import Round
from pitboss.play.acts import CutBack, TakeBack, Void
from pitboss.play.acts.powers import EMPLOYEE, INVALID, last_placed_first
from pitboss.play.events import Event, ExcessReturned, Settled, WagerTakenBack
from pitboss.play.needs import WagersNeed
from pitboss.play.wager import Result
from pitboss.value import Value

BEFORE, DURING, AFTER = "before", "during", "after"

GROUNDS: Mapping[str, Key] = {
    "no card": law.PLAYER_CARD,
    "another's card": law.OWN_CARD,
    "for another": law.PROXY_BETTING,
    "employee": law.EMPLOYEE_POLICY,
}
"""Why a wager is invalid."""


class FindInvalid(Value, tag="FindInvalid"):
    """A person of rank finds that a patron's wagers are invalid, in the open round (0) or in an earlier one."""

    table: str
    patron: str
    ground: str
    round: int = 0
    refund: bool = False
    """Whether stakes that were lost before it was found go back as well."""


class FindPastLimit(Value, tag="FindPastLimit"):
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

    def find_invalid(self, world: World, order: Order) -> Decision:
        """Deal with invalid wagers by when they are found."""
        command: FindInvalid = order.command
        check(order.actor, "FindInvalid")
        round = open_round(world)
        rules = round.game.rules
        because = rules.only((GROUNDS[command.ground],)) if command.ground in GROUNDS else ()
        if not because or not (rules.applies(law.INVALID_WAGER) or command.ground == "employee"):
            raise refuse(f"No wager is invalid here for {command.ground}.", *_invalid(round, because))
        if command.round and command.round != round.number:
            return self._after(world, command, _invalid(round, because, law.INVALID_AFTER))
        wagers = [wager for wager in round.wagers if wager.patron == command.patron and wager.stake.pieces]
        if not wagers:
            raise refuse("This patron has no wager in this round.", *_invalid(round, because, law.INVALID_AFTER))
        if any(isinstance(need, WagersNeed) for need in round.needs) and not any(hand.cards for hand in round.hands):
            return self._before(world, order, _invalid(round, because, law.INVALID_BEFORE))
        return self._during(world, order, _invalid(round, because, law.INVALID_DURING))

    def _after(self, world: World, command: FindInvalid, because: Because) -> Decision:
        """A hand that has been settled stands; that it was found is kept."""
        event = InvalidFound(command.round, command.patron, command.ground, AFTER, 0, 0, 0, because)
        return Decision((event,), evolve(world.desk.state, event), reply={"found": AFTER})

    def _before(self, world: World, order: Order, because: Because) -> Decision:
        """Found before the hand: the wagers go back."""
        command: FindInvalid = order.command
        round = open_round(world)
        mine = [wager for wager in reversed(round.wagers) if wager.patron == command.patron and wager.live]
        done = Decision(state=world.desk.state)
        for wager in mine:
            done = then(world, done, TakeBack("wagers", wager.patron, wager.area, wager.spot))
        counts = self.guard.counted(world, order, done.told, None)
        cents = sum(wager.left.cents for wager in mine)
        event = InvalidFound(round.number, command.patron, command.ground, BEFORE, cents, 0, 0, because)
        return _with(world, done, event, counts, BEFORE)

    def _during(self, world: World, order: Order, because: Because) -> Decision:
        """Found in the course of the hand: what is undecided goes back, what won gives its winnings back, what lost
        stays lost unless the supervisor refunds it (reading P32)."""
        command: FindInvalid = order.command
        round = open_round(world)
        mine = [done for done in round.settlements if done.patron == command.patron]
        ground = EMPLOYEE if GROUNDS[command.ground] is law.EMPLOYEE_POLICY else INVALID
        act = Void(order.actor.role, ground, order.actor.person, (command.patron,), refund=command.refund)
        done = played(world, act, world.desk.shoe)
        told = [event.settlement for event in done.told if isinstance(event, Settled)]
        theirs = [settled for settled in told if settled.patron == command.patron]
        won = -sum(settled.pays for settled in theirs if settled.result is Result.REVERSED)
        returned = sum(settled.returned.cents for settled in theirs)
        lost = 0 if command.refund else sum(settled.taken.cents for settled in mine)
        event = InvalidFound(round.number, command.patron, command.ground, DURING, returned, won, lost, because)
        return _with(world, done, event, self.guard.counted(world, order, done.told, act), DURING)

    # Loss limits.

    def find_past_limit(self, world: World, order: Order) -> Decision:
        """Give back what is past a loss limit, last placed first; the rest is settled as the hand falls."""
        command: FindPastLimit = order.command
        check(order.actor, "FindPastLimit")
        if command.unseen_cents < 0:
            raise refuse("Losses that nobody counted cannot be less than $0.", law.COUNTED)
        round = open_round(world)
        grounds = in_force(self.guard.houses[order.actor.operator], round.game.rules, law.LOSS_LIMIT_PASSED)
        if not grounds:
            raise refuse("There are no loss limits at this table.", law.NOT_AN_OPTION)
        excess = self._excess(world, order, round)
        made = last_placed_first(round, command.patron, excess)
        if not made:
            raise refuse("Nothing of this patron's is past their loss limit in this round.", law.EARLIER_ROUNDS_STAND)
        act = CutBack(order.actor.role, command.patron, made, order.actor.person)
        done = played(world, act, world.desk.shoe)
        returned = sum(_returned(event, command.patron) for event in done.told)
        because = next(event.because for event in done.told if isinstance(event, ExcessReturned))
        event = ExcessFound(round.number, command.patron, returned, command.unseen_cents, because)
        counts = self.guard.counted(world, order, done.told, None) + self._unseen(world, order)
        reply = {"returned_cents": returned, "remind": True}
        return followed(self.guard.with_counts(done._replace(reply=reply), counts), world.now, event)

    def _excess(self, world: World, order: Order, round: Round) -> int:
        """How much is past the patron's tightest limit."""
        command: FindPastLimit = order.command
        operator = order.actor.operator
        limits = load_patron(world.store, operator, command.patron).loss_limits
        days = self.guard.days.of(world.desk, calendar_day(world.now))
        day = max((days[w.id] for w in round.wagers if w.patron == command.patron and w.id in days), default=None)
        over = [0]
        for period, kept in limits.items():
            most = holding(kept, stamp(world.now))
            if most is not None and day is not None:
                lost = world.count(loss_counter(operator, command.patron, period, day))
                over.append(lost + command.unseen_cents - most)
        return max(over)

    def _unseen(self, world: World, order: Order) -> tuple[Count, ...]:
        command: FindPastLimit = order.command
        return counted(order.actor.operator, command.patron, calendar_day(world.now), command.unseen_cents)


def _invalid(round: Round, ground: Because, *more: Key) -> Because:
    rules = round.game.rules
    grounds = (*rules.only((law.INVALID_WAGER, *more)), *ground, *rules.readings("P32"))
    return grounds or (law.NOT_AN_OPTION,)


def _returned(event: Event, patron: str) -> int:
    """What a step gives back to a patron because it was past their limit."""
    if isinstance(event, WagerTakenBack):
        return event.stake.cents if event.patron == patron else 0
    if not isinstance(event, Settled) or event.settlement.patron != patron:
        return 0
    return event.settlement.returned.cents if event.settlement.result is Result.RETURNED else 0


def _with(world: World, done: Decision, event: InvalidFound, counts: tuple[Count, ...], when: str) -> Decision:
    """What was worked out, with the finding before it in the log: it is why the rest happened."""
    events = (event, *done.events)
    state = fold(events, world.desk.state)  # as the log will give it, with the alert that the finding raises
    reply = {"found": when, "returned_cents": event.returned_cents, "winnings_cents": event.winnings_cents}
    return done._replace(events=events, state=state, counts=counts, reply=reply | {"lost_cents": event.lost_cents})
