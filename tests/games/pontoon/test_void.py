"""A round, one player's part in it or a wager is void (19.8 to 19.10; readings P16, P41, P42): what goes back, what
stands, who plays."""

from typing import Any

import pytest

from games.pontoon.pontoon_felt import MANAGER, SUPERVISOR, PontoonFelt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.law import Reading
from pitboss.play.acts import Call, Deal, Shuffle
from pitboss.play.events import CardsCollected, RoundEnded, RoundVoided, WagerTakenBack
from pitboss.play.needs import CardsNeed, DecisionNeed
from pitboss.play.powers import Void
from pitboss.play.round import Viewer
from pitboss.play.view import view
from pitboss.play.wager import Result

DISRUPTION = Void(SUPERVISOR, "disruption")


def breach(*names: str) -> Void:
    return Void(SUPERVISOR, "breach", patrons=names)


def three(dealer: str = "7h", **changes: Any) -> PontoonFelt:
    """Ann on area 1 with pontoon, Bob on area 2 with twenty, Cat on area 3 with twelve."""
    felt = PontoonFelt(**changes)
    for area, (name, dollars) in enumerate((("Ann", 50), ("Bob", 30), ("Cat", 20)), start=1):
        felt.wager(name, area, dollars)
    felt.deal(dealer, p1="As Kd", p2="Ks Qd", p3="8s 4h")
    return felt


# The whole round (19.9, 19.10).


@pytest.mark.parametrize(("ground", "key"), [("disruption", law.VOID_FOR_DISRUPTION), ("fraud", law.VOID_FOR_FRAUD)])
def test_supervisor_may_void_a_round(ground: str, key: law.Key) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.deal("7h", p1="8s 4h")
    happened = felt.do(Void(SUPERVISOR, ground))
    assert isinstance(happened[0], RoundVoided)
    felt.shows(law.ROUND_VOIDED, happened[0])
    felt.shows(key, happened[0])
    done = felt.result(1, "wager")
    assert (done.result, done.returned.cents) == (Result.VOID, 50_00)
    felt.shows(law.VOID_REFUNDS, done)
    felt.shows(law.VOID, done)
    felt.shows(key, done)
    assert isinstance(happened[-1], RoundEnded)
    assert felt.net("Ann") == 0


@pytest.mark.parametrize("act", [Void("dealer", "disruption"), Void(SUPERVISOR, "boredom"), Void(SUPERVISOR, "breach")])
def test_round_is_voided_by_rank_and_on_its_grounds(act: Void) -> None:
    felt = three()
    felt.shows(law.ROUND_VOIDED, felt.refused(act))


@pytest.mark.parametrize("busts_return", [True, False])
def test_interim_settlement_of_an_invalid_outcome_goes_back(busts_return: bool) -> None:
    """Payments are given back and every stake is refunded (P41), whatever is read of a dealing error (P16)."""
    felt = three(readings={"voidReturnsBusts": busts_return})
    felt.draw("5c")  # Bob is bust, Ann's pontoon is paid
    felt.do(DISRUPTION)
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat")] == [0, 0, 0]
    undone = [s for s in felt.round.settlements if s.result in (Result.RESTORED, Result.REVERSED)]
    assert [(s.patron, s.returned.cents, s.pays) for s in undone] == [("Ann", 0, -75_00), ("Bob", 30_00, 0)]
    for settled in undone:
        felt.shows(Reading("P41"), settled)
        felt.shows(law.VOID_REFUNDS, settled)


@pytest.mark.parametrize("reverses", [True, False])
def test_outcome_is_invalidated_after_the_round(reverses: bool) -> None:
    """Ann's pontoon was paid at once, Bob's twenty at the end, Cat's twelve was taken."""
    felt = three(readings={"voidReversesInterim": reverses})
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat")] == [75, 30, -20]
    felt.do(Void(SUPERVISOR, "fraud"))
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat")] == [0 if reverses else 75, 0, 0]
    if reverses:
        felt.shows(law.ROUND_VOIDED, felt.refused(DISRUPTION))


@pytest.mark.parametrize("busts_return", [True, False])
def test_only_what_was_collected_in_the_interim_may_stay_collected(busts_return: bool) -> None:
    """With interim settlements read to stand: Bob is bust, Cat loses at the end."""
    felt = three(readings={"voidReversesInterim": False, "voidReturnsBusts": busts_return})
    felt.draw("5c")
    felt.stand()
    felt.dealer("Kd")
    felt.do(DISRUPTION)
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat")] == [75, 0 if busts_return else -30, 0]


def test_fraudster_forfeits_after_the_round_what_was_paid_and_staked() -> None:
    felt = three()
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    felt.do(Void(SUPERVISOR, "fraud", forfeit=("Bob",)))
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat")] == [0, -30, 0]
    taken = felt.results(2, "wager")[-1]
    assert (taken.result, taken.pays, taken.taken.cents) == (Result.REVERSED, -30_00, 30_00)
    felt.shows(law.FRAUD_FORFEITS, taken)


def test_invalid_wagers_of_the_only_player_end_the_round() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.deal("7h", p1="9s 8d")
    happened = felt.do(Void(SUPERVISOR, "invalid", patrons=("Ann",)))
    felt.shows(law.OFFENDER_VOIDED, next(event for event in happened if isinstance(event, CardsCollected)))
    assert felt.round.is_over


def test_invalid_wagers_of_a_round_that_is_over_stand() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.deal("7h", p1="As Kd")
    felt.shows(law.INVALID_AFTER, felt.refused(Void(SUPERVISOR, "invalid", patrons=("Ann",))))


@pytest.mark.parametrize("busts_return", [True, False])
def test_interim_payments_stand_in_a_void_round_and_busts_go_back(busts_return: bool) -> None:
    felt = three(readings={"voidReturnsBusts": busts_return, "voidReversesInterim": False})
    felt.draw("5c")  # Bob is bust
    felt.do(DISRUPTION)
    assert felt.net("Ann") == 75
    assert felt.net("Bob") == (0 if busts_return else -30)
    assert felt.net("Cat") == 0
    restored = [s for s in felt.round.settlements if s.result is Result.RESTORED]
    assert [(s.patron, s.returned.cents) for s in restored] == ([("Bob", 30_00)] if busts_return else [])
    for settled in restored:
        felt.shows(Reading("P16"), settled)


@pytest.mark.parametrize("reverses", [True, False])
def test_pairs_that_were_paid_stand_and_those_taken_go_back(reverses: bool) -> None:
    felt = PontoonFelt(readings={"voidReversesInterim": reverses})
    for area, name in enumerate(("Ann", "Bob"), start=1):
        felt.wager(name, area)
        felt.pairs(name, area)
    felt.deal("7h", p1="8s 8h", p2="9s 8h")
    felt.do(DISRUPTION)
    assert (felt.net("Ann"), felt.net("Bob")) == (0 if reverses else 25, 0)


def test_added_wagers_of_a_void_round_go_back() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("Ah", p1="8s 8h")
    felt.call("insurance")
    felt.says("insure")
    felt.pass_offers()
    felt.split("3c")
    felt.double("2d")
    felt.do(DISRUPTION)
    assert {s.spot for s in felt.round.settlements if s.result is Result.VOID} == {
        "wager",
        "insurance",
        "split",
        "double",
    }
    assert felt.net("Ann") == 0


def test_wager_of_whoever_committed_the_fraud_may_be_forfeited() -> None:
    felt = three()
    felt.do(Void(SUPERVISOR, "fraud", forfeit=("Cat",)))
    lost = felt.result(3, "wager")
    assert (lost.result, lost.taken.cents) == (Result.LOST, 20_00)
    felt.shows(law.FRAUD_FORFEITS, lost)
    felt.shows(law.VOID_FOR_FRAUD, lost)
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cat")) == (0, 0, -20)


def test_wagers_are_forfeited_for_fraud_alone() -> None:
    felt = three()
    felt.shows(law.FRAUD_FORFEITS, felt.refused(Void(SUPERVISOR, "disruption", forfeit=("Cat",))))
    felt.shows(law.NOT_YOURS, felt.refused(Void(SUPERVISOR, "fraud", forfeit=("Zed",))))


@pytest.mark.parametrize("stage", ["wagers", "called", "shuffled", "dealing", "offers", "dealer"])
def test_round_may_be_voided_at_any_moment(stage: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    if stage == "called":
        felt.do(Call("no-more-bets"))
    if stage == "shuffled":
        felt.do(Shuffle("shuffle"))
    if stage in ("dealing", "offers", "dealer"):
        felt.prepare()
        felt.do(Deal("deal", parse_cards("9s Kh")))
    if stage in ("offers", "dealer"):
        felt.do(Deal("deal", parse_cards("8h")))
    if stage == "dealer":
        felt.pass_offers()
        felt.stand()
    felt.do(DISRUPTION)
    assert felt.round.is_over
    assert felt.net("Ann") == 0
    felt.next_round()
    assert ("shuffle" in felt.needs) == (stage in ("wagers", "called", "shuffled"))
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")


# One player's part (19.8).


def test_wagers_of_a_player_who_broke_the_rules_are_void() -> None:
    felt = three()
    happened = felt.do(breach("Bob"))
    felt.shows(law.OFFENDER_VOIDED, happened[0])
    done = felt.result(2, "wager")
    assert done.result is Result.VOID
    felt.shows(law.OFFENDER_VOIDED, done)
    felt.shows(law.VOID, done)
    assert felt.hand(2).status == "void"
    assert felt.asked().patron == "Cat"  # the others play on
    felt.stand()
    felt.dealer("Kd")
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cat")) == (75, 0, -20)


@pytest.mark.parametrize("reverses", [True, False])
def test_payment_to_a_player_who_broke_the_rules_goes_back(reverses: bool) -> None:
    felt = three(readings={"voidReversesInterim": reverses})
    felt.do(breach("Ann"))
    assert felt.net("Ann") == (0 if reverses else 75)
    if reverses:
        felt.shows(Reading("P41"), felt.results(1, "wager")[-1])


# One wager (19.8.1).


def test_one_wager_of_a_player_is_void_and_another_plays_on() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Ann", 2, 30)
    felt.deal("7h", p1="8s 4h", p2="Ks Qd")
    felt.do(Void(SUPERVISOR, "breach", wagers=(0,)))
    felt.shows(law.OFFENDER_VOIDED, felt.result(1, "wager"))
    assert felt.hand(1).status == "void"
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 30


def test_double_and_insurance_are_void_with_the_wager_they_rest_on() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 20)
    felt.deal("Ah", p1="8s 4h")
    felt.call("insurance")
    felt.says("insure", patron="Ann")
    felt.pass_offers()
    felt.says("double", patron="Ann")
    felt.says("pass", patron="Bob")
    felt.do(Void(SUPERVISOR, "breach", wagers=(0,)))
    void = {s.spot for s in felt.round.settlements if s.result is Result.VOID}
    assert void == {"wager", "insurance", "double"}
    for done in felt.round.settlements:
        if done.spot != "wager":
            felt.shows(Reading("P42"), done)
    felt.card("5c")
    felt.dealer("7d")
    assert (felt.net("Ann"), felt.net("Bob")) == (0, -20)


def test_side_wager_is_void_alone() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.pairs("Ann", 1)
    felt.deal("7h", p1="8s 8h")
    felt.do(Void(SUPERVISOR, "breach", wagers=(1,)))
    assert [s.result for s in felt.results(1, "perfect-pairs")] == [Result.WON, Result.REVERSED]
    felt.stand()
    felt.dealer("9d 8c")
    assert felt.net("Ann") == 50


def test_one_wager_is_not_voided_for_a_fraud() -> None:
    """19.9 invalidates the outcome of a game, not of one wager."""
    felt = three()
    felt.shows(law.OFFENDER_VOIDED, felt.refused(Void(SUPERVISOR, "fraud", wagers=(1,))))
    felt.shows(law.NEED_CLOSED, felt.refused(Void(SUPERVISOR, "breach", wagers=(9,))))
    felt.shows(law.OFFENDER_VOIDED, felt.refused(Void(SUPERVISOR, "breach", patrons=("Bob",), wagers=(2,))))


@pytest.mark.parametrize(
    "act", [Void("dealer", "breach", patrons=("Bob",)), Void(MANAGER, "disruption", patrons=("Bob",))]
)
def test_player_is_voided_by_rank_and_for_a_breach(act: Void) -> None:
    felt = three()
    felt.shows(law.OFFENDER_VOIDED, felt.refused(act))


def test_player_who_has_no_wager_cannot_be_voided() -> None:
    felt = three()
    felt.shows(law.NOT_YOURS, felt.refused(breach("Zed")))


def test_round_ends_when_its_last_player_is_voided() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="8s 4h")
    happened = felt.do(breach("Ann"))
    felt.shows(law.ROUND_OF_PLAY, happened[-1])
    felt.shows(law.OFFENDER_VOIDED, happened[-1])
    assert felt.round.is_over


def test_player_voided_before_the_first_card_leaves_nothing_on_the_layout() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.pairs("Cat", 1)
    felt.prepare()
    happened = felt.do(breach("Ann"))
    gone = [event for event in happened if isinstance(event, WagerTakenBack)]
    assert [event.patron for event in gone] == ["Cat"]  # no hand is left to pair
    felt.shows(law.PAIRS_NEED_HAND, gone[0])
    felt.deal("7h", p2="9s 8h")
    assert [hand.area for hand in felt.round.hands] == [0, 2]


@pytest.mark.parametrize("shuffled", [False, True])
def test_round_ends_when_everybody_is_voided_after_the_call(shuffled: bool) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    if shuffled:
        felt.prepare()
    felt.do(Call("no-more-bets"))
    happened = felt.do(breach("Ann"))
    assert isinstance(happened[-1], RoundEnded)
    felt.shows(law.ROUND_OF_PLAY, happened[-1])
    assert felt.needs == []


def test_void_wager_counts_for_nothing_beside_a_new_one() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 400)
    felt.wager("Bob", 1, 100)
    felt.do(breach("Ann"))
    felt.wager("Ann", 1, 400)
    felt.deal("7h", p1="9s 8h")
    felt.stand()
    felt.dealer("Kd")
    assert felt.round.is_over


def test_void_wager_does_not_go_back_again_with_an_area_that_is_given_up() -> None:
    felt = PontoonFelt(areas=2)
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    felt.do(breach("Ann"))
    felt.wager("Ann", 1)
    felt.wager("Ann", 2)
    happened = felt.sit("Bob", 2)
    gone = [event.wager for event in happened if isinstance(event, WagerTakenBack)]
    assert gone == [3]
    assert felt.net("Ann") == 0


def test_other_players_of_a_box_go_on_without_the_one_voided() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 50)
    felt.wager("Bob", 1, 20)
    felt.deal("7h", p1="8s 4h")
    assert felt.asked().patron == "Ann"
    felt.do(breach("Ann"))
    assert felt.asked().patron == "Bob"
    felt.draw("8c")
    felt.stand()
    felt.dealer("Kd")
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 20)


def test_void_wager_leaves_its_room_to_the_others() -> None:
    felt = PontoonFelt()
    for name, dollars in (("Ann", 400), ("Bob", 200), ("Cat", 100)):
        felt.wager(name, 1, dollars, unnoticed=True)
    felt.deal("7h", p1="9s 8h")
    felt.do(breach("Ann"))
    felt.stand()
    felt.dealer("9d Kc")
    assert [felt.net(name) for name in ("Ann", "Bob", "Cat")] == [0, 200, 100]


def test_voided_player_gets_no_bonus_payment() -> None:
    felt = PontoonFelt()
    for area, name in enumerate(("Ann", "Bob", "Cat"), start=1):
        felt.wager(name, area, 10)
    felt.deal("7h", p1="7s 7s", p2="9s 8h", p3="9s 8h")
    felt.do(breach("Bob"))
    felt.draw("7s")
    felt.stand()
    felt.dealer("Kd")
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cat")) == (1030, 0, 50)


@pytest.mark.parametrize(("out", "wanted"), [(1, [2, 0, 2]), (2, [0, 2]), (3, [2]), (4, [2])])
def test_player_voided_in_the_deal_gets_no_more_cards(out: int, wanted: list[int]) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s 9d 7h 8s 8d")[:out]), breach("Ann"))
    assert felt.hand(1).status == "void"
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    assert [slot.area for slot in need.slots] == wanted
    felt.do(Deal("deal", parse_cards("9d 7h 8d")[-len(wanted) :]))
    assert felt.hand(2).cards == parse_cards("9d 8d")
    assert felt.asked().patron == "Bob"
    felt.stand()
    felt.dealer("9h 9c")
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 10)


def test_deal_ends_where_only_the_voided_players_card_was_wanted() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s 8s 7h 9d")), breach("Bob"))
    assert felt.needs == ["play-1"]


def test_deal_that_ends_so_while_a_shuffle_is_awaited_still_has_it() -> None:
    felt = PontoonFelt()
    pack = list(felt.game.pack)
    for card in parse_cards("9s 8s 7h 9d"):
        pack.remove(card)
    shoe_state = felt.table.shoe_state._replace(seen=tuple(pack), out=len(pack), due=())
    felt.next_round(felt.table._replace(shoe_state=shoe_state))
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.do(Deal("deal", parse_cards("9s 8s 7h 9d")))
    assert felt.needs == ["shuffle", "deal"]
    felt.do(breach("Bob"))
    assert felt.needs == ["shuffle", "play-1"]
    felt.prepare()
    felt.draw("2c")
    felt.stand()
    felt.dealer("Kd")
    assert felt.net("Ann") == 10


def test_anothers_pair_wager_is_settled_though_the_hand_has_no_player_left() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.pairs("Bob", 1)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s 7h")), breach("Ann"), Deal("deal", parse_cards("9h")))
    assert felt.net("Bob") == 25
    assert felt.round.is_over


def test_pending_choices_of_a_voided_player_fall_away() -> None:
    felt = PontoonFelt()
    for name, dollars in (("Ann", 50), ("Bob", 20)):
        felt.wager(name, 1, dollars)
    felt.deal("7h", p1="8s 4h")
    felt.says("double", patron="Ann")
    felt.do(breach("Bob"))
    assert felt.needs == ["card-1"]
    felt.card("5c")
    felt.says("keep")
    felt.dealer("9d Kc")
    assert (felt.net("Ann"), felt.net("Bob")) == (100, 0)


def test_hand_doubled_by_a_player_who_is_voided_still_gets_its_one_card() -> None:
    felt = PontoonFelt()
    for name, dollars in (("Ann", 50), ("Bob", 20)):
        felt.wager(name, 1, dollars)
    felt.deal("7h", p1="8s 4h")
    felt.says("double", patron="Ann")
    felt.says("pass", patron="Bob")
    felt.do(breach("Ann"))
    felt.card("5c")
    assert felt.needs == ["dealer"]  # Bob did not double, so there is nothing to forfeit
    felt.dealer("9d Kc")
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 20)


def test_forfeit_choice_of_a_voided_player_falls_away() -> None:
    felt = PontoonFelt()
    for name, dollars in (("Ann", 50), ("Bob", 20)):
        felt.wager(name, 1, dollars)
    felt.deal("7h", p1="8s 4h")
    felt.says("double", patron="Ann")
    felt.says("double", patron="Bob")
    felt.card("5c")
    felt.do(breach("Ann"))
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Bob"]
    felt.do(breach("Bob"))
    assert felt.round.is_over


def test_hand_goes_on_when_the_last_to_be_asked_about_a_forfeit_is_voided() -> None:
    felt = PontoonFelt()
    for name, dollars in (("Ann", 50), ("Bob", 20)):
        felt.wager(name, 1, dollars)
    felt.deal("7h", p1="8s 4h")
    felt.says("double", patron="Ann")
    felt.says("double", patron="Bob")
    felt.card("5c")
    felt.says("keep", patron="Bob")
    felt.do(breach("Ann"))
    assert felt.needs == ["dealer"]
    felt.dealer("9d Kc")
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 40)


def test_hand_that_one_forfeited_goes_when_the_other_is_voided() -> None:
    felt = PontoonFelt()
    for name, area, dollars in (("Ann", 1, 50), ("Bob", 1, 20), ("Cat", 2, 10)):
        felt.wager(name, area, dollars)
    felt.deal("7h", p1="8s 4h", p2="9s 8h")
    felt.says("double", patron="Ann")
    felt.says("double", patron="Bob")
    felt.card("5c")
    felt.says("forfeit", patron="Ann")
    felt.do(breach("Bob"))
    assert felt.hand(1).status == "void"
    assert felt.asked().patron == "Cat"
    felt.stand()
    felt.dealer("Kd")
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cat")) == (-50, 0, 0)


def test_voided_player_looks_at_no_card_and_the_next_in_line_does() -> None:
    felt = PontoonFelt(grant=[law.FIRST_TWO_DOWN])
    for name, dollars in (("Ann", 50), ("Bob", 20)):
        felt.wager(name, 1, dollars)
    felt.deal("7h", p1="8s 4h")
    felt.do(breach("Ann"))
    assert felt.box(1).line == ("Bob",)
    sees = {name: str(view(felt.round, Viewer("patron", name)).hands[1].cards) for name in ("Ann", "Bob")}
    assert sees == {"Ann": "(??, ??)", "Bob": "(8s, 4h)"}


def test_split_choice_of_a_voided_player_falls_away() -> None:
    felt = PontoonFelt()
    for name, dollars in (("Ann", 50), ("Bob", 20)):
        felt.wager(name, 1, dollars)
    felt.deal("7h", p1="8s 8h")
    felt.says("split", patron="Ann")
    felt.do(breach("Bob"))
    assert felt.needs == ["card-1"]


def test_card_called_for_by_a_voided_player_is_not_dealt() -> None:
    felt = three()
    felt.says("draw")
    felt.do(breach("Bob"))
    assert felt.asked().patron == "Cat"


def test_dealer_draws_for_nobody_who_is_voided() -> None:
    felt = three(grant=[law.PAID_AT_FINAL])
    felt.stand()
    felt.stand()
    assert felt.needs == ["dealer"]
    felt.do(breach("Bob"))
    assert felt.needs == ["dealer"]  # Cat's twelve is still to be beaten
    felt.do(breach("Cat"))
    assert felt.round.is_over  # Ann's pontoon wins whatever the dealer has
    assert felt.net("Ann") == 75


def test_offers_go_on_without_a_voided_player() -> None:
    felt = three("Ah")
    felt.call("insurance")
    felt.do(breach("Bob"))
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Cat"]
    felt.says("insure", patron="Cat")
    felt.call("insurance-closed")
    felt.call("surrender")
    assert [need.patron for need in felt.round.needs if isinstance(need, DecisionNeed)] == ["Cat"]
    felt.do(breach("Cat"))
    assert felt.round.is_over
    assert felt.net("Cat") == 0


def test_several_players_may_be_voided_together() -> None:
    felt = three()
    felt.do(breach("Bob", "Cat"))
    assert felt.round.is_over
    assert (felt.net("Ann"), felt.net("Bob"), felt.net("Cat")) == (75, 0, 0)


@pytest.mark.parametrize("pairs_bet", [False, True])
def test_hand_face_down_of_a_voided_player_is_not_waited_for(pairs_bet: bool) -> None:
    felt = PontoonFelt(grant=[law.FIRST_TWO_DOWN])
    for area, name in enumerate(("Ann", "Bob"), start=1):
        felt.wager(name, area)
    if pairs_bet:
        felt.pairs("Ann", 1)
    felt.deal("7h", p1="?? ??", p2="?? ??")
    assert ("play-1" in felt.needs) != pairs_bet
    felt.do(breach("Ann"))
    assert felt.needs == ["turn-2", "play-2"]
    felt.turn(2, "9s 8h")
    felt.stand()
    felt.dealer("Kd")
    assert felt.round.is_over


def test_device_takes_the_cards_of_a_voided_player_back() -> None:
    felt = PontoonFelt(device="shuffler")
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.deal_cards("7h", p1="9s 8h", p2="9s 8h")
    felt.do(breach("Ann"))
    assert felt.needs == ["return"]
    felt.do(Shuffle("return"))
    assert felt.round.out == 3
    assert felt.asked().patron == "Bob"


def test_empty_shoe_is_shuffled_once_though_a_wager_is_voided_meanwhile() -> None:
    felt = PontoonFelt()
    pack = list(felt.game.pack)
    for card in parse_cards("9s 8s 7h 9d 8d"):
        pack.remove(card)
    shoe_state = felt.table.shoe_state._replace(seen=tuple(pack), out=len(pack), due=())
    felt.next_round(felt.table._replace(shoe_state=shoe_state))
    felt.wager("Ann", 1)
    felt.wager("Bob", 2)
    felt.do(Deal("deal", parse_cards("9s 8s 7h 9d 8d")))
    felt.stand()
    felt.stand()
    assert felt.needs == ["shuffle", "dealer"]
    felt.do(breach("Bob"))
    assert felt.needs == ["shuffle", "dealer"]
