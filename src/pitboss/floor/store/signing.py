"""The key that signs checkpoints. It lies in a file of its own outside the store, which its owner alone can read."""

import os
from pathlib import Path

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

from pitboss.floor.store.private import make_file, make_folder

PUBLIC = ".pub"
"""What the name of the public half's file ends in: it lies beside the key, and may be given to anybody."""


class KeyUnsafe(Exception):
    """A key file that is not used as it is."""


class Signer:
    """Signs with a key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @classmethod
    def open(cls, path: Path) -> "Signer":
        """The key in a file, which is made if it is not there; one that others can read is not used."""
        if not path.exists():
            return cls._make(path)
        if path.stat().st_mode & 0o077:
            raise KeyUnsafe(f"{path} can be read by others than its owner: chmod 600 it, or sign with a new key")
        key = load_pem_private_key(path.read_bytes(), password=None)
        if not isinstance(key, Ed25519PrivateKey):
            raise KeyUnsafe(f"{path} holds no Ed25519 key")
        return cls(key)

    @classmethod
    def _make(cls, path: Path) -> "Signer":
        key = Ed25519PrivateKey.generate()
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        make_folder(path.parent)
        _write(path, private, 0o600)
        _write(path.with_name(path.name + PUBLIC), public, 0o644)
        return cls(key)

    def sign(self, text: str) -> str:
        """The signature of a text."""
        return self._key.sign(text.encode()).hex()

    @property
    def verifier(self) -> "Verifier":
        """What can check its signatures and make none."""
        return Verifier(self._key.public_key())


class Verifier:
    """Checks signatures with the public half of a key."""

    def __init__(self, key: Ed25519PublicKey) -> None:
        self._key = key

    @classmethod
    def open(cls, path: Path) -> "Verifier":
        """The public half of a key, from its own file or from the key's."""
        data = path.read_bytes()
        if b"PRIVATE" in data:
            return Signer.open(path).verifier
        key = load_pem_public_key(data)
        if not isinstance(key, Ed25519PublicKey):
            raise KeyUnsafe(f"{path} holds no Ed25519 key")
        return cls(key)

    @classmethod
    def of(cls, key: bytes) -> "Verifier":
        """A verifier from its key's bytes."""
        return cls(Ed25519PublicKey.from_public_bytes(key))

    @property
    def key(self) -> bytes:
        """The public half of the key as bytes."""
        return self._key.public_bytes_raw()

    def holds(self, text: str, signature: str) -> bool:
        """Say whether a text was signed with the key."""
        try:
            self._key.verify(bytes.fromhex(signature), text.encode())
        except (InvalidSignature, ValueError):
            return False
        return True


def _write(path: Path, data: bytes, mode: int) -> None:
    """Write a new file with its mode from the first moment on, and make sure of it."""
    with os.fdopen(make_file(path, mode), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
