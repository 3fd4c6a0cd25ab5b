"""Orders about invalid wagers (Pontoon 17.21, Mississippi Stud 11.16), found before, during or after the hand, and
about wagers past a loss limit (17.22, 11.17)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.patrons.guard import find_grounds
from pitboss.floor.patrons.limits import Days, calendar_day, count_loss, limit_in_force, loss_counter
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.service import (
    CommandForm,
    CommandNeeds,
    Decision,
    FieldPrompt,
    Order,
    TableCommand,
    World,
    refuse,
    stamp,
)
from pitboss.floor.service.forms import WAGERS
from pitboss.floor.store import Stored
from pitboss.floor.tables.playing import add_consequences, play_act, play_next
from pitboss.floor.tables.state import OpenState, RegisterLine, TableEvent
from pitboss.messages import message, say, translate
from pitboss.play import Result, Round, Step, TakeBack, WagersNeed, events, powers
from pitboss.play.round import draft_of
from pitboss.value import Value

BEFORE, DURING, AFTER = "before", "during", "after"

GROUNDS: Mapping[str, law.Key] = {
    message("no card"): law.PLAYER_CARD,
    message("another's card"): law.OWN_CARD,
    message("for another"): law.PROXY_BETTING,
    message("employee"): law.EMPLOYEE_POLICY,
}
"""The ground on which a wager is invalid."""


class PartlyValidWager(Value, tag="Cut"):
    """A wager of which only so much is valid."""

    wager: int
    keeps_cents: int


class WagersCut(TableEvent, tag="WagersCut"):
    """A patron's wagers passed their loss limit: the excess went back, the rest is settled.

    Older programs wrote this event; now an act of play does it.
    """

    register: ClassVar[str] = "incidents"
    alert: ClassVar[str] = "loss limit"
    round: int
    patron: str
    cuts: tuple[PartlyValidWager, ...]
    unseen_cents: int
    because: law.Because

    def alert_words(self) -> str:
        return say("{patron} passed their loss limit in round {round}.", patron=self.patron, round=self.round)

    def line(self, stored: Stored) -> RegisterLine:
        return RegisterLine({"what": say("wagers past the loss limit"), "player": self.patron, "round": self.round})

    def cut(self, round: Round) -> Step:
        """The round with the wagers cut: what is over goes back, the rest is still to be settled."""
        draft = draft_of(round)
        for cut in self.cuts:
            draft.cut_to(draft.wagers[cut.wager], cut.keeps_cents, self.because)
        return draft.step()

    def change_open(self, state: OpenState) -> OpenState:
        return state._replace(round=self.cut(state.round).round)


class ExcessFound(TableEvent, tag="ExcessFound"):
    """A patron's wagers were found to pass their loss limit; the act that comes with this event gave the excess back.

    The patron was told which chips a player with a loss limit declares. `unseen_cents` are losses that were not
    counted.
    """

    register: ClassVar[str] = "incidents"
    alert: ClassVar[str] = "loss limit"
    round: int
    patron: str
    returned_cents: int
    unseen_cents: int
    because: law.Because

    def alert_words(self) -> str:
        return say("{patron} passed their loss limit in round {round}.", patron=self.patron, round=self.round)

    def line(self, stored: Stored) -> RegisterLine:
        said = {"what": say("wagers past the loss limit"), "player": self.patron, "round": self.round}
        return RegisterLine(said | {"amount_cents": self.returned_cents})


class InvalidFound(TableEvent, tag="InvalidFound"):
    """A patron's wagers were found to be invalid: what went back to them, and what winnings they gave back."""

    register: ClassVar[str] = "incidents"
    alert: ClassVar[str] = "invalid wager"
    round: int
    patron: str
    ground: str
    when: str
    returned_cents: int
    winnings_cents: int
    lost_cents: int
    because: law.Because

    def alert_words(self) -> str:
        return say(
            "{patron}, round {round}: {ground}.", patron=self.patron, round=self.round, ground=translate(self.ground)
        )

    def line(self, stored: Stored) -> RegisterLine:
        what = say("invalid wager found {when}: {ground}", when=translate(self.when), ground=translate(self.ground))
        said = {"what": what, "player": self.patron, "round": self.round}
        return RegisterLine(said | {"amount_cents": self.returned_cents})


class FindInvalid(TableCommand, tag="FindInvalid"):
    """A person of rank finds that a patron's wagers are invalid, in the open round (0) or in an earlier one."""

    takes: ClassVar = CommandNeeds(seen="an alert, the register of incidents")
    forms: ClassVar = (CommandForm("Invalid wager found", "Put on record", group=WAGERS),)
    patron: str
    ground: Annotated[str, FieldPrompt("Ground", among=tuple(GROUNDS))]
    round: Annotated[int, FieldPrompt("Round", "leave empty for the open round")] = 0
    refund: Annotated[bool, FieldPrompt("Give lost stakes back")] = False
    """Whether stakes that were lost before it was found go back as well."""

    def decide(self, world: World, order: Order) -> Decision:
        round = world.table.open_state.round
        rules = round.game.rules
        because = rules.only((GROUNDS[self.ground],)) if self.ground in GROUNDS else ()
        if not because or not (rules.applies(law.INVALID_WAGER) or self.ground == "employee"):
            raise refuse(
                say("No wager is invalid for {ground} in this game.", ground=self.ground), *_invalid(round, because)
            )
        if self.round and self.round != round.number:  # a settled hand stands; only the finding is put on record
            after = _invalid(round, because, law.INVALID_AFTER)
            event = InvalidFound(self.round, self.patron, self.ground, AFTER, 0, 0, 0, after)
            return Decision((event,), reply={"found": AFTER})
        wagers = [wager for wager in round.wagers if wager.patron == self.patron and wager.stake.pieces]
        if not wagers:
            raise refuse("This patron has no wager in this round.", *_invalid(round, because, law.INVALID_AFTER))
        if any(isinstance(need, WagersNeed) for need in round.needs) and not any(hand.cards for hand in round.hands):
            return self._find_before(world, round, _invalid(round, because, law.INVALID_BEFORE))
        return self._find_during(world, order, round, _invalid(round, because, law.INVALID_DURING))

    def _find_before(self, world: World, round: Round, because: law.Because) -> Decision:
        """Found before the hand: the wagers go back."""
        mine = [wager for wager in reversed(round.wagers) if wager.patron == self.patron and wager.live]
        done = Decision(state=world.table.state)
        for wager in mine:
            done = play_next(world, done, TakeBack("wagers", wager.patron, wager.area, wager.spot))
        cents = sum(wager.left.cents for wager in mine)
        return _put_first(done, InvalidFound(round.number, self.patron, self.ground, BEFORE, cents, 0, 0, because))

    def _find_during(self, world: World, order: Order, round: Round, because: law.Because) -> Decision:
        """Found in the course of the hand: what is undecided goes back, what won gives its winnings back, what lost
        stays lost unless the supervisor refunds it (reading P32)."""
        mine = [done for done in round.settlements if done.patron == self.patron]
        ground = powers.EMPLOYEE if GROUNDS[self.ground] is law.EMPLOYEE_POLICY else powers.INVALID
        refund = self.refund or not round.game.rules.reading("invalidLosersStand", otherwise=True)
        act = powers.Void(order.actor.role, ground, order.actor.person, (self.patron,), refund=refund)
        done = play_act(world, act, world.table.shoe)
        told = [event.settlement for event in done.play_events if isinstance(event, events.Settled)]
        theirs = [settled for settled in told if settled.patron == self.patron]
        won = -sum(settled.pays for settled in theirs if settled.result is Result.REVERSED)
        returned = sum(settled.returned.cents for settled in theirs)
        lost = 0 if refund else sum(settled.taken.cents for settled in mine)
        event = InvalidFound(round.number, self.patron, self.ground, DURING, returned, won, lost, because)
        return _put_first(done, event)


class FindPastLimit(TableCommand, tag="FindPastLimit"):
    """A person of rank finds that a patron's wagers in the open round pass their loss limit.

    `unseen_cents` are losses that were not counted, because the patron did not declare chips. The patron is told of
    their duties.
    """

    takes: ClassVar = CommandNeeds(seen="an alert, the register of incidents")
    forms: ClassVar = (CommandForm("Wagers past a loss limit", "Give the excess back", group=WAGERS),)
    patron: str
    unseen_cents: Annotated[int, FieldPrompt("Losses that were not counted", "chips that were not declared")] = 0

    def decide(self, world: World, order: Order) -> Decision:
        """Give back what is past a loss limit, last placed first; the rest is settled as the hand falls."""
        operator = order.actor.operator
        if self.unseen_cents < 0:
            raise refuse("Losses that were not counted cannot be less than $0.", law.COUNTED)
        round = world.table.open_state.round
        if not find_grounds(operators()[operator].patrons, round.game.rules, law.LOSS_LIMIT_PASSED):
            raise refuse("This table has no loss limits.", law.NOT_AN_OPTION)
        made = powers.last_placed_first(round, self.patron, self._excess(world, operator, round))
        if not made:
            raise refuse("This patron's wagers in this round are within their loss limit.", law.EARLIER_ROUNDS_STAND)
        done = play_act(
            world, powers.CutBack(order.actor.role, self.patron, made, order.actor.person), world.table.shoe
        )
        returned = 0
        for told in done.play_events:
            match told:
                case events.WagerTakenBack(patron=self.patron):
                    returned += told.stake.cents
                case events.Settled(settlement) if (
                    settlement.patron == self.patron and settlement.result is Result.RETURNED
                ):
                    returned += settlement.returned.cents
        because = next(event.because for event in done.play_events if isinstance(event, events.ExcessReturned))
        event = ExcessFound(round.number, self.patron, returned, self.unseen_cents, because)
        unseen = count_loss(operator, self.patron, calendar_day(world.now), self.unseen_cents)
        reply = {"returned_cents": returned, "remind": True}
        return add_consequences(done._replace(reply=reply, counts=done.counts + unseen), world.now, event)

    def _excess(self, world: World, operator: str, round: Round) -> int:
        """How much is past the patron's tightest limit."""
        limits = load_patron(world.store, operator, self.patron).loss_limits
        days = Days(world.store).of(world.table, calendar_day(world.now))
        day = max((days[w.id] for w in round.wagers if w.patron == self.patron and w.id in days), default=None)
        over = [0]
        for period, kept in limits.items():
            most = limit_in_force(kept, stamp(world.now))
            if most is not None and day is not None:
                over.append(world.count(loss_counter(operator, self.patron, period, day)) + self.unseen_cents - most)
        return max(over)


def _invalid(round: Round, ground: law.Because, *more: law.Key) -> law.Because:
    rules = round.game.rules
    grounds = (*rules.only((law.INVALID_WAGER, *more)), *ground, *rules.readings("P32"))
    return grounds or (law.NOT_AN_OPTION,)


def _put_first(done: Decision, event: InvalidFound) -> Decision:
    """The decision with the finding before its other events on the log, because the finding is their cause."""
    reply = {"found": event.when, "returned_cents": event.returned_cents, "winnings_cents": event.winnings_cents}
    reply["lost_cents"] = event.lost_cents
    return done._replace(events=(event, *done.events), state=None, reply=reply)
