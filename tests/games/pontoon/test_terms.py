"""The terms that a Pontoon table may open on (2.2.1, 3.1, 3.6, 5.5, 5.14, 6.1, 6.7) and the readings it may take."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import MANAGER, PONTOON, SUPERVISOR, PontoonFelt, make
from pitboss import law
from pitboss.law import Key
from pitboss.money import Chips
from pitboss.play import Refused, Table
from pitboss.play.terms import Limits, Restriction
from pitboss.play.wager import Refusal
from support import shows


def refused(**changes: Any) -> Refusal:
    """Assert that no table opens on these terms."""
    with pytest.raises(Refused) as error:
        Table.open(make(**changes))
    return error.value.refusal


@pytest.mark.parametrize("areas", [0, 8])
def test_up_to_seven_playing_areas(areas: int) -> None:
    shows(law.PLAYING_AREA, refused(areas=areas), game=PONTOON)
    for fits in (1, 7):
        PontoonFelt(areas=fits)


@pytest.mark.parametrize("decks", [1, 4, 5, 7, 9])
def test_six_or_eight_decks(decks: int) -> None:
    shows(law.DECKS_OF_48, refused(decks=decks), game=PONTOON)
    for fits in (0, 6, 8):
        PontoonFelt(decks=fits)


def test_cards_from_a_shoe_or_a_shuffling_device() -> None:
    shows(law.CARDS_FROM_DEVICE, refused(device="hand"), game=PONTOON)
    for fits in ("shoe", "shuffler"):
        PontoonFelt(device=fits)


def test_low_limit_table_deals_from_a_device() -> None:
    shows(law.LOW_LIMIT_DEVICE, refused(low_limit=True), game=PONTOON)
    shows(law.LOW_LIMIT_DEVICE, refused(low_limit=True, device="shoe"), game=PONTOON)
    PontoonFelt(low_limit=True, device="shuffler")


@pytest.mark.parametrize("bettors", [-1, 4])
def test_up_to_three_bettors_an_area(bettors: int) -> None:
    shows(law.THREE_BETTORS, refused(bettors=bettors), game=PONTOON)
    for fits in (0, 1, 2, 3):
        PontoonFelt(bettors=fits)


def test_table_takes_some_players() -> None:
    shows(law.FEWER_PLAYERS, refused(players=-1), game=PONTOON)
    PontoonFelt(players=1)


@pytest.mark.parametrize(
    "limits",
    [
        {},
        {"wager": Limits(0, 100_00)},
        {"wager": Limits(50_00, 25_00)},
        {"wager": Limits(5_00, 500_00, -1)},
        {"perfect-pairs": Limits(1_00, 50_00)},
        {"wager": Limits(5_00, 500_00), "perfect-pairs": Limits(5_00, 1_00)},
    ],
    ids=["none", "no minimum", "upside down", "negative unit", "pairs alone", "pairs upside down"],
)
def test_sign_shows_limits(limits: dict[str, Limits]) -> None:
    shows(law.SIGN_MINIMUM, refused(limits=limits), game=PONTOON)
    PontoonFelt(limits={"wager": Limits(5_00, 5_00)})


def test_own_limits_of_a_player_are_limits_too() -> None:
    shows(law.SIGN_MINIMUM, refused(individual={"Ann": {"wager": Limits(50_00, 25_00)}}), game=PONTOON)


@pytest.mark.parametrize("chips", [(), (0, 100), (500, 100), (100, 100)])
def test_chips_are_worth_something_and_listed_smallest_first(chips: tuple[int, ...]) -> None:
    shows(law.CHIPS_OR_TOKENS, refused(chips=Chips(chips)), game=PONTOON)


def test_chips_make_the_minimum_of_each_spot() -> None:
    shows(law.CHIPS_OR_TOKENS, refused(chips=Chips((1_000,))), game=PONTOON)
    shows(law.CHIPS_OR_TOKENS, refused(chips=Chips((500,))), game=PONTOON)  # the pair wager is from $1
    PontoonFelt(chips=Chips((500,)), limits={"wager": Limits(5_00, 500_00)})


@pytest.mark.parametrize(
    "reserved",
    [{"Ann": (1, 8)}, {"Ann": (0,)}, {"Ann": (1, 2), "Bob": (2, 3)}],
    ids=["past the layout", "none", "twice"],
)
def test_area_is_kept_for_one_player(reserved: dict[str, tuple[int, ...]]) -> None:
    shows(law.AREAS_RESERVED, refused(reserved=reserved), game=PONTOON)
    PontoonFelt(reserved={"Ann": (1, 2), "Bob": (3, 7)})


@pytest.mark.parametrize(
    ("held", "key"),
    [
        (Restriction(law.HELD_TO_MINIMUM, "dealer"), law.HELD_TO_MINIMUM),
        (Restriction(law.HELD_IN_LATER_SHOES, MANAGER), law.HELD_IN_LATER_SHOES),
        (Restriction(law.ONE_AREA_AT_MINIMUM, SUPERVISOR, inspector_told=True), law.ONE_AREA_AT_MINIMUM),
        (Restriction("whim", MANAGER, inspector_told=True), law.TERMS),
    ],
)
def test_players_are_restricted_by_whoever_has_the_power(held: Restriction, key: Key) -> None:
    shows(key, refused(restricted={"Ann": held}), game=PONTOON)
    PontoonFelt(restricted={"Ann": Restriction(law.HELD_TO_MINIMUM, SUPERVISOR)})


def test_every_reading_of_play_can_be_taken_the_other_way() -> None:
    book = make().rules
    played = {entry.switch for entry in book.edition.readings.values() if entry.switch in make().switches}
    assert played == make().switches  # the engine names no switch that the book does not have
    for switch in played:
        entry = next(entry for entry in book.edition.readings.values() if entry.switch == switch)
        for choice in entry.choices:
            PontoonFelt(readings={switch: choice})


def test_terms_of_an_open_table_change_only_to_what_it_could_open_on() -> None:
    table = PontoonFelt().table
    with pytest.raises(Refused) as error:
        table.change_terms(table.game.terms._replace(decks=7))
    shows(law.DECKS_OF_48, error.value.refusal, game=PONTOON)
    assert table.change_terms(table.game.terms._replace(bettors=2)).game.terms.bettors == 2
