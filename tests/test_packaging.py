"""The package as it is built: what it needs, how large it is, what it says of itself."""

import re
import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LARGEST = 10_000_000


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built from this tree."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.glob("*.whl")
    return zipfile.ZipFile(file)


@pytest.fixture(scope="module")
def head(wheel: zipfile.ZipFile) -> Message:
    """What the wheel says of itself."""
    (name,) = (name for name in wheel.namelist() if name.endswith("METADATA"))
    return BytesParser().parsebytes(wheel.read(name))


def test_engine_needs_one_library(head: Message) -> None:
    needed = [line for line in head.get_all("Requires-Dist", []) if "extra ==" not in line]
    assert [re.split(r"[^\w-]", line)[0] for line in needed] == ["msgspec"]
    assert set(head.get_all("Provides-Extra", [])) == {"terminal", "lab", "floor", "postgres", "cluster", "rl"}


def test_long_description_leads_nowhere_else(head: Message) -> None:
    text = str(head.get_payload())
    assert "make serve" in text
    assert [link for link in re.findall(r"\]\(([^)]*)\)", text) if not link.startswith("https:")] == []


def test_wheel_holds_the_package_and_is_small(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    assert {"pitboss/py.typed", "pitboss/law/books/star-pontoon/2024-08-19/games.toml"} <= names
    assert sum(file.file_size for file in wheel.infolist()) < LARGEST


def test_command_names_the_extra_that_brings_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise ModuleNotFoundError(\"No module named 'typer'\", name='typer')")
    said = "import sys; sys.path.insert(0, sys.argv[1]); from pitboss.command import main; main()"
    ran = subprocess.run([sys.executable, "-c", said, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, "This needs typer: install it with pip install 'pitboss[terminal]'.\n")
