"""The lab's jackpot: what a jackpot wager returns, or the rate for a wanted return, as a page with a form and through
the API. Pages where a meter is set tell its exact return at once by `pitboss.lab.jackpot.solve.preview_jackpot`."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Body, Request, Response
from pydantic import ConfigDict, Field

from pitboss.lab.jackpot import returns, sheet
from pitboss.lab.jackpot.solve import JackpotWords, check_words
from pitboss.lab.question import LabError
from pitboss.law.rules import Rules
from pitboss.messages import words_of
from pitboss.money import plain_dollars
from pitboss.web import lab, resource
from pitboss.web.api import dependencies, problems
from pitboss.web.lab_jobs import questions, queue

Word = Annotated[str, Field(max_length=questions.LONGEST)]
PLOT_INK = "#1f2937"
PLOT_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A drawing has styles of its own."""
site = resource.Site("lab")


class JackpotBody(lab.QuestionBody):
    """A question about a jackpot, in the words of `pitboss jackpot solve`."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"option": "1", "reset": "20000", "wanted": "88.85%"}]})
    option: Word = Field("", description="The payout option; the first if none is named.")
    price: Word = Field("", description="The price of the wager in dollars.")
    reset: Word = Field("", description="Where the meter is reset to, as a multiple of the price.")
    seed: Word = Field("", description="The same as a sum in dollars.")
    rate: Word = Field("", description="What of a wager feeds the meter, as 57.22% or 0.5722.")
    wanted: Word = Field("", description="The return that is wanted instead of a rate.")
    method: Word = Field("", description="The dealing method, where the edition has methods.")
    ante: Word = Field("", description="An Ante in dollars to draw the player's total edge for.")

    @property
    def words(self) -> JackpotWords:
        """The words about the jackpot."""
        return JackpotWords(**{name: getattr(self, name) for name in JackpotWords._fields})


@site.api.post("/api/lab/{game}/jackpot", response_model=None, responses=lab.QUEUED)
@resource.answers(queue.JobSeen)
def ask_about_jackpot(
    api: dependencies.TheApi, game: lab.GameName, body: Annotated[JackpotBody, Body()], who: lab.Asker
) -> Response:
    """What a jackpot wager returns, or the rate that gives a wanted return; what folding costs, the meters to expect
    and to break even at, several prizes in a round, and the player's total edge as the meter moves."""
    check_words(game, body.words)
    return lab.put_job(api, body.task("jackpot", game), who)


@site.pages.get("/lab/{game}/jackpot")
def jackpot_page(room: lab.Asking, request: Request) -> Response:
    """The jackpot of a game: a form for option, price, reset and rate, and everything that follows."""
    rules = _rules(room)
    said = words_in(request.query_params, rules)
    is_asked = bool(said.rate or said.wanted)
    query = questions.jackpot_query(room.asked, said._asdict()) if room.asked is not None else ""
    job = _job(room, said) if is_asked else None
    result = job.result if job is not None else None
    shown: dict[str, Any] = {
        "said": said._asdict(),
        "typed_rate": request.query_params.get("rate", ""),
        "options": range(1, returns.options_of(rules) + 1),
        "methods": returns.methods_of(rules),
        "listed": ", ".join(f"{row['reset']:,}" for row in rules.game.data.get("meter", ())),
        "edition": sheet.jackpot_data(rules),
        "is_asked": is_asked,
        "result": result,
        "exact": lab.group_digits(result["return_exact"]) if result is not None else "",
        "drawing": f"/lab/{room.game.game}/jackpot.svg{query}",
        "other_fields": [pair for pair in request.query_params.multi_items() if pair[0] not in JackpotWords._fields],
    }
    return room.page("jackpot", job, **shown)


@site.pages.get("/lab/{game}/jackpot.svg")
def jackpot_drawing(room: lab.Asking, request: Request) -> Response:
    """The player's total edge as the meter moves, once it has been worked out."""
    job = _job(room, words_in(request.query_params, _rules(room)))
    if job is None or job.result is None:
        raise problems.NotFound("There is no such page.")
    drawn = job.result["plot"].replace("currentColor", PLOT_INK)
    return Response(drawn, media_type="image/svg+xml", headers=PLOT_HEADERS)


def _rules(room: lab.QuestionPage) -> Rules:
    if not returns.has_jackpot(room.game.game):
        raise problems.NotFound("There is no such page.")
    return returns.jackpot_rules(room.game.game)


def _job(room: lab.QuestionPage, said: JackpotWords) -> queue.LabJob | None:
    """The job that answers a question; what is wrong with it is told on the page."""
    if room.asked is None:
        return None
    try:
        check_words(room.game.game, said)
        return room.job("jackpot", **said._asdict())
    except LabError as error:
        room.wrong = words_of(error)
        return None


def words_in(query: Mapping[str, str], rules: Rules) -> JackpotWords:
    """The question that an address puts; where the edition lists its meters, the first of them until another is
    named."""
    said = JackpotWords(**{name: query.get(name, "").strip()[: questions.LONGEST] for name in JackpotWords._fields})
    said = said._replace(option=said.option or "1", price=said.price or plain_dollars(returns.PRICE_CENTS))
    listed = {str(row["reset"]): row["increment"] for row in rules.game.data.get("meter", ())}
    if not listed:
        return said
    if not (said.reset or said.seed):
        said = said._replace(reset=next(iter(listed)))
    rates = listed.get(said.reset.replace(",", ""), ())
    if not (said.rate or said.wanted) and said.option.isdigit() and 1 <= int(said.option) <= len(rates):
        said = said._replace(rate=f"{rates[int(said.option) - 1]}%")
    return said
