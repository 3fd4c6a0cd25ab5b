"""The `.json` twin of each page: the API's own resource, at the page's address with `.json` behind it."""

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

TWINS = {
    "/lobby.json": "/api/tables",
    "/tables/{table}.json": "/api/tables/{table}",
    "/tables/{table}/words.json": "/api/tables/{table}",
    "/tables/{table}/console.json": "/api/tables/{table}",
    "/tables/{table}/rounds.json": "/api/tables/{table}/rounds",
    "/tables/{table}/rounds/{number}.json": "/api/tables/{table}/rounds/{number}",
    "/lab.json": "/api/lab",
    "/lab/jobs/{number}.json": "/api/lab/solves/{number}",
    "/lab/{edition}.json": "/api/lab/{edition}",
    "/tables/{table}/sign.json": "/api/tables/{table}/sign",
    "/rules.json": "/api/rules",
    "/rules/{key}.json": "/api/rules/{key}",
    "/rulebook.json": "/api/rulebook",
    "/rulebook/{edition}.json": "/api/rulebook/{edition}",
    "/rulebook/{edition}/clauses/{number}.json": "/api/rulebook/{edition}/clauses/{number}",
}


def install(router: APIRouter) -> None:
    """Send whoever asks for a twin to the resource itself."""
    for page, resource in TWINS.items():
        _twin(router, page, resource)


def _twin(router: APIRouter, page: str, resource: str) -> None:
    def twin(table: str = "", number: str = "", edition: str = "", key: str = "") -> RedirectResponse:
        """The resource that a page shows."""
        return RedirectResponse(resource.format(table=table, number=number, edition=edition, key=key), 307)

    names = [name for name in ("table", "number", "edition", "key") if f"{{{name}}}" in page]
    twin.__annotations__ = dict.fromkeys(names, str)
    router.get(page, name=page)(twin)


def twin(router: APIRouter, page: str, resource: str) -> None:
    """Give a page its twin: whoever asks for it is sent to the resource, with what the page was asked."""

    def found(request: Request) -> RedirectResponse:
        """The resource that a page shows."""
        asked = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(resource.format(**request.path_params) + asked, 307)

    router.get(page, name=page)(found)
