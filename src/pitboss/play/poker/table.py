"""A poker table: the names of its spots and needs, the rules that a game of this family cites so far as its edition has
them, the terms it may open on, and what each game says of itself, which the chapters ask."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, Card, Category
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.play.acts import Place
from pitboss.play.cache import Cache
from pitboss.play.hand import Hand
from pitboss.play.limits import Standing, standing
from pitboss.play.mend import MendsWagers
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Offer, Option, ShuffleNeed, WagersNeed
from pitboss.play.poker.law import compile_book, make_slots, packets_of
from pitboss.play.round import Draft, Round
from pitboss.play.setup import check_chips, check_limits
from pitboss.play.terms import Terms
from pitboss.play.wager import Refusal, Wager
from pitboss.value import Value

ANTE, JACKPOT = "ante", "jackpot"
WAGERS, NO_MORE_BETS, SHUFFLE, CUT, DEAL, SETTLE = "wagers", "no-more-bets", "shuffle", "cut", "deal", "settle"
SHOWDOWN = "showdown"
BET, FOLD, CHECK, CONCEDE = "bet", "fold", "check", "concede"
CORRECT = "correct"
LIVE, IN, FOLDED, CONCEDED, VOIDED, SETTLED = "live", "in", "folded", "conceded", "void", "settled"
FORFEITED = "forfeited"
EXCUSED = "excused"
DEALER, COMMUNITY = "dealer", "community"

_SECOND_DECK = {"red": "blue", "blue": "red", "": "red"}


class Stage(Value):
    """One round of decisions: its phase, the prefix of its needs, the spot a bet goes on, and the way not to bet."""

    phase: str
    asks: str
    spot: str
    passing: str = FOLD
    bet_is_last: bool = True
    """Whether a player who bet is done with deciding."""
    case: Because = ()
    """The case of it, where clauses speak of this stage alone."""


class Room(Value):
    """Empty hands, the house's before the players', and the number of the hand on each playing area."""

    hands: tuple[Hand, ...]
    hand_of: Mapping[int, int]


def ante_of(draft: Draft | Round, hand: Hand) -> int:
    """The number of the Ante that bought a hand."""
    number = hand.id
    for wager in draft.wagers:
        if wager.hand == number and wager.spot == ANTE:
            return wager.id
    raise AssertionError("a hand is dealt to an Ante")


class PokerTable(MendsWagers):
    """What a poker game has besides the order of its round."""

    deck = DECK_52
    house: tuple[str, ...] = ("dealer",)
    stages: tuple[Stage, ...]
    has_steps = False
    """Whether a follow-on wager may be only some of the amounts between its least and its most."""
    contender = IN
    """How a hand stands that will be settled."""
    openers: ClassVar[tuple[str, ...]] = (ANTE,)
    limited: tuple[str, ...] = (ANTE,)
    """The spots that the sign must give limits for."""
    spot_keys: Mapping[str, Because] = {}
    """The rule under which each opening wager goes down."""

    def __init__(self, rules: Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.book = book = compile_book(rules)
        self.plan = book.deals.get(terms.device) or next(iter(book.deals.values()))
        self.house_hands = tuple(Hand(place, 0, kind=kind) for place, kind in enumerate(self.house))
        self.stage_of = {stage.phase: stage for stage in self.stages}
        self._set_because()
        self._set_jackpot(self.book.prizes)
        self.wagers_need = WagersNeed(WAGERS, self._opening_offers())
        self.cut_need = CutNeed(CUT, "dealer", 1, len(self.deck) - 1, (law.ONLY_DEALER_CUTS,), (law.DEALER_CUTS,))
        self.shuffle_needs = self._shuffle_needs()
        self.settle_need = CallNeed(SETTLE, "settle", rules.only((law.BEST_HAND, law.SETTLE_FROM_RIGHT)))
        self.deals = Cache(self._deal_need)
        self.rooms = Cache(self._room_for)
        self.questions = Cache(self._question)
        self.concedes = Cache(self._concede_need)

    def _set_because(self) -> None:
        """The rules that a game of this family cites, so far as this edition has them."""
        rules, only = self.rules, self.rules.only
        self.may_concede = rules.applies(law.CONCEDE)
        self.shows_folded = rules.applies(law.FOLDED_SHOWN)
        self.lapse_voids = rules.applies(law.LAPSE_VOIDS_HAND)
        self.lapse_reading = self.reading_of("lapseRefund")
        self.lapse_because: Because = only((law.LAPSE_FOLDS,))
        self.lapse_checks = False
        self.fold_spot_because: Mapping[str, Because] = {}
        self.talking_because: Because = only((law.TALKING_FORFEITS, law.TALKING_COSTS_ALL))
        self.talking_costs_jackpot = rules.applies(law.TALKING_COSTS_ALL)
        off_range = self.reading_of("offRangeStreet")
        self.follows_cap = (
            bool(rules.reading("betFollowsCappedAnte")) if rules.has_switch("betFollowsCappedAnte") else True
        )
        self.cap_reading = self.reading_of("betFollowsCappedAnte")
        self.one_jackpot = law.ONE_JACKPOT_WAGER if rules.applies(law.ONE_JACKPOT_WAGER) else law.ONE_WAGER_PER_SPOT
        self.decide_because: Because = only((law.BET_OR_FOLD, law.BET_OR_CHECK))
        self.discards_because: Because = only((law.FOLD_DISCARDS,)) or (law.FOLD_LOSES,)
        self.collected_because: Because = only((law.CARDS_COLLECTED,)) or (law.ROUND_OF_PLAY,)
        self.wrong_fold_because: Because = (
            *only((law.WRONG_BET_FOLDED, *self.bet_keys())),
            *(off_range or self.lapse_because),
        )
        self.excess_because: Because = only((law.EXCESS_WAGER_RETURNED,)) or off_range
        self.short_because: Because = only((law.SHORT_WAGER_SETTLED,)) or off_range
        self.turn_because: Because = only((law.DEALER_TURNS, law.THIRD_STREET_SHOWN, law.FLOP_SHOWN))
        self.dealt_because: Because = only((law.FIVE_CARDS, law.HOLE_CARDS, law.CARDS_FROM_DEVICE))
        # by stage
        self.choice_because: dict[str, Because] = {}
        self.bet_because: dict[str, Because] = {}
        self.fold_because: dict[str, Because] = {}
        self.wrong_bet_because: dict[str, Because] = {}
        for phase, stage in self.stage_of.items():
            choice = only((law.BET_OR_FOLD if stage.passing == FOLD else law.BET_OR_CHECK,)) + stage.case
            self.choice_because[phase] = choice
            self.bet_because[phase] = (*only(self.bet_keys()), *choice, *only((law.VARIATION_PREVAILS,)))
            self.fold_because[phase] = only((law.BET_OR_FOLD, law.FOLD_LOSES)) + stage.case
            wrong = only((law.WRONG_BET_CORRECTED, *self.bet_keys()))
            self.wrong_bet_because[phase] = (*wrong, *off_range, *stage.case)

    def _set_jackpot(self, prizes: tuple[frozenset[Category], ...]) -> None:
        """What a fold does to a jackpot wager: Method A or B where the edition has them, else its rule or reading."""
        rules, terms = self.rules, self.terms.jackpot
        if rules.has_switch("foldKeepsJackpot"):
            self.fold_keeps_jackpot = bool(rules.reading("foldKeepsJackpot"))
            self.fold_jackpot_because: Because = self.reading_of("foldKeepsJackpot")
        else:
            by_method = rules.applies(law.FOLD_ENDS_JACKPOT)
            self.fold_keeps_jackpot = terms is not None and terms.method == "B" if by_method else True
            key = law.FOLD_KEEPS_JACKPOT if self.fold_keeps_jackpot else law.FOLD_ENDS_JACKPOT
            self.fold_jackpot_because = (key,)
        self.method_because: Because = ()
        loses: Because = ()
        if terms is not None and terms.method:
            by_a = terms.method == "A"
            self.method_because = rules.only((law.JACKPOT_METHOD_A if by_a else law.JACKPOT_METHOD_B,))
            loses = rules.only((law.JACKPOT_LOSES_A if by_a else law.JACKPOT_LOSES_B,))
        self._concede_keeps = self.fold_keeps_jackpot
        self._concede_because = self.fold_jackpot_because
        if rules.has_switch("concedeKeepsJackpot"):
            self._concede_keeps = bool(rules.reading("concedeKeepsJackpot"))
            self._concede_because = self.reading_of("concedeKeepsJackpot")
        self.jackpot_stays: Because = rules.only((law.JACKPOT_WHATEVER_DEALER, law.JACKPOT_HAND_STAYS))
        option = terms.option if terms is not None else 1
        self.jackpot_hands = prizes[option - 1] if 0 < option <= len(prizes) else frozenset()
        # the Star names each hand that takes a prize, Crown the lowest of an option
        from_straight = Category.STRAIGHT in self.jackpot_hands
        self.lowest_prize = law.JACKPOT_FROM_STRAIGHT if from_straight else law.JACKPOT_FROM_FLUSH
        self.jackpot_loses_because: Because = (
            *rules.only((law.JACKPOT_HANDS, self.lowest_prize, law.JACKPOT_LOSES)),
            *loses,
        )

    def _opening_offers(self) -> tuple[Offer, ...]:
        """The spots open before the first card, with the limits on the sign."""
        terms = self.terms
        spots = []
        for spot in self.spots.values():
            if spot.priced and terms.jackpot is not None:
                price = terms.jackpot.price_cents
                spots.append(Offer(spot.name, price, price, because=(law.JACKPOT_OFFERED, law.JACKPOT_PRICE)))
            elif spot.opening and not spot.priced and spot.name in terms.limits:
                sign, because = terms.limits[spot.name], self.spot_keys[spot.name]
                spots.append(Offer(spot.name, sign.minimum_cents, sign.maximum_cents, sign.unit_cents, because))
        return tuple(spots)

    def _shuffle_needs(self) -> dict[str, ShuffleNeed]:
        """What is asked of the shuffle, by the deck that was dealt last: a device takes its other deck."""
        if self.plan.is_cut:
            return dict.fromkeys(_SECOND_DECK, ShuffleNeed(SHUFFLE, "", (law.SHUFFLE_FIRST, law.FROM_SHOE)))
        why = self.rules.only((law.SHUFFLE_FIRST, law.DECKS_ALTERNATE, law.FROM_DEVICE))
        return {last: ShuffleNeed(SHUFFLE, deck, why) for last, deck in _SECOND_DECK.items()}

    # What a game of this family says of itself.

    @abstractmethod
    def take_turn(self, draft: Draft, hand: Hand) -> None:
        """Go on: a hand was turned."""

    @abstractmethod
    def bet_keys(self) -> Because:
        """The rules that say how much a follow-on wager is."""

    @abstractmethod
    def bet_range(self, phase: str, ante_cents: int) -> tuple[int, int]:
        """The least and the most that a stage takes on an Ante."""

    @abstractmethod
    def stage_done(self, draft: Draft) -> None:
        """Go on: no player is to decide any more at this stage."""

    @abstractmethod
    def settle(self, draft: Draft) -> None:
        """Settle every wager that is left, then end the round."""

    @abstractmethod
    def asked_words(self, phase: str, ante_cents: int) -> str:
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

    def unready(self, round: Round | Draft) -> Refusal | None:
        """Say what of the opening wagers has to be put in order before the cards come out."""
        return None

    def jackpot_cards(self, draft: Draft, hand: Hand) -> tuple[Card, ...]:
        """The five cards that a jackpot wager rides on."""
        return hand.cards

    def ante_standing(self, draft: Draft, ante: Wager) -> Standing:
        """What stands of an Ante once the cards are out."""
        return standing(self, ante)

    def side_standing(self, draft: Draft, wager: Wager) -> Standing:
        """What stands of another opening wager once the cards are out."""
        return standing(self, wager)

    def refuse_side(self, round: Round, act: Place) -> Refusal | None:
        """Refuse an opening wager other than the Ante and the jackpot's."""
        return None

    def needs_ante(self, spot: str) -> Because:
        """The rule by which a wager needs an Ante."""
        return (law.JACKPOT_NEEDS_ANTE,) if spot == JACKPOT else self.spot_keys[spot]

    # The table.

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms."""
        no = super().check_terms()
        if no is not None:
            return no
        terms, book = self.terms, self.book
        if not 1 <= terms.areas <= book.areas:
            return Refusal((law.PLAYING_AREA,), f"A table has 1 to {book.areas} playing areas, not {terms.areas}.")
        if terms.device not in book.deals:
            return Refusal((law.CARDS_FROM_DEVICE,), f"Cards come from a {' or a '.join(book.deals)}.")
        return check_limits(self, self.limited) or check_chips(self, self.limited) or self._check_jackpot()

    def _check_jackpot(self) -> Refusal | None:
        """Say why a table may not offer its jackpot on these terms."""
        jackpot, book = self.terms.jackpot, self.book
        if jackpot is None:
            return None
        if jackpot.price_cents <= 0:
            return Refusal((law.JACKPOT_PRICE,), "The sign shows what a jackpot wager costs.")
        if jackpot.linked and "B" in book.methods and jackpot.method != "B":
            return Refusal((law.METHOD_B_WHEN_LINKED,), "A jackpot shared by several games is dealt by Method B.")
        if jackpot.method not in book.methods:
            methods = " or ".join(filter(None, book.methods)) or "none: these rules know no methods"
            return Refusal((law.JACKPOT_OFFERED,), f"The dealing method of this jackpot is {methods}.")
        if not 1 <= jackpot.option <= len(book.prizes):
            return Refusal((law.JACKPOT_HANDS,), f"The payout option is 1 to {len(book.prizes)}, not {jackpot.option}.")
        return None

    def board(self, round: Round | Draft) -> tuple[Card, ...]:
        """The community cards that lie face up."""
        if COMMUNITY not in self.house or not round.hands:
            return ()
        return tuple([card for card in round.hands[self.house.index(COMMUNITY)].shown if card != UNKNOWN])

    def is_needed(self, draft: Draft, *statuses: str) -> bool:
        """Whether more cards decide anything: a hand that stands so, or a jackpot wager, is still to be settled."""
        for hand in reversed(draft.hands):  # the house's come first, and players' decide
            if hand.status in statuses and hand.area:
                return True
        return self.terms.jackpot is not None and any(w.spot == JACKPOT and w.left.pieces for w in draft.wagers)

    def stage_options(self, stage: Stage, ante_cents: int) -> tuple[Option, ...]:
        """What a stage offers on an Ante."""
        if stage.passing == FOLD:
            passing = Option(FOLD, self.fold_because[stage.phase])
        else:
            passing = Option(CHECK, self.choice_because[stage.phase])
        return (Option(BET, self.bet_because[stage.phase], *self.bet_range(stage.phase, ante_cents)), passing)

    def keeps_jackpot(self, status: str) -> bool:
        """Whether the jackpot wager of a hand that left in this way lives on."""
        return self._concede_keeps if status == CONCEDED else self.fold_keeps_jackpot

    def left_jackpot_because(self, status: str) -> Because:
        """Why the jackpot wager of a hand that left in this way lives on or does not."""
        if status == CONCEDED:
            return self._concede_because
        if status == FORFEITED:
            taken = () if self.fold_keeps_jackpot else (law.TALKING_FORFEITS,)
            return (*taken, *self.rules.readings("K36"))
        return self.fold_jackpot_because

    def reading_of(self, switch: str) -> Because:
        """The number of a reading to cite, where the edition has it."""
        return (self.rules.reading_id(switch),) if self.rules.has_switch(switch) else ()

    # What is asked for again and again.

    def _deal_need(self, areas: tuple[int, ...]) -> CardsNeed:
        """The need for the first deal to these areas."""
        return CardsNeed(DEAL, make_slots(self.plan, self.house, areas), packets_of(self.plan, areas))

    def _room_for(self, areas: tuple[int, ...]) -> Room:
        """The hands of the house, then one for each of these areas."""
        hand_of = {area: place for place, area in enumerate(areas, start=len(self.house))}
        return Room((*self.house_hands, *[Hand(place, area) for area, place in hand_of.items()]), hand_of)

    def _question(self, asked: tuple[str, int, str, int, int]) -> DecisionNeed:
        """What a stage asks the player of an Ante: by its phase, and the area, player, hand and cents of the Ante."""
        phase, area, patron, hand, cents = asked
        stage = self.stage_of[phase]
        return DecisionNeed(stage.asks, patron, area, hand, self.stage_options(stage, cents), subject=area)

    def _concede_need(self, asked: tuple[str, int, int]) -> DecisionNeed:
        """The leave to concede a hand that is up for settlement: by its player, area and number."""
        patron, area, hand = asked
        return DecisionNeed(
            CONCEDE, patron, area, hand, (Option(CONCEDE, (law.CONCEDE,)),), optional=True, subject=area
        )
