"""Mississippi Stud priced: the pay table put on the counted game, the strategy chosen, every end added up."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, lcm, prod

import numpy as np

from pitboss.cards import Category
from pitboss.cards.card import CARDS, RANKS, Card, show
from pitboss.lab.arrays import Array, suits_of
from pitboss.lab.mississippi.play import AS_DEALT, CARD, ENDS, FIRST_KNOWN, LAST_KNOWN, PAIRS, STREETS, Play, Way, count
from pitboss.lab.question import (
    OPTIMAL,
    DecisionTable,
    End,
    LabError,
    Question,
    Solution,
    edge_of,
    outcomes_of,
    shares_of,
)

Decide = Callable[[tuple[Card, ...], Way], int]
COURSES = {"knows-first-card": FIRST_KNOWN, "knows-last-card": LAST_KNOWN}
GIVEN = "given"
FIXED = ("points", "bet-least", GIVEN)
SPOTS = ("ante", *(street.lower().replace(" ", "-") for street in STREETS))
DEALS = comb(52, 2) * prod(range(50, 47, -1))
"""Two hole cards, and the community cards in order."""
CLASSES = {
    OPTIMAL: "optimal in whole multiples of the Ante, from the player's own cards and those shown",
    "points": "fixed: points, by street",
    "bet-least": "fixed: never folds, bets the least",
    GIVEN: "fixed: as given",
    "knows-first-card": "optimal with the first community card known from the start",
    "knows-last-card": "optimal with the last community card known from the start",
}


def price(question: Question) -> Solution:
    """Solve the game, or follow a fixed strategy through it."""
    play = whole_play(question)
    return _follow(question, play, choices_of(play, question.strategy))


def price_with(question: Question, decide: Decide) -> Solution:
    """Price any strategy that decides by the cards seen and the Street wagers made: a wager in Antes, or 0 to fold."""
    play = replace(whole_play(question), course=AS_DEALT)
    return _follow(replace(question, strategy=GIVEN), play, choices_with(play, decide))


def choices_with(play: Play, decide: Decide) -> dict[str, Array]:
    """The choices of such a strategy, street by street."""
    place = {0: len(play.wagers), **{wager: n for n, wager in enumerate(play.wagers)}}
    return {
        street: np.array([[place[decide(cards, way)] for way in play.ways(made)] for cards in cards_of(hands)])
        for made, (street, hands) in enumerate(zip(STREETS, play.counts[:3], strict=True))
    }


def _follow(question: Question, play: Play, choices: Mapping[str, Array]) -> Solution:
    ends = [(end_after(play.nets, way, end), deals) for end, way, deals in play.follow(choices)]
    outcomes = tuple(sorted(outcomes_of(ends), key=lambda o: (-o.pay, o.name, o.wagered)))
    third = choices[STREETS[0]][:, 0]
    sees_hole_cards_alone = len(third) == len(play.counts.two)
    number = {
        name: int(play.counts.copies[third == n].sum()) for n, name in enumerate(play.names) if sees_hole_cards_alone
    }
    return Solution(
        game=question.game,
        unit="Ante",
        strategy=question.strategy,
        strategy_class=CLASSES[question.strategy],
        edge=edge_of(outcomes, DEALS),
        deals=DEALS,
        outcomes=outcomes,
        ties="" if question.strategy in FIXED else "called, with the least wager",
        method="all deals counted, hands that differ by suits alone taken together; whole numbers throughout",
        tables=hole_card_table(play, choices),
        wagers=shares_of(ends, DEALS),
        facts={f"3rd Street {name}": pairs for name, pairs in number.items()},
    )


def street_by_street(question: Question) -> tuple[DecisionTable, ...]:
    """The strategy hand by hand."""
    play = whole_play(question)
    return street_tables(play, choices_of(play, question.strategy))


def net_of(question: Question, end: str, wager: int) -> Fraction:
    """The net of a wager at an end."""
    pays = question.pays["each"]
    if end in PAIRS:
        rank = PAIRS.index(end)
        if rank >= RANKS.index(question.text("pairs-pay-from")):
            return question.win(pays["jacks-or-better"], wager, wager="each")
        return Fraction(0 if rank >= RANKS.index(question.text("pairs-stand-off-from")) else -wager)
    if end in pays:
        return question.win(pays[end], wager, wager="each")
    return Fraction(-wager)


def whole_play(question: Question) -> Play:
    """The game with its pays as whole numbers, so that nothing is rounded on the way."""
    wagers = tuple(range(question.number("street-least"), question.number("street-most") + 1))
    sizes = {1, *wagers}
    nets = {(end, w): net_of(question, end, w) for end in ENDS for w in sizes}
    scale = lcm(*(net.denominator for net in nets.values()))
    if max(map(abs, nets.values())) * scale * 16 * prod(range(50, 47, -1)) >= 1 << 62:
        raise LabError("Odds or wager are too large to count exactly: take a smaller number or a rounder one.")
    pays = {w: np.array([int(nets[end, w] * scale) for end in ENDS], dtype=np.int64) for w in sizes}
    return Play(count(), wagers, nets, pays, scale, COURSES.get(question.strategy, AS_DEALT))


def choices_of(play: Play, strategy: str) -> dict[str, Array]:
    """By street: the place of the wager that a strategy makes with each hand, after each way there."""
    if strategy == "points":
        return choices_by_points(play)
    best = play.solve()
    if strategy == "bet-least":
        return {street: np.zeros_like(chosen) for street, chosen in best.items()}
    return best


def end_after(nets: Mapping[tuple[str, int], Fraction], way: Way, end: str) -> End:
    """The end of a round with these Street wagers, folded where a street has none."""
    is_folded = len(way) < len(STREETS)
    each = [Fraction(-wager) if is_folded else nets[end, wager] for wager in (1, *way)]
    name = end_name(len(way), end, sum(each, Fraction(0)))
    return End.of(name, zip(SPOTS, each, (1, *way), strict=False))


def end_name(made: int, end: str, net: Fraction) -> str:
    """The name of an end after so many Street wagers: the street of a fold, or the hand."""
    if made < len(STREETS):
        return f"fold-{SPOTS[1 + made]}"
    if end in PAIRS or end == Category.HIGH_CARD.line:
        return "jacks-or-better" if net > 0 else "stand-off" if net == 0 else "low-hand"
    return end


# A strategy that a person can keep in mind: two points for a high card, one for a middle card. High cards are jacks and
# better, which pay as a pair; middle cards are those whose pair stands off.

FOLD, LEAST, MOST = "fold", "least", "most"
JACK, SIX = 9, 4

RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "3rd Street": (
        ("most", "any pair"),
        ("least", "two points, or the 6 and 5 of one suit"),
        ("fold", "all else"),
    ),
    "4th Street": (
        ("most", "sixes or better; three of a suit within five ranks, none under a 5, a high card for each gap"),
        ("least", "three of a suit; a lower pair; three points; a run from 4-5-6; one gap with two middle cards"),
        ("fold", "all else"),
    ),
    "5th Street": (
        ("most", "sixes or better; four of a suit; an open run of four, eight high or better"),
        ("least", "any other four to a straight; a lower pair; four points; three middle cards after a large bet"),
        ("fold", "all else"),
    ),
}


@dataclass(frozen=True)
class KnownCards:
    """The cards that a player knows."""

    cards: tuple[Card, ...]

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The ranks, lowest first."""
        return tuple(sorted(card.rank for card in self.cards))

    @cached_property
    def is_suited(self) -> bool:
        """Say whether all are of one suit."""
        return len({card.suit for card in self.cards}) == 1

    @cached_property
    def best_pair(self) -> int:
        """The highest rank held twice, or -1."""
        return max((rank for rank in self.ranks if self.ranks.count(rank) > 1), default=-1)

    @cached_property
    def is_made(self) -> bool:
        """Say whether the hand stands off or pays already: sixes, two pairs, three of a kind."""
        return self.best_pair >= SIX or len(self.ranks) - len(set(self.ranks)) > 1

    @cached_property
    def high(self) -> int:
        """How many cards are jacks or better."""
        return sum(rank >= JACK for rank in self.ranks)

    @cached_property
    def middle(self) -> int:
        """How many cards are sixes to tens."""
        return sum(SIX <= rank < JACK for rank in self.ranks)

    @cached_property
    def points(self) -> int:
        """Two a high card, one a middle card."""
        return 2 * self.high + self.middle

    @cached_property
    def gaps(self) -> int:
        """The ranks missing between the lowest and the highest, an ace counting low where that is nearer; 99 if far."""
        if self.best_pair >= 0:
            return 99
        low = sorted((rank + 1) % 13 for rank in self.ranks)
        spans = [ranks[-1] - ranks[0] for ranks in (self.ranks, low)]
        return min(spans) - len(self.ranks) + 1 if min(spans) <= 4 else 99


def decide_third_street(seen: KnownCards) -> str:
    """What to do with the hole cards."""
    if seen.best_pair >= 0:
        return MOST
    is_six_five = seen.ranks == (3, 4) and seen.is_suited
    return LEAST if seen.points >= 2 or is_six_five else FOLD


def decide_fourth_street(seen: KnownCards) -> str:
    """What to do with three cards."""
    if seen.is_made:
        return MOST
    if seen.is_suited:
        return MOST if seen.high >= seen.gaps and seen.ranks[0] >= 3 else LEAST
    if seen.best_pair >= 0 or seen.points >= 3:
        return LEAST
    if seen.gaps == 0 and seen.ranks[0] >= 2:
        return LEAST
    return LEAST if seen.gaps == 1 and seen.middle >= 2 else FOLD


def decide_fifth_street(seen: KnownCards, *, large_before: bool) -> str:
    """What to do with four cards."""
    if seen.is_made or seen.is_suited:
        return MOST
    if seen.gaps == 0 and 6 <= seen.ranks[-1] < 12:
        return MOST
    if seen.gaps <= 1 or seen.best_pair >= 0 or seen.points >= 4:
        return LEAST
    return LEAST if seen.middle == 3 and large_before else FOLD


def choices_by_points(play: Play) -> dict[str, Array]:
    """The strategy as choices at every street, for each different hand and each way of having wagered."""
    place = {LEAST: 0, MOST: len(play.wagers) - 1, FOLD: len(play.wagers)}
    two, three, four = ([KnownCards(cards) for cards in cards_of(hands)] for hands in play.counts[:3])
    large = [max(way) > play.wagers[0] for way in play.ways(2)]
    return {
        "3rd Street": np.array([[place[decide_third_street(seen)]] for seen in two]),
        "4th Street": np.array([[place[decide_fourth_street(seen)]] * len(play.wagers) for seen in three]),
        "5th Street": np.array(
            [[place[decide_fifth_street(seen, large_before=was)] for was in large] for seen in four]
        ),
    }


def cards_of(hands: Array) -> list[tuple[Card, ...]]:
    """Real cards for each hand: its suits named in turn, the highest card first."""
    found = []
    for suits in suits_of(hands).tolist():
        held = [CARDS[4 * rank + 3 - n] for n, ranks in enumerate(suits) for rank in range(13) if ranks >> rank & 1]
        found.append(tuple(sorted(held, key=lambda card: (-card.rank, -card.suit))))
    return found


# The strategy as tables: 3rd Street by decision, the later streets hand by hand.


def street_tables(play: Play, choices: Mapping[str, Array]) -> tuple[DecisionTable, ...]:
    """One table a street, as far as cards are still to come: what is known with five cards is what they pay."""
    tables, cards, made = [*hole_card_table(play, choices)], 2, 0
    for step in play.course:
        if step == CARD:
            cards += 1
            continue
        if cards in (3, 4):
            ways = [" ".join(f"{wager}x" for wager in way) for way in play.ways(made)]
            hands = zip(cards_of(play.counts[cards - 2]), choices[step].tolist(), strict=True)
            rows = tuple((show(hand), *(play.names[choice] for choice in row)) for hand, row in hands)
            tables.append(DecisionTable(step, ("cards", *(f"after {way}" if way else "" for way in ways)), rows))
        made += 1
    return tuple(tables)


def hole_card_table(play: Play, choices: Mapping[str, Array]) -> tuple[DecisionTable, ...]:
    """The decision on 3rd Street, where it is made on the hole cards alone."""
    chosen = choices[STREETS[0]]
    if len(chosen) != len(play.counts.two):
        return ()
    groups: dict[str, list[tuple[tuple[Card, ...], int]]] = defaultdict(list)
    rows = zip(cards_of(play.counts.two), chosen[:, 0].tolist(), play.counts.copies.tolist(), strict=True)
    for cards, choice, copies in rows:
        groups[play.names[choice]].append((cards, copies))
    written = []
    for name in reversed(play.names):
        hands = sorted(groups[name], key=lambda hand: [-card.rank for card in hand[0]])
        if hands:
            number = sum(copies for _, copies in hands)
            written.append((name, f"{number:,}", " ".join(short_hand(cards) for cards, _ in hands)))
    return (DecisionTable(STREETS[0], ("decision", "of 1,326", "hole cards"), tuple(written)),)


def short_hand(cards: tuple[Card, ...]) -> str:
    """Two hole cards as players write them: `AA`, `AKs` of one suit, `AKo` not."""
    first, second = cards
    ranks = RANKS[first.rank] + RANKS[second.rank]
    return ranks if first.rank == second.rank else ranks + ("s" if first.suit == second.suit else "o")
