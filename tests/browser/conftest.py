"""A real server process and a real Chromium: both are started here, and without them these tests fail."""

import os
import re
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

    lab = ""
    """Where the lab of these servers keeps its answers: a place of this run alone, so that pages wait for them."""

    def __init__(self, store: Path, *more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = store.with_suffix(".log")
        command = [sys.executable, "-c", "from pitboss.cli import app; app()"]
        command += ["serve", "--store", str(store), "--port", str(self.port), *more]
        with self.log.open("w") as log:
            apart = os.environ | ({"PITBOSS_CACHE": self.lab} if self.lab else {})
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=apart)

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
    Server.lab = str(tmp_path_factory.mktemp("lab"))
    path = tmp_path_factory.mktemp("floor") / "furnished.db"
    server = Server(path, "--demo")
    try:
        server.wait()
    finally:
        server.stop()
    told = re.search(r"password is (\S+)", server.log.read_text())
    assert told is not None
    return path, told[1]


@pytest.fixture
def server(tmp_path: Path, furnished: tuple[Path, str]) -> Iterator[Server]:
    """A floor of its own for each test; nothing may have gone wrong in it without the test seeing it."""
    server = Server(Path(shutil.copy(furnished[0], tmp_path / "floor.db")))
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


Comes = Callable[..., Person]


@pytest.fixture
def comes(server: Server, furnished: tuple[Path, str], chromium: Browser) -> Iterator[Comes]:
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
        person.sign_in(furnished[1])
        return person

    yield come
    for context in contexts:
        context.close()
