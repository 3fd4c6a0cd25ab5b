"""The act that gives back what is past a loss limit, and the void of invalid wagers: who does it, to which wagers, and
how it is recorded."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.play.events import CardsCollected
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import CutBack, Keep, Void, last_placed_first
from pitboss.play.wager import Result
from pitboss.report.record import read_record, write_record
from pitboss.report.script import play_record
from pitboss.report.settlements import settlement_words
from support import CROWN, STAR, STAR_MS, Felt, shows

RANK = "gaming-supervisor"


def streets() -> Felt:
    """Ann and Bob have an Ante of $25 and a 3rd Street of $75 each, and are asked for the 4th."""
    felt = Felt(STAR_MS)
    for area, name in enumerate(("Ann", "Bob"), start=1):
        felt.ante(name, area)
    felt.deal(p1="Qs Qd", p2="7d 8h", board="2c 3c 4c")
    for area in (1, 2):
        felt.bet(area, 75)
    felt.reveal()
    return felt


def asked(felt: Felt) -> list[str]:
    return [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)]


def test_what_is_past_a_limit_goes_back_and_no_more_is_asked_of_the_player() -> None:
    felt = streets()
    street = felt.round.wagers_on(1, "3rd-street")[0].id
    felt.do(CutBack(RANK, "Ann", (Keep(street, 2_500),), "m1"))
    returned = felt.result(1, "3rd-street")
    assert (returned.result, returned.returned.cents) == (Result.RETURNED, 5_000)
    for key in (law.LOSS_LIMIT_PASSED, law.EXCESS_LAST_FIRST, law.Reading("M17")):
        shows(key, returned, game=STAR_MS)
    assert asked(felt) == ["Bob"]
    felt.fold(2)
    for _ in range(2):
        felt.reveal()
    felt.settle()
    assert felt.net("Ann") == 50  # one to one on $25 and $25


def test_a_wager_cut_to_nothing_leaves_the_hand_in() -> None:
    felt = streets()
    keeps = tuple(Keep(wager.id, 0) for wager in felt.round.wagers if wager.patron == "Ann")
    felt.do(CutBack(RANK, "Ann", keeps))
    felt.fold(2)
    for _ in range(2):
        felt.reveal()
    felt.settle()
    assert felt.net("Ann") == 0


def test_while_wagers_are_open_the_excess_simply_comes_off() -> None:
    felt = Felt(STAR_MS)
    felt.ante("Ann", 1, 100)
    felt.do(CutBack(RANK, "Ann", (Keep(0, 2_500),)))
    assert felt.round.wagers[0].stake == felt.round.wagers[0].left == Stake.of(2_500)
    felt.do(Place("wagers", "Ann", 1, "ante", Stake.of(2_500)))
    assert felt.round.wagers[0].left.cents == 5_000


@pytest.mark.parametrize(
    "wrong",
    [
        CutBack(RANK, "Ann", ()),
        CutBack(RANK, "Ann", (Keep(0, 100), Keep(0, 200))),
        CutBack(RANK, "Ann", (Keep(1, 100),)),
        CutBack(RANK, "Ann", (Keep(99, 100),)),
        CutBack(RANK, "Ann", (Keep(0, 2_500),)),
        CutBack(RANK, "Ann", (Keep(0, -1),)),
        CutBack("porter", "Ann", (Keep(0, 100),)),
    ],
)
def test_a_cut_that_is_none_is_refused(wrong: CutBack) -> None:
    assert streets().refused(wrong).because


@pytest.mark.parametrize(
    ("keeps", "right"),
    [
        ((Keep(0, 0),), "3rd Street on area 1 keeps $50"),  # the Ante before the 3rd Street
        ((Keep(0, 1_000), Keep(2, 5_000)), "3rd Street on area 1 keeps $35"),
        ((Keep(0, 0), Keep(2, 100)), "3rd Street on area 1 keeps $0 and the Ante on area 1 keeps $1"),
    ],
)
def test_a_cut_in_another_order_than_last_placed_first_is_refused(keeps: tuple[Keep, ...], right: str) -> None:
    no = streets().refused(CutBack(RANK, "Ann", keeps))
    shows(law.EXCESS_LAST_FIRST, no, game=STAR_MS)
    assert right in no.words


def test_chips_added_to_a_wager_were_placed_when_they_were_added() -> None:
    """Ann's Ante of $25 on area 1, one on area 2, then $50 more on the first: that goes back before the second Ante."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 25)
    felt.wager("Bob", 3, 25)
    felt.wager("Ann", 2, 25)
    felt.wager("Ann", 1, 30)
    felt.wager("Ann", 1, 20)
    felt.refused(CutBack(RANK, "Ann", (Keep(2, 0), Keep(0, 50_00))))
    felt.refused(CutBack(RANK, "Ann", (Keep(2, 15_00),)))
    felt.deal("7h", p1="9s 8h", p2="9d 8c", p3="9c 8d")
    assert last_placed_first(felt.round, "Ann", 10_00) == (Keep(0, 65_00),)
    felt.do(CutBack(RANK, "Ann", (Keep(0, 65_00),)))
    felt.refused(CutBack(RANK, "Ann", (Keep(2, 15_00),)))  # $40 of what was added still lie there
    felt.do(CutBack(RANK, "Ann", (Keep(2, 0), Keep(0, 20_00))))
    assert [wager.left.cents for wager in felt.round.wagers] == [20_00, 25_00, 0]


def test_there_is_nothing_to_cut_where_there_are_no_limits() -> None:
    felt = Felt(CROWN)
    felt.ante("Ann", 1)
    assert felt.refused(CutBack("area-manager", "Ann", (Keep(0, 100),))).because == (law.NOT_AN_OPTION,)


def test_a_cut_is_recorded_and_settles_again() -> None:
    felt = streets()
    felt.do(CutBack(RANK, "Ann", (Keep(2, 2_550),), "m1"))
    felt.do(Void(RANK, "invalid", "m1", ("Bob",), refund=True))
    text = write_record(felt.opening, felt.acts)
    assert 'does = "cut-back"' in text and 'ground = "invalid"' in text
    again = play_record(read_record(text))
    assert again.acts == tuple(felt.acts)
    assert again.round == felt.round


def test_invalid_wagers_are_void_where_the_rules_know_of_such() -> None:
    felt = streets()
    void = Void(RANK, "invalid", "m1", ("Ann",))
    happened = felt.do(void)
    shows(law.INVALID_DURING, happened[0], game=STAR_MS)
    assert felt.result(1, "ante").result is Result.VOID
    assert felt.net("Ann") == 0
    assert felt.refused(Void(RANK, "breach", "m1", ("Bob",), refund=True)).because
    assert not felt.round.is_over, "Bob plays on"
    collected = next(e for e in felt.do(Void(RANK, "invalid", "m1", ("Bob",))) if isinstance(e, CardsCollected))
    shows(law.OFFENDER_VOIDED, collected, game=STAR_MS)
    assert felt.round.is_over
    crown = Felt(CROWN)
    crown.ante("Ann", 1)
    assert crown.refused(Void("casino-manager", "invalid", "", ("Ann",))).because


def test_invalid_wagers_of_a_round_that_is_over_stand() -> None:
    felt = streets()
    felt.fold(1)
    felt.fold(2)
    assert felt.round.is_over
    shows(law.INVALID_AFTER, felt.refused(Void(RANK, "invalid", "m1", ("Ann",))), game=STAR_MS)
    felt.do(Void(RANK, "employee", "m1", ("Ann",)))


def test_an_employees_wagers_are_void_where_only_that_policy_is_known() -> None:
    felt = Felt(STAR)
    felt.ante("Ann", 1)
    happened = felt.do(Void(RANK, "invalid", "m1", ("Ann",)))
    shows(law.EMPLOYEE_POLICY, happened[0], game=STAR)


def test_an_employees_hand_is_out_and_the_others_play_on() -> None:
    felt = Felt(STAR)
    for area, name in enumerate(("Ann", "Bob"), start=1):
        felt.ante(name, area)
    felt.deal("Ah 9h 6c 5d Jd", p1="Qs Qd 2c 3c 4c", p2="7d 8h 9c Td 2s")
    happened = felt.do(Void(RANK, "employee", "m1", ("Ann",)))
    shows(law.OFFENDER_VOIDED, next(e for e in happened if isinstance(e, CardsCollected)), game=STAR)
    assert asked(felt) == ["Bob"]


def test_winnings_given_back_are_told() -> None:
    felt = streets()
    felt.fold(2)
    lost = felt.results(2, "ante")[0]
    assert "loses" in settlement_words(lost)
    felt.do(Void(RANK, "invalid", "m1", ("Bob",), refund=True))
    restored = felt.results(2, "ante")[-1]
    assert restored.result is Result.RESTORED
    reversed_ = restored._replace(result=Result.REVERSED, pays=-7_500)
    assert settlement_words(reversed_, felt.round) == "$75 won on Bob's Ante is given back"
    assert settlement_words(reversed_) == "$75 won on Bob's Ante is given back"
