"""What tests share: a felt to play on, and the note of which test showed which rule at work."""

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss.cards import Card, parse_cards
from pitboss.games import make_game
from pitboss.law import Ground, Key
from pitboss.law.rules import Rules
from pitboss.money import Stake
from pitboss.play import Refused, Round, Table, apply, refusal
from pitboss.play.acts import Act, Call, Cut, Deal, Decide, Lapse, Place, Shuffle, Turn
from pitboss.play.events import Event
from pitboss.play.needs import CardsNeed, DecisionNeed, TurnNeed
from pitboss.play.powers import Find
from pitboss.play.round import Game
from pitboss.play.table import totals
from pitboss.play.terms import JackpotTerms, Limits, Terms
from pitboss.play.wager import Refusal, Settlement

WRITE = os.environ.get("PITBOSS_SNAPSHOT") == "write"
"""Whether committed snapshots are to be renewed instead of compared."""

STAR, CROWN = "star-caribbean-stud", "crown-caribbean-stud"
BOTH = (STAR, CROWN)
STAR_MS, CROWN_MS = "star-mississippi-stud", "crown-mississippi-stud"
MISSISSIPPI = (STAR_MS, CROWN_MS)
ULTIMATE = "crown-ultimate-texas-holdem"
DEVICES = ("shoe", "shuffler")

EVIDENCE_FOLDER = os.environ.get("PITBOSS_SHOWN")
"""Where each worker of a run of the whole suite leaves what its tests showed; `pytest -m last` reads it together."""
SHOWN: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
"""For each game and ground, the tests that showed it at work in this session."""


def shows(key: Ground, carried: object, *, game: Game | str) -> None:
    """Assert that a result, a refusal or an event carries a ground, and note that this test showed it."""
    because = getattr(carried, "because", carried)
    assert isinstance(because, tuple)
    assert key in because, f"{key} is not among {because}"
    name = game if isinstance(game, str) else game.rules.game.name
    test = os.environ["PYTEST_CURRENT_TEST"].split(" ")[0].split("[")[0]
    SHOWN[name][str(key)].add(test)


def same_as_committed(path: Path, text: str) -> None:
    """Compare text with a committed file, or renew the file when asked to (`make snapshot`)."""
    if WRITE:
        path.write_text(text)
    assert path.exists(), f"{path.name} is not there: make snapshot writes it, then read it"
    assert path.read_text() == text, f"{path.name} differs: if the change is meant, make snapshot and read the diff"


def terms(game: str, **changes: Any) -> Terms:
    """Everyday terms of a table: Ante $25 to $500, chips from $1, a regulator's minimum where the edition wants one."""
    usual: dict[str, Any] = {"limits": {"ante": Limits(2_500, 50_000)}}
    if game.startswith("crown"):
        usual["regulator_minimum_cents"] = {"ante": 500}
    return Terms(**(usual | changes))


def jackpot(game: str, **changes: Any) -> JackpotTerms:
    """A $5 jackpot, dealt by Method A where the edition has methods."""
    usual = {"price_cents": 500, "method": "A" if game.startswith("crown") else ""}
    return JackpotTerms(**(usual | changes))


def make(game: str, *, readings: Mapping[str, Any] | None = None, off: Iterable[Key] = (), **changes: Any) -> Game:
    """A game compiled for a table."""
    return make_game(Rules.of(game).amend(readings=readings or {}, off=off), terms(game, **changes))


def lay_out(need: CardsNeed, hands: Mapping[int, Sequence[Card]]) -> tuple[Card, ...]:
    """The cards of a deal in the order they come out, given what each area (0 the dealer) is to hold in the end."""
    cards = {area: iter(held) for area, held in hands.items()}
    return tuple(next(cards[slot.area]) for slot in need.slots)


class Felt:
    """A table that a test plays on. It keeps the round, the acts and the events; cards and dollars come short."""

    def __init__(self, game: Game | str, **changes: Any) -> None:
        self.game = game if isinstance(game, Game) else make(game, **changes)
        self.table = Table.open(self.game)
        self.round: Round = self.table.begin().round
        self.opening = self.round
        self.acts: list[Act] = []
        self.board: tuple[Card, ...] = ()
        self.events: list[Event] = []

    @property
    def name(self) -> str:
        return self.game.rules.game.name

    def do(self, *acts: Act) -> list[Event]:
        """Apply acts; give back what happened."""
        happened: list[Event] = []
        for act in acts:
            step = apply(self.round, act)
            self.round = step.round
            self.acts.append(act)
            happened.extend(step.events)
        self.events.extend(happened)
        return happened

    def refused(self, act: Act) -> Refusal:
        """Assert that an act is refused by the gate, and by `apply`, with nothing changed."""
        no = refusal(self.round, act)
        assert no is not None, f"{act} was not refused"
        with pytest.raises(Refused) as error:
            apply(self.round, act)
        assert error.value.refusal == no
        return no

    # The round, in short.

    def ante(self, patron: str, area: int, dollars: int = 25, *, tokens: int = 0, unnoticed: bool = False) -> None:
        """Put an Ante down, in dollars of chips (and tokens)."""
        stake = Stake.of(dollars * 100, tokens * 100)
        self.do(Place("wagers", patron, area, "ante", stake, unnoticed))

    def jackpot(self, patron: str, area: int) -> None:
        """Put a $5 jackpot wager down."""
        self.do(Place("wagers", patron, area, "jackpot", Stake.of(500)))

    def prepare(self) -> None:
        """Shuffle, cut and close the wagers, as far as that is still to be done."""
        if self.round.need("shuffle"):
            self.do(Shuffle("shuffle"))
        if self.round.need("cut"):
            self.do(Cut("cut", "dealer", 20))
        if self.round.need("no-more-bets"):
            self.do(Call("no-more-bets"))

    def deal(self, dealer: str = "", board: str = "", **hands: str) -> None:
        """Deal whole hands, in whatever order the edition and the device do: `deal("Ks ...", p1="As ...")`.

        `board` are the community cards: a device deals them now, from a shoe `reveal` deals them as they are due.
        """
        self.prepare()
        self.board = parse_cards(board)
        house: tuple[str, ...] = self.game.house
        kinds = {"dealer": parse_cards(dealer), "community": self.board}
        held = {place: iter(kinds[kind]) for place, kind in enumerate(house)}
        need = self.round.need("deal")
        assert isinstance(need, CardsNeed)
        for slot in need.slots:
            if slot.hand >= len(house) and slot.hand not in held:
                held[slot.hand] = iter(parse_cards(hands[f"p{slot.area}"]))
        self.do(Deal("deal", tuple(next(held[slot.hand]) for slot in need.slots)))

    def reveal(self) -> list[Event]:
        """Show the next community cards: dealt from the shoe, or turned where the device dealt them face down."""
        need = next(n for n in self.round.needs if isinstance(n, CardsNeed | TurnNeed))
        if isinstance(need, TurnNeed):
            return self.do(Turn(need.id))
        out = len(self.round.hands[need.slots[0].hand].cards)
        return self.do(Deal(need.id, self.board[out : out + len(need.slots)]))

    def decision(self, area: int) -> DecisionNeed:
        """The decision that an area is asked for."""
        for need in self.round.needs:
            if isinstance(need, DecisionNeed) and need.area == area:
                return need
        raise AssertionError(f"area {area} is asked for nothing")

    def decide(
        self, area: int, option: str, dollars: int | None = None, *, tokens: int = 0, unnoticed: bool = False
    ) -> list[Event]:
        """Take an option; the stake is what it asks for unless another is named."""
        need = self.decision(area)
        if dollars is None:
            asked = next((o.least_cents for o in need.options if o.name == option), 0)
            stake = Stake.of(asked - tokens * 100, tokens * 100)
        else:
            stake = Stake.of(dollars * 100, tokens * 100)
        return self.do(Decide(need.id, need.patron, option, stake, unnoticed))

    def bet(self, area: int, dollars: int | None = None, *, tokens: int = 0, unnoticed: bool = False) -> list[Event]:
        return self.decide(area, "bet", dollars, tokens=tokens, unnoticed=unnoticed)

    def fold(self, area: int) -> list[Event]:
        return self.decide(area, "fold")

    def lapse(self, area: int, reason: str = "absent") -> list[Event]:
        return self.do(Lapse(self.decision(area).id, reason))

    def find(self, area: int, spot: str) -> list[Event]:
        """The dealer notices a wager."""
        return self.do(Find(self.round.wagers_on(area, spot)[0].id))

    def show(self) -> list[Event]:
        """Turn the dealer's hand."""
        return self.do(Turn("turn-dealer"))

    def settle(self) -> list[Event]:
        """Turn the dealer's hand if that is still to be done, and settle."""
        happened = self.show() if self.round.need("turn-dealer") else []
        return happened + self.do(Call("settle"))

    # What came of it.

    def results(self, area: int, spot: str) -> list[Settlement]:
        """All settlements of a spot, in order."""
        return [s for s in self.round.settlements if s.area == area and s.spot == spot]

    def result(self, area: int, spot: str) -> Settlement:
        """The settlement of a spot, which has just one."""
        found = self.results(area, spot)
        assert len(found) == 1, found
        return found[0]

    def cites(self, carried: object) -> set[str]:
        """The clauses that a settlement, a claim or an event cites."""
        because = getattr(carried, "because", carried)
        assert isinstance(because, tuple)
        return set(self.game.rules.cite(because))

    def net(self, patron: str) -> int:
        """What the round was worth to a patron, in dollars."""
        cents = next(total.net for total in totals(self.round) if total.patron == patron)
        assert cents % 100 == 0
        return cents // 100

    def shows(self, key: Ground, carried: object) -> None:
        """Assert that something carries a key, and note it for this game."""
        shows(key, carried, game=self.game)
