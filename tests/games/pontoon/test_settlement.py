"""The final settlement against a dealer without pontoon (16): totals compared, paid, taken and collected."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt
from pitboss import law
from pitboss.play.events import CardsCollected, RoundEnded, Settled
from pitboss.play.table import totals
from pitboss.play.terms import Limits
from pitboss.play.wager import Result

PLAYERS = {12: "9s 3h", 16: "9s 7h", 17: "9s 8h", 18: "Ks 8h", 19: "Ks 9h", 20: "Ks Qh"}
DEALERS = {
    17: ("8d", "9d"),
    18: ("9d", "9c"),
    19: ("9d", "Kc"),
    20: ("8d", "5c 7h"),
    21: ("8d", "6c 7h"),
    22: ("9d", "6c 7h"),
    26: ("9d", "7c Kh"),
}


@pytest.mark.parametrize("mine", PLAYERS)
@pytest.mark.parametrize("theirs", DEALERS)
def test_totals_are_compared(mine: int, theirs: int) -> None:
    first, more = DEALERS[theirs]
    felt = dealt(first, PLAYERS[mine], dollars=50)
    felt.stand()
    felt.dealer(more)
    done = felt.result(1, "wager")
    felt.shows(law.LEFT_WAGERS_SETTLED, done)
    if theirs > 21:
        expected, key, net = Result.WON, law.DEALER_BUSTS, 50
    elif mine > theirs:
        expected, key, net = Result.WON, law.HIGHER_TOTAL_WINS, 50
    elif mine < theirs:
        expected, key, net = Result.LOST, law.LOWER_TOTAL_LOSES, -50
    else:
        expected, key, net = Result.STOOD_OFF, law.EQUAL_TOTALS, 0
        felt.shows(law.STAND_OFF, done)
    assert done.result is expected
    felt.shows(key, done)
    assert (law.TABLE_1 in done.because) == (expected is Result.WON)
    if expected is Result.WON:
        felt.shows(law.TABLE_1, done)
    assert felt.net("Ann") == net
    assert law.DOUBLE_PAYS_EVEN not in done.because


@pytest.mark.parametrize("cards", ["As 7h", "2s 2h 2c 2d 2s 8h", "6h 7h 5h"])
def test_a_win_under_21_is_even_money_whatever_it_is_made_of(cards: str) -> None:
    first, second, *more = cards.split()
    felt = dealt("8d", f"{first} {second}", dollars=50)
    if more:
        felt.draw(" ".join(more))
    felt.stand()
    felt.dealer("9d")
    done = felt.result(1, "wager")
    assert done.pays == 50_00
    felt.shows(law.TABLE_1, done)


def test_a_players_soft_total_is_its_higher_one() -> None:
    felt = dealt("8d", "As 8h", dollars=50)
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 50


def test_a_dealers_21_of_many_cards_is_no_pontoon() -> None:
    """It beats 20 and takes all of a doubled hand."""
    felt = dealt("8d", "6s 4h", dollars=50)
    felt.double("Kc", 40)
    felt.says("keep")
    felt.dealer("6c 7h")
    assert felt.net("Ann") == -90


def test_hands_of_one_area_are_settled_each_by_its_own_total() -> None:
    felt = dealt("8d", "9s 9h", dollars=50)
    felt.split("Kc")
    felt.stand()
    felt.card("4c")
    felt.draw("5c")
    felt.stand()
    felt.dealer("Kd")
    assert felt.result(1, "wager").result is Result.WON
    assert felt.result(1, "split").result is Result.STOOD_OFF


def test_each_player_on_a_hand_is_settled_for_their_own_wager() -> None:
    felt = PontoonFelt()
    for patron, dollars in (("Ann", 50), ("Bob", 30), ("Cyd", 5)):
        felt.wager(patron, 1, dollars)
    felt.deal("8d", p1="Ks 9h")
    felt.stand()
    felt.dealer("Kd")
    assert [(s.patron, s.pays) for s in felt.round.settlements] == [("Ann", 50_00), ("Bob", 30_00), ("Cyd", 5_00)]


def test_a_player_wins_on_one_area_and_loses_on_another() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 4, 30)
    felt.deal("8d", p1="Ks 9h", p4="Kc 7h")
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 20


def test_the_cards_are_collected_and_the_round_ends() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("8d", p1="Ks 9h", p2="Kc 7h")
    felt.stand()
    felt.stand()
    happened = felt.dealer("Kd")
    kinds = [type(event) for event in happened]
    assert kinds[1:] == [Settled, Settled, CardsCollected, CardsCollected, CardsCollected, RoundEnded]
    for event in happened[3:6]:
        felt.shows(law.CARDS_COLLECTED, event)
    felt.shows(law.ROUND_OF_PLAY, happened[-1])
    assert [hand.status for hand in felt.round.hands] == ["settled"] * 3


def test_losing_and_standing_tokens() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50, tokens=20)
    felt.wager("Bob", 2, 50, tokens=50)
    felt.wager("Cyd", 3, 50, tokens=10)
    felt.deal("8d", p1="Ks 7h", p2="Kc 8h", p3="Kh 9h")
    for _ in range(3):
        felt.stand()
    felt.dealer("Kd")
    net = {total.patron: (total.net, total.tokens_net) for total in totals(felt.round)}
    assert net == {"Ann": (-50_00, -20_00), "Bob": (0, 0), "Cyd": (40_00, -10_00)}
    felt.shows(law.TOKEN_WINS_CHIPS, felt.result(3, "wager"))


@pytest.mark.parametrize(("dealer", "net"), [("Kd", 30), ("8c 5d", -30)], ids=["won", "lost"])
def test_a_wager_over_the_maximum_is_settled_to_it(dealer: str, net: int) -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 30_00)})
    felt.wager("Ann", 1, 50, unnoticed=True)
    felt.deal("8d", p1="Ks 9h")
    felt.stand()
    felt.dealer(dealer)
    back, done = felt.results(1, "wager")
    assert (back.result, back.returned.cents) == (Result.RETURNED, 20_00)
    felt.shows(law.MAXIMUM_SETTLED, back)
    assert done.stake.cents == 30_00
    assert felt.net("Ann") == net


def test_what_was_added_to_a_wager_over_the_maximum_goes_by_what_stands_of_it() -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 30_00)})
    felt.wager("Ann", 1, 50, unnoticed=True)
    felt.deal("8d", p1="9s 9h")
    felt.split("2c")
    felt.double("9c", 50)
    felt.says("keep")
    felt.card("Kc")
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 30 + 30 + 30
