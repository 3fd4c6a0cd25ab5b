"""Forms of the pit whose fields are set, left out or read together; and the form that opens a table."""

from typing import Any

import pytest
from starlette.datastructures import FormData

from pitboss.floor.cashier.approvals import AskApproval
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.forms import PIT
from pitboss.floor.tables.decks import InspectCards, SecureDecks
from pitboss.floor.tables.limits_sign import AnnounceLimits, ChangeLimits, SetMaximumPayout, SetOwnLimits
from pitboss.floor.tables.state import Stack, UnopenedState
from pitboss.games import make_game
from pitboss.law.rules import Rules
from pitboss.play.terms import Limits
from pitboss.web.pages.form_fields import Fields
from pitboss.web.pages.form_pages import forms_of
from pitboss.web.pages.forms import FormContext, Unreadable, read_form
from pitboss.web.pages.opening import form_data, read_opening

SCENE = FormContext(Actor("star", "boss", "gaming-manager"), PIT, UnopenedState(), {"table": "7"})
LIMITS = {"least-ante": "50", "most-ante": "500"}
CASES: list[tuple[str, dict[str, str], Any]] = [
    ("ask-fill", {"stacks-500": "10", "stacks-100": ""}, AskApproval("7", "fill", stacks=(Stack(500, 10),))),
    ("ask-void-slip", {"year": "2026", "number": "3", "reason": "r"}, AskApproval("7", "void slip", "r", (), 2026, 3)),
    ("ask-drop", {"cents": "1,250.50"}, AskApproval("7", "drop", cents=125_050)),
    (
        "announce-limits",
        LIMITS | {"at": "2026-03-02T21:30"},
        AnnounceLimits("7", {"ante": Limits(5_000, 50_000)}, "2026-03-02T10:30:00.000000Z"),
    ),
    ("change-limits", LIMITS | {"reason": "r"}, ChangeLimits("7", {"ante": Limits(5_000, 50_000)}, "r")),
    ("change-limits-keep", LIMITS | {"reason": "r"}, ChangeLimits("7", {"ante": Limits(5_000, 50_000)}, "r", True)),
    ("announce-kept-ends", {}, AnnounceLimits("7")),
    ("end-own-limits", {"patron": "ann", "reason": "r"}, SetOwnLimits("7", "ann", {}, "r")),
    ("set-maximum-payout", {"cents": "50000", "reason": "r"}, SetMaximumPayout("7", 5_000_000, "r")),
    ("set-maximum-payout", {"cents": "", "reason": "r"}, SetMaximumPayout("7", None, "r")),
    ("inspect-cards", {"how": "by device"}, InspectCards("7", "by device")),
    ("bring-decks", {"pack": "seal 12"}, InspectCards("7", pack="seal 12")),
    ("secure-decks", {"pack": "seal 12", "pre_shuffled": "angel"}, SecureDecks("7", "seal 12", pre_shuffled="angel")),
]
UNCLEAR: list[tuple[str, dict[str, str], str]] = [
    ("decline", {"request": "request-4"}, "reason"),
    ("ask-fill", {"stacks-500": "ten"}, "stacks"),
    ("ask-fill", {}, "stacks"),
    ("ask-void-slip", {"year": "the last", "number": "3", "reason": "r"}, "year"),
    ("ask-drop", {"cents": "much"}, "cents"),
    ("change-limits", {"reason": "r"}, "limits"),
    ("change-limits", LIMITS, "reason"),
    ("take-post", {"post": "barman"}, "post"),
    ("inspect-cards", {"how": "by eye"}, "how"),
    ("secure-decks", {"pack": "seal 12", "pre_shuffled": "a friend"}, "pre_shuffled"),
]


@pytest.mark.parametrize(("do", "fields", "command"), CASES)
def test_a_form_is_its_command(do: str, fields: dict[str, str], command: Any) -> None:
    offer = forms_of(SCENE).offers[do]
    assert offer.command(**read_form(offer, FormData(fields), SCENE)) == command


@pytest.mark.parametrize(("do", "fields", "wrong"), UNCLEAR)
def test_a_form_that_cannot_be_read_says_where(do: str, fields: dict[str, str], wrong: str) -> None:
    with pytest.raises(Unreadable) as no:
        read_form(forms_of(SCENE).offers[do], FormData(fields), SCENE)
    assert list(no.value.errors) == [wrong]


@pytest.mark.parametrize(("game", "has"), [("star-mississippi-stud", False), ("star-caribbean-stud", True)])
def test_the_form_that_opens_a_table_offers_a_maximum_payout_where_the_edition_has_one(game: str, has: bool) -> None:
    said = FormData({"least-ante": "25", "most-ante": "500", "payout": "50000", "floor-ante": "" if has else "5"})
    assert form_data(game, "gaming-manager", Fields(FormData()))["has_maximum_payout"] is has
    command = read_opening(Fields(said), "7", game, {})
    assert (make_game(Rules.of(game), command.terms).check_terms() is None) is has
