"""The real engine, dealt a kernel's cards and playing its decisions: both must come to the same results.

The engine is dealt from the same stream as the kernel, each card as the kernel draws it, and asks the kernel's tables
what to do. What becomes of each wager is read from the engine's own settlements.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import ClassVar

import numpy as np

from pitboss import law
from pitboss.cards import UNKNOWN, Card, Category, best_hand
from pitboss.cards.card import CARDS
from pitboss.games import make_game
from pitboss.lab.arrays import Array
from pitboss.lab.question import End, LabError, Question
from pitboss.lab.simulate.streams import TALLIES, deal_rounds, stream_of
from pitboss.messages import say, words_of
from pitboss.money import EMPTY, Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Place, Shuffle, Turn
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed, Slot, TurnNeed
from pitboss.play.round import Game
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Refused

PLAYER, AREA = "player", 1
DEAL = "deal"
"""The need with which the first cards come."""
ANTE_CENTS = 10_000
"""An Ante on which every pay comes out in whole dollars, so that chips round nothing."""
STAGES = ("pre-flop", "flop", "river")


class PokerKernel(ABC):
    """The kernel of a poker game, whose decisions the engine can ask for, card by card."""

    roles: ClassVar[str]
    """Whose the cards are, in the order in which they are dealt: (m)ine, (u)p, (d)ealer, (b)oard."""
    ends: tuple[End, ...]

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end."""
        return self.play_on(stream_of(seed, block), rounds)

    def play_steps(self, seed: int, block: int, steps: Iterable[int]) -> Iterator[Array]:
        """Play a block some rounds at a time."""
        stream = stream_of(seed, block)
        return (self.play_on(stream, rounds) for rounds in steps)

    def play_on(self, stream: Array, rounds: int) -> Array:
        """Play some rounds, and count how they end."""
        counts = np.zeros((int(TALLIES), len(self.ends)), np.int64)
        self.play_into(counts, stream, rounds)
        return counts.sum(axis=0)

    def by_engine(self, question: Question) -> "EnginePlayer":
        """The real engine in the place of this kernel, playing by its decisions."""
        return EnginePlayer(question, self)

    @abstractmethod
    def play_into(self, counts: Array, stream: Array, rounds: int) -> None:
        """Play some rounds, and count how they end in several tallies (see `streams`)."""

    @abstractmethod
    def choose(self, phase: str, mine: Sequence[int], shown: Sequence[int]) -> int:
        """The wager in Antes at a phase, 0 to fold or check."""

    @abstractmethod
    def name_end(self, end: End, phase: str, kind: Category) -> str:
        """The name, as `ends` have it, of an end without one: by what each wager nets, the phase of the last decision
        and the player's hand."""


class Supply:
    """The cards of one round in the kernel's order, handed out to the hands that they belong to."""

    def __init__(self, stream: Array, roles: str) -> None:
        self.cards: dict[str, list[Card]] = defaultdict(list)
        for role, card in zip(roles, deal_rounds(stream, len(roles), 1)[:, 0].tolist(), strict=True):
            self.cards[role].append(CARDS[card])

    def take(self, role: str) -> Card:
        """The next card for a hand."""
        return self.cards[role].pop(0)


class EnginePlayer:
    """A table of the real engine with one player, who asks a kernel's tables."""

    def __init__(self, question: Question, kernel: PokerKernel) -> None:
        self.kernel = kernel
        self.ends = kernel.ends
        trips = int(question.rules.get("trips", 0)) * ANTE_CENTS
        rules = engine_rules(question, {"play", "trips", "strategy"})
        wagers = {"ante": ANTE_CENTS} | ({"trips": trips} if trips else {})
        limits = {spot: Limits(cents, cents) for spot, cents in wagers.items()}
        floor = wagers if rules.applies(law.REGULATOR_MINIMUM) else None
        multiples = dict(zip(STAGES, question.play, strict=True)) if "play" in rules.game.data else {}
        game = make_game(rules, Terms(limits, "shoe", regulator_minimum_cents=floor, multiples=multiples))
        self.house = game.house
        self.opened = open_round(game, {"ante": ANTE_CENTS, "blind": ANTE_CENTS, "trips": trips})
        self.watchers: list[Callable[[Round], None]] = []
        """Who is shown each round as it ends."""
        self.place_of: dict[End, int] = {}
        for place, end in enumerate(kernel.ends):
            sorted_end = end._replace(nets=tuple(sorted(end.nets)), stakes=tuple(sorted(end.stakes)))
            self.place_of.setdefault(sorted_end, place)

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end in the places of the kernel."""
        return self.play_on(stream_of(seed, block), rounds)

    def play_steps(self, seed: int, block: int, steps: Iterable[int]) -> Iterator[Array]:
        """Play a block some rounds at a time."""
        stream = stream_of(seed, block)
        return (self.play_on(stream, rounds) for rounds in steps)

    def play_on(self, stream: Array, rounds: int) -> Array:
        """Play some rounds, and count how they end."""
        counts = np.zeros(len(self.kernel.ends), np.int64)
        for _ in range(rounds):
            counts[self.place_of[self.play_round(Supply(stream, self.kernel.roles))]] += 1
        return counts

    def play_round(self, supply: Supply) -> End:
        """Play one round to its end, which has the name that the kernel gives such an end."""
        round, phase = self.opened, ""
        while not round.is_over:
            act = self._act(round, supply)
            phase = round.phase if isinstance(act, Decide) else phase
            round = apply(round, act).round
        for watcher in self.watchers:
            watcher(round)
        nets: dict[str, Fraction] = defaultdict(Fraction)
        for done in round.settlements:
            nets[done.spot] += Fraction(done.returned.cents + done.pays - done.stake.cents, ANTE_CENTS)
        stakes: dict[str, Fraction] = defaultdict(Fraction)
        for wager in round.wagers:
            stakes[wager.spot] += Fraction(wager.stake.cents, ANTE_CENTS)
        end = End("", tuple(sorted(nets.items())), tuple(sorted(stakes.items())))
        cards = [*round.hands[len(self.house)].cards]
        for name, hand in zip(self.house, round.hands, strict=False):
            cards += hand.cards if name == "community" else ()
        # A hand whose board never came out names no end.
        kind = best_hand(cards).category if len(cards) >= 5 and UNKNOWN not in cards else Category.HIGH_CARD
        return end._replace(name=self.kernel.name_end(end, phase, kind))

    def _act(self, round: Round, supply: Supply) -> Act:
        for need in round.needs:
            match need:
                case CardsNeed():
                    return Deal(need.id, tuple(supply.take(self._role(slot)) for slot in need.slots))
                case DecisionNeed(optional=False):
                    mine = [int(card) for card in round.hands[need.hand].cards]
                    # The house shows the community cards, or the up card.
                    house = [card for hand in round.hands[: len(self.house)] for card in hand.shown if card != UNKNOWN]
                    wager = self.kernel.choose(round.phase, mine, [int(card) for card in house])
                    option = need.options[0 if wager else -1].name
                    return Decide(need.id, need.patron, option, Stake.of(wager * ANTE_CENTS) if wager else EMPTY)
                case TurnNeed():
                    return Turn(need.id)
                case CallNeed():
                    return Call(need.id)
        raise AssertionError(f"the engine waits for {round.needs}")

    def _role(self, slot: Slot) -> str:
        if slot.hand >= len(self.house):
            return "m"
        if self.house[slot.hand] == "community":
            return "b"
        return "u" if slot.up else "d"


def engine_rules(question: Question, taken: Set[str]) -> law.Rules:
    """The edition's rules with the readings and permissions of a question; `taken` is what else the table can do."""
    rules = law.Rules.of(question.game, question.version)
    readings = {name: question.rules[name] for name in question.altered if rules.has_switch(name)}
    granted = {law.Key(name) for name, value in question.rules.items() if law.Key(name) in law.PERMISSIONS and value}
    if altered := sorted(set(question.altered) - {*taken, *readings, *law.PERMISSIONS}):
        raise LabError(say("The engine plays by the book: leave out {altered}.", altered=", ".join(altered)))
    return rules.amend(readings=readings, grant=granted)


def open_round(game: Game, wagers: Mapping[str, int]) -> Round:
    """A round with its wagers down, shuffled, cut, burned and called: every round of a simulation begins here. Terms
    that the game does not take are an error of the question."""
    try:
        round = Table.open(game).begin().round
    except Refused as refused:
        raise LabError(say("The engine refuses this: {why}", why=words_of(refused))) from None
    for spot, cents in wagers.items():
        if spot in game.spots and cents:
            round = apply(round, Place("wagers", PLAYER, AREA, spot, Stake.of(cents))).round
    while not any(need.id == DEAL for need in round.needs):
        round = apply(round, next(act for act in map(_opening_act, round.needs) if act)).round
    return round


def _opening_act(need: Need) -> Act | None:
    match need:
        case ShuffleNeed():
            return Shuffle(need.id)
        case CutNeed():
            return Cut(need.id, need.by, need.least)
        case CardsNeed():
            return Deal(need.id, (UNKNOWN,))
        case CallNeed():
            return Call(need.id)
        case _:
            return None
