"""Forms follow from commands: what each asks, how it is read, and that every command has its place."""

import re
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_type_hints

import pytest
from starlette.datastructures import FormData

import pitboss
from pitboss.floor.people.permission import permissions
from pitboss.floor.service.commands import Actor
from pitboss.floor.service.forms import ITEM, PIT, CommandForm, FieldPrompt
from pitboss.floor.tables.state import Stack, UnopenedState
from pitboss.value import Value, log_name
from pitboss.web.api.orders import ordered_kinds
from pitboss.web.pages.forms import FormContext, OfferedForm, Unreadable, offers_of, read_form
from web.clients import House
from web.forms import look
from web.test_meters import open_grand

WHO = Actor("star", "gaming-supervisor", "gaming-supervisor")


class Asking(Value, tag="Approve"):
    """Ask for one of everything."""

    forms: ClassVar = (CommandForm("All of it", name="all-of-it"),)
    table: str
    patron: str
    stacks: tuple[Stack, ...]
    prize_cents: int
    way: Literal["in", "out"]
    colour: Annotated[str, FieldPrompt("Colour of the chips", among={"r": "red", "g": "green"})]
    is_open: bool
    at: Annotated[str, FieldPrompt(kind="moment")] = ""
    areas: tuple[int, ...] = ()
    limit_cents: int | None = None
    approver: Actor | None = None


SCENE = FormContext(WHO, PIT, UnopenedState(), {"table": "7"})
SAID = {
    "patron": "ann",
    "stacks-500": "10",
    "stacks-100": "",
    "prize_cents": "1,250.50",
    "way": "in",
    "colour": "r",
    "is_open": "no",
    "at": "2026-03-02T21:30",
    "areas": "3, 4",
}


def asked(**said: str) -> Any:
    (offer,) = offers_of((Asking,)).values()
    return Asking(**read_form(offer, FormData(SAID | said), SCENE))


def test_each_type_is_read_as_what_it_is() -> None:
    at = "2026-03-02T10:30:00.000000Z"
    assert asked() == Asking("7", "ann", (Stack(500, 10),), 125_050, "in", "r", False, at, (3, 4))
    assert (
        asked(limit_cents="20", is_open="yes")._asdict() | {"limit_cents": 2_000, "is_open": True}
        == asked(limit_cents="20", is_open="yes")._asdict()
    )


@pytest.mark.parametrize(
    ("field", "said", "words"),
    [
        ("patron", "", "Name the player."),
        ("stacks", "ten", "ten is not a number."),
        ("prize_cents", "much", "much is not an amount in dollars and whole cents."),
        ("prize_cents", "", "Prize: fill this in."),
        ("way", "sideways", "sideways is not among the choices."),
        ("colour", "", "Colour of the chips: fill this in."),
        ("at", "tomorrow", "tomorrow"),
        ("areas", "the left ones", "the left ones is not a list of areas"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(field: str, said: str, words: str) -> None:
    name = "stacks-500" if field == "stacks" else field
    with pytest.raises(Unreadable) as no:
        asked(**{name: said})
    assert list(no.value.errors) == [field] and words in no.value.errors[field]


def test_every_fault_is_said_at_once() -> None:
    with pytest.raises(Unreadable) as no:
        asked(patron="", way="", **{"stacks-500": ""})
    assert list(no.value.errors) == ["patron", "stacks", "way"]


OWN = {
    "OpenTable": "the form that opens a table",
    "TakeAct": "the table page and the console",
    "DealOn": "the console",
    "CorrectRound": "corrections, in the pit and on the console",
    "StateIrregularity": "the console's page of what went wrong",
    "VoidRound": "the page that voids",
    "CallSupervisor": "the table page and the console",
    "LeaveTable": "the table page",
    "PractiseAlone": "the lobby",
    "NoteMispayment": "the register of mis-payments",
    "FollowMispayment": "the register of mis-payments",
    "Hire": "the people's page",
    "ChangeRank": "the people's page",
    "LetGo": "the people's page",
    "TakeBackKeyed": "the console",
}
"""Commands with a template of their own, and where it is."""
BY_DEVICES = {"ReadCards": "a shoe or a camera sends it, through the API"}
NOT_FOR_PEOPLE = {
    "FallDue": "the clock puts signs into force",
    "LapseDecisions": "the clock's own",
}


def test_every_command_that_people_may_give_has_a_screen() -> None:
    """Each command has a form that can be asked and read, or a template of its own that names it, or a reason."""
    commands = tuple(ordered_kinds())
    pages = Path(pitboss.__file__).parent / "web"
    code = "\n".join(path.read_text() for path in pages.rglob("*.py"))
    for command in commands:
        name = log_name(command)
        assert bool(command.forms) is (name not in {*OWN, *NOT_FOR_PEOPLE, *BY_DEVICES}), name
        if name in NOT_FOR_PEOPLE:
            assert "system" in permissions()[name].roles
        elif name in OWN:
            assert re.search(rf"\b{command.__name__}\(", code), f"{name} is sent by no page"
        else:
            assert all(field.kind for offer in offers_of((command,)).values() for field in offer.fields.values()), name


def drawn(house: House) -> set[str]:
    """The forms that the pages draw, as people of every rank see them, or name in their templates."""
    open_grand(house)
    templates = (Path(pitboss.__file__).parent / "web" / "pages" / "templates").glob("*.html")
    named = {name for path in templates for name in re.findall(r'ask\("([a-z-]+)"', path.read_text())}
    seen = [("gaming-manager", path) for path in ("/patrons", "/patrons/ann", "/pit/tables/2", "/tables/2/cashier")]
    draft = {"game": "star-pontoon", "title": "The cup"}
    house.as_("star", "gaming-manager").order("/api/tournaments/cup/draft-tournament", draft)
    seen += [("gaming-manager", path) for path in ("/tournaments/cup/builder", "/tournaments/cup/desk")]
    seen.append(("gaming-manager", "/pit/meters/grand"))
    seen += [("ann", path) for path in ("/account", "/tables/2/cashier", "/tables/2/disputes")]
    house.as_("star", "gaming-manager").order("/api/promotions/spring/set-terms", {"title": "Spring", "games": []})
    seen += [(who, path) for who in ("gaming-manager", "inspector") for path in ("/promotions", "/promotions/spring")]
    texts = [look(house.as_("star", who), path).text for who, path in seen]
    return named | {name for text in texts for name in re.findall(r'name="do" value="([a-z-]+)"', text)}


def test_every_form_stands_on_a_page(house: House) -> None:
    offers = offers_of(tuple(ordered_kinds()))
    shown = drawn(house)
    own = {*OWN, *NOT_FOR_PEOPLE}
    missing = [name for name, offer in offers.items() if log_name(offer.command) not in own and name not in shown]
    assert [name for name in missing if offers[name].form.needs is None and ITEM not in offers[name].form.places] == []


def test_a_field_has_one_name_and_a_form_one_address() -> None:
    commands = tuple(ordered_kinds())
    names = [OfferedForm(command, form).name for command in commands for form in command.forms]
    assert len(names) == len(set(names))
    for command in commands:  # what stands beside a field is a declaration of ours
        hints = get_type_hints(command, include_extras=True).values()
        assert all(isinstance(said, FieldPrompt) for hint in hints for said in getattr(hint, "__metadata__", ())), (
            command
        )
