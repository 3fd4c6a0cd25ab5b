"""Where in a TOML file a value was written, so that an error can name the line."""

import re
from collections.abc import Sequence

_HEADER = re.compile(r"^\s*(\[\[|\[)\s*([A-Za-z0-9_.\"'-]+)\s*\]")
_KEY = re.compile(r"^\s*[\"']?([A-Za-z0-9_-]+)[\"']?(?:\s*\.\s*[A-Za-z0-9_.\"'-]+)?\s*=")
_INLINE = re.compile(r"^\s*\{")

Path = tuple[str | int, ...]


class Lines:
    """The lines of a TOML text by the path of what stands there, as far as a reader of errors needs it."""

    def __init__(self, text: str) -> None:
        self._at: dict[Path, int] = {}
        counts: dict[str, int] = {}
        here: Path = ()
        rows: str | None = None
        for number, line in enumerate(text.splitlines(), start=1):
            if header := _HEADER.match(line):
                name = header.group(2)
                here = tuple(name.split("."))
                if header.group(1) == "[[":
                    counts[name] = counts.get(name, -1) + 1
                    here = (*here, counts[name])
                self._at[here] = number
            elif key := _KEY.match(line):
                rows = key.group(1) if line.rstrip().endswith("[") else None
                self._at.setdefault((*here, key.group(1)), number)
            elif rows is not None and _INLINE.match(line):
                counts[rows] = counts.get(rows, -1) + 1
                self._at[(*here, rows, counts[rows])] = number

    def of(self, path: Sequence[str | int]) -> int:
        """The line of a value, or of the nearest thing around it."""
        whole = tuple(path)
        for length in range(len(whole), 0, -1):
            if whole[:length] in self._at:
                return self._at[whole[:length]]
        return 1
