"""A round is a value: it equals one that came about in the same way, and nothing sets its fields."""

import pytest

from pitboss.games import make_game
from pitboss.law import Rules
from pitboss.money import Stake
from pitboss.play import Round, Table, apply
from pitboss.play.acts import Place
from pitboss.play.codec import decode, encode
from pitboss.play.round import Draft
from pitboss.play.terms import Limits, Terms

GAME = make_game(Rules.of("star-mississippi-stud"), Terms({"ante": Limits(1_000, 20_000)}))


def wagered(cents: int = 1_000) -> Round:
    opened = Table.open(GAME).begin().round
    return apply(opened, Place("wagers", "Ann", 1, "ante", Stake.of(cents))).round


def test_rounds_that_came_about_alike_are_equal() -> None:
    assert wagered() == wagered()
    assert wagered() != wagered(1_500)
    assert wagered() != object()


@pytest.mark.parametrize("name", ["needs", "wagers", "version"])
def test_nothing_sets_a_field_of_a_round(name: str) -> None:
    round = wagered()
    with pytest.raises(AttributeError, match="immutable"):
        setattr(round, name, ())
    with pytest.raises(AttributeError, match="immutable"):
        delattr(round, name)
    assert round == wagered()


def test_act_leaves_the_round_before_it_as_it_was() -> None:
    opened = Table.open(GAME).begin().round
    apply(opened, Place("wagers", "Ann", 1, "ante", Stake.of(1_000)))
    assert opened == Table.open(GAME).begin().round
    assert opened.wagers == ()


def test_round_is_no_draft_any_more_and_keeps_no_events() -> None:
    round = wagered()
    assert type(round) is Round
    assert not isinstance(round, Draft)
    assert not hasattr(round, "events")


def test_round_comes_back_from_what_is_written_of_it() -> None:
    round = wagered()
    written = encode(round)
    again = decode(Round, written, lambda rules, terms: GAME)
    assert again == round
    assert "events" not in written
