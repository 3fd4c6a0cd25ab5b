"""The cut (4.3 to 4.6): who cuts, how a refused cut passes on, and how deep the cutting card goes."""

import pytest

from games.pontoon.pontoon_felt import SUPERVISOR, PontoonFelt
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.games.pontoon import shoe
from pitboss.law import Reading
from pitboss.play.acts import Cut, CuttingCard, Deal, Lapse, Shuffle, TakeBack
from pitboss.play.events import CutMade, CutRefused

REFUSES = Lapse("cut", "refuses")


def shared_table() -> PontoonFelt:
    """A round begun at a table where Cat sits at area 7, Ann at 2 and Bob at 5, with Dan standing behind Bob."""
    felt = PontoonFelt()
    for patron, area in (("Cat", 7), ("Ann", 2), ("Bob", 5)):
        felt.sit(patron, area)
        felt.wager(patron, area)
    felt.wager("Dan", 5)
    felt.prepare()
    return felt


def play_round(felt: PontoonFelt, *, cutting_card: int = -1) -> None:
    """Everybody has 17 and stands, the dealer makes 17; the cutting card may come out before one of the eight cards."""
    for place, card in enumerate(parse_cards("9s 9h 9d 7h 8s 8h 8d")):
        if place == cutting_card:
            felt.do(CuttingCard("deal"))
        felt.do(Deal("deal", (card,)))
    for _ in range(3):
        felt.stand()
    if cutting_card == 7:
        felt.do(CuttingCard("dealer"))
    felt.dealer("Kd")


def next_cut(felt: PontoonFelt) -> str:
    """Shuffle in the next round; give back who is to cut."""
    felt.next_round()
    felt.do(Shuffle("shuffle"))
    felt.shows(law.PLAYERS_CUT, felt.cut_need())
    return felt.cut_need().by


def offered(felt: PontoonFelt) -> list[str]:
    """Everybody to whom the cut is offered, each refusing, until a person is asked who cannot."""
    asked = [felt.cut_need().by]
    while felt.cut_need().may_refuse:
        felt.do(REFUSES)
        asked.append(felt.cut_need().by)
    return asked


# Who cuts.


def test_first_player_to_the_table_cuts_as_play_starts() -> None:
    felt = PontoonFelt()
    for patron, area in (("Bob", 5), ("Ann", 2), ("Cat", 7)):
        felt.wager(patron, area)
    felt.shows(law.SHUFFLE_AT_START, felt.shuffle_need())
    felt.do(Shuffle("shuffle"))
    assert felt.cut_need().by == "Bob"
    felt.shows(law.PLAYERS_CUT, felt.cut_need())
    felt.shows(law.CUT_BY_FIRST_PLAYER, felt.cut_need())
    felt.shows(law.CUT_BY_FIRST_PLAYER, felt.refused(Cut("cut", "Ann", 60)))
    felt.refused(Cut("cut", "dealer", 60))
    felt.do(Cut("cut", "Bob", 60))
    felt.shows(law.CUT_BY_FIRST_PLAYER, felt.event(CutMade))


def test_first_player_is_the_first_to_wager_or_to_sit() -> None:
    felt = PontoonFelt()
    felt.wager("Bob", 5)
    felt.sit("Ann", 2)
    felt.sit("Cat", 5)
    felt.shows(law.SHUFFLE_AT_START, felt.shuffle_need())
    felt.do(Shuffle("shuffle"))
    assert felt.cut_need().by == "Bob"
    felt = PontoonFelt()
    felt.sit("Cat", 5)
    felt.wager("Bob", 5)
    felt.wager("Cat", 5)
    felt.do(Shuffle("shuffle"))
    assert felt.cut_need().by == "Cat"


def test_first_player_who_left_again_is_not_asked() -> None:
    felt = PontoonFelt()
    felt.wager("Bob", 5)
    felt.wager("Ann", 2)
    felt.shows(law.SHUFFLE_AT_START, felt.shuffle_need())
    felt.do(TakeBack("wagers", "Bob", 5, "wager"), Shuffle("shuffle"))
    assert offered(felt) == ["Ann", SUPERVISOR]


def test_cut_waits_for_somebody_to_come() -> None:
    felt = PontoonFelt()
    felt.do(Shuffle("shuffle"))
    assert felt.needs == ["wagers"]
    for by in ("", "Ann", SUPERVISOR):
        felt.shows(law.PLAYERS_CUT, felt.refused(Cut("cut", by, 60)))
    felt.sit("Bob", 5)
    assert felt.cut_need().by == "Bob"
    felt.shows(law.CUT_BY_FIRST_PLAYER, felt.cut_need())
    felt.wager("Ann", 1)
    assert felt.cut_need().by == "Bob"
    assert "deal" not in felt.needs
    felt.deal("7h", p1="9s 8h")


@pytest.mark.parametrize(
    ("card", "area", "who"), [(1, 5, "Bob"), (2, 7, "Cat"), (4, 2, "Ann"), (5, 5, "Bob"), (6, 7, "Cat")]
)
def test_player_cuts_on_whose_area_the_cutting_card_came(card: int, area: int, who: str) -> None:
    felt = shared_table()
    play_round(felt, cutting_card=card)
    assert felt.round.cutting == area
    assert next_cut(felt) == who
    felt.shows(law.CUT_BY_AREA, felt.cut_need())


def test_controlling_player_cuts_for_a_shared_area() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 3, 10)
    felt.wager("Bob", 3, 50)
    felt.wager("Cat", 7, 10)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s 9d 7h")), CuttingCard("deal"), Deal("deal", parse_cards("8s 8d")))
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    assert next_cut(felt) == "Bob"
    felt.shows(law.CUT_BY_AREA, felt.cut_need())
    assert offered(felt) == ["Bob", "Ann", "Cat", SUPERVISOR]


def test_player_on_the_first_area_cuts_like_any_other() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Cat", 7)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s 9d 7h")), CuttingCard("deal"), Deal("deal", parse_cards("8s 8d")))
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    assert felt.round.cutting == 1
    assert next_cut(felt) == "Ann"
    felt.shows(law.CUT_BY_AREA, felt.cut_need())


def test_cutting_card_on_a_card_drawn_by_a_player() -> None:
    felt = shared_table()
    felt.do(Deal("deal", parse_cards("2s 9h 9d 7h 2s 8h 8d")))
    felt.says("draw")
    felt.do(CuttingCard("card-1"))
    felt.card("9c")
    for _ in range(3):
        felt.stand()
    felt.dealer("Kd")
    assert next_cut(felt) == "Ann"
    felt.shows(law.CUT_BY_AREA, felt.cut_need())


@pytest.mark.parametrize("card", [3, 7], ids=["first card", "second card"])
def test_player_farthest_right_cuts_when_the_cutting_card_came_to_the_dealer(card: int) -> None:
    felt = shared_table()
    play_round(felt, cutting_card=card)
    assert felt.round.cutting == 0
    assert next_cut(felt) == "Cat"
    felt.shows(law.CUT_BY_RIGHTMOST, felt.cut_need())


def test_player_farthest_right_cuts_when_the_cutting_card_came_first() -> None:
    felt = shared_table()
    play_round(felt)
    felt.next_round()
    felt.wager("Ann", 2)
    felt.do(CuttingCard("deal"), Shuffle("shuffle"))
    assert felt.cut_need().by == "Cat"
    felt.shows(law.CUT_AT_FIRST_CARD, felt.cut_need())


def test_player_farthest_right_cuts_new_cards_wherever_the_cutting_card_came() -> None:
    felt = shared_table()
    play_round(felt, cutting_card=4)  # on Ann's area
    felt.next_round(shoe.replace_cards(felt.table.finish(felt.round), SUPERVISOR))
    felt.do(Shuffle("shuffle"))
    assert felt.cut_need().by == "Cat"
    felt.shows(law.CUT_WHEN_REPLACED, felt.cut_need())


def test_player_farthest_right_cuts_after_a_directed_shuffle() -> None:
    felt = shared_table()
    play_round(felt)
    felt.next_round(shoe.direct_shuffle(felt.table.finish(felt.round), SUPERVISOR))
    felt.do(Shuffle("shuffle"))
    assert felt.cut_need().by == "Cat"
    felt.shows(Reading("P37"), felt.cut_need())


def test_directed_shuffle_leaves_the_cut_to_the_area_where_the_cutting_card_came() -> None:
    felt = shared_table()
    play_round(felt, cutting_card=4)
    felt.next_round(shoe.direct_shuffle(felt.table.finish(felt.round), SUPERVISOR))
    felt.do(Shuffle("shuffle"))
    assert felt.cut_need().by == "Ann"
    felt.shows(law.CUT_BY_AREA, felt.cut_need())


def test_whoever_is_in_control_cuts_first_of_those_farthest_right() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.wager("Dan", 6)
    felt.sit("Cat", 6)
    felt.wager("Cat", 6)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s 9d")), CuttingCard("deal"), Deal("deal", parse_cards("7h 8s 8d")))
    felt.stand()
    felt.stand()
    felt.dealer("Kd")
    next_cut(felt)
    assert offered(felt) == ["Cat", "Dan", "Ann", SUPERVISOR]


def test_player_is_where_they_sit_not_where_else_they_wager() -> None:
    felt = PontoonFelt()
    felt.sit("Ann", 2)
    felt.wager("Ann", 7)
    felt.wager("Ann", 2)
    felt.sit("Bob", 5)
    felt.wager("Bob", 5)
    felt.prepare()
    felt.do(Deal("deal", parse_cards("9s 9h 9d")), CuttingCard("deal"), Deal("deal", parse_cards("7h 8s 8h 8d")))
    for _ in range(3):
        felt.stand()
    felt.dealer("Kd")
    assert next_cut(felt) == "Bob"


# A refused cut.


def test_refused_cut_passes_on_clockwise_and_at_last_to_a_supervisor() -> None:
    felt = shared_table()
    play_round(felt, cutting_card=5)
    assert next_cut(felt) == "Bob"
    happened = felt.do(REFUSES)
    assert [type(event) for event in happened] == [CutRefused]
    felt.shows(law.CUT_PASSES_ON, happened[0])
    felt.shows(law.CUT_PASSES_ON, felt.cut_need())
    assert felt.needs == ["cut", "wagers"]
    felt.shows(law.CUT_PASSES_ON, felt.refused(Cut("cut", "Bob", 60)))
    assert offered(felt) == ["Dan", "Cat", "Ann", SUPERVISOR]
    felt.shows(law.CUT_PASSES_ON, felt.refused(REFUSES))
    felt.shows(law.CUT_PASSES_ON, felt.refused(Cut("cut", "Ann", 60)))
    felt.do(Cut("cut", SUPERVISOR, 60))
    assert felt.needs[0] == "insert"


def test_refused_cut_goes_round_past_the_dealer() -> None:
    felt = shared_table()
    play_round(felt, cutting_card=7)
    next_cut(felt)
    assert offered(felt) == ["Cat", "Ann", "Bob", "Dan", SUPERVISOR]


def test_next_player_may_accept_a_refused_cut() -> None:
    felt = shared_table()
    play_round(felt, cutting_card=4)
    assert next_cut(felt) == "Ann"
    felt.do(REFUSES)
    assert felt.cut_need().by == "Bob"
    felt.do(Cut("cut", "Bob", 60))
    felt.shows(law.CUT_PASSES_ON, felt.event(CutMade))
    assert felt.needs[0] == "insert"


def test_dealer_does_not_refuse_to_put_the_cutting_card_in() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"), Cut("cut", "Ann", 60))
    felt.shows(law.CUTTING_CARD_PLACED, felt.refused(Lapse("insert", "refuses")))


# How deep.


@pytest.mark.parametrize("decks", [6, 8])
def test_cut_is_one_deck_in_from_either_end(decks: int) -> None:
    felt = PontoonFelt(decks=decks)
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"))
    assert (felt.cut_need().least, felt.cut_need().most) == (48, (decks - 1) * 48)
    for wrong in (47, (decks - 1) * 48 + 1):
        felt.shows(law.CUT_DEPTH, felt.refused(Cut("cut", "Ann", wrong)))
    before = felt.round
    for right in (48, (decks - 1) * 48):
        felt.round = before
        felt.do(Cut("cut", "Ann", right))
        event = felt.event(CutMade)
        assert (event.by, event.at, event.purpose) == ("Ann", right, "cut")
        felt.shows(law.CUT_DEPTH, event)


@pytest.mark.parametrize("decks", [6, 8])
def test_cutting_card_goes_in_up_to_half_way_from_the_back(decks: int) -> None:
    felt = PontoonFelt(decks=decks)
    felt.wager("Ann", 1)
    felt.do(Shuffle("shuffle"), Cut("cut", "Ann", 60))
    assert (felt.cut_need().least, felt.cut_need().most) == (1, decks * 24)
    for wrong in (0, decks * 24 + 1):
        felt.shows(law.CUTTING_CARD_PLACED, felt.refused(Cut("insert", "dealer", wrong)))
    felt.shows(law.CUTTING_CARD_PLACED, felt.refused(Cut("insert", "Ann", 60)))
    felt.do(Cut("insert", "dealer", decks * 24))
    event = felt.event(CutMade)
    assert (event.by, event.at, event.purpose) == ("dealer", decks * 24, "insert")
    felt.shows(law.CUTTING_CARD_PLACED, event)


def test_cards_are_cut_once_after_a_shuffle() -> None:
    felt = PontoonFelt()
    felt.wager("Ann", 1)
    felt.shows(law.PLAYERS_CUT, felt.refused(Cut("cut", "Ann", 60)))
    felt.prepare()
    felt.shows(law.PLAYERS_CUT, felt.refused(Cut("cut", "Ann", 60)))
    felt.shows(law.PLAYERS_CUT, felt.refused(Cut("insert", "dealer", 60)))
