"""Counts of everything that can happen on a short deck, walked by the engine and checked by plain arithmetic.

One player, one Ante of $10, ten cards: every way to part them into two hands with one of the dealer's up, and every
way to play them. The committed counts are read by people; a second, independent reckoning must agree with them.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from pitboss.cards import Card, parse_cards, show
from pitboss.games.caribbean_stud import CaribbeanStud
from pitboss.money import Stake
from pitboss.play import Round, Table, apply, totals
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Turn
from pitboss.play.needs import CardsNeed, DecisionNeed
from pitboss.play.terms import Limits
from reference_poker import plain_value
from support import BOTH, DEVICES, lay_out, make, same_as_committed

DECKS = {
    "a run": parse_cards("As Kd Qh Jc Ts 9s 9d 8h 8c 2s"),
    "aces and kings": parse_cards("As Ad Ks Kd 7h 6h 5h 4h 3h 2h"),
    "equal hands": parse_cards("As Ad Ks Kd Qs Qd Js Jd 9s 9d"),
}
ANTE = 1_000
PAYS = {0: 1, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 7, 7: 20, 8: 50, 9: 250}


def deals(deck: tuple[Card, ...]) -> Iterator[tuple[Card, tuple[Card, ...], tuple[Card, ...]]]:
    """Every up card, rest of the dealer's hand and player's hand."""
    for up in deck:
        others = [card for card in deck if card != up]
        for rest in combinations(others, 4):
            yield up, rest, tuple(card for card in others if card not in rest)


def opened(game: str, device: str, deck: tuple[Card, ...]) -> Round:
    """A round ready to deal a short deck."""
    table = Table.open(make(game, device=device, limits={"ante": Limits(ANTE, ANTE)}))
    assert isinstance(table.game, CaribbeanStud)
    table.game.deck, table.game.deck_set = deck, frozenset(deck)
    round = apply(table.begin().round, Place("wagers", "Ann", 1, "ante", Stake.of(ANTE))).round
    round = apply(round, Shuffle("shuffle")).round
    if round.need("cut"):
        round = apply(round, Cut("cut", "dealer", 5)).round
    return apply(round, Call("no-more-bets")).round


def walk(round: Round) -> Iterator[tuple[str, Round]]:
    """Every way to play a dealt round to its end, named by what was done."""
    decision = next((n for n in round.needs if isinstance(n, DecisionNeed)), None)
    if round.is_over:
        yield "", round
    elif decision is not None and not decision.optional:
        acts: list[Act] = [Decide(decision.id, "Ann", o.name, Stake.of(o.least_cents)) for o in decision.options]
        acts.append(Lapse(decision.id))
        for act in acts:
            for path, end in walk(apply(round, act).round):
                yield f"{getattr(act, 'option', 'lapse')} {path}".strip(), end
    elif round.need("turn-dealer"):
        yield from walk(apply(round, Turn("turn-dealer")).round)
    else:
        if decision is not None:
            for _, end in walk(apply(round, Decide(decision.id, "Ann", "concede")).round):
                yield "concede", end
        yield from walk(apply(round, Call("settle")).round)


def count_by_engine(game: str, device: str, deck: tuple[Card, ...]) -> dict[str, dict[str, int]]:
    """Walk everything; for each way to play and what became of both wagers, how many deals, and the net of them all."""
    counts: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    round = opened(game, device, deck)
    need = round.need("deal")
    assert isinstance(need, CardsNeed)
    place = [slot.up for slot in need.slots if slot.area == 0].index(True)
    for up, rest, player in deals(deck):
        dealer = (*rest[:place], up, *rest[place:])
        dealt = apply(round, Deal("deal", lay_out(need, {0: dealer, 1: player}))).round
        for path, end in walk(dealt):
            results = ", ".join(f"{s.spot} {s.result}" for s in end.settlements)
            counts[f"{path}: {results}"] += 1
            nets[f"{path}: {results}"] += totals(end)[0].net
    return {name: {"deals": counts[name], "net_cents": nets[name]} for name in sorted(counts)}


def count_by_hand(game: str, deck: tuple[Card, ...]) -> dict[str, dict[str, int]]:
    """The same table from plain arithmetic: no engine, no evaluator of ours."""
    star = game.startswith("star")
    counts: Counter[str] = Counter()
    nets: Counter[str] = Counter()

    def add(name: str, net: int) -> None:
        counts[name] += 1
        nets[name] += net

    for up, rest, player in deals(deck):
        mine, theirs = plain_value(player), plain_value((up, *rest))
        add("fold: ante lost", -ANTE)
        add("lapse: ante void" if star else "lapse: ante lost", 0 if star else -ANTE)
        if star:
            add("bet concede: ante lost, bet lost", -3 * ANTE)
        if theirs < (0, [12, 11]):
            add(f"bet: ante won, bet {'void' if star else 'returned'}", ANTE)
        elif mine > theirs:
            add("bet: ante won, bet won", ANTE + 2 * ANTE * PAYS[mine[0]])
        elif mine < theirs:
            add("bet: ante lost, bet lost", -3 * ANTE)
        else:
            add("bet: ante stood off, bet stood off", 0)
    return {name: {"deals": counts[name], "net_cents": nets[name]} for name in sorted(counts)}


@pytest.mark.parametrize("game", BOTH)
def test_everything_that_can_happen_on_a_short_deck(game: str) -> None:
    report = {}
    for name, deck in DECKS.items():
        by_hand = count_by_hand(game, deck)
        for device in DEVICES:
            assert count_by_engine(game, device, deck) == by_hand, (name, device)
        report[f"{name}: {show(deck)}"] = by_hand
    same_as_committed(Path(__file__).with_name(f"{game}.json"), json.dumps(report, indent=2) + "\n")
