"""Rounds exported from the floor settle again: the first of a shoe and those in the middle of it, and what lapsed."""

import json
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from pitboss.cli import app
from pitboss.floor.composition import clock_of
from pitboss.floor.service.commands import Order
from pitboss.floor.tables.playing import LapseDecisions
from pitboss.play import Refused
from pitboss.report.record import read_record
from pitboss.report.script import play_record
from web.clients import TABLES, Caller, House
from web.forms import look
from web.test_api import place

SPOTS = {"star-pontoon": "wager"}


def play(house: House, game: str, *, lapse: bool = False) -> int:
    """Play a round of a game through; the number that it had. Players stand, fold or check, or let the time pass."""
    operator, table = game.partition("-")[0], TABLES[game]
    dealer = house.as_(operator, "dealer")
    number = int(dealer.get(f"/api/tables/{table}").json()["round"])
    for area, name in enumerate(("ann", "bob"), start=1):
        assert place(house.as_(operator, name), table, area, spot=SPOTS.get(game, "ante")).status_code == 200
        if game == "crown-ultimate-texas-holdem":
            assert place(house.as_(operator, name), table, area, spot="blind").status_code == 200
    for _ in range(60):
        shown = dealer.get(f"/api/tables/{table}").json()
        if shown["round"] != number:
            return number
        _step(house, dealer, table, shown["view"], lapse=lapse)
    raise AssertionError("the round does not end")


def _step(house: House, dealer: Caller, table: str, view: dict[str, object], *, lapse: bool) -> None:
    needs: list[dict[str, object]] = view["needs"]  # type: ignore[assignment]
    asked = [need for need in needs if need["type"] == "DecisionNeed" and not need["optional"]]
    if not asked:
        assert dealer.order(f"/api/tables/{table}/deal", {"version": view["version"]}).status_code == 200
    elif lapse:
        house.clock.advance(timedelta(seconds=60))
        with suppress(Refused):  # the service has just done it
            number = int(view["number"])  # type: ignore[call-overload]
            house.floor.do(Order(clock_of(dealer.operator), LapseDecisions(table, number), ""))
    else:
        need = asked[0]
        free = next(option for option in need["options"] if not option["most_cents"])  # type: ignore[attr-defined]
        act = {"type": "Decide", "need": need["id"], "patron": need["patron"], "option": free["name"]}
        assert dealer.act(table, **act).status_code == 200


@pytest.mark.parametrize("game", TABLES)
def test_a_round_of_the_floor_settles_again_from_its_record(house: House, game: str, tmp_path: Path) -> None:
    operator, table = game.partition("-")[0], TABLES[game]
    inspector = house.as_(operator, "inspector")
    numbers = [play(house, game, lapse=turn == 1) for turn in range(3)]
    for number in numbers:
        answer = inspector.get(f"/api/tables/{table}/rounds/{number}/record")
        assert answer.status_code == 200
        file = tmp_path / f"{number}.toml"
        file.write_text(answer.text)
        told = inspector.get(f"/api/tables/{table}/rounds/{number}").json()
        done = CliRunner().invoke(app, ["settle", "--json", str(file)])
        assert done.exit_code == 0, done.output
        again = json.loads(done.output)
        assert again["wagers"] == told["wagers"]
        assert again["totals"] == told["totals"]
        assert again["rulings"] == told["rulings"]
        lapsed = [ruling["says"] for ruling in told["rulings"] if "is out of time" in ruling["says"]]
        assert not lapsed or number == numbers[1]
        page = look(inspector, f"/tables/{table}/rounds/{number}").text
        assert all(says in page for says in lapsed)  # what was done for a player who did not decide
        if game != "star-pontoon":  # where a pontoon leaves nothing to decide
            assert bool(lapsed) == (number == numbers[1])


def test_a_round_in_the_middle_of_a_shoe_says_what_is_out_of_it(house: House) -> None:
    inspector = house.as_("star", "inspector")
    first, second = play(house, "star-pontoon"), play(house, "star-pontoon")
    texts = [inspector.get(f"/api/tables/1/rounds/{number}/record").text for number in (first, second)]
    opened = [play_record(read_record(text)).opening for text in texts]
    assert opened[0].out == 0 and opened[0].due
    assert opened[1].out > 0 and not opened[1].due
