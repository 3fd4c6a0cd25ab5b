"""Pontoon as the kernel sees it: the edition compiled for a table, each hook in its place."""

from collections.abc import Sequence

from pitboss import law
from pitboss.games.pontoon import (
    boxes,
    doubling,
    faults,
    interim,
    offers,
    opening,
    pairs,
    play,
    refuse,
    settle,
    shoe,
    signs,
    splitting,
    void,
)
from pitboss.games.pontoon.table import PontoonTable
from pitboss.games.pontoon.words import (
    BURN,
    DEAL,
    DEALER,
    INSURANCE_CALL,
    KEEP,
    LIVE,
    NO_MORE_BETS,
    PAIRS,
    PASS,
    PLAY,
    RETURN,
    STAY,
    WAGER,
    WAGERS,
)
from pitboss.law import Because
from pitboss.money import EMPTY
from pitboss.play.acts import Act, Cut, Decide, Lapse, Place, Sit, TakeBack
from pitboss.play.draft import Draft
from pitboss.play.events import Decided, WagerTakenBack
from pitboss.play.game import Viewer
from pitboss.play.hand import Hand
from pitboss.play.mend import TOP_UP
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.round import Round
from pitboss.play.stock import OFF_TABLE, Stock, on_table
from pitboss.play.terms import spot_words
from pitboss.play.wager import Refusal, Wager

_BURNED: Because = (law.FIRST_CARD_BURNED,)
_DEALERS: Because = (law.CARDS_FROM_DEVICE, law.FACE_UP, law.DEALER_DRAWS)
_RETURN = ShuffleNeed(RETURN, "", (law.DISCARDS_RETURN,))


class Pontoon(PontoonTable):
    """Pontoon under an edition, at a table."""

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms."""
        return super().check_terms() or signs.check(self)

    def after(self, stock: Stock) -> "Pontoon":
        """The game of the next round: a shuffle ends what held players to the minimum for one shoe (5.11).

        A shoe that has been played for one round was shuffled before that round, or in it.
        """
        held = self.terms.restricted
        is_new = bool(stock.due) or stock.rounds == 1
        if not held or not is_new or not any(one.rule == law.HELD_TO_MINIMUM for one in held.values()):
            return self
        later = {name: one for name, one in held.items() if one.rule != law.HELD_TO_MINIMUM}
        return Pontoon(self.rules, self.terms._replace(restricted=later))

    # The round, in its order.

    def begin(self, draft: Draft) -> None:
        opening.begin(self, draft)

    def await_deal(self, draft: Draft) -> None:
        opening.await_deal(self, draft)

    def wagered(self, draft: Draft) -> None:
        if PAIRS in self.terms.limits:
            pairs.make_room(self, draft)
        opening.await_deal(self, draft)

    def sat(self, draft: Draft, act: Sit) -> None:
        """Whoever has several areas gives one up where somebody sits and no area is free (5.9)."""
        if act.area:
            free = set(range(1, self.terms.areas + 1)) - {w.area for w in draft.wagers if w.left.pieces}
            for wager in draft.wagers if not free else ():
                mine = [w for w in draft.wagers if w.patron == wager.patron and w.spot == WAGER and w.left.pieces]
                if wager in mine and wager.area == act.area and wager.patron != act.patron and len(mine) > 1:
                    draft.events.append(WagerTakenBack(wager.id, wager.patron, wager.left, (law.MANY_AREAS,)))
                    draft.set_wager(wager._replace(stake=EMPTY, left=EMPTY))
        opening.await_deal(self, draft)

    def shuffled(self, draft: Draft) -> None:
        shoe.shuffled(self, draft)

    shuffle_directed = shoe.directed

    def cut(self, draft: Draft, act: Cut) -> None:
        shoe.cut(self, draft, act)

    def cut_refused(self, draft: Draft, need: CutNeed, act: Lapse) -> None:
        shoe.refused(self, draft, need, act)

    def refuses_cutting_card(self, round: Round, need: CardsNeed) -> Refusal | None:
        return shoe.refuses_cutting_card(self, round, need)

    def cutting_card(self, draft: Draft, need: CardsNeed) -> None:
        shoe.cutting_card(self, draft, need)

    def out_of_cards(self, draft: Draft) -> None:
        shoe.out_of_cards(draft)

    def deal_begins(self, draft: Draft, need: str) -> Because:
        if need == BURN:
            return _BURNED
        if need == DEAL:
            if draft.phase == WAGERS:
                opening.deal_begins(self, draft)
            return self.deal_because
        if need == DEALER:
            if len(draft.hands[0].cards) == 1:
                offers.lapse(draft)
            return _DEALERS
        return self.card_because

    def dealt(self, draft: Draft, need: str) -> None:
        if need == BURN:
            draft.due = ()
            if draft.phase == WAGERS:
                opening.await_deal(self, draft)
        elif need == DEAL:
            if not self.is_cut and draft.out > len(on_table(draft)):
                draft.phase = RETURN
                draft.needs = (_RETURN,)
            else:
                self.after_deal(draft)
        elif need == DEALER:
            settle.dealt(self, draft)
        else:
            play.dealt(self, draft, draft.hands[int(need.removeprefix("card-"))])

    def after_deal(self, draft: Draft) -> None:
        """The initial deal is done: pairs and pontoons are settled if they can be seen, then offers are made."""
        if self.deals_up:
            for hand in draft.hands[1:]:
                self._seen(draft, hand)
        offers.make(self, draft)

    def _seen(self, draft: Draft, hand: Hand) -> None:
        """Settle what the first two cards of a hand decide by themselves."""
        pairs.settle(self, draft, hand)
        if hand.status == LIVE and self.is_pontoon(hand):
            interim.pontoon(self, draft, hand)

    def after_offers(self, draft: Draft) -> None:
        """Insurance and surrender are over: cards that lie face down are shown where a side wager asks, or at will."""
        if self.deals_up:
            play.begin(self, draft)
            return
        insurance = tuple(need for need in draft.needs if need.id.startswith(("insure-", INSURANCE_CALL)))
        turns = [
            TurnNeed(f"turn-{hand.id}", hand.id, hand.unknown, optional=not pairs.is_bet(draft, hand.area))
            for hand in draft.hands[1:]
            if hand.status not in OFF_TABLE
        ]
        draft.needs = (*turns, *insurance)
        if all(turn.optional for turn in turns):
            play.begin(self, draft)

    def turned(self, draft: Draft, hand: Hand) -> None:
        """A player showed the first two cards (P34)."""
        if draft.phase == DEALER:
            if not [need for need in draft.needs if need.id != INSURANCE_CALL]:
                settle.settle(self, draft)
            return
        self._seen(draft, hand)
        if draft.phase != PLAY:
            if not any(isinstance(need, TurnNeed) and not need.optional for need in draft.needs):
                play.begin(self, draft)
            return
        for need in draft.needs:
            if need.id == f"play-{hand.id}":
                draft.close(need.id)
                self.go_on(draft)

    def turns_because(self, hand: Hand) -> Because:
        return (law.FIRST_TWO_DOWN, *self.rules.readings("P34"))

    def called(self, draft: Draft, need: CallNeed) -> None:
        if need.id == NO_MORE_BETS:
            draft.close(WAGERS)
            opening.await_deal(self, draft)
        else:
            offers.called(self, draft, need)

    def decided(self, draft: Draft, need: DecisionNeed, act: Decide) -> None:
        for option in need.options if need.optional else ():
            if option.declines and option.name == act.option:
                offers.decline(draft, need, option)
                return
        match need.id.partition("-")[0]:
            case "play":
                play.decided(self, draft, need, act)
            case "double":
                doubling.followed(draft, need, act)
            case "forfeit":
                doubling.answered(self, draft, need, act)
            case "split":
                splitting.followed(self, draft, need, act)
            case "insure":
                offers.insure(self, draft, need, act)
            case "surrender":
                offers.surrender(self, draft, need, act)
            case _:
                self.mended(draft, need, act)

    def lapsed(self, draft: Draft, need: DecisionNeed, act: Lapse) -> None:
        """A hand stands, and a choice that is offered besides is not taken (17.10)."""
        kind = need.id.partition("-")[0]
        if kind == "play":
            play.lapsed(self, draft, need, act)
        elif kind == "mend":
            self.take_off(draft, draft.wagers[int(need.id.removeprefix("mend-"))], need.options[0].because)
        else:
            option = {"double": PASS, "forfeit": KEEP, "split": STAY}[kind]
            said = len(draft.events)
            self.decided(draft, need, Decide(need.id, need.patron, option))
            told = draft.events[said]
            assert isinstance(told, Decided)  # what a choice does follows what it was
            draft.events[said] = told._replace(because=(*told.because, law.LAPSE_STANDS), lapsed=act.reason)

    def go_on(self, draft: Draft) -> None:
        """Turn to the next hand."""
        play.go_on(self, draft)

    def dealer_turn(self, draft: Draft) -> None:
        """It is the dealer's turn."""
        settle.dealer_turn(self, draft)

    voids_with = void.voids_with
    void_reverses = void.reverses
    void_restores = void.restores
    voided = void.voided
    cut_back = void.cut_back

    # Wagers and the gate.

    def closed(self, round: Round, act: Act) -> Refusal:
        return refuse.closed(self, round, act)

    def crowded(self, round: Round, act: Place, others: Sequence[Wager]) -> Refusal | None:
        if act.spot == PAIRS:
            return pairs.crowded(self, round, act, len(others))
        most = self.terms.bettors or self.figures.bettors
        if len(others) < most:
            return None
        key = law.FEWER_PLAYERS if most == 1 else law.THREE_BETTORS
        return Refusal((key,), f"Area {act.area} has its {spot_words(act.spot)}s: {most} at the most.")

    def refuses_wager(self, round: Round, need: WagersNeed, act: Place) -> Refusal | None:
        return refuse.wager(self, round, act)

    def refuses_seat(self, round: Round, act: Sit) -> Refusal | None:
        return refuse.seat(self, round, act)

    def refuses_take_back(self, round: Round, act: TakeBack) -> Refusal | None:
        return refuse.take_back(self, round, act)

    def refuses_decision(self, round: Round, need: DecisionNeed, act: Decide) -> Refusal | None:
        if act.option == TOP_UP:
            return self.refuses_top_up(round, need, act)
        if act.unnoticed:  # the rules have no remedy for one that would be found wrong later
            because = next(option.because for option in need.options if option.name == act.option)
            return Refusal(because, f"A wager to {act.option} is checked as it goes down.")
        return None

    def placed_because(self, round: Round | Draft, wager: Wager) -> Because:
        return (
            (law.PAIRS_OFFERED, law.CHIPS_OR_TOKENS) if wager.spot == PAIRS else (law.WAGER_OPENS, law.CHIPS_OR_TOKENS)
        )

    def falls_with(self, draft: Draft, other: Wager, wager: Wager) -> bool:
        """Perfect Pairs wagers go with the last initial wager of their area."""
        if wager.spot != WAGER or other.spot != PAIRS or other.area != wager.area:
            return False
        return not [w for w in boxes.initial_wagers(draft, wager.area) if w.id != wager.id]

    def opening_most(self, round: Round | Draft, wager: Wager) -> int:
        if wager.spot == WAGER and wager.left.pieces:
            return boxes.room_for(self, round, wager)
        return super().opening_most(round, wager)

    def opening_fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        return faults.off_sign(self, round, wager)

    def fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        return faults.fault(self, round, wager)

    def found(self, draft: Draft, wager: Wager, fault: Refusal) -> None:
        faults.found(self, draft, wager, fault.because)

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """The controlling player looks at first cards that lie face down, once all are dealt; nobody else does."""
        if viewer.role != "patron" or hand.area == 0 or round.phase in (WAGERS, DEAL):
            return False
        return any(box.area == hand.area and box.line[:1] == (viewer.patron,) for box in round.boxes)
