"""The reference of the API as a page: every operation of the OpenAPI document with what it takes and answers.

It is made here from our own document, so that no script of another house runs in a person's session.
"""

import json
from typing import Any

from fastapi import Request, Response
from markupsafe import Markup

from pitboss.messages import current_language
from pitboss.value import Value
from pitboss.web.pages.rendering import PageRenderer
from pitboss.web.resource import Site

Schema = dict[str, Any]
site = Site("reference")


class OperationField(Value):
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
    fields: tuple[OperationField, ...]
    body: str
    answer: str


@site.pages.get("/api/docs")
def reference(request: Request) -> Response:
    """The page of the reference. Its long part is the same for all readers of a language, and made once."""
    renderer: PageRenderer = request.app.state.renderer
    made, language = renderer.reference, current_language()
    if language not in made:
        template = renderer.translated_templates().get_template("_reference.html")
        made[language] = Markup(template.render(groups=operations(request.app.openapi())))  # noqa: S704
    return renderer.page(request, "reference.html", reference=made[language], twin="/api/openapi.json")


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
        OperationField(
            each["name"], each["in"], kind_of(each["schema"]), each.get("required", False), each.get("description", "")
        )
        for each in told.get("parameters", ())
    ]
    body, example = _body(document, told)
    fields += body
    answers = told["responses"]
    done = answers[next(status for status in answers if status.startswith("2"))]
    answer = next((outline(document, part.get("schema", {})) for part in done.get("content", {}).values()), None)
    summary, says = told.get("summary", ""), told.get("description", "")
    return Operation(method, path, summary, says, tuple(fields), _write_example(example), _write_example(answer))


def outline(document: Schema, schema: Schema, inside: tuple[str, ...] = ()) -> Any:
    """The outline of an answer: its fields, each with its kind."""
    name = schema.get("$ref", "")
    if name in inside:
        return kind_of(schema)
    found = _resolve(document, schema)
    if "anyOf" in found:
        some: Schema = next((part for part in found["anyOf"] if part.get("type") != "null"), {})
        return outline(document, some, (*inside, name)) if "$ref" in some else kind_of(found)
    if found.get("type") == "array":
        return [outline(document, found.get("items", {}), (*inside, name))]
    if properties := found.get("properties"):
        return {field: outline(document, part, (*inside, name)) for field, part in properties.items()}
    return kind_of(found)


def _body(document: Schema, told: Schema) -> tuple[list[OperationField], Any]:
    """The fields of a body, and an example of it."""
    content = told.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return [], None
    schema = _resolve(document, content["schema"])
    needed = schema.get("required", ())
    fields = [
        OperationField(name, "body", kind_of(part), name in needed, part.get("description", ""))
        for name, part in schema.get("properties", {}).items()
    ]
    return fields, next(iter(schema.get("examples", ())), None)


def _resolve(document: Schema, schema: Schema) -> Schema:
    """The schema itself, or the one that it refers to."""
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


def _write_example(example: Any) -> str:
    if example is None:
        return ""
    return example if isinstance(example, str) else json.dumps(example, indent=2, ensure_ascii=False)
