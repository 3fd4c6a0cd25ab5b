"""A poker game against the house as the kernel sees it: the edition compiled for a table, each hook in its place."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from pitboss import law
from pitboss.cards import DECK_52, UNKNOWN, Card, best_hand
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.play.acts import Cut, Place
from pitboss.play.draft import Draft
from pitboss.play.game import Viewer
from pitboss.play.hand import Hand
from pitboss.play.limits import Standing, standing
from pitboss.play.mend import mended_wager
from pitboss.play.needs import CallNeed, CutNeed, DecisionNeed, Need, Option, WagersNeed
from pitboss.play.poker import betting, jackpot, opening, refuse, signs
from pitboss.play.poker.betting import Stage
from pitboss.play.poker.book import compile_book
from pitboss.play.poker.grounds import Grounds
from pitboss.play.poker.kept import Kept
from pitboss.play.poker.words import (
    ANTE,
    BET,
    CHECK,
    COMMUNITY,
    CUT,
    DEAL,
    FOLD,
    IN,
    JACKPOT,
    LIVE,
    SETTLE,
    SHOWDOWN,
    WAGERS,
)
from pitboss.play.round import Round
from pitboss.play.terms import Terms
from pitboss.play.wager import Refusal, Result, Wager


class PokerGame(Grounds):
    """What a poker game has besides its own deal, stages and settlement."""

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
        self.set_grounds()
        self.choice_grounds = {stage.phase: self.choice_because(stage.passing) + stage.case for stage in self.stages}
        self.bet_grounds = {phase: self.offer_because(choice) for phase, choice in self.choice_grounds.items()}
        self.fold_grounds = {
            stage.phase: rules.only((law.BET_OR_FOLD, law.FOLD_LOSES)) + stage.case for stage in self.stages
        }
        self.wrong_bet_grounds = {stage.phase: self.wrong_bet_because + stage.case for stage in self.stages}
        self.set_jackpot(self.book.prizes)
        self.wagers_need = WagersNeed(WAGERS, opening.offers(self))
        self.cut_need = CutNeed(CUT, "dealer", 1, len(self.deck) - 1, (law.ONLY_DEALER_CUTS,), (law.DEALER_CUTS,))
        self.shuffle_needs = opening.shuffle_needs(self)
        self.settle_need = CallNeed(SETTLE, "settle", rules.only((law.BEST_HAND, law.SETTLE_FROM_RIGHT)))
        self.kept = Kept(self)

    # What a game of this family says of itself.

    @abstractmethod
    def bet_range(self, phase: str, ante_cents: int) -> tuple[int, int]:
        """The least and the most that a stage takes on an Ante."""

    @abstractmethod
    def stage_done(self, draft: Draft) -> None:
        """Go on: nobody is to decide any more at this stage."""

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

    def board(self, round: Round | Draft) -> tuple[Card, ...]:
        """The community cards that lie face up."""
        if COMMUNITY not in self.house or not round.hands:
            return ()
        return tuple([card for card in round.hands[self.house.index(COMMUNITY)].shown if card != UNKNOWN])

    def is_ready(self, round: Round | Draft) -> bool:
        """Whether the opening wagers are in order for the cards to come out."""
        return True

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

    def refuses_side(self, round: Round, act: Place) -> Refusal | None:
        """Refuse an opening wager other than the Ante and the jackpot's."""
        return None

    def needs_ante(self, spot: str) -> Because:
        """The rule by which a wager needs an Ante."""
        return (law.JACKPOT_NEEDS_ANTE,) if spot == JACKPOT else self.spot_because(spot)

    def refuses_on_another(self, round: Round, act: Place, has_ante: bool) -> Refusal | None:
        """Refuse a wager on an area where the player has no Ante, unless leave was given for a jackpot wager there."""
        if act.spot == JACKPOT and has_ante and self.rules.applies(law.JACKPOT_ON_ANOTHER):
            if self.rules.has_power(act.approved_by, law.JACKPOT_ON_ANOTHER):
                return refuse.jackpot(self, round, act)
            least = self.rules.edition.powers[law.JACKPOT_ON_ANOTHER]
            words = f"A {least} may allow {act.patron} a jackpot wager on another's box."
            return Refusal((law.JACKPOT_ON_ANOTHER, law.JACKPOT_NEEDS_ANTE), words)
        return Refusal(self.needs_ante(act.spot), f"{act.patron} needs an Ante on area {act.area} first.")

    def spot_because(self, spot: str) -> Because:
        """The rule under which an opening wager goes down."""
        return self.spot_keys[spot]

    # The table.

    def is_betting(self, round: Round | Draft) -> bool:
        """Whether players are at a stage of betting."""
        return round.phase in self.stage_of

    def is_needed(self, draft: Draft, *statuses: str) -> bool:
        """Whether more cards decide anything: a hand that stands so, or a jackpot wager, is still alive."""
        for hand in reversed(draft.hands):  # the house's come first, and players' decide
            if hand.status in statuses and hand.area:
                return True
        return self.terms.jackpot is not None and any(w.spot == JACKPOT and w.left.pieces for w in draft.wagers)

    def stage_options(self, stage: Stage, ante_cents: int) -> tuple[Option, ...]:
        """What a stage offers on an Ante."""
        if stage.passing == FOLD:
            passing = Option(FOLD, self.fold_grounds[stage.phase])
        else:
            passing = Option(CHECK, self.choice_grounds[stage.phase])
        return (Option(BET, self.bet_grounds[stage.phase], *self.bet_range(stage.phase, ante_cents)), passing)

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms."""
        return super().check_terms() or signs.check(self) or jackpot.check_terms(self)

    # The round, in its order.

    begin = opening.begin
    await_deal = opening.await_deal
    wagered = opening.await_deal

    def shuffled(self, draft: Draft) -> None:
        if draft.phase != WAGERS:
            opening.shuffled_again(self, draft)
        elif self.plan.is_cut:
            draft.needs += (self.cut_need,)
        else:
            opening.await_deal(self, draft)

    shuffle_directed = opening.shuffle_directed
    await_next = opening.await_next

    def cut(self, draft: Draft, act: Cut) -> None:
        if draft.phase == WAGERS:
            opening.await_deal(self, draft)
        else:
            draft.due = ()

    def called(self, draft: Draft, need: CallNeed) -> None:
        if need.id == SETTLE:
            self.settle(draft)
        else:
            draft.close(WAGERS)
            opening.await_deal(self, draft)

    def deal_begins(self, draft: Draft, need: str) -> Because:
        if draft.phase == WAGERS:
            opening.deal_begins(self, draft)
        return self.plan.because

    def dealt(self, draft: Draft, need: str) -> None:
        betting.ask(self, draft, self.stages[0])

    decided = betting.decided
    lapsed = betting.lapsed
    fault = betting.fault

    def found(self, draft: Draft, wager: Wager, fault: Refusal) -> None:
        betting.found(self, draft, wager, fault.because)

    def voids_with(self, round: Round | Draft, wager: Wager) -> frozenset[int]:
        """Without its Ante a hand has nothing to ride on (K37): all that its player has on it is void with that."""
        if wager.spot not in self.openers:
            return frozenset((wager.id,))
        return frozenset(w.id for w in round.wagers if (w.area, w.patron) == (wager.area, wager.patron))

    def voided(self, draft: Draft, gone: frozenset[int], because: Because) -> None:
        """Wagers are void: a hand whose Ante is one of them is out, and the round goes on without it."""
        for hand in draft.hands[len(self.house) :]:
            if betting.ante_of(draft, hand) in gone and hand.status in (LIVE, IN):
                betting.void_hand(draft, hand, because)
        if draft.phase == WAGERS:
            areas = opening.ante_areas(draft)
            for wager in draft.wagers:
                if wager.left.pieces and wager.area not in areas:  # another's, on a box that has no hand any more
                    draft.give_back(wager, Result.VOID, because)
            opening.await_deal(self, draft)
        else:
            draft.needs = tuple([need for need in draft.needs if not _mends(need, gone)])
            self._go_on(draft)

    cut_back = betting.excuse

    # The gate.

    closed = refuse.closed
    refuses_take_back = refuse.take_back
    refuses_decision = refuse.decision

    def refuses_wager(self, round: Round, need: WagersNeed, act: Place) -> Refusal | None:
        return refuse.wager(self, round, act)

    def placed_because(self, round: Round | Draft, wager: Wager) -> Because:
        if wager.spot != JACKPOT:
            return self.spot_because(wager.spot)
        offered = (law.JACKPOT_OFFERED, law.JACKPOT_PRICE)
        if any(w.area == wager.area and w.spot == ANTE and w.patron == wager.patron for w in round.wagers):
            return offered
        return (*offered, law.JACKPOT_ON_ANOTHER, *self.rules.readings("M11"))

    def forfeited(self, draft: Draft, patron: str) -> None:
        betting.forfeit(self, draft, patron)
        self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        """Go on after a hand was taken out of the round in the middle of it."""
        if self.is_betting(draft):
            if not betting.is_deciding(draft):
                draft.needs = ()
                self.stage_done(draft)
        elif draft.phase == SHOWDOWN:
            betting.await_settle(self, draft)

    def says(self, hand: Hand, board: tuple[Card, ...] = ()) -> str:
        cards = hand.cards + board
        if hand.kind == COMMUNITY or len(cards) < 5 or UNKNOWN in cards:
            return ""
        return best_hand(cards).describe()

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """Players look at their own cards, once all are dealt; nobody looks at the house's."""
        return (
            viewer.role == "patron"
            and hand.area > 0
            and round.phase not in (WAGERS, DEAL)
            and any(w.patron == viewer.patron and w.hand == hand.id and w.spot == ANTE for w in round.wagers)
        )


def _mends(need: Need, gone: frozenset[int]) -> bool:
    """Whether a need asks a player to mend one of some wagers."""
    return isinstance(need, DecisionNeed) and need.id.startswith("mend-") and mended_wager(need.id) in gone
