"""What a newcomer walked into once: each of these cost a person money or time, and the page now says it before."""

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Comes
from browser.people import Person, deal_until_asked
from browser.pictures import take
from browser.test_presses import INSURED, circle, deal_to_offer
from browser.test_reach import faults
from servers import Server

PHONE = (390, 844)
ASKED = re.compile(r"/session\?fresh=1")
"""What a page asks before it takes a session for locked."""
LOOK = "one => { const drawn = getComputedStyle(one); return [drawn.color, drawn.backgroundColor]; }"


def press(page: Page, what: str) -> None:
    """Press something where it is, once it can be pressed: nothing is scrolled to it first."""
    one = page.locator(what).first
    expect(one).to_be_enabled()
    one.evaluate("one => one.click()")


def test_an_offer_has_a_plain_no_and_says_how_long_it_stays(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    dealer.goes_to("1", "/console")
    ann.goes_to("1")
    ann.wagers(4, wager=50)
    deal_to_offer(dealer, "Insurance is closed", INSURED.copy())
    move = ann.page.locator(".deciding")
    expect(move).to_contain_text("Open until the dealer closes it.")
    expect(move.locator("button.main")).to_have_text(["No thanks"])  # the plain choice, and no other, is gold
    colours = [
        move.locator(f"button[value^='{option}:']").first.evaluate("one => getComputedStyle(one).backgroundColor")
        for option in ("no-insurance", "insure")
    ]
    assert colours[0] != colours[1]


@pytest.mark.pictured
def test_fold_does_not_look_like_bet(comes: Comes) -> None:
    ann, dealer = (comes(name, size=(1440, 900)) for name in ("ann", "dealer"))
    dealer.goes_to("2", "/console")
    ann.goes_to("2")
    assert ann.page.locator("#place").evaluate("bet => bet.getBoundingClientRect().bottom < innerHeight"), "in sight"
    ann.wagers(4, ante=25)
    deal_until_asked(dealer, ann)
    ann.page.set_viewport_size({"width": 1366, "height": 768})
    in_sight(ann, ".move button")  # on the low screen of a portable computer too
    ann.page.set_viewport_size({"width": 1440, "height": 900})
    bet, fold = (ann.page.locator(f".move button[value^='{option}:']").evaluate(LOOK) for option in ("bet", "fold"))
    assert bet[0] != fold[0] and bet[1] != fold[1]
    expect(ann.page.locator(".move button.main")).to_have_count(0)
    expect(ann.page.locator("#said")).to_contain_text(" of ")  # the cards are told to a person who listens
    dealer.goes_to("2", "/watch")
    expect(dealer.page.locator(".bar")).to_have_count(0)
    expect(dealer.page.locator(".qr")).to_have_attribute("aria-label", re.compile("/tables/2$"))
    expect(dealer.page.locator(".area:nth-child(4) .card")).to_have_count(5)
    expect(dealer.page.locator(".area:nth-child(4) .card.back")).to_have_count(5)  # no person's hidden cards
    assert faults(dealer.page, with_axe=True) == []
    take(dealer.page, "watch-desk")
    wide = [card.bounding_box() for card in dealer.page.locator(".area:nth-child(4) .card").all()]
    dealer.page.set_viewport_size({"width": 2880, "height": 1800})  # a screen above the table shows the same, larger
    larger = [card.bounding_box() for card in dealer.page.locator(".area:nth-child(4) .card").all()]
    assert all(one and two and two["width"] > 1.9 * one["width"] for one, two in zip(wide, larger, strict=True))
    ann.page.keyboard.press("f")  # each choice shows its key
    expect(ann.page.locator(".move")).to_have_count(0)


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.long)])
def test_the_blind_follows_the_ante(comes: Comes, script: bool) -> None:
    page = (bob := comes("bob", house="crown", script=script)).page
    bob.goes_to("6")
    if script:
        expect(page.locator("#place")).to_be_disabled()
        expect(page.locator("#place-says")).to_have_text("Tap a chip, then a circle.")
        at_rest = page.locator("#place").evaluate(LOOK)
        page.locator("#place").hover()  # its words can still be read
        assert page.locator("#place").evaluate(LOOK) == at_rest
        page.locator("#chip-2500").click()
        page.locator(circle(page, 4, "ante")).click()
        expect(page.locator("#on-blind")).to_have_value("25")
        page.locator(circle(page, 4, "blind")).click()  # they go together, whichever is tapped
        expect(page.locator("#on-ante")).to_have_value("50")
        page.locator("#undo").click()
        expect(page.locator("#on-blind")).to_have_value("25")
    else:
        page.locator("#on-ante").fill("25")
    page.locator("#place").click()
    expect(page.locator(".down li")).to_have_count(2)
    expect(page.locator(".down")).to_contain_text("Blind")
    expect(page.locator("#lacks")).to_have_count(0)
    if script:
        in_sight(bob, "#place")  # the way to bet more is still there


def test_a_newcomer_gets_a_free_area_and_backs_another_knowingly(comes: Comes) -> None:
    ann, bob = comes("ann"), comes("bob")
    ann.goes_to("1")
    expect(ann.page.locator("#area-4")).to_be_checked()
    ann.wagers(4, wager=25)
    bob.goes_to("1")
    expect(bob.page.locator("#area-4")).not_to_be_checked()
    expect(bob.page.locator(".pick input:checked")).to_have_count(1)
    expect(bob.page.locator("#backs")).to_be_empty()
    bob.page.locator("#area-4").check(force=True)
    expect(bob.page.locator("#backs")).to_contain_text("You back ann's hand on area 4; ann decides.")
    expect(bob.page.locator("#backs")).to_contain_text("With more than $25 you would decide, and ann is told.")
    expect(ann.page.locator(".overtaken")).to_have_count(0)
    bob.wagers(4, wager=50)
    told = ann.page.locator(".overtaken")
    expect(told).to_contain_text("bob is going to decide for area 4. To make the decisions yourself, bet more than $50")
    expect(told.locator(".clauses")).to_contain_text("5.6.2")
    expect(ann.page.locator("#backs")).to_be_empty()  # the notice says it all
    expect(ann.page.locator(".area").nth(3).locator(".calls")).to_be_visible()
    expect(bob.page.locator(".overtaken")).to_have_count(0)
    ann.wagers(4, wager=30)
    expect(told).to_have_count(0)


def test_a_page_is_patched_and_not_replaced(comes: Comes) -> None:
    ann, bob = comes("ann", size=(1280, 700)), comes("bob")
    ann.goes_to("1")
    bob.goes_to("1")
    page = ann.page
    page.locator("#schedule summary").click()
    field = page.locator("#on-wager")
    field.evaluate("one => { one.isTheSame = true; one.focus({ preventScroll: true }); }")
    page.keyboard.type("125")
    page.keyboard.press("Shift+ArrowLeft")
    page.evaluate("scrollTo(0, 120)")
    bob.wagers(2, wager=25)
    expect(page.locator(".area").nth(1).locator(".people")).to_have_text("bob")
    assert field.evaluate("one => [one.isTheSame, one === document.activeElement, one.value]") == [True, True, "125"]
    assert field.evaluate("one => [one.selectionStart, one.selectionEnd]") == [2, 3]
    assert page.evaluate("[scrollY, document.querySelector('#schedule').open]") == [120, True]
    assert ann.faults == []


def test_without_a_connection_the_page_says_so_and_goes_on_by_itself(comes: Comes, server: Server) -> None:
    page = (ann := comes("ann")).page
    ann.goes_to("2")
    page.locator("#on-ante").fill("25")
    server.stop()
    expect(page.locator(".offline")).to_contain_text("No connection")
    assert page.locator("#place").evaluate("one => getComputedStyle(one).pointerEvents") == "none"
    page.locator("#on-ante").press("Enter")  # nothing is sent
    again = Server(server.store, server.log, port=server.port)
    try:
        again.wait()
        expect(page.locator(".offline")).to_have_count(0)
        expect(page.locator("#on-ante")).to_have_value("25")
        expect(page.locator(".down")).to_have_count(0)
        page.locator("#place").click()
        expect(page.locator(".down li")).to_contain_text("$25")
    finally:
        again.stop()


def test_a_session_warns_before_it_ends_says_why_and_keeps_what_was_written(comes: Comes) -> None:
    page = (ann := comes("ann")).page
    ann.takes_clock()
    ann.goes_to("2")
    page.locator("#on-ante").fill("75")
    warning = page.locator("#session")
    expect(warning).to_be_hidden()
    page.clock.fast_forward(28 * 60_000 + 5_000)
    expect(warning).to_contain_text("You will be signed out in 2 minutes.")
    warning.get_by_role("button", name="Stay signed in").click()
    expect(warning).to_be_hidden()
    there = page.url
    session = [(one["name"], one["value"]) for one in page.context.cookies()]
    page.context.clear_cookies()
    page.clock.fast_forward(30 * 60_000 + 5_000)
    expect(page).to_have_url(re.compile("/sign-in"))
    expect(page.get_by_role("status")).to_contain_text("because you did nothing for 30 minutes")
    page.context.add_cookies(
        [{"name": name, "value": value, "url": there} for name, value in session]
    )  # as one who has signed in again
    ann.goes_to("2")
    expect(page.locator("#on-ante")).to_have_value("75")


def test_a_console_asks_the_house_before_it_locks(comes: Comes) -> None:
    page = (dealer := comes("dealer")).page
    old = "retry: 100\n\nevent: locked\ndata: {}\n\n"  # what was told before the session was unlocked
    page.route("**/feed", lambda route: route.fulfill(body=old, content_type="text/event-stream"))
    dealer.takes_clock()
    dealer.goes_to("2", "/console")
    with page.expect_response(ASKED) as told:
        page.clock.fast_forward(5 * 60_000 + 5_000)  # another page of this browser is in use
    assert told.value.status == 204
    page.locator("#by-hand-cut").click()
    expect(page.get_by_role("status").first).to_have_text("Dealt by hand")
    expect(page.locator("#lock")).to_be_hidden()


@pytest.mark.parametrize(
    ("house", "table", "spot"),
    [("star", "P1", "wager"), pytest.param("crown", "P6", "ante", marks=pytest.mark.long)],
)
def test_a_round_on_a_phone_needs_no_scrolling(comes: Comes, house: str, table: str, spot: str) -> None:
    ann = comes("ann", house=house, size=PHONE)
    ann.goes_to(table)
    expect(ann.page.locator("html")).to_have_class("has-js")
    for what in ("#take-chips", circle(ann.page, 4, spot), "#place", "#deal-now"):
        in_sight(ann, what)
        press(ann.page, what)
    for _ in range(8):
        expect(ann.page.locator(".move, .outcome").first).to_be_visible()
        in_sight(ann, ".house .card")
        in_sight(ann, ".is-mine .card")
        if ann.page.locator(".outcome").count():
            break
        in_sight(ann, ".move button:enabled:not(.gives-up)")
        number = ann.page.locator(".table").get_attribute("data-number")
        press(ann.page, ".move button:enabled:not(.gives-up)")
        expect(ann.page.locator(".table")).not_to_have_attribute("data-number", str(number))
    in_sight(ann, "#again-1")
    ann.page.locator("#again-1").focus()  # no page moves for a button that is in sight
    assert ann.page.evaluate("scrollY") == 0
    ann.page.set_viewport_size({"width": 390, "height": 690})  # as with the bars of a phone's browser
    in_sight(ann, ".is-mine .result")
    press(ann.page, circle(ann.page, 4, spot))
    for what in (".is-mine .pending .chip", "#place"):
        in_sight(ann, what)


_SEEN = """one => {
  const box = one.getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return box.top >= 0 && box.bottom <= innerHeight && (one.contains(top) || top?.contains(one));
}"""


def in_sight(person: Person, what: str) -> None:
    """Something is on the screen as it is, and nothing lies over it once the page has the answer to what was sent."""
    found = person.page.locator(what).first
    expect(found).to_be_visible()
    expect(person.page.locator("form[data-sent]")).to_have_count(0)
    assert found.evaluate(_SEEN), f"{what} is out of sight"
