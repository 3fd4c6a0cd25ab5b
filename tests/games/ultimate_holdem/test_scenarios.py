"""Cases that a quick implementation gets wrong, by the number that each has in the list of scenarios."""

from games.ultimate_holdem.holdem import FLOORS, RIVER, check_to, finish, seat, table
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.law import Reading
from pitboss.play.terms import Limits
from pitboss.play.wager import Result

TEN = {"ante": Limits(10_00, 500_00), "trips": Limits(5_00, 100_00)}


def test_51_three_sevens_and_no_decision_at_the_river() -> None:
    """Deemed folded: Ante, Blind and Trips are lost, three sevens and a dealer without a pair notwithstanding."""
    felt = table(limits=TEN, regulator_minimum_cents=FLOORS)
    seat(felt, "Ann", 1, 10, trips=5)
    felt.deal("As Qd", "7d Kh 9c 4s 2h", p1="7s 7h")
    check_to(felt, RIVER)
    felt.lapse(1, "out of time")
    finish(felt)
    for spot in ("ante", "blind", "trips"):
        done = felt.result(1, spot)
        felt.shows(law.LAPSE_FOLDS, done)
        felt.shows(law.FOLD_LOSES, done)
        assert done.result is Result.LOST
    felt.shows(law.TRIPS_LOST_ON_FOLD, felt.result(1, "trips"))
    felt.shows(Reading("K9"), felt.result(1, "trips"))
    assert felt.net("Ann") == -25


def test_52_royal_flush_by_the_turn_is_a_jackpot_flush() -> None:
    """The jackpot looks at hole cards and Flop; Trips and a winning Blind look at all seven."""
    felt = table(limits=TEN, regulator_minimum_cents=FLOORS, method="A", option=1)
    seat(felt, "Ann", 1, 10, trips=5)
    felt.deal("3c 3d", "Qs Js 3s Ts 2h", p1="As Ks")
    felt.bet(1, 40)
    finish(felt)
    (claim,) = felt.round.claims
    felt.shows(law.JACKPOT_HANDS, claim)
    felt.shows(law.JACKPOT_FROM_FLUSH, claim)
    assert (claim.line, claim.cards) == ("flush", parse_cards("As Ks Qs Js 3s"))
    (prize,) = (row for row in felt.game.rules.game.data["prize"] if row["line"] == claim.line)
    assert prize["options"][0] == {"basis": "for", "odds": 50}
    assert prize["options"][0]["odds"] * felt.result(1, "jackpot").stake.cents == 250_00
    trips, blind = felt.result(1, "trips"), felt.result(1, "blind")
    felt.shows(law.TRIPS_WINS, trips)
    felt.shows(law.BLIND_WINS, blind)
    assert (trips.pays, blind.pays) == (50 * 5_00, 500 * 10_00)
    assert felt.net("Ann") == 10 + 40 + 250 + 5_000 - 5  # the jackpot stake is the jackpot's
