"""The key that signs days and receipts, and the record of what it signed last. Both lie in files outside the store,
which their owner alone can read: who can write the store can neither sign nor make signed days unsigned.

The same goes for every file of the floor: a store, what SQLite keeps beside it, backups, exports. Each has its mode
from the first moment on, whatever the process's mask is. A store that is there already is only looked at by its name:
to open and close a file of SQLite's lets go of the locks that this process has on it.
"""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
    load_pem_public_key,
)
from sqlalchemy import make_url

from pitboss.value import Value

PUBLIC = ".pub"
"""What the name of the public half's file ends in: it lies beside the key, and may be published."""
RECORD = ".signed"
"""What the name of the record of a key's signatures ends in: it lies beside the key."""


class KeyUnsafe(Exception):
    """A key file, or the record beside it, that is not used as it is."""


class LastSigned(Value):
    """The last signature for an operator: the number and hash of its last day, and the last receipt."""

    number: int
    hash: str
    receipt: Mapping[str, Any] | None = None


class SignedRecord:
    """The file that says what a key signed last."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @classmethod
    def of_key(cls, key: Path) -> "SignedRecord":
        """The record of a key, by either of its halves."""
        key = key.resolve()
        return cls(key.with_name(key.name.removesuffix(PUBLIC) + RECORD))

    def read(self) -> dict[str, LastSigned] | None:
        """The last signature for each operator; none where no record has been kept."""
        try:
            data = json.loads(self.path.read_bytes())
            return {operator: LastSigned(**last) for operator, last in data.items()}
        except FileNotFoundError:
            return None
        except (ValueError, TypeError, AttributeError):
            raise KeyUnsafe(f"{self.path} is no record of signed days: put back the one that was there") from None

    def keep(self, operator: str, number: int, hash_: str, receipt: Mapping[str, Any] | None = None) -> None:
        """Note what was signed. A record only goes on: where another process has noted a later day, that stays."""
        record = self.read() or {}
        before = record.get(operator)
        if before is not None and before.number > number:
            return
        if receipt is None and before is not None:
            receipt = before.receipt
        self.write(record | {operator: LastSigned(number, hash_, receipt)})

    def write(self, record: Mapping[str, LastSigned]) -> None:
        """Put a record in the place of the one before, whole or not at all."""
        replace_file(self.path, json.dumps({name: last._asdict() for name, last in record.items()}).encode())


class Signer:
    """Signs with a key."""

    def __init__(self, key: Ed25519PrivateKey, record: SignedRecord) -> None:
        self._key, self.record = key, record

    @classmethod
    def open(cls, path: Path) -> "Signer":
        """The key in a file, which is made if it is not there; one that others can read is not used."""
        path = path.resolve()
        if not path.exists():
            return cls._make(path)
        if path.stat().st_mode & 0o077:
            raise KeyUnsafe(f"{path} can be read by others than its owner: chmod 600 it, or sign with a new key")
        key = load_pem_private_key(path.read_bytes(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise KeyUnsafe(f"{path} holds no Ed25519 key")
        return cls(key, SignedRecord.of_key(path))

    @classmethod
    def _make(cls, path: Path) -> "Signer":
        key = Ed25519PrivateKey.generate()
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        make_folder(path.parent)
        _write(path, private, 0o600)
        _write(path.with_name(path.name + PUBLIC), public, 0o644)
        signer = cls(key, SignedRecord.of_key(path))
        signer.record.write({})
        return signer

    def sign(self, text: str) -> str:
        """The signature of a text."""
        return self._key.sign(text.encode()).hex()

    @property
    def verifier(self) -> "Verifier":
        """The public half, which checks signatures and makes none."""
        return Verifier(self._key.public_key(), self.record, signs=True)


class Verifier:
    """Checks signatures with the public half of a key, and what there is against the record of what was signed."""

    def __init__(self, key: Ed25519PublicKey, record: SignedRecord | None = None, *, signs: bool = False) -> None:
        self._key, self.record, self.signs = key, record, signs
        """Whether it belongs to the signer, who must have the record."""

    @classmethod
    def open(cls, path: Path) -> "Verifier":
        """The public half of a key, from its own file or from the key's."""
        data = path.read_bytes()
        if b"PRIVATE" in data:
            return Signer.open(path).verifier
        key = load_pem_public_key(data)
        if not isinstance(key, Ed25519PublicKey):
            raise KeyUnsafe(f"{path} holds no Ed25519 key")
        return cls(key, SignedRecord.of_key(path))

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is sent to another process."""
        return _same_verifier, (self._key.public_bytes_raw(), self.record, self.signs)

    def read_record(self) -> dict[str, LastSigned] | None:
        """The key's last signature for each operator; none without a record."""
        return self.record.read() if self.record is not None else None

    def holds(self, text: str, signature: str) -> bool:
        """Say whether a text was signed with the key."""
        try:
            self._key.verify(bytes.fromhex(signature), text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


def _same_verifier(key: bytes, record: SignedRecord | None, signs: bool) -> Verifier:
    return Verifier(Ed25519PublicKey.from_public_bytes(key), record, signs=signs)


def replace_file(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Put a file in the place of the one before, whole or not at all, and have the disk keep it."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    _write(part, data, mode)
    part.replace(path)
    sync_path(path.parent)


def sync_path(path: Path) -> None:
    """Have the disk keep a file, or the names in a folder; Windows keeps those by itself."""
    if os.name == "nt" and path.is_dir():
        return
    number = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _write(path: Path, data: bytes, mode: int) -> None:
    """Write a new file with its mode from the first moment on, and make sure of it."""
    with os.fdopen(make_file(path, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


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
    if sys.platform != "win32":
        os.fchmod(number, OWNERS)  # one that was there may have been others' as well
    with os.fdopen(number, "w", encoding="utf-8") as file:
        file.write(text)


def find_exposed_files(where: str) -> list[Path]:
    """The files of an embedded store that others than its owner may read or write; none of a store on a server."""
    if "://" in where:
        url = make_url(where)
        if url.get_backend_name() != "sqlite" or not url.database:
            return []
        where = url.database
    if os.name == "nt":  # who may read a file there, its mode does not say
        return []
    files = (Path(f"{where}{end}") for end in BESIDE)
    return [file for file in files if file.is_file() and file.stat().st_mode & OTHERS]
