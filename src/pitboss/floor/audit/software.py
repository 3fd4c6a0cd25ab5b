"""The software by its hashes: the code, and the books with their pay tables edition by edition, as they lie on disk.

What runs is noted on the log whenever it is other than what ran before, so that every change of a pay table or of the
program has its time.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import pitboss
from pitboss.floor.audit.report import SOFTWARE, Finding
from pitboss.floor.store import Append, NewEvent, Store, Stream, Write
from pitboss.law.edition import books
from pitboss.value import Value

NOTED = "SoftwareNoted"
PARTS = (".py", ".toml", ".json", ".html", ".css", ".js", ".svg", ".mako")
"""What belongs to the program: not what Python compiles of it."""


class Software(Value):
    """A program by its hashes."""

    version: str
    code: str
    books: Mapping[str, str]
    """The hash of each edition: its clauses, its pay tables, its readings."""

    @property
    def hash(self) -> str:
        """All of it in one hash, as a laboratory would approve it."""
        return _hash([self.version, self.code, *(f"{name} {book}" for name, book in sorted(self.books.items()))])


def software(root: Path | None = None) -> Software:
    """The program as it lies on the disk now."""
    root = root or Path(pitboss.__file__).parent
    shelf = root / books().relative_to(Path(pitboss.__file__).parent)
    editions = sorted(folder for folder in shelf.iterdir() if folder.is_dir())
    code = (file for file in _files(root) if not file.is_relative_to(shelf))
    hashes = {each.name: _hash(_lines(each, _files(each))) for each in editions}
    return Software(version("pitboss"), _hash(_lines(root, code)), hashes)


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in PARTS)


def _lines(root: Path, files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        yield f"{file.relative_to(root).as_posix()} {hashlib.sha256(file.read_bytes()).hexdigest()}"


def _hash(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def differences(known: Software, now: Software) -> list[Finding]:
    """What is no longer as it was when the program started, or as it was approved."""
    found = [] if known.code == now.code else [Finding(SOFTWARE, "code", "it is not what was started")]
    names = sorted({*known.books, *now.books})
    other = [name for name in names if known.books.get(name) != now.books.get(name)]
    return [*found, *(Finding(SOFTWARE, name, "its book is not what was started with") for name in other)]


def unlike_installed() -> list[Finding]:
    """Files that are not as the installer recorded them; nothing where it recorded none."""
    try:
        files = distribution("pitboss").files or []
    except PackageNotFoundError:
        return []
    for file in files:
        path = Path(str(file.locate()))
        if file.hash is None or file.hash.mode != "sha256" or path.suffix not in PARTS:
            continue
        if not path.is_file() or _as_recorded(path) != file.hash.value:
            return [Finding(SOFTWARE, str(file), "it is not as it was installed")]
    return []


def _as_recorded(path: Path) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()


def note_software(store: Store, running: Software, now: str) -> list[Stream]:
    """Note on every operator's log what runs, where it is other than what ran before; says where it was."""
    noted = []
    for operator in sorted({stream.operator for stream in store.streams()}):
        stream = Stream(operator, "house:software")
        length = store.head(stream).length
        last = store.read(stream, after=length - 1)[0].data if length else None
        data = {"version": running.version, "code": running.code, "books": dict(running.books), "hash": running.hash}
        if data != last:
            event = NewEvent(NOTED, data, now, "system")
            store.commit(Write(operator, appends=(Append(stream, length, (event,)),), at=now))
            noted.append(stream)
    return noted
