"""Doubling (12.1 to 12.4, 10.5): on which hands, for how much, one card, aces that count one, and the others."""

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.money import Chips, Stake
from pitboss.play.acts import Deal, Decide
from pitboss.play.events import Decided, WagerPlaced
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import Void
from pitboss.play.terms import Limits
from pitboss.play.wager import Result


def doubling(felt: PontoonFelt, cents: int, patron: str = "Ann") -> Decide:
    """The act of doubling."""
    return Decide(felt.asked(patron, "double").id, patron, "double", Stake.of(cents))


def box(cards: str = "6s 4h", dealer: str = "7h") -> PontoonFelt:
    """Ann with $50, Bob with $40 and Cyd with $20 on area 1."""
    felt = PontoonFelt()
    for patron, dollars in (("Ann", 50), ("Bob", 40), ("Cyd", 20)):
        felt.wager(patron, 1, dollars)
    felt.deal(dealer, p1=cards)
    return felt


def asked(felt: PontoonFelt) -> set[str]:
    return {need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)}


# On what, and for how much.


@pytest.mark.parametrize("cents", [1_00, 25_00, 49_00, 50_00])
def test_a_double_is_anything_up_to_the_wager(cents: int) -> None:
    felt = dealt(player="6s 4h", dollars=50)
    placed, decided = felt.do(doubling(felt, cents))
    assert isinstance(placed, WagerPlaced)
    assert isinstance(decided, Decided)
    assert (placed.spot, placed.stake.cents) == ("double", cents)
    for event in (placed, decided):
        felt.shows(law.DOUBLE, event)
        felt.shows(law.DOUBLE_ONE_CARD, event)
    assert felt.needs == ["card-1"]


@pytest.mark.parametrize("cents", [0, 50_01, 51_00, 100_00])
def test_a_double_is_not_more_than_the_wager_nor_nothing(cents: int) -> None:
    felt = dealt(player="6s 4h", dollars=50)
    felt.shows(law.DOUBLE, felt.refused(doubling(felt, cents)))


def test_a_double_is_in_chips_of_the_table() -> None:
    felt = dealt(player="6s 4h", dollars=50, chips=Chips((500,)), limits={"wager": Limits(5_00, 500_00)})
    (option,) = (option for option in felt.asked().options if option.name == "double")
    assert (option.least_cents, option.most_cents) == (5_00, 50_00)
    felt.refused(doubling(felt, 7_00))


@pytest.mark.parametrize("cards", ["2s 2h", "6s 5h", "Ks Qh", "As 9h", "As Ah", "8s 8h"])
def test_the_first_two_cards_may_be_doubled(cards: str) -> None:
    felt = dealt(player=cards)
    felt.double()
    assert felt.hand(1).status == "doubling"


@pytest.mark.parametrize("more", ["2c", "2c 3d", "2c 3d 2h", "2c 2d 2h 2s"])
def test_a_hand_of_more_cards_under_21_may_be_doubled(more: str) -> None:
    felt = dealt(player="3s 4h")
    felt.draw(more)
    felt.double("2d")
    assert felt.hand(1).cards[-1] == parse_cards("2d")[0]


def test_a_hand_of_21_or_a_pontoon_is_not_doubled() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.wager("Cyd", 3)
    felt.deal("7h", p1="As Kh", p2="9s 8h", p3="9d 8c")
    assert felt.asked().patron == "Bob"
    felt.draw("4c")
    felt.shows(law.IN_TURN, felt.refused(Decide("play-2", "Bob", "double", Stake.of(10_00))))


@pytest.mark.parametrize("cards", ["8s 8h", "Ks Qh"])
def test_the_first_two_cards_of_a_split_hand_may_be_doubled(cards: str) -> None:
    felt = dealt(player=cards, dollars=50)
    felt.split("3s")
    (option,) = (option for option in felt.asked().options if option.name == "double")
    assert option.most_cents == 50_00
    felt.shows(law.DOUBLE, option)
    felt.shows(law.SPLIT_PLAYED, option)
    felt.double("2c", 30)
    felt.says("keep")
    felt.card("2d")
    felt.double("2h", 20)
    felt.says("keep")
    assert [(w.hand, w.stake.cents) for w in felt.round.wagers if w.spot == "double"] == [(1, 30_00), (2, 20_00)]


# One card.


def test_a_doubled_hand_gets_just_one_card() -> None:
    felt = dealt(player="2s 2h")
    felt.double("2c")
    felt.says("keep")
    assert felt.needs == ["dealer"]
    assert felt.hand(1).sideways == 2
    felt.refused(Deal("card-1", parse_cards("2d")))
    felt.refused(Decide("play-1", "Ann", "draw"))


def test_a_doubled_hand_may_go_bust() -> None:
    felt = dealt(player="Ks 6h", dollars=50)
    felt.double("Qc", 30)
    for spot, cents in (("wager", 50_00), ("double", 30_00)):
        done = felt.result(1, spot)
        assert (done.result, done.taken.cents) == (Result.LOST, cents)
        felt.shows(law.BUST_LOSES, done)
    assert felt.round.is_over  # and no player is asked to forfeit
    assert felt.net("Ann") == -80


# Aces.


@pytest.mark.parametrize(
    ("cards", "more", "card", "total"),
    [
        ("As Ah", "", "Kc", 12),
        ("As Ah", "", "9c", 11),
        ("As 9h", "", "Kc", 20),
        ("As 9h", "", "8c", 18),
        ("As 6h", "", "4c", 11),
        ("As 2h", "3c", "Kd", 16),
        ("As 2h", "Ac", "4d", 8),
        ("6s 5h", "", "Ac", 12),
        ("6s 4h", "", "9c", 19),
        ("6s 3h", "", "Ac", 20),
        ("As 5h", "", "Ac", 17),
        ("As Ah", "", "Ac", 13),
        ("As 9h", "3c", "Ad", 14),
        ("Ks 9h", "", "Ac", 20),
    ],
)
def test_aces_held_count_one_and_a_drawn_one_eleven_if_it_can(cards: str, more: str, card: str, total: int) -> None:
    felt = dealt("7h", cards, dollars=50)
    if more:
        felt.draw(more)
    held = felt.hand(1).cards
    (option,) = (option for option in felt.asked().options if option.name == "double")
    assert (law.DOUBLE_ACES_ONE in option.because) == any(str(each)[0] == "A" for each in held)
    felt.double(card)
    assert felt.game.points(felt.hand(1)).total == total  # type: ignore[attr-defined]


def test_an_ace_that_was_eleven_counts_one_in_the_double() -> None:
    """Soft 20 doubled with a nine is 19, and is settled as that."""
    felt = dealt("8h", "As 9h", dollars=50)
    felt.double("9c")
    felt.says("keep")
    felt.dealer("Kd")
    for spot in ("wager", "double"):
        done = felt.result(1, spot)
        assert done.result is Result.WON
        felt.shows(law.DOUBLE_ACES_ONE, done)
        felt.shows(law.DOUBLE_PAYS_EVEN, done)
    assert felt.net("Ann") == 100


def test_two_aces_double_from_two() -> None:
    felt = dealt("8h", "As Ah", dollars=50)
    felt.shows(law.DOUBLE_ACES_ONE, felt.double()[0])
    assert felt.game.says(felt.hand(1)) == "2"
    felt.card("9c")
    felt.says("keep")
    felt.dealer("Kd")
    done = felt.result(1, "wager")
    assert done.result is Result.LOST  # 11 against 18
    felt.shows(law.DOUBLE_ACES_ONE, done)


def test_an_ace_held_cannot_make_21_with_a_ten() -> None:
    felt = dealt("8h", "As 9h", dollars=50)
    felt.double("Ac")  # 1 and 9 and 11
    assert felt.round.is_over
    done = felt.result(1, "wager")
    felt.shows(law.DOUBLE_ACES_ONE, done)
    assert "P3" in done.because
    assert felt.net("Ann") == 100


def test_the_word_of_aces_is_for_the_hand_that_has_one() -> None:
    """Of two hands with equal wagers the second has an ace, and the third has none again."""
    felt = PontoonFelt()
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cyd", 3)):
        felt.wager(patron, area)
    felt.deal("7h", p1="6s 4h", p2="As 4c", p3="6d 4s")
    said = []
    for _ in range(3):
        (option,) = (option for option in felt.asked().options if option.name == "double")
        said.append(law.DOUBLE_ACES_ONE in option.because)
        felt.stand()
    assert said == [False, True, False]


def test_no_ace_no_word_of_aces() -> None:
    felt = dealt("8h", "6s 4h")
    felt.double("9c")
    felt.says("keep")
    felt.dealer("Kd")
    assert law.DOUBLE_ACES_ONE not in felt.result(1, "wager").because
    assert "P3" not in felt.result(1, "wager").because


# What it wins.


def test_a_winning_double_is_paid_even_money() -> None:
    felt = dealt("8h", "6s 4h", dollars=50)
    felt.double("9c", 30)
    felt.says("keep")
    felt.dealer("Kd")
    for spot, cents in (("wager", 50_00), ("double", 30_00)):
        done = felt.result(1, spot)
        assert (done.result, done.pays) == (Result.WON, cents)
        felt.shows(law.HIGHER_TOTAL_WINS, done)
        felt.shows(law.DOUBLE_PAYS_EVEN, done)
    assert felt.net("Ann") == 80


@pytest.mark.parametrize(
    ("dealer", "net"), [("Kd", -80), ("8d 5c", -80), ("8d 9c", 80), ("9d", 0)], ids=["18", "21", "bust", "equal"]
)
def test_a_double_is_settled_with_its_hand(dealer: str, net: int) -> None:
    felt = dealt("8h", "6s 4h", dollars=50)
    felt.double("7c", 30)
    felt.says("keep")
    felt.dealer(dealer)
    assert felt.net("Ann") == net


@pytest.mark.parametrize(("dealer", "could_be_pontoon"), [("8h", False), ("Kh", True), ("Ah", True)])
def test_a_doubled_21_is_paid_even_money_at_once(dealer: str, could_be_pontoon: bool) -> None:
    felt = dealt(dealer, "6s 5h", dollars=50)
    felt.pass_offers()
    felt.double("Kc", 30)
    assert felt.round.is_over
    for spot, cents in (("wager", 50_00), ("double", 30_00)):
        done = felt.result(1, spot)
        assert done.pays == cents
        for key in (law.TWENTY_ONE_PAID, law.DOUBLE_PAYS_EVEN, law.PAID_AT_ONCE):
            felt.shows(key, done)
        assert ("P2" in done.because) == could_be_pontoon


# The others on the box.


def test_the_others_may_double_before_the_card() -> None:
    felt = box()
    felt.says("double", 50)
    assert asked(felt) == {"Bob", "Cyd"}
    for patron, most in (("Bob", 40_00), ("Cyd", 20_00)):
        offered = {option.name: option for option in felt.asked(patron).options}
        assert sorted(offered) == ["double", "pass"]
        assert (offered["double"].least_cents, offered["double"].most_cents) == (1_00, most)
        felt.shows(law.DOUBLE_SHARED, offered["double"])
        felt.shows(law.DOUBLE, offered["double"])
    felt.refused(Deal("card-1", parse_cards("9c")))  # not before everybody has said
    felt.refused(doubling(felt, 41_00, "Bob"))
    placed, decided = felt.says("double", 10, patron="Cyd")
    felt.shows(law.DOUBLE_SHARED, placed)
    felt.shows(law.DOUBLE_SHARED, decided)
    felt.refused(Deal("card-1", parse_cards("9c")))
    (passed,) = felt.says("pass", patron="Bob")
    felt.shows(law.DOUBLE_SHARED, passed)
    assert felt.needs == ["card-1"]
    felt.card("9c")
    assert {need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)} == {"Ann", "Cyd"}
    felt.says("keep", patron="Ann")
    felt.says("keep", patron="Cyd")
    assert felt.needs == ["dealer"]
    felt.dealer("Kd")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [100, 40, 30]


def test_nobody_doubles_where_the_controlling_player_does_not() -> None:
    felt = box()
    felt.shows(law.IN_TURN, felt.refused(Decide("double-1", "Bob", "double", Stake.of(10_00))))
    felt.stand()
    felt.refused(Decide("double-1", "Bob", "double", Stake.of(10_00)))


def test_who_passes_gets_one_card_too_and_no_bonus() -> None:
    """6-7-8 of spades on a doubled hand pays even money to the player who did not double."""
    felt = box("6s 7s")
    felt.says("double", 50)
    felt.says("pass", patron="Bob")
    felt.says("double", patron="Cyd")
    felt.card("8s")
    assert felt.round.is_over
    bob = next(s for s in felt.round.settlements if s.patron == "Bob")
    assert bob.pays == 40_00
    felt.shows(law.DOUBLE_SHARED, bob)
    assert "P13" in bob.because
    ann = next(s for s in felt.round.settlements if s.patron == "Ann")
    assert law.DOUBLE_SHARED not in ann.because
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [100, 40, 40]


@pytest.mark.parametrize(
    ("card", "result"), [("8c", Result.WON), ("7c", Result.STOOD_OFF), ("6c", Result.LOST)], ids=str
)
def test_only_a_win_cites_what_doubles_are_paid_and_who_passed_cites_that_they_share_it(
    card: str, result: Result
) -> None:
    """The box doubles on 10, and the dealer has 17."""
    felt = box()
    felt.says("double", 50)
    felt.says("pass", patron="Bob")
    felt.says("pass", patron="Cyd")
    felt.card(card)
    felt.says("keep")
    felt.dealer("Kd")
    for done in felt.round.settlements:
        assert done.result is result
        assert (law.DOUBLE_PAYS_EVEN in done.because) == (result is Result.WON)
        assert (law.DOUBLE_SHARED in done.because) == (done.patron != "Ann")
        if done.patron != "Ann":
            felt.shows(law.DOUBLE_SHARED, done)


def test_who_passes_is_settled_like_the_others() -> None:
    felt = box()
    felt.says("double", 50)
    felt.says("pass", patron="Bob")
    felt.says("pass", patron="Cyd")
    felt.card("7c")
    felt.says("keep")
    felt.dealer("Kd")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [0, 0, 0]


def test_all_lose_when_the_double_busts() -> None:
    felt = box("Ks 6h")
    felt.says("double", 25)
    felt.says("pass", patron="Bob")
    felt.says("double", 15, patron="Cyd")
    felt.card("Qd")
    assert felt.round.is_over
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-75, -40, -35]


def test_a_double_in_tokens() -> None:
    felt = dealt("8h", "6s 4h", dollars=50)
    felt.says("double", 20, tokens=20)
    felt.card("9c")
    felt.says("keep")
    felt.dealer("Kd")
    done = felt.result(1, "double")
    assert (done.pays, done.taken.tokens_cents, done.returned.cents) == (20_00, 20_00, 0)
    felt.shows(law.TOKEN_WINS_CHIPS, done)


@pytest.mark.parametrize(("cards", "option", "key"), [("6s 4h", "double", law.DOUBLE), ("8s 8h", "split", law.SPLIT)])
@pytest.mark.parametrize("cents", [5_00, 100_00])
def test_what_is_added_never_goes_down_unnoticed(cards: str, option: str, key: law.Key, cents: int) -> None:
    felt = dealt("7h", cards, dollars=50)
    felt.shows(key, felt.refused(Decide("play-1", "Ann", option, Stake.of(cents), unnoticed=True)))


def test_a_player_whose_wagers_are_void_is_not_asked() -> None:
    felt = box()
    felt.do(Void(SUPERVISOR, "breach", patrons=("Bob",)))
    felt.says("double", 50)
    assert asked(felt) == {"Cyd"}
