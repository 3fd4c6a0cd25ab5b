"""The ten disputes: every record of them is shown with its answer, and every report stands in its record as told."""

import re
from pathlib import Path

import pytest

from docs.test_docs import ROOT
from pitboss.report.record import read_record, write_record
from pitboss.report.script import play_record

TEXT = (ROOT / "docs" / "disputes.md").read_text()
RECORDS = sorted((ROOT / "docs" / "disputes").glob("*.toml"))


def test_ten_disputes() -> None:
    assert re.findall(r"^## (\d+)\. ", TEXT, re.MULTILINE) == [str(number) for number in range(1, 11)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_record_is_shown_with_its_answer(record: Path) -> None:
    assert f"$ pitboss settle {record.relative_to(ROOT)}\n" in TEXT


def test_report_is_told_as_its_record_has_it() -> None:
    told = re.findall(r"```\n(\[\[irregularity\]\]\n.*?)```", TEXT, re.DOTALL)
    assert len(told) == 10
    for report in told:
        assert any(record.read_text().endswith(report) for record in RECORDS), report


@pytest.mark.parametrize(
    "record", [path for path in RECORDS if path.stem != "6-cards-taken"], ids=lambda path: path.stem
)
def test_record_is_written_and_read_back_the_same(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    again = play_record(read_record(write_record(played.opening, played.acts)))
    assert (again.acts, again.round) == (played.acts, played.round)
