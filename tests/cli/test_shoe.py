"""The cards of a sitting and its players' purses: what is committed to, what may be opened, what a round was worth."""

import pytest
from rich.console import Console

from pitboss.cards import DECK_52, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.cli.output import print_opening
from pitboss.cli.sitting import closed_table_data
from pitboss.cli.table import PracticeSeat
from pitboss.law.rules import Rules
from pitboss.money import Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Place, Shuffle, TakeBack
from pitboss.play.round import ShoeState
from pitboss.virtual_table import Chance, PracticeShoe, PublishedShuffle
from support import Felt

STAR = "star-caribbean-stud"


def dealt_shoe() -> PublishedShuffle:
    shoe = Shoe.shuffle(DECK_52, bytes(seed_bytes(52)))
    cards, after = shoe.cut(20).draw(10)
    return PublishedShuffle(shoe.commitment, is_chosen=False, opening=after.open(), dealt=cards)


def test_shuffle_holds_when_it_gives_the_commitment_and_the_cards() -> None:
    good = dealt_shoe()
    assert good.holds
    assert not good._replace(dealt=good.dealt[::-1]).holds
    assert not good._replace(commitment="0" * 64).holds
    assert not PublishedShuffle(good.commitment, is_chosen=False).holds


def test_shuffle_that_does_not_hold_is_shown_so(capsys: pytest.CaptureFixture[str]) -> None:
    bad = dealt_shoe()._replace(commitment="0" * 64)
    screen = Console()
    print_opening(screen, bad)
    text = capsys.readouterr().out.splitlines()
    assert "✗ not verified: they do not give the commitment and the cards dealt" in text
    assert closed_table_data(Rules.of(STAR), [bad])["shuffles"][0]["verified"] is False


def shuffled(shoe: PracticeShoe, round: Round) -> Round:
    """The round after the dealer's shuffle."""
    need = next(need for need in round.needs if need.id == "shuffle")
    return apply(round, shoe.answer(round, need)).round


def test_order_is_opened_when_another_has_taken_its_place() -> None:
    table = Table.open(Felt(STAR).game)
    going_on = table._replace(shoe_state=ShoeState(out=5))
    round = table.begin().round
    shoe = PracticeShoe(Chance("one"))
    shuffled(shoe, round)
    assert not shoe.is_in_use
    live = shoe.end_round(going_on)
    assert [one.opening for one in live] == [None]
    shuffled(shoe, round)
    first, second = shoe.end_round(going_on)
    assert first.commitment == live[0].commitment
    assert first.opening is not None
    assert second.opening is None
    (last,) = shoe.end_round(table)
    assert last.commitment == second.commitment
    assert last.opening is not None
    assert shoe.end_round(table) == shoe.close() == []


def test_shuffles_of_one_round_differ() -> None:
    round = Table.open(Felt(STAR).game).begin().round
    shoe = PracticeShoe(Chance("one"))
    need = next(need for need in round.needs if need.id == "shuffle")
    acts = [shoe.answer(round, need) for _ in range(2)]
    assert all(isinstance(act, Shuffle) for act in acts)
    assert acts[0] != acts[1]


def test_who_took_their_wager_back_has_not_played() -> None:
    felt = Felt(STAR)
    felt.ante("Ann", 1, 25)
    felt.do(Place("wagers", "Bob", 2, "ante", Stake.of(25_00)), TakeBack("wagers", "Bob", 2, "ante"))
    felt.deal("As Kd 9h 4c 2s", p1="Th Td 9d 8c 6s")
    felt.fold(1)
    ann, bob = PracticeSeat("Ann", (1,), 100_00), PracticeSeat("Bob", (2,), 100_00)
    assert (ann.settle(felt.round), bob.settle(felt.round)) == (-25_00, None)
    assert (ann.rounds, bob.rounds) == (1, 0)
    assert (ann.bankroll, bob.bankroll) == (75_00, 100_00)
