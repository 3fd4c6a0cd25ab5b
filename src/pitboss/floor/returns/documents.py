"""The official documents of a house: the rules as they were approved, for any person who asks for them (Star Pontoon
19.19, Star Caribbean Stud 16.15, Star Mississippi Stud 13.20, Crown 16.13).

The books of this program say in our own words what each clause says: they are not the rules. The house puts its own
document in; it is kept on the log as it was given, with its hash and its day, and shown beside the books.
"""

import hashlib
from base64 import b64decode, b64encode

from pitboss import law
from pitboss.floor.operators import operators
from pitboss.floor.service.commands import new_event, refuse
from pitboss.floor.store import Append, Store, Stored, Stream, Write
from pitboss.law.edition import edition_names, load_edition
from pitboss.play.codec import decode
from pitboss.value import Value

MOST_BYTES = 4_000_000
MEDIA = {".pdf": "application/pdf", ".txt": "text/plain; charset=utf-8", ".md": "text/markdown; charset=utf-8"}
"""The kinds of files that are kept, by how their names end."""


class DocumentKept(Value, tag="DocumentKept"):
    """The house put its official document of an edition in."""

    edition: str
    name: str
    media: str
    size: int
    digest: str
    content: str
    """The file as it was given, in base64."""


class OfficialDocument(Value):
    """An official document: what it is of, its hash and its day. The file is read when it is asked for."""

    edition: str
    name: str
    media: str
    size: int
    digest: str
    at: str
    by: str
    number: int


Documents = tuple[OfficialDocument, ...]


def documents_stream(operator: str) -> Stream:
    """The stream of a house's documents."""
    return Stream(operator, "documents")


def _after(known: Documents, stored: Stored) -> Documents:
    kept = decode(DocumentKept, stored.data)
    made = OfficialDocument(
        kept.edition, kept.name, kept.media, kept.size, kept.digest, stored.at, stored.by, stored.number
    )
    return (*known, made)


def official_documents(store: Store, edition: str) -> Documents:
    """The documents of an edition that the house put in, the newest first."""
    nothing: Documents = ()
    found = store.fold(documents_stream(load_edition(edition).operator), nothing, _after)[0]
    return tuple(each for each in reversed(found) if each.edition == edition)


def read_document(store: Store, edition: str, digest: str) -> tuple[OfficialDocument, bytes] | None:
    """A document with its file; nothing where there is none of that hash."""
    found = next((each for each in official_documents(store, edition) if each.digest == digest), None)
    if found is None:
        return None
    (stored,) = store.read(documents_stream(load_edition(edition).operator), after=found.number - 1, limit=1)
    return found, b64decode(decode(DocumentKept, stored.data).content)


def keep_document(store: Store, edition: str, name: str, content: bytes, *, at: str, by: str) -> str:
    """Keep the official document of an edition; its hash."""
    ending = name[name.rfind(".") :].lower()
    if edition not in edition_names() or load_edition(edition).operator not in operators():
        raise refuse("There is no such edition.", law.RULES_ON_REQUEST)
    if ending not in MEDIA or not content or len(content) > MOST_BYTES:
        words = "Give the document as a PDF or as text, of at most 4 megabytes."
        raise refuse(words, law.RULES_ON_REQUEST)
    digest = hashlib.sha256(content).hexdigest()
    if any(each.digest == digest for each in official_documents(store, edition)[:1]):
        raise refuse("This document is already the current one.", law.ONCE)
    operator = load_edition(edition).operator
    event = DocumentKept(edition, name, MEDIA[ending], len(content), digest, b64encode(content).decode())
    stream = documents_stream(operator)
    append = Append(stream, store.head(stream).length, (new_event(event, at, by),))
    store.commit(Write(operator, appends=(append,), at=at))
    return digest
