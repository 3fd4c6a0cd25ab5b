"""The betting round and conceding (Star 5.4, 5.5, 8, 9.7, 9.8; Crown 8.4.1(b), 8.5.5)."""

import pytest

from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.law import Reading
from pitboss.money import Stake
from pitboss.play.acts import Call, Decide, Lapse, Turn
from pitboss.play.events import CardsCollected, CardsTurned, Decided, WagerPlaced
from pitboss.play.needs import TurnNeed
from pitboss.play.wager import Result
from support import BOTH, CROWN, STAR, Felt, jackpot

ACE_KING = "As Kd 7h 4c 2s"
ACE_QUEEN = "As Qd Jh 9c 8s"
THREES = "3s 3d 9h 8h 6s"
TWO_PAIR = "Ts Td 5h 5d 2c"
FLUSH = "Kc Tc 6c 5c 3c"


def one_player(game: str, *, dealer: str = ACE_KING, player: str = THREES, **changes: object) -> Felt:
    felt = Felt(game, **changes)
    felt.ante("Ann", 1)
    felt.deal(dealer, p1=player)
    return felt


def two_players(game: str, **changes: object) -> Felt:
    felt = Felt(game, **changes)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=THREES, p2=TWO_PAIR)
    return felt


@pytest.mark.parametrize("game", BOTH)
def test_bet_or_fold(game: str) -> None:
    felt = one_player(game)
    assert [option.name for option in felt.decision(1).options] == ["bet", "fold"]
    for other in ("check", "raise", "concede"):
        felt.shows(law.BET_OR_FOLD, felt.refused(Decide("decide-1", "Ann", other)))
    felt.shows(law.NOT_YOURS, felt.refused(Decide("decide-1", "Bob", "fold")))
    placed, decided = felt.bet(1)
    assert isinstance(placed, WagerPlaced) and placed.stake.cents == 50_00
    felt.shows(law.BET_OR_FOLD, placed)
    felt.shows(law.BET_OR_FOLD, decided)


@pytest.mark.parametrize("game", BOTH)
def test_decision_is_made_once(game: str) -> None:
    felt = two_players(game)
    felt.bet(1)
    felt.fold(2)
    for again in (Decide("decide-1", "Ann", "fold"), Decide("decide-2", "Bob", "bet", Stake.of(50_00))):
        felt.shows(law.BET_OR_FOLD, felt.refused(again))
    felt.shows(law.WAGERS_FROZEN, felt.refused(Decide("decide-1", "Ann", "fold")))


@pytest.mark.parametrize("game", BOTH)
def test_bet_twice_ante(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 40)
    felt.deal(ACE_KING, p1=THREES)
    for cents in (0, 40_00, 79_99, 80_01, 120_00):
        felt.shows(law.BET_TWICE_ANTE, felt.refused(Decide("decide-1", "Ann", "bet", Stake.of(cents))))
    placed, _ = felt.bet(1, 80)
    felt.shows(law.BET_TWICE_ANTE, placed)
    assert felt.round.wagers_on(1, "bet")[0].stake.cents == 80_00


@pytest.mark.parametrize("game", BOTH)
def test_bet_may_pass_the_maximum_of_the_ante(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1, 500)
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1, 1_000)
    felt.settle()
    assert felt.net("Ann") == 500 + 1_000


def test_variation_prevails() -> None:
    """The general rule freezes wagers after the first card; the game's own rule still takes the Bet."""
    felt = one_player(CROWN)
    placed, _ = felt.bet(1)
    felt.shows(law.VARIATION_PREVAILS, placed)


@pytest.mark.parametrize("game", BOTH)
def test_fold_loses_ante(game: str) -> None:
    felt = one_player(game, player=FLUSH)
    happened = felt.fold(1)
    felt.shows(law.FOLD_LOSES, happened[0])
    ante = felt.result(1, "ante")
    felt.shows(law.FOLD_LOSES, ante)
    assert (ante.result, ante.taken.cents, ante.pays) == (Result.LOST, 25_00, 0)
    assert felt.net("Ann") == -25
    assert not felt.results(1, "bet")


@pytest.mark.parametrize("game", BOTH)
def test_fold_takes_no_stake(game: str) -> None:
    felt = one_player(game)
    felt.shows(law.FOLD_LOSES, felt.refused(Decide("decide-1", "Ann", "fold", Stake.of(50_00))))


@pytest.mark.parametrize("game", BOTH)
def test_fold_loses_even_if_the_dealer_fails(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_QUEEN, p1=THREES, p2=TWO_PAIR)
    felt.fold(1)
    felt.bet(2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, 25)


@pytest.mark.parametrize("game", BOTH)
def test_fold_discards(game: str) -> None:
    felt = one_player(game)
    (collected,) = (e for e in felt.fold(1) if isinstance(e, CardsCollected))
    felt.shows(law.FOLD_DISCARDS, collected)
    assert collected.cards == 5
    hand = felt.round.hands[1]
    assert hand.status == "folded" and set(hand.shown) == {UNKNOWN}


@pytest.mark.parametrize("game", BOTH)
def test_dealer_turns_when_all_have_acted(game: str) -> None:
    felt = two_players(game)
    felt.bet(2)
    felt.shows(law.DEALER_TURNS, felt.refused(Turn("turn-dealer")))
    felt.shows(law.DEALER_TURNS, felt.refused(Call("settle")))
    felt.bet(1)
    felt.shows(law.DEALER_TURNS, felt.refused(Call("settle")))
    (turned,) = felt.show()
    assert isinstance(turned, CardsTurned) and turned.cards == parse_cards(ACE_KING)
    felt.shows(law.DEALER_TURNS, turned)
    felt.shows(law.BEST_HAND, turned)
    assert felt.game.says(felt.round.hands[0]) == "ace-king high"
    felt.shows(law.DEALER_TURNS, felt.refused(Turn("turn-dealer")))
    felt.do(Call("settle"))


@pytest.mark.parametrize("game", BOTH)
def test_dealer_turns_if_one_player_stays(game: str) -> None:
    felt = two_players(game)
    felt.fold(1)
    felt.bet(2)
    felt.settle()
    assert felt.round.hands[0].all_up
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, 25 + 100)


def test_star_dealer_stays_down_when_everyone_folds() -> None:
    felt = two_players(STAR)
    felt.fold(1)
    felt.fold(2)
    assert felt.round.need("turn-dealer") is None
    felt.settle()
    assert felt.round.hands[0].shown.count(UNKNOWN) == 4
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, -25)


def test_crown_dealer_turns_though_everyone_folds() -> None:
    felt = two_players(CROWN)
    felt.fold(1)
    felt.fold(2)
    felt.shows(law.DEALER_TURNS, felt.refused(Call("settle")))
    felt.shows(law.DEALER_TURNS, felt.show()[0])
    felt.settle()
    assert felt.round.hands[0].all_up
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, -25)


# Cards that no person has named when they are dealt.


@pytest.mark.parametrize("game", BOTH)
def test_dealer_names_unseen_cards_when_turning(game: str) -> None:
    felt = one_player(game, dealer="?? ?? ?? ?? 2s")
    felt.bet(1)
    assert felt.round.need("turn-dealer") == TurnNeed("turn-dealer", 0, 4)
    assert felt.game.says(felt.round.hands[0]) == ""
    for cards in ("", "As Kd 7h", "As Kd 7h ??"):
        felt.shows(law.CARD_UNSEEN, felt.refused(Turn("turn-dealer", parse_cards(cards))))
    felt.do(Turn("turn-dealer", parse_cards("As Kd 7h 4c")))
    assert felt.round.hands[0].cards == parse_cards(ACE_KING)
    felt.settle()
    assert felt.net("Ann") == 25 + 50


@pytest.mark.parametrize("game", BOTH)
def test_players_unseen_cards_are_named_for_settlement(game: str) -> None:
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1="?? ?? ?? ?? ??", p2="?? ?? ?? ?? ??")
    felt.bet(1)
    felt.fold(2)
    felt.show()
    assert felt.round.need("settle") is None and felt.round.need("turn-2") is None
    (turned,) = felt.do(Turn("turn-1", parse_cards(THREES)))
    felt.shows(law.BEST_HAND, turned)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (25 + 50, -25)


# Conceding.


def test_concede() -> None:
    felt = two_players(STAR)
    felt.bet(1)
    felt.bet(2)
    felt.show()
    assert felt.decision(1).optional
    decided, *after = felt.decide(1, "concede")
    assert isinstance(decided, Decided) and decided.option == "concede"
    felt.shows(law.CONCEDE, decided)
    for spot in ("ante", "bet"):
        assert felt.result(1, spot).result is Result.LOST
        felt.shows(law.CONCEDE, felt.result(1, spot))
    (collected,) = (e for e in after if isinstance(e, CardsCollected))
    felt.shows(law.FOLD_DISCARDS, collected)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (-75, 25 + 100)


def test_a_hand_is_conceded_in_its_time() -> None:
    felt = two_players(STAR)
    early = felt.refused(Decide("concede-1", "Ann", "concede"))
    felt.shows(law.CONCEDE, early)
    assert law.WAGERS_FROZEN not in early.because and law.NOT_AN_OPTION not in early.because
    other = felt.refused(Decide("play-1", "Ann", "bet", Stake.of(50_00)))
    assert law.CONCEDE not in other.because, "this one concedes nothing"


def test_each_player_concedes_their_own_hand() -> None:
    felt = two_players(STAR)
    felt.bet(1)
    felt.bet(2)
    felt.show()
    assert [felt.decision(area).patron for area in (1, 2)] == ["Ann", "Bob"]
    felt.decide(2, "concede")
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (25 + 50, -75)


def test_hand_not_conceded_is_settled() -> None:
    felt = two_players(STAR)
    felt.bet(1)
    felt.bet(2)
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (25 + 50, 25 + 100)


def test_concede_against_a_dealer_who_fails() -> None:
    felt = one_player(STAR, dealer=ACE_QUEEN)
    felt.bet(1)
    felt.show()
    felt.decide(1, "concede")
    felt.settle()
    assert felt.net("Ann") == -75


def test_concede_after_the_dealer_turns() -> None:
    felt = one_player(STAR)
    felt.bet(1)
    felt.shows(law.DEALER_TURNS, felt.refused(Decide("concede-1", "Ann", "concede")))
    felt.show()
    felt.shows(law.NOT_YOURS, felt.refused(Decide("concede-1", "Bob", "concede")))
    felt.decide(1, "concede")


def test_concede_before_settlement() -> None:
    felt = one_player(STAR)
    felt.bet(1)
    felt.settle()
    felt.shows(law.ROUND_OF_PLAY, felt.refused(Decide("concede-1", "Ann", "concede")))


def test_nobody_has_to_concede() -> None:
    felt = one_player(STAR)
    felt.bet(1)
    felt.show()
    felt.shows(law.NOT_AN_OPTION, felt.refused(Lapse("concede-1")))


def test_conceded_stays_out() -> None:
    felt = two_players(STAR)
    felt.bet(1)
    felt.bet(2)
    felt.show()
    felt.decide(1, "concede")
    for again in (Decide("concede-1", "Ann", "concede"), Decide("decide-1", "Ann", "bet", Stake.of(50_00))):
        felt.shows(law.CONCEDED_STAYS_OUT, felt.refused(again))
    others = felt.refused(Decide("decide-2", "Bob", "bet", Stake.of(50_00)))
    assert law.CONCEDED_STAYS_OUT not in others.because
    felt.settle()
    felt.shows(law.CONCEDED_STAYS_OUT, felt.result(1, "bet"))
    assert felt.round.hands[1].status == "conceded"


def test_conceding_ends_the_jackpot_wager() -> None:
    felt = Felt(STAR, jackpot=jackpot(STAR))
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.deal(ACE_KING, p1=FLUSH)
    felt.bet(1)
    felt.show()
    felt.decide(1, "concede")
    felt.settle()
    felt.shows(Reading("C16"), felt.result(1, "jackpot"))
    assert felt.net("Ann") == -25 - 50 - 5
    assert not felt.round.claims


def test_conceding_may_keep_the_jackpot_wager_by_the_other_reading() -> None:
    felt = Felt(STAR, jackpot=jackpot(STAR), readings={"concedeKeepsJackpot": True})
    felt.ante("Ann", 1)
    felt.jackpot("Ann", 1)
    felt.deal(ACE_KING, p1=FLUSH)
    felt.bet(1)
    felt.show()
    felt.decide(1, "concede")
    felt.settle()
    felt.shows(Reading("C16"), felt.round.claims[0])
    assert felt.round.claims[0].line == "flush"


def test_conceding_gives_up_no_more_than_stands() -> None:
    """Ante $600 of at most $500 and a Bet of $1,200: $500 and $1,000 are taken."""
    felt = Felt(STAR)
    felt.ante("Ann", 1, 600, unnoticed=True)
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1, 1_200)
    felt.show()
    felt.decide(1, "concede")
    felt.settle()
    felt.shows(law.MAXIMUM_SETTLED, felt.results(1, "ante")[1])
    felt.shows(law.EXCESS_WAGER_RETURNED, felt.results(1, "bet")[0])
    assert felt.net("Ann") == -1_500


def test_conceding_a_bet_too_large_takes_twice_the_ante() -> None:
    felt = one_player(STAR)
    felt.bet(1, 70, unnoticed=True)
    felt.show()
    felt.decide(1, "concede")
    felt.settle()
    assert felt.net("Ann") == -75


def test_crown_knows_no_conceding() -> None:
    felt = one_player(CROWN)
    felt.bet(1)
    felt.show()
    no = felt.refused(Decide("concede-1", "Ann", "concede"))
    felt.shows(law.WAGERS_FROZEN, no)
    felt.shows(law.NOT_AN_OPTION, no)
    felt.settle()
    assert felt.net("Ann") == 25 + 50
