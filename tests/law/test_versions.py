"""Books lie side by side by version, each known by its content; a book that does not hold together is refused."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.games import make_game
from pitboss.games.caribbean_stud import CaribbeanStud
from pitboss.law import BookError, Edition, Rules, load_edition
from pitboss.law.edition import FILES, books, edition_of, versions
from pitboss.money import ToOne
from pitboss.play.terms import Limits, Terms

NAME, VERSION = "star-caribbean-stud", "2021-03-10"
Shelf = Callable[..., Path]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    """Copies of the book on a shelf of their own, each version with a change: `shelf(v2=("games.toml", "a", "b"))`."""

    def make(**changed: tuple[str, str, str]) -> Path:
        for version, (file, old, new) in changed.items():
            folder = tmp_path / NAME / version
            shutil.copytree(books() / NAME / VERSION, folder)
            text = (folder / file).read_text()
            assert old in text
            (folder / file).write_text(text.replace(old, new, 1))
        return tmp_path

    return make


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("place", [0, -1])
def test_one_byte_more_is_another_content(file: str, place: int, shelf: Shelf) -> None:
    root = shelf(same=(file, "#", "#"), changed=(file, "#", "#"))
    path = root / NAME / "changed" / file
    text = path.read_text()
    path.write_text("\n" + text if place == 0 else text + "\n")
    original = load_edition(NAME).content_hash
    assert load_edition(NAME, "same", root).content_hash == original
    assert load_edition(NAME, "changed", root).content_hash != original
    assert len(original) == 64


def test_the_content_is_known_by_its_file_too(shelf: Shelf) -> None:
    root = shelf(a=("edition.toml", "#", "# "), b=("games.toml", "#", "# "))
    assert load_edition(NAME, "a", root).content_hash != load_edition(NAME, "b", root).content_hash


def test_two_versions_of_an_edition_lie_side_by_side(shelf: Shelf) -> None:
    root = shelf(
        **{VERSION: ("games.toml", "#", "#"), "2027-01-01": ("games.toml", 'odds = "250:1"', 'odds = "100:1"')}
    )
    assert versions(NAME, root) == (VERSION, "2027-01-01")
    old, new = load_edition(NAME, VERSION, root), load_edition(NAME, None, root)
    assert (old.version, new.version) == (VERSION, "2027-01-01")
    assert old == load_edition(NAME)
    assert royal(old) == ToOne(250) and royal(new) == ToOne(100)
    assert edition_of(NAME, root) == NAME


def royal(edition: Edition) -> ToOne:
    """What a royal flush pays by an edition, as the engine compiles it."""
    rules = Rules(edition, edition.games[NAME])
    game = make_game(rules, Terms({"ante": Limits(2_500, 50_000)}))
    assert isinstance(game, CaribbeanStud)
    return next(odds for category, (odds, _) in game.figures.bet_odds.items() if category.line == "royal-flush")


FIRST = 'number = "1.1"\n'
ENFORCED = 'met = "enforced"\nkeys = ["round-of-play"]'


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("clauses.toml", '["round-of-play"]', '["round-of-ploy"]', "clause 1.1: no rule key is called round-of-ploy"),
        ("clauses.toml", ENFORCED, 'met = "enforced"', "clause 1.1: enforced, but by no key"),
        ("clauses.toml", ENFORCED, 'met = "physical"', "clause 1.1: physical, and the reason is missing"),
        ("clauses.toml", ENFORCED, 'met = "workflow"', "clause 1.1: the census calls it the engine's; say why"),
        ("clauses.toml", ENFORCED, 'met = "ignored"', "clause 1.1: Invalid enum value 'ignored'"),
        ("clauses.toml", 'kind = "engine"', 'kind = "motor"', "clause 1.1: Invalid enum value 'motor'"),
        ("clauses.toml", "number = '1.1 \"ante\"'", FIRST, "clause 1.1: it is listed twice"),
        ("clauses.toml", FIRST, FIRST + 'clause = "1"\n', "clause 1.1: .*unknown field `clause`"),
        ("clauses.toml", 'topic = "definition"\n', "", "clause 1.1: .*missing required field `topic`"),
        ("readings.toml", '"8.4", "11.4"', '"8.4", "99.4"', "reading C1: there is no clause 99.4"),
        ("readings.toml", 'id = "C2"', 'id = "C1"', "reading C1: it is listed twice"),
        ("readings.toml", "default = false", 'default = "no"', "reading C1: the default is not among the choices"),
        ("readings.toml", "default = false\n", "", "reading C1: the default is not among the choices"),
        ("readings.toml", '"exposuresAddUp"', '"foldKeepsJackpot"', "reading C2: the switch foldKeepsJackpot is C1's"),
        ("games.toml", 'title = "Caribbean Stud"\n', "", "game star-caribbean-stud: .*missing required field `title`"),
        ("edition.toml", "round-voided", "round-avoided", "power round-avoided: no rule key is called that"),
        ("edition.toml", '= "casino-supervisor"', '= "croupier"', "power round-voided: there is no rank croupier"),
    ],
)
def test_a_book_that_does_not_hold_together_is_refused(
    file: str, old: str, new: str, message: str, shelf: Shelf
) -> None:
    root = shelf(broken=(file, old, new))
    with pytest.raises(BookError, match=f"^{NAME} broken {message}"):
        load_edition(NAME, "broken", root)


def test_a_physical_clause_with_its_reason_is_taken(shelf: Shelf) -> None:
    root = shelf(well=("clauses.toml", ENFORCED, 'met = "physical"\nreason = "People read the glossary."'))
    assert load_edition(NAME, "well", root).clauses["1.1"].reason == "People read the glossary."
