"""A poker game against the house as the kernel sees it: each hook of a round in its order, and the chapter that answers
it."""

from pitboss import law
from pitboss.cards import UNKNOWN, Card, best_hand
from pitboss.law import Because
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, TakeBack
from pitboss.play.hand import Hand
from pitboss.play.mend import MEND
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.poker import betting, opening
from pitboss.play.poker.table import (
    ANTE,
    COMMUNITY,
    DEAL,
    IN,
    JACKPOT,
    LIVE,
    SETTLE,
    SHOWDOWN,
    WAGERS,
    PokerTable,
    ante_of,
)
from pitboss.play.round import Draft, Round, Viewer
from pitboss.play.wager import Refusal, Result, Wager


class PokerGame(PokerTable):
    """A poker game as far as its deal, stages and settlement are not its own."""

    # The round, in its order.

    begin = opening.open_wagers
    await_deal = opening.await_deal
    wagered = opening.await_deal

    shuffle_directed = opening.await_ordered_shuffle
    await_next = opening.await_next

    def answered(self, draft: Draft, need: Need, act: Act) -> None:
        if type(need) is CardsNeed:
            self.take_deal(draft, need)
        elif type(need) is TurnNeed:
            self.take_turn(draft, draft.hands[need.hand])
        elif need.kind == SETTLE:
            self.settle(draft)
        elif draft.phase != WAGERS:  # a shuffle that was ordered in the middle of the round, or its cut
            if type(need) is ShuffleNeed:
                opening.cut_again(self, draft)
            else:
                draft.due = ()
        elif type(need) is ShuffleNeed and self.plan.is_cut:
            draft.needs += (self.cut_need,)
        else:
            if type(need) is CallNeed:
                draft.needs = draft.needs[1:]  # the wagers: the first need of a round
            opening.await_deal(self, draft)

    def deal_begins(self, draft: Draft, need: CardsNeed) -> Because:
        if draft.phase == WAGERS:
            opening.close_wagers(self, draft)
        return self.plan.because

    def take_deal(self, draft: Draft, need: CardsNeed) -> None:
        """Go on: the cards of a deal are out."""
        betting.ask(self, draft, self.stages[0])

    decided = betting.carry_out
    lapsed = betting.lapse
    fault = betting.find_fault
    found = betting.mend_found

    def voids_with(self, round: Round | Draft, wager: Wager) -> frozenset[int]:
        """Without its Ante a hand has nothing to ride on (K37): all that its player has on it is void with that."""
        if wager.spot not in self.openers:
            return frozenset((wager.id,))
        return frozenset(w.id for w in round.wagers if (w.area, w.patron) == (wager.area, wager.patron))

    def voided(self, draft: Draft, gone: frozenset[int], because: Because) -> None:
        """Wagers are void: a hand whose Ante is one of them is out, and the round goes on without it."""
        for hand in draft.hands[len(self.house) :]:
            if ante_of(draft, hand) in gone and hand.status in (LIVE, IN):
                betting.void_hand(draft, hand, because)
        if draft.phase == WAGERS:
            areas = opening.ante_areas(draft)
            for wager in draft.wagers:
                if wager.left.pieces and wager.area not in areas:  # another's, on a box that has no hand any more
                    draft.give_back(wager, Result.VOID, because)
            opening.await_deal(self, draft)
        else:
            draft.needs = tuple([need for need in draft.needs if not (need.kind == MEND and need.subject in gone)])
            self._go_on(draft)

    cut_back = betting.excuse

    # The gate.

    def closed(self, round: Round, act: Act) -> Refusal:
        if round.is_over:
            return Refusal((law.ROUND_OF_PLAY,), "The round is over.")
        match act:
            case Place() | TakeBack():
                return opening.refuse_late_wager(self, round, act)
            case Shuffle():
                return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled once, before the round is dealt.")
            case Cut():
                return opening.refuse_cut(self, round, act)
            case Deal():
                return opening.refuse_deal(self, round)
            case Call() if act.need != SETTLE:
                return opening.refuse_call(self, round)
            case Decide() | Lapse():
                return betting.refuse_out_of_turn(self, round, act)
            case _:
                return Refusal(self.turn_because, "That comes after every player has acted and the cards are turned.")

    def refuses(self, round: Round, need: Need, act: Act) -> Refusal | None:
        if type(act) is Decide:
            assert type(need) is DecisionNeed
            return betting.refuse_decision(self, round, need, act)
        if type(act) is Place:
            return opening.refuse_wager(self, round, act)
        return opening.refuse_take_back(self, round, act) if type(act) is TakeBack else None

    def placed_because(self, round: Round | Draft, wager: Wager) -> Because:
        if wager.spot != JACKPOT:
            return self.spot_keys[wager.spot]
        offered = (law.JACKPOT_OFFERED, law.JACKPOT_PRICE)
        if any(w.area == wager.area and w.spot == ANTE and w.patron == wager.patron for w in round.wagers):
            return offered
        return (*offered, law.JACKPOT_ON_ANOTHER, *self.rules.readings("M11"))

    def forfeited(self, draft: Draft, patron: str) -> None:
        betting.forfeit(self, draft, patron)
        self._go_on(draft)

    def _go_on(self, draft: Draft) -> None:
        """Go on after a hand was taken out of the round in the middle of it."""
        if draft.phase in self.stage_of:
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
        """Players look at their own cards, once all are dealt, and not at the house's."""
        return (
            viewer.role == "patron"
            and hand.area > 0
            and round.phase not in (WAGERS, DEAL)
            and any(w.patron == viewer.patron and w.hand == hand.id and w.spot == ANTE for w in round.wagers)
        )
