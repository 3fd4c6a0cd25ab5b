"""The virtual dealer, and the shoes it deals from: the live one, those that others replaced, what came out of each.

A shuffle is committed to when it is made. It is opened once nothing of its order is to be dealt any more and none of
its cards lies on the table: one that another replaces in the middle of a round waits for the end of it.

The virtual dealer answers every need of the dealer's from a shuffled shoe. It makes no player's decision and closes
betting only when asked to deal on, so the caller lets players finish first.
"""

from collections.abc import Callable, Sequence

from pitboss import law
from pitboss.cards import UNKNOWN, Card, Shoe
from pitboss.play.acts import Act, Call, Cut, CuttingCard, Deal, Shuffle, Turn
from pitboss.play.irregularity import LAY_UNDER, Irregularity
from pitboss.play.needs import RACK, CallNeed, CardsNeed, CutNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.round import UNDER_SHOE, Round
from pitboss.play.table import Table
from pitboss.play.wager import Refusal, Refused
from pitboss.value import Value, replace

CUT = "cut"
"""The need at which a cut parts the stack; at any other it marks where the stack ends."""


class Shoes(Value):
    """The shoe that a table is dealt from, if it has a virtual one, and the shuffles of the open round that are spent:
    they are opened at its end."""

    live: Shoe | None = None
    spent: tuple[Shoe, ...] = ()

    @property
    def every(self) -> tuple[Shoe, ...]:
        """All of them, the live one last."""
        return self.spent if self.live is None else (*self.spent, self.live)

    def note_act(self, act: Act, live: Shoe | None) -> "Shoes":
        """The shoes once an act is done that leaves this one live: a shuffle replaces the one before it."""
        if live is self.live:
            return self
        is_replaced = isinstance(act, Shuffle) and self.live is not None
        return Shoes(live, self.every if is_replaced else self.spent)

    def end_round(self, table: Table) -> tuple["Shoes", tuple[Shoe, ...]]:
        """The shoes that stay when a round is over and the shuffles to open: the last one too where no card of it is
        out any more, for the next round begins with another."""
        return (
            (Shoes(self.live), self.spent)
            if table.shoe_state.out and not table.shoe_state.due
            else (Shoes(), self.every)
        )


NO_SHOES = Shoes()


class KnownShuffle(Value):
    """A shuffle as the acts of a table tell of it: where it was cut and marked, and how much of it is out. With its
    secret it gives the shoe, so that every process which knows the log deals the same next card."""

    commitment: str
    cut_at: int = 0
    behind: int = 0
    """How many cards lie behind the cutting card; 0 where none is in the shoe any more."""
    drawn: int = 0
    under: int = -1
    """The place in the order of the card that lies under the shoe; -1 where none does."""

    def shoe(self, secret: Shoe) -> Shoe:
        """The shoe as it is now, out of the shuffle as it was made."""
        stop = len(secret.cards) - self.behind if self.behind else 0
        return replace(secret, cut_at=self.cut_at, drawn=self.drawn, stop=stop, under=self.under)


class Shuffles(Value):
    """The shuffles of a table that are not opened yet, folded from its acts: the live one, and those that others
    replaced in the open round."""

    live: KnownShuffle | None = None
    spent: tuple[KnownShuffle, ...] = ()

    @property
    def every(self) -> tuple[KnownShuffle, ...]:
        """All of them, the live one last."""
        return self.spent if self.live is None else (*self.spent, self.live)

    def note_act(self, act: Act, drawn: int | None = None) -> "Shuffles":
        """The shuffles after an act. A shuffle by hand commits to nothing, and ends the one before it; a remedy drew so
        many of the cards that it names, all of them if that is not said."""
        live = self.live
        if isinstance(act, Shuffle):
            return Shuffles(KnownShuffle(act.commitment) if act.commitment else None, self.every)
        if live is None:
            return self
        if isinstance(act, Deal):
            if act.need == UNDER_SHOE and live.under >= 0:
                return Shuffles(replace(live, under=-1), self.spent)
            return Shuffles(replace(live, drawn=live.drawn + len(act.cards)), self.spent)
        if isinstance(act, Irregularity) and act.extra:
            under = live.drawn if act.remedy == LAY_UNDER else live.under
            count = len(act.extra) if drawn is None else drawn
            return Shuffles(replace(live, drawn=live.drawn + count, under=under), self.spent)
        if isinstance(act, Cut):
            return Shuffles(replace(live, **{"cut_at" if act.need == CUT else "behind": act.at}), self.spent)
        if isinstance(act, CuttingCard):
            return Shuffles(replace(live, behind=0), self.spent)
        return self

    def without(self, commitment: str) -> "Shuffles":
        """The shuffles once one of them is opened."""
        live = self.live if self.live is not None and self.live.commitment != commitment else None
        return Shuffles(live, tuple(each for each in self.spent if each.commitment != commitment))


NO_SHUFFLES = Shuffles()


def count_drawn(act: Act, before: Round, after: Round) -> int:
    """How many cards a remedy took out of the shoe: those that came out besides, but for one that was laid back to come
    out next."""
    if type(act) is not Irregularity:
        return 0
    moved = len(act.extra) if act.remedy == LAY_UNDER else after.out - before.out
    return moved if moved >= 0 else len(act.extra)  # where the last card came out, they are shuffled and counted anew


def cut_shoe(shoe: Shoe, need: str, at: int) -> Shoe:
    """A shoe with the cutting card put in, so many cards deep: to cut it, or to mark where it is to end."""
    return shoe.cut(at) if need == CUT else shoe.insert_cutting_card(at)


def keeps_to(shoe: Shoe | None, commitment: str, dealt: Sequence[Card]) -> bool:
    """Say whether a shoe is the one that was committed to and has dealt what was dealt; none, where none was."""
    if shoe is None or not commitment:
        return shoe is None and not commitment
    return shoe.drawn == len(dealt) and shoe.open().check(commitment, dealt)


class DealtCards:
    """The cards that came out of each shuffle that is not opened yet, as the acts of a table tell it."""

    def __init__(self) -> None:
        self._dealt: dict[str, list[Card]] = {}
        self._under = -1
        self.last = ""
        """The commitment to the last shuffle; nothing where it was made by hand, or is opened."""

    def see(self, act: Act, drawn: int | None = None) -> None:
        """See one more act: a shuffle by hand commits to nothing; a remedy drew so many of the cards it names."""
        if isinstance(act, Shuffle):
            self.last, self._under = act.commitment, -1
            self._dealt[act.commitment] = []
        elif isinstance(act, Deal) and self.last:
            dealt = self._dealt[self.last]
            if act.need == UNDER_SHOE and self._under >= 0:  # it came out before
                dealt[self._under], self._under = act.cards[0], -1
            else:
                dealt += act.cards
        elif isinstance(act, Irregularity) and self.last:
            if act.remedy == LAY_UNDER:
                self._under = len(self._dealt[self.last])
            self._dealt[self.last] += act.extra if drawn is None else act.extra[:drawn]

    def of(self, commitment: str) -> tuple[Card, ...]:
        """The cards that came out of a shuffle."""
        return tuple(self._dealt.get(commitment, ()))

    def open(self, commitment: str) -> tuple[Card, ...] | None:
        """The cards that came out of a shuffle that is opened now; nothing if there is no such shuffle."""
        if commitment not in self._dealt:
            return None
        if commitment == self.last:
            self.last = ""
        return tuple(self._dealt.pop(commitment))


# The virtual dealer.

Shuffler = Callable[[tuple[Card, ...]], Shoe]
"""Shuffles cards into a shoe; where its chance comes from is the caller's matter."""

Dealt = tuple[Act, Shoe | None]

_BY_HAND = Refusal((law.CARDS_FROM_DEVICE,), "These cards were shuffled by hand: key them as they come out.")


def draw_extra(act: Irregularity, shoe: Shoe) -> tuple[Irregularity, Shoe]:
    """A report of cards that came out besides, with the cards that the shoe has for it, and the shoe after it."""
    count = len(act.extra)
    if not count or count > shoe.left:
        return act, shoe
    cards, left = shoe.draw(count)
    named = tuple(UNKNOWN if said == UNKNOWN else came for said, came in zip(act.extra, cards, strict=True))
    return replace(act, extra=named), shoe.lay_under() if act.remedy == LAY_UNDER else left


def cut_shallow(need: CutNeed) -> int:
    """Put the cutting card as near the end as may be."""
    return need.least


def answer(
    round: Round, shoe: Shoe | None, shuffle: Shuffler, cut: Callable[[CutNeed], int] = cut_shallow
) -> Dealt | None:
    """The dealer's next act and the shoe after it; nothing while the round waits for another person.

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
    round: Round, need: Need, shoe: Shoe | None, shuffle: Shuffler, cut: Callable[[CutNeed], int] = cut_shallow
) -> Dealt | None:
    """What the dealer does about one need, and the shoe after it; nothing where it is another person's."""
    kind = type(need)
    if kind is CallNeed:
        return Call(need.id), shoe
    if kind is TurnNeed:
        return Turn(need.id), shoe
    if kind is ShuffleNeed:
        if round.game.copies == 1 and any(UNKNOWN in hand.cards for hand in round.hands):
            raise Refused(_BY_HAND)
        shoe = shuffle(round.cards_off_table())
        return Shuffle(need.id, shoe.commitment, shoe.chosen), shoe
    if isinstance(need, CutNeed):
        if shoe is None:
            raise Refused(_BY_HAND)
        at = cut(need)
        return Cut(need.id, need.by, at), cut_shoe(shoe, need.id, at)
    if isinstance(need, CardsNeed):
        return _deal(need, shoe)
    return None


def _deal(need: CardsNeed, shoe: Shoe | None) -> Dealt:
    """Deal as far as the cutting card, the end of the shoe or the need goes; a burned card is not looked at."""
    if shoe is None:
        raise Refused(_BY_HAND)
    slots = need.slots
    if need.kind == UNDER_SHOE and shoe.under >= 0:
        cards, left = shoe.take_under()
        return Deal(need.id, cards), left
    cards, left = shoe.draw_in_a_row(len(slots))
    if not cards and shoe.is_at_cutting_card:
        return CuttingCard(need.id), shoe.remove_cutting_card()
    if slots[0].hand == RACK:
        cards = (UNKNOWN,)
    return Deal(need.id, cards), left
