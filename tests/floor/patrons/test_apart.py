"""Players suspected of collusion do not share a table; others, and other games, are nothing to them."""

from collections.abc import Callable

import pytest

from floor.patrons.patron_pit import Pit
from pitboss import law
from pitboss.floor.patrons.office import KeepApart, LetTogether
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.seats import LeaveTable
from pitboss.money import Stake
from pitboss.play.acts import Place, Sit
from support import STAR, STAR_MS, shows

PONTOON = "star-pontoon"


def wager(name: str, area: int) -> Place:
    return Place("wagers", name, area, "ante", Stake.of(25_00))


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_suspects_do_not_share_a_table(pit: Pit, game: str) -> None:
    table, other = pit.open(game), pit.open(game, "another")
    ann, bob, cat = (pit.patron(name) for name in ("ann", "bob", "cat"))
    pit.do(TakeAct(other, Sit("wagers", "bob", 4)), bob)  # the guard knows him by now, and hears of the order at once
    pit.ask(KeepApart("ann", "bob", "signals"))
    assert {name: sorted(load_patron(pit.store, "star", name).apart) for name in ("ann", "bob")} == {
        "ann": ["bob"],
        "bob": ["ann"],
    }
    pit.do(TakeAct(table, wager("ann", 1)), ann)
    for act in (Sit("wagers", "bob", 2), wager("bob", 2)):
        shows(law.SUSPECTS_APART, pit.refused(TakeAct(table, act), pit.dealer), game=game)
        told = pit.refused(TakeAct(table, act), bob)  # who hears neither of Ann nor of a suspicion
        assert told.because == (law.NOT_YOURS,) and "ann" not in told.words
    pit.refused(TakeAct(table, wager("bob", 2)), pit.dealer)  # nor keyed by the dealer
    pit.do(TakeAct(table, wager("cat", 3)), cat)
    pit.do(TakeAct(other, wager("bob", 2)), bob)
    pit.ask(LetTogether("bob", "ann", "looked into"))  # either of them names both
    pit.do(TakeAct(table, wager("bob", 2)), bob)


def test_where_both_sit_neither_wagers_until_one_has_left(star: Pit) -> None:
    table = star.open(STAR)
    ann, bob = star.patron("ann"), star.patron("bob")
    star.do(TakeAct(table, Sit("wagers", "ann", 1)), ann)
    star.do(TakeAct(table, Sit("wagers", "bob", 2)), bob)
    star.ask(KeepApart("ann", "bob", "signals"))
    star.refused(TakeAct(table, wager("ann", 1)), ann)
    star.refused(TakeAct(table, wager("bob", 2)), bob)
    star.do(LeaveTable(table, "bob"), bob)
    star.do(TakeAct(table, wager("ann", 1)), ann)


def test_a_hand_under_way_is_played_to_its_end(star: Pit) -> None:
    table = star.open(STAR_MS)
    for name in ("ann", "bob"):
        star.patron(name)
        star.sit(name, table)
    star.place(table, "ann", 25, area=1)
    star.place(table, "bob", 25, area=2)
    star.deal(table, "Qs Qd Ks Kd")
    star.ask(KeepApart("ann", "bob", "signals"))
    star.bet(table, "ann", 25)


def test_where_the_document_gives_no_such_power_nobody_is_kept_apart(star: Pit) -> None:
    table = star.open(PONTOON)
    ann, bob = star.patron("ann"), star.patron("bob")
    star.ask(KeepApart("ann", "bob", "signals"))
    star.do(TakeAct(table, Sit("wagers", "ann", 1)), ann)
    star.do(TakeAct(table, Sit("wagers", "bob", 2)), bob)


def test_what_cannot_be_ordered(star: Pit) -> None:
    star.patron("ann"), star.patron("bob")
    for wrong in (
        KeepApart("ann", "ann", "signals"),
        KeepApart("ann", "bob", ""),
        LetTogether("ann", "bob", "looked into"),
    ):
        assert star.refused(wrong).because == (law.SUSPECTS_APART,)
    assert star.refused(KeepApart("ann", "nobody", "signals")).because == (law.PATRON_KNOWN,)
    assert star.refused(KeepApart("ann", "bob", "signals"), star.dealer).because == (law.SUSPECTS_APART,)
    star.ask(KeepApart("ann", "bob", "signals"), Actor("star", "s1", "gaming-supervisor"))
    assert star.refused(KeepApart("bob", "ann", "signals")).because == (law.SUSPECTS_APART,)


def test_crown_knows_no_such_order(quick_pit: Callable[[str], Pit]) -> None:
    crown = quick_pit("crown")
    crown.patron("ann"), crown.patron("bob")
    assert crown.refused(KeepApart("ann", "bob", "signals")).because == (law.TERMS,)
