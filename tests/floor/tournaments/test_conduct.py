"""Conduct of play (Star Pontoon 20.5.6, 20.6, 20.7, 20.8, 20.11; Crown 14.4): absence, disqualification, time, pass
cards, undisclosed wagers on their forms, disputes that hold play, second chances."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from floor.tournaments.test_entries import last
from floor.tournaments.test_sessions import FINAL, HEAT, events, let_pass
from floor.tournaments.test_whole import check_whole
from floor.tournaments.tourney import CROWNS, CUP, PONTOON, Cup
from pitboss import law
from pitboss.floor.audit import verify
from pitboss.floor.operators import house_edition
from pitboss.floor.patrons.account import PayIn
from pitboss.floor.patrons.sitting import StartPlay
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.store import schema
from pitboss.floor.store.rows import KeyReused
from pitboss.floor.store.store import read_all
from pitboss.floor.tables.corrections import CorrectRound, VoidRound
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tournaments.building import ChooseProvision, OfferSecondChance, TakeReading
from pitboss.floor.tournaments.conduct import (
    ChargeAbsence,
    RaiseMatter,
    RemovePlayer,
    RuleOnMatter,
    SetWagerTime,
    TakeChance,
    WarnPlayer,
)
from pitboss.floor.tournaments.entries import WithdrawEntry
from pitboss.floor.tournaments.results import ConcludeTable, CountChips, EndSession, SessionDecided
from pitboss.floor.tournaments.special_wagers import (
    AnnounceForm,
    ExamineForm,
    FormAnnounced,
    FormRecorded,
    FormVoided,
    HandInForm,
    PlayPassCard,
    forms_to_examine,
    shown_forms,
)
from pitboss.floor.tournaments.state import CONCLUDED
from pitboss.floor.tournaments.tournament_sessions import DrawSeats, RoundPlayed, StartSession
from pitboss.law import Reading
from pitboss.money import EMPTY, Stake
from pitboss.play import Refused, refusal
from pitboss.play.acts import ABSENT, Decide, Place, SitOut
from pitboss.play.powers import Find
from pitboss.play.table import fold, steps
from support import shows

Cups = Callable[..., Cup]
ONE_TABLE: dict[str, Any] = {
    "sessions": ({"name": "final", "rounds": 3, "advance": 2},),
    "entry": {"most_players": 7},
}


def test_absent_player_is_charged_for_three_rounds(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", sessions=({"name": "final", "rounds": 5, "advance": 2},), entry={"most_players": 7})
    for number in range(1, 4):
        cup.do(ChargeAbsence(CUP, "bob"))
        for key in (law.ABSENCE, law.ABSENCE_DEDUCTED):
            shows(key, last(cup), game=PONTOON)
        cup.refused(ChargeAbsence(CUP, "bob"))
        assert cup.chips("bob") == 1_000_00 - number * 100_00
        cup.wager("ann")
        cup.deal_out()
    shows(law.ABSENCE_DEDUCTED, cup.refused(ChargeAbsence(CUP, "bob")), game=PONTOON)
    table, area = cup.seat("bob")
    shows(law.ABSENCE, cup.refused(TakeAct(table, SitOut("wagers", "bob", area, ABSENT))), game=PONTOON)
    session = cup.state.session
    assert session is not None and session.tables["T1"].chips["bob"] == 700_00


GROUND_KEYS = [
    ("rules", law.DISQUALIFIED),
    ("absent", law.POSITION_CANCELLED),
    ("no-wager", law.WAGER_EACH_ROUND),
    ("adds-chips", law.ONLY_BY_WINNING),
    ("hides-chips", law.CHIPS_HIDDEN),
    ("moves-chips", law.CHIPS_IN_VIEW),
    ("elsewhere", law.OWN_POSITION),
    ("advice", law.NO_ADVICE_IN_PLAY),
]
"""The grounds as the document has them: not as the code does, which is asked here."""


@pytest.mark.parametrize(("ground", "key"), GROUND_KEYS)
def test_player_is_disqualified(ground: str, key: law.Key, cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", "cat")
    if ground != "absent":
        shows(key, cup.refused(RemovePlayer(CUP, "bob", ground, "seen", refund=True)), game=PONTOON)
    cup.do(RemovePlayer(CUP, "bob", ground, "seen by the supervisor", refund=ground == "absent"))
    shows(key, last(cup), game=PONTOON)
    if ground == "no-wager":
        shows(Reading("P23"), last(cup), game=PONTOON)
    assert cup.state.entrants["bob"].status == "disqualified"
    refunded = 100_00 if ground == "absent" else 0
    assert cup.state.pool_cents == 300_00 - refunded, "only the manager approves a refund"
    with pytest.raises(Exception, match="does not play"):
        cup.wager("bob")
    cup.refused(RemovePlayer(CUP, "bob", ground, "again"))


@pytest.mark.parametrize("game", CROWNS)
def test_crown_player_retires_or_breaks_the_terms(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob", "cat", "dan")
    cup.do(RemovePlayer(CUP, "bob", "retires", "goes home"))
    shows(law.TERMS_ABSENCE, last(cup), game=game)
    out = RemovePlayer(CUP, "cat", "phone", "used a phone")
    cup.do(WarnPlayer(CUP, "cat", "rules", "shouts"))
    shows(law.TERMS_PENALTIES, last(cup), game=game)
    shows(law.TERMS_PHONES, cup.refused(out), game=game)  # the terms want a warning first
    cup.do(WarnPlayer(CUP, "cat", "phone", "used a phone"))
    shows(law.TERMS_PHONES, last(cup), game=game)
    cup.do(out)
    shows(law.TERMS_PHONES, last(cup), game=game)
    for again in (RemovePlayer, WarnPlayer):
        cup.refused(again(CUP, "cat", "rules", "again"))
    shows(law.TERMS_PENALTIES, cup.refused(RemovePlayer(CUP, "dan", "advice", "asks his wife")), game=game)
    cup.refused(WarnPlayer(CUP, "dan", "hides-chips", "in a pocket"))
    cup.do(RemovePlayer(CUP, "dan", "hides-chips", "in a pocket"))
    shows(law.TERMS_PENALTIES, last(cup), game=game)


def test_crown_provisions_are_kept(cups: Cups) -> None:
    """A player is disqualified at once, and an absent one is not charged, where the terms say so; every wager of the
    game is open where they leave the others in."""
    cup = cups(CROWNS[2])
    cup.draft(**ONE_TABLE)
    for choice in ("terms-penalties at-once", "terms-phones none", "terms-absence out", "terms-other-wagers none"):
        cup.do(ChooseProvision(CUP, choice))
    cup.resume("ann", "bob", "cat")
    shows(law.TERMS_ABSENCE, cup.refused(ChargeAbsence(CUP, "ann")), game=CROWNS[2])
    for name, ground in (("bob", "advice"), ("cat", "phone")):
        cup.do(RemovePlayer(CUP, name, ground, "seen"))
    assert "trips" not in cup.table("T1").terms.limits


def test_crown_trips_are_open_and_two_wagers_make_the_minimum(cups: Cups) -> None:
    """A player who cannot make both the Ante and the Blind is out."""
    cup = cups(CROWNS[2])
    cup.start("ann", "bob", chips={"chips_cents": 300_00}, wagers={"pass_cards": 2})
    for left in (200_00, 100_00):
        assert cup.state.entrants["bob"].status == "playing"
        assert law.TERMS_ELIMINATION not in last(cup).because
        let_pass(cup, "T1", {"bob"})
        assert cup.chips("bob") == left
    shows(law.TERMS_ELIMINATION, last(cup), game=CROWNS[2])
    assert cup.state.entrants["bob"].status == "out"
    cup = cups(CROWNS[2])
    cup.start("ann", "bob")
    table, area = cup.seat("ann")
    cup.wager("ann")
    cup.do(TakeAct(table, Place("wagers", "ann", area, "trips", Stake.of(100_00))), cup.patron("ann"))


@pytest.mark.parametrize("game", CROWNS)
def test_crown_absent_player_sits_the_round_out(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob")
    cup.do(ChargeAbsence(CUP, "ann"))
    shows(law.TERMS_ABSENCE, last(cup), game=game)
    state = cup.table("T1")
    shows(law.TOURNAMENT_PLAY, list(steps(state.opening, state.acts))[-1].events[0], game=game)
    assert not state.table.game.rules.applies(law.INDIVIDUAL_LIMITS), "what the tournament sets aside"
    cup.wager("bob")
    cup.deal_out()


@pytest.mark.parametrize(("reading", "keeps"), [("cash-value-chips", 0), ("all-chips", 100_00)])
def test_disqualified_player_keeps_the_value_of_cash_chips(reading: str, keeps: int, cups: Cups) -> None:
    """P30: chips without a cash value are worth nothing; read the other way, what they were bought for is paid."""
    cup = cups()
    sessions = ({"name": "final", "rounds": 2, "advance": 2},)
    chips = {"chips_cents": 1_000_00, "buy_in_cents": 100_00}
    cup.draft(sessions=sessions, entry={"most_players": 7}, chips=chips)
    if keeps:
        cup.do(TakeReading(CUP, "disqualifiedKeepValue", reading))
    cup.resume("ann", "bob", "cat")
    cup.do(RemovePlayer(CUP, "bob", "rules", "seen"))
    before = cup.balance("deposit", "bob")
    for name in ("ann", "cat"):
        cup.wager(name)
    cup.deal_out()
    cup.do(ConcludeTable(CUP, "T1"))
    cup.do(CountChips(CUP, "T1"))
    assert cup.balance("deposit", "bob") - before == keeps


def test_time_for_wagers(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", wagers={"wager_seconds": 30})
    shows(law.WAGER_TIME, cup.refused(SetWagerTime(CUP, 10)), game=PONTOON)
    cup.clock.advance(timedelta(seconds=30))
    cup.wager("ann", 300_00)
    cup.clock.advance(timedelta(seconds=1))
    with pytest.raises(Exception, match="held to the minimum") as error:
        cup.wager("bob", 200_00)
    for key in (law.LATE_MINIMUM, law.WAGER_TIME, Reading("P23")):
        shows(key, error.value, game=PONTOON)
    cup.wager("bob", 100_00)


def test_no_wager_disqualifies_where_it_is_read_so(cups: Cups) -> None:
    """P23, read the other way: an absent player is not charged, and a late one not held to the minimum."""
    cup = cups()
    cup.draft(wagers={"wager_seconds": 30}, **ONE_TABLE)
    cup.do(TakeReading(CUP, "noWager", "disqualified"))
    cup.resume("ann", "bob")
    shows(Reading("P23"), cup.refused(ChargeAbsence(CUP, "bob")), game=PONTOON)
    cup.wager("ann")
    cup.clock.advance(timedelta(seconds=31))
    with pytest.raises(Exception, match="cancel the position") as error:
        cup.wager("bob", 100_00)
    shows(Reading("P23"), error.value, game=PONTOON)
    cup.do(RemovePlayer(CUP, "bob", "no-wager", "sits and waits"))


def test_time_is_set_before_a_session(cups: Cups) -> None:
    """Its players have 30 minutes' notice: before the start that is announced, or of the next session."""
    cup = cups()
    cup.publish(sessions=(HEAT | {"tables": 1}, FINAL), entry={"most_players": 3}, wagers={"pass_cards": 2})
    cup.do(SetWagerTime(CUP, 20))
    shows(law.WAGER_TIME, last(cup), game=PONTOON)
    cup.refused(SetWagerTime(CUP, 6_000))
    cup.clock.advance(timedelta(minutes=91))
    shows(law.WAGER_TIME, cup.refused(SetWagerTime(CUP, 10)), game=PONTOON)
    cup.simulate().enter(("ann", "bob"))
    cup.do(DrawSeats(CUP, ("T1",)))
    cup.do(StartSession(CUP))
    shows(law.WAGER_TIME, cup.refused(SetWagerTime(CUP, 10)), game=PONTOON)
    let_pass(cup, "T1")
    cup.do(CountChips(CUP, "T1"))
    cup.do(EndSession(CUP))
    cup.do(SetWagerTime(CUP, 10))
    cup.do(DrawSeats(CUP, ("T1",)))
    session = cup.state.session
    assert session is not None and session.starts_at == stamp(cup.clock() + timedelta(minutes=30))


@pytest.mark.parametrize("game", [PONTOON, *CROWNS])
def test_pass_cards_are_counted(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob", wagers={"pass_cards": 1}, chips={"chips_cents": 5_000_00})
    table, area = cup.seat("ann")
    card = TakeAct(table, SitOut("wagers", "ann", area))
    cup.do(card, cup.patron("ann"))
    shows(law.PASS_CARD, last(cup), game=game)
    cup.wager("bob")
    cup.deal_out()
    no = cup.refused(card, cup.patron("ann"))
    for key in (law.PASS_CARD, law.TERMS_SPECIAL_WAGERS):
        shows(key, no, game=game)
    session = cup.state.session
    assert session is not None and session.pass_cards == {"ann": 1}
    cup.wager("ann")


@pytest.mark.parametrize("game", [PONTOON, *CROWNS])
def test_one_pass_card_in_a_round(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob", wagers={"pass_cards": 2})
    table, area = cup.seat("ann")
    card = TakeAct(table, SitOut("wagers", "ann", area))
    cup.do(card, cup.patron("ann"))
    state = cup.table(table)
    shows(law.PASS_CARD, list(steps(state.opening, state.acts))[-1].events[0], game=game)
    again = cup.refused(card, cup.patron("ann"))
    shows(law.PASS_CARD, again, game=game)
    assert law.TERMS_SPECIAL_WAGERS not in again.because, "there is a card left"


def test_pass_card_from_the_page(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", wagers={"pass_cards": 1})
    assert law.NOT_YOURS in cup.refused(PlayPassCard(CUP, "ann"), cup.patron("bob")).because
    cup.do(PlayPassCard(CUP, "ann"), cup.patron("ann"))
    shows(law.PASS_CARD, last(cup), game=PONTOON)
    cup.refused(PlayPassCard(CUP, "ann"), cup.patron("ann"))
    cup.wager("bob")
    cup.deal_out()


def test_short_wager_that_is_not_made_up_eliminates(cups: Cups) -> None:
    """20.6.14, scenario 56: the wager is void, its cards are burned and its player is out."""
    cup = cups(seed=5)  # she is dealt no pontoon
    cup.start("ann", "bob", "cat")
    table, area = cup.seat("ann")
    cup.do(StartPlay("ann", table, "cup ann"))
    cup.do(TakeAct(table, Place("wagers", "ann", area, "wager", Stake.of(50_00), unnoticed=True)))
    for name in ("bob", "cat"):
        cup.wager(name)
    while not any(hand.cards for hand in cup.table(table).round.hands):
        cup.do(DealOn(table))
    round = cup.table(table).round
    cup.do(TakeAct(table, Find(next(w.id for w in round.wagers if w.patron == "ann"))))
    mend = next(need for need in cup.table(table).round.needs if need.kind == "mend")
    cup.do(TakeAct(table, Decide(mend.id, "ann", "take-back")), cup.patron("ann"))
    cup.deal_out()
    played = next(event for event in events(cup) if isinstance(event, RoundPlayed))
    assert "ann" in [gone.patron for gone in played.exits]
    shows(law.TOURNAMENT_LIMITS, played, game=PONTOON)
    assert cup.state.entrants["ann"].status == "out" and cup.chips("ann") == 1_000_00


def hidden_round(cup: Cup, cents: int = 200_00, **more: Any) -> str:
    """A round with an undisclosed wager of ann's, dealt as far as its announcement; its commitment."""
    commitment = cup.do(HandInForm(CUP, "ann", "wager", cents), cup.patron("ann"))["commitment"]
    cup.do(ExamineForm(CUP, "ann", **more), cup.supervisor)
    cup.wager("bob")
    return str(commitment)


def test_undisclosed_wager_is_hidden_until_it_is_announced(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", wagers={"undisclosed": 1})
    table, area = cup.seat("ann")
    shown = TakeAct(table, Place("wagers", "ann", area, "undisclosed", EMPTY, face_down=True))
    shows(law.UNDISCLOSED_FORM, cup.refused(shown, cup.patron("ann")), game=PONTOON)
    commitment = hidden_round(cup, 300_00)
    for key in (law.UNDISCLOSED_WAGERS, law.UNDISCLOSED_FORM):
        shows(key, next(e for e in events(cup) if isinstance(e, FormRecorded)), game=PONTOON)
    shows(law.UNDISCLOSED_EXAMINED, last(cup), game=PONTOON)
    shows(Reading("P29"), last(cup), game=PONTOON)
    log = "".join(str(each.data) for stream in cup.store.streams(cup.operator) for each in read_all(cup.store, stream))
    assert commitment in log and "30000" not in log, "no line of the log has the amount"
    assert cup.chips("ann") == 1_000_00, "nor do the books"
    shows(law.UNDISCLOSED_ANNOUNCED, cup.refused(AnnounceForm(CUP, "ann"), cup.supervisor), game=PONTOON)
    assert not shown_forms(cup.state, "T1", cup.table("T1")).forms
    cup.finish_hands("T1")
    cup.do(AnnounceForm(CUP, "ann"), cup.supervisor)
    shows(law.UNDISCLOSED_ANNOUNCED, last(cup), game=PONTOON)
    assert last(cup).tells() == "wager, $300", "as the register has it"
    cup.react()
    open_to_see = shown_forms(cup.state, "T1", cup.table("T1"))
    shows(law.FORM_SHOWN, open_to_see, game=PONTOON)
    (form,) = open_to_see.forms
    assert (form.patron, form.kind, form.cents) == ("ann", "wager", 300_00)
    shows(law.UNDISCLOSED_WAGERS, cup.refused(HandInForm(CUP, "ann", "wager", 100_00)), game=PONTOON)
    cup.wager("ann")
    cup.wager("bob")
    while not any(hand.cards for hand in cup.table("T1").round.hands):
        cup.do(DealOn("T1"))
    assert not shown_forms(cup.state, "T1", cup.table("T1")).forms


def test_form_is_examined_before_the_round(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", wagers={"undisclosed": 1})
    cup.do(HandInForm(CUP, "ann", "wager", 5_000_00), cup.patron("ann"))
    no = cup.refused(ExamineForm(CUP, "ann"), cup.supervisor)
    for key in (law.UNDISCLOSED_WITHIN, law.UNDISCLOSED_EXAMINED, Reading("P24")):
        shows(key, no, game=PONTOON)
    cup.do(ExamineForm(CUP, "ann", accepts=False), cup.supervisor)
    cup.do(HandInForm(CUP, "ann", "wager", 5_000_00), cup.patron("ann"))
    cup.do(ExamineForm(CUP, "ann", overlooked=True), cup.supervisor)
    cup.wager("bob")
    cup.finish_hands("T1")
    cup.do(AnnounceForm(CUP, "ann"), cup.supervisor)
    announced = next(e for e in events(cup) if isinstance(e, FormAnnounced))
    assert announced.form.cents == 5_000_00
    past = cup.table("T1").past[-1]
    hidden = next(w for w in fold(past.opening, past.acts).wagers if w.spot == "undisclosed")
    assert hidden.stake.cents == 500_00, "the form says $5,000, and counts for the maximum"
    cup = cups()
    cup.start("ann", "bob", wagers={"undisclosed": 1})
    cup.do(HandInForm(CUP, "ann", "wager", 300_00), cup.patron("ann"))
    cup.do(ExamineForm(CUP, "ann"), cup.supervisor)  # nothing is wrong with it


def everything_in(store: Any) -> str:
    """All rows of a store, but for its secrets."""
    tables = (table for table in schema.metadata.sorted_tables if table is not schema.secrets)
    return "".join(str(store.ask(select(table))) for table in tables)


def test_amount_cannot_be_guessed_from_the_store(cups: Cups) -> None:
    """A hash of an order whose amount is one of some hundred would tell it: no row has one, but for the secret."""
    cup = cups()
    cup.start("ann", "bob", wagers={"undisclosed": 2})
    ann, amounts = cup.patron("ann"), range(100_00, 500_01, 100_00)
    orders = [Order(ann, HandInForm(CUP, "ann", "wager", cents), "a key") for cents in amounts]
    reply = cup.floor.do(orders[2])
    assert cup.floor.do(orders[2]) == reply, "the same order again gets the same reply"
    with pytest.raises(KeyReused):
        cup.floor.do(orders[3])  # another amount under the same key
    rows = everything_in(cup.store)
    assert orders[2].digest in rows and "30000" not in rows
    assert len({order.digest for order in orders}) == 1, "the digest is the same for every amount"
    assert not any(digest in rows for order in orders for digest in order.older_digests)
    cup.do(ExamineForm(CUP, "ann", accepts=False), cup.supervisor)
    secrets = cup.store.ask(select(schema.secrets).where(schema.secrets.c.stream == f"tournament:{CUP}"))
    assert not secrets, "a form that goes back leaves nothing to be read"
    assert cup.floor.do(orders[3]) == reply, "then the key alone is known"


@pytest.mark.parametrize("examined", [True, False])
def test_form_of_a_player_who_is_removed_holds_up_no_table(examined: bool, cups: Cups) -> None:
    """It is announced after its round as any other, or given back before it."""
    cup = cups()
    cup.start("ann", "bob", "cat", wagers={"undisclosed": 1})
    cup.do(HandInForm(CUP, "ann", "wager", 200_00), cup.patron("ann"))
    for name in ("bob", "cat"):
        cup.wager(name)
    if examined:
        cup.do(ExamineForm(CUP, "ann"), cup.supervisor)
    cup.do(RemovePlayer(CUP, "ann", "hides-chips", "in a pocket"))
    if not examined:
        shows(law.UNDISCLOSED_WAGERS, cup.refused(ExamineForm(CUP, "ann"), cup.supervisor), game=PONTOON)
        cup.do(ExamineForm(CUP, "ann", accepts=False), cup.supervisor)
    cup.finish_hands("T1")
    if examined:
        cup.do(AnnounceForm(CUP, "ann"), cup.supervisor)
    cup.deal_out() if cup.table("T1").round.number == 1 else cup.react()
    assert cup.state.sessions[-1].tables["T1"].rounds == 1


def test_form_of_a_void_round_goes_back(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", wagers={"undisclosed": 1})
    hidden_round(cup, 300_00)
    while not cup.table("T1").round.hands:
        cup.do(DealOn("T1"))
    cup.do(VoidRound("T1", "disruption", "a fire alarm"), cup.supervisor)
    cup.react()
    back = next(e for e in events(cup) if isinstance(e, FormVoided))
    shows(law.UNDISCLOSED_ANNOUNCED, back, game=PONTOON)
    assert not cup.state.forms and "30000" not in everything_in(cup.store)
    cup.do(HandInForm(CUP, "ann", "wager", 100_00), cup.patron("ann"))


def test_form_is_read_by_its_examiner_alone(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", wagers={"undisclosed": 1})
    cup.do(HandInForm(CUP, "ann", "wager", 300_00), cup.patron("ann"))
    assert forms_to_examine(cup.state, cup.supervisor) == forms_to_examine(cup.state, cup.boss) != ()
    assert forms_to_examine(cup.state, cup.dealer) == forms_to_examine(cup.state, cup.patron("bob")) == ()
    cup.wager("bob")
    while type(cup.table("T1").round.needs[0]).__name__ != "WagersNeed":
        cup.do(DealOn("T1"))
    shows(law.UNDISCLOSED_EXAMINED, cup.refused(DealOn("T1")), game=PONTOON)
    cup.do(ExamineForm(CUP, "ann"), cup.supervisor)
    assert forms_to_examine(cup.state, cup.supervisor) and not forms_to_examine(cup.state, cup.boss)


def test_form_keeps_to_the_session(cups: Cups) -> None:
    """No form beside a pass card, in a dispute, or after the time for wagers."""
    cup = cups()
    cup.draft(wagers={"undisclosed": 1, "pass_cards": 1, "wager_seconds": 30}, **ONE_TABLE)
    cup.resume("ann", "bob", "cat")
    form = HandInForm(CUP, "ann", "wager", 100_00)
    name = cup.do(RaiseMatter(CUP, "bob", "the draw"), cup.patron("bob"))["id"]
    shows(law.MANAGER_RULES, cup.refused(form, cup.patron("ann")), game=PONTOON)
    cup.do(RuleOnMatter(CUP, name, "stands"))
    cup.do(PlayPassCard(CUP, "bob"), cup.patron("bob"))
    shows(law.PASS_CARD, cup.refused(form._replace(patron="bob"), cup.patron("bob")), game=PONTOON)
    cup.do(HandInForm(CUP, "cat", "wager", 100_00), cup.patron("cat"))
    shows(law.PASS_CARD, cup.refused(PlayPassCard(CUP, "cat"), cup.patron("cat")), game=PONTOON)
    cup.clock.advance(timedelta(seconds=31))
    late = cup.refused(form, cup.patron("ann"))
    for key in (law.WAGER_TIME, law.LATE_MINIMUM):
        shows(key, late, game=PONTOON)


@pytest.mark.parametrize("game", CROWNS)
def test_poker_round_in_which_all_pass(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob", wagers={"pass_cards": 1})
    cup.do(PlayPassCard(CUP, "ann"), cup.patron("ann"))
    with pytest.raises(Refused) as error:
        cup.wager("ann")
    shows(law.PASS_CARD, error.value, game=game)
    cup.do(PlayPassCard(CUP, "bob"), cup.patron("bob"))
    cup.react()
    session = cup.state.session
    assert session is not None and session.tables["T1"].rounds == 1 and cup.table("T1").round.number == 2
    cup.wager("ann")
    cup.wager("bob")
    cup.deal_out()


def test_round_in_which_all_pass(cups: Cups) -> None:
    """P67: it counts, no person's chips change, and the marker moves on."""
    cup = cups()
    cup.draft(wagers={"pass_cards": 1, "in_turn": True}, **ONE_TABLE)
    cup.resume("ann", "bob")
    for _ in range(2):
        turn = next(name for name in ("ann", "bob") if not passes(cup, name))
        cup.do(PlayPassCard(CUP, turn), cup.patron(turn))
    cup.react()
    session = cup.state.session
    assert session is not None and session.tables["T1"].rounds == 1
    assert cup.table("T1").round.number == 2 and cup.table("T1").terms.marker == 2
    assert cup.chips("ann") == cup.chips("bob") == 1_000_00
    both = {cup.seat(name)[1]: name for name in ("ann", "bob")}
    cup.wager(both[2])
    cup.wager(both[1])
    cup.deal_out()


def passes(cup: Cup, name: str) -> bool:
    """Whether it is another player's turn, or this one has passed."""
    round = cup.table("T1").round
    return refusal(round, SitOut("wagers", name, cup.seat(name)[1])) is not None


def test_forged_form_is_found(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob", wagers={"undisclosed": 1})
    hidden_round(cup)
    cup.finish_hands("T1")
    cup.do(AnnounceForm(CUP, "ann"), cup.supervisor)
    event = next(e for e in events(cup) if isinstance(e, FormAnnounced))
    assert verify(cup.store).is_clean
    assert event.form._replace(cents=100_00).commitment != event.form.commitment


def test_player_holds_up_play_at_the_own_table_alone(cups: Cups) -> None:
    cup = cups()
    heats = {"name": "heats", "rounds": 3, "tables": 2, "seats": 3, "advance": 1}
    sessions = (heats, {"name": "final", "rounds": 2, "advance": 2})
    cup.publish(sessions=sessions, entry={"most_players": 6})
    show = cup.simulate()
    show.enter(("ann", "bob", "cat", "dan", "eve"))
    cup.do(WithdrawEntry(CUP, "eve"))
    no = cup.refused(RaiseMatter(CUP, "eve", "I want it to stop"), cup.patron("eve"))
    assert law.NOT_YOURS in no.because
    cup.do(DrawSeats(CUP, ("T1", "T2")))
    cup.do(StartSession(CUP))
    own, other = (cup.seat("ann")[0], next(name for name in ("T1", "T2") if name != cup.seat("ann")[0]))
    for player, table in (("ann", other), ("eve", ""), ("eve", "T1")):
        assert law.NOT_YOURS in cup.refused(RaiseMatter(CUP, player, "stop", table), cup.patron(player)).because
    cup.do(RaiseMatter(CUP, "ann", "the cards are marked"), cup.patron("ann"))
    assert cup.state.open_matter(own) is not None and cup.state.open_matter(other) is None
    cup.do(RaiseMatter(CUP, "eve", "for her, by the staff"), cup.supervisor)
    assert cup.state.open_matter(other) is not None


def test_dispute_holds_play(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob")
    name = cup.do(RaiseMatter(CUP, "ann", "the draw"), cup.patron("ann"))["id"]
    with pytest.raises(Exception, match="waits for the ruling") as error:
        cup.wager("ann")
    shows(law.MANAGER_RULES, error.value, game=PONTOON)
    assert law.MANAGER_RULES in cup.refused(RuleOnMatter(CUP, name, "stands"), cup.supervisor).because
    told = cup.do(RuleOnMatter(CUP, name, "the draw stands"))
    assert "inspector" in told["complaint"]
    shows(law.MANAGER_RULES, last(cup), game=PONTOON)
    cup.wager("ann")


def test_tournament_is_concluded_once_every_matter_is_ruled_on(cups: Cups) -> None:
    cup = cups()
    show = cup.start("ann", "bob")
    name = cup.do(RaiseMatter(CUP, "ann", "the draw"), cup.patron("ann"))["id"]
    cup.do(RuleOnMatter(CUP, name, "the draw stands"))
    shows(law.MANAGER_RULES, last(cup), game=PONTOON)
    for _ in show.play(cup.react):
        pass
    assert cup.state.status == CONCLUDED


@pytest.mark.parametrize("game", CROWNS)
def test_crown_dispute_tells_of_the_complaint(game: str, cups: Cups) -> None:
    cup = cups(game)
    cup.start("ann", "bob")
    name = cup.do(RaiseMatter(CUP, "ann", "a wager"), cup.patron("ann"))["id"]
    with pytest.raises(Exception, match="waits for the ruling") as error:
        cup.wager("ann")
    shows(law.TERMS_FINAL, error.value, game=game)
    cup.do(RuleOnMatter(CUP, name, "it stands"))
    shows(law.TERMS_FINAL, last(cup), game=game)


def test_crown_re_buy_and_add_on(cups: Cups) -> None:
    cup = cups(CROWNS[0])
    cup.draft(sessions=({"name": "final", "rounds": 2, "advance": 2},), entry={"most_players": 7})
    cup.do(OfferSecondChance(CUP, "re-buy", 50_00, 1_000_00, 1, 1))
    cup.do(OfferSecondChance(CUP, "add-on", 20_00, 500_00, 1, 1))
    show = cup.resume("ann", "bob", "cat")
    for name in ("ann", "bob"):
        cup.do(PayIn(name, 200_00))
    cup.do(TakeChance(CUP, "ann", "re-buy"), cup.patron("ann"))
    shows(law.TERMS_BUY_BACK, last(cup), game=CROWNS[0])
    cup.do(TakeChance(CUP, "bob", "add-on"), cup.patron("bob"))
    assert (cup.chips("ann"), cup.chips("bob")) == (2_000_00, 1_500_00)
    assert cup.state.pool_cents == 300_00 + 70_00
    shows(law.TERMS_BUY_BACK, cup.refused(TakeChance(CUP, "ann", "re-buy"), cup.patron("ann")), game=CROWNS[0])
    cup.refused(TakeChance(CUP, "cat", "buy-back"), cup.patron("cat"))
    cup.do(PayIn("cat", 200_00))
    for name in ("ann", "bob", "cat"):
        cup.wager(name)
    while any(need.id == "wagers" for need in cup.table("T1").round.needs):
        cup.do(DealOn("T1"))
    shows(law.ROUND_OF_PLAY, cup.refused(TakeChance(CUP, "cat", "add-on"), cup.patron("cat")), game=CROWNS[0])
    cup.deal_out()
    for _ in show.play(cup.react):
        pass
    check_whole(cup, ("ann", "bob", "cat"))


def test_no_chips_are_bought_at_a_table_that_is_counted(cups: Cups) -> None:
    cup = cups(CROWNS[0])
    cup.draft(sessions=(HEAT, FINAL), entry={"most_players": 6}, wagers={"pass_cards": 1})
    cup.do(OfferSecondChance(CUP, "add-on", 20_00, 500_00, 1, 1))
    cup.resume("ann", "bob", "cat", "dan", tables=("T1", "T2"))
    let_pass(cup, "T1")
    cup.do(CountChips(CUP, "T1"))
    session = cup.state.session
    assert session is not None
    name = session.tables["T1"].playing[0]
    cup.do(PayIn(name, 20_00))
    shows(law.TERMS_BUY_BACK, cup.refused(TakeChance(CUP, name, "add-on"), cup.patron(name)), game=CROWNS[0])


def test_chips_with_a_cash_value_are_bought_from_the_house(cups: Cups) -> None:
    """What they are redeemed for comes from the house: so does their price go there, and no prize is made of it."""
    cup = cups(CROWNS[0])
    sessions = ({"name": "final", "rounds": 2, "advance": 2},)
    chips = {"chips_cents": 1_000_00, "buy_in_cents": 100_00, "redeem_percent": 10}
    cup.draft(sessions=sessions, entry={"most_players": 7}, chips=chips)
    cup.do(OfferSecondChance(CUP, "re-buy", 50_00, 500_00, 1, 1))
    cup.resume("ann", "bob")
    house = cup.balance("house")
    cup.do(PayIn("ann", 50_00))
    cup.do(TakeChance(CUP, "ann", "re-buy"), cup.patron("ann"))
    assert cup.state.pool_cents == 200_00 and cup.chips("ann") == 1_500_00
    assert cup.balance("house") == house + 50_00
    cup.do(ConcludeTable(CUP, "T1", ("ann", "bob")))
    before = cup.balance("deposit", "ann")
    cup.do(CountChips(CUP, "T1"))
    assert cup.balance("deposit", "ann") == before + 150_00


def test_star_player_without_a_buy_back_buys_no_chips(cups: Cups) -> None:
    cup = cups()
    cup.start("ann", "bob")
    no = cup.refused(TakeChance(CUP, "ann", "buy-back"), cup.patron("ann"))
    for key in (law.ONLY_BY_WINNING, law.TERMS_BUY_BACK):
        shows(key, no, game=PONTOON)


def test_star_buy_back_between_sessions(cups: Cups) -> None:
    cup = cups()
    sessions = ({"name": "heat", "rounds": 1, "advance": 2}, {"name": "final", "rounds": 1, "advance": 2})
    chips, wagers = {"chips_cents": 5_000_00}, {"pass_cards": 1}
    cup.draft(sessions=sessions, entry={"most_players": 7}, chips=chips, wagers=wagers)
    cup.do(OfferSecondChance(CUP, "buy-back", 50_00, 5_000_00, 1, 1))
    show = cup.resume("ann", "bob", "cat", "dan")
    no = cup.refused(TakeChance(CUP, "ann", "re-buy"))
    for key in (law.TERMS_BUY_BACK, law.ONLY_BY_WINNING):
        shows(key, no, game=PONTOON)
    cup.do(RemovePlayer(CUP, "dan", "retires", "tired"))
    let_pass(cup, "T1", {"bob": 1})
    cup.do(CountChips(CUP, "T1"))
    cup.do(EndSession(CUP))
    assert isinstance(last(cup), SessionDecided)
    for name in ("bob", "dan"):
        cup.do(PayIn(name, 100_00))
    no = cup.refused(TakeChance(CUP, "dan", "buy-back"), cup.patron("dan"))
    shows(law.TERMS_BUY_BACK, no, game=PONTOON)  # who retired is not eliminated
    cup.do(TakeChance(CUP, "bob", "buy-back"), cup.patron("bob"))
    assert cup.state.entrants["bob"].status == "entered" and cup.state.pool_cents == 450_00
    for _ in show.play(cup.react):
        pass
    check_whole(cup, ("ann", "bob", "cat", "dan"))


@pytest.mark.parametrize("seats", [2, 3])
def test_buy_back_takes_a_seat(seats: int, cups: Cups) -> None:
    cup = cups()
    cup.draft(
        sessions=(HEAT | {"tables": 1}, FINAL | {"seats": seats}), entry={"most_players": 3}, wagers={"pass_cards": 1}
    )
    cup.do(OfferSecondChance(CUP, "buy-back", 50_00, 1_000_00, 1, 1))
    cup.resume("ann", "bob", "cat")
    let_pass(cup, "T1", {"bob"})
    cup.do(CountChips(CUP, "T1"))
    cup.do(EndSession(CUP))
    cup.do(PayIn("bob", 50_00))
    back = TakeChance(CUP, "bob", "buy-back")
    if seats == 2:
        shows(law.TERMS_BUY_BACK, cup.refused(back, cup.patron("bob")), game=PONTOON)
    else:
        cup.do(back, cup.patron("bob"))


@pytest.mark.parametrize("game", [CROWNS[0], PONTOON])
def test_corrected_round_brings_a_player_back_or_puts_one_out(game: str, cups: Cups) -> None:
    """A wager was noted wrong: who had gone out has the minimum still, and who had it has not."""
    cup = cups(game)
    sessions = ({"name": "final", "rounds": 9, "advance": 2},)
    cup.clock.advance(timedelta(days=8))  # the house hired the two who correct the round over a week ago
    players = ("ann", "bob", "cat", "dan", "eve", "fay")
    cup.start(*players, sessions=sessions, entry={"most_players": 7}, chips={"chips_cents": 200_00})
    round = cup.table("T1").round.number
    for name in players:
        cup.wager(name, 200_00)
    cup.deal_out()
    rank = house_edition(cup.operator).ranks[-2]
    gone = cup.state.sessions[-1].tables["T1"].exits[0].patron
    acts = cup.table("T1").past[-1].acts

    def correct(cents: int) -> None:
        told = tuple(
            act._replace(stake=Stake.of(cents)) if isinstance(act, Place) and act.patron == gone else act
            for act in acts
        )
        cup.do(CorrectRound("T1", round, told, "counted wrong", cup.boss), Actor(cup.operator, rank, rank))
        cup.react()

    assert cup.state.entrants[gone].status == "out"
    correct(100_00)
    shows(law.CANNOT_WAGER if game == PONTOON else law.TERMS_ELIMINATION, last(cup), game=game)
    assert cup.state.entrants[gone].status == "playing" and cup.chips(gone) == 100_00
    assert gone in [player.patron for player in cup.table("T1").players], "and has the seat again"
    assert cup.state.sessions[-1].tables["T1"].chips[gone] == 100_00
    correct(200_00)
    shows(law.CANNOT_WAGER if game == PONTOON else law.TERMS_ELIMINATION, last(cup), game=game)
    assert cup.state.entrants[gone].status == "out" and not cup.chips(gone)
    assert gone not in [player.patron for player in cup.table("T1").players]
