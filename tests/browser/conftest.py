"""A real server process and a real Chromium: both are started here, and without them these tests fail."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

from browser.people import Person
from pitboss.floor.demo import furnish
from pitboss.floor.service import Floor
from pitboss.floor.store import open_store
from pitboss.web.signing import sign_in_desk

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


class Server:
    """`pitboss serve` in a process of its own, over a store of its own."""

    def __init__(self, store: Path, password: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address, self.password = f"http://127.0.0.1:{self.port}", password
        self.log = store.with_suffix(".log")
        command = [sys.executable, "-c", "from pitboss.cli import app; app()"]
        command += ["serve", "--store", str(store), "--port", str(self.port)]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + 60
        while time.monotonic() < until and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=5):  # noqa: S310  it is ours
                    return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The store of a demonstration floor, and the password of everybody there."""
    path = tmp_path_factory.mktemp("floor") / "furnished.db"
    store = open_store(str(path))
    store.create()
    floor = Floor(store).start()
    password = furnish(floor, sign_in_desk(floor)).password
    floor.stop()
    store.close()
    return path, password


@pytest.fixture
def server(tmp_path: Path, furnished: tuple[Path, str]) -> Iterator[Server]:
    """A floor of its own for each test; nothing may have gone wrong in it without the test seeing it."""
    path, password = furnished
    server = Server(Path(shutil.copy(path, tmp_path / "floor.db")), password)
    try:
        server.wait()
        yield server
    finally:
        server.stop()
    assert '"level": "error"' not in server.log.read_text()


@pytest.fixture(scope="session")
def playwright_() -> Iterator[Playwright]:
    """The driver of the browser."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium(playwright_: Playwright) -> Iterator[Browser]:
    """The Chromium of this machine: the one that is named, else Debian's, else Playwright's own."""
    path = os.environ.get("PITBOSS_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    browser = playwright_.chromium.launch(executable_path=path, args=FLAGS)
    yield browser
    browser.close()


Comes = Callable[..., Person]


@pytest.fixture
def comes(server: Server, chromium: Browser) -> Iterator[Comes]:
    """Somebody comes with a browser of their own, and signs in."""
    contexts: list[BrowserContext] = []

    def come(name: str, *, house: str = "star", size: tuple[int, int] = (1280, 900), script: bool = True) -> Person:
        context = chromium.new_context(
            base_url=server.address,
            viewport={"width": size[0], "height": size[1]},
            java_script_enabled=script,
            reduced_motion="reduce",
        )
        context.set_default_timeout(10_000)
        contexts.append(context)
        page: Page = context.new_page()
        person = Person(page, name, house)
        person.sign_in(server.password)
        return person

    yield come
    for context in contexts:
        context.close()
