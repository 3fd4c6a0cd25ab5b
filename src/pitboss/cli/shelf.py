"""The folder that a sitting writes its records into: each round gets the next number, and nothing is overwritten."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from pitboss.play import Round
from pitboss.play.acts import Act
from pitboss.report.write import write_record


class Shelf:
    """A folder of records. Making one makes the folder, or fails before a round is played."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(13, "it may not be written to", str(folder))
        self.folder = folder

    def keep(self, game: str, text: str) -> Path:
        """Write a record of a game under the number after the highest that is there."""
        number = self._highest(game)
        while True:
            number += 1
            path = self.folder / f"{game}-{number:04}.toml"
            try:
                with path.open("x", encoding="utf-8") as file:
                    file.write(text)
            except FileExistsError:  # another sitting has just written it
                continue
            return path

    def keep_round(self, opening: Round, acts: Sequence[Act]) -> Path:
        """Write a round down as a record."""
        return self.keep(opening.game.rules.game.name, write_record(opening, acts))

    def _highest(self, game: str) -> int:
        names = (re.fullmatch(rf"{re.escape(game)}-(\d+)\.toml", path.name) for path in self.folder.iterdir())
        return max((int(name.group(1)) for name in names if name), default=0)
