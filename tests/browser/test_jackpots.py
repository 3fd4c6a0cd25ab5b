"""Jackpots in a browser: a meter opened with its return seen, a wager registered, the wall that grows within a second,
an award approved; with no fault that axe finds."""

import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from browser.conftest import Comes
from browser.people import Person
from browser.test_pit import open_details
from browser.test_reach import looked_at

ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]
DULL = ["2c", "7d", "9h", "4c", "Jd"]
COUNTS_MS = 450
"""Within how much time of its own a display counts up to what it was told: it is told within half a second, and what
is left of the second is for fetching the page."""
_keys = (f"jackpot-{number}" for number in itertools.count())


def opens_a_meter(boss: Person) -> None:
    """Open a meter in the pit: the first time the form is sent it tells the exact return, the second confirms it."""
    page = boss.page
    page.goto("/pit/meters")
    page.locator("#open-meter-meter").fill("Harbour")
    page.locator("#open-meter-games-star-caribbean-stud").check()
    for name, said in (("price_cents", "5"), ("seed_cents", "60000"), ("reset_cents", "60000")):
        page.locator(f"#open-meter-{name}").fill(said)
    page.locator("#open-meter-rate").fill("71.5")
    page.locator("#open-meter-approval").fill("L21/118")
    page.locator("#send-open-meter").click()
    expect(page.locator("#open-meter [role=alert]")).to_contain_text("in the long run")
    expect(page.locator("#open-meter-returns")).to_have_value(re.compile(r"^\d+\.\d{4}%$"))
    page.locator("#send-open-meter").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Harbour")
    expect(page.locator(".meter-value")).to_have_text("$60,000")


def links(boss: Person, table: str) -> None:
    """Link a table to the meter, from its page in the pit."""
    page = boss.page
    page.goto(f"/pit/tables/{table}")
    open_details(page, "Link to a meter")
    page.locator("#link-table-meter").select_option("Harbour")
    page.locator("#send-link-table").click()
    page.goto("/pit/meters")
    expect(page.locator(".pit-tile").filter(has_text="Harbour")).to_contain_text("Tables2")


def acts(dealer: Person, **act: Any) -> None:
    answer = dealer.page.request.post("/api/tables/2/acts", data={"act": act}, headers={"Idempotency-Key": next(_keys)})
    assert answer.ok, answer.text()


def needs(dealer: Person) -> dict[str, dict[str, Any]]:
    found = dealer.page.request.get("/api/tables/2/console").json()["view"]["needs"]
    return {need["type"]: need for need in found if not need.get("optional")}


def deals_until(dealer: Person, wanted: str, area: int) -> None:
    """Deal real cards until the table needs something: a royal flush to an area, and nothing to the dealer."""
    to_area, to_dealer = iter(ROYAL), iter(DULL)
    for _ in range(30):
        open_needs = needs(dealer)
        if wanted in open_needs:
            return
        if "ShuffleNeed" in open_needs:
            acts(dealer, type="Shuffle", need=open_needs["ShuffleNeed"]["id"])
        elif "CutNeed" in open_needs:
            need = open_needs["CutNeed"]
            acts(dealer, type="Cut", need=need["id"], by="dealer", at=need["least"])
        elif "CallNeed" in open_needs:
            acts(dealer, type="Call", need=open_needs["CallNeed"]["id"])
        elif "CardsNeed" in open_needs:
            need = open_needs["CardsNeed"]
            cards = [next(to_area if slot["area"] == area else to_dealer) for slot in need["slots"]]
            acts(dealer, type="Deal", need=need["id"], cards=cards)
        elif "TurnNeed" in open_needs:
            acts(dealer, type="Turn", need=open_needs["TurnNeed"]["id"])
    raise AssertionError(f"the table never needs {wanted}: {needs(dealer)}")


def tells(player: Person, words: str, notices: int) -> None:
    """What a player's page says of the round, and how many notices about the jackpot are on it."""
    expect(player.page.locator(".outcome")).to_contain_text(words)
    expect(player.page.locator(".table-meter .notice")).to_have_count(notices)


def announces_the_end(boss: Person) -> None:
    """Put up the signs that the meter will close."""
    boss.page.goto("/pit/meters/Harbour")
    open_details(boss.page, "Notice that a meter closes")
    boss.page.locator("#send-announce-meter-closing").click()


def reads_back(supervisor: Person) -> list[str]:
    """Read the meter as at the settlement of the round, from its page in the pit; what axe finds there."""
    page = supervisor.page
    page.goto("/pit/meters/Harbour")
    expect(page.locator(".hit")).to_contain_text("paid")
    found = looked_at(page)
    page.locator("#read-back").click()
    page.locator("#read-table").fill("2")
    page.locator("#read-round").fill("1")
    page.get_by_role("button", name="Read").click()
    expect(page.locator("#stood-at")).to_have_text("$60,003.57")
    return found + looked_at(page)


@contextmanager
def counts_up(page: Page, figure: Locator, before: str, after: str) -> Iterator[None]:
    """A figure on a page counts up after a change. The time of the page stands until the page is told, so that it does
    not matter what else the machine does."""
    page.emulate_media(reduced_motion="no-preference")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
    yield
    expect(figure).to_have_attribute("data-at", after.translate({ord(sign): None for sign in "$,."}))
    assert figure.inner_text() == before
    page.clock.run_for(COUNTS_MS)
    assert figure.inner_text() == after
    page.clock.resume()
    page.emulate_media(reduced_motion="reduce")


def test_a_jackpot_from_the_meter_to_the_award(comes: Comes) -> None:
    boss, supervisor, ann, dealer, bob = (
        comes(name) for name in ("gaming-manager", "gaming-supervisor", "ann", "dealer", "bob")
    )
    opens_a_meter(boss)
    links(boss, "2")
    found = looked_at(boss.page)
    wall = bob.page
    bob.takes_clock()
    wall.goto("/jackpots/star")
    card = wall.locator(".wall-meter").filter(has_text="Harbour")
    expect(card.locator(".wall-figure")).to_have_text("$60,000")
    expect(card).to_contain_text("Table 2")
    expect(card).to_contain_text("A jackpot wager is $5.")
    expect(card.locator(".meter-state")).to_have_text("current")
    ann.goes_to("2")
    ann.wagers(2, ante=75, jackpot=5)
    expect(ann.page.locator(".table-meter .meter-value")).to_have_text("$60,000")
    expect(ann.page.locator(".tag.registered")).to_have_count(0)

    deals_until(dealer, "CallNeed", 2)
    call = needs(dealer)["CallNeed"]["id"]
    with counts_up(wall, card.locator(".wall-figure"), "$60,000", "$60,003.57"):
        acts(dealer, type="Call", need=call)
    expect(ann.page.locator(".down .tag.registered")).to_have_text("registered")
    expect(ann.page.locator(".table-meter .meter-value")).to_have_text("$60,003.57")
    found += looked_at(ann.page)

    deals_until(dealer, "DecisionNeed", 2)
    dealer.page.goto("/tables/2/console")
    expect(dealer.page.locator(".table-meter")).to_contain_text("ann, area 2")
    ann.decides("bet")
    boss.page.goto("/pit")
    supervisor.page.goto("/pit")
    deals_until(dealer, "WagersNeed", 2)
    expect(card.locator(".meter-state")).to_have_text("pending")
    expect(card).to_contain_text("Royal flush at table 2: $60,003.58, to be approved")
    expect(card.locator(".wall-figure")).to_have_text("$60,000")
    tells(ann, "a jackpot award of $60,003.58 waits for its approval", notices=1)
    expect(dealer.page.locator(".pay-list")).to_contain_text("$60,003.58, to be approved")
    waiting = supervisor.page.locator(".waiting").filter(has_text="Jackpot award")
    expect(waiting).to_contain_text("ann, round 1: royal flush")
    found += looked_at(wall) + looked_at(supervisor.page)
    waiting.get_by_role("button", name="Approve and pay").click()
    expect(waiting).to_have_count(0)
    expect(card.locator(".meter-state")).to_have_text("won")
    tells(ann, "You win $60,073.58", notices=0)

    announces_the_end(boss)
    expect(ann.page.locator(".table-meter .notice")).to_contain_text("This jackpot will close.")
    found += reads_back(supervisor)
    dealer.page.goto("/tables/2/jackpot")
    expect(dealer.page.locator("#tests")).to_have_text("It works")
    found += looked_at(dealer.page)
    assert found == []
    assert boss.faults == supervisor.faults == ann.faults == dealer.faults == bob.faults == []


def test_the_celebration_can_be_switched_off_and_the_history_read(comes: Comes) -> None:
    boss, inspector = comes("gaming-manager"), comes("inspector")
    opens_a_meter(boss)
    page = boss.page
    page.goto("/jackpots")
    button = page.locator("#celebrate")
    expect(button).to_have_attribute("aria-pressed", "true")
    for award, celebrates in (("7-1-1", True), ("7-2-2", False)):
        page.emulate_media(reduced_motion="no-preference")
        page.locator(".wall-meter").first.evaluate(
            "(one, award) => { const next = one.cloneNode(true); next.dataset.won = award; one.replaceWith(next); }",
            award,
        )
        expect(page.locator(".is-celebrating")).to_have_count(int(celebrates))
        if celebrates:
            button.click()
            expect(button).to_have_attribute("aria-pressed", "false")
            expect(page.locator(".is-celebrating")).to_have_count(0)
    button.click()
    page.emulate_media(reduced_motion="reduce")
    page.locator(".wall-meter").first.evaluate(
        "one => { const next = one.cloneNode(true); next.dataset.won = '7-3-3'; one.replaceWith(next); }"
    )
    page.wait_for_timeout(100)
    expect(page.locator(".is-celebrating")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    inspector.page.goto("/inspect/meters")
    found = looked_at(inspector.page)
    inspector.page.get_by_role("link", name="Harbour").click()
    expect(inspector.page.locator(".sheet")).to_contain_text("Meter opened")
    found += looked_at(inspector.page)
    assert found == []
    assert boss.faults == inspector.faults == []
