"""A poker table: its book compiled as far as the games agree (the deal, the areas, the jackpot's hands), the rules that
a game of this family cites so far as its edition has them, the terms it may open on, what each game says of itself."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, Card, Category
from pitboss.messages import message, say
from pitboss.play.acts import Place
from pitboss.play.cache import answers
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Option, ShuffleNeed, Slot, WagersNeed
from pitboss.play.poker import names
from pitboss.play.round import Draft, Round
from pitboss.play.terms import Standing, Terms, check_chips, check_layout, check_limits, find_standing
from pitboss.play.wager import Hand, Refusal, Wager
from pitboss.play.wrong_wagers import MendsWagers
from pitboss.value import Value


class DealPlan(Value):
    """How a device deals a game: who comes first, how many cards to each, singly or in packets, and what lies up."""

    order: tuple[str, ...]
    cards: Mapping[str, int]
    in_packets: bool
    up_place: int
    is_cut: bool
    because: law.Because
    device: law.Key
    """The case of it: from a shoe, or from a shuffling device."""


class PokerBook(Value):
    """What an edition says of a poker game, where all of them say it alike."""

    deals: Mapping[str, DealPlan]
    areas: int
    must_call: bool
    prizes: tuple[frozenset[Category], ...]
    methods: tuple[str, ...]


LINES: Mapping[str, Category] = {category.line: category for category in Category}


def compile_book(rules: law.Rules) -> PokerBook:
    """Read the common figures of a poker game out of its book."""
    data = rules.game.data
    rows = data.get("prize", ())
    prizes = tuple(  # the hands that take a prize, for each payout option in turn
        frozenset(LINES[row["line"]] for row in rows if row["options"][option]["basis"] != "none")
        for option in range(len(rows[0]["options"]) if rows else 0)
    )
    return PokerBook(
        deals={device: _deal_plan(rules, row) for device, row in data["deal"].items()},
        areas=data["areas"]["most"],
        must_call=data["no-more-bets"]["call"] == "will",
        prizes=prizes,
        methods=tuple(data["jackpot"]["methods"]) if rows else (),
    )


def _deal_plan(rules: law.Rules, row: Mapping[str, Any]) -> DealPlan:
    in_packets = row["by"] == "packet"
    cards: Mapping[str, int] = row["cards"]
    up = row.get("up", "")
    order = law.PACKET_ORDER if in_packets else law.SHOE_ORDER
    device = law.FROM_DEVICE if in_packets else law.FROM_SHOE
    because = rules.only((law.CARDS_FROM_DEVICE, law.FIVE_CARDS, law.HOLE_CARDS, law.FACE_DOWN, law.UP_CARD, order))
    because += rules.reading_of(up) + rules.readings(row.get("reading", ""))
    up_place = {"first": 0, "last": cards.get("dealer", 0) - 1}.get(str(rules.reading(up, otherwise=up)), -1)
    return DealPlan(tuple(row["order"]), cards, in_packets, up_place, row["cut"], (*because, device), device)


def make_slots(plan: DealPlan, house: tuple[str, ...], areas: tuple[int, ...]) -> tuple[Slot, ...]:
    """The places for the cards of the first deal, in the order the edition and the device deal them."""
    hands: dict[str, list[tuple[int, int]]] = {kind: [(place, 0)] for place, kind in enumerate(house)}
    hands["players"] = [(len(house) + place, area) for place, area in enumerate(areas)]
    turn = [(kind, hand, area) for kind in plan.order for hand, area in hands[kind]]
    if plan.in_packets:
        places = [(kind, hand, area, card) for kind, hand, area in turn for card in range(plan.cards[kind])]
    else:
        most = max(plan.cards[kind] for kind in plan.order)
        places = [
            (kind, hand, area, card) for card in range(most) for kind, hand, area in turn if card < plan.cards[kind]
        ]
    return tuple(Slot(hand, area, kind == "dealer" and card == plan.up_place) for kind, hand, area, card in places)


def packets_of(plan: DealPlan, areas: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes of the packets of a deal, in order; none where the cards come singly."""
    if not plan.in_packets:
        return ()
    sizes: list[int] = []
    for kind in plan.order:
        sizes += [plan.cards[kind]] * (len(areas) if kind == "players" else 1)
    return tuple(sizes)


# What to cite when two hands are told apart.

HAND_KEYS: dict[Category, law.Key] = {
    Category.HIGH_CARD: law.HAND_HIGH_CARD,
    Category.PAIR: law.HAND_PAIR,
    Category.TWO_PAIR: law.HAND_TWO_PAIR,
    Category.THREE_OF_A_KIND: law.HAND_THREE_OF_A_KIND,
    Category.STRAIGHT: law.HAND_STRAIGHT,
    Category.FLUSH: law.HAND_FLUSH,
    Category.FULL_HOUSE: law.HAND_FULL_HOUSE,
    Category.FOUR_OF_A_KIND: law.HAND_FOUR_OF_A_KIND,
    Category.STRAIGHT_FLUSH: law.HAND_STRAIGHT_FLUSH,
    Category.ROYAL_FLUSH: law.HAND_ROYAL_FLUSH,
}

# Clauses that spell out how hands of one kind are told apart, where an edition has them.
_EXAMPLES: dict[Category, law.Because] = {
    Category.STRAIGHT: (law.STRAIGHT_KICKERS,),
    Category.TWO_PAIR: (law.TWO_PAIR_KICKERS,),
}


def difference_grounds(one: Category, other: Category) -> law.Because:
    """The rules that tell two hands apart: by kind, or within a kind by the ranks of their cards."""
    if one is other:
        return (HAND_KEYS[one], law.HAND_KICKERS, *_EXAMPLES.get(one, ()), law.CARD_RANKS)
    return (law.HAND_ORDER, HAND_KEYS[one], HAND_KEYS[other])


# The table.

_RED, _BLUE = message("red"), message("blue")
_SECOND_DECK = {_RED: _BLUE, _BLUE: _RED, "": _RED}


class Stage(Value):
    """One round of decisions: its phase, the prefix of its needs, the spot a bet goes on, and the way not to bet."""

    phase: str
    asks: str
    spot: str
    passing: str = names.FOLD
    bet_is_last: bool = True
    """Whether a player who bet is done with deciding."""
    case: law.Because = ()
    """The case of it, where clauses speak of this stage alone."""


class EmptyHands(Value):
    """Empty hands, the house's before the players', and the number of the hand on each playing area."""

    hands: tuple[Hand, ...]
    hand_of: Mapping[int, int]


def ante_of(draft: Draft | Round, hand: Hand) -> int:
    """The number of the Ante that bought a hand."""
    number = hand.id
    for wager in draft.wagers:
        if wager.hand == number and wager.spot == names.ANTE:
            return wager.id
    raise AssertionError("a hand is dealt to an Ante")


def keeps_jackpot_on_fold(rules: law.Rules, method: str) -> bool:
    """Whether a folded hand may still take a jackpot prize: by the dealing method, else by the rule or its reading."""
    by_rule = not rules.applies(law.FOLD_ENDS_JACKPOT) or method == "B"
    return bool(rules.reading("foldKeepsJackpot", otherwise=by_rule))


class PokerTable(MendsWagers):
    """What a poker game has besides the order of its round."""

    deck = DECK_52
    house: tuple[str, ...] = ("dealer",)
    stages: tuple[Stage, ...]
    has_steps = False
    """Whether a follow-on wager may be only some of the amounts between its least and its most."""
    house_goes_first = False
    """Whether the hands of the house are collected before the players'."""
    contender = names.IN
    """How a hand stands that will be settled."""
    board_size = 0
    """How many community cards there are in the end."""
    openers: ClassVar[tuple[str, ...]] = (names.ANTE,)
    limited: tuple[str, ...] = (names.ANTE,)
    """The spots that the sign must give limits for."""

    def __init__(self, rules: law.Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.book = book = compile_book(rules)
        self.plan = book.deals.get(terms.device) or next(iter(book.deals.values()))
        self.house_hands = tuple(Hand(place, 0, kind=kind) for place, kind in enumerate(self.house))
        self.stage_of = {stage.phase: stage for stage in self.stages}
        self._set_grounds()
        self._set_jackpot(self.book.prizes)
        self.wagers_need = WagersNeed(names.WAGERS, self.opening_offers())
        self.cut_need = CutNeed(names.CUT, "dealer", 1, len(self.deck) - 1, (law.ONLY_DEALER_CUTS,), (law.DEALER_CUTS,))
        self.shuffle_needs = dict.fromkeys(
            _SECOND_DECK, ShuffleNeed(names.SHUFFLE, "", (law.SHUFFLE_FIRST, law.FROM_SHOE))
        )
        if not self.plan.is_cut:
            why = rules.only((law.SHUFFLE_FIRST, law.DECKS_ALTERNATE, law.FROM_DEVICE))
            self.shuffle_needs = {last: ShuffleNeed(names.SHUFFLE, deck, why) for last, deck in _SECOND_DECK.items()}
        self.settle_need = CallNeed(names.SETTLE, "settle", rules.only((law.BEST_HAND, law.SETTLE_FROM_RIGHT)))

    def _set_grounds(self) -> None:
        """The rules that a game of this family cites, so far as this edition has them."""
        rules, only = self.rules, self.rules.only
        self.lapse_reading: law.Because = rules.readings("C3")
        self.lapse_checks = False
        self.fold_spot_because: Mapping[str, law.Because] = {}
        self.off_range: law.Because = rules.reading_of("offRangeStreet")
        """How a follow-on wager is read that is off what its stage takes."""
        self.off_range_is_void = rules.reading("offRangeStreet", otherwise="") == "void"
        self.prize_to_box_player = rules.reading("othersBoxJackpotTo", otherwise="") == "box-player"
        self.decide_because: law.Because = only((law.BET_OR_FOLD, law.BET_OR_CHECK))
        self.discards_because: law.Because = only((law.FOLD_DISCARDS,)) or (law.FOLD_LOSES,)
        self.collected_because: law.Because = only((law.CARDS_COLLECTED,)) or (law.ROUND_OF_PLAY,)
        self.turn_because: law.Because = only((law.DEALER_TURNS, law.THIRD_STREET_SHOWN, law.FLOP_SHOWN))
        # by stage
        self.choice_because: dict[str, law.Because] = {}
        self.bet_because: dict[str, law.Because] = {}
        self.fold_because: dict[str, law.Because] = {}
        self.wrong_bet_because: dict[str, law.Because] = {}
        for phase, stage in self.stage_of.items():
            choice = only((law.BET_OR_FOLD if stage.passing == names.FOLD else law.BET_OR_CHECK,)) + stage.case
            self.choice_because[phase] = choice
            self.bet_because[phase] = (*only(self.bet_keys()), *choice, *only((law.VARIATION_PREVAILS,)))
            self.fold_because[phase] = only((law.BET_OR_FOLD, law.FOLD_LOSES)) + stage.case
            wrong = only((law.WRONG_BET_CORRECTED, *self.bet_keys()))
            self.wrong_bet_because[phase] = (*wrong, *self.off_range, *stage.case)

    def _set_jackpot(self, prizes: tuple[frozenset[Category], ...]) -> None:
        """What a fold does to a jackpot wager: Method A or B where the edition has them, else its rule or reading."""
        rules, terms = self.rules, self.terms.jackpot
        self.fold_keeps_jackpot = keeps_jackpot_on_fold(rules, terms.method if terms is not None else "")
        key = law.FOLD_KEEPS_JACKPOT if self.fold_keeps_jackpot else law.FOLD_ENDS_JACKPOT
        self.fold_jackpot_because: law.Because = rules.reading_of("foldKeepsJackpot") or (key,)
        self.method_because: law.Because = ()
        loses: law.Because = ()
        if terms is not None and terms.method:
            by_a = terms.method == "A"
            self.method_because = rules.only((law.JACKPOT_METHOD_A if by_a else law.JACKPOT_METHOD_B,))
            loses = rules.only((law.JACKPOT_LOSES_A if by_a else law.JACKPOT_LOSES_B,))
        self._concede_keeps = bool(rules.reading("concedeKeepsJackpot", otherwise=self.fold_keeps_jackpot))
        self._concede_because = rules.reading_of("concedeKeepsJackpot") or self.fold_jackpot_because
        self.jackpot_stays: law.Because = rules.only((law.JACKPOT_WHATEVER_DEALER, law.JACKPOT_HAND_STAYS))
        option = terms.option if terms is not None else 1
        self.jackpot_hands = prizes[option - 1] if 0 < option <= len(prizes) else frozenset()
        # the Star names each hand that takes a prize, Crown the lowest of an option
        from_straight = Category.STRAIGHT in self.jackpot_hands
        self.lowest_prize = law.JACKPOT_FROM_STRAIGHT if from_straight else law.JACKPOT_FROM_FLUSH
        self.jackpot_loses_because: law.Because = (
            *rules.only((law.JACKPOT_HANDS, self.lowest_prize, law.JACKPOT_LOSES)),
            *loses,
        )

    # What a game of this family says of itself.

    @abstractmethod
    def bet_keys(self) -> law.Because:
        """The rules that say how much a follow-on wager is."""

    @abstractmethod
    def bet_range(self, phase: str, ante_cents: int) -> tuple[int, int]:
        """The least and the most that a stage takes on an Ante."""

    @abstractmethod
    def follow_stage(self, draft: Draft) -> None:
        """Go on: no player is to decide any more at this stage."""

    @abstractmethod
    def go_on(self, draft: Draft) -> None:
        """Go on after something happened in the middle of the round that was no part of it."""

    @abstractmethod
    def answer_retraction(self, draft: Draft, need: DecisionNeed, option: str, lapsed: str = "") -> None:
        """Carry out whether a player goes on or takes the wagers back, once asked."""

    @abstractmethod
    def settle_hands(self, draft: Draft, contenders: list[Hand]) -> law.Because:
        """Turn and settle the hands that are up for it, from the dealer's right; say in which case the dealer's hand
        is, where the clauses on what follows ask."""

    @abstractmethod
    def stage_words(self, phase: str, ante_cents: int) -> str:
        """Say what a stage takes on an Ante."""

    def fits(self, phase: str, ante_cents: int, cents: int) -> bool:
        """Say whether a stage takes an amount."""
        least, most = self.bet_range(phase, ante_cents)
        return least <= cents <= most

    def valid_cents(self, phase: str, ante_cents: int, cents: int, placed_cents: int = 0) -> int:
        """What stands of a follow-on wager found at settlement: no more than the stage takes.

        `ante_cents` is what stands of the Ante, `placed_cents` what lay there if that was more.
        """
        return min(cents, self.bet_range(phase, ante_cents)[1])

    def fit_down(self, phase: str, ante_cents: int, cents: int) -> int:
        """The most of an amount that the stage takes, for a wager that is corrected in time."""
        return self.valid_cents(phase, ante_cents, cents)

    def is_ready(self, round: Round | Draft) -> bool:
        """Whether no wager that must lie beside another is missing; words for it are not made with each wager."""
        return True

    def refuse_unready(self, round: Round | Draft) -> Refusal | None:
        """Say what of the opening wagers has to be put in order before the cards come out."""
        return None

    def jackpot_cards(self, draft: Draft, hand: Hand) -> tuple[Card, ...]:
        """The five cards that a jackpot wager rides on."""
        return hand.cards

    def ante_standing(self, draft: Draft, ante: Wager) -> Standing:
        """What stands of an Ante once the cards are out."""
        return find_standing(self, ante)

    def side_standing(self, draft: Draft, wager: Wager) -> Standing:
        """What stands of another opening wager once the cards are out."""
        return find_standing(self, wager)

    def refuse_side(self, round: Round, act: Place) -> Refusal | None:
        """Refuse an opening wager other than the Ante and the jackpot's."""
        return None

    def needs_ante(self, spot: str) -> law.Because:
        """The rule by which a wager needs an Ante."""
        return (law.JACKPOT_NEEDS_ANTE,) if spot == names.JACKPOT else self.spot_keys[spot]

    # The table.

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms."""
        no = super().check_terms() or check_layout(self, self.book.areas, self.book.deals)
        return no or check_limits(self, self.limited) or check_chips(self, self.limited) or self._check_jackpot()

    def _check_jackpot(self) -> Refusal | None:
        """Say why a table may not offer its jackpot on these terms."""
        jackpot, book = self.terms.jackpot, self.book
        if jackpot is None:
            return None
        if jackpot.price_cents <= 0:
            return Refusal(
                (law.JACKPOT_PRICE,), "Set a price of more than $0 for the jackpot wager: the sign shows it."
            )
        if jackpot.linked and "B" in book.methods and jackpot.method != "B":
            return Refusal((law.METHOD_B_WHEN_LINKED,), "A jackpot shared by several games is dealt by Method B.")
        if jackpot.method == "B" and not jackpot.linked and not self.rules.reading("methodBForOneGame", otherwise=True):
            because = self.rules.only((law.JACKPOT_METHOD_A, *self.rules.readings("K12")))
            return Refusal(because, "A jackpot of one game is dealt by Method A, as the clause is read here.")
        if jackpot.method not in book.methods:
            words = "This jackpot has no dealing method: leave it out."
            if methods := " or ".join(filter(None, book.methods)):
                words = say("Choose the dealing method of this jackpot: {methods}.", methods=methods)
            return Refusal((law.JACKPOT_OFFERED,), words)
        if not 1 <= jackpot.option <= len(book.prizes):
            most, option = len(book.prizes), jackpot.option
            words = say("The payout option is 1 to {most}, not {option}.", most=most, option=option)
            return Refusal((law.JACKPOT_HANDS,), words)
        return None

    def board(self, round: Round | Draft) -> tuple[Card, ...]:
        """The community cards that lie face up."""
        if names.COMMUNITY not in self.house or not round.hands:
            return ()
        return tuple([card for card in round.hands[self.house.index(names.COMMUNITY)].shown if card != UNKNOWN])

    def is_needed(self, draft: Draft, *statuses: str) -> bool:
        """Whether more cards decide anything: a hand that stands so, or a jackpot wager, is still to be settled."""
        for hand in reversed(draft.hands):  # the house's come first, and players' decide
            if hand.status in statuses and hand.area:
                return True
        return self.terms.jackpot is not None and any(w.spot == names.JACKPOT and w.left.pieces for w in draft.wagers)

    def stage_options(self, stage: Stage, ante_cents: int) -> tuple[Option, ...]:
        """What a stage offers on an Ante."""
        if stage.passing == names.FOLD:
            passing = Option(names.FOLD, self.fold_because[stage.phase])
        else:
            passing = Option(names.CHECK, self.choice_because[stage.phase])
        return (Option(names.BET, self.bet_because[stage.phase], *self.bet_range(stage.phase, ante_cents)), passing)

    def keeps_jackpot(self, status: str) -> bool:
        """Whether the jackpot wager of a hand that left in this way stays in play."""
        return self._concede_keeps if status == names.CONCEDED else self.fold_keeps_jackpot

    def jackpot_grounds(self, status: str) -> law.Because:
        """Why the jackpot wager of a hand that left in this way stays in play or not."""
        if status == names.CONCEDED:
            return self._concede_because
        if status == names.FORFEITED:
            taken = () if self.fold_keeps_jackpot else (law.TALKING_FORFEITS,)
            return (*taken, *self.rules.readings("K36"))
        return self.fold_jackpot_because

    # What is asked for again and again.

    @answers
    def deals(self, areas: tuple[int, ...]) -> CardsNeed:
        """The need for the first deal to these areas."""
        return CardsNeed(names.DEAL, make_slots(self.plan, self.house, areas), packets_of(self.plan, areas))

    @answers
    def rooms(self, areas: tuple[int, ...]) -> EmptyHands:
        """The hands of the house, then one for each of these areas."""
        hand_of = {area: place for place, area in enumerate(areas, start=len(self.house))}
        return EmptyHands((*self.house_hands, *[Hand(place, area) for area, place in hand_of.items()]), hand_of)

    @answers
    def questions(self, asked: tuple[str, int, str, int, int]) -> DecisionNeed:
        """What a stage asks the player of an Ante: by its phase, and the area, player, hand and cents of the Ante."""
        phase, area, patron, hand, cents = asked
        stage = self.stage_of[phase]
        return DecisionNeed(stage.asks, patron, area, hand, self.stage_options(stage, cents), subject=area)

    @answers
    def concedes(self, asked: tuple[str, int, int]) -> DecisionNeed:
        """The leave to concede a hand that is up for settlement: by its player, area and number."""
        patron, area, hand = asked
        return DecisionNeed(
            names.CONCEDE, patron, area, hand, (Option(names.CONCEDE, (law.CONCEDE,)),), optional=True, subject=area
        )
