"""Conditions on a floor, entries, fees and the pool (Star Pontoon 20.3, 20.4, Crown 14.2, 14.3)."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from floor.tournaments.tourney import CROWNS, CUP, GAMES, NOON, PONTOON, Cup
from pitboss import law
from pitboss.floor.operators import house_edition
from pitboss.floor.patrons.account import PayIn
from pitboss.floor.patrons.office import ExcludePatron, RegisterPatron
from pitboss.floor.people.permission import PATRON
from pitboss.floor.people.signin import Accounts
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, command_kinds
from pitboss.floor.tournaments.building import (
    AddLimitStep,
    AppointHead,
    ChooseProvision,
    DraftTournament,
    NotePresence,
    OfferSecondChance,
    PlanSession,
    PublishConditions,
    SetChipTerms,
    SetEntryTerms,
    SetPrizes,
    TakeOutPart,
    TakeReading,
)
from pitboss.floor.tournaments.conduct import RaiseMatter, RemovePlayer, TakeChance
from pitboss.floor.tournaments.entries import (
    BriefPlayers,
    EnterTournament,
    NameSubstitute,
    RefuseEntry,
    WithdrawEntry,
)
from pitboss.floor.tournaments.results import CancelTournament
from pitboss.floor.tournaments.special_wagers import HandInForm, PlayPassCard
from pitboss.floor.tournaments.state import TournamentCommand, from_stored, tournament_stream
from pitboss.floor.tournaments.tournament_sessions import DrawSeats, MoveStart, PayBuyIn, StartSession
from pitboss.law import Reading
from pitboss.play import Refused
from support import shows

Cups = Callable[..., Cup]


def paid_in(cup: Cup, *names: str) -> None:
    for name in names:
        cup.do(RegisterPatron(name))
        cup.do(PayIn(name, 500_00))


def last(cup: Cup) -> Any:
    """The last event of the cup."""
    stream = tournament_stream(cup.operator, CUP)
    return from_stored(cup.store.read(stream, after=cup.state.length - 1)[0])


@pytest.mark.parametrize("game", GAMES)
def test_conditions_come_before_entries(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.draft()
    paid_in(cup, "ann")
    shows(law.TERMS_PUBLISHED, cup.refused(EnterTournament(CUP, "ann", agrees=True)), game=game)
    cup.do(PublishConditions(CUP))
    shows(law.TERMS_PUBLISHED, cup.refused(SetChipTerms(CUP, 500_00)), game=game)
    cup.do(EnterTournament(CUP, "ann", agrees=True), cup.patron("ann"))
    shows(law.ENTRANTS_ONLY, last(cup), game=game)
    assert cup.balance("pool", f"tournament {CUP}") == 100_00 == cup.state.pool_cents
    assert cup.balance("deposit", "ann") == 400_00


def test_incomplete_conditions_are_not_published(cups: Cups) -> None:
    cup = cups()
    cup.do(DraftTournament(CUP, PONTOON, "The cup"))
    assert law.TERMS_CHIPS in cup.refused(PublishConditions(CUP)).because
    assert law.ONCE in cup.refused(DraftTournament(CUP, PONTOON, "Another")).because
    cup.refused(DraftTournament("other", "star-mississippi-stud", "No rules for it"))
    cup.refused(DraftTournament("other", PONTOON, "Not by a dealer"), cup.dealer)


def test_small_chips_and_parts_that_are_taken_out(cups: Cups) -> None:
    """A tournament for $5 a wager; what was planned too much is taken out again."""
    cup = cups()
    chips = {"chips_cents": 20_000_00, "denominations": (5_00,)}
    cup.draft(chips=chips, wagers={"minimum_cents": 5_00, "maximum_cents": 25_00}, entry={"most_players": 7})
    cup.do(OfferSecondChance(CUP, "add-on", 100_00, 500_00))
    cup.do(AddLimitStep(CUP, 2, 10_00, 50_00))
    cup.do(AddLimitStep(CUP, 3, 20_00, 100_00))
    assert law.ONLY_BY_WINNING in cup.refused(PublishConditions(CUP)).because
    for what in ("chance add-on", "limits 2", "session 2"):
        cup.do(TakeOutPart(CUP, what))
        assert law.TERMS_PROVISION in cup.refused(TakeOutPart(CUP, what)).because
    assert [step.after_rounds for step in cup.state.given.steps] == [3]
    cup.do(PlanSession(CUP, 1, "final", rounds=1, advance=2))
    cup.resume("ann", "bob")
    assert cup.chips("ann") == 20_000_00, "the float has as many chips as the players need"
    cup.wager("ann", 5_00)


def test_rules_win_over_terms(cups: Cups) -> None:
    cup = cups(CROWNS[0])
    cup.draft()
    shows(law.TERMS_RULES_PREVAIL, cup.refused(ChooseProvision(CUP, "terms-winners whoever-pays")), game=CROWNS[0])
    cup.refused(TakeReading(CUP, "playOffDecides", "all-places"))
    star = cups()
    star.draft()
    star.refused(TakeReading(CUP, "playOffDecides", "sometimes"))
    star.do(TakeReading(CUP, "playOffDecides", "all-places"))
    assert star.state.given.readings == {"playOffDecides": "all-places"}


def test_fees_go_into_the_pool(cups: Cups) -> None:
    cup = cups()
    cup.publish(prizes={"shares": (100,), "added_cents": 50_00})
    paid_in(cup, "ann")
    no = cup.refused(EnterTournament(CUP, "ann"), cup.patron("ann"))
    shows(law.AGREED_IN_WRITING, no, game=PONTOON)
    cup.do(EnterTournament(CUP, "ann", agrees=True))
    for key in (law.FEES_TO_POOL, law.FEE_CHARGED, law.AGREED_IN_WRITING):
        shows(key, last(cup), game=PONTOON)
    assert law.ONCE in cup.refused(EnterTournament(CUP, "ann", agrees=True)).because
    assert law.NOT_YOURS in cup.refused(EnterTournament(CUP, "ann", agrees=True), cup.patron("bob")).because


def test_excluded_player_buys_no_chips(cups: Cups) -> None:
    """A person who was excluded after they entered: their position is cancelled, or they are out without a buy-in."""
    cup = cups(CROWNS[0])
    cup.draft(
        chips={"buy_in_cents": 10_00},
        sessions=({"name": "final", "rounds": 1, "advance": 2},),
        entry={"most_players": 7},
    )
    cup.do(OfferSecondChance(CUP, "re-buy", 10_00, 1_000_00))
    cup.do(PublishConditions(CUP))
    cup.do(AppointHead(CUP, cup.boss.person))
    cup.simulate().enter(("ann", "bob", "cat"))
    cup.do(DrawSeats(CUP, ("T1",)))
    for name in ("ann", "bob"):
        cup.do(PayBuyIn(CUP, name))
    for name in ("bob", "cat"):
        cup.do(ExcludePatron(name, "asked for it"))
    shows(law.TERMS_ELIGIBLE, cup.refused(PayBuyIn(CUP, "cat")), game=CROWNS[0])
    assert cup.do(StartSession(CUP))["out"] == ["cat"]
    shows(law.TERMS_ELIGIBLE, cup.refused(TakeChance(CUP, "bob", "re-buy")), game=CROWNS[0])


def test_second_person_approves_a_high_fee(cups: Cups) -> None:
    """Of a fee, a buy-in, a re-buy and a refund above the bound of one person."""
    cup = cups(CROWNS[0])
    cup.clock.advance(timedelta(days=8))  # the house hired the two over a week ago
    entry = {"most_players": 7, "entry_fee_cents": 20_000_00}
    cup.draft(entry=entry, chips={"buy_in_cents": 20_000_00}, sessions=({"name": "final", "rounds": 1, "advance": 2},))
    cup.do(OfferSecondChance(CUP, "re-buy", 20_000_00, 1_000_00))
    cup.do(PublishConditions(CUP))
    cup.do(AppointHead(CUP, cup.boss.person))
    cup.do(NotePresence(CUP))
    cup.simulate()

    def approved(command: Any) -> None:
        assert law.BY_ANOTHER in cup.refused(command).because
        cup.do(command._replace(approver=cup.supervisor))
        assert last(cup).approved_by == cup.supervisor.person

    for name in ("ann", "bob", "cat"):
        cup.do(RegisterPatron(name))
        approved(EnterTournament(CUP, name, agrees=True, how="cash"))
    cup.do(BriefPlayers(CUP))
    cup.do(DrawSeats(CUP, ("T1",)))
    for name in ("ann", "bob", "cat"):
        approved(PayBuyIn(CUP, name, "cash"))
    cup.do(StartSession(CUP))
    approved(TakeChance(CUP, "ann", "re-buy", "cash"))
    approved(RemovePlayer(CUP, "cat", "absent", "gone home", refund=True))


def test_who_may_not_enter(cups: Cups) -> None:
    cup = cups()
    cup.publish(entry={"most_players": 2})
    paid_in(cup, "ann", "bob", "cat", "dan")
    cup.do(ExcludePatron("ann", "asked for it"))
    shows(law.TERMS_ELIGIBLE, cup.refused(EnterTournament(CUP, "ann", agrees=True)), game=PONTOON)
    shows(law.TERMS_MAY_REFUSE, cup.refused(RefuseEntry(CUP, "bob", "no")), game=PONTOON)
    assert law.PATRON_KNOWN in cup.refused(EnterTournament(CUP, "nobody", agrees=True)).because
    cup.do(EnterTournament(CUP, "bob", agrees=True))
    cup.do(EnterTournament(CUP, "cat", agrees=True))
    shows(law.TERMS_ENTRY, cup.refused(EnterTournament(CUP, "dan", agrees=True)), game=PONTOON)


@pytest.mark.parametrize("game", GAMES)
def test_each_term_of_entry_refuses_alone(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.draft(entry={"most_players": 2})
    shows(law.TERMS_STRUCTURE, cup.refused(PlanSession(CUP, 4, "one too far", rounds=1)), game=game)
    for key in (law.TERMS_PROVISION, law.TERMS_RULES_PREVAIL):
        shows(key, cup.refused(ChooseProvision(CUP, "terms-winners whoever-pays")), game=game)
    cup.do(PublishConditions(CUP))
    paid_in(cup, "ann", "bob", "cat", "dan")
    cup.do(ExcludePatron("dan", "asked for it"))
    shows(law.TERMS_ELIGIBLE, cup.refused(EnterTournament(CUP, "dan", agrees=True)), game=game)
    shows(law.TERMS_MAY_REFUSE, cup.refused(RefuseEntry(CUP, "bob", "no")), game=game)
    agreed = law.AGREED_IN_WRITING if game == PONTOON else law.TERMS_ACCEPTED
    shows(agreed, cup.refused(EnterTournament(CUP, "ann")), game=game)
    for name in ("ann", "bob"):
        shows(law.ENTRANTS_ONLY, cup.refused(WithdrawEntry(CUP, name)), game=game)
        cup.do(EnterTournament(CUP, name, agrees=True), cup.patron(name))
    shows(law.TERMS_ENTRY, cup.refused(EnterTournament(CUP, "cat", agrees=True)), game=game)


@pytest.mark.parametrize("game", GAMES)
def test_crown_wants_the_conditions_agreed_to_whatever_they_say(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.publish(entry={"agree": False})
    paid_in(cup, "ann")
    if game == PONTOON:
        cup.do(EnterTournament(CUP, "ann"))
    else:
        shows(law.TERMS_ACCEPTED, cup.refused(EnterTournament(CUP, "ann")), game=game)
        cup.do(EnterTournament(CUP, "ann", agrees=True))


@pytest.mark.parametrize("game", GAMES)
def test_seats_are_drawn_once_enough_players_have_entered(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.publish(entry={"least_players": 2, "most_players": 7})
    paid_in(cup, "ann", "bob")
    cup.do(EnterTournament(CUP, "ann", agrees=True), cup.patron("ann"))
    shows(law.TERMS_ENTRY, cup.refused(DrawSeats(CUP, ("T1",))), game=game)
    cup.do(EnterTournament(CUP, "bob", agrees=True), cup.patron("bob"))
    cup.do(DrawSeats(CUP, ("T1",)))


@pytest.mark.parametrize(
    ("keeps", "key"), [({"may_refuse": True}, law.TERMS_MAY_REFUSE), ({"criteria": "members"}, law.TERMS_CRITERIA)]
)
@pytest.mark.parametrize("game", GAMES)
def test_right_to_refuse_is_kept_by_the_conditions(game: str, keeps: dict[str, Any], key: law.Key, cups: Cups) -> None:
    cup = cups(game)
    cup.publish(entry=keeps)
    cup.do(RefuseEntry(CUP, "bob", "a member of the staff's family"))
    assert last(cup).because == (key,)
    shows(key, last(cup), game=game)
    paid_in(cup, "bob")
    shows(key, cup.refused(EnterTournament(CUP, "bob", agrees=True), cup.patron("bob")), game=game)


@pytest.mark.parametrize("in_time", [True, False])
def test_withdrawal_within_its_period(in_time: bool, cups: Cups) -> None:
    cup = cups()
    cup.publish()
    paid_in(cup, "ann")
    cup.do(EnterTournament(CUP, "ann", agrees=True), cup.patron("ann"))
    cup.clock.advance(timedelta(minutes=60 if in_time else 61))  # an hour before the start is the last moment
    refund = cup.do(WithdrawEntry(CUP, "ann"), cup.patron("ann"))["refund_cents"]
    assert refund == (100_00 if in_time else 0)
    assert cup.state.pool_cents == 100_00 - refund
    shows(law.FEES_TO_POOL, last(cup), game=PONTOON)
    assert cup.state.in_play == ()


@pytest.mark.parametrize("allowed", [True, False])
def test_substitute_takes_the_place_and_the_fee(allowed: bool, cups: Cups) -> None:
    cup = cups()
    cup.publish(entry={"substitutes": allowed})
    paid_in(cup, "ann", "bob")
    cup.do(EnterTournament(CUP, "ann", agrees=True))
    order = NameSubstitute(CUP, "ann", "bob", agrees=True)
    if not allowed:
        shows(law.TERMS_ENTRY, cup.refused(order), game=PONTOON)
        return
    cup.do(order)
    assert cup.state.in_play == ("bob",)
    assert cup.state.entrants["bob"].fee_cents == 100_00
    cup.do(CancelTournament(CUP, "no tables"))
    assert cup.balance("deposit", "bob") == 600_00


def test_substitute_has_the_one_seat_of_who_steps_back(cups: Cups) -> None:
    cup = cups()
    cup.publish(entry={"most_players": 2, "substitutes": True})
    paid_in(cup, "ann", "bob", "cat", "dan")
    for name in ("ann", "bob"):
        cup.do(EnterTournament(CUP, name, agrees=True))
    shows(law.TERMS_ENTRY, cup.refused(EnterTournament(CUP, "cat", agrees=True), cup.patron("cat")), game=PONTOON)
    cup.do(NameSubstitute(CUP, "ann", "cat", agrees=True))
    assert sorted(cup.state.in_play) == ["bob", "cat"]
    shows(law.TERMS_ENTRY, cup.refused(EnterTournament(CUP, "dan", agrees=True), cup.patron("dan")), game=PONTOON)


OWN: dict[type, dict[str, Any]] = {
    EnterTournament: {"agrees": True},
    HandInForm: {"cents": 100_00},
    PayBuyIn: {},
    PlayPassCard: {},
    RaiseMatter: {"about": "the draw"},
    TakeChance: {"kind": "buy-back"},
    WithdrawEntry: {},
}
"""The orders about a tournament that a patron may give for themselves, with what they say besides."""


def test_patron_orders_nothing_for_another(cups: Cups) -> None:
    kinds = (kind for kind in command_kinds().values() if issubclass(kind, TournamentCommand))
    assert OWN.keys() == {kind for kind in kinds if PATRON in kind.takes.roles}
    cup = cups()
    chips = {"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": 10}
    cup.publish(chips=chips, sessions=({"name": "final", "rounds": 1, "advance": 2},), entry={"most_players": 7})
    cup.simulate().enter(("ann", "bob"))
    before = cup.balance("deposit", "bob")
    early: set[type] = {EnterTournament, WithdrawEntry}

    def refuses(kind: type) -> None:
        no = cup.refused(kind(CUP, "bob", **OWN[kind]), cup.patron("ann"))
        assert no.because == (law.NOT_YOURS,), kind

    for kind in early:
        refuses(kind)
    cup.do(DrawSeats(CUP, ("T1",)))
    for kind in OWN.keys() - early:
        refuses(kind)
    assert cup.balance("deposit", "bob") == before and not cup.state.entrants["bob"].bought_for
    cup.do(PayBuyIn(CUP, "bob"), cup.patron("bob"))


@pytest.mark.parametrize("enough", [True, False])
def test_cancelled_tournament_refunds_every_fee(enough: bool, cups: Cups) -> None:
    cup = cups()
    cup.publish(
        prizes={"guarantee_cents": 5_000_00, "guarantee_players": 2 if enough else 5},
        entry={"least_players": 2 if enough else 3},
    )
    paid_in(cup, "ann", "bob")
    for name in ("ann", "bob"):
        cup.do(EnterTournament(CUP, name, agrees=True))
    if not enough:
        shows(law.POOL_GUARANTEED, cup.refused(DrawSeats(CUP, ("T1",))), game=PONTOON)
    cup.do(CancelTournament(CUP, "too few entries"))
    shows(law.CANCELLED_REFUNDED, last(cup), game=PONTOON)
    if not enough:
        shows(law.POOL_GUARANTEED, last(cup), game=PONTOON)
    assert cup.state.pool_cents == 0 and cup.balance("deposit", "ann") == cup.balance("deposit", "bob") == 500_00
    cup.refused(EnterTournament(CUP, "ann", agrees=True))


def test_cancelled_tournament_refunds_a_fee_that_was_lost(cups: Cups) -> None:
    """All fees go back, of a player too who withdrew too late: no money is left in a pool without an owner."""
    cup = cups()
    cup.publish(entry={"withdraw_hours": 0})
    paid_in(cup, "ann")
    cup.do(EnterTournament(CUP, "ann", agrees=True))
    cup.do(WithdrawEntry(CUP, "ann"))
    assert cup.state.pool_cents == 100_00
    cup.do(CancelTournament(CUP, "no tables"))
    assert cup.state.pool_cents == cup.balance("pool", f"tournament {CUP}") == 0
    assert cup.balance("deposit", "ann") == 500_00


@pytest.mark.parametrize("game", CROWNS)
def test_director_is_there_and_players_are_briefed(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.publish()
    paid_in(cup, "ann", "bob")
    cup.clock.advance(timedelta(hours=2))
    for name in ("ann", "bob"):
        cup.do(EnterTournament(CUP, name, agrees=True))
    cup.do(DrawSeats(CUP, ("T1",)))
    shows(law.DIRECTOR_PRESENT, cup.refused(StartSession(CUP)), game=game)
    shows(law.DEPUTIES, cup.refused(StartSession(CUP)), game=game)
    cup.do(AppointHead(CUP, cup.supervisor.person, is_deputy=True))
    shows(law.DEPUTIES, last(cup), game=game)
    cup.do(NotePresence(CUP), cup.supervisor)
    shows(law.BRIEFED, cup.refused(StartSession(CUP), cup.supervisor), game=game)
    cup.do(BriefPlayers(CUP, instructed=True), cup.supervisor)
    for key in (law.BRIEFED, law.INSTRUCTED):
        shows(key, last(cup), game=game)
    cup.do(StartSession(CUP), cup.supervisor)
    shows(law.EQUAL_ALLOTMENT, last(cup), game=game)
    cup.wager("ann")
    cup.do(NotePresence(CUP, is_there=False), cup.supervisor)
    with pytest.raises(Exception, match="Neither the director"):
        cup.wager("bob")
    cup.do(NotePresence(CUP))
    rank = house_edition("crown").ranks[-2]
    other = Actor("crown", "another", rank)
    Accounts(cup.store).give(other, cup.clock(), by="tests")
    cup.do(AppointHead(CUP, other.person))
    with pytest.raises(Exception, match="Neither the director"):
        cup.wager("bob")  # who was the head before is there, and heads it no more
    cup.do(NotePresence(CUP), other)
    cup.wager("bob")


def test_director_is_there_in_person_where_it_is_read_so(cups: Cups) -> None:
    """K50, read the other way: a deputy's presence is not enough."""
    cup = cups(CROWNS[0])
    cup.draft(entry={"most_players": 7}, sessions=({"name": "final", "rounds": 1, "advance": 2},))
    cup.do(TakeReading(CUP, "deputyStandsIn", "false"))
    cup.resume("ann", "bob")
    cup.do(AppointHead(CUP, cup.supervisor.person, is_deputy=True))
    cup.do(NotePresence(CUP), cup.supervisor)
    cup.do(NotePresence(CUP, is_there=False))
    with pytest.raises(Refused) as error:
        cup.wager("ann")
    shows(Reading("K50"), error.value, game=CROWNS[0])
    cup.do(NotePresence(CUP))
    cup.wager("ann")


def test_star_has_no_deputies(cups: Cups) -> None:
    cup = cups()
    cup.publish()
    shows(law.MANAGER_RULES, cup.refused(AppointHead(CUP, cup.supervisor.person, is_deputy=True)), game=PONTOON)
    cup.refused(AppointHead(CUP, cup.dealer.person))
    shows(law.MANAGER_RULES, cup.refused(MoveStart(CUP, stamp(NOON)), cup.supervisor), game=PONTOON)


def test_start_moves_on_reasonable_notice(cups: Cups) -> None:
    cup = cups()
    cup.publish()
    soon = stamp(NOON + timedelta(minutes=29))
    shows(law.SESSION_STARTS, cup.refused(MoveStart(CUP, soon)), game=PONTOON)
    cup.do(MoveStart(CUP, stamp(NOON + timedelta(minutes=30))))
    shows(law.SESSION_STARTS, last(cup), game=PONTOON)
    assert cup.state.given.starts_at == stamp(NOON + timedelta(minutes=30))


@pytest.mark.parametrize("at", ["", "soon", "2026-13-45T99:00:00.000000Z"])
def test_start_is_a_time(at: str, cups: Cups) -> None:
    cup = cups()
    cup.draft()
    shows(law.SESSION_STARTS, cup.refused(SetEntryTerms(CUP, at, "here")), game=PONTOON)
    cup.do(PublishConditions(CUP))
    cup.do(AppointHead(CUP, cup.boss.person))
    shows(law.SESSION_STARTS, cup.refused(MoveStart(CUP, at)), game=PONTOON)
    cup.simulate().enter(("ann", "bob"))
    if at:
        shows(law.SESSION_STARTS, cup.refused(DrawSeats(CUP, ("T1",), at)), game=PONTOON)
    shows(law.ID_RESERVED, cup.refused(DrawSeats(CUP, (at and "a/b",))), game=PONTOON)


def test_prizes_come_to_the_whole_pool(cups: Cups) -> None:
    cup = cups()
    cup.draft()
    cup.do(SetPrizes(CUP, (60, 30)))
    assert law.TERMS_PRIZES in cup.refused(PublishConditions(CUP)).because
