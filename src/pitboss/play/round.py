"""A round as a value, the draft on which an act works out the next one, and what a game does in it.

The kernel puts wagers on spots, cards in hands and decisions in order; a game says what is awaited next and how wagers
settle. Each of its hooks gets the draft of the step that is being worked out. `refusal(round, act)` alone decides what
is legal: buttons, the terminal, the API and `apply` all ask it, so that they cannot disagree. `apply(round, act)` gives
the round after an act, and what happened; an illegal act changes nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.messages import say, say_number
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
    WagerTakenBack,
)
from pitboss.play.needs import RACK, CardsNeed, DecisionNeed, Need, Slot, TurnNeed, layout
from pitboss.play.provisions import Fact, Provision
from pitboss.play.terms import Setup, Terms, spot_words
from pitboss.play.wager import CARRIED, LOST, WON, Box, Claim, Hand, Refusal, Refused, Result, Settlement, Wager
from pitboss.value import Value, replace

NOT_OUT = -1
"""Where the cutting card is while it has not come out."""
OFF_TABLE = frozenset({"collected", "bust", "paid", "settled", "void", "forfeited"})
"""How a hand stands whose cards are in the discard rack."""


class ShoeState(Value):
    """A shoe or device in the middle of its cards, as all may know it.

    `seen` are the cards known to be out of it, `out` how many are; `cutting` is where the cutting card came out, `due`
    why the cards are to be shuffled next, `rounds` how many were played since they were, `always` who has wagered in
    each of those.
    """

    seen: tuple[Card, ...] = ()
    out: int = 0
    cutting: int = NOT_OUT
    due: law.Because = ()
    rounds: int = 0
    always: frozenset[str] = frozenset()
    under: int = 0
    """How many cards lie under the shoe, not counted as out of it."""


FRESH = ShoeState()


OFFERED, UNDER_SHOE = "offered", "under-shoe"
"""Where a card lies that is still to be played: beside the hands, to be offered as the next one, or under the shoe."""


class CardSetAside(Value):
    """A card of the round that is out of play and lies in no hand, and the place where it lies."""

    card: Card
    place: str


class IrregularState(Value):
    """The irregularities of a round that the rest of it depends on; none in most rounds.

    `looked` are the players known to have looked at or handled cards, `exposed` the hand of each card that was exposed
    in error during the deal, `aside` the cards that lie in no hand, `top` those laid back to come out next; `waits` is
    what the round awaits again once the questions are answered that came before it.
    """

    looked: tuple[str, ...] = ()
    exposed: tuple[int, ...] = ()
    aside: tuple[CardSetAside, ...] = ()
    top: tuple[Card, ...] = ()
    shuffle: law.Because = ()
    """Why the cards are to be shuffled after the round."""
    waits: tuple[Need, ...] = ()


NOTHING_IRREGULAR = IrregularState()


OVER = "over"
"""The phase of a round that has ended."""


class Round(Value):
    """One round of play, as it stands: a value.

    `seen` are the cards known so far, `out` how many have left the shoe; `cutting` is the area on which the cutting
    card came out, `due` why the cards are to be shuffled before the first of them is dealt.
    """

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
    due: law.Because
    version: int
    irregular: IrregularState = NOTHING_IRREGULAR

    def __repr__(self) -> str:
        waits = ", ".join(need.id for need in self.needs) or "nothing"
        return f"<round {self.number} of {self.game.rules.game.name}, {self.phase}, awaits {waits}, {self.hands}>"

    def need(self, name: str) -> Need | None:
        """The open need of that id."""
        for need in self.needs:
            if need.id == name:
                return need
        return None

    @property
    def is_over(self) -> bool:
        """Whether the round has ended."""
        return self.phase == OVER

    def cards_off_table(self) -> tuple[Card, ...]:
        """What goes into a shuffle: all cards of the game but those on the table; of a single deck those that have not
        come out, as it may be shuffled in the middle of its round."""
        pack = self.game.pack
        if self.game.copies == 1:
            return tuple(card for card in pack if card not in self.seen) if self.seen else pack
        left = list(pack)
        for card in cards_on_table(self.hands):
            left.remove(card)
        for aside in self.irregular.aside:
            if aside.place == OFFERED:
                left.remove(aside.card)
        return tuple(left)

    def wagers_on(self, area: int, spot: str) -> tuple[Wager, ...]:
        """The wagers on a spot of a playing area."""
        return tuple(w for w in self.wagers if w.area == area and w.spot == spot)


class Step(Value):
    """What an act led to: the round as it is now, and what happened."""

    round: Round
    events: tuple[Event, ...]


def cards_on_table(hands: tuple[Hand, ...]) -> list[Card]:
    """The cards of hands that still lie on the table."""
    return [card for hand in hands if hand.status not in OFF_TABLE for card in hand.cards]


class Draft:
    """A round being changed by one act, and what the act has led to so far. A draft never leaves `apply`.

    It has the fields of a round in slots, which are set 4 times as fast as the fields of a struct; they are
    written out where one is made of the other, for each act does both.
    """

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
    due: law.Because
    version: int
    irregular: IrregularState
    events: list[Event]

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
            self.irregular,
        )
        return Step(round, tuple(self.events))

    # Needs.

    def open(self, *needs: Need) -> None:
        """Await something more."""
        self.needs += needs

    def await_cards(self, need: CardsNeed) -> None:
        """Await cards, which may have to be shuffled first."""
        self.needs += (need,)
        if self.out >= self.game.size:
            self.game.follow_last_card(self)

    def close(self, *kinds: str) -> None:
        """Close the needs of some kinds that are about no wager, hand or area."""
        self.needs = tuple([need for need in self.needs if need.kind not in kinds or need.subject >= 0])

    def close_each(self, kind: str) -> None:
        """Close all needs of a kind."""
        self.needs = tuple([need for need in self.needs if need.kind != kind or need.subject < 0])

    def close_decisions_of(self, hand: int) -> None:
        """Ask nothing more about a hand."""
        self.needs = tuple([n for n in self.needs if not (isinstance(n, DecisionNeed) and n.hand == hand)])

    def close_reading_of(self, wager: int) -> None:
        """Close the need to read a written wager."""
        self.needs = tuple([n for n in self.needs if not (isinstance(n, TurnNeed) and n.wager == wager)])

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

    def deal(self, slots: tuple[Slot, ...], cards: tuple[Card, ...], because: law.Because) -> None:
        """Put cards where they belong."""
        hands: tuple[int, ...]
        if len(slots) == 1:
            hands = (slots[0].hand,)
            if hands[0] != RACK:
                hand = self.hands[hands[0]]
                had = hand.cards
                self.set_hand(replace(hand, cards=had + cards, up=hand.up | slots[0].up << len(had)))
        else:
            hands, piles = layout[slots]
            laid = list(self.hands)
            for place, pick, lying in piles:
                hand = laid[place]
                had = hand.cards
                laid[place] = replace(hand, cards=had + pick(cards), up=hand.up | lying << len(had))
            self.hands = tuple(laid)
        self.out += len(cards)
        self.seen += cards if UNKNOWN not in cards else tuple([card for card in cards if card != UNKNOWN])
        self.events.append(CardsDealt(hands, cards, because))

    def turn(self, hand: Hand, named: tuple[Card, ...], because: law.Because, places: tuple[int, ...] = ()) -> Hand:
        """Turn a hand face up, or some of its cards, naming those that were not seen before."""
        turned = hand.name_cards(named, places)
        if named:
            self.seen += named
        shown = turned.cards if not places else tuple([turned.cards[place] for place in places])
        self.events.append(CardsTurned(hand.id, shown, because))
        return self.set_hand(turned)

    def collect(self, hand: Hand, status: str, because: law.Because) -> Hand:
        """Count a hand and take it off the table."""
        self.events.append(CardsCollected(hand.id, len(hand.cards), because))
        return self.set_hand(replace(hand, status=status))

    # Wagers.

    def place(self, wager: Wager, because: law.Because) -> Wager:
        """Put a new wager on the layout."""
        self.wagers += (wager,)
        self.events.append(WagerPlaced(wager.id, wager.patron, wager.area, wager.spot, wager.stake, because))
        return wager

    def add_to(self, wager: Wager, more: Stake) -> Wager:
        """Put more on a wager that lies there."""
        return self.set_wager(wager.add_stake(more, after=len(self.wagers) - 1, version=self.version))

    def set_wager(self, wager: Wager) -> Wager:
        """Put a changed wager in its place."""
        wagers = list(self.wagers)
        wagers[wager.id] = wager
        self.wagers = tuple(wagers)
        return wager

    def hand_back(self, wager: Wager, because: law.Because, keeps_cents: int = 0) -> None:
        """Hand a wager back before the cards come out, or what it has above what it keeps."""
        kept, off = wager.stake.cut(keeps_cents)
        self.events.append(WagerTakenBack(wager.id, wager.patron, off, because))
        self.set_wager(replace(wager, stake=kept, left=kept, face_down=wager.face_down and bool(kept.pieces)))

    def find(self, area: int, spot: str) -> Wager | None:
        """The first wager on a spot that still has something to settle."""
        for wager in self.wagers:
            if wager.area == area and wager.spot == spot and wager.left.pieces:
                return wager
        return None

    # Settlement. Each takes all that is left of the wager; `cut_to` settles a part.

    def win(self, wager: Wager, odds: ToOne, because: law.Because, *, capped: bool = False) -> None:
        """Pay a winning wager."""
        part = wager.left
        won = self.game.cashier.win(part, odds, capped=capped)
        grounds = (*because, *won.because) if won.because else because
        self._note(wager, WON, part, grounds, odds, won.exact, won.cap, won.pays, won.returned, won.taken)
        self._close(wager)

    def lose(self, wager: Wager, because: law.Because) -> None:
        """Take a losing wager."""
        left = wager.left
        self._note(wager, LOST, left, because, None, 0, None, 0, EMPTY, left)
        self._close(wager)

    def give_back(self, wager: Wager, result: Result, because: law.Because) -> None:
        """Return a wager: stood off, returned or void."""
        left = wager.left
        self._note(wager, result, left, because, None, 0, None, 0, left, EMPTY)
        self._close(wager)

    def settle(self, wager: Wager, result: Result, odds: ToOne, because: law.Because, *, capped: bool = False) -> None:
        """Pay, take or return a wager by how its hand compares."""
        if result is WON:
            self.win(wager, odds, because, capped=capped)
        elif result is LOST:
            self.lose(wager, because)
        else:
            self.give_back(wager, result, because)

    def bonus(self, wager: Wager, cents: int, because: law.Because) -> None:
        """Pay a patron a fixed sum besides, in the name of a wager of theirs that may be settled already."""
        pays = self.game.cashier.pay(cents)
        because = because if pays == cents else (*because, law.PAID_UP_TO_CHIPS)
        self._note(wager, Result.BONUS, EMPTY, because, exact=cents, pays=pays)

    def take_part(self, wager: Wager, cents: int, because: law.Because) -> Wager:
        """Take a part of a wager, from the bottom of what is left of it; the rest is still to be settled."""
        taken, kept = wager.left.cut(cents)
        self._note(wager, LOST, taken, because, taken=taken)
        return self.set_wager(wager.leave(kept))

    def carry(self, wager: Wager, because: law.Because) -> None:
        """Leave a wager where it is for the next round."""
        self._note(wager, CARRIED, wager.left, because)
        self._close(wager)

    def cut_to(self, wager: Wager, cents: int, because: law.Because) -> Wager:
        """Return what a wager has above an amount, last placed first; the rest is still to be settled."""
        kept, off = wager.left.cut(cents)
        if off.pieces:
            if wager.left.tokens_cents and wager.left.chips_cents:
                because = (*because, *self.game.rules.readings("C15", "M22", "P38"))  # which part of it goes back
            self._note(wager, Result.RETURNED, off, because, returned=off)
            return self.set_wager(wager.leave(kept))
        return wager

    def claim(
        self, wager: Wager, line: str, cards: tuple[Card, ...], because: law.Because, *, patron: str = ""
    ) -> None:
        """Report a jackpot claim, the bettor's unless another is named; the stake is the jackpot's in any case."""
        left = wager.left
        self._note(wager, Result.CLAIM, left, because, taken=left)
        self._close(wager)
        claim = Claim(wager.id, patron or wager.patron, wager.area, line, cards, because)
        self.claims = (*self.claims, claim)
        self.events.append(JackpotClaimed(claim))

    def restore(self, wager: Wager, because: law.Because) -> None:
        """Give back what was taken of a wager earlier in the round."""
        gone = [s for s in self.settlements if s.wager == wager.id]
        if any(s.result is Result.RESTORED for s in gone):
            return
        pieces = tuple(piece for s in gone for piece in s.taken.pieces)
        if pieces:
            self._note(wager, Result.RESTORED, EMPTY, because, returned=Stake(pieces))
            self._close(wager)

    def reverse(self, wager: Wager, because: law.Because, won: int | None = None) -> None:
        """Take back what was won on a wager earlier in the round, or a part of it; its stake stays the player's."""
        if won is None:
            won = sum(s.pays for s in self.settlements if s.wager == wager.id)
        if won:
            self._note(wager, Result.REVERSED, EMPTY, because, exact=-won, pays=-won)

    def forfeit(self, wager: Wager, because: law.Because) -> None:
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
        because: law.Because,
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
        self.set_wager(replace(wager, left=EMPTY, face_down=False))

    def end(self, because: law.Because) -> None:
        """End the round: nothing is awaited any more."""
        self.phase = OVER
        self.needs = ()
        self.events.append(RoundEnded(because))


def draft_of(round: Round) -> Draft:
    """A draft of what follows a round."""
    draft = Draft()
    draft.game = round.game
    draft.number = round.number
    draft.phase = round.phase
    draft.needs = round.needs
    draft.wagers = round.wagers
    draft.hands = round.hands
    draft.settlements = round.settlements
    draft.claims = round.claims
    draft.seen = round.seen
    draft.out = round.out
    draft.deck = round.deck
    draft.boxes = round.boxes
    draft.cutting = round.cutting
    draft.due = round.due
    draft.version = round.version + 1
    draft.irregular = round.irregular
    draft.events = []
    return draft


class Act(Value):
    """What a person does at a table. Each kind of act is one class: its fields, why it may be refused, what it does.

    Most acts name the need that they answer, and are for the game to refuse (`closed`) when it is not open. Finding a
    fault, voiding, giving back an excess and having the cards shuffled answer none: they may come at any moment.
    """

    answers: ClassVar[type | tuple[type, ...]] = object
    """The kinds of need that it answers; everything, also no need, for one that may come at any moment."""
    closes: ClassVar[bool] = False
    """Whether its need is met by it, and is open no longer when the act is done."""

    @property
    @abstractmethod
    def need(self) -> str:
        """The id of the need that it answers: a field of each kind."""

    def refuse(self, round: Round, need: Any) -> Refusal | None:
        """Say why the act is refused while its need is open; nothing if it is legal."""
        return None

    @abstractmethod
    def do(self, draft: Draft, need: Any) -> None:
        """Work out what it leads to."""


class Viewer(Value):
    """Who is looking: a patron at the table, or a person who sees only what lies face up."""

    role: str
    patron: str = ""


PUBLIC = Viewer("public")


class Game(Setup, ABC):
    """A game under its rules, at a table with its terms: what it does when something happens."""

    card_orders: ClassVar[Mapping[law.Key, Callable[[Any, str], Any]]] = {}
    """How a person of rank orders the cards between rounds: by the rule of each order, the table after it. A game that
    shuffles before each round has none."""
    facts: ClassVar[tuple[Fact, ...]] = ()
    """What can go wrong at its table."""
    provisions: ClassVar[tuple[Provision, ...]] = ()
    """What its rules have for that: a row counts where the first of its keys applies."""

    # Hooks that every game has.

    @abstractmethod
    def begin(self, draft: Draft) -> None:
        """Open a round: its first phase and needs."""

    @abstractmethod
    def refuse_closed(self, round: Round, act: Act) -> Refusal:
        """Say why a need that an act names is not open, with the rule that closed it or has not opened it yet."""

    @abstractmethod
    def carry_out_decision(self, draft: Draft, need: DecisionNeed, option: str, stake: Stake, unnoticed: bool) -> None:
        """Carry out a decision: the option that its player took, and the stake that went down with it."""

    @abstractmethod
    def carry_out_lapse(self, draft: Draft, need: DecisionNeed, reason: str) -> None:
        """Carry out what the rules do for a player who did not decide."""

    @abstractmethod
    def follow_answer(self, draft: Draft, need: Need, act: Act) -> None:
        """Go on: what a need asked for is there (cards, a shuffle, a cut or its refusal, a call), and what is the
        same in every game has been done."""

    # Hooks that a game may have.

    def refuses(self, round: Round, need: Need, act: Act) -> Refusal | None:
        """Refuse an act that the game's own rules do not take, the rules of all games taking it."""
        return None

    def refuse_cutting_card(self, round: Round) -> Refusal | None:
        """Refuse a cutting card that cannot come out now."""
        return Refusal((law.CARDS_FROM_DEVICE,), "These cards have no cutting card.")

    def placing_grounds(self, round: Round | Draft, wager: Wager) -> law.Because:
        """The rule under which an opening wager goes down."""
        return (law.CHIPS_OR_TOKENS,)

    def follow_wagers(self, draft: Draft) -> None:
        """Go on after opening wagers changed."""

    def await_directed_shuffle(self, draft: Draft, because: law.Because) -> None:
        """Await a shuffle that was ordered, before another card comes out."""

    def deal_begins(self, draft: Draft, need: CardsNeed) -> law.Because:
        """Cards are about to come out: close what the first card closes, and name the rules of this deal."""
        return ()

    def turning_grounds(self, hand: Hand) -> law.Because:
        """The rule under which a hand is turned."""
        return ()

    def deciders(self, round: Round | Draft, area: int) -> tuple[str, ...]:
        """The bettors of an area as its wagers lie, the one who decides for it first."""
        return tuple(dict.fromkeys(w.patron for w in round.wagers if w.area == area and w.left.pieces))

    def board(self, round: Round | Draft) -> tuple[Card, ...]:
        """The cards that lie face up for every hand to use."""
        return ()

    def says(self, hand: Hand, board: tuple[Card, ...] = ()) -> str:
        """What the dealer declares a hand to be, with the board that it may use."""
        return ""

    def fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        """Say what is wrong with a wager that went down unnoticed, as the rules stand at this moment."""
        return None

    def mend_wager(self, draft: Draft, wager: Wager, fault: Refusal) -> None:
        """Do what the rules say about a wrong wager that was seen now."""

    def wagers_void_with(self, round: Round | Draft, wager: Wager) -> frozenset[int]:
        """The wagers that are void with one, by number: it, and those that nothing can be won on without it."""
        return frozenset((wager.id,))

    def void_undoes(self, round: Round | Draft, wager: Wager) -> tuple[law.Because | None, law.Because | None]:
        """Why what was paid on a void wager goes back, and why what was taken of it does; None where it stands."""
        return (), ()

    def follow_void(self, draft: Draft, gone: frozenset[int], because: law.Because) -> None:
        """Go on after wagers were voided: some, or all of a patron's."""

    def cut_back(self, draft: Draft, patron: str) -> None:
        """Go on after a patron's wagers were cut to what their loss limit leaves."""

    def change_terms(self, terms: Terms) -> "Game":
        """The same game on other terms."""
        return type(self)(self.rules, terms)

    def opening_shoe_state(self) -> ShoeState:
        """The cards as they are when a table opens."""
        return FRESH

    def shoe_state_after(self, shoe_state: ShoeState, round: Round) -> ShoeState:
        """The cards as a round leaves them; a game that shuffles before each round leaves nothing."""
        return FRESH

    def adapt(self, shoe_state: ShoeState) -> "Game":
        """The game as the next round is played, its cards standing as they do."""
        return self

    def follow_seat(self, draft: Draft, patron: str, area: int) -> None:
        """Go on after a player sat down at an area or got up (area 0)."""

    def refuse_crowd(self, round: Round, patron: str, others: Sequence[Wager]) -> Refusal | None:
        """Refuse one more player on the spot of others' wagers, if it has its full number of bettors."""
        spot, area = others[0].spot, others[0].area
        bettors = self.spots[spot].bettors
        if len(others) < bettors:
            return None
        because = (law.ONE_WAGER_PER_SPOT,) if bettors == 1 else (law.PLAYING_AREA,)
        words = say("Area {area} already has its {spot}: choose another area.", area=area, spot=spot_words(spot))
        return Refusal(because, words)

    def follow_last_card(self, draft: Draft) -> None:
        """Go on where cards are awaited and none are left."""

    def follow_cutting_card(self, draft: Draft, need: CardsNeed) -> None:
        """Go on after the cutting card came out."""

    def forfeit_wagers(self, draft: Draft, patron: str) -> None:
        """Take the wagers of a patron who disclosed a hand, and go on without them."""

    def refuse_report(self, round: Round, report: Any) -> Refusal | None:
        """Refuse a report of what went wrong that cannot be so, by what the game knows of its hands and cards."""
        return None

    def find_acted(self, round: Round) -> frozenset[str]:
        """The players who must have looked at their cards, since they have acted on them."""
        return frozenset()

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """Say whether a viewer may look at the cards of a hand that lie face down."""
        return False


# Refusals, and `apply`.


def refuse_cards(round: Round, cards: tuple[Card, ...]) -> Refusal | None:
    """Refuse cards that the deck does not have, or has no more of."""
    game = round.game
    seen = round.seen
    if game.copies == 1:
        new = set(cards)
        if len(new) == len(cards) and new.isdisjoint(seen) and new <= game.deck_set:
            return None
    for place, card in enumerate(cards):
        if card == UNKNOWN:
            continue
        if card not in game.deck_set:
            rank = str(card)[0].replace("T", "10")
            return Refusal(game.deck_because, say("There is no {rank} in this deck.", rank=rank))
        if seen.count(card) + cards[:place].count(card) >= game.copies:
            words = say_number(
                "The {card} is out already: the deck has only one.",
                "The {card} is out already: there are only {number} of it.",
                game.copies,
                card=card,
            )
            return Refusal(game.deck_because, words)
    return None


def refuse_laid_back(round: Round, out: tuple[Card, ...], named: tuple[Card, ...] = ()) -> Refusal | None:
    """Refuse to deal another card than the one that was laid back as the next (an unseen one may be any), and to name
    in a hand a card that was laid back."""
    top = round.irregular.top
    for back, card in zip(top, out, strict=False):
        if UNKNOWN not in (back, card) and back != card:
            words = say("The {back} was laid back and comes out next, not the {card}.", back=back, card=card)
            return Refusal((law.CARDS_FROM_DEVICE,), words)
    if wrong := [card for card in (*named, *out[len(top) :]) if card != UNKNOWN and card in top]:
        return Refusal((law.CARDS_FROM_DEVICE,), say("The {card} was laid back: it is in no hand.", card=wrong[0]))
    return None


def refusal(round: Round, act: Act) -> Refusal | None:
    """Say why an act is refused; nothing if it is legal."""
    need = round.need(act.need)
    return act.refuse(round, need) if isinstance(need, act.answers) else round.game.refuse_closed(round, act)


def apply(round: Round, act: Act) -> Step:
    """Refuse an illegal act, or give the round after a legal one."""
    name, needs = act.need, round.needs
    need: Need | None
    for need in needs:
        if need.id == name:
            break
    else:
        need = None
    no = act.refuse(round, need) if isinstance(need, act.answers) else round.game.refuse_closed(round, act)
    if no is not None:
        raise Refused(no)
    draft = draft_of(round)
    if act.closes:
        if len(needs) == 1:  # as it is most of the time
            draft.needs = ()
        else:
            others = list(needs)
            others.remove(need)  # type: ignore[arg-type]  # the gate has found it open
            draft.needs = tuple(others)
    act.do(draft, need)
    return draft.step()
