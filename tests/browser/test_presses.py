"""What a press does: a chip is chosen and a circle bets, a no is said at once, and a press is never lost or silent."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Comes
from browser.people import Person

GAMES = [("star", "1", "wager"), ("star", "2", "ante"), ("star", "3", "ante")]
GAMES += [("crown", "4", "ante"), ("crown", "5", "ante"), ("crown", "6", "ante")]
INSURED = ["9s", "Ah", "7d"]


def circle(page: Page, area: int, spot: str) -> str:
    """Where to find a circle of the layout."""
    return f".area:nth-child({area}) .spot.on-{spot}"


@pytest.mark.parametrize(
    ("house", "table", "spot"), [GAMES[0], *(pytest.param(*game, marks=pytest.mark.long) for game in GAMES[1:])]
)
def test_a_chip_is_taken_and_a_circle_bets_it(comes: Comes, house: str, table: str, spot: str) -> None:
    page = (ann := comes("ann", house=house)).page
    ann.goes_to(table)
    amount = page.locator(f"#on-{spot}")
    page.locator("#chip-2500").click()
    expect(amount).to_have_value("")
    expect(page.locator("#chip-2500")).to_have_attribute("aria-pressed", "true")
    page.locator(circle(page, 2, spot)).click()
    expect(amount).to_have_value("25")
    expect(page.locator("#area-2")).to_be_checked()
    page.locator("#chip-10000").click()
    page.locator(circle(page, 2, spot)).click()
    expect(amount).to_have_value("125")
    page.locator("#undo").click()
    expect(amount).to_have_value("25")
    assert ann.faults == []


def test_a_circle_that_takes_no_wager_now_looks_so_and_says_why(comes: Comes) -> None:
    page = (bob := comes("bob")).page
    bob.goes_to("3")
    shut = page.locator(circle(page, 4, "3rd-street"))
    expect(shut).to_have_css("border-style", "dashed")
    expect(page.locator(circle(page, 4, "ante"))).to_have_css("border-style", "solid")
    shut.click()
    expect(page.locator("#bet-says")).to_contain_text("3rd Street is made after the deal")
    page.locator(circle(page, 4, "ante")).click()
    expect(page.locator("#bet-says")).to_be_empty()


def test_a_circle_bets_by_keyboard(comes: Comes) -> None:
    page = (ann := comes("ann")).page
    ann.goes_to("2")
    page.locator("#chip-2500").press("Enter")
    page.locator(circle(page, 4, "ante")).press("Enter")
    page.locator(circle(page, 4, "ante")).press(" ")
    expect(page.locator("#on-ante")).to_have_value("50")


def test_chips_are_offered_where_they_are_missing(comes: Comes) -> None:
    page = (ann := comes("ann")).page
    ann.goes_to("P2")
    page.locator("#chip-2500").click()
    page.locator(circle(page, 4, "ante")).click()
    page.locator("#place").click()
    expect(page.get_by_role("alert")).to_contain_text("not have enough free chips")
    page.locator("#take-now").click()
    expect(page.locator(".purse")).to_contain_text("$1,000")
    page.locator("#place").click()  # what was written is still there
    expect(page.locator(".down li")).to_contain_text("$25")


def test_a_deal_that_lacks_a_wager_says_which_and_takes_it(comes: Comes) -> None:
    page = (bob := comes("bob", house="crown")).page
    bob.goes_to("P6")
    page.locator("#take-chips").click()
    expect(page.locator(".purse")).to_contain_text("$1,000")
    bob.wagers(4, ante=25)
    page.locator("#back-4-blind").click()
    expect(page.locator("#deal-now")).to_be_disabled()
    lacks = page.locator("#lacks")
    expect(lacks).to_contain_text("Add a $25 Blind: it must match your Ante.")
    expect(lacks.locator(".clauses")).to_contain_text("10.4.1(a)")
    page.get_by_role("button", name="Add Blind $25").click()
    expect(page.locator(".down li")).to_have_count(2)
    expect(page.locator("#lacks")).to_have_count(0)
    page.locator("#deal-now").click()
    expect(page.locator(".waits")).to_have_text("It is your turn")


def test_a_press_outlasts_what_comes_in_between(comes: Comes) -> None:
    ann, bob = comes("ann"), comes("bob")
    ann.goes_to("1")
    bob.goes_to("1")
    page = ann.page
    page.locator("#on-wager").fill("45")
    page.locator("#place").hover()
    with page.expect_response(re.compile("fresh=1")):
        page.mouse.down()
        bob.wagers(2, wager=25)
    page.wait_for_timeout(300)
    expect(page.locator(".area").nth(1).locator(".people")).to_be_empty()  # the page waits for the press
    page.mouse.up()
    expect(page.locator(".down li")).to_contain_text("$45")
    expect(page.locator(".area").nth(1).locator(".people")).to_have_text("bob")


def deal_to_offer(dealer: Person, words: str, cards: list[str]) -> None:
    """Deal a real shoe until the dealer is to call something."""
    expect(dealer.page.locator(".strip li")).to_have_count(1)  # the console has heard of the wager
    for _ in range(20):
        if words in dealer.page.locator(".step").inner_text():
            return
        dealer.keys(cards)
    raise AssertionError(f"the dealer is never to call {words}")


@pytest.mark.parametrize("view", ["", pytest.param("/words", marks=pytest.mark.long)])
def test_a_player_says_no_and_the_dealer_sees_it(comes: Comes, view: str) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    dealer.goes_to("1", "/console")
    ann.goes_to("1")
    ann.wagers(4, wager=50)
    ann.goes_to("1", view)
    page, cards = ann.page, INSURED.copy()
    for offer, option in (("Insurance", "no-insurance"), ("Surrender", "no-surrender")):
        deal_to_offer(dealer, f"{offer} is closed", cards)
        no = page.locator(f"button[value='{option}:0']")
        expect(no).to_have_text("No thanks")
        no.click()
        expect(no).to_have_count(0)
        declares = dealer.page.locator(".declares li")
        expect(declares).to_contain_text("said no")
        expect(dealer.page.locator(".step")).to_contain_text(f"{offer} is closed")  # it is the dealer's to close
        if not view:
            expect(page.locator(".waits")).to_have_text("Dealer's turn")
            expect(page.locator(".deciding")).to_contain_text("You said no")
    dealer.keys(cards)
    expect(page.locator("button[value='stand:0']")).to_be_visible()
    assert ann.faults == dealer.faults == []


def test_a_player_who_said_no_may_still_insure(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    dealer.goes_to("1", "/console")
    ann.goes_to("1")
    ann.wagers(4, wager=50)
    deal_to_offer(dealer, "Insurance is closed", INSURED.copy())
    ann.page.locator("button[value='no-insurance:0']").click()
    expect(ann.page.locator(".deciding")).to_contain_text("You said no")
    ann.page.locator("button[value='insure:2500']").click()
    expect(ann.page.locator(".deciding")).to_have_count(0)
    expect(ann.page.locator(".purse")).to_contain_text("$75")
