"""A stranger opens the page of a demonstration and plays a round within a minute, in every game and at every size."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.pictures import take
from browser.test_reach import faults
from browser.test_traps import PHONE, press
from servers import Server

SIZES = {"phone": PHONE, "tablet": (820, 1180), "desk": (1440, 900)}
GAMES = ("P1", "P2", "P3", "P4", "P5", "P6")
SHORT = {("P1", "desk"), ("P6", "phone")}
"""What every run plays; `make prove` plays the rest."""
MOST = 12
"""How many presses a round may take a person who thinks for five seconds about each, within a minute."""
PLAYS = [
    pytest.param(game, size, marks=pytest.mark.pictured if (game, size) in SHORT else pytest.mark.long)
    for game in GAMES
    for size in SIZES
]


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of a demonstration."""
    folder = tmp_path_factory.mktemp("demonstration")
    server = Server(folder / "floor.db", folder / "floor.log", "--demo")
    try:
        server.wait()
        yield server
    finally:
        server.stop()
    assert '"level": "error"' not in server.log.read_text()


@pytest.fixture
def visitor(chromium: Browser, demonstration: Server) -> Iterator[Page]:
    """The page of a visitor who has never been here."""
    context = chromium.new_context(base_url=demonstration.address, reduced_motion="reduce", color_scheme="dark")
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("game", "size"), PLAYS)
def test_a_stranger_plays_a_round_within_a_minute(visitor: Page, game: str, size: str) -> None:
    page, presses = visitor, 0

    def presses_on(what: str) -> None:
        nonlocal presses
        presses += 1
        press(page, what)

    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.goto("/")
    expect(page.locator(".lead")).to_contain_text("This is a demonstration: no money")
    found = faults(page, with_axe=size == "desk")
    take(page, f"way-in-{size}")
    presses_on(f"form:has([name=like][value={game}]) button")
    expect(page.locator("h1")).to_contain_text("Your practice table")
    expect(page.locator("html")).to_have_class("has-js")
    is_first = page.locator(".tour").count() > 0
    print_at = page.locator(".cloth-says").bounding_box()
    presses_on(f".area:nth-child(4) .spot.on-{'wager' if game == 'P1' else 'ante'}")
    if is_first:
        expect(page.locator(".tour [aria-current]")).to_contain_text("Tap a chip, then the circle")
    presses_on("#place")
    if is_first:
        expect(page.locator(".tour [aria-current]")).to_have_text("Press Deal.")
    presses_on("#deal-now")
    for _ in range(8):
        expect(page.locator(".move button, .outcome").first).to_be_visible()
        if page.locator(".outcome").count():
            break
        number = page.locator(".table").get_attribute("data-number")
        presses_on(".move button:enabled:not(.gives-up)")
        expect(page.locator(".table")).not_to_have_attribute("data-number", str(number))
    expect(page.locator(".outcome")).to_contain_text("You ")
    expect(page.locator(".tour")).to_have_count(0)
    assert page.locator(".cloth-says").bounding_box() == print_at  # what is printed on the cloth never moves
    assert page.evaluate("scrollY") == 0
    expect(page.locator("#again-1")).to_be_in_viewport()
    assert found + faults(page, with_axe=size == "desk") == []
    assert presses <= MOST


@pytest.mark.parametrize(
    ("who", "address"),
    [
        ("Dealer", "/tables/1/console"),
        pytest.param("Manager", "/pit", marks=pytest.mark.long),
        pytest.param("Inspector", "/inspect", marks=pytest.mark.long),
    ],
)
def test_a_visitor_looks_at_the_floor_as_one_of_the_house(visitor: Page, who: str, address: str) -> None:
    visitor.goto("/")
    visitor.get_by_role("button", name=who).first.click()
    expect(visitor).to_have_url(re.compile(f"{address}$"))


def test_practice_is_ones_own_and_fast_when_asked(visitor: Page) -> None:
    page = visitor
    page.goto("/")
    page.locator("form:has([value=P2]) button").click()
    page.locator("#pace").click()
    expect(page.locator("html")).to_have_attribute("data-pace", "fast")
    page.locator("#deck").click()
    expect(page.locator("html")).to_have_attribute("data-deck", "four")
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")  # off until it is asked for
    for _ in range(2):  # the second by one key: the same bet again, which deals by itself
        if page.locator("#again-1").count():
            page.keyboard.press("r")
        else:
            page.locator(".area:nth-child(4) .spot.on-ante").click()
            page.keyboard.press("b")
        expect(page.locator(".move button").first).to_be_visible()
        round = page.locator(".round-number").inner_text()
        page.keyboard.press("f")
        expect(page.locator(".round-number")).not_to_have_text(round)
        expect(page.locator(".outcome")).to_contain_text("You lose $25")


@pytest.mark.pictured
def test_an_unknown_address_and_how_to_play_are_pages(visitor: Page) -> None:
    answer = visitor.goto("/nowhere")
    assert answer is not None and answer.status == 404
    expect(visitor.get_by_role("heading", level=1)).to_have_text("Page not found")
    visitor.goto("/games/crown-ultimate-texas-holdem")
    expect(visitor.locator(".how-steps li")).to_have_count(5)
    expect(visitor.locator("main")).to_contain_text("3 or 4 times the Ante")
    assert faults(visitor, with_axe=True) == []
    take(visitor, "how-to-play-desk")
    visitor.get_by_role("link", name="Play", exact=True).click()
    expect(visitor.locator(".lead")).to_contain_text("This is a demonstration")  # where one click plays
