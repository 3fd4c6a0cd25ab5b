"""When things go wrong: no decision, a Street off its range, talk about hands, a voided round or player, a slip of
the dealer's (Star 9.8, 11.11, 13.8 to 13.10; Crown 9.6.1(a)(i), 13.7, 13.8, 16.2 to 16.4)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.cards import DECK_52, parse_cards
from pitboss.law import Ground, Reading
from pitboss.money import Stake
from pitboss.play import correct
from pitboss.play.acts import Act, Call, Deal, Decide, Lapse, Place, Turn
from pitboss.play.events import (
    CardsCollected,
    Decided,
    RoundEnded,
    RoundVoided,
    WagerFound,
    WagerPlaced,
    WagerTakenBack,
)
from pitboss.play.powers import Find, Void
from pitboss.play.table import Difference
from pitboss.play.terms import Limits
from pitboss.play.wager import Result
from support import CROWN_MS, DEVICES, MISSISSIPPI, STAR_MS, Felt, jackpot

STREETS = ("3rd-street", "4th-street", "5th-street")
BOARD, JACKS, TENS, KING_QUEEN, FLUSH_BOARD, FLUSH = "9h 5d 2c", "Js Jd", "Ts Td", "Ks Qd", "9h 5h 2h", "Kh 3h"
POWERFUL = {STAR_MS: "gaming-supervisor", CROWN_MS: "casino-manager"}
LISTENERS = {STAR_MS: "gaming-supervisor", CROWN_MS: "higher-duties-dealer"}


def off_range(game: str) -> Ground:
    """The Star has no rule of its own for a Street off its range, and goes by a reading."""
    return Reading("M6") if game == STAR_MS else law.STREET_RANGE


def dealt(game: str, hole: str = JACKS, **changes: Any) -> Felt:
    felt = Felt(game, **changes)
    felt.ante("Ann", 1)
    felt.deal(board=BOARD, p1=hole)
    return felt


def two_players(game: str, *, device: str = "shoe") -> Felt:
    felt = Felt(game, device=device)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(board=BOARD, p1=JACKS, p2="Qs Qd")
    return felt


def to_street(felt: Felt, street: str, *areas: int) -> None:
    while felt.round.phase != street:
        for area in areas:
            felt.bet(area)
        felt.reveal()


def bet_out(felt: Felt, *areas: int) -> None:
    while felt.round.phase in STREETS:
        for area in areas:
            felt.bet(area)
        felt.reveal()


def finish(felt: Felt, *areas: int) -> None:
    bet_out(felt, *areas)
    if not felt.round.is_over:
        felt.settle()


# A player who does not decide.


@pytest.mark.parametrize("reason", ["absent", "out of time", "refuses"])
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_lapse_folds(game: str, street: str, reason: str) -> None:
    felt = two_players(game)
    to_street(felt, street, 1, 2)
    happened = felt.lapse(1, reason)
    (decided,) = (event for event in happened if isinstance(event, Decided))
    assert (decided.patron, decided.option, decided.lapsed) == ("Ann", "fold", reason)
    felt.shows(law.LAPSE_FOLDS, decided)
    for spot in ("ante", *STREETS[: STREETS.index(street)]):
        done = felt.result(1, spot)
        felt.shows(law.LAPSE_FOLDS, done)
        felt.shows(law.FOLD_LOSES, done)
        assert done.result is Result.LOST
    assert [e.cards for e in happened if isinstance(e, CardsCollected)] == [2]
    finish(felt, 2)
    assert (felt.net("Ann"), felt.net("Bob")) == (-25 * (1 + STREETS.index(street)), 100)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_decided_player_does_not_lapse(game: str) -> None:
    felt = two_players(game)
    felt.bet(1)
    felt.shows(law.BET_OR_FOLD, felt.refused(Lapse("3rd-street-1")))


# A Street off its range, seen before the next card.


@pytest.mark.parametrize(("staked", "asked"), [(20, 5), (1, 24), (76, 0), (500, 0)])
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_wrong_street_corrected(game: str, street: str, staked: int, asked: int) -> None:
    felt = dealt(game)
    to_street(felt, street, 1)
    felt.bet(1, staked, unnoticed=True)
    (found,) = felt.find(1, street)
    assert isinstance(found, WagerFound)
    felt.shows(law.STREET_RANGE, found)
    felt.shows(off_range(game), found)
    assert [(o.name, o.least_cents) for o in felt.decision(1).options] == [("correct", asked * 100), ("fold", 0)]
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal(f"deal-{street}", parse_cards("7c"))))  # the card waits
    mended = felt.decide(1, "correct")
    felt.shows(off_range(game), mended[-1])
    kept = staked + asked if asked else 75
    assert [e.stake.cents for e in mended if isinstance(e, WagerPlaced)] == ([asked * 100] if asked else [])
    back = [e.stake.cents for e in mended if isinstance(e, WagerTakenBack)]
    assert back == ([(staked - 75) * 100] if staked > 75 else [])
    felt.reveal()
    finish(felt, 1)
    assert felt.result(1, street).stake.cents == kept * 100
    assert felt.net("Ann") == 25 + kept + 50


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_short_street_is_brought_anywhere_into_its_range(game: str) -> None:
    felt = dealt(game)
    felt.bet(1, 20, unnoticed=True)
    felt.find(1, "3rd-street")
    need = felt.decision(1).id
    for off in (0, 4_00, 56_00):
        felt.shows(law.STREET_RANGE, felt.refused(Decide(need, "Ann", "correct", Stake.of(off))))
    felt.decide(1, "correct", 55)
    assert felt.round.wagers_on(1, "3rd-street")[0].stake.cents == 75_00


@pytest.mark.parametrize("how", ["fold", "lapse"])
@pytest.mark.parametrize("staked", [20, 100])
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_wrong_street_goes_back_if_it_is_not_corrected(game: str, street: str, staked: int, how: str) -> None:
    felt = dealt(game)
    to_street(felt, street, 1)
    felt.bet(1, staked, unnoticed=True)
    felt.find(1, street)
    happened = felt.lapse(1) if how == "lapse" else felt.fold(1)
    (decided,) = (event for event in happened if isinstance(event, Decided))
    assert (decided.option, decided.lapsed) == ("fold", "absent" if how == "lapse" else "")
    wrong = felt.result(1, street)
    felt.shows(off_range(game), wrong)
    assert (wrong.result, wrong.returned.cents) == (Result.RETURNED, staked * 100)
    if how == "lapse":
        felt.shows(law.LAPSE_FOLDS, wrong)
    earlier = STREETS[: STREETS.index(street)]
    for spot in ("ante", *earlier):
        felt.shows(law.FOLD_LOSES, felt.result(1, spot))
        assert felt.result(1, spot).result is Result.LOST
    assert felt.round.is_over and felt.net("Ann") == -25 * (1 + len(earlier))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_wrong_street_may_be_found_while_others_decide(game: str, device: str) -> None:
    felt = two_players(game, device=device)
    felt.bet(1, 20, unnoticed=True)
    felt.find(1, "3rd-street")
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(felt.round.wagers_on(1, "3rd-street")[0].id)))  # not twice
    felt.bet(2)
    assert felt.round.needs == (felt.decision(1),)
    felt.decide(1, "correct")
    felt.reveal()
    finish(felt, 1, 2)
    assert (felt.net("Ann"), felt.net("Bob")) == (100, 100)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_street_of_each_player_is_measured_by_their_own_ante(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 25)
    felt.ante("Bob", 2, 40)
    felt.deal(board=BOARD, p1=JACKS, p2=TENS)
    felt.bet(1, 30, unnoticed=True)
    felt.bet(2, 30, unnoticed=True)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(felt.round.wagers_on(1, "3rd-street")[0].id)))
    felt.find(2, "3rd-street")
    assert felt.decision(2).patron == "Bob" and felt.decision(2).options[0].least_cents == 10_00


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_right_street_has_nothing_to_find(game: str) -> None:
    felt = dealt(game)
    felt.bet(1, 75, unnoticed=True)
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(1)))
    felt.reveal()
    finish(felt, 1)
    assert felt.net("Ann") == 150
    assert not {Reading("M6"), law.EXCESS_WAGER_RETURNED} & set(felt.result(1, "3rd-street").because)


# A Street off its range, seen too late.


@pytest.mark.parametrize(("hole", "sign"), [(JACKS, 1), (TENS, 0), (KING_QUEEN, -1)], ids=["wins", "even", "loses"])
@pytest.mark.parametrize(("staked", "kept"), [(20, 20), (76, 75), (200, 75)])
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_wrong_street_at_settlement(game: str, street: str, staked: int, kept: int, hole: str, sign: int) -> None:
    felt = dealt(game, hole)
    to_street(felt, street, 1)
    felt.bet(1, staked, unnoticed=True)
    felt.reveal()
    felt.shows(law.NOT_AN_OPTION, felt.refused(Find(felt.round.wagers_on(1, street)[0].id)))  # the next card is out
    finish(felt, 1)
    *excess, done = felt.results(1, street)
    key: Ground = law.SHORT_WAGER_SETTLED if staked == kept else law.EXCESS_WAGER_RETURNED
    felt.shows(key if game == CROWN_MS else Reading("M6"), done)
    assert done.stake.cents == kept * 100
    assert [(e.result, e.returned.cents) for e in excess] == (
        [(Result.RETURNED, (staked - kept) * 100)] if staked > kept else []
    )
    assert felt.net("Ann") == sign * (25 + kept + 50)


@pytest.mark.parametrize(("staked", "kept"), [(20, 20), (200, 75)])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_wrong_street_at_a_later_fold(game: str, staked: int, kept: int) -> None:
    felt = dealt(game)
    felt.bet(1, staked, unnoticed=True)
    felt.reveal()
    felt.bet(1, 50)
    felt.reveal()
    felt.fold(1)
    *excess, lost = felt.results(1, "3rd-street")
    felt.shows(law.FOLD_LOSES, lost)
    assert lost.taken.cents == kept * 100
    assert [e.returned.cents for e in excess] == ([(staked - kept) * 100] if staked > kept else [])
    if excess:
        felt.shows(law.EXCESS_WAGER_RETURNED if game == CROWN_MS else Reading("M6"), excess[0])
    assert felt.net("Ann") == -25 - kept - 50


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_correction_that_is_wrong_again_is_settled_as_staked(game: str) -> None:
    felt = dealt(game)
    felt.bet(1, 10, unnoticed=True)
    felt.find(1, "3rd-street")
    felt.decide(1, "correct", 5, unnoticed=True)
    felt.reveal()
    finish(felt, 1)
    done = felt.result(1, "3rd-street")
    felt.shows(law.SHORT_WAGER_SETTLED if game == CROWN_MS else Reading("M6"), done)
    assert felt.net("Ann") == 25 + 15 + 50


@pytest.mark.parametrize("staked", [20, 200])
def test_wrong_street_read_so_is_void(staked: int) -> None:
    felt = dealt(STAR_MS, readings={"offRangeStreet": "void"})
    felt.bet(1, staked, unnoticed=True)
    felt.reveal()
    finish(felt, 1)
    done = felt.result(1, "3rd-street")
    felt.shows(Reading("M6"), done)
    assert (done.result, done.returned.cents) == (Result.VOID, staked * 100)
    assert felt.result(1, "ante").result is not Result.VOID


def test_star_wrong_street_of_a_conceded_hand() -> None:
    felt = dealt(STAR_MS, KING_QUEEN)
    felt.bet(1, 200, unnoticed=True)
    felt.reveal()
    bet_out(felt, 1)
    felt.decide(1, "concede")
    excess, lost = felt.results(1, "3rd-street")
    felt.shows(Reading("M6"), excess)
    assert (excess.returned.cents, lost.taken.cents) == (125_00, 75_00)


# Talk about a hand.


def talking(game: str, *names: str) -> Void:
    return Void(LISTENERS[game], "talking", "Eve", forfeit=names)


def with_jackpots(game: str, method: str = "") -> Felt:
    """Ann has a flush and Bob jacks, each with a jackpot wager."""
    felt = Felt(game, jackpot=jackpot(game, **({"method": method} if method else {})))
    for area, patron in ((1, "Ann"), (2, "Bob")):
        felt.ante(patron, area)
        felt.jackpot(patron, area)
    felt.deal(board=FLUSH_BOARD, p1=FLUSH, p2=JACKS)
    return felt


@pytest.mark.parametrize("has_bet", [False, True])
@pytest.mark.parametrize("street", STREETS)
def test_star_talking_forfeits_all_wagers(street: str, has_bet: bool) -> None:
    felt = with_jackpots(STAR_MS)
    to_street(felt, street, 1, 2)
    if has_bet:
        felt.bet(1)
    voided = felt.do(talking(STAR_MS, "Ann"))[0]
    assert isinstance(voided, RoundVoided) and (voided.by, voided.ground) == ("Eve", "talking")
    felt.shows(law.TALKING_FORFEITS, voided)
    theirs = [done for done in felt.round.settlements if done.patron == "Ann"]
    down = STREETS.index(street) + has_bet
    assert {done.spot for done in theirs} == {"ante", "jackpot", *STREETS[:down]}
    for done in theirs:
        felt.shows(law.TALKING_FORFEITS, done)
        felt.shows(law.TALKING_COSTS_ALL, done)
        assert done.result is Result.LOST
    finish(felt, 2)
    assert (felt.net("Ann"), felt.net("Bob")) == (-25 * (1 + down) - 5, 100 - 5)
    assert not felt.round.claims


@pytest.mark.parametrize("method", ["A", "B"])
@pytest.mark.parametrize("street", STREETS)
def test_crown_talking_forfeits_ante_and_streets(street: str, method: str) -> None:
    felt = with_jackpots(CROWN_MS, method)
    to_street(felt, street, 1, 2)
    felt.bet(1, 50)
    felt.shows(law.TALKING_FORFEITS, felt.do(talking(CROWN_MS, "Ann"))[0])
    for spot in ("ante", *STREETS[: STREETS.index(street) + 1]):
        done = felt.result(1, spot)
        felt.shows(law.TALKING_FORFEITS, done)
        assert done.result is Result.LOST
    finish(felt, 2)
    felt.shows(law.Reading("K36"), felt.result(1, "jackpot"))
    assert (felt.result(1, "jackpot").result is Result.LOST) == (method == "A")
    if method == "B":  # the jackpot wager is not forfeited with them
        assert [(claim.patron, claim.line) for claim in felt.round.claims] == [("Ann", "flush")]
    assert felt.net("Bob") == 100 - 5


def test_star_talking_costs_a_jackpot_wager_on_another_and_leaves_anothers() -> None:
    felt = Felt(STAR_MS, jackpot=jackpot(STAR_MS))
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    for patron, area in (("Ann", 2), ("Bob", 1)):
        felt.do(Place("wagers", patron, area, "jackpot", Stake.of(5_00), approved_by="gaming-supervisor"))
    felt.deal(board=FLUSH_BOARD, p1=FLUSH, p2=JACKS)
    felt.do(talking(STAR_MS, "Ann"))
    felt.shows(law.TALKING_FORFEITS, felt.result(2, "jackpot"))
    finish(felt, 2)
    assert [(claim.patron, claim.area) for claim in felt.round.claims] == [("Bob", 1)]
    assert (felt.net("Ann"), felt.net("Bob")) == (-30, 100 - 5)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_both_players_talked(game: str) -> None:
    felt = two_players(game)
    felt.bet(1)
    felt.do(talking(game, "Ann", "Bob"))
    assert felt.round.is_over and (felt.net("Ann"), felt.net("Bob")) == (-50, -25)


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_talking_forfeits_what_stands(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 600, unnoticed=True)
    felt.deal(board=BOARD, p1=JACKS)
    felt.bet(1, 1_800)
    felt.do(talking(game, "Ann"))
    assert felt.net("Ann") == -500 - 1_500


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_talking_is_for_a_rank_and_a_time(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.shows(law.TALKING_FORFEITS, felt.refused(talking(game, "Ann")))  # no hand to talk about yet
    felt.deal(board=BOARD, p1=JACKS)
    for act in (
        talking(game, "Ann")._replace(rank="dealer"),
        talking(game),
        talking(game, "Ann")._replace(patrons=("Ann",)),
    ):
        felt.shows(law.TALKING_FORFEITS, felt.refused(act))
    felt.shows(law.NOT_YOURS, felt.refused(talking(game, "Zoe")))
    bet_out(felt, 1)
    felt.shows(law.TALKING_FORFEITS, felt.refused(talking(game, "Ann")))  # all the cards are out
    felt.settle()
    felt.shows(law.TALKING_FORFEITS, felt.refused(talking(game, "Ann")))


# A voided round.


@pytest.mark.parametrize("ground", ["disruption", "fraud"])
@pytest.mark.parametrize("when", ["wagers", "deal", *STREETS, "card", "showdown"])
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_round_voided_at_any_time(game: str, when: str, ground: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    for area, patron in ((1, "Ann"), (2, "Bob")):
        felt.ante(patron, area)
        felt.jackpot(patron, area)
    if when == "deal":
        felt.prepare()
        felt.do(Deal("deal", DECK_52[:3]))
    elif when != "wagers":
        felt.deal(board=BOARD, p1=JACKS, p2=TENS)
    if when in STREETS:
        to_street(felt, when, 1, 2)
        felt.bet(1, 75)
    elif when == "card":
        felt.bet(1)
        felt.bet(2)
    elif when == "showdown":
        bet_out(felt, 1, 2)
    voided, *after = felt.do(Void(POWERFUL[game], ground, "Eve"))
    key = law.VOID_FOR_FRAUD if ground == "fraud" else law.VOID_FOR_DISRUPTION
    felt.shows(law.ROUND_VOIDED, voided)
    felt.shows(key, voided)
    for done in felt.round.settlements:
        felt.shows(law.VOID_REFUNDS, done)
        felt.shows(law.VOID, done)
        assert (done.result, done.returned) == (Result.VOID, done.stake)
    assert isinstance(after[-1], RoundEnded) and felt.round.is_over and not felt.round.claims
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_void_gives_back_what_a_fold_lost(game: str, street: str) -> None:
    felt = two_players(game)
    to_street(felt, street, 1, 2)
    felt.fold(1)
    felt.do(Void(POWERFUL[game], "disruption"))
    for spot in ("ante", *STREETS[: STREETS.index(street)]):
        lost, restored = felt.results(1, spot)
        assert (lost.result, restored.result, restored.returned) == (Result.LOST, Result.RESTORED, lost.taken)
        felt.shows(law.VOID_REFUNDS, restored)
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)


@pytest.mark.parametrize(
    "rank", ["casino-supervisor", "gaming-supervisor", "assistant-gaming-manager", "gaming-manager"]
)
def test_star_casino_supervisors_void(rank: str) -> None:
    felt = dealt(STAR_MS)
    felt.shows(law.ROUND_VOIDED, felt.do(Void(rank, "disruption"))[0])
    assert felt.net("Ann") == 0


def test_star_fraud_forfeits_every_wager() -> None:
    felt = with_jackpots(STAR_MS)
    felt.bet(1, 75)
    felt.do(Void("casino-supervisor", "fraud", forfeit=("Ann",)))
    for spot in ("ante", "3rd-street", "jackpot"):
        felt.shows(law.FRAUD_FORFEITS, felt.result(1, spot))
        assert felt.result(1, spot).result is Result.LOST
    assert (felt.net("Ann"), felt.net("Bob")) == (-105, 0)


def test_crown_refunds_whoever_committed_the_fraud() -> None:
    felt = two_players(CROWN_MS)
    felt.shows(law.VOID_REFUNDS, felt.refused(Void("casino-manager", "fraud", forfeit=("Ann",))))
    felt.do(Void("casino-manager", "fraud"))
    assert felt.net("Ann") == 0


# A voided player.


@pytest.mark.parametrize("has_bet", [False, True])
@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_offender_voided_at_any_street(game: str, street: str, has_bet: bool) -> None:
    felt = with_jackpots(game)
    to_street(felt, street, 1, 2)
    if has_bet:
        felt.bet(1)
    felt.shows(law.OFFENDER_VOIDED, felt.do(Void(POWERFUL[game], "breach", "Eve", patrons=("Ann",)))[0])
    for done in felt.round.settlements:
        felt.shows(law.OFFENDER_VOIDED, done)
        felt.shows(law.VOID, done)
        assert (done.patron, done.result, done.returned) == ("Ann", Result.VOID, done.stake)
    assert len(felt.round.settlements) == 2 + STREETS.index(street) + has_bet
    finish(felt, 2)
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 100 - 5) and not felt.round.claims


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_offender_voided_when_all_cards_are_out(game: str) -> None:
    felt = two_players(game)
    bet_out(felt, 1, 2)
    felt.do(Void(POWERFUL[game], "breach", patrons=("Ann",)))
    felt.refused(Decide("concede-1", "Ann", "concede"))
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 100)


@pytest.mark.parametrize("street", STREETS)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_only_player_voided_ends_the_round(game: str, street: str) -> None:
    felt = dealt(game)
    to_street(felt, street, 1)
    felt.do(Void(POWERFUL[game], "breach", patrons=("Ann",)))
    assert felt.round.is_over and felt.net("Ann") == 0


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_only_player_voided_before_or_in_the_deal(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.do(Call("no-more-bets"), Void(POWERFUL[game], "breach", patrons=("Ann",)))
    assert felt.round.is_over and felt.net("Ann") == 0
    later = Felt(game)
    later.ante("Ann", 1)
    later.prepare()
    later.do(Deal("deal", DECK_52[:1]), Void(POWERFUL[game], "breach", patrons=("Ann",)), Deal("deal", DECK_52[1:2]))
    assert later.round.is_over and later.net("Ann") == 0


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_fold_of_an_offender_is_given_back(game: str) -> None:
    felt = two_players(game)
    felt.bet(1, 75)
    felt.bet(2)
    felt.reveal()
    felt.fold(1)
    felt.do(Void(POWERFUL[game], "breach", patrons=("Ann",)))
    finish(felt, 2)
    assert felt.results(1, "3rd-street")[-1].result is Result.RESTORED
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 100)


# A card keyed wrongly, put right afterwards.


def with_card(act: Act, old: str, new: str) -> Act:
    """An act with one card for another."""
    if not isinstance(act, Deal | Turn):
        return act
    (was,), (now,) = parse_cards(old), parse_cards(new)
    return act._replace(cards=tuple(now if card == was else card for card in act.cards))


@pytest.mark.parametrize("old", ["9h", "5d", "2c"], ids=STREETS)
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", MISSISSIPPI)
def test_community_card_corrected(game: str, device: str, old: str) -> None:
    """A card of the board was the jack of hearts: three jacks at 3 to 1, not a pair of jacks at 1 to 1."""
    felt = two_players(game, device=device)
    bet_out(felt, 1, 2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (100, 100)
    acts = [with_card(act, old, "Jh") for act in felt.acts]
    righted = correct(felt.opening, felt.acts, acts, reason="a card keyed wrongly", approver="Eve")
    assert righted.before == felt.round
    assert righted.differences == (Difference("Ann", 200_00, 0),)
    assert parse_cards("Jh")[0] in righted.after.hands[0].cards


@pytest.mark.parametrize("game", MISSISSIPPI)
def test_corrected_card_changes_a_jackpot_claim(game: str) -> None:
    felt = with_jackpots(game)
    bet_out(felt, 1, 2)
    felt.settle()
    assert len(felt.round.claims) == 1
    acts = [with_card(act, "2h", "2c") for act in felt.acts]
    righted = correct(felt.opening, felt.acts, acts, reason="a card keyed wrongly", approver="Eve")
    assert not righted.after.claims
    assert righted.differences == (Difference("Ann", -700_00, 0),)  # $600 won before, $100 lost now


def test_street_off_the_unit_is_corrected_to_one_that_fits() -> None:
    """Ante $25, steps of $10: $30 comes down to $25; $20 is topped up to $25 or $35, not to $31."""
    limits = {"ante": Limits(25_00, 500_00, 10_00)}
    felt = Felt(STAR_MS, limits=limits)
    felt.ante("Ann", 1)
    felt.deal(board="9s 7c 4h", p1="Jh Jd")
    felt.bet(1, 30, unnoticed=True)
    felt.find(1, "3rd-street")
    felt.decide(1, "correct")
    assert felt.round.wagers_on(1, "3rd-street")[0].stake.cents == 25_00
    felt.reveal()
    felt.bet(1, 20, unnoticed=True)
    felt.find(1, "4th-street")
    need = felt.decision(1)
    felt.shows(law.STREET_RANGE, felt.refused(Decide(need.id, "Ann", "correct", Stake.of(11_00))))
    felt.decide(1, "correct", 15)
    assert felt.round.wagers_on(1, "4th-street")[0].stake.cents == 35_00


def test_star_talking_costs_a_folded_player_the_jackpot_wager() -> None:
    felt = with_jackpots(STAR_MS, "")
    felt.fold(1)
    felt.do(talking(STAR_MS, "Ann"))
    felt.shows(law.TALKING_FORFEITS, felt.result(1, "jackpot"))
    finish(felt, 2)
    assert not felt.round.claims
