"""The languages that there are: one folder each, with the messages in a file of gettext, read when a server starts.

`pitboss.pot` has every message in English. A language is a copy of it with the translations in,
`<language>/LC_MESSAGES/pitboss.po`; nothing has to be compiled.
"""

import ast
import re
import struct
from collections.abc import Iterator, Mapping
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

HERE = Path(__file__).parent
FILE = "LC_MESSAGES/pitboss.po"
ENGLISH = "en"

_LINE = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)?(?:\[(\d)\])?\s*(".*")')
_VALUE = re.compile(r"%\((\w+)\)s")
_MAGIC = 0x950412DE
"""What a compiled catalogue begins with."""


class CatalogueError(ValueError):
    """A catalogue that cannot be used; the message says why."""


class Catalogue(GNUTranslations):
    """The messages in a language."""

    def __init__(self, language: str, messages: Mapping[str, str]) -> None:
        super().__init__(BytesIO(_compile_catalogue(messages)))
        self.language = language


def read_catalogues(*folders: Path) -> dict[str, Catalogue]:
    """The languages of some folders, by their tags in small letters: `fr`, `pt-br`."""
    found = {}
    for file in (file for folder in folders for file in sorted(folder.glob(f"*/{FILE}"))):
        language = file.parent.parent.name.replace("_", "-")
        try:
            found[language.lower()] = Catalogue(language, dict(_messages(file.read_text(encoding="utf-8"))))
        except (ValueError, SyntaxError) as error:
            raise CatalogueError(f"{file}: {error}") from None
    return found


def _messages(text: str) -> Iterator[tuple[str, str]]:
    """The messages of a file and their translations, as a compiled catalogue has them; those that a translator is not
    sure of are left out."""
    for entry in re.split(r"\n\s*\n", text):
        parts: dict[str, str] = {}
        now = ""
        for line in entry.splitlines():
            if line.startswith("#") or not line.strip():
                continue
            read = _LINE.fullmatch(line.strip())
            if read is None:
                raise CatalogueError(f"This line cannot be read: {line}")
            now = f"{read[1]}{read[2] or ''}" if read[1] else now
            parts[now] = parts.get(now, "") + ast.literal_eval(read[3])
        if "msgid" not in parts or (re.search(r"^#,.*\bfuzzy\b", entry, re.MULTILINE) and parts["msgid"]):
            continue
        said = [parts[name] for name in sorted(parts) if name.startswith("msgstr")]
        if not all(said):
            continue
        english = [parts["msgid"], *([parts["msgid_plural"]] if "msgid_plural" in parts else [])]
        if parts["msgid"] and (strange := _values("".join(said)) - _values("".join(english))):
            raise CatalogueError(f"{parts['msgid']!r} has no {', '.join(sorted(strange))} to fill in.")
        context = f"{parts['msgctxt']}\x04" if "msgctxt" in parts else ""
        yield context + "\0".join(english), "\0".join(said)


def _values(message: str) -> set[str]:
    """The names of what is filled into a message."""
    named = {name for _, name, _, _ in Formatter().parse(message) if name is not None} if "{" in message else set()
    return named | {*_VALUE.findall(message)}


def _compile_catalogue(messages: Mapping[str, str]) -> bytes:
    """A catalogue as gettext reads it: tables of where each message and each translation is, then all of them."""
    pairs = sorted((message.encode(), said.encode()) for message, said in messages.items())
    texts = [message for message, _ in pairs] + [said for _, said in pairs]
    at = 28 + 8 * len(texts)
    head = struct.pack("<7I", _MAGIC, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, at)
    places = b""
    for text in texts:
        places += struct.pack("<2I", len(text), at)
        at += len(text) + 1
    return head + places + b"".join(text + b"\0" for text in texts)
