"""A practice table as the options of `pitboss play` ask for it: its rules, its sign, its players and their purses."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import typer

from pitboss import law
from pitboss.games import built_games, make_game
from pitboss.law import PERMISSIONS, Key
from pitboss.law.edition import BookError, Choice
from pitboss.law.rules import Rules
from pitboss.money import dollars, parse_dollars
from pitboss.play.history import totals
from pitboss.play.round import Game, Round, Viewer
from pitboss.play.terms import JackpotTerms, Limits, Terms
from pitboss.report.lines import text_fault
from pitboss.report.sign import limited_spots, stages
from pitboss.value import Value


class Bet(Value):
    """An opening wager as somebody types it: where, and how much."""

    area: int
    spot: str
    cents: int


@dataclass
class Seat:
    """Somebody who plays at a practice table, with what they have and what they wagered last."""

    name: str
    areas: tuple[int, ...]
    """The areas that they play, the first being where they sit, or stand if somebody sits there."""
    buy_in_cents: int
    bankroll: int = 0
    bought: int = 0
    rounds: int = 0
    again: tuple[Bet, ...] = ()
    gone: bool = False
    """Whether they have left in the middle of the round, so that the rules decide for them."""

    def __post_init__(self) -> None:
        self.buy_in()

    @property
    def area(self) -> int:
        """Where they are at the table."""
        return self.areas[0]

    @property
    def viewer(self) -> Viewer:
        """The player as somebody who looks at the table."""
        return Viewer("patron", self.name)

    def move(self, area: int) -> None:
        """Go to another area, and wager afresh there."""
        self.areas, self.again = (area,), ()

    def buy_in(self) -> None:
        """Take more practice money, as much as at the start."""
        self.bankroll += self.buy_in_cents
        self.bought += self.buy_in_cents

    def free_cents(self, round: Round) -> int:
        """What they have besides what lies on the layout, or has been lost on it."""
        mine = next((total for total in totals(round) if total.patron == self.name), None)
        return self.bankroll + (mine.returned + mine.won - mine.staked if mine else 0)

    def settle(self, round: Round) -> int | None:
        """Book a round that is over; give back what it was worth, nothing if they sat it out."""
        for total in totals(round):
            if total.patron == self.name and (total.staked or total.won):
                self.bankroll += total.net
                self.rounds += 1
                return total.net
        return None

    def farewell(self) -> str:
        """What is said when they get up."""
        won = self.bankroll - self.bought
        how = f"{dollars(won)} up" if won > 0 else f"{dollars(-won)} down" if won < 0 else "even"
        rounds = f"{self.rounds} round{'' if self.rounds == 1 else 's'}"
        return f"{self.name} gets up with {dollars(self.bankroll)} in practice chips, {how} after {rounds}."


REGULATOR_MINIMUM_CENTS = 500
"""What stands for the regulator's minimum at a practice table, where an edition wants one."""
AREAS = 7
PAIRS = "perfect-pairs"
LEAST_PAIRS = "5"
"""The least Perfect Pairs wager of a practice table in dollars, unless another is given."""


class Sign(Value):
    """What is asked of the sign and the equipment, as it is typed."""

    device: Literal["shoe", "shuffler"]
    minimum: str
    maximum: str
    maximum_payout: str | None
    jackpot: str | None
    method: str | None
    option: int
    multiples: str | None
    decks: int | None
    pairs: str | None


def wrong(hint: str, words: str) -> typer.BadParameter:
    """An option that does not fit, with what is wrong about it."""
    return typer.BadParameter(words, param_hint=hint)


def cents(hint: str, written: str) -> int:
    """Read an amount of an option: more than nothing."""
    try:
        amount = parse_dollars(written)
    except ValueError as error:
        raise wrong(hint, str(error)) from None
    if amount <= 0:
        raise wrong(hint, "it is more than nothing")
    return amount


# The rules.


def rules_of(game: str, readings: Sequence[str], permits: Sequence[str]) -> Rules:
    """The rules of a game that can be played, with readings taken the other way and permissions given."""
    rules = Rules.of(game)
    if not rules.game.built:
        raise BookError(f"{game} cannot be played yet: there is {', '.join(built_games())}.")
    granted = [_permission(rules, written) for written in permits]
    return rules.amend(readings=dict(_choice(rules, written) for written in readings), grant=granted)


def _choice(rules: Rules, written: str) -> tuple[str, Choice]:
    """Read `foldKeepsJackpot=true` as the switch and one of its choices."""
    switch, is_given, value = written.partition("=")
    if not is_given:
        raise wrong("--reading", f"{written!r} is not NAME=VALUE")
    for entry in rules.edition.readings.values():
        for choice in entry.choices if entry.switch == switch else ():
            if str(choice).lower() == value.lower():
                return switch, choice
    return switch, value


def _permission(rules: Rules, written: str) -> Key:
    if Key(written) in PERMISSIONS:
        return Key(written)
    known = ", ".join(sorted(PERMISSIONS & set(rules.edition.citations(rules.game)))) or "none"
    raise wrong("--permit", f"{rules.game.name} has no permission {written!r} to give: it has {known}")


# The sign.


def game_of(rules: Rules, sign: Sign) -> Game:
    """The game, compiled for a practice table on these terms."""
    spots = limited_spots(rules)
    limits = Limits(cents("--minimum", sign.minimum), cents("--maximum", sign.maximum))
    floor = dict.fromkeys(spots, REGULATOR_MINIMUM_CENTS) if rules.applies(law.REGULATOR_MINIMUM) else None
    terms = Terms(
        limits=dict.fromkeys(spots, limits) | _pairs(rules, sign, limits),
        device=sign.device,
        regulator_minimum_cents=floor,
        maximum_payout_cents=_payout(rules, sign.maximum_payout),
        jackpot=_jackpot(rules, sign),
        multiples=_multiples(rules, sign.multiples),
        decks=_decks(rules, sign.decks),
    )
    if PAIRS in spots and sign.pairs == "0":
        terms = terms._replace(limits={spot: limit for spot, limit in terms.limits.items() if spot != PAIRS})
    return make_game(rules, terms)


def _pairs(rules: Rules, sign: Sign, limits: Limits) -> dict[str, Limits]:
    """Perfect Pairs from their own least wager, where the game has them."""
    if PAIRS not in limited_spots(rules):
        if sign.pairs is not None:
            raise wrong("--pairs", f"{rules.game.name} has no Perfect Pairs")
        return {}
    if sign.pairs == "0":
        return {}
    return {PAIRS: Limits(cents("--pairs", sign.pairs or LEAST_PAIRS), limits.maximum_cents)}


def _payout(rules: Rules, written: str | None) -> int | None:
    if written is None:
        return None
    if not rules.applies(law.MAXIMUM_PAYOUT):
        raise wrong("--maximum-payout", f"{rules.game.name} has no maximum payout")
    return cents("--maximum-payout", written)


def _decks(rules: Rules, decks: int | None) -> int:
    """How many decks, where the rules leave a choice; which they take is the game's to say."""
    if decks is None:
        return 0
    if not isinstance(rules.game.data["deck"]["decks"], list):
        raise wrong("--decks", f"{rules.game.name} is played with one deck")
    return decks


def _jackpot(rules: Rules, sign: Sign) -> JackpotTerms | None:
    """The jackpot that the table offers; the method is the first that the edition has, unless one is named."""
    if sign.jackpot is None:
        if sign.method is not None or sign.option != 1:
            hint = "--method" if sign.method is not None else "--option"
            raise wrong(hint, "it is about a jackpot: give its price with --jackpot")
        return None
    if "jackpot" not in rules.game.data:
        raise wrong("--jackpot", f"{rules.game.name} has no jackpot")
    methods = rules.game.data["jackpot"].get("methods", [""])
    method = methods[0] if sign.method is None else sign.method.upper()
    return JackpotTerms(cents("--jackpot", sign.jackpot), method, sign.option)


def _multiples(rules: Rules, written: str | None) -> dict[str, tuple[int, ...]]:
    """Read `3/4,2,1`: for each stage at which the sign offers multiples of the Ante, those that it offers."""
    if written is None:
        return {}
    known = stages(rules)
    if not known:
        raise wrong("--multiples", f"{rules.game.name} has no multiples on its sign")
    offered = [tuple(part.split("/")) for part in written.replace(" ", "").split(",")]
    if len(offered) != len(known) or not all(each.isdecimal() and len(each) < 4 for part in offered for each in part):
        raise wrong("--multiples", f"it is whole numbers for {', '.join(known)}, as in 3/4,2,1")
    return {stage: tuple(sorted(map(int, part))) for stage, part in zip(known, offered, strict=True)}


def behind_of(game: Game, behind: int | None) -> int | None:
    """How many cards the dealer leaves behind the cutting card, so far as the rules let one go in."""
    if behind is None:
        return None
    share = game.rules.game.data.get("cut", {}).get("most_behind")
    if share is None or game.terms.device != "shoe":
        raise wrong("--behind", "no cutting card goes into these cards")
    most = int(game.size * Fraction(share.replace(":", "/")))
    if behind > most:
        raise wrong("--behind", f"the cutting card goes up to {most} cards in from the back")
    return behind


# The people.


def seats_of(rules: Rules, named: Sequence[str], seats: int, places: Sequence[str], purse: str) -> list[Seat]:
    """Everybody who plays, each at the areas given for them, or at the next that is free."""
    names = _names(named, max(seats, len(places)))
    given = [_areas(written) for written in places]
    taken = {areas[0] for areas in given}
    free = iter([area for area in range(1, AREAS + 1) if area not in taken])
    money = cents("--bankroll", purse)
    found = []
    for place, name in enumerate(names):
        areas = given[place] if place < len(given) else (next(free, 0),)
        if not areas[0]:
            raise wrong("--area", "no area is free for everybody: name one for each player")
        found.append(Seat(name, areas, money))
    if len(taken) < len(given) and not rules.applies(law.CONTROL_SEATED):
        raise wrong("--area", f"in {rules.game.name} an area has one player")
    return found


def _names(named: Sequence[str], seats: int) -> list[str]:
    players = [*named, *(f"Player {place}" for place in range(len(named) + 1, seats + 1))]
    if len(set(players)) < len(players) or not all(player.strip() for player in players):
        raise wrong("--name", "every player has a name of their own")
    if any(player.lower() in ("dealer", "casino-supervisor") for player in players):
        raise wrong("--name", "the dealer and the casino supervisor are there already")
    if any(text_fault(player) for player in players):
        raise wrong("--name", "a name has no control characters")
    if len(players) > AREAS * 3:
        raise wrong("--name", f"there are {AREAS} areas, with three players at the most")
    return players


def _areas(written: str) -> tuple[int, ...]:
    """Read `3` or `3,5`: the area where a player is, and others that they play."""
    parts = written.replace(" ", "").split(",")
    if not all(part.isdecimal() and 0 < int(part[:4]) <= AREAS for part in parts):
        raise wrong("--area", f"{written!r} is not an area from 1 to {AREAS}, or several as in 1,2")
    return tuple(dict.fromkeys(map(int, parts)))
