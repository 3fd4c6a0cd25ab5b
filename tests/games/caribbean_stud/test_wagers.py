"""Opening wagers: Ante and jackpot, where and when they go down (Star 5, 11.1; Crown 6, 8.4.1, 11.3)."""

from typing import Any

import pytest

from pitboss import law
from pitboss.cards import DECK_52, parse_cards
from pitboss.money import Piece, Stake
from pitboss.play.acts import Call, Cut, Deal, Decide, Place, Shuffle, TakeBack
from pitboss.play.events import Called, RoundEnded, WagerPlaced, WagerTakenBack
from pitboss.play.powers import Find
from support import BOTH, CROWN, STAR, Felt, jackpot

ACE_KING = "As Kd 7h 4c 2s"
THREES = "3s 3d 9h 8c 6s"
ANTE = Stake.of(2_500)
PRICE = Stake.of(500)


def with_jackpot(game: str, **more: Any) -> Felt:
    return Felt(game, jackpot=jackpot(game), **more)


@pytest.mark.parametrize("game", BOTH)
def test_ante_opens(game: str) -> None:
    felt = Felt(game)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    felt.shows(law.ANTE_OPENS, felt.refused(Deal("deal", DECK_52[:10])))
    felt.shows(law.ANTE_OPENS, felt.refused(Call("no-more-bets")))
    (event,) = felt.do(Place("wagers", "Ann", 4, "ante", ANTE))
    assert isinstance(event, WagerPlaced) and event.stake.cents == 25_00
    felt.shows(law.ANTE_OPENS, event)
    felt.deal(ACE_KING, p4=THREES)
    assert [hand.area for hand in felt.round.hands] == [0, 4]


@pytest.mark.parametrize("game", BOTH)
def test_chips_or_tokens(game: str) -> None:
    felt = Felt(game)
    for stake in (Stake((Piece("cash", 2_500),)), Stake(), Stake((Piece("chips", 0),)), Stake((Piece("chips", -1),))):
        felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Place("wagers", "Ann", 1, "ante", stake)))
    hidden = Place("wagers", "Ann", 1, "ante", Stake.of(25_00), face_down=True)
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(hidden))
    placed = felt.do(
        Place("wagers", "Ann", 1, "ante", Stake.of(2_500)),
        Place("wagers", "Bob", 2, "ante", Stake.of(tokens=2_500)),
        Place("wagers", "Cy", 3, "ante", Stake.of(1_000, 1_500)),
    )
    for event in placed:
        felt.shows(law.CHIPS_OR_TOKENS, event)
    assert [(w.stake.chips_cents, w.stake.tokens_cents) for w in felt.round.wagers] == [
        (25_00, 0),
        (0, 25_00),
        (10_00, 15_00),
    ]


@pytest.mark.parametrize("game", BOTH)
def test_chips_make_the_amount(game: str) -> None:
    """The least chip of the table is $1; a token has whatever value is on it."""
    felt = Felt(game)
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Place("wagers", "Ann", 1, "ante", Stake.of(26_50))))
    felt.do(Place("wagers", "Ann", 1, "ante", Stake.of(tokens=26_50)))
    assert felt.round.wagers[0].stake.cents == 26_50


@pytest.mark.parametrize("game", BOTH)
def test_bet_is_chips_or_tokens(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=THREES)
    need = felt.decision(1)
    cash = Stake((Piece("cash", 5_000),))
    felt.shows(law.CHIPS_OR_TOKENS, felt.refused(Decide(need.id, "Ann", "bet", cash)))
    felt.bet(1, 20, tokens=30)
    assert felt.round.wagers_on(1, "bet")[0].stake == Stake.of(2_000, 3_000)


@pytest.mark.parametrize("game", BOTH)
def test_one_hand(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.shows(law.ONE_HAND, felt.refused(Place("wagers", "Ann", 2, "ante", ANTE)))
    felt.ante("Bob", 2)  # another player may
    felt.do(TakeBack("wagers", "Ann", 1, "ante"), Place("wagers", "Ann", 3, "ante", ANTE))  # and Ann may move
    assert [w.area for w in felt.round.wagers if w.live] == [2, 3]


@pytest.mark.parametrize("game", BOTH)
def test_one_wager_per_spot(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(Place("wagers", "Bob", 1, "ante", ANTE)))
    felt.do(TakeBack("wagers", "Ann", 1, "ante"))
    felt.ante("Bob", 1)
    assert [w.patron for w in felt.round.wagers if w.live] == ["Bob"]


@pytest.mark.parametrize("game", BOTH)
def test_ante_may_grow_before_the_deal(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 25)
    felt.ante("Ann", 1, 30)
    (wager,) = felt.round.wagers
    assert wager.stake.cents == 55_00
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1, 110)
    felt.settle()
    assert felt.net("Ann") == 55 + 110


@pytest.mark.parametrize("game", BOTH)
def test_playing_area(game: str) -> None:
    felt = Felt(game)
    for area in (0, 8, -1):
        felt.shows(law.PLAYING_AREA, felt.refused(Place("wagers", "Ann", area, "ante", ANTE)))
    felt.shows(law.PLAYING_AREA, felt.refused(Place("wagers", "Ann", 7, "blind", ANTE)))
    felt.ante("Ann", 7)
    taken = felt.refused(Place("wagers", "Bob", 7, "ante", ANTE))
    assert law.PLAYING_AREA not in taken.because


@pytest.mark.parametrize("game", BOTH)
def test_playing_areas_of_a_small_table(game: str) -> None:
    felt = Felt(game, areas=3)
    felt.shows(law.PLAYING_AREA, felt.refused(Place("wagers", "Ann", 4, "ante", ANTE)))
    felt.ante("Ann", 3)


@pytest.mark.parametrize("game", BOTH)
def test_bet_is_no_opening_wager(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.shows(law.BET_OR_FOLD, felt.refused(Place("wagers", "Ann", 1, "bet", Stake.of(5_000))))


# The jackpot wager.


@pytest.mark.parametrize("game", BOTH)
def test_jackpot_offered(game: str) -> None:
    felt = with_jackpot(game)
    felt.ante("Ann", 1)
    (event,) = felt.do(Place("wagers", "Ann", 1, "jackpot", PRICE))
    felt.shows(law.JACKPOT_OFFERED, event)
    felt.shows(law.JACKPOT_PRICE, event)
    without = Felt(game)
    without.ante("Ann", 1)
    without.shows(law.JACKPOT_OFFERED, without.refused(Place("wagers", "Ann", 1, "jackpot", PRICE)))


@pytest.mark.parametrize("game", BOTH)
def test_jackpot_needs_ante(game: str) -> None:
    felt = with_jackpot(game)
    place = Place("wagers", "Ann", 1, "jackpot", PRICE)
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(place))
    felt.ante("Bob", 2)
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(place._replace(area=2)))  # on another's Ante
    felt.ante("Ann", 1)
    felt.do(place)
    assert felt.round.wagers_on(1, "jackpot")[0].stake.cents == 5_00


@pytest.mark.parametrize("game", BOTH)
def test_jackpot_keeps_its_ante(game: str) -> None:
    felt = with_jackpot(game)
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.shows(law.JACKPOT_NEEDS_ANTE, felt.refused(TakeBack("wagers", "Ann", 1, "ante")))
    felt.do(TakeBack("wagers", "Ann", 1, "jackpot"), TakeBack("wagers", "Ann", 1, "ante"))
    assert felt.net("Ann") == 0
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.prepare()
    need = felt.round.need("deal")
    felt.do(Deal("deal", felt.game.deck[: len(need.slots)]))  # type: ignore[union-attr]
    assert felt.round.settlements == (), "with its Ante it stays"


@pytest.mark.parametrize("game", BOTH)
def test_jackpot_price(game: str) -> None:
    felt = with_jackpot(game)
    felt.ante("Ann", 1)
    for cents in (499, 501, 1_000):
        felt.shows(law.JACKPOT_PRICE, felt.refused(Place("wagers", "Ann", 1, "jackpot", Stake.of(cents))))
    felt.shows(law.JACKPOT_PRICE, felt.refused(Place("wagers", "Ann", 1, "jackpot", Stake.of(200, 300))))
    felt.jackpot("Ann", 1)
    assert felt.round.wagers_on(1, "jackpot")[0].stake.cents == 5_00


@pytest.mark.parametrize("game", BOTH)
def test_a_token_is_a_jackpot_wager_where_it_is_read_so(game: str) -> None:
    felt = with_jackpot(game, readings={"jackpotTokens": True})
    felt.ante("Ann", 1)
    felt.do(Place("wagers", "Ann", 1, "jackpot", Stake.of(200, 300)))
    assert felt.round.wagers_on(1, "jackpot")[0].stake.tokens_cents == 3_00


def test_one_jackpot_wager_a_hand() -> None:
    felt = with_jackpot(CROWN)
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.shows(law.ONE_JACKPOT_WAGER, felt.refused(Place("wagers", "Ann", 1, "jackpot", PRICE)))


def test_one_wager_on_the_jackpot_spot() -> None:
    felt = with_jackpot(STAR)
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.shows(law.ONE_WAGER_PER_SPOT, felt.refused(Place("wagers", "Ann", 1, "jackpot", PRICE)))


# When wagers close.


@pytest.mark.parametrize("game", BOTH)
def test_wager_taken_back_while_open(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 40)
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Bob", 1, "ante")))
    (event,) = felt.do(TakeBack("wagers", "Ann", 1, "ante"))
    assert isinstance(event, WagerTakenBack) and event.stake.cents == 40_00
    assert felt.net("Ann") == 0
    felt.shows(law.NOT_YOURS, felt.refused(TakeBack("wagers", "Ann", 1, "ante")))
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    felt.shows(law.ANTE_OPENS, felt.refused(Deal("deal", DECK_52[:10])))


@pytest.mark.parametrize("game", BOTH)
def test_bets_close_with_the_call(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    assert law.BETS_CLOSE not in felt.refused(Call("no-more-bets")).because, "there is nothing to close"
    assert law.BETS_CLOSE not in felt.refused(Place("wagers", "Ann", 1, "bet", ANTE)).because
    felt.ante("Ann", 1)
    (event,) = felt.do(Call("no-more-bets"))
    assert isinstance(event, Called) and event.says == "no more bets"
    felt.shows(law.BETS_CLOSE, event)
    felt.shows(law.ROUND_OF_PLAY, event)
    for late in (
        Place("wagers", "Bob", 2, "ante", ANTE),
        Place("wagers", "Ann", 1, "ante", ANTE),
        Place("wagers", "Ann", 1, "jackpot", PRICE),
        TakeBack("wagers", "Ann", 1, "ante"),
    ):
        felt.shows(law.BETS_CLOSE, felt.refused(late))
    felt.shows(law.BETS_CLOSE, felt.refused(Call("no-more-bets")))


def test_crown_must_call_before_dealing() -> None:
    felt = Felt(CROWN)
    felt.ante("Ann", 1)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    felt.shows(law.BETS_CLOSE, felt.refused(Deal("deal", DECK_52[:1])))
    felt.do(Call("no-more-bets"), Deal("deal", DECK_52[:1]))


def test_star_first_card_closes_without_a_call() -> None:
    felt = Felt(STAR)
    felt.ante("Ann", 1)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    felt.ante("Bob", 2)
    felt.do(Deal("deal", DECK_52[:1]))
    felt.shows(law.BETS_CLOSE, felt.refused(Place("wagers", "Cy", 3, "ante", ANTE)))
    felt.shows(law.BETS_CLOSE, felt.refused(Call("no-more-bets")))


@pytest.mark.parametrize("game", BOTH)
def test_wagers_frozen_after_the_first_card(game: str) -> None:
    felt = Felt(game, jackpot=jackpot(game))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.prepare()
    felt.do(Deal("deal", DECK_52[:1]))
    tries = (
        Place("wagers", "Ann", 1, "ante", ANTE),
        Place("wagers", "Bob", 2, "ante", ANTE),
        TakeBack("wagers", "Ann", 1, "ante"),
        TakeBack("wagers", "Ann", 1, "jackpot"),
    )
    for late in tries:
        felt.shows(law.WAGERS_FROZEN, felt.refused(late))
    felt.do(Deal("deal", DECK_52[1:10]))
    for late in tries:
        felt.shows(law.WAGERS_FROZEN, felt.refused(late))
    felt.bet(1)
    felt.show()
    for late in (*tries, TakeBack("wagers", "Ann", 1, "bet")):
        felt.shows(law.WAGERS_FROZEN, felt.refused(late))


@pytest.mark.parametrize("game", BOTH)
def test_round_of_play_ends_with_settlement(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1)
    assert law.WAGERS_FROZEN not in felt.refused(Find(0)).because, "it is not settled, and nothing is wrong with it"
    ended = [event for event in felt.settle() if isinstance(event, RoundEnded)]
    assert len(ended) == 1 and felt.round.is_over and not felt.round.needs
    felt.shows(law.WAGERS_FROZEN, felt.refused(Find(0)))
    felt.shows(law.ROUND_OF_PLAY, ended[0])
    for late in (
        Place("wagers", "Ann", 1, "ante", ANTE),
        Shuffle("shuffle"),
        Deal("deal", parse_cards("5c")),
        Call("settle"),
    ):
        felt.shows(law.ROUND_OF_PLAY, felt.refused(late))
