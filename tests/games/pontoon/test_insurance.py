"""Insurance (8, 14.2, 16.1.6): who may insure, for how much and until when, what it wins; remembered late (17.13)."""

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.money import Chips, Stake
from pitboss.play.acts import Call, Deal, Decide
from pitboss.play.events import Called, CardsDealt, Decided, OfferLapsed, Settled, WagerPlaced
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import CutBack, Find, Keep, Void
from pitboss.play.round import ShoeState
from pitboss.play.terms import Limits
from pitboss.play.wager import Result

NO_PAIRS = {"wager": Limits(5_00, 500_00)}
NO_ACE = ("2h", "6s", "7d", "9c", "Jh", "Qs", "Kd")


def called(felt: PontoonFelt) -> PontoonFelt:
    """The felt, with insurance called."""
    felt.call("insurance")
    return felt


def insurers(felt: PontoonFelt) -> list[tuple[str, int]]:
    """Who may insure, and where."""
    return [(n.patron, n.area) for n in felt.round.needs if isinstance(n, DecisionNeed) and n.id.startswith("insure-")]


def insure(felt: PontoonFelt, cents: int, patron: str = "Ann") -> Decide:
    """The act of insuring."""
    return Decide(felt.asked(patron, "insure").id, patron, "insure", Stake.of(cents))


def shared() -> PontoonFelt:
    """Ann with $50 and Bob with $30 on area 1, Cyd with $20 on area 3, a dealer's ace."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 30)
    felt.wager("Cyd", 3, 20)
    felt.deal("Ah", p1="9s 6h", p3="Kd 8c")
    return felt


# What is offered.


def test_insurance_is_called_against_an_ace() -> None:
    felt = dealt("Ah")
    need = felt.round.need("insurance")
    felt.shows(law.INSURANCE_OFFERED, need)
    (call,) = (event for event in felt.call("insurance") if isinstance(event, Called))
    assert call.says == "insurance"
    felt.shows(law.INSURANCE_CALLED, call)
    felt.shows(law.INSURANCE_OFFERED, felt.asked("Ann", "insure").options[0])
    assert felt.needs[-1] == "insurance-closed"


@pytest.mark.parametrize("dealer", NO_ACE)
def test_insurance_is_not_called_against_another_card(dealer: str) -> None:
    felt = dealt(dealer)
    assert "insurance" not in felt.needs
    felt.shows(law.INSURANCE_OFFERED, felt.refused(Call("insurance")))
    no = felt.refused(Decide("insure-0", "Ann", "insure", Stake.of(5_00)))
    felt.shows(law.INSURANCE_OFFERED, no)


def test_a_player_says_no_to_insurance() -> None:
    felt = called(dealt("Ah", dollars=50))
    felt.shows(law.INSURANCE_OFFERED, felt.asked("Ann", "no-insurance").options[-1])
    (decided,) = felt.says("no-insurance")
    assert isinstance(decided, Decided)
    felt.shows(law.INSURANCE_OFFERED, decided)
    assert felt.asked("Ann").declined
    felt.refused(Decide(felt.asked("Ann").id, "Ann", "no-insurance"))
    felt.call("insurance-closed")
    assert felt.needs == ["surrender"]


def test_a_player_who_said_no_may_insure_until_the_dealer_closes_it() -> None:
    felt = called(dealt("Ah", dollars=50))
    no = felt.says("no-insurance")
    felt.says("insure", 25)
    assert not felt.round.need("insure-0")
    assert [wager.spot for wager in felt.round.wagers] == ["wager", "insurance"]
    assert no
    late = called(dealt("Ah", dollars=50))
    late.says("no-insurance")
    late.call("insurance-closed")
    late.shows(law.INSURANCE_CLOSES, late.refused(Decide("insure-0", "Ann", "insure", Stake.of(5_00))))


def test_each_player_says_no_for_their_own_wager() -> None:
    felt = called(shared())
    felt.says("no-insurance", patron="Bob")
    asked = {need.patron: need.declined for need in felt.round.needs if isinstance(need, DecisionNeed)}
    assert asked == {"Ann": False, "Bob": True, "Cyd": False}
    felt.says("insure", 25, patron="Ann")


@pytest.mark.parametrize("cents", [1_00, 2_00, 24_00, 25_00])
def test_insurance_is_anything_up_to_half_the_wager(cents: int) -> None:
    felt = called(dealt("Ah", dollars=50))
    option, _no = felt.asked("Ann", "insure").options
    assert (option.least_cents, option.most_cents) == (1_00, 25_00)
    placed, decided = felt.do(insure(felt, cents))
    assert isinstance(placed, WagerPlaced)
    assert isinstance(decided, Decided)
    assert (placed.spot, placed.area, placed.stake.cents) == ("insurance", 1, cents)
    felt.shows(law.INSURANCE_OFFERED, placed)
    felt.shows(law.INSURANCE_OFFERED, decided)
    assert law.INSURANCE_REMEMBERED not in placed.because


@pytest.mark.parametrize("cents", [0, 25_01, 26_00, 50_00])
def test_insurance_over_half_the_wager_is_refused(cents: int) -> None:
    felt = called(dealt("Ah", dollars=50))
    felt.shows(law.INSURANCE_OFFERED, felt.refused(insure(felt, cents)))


@pytest.mark.parametrize(
    ("chips", "dollars", "most"),
    [((100,), 15, 7_00), ((100,), 5, 2_00), ((500,), 25, 10_00), ((50, 100), 15, 7_50), ((200, 500), 11, 5_00)],
)
def test_half_a_wager_goes_down_to_what_chips_make(chips: tuple[int, ...], dollars: int, most: int) -> None:
    felt = called(dealt("Ah", dollars=dollars, chips=Chips(chips), limits=NO_PAIRS))
    assert felt.asked("Ann", "insure").options[0].most_cents == most


def test_a_wager_whose_half_chips_cannot_make_is_not_insured() -> None:
    felt = called(dealt("Ah", dollars=5, chips=Chips((500,)), limits=NO_PAIRS))
    assert insurers(felt) == []
    felt.call("insurance-closed")
    assert "surrender" in felt.needs


def test_insurance_is_made_once() -> None:
    felt = called(dealt("Ah", dollars=50))
    act = insure(felt, 10_00)
    felt.do(act)
    felt.shows(law.INSURANCE_CLOSES, felt.refused(act))


def test_insurance_in_tokens() -> None:
    felt = called(dealt("Ah", dollars=50))
    felt.says("insure", 20, tokens=20)
    felt.pass_offers()
    felt.stand()
    felt.dealer("Kd")
    done = felt.result(1, "insurance")
    assert (done.pays, done.taken.tokens_cents, done.returned.cents) == (40_00, 20_00, 0)
    felt.shows(law.TOKEN_WINS_CHIPS, done)


# Who may insure.


def test_everybody_with_an_initial_wager_may_insure() -> None:
    felt = called(shared())
    assert insurers(felt) == [("Ann", 1), ("Bob", 1), ("Cyd", 3)]
    assert [felt.asked(name, "insure").options[0].most_cents for name in ("Ann", "Bob", "Cyd")] == [25_00, 15_00, 10_00]


def test_a_co_bettor_insures_whatever_the_controlling_player_does() -> None:
    felt = called(shared())
    felt.says("insure", patron="Bob")
    felt.pass_offers()
    felt.stand()
    felt.stand()
    felt.dealer("Qd")
    assert {w.patron for w in felt.round.wagers if w.spot == "insurance"} == {"Bob"}
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cyd")) == (-50, 0, -20)


def test_a_player_on_two_areas_insures_either() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 2, 20)
    felt.deal("Ah", p1="9s 6h", p2="Kd 8c")
    called(felt)
    assert insurers(felt) == [("Ann", 1), ("Ann", 2)]
    need = next(n for n in felt.round.needs if isinstance(n, DecisionNeed) and n.area == 2)
    felt.do(Decide(need.id, "Ann", "insure", Stake.of(10_00)))
    assert insurers(felt) == [("Ann", 1)]
    assert felt.round.wagers[-1].area == 2


def test_a_player_with_a_side_wager_alone_does_not_insure() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.pairs("Bob", 1)
    felt.deal("Ah", p1="9s 6h")
    assert insurers(called(felt)) == [("Ann", 1)]


def test_a_player_with_pontoon_does_not_insure() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal("Ah", p1="As Kh", p2="9s 6h")
    assert insurers(called(felt)) == [("Bob", 2)]
    felt.refused(Decide("insure-0", "Ann", "insure", Stake.of(25_00)))


@pytest.mark.parametrize("permitted", [(), (law.PAID_AT_FINAL,)])
def test_with_pontoons_alone_nothing_is_offered(permitted: tuple[law.Key, ...]) -> None:
    felt = dealt("Ah", "As Kh", grant=permitted)
    assert felt.round.is_over
    assert felt.net("Ann") == 15
    assert [type(event) for event in felt.events].count(Called) == 0


def test_insurance_on_a_pontoon_that_lay_face_down_is_void() -> None:
    felt = dealt("Ah", "?? ??", dollars=50, grant=[law.FIRST_TWO_DOWN])
    called(felt).says("insure")
    felt.pass_offers()
    felt.turn(1, "As Kh")
    done = felt.result(1, "insurance")
    assert (done.result, done.returned.cents) == (Result.VOID, 25_00)
    felt.shows(law.INSURANCE_NOT_WITH_PONTOON, done)
    felt.shows(law.VOID, done)
    assert "P34" in done.because
    assert felt.net("Ann") == 75


@pytest.mark.parametrize("forgets", [False, True])
def test_a_player_whose_wagers_are_void_does_not_insure(forgets: bool) -> None:
    felt = shared()
    if forgets:
        felt.call("surrender")
        felt.call("surrender-closed")
    felt.do(Void(SUPERVISOR, "breach", patrons=("Bob",)))
    assert insurers(called(felt)) == [("Ann", 1), ("Cyd", 3)]


def test_a_player_with_pontoon_is_told_the_clause() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 50)
    felt.deal("Ah", p1="As Kh", p2="9s 6h")
    called(felt)
    no = felt.refused(Decide("insure-0", "Ann", "insure", Stake.of(25_00)))
    felt.shows(law.INSURANCE_NOT_WITH_PONTOON, no)
    felt.shows(law.INSURANCE_OFFERED, no)
    assert felt.game.rules.cite(no.because)[0] == "8.2"
    felt.call("insurance-closed")
    late = felt.refused(Decide("insure-1", "Bob", "insure", Stake.of(25_00)))
    felt.shows(law.INSURANCE_OFFERED, late)
    assert law.INSURANCE_NOT_WITH_PONTOON not in late.because, "Bob has none"


# Of a wager that was cut (8.1 read by P39, 6.3, 17.22).


def too_much(*, found: bool = False) -> PontoonFelt:
    """Ann with $600 that no person noticed against a maximum of $500, a dealer's ace."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("Ah", p1="9s 8h")
    if found:
        felt.do(Find(0))
    return felt


@pytest.mark.parametrize("when", ["before insurance", "while it is open", "forgotten"])
def test_half_of_what_stands_is_insured(when: str) -> None:
    felt = too_much(found=when != "while it is open")
    if when == "forgotten":
        felt.call("surrender")
        felt.call("surrender-closed")
    called(felt)
    if when == "while it is open":
        felt.do(Find(0))
    option = felt.asked("Ann", "insure").options[0]
    assert option.most_cents == 250_00
    assert "P39" in option.because
    felt.shows(law.INSURANCE_OFFERED, felt.refused(insure(felt, 300_00)))


@pytest.mark.parametrize("opened", [False, True])
def test_half_of_what_a_loss_limit_leaves_is_insured(opened: bool) -> None:
    felt = dealt("Ah", dollars=50)
    cut = CutBack(SUPERVISOR, "Ann", (Keep(0, 20_00),))
    if opened:
        called(felt).do(cut)
    else:
        felt.do(cut)
        called(felt)
    option = felt.asked("Ann", "insure").options[0]
    assert option.most_cents == 10_00
    assert "P39" in option.because
    felt.shows(law.INSURANCE_OFFERED, felt.refused(insure(felt, 25_00)))
    felt.says("insure")
    felt.pass_offers()
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == -20 + 20


def test_a_bust_wager_that_was_cut_is_insured_for_half_of_what_was_valid() -> None:
    """Insurance that is remembered after the bust (17.13, P8): the $100 over the maximum are not in the round."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.wager("Bob", 2, 20)
    felt.deal("Ah", p1="9s 8h", p2="Ks 7h")
    felt.call("surrender")
    felt.call("surrender-closed")
    felt.draw("Kd")
    called(felt)
    assert felt.asked("Ann", "insure").options[0].most_cents == 250_00


@pytest.mark.parametrize("second", ["7d", "Kd"])
def test_insurance_is_cut_with_its_wager_whatever_the_dealer_has(second: str) -> None:
    """A's $500 leaves no room for C's $100: C's wager and the insurance on it go back both ways (6.3, 6.3.1)."""
    felt = PontoonFelt()
    felt.sit("A", 1)
    felt.wager("A", 1, 500)
    felt.wager("C", 1, 100, unnoticed=True)
    felt.deal("Ah", p1="9s 8h")
    called(felt).says("insure", 50, patron="C")
    felt.pass_offers()
    felt.stand()
    felt.dealer(second)
    assert felt.net("C") == 0
    done = felt.result(1, "insurance")
    assert (done.result, done.returned.cents) == (Result.RETURNED, 50_00)
    felt.shows(law.SHARES_SETTLED, done)


def test_insurance_that_falls_with_a_surrender_is_cut_first() -> None:
    felt = PontoonFelt(readings={"insuranceOutlivesHand": False})
    felt.wager("Ann", 1, 600, unnoticed=True)
    felt.deal("Ah", p1="9s 8h")
    called(felt).says("insure", 300)
    felt.call("insurance-closed")
    felt.call("surrender")
    felt.says("surrender")
    returned, lost = felt.results(1, "insurance")
    assert (returned.result, returned.returned.cents) == (Result.RETURNED, 50_00)
    assert (lost.result, lost.taken.cents) == (Result.LOST, 250_00)


# Until when.


def test_insurance_cannot_be_remembered_once_the_dealer_has_drawn() -> None:
    felt = dealt("Ah", "9s 8h", dollars=50)
    felt.call("surrender")
    felt.call("surrender-closed")
    felt.stand()
    felt.dealer("3d")
    for act in (Call("insurance"), Decide("insure-0", "Ann", "insure", Stake.of(25_00))):
        felt.shows(law.INSURANCE_REMEMBERED, felt.refused(act))


def test_insurance_is_closed_by_the_dealers_call() -> None:
    felt = called(dealt("Ah", dollars=50))
    act = insure(felt, 25_00)
    (call,) = felt.call("insurance-closed")
    felt.shows(law.INSURANCE_CALLED, call)
    felt.shows(law.INSURANCE_CLOSES, call)
    felt.shows(law.INSURANCE_CLOSES, felt.refused(act))
    felt.shows(law.INSURANCE_CALLED, felt.refused(Call("insurance")))
    assert felt.needs == ["surrender"]


def test_no_card_comes_while_insurance_is_open() -> None:
    felt = dealt("Ah")
    for act in (Deal("card-1", parse_cards("2s")), Deal("dealer", parse_cards("2s"))):
        felt.refused(act)
    called(felt)
    for act in (Deal("card-1", parse_cards("2s")), Deal("dealer", parse_cards("2s"))):
        felt.refused(act)
    felt.refused(Call("surrender"))


def test_offers_come_one_after_the_other() -> None:
    felt = dealt("Ah")
    assert felt.needs == ["insurance", "surrender"]
    called(felt)
    assert felt.needs == ["insure-0", "insurance-closed"]
    felt.call("insurance-closed")
    assert felt.needs == ["surrender"]
    felt.call("surrender")
    assert felt.needs == ["surrender-0", "surrender-closed"]


# What it comes to.


@pytest.mark.parametrize("card", ["Jd", "Qs", "Kh"])
def test_insurance_wins_two_to_one_against_pontoon(card: str) -> None:
    felt = called(dealt("Ah", "Ks 9h", dollars=50))
    felt.says("insure", 20)
    felt.pass_offers()
    felt.stand()
    felt.dealer(card)
    done = felt.result(1, "insurance")
    assert (done.result, done.pays, done.returned.cents) == (Result.WON, 40_00, 20_00)
    felt.shows(law.INSURANCE_WINS, done)
    felt.shows(law.LEFT_WAGERS_SETTLED, done)
    assert "P8" not in done.because
    assert felt.net("Ann") == -50 + 40


@pytest.mark.parametrize("card", ["Ad", "2s", "6h", "9c"])
def test_insurance_loses_as_soon_as_the_second_card_is_no_ten(card: str) -> None:
    felt = called(dealt("Ah", "Ks 9h", dollars=50))
    felt.says("insure", 20)
    felt.pass_offers()
    felt.stand()
    happened = felt.dealer(card)
    assert isinstance(happened[0], CardsDealt)
    assert isinstance(happened[1], Settled)
    done = happened[1].settlement
    assert (done.spot, done.result, done.taken.cents) == ("insurance", Result.LOST, 20_00)
    felt.shows(law.INSURANCE_LOSES, done)
    assert "P8" not in done.because


def test_insurance_is_taken_before_the_third_card() -> None:
    felt = called(dealt("Ah", "Ks 9h"))
    felt.says("insure")
    felt.pass_offers()
    felt.stand()
    felt.dealer("2s")
    assert felt.needs == ["dealer"]
    assert felt.result(1, "insurance").result is Result.LOST
    felt.dealer("8d")
    assert felt.round.is_over


def test_an_ace_and_a_ten_in_three_cards_is_no_pontoon() -> None:
    felt = called(dealt("Ah", "Ks 9h", dollars=50))
    felt.says("insure")
    felt.pass_offers()
    felt.stand()
    felt.dealer("5s 5d")
    assert felt.result(1, "insurance").result is Result.LOST
    assert felt.net("Ann") == -75


def test_insurance_stands_by_the_players_21() -> None:
    """The 21 is paid at once, and the insurance still waits for the dealer's second card."""
    felt = called(dealt("Ah", "9s 6h", dollars=50))
    felt.says("insure", 25)
    felt.pass_offers()
    felt.draw("6c")
    assert not felt.round.is_over
    felt.dealer("Kd")
    assert felt.round.is_over
    assert felt.net("Ann") == 50 + 50


# Forgotten, and remembered.


def forgotten() -> PontoonFelt:
    """Ann with $50 on area 1, Bob with $20 on area 2: the dealer did not offer insurance against an ace."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 20)
    felt.deal("Ah", p1="9s 6h", p2="Kd 8c")
    felt.call("surrender")
    felt.call("surrender-closed")
    return felt


def test_insurance_is_remembered_in_the_subsequent_deal() -> None:
    felt = forgotten()
    felt.draw("3s")
    felt.shows(law.INSURANCE_REMEMBERED, felt.round.need("insurance"))
    (call,) = felt.call("insurance")
    felt.shows(law.INSURANCE_REMEMBERED, call)
    felt.shows(law.INSURANCE_CALLED, call)
    placed, decided = felt.says("insure", patron="Ann")
    felt.shows(law.INSURANCE_REMEMBERED, placed)
    felt.shows(law.INSURANCE_REMEMBERED, decided)
    felt.call("insurance-closed")
    assert felt.needs == ["play-1"]
    felt.stand()
    felt.stand()
    felt.dealer("Jd")
    felt.shows(law.INSURANCE_REMEMBERED, felt.result(1, "insurance"))
    assert (felt.net("Ann"), felt.net("Bob")) == (0, -20)


def test_remembered_before_the_subsequent_deal_it_is_simply_made() -> None:
    felt = dealt("Ah", dollars=50)
    felt.call("surrender")
    assert law.INSURANCE_REMEMBERED not in felt.call("insurance")[0].because
    assert law.INSURANCE_REMEMBERED not in felt.says("insure")[0].because


def test_remembered_while_surrender_is_open_it_takes_nobodys_surrender() -> None:
    """Ann surrenders; Bob, who may follow, is asked first whether he insures, and still may follow then."""
    felt = shared()
    felt.call("surrender")
    felt.says("surrender", patron="Ann")
    felt.call("insurance")
    felt.says("insure", patron="Bob")
    felt.call("insurance-closed")
    felt.says("surrender", patron="Bob")
    assert felt.asked("Cyd", "surrender")
    felt.call("surrender-closed")
    assert [w.button for w in felt.round.wagers[:3]] == ["surrendered", "surrendered", ""]


def test_play_goes_on_while_insurance_is_open_but_the_dealer_does_not_draw() -> None:
    felt = forgotten()
    felt.call("insurance")
    felt.stand()
    felt.stand()
    assert felt.needs == ["insure-0", "insure-1", "insurance-closed"]
    felt.refused(Deal("dealer", parse_cards("Jd")))
    felt.says("insure", patron="Bob")
    felt.call("insurance-closed")
    assert felt.needs == ["dealer"]
    felt.dealer("Jd")
    assert (felt.net("Ann"), felt.net("Bob")) == (-50, 0)


def test_insurance_is_remembered_when_the_hands_are_done() -> None:
    felt = forgotten()
    felt.stand()
    felt.stand()
    assert felt.needs == ["insurance", "dealer"]
    felt.call("insurance")
    assert "dealer" not in felt.needs
    felt.shows(law.INSURANCE_REMEMBERED, felt.says("insure", patron="Ann")[0])
    felt.call("insurance-closed")
    felt.dealer("9d")
    assert felt.result(1, "insurance").result is Result.LOST
    assert not [event for event in felt.events if isinstance(event, OfferLapsed)], "it was offered"


@pytest.mark.parametrize("cards", ["Jd", "5d"])
def test_insurance_is_not_remembered_after_the_dealers_second_card(cards: str) -> None:
    felt = forgotten()
    felt.stand()
    felt.stand()
    felt.dealer(cards)
    felt.shows(law.INSURANCE_REMEMBERED, felt.event(OfferLapsed))
    assert not {"insurance", "insurance-closed", "insure-0"} & set(felt.needs)
    felt.refused(Call("insurance"))


def test_a_bust_player_may_still_insure_when_it_is_remembered() -> None:
    felt = forgotten()
    felt.draw("Kc")
    assert felt.hand(1).status == "bust"
    felt.call("insurance")
    felt.says("insure", patron="Ann")
    felt.call("insurance-closed")
    felt.stand()
    felt.dealer("Jd")
    assert (felt.net("Ann"), felt.net("Bob")) == (0, -20)


def test_the_round_does_not_end_over_insurance_that_is_open() -> None:
    """The last hand busts while insurance is open: a player who still insures has the dealer draw one card."""
    felt = dealt("Ah", "9s 6h", dollars=50)
    felt.call("surrender")
    felt.call("surrender-closed")
    felt.call("insurance")
    felt.draw("Kc")
    assert felt.needs == ["insure-0", "insurance-closed"]
    felt.says("insure")
    felt.call("insurance-closed")
    assert felt.needs == ["dealer"]
    felt.dealer("Jd")
    assert felt.round.is_over
    assert felt.net("Ann") == 0


def test_insurance_that_nobody_took_does_not_have_the_dealer_draw() -> None:
    felt = dealt("Ah", "9s 6h", dollars=50)
    felt.call("surrender")
    felt.call("surrender-closed")
    felt.call("insurance")
    felt.draw("Kc")
    felt.call("insurance-closed")
    assert felt.round.is_over
    assert len(felt.hand(0).cards) == 1


def test_insurance_remembered_is_not_offered_for_a_pontoon() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 20)
    felt.deal("Ah", p1="As Kh", p2="Kd 8c")
    felt.call("surrender")
    felt.call("surrender-closed")
    felt.call("insurance")
    assert insurers(felt) == [("Bob", 2)]


def test_insurance_offered_in_time_is_not_offered_again() -> None:
    felt = dealt("Ah")
    felt.pass_offers()
    assert felt.needs == ["play-1"]
    felt.shows(law.INSURANCE_CALLED, felt.refused(Call("insurance")))


def test_insurance_open_when_surrender_closes_stays_open() -> None:
    """It was remembered while surrender was open: cards that lie face down are shown, and it may still be made."""
    felt = dealt("Ah", "?? ??", dollars=50, grant=[law.FIRST_TWO_DOWN])
    felt.call("surrender")
    felt.call("insurance")
    felt.call("surrender-closed")
    felt.says("insure")
    felt.turn(1, "9s 6h")
    felt.call("insurance-closed")
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 0


def test_insurance_never_goes_down_unnoticed() -> None:
    felt = called(dealt("Ah", dollars=50))
    felt.shows(law.INSURANCE_OFFERED, felt.refused(insure(felt, 50_00)._replace(unnoticed=True)))


def test_insurance_lost_before_the_hand_proved_to_be_pontoon_goes_back() -> None:
    """Ann keeps her cards down; the dealer's second card takes her insurance, and only then does she show a pontoon."""
    felt = dealt("Ah", "?? ??", dollars=50, grant=[law.FIRST_TWO_DOWN])
    called(felt).says("insure")
    felt.pass_offers()
    felt.stand()
    felt.dealer("7d")
    assert felt.result(1, "insurance").result is Result.LOST
    felt.turn(1, "As Kh")
    lost, back = felt.results(1, "insurance")
    assert (back.result, back.returned.cents) == (Result.RESTORED, lost.taken.cents)
    felt.shows(law.INSURANCE_NOT_WITH_PONTOON, back)
    assert felt.net("Ann") == 75


def test_the_dealers_second_card_closes_insurance_called_over_an_empty_shoe() -> None:
    """The shoe is empty as the dealer is to draw; insurance is called before the shuffle, and no person closes it."""
    felt = PontoonFelt()
    felt.next_round(felt.table._replace(shoe_state=ShoeState(out=felt.game.size - 3)))
    felt.wager("Ann", 1, 50)
    felt.deal("Ah", p1="9s 8h")
    felt.call("surrender")
    felt.call("surrender-closed")
    felt.stand()
    assert felt.shuffle_need()
    felt.call("insurance")
    felt.prepare()
    felt.dealer("5d")
    assert felt.needs == ["dealer"]


@pytest.mark.parametrize("act", [Decide("insure-0", "Ann", "insure", Stake.of(25_00)), Call("insurance")])
def test_insurance_before_the_deal_is_refused_with_its_rule(act: Decide | Call) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.shows(law.INSURANCE_OFFERED, felt.refused(act))
