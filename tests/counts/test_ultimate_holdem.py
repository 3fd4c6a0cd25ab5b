"""Counts of everything that can happen to one player at Ultimate Texas Hold'em on decks of nine cards.

Every two hole cards for the player and for the dealer, the other five being the board, and every way to play them. The
engine walks it; plain arithmetic must agree, wager by wager.
"""

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from pitboss.cards import Card, parse_cards, show
from pitboss.money import Stake
from pitboss.play import Round, Table, apply, totals
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Turn
from pitboss.play.needs import CardsNeed, DecisionNeed, TurnNeed
from pitboss.play.terms import Limits
from reference_poker import plain_best
from support import DEVICES, ULTIMATE, make, same_as_committed

DECKS = {
    "low and ragged": parse_cards("Ks Jd 9h 8c 7s 5d 4h 3c 2s"),
    "a flush on its way": parse_cards("As Ks 9s 8s 7s 7d 7h 3c 2d"),
}
ANTE, TRIPS = 1_000, 500
BLIND_PAYS = {4: 1_000, 5: 1_500, 6: 3_000, 7: 10_000, 8: 50_000, 9: 500_000}
TRIPS_PAY = {3: 3, 4: 4, 5: 7, 6: 8, 7: 30, 8: 40, 9: 50}
PLAYS = {"bet": 4, "check bet": 2, "check check bet": 1}
Deals = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


def deals(deck: tuple[Card, ...]) -> Iterator[Deals]:
    """Every two hole cards for the player and for the dealer, and the board that is left."""
    for player in combinations(deck, 2):
        rest = [card for card in deck if card not in player]
        for dealer in combinations(rest, 2):
            yield player, dealer, tuple(card for card in rest if card not in dealer)


def opened(device: str, deck: tuple[Card, ...]) -> Round:
    """A round ready to deal a short deck, Trips down too."""
    limits = {"ante": Limits(ANTE, ANTE), "trips": Limits(TRIPS, TRIPS)}
    floor = {"ante": ANTE, "trips": TRIPS}
    table = Table.open(make(ULTIMATE, device=device, limits=limits, regulator_minimum_cents=floor))
    table.game.deck, table.game.deck_set = deck, frozenset(deck)
    round = table.begin().round
    for spot, cents in (("ante", ANTE), ("blind", ANTE), ("trips", TRIPS)):
        round = apply(round, Place("wagers", "Ann", 1, spot, Stake.of(cents))).round
    round = apply(round, Shuffle("shuffle")).round
    if round.need("cut"):
        round = apply(round, Cut("cut", "dealer", 5)).round
    return apply(round, Call("no-more-bets")).round


def walk(round: Round, board: tuple[Card, ...], out: int = 0) -> Iterator[tuple[str, Round]]:
    """Every way to play a dealt round to its end, named by what was done; a bet is the most there is."""
    if round.is_over:
        yield "", round
        return
    need = round.needs[0]
    if isinstance(need, DecisionNeed):
        acts: list[Act] = [Decide(need.id, "Ann", o.name, Stake.of(o.most_cents)) for o in need.options]
        if round.phase == "river":
            acts.append(Lapse(need.id))
        for act in acts:
            for path, end in walk(apply(round, act).round, board, out):
                yield f"{getattr(act, 'option', 'lapse')} {path}".strip(), end
    elif isinstance(need, CardsNeed):
        size = len(need.slots)
        yield from walk(apply(round, Deal(need.id, board[out : out + size])).round, board, out + size)
    elif isinstance(need, TurnNeed):
        yield from walk(apply(round, Turn(need.id)).round, board, out)
    else:
        yield from walk(apply(round, Call("settle")).round, board, out)


def count_by_engine(device: str, deck: tuple[Card, ...]) -> dict[str, dict[str, int]]:
    """Walk everything; for each way to play and what became of each wager, how many deals, and the net of them all."""
    counts: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    round = opened(device, deck)
    for player, dealer, board in deals(deck):
        from_shoe = (player[0], dealer[0], player[1], dealer[1])
        cards = (*board, *dealer, *player) if device == "shuffler" else from_shoe
        for path, end in walk(apply(round, Deal("deal", cards)).round, board):
            results = ", ".join(sorted(f"{s.spot} {s.result}" for s in end.settlements))
            counts[f"{path}: {results}"] += 1
            nets[f"{path}: {results}"] += totals(end)[0].net
    return {name: {"deals": counts[name], "net_cents": nets[name]} for name in sorted(counts)}


def count_by_hand(deck: tuple[Card, ...]) -> dict[str, dict[str, int]]:
    """The same table from plain arithmetic: no engine, no evaluator of ours."""
    counts: Counter[str] = Counter()
    nets: Counter[str] = Counter()
    for player, dealer, board in deals(deck):
        mine, theirs = plain_best((*player, *board)), plain_best((*dealer, *board))
        for path in ("check check fold", "check check lapse"):
            name = f"{path}: ante lost, blind lost, trips lost"
            counts[name] += 1
            nets[name] -= 2 * ANTE + TRIPS
        for path, multiple in PLAYS.items():
            results, net = _outcome(mine, theirs, multiple)
            name = f"{path}: " + ", ".join(f"{spot} {results[spot]}" for spot in sorted(results))
            counts[name] += 1
            nets[name] += net
    return {name: {"deals": counts[name], "net_cents": nets[name]} for name in sorted(counts)}


def _outcome(mine: tuple[int, list[int]], theirs: tuple[int, list[int]], multiple: int) -> tuple[dict[str, str], int]:
    kind = mine[0]
    pays_trips = kind in TRIPS_PAY
    results = {"trips": "won" if pays_trips else "lost"}
    net = TRIPS * TRIPS_PAY[kind] if pays_trips else -TRIPS
    if mine == theirs:
        return results | {"ante": "stood off", "blind": "stood off", "play": "stood off"}, net
    wins = mine > theirs
    results["play"] = "won" if wins else "lost"
    net += multiple * ANTE if wins else -multiple * ANTE
    if theirs[0] == 0:
        results["ante"] = "returned"
    else:
        results["ante"] = "won" if wins else "lost"
        net += ANTE if wins else -ANTE
    if wins:
        results["blind"] = "won" if kind in BLIND_PAYS else "stood off"
        net += BLIND_PAYS.get(kind, 0)
    else:
        results["blind"] = "lost"
        net -= ANTE
    return results, net


def test_everything_that_can_happen_on_a_short_deck() -> None:
    report = {}
    for name, deck in DECKS.items():
        by_hand = count_by_hand(deck)
        for device in DEVICES:
            assert count_by_engine(device, deck) == by_hand, (name, device)
        report[f"{name}: {show(deck)}"] = by_hand
    same_as_committed(Path(__file__).with_name(f"{ULTIMATE}.json"), json.dumps(report, indent=2) + "\n")
