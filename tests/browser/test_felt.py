"""The drawn felt: chips by tap, drag and key, spots as the cloth has them, shared boxes, one's own rounds again."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Comes
from browser.layout import strays
from browser.people import play_round
from browser.test_reach import EVERY_SIZE, SIZES


def test_a_chip_is_dragged_tapped_or_keyed_onto_a_spot(comes: Comes) -> None:
    page = (ann := comes("ann")).page
    ann.goes_to("2")
    spot = page.locator(".area").nth(2).locator("[data-drop=ante]")
    page.locator("#chip-2500").drag_to(spot)
    expect(page.locator("#area-3")).to_be_checked()
    expect(page.locator("#on-ante")).to_have_value("25")
    expect(spot.locator(".pending")).to_contain_text("$25")
    spot.click()  # the chip in hand once more
    expect(page.locator("#on-ante")).to_have_value("50")
    page.locator("h1").click()
    page.keyboard.press("4")
    expect(page.locator("#on-ante")).to_have_value("150")
    page.keyboard.press("u")
    expect(page.locator("#on-ante")).to_have_value("50")
    page.keyboard.press("c")
    expect(page.locator("#on-ante")).to_have_value("")
    expect(page.locator(".pending")).to_have_count(0)
    assert ann.faults == []


@pytest.mark.long  # tests/web reads the same names of the same pages
def test_the_cloth_names_its_spots_and_says_what_the_book_says(comes: Comes) -> None:
    for house, table, spots, says in (
        ("star", "1", ["Wager"], "Pontoon pays 3 to 2"),
        ("star", "2", ["Jackpot", "Ante", "Bet"], "ace and king"),
        ("star", "3", ["Jackpot", "3rd Street", "4th Street", "5th Street", "Ante"], "Jacks or better"),
        ("crown", "6", ["Jackpot", "Ante", "Blind", "Play"], "a pair"),
    ):
        ann = comes("ann", house=house)
        ann.goes_to(table)
        area = ann.page.locator(".area").first
        assert area.locator(".long").evaluate_all("all => all.map(one => one.textContent)") == spots
        expect(ann.page.locator(".cloth-says p").first).to_contain_text(says)


@pytest.mark.long  # the next one plays a shared box to its end as well
def test_a_box_says_who_calls_and_whose_wager_is_whose(comes: Comes) -> None:
    people = [comes(name) for name in ("ann", "bob", "cat")]
    dealer = comes("dealer")
    dealer.goes_to("1", "/console")
    for person in people:
        person.goes_to("1")
    people[0].sits(4)
    for person, dollars in zip(people, (25, 50, 75), strict=True):
        person.wagers(4, wager=dollars)
    box = people[2].page.locator(".area").nth(3)
    expect(box.locator(".people")).to_contain_text(re.compile(r"ann \(seated\) calls"))
    expect(box.locator(".stake").nth(0)).to_contain_text("ann")
    expect(box.locator(".stake").nth(2)).to_contain_text("you")
    expect(dealer.page.locator(".strip li")).to_contain_text("$150")
    play_round(dealer, *people)
    for person in people:
        expect(person.page.locator(".settled > li")).not_to_have_count(0)


def test_a_box_that_splits_and_doubles_stays_on_the_cloth(comes: Comes) -> None:
    ann, bob, cat, dealer = (comes(name) for name in ("ann", "bob", "cat", "dealer"))
    people = {"ann": ann, "bob": bob, "cat": cat}
    dealer.goes_to("1", "/console")
    for person in people.values():
        person.goes_to("1")
    for person, area, dollars in ((ann, 4, 100), (bob, 4, 50), (cat, 4, 75), (bob, 1, 500), (cat, 7, 25)):
        person.wagers(area, wager=dollars)
        for other in people.values():  # the player who wagers next sees it first
            expect(other.page.locator(f".area:nth-child({area}) .people")).to_contain_text(person.name)
    cards = ["As", "8s", "5h", "Ah", "Kd", "8d", "6h", "3c", "8h", "2d", "Kc", "Qd"]
    for _ in range(40):
        step = dealer.page.locator(".step").inner_text()
        if step == "Wait for wagers":
            break
        if "Insurance is closed" in step:
            expect(ann.page.locator(".waits")).to_have_text("Insure?")
        if not step.startswith("Waiting"):
            dealer.keys(cards)
            continue
        asked = people[re.findall("ann|bob|cat", step)[0]]
        number = dealer.page.locator(".console").get_attribute("data-number")
        asked.decides(*(("split", "double", "keep") if asked is not cat else ("stay", "pass", "stand")))
        expect(dealer.page.locator(".console")).not_to_have_attribute("data-number", str(number))
    for person in (*people.values(), dealer):
        expect(person.page.locator(".felt-note")).to_contain_text("settled")
        expect(person.page.locator(".area").nth(3).locator(".hand")).to_have_count(2)
        assert (person in (bob, cat) and not EVERY_SIZE) or strays(person.page) == []  # their cloth is Ann's
    mine = bob.page.locator(".settled > li .settled-head small")
    assert mine.all_inner_texts() == ["area 1", *["area 4, first hand", "area 4, second hand"] * 2]


def test_a_patron_steps_through_a_round_of_theirs(comes: Comes) -> None:
    ann, bob, dealer = comes("ann"), comes("bob"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(1, ante=25)
    play_round(dealer, ann)
    page = ann.page
    page.goto("/tables/2/rounds/1?step=1")
    expect(page.locator(".replay p")).to_contain_text("ann puts $25 on Ante, area 1")
    expect(page.locator(".card")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".replay p")).to_contain_text("Step 2")
    page.get_by_role("link", name="End").click()
    expect(page.locator(".replay p")).to_contain_text("As it ended")
    expect(page.locator(".is-mine .card, .area .card").first).to_be_visible()
    answer = bob.page.goto("/tables/2/rounds/1?step=3")
    assert answer is not None and answer.status == 404


def test_the_session_adds_up_for_its_owner_alone(comes: Comes) -> None:
    ann, dealer = comes("ann", size=SIZES["desk"]), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    expect(ann.page.locator(".yours")).to_contain_text("none set")
    ann.wagers(1, ante=25)
    play_round(dealer, ann)
    net = ann.page.locator("#last .result").inner_text()
    expect(ann.page.locator(".yours .result")).to_have_text(net)
    dealer.goes_to("2")
    expect(dealer.page.locator(".yours")).to_have_count(0)
    expect(dealer.page.locator(".purse")).to_have_count(0)
