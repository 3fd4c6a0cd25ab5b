"""Play at a table: acts of people, the virtual dealer's and its shoe, and decisions that lapse (Pontoon 17.10; Star
Caribbean Stud 14.14, Mississippi Stud 11.11; Crown 13.7): the clock does for a player who lets the time pass what the
rules say, once, and the log shows that it was the clock."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Annotated, ClassVar

from pitboss import law
from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service import CommandForm, FieldPrompt, commands, stamp
from pitboss.floor.service.forms import ORDERS
from pitboss.floor.tables import collusion, irregularity_state, limits_sign
from pitboss.floor.tables import state as tables
from pitboss.floor.tables.players import LEAST_SECONDS, MOST_SECONDS, OUT_OF_TIME, find_lapsed, opens_decision
from pitboss.messages import message, say, translate
from pitboss.play import Refused, Round, apply, dealer, irregularity, needs, powers, totals
from pitboss.play.acts import (
    UNCOUNTED,
    Act,
    Announce,
    Cut,
    CuttingCard,
    Deal,
    Decide,
    Lapse,
    Place,
    Shuffle,
    Sit,
    SitOut,
    TakeBack,
)
from pitboss.play.table import refuse_needless


def key_act(act: Act, shoe: Shoe | None) -> tuple[Act, Shoe | None]:
    """An act that a person keyed, and the shoe after it. A shuffle by hand ends the virtual shoe: nothing is committed
    to. While the virtual shoe deals, no card comes from elsewhere."""
    match act:
        case Shuffle(need):
            return Shuffle(need), None
        case Cut(need, _, at) if shoe is not None:
            if at == UNCOUNTED:
                words = "Enter how many cards deep the virtual shoe is cut."
                raise commands.refuse(words, law.CARDS_FROM_DEVICE)
            try:
                return act, dealer.cut_shoe(shoe, need, at)
            except ValueError:
                return act, shoe  # the rules refuse it, and say why
        case Deal() | CuttingCard() if shoe is not None:
            raise commands.refuse(
                "The virtual shoe deals at this table. Use its button to deal.", law.CARDS_FROM_DEVICE
            )
        case _:
            return act, shoe


def open_shuffles(shoes: tuple[Shoe, ...]) -> list[tables.TableEvent]:
    """Shuffles opened, for any reader to check against their commitments."""
    opened = [(shoe.commitment, shoe.open()) for shoe in shoes]
    return [tables.ShoeOpened(made, bytes(o.cards).hex(), o.seed.hex(), o.cut) for made, o in opened]


def open_spent(
    state: tables.OpenState, shoes: dealer.Shoes
) -> tuple[tables.TableState, dealer.Shoes, list[tables.TableEvent]]:
    """Open what is spent when a round is over: the state after it, the shoes that stay, and the events."""
    left, spent = shoes.end_round(state.table)
    events = open_shuffles(spent)
    return tables.fold(events, state), left, events


_OWN = (Place, TakeBack, Sit, SitOut, Decide)
"""Acts that a patron does for themselves."""


_FIRST: dict[law.Key, str] = {
    law.DECKS_INSPECTED: message("inspect the decks"),
    law.HAND_SHUFFLE_FIRST: message("shuffle them by hand for the device"),
}
"""The words of what must be done with cards before they are used."""


class TakeAct(commands.TableCommand, tag="TakeAct"):
    """Take an act in the open round: a patron for themselves, the dealer for any player at the table."""

    takes: ClassVar = commands.CommandNeeds(roles=("patron",), post="dealer", seen="the round, its record, the pit")
    forms: ClassVar = ()
    act: Act
    round: int = 0
    """The number of the round; 0 for the open one."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        round = state.round
        if self.round and self.round != round.number:
            words = say("Round {number} is over. Round {now} is open now.", number=self.round, now=round.number)
            raise commands.refuse(words, law.NEED_CLOSED)
        act = _sign_act(self.act, order.actor)
        if isinstance(act, Place) and state.closing:
            raise commands.refuse("This table is closing. It takes no more wagers.", law.CLOSE_ON_NOTICE)
        collusion.check_turn(state, act, order.actor)
        no = refuse_needless(round, act)
        if no is not None:
            raise Refused(no)
        return add_consequences(play_act(world, *key_act(act, world.table.shoe)), world.now)


def _sign_act(act: Act, actor: commands.Actor) -> Act:
    """The act as its giver may take it: a patron only for themselves, a person of rank in their own rank."""
    if isinstance(act, powers.DirectShuffle):
        raise commands.refuse("Only a person of rank can order a shuffle, with a reason.", law.NOT_YOURS)
    if isinstance(act, Announce):
        raise commands.refuse(
            "The director of the tournament announces an undisclosed wager from its form.", law.UNDISCLOSED_FORM
        )
    if isinstance(act, irregularity.Irregularity):
        raise commands.refuse("State the irregularity first; the ruling follows.", law.NOT_YOURS)
    if isinstance(act, powers.Void | powers.CutBack):
        return act._replace(rank=actor.role, by=actor.person)
    if isinstance(act, Lapse) and act.reason == OUT_OF_TIME:
        raise commands.refuse(
            "Only the clock can time a player out. Choose absent, too slow or refuses.", law.NOT_YOURS
        )
    if actor.role != PATRON:
        if isinstance(act, Place) and act.approved_by:
            return act._replace(approved_by=actor.role)
        return act
    if not isinstance(act, _OWN):
        raise commands.refuse("Only the dealer can take this step.", law.NOT_YOURS)
    if act.patron != actor.person:
        raise commands.refuse("You can act only for yourself.", law.NOT_YOURS)
    if isinstance(act, Place | Decide) and act.unnoticed:
        raise commands.refuse("Only the dealer can report an act that went unnoticed.", law.NOT_YOURS)
    return act._replace(approved_by="") if isinstance(act, Place) else act


class DealOn(commands.TableCommand, tag="DealOn"):
    """Let the virtual dealer take the next step; if the order names a step, only that one."""

    takes: ClassVar = commands.CommandNeeds(post="dealer", seen="the round, its record, the pit")
    forms: ClassVar = ()
    round: int = 0
    """The round that its giver saw; 0 for the open one."""
    need: str = ""
    """The need to answer; empty for the next one."""
    version: int = -1
    """The version of the round that its giver saw: a need may come back under the same name."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        def shuffle(cards: tuple[Card, ...]) -> Shoe:
            """Shuffle with unpredictable chance."""
            return Shoe.shuffle(cards, world.seed(seed_bytes(len(cards))))

        def cut(need: needs.CutNeed) -> int:
            """Cut anywhere that the rules allow."""
            return need.least + int.from_bytes(world.seed(8), "big") % (need.most - need.least + 1)

        round = world.table.open_state.round
        if self.round not in (0, round.number) or self.version not in (-1, round.version):
            raise commands.refuse("The table has changed since you saw it. Check it, then deal.", law.NEED_CLOSED)
        if not world.table.is_committed:
            words = "The secret of this shoe does not match its commitment. Tell the inspector, and order new cards."
            raise commands.refuse(words, law.CARDS_FROM_DEVICE)
        found = dealer.answer(round, world.table.shoe, shuffle, cut=cut)
        if found is None:
            raise commands.refuse("The round waits for a player's decision.", law.NEED_CLOSED)
        act, shoe = found
        if self.need not in ("", act.need):
            raise commands.refuse("The table has changed since you saw it. Check it, then deal.", law.NEED_CLOSED)
        return add_consequences(play_act(world, act, shoe), world.now)


def play_act(world: commands.World, act: Act, shoe: Shoe | None) -> commands.Decision:
    """Decide an act: the step, its ledger entries, and the end of the round if the act ends it."""
    floor_table, before, had = world.table, world.table.open_state, world.table.shoes
    check_ready(before, act)
    step = apply(before.round, act)
    until = find_deadline(before, step.round, world.now) if shoe is not None else ""
    events: list[tables.TableEvent] = [tables.ActTaken(act, step.round.number, until)]
    state = tables.evolve(before, events[0], step)
    shoes = had.note_act(act, shoe)
    if step.round.is_over:
        events.append(end_round(step.round))
        state, shoes, more = open_spent(tables.open_state(tables.evolve(state, events[-1])), shoes)
        events += more
    reply = {"round": step.round.number, "version": step.round.version, "over": step.round.is_over}
    return commands.Decision(
        events=tuple(events),
        state=state,
        entries=floor_table.bookkeeper.entries(step),
        reply=reply,
        shoes=shoes if shoes != had else None,
        play_events=step.events,
    )


def check_ready(state: tables.OpenState, act: Act) -> None:
    """Refuse to play on while a matter waits, and to use cards before the steps that the document requires are done."""
    if state.matter is not None or state.duties or state.jackpot_fault is not None:
        irregularity_state.check_held(state, act)
    if not state.decks.awaits or not isinstance(act, Shuffle | Deal):
        return
    awaits = state.decks.awaits
    first = say(" and ").join(translate(words) for key, words in _FIRST.items() if key in awaits)
    raise commands.refuse(say("Before you use the cards, {first}.", first=first), *awaits)


def find_deadline(state: tables.OpenState, round: Round, now: datetime, before: Round | None = None) -> str:
    """The time by which players must decide what a step asks; nothing where it asks nothing or no time is set."""
    before = before if before is not None else state.round
    if not state.decision_seconds or not opens_decision(before, round, state.suspicion.first):
        return ""
    return stamp(now + timedelta(seconds=state.decision_seconds))


def play_acts(world: commands.World, acts: Sequence[Act]) -> commands.Decision:
    """Decide several acts, one after the other, as one order."""
    done = play_act(world, acts[0], world.table.shoe)
    for act in acts[1:]:
        done = play_next(world, done, act)
    return done


def play_next(world: commands.World, done: commands.Decision, act: Act) -> commands.Decision:
    """Add one act to a decision."""
    floor_table = world.table
    shoes = done.shoes or floor_table.shoes
    more = play_act(
        world._replace(table=replace(floor_table, state=tables.open_state(done.state), given=shoes)), act, shoes.live
    )
    return more._replace(
        events=done.events + more.events,
        entries=done.entries + more.entries,
        play_events=done.play_events + more.play_events,
        shoes=more.shoes or done.shoes,
    )


def add_consequences(done: commands.Decision, now: datetime, *more: tables.TableEvent) -> commands.Decision:
    """A decision with further events, and with everything that follows from them."""
    state = tables.fold(more, done.state)
    after: list[tables.TableEvent] = []
    if isinstance(state, tables.OpenState):
        if state.matter is not None and not irregularity_state.still_fits(state.round, state.matter):
            after.append(irregularity_state.close_stale(state.round, state.matter))
        if state.markers or state.notices:
            after += limits_sign.follow_ups(state, now)
    if not more and not after:
        return done
    return done._replace(events=(*done.events, *more, *after), state=tables.fold(after, state))


def end_round(round: Round) -> tables.TableRoundEnded:
    """The events of the end of a round."""
    return tables.TableRoundEnded(round.number, round.settlements, round.claims, totals(round))


class DecisionTimeSet(tables.TableEvent, tag="DecisionTimeSet"):
    """Players have so many seconds for a decision from now on; 0 lets nothing lapse by itself."""

    seconds: int
    reason: str

    def change_open(self, state: tables.OpenState) -> tables.OpenState:
        return state._replace(decision_seconds=self.seconds, deadlines=state.deadlines if self.seconds else {})


class SetDecisionTime(commands.TableCommand, tag="SetDecisionTime"):
    """Give the players of a table so many seconds for a decision; 0 lets nothing lapse by itself."""

    forms: ClassVar = (CommandForm("Time for a decision", "Set", group=ORDERS),)
    seconds: Annotated[int, FieldPrompt("Seconds", "in seconds; 0 for no time limit")]
    reason: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Set how long decisions may take, from the next one on; without a time, those that run are let go."""
        if self.seconds and not LEAST_SECONDS <= self.seconds <= MOST_SECONDS:
            raise commands.refuse(
                say("Enter {least} to {most} seconds, or 0 for no time limit.", least=LEAST_SECONDS, most=MOST_SECONDS),
                law.TERMS,
            )
        commands.check_said(
            self.reason, "Enter why this is a reasonable time: the reason goes into the log.", law.TERMS
        )
        return commands.note_when_open(world, DecisionTimeSet(self.seconds, self.reason), seconds=self.seconds)


class LapseDecisions(commands.TimedCommand, tag="LapseDecisions"):
    """Do for the players whose time is over what the rules say; the clock's own command."""

    takes: ClassVar = commands.CommandNeeds(roles=("system",))
    forms: ClassVar = ()
    round: int

    @classmethod
    def find_due(cls, table: str, state: tables.TableState, now: datetime) -> "LapseDecisions | None":
        if (
            not isinstance(state, tables.OpenState)
            or state.matter
            or (state.jackpot_fault is not None and not state.jackpot_fault.is_approved)
            or not find_lapsed(state.deadlines, stamp(now))
        ):
            return None
        return cls(table, state.round.number)

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        round = state.round
        over = find_lapsed(state.deadlines, stamp(world.now)) if self.round == round.number else ()
        if not over:
            raise commands.refuse("No decision is out of time.", law.NEED_CLOSED)
        done = play_act(world, Lapse(over[0], OUT_OF_TIME), world.table.shoe)
        for need in over[1:]:
            if need in tables.open_state(done.state).deadlines:  # what the first one did may have closed the others
                done = play_next(world, done, Lapse(need, OUT_OF_TIME))
        return add_consequences(done, world.now)
