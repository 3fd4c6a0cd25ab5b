"""A game as a table has it before anything is played: its rules, its terms, its spots and its cards.

Every sign shows limits that the rules take and chips that can pay them, and nothing that the game or its edition has no
rule for.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from pitboss import law
from pitboss.cards import Card
from pitboss.law import Key
from pitboss.law.rules import Rules
from pitboss.play.cashier import Cashier
from pitboss.play.terms import Limits, Spot, Terms, spot_words
from pitboss.play.wager import Refusal

T = TypeVar("T")

GIVEN_BY: Mapping[str, Key] = {
    "jackpot": law.JACKPOT_OFFERED,
    "maximum_payout_cents": law.MAXIMUM_PAYOUT,
    "regulator_minimum_cents": law.REGULATOR_MINIMUM,
    "individual": law.INDIVIDUAL_LIMITS,
    "multiples": law.PLAY_MULTIPLE,
    "decks": law.DECKS_OF_48,
    "bettors": law.THREE_BETTORS,
    "players": law.FEWER_PLAYERS,
    "reserved": law.AREAS_RESERVED,
    "restricted": law.HELD_TO_MINIMUM,
    "low_limit": law.LOW_LIMIT_DEVICE,
}
"""The terms that only some games and editions have, by the rule that gives each to them. Others have no use for it."""


class Setup:
    """A game as a table has it: its rules, its terms, its spots and its cards."""

    spots: Mapping[str, Spot]
    deck: tuple[Card, ...]
    copies: int = 1
    """How many decks are dealt together."""
    deck_because: law.Because = (law.DECK_OF_52,)
    """The rule that says which cards there are."""
    house: tuple[str, ...] = ()
    """The hands of the house, in the order of their numbers, before those of the players."""
    whose_because: law.Because = ()
    """The rule that says whose a decision is, where a hand has several players."""
    switches: frozenset[str] = frozenset()
    """The readings that this engine can take the other way."""

    def __init__(self, rules: Rules, terms: Terms) -> None:
        self.rules = rules
        self.terms = terms = terms.copied()
        self.cashier = Cashier(rules, terms)
        self.smallest_chip = min(terms.chips.denominations, default=1)
        self.deck_set = frozenset(self.deck)
        self.pack = self.deck * self.copies
        self.size = len(self.pack)

    def __repr__(self) -> str:
        return f"<{self.rules.game.name} {self.rules.edition.version}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setup) and (self.rules, self.terms) == (other.rules, other.terms)

    __hash__ = None  # type: ignore[assignment]  # terms hold mappings

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms: one that the game has no use for, a reading it does not play."""
        no = check_given(self)
        if no is not None:
            return no
        rules = self.rules
        for switch, choice in rules.choices.items():
            if switch not in self.switches and choice != rules.default(switch):
                words = f"{rules.game.name} is not played with {switch} = {choice}."
                return Refusal((law.TERMS, rules.reading_id(switch)), words)
        return None


def check_given(game: Setup) -> Refusal | None:
    """Refuse terms that the game has no use for: nothing is put on a sign and then ignored."""
    for name in _idle(game.rules, game.terms):
        words = f"A table of {game.rules.game.title} has no {name.removesuffix('_cents').replace('_', ' ')}."
        return Refusal((law.TERMS,), f"{words} The rules of {game.rules.game.name} say nothing of one: leave it out.")
    known = _limited_spots(game)
    for spots in _spots_named(game.terms):
        for spot in spots:
            if spot not in known:
                words = f"The sign gives no limits for {spot}: it does for {', '.join(known)}."
                return Refusal((law.TERMS, law.PLAYING_AREA), words)
    return None


def _idle(rules: Rules, terms: Terms) -> Iterator[str]:
    """The terms that are given and that no rule gives."""
    for name, rule in GIVEN_BY.items():
        if getattr(terms, name) and not rules.applies(rule):
            yield name


def _limited_spots(game: Setup) -> tuple[str, ...]:
    return tuple(spot.name for spot in game.spots.values() if spot.opening and not spot.priced)


def _spots_named(terms: Terms) -> Iterator[Iterable[str]]:
    yield terms.limits
    yield terms.regulator_minimum_cents or ()
    yield from terms.individual.values()


def used_terms(game: Setup, terms: Terms) -> Terms:
    """Those of some terms that a game has a use for: a table on an old log may have others, which nothing came of."""
    terms = terms._replace(**{name: Terms._field_defaults[name] for name in _idle(game.rules, terms)})
    known = _limited_spots(game)

    def there(given: Mapping[str, T]) -> dict[str, T]:
        """What is given for spots of the layout."""
        return {spot: value for spot, value in given.items() if spot in known}

    floor = terms.regulator_minimum_cents
    return terms._replace(
        limits=there(terms.limits),
        regulator_minimum_cents=there(floor) if floor is not None else None,
        individual={patron: there(own) for patron, own in terms.individual.items()},
    )


def check_limits(game: Setup, spots: tuple[str, ...]) -> Refusal | None:
    """Refuse a sign without limits for a spot, and limits of a player's own that are none."""
    for spot in spots:
        no = _limits(game, spot, game.terms.limits.get(spot))
        for theirs in game.terms.individual.values():
            no = no or (_limits(game, spot, theirs[spot]) if spot in theirs else None)
        if no is not None:
            return no
    return None


def _limits(game: Setup, spot: str, limits: Limits | None) -> Refusal | None:
    """Refuse limits that are none, or that go below the regulator's minimum; a player's own are held to it too."""
    if limits is None or not 0 < limits.minimum_cents <= limits.maximum_cents or limits.unit_cents < 0:
        return Refusal((law.SIGN_MINIMUM,), f"The sign shows a minimum and a maximum for the {spot_words(spot)}.")
    floor = (game.terms.regulator_minimum_cents or {}).get(spot, 0)
    if game.rules.applies(law.REGULATOR_MINIMUM) and not 0 < floor <= limits.minimum_cents:
        words = f"No table opens without the regulator's minimum for the {spot_words(spot)}, nor with limits below it."
        return Refusal((law.REGULATOR_MINIMUM, *game.rules.readings("K23")), words)
    return None


def check_chips(game: Setup, spots: tuple[str, ...]) -> Refusal | None:
    """Refuse chips that are none, a minimum that they do not make, and a maximum payout that they cannot pay."""
    terms = game.terms
    if not terms.chips.is_sound:
        words = "Chips are worth something, are listed smallest first, and go together in value."
        return Refusal((law.TERMS, law.CHIPS_OR_TOKENS), words)
    for spot in spots:
        if not terms.chips.pays_exactly(terms.limits[spot].minimum_cents):
            words = f"The chips of this table do not make the minimum {spot_words(spot)}."
            return Refusal((law.TERMS, law.CHIPS_OR_TOKENS), words)
    cap = terms.maximum_payout_cents
    if cap is not None and (cap <= 0 or not terms.chips.pays_exactly(cap)):
        because = (law.TERMS, *game.rules.only((law.MAXIMUM_PAYOUT,)))
        return Refusal(because, "The maximum payout is an amount that the chips of this table can pay.")
    return None
