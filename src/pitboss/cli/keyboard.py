"""What the person at the keyboard types, and what it means: a key for an option, amounts for spots."""

import sys
from collections.abc import Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from pitboss.cli.seat import Bet
from pitboss.money import dollars, parse_dollars
from pitboss.play.needs import Offer, Option

LEAVE, ALL_LEAVE, BUY, WHY, SIT_OUT, SIT, DECLINE, TURN, OPENED = "q", "quit", "r", "?", "s", "sit", "n", "t", "o"
ENTER = ""
"""An empty line: for what a player mostly does, or where things stay as they are."""
USUAL_KEYS = {"double": "o", "split": "p", "surrender": "u", "pass": ENTER, "stay": ENTER, "keep": ENTER}
"""Keys that an option has wherever it is offered, so that none means two things within a round."""


class Left(Exception):
    """The person has left the keyboard, or the input has ended: nobody plays on."""


class GotUp(Exception):
    """One player leaves; the others go on."""


class Keyboard:
    """Reads a line at a time, from a terminal or from a pipe (whose lines are repeated, so that a transcript reads)."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.live = sys.stdin.isatty()
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415  lines can then be edited and called back

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
    """A key for each option: the one it always has, else the first letter of its name that is free, else a number."""
    keys: dict[str, Option] = {}
    taken = {LEAVE, BUY, *(key for name, key in USUAL_KEYS.items() if any(o.name == name for o in options))}
    for place, option in enumerate(options, start=1):
        letters = [letter for letter in option.name.lower() if letter.isalpha()]
        free = (letter for letter in letters if letter not in taken)
        usual = ENTER if option.declines else USUAL_KEYS.get(option.name)
        key = usual if usual is not None else next(free, str(place))
        taken.add(key)
        keys[key] = option
    return keys


def parse_wagers(text: str, offers: Sequence[Offer], area: int) -> tuple[Bet, ...]:
    """Read `50`, `50 jackpot`, `ante 50 j` or `50 pairs 5 @2 25`: `@2` goes on to area 2, the first area being `area`.

    An amount goes to the spot named before it, else to the next one; a spot that takes only one amount needs none.
    Whether the amounts are right is the gate's to say.
    """
    bets: list[Bet] = []
    named: Offer | None = None
    for word in text.replace(",", " ").split():
        spot, at, number = word.partition("@")
        if at:
            bets += _close(named, area)
            named = None
            area = _area(number)
        if not spot:
            continue
        if spot[0].isalpha():
            bets += _close(named, area)
            named = _offer(spot, offers)
            continue
        taken = [bet.spot for bet in bets if bet.area == area]
        free = [offer for offer in offers if offer.spot not in taken]
        offer = named or (free[0] if free else None)
        if offer is None:
            raise ValueError("There are more amounts than spots.")
        bets.append(Bet(area, offer.spot, parse_dollars(spot)))
        named = None
    bets += _close(named, area)
    return tuple({(bet.area, bet.spot): bet for bet in bets}.values())


def _area(number: str) -> int:
    if not number.isdecimal() or len(number) > 3:
        raise ValueError(f"@{number} is no area: type @2 for area 2, and what goes on it.")
    return int(number)


def _offer(word: str, offers: Sequence[Offer]) -> Offer:
    """The spot that a word stands for: its name, a part of its name or how those begin, or its first letters."""
    for offer in offers:
        parts = offer.spot.split("-")
        if any(part.startswith(word.lower()) for part in (offer.spot, *parts, "".join(part[0] for part in parts))):
            return offer
    raise ValueError(f"There is no spot called {word}: there is {', '.join(offer.spot for offer in offers)}.")


def _close(named: Offer | None, area: int) -> list[Bet]:
    """A spot was named and no amount came: it is the only one there is."""
    if named is None:
        return []
    if named.least_cents != named.most_cents:
        raise ValueError(f"Say how much on the {named.spot}: {amount(named.least_cents, named.most_cents)}.")
    return [Bet(area, named.spot, named.least_cents)]


def amount(least: int, most: int) -> str:
    """An amount that is asked for: `$50`, or `$25 to $500`."""
    return dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"
