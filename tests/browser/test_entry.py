"""The way in by the form, and cookies that no script reads. What else keeps others out is in `tests/web`."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Comes


@pytest.mark.parametrize(("house", "script"), [("star", True), pytest.param("crown", False, marks=pytest.mark.long)])
def test_the_form_signs_in_at_the_house_that_was_chosen(
    comes: Comes, furnished: tuple[Path, str], house: str, script: bool
) -> None:
    ann = comes("ann", house=house, script=script)
    ann.page.context.clear_cookies()
    ann.sign_in(furnished[1])
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Crown" if house == "crown" else "The Star")


@pytest.mark.long  # tests/web reads the same headers
def test_cookies_and_headers_are_strict(comes: Comes, furnished: tuple[Path, str]) -> None:
    ann = comes("ann")
    page = ann.page
    page.context.clear_cookies()
    ann.sign_in(furnished[1])
    assert page.context.cookies()
    for cookie in page.context.cookies():
        assert cookie["httpOnly"] and cookie["sameSite"] == "Strict", cookie["name"]
    answer = page.goto("/tables/1")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|style=", page.content())
