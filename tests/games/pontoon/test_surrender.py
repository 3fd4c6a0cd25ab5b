"""Surrender (9, 16.1.11): against which cards, for whom, what it takes, and the others on the box (P11)."""

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.money import Chips, Stake
from pitboss.play.acts import Call, Deal, Decide, Lapse
from pitboss.play.events import CardsCollected, Decided
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import Void
from pitboss.play.terms import Limits
from pitboss.play.wager import Result

NO_PAIRS = {"wager": Limits(5_00, 500_00)}


def open_surrender(felt: PontoonFelt) -> PontoonFelt:
    """The felt, with surrender called, insurance having been closed where there is any."""
    for call in ("insurance", "insurance-closed", "surrender"):
        if felt.round.need(call):
            felt.call(call)
    return felt


def surrendered(dealer: str = "Kh", player: str = "9s 6h", **changes: object) -> PontoonFelt:
    """Ann alone has surrendered, and it is the dealer's turn."""
    felt = open_surrender(dealt(dealer, player, **changes))  # type: ignore[arg-type]
    felt.says("surrender")
    felt.call("surrender-closed")
    return felt


def may_surrender(felt: PontoonFelt) -> list[tuple[str, int]]:
    """Who may surrender, and where."""
    return [
        (n.patron, n.area) for n in felt.round.needs if isinstance(n, DecisionNeed) and n.id.startswith("surrender-")
    ]


def shared(dealer: str = "Kh", cards: str = "9s 6h") -> PontoonFelt:
    """Ann controls area 1 with $50; Bob with $30 and Cyd with $20 are on it too."""
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 30)
    felt.wager("Cyd", 1, 20)
    felt.deal(dealer, p1=cards)
    return open_surrender(felt)


# When it is offered.


@pytest.mark.parametrize("dealer", ["Jh", "Qs", "Kd", "Ac"])
def test_surrender_is_offered_against_a_picture_or_an_ace(dealer: str) -> None:
    felt = dealt(dealer)
    felt.shows(law.SURRENDER_OFFERED, felt.round.need("surrender"))
    open_surrender(felt)
    assert may_surrender(felt) == [("Ann", 1)]
    felt.shows(law.SURRENDER_OFFERED, felt.asked("Ann", "surrender").options[0])


@pytest.mark.parametrize("dealer", ["2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h"])
def test_surrender_is_not_offered_against_a_lower_card(dealer: str) -> None:
    felt = dealt(dealer)
    assert felt.needs == ["play-1"]
    felt.shows(law.SURRENDER_OFFERED, felt.refused(Call("surrender")))
    felt.shows(law.SURRENDER_OFFERED, felt.refused(Decide("surrender-0", "Ann", "surrender")))


def test_surrender_comes_before_the_subsequent_deal() -> None:
    felt = dealt("Kh")
    felt.shows(law.SURRENDER_OFFERED, felt.refused(Deal("card-1", parse_cards("2s"))))
    felt.shows(law.IN_TURN, felt.refused(Decide("play-1", "Ann", "stand")))
    felt.pass_offers()
    felt.shows(law.SURRENDER_OFFERED, felt.refused(Decide("surrender-0", "Ann", "surrender")))
    felt.draw("2s")
    felt.shows(law.SURRENDER_OFFERED, felt.refused(Decide("surrender-0", "Ann", "surrender")))


def test_a_player_with_pontoon_does_not_surrender() -> None:
    felt = PontoonFelt(grant=[law.PAID_AT_FINAL])
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("Kh", p1="As Qh", p2="9s 6h")
    assert may_surrender(open_surrender(felt)) == [("Bob", 2)]


def test_surrender_takes_no_stake_and_needs_no_answer() -> None:
    felt = open_surrender(dealt("Kh"))
    need = felt.asked("Ann", "surrender")
    felt.refused(Decide(need.id, "Ann", "surrender", Stake.of(5_00)))
    felt.refused(Decide(need.id, "Bob", "surrender"))
    felt.refused(Lapse(need.id))
    (call,) = felt.call("surrender-closed")
    felt.shows(law.SURRENDER_OFFERED, call)
    assert felt.needs == ["play-1"]


def test_a_player_says_no_to_surrender_and_may_think_again_until_it_is_closed() -> None:
    felt = open_surrender(dealt("Kh"))
    (decided,) = felt.says("no-surrender")
    felt.shows(law.SURRENDER_OFFERED, decided)
    assert felt.asked("Ann").declined
    felt.says("surrender")
    assert felt.round.wagers[0].button == "surrendered"
    again = open_surrender(dealt("Kh"))
    again.says("no-surrender")
    again.call("surrender-closed")
    assert again.needs == ["play-1"]


def test_nobody_is_asked_where_the_controlling_player_says_no() -> None:
    felt = shared()
    (decided,) = felt.says("no-surrender", patron="Ann")
    felt.shows(law.SURRENDER_FOLLOWS, decided)
    assert may_surrender(felt) == [("Ann", 1)]
    felt.shows(law.SURRENDER_FOLLOWS, felt.refused(Decide("surrender-1", "Bob", "surrender")))


def test_who_does_not_follow_says_so() -> None:
    felt = shared()
    felt.says("surrender", patron="Ann")
    (decided,) = felt.says("no-surrender", patron="Bob")
    felt.shows(law.SURRENDER_SHARED, decided)
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed) and need.declined] == ["Bob"]


# What it does.


def test_a_surrendered_hand_gets_no_more_cards() -> None:
    felt = open_surrender(dealt("Kh"))
    (decided,) = felt.says("surrender")
    felt.shows(law.SURRENDER_FREEZES, decided)
    felt.shows(law.SURRENDER_OFFERED, decided)
    assert felt.round.wagers[0].button == "surrendered"
    felt.call("surrender-closed")
    assert felt.needs == ["dealer"]
    felt.refused(Deal("card-1", parse_cards("2s")))


@pytest.mark.parametrize("cards", ["9d", "Kd", "5d 6c", "6d 8c"], ids=["19", "20", "21", "bust"])
def test_half_of_a_surrendered_wager_is_lost_whatever_the_dealers_total(cards: str) -> None:
    felt = surrendered(dollars=50)
    felt.dealer(cards[:2])  # with surrendered wagers alone the dealer stops at two cards
    lost, back = felt.results(1, "wager")
    assert (lost.result, lost.taken.cents) == (Result.LOST, 25_00)
    assert (back.result, back.returned.cents) == (Result.STOOD_OFF, 25_00)
    felt.shows(law.SURRENDER_SETTLED, lost)
    felt.shows(law.LEFT_WAGERS_SETTLED, lost)
    felt.shows(law.SURRENDER_SETTLED, back)
    felt.shows(law.STAND_OFF, back)
    assert felt.net("Ann") == -25


def test_a_dealers_pontoon_takes_all_of_a_surrendered_wager() -> None:
    felt = surrendered(dollars=50)
    felt.dealer("As")
    done = felt.result(1, "wager")
    assert (done.result, done.taken.cents) == (Result.LOST, 50_00)
    felt.shows(law.SURRENDER_LOST, done)
    assert felt.net("Ann") == -50


def test_others_play_on_beside_a_surrendered_hand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 30)
    felt.deal("Kh", p1="9s 6h", p2="9d 7c")
    open_surrender(felt).says("surrender", patron="Ann")
    felt.call("surrender-closed")
    assert felt.needs == ["play-2"]
    felt.draw("4s")
    felt.stand()
    felt.dealer("2d 3d 4c")
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, 30)


def test_only_one_hand_of_a_player_on_two_areas_is_surrendered() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 2, 30)
    felt.deal("Kh", p1="9s 6h", p2="9d 9c")
    open_surrender(felt)
    assert may_surrender(felt) == [("Ann", 1), ("Ann", 2)]
    felt.do(Decide("surrender-0", "Ann", "surrender"))
    felt.call("surrender-closed")
    felt.stand()
    felt.dealer("7d")
    assert felt.net("Ann") == -25 + 30


def test_cards_of_a_surrendered_hand_lie_until_the_end() -> None:
    felt = surrendered()
    assert [event for event in felt.events if isinstance(event, CardsCollected)] == []
    (*_, collected, _ended) = felt.dealer("7d")
    assert isinstance(collected, CardsCollected)
    felt.shows(law.CARDS_COLLECTED, collected)


@pytest.mark.parametrize(
    ("chips", "dollars", "loses"),
    [((100,), 15, 7), ((500,), 15, 5), ((500,), 25, 10), ((500,), 5, 0), ((100,), 50, 25)],
)
def test_the_half_that_goes_back_is_rounded_up_to_chips(chips: tuple[int, ...], dollars: int, loses: int) -> None:
    felt = surrendered(dollars=dollars, chips=Chips(chips), limits=NO_PAIRS)
    felt.dealer("9d")
    for done in felt.results(1, "wager"):
        felt.shows(law.SURRENDER_SETTLED, done)
        assert (law.PAID_UP_TO_CHIPS in done.because) == ("P12" in done.because) == (dollars != 50)
        if dollars != 50:
            felt.shows(law.PAID_UP_TO_CHIPS, done)
    assert felt.net("Ann") == -loses
    assert [s.result for s in felt.results(1, "wager")] == [Result.LOST, Result.STOOD_OFF][not loses :]


@pytest.mark.parametrize(("choice", "back"), [("up", 2_63), ("down", 2_62)])
def test_half_of_an_odd_number_of_cents(choice: str, back: int) -> None:
    felt = PontoonFelt(chips=Chips((1,)), limits=NO_PAIRS, readings={"surrenderReturnRounding": choice})
    felt.do(felt.placing("Ann", 1)._replace(stake=Stake.of(5_25)))
    felt.deal("Kh", p1="9s 6h")
    open_surrender(felt).says("surrender")
    felt.call("surrender-closed")
    felt.dealer("9d")
    assert felt.results(1, "wager")[-1].returned.cents == back


def test_tokens_that_are_surrendered() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50, tokens=50)
    felt.deal("Kh", p1="9s 6h")
    open_surrender(felt).says("surrender")
    felt.call("surrender-closed")
    felt.dealer("9d")
    lost, back = felt.results(1, "wager")
    assert (lost.taken.tokens_cents, back.returned.tokens_cents) == (25_00, 25_00)


# The others on the box.


def test_who_may_follow_is_on_the_box_and_asked_once() -> None:
    """Not for their insurance, nor when their wager is void, nor on another area because of this one."""
    felt = PontoonFelt()
    for patron, area, dollars in (("Ann", 1, 50), ("Bob", 1, 30), ("Cyd", 1, 20), ("Dee", 2, 20), ("Eve", 2, 10)):
        felt.wager(patron, area, dollars)
    felt.deal("Ah", p1="9s 6h", p2="9d 7c")
    felt.call("insurance")
    felt.says("insure", patron="Bob")
    felt.do(Void(SUPERVISOR, "breach", patrons=("Cyd",)))
    felt.call("insurance-closed")
    felt.call("surrender")
    assert may_surrender(felt) == [("Ann", 1), ("Dee", 2)]
    felt.says("surrender", patron="Ann")
    assert may_surrender(felt) == [("Bob", 1), ("Dee", 2)]
    (decided,) = felt.says("surrender", patron="Bob")
    felt.shows(law.SURRENDER_OFFERED, decided)
    felt.shows(law.SURRENDER_SHARED, decided)
    assert may_surrender(felt) == [("Dee", 2)]


def test_only_the_controlling_player_is_asked_first() -> None:
    felt = shared()
    assert may_surrender(felt) == [("Ann", 1)]
    felt.shows(law.CONTROLLING_PLAYER, felt.asked("Ann", "surrender").options[0])
    no = felt.refused(Decide("surrender-1", "Bob", "surrender"))
    felt.shows(law.SURRENDER_FOLLOWS, no)


def test_nobody_surrenders_where_the_controlling_player_does_not() -> None:
    felt = shared()
    felt.call("surrender-closed")
    felt.shows(law.SURRENDER_FOLLOWS, felt.refused(Decide("surrender-1", "Bob", "surrender")))
    felt.stand()
    felt.dealer("9d")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-50, -30, -20]


def test_the_others_may_follow_the_controlling_player() -> None:
    felt = shared()
    felt.says("surrender", patron="Ann")
    assert sorted(may_surrender(felt)) == [("Bob", 1), ("Cyd", 1)]
    felt.shows(law.SURRENDER_SHARED, felt.asked("Bob", "surrender").options[0])
    (decided,) = felt.says("surrender", patron="Cyd")
    felt.shows(law.SURRENDER_SHARED, decided)
    assert isinstance(decided, Decided)
    assert decided.patron == "Cyd"
    assert may_surrender(felt) == [("Bob", 1)]
    felt.says("surrender", patron="Bob")
    felt.call("surrender-closed")
    felt.dealer("9d")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-25, -15, -10]


@pytest.mark.parametrize(
    ("cards", "bob", "result"),
    [("9d", -30, Result.LOST), ("2c 4d 8s", 30, Result.WON), ("7d", -30, Result.LOST)],
    ids=["19", "bust", "17"],
)
def test_who_does_not_follow_plays_on_with_the_two_cards(cards: str, bob: int, result: Result) -> None:
    felt = shared()
    felt.says("surrender", patron="Ann")
    felt.says("surrender", patron="Cyd")
    felt.call("surrender-closed")
    assert felt.needs == ["dealer"]  # no more cards come to the hand
    felt.dealer(cards)
    (done,) = (s for s in felt.round.settlements if s.patron == "Bob")
    assert done.result is result
    felt.shows(law.SURRENDER_SHARED, done)
    assert "P11" in done.because
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-25, bob, -10]


def test_a_hand_played_on_with_two_cards_may_stand_off() -> None:
    felt = shared(cards="Ks 8h")
    felt.says("surrender", patron="Ann")
    felt.call("surrender-closed")
    felt.dealer("8d")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-25, 0, 0]


def test_a_dealers_pontoon_takes_what_was_surrendered_and_what_was_not() -> None:
    felt = shared()
    felt.says("surrender", patron="Ann")
    felt.says("surrender", patron="Bob")
    felt.call("surrender-closed")
    felt.dealer("Ad")
    why = {s.patron: s.because for s in felt.round.settlements}
    felt.shows(law.SURRENDER_LOST, why["Ann"])
    felt.shows(law.PONTOON_TAKES, why["Cyd"])
    assert law.SURRENDER_LOST not in why["Cyd"]
    felt.shows(law.SURRENDER_SHARED, why["Cyd"])
    assert "P11" in why["Cyd"]
    assert "P11" not in why["Ann"]
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-50, -30, -20]


def test_the_dealer_completes_the_hand_for_who_did_not_follow() -> None:
    felt = shared()
    felt.says("surrender", patron="Ann")
    felt.says("surrender", patron="Bob")
    felt.call("surrender-closed")
    felt.dealer("2d")
    assert felt.needs == ["dealer"]
    felt.dealer("5c")
    assert felt.round.is_over


def test_the_dealer_stops_at_two_cards_when_all_have_surrendered() -> None:
    felt = surrendered()
    (*_, dealers, _hand, _ended) = felt.dealer("2d")
    assert felt.round.is_over
    assert isinstance(dealers, CardsCollected)
    assert dealers.hand == 0
    felt.shows(law.DEALER_STOPS, dealers)
    assert "P7" in dealers.because


def test_insured_and_surrendered() -> None:
    felt = dealt("Ah", "9s 6h", dollars=50)
    felt.call("insurance")
    felt.says("insure", 25)
    felt.call("insurance-closed")
    felt.call("surrender")
    (decided,) = felt.says("surrender")
    felt.shows(law.SURRENDER_FREEZES, decided)
    assert "P6" in decided.because
    felt.call("surrender-closed")
    felt.dealer("9d")
    assert felt.net("Ann") == -25 - 25
    assert "P8" in felt.result(1, "insurance").because


def test_a_pontoon_that_lay_face_down_wins_though_it_was_surrendered() -> None:
    felt = dealt("Kh", "?? ??", dollars=50, grant=[law.FIRST_TWO_DOWN])
    open_surrender(felt).says("surrender")
    felt.call("surrender-closed")
    felt.dealer("Ad")
    felt.turn(1, "As Qh")
    done = felt.result(1, "wager")
    felt.shows(law.PONTOON_PAID, done)
    assert felt.net("Ann") == 75
