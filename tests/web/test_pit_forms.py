"""Every form of the pit stands for one command of the floor; what cannot be read is said in words."""

from typing import Any

import pytest
from starlette.datastructures import FormData

from pitboss.floor.cashier.approvals import Approve, AskApproval, Decline
from pitboss.floor.patrons.commands import KeepApart, LetTogether
from pitboss.floor.service.commands import CloseTable
from pitboss.floor.tables.calls import AcknowledgeAlert
from pitboss.floor.tables.collusion import EnglishOnly, SuspectsFirst
from pitboss.floor.tables.decks import HandShuffle, InspectCards, RiffleCards, SecureDecks
from pitboss.floor.tables.devices import ReportDevice, TakeOverDevice
from pitboss.floor.tables.disputes import RuleOnDispute
from pitboss.floor.tables.events import Stack
from pitboss.floor.tables.notices import AnnounceClosing, AnnounceLimits, TakeDownNotice
from pitboss.floor.tables.orders import (
    LiftRestriction,
    LimitPeople,
    OrderCards,
    ReserveAreas,
    Restrict,
    SetPermission,
    Tell,
)
from pitboss.floor.tables.posts import TakePost
from pitboss.floor.tables.rulings import RuleOn
from pitboss.floor.tables.seats import Vacate
from pitboss.floor.tables.signs import ChangeLimits, SetMaximumPayout, SetOwnLimits
from pitboss.floor.tables.state import UnopenedState
from pitboss.games import make_game
from pitboss.law.rules import Rules
from pitboss.play.terms import Limits
from pitboss.web.pages.fields import Fields
from pitboss.web.pages.opening_form import form_data, read_offered
from pitboss.web.pages.pit_forms import MADE, command_of
from pitboss.web.pages.playing import Unclear

CASES: list[tuple[str, dict[str, str], Any]] = [
    ("acknowledge", {"alert": "alert-4", "words": "seen to"}, AcknowledgeAlert("7", "alert-4", "seen to")),
    ("approve", {"request": "request-4"}, Approve("7", "request-4")),
    ("decline", {"request": "request-4", "reason": "no"}, Decline("7", "request-4", "no")),
    ("rule", {"need": "n", "option": "burn", "reason": "r"}, RuleOn("7", "n", "burn", "r")),
    ("rule-dispute", {"dispute": "d", "ruling": "stands"}, RuleOnDispute("7", "d", "stands")),
    ("fill", {"chip-500": "10", "chip-100": ""}, AskApproval("7", "fill", stacks=(Stack(500, 10),))),
    ("credit", {"chip-500": "10"}, AskApproval("7", "credit", stacks=(Stack(500, 10),))),
    ("void-slip", {"slip": "2026-3", "reason": "r"}, AskApproval("7", "void slip", "r", year=2026, number=3)),
    ("drop", {"dollars": "1,250.50"}, AskApproval("7", "drop", cents=125_050)),
    (
        "limits",
        {"least-ante": "50", "most-ante": "500", "how": "notice", "at": "2026-03-02T21:30"},
        AnnounceLimits("7", {"ante": Limits(5_000, 50_000)}, "2026-03-02T10:30:00.000000Z"),
    ),
    (
        "limits",
        {"least-ante": "50", "most-ante": "500", "how": "keep", "reason": "r"},
        ChangeLimits("7", {"ante": Limits(5_000, 50_000)}, "r", True),
    ),
    ("kept-ends", {}, AnnounceLimits("7")),
    (
        "own",
        {"patron": "ann", "least-ante": "25", "most-ante": "900", "reason": "r"},
        SetOwnLimits("7", "ann", {"ante": Limits(2_500, 90_000)}, "r"),
    ),
    ("own-ends", {"patron": "ann", "reason": "r"}, SetOwnLimits("7", "ann", {}, "r")),
    ("payout", {"dollars": "50000", "reason": "r"}, SetMaximumPayout("7", 5_000_000, "r")),
    ("payout", {"dollars": "", "reason": "r"}, SetMaximumPayout("7", None, "r")),
    ("announce-closing", {"rounds": "4"}, AnnounceClosing("7", "", 4)),
    ("take-down", {"notice": "notice-2", "reason": "r"}, TakeDownNotice("7", "notice-2", "r")),
    ("close", {"chip-2500": "3"}, CloseTable("7", (Stack(2_500, 3),))),
    ("post", {"post": "dealer", "person": "dealer-1"}, TakePost("7", "dealer", "dealer-1")),
    ("tell", {"who": "inspector", "about": "x", "patron": "ann"}, Tell("7", "inspector", "x", "ann")),
    ("restrict", {"patron": "ann", "rule": "held-to-minimum"}, Restrict("7", "ann", "held-to-minimum")),
    ("lift", {"patron": "ann"}, LiftRestriction("7", "ann")),
    ("reserve", {"patron": "ann", "areas": "3, 4"}, ReserveAreas("7", "ann", (3, 4))),
    ("people", {"bettors": "2"}, LimitPeople("7", 2, 0)),
    ("cards", {"what": "shuffle", "reason": "a doubt"}, OrderCards("7", "shuffle", "a doubt")),
    ("permission", {"rule": "split-again", "granted": "1"}, SetPermission("7", "split-again")),
    ("permission", {"rule": "split-again"}, SetPermission("7", "split-again", False)),
    ("vacate", {"patron": "ann"}, Vacate("7", "ann")),
    ("inspect", {"how": "by device"}, InspectCards("7", "by device")),
    ("inspect", {"pack": "seal 12"}, InspectCards("7", pack="seal 12")),
    ("hand-shuffle", {}, HandShuffle("7")),
    ("suspects-first", {"patron": "ann", "reason": "r"}, SuspectsFirst("7", ("ann",), "r")),
    ("suspects-first", {"reason": "r"}, SuspectsFirst("7", (), "r")),
    ("english", {"on": "1", "reason": "r"}, EnglishOnly("7", True, "r")),
    ("english", {"reason": "r"}, EnglishOnly("7", False, "r")),
    ("apart", {"patron": "ann", "other": "bob", "reason": "r", "apart": "1"}, KeepApart("ann", "bob", "r")),
    ("apart", {"patron": "ann", "other": "bob", "reason": "r", "apart": ""}, LetTogether("ann", "bob", "r")),
    ("device", {"person": "ann", "what": "a watch", "to": "police"}, ReportDevice("7", "ann", "a watch", "police")),
    ("take-over", {"report": "device-4", "officer": "Sgt. Lee"}, TakeOverDevice("7", "device-4", "Sgt. Lee")),
    ("riffle", {"patron": "ann"}, RiffleCards("7", "ann")),
    ("secure", {"pack": "seal 12", "pre-shuffled": "angel"}, SecureDecks("7", "seal 12", pre_shuffled="angel")),
]
UNCLEAR: list[tuple[str, dict[str, str]]] = [
    ("nothing", {}),
    ("decline", {"request": "request-4"}),
    ("fill", {"chip-500": "ten"}),
    ("void-slip", {"slip": "the last", "reason": "r"}),
    ("drop", {"dollars": "much"}),
    ("limits", {"how": "now"}),
    ("limits", {"least-ante": "50", "how": "some time"}),
    ("limits", {"least-ante": "50", "how": "now"}),
    ("limits", {"least-ante": "50", "how": "notice", "at": "tomorrow"}),
    ("post", {"post": "barman"}),
    ("reserve", {"patron": "ann", "areas": "the left ones"}),
    ("restrict", {"rule": "held-to-minimum"}),
    ("inspect", {"how": "by eye"}),
    ("riffle", {}),
    ("suspects-first", {"patron": "ann"}),
    ("apart", {"patron": "ann", "reason": "r"}),
    ("device", {"person": "ann"}),
    ("take-over", {"report": "device-4"}),
    ("secure", {"pack": ""}),
    ("secure", {"pack": "seal 12", "pre-shuffled": "a friend"}),
]


@pytest.mark.parametrize(("do", "fields", "command"), CASES)
def test_a_form_is_its_command(do: str, fields: dict[str, str], command: Any) -> None:
    assert command_of("7", Fields(FormData({"do": do} | fields)), UnopenedState()) == [command]


def test_every_form_is_tried() -> None:
    assert {do for do, *_ in CASES} == set(MADE)


@pytest.mark.parametrize(("do", "fields"), UNCLEAR)
def test_a_form_that_cannot_be_read_is_told_so(do: str, fields: dict[str, str]) -> None:
    assert isinstance(command_of("7", Fields(FormData({"do": do} | fields)), UnopenedState()), Unclear)


@pytest.mark.parametrize(("game", "has"), [("star-mississippi-stud", False), ("star-caribbean-stud", True)])
def test_the_form_that_opens_a_table_offers_a_maximum_payout_where_the_edition_has_one(game: str, has: bool) -> None:
    said = FormData({"least-ante": "25", "most-ante": "500", "payout": "50000", "floor-ante": "" if has else "5"})
    assert form_data(game, "gaming-manager", Fields(FormData()))["has_maximum_payout"] is has
    command = read_offered(Fields(said), "7", game)
    assert (make_game(Rules.of(game), command.terms).check_terms() is None) is has
