"""Pontoon simulated: a solved strategy put into the terms of the kernel, and the real engine on the kernel's cards.

The engine plays by the decisions of the tables, or by those of a given player. A table with one player, six or
eight decks in its shoe; the cards are shuffled, cut and burned before every round, as the exact figures suppose. The
engine gets each card as the kernel draws it, so that both must count the same.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Protocol

import numpy as np

from pitboss.cards import Card
from pitboss.cards.card import CARDS
from pitboss.games import make_game
from pitboss.games.pontoon.names import SPLIT_HAND
from pitboss.lab.arrays import Array
from pitboss.lab.pontoon import kernel, play
from pitboss.lab.pontoon.deal import UpResult
from pitboss.lab.pontoon.kernel import CARDS_A_BLOCK, WAGERS, KernelGame, shuffle, simulate_chunk, stream_of
from pitboss.lab.pontoon.price import Choose, play_through, solve_with
from pitboss.lab.pontoon.rules import RANKS, SUITS, PontoonRules, pontoon_rules
from pitboss.lab.pontoon.split import Tactics
from pitboss.lab.pontoon.up_card import lines
from pitboss.lab.question import End, LabError, Question
from pitboss.lab.simulate.engine import AREA, PLAYER, engine_rules, open_round
from pitboss.money import Chips, Stake
from pitboss.play import Round, apply
from pitboss.play.acts import Act, Call, Deal, Decide
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Hand, Result
from pitboss.value import Value

NUMBERS = play.VALUES * SUITS


@dataclass(frozen=True)
class Simulation:
    """Pontoon under one strategy, ready to be played; `ends` say what each place of the counts means."""

    shoe: Array
    openings: Array
    acts: Array
    terms: Array
    book: Array
    least: int
    ends: tuple[End, ...]

    def by_engine(self, question: Question) -> "PontoonEngine":
        """The real engine in the place of this kernel, playing by its decisions."""
        return PontoonEngine(question, self)

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""
        return next(self.play_steps(seed, block, (rounds,)))

    def play_steps(self, seed: int, block: int, steps: Iterable[int]) -> Iterator[Array]:
        """Play a block some rounds at a time."""
        random, shoe, game = stream_of(seed, block), self.shoe.copy(), KernelGame(self.book, self.acts, self.terms)
        for rounds in steps:
            yield simulate_chunk(random, rounds, shoe, self.openings, game, self.least, len(self.ends))


def simulation_of(rules: PontoonRules, results: Sequence[UpResult]) -> Simulation:
    """The simulation of a solved strategy."""
    terms = terms_of(rules)
    unit = int(terms[kernel.UNIT])
    least = -2 * kernel.MOST_HANDS * unit
    pays = (*terms[: len(kernel.PAY_LINES)], *terms[kernel.TERMS :])
    best = max(int(max(pays)), 2 * int(terms[kernel.WIN]))
    ends = [
        ("win" if net > 0 else "lose" if net else "stand-off", Fraction(net, unit), wagered)
        for net in range(least, kernel.MOST_HANDS * best + 1)
        for wagered in range(WAGERS)
    ]
    ends += [("super-bonus", rules.super_bonus_hand(f"7-7-7-{kind}"), 1) for kind in ("suited", "spades")]
    made = tuple(End.of(name, [("wager", pay, wagered)]) for name, pay, wagered in ends)
    return Simulation(cards_of(rules), _openings(results), _acts(results), terms, book(rules.added), least, made)


def kernel_of(question: Question) -> Simulation:
    """The kernel that plays what is asked."""
    rules = pontoon_rules(question)
    return simulation_of(rules, play_through(rules, question.strategy)[0])


def kernel_with(question: Question, choose: Choose) -> Simulation:
    """The kernel that plays a strategy which decides by the cards of the hand and the up card."""
    rules = pontoon_rules(question)
    return simulation_of(rules, solve_with(rules, choose))


def cards_of(rules: PontoonRules) -> Array:
    """The cards of a shoe in the kernel's numbers: point value times four plus suit."""
    cards = [
        min(rank, play.TEN) * SUITS + suit
        for rank in range(RANKS)
        for suit in range(SUITS)
        for _ in range(rules.shoe[rank][suit])
    ]
    return np.array(cards, np.int64)


def terms_of(rules: PontoonRules) -> Array:
    """The rules as the kernel takes them; pays in parts of a unit that make all of them whole."""
    pays = [rules.pay(line) for line in kernel.PAY_LINES] + [rules.surrender_costs]
    added = [rules.pay(line) for line in rules.added]
    unit = lcm(*(pay.denominator for pay in (*pays, *added)))
    terms = np.zeros(kernel.TERMS + len(added), np.int64)
    terms[kernel.TERMS :] = [int(pay * unit) for pay in added]
    terms[: len(pays)] = [int(pay * unit) for pay in pays]
    terms[kernel.UNIT] = unit
    terms[kernel.HANDS_ALLOWED] = kernel.MOST_HANDS if rules.third_hand else 2
    terms[kernel.MAY_FORFEIT] = rules.forfeit
    terms[kernel.DRAWN_ACE_IS_ELEVEN] = rules.drawn_ace_is_eleven
    terms[kernel.DOUBLED_21_WINS] = rules.doubled_21_beats_pontoon
    terms[kernel.SPLIT_ACES_MAY_DOUBLE] = rules.split_aces_may_double
    terms[kernel.BUST_FILLS] = rules.bust_fills_original
    terms[kernel.FORFEIT_FILLS] = rules.forfeit_fills_original
    terms[kernel.PAID_FILLS] = rules.paid_fills_original
    terms[kernel.STANDS_SOFT] = rules.stands_soft
    terms[kernel.SPLIT_ACES_PLAY_ON] = rules.split_aces_play_on
    terms[kernel.PONTOON_TAKES_ALL] = rules.pontoon_takes_all
    return terms


@cache
def book(added: tuple[str, ...] = ()) -> Array:
    """The hands by number, and the hand that each next card leads to; the lines include those that are added."""
    hands = play.all_hands()
    found = np.empty((len(hands.hard), kernel.COLUMNS), np.int16)
    found[:, : play.VALUES] = hands.child
    found[:, kernel.HARD], found[:, kernel.SUM] = hands.hard, hands.total
    suited = {play.SIX_SEVEN_EIGHT: kernel.SUITED_678, play.SEVENS: kernel.SUITED_777}
    behind = range(kernel.TERMS, kernel.TERMS + len(added))
    places = np.array([kernel.WIN, *range(kernel.FIVE, kernel.FIVE + 3), *suited.values(), *behind])
    found[:, kernel.LINE] = places[lines(added)]
    return found


def no_openings() -> Array:
    """No decision on any first two cards; pontoons are marked."""
    found = np.zeros((NUMBERS, NUMBERS, NUMBERS), np.int8)
    ace, ten = (slice(value * SUITS, (value + 1) * SUITS) for value in (play.ACE, play.TEN))
    found[:, ace, ten] = found[:, ten, ace] = kernel.IS_PONTOON
    return found


def _openings(results: Sequence[UpResult]) -> Array:
    """By up card, first and second card: what is done."""
    found = no_openings()
    for result in results:
        for dealt, action in result.openings:
            first_suit, second_suit, up_suit = dealt.suits or (None, None, None)
            suits = None if result.spot.up == play.TEN else up_suit, first_suit, second_suit
            up, first, second = (
                range(value * SUITS, (value + 1) * SUITS) if suit is None else (value * SUITS + suit,)
                for value, suit in zip((result.spot.up, dealt.first, dealt.second), suits, strict=True)
            )
            found[np.ix_(up, first, second)] = action
            found[np.ix_(up, second, first)] = action
    return found


def _acts(results: Sequence[UpResult]) -> Array:
    """By up card, mode and hand: what is done (see `kernel`)."""
    found = np.ones((play.VALUES, kernel.MODES, len(play.all_hands().hard)), np.int8)
    for result in results:
        acts = found[result.spot.up]
        acts[kernel.ALONE] = _packed(Tactics(result.values.action, result.forfeits))
        for pair, split in result.splits.items():
            acts[kernel.OF_TWO + pair] = _packed(split.tactics)
            acts[kernel.OF_TWO + pair, kernel.AGAIN] = split.of_three is not None
            if split.of_three is not None:
                acts[kernel.OF_THREE + pair] = _packed(split.of_three)
    return found


def _packed(tactics: Tactics) -> Array:
    forfeits = tactics.forfeits.astype(np.int64) @ np.array([kernel.FORFEITS, 2 * kernel.FORFEITS])
    return np.maximum(tactics.action, 0) + forfeits


USUAL_CENTS = 400
"""A wager that is too small for the Super Bonus, and on which every pay of the book comes out in dollars."""
CENTS = Chips((1,))
"""Chips that can pay any amount: nothing is rounded."""
OPTIONS = {play.STAND: "stand", play.HIT: "draw", play.DOUBLE: "double", play.SPLIT: "split"}
COURTS = (9, 10, 11)
"""The ranks of jack, queen and king."""


class PontoonDecider(Protocol):
    """A player who decides."""

    def surrenders(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether the first two cards are surrendered."""

    def plays(self, round: Round, need: DecisionNeed) -> int:
        """STAND, HIT, DOUBLE or SPLIT."""

    def forfeits(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether a doubled hand is forfeited."""


class EngineResult(Value):
    """The engine's result of a round, in units of the initial wager."""

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
    if value == play.TEN:
        tens[suit] += 1
        return CARDS[4 * COURTS[tens[suit] % 3] + suit]
    return CARDS[4 * (12 if value == play.ACE else value - 1) + suit]


def number_of(card: Card) -> int:
    """A card in the kernel's numbers."""
    rank = card >> 2
    value = play.ACE if rank == 12 else min(rank + 1, play.TEN)
    return value * 4 + (card & 3)


def values_of(hand: Hand) -> list[int]:
    """The point values of a hand's cards."""
    return [number_of(card) >> 2 for card in hand.cards]


class Strategist:
    """A player who decides by a kernel's tables."""

    def __init__(self, simulation: Simulation) -> None:
        self.kernel = simulation

    def surrenders(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether the tables surrender the first two cards."""
        return self._opening(round, round.hands[need.hand]) == play.SURRENDER

    def plays(self, round: Round, need: DecisionNeed) -> int:
        """What the tables do with a hand."""
        hand = round.hands[need.hand]
        if hand.kind != SPLIT_HAND:
            if len(hand.cards) == 2:
                return self._opening(round, hand)
            return int(self._act(round, hand)) & kernel.ACT
        pair = values_of(hand)[0]
        again = self.kernel.acts[self._up(round), kernel.OF_TWO + pair, kernel.AGAIN]
        if again and any(option.name == "split" for option in need.options):
            return play.SPLIT
        if pair == play.ACE and not self.kernel.terms[kernel.SPLIT_ACES_MAY_DOUBLE]:
            return play.STAND
        return int(self._act(round, hand)) & kernel.ACT

    def forfeits(self, round: Round, need: DecisionNeed) -> bool:
        """Say whether the tables forfeit a doubled hand."""
        hand = round.hands[need.hand]
        values = values_of(hand)
        hard = sum(value + 1 for value in values)
        raised = values[-1] == play.ACE and self.kernel.terms[kernel.DRAWN_ACE_IS_ELEVEN] and hard + 10 <= play.LIMIT
        if hard + 10 * bool(raised) == play.LIMIT:
            return False
        return bool(int(self._act(round, hand)) & (2 * kernel.FORFEITS if raised else kernel.FORFEITS))

    def _up(self, round: Round) -> int:
        return number_of(round.hands[0].cards[0]) >> 2

    def _opening(self, round: Round, hand: Hand) -> int:
        first, second = (number_of(card) for card in hand.cards)
        return int(self.kernel.openings[number_of(round.hands[0].cards[0]), first, second])

    def _act(self, round: Round, hand: Hand) -> int:
        mode = kernel.ALONE
        if hand.kind == SPLIT_HAND:
            many = sum(other.area == AREA for other in round.hands)
            mode = (kernel.OF_TWO if many == 2 else kernel.OF_THREE) + values_of(hand)[0]
        return self.kernel.acts[self._up(round), mode, play.place_of(*values_of(hand))]


class SimulatedTable:
    """A table of the real engine with one wager down and the shoe ready: every round begins there."""

    def __init__(self, question: Question) -> None:
        self.cents = question.wager_cents or USUAL_CENTS
        if question.chips is None and self.cents % 2:
            raise LabError("The engine pays no half cents: take a wager of an even number of cents.")
        limits = {"wager": Limits(self.cents, self.cents)}
        terms = Terms(limits, chips=question.chips or CENTS, decks=question.decks)
        game = make_game(engine_rules(question, {"decks", "wager", "chip", "strategy"}), terms)
        self.opened = open_round(game, {"wager": self.cents})
        self.watchers: list[Callable[[Round], None]] = []
        """Who is shown each round as it ends."""

    def play(self, draw: Callable[[], Card], player: PontoonDecider) -> EngineResult:
        """Play a round with the cards that come."""
        round = self.opened
        while not round.is_over:
            round = apply(round, self._act(round, draw, player)).round
        for watcher in self.watchers:
            watcher(round)
        return self._read_result(round)

    def _act(self, round: Round, draw: Callable[[], Card], player: PontoonDecider) -> Act:
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

    def _read_result(self, round: Round) -> EngineResult:
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
        return EngineResult(net + paid, wagered, paid, rows, round.game.says(round.hands[0]) == "pontoon")


class PontoonEngine:
    """The engine in the place of a kernel: the same cards, the same decisions, the same counts."""

    def __init__(self, question: Question, simulation: Simulation) -> None:
        self.kernel = simulation
        self.ends = simulation.ends
        self.table = SimulatedTable(question)
        self.watchers = self.table.watchers
        self.player = Strategist(simulation)

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end in the places of the kernel."""
        return next(self.play_steps(seed, block, (rounds,)))

    def play_steps(self, seed: int, block: int, steps: Iterable[int]) -> Iterator[Array]:
        """Play a block some rounds at a time."""
        random, shoe = stream_of(seed, block), self.kernel.shoe.copy()
        for rounds in steps:
            counts = np.zeros(len(self.ends), np.int64)
            for _ in range(rounds):
                cards = _cards(shoe, random)
                settled = self.table.play(cards.__next__, self.player)
                net = settled.net * int(self.kernel.terms[kernel.UNIT]) - self.kernel.least
                place = int(net) * WAGERS + int(settled.wagered)
                counts[len(self.ends) - 2 + (settled.net != self.ends[-2].pay) if settled.bonus else place] += 1
            yield counts


def _cards(shoe: Array, random: Array) -> Iterator[Card]:
    """The cards of a round as the kernel draws them: so many at a time, and more when they are needed."""
    tens, at = [0] * 4, 0
    while True:
        stop = min(at + CARDS_A_BLOCK, len(shoe))
        shuffle(shoe, at, stop, random)
        for number in shoe[at:stop].tolist():
            yield card_of(number, tens)
        at = stop
