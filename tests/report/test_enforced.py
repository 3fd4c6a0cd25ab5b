"""Every rule that an edition enforces leads to the line where its condition is tested, or where its table is read."""

from pathlib import Path

import pytest

import pitboss
from pitboss.law import Key
from pitboss.law.edition import edition_names, load_edition
from pitboss.report.code_places import Nearness, places_of

SOURCE = Path(pitboss.__file__).parents[1]
ENFORCED = sorted(
    {
        key
        for name in edition_names()
        for clause in load_edition(name).clauses.values()
        if clause.met == "enforced"
        for key in clause.keys
    }
)


def test_every_enforced_rule_leads_to_a_line_that_decides() -> None:
    assert len(ENFORCED) > 300
    found = places_of()
    assert [key for key in ENFORCED if key not in found] == []
    assert [f"{key}: {found[key][0]}" for key in ENFORCED if found[key][0].nearness is Nearness.TABLE] == []


@pytest.mark.parametrize(
    ("key", "folder", "inside", "nearness"),
    [
        ("split-again", "pitboss/games/pontoon/", "compile_figures", Nearness.TEST),
        ("bust-loses", "pitboss/games/pontoon/", "take_bust", Nearness.BRANCH),
        ("dealer-qualifies", "pitboss/games/caribbean_stud", "_dealer_fails", Nearness.BRANCH),
        ("bet-wins", "pitboss/games/caribbean_stud", "grounds", Nearness.TABLE_READ),
        ("areas-named", "pitboss/floor/", "cloth_of", Nearness.TABLE_READ),
        ("on-street", "pitboss/play/", "fold_hand", Nearness.TABLE_READ),
    ],
)
def test_the_nearest_place_comes_first(key: str, folder: str, inside: str, nearness: Nearness) -> None:
    first = places_of()[Key(key)][0]
    assert first.file.startswith(folder)
    assert (first.inside, first.nearness) == (inside, nearness)


def test_a_place_is_a_line_that_names_the_rule_or_its_table() -> None:
    for key, places in places_of().items():
        for place in places:
            line = (SOURCE / place.file).read_text().splitlines()[place.line - 1]
            named = place.table or f"law.{key.upper().replace('-', '_')}"
            assert named in line, str(place)
