"""The official documents of a house, for any person who asks for the rules: what is kept, since when, its hash, and the
file itself."""

from typing import Annotated

from fastapi import Path, Response

from pitboss.floor.returns.documents import official_documents, read_document
from pitboss.report.rulebook import find_edition
from pitboss.value import Value
from pitboss.web.api import problems
from pitboss.web.api.dependencies import TheApi
from pitboss.web.resource import Site
from pitboss.web.rulebook import Name

site = Site("rulebook")
Digest = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$", description="The hash of a document.")]


class DocumentSeen(Value):
    """An official document that is kept."""

    name: str
    media: str
    size: int
    digest: str
    at: str


class DocumentsSeen(Value):
    """The official documents of an edition, the newest first."""

    edition: str
    title: str
    documents: list[DocumentSeen]


@site.resource("/rulebook/{edition}/official")
def official(api: TheApi, edition: Name) -> DocumentsSeen:
    """The official document of an edition as the house put it in, with its hash and its day: open to all."""
    found = find_edition(edition)
    kept = official_documents(api.floor.store, found.name)
    seen = [DocumentSeen(each.name, each.media, each.size, each.digest, each.at) for each in kept]
    return DocumentsSeen(found.name, found.title, seen)


official.page("official.html")


@site.api.get("/api/rulebook/{edition}/official/{digest}", response_model=None)
def document_file(api: TheApi, edition: Name, digest: Digest) -> Response:
    """The file of an official document."""
    found = read_document(api.floor.store, find_edition(edition).name, digest)
    if found is None:
        raise problems.NotFound("There is no such document.")
    kept, content = found
    ending = kept.name[kept.name.rfind(".") :].lower()
    named = {
        "Content-Disposition": f'attachment; filename="{kept.edition}{ending}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type=kept.media, headers=named)
