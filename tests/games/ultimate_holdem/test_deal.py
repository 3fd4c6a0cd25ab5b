"""The deal: hole cards, the board that is dealt or shown late, and who sees what (Crown 10.2, 10.5.1 to 10.5.9)."""

import pytest

from games.ultimate_holdem.holdem import (
    BOARD,
    FLOP,
    KINGS,
    NINES,
    PRE_FLOP,
    RIVER,
    STAGES,
    asked,
    check_to,
    dealt,
    finish,
    play_out,
    seat,
    table,
)
from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, Card, parse_cards
from pitboss.play.acts import Deal, Decide, Turn
from pitboss.play.events import CardsDealt, CardsTurned, Event
from pitboss.play.needs import CardsNeed, TurnNeed
from pitboss.play.round import PUBLIC, Viewer
from pitboss.play.view import view
from support import DEVICES, Felt

# Where the first eleven cards go: the dealer, areas 2 and 5, and the board, which a shoe deals as it is shown.
ORDER = {
    "shoe": ([3, 6], [1, 4], [2, 5], [7, 8, 9, 10, 11]),
    "shuffler": ([6, 7], [8, 9], [10, 11], [1, 2, 3, 4, 5]),
}
FIRST = {"shoe": 6, "shuffler": 11}
"""How many cards the first deal takes for two players."""
DEALER, COMMUNITY, ANN, BOB = range(4)


def two_players(device: str) -> Felt:
    felt = table(device=device)
    seat(felt, "Bob", 5)
    seat(felt, "Ann", 2)
    felt.prepare()
    return felt


def deal_numbered(felt: Felt) -> Event:
    """Deal the deck from the top to two players."""
    first = FIRST[felt.game.terms.device]
    felt.board = DECK_52[6:11] if felt.game.terms.device == "shoe" else ()
    return felt.do(Deal("deal", DECK_52[:first]))[-1]


def places(cards: tuple[Card, ...]) -> list[int]:
    """Cards by their place in the deck, counted from 1; 0 is a card that is not seen."""
    return [0 if card == UNKNOWN else DECK_52.index(card) + 1 for card in cards]


def seen_by(felt: Felt, viewer: Viewer) -> list[list[int]]:
    return [places(hand.cards) for hand in view(felt.round, viewer).hands]


@pytest.mark.parametrize("device", DEVICES)
def test_order_of_the_deal(device: str) -> None:
    felt = two_players(device)
    event = deal_numbered(felt)
    assert isinstance(event, CardsDealt)
    felt.shows(law.SHOE_ORDER if device == "shoe" else law.PACKET_ORDER, event)
    felt.shows(law.HOLE_CARDS, event)
    felt.shows(law.CARDS_FROM_DEVICE, event)
    felt.shows(law.FACE_DOWN, event)
    dealer, ann, bob, board = ORDER[device]
    assert [hand.area for hand in felt.round.hands] == [0, 0, 2, 5]
    assert [places(felt.round.hands[n].cards) for n in (DEALER, ANN, BOB)] == [dealer, ann, bob]
    check_to(felt, RIVER)
    assert places(felt.round.hands[COMMUNITY].cards) == board
    assert felt.round.out == 11


@pytest.mark.parametrize("device", DEVICES)
def test_board_is_shown_in_two_steps(device: str) -> None:
    felt = two_players(device)
    deal_numbered(felt)
    board = ORDER[device][3]
    assert felt.round.hands[COMMUNITY].up == 0
    for area in asked(felt):
        felt.decide(area, "check")
    flop = felt.reveal()[0]
    felt.shows(law.FLOP_SHOWN, flop)
    felt.shows(law.COMMUNITY_CARDS, flop)
    assert isinstance(flop, CardsDealt if device == "shoe" else CardsTurned)
    assert places(flop.cards) == board[:3]
    assert felt.round.hands[COMMUNITY].up == 0b111 and felt.round.phase == FLOP
    for area in asked(felt):
        felt.decide(area, "check")
    last = felt.reveal()[0]
    felt.shows(law.TURN_AND_RIVER_SHOWN, last)
    felt.shows(law.COMMUNITY_CARDS, last)
    assert isinstance(last, CardsDealt if device == "shoe" else CardsTurned)
    assert places(last.cards) == board[3:]
    assert felt.round.hands[COMMUNITY].all_up and felt.round.phase == RIVER


@pytest.mark.parametrize("stage", [PRE_FLOP, FLOP])
@pytest.mark.parametrize("device", DEVICES)
def test_board_waits_for_every_player(device: str, stage: str) -> None:
    felt = two_players(device)
    deal_numbered(felt)
    check_to(felt, stage)
    felt.decide(5, "check")
    name = "flop" if stage == PRE_FLOP else "turn-and-river"
    if device == "shoe":
        felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal(f"deal-{name}", DECK_52[20:23])))
    else:
        felt.shows(law.FLOP_SHOWN, felt.refused(Turn(f"turn-{name}")))
    felt.shows(law.DEALER_TURNS, felt.refused(Turn("turn-dealer")))
    felt.decide(2, "check")
    felt.reveal()


@pytest.mark.parametrize("device", DEVICES)
def test_who_sees_what(device: str) -> None:
    felt = two_players(device)
    deal_numbered(felt)
    _, ann, bob, board = ORDER[device]
    for stage, shown in zip(STAGES, (0, 3, 5), strict=True):
        check_to(felt, stage)
        lying = board[:shown] if device == "shoe" else board[:shown] + [0] * (5 - shown)
        assert seen_by(felt, PUBLIC) == [[0, 0], lying, [0, 0], [0, 0]]
        assert seen_by(felt, Viewer("dealer")) == [[0, 0], lying, [0, 0], [0, 0]]
        assert seen_by(felt, Viewer("patron", "Ann")) == [[0, 0], lying, ann, [0, 0]]
        assert seen_by(felt, Viewer("patron", "Bob")) == [[0, 0], lying, [0, 0], bob]
        assert seen_by(felt, Viewer("patron", "Zoe")) == [[0, 0], lying, [0, 0], [0, 0]]


@pytest.mark.parametrize("device", DEVICES)
def test_folded_cards_stay_hidden_and_played_ones_are_shown(device: str) -> None:
    felt = two_players(device)
    deal_numbered(felt)
    dealer, ann, _, board = ORDER[device]
    play_out(felt, {2: RIVER, 5: "fold"})
    assert seen_by(felt, PUBLIC) == [dealer, board, ann, [0, 0]]
    assert seen_by(felt, Viewer("patron", "Ann")) == [dealer, board, ann, [0, 0]]


@pytest.mark.parametrize("device", DEVICES)
def test_dealer_shows_after_the_last_decision(device: str) -> None:
    felt = two_players(device)
    deal_numbered(felt)
    check_to(felt, RIVER)
    felt.bet(5)
    felt.fold(2)
    seen = view(felt.round, PUBLIC).hands[0]
    assert seen is not None and set(seen.cards) == {UNKNOWN}
    (turned,) = felt.show()
    assert isinstance(turned, CardsTurned) and places(turned.cards) == ORDER[device][0]
    felt.shows(law.DEALER_TURNS, turned)
    felt.shows(law.BEST_HAND, turned)
    assert felt.round.phase == "showdown"
    assert seen_by(felt, PUBLIC)[BOB] == [0, 0]
    settled = felt.settle()
    (shown,) = (e for e in settled if isinstance(e, CardsTurned))
    assert shown.hand == BOB and places(shown.cards) == ORDER[device][2]
    felt.shows(law.BEST_HAND, shown)
    felt.shows(law.COMMUNITY_CARDS, shown)


def test_nobody_looks_before_all_cards_are_out() -> None:
    felt = two_players("shoe")
    felt.do(Deal("deal", DECK_52[:5]))
    assert seen_by(felt, Viewer("patron", "Ann"))[ANN] == [0, 0]
    felt.shows(law.BET_OR_CHECK, felt.refused(Decide("pre-flop-2", "Ann", "check")))
    felt.do(Deal("deal", DECK_52[5:6]))
    assert seen_by(felt, Viewer("patron", "Ann"))[ANN] == [1, 4]


@pytest.mark.parametrize("device", DEVICES)
def test_deal_in_parts_is_the_same_deal(device: str) -> None:
    at_once, in_parts = two_players(device), two_players(device)
    deal_numbered(at_once)
    sizes = (5, 2, 2, 2) if device == "shuffler" else (1,) * 6
    out = 0
    for size in sizes:
        in_parts.do(Deal("deal", DECK_52[out : out + size]))
        out += size
    assert in_parts.round.hands == at_once.round.hands
    assert in_parts.round.needs == at_once.round.needs


@pytest.mark.parametrize("size", [1, 4, 6, 8])
def test_packets_come_whole(size: int) -> None:
    felt = two_players("shuffler")
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", DECK_52[:size])))
    felt.do(Deal("deal", DECK_52[:7]))
    felt.do(Deal("deal", DECK_52[7:9]))
    assert felt.round.phase == "deal"


def test_board_from_the_shoe_may_come_card_by_card() -> None:
    felt = two_players("shoe")
    deal_numbered(felt)
    for area in asked(felt):
        felt.decide(area, "check")
    for card in DECK_52[6:9]:
        assert felt.round.phase == PRE_FLOP and not asked(felt)
        felt.do(Deal("deal-flop", (card,)))
    assert asked(felt) == [2, 5]
    assert places(felt.round.hands[COMMUNITY].cards) == [7, 8, 9]
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal-flop", DECK_52[9:10])))


def test_no_more_than_the_cards_awaited() -> None:
    felt = dealt()
    felt.decide(1, "check")
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal-flop", DECK_52[20:24])))
    felt.reveal()
    felt.decide(1, "check")
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal-turn-and-river", DECK_52[20:23])))
    felt.reveal()
    felt.shows(law.HOLE_CARDS, felt.refused(Deal("deal", DECK_52[20:22])))


def test_card_is_there_once() -> None:
    felt = dealt("9s 3h", "", "Kh Th")
    felt.decide(1, "check")
    felt.shows(law.DECK_OF_52, felt.refused(Deal("deal-flop", parse_cards("Kh 2c 3c"))))
    felt.shows(law.DECK_OF_52, felt.refused(Deal("deal-flop", parse_cards("2c 2c 3c"))))


# Cards that no person has named yet.


def test_cards_from_a_device_are_named_as_they_are_turned() -> None:
    felt = dealt("?? ??", "?? ?? ?? ?? ??", "?? ??", device="shuffler")
    assert felt.round.seen == () and felt.round.out == 9
    felt.decide(1, "check")
    need = felt.round.need("turn-flop")
    assert isinstance(need, TurnNeed) and (need.unknown, need.places) == (3, (0, 1, 2))
    for wrong in ((), parse_cards("Kd 9h"), parse_cards("Kd 9h ??"), parse_cards(BOARD)):
        felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-flop", wrong)))
    felt.do(Turn("turn-flop", parse_cards("Kd 9h 6s")))
    assert felt.round.hands[COMMUNITY].cards == (*parse_cards("Kd 9h 6s"), UNKNOWN, UNKNOWN)
    felt.bet(1)
    felt.shows(law.DECK_OF_52, felt.refused(Turn("turn-turn-and-river", parse_cards("4c Kd"))))
    felt.do(Turn("turn-turn-and-river", parse_cards("4c 2d")))
    assert felt.round.hands[COMMUNITY].cards == parse_cards(BOARD)
    felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-dealer")))
    felt.do(Turn("turn-dealer", parse_cards(NINES)))
    assert felt.round.need("settle") is None
    (turned,) = felt.do(Turn("turn-1", parse_cards(KINGS)))
    felt.shows(law.BEST_HAND, turned)
    felt.settle()
    assert felt.net("Ann") == 25 + 50


def test_part_of_the_board_is_known() -> None:
    felt = dealt(NINES, "Kd ?? 6s ?? 2d", KINGS, device="shuffler")
    felt.decide(1, "check")
    felt.do(Turn("turn-flop", parse_cards("9h")))
    felt.decide(1, "check")
    felt.do(Turn("turn-turn-and-river", parse_cards("4c")))
    assert felt.round.hands[COMMUNITY].cards == parse_cards(BOARD)


def test_board_from_the_shoe_is_seen_as_it_comes() -> None:
    felt = dealt("?? ??", BOARD, "?? ??")
    felt.decide(1, "check")
    felt.shows(law.CARD_UNSEEN, felt.refused(Deal("deal-flop", parse_cards("Kd ?? 6s"))))
    felt.reveal()
    felt.bet(1)
    felt.reveal()
    felt.do(Turn("turn-dealer", parse_cards(NINES)), Turn("turn-1", parse_cards(KINGS)))
    felt.settle()
    assert felt.net("Ann") == 25 + 50


def test_unseen_hand_that_folded_is_not_named() -> None:
    felt = dealt(NINES, BOARD, "?? ??")
    play_out(felt, {1: "fold"})
    assert felt.round.is_over and felt.net("Ann") == -50


@pytest.mark.parametrize("device", DEVICES)
def test_seven_players(device: str) -> None:
    felt = table(device=device)
    for area in range(7, 0, -1):
        seat(felt, f"P{area}", area, trips=5)
    felt.prepare()
    first = felt.round.need("deal")
    assert isinstance(first, CardsNeed) and len(first.slots) == (16 if device == "shoe" else 21)
    felt.do(Deal("deal", DECK_52[: len(first.slots)]))
    felt.board = DECK_52[16:21]
    assert [hand.area for hand in felt.round.hands] == [0, 0, 1, 2, 3, 4, 5, 6, 7]
    last = felt.round.hands[-1].cards
    assert places(last) == ([7, 15] if device == "shoe" else [20, 21])
    play_out(felt, {1: PRE_FLOP, 2: FLOP, 3: RIVER, 4: "fold", 5: RIVER, 6: FLOP, 7: PRE_FLOP})
    assert felt.round.out == 21 and len(set(felt.round.seen)) == 21
    assert {s.area for s in felt.round.settlements} == set(range(1, 8))
    assert len(felt.round.settlements) == 7 * 3 + 6  # Ante, Blind and Trips each, and a Play wager but for the fold
    assert not any(w.left.pieces for w in felt.round.wagers)


@pytest.mark.parametrize("device", DEVICES)
def test_everyone_in_early_and_the_board_runs_out(device: str) -> None:
    felt = two_players(device)
    deal_numbered(felt)
    for area in asked(felt):
        felt.bet(area)
    assert not asked(felt)
    finish(felt)
    assert places(felt.round.hands[COMMUNITY].cards) == ORDER[device][3]
    assert felt.round.is_over
