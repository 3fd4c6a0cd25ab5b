"""Errors as problem+json: what happened, what the rule wants, and its clauses."""

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse

from pitboss.floor.people.signin import NotSignedIn
from pitboss.floor.store.rows import Conflict, Fenced, KeyReused, OverCount
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.ledger.book import LedgerError, Overdrawn
from pitboss.play.codec import DecodeError
from pitboss.play.wager import Refused

MEDIA = "application/problem+json"


class NotFound(Exception):
    """There is no such thing, or none that the asker may see: the two are not told apart."""


class NotAllowed(Exception):
    """The asker's role does not reach so far."""


def problem(status: int, title: str, detail: str, **more: Any) -> JSONResponse:
    """A problem as a response."""
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail} | more
    return JSONResponse(body, status, media_type=MEDIA)


def cited(rules: Rules | None, because: Because) -> dict[str, Any]:
    """The grounds of a refusal, with the clauses where the rules of a game are known."""
    known = {"because": [str(ground) for ground in because]}
    if rules is not None:
        known["clauses"] = list(rules.cite(rules.only(because)))
    return known


def _refused(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Refused)
    rules = getattr(request.state, "rules", None)
    return problem(409, "Refused by the rules", str(error), **cited(rules, error.because))


def _overdrawn(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Overdrawn)
    return problem(409, "Not enough chips", "There are not enough free chips for this.")


_PROBLEMS: dict[type[Exception], tuple[int, str]] = {
    NotSignedIn: (401, "Not signed in"),
    NotAllowed: (403, "Not allowed"),
    NotFound: (404, "Not found"),
    Conflict: (409, "Changed meanwhile"),
    Fenced: (503, "Another process has this table"),
    KeyReused: (422, "Idempotency key used before"),
    OverCount: (409, "Over a limit"),
    LedgerError: (409, "Money does not add up"),
    DecodeError: (422, "Not to be read"),
}


def install(app: FastAPI) -> None:
    """Answer every error of the floor as a problem."""

    def handler(status: int, title: str) -> Any:
        def handle(_: Request, error: Exception) -> JSONResponse:
            return problem(status, title, str(error) or title)

        return handle

    for kind, (status, title) in _PROBLEMS.items():
        app.add_exception_handler(kind, handler(status, title))
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(Overdrawn, _overdrawn)

    def invalid(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        faults = [{"at": list(fault["loc"]), "says": fault["msg"]} for fault in error.errors()]
        return problem(422, "Not to be read", "The request does not have the shape that is wanted.", faults=faults)

    app.add_exception_handler(RequestValidationError, invalid)
