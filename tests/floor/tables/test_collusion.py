"""Orders against collusion: suspects play before others touch their cards, and players speak only English."""

from collections.abc import Callable

import pytest

from floor.tables.pit import CROWNS, PONTOON, Pit
from pitboss import law
from pitboss.floor.service.commands import FloorTable
from pitboss.floor.tables.collusion import EnglishOnly, EnglishOrdered, SuspectsFirst, SuspectsOrdered
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.signage import signs
from pitboss.play.acts import Decide, Lapse
from pitboss.play.needs import DecisionNeed
from pitboss.web.api.table_data import RoundSeen
from pitboss.web.pages.table_view import see_table
from support import STAR, STAR_MS, shows

Pits = Callable[[str], Pit]
BOTH = (STAR, STAR_MS)


def dealt(pits: Pits, game: str) -> Pit:
    """A round with Ann on area 1 and Bob on area 2, both to decide, Bob suspected."""
    pit = pits(game)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.place("Ann", 1)
    pit.place("Bob", 2)
    pit.do(pit.supervisor, SuspectsFirst("7", ("Bob",), "looks at other hands"))
    while not decisions(pit):
        pit.do(pit.dealer, DealOn("7"))
    return pit


def decisions(pit: Pit) -> dict[str, DecisionNeed]:
    return {n.patron: n for n in pit.round.needs if isinstance(n, DecisionNeed) and not n.optional}


def fold(pit: Pit, patron: str) -> TakeAct:
    return TakeAct("7", Decide(decisions(pit)[patron].id, patron, "fold"))


@pytest.mark.parametrize("game", BOTH)
def test_suspects_decide_before_others_touch_their_cards(pits: Pits, game: str) -> None:
    pit = dealt(pits, game)
    (ordered,) = pit.events(SuspectsOrdered)
    shows(law.SUSPECTS_ACT_FIRST, ordered, game=game)
    shows(law.SUSPECTS_ACT_FIRST, pit.refused(pit.dealer, fold(pit, "Ann")), game=game)
    told = pit.refused(pit.patron("Ann"), fold(pit, "Ann"))  # she waits, and hears of no suspicion
    assert told.because == (law.NEED_CLOSED,) and "Bob" not in str(told)
    pit.refused(pit.dealer, TakeAct("7", Lapse(decisions(pit)["Ann"].id)))  # nor is she slow
    pit.do(pit.patron("Bob"), fold(pit, "Bob"))
    pit.do(pit.patron("Ann"), fold(pit, "Ann"))


@pytest.mark.parametrize("game", BOTH)
def test_others_do_not_see_their_own_cards_until_then(pits: Pits, game: str) -> None:
    pit = dealt(pits, game)
    floor_table = pit.floor.table(pit.stream)
    assert own_cards(pit, floor_table, "Ann") == set("?") and own_cards(pit, floor_table, "Bob") != set("?")
    assert not seen(pit, floor_table, "Ann").needs
    pit.do(pit.patron("Bob"), fold(pit, "Bob"))
    assert own_cards(pit, floor_table, "Ann") != set("?")
    assert seen(pit, floor_table, "Ann").needs


def seen(pit: Pit, floor_table: FloorTable, patron: str) -> RoundSeen:
    """The round as a patron sees it."""
    view = see_table(pit.floor.store, floor_table, pit.patron(patron)).view
    assert view is not None
    return view


def own_cards(pit: Pit, floor_table: FloorTable, patron: str) -> set[str]:
    """The letters of a person's own cards, as they see them."""
    area = {"Ann": 1, "Bob": 2}[patron]
    hands = seen(pit, floor_table, patron).hands
    return set("".join(str(card) for hand in hands if hand.area == area for card in hand.cards))


@pytest.mark.parametrize("game", BOTH)
def test_the_time_of_others_begins_when_the_suspects_have_played(pits: Pits, game: str) -> None:
    pit = dealt(pits, game)
    ann, bob = decisions(pit)["Ann"].id, decisions(pit)["Bob"].id
    assert list(pit.open_state.deadlines) == [bob]
    pit.wait(seconds=59)
    pit.do(pit.patron("Bob"), fold(pit, "Bob"))
    assert list(pit.open_state.deadlines) == [ann]
    pit.wait(seconds=59)
    pit.tick()
    assert "Ann" in decisions(pit)
    pit.wait(seconds=2)
    pit.tick()
    assert "Ann" not in decisions(pit)


def test_an_order_in_the_middle_of_a_round_stops_the_clock_of_the_others(pits: Pits) -> None:
    pit = dealt(pits, STAR)
    pit.do(pit.supervisor, SuspectsFirst("7", (), "looked into"))
    pit.play()
    pit.place("Ann", 1)
    pit.place("Bob", 2)
    while not decisions(pit):
        pit.do(pit.dealer, DealOn("7"))
    assert len(pit.open_state.deadlines) == 2
    pit.do(pit.supervisor, SuspectsFirst("7", ("Ann",), "now she does"))
    assert list(pit.open_state.deadlines) == [decisions(pit)["Ann"].id]


@pytest.mark.parametrize("game", BOTH)
def test_english_alone_is_on_the_sign(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    shows(law.ENGLISH_ONLY, pit.refused(pit.dealer, EnglishOnly("7", True, "signals")), game=game)
    pit.refused(pit.supervisor, EnglishOnly("7", True, ""))
    pit.do(pit.supervisor, EnglishOnly("7", True, "signals"))
    (ordered,) = pit.events(EnglishOrdered)
    shows(law.ENGLISH_ONLY, ordered, game=game)
    (sign,) = [sign for sign in signs(pit.open_state) if law.ENGLISH_ONLY in sign.because]
    shows(law.ENGLISH_ONLY, sign, game=game)
    pit.refused(pit.supervisor, EnglishOnly("7", True, "again"))
    pit.do(pit.supervisor, EnglishOnly("7", False, "looked into"))
    assert not [sign for sign in signs(pit.open_state) if law.ENGLISH_ONLY in sign.because]


def test_only_players_who_are_there_and_only_by_somebody_of_rank(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.sit("Ann", 1)
    assert law.SUSPECTS_ACT_FIRST in pit.refused(pit.dealer, SuspectsFirst("7", ("Ann",), "x")).because
    assert law.SUSPECTS_ACT_FIRST in pit.refused(pit.supervisor, SuspectsFirst("7", ("Bob",), "x")).because
    assert law.SUSPECTS_ACT_FIRST in pit.refused(pit.supervisor, SuspectsFirst("7", ("Ann",), "")).because
    pit.do(pit.supervisor, SuspectsFirst("7", ("Ann", "Ann"), "x"))
    assert pit.open_state.suspicion.first == ("Ann",)
    pit.refused(pit.supervisor, SuspectsFirst("7", ("Ann",), "x"))


@pytest.mark.parametrize("game", [PONTOON, *CROWNS])
def test_other_documents_give_nobody_these_powers(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    assert law.TERMS in pit.refused(pit.boss, EnglishOnly("7", True, "x")).because
    assert law.TERMS in pit.refused(pit.boss, SuspectsFirst("7", (), "x")).because
