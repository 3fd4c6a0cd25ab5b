"""Orders that play a round: acts of people, and the virtual dealer's."""

from pitboss import law
from pitboss.cards import Card, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.floor.commands import DealOn, Order, TakeAct
from pitboss.floor.desk import Context, Prepared, refuse
from pitboss.floor.tables.events import ActTaken, RoundEnded, ShoeOpened, TableEvent
from pitboss.floor.tables.state import TableState, evolve
from pitboss.play import Round, Step, apply, totals
from pitboss.play.acts import Act, Decide, Place, Sit, TakeBack
from pitboss.play.dealer import answer
from pitboss.play.needs import CutNeed

_OWN = (Place, TakeBack, Sit, Decide)
"""Acts that a patron does for themselves."""


def take_act(context: Context, order: Order) -> Prepared:
    """Take an act of somebody at the table."""
    command: TakeAct = order.command
    round = open_round(context)
    if command.round and command.round != round.number:
        raise refuse(f"Round {command.round} is over; round {round.number} is open now.", law.NEED_CLOSED)
    act = command.act
    if order.actor.role == "patron":
        if not isinstance(act, _OWN):
            raise refuse("That is the dealer's to do.", law.NOT_YOURS)
        if act.patron != order.actor.person:
            raise refuse("A player acts for themselves alone.", law.NOT_YOURS)
    return played(context, act, context.desk.shoe)


def deal_on(context: Context, order: Order) -> Prepared:
    """Let the virtual dealer answer the next need of the dealer's."""

    def shuffle(cards: tuple[Card, ...]) -> Shoe:
        return Shoe.shuffled(cards, context.seed(seed_bytes(len(cards))))

    def cut(need: CutNeed) -> int:
        return need.least + int.from_bytes(context.seed(8), "big") % (need.most - need.least + 1)

    if order.actor.role in ("patron", "inspector"):
        raise refuse("The dealer deals.", law.NOT_YOURS)
    found = answer(open_round(context), context.desk.shoe, shuffle, cut=cut)
    if found is None:
        raise refuse("The round waits for a player.", law.NEED_CLOSED)
    act, shoe = found
    return played(context, act, shoe)


def open_round(context: Context) -> Round:
    """The round that is open at a table."""
    state = context.desk.state
    if not state.is_open or state.round is None:
        raise refuse("This table is not open.", law.NEED_CLOSED)
    return state.round


def played(context: Context, act: Act, shoe: Shoe | None) -> Prepared:
    """Work an act out: the step, what it moves, and the end of the round where it is one."""
    desk = context.desk
    assert desk.state.round is not None
    step = apply(desk.state.round, act)
    events: list[TableEvent] = [ActTaken(act, step.round.number)]
    state = evolve(desk.state, events[0], step)
    if step.round.is_over:
        events.append(_ended(step))
        state = evolve(state, events[-1])
        if (opening := _spent(state, desk.shoe, shoe)) is not None:
            events.append(opening)
            state = evolve(state, opening)
    reply = {"round": step.round.number, "version": step.round.version, "over": step.round.is_over}
    return Prepared(
        events=tuple(events),
        state=state,
        entries=desk.journal.entries(step),
        reply=reply,
        shoe=shoe,
        has_new_shoe=shoe is not desk.shoe,
        told=step.events,
    )


def _ended(step: Step) -> RoundEnded:
    round = step.round
    return RoundEnded(round.number, round.settlements, round.claims, totals(round))


def _spent(state: TableState, before: Shoe | None, shoe: Shoe | None) -> ShoeOpened | None:
    """Open a shuffle once nothing of its order is to be dealt any more: the next round begins with another."""
    if shoe is None or state.table is None or state.table.stock.out or before is None:
        return None
    opening = shoe.open()
    return ShoeOpened(shoe.commitment, bytes(opening.cards).hex(), opening.seed.hex(), opening.cut)


HANDLERS = {TakeAct: take_act, DealOn: deal_on}
