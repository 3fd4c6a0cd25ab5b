"""The subsequent deal (11, 17.10): in turn from the left, what a hand may do, going bust, and no player there (P17)."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.acts import Deal, Decide, Lapse
from pitboss.play.events import CardsCollected, CardsDealt, Decided, Settled
from pitboss.play.needs import DecisionNeed
from pitboss.play.terms import Limits
from pitboss.play.wager import Result


def options(felt: PontoonFelt) -> list[str]:
    """What the hand in play may do."""
    return [option.name for option in felt.asked().options]


def three() -> PontoonFelt:
    """Ann on area 5, Bob on 2, Cyd on 7, who wagered in that order."""
    felt = PontoonFelt()
    for patron, area in (("Ann", 5), ("Bob", 2), ("Cyd", 7)):
        felt.wager(patron, area)
    felt.deal("7h", p2="9s 8h", p5="9d 8c", p7="9h 8d")
    return felt


def box(*, seated: str = "") -> PontoonFelt:
    """Ann with $50, Bob with $40 and Cyd with $30 on area 1."""
    felt = PontoonFelt()
    if seated:
        felt.sit(seated, 1)
    for patron, dollars in (("Ann", 50), ("Bob", 40), ("Cyd", 30)):
        felt.wager(patron, 1, dollars)
    felt.deal("7h", p1="5s 4h")
    return felt


# In turn.


def test_hands_are_played_from_the_left_one_at_a_time() -> None:
    felt = three()
    for patron, area in (("Bob", 2), ("Ann", 5), ("Cyd", 7)):
        assert felt.needs == [f"play-{felt.asked().hand}"]
        assert (felt.asked().patron, felt.asked().area) == (patron, area)
        felt.draw("2s")
        assert felt.asked().patron == patron  # a hand is finished before the next begins
        felt.stand()
    assert felt.needs == ["dealer"]


def test_nobody_decides_out_of_turn() -> None:
    felt = three()
    felt.shows(law.IN_TURN, felt.refused(Decide("play-2", "Ann", "stand")))
    felt.shows(law.IN_TURN, felt.refused(Deal("card-2", parse_cards("2s"))))
    felt.shows(law.IN_TURN, felt.refused(Deal("card-1", parse_cards("2s"))))  # no person has asked for it
    felt.refused(Decide("play-1", "Ann", "stand"))
    felt.refused(Deal("dealer", parse_cards("2s")))


def test_what_a_hand_may_do() -> None:
    felt = dealt(player="9s 6h")
    assert options(felt) == ["stand", "draw", "double"]
    for option, key in zip(felt.asked().options, (law.STAND, law.DRAW, law.DOUBLE), strict=True):
        felt.shows(law.IN_TURN, option)
        felt.shows(key, option)
    felt.refused(Decide("play-1", "Ann", "split", Stake.of(10_00)))
    felt.refused(Decide("play-1", "Ann", "surrender"))


def test_what_a_pair_may_do() -> None:
    felt = dealt(player="8s 8h")
    assert options(felt) == ["stand", "draw", "double", "split"]
    felt.shows(law.SPLIT, felt.asked().options[-1])


@pytest.mark.parametrize("option", ["stand", "draw"])
def test_standing_and_drawing_take_no_stake(option: str) -> None:
    felt = dealt()
    felt.refused(Decide("play-1", "Ann", option, Stake.of(10_00)))


@pytest.mark.parametrize("cards", ["2s 2h", "As 2h", "Ks Qh", "9s 3h"])
def test_a_hand_may_stand_on_any_total(cards: str) -> None:
    felt = dealt(player=cards)
    (decided,) = felt.stand()
    assert isinstance(decided, Decided)
    felt.shows(law.STAND, decided)
    assert felt.hand(1).status == "stood"
    assert felt.needs == ["dealer"]


def test_a_hand_may_stand_after_any_card() -> None:
    felt = dealt(player="2s 2h")
    for card in ("2c", "2d", "3s", "3h"):
        felt.draw(card)
        assert "stand" in options(felt)
    felt.stand()
    assert felt.needs == ["dealer"]


def test_a_hand_may_draw_while_its_total_is_under_21() -> None:
    felt = dealt(player="Ks Qh")
    decided, dealt_ = felt.draw("As")[:2]
    assert isinstance(decided, Decided)
    felt.shows(law.DRAW, decided)
    assert isinstance(dealt_, CardsDealt)
    felt.shows(law.CARDS_FROM_DEVICE, dealt_)
    assert felt.round.is_over  # a total of 21 draws no more


def test_a_draw_is_one_card_face_up() -> None:
    felt = dealt(player="5s 4h")
    felt.says("draw")
    assert felt.needs == ["card-1"]
    felt.refused(Deal("card-1", parse_cards("2s 3s")))
    felt.refused(Deal("card-1", parse_cards("??")))
    felt.refused(Decide("play-1", "Ann", "stand"))
    felt.card("2s")
    assert felt.hand(1).all_up


@pytest.mark.parametrize(
    ("cards", "more", "says"),
    [
        ("9s 6h", "", "15"),
        ("As 6h", "", "soft 17"),
        ("As 6h", "Kc", "17"),
        ("5s 4h", "2c", "11"),
        ("As Ah", "", "soft 12"),
    ],
)
def test_the_total_that_the_dealer_announces(cards: str, more: str, says: str) -> None:
    felt = dealt(player=cards)
    if more:
        felt.draw(more)
    assert felt.game.says(felt.hand(1)) == says


def test_what_the_dealer_says_of_other_hands() -> None:
    felt = PontoonFelt()
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cyd", 3)):
        felt.wager(patron, area)
    felt.deal("Ah", p1="As Kh", p2="9s 8h", p3="Ac Qd")
    felt.pass_offers()
    felt.draw("Kc")
    says = [felt.game.says(felt.hand(number)) for number in range(4)]
    assert says == ["an ace", "pontoon", "27, bust", "pontoon"]


# Bust.


@pytest.mark.parametrize(("cards", "card"), [("9s 8h", "5c"), ("Ks Qh", "2c"), ("9s 3h", "Kc")])
def test_a_total_over_21_loses_at_once(cards: str, card: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 20)
    felt.deal("7h", p1=cards, p2="9d 8c")
    felt.says("draw")
    happened = felt.card(card)
    assert [type(event) for event in happened] == [CardsDealt, Settled, CardsCollected]
    done = felt.result(1, "wager")
    assert (done.result, done.taken.cents) == (Result.LOST, 50_00)
    felt.shows(law.BUST_LOSES, done)
    felt.shows(law.CARD_VALUES, done)
    felt.shows(law.BUST_LOSES, happened[-1])
    assert felt.hand(1).status == "bust"
    assert felt.asked().patron == "Bob"


def test_a_bust_hand_has_lost_even_if_the_dealer_busts_too() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 20)
    felt.deal("7h", p1="9s 8h", p2="9d 8c")
    felt.draw("5c")
    felt.stand()
    felt.dealer("9h Kd")
    assert (felt.net("Ann"), felt.net("Bob")) == (-50, 20)


def test_every_wager_on_a_bust_hand_loses() -> None:
    felt = box()
    felt.draw("Kc Qd")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-50, -40, -30]
    assert felt.round.is_over


def test_a_bust_wager_over_the_maximum_is_taken_to_it() -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 30_00)})
    felt.wager("Ann", 1, 50, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    felt.draw("5c")
    assert felt.net("Ann") == -30


# Who calls.


def test_the_controlling_player_calls_for_all() -> None:
    felt = box()
    felt.refused(Decide("play-1", "Bob", "stand"))
    assert felt.asked().patron == "Ann"
    felt.draw("Kc")
    felt.stand()
    felt.dealer("Kd")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [50, 40, 30]


def test_the_seated_player_calls_though_others_have_more() -> None:
    felt = box(seated="Cyd")
    assert felt.asked().patron == "Cyd"
    felt.says("double")
    assert felt.round.wagers[-1].stake.cents == 30_00  # up to her own wager
    assert {need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)} == {"Ann", "Bob"}


# No player there.


@pytest.mark.parametrize("reason", ["absent", "out of time", "refuses"])
def test_a_hand_whose_player_does_not_decide_stands(reason: str) -> None:
    felt = dealt(player="9s 3h", dollars=25)
    (decided,) = felt.away(reason)
    assert isinstance(decided, Decided)
    assert (decided.option, decided.lapsed) == ("stand", reason)
    felt.shows(law.LAPSE_STANDS, decided)
    assert Reading("P17") not in decided.because  # no other person is on the box
    felt.dealer("9h Kd")
    assert felt.net("Ann") == 25


def test_a_player_who_drew_and_left_stands_on_what_there_is() -> None:
    felt = dealt(player="5s 3h")
    felt.draw("2c")
    felt.away()
    assert felt.hand(1).status == "stood"
    assert felt.needs == ["dealer"]


def test_another_player_on_the_box_decides_for_one_who_is_away() -> None:
    felt = box()
    (gone,) = felt.away()
    assert isinstance(gone, Decided)
    assert (gone.patron, gone.option, gone.lapsed) == ("Ann", "away", "absent")
    felt.shows(law.LAPSE_STANDS, gone)
    felt.shows(law.CONTROLLING_PLAYER, gone)
    assert felt.asked().patron == "Bob"
    felt.draw("2c")
    assert felt.asked().patron == "Bob"  # she stays away for the round
    felt.away()
    assert felt.asked().patron == "Cyd"
    felt.away()
    assert felt.hand(1).status == "stood"
    felt.dealer("Kd")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [-50, -40, -30]


def test_the_one_who_decides_for_another_doubles_up_to_their_own_wager() -> None:
    felt = box()
    felt.away()
    (double,) = (option for option in felt.asked("Bob").options if option.name == "double")
    assert double.most_cents == 40_00


def test_a_player_away_from_one_box_is_asked_at_another() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    felt.deal("7h", p1="9s 3h", p2="9d 8c")
    felt.away()
    assert (felt.asked().patron, felt.asked().area) == ("Ann", 2)


def test_everybody_is_back_in_the_next_round() -> None:
    felt = box()
    felt.away()
    felt.stand()
    felt.dealer("Kd")
    felt.next_round()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.deal("7h", p1="5s 4h")
    assert felt.asked().patron == "Ann"


@pytest.mark.parametrize(
    ("cards", "kind", "before", "comes_to"),
    [
        ("5s 4h", "double", ["double"], ["wager", "double"]),
        ("8s 8h", "split", ["split"], ["wager", "split"]),
    ],
)
def test_who_does_not_say_whether_to_follow_does_not(
    cards: str, kind: str, before: list[str], comes_to: list[str]
) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 40)
    felt.deal("7h", p1=cards)
    felt.says(kind)
    need = felt.asked("Bob")
    felt.shows(law.LAPSE_STANDS, felt.do(Lapse(need.id))[0])
    assert [w.spot for w in felt.round.wagers if w.patron == "Ann"] == comes_to
    assert [w.spot for w in felt.round.wagers if w.patron == "Bob"] == ["wager"]
    assert felt.needs == ["card-1"]


def test_who_does_not_say_whether_to_forfeit_keeps_the_hand() -> None:
    felt = dealt(player="5s 4h", dollars=50)
    felt.double("2c")
    felt.shows(law.LAPSE_STANDS, felt.do(Lapse("forfeit-1"))[0])
    assert felt.needs == ["dealer"]
    assert all(w.left.pieces for w in felt.round.wagers)
