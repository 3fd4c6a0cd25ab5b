"""A job's own page: where it stands, its chart if it is a simulation, and the way to cancel it."""

from typing import Annotated, Any

from fastapi import Path, Request, Response
from fastapi.responses import RedirectResponse
from starlette.concurrency import run_in_threadpool

from pitboss.web.api.lab import find_job
from pitboss.web.pages.lab.asking import query_of
from pitboss.web.pages.lab.chart import chart
from pitboss.web.pages.lab.room import TABS, asker, tabs_of
from pitboss.web.pages.playing import FRAGMENT
from pitboss.web.pages.shell import Shell
from pitboss.web.solves.games import game_data
from pitboss.web.solves.known import kept_answer

JobName = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]


def install(shell: Shell) -> None:
    """The routes of jobs."""

    @shell.router.get("/lab/jobs/{job}")
    def show(job: JobName, request: Request) -> Response:
        """A job as it stands."""
        found = find_job(shell.api, job, asker(shell, request))
        asked = found.task.asked
        question = asked.question()
        exact = kept_answer(question)
        edge = float(exact.solution.edge) if exact is not None else None
        shown: dict[str, Any] = {
            "job": found,
            "before": shell.api.solves.before(found),
            "game": game_data(asked.game),
            "altered": dict(question.altered),
            "back": f"/lab/{asked.game}{TABS.get(found.task.kind, ('',))[0]}{query_of(asked)}",
            "address": f"/lab/jobs/{job}",
            "tabs": tabs_of(asked.game, query_of(asked), found.task.kind),
            "exact": edge,
            "unit": exact.solution.unit if exact is not None else "",
            "chart": chart(found, edge) if found.task.kind == "simulation" else "",
        }
        template = "lab/_job.html" if FRAGMENT in request.headers else "lab/job.html"
        return shell.page(request, template, twin=f"/api/lab/solves/{job}", **shown)

    @shell.router.post("/lab/jobs/{job}/cancel")
    async def cancel(job: JobName, request: Request) -> Response:
        """Cancel a job."""
        await shell.form(request)
        who = await run_in_threadpool(asker, shell, request)
        await run_in_threadpool(shell.api.solves.cancel, find_job(shell.api, job, who), who)
        return RedirectResponse(f"/lab/jobs/{job}", 303)
