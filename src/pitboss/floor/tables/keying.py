"""Cards of a real shoe: read by a device, card by card, and taken back by the dealer who keyed them.

A shoe or a camera that reads cards says what came out and how many cards were out before, so that a card that was lost
or read twice is noticed. What was keyed or read last can be taken back by the dealer alone while no person has acted on
it: the round is folded again without it, and the register of corrections has it. Wagers that the first card closed stay
closed, for the players have seen cards.
"""

from typing import ClassVar

from pitboss import law
from pitboss.cards import Card, show
from pitboss.floor.service.commands import Decision, Order, TableCommand, Takes, World, refuse
from pitboss.floor.tables import corrections, playing
from pitboss.floor.tables.state import OpenState, RoundCorrected, fold
from pitboss.messages import message, say
from pitboss.play import Act, Call, CallNeed, CardsNeed, Deal, Round, Turn, WagersNeed, apply
from pitboss.play import fold as fold_acts
from pitboss.play.acts import CuttingCard

TAKEN_BACK = message("taken back by the dealer")
"""What the register says of it: no second person approved."""
KEYED = (Deal, Turn, CuttingCard)
"""What a dealer keys of the cards."""


class ReadCards(TableCommand, tag="ReadCards"):
    """Cards that a device read as they came out of a real shoe: they go to the next places that the round has for
    them."""

    takes: ClassVar = Takes(post="dealer", seen="the round, its record, the pit")
    forms: ClassVar = ()
    cards: tuple[Card, ...]
    out: int
    """How many cards were out before them since the last shuffle, as the device counts."""

    def decide(self, world: World, order: Order) -> Decision:
        round = world.table.open_state.round
        if self.out != round.out:
            words = say(
                "The reader counted {read} cards out before this one, the table {out}: key the cards by hand until the "
                "next shuffle, or take back what was read.",
                read=self.out,
                out=round.out,
            )
            raise refuse(words, law.CARDS_FROM_DEVICE)
        need = next((need for need in round.needs if isinstance(need, CardsNeed)), None)
        if need is None:
            words = say(
                "No card is awaited now: {cards} came out of turn. State the irregularity.", cards=len(self.cards)
            )
            raise refuse(words, law.CARDS_FROM_DEVICE)
        act, shoe = playing.key_act(Deal(need.id, self.cards), world.table.shoe)
        return playing.add_consequences(playing.play_act(world, act, shoe), world.now)


class TakeBackKeyed(TableCommand, tag="TakeBackKeyed"):
    """Take back the cards that were keyed or read last, while no person has acted on them."""

    takes: ClassVar = Takes(post="dealer", seen="the register of corrections, the round's record")
    forms: ClassVar = ()
    round: int
    acts: int
    """How many acts the round had when its giver looked: what came after is not taken back for them."""

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        if (self.round, self.acts) != (state.round.number, len(state.acts)):
            raise refuse("The table has changed since you saw it. Check it, then try again.", law.NEED_CLOSED)
        if (last := last_keyed(state)) is None or world.table.shoe is not None:
            words = "The last step keyed no card that can be taken back. Ask a supervisor for a correction."
            raise refuse(words, law.NEED_CLOSED)
        acts = without_last(state)
        count = len(last.cards) if isinstance(last, Deal | Turn) else 0
        event = RoundCorrected(state.round.number, acts, TAKEN_BACK, "")
        entries = corrections.difference(world.table.bookkeeper, state.opening, state.acts, acts)
        reply = {"round": state.round.number, "cards": count}
        return playing.add_consequences(Decision((event,), fold((event,), state), entries, reply=reply), world.now)


def last_keyed(state: OpenState) -> Deal | Turn | CuttingCard | None:
    """The last cards that the dealer keyed; none where a person has acted since."""
    last = state.acts[-1] if state.acts else None
    return last if isinstance(last, KEYED) and state.matter is None else None


def shown_cards(act: Act) -> str:
    """The cards that an act names, to be keyed again."""
    return show(act.cards) if isinstance(act, Deal | Turn) else ""


def without_last(state: OpenState) -> tuple[Act, ...]:
    """The acts of the open round without the last; where that closed the wagers, with the call that closes them."""
    acts = state.acts[:-1]
    before = fold_acts(state.opening, acts)
    if not _takes_wagers(before) or _takes_wagers(state.round):
        return acts
    for need in before.needs:
        if isinstance(need, CallNeed) and not _takes_wagers(apply(before, Call(need.id)).round):
            return (*acts, Call(need.id))
    words = "These cards closed the wagers, so they cannot be taken back. Ask a supervisor for a correction."
    raise refuse(words, law.NEED_CLOSED)


def _takes_wagers(round: Round) -> bool:
    return any(isinstance(need, WagersNeed) for need in round.needs)
