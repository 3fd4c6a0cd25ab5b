"""A practice table as the options of `pitboss play` ask for it: its rules, its sign, its players with their purses, and
its cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import typer

from pitboss import law
from pitboss.games import built_games, make_game
from pitboss.messages import say, say_number
from pitboss.money import dollars, parse_dollars
from pitboss.play.acts import Shuffle
from pitboss.play.needs import CutNeed, ShuffleNeed
from pitboss.play.round import Game, Round, Viewer, apply
from pitboss.play.table import Table, totals
from pitboss.play.terms import JackpotTerms, Limits, Terms, spot_words
from pitboss.report import lines, record_head
from pitboss.value import Value


class Bet(Value):
    """An opening wager as it is typed: where, and how much."""

    area: int
    spot: str
    cents: int


@dataclass
class PracticeSeat:
    """A player at a practice table, with what they have and what they wagered last."""

    name: str
    areas: tuple[int, ...]
    """The areas that they play, the first being where they sit, or stand if the seat is taken."""
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
        """The player as a viewer of the table."""
        return Viewer("patron", self.name)

    def move(self, area: int) -> None:
        """Go to another area, and wager afresh there."""
        self.areas, self.again = (area,), ()

    def buy_in(self) -> None:
        """Take more practice money, as much as at the start."""
        self.bankroll += self.buy_in_cents
        self.bought += self.buy_in_cents

    def free_cents(self, round: Round) -> int:
        """Their chips that are not on the layout."""
        mine = next((total for total in totals(round) if total.patron == self.name), None)
        return self.bankroll + (mine.returned + mine.won - mine.staked if mine else 0)

    def settle(self, round: Round) -> int | None:
        """Book a round that is over and return its net result; nothing if they sat it out."""
        for total in totals(round):
            if total.patron == self.name and (total.staked or total.won):
                self.bankroll += total.net
                self.rounds += 1
                return total.net
        return None

    def farewell(self) -> str:
        """The words for a player who gets up."""
        won = self.bankroll - self.bought
        how = say("{amount} up", amount=dollars(won)) if won > 0 else say("{amount} down", amount=dollars(-won))
        return say_number(
            "{name} gets up with {chips} in practice chips, {how} after {number} round.",
            "{name} gets up with {chips} in practice chips, {how} after {number} rounds.",
            self.rounds,
            name=self.name,
            chips=dollars(self.bankroll),
            how=how if won else say("even"),
        )


REGULATOR_MINIMUM_CENTS = 500
"""The regulator's minimum at a practice table, where an edition has one."""
AREAS = 7
PAIRS = "perfect-pairs"
LEAST_PAIRS = "5"
"""The least Perfect Pairs wager of a practice table in dollars, unless another is given."""


class SignOptions(Value):
    """The options of the sign and the equipment, as they are typed."""

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


def bad_option(hint: str, words: str) -> typer.BadParameter:
    """An error for an option, with what is wrong with it."""
    return typer.BadParameter(words, param_hint=hint)


def cents(hint: str, written: str) -> int:
    """Read an amount of an option: more than $0."""
    try:
        amount = parse_dollars(written)
    except ValueError as error:
        raise bad_option(hint, str(error)) from None
    if amount <= 0:
        raise bad_option(hint, say("it must be more than $0"))
    return amount


# The rules.


def rules_of(game: str, readings: Sequence[str], permits: Sequence[str]) -> law.Rules:
    """The rules of a game that can be played, with readings taken the other way and permissions given."""
    rules = law.Rules.of(game)
    if not rules.game.built:
        words = "{game} cannot be played yet. Choose one of {games}."
        raise law.BookError(say(words, game=game, games=", ".join(built_games())))
    granted = [law.Key(written) for written in permits]
    for key in granted:
        if key not in law.PERMISSIONS:
            known = ", ".join(sorted(law.PERMISSIONS & set(rules.edition.citations(rules.game)))) or say("none")
            words = "{game} has no permission {names}: choose one of {known}"
            raise bad_option("--permit", say(words, game=rules.game.name, names=repr(str(key)), known=known))
    return rules.amend(readings=dict(_choice(rules, written) for written in readings), grant=granted)


def _choice(rules: law.Rules, written: str) -> tuple[str, law.Choice]:
    """Read `foldKeepsJackpot=true` as the switch and one of its choices."""
    switch, is_given, value = written.partition("=")
    if not is_given:
        raise bad_option("--reading", say("{text} is not NAME=VALUE", text=repr(written)))
    for entry in rules.edition.readings.values():
        for choice in entry.choices if entry.switch == switch else ():
            if str(choice).lower() == value.lower():
                return switch, choice
    return switch, value


# The sign.


def game_of(rules: law.Rules, sign: SignOptions) -> Game:
    """The game, compiled for a practice table on these terms."""
    spots, stages_of_play = record_head.limited_spots(rules), record_head.stages(rules)
    has = {
        "pairs": (PAIRS in spots, spot_words(PAIRS)),
        "maximum_payout": (rules.applies(law.MAXIMUM_PAYOUT), say("maximum payout")),
        "jackpot": ("jackpot" in rules.game.data, say("jackpot")),
        "multiples": (bool(stages_of_play), say("multiples on its sign")),
    }
    for option, (is_there, name) in has.items():
        if getattr(sign, option) is not None and not is_there:
            words = say("{game} has no {name}", game=rules.game.name, name=name)
            raise bad_option(f"--{option.replace('_', '-')}", words)
    if sign.decks is not None and not isinstance(rules.game.data["deck"]["decks"], list):
        raise bad_option("--decks", say("{game} is played with one deck", game=rules.game.name))
    limits = Limits(cents("--minimum", sign.minimum), cents("--maximum", sign.maximum))
    offered = dict.fromkeys(spots, limits)
    if PAIRS in spots and sign.pairs == "0":
        del offered[PAIRS]
    elif PAIRS in spots:
        offered[PAIRS] = Limits(cents("--pairs", sign.pairs or LEAST_PAIRS), limits.maximum_cents)
    floor = dict.fromkeys(spots, REGULATOR_MINIMUM_CENTS) if rules.applies(law.REGULATOR_MINIMUM) else None
    terms = Terms(
        limits=offered,
        device=sign.device,
        regulator_minimum_cents=floor,
        maximum_payout_cents=cents("--maximum-payout", sign.maximum_payout)
        if sign.maximum_payout is not None
        else None,
        jackpot=_jackpot(rules, sign),
        multiples=_multiples(stages_of_play, sign.multiples),
        decks=sign.decks or 0,
    )
    return make_game(rules, terms)


def _jackpot(rules: law.Rules, sign: SignOptions) -> JackpotTerms | None:
    """The jackpot that the table offers; the method is the first that the edition has, unless one is named."""
    if sign.jackpot is None:
        if sign.method is not None or sign.option != 1:
            hint = "--method" if sign.method is not None else "--option"
            raise bad_option(hint, say("it is about a jackpot: give its price with --jackpot"))
        return None
    methods = rules.game.data["jackpot"].get("methods", [""])
    method = methods[0] if sign.method is None else sign.method.upper()
    return JackpotTerms(cents("--jackpot", sign.jackpot), method, sign.option)


def _multiples(known: Sequence[str], written: str | None) -> dict[str, tuple[int, ...]]:
    """Read `3/4,2,1`: for each stage at which the sign offers multiples of the Ante, those that it offers."""
    if written is None:
        return {}
    offered = [tuple(part.split("/")) for part in written.replace(" ", "").split(",")]
    if len(offered) != len(known) or not all(each.isdecimal() and len(each) < 4 for part in offered for each in part):
        words = say("give whole numbers for {stages}, as in 3/4,2,1", stages=", ".join(known))
        raise bad_option("--multiples", words)
    return {stage: tuple(sorted(map(int, part))) for stage, part in zip(known, offered, strict=True)}


def count_behind(game: Game, behind: int | None) -> int | None:
    """How many cards the dealer leaves behind the cutting card, within what the rules allow."""
    if behind is None:
        return None
    share = game.rules.game.data.get("cut", {}).get("most_behind")
    if share is None or game.terms.device != "shoe":
        raise bad_option("--behind", say("no cutting card goes into these cards"))
    most = int(game.size * Fraction(share.replace(":", "/")))
    if behind > most:
        raise bad_option("--behind", say("the cutting card goes up to {most} cards in from the back", most=most))
    return behind


# The people.


def seats_of(
    rules: law.Rules, named: Sequence[str], seats: int, places: Sequence[str], purse: str
) -> list[PracticeSeat]:
    """The players, each at the areas given for them (`3` or `3,5`), or at the next free one."""
    names = _names(named, max(seats, len(places)))
    given = []
    for written in places:
        parts = written.replace(" ", "").split(",")
        if not all(part.isdecimal() and 0 < int(part[:4]) <= AREAS for part in parts):
            words = "{text} is not an area from 1 to {areas}, or several as in 1,2"
            raise bad_option("--area", say(words, text=repr(written), areas=AREAS))
        given.append(tuple(dict.fromkeys(map(int, parts))))
    taken = {areas[0] for areas in given}
    free = [(area,) for area in range(1, AREAS + 1) if area not in taken]
    money = cents("--bankroll", purse)
    if len(names) > len(given) + len(free):
        raise bad_option("--area", say("there are not enough free areas: name one for each player"))
    if len(taken) < len(given) and not rules.applies(law.CONTROL_SEATED):
        raise bad_option("--area", say("in {game} an area has one player", game=rules.game.name))
    return [PracticeSeat(name, areas, money) for name, areas in zip(names, (*given, *free), strict=False)]


def _names(named: Sequence[str], seats: int) -> list[str]:
    players = [*named, *(f"Player {place}" for place in range(len(named) + 1, seats + 1))]
    if len(set(players)) < len(players) or not all(player.strip() for player in players):
        raise bad_option(
            "--name", say("two players have the same name, or a name is empty: give each a name of their own")
        )
    if any(player.lower() in ("dealer", "casino-supervisor") for player in players):
        raise bad_option("--name", say("dealer and casino-supervisor are no names for players: choose other names"))
    if any(lines.text_fault(player) for player in players):
        raise bad_option("--name", say("a name must not contain control characters"))
    if len(players) > AREAS * 3:
        raise bad_option("--name", say("there are {areas} areas, with three players at most", areas=AREAS))
    return players


# The cut.


def next_cutter(table: Table) -> str:
    """The person to whom the cut will be offered after the shuffle that is due; none where the cards are not cut."""
    opening = table.begin().round
    due = next(need for need in opening.needs if isinstance(need, ShuffleNeed))
    needs = apply(opening, Shuffle(due.id)).round.needs
    return next((need.by for need in needs if isinstance(need, CutNeed)), "")
