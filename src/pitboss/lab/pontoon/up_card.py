"""An up card with the rules and the decisions against it: everything that the passes over hands need.

How one hand can end, suits told apart, and what each end nets and had wagered against each ending of the dealer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon import play
from pitboss.lab.pontoon.rules import COUNTS, LINES, SPADES, SUITS, PontoonRules, cards_of_line
from pitboss.value import Value

PAID_LINES = tuple(line for line in LINES["wager"] if line != "pontoon")
"""The lines that a hand of 21 is paid by, in the order of the ends from PAID on."""
SUITED = {play.SIX_SEVEN_EIGHT: play.PAID + 4, play.SEVENS: play.PAID + 7}
"""Where the three lines of a hand that suits decide begin."""
TOLD_APART = play.PAID + len(PAID_LINES)
"""How many ends there are by the lines of the book; lines that it does not have come behind."""
MOST_COUNTED = 7
"""The most cards that a line of the book names."""
LIVE = play.BUST
"""Ends before this one are decided by the dealer's hand."""


class HandNet(Value):
    """The net of one hand and the wagers on it, in units."""

    pay: Fraction
    wagered: int


def count_ends(rules: PontoonRules) -> int:
    """How many ends there are with suits told apart."""
    return TOLD_APART + len(rules.added)


def lines(added: Sequence[str] = ()) -> Array:
    """By hand: the line that it is paid by if it makes 21. Cards that are named go before their number, and 6-7-8 and
    7-7-7 before all."""
    hands = play.all_hands()
    by_cards = np.array([play.PLAIN_21] * 5 + [play.FIVE_CARDS, play.SIX_CARDS] + [play.SEVEN_CARDS] * 15, np.int64)
    for place, line in enumerate(added, play.SEVENS + 1):
        if line in COUNTS:
            many = COUNTS[line]
            by_cards[many : None if many > MOST_COUNTED else many + 1] = place
    found = by_cards[hands.cards]
    for place, line in enumerate(added, play.SEVENS + 1):
        if cards := cards_of_line(line):
            found[play.place_of(*(value - 1 for value in cards))] = place
    found[play.place_of(play.SIX, play.SEVEN, play.EIGHT)] = play.SIX_SEVEN_EIGHT
    found[play.place_of(play.SEVEN, play.SEVEN, play.SEVEN)] = play.SEVENS
    return found


def suit_shares(
    shoe: Sequence[Sequence[int]],
    *,
    held: Sequence[tuple[int, int]] = (),
    dead: Sequence[tuple[int, int]] = (),
    coming: Sequence[int],
) -> Array:
    """How likely a hand is mixed, of one suit but spades, and all spades once cards of the ranks coming have come.

    `held` are the hand's cards by rank and suit, `dead` others that have left the shoe.
    """
    shares = np.zeros(3)
    for suit in range(SUITS):
        if any(card[1] != suit for card in held):
            continue
        left = [list(rank) for rank in shoe]
        for rank, gone in (*held, *dead):
            left[rank][gone] -= 1
        chance = 1.0
        for rank in coming:
            total = sum(left[rank])
            chance *= left[rank][suit] / total if total else 0.0
            left[rank][suit] -= 1
        shares[2 if suit == SPADES else 1] += max(chance, 0.0)
    shares[0] = 1 - shares[1] - shares[2]
    return shares


def line_pays(rules: PontoonRules) -> Array:
    """The pay of each line of 21."""
    return np.array([float(rules.pay(line)) for line in (*PAID_LINES, *rules.added)])


def tell_apart(ends: play.PlayOutcomes, dealer: Array, shares: dict[int, Array]) -> Array:
    """The chance of every end, suits told apart, with every ending of the dealer's hand.

    `dealer` is how the dealer's hand ends whatever the player does. A hand that does not wait for the dealer is taken
    to be as likely beside each ending as all such hands are together; nothing it nets depends on that.
    """
    told = TOLD_APART + len(ends.chance) - (play.PAID + play.SEVENS + 1)
    found = np.zeros((told, play.ENDINGS))
    found[:LIVE] = ends.joint
    over = np.maximum(dealer - ends.joint.sum(axis=0), 0.0)
    chance = np.zeros(told)
    chance[TOLD_APART:] = ends.chance[play.PAID + play.SEVENS + 1 :]
    chance[LIVE : play.PAID + 4] = ends.chance[LIVE : play.PAID + 4]
    for line, first in SUITED.items():
        chance[first : first + 3] = ends.chance[play.PAID + line] * shares[line]
    if over.sum() > 0:
        found[LIVE:] = np.outer(chance[LIVE:], over / over.sum())
    return found


def nets(rules: PontoonRules) -> list[list[HandNet]]:
    """By end and dealer's ending: what the hand nets and had wagered."""
    win = rules.pay("win")
    table = [
        [HandNet(_against(play.STANDS_HARD - 1 + kind, end, win, 1), 1) for end in range(play.ENDINGS)]
        for kind in range(5)
    ]
    takes = 2 if rules.pontoon_takes_all else 1
    table += [
        [HandNet(_against(play.STANDS_HARD - 1 + kind, end, win, 2, takes), 2) for end in range(play.ENDINGS)]
        for kind in range(5)
    ]
    beats = [end != play.DEALER_PONTOON or rules.doubled_21_beats_pontoon for end in range(play.ENDINGS)]
    table.append([HandNet(2 * win if beat else Fraction(-takes), 2) for beat in beats])
    flat = [HandNet(Fraction(-1), 1), HandNet(Fraction(-2), 2), HandNet(Fraction(-1), 2)]
    flat += [HandNet(rules.pay(line), 1) for line in (*PAID_LINES, *rules.added)]
    assert (play.STOOD, play.DOUBLED, play.DOUBLED_21, play.BUST, play.DOUBLED_BUST, play.FORFEITED) == (
        0,
        5,
        10,
        11,
        12,
        13,
    )
    return table + [[net] * play.ENDINGS for net in flat]


def _against(total: int, ending: int, odds: Fraction, units: int, takes: int = 1) -> Fraction:
    """What a total of 20 or less nets; by the book a dealer's pontoon takes one original wager, whatever was added
    (12.8, 13.5)."""
    if ending == play.DEALER_PONTOON:
        return Fraction(-takes)
    dealer = 0 if ending == play.DEALER_BUST else play.STANDS_HARD + ending
    assert total < play.LIMIT
    if total == dealer:
        return Fraction(0)
    return units * odds if total > dealer else Fraction(-units)


MIXED, OF_ONE_SUIT, OF_SPADES, OF_SPLIT = range(4)
BONUS_SORTS = ("mixed", "one suit", "spades", "split")
"""Two cards that may make a bonus: by their suits, or those of a split hand, which looks at no suits."""


@dataclass(frozen=True)
class Policy:
    """The decisions against one up card, by hand; where a part is none, or a hand says CHOOSE, the best is taken."""

    given: Array
    forfeits: Array | None = None
    """By hand and by whether the drawn ace counts 11: whether a doubled hand forfeits."""
    splits: Array | None = None
    """By point value: whether a pair is split."""
    surrenders: Array | None = None
    """By hand: whether it is surrendered."""
    bonus: Array | None = None
    """By sort (`BONUS_SORTS`) and two cards: what is done first of all, or nothing; it goes before splits and
    surrenders."""


def best_policy() -> Policy:
    """Leave every decision to the solver."""
    return Policy(np.full(len(play.all_hands().hard), play.CHOOSE, np.int8))


@lru_cache(maxsize=256)
def dealer_hands_beside(left: tuple[float, ...], up: int, stands_soft: int, holding: int | None = None) -> Array:
    """How the dealer's hand ends beside every hand, or those that hold a point value; no pay matters to it."""
    hands = play.all_hands()
    wanted = hands.cards >= 0 if holding is None else hands.counts[:, holding] > 0
    found: Array = play.distributions(hands, wanted, np.array(left), play.dealer_draws(up, stands_soft))
    found.setflags(write=False)
    return found


@dataclass(frozen=True)
class UpCard:
    """The dealer's up card, under some rules."""

    rules: PontoonRules
    up: int

    @cached_property
    def hands(self) -> play.Hands:
        """Every hand."""
        return play.all_hands()

    @cached_property
    def left(self) -> Array:
        """By point value: the cards of the shoe but the up card."""
        left = np.array(self.rules.values, np.float64)
        left[self.up] -= 1
        return left

    @cached_property
    def terms(self) -> play.HandTerms:
        """The rules of one hand."""
        rules = self.rules
        return play.HandTerms(
            float(rules.pay("win")),
            rules.forfeit,
            rules.drawn_ace_is_eleven,
            rules.doubled_21_beats_pontoon,
            rules.double_most_cards,
            2 if rules.pontoon_takes_all else 1,
        )

    @cached_property
    def split_terms(self) -> play.HandTerms:
        """The rules of one split hand."""
        return self.terms if self.rules.double_after_split else self.terms._replace(double_most_cards=0)

    @cached_property
    def line(self) -> Array:
        """By hand: the line it is paid by if it makes 21."""
        return lines(self.rules.added)

    @cached_property
    def shares(self) -> dict[int, Array]:
        """How the hands that suits decide fall into their lines while suits are not looked at."""
        return {
            play.SIX_SEVEN_EIGHT: suit_shares(self.rules.shoe, coming=(play.SIX, play.SEVEN, play.EIGHT)),
            play.SEVENS: suit_shares(self.rules.shoe, coming=(play.SEVEN, play.SEVEN, play.SEVEN)),
        }

    @cached_property
    def suited_pays(self) -> dict[int, Array]:
        """What the three lines of each hand that suits decide pay."""
        pays = line_pays(self.rules)
        return {play.SIX_SEVEN_EIGHT: pays[4:7], play.SEVENS: pays[7:10]}

    @cached_property
    def paid(self) -> Array:
        """By hand: what it wins if it makes 21, suits left to chance."""
        pays_of_lines = line_pays(self.rules)
        by_line = np.zeros(play.SEVENS + 1 + len(self.rules.added))
        by_line[play.PLAIN_21 : play.PLAIN_21 + 4] = pays_of_lines[:4]
        by_line[play.SEVENS + 1 :] = pays_of_lines[len(PAID_LINES) :]
        for line, pays in self.suited_pays.items():
            by_line[line] = self.shares[line] @ pays
        return by_line[self.line]

    @cached_property
    def net(self) -> Array:
        """By end and dealer's ending: what a hand nets."""
        return np.array([[float(net.pay) for net in row] for row in nets(self.rules)])

    @property
    def may_be_pontoon(self) -> bool:
        """Say whether the dealer may make pontoon of the up card."""
        return self.up in (play.ACE, play.TEN)

    @property
    def may_surrender(self) -> bool:
        """Say whether half may be surrendered to the up card."""
        return self.rules.surrender and (self.may_be_pontoon or self.rules.surrender_to_any)

    @property
    def pontoon_card(self) -> int:
        """The point value that makes the up card pontoon."""
        return play.TEN if self.up == play.ACE else play.ACE
