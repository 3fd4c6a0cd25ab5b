"""Jackpot games that are kept by hand while the equipment does not work, whenever it fails and works again; what stays
at a table that closes; rounds that are corrected after their awards (Crown 11.3, 12.3 to 12.5, 13.9; Star 14.15,
11.12)."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from floor.jackpots.conftest import Pits
from floor.jackpots.jackpot_pit import CROWNS, HANDS, METER, NOTHING, JackpotPit, meter_of
from floor.jackpots.test_games import _misdeal
from floor.tables.pit import TRAY
from pitboss import law
from pitboss.cards import Card
from pitboss.floor.jackpots.links import UnlinkTable
from pitboss.floor.jackpots.meter_commands import (
    AnnounceMeterClosing,
    AnnounceOption,
    ApproveAward,
    ChangeOption,
    CloseMeter,
)
from pitboss.floor.jackpots.meters import (
    AwardQuestioned,
    AwardRefused,
    GrowthTakenBack,
    JackpotsAwarded,
    PendingAward,
)
from pitboss.floor.tables.corrections import CorrectRound
from pitboss.floor.tables.jackpots import (
    FailJackpotEquipment,
    JackpotGameCancelled,
    JackpotGameRecorded,
    RestoreJackpotEquipment,
    find_settled,
)
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.seats import LeaveTable
from pitboss.money import Exact
from pitboss.play.acts import Act, Deal
from pitboss.play.needs import DecisionNeed
from pitboss.web.meter_history import read_back
from pitboss.web.meter_view import plain_exact
from support import CROWN, CROWN_MS, STAR_MS, shows

GROWS = {"star": Fraction(3575, 10), "crown": Fraction(2861, 10)}
STRAIGHT_FLUSH = HANDS["straight-flush"]
RESET = 100_000_00


def fails(pit: JackpotPit) -> None:
    pit.do(pit.dealer, FailJackpotEquipment("7", "the meter is dark"))


def works_again(pit: JackpotPit) -> None:
    pit.do(pit.supervisor, RestoreJackpotEquipment("7", True, True, True, "new cable"))


def play(pit: JackpotPit, *hands: str, meanwhile: Callable[[JackpotPit], None]) -> int:
    """Play a round, in the middle of which something happens."""
    number, is_to_come = pit.round.number, True
    for need in pit.steps(*hands):
        if is_to_come and isinstance(need, DecisionNeed):
            is_to_come = False
            meanwhile(pit)
    assert not is_to_come
    return number


def swapped(pit: JackpotPit, *pairs: tuple[str, str]) -> tuple[Act, ...]:
    """The acts of the last round, with some cards in the place of others."""
    named = {str(card): card for card in pit.round.game.deck}
    change: dict[Card, Card] = {}
    for one, other in pairs:
        change |= {named[one]: named[other], named[other]: named[one]}
    return tuple(
        act._replace(cards=tuple(change.get(card, card) for card in act.cards)) if isinstance(act, Deal) else act
        for act in pit.state.past[-1].acts
    )


def correct(pit: JackpotPit, number: int, acts: tuple[Act, ...], **more: Any) -> None:
    pit.do(pit.manager, CorrectRound("7", number, acts, "keyed wrong", pit.boss, **more))


def kinds(pit: JackpotPit) -> list[str]:
    return [type(event).__name__ for event in pit.meter_events()][1:]


# Equipment that fails and works again.


@pytest.mark.parametrize("game", [CROWN, CROWN_MS, STAR_MS])
def test_equipment_that_fails_in_a_round_counts_its_wagers_once(jackpots: Pits, game: str) -> None:
    """The wagers were registered before it failed; the outcome is written down and entered later."""
    pit = jackpots(game)
    pit.start("ann")
    start = pit.meter.value
    pit.bet("ann")
    number = play(pit, STRAIGHT_FLUSH, meanwhile=fails)
    (kept,) = pit.state.by_hand
    assert (kept.fed, kept.wagers, kept.meter) == (True, 1, METER)
    assert kinds(pit) == ["MeterGrew"] and find_settled(pit.store, pit.stream, number) is None
    works_again(pit)
    assert kinds(pit) == ["MeterGrew", "JackpotsAwarded"] and not pit.state.by_hand
    (award,) = pit.meter.pending
    assert award.award.meter == (start + GROWS[pit.operator]) / 10


@pytest.mark.parametrize("game", [CROWN, CROWN_MS, STAR_MS])
def test_equipment_that_works_again_in_a_round_registers_its_wagers(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    start = pit.meter.value
    fails(pit)
    pit.bet("ann")
    play(pit, STRAIGHT_FLUSH, meanwhile=works_again)
    assert kinds(pit) == ["MeterGrew", "JackpotsAwarded"]
    (award,) = pit.meter.pending
    assert award.award.meter == (start + GROWS[pit.operator]) / 10
    (recorded,) = pit.events(JackpotGameRecorded)
    assert isinstance(recorded, JackpotGameRecorded) and not recorded.by_hand


def test_growth_is_taken_back_though_the_equipment_failed_meanwhile(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    start = pit.meter.value
    pit.bet("ann")
    _misdeal(pit)
    assert pit.meter.value == start + GROWS["crown"]
    fails(pit)
    pit.do(pit.patron("ann"), LeaveTable("7", "ann"))
    assert pit.meter.value == start and pit.meter_events(GrowthTakenBack)
    works_again(pit)
    assert pit.meter.value == start and kinds(pit) == ["MeterGrew", "GrowthTakenBack"]


def test_games_kept_by_hand_count_on_their_meter_wherever_the_table_is_linked_now(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    start = pit.meter.value
    fails(pit)
    pit.bet("ann")
    number = pit.deal_round(STRAIGHT_FLUSH)
    pit.do(pit.boss, UnlinkTable("7"))
    pit.wait(minutes=20)
    pit.tick()
    assert pit.open_state.terms.jackpot is None
    works_again(pit)
    (award,) = pit.meter.pending
    stood = start + GROWS["crown"]
    assert (award.award.patron, award.award.meter) == ("ann", stood / 10)
    assert read_back(pit.store, pit.stream, number).exact_cents == plain_exact(stood)


def test_a_table_that_was_closed_and_opened_without_a_jackpot_enters_its_games(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    fails(pit)
    pit.bet("ann")
    pit.deal_round(STRAIGHT_FLUSH)
    pit.do(pit.patron("ann"), LeaveTable("7", "ann"))
    pit.do(pit.boss, CloseTable("7", TRAY, "the end of the day"))
    pit.do(pit.boss, OpenTable("7", CROWN, pit.terms(), TRAY))
    works_again(pit)
    assert kinds(pit) == ["MeterGrew", "JackpotsAwarded"]


def test_a_meter_neither_closes_nor_changes_before_games_kept_by_hand_are_entered(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    fails(pit)
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    pit.do(pit.boss, meter_of(CROWN, tables=())._replace(meter="minor").confirm("crown"))
    pit.do(pit.boss, AnnounceOption(METER, 2, RESET))
    pit.do(pit.boss, AnnounceOption("minor", 2, RESET))
    pit.do(pit.boss, AnnounceMeterClosing(METER))
    pit.do(pit.boss, UnlinkTable("7"))
    pit.wait(minutes=20)
    pit.tick()
    for command in (CloseMeter(METER, "minor"), ChangeOption("minor", "")):
        assert "kept by hand" in pit.refused(pit.boss, command).refusal.words
    works_again(pit)
    assert pit.meter.is_open  # once it has followed them
    pit.do(pit.boss, CloseMeter(METER, "minor"))


def test_several_games_that_are_entered_at_once_each_find_the_meter_after_those_before(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    start, grows, rounds = pit.meter.value, GROWS["crown"], []
    fails(pit)
    for hand in (STRAIGHT_FLUSH, NOTHING[0], HANDS["royal-flush"], NOTHING[1]):
        pit.bet("ann")
        rounds.append(pit.deal_round(hand))
    works_again(pit)
    assert pit.meter.value == RESET + grows
    first = start + grows
    third = first * Fraction(9, 10) + 2 * grows
    stood: list[Exact] = [first, third - grows, third, RESET + grows]
    read = [read_back(pit.store, pit.stream, number).exact_cents for number in rounds]
    assert read == [plain_exact(value) for value in stood]


# A round that was kept by hand, and corrected.


def test_a_game_kept_by_hand_is_entered_as_it_was_corrected(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    fails(pit)
    pit.bet("ann")
    number = pit.deal_round("Ac Kc Qc Jc 2d")
    correct(pit, number, swapped(pit, ("2d", "Tc")))
    assert not kinds(pit), "nothing is told to the meter while it does not work"
    works_again(pit)
    assert kinds(pit) == ["MeterGrew", "JackpotsAwarded"]
    (award,) = pit.meter.pending
    assert award.award.line == "royal-flush" and pit.meter.value == RESET


def test_a_game_that_was_entered_is_corrected_at_the_value_that_it_found(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    start = pit.meter.value
    fails(pit)
    pit.bet("ann")
    number = pit.deal_round("9d 8d 7d 6d 2c")
    acts = swapped(pit, ("2c", "5d"))
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    works_again(pit)
    correct(pit, number, acts)
    (award,) = pit.meter.pending
    assert award.award.meter == (start + GROWS["crown"]) / 10


# Awards of a round that is corrected.


def waiting(pit: JackpotPit) -> dict[str, PendingAward]:
    return {each.award.patron: each for each in pit.meter.pending}


def test_a_royal_flush_that_comes_to_light_reseeds_the_meter(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    stood = pit.meter.value + GROWS["crown"]
    pit.bet("ann")
    number = pit.deal_round("Ac Kc Qc Jc 2d")
    acts = swapped(pit, ("2d", "Tc"))
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    correct(pit, number, acts)
    assert waiting(pit)["ann"].award.meter == stood
    assert pit.meter.value == RESET + GROWS["crown"], "what was wagered since is on it still"
    shows(law.METER_RESEEDED, pit.meter_events(JackpotsAwarded)[-1], game=CROWN)


def two_royals(pit: JackpotPit) -> tuple[int, tuple[Act, ...]]:
    """A round with one royal flush in which there were two: its number, and its acts as they were."""
    pit.start("ann", "bob")
    pit.bet("ann", "bob")
    number = pit.deal_round(HANDS["royal-flush"], "As Ks Qs Js 2d")
    return number, swapped(pit, ("2d", "Ts"))


def test_a_second_royal_flush_shares_what_the_first_was_awarded_alone(jackpots: Pits) -> None:
    """12.5: the meter and one reset value between them; the first award was not paid yet."""
    pit = jackpots(CROWN)
    number, acts = two_royals(pit)
    (alone,) = pit.meter_events(JackpotsAwarded)
    assert isinstance(alone, JackpotsAwarded)
    correct(pit, number, acts)
    shares = waiting(pit)
    assert {name: each.award.exact for name, each in shares.items()} == dict.fromkeys(
        ("ann", "bob"), (Fraction(alone.before) + RESET) / 2
    )
    assert pit.meter_events(AwardRefused) and not pit.meter_events(AwardQuestioned)
    assert pit.meter.value == RESET and sum(each.award.meter for each in shares.values()) == alone.before
    for each in shares.values():
        pit.do(pit.boss, ApproveAward(METER, each.id))


def test_an_award_that_was_paid_stands_and_the_other_gets_the_share_of_two(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    number, acts = two_royals(pit)
    (first,) = pit.meter.pending
    pit.do(pit.boss, ApproveAward(METER, first.id))
    value = pit.meter.value
    correct(pit, number, acts)
    (questioned,) = pit.meter_events(AwardQuestioned)
    assert isinstance(questioned, AwardQuestioned) and questioned.patron == "ann"
    (second,) = pit.meter.pending
    assert second.award.patron == "bob" and second.award.exact == (first.award.meter + RESET) / 2
    assert second.reseed == 0 and pit.meter.value == value - second.award.meter >= 0


def test_a_share_is_decided_again_when_another_hand_of_the_round_is_none(jackpots: Pits) -> None:
    """12.6: of two straight flushes one was keyed wrong; the other takes 10% alone."""
    pit = jackpots(CROWN)
    pit.start("ann", "bob")
    stood = pit.meter.value + 2 * GROWS["crown"]
    pit.bet("ann", "bob")
    number = pit.deal_round(STRAIGHT_FLUSH, "9h 8h 7h 6h 5h")
    assert {each.award.meter for each in pit.meter.pending} == {stood * Fraction(95, 1000)}
    correct(pit, number, swapped(pit, ("5h", "2c")))
    (left,) = pit.meter.pending
    assert (left.award.patron, left.award.meter) == ("ann", stood / 10) and pit.meter.value == stood * Fraction(9, 10)


# Jackpot wagers that stay at a table.


def test_a_player_who_leaves_after_a_misdeal_gets_the_jackpot_wager_back(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann", "bob")
    start = pit.meter.value
    pit.bet("ann", "bob")
    _misdeal(pit)
    assert pit.chips("ann") == 10_000_00 - 5_00
    pit.do(pit.patron("ann"), LeaveTable("7", "ann"))
    assert pit.chips("ann") == 10_000_00
    (cancelled,) = pit.events(JackpotGameCancelled)
    shows(law.LEAVER_CANCELS, cancelled, game=CROWN)
    assert pit.meter.value == start
    pit.place("bob", 2)
    pit.deal_round("", NOTHING[1])
    assert pit.meter.value == start + GROWS["crown"], "bob's wager is registered again for the next round"


@pytest.mark.parametrize("game", CROWNS)
def test_a_table_does_not_close_on_a_jackpot_wager(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    pit.bet("ann")
    _misdeal(pit)
    shows(law.LEAVER_CANCELS, pit.refused(pit.boss, CloseTable("7", TRAY, "the end of the day")), game=game)
    pit.do(pit.patron("ann"), LeaveTable("7", "ann"))
    pit.do(pit.boss, CloseTable("7", TRAY, "the end of the day"))
    assert pit.chips("ann") == 10_000_00
