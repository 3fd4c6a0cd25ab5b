"""The limits sign: down at once, up with notice or with the old minimum kept, limits of a player's own."""

from collections.abc import Callable

import pytest

from floor.support import SEEN
from floor.tables.pit import CROWNS, GAMES, PONTOON, STARS, Pit, opener, sign
from pitboss import law
from pitboss.floor.tables.limits_sign import (
    LIMITS,
    AnnounceLimits,
    ChangeLimits,
    MarkerRemoved,
    NoticeFell,
    NoticeTakenDown,
    SetMaximumPayout,
    SetOwnLimits,
    TakeDownNotice,
    make_due_events,
)
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.seats import LeaveTable
from pitboss.floor.tables.signage import signs
from pitboss.floor.tables.state import MarkerPlaced, NoticePosted, TermsChanged
from pitboss.play.acts import Place, Shuffle, TakeBack
from pitboss.play.terms import Limits
from pitboss.play.wager import seat_of
from support import CROWN, STAR, ULTIMATE, shows

Pits = Callable[[str], Pit]


def least(pit: Pit) -> int:
    """The minimum on the sign, in dollars."""
    return pit.open_state.table.game.terms.limits[opener(pit.game)].minimum_cents // 100


def last(pit: Pit, kind: type) -> object:
    return pit.events(kind)[-1]


@pytest.mark.parametrize("game", GAMES)
def test_limits_are_changed_by_a_person_of_rank(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    shows(law.LIMITS_CHANGED, pit.refused(pit.dealer, ChangeLimits("7", sign(game, 10), "busy")), game=game)
    if pit.operator == "crown":  # there it takes an area manager
        assert law.LIMITS_CHANGED in pit.refused(pit.supervisor, ChangeLimits("7", sign(game, 10), "busy")).because
    pit.sit("Ann", 1)
    for lowered in (sign(game, 10), sign(game, 10, 1_000), sign(game, 10, 200)):
        pit.do(pit.manager, ChangeLimits("7", lowered, "busy"))  # down, and the maximum either way, at once
        assert pit.open_state.terms.limits[opener(game)] == lowered[opener(game)]
        assert game != ULTIMATE or pit.open_state.terms.limits["blind"] == lowered["ante"]
    shows(law.LIMITS_CHANGED, last(pit, TermsChanged), game=game)


@pytest.mark.parametrize("game", GAMES)
def test_a_higher_minimum_takes_twenty_minutes(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.sit("Ann", 1)
    shows(law.RAISE_ON_NOTICE, pit.refused(pit.manager, ChangeLimits("7", sign(game, 50), "busy")), game=game)
    short = AnnounceLimits("7", sign(game, 50), at=pit.in_minutes(19.99))
    shows(law.RAISE_ON_NOTICE, pit.refused(pit.manager, short), game=game)
    pit.do(pit.manager, AnnounceLimits("7", sign(game, 50)))
    pit.wait(minutes=19, seconds=59)
    pit.tick()
    assert least(pit) == 25
    pit.wait(seconds=1)
    pit.tick()
    shows(law.LIMITS_CHANGED, last(pit, TermsChanged), game=game)
    assert least(pit) == 50 and not pit.open_state.notices
    assert len(pit.events(NoticeFell)) == len(pit.events(TermsChanged)) == 1
    pit.wait(hours=1)
    pit.tick()
    assert len(pit.events(NoticeFell)) == 1  # once


@pytest.mark.parametrize("game", CROWNS)
def test_crown_raises_at_once_where_nobody_is(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.do(pit.manager, ChangeLimits("7", sign(game, 50), "quiet"))
    shows(law.RAISED_WHEN_EMPTY, last(pit, TermsChanged), game=game)
    shows(law.LIMITS_CHANGED, last(pit, TermsChanged), game=game)
    assert least(pit) == 50
    pit.sit("Ann", 1)
    no = pit.refused(pit.manager, ChangeLimits("7", sign(game, 100), "busy", keep=True))
    assert law.RAISE_ON_NOTICE in no.because  # no player keeps a minimum here


@pytest.mark.parametrize("game", STARS)
def test_star_raises_at_once_where_players_keep_the_old_minimum(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.sit("Ann", 2)
    pit.do(pit.supervisor, ChangeLimits("7", sign(game, 100), "busy", keep=True))
    shows(law.LIMITS_CHANGED, last(pit, TermsChanged), game=game)
    placed = last(pit, MarkerPlaced)
    shows(law.KEPT_MINIMUM, placed, game=game)
    assert isinstance(placed, MarkerPlaced) and (placed.patron, placed.kind, placed.area) == ("Ann", "kept", 2)
    shown = {each.what: each for each in signs(pit.open_state)}
    assert shown["limits"].limits == sign(game, 100) and shown["previous limits"].limits == sign(game, 25)
    assert shown["kept"].area == 2
    no = pit.refused(pit.patron("Bob"), TakeAct("7", pit.wager("Bob", 1, 25)))
    assert law.SIGN_MINIMUM in no.because  # the player who comes after plays by the new sign
    pit.place("Ann", 2, 25)
    pit.play({"Bob": 1}, 100)
    pit.do(pit.patron("Ann"), LeaveTable("7", "Ann"))
    removed = last(pit, MarkerRemoved)
    shows(law.KEPT_MINIMUM, removed, game=game)
    assert not pit.open_state.markers and not pit.open_state.terms.individual
    pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 2, 25)))  # and has come back a newcomer


@pytest.mark.parametrize("game", STARS)
def test_star_raises_at_once_where_nobody_is_or_all_keep_theirs(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.do(pit.supervisor, ChangeLimits("7", sign(game, 50), "quiet"))
    changed = last(pit, TermsChanged)
    for key in (law.LIMITS_CHANGED, law.KEPT_MINIMUM):
        shows(key, changed, game=game)
    assert isinstance(changed, TermsChanged) and law.RAISED_WHEN_EMPTY not in changed.because
    assert not pit.open_state.markers
    pit.sit("Ann", 1)
    pit.refused(pit.supervisor, ChangeLimits("7", sign(game, 100), "busy"))
    assert least(pit) == 50


@pytest.mark.parametrize("game", STARS)
def test_a_kept_minimum_ends_by_its_own_sign(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.sit("Ann", 2)
    assert law.KEPT_ENDS_ON_NOTICE in pit.refused(pit.supervisor, AnnounceLimits("7")).because
    pit.do(pit.supervisor, ChangeLimits("7", sign(game, 100), "busy", keep=True))
    short = AnnounceLimits("7", at=pit.in_minutes(19))
    shows(law.KEPT_ENDS_ON_NOTICE, pit.refused(pit.supervisor, short), game=game)
    pit.do(pit.supervisor, AnnounceLimits("7"))
    pit.place("Ann", 2, 25)
    pit.wait(minutes=20)
    pit.tick()
    assert pit.open_state.markers, "the round that is being played goes on by what it began with"
    pit.play()
    assert not pit.open_state.markers and not pit.open_state.terms.individual
    shows(law.KEPT_ENDS_ON_NOTICE, last(pit, MarkerRemoved), game=game)
    pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 2, 25)))


def test_the_marker_of_whoever_has_several_boxes_lies_where_they_sit(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    pit.sit("Ann", 5)
    pit.place("Ann", 1)
    pit.place("Ann", 5)
    pit.do(pit.supervisor, ChangeLimits("7", sign(PONTOON, 100), "busy", keep=True))
    (marker,) = pit.open_state.markers
    assert marker.area == 5
    pit.play()


def test_a_second_rise_and_a_fall_move_what_players_keep(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.sit("Ann", 1)
    pit.do(pit.supervisor, ChangeLimits("7", sign(STAR, 50), "busy", keep=True))
    pit.sit("Bob", 2)
    pit.do(pit.supervisor, ChangeLimits("7", sign(STAR, 100, 900), "busier", keep=True))
    own = pit.open_state.terms.individual
    assert own["Ann"]["ante"] == Limits(25_00, 900_00) and own["Bob"]["ante"] == Limits(50_00, 900_00)
    pit.do(pit.supervisor, ChangeLimits("7", sign(STAR, 50), "quiet"))
    assert [marker.patron for marker in pit.open_state.markers] == ["Ann"]
    pit.do(pit.supervisor, ChangeLimits("7", sign(STAR, 10), "empty"))
    assert not pit.open_state.markers and not pit.open_state.terms.individual


def test_a_player_keeps_what_went_up_at_once_and_nothing_else(pits: Pits) -> None:
    pit = pits(PONTOON)
    both = {"wager": Limits(25_00, 500_00), "perfect-pairs": Limits(5_00, 50_00)}
    pit.open(limits=both)
    pit.sit("Ann", 1)
    pit.do(pit.supervisor, ChangeLimits("7", sign(PONTOON, 50), "busy", keep=True))
    pit.do(pit.supervisor, AnnounceLimits("7", {"perfect-pairs": Limits(10_00, 50_00)}))
    pit.wait(minutes=20)
    pit.tick()
    assert set(pit.open_state.terms.individual["Ann"]) == {"wager"}


def test_a_standing_player_who_lets_a_round_go_by_has_left(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.play({"Ann": 1, "Bob": 2})
    pit.do(pit.supervisor, ChangeLimits("7", sign(STAR, 100), "busy", keep=True))
    assert [marker.patron for marker in pit.open_state.markers] == ["Ann", "Bob"]
    pit.play({"Bob": 2})
    assert [marker.patron for marker in pit.open_state.markers] == ["Bob"]


def test_new_limits_wait_for_the_end_of_a_round(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    reply = pit.do(pit.supervisor, ChangeLimits("7", sign(STAR, 5), "busy"))
    assert reply["applies"] == "next round" and least(pit) == 25
    pit.play()
    assert least(pit) == 5


def test_new_limits_are_judged_while_a_round_is_played(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann")
    pit.place("Ann", 1)
    pit.refused(pit.supervisor, ChangeLimits("7", {"ante": Limits(20_00, 10_00)}, "mistake"))
    pit.play()


@pytest.mark.parametrize("game", GAMES)
def test_seats_and_the_shuffle_outlast_a_change(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.step()  # the dealer shuffles
    pit.sit("Ann", 3)
    pit.act(pit.patron("Ann"), pit.wager("Ann", 3, 25))
    pit.act(pit.patron("Ann"), TakeBack("wagers", "Ann", 3, opener(game)))
    shuffled = [act for act in pit.open_state.acts if isinstance(act, Shuffle)]
    pit.do(pit.boss, ChangeLimits("7", sign(game, 10), "quiet"))
    assert pit.open_state.acts, "all of it fits the new sign, so all of it stays"
    pit.do(pit.boss, AnnounceLimits("7", sign(game, 100)))
    pit.wait(minutes=20)
    pit.tick()
    assert not any(isinstance(act, Place) for act in pit.open_state.acts)  # what was taken back would not fit any more
    assert seat_of(pit.round.boxes, "Ann") == 3
    assert [act for act in pit.open_state.acts if isinstance(act, Shuffle)] == shuffled
    pit.play({"Ann": 3}, 100)


@pytest.mark.parametrize("game", GAMES)
def test_limits_that_the_game_does_not_take_are_refused(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    for wrong in ({}, {"roulette": Limits(5_00, 50_00)}, {opener(game): Limits(50_00, 25_00)}):
        pit.refused(pit.boss, ChangeLimits("7", wrong, "mistake"))
        if wrong:
            pit.refused(pit.boss, AnnounceLimits("7", wrong))


def test_crown_goes_no_lower_than_the_regulator(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.open()
    no = pit.refused(pit.boss, ChangeLimits("7", sign(CROWN, 4), "busy"))
    assert law.REGULATOR_MINIMUM in no.because


def test_a_sign_whose_words_no_longer_hold_comes_down(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.open()
    pit.do(pit.boss, AnnounceLimits("7", {"ante": Limits(30_00, 40_00)}))
    pit.do(pit.boss, AnnounceLimits("7", sign(CROWN, 60)))
    first = pit.open_state.notices[0].id
    pit.do(pit.boss, TakeDownNotice("7", first, "not after all"))
    taken = last(pit, NoticeTakenDown)
    assert isinstance(taken, NoticeTakenDown) and taken.id == first
    pit.wait(minutes=21)
    pit.tick()
    assert least(pit) == 60
    cannot_hold = NoticePosted("notice-9", LIMITS, "", pit.in_minutes(0), 0, sign(CROWN, 4), (law.RAISE_ON_NOTICE,))
    (down,) = make_due_events(pit.open_state._replace(notices=(cannot_hold,)), pit.clock())
    assert isinstance(down, NoticeTakenDown) and down.id == "notice-9" and down.reason
    assert {law.RAISE_ON_NOTICE, law.REGULATOR_MINIMUM} <= set(down.because)  # by what it was up, and why it came down


@pytest.mark.parametrize("game", GAMES)
def test_limits_of_a_players_own(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    own = sign(game, 100, 2_000)
    shows(law.INDIVIDUAL_LIMITS, pit.refused(pit.dealer, SetOwnLimits("7", "Ann", own, "known")), game=game)
    assert law.INDIVIDUAL_LIMITS in pit.refused(pit.boss, SetOwnLimits("7", "Ann", own, "not here")).because
    pit.sit("Ann", 3)
    pit.do(pit.manager, SetOwnLimits("7", "Ann", own, "known"))
    (shown,) = [each for each in signs(pit.open_state) if each.what == "own"]
    assert (shown.patron, shown.area, shown.limits[opener(game)]) == ("Ann", 3, own[opener(game)])
    pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 3, 25)))
    pit.play({"Ann": 3}, 1_500)
    pit.do(pit.manager, SetOwnLimits("7", "Ann", {}, "enough"))
    assert not pit.open_state.markers
    pit.refused(pit.patron("Ann"), TakeAct("7", pit.wager("Ann", 3, 1_500)))
    assert law.INDIVIDUAL_LIMITS in pit.refused(pit.manager, SetOwnLimits("7", "Ann", {}, "again")).because
    pit.do(pit.manager, SetOwnLimits("7", "Ann", own, "known"))
    pit.do(pit.patron("Ann"), LeaveTable("7", "Ann"))
    shows(law.INDIVIDUAL_LIMITS, last(pit, MarkerRemoved), game=game)


@pytest.mark.parametrize("lower", [(10, 600), (25, 400), (25, 500)])
def test_star_lets_a_player_only_above_the_sign(pits: Pits, lower: tuple[int, int]) -> None:
    pit = pits(STAR)
    pit.open()
    pit.sit("Ann", 3)
    no = pit.refused(pit.boss, SetOwnLimits("7", "Ann", sign(STAR, *lower), "known"))
    assert law.INDIVIDUAL_LIMITS in no.because


def test_crown_agrees_on_lower_limits_too(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.open()
    pit.sit("Ann", 3)
    pit.do(pit.manager, SetOwnLimits("7", "Ann", sign(CROWN, 10, 100), "agreed"))
    pit.do(pit.dealer, LeaveTable("7", "Ann"))
    assert not pit.open_state.markers and not pit.open_state.terms.individual


def test_own_limits_take_the_place_of_a_kept_minimum(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.sit("Ann", 3)
    pit.do(pit.supervisor, ChangeLimits("7", sign(STAR, 100), "busy", keep=True))
    pit.do(pit.supervisor, SetOwnLimits("7", "Ann", sign(STAR, 100, 900), "known"))
    assert [marker.kind for marker in pit.open_state.markers] == ["own"]


def test_the_maximum_payout_stands_on_a_notice(pits: Pits) -> None:
    pit = pits(CROWN)
    pit.open()
    pit.refused(pit.dealer, SetMaximumPayout("7", 5_000_00, "policy"))
    pit.do(pit.manager, SetMaximumPayout("7", 5_000_00, "policy", SEEN))
    assert any(each.what == "maximum payout" for each in signs(pit.open_state))
    shows(law.MAXIMUM_PAYOUT, last(pit, TermsChanged), game=CROWN)
    other = pits(PONTOON)
    other.open()
    assert law.TERMS in other.refused(other.boss, SetMaximumPayout("7", 5_000_00, "policy")).because
