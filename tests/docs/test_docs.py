"""The documents are true: their records settle, and their commands print what they show."""

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.report.record import read_record
from pitboss.report.script import play_record

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(language: str) -> list[tuple[str, str]]:
    """The blocks of a language in all documents, named by document and place."""
    found = []
    for document in DOCUMENTS:
        for number, text in enumerate(
            re.findall(rf"```{language}\n(.*?)```", document.read_text(), re.DOTALL), start=1
        ):
            found.append((f"{document.name} {number}", text))
    return found


@pytest.mark.parametrize(("where", "text"), blocks("toml"), ids=lambda value: value[:24])
def test_record_in_the_documents_settles(where: str, text: str) -> None:
    played = play_record(read_record(text))
    assert played.round.is_over == ("[[player]]" in text or "[[act]]" in text), where


@pytest.mark.parametrize(("where", "text"), blocks("console"), ids=lambda value: value[:24])
def test_command_in_the_documents_prints_what_it_shows(where: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")
    for command, shown in re.findall(r"\$ pitboss (.*?)\n(.*?)(?=\n\$ |\Z)", text, re.DOTALL):
        line, _, typed = command.partition("  # types: ")
        result = CliRunner().invoke(app, shlex.split(line), input=typed.replace(" ", "\n") + "\n")
        printed = "\n".join(row.rstrip() for row in result.output.strip("\n").splitlines())
        wanted = "\n".join(row.rstrip() for row in shown.strip("\n").splitlines())
        assert printed == wanted, f"{where}: pitboss {command}"


@pytest.mark.parametrize(("where", "text"), blocks("python"), ids=lambda value: value[:24])
def test_code_in_the_documents_prints_what_it_says(where: str, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(text, where, "exec"), {})  # noqa: S102  our own documents
    said = [line.strip().removeprefix("# ") for line in text.splitlines() if line.strip().startswith("# ")]
    assert capsys.readouterr().out.splitlines() == said


PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def anchors(page: Path) -> set[str]:
    """The headings of a page, as a link names them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    lost = []
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text()):
        file, _, heading = link.partition("#")
        target = (page.parent / file) if file else page
        if not target.exists() or (heading and heading not in anchors(target)):
            lost.append(link)
    assert lost == []
