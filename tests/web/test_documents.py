"""The official document of an edition: put in at the console, kept with its hash, for any person who asks."""

import hashlib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss import law
from pitboss.cli import app
from pitboss.floor.audit import verify
from pitboss.floor.returns.documents import keep_document, official_documents
from pitboss.law.rules import Rules
from pitboss.play.wager import Refused
from support import BOTH, MISSISSIPPI, ULTIMATE, shows
from web.clients import Caller, House
from web.forms import has_its_twin, look

GAMES = ("star-pontoon", *BOTH, *MISSISSIPPI, ULTIMATE)

AT = "2026-03-02T10:00:00.000000Z"
EDITIONS = ("star-pontoon", "star-caribbean-stud", "star-mississippi-stud", "crown-poker-minors")


@pytest.mark.parametrize("edition", EDITIONS)
def test_any_person_gets_the_document_that_the_house_put_in(house: House, edition: str, tmp_path: Path) -> None:
    nobody, where = Caller(house), f"/rulebook/{edition}/official"
    assert nobody.get(f"/api{where}").json()["documents"] == []
    assert "not put its document in yet" in nobody.get(where).text
    file = tmp_path / "rules.pdf"
    file.write_bytes(b"%PDF-1.7 as it was approved")
    store = str(house.store.engine.url.database)
    done = CliRunner().invoke(app, ["document", edition, str(file), "--store", store])
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert done.exit_code == 0 and digest in done.stdout, done.output
    (kept,) = nobody.get(f"/api{where}").json()["documents"]
    assert (kept["digest"], kept["size"], kept["name"]) == (digest, len(file.read_bytes()), "rules.pdf")
    answer = nobody.get(f"/api{where}/{digest}")
    assert answer.content == file.read_bytes() and answer.headers["content-type"] == "application/pdf"
    assert "attachment" in answer.headers["content-disposition"]
    assert nobody.get(f"/api{where}/{'0' * 64}").status_code == 404
    assert where in nobody.get(f"/rulebook/{edition}").text, "it stands beside the gists"
    assert has_its_twin(house.as_("star", "ann"), where) and digest in look(house.as_("star", "ann"), where).text
    again = CliRunner().invoke(app, ["document", edition, str(file), "--store", store])
    assert again.exit_code == 2 and "already the current one" in again.output
    assert verify(house.store).findings == ()


@pytest.mark.parametrize(
    ("edition", "name", "content"),
    [
        ("nothing", "a.pdf", b"x"),
        ("star-pontoon", "a.html", b"x"),
        ("star-pontoon", "a.pdf", b""),
        ("star-pontoon", "pdf", b"x"),
    ],
)
def test_what_is_no_document_is_refused(house: House, edition: str, name: str, content: bytes) -> None:
    with pytest.raises(Refused) as error:
        keep_document(house.store, edition, name, content, at=AT, by="console tests")
    for game in GAMES:
        shows(law.RULES_ON_REQUEST, error.value, game=game)
        keep_document(house.store, Rules.of(game).edition.name, "a.txt", game.encode(), at=AT, by="console tests")
    with pytest.raises(Refused):
        keep_document(house.store, "star-pontoon", "a.pdf", b"x" * 4_000_001, at=AT, by="console tests")


def test_earlier_documents_stay(house: House) -> None:
    for content in (b"first", b"second", b"first"):
        keep_document(house.store, "star-pontoon", "a.txt", content, at=AT, by="console tests")
    found = official_documents(house.store, "star-pontoon")
    assert [each.digest for each in found] == [
        hashlib.sha256(text).hexdigest() for text in (b"first", b"second", b"first")
    ]
    assert official_documents(house.store, "star-caribbean-stud") == ()
