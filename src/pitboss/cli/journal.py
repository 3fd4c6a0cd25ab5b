"""What is kept of a sitting: a JSON object for each round, and each round as a record in a folder."""

import json
import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from pitboss.cards import UNKNOWN
from pitboss.cli.shoe import Opened
from pitboss.cli.table import Seat
from pitboss.law.rules import Rules
from pitboss.play import Round
from pitboss.play.acts import Act
from pitboss.play.codec import encode
from pitboss.play.round import PUBLIC
from pitboss.play.view import HandView, view
from pitboss.report.decision import round_data
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


class Journal:
    """Writes down what a sitting came to: as JSON on the output if that is wanted, into a folder if there is one."""

    def __init__(self, screen: Console, errors: Console, *, as_json: bool, shelf: Shelf | None) -> None:
        self.screen = screen
        self.errors = errors
        self.as_json = as_json
        self.shelf = shelf

    def tell(self, round: Round, seats: Sequence[Seat], shuffles: Iterable[Opened]) -> None:
        """Print a round that is over: what was decided, the hands as the players see them, bankrolls and shuffles."""
        if not self.as_json:
            return
        views = [view(round, viewer) for viewer in (PUBLIC, *(seat.viewer for seat in seats))]
        hands = zip(*(seen.hands for seen in views), strict=True)
        self._print(
            round_data(round)
            | {
                "practice": not round.game.terms.money,
                "hands": [encode(_best_seen(seen)._asdict()) for seen in hands],
                "bankrolls_cents": {seat.name: seat.bankroll for seat in seats},
                "shuffles": [_shuffle(shuffle) for shuffle in shuffles],
            }
        )

    def close(self, rules: Rules, shuffles: Iterable[Opened]) -> None:
        """Print the order that was still in use when the table closed, so that it can be checked like the others."""
        if not self.as_json:
            return
        self._print(
            {
                "game": rules.game.name,
                "edition": rules.edition.name,
                "version": rules.edition.version,
                "closed": True,
                "shuffles": [_shuffle(shuffle) for shuffle in shuffles],
            }
        )

    def keep(self, opening: Round, acts: Sequence[Act]) -> None:
        """Write a round down as a record, from how it opened and what was done."""
        if self.shelf is None:
            return
        try:
            path = self.shelf.keep_round(opening, acts)
        except OSError as error:
            said = f"The round could not be written down: {error.strerror or error}."
            self.errors.print(Text(said, "yellow"))
        else:
            self.screen.print(Text(f"Written down in {path}", "dim"))

    @staticmethod
    def _print(data: dict[str, Any]) -> None:
        typer.echo(json.dumps(data, ensure_ascii=False))


def _shuffle(shuffle: Opened) -> dict[str, Any]:
    """A shuffle: its commitment, and if it is opened its cards before the shuffle, the seed, the cut."""
    data: dict[str, Any] = {"commitment": shuffle.commitment, "chosen": shuffle.is_chosen}
    opening = shuffle.opening
    if opening is None:
        return data
    return data | {
        "cards": [str(card) for card in opening.cards],
        "seed": opening.seed.hex(),
        "cut": opening.cut,
        "dealt": len(shuffle.dealt),
        "verified": shuffle.holds,
    }


def _best_seen(hands: tuple[HandView, ...]) -> HandView:
    """A hand as that viewer sees it who sees most of it."""
    return min(hands, key=lambda hand: hand.cards.count(UNKNOWN))
