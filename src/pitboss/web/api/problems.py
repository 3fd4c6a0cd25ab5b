"""Errors as problem+json: what happened, what the rule wants, and its clauses."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service.floor import Stopped
from pitboss.floor.store.rows import Conflict, KeyReused, OverCount, StoreError
from pitboss.lab.question import LabError
from pitboss.law import Because, BookError, Rules, edition_names, load_edition
from pitboss.ledger import LedgerError, Overdrawn
from pitboss.messages import message, say, translate, words_of
from pitboss.play import codec, wager
from pitboss.value import Value
from pitboss.web import access, limits

HEADERS = {"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff"}
"""What an error of ours has too, which is told outside of everything else."""
_EXAMPLE = {
    "type": "about:blank",
    "title": "Refused by the rules",
    "status": 409,
    "detail": "The Wager is at least $5: top it up from $1, or take it back.",
    "because": ["sign-minimum"],
    "clauses": ["6.1", "6.5.4"],
}
RESPONSES: dict[int | str, dict[str, Any]] = {
    "default": {
        "description": "A problem, with its clause where a rule refused",
        "content": {limits.MEDIA: {"example": _EXAMPLE}},
    }
}
"""How every route documents what may go wrong."""


_LATER = {429: {"Retry-After": "3"}, 503: {"Retry-After": "1"}}
"""When to send again what may be sent again."""
FAULTS = 20
"""How many faults of a request are listed."""


class NotFound(Exception):
    """There is no such thing, or the asker may not see it: the answer is the same."""


class NotRunning(Exception):
    """The process does not take orders."""


class NotAllowed(Exception):
    """The asker's role does not allow this."""


class PasswordRefused(Exception):
    """A password that is given with a request, of an approver or the asker's present one, does not go with its name.
    The asker's own session goes on."""


class Problem(Value):
    """The answer to an error: its status, the words, and further fields for programs."""

    status: int
    title: str
    detail: str
    more: Mapping[str, Any] = {}
    seconds: int = 0
    """When to ask again; 0 where that is not known."""


def problem(status: int, title: str, detail: str, **more: Any) -> JSONResponse:
    """A problem as a response."""
    told = {"type": "about:blank", "title": translate(title), "status": status, "detail": translate(detail)}
    return JSONResponse(told | more, status, HEADERS | _LATER.get(status, {}), media_type=limits.MEDIA)


def grounds_data(rules: Rules | None, because: Because, operator: str = "") -> dict[str, Any]:
    """The grounds of a refusal, with the clauses: of the game that is played, else of every game of the house."""
    known = {"because": [str(ground) for ground in because]}
    if rules is not None:
        known["clauses"] = list(rules.cite(rules.only(because)))
    elif operator:
        known["clauses"] = list(_of_house(operator, because))
    return known


@cache
def _of_house(operator: str, because: Because) -> tuple[str, ...]:
    """The clauses of a house that stand behind grounds, each with the title of its game; of a house with one document
    a clause that holds for all its games stands alone."""
    editions = [edition for name in edition_names() if (edition := load_edition(name)).operator == operator]
    games = [Rules.of(name) for edition in editions for name in edition.games]
    cited = [(rules.game.title, rules.cite(rules.only(because))) for rules in games]
    shared = set.intersection(*(set(numbers) for _, numbers in cited)) if len(editions) == 1 else ()
    found = [number if number in shared else f"{title} {number}" for title, numbers in cited for number in numbers]
    return tuple(dict.fromkeys(found))


_PROBLEMS: dict[type[Exception], tuple[int, str]] = {
    NotSignedIn: (401, message("Not signed in")),
    MustChangePassword: (403, message("Change your password first")),
    PasswordRefused: (403, message("Password not accepted")),
    NotAllowed: (403, message("Not allowed")),
    NotFound: (404, message("Not found")),
    Conflict: (409, message("Changed meanwhile")),
    KeyReused: (422, message("Idempotency key used before")),
    OverCount: (409, message("Over a limit")),
    LedgerError: (409, message("Money does not add up")),
    Stopped: (503, message("Not carried out")),
    NotRunning: (503, message("Not running")),
    SQLAlchemyError: (503, message("The store does not answer")),
    StoreError: (422, message("Cannot be kept")),
    codec.DecodeError: (422, message("Cannot be read")),
    BookError: (404, message("Not in the rulebook")),
    access.LabClosed: (403, message("Not allowed")),
    LabError: (422, message("The lab cannot answer that")),
}


def problem_of(request: Request, error: Exception) -> Problem:
    """The problem of an error, for the API and for pages."""
    match error:
        case wager.Refused():
            rules, operator = getattr(request.state, "rules", None), getattr(request.state, "operator", "")
            return Problem(409, "Refused by the rules", words_of(error), grounds_data(rules, error.because, operator))
        case access.LabClosedToPlayers():
            grounds = {"because": [str(ground) for ground in error.because], "clauses": list(error.clauses)}
            return Problem(403, "Not at a table that plays for money", words_of(error), grounds)
        case Overdrawn():
            return Problem(409, "Not enough chips", "You do not have enough free chips for this.")
        case limits.TooMany():
            return Problem(error.status, error.title, words_of(error), seconds=error.seconds)
        case HTTPException():
            return Problem(error.status_code, str(error.detail), str(error.detail))
        case RequestValidationError():
            found = error.errors()
            words = message("The request does not have the fields that are expected.")
            if len(found) > FAULTS:
                listed = say("The first {number} of {found} faults are listed.", number=FAULTS, found=len(found))
                words = f"{translate(words)} {listed}"
            faults = []
            for fault in found[:FAULTS]:
                # Of JSON that cannot be read, what its reader says.
                says = fault["ctx"]["error"] if fault["type"] == "json_invalid" else fault["msg"]
                faults.append({"at": list(fault["loc"]), "says": str(says)})
            return Problem(422, "Cannot be read", words, {"faults": faults})
    for kind, (status, title) in _PROBLEMS.items():
        if isinstance(error, kind):
            return Problem(status, title, title if status == 503 else words_of(error) or title)
    return Problem(500, "An error of ours", "This has been noted. The command may be sent again under its key.")


def install(app: FastAPI) -> None:
    """Answer every error with a problem."""

    def answer(request: Request, error: Exception) -> JSONResponse:
        told = problem_of(request, error)
        response = problem(told.status, told.title, told.detail, **told.more)
        if told.seconds:
            response.headers["Retry-After"] = str(told.seconds)
        return response

    known = (
        wager.Refused,
        access.LabClosedToPlayers,
        Overdrawn,
        limits.TooMany,
        HTTPException,
        RequestValidationError,
        Exception,
    )
    for kind in (*known, *_PROBLEMS):
        app.add_exception_handler(kind, answer)
