"""The deck, the shuffle and the cut (Star 3.1 to 3.6, 4; Crown 3.1, 4, 8.5.1)."""

import pytest

from pitboss import law
from pitboss.cards import DECK_52, parse_cards
from pitboss.play.acts import Call, Cut, Deal, Shuffle, Turn
from pitboss.play.events import CardsDealt, CutMade, Shuffled
from pitboss.play.needs import CardsNeed, CutNeed, ShuffleNeed
from support import BOTH, DEVICES, Felt

ACE_KING = "As Kd 7h 4c 2s"
THREES = "3s 3d 9h 8c 6s"


def ready(game: str, device: str = "shoe") -> Felt:
    """A table with one Ante down and the cards untouched."""
    felt = Felt(game, device=device)
    felt.ante("Ann", 1)
    return felt


def play_out(felt: Felt) -> None:
    """Play a round to its end, and begin the next."""
    felt.ante("Ann", 1)
    felt.deal(ACE_KING, p1=THREES)
    felt.bet(1)
    felt.settle()
    felt.table = felt.table.finish(felt.round)
    felt.round = felt.table.begin().round


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_shuffle_first(game: str, device: str) -> None:
    felt = ready(game, device)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Deal("deal", DECK_52[:10])))
    (event,) = felt.do(Shuffle("shuffle", "commitment"))
    assert isinstance(event, Shuffled) and event.commitment == "commitment"
    felt.shows(law.SHUFFLE_FIRST, event)
    felt.deal(ACE_KING, p1=THREES)
    assert felt.round.phase == "betting"


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_shuffle_once_a_round(game: str, device: str) -> None:
    felt = ready(game, device)
    felt.do(Shuffle("shuffle"))
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Shuffle("shuffle")))


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_shuffle_again_for_the_next_round(game: str, device: str) -> None:
    felt = Felt(game, device=device)
    play_out(felt)
    assert isinstance(felt.round.need("shuffle"), ShuffleNeed)
    felt.ante("Ann", 1)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Deal("deal", DECK_52[:10])))
    felt.deal(ACE_KING, p1=THREES)  # the same cards are all back in the deck


@pytest.mark.parametrize("game", BOTH)
def test_dealer_cuts_before_dealing(game: str) -> None:
    felt = ready(game)
    felt.do(Shuffle("shuffle"))
    felt.shows(law.DEALER_CUTS, felt.refused(Deal("deal", DECK_52[:10])))
    (event,) = felt.do(Cut("cut", "dealer", 26))
    assert isinstance(event, CutMade) and (event.by, event.at) == ("dealer", 26)
    felt.shows(law.DEALER_CUTS, event)
    felt.deal(ACE_KING, p1=THREES)


@pytest.mark.parametrize("game", BOTH)
def test_cut_after_the_shuffle(game: str) -> None:
    felt = ready(game)
    felt.shows(law.SHUFFLE_FIRST, felt.refused(Cut("cut", "dealer", 26)))


@pytest.mark.parametrize("game", BOTH)
def test_cut_once(game: str) -> None:
    felt = ready(game)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 26))
    felt.shows(law.DEALER_CUTS, felt.refused(Cut("cut", "dealer", 26)))


@pytest.mark.parametrize("game", BOTH)
def test_cut_parts_the_deck(game: str) -> None:
    felt = ready(game)
    felt.do(Shuffle("shuffle"))
    for nowhere in (0, 52):
        felt.shows(law.DEALER_CUTS, felt.refused(Cut("cut", "dealer", nowhere)))
    assert felt.round.need("cut") == CutNeed("cut", "dealer", 1, 51, (law.ONLY_DEALER_CUTS,), (law.DEALER_CUTS,))


@pytest.mark.parametrize("game", BOTH)
def test_only_dealer_cuts(game: str) -> None:
    felt = ready(game)
    felt.do(Shuffle("shuffle"))
    felt.shows(law.ONLY_DEALER_CUTS, felt.refused(Cut("cut", "Ann", 26)))
    felt.shows(law.ONLY_DEALER_CUTS, felt.do(Cut("cut", "dealer", 26))[0])
    felt.shows(law.ONLY_DEALER_CUTS, felt.refused(Cut("cut", "Ann", 26)))


@pytest.mark.parametrize("game", BOTH)
def test_device_uncut(game: str) -> None:
    felt = ready(game, "shuffler")
    felt.do(Shuffle("shuffle"))
    assert felt.round.need("cut") is None
    felt.shows(law.DEVICE_UNCUT, felt.refused(Cut("cut", "dealer", 26)))
    felt.shows(law.ONLY_DEALER_CUTS, felt.refused(Cut("cut", "Ann", 26)))


@pytest.mark.parametrize("game", BOTH)
def test_decks_alternate_in_a_device(game: str) -> None:
    felt = Felt(game, device="shuffler")
    for _ in range(3):
        play_out(felt)
    shuffles = [event for event in felt.events if isinstance(event, Shuffled)]
    assert len({event.deck for event in shuffles}) == 2
    assert shuffles[0].deck != shuffles[1].deck != shuffles[2].deck
    for event in shuffles:
        felt.shows(law.DECKS_ALTERNATE, event)


@pytest.mark.parametrize("game", BOTH)
def test_one_deck_with_a_shoe(game: str) -> None:
    felt = Felt(game)
    for _ in range(2):
        play_out(felt)
    shuffles = [event for event in felt.events if isinstance(event, Shuffled)]
    assert [event.deck for event in shuffles] == ["", ""]
    assert all(law.DECKS_ALTERNATE not in event.because for event in shuffles)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", BOTH)
def test_deck_has_each_card_once(game: str, device: str) -> None:
    felt = ready(game, device)
    felt.prepare()
    twice = parse_cards("As Kd 7h 4c 2s 3s 3d 9h 8c As")
    felt.shows(law.DECK_OF_52, felt.refused(Deal("deal", twice)))
    felt.do(Deal("deal", (*twice[:9], *parse_cards("Ad"))))


@pytest.mark.parametrize("game", BOTH)
def test_deck_has_each_card_once_when_cards_are_named_late(game: str) -> None:
    felt = ready(game)
    felt.deal("?? ?? ?? ?? 2s", p1=THREES)
    felt.bet(1)
    felt.shows(law.DECK_OF_52, felt.refused(Turn("turn-dealer", parse_cards("As Kd 7h 3d"))))
    felt.shows(law.DECK_OF_52, felt.refused(Turn("turn-dealer", parse_cards("As Kd 7h 7h"))))
    felt.do(Turn("turn-dealer", parse_cards("As Kd 7h 4c")))


@pytest.mark.parametrize("game", BOTH)
def test_cards_from_device(game: str) -> None:
    felt = Felt(game)
    felt.do(Shuffle("shuffle"), Cut("cut", "dealer", 20))
    assert law.CARDS_FROM_DEVICE not in felt.refused(Deal("deal", DECK_52[:1])).because, "no hand is bought yet"
    felt.ante("Ann", 1)
    felt.prepare()
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", DECK_52[:11])))
    felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", ())))
    (event,) = (e for e in felt.do(Deal("deal", DECK_52[:10])) if isinstance(e, CardsDealt))
    felt.shows(law.CARDS_FROM_DEVICE, event)


@pytest.mark.parametrize("game", BOTH)
def test_shuffler_gives_whole_packets(game: str) -> None:
    felt = ready(game, "shuffler")
    felt.prepare()
    for odd in (1, 3, 7):
        felt.shows(law.CARDS_FROM_DEVICE, felt.refused(Deal("deal", DECK_52[:odd])))
    felt.do(Deal("deal", DECK_52[:5]))
    need = felt.round.need("deal")
    assert isinstance(need, CardsNeed) and len(need.slots) == 5


@pytest.mark.parametrize("game", BOTH)
def test_chosen_seed_serves_no_money_table(game: str) -> None:
    felt = Felt(game, money=True)
    felt.shows(law.CHOSEN_SEED, felt.refused(Shuffle("shuffle", "commitment", chosen=True)))
    felt.do(Shuffle("shuffle", "commitment"))
    assert felt.round.need("cut") is not None


@pytest.mark.parametrize("game", BOTH)
def test_chosen_seed_serves_a_table_without_money(game: str) -> None:
    felt = Felt(game)
    felt.do(Shuffle("shuffle", "commitment", chosen=True))
    assert felt.round.need("cut") is not None


@pytest.mark.parametrize("game", BOTH)
def test_shuffle_may_follow_the_call(game: str) -> None:
    felt = ready(game)
    felt.do(Call("no-more-bets"), Shuffle("shuffle"), Cut("cut", "dealer", 1))
    felt.deal(ACE_KING, p1=THREES)
    assert felt.round.phase == "betting"
