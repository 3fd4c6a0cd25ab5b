"""The virtual dealer: answers every need of the dealer's from a shuffled shoe.

It makes nobody's decision and closes betting only when asked to deal on, so the caller lets players finish first.
"""

from collections.abc import Callable

from pitboss import law
from pitboss.cards import UNKNOWN, Card, Shoe
from pitboss.play.acts import Act, Call, Cut, CuttingCard, Deal, Shuffle, Turn
from pitboss.play.needs import RACK, CallNeed, CardsNeed, CutNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.round import Round
from pitboss.play.shoes import cut_shoe
from pitboss.play.wager import Refusal, Refused

Shuffler = Callable[[tuple[Card, ...]], Shoe]
"""Shuffles cards into a shoe; where its chance comes from is the caller's matter."""

Dealt = tuple[Act, Shoe | None]

_BY_HAND = Refusal((law.CARDS_FROM_DEVICE,), "These cards were shuffled by hand: key them as they come out.")


def shallow(need: CutNeed) -> int:
    """Put the cutting card as near the end as may be."""
    return need.least


def answer(round: Round, shoe: Shoe | None, shuffle: Shuffler, cut: Callable[[CutNeed], int] = shallow) -> Dealt | None:
    """The dealer's next act and the shoe after it; nothing while the round waits for somebody else.

    Cards that may come out do, without a call that the rules leave to the dealer.
    """
    needs = round.needs
    if needs and type(needs[-1]) is CardsNeed and not round.due:
        return _deal(needs[-1], shoe)
    for need in needs:
        if type(need) in _DEALERS:
            return meet(round, need, shoe, shuffle, cut)
    return None


_DEALERS = frozenset({CallNeed, TurnNeed, ShuffleNeed, CutNeed, CardsNeed})
"""What the dealer sees to."""


def meet(
    round: Round, need: Need, shoe: Shoe | None, shuffle: Shuffler, cut: Callable[[CutNeed], int] = shallow
) -> Dealt | None:
    """What the dealer does about one need, and the shoe after it; nothing where it is somebody else's."""
    kind = type(need)
    if kind is CallNeed:
        return Call(need.id), shoe
    if kind is TurnNeed:
        return Turn(need.id), shoe
    if kind is ShuffleNeed:
        if round.game.copies == 1 and any(UNKNOWN in hand.cards for hand in round.hands):
            raise Refused(_BY_HAND)
        shoe = shuffle(round.off_table())
        return Shuffle(need.id, shoe.commitment, shoe.chosen), shoe
    if isinstance(need, CutNeed):
        return _cut(need, shoe, cut)
    if isinstance(need, CardsNeed):
        return _deal(need, shoe)
    return None


def _deal(need: CardsNeed, shoe: Shoe | None) -> Dealt:
    """Deal as far as the cutting card, the end of the shoe or the need goes; a burned card is not looked at."""
    if shoe is None:
        raise Refused(_BY_HAND)
    slots = need.slots
    cards, left = shoe.draw_in_a_row(len(slots))
    if not cards and shoe.at_cutting_card:
        return CuttingCard(need.id), shoe.past_cutting_card()
    if slots[0].hand == RACK:
        cards = (UNKNOWN,)
    return Deal(need.id, cards), left


def _cut(need: CutNeed, shoe: Shoe | None, cut: Callable[[CutNeed], int]) -> Dealt:
    if shoe is None:
        raise Refused(_BY_HAND)
    at = cut(need)
    return Cut(need.id, need.by, at), cut_shoe(shoe, need.id, at)
