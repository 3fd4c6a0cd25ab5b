"""Ultimate Texas Hold'em: Ante and Blind, then one Play wager, the earlier the larger, against the dealer.

Settlement (Crown 10.4.2 to 10.4.6, 10.6): Ante, Play and Blind against the dealer, Trips on the hand alone.
"""

from collections.abc import Mapping

from pitboss import law
from pitboss.cards import Card, Category, PokerHand, best_hand
from pitboss.messages import say
from pitboss.money import ToOne, dollars
from pitboss.play.acts import Act, Place, TakeBack
from pitboss.play.cache import answers
from pitboss.play.needs import CardsNeed, Option, Slot, TurnNeed
from pitboss.play.poker import betting, names
from pitboss.play.poker.game import PokerGame
from pitboss.play.poker.reports import FILL, facts_for
from pitboss.play.poker.table import HAND_KEYS, LINES, Stage, difference_grounds
from pitboss.play.round import Draft, Round
from pitboss.play.terms import Limits, Spot, Standing, Terms, spots_by_name
from pitboss.play.wager import LOST, STOOD_OFF, WON, Hand, Refusal, Result, Wager
from pitboss.value import Value, replace

PRE_FLOP, FLOP, RIVER = "pre-flop", "flop", "river"
STAGES = (PRE_FLOP, FLOP, RIVER)
QUALIFIERS: Mapping[str, PokerHand] = {"pair": PokerHand(Category.PAIR, (0,))}

# The rules of an outcome for the hands, by whether the dealer qualifies, then for Ante, Play and Blind.
HANDS: Mapping[Result, law.Because] = {
    Result.WON: (law.HIGHER_HAND_WINS,),
    Result.LOST: (law.LOWER_HAND_LOSES,),
    Result.STOOD_OFF: (law.EQUAL_HANDS_STAND_OFF,),
}
UNQUALIFIED: Mapping[Result, law.Because] = {
    Result.WON: (law.HIGHER_WINS_UNQUALIFIED,),
    Result.LOST: (law.LOWER_LOSES_UNQUALIFIED,),
    Result.STOOD_OFF: (law.EQUAL_UNQUALIFIED,),
}
ANTES: Mapping[Result, law.Because] = {
    Result.WON: (law.ANTE_WINS, law.ANTE_ODDS),
    Result.LOST: (law.ANTE_LOSES,),
    Result.STOOD_OFF: (law.ANTE_STANDS_OFF,),
}
PLAYS: Mapping[Result, law.Because] = {
    Result.WON: (law.PLAY_WINS,),
    Result.LOST: (law.PLAY_LOSES,),
    Result.STOOD_OFF: (law.PLAY_STANDS_OFF,),
}
BLINDS: Mapping[Result, law.Because] = {
    Result.WON: (law.BLIND_WINS,),
    Result.LOST: (law.BLIND_LOSES,),
    Result.STOOD_OFF: (law.BLIND_STANDS_OFF,),
}


class UltimateFigures(Value):
    """What the edition says of Ultimate Texas Hold'em alone, in figures."""

    least: int
    most: int
    multiples: Mapping[str, tuple[int, ...]]
    qualifier: PokerHand
    ante_odds: ToOne
    play_odds: ToOne
    blind: Mapping[Category, tuple[ToOne, bool]]
    trips: Mapping[Category, ToOne]


def compile_figures(rules: law.Rules, terms: Terms) -> UltimateFigures:
    """Read the figures of the game out of its book, and the multiples off the sign."""
    data = rules.game.data
    pays = {(row["wager"], row["line"]): (ToOne.parse(row["odds"]), row.get("capped", False)) for row in data["pay"]}
    play = data["play"]
    usual = {stage: tuple(multiples) for stage, multiples in play["usual"].items()}
    return UltimateFigures(
        least=play["least"],
        most=play["most"],
        multiples={stage: tuple(sorted(offered)) for stage, offered in (usual | dict(terms.multiples)).items()},
        qualifier=QUALIFIERS[data["qualifier"]["hand"]],
        ante_odds=pays["ante", "win"][0],
        play_odds=pays["play", "win"][0],
        blind={LINES[line]: odds for (wager, line), odds in pays.items() if wager == "blind"},
        trips={LINES[line]: odds for (wager, line), (odds, _) in pays.items() if wager == "trips"},
    )


def check_multiples(rules: law.Rules, figures: UltimateFigures) -> Refusal | None:
    """Say what is wrong with the multiples on the sign: out of range, none, or not falling from stage to stage."""
    because: law.Because = (law.PLAY_MULTIPLE, rules.reading_id("laterPlayBelow"))
    below = min if rules.reading("laterPlayBelow") == "lowest" else max
    if unknown := set(figures.multiples) - set(STAGES):
        words = "There is no stage called {unknown}: the stages are {stages}."
        return Refusal(because, say(words, unknown=", ".join(sorted(unknown)), stages=", ".join(STAGES)))
    limit = figures.most + 1
    for stage in STAGES:
        offered = figures.multiples[stage]
        if not offered or any(not figures.least <= m <= figures.most for m in offered):
            words = "Offer Play at {least} to {most} times the Ante."
            return Refusal(because, say(words, least=figures.least, most=figures.most))
        if offered[-1] >= limit:
            words = "At the {stage} offer Play at less than {limit} times the Ante: that was offered before."
            return Refusal(because, say(words, stage=stage, limit=limit))
        limit = below(offered)
    return None


# The game.

BLIND, TRIPS, PLAY = "blind", "trips", "play"
DEALER, BOARD = 0, 1
"""The numbers of the dealer's hand and of the board."""


class ShownCards(Value):
    """Cards of the board that are shown after a stage: why, and the needs to turn or deal them."""

    because: law.Because
    turn: TurnNeed
    deal: CardsNeed


def _show_community(key: law.Key, name: str, *places: int) -> ShownCards:
    slots = (Slot(BOARD, 0, up=True),) * len(places)
    turn = TurnNeed(f"turn-{name}", BOARD, places=places)
    return ShownCards((key, law.COMMUNITY_CARDS), turn, CardsNeed(f"deal-{name}", slots))


_SHOWS = {
    PRE_FLOP: _show_community(law.FLOP_SHOWN, "flop", 0, 1, 2),
    FLOP: _show_community(law.TURN_AND_RIVER_SHOWN, "turn-and-river", 3, 4),
}
_TURN_DEALER = TurnNeed("turn-dealer", DEALER)
_NEXT = {PRE_FLOP: FLOP, FLOP: RIVER}
# At a stage: how many cards of the board lie face up while players decide.
_SHOWN = {PRE_FLOP: 0, FLOP: 3, RIVER: 5}


class UltimateHoldem(PokerGame):
    """Ultimate Texas Hold'em under Crown's edition, at a table."""

    spots = spots_by_name(
        Spot(names.ANTE),
        Spot(BLIND, matches=names.ANTE),
        Spot(TRIPS),
        Spot(PLAY, opening=False),
        Spot(names.JACKPOT, priced=True),
    )
    spot_keys = {  # noqa: RUF012
        names.ANTE: (law.ANTE_OPENS, law.CHIPS_OR_TOKENS),
        BLIND: (law.BLIND_EQUALS_ANTE, law.CHIPS_OR_TOKENS),
        TRIPS: (law.TRIPS_OFFERED, law.CHIPS_OR_TOKENS),
    }
    house = (names.DEALER, names.COMMUNITY)
    openers = (names.ANTE, BLIND)
    has_steps = True
    house_goes_first = True
    stages = (
        Stage(PRE_FLOP, PRE_FLOP, PLAY, names.CHECK, case=(law.BEFORE_FLOP,)),
        Stage(FLOP, FLOP, PLAY, names.CHECK, case=(law.AFTER_FLOP,)),
        Stage(RIVER, RIVER, PLAY, case=(law.AFTER_RIVER,)),
    )
    board_size = 5
    facts = facts_for(names.DEALER, names.COMMUNITY)
    switches = frozenset(
        {
            "betFollowsCappedAnte",
            "capAfterRounding",
            "deputyStandsIn",
            "earlyFlopPlay",
            "jackpotTokens",
            "laterPlayBelow",
            "lateLowWagerSettled",
            "methodBForOneGame",
            "silentRetraction",
            "slowBeforeRiver",
            "unequalBlind",
            "unrecoveredHand",
            "voidJackpotCarries",
        }
    )

    def __init__(self, rules: law.Rules, terms: Terms) -> None:
        if TRIPS in terms.limits:
            self.limited = (names.ANTE, TRIPS)
        individual = {patron: _with_blind(own) for patron, own in terms.individual.items()}
        super().__init__(rules, replace(terms, limits=_with_blind(terms.limits), individual=individual))
        self.figures = compile_figures(rules, terms)
        self.lapse_checks = rules.reading("slowBeforeRiver") == "check"
        self.lapse_reading = rules.reading_of("slowBeforeRiver")
        self.fold_spot_because = {
            names.ANTE: (law.ON_ANTE, *rules.reading_of("failedDealerRefundsFolded")),
            BLIND: (law.ON_BLIND,),
            TRIPS: (law.ON_TRIPS, law.TRIPS_LOST_ON_FOLD, *rules.reading_of("foldKeepsTrips")),
        }
        if self.terms.jackpot is not None and self.terms.jackpot.method == "B":
            self.jackpot_loses_because += rules.readings("K7")
        self.blind_reading = rules.reading_of("unequalBlind")
        self.unequal_is_void = rules.reading("unequalBlind") == "void-hand"

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms, the multiples on its sign included."""
        return super().check_terms() or check_multiples(self.rules, self.figures)

    # What Play may be.

    def bet_keys(self) -> law.Because:
        """The Play wager is a multiple that the sign offers at the stage (Crown 10.5.4(a), 10.5.6(a), 10.5.8(a))."""
        return (law.PLAY_MULTIPLE,)

    def bet_range(self, phase: str, ante_cents: int) -> tuple[int, int]:
        """The lowest and the highest multiple that the sign offers."""
        offered = self.figures.multiples[phase]
        return offered[0] * ante_cents, offered[-1] * ante_cents

    def fits(self, phase: str, ante_cents: int, cents: int) -> bool:
        """Only the multiples on the sign fit."""
        return cents in [multiple * ante_cents for multiple in self.figures.multiples[phase]]

    def valid_cents(self, phase: str, ante_cents: int, cents: int, placed_cents: int = 0) -> int:
        """What stands of a Play wager off its multiples: the highest one that it reached, or all of it if none.

        Where the Ante is cut, the multiple is the one that was played on the Ante as it lay, and a Play that reached
        none stands to the lowest at the most.
        """
        placed = placed_cents or ante_cents
        reached = [multiple for multiple in self.figures.multiples[phase] if multiple * placed <= cents]
        return reached[-1] * ante_cents if reached else min(cents, self.figures.multiples[phase][0] * ante_cents)

    def stage_words(self, phase: str, ante_cents: int) -> str:
        """Say what Play may be at a stage."""
        amounts = " or ".join(dollars(m * ante_cents) for m in self.figures.multiples[phase])
        return say("Play is {amounts}", amounts=amounts)

    def stage_options(self, stage: Stage, ante_cents: int) -> tuple[Option, ...]:
        """What a stage offers on an Ante, each Play there is by its amount."""
        bet, passing = super().stage_options(stage, ante_cents)
        amounts = tuple(m * ante_cents for m in self.figures.multiples[stage.phase])
        return Option(names.BET, bet.because, bet.least_cents, bet.most_cents, amounts), passing

    # Ante and Blind.

    def is_ready(self, round: Round | Draft) -> bool:
        """Whether every Ante has a Blind that is equal to it."""
        return _find_unmatched(round) is None

    def refuse_unready(self, round: Round | Draft) -> Refusal | None:
        """Say whose Blind is missing or not equal to the Ante."""
        ante = _find_unmatched(round)
        if ante is None:
            return None
        words = "{patron} needs a {amount} Blind: it must match the Ante."
        return Refusal((law.BLIND_EQUALS_ANTE,), say(words, patron=ante.patron, amount=dollars(ante.stake.cents)))

    def refuse_side(self, round: Round, act: Place) -> Refusal | None:
        """Refuse a Blind that would not equal the Ante."""
        if act.spot != BLIND:
            return None
        asked, *_ = [
            w.stake.cents for w in round.wagers if w.spot == names.ANTE and w.area == act.area and w.left.pieces
        ]
        there = _blind_of(round, act.area)
        cents = act.stake.cents + (there.stake.cents if there is not None else 0)
        if cents != asked:
            words = "The Blind must be {asked} to match your Ante, not {amount}."
            return Refusal((law.BLIND_EQUALS_ANTE,), say(words, asked=dollars(asked), amount=dollars(cents)))
        return None

    def opening_fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        """A Blind is wrong when it is not the Ante; the others when they are off the sign."""
        if wager.spot != BLIND:
            return super().opening_fault(round, wager)
        asked = self.opening_most(round, wager)
        if wager.stake.cents == asked:
            return None
        words = "The Blind is {blind}; the Ante is {ante}. Make them equal."
        because = (law.BLIND_EQUALS_ANTE, *self.blind_reading)
        return Refusal(because, say(words, blind=dollars(wager.stake.cents), ante=dollars(asked)))

    def opening_most(self, round: Round | Draft, wager: Wager) -> int:
        """A Blind is at most the Ante."""
        if wager.spot != BLIND:
            return super().opening_most(round, wager)
        return next((w.stake.cents for w in round.wagers if w.area == wager.area and w.spot == names.ANTE), 0)

    def top_up_range(self, round: Round | Draft, wager: Wager) -> tuple[int, int]:
        """A Blind is topped up to the Ante, no more and no less."""
        if wager.spot != BLIND:
            return super().top_up_range(round, wager)
        short = self.opening_most(round, wager) - wager.stake.cents
        return short, short

    def ante_standing(self, draft: Draft, ante: Wager) -> Standing:
        """Ante and Blind that prove unequal both stand to the smaller, unless it is read so that the hand is void
        (K11)."""
        stands = super().ante_standing(draft, ante)
        blind = _blind_of(draft, ante.area)
        if self.unequal_is_void and blind is not None and blind.stake.cents != ante.stake.cents:
            return Standing(0, (law.BLIND_EQUALS_ANTE, *self.blind_reading), void=True)
        if stands.void or blind is None or blind.stake.cents >= stands.valid_cents:
            return stands
        return Standing(blind.stake.cents, (*stands.because, law.BLIND_EQUALS_ANTE, *self.blind_reading))

    def side_standing(self, draft: Draft, wager: Wager) -> Standing:
        """A Blind stands to what stands of the Ante."""
        if wager.spot != BLIND:
            return super().side_standing(draft, wager)
        ante = draft.find(wager.area, names.ANTE)
        assert ante is not None  # a hand is dealt to an Ante
        valid = self.ante_standing(draft, ante).valid_cents
        if wager.stake.cents <= valid:
            return Standing(wager.stake.cents)
        return Standing(valid, (law.BLIND_EQUALS_ANTE, *self.blind_reading))

    def refuse_closed(self, round: Round, act: Act) -> Refusal:
        if isinstance(act, Place | TakeBack) and act.spot == TRIPS and round.need(names.WAGERS) is not None:
            return Refusal((law.TRIPS_OFFERED,), "The sign of this table gives no limits for Trips.")
        return super().refuse_closed(round, act)

    # The stages.

    def fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        if wager.spot == PLAY and round.phase in _SHOWN and round.hands[BOARD].up.bit_count() > _SHOWN[round.phase]:
            return None  # the next cards have begun to come out: what is wrong waits for the settlement
        return super().fault(round, wager)

    def follow_stage(self, draft: Draft) -> None:
        """Everyone has acted: the next cards of the board are shown, and after the river the dealer's."""
        if draft.phase == RIVER:
            draft.needs = (_TURN_DEALER.await_names(draft.hands[DEALER].unknown),)
            return
        if not self.is_needed(draft, names.LIVE, names.IN):
            self.settle(draft)
            return
        board, shown = draft.hands[BOARD], _SHOWS[draft.phase]
        turn, deal = shown.turn, shown.deal
        if self.plan.in_packets or len(board.cards) > turn.places[-1]:  # from a shoe they may have come too early
            if all(board.up >> place & 1 for place in turn.places):  # they were shown too early
                betting.ask(self, draft, self.stage_of[_NEXT[draft.phase]])
            else:
                draft.needs = (turn.await_names(board.count_unknown(turn.places)),)
        else:  # some of them may be out already, when a hand left the round between two cards
            early = len(board.cards) - turn.places[0]
            self.await_next(draft, deal.reduce(early) if early else deal)

    def take_deal(self, draft: Draft, need: CardsNeed) -> None:
        """The first deal is done, or a card of the board came out: ask the next stage."""
        betting.ask(self, draft, self.stages[0] if need.kind == names.DEAL else self.stage_of[_NEXT[draft.phase]])

    def deal_begins(self, draft: Draft, need: CardsNeed) -> law.Because:
        if need.kind in (names.DEAL, FILL):
            return super().deal_begins(draft, need)
        return _SHOWS[draft.phase].because

    def take_turn(self, draft: Draft, hand: Hand) -> None:
        """The board or the dealer was turned, or a hand was named: go on."""
        if hand.id == BOARD:
            betting.ask(self, draft, self.stage_of[_NEXT[draft.phase]])
        else:
            super().take_turn(draft, hand)

    def turning_grounds(self, hand: Hand) -> law.Because:
        if hand.id == BOARD:
            return _SHOWS[FLOP if hand.up & 0b111 == 0b111 else PRE_FLOP].because
        return (law.DEALER_TURNS, law.BEST_HAND) if hand.id == DEALER else (law.BEST_HAND,)

    # Settlement.

    def settle_hands(self, draft: Draft, contenders: list[Hand]) -> law.Because:
        """Settle every hand that made a Play wager against the dealer's."""
        board = draft.hands[BOARD].cards
        dealer = best_hand(draft.hands[DEALER].cards + board) if contenders else self.figures.qualifier
        qualifies = dealer >= self.figures.qualifier
        for hand in contenders:
            draft.turn(hand, (), (law.BEST_HAND, law.COMMUNITY_CARDS))
            value = best_hand(hand.cards + board)
            result = WON if value > dealer else LOST if value < dealer else STOOD_OFF
            shared = self.comparison_grounds[result, value.category, dealer.category, qualifies]
            for wager, why in betting.stand(self, draft, hand):
                if wager.spot == names.ANTE:
                    self._settle_ante(draft, wager, result, shared, why, qualifies=qualifies)
                elif wager.spot == PLAY:
                    draft.settle(wager, result, self.figures.play_odds, shared + PLAYS[result] + why)
                elif wager.spot == BLIND:
                    self._settle_blind(draft, wager, result, value, shared + why)
                else:
                    odds = self.figures.trips.get(value.category)  # whatever the dealer has
                    if odds is None:
                        draft.lose(wager, (law.TRIPS_LOSES, HAND_KEYS[value.category], *why))
                    else:
                        draft.win(wager, odds, (law.TRIPS_WINS, HAND_KEYS[value.category], *why))
        return ()

    def _settle_ante(
        self, draft: Draft, wager: Wager, result: Result, because: law.Because, more: law.Because, *, qualifies: bool
    ) -> None:
        """Ante: pays or loses only against a dealer who qualifies, else it goes back."""
        if not qualifies:
            is_equal = result is STOOD_OFF
            equal = ANTES[result] if is_equal else ()
            grounds = (law.DEALER_QUALIFIES, law.ANTE_REFUNDED_WHEN_DEALER_FAILS, *equal, *more, law.DEALER_HAS_NONE)
            draft.give_back(wager, result if is_equal else Result.RETURNED, grounds)
            return
        grounds = (law.DEALER_QUALIFIES, *because, *ANTES[result], *more)
        draft.settle(wager, result, self.figures.ante_odds, grounds)

    def _settle_blind(self, draft: Draft, wager: Wager, result: Result, value: PokerHand, because: law.Because) -> None:
        """Blind: paid by the hand when a straight or better beats the dealer, stands off when less does."""
        if result is LOST:
            draft.lose(wager, because + BLINDS[result])
        elif result is STOOD_OFF:
            draft.give_back(wager, result, because + BLINDS[result])
        elif value.category in self.figures.blind:
            odds, capped = self.figures.blind[value.category]
            draft.win(wager, odds, because + BLINDS[result], capped=capped)
        else:
            draft.give_back(wager, STOOD_OFF, (*because, law.BLIND_SMALL_HAND))

    @answers
    def comparison_grounds(self, outcome: tuple[Result, Category, Category, bool]) -> law.Because:
        """Why one hand beats another: by the result, the two hands, and whether the dealer qualifies."""
        result, mine, dealer, qualifies = outcome
        hands = (HANDS if qualifies else UNQUALIFIED)[result]
        case = law.DEALER_HAS_HAND if qualifies else law.DEALER_HAS_NONE
        return (*self.rules.only(hands + difference_grounds(mine, dealer)), case)

    def jackpot_cards(self, draft: Draft, hand: Hand) -> tuple[Card, ...]:
        """The hole cards and the Flop (reading K7)."""
        return hand.cards + draft.hands[BOARD].cards[:3]


def _with_blind(limits: Mapping[str, Limits]) -> Mapping[str, Limits]:
    """Limits for the Ante are the Blind's as well."""
    return {**limits, BLIND: limits.get(BLIND, limits[names.ANTE])} if names.ANTE in limits else limits


def _find_unmatched(round: Round | Draft) -> Wager | None:
    """The first Ante whose Blind is missing, or is seen not to equal it."""
    for ante in round.wagers:
        if ante.spot == names.ANTE and ante.left.pieces:
            blind = _blind_of(round, ante.area)
            if blind is not None and (blind.unnoticed or blind.stake == ante.stake):
                continue
            if blind is None or blind.stake.cents != ante.stake.cents:
                return ante
    return None


def _blind_of(round: Round | Draft, area: int) -> Wager | None:
    for wager in round.wagers:
        if wager.spot == BLIND and wager.area == area and wager.left.pieces:
            return wager
    return None
