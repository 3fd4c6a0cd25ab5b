"""What a person does to meet a rule, and at which page: the forms of the commands whose code checks it. No list by
clause is kept. A rule that what a duty's commands share checks is met wherever they have their forms; a rule of play is
met where acts are ordered, at the table, and one of what goes wrong where that is stated. Which page a place is, is
said once, here.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import pitboss.floor.duties  # noqa: F401  all commands are known
from pitboss.floor.jackpots.meters import METERS
from pitboss.floor.returns.sending import PLACE as RETURNS
from pitboss.floor.service import commands, forms
from pitboss.floor.tournaments import building, entries
from pitboss.games import ENGINES
from pitboss.law import Key
from pitboss.law.coverage import coverage as count_coverage
from pitboss.law.edition import Clause
from pitboss.messages import message, translate
from pitboss.report.code_places import CodePlace, Nearness, places_of
from pitboss.value import Value, log_name


class PlaceName(Value):
    """A page: its words and its address."""

    words: str
    address: str


TABLE = PlaceName(message("the table page"), "/tables/{table}")
CONSOLE = PlaceName(message("the dealer's console"), "/tables/{table}/console")
PIT = PlaceName(message("the table's page in the pit"), "/pit/tables/{table}")
INBOX = PlaceName(message("the pit"), "/pit")
IRREGULAR = PlaceName(message("the irregularity page of a table"), "/tables/{table}/irregular")
ROUND = PlaceName(message("a round's page in the pit"), "/pit/tables/{table}/rounds/{number}")
OPENING = PlaceName(message("the pit's page that opens a table"), "/pit/open")
PEOPLE = PlaceName(message("the people's page of the pit"), "/pit/people")
MISPAYMENTS = PlaceName(message("the register of mis-payments"), "/pit/mispayments")

PLACES: Mapping[str, PlaceName] = {
    forms.PIT: PIT,
    forms.ITEM: INBOX,
    forms.CASHIER: PlaceName(message("the cashier's page of a table"), "/tables/{table}/cashier"),
    forms.DISPUTES: PlaceName(message("the disputes of a table"), "/tables/{table}/disputes"),
    forms.PATRONS: PlaceName(message("the office"), "/patrons"),
    forms.PATRON: PlaceName(message("a patron's page in the office"), "/patrons/{patron}"),
    forms.ACCOUNT: PlaceName(message("a patron's own account"), "/account"),
    forms.PROMOTIONS: PlaceName(message("the promotions"), "/promotions"),
    forms.PROMOTION: PlaceName(message("a promotion's page"), "/promotions/{promotion}"),
    METERS: PlaceName(message("the meters"), "/pit/meters"),
    RETURNS: PlaceName(message("the returns"), "/returns"),
    building.FRONT: PlaceName(message("the tournaments"), "/tournaments"),
    building.BUILDER: PlaceName(message("a tournament's builder"), "/tournaments/{tournament}/builder"),
    building.DESK: PlaceName(message("a tournament's desk"), "/tournaments/{tournament}/desk"),
    entries.PLAYERS: PlaceName(message("a tournament's page"), "/tournaments/{tournament}"),
}
"""The page of each place where forms stand."""
FIRST_FIELDS = {"table": forms.PIT, "patron": forms.PATRON, "promotion": forms.PROMOTION, "meter": METERS}
"""The place of a form that names none, by the first field of its command."""
OWN_PAGES: Mapping[str, tuple[PlaceName, ...]] = {
    "TakeAct": (TABLE, CONSOLE),
    "DealOn": (CONSOLE,),
    "LapseDecisions": (CONSOLE,),
    "ReadCards": (CONSOLE,),
    "TakeBackKeyed": (CONSOLE,),
    "CallSupervisor": (CONSOLE,),
    "LeaveTable": (TABLE,),
    "PractiseAlone": (TABLE,),
    "StateIrregularity": (IRREGULAR,),
    "CorrectRound": (ROUND,),
    "VoidRound": (ROUND,),
    "OpenTable": (OPENING,),
    "Hire": (PEOPLE,),
    "ChangeRank": (PEOPLE,),
    "LetGo": (PEOPLE,),
    "NoteMispayment": (MISPAYMENTS,),
    "FollowMispayment": (MISPAYMENTS,),
    "FallDue": (),
}
"""The pages of the commands that have templates of their own instead of forms; none of those that the clock gives."""
PLAYED = ("play", "games", "cards")
"""The folders of rules of play."""
SHOWN_AT = {
    "pitboss.floor.tables.signage": PlaceName(message("the sign of a table"), "/tables/{table}/sign"),
    "pitboss.web.meter_view": PlaceName(message("the wall of jackpots"), "/jackpots/{house}"),
}
"""The pages that state a rule where no command does."""
DUTY_OF = {"jackpot": "jackpots", "tournament": "tournaments", "promotion": "promotions"}
"""The duty of the floor that carries out what a pure folder says."""


FormsByPage = Mapping[PlaceName, tuple[str, ...]]
"""The pages at which a person meets a rule, each with the titles of the forms there that do it."""


def _forms_of_command(kind: type[commands.Command]) -> FormsByPage:
    """The pages at which a command is ordered, each with the titles of its forms there."""
    if not kind.forms:
        return dict.fromkeys(OWN_PAGES[log_name(kind)], ())
    usual = FIRST_FIELDS.get(kind._fields[0], forms.PIT)
    found: dict[PlaceName, tuple[str, ...]] = {}
    for form in kind.forms:
        for page in (PLACES[place] for place in form.places or (usual,)):
            found[page] = (*found.get(page, ()), form.title or log_name(kind))
    return found


@cache
def _pages_by_module() -> Mapping[str, tuple[PlaceName, ...]]:
    """The pages of the commands of each module of the floor, and of each duty."""
    found: dict[str, dict[PlaceName, None]] = {}
    for kind in commands.command_kinds().values():
        for name in (kind.__module__, kind.__module__.rpartition(".")[0]):
            found.setdefault(name, {}).update(dict.fromkeys(_forms_of_command(kind)))
    return {name: tuple(pages) for name, pages in found.items()}


def _pages_of_file(file: str) -> tuple[PlaceName, ...]:
    """The pages at which what a module checks is met: those of its own commands, else of its duty's."""
    module = file.removesuffix(".py").replace("/", ".")
    _, layer, *_ = module.split(".")
    if layer in PLAYED:
        return (TABLE, CONSOLE)
    if module in SHOWN_AT:
        return (SHOWN_AT[module],)
    if layer in DUTY_OF:
        return _pages_by_module()[f"pitboss.floor.{DUTY_OF[layer]}"]
    by_module = _pages_by_module()
    return by_module.get(module) or by_module.get(module.rpartition(".")[0], ())


@cache
def _commands() -> Mapping[tuple[str, str], type[commands.Command]]:
    """Every command by its module and class."""
    return {(kind.__module__, kind.__name__): kind for kind in commands.command_kinds().values()}


def _forms_at(place: CodePlace) -> FormsByPage:
    """What a person does who comes to a place in the code: gives the command that it is in, or any of its duty's."""
    kind = _commands().get((place.file.removesuffix(".py").replace("/", "."), place.owner))
    return _forms_of_command(kind) if kind is not None else dict.fromkeys(_pages_of_file(place.file), ())


@cache
def _stated_rules() -> frozenset[str]:
    """The rules of what goes wrong: what happened is stated, and what the rules do then is offered."""
    return frozenset(row.keys[0] for engine in ENGINES.values() for row in engine.provisions)


@cache
def forms_of(key: Key) -> FormsByPage:
    """What a person does to meet a rule, by the code that is nearest to its condition."""
    places = [place for place in places_of().get(key, ()) if _forms_at(place)]
    nearest = min((place.nearness for place in places), default=Nearness.TABLE)
    found: dict[PlaceName, tuple[str, ...]] = {}
    if key in _stated_rules():
        found[IRREGULAR] = ()
        places = [place for place in places if nearest < Nearness.TABLE_READ]
    for place in places:
        if place.nearness is nearest:
            for page, titles in _forms_at(place).items():
                found[page] = tuple(dict.fromkeys((*found.get(page, ()), *titles)))
    return found


def pages_of_clause(clause: Clause) -> list[str]:
    """What a person does to meet a clause, and where, in words: by its rules, or as its row says that it is done."""
    if clause.met != "enforced":
        return [clause.where] if clause.where else []
    found: dict[PlaceName, dict[str, None]] = {}
    for key in clause.keys:
        for page, titles in forms_of(key).items():
            found.setdefault(page, {}).update(dict.fromkeys(titles))
    said = {f"{translate(page.words)} ({page.address})": map(translate, titles) for page, titles in found.items()}
    return [": ".join(filter(None, (page, ", ".join(titles)))) for page, titles in said.items()]


def coverage() -> dict[str, Any]:
    """The coverage of every edition, with how many clauses a person meets at a page."""
    return count_coverage(lambda clause: bool(pages_of_clause(clause)))
