"""Returns and table results on pages: what is due, what was sent, and the band around the exact edge."""

from datetime import date, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.lab import answer
from pitboss.report import returns as return_module
from pitboss.report.returns import Played, band_rows, played_between
from pitboss.web.returns import plot_bands
from web.clients import START, Caller, House
from web.forms import has_its_twin, look, send
from web.test_promotions import play


def sign_in_again(house: House, *names: str) -> None:
    for name in names:
        house.as_("star", name).__dict__.pop("token", None)


@pytest.fixture
def boss(house: House) -> Caller:
    return house.as_("star", "gaming-manager")


def test_a_return_shows_in_the_pit_until_it_is_sent(house: House, boss: Caller) -> None:
    assert "is due" not in look(boss, "/pit").text
    house.clock.at = START + timedelta(days=31)
    sign_in_again(house, "gaming-manager", "inspector")
    pit = look(boss, "/pit").text
    assert "The return of 03.2026 is due." in pit and "since 01.04.2026" in pit
    page = look(boss, "/returns").text
    assert ", 03.2026</b>" in page and "Why it is sent again" not in page, "none was sent yet"
    due = boss.get("/api/returns").json()["due"]
    assert {line["kind"] for line in due} == {"mispayments", "tables", "exclusions", "complaints", "equipment"}
    (mispaid,) = [line for line in due if line["kind"] == "mispayments"]
    assert "Pontoon 17.20" in mispaid["clauses"]
    form = {"do": "send-return", "return_kind": "mispayments", "month": "2026-03", "to": "NICC"}
    assert send(boss, "/returns", form).status_code == 303
    (sent,) = boss.get("/api/returns").json()["sent"]
    assert (sent["kind"], sent["sent_by"], sent["to"]) == ("mispayments", "gaming-manager", "NICC")
    assert "Why it is sent again" in look(boss, "/returns").text
    again = send(boss, "/returns", form)
    assert again.status_code == 409 and "sent before" in again.text
    page = look(boss, "/returns/mispayments?month=2026-03").text
    assert "As it was sent" in page and "No activity" in page
    assert boss.get("/api/returns/mispayments.csv?month=2026-03").text.endswith("No activity\r\n")
    assert house.as_("star", "ann").get("/api/returns").status_code == 403
    for path in ("/returns", "/returns/tables?month=2026-03", "/results?first=2026-03-02&last=2026-03-03"):
        assert has_its_twin(boss, path)
    for wrong in (
        "/api/returns/nothing",
        "/api/returns/tables?month=2026-13",
        "/api/results?first=2026-04-02&last=2026-03-01",
    ):
        assert boss.get(wrong).status_code == 404, wrong


def test_results_stand_beside_the_exact_edge(house: House, boss: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    play(house, "ann", "bob")
    found = boss.get("/api/results").json()
    (row,) = found["bands"]
    assert (row["table"], row["rounds"], row["wagered_cents"], row["won_cents"]) == ("2", 1, 5_000, 5_000)
    (table,) = [each for each in found["rows"] if each["table"] == "2"]
    assert table["won_cents"] == 5_000 and table["rounds"] == 1
    assert table["result_cents"] is None, "it is known once the table has closed"
    monkeypatch.setattr(return_module, "known_solution", lambda game: None)
    page = look(boss, "/results").text
    assert "Table results" in page and 'href="/lab/star-caribbean-stud"' in page, "the lab is asked for a band"
    monkeypatch.setattr(return_module, "known_solution", lambda game: FixedSolution)
    page = look(boss, "/results").text
    assert 'class="band"' in page and 'href="/lab/star-caribbean-stud"' not in page


class FixedSolution:
    """A game with an edge of 5% and a deviation of 2 units."""

    edge = 0.05
    standard_deviation = 2.0


def test_the_band_is_the_edge_and_its_deviation(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(return_module, "known_solution", lambda game: FixedSolution())
    played = {
        ("7", "star-caribbean-stud"): Played("star-caribbean-stud", "1/20", 100, 10_000_00, 100 * 100_00**2, 500_00)
    }
    (row,) = band_rows(played)
    assert (row["expected_cents"], row["low_cents"], row["high_cents"]) == (
        500_00,
        500_00 - 3_920_00,
        500_00 + 3_920_00,
    )
    assert row["state"] == "yes" and row["edge_percent"] == "5.0000"
    below: Any = {("7", "star-caribbean-stud"): played["7", "star-caribbean-stud"]._replace(won=-3_420_01)}
    assert next(iter(band_rows(below)))["state"] == "below"
    drawn = plot_bands([row])
    assert "Table 7: won $500, expected $500" in drawn and 'class="band"' in drawn
    assert plot_bands([{"table": "<x>", "low_cents": None}]) == ""
    day = date(2026, 3, 2)
    assert played_between(house.store, "star", day, day) == {}


def test_a_game_that_the_lab_has_not_worked_out_has_no_band(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(return_module, "known_solution", lambda game: None)
    (row,) = band_rows({("7", "star-caribbean-stud"): Played("star-caribbean-stud", "", 1, 2_500, 2_500**2, 0)})
    assert "expected_cents" not in row and "low_cents" not in row


def test_what_the_lab_works_out_later_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    return_module._kept_solution.cache_clear()
    answers = [None, SimpleNamespace(solution="worked out")]
    monkeypatch.setattr(answer, "stored_answer", lambda asked: answers.pop(0))
    assert return_module.known_solution("star-caribbean-stud") is None
    assert all(return_module.known_solution("star-caribbean-stud") for _ in range(2))
    return_module._kept_solution.cache_clear()
