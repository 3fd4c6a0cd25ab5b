"""What a person with write access to the store would try, and which check names it. They know every hash and how the
log is chained, put the guards of the database back, and have neither the key nor the record beside it."""

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from floor.audit.test_tampering import rechained, set_heads, stream_of
from floor.store.tampering import forging, untie
from floor.tables.pit import STARS, TRAY, Pit
from pitboss.cards import Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.cli import app
from pitboss.floor.audit import verify
from pitboss.floor.audit.receipts import make_receipt, read_receipts, write_receipt
from pitboss.floor.audit.upkeep import Upkeep, sign_ended_day
from pitboss.floor.cashier.chips import TakeVoucher
from pitboss.floor.composition import open_floor
from pitboss.floor.patrons.account import PayIn
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order, read_secret, write_secret
from pitboss.floor.service.follow import ServerLock
from pitboss.floor.store import Store, Stored, open_store, schema
from pitboss.floor.store.checkpoint import (
    LogNotContinued,
    adopt_days,
    checkpoint_hash,
    checkpoints,
    load_snapshot,
    sign_day,
)
from pitboss.floor.store.rows import GENESIS, command_hash, event_hash, unchained_hash
from pitboss.floor.store.signing import Signer, Verifier
from pitboss.floor.store.store import stored_of
from pitboss.floor.tables.log import load_saved_table, load_table, save_table
from pitboss.floor.tables.playing import DealOn

STUD = STARS[0]
DAY = timedelta(days=1)
Rows = list[dict[str, Any]]


@pytest.fixture
def pit(store: Store) -> Iterator[Pit]:
    """A table on which a round has been played."""
    pit = Pit(store, STUD)
    pit.open()
    pit.fund("ann")
    pit.play({"ann": 1})
    yield pit
    pit.floor.stop()


@pytest.fixture
def signed(pit: Pit, signer: Signer) -> Pit:
    """The same, with two signed days and play after them."""
    for _ in range(2):
        pit.clock.advance(DAY)
        sign_ended_day(pit.store, signer, pit.clock())
        pit.play({"ann": 1})
    return pit


def rows_of(store: Store, table: Any) -> Rows:
    with store.reading() as connection:
        return [dict(row) for row in connection.execute(table.select().order_by(*table.primary_key)).mappings()]


def rewrite(store: Store) -> None:
    """Change who did something long ago, and chain the whole log anew."""
    events = rows_of(store, schema.events)
    next(row for row in events if row["kind"] == "ActTaken")["by"] = "somebody else"
    heads = rechained(events, stream_of, event_hash)
    with forging(store) as connection:
        connection.execute(schema.events.delete())
        connection.execute(schema.events.insert(), events)
    set_heads(store, heads, events)


def cut_off(store: Store, count: int = 1) -> None:
    """Take the last events of the log away, as if they had never been."""
    with forging(store) as connection:
        for _ in range(count):
            last = (
                connection.execute(schema.events.select().order_by(schema.events.c.position.desc()).limit(1))
                .one()
                ._mapping
            )
            connection.execute(schema.events.delete().where(schema.events.c.position == last["position"]))
            head = (schema.heads.c.operator == last["operator"]) & (schema.heads.c.stream == last["stream"])
            before = {"length": last["number"] - 1, "hash": last["previous"]}
            connection.execute(schema.heads.update().where(head).values(**before))


def words(store: Store, verifier: Verifier | None, **more: Any) -> str:
    return "; ".join(str(finding) for finding in verify(store, verifier, **more).findings)


# Signed days.


@pytest.mark.parametrize("from_checkpoint", [False, True])
def test_signed_days_that_are_deleted_are_missed(signed: Pit, signer: Signer, from_checkpoint: bool) -> None:
    assert words(signed.store, signer.verifier, from_checkpoint=from_checkpoint) == ""
    rewrite(signed.store)
    with forging(signed.store) as connection:
        connection.execute(schema.checkpoints.delete())
    assert words(signed.store, None) == "", "the log holds by itself"
    found = words(signed.store, signer.verifier, from_checkpoint=from_checkpoint)
    assert found == (
        "checkpoints: star: 2 days were signed with this key, and the store has 0: signed days are missing"
    )


def test_the_server_signs_no_forgery(signed: Pit, signer: Signer) -> None:
    rewrite(signed.store)
    with forging(signed.store) as connection:
        connection.execute(schema.checkpoints.delete())
    signed.clock.advance(DAY)
    upkeep = Upkeep(signed.store, signed.clock, signer=signer)
    assert upkeep.look() == []
    assert upkeep.last is not None and "signed days are missing" in str(upkeep.last.findings)
    with pytest.raises(LogNotContinued, match="signed days are missing"):
        sign_ended_day(signed.store, signer, signed.clock())
    with signed.store.reading() as connection:
        assert checkpoints(connection) == []


def test_the_last_day_that_is_deleted_is_missed(signed: Pit, signer: Signer) -> None:
    with forging(signed.store) as connection:
        last = connection.execute(text("SELECT max(day) FROM checkpoint")).scalar()
        connection.execute(schema.checkpoints.delete().where(schema.checkpoints.c.day == last))
    assert "2 days were signed with this key, and the store has 1" in words(signed.store, signer.verifier)


def test_a_log_that_is_rewritten_under_its_days_is_not_signed(signed: Pit, signer: Signer) -> None:
    rewrite(signed.store)
    signed.clock.advance(DAY)
    with pytest.raises(LogNotContinued, match="the log does not lead there"):
        sign_ended_day(signed.store, signer, signed.clock())


def test_a_day_says_its_number(signed: Pit, signer: Signer) -> None:
    with signed.store.reading() as connection:
        assert [day.number for day in checkpoints(connection)] == [1, 2]
    record = signer.record.read()
    assert record is not None and record["star"].number == 2


def test_a_key_without_its_record_signs_nothing_until_the_days_are_adopted(signed: Pit, signer: Signer) -> None:
    signer.record.path.unlink()
    signed.clock.advance(DAY)
    assert "is missing: put it back" in words(signed.store, signer.verifier)
    with pytest.raises(LogNotContinued, match="put it back"):
        sign_ended_day(signed.store, signer, signed.clock())
    assert adopt_days(signed.store, signer) == {"star": 2}
    assert len(sign_ended_day(signed.store, signer, signed.clock())) == 1
    assert words(signed.store, signer.verifier) == ""


def test_another_process_with_the_key_may_have_signed_more(signed: Pit, signer: Signer) -> None:
    record = signer.record.read()
    assert record is not None
    with signed.store.reading() as connection:
        first = checkpoints(connection)[0]
    signer.record.write({"star": record["star"]._replace(number=1, hash=first.hash)})
    assert words(signed.store, signer.verifier) == ""


def test_days_of_an_older_program_hold_and_the_next_one_counts_them(pit: Pit, signer: Signer) -> None:
    previous = GENESIS
    for day in ("2026-11-14", "2026-11-15"):
        made = sign_day(pit.store, signer, "star", day, stamp(pit.clock()))
        row = next(row for row in rows_of(pit.store, schema.checkpoints) if row["day"] == made.day)
        row |= {"number": 0, "previous": previous}
        previous = row["hash"] = checkpoint_hash(row)
        row["signature"] = signer.sign(row["hash"])
        with forging(pit.store) as connection:
            mine = schema.checkpoints.c.day == made.day
            connection.execute(schema.checkpoints.update().where(mine).values(**row))
        signer.record.path.unlink()  # an older program kept none
    assert words(pit.store, signer.verifier) == ""
    assert sign_day(pit.store, signer, "star", "2026-11-16", stamp(pit.clock())).number == 3
    assert words(pit.store, signer.verifier) == ""
    with forging(pit.store) as connection:
        connection.execute(schema.checkpoints.delete().where(schema.checkpoints.c.day == "2026-11-14"))
    assert "it does not follow the checkpoint before it" in words(pit.store, signer.verifier)


# Receipts.


def test_a_tail_that_is_cut_off_is_known_by_a_receipt(signed: Pit, signer: Signer, tmp_path: Path) -> None:
    receipt = make_receipt(signed.store, signer, "star", stamp(signed.clock()), {})
    write_receipt(tmp_path / "kept", receipt)
    kept = read_receipts(tmp_path / "kept")
    signed.play({"ann": 1})
    assert words(signed.store, signer.verifier, receipts=kept) == ""
    signed.floor.stop()
    made = signed.store.head(signed.stream).length
    cut_off(signed.store, made - receipt.heads[signed.stream.name][2] + 1)
    found = words(signed.store, signer.verifier, receipts=kept, rounds=False)
    assert f"receipts: {receipt.file_name}: it signed" in found and f"of {signed.stream}, and there are" in found
    signed.clock.advance(DAY)
    upkeep = Upkeep(signed.store, signed.clock, signer=signer)
    with pytest.raises(LogNotContinued, match="receipt of"):
        make_receipt(signed.store, signer, "star", stamp(signed.clock()), {})
    assert upkeep.look() == []


def test_a_tail_that_is_written_anew_is_known_by_a_receipt(signed: Pit, signer: Signer) -> None:
    receipt = make_receipt(signed.store, signer, "star", stamp(signed.clock()), {})
    assert words(signed.store, signer.verifier, receipts=[receipt]) == ""
    with signed.store.reading() as connection:
        day = checkpoints(connection)[-1]
    events = rows_of(signed.store, schema.events)
    next(row for row in events if row["position"] > day.position)["by"] = "somebody else"
    heads = rechained(events, stream_of, event_hash)
    with forging(signed.store) as connection:
        connection.execute(schema.events.delete())
        connection.execute(schema.events.insert(), events)
    set_heads(signed.store, heads, events)
    assert words(signed.store, signer.verifier) == ""
    assert "the log does not lead there" in words(signed.store, signer.verifier, receipts=[receipt])


def test_a_receipt_that_was_changed_or_signed_by_another_is_named(signed: Pit, signer: Signer, tmp_path: Path) -> None:
    receipt = make_receipt(signed.store, signer, "star", stamp(signed.clock()), {})
    changed = receipt._replace(position=1)
    other = Signer.open(tmp_path / "other.key")
    assert "it was changed after it was written" in words(signed.store, signer.verifier, receipts=[changed])
    assert "it was not signed with this key" in words(signed.store, other.verifier, receipts=[receipt])


def test_a_receipt_gives_no_card_of_an_open_round_away(signed: Pit, signer: Signer) -> None:
    signed.place("ann", 1)
    signed.do(signed.dealer, DealOn(signed.table))
    receipt = make_receipt(signed.store, signer, "star", stamp(signed.clock()), {})
    number, hash_, length = receipt.heads[signed.stream.name]
    head = signed.store.head(signed.stream)
    assert length == head.length > number and hash_ != head.hash
    assert signed.store.read(signed.stream, after=number - 1, limit=1)[0].kind == "RoundEnded"


def test_receipts_are_signed_every_quarter_of_an_hour(signed: Pit, signer: Signer, tmp_path: Path) -> None:
    upkeep = Upkeep(signed.store, signed.clock, signer=signer, receipts=tmp_path / "second place")
    for minutes, count in ((0, 1), (14, 1), (1, 2), (15, 3)):
        signed.clock.advance(timedelta(minutes=minutes))
        upkeep.look()
        assert len(read_receipts(tmp_path / "second place")) == count
    assert upkeep.receipts["star"].at == stamp(signed.clock())


# What is not chained, and compared.


def test_a_loss_that_is_forgotten_is_named(pit: Pit) -> None:
    floor = open_floor(pit.store, clock=pit.clock)
    guarded = Pit(pit.store, STUD, clock=pit.clock)
    pit.floor.stop()
    guarded.floor.stop()
    floor.start()
    guarded.floor = floor
    guarded.play({"ann": 1})
    floor.stop()
    with pit.store.writing() as connection:
        losses = connection.execute(text("SELECT name, value FROM counter WHERE name LIKE 'loss/%'"))
        there = {str(row.name): int(row.value) for row in losses}
    assert len(there) == 3
    assert words(pit.store, None) == ""
    name = next(iter(there))
    with pit.store.writing() as connection:
        connection.execute(schema.counters.update().where(schema.counters.c.name == name).values(value=-5_000))
    assert words(pit.store, None) == f"counters: {name}: it stands at -5000, and the log comes to {there[name]}"


def test_deposits_and_vouchers_that_are_forgotten_are_named(pit: Pit) -> None:
    floor = open_floor(pit.store, clock=pit.clock)
    floor.do(Order(pit.boss, PayIn("ann", 300_00), ""))
    pit.do(pit.boss, TakeVoucher(pit.table, "ann", "V1", 25_00, "tokens"))
    assert words(pit.store, None) == ""
    counters = rows_of(pit.store, schema.counters)
    for kind in ("deposited/", "voucher/"):
        name = next(row["name"] for row in counters if row["name"].startswith(kind))
        with pit.store.writing() as connection:
            connection.execute(schema.counters.delete().where(schema.counters.c.name == name))
        assert f"counters: {name}: it stands at 0, and the log comes to" in words(pit.store, None)
        with pit.store.writing() as connection:
            connection.execute(schema.counters.insert(), [row for row in counters if row["name"] == name])


def test_a_command_that_is_changed_deleted_or_made_up_is_named(pit: Pit) -> None:
    table = schema.commands
    kept = sorted(rows_of(pit.store, table), key=lambda row: row["number"])
    last = kept[-1]
    made_up = last | {"key": "to come", "number": last["number"] + 1, "previous": last["hash"]}
    forged: dict[str, Rows] = {
        "it was changed after it was written": [kept[0] | {"reply": "{}"}, *kept[1:]],
        "number 2 should stand here": [kept[0], *kept[2:]],
        "number 0": [*kept, made_up | {"number": 0}],
        "its head is another": [*kept, made_up | {"hash": command_hash(made_up)}],
    }
    for expected, rows in forged.items():
        with forging(pit.store) as connection:
            connection.execute(table.delete())
            connection.execute(table.insert(), rows)
        found = words(pit.store, None)
        assert "commands: " in found and (expected in found or expected == "number 0"), found
    with forging(pit.store) as connection:  # its head too: what it booked tells
        connection.execute(table.delete())
        connection.execute(table.insert(), kept)
    booked = {row["command"] for row in rows_of(pit.store, schema.transfers)}
    until = next(place for place, row in enumerate(kept) if row["key"] in booked)
    with forging(pit.store) as connection:
        connection.execute(table.delete().where(table.c.number > kept[until]["number"] - 1))
        head = (schema.heads.c.stream == schema.COMMANDS) & (schema.heads.c.operator == "star")
        before = {"length": kept[until]["number"] - 1, "hash": kept[until]["previous"]}
        connection.execute(schema.heads.update().where(head).values(**before))
    assert "that booked it is missing" in words(pit.store, None)


def test_commands_of_an_older_program_are_covered_by_the_first_that_is_chained(pit: Pit) -> None:
    table = schema.commands
    old = [row | {"number": 0, "previous": "", "hash": ""} for row in rows_of(pit.store, table)]
    old_row = [row | {"reply": "{}"} if place == 1 else row for place, row in enumerate(old)]
    digest = unchained_hash(sorted(old, key=lambda row: row["key"].encode()))
    for rows, expected in ((old, ""), (old_row, "commands: "), (old[1:], "commands: ")):
        with forging(pit.store) as connection:
            connection.execute(table.delete())
            connection.execute(table.insert(), rows)
            head = (schema.heads.c.stream == schema.COMMANDS) & (schema.heads.c.operator == "star")
            connection.execute(schema.heads.update().where(head).values(length=0, hash=digest))
        found = words(pit.store, None)
        assert found == "" if not expected else expected in found


def test_no_card_is_dealt_from_a_shoe_that_was_not_committed_to(pit: Pit) -> None:
    pit.place("ann", 1)
    while pit.floor.table(pit.stream).shoe is None:
        pit.do(pit.dealer, DealOn(pit.table))
    assert words(pit.store, None) == ""
    pit.floor.stop()
    live = pit.open_state.shuffles.live
    assert live is not None
    secret = pit.store.secret(pit.stream, live.commitment)
    assert secret is not None
    cards = read_secret(secret).cards
    other = write_secret(Shoe.shuffle(cards, b"7" * seed_bytes(len(cards))))
    for forged in (other, None):
        with pit.store.writing() as connection:
            change = schema.secrets.update().values(data=forged) if forged else schema.secrets.delete()
            connection.execute(change)
        assert "the secret of its shoe is not the one that was committed to" in words(pit.store, None)
        again = Pit(pit.store, STUD, clock=pit.clock)
        assert "does not match its commitment" in str(again.refused(again.dealer, DealOn(again.table)))
        again.floor.stop()
    row = {"operator": pit.stream.operator, "stream": pit.stream.name, "name": live.commitment, "data": secret}
    with pit.store.writing() as connection:
        connection.execute(schema.secrets.insert().values(**row))
    again = Pit(pit.store, STUD, clock=pit.clock)
    again.do(again.dealer, DealOn(again.table))
    again.floor.stop()
    assert words(pit.store, None) == ""


def test_a_guard_of_the_database_that_is_dropped_is_named(pit: Pit) -> None:
    untie(pit.store)
    found = words(pit.store, None)
    for table in schema.ONLY_GROWING:
        assert f"schema: {table}_" in found
    assert "the guard that keeps rows from being changed is missing" in found


def test_a_guard_that_does_nothing_and_a_trigger_of_somebody_else_are_named(pit: Pit) -> None:
    with pit.store.writing() as connection:
        if pit.store.is_sqlite:
            connection.execute(text("DROP TRIGGER event_no_update"))
            connection.execute(text("CREATE TRIGGER event_no_update BEFORE UPDATE ON event BEGIN SELECT 1; END"))
            connection.execute(text("CREATE TRIGGER mine AFTER INSERT ON counter BEGIN SELECT 1; END"))
        else:
            connection.execute(text("ALTER TABLE event DISABLE TRIGGER event_stays"))
            does = "BEFORE INSERT ON counter FOR EACH STATEMENT EXECUTE FUNCTION command_stays()"
            connection.execute(text(f"CREATE TRIGGER mine {does}"))
    found = words(pit.store, None, rounds=False)
    assert "the guard is not as it was made" in found
    assert "schema: mine: it is a trigger that no step made" in found


def test_a_condition_of_the_schema_that_is_dropped_is_named(pit: Pit) -> None:
    if pit.store.is_sqlite:
        pytest.skip("SQLite drops no condition of a table")
    with pit.store.writing() as connection:
        connection.execute(text("ALTER TABLE account DROP CONSTRAINT account_nothing_is_spent_twice"))
    assert "schema: account.account_nothing_is_spent_twice: a condition" in words(pit.store, None, rounds=False)


def test_a_table_that_was_kept_as_it_never_was_is_not_used(signed: Pit, signer: Signer) -> None:
    signed.store.signer = signer
    state = load_table(signed.store, signed.stream)
    save_table(signed.store, signed.stream, state)
    assert load_saved_table(signed.store, signed.stream) == state
    signed.store.signer = None
    save_table(signed.store, signed.stream, state._replace(stacks=(*TRAY, *TRAY)))  # by a person without the key
    signed.store.signer = signer
    row = rows_of(signed.store, schema.snapshots)[-1]
    assert load_snapshot(signed.store, signed.stream, row["code"]) is None
    assert load_saved_table(signed.store, signed.stream) == state
    for from_checkpoint in (True, False):
        assert "snapshots: " in words(signed.store, signer.verifier, from_checkpoint=from_checkpoint)


def test_a_check_since_the_last_day_begins_where_the_table_was_kept_for_it(
    signed: Pit, signer: Signer, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed.store.signer = signer
    save_table(signed.store, signed.stream, load_table(signed.store, signed.stream))
    signed.clock.advance(DAY)
    sign_ended_day(signed.store, signer, signed.clock())
    signed.play({"ann": 1})
    save_table(signed.store, signed.stream, load_table(signed.store, signed.stream))
    read: list[int] = []

    def note(row: Any) -> Stored:
        read.append(row["number"])
        return stored_of(row)

    monkeypatch.setattr("pitboss.floor.audit.rounds.stored_of", note)
    report = verify(signed.store, signer.verifier, from_checkpoint=True)
    assert (report.findings, report.rounds) == ((), 1)
    with signed.store.reading() as connection:
        day = checkpoints(connection)[-1]
    assert min(read) > day.heads[signed.stream].length


def test_every_table_of_the_store_is_in_the_guide_with_its_protection() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "operations.md").read_text()
    listed = dict(re.findall(r"^\| `(\w+)` \| (chained|compared|unprotected) \|", guide, re.MULTILINE))
    assert listed.keys() == {*schema.metadata.tables, "alembic_version"}
    assert {name for name, how in listed.items() if how == "chained"} == set(schema.ONLY_GROWING)


# Where the store lies.


@pytest.mark.skipif(os.geteuid() != 0, reason="another user is needed who cannot write")
def test_a_store_on_a_medium_that_cannot_be_written_to_is_read(played_file: Path, tmp_path: Path) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "medium"
        folder.mkdir()
        shutil.copyfile(played_file, folder / "floor.db")
        (folder / "floor.db").chmod(0o444)
        Path(name).chmod(0o755)
        folder.chmod(0o555)
        os.seteuid(65534)
        try:
            result = CliRunner().invoke(app, ["audit", "verify", "--store", str(folder / "floor.db"), "--json"])
        finally:
            os.seteuid(0)
        assert sorted(file.name for file in folder.iterdir()) == ["floor.db"]
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["rounds"] == 6


def test_a_link_to_a_store_is_the_store(sqlite_template: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    real, link = tmp_path / "elsewhere" / "floor.db", tmp_path / "link.db"
    shutil.copy(sqlite_template, real)
    link.symlink_to(real)
    store = open_store(str(real))
    lock = ServerLock(store)
    assert lock.take()
    result = CliRunner().invoke(app, ["serve", "--store", str(link)])
    lock.release()
    store.close()
    assert result.exit_code == 2 and "Another server has this store" in result.output
    key = Signer.open(tmp_path / "elsewhere" / "days.key")
    (tmp_path / "days.key").symlink_to(tmp_path / "elsewhere" / "days.key")
    assert Signer.open(tmp_path / "days.key").record.path == key.record.path
