"""What a game is to the kernel: its rules compiled for a table, and what it does when something happens.

The kernel puts wagers on spots, cards in hands and decisions in order; a game says which spots there are, what is
awaited next and how wagers settle. Every hook gets the draft of the step that is being worked out.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pitboss import law
from pitboss.cards import Card
from pitboss.law.rules import Rules
from pitboss.play import signs
from pitboss.play.acts import Act, CuttingCard, Decide, Lapse, Place, Sit
from pitboss.play.cashier import Cashier
from pitboss.play.draft import Draft
from pitboss.play.hand import Hand
from pitboss.play.needs import CardsNeed, DecisionNeed, Need
from pitboss.play.round import Round
from pitboss.play.stock import FRESH, Stock
from pitboss.play.terms import Terms, spot_words
from pitboss.play.wager import Refusal, Wager


class Spot(NamedTuple):
    """A kind of place for wagers on a playing area."""

    name: str
    bettors: int = 1
    priced: bool = False
    """A priced spot takes exactly its price, nothing more or less."""
    opening: bool = True
    """An opening spot takes wagers before the first card; the others are reached by deciding."""
    face_down: bool = False
    """Whether wagers may be written and put down unseen here."""


class Viewer(NamedTuple):
    """Who is looking: a patron at the table, or somebody who sees only what lies face up."""

    role: str
    patron: str = ""


PUBLIC = Viewer("public")


class Game(ABC):
    """A game under its rules, at a table with its terms."""

    spots: Mapping[str, Spot]
    deck: tuple[Card, ...]
    copies: int = 1
    """How many decks are dealt together."""
    deck_because: law.Because = (law.DECK_OF_52,)
    """The rule that says which cards there are."""
    house: tuple[str, ...] = ()
    """The hands of the house, in the order of their numbers, before those of the players."""
    whose_because: law.Because = ()
    """The rule that says whose a decision is, where a hand has several players."""
    switches: frozenset[str] = frozenset()
    """The readings that this engine can take the other way."""

    def __init__(self, rules: Rules, terms: Terms) -> None:
        self.rules = rules
        self.terms = terms = terms.copied()
        self.cashier = Cashier(rules, terms)
        self.smallest_chip = min(terms.chips.denominations, default=1)
        self.deck_set = frozenset(self.deck)
        self.pack = self.deck * self.copies
        self.size = len(self.pack)

    def __repr__(self) -> str:
        return f"<{self.rules.game.name} {self.rules.edition.version}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and (self.rules, self.terms) == (other.rules, other.terms)

    __hash__ = None  # type: ignore[assignment]  # terms hold mappings

    # What a game must say.

    @abstractmethod
    def begin(self, draft: Draft) -> None:
        """Open a round: its first phase and needs."""

    @abstractmethod
    def closed(self, round: Round, act: Act) -> Refusal:
        """Say why a need that an act names is not open, with the rule that closed it or has not opened it yet."""

    @abstractmethod
    def decided(self, draft: Draft, need: DecisionNeed, act: Decide) -> None:
        """Carry out a decision."""

    @abstractmethod
    def lapsed(self, draft: Draft, need: DecisionNeed, act: Lapse) -> None:
        """Carry out what the rules do for a player who did not decide."""

    @abstractmethod
    def answered(self, draft: Draft, need: Need, act: Act) -> None:
        """Go on: what a need asked for is there (cards, a shuffle, a cut or its refusal, a call, a ruling), and what is
        the same in every game has been done."""

    # What a game may say.

    def check_terms(self) -> Refusal | None:
        """Say why a table may not open on these terms: one that the game has no use for, a reading it does not play."""
        no = signs.check_given(self)
        if no is not None:
            return no
        rules = self.rules
        for switch, choice in rules.choices.items():
            if switch not in self.switches and choice != rules.default(switch):
                words = f"{rules.game.name} is not played with {switch} = {choice}."
                return Refusal((law.TERMS, rules.reading_id(switch)), words)
        return None

    def refuses(self, round: Round, need: Need, act: Act) -> Refusal | None:
        """Refuse an act that the game's own rules do not take, the rules of all games taking it."""
        if isinstance(act, CuttingCard):
            return Refusal((law.CARDS_FROM_DEVICE,), "No cutting card is in these cards.")
        return None

    def placed_because(self, round: Round | Draft, wager: Wager) -> law.Because:
        """The rule under which an opening wager goes down."""
        return (law.CHIPS_OR_TOKENS,)

    def wagered(self, draft: Draft) -> None:
        """Go on after opening wagers changed."""

    def shuffle_directed(self, draft: Draft, because: law.Because) -> None:
        """Await a shuffle that was ordered, before another card comes out."""

    def deal_begins(self, draft: Draft, need: CardsNeed) -> law.Because:
        """Cards are about to come out: close what the first card closes, and name the rules of this deal."""
        return ()

    def turns_because(self, hand: Hand) -> law.Because:
        """The rule under which a hand is turned."""
        return ()

    def board(self, round: Round | Draft) -> tuple[Card, ...]:
        """The cards that lie face up for every hand to use."""
        return ()

    def says(self, hand: Hand, board: tuple[Card, ...] = ()) -> str:
        """What the dealer declares a hand to be, with the board that it may use."""
        return ""

    def fault(self, round: Round | Draft, wager: Wager) -> Refusal | None:
        """Say what is wrong with a wager that went down unnoticed, as the rules stand at this moment."""
        return None

    def found(self, draft: Draft, wager: Wager, fault: Refusal) -> None:
        """Do what the rules say about a wrong wager that was seen now."""

    def voids_with(self, round: Round | Draft, wager: Wager) -> frozenset[int]:
        """The wagers that are void with one, by number: it, and those that nothing can be won on without it."""
        return frozenset((wager.id,))

    def void_undoes(self, round: Round | Draft, wager: Wager) -> tuple[law.Because | None, law.Because | None]:
        """Why what was paid on a void wager goes back, and why what was taken of it does; None where it stands."""
        return (), ()

    def voided(self, draft: Draft, gone: frozenset[int], because: law.Because) -> None:
        """Go on after wagers were voided: some, or all of a patron's."""

    def cut_back(self, draft: Draft, patron: str) -> None:
        """Go on after a patron's wagers were cut to what their loss limit leaves."""

    def on(self, terms: Terms) -> "Game":
        """The same game on other terms."""
        return type(self)(self.rules, terms)

    def opening_stock(self) -> Stock:
        """The cards as they are when a table opens."""
        return FRESH

    def stock_after(self, stock: Stock, round: Round) -> Stock:
        """The cards as a round leaves them; a game that shuffles before each round leaves nothing."""
        return FRESH

    def after(self, stock: Stock) -> "Game":
        """The game as the next round is played, its cards standing as they do."""
        return self

    def sat(self, draft: Draft, act: Sit) -> None:
        """Go on after somebody sat down or got up."""

    def crowded(self, round: Round, act: Place, others: Sequence[Wager]) -> Refusal | None:
        """Refuse a wager on a spot that has its full number of bettors already."""
        bettors = self.spots[act.spot].bettors
        if len(others) < bettors:
            return None
        because = (law.ONE_WAGER_PER_SPOT,) if bettors == 1 else (law.PLAYING_AREA,)
        return Refusal(because, f"Area {act.area} already has its {spot_words(act.spot)}.")

    def out_of_cards(self, draft: Draft) -> None:
        """Go on where cards are awaited and none are left."""

    def cutting_card(self, draft: Draft, need: CardsNeed) -> None:
        """Go on after the cutting card came out."""

    def forfeited(self, draft: Draft, patron: str) -> None:
        """Take the wagers of a patron who gave word of a hand away, and go on without them."""

    def may_look(self, round: Round, hand: Hand, viewer: Viewer) -> bool:
        """Say whether somebody may look at the cards of a hand that lie face down."""
        return False
