"""A tournament on a house's floor, for tests of pages."""

from random import Random

from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.tournaments.building import (
    DraftTournament,
    PlanSession,
    PublishConditions,
    SetChipTerms,
    SetEntryTerms,
    SetPrizes,
    SetWagerTerms,
)
from pitboss.floor.tournaments.simulated import SimulatedTournament
from pitboss.floor.tournaments.tournament_sessions import DrawSeats, StartSession
from web.clients import House

CUP = "cup"


def hold_cup(house: House, *players: str) -> SimulatedTournament:
    """A Pontoon tournament whose final has begun."""
    show = SimulatedTournament(house.floor, "star", CUP, ("T1",), Random(3).randrange)
    now = stamp(house.clock())
    boss = Actor("star", "gaming-manager", "gaming-manager")
    for number, command in enumerate(
        (
            DraftTournament(CUP, "star-pontoon", "The cup"),
            SetEntryTerms(CUP, now, "the salon", 100_00),
            SetChipTerms(CUP, 1_000_00),
            SetWagerTerms(CUP, 100_00, 500_00, undisclosed=1),
            PlanSession(CUP, 1, "final", rounds=2, advance=2),
            SetPrizes(CUP, (70, 30)),
            PublishConditions(CUP),
        )
    ):
        house.floor.do(Order(boss, command, f"cup {number}"))
    show.enter(players)
    show.order(DrawSeats(CUP, ("T1",)))
    show.order(StartSession(CUP))
    return show
