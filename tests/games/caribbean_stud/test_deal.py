"""The deal: order, packets, the card that lies up (Star 7; Crown 8.5.1 to 8.5.4)."""

import pytest

from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, Card, parse_cards
from pitboss.law import Reading
from pitboss.play.acts import Call, Cut, Deal, Decide, Shuffle
from pitboss.play.events import CardsDealt
from pitboss.play.round import PUBLIC, Viewer
from pitboss.play.view import view
from support import BOTH, CROWN, DEVICES, STAR, Felt

# Fifteen cards as they come out, to the dealer and to playing areas 2 and 5; the last column is the card that lies up.
ORDER = {
    (STAR, "shoe"): ([1, 4, 7, 10, 13], [2, 5, 8, 11, 14], [3, 6, 9, 12, 15], 13),
    (STAR, "shuffler"): ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15], 1),
    (CROWN, "shoe"): ([3, 6, 9, 12, 15], [1, 4, 7, 10, 13], [2, 5, 8, 11, 14], 15),
    (CROWN, "shuffler"): ([11, 12, 13, 14, 15], [1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 15),
}


def numbered(count: int) -> tuple[Card, ...]:
    return DECK_52[:count]


def two_players(game: str, device: str, **changes: object) -> Felt:
    felt = Felt(game, device=device, **changes)
    felt.ante("Bob", 5)
    felt.ante("Ann", 2)
    felt.prepare()
    return felt


def places(cards: tuple[Card, ...]) -> list[int]:
    """The cards of a hand by their place in the deck, counted from 1."""
    return [DECK_52.index(card) + 1 for card in cards]


def up_card(felt: Felt) -> int:
    """The place in the deck of the one card that the whole table sees."""
    (seen,) = (card for hand in felt.round.hands for card in hand.shown if card != UNKNOWN)
    return DECK_52.index(seen) + 1


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_order_of_the_deal(game: str, device: str) -> None:
    felt = two_players(game, device)
    (event,) = (e for e in felt.do(Deal("deal", numbered(15))) if isinstance(e, CardsDealt))
    dealer, ann, bob = felt.round.hands
    assert [hand.area for hand in felt.round.hands] == [0, 2, 5]
    assert (places(dealer.cards), places(ann.cards), places(bob.cards)) == ORDER[game, device][:3]
    felt.shows(law.SHOE_ORDER if device == "shoe" else law.PACKET_ORDER, event)
    felt.shows(law.FIVE_CARDS, event)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_up_card(game: str, device: str) -> None:
    felt = two_players(game, device)
    (event,) = (e for e in felt.do(Deal("deal", numbered(15))) if isinstance(e, CardsDealt))
    felt.shows(law.UP_CARD, event)
    assert up_card(felt) == ORDER[game, device][3]
    assert felt.round.hands[0].shown.count(UNKNOWN) == 4


@pytest.mark.parametrize(
    ("game", "device", "switch", "choice", "up"),
    [
        (STAR, "shuffler", "packetUpCard", "first", 1),
        (STAR, "shuffler", "packetUpCard", "last", 5),
        (STAR, "shoe", "packetUpCard", "last", 13),
        (STAR, "shoe", "packetUpCard", "first", 13),
        (CROWN, "shoe", "dealerUpCard", "first", 3),
        (CROWN, "shuffler", "dealerUpCard", "first", 11),
        (CROWN, "shuffler", "dealerUpCard", "last", 15),
    ],
)
def test_up_card_by_the_reading(game: str, device: str, switch: str, choice: str, up: int) -> None:
    felt = two_players(game, device, readings={switch: choice})
    (event,) = (e for e in felt.do(Deal("deal", numbered(15))) if isinstance(e, CardsDealt))
    assert up_card(felt) == up
    if (game, device) != (STAR, "shoe"):  # where the text itself says which card, no reading is cited
        felt.shows(Reading("C7") if game == STAR else Reading("K30"), event)
    else:
        assert Reading("C7") not in event.because


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_face_down(game: str, device: str) -> None:
    felt = two_players(game, device)
    (event,) = (e for e in felt.do(Deal("deal", numbered(15))) if isinstance(e, CardsDealt))
    if game == STAR:
        felt.shows(law.FACE_DOWN, event)
    else:  # Crown says it with the order of the deal
        felt.shows(law.SHOE_ORDER if device == "shoe" else law.PACKET_ORDER, event)
    seen = view(felt.round, PUBLIC)
    assert [hand.cards.count(UNKNOWN) for hand in seen.hands] == [4, 5, 5]
    ann = view(felt.round, Viewer("patron", "Ann"))
    assert [hand.cards.count(UNKNOWN) for hand in ann.hands] == [4, 0, 5]
    felt.fold(2)
    felt.bet(5)
    felt.show()
    shown = view(felt.round, PUBLIC).hands[0]
    assert shown is not None and UNKNOWN not in shown.cards


@pytest.mark.parametrize("game", BOTH)
def test_nobody_looks_before_all_cards_are_out(game: str) -> None:
    felt = two_players(game, "shoe")
    felt.do(Deal("deal", numbered(14)))
    ann = view(felt.round, Viewer("patron", "Ann"))
    assert set(ann.hands[1].cards) == {UNKNOWN}


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_five_cards(game: str, device: str) -> None:
    felt = two_players(game, device)
    felt.do(Deal("deal", numbered(15)))
    assert [len(hand.cards) for hand in felt.round.hands] == [5, 5, 5]
    felt.shows(law.FIVE_CARDS, felt.refused(Deal("deal", DECK_52[20:25])))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_deal_in_parts_is_the_same_deal(game: str, device: str) -> None:
    at_once, in_parts = two_players(game, device), two_players(game, device)
    at_once.do(Deal("deal", numbered(15)))
    size = 1 if device == "shoe" else 5
    for first in range(0, 15, size):
        in_parts.do(Deal("deal", numbered(15)[first : first + size]))
    assert in_parts.round.hands == at_once.round.hands
    assert in_parts.round.needs == at_once.round.needs


@pytest.mark.parametrize("game", BOTH)
def test_no_decision_before_the_last_card(game: str) -> None:
    felt = two_players(game, "shoe")
    felt.do(Deal("deal", numbered(14)))
    felt.shows(law.BET_OR_FOLD, felt.refused(Decide("decide-2", "Ann", "fold")))
    felt.do(Deal("deal", numbered(15)[14:]))
    felt.fold(2)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_seven_players(game: str, device: str) -> None:
    felt = Felt(game, device=device)
    for area in range(7, 0, -1):
        felt.ante(f"P{area}", area)
    felt.prepare()
    felt.do(Deal("deal", numbered(40)))
    assert [hand.area for hand in felt.round.hands] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert all(len(hand.cards) == 5 for hand in felt.round.hands)
    first = {(STAR, "shoe"): 2, (STAR, "shuffler"): 6, (CROWN, "shoe"): 1, (CROWN, "shuffler"): 1}
    assert places(felt.round.hands[1].cards)[0] == first[game, device]
    for area in (3, 1, 7, 2, 6, 5, 4):
        felt.bet(area)
    felt.settle()
    assert {s.area for s in felt.round.settlements} == set(range(1, 8))
    assert len(felt.round.settlements) == 14


@pytest.mark.parametrize("game", BOTH)
def test_card_dealt_up_is_named(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.prepare()
    unseen = (UNKNOWN,) * 10
    felt.shows(law.CARD_UNSEEN, felt.refused(Deal("deal", unseen)))
    felt.deal("?? ?? ?? ?? 2s", p1="?? ?? ?? ?? ??")
    assert felt.round.seen == parse_cards("2s")


@pytest.mark.parametrize("device", DEVICES)
def test_star_deals_without_a_call(device: str) -> None:
    felt = Felt(STAR, device=device)
    felt.ante("Ann", 1)
    felt.do(Shuffle("shuffle"))
    if device == "shoe":
        felt.do(Cut("cut", "dealer", 20))
    felt.do(Deal("deal", numbered(10)))
    assert felt.round.phase == "betting"
    felt.shows(law.BETS_CLOSE, felt.refused(Call("no-more-bets")))
