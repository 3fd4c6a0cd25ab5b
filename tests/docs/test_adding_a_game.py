"""The guide to adding a game is true: its package is built from what it says, and its tests pass."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "adding-a-game.md"


def test_the_guide_builds_a_game(tmp_path: Path) -> None:
    files = re.findall(r"```(\S+\.\w+)\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    assert len(files) == 9
    for name, text in [*files, ("src/three_card_poker/__init__.py", "")]:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", "dist"]
    subprocess.run(build, cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")  # as pip installs it, with its entry points
    paths = os.pathsep.join(map(str, (tmp_path / "site", ROOT / "src")))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"]
    ran = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-3_000:]
