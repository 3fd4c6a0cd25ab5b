"""The initial deal: what every first two cards are worth against an up card, and how the round then ends.

Suits count where they can lead to 6-7-8 or 7-7-7; there each way of dealing them is met on its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from pitboss.lab.arrays import Array
from pitboss.lab.pontoon import play
from pitboss.lab.pontoon.rules import SPADES, SUITS
from pitboss.lab.pontoon.split import Split, split_pair
from pitboss.lab.pontoon.up_card import (
    MIXED,
    OF_ONE_SUIT,
    OF_SPADES,
    SUITED,
    Policy,
    UpCard,
    count_ends,
    dealer_hands_beside,
    suit_shares,
    tell_apart,
)
from pitboss.value import Value


class InitialDeal(Value):
    """First two cards by point value, the suits of both and of the up card where they count, and how likely."""

    first: int
    second: int
    suits: tuple[int, int, int] | None
    chance: float


@dataclass
class UpResult:
    """The results of rounds against one up card; all chances are those given that card."""

    spot: UpCard
    dealer: Array
    values: play.DecisionValues
    forfeits: Array
    splits: dict[int, Split]
    value: float = 0.0
    pontoon: float = 0.0
    surrendered: Array = field(default_factory=lambda: np.zeros(2))
    """The chance of a surrender without, and with, a dealer's pontoon."""
    super_bonus: Array = field(default_factory=lambda: np.zeros(2))
    """The chance of three sevens of one suit against a seven: not spades, and spades."""
    alone: Array = field(init=False)
    """The chance of each end of a hand that was not split."""
    two: Array = field(init=False)
    three: Array = field(init=False)
    """The chance of each ending of the dealer with the ends of two and of three split hands."""
    decided: dict[tuple[int, int], dict[int, float]] = field(default_factory=dict)
    """By first two point values: the chance of each decision."""
    openings: list[tuple[InitialDeal, int]] = field(default_factory=list)
    """The decision on every first two cards."""

    def __post_init__(self) -> None:
        """Begin with no chance of any end."""
        ends = count_ends(self.spot.rules)
        self.alone = np.zeros((ends, play.ENDINGS))
        self.two, self.three = (np.zeros((play.ENDINGS, *[ends] * hands)) for hands in (2, 3))

    def surrender(self, place: int) -> float:
        """What a hand is worth that is surrendered, or that loses all where this is not offered."""
        if not self.spot.may_surrender:
            return -1.0
        lost = float(self.dealer[place, play.DEALER_PONTOON])
        return -lost - (1 - lost) * float(self.spot.rules.surrender_costs)


def solve_up(spot: UpCard, policy: Policy) -> UpResult:
    """Play every hand against one up card."""
    result = value_up(spot, policy)
    wanted = [v for v in range(play.VALUES) if policy.splits is None or policy.splits[v]]
    result.splits = {pair: split_pair(spot, pair, policy) for pair in wanted if spot.left[pair] >= 2}
    reach = {action: np.zeros(len(spot.hands.hard)) for action in (play.STAND, play.HIT, play.DOUBLE)}
    suited = {line: np.zeros(3) for line in (play.SIX_SEVEN_EIGHT, play.SEVENS)}
    for dealt in _deals(spot):
        if (dealt.first, dealt.second) == (play.ACE, play.TEN):
            result.pontoon += dealt.chance
            result.value += dealt.chance * float(spot.rules.pay("pontoon"))
            continue
        action, value = max(options_of(result, policy, dealt).items(), key=lambda option: option[1])
        result.value += dealt.chance * value
        result.openings.append((dealt, action))
        hand = result.decided.setdefault((dealt.first, dealt.second), {})
        hand[action] = hand.get(action, 0.0) + dealt.chance
        place = play.place_of(dealt.first, dealt.second)
        if action == play.SPLIT:
            _add_split(result, dealt)
        elif action == play.SURRENDER:
            lost = float(result.dealer[place, play.DEALER_PONTOON])
            result.surrendered += dealt.chance * np.array([1 - lost, lost])
        else:
            reach[action][place] += dealt.chance
            if action == play.HIT and (coming := coming_to(dealt)):
                line, card = coming
                part = dealt.chance * _next(spot, dealt, card)
                shares = part * _shares_of(spot, dealt, card)
                suited[line] += shares
                if line == play.SEVENS and spot.up == play.SEVEN:
                    result.super_bonus += shares[1:]
    result.alone = _follow(result, reach, suited)
    return result


def value_up(spot: UpCard, policy: Policy) -> UpResult:
    """The value of every hand against an up card, before any is dealt or split."""
    nothing = np.zeros(len(spot.hands.hard))
    dealer = dealer_hands_beside(tuple(spot.left), spot.up, spot.rules.stands_soft)
    forfeits = policy.forfeits
    if forfeits is None:
        forfeits = play.best_forfeits(spot.hands, dealer, nothing, spot.terms)
    forfeits = forfeits & spot.rules.forfeit
    values = play.evaluate(spot.hands, spot.left, dealer, policy.given, forfeits, spot.paid, nothing, spot.terms)
    return UpResult(spot, dealer, values, forfeits, {})


def _deals(spot: UpCard) -> Iterator[InitialDeal]:
    """Every first two cards, the lower point value first."""
    left = spot.left
    for first in range(play.VALUES):
        for second in range(first, play.VALUES):
            like = first == second
            chance = left[first] * (left[second] - like) * (1 if like else 2)
            chance /= left.sum() * (left.sum() - 1)
            if chance <= 0:
                continue
            if first >= play.SIX and second <= play.EIGHT:
                yield from _with_suits(spot, first, second, float(chance))
            else:
                yield InitialDeal(first, second, None, float(chance))


def _with_suits(spot: UpCard, first: int, second: int, chance: float) -> Iterator[InitialDeal]:
    """The ways to deal suits to the first two cards and the up card; a ten-point up card's suit never counts."""
    shoe = [list(rank) for rank in spot.rules.shoe]
    for suits in product(range(SUITS), range(SUITS), range(SUITS) if spot.up != play.TEN else (0,)):
        part = chance
        dealt: list[tuple[int, int]] = []
        for rank, suit in zip((first, second, spot.up), suits, strict=True):
            if rank != play.TEN:
                of_rank = sum(shoe[rank]) - sum(r == rank for r, _ in dealt)
                part *= (shoe[rank][suit] - dealt.count((rank, suit))) / of_rank
            dealt.append((rank, suit))
        if part > 0:
            yield InitialDeal(first, second, suits, part)


def coming_to(dealt: InitialDeal) -> tuple[int, int] | None:
    """The line whose pay suits decide that a third card can still make, and that card."""
    if dealt.suits is None:
        return None
    if dealt.first == dealt.second == play.SEVEN:
        return play.SEVENS, play.SEVEN
    missing = {play.SIX, play.SEVEN, play.EIGHT} - {dealt.first, dealt.second}
    return (play.SIX_SEVEN_EIGHT, missing.pop()) if len(missing) == 1 else None


def _next(spot: UpCard, dealt: InitialDeal, card: int) -> float:
    """The chance that the next card has a point value."""
    rest = spot.left - spot.hands.counts[play.place_of(dealt.first, dealt.second)]
    return float(rest[card] / rest.sum())


def _shares_of(spot: UpCard, dealt: InitialDeal, card: int) -> Array:
    """How likely the hand is mixed, of one suit, or spades, once that card has come."""
    assert dealt.suits is not None
    held = ((dealt.first, dealt.suits[0]), (dealt.second, dealt.suits[1]))
    return suit_shares(spot.rules.shoe, held=held, dead=_up_card(spot, dealt), coming=(card,))


def _up_card(spot: UpCard, dealt: InitialDeal) -> tuple[tuple[int, int], ...]:
    assert dealt.suits is not None
    return ((spot.up, dealt.suits[2]),) if spot.up != play.TEN else ()


def options_of(result: UpResult, policy: Policy, dealt: InitialDeal) -> dict[int, float]:
    """What may be done with the first two cards under a policy, and what each is worth."""
    spot, values = result.spot, result.values
    place = play.place_of(dealt.first, dealt.second)
    options = {
        play.STAND: float(values.stand[place]),
        play.HIT: float(values.hit[place]) + _suits_add_to_hit(spot, dealt),
        play.DOUBLE: float(values.double[place]),
    }
    if policy.bonus is not None and dealt.suits is not None and (wanted := policy.bonus[bonus_place(dealt)]):
        return {int(wanted): options[int(wanted)]}
    if policy.given[place] > 0:
        options = {int(policy.given[place]): options[int(policy.given[place])]}
    if spot.may_surrender:
        if policy.surrenders is None:
            options[play.SURRENDER] = result.surrender(place)
        elif policy.surrenders[place]:
            options = {play.SURRENDER: result.surrender(place)}
    if dealt.first == dealt.second and dealt.first in result.splits:
        split = result.splits[dealt.first].value
        for shares in _split_shares(spot, dealt):
            # Suits move the chance of a suited hand, which the decisions do not look at.
            for line, share in shares.items():
                gain = float((share - spot.shares[line]) @ spot.suited_pays[line])
                split += result.splits[dealt.first].bonus[line] * gain
        options = options | {play.SPLIT: split} if policy.splits is None else {play.SPLIT: split}
    return options


def bonus_place(dealt: InitialDeal) -> tuple[int, int, int]:
    """Where a policy says what is done with two cards that may make a bonus: their suits, and the cards."""
    assert dealt.suits is not None
    first, second, _ = dealt.suits
    return MIXED if first != second else OF_SPADES if first == SPADES else OF_ONE_SUIT, dealt.first, dealt.second


def _suits_add_to_hit(spot: UpCard, dealt: InitialDeal) -> float:
    """What knowing the suits adds to the value of drawing a third card, the Super Bonus included."""
    coming = coming_to(dealt)
    if coming is None:
        return 0.0
    line, card = coming
    shares, pays = _shares_of(spot, dealt, card), spot.suited_pays[line].copy()
    if line == play.SEVENS and spot.up == play.SEVEN and spot.rules.super_bonus:
        pays[1:] = pays[1:] * spot.rules.super_bonus_pays_table_1 + float(spot.rules.super_bonus)
    return _next(spot, dealt, card) * float(shares @ pays - spot.shares[line] @ spot.suited_pays[line])


def _split_shares(spot: UpCard, dealt: InitialDeal) -> list[dict[int, Array]]:
    """For each split hand: how its suited hands fall into their lines, where the suits dealt tell."""
    if dealt.suits is None:
        return []
    cards = [(dealt.first, dealt.suits[0]), (dealt.second, dealt.suits[1])]
    others = [rank for rank in (play.SIX, play.SEVEN, play.EIGHT) if rank != dealt.first]
    found = []
    for held, other in (cards, cards[::-1]):
        dead = (other, *_up_card(spot, dealt))
        shares = {play.SIX_SEVEN_EIGHT: suit_shares(spot.rules.shoe, held=[held], dead=dead, coming=others)}
        if dealt.first == play.SEVEN:
            shares[play.SEVENS] = suit_shares(spot.rules.shoe, held=[held], dead=dead, coming=(play.SEVEN, play.SEVEN))
        found.append(shares)
    return found


def _add_split(result: UpResult, dealt: InitialDeal) -> None:
    """Add a split to the ends, the lines of suited hands weighed by the suits dealt unless there are three hands."""
    split = result.splits[dealt.first]
    if split.three is not None:
        result.two += dealt.chance * split.two
        result.three += dealt.chance * split.three
        return
    factors = np.ones((2, count_ends(result.spot.rules)))
    for factor, shares in zip(factors, _split_shares(result.spot, dealt), strict=False):
        for line, share in shares.items():
            usual = result.spot.shares[line]
            factor[SUITED[line] : SUITED[line] + 3] = np.divide(share, usual, out=np.ones(3), where=usual > 0)
    result.two += dealt.chance * split.two * np.outer(*factors)


def _follow(result: UpResult, reach: dict[int, Array], suited: dict[int, Array]) -> Array:
    """The ends of the hands that were not split."""
    spot, hands = result.spot, result.spot.hands
    alone = np.zeros_like(result.alone)
    for decision, start in reach.items():
        action = result.values.action.copy()
        action[hands.cards == 2] = decision
        ends = play.follow(hands, spot.left, result.dealer, action, result.forfeits, spot.line, start, spot.terms)
        alone += _apart(ends, suited)
    return alone


def _apart(ends: play.PlayOutcomes, suited: dict[int, Array]) -> Array:
    """The ends with suits told apart; here nothing needs to know how the dealer's hand ends beside a finished hand."""
    shares = {
        line: suited[line] / ends.chance[play.PAID + line] if ends.chance[play.PAID + line] > 0 else np.zeros(3)
        for line in suited
    }
    finished = ends.chance.sum() - ends.joint.sum()
    dealer = ends.joint.sum(axis=0)
    dealer[0] += finished
    return tell_apart(ends, dealer, shares)
