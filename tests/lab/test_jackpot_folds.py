"""What the best play folds of the hands that take a jackpot prize, counted a second time from the hands themselves."""

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from lab.short_holdem import PAYS, SIX_RANKS, THREE_RANKS, Brute, Deck
from pitboss.cards import Category, best_hand
from pitboss.cards.card import CARDS
from pitboss.jackpot.hits import prize_hands
from pitboss.jackpot.returns import DEALT, HANDS
from pitboss.lab import caribbean, mississippi
from pitboss.lab.advice import DecisionView, advise
from pitboss.lab.answer import answer
from pitboss.lab.arrays import SHIFTS, Array
from pitboss.lab.caribbean import folds as caribbean_folds
from pitboss.lab.jackpot.folding import find_folds, stored_folds
from pitboss.lab.mississippi import folds as mississippi_folds
from pitboss.lab.mississippi.play import STREETS, Play
from pitboss.lab.mississippi.price import choices_of, whole_play
from pitboss.lab.parameters import ask
from pitboss.lab.question import OPTIMAL
from pitboss.lab.ultimate.decide import UltimatePays, decisions_of
from pitboss.lab.ultimate.folds import count_folds
from pitboss.lab.ultimate.symmetry import symmetry
from support import CROWN, CROWN_MS, STAR_MS, ULTIMATE

# Caribbean Stud: nothing that takes a prize is folded.


def test_caribbean_stud_folds_no_prize_and_all_folds_are_high_cards() -> None:
    question = ask(CROWN)
    chances = caribbean_folds.fold_chances(question)
    assert sum(chances.values()) == chances["high-card"]
    bet = float(answer(question).solution.facts["bet frequency"])
    assert float(chances["high-card"]) == pytest.approx(1 - bet, abs=1e-12)
    assert find_folds(question) == dict.fromkeys(HANDS, 0)


def test_caribbean_stud_table_bets_every_prize_hand() -> None:
    """The strategy table, hand by hand: nothing from three of a kind up has a fold or a hand that the suits decide."""
    (table,) = caribbean.tables(ask(CROWN))
    first_pair = next(place for place, row in enumerate(table.rows) if row[0].startswith("A-K"))
    assert all(set(row[1:]) <= {caribbean.price.BET, "-"} for row in table.rows[:first_pair])


# Mississippi Stud: every prize hand in every order in which its cards can come.


def cards_of_mask(hand: int) -> list[int]:
    return [place for place in range(52) if hand >> place & 1]


def number_of(cards: Array) -> Array:
    """The cards of each row as the lab writes a hand: the ranks of each suit, the suits in falling order."""
    suits = np.stack([np.where(cards & 3 == suit, 1 << (cards >> 2), 0).sum(axis=1) for suit in range(4)], axis=1)
    numbers: Array = (-np.sort(-suits, axis=1) << SHIFTS).sum(axis=1)
    return numbers


def folded_part(play: Play, choices: Mapping[str, Array], hands: list[list[int]]) -> Fraction:
    """The part of some five-card hands that is folded, over all ways to come by them."""
    orders = [
        (*hole, *rest)
        for hole in combinations(range(5), 2)
        for rest in ((a, b, 10 - sum(hole) - a - b) for a, b in ordered_pairs(set(range(5)) - set(hole)))
    ]
    assert len(orders) == 60
    cards = np.array(hands)[:, orders].reshape(-1, 5)
    is_in, made = np.ones(len(cards), bool), np.zeros(len(cards), np.int64)
    for street, known in zip(STREETS, (2, 3, 4), strict=True):
        place = np.searchsorted(play.counts[known - 2], number_of(cards[:, :known]))
        chosen = choices[street][place, made]
        is_in &= chosen < len(play.wagers)
        made = made * len(play.wagers) + np.minimum(chosen, len(play.wagers) - 1)
    return Fraction(int((~is_in).sum()), len(cards))


def ordered_pairs(left: set[int]) -> list[tuple[int, int]]:
    return [(a, b) for a in left for b in left if a != b]


@pytest.mark.parametrize("changes", [{}, {"pay": ("flush=3",), "rule": ("street-most=2",)}])
def test_mississippi_stud_folds_hand_by_hand(changes: dict[str, tuple[str, ...]]) -> None:
    question = ask(CROWN_MS, **changes)  # type: ignore[arg-type]
    play = whole_play(question)
    choices, chances = choices_of(play, OPTIMAL), mississippi_folds.fold_chances(question)
    for line, number in HANDS.items():
        part = folded_part(play, choices, [cards_of_mask(hand) for hand in sorted(prize_hands(line))])
        assert chances[line] == part * Fraction(number, DEALT), line


def test_mississippi_stud_folds_are_all_folds() -> None:
    """With every kind of hand they are the folds of the solution, street by street."""
    question = ask(STAR_MS)
    play = whole_play(question)
    solution = mississippi.solve(question)
    for street, folded in zip(STREETS, mississippi_folds.follow_folds(play, choices_of(play, OPTIMAL)), strict=True):
        name = f"fold-{street.lower().replace(' ', '-')}"
        assert int(folded.sum()) == sum(o.count for o in solution.outcomes if o.name == name)


def test_mississippi_stud_never_folds_two_cards_of_a_royal_flush() -> None:
    assert find_folds(ask(CROWN_MS))["royal-flush"] == 0
    assert stored_folds(ask(CROWN_MS, strategy="points")) == find_folds(ask(CROWN_MS)), "the best play is asked about"


# Ultimate Texas Hold'em: short decks deal by deal, and the full one by the advice at the flop.

LATE = PAYS._replace(multiples=((1,), (1,), (5,)))
"""Most is won by who waits for the river, so that prizes are checked, and some are folded there."""
DECKS: Mapping[str, tuple[Deck, UltimatePays]] = {
    "as in the book": (SIX_RANKS, PAYS),
    "the river pays": (SIX_RANKS, LATE),
    "four suits": (THREE_RANKS, PAYS),
}


@pytest.mark.parametrize("case", DECKS)
def test_ultimate_folds_deal_by_deal_on_a_short_deck(case: str) -> None:
    deck, pays = DECKS[case]
    brute, folded = Brute(deck, pays), Counter[str]()
    for hole in combinations(brute.deck, 2):
        decided = brute.decide(hole)
        for flop, boards in decided.flops.items():
            kind = best_hand((*hole, *flop)).category
            folded[kind.line] += sum(decided.play(flop, board) == (2, 0) for board in boards)
    kinds = symmetry(*deck)
    cards = len(brute.deck)
    deals = comb(cards, 3) * comb(cards - 3, 2) * comb(cards - 5, 2)
    found = count_folds(kinds, pays, decisions_of(OPTIMAL, kinds, pays))
    assert found == {kind.line: Fraction(folded[kind.line], deals) for kind in Category if kind >= Category.STRAIGHT}
    assert any(found.values()), "the case is there to fold prizes"


def bets_by_the_flop(hole: tuple[int, ...], flop: tuple[int, ...]) -> bool:
    """Whether the advice bets at the flop, or has before it."""
    question, seen, board = ask(ULTIMATE), tuple(CARDS[card] for card in hole), tuple(CARDS[card] for card in flop)
    return any(
        advise(question, view).best.name == "bet" for view in (DecisionView(seen, board=board), DecisionView(seen))
    )


def splits_of(line: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The prize hands of a kind as hole cards and flop, one of those that differ by a change of suits."""
    found = {}
    for hand in sorted(prize_hands(line)):
        cards = cards_of_mask(hand)
        for hole in combinations(cards, 2):
            flop = tuple(card for card in cards if card not in hole)
            by_suit = [
                tuple(card >> 2 for card in some if card & 3 == suit) for suit in range(4) for some in (hole, flop)
            ]
            found[tuple(sorted(zip(by_suit[::2], by_suit[1::2], strict=True)))] = hole, flop
    return list(found.values())


@pytest.mark.parametrize("line", HANDS)
def test_ultimate_bets_prizes_by_the_flop(line: str) -> None:
    """Nothing that takes a prize at the flop is left to be folded at the river."""
    assert find_folds(ask(ULTIMATE))[line] == 0
    splits = splits_of(line)
    assert all(bets_by_the_flop(*split) for split in random.Random(line).sample(splits, 4))


@pytest.mark.long
@pytest.mark.parametrize("line", HANDS)
def test_ultimate_bets_every_prize_by_the_flop(line: str) -> None:
    assert all(bets_by_the_flop(*split) for split in splits_of(line))
