"""What lies on the layout: wagers and their settlements, hands, and the boxes that people share.

A wager belongs to a person; it settles whole or in parts, and every part says why. Over the life of a wager its
settlements give its stake away to the cent: taken, returned or carried on.
"""

from enum import StrEnum

from pitboss.cards import UNKNOWN, Card, show
from pitboss.law import Because, Ground
from pitboss.money import EMPTY, Exact, Stake, ToOne
from pitboss.value import Value, replace


class Addition(Value, tag="Addition"):
    """More put on a wager that lay there: on how many cents of chips, after which wager of the round, in which step."""

    on_cents: int
    after: int
    version: int


class Wager(Value, tag="Wager"):
    """A person's stake on a spot of a playing area. `left` is what is not settled yet."""

    id: int
    patron: str
    area: int
    spot: str
    stake: Stake
    left: Stake
    hand: int = -1
    unnoticed: bool = False
    face_down: bool = False
    phase: str = ""
    """The phase of the round in which it went down, for a wager that follows the deal."""
    line: int = 0
    """Its place in the line of wagers on its box, 1 being nearest the dealer; 0 where that was not said."""
    button: str = ""
    """What the button on top of it says: `surrendered`, or `excused` from further wagers by a loss limit."""
    added: tuple[Addition, ...] = ()
    """What was put on it later, for the order in which all of a player's chips went down."""

    def add_stake(self, more: Stake, *, after: int, version: int) -> "Wager":
        """The wager with more put on top of it, before the deal."""
        stake = self.stake.plus(more)
        addition = Addition(self.stake.chips_cents, after, version)
        return replace(self, stake=stake, left=stake, added=(*self.added, addition))

    def leave(self, left: Stake) -> "Wager":
        """The wager with so much of it still to be settled; with nothing left there is nothing to read either."""
        return replace(self, left=left, face_down=self.face_down and bool(left.pieces))

    def ride_on(self, hand: int) -> "Wager":
        """The wager, riding on a hand."""
        return replace(self, hand=hand)

    @property
    def live(self) -> bool:
        """Whether something of it is still to be settled; a written wager that is not read yet is, too."""
        return bool(self.left.pieces) or self.face_down


class Result(StrEnum):
    """What became of a stake, or of a part of it."""

    WON = "won"
    LOST = "lost"
    STOOD_OFF = "stood off"
    RETURNED = "returned"
    VOID = "void"
    CLAIM = "claim"
    CARRIED = "carried"
    RESTORED = "restored"
    """What was taken earlier in the round goes back, the round or the hand being void."""
    REVERSED = "reversed"
    """What was won earlier is given back by the player, the wager being invalid or void; of one that is forfeited the
    stake, too, that had gone back (`taken`)."""
    BONUS = "bonus"
    """A fixed sum comes besides, whatever became of the stake."""


WON, LOST, STOOD_OFF, CARRIED = Result.WON, Result.LOST, Result.STOOD_OFF, Result.CARRIED
"""The common results by a name of their own: looking a member up in its enum is slow, and every round does it often."""


class Settlement(Value, tag="Settlement"):
    """One decision on a wager: the part of the stake it settles, what it pays, and all the grounds of it."""

    wager: int
    patron: str
    area: int
    spot: str
    result: Result
    stake: Stake
    because: Because
    odds: ToOne | None = None
    exact: Exact = 0
    cap: int | None = None
    pays: int = 0
    returned: Stake = EMPTY
    taken: Stake = EMPTY


class Claim(Value, tag="Claim"):
    """A jackpot wager that may take a prize: the round reports it, the meter awards it."""

    wager: int
    patron: str
    area: int
    line: str
    cards: tuple[Card, ...]
    because: Because


class Refusal(Value):
    """Why an act is refused: the rules, and plain words for the person."""

    because: Because
    words: str


class Refused(Exception):
    """An act that was refused; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.words)
        self.refusal = refusal

    @property
    def because(self) -> tuple[Ground, ...]:
        """The grounds of the refusal."""
        return self.refusal.because


# A hand on the table: its cards in the order they came, which of them lie face up, and how it stands.

HOUSE_AREA = 0
"""The area of the hands of the house; playing areas count from 1, at the dealer's left."""


class Hand(Value, tag="Hand"):
    """Cards dealt to one place. `up` has a bit for each card that lies face up."""

    id: int
    area: int
    cards: tuple[Card, ...] = ()
    up: int = 0
    status: str = "live"
    kind: str = "player"
    sideways: int = 0
    """The place of the card that lies sideways, since no other may follow it; 0 for none."""

    def __repr__(self) -> str:
        return (
            f"<hand {self.id} on area {self.area}: {show(self.shown)}, {self.status}>"  # what lies face down stays so
        )

    @property
    def unknown(self) -> int:
        """How many of its cards are still unknown."""
        return self.cards.count(UNKNOWN)

    @property
    def all_up(self) -> bool:
        """Whether every card lies face up."""
        return self.up == (1 << len(self.cards)) - 1

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards as all at the table see them."""
        cards, up = self.cards, self.up
        count = up.bit_length()
        if up == (1 << count) - 1:  # the first so many, as nearly always
            return cards[:count] + (UNKNOWN,) * (len(cards) - count)
        return tuple([card if up >> place & 1 else UNKNOWN for place, card in enumerate(cards)])

    def set_status(self, status: str) -> "Hand":
        """The hand, standing otherwise."""
        return replace(self, status=status)

    def name_cards(self, cards: tuple[Card, ...], places: tuple[int, ...] = ()) -> "Hand":
        """The hand with some of its cards, or all, face up; unknown ones are named in order."""
        known, up = self.cards, self.up
        if cards:
            names = iter(cards)
            turned = places or range(len(known))
            known = tuple(
                next(names) if card == UNKNOWN and place in turned else card for place, card in enumerate(known)
            )
        if places:
            for place in places:
                up |= 1 << place
        else:
            up = (1 << len(known)) - 1
        return replace(self, cards=known, up=up)

    def count_unknown(self, places: tuple[int, ...]) -> int:
        """How many of the cards at some places are still unknown."""
        return [self.cards[place] for place in places].count(UNKNOWN) if UNKNOWN in self.cards else 0


# A playing area as people use it: who sits there, who has wagered on its hand, and who of them does not answer.


class Box(Value):
    """A playing area with the people at it. `line` are its bettors, the controlling player first."""

    area: int
    seated: str = ""
    line: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    sits_out: bool = False
    """Whether its seated player lets the round go by: on a pass card, or absent from a tournament."""


def box_of(boxes: tuple[Box, ...], area: int) -> Box:
    """The box of an area; an empty one if no player has been there."""
    for box in boxes:
        if box.area == area:
            return box
    return Box(area)


def replace_box(boxes: tuple[Box, ...], changed: Box) -> tuple[Box, ...]:
    """The boxes with one of them changed, in the order in which people came; one without people is left out."""
    if not changed.seated and not changed.line:
        return tuple(box for box in boxes if box.area != changed.area)
    if any(box.area == changed.area for box in boxes):
        return tuple(changed if box.area == changed.area else box for box in boxes)
    return (*boxes, changed)


def seat_of(boxes: tuple[Box, ...], patron: str) -> int:
    """The area at which a patron sits; 0 if they stand."""
    for box in boxes:
        if box.seated == patron:
            return box.area
    return 0
