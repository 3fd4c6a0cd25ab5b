"""Who may play: player cards of their own, exclusions, games closed to a person, staff, and no patron for another."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from floor.patrons.patron_pit import NOON, SPOTS, Pit
from pitboss import law
from pitboss.floor.cashier.chips import BuyIn
from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.office import (
    BarFromGame,
    CancelCard,
    EndExclusion,
    ExcludePatron,
    IssueCard,
    KeepParticulars,
    LiftBar,
    NoteEmployee,
    RegisterPatron,
)
from pitboss.floor.patrons.sitting import StartPlay
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import open_store
from pitboss.floor.store.rows import patron_stream
from pitboss.floor.store.store import erase_personal_records, personal_records_of
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.state import Stack
from pitboss.money import Stake
from pitboss.play.acts import Place
from pitboss.play.wager import Refusal
from support import shows

CARDED = ("star-pontoon", "star-mississippi-stud")
ALL = (
    *CARDED,
    "star-caribbean-stud",
    "crown-caribbean-stud",
    "crown-mississippi-stud",
    "crown-ultimate-texas-holdem",
)


def wager(game: str, patron: str = "p1", area: int = 1) -> TakeAct:
    """An order to put $25 down at the table that is named after its game."""
    return TakeAct(game, Place("wagers", patron, area, SPOTS.get(game, "ante"), Stake.of(2_500)))


def test_a_patron_is_an_id_in_the_log_and_a_name_beside_it(pit: Pit) -> None:
    pit.patron("p1")
    pit.ask(KeepParticulars("p1", "Ada Lovelace", "12 St James's Square"))
    papers = {"card": "card of p1", "name": "Ada Lovelace", "address": "12 St James's Square"}
    assert personal_records_of(pit.store, "star", "p1") == papers
    written = pit.store.read(patron_stream("star", "p1"))
    assert [event.kind for event in written] == ["Registered", "CardIssued", "ParticularsKept"]
    assert not any("Ada" in str(event) or "James" in str(event) or "card of" in str(event) for event in written)
    ten_years_on = stamp(NOON + timedelta(days=3_660))
    assert erase_personal_records(pit.store, "star", now=ten_years_on) == 2  # the card is still valid
    assert personal_records_of(pit.store, "star", "p1") == {"card": "card of p1"}
    assert pit.store.read(patron_stream("star", "p1")) == written


def test_a_patrons_name_is_taken_down_again_and_never_empty(pit: Pit) -> None:
    pit.patron("p1")
    pit.ask(KeepParticulars("p1", "Ada Byron"))
    pit.ask(KeepParticulars("p1", " Ada King ", "Ockham Park"))
    papers = personal_records_of(pit.store, "star", "p1")
    assert (papers["name"], papers["address"]) == ("Ada King", "Ockham Park")
    assert pit.refused(KeepParticulars("p1", " ")).because == (law.PATRON_KNOWN,)
    assert pit.refused(KeepParticulars("nobody", "Ada King")).because == (law.PATRON_KNOWN,)


@pytest.mark.parametrize("name", ["", "a/b", "-x", "x" * 41, "é", "a b"])
def test_an_id_is_plain(star: Pit, name: str) -> None:
    assert star.refused(RegisterPatron(name)).because in ((law.ID_RESERVED,), (law.PATRON_KNOWN,))


def test_a_patron_is_registered_once(pit: Pit) -> None:
    pit.ask(RegisterPatron("p1"), key="one")
    assert pit.ask(RegisterPatron("p1"), key="one") == {"patron": "p1"}
    assert pit.refused(RegisterPatron("p1")).because == (law.PATRON_KNOWN,)
    assert load_patron(pit.store, "star", "p1").length == 1


def test_what_a_card_says_is_kept_for_ten_years_after_it_was_cancelled(pit: Pit) -> None:
    pit.patron("p1")
    pit.clock.advance(timedelta(days=30 * 365))
    assert erase_personal_records(pit.store, "star", now=stamp(pit.clock())) == 0  # it is still played on
    pit.ask(CancelCard("p1", "lost"))
    pit.clock.advance(timedelta(days=3652))
    assert erase_personal_records(pit.store, "star", now=stamp(pit.clock())) == 0
    pit.clock.advance(timedelta(days=1))
    assert erase_personal_records(pit.store, "star", now=stamp(pit.clock())) == 1
    assert personal_records_of(pit.store, "star", "p1") == {}


def test_one_card_each(pit: Pit) -> None:
    pit.patron("p1")
    pit.ask(RegisterPatron("p2"))
    assert pit.refused(IssueCard("p1", "another")).because == (law.ONE_CARD,)
    assert pit.refused(IssueCard("p2", "card of p1")).because == (law.ONE_CARD,)
    assert pit.refused(IssueCard("p2", "")).because == (law.ONE_CARD,)
    pit.ask(CancelCard("p1", "lost"))
    assert pit.refused(CancelCard("p1", "lost")).because == (law.PLAYER_CARD,)
    assert pit.ask(IssueCard("p1", "another"))["card"] == 2
    assert pit.refused(IssueCard("nobody", "x")).because == (law.PATRON_KNOWN,)


@pytest.mark.parametrize("game", CARDED)
def test_a_wager_needs_a_valid_card(star: Pit, game: str) -> None:
    star.open(game)
    patron = star.patron("p1", card=False)
    shows(law.PLAYER_CARD, star.refused(wager(game), patron), game=game)
    star.ask(IssueCard("p1", "mine"))
    star.do(wager(game), patron)
    star.ask(CancelCard("p1", "lost"))
    shows(law.PLAYER_CARD, star.refused(wager(game), patron), game=game)
    stranger = Actor("star", "somebody", "patron")
    shows(law.PLAYER_CARD, star.refused(wager(game, "somebody", 2), stranger), game=game)


def test_no_card_was_needed_before_the_19th_of_august_2024(star: Pit) -> None:
    star.clock.at = datetime(2024, 8, 18, 13, 59, tzinfo=UTC)  # one minute to midnight in Sydney
    star.open("star-pontoon")
    patron = star.patron("p1", card=False)
    star.do(wager("star-pontoon"), patron)
    star.clock.advance(timedelta(minutes=1))
    assert star.refused(wager("star-pontoon"), patron).because == (law.PLAYER_CARD,)


@pytest.mark.parametrize("game", CARDED)
def test_at_the_felt_the_player_presents_their_own_card(star: Pit, game: str) -> None:
    star.open(game)
    star.patron("p1")
    star.patron("p2")
    shows(law.PLAYER_CARD, star.refused(wager(game), star.dealer), game=game)
    shows(law.OWN_CARD, star.refused(StartPlay("p1", game, "card of p2"), star.dealer), game=game)
    shows(law.OWN_CARD, star.refused(StartPlay("p1", game, "no such card"), star.dealer), game=game)
    assert star.refused(StartPlay("p1", game), star.dealer).because == (law.PLAYER_CARD,)
    star.sit("p1", game)
    star.do(wager(game), star.dealer)
    assert star.refused(StartPlay("p1", game, "card of p1"), star.dealer).because == (law.ONCE,)


@pytest.mark.parametrize("game", ALL)
def test_nobody_wagers_for_another(quick_pit: Callable[[str], Pit], game: str) -> None:
    pit = quick_pit(game.partition("-")[0])
    pit.open(game)
    pit.patron("p1")
    other = pit.patron("p2")
    no = pit.refused(wager(game), other)
    if game == "star-caribbean-stud":
        assert no.because == (law.NOT_YOURS,)  # its older text says nothing of it
    else:
        shows(law.PROXY_BETTING, no, game=game)


def test_a_guest_of_crowns_needs_no_card(quick_pit: Callable[[str], Pit]) -> None:
    pit = quick_pit("crown")
    game = "crown-ultimate-texas-holdem"
    pit.open(game)
    pit.do(BuyIn(game, "guest", (Stack(2_500, 4),)), pit.dealer)
    spots = [TakeAct(game, Place("wagers", "guest", 1, spot, Stake.of(2_500))) for spot in ("ante", "blind")]
    for each in spots:
        pit.do(each, Actor("crown", "guest", "patron"))
    assert pit.free("guest") == 50
    assert pit.lost("guest") == 0


@pytest.mark.parametrize("game", ALL)
def test_the_excluded_do_not_play(quick_pit: Callable[[str], Pit], game: str) -> None:
    pit = quick_pit(game.partition("-")[0])
    pit.open(game)
    patron = pit.patron("p1")
    pit.refused(ExcludePatron("p1", "section 79"), pit.dealer)
    pit.ask(ExcludePatron("p1", "section 79"))
    shows(law.EXCLUDED, pit.refused(wager(game), patron), game=game)
    shows(law.EXCLUDED, pit.refused(BuyIn(game, "p1", (Stack(2_500, 4),)), pit.dealer), game=game)
    assert pit.refused(ExcludePatron("p1", "again")).because == (law.EXCLUDED,)
    assert pit.refused(StartPlay("p1", game, "card of p1"), pit.dealer).because == (law.EXCLUDED,)
    pit.ask(EndExclusion("p1", "its time is over"))
    pit.do(wager(game), patron)
    assert pit.refused(EndExclusion("p1", "again")).because == (law.EXCLUDED,)


def test_no_card_for_the_excluded(star: Pit) -> None:
    star.patron("p1", card=False)
    star.ask(ExcludePatron("p1", "section 79"))
    assert star.refused(IssueCard("p1", "x")).because == (law.EXCLUDED,)


@pytest.mark.parametrize("game", ALL)
def test_somebody_barred_from_a_game_may_play_another(quick_pit: Callable[[str], Pit], game: str) -> None:
    pit = quick_pit(game.partition("-")[0])
    pit.open(game)
    patron = pit.patron("p1")
    pit.ask(BarFromGame("p1", "another-game", "a device"))
    pit.do(wager(game), patron)
    pit.ask(BarFromGame("p1", game, "a device"))
    shows(law.BARRED_FROM_GAME, pit.refused(wager(game), patron), game=game)
    assert pit.refused(BarFromGame("p1", game, "again")).because == (law.BARRED_FROM_GAME,)
    pit.ask(LiftBar("p1", game, "mistaken"))
    pit.do(wager(game), patron)
    assert pit.refused(LiftBar("p1", game, "again")).because == (law.BARRED_FROM_GAME,)


@pytest.mark.parametrize("game", ["star-mississippi-stud", "star-caribbean-stud"])
def test_the_employee_policy(star: Pit, game: str) -> None:
    star.open(game)
    patron = star.patron("p1")
    star.ask(NoteEmployee("p1", True))
    shows(law.EMPLOYEE_POLICY, star.refused(wager(game), patron), game=game)
    star.ask(NoteEmployee("p1", False))
    star.do(wager(game), patron)


def test_pontoon_has_no_word_of_the_employee_policy(star: Pit) -> None:
    star.open("star-pontoon")
    patron = star.patron("p1")
    star.ask(NoteEmployee("p1", True))
    star.do(wager("star-pontoon"), patron)


def test_an_exclusion_of_another_process_stops_a_wager_though_nobody_heard_of_it(where: str, pit: Pit) -> None:
    """What was known of the patron is checked in the transaction; where it has changed it is read again."""
    game = "star-pontoon"
    pit.open(game)
    patron = pit.patron("p1")
    pit.do(wager(game), patron)
    store = open_store(where)
    make_floor(store, clock=pit.clock).do(Order(pit.manager, ExcludePatron("p1", "section 79"), "exclude"))
    store.close()
    assert pit.refused(wager(game), patron).because == (law.EXCLUDED,)


def test_a_refused_wager_changes_nothing(pit: Pit) -> None:
    pit.open("star-pontoon")
    patron = pit.patron("p1", card=False)
    before = pit.store.last_position, pit.store.balances()
    no: Refusal = pit.refused(wager("star-pontoon"), patron)
    assert no.words
    assert (pit.store.last_position, pit.store.balances()) == before
    assert pit.clock() == NOON
