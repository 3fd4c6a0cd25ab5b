"""Cards of a real shoe: read by a device one by one, and taken back by the dealer before any person acts on them."""

from collections.abc import Callable

import pytest

from floor.tables.pit import PONTOON, Pit
from floor.tables.test_corrections import ACES, DEALER, acts, caribbean
from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.corrections import TAKEN_BACK, ReadCards, TakeBackKeyed
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import RoundCorrected
from pitboss.money import Stake
from pitboss.play.acts import UNCOUNTED, Call, Cut, Deal, Decide, Place, Shuffle, TakeBack
from pitboss.play.needs import CutNeed, WagersNeed

Pits = Callable[[str], Pit]
ANN = Actor("star", "Ann", "patron")
CARDS = [card for pair in zip(parse_cards(DEALER), parse_cards(ACES), strict=True) for card in pair]


def shuffled(pits: Pits) -> Pit:
    """A table of Caribbean Stud with a wager of Ann's, shuffled and cut by hand."""
    pit = caribbean(pits)
    for act in (*acts(ACES)[:2], Cut("cut", at=UNCOUNTED)):
        pit.act(pit.dealer, act)
    return pit


def take_back(pit: Pit, **changes: int) -> TakeBackKeyed:
    """The order to take back what was keyed last, of the table as it is."""
    said = {"round": pit.round.number, "acts": len(pit.open_state.acts)} | changes
    return TakeBackKeyed("7", **said)


# Cuts that are not counted.


def test_a_cut_by_hand_is_not_counted(pits: Pits) -> None:
    pit = shuffled(pits)
    assert not any(isinstance(need, CutNeed) for need in pit.round.needs)
    assert pit.open_state.dealt_by_hand


def test_a_virtual_shoe_is_cut_at_a_place(pits: Pits) -> None:
    pit = caribbean(pits)
    pit.act(pit.dealer, acts(ACES)[0])
    pit.do(pit.dealer, DealOn("7"))
    assert not pit.open_state.dealt_by_hand
    no = pit.refused(pit.dealer, TakeAct("7", Cut("cut", at=UNCOUNTED)))
    assert "Enter how many cards deep" in str(no)


def test_a_cut_with_a_place_is_counted(pits: Pits) -> None:
    pit = caribbean(pits)
    for act in acts(ACES)[:2]:
        pit.act(pit.dealer, act)
    for at in (-2, 0, 52):
        assert law.DEALER_CUTS in pit.refused(pit.dealer, TakeAct("7", Cut("cut", "dealer", at))).because


# What is taken back.


def test_the_dealer_takes_back_what_was_keyed_last(pits: Pits) -> None:
    pit = shuffled(pits)
    pit.act(pit.dealer, Deal("deal", tuple(CARDS)))
    assert pit.round.out == 10
    assert pit.do(pit.dealer, take_back(pit)) == {"round": 1, "cards": 10}
    assert pit.round.out == 0
    (event,) = pit.events(RoundCorrected)
    assert isinstance(event, RoundCorrected)
    assert (event.reason, event.approved_by, event.differences) == (TAKEN_BACK, "", ())
    pit.act(pit.dealer, Deal("deal", tuple(CARDS)))
    for act in acts(ACES)[4:]:
        pit.act(pit.dealer, act)
    assert pit.chips("Ann") == 10_025_00  # the dealer does not qualify: the Ante is paid


def test_wagers_stay_closed_when_the_first_cards_are_taken_back(pits: Pits) -> None:
    pit = shuffled(pits)
    assert any(isinstance(need, WagersNeed) for need in pit.round.needs)
    pit.act(pit.dealer, Deal("deal", tuple(CARDS)))
    pit.do(pit.dealer, take_back(pit))
    assert not any(isinstance(need, WagersNeed) for need in pit.round.needs)
    assert pit.open_state.acts[-1] == Call("no-more-bets")
    pit.refused(ANN, TakeAct("7", TakeBack("wagers", "Ann", 1, "ante")))
    pit.refused(ANN, TakeAct("7", Place("wagers", "Ann", 1, "ante", Stake.of(25_00))))


def test_nothing_is_taken_back_once_a_player_has_acted(pits: Pits) -> None:
    pit = shuffled(pits)
    pit.act(pit.dealer, Deal("deal", tuple(CARDS)))
    pit.act(ANN, Decide("decide-1", "Ann", "fold"))
    assert law.NEED_CLOSED in pit.refused(pit.dealer, take_back(pit)).because


@pytest.mark.parametrize("changes", [{"round": 2}, {"acts": 3}])
def test_an_order_that_saw_another_table_takes_nothing_back(pits: Pits, changes: dict[str, int]) -> None:
    pit = shuffled(pits)
    pit.act(pit.dealer, Deal("deal", tuple(CARDS)))
    assert "has changed since" in str(pit.refused(pit.dealer, take_back(pit, **changes)))


def test_cards_of_the_virtual_shoe_are_not_taken_back(pits: Pits) -> None:
    pit = caribbean(pits)
    pit.act(pit.dealer, acts(ACES)[0])
    for _ in range(4):
        pit.do(pit.dealer, DealOn("7"))
    assert pit.round.out
    pit.refused(pit.dealer, take_back(pit))


def test_a_patron_or_another_dealer_takes_nothing_back(pits: Pits) -> None:
    pit = shuffled(pits)
    pit.act(pit.dealer, Deal("deal", tuple(CARDS)))
    pit.refused(ANN, take_back(pit))
    pit.refused(pit.dealer._replace(person="dealer-2"), take_back(pit))


# What a device reads.


def test_a_device_reads_card_by_card(pits: Pits) -> None:
    pit = shuffled(pits)
    for out, card in enumerate(CARDS):
        pit.do(pit.dealer, ReadCards("7", (card,), out))
    assert [str(card) for card in pit.round.hands[0].cards] == DEALER.split()
    assert [str(card) for card in pit.round.hands[1].cards] == ACES.split()
    pit.do(pit.dealer, take_back(pit))  # of cards that were read, the last one
    assert pit.round.out == 9


def test_a_card_that_was_lost_or_read_twice_is_noticed(pits: Pits) -> None:
    pit = shuffled(pits)
    pit.do(pit.dealer, ReadCards("7", tuple(CARDS[:1]), 0))
    for out in (0, 2):
        assert "The reader counted" in str(pit.refused(pit.dealer, ReadCards("7", tuple(CARDS[1:2]), out)))


def test_a_card_that_nothing_awaits_is_refused(pits: Pits) -> None:
    pit = shuffled(pits)
    pit.do(pit.dealer, ReadCards("7", tuple(CARDS), 0))
    assert "No card is awaited" in str(pit.refused(pit.dealer, ReadCards("7", parse_cards("2c"), 10)))


def test_a_device_does_not_look_at_a_burned_card(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    pit.act(pit.dealer, Place("wagers", "Ann", 1, "wager", Stake.of(25_00)))
    pit.act(pit.dealer, Shuffle("shuffle"))
    pit.act(pit.dealer, Cut("cut", "Ann", UNCOUNTED))
    pit.act(pit.dealer, Cut("insert", "dealer", UNCOUNTED))
    assert law.FIRST_CARD_BURNED in pit.refused(pit.dealer, ReadCards("7", parse_cards("As"), 0)).because
    pit.do(pit.dealer, ReadCards("7", (UNKNOWN,), 0))
    pit.do(pit.dealer, ReadCards("7", parse_cards("As"), pit.round.out))
