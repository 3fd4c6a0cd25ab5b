"""Calls that stand until they are acknowledged, posts at tables, and what one asks for and another approves."""

from collections.abc import Callable

import pytest

from floor.tables.pit import CROWNS, PONTOON, STARS, Pit
from pitboss import law
from pitboss.floor.cashier.approvals import ApprovalGiven, Approve, AskApproval, Decline
from pitboss.floor.cashier.slips import FloatMoved
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.corrections import VoidRound
from pitboss.floor.tables.disputes import RaiseDispute
from pitboss.floor.tables.limits_sign import AnnounceClosing
from pitboss.floor.tables.opening import CloseTable
from pitboss.floor.tables.pit import AcknowledgeAlert, AlertAcknowledged, CallSupervisor, SupervisorCalled, TakePost
from pitboss.floor.tables.state import ApprovalAsked, Stack
from pitboss.ledger import Account
from pitboss.value import log_name
from support import STAR

Pits = Callable[[str], Pit]
FILL = (Stack(100_00, 20),)


@pytest.mark.parametrize("game", [STARS[0], CROWNS[0]])
def test_a_call_stands_until_it_is_acknowledged(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    name = pit.do(pit.dealer, CallSupervisor("7", "a card fell"))["alert"]
    assert [(alert.id, alert.kind, alert.words) for alert in pit.state.alerts] == [(name, "call", "a card fell")]
    assert law.CALL_STANDS in pit.refused(pit.dealer, CallSupervisor("7")).because
    pit.do(pit.patron("Ann"), CallSupervisor("7"))
    assert len(pit.state.alerts) == 2
    assert law.CALL_STANDS in pit.refused(pit.dealer, AcknowledgeAlert("7", name)).because
    assert law.CALL_STANDS in pit.refused(pit.inspector, AcknowledgeAlert("7", name)).because
    pit.do(pit.supervisor, AcknowledgeAlert("7", name, "card found"))
    assert [alert.by for alert in pit.state.alerts] == ["Ann"]
    assert law.CALL_STANDS in pit.refused(pit.supervisor, AcknowledgeAlert("7", name)).because
    pit.do(pit.dealer, CallSupervisor("7", "again"))
    assert len(pit.events(SupervisorCalled)) == 3 and len(pit.events(AlertAcknowledged)) == 1


def test_an_inspector_calls_nobody(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.refused(pit.inspector, CallSupervisor("7"))


def test_alerts_outlast_the_closing_of_their_table(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.do(pit.patron("Ann"), RaiseDispute("7", "Ann", 1, "too little"))
    pit.do(pit.supervisor, AnnounceClosing("7"))
    pit.wait(minutes=20)
    pit.tick()
    pit.do(pit.boss, CloseTable("7", (Stack(100_00, 499), Stack(5_00, 200))))
    kinds = [(alert.kind, alert.words) for alert in pit.state.alerts]
    assert [kind for kind, _ in kinds] == ["dispute", "sign", "float"]
    assert kinds[-1][1] == "The float was counted $100 short."
    pit.open()
    assert len(pit.state.alerts) == 3
    pit.do(pit.supervisor, AcknowledgeAlert("7", pit.state.alerts[-1].id))
    assert len(pit.state.alerts) == 2


def test_a_float_that_is_right_raises_nothing(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.close()
    assert pit.state.alerts == ()


@pytest.mark.parametrize("game", [STARS[0], CROWNS[0]])
def test_a_fill_is_asked_for_by_one_and_approved_by_another(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    float_ = Account(pit.operator, "float", "7")
    before = pit.store.balance(float_).here
    assert law.BY_ANOTHER in pit.refused(pit.dealer, AskApproval("7", "fill", stacks=FILL)).because
    assert law.COUNTED in pit.refused(pit.supervisor, AskApproval("7", "fill")).because
    assert law.BY_ANOTHER in pit.refused(pit.supervisor, AskApproval("7", "party")).because
    name = pit.do(pit.supervisor, AskApproval("7", "fill", stacks=FILL))["request"]
    assert pit.store.balance(float_).here == before
    assert law.NOT_YOURS in pit.refused(pit.supervisor, Approve("7", name)).because
    assert law.BY_ANOTHER in pit.refused(pit.dealer, Approve("7", name)).because
    reply = pit.do(pit.manager, Approve("7", name))
    assert reply["number"] == 1 and reply["request"] == name
    assert pit.store.balance(float_).here == before + 2_000_00
    (moved,) = pit.events(FloatMoved)
    assert isinstance(moved, FloatMoved) and moved.approved_by == pit.manager.person
    by = {stored.kind: stored.by for stored in pit.store.read(pit.stream)}
    assert by[log_name(FloatMoved)] == pit.supervisor.person, "the person who asked made the fill"
    assert pit.state.asked == ()
    assert law.BY_ANOTHER in pit.refused(pit.manager, Approve("7", name)).because


def test_what_is_declined_is_not_done(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    name = pit.do(pit.supervisor, AskApproval("7", "credit", stacks=FILL))["request"]
    assert law.BY_ANOTHER in pit.refused(pit.manager, Decline("7", name, "")).because
    pit.do(pit.manager, Decline("7", name, "the tray is low"))
    assert pit.state.asked == () and not pit.events(FloatMoved, ApprovalGiven)


def test_a_slip_is_voided_and_a_drop_counted_by_two(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.do(pit.manager, Approve("7", pit.do(pit.supervisor, AskApproval("7", "fill", stacks=FILL))["request"]))
    wanted = AskApproval("7", "void slip", year=2026, number=1)
    assert law.BY_ANOTHER in pit.refused(pit.supervisor, wanted).because
    name = pit.do(pit.supervisor, wanted._replace(reason="wrong table"))["request"]
    assert pit.do(pit.manager, Approve("7", name))["cents"] == 2_000_00
    name = pit.do(pit.supervisor, AskApproval("7", "drop", cents=50_00))["request"]
    assert pit.do(pit.manager, Approve("7", name))["over_cents"] == 50_00
    assert [alert.kind for alert in pit.state.alerts] == ["drop"]


def test_a_correction_is_asked_for_of_rounds_that_are_over_alone(pits: Pits) -> None:
    pit = pits(PONTOON)
    pit.open()
    pit.fund("Ann")
    pit.play({"Ann": 1})
    past = pit.state.past[-1]
    again = AskApproval("7", "correction", "looked at again", round=past.opening.number, acts=past.acts)
    assert law.BY_ANOTHER in pit.refused(pit.supervisor, again._replace(round=pit.round.number)).because
    name = pit.do(pit.supervisor, again)["request"]
    assert pit.do(pit.manager, Approve("7", name))["round"] == past.opening.number
    assert pit.events(ApprovalAsked)


def on_the_staff(pit: Pit, *people: Actor) -> None:
    """Put people on the log with their rank."""
    for person in people:
        Accounts(pit.store).give(person, pit.clock(), by="test")


@pytest.mark.parametrize("game", [STARS[0], CROWNS[0]])
def test_a_post_is_for_somebody_of_the_house_whose_rank_fills_it(pits: Pits, game: str) -> None:
    pit = pits(game)
    pit.open()
    other = pit.dealer._replace(person="dealer-2")
    stranger = TakePost("7", "dealer", other.person)
    assert law.POST_BY_RANK in pit.refused(pit.supervisor, stranger).because  # no person has hired them
    on_the_staff(pit, other, pit.manager, pit.inspector)
    for wrong in (("supervisor", pit.dealer), ("dealer", pit.inspector), ("dealer", pit.patron("Ann"))):
        refused = pit.refused(pit.supervisor, TakePost("7", wrong[0], wrong[1].person))
        assert law.POST_BY_RANK in refused.because
    pit.do(pit.supervisor, stranger)
    pit.do(pit.supervisor, TakePost("7", "supervisor", pit.manager.person))
    pit.do(pit.supervisor, TakePost("7", "dealer", pit.manager.person))  # a rank holds what those below it hold
    assert set(pit.open_state.posts.values()) == {pit.manager.person}


def test_posts_are_taken_and_left(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    on_the_staff(pit, pit.dealer, pit.supervisor)
    pit.refused(pit.dealer, TakePost("7", "dealer", "dealer-1"))
    assert law.NOT_AN_OPTION in pit.refused(pit.supervisor, TakePost("7", "barman", "dealer-1")).because
    on_the_staff(pit, pit.dealer._replace(person="dealer-2"))
    pit.do(pit.supervisor, TakePost("7", "dealer", "dealer-2"))
    pit.do(pit.supervisor, TakePost("7", "supervisor", pit.supervisor.person))
    assert pit.open_state.posts == {"dealer": "dealer-2", "supervisor": pit.supervisor.person}
    pit.do(pit.supervisor, TakePost("7", "dealer"))
    assert pit.open_state.posts == {"supervisor": pit.supervisor.person}


def test_a_void_that_comes_too_late_voids_nothing(pits: Pits) -> None:
    pit = pits(STAR)
    pit.open()
    pit.fund("Ann")
    pit.play({"Ann": 1})
    number = pit.round.number
    assert number > 1
    refusal = pit.refused(pit.supervisor, VoidRound("7", "disruption", "a brawl", round=number - 1))
    assert law.NEED_CLOSED in refusal.because
    pit.do(pit.supervisor, VoidRound("7", "disruption", "a brawl", round=number))
