"""Caribbean Stud: what inclusion and exclusion counts is what plain enumeration and the engine find."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import PokerHand, best_hand, parse_cards, show
from pitboss.cards.card import CARDS, Card
from pitboss.lab import caribbean
from pitboss.lab.arrays import Array, five_cards
from pitboss.lab.caribbean import kernels
from pitboss.lab.caribbean.price import ACE_KING, DEALS, Deals, count, pays_for, price_with
from pitboss.lab.evaluator import tables
from pitboss.lab.parameters import ask
from support import BOTH, STAR, Felt


def test_every_hand_has_a_number_and_they_stand_in_order() -> None:
    hands = five_cards().hands
    assert len(hands) == 7_462
    values, *_ = kernels.value_all(tables(5))
    chance = random.Random(1)
    for _ in range(2_000):
        cards = sorted(chance.sample(range(52), 5))
        place = sum(comb(card, size) for size, card in enumerate(cards, start=1))
        assert hands[values[place]] == best_hand([CARDS[card] for card in cards])


def plain_counts(player: tuple[Card, ...], up: Card) -> tuple[int, int, int, int]:
    """The dealer's hands that fail, lose, tie and win, one by one."""
    own = best_hand(player)
    left = [card for card in CARDS[:52] if card not in (*player, up)]
    found: Counter[str] = Counter()
    for others in combinations(left, 4):
        dealer = best_hand((up, *others))
        if dealer < ACE_KING:
            found["fails"] += 1
        else:
            found["lower" if dealer < own else "equal" if dealer == own else "higher"] += 1
    return found["fails"], found["lower"], found["equal"], found["higher"]


@pytest.mark.parametrize(
    ("player", "up"),
    [("As Kd Qh Jc 9s", "9d"), ("8c 8d Kc 5h 2c", "As"), ("Th 9h 8h 7h 2h", "Jc"), ("Ks Qs 9d 4s 3c", "Kh")],
)
def test_dealers_hands_counted_one_by_one(player: str, up: str) -> None:
    cards, card = parse_cards(player), parse_cards(up)[0]
    hand = five_cards().hands.index(best_hand(cards))
    deals = count("ace-king")
    here = (deals.hand == hand) & (deals.up == card.rank)
    rows = {tuple(row) for row in np.stack(deals[2:6], axis=1)[here].tolist()}
    assert plain_counts(cards, card) in rows


def total(deals: Deals, part: Array) -> int:
    return int((deals.weight.astype(np.int64) * part).sum())


def test_deals_are_all_deals() -> None:
    deals = count("ace-king")
    assert int(deals.weight.sum()) == comb(52, 5) * 47
    assert set(np.sum(deals[2:6], axis=0).tolist()) == {comb(46, 4)}
    assert DEALS == 19_933_230_517_200


def test_dealer_fails_as_often_as_a_hand_is_below_ace_king() -> None:
    below = sum(best_hand(cards) < ACE_KING for cards in _all_unpaired()) * (4**5 - 4)
    assert total(count("ace-king"), count("ace-king").fails) == below * 5 * comb(47, 5)


def _all_unpaired() -> list[list[Card]]:
    """One hand of each five different ranks, not of one suit."""
    return [[CARDS[4 * rank + place % 4] for place, rank in enumerate(ranks)] for ranks in combinations(range(13), 5)]


def test_player_and_dealer_could_change_places() -> None:
    deals = count("none")
    assert total(deals, deals.fails) == 0
    assert total(deals, deals.lower) == total(deals, deals.higher)


@pytest.mark.parametrize("game", BOTH)
def test_lab_nets_what_the_engine_settles(game: str) -> None:
    """Random deals through the real engine, bet and folded."""
    chance, pays = random.Random(5), pays_for(ask(game))
    for place in range(150):
        cards = chance.sample(CARDS[:52], 10)
        felt = Felt(game)
        felt.ante("Ann", 1, 25)
        felt.deal(show(cards[5:]), p1=show(cards[:5]))
        if place % 10 == 0:
            felt.fold(1)
            if felt.round.need("settle") or felt.round.need("turn-dealer"):
                felt.settle()
            assert felt.net("Ann") == -25
            continue
        felt.bet(1)
        felt.settle()
        own, dealer = best_hand(cards[:5]), best_hand(cards[5:])
        assert felt.net("Ann") == 25 * expected(own, dealer, pays.ante, pays.bet[own.category], pays.lost)


def expected(own: PokerHand, dealer: PokerHand, ante: Fraction, bet: Fraction, lost: int) -> Fraction:
    if dealer < ACE_KING:
        return ante
    return ante + bet if own > dealer else Fraction(0) if own == dealer else Fraction(-lost)


def test_short_strategy_costs_little_and_the_cruder_ones_more() -> None:
    edges = {name: caribbean.solve(ask(STAR, strategy=name)).edge for name in caribbean.STRATEGIES}
    assert 0 < edges["up-card"] - edges["optimal"] < Fraction(1, 100_000)
    assert edges["up-card"] < edges["ace-king-jack-8-3"] < edges["pairs"] < edges["bet-all"]


def test_any_strategy_can_be_priced() -> None:
    """Given by a function of the hand and the up card."""
    given = price_with(ask(STAR), lambda hand, up: hand.category > 0)
    assert given.edge == caribbean.solve(ask(STAR, strategy="pairs")).edge
    assert price_with(ask(STAR), lambda hand, up: False).edge == 1


def test_strategy_is_told_hand_by_hand() -> None:
    (table,) = caribbean.tables(ask(STAR))
    rows = {row[0]: row[1:] for row in table.rows}
    assert rows["A-Q-J-T-9 to 7-5-4-3-2"] == ("fold",) * 13
    assert rows["royal flush to A-K-Q-J-2"] == ("bet",) * 13
    assert "some" in rows["A-K-Q-T-2"]


def test_strategy_follows_the_pay_table() -> None:
    """A Bet that pays nothing on a pair is not worth making on a small one against an ace."""
    best = caribbean.solve(ask(STAR))
    mean = caribbean.solve(ask(STAR, pay=("pair-or-less=0",)))
    assert mean.mean_wager < best.mean_wager
    assert mean.edge > best.edge


def test_qualifier_is_a_rule() -> None:
    """A dealer who needs a pair fails with every hand that has none: 1,302,540 of 2,598,960."""
    solution = caribbean.solve(ask(STAR, rule=("qualifier=pair",), strategy="bet-all"))
    fails = sum(o.count for o in solution.outcomes if o.name == "dealer-does-not-qualify")
    assert Fraction(fails) / Fraction(solution.deals) == Fraction(1_302_540, 2_598_960)
