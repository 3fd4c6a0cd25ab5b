"""Pontoon in exact fractions: every order of the cards followed one by one, for shoes small enough.

It shares nothing with the passes over all hands but the tables of decisions; what the fast path makes of a short shoe
is checked against it.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

from pitboss.lab.pontoon.play import (
    ACE,
    DEALER_BUST,
    DEALER_PONTOON,
    DOUBLE,
    EIGHT,
    LIMIT,
    SEVEN,
    SIX,
    STAND,
    STANDS_HARD,
    TEN,
    best_total,
    dealer_ending,
)
from pitboss.lab.pontoon.rules import RANKS, SPADES, PontoonRules
from pitboss.lab.pontoon.strategy import MOST_CARDS, CountTables
from pitboss.value import Value

NUMBERS = ["", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
Kind = tuple[int, int]
"""A point value and a suit; suits are kept for six, seven and eight, and 0 for the others."""
Shoe = tuple[tuple[Kind, int], ...]
Cards = tuple[Kind, ...]


class Ended(Value):
    """A hand that is over: what it nets if that is known, else the total and the wager that wait for the dealer."""

    net: Fraction | None
    total: int = 0
    wager: int = 1
    lost: str = ""
    """`bust` or `forfeit` where the wager is gone already."""


def _kinds(rules: PontoonRules) -> Shoe:
    found: Counter[Kind] = Counter()
    for rank in range(RANKS):
        for suit, number in enumerate(rules.shoe[rank]):
            found[min(rank, TEN), suit if rank in (SIX, SEVEN, EIGHT) else 0] += number
    return tuple(sorted((kind, number) for kind, number in found.items() if number))


def _draw(shoe: Shoe) -> Iterator[tuple[Fraction, Kind, Shoe]]:
    """Every kind of next card: how likely it is, and what is left."""
    total = sum(number for _, number in shoe)
    for kind, number in shoe:
        yield Fraction(number, total), kind, _without(shoe, kind)


def _without(shoe: Shoe, gone: Kind) -> Shoe:
    left = ((kind, number - (kind == gone)) for kind, number in shoe)
    return tuple((kind, number) for kind, number in left if number)


def _values(shoe: Shoe) -> tuple[tuple[int, int], ...]:
    found: Counter[int] = Counter()
    for (value, _), number in shoe:
        found[value] += number
    return tuple(sorted(found.items()))


@cache
def _dealer(hand: tuple[int, ...], left: tuple[tuple[int, int], ...], stands_soft: int) -> tuple[Fraction, ...]:
    """How the dealer's hand ends."""
    ending = dealer_ending(hand, stands_soft) if len(hand) > 1 else None
    if ending is not None:
        return tuple(Fraction(end == ending) for end in range(7))
    total = sum(number for _, number in left)
    found = [Fraction(0)] * 7
    for value, number in left:
        rest = tuple((v, n - (v == value)) for v, n in left if n - (v == value))
        for end, chance in enumerate(_dealer(tuple(sorted((*hand, value))), rest, stands_soft)):
            found[end] += Fraction(number, total) * chance
    return tuple(found)


def _alike(ends: Iterator[tuple[Fraction, Ended, Shoe]]) -> Iterator[tuple[tuple[Ended, Shoe], Fraction]]:
    """Ends that leave the same behind, taken together."""
    found: dict[tuple[Ended, Shoe], Fraction] = {}
    for chance, end, left in ends:
        found[end, left] = found.get((end, left), Fraction(0)) + chance
    yield from found.items()


class ExactGame:
    """Pontoon on a small shoe, under tables of decisions or at its best without splits."""

    def __init__(self, rules: PontoonRules) -> None:
        """Take the rules."""
        self.rules = rules
        self.best = cache(self._best)

    def price(self, tables: CountTables) -> Fraction:
        """The player's expected net under the tables."""
        value = Fraction(0)
        for chance, first, up, second, shoe in self._deals():
            value += chance * self._round(first, up, second, shoe, tables)
        return value

    def optimum(self) -> Fraction:
        """The player's expected net at the best play that never splits."""
        value = Fraction(0)
        for chance, first, up, second, shoe in self._deals():
            hand = tuple(sorted((first, second)))
            if self._is_pontoon(hand):
                value += chance * self.rules.pay("pontoon")
            else:
                value += chance * max(self.best(hand, up[0], shoe), self._surrender(up[0], shoe))
        return value

    def _deals(self) -> Iterator[tuple[Fraction, Kind, Kind, Kind, Shoe]]:
        for chance, first, shoe in _draw(_kinds(self.rules)):
            for chance_up, up, rest in _draw(shoe):
                for chance_second, second, left in _draw(rest):
                    yield chance * chance_up * chance_second, first, up, second, left

    def _round(self, first: Kind, up: Kind, second: Kind, shoe: Shoe, tables: CountTables) -> Fraction:
        hand = tuple(sorted((first, second)))
        total, soft = self._total(hand)
        if self._is_pontoon(hand):
            return self.rules.pay("pontoon")
        if first[0] == second[0] and tables.splits[up[0], first[0]]:
            return sum(
                (
                    chance * later * self._settle((one, other), up[0], left)
                    for (one, rest), chance in _alike(self._split((first,), up[0], shoe, tables))
                    for (other, left), later in _alike(self._split((second,), up[0], rest, tables))
                ),
                Fraction(0),
            )
        if self._may_surrender(up[0]) and tables.surrenders[up[0], soft, total]:
            return self._surrender(up[0], shoe)
        super_bonus = up[0] == SEVEN
        ends = self._play(hand, up[0], shoe, tables, super_bonus=super_bonus)
        return sum((chance * self._settle((end,), up[0], left) for chance, end, left in ends), Fraction(0))

    def _split(self, card: Cards, up: int, shoe: Shoe, tables: CountTables) -> Iterator[tuple[Fraction, Ended, Shoe]]:
        for chance, drawn, left in _draw(shoe):
            hand = tuple(sorted((*card, drawn)))
            stays = card[0][0] == ACE and not self.rules.split_aces_play_on
            if stays and self._total(hand)[0] < LIMIT:
                yield chance, Ended(None, self._total(hand)[0]), left
            else:
                for later, end, rest in self._play(hand, up, left, tables, is_split=True):
                    yield chance * later, end, rest

    def _may_double(self, hand: Cards, *, is_split: bool) -> bool:
        return len(hand) <= self.rules.double_most_cards and (self.rules.double_after_split or not is_split)

    def _play(
        self,
        hand: Cards,
        up: int,
        shoe: Shoe,
        tables: CountTables,
        *,
        super_bonus: bool = False,
        is_split: bool = False,
    ) -> Iterator[tuple[Fraction, Ended, Shoe]]:
        """Every way for a hand to end under the tables."""
        total, soft = self._total(hand)
        if total > LIMIT:
            yield Fraction(1), Ended(Fraction(-1), lost="bust"), shoe
        elif total == LIMIT:
            yield Fraction(1), Ended(self._paid(hand, super_bonus=super_bonus)), shoe
        else:
            action = tables.action[up, soft, total, min(len(hand), MOST_CARDS)]
            if action == STAND:
                yield Fraction(1), Ended(None, total), shoe
                return
            for chance, drawn, left in _draw(shoe):
                if action == DOUBLE and self._may_double(hand, is_split=is_split):
                    points = self._doubled(hand, drawn)
                    gives_up = points < LIMIT and self.rules.forfeit and bool(tables.forfeits[up, points])
                    yield chance, self._double_end(points, gives_up=gives_up), left
                else:
                    grown = tuple(sorted((*hand, drawn)))
                    later_play = self._play(grown, up, left, tables, super_bonus=super_bonus, is_split=is_split)
                    for later, end, rest in later_play:
                        yield chance * later, end, rest

    def _best(self, hand: Cards, up: int, shoe: Shoe) -> Fraction:
        """The value of a hand at its best play."""
        total, _ = self._total(hand)
        if total > LIMIT:
            return Fraction(-1)
        if total == LIMIT:
            return self._paid(hand, super_bonus=up == SEVEN)
        stand = self._settle((Ended(None, total),), up, shoe)
        hit = double = Fraction(0)
        for chance, drawn, left in _draw(shoe):
            hit += chance * self.best(tuple(sorted((*hand, drawn))), up, left)
            points = self._doubled(hand, drawn)
            kept = self._settle((self._double_end(points),), up, left)
            double += chance * (max(kept, Fraction(-1)) if points < LIMIT and self.rules.forfeit else kept)
        return max(stand, hit, double) if self._may_double(hand, is_split=False) else max(stand, hit)

    def _double_end(self, points: int, *, gives_up: bool = False) -> Ended:
        if points > LIMIT:
            return Ended(Fraction(-2), wager=2, lost="bust")
        if gives_up:
            return Ended(Fraction(-1), wager=2, lost="forfeit")
        if points == LIMIT and self.rules.doubled_21_beats_pontoon:
            return Ended(2 * self.rules.pay("win"), wager=2)
        return Ended(None, points, 2)

    def _doubled(self, hand: Cards, drawn: Kind) -> int:
        points = sum(value + 1 for value, _ in (*hand, drawn))
        return points + 10 if drawn[0] == ACE and self.rules.drawn_ace_is_eleven and points <= 11 else points

    def _surrender(self, up: int, shoe: Shoe) -> Fraction:
        if not self._may_surrender(up):
            return Fraction(-1)
        lost = _dealer((up,), _values(shoe), self.rules.stands_soft)[DEALER_PONTOON]
        return -lost - (1 - lost) * self.rules.surrender_costs

    def _may_surrender(self, up: int) -> bool:
        return self.rules.surrender and (up in (ACE, TEN) or self.rules.surrender_to_any)

    def _settle(self, ends: tuple[Ended, ...], up: int, shoe: Shoe) -> Fraction:
        """What hands net together, over the dealer's endings."""
        known = sum((end.net for end in ends if end.net is not None), Fraction(0))
        live = [end for end in ends if end.net is None]
        if not live:
            return known
        value = known
        filled = any(
            (end.lost == "bust" and self.rules.bust_fills_original)
            or (end.lost == "forfeit" and self.rules.forfeit_fills_original)
            for end in ends
        )
        filled |= self.rules.paid_fills_original and ends[0].net is not None and not ends[0].lost
        for ending, chance in enumerate(_dealer((up,), _values(shoe), self.rules.stands_soft)):
            if ending == DEALER_PONTOON:
                all_of_them = sum(end.wager for end in live)
                value -= chance * (all_of_them if self.rules.pontoon_takes_all else not filled)
            elif chance:
                value += chance * sum((self._against(end, ending) for end in live), Fraction(0))
        return value

    def _against(self, end: Ended, ending: int) -> Fraction:
        dealer = 0 if ending == DEALER_BUST else STANDS_HARD + ending
        odds = self.rules.pay("win")
        if end.total == LIMIT or end.total > dealer:
            return end.wager * odds
        return Fraction(0 if end.total == dealer else -end.wager)

    def _paid(self, hand: Cards, *, super_bonus: bool) -> Fraction:
        values, suits = tuple(value for value, _ in hand), {suit for _, suit in hand}
        if values in ((SIX, SEVEN, EIGHT), (SEVEN, SEVEN, SEVEN)):
            name = "6-7-8" if values[0] == SIX else "7-7-7"
            kind = "mixed" if len(suits) > 1 else "spades" if suits == {SPADES} else "suited"
            line = f"{name}-{kind}"
            is_bonus = super_bonus and name == "7-7-7" and kind != "mixed"
            return self.rules.super_bonus_hand(line) if is_bonus else self.rules.pay(line)
        named = "-".join("A" if value == ACE else str(value + 1) for value in values)
        counted = f"{NUMBERS[len(hand)]}-card-21"
        if len(hand) > 7:
            known = [f"{number}-card-21" for number in NUMBERS[7 : len(hand) + 1]]
            counted = next(line for line in reversed(known) if line in self.rules.pays)
        line = next((line for line in (named, counted) if line in self.rules.pays), "win")
        return self.rules.pay(line)

    def _is_pontoon(self, hand: Cards) -> bool:
        return {value for value, _ in hand} == {ACE, TEN}

    def _total(self, hand: Cards) -> tuple[int, int]:
        hard = sum(value + 1 for value, _ in hand)
        total = best_total(hard, sum(value == ACE for value, _ in hand))
        return total, int(total != hard)
