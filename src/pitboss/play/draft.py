"""The bench on which one step is worked out before it becomes the next round: hands, wagers, needs and settlements."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.law import Because
from pitboss.money import EMPTY, Exact, Stake, ToOne
from pitboss.play.box import Box
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
from pitboss.play.round import OVER, Round, Step
from pitboss.play.wager import Claim, Result, Settlement, Wager

if TYPE_CHECKING:
    from pitboss.play.game import Game

_new = tuple.__new__  # what a named tuple's own constructor comes to, without its call: every act makes these


class Draft:
    """A round being changed by one act. It never leaves `apply`: outside, rounds are values."""

    __slots__ = (*Round._fields, "events")

    game: "Game"
    number: int
    phase: str
    needs: tuple[Need, ...]
    wagers: tuple[Wager, ...]
    hands: tuple[Hand, ...]
    settlements: tuple[Settlement, ...]
    claims: tuple[Claim, ...]
    seen: tuple[Card, ...]
    out: int
    deck: str
    boxes: tuple[Box, ...]
    cutting: int
    due: Because
    version: int
    events: list[Event]

    def __init__(self, round: Round) -> None:
        (
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
        ) = round
        self.events = []

    def step(self) -> Step:
        """The finished step."""
        fields = (
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
            self.version + 1,
        )
        return _new(Step, (_new(Round, fields), tuple(self.events)))

    # Needs.

    def open(self, *needs: Need) -> None:
        """Await something more."""
        self.needs += needs

    def await_cards(self, need: CardsNeed) -> None:
        """Await cards, which may have to be shuffled first."""
        self.needs += (need,)
        if self.out >= self.game.size:
            self.game.out_of_cards(self)

    def close(self, name: str) -> None:
        """Await something no longer."""
        needs = self.needs
        for place, need in enumerate(needs):
            if need[0] == name:
                self.needs = needs[:place] + needs[place + 1 :]
                return

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
        hands[hand[0]] = hand
        self.hands = tuple(hands)
        return hand

    def deal(self, slots: tuple[Slot, ...], cards: tuple[Card, ...], because: Because) -> None:
        """Put cards where they belong."""
        if len(slots) == 1:
            if slots[0][0] != RACK:
                self._lay(slots[0], cards[0])
        else:
            self._lay_all(slots, cards)
        self.out += len(cards)
        self.seen += cards if UNKNOWN not in cards else tuple([card for card in cards if card != UNKNOWN])
        self.events.append(_new(CardsDealt, (tuple([slot[0] for slot in slots]), cards, because)))

    def _lay(self, slot: Slot, card: Card) -> None:
        """Put one card on a hand."""
        place, _, is_up = slot
        number, area, cards, up, status, kind, sideways = self.hands[place]
        up |= is_up << len(cards)
        self.set_hand(_new(Hand, (number, area, (*cards, card), up, status, kind, sideways)))

    def _lay_all(self, slots: tuple[Slot, ...], cards: tuple[Card, ...]) -> None:
        """Put many cards on many hands."""
        piles = [list(hand.cards) for hand in self.hands]
        lying = [hand.up for hand in self.hands]
        for (place, _, up), card in zip(slots, cards, strict=True):
            if up:
                lying[place] |= 1 << len(piles[place])
            piles[place].append(card)
        self.hands = tuple(
            [
                _new(Hand, (number, area, tuple(pile), up, status, kind, sideways))
                for (number, area, _, _, status, kind, sideways), pile, up in zip(self.hands, piles, lying, strict=True)
            ]
        )

    def turn(self, hand: Hand, named: tuple[Card, ...], because: Because, places: tuple[int, ...] = ()) -> Hand:
        """Turn a hand face up, or some of its cards, naming those that nobody had seen."""
        turned = hand.named(named, places)
        if named:
            self.seen += named
        shown = turned.cards if not places else tuple([turned.cards[place] for place in places])
        self.events.append(_new(CardsTurned, (hand[0], shown, because)))
        return self.set_hand(turned)

    def collect(self, hand: Hand, status: str, because: Because) -> Hand:
        """Count a hand and take it off the table."""
        self.events.append(_new(CardsCollected, (hand[0], len(hand[2]), because)))
        return self.set_hand(hand.standing(status))

    # Wagers.

    def place(self, wager: Wager, because: Because) -> Wager:
        """Put a new wager on the layout."""
        self.wagers = (*self.wagers, wager)
        number, patron, area, spot, stake, *_ = wager
        self.events.append(_new(WagerPlaced, (number, patron, area, spot, stake, because)))
        return wager

    def set_wager(self, wager: Wager) -> Wager:
        """Put a changed wager in its place."""
        wagers = list(self.wagers)
        wagers[wager[0]] = wager
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
        exact, cap, pays, returned, taken, more = self.game.cashier.win(part, odds, capped=capped)
        grounds = (*because, *more) if more else because
        self._settle(wager, Result.WON, part, grounds, odds, exact, cap, pays, returned, taken)

    def lose(self, wager: Wager, because: Because) -> None:
        """Take a losing wager."""
        self._settle(wager, Result.LOST, wager.left, because, taken=wager.left)

    def give_back(self, wager: Wager, result: Result, because: Because) -> None:
        """Return a wager: stood off, returned or void."""
        self._settle(wager, result, wager.left, because, returned=wager.left)

    def bonus(self, wager: Wager, cents: int, because: Because) -> None:
        """Pay a patron a fixed sum besides, in the name of a wager of theirs that may be settled already."""
        pays = self.game.cashier.pay(cents)
        because = because if pays == cents else (*because, law.PAID_UP_TO_CHIPS)
        number, patron, area, spot, *_ = wager
        fields = (number, patron, area, spot, Result.BONUS, EMPTY, because, None, cents, None, pays, EMPTY, EMPTY)
        done = _new(Settlement, fields)
        self.settlements += (done,)
        self.events.append(_new(Settled, (done,)))

    def take_part(self, wager: Wager, cents: int, because: Because) -> Wager:
        """Take a part of a wager, from the bottom of what is left of it; the rest is still to be settled."""
        taken, kept = wager.left.cut(cents)
        self._settle(wager, Result.LOST, taken, because, taken=taken)
        return self.set_wager(wager.with_left(kept))

    def carry(self, wager: Wager, because: Because) -> None:
        """Leave a wager where it is for the next round."""
        self._settle(wager, Result.CARRIED, wager.left, because)

    def cut_to(self, wager: Wager, cents: int, because: Because) -> Wager:
        """Return what a wager has above an amount, last placed first; the rest is still to be settled."""
        kept, off = wager.left.cut(cents)
        if off.pieces:
            if wager.left.tokens_cents and wager.left.chips_cents:
                because = (*because, *self.game.rules.readings("C15", "M22"))  # which part of a mixed stake goes back
            self._settle(wager, Result.RETURNED, off, because, returned=off)
            return self.set_wager(wager.with_left(kept))
        return wager

    def claim(self, wager: Wager, line: str, cards: tuple[Card, ...], because: Because) -> None:
        """Report a jackpot claim; the stake is the jackpot's whatever the prize."""
        self._settle(wager, Result.CLAIM, wager.left, because, taken=wager.left)
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
            self._settle(wager, Result.RESTORED, EMPTY, because, returned=Stake(pieces))

    def _settle(
        self,
        wager: Wager,
        result: Result,
        part: Stake,
        because: Because,
        odds: ToOne | None = None,
        exact: Exact = 0,
        cap: int | None = None,
        pays: int = 0,
        returned: Stake = EMPTY,
        taken: Stake = EMPTY,
    ) -> None:
        number, patron, area, spot, *_ = wager
        fields = (number, patron, area, spot, result, part, because, odds, exact, cap, pays, returned, taken)
        done = _new(Settlement, fields)
        self.settlements += (done,)
        self.events.append(_new(Settled, (done,)))
        self.set_wager(wager.with_left(EMPTY))

    def end(self, because: Because) -> None:
        """End the round: nothing is awaited any more."""
        self.phase = OVER
        self.needs = ()
        self.events.append(RoundEnded(because))
