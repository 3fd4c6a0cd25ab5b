"""The guard covers everything that moves what a patron has at stake: losses count whichever command moves it."""

from datetime import timedelta
from typing import TypeGuard

import pytest

from floor.patrons.patron_pit import Pit
from pitboss import law
from pitboss.cards import parse_cards
from pitboss.floor.cashier.approvals import Approve, AskApproval
from pitboss.floor.cashier.chips import BuyIn, CashOut
from pitboss.floor.cashier.mispayments import FollowMispayment, NoteMispayment
from pitboss.floor.patrons.office import BarFromGame, ExcludePatron
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.tables.corrections import CorrectRound, VoidRound
from pitboss.floor.tables.playing import TakeAct
from pitboss.floor.tables.seats import LeaveTable, RefuseWager
from pitboss.floor.tables.state import Stack
from pitboss.money import Stake
from pitboss.play.acts import Act, Deal, Decide, Place, Sit
from pitboss.play.needs import DecisionNeed

MISSISSIPPI, PONTOON = "star-mississippi-stud", "star-pontoon"
OTHER = Actor("star", "m2", "gaming-manager")
BOUGHT = (Stack(500, 2),)


def at_stake(pit: Pit, game: str) -> str:
    """A table at which a patron with a limit of $100 has $60 down."""
    table = pit.open(game)
    pit.patron()
    pit.limit("p1", 100)
    pit.place(table, "p1", 60)
    assert pit.lost("p1") == 60
    return table


@pytest.mark.parametrize(("game", "spot"), [(PONTOON, "wager"), (MISSISSIPPI, "ante")])
def test_a_wager_that_a_supervisor_refuses_is_no_loss(star: Pit, game: str, spot: str) -> None:
    table = at_stake(star, game)
    star.do(RefuseWager(table, "p1", 1, spot, "a late wager"))
    assert star.lost("p1") == 0
    star.place(table, "p1", 100)  # the limit has all of its room again


@pytest.mark.parametrize("game", [PONTOON, MISSISSIPPI])
def test_a_void_round_is_no_loss(star: Pit, game: str) -> None:
    table = at_stake(star, game)
    star.play_on(table)
    star.do(VoidRound(table, "disruption", "a fire drill"))
    assert star.lost("p1") == 0
    assert star.free("p1") == 1_000


def test_whoever_leaves_has_lost_what_they_leave_behind(star: Pit) -> None:
    table = at_stake(star, MISSISSIPPI)
    star.act(table, Sit("wagers", "p1", 1), Actor("star", "p1", "patron"))
    star.do(LeaveTable(table, "p1"))
    assert star.lost("p1") == 60


def queens(pit: Pit, table: str) -> tuple[Act, ...]:
    """A round of Mississippi Stud that wins $60 on each of four wagers with a pair of queens."""
    pit.limit("p1", 1_000)
    pit.deal(table, "Qs Qd")
    for card in ("2c", "3c", "4c"):
        pit.bet(table, "p1", 60)
        pit.deal(table, card)
    return pit.floor.table(pit.stream(table)).state.past[-1].acts


def is_first(act: Act) -> TypeGuard[Deal]:
    """Whether an act deals the pair of queens."""
    return isinstance(act, Deal) and act.cards == parse_cards("Qs Qd")


@pytest.mark.parametrize("bears", [(), ("p1",)])
def test_a_correction_moves_the_loss_of_the_day_of_its_round(star: Pit, bears: tuple[str, ...]) -> None:
    table = star.open(MISSISSIPPI)
    star.patron()
    star.place(table, "p1", 60)
    acts = queens(star, table)
    assert star.lost("p1") == -240
    star.clock.advance(timedelta(days=1))
    mended = [act._replace(cards=parse_cards("5s 5d")) if is_first(act) else act for act in acts]
    star.do(CorrectRound(table, 1, tuple(mended), "the cards were keyed wrong", OTHER, bears))
    assert star.lost("p1") == 0  # today nothing was lost
    star.clock.advance(timedelta(days=-1))
    assert star.lost("p1") == (-240 if bears else 240)
    assert star.free("p1") == (1_240 if bears else 760)


def test_a_correction_of_the_open_round_counts_what_it_puts_down(star: Pit) -> None:
    table = at_stake(star, PONTOON)
    stake = Place("wagers", "p1", 1, "wager", Stake.of(2_500))
    star.do(CorrectRound(table, 1, (stake,), "keyed $60 for $25", OTHER))
    assert star.lost("p1") == 25
    star.place(table, "p1", 75)
    star.refused(TakeAct(table, stake), Actor("star", "p1", "patron"))


def test_an_excluded_patron_is_sold_no_chips_and_takes_no_seat_and_may_cash_theirs(star: Pit) -> None:
    table = star.open(PONTOON)
    patron = star.patron()
    star.do(BuyIn(table, "p1", BOUGHT), star.dealer)
    star.ask(ExcludePatron("p1", "section 79"))
    assert star.refused(BuyIn(table, "p1", BOUGHT), star.dealer).because == (law.EXCLUDED,)
    assert star.refused(TakeAct(table, Sit("wagers", "p1", 1)), patron).because == (law.EXCLUDED,)
    star.do(CashOut(table, "p1", BOUGHT, "cash"), star.dealer)


def test_a_patron_barred_from_a_game_takes_no_seat_at_it(star: Pit) -> None:
    for game in (PONTOON, MISSISSIPPI):
        star.open(game)
    patron = star.patron()
    star.ask(BarFromGame("p1", PONTOON, "talking"))
    assert star.refused(TakeAct(PONTOON, Sit("wagers", "p1", 1)), patron).because == (law.BARRED_FROM_GAME,)
    star.do(TakeAct(MISSISSIPPI, Sit("wagers", "p1", 1)), patron)


def test_a_patron_who_decides_is_counted_too(star: Pit) -> None:
    table = at_stake(star, MISSISSIPPI)
    star.deal(table, "Qs Qd")
    need = next(n for n in star.round(table).needs if isinstance(n, DecisionNeed))
    no = star.refused(TakeAct(table, Decide(need.id, "p1", "bet", Stake.of(6_000))), Actor("star", "p1", "patron"))
    assert no.because == (law.LOSS_LIMIT,)
    star.act(table, Decide(need.id, "p1", "fold"), Actor("star", "p1", "patron"))
    assert star.lost("p1") == 60


@pytest.mark.parametrize(
    ("way", "kind", "lost"), [("over", "wager", 60), ("under", "wager", -60), ("over", "colour change", 0)]
)
def test_a_mispayment_that_is_put_right_moves_the_loss_of_its_day(star: Pit, way: str, kind: str, lost: int) -> None:
    table = star.open(PONTOON)
    star.patron()
    register = star.floor
    noted = NoteMispayment("1", table, way, kind, 6_000, "a slip of the hand", "p1")
    register.do(Order(star.manager, noted, "note"))
    register.do(Order(star.manager, FollowMispayment("1", "put right", "at the table"), "follow"))
    assert star.lost("p1") == lost


def test_a_correction_that_somebody_approves_from_the_inbox_is_counted_once(star: Pit) -> None:
    table = star.open(MISSISSIPPI)
    star.patron()
    star.place(table, "p1", 60)
    acts = queens(star, table)
    mended = tuple(act._replace(cards=parse_cards("5s 5d")) if is_first(act) else act for act in acts)
    asked = star.do(AskApproval(table, "correction", "keyed wrong", round=1, acts=mended))
    assert star.lost("p1") == -240
    star.do(Approve(table, asked["request"]), OTHER)
    assert star.lost("p1") == 240
