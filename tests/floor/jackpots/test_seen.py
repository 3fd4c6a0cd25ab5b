"""What is seen of a jackpot: the wall, the signs and the meter of a table, the meter as it stood, the three tests of
the equipment, awards in the pit (Crown 5.2, 11.2.1(i), (j), 11.3.1(a), 12.2.1; Mississippi Stud 15.1.4 to 15.2.11;
Caribbean Stud 2.4.3, 11.3)."""

from itertools import pairwise
from typing import Any

import pytest

from floor.jackpots.conftest import Pits
from floor.jackpots.jackpot_pit import CROWNS, HANDS, JACKPOT_GAMES, METER, NOTHING, JackpotPit
from pitboss import law
from pitboss.floor.jackpots.meter_commands import AdjustMeter, ApproveAward
from pitboss.floor.jackpots.meters import JackpotsAwarded, events_after, value_at
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service.commands import Actor
from pitboss.floor.store.rows import meter_stream, table_stream
from pitboss.floor.tables.jackpots import FailJackpotEquipment, RestoreJackpotEquipment, find_recorded
from pitboss.web.api.dependencies import Api
from pitboss.web.meter_history import history_rows, read_back, see_equipment, value_when
from pitboss.web.meter_view import MeterSeen, TableMeter, see_meters, see_one_meter, see_table_meter, tell_meter
from pitboss.web.pages.playing import sign
from pitboss.web.pit_view import inbox
from support import CROWN, STAR, STAR_MS, shows

WORKS: dict[str, Any] = {"records_wagers": True, "records_times": True, "reads_back": True, "words": "a new cable"}


def api_of(pit: JackpotPit) -> Api:
    """The API over a pit's floor, with no server before it."""
    api = Api()
    api.serve(pit.floor, SignIn(pit.store, pit.clock))
    return api


def wall(pit: JackpotPit, api: Api | None = None) -> MeterSeen:
    """The meter as the wall shows it."""
    pit.floor.reactions.react()
    (seen,) = see_meters(api or api_of(pit), pit.operator).meters
    return seen


def at_table(pit: JackpotPit, who: Actor) -> TableMeter:
    seen = see_table_meter(pit.store, pit.floor.table(pit.stream), pit.open_state, who)
    assert seen is not None
    return seen


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_the_wall_names_the_tables_and_the_conditions(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.open_meter()
    assert wall(pit).tables == () and wall(pit).state == "current"
    pit.open_linked()
    seen = wall(pit)
    assert (seen.meter, seen.tables, seen.price_cents) == (METER, ("7",), 500)
    words = " ".join(each.words for each in seen.signs)
    assert "A jackpot wager is $5." in words and "royal flush: 100% of the jackpot" in words
    keeps = getattr(pit.round.game, "fold_keeps_jackpot")  # noqa: B009  # as the engine decides it
    assert ("Folded hands may still take" if keeps else "A folded hand takes no") in words
    if game in CROWNS:
        shows(law.WALL_SAYS_WHERE, seen, game=game)
        assert "Dealt by Method B." in words
    pit.close()
    assert wall(pit).tables == ()


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_a_table_shows_its_meter_price_prizes_and_fold(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    bonus = {"royal_bonus_cents": 1_000_00} if game == STAR_MS else {}
    pit.start("ann", "bob", **bonus)
    api, who = api_of(pit), pit.patron("ann")
    board = sign(pit.floor.table(pit.stream), who, api)
    rules = pit.round.game.rules
    by_key = {
        law.METER_SHOWN: "The meter grand shows the jackpot.",
        law.PRICE_SHOWN: "A jackpot wager is $5.",
        law.PRIZES_SHOWN: "Jackpot prizes: ",
        law.FOLD_SHOWN: "olded hand",
        law.BONUS_SHOWN: "Bonus jackpot of $1,000",
    }
    for key, words in by_key.items():
        if rules.applies(key):
            (found,) = [each for each in board.signs if key in each.because]
            assert words in found.words
            shows(key, found, game=game)
            shows(key, at_table(pit, who), game=game)
    assert board.meter is not None and board.meter.cents == pit.meter.value
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    pit.floor.reactions.react()
    assert at_table(pit, who).cents == int(pit.meter.value)


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_a_player_sees_their_own_registered_wager_and_the_dealer_all(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann", "bob", "cat")
    pit.bet("ann", "bob")
    pit.place("cat", 3)
    assert not at_table(pit, pit.patron("ann")).registered
    for _ in pit.steps(*NOTHING[:3]):
        if pit.open_state.jackpot is not None:
            break
    ann, cat, dealer = (at_table(pit, who) for who in (pit.patron("ann"), pit.patron("cat"), pit.dealer))
    assert ann.is_registered("ann", 1) and not ann.is_registered("bob", 2)
    assert not cat.registered
    assert [wager.patron for wager in dealer.registered] == ["ann", "bob"]


@pytest.mark.parametrize("game", JACKPOT_GAMES)
def test_an_award_is_pending_then_won_and_the_wall_names_no_player(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    api = api_of(pit)
    pit.bet("ann")
    number = pit.deal_round(HANDS["royal-flush"])
    seen = wall(pit, api)
    assert seen.state == "pending" and seen.won is not None and seen.won.line == "royal-flush"
    assert "ann" not in repr(seen)
    (item,) = [each for each in inbox(api, [pit.floor.table(pit.stream)], pit.boss) if each.kind == "award"]
    assert item.theirs and item.meter == METER and "ann" in item.words
    (no,) = [each for each in inbox(api, [pit.floor.table(pit.stream)], pit.dealer) if each.kind == "award"]
    assert not no.theirs and no.why
    one = see_one_meter(api, pit.operator, METER)
    told = at_table(pit, pit.patron("bob"))
    assert told.state == "pending" and "A jackpot award of this table waits for its approval." in list(tell_meter(told))
    assert one.sums.pending_cents == seen.won.cents == one.awards[0].cents and one.awards[0].state == "pending"
    pit.do(pit.boss, ApproveAward(METER, item.id))
    assert wall(pit, api).state == "won"
    one = see_one_meter(api, pit.operator, METER)
    assert one.awards[0].state == "paid" and one.sums.pending_cents == 0
    assert at_table(pit, pit.dealer).state == "current"
    back = read_back(pit.store, table_stream(pit.operator, "7"), number)
    (awarded,) = pit.meter_events(JackpotsAwarded)
    assert isinstance(awarded, JackpotsAwarded) and back.exact_cents in (awarded.before, str(awarded.before))
    if game in CROWNS:
        shows(law.METER_READ_BACK, back, game=game)


def test_the_meter_as_it_stood_is_what_the_whole_stream_gives(jackpots: Pits) -> None:
    pit = jackpots(CROWN)
    pit.start("ann")
    for line in ("flush", "straight-flush", "straight", "royal-flush"):
        pit.bet("ann")
        pit.deal_round(HANDS[line])
        pit.floor.reactions.react()
    pit.do(pit.boss, AdjustMeter(METER, 1_00, "a rounding", Actor("crown", "second", "casino-manager")))
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    pit.floor.reactions.react()
    stream = meter_stream("crown", METER)
    for number in range(1, 6):
        recorded = find_recorded(pit.store, table_stream("crown", "7"), number)
        assert recorded is not None
        told = value_when(pit.store, stream, recorded.position)
        assert told == value_at(events_after(pit.store, stream), recorded.position)
    rows = history_rows(pit.store, "crown", METER, 10**9, 500)
    assert rows[0]["after"] == history_rows(pit.store, "crown", METER, 10**9, 1)[0]["after"]
    for limit in (1, 2, 3):  # pages join: what one begins with is what the one before ended with
        page = history_rows(pit.store, "crown", METER, 10**9, limit)
        assert page == rows[:limit]
    assert all(newer["before"] == older["after"] for newer, older in pairwise(rows))
    assert rows[-1]["before"] == "$0" and rows[-1]["change"] == "$100,000"


@pytest.mark.parametrize("game", CROWNS)
def test_the_three_tests_of_the_equipment_are_shown(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    api, floor_table = api_of(pit), pit.floor.table(pit.stream)
    before = see_equipment(api, floor_table)
    assert before is not None and before.works
    pit.bet("ann")
    pit.deal_round(NOTHING[0])
    pit.floor.reactions.react()
    seen = see_equipment(api, floor_table)
    assert seen is not None and seen.works and [test.name for test in seen.tests] == ["wagers", "times", "reading"]
    assert seen.tests[1].at and "$100,002.86" in seen.tests[2].found
    shows(law.EQUIPMENT_WORKS, seen, game=game)
    shows(law.METER_READ_BACK, seen, game=game)
    pit.floor.reactions.note_failure("meters/crown", "broken")
    still = see_equipment(api, floor_table)
    assert still is not None and not still.works and not still.tests[0].is_met
    assert wall(pit, api).state == "unavailable"


@pytest.mark.parametrize("game", [STAR, CROWN])
def test_a_failed_meter_is_unavailable_until_it_works_again(jackpots: Pits, game: str) -> None:
    pit = jackpots(game)
    pit.start("ann")
    api = api_of(pit)
    pit.do(pit.dealer, FailJackpotEquipment("7", "the meter is dark"))
    assert wall(pit, api).state == "unavailable" and wall(pit, api).by_hand == ("7",)
    assert at_table(pit, pit.dealer).fault == "the meter is dark"
    seen = see_equipment(api, pit.floor.table(pit.stream))
    assert seen is not None and not seen.works and seen.fault == "the meter is dark"
    pit.do(pit.boss, RestoreJackpotEquipment("7", **WORKS))
    assert wall(pit, api).state == "current" and not at_table(pit, pit.dealer).fault
