"""Where the lab keeps what it made: a folder for each version of its code, outside the sources, the old ones gone."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pitboss
from pitboss.lab import store

SOURCES = Path(pitboss.__file__).parent
NAMES = [f"{number:016x}" for number in range(8)]


def run(code: str, **variables: str) -> str:
    """What a fresh process prints."""
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"} | variables
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_kernels_are_kept_under_the_version_of_the_code(tmp_path: Path) -> None:
    code = "import pitboss.lab.evaluator, numba; print(numba.config.CACHE_DIR)"
    assert run(code, PITBOSS_CACHE=str(tmp_path)) == str(tmp_path / store.code_version()[:16] / "kernels")
    assert run(f"import numba; {code}", PITBOSS_CACHE=str(tmp_path)).startswith(str(tmp_path))


def test_worker_keeps_kernels_where_its_parent_does(tmp_path: Path) -> None:
    ours = tmp_path / store.code_version()[:16] / "kernels"
    code = "import os, pitboss.lab; print(os.environ['NUMBA_CACHE_DIR'])"
    assert run(code, NUMBA_CACHE_DIR=str(ours), PITBOSS_CACHE="elsewhere") == str(ours)
    stale = tmp_path / "0123456789abcdef" / "kernels"
    assert run(code, NUMBA_CACHE_DIR=str(stale), PITBOSS_CACHE=str(tmp_path)) == str(ours)


@pytest.mark.parametrize("place", ["", "{tmp}/file/cache"])
def test_where_nothing_can_be_kept_kernels_go_with_the_process(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = "import os, pitboss.lab; d = os.environ['NUMBA_CACHE_DIR']; print(d, os.path.isdir(d))"
    found, was_there = run(code, PITBOSS_CACHE=place.format(tmp=tmp_path)).split()
    assert was_there == "True"
    assert not Path(found).exists()
    assert SOURCES not in Path(found).parents


def test_compiling_writes_nothing_into_the_sources(tmp_path: Path) -> None:
    code = "from pitboss.lab.ultimate.symmetry import flop_place; print(flop_place(0, 1, 4))"
    assert run(code, PITBOSS_CACHE=str(tmp_path)) == "4"
    assert list(tmp_path.rglob("*.nbi"))
    assert not list(SOURCES.rglob("*.nb?"))


def test_any_change_of_the_code_is_another_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    versions = set()
    monkeypatch.setattr(store, "PACKAGE", tmp_path)
    for part, text in (
        ("lab", "a"),
        ("lab", "b"),
        ("cards", "b"),
        ("law", "c"),
        ("lab/parsheet", "d"),
        ("lab/pontoon", "e"),
    ):
        (tmp_path / part).mkdir(exist_ok=True)
        (tmp_path / part / ("advice.py" if text == "e" else "callee.py")).write_text(text)
        versions.add(store.code_version.__wrapped__())
    assert len(versions) == 4, "how a sheet or advice looks is no other version: they keep nothing"
    shown = store.shown_version.__wrapped__()
    (tmp_path / "lab/parsheet/page.html").write_text("f")
    assert store.shown_version.__wrapped__() != shown, "but pages keep sheets"


def test_any_change_of_what_a_solve_reads_is_another_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keys = set()
    monkeypatch.setattr(store, "PACKAGE", tmp_path)
    for part, file in (("games/pontoon", "law.py"), ("play", "step.py"), ("law/books/a", "b.toml"), ("floor", "c.py")):
        (tmp_path / part).mkdir(parents=True)
        (tmp_path / part / file).write_text("x")
        store.rules_version.cache_clear()
        keys.add(store.key_of("answer", {}))
    store.rules_version.cache_clear()
    assert len(keys) == 3, "a solve reads nothing of the floor"


def test_versions_unused_for_long_are_forgotten(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    now = time.time()
    for days, name in enumerate([*NAMES, "notes"]):
        (tmp_path / name).mkdir()
        os.utime(tmp_path / name, (now - days * 86_400 - 60,) * 2)
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    monkeypatch.setattr(store, "code_version", lambda: "f" * 64)
    import numba

    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    store.place_kernels()
    assert {path.name for path in tmp_path.iterdir()} == {"f" * 16, *NAMES[:3], "notes"}
    assert store.are_kernels_new()
