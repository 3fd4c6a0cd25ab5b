"""What goes wrong at a Pontoon table (17): each rule where it holds, then with one condition flipped."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt, dealt
from pitboss import law
from pitboss.cards import UNKNOWN, Card, Shoe, parse_cards
from pitboss.law import Key, Reading
from pitboss.play.acts import CuttingCard, Deal, Lapse, Shuffle
from pitboss.play.dealer import answer, draw_extra
from pitboss.play.events import CardsDealt, Event, IrregularityRuled, RoundEnded
from pitboss.play.irregularity import (
    CHECK_CARDS,
    CHECK_DEVICE,
    FOREIGN,
    INSPECTOR,
    RACK_PLACE,
    SURVEILLANCE,
    IntendedHand,
    Irregularity,
    effects,
    facts,
    remedies,
)
from pitboss.play.powers import Void
from pitboss.play.round import OFFERED, UNDER_SHOE, CardSetAside
from pitboss.play.wager import Result


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text)


def report(fact: str, remedy: str, extra: str = "", rank: str = "dealer", **fields: Any) -> Irregularity:
    return Irregularity(fact, remedy, rank, extra=cards(extra), **fields)


def ruled(felt: PontoonFelt, act: Irregularity, *keys: Key | Reading) -> list[Event]:
    """Report, and see the ruling rest on these rules."""
    happened = felt.do(act)
    event = happened[0]
    assert isinstance(event, IrregularityRuled)
    assert (event.fact, event.remedy) == (act.fact, act.remedy)
    for key in keys:
        felt.shows(key, event)
    return happened


def offered(felt: PontoonFelt, act: Irregularity) -> list[str]:
    """The remedies that the rules have for a report."""
    return [remedy.name for remedy in remedies(felt.round, act)]


def laid(**hands: str) -> tuple[IntendedHand, ...]:
    """The cards as they should have come, by the numbers of the hands: `laid(h1="9s 8h")`."""
    return tuple(IntendedHand(int(name[1:]), cards(text)) for name, text in hands.items())


def two_players(dealer: str = "6h", *, ann: str = "Ks 5h", bob: str = "9s 3h", **changes: Any) -> PontoonFelt:
    felt = PontoonFelt(**changes)
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 2, 30)
    felt.deal(dealer, p1=ann, p2=bob)
    return felt


def aside(felt: PontoonFelt) -> list[CardSetAside]:
    """The cards of the round that lie in no hand, and where."""
    return [*felt.round.irregular.aside]


# 17.1, 17.1.1 and 17.17: cards that are burned.


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_face_up_card_is_burned_and_play_goes_on(device: str) -> None:
    felt = two_players(device=device)
    out, needs = felt.round.out, felt.needs
    ruled(felt, report("card-face-up", "burn", "4c"), law.FACE_UP_CARD_BURNED)
    assert (felt.round.out, felt.needs) == (out + 1, needs)
    assert felt.round.irregular.aside == (CardSetAside(cards("4c")[0], RACK_PLACE),)
    felt.draw("2c")
    assert felt.hand(1).cards == cards("Ks 5h 2c")


def test_device_is_emptied_after_the_round_by_a_supervisor() -> None:
    felt = two_players(device="shuffler")
    act = report("card-face-up", "burn-and-check", "4c")
    assert law.DEVICE_EMPTIED in felt.refused(act).because  # the dealer may not
    ruled(felt, act._replace(rank=SUPERVISOR), law.DEVICE_EMPTIED, law.FACE_UP_CARD_BURNED)
    assert felt.event(IrregularityRuled).follows == (CHECK_DEVICE,)
    assert offered(two_players(), act) == ["burn"]  # a shoe is not emptied


@pytest.mark.parametrize("between_rounds", [False, True])
def test_face_up_card_that_was_the_last_has_the_discards_shuffled(between_rounds: bool) -> None:
    felt = over() if between_rounds else two_players()
    if between_rounds:
        felt.next_round()
    left = [c for c in felt.game.deck for _ in range(6 - felt.round.seen.count(c))]
    felt.round = felt.round._replace(out=felt.game.size - 1, seen=tuple(left[:-1]) + felt.round.seen)
    if not between_rounds:
        felt.says("draw")
    felt.do(report("card-face-up", "burn", str(left[-1])))
    assert felt.round.due == (law.EMPTY_SHOE,)
    felt.shows(law.EMPTY_SHOE, felt.shuffle_need())


def test_face_up_card_is_named_and_is_one_of_the_decks() -> None:
    felt = two_players()
    assert law.CARD_UNSEEN in felt.refused(report("card-face-up", "burn", "??")).because
    assert law.DECKS_OF_48 in felt.refused(report("card-face-up", "burn", "Tc")).because
    for extra in ("", "4c 5c"):  # one card came out
        felt.shows(law.CARDS_FROM_DEVICE, felt.refused(report("card-face-up", "burn", extra)))


@pytest.mark.parametrize("card", ["4c", "??"])
def test_burned_card_stays_burned(card: str) -> None:
    felt = two_players()
    felt.says("draw")
    out = felt.round.out
    ruled(felt, report("burned-in-error", "stays-burned", card), law.BURNED_STAYS)
    assert (felt.round.out, felt.needs) == (out + 1, ["card-1"])
    felt.card("2c")
    assert felt.hand(1).cards == cards("Ks 5h 2c")


# 17.2 to 17.4: a card dealt in error is offered on.


def misdeal(felt: PontoonFelt, card: str = "8c") -> None:
    ruled(felt, report("card-misdealt", "use-next", card), law.MISDEALT_NEXT)


def test_misdealt_card_is_offered_to_the_hand_in_play() -> None:
    felt = two_players()
    misdeal(felt, "6c")
    assert felt.asked().patron == "Ann"
    assert [option.name for option in felt.asked().options] == ["accept", "refuse"]
    assert aside(felt) == [CardSetAside(cards("6c")[0], OFFERED)]
    out = felt.round.out
    assert Reading("P43") in felt.asked().options[0].because
    happened = felt.says("accept")
    dealt_on = next(event for event in happened if isinstance(event, CardsDealt))
    felt.shows(law.MISDEALT_NEXT, dealt_on)
    assert felt.round.out == out  # it was out already
    assert aside(felt) == []
    assert felt.hand(1).cards == cards("Ks 5h 6c")  # 21, which is paid at once
    assert felt.result(1, "wager").result is Result.WON


def test_hand_that_refuses_the_misdealt_card_gets_no_other() -> None:
    felt = two_players()
    misdeal(felt)
    happened = felt.says("refuse")
    felt.shows(law.MISDEALT_REFUSED, happened[0])
    assert Reading("P44") in happened[0].because
    assert felt.hand(1).status == "stood"
    assert felt.asked().patron == "Bob"  # it is offered on
    felt.says("accept")
    assert felt.hand(2).cards == cards("9s 3h 8c")
    felt.stand()
    felt.dealer("Kd 5d")  # 21 against 15 and 20
    assert (felt.net("Ann"), felt.net("Bob")) == (-20, -30)


def test_misdealt_card_that_all_refuse_is_the_dealers_next() -> None:
    felt = two_players()
    misdeal(felt)
    felt.says("refuse")
    happened = felt.says("refuse")
    felt.shows(law.MISDEALT_TO_DEALER, next(event for event in happened if isinstance(event, CardsDealt)))
    assert felt.hand(0).cards == cards("6h 8c")
    assert felt.needs == ["dealer"]
    felt.dealer("9d")
    assert (felt.net("Ann"), felt.net("Bob")) == (20, 30)  # 23


def test_misdealt_card_refused_by_all_may_decide_insurance() -> None:
    felt = dealt("Ah", "9s 8h", dollars=20)
    felt.call("insurance")
    felt.says("insure", 10)
    felt.call("insurance-closed")
    felt.call("surrender")
    felt.call("surrender-closed")
    misdeal(felt, "Kc")
    felt.says("refuse")
    assert felt.round.is_over and felt.net("Ann") == 0  # pontoon: the wager is lost, insurance pays 2 to 1


def test_player_who_does_not_answer_the_offer_gets_no_card() -> None:
    felt = two_players()
    misdeal(felt)
    happened = felt.do(Lapse(felt.asked().id, "absent"))
    felt.shows(law.MISDEALT_REFUSED, happened[0])
    felt.shows(law.LAPSE_STANDS, happened[0])
    assert felt.hand(1).status == "stood" and felt.asked().patron == "Bob"


def test_hand_of_one_card_must_take_the_misdealt_card() -> None:
    felt = dealt("6h", "8s 8h", dollars=20)
    felt.says("split")
    assert felt.needs == ["card-1"]
    misdeal(felt, "5c")
    assert felt.hand(1).cards == cards("8s 5c")
    assert felt.asked().kind == "play"  # it may go on, and draw
    felt.draw("2c")


def test_misdealt_card_passes_from_a_split_hand_to_the_next_which_must_take_it() -> None:
    felt = dealt("6h", "8s 8h", dollars=20)
    felt.split("5c")
    misdeal(felt, "9c")
    felt.says("refuse")
    assert felt.hand(1).status == "stood"
    assert felt.hand(2).cards == cards("8h 9c")
    assert felt.asked(hand=2).kind == "play"


def test_player_who_has_called_for_a_card_may_refuse_the_misdealt_one() -> None:
    felt = dealt("6h", "Ks 5h")
    felt.says("draw")
    misdeal(felt)
    felt.says("refuse")
    assert felt.hand(1).cards == cards("Ks 5h")


def test_doubled_hand_takes_the_misdealt_card() -> None:
    felt = dealt("6h", "Ks 5h", dollars=20)
    felt.says("double")
    misdeal(felt, "3c")
    assert felt.hand(1).cards == cards("Ks 5h 3c")
    assert felt.hand(1).sideways == 2 and felt.asked().kind == "forfeit"
    assert Reading("P45") in felt.event(CardsDealt).because


def test_doubled_hand_takes_it_once_the_others_on_it_have_decided() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 1, 10)
    felt.deal("6h", p1="Ks 5h")
    felt.says("double", patron="Ann")
    misdeal(felt, "3c")
    assert felt.asked().patron == "Bob" and felt.hand(1).cards == cards("Ks 5h")
    felt.says("pass")
    assert felt.hand(1).cards == cards("Ks 5h 3c")


def test_controlling_player_answers_for_all_on_the_box() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 20)
    felt.wager("Bob", 1, 10)
    felt.deal("6h", p1="Ks 5h")
    misdeal(felt, "Kc")
    assert [need.patron for need in felt.round.needs] == ["Ann"]  # type: ignore[union-attr]
    felt.says("accept")
    assert (felt.net("Ann"), felt.net("Bob")) == (-20, -10)


def test_hand_that_has_stood_is_passed_over() -> None:
    felt = two_players()
    felt.stand()
    misdeal(felt)
    assert felt.asked().patron == "Bob"


def test_card_misdealt_in_the_initial_deal_goes_to_the_next_place() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.prepare()
    felt.do(Deal("deal", cards("9s 8h")))
    misdeal(felt, "4c")
    assert felt.hand(0).cards == cards("4c")
    felt.do(Deal("deal", cards("2s")))
    misdeal(felt, "5c")
    assert felt.hand(2).cards == cards("8h 5c")
    assert felt.asked().patron == "Ann" and felt.round.phase == "play"


def test_card_misdealt_before_the_offers_waits_for_the_play() -> None:
    felt = dealt("Kh", "9s 5h")
    misdeal(felt, "3c")
    assert felt.needs == ["surrender"]
    felt.pass_offers()
    felt.says("accept")
    assert felt.hand(1).cards == cards("9s 5h 3c")


def test_card_misdealt_before_the_discards_are_back_stays_out() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    felt.deal_cards("6h", p1="9s 5h")
    misdeal(felt, "3c")
    assert felt.round.cards_off_table().count(cards("3c")[0]) == 5
    felt.do(Shuffle("return"))
    assert (felt.round.out, felt.round.seen) == (4, (*felt.hand(0).cards, *felt.hand(1).cards, *cards("3c")))
    felt.says("accept")
    assert felt.hand(1).cards == cards("9s 5h 3c")


def test_card_misdealt_while_the_dealer_draws_is_the_dealers() -> None:
    felt = dealt("6h", "Ks 9h")
    felt.stand()
    misdeal(felt, "Kc")
    assert felt.hand(0).cards == cards("6h Kc") and felt.needs == ["dealer"]


def test_exposed_card_to_the_dealers_open_hand_is_offered_to_the_players() -> None:
    felt = two_players()
    ruled(felt, report("card-to-dealer", "use-next", "8c"), law.MISDEALT_NEXT)
    assert felt.asked().patron == "Ann"


def test_one_misdealt_card_at_a_time() -> None:
    felt = two_players()
    misdeal(felt)
    assert law.NO_CLAUSE in felt.refused(report("card-misdealt", "use-next", "2c")).because


def test_first_cards_are_shown_before_a_misdealt_card_is_taken() -> None:
    felt = PontoonFelt(grant=[law.FIRST_TWO_DOWN])
    felt.wager("Ann", 1)
    felt.deal("6h", p1="?? ??")
    misdeal(felt, "3c")
    assert [option.name for option in felt.asked().options] == ["refuse"]
    felt.turn(1, "9s 5h")
    felt.says("accept")
    assert felt.hand(1).cards == cards("9s 5h 3c")


def test_player_whose_wager_is_voided_is_offered_nothing() -> None:
    felt = two_players()
    misdeal(felt)
    felt.do(Void(SUPERVISOR, "breach", patrons=("Ann",)))
    assert felt.asked().patron == "Bob" and felt.asked().kind == "offered-card"


# 17.5 and 17.6: a card too many at the dealer's hand.


def over(dealer: str = "Kd", **changes: Any) -> PontoonFelt:
    felt = dealt("9h", "Ks 8h", **changes)
    felt.stand()
    felt.dealer(dealer)
    assert felt.round.is_over
    return felt


def test_exposed_card_to_the_dealers_complete_hand_is_burned() -> None:
    felt = over()
    net, out = felt.net("Ann"), felt.round.out
    assert [fact.name for fact in facts(felt.round)] == ["card-to-dealer", "dealing-error"]
    ruled(felt, report("card-to-dealer", "burn", "2c"), law.DEALER_EXTRA_BURNED)
    assert (felt.net("Ann"), felt.round.out, felt.round.is_over) == (net, out + 1, True)
    felt.next_round()
    assert (felt.round.out, felt.round.irregular.aside) == (out + 1, ())


def test_exposed_card_is_burned_before_the_next_round_begins_too() -> None:
    felt = over()
    felt.next_round()
    ruled(felt, report("card-to-dealer", "burn", "2c"), law.DEALER_EXTRA_BURNED)
    felt.wager("Ann", 1)
    assert felt.needs == ["wagers", "no-more-bets", "deal"]


def test_exposed_card_is_not_burned_while_the_dealer_draws() -> None:
    felt = dealt("6h", "Ks 9h")
    felt.stand()
    assert offered(felt, report("card-to-dealer", "", "2c")) == ["use-next"]
    assert offered(over(), report("card-to-dealer", "", "??")) == ["lay-under"]


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_unexposed_card_lies_under_the_shoe_and_is_the_first_of_the_next_round(device: str) -> None:
    felt = over(device=device)
    out = felt.round.out
    ruled(felt, report("card-to-dealer", "lay-under", "??"), law.CARD_UNDER_SHOE)
    assert felt.round.out == out  # it counts as not removed
    felt.next_round()
    assert felt.table.shoe_state.under == 1
    assert aside(felt) == [CardSetAside(UNKNOWN, UNDER_SHOE)]
    felt.wager("Ann", 1)
    assert felt.needs == ["wagers", "no-more-bets", "under-shoe"]
    felt.wager("Bob", 2)  # wagers are open until it is dealt (P18)
    happened = felt.do(Deal("under-shoe", cards("5c")))
    first = next(event for event in happened if isinstance(event, CardsDealt))
    felt.shows(law.CARD_UNDER_SHOE, first)
    assert Reading("P18") in first.because
    assert (felt.round.out, aside(felt), felt.hand(1).cards) == (out + 1, [], cards("5c"))
    assert felt.needs == ["deal"]
    felt.do(Deal("deal", cards("6c 7c 8c 9c")))
    assert (felt.hand(1).cards, felt.hand(2).cards, felt.hand(0).cards) == (cards("5c 8c"), cards("6c 9c"), cards("7c"))


def test_virtual_shoe_deals_the_card_from_under_it() -> None:
    felt = PontoonFelt()
    shoe: Shoe | None = None
    felt.wager("Ann", 1)

    def deal_on() -> None:
        nonlocal shoe
        while found := answer(felt.round, shoe, lambda pack: Shoe.shuffle(pack, b"any", chosen=True)):
            act, shoe = found
            felt.do(act._replace(chosen=False) if isinstance(act, Shuffle) else act)

    deal_on()
    assert shoe is not None and felt.round.phase == "play"
    act, shoe = draw_extra(report("card-to-dealer", "lay-under", "??"), shoe)
    felt.do(act)
    under = shoe.take_under()[0]
    while not felt.round.is_over:
        felt.stand()
        deal_on()
    felt.next_round()
    felt.wager("Ann", 1)
    next_two = shoe.draw(2)[0]
    deal_on()
    assert felt.hand(1).cards + felt.hand(0).cards == (*under, next_two[1], next_two[0])


def test_unexposed_card_in_mid_round_is_not_dealt_in_it() -> None:
    felt = two_players()
    felt.do(report("card-to-dealer", "lay-under", "??"))
    felt.draw("2c")
    felt.stand()
    felt.stand()
    felt.dealer("Kd 5d")
    felt.next_round()
    assert felt.table.shoe_state.under == 1
    assert law.NO_CLAUSE in felt.refused(report("card-to-dealer", "lay-under", "??")).because  # one lies there


def test_card_under_the_shoe_is_shuffled_with_the_others() -> None:
    felt = dealt("9h", "Ks 8h")
    felt.stand()
    felt.do(CuttingCard("dealer"))
    felt.dealer("Kd")
    felt.do(report("card-to-dealer", "lay-under", "??"))
    felt.next_round()
    felt.wager("Ann", 1)
    felt.prepare()
    assert felt.round.irregular.aside == ()
    assert "deal" in felt.needs


# 17.7: a round dealt to no player.


def test_round_with_no_wagers_is_void_and_its_cards_are_burned() -> None:
    felt = over()
    felt.next_round()
    shoe_state, out = felt.table.shoe_state, felt.round.out
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(report("no-wagers", "void")))
    ruled(felt, report("no-wagers", "void", "2c 3c ??"), law.NO_WAGERS_VOID)
    assert felt.round.is_over and felt.round.out == out + 3
    assert felt.refused(Deal("dealer", cards("4c"))).words
    felt.next_round()
    assert (felt.table.shoe_state.rounds, felt.table.shoe_state.always) == (shoe_state.rounds, shoe_state.always)


def test_round_with_a_wager_is_not_void_for_want_of_wagers() -> None:
    felt = over()
    felt.next_round()
    felt.wager("Ann", 1)
    assert law.NO_CLAUSE in felt.refused(report("no-wagers", "void", "2c")).because


# 17.8: a dealing error.


def error(felt: PontoonFelt, **hands: str) -> Irregularity:
    return report("dealing-error", "", laid=laid(**hands))


def test_round_is_put_as_it_should_have_been() -> None:
    felt = two_players(ann="Ks 9h", bob="3s 5h")
    act = error(felt, h1="3s 9h", h2="Ks 5h")._replace(remedy="rebuild")
    assert offered(felt, act) == ["rebuild"]
    shown = effects(felt.round, act)  # before it is confirmed
    assert [(hand.hand, hand.shown) for hand in shown.hands] == [(1, cards("3s 9h")), (2, cards("Ks 5h"))]
    ruled(felt, act, law.ROUND_REBUILT)
    assert Reading("P46") in felt.event(IrregularityRuled).because
    felt.draw("9c")
    assert felt.hand(1).cards == cards("3s 9h 9c")  # and so 21
    assert felt.asked().patron == "Bob"


def test_round_is_put_right_after_a_decision_that_was_open_all_the_same() -> None:
    felt = two_players(ann="9s 5h", bob="3s 7h")
    felt.draw("2c")
    felt.stand()
    act = error(felt, h1="3s 5h 2c", h2="9s 7h")
    assert offered(felt, act) == ["rebuild"]
    felt.do(act._replace(remedy="rebuild"))
    assert felt.asked().hand == 2


def test_round_is_void_where_a_decision_was_not_open() -> None:
    felt = two_players(ann="9s 5h", bob="As 7h")
    felt.draw("2c")
    felt.stand()
    # with Bob's cards Ann would have had 21 before she stood
    act = error(felt, h1="As 9s 5h", h2="2c 7h")
    assert offered(felt, act) == ["rebuild"]
    assert offered(felt, error(felt, h1="9s 5h 7h", h2="As 2c")) == ["void"]


def test_round_is_void_where_the_order_is_not_known() -> None:
    felt = two_players()
    act = error(felt)._replace(remedy="void")
    assert law.UNREBUILT_VOID in felt.refused(act).because  # a supervisor authorises it
    ruled(felt, act._replace(rank=SUPERVISOR), law.UNREBUILT_VOID)
    felt.shows(law.VOID_PLAYS_ON, felt.event(RoundEnded))
    assert felt.round.is_over and (felt.net("Ann"), felt.net("Bob")) == (0, 0)
    out = felt.round.out
    felt.next_round()
    assert (felt.round.due, felt.round.out) == ((), out)  # play goes on with the cards that are left


def test_hand_that_is_settled_is_not_put_otherwise() -> None:
    felt = two_players(ann="As Kh", bob="9s 3h")  # Ann's pontoon is paid
    assert offered(felt, error(felt, h1="9s Kh", h2="As 3h")) == ["void"]
    assert offered(felt, error(felt, h1="As Kh", h2="3h 9s")) == ["rebuild"]


def test_hand_that_is_still_to_be_decided_may_come_out_otherwise() -> None:
    felt = two_players(ann="9s Kh", bob="As 3h")
    act = error(felt, h1="As Kh", h2="9s 3h")._replace(remedy="rebuild")
    felt.do(act)
    assert felt.result(1, "wager").result is Result.WON and felt.net("Ann") == 30
    assert felt.asked().patron == "Bob"


def test_offers_that_no_player_has_taken_are_made_anew() -> None:
    felt = two_players("Kh", ann="6s 9h", bob="7s 8h")
    assert felt.needs == ["surrender"]
    felt.do(error(felt, h0="6s", h1="Kh 9h")._replace(remedy="rebuild"))
    assert felt.asked().patron == "Ann" and felt.hand(0).cards == cards("6s")


def test_surrender_that_would_not_have_been_offered_voids_the_round() -> None:
    felt = two_players("Kh", ann="6s 9h", bob="7s 8h")
    felt.call("surrender")
    felt.says("surrender", patron="Ann")
    assert offered(felt, error(felt, h0="6s", h1="Kh 9h")) == ["void"]


def test_pair_wager_that_is_settled_is_not_settled_otherwise() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.pairs("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal("6h", p1="9s 9h", p2="8s 3h")
    felt.shows(law.PAIRS_SETTLED, felt.result(1, "perfect-pairs"))
    assert offered(felt, error(felt, h1="8s 9h", h2="9s 3h")) == ["void"]
    assert offered(felt, error(felt, h1="9h 9s", h2="8s 3h")) == ["rebuild"]


def test_round_that_is_over_is_put_right_where_the_results_are_the_same() -> None:
    felt = two_players("9h", ann="Ks 9d", bob="8s 8h")
    felt.stand()
    felt.stand()
    felt.dealer("Kd")  # 19: Ann stands off, Bob loses
    assert offered(felt, error(felt, h1="9d Ks", h2="8h 8s")) == ["rebuild"]
    assert offered(felt, error(felt, h1="8s 9d", h2="Ks 8h")) == ["void"]
    felt.do(error(felt)._replace(remedy="void", rank=SUPERVISOR))
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("hands", [{"h1": "Ks"}, {"h1": "Ks 2c"}, {"h9": "Ks 5h"}])
def test_other_cards_than_lie_there_are_refused(hands: dict[str, str]) -> None:
    felt = two_players()
    assert felt.refused(error(felt, **hands)._replace(remedy="rebuild")).words


@pytest.mark.parametrize(("busts_back", "bob"), [(True, 0), (False, -30)])
def test_scenario_26_interim_payments_stand_in_a_void_round(busts_back: bool, bob: int) -> None:
    """A's pontoon was paid $75, B's bust of $30 taken, C's $20 is live."""
    felt = PontoonFelt(readings={"voidReturnsBusts": busts_back})
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 30)
    felt.wager("Cat", 3, 20)
    felt.deal("6h", p1="As Kh", p2="Ks 6s", p3="9s 8h")
    felt.draw("Kc")
    felt.do(error(felt)._replace(remedy="void", rank=SUPERVISOR))
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cat")) == (75, bob, 0)
    back = [done for done in felt.round.settlements if done.result is Result.RESTORED]
    assert [(done.patron, Reading("P16") in done.because) for done in back] == [("Bob", True)] * busts_back


# 17.11, 17.12, 17.14, 17.15: something was left out.


def test_cards_that_were_not_cut_are_shuffled_and_cut_after_the_round() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"))
    assert "cut" in felt.needs
    ruled(felt, report("cut-left-out", "cut-later"), law.CUT_LEFT_OUT)
    assert "cut" not in felt.needs and "burn" in felt.needs
    felt.deal("9h", p1="Ks 8h")
    felt.stand()
    felt.dealer("Kd")
    felt.next_round()
    felt.shows(law.CUT_LEFT_OUT, felt.shuffle_need())
    felt.wager("Ann", 1)
    felt.prepare()
    assert "deal" in felt.needs


def test_cut_left_out_may_be_noticed_in_the_round_but_a_device_has_no_cut() -> None:
    felt = two_players()
    felt.do(report("cut-left-out", "cut-later"))
    assert felt.round.irregular.shuffle == (law.CUT_LEFT_OUT,) and not felt.round.due
    assert law.NO_CLAUSE in two_players(device="shuffler").refused(report("cut-left-out", "cut-later")).because


def test_card_that_was_not_burned_stays_in_play() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"))
    ruled(felt, report("burn-left-out", "play-on"), law.BURN_LEFT_OUT)
    assert (felt.round.out, felt.round.due) == (0, ()) and "deal" in felt.needs
    felt.deal("9h", p1="Ks 8h")
    assert felt.round.out == 3
    assert law.NO_CLAUSE in felt.refused(report("burn-left-out", "play-on")).because  # nothing is to be burned now


def test_cards_not_shuffled_after_the_cutting_card_are_shuffled_after_the_round() -> None:
    felt = dealt("9h", "Ks 8h")
    felt.stand()
    felt.do(CuttingCard("dealer"))
    felt.dealer("Kd")
    seen, out = felt.round.seen, felt.round.out
    felt.next_round()
    felt.wager("Ann", 1)
    ruled(felt, report("shuffle-left-out", "shuffle-later"), law.SHUFFLE_LEFT_OUT)
    assert (felt.round.seen, felt.round.out, felt.round.due) == (seen, out, ())
    felt.deal("9d", p1="Kc 8c")
    felt.stand()
    felt.dealer("Kh")
    felt.next_round()
    felt.shows(law.SHUFFLE_LEFT_OUT, felt.shuffle_need())


def test_shuffle_before_play_starts_is_not_left_out() -> None:
    felt = PontoonFelt()
    assert felt.shuffle_need()
    assert law.NO_CLAUSE in felt.refused(report("shuffle-left-out", "shuffle-later")).because


def test_discards_left_out_wait_for_the_end_of_the_next_initial_deal() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    felt.deal_cards("9h", p1="Ks 8h")
    assert felt.needs == ["return"]
    ruled(felt, report("discards-left-out", "return-later"), law.DISCARDS_LEFT_OUT)
    felt.stand()
    felt.dealer("Kd")
    felt.next_round()
    assert felt.round.out == 5  # with the burned card
    felt.wager("Ann", 1)
    felt.deal_cards("9d", p1="Kc 8c")
    assert felt.needs == ["return"]
    felt.do(Shuffle("return"))
    assert felt.round.out == 3
    assert law.NO_CLAUSE in felt.refused(report("discards-left-out", "return-later")).because


# 17.16: a card is missing, or is none of the decks.


@pytest.mark.parametrize(("fact", "found"), [("card-missing", ""), ("foreign-card", "Tc")])
def test_wrong_card_voids_the_round_and_the_rest_of_the_shoe(fact: str, found: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 2, 30)
    felt.deal("6h", p1="As Kh", p2="Ks 6s")
    keys = (
        law.CARD_MISSING_OR_FOREIGN,
        law.WRONG_CARDS_VOID,
        law.DECK_CHECKED,
        law.FAULT_TOLD,
        law.COMPLETED_ROUNDS_STAND,
        Reading("P50"),
    )
    ruled(felt, report(fact, "void", cards=cards(found)), *keys)
    told = felt.event(IrregularityRuled)
    assert told.tells == (SURVEILLANCE, INSPECTOR) and CHECK_CARDS in told.follows
    assert (felt.net("Ann"), felt.net("Bob")) == (75, 0)  # the pontoon was paid, and stands
    assert [aside.place for aside in felt.round.irregular.aside] == [FOREIGN] * bool(found)
    felt.next_round()
    felt.shows(law.DECK_CHECKED, felt.shuffle_need())
    felt.wager("Ann", 1)
    felt.prepare()
    assert law.DECKS_OF_48 in felt.refused(Deal("deal", cards("Tc 9s 8s"))).because  # it is never dealt again


def test_wrong_card_found_before_the_first_card_voids_no_round() -> None:
    felt = over()
    net = felt.net("Ann")
    felt.next_round()
    felt.wager("Ann", 1, 20)
    felt.do(report("card-missing", "void"))
    assert not felt.round.is_over and felt.round.due == (law.DECK_CHECKED,)
    assert felt.round.wagers[0].left.cents == 20_00 and net == -10
    felt.prepare()
    assert "deal" in felt.needs


def test_foreign_card_is_named() -> None:
    felt = two_players()
    for named in ((), (UNKNOWN,)):
        felt.shows(law.DECKS_OF_48, felt.refused(report("foreign-card", "void", rank=SUPERVISOR, cards=named)))
    felt.do(report("foreign-card", "void", rank=SUPERVISOR, cards=cards("Tc")))


def test_fact_that_fits_no_clause_now_names_the_nearest() -> None:
    felt = PontoonFelt()
    no = felt.refused(report("card-misdealt", "use-next", "2c"))
    assert law.NO_CLAUSE in no.because and "most like: card-missing" in no.words
    assert "card-face-up" in two_players().refused(report("card-faceup", "burn", "2c")).words
