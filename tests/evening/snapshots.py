"""Snapshots of what is said, packed: an entry for each thing, compared one by one, and the first differences shown."""

import difflib
import lzma
import re
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from support import WRITE

SAID = Path(__file__).parent / "said"
TITLE = "\x1e "
"""What begins the line of a title: a sign that no text has."""
PASSING = re.compile(
    r"""^.*\b(?:pitboss|tests)/[\w/]+\.py::?\w.*(?:\n|\Z)  # a place in the code, or a test that shows a rule
    |^.*\bCode,\s\d+\splaces?\b.*(?:\n|\Z)
    |^\s*"(?:seconds|computed_at|python)":.*\n  # when and with what the lab worked something out
    |^\s*"(?:code|key)":\s"[0-9a-f]{64}".*\n""",
    re.MULTILINE | re.VERBOSE,
)
"""Lines that change with every change of the code, or from run to run, and say nothing of the floor."""
SHOWN, LINES = 5, 40
"""How many entries that differ are shown, and how many lines of each."""


def same_as_said(name: str, entries: Mapping[str, str]) -> None:
    """Compare what is said with what was said, or renew the snapshot when asked to (`make snapshot`)."""
    file = SAID / f"{name}.txt.xz"
    entries = {title: PASSING.sub("", words) for title, words in entries.items()}
    if WRITE:
        SAID.mkdir(exist_ok=True)
        text = "".join(f"{TITLE}{title}\n{words}\n" for title, words in entries.items())
        packed = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
        if not file.exists() or lzma.decompress(file.read_bytes()) != text.encode():
            file.write_bytes(packed)
    assert file.exists(), f"{file.name} is not there: make snapshot writes it, then read it"
    said_before = _entries(lzma.decompress(file.read_bytes()).decode())
    before = {title: PASSING.sub("", words) for title, words in said_before.items()}
    differing = [title for title in {**before, **entries} if before.get(title) != entries.get(title)]
    if differing:
        shown = "\n".join(_diff(title, before.get(title), entries.get(title)) for title in differing[:SHOWN])
        rest = "" if len(differing) <= SHOWN else f"\n... and {len(differing) - SHOWN} more"
        what = f"{len(differing)} of {len(entries)} entries of {file.name} differ"
        raise AssertionError(f"{what}: if the change is meant, make snapshot and read the diff\n{shown}{rest}")


def _entries(text: str) -> dict[str, str]:
    parts = [part.partition("\n") for part in text.split(TITLE)[1:]]
    return {title: words.removesuffix("\n") for title, _, words in parts}


def _diff(title: str, before: str | None, now: str | None) -> str:
    was, new = ((text or "").splitlines() for text in (before, now))
    lines = difflib.unified_diff(was, new, f"before: {title}", f"now: {title}", n=1, lineterm="")
    return "\n".join(islice(lines, LINES))
