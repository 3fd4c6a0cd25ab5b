"""The guide to adding a duty is true: what it says is done in a copy of the project, and its tests pass there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "adding-a-duty.md"


def block(name: str) -> str:
    (text,) = re.findall(rf"```{name}\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    return str(text)


def test_the_guide_adds_a_duty(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    tests = tmp_path / "tests"
    shutil.copytree(ROOT / "tests" / "web", tests / "web", ignore=shutil.ignore_patterns("__pycache__", "test_*"))
    (tests / "floor").mkdir()
    for name in ("support.py", "server_preload.py", "floor/compiled.py"):
        shutil.copy(ROOT / "tests" / name, tests / name)
    floor = tmp_path / "src" / "pitboss" / "floor"
    (floor / "tables" / "requests.py").write_text(block("duty"))
    for operator in ("star", "crown"):
        file = floor / "operators" / f"{operator}.toml"
        file.write_text(file.read_text().replace("[ranks]\n", f"[ranks]\n{block('ranks')}"))
    (tests / "web" / "test_requests.py").write_text(block("tests"))
    paths = os.pathsep.join(map(str, (tmp_path / "src", tests)))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", str(tests)]
    ran = subprocess.run(
        command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout[-3_000:]
