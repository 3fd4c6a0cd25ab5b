"""A PAR sheet as a bundle: a folder or a zip file with every form of the sheet, the edition's books, and their hashes.

`verify` reads a bundle, compares the hash of each file, and works the figures out again from the question in it, with
the code and the books that are installed: a figure that was changed in the file or has changed in the software shows.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.lab import store
from pitboss.lab.answer import Answer, solver_of
from pitboss.lab.parsheet import FORMATS, sheet_data
from pitboss.lab.parsheet.parts import pay_table_data
from pitboss.lab.question import LabError, Question
from pitboss.law.rules import Rules
from pitboss.messages import say
from pitboss.value import Value

FORMAT = 1
MANIFEST = "manifest.json"
SHEET = "sheet.json"
ASIDE = ("provenance", "prepared_by", "altered")
"""What may differ between two sheets of the same figures: when, by whom and by which version they were made, and in
which words they were asked for."""


class Finding(Value):
    """One comparison: what was compared, whether it holds, and what was found."""

    what: str
    holds: bool
    found: str = ""


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def pack(answered: Answer, path: Path, **options: Any) -> None:
    """Write the bundle of an answer, with the options of a sheet."""
    sheet = sheet_data(answered, **options)
    files = {f"sheet{ending}": write(sheet).encode() for ending, write in FORMATS.items()}
    manifest = {
        "format": FORMAT,
        "edition_hash": answered.question.content_hash,
        "pay_table": pay_table_data(answered.question)["hash"],
        "code": store.code_version(),
        "asked": {"game": answered.question.game, "version": answered.question.version},
        "options": options,
        "files": {name: _hash(content) for name, content in sorted(files.items())},
    }
    written = json.dumps(manifest, indent=2, sort_keys=True) + "\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in sorted({MANIFEST: written.encode(), **files}.items()):
            entry = zipfile.ZipInfo(name)  # without the hour, so that the same bundle has the same bytes
            entry.compress_type = zipfile.ZIP_DEFLATED
            bundle.writestr(entry, content)


MOST_BYTES = 50_000_000


def _read(path: Path) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(path) as bundle:
            if sum(entry.file_size for entry in bundle.infolist()) > MOST_BYTES:
                raise LabError(say("{path} is larger than a PAR bundle can be.", path=path))
            return {entry.filename: bundle.read(entry) for entry in bundle.infolist()}
    except zipfile.BadZipFile as error:
        raise LabError(say("{path} is no PAR bundle: {error}", path=path, error=error)) from None


def verify(path: Path) -> list[Finding]:
    """Compute the hashes and the figures of a bundle again."""
    files = _read(path)
    try:
        manifest = json.loads(files[MANIFEST])
        sheet = json.loads(files[SHEET])
        if manifest["format"] != FORMAT:
            raise LabError(say("{path} is a PAR bundle of another format.", path=path))
        findings = list(_hashes(manifest, files))
        question = question_of(sheet)
        findings += _identities(manifest, sheet, question)
        findings += _figures(sheet, question, manifest["options"])
    except (KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
        raise LabError(say("{path} is no PAR bundle: {error}", path=path, error=repr(error))) from None
    return findings


def question_of(sheet: Mapping[str, Any]) -> Question:
    """The question that a sheet answers, from the words in which it was changed."""
    from pitboss.lab.parameters import ask, book_pays  # noqa: PLC0415

    table = sheet["pay_table"]
    rules = Rules.of(sheet["game"], sheet["version"])
    solver = solver_of(rules.game.engine)
    book = getattr(solver, "pays_of", book_pays)(rules)
    pays = [
        f"{wager}.{line}={odds.replace('/', ':')}"
        for wager, lines in table["pays"].items()
        for line, odds in lines.items()
        if str(book[wager].get(line)) != odds
    ]
    usual = {rule.name: rule.value for rule in solver.rules_of(rules)}
    changed = [f"{name}={value}" for name, value in table["rules"].items() if usual[name] != value]
    return ask(
        sheet["game"],
        version=sheet["version"],
        pay=pays,
        rule=changed,
        strategy=sheet["strategy"],
        play=",".join("/".join(map(str, offered)) for offered in table["play"]) if "play" in table["pays"] else None,
        decks=table["decks"] if "decks" in sheet["altered"] else None,
        wager_cents=table["wager_cents"],
        chip_cents=table["chips_cents"] or (),
        maximum_payout_cents=table.get("maximum_payout_cents"),
    )


def _hashes(manifest: Mapping[str, Any], files: Mapping[str, bytes]) -> Iterator[Finding]:
    for name, stated in manifest["files"].items():
        found = _hash(files[name]) if name in files else say("missing")
        yield Finding(say("hash of {name}", name=name), found == stated, found)
    for name in sorted(set(files) - {MANIFEST, *manifest["files"]}):
        yield Finding(say("hash of {name}", name=name), holds=False, found=say("the manifest does not name it"))


def _identities(manifest: Mapping[str, Any], sheet: Mapping[str, Any], question: Question) -> Iterator[Finding]:
    """The edition and pay table that are installed are those of the sheet."""
    yield Finding(say("hash of the edition"), sheet["edition_hash"] == question.content_hash, question.content_hash)
    yield Finding(say("edition of the manifest"), manifest["edition_hash"] == sheet["edition_hash"])
    found = pay_table_data(question)["hash"]
    yield Finding(say("hash of the pay table"), found == sheet["pay_table"]["hash"] == manifest["pay_table"], found)


def _figures(sheet: Mapping[str, Any], question: Question, options: Mapping[str, Any]) -> Iterator[Finding]:
    """Every part of the sheet, worked out again and not fetched."""
    from pitboss.lab.answer import work_out  # noqa: PLC0415

    anew = json.loads(json.dumps(sheet_data(work_out(question), **options)))
    for name in sorted({*sheet, *anew} - set(ASIDE)):
        holds = name in sheet and name in anew and is_same(sheet[name], anew[name])
        text = json.dumps(anew.get(name))
        shown = text if len(text) <= MOST_TOLD else f"{text[:MOST_TOLD]} ..."
        yield Finding(name.replace("_", " "), holds, "" if holds else shown)


TOLERANCE = 1e-9
"""How far a figure of a solve in floating point may lie from the one on the sheet; fractions are compared as such."""


def is_same(stated: Any, found: Any) -> bool:
    """Say whether two parts of sheets hold the same figures; sums in floating point may differ in the last digits."""
    if isinstance(stated, float) and isinstance(found, int | float):
        return abs(stated - found) <= TOLERANCE * max(1.0, abs(stated))
    if isinstance(stated, dict) and isinstance(found, dict):
        return stated.keys() == found.keys() and all(is_same(stated[name], found[name]) for name in stated)
    if isinstance(stated, list) and isinstance(found, list):
        return len(stated) == len(found) and all(map(is_same, stated, found))
    return bool(stated == found)


MOST_TOLD = 60
