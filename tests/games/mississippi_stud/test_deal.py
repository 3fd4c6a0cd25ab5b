"""The deal: hole cards, community cards one by one or as a packet, and who may see them (Star 7; Crown 9.5, 9.6)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, Card, parse_cards
from pitboss.law import BookError, Reading
from pitboss.play.acts import Call, Cut, Deal, Decide, Shuffle, Turn
from pitboss.play.events import CardsDealt, CardsTurned
from pitboss.play.needs import CardsNeed, DecisionNeed, Slot, TurnNeed
from pitboss.play.round import PUBLIC, Viewer
from pitboss.play.view import view
from support import CROWN_MS, DEVICES, MISSISSIPPI, STAR_MS, Felt

STREETS = ("3rd-street", "4th-street", "5th-street")
SHOWN = (law.THIRD_STREET_SHOWN, law.FOURTH_STREET_SHOWN, law.FIFTH_STREET_SHOWN)
BOARD, JACKS, KING_QUEEN = "9h 5d 2c", "Js Jd", "Ks Qd"

# Seven cards as they come out, to the community and to playing areas 2 and 5.
ORDER = {"shoe": ([5, 6, 7], [1, 3], [2, 4]), "shuffler": ([1, 2, 3], [4, 5], [6, 7])}


def two_players(game: str, device: str = "shoe", **changes: Any) -> Felt:
    felt = Felt(game, device=device, **changes)
    felt.ante("Bob", 5)
    felt.ante("Ann", 2)
    felt.prepare()
    return felt


def places(cards: tuple[Card, ...]) -> list[int]:
    """Cards by their place in the deck, counted from 1."""
    return [DECK_52.index(card) + 1 for card in cards]


def deal_in_order(felt: Felt) -> CardsDealt:
    """Deal the first cards of an unshuffled deck."""
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    felt.board = DECK_52[4:7]  # what a shoe has next
    (event,) = (e for e in felt.do(Deal("deal", DECK_52[: len(need.slots)])) if isinstance(e, CardsDealt))
    return event


def bet_all(felt: Felt) -> None:
    for need in felt.round.needs:
        assert isinstance(need, DecisionNeed)
        felt.bet(need.area)


def seen(felt: Felt) -> list[int]:
    """The community cards that the whole table sees, by their place in the deck."""
    return places(tuple(card for card in view(felt.round, PUBLIC).hands[0].cards if card != UNKNOWN))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_order_of_the_deal(game: str, device: str) -> None:
    felt = two_players(game, device)
    event = deal_in_order(felt)
    felt.shows(law.SHOE_ORDER if device == "shoe" else law.PACKET_ORDER, event)
    felt.shows(law.HOLE_CARDS, event)
    felt.shows(law.CARDS_FROM_DEVICE, event)
    if game == STAR_MS:
        felt.shows(law.FACE_DOWN, event)
    for _ in STREETS:
        bet_all(felt)
        felt.reveal()
    community, ann, bob = felt.round.hands
    assert [hand.area for hand in felt.round.hands] == [0, 2, 5]
    assert (places(community.cards), places(ann.cards), places(bob.cards)) == ORDER[device]
    assert community.all_up


def test_shoe_goes_round_one_card_at_a_time() -> None:
    felt = two_players(STAR_MS)
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    assert [slot.area for slot in need.slots] == [2, 5, 2, 5]
    assert not need.packets and not any(slot.up for slot in need.slots)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_shuffler_deals_the_community_packet_first(game: str) -> None:
    felt = two_players(game, "shuffler")
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    assert need.packets == (3, 2, 2)
    assert [slot.area for slot in need.slots] == [0, 0, 0, 2, 2, 5, 5]
    assert not any(slot.up for slot in need.slots)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_deal_in_parts_is_the_same_deal(game: str, device: str) -> None:
    at_once, in_parts = two_players(game, device), two_players(game, device)
    deal_in_order(at_once)
    sizes = (1, 1, 1, 1) if device == "shoe" else (3, 2, 2)
    out = 0
    for size in sizes:
        in_parts.do(Deal("deal", DECK_52[out : out + size]))
        out += size
    assert in_parts.round.hands == at_once.round.hands
    assert in_parts.round.needs == at_once.round.needs


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_no_decision_before_the_last_card(game: str) -> None:
    felt = two_players(game)
    felt.do(Deal("deal", DECK_52[:3]))
    felt.shows(law.BET_OR_FOLD, felt.refused(Decide("3rd-street-2", "Ann", "fold")))
    felt.do(Deal("deal", DECK_52[3:4]))
    felt.fold(2)


# The community cards.


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_shoe_deals_each_community_card_as_it_is_shown(game: str) -> None:
    felt = two_players(game)
    event = deal_in_order(felt)
    if game == CROWN_MS:
        felt.shows(Reading("K28"), event)
    assert not felt.round.hands[0].cards
    for street, (name, key) in enumerate(zip(STREETS, SHOWN, strict=True)):
        felt.shows(law.HOLE_CARDS, felt.refused(Deal(f"deal-{name}", DECK_52[20:21])))  # players first
        bet_all(felt)
        assert felt.round.needs == (CardsNeed(f"deal-{name}", (Slot(0, 0, up=True),)),)
        felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal(f"deal-{name}", DECK_52[20:22])))
        felt.shows(law.CARD_UNSEEN, felt.refused(Deal(f"deal-{name}", (UNKNOWN,))))
        (shown,) = (e for e in felt.reveal() if isinstance(e, CardsDealt))
        felt.shows(key, shown)
        felt.shows(law.COMMUNITY_CARDS, shown)
        assert seen(felt) == [5, 6, 7][: street + 1]


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_shuffler_turns_each_community_card_in_its_turn(game: str) -> None:
    felt = two_players(game, "shuffler")
    deal_in_order(felt)
    assert seen(felt) == []
    for street, (name, key) in enumerate(zip(STREETS, SHOWN, strict=True)):
        felt.shows(law.THIRD_STREET_SHOWN, felt.refused(Turn(f"turn-{name}")))  # players first
        bet_all(felt)
        assert felt.round.needs == (TurnNeed(f"turn-{name}", 0, 0, places=(street,)),)
        (shown,) = (e for e in felt.reveal() if isinstance(e, CardsTurned))
        felt.shows(key, shown)
        felt.shows(law.COMMUNITY_CARDS, shown)
        assert places(shown.cards) == [street + 1]
        assert seen(felt) == [1, 2, 3][: street + 1]


@pytest.mark.parametrize(("choice", "order"), [("bottom", [1, 2, 3]), ("top", [3, 2, 1])])
def test_star_order_of_the_community_packet_by_the_reading(choice: str, order: list[int]) -> None:
    felt = two_players(STAR_MS, "shuffler", readings={"communityPacketFirst": choice})
    event = deal_in_order(felt)
    felt.shows(Reading("M20"), event)
    turned = []
    for key in SHOWN:
        bet_all(felt)
        (shown,) = (e for e in felt.reveal() if isinstance(e, CardsTurned))
        felt.shows(key, shown)
        turned += places(shown.cards)
    assert turned == order


def test_star_shoe_needs_no_such_reading() -> None:
    felt = two_players(STAR_MS, readings={"communityPacketFirst": "top"})
    assert Reading("M20") not in deal_in_order(felt).because
    for _ in STREETS:
        bet_all(felt)
        felt.reveal()
    assert places(felt.round.hands[0].cards) == [5, 6, 7]


def test_crown_has_no_such_choice() -> None:
    with pytest.raises(BookError):
        Felt(CROWN_MS, readings={"communityPacketFirst": "top"})


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_unseen_community_cards_are_named_when_turned(game: str) -> None:
    felt = Felt(game, device="shuffler")
    felt.ante("Ann", 1)
    felt.deal(board="?? 5d ??", p1=JACKS)
    felt.bet(1)
    felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-3rd-street")))
    felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-3rd-street", parse_cards("9h 2c"))))
    felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-3rd-street", (UNKNOWN,))))
    for out in ("Js", "5d"):
        felt.shows(law.DECK_OF_52, felt.refused(Turn("turn-3rd-street", parse_cards(out))))
    felt.do(Turn("turn-3rd-street", parse_cards("9h")))
    felt.bet(1)
    felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-4th-street", parse_cards("7d"))))  # it is known
    felt.do(Turn("turn-4th-street"))
    felt.bet(1)
    felt.shows(law.DECK_OF_52, felt.refused(Turn("turn-5th-street", parse_cards("9h"))))
    felt.do(Turn("turn-5th-street", parse_cards("2c")))
    assert felt.round.hands[0].cards == parse_cards(BOARD)
    felt.settle()
    assert felt.net("Ann") == 4 * 25


def test_star_unseen_community_cards_from_the_top() -> None:
    felt = Felt(STAR_MS, device="shuffler", readings={"communityPacketFirst": "top"})
    felt.ante("Ann", 1)
    felt.deal(board="?? ?? ??", p1=JACKS)
    for street, card in zip(STREETS, parse_cards("9h 5d 2c"), strict=True):
        felt.bet(1)
        felt.do(Turn(f"turn-{street}", (card,)))
    assert felt.round.hands[0].cards == parse_cards("2c 5d 9h")
    felt.settle()
    assert felt.net("Ann") == 4 * 25


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_unseen_hole_cards_are_named_at_the_end(game: str, device: str) -> None:
    felt = Felt(game, device=device)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(board=BOARD, p1="?? ??", p2="?? Qd")
    felt.bet(1)
    felt.fold(2)
    felt.reveal()
    for _ in range(2):
        felt.bet(1)
        felt.reveal()
    assert felt.round.need("settle") is None and felt.round.need("turn-2") is None  # a folded hand stays down
    felt.shows(law.DECK_OF_52, felt.refused(Turn("turn-1", parse_cards("9h Js"))))
    felt.shows(law.BEST_HAND, felt.do(Turn("turn-1", parse_cards(JACKS)))[0])
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (4 * 25, -25)


# Who sees what.


def unseen(felt: Felt, viewer: Viewer) -> list[int]:
    """How many cards of each hand a viewer does not see."""
    return [hand.cards.count(UNKNOWN) for hand in view(felt.round, viewer).hands]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_nobody_sees_anothers_hole_cards_nor_a_community_card_before_its_time(game: str, device: str) -> None:
    felt = two_players(game, device)
    felt.deal(board=BOARD, p2=JACKS, p5=KING_QUEEN)
    ann, bob = Viewer("patron", "Ann"), Viewer("patron", "Bob")
    for street in range(4):
        down = 3 - street if device == "shuffler" else 0
        assert unseen(felt, PUBLIC) == [down, 2, 2]
        assert unseen(felt, Viewer("dealer")) == [down, 2, 2]
        assert unseen(felt, Viewer("patron", "Zoe")) == [down, 2, 2]
        assert unseen(felt, ann) == [down, 0, 2]
        assert unseen(felt, bob) == [down, 2, 0]
        if street < 3:
            bet_all(felt)
            felt.reveal()
    felt.settle()
    assert unseen(felt, PUBLIC) == [0, 0, 0]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_folded_hand_is_never_shown(game: str, device: str) -> None:
    felt = two_players(game, device)
    felt.deal(board=BOARD, p2=JACKS, p5=KING_QUEEN)
    felt.fold(2)
    felt.bet(5)
    felt.reveal()
    for _ in range(2):
        felt.bet(5)
        felt.reveal()
    felt.settle()
    assert unseen(felt, PUBLIC) == [0, 2, 0]


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_nobody_looks_before_all_hole_cards_are_out(game: str, device: str) -> None:
    felt = two_players(game, device)
    felt.do(Deal("deal", DECK_52[: 3 if device == "shoe" else 5]))
    assert set(view(felt.round, Viewer("patron", "Ann")).hands[1].cards) == {UNKNOWN}


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_player_is_asked_only_their_own(game: str) -> None:
    felt = two_players(game)
    felt.deal(board=BOARD, p2=JACKS, p5=KING_QUEEN)
    asked = view(felt.round, Viewer("patron", "Ann")).needs
    assert [need.id for need in asked] == ["3rd-street-2"]
    assert not view(felt.round, PUBLIC).needs


# The whole table.


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_seven_players(game: str, device: str) -> None:
    felt = Felt(game, device=device)
    for area in range(7, 0, -1):
        felt.ante(f"P{area}", area)
    felt.prepare()
    deck = DECK_52[:17]
    first = deck[:14] if device == "shoe" else deck
    felt.board = deck[14:]
    felt.do(Deal("deal", first))
    assert [hand.area for hand in felt.round.hands] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert all(len(hand.cards) == 2 for hand in felt.round.hands[1:])
    assert places(felt.round.hands[7].cards) == ([7, 14] if device == "shoe" else [16, 17])
    for _ in STREETS:
        for area in (3, 1, 7, 2, 6, 5, 4):
            felt.bet(area)
        felt.reveal()
    felt.settle()
    assert len(felt.round.settlements) == 7 * 4
    assert len(felt.round.seen) == 17 == len(set(felt.round.seen))


@pytest.mark.parametrize("device", DEVICES)
def test_star_deals_without_a_call(device: str) -> None:
    felt = Felt(STAR_MS, device=device)
    felt.ante("Ann", 1)
    felt.do(Shuffle("shuffle"))
    if device == "shoe":
        felt.do(Cut("cut", "dealer", 20))
    felt.do(Deal("deal", DECK_52[: 2 if device == "shoe" else 5]))
    assert felt.round.phase == "3rd-street"
    felt.shows(law.BETS_CLOSE, felt.refused(Call("no-more-bets")))
