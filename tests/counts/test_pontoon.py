"""Pontoon twice: thousands of rounds played by a plain model and led step by step through the engine, and everything
that can happen to one player on a handful of cards, counted by both."""

import json
import os
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import prod
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss import law
from pitboss.cards import Card, parse_cards, show
from pitboss.cards.card import parse_card
from pitboss.games import make_game
from pitboss.law import Rules
from pitboss.money import Chips, Stake
from pitboss.play import Round, Table, apply, totals
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Sit
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, ShuffleNeed
from pitboss.play.terms import Limits, Terms
from reference_pontoon import BASE, PlainPontoon
from support import DEVICES, same_as_committed

MODELS = 80 if os.environ.get("PITBOSS_SEEDS") else 4
"""How many times 500 rounds of the plain model are played."""
GAME = "star-pontoon"
RANKS, SUITS = "23456789JQKA", "cdhs"
PACK = [rank + suit for rank in RANKS for suit in SUITS]


class World(NamedTuple):
    """A shoe with some cards on top, ranks that the dealer's first cards have, and what people like to do."""

    top: Sequence[str]
    dealers: Sequence[str]
    likes: Sequence[str]


WORLDS = (
    World([], ("", "A", "K"), ("", "draw", "double", "stand")),
    World(["7s", "7h"] * 6 + ["7c", "7d", "6s", "8s"], ("7",), ("draw", "draw", "split draw", "double")),
    World(["6s", "7s", "8s", "6h", "7h", "8h", "7d"] * 4, ("7", "K", "A"), ("draw", "split draw")),
    World([rank + suit for rank in "A2345" for suit in SUITS] * 4, ("", "AK", "K"), ("draw", "draw", "double")),
    World([rank + suit for rank in "AAJQK98" for suit in SUITS] * 3, ("", "AK"), ("split stand", "double", "stand")),
    World(
        [rank + suit for rank in "8883AK" for suit in SUITS] * 2,
        ("", "AK", "KA", "AQ", "JA", "A9"),
        ("split stand", "split draw", "split double forfeit", "split double keep"),
    ),
)
SWITCHES: dict[str, Any] = {
    "splitBustPolicy": "one-original",
    "splitForfeitPolicy": "one-original",
    "splitPaidPolicy": "original-paid",
    "doubledTwentyOneBeatsPontoon": False,
    "drawnAceOnDouble": "one",
    "superBonusOthers": "once-per-area",
    "lateSuperBonusPays": "table-2",
    "insuredMaySurrender": False,
    "dealerPlaysOutSurrender": True,
    "insuranceOutlivesHand": False,
    "unsurrenderedShare": "surrendered",
    "surrenderReturnRounding": "down",
    "splitAcesMayDouble": True,
}
"""The readings the other way."""
CHIPS = ((100, 500, 2_500), (250, 1_000), (500,), (200, 500))

# One round, led through the engine.


class Led:
    """The engine, led by what a plain round wrote down."""

    def __init__(self, plain: PlainPontoon, round: Round) -> None:
        self.plain, self.round = plain, round

    def do(self, act: Any) -> None:
        self.round = apply(self.round, act).round

    def follow(self) -> None:
        """Do each step, checking that the engine awaits just that, and offers what the model says it does."""
        for kind, *rest in self.plain.log:
            getattr(self, f"_{kind}")(*rest)
        assert self.round.is_over, self.round
        assert came_to(self.round) == self.plain.came_to()
        assert [str(card) for card in self.round.hands[0].cards] == self.plain.dealer
        for box in self.plain.boxes:
            hands = [[str(card) for card in hand.cards] for hand in self.hands_of(box.area)]
            assert hands == [hand.cards for hand in box.hands]

    def hands_of(self, area: int) -> list[Any]:
        return [hand for hand in self.round.hands if hand.area == area]

    def _deal(self, cards: Sequence[str]) -> None:
        self.do(Deal("deal", parse_cards(" ".join(cards))))
        if self.round.need("return"):
            self.do(Shuffle("return"))

    def _call(self, name: str) -> None:
        self.do(Call(name))

    def _open(self, kind: str, patrons: Sequence[str]) -> None:
        """Just these players are asked."""
        assert sorted(need.patron for need in self.asked(kind)) == sorted(patrons)

    def asked(self, kind: str) -> list[DecisionNeed]:
        return [n for n in self.round.needs if isinstance(n, DecisionNeed) and n.id.startswith(f"{kind}-")]

    def _take(
        self, kind: str, patron: str, area: int, options: dict[str, tuple[int, int]], name: str, cents: int
    ) -> None:
        need = next(n for n in self.asked(kind) if n.patron == patron and n.area == area)
        assert {o.name: (o.least_cents, o.most_cents) for o in need.options} == options
        self.do(Lapse(need.id) if name == "lapse" else Decide(need.id, patron, name, Stake.of(cents)))

    def _card(self, area: int, place: int, card: str) -> None:
        assert not [n for n in self.round.needs if isinstance(n, DecisionNeed) and not n.optional]
        self.do(Deal(f"card-{self.hands_of(area)[place].id}", (parse_card(card),)))

    def _dealer(self, card: str) -> None:
        self.do(Deal("dealer", (parse_card(card),)))


def came_to(round: Round) -> dict[tuple[str, int, str], tuple[int, int]]:
    """What each player staked and got back on an area, by kind of wager, as the engine has it."""
    sums: dict[tuple[str, int, str], list[int]] = defaultdict(lambda: [0, 0])
    for wager in round.wagers:
        assert not wager.left.pieces
        if wager.stake.pieces:
            sums[wager.patron, wager.area, "wager" if wager.spot in BASE else wager.spot][0] += wager.stake.cents
    for done in round.settlements:
        kind = "bonus" if done.result == "bonus" else "wager" if done.spot in BASE else done.spot
        sums[done.patron, done.area, kind][1] += done.returned.cents + done.pays
    return {place: (staked, back) for place, (staked, back) in sums.items()}


def opened(rules: Rules, terms: Terms, plain: PlainPontoon, seated: dict[int, str]) -> Round:
    """A round ready to be dealt, with the wagers of a plain one."""
    round = Table.open(make_game(rules, terms)).begin().round
    for area, patron in seated.items():
        round = apply(round, Sit("wagers", patron, area)).round
    for bet in (*plain.bets, *plain.side):
        round = apply(round, Place("wagers", bet.patron, bet.area, bet.kind, Stake.of(bet.cents))).round
    round = apply(round, Shuffle("shuffle")).round
    while isinstance(need := round.needs[0], CutNeed):
        round = apply(round, Cut(need.id, need.by, need.least)).round
    return apply(round, Deal("burn", parse_cards("??"))).round


class Chance:
    """What comes of chance in one round: the cards, and people with their habits."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        world = self.random.choice(WORLDS)
        first = list(world.top)
        rest = list((Counter(PACK * 6) - Counter(first)).elements())
        self.random.shuffle(first)
        self.random.shuffle(rest)
        self.shoe = rest + first
        self.dealers = list(self.random.choice(world.dealers))
        self.habit = self.random.choice(world.likes).split()

    def draw(self, who: str) -> str:
        """The next card; the dealer's first ones are of wanted ranks in some rounds."""
        if who == "dealer" and self.dealers:
            rank = self.dealers.pop(0)
            for place in range(len(self.shoe) - 1, -1, -1):
                if self.shoe[place][0] == rank:
                    return self.shoe.pop(place)
        return self.shoe.pop()

    def choose(self, options: Sequence[Any]) -> Any:
        """Anything, but more often what these people are in the habit of."""
        liked = [option for option in options if isinstance(option, str) and option in self.habit]
        return self.random.choice(liked if liked and self.random.random() < 0.8 else options)

    def permits(self) -> list[str]:
        return [name for name in ("split-again", "paid-at-final") if self.random.random() < 0.4]

    def reads(self) -> dict[str, Any]:
        """The usual readings in half of the rounds, some the other way in the rest."""
        share = self.random.choice((0, 0.25))
        return {name: other for name, other in SWITCHES.items() if self.random.random() < share}


def random_round(seed: int) -> tuple[PlainPontoon, Round]:
    """A round of chance: who bets what where, under which readings and permissions, from which cards."""
    chance = Chance(seed)
    pick = chance.random
    chips = pick.choice(CHIPS)
    wagers: dict[tuple[str, int], int] = {}
    for area in pick.sample(range(1, 8), pick.randint(1, 3)):
        for patron in pick.sample("ABCD", pick.randint(1, 3)):
            wagers[patron, area] = chips[0] * pick.choice((1, 2, 3, 5, 9, 10, 12, 25, 30))
    seated = {area: pick.choice("ABCD") for area in pick.sample(range(1, 8), 1)}
    permitted, readings = chance.permits(), chance.reads()
    plain = PlainPontoon(
        [(patron, area, cents) for (patron, area), cents in wagers.items()],
        draw=chance.draw,
        choose=chance.choose,
        pairs=[(patron, area, chips[0]) for patron, area in wagers if pick.random() < 0.2],
        seated=seated,
        chips=chips,
        permitted=permitted,
        readings=readings,
    )
    limits = {"wager": Limits(chips[0], 10_000_00), "perfect-pairs": Limits(chips[0], 100_00)}
    device: Any = pick.choice(DEVICES)
    terms = Terms(limits=limits, chips=Chips(chips), device=device, decks=pick.choice((6, 8)))
    rules = Rules.of(GAME).amend(grant=[law.Key(name) for name in permitted], readings=readings)
    round = opened(rules, terms, plain, seated)
    plain.play()
    return plain, round


@pytest.mark.parametrize("start", range(0, 500 * MODELS, 500))
def test_every_round_of_a_plain_model_is_the_engines_too(start: int) -> None:
    for seed in range(start, start + 500):
        plain, round = random_round(seed)
        try:
            Led(plain, round).follow()
        except Exception as error:
            raise AssertionError(f"round {seed}: {plain.log}") from error


# Everything that can happen on a handful of cards.

HANDFULS: dict[str, tuple[str, ...]] = {
    "Ks Ks Ks 8s 8s 8s 6s 7s": (),
    "7h 7h 7h 7h 7h 7h Ks 8d 9c": (),
    "As As Kd Kd Kd Kd 9c 9c 9c": (),
    "9h 9h 9h 9h 9h 9h Kd Kd Kd Kd Kd": ("split-again",),
}
"""So many points that they never run out, whatever one player does with them; and what is permitted."""
WAGER = 1_000
Ends = Counter[tuple[str, str, int]]
"""How many orders of the cards end so: what was done, the cards on the table, and the net in cents."""


class Every:
    """Takes every different choice there is in turn: the first time always the first, then on like a milometer."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.widths: list[int] = []
        self.at = 0

    def choose(self, options: Sequence[Any]) -> Any:
        different = list(dict.fromkeys(options))
        if self.at == len(self.path):
            self.path.append(0)
            self.widths.append(len(different))
        self.at += 1
        return different[self.path[self.at - 1]]

    def advance(self) -> bool:
        """Turn to the next way; say whether there is one."""
        while self.path and self.path[-1] + 1 == self.widths[-1]:
            self.path.pop()
            self.widths.pop()
        if self.path:
            self.path[-1] += 1
        self.at = 0
        return bool(self.path)


def count_by_hand(handful: str, permitted: Sequence[str]) -> Ends:
    """Have the plain model play every way there is."""
    ends: Ends = Counter()
    every = Every()
    while True:
        left = handful.split()
        orders = [1]

        def draw(_: str, left: list[str] = left, orders: list[int] = orders) -> str:
            card: str = every.choose(left)
            orders.append(left.count(card))
            left.remove(card)
            return card

        plain = PlainPontoon(
            [("Ann", 1, WAGER)],
            draw=draw,
            choose=every.choose,
            chips=(500,),
            permitted=permitted,
            lapses=False,
            forgets=False,
        )
        plain.play()
        taken = [step for step in plain.log if step[0] == "take" and step[5] != "no-insurance"]
        way = [f"{step[5]} {step[6] // 100}" if step[6] else step[5] for step in taken]
        cards = [plain.dealer, *[hand.cards for hand in plain.boxes[0].hands]]
        net = sum(back - staked for staked, back in plain.came_to().values())
        ends[", ".join(way), " | ".join(" ".join(held) for held in cards), net] += prod(orders)
        if not every.advance():
            return ends


def count_by_engine(handful: str, permitted: Sequence[str], device: Any) -> tuple[Ends, int]:
    """Walk the engine through everything; also count the acts."""
    ends: Ends = Counter()
    terms = Terms(limits={"wager": Limits(WAGER, WAGER)}, chips=Chips((500,)), device=device)
    rules = Rules.of(GAME).amend(grant=[law.Key(name) for name in permitted])
    plain = PlainPontoon([("Ann", 1, WAGER)], draw=lambda _: "", choose=lambda _: None)
    acts = 0

    def walk(round: Round, left: tuple[Card, ...], orders: int, way: tuple[str, ...]) -> None:
        nonlocal acts
        acts += 1
        if round.is_over:
            cards = " | ".join(show(hand.cards) for hand in round.hands)
            ends[", ".join(way), cards, totals(round)[0].net] += orders
            return
        for act, rest, times, word in answers(round, left):
            walk(apply(round, act).round, rest, orders * times, (*way, word) if word else way)

    walk(opened(rules, terms, plain, {}), parse_cards(handful), 1, ())
    return ends, acts


Answer = tuple[Act, tuple[Card, ...], int, str]


def answers(round: Round, left: tuple[Card, ...]) -> Iterator[Answer]:
    """Everything that can come next: an act, the cards then left, how many of them it could be, and a word for it."""
    for need in round.needs:
        if isinstance(need, DecisionNeed):
            for option in [option for option in need.options if not option.declines]:  # a no changes nothing
                for cents in dict.fromkeys((option.least_cents, option.most_cents)):
                    word = f"{option.name} {cents // 100}" if cents else option.name
                    yield Decide(need.id, "Ann", option.name, Stake.of(cents)), left, 1, word
            if not need.optional:
                return
        elif isinstance(need, CardsNeed):
            for card in dict.fromkeys(left):
                place = left.index(card)
                yield Deal(need.id, (card,)), left[:place] + left[place + 1 :], left.count(card), ""
            return
        elif isinstance(need, CallNeed) and need.id != "no-more-bets":
            yield Call(need.id), left, 1, ""
            return
        elif isinstance(need, ShuffleNeed):
            yield Shuffle(need.id), left, 1, ""
            return


def report(ends: Ends) -> dict[str, str]:
    """For each way to play, how many orders of the cards and the net of them all."""
    rows: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for (way, _, net), orders in sorted(ends.items()):
        rows[way or "nothing to decide"][0] += orders
        rows[way or "nothing to decide"][1] += orders * net
    return {way: f"{orders} orders, net {net // 100} dollars" for way, (orders, net) in rows.items()}


def test_everything_that_can_happen_to_one_player() -> None:
    told = {}
    for device, (handful, permitted) in zip(DEVICES * 2, HANDFULS.items(), strict=True):
        by_hand = count_by_hand(handful, permitted)
        by_engine, acts = count_by_engine(handful, permitted, device)
        assert by_engine == by_hand, handful
        name = ", ".join((handful, *permitted))
        told[name] = {"ends": len(by_hand), "acts": acts, "ways": report(by_hand)}
    same_as_committed(Path(__file__).with_name(f"{GAME}.json"), json.dumps(told, indent=1) + "\n")
