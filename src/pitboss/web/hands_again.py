"""Hands to try again: the decisions at a practice table that cost its player something, each from the same cards, with
what every choice is worth once it is answered. Nothing of it is dealt or booked."""

from typing import Annotated, Any

from fastapi import Query, Request, Response

from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, FloorTable
from pitboss.messages import say
from pitboss.money import dollars
from pitboss.play.view import view
from pitboss.value import Value
from pitboss.web.api import problems
from pitboss.web.api.dependencies import Api, TheApi, TheTable, Who
from pitboss.web.api.table_data import viewer_of
from pitboss.web.lab_jobs.practice_notes import PracticeDecision
from pitboss.web.pages.felt import FeltSeen, felt
from pitboss.web.pages.form_fields import Fields
from pitboss.web.pages.rendering import PageRenderer, TheForm, TheRenderer
from pitboss.web.pages.table_view import GIVES_UP
from pitboss.web.practice import practice_round
from pitboss.web.resource import Site

Hand = Annotated[int, Query(ge=0, le=2**31, description="The number of a decision; 0 for the latest mistake.")]
site = Site("lab")


class ChoiceSeen(Value):
    """A choice at a hand that is tried again."""

    option: str
    units: int
    """How many units of the wager it puts up."""
    label: str


class MistakeSeen(Value):
    """A decision that cost something."""

    number: int
    round: int
    option: str
    cost_cents: int


class TryAgain(Value, kw_only=True):
    """A hand to try again, and those that wait."""

    table: str
    title: str
    waiting: list[MistakeSeen]
    """The mistakes that are still to be decided for the best, the latest first."""
    tried: int
    right: int
    hand: MistakeSeen | None
    choices: list[ChoiceSeen]
    felt: FeltSeen | None
    """What the player saw then."""
    chips_cents: tuple[int, ...]


def _seen(made: PracticeDecision) -> MistakeSeen:
    data = made.data()
    return MistakeSeen(made.number, data["round"], data["option"], round(data["cost_cents"]))


def _choices(made: PracticeDecision) -> list[ChoiceSeen]:
    """The choices of a decision, in the order in which the table offers them."""
    order = [option.name for option in made.need.options]
    found = [
        ChoiceSeen(each["option"], each["wager"], each["label"]) for each in (made.advice or {}).get("options", ())
    ]
    return sorted(
        found, key=lambda choice: (order.index(choice.option) if choice.option in order else 99, choice.units)
    )


@site.resource("/tables/{table}/again")
def try_again(api: TheApi, floor_table: TheTable, who: Who, hand: Hand = 0) -> TryAgain:
    """The hands of a practice table that the asker can try again, and one of them."""
    if who.role != PATRON:
        raise problems.NotAllowed("Only patrons practise.")
    game, note = practice_round(floor_table).game, api.practice.note(who, floor_table.stream.table)
    waiting = note.mistakes
    made = _find(api, floor_table, who, hand) if hand else next(iter(waiting), None)
    return TryAgain(
        table=floor_table.stream.table,
        title=game.rules.game.title,
        waiting=[_seen(each) for each in waiting],
        tried=len(note.tries),
        right=sum(note.tries),
        hand=_seen(made) if made is not None else None,
        choices=_choices(made) if made is not None else [],
        felt=felt(made.at, view(made.at, viewer_of(who))) if made is not None else None,
        chips_cents=game.terms.chips.denominations,
    )


def _find(api: Api, floor_table: FloorTable, who: Actor, number: int) -> PracticeDecision:
    for made in api.practice.note(who, floor_table.stream.table).decisions:
        if made.number == number and made.is_mistake:
            return made
    raise problems.NotFound("This hand is not remembered any more. Play on: your next mistakes are kept.")


def _more(renderer: PageRenderer, who: Actor, seen: TryAgain) -> dict[str, Any]:
    return {"name": seen.table, "answer": None, "gives_up": GIVES_UP}


page = try_again.page("again.html", more=_more)


@site.pages.post("/tables/{table}/again")
def answer(
    request: Request, renderer: TheRenderer, who: Who, floor_table: TheTable, form: TheForm, hand: Hand = 0
) -> Response:
    """Judge what a player takes this time."""
    api, fields = renderer.api, Fields(form)
    practice_round(floor_table)
    made = _find(api, floor_table, who, hand)
    option, _, units = fields.text("pick", 60).partition(":")
    options = (made.advice or {}).get("options", ())
    taken = next((each for each in options if (each["option"], str(each["wager"])) == (option, units)), None)
    if taken is None:
        raise problems.NotFound("This hand does not have this choice.")
    api.practice.note(who, floor_table.stream.table).try_again(made, is_best=not taken["cost"])
    seen = try_again(api, floor_table, who, made.number)
    return renderer.page(request, "again.html", **seen._asdict(), name=seen.table, answer=_tell_choice(made, taken))


def _tell_choice(made: PracticeDecision, taken: dict[str, Any]) -> dict[str, Any]:
    """The reply to a player's choice, with the value of each."""
    worth = [
        {"label": each["label"], "cents": each["value"] * made.unit_cents, "is_best": not each["cost"]}
        for each in sorted((made.advice or {})["options"], key=lambda each: -each["value"])
    ]
    cost = taken["cost"] * made.unit_cents
    if not cost:
        return {
            "is_best": True,
            "words": say("Right: {choice} is the best choice.", choice=taken["label"]),
            "worth": worth,
        }
    told = dollars(round(cost)) if cost >= 1 else say("less than a cent")
    words = say(
        "{choice} costs you {cost}. Best: {best}.",
        choice=taken["label"].capitalize(),
        cost=told,
        best=worth[0]["label"],
    )
    return {"is_best": False, "words": words, "worth": worth}
