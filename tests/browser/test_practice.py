"""A practice table in a browser: chips for nothing, a dealer who deals by itself, advice, and what a decision cost."""

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Comes
from browser.people import again_until, deal_until_asked
from browser.test_reach import looked_at

LONG = 300_000
"""How long the first advice may take in milliseconds: the kernels of the lab are compiled for it."""


@pytest.mark.pictured
def test_a_round_of_practice_with_advice(comes: Comes) -> None:
    ann = comes("ann")
    page = ann.page
    expect(page.locator(".tile.is-practice")).to_have_count(3)
    expect(page.locator(".tile.is-practice").first).to_contain_text("no money")
    ann.goes_to("P3")
    expect(page.locator("h1")).to_contain_text("Practice table P3")
    expect(page.locator(".yours, .since")).to_have_count(0)  # a session is about money
    page.locator("#take-chips").click()
    expect(page.locator(".purse")).to_contain_text("$1,000")
    ann.wagers(1, ante=25)
    page.locator("#deal-now").click()
    expect(page.locator(".waits")).to_have_text("It is your turn")
    again_until(page.locator("#advice").click, page.locator(".advice"))  # the page says that it is being worked out
    best = page.locator(".advice h3 b").inner_text()
    first = page.locator(".advice .worth li").first
    expect(first).to_have_class("is-best")
    expect(first).to_contain_text(best.capitalize())
    assert looked_at(page, "practice") == []
    wrong = "bet" if best == "fold" else "fold"  # a mistake, whatever the cards are
    for street in ("3rd", "4th", "5th"):
        page.locator(f".move button[id^='{street}-street'][value^='{wrong}:']").first.click(timeout=LONG)
        expect(page.locator(".practice")).to_contain_text(f"Round 1: {wrong.capitalize()}")
        if wrong == "fold":
            break
    expect(page.locator(".felt-note")).to_have_text("Round 1, settled", timeout=LONG)
    page.reload()
    expect(page.locator(".practice")).to_contain_text("Your decisions")
    told = page.locator(".practice .worth").last.inner_text()
    assert "being worked out" not in told
    assert "best choice" in told or "cost you" in told
    page.locator("#try-again").click()
    expect(page.locator("h1")).to_have_text("Hands to try again")
    page.goto(page.url + "?hand=1")
    page.get_by_role("button", name=re.compile(f"^{best}$", re.IGNORECASE)).click()
    expect(page.locator("#answer")).to_have_text(f"Right: {best} is the best choice.")
    expect(page.locator("h1")).to_contain_text("1 of 1 tried again was right")
    assert looked_at(page, "again") == []
    assert ann.faults == []


@pytest.mark.long  # tests/web shows it in every answer
def test_a_money_table_shows_no_advice_and_bars_practice(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("2")
    ann.wagers(1, ante=25)
    dealer.goes_to("2", "/console")
    deal_until_asked(dealer, ann)
    for view in ("", "/words"):
        ann.goes_to("2", view)
        expect(ann.page.locator(".practice, #advice, .advice")).to_have_count(0)
        assert "advice" not in ann.page.content()
        answer = ann.page.goto(f"/tables/P2{view}")
        assert answer is not None and answer.status == 403
        expect(ann.page.locator("main")).to_contain_text("until you have left it (16.1, 16.6)")
