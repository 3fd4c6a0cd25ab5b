"""Pages that everybody can use: by keyboard alone, without scripts, on a phone, in words, and with no fault that axe
finds. The pictures of the documentation are taken here."""

import os

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from browser.conftest import Comes
from browser.people import Person, again_until, deal_until_asked, play_round
from browser.pictures import ALONE, TAKEN, take

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desk": (1440, 900)}
NARROWEST = (320, 640)
"""The width at which pages still need no scrolling sideways (WCAG 2.2, 1.4.10)."""
RULEBOOK = (
    "/rulebook",
    "/rulebook/star-pontoon?met=physical",
    "/rulebook/star-pontoon/clauses/9.2",
    "/rulebook/star-pontoon/clauses/P6",
    "/rules",
    "/rules/dealer-qualifies",
)
ONE_OF_EACH = tuple(path for path in RULEBOOK if not path.endswith("/P6"))  # a reading is drawn as a clause is
NAMED = {RULEBOOK[1]: "rulebook", "/rules/dealer-qualifies": "rule", "/tables/2/sign": "sign"}
"""The pages besides a table's own that are pictured."""
ONLY = {"resultTypes": ["violations"]}
"""What axe is asked for: what is wrong, and not all that is right."""
_SHORTEN = """() => document.querySelectorAll("tbody").forEach((body) => {
  if (body.rows.length > 60) [...body.rows].slice(20).forEach((row) => row.remove());
})"""
"""Leaves of a table of hundreds of rows the first: the others are like them, and axe takes ten seconds for them."""
EVERY_SIZE = TAKEN or os.environ.get("PITBOSS_SIZES") == "all"
"""Whether axe looks at pages at each size and in each theme, and at all their rows, for `make prove` and the pictures;
else once."""


def faults(page: Page, *, with_axe: bool) -> list[str]:
    """What axe finds wrong with a page, and whether it scrolls sideways."""
    sideways = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    if with_axe and not EVERY_SIZE:
        page.evaluate(_SHORTEN)
    violations = Axe().run(page, options=ONLY).response["violations"] if with_axe and not ALONE else []
    found = [f"{page.url}: {fault['id']} {fault['nodes'][0]['html'][:200]}" for fault in violations]
    return [*found, *([f"{page.url} scrolls sideways at {page.viewport_size}"] if sideways else [])]


def looked_at(page: Page, name: str = "") -> list[str]:
    """The faults of a page: axe looks at it on a desk, and it scrolls sideways on no phone. With every size, a named
    page is pictured at each, and axe looks at it there."""
    found: list[str] = []
    for size, (width, height) in SIZES.items():
        if size == "tablet" and not EVERY_SIZE:
            continue
        page.set_viewport_size({"width": width, "height": height})
        found += faults(page, with_axe=size == "desk" or (EVERY_SIZE and bool(name)))
        if name:
            take(page, f"{name}-{size}", full_page=name != "rulebook")
    return found


@pytest.mark.pictured
def test_no_page_has_a_fault_that_axe_finds(comes: Comes) -> None:
    ann, bob, dealer = comes("ann"), comes("bob"), comes("dealer")
    found = looked_at(ann.page, "lobby") + (looked_at(dealer.page) if EVERY_SIZE else [])
    for person in (ann, bob):
        person.goes_to("2")
    dealer.goes_to("2", "/console")
    found += looked_at(ann.page) if EVERY_SIZE else []  # else once she is asked, and once it is settled
    ann.wagers(2, ante=75)
    bob.wagers(5, ante=50)
    found += looked_at(ann.page) + looked_at(dealer.page) if EVERY_SIZE else []
    deal_until_asked(dealer, ann)
    dealer.page.locator("#irregular").evaluate("one => one.open = true")
    found += looked_at(dealer.page)
    dealer.page.locator("#irregular").evaluate("one => one.open = false")
    found += looked_at(ann.page, "table") + (looked_at(dealer.page, "console") if EVERY_SIZE else [])
    ann.goes_to("2", "/words")
    found += looked_at(ann.page, "words")
    ann.goes_to("2")
    play_round(dealer, ann, bob)
    found += looked_at(ann.page, "settled") + looked_at(dealer.page)
    past = ("/tables/2/rounds", "/tables/2/rounds/1", "/tables/2/rounds/1?step=5")
    for path in (*past, "/tables/2/sign", "/tables/99", *(RULEBOOK if EVERY_SIZE else ONE_OF_EACH)):
        ann.page.goto(path)
        found += looked_at(ann.page, NAMED.get(path, ""))
    ann.page.get_by_role("button", name="Light").click()
    others = ("/lobby", "/tables/2/words", "/tables/2/rounds/1", "/tables/2/sign", *RULEBOOK)
    for path in ("/tables/2", *(others if EVERY_SIZE else ())):
        ann.page.goto(path)
        expect(ann.page.locator("html")).to_have_attribute("data-theme", "paper")
        found += looked_at(ann.page, "paper" if path == "/tables/2" else "")
    bob.page.get_by_role("button", name="Sign out").click()
    found += looked_at(bob.page, "sign-in")
    assert found == []


TERMS = ("manner", "award_place", "eligibility", "nature", "occasion", "claiming", "notified", "published")
MOMENTS = {"starts_at": "2026-01-01T12:00", "closes_at": "2096-03-05T21:00", "draws_at": "2096-03-06T21:00"}


def order(page: Page, what: str, button: str, *chosen: str, **filled: str) -> None:
    """Fill in a form of a promotion, and send it."""
    form = page.locator("form", has=page.locator(f"[name=do][value={what}]"))
    page.locator("details", has=form).last.evaluate("one => one.open = true")
    for value in chosen:
        form.locator(f"[value={value}]").check()
    for name, value in filled.items():
        form.locator(f"[name={name}]").fill(value)
    with page.expect_navigation():
        form.get_by_role("button", name=button, exact=True).click()


def test_no_page_of_promotions_and_returns_has_a_fault_that_axe_finds(comes: Comes) -> None:
    page = comes("gaming-manager").page
    page.goto("/promotions")
    order(page, "set-terms", "Save the terms", promotion="spring", title="Spring draw")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Spring draw")
    found = looked_at(page)
    texts = dict.fromkeys(TERMS, "as the terms say")
    order(page, "set-terms", "Save the terms", "star-caribbean-stud", minimum_wager_cents="25", **texts, **MOMENTS)
    order(page, "put-prize", "Add the prize", "transfer", number="1", title="a sum", value_cents="500", copies="1")
    order(page, "open-promotion", "Release")
    expect(page.locator(".standing")).to_contain_text("running")
    found += looked_at(page)
    page.goto("/terms/star/spring")
    found += looked_at(page)
    for name, path in (("ann", "/promotions/spring"), ("inspector", "/inspect/denied-claims")):
        other = comes(name).page
        other.goto(path)
        found += looked_at(other)
    for path in ("/promotions", "/returns", "/returns/mispayments", "/results", "/rulebook/star-pontoon/official"):
        page.goto(path)
        found += looked_at(page)
    page.goto("/tables/2/sign")
    page.emulate_media(media="print")
    expect(page.locator(".links")).to_be_hidden()
    expect(page.locator(".sign-head")).to_be_visible()
    assert found == []


def test_a_round_without_scripts(comes: Comes) -> None:
    ann, dealer = comes("ann", script=False, size=SIZES["phone"]), comes("dealer", script=False)
    ann.goes_to("2")
    ann.wagers(3, ante=25)
    dealer.goes_to("2", "/console")
    for _ in range(20):
        ann.page.get_by_role("link", name="Look again").click()
        if ann.waits == "It is your turn":
            ann.decides("bet")
            dealer.goes_to("2", "/console")
        elif dealer.page.locator("#pays").count():
            break
        else:
            with dealer.page.expect_navigation():
                dealer.page.locator("#deal-on").click()
    ann.page.goto("/tables/2")
    expect(ann.page.locator(".settled > li")).to_have_count(2)
    expect(ann.page.locator(".felt-note")).to_have_text("Round 1, settled")


def tab_to(page: Page, name: str) -> None:
    """Press Tab until something is in focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == name:
            return
    raise AssertionError(f"no way to {name} by keyboard")


def test_the_text_table_by_keyboard_alone(comes: Comes) -> None:
    ann, dealer = comes("ann"), comes("dealer")
    ann.goes_to("1", "/words")
    dealer.goes_to("1", "/console")
    page = ann.page
    tab_to(page, "on-wager")
    page.keyboard.type("25")
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_contain_text("Area 4: you have $25 on Wager.")
    for _ in range(30):
        step = dealer.page.locator(".step").inner_text()
        if step == "Wait for wagers":
            break
        if step.startswith("Waiting for ann"):
            stand = page.locator("button[value='stand:0']")
            expect(stand).to_be_visible()
            expect(page.locator("#said")).to_contain_text("It is your turn")
            tab_to(page, str(stand.get_attribute("id")))
            number = dealer.page.locator(".console").get_attribute("data-number")
            page.keyboard.press("Enter")
            expect(dealer.page.locator(".console")).not_to_have_attribute("data-number", str(number))
        else:
            dealer.deals_on()
    expect(page.locator(".told")).to_contain_text("which is settled")
    expect(page.locator("#said")).to_contain_text("Your Wager of $25")


def test_the_drawn_table_by_keyboard_alone(comes: Comes) -> None:
    ann = comes("ann")
    ann.goes_to("2")
    page = ann.page
    tab_to(page, "area-4")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#area-5")).to_be_checked()
    tab_to(page, "chip-2500")
    page.keyboard.press("Enter")
    page.keyboard.press("3")  # the third chip, $25, on the spot that is marked
    tab_to(page, "place")
    page.keyboard.press("Enter")
    expect(page.locator(".down li")).to_contain_text("area 5")


@pytest.mark.parametrize("game", ["1", *(pytest.param(game, marks=pytest.mark.long) for game in ("2", "3"))])
def test_a_phone_has_it_all_without_scrolling_sideways(comes: Comes, game: str) -> None:
    ann, dealer = comes("ann", size=NARROWEST), comes("dealer", size=NARROWEST)
    ann.goes_to(game)
    dealer.goes_to(game, "/console")
    ann.wagers(7, **{"wager" if game == "1" else "ante": 400})

    def check(person: Person) -> None:
        assert not person.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        small = "all => all.filter(b => b.offsetParent && b.getBoundingClientRect().height < 44).length"
        assert person.page.locator(".act button, .next button").evaluate_all(small) == 0

    for _ in range(12):
        check(ann)
        check(dealer)
        if dealer.page.locator("#deal-on").count() == 0:
            break
        dealer.deals_on()
    assert ann.faults == dealer.faults == []


def top_of_felt(page: Page) -> float:
    """How far down the page a felt begins."""
    top: float = page.locator(".felt").evaluate("felt => felt.getBoundingClientRect().top + scrollY")
    return top


def test_a_table_stays_where_it_is_while_a_round_goes_on(comes: Comes) -> None:
    ann, dealer = comes("ann", size=SIZES["phone"]), comes("dealer")
    ann.goes_to("2")
    dealer.goes_to("2", "/console")
    before = top_of_felt(ann.page)
    ann.wagers(4, ante=500)
    wagered = top_of_felt(ann.page)
    deal_until_asked(dealer, ann)
    asked = top_of_felt(ann.page)
    play_round(dealer, ann)
    assert before == wagered == asked == top_of_felt(ann.page)
    ann.page.locator("#leave").click()
    expect(ann.page.locator("#leave")).to_have_count(0)
    sittings = ann.page.locator("#history ~ .sheet tbody tr")
    again_until(lambda: ann.page.goto("/account"), sittings)  # the floor notes the end of a sitting after it
    expect(sittings).to_have_count(1)
    assert faults(ann.page, with_axe=False) == []


def test_the_reference_of_the_api_has_no_fault_that_axe_finds(comes: Comes) -> None:
    page = comes("ann").page
    page.goto("/api/docs")
    if not EVERY_SIZE:  # the others are like them
        page.locator(".reference details").evaluate_all("all => all.slice(30).forEach((one) => one.remove())")
    page.locator("details").evaluate_all("all => all.slice(0, 12).forEach((one) => { one.open = true; })")
    assert not looked_at(page)
