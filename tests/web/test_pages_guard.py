"""What keeps others out of the pages: forms and cookies, sessions that rotate and end, sign-ins that lock, nothing
secret in a log."""

import logging
import re
from collections.abc import Iterator
from datetime import timedelta
from html import unescape

import httpx
import pytest

from pitboss.web.server import log_as_data
from web.clients import House
from web.forms import has_its_twin, look, send

WAGER: dict[str, str | list[str]] = {"do": "place", "need": "wagers", "area": "1", "on-wager": "25", "round": "1"}


class Browser:
    """A person's browser: it keeps cookies and follows nothing by itself."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.client = httpx.AsyncClient(transport=httpx.ASGITransport(house.app), base_url="http://floor")

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Look at a page."""
        return self.house.runner.run(self.client.get(path, headers=headers))

    def post(self, path: str, **fields: str) -> httpx.Response:
        """Send a form."""
        return self.house.runner.run(self.client.post(path, data=fields))

    def token(self, path: str) -> str:
        """The token of the forms of a page."""
        found = re.search(r'name="token" value="([0-9a-f]+)"', self.get(path).text)
        assert found is not None
        return found[1]

    def sign_in(self, name: str, password: str) -> httpx.Response:
        """Sign in by the form."""
        fields = {"operator": "star", "name": name, "password": password, "then": "/lobby"}
        return self.post("/sign-in", token=self.token("/sign-in"), **fields)


@pytest.fixture
def browser(house: House) -> Iterator[Browser]:
    browser = Browser(house)
    yield browser
    house.runner.run(browser.client.aclose())


@pytest.fixture
def password(house: House) -> str:
    return house.demonstration.password


def test_no_form_is_taken_without_the_token_of_its_page(house: House, browser: Browser, password: str) -> None:
    assert browser.post("/sign-in", operator="star", name="ann", password=password).status_code == 403
    browser.sign_in("ann", password)
    for path in ("/tables/1", "/sign-out", "/theme"):
        assert browser.post(path, do="leave").status_code == 403
        assert browser.post(path, do="leave", token="0" * 64).status_code == 403
    browser.sign_in("dealer", password)
    for path in ("/tables/1/console", "/tables/1/irregular"):
        assert browser.post(path, do="deal-on").status_code == 403
    assert house.floor.table(house.stream("star", "1")).open_state.acts == ()


def test_a_form_of_another_session_is_not_taken(house: House) -> None:
    ann, bob = house.as_("star", "ann"), house.as_("star", "bob")
    foreign = re.search(r'name="token" value="([0-9a-f]+)"', look(bob, "/tables/1").text)
    assert foreign is not None
    refused = send(ann, "/tables/1", WAGER, token=foreign[1])
    assert refused.status_code == 403
    assert ann.get("/api/tables/1").json()["view"]["wagers"] == []
    assert send(ann, "/tables/1", WAGER).status_code == 303


def test_a_form_sent_twice_is_done_once(house: House) -> None:
    ann = house.as_("star", "ann")
    for _ in range(2):
        assert send(ann, "/tables/1", WAGER, key="once").status_code == 303
    assert len(ann.get("/api/tables/1").json()["view"]["wagers"]) == 1
    assert "$1,975" in look(ann, "/tables/1").text


def test_pages_of_the_house_are_not_for_patrons(house: House) -> None:
    answer = look(house.as_("star", "ann"), "/tables/1/console")
    assert answer.status_code == 403 and re.search(r"<h1[^>]*>You can't open this page now</h1>", unescape(answer.text))


def test_every_page_has_its_twin(house: House) -> None:
    ann = house.as_("star", "ann")
    for path in ("/lobby", "/tables/1", "/tables/1/rounds", "/rulebook", "/rulebook/star-pontoon"):
        assert has_its_twin(ann, path), path


def test_the_session_is_another_after_each_sign_in(browser: Browser, password: str) -> None:
    browser.sign_in("ann", password)
    first = browser.client.cookies["pitboss"]
    browser.sign_in("ann", password)
    assert browser.client.cookies["pitboss"] != first
    browser.client.cookies.set("pitboss", first)
    assert browser.get("/lobby").headers["location"].startswith("/sign-in")


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(browser: Browser, password: str) -> None:
    answers = [browser.get("/sign-in"), browser.sign_in("ann", password)]
    answers.append(browser.post("/theme", token=browser.token("/lobby"), theme="paper", here="/lobby"))
    given = [
        cookie for answer in answers for cookie in answer.headers.get_list("set-cookie") if "Max-Age=0" not in cookie
    ]
    assert {cookie.partition("=")[0] for cookie in given} == {"pitboss-visitor", "pitboss", "pitboss-theme"}
    for cookie in given:
        assert "HttpOnly" in cookie and "samesite=strict" in cookie.lower()


def test_wrong_words_are_the_same_whatever_was_wrong(browser: Browser) -> None:
    answers = [browser.sign_in(name, "wrong") for name in ("ann", "nobody")]
    said = [re.search(r'id="wrong">([^<]+)<', answer.text) for answer in answers]
    assert said[0] is not None and said[1] is not None and said[0][1] == said[1][1]


def test_a_name_is_locked_after_three_wrong_passwords(house: House, browser: Browser, password: str) -> None:
    for _ in range(3):
        assert browser.sign_in("ann", "wrong").status_code == 401
    locked = browser.sign_in("ann", password)
    assert locked.status_code == 401
    nobody = browser.sign_in("nobody", "wrong")
    said = [re.search(r'id="wrong">([^<]+)<', answer.text) for answer in (locked, nobody)]
    assert said[0] is not None and said[1] is not None and said[0][1] == said[1][1]
    house.clock.advance(timedelta(minutes=31))
    assert browser.sign_in("ann", password).status_code == 303


def test_a_console_locks_after_five_idle_minutes_however_fresh_it_keeps_itself(
    house: House, browser: Browser, password: str
) -> None:
    browser.sign_in("dealer", password)
    assert browser.get("/tables/1/console").status_code == 200
    for _ in range(5):
        house.clock.advance(timedelta(minutes=1))
        assert browser.get("/tables/1/console?fresh=1", **{"X-Fragment": "1"}).status_code == 200
    house.clock.advance(timedelta(seconds=1))
    assert browser.get("/tables/1/console?fresh=1", **{"X-Fragment": "1"}).status_code == 200  # the table goes on
    for path in ("/tables/1/console?fresh=1", "/lobby?fresh=1", "/tables/1?fresh=1", "/session?fresh=1"):
        assert browser.get(path).status_code == 423, path
    assert browser.get("/patrons?fresh=1", **{"X-Fragment": "1"}).status_code == 423
    again = browser.get("/tables/1/console")
    assert again.headers["location"] == "/unlock?then=/tables/1/console"
    token = re.search(r'name="token" value="([^"]+)"', browser.get("/unlock?then=/tables/1/console").text)
    assert token is not None
    keyed = browser.post("/tables/1/console", do="deal-on", need="shuffle", round="1", token=token[1])
    assert keyed.status_code == 401 and 'name="need" value="shuffle"' in keyed.text  # what was sent is kept
    sent = {"token": token[1], "unlock-then": "/tables/1/console"}
    assert browser.post("/unlock", **sent | {"unlock-secret": "wrong"}).status_code == 401
    opened = browser.post("/unlock", **sent | {"unlock-secret": password})
    assert (opened.status_code, opened.headers["location"]) == (303, "/tables/1/console")
    assert browser.get("/tables/1/console").status_code == 200


def test_a_page_learns_how_long_its_session_goes_on_without_extending_it(
    house: House, browser: Browser, password: str
) -> None:
    browser.sign_in("dealer", password)
    left = []
    for path in ("/session?fresh=1", "/session?fresh=1", "/session"):
        house.clock.advance(timedelta(minutes=1))
        left.append(browser.get(path).headers["session-left"])
    assert left == ["240", "180", "300"]
    house.clock.advance(timedelta(hours=13))
    assert browser.get("/session?fresh=1").status_code == 401


def test_a_form_that_was_sent_while_locked_is_kept_but_for_passwords(
    house: House, browser: Browser, password: str
) -> None:
    browser.sign_in("gaming-manager", password)
    token = browser.token("/pit/mispayments")
    fields = {"do": "note", "id": "M-1", "table": "2", "way": "over", "kind": "wager", "dollars": "50", "key": "k-1"}
    fields |= {"enquiry": "a stack & a half", "approver-password": "a secret", "token": token}
    house.clock.advance(timedelta(minutes=6))
    kept = browser.post("/pit/mispayments", **fields)
    assert kept.status_code == 401
    assert 'name="enquiry" value="a stack &amp; a half"' in kept.text and "a secret" not in kept.text
    assert 'name="unlock-then" value="/pit/mispayments"' in kept.text
    sent = fields | {"unlock-then": "/pit/mispayments", "unlock-again": "1"}
    wrong = browser.post("/unlock", **sent | {"unlock-secret": "wrong"})
    assert wrong.status_code == 401 and "a stack &amp; a half" in wrong.text
    opened = browser.post("/unlock", **sent | {"unlock-secret": password})
    assert (opened.status_code, opened.headers["location"]) == (307, "/pit/mispayments")
    foreign = browser.post("/unlock", **sent | {"unlock-secret": password, "unlock-then": "//elsewhere.example/"})
    assert foreign.headers["location"] == "/lobby"


def test_three_wrong_pins_end_the_session(house: House, browser: Browser, password: str) -> None:
    browser.sign_in("dealer", password)
    sent = {"token": browser.token("/pin"), "old": password}
    assert browser.post("/pin", pin="1234", again="1234", **sent).status_code == 409
    assert browser.post("/pin", pin="2580", again="2581", **sent).status_code == 409
    assert browser.post("/pin", pin="2580", again="2580", **sent | {"old": "wrong"}).status_code == 409
    assert "Your PIN is set" in browser.post("/pin", pin="2580", again="2580", **sent).text
    house.clock.advance(timedelta(minutes=6))
    assert "Your PIN" in browser.get("/unlock").text
    guess = {"unlock-secret": "0000", "unlock-then": "/lobby", "token": sent["token"]}
    for status in (401, 401, 303):
        answer = browser.post("/unlock", **guess)
        assert answer.status_code == status
    assert answer.headers["location"].startswith("/sign-in")


def test_no_page_lets_a_script_in(browser: Browser, password: str) -> None:
    browser.sign_in("dealer", password)
    paths = ("/lobby", "/tables/1", "/tables/1/words", "/tables/1/console", "/tables/1/rounds", "/rulebook", "/rules")
    for path in ("/sign-in", *paths, "/rules/dealer-qualifies", "/nowhere/at/all"):
        answer = browser.get(path)
        if "text/html" not in answer.headers["content-type"]:
            continue
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy, path
        assert not re.search(r"<script(?![^>]*\bsrc=)|\son[a-z]+=|\sstyle=", answer.text), path


def test_nothing_secret_is_logged(
    house: House, browser: Browser, password: str, caplog: pytest.LogCaptureFixture
) -> None:
    log_as_data(logging.DEBUG)
    with caplog.at_level(logging.DEBUG):
        browser.sign_in("ann", "a wrong secret")
        browser.sign_in("ann", password)
        browser.get("/tables/1")
        browser.post("/tables/1", do="place", token=browser.token("/tables/1"), need="wagers", area="1")
        browser.get("/tables/99")
    session = browser.client.cookies["pitboss"]
    written = "\n".join(str(record.__dict__) for record in caplog.records if not record.name.startswith("http"))
    for secret in (password, "a wrong secret", session):
        assert secret not in written


def test_a_floor_that_is_no_demonstration_has_no_way_in(browser: Browser) -> None:
    page = browser.get("/sign-in")
    assert "Sit down and play" not in page.text and "/demonstration" not in page.text
    answer = browser.post("/demonstration", token=browser.token("/sign-in"), operator="star", role="manager")
    assert answer.status_code == 404 and "pitboss" not in dict(browser.client.cookies)
