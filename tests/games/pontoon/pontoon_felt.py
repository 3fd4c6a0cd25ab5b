"""What the tests of Pontoon share: a felt with its everyday sign, a shoe made ready, and hands played card by card."""

from collections.abc import Iterable, Mapping
from typing import Any

from pitboss.cards import parse_cards
from pitboss.games import make_game
from pitboss.law import Key, Rules
from pitboss.money import Stake
from pitboss.play.acts import Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Sit, Turn
from pitboss.play.events import Event
from pitboss.play.needs import CardsNeed, CutNeed, DecisionNeed, ShuffleNeed, TurnNeed
from pitboss.play.round import Game
from pitboss.play.table import Table
from pitboss.play.terms import Limits, Terms
from pitboss.play.wager import Box, Hand, box_of
from support import Felt

PONTOON = "star-pontoon"
SUPERVISOR, MANAGER = "casino-supervisor", "gaming-manager"
LIMITS = {"wager": Limits(5_00, 500_00), "perfect-pairs": Limits(1_00, 50_00)}


def make(
    *, grant: Iterable[Key] = (), readings: Mapping[str, Any] | None = None, off: Iterable[Key] = (), **changes: Any
) -> Game:
    """Pontoon compiled for a table: wagers $5 to $500 an area, Perfect Pairs $1 to $50, chips from $1, six decks."""
    rules = Rules.of(PONTOON).amend(grant=grant, readings=readings or {}, off=off)
    return make_game(rules, Terms(**({"limits": LIMITS} | changes)))


class PontoonFelt(Felt):
    """A Pontoon table that a test plays on, hand by hand. Hands are numbered as they lie: 0 is the dealer's."""

    def __init__(self, game: Game | None = None, **changes: Any) -> None:
        super().__init__(game if game is not None else make(**changes))

    # Before the first card.

    def wager(
        self, patron: str, area: int, dollars: int = 10, *, tokens: int = 0, unnoticed: bool = False, line: int = 0
    ) -> list[Event]:
        """Put an initial wager down; `line` is its place in the line of its box, 1 nearest the dealer."""
        return self.do(self.placing(patron, area, dollars, tokens=tokens, unnoticed=unnoticed, line=line))

    def placing(
        self,
        patron: str,
        area: int,
        dollars: int = 10,
        *,
        spot: str = "wager",
        tokens: int = 0,
        unnoticed: bool = False,
        line: int = 0,
    ) -> Place:
        """The act of putting a wager down."""
        stake = Stake.of((dollars - tokens) * 100, tokens * 100)
        return Place("wagers", patron, area, spot, stake, unnoticed, line=line)

    def pairs(self, patron: str, area: int, dollars: int = 5, *, unnoticed: bool = False) -> list[Event]:
        """Put a Perfect Pairs wager down."""
        return self.do(self.placing(patron, area, dollars, spot="perfect-pairs", unnoticed=unnoticed))

    def sit(self, patron: str, area: int) -> list[Event]:
        """A person sits down at an area, or gets up (area 0)."""
        return self.do(Sit("wagers", patron, area))

    def prepare(self, *, at: int = 60, behind: int = 60, burned: str = "??") -> None:
        """Shuffle, cut, insert the cutting card and burn, as far as that is still to be done."""
        if self.round.need("shuffle"):
            self.do(Shuffle("shuffle"))
        if isinstance(need := self.round.need("cut"), CutNeed):
            self.do(Cut("cut", need.by, min(max(at, need.least), need.most)))
        if isinstance(need := self.round.need("insert"), CutNeed):
            self.do(Cut("insert", "dealer", min(max(behind, need.least), need.most)))
        if self.round.need("burn"):
            self.do(Deal("burn", parse_cards(burned)))

    def deal(self, dealer: str = "", board: str = "", **hands: str) -> None:
        """Deal the initial cards, whole hands as they end up: `deal("7h", p1="8s 8h", p3="?? ??")`.

        With a device the discards go back in afterwards.
        """
        self.deal_cards(dealer, **hands)
        if self.round.need("return"):
            self.do(Shuffle("return"))

    def deal_cards(self, dealer: str, **hands: str) -> list[Event]:
        """Deal the initial cards, and do nothing more."""
        self.prepare()
        need = self.round.need("deal")
        assert isinstance(need, CardsNeed), self.round
        held = {f"p{slot.area}" if slot.area else "dealer" for slot in need.slots}
        assert held == {"dealer", *hands}, f"cards are wanted for {sorted(held)}"
        cards = {area: iter(parse_cards(text)) for area, text in {"dealer": dealer, **hands}.items()}
        happened = self.do(Deal("deal", tuple(next(cards[f"p{s.area}" if s.area else "dealer"]) for s in need.slots)))
        assert not [left for each in cards.values() for left in each], "more cards than are dealt"
        return happened

    # After it.

    def call(self, need: str) -> list[Event]:
        """The dealer's call: `no-more-bets`, `insurance`, `insurance-closed`, `surrender`, `surrender-closed`."""
        return self.do(Call(need))

    def pass_offers(self) -> None:
        """Have insurance and surrender called and closed, with no player taking them any more."""
        for name in ("insurance", "insurance-closed", "surrender", "surrender-closed"):
            if self.round.need(name):
                self.call(name)

    def asked(self, patron: str = "", option: str = "", hand: int = 0) -> DecisionNeed:
        """The decision that is asked for: of this patron, with this option, about this hand."""
        for need in self.round.needs:
            if (
                isinstance(need, DecisionNeed)
                and (not patron or need.patron == patron)
                and (not option or option in [offered.name for offered in need.options])
                and (not hand or need.hand == hand)
            ):
                return need
        raise AssertionError(f"{patron or 'nobody'} is not asked to {option or 'decide'}: {self.round}")

    def says(
        self, option: str, dollars: float | None = None, *, patron: str = "", hand: int = 0, tokens: int = 0
    ) -> list[Event]:
        """A person takes an option: the next player whom it is offered to, or the one who is named.

        The stake is the most that the option takes (what it takes exactly, for a split), unless another is named.
        """
        need = self.asked(patron, option, hand)
        most = next(offered.most_cents for offered in need.options if offered.name == option)
        cents = most if dollars is None else round(dollars * 100)
        return self.do(Decide(need.id, need.patron, option, Stake.of(cents - tokens * 100, tokens * 100)))

    def card(self, cards: str) -> list[Event]:
        """Deal the cards that hands in play are waiting for, one after another."""
        happened = []
        for card in parse_cards(cards):
            need = next(n for n in self.round.needs if isinstance(n, CardsNeed) and n.id.startswith("card-"))
            happened += self.do(Deal(need.id, (card,)))
        return happened

    def draw(self, cards: str) -> list[Event]:
        """The hand in play takes cards, asking for each."""
        happened = []
        for card in cards.replace(",", " ").split():
            happened += self.says("draw")
            happened += self.card(card)
        return happened

    def stand(self) -> list[Event]:
        """The hand in play stands."""
        return self.says("stand")

    def double(self, card: str = "", dollars: float | None = None) -> list[Event]:
        """The hand in play is doubled; its card comes if one is named (no other person being asked)."""
        happened = self.says("double", dollars)
        return happened + (self.card(card) if card else [])

    def split(self, cards: str = "") -> list[Event]:
        """The hand in play is split; cards come to the new hands if some are named (no other person being asked)."""
        happened = self.says("split")
        return happened + (self.card(cards) if cards else [])

    def away(self, reason: str = "absent") -> list[Event]:
        """The player who is to decide next does not."""
        need = next(n for n in self.round.needs if isinstance(n, DecisionNeed) and not n.optional)
        return self.do(Lapse(need.id, reason))

    def turn(self, hand: int, cards: str = "") -> list[Event]:
        """A player shows cards that lie face down, naming those that no person had seen."""
        return self.do(Turn(f"turn-{hand}", parse_cards(cards)))

    def dealer(self, cards: str) -> list[Event]:
        """Deal the dealer's further cards, one after another."""
        happened = []
        for card in parse_cards(cards):
            happened += self.do(Deal("dealer", (card,)))
        return happened

    def next_round(self, table: Table | None = None) -> None:
        """Begin the next round on the same table, or on a table that a person ordered changed meanwhile."""
        self.table = table if table is not None else self.table.finish(self.round)
        self.game = self.table.game
        self.round = self.opening = self.table.begin().round
        self.acts, self.events = [], []

    # What there is.

    @property
    def needs(self) -> list[str]:
        """The names of what is awaited."""
        return [need.id for need in self.round.needs]

    def hand(self, number: int) -> Hand:
        """A hand by its number; 0 is the dealer's."""
        return self.round.hands[number]

    def box(self, area: int) -> Box:
        """Who is at an area."""
        return box_of(self.round.boxes, area)

    def cut_need(self) -> CutNeed:
        """The cut that is awaited."""
        return next(need for need in self.round.needs if isinstance(need, CutNeed))

    def shuffle_need(self) -> ShuffleNeed:
        """The shuffle that is awaited."""
        return next(need for need in self.round.needs if isinstance(need, ShuffleNeed))

    def turn_need(self, hand: int) -> TurnNeed:
        """The turning of a hand that is awaited."""
        need = self.round.need(f"turn-{hand}")
        assert isinstance(need, TurnNeed)
        return need

    def event(self, kind: type[Event]) -> Any:
        """The last event of a kind."""
        return next(event for event in reversed(self.events) if isinstance(event, kind))


def dealt(
    dealer: str = "7h", player: str = "9s 8h", *, dollars: int = 10, pairs: int = 0, **changes: Any
) -> PontoonFelt:
    """A round with Ann alone on area 1, her first two cards and the dealer's card out, offers not yet closed."""
    felt = PontoonFelt(**changes)
    felt.wager("Ann", 1, dollars)
    if pairs:
        felt.pairs("Ann", 1, pairs)
    felt.deal(dealer, p1=player)
    return felt
