"""A resource is declared once: its address, who may read it, a function that gives a typed value, and its pages.

    site = Site("tables")

    @site.resource("/tables/{table}", follows=lambda said: said["floor_table"].stream)
    def table(floor_table: TheTable, who: Who) -> TableSeen:
        '''A table as the asker sees it.'''

    page = table.page("table.html", more=forms)

From that come `GET /api/tables/{table}` with the schema of `TableSeen` in the OpenAPI document, the stream
`/api/tables/{table}/stream` of its numbers, the page at `/tables/{table}`, and its twin `/tables/{table}.json`, which
is the resource itself. A function says what it needs as FastAPI has it: parts of the address, queries, `TheApi`,
`TheTable`, and who may read it (`Who`, `Watcher`, `Inspector`, ...).

A template gets the fields of the value by their names, with what every page has (`PageRenderer.page`). A page that
needs more (keys of forms, drawings, choices of a form) names a hook: `more(renderer, who, value)` gives it by name.
What people know from a page belongs into the value; the hook is for what only a browser uses.

Forms, downloads and streams of another kind are plain routes, of `site.pages` or `site.api`.
"""

import inspect
import json
from asyncio import sleep
from collections.abc import AsyncIterator, Callable, Mapping
from fractions import Fraction
from hashlib import blake2b
from itertools import chain
from time import monotonic
from types import UnionType
from typing import Annotated, Any, Generic, Self, TypeVar, cast, get_args, get_type_hints

import msgspec
from fastapi import APIRouter, FastAPI, Header, Request, Response
from fastapi.responses import HTMLResponse
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from pitboss.cards import Card
from pitboss.floor.people.signin import NotSignedIn, SessionLocked
from pitboss.floor.store import Stream
from pitboss.law import Ground
from pitboss.messages import Message, translate
from pitboss.report.sheet import NOTHING, Sheet
from pitboss.web.api import dependencies, middleware, problems
from pitboss.web.limits import address_of
from pitboss.web.pages.rendering import PageRenderer, PageRoute

F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")
Said = Mapping[str, Any]
"""What the function of a resource was given, by the names of its parameters."""
More = Callable[[PageRenderer, Any, V], Mapping[str, Any]]

KEEP_ALIVE = 15.0
"""How often a silent stream says that it is still there."""
PAUSE = 0.15
EVERY = {dependencies.EVERYWHERE: 1.0, dependencies.METERS: 0.4}
"""What happens in a house, or to its meters, within the pause is told at once; a busy floor is told of so often, in
seconds."""
Last = Annotated[int, Header(alias="Last-Event-ID", ge=0, le=2**53, description="The number that the client has.")]
_PRIVATE = {"Cache-Control": "private, no-store", "Vary": "Authorization, Cookie"}


# Values as JSON, and the schema of that.


def _plain(value: Any) -> Any:
    if isinstance(value, Card | Ground | Message):
        return str(value)
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value)} has no place in an answer")


to_json = msgspec.json.Encoder(enc_hook=_plain).encode
"""A value as JSON: cards and grounds by their names, exact amounts as `n/d`."""


def answers(value: Any) -> Callable[[F], F]:
    """Say what a plain route answers as JSON, for the description of the API."""

    def say(route: F) -> F:
        route.value = value  # type: ignore[attr-defined]
        return route

    return say


def _answer_json(request: Request, value: Any) -> Response:
    body = to_json(value)
    headers = _PRIVATE | {"ETag": f'"{blake2b(body, digest_size=12).hexdigest()}"'}
    known = request.headers.get("if-none-match", "")
    if known and headers["ETag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")


class SheetSeen(Sheet):
    """A register or a report as a resource: as data, as CSV and as a page."""

    note: str | msgspec.UnsetType = msgspec.UNSET
    """What an empty one says."""

    @classmethod
    def of(cls, sheet: Sheet, **more: Any) -> Self:
        """A sheet, with what else its resource says."""
        return cls(**sheet._asdict(), note=msgspec.UNSET if sheet.rows else translate(NOTHING), **more)


def csv_of(sheet: Sheet) -> Response:
    """A sheet as a file to keep."""
    headers = {"Content-Disposition": f'attachment; filename="{sheet.name}.csv"'}
    return Response(sheet.csv(), media_type="text/csv; charset=utf-8", headers=headers)


def describe_values(app: FastAPI) -> None:
    """Have the description of the API show the schema of every resource, which follows from the types of its value."""
    describe = app.openapi

    def describe_all() -> dict[str, Any]:
        if app.openapi_schema is None:
            document = describe()
            kinds = {
                (route.path, min(route.methods or ("GET",))): route.endpoint.value
                for route in app.routes
                if isinstance(route, APIRoute) and route.include_in_schema and hasattr(route.endpoint, "value")
                if not route.path.endswith(".csv")
            }
            each = {place: get_args(kind) if isinstance(kind, UnionType) else (kind,) for place, kind in kinds.items()}
            schemas, parts = msgspec.json.schema_components(
                chain.from_iterable(each.values()),
                schema_hook=lambda _: {"type": "string"},  # cards, grounds and exact amounts
                ref_template="#/components/schemas/{name}",
            )
            document["components"]["schemas"] |= parts
            made = iter(schemas)
            for (path, method), alternatives in each.items():
                found = [next(made) for _ in alternatives]
                schema = found[0] if len(found) == 1 else {"anyOf": found}
                responses = document["paths"][path.replace(":path}", "}")][method.lower()]["responses"]
                for code in responses:
                    if code in ("200", "202"):
                        responses[code]["content"] = {"application/json": {"schema": schema}}
        return app.openapi_schema or document

    app.openapi = describe_all  # type: ignore[method-assign]


# What a module declares.


class Site:
    """The resources, pages and plain routes of a module, in the order in which addresses are tried."""

    def __init__(self, tag: str) -> None:
        self.api = APIRouter(tags=[tag], route_class=middleware.ApiRoute, responses=problems.RESPONSES)
        """Plain routes of the API: downloads, streams, what is sent."""
        self.pages = APIRouter(
            route_class=PageRoute, include_in_schema=False, default_response_class=HTMLResponse, redirect_slashes=False
        )
        """Plain routes of pages: forms. Their errors are pages too."""

    def resource(
        self, address: str, *, follows: Callable[[Said], Stream] | None = None, whole: bool = False
    ) -> Callable[[Callable[..., V]], "Resource[V]"]:
        """Declare a resource that a function gives. `follows` says which stream of the log it changes with; its own
        stream tells the numbers of its states, or each state as a `whole`. A sheet is a file of CSV as well."""

        def declare(read: Callable[..., V]) -> Resource[V]:
            made = Resource(self, address, read)
            if isinstance(made.value, type) and issubclass(made.value, Sheet):
                self.api.get(f"/api{address}.csv", response_model=None)(
                    made.endpoint(lambda _, value: csv_of(cast(Sheet, value)))
                )
            self.api.get(f"/api{address}", response_model=None, responses={304: {"description": "As it was"}})(
                made.endpoint(_answer_json)
            )
            if follows is not None:
                self.api.get(f"/api{address}/stream", response_model=None)(made.follow(follows, whole=whole))
            return made

        return declare


class Resource(Generic[V]):
    """A resource; called, it gives its value."""

    def __init__(self, site: Site, address: str, read: Callable[..., V]) -> None:
        self.site, self.address, self.read = site, address, read
        self.value = get_type_hints(read)["return"]

    def __call__(self, *args: Any, **said: Any) -> V:
        """The value."""
        return self.read(*args, **said)

    def page(self, template: str, address: str = "", *, more: More[V] | None = None, quick: bool = False) -> "Page[V]":
        """Show it on a page, at its own address unless another is named; the twin of the page is the resource. A
        `quick` one is made where its request came in."""
        page, address = Page(self, template, more), address or self.address
        self.twin(address)
        self.site.pages.add_api_route(address, self.endpoint(page.show, quick=quick), response_model=None)
        return page

    def twin(self, address: str) -> None:
        """Be the twin of a page at an address."""
        self.site.pages.add_api_route(
            f"{address}.json",
            self.endpoint(_answer_json),
            route_class_override=middleware.ApiRoute,
            response_model=None,
        )

    def endpoint(self, answer: Callable[[Request, V], Response], *, quick: bool = False) -> Callable[..., Any]:
        """The function of a route: what the resource's own takes, answered in some way."""

        def endpoint(asked: Request, **said: Any) -> Response:
            return answer(asked, self.read(**said))

        async def quick_endpoint(asked: Request, **said: Any) -> Response:
            renderer: PageRenderer = asked.app.state.renderer
            async with renderer.lane:
                return answer(asked, self.read(**said))

        return self._with_parameters(quick_endpoint if quick else endpoint)

    def follow(self, follows: Callable[[Said], Stream], *, whole: bool) -> Callable[..., Any]:
        """The function of its stream's route."""

        async def stream(asked: Request, last: int = 0, **said: Any) -> dependencies.EventStream:
            tell = (lambda _: to_json(self.read(**said)).decode()) if whole else _tell_number
            return follow(asked, follows(said), last, tell)

        made = self._with_parameters(stream, Last)
        made.__doc__ = f"{self.read.__doc__} As it changes, each state numbered; the client names the number it has."
        return made

    def _with_parameters(self, made: Callable[..., Any], last: Any = None) -> Callable[..., Any]:
        """Have a function take what the resource's own takes, for FastAPI to see."""
        keyword = inspect.Parameter.KEYWORD_ONLY
        parts = [inspect.Parameter("asked", keyword, annotation=Request)]
        parts += [inspect.Parameter("last", keyword, annotation=last, default=0)] if last is not None else []
        parts += [part.replace(kind=keyword) for part in inspect.signature(self.read).parameters.values()]
        made.__signature__ = inspect.Signature(parts)  # type: ignore[attr-defined]
        made.__name__, made.__doc__ = self.read.__name__, self.read.__doc__
        if last is None:
            made.value = self.value  # type: ignore[attr-defined]
        return made


class Page(Generic[V]):
    """A page that shows a resource."""

    def __init__(self, resource: Resource[V], template: str, more: More[V] | None) -> None:
        self.resource, self.template, self.more = resource, template, more

    def show(self, request: Request, value: V, notice: Any = None, status: int = 200) -> Response:
        """The page of a value; a form that was refused shows it again, with what is told about it."""
        renderer: PageRenderer = request.app.state.renderer
        query = f"?{request.url.query}" if request.url.query and request.method == "GET" else ""
        twin = f"/api{self.resource.address.replace(':path', '').format(**request.path_params)}{query}"
        fields: Mapping[str, Any] = value if isinstance(value, Mapping) else cast(Any, value)._asdict()
        more = self.more(renderer, getattr(request.state, "who", None), value) if self.more is not None else {}
        return renderer.render(request, self.template, {"notice": notice, "twin": twin, **fields, **more}, status)


# Streams.


def _tell_number(number: int) -> str:
    return json.dumps({"number": number})


def follow(
    request: Request, stream: Stream, last: int, tell: Callable[[int], str] = _tell_number, *, outlasts: bool = False
) -> dependencies.EventStream:
    """The stream of what changes with a stream of the log. It keeps no session alive: it ends when the session does, or
    when it is locked unless it `outlasts` that, as one of bare numbers may. What is open to all is told without a
    session; then an address has as many streams as a session."""
    api: dependencies.Api = request.app.state.api
    token = dependencies.token_of(request)
    numbers = stream_numbers(api, token, stream, last, tell, outlasts=outlasts)
    return dependencies.EventStream(api, token or address_of(request.scope), numbers)


async def stream_numbers(
    api: dependencies.Api,
    token: str,
    stream: Stream,
    last: int,
    tell: Callable[[int], str] = _tell_number,
    *,
    outlasts: bool = False,
    event: str = "table",
    is_over: Callable[[int], bool] = lambda _: False,
) -> AsyncIterator[str]:
    """What is told of each number that a stream of the log or a job of the lab comes to, until it is over; only the
    newest: a client that falls behind misses nothing but what is past."""
    yield "retry: 1000\n\n"
    told_at, is_locked = 0.0, False
    is_house = stream.name == dependencies.EVERYWHERE
    with api.hub.watch(stream) as watch:
        while not api.hub.has_ended:
            number = await run_in_threadpool(api.number_of, stream) if is_house else api.number_of(stream)
            if number != last:
                last, told_at = number, monotonic()
                yield f"id: {last}\nevent: {event}\ndata: {tell(last)}\n\n"
            if is_over(last):
                yield "event: over\ndata: {}\n\n"
                return
            changed = await watch.wait_for_change(KEEP_ALIVE)
            if api.hub.has_ended:
                return
            try:
                if token:
                    api.sign_in.peek(token)
                is_locked = False
            except SessionLocked:
                if not is_locked:
                    yield "event: locked\ndata: {}\n\n"
                is_locked = True
                if not outlasts:
                    return
            except NotSignedIn:
                yield "event: signed-out\ndata: {}\n\n"
                return
            if not changed:
                yield ": here\n\n"
            elif stream.name in EVERY:
                await sleep(max(PAUSE, told_at + EVERY[stream.name] - monotonic()))
