"""Cards that a record leaves open: a rank without its suit, and an unseen card where one must be named. A card
is chosen for each as it comes up."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pitboss.cards import UNKNOWN, Card
from pitboss.cards.card import NAMES, RANKS, parse_card
from pitboss.law import Ground
from pitboss.play import Round
from pitboss.play.acts import Deal, Turn
from pitboss.play.needs import RACK, CardsNeed, TurnNeed
from pitboss.play.round import Game
from pitboss.value import Value


class RankAlone(Card):
    """A card of which the record has the rank alone. Its number is past those of the cards."""

    def __new__(cls, rank: int) -> "RankAlone":
        return super().__new__(cls, len(NAMES) + rank)

    @property
    def rank(self) -> int:
        """0 for a two up to 12 for an ace."""
        return self - len(NAMES)

    def __str__(self) -> str:
        return RANKS[self.rank]

    __repr__ = __str__


def parse_written(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas; a rank may stand alone."""
    ranks = {"10": "T"} | {rank: rank for rank in RANKS}
    return tuple(
        RankAlone(RANKS.index(ranks[word.upper()])) if word.upper() in ranks else parse_card(word)
        for word in text.replace(",", " ").split()
    )


# Choosing cards.


class Filled(Value):
    """A card that was chosen for a blank: of which hand, and where it stands in which of the acts."""

    blank: Card
    card: Card
    hand: int
    area: int
    act: int
    place: int
    line: int
    is_live: bool
    """Whether a wager was left to settle when it came."""


class NoCardError(Exception):
    """A blank for which the deck has no card left."""

    def __init__(self, words: str, hand: int, area: int) -> None:
        super().__init__(words)
        self.hand, self.area = hand, area


class Blanks:
    """Chooses cards for the blanks of one playing of a record, as they come up; `plan` has some for the first ones."""

    def __init__(
        self, game: Game, written: Iterable[Card], plan: Sequence[Card] = (), *, names_unseen: bool = False
    ) -> None:
        self._plan = plan
        self.names_unseen = names_unseen
        """Whether an unseen card is chosen, too, where it is to be named."""
        self.filled: list[Filled] = []
        self.grounds: dict[tuple[int, int], set[Ground]] = {}
        """What every choice of cards has among the grounds of each settlement, by the wager and which of its
        settlements it is."""
        out = Counter(written)
        self.written = frozenset(out)
        self.left = {card: game.copies - out[card] for card in game.deck}
        """How many of each card no hand of the record names."""
        self._alone = Counter({card.rank: count for card, count in out.items() if isinstance(card, RankAlone)})
        """How many ranks stand alone in the record: `??` leaves them their cards."""

    def fill(
        self, round: Round, act: Deal | Turn, number: int, lines: Mapping[int, int]
    ) -> tuple[Deal | Turn, list[Filled]]:
        """An act with a card for each blank that is to be named in it, and what was chosen."""
        need = round.need(act.need)
        if isinstance(act, Deal) and isinstance(need, CardsNeed):
            places = [(slot.hand, slot.area, slot.up and slot.hand != RACK) for slot in need.slots]
            cards = list(act.cards)
        elif isinstance(act, Turn) and isinstance(need, TurnNeed) and need.hand >= 0:
            cards = list(act.cards) or [UNKNOWN] * (need.unknown if self.names_unseen else 0)
            places = [(need.hand, round.hands[need.hand].area, True)] * len(cards)
        else:
            return act, []
        new: list[Filled] = []
        is_live = any(wager.live for wager in round.wagers)
        for place, (card, (hand, area, is_named)) in enumerate(zip(act.cards or cards, places, strict=False)):
            if isinstance(card, RankAlone) or (card == UNKNOWN and is_named and self.names_unseen):
                cards[place] = self._choose(round, card, hand, area, [*self.filled, *new])
                line = lines.get(hand, lines.get(RACK, 1))
                new.append(Filled(card, cards[place], hand, area, number, place, line, is_live))
        return act._replace(cards=tuple(cards)), new

    def _choose(self, round: Round, blank: Card, hand: int, area: int, before: list[Filled]) -> Card:
        """Choose a card for a blank: of a suit that the hand has least, unless the plan has one; a card that stands in
        the record comes last, so that what was chosen can be told from what is written."""
        chosen = Counter(each.card for each in before)
        left = [card for card in fitting(blank, self.left) if self.left[card] > chosen[card]]
        if blank == UNKNOWN:
            alone = self._alone - Counter(each.blank.rank for each in before if each.blank != UNKNOWN)
            free = Counter(card.rank for card in self.left for _ in range(self.left[card] - chosen[card]))
            left = [card for card in left if free[card.rank] > alone[card.rank]]
        if not left:
            rank = str(blank).replace("T", "10")
            words = (
                f"no {rank} is left in these cards" if fitting(blank, self.left) else f"there is no {rank} in this deck"
            )
            raise NoCardError(words, hand, area)
        planned = self._plan[len(before)] if len(before) < len(self._plan) else UNKNOWN
        if planned in left:
            return planned
        there = round.hands[hand].cards if hand < len(round.hands) else ()
        suits = Counter(card.suit for card in there if card < UNKNOWN)
        suits.update(each.card.suit for each in before if each.hand == hand and each.card not in there)
        others = {each.card for each in before if each.blank != blank}
        return min(left, key=lambda card: (card in self.written or card in others, suits[card.suit], card))


def fitting(blank: Card, cards: Iterable[Card]) -> list[Card]:
    """The cards that a blank may be."""
    return [card for card in cards if blank == UNKNOWN or card.rank == blank.rank]
