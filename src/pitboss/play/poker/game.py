"""A poker game against the house as the kernel sees it: opening wagers, shuffle, cut and the first card, then each hook
of a round in its order, and the gate."""

from pitboss import law
from pitboss.cards import UNKNOWN, Card, best_hand
from pitboss.messages import say, translate
from pitboss.money import dollars
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, TakeBack
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed, TurnNeed, WagersNeed
from pitboss.play.poker import betting, names, remedies, reports
from pitboss.play.poker.irregularities import PROVISIONS
from pitboss.play.poker.table import PokerTable, ante_of
from pitboss.play.round import Draft, Round, Viewer
from pitboss.play.terms import spot_words
from pitboss.play.wager import Hand, Refusal, Result, Wager
from pitboss.play.wrong_wagers import MEND
from pitboss.value import replace

_CALL = CallNeed(names.NO_MORE_BETS, "no more bets", (law.BETS_CLOSE, law.ROUND_OF_PLAY))
_ASKED_HERE = frozenset({CallNeed, CardsNeed})
"""What is asked for anew whenever the opening wagers or the cards' readiness change."""
_TO_MEND = Refusal((law.SIGN_MINIMUM,), "A player has a wager to correct before the first card.")


def ante_areas(draft: Draft | Round) -> tuple[int, ...]:
    """The playing areas with an Ante, from the dealer's left."""
    areas: tuple[int, ...] = ()
    for wager in draft.wagers:
        if wager.spot == names.ANTE and wager.left.pieces:
            areas += (wager.area,)
    return areas if len(areas) < 2 else tuple(sorted(areas))


class PokerGame(PokerTable):
    """A poker game as far as its deal, stages and settlement are not its own."""

    # Opening wagers, shuffle, cut and the first card.

    def begin(self, draft: Draft) -> None:
        """Open the layout for wagers, and ask for the shuffle."""
        draft.phase = names.WAGERS
        draft.needs = (self.wagers_need, self.shuffle_needs[draft.deck])
        if draft.wagers:
            self.await_deal(draft)  # wagers were carried to this round

    def await_deal(self, draft: Draft) -> None:
        """Ask for the call and the first card as soon as, and only while, they are in order."""
        kept: list[Need] = []
        undecided = False
        for need in draft.needs:
            if type(need) is DecisionNeed:  # a wager to mend
                mend = self.mend_again(draft, need)
                if mend is not None:
                    kept.append(mend)
                    undecided = True
            elif type(need) not in _ASKED_HERE:
                kept.append(need)
        is_open = bool(kept) and type(kept[0]) is WagersNeed  # it is the first need of a round
        areas = ante_areas(draft)
        if not areas and not is_open:
            draft.end((law.ROUND_OF_PLAY,))  # every Ante was voided after the call: nothing is left to deal to
            return
        if areas and not undecided and self.is_ready(draft):
            is_prepared = len(kept) == is_open  # nothing is to be shuffled or cut
            if is_open:
                kept.append(_CALL)
            if is_prepared and not (is_open and self.book.must_call):
                kept.append(self.deals[areas])
        draft.needs = tuple(kept)

    def await_directed_shuffle(self, draft: Draft, because: law.Because) -> None:
        """The cards are shuffled before another one comes out: at once where one is awaited, else when it is."""
        need = ShuffleNeed(names.SHUFFLE, draft.deck, because)
        if draft.phase != names.WAGERS:
            draft.due = because
            if any(type(each) is CardsNeed for each in draft.needs):
                draft.needs = (need, *[each for each in draft.needs if type(each) not in (ShuffleNeed, CutNeed)])
        elif not any(type(each) is ShuffleNeed for each in draft.needs):
            is_open = type(draft.needs[0]) is WagersNeed
            kept = [each for each in draft.needs if type(each) is not CutNeed]
            draft.needs = (*kept[:is_open], need, *kept[is_open:])
            self.await_deal(draft)

    def await_next(self, draft: Draft, cards: CardsNeed) -> None:
        """Ask for the next cards of a round, after the shuffle where one was ordered."""
        shuffle = (ShuffleNeed(names.SHUFFLE, draft.deck, draft.due),) if draft.due else ()
        draft.needs = (*shuffle, cards)

    def cut_again(self, draft: Draft) -> None:
        """The cards that have not come out are shuffled: they are cut where the rules have them cut."""
        left = self.size - draft.out
        if self.plan.is_cut and left > 1:
            draft.needs = (replace(self.cut_need, most=left - 1), *draft.needs)
        else:
            draft.due = ()

    def close_wagers(self, draft: Draft) -> None:
        """The first card closes the wagers and makes room for the hands: the house's, then one for each Ante."""
        draft.phase = names.DEAL
        draft.needs = ()
        room = self.rooms[ante_areas(draft)]
        draft.hands, hand_of = room.hands, room.hand_of
        draft.wagers = tuple([w.ride_on(hand_of.get(w.area, -1)) if w.left.pieces else w for w in draft.wagers])
        if self.terms.jackpot is not None:
            self._return_idle_jackpots(draft)

    def _return_idle_jackpots(self, draft: Draft) -> None:
        """A jackpot wager that stayed from the last round goes back where its player has no hand in this one."""
        lies = [wager for wager in draft.wagers if wager.left.pieces]
        antes = {(wager.patron, wager.area) for wager in lies if wager.spot == names.ANTE}
        areas = {area for _, area in antes} if self.rules.applies(law.JACKPOT_ON_ANOTHER) else ()
        for wager in lies:
            rides = (wager.patron, wager.area) in antes or wager.area in areas
            if wager.spot == names.JACKPOT and not rides:
                draft.give_back(wager, Result.RETURNED, self.rules.only((law.JACKPOT_CARRIED, law.JACKPOT_NEEDS_ANTE)))

    follow_wagers = await_deal

    # The round, in its order.

    def follow_answer(self, draft: Draft, need: Need, act: Act) -> None:
        if type(need) is CardsNeed:
            if need.kind == reports.FILL:
                self.go_on(draft)
            else:
                self.take_deal(draft, need)
        elif type(need) is TurnNeed:
            self.take_turn(draft, draft.hands[need.hand])
        elif need.kind == names.SETTLE:
            self.settle(draft)
        elif draft.phase != names.WAGERS:  # a shuffle that was ordered in the middle of the round, or its cut
            if type(need) is ShuffleNeed:
                self.cut_again(draft)
            else:
                draft.due = ()
        elif type(need) is ShuffleNeed and self.plan.is_cut:
            draft.needs += (self.cut_need,)
        else:
            if type(need) is CallNeed:
                draft.needs = draft.needs[1:]  # the wagers: the first need of a round
            self.await_deal(draft)

    def deal_begins(self, draft: Draft, need: CardsNeed) -> law.Because:
        if draft.phase == names.WAGERS:
            self.close_wagers(draft)
        return self.plan.because

    def take_deal(self, draft: Draft, need: CardsNeed) -> None:
        """Go on: the cards of a deal are out."""
        betting.ask(self, draft, self.stages[0])

    def take_turn(self, draft: Draft, hand: Hand) -> None:
        """Go on: the dealer's hand was turned, or a player's was named."""
        if hand.kind == names.DEALER:
            betting.showdown(self, draft)
        else:
            betting.await_settle(self, draft)

    def settle(self, draft: Draft) -> None:
        """Settle every hand that is still in, then the jackpot wagers; collect the cards and end the round."""
        contenders = [hand for hand in reversed(draft.hands) if hand.status == self.contender and hand.area]
        case = self.settle_hands(draft, contenders)
        if self.terms.jackpot is not None:
            betting.settle_jackpots(self, draft, case)
        house = draft.hands[: len(self.house)]
        for hand in (*house, *reversed(contenders)) if self.house_goes_first else (*contenders, *house):
            now = draft.hands[hand.id]
            if now.cards and (now.status == self.contender or not now.area):
                draft.collect(now, names.SETTLED, self.collected_because + case)
        draft.end((law.ROUND_OF_PLAY,))

    carry_out_decision = betting.carry_out
    carry_out_lapse = betting.lapse
    fault = betting.find_fault
    mend_wager = betting.mend_wager

    # What goes wrong.

    provisions = PROVISIONS
    refuse_report = reports.refuse_report
    find_acted = reports.find_acted
    answer_retraction = remedies.answer_retraction

    def wagers_void_with(self, round: Round | Draft, wager: Wager) -> frozenset[int]:
        """Without its Ante a hand has nothing to ride on (K37): all that its player has on it is void with that."""
        if wager.spot not in self.openers:
            return frozenset((wager.id,))
        return frozenset(w.id for w in round.wagers if (w.area, w.patron) == (wager.area, wager.patron))

    def follow_void(self, draft: Draft, gone: frozenset[int], because: law.Because) -> None:
        """Wagers are void: a hand whose Ante is one of them is out, and the round goes on without it."""
        for hand in draft.hands[len(self.house) :]:
            if ante_of(draft, hand) in gone and hand.status in (names.LIVE, names.IN):
                betting.void_hand(draft, hand, because)
        if draft.phase == names.WAGERS:
            areas = ante_areas(draft)
            for wager in draft.wagers:
                if wager.left.pieces and wager.area not in areas:  # another's, on a box that has no hand any more
                    draft.give_back(wager, Result.VOID, because)
            self.await_deal(draft)
        else:
            draft.needs = tuple([need for need in draft.needs if not (need.kind == MEND and need.subject in gone)])
            self.go_on(draft)

    cut_back = betting.excuse

    # The gate.

    def refuse_closed(self, round: Round, act: Act) -> Refusal:
        if round.is_over:
            return Refusal((law.ROUND_OF_PLAY,), "The round is over.")
        match act:
            case Place() | TakeBack():
                return self.refuse_late_wager(round, act)
            case Shuffle():
                return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled once, before the round is dealt.")
            case Cut():
                return self.refuse_cut(round, act)
            case Deal():
                return self.refuse_deal(round)
            case Call() if act.need != names.SETTLE:
                return self.refuse_call(round)
            case Decide() | Lapse():
                return betting.refuse_out_of_turn(self, round, act)
            case _:
                return Refusal(self.turn_because, "This comes after every player has acted and the cards are turned.")

    def refuses(self, round: Round, need: Need, act: Act) -> Refusal | None:
        if type(act) is Decide:
            assert type(need) is DecisionNeed
            return betting.refuse_decision(self, round, need, act)
        if type(act) is Place:
            return self.refuse_wager(round, act)
        return self.refuse_take_back(round, act) if type(act) is TakeBack else None

    # Which wagers are not taken.

    def refuse_wager(self, round: Round, act: Place) -> Refusal | None:
        """Refuse a second hand, a wager that needs an Ante without one, and a jackpot wager off its price or twice."""
        if act.spot == names.ANTE:
            for other in round.wagers:
                if (
                    other.patron == act.patron
                    and other.spot == names.ANTE
                    and other.area != act.area
                    and other.left.pieces
                ):
                    words = "{patron} already has a hand on area {area}: a player has one."
                    return Refusal((law.ONE_HAND,), say(words, patron=act.patron, area=other.area))
            return None
        antes = [w.patron for w in round.wagers if w.spot == names.ANTE and w.area == act.area and w.left.pieces]
        if act.patron not in antes:
            return self._refuse_on_another(round, act, bool(antes))
        if act.spot != names.JACKPOT:
            return None if act.unnoticed else self.refuse_side(round, act)
        return self._refuse_jackpot(round, act)

    def _refuse_on_another(self, round: Round, act: Place, has_ante: bool) -> Refusal | None:
        """Refuse a wager on an area where the player has no Ante, unless leave was given for a jackpot wager there."""
        if act.spot == names.JACKPOT and has_ante and self.rules.applies(law.JACKPOT_ON_ANOTHER):
            if self.rules.has_power(act.approved_by, law.JACKPOT_ON_ANOTHER):
                return self._refuse_jackpot(round, act)
            least = self.rules.edition.powers[law.JACKPOT_ON_ANOTHER]
            words = "Ask a {rank} to allow {patron} a jackpot wager on another player's area."
            because = (law.JACKPOT_ON_ANOTHER, law.JACKPOT_NEEDS_ANTE)
            return Refusal(because, say(words, rank=least.replace("-", " "), patron=act.patron))
        words = say("{patron} needs an Ante on area {area} first.", patron=act.patron, area=act.area)
        return Refusal(self.needs_ante(act.spot), words)

    def _refuse_jackpot(self, round: Round, act: Place) -> Refusal | None:
        """Refuse a second jackpot wager on a hand, or one that is not its price."""
        if any(w.left.pieces for w in round.wagers_on(act.area, names.JACKPOT)):
            one = self.rules.only((law.ONE_JACKPOT_WAGER,)) or (law.ONE_WAGER_PER_SPOT,)
            return Refusal(one, say("Area {area} already has its jackpot wager.", area=act.area))
        if act.stake.tokens_cents and not self.rules.reading("jackpotTokens", otherwise=True):
            because = (law.JACKPOT_PRICE, *self.rules.reading_of("jackpotTokens"))
            return Refusal(because, "A jackpot wager is made in chips: keep the token for another wager.")
        price = self.terms.jackpot.price_cents if self.terms.jackpot else 0
        if act.stake.cents != price:
            words = say("The jackpot wager is exactly {price}.", price=dollars(price))
            return Refusal((law.JACKPOT_PRICE,), words)
        return None

    def refuse_take_back(self, round: Round, act: TakeBack) -> Refusal | None:
        """Refuse to leave a wager without the Ante that it needs."""
        if act.spot != names.ANTE:
            return None
        for other in round.wagers:
            rides = other.patron == act.patron or self.rules.applies(law.JACKPOT_ON_ANOTHER)
            if other.area == act.area and other.spot != names.ANTE and other.left.pieces and rides:
                words = say("Take the {spot} wager back first: it needs the Ante.", spot=spot_words(other.spot))
                return Refusal(self.needs_ante(other.spot), words)
        return None

    # Why a wager, a cut, a call or a card is out of turn.

    def refuse_late_wager(self, round: Round, act: Place | TakeBack) -> Refusal:
        """Say why the layout is not open for a wager."""
        if round.phase != names.WAGERS or round.need(names.WAGERS) is None:
            words = "No more bets: a wager stays as it is now until it is settled."
            frozen = (law.WAGERS_FROZEN,) if round.phase != names.WAGERS else ()
            return Refusal((law.BETS_CLOSE, *frozen), words)
        if act.spot == names.JACKPOT:
            return Refusal((law.JACKPOT_OFFERED,), "This table offers no jackpot.")
        if act.spot in self.spots:
            words = "The {spot} is made after the deal: decide to {bet} then."
            return Refusal(self.decide_because, say(words, spot=spot_words(act.spot), bet=translate(names.BET)))
        return Refusal((law.PLAYING_AREA,), say("The layout has no spot called {spot}.", spot=act.spot))

    def refuse_cut(self, round: Round, act: Cut) -> Refusal:
        """Say why the cards are not cut now."""
        if act.by != "dealer":
            return Refusal((law.ONLY_DEALER_CUTS,), "Only the dealer cuts the cards.")
        if not self.plan.is_cut:
            return Refusal((law.DEVICE_UNCUT,), "Cards from a shuffling device are not cut.")
        if round.need(names.SHUFFLE) is not None:
            return Refusal((law.SHUFFLE_FIRST,), "Shuffle first, then cut.")
        return Refusal((law.DEALER_CUTS,), "The cards are cut once, before the first of them comes out.")

    def refuse_call(self, round: Round) -> Refusal:
        """Say why the dealer does not close the wagers now."""
        if round.phase != names.WAGERS or round.need(names.WAGERS) is None:
            return Refusal((law.BETS_CLOSE,), "The wagers are closed already.")
        if not ante_areas(round):
            return Refusal((law.ANTE_OPENS,), "No player has an Ante down: there is nothing to close.")
        return self.refuse_unready(round) or _TO_MEND

    def refuse_deal(self, round: Round) -> Refusal:
        """Say why no card comes out now."""
        if round.need(names.SHUFFLE) is not None:
            return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled before they are dealt.")
        if round.need(names.CUT) is not None:
            return Refusal((law.DEALER_CUTS,), "The dealer cuts before dealing.")
        if round.phase != names.WAGERS:
            dealt = self.rules.only((law.FIVE_CARDS, law.HOLE_CARDS, law.CARDS_FROM_DEVICE))
            return Refusal(dealt, "No card is awaited now.")
        if not ante_areas(round):
            return Refusal((law.ANTE_OPENS,), "No player has an Ante yet: there is no hand to deal.")
        if self.book.must_call and round.need(names.WAGERS) is not None:
            return Refusal((law.BETS_CLOSE,), "Announce no more bets before the first card.")
        return self.refuse_unready(round) or _TO_MEND

    def placing_grounds(self, round: Round | Draft, wager: Wager) -> law.Because:
        if wager.spot != names.JACKPOT:
            return self.spot_keys[wager.spot]
        offered = (law.JACKPOT_OFFERED, law.JACKPOT_PRICE)
        if any(w.area == wager.area and w.spot == names.ANTE and w.patron == wager.patron for w in round.wagers):
            return offered
        return (*offered, law.JACKPOT_ON_ANOTHER, *self.rules.readings("M11"))

    def forfeit_wagers(self, draft: Draft, patron: str) -> None:
        betting.forfeit(self, draft, patron)
        self.go_on(draft)

    def go_on(self, draft: Draft) -> None:
        """Go on after a hand was taken out of the round in the middle of it, or a question of an irregularity is
        answered: await what was put off, or what comes when no decision is left."""
        if remedies.resume(self, draft):
            return
        if draft.phase in self.stage_of:
            if not betting.is_deciding(draft):
                draft.needs = ()
                self.follow_stage(draft)
        elif draft.phase == names.SHOWDOWN:
            betting.await_settle(self, draft)

    def says(self, hand: Hand, board: tuple[Card, ...] = ()) -> str:
        cards = hand.cards + board
        if hand.kind == names.COMMUNITY or len(cards) < 5 or UNKNOWN in cards:
            return ""
        return best_hand(cards).describe()

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """Players look at their own cards, once all are dealt, and not at the house's."""
        return (
            viewer.role == "patron"
            and hand.area > 0
            and round.phase not in (names.WAGERS, names.DEAL)
            and any(w.patron == viewer.patron and w.hand == hand.id and w.spot == names.ANTE for w in round.wagers)
        )
