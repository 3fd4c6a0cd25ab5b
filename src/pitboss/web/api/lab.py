"""The lab as resources: games with what may be changed of them, questions, and the jobs that answer them."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Body, Depends, FastAPI, Header, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from pitboss.floor.service.commands import Actor
from pitboss.lab.parsheet.jackpot import PRICE_CENTS
from pitboss.lab.question import OPTIMAL, LabError
from pitboss.web.access import Barred, NotForYou, check_lab
from pitboss.web.api import problems
from pitboss.web.api.shared import Api, EventStream, Who, token_of
from pitboss.web.solves.asked import Asked, Task, simulation
from pitboss.web.solves.games import game_data, games
from pitboss.web.solves.job import Job
from pitboss.web.solves.solves import job_data

TAG = "lab"
GameName = Annotated[str, Path(pattern=r"^[a-z-]{1,60}$", examples=["crown-mississippi-stud"])]
JobName = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$", examples=["9f86d081884c7d65"])]
Line = Annotated[str, Field(max_length=80)]
WATCH_SECONDS, KEEP_ALIVE = 0.2, 15.0


class Question(BaseModel):
    """What is changed of a game, in the words of `pitboss edge`; nothing, for the game as the edition has it."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"pay": ["straight=5"], "rule": ["street-most=2"]}]}
    )
    pay: list[Line] = Field([], max_length=60, description="Pay lines with other odds.")
    rule: list[Line] = Field([], max_length=30, description="Rules with other values.")
    play: str | None = Field(None, max_length=60, description="The Play multiples of the three stages, as 4,2,1.")
    decks: int | None = Field(None, ge=1, le=8, strict=True)
    strategy: str = Field(OPTIMAL, max_length=60)
    wager_cents: int | None = Field(None, le=10**9, strict=True)
    chip_cents: list[Annotated[int, Field(le=10**9, strict=True)]] = Field([], max_length=12)
    maximum_payout_cents: int | None = Field(None, le=10**12, strict=True, description="With `wager_cents`.")
    version: str | None = Field(None, max_length=10)

    def asked(self, game: str) -> Asked:
        """The question about a game."""
        return Asked(
            game,
            pay=tuple(self.pay),
            rule=tuple(self.rule),
            play=self.play,
            decks=self.decks,
            strategy=self.strategy,
            wager_cents=self.wager_cents,
            chip_cents=tuple(self.chip_cents),
            maximum_payout_cents=self.maximum_payout_cents,
            version=self.version,
        )


class Strategies(Question):
    """A question about strategies; `full` asks for the best one hand by hand."""

    full: bool = False


class Sheet(Question):
    """A question whose PAR sheet is made; the jackpot is stated at a price of its wager."""

    jackpot_price_cents: int = Field(PRICE_CENTS, ge=1, le=10**9, strict=True)


class Simulation(Question):
    """A question to be played out; the same seed gives the same counts."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"rounds": 20_000_000, "seed": 1}]})
    rounds: int = Field(20_000_000, strict=True)
    seed: int = Field(1, strict=True)
    engine: bool = Field(False, description="Play with the real engine, not with the compiled kernel.")


async def _asker(who: Who, request: Request) -> Actor:
    api: Api = request.app.state.api
    await run_in_threadpool(check_lab, api.floor, who)
    return who


Asker = Annotated[Actor, Depends(_asker)]
EXAMPLE_JOB = {
    "id": "9f86d081884c7d65",
    "kind": "edge",
    "state": "queued",
    "number": 1,
    "before": 2,
    "seconds": 0.0,
    "asked": {"game": "crown-mississippi-stud", "pay": ["straight=5"]},
    "progress": {},
    "points": [],
    "words": "",
    "result": None,
}
RESPONSES: dict[int | str, dict[str, Any]] = problems.RESPONSES | {
    200: {"description": "A job that is over", "content": {"application/json": {"example": EXAMPLE_JOB}}},
    202: {"description": "A job in the queue", "content": {"application/json": {"example": EXAMPLE_JOB}}},
}


def install(app: FastAPI, api: Api) -> None:
    """The routes of the lab."""
    _install_problems(app)

    def put(task: Task, who: Actor, response: Response) -> dict[str, Any]:
        job = api.solves.ask(task, who)
        response.status_code = 200 if job.is_over else 202
        return job_data(api.solves, job)

    @app.get("/api/lab", tags=[TAG], responses=problems.RESPONSES)
    def every(who: Asker) -> dict[str, Any]:
        """The games that the lab prices."""
        return {"games": games()}

    @app.get("/api/lab/solves", tags=[TAG], responses=problems.RESPONSES)
    def jobs(who: Asker) -> dict[str, Any]:
        """The asker's jobs, the newest first, without their results."""
        told = [job_data(api.solves, job) for job in api.solves.of(who)]
        return {"solves": [{name: job[name] for name in job if name not in ("result", "points")} for job in told]}

    @app.get("/api/lab/solves/{job}", tags=[TAG], responses=RESPONSES)
    def job_(job: JobName, who: Asker) -> dict[str, Any]:
        """A job: where it stands, and its result once it is done."""
        return job_data(api.solves, find_job(api, job, who))

    @app.delete("/api/lab/solves/{job}", tags=[TAG], responses=RESPONSES)
    def cancel(job: JobName, who: Asker) -> dict[str, Any]:
        """Cancel a job; if it runs, its worker is ended."""
        found = find_job(api, job, who)
        api.solves.cancel(found, who)
        return job_data(api.solves, found)

    @app.get("/api/lab/solves/{job}/stream", tags=[TAG], responses=problems.RESPONSES)
    async def stream(
        job: JobName,
        who: Asker,
        request: Request,
        last: Annotated[int, Header(alias="Last-Event-ID", ge=0, le=2**53)] = 0,
    ) -> EventStream:
        """A job as it goes on, each state numbered; it ends with the job."""
        events = _events(api, find_job(api, job, who), last)
        return EventStream(api, token_of(request), events)

    @app.get("/api/lab/{game}", tags=[TAG], responses=problems.RESPONSES)
    def one(game: GameName, who: Asker) -> dict[str, Any]:
        """A game with its pay tables, its rules and its strategies: everything that a question may change."""
        return game_data(game)

    @app.post("/api/lab/{game}/edge", tags=[TAG], responses=RESPONSES)
    def edge(game: GameName, body: Annotated[Question, Body()], who: Asker, response: Response) -> dict[str, Any]:
        """The exact edge, its change from the approved table, and what is played differently."""
        return put(Task("edge", body.asked(game), {}), who, response)

    @app.post("/api/lab/{game}/strategy", tags=[TAG], responses=RESPONSES)
    def strategy(game: GameName, body: Annotated[Strategies, Body()], who: Asker, response: Response) -> dict[str, Any]:
        """The best strategy as tables, the short one, and what each costs."""
        return put(Task("strategy", body.asked(game), {"full": body.full}), who, response)

    @app.post("/api/lab/{game}/sheet", tags=[TAG], responses=RESPONSES)
    def sheet(game: GameName, body: Annotated[Sheet, Body()], who: Asker, response: Response) -> dict[str, Any]:
        """The PAR sheet, as data and as the files that `pitboss parsheet` writes."""
        more = {"jackpot_price_cents": body.jackpot_price_cents}
        return put(Task("sheet", body.asked(game), more), who, response)

    @app.post("/api/lab/{game}/simulation", tags=[TAG], responses=RESPONSES)
    def simulate(game: GameName, body: Annotated[Simulation, Body()], who: Asker, response: Response) -> dict[str, Any]:
        """Play a game many times: the edge with its interval as it closes in, beside the exact one."""
        return put(simulation(body.asked(game), body.rounds, body.seed, engine=body.engine), who, response)


def find_job(api: Api, job: str, who: Actor) -> Job:
    """Somebody's own job; another's is not told apart from one that is not there."""
    found: Job | None = api.solves.find(job, who)
    if found is None:
        raise problems.NotFound(f"There is no job {job}.")
    return found


async def _events(api: Api, job: Job, last: int) -> AsyncIterator[str]:
    yield "retry: 1000\n\n"
    silent = 0.0
    while not api.hub.has_ended:
        if job.number != last:
            last, silent = job.number, 0.0
            told = job_data(api.solves, job) | {"result": None, "points": []}
            yield f"id: {last}\nevent: solve\ndata: {json.dumps(told, separators=(',', ':'))}\n\n"
        if job.is_over and job.number == last:
            yield "event: over\ndata: {}\n\n"
            return
        await asyncio.sleep(WATCH_SECONDS)
        silent += WATCH_SECONDS
        if silent >= KEEP_ALIVE:
            silent = 0.0
            yield ": here\n\n"


def _install_problems(app: FastAPI) -> None:
    def barred(_: Request, error: Exception) -> Response:
        assert isinstance(error, Barred)
        more = {"because": [str(ground) for ground in error.because], "clauses": list(error.clauses)}
        return problems.problem(403, "Not at a table that plays for money", str(error), **more)

    def handler(status: int, title: str) -> Any:
        return lambda _, error: problems.problem(status, title, str(error))

    app.add_exception_handler(Barred, barred)
    app.add_exception_handler(NotForYou, handler(403, "Not allowed"))
    app.add_exception_handler(LabError, handler(422, "The lab cannot answer that"))
