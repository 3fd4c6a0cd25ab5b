"""Cards that somebody of rank orders shuffled, replaced or counted, at the poker games as at Pontoon."""

from collections.abc import Callable

import pytest

from floor.tables.pit import CROWNS, GAMES, PONTOON, Pit
from house import STAR, STAR_MS, shows
from pitboss import law
from pitboss.floor.commands import DealOn
from pitboss.floor.decks import InspectCards
from pitboss.floor.orders import CountCards, OrderCards
from pitboss.floor.tables.events import ShoeOpened
from pitboss.floor.tables.sign_events import CardsCounted, CardsOrdered

Pits = Callable[[str], Pit]
POKER = tuple(game for game in GAMES if game != PONTOON)


@pytest.mark.parametrize(
    ("game", "what", "rule"),
    [
        *((game, "replace", law.CARDS_REPLACED) for game in POKER),
        *((game, "shuffle", law.SHUFFLE_DIRECTED) for game in (STAR_MS, *CROWNS)),
    ],
)
def test_cards_are_shuffled_or_replaced_between_rounds_on_a_supervisors_order(
    pits: Pits, game: str, what: str, rule: law.Key
) -> None:
    pit = pits(game)
    pit.open()
    pit.fund("Ann")
    pit.refused(pit.dealer, OrderCards("7", what))
    pit.do(pit.dealer, DealOn("7"))  # the shuffle of the next round is made already
    assert pit.round.need("shuffle") is None
    pit.do(pit.supervisor, OrderCards("7", what))
    (ordered,) = pit.events(CardsOrdered)
    assert isinstance(ordered, CardsOrdered) and ordered.rank == pit.supervisor.role
    assert pit.round.need("shuffle") is not None  # and is to be made again
    assert len(pit.events(ShoeOpened)) == 1  # what will never be dealt is opened
    if what == "replace":
        shows(law.DECKS_INSPECTED, pit.refused(pit.dealer, DealOn("7")), game=game)  # new cards are inspected first
        pit.do(pit.dealer, InspectCards("7"))
    pit.play({"Ann": 1})
    shows(rule, ordered, game=game)


def test_a_game_whose_rules_know_no_such_order_refuses_it(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    assert pit.refused(pit.boss, OrderCards("7", "shuffle")).because == (law.TERMS,)


@pytest.mark.parametrize("game", GAMES)
def test_cards_are_counted_at_any_time(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    pack = pit.round.game.size
    shows(law.CARDS_COUNTED, pit.refused(pit.dealer, CountCards("7", pack, "a doubt")), game=game)
    pit.refused(pit.supervisor, CountCards("7", 52, ""))
    assert pit.do(pit.supervisor, CountCards("7", pack - 1, "a doubt"))["missing"] == 1
    (counted,) = pit.events(CardsCounted)
    assert isinstance(counted, CardsCounted) and (counted.counted, counted.expected) == (pack - 1, pack)
    assert [alert.kind for alert in pit.state.alerts] == ["cards"]  # the pit hears of a wrong one
    if game in (PONTOON, *CROWNS):
        shows(law.CARDS_COUNTED, pit.refused(pit.inspector, CountCards("7", 52, "asked")), game=game)
    else:
        pit.do(pit.inspector, CountCards("7", pack, "asked"))  # in these documents an inspector may order it, too
