"""Table 2 (10.2.2, 10.2.3, 10.5, 13.4, 16.1.3): three sevens of a suit against a seven, and $50 for the others (P4)."""

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt, dealt
from pitboss import law
from pitboss.money import Chips
from pitboss.play.events import CardsCollected, Settled
from pitboss.play.powers import Find, Void
from pitboss.play.terms import Limits
from pitboss.play.wager import Result, Settlement

LOW = {"wager": Limits(1_00, 500_00), "perfect-pairs": Limits(1_00, 50_00)}


def bonuses(felt: PontoonFelt, key: law.Key = law.SUPER_BONUS) -> dict[tuple[str, int], int]:
    """What was paid besides, by player and area, in dollars."""
    paid = [s for s in felt.round.settlements if key in s.because and s.result is not Result.REVERSED]
    assert len({(s.patron, s.area) for s in paid}) == len(paid), "nobody is paid twice for an area"
    return {(s.patron, s.area): s.pays // 100 for s in paid}


def others(felt: PontoonFelt) -> dict[tuple[str, int], int]:
    return bonuses(felt, law.SUPER_BONUS_OTHERS)


def paid(felt: PontoonFelt, patron: str) -> list[Settlement]:
    return [s for s in felt.round.settlements if s.patron == patron and s.result is Result.BONUS]


@pytest.mark.parametrize("suit", "cdhs")
@pytest.mark.parametrize("dealer", ["7c", "7s"])
def test_three_sevens_of_a_suit_against_a_seven(suit: str, dealer: str) -> None:
    seven = f"7{suit}"
    felt = dealt(dealer, f"{seven} {seven}")
    felt.draw(seven)
    won, bonus = felt.results(1, "wager")
    assert won.pays == (30_00 if suit == "s" else 20_00)
    assert (bonus.result, bonus.pays, bonus.stake.cents) == (Result.BONUS, 1000_00, 0)
    felt.shows(law.TABLE_1, won)
    felt.shows(law.SUPER_BONUS, bonus)
    assert "P4" in bonus.because
    assert felt.net("Ann") == (1030 if suit == "s" else 1020)


@pytest.mark.parametrize(
    ("dealer", "cards", "third"),
    [("6h", "7h 7h", "7h"), ("8h", "7h 7h", "7h"), ("Ah", "7h 7h", "7h"), ("7h", "7h 7h", "7d"), ("7h", "6h 7h", "8h")],
    ids=["a six", "an eight", "an ace", "two suits", "6-7-8"],
)
def test_anything_else_is_no_super_bonus(dealer: str, cards: str, third: str) -> None:
    felt = dealt(dealer, cards)
    felt.pass_offers()
    felt.draw(third)
    assert not [s for s in felt.round.settlements if s.result is Result.BONUS]


@pytest.mark.parametrize(
    ("dollars", "sum_"),
    [(1, 0), (4, 0), (5, 1000), (6, 1000), (10, 1000), (24, 1000), (25, 5000), (26, 5000), (500, 5000)],
)
def test_the_bonus_goes_by_the_wager(dollars: int, sum_: int) -> None:
    felt = dealt("7c", "7h 7h", dollars=dollars, limits=LOW)
    felt.draw("7h")
    assert bonuses(felt).get(("Ann", 1), 0) == sum_
    assert felt.net("Ann") == 2 * dollars + sum_


@pytest.mark.parametrize(("cents", "sum_"), [(4_50, 0), (5_00, 1000), (24_50, 1000), (25_00, 5000)])
def test_a_wager_between_the_tiers_is_in_the_lower(cents: int, sum_: int) -> None:
    felt = PontoonFelt(chips=Chips((50, 100)), limits=LOW)
    felt.do(felt.placing("Ann", 1, 1)._replace(stake=felt.placing("Ann", 1, 1).stake.of(cents)))
    felt.deal("7c", p1="7h 7h")
    felt.draw("7h")
    assert bonuses(felt).get(("Ann", 1), 0) == sum_


def test_a_bonus_that_chips_cannot_pay_is_paid_up() -> None:
    felt = dealt("7c", "7h 7h", dollars=7, limits={"wager": Limits(7_00, 70_00)}, chips=Chips((7_00,)))
    felt.draw("7h")
    won, bonus = felt.results(1, "wager")
    assert (won.pays, bonus.pays) == (14_00, 1001_00)
    felt.shows(law.PAID_UP_TO_CHIPS, bonus)
    assert law.PAID_UP_TO_CHIPS not in won.because


def test_the_bonus_is_paid_before_the_cards_go() -> None:
    felt = dealt("7c", "7h 7h")
    felt.says("draw")
    happened = felt.card("7h")
    kinds = [type(event) for event in happened]
    assert kinds.index(CardsCollected) == 3
    assert [event.settlement.result for event in happened if isinstance(event, Settled)] == [Result.WON, Result.BONUS]


def test_each_player_on_the_winning_hand_is_paid_by_their_own_wager() -> None:
    felt = PontoonFelt(limits=LOW)
    felt.wager("Ann", 1, 25)
    felt.wager("Bob", 1, 24)
    felt.wager("Cyd", 1, 4)
    felt.deal("7c", p1="7h 7h")
    felt.draw("7h")
    assert bonuses(felt) == {("Ann", 1): 5000, ("Bob", 1): 1000}
    assert others(felt) == {}  # Cyd is on the winning hand, with too little for Table 2
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")] == [5050, 1048, 8]


# The others.


def table_of_five() -> PontoonFelt:
    """Ann on area 3 draws to a Super Bonus: Bob on 1 is bust, Cyd on 2 has had pontoon, Dee is on 4 and 5."""
    felt = PontoonFelt()
    for patron, area in (("Ann", 3), ("Bob", 1), ("Cyd", 2), ("Dee", 4), ("Dee", 5)):
        felt.wager(patron, area, 10)
    felt.pairs("Eve", 4)
    felt.deal("7c", p1="Kh 6h", p2="As Ks", p3="7h 7h", p4="Kd Ks", p5="Kc 9s")
    felt.draw("Qh")
    felt.draw("7h")
    return felt


def test_every_other_player_gets_fifty_dollars_once() -> None:
    felt = table_of_five()
    assert others(felt) == {("Bob", 1): 50, ("Cyd", 2): 50, ("Dee", 4): 50}
    for patron in ("Bob", "Cyd", "Dee"):
        (fifty,) = paid(felt, patron)
        felt.shows(law.SUPER_BONUS_OTHERS, fifty)
        assert (fifty.pays, fifty.stake.cents) == (50_00, 0)
        assert "P4" in fifty.because


def test_a_player_with_a_side_wager_alone_gets_nothing() -> None:
    assert paid(table_of_five(), "Eve") == []


def test_the_fifty_dollars_come_besides_their_own_result() -> None:
    felt = table_of_five()
    felt.stand()
    felt.stand()
    felt.dealer("Kh")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd", "Dee")] == [1020, 40, 65, 70]


def test_the_winner_gets_no_fifty_dollars_on_another_area() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 10)
    felt.wager("Ann", 2, 10)
    felt.wager("Bob", 2, 10)
    felt.deal("7c", p1="7h 7h", p2="Kd 9s")
    felt.draw("7h")
    assert others(felt) == {("Bob", 2): 50}


def test_two_super_bonuses_in_a_round() -> None:
    """Each winner is paid their own and none of the $50, the later seat giving back what it had; Cyd gets $50 once."""
    felt = PontoonFelt()
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cyd", 3)):
        felt.wager(patron, area, 10)
    felt.deal("7c", p1="7h 7h", p2="7s 7s", p3="Kd 9s")
    felt.draw("7h")
    felt.draw("7s")
    assert bonuses(felt) == {("Ann", 1): 1000, ("Bob", 2): 1000}
    assert others(felt) == {("Bob", 2): 50, ("Cyd", 3): 50}
    back = felt.results(2, "wager")[-1]
    assert (back.result, back.pays) == (Result.REVERSED, -50_00)
    felt.shows(law.SUPER_BONUS, back)
    felt.shows(law.SUPER_BONUS_OTHERS, back)
    assert "P4" in back.because
    assert [felt.net(name) for name in ("Ann", "Bob", "Cyd")][:2] == [1020, 1030]
    felt.stand()
    felt.dealer("Kh")
    assert felt.net("Cyd") == 50 + 10


def test_nobody_gets_fifty_dollars_without_a_super_bonus() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 10)
    felt.wager("Bob", 2, 10)
    felt.deal("6c", p1="7h 7h", p2="Kd 9s")
    felt.draw("7h")
    assert others(felt) == {}


# Not on hands that were split or doubled.


def test_no_super_bonus_on_a_doubled_hand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 25)
    felt.wager("Bob", 2, 10)
    felt.deal("7c", p1="7h 7h", p2="Kd 9s")
    felt.double("7h")
    done = felt.result(1, "wager")
    assert done.pays == 25_00
    felt.shows(law.DOUBLE_PAYS_EVEN, done)
    assert not paid(felt, "Ann")
    assert not paid(felt, "Bob")


def test_no_super_bonus_for_who_does_not_double_on_a_doubled_hand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 25)
    felt.wager("Bob", 1, 24)
    felt.deal("7c", p1="7h 7h")
    felt.double()
    felt.says("pass")
    felt.card("7h")
    done = next(s for s in felt.round.settlements if s.patron == "Bob")
    assert done.pays == 24_00
    felt.shows(law.DOUBLE_SHARED, done)
    assert "P13" in done.because
    assert not bonuses(felt)


def test_no_super_bonus_on_a_split_hand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 25)
    felt.wager("Bob", 2, 10)
    felt.deal("7c", p1="7h 7h", p2="Kd 9s")
    felt.split("7h")
    felt.draw("7h")
    done = felt.result(1, "wager")
    assert done.pays == 50_00  # by Table 1
    felt.shows(law.SPLIT_NO_SUPER_BONUS, done)
    assert not paid(felt, "Ann")
    assert not paid(felt, "Bob")
    felt.card("7h")
    felt.draw("7h")
    felt.shows(law.SPLIT_NO_SUPER_BONUS, felt.result(1, "split"))
    assert not paid(felt, "Bob")


# At the final settlement.


def test_a_super_bonus_may_be_paid_at_the_final_settlement() -> None:
    felt = PontoonFelt(grant=[law.PAID_AT_FINAL])
    felt.wager("Ann", 1, 25)
    felt.wager("Bob", 2, 10)
    felt.deal("7c", p1="7h 7h", p2="Kd 9s")
    felt.draw("7h")
    assert not felt.round.settlements
    felt.stand()
    felt.dealer("Kh")
    won, bonus = felt.results(1, "wager")
    felt.shows(law.PAID_AT_FINAL, won)
    felt.shows(law.SUPER_BONUS, bonus)
    assert "P5" in bonus.because
    assert felt.net("Ann") == 50 + 5000
    assert felt.net("Bob") == 10 + 50


def test_two_that_are_paid_at_the_end_get_no_fifty_dollars_of_each_other() -> None:
    felt = PontoonFelt(grant=[law.PAID_AT_FINAL])
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cyd", 3)):
        felt.wager(patron, area, 10)
    felt.deal("7c", p1="7h 7h", p2="7s 7s", p3="Kd 9s")
    felt.draw("7h")
    felt.draw("7s")
    felt.stand()
    felt.dealer("Kh")
    assert others(felt) == {("Cyd", 3): 50}


def test_a_wager_over_the_maximum_wins_by_what_stands_of_it() -> None:
    felt = PontoonFelt(limits={"wager": Limits(5_00, 20_00)})
    felt.wager("Ann", 1, 30, unnoticed=True)
    felt.deal("7c", p1="7h 7h")
    felt.draw("7h")
    assert bonuses(felt) == {("Ann", 1): 1000}
    assert felt.net("Ann") == 40 + 1000


def test_a_player_whose_wagers_are_void_gets_nothing() -> None:
    felt = PontoonFelt()
    for patron, area in (("Ann", 1), ("Bob", 2), ("Cyd", 3)):
        felt.wager(patron, area)
    felt.deal("7c", p1="7h 7h", p2="Kd 9s", p3="Kc 9d")
    felt.do(Void(SUPERVISOR, "breach", patrons=("Bob",)))
    felt.draw("7h")
    assert others(felt) == {("Cyd", 3): 50}


def test_a_wager_that_the_maximum_leaves_nothing_of_is_none() -> None:
    """Cyd's whole wager goes back, the maximum of the area having been used up; she has not wagered on the round."""
    felt = PontoonFelt(limits={"wager": Limits(5_00, 30_00)})
    felt.wager("Ann", 2, 10)
    felt.wager("Bob", 1, 30)
    felt.wager("Cyd", 1, 10, unnoticed=True)
    felt.deal("7c", p1="Kd 9s", p2="7h 7h")
    felt.do(Find(next(w.id for w in felt.round.wagers if w.patron == "Cyd")))
    felt.stand()
    felt.draw("7h")
    assert others(felt) == {("Bob", 1): 50}
