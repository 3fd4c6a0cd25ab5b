"""What a person of rank orders between rounds (3.5, 4.1.4, 5.5, 5.11 to 5.14, 5.16)."""

from collections.abc import Callable

import pytest

from games.pontoon.pontoon_felt import MANAGER, SUPERVISOR, PontoonFelt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.games.pontoon import boxes, shoe
from pitboss.law import Key
from pitboss.play import Refused, Table
from pitboss.play.acts import CuttingCard, Deal, Sit
from pitboss.play.terms import Limits, Restriction
from pitboss.play.wager import Refusal

SHOE = Restriction(law.HELD_TO_MINIMUM, SUPERVISOR)
LATER = Restriction(law.HELD_IN_LATER_SHOES, MANAGER, inspector_told=True)
ONE_AREA = Restriction(law.ONE_AREA_AT_MINIMUM, MANAGER, inspector_told=True)


def play(felt: PontoonFelt, *names: str, cutting_card: bool = False) -> Table:
    """Play a round with a wager of $10 by each on an area of their own; give back the table after it."""
    for area, name in enumerate(names, start=1):
        felt.wager(name, area, 5 if name in felt.game.terms.restricted else 10)
    felt.prepare()
    suit = "cdhs"[felt.round.number % 4]
    felt.do(Deal("deal", parse_cards(f"9{suit} " * len(names))))
    if cutting_card:
        felt.do(CuttingCard("deal"))
    felt.do(Deal("deal", parse_cards("7h " + f"8{suit} " * len(names))))
    for _ in names:
        felt.stand()
    felt.dealer("Kd")
    return felt.table.finish(felt.round)


def refused(order: Callable[[], Table]) -> Refusal:
    """Assert that an order is not taken."""
    with pytest.raises(Refused) as error:
        order()
    return error.value.refusal


# A shuffle and new cards (3.5, 4.1.4).


@pytest.mark.parametrize("rank", ["gaming-supervisor", SUPERVISOR, "assistant-gaming-manager", MANAGER])
def test_supervisor_may_have_the_cards_shuffled_after_a_round(rank: str) -> None:
    felt = PontoonFelt()
    table = play(felt, "Ann")
    assert table.shoe_state.due == ()
    order = felt.game.card_orders[law.SHUFFLE_DIRECTED]
    no = refused(lambda: order(table, "dealer"))
    felt.shows(law.SHUFFLE_DIRECTED, no)
    felt.next_round(order(table, rank))
    felt.shows(law.SHUFFLE_DIRECTED, felt.shuffle_need())
    felt.wager("Ann", 1)
    felt.shows(law.SHUFFLE_DIRECTED, felt.refused(Deal("deal", parse_cards("9s 7h 8h"))))
    felt.deal("7h", p1="9s 8h")
    assert felt.round.out == 4


def test_shuffle_is_directed_once() -> None:
    felt = PontoonFelt()
    felt.next_round(shoe.direct_shuffle(play(felt, "Ann"), SUPERVISOR))
    felt.next_round(play(felt, "Ann"))
    assert felt.needs == ["wagers"]


def test_cards_of_a_shoe_are_replaced_when_the_cutting_card_has_come() -> None:
    felt = PontoonFelt()
    felt.shows(law.SHUFFLE_AT_START, felt.shuffle_need())  # the one shuffle that waits for no cutting card
    table = play(felt, "Ann")
    felt.shows(law.CARDS_REPLACED, refused(lambda: shoe.replace_cards(table, SUPERVISOR)))
    felt.next_round(table)
    table = play(felt, "Ann", cutting_card=True)
    felt.shows(law.CARDS_REPLACED, refused(lambda: shoe.replace_cards(table, "dealer")))
    felt.next_round(shoe.replace_cards(table, SUPERVISOR))
    felt.shows(law.CARDS_REPLACED, felt.shuffle_need())
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")


def test_directed_shuffle_alone_lets_no_new_cards_into_a_shoe() -> None:
    felt = PontoonFelt()
    table = shoe.direct_shuffle(play(felt, "Ann"), SUPERVISOR)
    felt.shows(law.CARDS_REPLACED, refused(lambda: shoe.replace_cards(table, SUPERVISOR)))


def test_first_shuffle_of_a_table_stays_its_first() -> None:
    felt = PontoonFelt()
    felt.next_round(shoe.replace_cards(felt.table, SUPERVISOR))
    felt.shows(law.SHUFFLE_AT_START, felt.shuffle_need())
    felt.shows(law.CARDS_REPLACED, felt.shuffle_need())


# Held to the minimum (5.11 to 5.13).


def test_who_sat_a_round_out_may_be_held_to_the_minimum() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann", "Bob"))
    table = play(felt, "Ann")  # Bob sits this one out
    assert boxes.has_missed_round(table, "Bob")
    felt.next_round(boxes.restrict(table, "Bob", SHOE))
    no = felt.refused(felt.placing("Bob", 2, 6))
    felt.shows(law.HELD_TO_MINIMUM, no)
    felt.wager("Bob", 2, 5)
    felt.shows(law.HELD_TO_MINIMUM, felt.refused(felt.placing("Bob", 2, 5)))
    felt.wager("Bob", 3, 5)  # each area at the minimum
    felt.wager("Ann", 1, 500)


def test_who_came_after_the_first_round_may_be_held_to_the_minimum() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann"))
    table = play(felt, "Ann", "Bob")
    assert boxes.has_missed_round(table, "Bob")
    boxes.restrict(table, "Bob", SHOE)


@pytest.mark.parametrize("held", [SHOE, LATER])
def test_who_wagered_in_every_round_of_the_shoe_is_not_held(held: Restriction) -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann", "Bob"))
    table = play(felt, "Ann", "Bob")
    felt.shows(Key(held.rule), refused(lambda: boxes.restrict(table, "Bob", held)))
    felt.next_round(boxes.restrict(table, "Bob", ONE_AREA))  # which asks for no round missed
    felt.shows(law.ONE_AREA_AT_MINIMUM, felt.refused(felt.placing("Bob", 2, 6)))


def test_pair_wager_alone_is_no_wager_on_a_round() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.pairs("Bob", 1)
    felt.deal("7h", p1="9s 8h")
    felt.stand()
    felt.dealer("Kd")
    table = felt.table.finish(felt.round)
    assert boxes.has_missed_round(table, "Bob")
    assert not boxes.has_missed_round(table, "Ann")


def test_rounds_of_the_last_shoe_do_not_count() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann"))
    table = play(felt, "Ann", "Bob", cutting_card=True)
    assert not boxes.has_missed_round(table, "Bob")
    felt.next_round(table)
    table = play(felt, "Ann", "Bob")
    assert (table.shoe_state.rounds, table.shoe_state.always) == (1, frozenset({"Ann", "Bob"}))
    assert not boxes.has_missed_round(table, "Bob")


def test_hold_for_a_shoe_ends_with_its_shuffle() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann", "Bob"))
    felt.next_round(boxes.restrict(play(felt, "Ann"), "Bob", SHOE))
    felt.next_round(play(felt, "Ann", "Bob"))
    felt.shows(law.HELD_TO_MINIMUM, felt.refused(felt.placing("Bob", 2, 6)))  # the same shoe
    felt.next_round(play(felt, "Ann", "Bob", cutting_card=True))
    felt.wager("Bob", 2, 500)


def test_hold_for_a_shoe_ends_with_a_directed_shuffle() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann", "Bob"))
    table = boxes.restrict(play(felt, "Ann"), "Bob", SHOE)
    felt.next_round(shoe.direct_shuffle(table, SUPERVISOR))
    felt.wager("Bob", 2, 500)


def test_hold_for_a_shoe_ends_when_the_cutting_card_comes_first() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann", "Bob"))
    felt.next_round(boxes.restrict(play(felt, "Ann"), "Bob", SHOE))
    felt.wager("Ann", 1)
    felt.wager("Bob", 2, 5)
    felt.do(CuttingCard("deal"))
    felt.shows(law.HELD_TO_MINIMUM, felt.refused(felt.placing("Bob", 2, 6)))  # not shuffled yet
    felt.prepare()
    felt.wager("Bob", 2, 6)
    felt.deal("7h", p1="9s 8h", p2="9s 8h")
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    table = felt.table.finish(felt.round)
    assert not boxes.has_missed_round(table, "Bob")
    felt.next_round(table)
    felt.wager("Bob", 2, 500)


def test_hold_for_a_shoe_ends_when_the_shoe_runs_out_in_a_round() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann", "Bob"))
    table = boxes.restrict(play(felt, "Ann"), "Bob", SHOE)
    pack = list(table.game.pack)
    for card in parse_cards("9s 9s 7h 8h"):
        pack.remove(card)
    felt.next_round(table._replace(shoe_state=table.shoe_state._replace(seen=tuple(pack), out=len(pack))))
    felt.wager("Ann", 1)
    felt.wager("Bob", 2, 5)
    felt.do(Deal("deal", parse_cards("9s 9s 7h 8h")))
    felt.prepare()
    felt.do(Deal("deal", parse_cards("8h")))
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    table = felt.table.finish(felt.round)
    assert (table.shoe_state.rounds, table.shoe_state.always) == (1, frozenset({"Ann", "Bob"}))
    felt.next_round(table)
    felt.wager("Bob", 2, 500)


def test_hold_for_later_shoes_lasts() -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann", "Bob"))
    felt.next_round(boxes.restrict(play(felt, "Ann"), "Bob", LATER))
    felt.next_round(play(felt, "Ann", "Bob", cutting_card=True))
    felt.shows(law.HELD_IN_LATER_SHOES, felt.refused(felt.placing("Bob", 2, 6)))
    felt.wager("Bob", 2, 5)


def test_one_area_at_the_minimum() -> None:
    felt = PontoonFelt()
    table = boxes.restrict(play(felt, "Ann", "Bob"), "Bob", ONE_AREA)  # without having missed a round
    felt.next_round(table)
    felt.shows(law.ONE_AREA_AT_MINIMUM, felt.refused(felt.placing("Bob", 2, 6)))
    felt.wager("Bob", 2, 5)
    felt.shows(law.ONE_AREA_AT_MINIMUM, felt.refused(felt.placing("Bob", 3, 5)))
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 3, 50)
    felt.next_round(play(felt.__class__(table.game), "Ann", cutting_card=True))
    felt.shows(law.ONE_AREA_AT_MINIMUM, felt.refused(felt.placing("Bob", 2, 6)))


def test_minimum_that_holds_is_the_players_own() -> None:
    felt = PontoonFelt(individual={"Bob": {"wager": Limits(50_00, 5_000_00)}})
    felt.next_round(boxes.restrict(play(felt, "Ann"), "Bob", ONE_AREA))
    felt.shows(law.ONE_AREA_AT_MINIMUM, felt.refused(felt.placing("Bob", 2, 51)))
    felt.wager("Bob", 2, 50)


@pytest.mark.parametrize(
    "held",
    [
        Restriction(law.HELD_TO_MINIMUM, "dealer"),
        Restriction(law.HELD_IN_LATER_SHOES, SUPERVISOR, inspector_told=True),
        Restriction(law.HELD_IN_LATER_SHOES, "assistant-gaming-manager", inspector_told=True),
        Restriction(law.HELD_IN_LATER_SHOES, MANAGER),
        Restriction(law.ONE_AREA_AT_MINIMUM, SUPERVISOR, inspector_told=True),
        Restriction(law.ONE_AREA_AT_MINIMUM, MANAGER),
    ],
    ids=lambda held: f"{held.rule} by {held.rank}, inspector {'told' if held.inspector_told else 'not told'}",
)
def test_restriction_needs_its_rank_and_an_inspector_told(held: Restriction) -> None:
    felt = PontoonFelt()
    felt.next_round(play(felt, "Ann"))
    table = play(felt, "Ann")
    felt.shows(Key(held.rule), refused(lambda: boxes.restrict(table, "Bob", held)))
    boxes.restrict(table, "Bob", SHOE)
    boxes.restrict(table, "Bob", LATER)


def test_restriction_is_one_of_the_rules() -> None:
    felt = PontoonFelt()
    table = play(felt, "Ann")
    no = refused(lambda: boxes.restrict(table, "Bob", Restriction(law.STAND, MANAGER, inspector_told=True)))
    felt.shows(law.TERMS, no)


@pytest.mark.parametrize("held", [SHOE, LATER])
def test_minimum_for_a_shoe_is_for_shoes(held: Restriction) -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.stand()
    felt.dealer("Kd")
    table = felt.table.finish(felt.round)
    felt.shows(Key(held.rule), refused(lambda: boxes.restrict(table, "Bob", held)))
    felt.next_round(boxes.restrict(table, "Bob", ONE_AREA))  # a device has no shoe to end it
    felt.shows(law.ONE_AREA_AT_MINIMUM, felt.refused(felt.placing("Bob", 2, 6)))


def test_whoever_may_order_a_restriction_may_lift_it() -> None:
    felt = PontoonFelt()
    table = boxes.restrict(play(felt, "Ann"), "Bob", ONE_AREA)
    felt.shows(law.ONE_AREA_AT_MINIMUM, refused(lambda: boxes.release(table, "Bob", SUPERVISOR)))
    felt.shows(law.ONE_AREA_AT_MINIMUM, refused(lambda: boxes.restrict(table, "Bob", SHOE)))
    felt.next_round(boxes.release(table, "Bob", MANAGER))
    felt.wager("Bob", 2, 500)
    assert boxes.release(table, "Cat", "dealer") == table  # nothing holds Cat


# Areas kept and fewer players (5.5, 5.14, 5.16).


def test_supervisor_may_keep_areas_for_a_player() -> None:
    felt = PontoonFelt()
    table = play(felt, "Ann")
    felt.shows(law.AREAS_RESERVED, refused(lambda: boxes.reserve(table, "Ann", (1, 2), "dealer")))
    kept = boxes.reserve(table, "Ann", (1, 2), SUPERVISOR)
    felt.next_round(kept)
    felt.shows(law.AREAS_RESERVED, felt.refused(felt.placing("Bob", 2)))
    felt.wager("Ann", 2)
    felt.shows(law.AREAS_RESERVED, refused(lambda: boxes.reserve(kept, "Bob", (2, 3), SUPERVISOR)))
    felt.next_round(boxes.reserve(boxes.reserve(kept, "Bob", (3,), SUPERVISOR), "Ann", (), SUPERVISOR))
    felt.wager("Cat", 2)
    felt.shows(law.AREAS_RESERVED, felt.refused(felt.placing("Cat", 3)))


def test_supervisor_may_limit_the_players_of_an_area_and_of_the_table() -> None:
    felt = PontoonFelt()
    table = play(felt, "Ann")
    felt.shows(law.THREE_BETTORS, refused(lambda: boxes.limit_people(table, "dealer", bettors=2)))
    felt.shows(law.FEWER_PLAYERS, refused(lambda: boxes.limit_people(table, "dealer", players=2)))
    felt.shows(law.THREE_BETTORS, refused(lambda: boxes.limit_people(table, SUPERVISOR, bettors=4)))
    felt.next_round(boxes.limit_people(table, SUPERVISOR, bettors=2))
    felt.wager("Ann", 1)
    felt.wager("Bob", 1)
    felt.shows(law.THREE_BETTORS, felt.refused(felt.placing("Cat", 1)))
    felt.next_round(boxes.limit_people(table, SUPERVISOR, bettors=1, players=2))
    felt.wager("Ann", 1)
    felt.shows(law.FEWER_PLAYERS, felt.refused(felt.placing("Bob", 1)))
    felt.wager("Bob", 2)
    felt.shows(law.FEWER_PLAYERS, felt.refused(Sit("wagers", "Cat", 3)))
    felt.next_round(boxes.limit_people(table, SUPERVISOR))
    for name in ("Ann", "Bob", "Cat"):
        felt.wager(name, 1)
