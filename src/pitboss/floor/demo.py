"""A demonstration floor: both houses with every game open, an account for each rank, patrons with chips."""

import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from pitboss.floor.commands import Actor, OpenTable, Order
from pitboss.floor.money import CASH, BuyIn
from pitboss.floor.people.accounts import Accounts
from pitboss.floor.people.permission import INSPECTOR, PATRON, SURVEILLANCE, house_edition
from pitboss.floor.people.signin import Desk as SignIn
from pitboss.floor.service import Floor
from pitboss.floor.store import Stream
from pitboss.floor.tables.events import Stack
from pitboss.play.terms import Limits, Terms

HOUSES = ("star", "crown")
PATRONS = ("ann", "bob", "cat")

_ANTE = {"ante": Limits(2_500, 50_000)}
_STAR: dict[str, Any] = {"money": True}
_CROWN: dict[str, Any] = {"money": True, "regulator_minimum_cents": {"ante": 500}}
GAMES: dict[str, Terms] = {
    "star-pontoon": Terms({"wager": Limits(500, 50_000)}, **_STAR),
    "star-caribbean-stud": Terms(_ANTE, **_STAR),
    "star-mississippi-stud": Terms(_ANTE, device="shuffler", **_STAR),
    "crown-caribbean-stud": Terms(_ANTE, **_CROWN),
    "crown-mississippi-stud": Terms(_ANTE, device="shuffler", **_CROWN),
    "crown-ultimate-texas-holdem": Terms(_ANTE, device="shuffler", **_CROWN),
}
"""The games of the demonstration, with the terms of the table that each is open on."""

FLOAT = (Stack(100, 1_000), Stack(500, 1_000), Stack(2_500, 1_000), Stack(10_000, 500), Stack(50_000, 100))
CHIPS = (Stack(2_500, 40), Stack(10_000, 10))
"""What each patron buys at each house: $2,000."""


class Demonstration(NamedTuple):
    """What whoever started the demonstration is told: who can sign in, and with which password."""

    people: tuple[Actor, ...]
    password: str


def furnish(floor: Floor, sign_in: SignIn) -> Demonstration:
    """Make a floor into the demonstration: its accounts with a new password, and its tables if they are not open."""
    password = secrets.token_urlsafe(9)
    people = tuple(_people())
    accounts = Accounts(floor.store)
    kept = sign_in.hash(password)
    for actor in people:
        accounts.open(actor, name=actor.person, password_hash=kept, at=floor.clock(), by="demonstration")
    for table, game in enumerate(GAMES, start=1):
        _open(floor, str(table), game)
    return Demonstration(people, password)


def _people() -> Iterator[Actor]:
    for house in HOUSES:
        for role in (*house_edition(house).ranks, INSPECTOR, SURVEILLANCE):
            yield Actor(house, role, role)
        for name in PATRONS:
            yield Actor(house, name, PATRON)


def _open(floor: Floor, table: str, game: str) -> None:
    """Open a table, and let the patrons buy chips at the first of each house."""
    house = game.partition("-")[0]
    if floor.desk(Stream(house, f"table:{table}")).state.is_open:
        return
    manager = Actor(house, house_edition(house).ranks[-1], house_edition(house).ranks[-1])
    opened = f"demonstration {secrets.token_hex(4)}"
    floor.do(Order(manager, OpenTable(table, game, GAMES[game], FLOAT), f"{opened} {table}"))
    if game == next(name for name in GAMES if name.startswith(house)):
        for name in PATRONS:
            floor.do(Order(manager, BuyIn(table, name, CHIPS, CASH), f"{opened} {table} {name}"))
