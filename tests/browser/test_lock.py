"""A console that is left idle: it is locked in place, nothing typed is lost, play goes on, a PIN unlocks it."""

import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from browser.conftest import Comes
from browser.test_reach import faults
from servers import Server

IDLE = 9
"""How many seconds this server takes for idle, where a floor takes five minutes."""
LONGEST = (IDLE + 30) * 1000
"""How many milliseconds a page may take to lock, on a machine with much else to do."""


@pytest.fixture
def server(tmp_path: Path, furnished: tuple[Path, str], port: int) -> Iterator[Server]:
    """A floor of its own, with a server of little patience."""
    store = shutil.copy(furnished[0], tmp_path / "floor.db")
    server = Server(store, tmp_path / "floor.log", port=port, idle_seconds=IDLE)
    try:
        server.wait()
        yield server
    finally:
        server.stop()


def wait_for_lock(page: Page) -> None:
    """Wait until the house has locked a session; the page is not told, and the session is not extended."""
    until = time.monotonic() + LONGEST / 1000
    while page.request.get("/unlock", max_redirects=0).status != 200:
        assert time.monotonic() < until
        page.wait_for_timeout(250)


def test_an_idle_console_is_locked_in_place(comes: Comes, furnished: tuple[Path, str]) -> None:
    ann, bob = comes("ann"), comes("bob")
    ann.goes_to("2")
    ann.wagers(1, ante=25)
    bob.goes_to("2")
    page = comes("dealer").page  # from now on there are nine seconds between two steps, and no other page to wait for
    page.goto("/pin")
    page.locator("#old").fill(furnished[1])
    page.locator("#pin").fill("2580")
    page.locator("#again").fill("2580")
    page.locator("#set-pin").click()
    expect(page.locator("#done")).to_be_visible()
    page.goto("/tables/2/console")
    page.locator("#by-hand-cut").click()
    page.keyboard.type("ks10h")
    lock = page.locator("#lock")
    expect(lock).to_be_visible(timeout=LONGEST)
    expect(page).to_have_url(re.compile("/tables/2/console$"))
    assert faults(page, with_axe=True) == []
    bob.wagers(3, ante=25)
    expect(page.locator(".strip li")).to_have_count(2)  # play goes on
    page.keyboard.press("Escape")
    expect(lock).to_be_visible()
    page.locator("#secret").fill("0000")
    page.locator("#secret").press("Enter")
    expect(page.locator("#lock-wrong")).to_contain_text("Wrong PIN or password")
    page.locator("#secret").fill("2580")
    page.locator("#secret").press("Enter")
    expect(lock).to_be_hidden()
    expect(page.locator("#cards")).to_have_value("Ks Th ")  # nothing that was typed is lost
    page.keyboard.type("as")
    expect(page.locator("#cards")).to_have_value("Ks Th As ")


def test_a_form_that_is_sent_while_locked_can_be_sent_again(comes: Comes, furnished: tuple[Path, str]) -> None:
    ann = comes("ann")
    ann.goes_to("2")
    ann.wagers(1, ante=25)
    page = (dealer := comes("dealer")).page
    sent: list[Request] = []
    dealer.hears("request", lambda request: sent.append(request) if request.method == "POST" else None)
    page.route("**/feed", lambda route: route.abort())  # nothing tells the page that it is locked before it sends
    page.route(re.compile(r"/session\?fresh=1"), lambda route: route.continue_() if sent else route.abort())
    dealer.goes_to("2", "/console")
    wait_for_lock(page)
    page.locator("#by-hand-cut").click()
    expect(page.locator("#lock")).to_be_visible()
    page.locator("#secret").fill(furnished[1])  # without a PIN the password unlocks
    page.locator("#secret").press("Enter")
    expect(page.locator("#lock")).to_be_hidden()
    page.locator("#by-hand-cut").click()
    expect(page.locator("#cards")).to_be_focused()


def test_another_page_of_the_staff_comes_back_after_the_lock(comes: Comes, furnished: tuple[Path, str]) -> None:
    page = comes("gaming-manager").page
    page.goto("/pit")
    warning = page.locator("#session")
    expect(warning).to_contain_text("This page will be locked in")
    warning.get_by_role("button", name="Stay unlocked").click()
    expect(warning).to_be_hidden()
    page.goto("/pit/mispayments")
    page.locator("#new-enquiry").fill("a stack was miscounted")
    expect(page.locator("h1")).to_have_text("Locked", timeout=LONGEST)
    page.locator("#secret").fill(furnished[1])
    page.locator("#secret").press("Enter")
    expect(page.locator("#new-enquiry")).to_have_value("a stack was miscounted")


def test_what_was_written_in_a_form_is_sent_on_after_the_lock(comes: Comes, furnished: tuple[Path, str]) -> None:
    page = comes("gaming-manager").page
    page.route("**/session.js", lambda route: route.abort())  # nothing watches the time
    page.goto("/pit/mispayments")
    page.locator("#new-dollars").fill("50")
    page.locator("#new-enquiry").fill("a stack was miscounted")
    wait_for_lock(page)
    page.locator("#note-it").click()
    expect(page.locator("#kept")).to_be_visible()
    assert faults(page, with_axe=True) == []
    page.locator("#secret").fill(furnished[1])
    page.locator("#secret").press("Enter")
    expect(page.locator("#M-1")).to_contain_text("a stack was miscounted")
