"""What is kept of a sitting: a JSON object for each round, and each round as a record in a folder."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from pitboss.cards import UNKNOWN
from pitboss.cli.seat import Seat
from pitboss.cli.shelf import Shelf
from pitboss.cli.stack import Opened
from pitboss.law.rules import Rules
from pitboss.play.acts import Act
from pitboss.play.codec import encode
from pitboss.play.game import PUBLIC
from pitboss.play.round import Round
from pitboss.play.view import HandView, view
from pitboss.report.decision import round_data


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
