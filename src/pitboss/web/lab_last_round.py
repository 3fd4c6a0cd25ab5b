"""The lab's last round of a tournament session: what each wager is worth, as a page with a form and through the API. As
all of the lab it is closed to a patron who sits at a table, a tournament's too."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import Body, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.lab import last_round, question
from pitboss.messages import words_of
from pitboss.web import lab, resource
from pitboss.web.api import dependencies, problems
from pitboss.web.lab_jobs import questions, queue, worker

Word = Annotated[str, Field(max_length=questions.LONGEST)]
site = resource.Site("lab")


class LastRoundBody(BaseModel):
    """A last round in the words of `pitboss last-round`: dollars, with commas between players, your own first."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"chips": "1000, 1500", "others": "100", "places": "1"}]}
    )
    chips: Word = Field(description="The chips of the players, your own first.")
    others: Word = Field(description="What each of the others wagers on each spot that opens a hand.")
    places: Word = Field("1", description="How many advance.")
    minimum: Word = "100"
    maximum: Word = "500"
    rounds: Word = Field("2000", description="How many rounds the engine plays for a number of chips.")
    seed: Word = "1"


def task_of(game: str, words: last_round.LastRoundWords) -> worker.LabTask:
    """The task of pricing a last round; raises `LabError` for one that makes no sense."""
    words.read(game, worker.LAST_ROUNDS)
    return worker.LabTask("last-round", questions.GameQuestion(game), words._asdict())


@site.api.post("/api/lab/{game}/last-round", response_model=None, responses=lab.QUEUED)
@resource.answers(queue.JobSeen)
def ask_about_last_round(
    api: dependencies.TheApi, game: lab.GameName, body: Annotated[LastRoundBody, Body()], who: lab.Asker
) -> Response:
    """The chance to advance from the last round of a tournament session, for each wager, with its interval."""
    return lab.put_job(api, task_of(game, last_round.LastRoundWords(**body.model_dump())), who)


@site.pages.get("/lab/{game}/last-round")
def last_round_page(room: lab.Asking, request: Request) -> Response:
    """The last round of a session: a form for chips, wagers and limits, and what each wager is worth."""
    game = room.game.game
    if not lab.is_played_in_cups(game):
        raise problems.NotFound("There is no such page.")
    said, job = words_in(request.query_params), None
    if "chips" in request.query_params:
        try:
            job = room.renderer.api.lab_jobs.ask(task_of(game, said), room.who)
        except question.LabError as error:
            room.wrong = words_of(error)
    result = job.result if job is not None else None
    return room.page("last-round", job, said=said._asdict(), result=result, is_asked=job is not None)


def words_in(query: Mapping[str, str]) -> last_round.LastRoundWords:
    """The question that an address puts."""
    usual = last_round.LastRoundWords()
    return last_round.LastRoundWords(
        **{name: query.get(name, "").strip()[: questions.LONGEST] or getattr(usual, name) for name in usual._fields}
    )
