"""What a person does at a table. Each act names the need that it answers; finding a fault, voiding, giving back an
excess and having the cards shuffled answer none: they may come at any moment."""

from pitboss.cards import Card
from pitboss.money import EMPTY, Stake
from pitboss.value import Value


class Place(Value, tag="Place"):
    """A player puts a wager on a spot, or adds to the one they have there.

    `unnoticed` is a wager that went down without anybody checking it against the sign, as happens on a real felt; the
    rules for what is found later then apply. `face_down` is a wager written and not shown (its stake may be unread).
    """

    need: str
    patron: str
    area: int
    spot: str
    stake: Stake
    unnoticed: bool = False
    face_down: bool = False
    approved_by: str = ""
    """The rank that allowed it, where a wager needs leave."""
    line: int = 0
    """Its place in the line of wagers on the box, 1 being nearest the dealer; 0 puts it behind those that are there."""


class TakeBack(Value, tag="TakeBack"):
    """A player takes a wager back while wagers are open."""

    need: str
    patron: str
    area: int
    spot: str


class Sit(Value, tag="Sit"):
    """A player sits down at a playing area, or gets up from where they sit (area 0)."""

    need: str
    patron: str
    area: int


class Shuffle(Value, tag="Shuffle"):
    """The cards are shuffled; a virtual shoe publishes its commitment here, before the cut."""

    need: str
    commitment: str = ""
    chosen: bool = False


class Cut(Value, tag="Cut"):
    """Somebody puts the cutting card in the stack, `at` cards deep: to cut it, or to mark where it is to end."""

    need: str
    by: str = "dealer"
    at: int = 0


class Call(Value, tag="Call"):
    """The dealer's call that closes a phase: no more bets, or settle."""

    need: str


class Deal(Value, tag="Deal"):
    """Cards come out and go to the next places that the need lists, one card or many at a time."""

    need: str
    cards: tuple[Card, ...]

    def __repr__(self) -> str:
        return f"<deal {len(self.cards)} cards for {self.need}>"  # they may lie face down


class CuttingCard(Value, tag="CuttingCard"):
    """The cutting card comes out of the shoe, before the next card that the need awaits."""

    need: str


class Turn(Value, tag="Turn"):
    """Cards are turned face up, or a written wager is read. What was not known is said now."""

    need: str
    cards: tuple[Card, ...] = ()
    stake: Stake = EMPTY


class Decide(Value, tag="Decide"):
    """A player takes one of the options offered, with the stake that it asks for."""

    need: str
    patron: str
    option: str
    stake: Stake = EMPTY
    unnoticed: bool = False


ABSENT = "absent"
"""Why a decision lapses whose player is not there; any other reason is of a player who is."""


class Lapse(Value, tag="Lapse"):
    """A player is absent, out of time or refuses a decision or the cut: the rules say what then."""

    need: str
    reason: str = ABSENT


class Rule(Value, tag="Rule"):
    """A person of rank rules on a question that the game put to them."""

    need: str
    rank: str
    option: str
    reason: str = ""
    by: str = ""


class Find(Value, tag="Find"):
    """The dealer becomes aware of a wager that went down unnoticed."""

    wager: int
    need: str = ""


class Void(Value, tag="Void"):
    """A person of rank voids the round, or only the wagers of the patrons named, or only the wagers that are listed;
    `forfeit` names who loses theirs. The round may be over: then what was settled is undone."""

    rank: str
    ground: str
    by: str = ""
    patrons: tuple[str, ...] = ()
    forfeit: tuple[str, ...] = ()
    need: str = ""
    refund: bool = False
    """Whether of invalid wagers those go back, too, that were lost before they were found."""
    wagers: tuple[int, ...] = ()
    """The wagers that are void, by their numbers in the round."""


class DirectShuffle(Value, tag="DirectShuffle"):
    """A person of rank has the cards shuffled before another one comes out, for a reason that is kept."""

    rank: str
    reason: str
    by: str = ""
    need: str = ""


class Keep(Value, tag="Keep"):
    """How much of a wager stays."""

    wager: int
    cents: int


class CutBack(Value, tag="CutBack"):
    """A person of rank gives back what of a patron's wagers is past their loss limit: each named one keeps so much."""

    rank: str
    patron: str
    keeps: tuple[Keep, ...]
    by: str = ""
    need: str = ""


Act = (
    Place
    | TakeBack
    | Sit
    | Shuffle
    | Cut
    | Call
    | Deal
    | CuttingCard
    | Turn
    | Decide
    | Lapse
    | Rule
    | Find
    | Void
    | CutBack
    | DirectShuffle
)
