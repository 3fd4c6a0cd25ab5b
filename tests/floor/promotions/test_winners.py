"""Winners are told, prizes given, claims denied and kept, disputes decided; promotions postponed and cancelled."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from floor.promotions.desk import HOUR, NAME, SCRUTINEER, START, Desk
from pitboss import law
from pitboss.floor.audit.verify import verify
from pitboss.floor.patrons.office import ExcludePatron, KeepParticulars, RegisterPatron
from pitboss.floor.promotions.entries import SealEntries
from pitboss.floor.promotions.integrity import (
    CancelPromotion,
    PostponePromotion,
    ResumePromotion,
    TellRegulator,
    open_duties,
)
from pitboss.floor.promotions.state import IssuedVoucher
from pitboss.floor.promotions.winners import (
    AwardPrize,
    ClaimPrize,
    ClosePromotionComplaint,
    ComplainOfPromotion,
    DenyClaim,
    DisputePromotion,
    PublishResults,
    RuleOnPromotion,
    TellClaimant,
    TellWinner,
    check_issued,
    denied_particulars,
)
from pitboss.floor.service.clock import stamp
from pitboss.floor.store.store import RETENTION, erase_personal_records
from pitboss.law import Key
from pitboss.ledger import Account
from pitboss.money import unit_named
from pitboss.play import Refused
from pitboss.report.returns import SHEETS
from support import BOTH, CROWN, MISSISSIPPI, STAR, STAR_MS, ULTIMATE, shows

PONTOON = "star-pontoon"
GAMES = (PONTOON, *BOTH, *MISSISSIPPI, ULTIMATE)
DeskOf = Callable[..., Desk]


def duties(desk: Desk, *, late: bool | None = None) -> list[str]:
    found = open_duties(desk.state, desk.clock())
    return [duty.words for duty in found if late is None or duty.is_late is late]


def winner(desk: Desk, slot: int = 1) -> str:
    drawn = desk.state.winner_of(slot)
    assert drawn is not None
    return desk.state.patron_of(drawn)


def award(desk: Desk, claim: int = 1, **more: Any) -> AwardPrize:
    return AwardPrize(NAME, claim, approver=desk.clerk, **more)


# Winners are told.


@pytest.mark.parametrize(
    ("way", "key"),
    [
        ("in person", law.TOLD_IN_PERSON),
        ("mail", law.TOLD_BY_MAIL),
        ("telephone", law.TOLD_BY_TELEPHONE),
        ("email", law.TOLD_BY_EMAIL),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_winner_told(desk_of: DeskOf, game: str, way: str, key: Key) -> None:
    desk = desk_of(game)
    desk.drawn("ann")
    assert "Tell the winner of place 1." in duties(desk, late=False)
    desk.wait(48)
    assert "Tell the winner of place 1." in duties(desk, late=False), "two days are not over yet"
    desk.wait(seconds=1)
    assert "Tell the winner of place 1." in duties(desk, late=True)
    desk.do(TellWinner(NAME, 1, way))
    shows(law.WINNER_TOLD, desk.last, game=game)
    shows(key, desk.last, game=game)
    assert "Tell the winner of place 1." not in duties(desk)
    shows(law.WINNER_TOLD, desk.refused(TellWinner(NAME, 1, "by pigeon")), game=game)
    assert desk.refused(TellWinner(NAME, 2, way)).because == (law.PROMOTION_STAGE,)


@pytest.mark.parametrize("game", GAMES)
def test_a_winner_who_has_to_be_there_need_not_be_sought(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", must_attend=True)
    desk.wait(1)
    assert duties(desk, late=False) == ["Publish the results."], "no document says by when"
    assert duties(desk, late=True) == []
    desk.do(PublishResults(NAME, "the board"))
    shows(law.TERMS_RESULTS, desk.last, game=game)
    assert duties(desk) == []
    desk.do(ClaimPrize(NAME, "ann", 1))
    shows(law.TERMS_CLAIMING, desk.refused(award(desk)), game=game)
    desk.do(DenyClaim(NAME, 1, "was not there"))
    desk.do(ClaimPrize(NAME, "ann", 1, present=True))
    desk.do(award(desk, 2))


# Claims and prizes.


def test_a_prize_goes_to_its_winner_once(desk: Desk) -> None:
    desk.drawn("ann", "bob")
    name = winner(desk)
    other = "bob" if name == "ann" else "ann"
    assert desk.refused(ClaimPrize(NAME, name, 1), desk.patron(other)).because == (law.NOT_YOURS,)
    assert desk.refused(ClaimPrize(NAME, name, 1, present=True), desk.patron(name)).because == (law.NOT_YOURS,)
    assert desk.refused(ClaimPrize(NAME, "nobody", 1)).because == (law.PATRON_KNOWN,)
    assert desk.refused(ClaimPrize(NAME, name, 2)).because == (law.PROMOTION_STAGE,)
    desk.do(ClaimPrize(NAME, name, 1), desk.patron(name))
    assert desk.refused(ClaimPrize(NAME, name, 1), desk.patron(name)).because == (law.ONCE,)
    desk.do(ClaimPrize(NAME, other, 1), desk.patron(other))
    shows(law.REFUSAL_TOLD, desk.refused(award(desk, 2)), game=PONTOON)
    assert law.NOT_YOURS in desk.refused(AwardPrize(NAME, 1)).because, "a second person signs"
    assert desk.refused(award(desk, cash_cents=1)).because == (law.TERMS_PRIZE_LIST,), "a hamper is not paid"
    desk.do(award(desk))
    shows(law.TERMS_PRIZE_LIST, desk.last, game=PONTOON)
    assert desk.refused(award(desk)).because == (law.ONCE,)
    desk.do(ClaimPrize(NAME, name, 1))
    shows(law.REFUSAL_TOLD, desk.refused(award(desk, 3)), game=PONTOON)


@pytest.mark.parametrize("game", GAMES)
def test_an_excluded_winner_does_not_get_the_prize(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann")
    desk.do(ClaimPrize(NAME, "ann", 1))
    desk.do(ExcludePatron("ann", "asked for it"))
    shows(law.REFUSAL_TOLD, desk.refused(award(desk)), game=game)


def paid(desk: Desk) -> int:
    return desk.store.balance(Account(desk.operator, "world", "")).here


@pytest.mark.parametrize("game", [STAR, STAR_MS])
def test_large_prize_choice(desk_of: DeskOf, game: str) -> None:
    """A combination of ways; in Mississippi Stud none of it in cash (M8)."""
    desk = desk_of(game)
    ways = ("cash", "cheque", "transfer") if game == STAR else ("cheque", "transfer")
    prize = {"kind": "money", "value_cents": 20_000_00, "paid_by": ways}
    desk.drawn("ann", prizes=(prize,), scrutineer=SCRUTINEER)
    desk.do(ClaimPrize(NAME, "ann", 1))
    shows(law.TERMS_PRIZE_LIST, desk.refused(award(desk, cheque_cents=19_999_99)), game=game)
    shows(law.TERMS_PRIZE_LIST, desk.refused(award(desk, cheque_cents=20_000_01, transfer_cents=-1)), game=game)
    cash = award(desk, cash_cents=5_000_00, cheque_cents=15_000_00)
    if game == STAR_MS:
        shows(law.NO_CASH_PRIZES, desk.refused(cash), game=game)
        cash = award(desk, transfer_cents=5_000_00, cheque_cents=15_000_00)
    desk.do(cash)
    shows(law.LARGE_PRIZE_CHOICE, desk.last, game=game)
    assert paid(desk) == 20_000_00


@pytest.mark.parametrize("game", [PONTOON, STAR, STAR_MS])
def test_prize_is_paid_by_no_way_but_those_of_its_terms(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", prizes=({"kind": "money", "value_cents": 900_00, "paid_by": ("cheque",)},))
    desk.do(ClaimPrize(NAME, "ann", 1))
    shows(law.TERMS_PRIZE_LIST, desk.refused(award(desk, transfer_cents=900_00)), game=game)
    desk.do(award(desk, cheque_cents=900_00))
    assert paid(desk) == 900_00


@pytest.mark.parametrize("game", [PONTOON, STAR, STAR_MS])
def test_alternative_stated(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", prizes=({"alternative_cents": 400_00}, {}), one_prize_each=False)
    desk.do(ClaimPrize(NAME, "ann", 1))
    if game != STAR:
        shows(law.NO_CASH_PRIZES, desk.refused(award(desk, is_alternative=True, cash_cents=400_00)), game=game)
    desk.do(award(desk, is_alternative=True, transfer_cents=400_00))
    shows(law.ALTERNATIVE_STATED, desk.last, game=game)
    assert paid(desk) == 400_00
    desk.played(ann=0)


def test_without_an_alternative_in_the_terms_there_is_none(desk_of: DeskOf) -> None:
    desk = desk_of(PONTOON)
    desk.drawn("ann")
    desk.do(ClaimPrize(NAME, "ann", 1))
    shows(law.ALTERNATIVE_STATED, desk.refused(award(desk, is_alternative=True, transfer_cents=1)), game=PONTOON)


@pytest.mark.parametrize("game", [game for game in GAMES if game.startswith("crown")])
@pytest.mark.parametrize(
    ("kind", "gives", "key"),
    [("voucher", "tokens", law.TABLE_PLAY_VOUCHER), ("chip voucher", "chips", law.CHIP_VOUCHER)],
)
def test_a_voucher_is_changed_as_it_was_issued(desk_of: DeskOf, game: str, kind: str, gives: str, key: Any) -> None:
    desk = desk_of(game)
    desk.drawn("ann", prizes=({"kind": kind, "value_cents": 90_00},))
    desk.do(ClaimPrize(NAME, "ann", 1))
    voucher = desk.do(award(desk))["voucher"]
    shows(key, desk.last, game=game)
    good = IssuedVoucher("ann", 90_00, gives)
    check_issued(desk.store, desk.operator, voucher, good)
    check_issued(desk.store, desk.operator, "another kind of voucher", good)
    for wrong in (good._replace(patron="bob"), good._replace(cents=91_00), good._replace(gives="x")):
        with pytest.raises(Refused):
            check_issued(desk.store, desk.operator, voucher, wrong)
    with pytest.raises(Refused):
        check_issued(desk.store, desk.operator, f"{voucher}1", good)


@pytest.mark.parametrize("game", [PONTOON, CROWN])
def test_casino_dollars_go_to_the_winners_account_and_are_no_money(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", prizes=({"kind": "casino dollars", "value_cents": 90_00},))
    desk.do(ClaimPrize(NAME, "ann", 1))
    desk.refused(award(desk, cash_cents=90_00))
    desk.do(award(desk))
    dollars, money = (Account(desk.operator, "patron", "ann", unit) for unit in ("casino dollars", "AUD"))
    assert (desk.store.balance(dollars).here, desk.store.balance(money).here, paid(desk)) == (90_00, 0, 0)
    assert not unit_named("casino dollars").is_money
    assert [fault for fault in verify(desk.store).findings if "ann" in fault.record] == []


def test_a_patron_learns_nothing_of_a_promotion_that_is_not_released(desk: Desk) -> None:
    desk.register("ann")
    desk.write()
    there = desk.refused(ClaimPrize(NAME, "ann", 1), desk.patron("ann"))
    assert there == desk.refused(ClaimPrize("none", "ann", 1), desk.patron("ann"))
    assert there == desk.refused(DisputePromotion(NAME, "ann", "what is this?"), desk.patron("ann"))


# Claims that are denied.


@pytest.mark.parametrize("game", GAMES)
def test_denials_kept(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", prizes=({"value_cents": 100_01},))
    desk.do(RegisterPatron("bob"))
    desk.do(ClaimPrize(NAME, "bob", 1))
    shows(law.REFUSAL_TOLD, desk.refused(award(desk)), game=game)
    desk.do(ClaimPrize(NAME, "ann", 1))
    desk.do(award(desk, 2))
    refusal = desk.refused(DenyClaim(NAME, 1, "was not drawn"))
    shows(law.DENIALS_KEPT, refusal, game=game)
    desk.do(KeepParticulars("bob", "Bob Smith"))
    shows(law.DENIALS_KEPT, desk.refused(DenyClaim(NAME, 1, "was not drawn")), game=game)
    desk.do(KeepParticulars("bob", "Bob Smith", "2 Pyrmont Street"))
    shows(law.REFUSAL_TOLD, desk.refused(DenyClaim(NAME, 1, "")), game=game)
    desk.do(DenyClaim(NAME, 1, "was not drawn"))
    shows(law.DENIALS_KEPT, desk.last, game=game)
    shows(law.REFUSAL_TOLD, desk.last, game=game)
    assert "Bob Smith" not in str(desk.last)
    assert "Tell bob why claim 1 was denied." in duties(desk)
    assert desk.refused(TellClaimant(NAME, 1, "by pigeon")).because == (law.PROMOTION_STAGE,)
    desk.do(TellClaimant(NAME, 1, "mail"))
    shows(law.REFUSAL_TOLD, desk.last, game=game)
    assert "Tell bob why claim 1 was denied." not in duties(desk)
    assert desk.refused(TellClaimant(NAME, 1, "mail")).because == (law.ONCE,)


def test_the_name_of_a_denied_claim_has_a_retention_of_its_own(desk: Desk) -> None:
    desk.drawn("ann", prizes=({"value_cents": 100_01},))
    desk.register("bob")
    desk.do(ClaimPrize(NAME, "bob", 1))
    desk.do(DenyClaim(NAME, 1, "was not drawn"))
    desk.do(KeepParticulars("bob", "Bob Miller", "elsewhere"))
    (claim,) = desk.state.claims

    def kept() -> dict[str, str]:
        return denied_particulars(desk.store, desk.operator, NAME, claim)

    assert kept() == {"name": "Bob Smith", "address": "1 Pyrmont Street"}, "as they were when it was denied"
    until = desk.clock() + RETENTION
    erase_personal_records(desk.store, desk.operator, now=stamp(until - timedelta(seconds=1)))
    assert kept()["name"] == "Bob Smith"
    erase_personal_records(desk.store, desk.operator, now=stamp(until))
    assert kept() == {"name": "", "address": ""}


def test_money_of_more_than_100_dollars_in_place_of_a_prize_is_kept(desk_of: DeskOf) -> None:
    desk = desk_of(PONTOON)
    desk.drawn("ann", prizes=({"value_cents": 100_00, "alternative_cents": 100_01},))
    desk.do(ClaimPrize(NAME, "ann", 1))
    desk.do(DenyClaim(NAME, 1, "not eligible"))
    shows(law.DENIALS_KEPT, desk.last, game=PONTOON)


def test_a_denied_claim_to_100_dollars_is_not_kept(desk_of: DeskOf) -> None:
    desk = desk_of(PONTOON)
    desk.drawn("ann", prizes=({"value_cents": 100_00},))
    desk.do(RegisterPatron("bob"))
    desk.do(ClaimPrize(NAME, "bob", 1))
    desk.do(DenyClaim(NAME, 1, "was not drawn"))
    assert desk.last.because == (law.REFUSAL_TOLD,) and not desk.last.is_kept


# Disputes.


@pytest.mark.parametrize("game", GAMES)
def test_prize_disputed(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.drawn("ann", "bob")
    shows(law.PRIZE_DISPUTED, desk.refused(DisputePromotion(NAME, "bob", "")), game=game)
    desk.do(DisputePromotion(NAME, "bob", "my entries are missing"), desk.patron("bob"))
    shows(law.PRIZE_DISPUTED, desk.last, game=game)
    assert desk.refused(DisputePromotion(NAME, "bob", "x"), desk.patron("ann")).because == (law.NOT_YOURS,)
    shows(law.PRIZE_DISPUTED, desk.refused(ComplainOfPromotion(NAME, 1), desk.patron("bob")), game=game)
    assert desk.refused(DisputePromotion(NAME, "bob", "more"), desk.patron("bob")).because == (law.ONCE,)
    told = desk.do(RuleOnPromotion(NAME, 1, "the list stands"))["told"]
    assert "inspector" in told, "the person is told of the complaint"
    shows(law.PRIZE_DISPUTED, desk.last, game=game)
    shows(law.PRIZE_DISPUTED, desk.refused(RuleOnPromotion(NAME, 1, "or not")), game=game)
    shows(law.PRIZE_DISPUTED, desk.refused(RuleOnPromotion(NAME, 2, "or not")), game=game)
    assert desk.refused(RuleOnPromotion(NAME, 1, "x"), desk.clerk).because == (law.PRIZE_DISPUTED,)
    assert desk.refused(ComplainOfPromotion(NAME, 1), desk.patron("ann")).because == (law.NOT_YOURS,)
    desk.do(ComplainOfPromotion(NAME, 1), desk.patron("bob"))
    assert desk.state.disputes[0].is_with_inspector
    close = ClosePromotionComplaint(NAME, 1, "the list is right")
    assert desk.refused(close, desk.boss).because, "the house does not end a complaint about itself"
    shows(law.PRIZE_DISPUTED, desk.refused(close._replace(finding=""), desk.inspector), game=game)
    desk.do(close, desk.inspector)
    shows(law.PRIZE_DISPUTED, desk.last, game=game)
    assert not desk.state.disputes[0].is_with_inspector
    shows(law.PRIZE_DISPUTED, desk.refused(close, desk.inspector), game=game)
    rows = SHEETS["complaints"](desk.store, desk.operator, desk.clock().date().replace(day=1)).rows
    assert [row["state"] for row in rows] == ["raised", "final", "complaint", "closed"]
    assert rows[0]["about"] == "my entries are missing" and rows[1]["rulings"] == ["the list stands"]


# Postponed and cancelled.

POSTPONED, CANCELLED = (f"Tell the regulator that the promotion is {what}." for what in ("postponed", "cancelled"))


@pytest.mark.parametrize("game", GAMES)
def test_draw_compromised(desk_of: DeskOf, game: str) -> None:
    desk, is_star = desk_of(game), game.startswith("star")
    desk.register("ann")
    desk.open()
    desk.played(ann=1)
    shows(law.DRAW_COMPROMISED, desk.refused(PostponePromotion(NAME, "")), game=game)
    desk.do(PostponePromotion(NAME, "entries were copied"))
    shows(law.DRAW_COMPROMISED, desk.last, game=game)
    if is_star:
        shows(law.COMPROMISE_TOLD, desk.last, game=game)
        desk.wait(48)
        assert duties(desk, late=False) == [POSTPONED], "48 hours are not over yet"
        desk.wait(seconds=1)
        assert duties(desk, late=True) == [POSTPONED]
        desk.do(TellRegulator(NAME, "the inspector, by telephone"))
        shows(law.COMPROMISE_TOLD, desk.last, game=game)
    assert duties(desk) == []
    desk.clock.at = START + 100 * HOUR

    shows(law.DRAW_COMPROMISED, desk.refused(SealEntries(NAME)), game=game)
    shows(law.DRAW_COMPROMISED, desk.refused(ResumePromotion(NAME, "")), game=game)
    desk.do(ResumePromotion(NAME, "the copies were found and left out"))
    shows(law.DRAW_COMPROMISED, desk.refused(ResumePromotion(NAME, "again")), game=game)
    desk.do(SealEntries(NAME))
    desk.do(CancelPromotion(NAME, "they were not all found"))
    assert duties(desk) == [CANCELLED]
    shows(law.COMPROMISE_TOLD if is_star else law.CANCELLATION_TOLD, desk.last, game=game)
    desk.do(TellRegulator(NAME, "the inspector"))
    shows(law.COMPROMISE_TOLD if is_star else law.CANCELLATION_TOLD, desk.last, game=game)
    assert duties(desk) == []
    assert desk.refused(TellRegulator(NAME, "again")).because == (law.ONCE,)
    assert desk.refused(PostponePromotion(NAME, "x")).because == (law.PROMOTION_STAGE,)


def test_a_promotion_with_a_prize_given_is_not_cancelled(desk_of: DeskOf) -> None:
    desk = desk_of(PONTOON)
    desk.drawn("ann")
    desk.do(ClaimPrize(NAME, "ann", 1))
    desk.do(award(desk))
    assert desk.refused(CancelPromotion(NAME, "too late")).because == (law.PROMOTION_STAGE,)
