"""The lab in a browser: a pay line is changed and its exact edge is there, a simulation is watched and cancelled, and
no person at a table that plays for money gets in."""

import json
import re
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect
from typer.testing import CliRunner

from browser.conftest import Comes
from browser.test_reach import EVERY_SIZE, SIZES, looked_at
from pitboss.cli import app

GAME = "crown-mississippi-stud"
LONG = 300_000
"""How long a first answer may take in milliseconds: the kernels of the lab are compiled for it."""


def told(*options: str) -> dict[str, float | str]:
    """What the command line says."""
    found: dict[str, float | str] = json.loads(CliRunner().invoke(app, ["edge", GAME, *options, "--json"]).stdout)
    return found


def exact_of(page: Page) -> Fraction:
    """The exact edge that a page shows."""
    top, bottom = page.locator("#exact").inner_text().replace(",", "").split(" / ")
    return Fraction(int(top), int(bottom))


def test_a_pay_line_is_changed_and_the_exact_edge_is_there(comes: Comes) -> None:
    page = comes("ann", house="crown").page
    page.goto(f"/lab/{GAME}")
    expect(page.locator("#edge")).to_be_visible(timeout=LONG)
    before, after = told(), told("--pay", "straight=5")
    assert exact_of(page) == Fraction(str(before["edge_exact"]))
    page.locator("#line-straight").fill("5")
    page.locator("#line-straight").press("Tab")
    expect(page.locator("#change")).to_be_visible(timeout=LONG)
    assert exact_of(page) == Fraction(str(after["edge_exact"]))
    moved = 100 * (float(after["edge"]) - float(before["edge"]))
    expect(page.locator("#change")).to_contain_text(f"{moved:+.4f}".replace("-", "−"))
    expect(page.locator(".moved")).to_contain_text("75s")
    expect(page).to_have_url(re.compile(r"pay=straight=5$"))
    page.locator("#line-straight").fill("-7")
    page.locator("#ask").click()
    refused = CliRunner().invoke(app, ["edge", GAME, "--pay", "straight=-7"])
    expect(page.locator("#lab-live [role=alert]")).to_have_text(refused.stderr.strip())


def test_an_edge_without_scripts(comes: Comes) -> None:
    page = comes("casino-manager", house="crown", script=False, size=SIZES["phone"]).page
    page.goto(f"/lab/{GAME}")
    page.locator("#line-flush").fill("7")
    page.locator("#ask").click()
    expect(page.locator("#change")).to_be_visible(timeout=LONG)
    assert exact_of(page) == Fraction(str(told("--pay", "flush=7")["edge_exact"]))


def test_a_simulation_runs_with_its_chart_and_is_cancelled(comes: Comes) -> None:
    ann = comes("ann", house="crown")
    page = ann.page
    page.goto(f"/lab/{GAME}/simulation")
    page.locator("#rounds").select_option("1000000000")
    page.locator("#start").click()
    chart = page.locator("svg.chart")
    expect(chart).to_be_visible(timeout=LONG)
    first = chart.get_attribute("aria-label")
    expect(chart).not_to_have_attribute("aria-label", str(first), timeout=LONG)
    expect(page.locator("polygon.band")).to_have_count(1)
    page.locator("#cancel").click()
    expect(page.locator(".job-head .tag")).to_have_text("cancelled")
    expect(page.locator("#cancel")).to_have_count(0)
    assert ann.faults == []


@pytest.mark.long  # tests/web shows it at each game's table
def test_whoever_is_at_a_table_for_money_gets_no_lab(comes: Comes) -> None:
    ann = comes("ann")
    ann.goes_to("1")
    ann.sits(2)
    for path in ("/lab", f"/lab/{GAME}", f"/lab/{GAME}/strategy", f"/lab/{GAME}/simulation"):
        answer = ann.page.goto(path)
        assert answer is not None and answer.status == 403, path
        expect(ann.page.locator("main")).to_contain_text("until you have left it (19.6, 19.11)")
    ann.goes_to("1")
    ann.page.locator("#leave").click()
    expect(ann.page.locator("#sit")).to_be_visible()
    answer = ann.page.goto("/lab")
    assert answer is not None and answer.ok


@pytest.mark.pictured
def test_no_page_of_the_lab_has_a_fault_that_axe_finds(comes: Comes) -> None:
    page = comes("ann", house="crown").page
    waits = {
        f"/lab/{GAME}?pay=straight=5": ("#edge", "lab-edge"),
        f"/lab/{GAME}/strategy": (".costs", "lab-strategy"),
        f"/lab/{GAME}/sheet": ("#file-csv", "lab-sheet"),
        f"/lab/{GAME}/jackpot": ("#return", ""),
        f"/lab/{GAME}/compare": (".sides", ""),
        f"/lab/{GAME}/last-round?chips=1000,+1500&others=100&rounds=40": ("#best", ""),
    }
    page.goto("/lab")
    found = looked_at(page, "lab")
    for path, (there, name) in waits.items():
        page.goto(path)
        expect(page.locator(there)).to_be_visible(timeout=LONG)
        found += looked_at(page, name)
        told = page.locator("td, dd:not(.hash)").all_inner_texts()
        assert not [text for text in told if re.match(r"[+−]?\d{4}", text) and "T" not in text], "digits without groups"
    page.goto(f"/lab/{GAME}?pay=straight=x")
    found += looked_at(page)
    page.goto(f"/lab/{GAME}/simulation")
    found += looked_at(page)
    page.locator("#start").click()
    expect(page.locator(".job-head .tag")).to_have_text("done", timeout=LONG)
    found += looked_at(page, "lab-simulation")
    if EVERY_SIZE:
        page.get_by_role("button", name="Light").click()
    for path, (there, _) in waits.items() if EVERY_SIZE else ():
        page.goto(path)
        expect(page.locator(there)).to_be_visible(timeout=LONG)
        found += looked_at(page)
    assert found == []


ULTIMATE, PONTOON = "crown-ultimate-texas-holdem", "star-pontoon"


@pytest.mark.pictured
@pytest.mark.long  # the next one opens a table by its edge
def test_whoever_sets_the_play_multiples_sees_the_edge_and_confirms_it_by_name(comes: Comes) -> None:
    manager = comes("casino-manager", house="crown")
    page = manager.page
    page.goto(f"/pit/open?game={ULTIMATE}&table=30")
    sign = {"least-ante": "20", "most-ante": "500", "unit-ante": "20", "floor-ante": "5"}
    for name, value in (sign | {"play-pre-flop": "5", "play-flop": "3", "play-river": "4"}).items():
        page.locator(f"#{name}").fill(value)
    page.locator("#see-edge").click()
    expect(page.locator("[role=alert]:visible")).to_contain_text("less than 3 times the Ante")
    page.locator("#play-river").fill("2")
    page.locator("#see-edge").click()
    expect(page.locator("#behind")).to_be_visible(timeout=2 * LONG)
    exact = re.sub(r"[^-0-9/]", "", page.locator(".exactly").inner_text().replace("−", "-"))
    assert Fraction(exact) < 0
    page.locator("[name='chip-2500']").fill("100")
    assert looked_at(page, "sign-edge") == []
    page.locator("#confirmed-by").fill("somebody else")
    page.locator("#open-table").click()
    expect(page.locator("[role=alert]:visible")).to_contain_text("Confirm it by your own name")
    expect(page.locator("[name='chip-2500']")).to_have_value("100")
    page.locator("#confirmed-by").fill("casino-manager")
    page.locator("#open-table").click()
    expect(page).to_have_url(re.compile("/pit/tables/30$"))
    inspector = comes("inspector", house="crown").page
    log = inspector.request.get("/api/inspect/streams/table:30/events").json()["events"]
    seen = log[0]["data"]["edge"]
    assert (seen["edge"], seen["confirmed_by"]) == (exact, "casino-manager")


@pytest.mark.pictured
def test_everything_that_the_house_may_choose_is_chosen_as_a_table_opens(comes: Comes) -> None:
    page = comes("gaming-manager").page
    page.goto(f"/pit/open?game={PONTOON}&table=31")
    for name, value in (("least-wager", "5"), ("most-wager", "500"), ("chips", "1, 5, 25, 100")):
        page.locator(f"#{name}").fill(value)
    page.locator("#see-edge").click()
    expect(page.locator("p.edge")).to_contain_text("at $5", timeout=2 * LONG)
    expect(page.locator("#behind")).to_be_visible()  # $7.50 is paid as $8
    page.locator("#chips").fill("1, 2.50, 5, 25, 100")
    page.locator("#unit-wager").fill("5")
    page.locator("summary", has_text="What else is left to the house").click()
    page.locator("#decks").select_option("8")
    page.locator("#grant-split-again").check()
    page.locator("summary", has_text="Readings").click()
    page.locator("#reading-surrenderReturnRounding").select_option("down")
    page.locator("#see-edge").click()
    expect(page.locator("#open-250")).to_be_visible(timeout=2 * LONG)
    expect(page.locator("#behind")).to_have_count(0)
    assert looked_at(page, "open-pontoon") == []
    page.locator("#open-10000").fill("100")
    page.locator("#open-table").click()
    expect(page).to_have_url(re.compile("/pit/tables/31$"))
    (opened, *_) = comes("inspector").page.request.get("/api/inspect/streams/table:31/events").json()["events"]
    said = opened["data"]
    assert (said["granted"], said["readings"]) == (["split-again"], {"surrenderReturnRounding": "down"})
    assert (said["terms"]["decks"], said["terms"]["chips"]["denominations"][:3]) == (8, [100, 250, 500])
    assert said["edge"]["wager_cents"] == 500


@pytest.mark.pictured
@pytest.mark.long  # the next one is on the same page
def test_limits_that_favour_the_player_show_their_edge_first(comes: Comes) -> None:
    page = comes("gaming-manager").page
    page.goto("/pit/tables/1")
    page.locator("#to-limits").click()
    page.locator("summary", has_text="Limits from the next round").click()
    page.locator("#change-limits-limits-unit-wager").fill("0.50")
    page.locator("#change-limits-reason").fill("players asked for it")
    page.locator("#send-change-limits").click()
    expect(page).to_have_url(re.compile("/pit/tables/1/edge"))
    expect(page.locator("h1")).to_contain_text("$5–$500, steps of $0.50")
    expect(page.locator("#set-it")).to_be_visible(timeout=2 * LONG)
    assert looked_at(page, "limits-edge") == []
    page.locator("#set-it").click()
    expect(page).to_have_url(re.compile("/pit/tables/1$"))
    expect(page.locator(".facts").first).to_contain_text("$0.50")


@pytest.mark.pictured
def test_a_rule_put_in_force_at_an_open_table_shows_its_edge_first(comes: Comes) -> None:
    page = comes("gaming-manager").page
    page.goto("/pit/tables/1")
    page.locator("#to-orders").click()
    page.locator("summary", has_text="Permitted rule").click()
    page.locator("#set-permission-rule").select_option("split-again")
    page.locator("#send-set-permission").click()
    expect(page.locator("h1")).to_contain_text("Permit")
    expect(page.locator("#set-it")).to_be_visible(timeout=2 * LONG)
    expect(page.locator("#edge-now")).to_be_visible(timeout=2 * LONG)
    edge, now = (float(page.locator(f"#{name}").inner_text().removesuffix("%")) for name in ("edge", "edge-now"))
    assert edge < now
    assert looked_at(page, "order-edge") == []
    page.locator("#set-it").click()
    expect(page).to_have_url(re.compile("/pit/tables/1$"))
    log = comes("inspector").page.request.get("/api/inspect/streams/table:1/events?limit=500").json()["events"]
    seen = log[-1]["data"]["edge"]
    assert f"{float(seen['edge']):.4%}" == f"{edge:.4f}%"
    expect(page.locator("#set-permission-rule option[value=split-again]")).to_contain_text("in force")
