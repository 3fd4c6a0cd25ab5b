"""Studies: what players and houses ask besides the edge, each against a second way or a published figure."""

from itertools import combinations

import numpy as np
import pytest

from pitboss.cards import Category, best_hand
from pitboss.cards.card import CARDS
from pitboss.lab.advice import DecisionView, advise
from pitboss.lab.answer import answer
from pitboss.lab.arrays import categories, floor_of
from pitboss.lab.caribbean.price import ACE_KING, pays_for
from pitboss.lab.caribbean.studies import bet_values, gain_of
from pitboss.lab.evaluator import evaluate, tables
from pitboss.lab.many_rounds import OneRound, ruin_of
from pitboss.lab.parameters import ask
from pitboss.lab.pontoon import kernel
from pitboss.lab.pontoon.price import analyse, play_through
from pitboss.lab.pontoon.rules import pontoon_rules
from pitboss.lab.pontoon.simulate import Simulation, simulation_of
from pitboss.lab.pontoon.studies import COUNTS, counting, deal_on
from pitboss.lab.question import LabError
from pitboss.lab.study import studies_of, study
from pitboss.lab.ultimate.decide import amounts_of, pays_of
from pitboss.lab.ultimate.studies import (
    AMOUNT,
    CHECK,
    CHECK_PLAIN,
    COLUMNS,
    HOLE_CARD,
    LOOKED,
    LOSSES,
    WINS,
    sample,
    value_flops,
)
from pitboss.lab.ultimate.studies import gain_of as gain_of_view
from support import STAR, STAR_MS

ULTIMATE = "crown-ultimate-texas-holdem"


def test_every_game_has_studies_and_others_are_refused() -> None:
    assert set(studies_of(ask(STAR))) == {"bankroll", "dealer", "seats", "hole-card"}
    assert set(studies_of(ask("star-pontoon"))) == {
        *("bankroll", "dealer", "removal", "cut-card", "counting", "exceptions")
    }
    with pytest.raises(LabError, match="no study removal"):
        study(ask(STAR_MS), "removal")


def test_ruin_grows_with_rounds_and_falls_with_the_bankroll() -> None:
    found = study(ask(STAR_MS), "bankroll")
    ruin = ruin_of(OneRound.of(answer(ask(STAR_MS)).solution), 100, 100)
    assert found.figures["100 units, 100 rounds"] == ruin
    assert found.figures["50 units, 100 rounds"] > ruin > found.figures["100 units, 50 rounds"]


def test_values_by_up_card_make_the_edge() -> None:
    found = study(ask(STAR), "dealer").figures
    mean = sum(found[f"{rank} value"] for rank in "23456789TJQKA") / 13
    assert -mean == pytest.approx(float(answer(ask(STAR)).solution.edge))
    assert found["A qualifies"] == found["K qualifies"] > found["2 qualifies"]


def test_value_of_a_bet_is_that_of_every_hand_gone_through() -> None:
    """Three of the dealer's cards known besides the up card: 43 hands, read by the engine."""
    dealt = np.random.default_rng(5).permuted(np.arange(52)[None, :].repeat(20, axis=0), axis=1)
    pays = pays_for(ask(STAR))
    wins = np.array([float(win) for win in pays.bet])
    rules = (floor_of(ACE_KING), float(pays.ante), wins, float(pays.lost))
    found = bet_values(dealt, 9, 3, tables(5), categories(), *rules)
    for deal, (worth, _, up) in zip(dealt.tolist(), found.tolist(), strict=True):
        mine, total = best_hand([CARDS[card] for card in deal[:5]]), 0.0
        for card in deal[9:]:
            theirs = best_hand([CARDS[each] for each in (*deal[5:9], card)])
            if theirs < ACE_KING:
                total += 1
            elif theirs < mine:
                total += 1 + wins[Category(mine.category)]
            elif theirs > mine:
                total -= 3
        assert worth == pytest.approx(total / 43)
        assert up == deal[5] >> 2


def test_knowing_four_of_the_dealers_cards_is_worth_what_is_published() -> None:
    """Grosjean, as Jacobson quotes him (888casino blog, edge sorting Caribbean Stud): 35.21% with four known."""
    gain, error, _ = gain_of(ask(STAR, table="royal-100"), 1, 3, hands=800_000)
    assert 0.05225 - gain == pytest.approx(-0.3521, abs=4 * error)
    assert error < 0.006


def test_cards_of_others_are_unseen_for_the_dealer() -> None:
    """All that is left for the dealer's hand is gone through, and each card once."""
    left = list(combinations(range(52 - 36), 4))
    assert len(left) == 1_820
    gain, error, deals = gain_of(ask(STAR), 7, 0, hands=600_000)
    assert deals == 600_000 // len(left) and gain > 3 * error > 0


def test_flop_of_a_player_who_knows_nothing_is_worth_what_advice_says() -> None:
    """Ultimate Texas Hold'em: the same boards and dealer's hands, gone through by other code."""
    question = ask(ULTIMATE)
    dealt = np.random.default_rng(4).permuted(np.arange(52)[None, :], axis=1)
    amounts, scale = amounts_of(pays_of(question))
    (found,) = value_flops(dealt, tables(7), categories(), pays_of(question).qualifier, amounts)[:, 0]
    hand, flop = (tuple(CARDS[card] for card in part) for part in (dealt[0, :2], dealt[0, 2:5]))
    check, bet = (float(each.value) for each in advise(question, DecisionView(hand, board=flop)).options)
    assert found[CHECK] / scale / found[COLUMNS] == pytest.approx(check, abs=1e-12)
    assert found[CHECK_PLAIN] == found[CHECK]
    played = found[AMOUNT] / scale + 2 * (found[WINS] - found[LOSSES])
    assert played / found[COLUMNS] == pytest.approx(bet, abs=1e-12)


@pytest.mark.parametrize("view", [1, 6, HOLE_CARD])
def test_flop_of_a_player_who_knows_more_is_worth_what_the_cards_left_say(view: int) -> None:
    """Every board and dealer's hand of the cards that the player does not see, read by the evaluator of the lab."""
    question = ask(ULTIMATE)
    pays = pays_of(question)
    amounts, scale = amounts_of(pays)
    dealt = np.random.default_rng(8).permuted(np.arange(52)[None, :], axis=1)
    (found,) = value_flops(dealt, tables(7), categories(), pays.qualifier, amounts)[:, view]
    deal = dealt[0]
    seen = [*deal[:5], deal[LOOKED]] if view == HOLE_CARD else [*deal[: 5 + 2 * view]]
    left = [card for card in range(52) if card not in seen]
    total = plays = 0.0
    deals = 0
    for turn, river in combinations(left, 2):
        rest = [card for card in left if card not in (turn, river)]
        dealers = [(deal[LOOKED], card) for card in rest] if view == HOLE_CARD else list(combinations(rest, 2))
        board = [*deal[2:5], turn, river]
        mine = evaluate(np.array([[*board, *deal[:2]]]), threads=1)[0]
        theirs = evaluate(np.hstack([np.tile(board, (len(dealers), 1)), dealers]), threads=1)
        wins, loses, is_in = theirs < mine, theirs > mine, theirs >= pays.qualifier
        blind = float(pays.blind[categories()[mine]])
        base = (wins & is_in).sum() - (loses & is_in).sum() + blind * wins.sum() - loses.sum()
        total += max(base + wins.sum() - loses.sum(), -2 * len(dealers))
        plays += base + 4.0 * (wins.sum() - loses.sum())
        deals += len(dealers)
    assert deals == found[COLUMNS]
    assert found[CHECK] / scale == pytest.approx(total)
    assert found[AMOUNT] / scale + 4 * (found[WINS] - found[LOSSES]) == pytest.approx(plays)
    assert found[CHECK_PLAIN] <= found[CHECK]


def test_one_of_the_dealers_cards_is_worth_about_what_is_published() -> None:
    """Jacobson (888casino blog, hole-card play: one dealer card): 13.5922% at perfect play; a rule before the flop that
    looks at a few things may lose two points of it."""
    known = sample(ask(ULTIMATE), 400)
    gain, error = gain_of_view(known, HOLE_CARD)
    assert 0.0218 + 0.1159 - 4 * error < gain < 0.0218 + 0.1359 + 4 * error
    assert error < 0.03
    assert known.after.min() >= 0  # more knowledge never costs
    assert gain_of_view(known, 0)[0] == pytest.approx(0, abs=1e-12)


@pytest.fixture(scope="module")
def pontoon() -> tuple[Simulation, float]:
    """The best play as a kernel has it, and its edge from a fresh shoe."""
    rules = pontoon_rules(ask("star-pontoon"))
    return simulation_of(rules, play_through(rules, "optimal")[0]), float(analyse(rules).edge)


def test_a_round_of_a_fixed_number_is_worth_what_the_first_one_is(pontoon: tuple[Simulation, float]) -> None:
    """The cut card's effect rests on it: thirty rounds of each shoe, none before a cut card."""
    simulation, edge = pontoon
    dealt = deal_on(simulation, 20_000, 0, 30, COUNTS["Hi-Lo"], seed=3)
    assert set(dealt.rows[:, kernel.SHOE_MORE]) == {-30} and not dealt.rows[:, kernel.SHOE_SHORT].any()
    losses = dealt.rows[:, kernel.SHOE_APART] / dealt.unit / 30
    assert losses.mean() == pytest.approx(edge, abs=4 * losses.std() / np.sqrt(len(losses)))


def test_cut_card_costs_the_same_by_all_rounds_and_by_those_that_it_moves(pontoon: tuple[Simulation, float]) -> None:
    simulation, edge = pontoon
    for usual in (10, 14):
        dealt = deal_on(simulation, 100_000, 72, usual, COUNTS["Hi-Lo"], seed=1)
        (effect, small), (plain, error) = dealt.effect(edge), dealt.plain_edge()
        assert small < error
        assert effect == pytest.approx(plain - edge, abs=4 * (small + error))
        rounds, net = dealt.rows[:, kernel.SHOE_ROUNDS].sum(), dealt.rows[:, kernel.SHOE_NET].sum()
        assert (rounds, net) == tuple(dealt.by_count[:, :2].sum(axis=0))


def test_high_counts_favour_the_player_and_counts_are_balanced() -> None:
    found = counting(ask("star-pontoon"), shoes=20_000).figures
    assert found["-2 share"] == pytest.approx(found["+1 share"], rel=0.1)  # each is rounded down
    assert found["+3 edge"] < 0 < found["-1 edge"] < found["-3 edge"]
    assert found["1 to 8"] > found["1 to 2"] > found["1 to 1"]


def test_pay_tables_by_name() -> None:
    named = ask("crown-mississippi-stud", table="straight-5")
    assert float(answer(named).solution.edge) == pytest.approx(0.037591, abs=1e-6)
    assert ask("star-pontoon", table="enhc").rules["dealer-pontoon-takes"] == "all"
    with pytest.raises(LabError, match="no pay table dear"):
        ask(STAR, table="dear")
