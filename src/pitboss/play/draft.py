"""The bench on which one step is worked out before it becomes the next round: hands, wagers, needs and settlements."""

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.law import Because
from pitboss.money import EMPTY, Exact, Stake, ToOne
from pitboss.play.events import (
    CardsCollected,
    CardsDealt,
    CardsTurned,
    Event,
    JackpotClaimed,
    RoundEnded,
    Settled,
    WagerPlaced,
)
from pitboss.play.hand import Hand
from pitboss.play.needs import RACK, CardsNeed, DecisionNeed, Need, Slot
from pitboss.play.round import OVER, Fields, Round, Step
from pitboss.play.wager import CARRIED, LOST, WON, Claim, Result, Settlement, Wager
from pitboss.value import replace

_new = tuple.__new__  # what a named tuple's own constructor comes to, without its call: every act makes a step

Pile = tuple[int, Callable[[tuple[Card, ...]], tuple[Card, ...]], int]
"""The hand that gets cards of a deal, how to pick them out of it, and a bit for each of them that lies face up."""


@lru_cache(maxsize=1_000)
def layout(slots: tuple[Slot, ...]) -> tuple[tuple[int, ...], tuple[Pile, ...]]:
    """The hands that the cards of a deal go to in turn, and the pile that each hand gets of it, worked out once."""
    hands = tuple([slot.hand for slot in slots])
    piles: list[Pile] = []
    for hand in dict.fromkeys(hands):
        places = [place for place, slot in enumerate(slots) if slot.hand == hand]
        lying = sum([slots[place].up << nth for nth, place in enumerate(places)])
        # picked in one call, which gives a tuple for several places and for a slice
        pick = itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))
        piles.append((hand, pick, lying))
    return hands, tuple(piles)


class Draft(Fields, gc=False):
    """A round being changed by one act, and what the act has led to so far. A draft never leaves `apply`.

    The fields are written out where one is made of the other: each act does both, in half the time of a loop.
    """

    events: list[Event]

    @classmethod
    def of(cls, round: Round) -> "Draft":
        """A draft of what follows a round."""
        return cls(
            round.game,
            round.number,
            round.phase,
            round.needs,
            round.wagers,
            round.hands,
            round.settlements,
            round.claims,
            round.seen,
            round.out,
            round.deck,
            round.boxes,
            round.cutting,
            round.due,
            round.version + 1,
            [],
        )

    def step(self) -> Step:
        """The finished step: the next round, and what happened."""
        round = Round(
            self.game,
            self.number,
            self.phase,
            self.needs,
            self.wagers,
            self.hands,
            self.settlements,
            self.claims,
            self.seen,
            self.out,
            self.deck,
            self.boxes,
            self.cutting,
            self.due,
            self.version,
        )
        return _new(Step, (round, tuple(self.events)))

    # Needs.

    def open(self, *needs: Need) -> None:
        """Await something more."""
        self.needs += needs

    def await_cards(self, need: CardsNeed) -> None:
        """Await cards, which may have to be shuffled first."""
        self.needs += (need,)
        if self.out >= self.game.size:
            self.game.out_of_cards(self)

    def close(self, *kinds: str) -> None:
        """Await no longer what is of some kinds and about no wager, hand or area."""
        self.needs = tuple([need for need in self.needs if need.kind not in kinds or need.subject >= 0])

    def close_each(self, kind: str) -> None:
        """Await no longer what is of a kind, whatever it is about."""
        self.needs = tuple([need for need in self.needs if need.kind != kind or need.subject < 0])

    def close_decisions_of(self, hand: int) -> None:
        """Ask nothing more about a hand."""
        self.needs = tuple([n for n in self.needs if not (isinstance(n, DecisionNeed) and n.hand == hand)])

    # Hands and cards.

    def new_hand(self, area: int, kind: str = "player") -> Hand:
        """Make room for a hand."""
        hand = Hand(len(self.hands), area, kind=kind)
        self.hands = (*self.hands, hand)
        return hand

    def set_hand(self, hand: Hand) -> Hand:
        """Put a changed hand in its place."""
        hands = list(self.hands)
        hands[hand.id] = hand
        self.hands = tuple(hands)
        return hand

    def deal(self, slots: tuple[Slot, ...], cards: tuple[Card, ...], because: Because) -> None:
        """Put cards where they belong."""
        hands: tuple[int, ...]
        if len(slots) == 1:
            hands = (slots[0].hand,)
            if hands[0] != RACK:
                hand = self.hands[hands[0]]
                had = hand.cards
                self.set_hand(replace(hand, cards=had + cards, up=hand.up | slots[0].up << len(had)))
        else:
            hands, piles = layout(slots)
            self._lay_all(piles, cards)
        self.out += len(cards)
        self.seen += cards if UNKNOWN not in cards else tuple([card for card in cards if card != UNKNOWN])
        self.events.append(CardsDealt(hands, cards, because))

    def _lay_all(self, piles: tuple[Pile, ...], cards: tuple[Card, ...]) -> None:
        """Put many cards on many hands."""
        hands = list(self.hands)
        for place, pick, lying in piles:
            hand = hands[place]
            had = hand.cards
            hands[place] = replace(hand, cards=had + pick(cards), up=hand.up | lying << len(had))
        self.hands = tuple(hands)

    def turn(self, hand: Hand, named: tuple[Card, ...], because: Because, places: tuple[int, ...] = ()) -> Hand:
        """Turn a hand face up, or some of its cards, naming those that nobody had seen."""
        turned = hand.named(named, places)
        if named:
            self.seen += named
        shown = turned.cards if not places else tuple([turned.cards[place] for place in places])
        self.events.append(CardsTurned(hand.id, shown, because))
        return self.set_hand(turned)

    def collect(self, hand: Hand, status: str, because: Because) -> Hand:
        """Count a hand and take it off the table."""
        self.events.append(CardsCollected(hand.id, len(hand.cards), because))
        return self.set_hand(hand.standing(status))

    # Wagers.

    def place(self, wager: Wager, because: Because) -> Wager:
        """Put a new wager on the layout."""
        self.wagers += (wager,)
        self.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, wager.stake, because))
        return wager

    def add_to(self, wager: Wager, more: Stake) -> Wager:
        """Put more on a wager that lies there."""
        return self.set_wager(wager.with_more(more, after=len(self.wagers) - 1, version=self.version))

    def set_wager(self, wager: Wager) -> Wager:
        """Put a changed wager in its place."""
        wagers = list(self.wagers)
        wagers[wager.id] = wager
        self.wagers = tuple(wagers)
        return wager

    def find(self, area: int, spot: str) -> Wager | None:
        """The first wager on a spot that still has something to settle."""
        for wager in self.wagers:
            if wager.area == area and wager.spot == spot and wager.left.pieces:
                return wager
        return None

    # Settlement. Each takes all that is left of the wager; `cut_to` settles a part.

    def win(self, wager: Wager, odds: ToOne, because: Because, *, capped: bool = False) -> None:
        """Pay a winning wager."""
        part = wager.left
        won = self.game.cashier.win(part, odds, capped=capped)
        grounds = (*because, *won.because) if won.because else because
        self._note(wager, WON, part, grounds, odds, won.exact, won.cap, won.pays, won.returned, won.taken)
        self._close(wager)

    def lose(self, wager: Wager, because: Because) -> None:
        """Take a losing wager."""
        left = wager.left
        self._note(wager, LOST, left, because, None, 0, None, 0, EMPTY, left)
        self._close(wager)

    def give_back(self, wager: Wager, result: Result, because: Because) -> None:
        """Return a wager: stood off, returned or void."""
        left = wager.left
        self._note(wager, result, left, because, None, 0, None, 0, left, EMPTY)
        self._close(wager)

    def bonus(self, wager: Wager, cents: int, because: Because) -> None:
        """Pay a patron a fixed sum besides, in the name of a wager of theirs that may be settled already."""
        pays = self.game.cashier.pay(cents)
        because = because if pays == cents else (*because, law.PAID_UP_TO_CHIPS)
        self._note(wager, Result.BONUS, EMPTY, because, exact=cents, pays=pays)

    def take_part(self, wager: Wager, cents: int, because: Because) -> Wager:
        """Take a part of a wager, from the bottom of what is left of it; the rest is still to be settled."""
        taken, kept = wager.left.cut(cents)
        self._note(wager, LOST, taken, because, taken=taken)
        return self.set_wager(wager.with_left(kept))

    def carry(self, wager: Wager, because: Because) -> None:
        """Leave a wager where it is for the next round."""
        self._note(wager, CARRIED, wager.left, because)
        self._close(wager)

    def cut_to(self, wager: Wager, cents: int, because: Because) -> Wager:
        """Return what a wager has above an amount, last placed first; the rest is still to be settled."""
        kept, off = wager.left.cut(cents)
        if off.pieces:
            if wager.left.tokens_cents and wager.left.chips_cents:
                because = (*because, *self.game.rules.readings("C15", "M22", "P38"))  # which part of it goes back
            self._note(wager, Result.RETURNED, off, because, returned=off)
            return self.set_wager(wager.with_left(kept))
        return wager

    def claim(self, wager: Wager, line: str, cards: tuple[Card, ...], because: Because) -> None:
        """Report a jackpot claim; the stake is the jackpot's whatever the prize."""
        left = wager.left
        self._note(wager, Result.CLAIM, left, because, taken=left)
        self._close(wager)
        claim = Claim(wager.id, wager.patron, wager.area, line, cards, because)
        self.claims = (*self.claims, claim)
        self.events.append(JackpotClaimed(claim))

    def restore(self, wager: Wager, because: Because) -> None:
        """Give back what was taken of a wager earlier in the round."""
        gone = [s for s in self.settlements if s.wager == wager.id]
        if any(s.result is Result.RESTORED for s in gone):
            return
        pieces = tuple(piece for s in gone for piece in s.taken.pieces)
        if pieces:
            self._note(wager, Result.RESTORED, EMPTY, because, returned=Stake(pieces))
            self._close(wager)

    def reverse(self, wager: Wager, because: Because, won: int | None = None) -> None:
        """Take back what was won on a wager earlier in the round, or a part of it; its stake stays the player's."""
        if won is None:
            won = sum(s.pays for s in self.settlements if s.wager == wager.id)
        if won:
            self._note(wager, Result.REVERSED, EMPTY, because, exact=-won, pays=-won)

    def forfeit(self, wager: Wager, because: Because) -> None:
        """Take a wager for good: what is left of it, or the stake that went back as it was settled; and what it won."""
        if wager.left.pieces:
            self.lose(wager, because)
        gone = [s for s in self.settlements if s.wager == wager.id]
        if any(s.result is Result.REVERSED and s.taken.pieces for s in gone):
            return
        ended = [s for s in gone if s.stake.pieces][-1:]  # an excess that was handed back before is no wager
        ended += [s for s in gone if s.result is Result.RESTORED]
        won, stake = sum(s.pays for s in gone), Stake(tuple(piece for s in ended for piece in s.returned.pieces))
        if won or stake.pieces:
            self._note(wager, Result.REVERSED, EMPTY, because, exact=-won, pays=-won, taken=stake)

    def _note(
        self,
        wager: Wager,
        result: Result,
        stake: Stake,
        because: Because,
        odds: ToOne | None = None,
        exact: Exact = 0,
        cap: int | None = None,
        pays: int = 0,
        returned: Stake = EMPTY,
        taken: Stake = EMPTY,
    ) -> None:
        """Note a settlement, of a wager or of a part of it."""
        number, patron, area, spot = wager.id, wager.patron, wager.area, wager.spot
        done = Settlement(number, patron, area, spot, result, stake, because, odds, exact, cap, pays, returned, taken)
        self.settlements += (done,)
        self.events.append(Settled(done))

    def _close(self, wager: Wager) -> None:
        """Leave nothing of a wager to be settled."""
        wagers = list(self.wagers)
        wagers[wager.id] = replace(wager, left=EMPTY, face_down=False)
        self.wagers = tuple(wagers)

    def end(self, because: Because) -> None:
        """End the round: nothing is awaited any more."""
        self.phase = OVER
        self.needs = ()
        self.events.append(RoundEnded(because))
