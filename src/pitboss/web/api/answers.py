"""Examples of what is answered, for the routes that are read rather than told something: real answers of a
demonstration, cut short, which the tests renew."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import FastAPI

METHODS = ("get", "post")


@cache
def answers() -> dict[str, dict[str, Any]]:
    """For a method and a route, the media type of its answer and an example of it."""
    found: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("answers.json").read_text(encoding="utf-8"))
    return found


def install(app: FastAPI) -> None:
    """Have the description of the API show the examples."""
    describe = app.openapi

    def described() -> dict[str, Any]:
        if app.openapi_schema is not None:
            return app.openapi_schema
        document = describe()
        for path, operations in document["paths"].items():
            for method in METHODS:
                shown = answers().get(f"{method} {path}")
                if shown is not None and method in operations:
                    responses = operations[method]["responses"]
                    done = next(code for code in responses if code.startswith("2"))
                    responses[done]["content"] = {shown["media"]: {"example": shown["example"]}}
        return document

    app.openapi = described  # type: ignore[method-assign]
