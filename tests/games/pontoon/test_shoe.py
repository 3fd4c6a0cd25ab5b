"""The cards and their shoe (3.1, 3.5, 3.6, 4.1, 4.6, 4.9, 17.9): what is in it, when it is shuffled, how it lasts."""

import json

import pytest

from games.pontoon.pontoon_felt import PontoonFelt, dealt, make
from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, parse_cards
from pitboss.play import Table, apply, view
from pitboss.play.acts import Call, Cut, CuttingCard, Deal, Shuffle
from pitboss.play.codec import encode
from pitboss.play.events import CardsDealt, CuttingCardOut, Shuffled
from pitboss.play.powers import Void
from pitboss.play.round import NOT_OUT, PUBLIC, ShoeState, Viewer


def play_round(felt: PontoonFelt, *, cutting_card: int = -1) -> None:
    """Ann stands on 17 against a dealer's 17; the cutting card may come out before one of the four cards."""
    felt.prepare()
    for place, card in enumerate(parse_cards("9s 7h 8h Kd")):
        if place == 3:
            felt.stand()
        need = "dealer" if place == 3 else "deal"
        if place == cutting_card:
            felt.do(CuttingCard(need))
        felt.do(Deal(need, (card,)))
    assert felt.round.is_over


def nearly_spent(left: str) -> PontoonFelt:
    """A table in the middle of a shoe in which only these cards are left."""
    game = make()
    pack = list(game.pack)
    for card in parse_cards(left):
        pack.remove(card)
    felt = PontoonFelt(game)
    felt.next_round(Table.open(game)._replace(shoe_state=ShoeState(seen=tuple(pack), out=len(pack))))
    return felt


# The cards.


@pytest.mark.parametrize(("decks", "size"), [(0, 288), (6, 288), (8, 384)])
def test_decks_of_48(decks: int, size: int) -> None:
    game = make(decks=decks)
    assert game.size == size
    copies = size // 48
    for card in DECK_52:
        assert game.pack.count(card) == (0 if str(card)[0] == "T" else copies)


@pytest.mark.parametrize("ten", ["Th", "Td", "Tc", "Ts"])
def test_decks_of_48_have_no_tens(ten: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.shows(law.DECKS_OF_48, felt.refused(Deal("deal", parse_cards(f"{ten} 7h 8h"))))
    felt.do(Deal("deal", parse_cards("9h 7h 8h")))


@pytest.mark.parametrize("decks", [6, 8])
def test_decks_of_48_have_no_card_more_often_than_there_are_decks(decks: int) -> None:
    felt = PontoonFelt(decks=decks)
    for area in range(1, 5):
        felt.wager("Ann", area)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("7s " * decks)))
    felt.shows(law.DECKS_OF_48, felt.refused(Deal("deal", parse_cards("7s"))))
    felt.do(Deal("deal", parse_cards("7c")))


def test_card_of_an_earlier_round_is_out_until_the_shuffle() -> None:
    felt = PontoonFelt()
    for number in range(3):
        felt.wager("Ann", 1)
        felt.deal("7h", p1="8s 8s")
        felt.stand()
        felt.dealer("Kd")
        if number < 2:
            felt.next_round()
    assert felt.round.seen.count(parse_cards("8s")[0]) == 6
    felt.next_round()
    felt.wager("Ann", 1)
    felt.shows(law.DECKS_OF_48, felt.refused(Deal("deal", parse_cards("8s"))))
    felt.do(CuttingCard("deal"))
    felt.deal("7h", p1="8s 8s")


def test_all_cards_come_from_the_shoe_face_up() -> None:
    felt = dealt()
    event = felt.event(CardsDealt)
    felt.shows(law.CARDS_FROM_DEVICE, event)
    felt.shows(law.FACE_UP, event)
    assert all(hand.all_up for hand in felt.round.hands)
    felt.draw("3c")
    felt.shows(law.FACE_UP, felt.event(CardsDealt))
    assert law.DEALER_DRAWS not in felt.event(CardsDealt).because
    felt.stand()
    felt.dealer("Kd")
    felt.shows(law.FACE_UP, felt.event(CardsDealt))
    felt.shows(law.CARDS_FROM_DEVICE, felt.event(CardsDealt))
    assert law.DEALER_DRAWS in felt.event(CardsDealt).because
    assert all(hand.all_up for hand in felt.round.hands)


def test_card_dealt_face_up_is_named() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.shows(law.CARD_UNSEEN, felt.refused(Deal("deal", (UNKNOWN,))))


@pytest.mark.parametrize("cards", ["", "9s 7h 8h 9d"])
def test_only_the_cards_that_are_wanted_come_out(cards: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", parse_cards(cards))))


# When the cards are shuffled.


def test_shuffle_at_start() -> None:
    felt = PontoonFelt()
    felt.shows(law.SHUFFLE_FIRST, felt.shuffle_need())
    felt.shows(law.SHUFFLE_AT_START, felt.shuffle_need())
    felt.wager("Ann", 1)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Deal("deal", parse_cards("9s 7h 8h"))))
    felt.shows(law.SHUFFLE_AT_START, felt.refused(Deal("deal", parse_cards("9s 7h 8h"))))
    felt.do(Shuffle("shuffle"))
    felt.shows(law.SHUFFLE_AT_START, felt.event(Shuffled))


def test_nothing_is_dealt_before_the_cards_are_cut_and_one_is_burned() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"))
    for act in (Cut("cut", "Ann", 60), Cut("insert", "dealer", 60), Deal("burn", (UNKNOWN,))):
        assert "deal" not in felt.needs
        felt.refused(Deal("deal", parse_cards("9s 7h 8h")))
        felt.do(act)
    assert "deal" in felt.needs
    felt.do(Deal("deal", parse_cards("9s 7h 8h")))


def test_shoe_goes_on_without_a_shuffle_while_the_cutting_card_is_in_it() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    play_round(felt)
    felt.next_round()
    assert felt.needs == ["wagers"]
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Shuffle("shuffle")))
    assert felt.round.out == 5  # the burned card and four more
    assert sorted(felt.round.seen) == sorted(parse_cards("9s 7h 8h Kd"))
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    assert felt.round.out == 8


@pytest.mark.parametrize(("card", "area"), [(1, 0), (2, 1), (3, 0)], ids=["dealer", "Ann", "dealer again"])
def test_shuffle_after_the_round_in_which_the_cutting_card_came(card: int, area: int) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    play_round(felt, cutting_card=card)
    event = felt.event(CuttingCardOut)
    assert event.area == area
    felt.shows(law.SHUFFLE_AFTER_ROUND, event)
    felt.next_round()
    felt.shows(law.SHUFFLE_AFTER_ROUND, felt.shuffle_need())
    assert (felt.table.shoe_state.cutting, felt.table.shoe_state.due) == (area, (law.SHUFFLE_AFTER_ROUND,))
    felt.wager("Ann", 1)
    felt.prepare()
    assert (felt.round.out, felt.round.seen, felt.round.cutting, felt.round.due) == (1, (), NOT_OUT, ())


def test_round_in_which_the_cutting_card_came_is_played_out() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s")), CuttingCard("deal"), Deal("deal", parse_cards("7h 8h")))
    felt.draw("3c")
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 10


def test_cutting_card_comes_out_once() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s")), CuttingCard("deal"))
    felt.shows(law.SHUFFLE_AFTER_ROUND, felt.refused(CuttingCard("deal")))


def test_cutting_card_comes_only_where_a_card_is_wanted() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    for need in ("deal", "burn", "shuffle", "wagers"):
        felt.refused(CuttingCard(need))
    felt.prepare()
    felt.deal("7h", p1="9s 8h")
    felt.shows(law.IN_TURN, felt.refused(CuttingCard("deal")))


def test_shuffle_when_the_cutting_card_comes_first_in_a_round() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    play_round(felt)
    felt.next_round()
    felt.wager("Ann", 1)
    felt.do(CuttingCard("deal"))
    felt.shows(law.SHUFFLE_AT_FIRST_CARD, felt.event(CuttingCardOut))
    felt.shows(law.SHUFFLE_AT_FIRST_CARD, felt.shuffle_need())
    felt.shows(law.SHUFFLE_AT_FIRST_CARD, felt.refused(Deal("deal", parse_cards("9s 7h 8h"))))
    assert "deal" not in felt.needs
    assert felt.round.phase == "wagers"  # no card is out: wagers may still change
    felt.wager("Bob", 2)
    felt.prepare()
    assert (felt.round.out, felt.round.seen) == (1, ())
    felt.deal("7h", p1="9s 8h", p2="9s 8h")
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    felt.next_round()
    assert felt.needs == ["wagers"]  # that shuffle was it


def test_cutting_card_after_the_first_card_asks_for_no_shuffle_yet() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s")), CuttingCard("deal"))
    assert felt.needs == ["deal"]
    assert felt.round.due == ()


def test_bets_stay_closed_when_the_cutting_card_comes_first_after_the_call() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.do(Call("no-more-bets"), CuttingCard("deal"))
    felt.shows(law.BETS_CLOSE, felt.refused(felt.placing("Bob", 2)))
    felt.deal("7h", p1="9s 8h")


# The burned card.


def test_first_card_is_burned_unseen() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"), Cut("cut", "Ann", 60), Cut("insert", "dealer", 60))
    assert felt.needs[0] == "burn"
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("burn", (UNKNOWN, UNKNOWN))))
    happened = felt.do(Deal("burn", (UNKNOWN,)))
    assert [type(event) for event in happened] == [CardsDealt]
    felt.shows(law.FIRST_CARD_BURNED, felt.event(CardsDealt))
    assert felt.event(CardsDealt).cards == (UNKNOWN,)
    assert (felt.round.out, felt.round.seen, felt.round.hands) == (1, (), ())
    assert "burn" not in felt.needs


def test_burned_card_is_in_no_view_and_nothing_that_is_written() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    written = json.dumps([encode(felt.round), *map(encode, felt.events), *map(encode, felt.acts)])
    for viewer in (PUBLIC, Viewer("dealer"), Viewer("inspector"), Viewer("patron", "Ann")):
        written += json.dumps(encode(view(felt.round, viewer)))
    assert not [str(card) for card in DECK_52 if f'"{card}"' in written]


def test_burned_card_is_not_named() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"), Cut("cut", "Ann", 60), Cut("insert", "dealer", 60))
    felt.shows(law.FIRST_CARD_BURNED, felt.refused(Deal("burn", parse_cards("As"))))


def test_no_card_is_burned_in_the_rounds_that_follow() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    play_round(felt)
    felt.next_round()
    felt.wager("Ann", 1)
    assert felt.needs == ["wagers", "no-more-bets", "deal"]


# A shoe that runs out in a round (17.9).


def test_empty_shoe_is_shuffled_and_cut_and_the_round_goes_on() -> None:
    felt = nearly_spent("9s 7h 8h")
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    assert felt.round.out == felt.game.size
    felt.says("draw")
    felt.shows(law.EMPTY_SHOE, felt.shuffle_need())
    felt.shows(law.EMPTY_SHOE, felt.refused(Deal("card-1", parse_cards("3c"))))
    felt.do(Shuffle("shuffle"))
    # What lies on the table stays there, the rest is in the stack again.
    assert sorted(felt.round.seen) == sorted(parse_cards("9s 7h 8h"))
    assert felt.round.out == 3
    felt.shows(law.PLAYERS_CUT, felt.cut_need())
    assert felt.cut_need().by == "Ann"
    assert (felt.cut_need().least, felt.cut_need().most) == (48, 285 - 48)
    felt.do(Cut("cut", "Ann", 48))
    assert felt.cut_need().most == 285 // 2
    felt.do(Cut("insert", "dealer", 40))
    felt.shows(law.FIRST_CARD_BURNED, felt.do(Deal("burn", (UNKNOWN,)))[0])
    felt.card("3c")
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 10
    felt.next_round()
    assert felt.needs == ["wagers"]
    assert felt.round.out == 6


@pytest.mark.parametrize("left", ["9s", "9s 7h"])
def test_empty_shoe_in_the_initial_deal(left: str) -> None:
    felt = nearly_spent(left)
    felt.wager("Ann", 1)
    felt.do(Deal("deal", parse_cards(left)))
    assert felt.needs[0] == "shuffle"
    felt.prepare()
    assert felt.needs == ["deal"]
    felt.do(Deal("deal", parse_cards("9s 7h 8h")[len(left.split()) :]))
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 0


def test_empty_shoe_at_the_dealers_hand() -> None:
    felt = nearly_spent("9s 7h 8h")
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.stand()
    assert felt.needs == ["shuffle", "dealer"]
    felt.prepare()
    felt.dealer("Kd")
    assert felt.round.is_over


def test_no_more_cards_come_than_are_left() -> None:
    felt = nearly_spent("9s 7h")
    felt.wager("Ann", 1)
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", parse_cards("9s 7h 8h"))))


def test_shoe_that_lasts_to_the_end_of_a_round_is_shuffled_before_the_next() -> None:
    felt = nearly_spent("9s 7h 8h Kd")
    felt.wager("Ann", 1)
    play_round(felt)
    assert felt.round.due == ()  # enough cards: nothing to shuffle in this round
    felt.next_round()
    felt.shows(law.EMPTY_SHOE, felt.shuffle_need())
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    assert felt.round.out == 4


@pytest.mark.parametrize(("status", "kept"), [("bust", False), ("stood", True)])
def test_only_hands_on_the_table_stay_out_of_the_shuffle(status: str, kept: bool) -> None:
    felt = nearly_spent("Kh Ks 7h 9h 8h 9c" if not kept else "Kh Ks 7h 9h 8h")
    for area, patron in ((1, "Ann"), (2, "Bob")):
        felt.wager(patron, area)
    felt.deal("7h", p1="Kh Ks", p2="9h 8h")
    if kept:
        felt.stand()
    else:
        felt.draw("9c")
    assert felt.hand(1).status == status
    felt.says("draw")
    felt.do(Shuffle("shuffle"))
    assert felt.round.out == (5 if kept else 3)
    assert (parse_cards("Kh")[0] in felt.round.seen) == kept


def test_replay_of_a_shoe_that_ran_out_is_the_same() -> None:
    felt = nearly_spent("9s 7h 8h")
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.says("draw")
    felt.prepare()
    felt.card("3c")
    round = felt.opening
    for act in felt.acts:
        round = apply(round, act).round
    assert round == felt.round


def test_void_round_leaves_the_cards_where_they_are() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.do(Void("casino-supervisor", "disruption"))
    felt.next_round()
    assert felt.round.out == 4
    assert felt.needs == ["wagers"]
