"""The terminal speaks the language that its environment names, where there is a catalogue of it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from other_letters import ENGLISH, OtherLetters, leave_out
from pitboss.cli import app
from pitboss.cli.terminal import translate_help
from pitboss.messages import language
from pitboss.play.irregularity import Irregularity
from pitboss.report.decision import decision_data
from pitboss.report.record import read_record
from pitboss.report.script import play_record

RECORD = Path(__file__).parents[1] / "playthroughs" / "crown-mississippi-shuffler.toml"
FRENCH = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\n"

msgid "{patron}'s {spot} of {stake}{place} loses"
msgstr "{patron} perd la mise {spot}, {stake}{place}"
"""


@pytest.fixture
def catalogues(tmp_path: Path) -> Path:
    file = tmp_path / "fr" / "LC_MESSAGES" / "pitboss.po"
    file.parent.mkdir(parents=True)
    file.write_text(FRENCH, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("environment", "is_french"),
    [
        ({"LANG": "fr_FR.UTF-8"}, True),
        ({"LANGUAGE": "fr:de", "LANG": "C"}, True),
        ({"LANG": "en_AU.UTF-8"}, False),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "C.UTF-8"}, False),
    ],
)
def test_the_terminal_speaks_its_language(environment: dict[str, str], is_french: bool, catalogues: Path) -> None:
    quiet = dict.fromkeys(("LANGUAGE", "LC_ALL", "LC_MESSAGES"), "")
    result = CliRunner().invoke(
        app, ["settle", str(RECORD)], env=quiet | environment | {"PITBOSS_LOCALE": str(catalogues)}
    )
    assert result.exit_code == 0, result.output
    words = "Ann perd la mise Ante, $25" if is_french else "Ann's Ante of $25 loses"
    assert words in result.output


def test_a_catalogue_that_cannot_be_used_is_told(catalogues: Path) -> None:
    (catalogues / "fr" / "LC_MESSAGES" / "pitboss.po").write_text("nonsense", encoding="utf-8")
    environment = {"LANG": "fr_FR.UTF-8", "LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": ""}
    result = CliRunner().invoke(app, ["settle", str(RECORD)], env=environment | {"PITBOSS_LOCALE": str(catalogues)})
    assert result.exit_code == 2 and "The languages cannot be used" in result.output


# Everything in other letters.

SAME = re.compile(r'\b[2-9TJQKA][cdhs]\b|\d(?:st|nd|rd|th)\b|Table \d|"[^"]+"|bullet \d|\([iv]+\)')
"""What has the same letters in any language: cards, tables and words by which a document numbers its clauses."""
PLAYTHROUGHS = sorted(RECORD.parent.glob("*.toml"))


@pytest.fixture
def other_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.cli.terminal._find_catalogue", lambda _: OtherLetters())


def commands(command: Any, *names: str) -> Iterator[tuple[str, ...]]:
    """The commands and the groups of commands."""
    yield names
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, *names, name)


@pytest.mark.usefixtures("other_letters")
@pytest.mark.parametrize("command", [*commands(get_command(app))], ids=" ".join)
def test_help_is_translated(command: tuple[str, ...]) -> None:
    found: Any = get_command(app)
    with language(OtherLetters()):
        translate_help(found)
    for name in command:
        found = found.commands[name]
    said = " ".join([found.help, *(option.help for option in found.params)])
    assert not ENGLISH.findall(said), said
    shown = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "500"}).output
    assert found.help.partition("\n")[0].strip() in shown


@pytest.mark.usefixtures("other_letters")
@pytest.mark.parametrize("record", PLAYTHROUGHS, ids=lambda path: path.stem)
def test_a_record_is_decided_in_the_language_of_the_terminal(record: Path) -> None:
    played = play_record(read_record(record.read_text()))
    happened = [*played.acts, *(event for step in played.steps for event in step.events)]
    on_the_log = [getattr(each, name, "") for each in happened for name in ("reason", "by", "words")]
    patrons = [wager.patron for wager in played.round.wagers]
    rulings = [each for each in decision_data(played)["rulings"] if "remedies" in each]
    remedies = [remedy["remedy"] for ruling in rulings for remedy in ruling["remedies"]]  # a record names them so
    remedies += [tried.act.remedy for tried in played.tried if isinstance(tried.act, Irregularity)]
    names = ["to", *remedies, played.note, played.game.rules.game.name, *patrons, *filter(None, on_the_log)]
    for command in ("settle", "replay"):
        shown = " ".join(CliRunner().invoke(app, [command, str(record)]).output.split())
        said = leave_out(SAME.sub("", shown), *(SAME.sub("", " ".join(name.split())) for name in names))
        assert not ENGLISH.findall(said), said
