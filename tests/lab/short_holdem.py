"""Ultimate Texas Hold'em on short decks: every deal played out, no symmetry, no inclusion, in plain words."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from functools import cache
from itertools import combinations
from typing import NamedTuple

from pitboss.cards import Category, PokerHand, best_hand
from pitboss.cards.card import CARDS, Card
from pitboss.lab.parameters import ask
from pitboss.lab.ultimate.board_passes import EQUAL, LOSES, LOSES_UNQUALIFIED, WINS, WINS_UNQUALIFIED
from pitboss.lab.ultimate.decide import UltimatePays, amounts_of, pays_of
from pitboss.lab.ultimate.price import Ending

GAME = "crown-ultimate-texas-holdem"
Cards = tuple[Card, ...]
Deck = tuple[tuple[int, ...], int]
Hand = tuple[int, tuple[tuple[int, int], ...]]
"""A category, and how many dealer's hands end it in each way."""

SIX_RANKS: Deck = (tuple(range(7, 13)), 2)
THREE_RANKS: Deck = ((0, 5, 12), 4)
GAPS: Deck = ((0, 1, 3, 5, 7, 9, 11), 2)
"""Seven ranks without a straight, so that hands without a pair can be equal."""
PAYS = pays_of(ask(GAME))


class Decided(NamedTuple):
    """Hole cards with the best decisions: before the flop, by flop, and by board; and what they net."""

    hands: dict[Cards, Hand]
    flops: dict[Cards, list[Cards]]
    first: int
    at_flop: dict[Cards, int]
    at_river: dict[Cards, int]
    worth: int

    def play(self, flop: Cards, board: Cards) -> tuple[int, int]:
        """The stage at which Play is made and its multiple, 0 for a fold at the river."""
        if self.first:
            return 0, self.first
        return (1, self.at_flop[flop]) if self.at_flop[flop] else (2, self.at_river[board])


class Brute:
    """The game on a short deck, deal by deal, with the engine's own reading of hands."""

    def __init__(self, deck: Deck, pays: UltimatePays) -> None:
        ranks, suits = deck
        self.deck = tuple(CARDS[4 * rank + suit] for rank in ranks for suit in range(suits))
        self.pays = pays
        self.scale = amounts_of(pays)[1]
        self.worth = cache(self._worth)

    def _worth(self, multiple: int, hand: Hand) -> int:
        """What a hand nets over the dealer's hands, in small units."""
        kind, results = hand
        nets = {result: sum(self.pays.nets(multiple, kind, result).values()) for result, _ in results}
        return int(sum(nets[result] * number for result, number in results) * self.scale)

    def worth_of(self, multiple: int, hands: Iterable[Hand]) -> int:
        """What some hands net."""
        return sum([self.worth(multiple, hand) for hand in hands])

    def hands(self, hole: Cards) -> dict[Cards, Hand]:
        """By board: the category of a hand, and how it ends against every dealer's hand."""
        rest = [card for card in self.deck if card not in hole]
        return {b: results_of(self.deck, bool(self.pays.qualifier), hole, b) for b in combinations(rest, 5)}

    def best(self) -> tuple[Counter[Ending], int]:
        """Play every hole cards as is best: how rounds end, and what all of it nets."""
        ends: Counter[Ending] = Counter()
        total = 0
        for hole in combinations(self.deck, 2):
            decided = self.decide(hole)
            total += decided.worth
            for flop, boards in decided.flops.items():
                for board in boards:
                    count(ends, *decided.play(flop, board), decided.hands[board])
        return ends, total

    def decide(self, hole: Cards) -> "Decided":
        """Decide backwards from the river, each hole cards and flop by itself; what is equal is checked, then bet."""
        before, at_flop, river = self.pays.multiples
        hands = self.hands(hole)
        chosen = {board: self.choose((*river, 0), [hand]) for board, hand in hands.items()}
        flops = flops_of(hands)
        flop_choice = {}
        later = 0
        for flop, boards in flops.items():
            checked = sum([self.worth(chosen[b], hands[b]) for b in boards])
            best = self.choose(at_flop, [hands[b] for b in boards])
            bet = self.worth_of(best, [hands[b] for b in boards])
            flop_choice[flop] = best if bet > checked else 0
            later += max(bet, checked)
        first = self.choose(before, hands.values())
        raised = 10 * self.worth_of(first, hands.values())
        return Decided(hands, flops, first if raised > later else 0, flop_choice, chosen, max(raised, later))

    def choose(self, multiples: tuple[int, ...], hands: Collection[Hand]) -> int:
        """The multiple that nets the most, the first of those that net the same."""
        return max(multiples, key=lambda multiple: self.worth_of(multiple, hands))

    def published(self) -> Counter[Ending]:
        """Follow the published strategy in plain words."""
        ends: Counter[Ending] = Counter()
        for hole in combinations(self.deck, 2):
            for board, hand in self.hands(hole).items():
                for flop in combinations(board, 3):
                    stage, multiple = 2, int(self.bets_river(hole, board))
                    if raises(hole):
                        stage, multiple = 0, 4
                    elif bets_flop(hole, flop):
                        stage, multiple = 1, 2
                    count(ends, stage, multiple, hand)
        return ends

    def bets_river(self, hole: Cards, board: Cards) -> bool:
        """A hidden pair or better, or fewer than 21 cards that would beat the hand."""
        mine = read(hole, board)
        if hidden_pair(hole, board) or Category.STRAIGHT <= mine.category > best_hand(board).category:
            return True
        outs = [c for c in self.deck if c not in hole and c not in board and best_hand((*board, c)) > mine]
        return len(outs) < 21


def count(ends: Counter[Ending], stage: int, multiple: int, hand: Hand) -> None:
    kind, results = hand
    for result, number in results:
        ends[stage, multiple, kind, result] += number


@cache
def results_of(deck: Cards, is_pair_needed: bool, hole: Cards, board: Cards) -> Hand:
    """How a hand ends against every dealer's hand."""
    mine = read(hole, board)
    counts: Counter[int] = Counter()
    for dealer in combinations([c for c in deck if c not in hole and c not in board], 2):
        theirs = read(dealer, board)
        qualifies = theirs.category >= Category.PAIR or not is_pair_needed
        wins, loses = (WINS, LOSES) if qualifies else (WINS_UNQUALIFIED, LOSES_UNQUALIFIED)
        counts[EQUAL if mine == theirs else wins if mine > theirs else loses] += 1
    return int(mine.category), tuple(counts.items())


def flops_of(boards: Iterable[Cards]) -> dict[Cards, list[Cards]]:
    """By flop: the boards that it may grow into."""
    found: dict[Cards, list[Cards]] = defaultdict(list)
    for board in boards:
        for flop in combinations(board, 3):
            found[flop].append(board)
    return found


@cache
def _read(cards: Cards) -> PokerHand:
    return best_hand(cards)


def read(hole: Cards, board: Cards) -> PokerHand:
    return _read(tuple(sorted((*hole, *board))))


def hidden_pair(hole: Cards, board: Cards) -> bool:
    return hole[0].rank == hole[1].rank or any(c.rank in (hole[0].rank, hole[1].rank) for c in board)


def raises(hole: Cards) -> bool:
    low, high = sorted(card.rank for card in hole)
    suited = hole[0].suit == hole[1].suit
    if low == high:
        return low >= 1
    least = {12: (0, 0), 11: (0, 3), 10: (4, 6), 9: (6, 8)}.get(high)
    return least is not None and low >= least[not suited]


def bets_flop(hole: Cards, flop: Cards) -> bool:
    if best_hand((*hole, *flop)).category >= Category.TWO_PAIR:
        return True
    if hidden_pair(hole, flop) and not hole[0].rank == hole[1].rank == 0:
        return True
    suits = Counter(card.suit for card in (*hole, *flop))
    return any(suits[card.suit] == 4 and card.rank >= 8 for card in hole)
