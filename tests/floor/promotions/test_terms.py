"""Terms on the floor: the builder, the regulator before the start, and changes after it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from floor.promotions.desk import HOUR, NAME, START, Desk
from pitboss import law
from pitboss.floor.promotions.integrity import open_duties
from pitboss.floor.promotions.terms import (
    AmendTerms,
    ApproveAmendment,
    AskTerms,
    DeclineAmendment,
    NoteMarketing,
    OpenPromotion,
    RemovePrize,
    SetTerms,
    SubmitTerms,
    terms_address,
)
from pitboss.play import Refused
from support import BOTH, CROWN, MISSISSIPPI, STAR, STAR_MS, ULTIMATE, shows

PONTOON = "star-pontoon"
GAMES = (PONTOON, *BOTH, *MISSISSIPPI, ULTIMATE)
SENT = (PONTOON, STAR_MS)
"""The games whose documents want the terms to be sent before the start."""
DeskOf = Callable[..., Desk]


def duties(desk: Desk) -> list[str]:
    return [duty.words for duty in open_duties(desk.state, desk.clock())]


@pytest.mark.parametrize("game", GAMES)
def test_a_promotion_is_released_on_complete_terms(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.write(manner="")
    shows(law.TERMS_MANNER, desk.refused(SubmitTerms(NAME)), game=game)
    shows(law.TERMS_MANNER, desk.refused(OpenPromotion(NAME)), game=game)
    desk.write()
    desk.do(SubmitTerms(NAME))
    desk.do(OpenPromotion(NAME))
    opened = desk.last
    shows(law.PRIZES_OFFERED, opened, game=game)
    shows(law.TERMS_WRITTEN, opened, game=game)
    if game.startswith("star"):
        shows(law.PRIZES_BY_CHANCE, opened, game=game)
    assert desk.refused(OpenPromotion(NAME)).because == (law.PROMOTION_STAGE,)


def test_what_is_still_missing_is_told_as_terms_are_written(desk: Desk) -> None:
    reply = desk.do(SetTerms(NAME, "Spring draw", (PONTOON,), manner="by a draw"))
    assert "Say who is eligible." in reply["missing"] and "Say how the prizes are awarded." not in reply["missing"]
    assert desk.refused(SetTerms("a b", "x", (PONTOON,))).because == (law.PROMOTION_STAGE,)
    assert desk.refused(SetTerms(NAME, "x", (CROWN,))).because == (law.PROMOTION_STAGE,)
    assert desk.refused(SetTerms(NAME, "x", (PONTOON,), closes_at="soon")).because == (law.PROMOTION_STAGE,)


def test_a_barred_prize_is_refused_as_it_is_put_in(desk_of: DeskOf) -> None:
    desk = desk_of(STAR_MS)
    desk.write(prizes=())
    for changes, key in (
        ({"contains": ("tobacco",)}, law.NO_TOBACCO),
        ({"liquor_ml": 20_001}, law.LIQUOR_AT_MOST),
        ({"kind": "money", "paid_by": ("cash",)}, law.NO_CASH_PRIZES),
        ({"kind": "casino dollars", "alternative_cents": 1}, law.ALTERNATIVE_STATED),
    ):
        with pytest.raises(Refused) as error:
            desk.put(**changes)
        assert key in error.value.because
    assert not desk.state.draft.prizes
    desk.put(kind="vehicle", value_cents=60_000_00)
    assert [each.kind for each in desk.state.draft.prizes] == ["vehicle"], "its details may be added later"
    desk.do(RemovePrize(NAME, 1))
    assert not desk.state.draft.prizes
    assert desk.refused(RemovePrize(NAME, 1)).because == (law.PROMOTION_STAGE,)


@pytest.mark.parametrize("game", SENT)
def test_terms_sent_before(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.write()
    assert duties(desk) == ["Give the regulator the terms."]
    shows(law.TERMS_SENT_BEFORE, desk.refused(OpenPromotion(NAME)), game=game)
    desk.clock.at = START + 24 * HOUR + timedelta(microseconds=1)
    desk.do(SubmitTerms(NAME))
    shows(law.TERMS_SENT_BEFORE, desk.last, game=game)
    shows(law.TERMS_SENT_BEFORE, desk.refused(OpenPromotion(NAME)), game=game)
    desk.write(starts_at=desk.at(49))
    shows(law.TERMS_SENT_BEFORE, desk.refused(OpenPromotion(NAME)), game=game)


@pytest.mark.parametrize("game", SENT)
def test_exactly_24_hours_before_the_start_is_enough(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.write()
    desk.clock.at = START + 24 * HOUR
    desk.do(SubmitTerms(NAME))
    desk.do(OpenPromotion(NAME))
    assert duties(desk) == []


@pytest.mark.parametrize("game", [game for game in GAMES if game not in SENT])
def test_other_documents_want_no_terms_before_the_start(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.write()
    desk.do(OpenPromotion(NAME))
    assert desk.state.is_open


def test_a_promotion_that_counts_games_of_several_documents_is_bound_by_each(desk_of: DeskOf) -> None:
    desk = desk_of(STAR, STAR_MS)
    desk.write()
    refusal = desk.refused(OpenPromotion(NAME))
    assert law.TERMS_SENT_BEFORE in refusal.because and {"C40", "M40"} <= set(refusal.because)


def test_entries_of_a_promotion_that_is_released_late_are_not_closed(desk_of: DeskOf) -> None:
    desk = desk_of(STAR)
    desk.write()
    desk.clock.at = START + 72 * HOUR
    shows(law.TERMS_CLOSING, desk.refused(OpenPromotion(NAME)), game=STAR)


@pytest.mark.parametrize("game", [game for game in GAMES if game.startswith("crown")])
def test_terms_on_request(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.open()
    desk.do(AskTerms(NAME), desk.inspector)
    shows(law.TERMS_ON_REQUEST, desk.last, game=game)
    assert duties(desk) == ["Give the regulator the terms that it asked for."]
    assert desk.refused(AskTerms(NAME), desk.inspector).because == (law.ONCE,)
    assert desk.refused(AskTerms(NAME)).words.startswith("Only the inspector")
    desk.do(SubmitTerms(NAME))
    shows(law.TERMS_ON_REQUEST, desk.last, game=game)
    assert duties(desk) == []


def test_change_sent(desk_of: DeskOf) -> None:
    """Mississippi Stud: changed terms hold at once, and are sent again."""
    desk = desk_of(STAR_MS)
    desk.open()
    desk.write(claiming="at the cage")
    assert desk.state.terms.claiming == "at the desk"
    desk.do(AmendTerms(NAME, "the desk moves"))
    shows(law.CHANGE_SENT, desk.last, game=STAR_MS)
    assert desk.state.terms.claiming == "at the cage"
    assert duties(desk) == ["Send the changed terms to the regulator."]
    desk.do(SubmitTerms(NAME))
    shows(law.CHANGE_SENT, desk.last, game=STAR_MS)
    assert duties(desk) == []
    desk.write(claiming="at the desk")
    desk.do(AmendTerms(NAME, "the desk moves back"))
    assert duties(desk) == [], "the regulator has these terms from before"


@pytest.mark.parametrize("game", SENT)
def test_terms_that_change_before_the_start_are_sent_24_hours_before_it(desk_of: DeskOf, game: str) -> None:
    """Otherwise a promotion could be released on terms that were sent, and start on others."""
    desk = desk_of(game)
    desk.write()
    desk.do(SubmitTerms(NAME))
    desk.do(OpenPromotion(NAME))
    desk.clock.at = START + 24 * HOUR + timedelta(microseconds=1)
    desk.write(claiming="at the cage")
    order: Any = AmendTerms(NAME, "the desk moves")
    by = desk.boss
    if game == PONTOON:
        desk.do(order)
        order, by = ApproveAmendment(NAME), desk.inspector
    desk.do(SubmitTerms(NAME))
    shows(law.TERMS_SENT_BEFORE, desk.last, game=game)
    shows(law.TERMS_SENT_BEFORE, desk.refused(order, by), game=game)
    assert desk.state.terms.claiming == "at the desk"
    desk.clock.at = START + 48 * HOUR
    desk.do(order, by)
    assert desk.state.terms.claiming == "at the cage", "after the start a change is sent as soon as possible"


def test_a_change_before_the_start_that_was_sent_in_time_holds(desk_of: DeskOf) -> None:
    desk = desk_of(STAR_MS)
    desk.write()
    desk.do(SubmitTerms(NAME))
    desk.do(OpenPromotion(NAME))
    desk.write(claiming="at the cage")
    shows(law.TERMS_SENT_BEFORE, desk.refused(AmendTerms(NAME, "the desk moves")), game=STAR_MS)
    desk.do(SubmitTerms(NAME))
    desk.do(AmendTerms(NAME, "the desk moves"))
    assert desk.state.terms.claiming == "at the cage" and duties(desk) == []


def test_change_approved(desk: Desk) -> None:
    """Pontoon (P20): no change is live before it is approved, and it is sent at once."""
    desk.open()
    desk.write(claiming="at the cage")
    desk.do(AmendTerms(NAME, "the desk moves"))
    shows(law.CHANGE_APPROVED, desk.last, game=PONTOON)
    shows(law.CHANGE_SENT, desk.last, game=PONTOON)
    assert desk.state.terms.claiming == "at the desk"
    shows(law.CHANGE_SENT, desk.refused(ApproveAmendment(NAME), desk.inspector), game=PONTOON)
    assert duties(desk) == ["Send the changed terms to the regulator."]
    desk.do(SubmitTerms(NAME))
    shows(law.CHANGE_SENT, desk.last, game=PONTOON)
    assert duties(desk) == [] and desk.state.terms.claiming == "at the desk"
    assert desk.refused(ApproveAmendment(NAME)).because == (law.CHANGE_APPROVED,), "the house cannot approve it"
    desk.do(ApproveAmendment(NAME), desk.inspector)
    shows(law.CHANGE_APPROVED, desk.last, game=PONTOON)
    assert desk.state.terms.claiming == "at the cage"
    assert desk.refused(ApproveAmendment(NAME), desk.inspector).because == (law.PROMOTION_STAGE,)


def test_a_change_that_is_declined_changes_nothing(desk: Desk) -> None:
    desk.open()
    desk.write(claiming="at the cage")
    desk.do(AmendTerms(NAME, "the desk moves"))
    desk.do(DeclineAmendment(NAME, "too late"), desk.inspector)
    assert desk.state.terms.claiming == desk.state.draft.claiming == "at the desk"
    assert desk.refused(AmendTerms(NAME, "again")).because == (law.PROMOTION_STAGE,)


@pytest.mark.parametrize("game", [STAR, CROWN])
def test_where_no_document_says_otherwise_a_change_holds_at_once(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.open()
    desk.write(claiming="at the cage")
    desk.do(AmendTerms(NAME, "the desk moves"))
    assert desk.state.terms.claiming == "at the cage" and duties(desk) == []


@pytest.mark.parametrize("game", GAMES)
def test_marketing_refers_to_the_terms(desk_of: DeskOf, game: str) -> None:
    desk = desk_of(game)
    desk.open()
    shows(law.TERMS_WRITTEN, desk.refused(NoteMarketing(NAME, "poster", "Win a hamper!")), game=game)
    desk.do(NoteMarketing(NAME, "poster", f"Win a hamper! Terms: {terms_address(desk.operator, NAME)}"))
    shows(law.TERMS_WRITTEN, desk.last, game=game)
    assert len(desk.state.marketing) == 1
