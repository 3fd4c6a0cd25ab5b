"""The pages of tournaments on a desk, a phone and a wall, with axe: built, entered, drawn, watched as they change."""

from itertools import count
from typing import Any

from playwright.sync_api import expect

from browser.conftest import Comes
from browser.people import Person
from browser.test_reach import looked_at

_keys = count()
PARTS: list[tuple[str, dict[str, Any]]] = [
    ("set-chip-terms", {"chips_cents": 100_000}),
    ("set-wager-terms", {"minimum_cents": 10_000, "maximum_cents": 50_000, "pass_cards": 1, "undisclosed": 1}),
    ("plan-session", {"number": 1, "name": "final", "rounds": 3, "advance": 1}),
    ("set-prizes", {"shares": [100]}),
    ("publish-conditions", {}),
    ("appoint-head", {"person": "gaming-manager"}),
]


def order(person: Person, name: str, body: dict[str, Any]) -> None:
    """Give an order of the tournament through the API, as the person who is signed in."""
    key = {"Idempotency-Key": f"cup-{next(_keys)}"}
    answer = person.page.request.post(f"/api/tournaments/cup/{name}", data=body, headers=key)
    assert answer.ok, answer.text()


def test_no_page_of_a_tournament_has_a_fault_that_axe_finds(comes: Comes) -> None:
    boss, ann, bob = comes("gaming-manager"), comes("ann"), comes("bob")
    page = boss.page
    page.goto("/tournaments")
    page.locator("#draft-tournament-tournament").fill("cup")
    page.locator("#draft-tournament-title").fill("The spring cup")
    page.locator("#send-draft-tournament").click()
    expect(page.locator("h1")).to_contain_text("Conditions")
    expect(page.locator("main")).to_contain_text("The conditions must say this before they are published")
    found = looked_at(page)
    order(boss, "set-entry-terms", {"starts_at": "2026-01-01T00:00:00.000000Z", "place": "the salon"})
    for name, body in PARTS:
        order(boss, name, body)
    for person in (ann, bob):
        person.page.goto("/tournaments/cup")
        person.page.locator("#fold-enter-tournament > summary").click()
        person.page.locator("#enter-tournament-agrees-yes").check()
        person.page.locator("#enter-tournament-publicity-no").check()
        person.page.locator("#send-enter-tournament").click()
        expect(person.page.locator("[role=status]")).to_contain_text("done")
    found += looked_at(ann.page)
    ann.page.goto("/tournaments/cup/board")
    expect(ann.page.locator(".board-list")).to_contain_text("bob")
    order(boss, "stand-by", {})
    order(boss, "brief-players", {})
    order(boss, "draw-seats", {"tables": ["cup-1"]})
    order(boss, "start-session", {})
    expect(ann.page.locator(".board-list")).to_contain_text("cup-1")  # the wall follows
    found += looked_at(ann.page)
    page.goto("/tournaments/cup/desk")
    page.locator("main details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    found += looked_at(page)
    for path in ("", "/conditions", "/results", "/seats/ann"):
        ann.page.goto(f"/tournaments/cup{path}")
        found += looked_at(ann.page)
    ann.page.goto("/tables/cup-1")
    found += looked_at(ann.page)
    assert found == []
