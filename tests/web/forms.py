"""Pages in process: a person looks at one and sends a form of it, as a browser without scripts does."""

import re
from collections.abc import Mapping
from urllib.parse import urlencode

import httpx

from web.clients import Caller


def look(caller: Caller, path: str) -> httpx.Response:
    """A page as a person sees it."""
    return caller.get(path, Cookie=f"pitboss={caller.token}")


def has_its_twin(caller: Caller, path: str) -> bool:
    """Whether a page names where its data are, they are there, and its address with `.json` has them."""
    linked = re.search(r'rel="alternate" type="application/json" href="([^"]*)"', look(caller, path).text)
    assert linked is not None, path
    page, mark, query = path.partition("?")
    twin = look(caller, f"{page}.json{mark}{query}")
    answers = [look(caller, linked[1].replace("&amp;", "&")), twin]
    are_data = all(each.is_success and each.headers["content-type"] == "application/json" for each in answers)
    return are_data and answers[0].json().keys() == answers[1].json().keys()


def send(
    caller: Caller, page: str, fields: Mapping[str, str | list[str]], to: str = "", **hidden: str
) -> httpx.Response:
    """A form of a page, filled in and sent; what is hidden in it is its own unless another is named."""
    token = re.search(r'name="token" value="([0-9a-f]+)"', look(caller, page).text)
    assert token is not None, f"{page} has no form"
    body = urlencode({**fields} | {"token": token[1], "key": next(caller.house.keys)} | hidden, doseq=True)
    headers = {"Cookie": f"pitboss={caller.token}", "Content-Type": "application/x-www-form-urlencoded"}
    return caller.house.runner.run(caller.house.client.post(to or page, headers=headers, content=body))
