"""What went wrong, from the console to what the patron reads: by keyboard alone, with axe, on a desk and a phone."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Comes
from browser.people import deal_until_asked
from browser.test_reach import looked_at


def press(page: Page, place: str) -> None:
    """Use a link or a button by the keyboard, and wait for the page that it leads to."""
    one = page.locator(place)
    one.focus()
    with page.expect_navigation():
        one.press("Enter")


@pytest.mark.pictured
def test_what_went_wrong_is_stated_shown_ruled_and_read(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    ann.wagers(2, ante=75)
    deal_until_asked(dealer, ann)
    page = dealer.page
    page.locator("#irregular summary").press("Enter")
    press(page, "#what-went-wrong")
    found = looked_at(page)
    press(page, "#fact-dealt-wrong")
    found += looked_at(page, "irregular")
    press(page, "#ask")
    expect(page.locator(".remedy")).to_contain_text("$75 goes back")
    found += looked_at(page, "remedies")
    page.locator("#reason-misdeal").fill("two cards stuck together")
    press(page, "#do-misdeal")
    expect(page.locator("#irregularities")).to_contain_text("misdeal")
    ann.goes_to("2", "/words")
    expect(ann.page.locator("main")).to_contain_text("misdeal")
    ann.goes_to("2")
    found += looked_at(ann.page)
    assert found == [] and not dealer.faults and not ann.faults
