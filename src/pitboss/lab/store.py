"""The lab's store: what was counted, solved or compiled once, in a folder for each version of the lab's code.

`PITBOSS_CACHE` names the folder, else it is where the system keeps caches; an empty name keeps nothing. A thing is kept
under the hash of its kind, of what was asked and of all code and books that the answer is made from, so that a change
of any of them makes a new one. What cannot be written or read is simply counted again.

Numba looks at the file of a kernel alone, not at the files of those it calls, so the kernels of one version of the lab
must never meet those of another. Importing `pitboss.lab` is what settles it, in tests and workers too.
"""

import atexit
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

PACKAGE = Path(__file__).parent.parent
DECIDES = ("lab/**/*.py", "cards/*.py", "money.py", "law/*.py", "value.py")
"""The code of the lab and its kernels."""
READS = ("games/**/*.py", "play/**/*.py", "law/books/**/*.toml")
"""What a solve reads besides: the engine's own figures and the books. A change there leaves the kernels as they are."""
SHOWS = (
    "lab/parsheet/*",
    "lab/jackpot/*",
    "lab/advice.py",
    "lab/*/advice.py",
    "lab/many_rounds.py",
    "lab/study.py",
    "lab/comparison.py",
)
"""Code that shows numbers and keeps none, without a kernel of its own: a change there leaves what the lab keeps."""
KERNELS = "kernels"
FOLDER_OF_A_VERSION = re.compile(r"[0-9a-f]{16}")
VERSIONS_KEPT = 4
UNUSED_SECONDS = 24 * 3600


@cache
def code_version() -> str:
    """The hash of the code that decides the lab's numbers."""
    return _hash_of(DECIDES, but=SHOWS)


@cache
def rules_version() -> str:
    """The hash of the rules that a solve reads: code of the games, and books."""
    return _hash_of(READS)


@cache
def shown_version() -> str:
    """The hash of the code that shows numbers, for those who keep what it wrote."""
    return _hash_of(SHOWS)


def _hash_of(patterns: Iterable[str], but: Iterable[str] = ()) -> str:
    digest = hashlib.sha256()
    for path in sorted(path for pattern in patterns for path in PACKAGE.glob(pattern) if path.is_file()):
        name = path.relative_to(PACKAGE).as_posix()
        if not any(fnmatch(name, shows) for shows in but):
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def folder() -> Path | None:
    """Where this version of the lab keeps things, or none."""
    named = os.environ.get("PITBOSS_CACHE")
    if named == "":
        return None
    base = os.environ.get("XDG_CACHE_HOME")
    system = (Path(base) if base else Path.home() / ".cache") / "pitboss" / "lab"
    return (Path(named) if named else system) / code_version()[:16]


def place_kernels() -> None:
    """Tell Numba where compiled kernels are kept; what a parent process chose stays."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given is None or Path(given).parts[-2:] != (code_version()[:16], KERNELS):
        os.environ["NUMBA_CACHE_DIR"] = str(_make_kernels_folder(folder()))
    if "numba" in sys.modules:  # it read the variable when it was imported
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def are_kernels_new() -> bool:
    """Say whether no kernel of this version was compiled yet."""
    return not any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


def _make_kernels_folder(place: Path | None) -> Path:
    """The folder for kernels, made; where nothing can be kept, one that goes with the process."""
    if place is not None:
        try:
            is_new = not place.exists()
            (place / KERNELS).mkdir(parents=True, exist_ok=True)
            os.utime(place)  # the time of its last use
        except OSError:
            place = None
        else:
            if is_new:
                _forget_old(place)
    if place is None:
        place = Path(tempfile.mkdtemp()) / code_version()[:16]
        (place / KERNELS).mkdir(parents=True)
        atexit.register(shutil.rmtree, place.parent, ignore_errors=True)
    return place / KERNELS


def _forget_old(place: Path) -> None:
    """Delete what other versions kept, but for the few used last and any used within a day."""
    others = [other for other in place.parent.iterdir() if FOLDER_OF_A_VERSION.fullmatch(other.name) and other != place]
    used = {other: other.stat().st_mtime for other in others}
    for other in sorted(others, key=used.__getitem__, reverse=True)[VERSIONS_KEPT - 1 :]:
        if used[other] < time.time() - UNUSED_SECONDS:
            shutil.rmtree(other, ignore_errors=True)


def key_of(kind: str, asked: object) -> str:
    """The name that a thing is kept under."""
    text = json.dumps([kind, asked, code_version(), rules_version()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _path(kind: str, asked: object, ending: str) -> Path | None:
    place = folder()
    return None if place is None else place / kind / f"{key_of(kind, asked)}.{ending}"


def _write(path: Path | None, write: Callable[[Any], object]) -> None:
    """Write a file whole or not at all; a store that cannot be written to is no reason to fail."""
    if path is not None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
                write(file)
            os.replace(file.name, path)


def _read(path: Path | None, read: Callable[[Path], dict[str, Any]]) -> dict[str, Any] | None:
    """Read a file; nothing where there is none, or a torn one."""
    if path is not None and path.is_file():
        with suppress(OSError, ValueError, BadZipFile):
            return read(path)
    return None


def keep_arrays(kind: str, asked: object, arrays: Mapping[str, Any]) -> None:
    """Keep arrays by their names."""
    import numpy as np  # noqa: PLC0415  what is kept as plain data needs no NumPy

    _write(_path(kind, asked, "npz"), lambda file: np.savez(file, **arrays))


def fetch_arrays(kind: str, asked: object) -> dict[str, Any] | None:
    """Arrays that were kept, or none."""
    import numpy as np  # noqa: PLC0415

    return _read(_path(kind, asked, "npz"), lambda path: dict(np.load(path)))


def has_arrays(kind: str, asked: object) -> bool:
    """Say whether arrays were kept."""
    path = _path(kind, asked, "npz")
    return path is not None and path.is_file()


def keep_data(kind: str, asked: object, data: Mapping[str, Any]) -> None:
    """Keep plain data, fractions as text."""
    text = json.dumps(data, indent=1, sort_keys=True, default=str).encode()
    _write(_path(kind, asked, "json"), lambda file: file.write(text))


def fetch_data(kind: str, asked: object) -> dict[str, Any] | None:
    """Plain data that was kept, or none."""
    return _read(_path(kind, asked, "json"), lambda path: dict(json.loads(path.read_bytes())))
