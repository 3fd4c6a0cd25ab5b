"""The desk that runs promotions, for tests: a floor without threads, its people, and rounds on record in short."""

from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any

import pytest

from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.office import KeepParticulars, RegisterPatron
from pitboss.floor.promotions.entries import ConfirmDraw, DrawWinners, SealEntries
from pitboss.floor.promotions.state import PromotionState, load_promotion, promotion_stream, read_event
from pitboss.floor.promotions.terms import OpenPromotion, PutPrize, SetTerms, SubmitTerms
from pitboss.floor.service.clock import ManualClock, stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import Append, NewEvent, Store, Write, table_stream
from pitboss.play.wager import Refusal, Refused

START = datetime(2026, 3, 2, 0, 0, tzinfo=UTC)
RANKS = {"star": ("assistant-gaming-manager", "gaming-manager"), "crown": ("area-manager", "casino-manager")}
NAME = "spring"
SCRUTINEER = "Kim Lee"
HOUR = timedelta(hours=1)


class Desk:
    """Promotions of one operator."""

    def __init__(self, store: Store, *games: str) -> None:
        self.store, self.games, self.operator = store, games, games[0].split("-")[0]
        self.clock = ManualClock(START)
        self.floor = make_floor(store, clock=self.clock, seed=Random(9).randbytes)
        lower, upper = RANKS[self.operator]
        self.clerk, self.boss = Actor(self.operator, "clerk", lower), Actor(self.operator, "boss", upper)
        self.inspector = Actor(self.operator, "ina", "inspector")
        self._keys = (f"desk {number}" for number in count())
        self._rounds = count(1)

    def patron(self, name: str) -> Actor:
        return Actor(self.operator, name, "patron")

    def do(self, command: Any, by: Actor | None = None) -> dict[str, Any]:
        return self.floor.do(Order(by or self.boss, command, next(self._keys)))

    def refused(self, command: Any, by: Actor | None = None) -> Refusal:
        with pytest.raises(Refused) as error:
            self.do(command, by)
        return error.value.refusal

    @property
    def state(self) -> PromotionState:
        return load_promotion(self.store, self.operator, NAME)

    @property
    def last(self) -> Any:
        return read_event(self.store.read(promotion_stream(self.operator, NAME))[-1])

    def at(self, hours: int) -> str:
        return stamp(START + hours * HOUR)

    def wait(self, hours: float = 0, **more: float) -> None:
        self.clock.advance(timedelta(hours=hours, **more))

    # A promotion, step by step.

    def write(self, prizes: tuple[dict[str, Any], ...] = ({},), **changes: Any) -> None:
        """Write complete terms: the promotion starts after 48 hours and closes after 72; the draw is after 96."""
        usual: dict[str, Any] = {
            "title": "Spring draw",
            "games": self.games,
            "manner": "by a draw",
            "award_place": "main room, at the draw",
            "eligibility": "registered patrons",
            "minimum_wager_cents": 25_00,
            "nature": "as they are",
            "occasion": "main room, at all hours",
            "claiming": "at the desk",
            "notified": "by telephone",
            "published": "on the board",
            "starts_at": self.at(48),
            "closes_at": self.at(72),
            "draws_at": self.at(96),
        }
        self.do(SetTerms(NAME, **(usual | changes)))
        for number, each in enumerate(prizes, start=1):
            self.put(**({"number": number} | each))

    def put(self, **changes: Any) -> None:
        usual: dict[str, Any] = {"number": 1, "kind": "goods", "title": "a hamper", "value_cents": 500_00}
        self.do(PutPrize(NAME, **(usual | changes)))

    def open(self, **more: Any) -> None:
        """Write the terms, send them and release the promotion; time goes on to its start."""
        self.write(**more)
        self.do(SubmitTerms(NAME))
        self.do(OpenPromotion(NAME))
        self.clock.at = START + 48 * HOUR

    def register(self, *names: str) -> None:
        for name in names:
            self.do(RegisterPatron(name))
            self.do(KeepParticulars(name, f"{name.title()} Smith", "1 Pyrmont Street"))

    def played(self, game: str = "", cents: int = 25_00, unit: str = "AUD", **staked: int) -> None:
        """A round on record, of patrons with what they wagered (`ann=2`: twice what is usual)."""
        stream = table_stream(self.operator, game or self.games[0])
        length = self.store.head(stream).length
        totals = [
            {"patron": who, "staked": times * cents, "returned": 0, "won": 0, "carried": 0}
            | {"net": -times * cents, "tokens_net": 0}
            for who, times in staked.items()
        ]
        ended = {"round": next(self._rounds), "settlements": [], "claims": [], "totals": totals}
        opened = {"game": game or self.games[0], "unit": unit}
        events = (*(() if length else (("TableOpened", opened),)), ("RoundEnded", ended))
        made = tuple(NewEvent(kind, data, stamp(self.clock()), "tests") for kind, data in events)
        self.store.commit(Write(self.operator, appends=(Append(stream, length, made),), at=stamp(self.clock())))

    def seal(self) -> None:
        """Entries close, and the list is sealed."""
        self.clock.at = START + 73 * HOUR
        self.do(SealEntries(NAME))

    def draw(self, words: str = "seven, red, tails", **more: Any) -> dict[str, Any]:
        self.clock.at = START + 96 * HOUR
        return self.do(DrawWinners(NAME, words, "a guest", approver=self.clerk, **more))

    def drawn(self, *names: str, **more: Any) -> None:
        """A promotion with entrants, drawn."""
        self.register(*names)
        self.open(**more)
        for name in names:
            self.played(self.games[0], 25_00, "AUD", **{name: 1})
        self.seal()
        self.draw(**({"overseen_by": more["scrutineer"]} if "scrutineer" in more else {}))
        if "scrutineer" in more:
            self.do(ConfirmDraw(NAME), Actor(self.operator, "kim", "scrutineer"))
