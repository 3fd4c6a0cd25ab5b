"""What the person at the keyboard is offered and types: the lines that ask, a key for an option, amounts for spots."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from rich.console import Console
from rich.text import Text

from pitboss.cli.table import Bet, Seat
from pitboss.money import dollars, parse_dollars
from pitboss.play import Round, view
from pitboss.play.box import box_of
from pitboss.play.needs import DecisionNeed, Offer, Option
from pitboss.play.round import PUBLIC
from pitboss.play.terms import spot_words
from pitboss.report.acts import write_dollars
from pitboss.report.settlements import phrase

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


# The lines that a question is made of.


IN_FULL = ("double", "insure")
"""Options for up to an amount that are mostly taken for all of it."""


def keys_line(keys: Mapping[str, str], width: int, *, lead: Text | None = None) -> Text:
    """`[b] Bet $50   [f] Fold`, after some words if there are any."""
    parts = [_key(key or "Enter").append(f" {said}") for key, said in keys.items()]
    return _flow(lead, parts, width, gap=3)


def _key(key: str) -> Text:
    return Text().append(f"[{key}]", "bold cyan")


def offers_line(seat: Seat, round: Round, offers: Sequence[Offer], width: int) -> Text:
    """Who is asked, what they have, and what the sign takes."""
    where = _where(seat, round)
    has = f"{where} has {dollars(seat.free_cents(round))} in practice chips."
    parts = [Text(f"{spot_words(offer.spot)} {amount(offer.least_cents, offer.most_cents)}") for offer in offers]
    return _flow(Text().append(seat.name, "bold").append(has), parts, width, gap=2)


def _flow(lead: Text | None, parts: Sequence[Text], width: int, *, gap: int) -> Text:
    """Words and then parts, in as many lines as they need, no part being broken."""
    line = lead.copy() if lead is not None else Text()
    used, between = line.cell_len, 2
    for part in parts:
        if used and used + between + part.cell_len > width:
            line.append("\n")
            used = 0
        line.append(" " * between if used else "").append_text(part)
        used += (between if used else 0) + part.cell_len
        between = gap
    return line


def _where(seat: Seat, round: Round) -> str:
    """Where somebody stands who has no seat: behind the one who sits there."""
    seated = box_of(round.boxes, seat.area).seated
    return f", standing behind {seated}," if seated and seated != seat.name else ""


def bets_words(bets: Iterable[Bet], area: int) -> str:
    """Wagers in a line; by their areas, unless all are on the one where the player is."""
    areas: dict[int, list[str]] = {}
    for bet in bets:
        areas.setdefault(bet.area, []).append(f"{spot_words(bet.spot)} {dollars(bet.cents)}")
    if set(areas) <= {area}:
        return ", ".join(said for part in areas.values() for said in part)
    return "; ".join(f"area {area} {', '.join(part)}" for area, part in areas.items())


def decision_line(seat: Seat, round: Round, need: DecisionNeed) -> Text:
    """Who decides and what they have left; with the hand, where cards lie up or a player has more than one."""
    hand = next((hand for hand in view(round, PUBLIC).hands if hand.id == need.hand), None)
    about = [f"area {need.area}"] if len({w.area for w in round.wagers if w.patron == seat.name and w.live}) > 1 else []
    about += [hand.says] if hand is not None and hand.says else []
    line = Text().append(seat.name, "bold").append(f" ({', '.join(about)})" if about else "")
    return line.append(f" has {dollars(seat.free_cents(round))} left.")


def option_name(option: Option) -> str:
    """An option with what it takes: `Bet $50`, `Bet $25 to $75`, `Bet $75 or $100`."""
    if option.amounts:
        return f"{phrase(option.name)} {' or '.join(dollars(cents) for cents in option.amounts)}"
    stake = f" {amount(option.least_cents, option.most_cents)}" if option.most_cents else ""
    return phrase(option.name) + stake


def option_words(keys: Mapping[str, Option], usual: Callable[[Option], int]) -> dict[str, str]:
    """What to type for each option: its key takes the usual amount, and an amount after it another."""
    said: dict[str, str] = {}
    for key, option in keys.items():
        name = phrase(option.name)
        if option.least_cents == option.most_cents:
            said[key] = option_name(option)
            continue
        cents = usual(option)
        said[key] = f"{name} {dollars(cents)}"
        if option.name in IN_FULL:
            if cents > option.least_cents:
                said[f"{key} {write_dollars(option.least_cents)}"] = f"or from {dollars(option.least_cents)}"
            continue
        upto = "" if option.amounts else "up to "
        for most in option.amounts[1:] or (option.most_cents,):
            said[f"{key} {write_dollars(most)}"] = f"{name} {upto}{dollars(most)}"
    return said
