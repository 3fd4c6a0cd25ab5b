"""The patrons' office, the cashier of a table and a patron's account on a tablet, by keyboard alone, with axe."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Comes
from browser.test_reach import faults, looked_at

TABLET = (768, 1024)
SMALL = "all => all.filter(b => b.offsetParent && b.getBoundingClientRect().height < 44).map(b => b.outerHTML)"


def unfold(page: Page, name: str) -> None:
    """Open a form by keyboard: its heading has the focus, and Enter opens it."""
    page.locator(f"#fold-{name} > summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")


def type_in(page: Page, *values: str) -> None:
    """Fill a form in field by field with the Tab key, and send it with Enter from the last."""
    for place, value in enumerate(values):
        if place:
            page.keyboard.press("Tab")
        page.keyboard.type(value)
    page.keyboard.press("Enter")


def has_room(page: Page) -> list[str]:
    """What is wrong with a page: faults that axe finds with every form open, and targets smaller than a finger."""
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    touched = page.locator("main button, main summary, main input[type=text], main select")
    return faults(page, with_axe=True) + list(map(str, touched.evaluate_all(SMALL)))


@pytest.mark.pictured
def test_the_office_by_keyboard(comes: Comes) -> None:
    boss = comes("gaming-manager", size=TABLET)
    page = boss.page
    page.goto("/patrons")
    page.locator("#register-patron-patron").focus()
    type_in(page, "cleo")
    expect(page.locator("[role=status]")).to_have_text("Register a patron: done.")
    unfold(page, "keep-particulars")
    type_in(page, "Cleo Example", "1 Example Street")
    expect(page.locator("h1")).to_contain_text("Cleo Example")
    unfold(page, "issue-card")
    type_in(page, "777-1")
    expect(page.locator(".standing")).to_contain_text("Player card")
    unfold(page, "set-loss-limit")
    type_in(page, "w", "much")
    expect(page.locator("#set-loss-limit [role=alert]")).to_contain_text("much is not an amount")
    expect(page.locator("#set-loss-limit-cents")).to_have_attribute("aria-invalid", "true")
    page.locator("#set-loss-limit-cents").fill("500")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("Loss limit of the week$500, $500 left")
    found = has_room(page)
    page.goto("/patrons")
    page.locator("#find").fill("777-1")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Cleo Example")
    assert found + looked_at(page, "patron") == []
    assert len(boss.faults) == 1, "the answer to the amount that could not be read"


@pytest.mark.pictured
def test_the_cashier_and_the_account_by_keyboard(comes: Comes) -> None:
    boss, ann = comes("gaming-manager", size=TABLET), comes("ann", size=TABLET)
    page, mine = boss.page, ann.page
    mine.goto("/account")
    unfold(mine, "ask-payment")
    type_in(mine, "i", "120")
    expect(mine.locator(".inbox")).to_contain_text("$120 in, cash")
    page.goto("/patrons")
    page.get_by_role("link", name="Serve ann").press("Enter")
    page.locator("main .inbox summary").first.press("Enter")
    page.get_by_role("button", name="Book the payment").press("Enter")
    expect(page.locator("main")).to_contain_text("In the account$120")
    mine.goto("/tables/2")
    mine.get_by_role("link", name="Chips", exact=True).press("Enter")
    unfold(mine, "buy-in")
    mine.locator("#buy-in-stacks-2500").fill("4")
    mine.keyboard.press("Enter")
    expect(mine.locator(".sums")).to_contain_text("Your account$20")
    found = has_room(mine)
    page.goto("/tables/2/cashier")
    unfold(page, "colour-change")
    type_in(page, "ann", "", "", "4", "", "", "", "", "", "20")
    expect(page.locator("[role=status]")).to_have_text("Colour change: done.")
    found += has_room(page) + looked_at(page, "cashier")
    mine.goto("/tables/2/disputes?round=1")
    mine.locator("#raise-dispute-about").fill("the payout was short")
    mine.keyboard.press("Tab")
    mine.keyboard.press("Enter")
    expect(mine.locator("main")).to_contain_text("Table 2, round 1")
    found += has_room(mine)
    mine.goto("/account")
    expect(mine.locator("main")).to_contain_text("the payout was short")
    found += has_room(mine) + looked_at(mine, "account")
    assert found == [] and ann.faults == boss.faults == []
