"""The page of the proof by clause speaks of every section of the registers, and lists what survived."""

import re
from pathlib import Path

import proof
from pitboss.law.edition import edition_names, load_edition

PAGE = (Path(__file__).parent.parent.parent / "docs" / "proof.md").read_text(encoding="utf-8")


def test_sections_are_those_of_the_registers() -> None:
    for name in edition_names():
        counts = PAGE.partition(f"## {name}\n")[2].partition("\n## ")[0]
        told = dict(re.findall(r"^\| (\d+) \| [^|]* \| (\d+) \|", counts, re.MULTILINE))
        wanted = {section: len(numbers) for section, numbers in proof.sections(load_edition(name)).items()}
        assert {section: int(clauses) for section, clauses in told.items()} == wanted, name


def test_what_was_tried_adds_up() -> None:
    found = re.search(r"\*\*([\d,]+) of ([\d,]+) mutants were killed", PAGE)
    assert found is not None
    killed, tried = (int(number.replace(",", "")) for number in found.groups())
    listed = re.findall(r"^- `[^`]+` \(", PAGE, re.MULTILINE)
    assert 0 < len(listed) <= tried - killed
