"""Counts of everything that can happen to one player at Mississippi Stud on a deck of nine cards.

Every two hole cards and every three community cards, and every way to play them: bet once the Ante or fold at each
street, lapse at the first, concede at the end. The engine walks it; plain arithmetic must agree.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_cards, show
from pitboss.money import Stake
from pitboss.play import Round, Table, apply, totals
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Turn
from pitboss.play.needs import CardsNeed, DecisionNeed, TurnNeed
from pitboss.play.terms import Limits
from reference_poker import plain_value
from support import DEVICES, MISSISSIPPI, make, same_as_committed

DECKS = {
    "pairs of all sorts": parse_cards("As Ad Js Jd 6s 6d 5s 5d 2h"),
    "a suited run": parse_cards("As Ks Qs Js Ts 9s 9d 9h 9c"),
}
ANTE = 1_000
PAYS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 10, 7: 40, 8: 100, 9: 500}
Deals = tuple[tuple[Card, ...], tuple[Card, ...]]


def deals(deck: tuple[Card, ...]) -> Iterator[Deals]:
    """Every pair of hole cards with every board, whatever its order."""
    for hole in combinations(deck, 2):
        for board in combinations([card for card in deck if card not in hole], 3):
            yield hole, board


def opened(game: str, device: str, deck: tuple[Card, ...]) -> Round:
    """A round ready to deal a short deck."""
    table = Table.open(make(game, device=device, limits={"ante": Limits(ANTE, ANTE)}))
    table.game.deck, table.game.deck_set = deck, frozenset(deck)
    round = apply(table.begin().round, Place("wagers", "Ann", 1, "ante", Stake.of(ANTE))).round
    round = apply(round, Shuffle("shuffle")).round
    if round.need("cut"):
        round = apply(round, Cut("cut", "dealer", 5)).round
    return apply(round, Call("no-more-bets")).round


def walk(round: Round, board: tuple[Card, ...], street: int = 0) -> Iterator[tuple[str, Round]]:
    """Every way to play a dealt round to its end, named by what was done."""
    if round.is_over:
        yield "", round
        return
    need = round.needs[0]
    if isinstance(need, DecisionNeed) and not need.optional:
        acts: list[Act] = [Decide(need.id, "Ann", o.name, Stake.of(o.least_cents)) for o in need.options]
        if street == 0:
            acts.append(Lapse(need.id))
        for act in acts:
            for path, end in walk(apply(round, act).round, board, street):
                yield f"{getattr(act, 'option', 'lapse')} {path}".strip(), end
    elif isinstance(need, CardsNeed):
        yield from walk(apply(round, Deal(need.id, (board[street],))).round, board, street + 1)
    elif isinstance(need, TurnNeed):
        yield from walk(apply(round, Turn(need.id)).round, board, street + 1)
    else:
        if isinstance(need, DecisionNeed):
            for _, end in walk(apply(round, Decide(need.id, "Ann", "concede")).round, board, street):
                yield "concede", end
        yield from walk(apply(round, Call("settle")).round, board, street)


def count_by_engine(game: str, device: str, deck: tuple[Card, ...]) -> dict[str, dict[str, int]]:
    """Walk everything; for each way to play and what became of the Ante, how many deals, and the net of them all."""
    counts: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    round = opened(game, device, deck)
    for hole, board in deals(deck):
        cards = (*board, *hole) if device == "shuffler" else hole
        for path, end in walk(apply(round, Deal("deal", cards)).round, board):
            name = f"{path}: {end.settlements[0].result}"
            assert len({s.result for s in end.settlements}) == 1
            counts[name] += 1
            nets[name] += totals(end)[0].net
    return {name: {"deals": counts[name], "net_cents": nets[name]} for name in sorted(counts)}


def count_by_hand(game: str, deck: tuple[Card, ...]) -> dict[str, dict[str, int]]:
    """The same table from plain arithmetic: no engine, no evaluator of ours."""
    counts: Counter[str] = Counter()
    nets: Counter[str] = Counter()

    def add(name: str, net: int) -> None:
        counts[name] += 1
        nets[name] += net

    for hole, board in deals(deck):
        kind, ranks = plain_value((*hole, *board))
        for bets in range(3):
            add(f"{'bet ' * bets}fold: lost", -ANTE * (1 + bets))
        add("lapse: lost", -ANTE)
        if game.startswith("star"):
            add("bet bet bet concede: lost", -4 * ANTE)
        if kind > 1 or (kind == 1 and ranks[0] >= 9):
            add("bet bet bet: won", 4 * ANTE * PAYS[kind])
        elif kind == 1 and ranks[0] >= 4:
            add("bet bet bet: stood off", 0)
        else:
            add("bet bet bet: lost", -4 * ANTE)
    return {name: {"deals": counts[name], "net_cents": nets[name]} for name in sorted(counts)}


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_everything_that_can_happen_on_a_short_deck(game: str) -> None:
    report = {}
    for name, deck in DECKS.items():
        by_hand = count_by_hand(game, deck)
        for device in DEVICES:
            assert count_by_engine(game, device, deck) == by_hand, (name, device)
        report[f"{name}: {show(deck)}"] = by_hand
    same_as_committed(Path(__file__).with_name(f"{game}.json"), json.dumps(report, indent=2) + "\n")
