"""The jackpot wager: which hands claim a prize, what a fold does, and the cards that come for it alone
(Star 9.6.2, 10.2.1, 15.2; Crown 9.4.5, 9.6.1(b), 9.7.1(a)(iii), 12.2)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.cards import parse_cards
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.acts import Call, Place, Turn
from pitboss.play.events import CardsCollected, CardsTurned, JackpotClaimed
from pitboss.play.needs import DecisionNeed
from pitboss.play.powers import Void
from pitboss.play.wager import Result
from support import CROWN_MS, DEVICES, MISSISSIPPI, STAR_MS, Felt, jackpot

STREETS = ("3rd-street", "4th-street", "5th-street")
SHOWN = (law.THIRD_STREET_SHOWN, law.FOURTH_STREET_SHOWN, law.FIFTH_STREET_SHOWN)

# Hole cards and community cards.
PRIZES = {
    "royal-flush": ("Ah Kh", "Qh Jh Th"),
    "straight-flush": ("9d 8d", "7d 6d 5d"),
    "four-of-a-kind": ("9s 9d", "9h 9c 5h"),
    "full-house": ("9s 9d", "9h 5d 5h"),
    "flush": ("Kh 3h", "9h 5h 2h"),
}
NO_PRIZE = {
    "straight": ("9s 8d", "7c 6h 5h"),
    "three-of-a-kind": ("9s 9d", "9h 5d 2c"),
    "two-pair": ("9s 9d", "5h 5d 2c"),
    "pair": ("Js Jd", "9h 5d 2c"),
    "high-card": ("Ks Qd", "9h 5d 2c"),
}
FLUSH, BOARD = PRIZES["flush"]
JACKS, KING_QUEEN, TENS = "Js Jd", "Ks Qd", "Ts Td"


def dealt(
    game: str, hole: str = FLUSH, board: str = BOARD, *, device: str = "shoe", option: int = 1, method: str = ""
) -> Felt:
    """A round at 3rd Street, with an Ante of $25 and a jackpot wager of $5."""
    changes = {"option": option} | ({"method": method} if method else {})
    felt = Felt(game, device=device, jackpot=jackpot(game, **changes))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.deal(board=board, p1=hole)
    return felt


def bet_out(felt: Felt, *areas: int) -> None:
    """Bet the least on these areas at every Street that is left, and show the cards."""
    while felt.round.phase in STREETS:
        for area in areas:
            felt.bet(area)
        felt.reveal()


def show_out(felt: Felt) -> None:
    """Show the community cards that are left, no player being asked for anything."""
    while felt.round.phase in STREETS:
        assert not any(isinstance(need, DecisionNeed) for need in felt.round.needs)
        felt.reveal()


def to_street(felt: Felt, street: str, *areas: int) -> None:
    while felt.round.phase != street:
        for area in areas:
            felt.bet(area)
        felt.reveal()


def claims(felt: Felt) -> list[tuple[str, int, str]]:
    return [(claim.patron, claim.area, claim.line) for claim in felt.round.claims]


# The hands.


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("line", PRIZES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_jackpot_hands(game: str, line: str, device: str) -> None:
    hole, board = PRIZES[line]
    felt = dealt(game, hole, board, device=device)
    bet_out(felt, 1)
    felt.settle()
    assert claims(felt) == [("Ann", 1, line)]
    (claim,) = felt.round.claims
    felt.shows(law.JACKPOT_HANDS, claim)
    felt.shows(law.JACKPOT_WHATEVER_DEALER, claim)
    if game == CROWN_MS:
        felt.shows(law.JACKPOT_FROM_FLUSH, claim)
    assert claim.cards == parse_cards(f"{hole} {board}")  # the two hole cards and the three community cards
    done = felt.result(1, "jackpot")
    felt.shows(law.JACKPOT_HANDS, done)
    assert (done.result, done.taken.cents, done.returned.cents, done.pays) == (Result.CLAIM, 5_00, 0, 0)


@pytest.mark.parametrize("line", NO_PRIZE)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_other_hands_take_no_prize(game: str, line: str) -> None:
    felt = dealt(game, *NO_PRIZE[line])
    bet_out(felt, 1)
    felt.settle()
    assert not felt.round.claims
    done = felt.result(1, "jackpot")
    felt.shows(law.JACKPOT_HANDS, done)
    if game == CROWN_MS:
        felt.shows(law.JACKPOT_LOSES, done)
    assert (done.result, done.taken.cents) == (Result.LOST, 5_00)


@pytest.mark.parametrize(("option", "claimed"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_crown_straight_by_the_option(option: int, claimed: int) -> None:
    felt = dealt(CROWN_MS, *NO_PRIZE["straight"], option=option)
    bet_out(felt, 1)
    felt.settle()
    assert len(felt.round.claims) == claimed
    if claimed:
        felt.shows(law.JACKPOT_FROM_STRAIGHT, felt.round.claims[0])
    else:
        felt.shows(law.JACKPOT_LOSES, felt.result(1, "jackpot"))


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_prize_is_besides_the_other_wagers(game: str) -> None:
    felt = dealt(game)
    bet_out(felt, 1)
    felt.settle()
    assert felt.net("Ann") == 6 * 100 - 5  # the prize itself comes from the meter


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_no_prize_without_the_wager(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.ante("Ann", 1)
    felt.deal(board=BOARD, p1=FLUSH)
    bet_out(felt, 1)
    felt.settle()
    assert not felt.round.claims and felt.net("Ann") == 600


def three_players(game: str, **changes: str) -> Felt:
    """Ann with a flush, Bob with jacks and Cy with a straight flush, each with a jackpot wager."""
    felt = Felt(game, jackpot=jackpot(game, **changes))
    for area, patron in ((1, "Ann"), (4, "Bob"), (6, "Cy")):
        felt.ante(patron, area)
        felt.jackpot(patron, area)
    felt.deal(board="7h 6h 5h", p1="Kh 2h", p4=JACKS, p6="9h 8h")
    return felt


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_jackpots_after_all_hands_and_from_the_right(game: str) -> None:
    felt = three_players(game)
    bet_out(felt, 1, 4, 6)
    happened = felt.settle()
    assert claims(felt) == [("Cy", 6, "straight-flush"), ("Ann", 1, "flush")]
    spots = [done.spot for done in felt.round.settlements]
    assert spots == ["ante", *STREETS] * 3 + ["jackpot"] * 3
    assert [e.hand for e in happened if isinstance(e, CardsCollected)] == [2, 0]
    for hand in (felt.round.hands[1], felt.round.hands[3]):
        assert hand.status == "jackpot" and hand.all_up
    for claimed in (e for e in happened if isinstance(e, JackpotClaimed)):
        if game == CROWN_MS:
            felt.shows(law.JACKPOT_HAND_STAYS, claimed.claim)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_royal_flush_and_straight_flush_in_one_round(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    for area, patron in ((1, "Ann"), (2, "Bob")):
        felt.ante(patron, area)
        felt.jackpot(patron, area)
    felt.deal(board="Qh Jh Th", p1="Ah Kh", p2="9h 8h")
    bet_out(felt, 1, 2)
    felt.settle()
    assert claims(felt) == [("Bob", 2, "straight-flush"), ("Ann", 1, "royal-flush")]


# A fold.


@pytest.mark.parametrize("street", STREETS)
def test_star_fold_keeps_jackpot(street: str) -> None:
    felt = dealt(STAR_MS)
    to_street(felt, street, 1)
    happened = felt.fold(1)
    assert not [e for e in happened if isinstance(e, CardsCollected)]  # the cards stay on the jackpot spot
    assert not felt.results(1, "jackpot")
    show_out(felt)
    happened = felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.FOLD_KEEPS_JACKPOT, felt.round.claims[0])
    (turned,) = (e for e in happened if isinstance(e, CardsTurned))
    assert turned.cards == parse_cards(FLUSH)
    felt.shows(law.BEST_HAND, turned)
    assert felt.net("Ann") == -25 * (1 + STREETS.index(street)) - 5


def test_star_folded_hand_may_lose_its_jackpot_wager() -> None:
    felt = dealt(STAR_MS, JACKS)
    felt.fold(1)
    show_out(felt)
    collected = [e.hand for e in felt.settle() if isinstance(e, CardsCollected)]
    done = felt.result(1, "jackpot")
    felt.shows(law.FOLD_KEEPS_JACKPOT, done)
    assert (done.result, collected) == (Result.LOST, [1, 0])
    assert felt.net("Ann") == -30


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("method", ["A", "B"])
def test_crown_fold_and_jackpot_by_the_method(method: str, street: str) -> None:
    felt = dealt(CROWN_MS, method=method)
    to_street(felt, street, 1)
    happened = felt.fold(1)
    if method == "A":
        done = felt.result(1, "jackpot")
        felt.shows(law.FOLD_ENDS_JACKPOT, done)
        assert (done.result, done.taken.cents) == (Result.LOST, 5_00)
        (collected,) = (e for e in happened if isinstance(e, CardsCollected) and e.hand == 1)
        felt.shows(law.FOLD_DISCARDS, collected)
        assert felt.round.is_over and not felt.round.claims
    else:
        assert not felt.results(1, "jackpot")
        assert not [e for e in happened if isinstance(e, CardsCollected)]
        show_out(felt)
        felt.settle()
        assert claims(felt) == [("Ann", 1, "flush")]
        felt.shows(law.FOLD_KEEPS_JACKPOT, felt.round.claims[0])
    assert felt.net("Ann") == -25 * (1 + STREETS.index(street)) - 5


def test_crown_folded_hand_under_method_b_may_lose() -> None:
    felt = dealt(CROWN_MS, JACKS, method="B")
    felt.fold(1)
    show_out(felt)
    felt.settle()
    done = felt.result(1, "jackpot")
    felt.shows(law.FOLD_KEEPS_JACKPOT, done)
    felt.shows(law.JACKPOT_LOSES, done)


@pytest.mark.parametrize("method", ["A", "B"])
def test_crown_hand_that_stays_in_claims_by_either_method(method: str) -> None:
    felt = dealt(CROWN_MS, method=method)
    bet_out(felt, 1)
    felt.settle()
    (claim,) = felt.round.claims
    felt.shows(law.JACKPOT_METHOD_A if method == "A" else law.JACKPOT_METHOD_B, claim)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_folded_hand_without_a_jackpot_wager_is_discarded(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.jackpot("Bob", 2)
    felt.deal(board=BOARD, p1=FLUSH, p2=JACKS)
    (collected,) = (e for e in felt.fold(1) if isinstance(e, CardsCollected))
    felt.shows(law.FOLD_DISCARDS, collected)
    bet_out(felt, 2)
    felt.settle()
    assert not felt.round.claims


@pytest.mark.parametrize(("game", "method"), [(STAR_MS, ""), (CROWN_MS, "B")])
def test_folded_jackpot_hand_beside_one_that_stays_in(game: str, method: str) -> None:
    felt = three_players(game, **({"method": method} if method else {}))
    felt.fold(1)
    bet_out(felt, 4, 6)
    felt.settle()
    assert claims(felt) == [("Cy", 6, "straight-flush"), ("Ann", 1, "flush")]
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cy")) == (-30, 95, 9_995)


# Everyone has folded: the cards still come for a jackpot wager that is alive.

ALIVE = [(STAR_MS, ""), (CROWN_MS, "B")]


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize(("game", "method"), ALIVE)
def test_cards_come_for_the_jackpot_alone(game: str, method: str, device: str, street: str) -> None:
    felt = dealt(game, device=device, method=method)
    to_street(felt, street, 1)
    felt.fold(1)
    for key in SHOWN[STREETS.index(street) :]:
        assert not any(isinstance(need, DecisionNeed) for need in felt.round.needs)
        felt.shows(law.THIRD_STREET_SHOWN, felt.refused(Call("settle")))
        felt.shows(key, felt.reveal()[0])
    assert felt.round.hands[0].shown == parse_cards(BOARD)
    felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]
    assert felt.net("Ann") == -25 * (1 + STREETS.index(street)) - 5


@pytest.mark.parametrize(("game", "method"), ALIVE)
def test_cards_come_for_one_jackpot_wager_among_many_folds(game: str, method: str) -> None:
    felt = Felt(game, jackpot=jackpot(game, **({"method": method} if method else {})))
    for area, patron in ((1, "Ann"), (2, "Bob"), (3, "Cy")):
        felt.ante(patron, area)
    felt.jackpot("Bob", 2)
    felt.deal(board=BOARD, p1=JACKS, p2=FLUSH, p3=TENS)
    for area in (2, 1, 3):
        felt.fold(area)
    show_out(felt)
    happened = felt.settle()
    assert claims(felt) == [("Bob", 2, "flush")]
    assert [e.hand for e in happened if isinstance(e, CardsTurned)] == [2]  # no other person's cards are shown


@pytest.mark.parametrize(("game", "method"), [(STAR_MS, ""), (CROWN_MS, "A"), (CROWN_MS, "B")])
def test_no_card_comes_without_a_jackpot_wager(game: str, method: str) -> None:
    felt = Felt(game, jackpot=jackpot(game, **({"method": method} if method else {})))
    felt.ante("Ann", 1)
    felt.deal(board=BOARD, p1=FLUSH)
    felt.fold(1)
    assert felt.round.is_over and not felt.round.hands[0].cards


@pytest.mark.parametrize(("game", "method"), ALIVE)
def test_void_jackpot_wager_brings_no_more_cards(game: str, method: str) -> None:
    felt = dealt(game, method=method)
    felt.fold(1)
    rank = "gaming-supervisor" if game == STAR_MS else "casino-manager"
    felt.do(Void(rank, "breach", patrons=("Ann",)))
    assert felt.round.is_over and felt.net("Ann") == 0


@pytest.mark.parametrize(("game", "method"), ALIVE)
def test_unseen_folded_hand_is_named_for_its_jackpot(game: str, method: str) -> None:
    felt = dealt(game, "?? ??", method=method)
    felt.fold(1)
    show_out(felt)
    assert felt.round.need("settle") is None
    felt.do(Turn("turn-1", parse_cards(FLUSH)))
    felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]


@pytest.mark.parametrize(("game", "method"), ALIVE)
def test_unseen_community_cards_are_named_for_the_jackpot(game: str, method: str) -> None:
    felt = dealt(game, board="?? ?? ??", device="shuffler", method=method)
    felt.fold(1)
    for street, card in zip(STREETS, parse_cards(BOARD), strict=True):
        felt.do(Turn(f"turn-{street}", (card,)))
    felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]


# A player who does not decide, or concedes.


@pytest.mark.parametrize(
    ("game", "method", "kept"), [(STAR_MS, "", True), (CROWN_MS, "A", False), (CROWN_MS, "B", True)]
)
@pytest.mark.parametrize("street", STREETS)
def test_lapse_and_jackpot(game: str, method: str, kept: bool, street: str) -> None:
    felt = dealt(game, method=method)
    to_street(felt, street, 1)
    felt.lapse(1)
    felt.shows(law.LAPSE_FOLDS, felt.result(1, "ante"))
    if kept:
        show_out(felt)
        felt.settle()
        felt.shows(law.FOLD_KEEPS_JACKPOT, felt.round.claims[0])
    else:
        felt.shows(law.FOLD_ENDS_JACKPOT, felt.result(1, "jackpot"))
    assert felt.round.is_over and bool(felt.round.claims) == kept


def test_star_concede_keeps_jackpot() -> None:
    felt = dealt(STAR_MS)
    bet_out(felt, 1)
    happened = felt.decide(1, "concede")
    assert not [e for e in happened if isinstance(e, CardsCollected)]
    assert not felt.results(1, "jackpot")
    felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(law.FOLD_KEEPS_JACKPOT, felt.round.claims[0])
    assert felt.net("Ann") == -100 - 5


def test_star_conceded_hand_may_lose_its_jackpot_wager() -> None:
    felt = dealt(STAR_MS, JACKS)
    bet_out(felt, 1)
    felt.decide(1, "concede")
    felt.settle()
    assert felt.result(1, "jackpot").result is Result.LOST
    assert felt.net("Ann") == -105


# Another player's box, at the Star.


def on_anns_box(*, anns: str = FLUSH, bobs: str = JACKS, bob_plays: bool = True, **more: Any) -> Felt:
    felt = Felt(STAR_MS, jackpot=jackpot(STAR_MS), **more)
    felt.ante("Ann", 1)
    hands = {"p1": anns}
    if bob_plays:
        felt.ante("Bob", 2)
        hands["p2"] = bobs
    felt.do(Place("wagers", "Bob", 1, "jackpot", Stake.of(5_00), approved_by="gaming-supervisor"))
    felt.deal(board=BOARD, **hands)
    return felt


def test_star_jackpot_on_another_is_the_bettors() -> None:
    felt = on_anns_box()
    bet_out(felt, 1, 2)
    felt.settle()
    assert claims(felt) == [("Bob", 1, "flush")]
    assert (felt.net("Ann"), felt.net("Bob")) == (600, 100 - 5)


def test_star_jackpot_on_another_read_so_is_the_box_players() -> None:
    felt = on_anns_box(readings={"othersBoxJackpotTo": "box-player"})
    bet_out(felt, 1, 2)
    felt.settle()
    assert claims(felt) == [("Ann", 1, "flush")]
    felt.shows(Reading("M11"), felt.round.claims[0])


@pytest.mark.parametrize("folds", [(1,), (2,), (1, 2)])
def test_star_jackpot_on_another_outlives_a_fold(folds: tuple[int, ...]) -> None:
    felt = on_anns_box()
    for area in folds:
        felt.fold(area)
    bet_out(felt, *({1, 2} - set(folds)))
    felt.settle()
    assert claims(felt) == [("Bob", 1, "flush")]


def test_star_jackpot_on_another_may_lose() -> None:
    felt = on_anns_box(anns=TENS, bobs=FLUSH)
    bet_out(felt, 1, 2)
    felt.settle()
    assert not felt.round.claims  # the flush is on the other box
    done = felt.result(1, "jackpot")
    assert (done.patron, done.result) == ("Bob", Result.LOST)


def test_star_jackpot_on_another_without_an_ante_of_ones_own() -> None:
    felt = on_anns_box(bob_plays=False)
    felt.fold(1)
    show_out(felt)
    felt.settle()
    assert claims(felt) == [("Bob", 1, "flush")]
    assert felt.net("Bob") == -5


def test_star_void_of_the_box_gives_the_others_jackpot_wager_back() -> None:
    felt = on_anns_box()
    felt.do(Void("gaming-supervisor", "breach", patrons=("Ann",)))
    done = felt.result(1, "jackpot")
    felt.shows(law.VOID, done)
    assert (done.patron, done.result, done.returned.cents) == ("Bob", Result.VOID, 5_00)


@pytest.mark.parametrize(("method", "key"), [("A", law.JACKPOT_LOSES_A), ("B", law.JACKPOT_LOSES_B)])
def test_losing_jackpot_wager_names_the_dealing_method(method: str, key: law.Key) -> None:
    felt = losing_jackpot(method)
    done = felt.result(1, "jackpot")
    felt.shows(key, done)
    assert not {law.JACKPOT_METHOD_A, law.JACKPOT_METHOD_B} & set(done.because)


def losing_jackpot(method: str) -> Felt:
    felt = Felt(CROWN_MS, jackpot=jackpot(CROWN_MS, method=method))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.deal(board="9h 5d 2c", p1="Js Jd")
    for _ in range(3):
        felt.bet(1)
        felt.reveal()
    felt.settle()
    return felt
