"""Disputes: ruled on by the rank that each house names, reviewed by another and a higher one, then an inspector."""

from collections.abc import Callable

import pytest

from floor.tables.pit import CROWNS, GAMES, STARS, Pit
from pitboss import law
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.disputes import (
    AcceptRuling,
    AskReview,
    CloseComplaint,
    LodgeComplaint,
    RaiseDispute,
    RuleOnDispute,
)
from pitboss.floor.tables.state import CLOSED, COMPLAINT, FINAL, RAISED, REVIEW, RULED, DisputeRuled
from pitboss.report.returns import SHEETS
from support import STAR, shows

Pits = Callable[[str], Pit]


def raised(pit: Pit) -> str:
    pit.open()
    name: str = pit.do(pit.patron("Ann"), RaiseDispute("7", "Ann", 1, "my Ante was taken"))["dispute"]
    return name


def status(pit: Pit) -> str:
    return pit.state.disputes[0].status


def ruled(pit: Pit) -> DisputeRuled:
    event = pit.events(DisputeRuled)[-1]
    assert isinstance(event, DisputeRuled)
    return event


@pytest.mark.parametrize("game", STARS)
def test_star_has_a_first_ruling_a_review_and_the_operator(pits: Pits, game: str) -> None:
    pit = pits(game)
    name = raised(pit)
    assert status(pit) == RAISED
    shows(law.DISPUTE_RULED, pit.refused(pit.dealer, RuleOnDispute("7", name, "it stands")), game=game)
    assert law.DISPUTE_RULED in pit.refused(pit.patron("Ann"), AskReview("7", name)).because
    reply = pit.do(pit.supervisor, RuleOnDispute("7", name, "it stands"))
    assert status(pit) == RULED and not reply["final"] and not reply["told"]
    shows(law.DISPUTE_RULED, ruled(pit), game=game)
    assert law.DISPUTE_REVIEWED in pit.refused(pit.boss, RuleOnDispute("7", name, "unasked")).because
    assert law.DISPUTE_REVIEWED in pit.refused(pit.patron("Ann"), LodgeComplaint("7", name)).because
    assert law.NOT_YOURS in pit.refused(pit.patron("Bob"), AskReview("7", name)).because
    pit.do(pit.patron("Ann"), AskReview("7", name))
    assert status(pit) == REVIEW
    shows(law.DISPUTE_REVIEWED, pit.refused(pit.patron("Ann"), LodgeComplaint("7", name)), game=game)
    shows(law.DISPUTE_REVIEWED, pit.refused(pit.supervisor, RuleOnDispute("7", name, "still")), game=game)
    equal = Actor("star", "gaming-supervisor-2", "gaming-supervisor")
    assert law.DISPUTE_REVIEWED in pit.refused(equal, RuleOnDispute("7", name, "another, but no higher")).because
    pit.do(pit.manager, RuleOnDispute("7", name, "it stands"))
    pit.do(pit.patron("Ann"), AskReview("7", name))
    reply = pit.do(pit.boss, RuleOnDispute("7", name, "it stands"))
    assert status(pit) == FINAL and reply["final"] and "inspector" in reply["told"]
    shows(law.COMPLAINT_TOLD, ruled(pit), game=game)
    assert law.COMPLAINT_TOLD in pit.refused(pit.patron("Ann"), AskReview("7", name)).because


@pytest.mark.parametrize("game", CROWNS)
def test_crowns_area_manager_is_final(pits: Pits, game: str) -> None:
    pit = pits(game)
    name = raised(pit)
    shows(law.DISPUTE_RULED, pit.refused(pit.supervisor, RuleOnDispute("7", name, "no")), game=game)
    reply = pit.do(pit.manager, RuleOnDispute("7", name, "no"))
    assert reply["final"] and "inspector" in reply["told"]
    shows(law.COMPLAINT_TOLD, ruled(pit), game=game)
    shows(law.COMPLAINT_TOLD, pit.refused(pit.patron("Ann"), AskReview("7", name)), game=game)


@pytest.mark.parametrize("game", GAMES)
def test_a_complaint_goes_to_an_inspector(pits: Pits, game: str) -> None:
    pit = pits(game)
    name = raised(pit)
    pit.do(pit.boss, RuleOnDispute("7", name, "no"))  # no person is higher: at The Star this is final too
    assert status(pit) == FINAL
    pit.refused(pit.inspector, CloseComplaint("7", name, "nothing lies here"))
    pit.do(pit.patron("Ann"), LodgeComplaint("7", name, "it was wrong"))
    assert status(pit) == COMPLAINT
    shows(law.COMPLAINT_TOLD, pit.refused(pit.boss, CloseComplaint("7", name, "no")), game=game)
    pit.do(pit.inspector, CloseComplaint("7", name, "the ruling was right"))
    assert status(pit) == CLOSED
    (row,) = SHEETS["complaints"](pit.store, pit.operator, pit.clock().date().replace(day=1)).rows
    assert (row["table"], row["player"], len(row["rulings"])) == ("7", "Ann", 1) and row["rulings"][0].endswith(": no")


def test_whoever_is_content_ends_it(pits: Pits) -> None:
    pit = pits(STAR)
    name = raised(pit)
    pit.refused(pit.patron("Bob"), RaiseDispute("7", "Ann", 1, "on her behalf"))
    pit.refused(pit.patron("Ann"), RaiseDispute("7", "Ann", 1, ""))
    pit.refused(pit.patron("Ann"), AcceptRuling("7", name))
    pit.do(pit.supervisor, RuleOnDispute("7", name, "paid again"))
    pit.do(pit.patron("Ann"), AcceptRuling("7", name))
    assert status(pit) == CLOSED
    pit.refused(pit.patron("Ann"), AskReview("7", name))
    pit.refused(pit.patron("Ann"), AskReview("7", "dispute-99"))


def test_a_dispute_outlives_the_closing_of_its_table(pits: Pits) -> None:
    pit = pits(STAR)
    name = raised(pit)
    pit.close()
    pit.do(pit.boss, RuleOnDispute("7", name, "no"))
    pit.open()
    assert status(pit) == FINAL
