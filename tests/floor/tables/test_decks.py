"""Decks before they are dealt: inspected, kept secured, shuffled by hand for a device, riffled on request."""

from collections.abc import Callable

import pytest

from floor.tables.pit import CROWNS, GAMES, PONTOON, TRAY, Pit
from pitboss import law
from pitboss.floor.service.commands import new_event
from pitboss.floor.store import NewEvent, Stored
from pitboss.floor.tables.decks import (
    CardsHandShuffled,
    CardsInspected,
    CardsOrdered,
    CardsRiffled,
    HandShuffle,
    InspectCards,
    OrderCards,
    RiffleCards,
    SecureDecks,
)
from pitboss.floor.tables.log import read_event
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.practice import WaitingTimes, next_command
from pitboss.floor.tables.state import DecksSecured, OpenState, TableOpened, fold
from pitboss.play.acts import Cut, Shuffle
from support import CROWN, STAR, STAR_MS, shows

Pits = Callable[[str], Pit]


def unprepared(pits: Pits, game: str, **changes: str) -> Pit:
    """A table that opened with nothing done to its cards."""
    pit = pits(game)
    command = OpenTable("7", game, pit.terms(**changes), TRAY, inspected="", hand_shuffled=False)
    pit.do(pit.boss, command)
    pit.post(pit.dealer)
    pit.fund("Ann", "Bob")
    return pit


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_dealt_before_the_decks_are_inspected(pits: Pits, game: str) -> None:
    pit = unprepared(pits, game)
    shows(law.DECKS_INSPECTED, pit.refused(pit.dealer, DealOn("7")), game=game)
    pit.refused(pit.dealer, TakeAct("7", Shuffle("shuffle")))  # nor by hand
    pit.refused(pit.dealer, InspectCards("7", "by eye"))
    pit.refused(pit.inspector, InspectCards("7"))
    pit.do(pit.dealer, InspectCards("7", "by device"))
    (inspected,) = pit.events(CardsInspected)
    assert inspected == CardsInspected("by device", pit.dealer.person, "dealer", because=(law.DECKS_INSPECTED,))
    pit.play({"Ann": 1})
    shows(law.DECKS_INSPECTED, pit.refused(pit.dealer, InspectCards("7")), game=game)  # once


@pytest.mark.parametrize("game", GAMES)
def test_whoever_opens_a_table_inspects_its_decks(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open(pit.supervisor)
    (inspected,) = pit.events(CardsInspected)
    shows(law.DECKS_INSPECTED, inspected, game=game)
    assert isinstance(inspected, CardsInspected)
    assert (inspected.how, inspected.by, inspected.rank) == ("by hand", pit.supervisor.person, pit.supervisor.role)
    pit.do(pit.dealer, DealOn("7"))


@pytest.mark.parametrize("game", GAMES)
def test_decks_checked_early_are_kept_secured_until_they_are_needed(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.refused(pit.supervisor, SecureDecks("7", "seal 12"))  # a table that no person has opened yet
    pit.open()
    pit.refused(pit.dealer, SecureDecks("7", "seal 12"))
    pit.do(pit.supervisor, SecureDecks("7", "seal 12", "by device", "house"))
    for wrong in (
        SecureDecks("7", "seal 12"),
        SecureDecks("7", ""),
        SecureDecks("7", "seal 13", pre_shuffled="a friend"),
    ):
        shows(law.DECKS_SECURED, pit.refused(pit.supervisor, wrong), game=game)
    pit.do(pit.boss, CloseTable("7", TRAY))
    pit.do(pit.supervisor, SecureDecks("7", "seal 14"))  # overnight, while the table is closed
    missing = OpenTable("7", game, pit.terms(), TRAY, pack="seal 99")
    shows(law.DECKS_SECURED, pit.refused(pit.boss, missing), game=game)
    pit.do(pit.boss, OpenTable("7", game, pit.terms(), TRAY, pack="seal 12"))
    pit.post(pit.dealer)
    brought = pit.events(CardsInspected)[-1]
    assert isinstance(brought, CardsInspected)
    assert (brought.pack, brought.how, brought.pre_shuffled) == ("seal 12", "by device", "house")
    shows(law.DECKS_SECURED, brought, game=game)
    assert [decks.pack for decks in pit.state.decks.secured] == ["seal 14"]  # the other is used up
    assert len(pit.events(DecksSecured)) == 2
    pit.do(pit.dealer, DealOn("7"))


def test_new_cards_may_be_secured_ones(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.do(pit.supervisor, SecureDecks("7", "seal 12"))
    pit.do(pit.supervisor, OrderCards("7", "replace"))
    pit.do(pit.supervisor, OrderCards("7", "replace"))
    assert pit.state.decks.awaits == (law.DECKS_INSPECTED, law.CARDS_REPLACED)
    assert law.CARDS_REPLACED in pit.refused(pit.dealer, DealOn("7")).because
    shows(law.DECKS_SECURED, pit.refused(pit.dealer, InspectCards("7", pack="seal 13")), game=STAR)
    pit.do(pit.dealer, InspectCards("7", pack="seal 12"))
    assert not pit.state.decks.awaits and not pit.state.decks.secured
    pit.do(pit.dealer, DealOn("7"))


def test_cards_are_shuffled_by_hand_before_the_device_takes_them(pits: Pits) -> None:
    pit = unprepared(pits, STAR_MS, device="shuffler")
    pit.do(pit.dealer, InspectCards("7"))
    shows(law.HAND_SHUFFLE_FIRST, pit.refused(pit.dealer, DealOn("7")), game=STAR_MS)
    pit.do(pit.dealer, HandShuffle("7"))
    (shuffled,) = pit.events(CardsHandShuffled)
    shows(law.HAND_SHUFFLE_FIRST, shuffled, game=STAR_MS)
    pit.play({"Ann": 1})
    pit.play({"Ann": 1})  # as play starts, not before each round
    pit.do(pit.dealer, DealOn("7"))
    shows(law.HAND_SHUFFLE_FIRST, pit.refused(pit.dealer, HandShuffle("7")), game=STAR_MS)  # the device has the cards


def test_a_device_table_opens_with_its_cards_shuffled_by_hand(pits: Pits) -> None:
    pit = pits(STAR_MS)
    pit.open(device="shuffler")
    (shuffled,) = pit.events(CardsHandShuffled)
    assert isinstance(shuffled, CardsHandShuffled) and shuffled.by == pit.boss.person
    shows(law.HAND_SHUFFLE_FIRST, shuffled, game=STAR_MS)
    pit.do(pit.dealer, DealOn("7"))


@pytest.mark.parametrize("game", [STAR, PONTOON])
def test_the_dealer_may_shuffle_by_hand_before_the_device_takes_the_cards(pits: Pits, game: str) -> None:
    pit = unprepared(pits, game, device="shuffler")
    pit.do(pit.dealer, InspectCards("7"))
    pit.do(pit.dealer, HandShuffle("7"))
    (shuffled,) = pit.events(CardsHandShuffled)
    shows(law.HAND_SHUFFLE_ALLOWED, shuffled, game=game)
    pit.do(pit.dealer, DealOn("7"))
    shows(law.HAND_SHUFFLE_ALLOWED, pit.refused(pit.dealer, HandShuffle("7")), game=game)


def test_only_where_a_device_takes_the_cards(pits: Pits) -> None:
    shoe = pits(STAR_MS)
    shoe.open()
    assert not shoe.events(CardsHandShuffled)
    shows(law.HAND_SHUFFLE_FIRST, shoe.refused(shoe.dealer, HandShuffle("7")), game=STAR_MS)
    crown = pits(CROWN)
    crown.open(device="shuffler")
    assert law.TERMS in crown.refused(crown.dealer, HandShuffle("7")).because


def riffling(pits: Pits, shuffled_by: str) -> Pit:
    """A Pontoon table that has brought pre-shuffled decks, with Ann at it."""
    pit = pits(PONTOON)
    pit.open()
    pit.do(pit.supervisor, SecureDecks("7", "seal 12", pre_shuffled=shuffled_by))
    pit.do(pit.boss, CloseTable("7", TRAY))
    pit.do(pit.boss, OpenTable("7", PONTOON, pit.terms(), TRAY, pack="seal 12" if shuffled_by else ""))
    pit.post(pit.dealer)
    pit.sit("Ann", 1)
    return pit


def test_pre_shuffled_cards_are_riffled_on_request(pits: Pits) -> None:
    pit = riffling(pits, "house")
    shows(law.RIFFLED_ON_REQUEST, pit.refused(pit.dealer, RiffleCards("7", "Ann")), game=PONTOON)
    shows(law.RIFFLED_ON_REQUEST, pit.refused(pit.supervisor, RiffleCards("7", "Bob")), game=PONTOON)  # not here
    pit.do(pit.supervisor, RiffleCards("7", "Ann"))
    (riffled,) = pit.events(CardsRiffled)
    assert isinstance(riffled, CardsRiffled) and riffled.approved_by == pit.supervisor.person
    shows(law.RIFFLED_ON_REQUEST, riffled, game=PONTOON)
    pit.refused(pit.supervisor, RiffleCards("7", "Ann"))  # once


def test_a_riffle_comes_before_the_cut(pits: Pits) -> None:
    pit = riffling(pits, "house")
    pit.do(pit.dealer, DealOn("7"))
    pit.refused(pit.supervisor, RiffleCards("7", "Ann"))  # the virtual shoe has committed to its order
    pit.act(pit.dealer, Cut("cut", "Ann", 100))
    assert not pit.state.decks.pre_shuffled
    pit.refused(pit.supervisor, RiffleCards("7", "Ann"))


def test_angel_cards_are_riffled_at_the_cut_alone(pits: Pits) -> None:
    pit = riffling(pits, "angel")
    shows(law.ANGEL_RIFFLED_AT_CUT, pit.refused(pit.supervisor, RiffleCards("7", "Ann")), game=PONTOON)
    pit.act(pit.dealer, Shuffle("shuffle"))  # by hand: nothing is committed to
    pit.do(pit.supervisor, RiffleCards("7", "Ann"))
    shows(law.ANGEL_RIFFLED_AT_CUT, pit.events(CardsRiffled)[0], game=PONTOON)


def test_cards_that_nobody_pre_shuffled_are_not_riffled(pits: Pits) -> None:
    pit = riffling(pits, "")
    assert law.RIFFLED_ON_REQUEST in pit.refused(pit.supervisor, RiffleCards("7", "Ann")).because
    for game in (STAR, *CROWNS):
        other = pits(game)
        other.open()
        assert law.TERMS in other.refused(other.supervisor, RiffleCards("7", "Ann")).because


def test_the_virtual_dealer_of_practice_sees_to_the_cards(pits: Pits) -> None:
    pit = unprepared(pits, STAR_MS, device="shuffler")
    for expected in (InspectCards("7", "by device"), HandShuffle("7")):
        found = next_command("7", pit.open_state, WaitingTimes())
        assert found is not None and found[0] == expected
        pit.do(pit.dealer, found[0])
    assert next_command("7", pit.open_state, WaitingTimes()) is None  # no player has wagered


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_opened_before_inspections_were_kept_goes_on(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    written = [_as_before(new_event(event, "", "")) for event in pit.events(TableOpened)]
    ordered = _as_before(new_event(CardsOrdered("replace", pit.supervisor.role, (law.CARDS_REPLACED,)), "", ""))
    old = fold(read_event(_stored(pit, event)) for event in (*written, ordered))
    assert old.decks.awaits == () and isinstance(old, OpenState)


def _as_before(event: NewEvent) -> NewEvent:
    """An event as it was written before it said what the cards wait for."""
    return event._replace(data={name: value for name, value in event.data.items() if name != "awaits"})


def _stored(pit: Pit, event: NewEvent) -> Stored:
    return Stored(1, pit.stream, 1, event.kind, event.shape, event.data, "", "", "", "")


@pytest.mark.parametrize("game", [STAR, STAR_MS, *CROWNS])
def test_two_decks_of_a_device_have_backs_of_different_colours(pits: Pits, game: str) -> None:
    pit = unprepared(pits, game, device="shuffler")
    no = pit.refused(pit.dealer, InspectCards("7", "by device", backs=("red", "Red")))
    shows(law.DECKS_DIFFER, no, game=game)
    pit.refused(pit.dealer, InspectCards("7", "by device", backs=("red",)))
    pit.do(pit.dealer, InspectCards("7", "by device", backs=("red", "blue")))
    (inspected,) = pit.events(CardsInspected)
    shows(law.DECKS_DIFFER, inspected, game=game)
    assert isinstance(inspected, CardsInspected)
    assert inspected.backs == ("red", "blue")
