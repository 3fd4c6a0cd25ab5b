"""Pages, forms and refusals come in the language that a browser asks for, where there is a catalogue of it."""

import asyncio
import html
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from other_letters import ENGLISH, OtherLetters, leave_out
from pitboss.cli import app as cli
from pitboss.locale import CatalogueError, read_catalogues
from pitboss.web.api.middleware import choose
from pitboss.web.app import make_api
from web.clients import LOOSE, House
from web.test_chinese import APART

FRENCH = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

#: web
msgid "Rulebook"
msgstr "Règlement"

#. A message may go over lines.
msgid "The approved documents that the tables follow, clause by clause in our own words, each with how "
"it is met."
msgstr "Les documents approuvés, "
"« article » par article."

#: web
#, python-format
msgid "%(clauses)s clauses, %(readings)s readings"
msgstr "%(readings)s lectures de %(clauses)s articles"

msgid "Amount"
msgstr "Montant"

msgid "Refused by the rules"
msgstr "Refusé par les règles"

msgid "You can leave the table only for yourself."
msgstr "Vous ne quittez la table que pour vous-même."

msgid "Not found"
msgstr "Introuvable"

msgid "There is no round {number} at table {table}."
msgstr "La table {table} n'a pas de tour {number}."

msgid "{number} card"
msgid_plural "{number} cards"
msgstr[0] "{number} carte"
msgstr[1] "{number} cartes"

msgid "time is up"
msgstr "temps écoulé"

#, fuzzy
msgid "Sign out"
msgstr "Signer dehors"

#~ msgid "What nobody says any more"
#~ msgstr "Rien"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a catalogue of French."""
    file = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "pitboss.po"
    file.parent.mkdir(parents=True)
    file.write_text(FRENCH, encoding="utf-8")
    return tmp_path / "locale"


@pytest.fixture
def speaking(house: House, folder: Path) -> House:
    """The house behind an application that speaks French as well."""
    house.limits = LOOSE._replace(streams=7)  # its application is not for others
    house.app = make_api(house.floor, house.sign_in, limits=house.limits, catalogues=read_catalogues(folder))
    house.client = httpx.AsyncClient(transport=httpx.ASGITransport(house.app), base_url="http://floor")
    return house


def test_a_page_comes_in_the_language_that_is_asked_for(speaking: House) -> None:
    inspector = speaking.as_("star", "inspector")
    cookie = f"pitboss={inspector.token}"
    page = inspector.get("/rulebook", Cookie=cookie, Accept_Language="fr-CH, fr;q=0.9, en;q=0.8")
    assert (page.headers["content-language"], "Accept-Language" in page.headers["vary"]) == ("fr", True)
    assert '<html lang="fr"' in page.text
    assert "Règlement" in page.text
    assert "« article » par article." in page.text
    assert "lectures de" in page.text
    assert "Sign out" in page.text  # a translation that no translator is sure of is left out
    assert '"time is up": "temps \\u00e9coul\\u00e9"' in page.text  # what the scripts of the page say
    english = inspector.get("/rulebook", Cookie=cookie, Accept_Language="de")
    assert "time is up" not in english.text
    assert '<html lang="en"' in english.text
    assert "Règlement" not in english.text


STAFF_PAGES = {
    "dealer": ("/tables/2/irregular", "/tables/2/cashier", "/tables/2/disputes", "/pin", "/password"),
    "gaming-manager": ("/pit", "/pit/tables/2", "/pit/shift", "/pit/mispayments", "/results", "/patrons"),
    "inspector": ("/inspect", "/inspect/verification", "/inspect/mispayments", "/inspect/registers/slips"),
}
PEOPLE = ("assistant-gaming-manager", "gaming-manager", "gaming-supervisor", "dealer", "inspector", "ann", "bob", "cat")
NAMES = re.compile(r"The Star|Pontoon|Caribbean Stud|Mississippi Stud|Caribbean|Mississippi|English|AUD|CSV|JSON|PIN")
"""What keeps its name in every language: houses, games and files; people are left out by their ids."""


def test_what_staff_read_is_marked_for_translation(house: House) -> None:
    language = OtherLetters()
    house.limits = LOOSE._replace(streams=7)
    catalogues: Any = {"other": language}
    house.app = make_api(house.floor, house.sign_in, limits=house.limits, catalogues=catalogues)
    house.client = httpx.AsyncClient(transport=httpx.ASGITransport(house.app), base_url="http://floor")
    found = {}
    for person, paths in STAFF_PAGES.items():
        caller = house.as_("star", person)
        for path in paths:
            page = caller.get(path, Cookie=f"pitboss={caller.token}; pitboss-language=other")
            assert page.status_code == 200, path
            said = html.unescape(re.sub(r"<[^>]+>", "\n", re.sub(APART, " ", page.text, flags=re.DOTALL)))
            lines = {NAMES.sub("", leave_out(line, *PEOPLE)).strip() for line in said.splitlines()}
            found[path] = {line for line in lines if ENGLISH.search(line)}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_form_is_labelled_in_the_language(speaking: House) -> None:
    ann = speaking.as_("star", "ann")
    cookie = f"pitboss={ann.token}"
    assert "Montant" in ann.get("/account", Cookie=cookie, Accept_Language="fr").text
    assert "Montant" not in ann.get("/account", Cookie=cookie).text


def test_a_refusal_comes_in_the_language(speaking: House) -> None:
    ann = speaking.as_("star", "ann")
    headers = {"Idempotency_Key": "leave", "Accept_Language": "fr"}
    no = ann.ask("POST", "/api/tables/3/leave-table", {"patron": "bob"}, **headers)
    assert (no.status_code, no.json()["because"]) == (409, ["not-yours"])
    assert no.json()["title"] == "Refusé par les règles"
    assert no.json()["detail"] == "Vous ne quittez la table que pour vous-même."
    missing = ann.get("/api/tables/3/rounds/99", Accept_Language="fr").json()
    assert (missing["title"], missing["detail"]) == ("Introuvable", "La table 3 n'a pas de tour 99.")
    assert ann.get("/api/tables/3/rounds/99").json()["detail"] == "There is no round 99 at table 3."


def test_people_are_answered_at_once_each_in_their_language(speaking: House) -> None:
    token = speaking.as_("star", "ann").token
    asked = ["fr", "en"] * 6

    async def everybody() -> list[httpx.Response]:
        paths = ["/rulebook", "/rulebook", "/tables/3", "/tables/3"] * 3
        sent = [{"Cookie": f"pitboss={token}", "Accept-Language": language} for language in asked]
        get = speaking.client.get
        return await asyncio.gather(*(get(path, headers=each) for path, each in zip(paths, sent, strict=True)))

    answers = speaking.runner.run(everybody())
    assert [answer.status_code for answer in answers] == [200] * 12
    assert [answer.headers["content-language"] for answer in answers] == asked
    assert ["Règlement" in answer.text for answer in answers] == [language == "fr" for language in asked]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", ""),
        ("fr", "fr"),
        ("FR-ca", "fr"),
        ("de, fr;q=0.5", "fr"),
        ("fr;q=0.5, en", ""),
        ("fr;q=0, de", ""),
        ("fr;q=much", ""),
        ("*", ""),
    ],
)
def test_the_language_goes_best_with_what_is_accepted(accepted: str, language: str, folder: Path) -> None:
    chosen = choose(accepted, read_catalogues(folder))
    assert (chosen.language if chosen is not None else "") == language


def test_a_catalogue_has_plurals(folder: Path) -> None:
    french = read_catalogues(folder)["fr"]
    assert [french.ngettext("{number} card", "{number} cards", number) for number in (0, 1, 2)] == [
        "{number} carte",
        "{number} carte",
        "{number} cartes",
    ]


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ('msgid "Table {table}"\nmsgstr "Table {tabel}"', "tabel"),
        ('msgid "Table %(table)s"\nmsgstr "Table %(tabel)s"', "tabel"),
        ('msgid "Table"\nmsgstr Tisch', "Tisch"),
    ],
)
def test_a_server_does_not_start_on_a_catalogue_that_cannot_be_used(entry: str, says: str, folder: Path) -> None:
    file = folder / "fr" / "LC_MESSAGES" / "pitboss.po"
    file.write_text(f"{FRENCH}\n{entry}\n", encoding="utf-8")
    with pytest.raises(CatalogueError, match=says):
        read_catalogues(folder)
    done = CliRunner().invoke(cli, ["serve", "--store", str(folder / "floor.db"), "--locale", str(folder)])
    assert done.exit_code
    assert not (folder / "floor.db").exists()
