"""What a forger would change of jackpot meters and of the jackpot games of a table, in a log that is chained anew, and
the words by which the audit names it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from floor.audit.test_forger import rows_of
from floor.audit.test_tampering import rechained, set_heads, stream_of
from floor.jackpots.jackpot_pit import HANDS, METER, NOTHING, JackpotPit, meter_of
from floor.jackpots.test_games import _misdeal
from floor.store.tampering import forging
from pitboss.floor.audit import verify
from pitboss.floor.audit.report import METERS
from pitboss.floor.jackpots.links import UnlinkTable
from pitboss.floor.jackpots.meter_commands import (
    AdjustMeter,
    AnnounceMeterClosing,
    ApproveAward,
    CloseMeter,
    RefuseAward,
)
from pitboss.floor.store import open_store, schema
from pitboss.floor.store.rows import event_hash
from pitboss.floor.tables.jackpots import _GameSteps
from pitboss.floor.tables.seats import LeaveTable
from support import CROWN

Forge = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def evening(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which a meter has lived all its life: growth, awards that were paid and refused, a game that was
    cancelled, an adjustment, its end."""
    file = tmp_path_factory.mktemp("meters") / "evening.db"
    shutil.copy(sqlite_template, file)
    store = open_store(f"sqlite:///{file}")
    pit = JackpotPit(store, CROWN)
    pit.start("ann", "bob")
    for hand in (NOTHING[0], HANDS["straight-flush"], HANDS["royal-flush"]):
        pit.bet("ann", "bob")
        pit.deal_round(hand, NOTHING[1])
    paid, refused = pit.meter.pending
    pit.do(pit.boss, ApproveAward(METER, paid.id))
    pit.do(pit.boss, RefuseAward(METER, refused.id, "a marked card"))
    pit.bet("ann", "bob")
    _misdeal(pit)
    for name in ("ann", "bob"):
        pit.do(pit.patron(name), LeaveTable("7", name))
    second = pit.boss._replace(person="casino-manager-2")
    pit.do(pit.boss, AdjustMeter(METER, 20_000_00, "counted too little", second))
    pit.do(pit.boss, meter_of(CROWN, tables=())._replace(meter="minor").confirm("crown"))
    pit.do(pit.boss, AnnounceMeterClosing(METER))
    pit.do(pit.boss, UnlinkTable("7"))
    pit.wait(minutes=20)
    pit.tick()
    assert pit.meter.is_open
    pit.do(pit.boss, CloseMeter(METER, "minor"))
    pit.floor.reactions.react()
    pit.floor.stop()
    assert verify(store).is_clean
    store.close()
    return file


def part(of: dict[str, Any], *path: Any) -> Any:
    for step in path:
        of = of[step]
    return of


def more(of: str, cents: int = 100, *, down: bool = False) -> Forge:
    """A larger amount, and what the meter stands at after it."""

    def forge(data: dict[str, Any]) -> None:
        for name, change in ((of, cents), ("after", -cents if down else cents)):
            whole, _, parts = str(data[name]).partition("/")
            data[name] = f"{int(whole) + change * int(parts or 1)}/{parts}" if parts else int(whole) + change

    return forge


def put(value: Any, *path: Any) -> Forge:
    def forge(data: dict[str, Any]) -> None:
        part(data, *path[:-1])[path[-1]] = value

    return forge


@pytest.mark.parametrize(
    ("kind", "number", "forge", "words"),
    [
        ("MeterOpened", 0, put("1/2", "terms", "rate"), "do not have such terms"),
        ("MeterGrew", 0, more("amount"), "another amount"),
        ("MeterGrew", 0, put("8", "table"), "another table"),
        ("MeterGrew", 0, put(7, "after"), "its sums come to"),
        ("GrowthTakenBack", 0, more("amount", down=True), "another amount"),
        ("JackpotsAwarded", 0, put(20_000_00, "awards", 0, "award", "cents"), "another awards"),
        ("JackpotsAwarded", 0, put("bob", "awards", 0, "award", "patron"), "another awards"),
        ("JackpotsAwarded", 0, put("a stranger", "awards", 0, "by"), "another awards"),
        ("JackpotsAwarded", -1, more("reseed"), "another reseed"),
        ("AwardPaid", 0, put(20_000_00, "cents"), "no such award waited"),
        ("AwardPaid", 0, put("dealer-1", "by"), "another person determines"),
        ("AwardRefused", 0, more("back"), "gets back what it gave"),
        ("MeterAdjusted", 0, put("casino-manager-1", "approved_by"), "a second person approves"),
        ("MeterClosed", 0, put(5_00, "moved"), "moves when it closes"),
        ("MeterNoticePosted", 0, put("2026-11-17T01:00:00.000Z", "notice", "due_at"), "no notice that it closes"),
        ("ResidueReceived", 0, more("amount"), "did not move from meter grand"),
        ("JackpotGameStarted", 0, put([], "wagers"), "other"),
        ("JackpotGameCancelled", 0, put(True, "by_hand"), "no event of a table leads to it"),
        ("JackpotGameRecorded", 1, put([], "claims"), "other jackpot prizes"),
        ("JackpotGameRecorded", 1, put(1, "wagers"), "other jackpot prizes"),
    ],
)
def test_what_a_forger_changes_of_a_meter_is_named(
    kind: str, number: int, forge: Forge, words: str, evening: Path, tmp_path: Path
) -> None:
    def forge_one(events: list[dict[str, Any]]) -> None:
        victims = [row for row in events if row["kind"] == kind]
        victim = victims[
            1 if kind == "JackpotGameRecorded" else -1 if kind == "JackpotsAwarded" and "reseed" in words else 0
        ]
        data = data_of(victim)
        forge(data)
        write(victim, data)

    assert words in forged(evening, tmp_path, forge_one)


@pytest.mark.parametrize(
    ("kind", "words"),
    [("MeterOpened", "it is in operation already"), ("MeterChanged", "no notice of these terms has run")],
)
def test_terms_that_a_forger_gives_a_meter_are_named(kind: str, words: str, evening: Path, tmp_path: Path) -> None:
    """A meter that begins again from its seed leaves to the house what players have put in."""

    def begin_again(events: list[dict[str, Any]]) -> None:
        opened = next(data_of(row) for row in events if row["kind"] == "MeterOpened")
        victim = next(row for row in events if row["kind"] == "MeterAdjusted")
        victim["kind"] = kind
        write(victim, {"terms": opened["terms"]})

    assert words in forged(evening, tmp_path, begin_again)


def data_of(row: dict[str, Any]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(row["data"]) if isinstance(row["data"], str) else row["data"]
    return data


def write(row: dict[str, Any], data: dict[str, Any]) -> None:
    row["data"] = json.dumps(data, separators=(",", ":")) if isinstance(row["data"], str) else data


def forged(evening: Path, tmp_path: Path, forge: Callable[[list[dict[str, Any]]], None]) -> str:
    """What the audit says of the meters of a store whose events were changed and chained anew."""
    shutil.copy(evening, tmp_path / "forged.db")
    store = open_store(f"sqlite:///{tmp_path / 'forged.db'}")
    events = rows_of(store, schema.events)
    forge(events)
    heads = rechained(events, stream_of, event_hash)
    with forging(store) as connection:
        connection.execute(schema.events.delete())
        connection.execute(schema.events.insert(), events)
    set_heads(store, heads, events)
    faults = [fault.words for fault in verify(store).findings if fault.part == METERS]
    store.close()
    return "; ".join(faults)


def test_a_game_that_a_meter_passed_over_is_named(sqlite_template: Path, tmp_path: Path) -> None:
    """The place up to which the log was read for the meters is put behind a game."""
    shutil.copy(sqlite_template, tmp_path / "forged.db")
    store = open_store(f"sqlite:///{tmp_path / 'forged.db'}")
    pit = JackpotPit(store, CROWN)
    pit.start("ann")
    for hand in NOTHING[:2]:
        pit.bet("ann")
        pit.deal_round(hand)
        if hand == NOTHING[0]:
            pit.floor.reactions.react()
            pit.floor.reactions.stop()
    pit.floor.stop()
    assert verify(store).is_clean, "the meter may still follow it"
    with forging(store) as connection:
        connection.execute(schema.cursors.update().values(position=store.last_position))
    (fault,) = [fault for fault in verify(store).findings if fault.part == METERS]
    assert fault.words == "its meter has not followed it"
    store.close()


def test_a_round_whose_jackpot_game_nothing_recorded_is_named(
    sqlite_template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that records no outcome: its players' wagers were taken for nothing."""
    shutil.copy(sqlite_template, tmp_path / "forged.db")
    store = open_store(f"sqlite:///{tmp_path / 'forged.db'}")
    pit = JackpotPit(store, CROWN)
    pit.start("ann")
    with monkeypatch.context() as patched:
        patched.setattr(_GameSteps, "end", lambda *_: iter(()))
        pit.bet("ann")
        pit.deal_round(HANDS["royal-flush"])
    pit.floor.reactions.react()
    pit.floor.stop()
    (fault,) = verify(store).findings
    assert (fault.part, fault.words) == (METERS, "its jackpot game was not recorded")
    store.close()
