"""What the person at the keyboard types, and what it means: a key for an option, amounts for spots."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from pitboss.money import dollars, parse_dollars
from pitboss.play.needs import Offer, Option

LEAVE, BUY, WHY, SIT_OUT, GET_UP = "q", "r", "?", "s", "l"


class Left(Exception):
    """The person has left the keyboard, or the input has ended."""


class Keyboard:
    """Reads a line at a time, from a terminal or from a pipe (whose lines are repeated, so that a transcript reads)."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.live = sys.stdin.isatty()

    def read(self) -> str:
        """The next line typed."""
        if self.live and self.console.file is sys.stdout:
            try:
                return input("> ").strip()
            except EOFError:
                self.console.print()
                raise Left from None
        self.console.print(Text("> "), end="")
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise Left
        if not self.live:
            self.console.print(Text(line.strip()))
        return line.strip()


def option_keys(options: Sequence[Option]) -> dict[str, Option]:
    """A key for each option: the first letter of its name that is free, else a number."""
    keys: dict[str, Option] = {}
    taken = {LEAVE, BUY}
    for place, option in enumerate(options, start=1):
        letters = [letter for letter in option.name.lower() if letter.isalpha()]
        key = next((letter for letter in letters if letter not in taken), str(place))
        taken.add(key)
        keys[key] = option
    return keys


def parse_wagers(text: str, offers: Sequence[Offer]) -> tuple[tuple[str, int], ...]:
    """Read `50`, `50 jackpot` or `ante 50 j`: an amount goes to the spot named before it, else to the next one.

    A spot that takes only one amount needs none. Whether the amounts are right is the gate's to say.
    """
    wagers: dict[str, int] = {}
    named: Offer | None = None
    for word in text.replace(",", " ").split():
        if word[0].isalpha():
            _close(named, wagers)
            named = _offer(word, offers)
            continue
        free = [offer for offer in offers if offer.spot not in wagers]
        offer = named or (free[0] if free else None)
        if offer is None:
            raise ValueError("There are more amounts than spots.")
        wagers[offer.spot] = parse_dollars(word)
        named = None
    _close(named, wagers)
    return tuple(wagers.items())


def _offer(word: str, offers: Sequence[Offer]) -> Offer:
    for offer in offers:
        if offer.spot.startswith(word.lower()):
            return offer
    raise ValueError(f"There is no spot called {word}: there is {', '.join(offer.spot for offer in offers)}.")


def _close(named: Offer | None, wagers: dict[str, int]) -> None:
    """A spot was named and no amount came: it is the only one there is."""
    if named is None:
        return
    if named.least_cents != named.most_cents:
        raise ValueError(f"Say how much on the {named.spot}: {amount(named.least_cents, named.most_cents)}.")
    wagers[named.spot] = named.least_cents


def amount(least: int, most: int) -> str:
    """An amount that is asked for: `$50`, or `$25 to $500`."""
    return dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
