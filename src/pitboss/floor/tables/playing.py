"""Orders that play a round: acts of people, and the virtual dealer's."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from pitboss import law
from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.floor.people.permission import PATRON, check
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, DealOn, Order, TakeAct
from pitboss.floor.service.world import Decision, Handler, World, refuse
from pitboss.floor.tables.collusion import check_turn
from pitboss.floor.tables.deadlines import OUT_OF_TIME, opens_decision
from pitboss.floor.tables.decks import check_ready
from pitboss.floor.tables.events import ActTaken, RoundEnded, TableEvent
from pitboss.floor.tables.notices import follow_ups
from pitboss.floor.tables.shoes import keyed, open_spent
from pitboss.floor.tables.state import OpenState, evolve, fold, open_state
from pitboss.play import Refused, Round, apply, totals
from pitboss.play.acts import Act, CutBack, Decide, DirectShuffle, Lapse, Place, Rule, Sit, TakeBack, Void
from pitboss.play.dealer import answer
from pitboss.play.history import needless
from pitboss.play.needs import CutNeed

_OWN = (Place, TakeBack, Sit, Decide)
"""Acts that a patron does for themselves."""


def take_act(world: World, order: Order) -> Decision:
    """Take an act of somebody at the table."""
    command: TakeAct = order.command
    check(order.actor, "TakeAct")
    state = world.desk.open_state
    round = state.round
    if command.round and command.round != round.number:
        raise refuse(f"Round {command.round} is over; round {round.number} is open now.", law.NEED_CLOSED)
    act = _theirs(command.act, order.actor)
    if isinstance(act, Place) and state.closing:
        raise refuse("This table is closing: no more wagers are taken.", law.CLOSE_ON_NOTICE)
    check_turn(state, act, order.actor)
    no = needless(round, act)
    if no is not None:
        raise Refused(no)
    return followed(played(world, *keyed(act, world.desk.shoe)), world.now)


def _theirs(act: Act, actor: Actor) -> Act:
    """The act as somebody may do it: a patron for themselves and for all to see, a person of rank in their own rank."""
    if isinstance(act, DirectShuffle):
        raise refuse("A shuffle is ordered by somebody of rank, who says why: order the cards shuffled.", law.NOT_YOURS)
    if isinstance(act, Rule | Void | CutBack):
        return act._replace(rank=actor.role, by=actor.person)
    if isinstance(act, Lapse) and act.reason == OUT_OF_TIME:
        raise refuse("Whose time is over is for the clock to say: a player is absent, slow or refuses.", law.NOT_YOURS)
    if actor.role != PATRON:
        if isinstance(act, Place) and act.approved_by:
            return act._replace(approved_by=actor.role)
        return act
    if not isinstance(act, _OWN):
        raise refuse("That is the dealer's to do.", law.NOT_YOURS)
    if act.patron != actor.person:
        raise refuse("A player acts for themselves alone.", law.NOT_YOURS)
    if isinstance(act, Place | Decide) and act.unnoticed:
        raise refuse("What goes unnoticed is for the dealer to find.", law.NOT_YOURS)
    return act._replace(approved_by="") if isinstance(act, Place) else act


def deal_on(world: World, order: Order) -> Decision:
    """Let the virtual dealer answer the next need of the dealer's."""

    def shuffle(cards: tuple[Card, ...]) -> Shoe:
        """Shuffle with chance that nobody can foresee."""
        return Shoe.shuffled(cards, world.seed(seed_bytes(len(cards))))

    def cut(need: CutNeed) -> int:
        """Cut anywhere that the rules allow."""
        return need.least + int.from_bytes(world.seed(8), "big") % (need.most - need.least + 1)

    check(order.actor, "DealOn")
    command: DealOn = order.command
    round = open_round(world)
    if command.round not in (0, round.number) or command.version not in (-1, round.version):
        raise refuse("That has been dealt: the table has gone on meanwhile.", law.NEED_CLOSED)
    if not world.desk.is_committed:
        words = "The secret of this shoe is not the one that was committed to: nothing is dealt from it. "
        raise refuse(words + "Tell the inspector, and order new cards.", law.CARDS_FROM_DEVICE)
    found = answer(round, world.desk.shoe, shuffle, cut=cut)
    if found is None:
        raise refuse("The round waits for a player.", law.NEED_CLOSED)
    act, shoe = found
    if command.need not in ("", act.need):
        raise refuse("That has been dealt: the table has gone on meanwhile.", law.NEED_CLOSED)
    return followed(played(world, act, shoe), world.now)


def open_round(world: World) -> Round:
    """The round that is open at a table."""
    return world.desk.open_state.round


def played(world: World, act: Act, shoe: Shoe | None) -> Decision:
    """Work an act out: the step, what it moves, and the end of the round where it is one."""
    desk, before = world.desk, world.desk.open_state
    check_ready(before, act)
    step = apply(before.round, act)
    until = decide_by(world, before.round, step.round) if shoe is not None else ""
    events: list[TableEvent] = [ActTaken(act, step.round.number, until)]
    state = evolve(before, events[0], step)
    shoes = desk.shoes.after(act, shoe)
    if step.round.is_over:
        events.append(ended(step.round))
        state, shoes, more = open_spent(open_state(evolve(state, events[-1])), shoes)
        events += more
    reply = {"round": step.round.number, "version": step.round.version, "over": step.round.is_over}
    return Decision(
        events=tuple(events),
        state=state,
        entries=desk.journal.entries(step),
        reply=reply,
        shoes=shoes if shoes != desk.shoes else None,
        told=step.events,
    )


def decide_by(world: World, before: Round, round: Round) -> str:
    """By when players are to decide what a step asks them; nothing where it asks nothing, or the table has no time."""
    state = world.desk.open_state
    if not state.decision_seconds or not opens_decision(before, round, state.suspicion.first):
        return ""
    return stamp(world.now + timedelta(seconds=state.decision_seconds))


def played_all(world: World, acts: Sequence[Act]) -> Decision:
    """Work several acts out, one after the other, as one order."""
    done = played(world, acts[0], world.desk.shoe)
    for act in acts[1:]:
        done = then(world, done, act)
    return done


def then(world: World, done: Decision, act: Act) -> Decision:
    """One act more, after what has been worked out."""
    desk = world.desk
    shoes = done.shoes or desk.shoes
    more = played(world._replace(desk=replace(desk, state=open_state(done.state), given=shoes)), act, shoes.live)
    return more._replace(
        events=done.events + more.events,
        entries=done.entries + more.entries,
        told=done.told + more.told,
        shoes=more.shoes or done.shoes,
    )


def followed(done: Decision, now: datetime, *more: TableEvent) -> Decision:
    """What an order comes to with more that happened besides, and with all that follows from it."""
    state = fold(more, done.state)
    after = follow_ups(state, now) if isinstance(state, OpenState) else []
    if not more and not after:
        return done
    return done._replace(events=(*done.events, *more, *after), state=fold(after, state))


def ended(round: Round) -> RoundEnded:
    """The end of a round, with what it decided."""
    return RoundEnded(round.number, round.settlements, round.claims, totals(round))


HANDLERS: dict[type, Handler] = {TakeAct: take_act, DealOn: deal_on}
