"""Pontoon played and reckoned from scratch, as its document tells it: lists, strings and fractions, nothing of the
engine that it checks. It writes down what it did step by step, so that the engine can be led the same way."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

VALUES = {**{str(pips): pips for pips in range(2, 10)}, "J": 10, "Q": 10, "K": 10, "A": 11}
RED = "dh"
Choose = Callable[[Sequence[Any]], Any]
"""Takes one of several things: a player's choice, or chance."""
Draw = Callable[[str], str]
"""The next card, for the `dealer` or a `player`."""
_SURRENDER = {"surrender": (0, 0), "no-surrender": (0, 0)}


def value(card: str) -> int:
    return VALUES[card[0]]


def add_up(cards: Sequence[str], ones: int = 0) -> tuple[int, bool]:
    """A total, and whether it is soft; the aces among the first `ones` cards can only count one."""
    least = sum(1 if card[0] == "A" else value(card) for card in cards)
    free = any(card[0] == "A" for card in cards[ones:])
    return (least + 10, True) if free and least <= 11 else (least, False)


def is_pontoon(cards: Sequence[str]) -> bool:
    return len(cards) == 2 and add_up(cards)[0] == 21


def odds_of(cards: Sequence[str]) -> Fraction:
    """What Table 1 gives a 21 that was not doubled."""
    if len(cards) >= 5:
        return {5: Fraction(3, 2), 6: Fraction(2)}.get(len(cards), Fraction(3))
    if sorted(card[0] for card in cards) in (["6", "7", "8"], ["7", "7", "7"]):
        suits = {card[1] for card in cards}
        return Fraction(3, 2) if len(suits) > 1 else Fraction(3 if suits == {"s"} else 2)
    return Fraction(1)


def pair_odds(first: str, second: str) -> int:
    if first[0] != second[0]:
        return 0
    if first == second:
        return 25
    return 10 if (first[1] in RED) == (second[1] in RED) else 5


@dataclass(eq=False)
class Bet:
    patron: str
    area: int
    kind: str
    cents: int
    is_down: bool = True
    is_surrendered: bool = False
    is_lost: bool = False
    comes_back: int = 0
    """What the player gets in the end, the stake included."""


@dataclass(eq=False)
class Hand:
    cards: list[str]
    bets: list[Bet]
    is_split: bool = False
    doubled_at: int = 0
    """How many cards it had when it was doubled."""
    fate: str = ""
    """Why it is not played further: pontoon, surrendered, bust, made (a 21), given up."""

    def down(self, *kinds: str) -> list[Bet]:
        return [bet for bet in self.bets if bet.is_down and (not kinds or bet.kind in kinds)]

    def is_pair(self) -> bool:
        return len(self.cards) == 2 and value(self.cards[0]) == value(self.cards[1])


@dataclass(eq=False)
class Box:
    area: int
    line: list[str]
    """Its players, the controlling one first."""
    hands: list[Hand]
    away: set[str] = field(default_factory=set)


BASE = ("wager", "split")
ON_HAND = (*BASE, "double")


class PlainPontoon:
    """One round. `log` is what happened: calls, questions with all that they offer and the answer, and cards."""

    def __init__(
        self,
        wagers: Sequence[tuple[str, int, int]],
        *,
        draw: Draw,
        choose: Choose,
        pairs: Sequence[tuple[str, int, int]] = (),
        seated: Mapping[int, str] | None = None,
        chips: Sequence[int] = (100,),
        permitted: Iterable[str] = (),
        readings: Mapping[str, Any] | None = None,
        lapses: bool = True,
        forgets: bool = True,
    ) -> None:
        self.log: list[tuple[Any, ...]] = []
        self.draw, self.choose, self.chips = draw, choose, sorted(chips)
        self.permitted, self.readings = set(permitted), dict(readings or {})
        self.lapses, self.forgets = lapses, forgets
        self.bets = [Bet(patron, area, "wager", cents) for patron, area, cents in wagers]
        self.side = [Bet(patron, area, "perfect-pairs", cents) for patron, area, cents in pairs]
        self.insurance: list[Bet] = []
        self.bonuses: dict[tuple[str, int], int] = defaultdict(int)
        self.had_fifty: set[tuple[str, int]] = set()
        self.boxes: list[Box] = []
        self.dealer: list[str] = []
        self.is_insurance_forgotten = False
        for area in sorted({bet.area for bet in self.bets}):
            bets = [bet for bet in self.bets if bet.area == area]
            bets.sort(key=lambda bet: -bet.cents)  # equal ones lie as they were placed, the first nearest the dealer
            bets.sort(key=lambda bet: bet.patron != (seated or {}).get(bet.area))
            self.boxes.append(Box(area, [bet.patron for bet in bets], [Hand([], bets)]))

    def reads(self, switch: str, usual: object) -> object:
        return self.readings.get(switch, usual)

    # Money.

    def chips_make(self, cents: int) -> bool:
        if cents % self.chips[0] == 0:
            return True
        can = {0}
        for chip in self.chips:
            can = {sum_ for start in can for sum_ in range(start, cents + 1, chip)}
        return cents in can

    def up_to_chips(self, amount: Fraction) -> int:
        cents = ceil(amount)
        while not self.chips_make(cents):
            cents += 1
        return cents

    def down_to_chips(self, amount: Fraction) -> int:
        cents = int(amount)
        while not self.chips_make(cents):
            cents -= 1
        return cents

    def win(self, bet: Bet, odds: Fraction) -> None:
        bet.is_down = False
        bet.comes_back = bet.cents + self.up_to_chips(bet.cents * odds)

    def lose(self, bet: Bet) -> None:
        bet.is_down, bet.is_lost = False, True

    def hand_back(self, bet: Bet) -> None:
        bet.is_down, bet.comes_back = False, bet.cents

    # The round.

    def play(self) -> None:
        self.deal()
        self.offers()
        for box in self.boxes:
            self.play_box(box)
        self.play_dealer()
        self.settle()

    def deal(self) -> None:
        cards = []
        for turn in range(2):
            for box in self.boxes:
                cards.append(self.draw("player"))
                box.hands[0].cards.append(cards[-1])
            if turn == 0:
                cards.append(self.draw("dealer"))
                self.dealer.append(cards[-1])
        self.log.append(("deal", cards))
        for box in self.boxes:
            (hand,) = box.hands
            for bet in self.side:
                if bet.area == box.area:
                    odds = pair_odds(*hand.cards)
                    self.win(bet, Fraction(odds)) if odds else self.lose(bet)
            if is_pontoon(hand.cards):
                hand.fate = "pontoon"
                if "paid-at-final" not in self.permitted:
                    self.pay_pontoon(hand)

    def pay_pontoon(self, hand: Hand) -> None:
        for bet in hand.down():
            self.win(bet, Fraction(3, 2))

    # Insurance and surrender.

    def offers(self) -> None:
        up = self.dealer[0][0]
        if up not in "JQKA" or all(box.hands[0].fate for box in self.boxes):
            return
        if up == "A":
            self.is_insurance_forgotten = self.forgets and self.choose((False, False, True))
            if not self.is_insurance_forgotten:
                self.insure()
        self.log.append(("call", "surrender"))
        may = [(box, self.caller(box, box.hands[0])) for box in self.boxes if not box.hands[0].fate]
        asked = [(box, bet) for box, bet in may if bet is not None and self.may_surrender(bet)]
        self.log.append(("open", "surrender", [bet.patron for _, bet in asked]))
        for box, bet in asked:
            if self.choose((False, False, False, True)):
                self.surrender(box.hands[0], bet)
        self.log.append(("call", "surrender-closed"))

    def surrender(self, hand: Hand, bet: Bet) -> None:
        self.put_button(hand, bet)
        self.log.append(("take", "surrender", bet.patron, bet.area, _SURRENDER, "surrender", 0))
        for other in hand.down():
            if other is not bet:
                if self.reads("unsurrenderedShare", "plays-frozen") == "surrendered":
                    self.put_button(hand, other)
                elif self.may_surrender(other) and self.choose((False, True)):
                    self.put_button(hand, other)
                    self.log.append(("take", "surrender", other.patron, other.area, _SURRENDER, "surrender", 0))

    def put_button(self, hand: Hand, bet: Bet) -> None:
        hand.fate, bet.is_surrendered = "surrendered", True
        self.drop_insurance(bet.area)

    def may_surrender(self, bet: Bet) -> bool:
        insured = any((i.patron, i.area) == (bet.patron, bet.area) for i in self.insurance)
        return bool(self.reads("insuredMaySurrender", True)) or not insured

    def insure(self) -> None:
        """Call for insurance, on time or remembered, and close it."""
        self.is_insurance_forgotten = False
        self.log.append(("call", "insurance"))
        able = [(bet, self.most_insured(bet)) for bet in self.bets if self.may_insure(bet)]
        able = [(bet, most) for bet, most in able if most]
        self.log.append(("open", "insure", [bet.patron for bet, _ in able]))
        for bet, most in able:
            cents = self.choose((0, 0, most, self.chips[0]))
            if cents:
                self.insurance.append(Bet(bet.patron, bet.area, "insurance", cents))
            offered = {"insure": (self.chips[0], most), "no-insurance": (0, 0)}
            says = "insure" if cents else "no-insurance"
            self.log.append(("take", "insure", bet.patron, bet.area, offered, says, cents))
        self.log.append(("call", "insurance-closed"))

    def most_insured(self, bet: Bet) -> int:
        return self.down_to_chips(Fraction(bet.cents, 2))

    def may_insure(self, bet: Bet) -> bool:
        hands = next(box for box in self.boxes if box.area == bet.area).hands
        if bet.kind != "wager" or hands[0].fate == "pontoon":
            return False
        return bool(self.reads("insuranceOutlivesHand", True)) or self.has_something(bet.patron, bet.area)

    def has_something(self, patron: str, area: int) -> bool:
        return any(
            bet.patron == patron and bet.area == area and bet.kind in BASE and bet.is_down and not bet.is_surrendered
            for bet in self.bets
        )

    def drop_insurance(self, area: int) -> None:
        if not self.reads("insuranceOutlivesHand", True):
            for bet in self.insurance:
                if bet.area == area and bet.is_down and not self.has_something(bet.patron, area):
                    self.lose(bet)

    def may_remember(self) -> None:
        if self.is_insurance_forgotten and self.choose((False, False, True)):
            self.insure()

    # The play.

    def caller(self, box: Box, hand: Hand) -> Bet | None:
        there = {bet.patron: bet for bet in hand.down(*BASE)}
        return next((there[name] for name in box.line if name in there and name not in box.away), None)

    def ask(self, kind: str, bet: Bet, options: Mapping[str, tuple[int, int]]) -> tuple[str, int]:
        self.may_remember()
        name = self.choose((*options, "lapse") if self.lapses else tuple(options))
        least, most = options.get(name, (0, 0))
        cents = self.choose((least, most)) if least != most else most
        self.log.append(("take", kind, bet.patron, bet.area, dict(options), name, cents))
        return name, cents

    def card(self, box: Box, place: int) -> None:
        self.may_remember()
        hand = box.hands[place]
        hand.cards.append(self.draw("player"))
        self.log.append(("card", box.area, place, hand.cards[-1]))

    def play_box(self, box: Box) -> None:
        place = 0
        while place < len(box.hands):
            if box.hands[place].fate or not self.play_hand(box, place):
                place += 1

    def play_hand(self, box: Box, place: int) -> bool:
        """Play a hand; say whether it was split, so that it has to be played again."""
        hand = box.hands[place]
        if len(hand.cards) == 1:
            self.card(box, place)
            if self.is_over(hand):
                return False
        while (bet := self.caller(box, hand)) is not None:
            options = self.options(box, hand, bet)
            if len(options) == 1:
                return False  # an ace that has its card
            name, cents = self.ask("play", bet, options)
            if name == "lapse":
                box.away.add(bet.patron)
            elif name == "draw":
                self.card(box, place)
                if self.is_over(hand):
                    return False
            else:
                if name == "double":
                    self.double(box, place, bet, cents)
                elif name == "split":
                    self.split(box, place, bet)
                return name == "split"
        return False

    def options(self, box: Box, hand: Hand, bet: Bet) -> dict[str, tuple[int, int]]:
        filled_ace = hand.is_split and hand.cards[0][0] == "A"
        options = {"stand": (0, 0)}
        if not filled_ace:
            options["draw"] = (0, 0)
        if not filled_ace or self.reads("splitAcesMayDouble", False):
            options["double"] = (self.chips[0], bet.cents)
        if hand.is_pair() and (not hand.is_split or ("split-again" in self.permitted and len(box.hands) < 3)):
            options["split"] = (bet.cents, bet.cents)
        return options

    def total(self, hand: Hand) -> int:
        ones = hand.doubled_at
        if ones and self.reads("drawnAceOnDouble", "eleven") == "one":
            ones += 1
        return add_up(hand.cards, ones)[0]

    def is_over(self, hand: Hand) -> bool:
        """Take a hand that is bust, pay one that is made."""
        total = self.total(hand)
        if total > 21:
            hand.fate = "bust"
            for bet in hand.down(*ON_HAND):
                self.lose(bet)
                self.drop_insurance(bet.area)
        elif total == 21 and not (hand.doubled_at and not self.reads("doubledTwentyOneBeatsPontoon", True)):
            hand.fate = "made"
            if "paid-at-final" not in self.permitted:
                self.pay_made(hand)
        return total >= 21 and bool(hand.fate)

    def double(self, box: Box, place: int, bet: Bet, cents: int) -> None:
        hand = box.hands[place]
        self.add(hand, bet, "double", cents)
        for other in self.in_any_order([b for b in hand.down(*BASE) if b is not bet]):
            name, more = self.ask("double", other, {"double": (self.chips[0], other.cents), "pass": (0, 0)})
            if name == "double":
                self.add(hand, other, "double", more)
        count = len(hand.cards)
        self.card(box, place)
        hand.doubled_at = count
        if self.is_over(hand):
            return
        for other in self.in_any_order(hand.down("double")):
            name, _ = self.ask("forfeit", other, {"keep": (0, 0), "forfeit": (0, 0)})
            if name == "forfeit":
                self.hand_back(other)
                for mine in hand.down(*BASE):
                    if mine.patron == other.patron:
                        self.lose(mine)
                self.drop_insurance(box.area)
        if not hand.down():
            hand.fate = "given up"

    def add(self, hand: Hand, bet: Bet, kind: str, cents: int) -> None:
        hand.bets.append(Bet(bet.patron, bet.area, kind, cents))
        self.bets.append(hand.bets[-1])

    def split(self, box: Box, place: int, bet: Bet) -> None:
        hand = box.hands[place]
        new = Hand([hand.cards.pop()], [], is_split=True)
        hand.is_split = True
        box.hands.insert(place + 1, new)
        self.add(new, bet, "split", bet.cents)
        for other in self.in_any_order([b for b in hand.down(*BASE) if b is not bet]):
            name, cents = self.ask("split", other, {"split": (other.cents, other.cents), "stay": (0, 0)})
            if name == "split":
                self.add(new, other, "split", cents)

    def in_any_order(self, bets: list[Bet]) -> Iterable[Bet]:
        left = list(bets)
        while left:
            yield left.pop(left.index(self.choose(left)))

    # Bonuses.

    def is_bonus(self, hand: Hand) -> bool:
        return (
            not hand.is_split
            and not hand.doubled_at
            and [card[0] for card in (*hand.cards, self.dealer[0])] == ["7"] * 4
            and len({card[1] for card in hand.cards}) == 1
        )

    def pay_made(self, hand: Hand) -> None:
        odds = Fraction(1) if hand.doubled_at else odds_of(hand.cards)
        is_late = "paid-at-final" in self.permitted
        alone = is_late and self.reads("lateSuperBonusPays", "tables-1-and-2") == "table-2"
        for bet in hand.down(*ON_HAND):
            sum_ = 0
            if self.is_bonus(hand) and bet.cents >= 500:
                sum_ = 500_000 if bet.cents >= 2_500 else 100_000
                self.bonuses[bet.patron, bet.area] += self.up_to_chips(Fraction(sum_))
            if sum_ and alone:
                self.hand_back(bet)
            else:
                self.win(bet, odds)
        if self.is_bonus(hand):
            self.pay_fifties()

    def pay_fifties(self) -> None:
        hands = [hand for box in self.boxes for hand in box.hands if self.is_bonus(hand)]
        winners = {bet.patron for hand in hands for bet in hand.bets}
        by_area = self.reads("superBonusOthers", "once-per-player") == "once-per-area"
        for bet in self.bets:
            if bet.kind == "wager" and bet.patron not in winners:
                place = (bet.patron, bet.area if by_area else 0)
                if place not in self.had_fifty:
                    self.had_fifty.add(place)
                    self.bonuses[bet.patron, bet.area] += self.up_to_chips(Fraction(5_000))

    # The end.

    def open_hands(self) -> list[Hand]:
        hands = [hand for box in self.boxes for hand in box.hands]
        return [hand for hand in hands if hand.fate not in ("pontoon", "made", "bust", "given up")]

    def play_dealer(self) -> None:
        down = [(hand, bet) for hand in self.open_hands() for bet in hand.down()]
        surrendered = any(bet.is_surrendered for _, bet in down)
        fought = any(not bet.is_surrendered and self.total(hand) < 21 for hand, bet in down)
        insured = any(bet.is_down for bet in self.insurance)
        if not down and not insured:
            return
        self.may_remember()
        self.take_dealers_card()
        if not is_pontoon(self.dealer):
            for bet in self.insurance:
                if bet.is_down:
                    self.lose(bet)
        if fought or (surrendered and self.reads("dealerPlaysOutSurrender", False)):
            while (seen := add_up(self.dealer))[0] < (18 if seen[1] else 17):
                self.take_dealers_card()

    def take_dealers_card(self) -> None:
        self.dealer.append(self.draw("dealer"))
        self.log.append(("dealer", self.dealer[-1]))

    def settle(self) -> None:
        for hand in (hand for box in self.boxes for hand in box.hands):
            if hand.fate == "pontoon":
                self.pay_pontoon(hand)
            elif hand.fate == "made" and hand.down():
                self.pay_made(hand)
        if is_pontoon(self.dealer):
            self.settle_against_pontoon()
            return
        theirs = add_up(self.dealer)[0]
        for hand in self.open_hands():
            mine = self.total(hand)
            for bet in hand.down():
                if bet.is_surrendered:
                    self.settle_surrendered(bet)
                elif mine == 21 or theirs > 21 or mine > theirs:
                    self.win(bet, Fraction(1))
                elif mine < theirs:
                    self.lose(bet)
                else:
                    self.hand_back(bet)

    def settle_surrendered(self, bet: Bet) -> None:
        half = self.up_to_chips(Fraction(bet.cents, 2))
        bet.is_down = False
        bet.comes_back = bet.cents - half if self.reads("surrenderReturnRounding", "up") == "down" else half

    def settle_against_pontoon(self) -> None:
        for bet in self.insurance:
            if bet.is_down:
                self.win(bet, Fraction(2))
        for box in self.boxes:
            for patron in box.line:
                self.take_one(box, patron)

    def take_one(self, box: Box, patron: str) -> None:
        """A dealer's pontoon costs a player of an area one original wager; other money added to it goes back."""
        is_paid = False
        for bet in box.hands[0].bets:
            if bet.patron == patron and bet.kind == "wager" and not bet.is_down and bet.comes_back:
                is_paid = self.reads("splitPaidPolicy", "takes-one") != "takes-one"
        for hand in box.hands:
            for bet in hand.bets:
                if bet.patron == patron and bet.kind in BASE and bet.is_lost:
                    switch, value = ("splitBustPolicy", "bust-plus-one")
                    if hand.fate != "bust":
                        switch, value = ("splitForfeitPolicy", "forfeit-plus-one")
                    is_paid = is_paid or self.reads(switch, value) != value
        for hand in box.hands:
            for bet in hand.down():
                if bet.patron != patron:
                    continue
                if bet.kind in BASE and not is_paid:
                    is_paid = True
                    self.lose(bet)
                else:
                    self.hand_back(bet)

    # What came of it.

    def came_to(self) -> dict[tuple[str, int, str], tuple[int, int]]:
        """For each player and area, by kind of wager, what was staked and what came back; original and split wagers go
        together, for a dealer's pontoon does not say which of them it takes."""
        sums: dict[tuple[str, int, str], list[int]] = defaultdict(lambda: [0, 0])
        for bet in (*self.bets, *self.side, *self.insurance):
            assert not bet.is_down
            row = sums[bet.patron, bet.area, "wager" if bet.kind in BASE else bet.kind]
            row[0] += bet.cents
            row[1] += bet.comes_back
        for (patron, area), cents in self.bonuses.items():
            sums[patron, area, "bonus"][1] += cents
        return {place: (staked, back) for place, (staked, back) in sums.items()}
