"""The guard: before a wager is written, it checks the patron and counts the stake towards the loss limits.

The guard checks every order at a table. Its counts are written in the transaction that books the wager, so that two
tables cannot spend the same limit; that transaction also checks that the patron's stream has not grown.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from itertools import islice

from pitboss import law
from pitboss.floor.cashier import approvals, chips
from pitboss.floor.operators import PatronPolicy, operators
from pitboss.floor.patrons import limits, sitting
from pitboss.floor.patrons.state import PatronState, load_patron
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.clock import stamp, told_time
from pitboss.floor.service.commands import CarryOut, Decision, FloorTable, Order, TableCommand, World, refuse
from pitboss.floor.store import CounterChange, Store, Stream
from pitboss.floor.tables import corrections, irregularities, playing
from pitboss.floor.tables.state import OpenState
from pitboss.messages import message, say, translate
from pitboss.play import Act, Decide, Event, Place, Refused, Sit, WagersNeed
from pitboss.play.table import refuse_not_overlooked

REMEMBERED = 10_000
"""How many counters are remembered before all of them are read again."""

Objection = tuple[object, law.Because, str]
"""Whether a patron may not play, the grounds, and the words of the refusal."""


class Guard:
    """Checks patrons who wager."""

    def __init__(self, store: Store) -> None:
        self.policies: Mapping[str, PatronPolicy] = {name: each.patrons for name, each in operators().items()}
        self.days = limits.Days(store)
        self._at_most: dict[str, int] = {}

    def wrap(self, decide: CarryOut) -> CarryOut:
        """A way to decide orders with the guard around it: any order at a table may change what a patron has at
        stake."""

        def look(world: World, order: Order) -> Decision:
            owner = world.table.state.for_patron
            if owner and order.actor.role == PATRON and order.actor.person != owner:
                raise refuse("Another patron practises at this table alone.", law.NOT_YOURS)
            match order.command:
                case chips.BuyIn() | chips.TakeVoucher():
                    # one who is excluded or takes a break may not buy chips either, but may cash those they have
                    patron = order.command.patron
                    if not world.table.state.unit.is_practice:
                        found = self._state(order, patron, world)
                        if found.excluded:
                            raise refuse("This patron is excluded from the casino.", law.EXCLUDED)
                        if found.is_away(stamp(world.now)):
                            raise refuse(_explain_away(order, found), law.OWN_BREAK)
                    return decide(world, order)
                case corrections.CorrectRound():
                    return self._count_correction(world, order, order.command.round, decide(world, order))
                case corrections.VoidRound() | irregularities.StateIrregularity() if corrections.is_past(
                    world.table.state, order.command.round
                ):
                    return self._count_correction(world, order, order.command.round, decide(world, order))
                case TableCommand() if not isinstance(
                    order.command, approvals.Approve
                ):  # what is approved is guarded itself
                    return self._guard(decide, world, order)
                case _:
                    return decide(world, order)

        return look

    def _guard(self, decide: CarryOut, world: World, order: Order) -> Decision:
        if world.table.state.unit.is_practice or not isinstance(world.table.state, OpenState):
            return decide(world, order)
        act = order.command.act if isinstance(order.command, playing.TakeAct) else None
        for_another = isinstance(act, Place | Decide) and act.stake.pieces and act.patron != order.actor.person
        if for_another and order.actor.role == PATRON:
            because = _rules(world).only((law.PROXY_BETTING,)) or (law.NOT_YOURS,)
            raise refuse("You can wager only for yourself.", *because)
        if isinstance(act, Sit) and act.area:  # no seat for one who is excluded, on a break or barred from the game
            self._check(world, order, act.patron, self._state(order, act.patron, world), first=4)
        prepared = decide(world, order)
        counts = self.count_stakes(world, order, prepared.play_events, act)
        self._check_overlooked(world, order, prepared, act)
        return self.add_counts(prepared, counts)

    def _check_overlooked(self, world: World, order: Order, prepared: Decision, act: Act | None) -> None:
        """Refuse a wager that is reported as unnoticed, but breaks neither a rule nor a limit of its player."""
        if not isinstance(act, Place | Decide) or not act.unnoticed:
            return
        no = refuse_not_overlooked(world.table.open_state.round, act)
        if no is None:
            return
        try:
            self.count_stakes(world, order, prepared.play_events, act._replace(unnoticed=False))
        except Refused:
            return
        raise Refused(no)

    def add_counts(self, prepared: Decision, counts: tuple[CounterChange, ...]) -> Decision:
        """The decision on an order, with the counters that it moves."""
        return prepared._replace(counts=prepared.counts + counts) if counts else prepared

    def _count_correction(self, world: World, order: Order, number: int, prepared: Decision) -> Decision:
        """Count the difference that a correction books as a loss on the day of the round."""
        if not world.table.state.unit.counts_as_loss:
            return prepared
        operator, today = order.actor.operator, limits.calendar_day(world.now)
        if world.table.state.is_open_round(number):
            day = max(self.days.of(world.table, today).values(), default=today)
        else:
            day = self.days.of_round(world.table, number) or today
        lost = limits.count_losses(world.table.bookkeeper, prepared.entries)
        counts: list[CounterChange] = []
        for patron, cents in lost.items():
            if self._state(order, patron, world).registered and self.policies[operator].counts_losses:
                counts += limits.count_loss(operator, patron, day, cents)
        return self.add_counts(prepared, tuple(counts))

    def _state(self, order: Order, patron: str, world: World) -> PatronState:
        return load_patron(world.store, order.actor.operator, patron)

    # The checks of a patron who wagers.

    def count_stakes(
        self, world: World, order: Order, told: tuple[Event, ...], act: Act | None
    ) -> tuple[CounterChange, ...]:
        """Refuse wagers that may not be; count what a step puts at stake and gives back."""
        unnoticed = isinstance(act, Place | Decide) and act.unnoticed
        counts: list[CounterChange] = []
        for (patron, day), change in self.changes(world, told).items():
            state = self._state(order, patron, world)
            if change.placed:
                self._check(world, order, patron, state)
            counts_here = world.table.state.unit.counts_as_loss and self.policies[order.actor.operator].counts_losses
            if state.registered and counts_here:
                counts += self._count_loss(world, order, patron, day, change, state, unnoticed=unnoticed)
        return tuple(counts)

    def _check(self, world: World, order: Order, patron: str, state: PatronState, *, first: int | None = None) -> None:
        """Refuse on the first objection; `first` limits how many objections are checked."""
        for may_not, because, words in islice(self._objections(world, order, patron, state), first):
            if may_not and because:
                raise refuse(words, *because)

    def _objections(self, world: World, order: Order, patron: str, state: PatronState) -> Iterator[Objection]:
        rules, now, policy = _rules(world), world.now, self.policies[order.actor.operator]
        table = world.table.stream.table
        card = card_grounds(policy, rules, now) if world.table.state.unit.needs_card else ()
        at_the_felt = order.actor.role != "patron" and state.play_at(table) is None
        game = rules.game
        yield state.excluded, (law.EXCLUDED,), message("This patron is excluded from the casino.")
        yield (
            game.name in state.barred,
            (law.BARRED_FROM_GAME,),
            say("This patron is barred from {game}.", game=game.title),
        )
        here = world.table.open_state
        begins = any(type(need) is WagersNeed for need in here.round.needs)  # a hand under way is played to its end
        away = begins and world.table.state.unit.counts_as_loss and state.is_away(stamp(now))
        yield away, (law.OWN_BREAK,), _explain_away(order, state) if away else ""
        near: list[str] = []
        if state.apart and begins:
            near = sorted(state.apart & {player.patron for player in here.players})
        apart = rules.only((law.SUSPECTS_APART,))
        if order.actor.role == PATRON:  # a player is told where they cannot play, and of no suspicion
            words = message("You may not play at this table now. Please ask a supervisor.")
            yield near, apart and (law.NOT_YOURS,), words
        else:
            yield (
                near,
                apart,
                say("This patron may not play at the same table as {players}.", players=" and ".join(near)),
            )
        yield (
            state.is_employee,
            rules.only((law.EMPLOYEE_POLICY,)),
            message("This patron may not play: the employee gambling policy forbids it."),
        )
        yield not state.card, card, message("A player needs a valid player card. Get one at the patrons' office.")
        yield at_the_felt, card, message("The player must present their card before the first wager.")
        counts = world.table.state.unit.counts_as_loss
        owed = declaration_grounds(world.store, policy, rules, patron, state, world.table.stream, now) if counts else ()
        words = message("A player with a loss limit must declare their chips to the dealer before the first wager.")
        yield owed, owed, words
        paused = state.break_until > stamp(now)
        yield (
            paused,
            find_grounds(policy, rules, law.LIMIT_BREAK),
            say("This patron is on a break from play until {time}.", time=told_time(state.break_until))
            if paused
            else "",
        )

    # Loss limits.

    def changes(self, world: World, told: tuple[Event, ...]) -> limits.Changes:
        """What events of play do to each patron's loss, by the day on which the wager went down. Tokens are no loss."""
        changes: limits.Changes = {}
        for wager, patron, placed, back in limits.stake_moves(told):
            day = self.days.day(world.table, wager, limits.calendar_day(world.now))
            change = changes.setdefault((patron, day), limits.LossChange())
            change.placed += placed
            change.back += back
        return changes

    def _count_loss(
        self,
        world: World,
        order: Order,
        patron: str,
        day: date,
        change: limits.LossChange,
        state: PatronState,
        *,
        unnoticed: bool,
    ) -> Iterator[CounterChange]:
        because = find_grounds(self.policies[order.actor.operator], _rules(world), law.LOSS_LIMIT)
        for period in limits.PERIODS:
            name = limits.loss_counter(order.actor.operator, patron, period, day)
            most = (
                limits.limit_in_force(state.loss_limits.get(period, ()), stamp(world.now))
                if because and not unnoticed
                else None
            )
            if change.placed:
                if most is not None and not self._has_room(world, name, change.placed, most):
                    words = say(
                        "This wager would pass the player's loss limit for the {period}.", period=translate(period)
                    )
                    raise refuse(words, *because)
                yield CounterChange(name, change.placed, most)
            if change.back:
                yield CounterChange(name, -change.back)

    def _has_room(self, world: World, name: str, cents: int, most: int) -> bool:
        """Say whether a counter may go up by an amount. The counter is read only if its remembered upper bound is too
        high: wagers raise the bound, and returned stakes do not lower it. The write checks what other processes
        added."""
        if len(self._at_most) >= REMEMBERED:
            self._at_most.clear()
        known = self._at_most.get(name)
        if known is None or known + cents > most or world.is_fresh:
            known = world.count(name)
        self._at_most[name] = known + cents
        return known + cents <= most


def _explain_away(order: Order, state: PatronState) -> str:
    """Why a patron who takes a break may not play, in words for them or for the dealer."""
    time = told_time(state.own_break_until)
    if order.actor.role == PATRON:
        return say("You are on a break from play until {time}. You can play at practice tables.", time=time)
    return say("This patron is on a break from play until {time}.", time=time)


def find_grounds(policy: PatronPolicy, rules: law.Rules, key: law.Key) -> law.Because:
    """The grounds on which a rule about patrons holds at a table: its own clause, or the reading that brings it in."""
    if rules.applies(key):
        return (key,)
    return rules.readings("C11") if policy.binds_every_table else ()


def declaration_grounds(
    store: Store, policy: PatronPolicy, rules: law.Rules, patron: str, state: PatronState, stream: Stream, now: datetime
) -> law.Because:
    """The grounds on which a player must declare chips at a table before a wager: the player has a loss limit, and
    since coming to the table has neither declared chips nor bought any from its dealer."""
    at = stamp(now)
    if (
        all(limits.limit_in_force(kept, at) is None for kept in state.loss_limits.values())
        or stream.table in state.declared
    ):
        return ()
    because = find_grounds(policy, rules, law.CHIPS_DECLARED)
    return (
        because if because and not sitting.has_bought(store, stream, patron, state.played.get(stream.table, 0)) else ()
    )


def players_to_declare(store: Store, floor_table: FloorTable, now: datetime) -> tuple[str, ...]:
    """The players at a table who have to declare chips before they wager; the grounds stay private."""
    state, stream = floor_table.state, floor_table.stream
    if not isinstance(state, OpenState) or not state.unit.counts_as_loss:
        return ()
    policy, rules = operators()[stream.operator].patrons, state.table.game.rules
    known = {player.patron: load_patron(store, stream.operator, player.patron) for player in state.players}
    owing = (name for name, kept in known.items() if declaration_grounds(store, policy, rules, name, kept, stream, now))
    return tuple(owing)


def card_grounds(policy: PatronPolicy, rules: law.Rules, now: datetime) -> law.Because:
    """The grounds on which a player needs a card at a table; none if they do not."""
    since = policy.cards_from
    return (
        find_grounds(policy, rules, law.PLAYER_CARD) if since is not None and limits.calendar_day(now) >= since else ()
    )


def _rules(world: World) -> law.Rules:
    return world.table.open_state.table.game.rules
