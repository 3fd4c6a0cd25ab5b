"""The law is met as the books say: every enforced key was shown at work by a test, in each game that has it.

These come after a run of the whole suite, in order: what it showed is the committed evidence, and the rest is read from
that.
"""

import json
from collections import defaultdict
from pathlib import Path

import pytest

import pitboss.law.coverage as law_coverage
from pitboss.law import HOUSE, Key
from pitboss.law.coverage import EVIDENCE, evidence
from pitboss.law.edition import edition_names, load_edition
from pitboss.report.where_met import coverage
from support import EVIDENCE_FOLDER, same_as_committed

GAMES = [(name, game.name) for name in edition_names() for game in load_edition(name).games.values() if game.built]


def keys_of(edition: str, game: str) -> list[Key]:
    book = load_edition(edition)
    return [Key(ground) for ground in book.citations(book.games[game])]


@pytest.mark.last
def test_evidence_is_what_this_run_showed() -> None:
    assert EVIDENCE_FOLDER, "make test says where the workers left what they showed"
    together: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for file in Path(EVIDENCE_FOLDER).glob("*.json"):
        for game, keys in json.loads(file.read_text()).items():
            for key, tests in keys.items():
                together[game][key] |= set(tests)
    shown = {game: {key: sorted(tests) for key, tests in keys.items()} for game, keys in together.items()}
    same_as_committed(EVIDENCE, json.dumps(shown, indent=1, sort_keys=True) + "\n")
    law_coverage.evidence.cache_clear()


@pytest.mark.last
@pytest.mark.parametrize(("edition", "game"), GAMES)
def test_every_enforced_key_is_shown_by_a_test_in_every_game(edition: str, game: str) -> None:
    shown = evidence().get(game, {})
    missing = [key for key in keys_of(edition, game) if not shown.get(key)]
    assert not missing, f"no test of {game} shows {', '.join(missing)}"


@pytest.mark.last
def test_evidence_names_only_keys_that_games_have() -> None:
    for edition, game in GAMES:
        known = {*map(str, keys_of(edition, game)), *map(str, HOUSE), *load_edition(edition).readings}
        assert set(evidence().get(game, {})) <= known


@pytest.mark.last
def test_evidence_names_only_tests_that_are_there() -> None:
    root = Path(__file__).parent.parent
    for tests in (tests for game in evidence().values() for tests in game.values()):
        for test in tests:
            file, _, name = test.partition("::")
            assert f"def {name.split('::')[-1]}(" in (root / file).read_text(), test


@pytest.mark.last
def test_coverage_is_as_committed() -> None:
    text = json.dumps(coverage(), indent=2, ensure_ascii=False) + "\n"
    same_as_committed(Path(__file__).parent.parent / "docs" / "coverage.json", text)
