"""Cases that a quick implementation gets wrong, by the number that each has in the list of scenarios."""

import pytest

from pitboss import law
from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.play.wager import Result
from support import CROWN_MS, MISSISSIPPI, STAR_MS, Felt, jackpot

SPOTS = ("ante", "3rd-street", "4th-street", "5th-street")


@pytest.mark.parametrize(
    ("hole", "result", "net"),
    [("Ts Td", Result.STOOD_OFF, 0), ("Js Jd", Result.WON, 200), ("5s 5d", Result.LOST, -200)],
    ids=["tens", "jacks", "fives"],
)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_42_pairs(game: str, hole: str, result: Result, net: int) -> None:
    """Ante $25 and Streets of $75, $25 and $75: tens stand off, jacks win all four wagers, fives lose them."""
    felt = Felt(game)
    felt.ante("Ann", 1, 25)
    felt.deal(board="Ah 8c 3h", p1=hole)
    for amount in (75, 25, 75):
        felt.bet(1, amount)
        felt.reveal()
    felt.settle()
    by_result = {
        Result.STOOD_OFF: (law.LOW_PAIR_STANDS_OFF, law.ANTE_STANDS_OFF, law.STREET_STANDS_OFF),
        Result.WON: (law.PAID_BY_HAND, law.ANTE_WINS, law.STREET_WINS),
        Result.LOST: (law.LOW_HAND_LOSES, law.ANTE_LOSES, law.STREET_LOSES),
    }
    of_hand, of_ante, of_street = by_result[result]
    for spot in SPOTS:
        done = felt.result(1, spot)
        assert done.result is result
        felt.shows(of_hand, done)
        if game == CROWN_MS:
            felt.shows(of_ante if spot == "ante" else of_street, done)
    assert felt.net("Ann") == net


def test_48_jackpot_on_another_players_box() -> None:
    """Bob has the jackpot wager on Ann's box; Ann folds, and the full house is Bob's prize of $150."""
    felt = Felt(STAR_MS, jackpot=jackpot(STAR_MS))
    felt.ante("Ann", 1, 25)
    felt.ante("Bob", 2, 25)
    on_another = Place("wagers", "Bob", 1, "jackpot", Stake.of(5_00))
    felt.shows(law.JACKPOT_ON_ANOTHER, felt.refused(on_another))
    felt.do(on_another._replace(approved_by="casino-supervisor"))
    felt.deal(board="9h 9c 5h", p1="9s 5d", p2="Ks Qd")
    felt.fold(1)
    felt.fold(2)
    for _ in SPOTS[1:]:
        felt.reveal()
    felt.settle()
    (claim,) = felt.round.claims
    assert (claim.patron, claim.area, claim.line) == ("Bob", 1, "full-house")
    felt.shows(law.FOLD_KEEPS_JACKPOT, claim)
    (prize,) = (row for row in felt.game.rules.game.data["prize"] if row["line"] == claim.line)
    assert prize["options"] == [{"basis": "fixed", "cents": 150_00}]
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, -25 - 5)  # the prize comes from the meter
