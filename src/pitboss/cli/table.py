"""A practice table as the options of `pitboss play` ask for it: its rules, its sign, its players with their purses, and
its cards."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal

import typer

from pitboss import law
from pitboss.cards import Card, Opening, Shoe
from pitboss.cards.shoe import seed_bytes
from pitboss.games import built_games, make_game
from pitboss.law import PERMISSIONS, Key
from pitboss.law.edition import BookError, Choice
from pitboss.law.rules import Rules
from pitboss.messages import say, say_number
from pitboss.money import dollars, parse_dollars
from pitboss.play import Table, apply
from pitboss.play.acts import Act, Shuffle
from pitboss.play.dealer import CUT, NO_SHOES, DealtCards, Shoes, meet
from pitboss.play.needs import CutNeed, Need, ShuffleNeed
from pitboss.play.round import Game, Round, Viewer
from pitboss.play.table import totals
from pitboss.play.terms import JackpotTerms, Limits, Terms
from pitboss.report.lines import text_fault
from pitboss.report.record_head import limited_spots, stages
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
"""What stands for the regulator's minimum at a practice table, where an edition wants one."""
AREAS = 7
PAIRS = "perfect-pairs"
LEAST_PAIRS = "5"
"""The least Perfect Pairs wager of a practice table in dollars, unless another is given."""


class SignOptions(Value):
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


def bad_option(hint: str, words: str) -> typer.BadParameter:
    """An option that does not fit, with what is wrong about it."""
    return typer.BadParameter(words, param_hint=hint)


def cents(hint: str, written: str) -> int:
    """Read an amount of an option: more than $0."""
    try:
        amount = parse_dollars(written)
    except ValueError as error:
        raise bad_option(hint, str(error)) from None
    if amount <= 0:
        raise bad_option(hint, "it must be more than $0")
    return amount


# The rules.


def rules_of(game: str, readings: Sequence[str], permits: Sequence[str]) -> Rules:
    """The rules of a game that can be played, with readings taken the other way and permissions given."""
    rules = Rules.of(game)
    if not rules.game.built:
        words = "{game} cannot be played yet. Choose one of {games}."
        raise BookError(say(words, game=game, games=", ".join(built_games())))
    granted = [Key(written) for written in permits]
    for key in granted:
        if key not in PERMISSIONS:
            known = ", ".join(sorted(PERMISSIONS & set(rules.edition.citations(rules.game)))) or "none"
            words = "{game} has no permission {names} to give: it has {known}"
            raise bad_option("--permit", say(words, game=rules.game.name, names=repr(str(key)), known=known))
    return rules.amend(readings=dict(_choice(rules, written) for written in readings), grant=granted)


def _choice(rules: Rules, written: str) -> tuple[str, Choice]:
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


def game_of(rules: Rules, sign: SignOptions) -> Game:
    """The game, compiled for a practice table on these terms."""
    spots, stages_of_play = limited_spots(rules), stages(rules)
    has = {
        "pairs": (PAIRS in spots, "Perfect Pairs"),
        "maximum_payout": (rules.applies(law.MAXIMUM_PAYOUT), "maximum payout"),
        "jackpot": ("jackpot" in rules.game.data, "jackpot"),
        "multiples": (bool(stages_of_play), "multiples on its sign"),
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


def _jackpot(rules: Rules, sign: SignOptions) -> JackpotTerms | None:
    """The jackpot that the table offers; the method is the first that the edition has, unless one is named."""
    if sign.jackpot is None:
        if sign.method is not None or sign.option != 1:
            hint = "--method" if sign.method is not None else "--option"
            raise bad_option(hint, "it is about a jackpot: give its price with --jackpot")
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
    """How many cards the dealer leaves behind the cutting card, so far as the rules let one go in."""
    if behind is None:
        return None
    share = game.rules.game.data.get("cut", {}).get("most_behind")
    if share is None or game.terms.device != "shoe":
        raise bad_option("--behind", "no cutting card goes into these cards")
    most = int(game.size * Fraction(share.replace(":", "/")))
    if behind > most:
        raise bad_option("--behind", say("the cutting card goes up to {most} cards in from the back", most=most))
    return behind


# The people.


def seats_of(rules: Rules, named: Sequence[str], seats: int, places: Sequence[str], purse: str) -> list[PracticeSeat]:
    """All who play, each at the areas given for them (`3` or `3,5`), or at the next that is free."""
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
        raise bad_option("--area", "there are not enough free areas: name one for each player")
    if len(taken) < len(given) and not rules.applies(law.CONTROL_SEATED):
        raise bad_option("--area", say("in {game} an area has one player", game=rules.game.name))
    return [PracticeSeat(name, areas, money) for name, areas in zip(names, (*given, *free), strict=False)]


def _names(named: Sequence[str], seats: int) -> list[str]:
    players = [*named, *(f"Player {place}" for place in range(len(named) + 1, seats + 1))]
    if len(set(players)) < len(players) or not all(player.strip() for player in players):
        raise bad_option("--name", "every player has a name of their own")
    if any(player.lower() in ("dealer", "casino-supervisor") for player in players):
        raise bad_option("--name", "the dealer and the casino supervisor are there already")
    if any(text_fault(player) for player in players):
        raise bad_option("--name", "a name has no control characters")
    if len(players) > AREAS * 3:
        raise bad_option("--name", say("there are {areas} areas, with three players at most", areas=AREAS))
    return players


# The cards: the chance that shuffles and cuts them, and the shoes that they are dealt from.


_DOMAIN = b"pitboss practice seed 1\0"


class Chance:
    """The operating system's chance, or a text that a player chose: it gives the same shoes every time, and they are
    marked as chosen."""

    def __init__(self, text: str | None = None) -> None:
        self.text = text

    def shoe(self, cards: Sequence[Card], round_number: int, shuffle: int = 0) -> Shoe:
        """A shoe of some cards for a round; `shuffle` counts those that the round had before."""
        size = seed_bytes(len(cards))
        if self.text is None:
            return Shoe.shuffle(cards, secrets.token_bytes(size))
        return Shoe.shuffle(cards, self._choose(f"seed {round_number} {shuffle}", size), chosen=True)

    def place(self, what: str, round_number: int, shuffle: int, *, least: int, most: int) -> int:
        """How deep the cutting card goes in for what is done with it, every place being as likely as another."""
        if self.text is None:
            return least + secrets.randbelow(most - least + 1)
        purpose = f"{what} {round_number}" + (f" {shuffle}" if shuffle else "")
        return least + int.from_bytes(self._choose(purpose, 16), "big") % (most - least + 1)

    def _choose(self, purpose: str, size: int) -> bytes:
        assert self.text is not None
        return hashlib.shake_256(_DOMAIN + purpose.encode() + b"\0" + self.text.encode()).digest(size)


class PublishedShuffle(Value):
    """A shuffle as all may know it: its commitment, and once it is spent what opens it."""

    commitment: str
    is_chosen: bool
    opening: Opening | None = None
    dealt: tuple[Card, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the opening gives the commitment and the cards dealt."""
        return self.opening is not None and self.opening.check(self.commitment, self.dealt)


class PracticeShoe:
    """What the virtual dealer deals from. `behind` is how many cards the dealer leaves behind the cutting card, where
    that is said."""

    def __init__(self, chance: Chance, *, behind: int | None = None) -> None:
        self.chance = chance
        self.behind = behind
        self.shoes = NO_SHOES
        self._dealt = DealtCards()
        self._round = self._count = 0

    def answer(self, round: Round, need: Need, *, at: int | None = None) -> Act:
        """What is done about a need of the dealer's; `at` is where a player cuts, if they say."""
        cut = partial(self._place, round) if at is None else lambda _: at
        done = meet(round, need, self.shoes.live, partial(self._shuffle, round), cut)
        assert done is not None  # it is a need of the dealer's
        act, live = done
        self.shoes = self.shoes.note_act(act, live)
        self._dealt.see(act)
        return act

    def end_round(self, table: Table) -> list[PublishedShuffle]:
        """Every shuffle of a round that is over, those opened that are spent."""
        return self._open(*self.shoes.end_round(table))

    def close(self) -> list[PublishedShuffle]:
        """Every shuffle that is left when the table closes, opened: none of them will be dealt any more."""
        return self._open(NO_SHOES, self.shoes.every)

    def _open(self, left: Shoes, spent: tuple[Shoe, ...]) -> list[PublishedShuffle]:
        self.shoes = left
        opened = [
            PublishedShuffle(shoe.commitment, shoe.chosen, shoe.open(), self._dealt.open(shoe.commitment) or ())
            for shoe in spent
        ]
        return opened if left.live is None else [*opened, PublishedShuffle(left.live.commitment, left.live.chosen)]

    @property
    def is_in_use(self) -> bool:
        """Whether cards of an order have been dealt that is not opened yet."""
        return any(shoe.drawn for shoe in self.shoes.every)

    def _shuffle(self, round: Round, cards: tuple[Card, ...]) -> Shoe:
        self._count = self._count + 1 if round.number == self._round else 1
        self._round = round.number
        return self.chance.shoe(cards, round.number, self._count - 1)

    def _place(self, round: Round, need: CutNeed) -> int:
        """Where chance puts the cutting card; a dealer who marks the end of a shoe leaves a deck behind it, or more."""
        least = need.least
        if need.id != CUT:
            if self.behind is not None:
                return max(least, min(self.behind, need.most))
            least = max(least, min(len(round.game.deck), need.most))
        return self.chance.place(need.id, round.number, self._count - 1, least=least, most=need.most)


def next_cutter(table: Table) -> str:
    """The person to whom the cut will be offered after the shuffle that is due; none where the cards are not cut."""
    opening = table.begin().round
    due = next(need for need in opening.needs if isinstance(need, ShuffleNeed))
    needs = apply(opening, Shuffle(due.id)).round.needs
    return next((need.by for need in needs if isinstance(need, CutNeed)), "")
