"""Wagers and the initial deal (1.1 "round of play", 5.2 to 5.4, 7.1): what is open when, and who gets which card."""

import pytest

from games.pontoon.pontoon_felt import PontoonFelt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.money import Piece, Stake
from pitboss.play.acts import Call, Deal, Place, Shuffle, TakeBack
from pitboss.play.events import Called, CardsDealt, RoundEnded, WagerPlaced, WagerTakenBack
from pitboss.play.needs import CardsNeed

# What a wager is (5.2, 5.3).


def test_wager_opens_a_hand() -> None:
    felt = PontoonFelt()
    happened = felt.wager("Ann", 1)
    felt.shows(law.WAGER_OPENS, happened[0])
    felt.shows(law.CHIPS_OR_TOKENS, happened[0])
    felt.deal("7h", p1="9s 8h")
    assert felt.round.wagers[0].hand == 1


@pytest.mark.parametrize(
    "stake",
    [Stake(), Stake((Piece("cash", 10_00),)), Stake.of(-10_00), Stake.of(10_50)],
    ids=["nothing", "cash", "negative", "not in chips"],
)
def test_wager_is_chips_or_tokens(stake: Stake) -> None:
    felt = PontoonFelt()
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Place("wagers", "Ann", 1, "wager", stake)))


def test_wager_is_put_down_for_all_to_see() -> None:
    felt = PontoonFelt()
    act = Place("wagers", "Ann", 1, "wager", Stake.of(10_00), face_down=True)
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(act))


@pytest.mark.parametrize("kept", [True, False])
def test_win_on_a_token_is_paid_in_chips_and_the_dealer_takes_the_token(kept: bool) -> None:
    """Reading P38, and the other way round at its switch."""
    felt = PontoonFelt(readings={} if kept else {"winningTokenKept": False})
    felt.wager("Ann", 1, 30, tokens=10)
    felt.deal("7h", p1="9s 8h")
    felt.stand()
    felt.dealer("9d Kc")
    won = felt.result(1, "wager")
    felt.shows(law.TOKEN_WINS_CHIPS, won)
    assert "P38" in won.because
    assert (won.pays, won.returned.chips_cents) == (30_00, 20_00)
    assert (won.taken.tokens_cents, won.returned.tokens_cents) == ((10_00, 0) if kept else (0, 10_00))


def test_tokens_may_double_and_split() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1, 30)
    felt.deal("7h", p1="8s 4h")
    felt.says("double", 30, tokens=10)
    assert felt.round.wagers[-1].stake.tokens_cents == 10_00


@pytest.mark.parametrize("spot", ["double", "split", "insurance"])
def test_what_follows_the_deal_is_not_wagered_before_it(spot: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    keys = {"double": law.DOUBLE, "split": law.SPLIT, "insurance": law.INSURANCE_OFFERED}
    felt.shows(keys[spot], felt.refused(felt.placing("Ann", 1, spot=spot)))


def test_layout_has_no_other_spots() -> None:
    felt = PontoonFelt()
    felt.shows(law.PLAYING_AREA, felt.refused(felt.placing("Ann", 1, spot="ante")))


def test_wager_may_be_taken_back_before_the_first_card() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Bob", 1, "wager")))
    felt.do(TakeBack("wagers", "Ann", 1, "wager"))
    assert felt.event(WagerTakenBack).stake.cents == 10_00
    assert felt.needs == ["shuffle", "wagers"]
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Ann", 1, "wager")))


def test_wager_may_grow_before_the_first_card() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Ann", 1, 15)
    assert [w.stake.cents for w in felt.round.wagers] == [25_00]
    assert felt.event(WagerPlaced).stake.cents == 15_00


# When wagers close (5.3, 5.4, 7.1).


def test_dealer_may_call_no_more_bets() -> None:
    felt = PontoonFelt()
    felt.shows(law.BETS_CLOSE, felt.refused(Call("no-more-bets")))  # there is none yet
    felt.wager("Ann", 1)
    felt.prepare()
    assert law.BETS_CLOSE not in felt.refused(felt.placing("Ann", 1, spot="double")).because, "the layout is open"
    happened = felt.do(Call("no-more-bets"))
    assert isinstance(happened[0], Called)
    felt.shows(law.BETS_CLOSE, happened[0])
    felt.shows(law.ROUND_OF_PLAY, happened[0])
    no = felt.refused(felt.placing("Bob", 2))
    felt.shows(law.BETS_CLOSE, no)
    assert law.WAGERS_FROZEN not in no.because
    felt.shows(law.BETS_CLOSE, felt.refused(TakeBack("wagers", "Ann", 1, "wager")))
    felt.deal("7h", p1="9s 8h")


def test_bets_close_with_the_first_card_called_or_not() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    assert "no-more-bets" in felt.needs
    felt.do(Deal("deal", parse_cards("9s")))
    for act in (felt.placing("Bob", 2), felt.placing("Ann", 1), TakeBack("wagers", "Ann", 1, "wager")):
        no = felt.refused(act)
        felt.shows(law.BETS_CLOSE, no)
        felt.shows(law.WAGERS_FROZEN, no)
    felt.shows(law.IN_TURN, felt.refused(Call("no-more-bets")))


@pytest.mark.parametrize("phase", ["offers", "play", "dealer", "over"])
def test_wager_is_frozen_until_it_is_settled(phase: str) -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("Kh", p1="9s 8h")
    if phase != "offers":
        felt.pass_offers()
    if phase in ("dealer", "over"):
        felt.stand()
    if phase == "over":
        felt.dealer("9d")
    assert felt.round.phase == phase
    key = law.ROUND_OF_PLAY if phase == "over" else law.WAGERS_FROZEN
    felt.shows(key, felt.refused(felt.placing("Ann", 1)))
    felt.shows(key, felt.refused(TakeBack("wagers", "Ann", 1, "wager")))


def test_bets_stay_open_after_the_burned_card() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.prepare()
    felt.wager("Bob", 2)
    felt.deal("7h", p1="9s 8h", p2="9s 8h")


def test_round_without_a_wager_is_not_dealt() -> None:
    felt = PontoonFelt()
    felt.do(Shuffle("shuffle"))
    felt.sit("Ann", 1)
    felt.prepare()
    felt.shows(law.INITIAL_DEAL, felt.refused(Deal("deal", parse_cards("9s"))))
    felt.wager("Ann", 1)
    felt.do(TakeBack("wagers", "Ann", 1, "wager"))
    felt.shows(law.INITIAL_DEAL, felt.refused(Deal("deal", parse_cards("9s"))))


# The initial deal (7.1).


def test_initial_deal_goes_round_from_the_left_with_the_dealer_and_again_without() -> None:
    felt = PontoonFelt()
    for patron, area in (("Bob", 5), ("Ann", 2), ("Cat", 7), ("Ann", 5)):
        felt.wager(patron, area)
    felt.prepare()
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    assert [slot.area for slot in need.slots] == [2, 5, 7, 0, 2, 5, 7]
    happened = felt.do(Deal("deal", parse_cards("2s 3s 4s 5s 6s 7s 8s")))
    assert isinstance(happened[-1], CardsDealt)
    felt.shows(law.INITIAL_DEAL, happened[-1])
    hands = {hand.area: str(hand.cards) for hand in felt.round.hands}
    assert hands == {0: "(5s,)", 2: "(2s, 6s)", 5: "(3s, 7s)", 7: "(4s, 8s)"}


def test_initial_deal_comes_card_by_card_or_all_at_once() -> None:
    felts = []
    for sizes in ((5,), (1, 1, 1, 1, 1), (2, 3)):
        felt = PontoonFelt()
        felt.wager("Ann", 1)
        felt.wager("Bob", 2)
        felt.prepare()
        cards = list(parse_cards("2s 3s 4s 5s 6s"))
        for size in sizes:
            assert felt.needs[-1] == "deal"
            felt.do(Deal("deal", tuple(cards[:size])))
            del cards[:size]
        felts.append(felt)
    assert len({felt.round.hands for felt in felts}) == 1


def test_next_card_waits_for_a_players_call() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.shows(law.IN_TURN, felt.refused(Deal("deal", parse_cards("9s"))))
    felt.shows(law.IN_TURN, felt.refused(Deal("dealer", parse_cards("9s"))))


def test_next_card_waits_for_the_offers() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("Kh", p1="9s 8h")
    felt.shows(law.SURRENDER_OFFERED, felt.refused(Deal("card-1", parse_cards("2s"))))


def test_round_is_over_when_every_wager_is_settled_and_the_cards_are_in_the_rack() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.deal("7h", p1="9s 8h")
    felt.stand()
    happened = felt.dealer("Kd")
    felt.shows(law.ROUND_OF_PLAY, happened[-1])
    assert isinstance(happened[-1], RoundEnded)
    assert [hand.status for hand in felt.round.hands] == ["settled", "settled"]
    assert felt.round.needs == ()
    felt.shows(law.ROUND_OF_PLAY, felt.refused(Deal("dealer", parse_cards("9s"))))
    felt.shows(law.ROUND_OF_PLAY, felt.refused(Shuffle("shuffle")))
