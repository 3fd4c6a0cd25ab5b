"""A simulation is asked for here; its chart is the page of its job."""

import secrets

from fastapi import Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.lab.question import LabError
from pitboss.web.pages.lab.asking import GameName
from pitboss.web.pages.lab.room import Room
from pitboss.web.pages.playing import Unclear, whole
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.asked import simulation

ROUNDS = (1_000_000, 20_000_000, 100_000_000, 1_000_000_000)
ENGINE_ROUNDS = 100_000
SEEDS = 10**9


def install(shell: Shell) -> None:
    """The routes of simulations."""

    @shell.router.get("/lab/{game}/simulation")
    def form(game: GameName, request: Request) -> Response:
        """Ask how many rounds."""
        return show(Room.enter(shell, request, game, "simulation"))

    def show(room: Room) -> Response:
        seed = secrets.randbelow(SEEDS)
        jobs = [job for job in shell.api.solves.of(room.who) if job.task.kind == "simulation"]
        return room.page("simulation", rounds=ROUNDS, engine_rounds=ENGINE_ROUNDS, seed=seed, jobs=jobs[:6])

    @shell.router.post("/lab/{game}/simulation")
    async def start(game: GameName, request: Request) -> Response:
        """Put a simulation into the queue."""
        form = await shell.form(request)
        room = await run_in_threadpool(Room.enter, shell, request, game, "simulation")
        if room.asked is None:
            return await run_in_threadpool(show, room)
        engine = form.get("by") == "engine"
        try:
            rounds = whole(form, "engine-rounds" if engine else "rounds")
            task = simulation(room.asked, rounds, whole(form, "seed"), engine=engine)
        except (LabError, Unclear) as error:
            room.wrong = str(error)
            return await run_in_threadpool(show, room)
        job = await run_in_threadpool(shell.api.solves.ask, task, room.who)
        return RedirectResponse(f"/lab/jobs/{job.id}", 303)
