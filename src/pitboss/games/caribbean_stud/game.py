"""Caribbean Stud as the kernel sees it: the edition compiled for a table, and each hook handed to its module."""

from pitboss import law
from pitboss.cards import DECK_52, Category, best_hand
from pitboss.games.caribbean_stud import deal, decide, refuse, settle
from pitboss.games.caribbean_stud.deal import ANTE, BET, DEAL, JACKPOT, WAGERS
from pitboss.games.caribbean_stud.law import JACKPOT_KEYS, OUTCOMES, compile_book
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.play.acts import Act, Decide, Lapse, Place, TakeBack
from pitboss.play.game import Game, Spot, Viewer
from pitboss.play.hand import Hand
from pitboss.play.needs import CallNeed, DecisionNeed, Slot, WagersNeed
from pitboss.play.pokerhands import told_apart
from pitboss.play.round import Draft, Round
from pitboss.play.terms import Terms
from pitboss.play.wager import Refusal, Result, Wager

_SPOTS = {ANTE: Spot(ANTE), BET: Spot(BET, opening=False), JACKPOT: Spot(JACKPOT, priced=True)}
_PLACED = {ANTE: (law.ANTE_OPENS, law.CHIPS_OR_TOKENS), JACKPOT: (law.JACKPOT_OFFERED, law.JACKPOT_PRICE)}


class CaribbeanStud(Game):
    """Caribbean Stud under an edition, at a table."""

    spots = _SPOTS
    deck = DECK_52
    switches = frozenset(
        {
            "betFollowsCappedAnte",
            "capAfterRounding",
            "dealerUpCard",
            "foldKeepsJackpot",
            "packetUpCard",
            "winningTokenKept",
        }
    )

    def __init__(self, rules: Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.book = book = compile_book(rules)
        self.plan = book.deals.get(terms.device) or next(iter(book.deals.values()))
        self.may_concede = rules.applies(law.CONCEDE)
        self.lapse_voids = rules.applies(law.LAPSE_VOIDS_HAND)
        self.lapse_reading = _reading(rules, "lapseRefund")
        self.bet_follows_cap = bool(rules.reading("betFollowsCappedAnte"))
        self.cap_reading = _reading(rules, "betFollowsCappedAnte")
        self.one_jackpot = law.ONE_JACKPOT_WAGER if rules.applies(law.ONE_JACKPOT_WAGER) else law.ONE_WAGER_PER_SPOT
        self.wrong_bet_because: Because = rules.only((law.WRONG_BET_CORRECTED, law.BET_TWICE_ANTE))
        self.wrong_fold_because: Because = rules.only((law.WRONG_BET_FOLDED, law.BET_TWICE_ANTE, law.LAPSE_FOLDS))
        self.bet_because: Because = rules.only((law.BET_TWICE_ANTE, law.BET_OR_FOLD, law.VARIATION_PREVAILS))
        self.settle_because: Because = rules.only((law.BEST_HAND, law.SETTLE_FROM_RIGHT))
        void = (law.VOID,) if book.failed_bet == "void" else ()
        self.failed_bet_because: Because = (law.DEALER_QUALIFIES, law.BET_RETURNED_WHEN_DEALER_FAILS, *void)
        self._set_jackpot()
        self.offers = deal.offers(self) if ANTE in terms.limits else ()
        self._grounds: dict[tuple[Result, Category, Category], tuple[Because, Because]] = {}
        self._slots: dict[tuple[int, ...], tuple[Slot, ...]] = {}

    def _set_jackpot(self) -> None:
        """What a fold does to a jackpot wager: Method A or B where the edition has them, else the reading."""
        rules, jackpot = self.rules, self.terms.jackpot
        if rules.has_switch("foldKeepsJackpot"):
            self.fold_keeps_jackpot = bool(rules.reading("foldKeepsJackpot"))
            self.fold_jackpot_because: Because = _reading(rules, "foldKeepsJackpot")
        else:
            self.fold_keeps_jackpot = jackpot is not None and jackpot.method == "B"
            key = law.FOLD_KEEPS_JACKPOT if self.fold_keeps_jackpot else law.FOLD_ENDS_JACKPOT
            self.fold_jackpot_because = (key,)
        self.jackpot_loses_because: Because = rules.only((law.JACKPOT_HANDS, law.JACKPOT_LOSES))
        option = jackpot.option if jackpot is not None else 1
        self.jackpot_hands = self.book.prizes[option - 1] if 0 < option <= len(self.book.prizes) else frozenset()

    def grounds(self, result: Result, mine: Category, dealer: Category) -> tuple[Because, Because]:
        """Why an Ante and a Bet end as they do against a dealer who qualifies, worked out once a pair of hands."""
        known = self._grounds.get((result, mine, dealer))
        if known is None:
            hands, ante, bet = OUTCOMES[result]
            shared = (law.DEALER_QUALIFIES, *hands, *told_apart(mine, dealer))
            known = self.rules.only(shared + ante), self.rules.only(shared + bet)
            self._grounds[result, mine, dealer] = known
        return known

    def jackpot_because(self, category: Category) -> Because:
        """Why a hand takes a jackpot prize: by name at the Star, by the option's lowest hand at Crown."""
        lowest = law.JACKPOT_FROM_STRAIGHT if Category.STRAIGHT in self.jackpot_hands else law.JACKPOT_FROM_FLUSH
        return self.rules.only((*JACKPOT_KEYS.get(category, ()), lowest))

    def slots(self, areas: tuple[int, ...]) -> tuple[Slot, ...]:
        """The places for the cards of a deal to these areas, worked out once."""
        if areas not in self._slots:
            self._slots[areas] = deal.make_slots(self, areas)
        return self._slots[areas]

    # The table.

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms."""
        terms, book = self.terms, self.book
        if not 1 <= terms.areas <= book.areas:
            return Refusal((law.PLAYING_AREA,), f"A table has 1 to {book.areas} playing areas, not {terms.areas}.")
        if terms.device not in book.deals:
            return Refusal((law.CARDS_FROM_DEVICE,), f"Cards come from a {' or a '.join(book.deals)}.")
        ante = terms.limits.get(ANTE)
        if ante is None or not 0 < ante.minimum_cents <= ante.maximum_cents or ante.unit_cents < 0:
            return Refusal((law.SIGN_MINIMUM,), "The sign shows a minimum and a maximum for the Ante.")
        if self.rules.applies(law.REGULATOR_MINIMUM):
            floor = (terms.regulator_minimum_cents or {}).get(ANTE, 0)
            if not 0 < floor <= ante.minimum_cents:
                words = "No table opens without the regulator's minimum for the Ante, nor with a sign below it."
                return Refusal((law.REGULATOR_MINIMUM, law.Reading("K23")), words)
        if terms.maximum_payout_cents is not None and terms.maximum_payout_cents <= 0:
            return Refusal((law.MAXIMUM_PAYOUT,), "A maximum payout is more than nothing.")
        return super().check_terms() or self._check_jackpot()

    def _check_jackpot(self) -> Refusal | None:
        jackpot, book = self.terms.jackpot, self.book
        if jackpot is None:
            return None
        if jackpot.price_cents <= 0:
            return Refusal((law.JACKPOT_PRICE,), "The sign shows what a jackpot wager costs.")
        if jackpot.linked and "B" in book.methods and jackpot.method != "B":
            return Refusal((law.METHOD_B_WHEN_LINKED,), "A jackpot shared by several games is dealt by Method B.")
        if jackpot.method not in book.methods:
            methods = " or ".join(book.methods) or "none: it goes by the reading foldKeepsJackpot"
            return Refusal((law.JACKPOT_OFFERED,), f"The dealing method of this jackpot is {methods}.")
        if not 1 <= jackpot.option <= len(book.prizes):
            return Refusal((law.JACKPOT_HANDS,), f"The payout option is 1 to {len(book.prizes)}, not {jackpot.option}.")
        return None

    # The round, in its order.

    def begin(self, draft: Draft) -> None:
        deal.begin(self, draft)

    def wagered(self, draft: Draft) -> None:
        deal.await_deal(self, draft)

    def shuffled(self, draft: Draft) -> None:
        deal.shuffled(self, draft)

    def cut(self, draft: Draft) -> None:
        deal.await_deal(self, draft)

    def called(self, draft: Draft, need: CallNeed) -> None:
        if need.id == decide.SETTLE:
            settle.settle(self, draft)
        else:
            draft.close(WAGERS)
            deal.await_deal(self, draft)

    def deal_begins(self, draft: Draft, need: str) -> Because:
        if draft.phase != DEAL:
            deal.deal_begins(draft)
        return self.plan.because

    def dealt(self, draft: Draft, need: str) -> None:
        decide.ask(self, draft)

    def decided(self, draft: Draft, need: DecisionNeed, act: Decide) -> None:
        decide.decided(self, draft, need, act)

    def lapsed(self, draft: Draft, need: DecisionNeed, act: Lapse) -> None:
        decide.lapsed(self, draft, need, act)

    def turned(self, draft: Draft, hand: Hand) -> None:
        decide.shown(self, draft, hand)

    def turns_because(self, hand: Hand) -> Because:
        return (law.DEALER_TURNS, law.BEST_HAND) if hand.id == deal.DEALER else (law.BEST_HAND,)

    def says(self, hand: Hand) -> str:
        return best_hand(hand.cards).describe() if len(hand.cards) == deal.CARDS and not hand.unknown else ""

    def fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        return decide.fault(self, round, wager)

    def found(self, draft: Draft, wager: Wager, fault: Refusal) -> None:
        decide.found(self, draft, wager, fault.because)

    def voided(self, draft: Draft, patron: str) -> None:
        """One patron's wagers are void: their hand is out, and the round goes on without it."""
        waiting = any(isinstance(need, DecisionNeed) and not need.optional for need in draft.needs)
        for hand in draft.hands[1:]:
            if any(w.hand == hand.id and w.patron == patron for w in draft.wagers):
                draft.close_decisions_of(hand.id)
                draft.collect(draft.hands[hand.id], decide.VOIDED, (law.OFFENDER_VOIDED, law.VOID))
        if draft.phase == WAGERS:
            draft.needs = tuple(n for n in draft.needs if not (isinstance(n, DecisionNeed) and n.patron == patron))
            deal.await_deal(self, draft)
        elif draft.phase == decide.BETTING and waiting:
            if not any(isinstance(need, DecisionNeed) for need in draft.needs):
                decide.betting_done(self, draft)
        elif draft.phase == decide.SHOWDOWN and not draft.hands[deal.DEALER].all_up:
            draft.needs = ()
            decide.betting_done(self, draft)
        elif draft.phase == decide.SHOWDOWN:
            decide.await_settle(self, draft)

    # The gate.

    def closed(self, round: Round, act: Act) -> Refusal:
        return refuse.closed(self, round, act)

    def refuses_wager(self, round: Round, need: WagersNeed, act: Place) -> Refusal | None:
        return refuse.wager(self, round, act)

    def refuses_take_back(self, round: Round, act: TakeBack) -> Refusal | None:
        return refuse.take_back(round, act)

    def refuses_decision(self, round: Round, need: DecisionNeed, act: Decide) -> Refusal | None:
        return refuse.decision(self, round, need, act)

    def placed_because(self, wager: Wager) -> Because:
        return _PLACED[wager.spot]

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """Players look at their own cards, once all are dealt; nobody looks at the dealer's."""
        return (
            viewer.role == "patron"
            and hand.id != deal.DEALER
            and round.phase not in (WAGERS, DEAL)
            and any(w.patron == viewer.patron and w.hand == hand.id and w.spot == ANTE for w in round.wagers)
        )


def _reading(rules: Rules, switch: str) -> Because:
    return (rules.reading_id(switch),) if rules.has_switch(switch) else ()
