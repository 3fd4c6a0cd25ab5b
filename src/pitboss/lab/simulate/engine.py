"""The real engine on the cards and by the decisions of a kernel: what one finds, the other must find.

The engine is dealt from the same stream as the kernel, each card as the kernel draws it, and asks the kernel's tables
what to do. What becomes of each wager is read from the engine's own settlements.
"""

from collections import defaultdict
from collections.abc import Iterator, Set
from fractions import Fraction

import numpy as np

from pitboss import law
from pitboss.cards import UNKNOWN, Card, Category, best_hand
from pitboss.cards.card import CARDS
from pitboss.games import make_game
from pitboss.lab.question import LabError, Question
from pitboss.lab.simulate.kernel import Array, End, PokerKernel
from pitboss.lab.simulate.streams import deal_rounds, stream_of
from pitboss.law.grounds import PERMISSIONS, Key
from pitboss.law.rules import Rules
from pitboss.money import EMPTY, Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Place, Shuffle, Turn
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, ShuffleNeed, Slot, TurnNeed
from pitboss.play.round import Game
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Refused

PLAYER, AREA = "player", 1
ANTE_CENTS = 10_000
"""An Ante on which every pay comes out in whole dollars, so that chips round nothing."""
STAGES = ("pre-flop", "flop", "river")


class Supply:
    """The cards of one round as a kernel is dealt them, handed out to whom they belong."""

    def __init__(self, stream: Array, roles: str) -> None:
        self.cards: dict[str, list[Card]] = defaultdict(list)
        for role, card in zip(roles, deal_rounds(stream, len(roles), 1)[:, 0].tolist(), strict=True):
            self.cards[role].append(CARDS[card])

    def take(self, role: str) -> Card:
        """The next card for somebody."""
        return self.cards[role].pop(0)


def engine_of(question: Question, kernel: PokerKernel) -> "EnginePlayer":
    """The engine that plays what is asked, by the decisions of a kernel."""
    return EnginePlayer(question, kernel)


class EnginePlayer:
    """A table of the real engine with one player, who asks a kernel's tables."""

    def __init__(self, question: Question, kernel: PokerKernel) -> None:
        self.kernel = kernel
        self.ends = kernel.ends
        self.house = make_game(Rules.of(question.game, question.version), _terms(question)).house
        self.opened = _open(question)
        self.place_of: dict[End, int] = {}
        for place, end in enumerate(kernel.ends):
            self.place_of.setdefault(_in_order(end), place)

    def play(self, seed: int, block: int, rounds: int) -> Array:
        """Play the first rounds of a block, and count how they end in the places of the kernel."""
        return self.play_on(stream_of(seed, block), rounds)

    def play_on(self, stream: Array, rounds: int) -> Array:
        """Play some rounds, and count how they end."""
        counts = np.zeros(len(self.kernel.ends), np.int64)
        for _ in range(rounds):
            end = self.play_round(Supply(stream, self.kernel.roles))
            counts[self.place_of[end]] += 1
        return counts

    def play_round(self, supply: Supply) -> End:
        """Play one round to its end, which has the name that the kernel gives such an end."""
        round, phase = self.opened, ""
        while not round.is_over:
            act = self._act(round, supply)
            phase = round.phase if isinstance(act, Decide) else phase
            round = apply(round, act).round
        end = _end(round)
        return end._replace(name=self.kernel.name_end(end, phase, self._kind(round)))

    def _kind(self, round: Round) -> Category:
        """The player's hand at the end; that of a hand whose board never came out names no end."""
        cards = [*round.hands[len(self.house)].cards, *self._board(round)]
        is_whole = len(cards) >= 5 and UNKNOWN not in cards
        return best_hand(cards).category if is_whole else Category.HIGH_CARD

    def _board(self, round: Round) -> Iterator[Card]:
        for name, hand in zip(self.house, round.hands, strict=False):
            yield from hand.cards if name == "community" else ()

    def _act(self, round: Round, supply: Supply) -> Act:
        for need in round.needs:
            match need:
                case CardsNeed():
                    return Deal(need.id, tuple(supply.take(self._role(slot)) for slot in need.slots))
                case DecisionNeed(optional=False):
                    return self._decide(round, need)
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

    def _decide(self, round: Round, need: DecisionNeed) -> Act:
        mine = [int(card) for card in round.hands[need.hand].cards]
        wager = self.kernel.choose(round.phase, mine, list(self._shown(round)))
        if wager:
            return Decide(need.id, need.patron, need.options[0].name, Stake.of(wager * ANTE_CENTS))
        return Decide(need.id, need.patron, need.options[-1].name, EMPTY)

    def _shown(self, round: Round) -> Iterator[int]:
        """The cards of the house that lie face up: the community cards, or the up card."""
        for hand in round.hands[: len(self.house)]:
            yield from (int(card) for card in hand.shown if card != UNKNOWN)


def _in_order(end: End) -> End:
    """An end with its wagers in the order of their names."""
    return end._replace(nets=tuple(sorted(end.nets)))


def _end(round: Round) -> End:
    """What became of each wager, by the engine's settlements."""
    nets: dict[str, Fraction] = defaultdict(Fraction)
    wagered = 0
    for done in round.settlements:
        nets[done.spot] += Fraction(done.returned.cents + done.pays - done.stake.cents, ANTE_CENTS)
    for wager in round.wagers:
        wagered += wager.stake.cents
    return End("", tuple(sorted(nets.items())), Fraction(wagered, ANTE_CENTS))


def _terms(question: Question) -> Terms:
    spots = {"ante": Limits(ANTE_CENTS, ANTE_CENTS)}
    trips = int(question.rules.get("trips", 0)) * ANTE_CENTS
    if trips:
        spots["trips"] = Limits(trips, trips)
    has_floor = Rules.of(question.game, question.version).applies(law.REGULATOR_MINIMUM)
    floor = {spot: limit.minimum_cents for spot, limit in spots.items()} if has_floor else None
    multiples = dict(zip(STAGES, question.play, strict=True))
    is_ultimate = question.engine == "ultimate-texas-holdem"
    return Terms(spots, "shoe", regulator_minimum_cents=floor, multiples=multiples if is_ultimate else {})


def engine_rules(question: Question, taken: Set[str]) -> Rules:
    """The edition's rules with the readings and permissions of a question; `taken` is what else the table can do."""
    rules = Rules.of(question.game, question.version)
    readings = {name: question.rules[name] for name in question.altered if rules.has_switch(name)}
    granted = {Key(name) for name, value in question.rules.items() if Key(name) in PERMISSIONS and value}
    able = {*taken, *readings, *PERMISSIONS}
    if altered := sorted(set(question.altered) - able):
        raise LabError(f"The engine plays by the book: it cannot take {', '.join(altered)}.")
    return rules.amend(readings=readings, grant=granted)


def begin_round(game: Game) -> Round:
    """The first round of a table with a game; terms that the game does not take are an error of the question."""
    try:
        return Table.open(game).begin().round
    except Refused as refused:
        raise LabError(f"The engine refuses this: {refused}") from None


def _open(question: Question) -> Round:
    """A round with its wagers down, shuffled, cut and called: every round of the simulation begins here."""
    game = make_game(engine_rules(question, {"play", "trips", "strategy"}), _terms(question))
    round = begin_round(game)
    wagers = {"ante": ANTE_CENTS, "blind": ANTE_CENTS, "trips": int(question.rules.get("trips", 0)) * ANTE_CENTS}
    for spot, cents in wagers.items():
        if spot in game.spots and cents:
            round = apply(round, Place("wagers", PLAYER, AREA, spot, Stake.of(cents))).round
    while not any(isinstance(need, CardsNeed) for need in round.needs):
        round = apply(round, _opening_act(round)).round
    return round


def _opening_act(round: Round) -> Act:
    for need in round.needs:
        match need:
            case ShuffleNeed():
                return Shuffle(need.id)
            case CutNeed():
                return Cut(need.id, "dealer", need.least)
            case CallNeed():
                return Call(need.id)
    raise AssertionError(f"the engine waits for {round.needs}")
