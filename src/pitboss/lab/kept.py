"""Where the lab keeps what it made, answers and compiled kernels alike: a folder for each version of its code.

`PITBOSS_CACHE` names the folder, else it is where the system keeps caches; an empty name keeps nothing. Numba looks at
the file of a kernel alone, not at the files of those it calls, so the kernels of one version of the lab must never meet
those of another. Importing `pitboss.lab` is what settles it, in tests and workers too.
"""

import atexit
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
DECIDES = ("lab", "cards", "money", "law")
"""The code of the lab and its kernels."""
READS = ("games", "play", "law/books")
"""What a solve reads besides: the engine's own figures and the books. A change there leaves the kernels as they are."""
SHOWS = ("lab/parsheet", "lab/advice")
"""Code that shows numbers and keeps none, without a kernel of its own: a change there leaves all that is kept."""
KERNELS = "kernels"
FOLDER_OF_A_VERSION = re.compile(r"[0-9a-f]{16}")
VERSIONS_KEPT = 4
UNUSED_SECONDS = 24 * 3600


@cache
def code_version() -> str:
    """The hash of the code that decides the lab's numbers."""
    return _hash_of(path for part in DECIDES for path in (PACKAGE / part).rglob("*.py"))


@cache
def rules_version() -> str:
    """The hash of the rules that a solve reads: code of the games, and books."""
    return _hash_of(path for part in READS for kind in ("*.py", "*.toml") for path in (PACKAGE / part).rglob(kind))


def _hash_of(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(SHOWS):
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
        os.environ["NUMBA_CACHE_DIR"] = str(_made(folder()))
    if "numba" in sys.modules:  # it read the variable when it was imported
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


def are_kernels_new() -> bool:
    """Say whether no kernel of this version was compiled yet."""
    return not any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


def _made(place: Path | None) -> Path:
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
