"""A demonstration floor: both houses with every game open, an account for each rank, patrons with chips."""

import secrets
from typing import Any

from pitboss.floor.cashier.chips import CASH, BuyIn
from pitboss.floor.jackpots.meters import OpenMeter, meters_of
from pitboss.floor.operators import house_edition
from pitboss.floor.patrons.office import IssueCard, RegisterPatron
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people.permission import OFF_THE_FLOOR, PATRON
from pitboss.floor.people.signin import Accounts, SignIn
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import Store, table_stream
from pitboss.floor.tables.opening import OpenTable
from pitboss.floor.tables.pit import TakePost
from pitboss.floor.tables.state import Stack
from pitboss.money import PRACTICE, Chips
from pitboss.play.terms import Limits, Terms
from pitboss.value import Value

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

METERS: dict[str, OpenMeter] = {
    "star-caribbean-stud": OpenMeter(
        "Caribbean",
        ("star-caribbean-stud",),
        price_cents=500,
        seed_cents=62_500_00,
        reset_cents=50_000_00,
        rate="70",
        approval="demonstration",
        tables=("2",),
    ),
    "star-mississippi-stud": OpenMeter(
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
    "crown-caribbean-stud": OpenMeter(
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
    """What the person who starts the demonstration is told: who can sign in, and the password."""

    people: tuple[Actor, ...]
    password: str


def may_furnish(store: Store) -> bool:
    """Whether a store is a demonstration's, or empty: nobody else's floor is opened to every visitor."""
    first = store.log(limit=1)
    return not first or first[0].by == NAME


def furnish(floor: Floor, sign_in: SignIn) -> Demonstration:
    """Make floor into the demonstration: accounts with a new password, known patrons, tables if none are open."""
    password = secrets.token_urlsafe(9)
    people: list[Actor] = []
    for house in HOUSES:
        people += [Actor(house, role, role) for role in (*house_edition(house).ranks, *OFF_THE_FLOOR)]
        people += [Actor(house, name, PATRON) for name in PATRONS]
    accounts = Accounts(floor.store)
    kept = sign_in.hash(password)
    for actor in people:
        house, name = actor.operator, actor.person
        if actor.role == PATRON and not load_patron(floor.store, house, name).registered:
            for command in (RegisterPatron(name), IssueCard(name, f"{house} {name}")):
                floor.do(Order(_manager(house), command, _key()))
        accounts.open(actor, name=name, password_hash=kept, at=floor.clock(), by=NAME)
    for table, game in enumerate(GAMES, start=1):
        _open(floor, str(table), game)
        _open_practice(floor, f"P{table}", game)
    return Demonstration(tuple(people), password)


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
    for name, meter in meters_of(floor.store, house).items():
        if meter.terms is not None and table in meter.tables:
            terms = terms._replace(jackpot=meter.terms.offer(name))
    floor.do(Order(manager, OpenTable(table, game, terms, FLOAT), _key()))
    floor.do(Order(manager, TakePost(table, "dealer", house_edition(house).ranks[0]), _key()))
    if game == next(name for name in GAMES if name.startswith(house)):
        for name in PATRONS:
            floor.do(Order(manager, BuyIn(table, name, CHIPS, CASH), _key()))


def _open_practice(floor: Floor, table: str, game: str) -> None:
    """Open a table for practice, on the terms of the one for money."""
    house = game.partition("-")[0]
    if not floor.table(table_stream(house, table)).state.length:
        terms = GAMES[game]._replace(money=False)
        command = OpenTable(table, game, terms, PRACTICE_FLOAT, unit=PRACTICE.name)
        floor.do(Order(_manager(house), command, _key()))
