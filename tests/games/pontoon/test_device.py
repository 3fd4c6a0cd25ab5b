"""The shuffling device (3.5.2, 4.7, 4.9, 6.7.2, 7.2): no cut, discards go back in, cards are never run out of."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt
from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.games.pontoon import shoe
from pitboss.law import Reading
from pitboss.play.acts import Cut, CuttingCard, Deal, Decide, Shuffle
from pitboss.play.codec import encode
from pitboss.play.events import CardsDealt, Shuffled


def device(**changes: Any) -> PontoonFelt:
    """A table with a device, Ann on area 1."""
    felt = PontoonFelt(device="shuffler", **changes)
    felt.wager("Ann", 1)
    return felt


def play_round(felt: PontoonFelt) -> None:
    """Ann draws to 20, the dealer makes 17."""
    felt.deal("7h", p1="9s 8h")
    felt.draw("3c")
    felt.stand()
    felt.dealer("Kd")


def test_cards_of_a_device_are_not_cut() -> None:
    felt = device()
    felt.shows(law.DEVICE_UNCUT, felt.refused(Cut("cut", "Ann", 60)))
    felt.do(Shuffle("shuffle"))
    assert felt.needs[0] == "burn"
    felt.shows(law.DEVICE_UNCUT, felt.refused(Cut("cut", "Ann", 60)))
    felt.shows(law.DEVICE_UNCUT, felt.refused(Cut("insert", "dealer", 60)))


def test_device_has_no_cutting_card() -> None:
    felt = device()
    felt.prepare()
    felt.shows(law.DEVICE_UNCUT, felt.refused(CuttingCard("deal")))
    felt.deal("7h", p1="9s 8h")
    felt.says("draw")
    felt.shows(law.DEVICE_UNCUT, felt.refused(CuttingCard("card-1")))


def test_device_is_loaded_with_nobody_there() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.prepare()
    assert felt.needs == ["wagers"]
    assert felt.round.due == ()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")


def test_discards_go_back_after_the_initial_deal() -> None:
    felt = device()
    felt.deal_cards("7h", p1="9s 8h")
    assert felt.needs == ["return"]
    felt.shows(law.DISCARDS_RETURN, felt.shuffle_need())
    felt.refused(Deal("card-1", parse_cards("3c")))
    felt.refused(Decide("play-1", "Ann", "stand"))
    assert felt.round.out == 4
    felt.do(Shuffle("return"))
    felt.shows(law.DISCARDS_RETURN, felt.event(Shuffled))
    assert felt.round.out == 3  # the burned card is in the device again
    assert felt.needs == ["play-1"]  # and no other is burned
    assert sorted(felt.round.seen) == sorted(parse_cards("9s 7h 8h"))
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 0


def test_cards_of_a_round_stay_out_until_the_next_initial_deal_is_done() -> None:
    felt = device()
    play_round(felt)
    felt.next_round()
    assert felt.needs == ["wagers"]
    assert felt.round.out == 5
    felt.wager("Ann", 1)
    felt.deal_cards("7h", p1="9s 8h")
    assert felt.round.out == 8
    felt.do(Shuffle("return"))
    assert felt.round.out == 3
    assert sorted(felt.round.seen) == sorted(parse_cards("9s 7h 8h"))


def test_cards_that_went_back_may_come_out_again() -> None:
    felt = PontoonFelt(device="shuffler")
    for _ in range(4):  # three at a time, though there are six
        for area in (1, 2):
            felt.wager("Ann", area)
        felt.deal("7h", p1="8s 8s", p2="8s 9d")
        felt.stand()
        felt.stand()
        felt.dealer("Kd")
        felt.next_round()
    for area in (1, 2):
        felt.wager("Ann", area)
    too_many = parse_cards("8s 8s 7h 8s 8s")  # the last round's three are still in the rack
    felt.shows(law.DECKS_OF_48, felt.refused(Deal("deal", too_many)))


def test_shoe_takes_no_discards_back() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal_cards("7h", p1="9s 8h")
    assert felt.needs == ["play-1"]
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Shuffle("return")))
    assert felt.round.out == 4


@pytest.mark.parametrize("each", ["loading", "round"])
def test_first_card_of_a_loading_is_burned(each: str) -> None:
    felt = device(readings={"burnEach": each})
    felt.do(Shuffle("shuffle"))
    felt.do(Deal("burn", (UNKNOWN,)))
    felt.shows(law.FIRST_CARD_BURNED, felt.event(CardsDealt))
    assert felt.round.out == 1
    play_round(felt)
    felt.next_round()
    # Later rounds burn one by reading P36 taken the other way alone.
    assert ("burn" in felt.needs) == (each == "round")
    felt.wager("Ann", 1)
    assert ("deal" in felt.needs) == (each == "loading")
    felt.prepare()
    assert felt.round.out == (5 if each == "loading" else 6)
    play_round(felt)


def test_directed_shuffle_of_a_device_burns_anew() -> None:
    felt = device()
    play_round(felt)
    felt.next_round(shoe.direct_shuffle(felt.table.finish(felt.round), SUPERVISOR))
    felt.shows(law.SHUFFLE_DIRECTED, felt.shuffle_need())
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"))
    assert felt.needs[0] == "burn"
    assert (felt.round.out, felt.round.seen) == (0, ())
    play_round(felt)


def test_cards_of_a_device_are_replaced_after_any_round() -> None:
    felt = device()
    play_round(felt)
    felt.next_round(shoe.replace_cards(felt.table.finish(felt.round), SUPERVISOR))
    felt.shows(law.CARDS_REPLACED, felt.shuffle_need())
    felt.wager("Ann", 1)
    play_round(felt)


def test_table_that_is_never_shuffled_remembers_no_more_for_it() -> None:
    felt = device()
    kept = []
    for _ in range(4):
        play_round(felt)
        felt.next_round()
        kept.append(len(str(encode(felt.table.shoe_state))))
        felt.wager("Ann", 1)
    assert len(set(kept)) == 1
    assert (felt.table.shoe_state.rounds, felt.table.shoe_state.always) == (4, frozenset({"Ann"}))


def test_cutting_card_of_a_shoe_means_nothing_to_the_device_that_replaces_it() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s")), CuttingCard("deal"), Deal("deal", parse_cards("7h 8h")))
    felt.stand()
    felt.dealer("Kd")
    table = felt.table.finish(felt.round)
    felt.next_round(table.change_terms(table.game.terms._replace(device="shuffler")))
    felt.shows(law.SHUFFLE_AFTER_ROUND, felt.shuffle_need())
    felt.wager("Ann", 1)
    play_round(felt)
    felt.next_round()
    assert felt.needs == ["wagers"]


def test_reading_p36_is_the_books() -> None:
    felt = device()
    assert felt.game.rules.reading("burnEach") == "loading"
    assert felt.game.rules.reading_id("burnEach") == Reading("P36")
