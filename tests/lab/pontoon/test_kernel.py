"""The compiled kernel: its random numbers, single deals by the rules, and its means against the analysis."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from lab.pontoon.one_deal import InitialDeal, play_order
from lab.pontoon.pontoon_shoes import BOOK, book
from pitboss.lab.parameters import ask
from pitboss.lab.pontoon.kernel import next_block, shuffle, stream
from pitboss.lab.pontoon.play import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.lab.pontoon.price import play_through, solution_of
from pitboss.lab.pontoon.simulate import kernel_of, simulation_of

KEEP, FORFEIT = 0, 1
VALUE = {name: value for value, name in enumerate("A23456789J")} | {"Q": 9, "K": 9}


def deal(cards: str, *decisions: int, **rules: bool | int) -> InitialDeal:
    """Play cards in the order they leave the shoe: player, dealer, player, and on."""
    numbers = [VALUE[name[0]] * 4 + "cdhs".index(name[1]) for name in cards.split()]
    dealt = play_order(book(**rules), numbers, decisions)
    assert dealt.cards_drawn == len(numbers), "the deal uses all its cards and no others"
    return dealt


@pytest.mark.parametrize(
    ("key", "counter", "words"),
    [
        ((0, 0), (0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (
            (0xFFFFFFFF, 0xFFFFFFFF),
            (0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF),
            (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
        ),
        (
            (0xA4093822, 0x299F31D0),
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_the_generator_gives_its_published_words(
    key: tuple[int, ...], counter: tuple[int, ...], words: tuple[int, ...]
) -> None:
    """Salmon et al., Parallel random numbers: as easy as 1, 2, 3; known answers of Philox 4x32-10."""
    state = stream(np.array([*key, *counter[2:]], np.uint64))
    state[4] = np.uint64(counter[0] | counter[1] << 32)
    low, high = (int(word) for word in next_block(state))
    assert (low & 0xFFFFFFFF, low >> 32, high & 0xFFFFFFFF, high >> 32) == words


def test_every_order_of_a_small_shoe_is_as_likely() -> None:
    random = stream(np.array([5, 6, 7, 8], np.uint64))
    cards = np.arange(4)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        shuffle(cards, 0, 4, random)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    assert sum((n - 1_000) ** 2 / 1_000 for n in orders.values()) < 49.7  # chi-square, 23 degrees, 99.9%


@pytest.mark.parametrize(
    ("cards", "decisions", "rules", "net"),
    [
        ("As 6c Ad Ah Kc Kd", (DOUBLE, KEEP), {}, 2),  # aces held are 1, the drawn one 11: 13, and the dealer busts
        ("As 9c 6d Ah Kc", (DOUBLE, KEEP), {}, -2),  # 1 + 6 + 11 = 18 against 19
        ("As 9c 8d Ah Kc", (DOUBLE, KEEP), {}, 2),  # 20 against 19
        ("As 9c 8d Ah Kc", (DOUBLE, KEEP), {"drawn_ace_is_eleven": False}, -2),  # 10 against 19
        ("6s Ac 5d Kh", (DOUBLE,), {}, 2),  # a doubled 21 is paid at once
        ("6s Ac 5d Kh Kc", (DOUBLE,), {"doubled_21_beats_pontoon": False}, -1),
        ("6s Ac 5d Kh 9c", (DOUBLE,), {"doubled_21_beats_pontoon": False}, 2),
        ("8s Kc 3d 3h", (DOUBLE, FORFEIT), {}, -1),
        ("8s Ac 2d Jh Kc", (DOUBLE, KEEP), {}, -1),  # 20 doubled against a pontoon: the original wager alone
        ("Ks Ac 6d Jh", (HIT,), {}, -1),
        ("Ks Ac Ad", (), {}, Fraction(3, 2)),
        ("Ks 9c 6d 9d", (SURRENDER,), {}, Fraction(-1, 2)),
        ("Ks Ac 6d Kd", (SURRENDER,), {}, -1),
        ("Ks Kc 6d 9d", (SURRENDER,), {"wager_cents": 500}, Fraction(-1, 2)),
        ("8s Ac 8d Kh Ks Kc", (SPLIT, STAND, STAND), {}, -1),  # two live hands, one original wager
        ("8s Ac 8d 5h Ks Kd Kc", (SPLIT, HIT, STAND), {}, -2),  # busts plus one
        ("8s Ac 8d 5h Ks Kd Kc", (SPLIT, HIT, STAND), {"bust_fills_original": True}, -1),
        ("8s Ac 8d 2h 3s Kd Kc", (SPLIT, DOUBLE, FORFEIT, STAND), {}, -2),
        ("8s Ac 8d 2h 3s Kd Kc", (SPLIT, DOUBLE, FORFEIT, STAND), {"forfeit_fills_original": True}, -1),
        ("8s Ac 8d 3h Js Kd Kc", (SPLIT, HIT, STAND), {}, 0),  # the first is paid, the second taken
        ("8s Ac 8d 3h Js Kd Kc", (SPLIT, HIT, STAND), {"paid_fills_original": True}, 1),
        ("8s Ac 8d Kd 3h Js Kc", (SPLIT, STAND, HIT), {"paid_fills_original": True}, 0),  # the original is live
        ("7h 7c 7h 7h 7h Ks 9c 5d", (SPLIT, HIT, STAND), {}, 1),  # three sevens of a suit pay 2 to 1 in a split hand
        ("7s 7c 7s 7s", (HIT,), {}, 3),
        ("7h 2c 7h 7h", (HIT,), {}, 2),
        ("6h 2c 8h 7s", (HIT,), {}, Fraction(3, 2)),
        ("6s 2c 8s 7s", (HIT,), {}, 3),
        ("2h 2c 3h 4s 5s 7s", (HIT, HIT, HIT), {}, Fraction(3, 2)),
        ("2h 2c 2s 3h 4s 4c 6s", (HIT, HIT, HIT, HIT), {}, 2),
        ("2h 2c 2s 3h 3s 3c 3d 5s", (HIT, HIT, HIT, HIT, HIT), {}, 3),
        ("As 9c Ad Kh Ks", (SPLIT,), {}, 2),  # 21 on split aces is no pontoon, and is paid
        ("As 9c Ad 5h 6s 9d", (SPLIT,), {}, -2),  # one card each, and no more
        ("8s 9c 8d 8h Ks Kd Kh 8c", (SPLIT, SPLIT, STAND, STAND, STAND), {"third_hand": True}, 3),
        ("8s 9c 8d 8h Ks 8c", (SPLIT, STAND, STAND), {}, 0),
        ("Ks 6c 7d Ah Jc", (STAND,), {}, 0),  # 17 against 17: a hard one, with the ace as 1
        ("Ks 6c 7d Ah Ac", (STAND,), {}, -1),  # soft 17 draws
        ("Ks 6c 7d Ah", (STAND,), {"stands_soft": 17}, 0),
    ],
)
def test_a_deal_is_settled_by_the_rules(
    cards: str, decisions: tuple[int, ...], rules: dict[str, bool | int], net: Fraction | int
) -> None:
    assert deal(cards, *decisions, **rules).net == net


def test_super_bonus_needs_one_suit_an_unsplit_hand_and_a_seven() -> None:
    assert deal("7h 7c 7h 7h", HIT, wager_cents=500).super_bonus
    assert not deal("7h 7c 7h 7s", HIT).super_bonus
    assert not deal("7h 6c 7h 7h", HIT).super_bonus
    assert not deal("7h 7c 7h 7h 7h Ks 9c 5d", SPLIT, HIT, STAND).super_bonus


WITH_LINES = {**BOOK.pays, "5-7-9": Fraction(4), "four-card-21": Fraction(6, 5)}
"""Lines that the book does not have, beside those of the book."""


@pytest.mark.parametrize(
    ("cards", "decisions", "net"),
    [
        ("7s 6c 5d 9h", (HIT,), 4),
        ("2s 6c 6d 4h 9h", (HIT, HIT), Fraction(6, 5)),
        ("2h 6c 6h 4d 9h", (HIT, HIT), Fraction(6, 5)),  # its suits are nothing to it
        ("6s 6c 7s 8s", (HIT,), 3),  # by their suits, before all
        ("7s 6c 4d Th", (HIT,), 1),
        ("5s 2c 7d 9h Kc Kh", (DOUBLE,), 2),  # a doubled hand is paid even money
    ],
)
def test_lines_that_the_book_does_not_have_are_paid(
    cards: str, decisions: tuple[int, ...], net: int | Fraction
) -> None:
    numbers = [VALUE[name[0].replace("T", "K")] * 4 + "cdhs".index(name[1]) for name in cards.split()]
    assert play_order(book(pays=WITH_LINES), numbers, decisions).net == net


def test_blocks_repeat_and_differ() -> None:
    simulation = kernel_of(ask("star-pontoon", strategy="totals"))
    first = simulation.play(1, 0, 5_000)
    assert (first == simulation.play(1, 0, 5_000)).all()
    assert (first != simulation.play(1, 1, 5_000)).any()
    assert (first != simulation.play(2, 0, 5_000)).any()
    assert first.sum() == 5_000


@pytest.mark.parametrize(
    ("rules", "strategy"),
    [
        ({}, "total-and-count"),
        ({"wager_cents": 2_500, "decks": 8}, "optimal"),
        pytest.param({"third_hand": True, "decks": 2, "pays": WITH_LINES}, "optimal", id="added lines, third hands"),
        ({"bust_fills_original": True, "drawn_ace_is_eleven": False, "forfeit": False}, "totals"),
    ],
    ids=str,
)
def test_simulated_means_are_those_of_the_analysis(rules: dict[str, Any], strategy: str) -> None:
    """The mean net, the mean square and the mean wager, each within four standard errors."""
    priced = book(**rules)
    results, shown = play_through(priced, strategy)
    solution = solution_of(priced, results, strategy, "", shown)
    simulation = simulation_of(priced, results)
    rounds = 1_000_000
    shares = simulation.play(2026, 11, rounds) / rounds
    # The Super Bonus is so rare and so large that its share of the mean is left out here, as of its own it is counted.
    usual = np.array([end.name != "super-bonus" for end in simulation.ends])
    rare = sum(float(o.count) * float(o.pay) for o in solution.outcomes if o.name == "super-bonus")
    rare_square = sum(float(o.count) * float(o.pay) ** 2 for o in solution.outcomes if o.name == "super-bonus")
    pays = np.array([float(end.pay) for end in simulation.ends]) * usual
    wagers = np.array([float(end.wagered) for end in simulation.ends])
    square = float(solution.variance) + float(solution.edge) ** 2 - rare_square
    for values, expected in (
        (pays, -float(solution.edge) - rare),
        (pays**2, square),
        (wagers, float(solution.mean_wager)),
    ):
        mean = float(shares @ values)
        error = sqrt((float(shares @ values**2) - mean**2) / rounds)
        assert abs(mean - expected) < 4 * error


def test_a_script_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="took 1 of 2 decisions"):
        play_order(book(), [36, 20, 36, 36, 36], [STAND, STAND])
