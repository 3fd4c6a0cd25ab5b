"""A table with a jackpot on a floor of its own: a meter, its reaction, and cards that come as they are wanted."""

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from floor.support import Lenient
from floor.tables.pit import TRAY, Pit
from pitboss.cards import Card, parse_cards
from pitboss.floor.composition import make_floor
from pitboss.floor.jackpots.feeding import MeterFeed
from pitboss.floor.jackpots.meter_commands import OpenMeter
from pitboss.floor.jackpots.meters import MeterEvent, MeterState, load_meter, meter_event
from pitboss.floor.store import Store
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.opening import OpenTable
from pitboss.money import Stake
from pitboss.play.acts import Call, Cut, Deal, Decide, Place, Shuffle, Turn
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, Need, ShuffleNeed, TurnNeed
from support import CROWN, CROWN_MS, STAR, STAR_MS, ULTIMATE

JACKPOT_GAMES = (STAR, STAR_MS, CROWN, CROWN_MS, ULTIMATE)
CROWNS = (CROWN, CROWN_MS, ULTIMATE)
METER = "grand"
_names = (f"key {number}" for number in itertools.count())

HANDS = {
    "royal-flush": "Ac Kc Qc Jc Tc",
    "straight-flush": "9d 8d 7d 6d 5d",
    "four-of-a-kind": "9s 9d 9h 9c 5h",
    "full-house": "9s 9d 9h 5d 5h",
    "flush": "Qh 9h 8h 5h 3h",
    "straight": "9s 8d 7c 6h 5h",
}
NOTHING = ("2s 7c Jd 4h Kh", "3d 8c Js 4s Ks", "2h 6s Td 4d Qs", "3c 7s Jh 6c Qd")
"""Hands of other areas that win no prize, and share no card with the first of `HANDS` that they are used beside."""


def meter_of(game: str, **changes: Any) -> OpenMeter:
    """A $5 meter of a game: what its document lists, or what the regulator approved."""
    usual: dict[str, Any] = {"games": (game,), "price_cents": 500, "tables": ("7",)}
    if game in CROWNS:
        usual |= {"seed_cents": 100_000_00, "reset_cents": 100_000_00, "method": "B"}  # 20000 for 1
    else:
        usual |= {"seed_cents": 60_000_00, "reset_cents": 60_000_00, "rate": "71.5", "approval": "L21/118"}
    return OpenMeter(METER, **(usual | changes))


class JackpotPit(Pit):
    """A table that is linked to a meter."""

    def __init__(self, store: Store, game: str, table: str = "7", *, clock: Any = None, floor: Any = None) -> None:
        super().__init__(store, game, table, clock)
        self.floor.stop()
        self.floor = (
            floor or make_floor(store, Lenient(store), clock=self.clock, seed=bytes, reactions=(MeterFeed(),)).start()
        )

    def start(self, *patrons: str, **changes: Any) -> None:
        """Open a meter and a table that is linked to it, with patrons who have chips."""
        self.open_meter(**changes)
        self.open_linked()
        self.fund(*(patrons or ("ann", "bob", "cat")))

    def open_meter(self, **changes: Any) -> None:
        self.do(self.boss, meter_of(self.game, **changes).confirm(self.operator))

    def open_linked(self) -> None:
        """Open the table with the jackpot of the meter."""
        terms = self.meter.terms
        assert terms is not None
        jackpot = terms.offer(METER)
        self.do(self.boss, OpenTable(self.table, self.game, self.terms(jackpot=jackpot), TRAY))
        self.post(self.dealer)

    @property
    def meter(self) -> MeterState:
        """The meter once it has followed all that tables have written."""
        return self.meter_named(METER)

    def meter_named(self, name: str) -> MeterState:
        """Another meter."""
        self.floor.reactions.react()
        assert not self.floor.reactions.failures(self.operator)
        return load_meter(self.store, self.operator, name)

    def meter_events(self, *kinds: type) -> list[MeterEvent]:
        self.floor.reactions.react()
        found = [meter_event(each) for each in read_all(self.store, meter_stream(self.operator, METER))]
        return [event for event in found if not kinds or isinstance(event, kinds)]

    def bet(self, *patrons: str, jackpots: bool = True) -> None:
        """Antes, with jackpot wagers, on areas 1, 2, and so on."""
        for area, patron in enumerate(patrons, start=1):
            self.place(patron, area)
            if jackpots:
                self.jackpot(patron, area)

    def jackpot(self, patron: str, area: int, **more: Any) -> None:
        self.act(self.patron(patron), Place("wagers", patron, area, "jackpot", Stake.of(500), **more))

    def deal_round(self, *hands: str, folds: tuple[str, ...] = ()) -> int:
        """Play the round with these five cards for areas 1, 2, and so on; its number."""
        number = self.round.number
        for _ in self.steps(*hands, folds=folds):
            pass
        assert self.round.number == number + 1
        return number

    def steps(self, *hands: str, folds: tuple[str, ...] = ()) -> Iterator[Need]:
        """The same, step by step."""
        give = self._cards(hands)
        number = self.round.number
        while self.round.number == number:
            need = self._next()
            yield need
            if self.round.number != number or need not in self.round.needs:
                continue
            match need:
                case ShuffleNeed():
                    self.act(self.dealer, Shuffle(need.id))
                case CutNeed():
                    self.act(self.dealer, Cut(need.id, "dealer", need.least))
                case CallNeed():
                    self.act(self.dealer, Call(need.id))
                case CardsNeed():
                    self.act(self.dealer, Deal(need.id, tuple(give(slot.hand, slot.area) for slot in need.slots)))
                case TurnNeed():
                    self.act(self.dealer, Turn(need.id))
                case DecisionNeed():
                    self.act(self.dealer, self._decision(need, folds))

    def _next(self) -> Need:
        order = (ShuffleNeed, CutNeed, CallNeed, DecisionNeed, CardsNeed, TurnNeed)
        needs = [need for need in self.round.needs if not getattr(need, "optional", False) and isinstance(need, order)]
        return min(needs, key=lambda need: order.index(type(need)))

    def _decision(self, need: DecisionNeed, folds: tuple[str, ...]) -> Decide:
        names = [option.name for option in need.options]
        if need.patron in folds:
            out = "fold" if "fold" in names else "check"
            return Decide(need.id, need.patron, out)
        bet = next((option for option in need.options if option.name == "bet"), need.options[0])
        return Decide(need.id, need.patron, bet.name, Stake.of(bet.least_cents) if bet.least_cents else Stake())

    def _cards(self, hands: tuple[str, ...]) -> Callable[[int, int], Card]:
        """Gives the cards of the deal: five to each area at Caribbean Stud, else two and the board of the first."""
        held = {area: list(parse_cards(hand)) for area, hand in enumerate(hands, start=1)}
        used = {card for cards in held.values() for card in cards}
        house = self.round.game.house
        board: list[Card] = []
        if "community" in house:
            board = held[1][2:5]
            held = {area: cards[:2] for area, cards in held.items()}
        rest = [card for card in self.round.game.deck if card not in used]
        spare = iter(_dull(rest))
        piles: Mapping[int, Iterator[Card]] = {area: iter(cards) for area, cards in held.items()}
        of_board = iter(board)

        def give(hand: int, area: int) -> Card:
            if area:
                return next(piles[area])
            if house[hand] == "community":
                return next(of_board, None) or next(spare)
            return next(spare)

        return give


def _dull(cards: list[Card]) -> list[Card]:
    """Cards in an order that makes no hand of note: low ones of changing suits first."""
    return sorted(cards, key=lambda card: (int(card) % 13 * 7 % 13, int(card) // 13))
