"""The real Pontoon engine on a kernel's cards: by the decisions of its tables, or by those of anybody who is asked.

A table with one player, six or eight decks in its shoe; the cards are shuffled, cut and burned before every round, as
the exact figures suppose. The engine gets each card as the kernel draws it, so that both must count the same.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Protocol

import numpy as np

from pitboss.cards import UNKNOWN, Card
from pitboss.cards.card import CARDS
from pitboss.games import make_game
from pitboss.games.pontoon.table import SPLIT_HAND
from pitboss.lab.pontoon import onehand
from pitboss.lab.pontoon.hands import ACE, LIMIT, TEN
from pitboss.lab.pontoon.kernel import WAGERS
from pitboss.lab.pontoon.play import DOUBLE, HIT, STAND
from pitboss.lab.pontoon.simulate import Simulation, book
from pitboss.lab.pontoon.stream import CARDS_A_BLOCK, shuffle, stream_of
from pitboss.lab.question import LabError, Question
from pitboss.lab.simulate.engine import AREA, PLAYER, begin_round, engine_rules
from pitboss.lab.simulate.kernel import Array
from pitboss.money import Chips, Stake
from pitboss.play import Round, apply
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Place, Shuffle
from pitboss.play.hand import Hand
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, ShuffleNeed
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Result
from pitboss.value import Value

USUAL_CENTS = 400
"""A wager that is too small for the Super Bonus, and on which every pay of the book comes out in dollars."""
CENTS = Chips((1,))
"""Chips that can pay any amount: nothing is rounded."""
OPTIONS = {STAND: "stand", HIT: "draw", DOUBLE: "double", onehand.SPLIT: "split"}
KEEP, FORFEIT = 0, 1
COURTS = (9, 10, 11)
"""The ranks of jack, queen and king."""


class Asked(Protocol):
    """Somebody who decides."""

    def surrenders(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether the first two cards are surrendered."""

    def plays(self, round: Round, need: DecisionNeed) -> int:
        """STAND, HIT, DOUBLE or SPLIT."""

    def forfeits(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether a doubled hand is forfeited."""


class Settled(Value):
    """What the engine made of a round, in units of the initial wager."""

    net: Fraction
    wagered: Fraction
    bonus: Fraction
    hands: tuple[tuple[Fraction, Fraction], ...]
    """By hand of the player: what its wagers netted, and what they were."""
    is_pontoon: bool
    """Whether the dealer had one."""


def card_of(number: int, tens: list[int]) -> Card:
    """The card that a kernel's number stands for; ten-point cards of a suit are jack, queen and king in turn."""
    value, suit = number >> 2, number & 3
    if value == TEN:
        tens[suit] += 1
        return CARDS[4 * COURTS[tens[suit] % 3] + suit]
    return CARDS[4 * (12 if value == ACE else value - 1) + suit]


def number_of(card: Card) -> int:
    """A card in the kernel's numbers."""
    rank = card >> 2
    value = ACE if rank == 12 else min(rank + 1, TEN)
    return value * 4 + (card & 3)


def values_of(hand: Hand) -> list[int]:
    """The point values of a hand's cards."""
    return [number_of(card) >> 2 for card in hand.cards]


def place_in_book(values: Iterable[int]) -> int:
    """Where a hand stands in the kernel's book."""
    known, place = book(), 0
    for value in values:
        place = int(known[place, value])
    return place


class Strategist:
    """A player who decides by a kernel's tables."""

    def __init__(self, kernel: Simulation) -> None:
        self.kernel = kernel

    def surrenders(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether the tables surrender the first two cards."""
        return self._opening(round, round.hands[need.hand]) == onehand.SURRENDER

    def plays(self, round: Round, need: DecisionNeed) -> int:
        """What the tables do with a hand."""
        hand = round.hands[need.hand]
        if hand.kind != SPLIT_HAND:
            if len(hand.cards) == 2:
                return self._opening(round, hand)
            return int(self._act(round, hand)) & onehand.ACT
        pair = values_of(hand)[0]
        again = self.kernel.acts[self._up(round), onehand.OF_TWO + pair, onehand.AGAIN]
        if again and any(option.name == "split" for option in need.options):
            return onehand.SPLIT
        if pair == ACE and not self.kernel.terms[onehand.SPLIT_ACES_MAY_DOUBLE]:
            return STAND
        return int(self._act(round, hand)) & onehand.ACT

    def forfeits(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether the tables forfeit a doubled hand."""
        hand = round.hands[need.hand]
        values = values_of(hand)
        hard = sum(value + 1 for value in values)
        raised = values[-1] == ACE and self.kernel.terms[onehand.DRAWN_ACE_IS_ELEVEN] and hard + 10 <= LIMIT
        if hard + 10 * bool(raised) == LIMIT:
            return False
        return bool(int(self._act(round, hand)) & (2 * onehand.FORFEITS if raised else onehand.FORFEITS))

    def _up(self, round: Round) -> int:
        return number_of(round.hands[0].cards[0]) >> 2

    def _opening(self, round: Round, hand: Hand) -> int:
        first, second = (number_of(card) for card in hand.cards)
        return int(self.kernel.openings[number_of(round.hands[0].cards[0]), first, second])

    def _act(self, round: Round, hand: Hand) -> int:
        mode = onehand.ALONE
        if hand.kind == SPLIT_HAND:
            many = sum(other.area == AREA for other in round.hands)
            mode = (onehand.OF_TWO if many == 2 else onehand.OF_THREE) + values_of(hand)[0]
        act: int = self.kernel.acts[self._up(round), mode, place_in_book(values_of(hand))]
        return act


class PontoonTable:
    """A table of the real engine with one wager down and the shoe ready: every round begins there."""

    def __init__(self, question: Question) -> None:
        self.cents = question.wager_cents or USUAL_CENTS
        if question.chips is None and self.cents % 2:
            raise LabError("The engine pays no half cents: take a wager of an even number of cents.")
        taken = {"decks", "wager", "chip", "strategy"}
        limit = Limits(self.cents, self.cents)
        terms = Terms({"wager": limit}, chips=question.chips or CENTS, decks=question.decks)
        game = make_game(engine_rules(question, taken), terms)
        round = begin_round(game)
        round = apply(round, Place("wagers", PLAYER, AREA, "wager", Stake.of(self.cents))).round
        while not any(need.id == "deal" for need in round.needs):
            round = apply(round, _opening_act(round)).round
        self.opened = round

    def play(self, draw: Callable[[], Card], player: Asked) -> Settled:
        """Play a round with the cards that come."""
        round = self.opened
        while not round.is_over:
            round = apply(round, self._act(round, draw, player)).round
        return self._settled(round)

    def _act(self, round: Round, draw: Callable[[], Card], player: Asked) -> Act:
        for need in round.needs:
            match need:
                case CardsNeed():
                    return Deal(need.id, tuple(draw() for _ in need.slots))
                case DecisionNeed() if need.id.startswith("surrender-"):
                    if player.surrenders(round, need):
                        return Decide(need.id, PLAYER, "surrender")
                case DecisionNeed() if need.id.startswith("forfeit-"):
                    return Decide(need.id, PLAYER, "forfeit" if player.forfeits(round, need) else "keep")
                case DecisionNeed() if need.id.startswith("play-"):
                    option = OPTIONS[player.plays(round, need)]
                    stake = self.cents if option in ("double", "split") else 0
                    return Decide(need.id, PLAYER, option, Stake.of(stake))
                case CallNeed():
                    return Call(need.id)
        raise AssertionError(f"the engine waits for {round.needs}")

    def _settled(self, round: Round) -> Settled:
        hands: dict[int, list[int]] = {hand.id: [0, 0] for hand in round.hands if hand.area == AREA}
        on_hand = {wager.id: wager.hand for wager in round.wagers}
        bonus = 0
        for wager in round.wagers:
            hands[wager.hand][1] += wager.stake.cents
        for done in round.settlements:
            if done.result is Result.BONUS:
                bonus += done.pays
            else:
                hands[on_hand[done.wager]][0] += done.returned.cents + done.pays - done.stake.cents
        rows = tuple((Fraction(net, self.cents), Fraction(staked, self.cents)) for net, staked in hands.values())
        net, wagered = (sum(column, Fraction(0)) for column in zip(*rows, strict=True))
        paid = Fraction(bonus, self.cents)
        return Settled(net + paid, wagered, paid, rows, round.game.says(round.hands[0]) == "pontoon")


def _opening_act(round: Round) -> Act:
    for need in round.needs:
        match need:
            case ShuffleNeed():
                return Shuffle(need.id)
            case CutNeed():
                return Cut(need.id, need.by, need.least)
            case CardsNeed():
                return Deal(need.id, (UNKNOWN,))
            case CallNeed():
                return Call(need.id)
    raise AssertionError(f"the engine waits for {round.needs}")


class PontoonEngine:
    """The engine in the place of a kernel: the same cards, the same decisions, the same counts."""

    def __init__(self, question: Question, kernel: Simulation) -> None:
        self.kernel = kernel
        self.ends = kernel.ends
        self.table = PontoonTable(question)
        self.player = Strategist(kernel)

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end in the places of the kernel."""
        counts = np.zeros(len(self.ends), np.int64)
        random, shoe = stream_of(seed, block), self.kernel.shoe.copy()
        for _ in range(rounds):
            cards = _cards(shoe, random)
            counts[self._place(self.table.play(cards.__next__, self.player))] += 1
        return counts

    def _place(self, settled: Settled) -> int:
        if settled.bonus:
            return len(self.ends) - 2 + (settled.net != self.ends[-2].pay)
        net = settled.net * int(self.kernel.terms[onehand.UNIT]) - self.kernel.least
        return int(net) * WAGERS + int(settled.wagered)


def _cards(shoe: Array, random: Array) -> Iterator[Card]:
    """The cards of a round as the kernel draws them: so many at a time, and more when they are needed."""
    tens, at = [0] * 4, 0
    while True:
        stop = min(at + CARDS_A_BLOCK, len(shoe))
        shuffle(shoe, at, stop, random)
        for number in shoe[at:stop].tolist():
            yield card_of(number, tens)
        at = stop


def engine_of(question: Question, kernel: Simulation) -> PontoonEngine:
    """The engine that plays what is asked, by the decisions of a kernel."""
    return PontoonEngine(question, kernel)
