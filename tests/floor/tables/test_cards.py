"""Cards that a person of rank orders shuffled, replaced or counted, at the poker games as at Pontoon."""

from collections.abc import Callable

import pytest

from floor.tables.pit import CROWNS, GAMES, PONTOON, Pit
from pitboss import law
from pitboss.floor.tables.decks import CardsCounted, CardsOrdered, CountCards, InspectCards, OrderCards
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import ShoeOpened
from pitboss.play.powers import DirectShuffle
from support import STAR, STAR_MS, shows

Pits = Callable[[str], Pit]
POKER = tuple(game for game in GAMES if game != PONTOON)


@pytest.mark.parametrize(
    ("game", "what", "rule"),
    [
        *((game, "replace", law.CARDS_REPLACED) for game in POKER),
        *((game, "shuffle", law.SHUFFLE_DIRECTED) for game in CROWNS),
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
    pit.do(pit.supervisor, OrderCards("7", what, "a doubt"))
    (ordered,) = pit.events(CardsOrdered)
    assert isinstance(ordered, CardsOrdered) and ordered.rank == pit.supervisor.role
    assert pit.round.need("shuffle") is not None  # and is to be made again
    assert len(pit.events(ShoeOpened)) == 1  # what will never be dealt is opened
    if what == "replace":
        shows(law.DECKS_INSPECTED, pit.refused(pit.dealer, DealOn("7")), game=game)  # new cards are inspected first
        pit.do(pit.dealer, InspectCards("7"))
    pit.play({"Ann": 1})
    shows(rule, ordered, game=game)


@pytest.mark.parametrize("dealt", [False, True])
@pytest.mark.parametrize("game", [*CROWNS, PONTOON])
def test_a_shuffle_is_directed_once_wagers_are_down(pits: Pits, game: str, dealt: bool) -> None:
    """Crown 4.1.1(c) at any other time, in the middle of a round too; Pontoon 4.1.4 after a round."""
    pit = pits(game)
    pit.open()
    pit.fund("Ann", "Bob")
    pit.play({"Ann": 1})
    pit.place("Ann", 1)
    pit.place("Bob", 2)
    while dealt and not any(hand.cards for hand in pit.round.hands):
        pit.step()
    order = OrderCards("7", "shuffle", "the sequence looks odd")
    pit.refused(pit.supervisor, order._replace(reason=""))
    pit.refused(pit.dealer, order)
    if dealt and game == PONTOON:
        shows(law.SHUFFLE_DIRECTED, pit.refused(pit.supervisor, order), game=game)
        return
    pit.do(pit.supervisor, order)
    (event,) = pit.events(CardsOrdered)
    assert isinstance(event, CardsOrdered) and (event.reason, event.round) == (order.reason, 2)
    assert pit.open_state.acts[-1] == DirectShuffle(pit.supervisor.role, order.reason, pit.supervisor.person)
    assert dealt or pit.round.need("shuffle") is not None
    pit.play()
    assert pit.round.number == 3
    pit.sound()


def test_mississippi_stud_is_shuffled_before_the_device_is_loaded(pits: Pits) -> None:
    pit = pits(STAR_MS)
    pit.open(device="shuffler")
    pit.fund("Ann")
    pit.place("Ann", 1)
    pit.do(pit.supervisor, OrderCards("7", "shuffle", "a clump was seen"))
    (event,) = pit.events(CardsOrdered)
    shows(law.SHUFFLE_BEFORE_LOADING, event, game=STAR_MS)


def test_a_dealer_orders_no_shuffle_by_an_act(pits: Pits) -> None:
    pit = pits(CROWNS[0])
    pit.open()
    shows(
        law.NOT_YOURS, pit.refused(pit.dealer, TakeAct("7", DirectShuffle("casino-manager", "why not"))), game=pit.game
    )


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
