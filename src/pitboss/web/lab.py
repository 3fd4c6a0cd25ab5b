"""The lab: games with what may be changed of them, questions, the jobs that answer them, and pages with a pay table to
edit and its exact edge, strategies, PAR sheets, houses compared and simulations.

A question stands in the address of its page, so that it can be kept and sent on. What is not known yet is put into the
queue, and the page comes back until it is there, with or without scripts.
"""

import secrets
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import Body, Depends, Path, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.service.commands import Actor
from pitboss.lab.answer import stored_answer
from pitboss.lab.comparison import LISTED, changes
from pitboss.lab.jackpot.returns import PRICE_CENTS, has_jackpot
from pitboss.lab.question import OPTIMAL, LabError
from pitboss.law.rules import Rules
from pitboss.messages import say, words_of
from pitboss.money import parse_dollars, plain_dollars
from pitboss.tournament.conditions import has_tournaments
from pitboss.value import Value
from pitboss.web.access import check_lab
from pitboss.web.api import problems
from pitboss.web.api.dependencies import FRAGMENT, Api, EventStream, TheApi, Who, token_of
from pitboss.web.chart import chart
from pitboss.web.lab_jobs.questions import (
    GameQuestion,
    GameRow,
    LabGame,
    fields_of,
    find_game,
    games,
    jackpot_query,
    other_house,
    query_of,
    query_of_form,
    read_question,
)
from pitboss.web.lab_jobs.queue import JobSeen, LabJob
from pitboss.web.lab_jobs.worker import LabTask, simulation
from pitboss.web.pages import form_fields, rendering
from pitboss.web.resource import Last, Site, answers, stream_numbers, to_json

GameName = Annotated[str, Path(pattern=r"^[a-z-]{1,60}$", examples=["crown-mississippi-stud"])]
JobName = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["9f86d081884c7d65"])]
Line = Annotated[str, Field(max_length=80)]
TABS = {
    "edge": ("", "Edge"),
    "strategy": ("/strategy", "Strategy"),
    "sheet": ("/sheet", "PAR sheet"),
    "jackpot": ("/jackpot", "Jackpot"),
    "simulation": ("/simulation", "Simulation"),
    "last-round": ("/last-round", "Last round"),
    "compare": ("/compare", "Star and Crown"),
}
MANY = 12
"""How many changes of the strategy are shown before the rest is folded away."""
PRICE = "jackpot-price"
FILES = {"html": "text/html", "json": "application/json", "csv": "text/csv"}
ROUNDS, ENGINE_ROUNDS, SEEDS = (1_000_000, 20_000_000, 100_000_000, 1_000_000_000), 100_000, 10**9
SHORT = 2
"""A cell of more letters than this is drawn by its first letter, and a legend says what it means."""
site = Site("lab")


def _asker(api: TheApi, who: Who) -> Actor:
    """The person who asks, if the lab is open to them."""
    check_lab(api.floor, who)
    return who


Asker = Annotated[Actor, Depends(_asker)]


# The jobs.


def find_job(api: Api, job: str, who: Actor) -> LabJob:
    """A person's own job; another person's job is answered as one that does not exist."""
    found: LabJob | None = api.lab_jobs.find(job, who)
    if found is None:
        raise problems.NotFound(say("There is no job {job}.", job=job))
    return found


class Jobs(Value):
    """A person's jobs."""

    solves: list[JobSeen]


@site.resource("/lab/solves")
def jobs(api: TheApi, who: Asker) -> Jobs:
    """The asker's jobs, the newest first, without their results."""
    return Jobs([JobSeen.of(api.lab_jobs, job) for job in api.lab_jobs.of(who)])


@site.resource("/lab/solves/{job}")
def one_job(api: TheApi, job: JobName, who: Asker) -> JobSeen:
    """A job: where it stands, and its result once it is done."""
    return _job_seen(api, find_job(api, job, who))


def _job_seen(api: Api, job: LabJob) -> JobSeen:
    return JobSeen.of(api.lab_jobs, job, points=job.points, result=job.result)


def _job_page(renderer: rendering.PageRenderer, who: Actor, seen: JobSeen) -> dict[str, Any]:
    """A job's chart if it is a simulation, and the way back to its question."""
    found = find_job(renderer.api, seen.id, who)
    asked = found.task.asked
    question = asked.question()
    exact = stored_answer(question)
    edge = float(exact.solution.edge) if exact is not None else None
    query = query_of(asked)
    more = jackpot_query(asked, found.task.more) if seen.kind in ("jackpot", "last-round") else ""
    return {
        "job": found,
        "game": find_game(asked.game),
        "altered": dict(question.altered),
        "back": f"/lab/{asked.game}{TABS.get(seen.kind, ('',))[0]}{more or query}",
        "address": f"/lab/jobs/{seen.id}",
        "tabs": tabs_of(asked.game, query, seen.kind),
        "exact": edge,
        "unit": exact.solution.unit if exact is not None else "",
        "chart": chart(found, edge) if seen.kind == "simulation" else "",
    }


one_job.page("lab/job.html", "/lab/jobs/{job}", more=_job_page)


@site.api.delete("/api/lab/solves/{job}", response_model=None)
@answers(JobSeen)
def cancel(api: TheApi, job: JobName, who: Asker) -> Response:
    """Cancel a job; if it runs, its worker is ended."""
    found = find_job(api, job, who)
    api.lab_jobs.cancel(found, who)
    return Response(to_json(_job_seen(api, found)), media_type="application/json")


@site.pages.post("/lab/jobs/{job}/cancel")
def cancel_form(form: rendering.TheForm, api: TheApi, job: JobName, who: Asker) -> Response:
    """Cancel a job."""
    api.lab_jobs.cancel(find_job(api, job, who), who)
    return RedirectResponse(f"/lab/jobs/{job}", 303)


@site.api.get("/api/lab/solves/{job}/stream", response_model=None)
async def stream(api: TheApi, job: JobName, who: Asker, request: Request, last: Last = 0) -> EventStream:
    """The states of a job as it goes on, each numbered; the stream ends with the job."""
    found = find_job(api, job, who)

    def tell(_: int) -> str:
        return to_json(JobSeen.of(api.lab_jobs, found, result=None, points=[])).decode()

    def is_over(number: int) -> bool:
        return found.is_over and found.number == number

    token = token_of(request)
    told = stream_numbers(api, token, found.stream, last, tell, event="solve", is_over=is_over)
    return EventStream(api, token, told)


# The games, and what may be asked about each.


class GameSeen(GameRow):
    """A game that the lab prices, with its exact edge if that has been asked for."""

    edge: float | None


class LabGames(Value):
    """The games that the lab prices."""

    games: list[GameSeen]


@site.resource("/lab")
def front(api: TheApi, who: Asker) -> LabGames:
    """The games that the lab prices."""
    found = [(row, stored_answer(GameQuestion(row.game).question())) for row in games()]
    edges = [float(known.solution.edge) if known is not None else None for _, known in found]
    return LabGames([GameSeen(**row._asdict(), edge=edge) for (row, _), edge in zip(found, edges, strict=True)])


front.page(
    "lab/front.html",
    more=lambda renderer, who, _: {
        "jobs": [job for job in renderer.api.lab_jobs.of(who) if not job.is_over or job.task.kind == "simulation"][:8]
    },
)


@site.resource("/lab/{game}")
def one_game(game: GameName, who: Asker) -> LabGame:
    """A game with its pay tables, its rules and its strategies: everything that a question may change."""
    return find_game(game)


one_game.twin("/lab/{game}")


class QuestionBody(BaseModel):
    """What is changed of a game, in the words of `pitboss edge`; nothing, for the game as the edition has it."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"pay": ["straight=5"], "rule": ["street-most=2"]}]}
    )
    pay: tuple[Line, ...] = Field((), max_length=60, description="Pay lines with other odds.")
    rule: tuple[Line, ...] = Field((), max_length=30, description="Rules with other values.")
    play: str | None = Field(None, max_length=60, description="The Play multiples of the three stages, as 4,2,1.")
    decks: int | None = Field(None, ge=1, le=8, strict=True)
    strategy: str = Field(OPTIMAL, max_length=60)
    wager_cents: int | None = Field(None, le=10**9, strict=True)
    chip_cents: tuple[Annotated[int, Field(le=10**9, strict=True)], ...] = Field((), max_length=12)
    maximum_payout_cents: int | None = Field(None, le=10**12, strict=True, description="With `wager_cents`.")
    version: str | None = Field(None, max_length=10)

    def task(self, kind: str, game: str) -> LabTask:
        """The task of answering it; what a kind of question has besides is the kind's own."""
        said = {name: getattr(self, name) for name in type(self).model_fields}
        asked = GameQuestion(game, **{name: said.pop(name) for name in QuestionBody.model_fields})
        return simulation(asked, **said) if kind == "simulation" else LabTask(kind, asked, said)


class StrategyBody(QuestionBody):
    """A question about strategies; `full` asks for the best one hand by hand."""

    full: bool = False


class SheetBody(QuestionBody):
    """A question whose PAR sheet is made; the jackpot is stated at a price of its wager."""

    jackpot_price_cents: int = Field(PRICE_CENTS, ge=1, le=10**9, strict=True)


class SimulationBody(QuestionBody):
    """A question to be played out; the same seed gives the same counts."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"rounds": 20_000_000, "seed": 1}]})
    rounds: int = Field(20_000_000, strict=True)
    seed: int = Field(1, strict=True)
    engine: bool = Field(False, description="Play with the real engine, not with the compiled kernel.")


QUEUED: dict[int | str, dict[str, Any]] = {202: {"description": "A job in the queue"}}


def put_job(api: Api, task: LabTask, who: Actor) -> Response:
    """Put a task into the queue: its job, done if the answer is known."""
    job = api.lab_jobs.ask(task, who)
    return Response(to_json(_job_seen(api, job)), 200 if job.is_over else 202, media_type="application/json")


@site.api.post("/api/lab/{game}/edge", response_model=None, responses=QUEUED)
@answers(JobSeen)
def ask_edge(api: TheApi, game: GameName, body: Annotated[QuestionBody, Body()], who: Asker) -> Response:
    """The exact edge, its change from the approved table, and what is played differently."""
    return put_job(api, body.task("edge", game), who)


@site.api.post("/api/lab/{game}/strategy", response_model=None, responses=QUEUED)
@answers(JobSeen)
def ask_strategy(api: TheApi, game: GameName, body: Annotated[StrategyBody, Body()], who: Asker) -> Response:
    """The best strategy as tables, the short one, and what each costs."""
    return put_job(api, body.task("strategy", game), who)


@site.api.post("/api/lab/{game}/sheet", response_model=None, responses=QUEUED)
@answers(JobSeen)
def ask_sheet(api: TheApi, game: GameName, body: Annotated[SheetBody, Body()], who: Asker) -> Response:
    """The PAR sheet, as data and as the files that `pitboss parsheet` writes."""
    return put_job(api, body.task("sheet", game), who)


@site.api.post("/api/lab/{game}/simulation", response_model=None, responses=QUEUED)
@answers(JobSeen)
def ask_simulation(api: TheApi, game: GameName, body: Annotated[SimulationBody, Body()], who: Asker) -> Response:
    """Play a game many times: the edge with its interval as it closes in, beside the exact one."""
    return put_job(api, body.task("simulation", game), who)


# The pages about a question.


def is_played_in_cups(game: str) -> bool:
    """Whether a game's document has rules for tournaments."""
    return has_tournaments(Rules.of(game))


def tabs_of(game: str, query: str, here: str) -> list[dict[str, Any]]:
    """The pages about a question, and which of them this one is."""
    shown = {"compare": other_house(game) is not None, "jackpot": has_jackpot(game)}
    shown["last-round"] = is_played_in_cups(game)
    return [
        {"address": f"/lab/{game}{path}{query}", "words": words, "here": name == here}
        for name, (path, words) in TABS.items()
        if shown.get(name, True)
    ]


class QuestionPage:
    """A page about a question: the game, and the question, or why it makes no sense."""

    def __init__(self, game: GameName, who: Asker, request: Request) -> None:
        self.request, self.who = request, who
        self.renderer: rendering.PageRenderer = request.app.state.renderer
        self.game, self.wrong = find_game(game), ""
        self.asked: GameQuestion | None = None
        try:
            asked = read_question(game, request.query_params)
            asked.question()
            self.asked = asked
        except LabError as error:
            self.wrong = words_of(error)

    @property
    def query(self) -> str:
        """The question as the end of an address."""
        return query_of(self.asked) if self.asked is not None else ""

    def job(self, kind: str, **more: Any) -> LabJob | None:
        """The job that answers the question, done if the answer is known."""
        if self.asked is None:
            return None
        return self.renderer.api.lab_jobs.ask(LabTask(kind, self.asked, more), self.who)

    def page(self, tab: str, job: LabJob | None = None, **more: Any) -> Response:
        """The page, or only the part of it that changes."""
        part = FRAGMENT in self.request.headers
        shown = {
            "game": self.game,
            "asked": self.asked,
            "altered": dict(self.asked.question().altered) if self.asked is not None else {},
            "fields": fields_of(self.game, self.request.query_params),
            "wrong": self.wrong,
            "query": self.query,
            "tabs": tabs_of(self.game.game, self.query, tab),
            "job": job,
            "before": self.renderer.api.lab_jobs.count_ahead(job) if job is not None else 0,
            "address": self.request.url.path + (f"?{self.request.url.query}" if self.request.url.query else ""),
            "twin": f"/api/lab/{self.game.game}",
        }
        status = 422 if self.wrong and not part else 200
        name = f"lab/{'_' if part else ''}{tab.replace('-', '_')}.html"
        return self.renderer.page(self.request, name, status=status, **(shown | more))


Asking = Annotated[QuestionPage, Depends(QuestionPage)]


@site.pages.get("/lab/{game}")
def editor(room: Asking) -> Response:
    """The pay-table editor: a line or a rule is changed, and the exact edge is there with its change."""
    job = room.job("edge")
    return room.page("edge", job, **edge_words(job.result if job is not None else None), many=MANY)


@site.pages.get("/lab/{game}/ask")
def ask(game: GameName, who: Asker, request: Request) -> Response:
    """Take the form of the editor to the address of its question."""
    return RedirectResponse(f"/lab/{game}{query_of_form(find_game(game), request.query_params)}", 303)


@site.pages.get("/lab/{game}/strategy")
def strategy(room: Asking) -> Response:
    """The best play as tables that a phone can show, the short strategy, and what each costs."""
    job = room.job("strategy", full=False)
    result = job.result if job is not None else None
    tables = {
        name: [decision_table_data(table) for table in (result or {}).get(name, ())]
        for name in ("tables", "short_tables")
    }
    return room.page("strategy", job, result=result, **tables)


@site.pages.get("/lab/{game}/sheet")
@site.pages.get("/lab/{game}/sheet.{ending}")
def sheet(room: Asking, request: Request) -> Response:
    """The PAR sheet of a question, as a page and as the files that `pitboss parsheet` writes; the page waits for a file
    that is being made."""
    ending = request.path_params.get("ending", "")
    if ending and ending not in FILES:
        raise problems.NotFound("There is no such page.")
    price = request.query_params.get(PRICE, "") or plain_dollars(PRICE_CENTS)
    job = None
    try:
        cents = parse_dollars(price)
        if cents <= 0:
            raise LabError("The price of a jackpot wager must be more than $0.")
        job = room.job("sheet", jackpot_price_cents=cents)
    except ValueError as error:
        room.asked, room.wrong = None, words_of(error)
    result = job.result if job is not None else None
    if result is not None and ending:
        headers = {"Content-Disposition": f'attachment; filename="{result["sheet"]["pay_table"]["id"]}.{ending}"'}
        return Response(result[f".{ending}"], media_type=f"{FILES[ending]}; charset=utf-8", headers=headers)
    shown: dict[str, Any] = {"sheet": result["sheet"] if result is not None else None, "price": price}
    shown["exact"] = group_digits(result["sheet"]["edge_exact"]) if result is not None else ""
    shown["files"] = tuple(FILES)
    shown["files_query"] = f"{room.query}{'&' if room.query else '?'}{urlencode({PRICE: price})}"
    shown["other_fields"] = [(name, value) for name, value in request.query_params.multi_items() if name != PRICE]
    return room.page("sheet", job, **shown)


@site.pages.get("/lab/{game}/simulation")
def simulation_form(room: Asking) -> Response:
    """Ask how many rounds; the chart is the page of the job."""
    seed = secrets.randbelow(SEEDS)
    jobs = [job for job in room.renderer.api.lab_jobs.of(room.who) if job.task.kind == "simulation"]
    return room.page("simulation", rounds=ROUNDS, engine_rounds=ENGINE_ROUNDS, seed=seed, jobs=jobs[:6])


@site.pages.post("/lab/{game}/simulation")
def simulate(form: rendering.TheForm, room: Asking) -> Response:
    """Put a simulation into the queue."""
    if room.asked is None:
        return simulation_form(room)
    engine = form.get("by") == "engine"
    try:
        fields = form_fields.Fields(form)
        rounds = fields.whole_number("engine-rounds" if engine else "rounds")
        task = simulation(room.asked, rounds, fields.whole_number("seed"), engine=engine)
    except (LabError, form_fields.Unclear) as error:
        room.wrong = words_of(error)
        return simulation_form(room)
    job = room.renderer.api.lab_jobs.ask(task, room.who)
    return RedirectResponse(f"/lab/jobs/{job.id}", 303)


@site.pages.get("/lab/{game}/compare")
def compare(room: Asking, game: GameName) -> Response:
    """A game at both houses, with the same changes at both."""
    other = other_house(game)
    if other is None:
        raise problems.NotFound("Only one house has this game.")
    if room.asked is None:
        return room.page("compare", sides=None)
    names = sorted((game, other), reverse=True)  # The Star first
    shared = replace(room.asked, chip_cents=(), maximum_payout_cents=None, version=None)
    asked = [replace(shared, game=name) for name in names]
    try:
        questions = [each.question() for each in asked]
    except LabError as error:
        room.wrong = words_of(error)
        return room.page("compare", sides=None)
    jobs = [room.renderer.api.lab_jobs.ask(LabTask("edge", each, {}), room.who) for each in asked]
    waiting = next((job for job in jobs if job.result is None), None)
    if waiting is not None:
        return room.page("compare", waiting, sides=None)
    sides = [find_game(name)._asdict() | edge_words(job.result) for name, job in zip(names, jobs, strict=True)]
    found = [stored_answer(question) for question in questions]
    one, two = (answer.solution.tables if answer is not None else () for answer in found)
    return room.page("compare", sides=sides, rows=_side_by_side(sides), moved=changes(one, two))


# Functions of the templates.


def edge_words(result: dict[str, Any] | None) -> dict[str, Any]:
    """An edge in words and figures."""
    if result is None:
        return {"result": None}
    approved = result["approved"]
    facts = [
        {"name": name, "was": _fact(approved["facts"].get(name)), "now": _fact(value)}
        for name, value in result["facts"].items()
    ]
    return {
        "result": result,
        "exact": group_digits(result["edge_exact"]),
        "change": f"{approved['change'] * 100:+.4f}".replace("-", "\N{MINUS SIGN}"),
        "favours": "house" if result["edge"] > 0 else "player",
        "outcomes": _outcomes(result),
        "facts": facts,
    }


def group_digits(exact: str | None) -> str:
    """A fraction with its digits in groups."""
    return "" if exact is None else " / ".join(f"{int(part):,}" for part in exact.split("/"))


def _fact(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4%}" if 0 < value < 1 else f"{value:g}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _outcomes(result: dict[str, Any]) -> list[dict[str, Any]]:
    """The outcomes, those of one name together."""
    rows = []
    for name in dict.fromkeys(outcome["name"] for outcome in result["outcomes"]):
        alike = [outcome for outcome in result["outcomes"] if outcome["name"] == name]
        least, most = (f"{pick(outcome['pay'] for outcome in alike):,g}" for pick in (min, max))
        chance = sum(outcome["probability"] for outcome in alike)
        back = sum(outcome["probability"] * outcome["pay"] for outcome in alike)
        pay = least if least == most else f"{least} to {most}"
        rows.append({"name": name, "chance": chance, "pay": pay.replace("-", "\N{MINUS SIGN}"), "back": back})
    return rows


def decision_table_data(table: dict[str, Any]) -> dict[str, Any]:
    """A table of decisions: hands listed under a decision, a grid of short cells, or plain rows."""
    cells = [cell for row in table["rows"] for cell in row[1:]]
    if table["columns"][0] == LISTED:
        return table | {"kind": "listed"}
    if max((len(cell) for cell in cells), default=0) > len("some"):
        return table | {"kind": "rows"}
    words = list(dict.fromkeys(cells))
    letters = {word: word[:1].upper() if len(word) > SHORT else word for word in words}
    if len(set(letters.values())) < len(words):
        letters = {word: word for word in words}
    tones = {word: f"tone-{place % 6}" for place, word in enumerate(words)}
    rows = [
        {"name": row[0], "cells": [{"letter": letters[cell], "tone": tones[cell]} for cell in row[1:]]}
        for row in table["rows"]
    ]
    legend = [{"letter": letters[word], "word": word, "tone": tones[word]} for word in words if letters[word] != word]
    return {"title": table["title"], "columns": table["columns"], "rows": rows, "legend": legend, "kind": "grid"}


def _side_by_side(sides: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines and rules of both houses, beside each other."""
    nothing = {"odds": "", "value": "", "grounds": ""}
    rows = []
    for part, value in (("pays", "odds"), ("rules", "value")):
        both = [{row.name: row._asdict() for row in side[part]} for side in sides]
        for name in dict.fromkeys(name for side in both for name in side):
            found = [side.get(name, nothing) for side in both]
            values, grounds = [row[value] for row in found], [row.get("grounds", "") for row in found]
            rows.append({"name": name, "values": values, "grounds": grounds, "differs": values[0] != values[1]})
    return rows
