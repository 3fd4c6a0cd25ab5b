"""`pitboss audit`, `backup` and `restore` at the terminal."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from floor.store.tampering import forging
from pitboss.cli import app
from pitboss.floor.store import Store, open_store, schema
from pitboss.floor.store.signing import Signer
from pitboss.report.record import read_record
from pitboss.report.script import play_record

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(played: Store, where: str) -> Run:
    """Runs a command on the played store; its code, what it said and what it complained of."""

    def command(*words: str, store: str = where) -> tuple[int, str, str]:
        result = CliRunner(env={"NO_COLOR": "1"}).invoke(app, [*words, "--store", store], catch_exceptions=False)
        return result.exit_code, result.stdout, result.stderr

    return command


def test_a_clean_store_is_said_to_be_so(run: Run, played: Store) -> None:
    code, said, _ = run("audit", "verify")
    assert code == 0
    assert f"{played.last_position} events of 11 streams" in said
    assert "6 rounds decided again" in said
    assert said.endswith("Nothing is wrong.\n")
    code, said, _ = run("audit", "verify", "--json")
    data = json.loads(said)
    assert (code, data["clean"], data["rounds"], data["findings"]) == (0, True, 6, [])


def test_reports_are_printed_as_text_as_data_and_as_csv(run: Run, played: Store) -> None:
    day = played.log(limit=1)[0].at[:10]
    code, said, _ = run("report", "tables", "star", "--month", day[:7])
    assert code == 0 and said.startswith("Table results, ") and "Won in play" in said
    rows = json.loads(run("report", "tables", "star", "--month", day[:7], "--json")[1])["rows"]
    lines = run("report", "tables", "star", "--month", day[:7], "--csv")[1].splitlines()
    assert lines[0].startswith("table,title,days,rounds") and len(lines) == 1 + len(rows) > 1
    period = ("--first", "2026-01-01", "--last", "2026-12-31")
    beside = json.loads(run("report", "results", "star", *period, "--json")[1])["rows"]
    assert {row["table"] for row in beside} <= {row["table"] for row in rows}
    assert sum(row["rounds"] for row in beside) > 0 and all("wagered_cents" in row for row in beside)
    assert run("report", "results", "star", "--first", "2026-02-01", "--last", "2026-01-31")[0] == 2
    code, said, _ = run("report", "exclusions", "star", "--month", "2020-01", "--csv")
    assert code == 0 and said.endswith("No activity\n")


def test_days_are_signed_and_checked(run: Run, tmp_path: Path) -> None:
    key = str(tmp_path / "day.key")
    code, said, _ = run("audit", "sign", "--key", key)
    assert code == 0
    assert len(said.splitlines()) == 2
    assert run("audit", "sign", "--key", key)[1] == "Every day that has ended is signed.\n"
    for options in ([], ["--from-checkpoint"]):
        code, said, _ = run("audit", "verify", "--key", f"{key}.pub", *options)
        assert code == 0 and "2 signed days, signatures checked" in said
    assert "0 events of" in said and "since crown" in said
    assert run("audit", "verify", "--key", str(tmp_path / "no.key"))[0] == 2
    Signer.open(tmp_path / "other.key")
    code, said, _ = run("audit", "verify", "--key", str(tmp_path / "other.key"))
    assert code == 1 and "it was not signed with this key" in said


def test_a_changed_log_is_named_and_ends_with_one(run: Run, played: Store) -> None:
    with forging(played) as connection:
        events = schema.events
        fourth = events.update().where(events.c.stream == "table:star-caribbean-stud", events.c.number == 4)
        connection.execute(fourth.values(by="somebody else"))
    code, said, _ = run("audit", "verify")
    assert code == 1
    assert "WRONG  chain: star/table:star-caribbean-stud number 4: it was changed after it was written" in said
    data = json.loads(run("audit", "verify", "--json")[1])
    (changed,) = (e for e in played.log() if e.stream.name == "table:star-caribbean-stud" and e.number == 4)
    assert data["findings"][0]["position"] == changed.position


def test_where_there_is_no_store_nothing_is_made(run: Run, tmp_path: Path) -> None:
    missing = tmp_path / "missing.db"
    for command in (
        ("audit", "verify"),
        ("audit", "export", str(tmp_path / "out")),
        ("backup", str(tmp_path / "b.db")),
    ):
        code, _, complaint = run(*command, store=str(missing))
        assert (code, complaint) == (2, f"There is no store at {missing}.\n")
    assert not missing.exists()
    other = tmp_path / "notes.txt"
    other.write_text("not a store at all, but long enough to look like a file of something")
    assert run("audit", "verify", store=str(other))[0] == 2
    empty = tmp_path / "empty.db"
    empty.touch()
    assert run("audit", "verify", store=str(empty))[0] == 2


def test_exported_records_settle_as_they_were_played(run: Run, tmp_path: Path) -> None:
    code, said, _ = run("audit", "export", str(tmp_path / "records"))
    assert (code, said) == (0, f"6 records in {tmp_path / 'records'}\n")
    names = sorted(path.name for path in (tmp_path / "records").iterdir())
    assert names[-1] == "star-star-pontoon-000002.toml"
    for path in (tmp_path / "records").glob("*000001.toml"):
        assert play_record(read_record(path.read_bytes())).round.is_over
    run("audit", "export", str(tmp_path / "one"), "--table", "star/star-pontoon")
    assert [path.name for path in sorted((tmp_path / "one").iterdir())] == names[-2:]
    assert run("audit", "export", str(tmp_path / "none"), "--table", "star/none")[1] == "No activity.\n"


def test_backup_and_restore(run: Run, played: Store, tmp_path: Path) -> None:
    file, target = tmp_path / "backup.db", tmp_path / "restored.db"
    assert run("backup", str(file))[0] == 0
    assert run("backup", str(file))[0] == 2, "it is there already"
    code, said, _ = run("restore", str(file), store=str(target))
    assert code == 0 and "is restored: " in said
    assert run("audit", "verify", store=str(target))[0] == 0
    assert run("restore", str(file), store=str(target))[0] == 2, "it is not empty"


def test_a_backup_with_a_fault_is_not_restored(run: Run, tmp_path: Path) -> None:
    file, target = tmp_path / "backup.db", tmp_path / "restored.db"
    run("backup", str(file))
    copy = open_store(str(file))
    with copy.writing() as connection:
        connection.execute(schema.accounts.update().values(into=schema.accounts.c.into + 1))
    copy.close()
    code, said, _ = run("restore", str(file), store=str(target))
    assert code == 1 and "WRONG  balances" in said
    assert not target.exists()
