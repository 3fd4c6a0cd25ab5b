"""Playthroughs: records with every step and every decision written out, to be read by a person and compared."""

from pathlib import Path

import pytest

from pitboss.play.table import fold
from pitboss.report.decision import round_data
from pitboss.report.narration import tell_round
from pitboss.report.record import PlayedRecord, read_record, write_record
from pitboss.report.script import play_record
from support import same_as_committed

RECORDS = sorted(Path(__file__).with_name("playthroughs").glob("*.toml"))


def text_of(played: PlayedRecord) -> str:
    """The whole round as text: what happened with its clauses, what was awaited after each act, what it came to."""
    rules = played.game.rules
    lines = [f"{rules.game.name} {rules.edition.version}", played.note, ""]
    lines += ["awaits " + ", ".join(need.id for need in played.opening.needs)]
    for number, (_, step, told) in enumerate(tell_round(played.opening, played.acts, taken=played.steps), start=1):
        for sentence, event in told:
            lines.append(f"{number:>2}. {sentence}")
            if event.because:
                lines.append(f"      {', '.join(event.because)} [{'; '.join(rules.cite(event.because))}]")
        lines.append("    awaits " + (", ".join(need.id for need in step.round.needs) or "nothing"))
    for tried in played.tried:
        lines.append(
            f"refused at line {tried.line}: {tried.refusal.words} [{'; '.join(rules.cite(tried.refusal.because))}]"
        )
    lines.append("")
    for total in round_data(played.round)["totals"]:
        lines.append(" ".join(f"{name} {value}" for name, value in total.items()))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_playthrough(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    same_as_committed(record.with_suffix(".txt"), text_of(played))
    assert fold(played.opening, played.acts) == played.round


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_record_written_again_is_the_same_round(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    again = play_record(read_record(write_record(played.opening, played.acts, note=played.note)))
    assert again.acts == played.acts
    assert again.round == played.round
