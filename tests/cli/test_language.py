"""The terminal speaks the language that its environment names, where there is a catalogue of it."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app

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
