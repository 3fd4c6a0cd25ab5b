"""Mississippi Stud: what the lab counts by suits is what plain enumeration and the engine find."""

import random
from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from pitboss.cards import best_hand, show
from pitboss.cards.card import CARDS, Card
from pitboss.games.mississippi_stud import compile_figures
from pitboss.lab import mississippi
from pitboss.lab.arrays import EMPTY, Array, add_card, copies
from pitboss.lab.mississippi.play import ENDS, PAIRS, count
from pitboss.lab.mississippi.price import cards_of, net_of, price_with
from pitboss.lab.parameters import ask
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.play.wager import Result
from support import CROWN_MS, MISSISSIPPI, STAR_MS, Felt

FIVE_CARD_HANDS = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 624,
    "full-house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two-pair": 123_552,
    "high-card": 1_302_540,
}


def end_name(cards: tuple[Card, ...]) -> str:
    hand = best_hand(cards)
    return PAIRS[hand.ranks[0]] if hand.category.line == "pair" else hand.category.line


def test_hands_up_to_suits_stand_for_all_hands() -> None:
    hands: Array = EMPTY
    for size, different in enumerate((13, 169, 1_755, 16_432), start=1):
        hands = add_card(hands).hands
        assert len(hands) == different
        assert copies(hands).sum() == comb(52, size)


def test_ends_are_the_five_card_hands() -> None:
    counted = (count().ends * copies(count().four)[:, None]).sum(axis=0) // 5
    found = dict(zip(ENDS, counted.tolist(), strict=True))
    assert {line: found[line] for line in FIVE_CARD_HANDS} == FIVE_CARD_HANDS
    assert {found[pair] for pair in PAIRS} == {1_098_240 // 13}


def test_each_last_card_ends_as_the_engine_reads_it() -> None:
    chance = random.Random(4)
    for place in chance.sample(range(len(count().four)), 150):
        cards = cards_of(count().four[place : place + 1])[0]
        ends = [end_name((*cards, card)) for card in CARDS[:52] if card not in cards]
        assert count().ends[place].tolist() == [ends.count(end) for end in ENDS]


def sets_in_order(size: int) -> Array:
    """All sets of cards, each in rising order."""
    return np.array(list(combinations(range(52), size)), dtype=np.int64)


def place_of(sets: Array) -> Array:
    """A number for each set of cards."""
    places: Array = (sets * 52 ** np.arange(sets.shape[1])).sum(axis=1)
    return places


def summed_onto_smaller(larger: Array, worth: Array, smaller: Array) -> Array:
    """For each smaller set what the sets one card larger are worth together."""
    order = place_of(smaller)
    by_place = np.argsort(order)
    total = np.zeros((len(smaller), *worth.shape[1:]), dtype=np.int64)
    for left_out in range(larger.shape[1]):
        rest = np.delete(larger, left_out, axis=1)
        np.add.at(total, by_place[np.searchsorted(order[by_place], place_of(rest))], worth)
    return total


def test_edge_by_plain_enumeration_of_every_set_of_cards() -> None:
    """The second way: no suits taken together, hands read from their ranks alone, three plain steps back."""
    five, four, three, two = (sets_in_order(size) for size in (5, 4, 3, 2))
    pay = plain_pays(five)
    each = summed_onto_smaller(five, pay, four)  # what one unit nets over the 48 last cards
    bets = (1, 3)
    fifth = {stake: np.maximum(-48 * stake, np.maximum((stake + 1) * each, (stake + 3) * each)) for stake in (3, 5, 7)}
    worth = np.stack([fifth[stake] for stake in (3, 5, 7)], axis=1)
    fourth = dict(zip((3, 5, 7), summed_onto_smaller(four, worth, three).T, strict=True))
    at_fourth = {
        stake: np.maximum(-49 * 48 * stake, np.maximum(fourth[stake + 1], fourth[stake + 3])) for stake in (2, 4)
    }
    third = summed_onto_smaller(three, np.stack([at_fourth[1 + bet] for bet in bets], axis=1), two)
    total = int(np.maximum(-50 * 49 * 48, third.max(axis=1)).sum())
    assert mississippi.solve(ask(STAR_MS)).edge == Fraction(-total, 1_326 * 50 * 49 * 48)


def plain_pays(five: Array) -> Array:
    """What one unit nets for each set of five cards in rising order, by sorting its ranks."""
    ranks, suits = five >> 2, five & 3
    same = ranks[:, 1:] == ranks[:, :-1]
    pattern = (same * (1, 2, 4, 8)).sum(axis=1)
    flush = (suits == suits[:, :1]).all(axis=1)
    low_ace = (ranks == (0, 1, 2, 3, 12)).all(axis=1)
    straight = (pattern == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | low_ace)
    pay = np.full(len(five), -1, dtype=np.int64)
    for place in range(4):
        pair = pattern == 1 << place
        rank = ranks[:, place]
        pay[pair & (rank >= 4)] = 0
        pay[pair & (rank >= 9)] = 1
    pay[np.isin(pattern, (0b0101, 0b1010, 0b1001))] = 2
    pay[np.isin(pattern, (0b0011, 0b0110, 0b1100))] = 3
    pay[straight] = 4
    pay[flush] = 6
    pay[np.isin(pattern, (0b1011, 0b1101))] = 10
    pay[np.isin(pattern, (0b0111, 0b1110))] = 40
    pay[flush & straight] = 100
    pay[flush & straight & (ranks[:, 0] == 8)] = 500
    return pay


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_lab_nets_what_the_engine_settles(game: str) -> None:
    """Random deals and decisions through the real engine, wager by wager."""
    chance, question = random.Random(7), ask(game)
    for _ in range(150):
        cards = chance.sample(CARDS[:52], 5)
        bets = [chance.choice((0, 1, 2, 3)) for _ in range(3)]
        felt = Felt(game)
        felt.ante("Ann", 1, 25)
        felt.deal(board=show(cards[2:]), p1=show(cards[:2]))
        placed = []
        for bet in bets:
            if not bet:
                felt.fold(1)
                break
            felt.bet(1, 25 * bet)
            placed.append(bet)
            felt.reveal()
        felt.settle() if felt.round.need("settle") else None
        end = end_name(tuple(cards))
        if len(placed) < 3:
            assert felt.net("Ann") == -25 * (1 + sum(placed))
        else:
            assert felt.net("Ann") == 25 * sum(net_of(question, end, wager) for wager in (1, *placed))


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_which_hands_win_is_the_editions(game: str) -> None:
    figures, question = compile_figures(Rules.of(game)), ask(game)
    signs = {Result.WON: 1, Result.STOOD_OFF: 0, Result.LOST: -1}
    chance = random.Random(3)
    for _ in range(1_000):
        cards = tuple(chance.sample(CARDS[:52], 5))
        net = net_of(question, end_name(cards), 1)
        assert (net > 0) - (net < 0) == signs[figures.outcome(best_hand(cards))]


def test_short_strategy_gives_nothing_up() -> None:
    best, short = (mississippi.solve(ask(STAR_MS, strategy=name)) for name in ("optimal", "points"))
    assert short.edge == best.edge


def test_any_strategy_can_be_priced() -> None:
    """Given by a function of the cards seen: always the least, and three times on any pair alone."""
    question = ask(STAR_MS)
    least = price_with(question, lambda cards, wagers: 1)
    assert least.edge == mississippi.solve(ask(STAR_MS, strategy="bet-least")).edge
    pairs = price_with(question, lambda cards, wagers: 3 if len({card.rank for card in cards}) < len(cards) else 0)
    assert pairs.facts["3rd Street 3x"] == 78
    assert pairs.edge > mississippi.solve(question).edge


def test_no_fixed_strategy_beats_the_best() -> None:
    best = mississippi.solve(ask(STAR_MS))
    assert mississippi.solve(ask(STAR_MS, strategy="bet-least")).edge > best.edge


def test_what_is_known_early_is_worth_something() -> None:
    edges = [mississippi.solve(ask(STAR_MS, strategy=name)).edge for name in ("optimal", "knows-first-card")]
    assert edges[0] > edges[1]


@pytest.mark.parametrize(
    ("rule", "cheaper"),
    [("street-most=2", True), ("street-most=4", False), ("pairs-stand-off-from=7", True), ("pairs-pay-from=T", False)],
)
def test_rules_move_the_edge_the_right_way(rule: str, cheaper: bool) -> None:
    """A rule that takes something from the player raises the edge, one that gives lowers it."""
    edition, altered = (mississippi.solve(ask(STAR_MS, rule=changes)).edge for changes in ((), (rule,)))
    assert (altered > edition) == cheaper


def test_rules_that_contradict_each_other_are_refused() -> None:
    for rules in (("street-least=3", "street-most=2"), ("pairs-stand-off-from=Q",)):
        with pytest.raises(LabError):
            mississippi.solve(ask(STAR_MS, rule=rules))


def test_pays_rounded_up_to_chips() -> None:
    """A straight at 5 to 2 on a $5 Ante: $12.50 exactly, $13 in dollar chips, $15 in five-dollar chips."""
    exact, ones, fives = (
        ask(CROWN_MS, pay=("straight=5:2",), wager_cents=500, chip_cents=chips) for chips in ((), (100,), (500,))
    )
    assert [net_of(question, "straight", 1) for question in (exact, ones, fives)] == [
        Fraction(5, 2),
        Fraction(13, 5),
        Fraction(3),
    ]
    edges = [mississippi.solve(question).edge for question in (exact, ones, fives)]
    assert edges[0] > edges[1] > edges[2]


def test_tables_cover_every_hand() -> None:
    third, fourth, fifth = mississippi.tables(ask(STAR_MS))
    assert [row[:2] for row in third.rows] == [("fold", "412"), ("3x", "78"), ("1x", "836")]
    assert (len(fourth.rows), len(fifth.rows)) == (1_755, 16_432)
    assert {cell for row in fourth.rows for cell in row[1:]} == {"1x", "3x", "fold"}
    assert all(len(row) == len(table.columns) for table in (third, fourth, fifth) for row in table.rows)


def test_outcomes_hold_every_wager() -> None:
    wagered = {int(outcome.wagered) for outcome in mississippi.solve(ask(STAR_MS)).outcomes}
    assert wagered <= {1 + sum(bets[:made]) for made in range(4) for bets in product((1, 3), repeat=3)}
