"""A record that says what the meter stands at: `settle` tells the awards in dollars (scenario 39)."""

import pytest

from pitboss.report.decision import decision_data
from pitboss.report.lines import RecordError
from pitboss.report.record import read_record
from pitboss.report.script import play_record

RECORD = """
format = 1
game = "{game}"
meter = {meter}
reset = {reset}

[sign]
jackpot = {{ price = 5{more} }}

[[player]]
name = "Ann"
area = 1
wagers = {{ ante = 25, jackpot = 5 }}
cards = "{ann}"
does = ["bet"]

[[player]]
name = "Bob"
area = 2
wagers = {{ ante = 25, jackpot = 5 }}
cards = "9h 8h 7h 6h 5h"
does = ["bet"]

[dealer]
cards = "As Kd Jc 3d 2c"
"""
FLUSH, QUADS = "9d 8d 7d 6d 5d", "4s 4d 4h 4c 2d"


def awards(game: str, meter: int, ann: str = FLUSH, more: str = "", reset: int = 100_000) -> list[tuple[str, int]]:
    text = RECORD.format(game=game, meter=meter, reset=reset, more=more, ann=ann)
    data = decision_data(play_record(read_record(text)))
    return [(each["player"], each["award_cents"]) for each in data["awards"]]


@pytest.mark.parametrize(("meter", "cents"), [(40_000, 5_000_00), (120_000, 11_400_00)])
def test_two_straight_flushes_at_the_star(meter: int, cents: int) -> None:
    assert awards("star-caribbean-stud", meter) == [("Bob", cents), ("Ann", cents)]


def test_two_straight_flushes_at_crown() -> None:
    told = awards("crown-caribbean-stud", 120_000, more=', method = "B", option = 1')
    assert told == [("Bob", 11_900_00), ("Ann", 11_900_00)]


def test_fixed_prizes_are_told_with_the_shares() -> None:
    told = awards("star-caribbean-stud", 120_000, ann=QUADS)
    assert told == [("Ann", 500_00), ("Bob", 12_000_00)]


def test_a_meter_without_a_jackpot_is_an_error() -> None:
    text = 'format = 1\ngame = "star-caribbean-stud"\nmeter = 5\n'
    with pytest.raises(RecordError, match="no jackpot"):
        read_record(text)
