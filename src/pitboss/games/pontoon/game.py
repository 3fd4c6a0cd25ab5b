"""Pontoon as the kernel sees it: each hook of a round in its order, and the chapter that answers it."""

from functools import partial

from pitboss import law
from pitboss.games.pontoon import boxes, doubling, insurance, opening, pairs, play, settlement, shoe, table, voids
from pitboss.games.pontoon.table import (
    BURN,
    DEAL,
    DEALER,
    DOUBLES,
    FORFEIT,
    INSURANCE_CALL,
    INSURANCE_CLOSED,
    INSURE,
    KEEP,
    LIVE,
    NO_MORE_BETS,
    PAIRS,
    PASS,
    PLAY,
    RETURN,
    SPLITS,
    STAY,
    SURRENDER,
    WAGER,
    WAGERS,
    PontoonTable,
)
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import EMPTY, Stake
from pitboss.play.acts import Act, Call, Cut, CuttingCard, Deal, Decide, Lapse, Place, Shuffle, Sit, TakeBack
from pitboss.play.cache import Cache
from pitboss.play.events import Decided
from pitboss.play.hand import Hand
from pitboss.play.mend import MEND, TOP_UP
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.round import Draft, Round, Viewer, on_table
from pitboss.play.stock import OFF_TABLE
from pitboss.play.terms import Terms
from pitboss.play.wager import Refusal, Wager


class Pontoon(PontoonTable):
    """Pontoon under an edition, at a table."""

    def __init__(self, rules: Rules, terms: Terms) -> None:
        super().__init__(rules, terms)
        self.options = Cache(partial(play.offer_options, self))

    # The round, in its order.

    begin = opening.open_wagers
    await_deal = opening.await_deal
    sat = opening.make_room

    def wagered(self, draft: Draft) -> None:
        if PAIRS in self.terms.limits:
            pairs.make_room(self, draft)
        opening.await_deal(self, draft)

    shuffle_directed = shoe.await_ordered_shuffle
    cutting_card = shoe.take_cutting_card
    out_of_cards = shoe.shuffle_discards

    def deal_begins(self, draft: Draft, need: CardsNeed) -> Because:
        if need.kind == BURN:
            return (law.FIRST_CARD_BURNED,)
        if need.kind == DEAL:
            if draft.phase == WAGERS:
                opening.close_wagers(self, draft)
            return self.deal_because
        if need.kind == DEALER:
            if len(draft.hands[0].cards) == 1:
                insurance.lapse_insurance(draft)
            return (law.CARDS_FROM_DEVICE, law.FACE_UP, law.DEALER_DRAWS)
        return self.card_because

    def answered(self, draft: Draft, need: Need, act: Act) -> None:
        if type(need) is CardsNeed:
            self._take_cards(draft, need)
        elif need.kind == NO_MORE_BETS:
            draft.close(WAGERS)
            opening.await_deal(self, draft)
        elif type(need) is CallNeed:
            insurance.follow_call(self, draft, need)
        elif type(need) is TurnNeed:
            self._show_hand(draft, draft.hands[need.hand])
        elif type(need) is ShuffleNeed:
            shoe.after_shuffle(self, draft)
        elif type(need) is CutNeed:
            follow = shoe.pass_cut_on if type(act) is Lapse else shoe.after_cut
            follow(self, draft, need)

    def _take_cards(self, draft: Draft, need: CardsNeed) -> None:
        match need.kind:
            case table.CARD:
                play.take_card(self, draft, draft.hands[need.subject])
            case table.DEALER:
                settlement.take_dealer_card(self, draft)
            case table.DEAL:
                self.end_deal(draft)
            case _:
                shoe.after_burn(self, draft)

    def end_deal(self, draft: Draft) -> None:
        """All have their first cards; a device takes the discards back before anything else (7.2)."""
        if not self.is_cut and draft.out > len(on_table(draft.hands)):
            draft.phase = RETURN
            draft.needs = (ShuffleNeed(RETURN, "", (law.DISCARDS_RETURN,)),)
        else:
            self.after_deal(draft)

    def after_deal(self, draft: Draft) -> None:
        """The initial deal is done: pairs and pontoons are settled if they can be seen, then offers are made."""
        if self.deals_up:
            for hand in draft.hands[1:]:
                self._settle_seen(draft, hand)
        insurance.make_offers(self, draft)

    def _settle_seen(self, draft: Draft, hand: Hand) -> None:
        """Settle what the first two cards of a hand decide by themselves."""
        pairs.settle(self, draft, hand)
        if hand.status == LIVE and self.is_pontoon(hand):
            settlement.settle_pontoon(self, draft, hand)

    def after_offers(self, draft: Draft) -> None:
        """Insurance and surrender are over: cards that lie face down are shown where a side wager asks, or at will."""
        if self.deals_up:
            play.begin_play(self, draft)
            return
        insures = tuple(need for need in draft.needs if need.kind in (INSURE, INSURANCE_CALL, INSURANCE_CLOSED))
        turns = [
            TurnNeed("turn", hand.id, hand.unknown, optional=draft.find(hand.area, PAIRS) is None, subject=hand.id)
            for hand in draft.hands[1:]
            if hand.status not in OFF_TABLE
        ]
        draft.needs = (*turns, *insures)
        if all(turn.optional for turn in turns):
            play.begin_play(self, draft)

    def _show_hand(self, draft: Draft, hand: Hand) -> None:
        """A player showed the first two cards (P34)."""
        if draft.phase == DEALER:
            if not [need for need in draft.needs if need.kind != INSURANCE_CALL]:
                settlement.settle(self, draft)
            return
        self._settle_seen(draft, hand)
        if draft.phase != PLAY:
            if not any(isinstance(need, TurnNeed) and not need.optional for need in draft.needs):
                play.begin_play(self, draft)
            return
        for need in draft.needs:
            if need.kind == PLAY and need.subject == hand.id:
                draft.close_each(PLAY)
                self.go_on(draft)

    def turns_because(self, hand: Hand) -> Because:
        return (law.FIRST_TWO_DOWN, *self.rules.readings("P34"))

    def decided(self, draft: Draft, need: DecisionNeed, option: str, stake: Stake, unnoticed: bool) -> None:
        for offered in need.options if need.optional else ():
            if offered.declines and offered.name == option:
                insurance.decline(draft, need, offered)
                return
        match need.kind:
            case table.PLAY:
                play.carry_out(self, draft, need, option, stake)
            case table.DOUBLES:
                doubling.follow_double(draft, need, option, stake)
            case table.FORFEIT:
                doubling.answer_forfeit(self, draft, need, option)
            case table.SPLITS:
                doubling.follow_split(self, draft, need, option, stake)
            case table.INSURE:
                insurance.insure(draft, need, stake)
            case table.SURRENDER:
                insurance.surrender(self, draft, need)
            case _:
                self.mended(draft, need, option, stake, unnoticed)

    def lapsed(self, draft: Draft, need: DecisionNeed, reason: str) -> None:
        """A hand stands, and a choice that is offered besides is not taken (17.10)."""
        if need.kind == PLAY:
            play.pass_over(self, draft, need, reason)
        elif need.kind == MEND:
            self.take_off(draft, draft.wagers[need.subject], need.options[0].because)
        else:
            option = {DOUBLES: PASS, FORFEIT: KEEP, SPLITS: STAY}[need.kind]
            place = len(draft.events)
            self.decided(draft, need, option, EMPTY, unnoticed=False)
            event = draft.events[place]
            assert isinstance(event, Decided)  # what a choice does follows what it was
            draft.events[place] = event._replace(because=(*event.because, law.LAPSE_STANDS), lapsed=reason)

    go_on = play.go_on
    after_forfeits = doubling.after_forfeits
    dealer_turn = settlement.dealer_turn

    voids_with = voids.voids_with
    void_undoes = voids.void_undoes
    voided = voids.go_on_without
    cut_back = voids.ask_anew

    # Wagers and the gate.

    def closed(self, round: Round, act: Act) -> Refusal:
        if round.is_over and not (isinstance(act, Deal) and act.need == DEALER):
            return Refusal((law.ROUND_OF_PLAY,), "The round is over.")
        match act:
            case Place() | TakeBack() | Sit():
                return opening.refuse_late_wager(round, act)
            case Shuffle():
                return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled when the cutting card has come out.")
            case Cut():
                return shoe.refuse_cut(self)
            case Deal() | CuttingCard():
                return shoe.refuse_deal(self, round)
            case Call():
                return insurance.refuse_call(round, act)
            case Decide() if act.option == INSURE:
                return insurance.refuse_insurance(self, round, act)
            case Decide() if act.option == SURRENDER:
                return insurance.refuse_surrender()
            case Decide() | Lapse():
                return play.refuse_turn(round)
            case _:
                return Refusal((law.IN_TURN,), "That comes at another time.")

    refuse_crowd = opening.refuse_crowd
    refuse_cutting_card = shoe.refuse_cutting_card

    def refuses(self, round: Round, need: Need, act: Act) -> Refusal | None:
        if type(act) is Decide:
            if act.option == TOP_UP:
                return self.refuse_top_up(round, need, act)
            if act.unnoticed:  # the rules have no remedy for one that would be found wrong later
                assert type(need) is DecisionNeed
                because = next(option.because for option in need.options if option.name == act.option)
                return Refusal(because, f"A wager to {act.option} is checked as it goes down.")
            return None
        if type(act) is Place:
            return opening.refuse_wager(self, round, act)
        if type(act) is TakeBack:
            return opening.refuse_take_back(self, round, act)
        return opening.refuse_seat(self, round, act) if type(act) is Sit else None

    def placed_because(self, round: Round | Draft, wager: Wager) -> Because:
        return (law.PAIRS_OFFERED if wager.spot == PAIRS else law.WAGER_OPENS, law.CHIPS_OR_TOKENS)

    def falls_with(self, draft: Draft, other: Wager, wager: Wager) -> bool:
        """Perfect Pairs wagers go with the last initial wager of their area."""
        if wager.spot != WAGER or other.spot != PAIRS or other.area != wager.area:
            return False
        return not [w for w in boxes.initial_wagers(draft, wager.area) if w.id != wager.id]

    def opening_most(self, round: Round | Draft, wager: Wager) -> int:
        if wager.spot == WAGER and wager.left.pieces:
            return boxes.room_for(self, round, wager)
        return super().opening_most(round, wager)

    opening_fault = boxes.opening_fault
    fault = boxes.find_fault
    found = boxes.mend_found

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """The controlling player alone looks at first cards that lie face down, once all are dealt."""
        if viewer.role != "patron" or hand.area == 0 or round.phase in (WAGERS, DEAL):
            return False
        return any(box.area == hand.area and box.line[:1] == (viewer.patron,) for box in round.boxes)
