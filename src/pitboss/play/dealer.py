"""The virtual dealer: answers every need of the dealer's from a shuffled shoe.

It makes nobody's decision and closes betting only when asked to deal on, so the caller lets players finish first.
"""

from pitboss.cards import Shoe
from pitboss.play.acts import Act, Call, Cut, Deal, Shuffle, Turn
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, ShuffleNeed, TurnNeed
from pitboss.play.round import Round


def answer(round: Round, shoe: Shoe, *, cut_at: int = 1) -> tuple[Act, Shoe] | None:
    """The dealer's next act and the shoe after it; nothing while the round waits for somebody else."""
    for need in round.needs:
        kind = type(need)
        if kind is CardsNeed:
            cards, shoe = shoe.draw(len(need.slots))  # type: ignore[union-attr]
            return Deal(need[0], cards), shoe
        if kind is ShuffleNeed:
            return Shuffle(need[0], shoe.commitment, shoe.chosen), shoe
        if kind is CutNeed:
            return Cut(need[0], "dealer", cut_at), shoe.cut(cut_at)
        if kind is TurnNeed:
            return Turn(need[0]), shoe
        if kind is CallNeed:
            return Call(need[0]), shoe
    return None
