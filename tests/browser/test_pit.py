"""The pit and the inspector at work in a browser: tables run, calls answered, rounds replayed, the log verified."""

import csv
import io
import re
import tomllib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Comes
from browser.people import Person, again_until, deal_until_asked, play_round
from browser.test_reach import EVERY_SIZE, looked_at, tab_to
from servers import Server

PIT = (
    "/pit",
    "/pit/tables/2",
    "/pit/charts",
    "/pit/people",
    "/pit/mispayments",
    "/pit/shift",
    "/pit/open",
    "/pit/open?game=star-pontoon",
)
INSPECT = (
    "/inspect",
    "/inspect?all=true",
    "/inspect/tables/2/rounds/1",
    "/inspect/verification",
    "/inspect/parameters",
    "/inspect/registers/notices",
    "/inspect/registers/calls",
    "/inspect/registers/corrections",
)


LONG = 300_000
DRAWN = re.compile(r' d="[^"]*"|name="(token|key)" value="[^"]*"')
"""Lines of drawings and what is drawn by lot, in which a card's name may occur by chance."""


def open_details(page: Page, name: str) -> None:
    """Open what is folded away under a name, in the part of the page where it stands."""
    summary = page.locator("summary").filter(has_text=re.compile(f"^{name}$"))
    part = summary.evaluate("one => one.closest('.part')?.id ?? ''")
    if part:
        page.locator(f".parts-nav a[href='#{part}']").click()
    summary.click()


def plays(ann: Person, dealer: Person, table: str = "2") -> None:
    """Play a round at a table of Caribbean Stud."""
    ann.goes_to(table)
    dealer.goes_to(table, "/console")
    ann.wagers(2, ante=75)
    play_round(dealer, ann)


def test_a_supervisor_runs_a_table_from_its_opening(comes: Comes) -> None:
    boss, second = comes("gaming-supervisor"), comes("gaming-manager")
    page = boss.page
    page.goto("/pit")
    page.get_by_role("link", name="Open a table").click()
    page.get_by_role("link", name="Caribbean Stud").click()
    page.locator("#table").fill("12")
    page.locator("#least-ante").fill("25")
    page.locator("#most-ante").fill("500")
    page.locator("#see-edge").click()
    expect(page.locator("#areas")).to_be_visible(timeout=LONG)
    page.locator("#areas").fill("6")
    page.locator("#open-table").click()
    expect(page.locator("[role=alert]:visible")).to_contain_text("Count the float")
    expect(page.locator("#table")).to_have_value("12")  # what was written is still there
    expect(page.locator("#areas")).to_have_value("6")
    page.locator("#open-10000").fill("100")
    page.locator("#open-2500").fill("200")
    page.locator("#open-table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Caribbean Stud")
    expect(page.locator(".sums")).to_contain_text("$15,000")

    open_details(page, "Limits after a sign")
    page.locator("#announce-limits-limits-least-ante").fill("50")
    page.locator("#send-announce-limits").click()
    expect(page.locator(".sign-line")).to_contain_text("Limits change: Ante $50–$500")
    expect(page.locator(".sign-line .due")).to_have_text(re.compile(r"^(20:00|19:\d\d)$"))

    open_details(page, "Fill")
    page.locator("#ask-fill-stacks-10000").fill("20")
    page.locator("#send-ask-fill").click()
    expect(page.locator(".waiting")).to_contain_text("You asked for this, so another person must approve it.")
    expect(page.locator(".waiting button")).to_have_count(0)
    second.page.goto("/pit")
    expect(second.page.locator(".inbox .waiting")).to_contain_text("Fill of $2,000: 20 of $100")
    second.page.get_by_role("button", name="Approve").click()
    expect(second.page.locator(".inbox")).to_contain_text("Nothing to approve.")
    expect(page.locator(".slips")).to_contain_text("approved by gaming-manager")  # live, without a reload
    expect(page.locator(".sums")).to_contain_text("$17,000")

    open_details(page, "Close the table")
    page.locator("#close-table-stacks-10000").fill("120")
    page.locator("#close-table-stacks-2500").fill("199")
    page.locator("#send-close-table").click()
    expect(page.locator(".alert")).to_contain_text("The float was counted $25 short.")
    second.page.goto("/pit")
    expect(second.page.locator("#table-12 .state")).to_have_text("Closed")
    assert boss.faults[1:] == second.faults == [], "but the answer to the float that was not counted"


def test_a_call_reaches_the_pit_live_and_stays_until_it_is_acknowledged(comes: Comes) -> None:
    dealer, ann, boss = comes("dealer"), comes("ann"), comes("gaming-supervisor")
    boss.page.goto("/pit")
    expect(boss.page.locator(".alert")).to_have_count(0)
    dealer.goes_to("2", "/console")
    dealer.page.locator("#call-reason").select_option("A payout is wrong")
    dealer.page.locator("#call-supervisor").click()
    expect(boss.page.locator("#table-2 .alert")).to_contain_text("Supervisor called A payout is wrong")
    expect(boss.page.locator("#table-2 .since")).to_have_text(re.compile(r"^0:\d\d ago$"))
    expect(boss.page.locator("#said")).to_contain_text("supervisor called")
    expect(dealer.page.locator("#summons ~ .notice")).to_contain_text("You have called a supervisor.")
    ann.goes_to("2")
    ann.page.locator("#call-supervisor").click()
    expect(boss.page.locator("#table-2 .alert")).to_have_count(2)
    token = ann.page.locator("input[name=token]").first.get_attribute("value")
    again: dict[str, str | float | bool] = {"token": str(token), "key": "again", "view": "table"}
    for headers, status in (({"X-Fragment": "1"}, 200), ({"X-Other": "1"}, 409)):
        answer = ann.page.request.post("/tables/2/call", form=again, headers=headers)
        assert answer.status == status and re.search("You have (already )?called", answer.text())
        assert ("<html" in answer.text()) == (status == 409), "a page that follows its table gets its own part"
    expect(ann.page.locator(".summons")).not_to_contain_text("A payout is wrong")
    boss.page.reload()
    expect(boss.page.locator("#table-2 .alert")).to_have_count(2)
    boss.page.locator("#table-2 .alert button").first.click()
    expect(boss.page.locator("#table-2 .alert")).to_have_count(1)
    expect(dealer.page.locator("#call-supervisor")).to_be_visible()
    assert dealer.faults == ann.faults == boss.faults == []


def test_the_pits_stream_is_one_and_resumes(comes: Comes, server: Server) -> None:
    boss, dealer = comes("gaming-supervisor"), comes("dealer")
    streams: list[str] = []
    boss.hears("request", lambda r: streams.append(r.url) if r.resource_type == "eventsource" else None)
    with boss.page.expect_event("request", lambda asked: asked.resource_type == "eventsource"):
        boss.page.goto("/pit")
    assert [url.rpartition("/")[2] for url in streams] == ["stream"]
    boss.page.context.set_offline(True)
    dealer.goes_to("3", "/console")
    with boss.page.expect_event("requestfailed"):  # it hears of the call, or the stream is asked for again: in vain
        dealer.page.locator("#call-supervisor").click()
    expect(dealer.page.locator(".summons .notice")).to_be_visible()
    boss.page.context.set_offline(False)
    expect(boss.page.locator("#table-3 .alert")).to_be_visible()


def test_a_void_is_confirmed_first(comes: Comes) -> None:
    ann, boss, dealer = comes("ann"), comes("gaming-supervisor"), comes("dealer")
    ann.goes_to("2")
    ann.wagers(3, ante=50)
    dealer.goes_to("2", "/console")
    expect(dealer.page.locator("#void")).to_have_count(0)
    dealer.page.goto("/tables/2/void")
    expect(dealer.page.locator("#ruler-name-void")).to_be_visible()  # a person with the power signs for it
    boss.goes_to("2", "/console")
    boss.page.locator("#void").click()
    expect(boss.page.locator("#ruler-name-void")).to_have_count(0)
    expect(boss.page.locator("main")).to_contain_text("ann, area 3: Ante $50")
    boss.page.locator("#reason").fill("the lights went out")
    boss.page.locator("#void-round").click()  # the box is not ticked: the browser holds it back
    expect(boss.page.get_by_role("heading", level=1)).to_contain_text("Void round 1?")
    boss.page.locator("#sure").check()
    boss.page.locator("#void-round").click()
    expect(boss.page.get_by_role("heading", level=1)).to_contain_text("Round 2")
    expect(ann.page.locator(".felt-note")).to_contain_text("Round 1, void")


def test_an_inspector_finds_a_round_replays_it_and_verifies_the_log(comes: Comes, server: Server) -> None:
    ann, dealer, inspector = comes("ann"), comes("dealer"), comes("inspector")
    plays(ann, dealer)
    page = inspector.page
    page.goto("/inspect")
    page.locator("#q-table").select_option("2")
    page.locator("#q-player").fill("ann")
    page.locator("#search").click()
    expect(page.locator(".hit")).to_have_count(1)
    clause = page.locator(".hit .clauses a").first.inner_text()
    page.locator("#q-clause").fill(clause)
    page.locator("#search").click()
    expect(page.locator(".hit")).to_have_count(1)
    page.locator("#q-clause").fill("99.9")
    page.locator("#search").click()
    expect(page.locator(".results h2")).to_have_text("Nothing found")
    page.locator("#q-clause").fill("")
    page.locator("#search").click()
    with page.expect_download() as got:
        page.get_by_role("link", name="CSV").click()
    lines = list(csv.DictReader(io.StringIO(Path(got.value.path()).read_text())))
    assert [(line["table"], line["round"], line["players"]) for line in lines] == [("2", "1", "ann")]
    page.get_by_role("link", name="Round 1, table 2").click()
    page.wait_for_load_state()  # keys are heard once its script has been read

    expect(page.locator(".act")).to_contain_text("ann puts $75 on Ante")
    total = page.locator(".steps li").count()
    for step in range(2, total + 1):
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay")).to_have_attribute("data-step", str(step))
    expect(page.locator(".act .clauses").first).to_be_visible()
    expect(page.locator("#next")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Home")
    expect(page.locator(".replay")).to_have_attribute("data-step", "1")
    with page.expect_download() as got:
        page.get_by_role("link", name="Record").click()
    assert tomllib.loads(Path(got.value.path()).read_text())["game"] == "star-caribbean-stud"

    page.goto("/inspect/verification")
    page.locator("#verify-whole").click()
    expect(page.locator("#verdict")).to_have_text("Verified: nothing was changed", timeout=LONG)
    expect(page.locator("#outcome")).to_contain_text("Rounds decided again")
    for register in ("parameters", "registers/slips"):
        page.goto(f"/inspect/{register}")
        with page.expect_download() as got:
            page.get_by_role("link", name="CSV").click()
        assert Path(got.value.path()).read_text().count("\n") >= 2
    assert inspector.faults == []


def test_a_card_keyed_wrong_is_corrected_by_two(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    boss, second = comes("gaming-supervisor"), comes("gaming-manager")
    plays(ann, dealer)
    page = boss.page
    page.goto("/tables/2/rounds")
    page.get_by_role("link", name="Correct round 1").click()
    field = page.locator("main input[id^=cards-]").first
    keyed = field.input_value().split()
    page.locator("#reason").fill("nothing to correct")
    page.locator("#ask").click()
    told = page.locator("[role=alert]:visible")
    expect(told).to_contain_text("These are the cards that were keyed: change at least one.")
    shown = [card for card in keyed if card != "??"]
    place = keyed.index(shown[-1])
    field.fill(" ".join([*keyed[:place], "nonsense", *keyed[place + 1 :]]))
    page.locator("#reason").fill("read wrong")
    page.locator("#ask").click()
    expect(page.locator("[role=alert]:visible")).to_be_visible()
    for rank in "23456789TJQKA":  # some card that no other person holds
        other = f"{rank}{shown[-1][1]}"
        if other in shown:
            continue
        field.fill(" ".join([*keyed[:place], other, *keyed[place + 1 :]]))
        page.locator("#reason").fill("read wrong")
        page.locator("#ask").click()
        if not page.locator("[role=alert]:visible").count():
            break
    expect(page.locator(".waiting")).to_contain_text(f"{shown[-1]} was {other}")
    second.page.goto("/pit")
    expect(second.page.locator(".inbox .waiting")).to_contain_text("Correction of round 1")
    second.page.get_by_role("button", name="Approve").click()
    expect(second.page.locator(".inbox")).to_contain_text("Nothing to approve.")
    inspector = comes("inspector")
    inspector.page.goto("/inspect/registers/corrections")
    expect(inspector.page.locator(".sheet tbody tr")).to_contain_text("gaming-manager")


@pytest.mark.long  # tests/web looks at every answer of a round in play
def test_no_card_of_a_round_in_play_reaches_the_pit_or_the_inspector(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    lookers = [comes("gaming-manager"), comes("inspector")]
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(2, ante=75)
    deal_until_asked(dealer, ann)
    card = re.compile(r"\b[2-9TJQKA][cdhs]\b|of (clubs|diamonds|hearts|spades)\"")
    for person in lookers:
        for path in (*PIT, *INSPECT):
            answer = person.page.request.get(path)
            if answer.ok:
                shown = DRAWN.sub("", answer.text())
                assert not card.search(shown), (person.name, path)
        for path in ("/api/pit", "/api/pit/tables/2", "/api/inspect/search?all=true", "/api/inspect/tables/2/rounds/1"):
            answer = person.page.request.get(path)
            assert not card.search(answer.text()), (person.name, path)


def test_the_pits_forms_without_scripts(comes: Comes) -> None:
    boss, second = comes("gaming-supervisor", script=False), comes("gaming-manager", script=False)
    dealer = comes("dealer", script=False)
    dealer.goes_to("2", "/console")
    dealer.page.locator("#call-supervisor").click()
    boss.page.goto("/pit")
    boss.page.locator("#table-2 .alert button").click()
    expect(boss.page.locator(".alert")).to_have_count(0)
    boss.page.goto("/pit/tables/2")
    open_details(boss.page, "Credit")
    boss.page.locator("#ask-credit-stacks-500").fill("10")
    boss.page.locator("#send-ask-credit").click()
    second.page.goto("/pit")
    second.page.get_by_role("button", name="Approve").click()
    expect(second.page.locator(".inbox")).to_contain_text("Nothing to approve.")
    boss.page.goto("/pit/mispayments")
    boss.page.locator("#new-dollars").fill("1500")
    boss.page.locator("#new-enquiry").fill("a stack was miscounted")
    boss.page.locator("#note-it").click()
    expect(boss.page.locator("#M-1")).to_contain_text("$1,500 over")
    inspector = comes("inspector", script=False)
    inspector.page.goto("/inspect/verification")
    inspector.page.locator("#verify").click()
    expect(inspector.page.locator("#verdict")).not_to_have_text("Not verified yet")


def test_the_pit_by_keyboard_alone(comes: Comes) -> None:
    dealer, boss = comes("dealer"), comes("gaming-supervisor")
    dealer.goes_to("1", "/console")
    tab_to(dealer.page, "call-supervisor")
    dealer.page.keyboard.press("Enter")
    boss.page.goto("/pit")
    button = boss.page.locator("#table-1 .alert button")
    tab_to(boss.page, str(button.get_attribute("id")))
    boss.page.keyboard.press("Enter")
    expect(boss.page.locator(".alert")).to_have_count(0)


@pytest.mark.pictured
def test_no_page_of_the_pit_or_the_inspector_has_a_fault_that_axe_finds(comes: Comes) -> None:
    ann, dealer, boss = comes("ann"), comes("dealer"), comes("gaming-supervisor")
    second, inspector = comes("gaming-manager"), comes("inspector")
    plays(ann, dealer)
    dealer.page.locator("#call-supervisor").click()
    page = boss.page
    page.goto("/pit/tables/3")
    open_details(page, "Closing sign")
    page.locator("#send-announce-closing").click()
    page.goto("/pit/tables/2")
    open_details(page, "Fill")
    page.locator("#ask-fill-stacks-10000").fill("20")
    page.locator("#send-ask-fill").click()
    open_details(page, "Limits after a sign")
    page.locator("#announce-limits-limits-least-ante").fill("50")
    page.locator("#send-announce-limits").click()
    expect(page.locator(".sign-line")).to_be_visible()
    second.page.goto("/pit")
    found = looked_at(second.page, "pit") + looked_at(boss.page, "pit-table")
    for path in PIT[1:]:
        second.page.goto(path)
        second.page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        second.page.locator("main .part").evaluate_all("all => all.forEach(one => { one.style.display = 'grid'; })")
        found += looked_at(second.page, "shift" if path == "/pit/shift" else "")
    inspector.page.goto("/inspect/verification")
    inspector.page.locator("#verify-whole").click()
    expect(inspector.page.locator("#verdict")).to_have_text("Verified: nothing was changed", timeout=LONG)
    names = {"/inspect": "inspector", "/inspect/tables/2/rounds/1?step=8": "replay", "/inspect/verification": "verify"}
    for path in (*INSPECT, *list(names)[1:2]):
        inspector.page.goto(path)
        found += looked_at(inspector.page, names.get(path, ""))
    boss.page.goto("/tables/2/void")
    found += looked_at(boss.page)
    light = ((second, ("/pit", "/pit/tables/1", "/pit/shift")), (inspector, ("/inspect", INSPECT[2], INSPECT[5])))
    for person, paths in light if EVERY_SIZE else ():
        person.page.get_by_role("button", name="Light").click()
        for path in paths:
            person.page.goto(path)
            expect(person.page.locator("html")).to_have_attribute("data-theme", "paper")
            found += looked_at(person.page, "pit-paper" if path == "/pit" else "")
    assert found == []


@pytest.mark.long  # that no page scrolls sideways on a phone is seen where axe looks
def test_a_narrow_screen_has_it_all(comes: Comes) -> None:
    plays(comes("ann"), comes("dealer"))
    small = "all => all.filter(b => b.offsetParent && b.getBoundingClientRect().height < 44).map(b => b.outerHTML)"
    tiny = "all => all.filter(b => b.offsetParent && b.getBoundingClientRect().height < 24).map(b => b.outerHTML)"
    for name, paths in (("gaming-manager", PIT), ("inspector", INSPECT)):
        page = comes(name, size=(320, 640)).page
        for path in paths:
            page.goto(path)
            assert not page.evaluate("document.documentElement.scrollWidth > innerWidth"), path
            assert page.locator("main button").evaluate_all(small) == [], path
            others = page.locator("main summary, main input:not([type=hidden]), main .button")
            assert others.evaluate_all(tiny) == [], path


def test_controls_of_a_form_stay_in_their_columns(comes: Comes) -> None:
    page = comes("gaming-manager").page
    wide = """all => all.filter(each => each.getBoundingClientRect().right >
      each.closest(".field").getBoundingClientRect().right + 1).map(each => each.name)"""
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 900})
        page.goto("/promotions")
        page.locator("summary").first.click()
        assert page.locator(".field").count() > 10
        assert page.locator(".field :is(input, textarea, select)").evaluate_all(wide) == []


OF_THE_PIT = ("", "/charts", "/people", "/mispayments", "/shift", "/open", "/tables/2", "/meters")
PLACES = (*(f"/pit{path}" for path in OF_THE_PIT), "/results", "/returns")


def test_tabs_of_the_pit_do_not_jump(comes: Comes) -> None:
    page = comes("gaming-manager").page
    for size in ({"width": 1440, "height": 900}, {"width": 820, "height": 1180}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        seen = set()
        for path in PLACES:
            page.goto(path)
            box = page.locator("nav.filter").first.bounding_box()
            assert box is not None
            seen.add((box["x"], box["y"], box["width"]))
            assert page.locator("nav.filter").first.locator("[aria-current]").count() == 1, path
        assert len(seen) == 1, seen


def test_a_tables_page_shows_one_part_at_a_time(comes: Comes) -> None:
    page = comes("gaming-manager").page
    page.goto("/pit/tables/2")
    expect(page.locator(".part:visible")).to_have_attribute("id", "part-people")
    page.locator("#to-float").click()
    expect(page.locator(".part:visible h2")).to_have_text("Float")
    expect(page.locator(".parts-nav [aria-current]")).to_have_text("Float")
    open_details(page, "Fill")
    page.locator("#send-ask-fill").click()  # nothing is counted: the page comes back with the part open
    expect(page.locator(".part:visible")).to_contain_text("Fill")
    expect(page.locator(".part:visible [role=alert]")).to_be_visible()


def test_practice_is_apart_from_money(comes: Comes) -> None:
    ann, boss, inspector = comes("ann"), comes("gaming-manager"), comes("inspector")
    ann.goes_to("P2")
    ann.page.locator("#take-chips").click()
    expect(ann.page.locator(".purse")).to_contain_text("$1,000")
    ann.wagers(2, ante=25)
    boss.page.goto("/pit")
    tables = boss.page.locator("#practice-tables")
    expect(tables).not_to_have_attribute("open", "")
    expect(tables.locator("summary")).to_contain_text("3 tables, no money")
    assert boss.page.locator(".pit-tile:visible .plate").all_inner_texts() == ["1", "2", "3"]
    expect(boss.page.locator(".sums")).to_contain_text("3 of 3")
    ann.page.locator("#deal-now").click()
    ann.decides("fold")
    expect(ann.page.locator(".felt-note")).to_contain_text("settled")
    page = inspector.page
    page.goto("/inspect")
    expect(page.locator("#results")).to_have_text("Nothing found")
    page.locator("#q-practice").check()
    page.locator("#search").click()
    expect(page.locator(".hit")).to_contain_text("table P2")


def test_results_are_charted_against_the_exact_band(comes: Comes) -> None:
    ann, dealer, boss = comes("ann"), comes("dealer"), comes("gaming-manager")
    plays(ann, dealer)
    page = boss.page
    band = page.locator("#chart-2 ~ .charts .band")
    again_until(lambda: page.goto("/pit/charts"), band)  # which the lab works out
    chart = page.locator("section", has=page.locator("#chart-2"))
    expect(chart.locator("figcaption").first).to_contain_text(
        "after 1 round; expected +$3.90 at an exact edge of 5.1991%"
    )
    expect(chart.locator(".found")).to_have_count(1)
    expect(chart.locator(".bar-of")).to_have_count(32)
    page.goto("/pit/tables/2")
    page.locator("#to-charts").click()
    expect(page.locator("#chart-2")).to_be_in_viewport()
