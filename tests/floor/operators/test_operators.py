"""Operators are data: their files are read as they are, and what is wrong with one is said."""

import shutil
from pathlib import Path

import pytest

import pitboss.floor.operators as module
from pitboss import law
from pitboss.floor.composition import make_floor
from pitboss.floor.operators import OperatorError, check_ranked, operators
from pitboss.floor.people.permission import permissions
from pitboss.floor.service.commands import KINDS, Command
from pitboss.floor.store import Store

FOLDER = Path(module.__file__).parent


def test_what_the_two_operators_differ_in() -> None:
    star, crown = operators().values()
    assert [star.title, crown.title] == ["The Star", "Crown"]
    assert star.own_above_sign and not crown.own_above_sign
    assert (star.notice.closing_rounds, crown.notice.closing_rounds) == (0, 3)
    assert [stage.rule for stage in star.dispute] == [law.DISPUTE_RULED, law.DISPUTE_REVIEWED, law.DISPUTE_REVIEWED]
    assert [stage.rank for stage in crown.dispute] == ["area-manager"]
    assert star.patrons.counts_losses and crown.patrons.cards_from is None


def test_what_one_person_does_alone_is_all_of_it_where_the_file_does_not_say() -> None:
    star = operators()["star"]
    assert star.amounts["TakeAct"].alone == star.amounts["TakeAct"].most
    assert star.amounts["CashOut"].alone < star.amounts["CashOut"].most


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("listed = 2", "listed = 2\nflag = true", "unknown field `flag`"),
        ("apart_days = 7", "", "missing required field `apart_days`"),
        ("apart_days = 7", 'apart_days = "7"', "Expected `int`"),
        ("minutes = 20", "minutes = 0", r"Expected `int` >= 1 - at `\$.notice.minutes`"),
        ('rule = "dispute-ruled"', 'rule = "coin-tossed"', "No rule key is called coin-tossed"),
        ('rank = "area-manager"', 'rank = "casino-supervisor"', "the stage final has the rank casino-supervisor"),
        ('OpenTable = "higher-duties-dealer"', 'OpenTable = "admiral"', "OpenTable has the rank admiral"),
        ('OpenTable = "higher-duties-dealer"', "", r"\[ranks\] has no row for OpenTable"),
        ("alone = 2_000_00", "alone = 2_000_000_00", "CashOut has more for one person alone"),
        ("[amounts]", "[amounts]\nDance = { most = 1 }", r"\[amounts\] has a row for Dance"),
        ("[ranks]", "[ranks", "crown.toml: "),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_what_is_wrong(tmp_path: Path, old: str, new: str, says: str) -> None:
    for file in FOLDER.glob("*.toml"):
        shutil.copy(file, tmp_path)
    changed = tmp_path / "crown.toml"
    text = changed.read_text()
    assert old in text
    changed.write_text(text.replace(old, new))
    with pytest.raises(OperatorError, match=says):
        operators(tmp_path)


def test_an_operator_of_the_books_has_a_file(tmp_path: Path) -> None:
    shutil.copy(FOLDER / "star.toml", tmp_path)
    with pytest.raises(OperatorError, match="crown"):
        operators(tmp_path)


def test_a_command_without_a_rank_cannot_be_loaded(store: Store) -> None:
    check_ranked(["OpenTable"], permissions())

    class Dance(Command, tag="Dance"):
        """A command that no file gives a rank."""

    try:
        with pytest.raises(OperatorError, match="Dance"):
            make_floor(store)
    finally:
        KINDS.remove(Dance)
