"""Opening wagers: Ante with its Blind, and Trips (Crown 6, 7.2, 10.2, 10.4.1)."""

import pytest

from games.ultimate_holdem.holdem import (
    BOARD,
    KINGS,
    NINES,
    PRE_FLOP,
    RIVER,
    asked,
    check_to,
    finish,
    play_out,
    seat,
    table,
    wager,
)
from pitboss import law
from pitboss.cards import DECK_52
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.acts import Call, Deal, Decide, Place, Shuffle, TakeBack
from pitboss.play.events import WagerFound, WagerPlaced, WagerTakenBack
from pitboss.play.needs import WagersNeed
from pitboss.play.powers import Find
from pitboss.play.terms import Limits
from pitboss.play.wager import Result
from support import ULTIMATE, Felt

K11 = Reading("K11")


def test_ante_opens() -> None:
    felt = table()
    felt.shows(law.ANTE_OPENS, felt.refused(Call("no-more-bets")))
    (event,) = felt.do(wager("ante", 25))
    assert isinstance(event, WagerPlaced) and (event.spot, event.stake.cents) == ("ante", 25_00)
    felt.shows(law.ANTE_OPENS, event)
    felt.shows(law.CHIPS_OR_TOKENS, event)


def test_blind_equals_ante() -> None:
    felt = table()
    felt.ante("Ann", 1, 40)
    for wrong in (25, 39, 41, 80):
        felt.shows(law.BLIND_EQUALS_ANTE, felt.refused(wager("blind", wrong)))
    (event,) = felt.do(wager("blind", 40))
    felt.shows(law.BLIND_EQUALS_ANTE, event)
    assert [w.stake.cents for w in felt.round.wagers] == [40_00, 40_00]
    felt.shows(law.BLIND_EQUALS_ANTE, felt.refused(wager("blind", 1)))  # the two together


def test_blind_is_equal_in_value_whatever_it_is_made_of() -> None:
    felt = table()
    felt.ante("Ann", 1, 40)
    felt.do(Place("wagers", "Ann", 1, "blind", Stake.of(10_00, 30_00)))
    felt.deal(NINES, BOARD, p1=KINGS)
    assert asked(felt) == [1]


def test_deal_waits_for_the_blind() -> None:
    felt = table()
    seat(felt, "Ann", 1)
    felt.ante("Bob", 2, 30)
    felt.shows(law.BLIND_EQUALS_ANTE, felt.refused(Call("no-more-bets")))
    felt.do(wager("blind", 30, patron="Bob", area=2))
    felt.prepare()
    felt.shows(law.BETS_CLOSE, felt.refused(TakeBack("wagers", "Bob", 2, "blind")))
    felt.deal(NINES, BOARD, p1=KINGS, p2="7h 7c")
    assert asked(felt) == [1, 2]


def test_deal_waits_when_the_blind_is_taken_back() -> None:
    felt = table()
    seat(felt)
    felt.do(TakeBack("wagers", "Ann", 1, "blind"))
    felt.shows(law.BLIND_EQUALS_ANTE, felt.refused(Call("no-more-bets")))
    felt.do(TakeBack("wagers", "Ann", 1, "ante"))
    felt.shows(law.ANTE_OPENS, felt.refused(Call("no-more-bets")))


def test_deal_waits_when_the_ante_outgrows_the_blind() -> None:
    felt = table()
    seat(felt)
    felt.ante("Ann", 1, 15)
    felt.shows(law.BLIND_EQUALS_ANTE, felt.refused(Call("no-more-bets")))
    felt.shows(law.BLIND_EQUALS_ANTE, felt.refused(wager("blind", 14)))
    felt.do(wager("blind", 15))
    felt.deal(NINES, BOARD, p1=KINGS)
    assert felt.decision(1).options[0].amounts == (120_00, 160_00)


@pytest.mark.parametrize("spot", ["blind", "trips"])
def test_blind_and_trips_need_an_ante(spot: str) -> None:
    felt = table()
    key = law.BLIND_EQUALS_ANTE if spot == "blind" else law.TRIPS_OFFERED
    felt.shows(key, felt.refused(wager(spot, 25)))
    felt.ante("Bob", 1)
    felt.shows(key, felt.refused(wager(spot, 25)))  # another's Ante does not do
    felt.do(wager(spot, 25, patron="Bob"))
    felt.shows(key, felt.refused(TakeBack("wagers", "Bob", 1, "ante")))
    felt.do(TakeBack("wagers", "Bob", 1, spot), TakeBack("wagers", "Bob", 1, "ante"))
    assert not any(w.live for w in felt.round.wagers)


def test_trips_is_a_choice() -> None:
    felt = table()
    seat(felt, "Ann", 1, trips=10)
    seat(felt, "Bob", 2)
    assert [(w.patron, w.spot) for w in felt.round.wagers] == [
        ("Ann", "ante"),
        ("Ann", "blind"),
        ("Ann", "trips"),
        ("Bob", "ante"),
        ("Bob", "blind"),
    ]
    (event,) = (e for e in felt.events if isinstance(e, WagerPlaced) and e.spot == "trips")
    felt.shows(law.TRIPS_OFFERED, event)
    felt.shows(law.CHIPS_OR_TOKENS, event)
    felt.deal(NINES, BOARD, p1=KINGS, p2="7h 7c")
    assert asked(felt) == [1, 2]


def test_trips_has_limits_of_its_own() -> None:
    felt = table()
    felt.ante("Ann", 1, 500)
    felt.shows(law.SIGN_MINIMUM, felt.refused(wager("trips", 4)))
    felt.shows(law.SIGN_MAXIMUM, felt.refused(wager("trips", 101)))
    felt.do(wager("trips", 5), wager("trips", 95))
    felt.shows(law.SIGN_MAXIMUM, felt.refused(wager("trips", 1)))
    assert felt.round.wagers_on(1, "trips")[0].stake.cents == 100_00


def test_trips_may_differ_from_the_ante() -> None:
    felt = table(limits={"ante": Limits(25_00, 500_00), "trips": Limits(5_00, 1_000_00, 5_00)})
    felt.ante("Ann", 1, 25)
    felt.shows(law.SIGN_UNIT, felt.refused(wager("trips", 6)))
    felt.do(wager("trips", 1_000))


def test_offers_on_the_layout() -> None:
    need = table(method="A").round.need("wagers")
    assert isinstance(need, WagersNeed)
    assert [(o.spot, o.least_cents, o.most_cents) for o in need.offers] == [
        ("ante", 25_00, 500_00),
        ("blind", 25_00, 500_00),
        ("trips", 5_00, 100_00),
        ("jackpot", 5_00, 5_00),
    ]


def test_trips_without_limits_on_the_sign() -> None:
    felt = Felt(ULTIMATE)
    felt.ante("Ann", 1)
    no = felt.refused(wager("trips", 25))
    felt.shows(law.TRIPS_OFFERED, no)
    assert "after the deal" not in no.words
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Ann", 1, "trips")))


def test_play_is_no_opening_wager() -> None:
    felt = table()
    seat(felt)
    felt.shows(law.BET_OR_CHECK, felt.refused(wager("play", 75)))


@pytest.mark.parametrize("spot", ["ante", "blind", "trips"])
def test_opening_wagers_close(spot: str) -> None:
    felt = table()
    seat(felt, trips=10)
    felt.prepare()
    felt.shows(law.BETS_CLOSE, felt.refused(wager(spot, 25)))
    felt.deal(NINES, BOARD, p1=KINGS)
    for act in (wager(spot, 25), TakeBack("wagers", "Ann", 1, spot)):
        felt.shows(law.WAGERS_FROZEN, felt.refused(act))
        felt.shows(law.BETS_CLOSE, felt.refused(act))


def test_no_card_before_the_call() -> None:
    felt = table(device="shuffler")
    seat(felt)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Deal("deal", DECK_52[:9])))
    felt.do(Shuffle("shuffle"))
    felt.shows(law.BETS_CLOSE, felt.refused(Deal("deal", DECK_52[:9])))
    (called,) = felt.do(Call("no-more-bets"))
    felt.shows(law.BETS_CLOSE, called)
    felt.do(Deal("deal", DECK_52[:9]))


@pytest.mark.parametrize("spot", ["ante", "blind", "trips"])
def test_one_wager_per_spot(spot: str) -> None:
    felt = table()
    seat(felt, trips=25)
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(wager(spot, 25, patron="Bob")))


# A Blind that no person compared with the Ante, seen before the cards come out.


def test_short_blind_found_in_time_is_made_equal() -> None:
    felt = table()
    seat(felt, ante=40, blind=25)
    (found,) = felt.find(1, "blind")
    assert isinstance(found, WagerFound)
    felt.shows(law.BLIND_EQUALS_ANTE, found)
    felt.shows(K11, found)
    top_up, back = felt.decision(1).options
    assert (top_up.name, top_up.least_cents, top_up.most_cents) == ("top-up", 15_00, 15_00)
    assert back.name == "take-back"
    felt.refused(Call("no-more-bets"))
    for wrong in (14_00, 16_00):
        no = felt.refused(Decide(felt.decision(1).id, "Ann", "top-up", Stake.of(wrong)))
        felt.shows(law.BLIND_EQUALS_ANTE, no)
    placed, decided = felt.decide(1, "top-up")
    assert isinstance(placed, WagerPlaced) and placed.stake.cents == 15_00
    felt.shows(law.BLIND_EQUALS_ANTE, decided)
    felt.deal(NINES, BOARD, p1=KINGS)
    play_out(felt, {1: PRE_FLOP})
    assert (felt.result(1, "ante").pays, felt.result(1, "blind").returned.cents) == (40_00, 40_00)
    assert K11 not in felt.result(1, "ante").because


def test_short_blind_found_in_time_may_be_taken_back() -> None:
    felt = table()
    seat(felt, ante=40, blind=25)
    felt.find(1, "blind")
    gone = felt.decide(1, "take-back")
    assert [e.stake.cents for e in gone if isinstance(e, WagerTakenBack)] == [40_00, 25_00]
    felt.shows(law.BLIND_EQUALS_ANTE, gone[0])
    felt.shows(law.ANTE_OPENS, felt.refused(Call("no-more-bets")))


def test_large_blind_found_in_time_is_cut_to_the_ante() -> None:
    felt = table()
    seat(felt, ante=25, blind=40)
    found, back = felt.find(1, "blind")
    felt.shows(law.BLIND_EQUALS_ANTE, found)
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 15_00
    felt.shows(law.BLIND_EQUALS_ANTE, back)
    assert [w.stake.cents for w in felt.round.wagers] == [25_00, 25_00]
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(1)))
    felt.deal(NINES, BOARD, p1=KINGS)


def test_found_blind_follows_an_ante_that_grows() -> None:
    felt = table()
    seat(felt, ante=40, blind=25)
    felt.find(1, "blind")
    felt.ante("Ann", 1, 10)
    assert felt.decision(1).options[0].least_cents == 25_00
    felt.decide(1, "top-up")
    assert [w.stake.cents for w in felt.round.wagers] == [50_00, 50_00]


def test_player_makes_a_found_blind_equal_unasked() -> None:
    felt = table()
    seat(felt, ante=40, blind=25)
    felt.find(1, "blind")
    felt.do(wager("blind", 15))
    assert not asked(felt)
    felt.deal(NINES, BOARD, p1=KINGS)


def test_equal_blind_has_nothing_to_find() -> None:
    felt = table()
    felt.ante("Ann", 1)
    felt.do(wager("blind", 25, unnoticed=True))
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(1)))


def test_low_trips_found_in_time() -> None:
    felt = table()
    seat(felt)
    felt.do(wager("trips", 3, unnoticed=True))
    (found,) = felt.find(1, "trips")
    felt.shows(law.SIGN_MINIMUM, found)
    felt.decide(1, "top-up", 2)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(2)))
    felt.deal(NINES, BOARD, p1=KINGS)
    assert felt.round.wagers_on(1, "trips")[0].stake.cents == 5_00


@pytest.mark.parametrize("how", ["take-back", "lapse"])
def test_low_trips_found_in_time_goes_alone(how: str) -> None:
    felt = table()
    seat(felt)
    felt.do(wager("trips", 3, unnoticed=True))
    felt.find(1, "trips")
    (back,) = felt.lapse(1) if how == "lapse" else felt.decide(1, "take-back")
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 3_00
    felt.shows(law.SIGN_MINIMUM, back)
    felt.deal(NINES, BOARD, p1=KINGS)
    assert asked(felt) == [1]


def test_high_trips_found_in_time() -> None:
    felt = table()
    seat(felt)
    felt.do(wager("trips", 130, unnoticed=True))
    found, back = felt.find(1, "trips")
    felt.shows(law.SIGN_MAXIMUM, found)
    assert isinstance(back, WagerTakenBack) and back.stake.cents == 30_00


# The same Blind, seen only once the cards are out.


@pytest.mark.parametrize(("ante", "blind", "over"), [(40, 25, "ante"), (25, 40, "blind")], ids=["short", "large"])
def test_unequal_blind_found_late_settles_the_smaller(ante: int, blind: int, over: str) -> None:
    felt = table()
    seat(felt, ante=ante, blind=blind)
    felt.deal(NINES, "9h 8c 7s Kc 2h", p1="6d 5d")
    felt.bet(1)  # three times the Ante as it lies
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(1)))
    finish(felt)
    excess, rest = felt.results(1, over)
    assert (excess.result, excess.returned.cents) == (Result.RETURNED, 15_00)
    for done in (excess, rest):
        felt.shows(law.BLIND_EQUALS_ANTE, done)
        felt.shows(K11, done)
    assert rest.stake.cents == 25_00
    assert (felt.results(1, "ante")[-1].pays, felt.results(1, "blind")[-1].pays) == (25_00, 25_00)


@pytest.mark.parametrize(("ante", "blind"), [(40, 25), (25, 40)])
def test_unequal_blind_read_so_voids_the_hand(ante: int, blind: int) -> None:
    felt = table(readings={"unequalBlind": "void-hand"})
    seat(felt, ante=ante, blind=blind)
    felt.deal(NINES, "9h 8c 7s Kc 2h", p1="6d 5d")
    felt.bet(1)
    finish(felt)
    for spot in ("ante", "blind", "play"):
        done = felt.result(1, spot)
        assert done.result is Result.VOID
        felt.shows(K11, done)
        felt.shows(law.BLIND_EQUALS_ANTE, done)
    assert felt.net("Ann") == 0


def test_equal_blind_voids_no_hand_however_it_is_read() -> None:
    felt = table(readings={"unequalBlind": "void-hand"})
    seat(felt, ante=25, blind=25)
    felt.shows(law.BLIND_EQUALS_ANTE, next(e for e in felt.events if isinstance(e, WagerPlaced) and e.spot == "blind"))
    felt.deal(NINES, "9h 8c 7s Kc 2h", p1="6d 5d")
    felt.bet(1)
    finish(felt)
    assert felt.result(1, "ante").result is Result.WON


def test_play_follows_the_smaller_of_ante_and_blind() -> None:
    """Play was $120, three times $40: three times the $25 that stand is $75."""
    felt = table()
    seat(felt, ante=40, blind=25)
    felt.deal(NINES, BOARD, p1=KINGS)
    felt.bet(1, 120)
    finish(felt)
    excess, play = felt.results(1, "play")
    felt.shows(law.EXCESS_WAGER_RETURNED, excess)
    assert (excess.returned.cents, play.pays) == (45_00, 75_00)
    assert felt.net("Ann") == 25 + 75


def test_play_that_reached_no_multiple_stands_to_the_lowest_on_a_cut_ante() -> None:
    """Play was $250 on $100, under three times: on the $25 that stand it is $75 at the most."""
    felt = table()
    seat(felt, ante=100, blind=25)
    felt.deal(NINES, BOARD, p1=KINGS)
    felt.bet(1, 250, unnoticed=True)
    finish(felt)
    excess, play = felt.results(1, "play")
    felt.shows(law.EXCESS_WAGER_RETURNED, excess)
    assert law.Reading("K33") not in excess.because
    assert (excess.returned.cents, play.pays) == (175_00, 75_00)


@pytest.mark.parametrize(("ante", "blind"), [(40, 25), (25, 40)])
def test_unequal_blind_loses_the_smaller_on_a_fold(ante: int, blind: int) -> None:
    felt = table()
    seat(felt, ante=ante, blind=blind)
    felt.deal(NINES, BOARD, p1=KINGS)
    check_to(felt, RIVER)
    felt.fold(1)
    felt.settle()
    assert felt.net("Ann") == -50
    for spot in ("ante", "blind"):
        lost = felt.results(1, spot)[-1]
        felt.shows(law.FOLD_LOSES, lost)
        assert (lost.result, lost.taken.cents) == (Result.LOST, 25_00)


def test_top_up_that_is_wrong_again_settles_the_smaller() -> None:
    felt = table()
    seat(felt, ante=40, blind=25)
    felt.find(1, "blind")
    felt.decide(1, "top-up", 5, unnoticed=True)
    felt.deal(NINES, BOARD, p1=KINGS)
    play_out(felt, {1: RIVER})
    assert felt.results(1, "ante")[-1].pays == 30_00
    felt.shows(K11, felt.results(1, "ante")[-1])
