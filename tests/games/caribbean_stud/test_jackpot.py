"""The jackpot wager: which hands claim a prize, and what a fold does (Star 9.5, 11; Crown 8.4.3, 8.5.5(b), 12.2)."""

import pytest

from pitboss import law
from pitboss.cards import parse_cards
from pitboss.law import Reading
from pitboss.play.acts import Turn
from pitboss.play.events import CardsCollected, CardsTurned, JackpotClaimed
from pitboss.play.wager import Result
from support import BOTH, CROWN, STAR, Felt, jackpot

ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"
PRIZES = {
    "royal-flush": "Ac Kc Qc Jc Tc",
    "straight-flush": "9d 8d 7d 6d 5d",
    "four-of-a-kind": "9s 9d 9h 9c 5h",
    "full-house": "9s 9d 9h 5d 5h",
    "flush": "Qh 9h 8h 5h 3h",
}
STAR_KEYS = {
    "royal-flush": law.JACKPOT_ROYAL_FLUSH,
    "straight-flush": law.JACKPOT_STRAIGHT_FLUSH,
    "four-of-a-kind": law.JACKPOT_FOUR_OF_A_KIND,
    "full-house": law.JACKPOT_FULL_HOUSE,
    "flush": law.JACKPOT_FLUSH,
}
NO_PRIZE = {
    "three-of-a-kind": "9s 9d 9h 5d 2c",
    "two-pair": "9s 9d 5h 5d 2c",
    "pair": "3s 3d 9h 8h 6s",
    "high-card": "Ks Qc Th 5h 3h",
}
STRAIGHT = "9s 8d 7c 6h 5h"
FLUSH = PRIZES["flush"]
PAIR = NO_PRIZE["pair"]


def dealt(game: str, player: str, *, dealer: str = ACE_KING, option: int = 1, method: str = "", **more: object) -> Felt:
    """A round at the betting, with an Ante of $25 and a jackpot wager of $5."""
    changes = {"option": option} | ({"method": method} if method else {})
    felt = Felt(game, jackpot=jackpot(game, **changes), **more)
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.deal(dealer, p1=player)
    return felt


def played(game: str, player: str, **more: object) -> Felt:
    felt = dealt(game, player, **more)  # type: ignore[arg-type]
    felt.bet(1)
    felt.settle()
    return felt


def claims(felt: Felt) -> list[tuple[str, int, str]]:
    return [(claim.patron, claim.area, claim.line) for claim in felt.round.claims]


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("line", PRIZES)
def test_jackpot_hands(game: str, line: str) -> None:
    felt = played(game, PRIZES[line])
    assert claims(felt) == [("Ann", 1, line)]
    (claim,) = felt.round.claims
    felt.shows(law.JACKPOT_HANDS, claim)
    felt.shows(STAR_KEYS[line] if game == STAR else law.JACKPOT_FROM_FLUSH, claim)
    assert claim.cards == parse_cards(PRIZES[line])
    done = felt.result(1, "jackpot")
    felt.shows(law.JACKPOT_HANDS, done)
    assert (done.result, done.taken.cents, done.returned.cents, done.pays) == (Result.CLAIM, 5_00, 0, 0)


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize("line", NO_PRIZE)
def test_other_hands_take_no_prize(game: str, line: str) -> None:
    felt = played(game, NO_PRIZE[line])
    assert not felt.round.claims
    done = felt.result(1, "jackpot")
    felt.shows(law.JACKPOT_HANDS, done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)
    if game == CROWN:
        felt.shows(law.JACKPOT_LOSES, done)


def test_star_straight_takes_no_prize() -> None:
    felt = played(STAR, STRAIGHT)
    assert not felt.round.claims
    assert felt.net("Ann") == 25 + 4 * 50 - 5


@pytest.mark.parametrize("option", [1, 2, 3])
def test_crown_straight_loses_under_options_1_to_3(option: int) -> None:
    felt = played(CROWN, STRAIGHT, option=option)
    assert not felt.round.claims
    felt.shows(law.JACKPOT_LOSES, felt.result(1, "jackpot"))
    won = played(CROWN, FLUSH, option=option)
    assert claims(won) == [("Ann", 1, "flush")]
    won.shows(law.JACKPOT_FROM_FLUSH, won.round.claims[0])


@pytest.mark.parametrize("option", [4, 5, 6])
def test_crown_straight_claims_under_options_4_to_6(option: int) -> None:
    felt = played(CROWN, STRAIGHT, option=option)
    assert claims(felt) == [("Ann", 1, "straight")]
    felt.shows(law.JACKPOT_FROM_STRAIGHT, felt.round.claims[0])
    lost = played(CROWN, NO_PRIZE["three-of-a-kind"], option=option)
    assert not lost.round.claims


@pytest.mark.parametrize("game", BOTH)
def test_no_prize_without_the_wager(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=FLUSH)
    felt.bet(1)
    felt.settle()
    assert not felt.round.claims
    assert felt.net("Ann") == 25 + 5 * 50


@pytest.mark.parametrize("game", BOTH)
@pytest.mark.parametrize(
    ("dealer", "net"),
    [
        (ACE_KING, 25 + 5 * 50 - 5),
        (ACE_QUEEN, 25 - 5),
        ("As Ad Ac Kd Ks", -75 - 5),
        ("Qs 9s 8s 5s 3s", -5),
    ],
    ids=["beaten", "fails", "wins", "equal"],
)
def test_jackpot_whatever_dealer(game: str, dealer: str, net: int) -> None:
    player = FLUSH
    felt = played(game, player, dealer=dealer)
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.JACKPOT_WHATEVER_DEALER, felt.round.claims[0])
    assert felt.net("Ann") == net


@pytest.mark.parametrize("game", BOTH)
def test_jackpot_hand_stays(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    for area, patron in ((1, "Ann"), (2, "Bob")):
        felt.ante(patron, area)
        felt.jackpot(patron, area)
    felt.deal(ACE_KING, p1=FLUSH, p2="3s 3d 9s 8d 6s")
    felt.bet(1)
    felt.bet(2)
    happened = felt.settle()
    collected = [e.hand for e in happened if isinstance(e, CardsCollected)]
    assert collected == [2, 0]
    hand = felt.round.hands[1]
    assert hand.status == "jackpot" and hand.all_up
    (event,) = (e for e in happened if isinstance(e, JackpotClaimed))
    felt.shows(law.JACKPOT_HAND_STAYS, event.claim)


@pytest.mark.parametrize("game", BOTH)
def test_jackpots_after_all_hands_and_from_the_right(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    for area, patron in ((1, "Ann"), (4, "Bob"), (6, "Cy")):
        felt.ante(patron, area)
        felt.jackpot(patron, area)
    felt.deal(ACE_KING, p1=FLUSH, p4="3s 3d 9s 8d 6s", p6="Js Jd Jc 5d 5c")
    for area in (1, 4, 6):
        felt.bet(area)
    felt.settle()
    assert claims(felt) == [("Cy", 6, "full-house"), ("Ann", 1, "flush")]
    spots = [s.spot for s in felt.round.settlements]
    assert spots == ["ante", "bet"] * 3 + ["jackpot"] * 3


# A fold.


def test_star_fold_ends_the_jackpot_by_its_reading() -> None:
    felt = dealt(STAR, FLUSH)
    felt.fold(1)
    done = felt.result(1, "jackpot")
    felt.shows(Reading("C1"), done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)
    felt.settle()
    assert not felt.round.claims
    assert felt.net("Ann") == -30


def test_star_fold_keeps_the_jackpot_when_so_read() -> None:
    felt = dealt(STAR, FLUSH, readings={"foldKeepsJackpot": True})
    happened = felt.fold(1)
    assert not [e for e in happened if isinstance(e, CardsCollected)]
    assert not felt.results(1, "jackpot")
    happened = felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.BEST_HAND, next(e for e in happened if isinstance(e, CardsTurned) and e.hand == 1))
    felt.shows(Reading("C1"), felt.round.claims[0])
    assert felt.net("Ann") == -30  # the stake is the jackpot's; the prize comes from the meter


def test_star_folded_hand_kept_for_the_jackpot_may_lose_it() -> None:
    felt = dealt(STAR, PAIR, readings={"foldKeepsJackpot": True})
    felt.fold(1)
    collected = [e.hand for e in felt.settle() if isinstance(e, CardsCollected)]
    assert collected == [1, 0]
    assert not felt.round.claims
    assert felt.net("Ann") == -30


def test_crown_fold_ends_jackpot_under_method_a() -> None:
    felt = dealt(CROWN, FLUSH, method="A")
    felt.fold(1)
    done = felt.result(1, "jackpot")
    felt.shows(law.FOLD_ENDS_JACKPOT, done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)
    felt.settle()
    assert not felt.round.claims
    assert felt.net("Ann") == -30


def test_crown_fold_keeps_jackpot_under_method_b() -> None:
    felt = dealt(CROWN, FLUSH, method="B")
    felt.fold(1)
    assert felt.result(1, "ante").result is Result.LOST
    assert not felt.results(1, "jackpot")
    happened = felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.FOLD_KEEPS_JACKPOT, felt.round.claims[0])
    felt.shows(law.JACKPOT_METHOD_B, felt.round.claims[0])
    turned = [e for e in happened if isinstance(e, CardsTurned)]
    assert [e.hand for e in turned] == [0, 1]
    felt.shows(law.BEST_HAND, turned[1])


@pytest.mark.parametrize(("method", "key"), [("A", law.JACKPOT_METHOD_A), ("B", law.JACKPOT_METHOD_B)])
def test_crown_claim_names_the_dealing_method(method: str, key: law.Key) -> None:
    felt = dealt(CROWN, FLUSH, method=method)
    felt.bet(1)
    felt.settle()
    felt.shows(key, felt.round.claims[0])


def test_crown_folded_hand_under_method_b_may_lose() -> None:
    felt = dealt(CROWN, PAIR, method="B")
    felt.fold(1)
    felt.settle()
    done = felt.result(1, "jackpot")
    felt.shows(law.FOLD_KEEPS_JACKPOT, done)
    felt.shows(law.JACKPOT_LOSES, done)
    assert felt.net("Ann") == -30


@pytest.mark.parametrize("method", ["A", "B"])
def test_crown_bet_claims_under_either_method(method: str) -> None:
    felt = played(CROWN, FLUSH, method=method)
    assert claims(felt) == [("Ann", 1, "flush")]


def test_crown_fold_under_method_b_without_a_jackpot_wager_discards() -> None:
    felt = Felt(CROWN, jackpot=jackpot(CROWN, method="B"))
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=FLUSH)
    (collected,) = (e for e in felt.fold(1) if isinstance(e, CardsCollected))
    felt.shows(law.FOLD_DISCARDS, collected)
    felt.settle()
    assert not felt.round.claims


def test_unseen_folded_hand_is_named_for_its_jackpot() -> None:
    felt = dealt(CROWN, "?? ?? ?? ?? ??", method="B")
    felt.fold(1)
    felt.show()
    assert felt.round.need("settle") is None
    felt.do(Turn("turn-1", parse_cards(FLUSH)))
    felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]


def test_unseen_folded_hand_is_not_named_under_method_a() -> None:
    felt = dealt(CROWN, "?? ?? ?? ?? ??", method="A")
    felt.fold(1)
    felt.settle()
    assert felt.round.is_over and felt.net("Ann") == -30


@pytest.mark.parametrize(
    ("dealer", "cited", "collected"),
    [
        ("As Qd 9d 8s Jh", {"8.6.1(a)(ii) bullet 2"}, {"8.6.1(a)(ii) bullet 1"}),
        ("As Kd 9d 8s Jh", {"8.6.1(b)(iv)"}, {"8.6.1(b)(v)"}),
    ],
    ids=["dealer fails", "dealer qualifies"],
)
def test_crown_claim_cites_the_branch_that_happened(dealer: str, cited: set[str], collected: set[str]) -> None:
    felt = Felt(CROWN, jackpot=jackpot(CROWN))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.ante("Bob", 2)
    felt.jackpot("Bob", 2)
    felt.deal(dealer, p1="3s 3d 3h 9c 9s", p2="2s 2d 4h 5c 6s")
    felt.bet(1)
    felt.bet(2)
    felt.settle()
    (claim,) = felt.round.claims
    assert {number for number in felt.cites(claim) if number.startswith("8.6")} == cited
    assert felt.cites(felt.result(2, "jackpot")) == {'1.1 "Jackpot Prize"', "8.4.3(c)(ii)", "12.2.2(a)"}
    (bobs,) = (event for event in felt.events if isinstance(event, CardsCollected) and event.hand == 2)
    assert felt.cites(bobs) == collected
