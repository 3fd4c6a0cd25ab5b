"""A demonstration floor: both houses with every game open, an account for each rank, patrons with chips."""

import logging
import secrets
import threading
from contextlib import suppress
from typing import Any

from pitboss.floor.cashier.chips import CASH, BuyIn
from pitboss.floor.jackpots import meter_commands, meters
from pitboss.floor.operators import house_edition
from pitboss.floor.patrons import office, state
from pitboss.floor.people import permission, signin
from pitboss.floor.service import Actor, Order, stamp
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Store, table_stream
from pitboss.floor.tables import opening, pit
from pitboss.floor.tables.state import Stack
from pitboss.floor.tournaments import building, simulated
from pitboss.floor.tournaments.state import CONCLUDED
from pitboss.money import PRACTICE, Chips
from pitboss.play import Refused
from pitboss.play.terms import Limits, Terms
from pitboss.value import Value

log = logging.getLogger("pitboss.floor")

HOUSES = ("star", "crown")
PATRONS = ("ann", "bob", "cat")

_ANTE = {"ante": Limits(2_500, 50_000)}
_STAR: dict[str, Any] = {"money": True}
_CROWN: dict[str, Any] = {"money": True, "regulator_minimum_cents": {"ante": 500}}
_EXACT = Chips((100, 250, 500, 2_500, 10_000, 50_000))
"""Chips with a half of the smallest wager: with wagers in steps of $5 no win at 3 to 2 is rounded up."""
GAMES: dict[str, Terms] = {
    "star-pontoon": Terms({"wager": Limits(500, 50_000, 500)}, chips=_EXACT, **_STAR),
    "star-caribbean-stud": Terms(_ANTE, **_STAR),
    "star-mississippi-stud": Terms(_ANTE, device="shuffler", **_STAR),
    "crown-caribbean-stud": Terms(_ANTE, **_CROWN),
    "crown-mississippi-stud": Terms(_ANTE, device="shuffler", **_CROWN),
    "crown-ultimate-texas-holdem": Terms(
        {"ante": Limits(2_500, 50_000, 500)}, device="shuffler", chips=_EXACT, **_CROWN
    ),
}
"""The games of the demonstration, with the terms of the table that each is open on."""

METERS: dict[str, meter_commands.OpenMeter] = {
    "star-caribbean-stud": meter_commands.OpenMeter(
        "Caribbean",
        ("star-caribbean-stud",),
        price_cents=500,
        seed_cents=62_500_00,
        reset_cents=50_000_00,
        rate="70",
        approval="demonstration",
        tables=("2",),
    ),
    "star-mississippi-stud": meter_commands.OpenMeter(
        "Mississippi",
        ("star-mississippi-stud",),
        price_cents=500,
        seed_cents=58_000_00,
        reset_cents=50_000_00,
        rate="70",
        approval="demonstration",
        royal_bonus_cents=1_000_00,
        straight_flush_bonus_cents=250_00,
        tables=("3",),
    ),
    "crown-caribbean-stud": meter_commands.OpenMeter(
        "Harbour",
        ("crown-caribbean-stud", "crown-mississippi-stud", "crown-ultimate-texas-holdem"),
        price_cents=250,
        seed_cents=83_000_00,
        reset_cents=50_000_00,
        method="B",
        tables=("4", "5", "6"),
    ),
}
"""The meters of the demonstration, each opened before the table of this game: at Crown one for all three games."""

FLOAT = (*(Stack(cents, 1_000) for cents in (100, 250, 500, 2_500)), Stack(10_000, 500), Stack(50_000, 100))
CHIPS = (Stack(2_500, 40), Stack(10_000, 10))
"""What each patron buys at each house: $2,000."""


PRACTICE_FLOAT = (Stack(500, 1_000_000), Stack(2_500, 1_000_000), Stack(10_000, 1_000_000))
"""The float of a practice table: practice money costs nothing."""


NAME = "demonstration"
"""Who the log says made the accounts of a demonstration."""


class Demonstration(Value):
    """The facts for the person who starts the demonstration: the sign-ins and the password."""

    people: tuple[Actor, ...]
    password: str


def may_furnish(store: Store) -> bool:
    """Whether a store is empty or a demonstration's: no other floor may be opened to every visitor."""
    first = store.log(limit=1)
    return not first or first[0].by == NAME


def furnish(floor: Floor, sign_in: signin.SignIn) -> Demonstration:
    """Furnish an empty floor: accounts with a new password, known patrons, tables if none are open."""
    password = secrets.token_urlsafe(9)
    people: list[Actor] = []
    for house in HOUSES:
        people += [Actor(house, role, role) for role in (*house_edition(house).ranks, *permission.OFF_THE_FLOOR)]
        people += [Actor(house, name, permission.PATRON) for name in PATRONS]
    accounts = signin.Accounts(floor.store)
    kept = sign_in.hash(password)
    for actor in people:
        house, name = actor.operator, actor.person
        if actor.role == permission.PATRON and not state.load_patron(floor.store, house, name).registered:
            for command in (office.RegisterPatron(name), office.IssueCard(name, f"{house} {name}")):
                floor.do(Order(_manager(house), command, _key()))
        accounts.open(actor, name=name, password_hash=kept, at=floor.clock(), by=NAME)
    for table, game in enumerate(GAMES, start=1):
        _open(floor, str(table), game)
        house = game.partition("-")[0]
        if not floor.table(table_stream(house, f"P{table}")).state.length:
            terms = GAMES[game]._replace(money=False)
            practice = opening.OpenTable(f"P{table}", game, terms, PRACTICE_FLOAT, unit=PRACTICE.name)
            floor.do(Order(_manager(house), practice, _key()))
    return Demonstration(tuple(people), password)


PLAYERS, HEATS = 48, 7
"""How many play in the tournament of the demonstration, and at how many tables its heats are played."""
PAUSE_SECONDS = 0.02
"""The pause between two steps of a simulated tournament, in seconds: it is watched at speed."""
HELD_SECONDS = 0.2
"""How long it waits after a step that was refused, in seconds."""


def build_tournament(floor: Floor, name: str) -> simulated.SimulatedTournament:
    """A Pontoon tournament with everything that the rules offer, built and published."""
    manager, starts = _manager("star"), stamp(floor.clock())
    plans = (
        building.PlanSession(name, 1, "heats", rounds=6, tables=HEATS, advance=1),
        building.PlanSession(name, 2, "final", rounds=8, advance=3),
    )
    for command in (
        building.DraftTournament(name, "star-pontoon", "The spring cup"),
        building.SetEntryTerms(name, starts, "the tournament salon", 100_00, most_players=HEATS * 7),
        building.SetChipTerms(name, 2_000_00),
        building.SetWagerTerms(name, 100_00, 1_000_00, pass_cards=1, undisclosed=1, in_turn=True, from_marker=True),
        building.AddLimitStep(name, 4, 200_00, 2_000_00),
        *plans,
        building.SetPrizes(name, (60, 25, 15), added_cents=500_00, goods="a trophy"),
        building.PublishConditions(name),
        building.AppointHead(name, manager.person),
    ):
        floor.do(Order(manager, command, _key()))
    tables = tuple(f"C{name.rpartition('-')[2]}-{number}" for number in range(1, HEATS + 1))  # short, for the wall
    return simulated.SimulatedTournament(floor, "star", name, tables, secrets.randbelow)


class TournamentShow:
    """A thread that plays a simulated tournament, to be watched; it ends with the tournament or the server."""

    def __init__(self, floor: Floor, players: int = PLAYERS, seconds: float = PAUSE_SECONDS) -> None:
        self.floor, self.players, self.pause_seconds = floor, players, seconds
        known = len(floor.store.streams("star", "tournament"))
        self.name = f"spring-cup-{known + 1}"
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pitboss-tournament", daemon=True)

    @property
    def page(self) -> str:
        """The address of its leaderboard."""
        return f"/tournaments/{self.name}/board"

    def start(self) -> "TournamentShow":
        """Begin to play."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop after the step that is being taken."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            show = build_tournament(self.floor, self.name)
            show.enter(tuple(f"player-{number:02}" for number in range(1, self.players + 1)))
            while show.state.status != CONCLUDED:
                with suppress(Refused):  # a person who tries the desk holds up play; the step is taken anew
                    for _ in show.play():
                        if self._stop.wait(self.pause_seconds):
                            return
                if self._stop.wait(HELD_SECONDS):
                    return
        except Exception:
            log.exception("the simulated tournament ends")


def _manager(house: str) -> Actor:
    highest = house_edition(house).ranks[-1]
    return Actor(house, highest, highest)


def _key() -> str:
    return f"demonstration {secrets.token_hex(8)}"


def _open(floor: Floor, table: str, game: str) -> None:
    """Open a table with its dealer at their post; at the first of each house a manager sells the patrons chips."""
    house = game.partition("-")[0]
    if floor.table(table_stream(house, table)).state.length:
        return
    manager = _manager(house)
    if game in METERS:
        floor.do(Order(manager, METERS[game].confirm(house), _key()))
    terms = GAMES[game]
    for name, meter in meters.meters_of(floor.store, house).items():
        if meter.terms is not None and table in meter.tables:
            terms = terms._replace(jackpot=meter.terms.offer(name))
    floor.do(Order(manager, opening.OpenTable(table, game, terms, FLOAT), _key()))
    floor.do(Order(manager, pit.TakePost(table, "dealer", house_edition(house).ranks[0]), _key()))
    if game == next(name for name in GAMES if name.startswith(house)):
        for name in PATRONS:
            floor.do(Order(manager, BuyIn(table, name, CHIPS, CASH), _key()))
