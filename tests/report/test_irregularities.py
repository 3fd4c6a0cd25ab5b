"""What went wrong, in a record: plain fields, the remedy that need not be said, the ruling with its clauses."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.play.acts import Deal, Decide
from pitboss.play.irregularity import Irregularity
from pitboss.report.decision import decision_data, steps_data
from pitboss.report.lines import RecordError
from pitboss.report.record import PlayedRecord, read_record, schema, write_record
from pitboss.report.script import play_record

CARIBBEAN = """\
format = 1
game = "{game}"

[[player]]
name = "Ann"
area = 1
wagers = {{ ante = 25 }}
cards = "3s 3d 3h 9c 9s"
{ann}

[[player]]
name = "Bob"
area = 4
wagers = {{ ante = 50 }}
cards = "Ks Kd 8h 6c 2s"
{bob}

[dealer]
cards = "As Kh Jh 9d 8s"

[[irregularity]]
{wrong}
"""
STAR, CROWN = "star-caribbean-stud", "crown-caribbean-stud"
BET = 'does = ["bet"]'


def played(wrong: str, *, game: str = STAR, ann: str = BET, bob: str = BET) -> PlayedRecord:
    return play_record(read_record(CARIBBEAN.format(game=game, ann=ann, bob=bob, wrong=wrong)))


def error(wrong: str, **more: str) -> str:
    with pytest.raises(RecordError) as failed:
        played(wrong, **more)
    return str(failed.value)


def report(of: PlayedRecord) -> Irregularity:
    (act,) = [act for act in of.acts if isinstance(act, Irregularity)]
    return act


def ruling(of: PlayedRecord) -> dict[str, Any]:
    rows: list[dict[str, Any]] = [row for row in decision_data(of)["rulings"] if row["what"] == "IrregularityRuled"]
    (row,) = rows
    return row


EXPOSED = 'fact = "card-exposed"\nhand = "dealer"\ncard = 2\nbefore = "Ann"'


@pytest.mark.parametrize(("game", "clause"), [(STAR, "14.6"), (CROWN, "13.1.1")])
def test_one_remedy_need_not_be_said(game: str, clause: str) -> None:
    found = played(EXPOSED, game=game)
    assert (report(found).remedy, report(found).hand, report(found).places) == ("leave-up", 0, (1,))
    row = ruling(found)
    assert row["clauses"][0] == clause and [each["remedy"] for each in row["remedies"]] == ["leave-up"]
    assert [(each["player"], each["result"]) for each in row["effects"]] == [("Ann", "stays"), ("Bob", "stays")]


def test_moment_is_before_or_after_a_decision() -> None:
    for moment in ('before = "Ann"', 'before = "Ann bet"'):
        found = played(f'fact = "card-missing"\n{moment}', ann="", bob="")
        assert isinstance(found.acts[-2], Deal) and found.acts[-1] == report(found)
    assert "3s 3d 3h 9c 9s of Ann was never dealt. A card is missing" in error(
        'fact = "card-missing"\nbefore = "deal"', ann="", bob=""
    )
    found = played('fact = "card-missing"\nafter = "Ann bet"\nbefore = "Bob"', bob="")
    assert isinstance(found.acts[-2], Decide) and found.acts[-1] == report(found)


def test_moment_that_never_came() -> None:
    assert '"Cat" never came' in error('fact = "card-missing"\nbefore = "Cat"')
    assert "never came to" in error('fact = "card-missing"\nafter = "Cat bet"')
    assert "have no clause" in error('fact = "card-exposed"\nhand = "dealer"\ncard = 2\nafter = "Ann bet"')


def test_rank_that_is_left_out_is_the_least_that_rules_it() -> None:
    wrong = 'fact = "player-count"\nhand = "Bob"\nextra = "5c"\nlooked = ["Ann"]\nbefore = "Ann"'
    found = played(wrong, game=CROWN, bob="")
    assert report(found).rank == found.game.rules.edition.powers["wrong-after-looking"]  # type: ignore[index]
    assert ruling(found)["remedies"][0]["rank"] == report(found).rank
    assert "or above may rule on this, not a dealer" in error(f'{wrong}\nrank = "dealer"', game=CROWN, bob="")


def test_choice_that_the_rules_leave_is_listed_with_its_clauses() -> None:
    wrong = 'fact = "dealer-count"\nextra = "5c"\nbefore = "Ann"'
    said = error(wrong, game=CROWN)
    assert "reconstruct: " in said and "misdeal: " in said and "13.3" in said
    assert report(played(f'{wrong}\nremedy = "misdeal"', game=CROWN, ann="", bob="")).remedy == "misdeal"


def test_fact_that_no_clause_speaks_of_names_the_nearest() -> None:
    said = error('fact = "card-expose"')
    assert 'no clause of these rules is about "card-expose"' in said
    assert "card-exposed (A card was exposed during the deal)" in said


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('extra = "2c"', "says nothing of extra: it says hand, card, cards, looked"),
        ('hand = "Cat"', 'no hand of "Cat"'),
        ("card = 6", "are 5 cards"),
        ("card = 0", "at least 1"),
        ('looked = ["Cat"]', "Cat has no wager"),
        ('cards = "K"', "K has no suit"),
    ],
)
def test_report_that_cannot_be_so(more: str, words: str) -> None:
    key = more.partition(" ")[0]
    wrong = "\n".join([*(line for line in EXPOSED.splitlines() if not line.startswith(f"{key} ")), more])
    assert words in error(wrong)


@pytest.mark.parametrize("hand", ['"Bob"', "4"])
def test_hand_is_named_by_its_player_or_its_area(hand: str) -> None:
    assert report(played(f'fact = "card-exposed"\nhand = {hand}\ncard = 1\nbefore = "Ann"')).hand == 2


def test_decision_that_the_ruling_closed_names_it() -> None:
    said = error('fact = "card-missing"\nbefore = "Bob"\nafter = "Ann bet"')
    assert "Bob cannot bet. A card is missing" in said and "14.9.2" in said


def test_what_was_tried_is_refused_at_its_place() -> None:
    found = played(
        'fact = "card-exposed"\nhand = "dealer"\ncard = 2\nremedy = "misdeal"\nbefore = "Ann"\nrefused = true'
    )
    assert len(found.tried) == 1 and "leave-up" in found.tried[0].refusal.words


@pytest.mark.parametrize("game", [STAR, CROWN])
@pytest.mark.parametrize("wrong", [EXPOSED, 'fact = "card-exposed"\nhand = 4\ncard = [1, 2]\nbefore = "Ann"'])
def test_record_is_written_and_read_back_the_same(game: str, wrong: str) -> None:
    is_over = "[1, 2]" in wrong
    found = played(wrong, game=game, ann="" if is_over else BET, bob="" if is_over else BET)
    text = write_record(found.opening, found.acts)
    assert "[[irregularity]]" in text and "card = " in text
    again = play_record(read_record(text))
    assert (again.acts, again.round) == (found.acts, found.round)
    assert write_record(again.opening, again.acts) == text


def test_long_form_has_it_between_the_acts() -> None:
    found = played(EXPOSED)
    text = write_record(found.opening, found.acts)
    moved = text.replace("[[irregularity]]", '[[act]]\ndoes = "irregularity"')
    assert play_record(read_record(moved)).acts == found.acts
    with pytest.raises(RecordError, match="leave before out"):
        play_record(read_record(text.replace("[[irregularity]]", '[[irregularity]]\nbefore = "Ann"')))


PONTOON = """\
format = 1
game = "star-pontoon"

[[player]]
name = "Ann"
area = 3
wagers = { wager = 50 }
cards = "8s 8d"
split = ["3c", "Kc"]
does = ["split", "stand"]

[dealer]
cards = "6h"

[[irregularity]]
fact = "dealing-error"
laid = [{ hand = { area = 3, hand = 1 }, cards = "8d 3c" }, { hand = { area = 3, hand = 2 }, cards = "8s Kc" }]
after = "stand"
before = "Ann"
"""


def test_split_hands_are_told_apart() -> None:
    found = play_record(read_record(PONTOON))
    assert [pile.hand for pile in report(found).laid] == [1, 2]
    text = write_record(found.opening, found.acts)
    assert "hand = { area = 3, hand = 2 }" in text and play_record(read_record(text)).acts == found.acts
    with pytest.raises(RecordError, match="several hands of 3"):
        play_record(read_record(PONTOON.replace("hand = { area = 3, hand = 1 }", "hand = 3")))


def test_schema_has_the_table() -> None:
    shape = schema()["properties"]["irregularity"]["items"]
    assert shape["required"] == ["fact"] and "does" not in shape["properties"]
    assert {"hand", "card", "extra", "looked", "states", "laid", "after", "before", "remedy"} <= set(
        shape["properties"]
    )
    Draft202012Validator.check_schema(dict(schema()))


def test_replay_and_settle_tell_it(tmp_path: Any) -> None:
    file = tmp_path / "round.toml"
    file.write_text(CARIBBEAN.format(game=STAR, ann=BET, bob=BET, wrong=EXPOSED))
    settled = CliRunner().invoke(app, ["settle", str(file)], env={"COLUMNS": "110"}).output
    assert "Ruled by: dealer" in settled and "Ann's Ante of $25 stays" in settled and "(14.6)" in settled
    replayed = CliRunner().invoke(app, ["replay", str(file)]).output
    assert "the dealer's card stays face up" in replayed
    steps = json.loads(CliRunner().invoke(app, ["replay", str(file), "--json"]).output)
    (row,) = [row for row in steps if "irregularity" in row]
    assert row["irregularity"]["remedy"] == "leave-up"
    assert steps_data(played(EXPOSED))[row["step"] - 1]["irregularity"] == row["irregularity"]
