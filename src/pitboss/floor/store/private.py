"""Files that their owner alone reads: a store, what SQLite keeps beside it, backups, keys, exports.

Each has its mode from the first moment on, whatever the process's mask is. A store that is there already is only looked
at by its name: to open and close a file of SQLite's lets go of the locks that this process has on it.
"""

import os
from pathlib import Path

from sqlalchemy import make_url

OWNERS, FOLDER, OTHERS = 0o600, 0o700, 0o077
BESIDE = ("", "-wal", "-shm", "-journal")
"""What the names of a store's files end in."""


def make_folder(folder: Path) -> None:
    """Make a folder that is its owner's alone, and those above it; one that is there stays as it is."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=FOLDER, exist_ok=True)


def make_file(path: Path, mode: int = OWNERS) -> int:
    """Make a new file and open it for writing; fails where there is one of that name."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)


def write_file(path: Path, text: str) -> None:
    """Write a file, in place of one of that name."""
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNERS)
    os.fchmod(number, OWNERS)  # one that was there may have been others' as well
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(text)


def exposed_files(where: str) -> list[Path]:
    """The files of an embedded store that others than its owner may read or write; none of a store on a server."""
    if "://" in where:
        url = make_url(where)
        if url.get_backend_name() != "sqlite" or not url.database:
            return []
        where = url.database
    files = (Path(f"{where}{end}") for end in BESIDE)
    return [file for file in files if file.is_file() and file.stat().st_mode & OTHERS]
