"""Ultimate Texas Hold'em counted a second time on short decks: every deal played out, no symmetry, no inclusion."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from lab.short_holdem import GAME, GAPS, PAYS, SIX_RANKS, THREE_RANKS, Brute, Deck
from pitboss.cards import Category
from pitboss.lab.parameters import ask
from pitboss.lab.question import OPTIMAL, LabError
from pitboss.lab.ultimate import OUTS, solve
from pitboss.lab.ultimate.decide import UltimatePays, pays_of
from pitboss.lab.ultimate.price import play_out
from pitboss.lab.ultimate.symmetry import symmetry


def changed(**changes: object) -> UltimatePays:
    """The book's pays, altered."""
    return PAYS._replace(**changes)


CASES = {
    "as in the book": (SIX_RANKS, PAYS),
    "four suits": (THREE_RANKS, PAYS),
    "Trips that a fold forfeits": (SIX_RANKS, pays_of(ask(GAME), trips=3)),
    "Trips that a fold keeps": (SIX_RANKS, pays_of(ask(GAME), trips=3)._replace(keeps_trips=True)),
    "folded Antes go back": (GAPS, changed(refunds_folded=True)),
    "every dealer qualifies": (SIX_RANKS, changed(qualifier=0)),
    "a sign with several multiples": (SIX_RANKS, changed(multiples=((3, 5), (2, 3), (1, 2)))),
    "Blind that pays on a pair": (THREE_RANKS, changed(blind=tuple(Fraction(k, 3) for k in range(10)))),
}


@pytest.mark.parametrize("case", CASES)
def test_the_best_decisions_and_how_every_deal_ends(case: str) -> None:
    deck, pays = CASES[case]
    decisions, ends, _ = play_out(OPTIMAL, pays, deck)
    by_hand, worth = Brute(deck, pays).best()
    assert ends == by_hand
    assert decisions.worth == worth


@pytest.mark.parametrize("deck", [SIX_RANKS, THREE_RANKS])
def test_the_published_strategy_deal_by_deal(deck: Deck) -> None:
    _, ends, _ = play_out(OUTS, PAYS, deck)
    assert ends == Brute(deck, PAYS).published()


def test_symmetry_counts_every_board_flop_and_hole_cards() -> None:
    """134,459 boards, 1,755 flops and 1,286,792 flops with hole cards, of 2,598,960, 22,100 and so on."""
    kinds = symmetry()
    assert (len(kinds.boards), int(kinds.weights.sum())) == (134_459, 2_598_960)
    assert (len(kinds.flops), len(kinds.example)) == (1_755, 1_286_792)
    assert len(np.unique(kinds.flop_class)) == 1_755


def test_a_pay_that_cannot_be_counted_exactly_is_refused() -> None:
    with pytest.raises(LabError, match="too large"):
        solve(ask(GAME, pay=["blind.royal-flush=100000000"]))


def test_pays_are_rounded_up_to_what_chips_can_pay() -> None:
    question = ask(GAME, wager_cents=500, chip_cents=[500])
    assert pays_of(question).blind[Category.FLUSH] == 2
    assert pays_of(replace(question, wager_cents=1_000)).blind[Category.FLUSH] == Fraction(3, 2)
