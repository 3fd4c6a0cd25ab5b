"""Invalid wagers (Pontoon 17.21, Mississippi Stud 11.16): before the hand, in its course, and after it."""

import pytest

from floor.patrons.patron_pit import Pit
from pitboss import law
from pitboss.floor.patrons.invalid_wagers import FindInvalid
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.corrections import VoidRound
from pitboss.floor.tables.log import load_table
from pitboss.floor.tables.playing import DealOn
from pitboss.floor.tables.state import open_state
from pitboss.ledger import Account
from pitboss.play.needs import CutNeed, ShuffleNeed
from support import shows

MISSISSIPPI, PONTOON = "star-mississippi-stud", "star-pontoon"
GAMES = (MISSISSIPPI, PONTOON)
BORROWED = "another's card"


def because(pit: Pit, table: str) -> tuple[law.Ground, ...]:
    """The grounds of the last finding."""
    return tuple(law.ground(text) for text in pit.events(table, "InvalidFound")[-1].data["because"])


@pytest.mark.parametrize("game", GAMES)
def test_found_before_the_hand_it_goes_back(pit: Pit, game: str) -> None:
    table = pit.open(game)
    pit.patron("p1")
    pit.patron("p2")
    pit.place(table, "p1", 100)
    pit.place(table, "p2", 50, area=2)
    reply = pit.do(FindInvalid(table, "p1", BORROWED))
    assert reply["found"] == "before"
    assert reply["returned_cents"] == 10_000
    assert pit.free("p1") == 1_000
    assert pit.free("p2") == 950
    assert pit.lost("p1") == 0
    for key in (law.INVALID_WAGER, law.INVALID_BEFORE, law.OWN_CARD):
        shows(key, because(pit, table), game=game)
    assert open_state(load_table(pit.store, pit.stream(table))).round == pit.round(table)


def test_found_before_the_hand_the_live_shoe_stays(star: Pit) -> None:
    """Wagers that go back have nothing to do with the cards: the shuffle that is committed to is dealt from later."""
    table = star.open(PONTOON)
    star.patron("p1")
    star.patron("p2")
    star.place(table, "p2", 50, area=2)
    while any(isinstance(need, ShuffleNeed | CutNeed) for need in star.round(table).needs):
        star.do(DealOn(table), star.dealer)
    star.place(table, "p1", 100)
    shoe = star.floor.table(star.stream(table)).shoe
    assert shoe is not None
    star.do(FindInvalid(table, "p1", BORROWED))
    assert star.floor.table(star.stream(table)).shoe == shoe
    star.play_on(table)


def winning_straight(pit: Pit, dollars: int = 25) -> str:
    """A hand of Mississippi Stud with all four wagers down and the last card to come: 4 5 6 7 and an 8."""
    table = pit.round(MISSISSIPPI).game.rules.game.name
    pit.place(table, "p1", dollars)
    pit.deal(table, "4s 5d")
    pit.bet(table, "p1", dollars)
    pit.deal(table, "6c")
    pit.bet(table, "p1", dollars)
    pit.deal(table, "7c")
    pit.bet(table, "p1", dollars)
    return table


def test_scenario_46_found_in_the_course_of_the_hand(pit: Pit) -> None:
    """$100 staked on a straight that wins: the stake back, no winnings; two earlier hands stand."""
    table = pit.open(MISSISSIPPI)
    pit.patron("p1")
    for _ in range(2):
        winning_straight(pit)
        pit.deal(table, "8h")
    assert pit.free("p1") == 1_000 + 2 * 400
    winning_straight(pit)
    reply = pit.do(FindInvalid(table, "p1", BORROWED))
    assert reply == {"found": "during", "returned_cents": 10_000, "winnings_cents": 0, "lost_cents": 0}
    assert pit.free("p1") == 1_800
    assert pit.lost("p1") == -800
    for key in (law.INVALID_WAGER, law.INVALID_DURING):
        shows(key, because(pit, table), game=MISSISSIPPI)
    assert pit.store.balance(Account("star", "patron", "p1")).held == 0


def test_a_hand_that_is_settled_stands(pit: Pit) -> None:
    table = pit.open(MISSISSIPPI)
    pit.patron("p1")
    winning_straight(pit)
    pit.deal(table, "8h")
    assert pit.do(FindInvalid(table, "p1", BORROWED, round=1)) == {"found": "after"}
    assert pit.free("p1") == 1_400
    shows(law.INVALID_AFTER, because(pit, table), game=MISSISSIPPI)
    no = pit.refused(FindInvalid(table, "p1", BORROWED))
    shows(law.INVALID_AFTER, no, game=MISSISSIPPI)


def test_pontoon_that_won_early_gives_its_winnings_back(pit: Pit) -> None:
    """Area 1 has a pontoon that is paid at once; area 2 is undecided when it is found; area 3 has lost."""
    table = pit.open(PONTOON)
    pit.patron("p1")
    for area, dollars in ((1, 100), (2, 50), (3, 20)):
        pit.place(table, "p1", dollars, area=area)
    pit.deal(table, "9h As 9s Ks 6d Kd 7d 8d")
    won = pit.free("p1") - 830
    assert won == 250  # the stake of $100 and 3 to 2 on it
    pit.bet(table, "p1", 0, "stand")
    pit.bet(table, "p1", 0, "draw")
    pit.deal(table, "Qd")
    assert pit.lost("p1") == 70 - 150
    reply = pit.do(FindInvalid(table, "p1", BORROWED))
    assert reply == {"found": "during", "returned_cents": 5_000, "winnings_cents": 15_000, "lost_cents": 2_000}
    assert pit.free("p1") == 980
    assert pit.lost("p1") == 20
    (total,) = pit.events(table, "RoundEnded")[-1].data["totals"]
    assert (total["won"], total["net"]) == (0, -2_000)  # the end of the round tells of it, too
    for key in (law.INVALID_DURING, law.Reading("P32")):
        shows(key, because(pit, table), game=PONTOON)


def test_a_supervisor_may_refund_what_was_lost(star: Pit) -> None:
    table = star.open(PONTOON)
    star.patron("p1")
    for area, dollars in ((1, 50), (2, 20)):
        star.place(table, "p1", dollars, area=area)
    star.deal(table, "9h 9s 9d 6d Kd 8d")
    star.bet(table, "p1", 0, "draw")
    star.deal(table, "Qd")
    reply = star.do(FindInvalid(table, "p1", "for another", refund=True))
    assert reply["lost_cents"] == 0
    assert star.free("p1") == 1_000
    assert star.lost("p1") == 0


def test_invalid_losers_go_back_where_it_is_read_so(star: Pit) -> None:
    table = star.open(PONTOON, readings={"invalidLosersStand": False})
    star.patron("p1")
    for area, dollars in ((1, 50), (2, 20)):
        star.place(table, "p1", dollars, area=area)
    star.deal(table, "9h 9s 9d 6d Kd 8d")
    star.bet(table, "p1", 0, "draw")
    star.deal(table, "Qd")
    assert star.do(FindInvalid(table, "p1", "for another"))["lost_cents"] == 0
    assert star.free("p1") == 1_000


def test_a_settled_hand_of_pontoon_stands(star: Pit) -> None:
    table = star.open(PONTOON)
    star.patron("p1")
    star.do(FindInvalid(table, "p1", "no card", round=7))
    shows(law.INVALID_AFTER, because(star, table), game=PONTOON)
    shows(law.INVALID_AFTER, star.refused(FindInvalid(table, "p1", "no card")), game=PONTOON)  # none in the open round


def test_an_employees_wager_is_not_paid(star: Pit) -> None:
    table = star.open("star-caribbean-stud")
    star.patron("p1")
    star.place(table, "p1", 100)
    star.do(FindInvalid(table, "p1", "employee"))
    assert star.free("p1") == 1_000
    shows(law.EMPLOYEE_POLICY, because(star, table), game="star-caribbean-stud")


@pytest.mark.parametrize(
    ("game", "cards", "reading"),
    [
        ("star-caribbean-stud", "9h 9s 9d 6d Kd 8d 2c 3c 4c 7h 5h 5d 6h Qs Js", "C18"),
        (MISSISSIPPI, "4s 5d 9h 9c", "M26"),
    ],
)
def test_an_employees_wager_in_the_course_of_the_hand_goes_back(star: Pit, game: str, cards: str, reading: str) -> None:
    """By the policy, and not as an invalid wager: an edition has one rule, the other or both."""
    table = star.open(game)
    for area, name in ((1, "p1"), (2, "p2")):
        star.patron(name)
        star.place(table, name, 100, area=area)
    star.deal(table, cards)
    reply = star.do(FindInvalid(table, "p1", "employee"))
    assert (reply["found"], reply["returned_cents"]) == ("during", 100_00)
    assert star.free("p1") == 1_000
    shows(law.EMPLOYEE_POLICY, because(star, table), game=game)
    (done,) = star.round(table).settlements
    shows(law.EMPLOYEE_POLICY, done, game=game)
    assert law.Reading(reading) in done.because and law.Reading("P32") not in done.because


def test_an_employees_win_found_after_the_hand_is_taken_back(star: Pit) -> None:
    """Mississippi Stud 13.19: the finding is kept, and a correction takes the winnings back, off the loss too."""
    table = star.open(MISSISSIPPI)
    star.patron("p1")
    winning_straight(star)
    star.deal(table, "8h")
    assert (star.free("p1"), star.lost("p1")) == (1_400, -400)
    assert star.do(FindInvalid(table, "p1", "employee", round=1)) == {"found": "after"}
    shows(law.EMPLOYEE_POLICY, because(star, table), game=MISSISSIPPI)
    another = Actor("star", "s1", "gaming-supervisor")
    order = VoidRound(table, "employee", "works in the pit", ("p1",), round=1, approver=another)
    star.do(order)
    assert (star.free("p1"), star.lost("p1")) == (1_000, 0)
    corrected = star.events(table, "RoundCorrected")[-1].data["because"]
    shows(law.EMPLOYEE_POLICY, tuple(law.ground(text) for text in corrected), game=MISSISSIPPI)


def test_a_void_after_the_hand_counts_on_the_day_of_the_hand(star: Pit) -> None:
    table = star.open(MISSISSIPPI)
    star.patron("p1")
    winning_straight(star)
    star.deal(table, "8h")
    another = Actor("star", "s1", "gaming-supervisor")
    star.do(VoidRound(table, "fraud", "marked cards", forfeit=("p1",), round=1, approver=another))
    assert (star.free("p1"), star.lost("p1")) == (900, 100)  # the four wagers of $25 are forfeited


def test_who_finds_it_and_on_which_grounds(star: Pit) -> None:
    table = star.open(PONTOON)
    caribbean = star.open("star-caribbean-stud")
    star.patron("p1")
    star.place(table, "p1", 100)
    star.refused(FindInvalid(table, "p1", BORROWED), star.dealer)
    star.refused(FindInvalid(table, "p1", "bad manners"))
    star.refused(FindInvalid(table, "p1", "employee"))  # Pontoon has no word of it
    star.refused(FindInvalid(table, "p2", BORROWED))
    star.refused(FindInvalid(caribbean, "p1", BORROWED))
    assert star.free("p1") == 900
