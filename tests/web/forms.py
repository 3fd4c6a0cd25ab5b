"""Pages in process: somebody looks at one and sends a form of it, as a browser without scripts does."""

import re
from urllib.parse import urlencode

import httpx

from web.house import Caller


def look(caller: Caller, path: str) -> httpx.Response:
    """A page as somebody sees it."""
    return caller.get(path, Cookie=f"pitboss={caller.token}")


def send(caller: Caller, page: str, fields: dict[str, str | list[str]], to: str = "") -> httpx.Response:
    """A form of a page, filled in and sent."""
    token = re.search(r'name="token" value="([0-9a-f]+)"', look(caller, page).text)
    assert token is not None, f"{page} has no form"
    body = urlencode(fields | {"token": token[1], "key": next(caller.house.keys)}, doseq=True)
    headers = {"Cookie": f"pitboss={caller.token}", "Content-Type": "application/x-www-form-urlencoded"}
    return caller.house.runner.run(caller.house.client.post(to or page, headers=headers, content=body))
