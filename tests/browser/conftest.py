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
    """`pitboss serve --demo` in a process of its own."""

    def __init__(self, where: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = where / "server.log"
        command = [sys.executable, "-c", "from pitboss.cli import app; app()"]
        command += ["serve", "--demo", "--store", str(where / "floor.db"), "--port", str(self.port)]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        self.password = self._password()

    def _password(self) -> str:
        """Wait until the server answers, and read the password that it told."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            try:
                with urllib.request.urlopen(f"{self.address}/healthz", timeout=1):  # noqa: S310  it is ours
                    told = re.search(r"password is (\S+)", self.log.read_text())
                    assert told is not None
                    return told[1]
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A floor of its own for each test."""
    server = Server(tmp_path)
    yield server
    server.stop()
    assert "Traceback" not in server.log.read_text()


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
