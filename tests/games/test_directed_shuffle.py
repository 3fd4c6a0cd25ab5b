"""A shuffle that a person of rank directs, at the moments that each document has: Crown 4.1.1(b) and (c) at any time,
Star Mississippi Stud 4.4.5 before the device is loaded, Pontoon 4.1.4 after a round."""

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.money import Stake
from pitboss.play.acts import Call, Cut, Deal, Place, Shuffle
from pitboss.play.events import ShuffleDirected
from pitboss.play.needs import CardsNeed, CutNeed
from pitboss.play.powers import DirectShuffle
from pitboss.play.table import fold
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE, Felt

CROWNS = (CROWN, CROWN_MS, ULTIMATE)
ORDER = DirectShuffle("higher-duties-dealer", "three rounds in a row were alike", "Eve")


def seated(game: str, **changes: str) -> Felt:
    felt = Felt(game, **changes)
    for spot in ("ante", "blind") if game == ULTIMATE else ("ante",):
        felt.do(Place("wagers", "Ann", 1, spot, Stake.of(25_00)))
    return felt


@pytest.mark.parametrize("called", [False, True])
@pytest.mark.parametrize("game", CROWNS)
def test_crown_shuffles_again_with_wagers_down(game: str, called: bool) -> None:
    felt = seated(game)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    if called:
        felt.do(Call("no-more-bets"))
    (event,) = felt.do(ORDER)
    assert isinstance(event, ShuffleDirected) and (event.reason, event.by) == (ORDER.reason, "Eve")
    felt.shows(law.SHUFFLE_DIRECTED, event)
    felt.shows(law.SHUFFLE_AT_ANY_TIME, event)
    assert felt.round.need("deal") is None
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 7))
    felt.prepare()
    assert felt.round.need("deal") is not None and felt.round.wagers[0].live
    assert fold(felt.opening, felt.acts) == felt.round


@pytest.mark.parametrize("game", CROWNS)
def test_crown_shuffles_after_the_first_card_too(game: str) -> None:
    felt = seated(game)
    felt.prepare()
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    felt.do(Deal("deal", felt.game.deck[: need.packets[0] if need.packets else 1]))
    (event,) = felt.do(ORDER)
    felt.shows(law.SHUFFLE_AT_ANY_TIME, event)


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_crown_shuffles_in_the_middle_of_a_deal(device: str) -> None:
    felt = seated(CROWN_MS, device=device)
    felt.prepare()
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed)
    first = need.packets[0] if need.packets else 1
    felt.do(Deal("deal", parse_cards("As Kd Qh")[:first]), ORDER)
    rest = parse_cards("9c 8c 7c 6c")[: len(need.slots) - first]
    felt.shows(law.SHUFFLE_DIRECTED, felt.refused(Deal("deal", rest)))
    felt.do(Shuffle("shuffle"))
    if device == "shoe":
        cut = felt.round.need("cut")
        assert isinstance(cut, CutNeed) and cut.most == 52 - first - 1
        felt.do(Cut("cut", "dealer", 5))
    felt.do(Deal("deal", rest))
    assert felt.decision(1).patron == "Ann"


def test_crown_shuffle_ordered_while_players_decide_comes_before_the_next_card() -> None:
    felt = seated(CROWN_MS)
    felt.deal(board="6c 7c 8c", p1="As Kd")
    felt.do(ORDER)
    felt.bet(1)
    assert [need.id for need in felt.round.needs] == ["shuffle", "deal-3rd-street"]
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 5))
    felt.reveal()
    felt.bet(1)
    felt.reveal()  # it was for once
    assert felt.decision(1).patron == "Ann"


def test_rank_and_reason_of_a_directed_shuffle() -> None:
    felt = seated(CROWN)
    felt.shows(law.SHUFFLE_DIRECTED, felt.refused(ORDER._replace(rank="dealer")))
    felt.shows(law.SHUFFLE_DIRECTED, felt.refused(ORDER._replace(reason="")))


def test_star_mississippi_shuffles_before_the_device_is_loaded() -> None:
    order = ORDER._replace(rank="gaming-supervisor")
    felt = seated(STAR_MS, device="shuffler")
    event = felt.do(order)[0]
    felt.shows(law.SHUFFLE_DIRECTED, event)
    felt.shows(law.SHUFFLE_BEFORE_LOADING, event)
    felt.do(Shuffle("shuffle"))
    felt.shows(law.SHUFFLE_BEFORE_LOADING, felt.refused(order))  # the cards are in the device
    felt.shows(law.SHUFFLE_BEFORE_LOADING, seated(STAR_MS).refused(order))  # a shoe is not loaded so


def test_star_caribbean_has_no_such_order() -> None:
    felt = seated(STAR)
    felt.shows(law.TERMS, felt.refused(ORDER._replace(rank="gaming-manager")))


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_pontoon_shuffles_after_a_round_with_wagers_down(device: str) -> None:
    order = ORDER._replace(rank=SUPERVISOR)
    felt = PontoonFelt(device=device)
    felt.wager("Ann", 1)
    felt.prepare()
    (event,) = felt.do(order)
    felt.shows(law.SHUFFLE_DIRECTED, event)
    assert "shuffle" in felt.needs and "deal" not in felt.needs
    felt.prepare()
    felt.deal_cards("7h", p1="9s 8h") if device == "shuffler" else felt.deal("7h", p1="9s 8h")
    no = felt.refused(order)
    felt.shows(law.SHUFFLE_DIRECTED, no)
    felt.shows(law.ROUND_OF_PLAY, no)


def test_pontoons_first_shuffle_stays_the_first_when_it_is_ordered() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.do(ORDER._replace(rank=SUPERVISOR))
    felt.shows(law.SHUFFLE_AT_START, felt.shuffle_need())
    felt.shows(law.SHUFFLE_DIRECTED, felt.shuffle_need())
