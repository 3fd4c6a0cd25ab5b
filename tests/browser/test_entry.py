"""The way in, and what keeps others out: forms that only our pages can send, cookies that no script
reads, strict headers."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Comes

Form = dict[str, str | float | bool]


def wager(token: str) -> Form:
    """A form that puts $25 on area 1."""
    return {"token": token, "do": "place", "need": "wagers", "area": "1", "on-wager": "25", "key": "once", "round": "1"}


def test_wrong_words_are_the_same_whatever_was_wrong(comes: Comes) -> None:
    page = comes("ann").page
    page.get_by_role("button", name="Sign out").click()
    told = set()
    for name, password in (("ann", "wrong"), ("nobody", "wrong")):
        page.goto("/sign-in")
        page.get_by_label("Name").fill(name)
        page.get_by_label("Password").fill(password)
        page.get_by_role("button", name="Sign in").click()
        told.add(page.get_by_role("alert").inner_text())
    assert len(told) == 1


@pytest.mark.parametrize(("house", "script"), [("star", True), ("crown", False)])
def test_the_form_signs_in_at_the_house_that_was_chosen(
    comes: Comes, furnished: tuple[Path, str], house: str, script: bool
) -> None:
    ann = comes("ann", house=house, script=script)
    ann.page.context.clear_cookies()
    ann.sign_in(furnished[1])
    expect(ann.page.get_by_role("heading", level=1)).to_contain_text("Crown" if house == "crown" else "The Star")


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


def test_a_form_of_another_session_is_not_taken(comes: Comes) -> None:
    ann, bob = comes("ann"), comes("bob")
    ann.goes_to("1")
    bob.goes_to("1")
    foreign = str(bob.page.locator("#bet input[name=token]").get_attribute("value"))
    for token in ("", foreign):
        assert ann.page.request.post("/tables/1", form=wager(token)).status == 403
    ann.page.reload()
    expect(ann.page.locator(".down li")).to_have_count(0)


def test_a_form_sent_twice_is_done_once(comes: Comes) -> None:
    ann = comes("ann")
    ann.goes_to("1")
    token = str(ann.page.locator("#bet input[name=token]").get_attribute("value"))
    form = wager(token)
    for _ in range(2):
        assert ann.page.request.post("/tables/1", form=form).ok
    ann.page.reload()
    expect(ann.page.locator(".down li")).to_contain_text("$25")
    expect(ann.page.locator(".purse")).to_contain_text("$1,975")


def test_pages_of_the_house_are_not_for_patrons(comes: Comes) -> None:
    page = comes("ann").page
    answer = page.goto("/tables/1/console")
    assert answer is not None and answer.status == 403
    expect(page.get_by_role("heading", level=1)).to_have_text("That did not work")


def test_every_page_has_its_twin(comes: Comes) -> None:
    page = comes("ann").page
    for path in ("/lobby", "/tables/1", "/tables/1/rounds", "/rulebook", "/rulebook/star-pontoon"):
        page.goto(path)
        twin = page.locator("link[rel=alternate]").get_attribute("href")
        answer = page.request.get(f"{path}.json")
        assert answer.ok and answer.url.endswith(str(twin))


def test_nobody_is_sent_to_another_site_after_signing_in(comes: Comes) -> None:
    page = comes("ann").page
    page.get_by_role("button", name="Sign out").click()
    page.goto("/sign-in?then=//elsewhere.example/")
    assert page.locator("input[name=then]").get_attribute("value") == "/lobby"
