"""The virtual dealer: answers every need of the dealer's from a shuffled shoe.

It makes nobody's decision and closes betting only when asked to deal on, so the caller lets players finish first.
"""

from collections.abc import Callable

from pitboss.cards import UNKNOWN, Card, Shoe
from pitboss.money import EMPTY
from pitboss.play.acts import Act, Call, Cut, CuttingCard, Deal, Shuffle, Turn
from pitboss.play.needs import RACK, CallNeed, CardsNeed, CutNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.round import Round
from pitboss.play.stock import off_table

Shuffler = Callable[[tuple[Card, ...]], Shoe]
"""Shuffles cards into a shoe; where its chance comes from is the caller's matter."""

Dealt = tuple[Act, Shoe | None]

_new = tuple.__new__  # what a named tuple's own constructor comes to, without its call: every act is one


def shallow(need: CutNeed) -> int:
    """Put the cutting card as near the end as may be."""
    return need.least


def answer(
    round: Round, shoe: Shoe | None, shuffle: Shuffler, *, cut: Callable[[CutNeed], int] = shallow
) -> Dealt | None:
    """The dealer's next act and the shoe after it; nothing while the round waits for somebody else.

    Cards that may come out do, without a call that the rules leave to the dealer.
    """
    needs = round.needs
    if needs and type(needs[-1]) is CardsNeed and not round.due:
        assert shoe is not None  # cards are asked for only after the shuffle
        return _deal(needs[-1], shoe)
    for need in needs:
        done = meet(round, need, shoe, shuffle, cut)
        if done is not None:
            return done
    return None


def meet(
    round: Round, need: Need, shoe: Shoe | None, shuffle: Shuffler, cut: Callable[[CutNeed], int] = shallow
) -> Dealt | None:
    """What the dealer does about one need, and the shoe after it; nothing where it is somebody else's."""
    kind = type(need)
    if kind is CallNeed:
        return _new(Call, (need[0],)), shoe
    if kind is TurnNeed:
        return _new(Turn, (need[0], (), EMPTY)), shoe
    if kind is ShuffleNeed:
        shoe = shuffle(off_table(round))
        return _new(Shuffle, (need[0], shoe.commitment, shoe.chosen)), shoe
    if isinstance(need, CutNeed):
        return _cut(need, shoe, cut)
    if isinstance(need, CardsNeed):
        assert shoe is not None  # a card is burned only after the shuffle
        return _deal(need, shoe)
    return None


def _deal(need: CardsNeed, shoe: Shoe) -> Dealt:
    """Deal as far as the cutting card, the end of the shoe or the need goes; a burned card is not looked at."""
    name, slots, _ = need
    in_a_row = shoe.in_a_row
    if not in_a_row and shoe.at_cutting_card:
        return CuttingCard(name), shoe.past_cutting_card()
    count = len(slots)
    cards, shoe = shoe.draw(count if count < in_a_row else in_a_row)
    if slots[0][0] == RACK:
        cards = (UNKNOWN,)
    return _new(Deal, (name, cards)), shoe


def _cut(need: CutNeed, shoe: Shoe | None, cut: Callable[[CutNeed], int]) -> Dealt:
    assert shoe is not None  # only shuffled cards are cut
    at = cut(need)
    marked = shoe.cut(at) if need[0] == "cut" else shoe.marked(at)
    return _new(Cut, (need[0], need.by, at)), marked
