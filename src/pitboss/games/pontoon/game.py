"""Pontoon as the kernel sees it: each hook of a round in its order, and the chapter that answers it."""

from typing import ClassVar

from pitboss import law
from pitboss.games.pontoon import (
    boxes,
    insurance,
    irregularities,
    marker,
    names,
    opening,
    pairs,
    play,
    settlement,
    shoe,
)
from pitboss.games.pontoon.table import PontoonTable
from pitboss.messages import say
from pitboss.money import EMPTY, Stake
from pitboss.play import acts, irregularity
from pitboss.play.cache import answers
from pitboss.play.events import Decided
from pitboss.play.needs import AnnounceNeed, CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed, TurnNeed
from pitboss.play.round import OFF_TABLE, Draft, Round, Viewer, cards_on_table
from pitboss.play.wager import Hand, Refusal, Wager, replace_box
from pitboss.play.wrong_wagers import MEND, TAKE_BACK, TOP_UP
from pitboss.value import replace

_LAPSES = {names.DOUBLES: names.PASS, names.FORFEIT: names.KEEP, names.SPLITS: names.STAY}
"""What is taken for a player who does not decide."""


def _list_decisions(draft: Draft, patron: str) -> list[DecisionNeed]:
    """What a player is asked now."""
    return [need for need in draft.needs if isinstance(need, DecisionNeed) and need.patron == patron]


def _leave(draft: Draft, gone: frozenset[int]) -> None:
    """Take wagers off their hands; a player with none left on a box calls nothing there and takes up no room."""
    for wager in gone:
        draft.set_wager(draft.wagers[wager].ride_on(-1))
    out = {draft.wagers[wager].patron for wager in gone}
    for box in draft.boxes:
        here = {w.patron for w in draft.wagers if w.area == box.area and w.spot in names.ON_HAND and w.left.pieces}
        line = tuple(name for name in box.line if name not in out or name in here)
        if line != box.line:
            draft.boxes = replace_box(draft.boxes, replace(box, line=line))


def _forget(draft: Draft, gone: list[int]) -> None:
    """Await nothing for hands that are out of the round."""
    kept: list[Need] = []
    for need in draft.needs:
        if isinstance(need, CardsNeed):
            slots = tuple(slot for slot in need.slots if slot.hand not in gone)
            if slots:
                kept.append(replace(need, slots=slots))
        elif not (isinstance(need, TurnNeed | DecisionNeed) and need.hand in gone):
            kept.append(need)
    draft.needs = tuple(kept)


class Pontoon(PontoonTable):
    """Pontoon under an edition, at a table."""

    options = answers(play.offer_options)
    card_orders: ClassVar = {
        law.SHUFFLE_DIRECTED: shoe.direct_shuffle,
        law.CARDS_REPLACED: shoe.replace_cards,
        law.DECK_CHECKED: shoe.replace_wrong_cards,
    }
    facts = irregularities.FACTS
    provisions = irregularities.PROVISIONS
    refuse_report = irregularities.refuse_report

    # The round, in its order.

    begin = opening.open_wagers
    await_deal = opening.await_deal
    follow_seat = opening.make_room

    def follow_wagers(self, draft: Draft) -> None:
        if names.PAIRS in self.terms.limits:
            pairs.make_room(self, draft)
        opening.await_deal(self, draft)

    await_directed_shuffle = shoe.await_ordered_shuffle
    follow_cutting_card = shoe.take_cutting_card
    follow_last_card = shoe.shuffle_discards

    def deal_begins(self, draft: Draft, need: CardsNeed) -> law.Because:
        if need.kind == names.BURN:
            return (law.FIRST_CARD_BURNED,)
        if need.kind in (names.DEAL, names.UNDER_SHOE):
            if draft.phase == names.WAGERS:
                opening.close_wagers(self, draft)
            return self.deal_because if need.kind == names.DEAL else shoe.take_from_under(self, draft)
        if need.kind == names.DEALER:
            if len(draft.hands[0].cards) == 1:
                insurance.lapse_insurance(draft)
            return (law.CARDS_FROM_DEVICE, law.FACE_UP, law.DEALER_DRAWS)
        return self.card_because

    def follow_answer(self, draft: Draft, need: Need, act: acts.Act) -> None:
        if type(need) is CardsNeed:
            self._take_cards(draft, need)
        elif need.kind == names.NO_MORE_BETS:
            draft.close(names.WAGERS)
            opening.await_deal(self, draft)
        elif type(need) is CallNeed:
            insurance.follow_call(self, draft, need)
        elif type(need) is TurnNeed:
            self._show_hand(draft, draft.hands[need.hand])
        elif type(need) is ShuffleNeed:
            shoe.follow_shuffle(self, draft)
        elif type(need) is AnnounceNeed and type(act) is acts.Announce:
            settlement.settle_announced(self, draft, need, act)
        elif type(need) is CutNeed:
            follow = shoe.pass_cut_on if type(act) is acts.Lapse else shoe.follow_cut
            follow(self, draft, need)

    def _take_cards(self, draft: Draft, need: CardsNeed) -> None:
        match need.kind:
            case names.CARD:
                play.take_card(self, draft, draft.hands[need.subject])
            case names.DEALER:
                settlement.take_dealer_card(self, draft)
            case names.DEAL:
                self.end_deal(draft)
            case names.UNDER_SHOE:
                draft.await_cards(self.deals[tuple(hand.area for hand in draft.hands[1:])].reduce(1))
            case _:
                shoe.follow_burn(self, draft)

    def end_deal(self, draft: Draft) -> None:
        """All have their first cards; a device takes the discards back before anything else (7.2)."""
        if not self.is_cut and draft.out > len(cards_on_table(draft.hands)):
            draft.phase = names.RETURN
            draft.needs = (ShuffleNeed(names.RETURN, "", (law.DISCARDS_RETURN,)),)
        else:
            self.follow_deal(draft)

    def follow_deal(self, draft: Draft) -> None:
        """The initial deal is done: pairs and pontoons are settled if they can be seen, then offers are made."""
        if self.deals_up:
            for hand in draft.hands[1:]:
                self._settle_seen(draft, hand)
        insurance.make_offers(self, draft)

    def _settle_seen(self, draft: Draft, hand: Hand) -> None:
        """Settle what the first two cards of a hand decide by themselves."""
        pairs.settle(self, draft, hand)
        if hand.status == names.LIVE and self.is_pontoon(hand):
            settlement.settle_pontoon(self, draft, hand)

    def follow_offers(self, draft: Draft) -> None:
        """Insurance and surrender are over: cards that lie face down are shown where a side wager asks, or at will."""
        if self.deals_up:
            play.begin_play(self, draft)
            return
        insures = tuple(need for need in draft.needs if need.kind not in (names.SURRENDER_CALL, names.SURRENDER_CLOSED))
        turns = [
            TurnNeed(
                "turn", hand.id, hand.unknown, optional=draft.find(hand.area, names.PAIRS) is None, subject=hand.id
            )
            for hand in draft.hands[1:]
            if hand.status not in OFF_TABLE
        ]
        draft.needs = (*turns, *insures)
        if all(turn.optional for turn in turns):
            play.begin_play(self, draft)

    def _show_hand(self, draft: Draft, hand: Hand) -> None:
        """A player showed the first two cards (P34)."""
        if draft.phase == names.DEALER:
            if not [need for need in draft.needs if need.kind != names.INSURANCE_CALL]:
                settlement.settle(self, draft)
            return
        self._settle_seen(draft, hand)
        if draft.phase != names.PLAY:
            if not any(isinstance(need, TurnNeed) and not need.optional for need in draft.needs):
                play.begin_play(self, draft)
            return
        for need in draft.needs:
            if need.kind in names.CALLS and need.subject == hand.id:
                draft.close_each(need.kind)
                self.go_on(draft)

    def turning_grounds(self, hand: Hand) -> law.Because:
        return (law.FIRST_TWO_DOWN, *self.rules.readings("P34"))

    def carry_out_decision(self, draft: Draft, need: DecisionNeed, option: str, stake: Stake, unnoticed: bool) -> None:
        for offered in need.options if need.optional else ():
            if offered.declines and offered.name == option:
                insurance.decline(draft, need, offered)
                return
        match need.kind:
            case names.PLAY:
                play.carry_out(self, draft, need, option, stake)
            case names.DOUBLES:
                play.follow_double(self, draft, need, option, stake)
            case names.FORFEIT:
                play.answer_forfeit(self, draft, need, option)
            case names.SPLITS:
                play.follow_split(self, draft, need, option, stake)
            case names.INSURE:
                insurance.insure(draft, need, stake)
            case names.SURRENDER:
                insurance.surrender(self, draft, need)
            case names.OFFERED_CARD:
                play.answer_offer(self, draft, need, option)
            case irregularity.RETRACT:
                irregularities.answer_retraction(self, draft, need, option)
            case _ if draft.phase != names.WAGERS:
                boxes.mend_late(self, draft, need, option, stake)
            case _:
                self.carry_out_mending(draft, need, option, stake, unnoticed)

    def carry_out_lapse(self, draft: Draft, need: DecisionNeed, reason: str) -> None:
        """A hand stands, and a choice that is offered besides is not taken (17.10)."""
        if need.kind == names.PLAY:
            play.pass_over(self, draft, need, reason)
        elif need.kind == names.OFFERED_CARD:
            play.answer_offer(self, draft, need, names.REFUSE, reason)
        elif need.kind == MEND and draft.phase != names.WAGERS:
            boxes.mend_late(self, draft, need, TAKE_BACK, EMPTY)
        elif need.kind == MEND:
            self.take_off(draft, draft.wagers[need.subject], need.options[0].because)
        else:
            option = _LAPSES[need.kind]
            place = len(draft.events)
            self.carry_out_decision(draft, need, option, EMPTY, unnoticed=False)
            event = draft.events[place]
            assert isinstance(event, Decided)  # what a choice does follows what it was
            draft.events[place] = replace(event, because=(*event.because, law.LAPSE_STANDS), lapsed=reason)

    go_on = play.go_on
    follow_forfeits = play.follow_forfeits
    dealer_turn = settlement.dealer_turn

    # Wagers are void, one or all of a player's (19.8), and the round goes on without them; or a loss limit has cut what
    # a player has in it (17.22).

    def wagers_void_with(self, round: Round | Draft, wager: Wager) -> frozenset[int]:
        """A wager that a hand is played for takes along what its player has added to it (P42): a double, insurance."""
        added = (names.DOUBLE, names.INSURANCE) if wager.spot in names.BASE and wager.hand >= 0 else ()
        mine = [w for w in round.wagers if w.spot in added and (w.hand, w.patron) == (wager.hand, wager.patron)]
        return frozenset((wager.id, *(w.id for w in mine)))

    def void_undoes(self, round: Round | Draft, wager: Wager) -> tuple[law.Because | None, law.Because | None]:
        """Why what was paid on a void wager goes back, and why what was taken of it does. Interim payments may be read
        to stand (P41), and then what was collected with them may go back or not (P16)."""
        rules = self.rules
        if rules.applies(law.TOURNAMENT_PLAY):
            return (law.INTERIM_REPAID, *rules.readings("P16")), (law.INTERIM_REPAID, *rules.readings("P16"))
        if rules.reading("voidReversesInterim") or not settlement.is_interim(round, wager):
            return rules.readings("P41"), rules.readings("P41")
        return None, rules.readings("P16") if rules.reading("voidReturnsBusts") else None

    def follow_void(self, draft: Draft, gone: frozenset[int], because: law.Because) -> None:
        """Go on after wagers were voided: their players are asked nothing more about the hands that they were on."""
        for patron in {draft.wagers[wager].patron for wager in gone}:
            theirs = [wager for wager in draft.wagers if wager.patron == patron]
            is_out = not any(wager.left.pieces for wager in theirs)
            hands = {w.hand for w in theirs if w.id in gone and w.spot in names.ON_HAND}
            asked = [n for n in _list_decisions(draft, patron) if is_out or n.hand in hands]
            draft.needs = tuple(need for need in draft.needs if need not in asked)
        if draft.phase == names.WAGERS:
            self.await_deal(draft)
            return
        _leave(draft, gone)
        self._drop_hands(draft, because)

    def cut_back(self, draft: Draft, patron: str) -> None:
        """Go on after a loss limit has cut a patron's wagers: they are asked anew, of what is left (P33)."""
        asked = _list_decisions(draft, patron)
        draft.needs = tuple(need for need in draft.needs if need not in asked)
        for need in asked:
            if need.kind not in names.CALLS and draft.wagers[need.subject].left.pieces:
                options = boxes.renew_options(self, draft, need)
                draft.needs = (*((replace(need, options=options),) if options else ()), *draft.needs)
        self._drop_hands(draft, self.rules.only((law.LOSS_LIMIT_PASSED,)))

    def _drop_hands(self, draft: Draft, because: law.Because) -> None:
        """Go on without the hands that have no wager any more."""
        # a pair wager keeps its hand until it is settled
        kept = (*names.ON_HAND, names.PAIRS)
        wagered = {w.hand for w in draft.wagers if (w.spot in kept and w.left.pieces) or w.face_down}
        gone = [hand.id for hand in draft.hands[1:] if hand.id not in wagered and hand.status not in OFF_TABLE]
        for hand in gone:
            draft.collect(draft.hands[hand], names.VOIDED, because)
        turning = any(isinstance(need, TurnNeed) for need in draft.needs)
        _forget(draft, gone)
        if not any(w.live for w in draft.wagers):
            draft.end((law.ROUND_OF_PLAY, *because))
        elif draft.phase == names.DEAL:
            if not any(need.kind == names.DEAL for need in draft.needs):  # it ended with cards not wanted any more
                unshuffled, draft.needs = draft.needs, ()
                self.end_deal(draft)
                draft.needs = (*unshuffled, *draft.needs)
        elif draft.phase == names.OFFERS and turning:
            if not any(isinstance(need, TurnNeed) and not need.optional for need in draft.needs):
                play.begin_play(self, draft)
        elif draft.phase == names.PLAY:
            self._play_on(draft)
        elif draft.phase == names.DEALER and not any(isinstance(need, TurnNeed) for need in draft.needs):
            draft.close(names.DEALER)
            self.dealer_turn(draft)

    def _play_on(self, draft: Draft) -> None:
        """Go on with the hand that was being played, or with the next."""
        if any(isinstance(n, CardsNeed) or (isinstance(n, DecisionNeed) and not n.optional) for n in draft.needs):
            return
        waiting = [hand for hand in draft.hands[1:] if hand.status == names.DOUBLED]
        if waiting:
            self.follow_forfeits(draft, waiting[-1])
        else:
            self.go_on(draft)

    # Wagers and the gate.

    def refuse_closed(self, round: Round, act: acts.Act) -> Refusal:
        if round.is_over and not (isinstance(act, acts.Deal) and act.need == names.DEALER):
            return Refusal((law.ROUND_OF_PLAY,), "The round is over.")
        match act:
            case acts.Place() | acts.TakeBack() | acts.Sit():
                return _refuse_late_wager(round, act)
            case acts.Shuffle():
                return Refusal((law.SHUFFLE_FIRST,), "The cards are shuffled when the cutting card has come out.")
            case acts.Cut():
                return shoe.refuse_cut(self)
            case acts.Deal() | acts.CuttingCard():
                return shoe.refuse_deal(self, round)
            case acts.Call():
                return insurance.refuse_call(round, act)
            case acts.Decide() if act.option == names.INSURE:
                return insurance.refuse_insurance(self, round, act)
            case acts.Decide() if act.option == names.SURRENDER:
                words = "Surrender is not open: the controlling player decides it first, before hands are played."
                return Refusal((law.SURRENDER_OFFERED, law.SURRENDER_FOLLOWS), words)
            case acts.Decide() | acts.Lapse():
                is_another = round.phase == names.PLAY
                words = "That hand is not being played now." if is_another else "No hand is being played now."
                return Refusal((law.IN_TURN,), words)
            case _:
                return Refusal((law.IN_TURN,), "The round does not wait for this now: do the next step first.")

    refuse_crowd = opening.refuse_crowd
    refuse_cutting_card = shoe.refuse_cutting_card

    def refuses(self, round: Round, need: Need, act: acts.Act) -> Refusal | None:
        if type(act) is acts.Decide:
            if act.option == TOP_UP:
                return self.refuse_top_up(round, need, act)
            if act.unnoticed:  # the rules have no remedy for one that would be found wrong later
                assert type(need) is DecisionNeed
                because = next(option.because for option in need.options if option.name == act.option)
                words = "A wager to {option} is checked as it goes down: it cannot go unnoticed."
                return Refusal(because, say(words, option=act.option))
            return None
        if type(act) is acts.Place:
            return opening.refuse_wager(self, round, act)
        if type(act) is acts.TakeBack:
            return opening.refuse_take_back(self, round, act)
        if type(act) is acts.SitOut:
            return marker.refuse_pass(self, round, act)
        return opening.refuse_area(self, round, act.patron, act.area) if type(act) is acts.Sit else None

    def placing_grounds(self, round: Round | Draft, wager: Wager) -> law.Because:
        return (*self.spot_keys[wager.spot], law.CHIPS_OR_TOKENS)

    def falls_with(self, draft: Draft, other: Wager, wager: Wager) -> bool:
        """Perfect Pairs wagers go with the last initial wager of their area."""
        if wager.spot != names.WAGER or other.spot != names.PAIRS or other.area != wager.area:
            return False
        return not [w for w in boxes.initial_wagers(draft, wager.area) if w.id != wager.id]

    def opening_most(self, round: Round | Draft, wager: Wager) -> int:
        if wager.spot == names.WAGER and wager.left.pieces:
            return boxes.room_for(self, round, wager)
        return super().opening_most(round, wager)

    opening_fault = boxes.opening_fault
    fault = boxes.find_fault
    mend_wager = boxes.mend_wager

    def deciders(self, round: Round | Draft, area: int) -> tuple[str, ...]:
        """The bettors of a box, the controlling player first (5.6)."""
        return tuple(wager.patron for wager in boxes.wagers_in_control(round, area))

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """The controlling player alone looks at first cards that lie face down, once all are dealt."""
        if viewer.role != "patron" or hand.area == 0 or round.phase in (names.WAGERS, names.DEAL):
            return False
        return any(box.area == hand.area and box.line[:1] == (viewer.patron,) for box in round.boxes)


def _refuse_late_wager(round: Round, act: acts.Place | acts.TakeBack | acts.Sit) -> Refusal:
    """Say why the layout is not open for a wager or a seat."""
    if round.phase != names.WAGERS or not any(need.kind == names.WAGERS for need in round.needs):
        frozen = (law.WAGERS_FROZEN,) if round.phase != names.WAGERS else ()
        return Refusal((law.BETS_CLOSE, *frozen), "No more bets: a wager stays as it is now until it is settled.")
    if isinstance(act, acts.Sit) or act.need != names.WAGERS:
        words = say("Name the need {need} with a wager or a seat: it is open.", need=names.WAGERS)
        return Refusal((law.NEED_CLOSED,), words)
    if act.spot == names.PAIRS:
        return Refusal((law.PAIRS_OFFERED,), "This table offers no Perfect Pairs.")
    later = {names.DOUBLE: law.DOUBLE, names.SPLIT: law.SPLIT, names.INSURANCE: law.INSURANCE_OFFERED}.get(act.spot)
    if later is not None:
        return Refusal((later,), say("A wager to {spot} is made after the deal.", spot=act.spot))
    return Refusal((law.PLAYING_AREA,), say("The layout has no spot called {spot}.", spot=act.spot))
