"""A real server process and a real Chromium: both are started here, and without them these tests fail."""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect, sync_playwright

from browser.people import Person
from pitboss.floor.clock import system_clock
from pitboss.floor.people.accounts import Accounts
from pitboss.floor.people.sessions import Sessions
from pitboss.floor.store import open_store
from pitboss.floor.verifying import Verifications
from pitboss.web.api.shared import COOKIE
from serving import Server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The store of a demonstration floor, and the password of everybody there."""
    path = tmp_path_factory.mktemp("floor") / "furnished.db"
    server = Server(path, path.with_suffix(".log"), "--demo")
    try:
        server.wait()
    finally:
        server.stop()
    verify_for_the_week(path)
    told = re.search(r"password is (\S+)", server.log.read_text())
    assert told is not None
    return path, told[1]


def verify_for_the_week(path: Path) -> None:
    """Verify the whole store, as a server does every week, so that none over a copy does it again."""
    store = open_store(str(path))
    verifications = Verifications(store, system_clock)
    verifications.start_weekly()
    while not verifications.last_whole("star").ended_at:
        time.sleep(0.05)
    store.close()


@pytest.fixture
def server(tmp_path: Path, furnished: tuple[Path, str]) -> Iterator[Server]:
    """A floor of its own for each test; nothing may have gone wrong in it without the test seeing it."""
    store = shutil.copy(furnished[0], tmp_path / "floor.db")
    server = Server(store, tmp_path / "floor.log")
    try:
        server.wait()
        yield server
    finally:
        server.stop()
    assert '"level": "error"' not in server.log.read_text()


@pytest.fixture(scope="module")
def playwright_() -> Iterator[Playwright]:
    """The driver of the browser; it keeps an event loop running, so it ends with each file of tests."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="module")
def chromium(playwright_: Playwright) -> Iterator[Browser]:
    """The Chromium of this machine: the one that is named, else Debian's, else Playwright's own."""
    path = os.environ.get("PITBOSS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    browser = playwright_.chromium.launch(executable_path=path, args=FLAGS)
    yield browser
    browser.close()


expect.set_options(timeout=15_000)  # as on a machine with much else to do
Comes = Callable[..., Person]


@pytest.fixture
def comes(server: Server, chromium: Browser) -> Iterator[Comes]:
    """A person comes with a browser of their own, which holds a session: the form to sign in has tests of its own."""
    contexts: list[BrowserContext] = []
    store = open_store(str(server.store))
    sessions, accounts = Sessions(store, system_clock), Accounts(store)

    def come(name: str, *, house: str = "star", size: tuple[int, int] = (1280, 900), script: bool = True) -> Person:
        context = chromium.new_context(
            base_url=server.address,
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        known = accounts.password_of(house, name)
        assert known is not None
        token = sessions.begin(known[0])
        context.add_cookies(
            [{"name": COOKIE, "value": token, "url": server.address, "httpOnly": True, "sameSite": "Strict"}]
        )
        person = Person(context.new_page(), name, house)
        person.page.goto("/lobby")
        return person

    yield come
    for context in contexts:
        context.close()
    store.close()
