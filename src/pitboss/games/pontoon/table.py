"""A Pontoon table: the edition compiled for its terms, what a hand counts, how its cards last from round to round."""

from math import gcd
from typing import ClassVar

from pitboss import law
from pitboss.cards import DECK_48, UNKNOWN, Points, points
from pitboss.cards.points import ACE, VALUES
from pitboss.games.pontoon import opening
from pitboss.games.pontoon.hands import SPLIT_HAND
from pitboss.games.pontoon.law import SWITCHES, compile_figures, compile_switches, lines_of
from pitboss.games.pontoon.words import (
    DOUBLE,
    DOUBLING,
    INSURANCE,
    PAIRS,
    SPLIT,
    WAGER,
    WAGERS,
)
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.play.draft import Draft
from pitboss.play.game import Spot
from pitboss.play.hand import Hand
from pitboss.play.mend import MendsWagers
from pitboss.play.needs import (
    CardsNeed,
    Option,
    WagersNeed,
)
from pitboss.play.round import NOT_OUT, Round
from pitboss.play.stock import Stock
from pitboss.play.terms import Terms


class PontoonTable(MendsWagers):
    """What a Pontoon game has besides the order of its round."""

    spots = {  # noqa: RUF012
        WAGER: Spot(WAGER, bettors=3),
        PAIRS: Spot(PAIRS, bettors=3),
        INSURANCE: Spot(INSURANCE, bettors=3, opening=False),
        DOUBLE: Spot(DOUBLE, bettors=3, opening=False),
        SPLIT: Spot(SPLIT, bettors=3, opening=False),
    }
    deck = DECK_48
    deck_because = (law.DECKS_OF_48,)
    house = ("dealer",)
    openers: ClassVar[tuple[str, ...]] = (WAGER,)
    switches = SWITCHES
    whose_because = (law.CONTROLLING_PLAYER,)

    def __init__(self, rules: Rules, terms: Terms) -> None:
        self.figures = compile_figures(rules)
        self.copies = terms.decks or self.figures.decks[0]
        super().__init__(rules, terms)
        self.taken = compile_switches(rules)
        self.lines = lines_of(self.figures)
        self.even = self.figures.odds["win"]
        self.is_cut = self.figures.devices.get(terms.device, False)
        self.pays_at_final = rules.applies(law.PAID_AT_FINAL)
        self.deals_up = not rules.applies(law.FIRST_TWO_DOWN)
        self.smallest = terms.chips.denominations[0] if terms.chips.denominations else 1
        self.wagers_need = WagersNeed(WAGERS, opening.offers(terms))
        faces: Because = (law.FACE_UP,) if self.deals_up else (law.FIRST_TWO_DOWN,)
        self.deal_because: Because = (law.CARDS_FROM_DEVICE, *faces, law.INITIAL_DEAL)
        self.card_because: Because = (law.CARDS_FROM_DEVICE, law.FACE_UP, law.IN_TURN)
        self.kept_options: dict[tuple[object, ...], tuple[Option, ...]] = {}
        self._deals: dict[tuple[int, ...], CardsNeed] = {}

    # What a hand is.

    def points(self, hand: Hand) -> Points:
        """The total of a hand; aces that were held when it was doubled count one (P3)."""
        if hand.status == DOUBLING or hand.sideways > 1:
            held = hand.sideways if self.taken.drawn_ace_high and hand.sideways > 1 else len(hand.cards)
            return points(hand.cards, held)
        return points(hand.cards)

    def is_pontoon(self, hand: Hand) -> bool:
        """Whether two first cards, not of a split, are an ace and a card that counts ten."""
        if len(hand.cards) != 2 or hand.kind == SPLIT_HAND:
            return False
        first, second = hand.cards
        return VALUES[first >> 2] + VALUES[second >> 2] == 21

    def dealer_stands(self, hand: Hand) -> bool:
        """Whether the dealer draws no more cards to a total (14.4)."""
        points = self.points(hand)
        return points.total >= (self.figures.soft_stand if points.soft else self.figures.hard_stand)

    def is_shown_pontoon(self, round: Round | Draft, number: int) -> bool:
        """Whether a hand is a pontoon for all to see."""
        hand = round.hands[number]
        return hand.all_up and self.is_pontoon(hand)

    def says(self, hand: Hand, board: tuple[int, ...] = ()) -> str:
        """The point total as the dealer announces it."""
        if not hand.cards or UNKNOWN in hand.cards:
            return ""
        if self.is_pontoon(hand):
            return "pontoon"
        points = self.points(hand)
        total = points.total
        if len(hand.cards) == 1:
            return "an ace" if hand.cards[0] >> 2 == ACE else str(total)
        if total > 21:
            return f"{total}, bust"
        return f"soft {total}" if points.soft and total < 21 else str(total)

    def payable_up_to(self, cents: int) -> int:
        """The most that chips can make without going over an amount."""
        measure = gcd(*self.terms.chips.denominations)
        while cents > 0 and not self.terms.chips.pays_exactly(cents):
            cents -= cents % measure or measure
        return cents

    # The table.

    def opening_stock(self) -> Stock:
        """Nothing is shuffled when a table opens."""
        return Stock(due=(law.SHUFFLE_AT_START,))

    def stock_after(self, stock: Stock, round: Round) -> Stock:
        """The shoe goes on until its cutting card has come out; a device goes on."""
        if round.cutting != NOT_OUT and not round.due:
            return Stock(cutting=round.cutting, due=(law.SHUFFLE_AFTER_ROUND,))
        wagered = frozenset([w.patron for w in round.wagers if w.spot == WAGER and w.stake.pieces])
        dealt = sum([len(hand.cards) for hand in round.hands])
        is_new = bool(stock.due) or (self.is_cut and round.out < stock.out + dealt)  # shuffled before it, or in it
        rounds, always = (1, wagered) if is_new else (stock.rounds + 1, stock.always & wagered)
        return Stock(round.seen, round.out, round.cutting, round.due, rounds, always)

    def deal_need(self, areas: tuple[int, ...]) -> CardsNeed:
        """The need for the initial deal to these areas, worked out once."""
        need = self._deals.get(areas)
        if need is None:
            need = self._deals[areas] = opening.make_deal_need(areas, self.deals_up)
        return need
