"""A table between rounds: what lasts of the cards and the people, and what a shuffle takes."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, make
from pitboss.cards import parse_cards
from pitboss.play import Refused, Table
from pitboss.play.round import NOT_OUT, ShoeState, cards_on_table


def played() -> PontoonFelt:
    """A round with a bust hand, a hand that stands, and the dealer still to draw."""
    felt = PontoonFelt()
    felt.sit("Ann", 1)
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("7h", p1="Ks Qd", p2="9s 8h")
    felt.draw("5c")
    felt.stand()
    return felt


def test_cards_on_the_table_are_those_of_hands_not_collected() -> None:
    felt = played()
    assert sorted(cards_on_table(felt.round.hands)) == sorted(parse_cards("7h 9s 8h"))


def test_shuffle_takes_every_card_that_is_not_on_the_table() -> None:
    felt = played()
    stack = felt.round.cards_off_table()
    assert len(stack) == felt.game.size - 3
    for card in parse_cards("7h 9s 8h"):
        assert stack.count(card) == 5
    assert stack.count(parse_cards("5c")[0]) == 6  # the bust hand lies in the rack
    assert felt.opening.cards_off_table() == felt.game.pack


def test_table_keeps_cards_and_people_for_the_next_round() -> None:
    felt = played()
    with pytest.raises(ValueError, match="not over"):
        felt.table.finish(felt.round)
    felt.dealer("Kd")
    table = felt.table.finish(felt.round)
    assert table.rounds == 1
    assert table.boxes == felt.round.boxes
    assert table.shoe_state.out == felt.round.out == 8
    assert table.shoe_state.seen == felt.round.seen
    again = table.begin().round
    assert (again.number, again.out, again.seen, again.boxes) == (2, 8, felt.round.seen, felt.round.boxes)
    assert (again.wagers, again.hands, again.settlements, again.version) == ((), (), (), 0)


def test_table_opens_with_its_shuffle_due() -> None:
    table = Table.open(make())
    assert table.shoe_state.out == 0
    assert table.shoe_state.cutting == NOT_OUT
    assert table.shoe_state.due
    assert table.begin().round.due == table.shoe_state.due


def test_table_changes_to_other_terms_and_keeps_its_cards() -> None:
    felt = played()
    felt.dealer("Kd")
    table = felt.table.finish(felt.round)
    other = table.change_terms(table.game.terms._replace(bettors=1))
    assert other.shoe_state == table.shoe_state
    assert other.game.terms.bettors == 1
    with pytest.raises(Refused):
        table.change_terms(table.game.terms._replace(areas=8))


def test_nobody_changes_the_terms_of_an_open_table_from_outside() -> None:
    reserved = {"Ann": (1,)}
    game = make(reserved=reserved)
    reserved["Bob"] = (2,)
    assert dict(game.terms.reserved) == {"Ann": (1,)}


def test_shoe_state_of_a_fresh_table_is_empty() -> None:
    assert ShoeState() == ShoeState((), 0, NOT_OUT, (), 0, frozenset())
