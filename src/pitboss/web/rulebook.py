"""The rulebook, which is open to all: the editions, every clause with its gist and how it is met, the readings taken,
every rule with the houses side by side, and the official documents with their hashes and days."""

from collections import Counter
from typing import Annotated

from fastapi import Path, Query, Response

from pitboss.floor.returns.documents import official_documents, read_document
from pitboss.messages import message
from pitboss.report import rulebook
from pitboss.value import Value
from pitboss.web.api import dependencies, problems
from pitboss.web.resource import Site

MET = {
    "enforced": message("enforced by the engine"),
    "workflow": message("met by how the floor works"),
    "document": message("said by the document, nothing to enforce"),
    "open": message("not met yet"),
}
"""How a clause is met, in words; a word that is not here stands as it is."""
_NAME = r"^[a-z-]{1,60}$"
Name = Annotated[str, Path(pattern=_NAME, examples=["star-pontoon"], description="An edition or one of its games.")]
Version = Annotated[
    str | None,
    Query(pattern=r"^[0-9-]{10}$", examples=["2024-08-19"], description="A version; the newest if left out."),
]
Met = Annotated[str, Query(pattern=r"^[a-z-]{0,20}$", description="Clauses that are met in one way alone.")]
Find = Annotated[str, Query(max_length=60, description="Clauses that have these words alone.")]
site = Site("rulebook")


class EditionLine(Value):
    """An edition in a list."""

    edition: str
    version: str
    title: str
    operator: str
    games: list[str]
    clauses: int
    readings: int


class Editions(Value):
    """The editions there are."""

    editions: list[EditionLine]


@site.resource("/rulebook")
def editions() -> Editions:
    """The editions there are."""
    return Editions(
        [
            EditionLine(e.name, e.version, e.title, e.operator, list(e.games), len(e.clauses), len(e.readings))
            for e in rulebook.editions()
        ]
    )


class EditionSeen(rulebook.EditionData):
    """An edition with a line for each clause, or those alone that are met in one way; all are counted."""

    met: str
    find: str
    counts: dict[str, int]


@site.resource("/rulebook/{edition}")
def edition(edition: Name, version: Version = None, met: Met = "", find: Find = "") -> EditionSeen:
    """An edition with a line for each clause, or for those with some words, and its readings."""
    data = rulebook.edition_data(rulebook.find_edition(edition, version))
    counts = Counter(clause["met"] for clause in data["clauses"])
    words = find.lower().split()
    data["clauses"] = [
        clause
        for clause in data["clauses"]
        if met in ("", clause["met"]) and all(word in f"{clause['number']} {clause['gist']}".lower() for word in words)
    ]
    return {**data, "met": met, "find": find, "counts": counts}


class ReadingSeen(rulebook.ReadingData):
    """A reading of an edition."""

    edition: str
    version: str


@site.resource("/rulebook/{edition}/clauses/{number:path}")
def clause(
    edition: Name,
    number: Annotated[str, Path(max_length=80, examples=["9.2"], description="A clause or a reading.")],
    version: Version = None,
) -> rulebook.ClauseData | ReadingSeen:
    """A clause with how it is met, by which code and tests, or a reading."""
    found = rulebook.find_edition(edition, version)
    reading = rulebook.find_reading(found, number)
    if reading is not None:
        return {"edition": found.name, "version": found.version, **rulebook.reading_data(found, reading)}
    return rulebook.clause_data(found, rulebook.find_clause(found, number))


class RuleNames(Value):
    """Every rule by its key."""

    rules: list[rulebook.RuleLine]


@site.resource("/rules")
def rules() -> RuleNames:
    """Every rule by its key, with the clauses of each house."""
    return RuleNames(rulebook.rule_names())


@site.resource("/rules/{key}")
def rule(key: Annotated[str, Path(pattern=_NAME, examples=["dealer-qualifies"])]) -> rulebook.RuleData:
    """One rule, the documents side by side."""
    return rulebook.rule_data(key)


editions.page("rulebook.html")
edition.page("edition.html", more=lambda *_: {"words": MET})
clause.page(
    "clause.html", more=lambda _, __, found: {"words": MET, "document": rulebook.find_edition(found["edition"]).title}
)
rules.page("rules.html")
rule.page("rule.html", more=lambda *_: {"words": MET})


# The official documents.

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
def official(api: dependencies.TheApi, edition: Name) -> DocumentsSeen:
    """The official document of an edition as the house put it in, with its hash and its day: open to all."""
    found = rulebook.find_edition(edition)
    kept = official_documents(api.floor.store, found.name)
    seen = [DocumentSeen(each.name, each.media, each.size, each.digest, each.at) for each in kept]
    return DocumentsSeen(found.name, found.title, seen)


official.page("official.html")


@site.api.get("/api/rulebook/{edition}/official/{digest}", response_model=None)
def document_file(api: dependencies.TheApi, edition: Name, digest: Digest) -> Response:
    """The file of an official document."""
    found = read_document(api.floor.store, rulebook.find_edition(edition).name, digest)
    if found is None:
        raise problems.NotFound("There is no such document.")
    kept, content = found
    ending = kept.name[kept.name.rfind(".") :].lower()
    named = {
        "Content-Disposition": f'attachment; filename="{kept.edition}{ending}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Response(content, media_type=kept.media, headers=named)
