"""A Pontoon table: the names of its spots and needs, what a hand counts, the terms it may open on, and the
transitions of a round, which the chapters call and the game puts together."""

from abc import abstractmethod
from math import gcd
from typing import ClassVar

from pitboss import law
from pitboss.cards import Card
from pitboss.cards.card import ACE, DECK_48, UNKNOWN, VALUES, Points, points
from pitboss.games.pontoon import names
from pitboss.games.pontoon.law import SWITCHES, compile_figures, compile_switches, lines_of
from pitboss.messages import say
from pitboss.play.cache import Cache, answers
from pitboss.play.events import CardsDealt
from pitboss.play.needs import CardsNeed, Offer, Option, Slot, WagersNeed
from pitboss.play.round import NOT_OUT, OFFERED, UNDER_SHOE, Draft, Game, Round, ShoeState
from pitboss.play.table import Table
from pitboss.play.terms import Restriction, Spot, Terms, check_chips, check_layout, check_limits, spots_by_name
from pitboss.play.wager import Hand, Refusal, Refused, Wager, box_of
from pitboss.play.wrong_wagers import MendsWagers
from pitboss.value import Value, replace

_HIDDEN: law.Because = (law.UNDISCLOSED_WAGERS,)
RESTRICTIONS = (law.HELD_TO_MINIMUM, law.HELD_IN_LATER_SHOES, law.ONE_AREA_AT_MINIMUM)


def card_need(hand: Hand) -> CardsNeed:
    """The need for the next card of a hand, which lies face up."""
    return CardsNeed(names.CARD, (Slot(hand.id, hand.area, True),), subject=hand.id)


def check_power(table: Table, rank: str, power: law.Key) -> None:
    """Refuse an order between rounds to a rank that has no power to give it."""
    rules = table.game.rules
    if not rules.has_power(rank, power):
        least = rules.edition.powers[power].replace("-", " ")
        raise Refused(Refusal((power,), say("Only a {rank} or above may order this.", rank=least)))


class Choices(Value):
    """What the options of a hand depend on: the cents of its wager, whether all its cards lie up, whether it is a split
    ace with its one card, whether it has an ace; and the grounds of its turn, and of a split if it may be split."""

    cents: int
    all_up: bool
    is_filled_ace: bool
    has_ace: bool
    turn: law.Because
    split: law.Because


class PontoonTable(MendsWagers):
    """What a Pontoon game has besides the order of its round."""

    spots = spots_by_name(
        Spot(names.WAGER, bettors=3),
        Spot(names.PAIRS, bettors=3),
        *(Spot(later, bettors=3, opening=False) for later in (names.INSURANCE, names.DOUBLE, names.SPLIT)),
    )
    deck = DECK_48
    deck_because = (law.DECKS_OF_48,)
    house = ("dealer",)
    openers: ClassVar[tuple[str, ...]] = (names.WAGER,)
    spot_keys = {  # noqa: RUF012
        names.WAGER: (law.WAGER_OPENS,),
        names.PAIRS: (law.PAIRS_OFFERED,),
        names.UNDISCLOSED: (law.UNDISCLOSED_WAGERS, law.UNDISCLOSED_FORM),
    }
    switches = SWITCHES
    whose_because = (law.CONTROLLING_PLAYER,)
    options: Cache[Choices, tuple[Option, ...]]
    """What hands may do, by what it depends on."""

    def __init__(self, rules: law.Rules, terms: Terms) -> None:
        self.figures = compile_figures(rules)
        self.copies = terms.decks or self.figures.decks[0]
        super().__init__(rules, terms)
        self.taken = compile_switches(rules)
        self.lines = lines_of(self.figures)
        self.even = self.figures.odds["win"]
        self.is_cut = self.figures.devices.get(terms.device, False)
        if rules.applies(law.UNDISCLOSED_WAGERS):
            hidden = Spot(names.UNDISCLOSED, face_down=True, opening=False)
            self.spots = {**self.spots, names.UNDISCLOSED: hidden}
        self.from_marker = rules.applies(law.DEAL_FROM_MARKER) and self.taken.marker_start
        self.pays_at_final = rules.applies(law.PAID_AT_FINAL)
        self.deals_up = not rules.applies(law.FIRST_TWO_DOWN)
        self.wagers_need = WagersNeed(names.WAGERS, self._offers())
        faces: law.Because = (law.FACE_UP,) if self.deals_up else (law.FIRST_TWO_DOWN,)
        start: law.Because = (law.DEAL_FROM_MARKER, *rules.readings("P26")) if self.from_marker else ()
        self.deal_because: law.Because = (law.CARDS_FROM_DEVICE, *faces, law.INITIAL_DEAL, *start)
        self.card_because: law.Because = (law.CARDS_FROM_DEVICE, law.FACE_UP, law.IN_TURN)

    def _offers(self) -> tuple[Offer, ...]:
        """The spots open before the first card; a written wager keeps to the limits of the open one."""
        offers = self.opening_offers()
        if names.UNDISCLOSED not in self.spots:
            return offers
        sign = self.terms.limits[names.WAGER]
        hidden = Offer(names.UNDISCLOSED, sign.minimum_cents, sign.maximum_cents, sign.unit_cents, _HIDDEN)
        return (*offers, hidden)

    # What a round goes on to.

    @abstractmethod
    def end_deal(self, draft: Draft) -> None:
        """Go on once all have their first cards."""

    @abstractmethod
    def follow_deal(self, draft: Draft) -> None:
        """Go on after the initial deal: pairs and pontoons that are seen are settled, then offers are made."""

    @abstractmethod
    def follow_offers(self, draft: Draft) -> None:
        """Go on after insurance and surrender."""

    @abstractmethod
    def go_on(self, draft: Draft) -> None:
        """Turn to the next hand that is to be played; after the last one to the dealer's."""

    @abstractmethod
    def follow_forfeits(self, draft: Draft, hand: Hand) -> None:
        """Go on once every player who doubled a hand has kept or forfeited it."""

    @abstractmethod
    def dealer_turn(self, draft: Draft) -> None:
        """Draw what the dealer's hand still needs, then settle."""

    # What a hand is.

    def points(self, hand: Hand) -> Points:
        """The total of a hand; aces that were held when it was doubled count one (P3)."""
        if hand.status == names.DOUBLING or hand.sideways > 1:
            held = hand.sideways if self.taken.drawn_ace_high and hand.sideways > 1 else len(hand.cards)
            return points(hand.cards, held)
        return points(hand.cards)

    def is_pontoon(self, hand: Hand) -> bool:
        """Whether two first cards, not of a split, are an ace and a card that counts ten."""
        if len(hand.cards) != 2 or hand.kind == names.SPLIT_HAND:
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
            return say("pontoon")
        points = self.points(hand)
        total = points.total
        if len(hand.cards) == 1:
            return say("an ace") if hand.cards[0] >> 2 == ACE else str(total)
        if total > 21:
            return say("{total}, bust", total=total)
        return say("soft {total}", total=total) if points.soft and total < 21 else str(total)

    def payable_up_to(self, cents: int) -> int:
        """The most that chips can make without going over an amount."""
        measure = gcd(*self.terms.chips.denominations)
        while cents > 0 and not self.terms.chips.pays_exactly(cents):
            cents -= cents % measure or measure
        return cents

    # The table.

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms."""
        terms, figures = self.terms, self.figures
        no = super().check_terms() or check_layout(self, figures.areas, figures.devices)
        if no is not None:
            return no
        if self.copies not in figures.decks:
            decks = " or ".join(map(str, figures.decks))
            words = say("Pontoon is dealt from {decks} decks, not {given}.", decks=decks, given=self.copies)
            return Refusal((law.DECKS_OF_48,), words)
        if terms.low_limit and self.is_cut:
            return Refusal((law.LOW_LIMIT_DEVICE,), "A low limit table deals from a shuffling device.")
        if not 0 <= terms.bettors <= figures.bettors:
            words = say("At most {most} players may wager on one area.", most=figures.bettors)
            return Refusal((law.THREE_BETTORS,), words)
        if terms.players < 0:
            return Refusal((law.FEWER_PLAYERS,), "Enter 1 player or more, or 0 for any number.")
        spots = (names.WAGER, names.PAIRS) if names.PAIRS in terms.limits else (names.WAGER,)
        return check_limits(self, spots) or check_chips(self, spots) or self._check_people()

    def _check_people(self) -> Refusal | None:
        """Refuse areas reserved twice or not there, and restrictions that were ordered without the power to."""
        areas = [area for theirs in self.terms.reserved.values() for area in theirs]
        if len(set(areas)) < len(areas) or not all(1 <= area <= self.terms.areas for area in areas):
            return Refusal((law.AREAS_RESERVED,), "Reserve an area of the layout, and for one player only.")
        for patron, held in self.terms.restricted.items():
            no = self.refuse_restriction(patron, held)
            if no is not None:
                return no
        return None

    def refuse_restriction(self, patron: str, held: Restriction) -> Refusal | None:
        """Refuse to hold a player to less than others, on a ground that is none or without the power for it."""
        rule = law.Key(held.rule)
        if rule not in RESTRICTIONS:
            words = say("Choose one of {rules}, not {given}.", rules=", ".join(RESTRICTIONS), given=rule)
            return Refusal((law.TERMS,), words)
        if not self.rules.has_power(held.rank, rule):
            words = "Only a {rank} or above may restrict {patron} so."
            least = self.rules.edition.powers[rule].replace("-", " ")
            return Refusal((rule,), say(words, rank=least, patron=patron))
        if rule != law.ONE_AREA_AT_MINIMUM and not self.is_cut:
            return Refusal((rule,), "This restriction is for tables that deal from a card shoe.")
        if rule != law.HELD_TO_MINIMUM and not held.inspector_told:
            return Refusal((rule,), say("Tell an inspector before you restrict {patron} so.", patron=patron))
        return None

    def adapt(self, shoe_state: ShoeState) -> Game:
        """The game of the next round: a shuffle ends what held players to the minimum for one shoe (5.11).

        A shoe that has been played for one round was shuffled before that round, or in it.
        """
        held = self.terms.restricted
        is_new = bool(shoe_state.due) or shoe_state.rounds == 1
        if not held or not is_new or not any(one.rule == law.HELD_TO_MINIMUM for one in held.values()):
            return self
        later = {name: one for name, one in held.items() if one.rule != law.HELD_TO_MINIMUM}
        return self.change_terms(replace(self.terms, restricted=later))

    def opening_shoe_state(self) -> ShoeState:
        """Nothing is shuffled when a table opens."""
        return ShoeState(due=(law.SHUFFLE_AT_START,))

    def shoe_state_after(self, shoe_state: ShoeState, round: Round) -> ShoeState:
        """The shoe goes on until its cutting card has come out; a device goes on."""
        irregular = round.irregular
        under = sum([aside.place == UNDER_SHOE for aside in irregular.aside]) if irregular.aside else 0
        is_marked = round.cutting != NOT_OUT and not round.due
        if is_marked or irregular.shuffle:
            due: law.Because = (*((law.SHUFFLE_AFTER_ROUND,) if is_marked else ()), *irregular.shuffle)
            return ShoeState(round.seen, round.out, round.cutting, due, under=under)
        wagered = frozenset([w.patron for w in round.wagers if w.spot == names.WAGER and w.stake.pieces])
        dealt = sum([len(hand.cards) for hand in round.hands])
        is_new = bool(shoe_state.due) or (
            self.is_cut and round.out < shoe_state.out + dealt
        )  # shuffled before it, or in it
        rounds, always = (1, wagered) if is_new else (shoe_state.rounds + 1, shoe_state.always & wagered)
        if not wagered and not is_new:  # dealt with no wagers, and void: no player has sat it out (17.7)
            rounds, always = shoe_state.rounds, shoe_state.always
        return ShoeState(round.seen, round.out, round.cutting, round.due, rounds, always, under)

    @answers
    def deals(self, areas: tuple[int, ...]) -> CardsNeed:
        """The need for the initial deal to these areas: round once with the dealer, again without."""
        players = [Slot(place, area, self.deals_up) for place, area in enumerate(areas, start=1)]
        return CardsNeed(names.DEAL, (*players, Slot(0, 0, True), *players))


def caller(round: Round | Draft, hand: int, area: int) -> Wager | None:
    """The wager of the player who calls the decisions of a hand now: the first in control who is there with a stake."""
    box = box_of(round.boxes, area)
    line = box.line
    found: Wager | None = None
    place = len(line)
    for wager in round.wagers:
        if wager.hand == hand and wager.spot in names.BASE and wager.left.pieces and wager.patron not in box.away:
            here = line.index(wager.patron)
            if here < place:
                found, place = wager, here
    if found is None:  # a player whose only wager is written calls the decisions too
        hidden = [w for w in round.wagers if w.face_down and w.hand == hand and w.patron not in box.away]
        return hidden[0] if hidden else None
    return found


def offered_card(round: Round | Draft) -> Card | None:
    """The card that is to be offered as the next one, if a card was dealt in error."""
    return next((aside.card for aside in round.irregular.aside if aside.place == OFFERED), None)


def give_card(draft: Draft, hand: Hand, because: law.Because) -> Hand:
    """Lay the misdealt card face up at a hand, as its next card; it is out of the shoe already."""
    lying = next(aside for aside in draft.irregular.aside if aside.place == OFFERED)
    others = list(draft.irregular.aside)
    others.remove(lying)
    draft.irregular = replace(draft.irregular, aside=tuple(others))
    draft.events.append(CardsDealt((hand.id,), (lying.card,), because))
    return draft.set_hand(replace(hand, cards=(*hand.cards, lying.card), up=hand.up | 1 << len(hand.cards)))
