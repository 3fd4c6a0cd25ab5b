"""The reference of the API as a page: every operation of the OpenAPI document with what it takes and answers.

It is made here from our own document, so that no script of another house runs in anybody's session.
"""

import json
from typing import Any

from fastapi import Request, Response
from markupsafe import Markup

from pitboss.value import Value
from pitboss.web.pages.shell import Shell

Schema = dict[str, Any]


class Field(Value):
    """Something that an operation takes: by its address, a header or its body."""

    name: str
    where: str
    kind: str
    needed: bool
    says: str


class Operation(Value):
    """An operation as the page shows it."""

    method: str
    path: str
    summary: str
    says: str
    fields: tuple[Field, ...]
    body: str
    answer: str


def install(shell: Shell) -> None:
    """The route of the reference."""
    made: list[Markup] = []

    @shell.router.get("/api/docs")
    def reference(request: Request) -> Response:
        """What programs can ask for. Its long part is the same for everybody, and made once."""
        if not made:
            groups = operations(request.app.openapi())
            made.append(Markup(shell.templates.get_template("_reference.html").render(groups=groups)))  # noqa: S704
        return shell.page(request, "reference.html", reference=made[0], twin="/api/openapi.json")


def operations(document: Schema) -> dict[str, list[Operation]]:
    """The operations of a document, by their first tag."""
    found: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            tag = (told.get("tags") or ["other"])[0]
            found.setdefault(tag, []).append(_operation(document, method.upper(), path, told))
    return found


def _operation(document: Schema, method: str, path: str, told: Schema) -> Operation:
    fields = [
        Field(
            each["name"], each["in"], kind_of(each["schema"]), each.get("required", False), each.get("description", "")
        )
        for each in told.get("parameters", ())
    ]
    body, example = _body(document, told)
    fields += body
    answers = told["responses"]
    done = answers[next(status for status in answers if status.startswith("2"))]
    answer = next((part["example"] for part in done.get("content", {}).values() if "example" in part), None)
    summary, says = told.get("summary", ""), told.get("description", "")
    return Operation(method, path, summary, says, tuple(fields), _written(example), _written(answer))


def _body(document: Schema, told: Schema) -> tuple[list[Field], Any]:
    """The fields of a body, and an example of it."""
    content = told.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return [], None
    schema = _found(document, content["schema"])
    needed = schema.get("required", ())
    fields = [
        Field(name, "body", kind_of(part), name in needed, part.get("description", ""))
        for name, part in schema.get("properties", {}).items()
    ]
    return fields, next(iter(schema.get("examples", ())), None)


def _found(document: Schema, schema: Schema) -> Schema:
    """A schema, or the one that it names."""
    name = schema.get("$ref", "").rpartition("/")[2]
    found: Schema = document["components"]["schemas"][name] if name else schema
    return found


def kind_of(schema: Schema) -> str:
    """The kind of a value in words."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind_of(part) for part in schema["anyOf"]))
    if "enum" in schema or "const" in schema:
        return " or ".join(json.dumps(value) for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    return str(schema.get("type", "any"))


def _written(example: Any) -> str:
    if example is None:
        return ""
    return example if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False)
