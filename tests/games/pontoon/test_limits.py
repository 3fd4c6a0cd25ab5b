"""Minimum and maximum (5.10, 6.1 to 6.3.1, 6.6): the sign, shares of an area's maximum, what is found late."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.law import Reading
from pitboss.money import Chips
from pitboss.play.acts import Call, Decide, Lapse
from pitboss.play.events import WagerFound, WagerPlaced, WagerTakenBack
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import Find
from pitboss.play.terms import Limits
from pitboss.play.wager import Result


def play_out(felt: PontoonFelt, dealer: str = "9d Kc") -> None:
    """Everybody stands; the dealer draws these cards to a seven, and is bust unless others are named."""
    while felt.round.phase == "play":
        felt.stand()
    felt.dealer(dealer)
    assert felt.round.is_over


def taken_back(felt: PontoonFelt) -> dict[str, int]:
    """What went back to each player before the cards came out, in dollars."""
    return {event.patron: event.stake.cents // 100 for event in felt.events if isinstance(event, WagerTakenBack)}


# The sign (6.1).


@pytest.mark.parametrize(("dollars", "key"), [(4, law.SIGN_MINIMUM), (5, None), (500, None), (501, law.SIGN_MAXIMUM)])
def test_wager_keeps_to_the_limits_on_the_sign(dollars: int, key: law.Key | None) -> None:
    felt = PontoonFelt()
    if key is None:
        felt.wager("Ann", 1, dollars)
    else:
        felt.shows(key, felt.refused(felt.placing("Ann", 1, dollars)))


def test_wager_added_to_keeps_to_the_maximum() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 400)
    felt.shows(law.SIGN_MAXIMUM, felt.refused(felt.placing("Ann", 1, 101)))
    felt.wager("Ann", 1, 100)


def test_maximum_is_of_an_area_not_of_a_player() -> None:
    felt = PontoonFelt()
    for area in (1, 2, 3):
        felt.wager("Ann", area, 500)


@pytest.mark.parametrize(("unit", "dollars", "fits"), [(0, 7, True), (5, 7, False), (5, 15, True), (10, 10, False)])
def test_wager_is_made_in_the_unit_on_the_sign(unit: int, dollars: int, fits: bool) -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 500_00, unit * 100)})
    if fits:
        felt.wager("Ann", 1, dollars)
    else:
        felt.shows(law.SIGN_UNIT, felt.refused(felt.placing("Ann", 1, dollars)))


@pytest.mark.parametrize(("dollars", "key"), [(1, None), (50, None), (51, law.SIGN_MAXIMUM)])
def test_perfect_pairs_keeps_to_its_own_limits(dollars: int, key: law.Key | None) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    act = felt.placing("Ann", 1, dollars, spot="perfect-pairs")
    if key is None:
        felt.do(act)
    else:
        felt.shows(key, felt.refused(act))


# Individual limits (6.6).


def test_player_with_limits_of_their_own() -> None:
    felt = PontoonFelt(individual={"Ann": {"wager": Limits(100_00, 2_000_00)}})
    for dollars, key in ((99, law.SIGN_MINIMUM), (2001, law.SIGN_MAXIMUM)):
        no = felt.refused(felt.placing("Ann", 1, dollars))
        felt.shows(key, no)
        felt.shows(law.INDIVIDUAL_LIMITS, no)
    felt.wager("Ann", 1, 2000)
    felt.shows(law.SIGN_MAXIMUM, felt.refused(felt.placing("Bob", 2, 501)))
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    assert felt.net("Ann") == 2000


def test_player_with_limits_of_their_own_beside_others() -> None:
    felt = PontoonFelt(individual={"Ann": {"wager": Limits(100_00, 2_000_00)}})
    felt.wager("Bob", 1, 500)
    felt.shows(law.MAXIMUM_SHARED, felt.refused(felt.placing("Ann", 1, 1501)))  # what is there counts, too
    felt.wager("Ann", 1, 1500)
    felt.deal("7h", p1="9s 8h")
    assert taken_back(felt) == {"Bob": 500}  # Ann controls, and leaves no room under the sign's maximum
    play_out(felt)
    assert felt.net("Ann") == 1500


def test_a_kept_minimum_is_no_way_round_the_share_of_an_area() -> None:
    """Limits of one's own that only keep an old minimum have the sign's maximum, and it is shared like any person's."""
    felt = PontoonFelt(individual={"Ann": {"wager": Limits(5_00, 500_00)}})
    felt.wager("Bob", 1, 400)
    felt.shows(law.MAXIMUM_SHARED, felt.refused(felt.placing("Ann", 1, 101)))
    felt.wager("Ann", 1, 100)
    felt.wager("Ann", 1, 50, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    assert felt.net("Bob") == 400
    assert felt.net("Ann") == 100  # what went down unnoticed beyond the share goes back


# The maximum of an area is shared (6.1.1 to 6.1.3).


def test_second_and_third_player_have_the_room_that_is_left() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 400)
    no = felt.refused(felt.placing("Bob", 1, 101))
    felt.shows(law.MAXIMUM_SHARED, no)
    felt.shows(law.SIGN_MAXIMUM, no)
    assert "$100" in no.words
    felt.wager("Bob", 1, 60)
    felt.shows(law.MAXIMUM_SHARED, felt.refused(felt.placing("Cat", 1, 41)))
    felt.wager("Cat", 1, 40)
    felt.shows(law.MAXIMUM_SHARED, felt.refused(felt.placing("Bob", 1, 5)))


def test_seated_player_has_the_first_option_and_others_give_way() -> None:
    felt = PontoonFelt()
    felt.wager("Bob", 1, 300)
    felt.wager("Cat", 1, 150)
    felt.sit("Ann", 1)
    felt.wager("Ann", 1, 400)
    felt.deal("7h", p1="9s 8h")
    assert taken_back(felt) == {"Bob": 200, "Cat": 150}
    event = felt.event(WagerTakenBack)
    felt.shows(law.MAXIMUM_SETTLED, event)
    felt.shows(law.SHARES_SETTLED, event)
    felt.shows(law.MAXIMUM_SHARED, event)
    felt.shows(Reading("P10"), event)
    felt.shows(Reading("P31"), event)
    play_out(felt)
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat")] == [400, 100, 0]


@pytest.mark.parametrize(("ann", "bob"), [(495, 5), (496, 0), (499, 0)])
def test_share_under_the_minimum_goes_back_whole(ann: int, bob: int) -> None:
    felt = PontoonFelt()
    felt.wager("Bob", 1, 300)
    felt.wager("Cat", 1, 150)
    felt.sit("Ann", 1)
    felt.wager("Ann", 1, ann)
    felt.deal("7h", p1="9s 8h")
    assert taken_back(felt) == {"Bob": 300 - bob, "Cat": 150}


def test_nothing_goes_back_where_the_total_fits() -> None:
    felt = PontoonFelt()
    felt.wager("Bob", 1, 300)
    felt.sit("Ann", 1)
    felt.wager("Ann", 1, 200)
    felt.deal("7h", p1="9s 8h")
    assert taken_back(felt) == {}


def test_pair_wager_of_a_player_without_a_share_goes_back_where_it_needs_one() -> None:
    for grant, back in (([], {"Bob": 500}), ([law.PAIRS_NEED_WAGER], {"Bob": 5})):
        felt = PontoonFelt(grant=grant)
        felt.wager("Bob", 1, 500)
        felt.pairs("Bob", 1, 5)
        felt.sit("Ann", 1)
        felt.wager("Ann", 1, 500)
        felt.deal("7h", p1="9s 8h")
        assert taken_back(felt) == back
        play_out(felt)
        assert felt.net("Bob") == (0 if grant else -5)


# Over the maximum, found late (6.3, 6.3.1).


@pytest.mark.parametrize(
    ("wagers", "results", "back"),
    [((400, 200, 100), (400, 100, 0), (0, 100, 100)), ((300, 150, 100), (300, 150, 50), (0, 0, 50))],
)
@pytest.mark.parametrize(("dealer", "sign"), [("9d Kc", 1), ("4d 9c", -1)], ids=["win", "loss"])
def test_wagers_over_the_maximum_of_an_area_are_settled_by_their_shares(
    wagers: tuple[int, ...], results: tuple[int, ...], back: tuple[int, ...], dealer: str, sign: int
) -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 1)
    for name, dollars in zip(("Ann", "Bob", "Cat"), wagers, strict=True):
        felt.wager(name, 1, dollars, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    play_out(felt, dealer)
    for name, result, returned in zip(("Ann", "Bob", "Cat"), results, back, strict=True):
        assert felt.net(name) == sign * result
        cut = [s for s in felt.round.settlements if s.patron == name and s.result is Result.RETURNED]
        assert sum(s.returned.cents for s in cut) == returned * 100
        for settled in cut:
            felt.shows(law.MAXIMUM_SETTLED, settled)
            felt.shows(law.SHARES_SETTLED, settled)
            felt.shows(law.MAXIMUM_SHARED, settled)
            felt.shows(Reading("P10"), settled)


def test_one_players_wager_over_the_maximum_is_settled_to_it() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    returned, won = felt.results(1, "wager")
    assert (returned.result, returned.returned.cents) == (Result.RETURNED, 100_00)
    felt.shows(law.MAXIMUM_SETTLED, returned)
    assert law.SHARES_SETTLED not in returned.because
    assert (won.result, won.pays) == (Result.WON, 500_00)


def test_wager_at_the_maximum_is_settled_whole() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 500, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    assert felt.result(1, "wager").pays == 500_00


def test_results_of_a_round_that_is_over_stand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    felt.shows(law.WAGERS_FROZEN, felt.refused(Find(0)))


@pytest.mark.parametrize(("order", "third"), [("as-placed", "Bob"), ("as-stacked", "Cat")])
def test_second_player_is_the_second_to_wager_or_the_second_in_line(order: str, third: str) -> None:
    felt = PontoonFelt(readings={"boxShareOrder": order})
    felt.wager("Cat", 1, 100, unnoticed=True, line=3)
    felt.wager("Bob", 1, 100, unnoticed=True, line=2)
    felt.wager("Ann", 1, 400, unnoticed=True, line=1)
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    second = {"Bob": "Cat", "Cat": "Bob"}[third]
    assert [felt.net(name) for name in ("Ann", second, third)] == [400, 100, 0]
    felt.shows(Reading("P10"), next(s for s in felt.round.settlements if s.patron == third))


def test_controlling_player_comes_first_in_the_shares_whenever_they_wagered() -> None:
    felt = PontoonFelt()
    felt.wager("Bob", 1, 200, unnoticed=True)
    felt.wager("Ann", 1, 450, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    assert (felt.net("Ann"), felt.net("Bob")) == (450, 50)


def test_excess_of_a_pontoon_goes_back_before_it_is_paid() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("7h", p1="As Kd")
    assert [s.result for s in felt.results(1, "wager")] == [Result.RETURNED, Result.WON]
    assert felt.net("Ann") == 750


def test_excess_goes_back_before_a_bust_is_taken() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("7h", p1="Ks Qd")
    felt.draw("5c")
    assert felt.net("Ann") == -500


def test_what_was_added_to_a_wager_is_cut_with_it() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("Ah", p1="8s 8h")
    felt.call("insurance")
    felt.says("insure")
    felt.pass_offers()
    felt.split("3c")
    felt.double("9d")
    felt.says("keep")
    felt.card("Kc")
    felt.stand()
    felt.dealer("Kd")  # pontoon: one original wager is lost, the insurance pays
    back = {s.spot: s.returned.cents // 100 for s in felt.round.settlements if s.result is Result.RETURNED}
    assert back == {"wager": 100, "split": 100, "double": 100, "insurance": 50}
    assert felt.net("Ann") == -500 + 2 * 250


def test_found_in_the_round_the_excess_goes_back_at_once() -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 1)
    felt.wager("Ann", 1, 450, unnoticed=True)
    felt.wager("Bob", 1, 200, unnoticed=True)
    felt.deal("7h", p1="8s 4h")
    felt.refused(Find(0))  # Ann's is hers to make
    happened = felt.do(Find(1))
    found = happened[0]
    assert isinstance(found, WagerFound)
    felt.shows(law.MAXIMUM_SETTLED, found)
    felt.shows(law.SIGN_MAXIMUM, found)
    assert felt.round.wagers[1].left.cents == 50_00
    felt.refused(Find(1))
    felt.stand()
    felt.dealer("Kd")
    assert (felt.net("Ann"), felt.net("Bob")) == (-450, -50)


def test_what_is_asked_follows_a_wager_that_was_cut() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("7h", p1="8s 8h")
    felt.do(Find(0))
    options = {option.name: option.most_cents for option in felt.asked("Ann").options}
    assert options == {"stand": 0, "draw": 0, "double": 500_00, "split": 500_00}
    felt.shows(law.DOUBLE, felt.refused(Decide("play-1", "Ann", "double", felt.placing("Ann", 1, 600).stake)))


def test_what_others_are_asked_follows_their_wagers() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 400, unnoticed=True)
    felt.wager("Bob", 1, 200, unnoticed=True)
    felt.deal("7h", p1="8s 4h")
    felt.says("double", patron="Ann")
    felt.do(Find(1))
    assert {option.name: option.most_cents for option in felt.asked("Bob").options} == {"double": 100_00, "pass": 0}


def test_player_whose_wager_is_cut_to_nothing_is_asked_for_nothing() -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 1)
    felt.wager("Ann", 1, 500, unnoticed=True)
    felt.wager("Bob", 1, 200, unnoticed=True)
    felt.deal("Ah", p1="8s 8h")
    felt.call("insurance")
    felt.do(Find(1))
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Ann"]
    felt.pass_offers()
    felt.says("split")
    assert felt.needs == ["card-1"]  # Bob has nothing to follow with


def test_follow_on_choice_of_a_wager_cut_to_nothing_is_to_stay() -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 1)
    felt.wager("Ann", 1, 500, unnoticed=True)
    felt.wager("Bob", 1, 200, unnoticed=True)
    felt.deal("7h", p1="8s 8h")
    felt.says("split", patron="Ann")
    felt.do(Find(1))
    assert [option.name for option in felt.asked("Bob").options] == ["stay"]
    felt.says("stay", patron="Bob")
    assert felt.needs == ["card-1"]


def test_insurance_asked_for_follows_a_wager_that_was_cut() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("Ah", p1="8s 8h")
    felt.call("insurance")
    assert felt.asked("Ann", "insure").options[0].most_cents == 300_00
    felt.do(Find(0))
    assert felt.asked("Ann", "insure").options[0].most_cents == 250_00
    assert felt.asked("Ann", "insure").options[0].least_cents == 1_00


# Seen before the first card (P31).


def test_excess_seen_before_the_first_card_simply_goes_back() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    happened = felt.do(Find(0))
    felt.shows(law.SIGN_MAXIMUM, happened[0])
    felt.shows(Reading("P31"), happened[0])
    assert taken_back(felt) == {"Ann": 100}
    assert felt.round.wagers[0].stake.cents == 500_00
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    assert [s.result for s in felt.round.settlements] == [Result.WON]


def test_excess_seen_after_the_call_goes_back_too() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.wager("Bob", 2, 3, unnoticed=True)
    felt.prepare()
    felt.do(Call("no-more-bets"))
    felt.refused(Find(1))  # what is short cannot be topped up any more, and stands
    felt.shows(Reading("P31"), felt.do(Find(0))[0])
    assert taken_back(felt) == {"Ann": 100}
    felt.deal("7h", p1="9s 8h", p2="9s 8h")


def test_share_seen_before_the_first_card() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 400)
    felt.wager("Bob", 1, 200, unnoticed=True)
    felt.shows(law.SHARES_SETTLED, felt.do(Find(1))[0])
    assert taken_back(felt) == {"Bob": 100}


def test_whole_wager_goes_back_where_no_room_is_left() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 500)
    felt.wager("Bob", 1, 200, unnoticed=True)
    felt.do(Find(1))
    assert taken_back(felt) == {"Bob": 200}
    felt.deal("7h", p1="9s 8h")
    assert felt.box(1).line == ("Ann",)


# Under the minimum (6.2).


def test_short_wager_found_after_the_first_card_stands() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 3, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    happened = felt.do(Find(0))
    assert [type(event) for event in happened] == [WagerFound]
    felt.shows(law.LATE_MINIMUM_STANDS, happened[0])
    felt.refused(Find(0))
    play_out(felt)
    assert felt.net("Ann") == 3


def test_short_wager_found_at_the_settlement_stands_and_it_is_said_once() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 3, unnoticed=True)
    felt.deal("7h", p1="8s 8h")
    felt.split("3c")
    felt.stand()
    felt.card("Kc")
    felt.stand()
    felt.dealer("9d 9c")
    said = [event for event in felt.events if isinstance(event, WagerFound)]
    assert len(said) == 1
    felt.shows(law.LATE_MINIMUM_STANDS, said[0])
    assert felt.net("Ann") == 6


def test_wager_at_the_minimum_is_nothing_to_speak_of() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 5, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    felt.refused(Find(0))
    play_out(felt)
    assert not [event for event in felt.events if isinstance(event, WagerFound)]


def test_short_wager_seen_before_the_first_card_is_topped_up_or_taken_back() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 3, unnoticed=True)
    felt.prepare()
    felt.shows(law.SIGN_MINIMUM, felt.do(Find(0))[0])
    assert "deal" not in felt.needs
    options = {option.name: (option.least_cents, option.most_cents) for option in felt.asked("Ann").options}
    assert options == {"top-up": (2_00, 497_00), "take-back": (0, 0)}
    before = felt.round
    felt.says("top-up", 2)
    assert felt.event(WagerPlaced).stake.cents == 2_00
    assert "deal" in felt.needs
    felt.round = before
    felt.says("take-back")
    assert taken_back(felt) == {"Ann": 3}
    assert "deal" not in felt.needs


def test_short_wager_of_somebody_who_does_not_answer_is_taken_off() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 3, unnoticed=True)
    felt.do(Find(0), Lapse("mend-0"))
    assert taken_back(felt) == {"Ann": 3}


def test_topping_up_keeps_to_the_room_on_a_shared_area() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 480)
    felt.wager("Bob", 1, 3, unnoticed=True)
    felt.do(Find(1))
    felt.refused(Decide("mend-1", "Bob", "top-up", felt.placing("Bob", 1, 18).stake))
    felt.says("top-up", 17, patron="Bob")


def test_short_pair_wager_stands_and_one_over_its_maximum_is_cut() -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 500_00), "perfect-pairs": Limits(2_00, 50_00)})
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.pairs("Ann", 1, 1, unnoticed=True)
    felt.pairs("Bob", 2, 60, unnoticed=True)
    felt.deal("7h", p1="8s 8h", p2="9s 9c")
    assert felt.result(1, "perfect-pairs").pays == 5_00
    found = next(event for event in felt.events if isinstance(event, WagerFound))
    felt.shows(law.LATE_MINIMUM_STANDS, found)
    cut, won = felt.results(2, "perfect-pairs")
    assert (cut.result, cut.returned.cents, won.pays) == (Result.RETURNED, 10_00, 500_00)
    felt.shows(law.MAXIMUM_SETTLED, cut)


def test_pair_wager_over_its_maximum_found_in_the_deal_is_cut() -> None:
    felt = PontoonFelt(grant=[law.FIRST_TWO_DOWN])
    felt.wager("Ann", 1)
    felt.pairs("Ann", 1, 60, unnoticed=True)
    felt.deal("7h", p1="8s 8h")
    felt.do(Find(1))
    assert felt.round.wagers[1].left.cents == 50_00
    felt.shows(law.MAXIMUM_SETTLED, felt.result(1, "perfect-pairs"))


def test_short_share_beside_a_full_area_goes_back() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 500)
    felt.wager("Bob", 1, 3, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    play_out(felt)
    assert (felt.net("Ann"), felt.net("Bob")) == (500, 0)
    assert felt.results(1, "wager")[0].patron == "Bob"


# Paid up to chips (5.10).


@pytest.mark.parametrize(("chips", "pays"), [((100,), 23_00), ((500,), 25_00), ((50, 100), 22_50), ((250,), 22_50)])
def test_win_that_chips_cannot_pay_is_paid_up(chips: tuple[int, ...], pays: int) -> None:
    felt = PontoonFelt(chips=Chips(chips), limits={"wager": Limits(5_00, 500_00)})
    felt.wager("Ann", 1, 15)
    felt.deal("7h", p1="As Kd")
    won = felt.result(1, "wager")
    assert won.pays == pays
    if pays != 22_50:
        felt.shows(law.PAID_UP_TO_CHIPS, won)
    else:
        assert law.PAID_UP_TO_CHIPS not in won.because


def test_a_doubler_whose_wager_is_found_to_have_no_room_is_asked_nothing_more() -> None:
    """C doubles $100 that A's $500 leave no room for: found before the answer, all of it goes back and play goes on."""
    felt = PontoonFelt()
    felt.sit("A", 1)
    felt.wager("A", 1, 500)
    felt.wager("C", 1, 100, unnoticed=True)
    felt.wager("D", 2, 50)
    felt.deal("7h", p1="6s 4h", p2="Ks 8h")
    felt.says("double", 500, patron="A")
    felt.says("double", 100, patron="C")
    felt.card("9c")
    felt.says("keep", patron="A")
    felt.do(Find(1))
    assert felt.needs == ["play-2"]
    felt.stand()
    felt.dealer("Kd")
    assert [felt.net(name) for name in ("A", "C", "D")] == [1000, 0, 50]
