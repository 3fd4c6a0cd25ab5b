"""Opening and closing: a counted float, no table without the regulator's minimum, notice where people play."""

from collections.abc import Callable
from typing import Any

import pytest

from floor.tables.pit import CROWNS, GAMES, PONTOON, STARS, TRAY, Pit, sign
from pitboss import law
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import new_event
from pitboss.floor.store import Append, Write
from pitboss.floor.tables.limits_sign import (
    AnnounceClosing,
    AnnounceLimits,
    NoticeFell,
    NoticeTakenDown,
    TakeDownNotice,
)
from pitboss.floor.tables.log import load_table
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.seats import LeaveTable
from pitboss.floor.tables.signage import signs
from pitboss.floor.tables.state import (
    ShoeOpened,
    Stack,
    TableClosed,
    TableEvent,
    TableOpened,
    TermsChanged,
    fold,
    open_state,
    rules_of,
    worth,
)
from pitboss.law.rules import Rules
from pitboss.ledger import Account, Move
from pitboss.play.acts import Shuffle, Sit
from pitboss.play.codec import decode, encode
from pitboss.play.terms import Limits
from support import CROWN, STAR, STAR_MS, jackpot, shows

Pits = Callable[[str], Pit]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_opens_with_its_float_counted(pits: Pits, game: str) -> None:
    pit = pits(game)
    reply = pit.open(pit.supervisor)
    assert reply["note"] == ""
    assert pit.is_open and pit.open_state.stacks == TRAY
    float_ = Account(pit.operator, "float", "7")
    assert pit.store.balance(float_).free == worth(TRAY)
    pit.refused(pit.supervisor, OpenTable("7", game, pit.terms(), TRAY))
    counted = (Stack(100_00, 501), Stack(5_00, 199))
    assert pit.do(pit.supervisor, CloseTable("7", counted, "quiet night"))["over_cents"] == 95_00
    assert pit.store.balance(float_).free == 0


@pytest.mark.parametrize("stacks", [(), (Stack(500, 0),), (Stack(0, 5),), (Stack(500, -1),)])
def test_a_float_is_counted(pits: Pits, stacks: tuple[Stack, ...]) -> None:
    pit = pits(STAR)
    assert law.TERMS in pit.refused(pit.boss, OpenTable("7", STAR, pit.terms(), stacks)).because
    pit.open()
    assert law.TERMS in pit.refused(pit.boss, CloseTable("7", stacks)).because


def test_a_dealer_opens_no_table_and_no_game_of_the_other_house(pits: Pits) -> None:
    pit = pits(STAR)
    pit.refused(pit.dealer, OpenTable("7", STAR, pit.terms(), TRAY))
    pit.refused(pit.inspector, OpenTable("7", STAR, pit.terms(), TRAY))
    pit.refused(pit.boss, OpenTable("7", CROWN, pit.terms(), TRAY))


@pytest.mark.parametrize("game", CROWNS)
def test_no_table_of_crowns_without_the_regulators_minimum(pits: Pits, game: str) -> None:
    pit = pits(game)
    without = pit.terms(regulator_minimum_cents=None)
    assert law.REGULATOR_MINIMUM in pit.refused(pit.boss, OpenTable("7", game, without, TRAY)).because
    pit.open()


@pytest.mark.parametrize("game", [STAR_MS, PONTOON])
def test_a_low_limit_table_has_a_device_and_no_tournament(pits: Pits, game: str) -> None:
    pit = pits(game)
    shoe, device = (pit.terms(low_limit=True, device=device) for device in ("shoe", "shuffler"))
    shows(law.LOW_LIMIT_DEVICE, pit.refused(pit.boss, OpenTable("7", game, shoe, TRAY)), game=game)
    no = pit.refused(pit.boss, OpenTable("7", game, device, TRAY, unit="tournament spring"))
    shows(law.LOW_LIMIT_NO_TOURNAMENT, no, game=game)
    pit.do(pit.boss, OpenTable("7", game, device, TRAY))
    assert any(sign.what == "low limit" for sign in signs(pit.open_state))


def opening_of(pit: Pit) -> TableOpened:
    opened = pit.events(TableOpened)[0]
    assert isinstance(opened, TableOpened)
    return opened


def test_no_table_plays_for_chips_that_no_tournament_has_issued(pits: Pits) -> None:
    pit = pits(PONTOON)
    no = pit.refused(pit.boss, OpenTable("7", PONTOON, pit.terms(), TRAY, unit="tournament spring"))
    assert no.because == (law.UNIT_ISSUED,)


def test_a_table_that_opened_for_tournament_chips_before_is_still_read(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    opened = opening_of(pit)
    state = fold([opened._replace(unit="tournament spring")])
    assert open_state(state).unit.tournament == "spring"


def test_the_log_keeps_the_rules_that_are_off_or_replaced(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    opened = opening_of(pit)
    assert not opened.off and not opened.replaced
    other = opened._replace(off=("player-card",), replaced={"loss-limit": "terms"})
    written = encode(other)
    read = decode(TableOpened, written)
    rules = rules_of(read)
    assert read == other and not rules.applies(law.PLAYER_CARD) and not rules.applies(law.LOSS_LIMIT)
    assert rules_of(opened).applies(law.PLAYER_CARD)
    assert open_state(fold([read])).table.game.rules.off == {law.PLAYER_CARD}
    old = {name: part for name, part in written.items() if name not in ("off", "replaced")}
    assert rules_of(decode(TableOpened, old)) == rules_of(opened)  # an opening from before these were kept


IDLE: dict[str, dict[str, Any]] = {
    STAR: {"regulator_minimum_cents": {"ante": 5_00}},
    STAR_MS: {"maximum_payout_cents": 50_000_00},
    PONTOON: {"maximum_payout_cents": 50_000_00},
    CROWN: {"low_limit": True},
}


@pytest.mark.parametrize("game", IDLE)
def test_no_table_opens_on_terms_that_its_rules_say_nothing_of(pits: Pits, game: str) -> None:
    pit = pits(game)
    no = pit.refused(pit.boss, OpenTable("7", game, pit.terms(**IDLE[game]), TRAY))
    assert no.because == (law.TERMS,) and "leave it out" in str(no)
    limits = {**pit.terms().limits, "dragon": Limits(5_00, 50_00)}
    assert law.TERMS in pit.refused(pit.boss, OpenTable("7", game, pit.terms(limits=limits), TRAY)).because
    pit.open()


@pytest.mark.parametrize("game", IDLE)
def test_a_table_that_was_opened_on_such_terms_before_they_were_refused_is_read(pits: Pits, game: str) -> None:
    pit = pits(game)
    idle = pit.terms(money=True, **IDLE[game])
    limits = {**idle.limits, "dragon": Limits(5_00, 50_00)}
    at, house = stamp(pit.clock()), Account(pit.operator, "house", "")
    opened = TableOpened(game, "", idle._replace(limits=limits), TRAY)
    version = Rules.of(game).edition.version
    events: list[TableEvent] = [
        opened._replace(version=version),
        TermsChanged(idle._replace(areas=6), "fewer seats", ()),
    ]
    pit.store.commit(
        Write(
            pit.operator,
            appends=(Append(pit.stream, 0, tuple(new_event(event, at, "boss-1") for event in events)),),
            entries=(Move(house, Account(pit.operator, "float", pit.table), worth(TRAY), "float in"),),
            at=at,
        )
    )
    state = load_table(pit.store, pit.stream)
    assert open_state(state).terms == pit.terms(money=True, areas=6)
    pit.sound()


def test_what_is_not_built_is_not_offered(pits: Pits) -> None:
    pit = pits(STAR)
    offers = OpenTable("7", STAR, pit.terms(jackpot=jackpot(STAR)), TRAY)
    assert law.METER_NAMED in pit.refused(pit.boss, offers).because
    assert law.TERMS in pit.refused(pit.boss, OpenTable("7", STAR, pit.terms(), TRAY, unit="shells")).because


@pytest.mark.parametrize(("unit", "money"), [("AUD", True), ("practice", False)])
def test_practice_is_apart_from_money(pits: Pits, unit: str, money: bool) -> None:
    pit = pits(STAR)
    pit.open(unit=unit, money=not money)  # what the unit is decides, not what a person says
    (event,) = pit.events(TableOpened)
    assert isinstance(event, TableOpened) and event.terms.money is money
    assert pit.store.balance(Account("star", "float", "7", unit)).free == worth(TRAY)


def test_permissions_are_given_by_those_who_may(pits: Pits) -> None:
    pit = pits(PONTOON)
    no = pit.refused(pit.manager, OpenTable("7", PONTOON, pit.terms(), TRAY, granted=("split-again",)))
    assert law.SPLIT_AGAIN in no.because
    no = pit.refused(pit.boss, OpenTable("7", PONTOON, pit.terms(), TRAY, granted=("pairs-need-wager",)))
    assert law.PAIRS_NEED_WAGER in no.because
    pit.open(pit.boss, granted=("split-again",))
    assert any(sign.what == "permission" for sign in signs(pit.open_state))


@pytest.mark.parametrize("game", GAMES)
def test_people_have_notice_before_a_table_closes(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.sit("Ann", 1)
    shows(law.CLOSE_ON_NOTICE, pit.refused(pit.boss, CloseTable("7", TRAY)), game=game)
    shows(law.CLOSE_ON_NOTICE, pit.refused(pit.dealer, CloseTable("7", TRAY)), game=game)
    pit.do(pit.dealer, LeaveTable("7", "Ann"))
    pit.do(pit.supervisor, CloseTable("7", TRAY))  # with no player there, at once
    assert not pit.is_open


@pytest.mark.parametrize("game", STARS)
def test_stars_closing_sign_is_up_for_twenty_minutes(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.sit("Ann", 1)
    short = AnnounceClosing("7", at=pit.in_minutes(20 - 1 / 60))
    shows(law.CLOSE_ON_NOTICE, pit.refused(pit.supervisor, short), game=game)
    assert law.CLOSE_ON_NOTICE in pit.refused(pit.dealer, AnnounceClosing("7")).because
    pit.do(pit.supervisor, AnnounceClosing("7", at=pit.in_minutes(20)))  # exactly twenty are enough
    assert law.CLOSE_ON_NOTICE in pit.refused(pit.supervisor, AnnounceClosing("7")).because
    pit.wait(minutes=19, seconds=59)
    pit.tick()
    assert law.CLOSE_ON_NOTICE in pit.refused(pit.boss, CloseTable("7", TRAY)).because
    pit.wait(seconds=1)
    pit.tick()
    assert pit.open_state.closing
    pit.fund("Ann")
    shows(law.CLOSE_ON_NOTICE, pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 1, 25))), game=game)
    pit.do(pit.supervisor, CloseTable("7", TRAY))
    assert len(pit.events(NoticeFell)) == 1


@pytest.mark.parametrize("game", CROWNS)
def test_crown_closes_after_three_rounds(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.sit("Ann", 1)
    assert law.CLOSE_ON_NOTICE in pit.refused(pit.supervisor, AnnounceClosing("7", rounds=2)).because
    assert law.CLOSE_ON_NOTICE in pit.refused(pit.dealer, AnnounceClosing("7")).because
    pit.do(pit.supervisor, AnnounceClosing("7"))
    for _ in range(3):
        pit.wait(hours=1)  # time does not count here, rounds do
        shows(law.CLOSE_ON_NOTICE, pit.refused(pit.boss, CloseTable("7", TRAY)), game=game)
        pit.play({"Ann": 1})
    assert pit.open_state.closing and len(pit.events(NoticeFell)) == 1
    pit.do(pit.supervisor, CloseTable("7", TRAY))


def test_a_round_that_is_being_played_is_none_of_the_three(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    pit.do(pit.supervisor, AnnounceClosing("7"))
    pit.play()
    for _ in range(3):
        assert not pit.open_state.closing
        pit.play({"Ann": 1})
    assert pit.open_state.closing


def test_a_closing_sign_taken_down_closes_nothing(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.sit("Ann", 1)
    name = pit.do(pit.supervisor, AnnounceClosing("7"))["notice"]
    pit.refused(pit.supervisor, TakeDownNotice("7", name, ""))
    pit.refused(pit.supervisor, TakeDownNotice("7", "notice-99", "no such sign"))
    pit.do(pit.supervisor, TakeDownNotice("7", name, "the crowd came back"))
    pit.wait(minutes=30)
    pit.tick()
    assert not pit.open_state.closing and not pit.events(NoticeFell)


def test_a_table_goes_on_though_its_closing_sign_has_fallen_due(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann")
    pit.sit("Ann", 1)
    name = pit.do(pit.supervisor, AnnounceClosing("7"))["notice"]
    pit.wait(minutes=20)
    pit.tick()
    pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 1, 25)))
    pit.do(pit.supervisor, TakeDownNotice("7", name, "the crowd came back"))
    assert pit.events(NoticeTakenDown)[-1] == NoticeTakenDown(name, "the crowd came back", (law.CLOSE_ON_NOTICE,))
    pit.play({"Ann": 1})
    assert law.CLOSE_ON_NOTICE in pit.refused(pit.boss, CloseTable("7", TRAY)).because  # a new sign, if ever


@pytest.mark.parametrize("game", GAMES)
def test_a_sign_of_limits_is_no_closing_sign(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.sit("Ann", 1)
    pit.do(pit.manager, AnnounceLimits("7", sign(game, 50)))
    name = pit.do(pit.supervisor, AnnounceClosing("7"))["notice"]
    shows(law.CLOSE_ON_NOTICE, pit.refused(pit.supervisor, AnnounceClosing("7")), game=game)
    assert "closing" not in {each.what for each in signs(pit.open_state)}
    for _ in range(3):
        pit.play({"Ann": 1}, 100)
        pit.wait(minutes=7)
        pit.tick()
    assert pit.open_state.closing, "its notice has run, in minutes or in rounds"
    assert "closing" in {each.what for each in signs(pit.open_state)}
    if game != PONTOON:  # whose shoe goes on
        pit.do(pit.dealer, TakeAct("7", Shuffle("shuffle")))
    pit.do(pit.supervisor, TakeDownNotice("7", name, "the crowd came back"))
    shows(law.CLOSE_ON_NOTICE, pit.events(NoticeTakenDown)[-1], game=game)


def test_a_table_closes_between_rounds_and_goes_on_counting(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    assert law.ROUND_OF_PLAY in pit.refused(pit.boss, CloseTable("7", TRAY)).because
    pit.play()
    pit.do(pit.dealer, LeaveTable("7", "Ann"))
    pit.close()
    assert [type(event) for event in pit.events()[-2:]] == [ShoeOpened, TableClosed]  # the live shoe is opened
    assert pit.floor.table(pit.stream).shoe is None
    pit.open()
    assert pit.round.number == 2
    pit.play({"Ann": 1})


def test_an_empty_table_closes_though_somebody_sat_and_shuffled(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.step()  # the dealer shuffles
    pit.sit("Ann", 1)
    pit.act(pit.patron("Ann"), Sit("wagers", "Ann", 0))
    pit.close()
