"""Opening wagers: the Ante, and a jackpot wager on one's own box or another's
(Star 5, 15.2.1 to 15.2.4; Crown 6, 9.4.1, 11.3)."""

import pytest

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.money import Stake
from pitboss.play.acts import Place, TakeBack
from pitboss.play.events import WagerPlaced, WagerTakenBack
from pitboss.play.round import Viewer
from pitboss.play.view import view
from support import CROWN_MS, MISSISSIPPI, STAR_MS, Felt, jackpot

BOARD, JACKS = "9h 5d 2c", "Js Jd"
PRICE = Stake.of(5_00)
SUPERVISORS = ("casino-supervisor", "gaming-supervisor", "assistant-gaming-manager", "gaming-manager")


def two_boxes(game: str = STAR_MS) -> Felt:
    """Ann on area 1 and Bob on area 2, at a table with a jackpot."""
    felt = Felt(game, jackpot=jackpot(game))
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    return felt


def on_anns_box(approved_by: str = "casino-supervisor", cents: int = 5_00, patron: str = "Bob") -> Place:
    return Place("wagers", patron, 1, "jackpot", Stake.of(cents), approved_by=approved_by)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_ante_may_grow_before_the_deal(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 25)
    felt.ante("Ann", 1, 30)
    felt.deal(board=BOARD, p1=JACKS)
    for _ in range(3):
        felt.bet(1, 55)
        felt.reveal()
    felt.settle()
    assert felt.net("Ann") == 4 * 55


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_ante_taken_back_while_open(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 40)
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Bob", 1, "ante")))
    (event,) = felt.do(TakeBack("wagers", "Ann", 1, "ante"))
    assert isinstance(event, WagerTakenBack) and event.stake.cents == 40_00
    assert felt.net("Ann") == 0
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Ann", 1, "ante")))


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_layout_has_no_other_spots(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    for spot in ("bet", "blind", "2nd-street", "6th-street"):
        felt.shows(law.PLAYING_AREA, felt.refused(Place("wagers", "Ann", 1, spot, PRICE)))


# A jackpot wager on another player's box.


@pytest.mark.parametrize("rank", SUPERVISORS)
def test_star_supervisor_allows_a_jackpot_wager_on_another(rank: str) -> None:
    felt = two_boxes()
    for nobody in ("", "dealer", "Ann"):
        no = felt.refused(on_anns_box(nobody))
        felt.shows(law.JACKPOT_ON_ANOTHER, no)
        felt.shows(law.JACKPOT_NEEDS_ANTE, no)
    (event,) = felt.do(on_anns_box(rank))
    assert isinstance(event, WagerPlaced) and (event.patron, event.area, event.spot) == ("Bob", 1, "jackpot")


def test_star_jackpot_wager_on_another_and_on_ones_own() -> None:
    felt = two_boxes()
    felt.do(on_anns_box())
    felt.jackpot("Bob", 2)
    assert [(w.patron, w.area) for w in felt.round.wagers if w.spot == "jackpot"] == [("Bob", 1), ("Bob", 2)]


def test_star_other_box_has_an_ante() -> None:
    felt = two_boxes()
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(on_anns_box()._replace(area=3)))


def test_star_other_player_stays_out_of_the_jackpot() -> None:
    felt = two_boxes()
    felt.jackpot("Ann", 1)
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(on_anns_box()))
    felt.do(TakeBack("wagers", "Ann", 1, "jackpot"), on_anns_box())
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(Place("wagers", "Ann", 1, "jackpot", PRICE)))


def test_star_one_jackpot_wager_on_another() -> None:
    felt = two_boxes()
    felt.do(on_anns_box())
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(on_anns_box()))
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(on_anns_box(patron="Cy")))


def test_star_jackpot_wager_on_another_is_its_price() -> None:
    felt = two_boxes()
    for cents in (4_00, 10_00):
        felt.shows(law.JACKPOT_PRICE, felt.refused(on_anns_box(cents=cents)))


def test_star_box_keeps_its_ante_while_another_rides_on_it() -> None:
    felt = two_boxes()
    felt.do(on_anns_box())
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(TakeBack("wagers", "Ann", 1, "ante")))
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Ann", 1, "jackpot")))
    felt.do(TakeBack("wagers", "Bob", 1, "jackpot"), TakeBack("wagers", "Ann", 1, "ante"))
    assert felt.net("Ann") == 0


def test_star_jackpot_wager_on_another_shows_no_cards() -> None:
    felt = two_boxes()
    felt.do(on_anns_box())
    felt.deal(board=BOARD, p1=JACKS, p2="Ks Qd")
    bob = view(felt.round, Viewer("patron", "Bob"))
    assert set(bob.hands[1].cards) == {UNKNOWN} and UNKNOWN not in bob.hands[2].cards


@pytest.mark.parametrize("spot", ["ante", "3rd-street"])
def test_star_leave_is_for_the_jackpot_alone(spot: str) -> None:
    felt = two_boxes()
    felt.refused(on_anns_box(cents=25_00)._replace(spot=spot))


@pytest.mark.parametrize("rank", ["", "higher-duties-dealer", "area-manager", "casino-manager"])
def test_crown_has_no_jackpot_wager_on_another(rank: str) -> None:
    felt = two_boxes(CROWN_MS)
    no = felt.refused(on_anns_box(rank))
    felt.shows(law.JACKPOT_NEEDS_ANTE, no)
    assert law.JACKPOT_ON_ANOTHER not in no.because
