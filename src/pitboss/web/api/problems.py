"""Errors as problem+json: what happened, what the rule wants, and its clauses."""

from functools import cache
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from pitboss.floor.people.signin import MustChangePassword, NotSignedIn
from pitboss.floor.service.queue import Stopped
from pitboss.floor.store.rows import Conflict, KeyReused, OverCount, StoreError
from pitboss.law import Because
from pitboss.law.edition import BookError, edition_names, load_edition
from pitboss.law.rules import Rules
from pitboss.ledger.book import LedgerError, Overdrawn
from pitboss.play.codec import DecodeError
from pitboss.play.wager import Refused
from pitboss.web.limits import MEDIA, TooMany

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
        "content": {MEDIA: {"example": _EXAMPLE}},
    }
}
"""How every route documents what may go wrong."""


_LATER = {429: {"Retry-After": "3"}, 503: {"Retry-After": "1"}}
"""When to send again what may be sent again."""
FAULTS = 20
"""How many faults of a request are listed."""


class NotFound(Exception):
    """There is no such thing, or none that the asker may see: the two are not told apart."""


class NotRunning(Exception):
    """The process does not take orders."""


class NotAllowed(Exception):
    """The asker's role does not reach so far."""


class NotVouched(Exception):
    """A password that is given with a request, of an approver or the asker's present one, does not go with its name.
    The asker's own session goes on."""


def problem(status: int, title: str, detail: str, **more: Any) -> JSONResponse:
    """A problem as a response."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail} | more
    return JSONResponse(body, status, HEADERS | _LATER.get(status, {}), media_type=MEDIA)


def too_many(_: Request, error: Exception) -> JSONResponse:
    """The answer to somebody who asks for too much: when they may ask again."""
    assert isinstance(error, TooMany)
    told = problem(error.status, error.title, str(error))
    told.headers["Retry-After"] = str(error.seconds)
    return told


def cited(rules: Rules | None, because: Because, operator: str = "") -> dict[str, Any]:
    """The grounds of a refusal, with the clauses: of the game that is played, else of every game of the house."""
    known = {"because": [str(ground) for ground in because]}
    if rules is not None:
        known["clauses"] = list(rules.cite(rules.only(because)))
    elif operator:
        known["clauses"] = list(_of_house(operator, because))
    return known


@cache
def _of_house(operator: str, because: Because) -> tuple[str, ...]:
    """The clauses of a house that stand behind grounds, each with the title of its game."""
    editions = [edition for name in edition_names() if (edition := load_edition(name)).operator == operator]
    games = [Rules.of(name) for edition in editions for name in edition.games]
    found = [f"{rules.game.title} {number}" for rules in games for number in rules.cite(rules.only(because))]
    return tuple(dict.fromkeys(found))


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    rules, operator = getattr(request.state, "rules", None), getattr(request.state, "operator", "")
    return problem(409, "Refused by the rules", str(error), **cited(rules, error.because, operator))


def _overdrawn(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Overdrawn)
    return problem(409, "Not enough chips", "There are not enough free chips for this.")


_PROBLEMS: dict[type[Exception], tuple[int, str]] = {
    NotSignedIn: (401, "Not signed in"),
    MustChangePassword: (403, "Change your password first"),
    NotVouched: (403, "Password not accepted"),
    NotAllowed: (403, "Not allowed"),
    NotFound: (404, "Not found"),
    Conflict: (409, "Changed meanwhile"),
    KeyReused: (422, "Idempotency key used before"),
    OverCount: (409, "Over a limit"),
    LedgerError: (409, "Money does not add up"),
    Stopped: (503, "Not carried out"),
    NotRunning: (503, "Not running"),
    SQLAlchemyError: (503, "The store does not answer"),
    StoreError: (422, "Not to be kept"),
    DecodeError: (422, "Not to be read"),
    BookError: (404, "Not in the rulebook"),
}


def _says(fault: Any) -> str:
    """What is wrong with a part of a request; of JSON that cannot be read, what its reader says."""
    return str(fault["ctx"]["error"] if fault["type"] == "json_invalid" else fault["msg"])


def install(app: FastAPI) -> None:
    """Answer every error of the floor as a problem."""

    def handler(status: int, title: str) -> Any:
        def handle(_: Request, error: Exception) -> JSONResponse:
            return problem(status, title, title if status == 503 else str(error) or title)

        return handle

    for kind, (status, title) in _PROBLEMS.items():
        app.add_exception_handler(kind, handler(status, title))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Overdrawn, _overdrawn)
    app.add_exception_handler(TooMany, too_many)

    def invalid(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        found = error.errors()
        faults = [{"at": list(fault["loc"]), "says": _says(fault)} for fault in found[:FAULTS]]
        words = "The request does not have the shape that is wanted."
        if len(found) > FAULTS:
            words += f" The first {FAULTS} of {len(found)} faults are listed."
        return problem(422, "Not to be read", words, faults=faults)

    app.add_exception_handler(RequestValidationError, invalid)

    def missing(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        return problem(error.status_code, str(error.detail), str(error.detail))

    app.add_exception_handler(HTTPException, missing)

    def broken(_: Request, error: Exception) -> JSONResponse:
        return problem(500, "An error of ours", "This has been noted. The command may be sent again under its key.")

    app.add_exception_handler(Exception, broken)
