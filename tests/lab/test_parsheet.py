"""PAR sheets: what they hold, in all three forms."""

import csv
import hashlib
import io
import json
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pitboss.lab import parsheet
from pitboss.lab.answer import answer, compare
from pitboss.lab.parameters import ask
from pitboss.lab.parsheet import FORMATS, multiples, pay_table_data, rows, sheet_data, sweeps, write
from pitboss.lab.parsheet.bundle import pack, question_of, verify
from pitboss.lab.parsheet.card import strategy_card
from pitboss.lab.parsheet.plots import jackpot_plots, plots
from pitboss.lab.question import LabError, Question
from pitboss.lab.workers import working_with
from pitboss.messages import language
from support import STAR, STAR_MS


@cache
def sheet_of(game: str, *, sweep: bool = True) -> dict[str, Any]:
    return sheet_data(answer(ask(game)), sweep=sweep)


@cache
def page_of(game: str) -> str:
    return FORMATS[".html"](sheet_of(game))


def test_sheet_holds_what_a_laboratory_asks_for() -> None:
    sheet = sheet_of(STAR)
    wanted = (
        "game edition version edition_hash pay_table outcomes return edge element_of_risk hit_frequency variance "
        "standard_deviation volatility top_award jackpot strategy method provenance sweeps"
    )
    assert set(sheet) >= set(wanted.split())
    assert sheet["return"] == pytest.approx(1 - sheet["edge"])
    assert sum(outcome["contribution"] for outcome in sheet["outcomes"]) == pytest.approx(-sheet["edge"])
    assert sum(outcome["count"] for outcome in sheet["outcomes"]) == sheet["deals"]
    assert sheet["top_award"]["name"] == "royal-flush"
    assert sheet["top_award"]["pay"] == 501


def test_bands_widen_with_the_root_of_the_rounds() -> None:
    bands = sheet_of(STAR)["volatility"]
    first, third = bands[0], bands[2]
    assert third["rounds"] == 100 * first["rounds"]
    assert third["standard_deviation"] == pytest.approx(10 * first["standard_deviation"])
    assert third["expected"] == pytest.approx(100 * first["expected"])
    wide, narrow = bands[0]["hold"], bands[-1]["hold"]
    assert wide[0] < narrow[0] < sheet_of(STAR)["edge"] < narrow[1] < wide[1]


def test_wagers_make_the_edge_and_a_simulation_agrees() -> None:
    """Return by wager: Ante, Street wagers or Bet; what is staked in all is the mean wager."""
    sheet = sheet_data(answer(ask(STAR_MS)), sweep=False, simulated_rounds=200_000, prepared_by="A. Analyst")
    assert [share["name"] for share in sheet["wagers"]] == ["ante", "3rd-street", "4th-street", "5th-street"]
    assert sum(share["net"] for share in sheet["wagers"]) == pytest.approx(-sheet["edge"])
    assert sum(share["staked"] for share in sheet["wagers"]) == pytest.approx(sheet["mean_wager"])
    assert sheet["return_on_all"] == pytest.approx(1 - sheet["edge"] / sheet["mean_wager"])
    assert all(abs(figure["z"]) < 4 for figure in sheet["cross_check"]["figures"])
    assert abs(sheet["cross_check"]["chi_square"]["deviate"]) < 4
    page = FORMATS[".html"](sheet)
    assert "Prepared by A. Analyst." in page and "Check by simulation" in page and "counter(pages)" in page


def test_exposure_is_the_top_award_at_the_maximum() -> None:
    sheet = sheet_data(answer(ask(STAR)), sweep=False, maximum_cents=500_00)
    (ante,) = sheet["exposure"]
    assert (ante["name"], ante["area_cents"], ante["table_cents"]) == ("royal-flush", 501 * 500_00, 7 * 501 * 500_00)
    with pytest.raises(LabError, match="table maximum"):
        sheet_data(answer(ask(STAR)), maximum_cents=0)


def test_words_of_a_sheet_are_in_the_language_in_force() -> None:
    class Upper:
        def gettext(self, message: str, /) -> str:
            return {"House edge": "Avantage", "Outcomes": "Issues"}.get(message, message)

        def ngettext(self, one: str, many: str, number: int, /) -> str:
            return self.gettext(one if number == 1 else many)

    with language(Upper()):
        page = FORMATS[".html"](sheet_of(STAR))
    assert "Avantage" in page and "<h2>Issues</h2>" in page and "House edge" not in page


def test_bundle_is_computed_again_and_shows_what_was_changed(tmp_path: Path) -> None:
    made, forged = tmp_path / "sheet.zip", tmp_path / "forged.zip"
    pack(answer(ask(STAR_MS, pay=["flush=7"])), made, sweep=False)
    findings = verify(made)
    assert all(finding.holds for finding in findings) and len(findings) > 20
    with zipfile.ZipFile(made) as bundle, zipfile.ZipFile(forged, "w") as other:
        files = {name: bundle.read(name) for name in bundle.namelist()}
        sheet = json.loads(files["sheet.json"])
        sheet["edge"] *= 0.9
        files["sheet.json"] = json.dumps(sheet).encode()
        manifest = json.loads(files["manifest.json"])
        manifest["files"]["sheet.json"] = hashlib.sha256(files["sheet.json"]).hexdigest()
        files["manifest.json"] = json.dumps(manifest).encode()
        for name, content in files.items():
            other.writestr(name, content)
    assert [finding.what for finding in verify(forged) if not finding.holds] == ["edge"]
    (tmp_path / "text.zip").write_text("no bundle")
    with pytest.raises(LabError, match="no PAR bundle"):
        verify(tmp_path / "text.zip")


def test_bundle_asks_again_for_a_pay_line_that_the_document_does_not_have() -> None:
    question = ask("star-pontoon", pay=["5-7-9=5:2"])
    sheet = {"game": question.game, "version": question.version, "strategy": question.strategy, "altered": {}}
    assert question_of(sheet | {"pay_table": pay_table_data(question)}).pays == question.pays


def test_edge_falls_as_a_line_pays_more() -> None:
    sheet = sheet_of(STAR)
    pays = sheet["pay_table"]["pays"]
    swept = [(sweep["wager"], sweep["line"]) for sweep in sheet["sweeps"]]
    assert swept == [(wager, line) for wager, lines in pays.items() for line in lines]
    for sweep in sheet["sweeps"]:
        edges = [edge for _, edge in sweep["points"]]
        assert edges == sorted(edges, reverse=True)
        assert edges[2] == sheet["edge"]


def test_sweep_by_other_workers_is_the_same() -> None:
    question = ask(STAR_MS)
    edge = float(answer(question).edge)
    with ThreadPoolExecutor(2) as pool, working_with(pool, 2):
        elsewhere = sweeps(question, edge)
    assert elsewhere == sweeps(question, edge)
    assert elsewhere[4]["line"] == "flush" and elsewhere[4]["points"][2] == [6.0, edge]


def test_multiples_are_swept_here_and_by_other_workers_alike() -> None:
    """Each is the edge of the question asked with it."""
    question = ask(STAR_MS)
    here = multiples(question)
    with ThreadPoolExecutor(2) as pool, working_with(pool, 2):
        assert multiples(question) == here
    assert [each["value"] for each in here] == ["1", "2", "4", "5"]
    two = next(each for each in here if each["value"] == "2")
    assert two["edge"] == float(answer(ask(STAR_MS, rule=["street-most=2"])).edge)
    assert sheet_of(STAR)["multiples"][0]["name"] == "bet-multiple"
    assert "bet-multiple=3" in page_of(STAR) and "bet-multiple=3" in rows(sheet_of(STAR))


def test_multiples_of_a_sign_are_those_that_the_document_lets_it_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Question] = []

    def note(questions: Sequence[Question]) -> list[float]:
        asked.extend(questions)
        return [0.0] * len(questions)

    monkeypatch.setattr(parsheet, "_edges_of", note)
    found = multiples(ask("crown-ultimate-texas-holdem", play="3/4,2,1"))
    assert [each["value"] for each in found] == ["3,2,1", "4,2,1", "5,2,1", "3/4,3,1"]
    assert [each.play[:2] for each in asked] == [((3,), (2,)), ((4,), (2,)), ((5,), (2,)), ((3, 4), (3,))]


def test_sweep_can_be_left_out() -> None:
    sheet = sheet_of("crown-mississippi-stud", sweep=False)
    assert sheet["sweeps"] == []
    assert len(plots(sheet)) == 2
    assert len(jackpot_plots(sheet["jackpot_edge"])) == 1


def test_pay_table_has_an_id_of_its_own() -> None:
    ids = {pay_table_data(ask(STAR_MS, pay=pay))["id"] for pay in ((), ("flush=7",), ("flush=6",))}
    assert len(ids) == 2


class Page(HTMLParser):
    """Reads a page and sees that every element is closed where it should be."""

    VOID = frozenset({"meta", "path", "use", "br", "rect"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


@pytest.mark.parametrize("form", FORMATS)
def test_sheet_in_each_form(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"sheet{form}"
    answered, drawn = answer(ask(STAR)), page_of(STAR)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pitboss.lab.parsheet.sheet_data", lambda given: sheet_of(given.question.game))
        patch.setattr("pitboss.lab.parsheet.page.page", lambda sheet: drawn)
        write(answered, path)
    text = path.read_text()
    if form == ".json":
        assert json.loads(text)["edge"] == float(answered.solution.edge)
    elif form == ".csv":
        written = list(csv.DictReader(io.StringIO(text)))
        outcomes = [row for row in written if row["section"] == "outcome"]
        assert sum(int(row["combinations"]) for row in outcomes) == answered.solution.deals
        assert {"figure", "pay", "rule", "edge-at", "provenance"} <= {row["section"] for row in written}
    else:
        page = Page()
        page.feed(text)
        assert not page.open
        assert f"{float(answered.solution.edge):.6%} of the Ante" in "".join(page.text)
        assert text.count("<svg") == 4
        assert "http://www.w3.org" in text and "src=" not in text, "a page needs nothing from elsewhere"


def test_rows_hold_side_wagers_and_say_where_there_is_no_jackpot() -> None:
    """Pontoon has Perfect Pairs and insurance beside it, and no jackpot; its shoe and its wager are rules in force."""
    sheet = sheet_data(answer(ask("star-pontoon", decks=8, wager_cents=1_000)), sweep=False)
    written = list(csv.DictReader(io.StringIO(rows(sheet))))
    found = {(row["section"], row["name"]): row["value"] for row in written}
    assert found["jackpot", "jackpot"] == "none"
    assert (found["rule", "decks"], found["rule", "wager"]) == ("8", "$10")
    assert {name.partition(",")[0] for section, name in found if section == "side-wager"} == {
        "Perfect Pairs wager",
        "insurance wager",
    }
    pairs = [row for row in written if row["section"].startswith("side-outcome: Perfect Pairs")]
    edge = next(side["edge"] for side in sheet["sides"] if side["unit"].startswith("Perfect"))
    assert sum(float(row["contribution"]) for row in pairs) == pytest.approx(-edge)


def test_the_star_states_its_jackpot_at_a_price_and_neither_contribution_nor_reset() -> None:
    (dear,) = sheet_data(answer(ask(STAR)), sweep=False, jackpot_price_cents=5_00)["jackpot"]
    (cheap,) = sheet_of(STAR)["jackpot"]
    assert (cheap["price_cents"], dear["price_cents"]) == (1_00, 5_00)
    assert dear["fixed_return"] == pytest.approx(cheap["fixed_return"] / 5)  # its prizes are sums of dollars
    assert dear["break_even_meter_cents"] > 5 * cheap["break_even_meter_cents"]
    written = {(row["section"], row["name"]): row["value"] for row in csv.DictReader(io.StringIO(rows(sheet_of(STAR))))}
    assert written["jackpot-option-1", "contribution"] == "not stated by the edition"
    assert written["jackpot-option-1", "price_cents"] == "100"
    assert "At a jackpot wager of $1," in page_of(STAR)
    (least,) = sheet_data(answer(ask(STAR)), sweep=False, jackpot_price_cents=50)["jackpot"]
    assert least["break_even_meter"] == 0, "the fixed and least prizes alone return more than 50 cents"


def test_crown_states_contribution_reset_and_break_even() -> None:
    """Crown 12.4, Table 6: the sheet said that both were the operator's, and not in the book."""
    sheet = sheet_of("crown-mississippi-stud", sweep=False)
    page = FORMATS[".html"](sheet)
    assert "57.22%" in page and "29.37%" in page and "$100,000" in page and "(12.4 Table 6)" in page
    assert "not in the book" not in page and "the operator" not in page
    written = {(row["section"], row["name"]): row["value"] for row in csv.DictReader(io.StringIO(rows(sheet)))}
    assert written["jackpot-option-3-reset-50000", "contribution"] == "0.3614"
    assert written["jackpot-option-3-reset-50000", "reset_cents"] == "5000000"
    assert float(written["jackpot-option-3", "break_even_meter"]) > 100_000
    assert written["jackpot-option-1-reset-20000", "return_exact"] == "217689/245000"


def test_crown_states_what_folding_loses_and_how_often_prizes_meet() -> None:
    """Crown 9.4.5: under Method A a fold forfeits the jackpot wager; the best play folds 16 of 45 straight flushes."""
    sheet = sheet_of("crown-mississippi-stud", sweep=False)
    page = FORMATS[".html"](sheet)
    assert (
        "Method A:" in page
        and "A fold forfeits the wager" in page
        and "35.5556%" in page
        and "82.46% to 82.47%" in page
    )
    written = {(row["section"], row["name"]): row["value"] for row in csv.DictReader(io.StringIO(rows(sheet)))}
    assert written["jackpot-option-1-folds", "lost_return_exact"] == "41477/649740"
    assert written["jackpot-option-4-folded_exact", "straight-flush"] == "16/45"
    assert written["jackpot-option-1-reset-20000", "return_if_folds_forfeit"].startswith("0.82469")
    assert written["jackpot-2-players", "two_straight_flushes_exact"] == "1/501692100"
    assert "fold forfeits" not in FORMATS[".html"](sheet_of(STAR_MS, sweep=False)), "the Star keeps a folded hand's"


def test_plots_are_the_same_every_time() -> None:
    drawn = [*plots(sheet_of(STAR)), *jackpot_plots(sheet_of(STAR)["jackpot_edge"])]
    assert all(plot.svg in page_of(STAR) for plot in drawn)
    for plot in drawn:
        ET.fromstring(plot.svg)  # noqa: S314  our own drawing


def test_strategy_card_is_a_page_with_the_short_strategy() -> None:
    compared = compare(ask("star-pontoon"))
    card = strategy_card(compared)
    page = Page()
    page.feed(card)
    assert not page.open
    assert "0.0002% more than the best play" in card and "6-7 spades" in card and "soft 18" in card
    assert "@page" in card and 'class="split"' in card
