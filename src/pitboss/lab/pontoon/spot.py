"""An up card with the rules it is met under and the decisions against it: all that the passes over hands need."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.lab.pontoon.ends import line_pays, lines, nets, suit_shares, terms_of
from pitboss.lab.pontoon.hands import ACE, EIGHT, SEVEN, SIX, TEN, Hands, all_hands, dealer_draws
from pitboss.lab.pontoon.play import CHOOSE, PLAIN_21, SEVENS, SIX_SEVEN_EIGHT, Terms, distributions
from pitboss.lab.pontoon.rules import PontoonRules

Array = NDArray[Any]


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


def best_policy() -> Policy:
    """Leave every decision to the solver."""
    return Policy(np.full(len(all_hands().hard), CHOOSE, np.int8))


@lru_cache(maxsize=256)
def dealer_beside(left: tuple[float, ...], up: int, stands_soft: int, holding: int | None = None) -> Array:
    """How the dealer's hand ends beside every hand, or those that hold a point value; no pay matters to it."""
    hands = all_hands()
    wanted = hands.cards >= 0 if holding is None else hands.counts[:, holding] > 0
    found: Array = distributions(hands, wanted, np.array(left), dealer_draws(up, stands_soft))
    found.setflags(write=False)
    return found


@dataclass(frozen=True)
class Spot:
    """The dealer's up card, under some rules."""

    rules: PontoonRules
    up: int

    @cached_property
    def hands(self) -> Hands:
        """Every hand."""
        return all_hands()

    @cached_property
    def left(self) -> Array:
        """By point value: the cards of the shoe but the up card."""
        left = np.array(self.rules.values, np.float64)
        left[self.up] -= 1
        return left

    @cached_property
    def terms(self) -> Terms:
        """The rules of one hand."""
        return terms_of(self.rules)

    @cached_property
    def line(self) -> Array:
        """By hand: the line it is paid by if it makes 21."""
        return lines()

    @cached_property
    def shares(self) -> dict[int, Array]:
        """How the hands that suits decide fall into their lines when nobody has looked at suits."""
        return {
            SIX_SEVEN_EIGHT: suit_shares(self.rules.shoe, coming=(SIX, SEVEN, EIGHT)),
            SEVENS: suit_shares(self.rules.shoe, coming=(SEVEN, SEVEN, SEVEN)),
        }

    @cached_property
    def suited_pays(self) -> dict[int, Array]:
        """What the three lines of each hand that suits decide pay."""
        pays = line_pays(self.rules)
        return {SIX_SEVEN_EIGHT: pays[4:7], SEVENS: pays[7:10]}

    @cached_property
    def paid(self) -> Array:
        """By hand: what it wins if it makes 21, suits left to chance."""
        by_line = np.zeros(SEVENS + 1)
        by_line[PLAIN_21 : PLAIN_21 + 4] = line_pays(self.rules)[:4]
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
        return self.up in (ACE, TEN)

    @property
    def pontoon_card(self) -> int:
        """The point value that makes the up card pontoon."""
        return TEN if self.up == ACE else ACE
