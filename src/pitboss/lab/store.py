"""The lab's store: what was counted or solved once, found again by what it was made from.

A thing is kept under the hash of its kind, of what was asked and of all code and books that the answer is made from, so
that a change of any of them makes a new one. What cannot be written or read is simply counted again.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

from pitboss.lab.kept import code_version, folder, rules_version


def key_of(kind: str, asked: object) -> str:
    """The name that a thing is kept under."""
    text = json.dumps([kind, asked, code_version(), rules_version()], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _path(kind: str, asked: object, ending: str) -> Path | None:
    place = folder()
    return None if place is None else place / kind / f"{key_of(kind, asked)}.{ending}"


def _write(path: Path | None, write: Any) -> None:
    """Write a file whole or not at all; a store that cannot be written to is no reason to fail."""
    if path is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            write(file)
        os.replace(file.name, path)
    except OSError:
        return


def keep_arrays(kind: str, asked: object, arrays: Mapping[str, Any]) -> None:
    """Keep arrays by their names."""
    import numpy as np  # noqa: PLC0415

    _write(_path(kind, asked, "npz"), lambda file: np.savez(file, **arrays))


def fetch_arrays(kind: str, asked: object) -> dict[str, Any] | None:
    """Arrays that were kept, or none."""
    import numpy as np  # noqa: PLC0415

    path = _path(kind, asked, "npz")
    if path is None or not path.is_file():
        return None
    try:
        with np.load(path) as kept:
            return {name: kept[name] for name in kept.files}
    except (OSError, ValueError, BadZipFile):
        return None


def has_arrays(kind: str, asked: object) -> bool:
    """Say whether arrays were kept."""
    path = _path(kind, asked, "npz")
    return path is not None and path.is_file()


def keep_data(kind: str, asked: object, data: Mapping[str, Any]) -> None:
    """Keep plain data."""
    text = json.dumps(data, indent=1, sort_keys=True).encode()
    _write(_path(kind, asked, "json"), lambda file: file.write(text))


def fetch_data(kind: str, asked: object) -> dict[str, Any] | None:
    """Plain data that was kept, or none."""
    path = _path(kind, asked, "json")
    if path is None or not path.is_file():
        return None
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None
