"""A real server process and a real Chromium: both are started here, and without them these tests fail. A worker starts
one Chromium, and its pages are used again from test to test: what starts costs more than most of the tests."""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright

from browser.people import Person
from pitboss.floor.audit.report import Report
from pitboss.floor.audit.verify import Verifications, VerifyingProcess, verify
from pitboss.floor.people.signin import Accounts, Sessions
from pitboss.floor.service.clock import system_clock
from pitboss.floor.store import Store, open_store
from pitboss.floor.store.signing import Verifier
from pitboss.web.api.dependencies import COOKIE
from servers import Server, free_port

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
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
    """Verify the whole store, as a server does every week, so that none over a copy does it again. A server has another
    process do it, which waits for all others."""

    def verify_here(_: VerifyingProcess, store: Store, verifier: Verifier | None, *, from_checkpoint: bool) -> Report:
        return verify(store, verifier, from_checkpoint=from_checkpoint)

    store = open_store(str(path))
    verifications = Verifications(store, system_clock)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(VerifyingProcess, "verify", verify_here)
        verifications.start_weekly()
        until = time.monotonic() + 300
        while not verifications.last_whole("star").ended_at:
            assert time.monotonic() < until
            time.sleep(0.05)
    store.close()


@pytest.fixture(scope="session")
def port() -> int:
    """The port of the servers of the tests, one after the other: the pages know it."""
    return free_port()


@pytest.fixture
def server(tmp_path: Path, furnished: tuple[Path, str], port: int) -> Iterator[Server]:
    """A floor of its own for each test; nothing may have gone wrong in it without the test seeing it."""
    store = shutil.copy(furnished[0], tmp_path / "floor.db")
    server = Server(store, tmp_path / "floor.log", port=port)
    try:
        server.wait()
        yield server
    finally:
        server.stop()
    assert '"level": "error"' not in server.log.read_text()


class Running:
    """The Chromium of this worker while there are tests for it, and its pages."""

    def __init__(self) -> None:
        self.until_the_end = ExitStack()
        self.browser: Browser | None = None
        self.pages: Pages | None = None

    def start(self) -> Browser:
        """The Chromium of this machine: the one that is named, else one without a window, which does the same pages
        with half the work, else Debian's, else Playwright's own."""
        if self.browser is None:
            there = (path for name in BROWSERS if (path := shutil.which(name)))
            path = os.environ.get("PITBOSS_CHROMIUM") or next(there, None)
            driver = self.until_the_end.enter_context(sync_playwright())
            self.browser = driver.chromium.launch(executable_path=path, args=FLAGS)
            self.until_the_end.callback(self.browser.close)
        return self.browser

    def end(self) -> None:
        """End it: the driver keeps an event loop running, which tests of other folders cannot have."""
        self.browser = self.pages = None
        self.until_the_end.close()


RUNNING = Running()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """End the Chromium after the last test of this folder."""
    try:
        return (yield)
    finally:
        if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
            RUNNING.end()


def pytest_sessionfinish() -> None:
    RUNNING.end()  # where the tests ended early


@pytest.fixture
def chromium() -> Browser:
    """A Chromium."""
    return RUNNING.start()


class Pages:
    """Pages of the browser, used again: one with a context of its own costs a second of work."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self._free: dict[bool, list[Page]] = {True: [], False: []}

    def take(self, *, script: bool) -> Page:
        """A page that nothing is remembered of."""
        if self._free[script]:
            return self._free[script].pop()
        context = self.browser.new_context(
            base_url=self.address, java_script_enabled=script, reduced_motion="reduce", color_scheme="dark"
        )
        context.set_default_timeout(30_000)
        return context.new_page()

    def give_back(self, page: Page, *, script: bool, is_spent: bool) -> None:
        """Forget what was done on a page, so that another test can have it."""
        context = page.context
        if page.is_closed() or is_spent:
            context.close()
            return
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all()
        context.set_offline(False)
        page.emulate_media(media="null", reduced_motion="reduce")  # it may have been looked at as on paper
        if script:
            with suppress(Error):  # it shows no page of a server
                page.evaluate("localStorage.clear(); sessionStorage.clear()")
        page.goto("about:blank")
        context.clear_cookies()
        self._free[script].append(page)


@pytest.fixture
def pages(chromium: Browser, port: int) -> Pages:
    """The pages of this worker."""
    RUNNING.pages = RUNNING.pages or Pages(chromium, f"http://127.0.0.1:{port}")
    return RUNNING.pages


expect.set_options(timeout=30_000)  # as on a machine with much else to do
Comes = Callable[..., Person]


@pytest.fixture
def comes(server: Server, pages: Pages) -> Iterator[Comes]:
    """A person comes with a browser of their own, which holds a session: the form to sign in has tests of its own."""
    people: list[tuple[Person, bool]] = []
    store = open_store(str(server.store))
    sessions, accounts = Sessions(store, system_clock), Accounts(store)

    def come(name: str, *, house: str = "star", size: tuple[int, int] = (1280, 900), script: bool = True) -> Person:
        page = pages.take(script=script)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        person = Person(page, name, house)
        people.append((person, script))
        known = accounts.password_of(house, name)
        assert known is not None
        token = sessions.begin(known[0])
        page.context.add_cookies(
            [{"name": COOKIE, "value": token, "url": server.address, "httpOnly": True, "sameSite": "Strict"}]
        )
        person.comes_from = "/lobby"  # which is opened when it is looked at: most go to a table at once
        return person

    yield come
    for person, script in people:
        person.leaves()
        person.comes_from = ""
        pages.give_back(person.page, script=script, is_spent=person.is_spent)
    store.close()
