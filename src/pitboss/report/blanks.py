"""Cards that the short form leaves open: a rank without its suit, and a card that nobody saw where one must be named.

A record may leave open what cannot change the result of any wager. So the round is played with one choice of cards,
then with others: where all of them come to the same, the record is settled; where they do not, the wager that they
decide is named.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pitboss.cards import UNKNOWN, Card
from pitboss.cards.card import RANKS, SUITS, parse_card
from pitboss.play import Round
from pitboss.play.round import Game
from pitboss.play.terms import spot_words
from pitboss.report.lines import RecordError

MOST_PLAYED = 256
"""How many choices of cards are played one by one. Of more, those are played that give hands as many cards of a suit as
can be: suits decide by being the same."""


class Blank(NamedTuple):
    """A card of which the record has the rank alone, or nothing."""

    written: str
    rank: int = -1

    def __str__(self) -> str:
        return self.written


Written = Card | Blank


def parse_written(text: str) -> tuple[Written, ...]:
    """Read cards parted by spaces or commas; a rank may stand alone."""
    ranks = {"10": "T"} | {rank: rank for rank in RANKS}
    return tuple(
        Blank(ranks[word.upper()], RANKS.index(ranks[word.upper()])) if word.upper() in ranks else parse_card(word)
        for word in text.replace(",", " ").split()
    )


class Filled(NamedTuple):
    """A card that was chosen for a blank: for whose hand, at which line, and out of which cards."""

    blank: Blank
    card: Card
    who: str
    line: int
    choice: tuple[Card, ...]


class NoChoiceError(Exception):
    """A choice of cards that the deck does not have."""


class Blanks:
    """Chooses cards for the blanks of one playing of a record; `plan` says which, by the order in which they come."""

    def __init__(self, game: Game, out: Iterable[Written], plan: Mapping[int, Card], *, names_unseen: bool) -> None:
        self._game = game
        self._out = Counter(card for card in out if isinstance(card, Card) and card != UNKNOWN)
        self._plan = plan
        self.names_unseen = names_unseen
        """Whether a card that nobody saw is chosen, too, where it is to be named."""
        self.filled: list[Filled] = []

    def fill(self, round: Round, blank: Blank, who: str, line: int) -> Card:
        """Choose a card for a blank: of a suit that the hand has least, unless the plan says another."""
        chosen = Counter(each.card for each in self.filled)
        left = [
            card
            for card in self._game.deck
            if blank.rank in (-1, card.rank) and self._out[card] + chosen[card] < self._game.copies
        ]
        planned = self._plan.get(len(self.filled))
        if not left and not self._plan:
            words = f"no {blank} is left in these cards for {who}"
            raise RecordError(line, words, self._game.deck_because, self._game.rules)
        if not left or (planned is not None and planned not in left):
            raise NoChoiceError
        suits = Counter(each.card.suit for each in self.filled if each.who == who)
        card = planned if planned is not None else min(left, key=lambda card: self._rank(card, blank, suits))
        is_live = any(wager.left.pieces or wager.face_down for wager in round.wagers)
        self.filled.append(Filled(blank, card, who, line, tuple(left) if is_live else (card,)))
        return card

    def _rank(self, card: Card, blank: Blank, suits: Counter[int]) -> tuple[bool, int, int]:
        """A card that stands in the record comes last, so that each choice can be told from what is written."""
        other = any(each.card == card and each.blank != blank for each in self.filled)
        return bool(self._out[card]) or other, suits[card.suit], card


def other_plans(filled: list[Filled]) -> Iterator[dict[int, Card]] | None:
    """Other choices of cards that are to be played; nothing where there are too many to tell."""
    if math.prod(len(each.choice) for each in filled) <= MOST_PLAYED:
        return (dict(enumerate(cards)) for cards in itertools.product(*(each.choice for each in filled)))
    if any(each.blank.rank < 0 and len(each.choice) > 1 for each in filled):
        return None
    return _extremes(filled)


def _extremes(filled: list[Filled]) -> Iterator[dict[int, Card]]:
    """Give all hands, each hand alone, and each with any other (as with cards that all share) the most of each suit."""
    hands = list(dict.fromkeys(each.who for each in filled))
    groups = [hands, *itertools.combinations(hands, 1), *itertools.combinations(hands, 2)]
    for group, suit in itertools.product(groups, range(len(SUITS))):
        plan: dict[int, Card] = {}
        for number, each in enumerate(filled):
            card = next((card for card in each.choice if card.suit == suit), None)
            if each.who in group and card is not None:
                plan[number] = card
        yield plan


def differing_wager(base: Round, other: Round) -> str:
    """The first wager that two playings of a record settle otherwise; empty if there is none."""
    ours, theirs = _results(base), _results(other)
    for number, result in ours.items():
        if theirs.get(number) != result:
            wager = base.wagers[number]
            return f"{wager.patron}'s {spot_words(wager.spot)} on area {wager.area}"
    return "" if base.is_over == other.is_over and set(ours) == set(theirs) else "how the round goes on"


def _results(round: Round) -> dict[int, list[object]]:
    found: dict[int, list[object]] = {}
    for done in round.settlements:
        found.setdefault(done.wager, []).append((done.result, done.pays, done.returned, done.taken))
    for claim in round.claims:
        found.setdefault(claim.wager, []).append(claim.line)
    return found
