"""A dealer's hour, from the sign-in to the end of the turn. The other journeys stand with what they go through: a
newcomer's first round in `test_way_in`, a manager's opening and an inspector's search in `test_pit`."""

from playwright.sync_api import expect

from browser.conftest import Comes
from browser.test_dealing import CARDS


def test_a_dealers_hour(comes: Comes, furnished: tuple[object, str]) -> None:
    ann, boss, dealer = comes("ann"), comes("gaming-supervisor"), comes("dealer")
    page = dealer.page
    dealer.sign_in(furnished[1])
    page.locator(".tile").filter(has_text="Caribbean Stud").get_by_role("link", name="Console").first.click()
    expect(page.locator(".step")).to_have_text("Shuffle the cards")

    # A patron without a phone buys chips for cash; the dealer keys their wager.
    page.get_by_role("link", name="Cashier").click()
    page.locator("#fold-buy-in > summary").click()
    page.locator("#buy-in-patron").fill("bob")
    page.locator("#buy-in-stacks-2500").fill("8")
    page.locator("#buy-in-how").select_option("cash")
    page.locator("#send-buy-in").click()
    expect(page.locator("[role=status]")).to_contain_text("Buy in: done.")
    page.locator(".crumbs a").click()
    page.locator("summary").filter(has_text="Key a wager").click()
    page.locator("#key-patron").fill("bob")
    page.locator("#key-area").select_option("2")
    page.locator("#key-dollars").fill("25")
    page.get_by_role("button", name="Place").click()
    expect(page.locator(".strip li")).to_have_count(1)
    ann.goes_to("2")
    ann.wagers(5, ante=50)
    expect(page.locator(".strip li")).to_have_count(2)

    # Cards by hand: one is keyed wrong and taken back before any person has acted on it.
    page.locator("#by-hand-cut").click()
    expect(page.locator("#cards")).to_be_focused()
    page.keyboard.type("".join(CARDS[:15]))
    page.keyboard.press("Enter")
    expect(page.locator(".step")).to_contain_text("Waiting for")
    page.keyboard.press("z")
    expect(page.locator("#cards")).to_be_focused()
    page.keyboard.press("Backspace")
    page.keyboard.type(CARDS[20])
    page.keyboard.press("Enter")
    page.locator("#decide-2-bet-5000").click()  # bob says it aloud
    expect(page.locator(".step")).to_have_text("Waiting for ann")
    ann.decides("bet")
    expect(page.locator(".step")).to_contain_text("Turn the dealer's hand")
    page.keyboard.press("n")
    expect(page.locator(".step")).to_contain_text("Settle")
    page.keyboard.press("n")
    expect(page.locator(".pay-list > li")).to_have_count(4)  # an Ante and a Bet each, what is paid shown in chips
    expect(ann.page.locator(".outcome")).to_contain_text("Round 1: You ")

    # A question at the table, then the end of the turn.
    page.locator("#call-supervisor").click()
    expect(page.locator(".summons .notice")).to_contain_text("You have called a supervisor.")
    boss.page.goto("/pit")
    boss.page.locator("#table-2 .alert button").click()
    expect(page.locator("#call-supervisor")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("h1")).to_have_text("Sign in")
    assert ann.faults == boss.faults == dealer.faults == []
