"""The guard: before a wager is written, who makes it is looked at, and its stake counted towards the loss limits.

It stands around all handlers. What it counts is written in the transaction that books the wager, so that two
tables cannot spend the same limit; what it knew of a patron is checked there too.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from itertools import islice

from pitboss import law
from pitboss.floor.cashier.approvals import Approve
from pitboss.floor.cashier.chips import BuyIn, TakeVoucher
from pitboss.floor.operators import PatronPolicy, operators
from pitboss.floor.patrons.days import Days
from pitboss.floor.patrons.losses import Change, Changes, counted, lost_by_entries, put_and_back
from pitboss.floor.patrons.office import load_patron
from pitboss.floor.patrons.periods import PERIODS, calendar_day, holding, loss_counter
from pitboss.floor.patrons.state import PatronState
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order, TakeAct
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.store import Count, Store
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.rulings import VoidRound, is_past
from pitboss.floor.tables.state import OpenState
from pitboss.law import Because, Key
from pitboss.law.rules import Rules
from pitboss.play.acts import Act, Decide, Place, Sit
from pitboss.play.events import Event
from pitboss.play.history import overlooks_nothing
from pitboss.play.needs import WagersNeed
from pitboss.play.wager import Refused

REMEMBERED = 10_000
"""How many counters are remembered before all of them are read again."""

SELLS: tuple[type, ...] = (BuyIn, TakeVoucher)
"""The commands that sell chips or tokens."""

PASSES_ON: tuple[type, ...] = (Approve,)
"""The commands that have another one carried out, which is guarded itself."""

Objection = tuple[object, Because, str]
"""Whether somebody may not play, on which grounds, and how to say so."""


class Guard:
    """Looks at whoever wagers."""

    def __init__(self, store: Store) -> None:
        self.policies: Mapping[str, PatronPolicy] = {name: each.patrons for name, each in operators().items()}
        self.days = Days(store)
        self._at_most: dict[str, int] = {}

    def around(self, handlers: Mapping[type, Handler]) -> dict[type, Handler]:
        """Handlers, all of them guarded: whatever goes on with a round may move what somebody has at stake."""
        otherwise: dict[type, Callable[[Handler], Handler]] = {
            **dict.fromkeys(SELLS, self._sold),
            **dict.fromkeys(PASSES_ON, lambda handler: handler),
            CorrectRound: self._corrected,
            VoidRound: self._voided,
        }
        return {kind: otherwise.get(kind, self._guarded)(each) for kind, each in handlers.items()}

    def _guarded(self, handler: Handler) -> Handler:
        def _look(world: World, order: Order) -> Decision:
            if world.desk.state.unit.is_practice or not isinstance(world.desk.state, OpenState):
                return handler(world, order)
            act = order.command.act if isinstance(order.command, TakeAct) else None
            self._check_proxy(world, order, act)
            if isinstance(act, Sit) and act.area:
                self._check_place(world, order, act.patron)
            prepared = handler(world, order)
            counts = self.counted(world, order, prepared.told, act)
            self._check_overlooked(world, order, prepared, act)
            return self.with_counts(prepared, counts)

        return _look

    def _check_overlooked(self, world: World, order: Order, prepared: Decision, act: Act | None) -> None:
        """Refuse a wager that is said to have gone unnoticed and breaks neither a rule nor a limit of its player's."""
        if not isinstance(act, Place | Decide) or not act.unnoticed:
            return
        no = overlooks_nothing(world.desk.open_state.round, act)
        if no is None:
            return
        try:
            self.counted(world, order, prepared.told, act._replace(unnoticed=False))
        except Refused:
            return
        raise Refused(no)

    def with_counts(self, prepared: Decision, counts: tuple[Count, ...]) -> Decision:
        """What an order comes to with what it counts."""
        return prepared._replace(counts=prepared.counts + counts) if counts else prepared

    def _corrected(self, handler: Handler) -> Handler:
        """A correction books a difference: the loss is as much more or less, on the day of the round."""

        def _look(world: World, order: Order) -> Decision:
            prepared = handler(world, order)
            command: CorrectRound | VoidRound = order.command
            if not world.desk.state.unit.counts_as_loss:
                return prepared
            day = self._day_of(world, command.round)
            lost = lost_by_entries(world.desk.journal, prepared.entries)
            counts = [self._moved(world, order, patron, day, cents) for patron, cents in lost.items()]
            return self.with_counts(prepared, tuple(count for each in counts for count in each))

        return _look

    def _voided(self, handler: Handler) -> Handler:
        """A void goes on with the open round; of a round that is over it is a correction."""
        open_one, past = self._guarded(handler), self._corrected(handler)
        return lambda world, order: (past if is_past(world.desk.state, order.command) else open_one)(world, order)

    def _day_of(self, world: World, number: int) -> date:
        if world.desk.state.is_open_round(number):
            today = calendar_day(world.now)
            return max(self.days.of(world.desk, today).values(), default=today)
        return self.days.of_round(world.desk, number) or calendar_day(world.now)

    def _moved(self, world: World, order: Order, patron: str, day: date, cents: int) -> tuple[Count, ...]:
        operator = order.actor.operator
        state = self._state(order, patron, world)
        counts = state.registered and self.policies[operator].counts_losses
        return counted(operator, patron, day, cents) if counts else ()

    def _sold(self, handler: Handler) -> Handler:
        """Whoever may not play is sold no chips either; what they have is theirs to cash."""

        def _look(world: World, order: Order) -> Decision:
            if not world.desk.state.unit.is_practice and self._state(order, order.command.patron, world).excluded:
                raise refuse("This patron is excluded from the casino.", law.EXCLUDED)
            return handler(world, order)

        return _look

    def _state(self, order: Order, patron: str, world: World) -> PatronState:
        return load_patron(world.store, order.actor.operator, patron)

    # Who wagers.

    def _check_proxy(self, world: World, order: Order, act: Act | None) -> None:
        if order.actor.role != "patron" or not isinstance(act, Place | Decide) or act.patron == order.actor.person:
            return
        if act.stake.pieces:
            because = _rules(world).only((law.PROXY_BETTING,)) or (law.NOT_YOURS,)
            raise refuse("Nobody places a wager on behalf of another.", *because)

    def _check_place(self, world: World, order: Order, patron: str) -> None:
        """Refuse a seat to somebody who may not be here, or may take no further part in the game."""
        state = self._state(order, patron, world)
        for may_not, because, words in islice(self._objections(world, order, state), 3):
            if may_not and because:
                raise refuse(words, *because)

    def counted(self, world: World, order: Order, told: tuple[Event, ...], act: Act | None) -> tuple[Count, ...]:
        """Refuse wagers that may not be; count what a step puts at stake and gives back."""
        unnoticed = isinstance(act, Place | Decide) and act.unnoticed
        counts: list[Count] = []
        for (patron, day), change in self.changes(world, told).items():
            state = self._state(order, patron, world)
            if change.placed:
                self._check(world, order, patron, state)
            counts_here = world.desk.state.unit.counts_as_loss and self.policies[order.actor.operator].counts_losses
            if state.registered and counts_here:
                counts += self._lost(world, order, patron, day, change, state, unnoticed=unnoticed)
        return tuple(counts)

    def _check(self, world: World, order: Order, patron: str, state: PatronState) -> None:
        for may_not, because, words in self._objections(world, order, state):
            if may_not and because:
                raise refuse(words, *because)

    def _objections(self, world: World, order: Order, state: PatronState) -> Iterator[Objection]:
        rules, now, policy = _rules(world), world.now, self.policies[order.actor.operator]
        table = world.desk.stream.table
        card = card_wanted(policy, rules, now) if world.desk.state.unit.needs_card else ()
        at_the_felt = order.actor.role != "patron" and state.play_at(table) is None
        game = rules.game
        yield state.excluded, (law.EXCLUDED,), "This patron is excluded from the casino."
        yield (
            game.name in state.barred,
            (law.BARRED_FROM_GAME,),
            f"This patron may take no further part in {game.title}.",
        )
        near, apart = _near(world, state), rules.only((law.SUSPECTS_APART,))
        if order.actor.role == PATRON:  # a player is told where they cannot play, and of no suspicion
            yield near, apart and (law.NOT_YOURS,), "You may not play at this table now: please ask a supervisor."
        else:
            yield near, apart, f"This patron may not play at the same table as {' and '.join(near)}."
        yield (
            state.is_employee,
            rules.only((law.EMPLOYEE_POLICY,)),
            "The employee gambling policy keeps this patron from playing.",
        )
        yield not state.card, card, "A player needs a valid player card of their own."
        yield at_the_felt, card, "The player presents their card before the first wager."
        paused = state.break_until > stamp(now)
        yield paused, in_force(policy, rules, law.LIMIT_BREAK), f"This patron is to pause until {state.break_until}."

    # What they may lose.

    def changes(self, world: World, told: tuple[Event, ...]) -> Changes:
        """What events of play do to each patron's loss, by the day on which the wager went down. Tokens are no loss."""
        changes: Changes = {}
        for wager, patron, placed, back in put_and_back(told):
            change = self._change(changes, world, wager, patron)
            change.placed += placed
            change.back += back
        return changes

    def _change(self, changes: Changes, world: World, wager: int, patron: str) -> Change:
        day = self.days.day(world.desk, wager, calendar_day(world.now))
        return changes.setdefault((patron, day), Change())

    def _lost(
        self,
        world: World,
        order: Order,
        patron: str,
        day: date,
        change: Change,
        state: PatronState,
        *,
        unnoticed: bool,
    ) -> Iterator[Count]:
        because = in_force(self.policies[order.actor.operator], _rules(world), law.LOSS_LIMIT)
        for period in PERIODS:
            name = loss_counter(order.actor.operator, patron, period, day)
            most = holding(state.loss_limits.get(period, ()), stamp(world.now)) if because and not unnoticed else None
            if change.placed:
                if most is not None and not self._has_room(world, name, change.placed, most):
                    raise refuse(f"This wager would take the player past their loss limit for the {period}.", *because)
                yield Count(name, change.placed, most)
            if change.back:
                yield Count(name, -change.back)

    def _has_room(self, world: World, name: str, cents: int, most: int) -> bool:
        """Say whether a counter may go up by so much. It is read only when what it can be at most would not do:
        wagers were added to that, and what came back was not taken off. What others added the write finds out."""
        if len(self._at_most) >= REMEMBERED:
            self._at_most.clear()
        known = self._at_most.get(name)
        if known is None or known + cents > most or world.is_fresh:
            known = world.count(name)
        self._at_most[name] = known + cents
        return known + cents <= most


def in_force(policy: PatronPolicy, rules: Rules, key: Key) -> Because:
    """The grounds on which a rule about patrons holds at a table: its own clause, or the reading that brings it in."""
    if rules.applies(key):
        return (key,)
    return rules.readings("C11") if policy.binds_every_table else ()


def card_wanted(policy: PatronPolicy, rules: Rules, now: datetime) -> Because:
    """The grounds on which a player needs a card at a table; none if they do not."""
    since = policy.cards_from
    return in_force(policy, rules, law.PLAYER_CARD) if since is not None and calendar_day(now) >= since else ()


def _near(world: World, patron: PatronState) -> list[str]:
    """Who is at the table that a patron is to be kept apart from; a hand that is under way is played to its end."""
    here = world.desk.open_state
    if not patron.apart or not any(type(need) is WagersNeed for need in here.round.needs):
        return []
    return sorted(patron.apart & {player.patron for player in here.players})


def _rules(world: World) -> Rules:
    return world.desk.open_state.table.game.rules
